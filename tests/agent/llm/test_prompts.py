"""The prompts: the same tasks and words in both languages, each with the blocks that its node gives it."""

from __future__ import annotations

import string

from agent.llm.prompts import prompts, version
from tools.book import Language

BOTH: tuple[Language, Language] = ("en", "zh")


def test_both_languages_have_the_same_tasks_with_the_same_blocks() -> None:
    english, chinese = (prompts(language) for language in BOTH)
    assert english.tasks.keys() == chinese.tasks.keys()
    for name in english.tasks:
        assert set(english.tasks[name].get_identifiers()) == set(chinese.tasks[name].get_identifiers()), name


def test_both_languages_have_the_same_words_with_the_same_values() -> None:
    english, chinese = (prompts(language).words for language in BOTH)
    assert english.keys() == chinese.keys()
    for name in english:
        fields = [{f for _, f, _, _ in string.Formatter().parse(words[name]) if f} for words in (english, chinese)]
        assert fields[0] == fields[1], name


def test_a_block_without_content_leaves_no_gap() -> None:
    task = prompts("en").task("verify", notebook="THE NOTEBOOK\n", leader="H1 A", refused="", round="")
    assert "\n\n\n" not in task


def test_what_is_put_in_is_not_read_as_a_template() -> None:
    task = prompts("en").task("verify", notebook="$leader {x} $", leader="H1")
    assert "$leader {x} $" in task


def test_the_version_is_eight_digits() -> None:
    assert len(version()) == 8
    assert int(version(), 16) >= 0
