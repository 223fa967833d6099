"""Forks without a model: the prefix stays, the edit holds, the research goes on, and a killed branch too."""

from __future__ import annotations

import asyncio
import hashlib
from pathlib import Path

import pytest

from agent.fold import apply, fold
from agent.notebook import Notebook
from agent.researcher import seal
from agent.state import State
from agent.trace import Event
from evaluations.branches import Fork, diff, open_trace
from evaluations.branches.edits import Drop, Setting
from evaluations.branches.forks import Fork as Under
from evaluations.case import Case
from tests.evaluations.branches.scene import CASES, CHINESE, ENGLISH, lines, opened, plain
from tools.mistake import Mistake


def whole(place: Path) -> dict[str, str]:
    """Every file of the run but its branches, by content."""
    files = [f for f in place.rglob("*") if f.is_file() and "branches" not in f.parts]
    return {str(f.relative_to(place)): hashlib.sha256(f.read_bytes()).hexdigest() for f in files}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_forward_and_back_over_every_event_gives_the_same_state_both_ways(run: Path, case: Case) -> None:
    trace = opened(run, case)
    forward, state = [State()], State()
    for event in trace.events:
        apply(state, event)
        forward.append(state.model_copy(deep=True))
    back = [trace.at(k) for k in range(len(trace), -1, -1)]
    assert back[::-1] == forward
    with pytest.raises(Mistake, match="0 to"):
        trace.at(len(trace) + 1)


@pytest.mark.parametrize(("case", "decisive", "other"), [(ENGLISH, "E3", "A"), (CHINESE, "E4", "A")])
def test_dropping_the_decisive_evidence_flips_the_answer_and_dropping_any_other_does_not(
    run: Path, case: Case, decisive: str, other: str
) -> None:
    trace = opened(run, case)
    assert trace.trace.answer
    assert trace.trace.answer.value == "B"
    values = {}
    for evidence in trace.trace.graph.evidence:
        made = trace.edit(Drop(node=evidence.id)).run()
        values[evidence.id] = made.answer and made.answer.value
    assert values == {e: other if e == decisive else "B" for e in values}


@pytest.mark.parametrize(
    "words",
    [
        "drop E3",
        "drop H3",
        "stance E3 H2 -1",
        "query Q2 keyword sleeve of the porter",
        'evidence 5 "heard the third stair creak" H2 0.5',
        'replace E3 7 "A gull cried twice over the boathouse"',
        "rounds 5",
        "rounds 1",
        "queries_a_round 1",
        "rules Only the text counts.",
    ],
)
def test_an_edit_leaves_the_prefix_byte_identical_and_the_run_untouched(run: Path, words: str) -> None:
    before, trace = whole(run), opened(run)
    fork = trace.edit(words)
    made = fork.run()
    k = fork.branch.k
    assert lines(made, k) == lines(trace.trace, k)
    assert made.events[k].kind == "edited"
    assert made.events[k].payload["told"] == fork.branch.told
    assert [event.k for event in made.events] == list(range(1, len(made.events) + 1))
    assert whole(run) == before
    assert seal(made.events) == made
    assert open_trace(run, ENGLISH.id, branch=fork.name).trace == made
    assert made.status in ("verified", "forced")


def test_an_edit_at_an_event_comes_after_the_node_it_lies_in(run: Path) -> None:
    trace = opened(run)
    noted = next(e.k for e in trace.events if e.kind == "noted" and e.payload["node"]["id"] == "E3")
    early, late = trace.edit("drop E3"), trace.edit("drop E3", at=len(trace))
    assert trace.events[early.branch.k].kind == "entered"
    assert early.branch.k > noted
    assert trace.events[late.branch.k].kind == "stopped"
    assert late.name == "drop-E3-2"
    made = late.run()
    assert [e.kind for e in made.events[late.branch.k :]] == ["edited", "dropped", "stopped", "entered", "answered"]
    assert made.answer
    assert made.answer.value == "A"


