"""`casebook import`: the documented files, second imports, persons, and careless users."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.commands.door import Door
from tests.commands.test_run import novel
from tests.evaluations.told import written

HOUSE = Path(__file__).parent.parent.parent
DOCS = (HOUSE / "docs" / "import.md").read_text(encoding="utf-8")
ANSWERS, LOG = re.findall(r"```jsonl\n(.*?)```", DOCS, re.DOTALL)
Q1 = "en-human-1-q1"
IMPORT = ("--benchmark", "sample", "--set", "part=detectiveqa")


@pytest.fixture(autouse=True)
def files(door: Door, tmp_path: Path) -> None:
    """The examples of the documentation, in the folder one stands in."""
    (tmp_path / "answers.jsonl").write_text(ANSWERS, encoding="utf-8")
    (tmp_path / "log.jsonl").write_text(LOG, encoding="utf-8")


def kept(name: str) -> dict[Path, bytes]:
    return {file: file.read_bytes() for file in Path("runs", name).rglob("*") if file.is_file()}


def test_the_documented_commands_run_and_their_run_is_reported_and_shown(door: Door) -> None:
    (block,) = re.findall(r"```bash\n(.*?)```", DOCS, re.DOTALL)
    import shlex

    for line in block.strip().splitlines():
        reply = door(*shlex.split(line)[1:])
        assert reply.code == 0, reply.err
    record = json.loads(Path("runs/graphrag/run.json").read_text("utf-8"))
    assert (record["chosen"], record["researcher"]["kind"], record["researcher"]["name"]) == (
        "import", "imported", "GraphRAG + X",
    )  # fmt: skip
    assert len(record["books"]) == 2
    person = json.loads(Path("runs/reading-room@ann/run.json").read_text("utf-8"))["researcher"]
    assert (person["kind"], person["name"]) == ("person", "ann")


def test_the_report_of_an_import_is_that_of_any_run_and_claims_no_guards(door: Door) -> None:
    reply = door("import", "answers.jsonl", *IMPORT, "--system", "GraphRAG + X", "--name", "graphrag")
    assert reply.code == 0
    assert "4 questions of 24 (2 en, 2 zh)" in reply.out
    assert "3 answered, 1 abstained" in reply.out
    assert "Imported: no notebook guarded it" in reply.out
    assert "refused rate" not in reply.out
    assert "cases without a line, missing, not wrong: 20 of 24 (en-ai-1-q1, en-ai-1-q2, en-ai-1-q3 …)" in reply.err
    assert "steps (2 of 4), quotes (2 of 4), citations (2 of 4)" in reply.err
    assert "sub-answers" not in reply.err
    assert all(len(line) <= 80 for line in reply.out.splitlines())
    assert door("report", "graphrag").out.strip() in reply.out
    next_command = reply.out.strip().splitlines()[-1].split()
    assert door(*next_command[1:]).code == 0, "it names a trace that is there"
    # accuracy: q1 and q2 right, zh q1 right, zh q2 abstained
    assert json.loads(door("report", "graphrag", "--json").out)["headline"][0]["value"] == 0.75


def test_show_tells_what_was_imported_and_gold_beside_it(door: Door) -> None:
    door("import", "answers.jsonl", *IMPORT, "--name", "g")
    english, chinese = door("show", "g", Q1).out, door("show", "g", "zh-human-2-q1").out
    assert "its file does not tell: sub-answers, queries" in english
    assert "E2 [164] The office key hung on its hook until Sunday breakfast. (no words" in english
    assert "3. So Fyfe was not in the office when he says he was. (from 1, 2)" in english
    assert "E1 [73] 窗台上一只青瓷笔洗，里头没有洗笔水，养着两条金鱼" in chinese
    assert "answered, as written: Both keys were on the ring." in door("show", "g", "en-human-1-q2").out


def test_a_persons_log_is_scored_by_process_and_named_for_the_person(door: Door) -> None:
    reply = door("import", "log.jsonl", *IMPORT, "--name", "room")
    assert reply.code == 0
    assert "Run room@ann" in reply.out
    assert "1.0 queries, 4.0 paragraphs read" in reply.out
    shown = door("show", "room@ann", Q1).out
    for part in ("Q1 phrase (explore): lift office", "read for ?: 124–127", "1. [126] The Lift office was dark"):
        assert part in shown


def test_nothing_that_steers_the_screen_gets_out_of_an_imported_file(door: Door, tmp_path: Path) -> None:
    evil = "\x1b]0;owned\x07 [bold red]x[/] \x9b2J \u202egnp"
    row = {"case": Q1, "answer": f"C {evil}", "reasoning": evil, "steps": [{"text": evil, "quote": evil}], evil: 1}
    file = written(tmp_path / "evil.jsonl", row)
    replies = [door("import", file, *IMPORT, "--system", evil, "--name", "e"), door("show", "e", Q1)]
    replies += [
        door("report", "e"),
        door("show", "e", Q1, "--mermaid"),
        door("import", file, *IMPORT, "--name", "f", "--json"),
    ]
    for reply in replies:
        assert reply.code == 0
        assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e]", reply.out + reply.err)
    assert "[bold red]x[/]" in replies[1].out


def test_the_same_import_again_changes_nothing_and_more_lines_go_on(door: Door, tmp_path: Path) -> None:
    file = written(tmp_path / "a.jsonl", {"case": Q1, "answer": "C"})
    door("import", file, *IMPORT, "--name", "a")
    before = kept("a")
    again = door("import", file, *IMPORT, "--name", "a")
    assert (again.code, "new in the run: 0 of 1" in again.err, kept("a") == before) == (0, True, True)
    written(file, {"case": "zh-human-2-q1", "answer": "A"}, {"case": Q1, "answer": "C"})
    more = door("import", file, *IMPORT, "--name", "a", "--system", "a")
    assert (more.code, "new in the run: 1 of 2" in more.err) == (0, True)
    assert "2 questions of 24" in more.out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((*IMPORT, "--name", "a"), "holds another answer to case en-human-1-q1 than line 1. Nothing was written."),
        ((*IMPORT, "--name", "a", "--system", "b"), "holds another run: it differs in researcher"),
        (("--benchmark", "sample", "--name", "a"), "holds another run: it differs in settings"),
    ],
)
def test_another_answer_or_another_system_is_refused_and_nothing_is_touched(
    door: Door, tmp_path: Path, words: tuple[str, ...], told: str
) -> None:
    file = written(tmp_path / "a.jsonl", {"case": Q1, "answer": "C"})
    door("import", file, *IMPORT, "--name", "a")
    before = kept("a")
    written(file, {"case": Q1, "answer": "D"}, {"case": "en-human-1-q2", "answer": "D"})
    reply = door("import", file, *words)
    assert (reply.code, reply.err.count("\n")) == (2, 1)
    assert told in reply.err
    assert kept("a") == before


def test_an_unfinished_log_is_kept_open_and_the_longer_one_goes_on(door: Door, tmp_path: Path) -> None:
    events = LOG.strip().splitlines()
    (tmp_path / "log.jsonl").write_text("\n".join(events[:-1]), encoding="utf-8")
    first = door("import", "log.jsonl", *IMPORT, "--name", "room")
    assert first.code == 0
    assert "logs without an answer yet, kept open, not scored: 1 (en-human-1-q1)" in first.err
    assert list(Path("runs/room@ann/traces").iterdir()) == []
    assert len(list(Path("runs/room@ann/open").iterdir())) == 1
    (tmp_path / "log.jsonl").write_text(LOG, encoding="utf-8")
    assert "1 question of 24" in door("import", "log.jsonl", *IMPORT, "--name", "room").out
    assert list(Path("runs/room@ann/open").iterdir()) == []


def test_repeats_stand_beside_each_other(door: Door, tmp_path: Path) -> None:
    rows = [{"case": Q1, "repeat": n, "answer": letter} for n, letter in ((1, "C"), (2, "D"))]
    reply = door("import", written(tmp_path / "r.jsonl", *rows), *IMPORT, "--json")
    made = json.loads(reply.out)
    assert (made["repeats"], made["headline"][0]["value"]) == (2, 0.5)


def test_unreadable_answers_are_wrong_and_counted_apart_and_false_chains_are_named(door: Door, tmp_path: Path) -> None:
    false = {"text": "x", "paragraphs": [126], "quote": "The Lift office was bright"}
    rows = [{"case": Q1, "answer": "no idea", "steps": [false]}, {"case": "zh-human-2-q1", "answer": "答案是C。"}]
    reply = door("import", written(tmp_path / "u.jsonl", *rows), *IMPORT)
    assert reply.code == 0
    assert "answers that cannot be read, wrong, and counted apart: 1 (line 1)" in reply.err
    assert "to be judged: 1 (en-human-1-q1: the words of E1 do not stand in [126])" in reply.err
    assert "Stops: 1 unreadable, 1 imported" in reply.out
    assert "50.0 %" in reply.out


def test_a_book_that_is_gone_leaves_what_needs_it_undefined(door: Door, tmp_path: Path) -> None:
    from evaluations.benchmarks import BENCHMARKS
    from evaluations.benchmarks.benchmark import Source
    from evaluations.imports.keeping import Shelved
    from evaluations.views import Views

    file = novel(tmp_path)
    kind = BENCHMARKS["detectiveqa"]
    (case,) = kind.load(Source(file, tmp_path, kind.chosen([]))).cases
    (tmp_path / "7-The Lost Key-Nobody.txt").unlink()
    shelved = Shelved(Views())
    assert shelved.view(case) is None
    assert shelved.files([case]) == ()
    assert "does not exist" in next(iter(shelved.absent.values()))


def test_where_there_never_was_a_book_the_answer_alone_is_scored(door: Door, tmp_path: Path) -> None:
    row = {"case": "original-1", "answer": "the answer is C", "steps": [{"quote": "anything at all"}]}
    reply = door("import", written(tmp_path / "o.jsonl", row), "--benchmark", "sample", "--set", "part=longreason")
    assert reply.code == 0
    (line,) = Path("runs/sample-o/scores/lexical.jsonl").read_text("utf-8").splitlines()
    values = {score["metric"]: (score["value"], score["why"]) for score in json.loads(line)["scores"]}
    assert values["accuracy"][0] == 1.0
    assert values["StepRecall(lexical)"] == (None, "book not found")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("missing.jsonl", *IMPORT), "The file 'missing.jsonl' does not exist"),
        ((".", *IMPORT), "'.' is not a file"),
        (("empty.jsonl", *IMPORT), "'empty.jsonl' holds no answers and no events"),
        (("answers.jsonl", "--benchmark", "nonsense"), "There is no such benchmark; got 'nonsense'"),
        (("answers.jsonl", "--benchmark", "detectiveqa"), "DetectiveQA needs its files"),
        (("answers.jsonl", *IMPORT, "--set", "part=x"), "does not take this part"),
        (("answers.jsonl", *IMPORT, "--name", "../up"), "A run's name is the name of a folder"),
        (("answers.jsonl", *IMPORT, "--person", "../up"), "A run's name is the name of a folder"),
        (("two.jsonl", *IMPORT), "Whose log is 'two.jsonl'? It names 'ann', 'bo'. Say it: --person NAME"),
        (("nobody.jsonl", *IMPORT), "Whose log is 'nobody.jsonl'? It names nobody. Say it: --person NAME"),
        (("two.jsonl", *IMPORT, "--person", "cy"), "has no event of this person; got 'cy'; allowed: 'ann', 'bo'"),
    ],
)
def test_a_mistake_is_one_clear_line_and_leaves_nothing_behind(
    door: Door, tmp_path: Path, words: tuple[str, ...], told: str
) -> None:
    (tmp_path / "empty.jsonl").write_text("\n\n", "utf-8")
    read: dict[str, Any] = {"case": Q1, "event": "read", "paragraphs": 3}
    written(tmp_path / "two.jsonl", read | {"person": "ann"}, read | {"person": "bo"})
    written(tmp_path / "nobody.jsonl", read)
    reply = door("import", *words)
    assert reply.code == 2
    assert told in reply.err
    assert reply.err.count("\n") == 1
    assert not Path("runs").exists()


def test_faults_are_named_by_line_and_unknown_cases_get_a_suggestion(door: Door, tmp_path: Path) -> None:
    rows = [{"case": Q1, "answer": "C"}, {"case": "en-human-1-Q2", "answer": "C"}]
    unknown = door("import", written(tmp_path / "x.jsonl", *rows), *IMPORT)
    assert unknown.code == 2
    assert "line 2: there is no case 'en-human-1-Q2'; did you mean en-human-1-q2" in unknown.err
    broken = door("import", written(tmp_path / "y.jsonl", *rows, *rows, 3), *IMPORT)
    assert "nothing was written (3 faults; the format: docs/import.md)" in broken.err
    assert "line 3: case 'en-human-1-q1' stands in line 1 already; number them with repeat" in broken.err
    assert "line 5: it is not a JSON object" in broken.err
    assert not Path("runs").exists()


def test_a_system_may_bring_a_log_that_names_nobody(door: Door, tmp_path: Path) -> None:
    rows = [{"case": Q1, "event": "read", "paragraphs": "1-9"}, {"case": Q1, "event": "answer", "answer": "C"}]
    reply = door("import", written(tmp_path / "s.jsonl", *rows), *IMPORT, "--system", "X/Y agent")
    assert reply.code == 0
    assert "Run sample-X-Y-agent" in reply.out
    assert "9.0 paragraphs read" in reply.out


def test_why_does_not_say_no_to_what_an_imported_file_does_not_tell(door: Door) -> None:
    door("import", "answers.jsonl", *IMPORT, "--name", "w")
    out = " ".join(door("why", "w", Q1, "45").out.split())
    assert "found not told by the imported file" in out
    assert "read not told by the imported file" in out
