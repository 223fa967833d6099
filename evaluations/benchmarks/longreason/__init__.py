"""LongReason: short reasoning questions, each expanded and hidden in ever longer texts (Ling et al. 2025).

Official layout: data/{split}-*.parquet, seven splits of 794 rows, all fields strings. Taken too: {split}.jsonl,
.json or .csv. Pin a revision after 2025-05-22: in earlier ones answers do not belong to their questions.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import partial

from agent.question import Question
from evaluations.benchmarks.benchmark import Benchmark, Reading, Setting, Source
from evaluations.benchmarks.ids import Ids
from evaluations.benchmarks.loaded import Loaded
from evaluations.benchmarks.longreason.files import SPLITS, files_of
from evaluations.benchmarks.longreason.rows import WHOLE, Row, answer, asked, options
from evaluations.benchmarks.rowfile import read_rows
from evaluations.case import Case, Gold, Score
from evaluations.metrics import answers
from evaluations.scoring import by_question
from evaluations.table import Grid
from tools.mistake import Mistake

AVERAGED = ("8k", "16k", "32k", "64k")
"""The splits whose mean is the paper's "Avg."; 128K is not in it."""
_COLUMNS = ("question", "background", "final_inquiry", "example_idx", "answer")
_PHRASE = re.compile(r"the\s+answer\s+is", re.IGNORECASE)
_LETTER = re.compile(r"[\s:：*()\[\]{}（）【】]*([A-E])(?![A-Za-zÀ-ɏ0-9])", re.IGNORECASE)


def load(source: Source) -> Loaded:
    """The cases of the chosen split, or of every split found, in the order of their lengths.

    original: `question`. expanded: `background` and `final_inquiry` as one text. The five long splits: `final_inquiry`
    is the question and `background` its context, one paragraph a line.
    """
    if source.path is None:
        raise Mistake("LongReason needs its files", cure="Give a split's file or a folder of them: run longreason PATH")
    loaded, ids = Loaded(), Ids()
    settings = BENCHMARK.chosen([]) | dict(source.settings)
    for split, file, told in files_of(source.path, settings["split"], loaded):
        try:
            for row in read_rows(file, _COLUMNS):
                if case := _case(Row(row, f"{told} row {row.number}", loaded), split, settings["inquiry"], ids):
                    loaded.cases.append(case)
        except Mistake as mistake:
            if source.path.is_file():
                raise
            loaded.skip(told, str(mistake))
    return loaded.usable(source.path)


def _case(row: Row, split: str, inquiry: str, ids: Ids) -> Case | None:
    """The case in a row, or None after saying why it has none."""
    if row.broken:
        row.skip(row.broken)
        return None
    text, context = asked(row, split, inquiry)
    letter = answer(row) if text else None
    if not (text and letter):
        return None
    index = row.text("example_idx")
    if not index:
        row.repaired("it has no example_idx; its number in the file stands in the id")
    case_id, repeated = ids.new(split, index or f"row{row.number}")
    if repeated:
        row.repaired(f"its example_idx {index!r:.40} was there before; the case is called {case_id}")
    question = Question(
        id=case_id,
        benchmark="longreason",
        kind="choice",
        text=text,
        options=options(row, text, letter),
        inquiry=inquiry,
    )
    tags = {"split": split, "length": split.upper() if split not in WHOLE else split, "inquiry": inquiry}
    return Case(question=question, gold=Gold(answer=letter), context=context, tags=tags, source=row.source)


def read(question: Question, reply: str, occurrence: str = "last") -> str | None:
    """The letter A–E right after "the answer is", whatever its case; None when there is none.

    Of several such phrases the `occurrence` counts (which one is open in the paper; the last follows the reasoning).
    Spaces, colons, asterisks and brackets may stand between; a letter that goes on as a word or number is none.
    """
    ends = [phrase.end() for phrase in _PHRASE.finditer(reply)]
    letter = _LETTER.match(reply, ends[-1 if occurrence == "last" else 0]) if ends else None
    return letter.group(1).upper() if letter else None


def _reading(settings: Mapping[str, str]) -> Reading:
    return partial(read, occurrence=settings["occurrence"])


def average(by_split: Mapping[str, float]) -> float | None:
    """The paper's "Avg.": the plain mean over 8K to 64K; None unless all four are there."""
    values = [by_split[split] for split in AVERAGED if split in by_split]
    return sum(values) / len(values) if len(values) == len(AVERAGED) else None


def grids(cases: Sequence[Case], scores: Sequence[Score]) -> list[Grid]:
    """Accuracy by length, with the paper's average."""
    right, chance = by_question(scores, answers.ACCURACY), by_question(scores, answers.CHANCE)
    rows: list[tuple[str | float | int | None, ...]] = []
    shares: dict[str, float] = {}
    for split in SPLITS:
        ids = [case.id for case in cases if case.tags.get("split") == split and case.id in right]
        if ids:
            shares[split] = sum(right[one] for one in ids) / len(ids)
            guessed = sum(chance.get(one, 0.0) for one in ids) / len(ids)
            rows.append((split.upper() if split not in WHOLE else split, shares[split], guessed, len(ids)))
    rows.append(("Avg.", average(shares), None, ""))
    note = "Avg. is the mean of 8K to 64K, as in the paper; random there: 25.21 %."
    return [Grid("Accuracy by length", ("split", "accuracy", "chance", "questions"), tuple(rows), note)]


BENCHMARK = Benchmark(
    "longreason",
    "short reasoning questions in texts of 8K to 128K tokens",
    load,
    settings=(
        Setting.one_of("split", "the split to ask; all: every split found", "all", *SPLITS),
        Setting.one_of("inquiry", "where the question stands when its text is shown whole", "last", "first"),
        Setting.one_of("occurrence", 'which "the answer is" of a raw reply is read', "last", "first"),
    ),
    read=read,
    reads=_reading,
    grids=grids,
)
