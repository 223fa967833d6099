"""A short story to investigate, questions about it, and a script that plays the reasoner."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from agent.moves import (
    Analysis,
    Conclusion,
    ExtractMove,
    HypothesisMove,
    LinkMove,
    Probe,
    QuoteMove,
    Verification,
)
from agent.notebook import Notebook
from agent.question import Budget, Player, Question, view_of
from agent.reasoner import Heard
from agent.state import State
from tools.book import Book, Paragraph
from tools.readers import book_from_text
from tools.search import BookSearch

STORY = """\
[1] The Ferry Inn
[2] Old Maud Tarrant kept the ledger of the Ferry Inn in a tin box under the stairs.
[3] On Monday the box was empty, and the garden door stood open to the rain.
[4] “I never touched it,” said Piers the ostler, and he showed his clean, dry boots.
[5] Miss Quill, the lodger, had mud to the ankle and said that she had walked by the river.
[6] The river path had been under water since Sunday noon, as the ferryman told everyone.
[7] Nobody in the inn had heard the dog bark that night.
[8] The dog, said Maud, barked at every soul but those who fed him.
[9] Miss Quill fed the dog her crusts each evening under the table.
[10] “Then it was you, Miss Quill, who took the ledger,” said the constable.
[11] She confessed before the lamp was lit.
"""
CUT = 10
OPTIONS = {"A": "Piers the ostler", "B": "Miss Quill the lodger", "C": "the ferryman"}
SCRIPT = Player(name="script", kind="model", model="by hand")


def story() -> Book:
    return book_from_text(STORY, "The Ferry Inn")


def view() -> Book:
    return story().before(CUT)


def question(**changes: object) -> Question:
    fields: dict[str, object] = {
        "id": "ferry-q1",
        "benchmark": "sample",
        "kind": "choice",
        "text": "Who took the ledger of the Ferry Inn?",
        "options": OPTIONS,
    }
    return Question.model_validate({**fields, **changes})


def opened(asked: Question | None = None, read: Sequence[int] = (), budget: Budget | None = None) -> Notebook:
    """A notebook on the view, with a hypothesis for each option, in round 1, and some paragraphs read."""
    notebook = Notebook(view())
    asked = asked or question()
    notebook.open(SCRIPT, asked, view_of(view()), budget or Budget())
    for label, text in asked.options.items():
        notebook.hypothesize(HypothesisMove(label=label, text=text))
    notebook.enter("probe", 1)
    notebook.read(read)
    return notebook


@dataclass
class Script:
    """A reasoner that plays what is written for each round, and keeps every state and text it was shown."""

    probes: Mapping[int, Sequence[Probe]] = field(default_factory=dict)
    quotes: Mapping[int, Sequence[ExtractMove]] = field(default_factory=dict)
    links: Mapping[int, Sequence[LinkMove]] = field(default_factory=dict)
    verdicts: Sequence[Verification] = (Verification(sufficient=True),)
    conclusions: Sequence[Conclusion] = (Conclusion(value=None),)
    player: Player = SCRIPT
    shown: list[str] = field(default_factory=list)
    verified: int = 0
    concluded: int = 0

    def heard(self) -> Sequence[Heard]:
        return ()

    async def analyze(self, state: State) -> Analysis:
        self._see(state)
        return Analysis()

    async def hypothesize(self, state: State) -> Sequence[HypothesisMove]:
        return [HypothesisMove(label=label, text=text) for label, text in state.asked.options.items()]

    async def probe(self, state: State, search: BookSearch) -> Sequence[Probe]:
        self._see(state)
        return self.probes.get(state.round, ())

    async def extract(self, state: State, search: BookSearch, fresh: Sequence[Paragraph]) -> Sequence[ExtractMove]:
        self._see(state)
        self.shown += [paragraph.text for paragraph in fresh]
        return self.quotes.get(state.round, ())

    async def link(self, state: State) -> Sequence[LinkMove]:
        self._see(state)
        return self.links.get(state.round, ())

    async def verify(self, state: State) -> Verification:
        self._see(state)
        self.verified += 1
        return self.verdicts[min(self.verified, len(self.verdicts)) - 1]

    async def conclude(self, state: State) -> Conclusion:
        self._see(state)
        self.concluded += 1
        return self.conclusions[min(self.concluded, len(self.conclusions)) - 1]

    def _see(self, state: State) -> None:
        self.shown.append(state.model_dump_json())


def muddy(stance: float = 0.9) -> QuoteMove:
    """The quotation about the lodger's muddy shoes, for hypothesis H2."""
    return QuoteMove(paragraph=5, quote="had mud to the ankle", stance={"H2": stance, "H1": -0.2})


def flooded(stance: float = 0.9) -> QuoteMove:
    return QuoteMove(paragraph=6, quote="The river path had been under water since Sunday noon", stance={"H2": stance})