def test_a_verification_of_the_graph_before_the_edit_does_not_stand(run: Path) -> None:
    trace = opened(run, CHINESE)
    assert trace.trace.status == "verified"
    fork = trace.edit("drop E4", at=len(trace))
    assert trace.events[fork.branch.k].payload["node"] == "verify"
    made = fork.run()
    assert "verified" in [event.kind for event in made.events[fork.branch.k :]]
    assert made.answer
    assert made.answer.value == "A"


def test_a_changed_query_finds_other_things_and_those_planned_with_it_are_asked_again(run: Path) -> None:
    trace = opened(run)
    fork = trace.edit("query Q1 keyword tide boathouse gull")
    assert trace.events[fork.branch.k].payload["query"]["id"] == "Q1"
    made = fork.run()
    asked = {q.id: q for q in fold(made.events).queries}
    assert asked["Q1"].text == "tide boathouse gull"
    assert [h.paragraph for h in asked["Q1"].hits or ()] == [7]
    mine = [q for q in fold(trace.events).queries if q.round == 1]
    assert [asked[q.id].text for q in mine[1:]] == [q.text for q in mine[1:]]


def test_a_query_changed_into_a_later_one_is_asked_once_and_the_later_one_refused(run: Path) -> None:
    trace = opened(run)
    second = next(q for q in fold(trace.events).queries if q.id == "Q2")
    made = trace.edit(f"query Q1 {second.kind} {second.text}").run()
    state = fold(made.events)
    assert sum(q.text == second.text for q in state.queries) == 1
    assert "repeat-query" in {r.guard for r in state.refusals}


def test_more_rounds_go_on_where_the_last_one_ended(run: Path) -> None:
    short = opened(plain(run.parent / "short", [ENGLISH], budget=fold(opened(run).events).budget))
    less = short.edit("rounds 1").run()
    assert fold(less.events).round == 1
    assert less.stop == "rounds"
    more = opened(run.parent / "short", branch="rounds-1").edit("rounds 2").run()
    assert fold(more.events).round == 2
    assert more.budget.rounds == 2
    assert [b.parent for b in short.branches()] == ["", "rounds-1"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("drop E99", "There is no such node; got 'E99'"),
        ("drop answer", "There is no such node"),
        ("query Q99 keyword key", "There is no such query; got 'Q99'"),
        ("query Q1 neighbour 400", "The guard unknown-paragraph refuses the edit"),
        ('evidence 8 "these words stand nowhere in it"', "The guard quote-not-found"),
        ('evidence 15 "By Easter the whole coast had forgotten that winter"', "The guard quote-unread"),
        ('evidence 99 "A gull cried twice over the boathouse"', "The guard unknown-paragraph"),
        ('evidence 6 "It was the night porter who took the brass key" H9 1', "The guard unknown-id"),
        ('replace E3 7 "words that stand nowhere"', "do not stand in [7]"),
        ('replace H1 7 "A gull cried twice"', "H1 is no quotation"),
        ("stance H1 H2 1", "H1 has no stance"),
        ("stance E1 E2 1", "E2 is no hypothesis"),
        ('hypothesis "the cook"', "The guard outside-options"),
        ('hypothesis A "the gardener again"', "The guard duplicate"),
        ("rounds 0", "a number above 0"),
        ("rounds none", "does not take this"),
        ("calls 0", "a number above 0, or none"),
        ("reply 3 {file}", "This event is no model call; got 3; allowed: (no model was asked)"),
    ],
)
def test_an_edit_that_cannot_be_is_a_line_and_leaves_no_branch(
    run: Path, tmp_path: Path, words: str, told: str
) -> None:
    (tmp_path / "reply").write_text("{}", "utf-8")
    trace = opened(run)
    with pytest.raises(Mistake) as mistake:
        trace.edit(words.replace("{file}", str(tmp_path / "reply")))
    assert told in str(mistake.value)
    assert trace.branches() == []
    assert not (run / "branches").exists()


def test_an_edit_before_its_place_says_where_to_go(run: Path) -> None:
    trace = opened(run)
    with pytest.raises(Mistake, match=r"Q2 has not been asked yet\. Go to event 10 or later"):
        trace.edit("query Q2 keyword key", at=4)
    with pytest.raises(Mistake, match="in the graph at this event"):
        trace.edit("drop E3", at=2)
    with pytest.raises(Mistake, match="There is no such event"):
        trace.edit("drop E3", at=1000)


