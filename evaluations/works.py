"""Which work a question is about: questions on one novel or text are not independent of each other."""

from __future__ import annotations

from collections.abc import Iterable

from evaluations.case import Case


def work(case: Case) -> str:
    """The novel's file, or its title where the book is closed, or the question itself where it has its own text.

    A LongReason question keeps one name at every length: its texts differ in what surrounds the same facts.
    """
    if case.book or case.question.title:
        return case.book or case.question.title
    split = case.tags.get("split", "")
    return case.id.removeprefix(f"{split}-") if case.question.benchmark == "longreason" and split else case.id


def works(cases: Iterable[Case]) -> dict[str, str]:
    """Case id to its work."""
    return {case.id: work(case) for case in cases}
