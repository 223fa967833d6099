"""Changes: what an edit puts into a notebook that stands at its place. The notebook's guards hold for it too."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import ValidationError

from agent import guards, stops
from agent.guards import Objection
from agent.moves import HypothesisMove, Probe, QuoteMove
from agent.notebook import Notebook
from agent.question import Budget, Player, Question
from agent.state import Query
from agent.trace import Event
from evaluations.branches.edits import (
    SETTINGS,
    AddEvidence,
    AddHypothesis,
    Drop,
    Edit,
    Replace,
    Reply,
    Requery,
    Restance,
    Rules,
    Setting,
    Swap,
)
from graphs.evidence import Absence, AnswerNode, Evidence, Hypothesis, Node
from tools.mistake import Mistake
from tools.quotes import find_quote

NO_LIMIT = ("calls", "tokens", "cost")
"""The settings that may be without a limit."""


def change(notebook: Notebook, edit: Edit, followed: Sequence[Event] = ()) -> None:
    """Make `edit`; Mistake when a guard objects, or there is nothing to change.

    `followed` are the events that came after the place: the queries planned with a changed one are planned again.
    """
    if isinstance(edit, Drop):
        _drop(notebook, edit)
    elif isinstance(edit, Requery):
        _requery(notebook, edit, followed)
    elif isinstance(edit, AddHypothesis | AddEvidence):
        _add(notebook, edit)
    elif isinstance(edit, Replace | Restance):
        _put(notebook, edit, node=_other(notebook, edit))
    elif isinstance(edit, Rules):
        _put(notebook, edit, question=notebook.state.asked.model_copy(update={"rules": _rules(notebook, edit)}))
    elif isinstance(edit, Setting):
        _put(notebook, edit, budget=_budget(notebook, edit))
    elif isinstance(edit, Swap):
        seated = notebook.state.player.model_copy(update={"model": edit.model})
        if seated.kind == "extractive":
            seated = seated.model_copy(update={"name": "agent", "kind": "model", "infers": True})
        _put(notebook, edit, researcher=seated)
    else:
        assert isinstance(edit, Reply)  # the record of calls holds it; nothing else is changed
        _put(notebook, edit)
    if not isinstance(edit, Reply) and (reason := _stop(notebook)):
        notebook.stop(reason)


def _put(notebook: Notebook, edit: Edit, **put: Node | Query | Question | Budget | Player) -> None:
    notebook.edited(edit.told, edit.model_dump(mode="json"), **put)


def _stop(notebook: Notebook) -> str:
    """Whether to stop, decided again over what was changed."""
    state = notebook.state
    if state.node == "hypothesize" and state.closed:
        return stops.CLOSED_BOOK
    return (stops.stop(state) if state.node == "assess" else "") or stops.overspent(state)


def _drop(notebook: Notebook, edit: Drop) -> None:
    _known(notebook, edit.node)
    _put(notebook, edit)
    notebook.drop(edit.node)


def _requery(notebook: Notebook, edit: Requery, followed: Sequence[Event]) -> None:
    first = Query.model_validate(followed[0].payload["query"])
    move = Probe(kind=edit.search, text=edit.text, intent=first.intent, hypothesis=first.hypothesis)
    _hold(guards.probe(notebook.state, notebook.view, move))
    _put(notebook, edit, query=first.model_copy(update={"kind": edit.search, "text": edit.text}))
    for event in followed[1:]:
        if event.kind == "entered":
            break
        if event.kind == "queried":
            notebook.probe(Probe.model_validate(_of(Probe, event.payload["query"])))


def _of(shape: type[Probe], payload: dict[str, object]) -> dict[str, object]:
    return {name: payload[name] for name in shape.model_fields}


def _add(notebook: Notebook, edit: AddHypothesis | AddEvidence) -> None:
    """The node as the notebook would note it."""
    if isinstance(edit, AddHypothesis):
        told = HypothesisMove(text=edit.text, label=edit.label)
        _hold(guards.hypothesis(notebook.state, told))
    else:
        move = QuoteMove(
            paragraph=edit.paragraph, quote=edit.quote, stance=edit.stance, relevance=edit.relevance
        )  # fmt: skip
        _hold(guards.quote(notebook.state, notebook.view, move))
    _put(notebook, edit, node=_new(notebook, edit))


def _new(notebook: Notebook, edit: AddHypothesis | AddEvidence) -> Node:
    if isinstance(edit, AddHypothesis):
        return Hypothesis(id=notebook.next_id("H"), text=edit.text, label=edit.label)
    quote = notebook.printed(edit.paragraph, edit.quote)
    fields = edit.model_dump(include={"paragraph", "stance", "relevance"})
    return Evidence(id=notebook.next_id("E"), quote=quote, **fields)


def _other(notebook: Notebook, edit: Replace | Restance) -> Node:
    """The changed form of a node."""
    node = _known(notebook, edit.node)
    if isinstance(edit, Restance):
        if not isinstance(node, Evidence | Absence):
            raise Mistake(f"{edit.node} has no stance", cure="Only quotations and absences have one.")
        if not isinstance(_known(notebook, edit.hypothesis), Hypothesis):
            raise Mistake(f"{edit.hypothesis} is no hypothesis", cure="A stance is taken towards one.")
        return node.model_copy(update={"stance": {**node.stance, edit.hypothesis: edit.stance}})
    if not isinstance(node, Evidence):
        raise Mistake(f"{edit.node} is no quotation", cure="Only a quotation can be replaced by another.")
    if edit.paragraph not in notebook.view or find_quote(edit.quote, notebook.view[edit.paragraph]) is None:
        raise Mistake(f"These words do not stand in [{edit.paragraph}] of what may be seen", got=edit.quote)
    quote = notebook.printed(edit.paragraph, edit.quote)
    put = {"paragraph": edit.paragraph, "quote": quote, "stance": {}, "note": ""}
    return node.model_copy(update=put)


def _known(notebook: Notebook, node: str) -> Node:
    graph = notebook.state.graph
    if node not in graph or isinstance(graph[node], AnswerNode):
        told = ", ".join(n.id for n in graph.nodes if not isinstance(n, AnswerNode)) or "(the graph is empty)"
        raise Mistake("There is no such node in the graph at this event", got=node, allowed=told)
    return graph[node]


def _rules(notebook: Notebook, edit: Rules) -> str:
    before = notebook.state.asked.rules
    return f"{before}\n{edit.text}" if edit.added and before else edit.text


def _budget(notebook: Notebook, edit: Setting) -> Budget:
    if edit.name not in SETTINGS:
        raise Mistake("There is no such setting", got=edit.name, allowed=", ".join(SETTINGS))
    told = "a number above 0" + (", or none" if edit.name in NO_LIMIT else "")
    try:
        made = Budget.model_validate({**notebook.state.budget.model_dump(), edit.name: edit.value})
    except ValidationError:
        raise Mistake(f"The setting {edit.name} does not take this", got=str(edit.value), allowed=told) from None
    if edit.value is not None and edit.value <= 0:
        raise Mistake(f"The setting {edit.name} does not take this", got=str(edit.value), allowed=told)
    return made


def _hold(objection: Objection | None) -> None:
    """Mistake where a guard objects to what somebody wants to put in by hand."""
    if objection is None:
        return
    unread = 'Let a query find it first, such as: "query Q1 range 45-45"' if objection.guard == "quote-unread" else ""
    raise Mistake(f"The guard {objection.guard} refuses the edit: {objection.reason}", cure=unread)
