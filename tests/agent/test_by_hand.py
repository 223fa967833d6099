"""Changes by hand: events like any other, which fold, and which count as no move."""

from __future__ import annotations

from agent.belief import beliefs
from agent.fold import apply, fold
from agent.moves import InferenceMove
from agent.question import Budget
from agent.state import State
from graphs.evidence import Evidence
from tests.agent.scenes import flooded, muddy, opened


def test_dropping_takes_what_rested_on_it_alone_and_weighs_again() -> None:
    notebook = opened(read=[5, 6])
    notebook.quote(muddy())
    notebook.quote(flooded())
    notebook.infer(InferenceMove(text="She lied", parents=("E1",)))
    notebook.assess()
    before = notebook.state.beliefs["H2"]
    notebook.edited("E1 dropped", {"kind": "drop", "node": "E1"})
    notebook.drop("E1")
    assert notebook.events[-1].payload["gone"] == ["E1", "I1"]
    assert [node.id for node in notebook.state.graph.nodes] == ["H1", "H2", "H3", "E2"]
    assert notebook.state.beliefs == beliefs(notebook.state.graph)
    assert notebook.state.beliefs["H2"] < before


def test_before_anything_was_weighed_nothing_is() -> None:
    notebook = opened(read=[5])
    notebook.quote(muddy())
    notebook.drop("E1")
    assert "beliefs" not in notebook.events[-1].payload
    assert notebook.state.beliefs == {}


def test_a_dropped_nodes_name_is_never_given_again_and_a_changed_one_takes_no_new_name() -> None:
    notebook = opened(read=[5, 6])
    notebook.quote(muddy())
    first = notebook.state.graph["E1"]
    assert isinstance(first, Evidence)
    notebook.edited("other stance", {}, node=first.model_copy(update={"stance": {"H1": 1.0}}))
    notebook.drop("E1")
    assert notebook.quote(flooded()) == "E2"


def test_a_change_by_hand_is_no_move_and_folds_at_every_event() -> None:
    notebook = opened(read=[5, 6])
    notebook.quote(muddy())
    notebook.assess()
    proposed, refused = notebook.state.proposed, len(notebook.state.refusals)
    notebook.edited("5 rounds", {}, budget=Budget(rounds=5))
    notebook.edited("rules", {}, question=notebook.state.asked.model_copy(update={"rules": "只看书。"}))
    notebook.edited("model", {}, researcher=notebook.state.player.model_copy(update={"model": "other"}))
    notebook.drop("H3")
    assert (notebook.state.proposed, len(notebook.state.refusals)) == (proposed, refused)
    assert (notebook.state.budget.rounds, notebook.state.asked.rules, notebook.state.player.model) == (
        5,
        "只看书。",
        "other",
    )
    state = State()
    for k, event in enumerate(notebook.events, 1):
        apply(state, event)
        assert state == fold(notebook.events[:k])
