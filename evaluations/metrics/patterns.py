"""Chain tables: which sub-answers and final answers are right together, and what follows from them.

A pattern is one letter for each sub-answer in order and one for the final answer: c right, w wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product

Table = Mapping[str, float]
"""Pattern to the share of questions that have it: 2^(N+1) rows for N sub-questions, summing to 1."""


def chain_table(patterns: Sequence[Sequence[str]]) -> dict[str, float]:
    """The table of questions with as many sub-questions, each given as its patterns over repeats.

    Every pattern has a row, from all right to all wrong. ValueError when lengths differ or there is no question.
    """
    lengths = {len(pattern) for question in patterns for pattern in question}
    if len(lengths) != 1:
        raise ValueError("a chain table needs questions with one number of sub-questions")
    table = {"".join(letters): 0.0 for letters in product("cw", repeat=lengths.pop())}
    for question in patterns:
        for pattern in question:
            table[pattern] += 1 / len(question) / len(patterns)
    return table


def chain_accuracy(table: Table) -> float:
    """ChainAcc: the share with every sub-answer and the final answer right."""
    return _sum(table, lambda p: "w" not in p)


def prefix_accuracy(table: Table, j: int) -> float:
    """PrefixAcc_j: the share whose first `j` sub-answers are all right."""
    return _sum(table, lambda p: "w" not in p[:j])


def wrong_chains(table: Table) -> float:
    """The share whose final answer is right although a sub-answer is wrong (CofCA's example: 6.7 + 3.7 + 7.3 %)."""
    return _sum(table, lambda p: p[-1] == "c" and "w" in p)


def failure_rate(table: Table) -> float | None:
    """Wrong chains among right final answers; None when none is right."""
    return _of(wrong_chains(table), _sum(table, lambda p: p[-1] == "c"))


def error_propagation(table: Table) -> float | None:
    """Wrong final answers among questions with a wrong sub-answer; None when there is no such question."""
    broken = _sum(table, lambda p: "w" in p[:-1])
    return _of(_sum(table, lambda p: "w" in p[:-1] and p[-1] == "w"), broken)


def composition_gap(table: Table) -> float | None:
    """Wrong final answers among questions with all sub-answers right (Press et al. 2023); None without any."""
    known = _sum(table, lambda p: "w" not in p[:-1])
    return _of(_sum(table, lambda p: "w" not in p[:-1] and p[-1] == "w"), known)


def _sum(table: Table, wanted: Callable[[str], bool]) -> float:
    return sum(share for pattern, share in table.items() if wanted(pattern))


def _of(part: float, whole: float) -> float | None:
    return part / whole if whole else None
