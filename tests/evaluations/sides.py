"""Runs for tests of comparison: cases, traces and scores given by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from agent.question import Budget, Player, Question
from agent.trace import Trace
from evaluations.case import Case, Gold, ReferenceStep, Score
from evaluations.compare.judging import Judging
from evaluations.compare.side import Side
from evaluations.store import RunRecord
from tests.evaluations.traces import EXTRACTIVE, MODEL, OPTIONS, answered

QUESTION_ONLY = Player(name="question-only · extractive (no model)", kind="control", infers=False)
TAIL_ONLY = Player(name="tail-only · extractive (no model)", kind="control", infers=False)
PLAYERS = {"model": MODEL, "extractive": EXTRACTIVE, "question-only": QUESTION_ONLY, "tail-only": TAIL_ONLY}


def asked(name: str, benchmark: str = "detectiveqa", answer: str = "D", **rest: Any) -> Case:
    """A case with one explicit step at paragraph 3, unless its gold is given."""
    step = ReferenceStep(text=f"step of {name}", kind="explicit", position=3)
    shown = {"id": name, "benchmark": benchmark, "kind": "choice", "text": f"Who took {name}?", "options": OPTIONS}
    question = Question.model_validate(shown | rest.pop("question", {}))
    return Case(question=question, gold=rest.pop("gold", Gold(answer=answer, steps=(step,))), cut=28, **rest)


def scored(metric: str, values: Mapping[str, float | None], repeat: int = 1, **rest: Any) -> list[Score]:
    return [Score(case=case, repeat=repeat, metric=metric, value=v, **rest) for case, v in values.items()]


def a_side(
    name: str,
    cases: Sequence[Case],
    scores: Sequence[Score],
    player: str = "model",
    traces: Sequence[Trace] | None = None,
    judging: Judging | None = None,
    **record: Any,
) -> Side:
    """A run; without traces every case is answered with D, citing nothing."""
    kept = {"benchmark": "detectiveqa", "researcher": PLAYERS[player], "chosen": player, "budget": Budget()} | record
    made = [answered(case, player=PLAYERS[player]) for case in cases] if traces is None else traces
    return Side(name, RunRecord(**kept), cases, made, scores, judging)
