"""`casebook names`: the table on the screen, the file, JSON, and mistakes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from rich.cells import cell_len

from tests.commands.door import Door
from tools.names import NameTable

ENGLISH = "\n\n".join(
    [
        "“Well?” said Dora Lane.",
        "Dora nodded to Mr. Hale. Mr. Hale said nothing. Jack Hale and Mr. Hale had gone.",
        "“Nor I,” said Jack Hale. Jack looked at Hale. Hale coughed.",
        "Dora Lane, alias Vesper Quill, left. Miss Quill wept.",
    ]
)
CHINESE = "\n".join(
    [
        "　　那人姓陆，名衡，字子安，乃江上渔户。",
        "　　子安大怒曰：“谁敢！”众人视之，乃陆子安也。",
        "　　欧阳靖道：“请。”欧阳靖说：“坐。”陆衡笑道：“我便去。”",
    ]
)


@pytest.fixture
def novel(tmp_path: Path) -> Path:
    place = tmp_path / "novel.txt"
    place.write_text(ENGLISH, encoding="utf-8")
    return place


def test_the_table_is_shown_with_its_shared_names_marked(door: Door, novel: Path) -> None:
    reply = door("names", novel, "--min-mentions", 1)
    assert reply.code == 0
    assert "Dora Lane" in reply.out
    assert "Hale* 2" in reply.out
    assert "4 paragraphs" in reply.out


def test_a_chinese_table_fits_eighty_columns_and_lines_up(door: Door, tmp_path: Path) -> None:
    place = tmp_path / "三江.txt"
    place.write_text(CHINESE, encoding="utf-8")
    reply = door("names", place)
    lines = reply.out.splitlines()
    assert max(map(cell_len, lines)) <= 80
    rows = [line for line in lines if "陆衡" in line or "欧阳靖" in line]
    assert len(rows) == 2
    assert len({cell_len(row[: row.index(row.split()[1])] + row.split()[1]) for row in rows}) == 1


def test_nothing_after_the_cut_is_shown(door: Door, novel: Path) -> None:
    assert "Quill" in door("names", novel).out
    assert "Quill" not in door("names", novel, "--before", 4, "--min-mentions", 1).out


def test_the_file_can_be_written_edited_and_read_but_not_overwritten(door: Door, novel: Path, tmp_path: Path) -> None:
    place = tmp_path / "names.tsv"
    assert door("names", novel, "--write", place).code == 0
    assert NameTable.from_tsv(place.read_text(encoding="utf-8")).of("Dora Lane")
    again = door("names", novel, "--write", place)
    assert again.code == 2
    assert "exists" in again.err


def test_json_tells_counts_reasons_and_what_is_shared(door: Door, novel: Path) -> None:
    told = json.loads(door("names", novel, "--json", "--limit", 2).out)
    assert len(told["characters"]) == 2
    aliases = [alias for character in told["characters"] for alias in character["aliases"]]
    assert all({"text", "mentions", "first", "why", "shared"} == set(alias) for alias in aliases)


@pytest.mark.parametrize("words", [("--before", 1), ("--limit", 0), ("--min-mentions", 0)])
def test_an_impossible_number_is_asked_wrongly(door: Door, novel: Path, words: tuple[str, int]) -> None:
    assert door("names", novel, *words).code == 2


def test_a_book_that_is_not_there_and_a_folder_that_is_not_there_are_mistakes(door: Door, novel: Path) -> None:
    assert door("names", "nowhere.txt").code == 2
    assert door("names", novel, "--write", "no/such/names.tsv").code == 2


def test_names_are_never_markup(door: Door, tmp_path: Path) -> None:
    from evaluations.commands.names import _table
    from evaluations.commands.screen import console
    from tools.names import Alias, Character

    odd = Character("[red]Dora[/red]", (Alias("[/nothing]", 2, 1),), 3, 1)
    out = console()
    with out.capture() as shown:
        out.print(_table([odd], NameTable((odd,))))
    assert "[red]Dora[/red]" in shown.get()
    assert "[/nothing]" in shown.get()
