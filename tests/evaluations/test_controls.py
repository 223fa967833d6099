"""The controls: which view and which reply each is."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from agent.fold import fold
from agent.question import CONSISTENT, Budget, Question
from agent.trace import Trace
from evaluations.benchmarks import sample
from evaluations.benchmarks.benchmark import Source
from evaluations.case import Case, Gold
from evaluations.controls import CONTROLS, check_constant, control
from evaluations.metrics import process
from evaluations.metrics.exhibit import Exhibit
from evaluations.researchers import Chosen, chosen
from evaluations.runner import missing, research
from evaluations.searches import Searches
from evaluations.store import RunFolder, RunRecord
from evaluations.views import Views
from graphs.check import check
from tests.evaluations.traces import a_case
from tools.mistake import Mistake
from tools.search import BookSearch
from tools.semantic import Meaning

CASES = [
    case
    for case in sample.load(Source(settings={"part": "detectiveqa"})).cases
    if case.id in ("en-human-1-q1", "en-human-1-q4", "zh-human-2-q1")
]
VIEWS = Views()
ALL = ["constant:B" if name == "constant" else name for name in CONTROLS]


def choice(said: str, cases: list[Case] = CASES, settings: Mapping[str, str] | None = None) -> Chosen:
    return chosen(said, cases, settings or {}, Budget())


async def traces(said: str, place: Path, meaning: Meaning | None = None) -> dict[str, Trace]:
    player, run = choice(said), RunFolder(place)
    run.begin(RunRecord(benchmark="sample", researcher=player.player, budget=player.budget), CASES)

    searches = Searches(lambda: meaning or Meaning())

    def opened(case: Case) -> BookSearch:
        return player.opened(case, VIEWS.view(case), searches)

    await research(run, missing(run, CASES, 1), player.seated, opened)
    return {case.id: run.trace(case.id, 1) for case in CASES}


@pytest.mark.parametrize("said", ALL)
async def test_each_control_leaves_traces_that_fold_and_hold_in_both_languages(said: str, tmp_path: Path) -> None:
    found = await traces(said, tmp_path)
    for case in CASES:
        made = found[case.id]
        assert made.researcher.kind == "control"
        assert made.researcher.name.startswith(said.partition(":")[0])
        assert fold(made.events).status == made.status
        faults = [p.fault for p in check(made.graph, VIEWS.view(case), fold(made.events).read)]
        assert faults == (["ungrounded"] if said == "constant:B" else [])


async def test_the_trace_keeps_how_much_of_the_view_a_control_was_given(tmp_path: Path) -> None:
    case = CASES[0]
    view = VIEWS.view(case)
    given = {said: (await traces(said, tmp_path / said.replace(":", "-")))[case.id] for said in ALL}
    sizes = {said: made.view.paragraphs for said, made in given.items() if made.view}
    gold = case.gold.positions(case.cut)
    assert sizes["question-only"] == sizes["constant:B"] == 0
    assert sizes["whole-book"] == sizes["rag"] == len(view)
    assert sizes["gold-evidence"] == len(gold)
    assert 0 < sizes["tail-only"] < len(view) / 3
    shares = {said: share_read(case, made) for said, made in given.items()}
    assert shares["question-only"] == 0.0
    assert shares["whole-book"] == 1.0
    assert shares["gold-evidence"] == sum(len(view[n]) for n in gold) / view.characters
    assert 0 < shares["tail-only"] <= 0.2
    assert 0 < shares["rag"] < 0.5


def share_read(case: Case, made: Trace) -> float:
    view = VIEWS.view(case)
    found = next(score for score in process.measure(Exhibit(case, made, view)) if score.metric == process.SHARE)
    assert found.value is not None
    return found.value


async def test_the_gold_evidence_control_reads_exactly_the_gold_paragraphs(tmp_path: Path) -> None:
    made = await traces("gold-evidence", tmp_path)
    for case in CASES:
        assert tuple(fold(made[case.id].events).read) == case.gold.positions(case.cut)


def test_retrieval_follows_the_benchmarks_settings_and_the_command_line_before_them() -> None:
    assert choice("rag").player.name.startswith("rag (10 × 200 tokens, best first)")
    paper = {"k": "40", "chunk": "500", "order": "relevance"}
    assert choice("rag", settings=paper).player.name.startswith("rag (40 × 500 tokens, best first)")
    assert choice("rag:3:book", settings=paper).player.name.startswith("rag (3 × 500 tokens, book order)")


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("nobody", "There is no such researcher; got 'nobody'; allowed: agent, extractive, question-only"),
        ("", "There is no such researcher"),
        ("extractive:2", "There is no such researcher"),
        (":name", "There is no such researcher"),
        ("agent", "needs a model"),
        ("tail-only:5", "takes no value"),
        ("rag:0", "That is no retrieval"),
        ("rag:many", "That is no retrieval"),
        ("rag:5:random", "orders relevance, book"),
        ("constant", "needs its answer. Say it: --researcher constant:A"),
        ("constant:Z", "No question has this option; got 'Z'; allowed: A, B, C, D"),
    ],
)
def test_a_researcher_that_cannot_be_had_is_a_mistake(said: str, told: str) -> None:
    with pytest.raises(Mistake) as caught:
        choice(said)
    assert told in str(caught.value)


def test_for_verdicts_the_constant_answer_is_consistent_when_none_is_named() -> None:
    question = Question(id="p1", benchmark="prelude", kind="verdict", text="He was born at sea.")
    case = Case(question=question, gold=Gold(answer=CONSISTENT))
    check_constant("", [case])
    assert choice("constant", [case]).player.name == "constant · always consistent"
    with pytest.raises(Mistake):
        check_constant("", [case, a_case()])


def test_a_control_is_named_after_what_was_said_of_it_and_safely() -> None:
    assert choice("rag:3:book").slug == "rag-3-book"
    assert choice("constant:B").slug == "constant-B"
    question = Question(id="c1", benchmark="cofca", kind="text", text="Where?")
    assert choice("constant:A/B: *", [Case(question=question, gold=Gold(answer="no"))]).slug == "constant-A-B-"


def test_the_seat_of_a_control_takes_another_reader() -> None:
    from agent.reader import ConstantReader

    assert control("tail-only", "", {}, ConstantReader("A")).player.name == "tail-only · always A"
