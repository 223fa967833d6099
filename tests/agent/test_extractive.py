"""The extractive reasoner: rules that choose and quote, and claim no more than that."""

from __future__ import annotations

import pytest

from agent.extractive import ExtractiveReasoner
from agent.loop import LoopResearcher
from agent.question import Question
from agent.researcher import seal
from agent.state import State
from agent.trace import Trace
from tests.agent.scenes import question, view
from tools.book import Book
from tools.readers import book_from_text
from tools.search import BookSearch

CHINESE = book_from_text(
    "[1] 账本\n[2] 沈掌柜把账本锁进铁匣，放在楼梯底下。\n[3] 周账房的鞋子是干净的，他一夜没有出门。\n"
    "[4] 房客柳小姐的鞋上沾满了河泥，她说自己只在河边散步。\n[5] 河边的小路从前天起就淹在水里。\n"
    "[6] 柳小姐每天晚上都拿剩饭喂狗，狗见了她从来不叫。",
    "账本",
)


async def researched(asked: Question, book: Book) -> Trace:
    return seal(await LoopResearcher(ExtractiveReasoner()).research(asked, BookSearch(book)))


async def test_it_says_that_no_model_answers_and_draws_no_inference() -> None:
    trace = await researched(question(), view())
    assert trace.researcher.name == "extractive (no model)"
    assert not trace.researcher.infers
    assert not trace.graph.inferences


async def test_it_chooses_the_option_whose_words_stand_in_the_book() -> None:
    asked = question(
        text="What had Miss Quill on her shoes?",
        options={"A": "mud to the ankle", "B": "snow and straw", "C": "a drop of candle wax"},
    )
    trace = await researched(asked, view())
    assert trace.answer is not None
    assert trace.answer.value == "A"
    assert 5 in trace.answer.citations


async def test_a_negated_question_is_answered_by_what_the_book_does_not_say() -> None:
    asked = question(
        text="Which of these is NOT true of Miss Quill the lodger?",
        options={"A": "she had mud to the ankle", "B": "she fed the dog her crusts", "C": "she sang in the choir"},
    )
    trace = await researched(asked, view())
    assert trace.answer is not None
    assert trace.answer.value == "C"


@pytest.mark.parametrize(
    ("text", "negated"),
    [
        ("Which of the following is not true?", True),
        ("All of these lied except one. Who?", True),
        ("Why does Lady Tarrant not want the ledger sold?", False),
        ("下列说法不正确的是哪一项？", True),
        ("沈掌柜为什么不肯卖掉账本？", False),
    ],
)
async def test_a_question_about_what_does_not_hold_is_told_from_one_with_a_not(text: str, negated: bool) -> None:
    assert (await ExtractiveReasoner().analyze(State(question=question(text=text)))).negated is negated


async def test_it_answers_chinese_questions_from_chinese_text() -> None:
    asked = question(
        language="zh",
        text="谁的鞋上沾了河泥？",
        options={"A": "周账房", "B": "房客柳小姐", "C": "沈掌柜"},
    )
    trace = await researched(asked, CHINESE)
    assert trace.answer is not None
    assert trace.answer.value == "B"
    assert 4 in trace.answer.citations


async def test_a_question_without_options_is_answered_with_a_quotation() -> None:
    trace = await researched(question(kind="text", text="Where was the ledger kept?", options={}), view())
    assert trace.answer is not None
    assert trace.answer.value is not None
    assert "ledger" in trace.answer.value


async def test_a_question_that_shares_no_word_with_the_book_is_not_guessed() -> None:
    trace = await researched(
        question(text="Which zeppelin exploded?", options={"A": "Hindenburg", "B": "Akron"}), view()
    )
    assert trace.status == "abstained"
