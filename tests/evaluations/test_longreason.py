"""LongReason: its splits, its questions with their options and texts, its reading and its table."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from agent.question import Question
from evaluations.benchmarks.benchmark import Source
from evaluations.benchmarks.loaded import Loaded
from evaluations.benchmarks.longreason import BENCHMARK, average, grids, load, read
from evaluations.benchmarks.longreason.rows import paragraphs
from evaluations.case import Case, Score
from tools.book import book_of
from tools.mistake import Mistake
from tools.search import BookSearch

DATASET = Path(__file__).resolve().parent.parent / "data" / "longreason"
ROW: dict[str, Any] = json.loads((DATASET / "8k.jsonl").read_text("utf-8").splitlines()[0])
ABSENT = object()


def loaded(path: Path = DATASET, **chosen: str) -> Loaded:
    settings = BENCHMARK.chosen([f"{name}={value}" for name, value in chosen.items()])
    return load(Source(path, None, settings))


def changed(**changes: Any) -> dict[str, Any]:
    return {k: v for k, v in (ROW | changes).items() if v is not ABSENT}


def of(folder: Path, *rows: Any, name: str = "8k.jsonl") -> Loaded:
    """What becomes of a good row and then these."""
    text = "".join(json.dumps(row) + "\n" for row in (ROW | {"example_idx": "good"}, *rows))
    (folder / name).write_text(text, "utf-8")
    return loaded(folder / name)


def second(folder: Path, **changes: Any) -> tuple[Case, list[str]]:
    """The case of the changed row, and what was repaired."""
    made = of(folder, changed(**changes))
    assert [case.source for case in made.cases] == ["8k.jsonl row 1", "8k.jsonl row 2"]
    return made.cases[1], [odd.what for odd in made.oddities]


def skipped(folder: Path, **changes: Any) -> str:
    made = of(folder, changed(**changes))
    assert [case.source for case in made.cases] == ["8k.jsonl row 1"]
    (odd,) = made.oddities
    assert (odd.source, odd.done) == ("8k.jsonl row 2", "skipped")
    return odd.what


def test_a_folder_gives_every_split_in_the_order_of_their_lengths() -> None:
    made = loaded()
    assert not made.oddities
    assert list(Counter(case.tags["split"] for case in made.cases)) == ["original", "expanded", "8k", "16k"]
    assert [case.id for case in made.cases][:4] == ["original-0", "original-1", "original-2", "expanded-0"]
    assert {case.tags["length"] for case in made.cases} == {"original", "expanded", "8K", "16K"}
    assert [case.gold.answer for case in made.cases] == ["B", "C", "B"] * 4


def test_one_split_may_be_chosen_and_one_that_is_not_there_is_a_mistake() -> None:
    assert {case.tags["split"] for case in loaded(split="16k").cases} == {"16k"}
    with pytest.raises(Mistake, match="no file of LongReason's split 128k"):
        loaded(split="128k")


def test_the_short_splits_show_the_whole_question_and_have_nothing_to_search() -> None:
    original, expanded = (loaded(split=split).cases[0] for split in ("original", "expanded"))
    assert original.question.text.startswith("A ferry carries 12 carts a trip")
    assert expanded.question.text.startswith("The ferry at Aldgate Hythe has room for 12 carts a trip.\nOn a working")
    assert expanded.question.text.endswith("on a Sunday?\nA. 24\nB. 36\nC. 48\nD. 60")
    assert original.context == expanded.context == ()


def test_the_inquiry_may_come_first() -> None:
    first = loaded(inquiry="first").cases
    expanded = next(case for case in first if case.id == "expanded-0")
    assert expanded.question.text.startswith("How many carts can the ferry")
    assert expanded.question.text.endswith("On Sunday it makes 2 trips fewer.")
    assert {case.question.inquiry for case in first} == {"first"}
    assert {case.question.inquiry for case in loaded().cases} == {"last"}


def test_a_long_text_is_the_context_and_can_be_searched() -> None:
    case = loaded(split="16k").cases[1]
    assert case.question.text.startswith("What follows about Tobin of the east ward? (A) Tobin is a lamplighter.")
    assert case.question.options["C"] == "Tobin is not a lamplighter of the ward."
    assert len(case.context) == 7
    hits = BookSearch(book_of(case.context, "16k-1")).look("keyword", "Tobin ladder", 1)
    assert case.context[hits[0].paragraph - 1].startswith("Tobin, who lives in the east ward")


def test_options_of_every_shape_are_read() -> None:
    assert [len(case.question.options) for case in loaded(split="8k").cases] == [4, 4, 5]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"answer": ABSENT}, "its answer '' is not one of A, B, C, D, E"),
        ({"answer": "F"}, "its answer 'F' is not one of"),
        ({"answer": None}, "is not one of"),
        ({"answer": float("nan")}, "is not one of"),
        ({"final_inquiry": "  "}, "it has no final_inquiry"),
        ({"final_inquiry": ["x"]}, "it has no final_inquiry"),
        ({"background": ABSENT}, "it has no background"),
    ],
)
def test_a_row_that_cannot_be_asked_is_skipped_by_name(tmp_path: Path, changes: dict[str, Any], said: str) -> None:
    assert said in skipped(tmp_path, **changes)


@pytest.mark.parametrize("answer", ["b", "(B)", "B.", "**B**", " B "])
def test_an_answer_with_marks_is_the_letter(tmp_path: Path, answer: str) -> None:
    case, _ = second(tmp_path, answer=answer)
    assert case.gold.answer == "B"


def test_a_question_without_options_is_asked_with_bare_letters_and_named(tmp_path: Path) -> None:
    case, said = second(tmp_path, final_inquiry="How many carts?")
    assert case.question.text == "How many carts?"
    assert case.question.options == {letter: letter for letter in "ABCDE"}
    assert said == ["no lettered options were found in the question; it is asked with the bare letters A, B, C, D, E"]
    case, said = second(tmp_path, final_inquiry="How many carts?\nA. 24\nB. 36", answer="D")
    assert case.gold.answer in case.question.options
    assert said[0].startswith("its options lack the answer's letter")


def test_an_index_that_comes_twice_or_is_missing_or_a_number_still_gives_an_id_of_its_own(tmp_path: Path) -> None:
    rows = [changed(), changed(), changed(example_idx=ABSENT), changed(example_idx=7), changed(example_idx="a/b:c")]
    made = of(tmp_path, *rows)
    ids = [case.id for case in made.cases]
    assert ids[:5] == ["8k-good", "8k-0", "8k-0-2", "8k-row4", "8k-7"]
    assert ids[5].startswith("8k-a_b_c_")
    assert [odd.source for odd in made.oddities] == [f"8k.jsonl row {n}" for n in (3, 4, 5)]
    assert [case.id for case in loaded(tmp_path).cases] == ids


def test_a_file_tells_its_split_by_its_name_or_its_folder_or_by_the_setting(tmp_path: Path) -> None:
    text = (DATASET / "8k.jsonl").read_text("utf-8")
    for place in ("data/longreason_8k.json", "64k/rows.jsonl", "rows.jsonl"):
        (tmp_path / place).parent.mkdir(exist_ok=True)
        (tmp_path / place).write_text(text, "utf-8")
    assert loaded(tmp_path / "data/longreason_8k.json").cases[0].id == "8k-0"
    assert loaded(tmp_path / "64k/rows.jsonl").cases[0].id == "64k-0"
    assert loaded(tmp_path / "rows.jsonl", split="32k").cases[0].id == "32k-0"
    with pytest.raises(Mistake, match=r"tells no split.*Say it: --set split=8k"):
        loaded(tmp_path / "rows.jsonl")
    with pytest.raises(Mistake, match="is the split 64k"):
        loaded(tmp_path / "64k/rows.jsonl", split="8k")
    made = loaded(tmp_path)
    assert [(odd.source, odd.what) for odd in made.skipped] == [("rows.jsonl", "its name tells no split")]
    assert len(made.cases) == 6


def test_the_layout_of_the_hub_is_read(tmp_path: Path) -> None:
    pyarrow: Any = pytest.importorskip("pyarrow")
    parquet: Any = pytest.importorskip("pyarrow.parquet")
    rows = [json.loads(line) for line in (DATASET / "8k.jsonl").read_text("utf-8").splitlines()]
    (tmp_path / "data").mkdir()
    for part in (0, 1):
        table = pyarrow.Table.from_pylist(rows[2 * part : 2 * part + 2])
        parquet.write_table(table, tmp_path / f"data/8k-0000{part}-of-00002.parquet")
    made = loaded(tmp_path)
    assert not made.oddities
    assert [one.model_copy(update={"source": ""}) for one in made.cases] == [
        one.model_copy(update={"source": ""}) for one in loaded(DATASET / "8k.jsonl").cases
    ]
    assert made.cases[2].source == "data/8k-00001-of-00002.parquet row 1"


def test_a_split_that_lies_there_twice_is_read_once_and_the_copy_is_named(tmp_path: Path) -> None:
    text = (DATASET / "8k.jsonl").read_text("utf-8")
    (tmp_path / "8k.jsonl").write_text(text, "utf-8")
    (tmp_path / "8k.json").write_text(f"[{','.join(text.splitlines())}]", "utf-8")
    made = loaded(tmp_path)
    assert [case.source for case in made.cases] == [f"8k.jsonl row {n}" for n in (1, 2, 3)]
    assert [(o.source, o.what) for o in made.oddities] == [("8k.json", "another copy of the split is read: 8k.jsonl")]


def test_parts_of_a_split_are_joined_and_a_missing_part_is_named(tmp_path: Path) -> None:
    lines = (DATASET / "8k.jsonl").read_text("utf-8").splitlines()
    for part in (0, 1):
        (tmp_path / f"8k-0000{part}-of-00003.jsonl").write_text(lines[part], "utf-8")
    made = loaded(tmp_path)
    assert [case.id for case in made.cases] == ["8k-0", "8k-1"]
    assert [odd.what for odd in made.oddities] == ["2 of the split's 3 parts lie there"]


def test_what_is_not_there_is_a_mistake_with_the_cure(tmp_path: Path) -> None:
    with pytest.raises(Mistake, match="LongReason needs its files"):
        load(Source())
    with pytest.raises(Mistake, match="do not exist"):
        loaded(tmp_path / "8k.jsonl")
    with pytest.raises(Mistake, match="holds no file of LongReason's splits"):
        loaded(tmp_path)


def test_long_lines_of_background_are_cut_between_sentences() -> None:
    line = " ".join(f"The mill number {n} stood by the water and ground corn for the whole valley." for n in range(60))
    parts = paragraphs(f"One.\n\n  {line}\r\nThree.")
    assert (parts[0], parts[-1]) == ("One.", "Three.")
    assert len(parts) == 6
    assert all(len(part) <= 1500 and part.endswith(".") for part in parts)
    assert " ".join(parts[1:-1]) == line


QUESTION = Question(id="8k-0", benchmark="longreason", kind="choice", text="?", options={"A": "x", "B": "y"})


@pytest.mark.parametrize(
    ("reply", "letter"),
    [
        ("So the answer is B.", "B"),
        ("THE ANSWER IS: **(c)**", "C"),
        ("the answer is\n\nD", "D"),
        ("The answer is [E]", "E"),
        ("The answer is: A选项", "A"),
        ("First I thought the answer is A. But no: the answer is **B**.", "B"),
        ("The answer is F", None),
        ("The answer is because", None),
        ("The answer is Option B", None),
        ("B", None),
        ("", None),
        ("The answer is", None),
    ],
)
def test_the_letter_after_the_last_phrase_is_read(reply: str, letter: str | None) -> None:
    assert read(QUESTION, reply) == BENCHMARK.read(QUESTION, reply) == letter


def test_the_first_phrase_may_be_chosen_instead() -> None:
    reply = "The answer is A. Or rather, the answer is B."
    assert BENCHMARK.reading(BENCHMARK.chosen(["occurrence=first"]))(QUESTION, reply) == "A"
    assert BENCHMARK.reading(BENCHMARK.chosen([]))(QUESTION, reply) == "B"


def test_the_average_is_of_8k_to_64k_and_agrees_with_the_published_one() -> None:
    published = {"8k": 77.30, "16k": 76.80, "32k": 74.91, "64k": 74.02, "128k": 73.39, "original": 95.0}
    average_of = average(published)
    assert average_of is not None
    assert round(average_of + 1e-9, 2) == 75.76
    assert average({"8k": 0.5, "16k": 0.5, "32k": 0.5, "128k": 0.5}) is None


def test_the_table_gives_accuracy_by_length_and_no_average_of_some() -> None:
    cases = loaded().cases
    right = {"original-0", "original-1", "8k-2"}
    scores = [
        Score(case=case.id, repeat=1, metric=metric, value=value)
        for case in cases
        for metric, value in (("accuracy", float(case.id in right)), ("chance", 0.25))
    ]
    (grid,) = grids(cases, scores)
    assert grid.rows[0] == ("original", 2 / 3, 0.25, 3)
    assert grid.rows[2] == ("8K", 1 / 3, 0.25, 3)
    assert grid.rows[-1] == ("Avg.", None, None, "")
