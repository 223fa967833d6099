"""The four walls: nothing at or after the cut and nothing of the gold ever gets out, and rooms import downwards."""

from __future__ import annotations

import asyncio
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.extractive import ExtractiveReasoner
from agent.loop import LoopResearcher
from agent.moves import AbsenceMove, Conclusion, Probe, QuoteMove
from agent.question import Budget, Question
from agent.researcher import Researcher
from agent.trace import Event
from evaluations.case import Case, Gold, ReferenceStep
from evaluations.controls import CONTROLS
from evaluations.researchers import chosen
from evaluations.seats import Desk
from evaluations.views import gold_evidence
from tests.agent.scenes import CUT, Script, question, story
from tests.tools.bag import Bag
from tools.book import Book, Paragraph
from tools.readers import book_from_text
from tools.request import QUERY_KINDS
from tools.search import BookSearch
from tools.semantic import Meaning

HOUSE = Path(__file__).parent.parent
SECRET = "xyzzyquux"
GOLD = "plughkanary"


@settings(max_examples=60, deadline=None)
@given(
    cut=st.integers(2, 12),
    kind=st.sampled_from(QUERY_KINDS),
    text=st.sampled_from([SECRET, f"the {SECRET} ledger", "ledger", "8", "1-99", "9-12", "秘密", SECRET.upper()])
    | st.text(max_size=20),
    first=st.none() | st.integers(-3, 20),
    last=st.none() | st.integers(-3, 20),
)
def test_no_look_at_a_view_finds_what_lies_at_or_after_the_cut(
    cut: int, kind: str, text: str, first: int | None, last: int | None
) -> None:
    whole = story()
    secret = f" {SECRET} 秘密 said Mrs. Xyzzyquux, known as Quuxy."
    planted = tuple(Paragraph(p.number, f"{p.text}{secret if p.number >= cut else ''}") for p in whole.paragraphs)
    view = Book("The Ferry Inn", planted, whole.chapters).before(cut)
    bag = Bag(languages=frozenset({"en", "zh"}))
    search = BookSearch(view, Meaning(bag))
    hits = search.look(kind, text, 50, first, last)  # type: ignore[arg-type]
    assert all(hit.paragraph < cut for hit in hits)
    read = search.read([hit.paragraph for hit in hits] + list(range(0, 20)), neighbours=3)
    seen = " ".join(
        [*(h.sentence for h in hits), *(p.text for p in read), *(w.text for w in search.passages), *bag.seen]
    )
    seen += search.names.to_tsv()
    assert SECRET not in seen.lower()
    assert "Quuxy" not in seen
    assert "秘密" not in seen
    assert view.chapter_of(cut) is None
    assert search.words.frequency(SECRET) == 0


def planted_case() -> tuple[Case, Book]:
    """A case whose gold is a word that stands nowhere else, and a book with a secret from the cut on."""
    text = "\n".join(f"[{p.number}] {p.text}{' ' + SECRET if p.number >= CUT else ''}" for p in story().paragraphs)
    gold = Gold(answer="B", steps=(ReferenceStep(text=GOLD, kind="explicit", position=5),), answer_position=CUT)
    return Case(question=question(), gold=gold, cut=CUT), book_from_text(text, "The Ferry Inn")


async def events_of(case: Case, book: Book, researcher: Researcher) -> list[Event]:
    return await researcher.research(case.question, BookSearch(book.before(case.cut)))


@settings(max_examples=25, deadline=None)
@given(
    st.lists(
        st.tuples(st.sampled_from(QUERY_KINDS), st.sampled_from([SECRET, GOLD, "ledger", "10", "5-12"])), max_size=6
    )
)
def test_neither_gold_nor_the_text_behind_the_cut_reaches_an_event_or_a_reasoner(asked: list[tuple[str, str]]) -> None:
    case, book = planted_case()
    script = Script(
        probes={1: [Probe(kind=kind, text=text) for kind, text in asked]},
        quotes={
            1: [
                QuoteMove(paragraph=10, quote="Then it was you, Miss Quill"),
                AbsenceMove(text="nothing", queries=("Q1",), first=1, last=99),
            ]
        },
        conclusions=[Conclusion(value=None)],
    )
    events = asyncio.run(events_of(case, book, LoopResearcher(script)))
    proposed = {text for _, text in asked}
    told = [e for e in events if e.kind not in ("queried", "refused")]
    for secret in (SECRET, GOLD):
        assert not any(secret in e.model_dump_json() for e in told)
        if secret not in proposed:
            assert not any(secret in shown for shown in script.shown)


