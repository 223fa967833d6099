"""The library: how the novel that a row speaks of is found among files."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest

from evaluations.library import Library, Wanted
from tools.mistake import Mistake


def shelf(folder: Path, *names: str) -> Library:
    """A folder with a small text in each of these files."""
    for name in names:
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"[1] {name}\n[2] It rained.\n", encoding="utf-8")
    return Library(folder)


def table(folder: Path, *lines: str) -> None:
    (folder / "books.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")


def found(library: Library, **wanted: str) -> str:
    return library.find(Wanted(**wanted)).relative_to(library.place).as_posix()  # type: ignore[arg-type]


def test_a_file_is_the_book_whatever_is_wanted(tmp_path: Path) -> None:
    shelf(tmp_path, "one.txt")
    library = Library(tmp_path / "one.txt")
    assert library.find(Wanted(novel_id="104", title="Another")) == tmp_path / "one.txt"


def test_a_place_that_does_not_exist_is_a_mistake(tmp_path: Path) -> None:
    with pytest.raises(Mistake, match=r"do not exist.*--books"):
        Library(tmp_path / "nowhere")


def test_the_rows_own_file_name_is_tried_first_and_only_its_last_part_counts(tmp_path: Path) -> None:
    library = shelf(tmp_path, "7-Other-Ann.txt", "deep/inn.txt")
    assert found(library, novel_id="7", text_file="books/of/mine/inn.txt") == "deep/inn.txt"


def test_the_novels_id_opens_the_files_name_and_ends_at_the_dash(tmp_path: Path) -> None:
    library = shelf(tmp_path, "7-The Inn-Ann Lee.txt", "70-The Inn-Ann Lee.txt", "17-Inn-Ann.txt")
    assert found(library, novel_id="7") == "7-The Inn-Ann Lee.txt"
    assert found(library, novel_id="70", title="The Inn") == "70-The Inn-Ann Lee.txt"


@pytest.mark.parametrize(
    "title", ["The Brass Barometer", "the brass barometer", "The  Brass: Barometer!", "THE_BRASS-BAROMETER"]
)
def test_a_title_is_found_without_regard_to_case_marks_and_spaces(tmp_path: Path, title: str) -> None:
    library = shelf(tmp_path, "the_brass_barometer.txt", "The Brass Bell.txt")
    assert found(library, title=title) == "the_brass_barometer.txt"


def test_a_file_may_have_its_number_and_author_around_the_title(tmp_path: Path) -> None:
    library = shelf(tmp_path, "7-The Brass Barometer-Ann Lee.txt", "8-The Brass Bell-Ann Lee.txt")
    assert found(library, novel_id="99", title="The Brass Bell") == "8-The Brass Bell-Ann Lee.txt"


def test_a_title_is_whole_words(tmp_path: Path) -> None:
    library = shelf(tmp_path, "The Brassiere.txt")
    with pytest.raises(Mistake, match="No book found for 'The Brass'"):
        found(library, title="The Brass")


@pytest.mark.parametrize(
    "title", ["The Inn (eleven-story edition)", "The Inn（1924）", "The Inn 《abridged》", "(new) The Inn"]
)
def test_what_stands_in_brackets_in_a_title_may_be_missing_in_the_file(tmp_path: Path, title: str) -> None:
    assert found(shelf(tmp_path, "The Inn.txt", "The Outing.txt"), title=title) == "The Inn.txt"


def test_a_title_all_in_brackets_is_that_title(tmp_path: Path) -> None:
    assert found(shelf(tmp_path, "更楼-甲.txt", "别的-甲.txt"), title="《更楼》") == "更楼-甲.txt"


@pytest.mark.parametrize("title", ["黑舌先生", "黑舌先生（新版）", "《黑舌先生》"])
def test_chinese_titles_are_found(tmp_path: Path, title: str) -> None:
    library = shelf(tmp_path, "2-黑舌先生-某人.txt", "3-黑舌-某人.txt")
    assert found(library, title=title) == "2-黑舌先生-某人.txt"


def test_a_title_and_a_file_may_write_their_accents_in_different_ways(tmp_path: Path) -> None:
    library = shelf(tmp_path, unicodedata.normalize("NFD", "Café Noël") + ".txt", "Cafe.txt")
    assert found(library, title=unicodedata.normalize("NFC", "Café Noël")).startswith("Cafe\u0301")


def test_the_official_folder_of_the_language_comes_first_and_alone(tmp_path: Path) -> None:
    library = shelf(tmp_path, "novel_data_en/7-Inn-A.txt", "novel_data_zh/7-客栈-A.txt")
    assert found(library, novel_id="7", language="en") == "novel_data_en/7-Inn-A.txt"
    assert found(library, novel_id="7", language="zh") == "novel_data_zh/7-客栈-A.txt"
    with pytest.raises(Mistake, match="More than one book could be novel 7"):
        found(library, novel_id="7")


def test_a_table_names_files_that_are_called_otherwise(tmp_path: Path) -> None:
    library = shelf(tmp_path, "pg2083.txt", "sub/a1.txt")
    table(
        tmp_path, "title\tfile\tyear", "In Search of the Castaways\tpg2083.txt\t1868", "更楼\t sub/a1.txt \t", "alone"
    )
    assert found(library, title="in search of the castaways") == "pg2083.txt"
    assert found(library, title="更楼") == "sub/a1.txt"


def test_a_line_of_the_table_whose_file_is_missing_finds_nothing(tmp_path: Path) -> None:
    library = shelf(tmp_path, "a.txt")
    table(tmp_path, "The Inn\tb.txt")
    with pytest.raises(Mistake, match=r"No book found for 'The Inn'.*allowed: a\.txt"):
        found(library, title="The Inn")


def test_a_file_named_twice_in_the_table_is_one_candidate(tmp_path: Path) -> None:
    library = shelf(tmp_path, "a.txt")
    table(tmp_path, "The Inn\ta.txt", "The inn\ta.txt")
    assert found(library, title="The Inn") == "a.txt"


def test_a_table_may_name_files_outside_the_folder(tmp_path: Path) -> None:
    library = shelf(tmp_path / "books", "a.txt")
    outside = shelf(tmp_path / "others", "b.txt").place / "b.txt"
    table(tmp_path / "books", f"The Inn\t{outside}")
    assert library.find(Wanted(title="The Inn")) == outside
    table(tmp_path / "books", f"The Inn\t{outside}", "The Inn\ta.txt")
    with pytest.raises(Mistake, match=r"More than one book.*others/b\.txt, a\.txt"):
        library.find(Wanted(title="The Inn"))


def test_a_table_in_another_encoding_is_a_mistake_that_names_it(tmp_path: Path) -> None:
    library = shelf(tmp_path, "a.txt")
    (tmp_path / "books.tsv").write_bytes("更楼\ta.txt\n".encode("gb18030"))
    with pytest.raises(Mistake, match=r"books\.tsv is not UTF-8"):
        found(library, title="更楼")


def test_an_ambiguous_title_lists_the_candidates(tmp_path: Path) -> None:
    library = shelf(tmp_path, "a/The Inn.txt", "b/The Inn-Ann Lee.txt", "The Outing.txt")
    with pytest.raises(Mistake, match="More than one book could be novel 5 'The Inn'") as caught:
        found(library, novel_id="5", title="The Inn")
    told = str(caught.value)
    assert "allowed: a/The Inn.txt, b/The Inn-Ann Lee.txt." in told
    assert "Outing" not in told
    assert "books.tsv" in told


def test_a_missing_book_lists_what_there_is_and_counts_the_rest(tmp_path: Path) -> None:
    library = shelf(tmp_path, *(f"{n}.txt" for n in range(1, 11)))
    with pytest.raises(Mistake, match="No book found for novel 99") as caught:
        found(library, novel_id="99")
    assert "allowed: 1.txt, 10.txt, 2.txt, 3.txt, 4.txt, 5.txt, 6.txt, 7.txt and 2 more" in str(caught.value)
    assert caught.value.exit_code == 1


def test_an_empty_folder_says_so(tmp_path: Path) -> None:
    with pytest.raises(Mistake, match=r"holds no \.txt or \.epub file"):
        found(Library(tmp_path), title="The Inn")


def test_a_row_that_says_nothing_of_its_novel_is_told_as_such(tmp_path: Path) -> None:
    with pytest.raises(Mistake, match="No book found for a row without a title"):
        found(shelf(tmp_path, "a.txt"))


def test_a_row_with_only_a_file_name_is_told_by_it(tmp_path: Path) -> None:
    with pytest.raises(Mistake, match=r"No book found for 'b\.txt'"):
        found(shelf(tmp_path, "a.txt"), text_file="b.txt")


def test_a_file_name_that_is_no_utf8_is_a_mistake_where_it_is_found_and_readable_where_it_is_listed(
    tmp_path: Path,
) -> None:
    library = shelf(tmp_path, "a.txt")
    try:
        (tmp_path / "9-\udcd6\udcd0-x.txt").write_text("[1] 中\n", encoding="utf-8")
    except OSError:
        pytest.skip("this file system takes only UTF-8 names")
    with pytest.raises(Mistake, match=r"9-\?\?-x\.txt.* is not UTF-8") as caught:
        found(library, novel_id="9")
    str(caught.value).encode()
    with pytest.raises(Mistake, match=r"9-\?\?-x\.txt") as caught:
        found(library, novel_id="8")
    str(caught.value).encode()


def test_each_book_is_read_once(tmp_path: Path) -> None:
    library = shelf(tmp_path, "a.txt")
    path = library.find(Wanted(text_file="a.txt"))
    first = library.read(path, "en")
    path.write_text("[1] changed\n", encoding="utf-8")
    assert library.read(path, "en") is first
    assert first[2] == "It rained."
