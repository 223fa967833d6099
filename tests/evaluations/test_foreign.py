"""Someone else's researcher: how it is found, and that nothing but a whole trace of the question is taken from it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from agent.question import Budget
from agent.researcher import seal
from evaluations.foreign import Foreign, problems
from evaluations.researchers import chosen
from evaluations.seats import Desk
from tests.agent.scenes import question, view
from tests.commands.door import Door
from tools.mistake import Mistake
from tools.search import BookSearch

PARROT = '''
from agent.moves import Conclusion, HypothesisMove, QuoteMove
from agent.notebook import Notebook
from agent.question import Budget, Player, view_of


class Parrot:
    """Quotes the first paragraph long enough, and answers with the first option."""

    player = Player(name="parrot", kind="imported", model="feathers")

    async def research(self, question, search, past=(), sink=None):
        notebook = Notebook(search.view, (), sink)
        notebook.open(self.player, question, view_of(search.view), Budget())
        first = max(search.view.paragraphs, key=lambda paragraph: min(len(paragraph.text), 80))
        notebook.read([first.number])
        quoted = notebook.quote(QuoteMove(paragraph=first.number, quote=first.text))
        notebook.answer(Conclusion(value=next(iter(question.options)), parents=(quoted,)), "forced")
        return self.ended(notebook.events)

    def ended(self, events):
        return events


def made():
    return Parrot()


parrot = Parrot()


class Silent(Parrot):
    def ended(self, events):
        return events[:-1]


class Liar(Parrot):
    def ended(self, events):
        told = events[-1].payload
        answer = told["answer"] | {"value": "Z"}
        return [*events[:-1], events[-1].model_copy(update={"payload": told | {"answer": answer}})]


class Stranger(Parrot):
    async def research(self, question, search, past=(), sink=None):
        return await super().research(question.model_copy(update={"text": "Who?"}), search, past, sink)


class Spy(Parrot):
    def ended(self, events):
        told = events[-1].payload
        answer = told["answer"] | {"citations": [11]}
        return [*events[:-1], events[-1].model_copy(update={"payload": told | {"answer": answer}})]


class Twice(Parrot):
    def ended(self, events):
        return [events[0], events[0], *events[1:]]


class Gibberish(Parrot):
    def ended(self, events):
        return ["first I looked", "then I knew"]


class Wide(Parrot):
    async def research(self, question, search, past=(), sink=None):
        events = await super().research(question, search, past, sink)
        told = events[0].payload
        view = told["view"] | {"paragraphs": 99}
        return [events[0].model_copy(update={"payload": told | {"view": view}}), *events[1:]]


class Broken(Parrot):
    async def research(self, question, search, past=(), sink=None):
        return 1 / 0


class Shy(Parrot):
    def __init__(self, seat):
        pass


class Mute:
    player = Parrot.player


class Hasty(Parrot):
    def research(self, question, search, past=(), sink=None):
        return []


class Nameless(Parrot):
    player = "me"
'''

BREAKS = PARROT[: PARROT.index("1 / 0")].count("\n") + 1


@pytest.fixture(autouse=True)
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A folder one stands in, with a module of researchers in it."""
    import sys

    (tmp_path / "birds.py").write_text(PARROT, encoding="utf-8")
    (tmp_path / "halfbaked.py").write_text("import nothing_of_this_name\n", encoding="utf-8")
    (tmp_path / "misspelt.py").write_text("def made(:\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    for module in ("birds", "halfbaked", "misspelt"):
        monkeypatch.delitem(sys.modules, module, raising=False)
    return tmp_path


def researched(named: str) -> object:
    return asyncio.run(Foreign(named).research(question(), BookSearch(view())))


@pytest.mark.parametrize("named", ["birds:Parrot", "birds:made", "birds:parrot"])
def test_a_class_a_factory_or_an_object_is_a_researcher(named: str) -> None:
    player = chosen(named, [], {}, Budget())
    assert player.player.model == "feathers"
    assert player.slug == named.replace(":", "-")
    made = seal(asyncio.run(player.seated(Desk(question())).research(question(), BookSearch(view()))))
    assert made.answer is not None
    assert made.answer.value == "A"
    assert problems(made, view()) == []


@pytest.mark.parametrize(
    ("named", "told"),
    [
        ("eagles:Eagle", "There is no such module; got 'eagles:Eagle'. Stand in its folder, or install it."),
        ("birds.nest:Eagle", "There is no such module"),
        ("birds:Eagle", "The module birds has no 'Eagle'"),
        ("birds:__name__.x", "The module birds has no"),
        ("halfbaked:Bird", "halfbaked cannot be imported: ModuleNotFoundError: No module named 'nothing_of_this_name'"),
        ("misspelt:made", "misspelt cannot be imported: SyntaxError"),
        ("birds:Shy", "birds:Shy cannot be made without arguments: TypeError"),
        ("birds:Mute", "birds:Mute makes no researcher; got 'Mute'; allowed: an object with `player`"),
        ("birds:Hasty", "birds:Hasty makes no researcher"),
        ("birds:Nameless", "birds:Nameless makes no researcher"),
        ("birds:QuoteMove", "birds:QuoteMove cannot be made without arguments"),
    ],
)
def test_a_researcher_that_cannot_be_made_is_a_clear_mistake(named: str, told: str) -> None:
    with pytest.raises(Mistake) as caught:
        Foreign(named)
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("named", "told"),
    [
        ("birds:Silent", "left no whole trace: ValueError: the research has not ended"),
        ("birds:Liar", "answered 'Z', which is not one of A, B, C"),
        ("birds:Stranger", "tells of another question"),
        ("birds:Wide", "tells of another view"),
        ("birds:Twice", "left events that are not numbered"),
        ("birds:Gibberish", "left no whole trace"),
        ("birds:Broken", f"failed: ZeroDivisionError: division by zero (birds.py, line {BREAKS})"),
    ],
)
def test_what_is_no_trace_of_the_question_is_refused_with_the_case_named(named: str, told: str) -> None:
    with pytest.raises(Mistake) as caught:
        researched(named)
    assert f"The researcher {named} in case ferry-q1 {told}" in str(caught.value)


