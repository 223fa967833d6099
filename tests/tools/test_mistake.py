"""A mistake is one line: what, got, allowed, cure."""

import pytest

from tools.mistake import Mistake


def test_a_sentence_alone_ends_in_one_stop() -> None:
    assert str(Mistake("There is no such book.")) == "There is no such book."
    assert str(Mistake("There is no such book")) == "There is no such book."


def test_all_parts_stand_in_one_line_in_order() -> None:
    told = str(Mistake("Unknown kind", got="fuzzy", allowed="keyword, phrase", cure="Use phrase."))
    assert told == "Unknown kind; got 'fuzzy'; allowed: keyword, phrase. Use phrase."


def test_what_was_got_is_quoted_when_it_is_text_and_told_even_when_empty() -> None:
    assert str(Mistake("A name is needed", got="")) == "A name is needed; got ''."
    assert str(Mistake("Too many repeats", got=0)) == "Too many repeats; got 0."
    assert str(Mistake("书名不对", got="黑舌")) == "书名不对; got '黑舌'."


def test_a_line_break_in_what_was_got_does_not_break_the_line() -> None:
    assert "\n" not in str(Mistake("Unknown kind", got="a\nb"))


@pytest.mark.parametrize("code", [1, 2])
def test_the_exit_code_is_kept(code: int) -> None:
    assert Mistake("No", exit_code=code).exit_code == code


def test_a_mistake_is_an_asking_mistake_unless_told_otherwise() -> None:
    assert Mistake("No").exit_code == 2
