"""Reasoning accuracy: right, and for the right reason, as PRELUDE's people judged it."""

from __future__ import annotations

from evaluations.case import Score
from evaluations.metrics import answers
from evaluations.metrics.chains import sound
from evaluations.metrics.exhibit import Exhibit
from evaluations.metrics.findings import PEOPLE
from graphs.evidence import ANSWER

NAME = "ReasonAcc"


def named(judge: str) -> str:
    """The metric's name, such as ReasonAcc(people)."""
    return f"{NAME}({judge})"


def measure(exhibit: Exhibit) -> list[Score]:
    """ReasonAcc: 1 when the answer is right and so is its reasoning, else 0 (PRELUDE); over all questions.

    The reasoning is right when the judge says so and the chain below the answer is grounded. People's verdicts stand
    alone: they have seen the chain. [] where no reasoning was judged; undefined where the judge failed.
    """
    found, answer = exhibit.findings, exhibit.trace.answer
    if found.reasoning is None:
        return []
    if found.reasoning == "failed":
        return [exhibit.score(named(found.judge), None, why=found.why)]
    right = answers.right(exhibit.case, answer.value if answer else None)[0]
    holds = found.judge.startswith(PEOPLE) or _grounded(exhibit)
    value = float(right and found.reasoning == "right" and holds)
    why = "answer wrong" if not right else "chain not grounded" if not holds else ""
    return [exhibit.score(named(found.judge), value, f"reasoning {found.reasoning}", why or None)]


def _grounded(exhibit: Exhibit) -> bool:
    """Whether all below the answer rests on evidence; an answer that shows no chain at all has none to fail."""
    graph = exhibit.state.graph
    if graph.answer is None or not graph.answer.parents:
        return True
    return ANSWER in sound(exhibit)
