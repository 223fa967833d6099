"""CofCA: multi-hop questions on counterfactual passages with sub-questions, and factual controls (Wu et al. 2024).

Official files: 2hop_qa.json, 3hop_qa.json, 4hop_qa.json; 300_original_hotpot.json, selected_2wiki_data.json and
selected_300_musique.json. The context is searched: each title and each sentence is a paragraph.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from agent.question import Question, SubQuestionMode
from evaluations.benchmarks.benchmark import Benchmark, Setting, Source
from evaluations.benchmarks.cofca.contexts import Context
from evaluations.benchmarks.cofca.gold import gold_of
from evaluations.benchmarks.cofca.rows import Row, hops_in
from evaluations.benchmarks.cofca.tables import grids
from evaluations.benchmarks.ids import Ids
from evaluations.benchmarks.loaded import Loaded
from evaluations.benchmarks.rowfile import FileRow, read_rows
from evaluations.case import Case, Gold
from evaluations.metrics import subquestions, texts
from tools.book import language_of
from tools.mistake import Mistake

FACTUAL = ("hotpot", "2wiki", "musique")
SCORING = ("empty-f1", "joint-base", "joint-level", "chain-by")
"""Settings that scoring reads: they travel as tags of the case."""
_MODES: dict[str, SubQuestionMode] = {"apart": "apart", "in-prompt": "in-prompt", "hidden": "hidden"}
_FINAL = (
    re.compile(r"final\s+answer\s*(?:is|[:：])|最终答案\s*(?:是|为|[:：])", re.IGNORECASE),
    re.compile(r"\banswer\s*(?:is|[:：])|答案\s*(?:是|为|[:：])", re.IGNORECASE),
)


def load(source: Source) -> Loaded:
    """The cases of a file, or of all such files below a folder: counterfactual, factual or both by the setting."""
    if source.path is None:
        raise Mistake("CofCA needs its files", cure="Give one of its files or their folder: run cofca PATH")
    if not source.path.exists():
        raise Mistake(f"The benchmark's files {str(source.path)!r} do not exist")
    loaded, ids = Loaded(), Ids()
    settings = BENCHMARK.chosen([]) | dict(source.settings)
    for file, told in _files(source.path):
        try:
            _add_file(loaded, file, told, settings, ids, alone=source.path.is_file())
        except Mistake as mistake:
            if source.path.is_file():
                raise
            loaded.skip(told, str(mistake))
    return loaded.usable(source.path)


def _files(path: Path) -> list[tuple[Path, str]]:
    if path.is_file():
        return [(path, path.name)]
    inside = (file for file in path.rglob("*") if file.suffix.lower() in (".json", ".jsonl") and file.is_file())
    told = {file: file.relative_to(path) for file in inside}
    files = sorted(file for file in told if not any(part.startswith(".") for part in told[file].parts))
    if not files:
        raise Mistake(f"The folder {str(path)!r} holds no .json file", allowed="CofCA's files")
    return [(file, told[file].as_posix()) for file in files]


def _add_file(loaded: Loaded, file: Path, told: str, settings: dict[str, str], ids: Ids, *, alone: bool) -> None:
    rows = list(read_rows(file))
    origin = _origin(file.name, rows)
    kind = "factual" if origin in FACTUAL else "counterfactual"
    if settings["files"] not in ("all", kind):
        if alone:
            raise Mistake(f"{told} is a {kind} file", got=f"files={settings['files']}", cure=f"--set files={kind}")
        return
    for one in rows:
        row = Row(one, f"{told} row {one.number}", loaded)
        if case := _case(row, origin, hops_in(file.name), settings, ids):
            loaded.cases.append(case)


def _origin(name: str, rows: Sequence[FileRow]) -> str:
    """hotpot, 2wiki, musique or cofca, by the file's name, else by what its first rows hold."""
    if named := next((one for one in FACTUAL if one in name.lower()), "cofca" if hops_in(name) else ""):
        return named
    for fields in (row.fields for row in rows[:20] if isinstance(row.fields, dict)):
        if "question_decomposition" in fields:
            return "musique"
        if "sub_answers" in fields:
            return "cofca"
        if "sub_questions" in fields:
            return "2wiki"
        if "supporting_facts" in fields:
            return "hotpot"
    raise Mistake(f"{name} is not one of CofCA's files", allowed="a list of rows with question, answer and context")


