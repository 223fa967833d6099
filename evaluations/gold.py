"""Gold beside an answer, for a reader: which reference steps a judge found in it, where, and by which words."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from agent.question import Answer
from agent.trace import Trace
from evaluations.case import Case, ReferenceStep
from evaluations.metrics import answers
from evaluations.metrics.findings import MOST_STEPS, Contained, Findings
from evaluations.metrics.lexical import LEXICAL
from evaluations.prose import Prose, hung, one_line

NEAR = 2
"""Paragraphs this far from a gold one that the answer cites are named beside it."""


def gold_lines(trace: Trace, case: Case, found: Findings | None) -> Iterator[RenderableType]:
    """The right answer, and each reference step with its mark; of a model's judge the words too that it relied on."""
    right = answers.right(case, trace.answer.value if trace.answer else None)[0]
    text = case.question.options.get(case.gold.answer, "")
    yield Text(f"{case.gold.answer}. {text}  ({'right' if right else 'wrong'})", "bold green" if right else "bold red")
    by_words = found is None or found.judge == LEXICAL
    for number, step in enumerate(case.gold.steps, 1):
        verdict = found.contained[number - 1] if found and found.contained is not None else None
        if not _attempted(trace, step):
            yield _line(trace, step, " ", "" if by_words else f"{number}. ", "" if by_words else "not attempted")
        elif by_words:
            yield _line(trace, step, "+" if verdict and verdict.found else " ")
        else:
            yield _line(trace, step, _mark(verdict), f"{number}. ", _where(trace.answer, verdict))
    yield Text(_legend(found), "dim")


def _attempted(trace: Trace, step: ReferenceStep) -> bool:
    return trace.researcher.infers or step.kind != "inferred"


def _mark(verdict: Contained | None) -> str:
    return "?" if verdict is None else "+" if verdict.found else "-"


def _where(answer: Answer | None, verdict: Contained | None) -> str:
    """Where a judge found a step: in one of the answer's, or in what was written apart from them; '' untold."""
    if verdict is None or not verdict.found or not verdict.step:
        return ""
    steps = len(answer.steps[:MOST_STEPS]) if answer else 0
    place = f"in step {verdict.step}" if verdict.step <= steps else "in the reasoning as written"
    return f"{place}: “{one_line(verdict.span)}”" if verdict.span else place


def _line(trace: Trace, step: ReferenceStep, mark: str, number: str = "", where: str = "") -> RenderableType:
    place = f"[{step.position}]" if step.position else f"({step.kind})"
    near = f" (cited {_near(trace, step.position)})" if step.position else ""
    style = "green" if mark == "+" else ""
    told = Prose(f"{step.text}{near}" + (f"\n{where}" if where else ""), style)
    return Padding(hung(Text(f"{mark} {number}{place}", style), told), (0, 0, 0, 2))


def _near(trace: Trace, position: int) -> str:
    cited = set(trace.answer.citations) if trace.answer else set()
    near = sorted(p for p in cited if abs(p - position) <= NEAR)
    return "".join(f"[{p}]" for p in near) or "nowhere near"


def _legend(found: Findings | None) -> str:
    if found is None or found.judge == LEXICAL:
        return "+ = found in the answer's steps by the lexical judge"
    untold = any(one.found and not one.step for one in found.contained or ())
    return f"+ found in the reasoning by {found.judge}{' (where is not told)' * untold}, - not found, ? no verdict"
