"""Sub-questions: each sub-answer by its position, and the chain they make with the final answer."""

from __future__ import annotations

from agent.trace import Trace
from evaluations.case import Case, Score
from evaluations.metrics.exhibit import Exhibit
from evaluations.metrics.texts import EM, NAMES, PM, Overlap, compared

CHAIN = "ChainAcc"
"""Its `read` is the pattern of the chain (see patterns)."""
JUDGED_BY = {"pm": PM, "em": EM}
"""What makes a link of the chain right, by the setting's word."""


def at(position: int, name: str) -> str:
    """The metric `name` of the sub-answer at a position from 1: `sub1 EM`."""
    return f"sub{position} {name}"


def prefix(position: int) -> str:
    """PrefixAcc@j: the first j sub-answers are all right."""
    return f"PrefixAcc@{position}"


def measure(exhibit: Exhibit) -> list[Score]:
    """EM, F1, precision, recall and PM of each sub-answer; PrefixAcc@j; ChainAcc with the chain's pattern.

    A sub-answer that was not given is wrong. All are undefined, not 0, where the sub-questions were not asked: in
    the mode `hidden`, and by a researcher that answers none. An agent's own decomposition is never taken for them.
    Which of EM and PM makes a link right is told by the case's tag `chain-by`.
    """
    case, trace = exhibit.case, exhibit.trace
    wanted = case.gold.sub_answers
    if case.question.kind != "text" or not wanted:
        return []
    names = [at(j, name) for j in range(1, len(wanted) + 1) for name in NAMES]
    names += [*(prefix(j) for j in range(1, len(wanted) + 1)), CHAIN]
    if why := _unasked(case, trace):
        return [exhibit.score(name, None, why=why) for name in names]
    given = trace.answer.sub_answers if trace.answer else ()
    empty = case.tags.get("empty-f1", "hotpot")
    subs = [compared(given[j] if j < len(given) else None, [gold], empty) for j, gold in enumerate(wanted)]
    final = compared(trace.answer.value if trace.answer else None, (case.gold.answer, *case.gold.aliases), empty)
    pattern = "".join("c" if overlap.named()[_judged(case)] else "w" for overlap in (*subs, final))
    values = [number for overlap in subs for number in overlap.named().values()]
    values += [float("w" not in pattern[: j + 1]) for j in range(len(subs))]
    values.append(float("w" not in pattern))
    reads = [*_repeated(given, subs), *[pattern] * (len(subs) + 1)]
    why = f"by {_judged(case)}, asked {case.question.sub_mode}"
    return [exhibit.score(name, value, read, why) for name, value, read in zip(names, values, reads, strict=True)]


def _judged(case: Case) -> str:
    return JUDGED_BY[case.tags.get("chain-by", "pm")]


def _repeated(given: tuple[str, ...], subs: list[Overlap]) -> list[str | None]:
    """What each sub-answer's scores were read from."""
    return [given[j] if j < len(given) else None for j in range(len(subs)) for _ in NAMES]


def _unasked(case: Case, trace: Trace) -> str:
    """Why there is no chain to judge; '' when there is one."""
    if case.question.sub_mode == "hidden" or not case.question.sub_questions:
        return "the sub-questions were not asked"
    if trace.answer and trace.answer.sub_answers:
        return ""
    answers_them = trace.researcher.kind in ("model", "person")
    return "" if answers_them else "the researcher answers no sub-questions"
