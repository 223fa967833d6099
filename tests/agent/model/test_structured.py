"""Structured replies: the strict schema, forty ways to write JSON badly, and what can never happen."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel, Field

from agent.model.lenient import objects
from agent.model.structured import Unreadable, parsed, schema_of
from agent.record import Record


class Found(Record):
    paragraph: int
    quote: str


class Reply(Record):
    """A reply with something of every kind."""

    choice: Literal["A", "B", "C"]
    why: str = Field(default="", max_length=400)
    sure: float = 0.0
    done: bool = False
    quotes: tuple[Found, ...] = ()
    gap: str | None = None


B = Reply(choice="B")
WHY = Reply(choice="B", why="the mud")
QUOTED = Reply(choice="B", quotes=(Found(paragraph=5, quote="mud to the ankle"),))

MENDED: dict[str, tuple[str, Reply]] = {
    "plain": ('{"choice": "B"}', B),
    "a fence": ('```json\n{"choice": "B"}\n```', B),
    "a fence without a name": ('```\n{"choice": "B"}\n```', B),
    "a fence that never closes": ('```json\n{"choice": "B"}', B),
    "prose before": ('Here is my answer: {"choice": "B"}', B),
    "prose after": ('{"choice": "B"}\n\nI hope this helps!', B),
    "prose with brackets around": ('As [5] says (see {note}): {"choice": "B"} [end]', B),
    "prose with a quotation mark before": ('He said "yes: {"choice": "B"}', B),
    "a think block": ('<think>{"choice": "A"}?</think>{"choice": "B"}', B),
    "a think block opened unseen": ('Perhaps {"choice": "A"}…</think>{"choice": "B"}', B),
    "a draft first": ('{"choice": "A"} – no, wait.\n{"choice": "B"}', B),
    "an empty object last": ('{"choice": "B"} {}', B),
    "a note object last": ('{"choice": "B"}\n{"note": "done"}', B),
    "a byte order mark": ('\ufeff{"choice": "B"}', B),
    "a brace too many": ('{"choice": "B"}}', B),
    "a bracket too many": ('{"choice": "B"}]', B),
    "a trailing comma": ('{"choice": "B",}', B),
    "trailing commas inside": ('{"choice": "B", "quotes": [{"paragraph": 5, "quote": "mud to the ankle",},],}', QUOTED),
    "two commas": ('{"choice": "B",, "why": "the mud"}', WHY),
    "no comma between lines": ('{"choice": "B"\n "why": "the mud"}', WHY),
    "smart quotes": ("{“choice”: “B”, “why”: “the mud”}", WHY),
    "smart quotes that all open": ("{“choice“: “B“, “why“: “the mud“}", WHY),
    "full-width punctuation": ("{“choice”：“B”，“why”：“the mud”}", WHY),
    "single quotes": ("{'choice': 'B', 'why': 'the mud'}", WHY),
    "single quotes with an apostrophe": (
        "{'choice': 'B', 'why': 'the inn's mud'}",
        Reply(choice="B", why="the inn's mud"),
    ),
    "names without quotes": ('{choice: "B", why: "the mud"}', WHY),
    "Python's words": ("{'choice': 'B', 'done': True, 'gap': None}", Reply(choice="B", done=True)),
    "a comment": ('{"choice": "B", // the lodger\n "why": "the mud"}', WHY),
    "a line break in a string": (
        '{"choice": "B", "why": "the mud\nand rain"}',
        Reply(choice="B", why="the mud\nand rain"),
    ),
    "a tab in a string": ('{"choice": "B", "why": "the\tmud"}', Reply(choice="B", why="the\tmud")),
    "an unescaped quotation": (
        '{"choice": "B", "why": "he said "never", and left", "sure": 0.5}',
        Reply(choice="B", why='he said "never", and left', sure=0.5),
    ),
    "an unescaped quotation at the end": (
        '{"choice": "B", "why": "he said "never""}',
        Reply(choice="B", why='he said "never"'),
    ),
    "an unknown escape": ('{"choice": "B", "why": "Quill\\\'s mud"}', Reply(choice="B", why="Quill's mud")),
    "an escape beside a fault": (
        '{"choice": "B", "why": "a\\n\\u6ce5\\ud83d\\udc3e",}',
        Reply(choice="B", why="a\n泥🐾"),
    ),
    "a lone surrogate": ('{"choice": "B", "why": "mud \\ud83d"}', Reply(choice="B", why="mud \ufffd")),
    "a number as text": ('{"choice": "B", "sure": "0.5"}', Reply(choice="B", sure=0.5)),
    "a whole number with a point": (
        '{"choice": "B", "quotes": [{"paragraph": 5.0, "quote": "mud to the ankle"}]}',
        QUOTED,
    ),
    "a truth as text": ('{"choice": "B", "done": "true"}', Reply(choice="B", done=True)),
    "wrapped in a name": ('{"Reply": {"choice": "B"}}', B),
    "no closing brace": ('{"choice": "B"', B),
    "no closing brackets": ('{"choice": "B", "quotes": [{"paragraph": 5, "quote": "mud to the ankle"}', QUOTED),
    "the wrong closing bracket": ('{"choice": "B", "quotes": [{"paragraph": 5, "quote": "mud to the ankle"}}', QUOTED),
    "cut inside a string": ('{"choice": "B", "why": "the mu', B),
    "cut inside a number": ('{"choice": "B", "sure": 0.9', B),
    "cut inside a word": ('{"choice": "B", "done": tru', B),
    "cut inside a name": ('{"choice": "B", "wh', B),
    "cut after a name": ('{"choice": "B", "why"', B),
    "cut after a colon": ('{"choice": "B", "why":', B),
    "cut after a comma": ('{"choice": "B",', B),
    "cut inside an element": (
        '{"choice": "B", "quotes": [{"paragraph": 5, "quote": "mud to the ankle"}, {"paragraph": 6, "quote": "The r',
        QUOTED,
    ),
    "a number whole before a closing fence": ('```json\n{"choice": "B", "sure": 0.9\n```', Reply(choice="B", sure=0.9)),
    "the same name twice": ('{"choice": "A", "choice": "B"}', B),
    "a tag in a string": ('{"choice": "B", "why": "<think>"}', Reply(choice="B", why="<think>")),
    "Chinese around": ('答案如下：{"choice": "B", "why": "鞋上有泥"}。', Reply(choice="B", why="鞋上有泥")),
}


@pytest.mark.parametrize("way", MENDED)
def test_a_badly_written_reply_is_read(way: str) -> None:
    text, meant = MENDED[way]
    assert parsed(text, Reply) == meant


REFUSED = {
    "nothing": ("", "no JSON object"),
    "prose": ("Miss Quill did it.", "no JSON object"),
    "a list": ('[{"choice": "B"}]', "a list came"),
    "a list with a trailing comma": ('[{"choice": "B"},]', "a list came"),
    "a list that is cut": ('[{"choice": "B"}, {"choice"', "a list came"),
    "a string": ('"B"', "no JSON object"),
    "a number": ("42", "no JSON object"),
    "only a think block": ('<think>{"choice": "B"}', "no JSON object"),
    "an object of something else": ('{"answer": "B"}', "none of the members wanted: choice"),
    "an empty object": ("{}", "choice: Field required"),
    "outside the options": ('{"choice": "D"}', "choice: Input should be"),
    "a member too many": ('{"choice": "B", "mood": "calm"}', "mood: Extra inputs"),
    "a wrong kind": ('{"choice": "B", "quotes": "none"}', "quotes: Input should be"),
    "a wrong element": ('{"choice": "B", "quotes": [{"paragraph": "x"}]}', "quotes.0.paragraph"),
    "NaN": ('{"choice": "B", "sure": NaN}', "cannot be read near"),
    "infinity": ('{"choice": "B", "sure": 1e999}', "cannot be read near"),
    "a number beyond all bounds": ('{"choice": "B", "sure": %s}' % ("9" * 5000), "cannot be read near"),
    "a fraction": ('{"choice": "B", "sure": 1/2}', "cannot be read near"),
    "a garbled middle": ('{"choice": "B", "why": "mud" oops "sure": 1}', "cannot be read near"),
    "a cut with nothing whole": ('{"choice": "', "cannot be read near"),
    "a cut required element": ('{"quotes": [{"paragraph": 5, "quote": "mud"}]', "choice: Field required"),
    "nested beyond reason": ('{"choice":' * 5000, "cannot be read near"),
}


@pytest.mark.parametrize("way", REFUSED)
def test_a_reply_that_is_not_what_was_asked_for_is_refused_with_the_reason(way: str) -> None:
    text, reason = REFUSED[way]
    with pytest.raises(Unreadable) as met:
        parsed(text, Reply)
    assert reason in str(met.value)
    assert len(str(met.value)) < 600


class Loose(BaseModel):
    sufficient: bool = False
    gaps: tuple[str, ...] = ()


def test_an_object_without_any_wanted_member_does_not_pass_for_one_with_defaults() -> None:
    with pytest.raises(Unreadable, match="none of the members wanted"):
        parsed('{"verdict": "yes", "missing": []}', Loose)
    assert parsed("{}", Loose) == Loose()


def test_a_garbled_reply_loses_no_member_in_silence() -> None:
    """What follows a fault was said, so reading only what stands before it would change the reply."""
    with pytest.raises(Unreadable):
        parsed('{"gaps": ["x"], "note": a b, "sufficient": true}', Loose)


# Properties

quickly = settings(max_examples=60, deadline=None)

WORDS = st.text(max_size=40)
REPLIES = st.builds(
    Reply,
    choice=st.sampled_from("ABC"),
    why=WORDS,
    sure=st.floats(allow_nan=False, allow_infinity=False),
    done=st.booleans(),
    quotes=st.lists(st.builds(Found, paragraph=st.integers(), quote=WORDS), max_size=3).map(tuple),
    gap=st.none() | WORDS,
)
PROSE = st.text(st.characters(exclude_characters="{}[]<>|", exclude_categories=["Cs"]), max_size=60)


@quickly
@given(REPLIES, st.booleans(), st.sampled_from([None, 1]))
def test_what_was_written_well_is_read_as_it_was(reply: Reply, ascii_only: bool, indent: int | None) -> None:
    text = json.dumps(reply.model_dump(), ensure_ascii=ascii_only, indent=indent)
    assert parsed(text, Reply) == reply


@quickly
@given(REPLIES, PROSE, PROSE, st.sampled_from(["", "```", "```json\n"]))
def test_prose_and_fences_change_nothing(reply: Reply, before: str, after: str, fence: str) -> None:
    close = "\n```" if fence else ""
    text = f"{before}\n{fence}{json.dumps(reply.model_dump(), ensure_ascii=False)}{close}\n{after}"
    assert parsed(text, Reply) == reply


JSONISH = st.text(st.sampled_from("{}[]\",:“”'\\ntrue01.-eBA \n`<>/"), max_size=80)


@quickly
@given(st.text(max_size=200) | JSONISH)
def test_nothing_but_unreadable_is_ever_raised(text: str) -> None:
    for shape in (Reply, Loose):
        with suppress(Unreadable):
            parsed(text, shape)


def leaves(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return [*value, *(leaf for inner in value.values() for leaf in leaves(inner))]
    return [leaf for inner in value for leaf in leaves(inner)] if isinstance(value, list) else [value]


@quickly
@given(JSONISH | st.builds(lambda a, b: "{" + a + "}" + b, JSONISH, JSONISH))
def test_nothing_is_read_that_was_not_written(text: str) -> None:
    for found in objects(text).objects:
        for leaf in leaves(found):
            if isinstance(leaf, str) and "\\" not in text:
                assert leaf in text
            elif isinstance(leaf, bool):
                assert str(leaf).lower() in text.lower()


@quickly
@given(REPLIES, st.data())
def test_a_reply_cut_anywhere_keeps_only_what_was_whole(reply: Reply, data: st.DataObject) -> None:
    whole = reply.model_dump(mode="json")
    text = json.dumps(whole, ensure_ascii=False)
    cut = text[: data.draw(st.integers(1, len(text) - 1))]
    found = objects(cut).objects
    for name, value in (found[0] if found else {}).items():
        assert value == whole[name] or (name == "quotes" and value == whole[name][: len(value)])


@quickly
@given(REPLIES)
def test_single_faults_are_mended_without_a_change_of_content(reply: Reply) -> None:
    whole = reply.model_dump(mode="json")
    text = json.dumps(whole, ensure_ascii=False)
    assert objects(text[:-1] + ",}").objects == (whole,)
    assert parsed(text[:-1] + "\n```", Reply) == reply


JUNK = [
    "[",
    "{",
    '{"',
    '{"a":',
    '{"a":[',
    '"',
    '{"a":"',
    "<think>",
    "</think>",
    '{"a":1 ',
    "[1,",
    "\n",
    "{'",
    "“",
    '{"a" \n',
]


@pytest.mark.parametrize("junk", JUNK)
def test_a_megabyte_of_rubbish_takes_no_time_to_speak_of(junk: str) -> None:
    text = junk * (1_000_000 // len(junk))
    begun = time.process_time()
    with pytest.raises(Unreadable):
        parsed(text, Reply)
    assert time.process_time() - begun < 3


# The schema


class Title(Record):
    title: str
    default: int = 3


class Nested(Record):
    """A shape whose members bear the names of schema words."""

    title: Title
    kind: Literal["x"] = "x"
    others: tuple[Title, ...] = Field(default=(), max_length=3)
    maybe: Title | None = None
    name: str = Field(default="", min_length=0, max_length=9, description="what it is called")


def test_the_schema_is_strict_all_the_way_down() -> None:
    schema = schema_of(Nested)
    assert (schema.name, schema.strict) == ("Nested", True)
    assert schema.body["required"] == ["title", "kind", "others", "maybe", "name"]
    assert schema.body["additionalProperties"] is False
    assert schema.body["properties"]["title"] == {"$ref": "#/$defs/Title"}
    assert schema.body["properties"]["others"] == {"type": "array", "items": {"$ref": "#/$defs/Title"}, "maxItems": 3}
    assert schema.body["properties"]["name"] == {"type": "string", "description": "what it is called"}
    inner = schema.body["$defs"]["Title"]
    assert inner["properties"] == {"title": {"type": "string"}, "default": {"type": "integer"}}
    assert (inner["required"], inner["additionalProperties"]) == (["title", "default"], False)


def test_a_schema_with_a_free_mapping_is_not_called_strict() -> None:
    class Free(Record):
        stance: Mapping[str, float]

    assert schema_of(Free).body["properties"]["stance"]["additionalProperties"] == {"type": "number"}
    assert not schema_of(Free).strict
