"""Project Gutenberg's header and licence."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tools.gutenberg import trimmed

HEAD = """The Project Gutenberg EBook of The Ferry Inn, by A. Nobody

This eBook is for the use of anyone anywhere.

Title: The Ferry Inn
       A Tale

Author: A. Nobody

"""
TAIL = "\n\nThis file is made for Project Gutenberg, with its licence.\n"
STARTS = [
    "*** START OF THIS PROJECT GUTENBERG EBOOK THE FERRY INN ***",
    "*** START OF THE PROJECT GUTENBERG EBOOK THE FERRY INN ***",
    "***START OF THE PROJECT GUTENBERG EBOOK THE FERRY INN***",
    "*** START OF THE PROJECT GUTENBERG EBOOK THE FERRY INN:\nA TALE OF THE RIVER ***",
    "*END*THE SMALL PRINT! FOR PUBLIC DOMAIN ETEXTS*Ver.04.29.93*END*",
    "*END THE SMALL PRINT! FOR PUBLIC DOMAIN ETEXTS*Ver.04.29.93*END*",
]
ENDS = [
    "*** END OF THIS PROJECT GUTENBERG EBOOK THE FERRY INN ***",
    "*** END OF THE PROJECT GUTENBERG EBOOK THE FERRY INN ***",
    "***END OF THE PROJECT GUTENBERG EBOOK THE FERRY INN***",
    "End of the Project Gutenberg EBook of The Ferry Inn, by A. Nobody\n\n*** END OF THIS PROJECT GUTENBERG EBOOK ***",
    "End of Project Gutenberg's The Ferry Inn, by A. Nobody",
    "End of The Project Gutenberg Etext of The Ferry Inn",
    "END OF THIS PROJECT GUTENBERG ETEXT",
]
NOVEL = "CHAPTER I\n\nThe ferry had gone.\n\nNobody saw it go."


@pytest.mark.parametrize("start", STARTS)
@pytest.mark.parametrize("end", ENDS)
def test_header_and_licence_are_left_out_and_noted(start: str, end: str) -> None:
    found = trimmed(f"{HEAD}{start}\n\n{NOVEL}\n\n{end}{TAIL}")
    assert found.text.strip() == NOVEL
    assert (found.title, found.author) == ("The Ferry Inn A Tale", "A. Nobody")
    assert [note.split(" was left")[0] for note in found.notes] == [
        "Project Gutenberg's header",
        "Project Gutenberg's licence",
    ]


@pytest.mark.parametrize(
    "credit",
    [
        "Produced by J. Proofer and the\nOnline Team at example.org",
        "E-text prepared by J. Proofer",
        "This etext was produced by J. Proofer",
        "Transcribed from the 1901 edition by J. Proofer",
    ],
)
def test_who_made_the_file_is_left_out_too(credit: str) -> None:
    found = trimmed(f"{HEAD}{STARTS[0]}\n\n{credit}\n\n\n{NOVEL}\n\n{ENDS[0]}{TAIL}")
    assert found.text.strip() == NOVEL
    assert "left out after it" in found.notes[1]


def test_a_header_alone_or_a_licence_alone_is_left_out() -> None:
    assert trimmed(f"{HEAD}{STARTS[0]}\n{NOVEL}").text.strip() == NOVEL
    assert trimmed(f"{NOVEL}\n\n{ENDS[4]}\n").text.strip() == NOVEL
    assert trimmed(f"{STARTS[1]}\n{NOVEL}\n{ENDS[1]}").text.strip() == NOVEL


@pytest.mark.parametrize("line", [STARTS[0], ENDS[0], ENDS[4], "He read: *** START OF THE PROJECT GUTENBERG EBOOK ***"])
def test_one_odd_mention_in_the_middle_takes_nothing_away(line: str) -> None:
    text = f"{NOVEL}\n\n{line}\n\n{NOVEL}"
    assert trimmed(text).text == text
    assert not trimmed(text).notes


def test_a_mention_far_from_both_ends_takes_nothing_away() -> None:
    far = (NOVEL + "\n\n") * 2000
    text = f"{far}{STARTS[0]}\n\n{ENDS[0]}\n\n{far} It was a Project Gutenberg book. {far}"
    assert trimmed(text).text == text


def test_a_file_with_nothing_between_header_and_licence_is_left_as_it_is() -> None:
    text = f"{HEAD}{STARTS[0]}\n\n{ENDS[0]}{TAIL}"
    assert trimmed(text).text == text


@given(st.lists(st.sampled_from([*STARTS, *ENDS, NOVEL, HEAD, "Produced by nobody", "\n"]), max_size=9))
def test_what_is_left_is_always_a_part_of_the_file(parts: list[str]) -> None:
    text = "\n".join(parts)
    assert trimmed(text).text in text
