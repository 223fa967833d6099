"""Clusters: verdicts on one question, and questions on one book, hang together; so whole ones are resampled."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from evaluations.statistics.intervals import FEWEST, Interval, Over, wilson
from evaluations.statistics.sums import Of, by_unit, mean, percentiles, tail

if TYPE_CHECKING:
    from evaluations.statistics.sums import Floats

_SAME = 1e-12
"""An interval that is no wider tells nothing: no draw differed."""


def units(questions: Sequence[str], books: Sequence[str]) -> tuple[list[str], Over]:
    """What to resample, of each verdict, and how it is called: books where there are ten, else whole questions."""
    by_books = FEWEST <= len(set(books)) < len(set(questions))
    return ([*books], "books") if by_books else ([*questions], "questions")


def clustered(rows: Floats, of: Of, questions: Sequence[str], books: Sequence[str]) -> Interval | None:
    """The bootstrap interval of a statistic of rows (n, k), of which each is about a question and its book.

    Few units vary too little, so that the tails are widened up to 40 of them wherever units hold several rows. None for
    one unit, and where no draw differs or most are undefined.
    """
    named, over = units(questions, books)
    sums = by_unit(rows, named)
    if len(sums) < 2:
        return None
    found = percentiles(sums, of, tail(len(sums) if len(sums) < len(rows) else None))
    return Interval(*found, over) if found and found[1] - found[0] > _SAME else None


def share(flags: Sequence[bool], questions: Sequence[str], books: Sequence[str]) -> Interval | None:
    """The interval of a share of verdicts. None without any.

    Wilson's where each stands for a question of its own, and, with a unit counted as one, where all say the same.
    """
    import numpy as np

    if not flags:
        return None
    named, over = units(questions, books)
    there, yes = len(set(named)), sum(flags)
    if there == len(flags) or yes in (0, len(flags)):
        return Interval(*wilson(yes * there / len(flags), there), over)
    return clustered(np.array([(flag, 1.0) for flag in flags]), mean, questions, books)