def test_the_same_edit_gives_the_branch_that_is_there_and_another_one_never_its_name(run: Path) -> None:
    trace = opened(run)
    first = trace.edit("drop E3")
    made = first.run()
    again = trace.edit("drop E3")
    assert again.name == first.name
    assert again.run() == made
    assert trace.edit("drop E3", at=40).name == "drop-E3-2"
    with pytest.raises(Mistake, match="There is another branch called 'drop-E3'"):
        trace.edit("drop E2", name="drop-E3")
    for name in ("../x", ".x", "ablate-E3", "a/b"):
        with pytest.raises(Mistake, match="no name for a branch"):
            trace.edit("drop E2", name=name)
    assert trace.edit("drop E2", name="没有钥匙").name == "没有钥匙"


class Killed(Exception):
    """The power is cut."""


@pytest.mark.parametrize("n", [0, 1, 2, 7, 15])
def test_a_killed_branch_goes_on_to_the_same_end(run: Path, n: int, monkeypatch: pytest.MonkeyPatch) -> None:
    calm = opened(run).edit("stance E3 H2 -1", name="calm").run()
    fork = opened(run).edit("stance E3 H2 -1", name="cut")
    left, append = n, fork.folder.append

    def dying(name: str, event: Event) -> None:
        nonlocal left
        if left == 0:
            raise Killed
        left -= 1
        append(name, event)

    monkeypatch.setattr(fork.folder, "append", dying)
    with pytest.raises(Killed):
        fork.run()
    assert len(fork.folder.events("cut")) == fork.branch.begun + n
    with (run / "branches/lantern-1.1/cut.open.jsonl").open("a") as half:
        half.write('{"k": 99, "kind": "que')
    later = open_trace(run, ENGLISH.id).fork("cut")
    assert later.trace is None
    assert later.run().identity() == calm.identity()
    assert sorted(f.name for f in (run / "branches/lantern-1.1").iterdir()) == ["calm.json", "cut.json"]


async def test_two_branches_run_on_side_by_side(run: Path) -> None:
    trace = opened(run)
    forks = [trace.edit(f"drop E{n}") for n in (1, 2, 3)]
    made = await asyncio.gather(*(fork.resume() for fork in forks))
    assert [m.answer and m.answer.value for m in made] == ["B", "B", "A"]


def test_what_a_branch_changed_is_told_by_the_difference(run: Path) -> None:
    trace = opened(run)
    fork = trace.edit("drop E3", at=len(trace))
    difference = diff(trace.trace, fork.run())
    assert difference.flipped
    assert not difference.same
    assert [node.id for node in difference.lost] == ["E3"]
    assert difference.added == ()
    left, right = difference.parted or (None, None)
    assert left is not None
    assert right is not None
    assert (left.kind, right.kind) == ("answered", "answered")
    assert difference.events == (1, 1)
    assert [n.id for n in difference.chains[0]] == ["E3"]


def test_an_edit_that_changes_nothing_is_no_difference(run: Path) -> None:
    trace = opened(run)
    made = trace.edit(Setting(name="tokens", value=1_000_000)).run()
    assert diff(trace.trace, made).same
    assert made.answer == trace.trace.answer


def test_a_fork_needs_the_novel_that_was_researched(run: Path) -> None:
    cases = run / "cases.jsonl"
    cases.write_text(cases.read_text("utf-8").replace("A gull cried twice", "A crow cried twice"), "utf-8")
    trace = opened(run)
    assert trace.at(10).queries
    with pytest.raises(Mistake, match="another edition"):
        trace.edit("drop E3")


def test_the_notebook_of_a_fork_knows_what_it_folds(run: Path) -> None:
    fork = opened(run).edit("drop E3")
    assert isinstance(fork, Fork)
    assert Fork is Under
    events = fork.folder.events(fork.name)
    assert "E3" not in Notebook(fork.bench.view(ENGLISH, fold(events)), events).state.graph
