"""A trace that an earlier commit wrote (tests/data/traces) still steps, forks and compares."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.fold import apply, fold
from agent.state import State
from agent.trace import FORMAT, Trace
from evaluations.branches import diff
from evaluations.store import RunFolder
from tests.evaluations.branches.scene import lines, opened

WITNESSES = sorted((Path(__file__).parents[2] / "data" / "traces").glob("*.json"))


@pytest.fixture(params=WITNESSES, ids=lambda file: file.stem)
def witness(request: pytest.FixtureRequest) -> Trace:
    return Trace.model_validate_json(request.param.read_bytes())


def test_there_is_one() -> None:
    assert WITNESSES


def test_it_folds_forward_and_back_to_what_was_sealed(witness: Trace) -> None:
    assert witness.format <= FORMAT
    state = State()
    for k, event in enumerate(witness.events, 1):
        apply(state, event)
        assert fold(witness.events[:k]) == state
    assert (state.graph, state.answer, state.status) == (witness.graph, witness.answer, witness.status)
    assert witness.identity() == "1e5e641dc18935f2ed4280834a0c417085a44559003a7be1df2a516fe165eff0"


def test_it_forks_like_one_of_today(witness: Trace, run: Path) -> None:
    RunFolder(run).seal(witness)
    trace = opened(run)
    assert trace.trace == witness
    fork = trace.edit("drop E3")
    made = fork.run()
    assert lines(made, fork.branch.k) == lines(witness, fork.branch.k)
    assert diff(witness, made).flipped
