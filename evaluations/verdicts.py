"""Verdicts of one scorer on one trace, for a reader: the steps one by one, the reasoning, the scores made of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from agent.question import Step
from agent.trace import Trace
from evaluations.case import Score
from evaluations.compare.cells import many, measure, number, percent, plain
from evaluations.compare.judging import by, heard, judging
from evaluations.compare.rows import UNTOLD, kind
from evaluations.metrics.findings import MOST_STEPS, Findings
from evaluations.metrics.reasons import SHORTCUT, STRICT, WRONG
from evaluations.metrics.soundness import NAME as REASONS
from evaluations.prose import Prose, hung, one_line, short
from evaluations.scorers import Kept, Scorer, Tally

_YES_OR_NO = (WRONG, SHORTCUT, STRICT, REASONS)
"""Of one trace they are no shares."""


@dataclass(frozen=True)
class Verdicts:
    """What a scorer, a model's judge or people, said of a trace."""

    scorer: Scorer
    findings: Findings
    tally: Tally | None
    """None where it did not judge this trace."""
    silent: str
    """Why it has said nothing; '' where there is a verdict."""
    scores: tuple[Score, ...]
    """Those made of its findings."""

    @classmethod
    def of(cls, kept: Kept, trace: Trace, scores: Sequence[Score]) -> Verdicts:
        """From all that the scorer found in the run, and the trace's scores by its findings."""
        at = trace.question.id, trace.repeat
        judged = judging(kept, [trace], scores)
        mine = tuple(one for one in heard(scores, judged) if by(one.metric, kept.scorer.name))
        return cls(kept.scorer, kept.findings(trace), judged.tallies.get(at), judged.silent.get(at, ""), mine)

    def as_json(self) -> dict[str, Any]:
        return {
            "scorer": self.scorer.model_dump(mode="json"),
            "silent": self.silent,
            "findings": self.findings.model_dump(mode="json"),
            "tally": self.tally.model_dump(mode="json") if self.tally else None,
            "scores": [one.told for one in self.scores],
        }

    def why(self, part: str) -> str:
        """Why a part was not judged."""
        asked = self.scorer.parts
        return "not asked for" if asked and part not in asked else one_line(self.findings.why)


def verdict_lines(trace: Trace, made: Verdicts) -> Iterator[RenderableType]:
    """What the scorer held of the answer's steps and of its reasoning, the scores, and how its verdicts came."""
    if made.silent:
        yield Prose(f"No verdict: {one_line(made.silent)}.", "bold")
    else:
        yield from _steps(trace, made)
        if made.findings.reasoning is not None:
            yield _reasoning(made)
        yield _scores(made)
    if made.tally and made.tally.verdicts:
        yield Prose(_came(made.tally), "dim")


def _steps(trace: Trace, made: Verdicts) -> Iterator[RenderableType]:
    steps = trace.answer.steps[:MOST_STEPS] if trace.answer else ()
    if not steps:
        yield Text("The answer has no steps.")
        return
    if made.findings.supported is None:
        yield Prose(f"Whether its steps are supported: {made.why('support')}.")
    if made.findings.supported is None and not made.findings.matches:
        return
    for at, step in enumerate(steps, 1):
        yield _step(at, step, made.findings)
    if left := len(trace.answer.steps) - len(steps) if trace.answer else 0:
        yield Text(f"  … a judge reads no more than {MOST_STEPS} steps: {left} were not read", "dim")


def _step(at: int, step: Step, found: Findings) -> RenderableType:
    """A step's verdict, and below it the beginning of the step."""
    verdict = found.supported[at - 1] if found.supported and at <= len(found.supported) else None
    style = "" if found.supported is None else {True: "green", False: "red", None: "yellow"}[verdict]
    held = {True: "supported", False: "unsupported", None: "no verdict"}[verdict] if found.supported else ""
    grounds = "; ".join(part for part in (_grounds(at, step, found, verdict), _says(at, found)) if part)
    told = Table.grid()
    told.add_row(Prose(": ".join(part for part in (held, grounds) if part) or "says no gold step", style))
    told.add_row(short(step.text, "dim"))
    return Padding(hung(Text(f"{at}.", style), told), (0, 0, 0, 2))


def _grounds(at: int, step: Step, found: Findings, verdict: bool | None) -> str:
    """By what a step is supported, and which of its citations carry it."""
    entailed = found.entailed[at - 1] if found.entailed and at <= len(found.entailed) else None
    by_what = ""
    if verdict:
        by_what = "by its searches" if step.kind == "absence" else "by what it follows from"
        by_what = "by what it cites" if entailed else by_what if found.entailed else ""
    cited = [one for one in found.citations or () if one.step == at]
    words = {True: "carries it", False: "does not carry it", None: "without a verdict"}
    told = [
        "".join(f"[{one.paragraph}]" for one in some) + f" {words[useful]}"
        for useful in (True, False, None)
        if (some := [one for one in cited if one.useful is useful])
    ]
    return "; ".join([by_what, *told] if by_what else told)


def _says(at: int, found: Findings) -> str:
    said = sorted(reference for step, reference in found.matches or () if step == at)
    lost = sum(step == at for step, _ in found.unmatched)
    told = [f"says gold {', '.join(map(str, said))}"] if said else []
    return "; ".join([*told, f"no verdict on {many(lost, 'gold step')}"] if lost else told)


def _reasoning(made: Verdicts) -> RenderableType:
    held = made.findings.reasoning
    if held == "failed":
        return Prose(f"Whether the reasoning is right: {one_line(made.findings.why)}.", "yellow")
    return Text(f"The reasoning is held {held}.", "bold green" if held == "right" else "bold red")


def _scores(made: Verdicts) -> Table:
    table = plain("", "measure", "value", "", left=1)
    table.columns[2].justify = "left"
    for one in made.scores:
        if not UNTOLD.match(one.metric):
            table.add_row(Text(measure(one.metric, made.scorer.name)), _value(one), Text(_read(one), "dim"))
    return table


def _value(score: Score) -> str:
    if score.value is None:
        return "—"
    if score.metric.startswith(_YES_OR_NO):
        return "yes" if score.value else "no"
    return percent(score.value) if kind(score.metric, [score.value]) == "share" else number(score.value)


def _read(score: Score) -> str:
    """What was counted, or why there is no value, or by which causes a chain is wrong."""
    if isinstance(score.why, str):
        return one_line(score.why)
    if isinstance(score.why, dict) and not isinstance(score.read, str):
        causes = [(cause, "" if held else " not told") for cause, held in score.why.items() if held is not False]
        return ", ".join(cause + told for cause, told in causes)
    return score.read if isinstance(score.read, str) else ""


def _came(tally: Tally) -> str:
    """How the verdicts came: what failed, what was void, and how often votes differ."""
    lost = f" (undefined, never 0): {one_line('; '.join(tally.reasons))}" if tally.failed else ""
    told = [f"Of {many(tally.verdicts, 'verdict')} {tally.failed} failed{lost}."]
    if tally.void:
        told.append(f"{many(tally.void, 'vote')} said yes by words that do not bear it: they count as no.")
    if tally.flip_rate is not None:
        told.append(f"Votes differ on {percent(tally.flip_rate)}.")
    return " ".join([*told, f"{many(tally.calls, 'call')}, {tally.tokens:,} tokens."])
