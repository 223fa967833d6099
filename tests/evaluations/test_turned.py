"""A turned answer on the screen: two columns of equal width, whatever the language."""

from __future__ import annotations

import pytest
from rich.cells import cell_len
from rich.console import Console

from agent.question import Step
from evaluations.compare.flips import Flip, Told
from evaluations.compare.turned import MOST_STEPS, flip_lines

ENGLISH = "Mr Fyfe only gets to sign the bills, said Mrs Tranter, and nobody else has the key of the office."
CHINESE = "何先生正在写板书，粉笔捏在右手，字字站得笔直；左手垂着，还是那只白布手套。"


def told(right: bool, *steps: str, value: str | None = "A") -> Told:
    made = tuple(Step(kind="evidence", text=text, node="E1", paragraphs=(80,)) for text in steps)
    return Told(right, value, CHINESE if steps[:1] == (CHINESE,) else ENGLISH if value else "", "forced", made)


def printed(first: Told, second: Told) -> list[str]:
    flip = Flip("q1", "detectiveqa", "zh", CHINESE, "A. [b]not markup[/b]", 1, first, second)
    console = Console(width=80, highlight=False)
    with console.capture() as seen:
        for part in flip_lines(flip):
            console.print(part)
    return seen.get().splitlines()


@pytest.mark.parametrize(("left", "right"), [(CHINESE, ENGLISH), (ENGLISH, CHINESE), (CHINESE, CHINESE)])
def test_both_columns_stand_straight_in_80_columns(left: str, right: str) -> None:
    lines = printed(told(True, left, left), told(False, right, right))
    assert max(cell_len(line.rstrip()) for line in lines) <= 80
    beside = next(line for line in lines if line.startswith("1. [80]") and "  1. [80]" in line)
    assert cell_len(beside[: beside.rindex("1. [80]")]) == 41


def test_no_line_begins_with_a_mark_that_closes() -> None:
    lines = printed(told(True, CHINESE), told(False, CHINESE))
    starts = [half.strip()[:1] for line in lines for half in (line[:20], line)]
    assert not {"，", "。", "；"} & set(starts)


def test_long_steps_are_cut_and_many_counted() -> None:
    lines = printed(told(True, *[CHINESE * 9] * (MOST_STEPS + 2)), told(False, value=None))
    text = "\n".join(lines)
    assert "… and 2 more" in text
    assert "…\n" in text.replace(" ", "")
    assert "B wrong (forced): no answer" in text
    assert "cites nothing" in text


def test_what_the_data_says_is_never_markup() -> None:
    assert "gold: A. [b]not markup[/b]" in printed(told(True), told(False))


def test_an_answer_without_steps_shows_what_was_written_and_what_it_cites() -> None:
    bare = Told(True, "A", ENGLISH, "answered", (), (126, 164), CHINESE)
    text = " ".join(" ".join(line.split()) for line in printed(bare, Told(False, "B", "x", "answered", (), None)))
    assert "as written: 何先生正在" in text
    assert "cites [126][164]" in text
    assert "citations not told" in text
