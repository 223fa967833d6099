"""The one-shot researcher: one reading, one reply, a trace like any other."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from agent.fold import fold
from agent.moves import QuoteMove
from agent.notebook import Notebook
from agent.oneshot import OneShotResearcher
from agent.question import CONSISTENT, CONTRADICT, Player
from agent.reader import ConstantReader, ExtractiveReader, Reply, fixed
from agent.reasoner import Heard
from agent.researcher import resumable, seal
from agent.retrieval import Retrieval
from agent.state import State
from agent.trace import Event, Trace
from graphs.check import check
from tests.agent.scenes import muddy, question, view
from tests.tools.bag import Bag
from tools.book import Book, Paragraph, book_of
from tools.search import BookSearch
from tools.semantic import Meaning

VERDICTS = {CONSISTENT: "it fits", CONTRADICT: "it does not"}


class Scripted:
    """A reader that replies what is written, and keeps what it was given."""

    player = Player(name="scripted", kind="model", model="by hand")

    def __init__(self, reply: Reply) -> None:
        self.reply = reply
        self.given: list[int] = []
        self.hypotheses: list[str] = []

    def heard(self) -> Sequence[Heard]:
        return ()

    async def read(self, state: State, search: BookSearch, given: Sequence[Paragraph]) -> Reply:
        self.given = [paragraph.number for paragraph in given]
        self.hypotheses = [h.label for h in state.graph.hypotheses]
        return self.reply


async def trace(researcher: OneShotResearcher, book: Book | None = None, **asked: object) -> Trace:
    return seal(await researcher.research(question(**asked), BookSearch(view() if book is None else book)))


async def test_the_reader_is_given_the_whole_view_once_and_a_hypothesis_for_each_option() -> None:
    reader = Scripted(Reply(value="B", quotes=(muddy(),), reasoning="Mud."))
    made = await trace(OneShotResearcher(reader))
    assert reader.given == list(range(1, 10))
    assert reader.hypotheses == ["A", "B", "C"]
    assert [e.payload["node"] for e in made.events if e.kind == "entered"] == ["hypothesize", "read", "answer"]
    assert made.view is not None
    assert (made.view.paragraphs, made.view.cut) == (9, 10)


async def test_the_answer_rests_on_the_quotations_and_cites_their_paragraphs() -> None:
    made = await trace(OneShotResearcher(Scripted(Reply(value="B", quotes=(muddy(),), confidence=0.7))))
    assert made.answer is not None
    assert (made.answer.value, made.answer.citations, made.answer.confidence) == ("B", (5,), 0.7)
    assert (made.status, made.stop) == ("forced", "one reading")
    assert not check(made.graph, view(), fold(made.events).read)


async def test_a_quotation_that_is_not_in_the_book_is_refused_and_the_answer_stands_without_it() -> None:
    invented = QuoteMove(paragraph=5, quote="she took it and was glad of it")
    made = await trace(OneShotResearcher(Scripted(Reply(value="B", quotes=(invented, muddy())))))
    assert [r.guard for r in fold(made.events).refusals] == ["quote-not-found"]
    assert made.answer is not None
    assert made.answer.citations == (5,)


async def test_a_control_may_answer_without_evidence_but_only_with_an_option() -> None:
    assert (await trace(OneShotResearcher(Scripted(Reply(value="C"))))).status == "forced"
    made = await trace(OneShotResearcher(Scripted(Reply(value="Z"))))
    assert (made.status, made.stop) == ("failed", "the answer was refused")


async def test_a_control_owes_no_chain_for_a_contradiction() -> None:
    made = await trace(OneShotResearcher(Scripted(Reply(value=CONTRADICT))), kind="verdict", options=VERDICTS)
    assert made.answer is not None
    assert made.answer.value == CONTRADICT


async def test_its_player_names_the_control_and_its_reader() -> None:
    player = (await trace(OneShotResearcher(ExtractiveReader(), "tail-only"))).researcher
    assert (player.name, player.kind, player.infers) == ("tail-only · extractive (no model)", "control", False)
    assert OneShotResearcher(Scripted(Reply(value=None))).player.model == "by hand"


@pytest.mark.parametrize("options", [{"A": "Piers the ostler", "B": "Miss Quill the lodger"}, {}])
async def test_the_extractive_reader_answers_with_quotations_from_the_whole_view(options: dict[str, str]) -> None:
    made = await trace(OneShotResearcher(ExtractiveReader()), options=options, kind="choice" if options else "text")
    assert made.answer is not None
    assert made.answer.value
    assert made.answer.citations
    assert not check(made.graph, view(), fold(made.events).read)


async def test_the_extractive_reader_reads_chinese_alike() -> None:
    book = book_of(
        ["沈掌柜把账本锁进了铁匣子里面。", "夜里雨下得很大，没有人出门去。", "船夫说他整夜都在江上打鱼。"], "客栈", "zh"
    )
    asked = {"text": "谁把账本锁进了铁匣？", "options": {"A": "船夫", "B": "沈掌柜"}, "language": "zh"}
    made = await trace(OneShotResearcher(ExtractiveReader()), book, **asked)
    assert made.answer is not None
    assert (made.answer.value, made.answer.citations) == ("B", (1,))


async def test_without_any_text_the_extractive_reader_abstains() -> None:
    made = await trace(OneShotResearcher(ExtractiveReader()), book_of([], "The Ferry Inn"))
    assert made.status == "abstained"
    assert [e.kind for e in made.events].count("read") == 0
    assert made.view is not None
    assert (made.view.paragraphs, made.view.characters) == (0, 0)


async def test_retrieval_asks_the_question_once_and_reads_only_what_it_found() -> None:
    made = await trace(OneShotResearcher(ExtractiveReader(), "rag", Retrieval(k=2, chunk=25)))
    state = fold(made.events)
    assert [q.text for q in state.queries] == [question().text]
    assert state.read == [hit.paragraph for hit in state.queries[0].hits or ()]
    assert 0 < len(state.read) < len(view())


async def test_relevance_order_reads_the_best_passage_first_and_book_order_does_not() -> None:
    ledger = [
        "It rained. " * 8,
        "The ledger was on the shelf of the inn.",
        "Who took the ledger of the Ferry Inn? Ask Ann.",
    ]
    for order, read in (("relevance", [3, 2]), ("book", [2, 3])):
        retrieval = Retrieval(k=2, chunk=15, order=order)  # type: ignore[arg-type]
        reader = Scripted(Reply(value="A"))
        await trace(OneShotResearcher(reader, "rag", retrieval), book_of(ledger, "The Ferry Inn"))
        assert reader.given == read, order


async def test_retrieval_looks_by_words_and_by_meaning_where_there_is_an_embedder() -> None:
    texts = ["The ledger lay there.", "Nobody saw the inn burn.", "She took it.", "He took it too, took it, took it."]
    bag = Bag(window=40)
    search = BookSearch(book_of(texts, "The Ferry Inn"), Meaning(bag))
    researcher = OneShotResearcher(ExtractiveReader(), "rag", Retrieval(k=2, chunk=8))
    made = seal(await researcher.research(question(text="Who took the ledger?"), search))
    assert fold(made.events).queries[0].kind == "hybrid"
    assert made.view is not None
    assert made.view.semantic.startswith("bag")
    assert sorted(bag.seen) == sorted(texts)


async def test_one_reading_of_a_whole_view_asks_no_embedder() -> None:
    bag = Bag()
    made = seal(await OneShotResearcher(ExtractiveReader()).research(question(), BookSearch(view(), Meaning(bag))))
    assert bag.seen == []
    assert made.view is not None
    assert made.view.semantic == "none"


async def test_a_question_without_words_finds_nothing_and_is_answered_all_the_same() -> None:
    made = await trace(OneShotResearcher(ExtractiveReader(), "rag", Retrieval()), text="?!")
    assert made.status == "abstained"
    assert fold(made.events).read == []


@pytest.mark.parametrize("cut", range(0, 21, 2))
async def test_a_reading_that_was_cut_short_goes_on_to_the_same_end(cut: int) -> None:
    researcher = OneShotResearcher(ExtractiveReader(), "rag", Retrieval(k=3, chunk=30))
    whole = await researcher.research(question(), BookSearch(view()))
    past = resumable(whole[:cut])
    told: list[Event] = []
    again = await researcher.research(question(), BookSearch(view()), past, told.append)
    assert seal(again).identity() == seal(whole).identity()
    assert told == again[len(past) :]


async def test_a_reading_that_has_ended_is_not_done_again() -> None:
    researcher = OneShotResearcher(ExtractiveReader())
    whole = await researcher.research(question(), BookSearch(view()))
    assert await researcher.research(question(), BookSearch(view()), whole) == whole


@pytest.mark.parametrize(
    ("value", "kind", "options", "meant"),
    [
        ("A", "choice", {"A": "yes", "B": "no"}, "A"),
        ("b", "choice", {"A": "yes", "B": "no"}, "B"),
        ("E", "choice", {"A": "yes", "B": "no"}, None),
        ("无法回答", "choice", {"A": "甲", "D": "无法回答，文中没有说"}, "D"),
        ("no", "choice", {"A": "yes", "B": " No, never"}, "B"),
        ("", "choice", {"A": "yes"}, None),
        ("", "verdict", VERDICTS, CONSISTENT),
        ("", "verdict", {}, CONSISTENT),
        ("contradict", "verdict", VERDICTS, CONTRADICT),
        ("Contradict", "verdict", {}, CONTRADICT),
        ("Paris", "text", {}, "Paris"),
        ("", "text", {}, None),
    ],
)
def test_what_a_constant_means_for_a_question(
    value: str, kind: str, options: dict[str, str], meant: str | None
) -> None:
    assert fixed(question(kind=kind, options=options), value) == meant


async def test_the_constant_reader_says_the_same_whatever_it_is_given() -> None:
    for book in (view(), book_of([], "nothing")):
        made = await trace(OneShotResearcher(ConstantReader("C"), "constant"), book)
        assert made.answer is not None
        assert made.answer.value == "C"
    assert made.researcher.name == "constant · always C"


def test_only_a_control_may_answer_without_a_premise() -> None:
    from agent.moves import Conclusion
    from agent.question import Budget, view_of

    for kind, taken in (("control", True), ("model", False), ("extractive", False), ("imported", False)):
        notebook = Notebook(view())
        notebook.open(Player(name="x", kind=kind), question(), view_of(view()), Budget())
        assert notebook.answer(Conclusion(value="A"), "forced") is taken
        assert notebook.answer(Conclusion(value="A", parents=("E9",)), "forced") is False
