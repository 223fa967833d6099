"""A run's folder: begun, continued, refused, damaged, sealed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from agent.question import Budget
from agent.trace import Event
from evaluations.case import Case, Score
from evaluations.store import BookFile, RunFolder, RunRecord
from tests.evaluations.traces import EXTRACTIVE, MODEL, a_case, answered, events, queried
from tools.mistake import Mistake

CASE = "en-ai-7-q1"


def record(**changes: Any) -> RunRecord:
    made: dict[str, Any] = {"benchmark": "sample", "researcher": EXTRACTIVE, "budget": Budget()}
    return RunRecord(**made | changes)


def book(path: str) -> BookFile:
    return BookFile(path=path, digest="0" * 64, encoding="utf-8", paragraphs=30, language="en")


def asked(case_id: str, answer: str = "A") -> Case:
    case = a_case(answer=answer)
    return case.model_copy(update={"question": case.question.model_copy(update={"id": case_id})})


def files(run: RunFolder) -> list[str]:
    return sorted(f.relative_to(run.place).as_posix() for f in run.place.rglob("*") if f.is_file())


@pytest.fixture
def run(tmp_path: Path) -> RunFolder:
    folder = RunFolder(tmp_path / "runs" / "first")
    folder.begin(record(), [])
    return folder


def test_a_new_run_has_its_record_and_its_folders(run: RunFolder) -> None:
    assert run.name == "first"
    assert files(run) == ["cases.jsonl", "run.json"]
    assert sorted(f.name for f in run.place.iterdir() if f.is_dir()) == ["open", "scores", "traces"]
    assert run.record() == record()


def test_an_empty_folder_may_become_a_run(tmp_path: Path) -> None:
    assert RunFolder(tmp_path).begin(record(), []) == record()


def test_the_same_run_goes_on_with_the_cases_and_books_of_both_and_the_larger_number_of_repeats(
    run: RunFolder,
) -> None:
    one, two, three = (asked(f"q{n}") for n in (1, 2, 3))
    folder = RunFolder(run.place.parent / "second")
    folder.begin(record(books=(book("a.txt"),), repeats=3), [two, one])
    joined = folder.begin(record(books=(book("a.txt"), book("b.txt")), repeats=2), [one, three])
    assert folder.cases() == [two, one, three]
    assert joined.repeats == 3
    assert [one.path for one in joined.books] == ["a.txt", "b.txt"]
    assert folder.record() == joined


def test_going_on_with_other_versions_keeps_those_it_was_begun_with(tmp_path: Path) -> None:
    folder = RunFolder(tmp_path / "run")
    folder.begin(record(versions={"casebook": "1"}), [])
    assert folder.begin(record(versions={"casebook": "2"}), []).versions == {"casebook": "1"}


@pytest.mark.parametrize(
    ("changes", "named"),
    [
        ({"benchmark": "detectiveqa"}, "benchmark"),
        ({"researcher": MODEL}, "researcher"),
        ({"budget": Budget(rounds=5)}, "budget"),
        ({"seed": 1}, "seed"),
        ({"embedder": "minilm"}, "embedder"),
        ({"path": "/a", "book_place": "/b"}, "path, book_place"),
        ({"settings": {"cut": "minus-2"}}, "settings"),
        ({"format": 2}, "format"),
    ],
)
def test_another_run_in_the_same_folder_is_refused_and_what_differs_is_named(
    run: RunFolder, changes: dict[str, Any], named: str
) -> None:
    with pytest.raises(Mistake, match=rf"holds another run: it differs in {named}\. Choose another --name"):
        run.begin(record(**changes), [])
    assert run.record() == record()


def test_a_folder_that_holds_something_else_and_a_file_are_refused(tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "mine.txt").write_text("mine", encoding="utf-8")
    for name in ("notes", "notes/mine.txt"):
        with pytest.raises(Mistake, match="is not a run's folder"):
            RunFolder(tmp_path / name).begin(record(), [])
    assert [f.name for f in (tmp_path / "notes").iterdir()] == ["mine.txt"]


def test_a_missing_run_is_a_mistake(tmp_path: Path) -> None:
    with pytest.raises(Mistake, match="There is no run at"):
        RunFolder(tmp_path / "nowhere").record()


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"benchmark": 3}', '{"unknown": 1}', "\xff"])
def test_a_damaged_record_is_a_mistake_and_is_not_overwritten(run: RunFolder, text: str) -> None:
    (run.place / "run.json").write_bytes(text.encode("latin-1"))
    with pytest.raises(Mistake, match=r"run\.json is not a run's record"):
        run.record()
    with pytest.raises(Mistake, match=r"run\.json is not a run's record"):
        run.begin(record(), [])
    assert (run.place / "run.json").read_bytes() == text.encode("latin-1")


def test_events_are_appended_one_a_line_and_read_back(run: RunFolder) -> None:
    told = events(a_case(), MODEL, *queried("Q1", [5]))
    for event in told:
        run.append(CASE, 1, event)
    assert (run.place / "open" / f"{CASE}.1.jsonl").read_bytes().count(b"\n") == 3
    assert run.opened(CASE, 1) == told
    assert run.opened(CASE, 2) == []


def test_lines_hold_any_text(run: RunFolder) -> None:
    event = Event(k=1, kind="stopped", payload={"reason": "铁末\u2028里\u0085混\r\n着 \x1e 红漆\x00"})
    run.append(CASE, 1, event)
    run.append(CASE, 1, event)
    assert run.opened(CASE, 1) == [event, event]


def test_a_last_line_that_was_only_half_written_is_left_out_wherever_it_broke(run: RunFolder) -> None:
    told = events(a_case(("铁末里混着红漆", 14)), MODEL, ("stopped", {"reason": "预算"}))
    for event in told:
        run.append(CASE, 1, event)
    file = run.place / "open" / f"{CASE}.1.jsonl"
    whole = file.read_bytes()
    first = whole.index(b"\n") + 1
    for end in range(first, len(whole)):
        file.write_bytes(whole[:end])
        assert run.opened(CASE, 1) == (told if end == len(whole) - 1 else told[:1])


def test_research_goes_on_from_just_the_events_it_was_reopened_with(run: RunFolder) -> None:
    told = events(a_case(), MODEL, *queried("Q1", [5]))
    with (run.place / "open" / f"{CASE}.1.jsonl").open("w", encoding="utf-8") as lines:
        lines.write('{"k": 1, "ki')
    run.reopen(CASE, 1, told[:2])
    run.append(CASE, 1, told[2])
    assert run.opened(CASE, 1) == told
    assert files(run) == ["cases.jsonl", f"open/{CASE}.1.jsonl", "run.json"]


def test_sealing_keeps_the_trace_whole_and_drops_the_open_events(run: RunFolder) -> None:
    case = a_case(("铁末里混着红漆", 14))
    trace = answered(case, "D", cited=[14], repeat=2)
    for event in trace.events:
        run.append(CASE, 2, event)
    run.append(CASE, 1, trace.events[0])
    run.seal(trace)
    assert files(run) == ["cases.jsonl", f"open/{CASE}.1.jsonl", "run.json", f"traces/{CASE}.2.json"]
    assert run.sealed(CASE, 2).is_file()
    assert not run.sealed(CASE, 1).exists()
    assert run.trace(CASE, 2) == trace


def test_sealing_again_replaces_the_trace(run: RunFolder) -> None:
    case = a_case()
    run.seal(answered(case, "A"))
    last = answered(case, "D")
    run.seal(last)
    assert run.trace(CASE, 1) == last
    assert files(run) == ["cases.jsonl", "run.json", f"traces/{CASE}.1.json"]


def test_what_was_only_written_aside_is_no_trace(run: RunFolder) -> None:
    (run.place / "traces" / f"{CASE}.1.json.part").write_text('{"format": 1, "rese', encoding="utf-8")
    assert list(run.traces()) == []
    with pytest.raises(Mistake, match="has no trace"):
        run.trace(CASE, 1)
    run.seal(answered(a_case(), "D"))
    assert files(run) == ["cases.jsonl", "run.json", f"traces/{CASE}.1.json"]


def test_a_missing_trace_lists_the_cases_there_are(run: RunFolder) -> None:
    with pytest.raises(Mistake, match=r"Run first has no trace of 'q9' \(repeat 1\); allowed: \(none yet\)"):
        run.trace("q9", 1)
    run.seal(answered(a_case(), "D"))
    run.seal(answered(a_case(), "D", repeat=2))
    with pytest.raises(Mistake, match=f"allowed: {CASE}\\."):
        run.trace("q9", 1)


@pytest.mark.parametrize("raw", [b"", b"{", b"[]", b"{}", b"\xff\xfe", b'{"format": 1}'])
def test_a_damaged_trace_is_a_mistake_that_names_the_file(run: RunFolder, raw: bytes) -> None:
    run.sealed(CASE, 1).write_bytes(raw)
    with pytest.raises(Mistake, match=rf"{CASE}\.1\.json is not a trace") as caught:
        run.trace(CASE, 1)
    assert caught.value.exit_code == 1


def test_a_trace_cut_off_anywhere_is_a_mistake(run: RunFolder) -> None:
    run.seal(answered(a_case(), "D"))
    whole = run.sealed(CASE, 1).read_bytes().rstrip()
    for end in range(0, len(whole), 37):
        run.sealed(CASE, 1).write_bytes(whole[:end])
        with pytest.raises(Mistake, match="is not a trace"):
            run.trace(CASE, 1)


def test_traces_are_told_in_order_of_name_with_their_repeats(run: RunFolder) -> None:
    for name in ("b.1", "a.2", "a.1", "a.b.1", "c"):
        (run.place / "traces" / f"{name}.json").write_text("{}", encoding="utf-8")
    (run.place / "traces" / ".1.json").write_text("{}", encoding="utf-8")
    (run.place / "traces" / "d.x.json").write_text("{}", encoding="utf-8")
    assert list(run.traces()) == [("a", 1), ("a", 2), ("a.b", 1), ("b", 1)]


def test_scores_are_one_line_a_trace_in_the_order_they_came(run: RunFolder) -> None:
    made = [
        Score(case="q2", repeat=1, metric="accuracy", value=1.0, read="D", why="right"),
        Score(case="q2", repeat=1, metric="refused rate", value=0.5, why={"verbatim": 1}),
        Score(case="q1", repeat=1, metric="accuracy", value=None),
        Score(case="q2", repeat=2, metric="accuracy", value=0.0, why="铁末"),
    ]
    run.keep_scores("lexical", made)
    text = (run.place / "scores" / "lexical.jsonl").read_text(encoding="utf-8")
    lines = [json.loads(line) for line in text.splitlines()]
    assert [(line["case"], line["repeat"], len(line["scores"])) for line in lines] == [
        ("q2", 1, 2),
        ("q1", 1, 1),
        ("q2", 2, 1),
    ]
    assert lines[0]["scores"][0] == {"metric": "accuracy", "value": 1.0, "read": "D", "why": "right"}
    assert lines[1]["scores"][0]["value"] is None
    assert "铁末" in text


def test_scoring_again_replaces_the_scores_of_that_scorer_only(run: RunFolder) -> None:
    run.keep_scores("lexical", [Score(case="q1", repeat=1, metric="accuracy", value=1.0)])
    run.keep_scores("judge", [Score(case="q1", repeat=1, metric="accuracy", value=1.0)])
    run.keep_scores("lexical", [])
    assert files(run) == ["cases.jsonl", "run.json", "scores/judge.jsonl", "scores/lexical.jsonl"]
    assert (run.place / "scores" / "lexical.jsonl").read_bytes() == b""


def test_a_seal_that_fails_leaves_the_earlier_trace_and_the_open_events(run: RunFolder) -> None:
    earlier = answered(a_case(), "A")
    run.seal(earlier)
    run.append(CASE, 1, earlier.events[0])
    (run.place / "traces" / f"{CASE}.1.json.part").mkdir()
    with pytest.raises(OSError, match="part"):
        run.seal(answered(a_case(), "D"))
    assert run.trace(CASE, 1) == earlier
    assert run.opened(CASE, 1) == [earlier.events[0]]


def test_another_version_of_a_case_is_refused_and_changes_nothing(run: RunFolder) -> None:
    run.begin(record(), [asked("q1")])
    before = {f: f.read_bytes() for f in run.place.rglob("*") if f.is_file()}
    with pytest.raises(Mistake, match="holds another version of case q1"):
        run.begin(record(), [asked("q1", answer="B")])
    assert before == {f: f.read_bytes() for f in run.place.rglob("*") if f.is_file()}


def test_a_novel_that_has_moved_makes_no_other_case(run: RunFolder) -> None:
    run.begin(record(), [asked("q1")])
    run.begin(record(), [asked("q1").model_copy(update={"book": "elsewhere.txt"})])


@pytest.mark.parametrize("damage", ["{", "[]", '{"question": 1}'])
def test_damaged_cases_are_a_mistake_that_names_the_file(run: RunFolder, damage: str) -> None:
    (run.place / "cases.jsonl").write_text(damage, encoding="utf-8")
    with pytest.raises(Mistake, match=r"cases\.jsonl does not hold cases"):
        run.cases()
