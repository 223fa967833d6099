"""The notebook: what each guard refuses, and that what it accepts stands in the book."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.fold import fold
from agent.moves import (
    AbsenceMove,
    Conclusion,
    HypothesisMove,
    InferenceMove,
    MergeMove,
    Probe,
    QuoteMove,
)
from agent.notebook import Notebook
from agent.question import CONSISTENT, CONTRADICT
from graphs.check import check
from graphs.evidence import Evidence
from tests.agent.scenes import flooded, muddy, opened, question, view
from tools.hits import Hit


def guard_of(notebook: Notebook) -> str:
    return notebook.state.refusals[-1].guard


def test_a_quotation_is_kept_as_the_book_prints_it() -> None:
    notebook = opened(read=[4])
    assert notebook.quote(QuoteMove(paragraph=4, quote='"I never touched it," said  Piers the ostler')) == "E1"
    kept = notebook.state.graph["E1"]
    assert isinstance(kept, Evidence)
    assert kept.quote == "“I never touched it,” said Piers the ostler"


@pytest.mark.parametrize(
    ("move", "guard"),
    [
        (QuoteMove(paragraph=4, quote="I never touched that, said Piers the ostler"), "quote-not-found"),
        (QuoteMove(paragraph=5, quote="had mud to the ankle"), "quote-unread"),
        (QuoteMove(paragraph=10, quote="Then it was you, Miss Quill"), "unknown-paragraph"),
        (QuoteMove(paragraph=99, quote="anything that was never written"), "unknown-paragraph"),
        (QuoteMove(paragraph=4, quote="Piers the ostler"), "quote-length"),
        (QuoteMove(paragraph=4, quote="he showed his clean, dry boots", stance={"H9": 1.0}), "unknown-id"),
        (QuoteMove(paragraph=4, quote="he showed his clean, dry boots", stance={"H1": 1.5}), "range"),
        (QuoteMove(paragraph=4, quote="he showed his clean, dry boots", relevance=-0.1), "range"),
        (QuoteMove(paragraph=4, quote=""), "quote-not-found"),
    ],
)
def test_a_quotation_is_refused_with_the_guard_named(move: QuoteMove, guard: str) -> None:
    notebook = opened(read=[4])
    assert notebook.quote(move) is None
    assert guard_of(notebook) == guard
    assert not notebook.state.graph.evidence


def test_a_whole_paragraph_may_be_quoted_however_short() -> None:
    notebook = opened(read=[1])
    assert notebook.quote(QuoteMove(paragraph=1, quote="The Ferry Inn")) == "E1"


def test_the_same_quotation_is_not_noted_twice() -> None:
    notebook = opened(read=[5])
    notebook.quote(muddy())
    assert notebook.quote(muddy()) is None
    assert guard_of(notebook) == "duplicate"


@pytest.mark.parametrize(
    ("probe", "guard"),
    [
        (Probe(kind="regex", text="ledger"), "query-kind"),
        (Probe(kind="keyword", text="?!…"), "query-text"),
        (Probe(kind="keyword", text="ledger", hypothesis="H7"), "unknown-id"),
        (Probe(kind="neighbour", text="10"), "unknown-paragraph"),
        (Probe(kind="neighbour", text="the dog"), "unknown-paragraph"),
        (Probe(kind="range", text="five"), "query-text"),
    ],
)
def test_a_query_that_asks_nothing_sound_is_refused(probe: Probe, guard: str) -> None:
    notebook = opened()
    assert notebook.probe(probe) is None
    assert guard_of(notebook) == guard


def test_a_repeated_query_is_refused_whatever_the_order_of_its_words() -> None:
    notebook = opened()
    notebook.probe(Probe(kind="keyword", text="the ledger in the box"))
    assert notebook.probe(Probe(kind="keyword", text="Box, ledger!")) is None
    assert guard_of(notebook) == "repeat-query"
    assert notebook.probe(Probe(kind="phrase", text="box ledger")) == "Q2"


def test_a_round_takes_three_queries() -> None:
    notebook = opened()
    for word in ("ledger", "boots", "river"):
        assert notebook.probe(Probe(kind="keyword", text=word))
    assert notebook.probe(Probe(kind="keyword", text="dog")) is None
    assert guard_of(notebook) == "round-full"
    notebook.enter("probe", 2)
    assert notebook.probe(Probe(kind="keyword", text="dog")) == "Q4"


def test_hypotheses_stand_for_options_one_each() -> None:
    notebook = opened()
    assert notebook.hypothesize(HypothesisMove(label="Z", text="a stranger")) is None
    assert guard_of(notebook) == "outside-options"
    assert notebook.hypothesize(HypothesisMove(label="A", text="Piers again")) is None
    assert guard_of(notebook) == "duplicate"
    assert notebook.hypothesize(HypothesisMove(retire="H1", text="dry boots")) == "H1"
    assert notebook.state.graph.hypotheses[0].retired == "dry boots"


def test_an_inference_rests_on_what_is_in_the_graph() -> None:
    notebook = opened(read=[5, 6])
    notebook.quote(muddy())
    assert notebook.infer(InferenceMove(text="She lied", parents=())) is None
    assert guard_of(notebook) == "no-premise"
    assert notebook.infer(InferenceMove(text="She lied", parents=("E1", "E2"))) is None
    assert guard_of(notebook) == "unknown-id"
    assert notebook.infer(InferenceMove(text="She lied", parents=("H1",))) is None
    notebook.quote(flooded())
    assert notebook.infer(InferenceMove(text="She lied", parents=("E1", "E2"), hypothesis="H2")) == "I1"
    assert notebook.infer(InferenceMove(text="She lied", parents=("E2", "E1"))) is None
    assert guard_of(notebook) == "duplicate"


def test_a_merge_that_would_make_a_circle_is_refused() -> None:
    notebook = opened(read=[5])
    notebook.quote(muddy())
    notebook.infer(InferenceMove(text="She was outside", parents=("E1",)))
    notebook.infer(InferenceMove(text="She was in the garden", parents=("I1",)))
    notebook.infer(InferenceMove(text="She met someone", parents=("I2",)))
    assert notebook.merge(MergeMove(keep="I3", drop="I1")) is None
    assert guard_of(notebook) == "cycle"
    assert notebook.merge(MergeMove(keep="I1", drop="I1")) is None
    assert notebook.merge(MergeMove(keep="I1", drop="E1")) is None
    assert guard_of(notebook) == "unknown-id"


def test_a_merged_inference_leaves_its_place_to_the_kept_one_and_its_id_to_nobody() -> None:
    notebook = opened(read=[5, 6])
    notebook.quote(muddy())
    notebook.quote(flooded())
    notebook.infer(InferenceMove(text="She was outside", parents=("E1",)))
    notebook.infer(InferenceMove(text="She had gone out", parents=("E2",)))
    assert notebook.merge(MergeMove(keep="I1", drop="I2")) == "I1"
    kept = notebook.state.graph["I1"]
    assert kept.kind == "inference"
    assert kept.parents == ("E1", "E2")
    assert notebook.infer(InferenceMove(text="So she lied", parents=("I1",))) == "I3"


def test_an_absence_is_earned_by_looking_and_reading() -> None:
    notebook = opened()
    absence = AbsenceMove(text="a stranger at the inn", queries=("Q1",), first=1, last=9)
    assert notebook.absence(absence) is None
    assert guard_of(notebook) == "unknown-id"
    notebook.probe(Probe(kind="keyword", text="stranger visitor"))
    notebook.found("Q1", [])
    assert notebook.absence(absence) == "A1"


def test_an_absence_is_not_earned_while_a_hit_is_unread_or_quoted_for_it() -> None:
    notebook = opened()
    notebook.probe(Probe(kind="keyword", text="mud"))
    notebook.probe(Probe(kind="keyword", text="wet shoes"))
    notebook.found("Q1", [Hit(5, 1.0, "mud")])
    notebook.found("Q2", [])
    absence = AbsenceMove(text="mud on anyone", queries=("Q1", "Q2"), first=1, last=9, stance={"H2": -1.0})
    assert notebook.absence(absence.model_copy(update={"queries": ("Q1",)})) is None
    assert guard_of(notebook) == "absence-unearned"
    assert notebook.absence(absence) is None
    assert "not read: 5" in notebook.state.refusals[-1].reason
    notebook.read([5])
    notebook.quote(muddy())
    assert notebook.absence(absence) is None
    assert "E1 found it" in notebook.state.refusals[-1].reason


def test_an_answer_outside_the_options_or_resting_on_nothing_is_refused() -> None:
    notebook = opened(read=[5])
    notebook.quote(muddy())
    assert not notebook.answer(Conclusion(value="E", parents=("E1",)), "verified")
    assert guard_of(notebook) == "outside-options"
    assert not notebook.answer(Conclusion(value="B"), "verified")
    assert guard_of(notebook) == "no-premise"
    assert not notebook.answer(Conclusion(value="B", parents=("E1",), confidence=2.0), "verified")
    assert notebook.answer(Conclusion(value="B", parents=("E1",)), "verified")
    assert notebook.state.status == "verified"


def test_an_abstention_needs_no_premise_and_leaves_no_answer_in_the_graph() -> None:
    notebook = opened()
    assert notebook.answer(Conclusion(value=None), "forced")
    assert notebook.state.status == "abstained"
    assert notebook.state.graph.answer is None


def test_a_contradiction_must_be_named_not_just_unsupported() -> None:
    prequel = question(
        kind="verdict", text="As a girl Miss Quill feared dogs.", options={CONSISTENT: "yes", CONTRADICT: "no"}
    )
    notebook = opened(prequel, read=[9])
    notebook.quote(QuoteMove(paragraph=9, quote="Miss Quill fed the dog her crusts each evening", stance={"H2": 0.8}))
    assert not notebook.answer(Conclusion(value=CONTRADICT, parents=("E1",)), "verified")
    assert guard_of(notebook) == "no-incompatibility"
    notebook.infer(InferenceMove(text="Who feeds a dog nightly does not fear it", parents=("E1",), incompatible=True))
    assert notebook.answer(Conclusion(value=CONTRADICT, parents=("I1",)), "verified")


def test_the_cited_steps_put_each_premise_before_its_conclusion() -> None:
    notebook = opened(read=[5, 6])
    notebook.quote(flooded())
    notebook.quote(muddy())
    notebook.infer(InferenceMove(text="She did not walk by the river", parents=("E2", "E1"), hypothesis="H2"))
    notebook.answer(Conclusion(value="B", parents=("I1",), reasoning="mud, flood, lie"), "verified")
    answer = notebook.state.answer
    assert answer is not None
    assert [(step.node, step.paragraphs, step.rests_on) for step in answer.steps] == [
        ("E2", (5,), ()),
        ("E1", (6,), ()),
        ("I1", (5, 6), (1, 2)),
    ]
    assert answer.citations == (5, 6)
    assert answer.text == "Miss Quill the lodger"


def test_refusals_count_among_the_moves_proposed() -> None:
    notebook = opened(read=[5])
    before = notebook.state.proposed
    notebook.quote(muddy())
    notebook.quote(muddy())
    assert notebook.state.proposed == before + 2
    assert len(notebook.state.refusals) == 1


def test_the_live_state_is_the_fold_of_the_events() -> None:
    notebook = opened(read=[5, 6])
    notebook.quote(muddy())
    notebook.infer(InferenceMove(text="She lied", parents=("E1",)))
    notebook.assess()
    assert fold(notebook.events) == notebook.state


@given(
    st.integers(1, 12),
    st.text(max_size=60) | st.sampled_from(["had mud to the ankle", "The Ferry Inn", "you, Miss Quill"]),
)
def test_whatever_is_proposed_an_accepted_quotation_is_sound(paragraph: int, quote: str) -> None:
    notebook = opened(read=range(1, 12))
    notebook.quote(QuoteMove(paragraph=paragraph, quote=quote))
    assert not check(notebook.state.graph, view(), notebook.state.read)


def test_chinese_quotations_are_measured_in_characters() -> None:
    from tools.readers import book_from_text

    book = book_from_text("[1] 沈掌柜把账本锁进铁匣，放在楼梯底下。\n[2] 第二天匣子空了。", "账本")
    notebook = Notebook(book)
    notebook.open(opened().state.player, question(language="zh"), None, opened().state.budget)
    notebook.read([1, 2])
    assert notebook.quote(QuoteMove(paragraph=1, quote="把账本锁进铁匣")) is None
    assert guard_of(notebook) == "quote-length"
    assert notebook.quote(QuoteMove(paragraph=1, quote="沈掌柜把账本锁进铁匣")) == "E1"
    assert notebook.quote(QuoteMove(paragraph=2, quote="第二天匣子空了。")) == "E2"
