"""Why a paragraph was not found: a miss planted at each stage of the funnel, in a real search of a short story."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from agent.moves import Conclusion, HypothesisMove, Probe, QuoteMove
from agent.notebook import Notebook
from agent.question import Budget, view_of
from agent.reading import HITS
from agent.researcher import seal
from agent.trace import Trace
from evaluations.why.fate import fates
from evaluations.why.reasons import Reason, Reasons, reasons
from evaluations.why.told import told
from tests.agent.scenes import CUT, SCRIPT, flooded, muddy, question, view
from tests.evaluations.traces import a_case, answered
from tools.search import BookSearch


def planted(reads: tuple[int, ...] = (5, 6, 4), reads_a_round: int = 30) -> Trace:
    """One query is run; 4, 5 and 6 are read, 4 misquoted and then not quoted, 5 and 6 quoted, only 5 cited."""
    search = BookSearch(view())
    notebook = Notebook(search.view)
    notebook.open(SCRIPT, question(), view_of(search.view), Budget(reads_a_round=reads_a_round))
    for label, text in question().options.items():
        notebook.hypothesize(HypothesisMove(label=label, text=text))
    notebook.enter("probe", 1)
    query = notebook.probe(Probe(kind="phrase", text="Miss Quill"))
    assert query
    notebook.found(query, search.look("phrase", "Miss Quill", HITS))
    notebook.read(reads, reason=query)
    notebook.quote(QuoteMove(paragraph=4, quote="I took it, said Piers the ostler, and wept"))
    parents = [name for move in (muddy(), flooded()) if (name := notebook.quote(move))]
    notebook.answer(Conclusion(value="B", parents=tuple(parents[:1])), "forced")
    return seal(notebook.events)


def reason(number: int, trace: Trace | None = None) -> Reason:
    return reasons(trace or planted(), [number], BookSearch(view())).reasons[0]


def printed(made: Reasons, gold: dict[int, str] | None = None, width: int = 80) -> str:
    out = Console(width=width, file=io.StringIO())
    with out.capture() as kept:
        out.print(told(made, gold))
    return kept.get()


def test_a_paragraph_behind_the_cut_cannot_be_found() -> None:
    lost = reason(CUT)
    assert lost.fate.lost == "cut"
    assert "before [10]" in lost.fate.why
    assert (lost.nearest, lost.words, lost.text) == (None, (), "")


def test_a_paragraph_that_no_query_brought_is_lost_at_found() -> None:
    lost = reason(7)
    assert lost.fate.lost == "found"
    assert lost.fate.why == "none of the 1 queries brought it"
    assert lost.nearest is None


def test_a_paragraph_that_was_found_and_not_read_says_how_far_down_it_stood() -> None:
    lost = reason(9)
    assert lost.fate.lost == "read"
    # of the two paragraphs that name Miss Quill, 9 is the shorter
    assert lost.fate.hits == {"Q1": 1}
    assert lost.fate.why == "it was found (hit 1 of Q1), but never read"


def test_a_paragraph_without_room_in_the_round_says_that_the_reads_were_spent() -> None:
    trace = planted(reads=(5, 6, 4), reads_a_round=3)
    assert "the 3 paragraphs that a round may read were spent on others" in reason(9, trace).fate.why


def test_a_hit_too_far_down_to_be_read_says_so() -> None:
    case = a_case(("x", 12))
    hits = [{"paragraph": p, "score": 1.0, "sentence": ""} for p in (3, 4, 5, 6, 7, 12)]
    query = {"id": "Q1", "round": 1, "kind": "keyword", "text": "pan", "intent": "verify"}
    trace = answered(case, before=[("queried", {"query": query}), ("searched", {"query": "Q1", "hits": hits})])
    [fate] = fates(trace, [12])
    assert fate.why == "it was found (hit 6 of Q1), but only the first 5 hits of a query are read"


def test_a_paragraph_that_was_read_and_misquoted_names_the_guard() -> None:
    lost = reason(4)
    assert lost.fate.lost == "accepted"
    assert [one.guard for one in lost.fate.refused] == ["quote-not-found"]
    assert "quote-not-found" in lost.fate.why
    assert [(one.round, one.query) for one in lost.fate.readings] == [(1, "Q1")]


def test_a_paragraph_that_was_read_and_left_says_so() -> None:
    trace = planted(reads=(5, 6, 8))
    assert reason(8, trace).fate.why == "it was read, never quoted"
    assert [one.guard for one in reason(4, trace).fate.refused] == ["quote-unread"]


def test_a_quotation_the_answer_does_not_rest_on_is_lost_at_cited() -> None:
    lost = reason(6)
    assert (lost.fate.lost, lost.fate.quoted) == ("cited", ("E2",))
    assert "(E2), but the answer does not rest on it" in lost.fate.why


def test_a_cited_paragraph_was_not_lost() -> None:
    kept = reason(5)
    assert (kept.fate.lost, kept.fate.why, kept.fate.cited) == ("", "", True)
    assert kept.nearest
    assert kept.nearest.hit == 2


def test_the_place_in_each_list_is_that_of_the_search_itself() -> None:
    search = BookSearch(view())
    notebook = Notebook(search.view)
    notebook.open(SCRIPT, question(), view_of(search.view), Budget())
    notebook.enter("probe", 1)
    notebook.probe(Probe(kind="keyword", text="dog"))
    notebook.found("Q1", search.look("keyword", "dog", HITS))
    notebook.answer(Conclusion(value=None), "forced")
    made = reasons(seal(notebook.events), [7, 8, 9, 2], search)
    # the dog is named in 7, 8 and 9: BM25 puts the shortest first; 2 has no dog, and no list but that of passages
    hits = search.look("keyword", "dog", HITS)
    for one in made.reasons[:3]:
        [place] = one.places
        found = next(hit for hit in hits if hit.paragraph == one.fate.paragraph)
        assert {name: rank for name, rank in place.lists.items() if rank} == dict(found.ways)
        assert place.hit == place.merged == hits.index(found) + 1
    assert made.reasons[3].places[0].lists["words"] is None
    assert made.notes == ()


def test_words_that_would_reach_it_are_tried_and_those_of_the_question_come_first() -> None:
    words = reason(2).words
    assert words[0].given
    assert words[0].text in ("ledger", "Ferry", "Inn")
    tin = next(word for word in words if word.text == "tin")
    assert (tin.rank, tin.paragraphs, tin.asked, tin.given) == (1, 1, False, False)
    quill = next(word for word in reason(9).words if word.text == "Quill")
    assert quill.asked


def test_without_the_book_the_trace_alone_is_told() -> None:
    made = reasons(planted(), [9, 4], None, ["The novel is not found."])
    assert [one.fate.lost for one in made.reasons] == ["read", "accepted"]
    assert made.reasons[0].nearest
    assert made.reasons[0].nearest.hit == 1
    assert made.reasons[0].words == ()
    assert "The novel is not found." in printed(made)


def test_a_trace_whose_hits_are_found_otherwise_today_says_so() -> None:
    trace = planted()
    stored = [e.model_copy(update={"payload": {**e.payload, "hits": e.payload["hits"][::-1]}})
              if e.kind == "searched" else e for e in trace.events]  # fmt: skip
    made = reasons(trace.model_copy(update={"events": tuple(stored)}), [9], BookSearch(view()))
    assert made.notes
    assert "Q1" in made.notes[0]


def test_a_refused_quotation_cut_off_in_the_middle_still_names_its_paragraph() -> None:
    long = '{"paragraph": 12, "quote": "' + "long " * 500
    refusal = {"round": 1, "move": "quote", "guard": "quote-length", "reason": "too long", "proposal": long[:2000]}
    trace = answered(a_case(("x", 12)), before=[("refused", refusal), ("refused", {**refusal, "proposal": "[]"})])
    [fate] = fates(trace, [12])
    assert [one.guard for one in fate.refused] == ["quote-length"]


@pytest.mark.parametrize("width", [80, 100])
def test_no_line_is_wider_than_the_screen_and_nothing_of_the_book_is_obeyed(width: int) -> None:
    nasty = question(text="Who [red]took[/red] it\x1b[2J?")
    trace = planted().model_copy(update={"question": nasty})
    search = BookSearch(view())
    one = printed(reasons(trace, [5], search), {5: "step [bold]five\x1b[31m"}, width)
    several = printed(reasons(trace, [5, 6, 9, CUT], search), {5: "step [bold]five\x07"}, width)
    assert max(map(len, (one + several).splitlines())) <= width
    assert "\x1b" not in one + several
    assert "[bold]five" in one
    assert "[bold]five" in several