def test_what_does_not_hold_in_a_trace_is_told() -> None:
    made = seal(asyncio.run(Foreign("birds:Spy").research(question(), BookSearch(view()))))
    assert problems(made, view()) == ["it cites [11], which may not be seen"]


def test_its_run_is_sealed_scored_and_shown_like_any_other(door: Door, folder: Path) -> None:
    reply = door("run", "sample", "--researcher", "birds:Parrot", "--case", "en-human-1-q1")
    assert reply.code == 0
    assert "parrot · feathers" in reply.out
    assert (folder / "runs/sample-birds-Parrot/traces/en-human-1-q1.1.json").is_file()
    assert "nothing to research" in door("run", "sample", "--researcher", "birds:Parrot", "--case", "en-human-1-q1").err
    assert door("show", "sample-birds-Parrot", "en-human-1-q1").code == 0


def test_one_that_breaks_ends_the_run_with_one_line_and_keeps_what_was_sealed(door: Door, folder: Path) -> None:
    reply = door("run", "sample", "--researcher", "birds:Broken", "--limit", "3")
    assert reply.code == 1
    assert reply.err.count("\n") == 1
    assert "failed: ZeroDivisionError" in reply.err
    assert not list((folder / "runs/sample-birds-Broken/traces").iterdir())


def test_a_chain_that_does_not_hold_is_told_while_it_runs(door: Door, folder: Path) -> None:
    (folder / "birds.py").write_text(PARROT.replace('"citations": [11]', '"citations": [9999]'), encoding="utf-8")
    reply = door("run", "sample", "--researcher", "birds:Spy", "--limit", "1")
    assert reply.code == 0
    assert "en-ai-1-q1 does not hold: it cites [9999], which may not be seen" in reply.err


@pytest.fixture
def door(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], folder: Path) -> Door:
    return Door(monkeypatch, capsys)
