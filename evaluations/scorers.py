"""Scorers: who judged a run and how, and the lines in which their verdicts are kept, apart from one another's."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from pydantic import Field, JsonValue, ValidationError

from agent.record import Record
from agent.trace import Trace
from evaluations.case import Score
from evaluations.metrics.findings import Findings
from evaluations.metrics.lexical import LEXICAL
from evaluations.store import RunFolder
from tools.mistake import Mistake

ABLATION = "ablation"
"""The file of what answers depend on (evaluations.ablation): scores, but nobody's verdicts."""


class Scorer(Record):
    """A judge with all that changes its verdicts. `name` is its file's and stands in its metrics."""

    name: str
    model: str = ""
    prompts: str = ""
    """The version of the prompts; own-HASH for a prompt file of one's own."""
    own_prompt: str = ""
    """That file, word for word."""
    votes: int = 1
    temperature: float | None = None
    seed: int | None = None
    parts: tuple[str, ...] = ()
    """What was asked for."""


class Tally(Record):
    """What judging one trace took, and what came of its verdicts."""

    verdicts: int = 0
    failed: int = 0
    """Verdicts that could not be had: undefined, and counted, never 0."""
    void: int = 0
    """Votes that said yes without words that can bear it (see evaluations.judge.grounds)."""
    voted: int = 0
    """Verdicts with several votes; of these `flipped` had votes that differ."""
    flipped: int = 0
    reasons: tuple[str, ...] = ()
    calls: int = 0
    tokens: int = 0
    cost: float | None = 0.0

    def plus(self, other: Tally) -> Tally:
        """Both together; a cost that is not known of one is not known of both."""
        known = None if self.cost is None or other.cost is None else self.cost + other.cost
        summed = {
            n: getattr(self, n) + getattr(other, n)
            for n in ("verdicts", "failed", "void", "voted", "flipped", "calls", "tokens")
        }
        return Tally(**summed, cost=known, reasons=tuple(dict.fromkeys((*self.reasons, *other.reasons))))

    def told(self) -> dict[str, float | int | None]:
        """The figures that stand beside the scores."""
        share = self.failed / self.verdicts if self.verdicts else None
        counts = {"verdicts": self.verdicts, "failed": self.failed, "failed share": share, "void": self.void}
        return {**counts, "flip rate": self.flip_rate, "calls": self.calls, "tokens": self.tokens, "cost": self.cost}

    @property
    def flip_rate(self) -> float | None:
        """Verdicts whose votes differ / verdicts with two votes or more; None without any."""
        return self.flipped / self.voted if self.voted else None


class Judgement(Record):
    """A line of scores/SCORER.jsonl: the findings on one trace, and the scores made of them."""

    case: str
    repeat: int
    scorer: Scorer
    trace: str
    """The identity of the trace that was judged: another one under its name is not."""
    findings: Findings
    tally: Tally = Tally()
    scores: tuple[Mapping[str, JsonValue], ...] = Field(default=())


@dataclass(frozen=True)
class Kept:
    """All that one scorer has found in a run."""

    scorer: Scorer
    by_trace: Mapping[tuple[str, int], Judgement]

    def findings(self, trace: Trace) -> Findings:
        """Those on this trace; without them, or when it is another trace now, all is undefined."""
        line = self.by_trace.get((trace.question.id, trace.repeat))
        if line is None:
            return Findings(judge=self.scorer.name, why=f"not judged by {self.scorer.name}")
        if line.trace != trace.identity():
            return Findings(judge=self.scorer.name, why="researched again since it was judged")
        return line.findings

    def told(self) -> dict[str, float | int | None]:
        """How many traces were judged, and the figures that stand beside their scores."""
        whole = Tally()
        for line in self.by_trace.values():
            whole = whole.plus(line.tally)
        return {"traces": len(self.by_trace), **whole.told()}


def label(model: str, version: str, votes: int, *more: str) -> str:
    """A scorer's name: MODEL@VERSION-vVOTES, with what else is out of the ordinary; safe in files and metrics."""
    plain = re.sub(r"[^A-Za-z0-9._]+", "-", model).strip("-.") or "model"
    return "-".join([f"{plain}@{version}", f"v{votes}", *more])


def keep(run: RunFolder, lines: Iterable[Judgement], scores: Mapping[tuple[str, int], list[Score]]) -> None:
    """Write all lines of one scorer, with their scores, in place of what it had found before."""
    made = list(lines)
    told = [
        line.model_copy(update={"scores": tuple(one.told for one in scores.get((line.case, line.repeat), ()))})
        for line in made
    ]
    if made:
        run.keep_lines(made[0].scorer.name, (line.model_dump_json() for line in told))


def kept(run: RunFolder, name: str) -> Kept:
    """What a scorer found; Mistake naming those there are when it has scored nothing here."""
    found: dict[tuple[str, int], Judgement] = {}
    for number, line in enumerate(run.lines(name) if name != ABLATION else (), 1):
        try:
            one = Judgement.model_validate_json(line)
        except ValidationError as error:
            what = f"scores/{name}.jsonl line {number} is not a verdict ({error.error_count()} faults)"
            raise Mistake(what, cure="Score the run again: recorded replies cost nothing.", exit_code=1) from None
        found[one.case, one.repeat] = one
    if not found:
        there = ", ".join([LEXICAL, *scorers(run)])
        raise Mistake(
            f"The run {run.name} was not scored by {name!r}", allowed=there, cure="See: casebook score --help"
        )
    return Kept(next(iter(found.values())).scorer, found)


def scorers(run: RunFolder) -> list[str]:
    """The names of the scorers whose findings the run holds, but for the lexical one, which needs none."""
    return [name for name in run.scorers() if name not in (LEXICAL, ABLATION)]