def test_the_extractive_researcher_never_meets_the_gold() -> None:
    case, book = planted_case()
    events = asyncio.run(events_of(case, book, LoopResearcher(ExtractiveReasoner())))
    assert not any(secret in e.model_dump_json() for e in events for secret in (SECRET, GOLD))


@pytest.mark.parametrize("said", ["constant:B" if name == "constant" else name for name in CONTROLS])
def test_no_control_meets_the_gold_or_the_text_behind_the_cut(said: str) -> None:
    case, book = planted_case()
    step = ReferenceStep(text=f"{GOLD} again", kind="explicit", position=CUT + 1)
    gold = case.gold.model_copy(update={"steps": (*case.gold.steps, step), "aliases": (GOLD,), "sub_answers": (GOLD,)})
    case = case.model_copy(update={"gold": gold, "tags": {"category": GOLD}, "source": GOLD})
    player = chosen(said, [case], {}, Budget())
    events = asyncio.run(
        events_of(case, player.narrow(case, book.before(case.cut)), player.seated(Desk(case.question)))
    )
    assert not any(secret in e.model_dump_json() for e in events for secret in (SECRET, GOLD))
    told = " ".join(e.model_dump_json() for e in events if e.kind != "opened")
    assert "answer_position" not in told
    assert all(number in book.before(CUT) for e in events if e.kind == "read" for number in e.payload["paragraphs"])


@given(st.sets(st.integers(1, 14), max_size=8), st.integers(2, 12))
def test_gold_evidence_gives_paragraphs_of_the_book_and_nothing_else(positions: set[int], cut: int) -> None:
    case, book = planted_case()
    steps = tuple(ReferenceStep(text=GOLD, kind="explicit", position=n) for n in sorted(positions))
    case = case.model_copy(update={"gold": Gold(answer="B", steps=steps, answer_position=cut), "cut": cut})
    given_book = gold_evidence(case, book.before(cut))
    assert [p.number for p in given_book.paragraphs] == sorted(n for n in positions if n < cut and n in book)
    assert all(p.text == book[p.number] for p in given_book.paragraphs)


def test_a_question_has_no_field_for_gold() -> None:
    fields = set(Question.model_fields)
    assert not fields & set(Gold.model_fields)
    assert "cut" not in fields


PLANTED = {
    "graphs/evidence.py": "import agent.question",
    "tools/book.py": "import graphs.evidence",
    "agent/state.py": "import evaluations.case",
    "evaluations/scoring.py": "import agent.loop",
    "evaluations/show.py": "import evaluations.branches",
    "evaluations/metrics/answers.py": "from agent import notebook",
    "evaluations/metrics/steps.py": "import agent.oneshot",
    "tools/terms.py": "import tools.book",
    "evaluations/report.py": "import agent.model.client",
    "evaluations/judge/pieces.py": "import agent.loop",
    "evaluations/calibration/rows.py": "import evaluations.judge.judge",
}


CHECK = """
import json, sys
from pathlib import Path
from importlinter.cli import lint_imports

for file, line in json.load(sys.stdin).items():
    print("PLANTED", file, flush=True)
    code = Path(file)
    whole = code.read_text("utf-8")
    code.write_text(f"{whole}\\n{line}\\n", "utf-8")
    print("EXIT", lint_imports(no_cache=True), flush=True)
    code.write_text(whole, "utf-8")
"""


@pytest.fixture(scope="module")
def checked(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What the contracts say with each import planted alone; one process checks them all, as starting takes longest."""
    place = tmp_path_factory.mktemp("planted")
    for room in ("tools", "graphs", "agent", "evaluations"):
        shutil.copytree(HOUSE / room, place / room, ignore=shutil.ignore_patterns("__pycache__", "*.txt", "*.json"))
    shutil.copy(HOUSE / "pyproject.toml", place)
    done = subprocess.run(
        [sys.executable, "-c", CHECK], cwd=place, input=json.dumps(PLANTED), capture_output=True, text=True,
        env={"PYTHONPATH": str(place), "PATH": ""},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    told = done.stdout.split("PLANTED ")[1:]
    return dict(part.split("\n", 1) for part in told)


@pytest.mark.parametrize("file", PLANTED)
def test_a_planted_import_against_the_staircase_breaks_the_contract(file: str, checked: dict[str, str]) -> None:
    assert "EXIT 1" in checked[file], checked[file]
    assert "BROKEN" in checked[file]
