"""The figures of looks by hand: never pooled, with intervals where a resample can vary; and the papers' beside them."""

from __future__ import annotations

import pytest
from rich.console import Console

from evaluations.benchmarks import BENCHMARKS
from evaluations.lookup.figures import figures
from evaluations.lookup.looks import RANDOM, LeftOut, Look
from evaluations.lookup.lookup import Lookup
from evaluations.lookup.papers import published
from evaluations.lookup.tables import tables
from evaluations.metrics.exhibit import NO_GOLD
from evaluations.published import reported
from tools.book import Language
from tools.semantic import Meaning


def a_look(
    case: str, found: float, benchmark: str = "detectiveqa", language: Language = "en", book: str = "b", pool: int = 10
) -> Look:
    """Found by words alike at every depth, and at random 3 of 10 and so on."""
    recall = {"keyword": dict.fromkeys((3, 5, 10), found), RANDOM: {3: 0.3, 5: 0.5, 10: 1.0}}
    return Look(case, benchmark, language, book, (1,), pool, 40 * pool, recall)


def printed(found: Lookup) -> str:
    screen = Console(width=80)
    with screen.capture() as told:
        for part in tables(found):
            screen.print(part)
    return told.get()


def test_there_is_a_figure_a_benchmark_language_and_way_with_means_over_questions() -> None:
    made = figures([
        a_look("z", 0.0, language="zh", book="c"),
        a_look("a", 1.0),
        a_look("b", 0.0, pool=21),
        a_look("d", 0.5, "cofca", book="d"),
    ])  # fmt: skip
    told = [(f.benchmark, f.language, f.way, f.n, f.books, f.pool, f.recall[3].value) for f in made]
    assert told == [
        ("detectiveqa", "en", "keyword", 2, 1, 16, 0.5),
        ("detectiveqa", "en", RANDOM, 2, 1, 16, 0.3),
        ("detectiveqa", "zh", "keyword", 1, 1, 10, 0.0),
        ("detectiveqa", "zh", RANDOM, 1, 1, 10, 0.3),
        ("cofca", "en", "keyword", 1, 1, 10, 0.5),
        ("cofca", "en", RANDOM, 1, 1, 10, 0.3),
    ]
    assert made[0].tokens == 620
    assert figures([]) == []


def test_intervals_are_over_books_from_ten_of_them_up_and_none_where_nothing_varies() -> None:
    def first(books: int) -> tuple[str, float | None]:
        made = figures(a_look(str(n), n % 2, book=str(n % books)) for n in range(24))
        assert made[1].recall[3].low is None
        return made[0].recall[3].over, made[0].recall[3].low

    assert first(9)[0] == "questions"
    assert first(12)[0] == "books"
    alike = figures([a_look("a", 1.0), a_look("b", 1.0)])
    assert (alike[0].recall[3].low, alike[0].recall[3].value) == (None, 1.0)


def test_the_tables_tell_what_was_left_out_and_skipped() -> None:
    left = [LeftOut("p", "prelude", NO_GOLD), LeftOut("q", "prelude", NO_GOLD), LeftOut("r", "lfed", NO_GOLD)]
    out = printed(Lookup("sample", {}, [a_look("a", 1.0), *left], 3, Meaning()))
    assert "Left out, no gold paragraph in the view: 2 of prelude, 1 of lfed." in out
    assert "Skipped in the files, as named above: 3." in out
    assert "theirs" not in out


def test_nothing_found_is_no_table() -> None:
    out = printed(Lookup("lfed", {}, [LeftOut("r", "lfed", NO_GOLD)], 0, Meaning()))
    assert out.strip() == "Left out, no gold paragraph in the view: 1 of lfed."


def test_the_papers_row_stands_below_ours_of_its_language_and_is_marked_as_theirs() -> None:
    found = [a_look("a", 1.0), a_look("b", 0.0), a_look("z", 0.5, language="zh")]
    rows = printed(Lookup("detectiveqa", {}, found, 0, Meaning(), published("detectiveqa"))).splitlines()
    theirs = [row.split() for row in rows if "Qwen3" in row]
    assert theirs == [
        ["en", "Qwen3-Embedding-8B", "theirs", "24", "%", "34", "%", "49", "%"],
        ["zh", "Qwen3-Embedding-8B", "theirs", "29", "%", "39", "%", "56", "%"],
    ]
    assert "theirs, en: windows of about 200 tokens over contexts of about 118,000" in " ".join(rows)
    assert "Views here: about 400 tokens" in " ".join(rows)
    english = printed(Lookup("detectiveqa", {}, found[:2], 0, Meaning(), published("detectiveqa")))
    assert "zh" not in english


def test_a_whole_release_beside_the_papers_fits_80_columns() -> None:
    found = [a_look(str(n), float(n % 9 > 0), book=str(n % 62), pool=1812) for n in range(1446)]
    rows = printed(Lookup("detectiveqa", {}, found, 0, Meaning(), published("detectiveqa"))).splitlines()
    assert any(row.split()[:4] == ["en", "keyword", "1446", "62"] for row in rows)
    assert any("en Qwen3-Embedding-8B" in row for row in rows)
    assert all("…" not in row for row in rows)


def test_of_the_sample_and_of_benchmarks_without_positions_nothing_is_published() -> None:
    assert published("sample") == published("prelude") == {}
    told = " ".join(printed(Lookup("sample", {}, [a_look("a", 1.0)], 0, Meaning(), {})).split())
    assert "Nothing of this is published about sample: its texts are the project's own." in told


@pytest.mark.parametrize("raw", reported("passages"), ids=lambda raw: raw["title"])
def test_every_published_look_is_whole(raw: dict[str, object]) -> None:
    assert raw["benchmark"] in BENCHMARKS
    assert raw["language"] in ("en", "zh")
    assert raw["measures"] == ["@3", "@5", "@10"]
    assert raw["source"]
    assert raw["settings"]
    assert isinstance(raw["rows"], list)
    for _, *values in raw["rows"]:
        assert values == sorted(values)
        assert all(0 < value < 100 for value in values)
