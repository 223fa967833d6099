"""Someone else's researcher, named as module:name: found, made, and its traces checked like any other."""

from __future__ import annotations

import importlib
import inspect
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

from pydantic import ValidationError

from agent.fold import fold
from agent.notebook import Sink
from agent.question import Player, Question, view_of
from agent.researcher import Researcher, seal
from agent.trace import Event, Trace
from graphs.check import check
from tools.book import Book
from tools.mistake import Mistake
from tools.search import BookSearch

_SHAPE = "an object with `player` (a Player) and `async research(question, search, past, sink)`"

_HOUSE = Path(__file__).parent.parent
_LIBRARY = Path(traceback.__file__).parent


class Foreign:
    """Researches with what `module:name` makes, and accepts only events that tell a whole trace of the question."""

    def __init__(self, named: str) -> None:
        self.named = named
        self.inner = _made(named)
        self.player = self.inner.player

    async def research(
        self, question: Question, search: BookSearch, past: Sequence[Event] = (), sink: Sink | None = None
    ) -> list[Event]:
        """The inner researcher's events; Mistake when it raises, or what it returns is no trace of this question."""
        try:
            events = list(await self.inner.research(question, search, past, sink))
        except Mistake:
            raise
        except Exception as error:
            raise self._mistake(question, f"failed: {_told(error)}") from error
        if fault := _fault(events, question, search.view, self.player):
            raise self._mistake(question, fault)
        return events

    def _mistake(self, question: Question, what: str) -> Mistake:
        return Mistake(f"The researcher {self.named} in case {question.id} {what}", exit_code=1)


def problems(trace: Trace, view: Book) -> list[str]:
    """What does not hold in a trace's chain: the graph's faults, and citations of what may not be seen.

    A conclusion that was drawn and then not used breaks no chain.
    """
    faults = check(trace.graph, view, fold(trace.events).read)
    found = [problem.text for problem in faults if problem.fault != "orphan"]
    unseen = [n for n in trace.answer.citations if n not in view] if trace.answer else []
    return found + [f"it cites [{n}], which may not be seen" for n in unseen]


def _made(named: str) -> Researcher:
    module, _, name = named.partition(":")
    found = getattr(_imported(module, named), name, None) if name.isidentifier() else None
    if found is None:
        raise Mistake(f"The module {module} has no {name!r}", got=named)
    try:
        made = found() if callable(found) else found
    except Exception as error:
        raise Mistake(f"{named} cannot be made without arguments: {_told(error)}", exit_code=1) from error
    research = getattr(made, "research", None)
    if not isinstance(getattr(made, "player", None), Player) or not inspect.iscoroutinefunction(research):
        raise Mistake(f"{named} makes no researcher", got=type(made).__name__, allowed=_SHAPE)
    return cast(Researcher, made)


def _imported(module: str, named: str) -> Any:
    """The module, from the installed packages or else from the folder one stands in."""
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.append(here)
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name and (module == error.name or module.startswith(f"{error.name}.")):
            raise Mistake("There is no such module", got=named, cure="Stand in its folder, or install it.") from None
        raise Mistake(f"{module} cannot be imported: {_told(error)}", exit_code=1) from error
    except Exception as error:
        raise Mistake(f"{module} cannot be imported: {_told(error)}", exit_code=1) from error


def _fault(events: list[Any], question: Question, view: Book, player: Player) -> str:
    """Why these events are no trace of the question in this view by this player; '' when they are."""
    try:
        trace = seal(events)
    except (ValidationError, ValueError, KeyError, TypeError, AttributeError) as error:
        return f"left no whole trace: {_told(error)}"
    if [event.k for event in trace.events] != list(range(1, len(events) + 1)):
        return "left events that are not numbered 1, 2, 3 …"
    if trace.question != question or trace.researcher != player:
        return "tells of another question or researcher than it was given"
    if trace.view is None or trace.view.model_copy(update={"semantic": "none"}) != view_of(view):
        return "tells of another view than it was given"
    value, labels = trace.answer.value if trace.answer else None, question.options
    if value is not None and labels and value not in labels:
        return f"answered {value!r}, which is not one of {', '.join(labels)}"
    return ""


def _told(error: Exception) -> str:
    """An error in one line, with the place in the user's own files where it was raised."""
    words = " ".join(str(error).split())[:200]
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if _theirs(Path(frame.filename))]
    place = f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""
    return f"{type(error).__name__}: {words}{place}"


def _theirs(file: Path) -> bool:
    ours = any(file.is_relative_to(_HOUSE / room) for room in ("tools", "graphs", "agent", "evaluations"))
    return file.is_file() and not ours and not file.is_relative_to(sys.prefix) and not file.is_relative_to(_LIBRARY)