def _case(row: Row, origin: str, hops: str, settings: dict[str, str], ids: Ids) -> Case | None:
    """The case in a row, or None after saying why it has none."""
    if row.broken:
        row.skip(row.broken)
        return None
    text, answer = row.text("question"), row.text("answer")
    if not (text and answer):
        row.skip(f"it has no {'answer' if text else 'question'}")
        return None
    context = Context(row.documents(apostrophes=origin == "cofca"))
    if not context.paragraphs:
        row.skip("it has no context")
        return None
    subs = row.sub_questions()
    if origin == "cofca" and not subs:
        row.repaired("it has no usable sub-questions; its chain is undefined")
    hops = row.hops() or hops or str(len(subs) or 2)
    gold = gold_of(row, context, subs, answer)
    question = Question(
        id=_id(row, ids, f"{hops}hop" if origin == "cofca" else origin),
        benchmark="cofca",
        kind="text",
        text=text,
        language=language_of(text),
        sub_questions=() if settings["sub-questions"] == "hidden" else tuple(sub.text for sub in subs),
        sub_mode=_MODES[settings["sub-questions"]],
    )
    tags = _tags(row, origin, hops, gold) | {name: settings[name] for name in SCORING}
    return Case(question=question, gold=gold, context=context.paragraphs, tags=tags, source=row.source)


def _id(row: Row, ids: Ids, prefix: str) -> str:
    told = row.id()
    case_id, repeated = ids.new(prefix, told or f"row{row.number}")
    if not told:
        row.repaired("it has no _id; its number in the file stands in the case's id")
    if repeated:
        row.repaired(f"its _id {told!r:.40} was there before; the case is called {case_id}")
    return case_id


def _tags(row: Row, origin: str, hops: str, gold: Gold) -> dict[str, str]:
    placed = any(step.position for step in gold.steps)
    kinds = ", ".join(kind for kind in row.kinds() if not hops_in(kind))
    return {
        "set": "factual" if origin in FACTUAL else "counterfactual",
        "origin": origin,
        "hops": hops,
        "evidence": "none" if not placed else "silver" if gold.silver else "given",
        **({"type": kinds} if kinds else {}),
        **({"level": level.lower()} if (level := row.text("level")) else {}),
    }


def read(question: Question, reply: str) -> str | None:
    """The final answer in a raw reply: what follows the last "final answer:", else the last "answer:" or "answer is",
    on its line (or the next, when its line ends there); without either the last line. Marks around it are dropped.
    """
    marks = next((found for phrase in _FINAL if (found := list(phrase.finditer(reply)))), None)
    told = reply[marks[-1].end() :] if marks else reply
    lines = [bare for line in told.splitlines() if (bare := _bare(line))]
    return (lines[0] if marks else lines[-1]) if lines else None


def _bare(line: str) -> str:
    text = re.sub(r"^\s*[-•]\s+", "", line).strip().strip("*_`:：># ").strip()
    text = re.sub(r"(?<=[^\W_])[.。]+$", "", text) if text.count(".") < 2 else text
    return text.strip().strip("\"'“”‘’「」*_`").strip()


BENCHMARK: Benchmark = Benchmark(
    "cofca",
    "multi-hop questions on counterfactual passages, with sub-questions",
    load,
    settings=(
        Setting.one_of("files", "which of its files are read", "counterfactual", "factual", "all"),
        Setting.one_of("sub-questions", "how they are asked; hidden: not at all", *_MODES),
        Setting.one_of("empty-f1", "F1 of two answers without words: 0 or 1", "hotpot", "squad2"),
        Setting.one_of("chain-by", "what makes a link of the chain right", "pm", "em"),
        Setting.one_of("joint-base", "of the logarithm in joint scores", "e", "2", "10"),
        Setting.one_of("joint-level", "joint scores from averages, or for each question", "dataset", "question"),
    ),
    read=read,
    measures=(texts.measure, subquestions.measure),
    grids=grids,
)
