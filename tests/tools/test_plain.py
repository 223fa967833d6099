"""Plain text: which lines make one paragraph."""

from __future__ import annotations

import textwrap

from hypothesis import given
from hypothesis import strategies as st

from tools.plain import joined, plain_paragraphs

STORY = [
    "The ferry had gone, and with it the only light on the river; nobody at the inn could say who had taken the oars.",
    "“You were the last to see him,” said the constable, “and you will kindly tell me what he carried.”",
    "“A box.”",
    "“What kind of box?”",
    "She looked at the window for a long time before she answered, and when she did it was so softly that he had to"
    " bend over the table to hear her say that it was a box for letters, of black tin, with a lock never opened.",
    "He wrote it down.",
]
CHINESE = [
    "渡船已经开走了，河上唯一的灯火也随它去了；客栈里没有人说得出是谁拿走了桨。巡检把灯举高，照了照空荡荡的码头。",
    "“最后见到他的人是你，”巡检说道，“请你告诉我，他手里拿着什么。”",
    "“一只匣子。”",
    "她望着窗外，许久没有回答；等到开口的时候，声音轻得他不得不俯身到桌子上来听。那是一只装信的黑铁匣，从来没有人打开过它的锁。",
]


def wrapped(paragraphs: list[str], width: int = 60, indent: str = "", between: str = "\n") -> str:
    return between.join(textwrap.fill(p, width, initial_indent=indent, break_on_hyphens=False) for p in paragraphs)


def cut(paragraphs: list[str], width: int = 20, indent: str = "") -> list[str]:
    """Chinese lines of `width` characters, as a printer sets them."""
    whole = [indent + paragraph for paragraph in paragraphs]
    return ["\n".join(one[at : at + width] for at in range(0, len(one), width)) for one in whole]


def test_wrapped_lines_between_blank_lines_are_one_paragraph() -> None:
    assert plain_paragraphs(wrapped(STORY, between="\n\n")) == STORY


def test_blank_lines_may_hold_white_space_and_lines_may_end_in_any_way() -> None:
    assert plain_paragraphs(wrapped(STORY, between="\n \t\u3000\n").replace("\n", "\r\n")) == STORY


def test_an_indentation_opens_a_paragraph_where_there_are_no_blank_lines() -> None:
    assert plain_paragraphs(wrapped(STORY, indent="    ")) == STORY
    assert plain_paragraphs(wrapped(STORY, indent="\t")) == STORY


def test_one_stray_space_opens_no_paragraph() -> None:
    text = wrapped(STORY, between="\n\n").replace("\nnobody", "\n nobody").replace("\nover", "\n over")
    assert plain_paragraphs(text) == STORY


def test_a_paragraph_ends_with_a_short_line_where_nothing_else_tells() -> None:
    assert plain_paragraphs(wrapped(STORY * 8)) == STORY * 8


def test_a_line_a_paragraph_stays_so() -> None:
    assert plain_paragraphs("\n".join(STORY)) == STORY
    assert plain_paragraphs("\n\n".join(STORY)) == STORY
    assert plain_paragraphs("\n".join(CHINESE)) == CHINESE
    assert plain_paragraphs("\n".join(f"    {line}" for line in CHINESE)) == CHINESE


def test_short_lines_of_dialogue_stay_apart() -> None:
    lines = ["“Who is there?”", "“I.”", "“Who is I?”", "The door opened.", "“Oh, you!”", "“Yes.”"]
    assert plain_paragraphs("\n".join(lines)) == lines
    assert plain_paragraphs("“谁？”\n“我。”\n门开了。\n“原来是你！”") == [
        "“谁？”",
        "“我。”",
        "门开了。",
        "“原来是你！”",
    ]


def test_wrapped_chinese_is_joined_without_spaces() -> None:
    assert plain_paragraphs("\n\n".join(cut(CHINESE))) == CHINESE
    assert plain_paragraphs("\n".join(cut(CHINESE, indent="\u3000\u3000"))) == CHINESE


def test_lines_of_verse_stay_lines() -> None:
    verse = [
        "The moon was on the water,",
        "The wind was in the tree,",
        "And no one saw the ferry",
        "Go down to the sea.",
    ]
    assert plain_paragraphs("\n".join(verse)) == verse


def test_a_stanza_in_a_wrapped_novel_is_one_paragraph() -> None:
    stanza = "    The moon was on the water,\n      The wind was in the tree,"
    text = wrapped(STORY, between="\n\n") + "\n\n" + stanza + "\n\n" + wrapped(STORY, between="\n\n")
    assert plain_paragraphs(text) == [*STORY, "The moon was on the water, The wind was in the tree,", *STORY]


def test_a_hyphen_at_the_end_of_a_line_stays_and_closes_up() -> None:
    assert joined(["a black-", "tin box"]) == "a black-tin box"
    assert joined(["He came--", "and went—", "at last"]) == "He came--and went—at last"
    assert joined(["the box -", "black"]) == "the box - black"


def test_chinese_closes_up_and_english_quotations_do_not() -> None:
    assert joined(["他说：“是。”", "“不是。”"]) == "他说：“是。”“不是。”"
    assert joined(["“Yes.”", "“No.”"]) == "“Yes.” “No.”"
    assert joined(["他在 Paris", "住了三年"]) == "他在 Paris 住了三年"


def test_a_picture_in_brackets_stays() -> None:
    assert plain_paragraphs(wrapped([STORY[0], "[Illustration]", STORY[1]], between="\n\n"))[1] == "[Illustration]"


ANY = st.text(st.sampled_from("aB .,“”-—\n\n\r\t\u3000\x0c\u2029曹操。，[1]é"), max_size=300) | st.text(max_size=200)


@given(ANY)
def test_no_letter_is_lost_and_no_paragraph_is_empty_or_broken(text: str) -> None:
    found = plain_paragraphs(text)
    assert "".join("".join(found).split()) == "".join(text.split())
    assert all(p == " ".join(p.split()) and p for p in found)


@given(ANY)
def test_paragraphs_read_again_one_a_line_between_blank_lines_are_the_same(text: str) -> None:
    found = plain_paragraphs(text)
    assert plain_paragraphs("\n\n".join(found)) == found
