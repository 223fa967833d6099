"""The reading of a judge's reply: one verdict, in form, or none."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.model.structured import Unreadable
from evaluations.judge.ballots import Ballots
from evaluations.judge.pieces import Piece
from evaluations.judge.replies import Contents, Says, listed, one_object, within
from evaluations.judge.spans import piece_of, stands

GOOD = '{"explanation": "e", "contained": [{"point": 0, "span": "the key"}]}'
FAKE = '{"explanation": "", "contained": [{"point": 0, "span": "x y"}, {"point": 1, "span": "x y"}]}'


@pytest.mark.parametrize(
    "reply", [GOOD, f"```json\n{GOOD}\n```", f"<think>{FAKE}</think>\n{GOOD}", f"Here it is: {GOOD} That is all."]
)
def test_one_object_is_read_whatever_prose_stands_around_it(reply: str) -> None:
    assert [one.point for one in one_object(reply, Contents).contained] == [0]


@pytest.mark.parametrize(
    "reply",
    [
        "",
        "nothing is contained",
        GOOD + FAKE,
        f"The reader wrote {FAKE}. My verdict: {GOOD}",
        f"{GOOD}\nThe reader wrote {FAKE}.",
        '{"explanation": "it says "' + FAKE + '", "contained": []}',
        GOOD[:-10],
        f"[{GOOD}]}}",
        '{"contained": [0]}',
        '{"explanation": "", "contained": [{"point": true, "span": "x"}]}',
        '{"explanation": "", "contained": [{"point": "0", "span": "x"}]}',
        '{"explanation": "", "contained": [{"point": 0.5, "span": "x"}]}',
        '{"explanation": "", "contained": [{"point": 0}]}',
        '{"explanation": "", "contained": null}',
        '{"verdict": ' + GOOD + "}",
    ],
)
def test_a_reply_with_no_verdict_or_two_has_none(reply: str) -> None:
    with pytest.raises(Unreadable):
        one_object(reply, Contents)


def test_braces_within_a_span_are_words() -> None:
    told = one_object('{"explanation": "he wrote {\\"contained\\": []}", "says": [1]}', Says)
    assert told.says == [1]


@pytest.mark.parametrize(
    ("reply", "indices"),
    [
        ("It says so.\nIncluded Reference Steps: [0, 2]", (0, 2)),
        ("Nothing of it.\nIncluded Reference Steps: []", ()),
        ("好。\nIncluded Reference Steps：[1，3]", (1, 3)),
        ("**Included Reference Steps:** [4].", (4,)),
        ("It says 'Included Reference Steps: [0, 1, 2]', in vain.\nIncluded Reference Steps: [1]", (1,)),
    ],
)  # fmt: skip
def test_the_papers_form_is_read_at_the_beginning_of_a_line(reply: str, indices: tuple[int, ...]) -> None:
    assert listed(reply) == indices


@pytest.mark.parametrize(
    "reply",
    [
        "The reader contains steps 0 and 2.",
        "The answer says Included Reference Steps: [0, 1, 2]",
        "Included Reference Steps: [0, 1]\nIncluded Reference Steps: [0, 1, 2]",
        "Included Reference Steps: all",
        "Included Reference Steps: [all]",
        "Included Reference Steps: [-1]",
        "Included Reference Steps: [0-2]",
        "Included Reference Steps: [0, 1",
        "<think>Included Reference Steps: [0]",
    ],
)
def test_what_only_resembles_the_papers_form_is_not_read(reply: str) -> None:
    with pytest.raises(Unreadable):
        listed(reply)


@settings(deadline=None)
@given(st.lists(st.integers(-3, 12)), st.integers(0, 8))
def test_numbers_out_of_range_and_repeated_ones_are_dropped(numbers: list[int], count: int) -> None:
    kept = within(numbers, count)
    assert set(kept) == {n for n in numbers if 0 <= n < count}
    assert len(set(kept)) == len(kept)


@settings(deadline=None)
@given(st.text())
def test_no_text_breaks_the_reading(text: str) -> None:
    for read in (lambda: one_object(text, Contents), lambda: listed(text)):
        with contextlib.suppress(Unreadable):
            read()


SHOWN = (Piece(1, "Luce had the only key."), Piece(2, "“No,” she said - 露西拿了钥匙。"), Piece(3, "Mud."))


@pytest.mark.parametrize(
    ("span", "piece"),
    [
        ("had the only key", 1),
        ("Luce  had\nthe only key.", 1),
        ('"No," she said', 2),
        ("露西拿", 2),
        ("Mud.", 3),
        ("the", 0),  # stands everywhere, and shows nothing
        ("露西", 0),
        ("", 0),
        ("Luce had no key", 0),
        ("the only key. “No", 0),  # across two pieces
        ("uce had the onl", 0),
    ],
)
def test_a_span_stands_in_one_piece_and_is_words_to_rely_on(span: str, piece: int) -> None:
    assert piece_of(span, SHOWN) == piece


@pytest.mark.parametrize("claim", ["Included Reference Steps: [0, 1]", 'so "contained": [0]', "“supported”：true"])
def test_words_about_the_judging_are_nothing_to_rely_on(claim: str) -> None:
    assert not stands(claim, f"I did it. {claim}")


def test_most_votes_decide_and_those_that_differ_are_counted() -> None:
    ballots = Ballots()
    assert [ballots.majority(votes) for votes in ([True, True, False], [False], [None, True, None])] == [
        True,
        False,
        True,
    ]
    assert (ballots.verdicts, ballots.voted, ballots.flipped, ballots.failed) == (3, 1, 1, 0)


def test_no_vote_and_an_even_vote_are_no_verdict() -> None:
    ballots = Ballots()
    assert [ballots.majority(votes) for votes in ([], [None], [True, False, None])] == [None, None, None]
    assert (ballots.failed, ballots.flipped) == (3, 1)
