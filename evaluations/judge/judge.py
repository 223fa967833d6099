"""Judge: the findings of one model on one trace, from as many parts as were asked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from agent.model.meter import Limits
from evaluations.judge import support
from evaluations.judge.asking import Asking, Bench
from evaluations.judge.matching import matches
from evaluations.judge.pieces import Piece, pieces
from evaluations.judge.recall import contained
from evaluations.judge.soundness import sound
from evaluations.judge.wording import JudgePrompt
from evaluations.metrics.exhibit import NO_BOOK, Exhibit
from evaluations.metrics.findings import Findings
from evaluations.scorers import Judgement, Scorer, Tally

PARTS = ("recall", "match", "support", "sound")
"""recall: StepRecall; match: StepPrecision_gold and order; support: StepPrecision_supported and citations; sound: is
the reasoning behind a right verdict right, where there are no reference steps."""

UNTOLD = "the imported file tells neither steps nor a reasoning"
FAILED = "the judge gave no verdict"


@dataclass(frozen=True)
class Judge:
    """One scorer at its bench."""

    bench: Bench
    scorer: Scorer
    limits: Limits = field(default_factory=Limits)
    """What the judging of one trace may spend; what it cannot ask then is a failed verdict."""

    @property
    def own(self) -> JudgePrompt | None:
        return JudgePrompt(self.scorer.own_prompt) if self.scorer.own_prompt else None

    async def judgement(self, exhibit: Exhibit) -> Judgement:
        """The findings on one trace. Unreached and Mistake pass through: then the trace is not judged."""
        trace, language = exhibit.trace, exhibit.case.question.language
        name, retry = f"{trace.question.id}.{trace.repeat}", "retry_list" if self.scorer.own_prompt else "retry"
        asking = self.bench.asking(name, language, self.scorer.votes, self.limits, retry)
        found = await self._findings(asking, exhibit)
        return Judgement(
            case=trace.question.id,
            repeat=trace.repeat,
            scorer=self.scorer,
            trace=trace.identity(),
            findings=found,
            tally=_tally(asking),
        )

    async def _findings(self, asking: Asking, exhibit: Exhibit) -> Findings:
        shown, answer = pieces(exhibit.trace.answer), exhibit.trace.answer
        if not shown and "steps" in exhibit.untold:
            return Findings(judge=self.scorer.name, why=UNTOLD)
        steps = shown[: len(answer.steps)] if answer else ()
        found: dict[str, Any] = {"judge": self.scorer.name}
        if exhibit.case.gold.steps:
            found |= await self._against_gold(asking, exhibit, shown, steps)
        elif self._asks("sound") and exhibit.case.question.kind == "verdict":
            found["reasoning"] = await sound(asking, exhibit, shown)
        if self._asks("support") and steps:
            found |= await self._support(asking, exhibit, steps)
        failed = FAILED + (f": {asking.ballots.reasons[0]}" if asking.ballots.reasons else "")
        return Findings(**{"why": failed if asking.ballots.failed else "not asked for"} | found)

    async def _against_gold(
        self, asking: Asking, exhibit: Exhibit, shown: Sequence[Piece], steps: Sequence[Piece]
    ) -> dict[str, Any]:
        found: dict[str, Any] = {}
        verdicts = None
        if self._asks("recall"):
            found["contained"] = verdicts = await contained(asking, exhibit.case, shown, self.own)
        if self._asks("match"):
            pairs = await matches(asking, exhibit.case, steps, verdicts)
            found |= {"matches": pairs.found, "unmatched": pairs.lost}
        return found

    async def _support(self, asking: Asking, exhibit: Exhibit, shown: Sequence[Piece]) -> dict[str, Any]:
        if exhibit.view is None:
            return {"why": NO_BOOK}
        assert exhibit.trace.answer
        told = list(zip(exhibit.trace.answer.steps, shown, strict=False))
        rulings = [await support.ruling(asking, exhibit, exhibit.view, step, shown) for step, _ in told]
        return {
            "supported": tuple(one.supported for one in rulings),
            "entailed": tuple(one.entailed for one in rulings),
            "citations": tuple(c for at, one in enumerate(rulings, 1) for c in support.citations(at, one)),
        }

    def _asks(self, part: str) -> bool:
        return part in self.scorer.parts


def _tally(asking: Asking) -> Tally:
    votes, spent = asking.ballots, asking.spent
    return Tally(
        verdicts=votes.verdicts,
        failed=votes.failed,
        void=votes.void,
        voted=votes.voted,
        flipped=votes.flipped,
        reasons=tuple(votes.reasons),
        calls=spent.calls,
        tokens=spent.tokens,
        cost=spent.cost,
    )
