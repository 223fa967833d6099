"""The inventory: what a benchmark's files hold, counted, and what is odd in them, grouped."""

from __future__ import annotations

import json
from pathlib import Path

from evaluations.benchmarks import sample
from evaluations.benchmarks.benchmark import Source
from evaluations.benchmarks.loaded import Loaded
from evaluations.case import Case, Oddity
from evaluations.inventory import by_kind, inventory
from tests.evaluations.traces import a_case


def case(name: str, **changes: object) -> Case:
    made = a_case(("it lay there", 1), cut=None)
    question = made.question.model_copy(update={"id": name})
    return made.model_copy(
        update={"question": question, "context": ("one", "two"), "source": f"{name}.json", **changes}
    )


def test_the_sample_is_counted_by_language_kind_and_book() -> None:
    found = inventory(sample.load(Source(settings={"part": "detectiveqa"})))
    assert (found.cases, found.usable) == (24, 24)
    assert found.languages == {"en": 16, "zh": 8}
    assert found.kinds == {"choice": 24}
    assert [(book.language, book.cases) for book in found.books] == [("en", 16), ("zh", 8)]
    assert all(book.paragraphs > 100 for book in found.books)
    assert (found.contexts, found.bare, found.unplaced, found.odd) == (0, 0, 0, ())


def test_cases_are_counted_by_each_of_their_tags() -> None:
    hops = [("2", "en"), ("2", "zh"), ("3", "en")]
    cases = [case(f"c{n}", tags={"hops": h, "set": s}) for n, (h, s) in enumerate(hops)]
    found = inventory(Loaded([*cases, case("c9")]))
    assert found.tags == {"hops": {"2": 2, "3": 1}, "set": {"en": 2, "zh": 1}}


def test_text_of_its_own_no_text_and_gold_that_cannot_be_seen_are_counted() -> None:
    cases = [case("a"), case("b", context=()), case("c", cut=1), case("d", cut=2)]
    found = inventory(Loaded(cases))
    assert (found.contexts, found.bare, found.unplaced) == (3, 1, 1)


def test_a_case_that_cannot_be_asked_is_named_and_why(tmp_path: Path) -> None:
    gone = str(tmp_path / "gone.txt")
    found = inventory(Loaded([case("a"), case("a"), case("b", book=gone, context=()), case("c", cut=1)]))
    assert (found.cases, found.usable) == (4, 1)
    assert {(kind.done, odd.source, odd.what) for kind in found.odd for odd in kind.found} == {
        ("unusable", "a.json", "an earlier case has this id"),
        ("unusable", "b.json", found.odd[1].found[0].what),
        ("unusable", "c.json", "no text may be seen before its cut"),
    }
    assert "gone.txt" in found.odd[1].found[0].what


def test_oddities_that_differ_in_names_and_numbers_are_of_one_kind_the_most_frequent_first() -> None:
    odd = [
        Oddity(source="1", what="it has no answer", done="skipped"),
        Oddity(source="2", what="position 58 is not a paragraph", done="repaired"),
        Oddity(source="3", what="position -1 is not a paragraph", done="repaired"),
        Oddity(source="4", what="the answer 'E' is no option (A, B)", done="skipped"),
        Oddity(source="5", what='the answer "it isn\'t" is no option (A)', done="skipped"),
        Oddity(source="6", what="position 7 is not a paragraph", done="skipped"),
    ]
    kinds = by_kind(odd)
    assert [(kind.what, kind.done, [one.source for one in kind.found]) for kind in kinds] == [
        ("position … is not a paragraph", "repaired", ["2", "3"]),
        ("the answer … is no option …", "skipped", ["4", "5"]),
        ("it has no answer", "skipped", ["1"]),
        ("position 7 is not a paragraph", "skipped", ["6"]),
    ]


def test_an_inventory_is_plain_json() -> None:
    loaded = Loaded([case("a", tags={"hops": "2"})])
    loaded.skip("b.json row 2", "it has no question")
    told = json.loads(json.dumps(inventory(loaded).as_json()))
    assert told["odd"][0]["found"] == [{"source": "b.json row 2", "what": "it has no question", "done": "skipped"}]
    assert told["tags"] == {"hops": {"2": 1}}
