"""Pages that a key prints whole: a prompt, a reply, the graph, the notebook, the hits so far."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.text import Text

from agent.model.calls import Kept
from agent.state import State
from evaluations.prose import Prose, hung, one_line
from evaluations.stepping.brief import ranges
from evaluations.stepping.event import hits
from evaluations.stepping.gold import Marks
from graphs.render import as_text

_NODE = re.compile(r"([* ]? ?\S+(?: \[\d+\])?) (.*)")


def prompt(kept: Kept) -> RenderableType:
    """The messages as they were sent, word for word."""
    parts: list[RenderableType] = [_title(kept, "prompt", f"{len(kept.messages)} messages")]
    for message in kept.messages:
        parts += [Rule(message.role, style="dim"), Prose(message.content)]
    return Group(*parts, Rule(style="dim"))


def reply(kept: Kept) -> RenderableType:
    """The reply as it came, with what was shown of the thinking before it."""
    made = kept.completion
    parts: list[RenderableType] = [_title(kept, "reply", f"finish: {made.finish or 'not told'}")]
    if made.thought:
        parts += [Rule("thinking", style="dim"), Prose(made.thought, "dim")]
    parts += [Rule("reply", style="dim"), Prose(made.text) if made.text else Text("(empty)", "dim")]
    if made.fault:
        parts.append(Prose(f"not usable: {made.fault}. {made.told}", "red"))
    return Group(*parts, Rule(style="dim"))


def graph(state: State) -> RenderableType:
    """The evidence graph, a node each; * marks what the answer rests on."""
    lines = [_NODE.fullmatch(one_line(line)) for line in as_text(state.graph).splitlines()]
    rows = [hung(Text(line[1]), Prose(line[2])) for line in lines if line]
    return Group(Rule("graph", style="dim"), *(rows or [Text("(empty)", "dim")]), Rule(style="dim"))


def notebook(state: State, marks: Marks) -> RenderableType:
    """What the notebook holds besides the graph: queries, paragraphs read, gaps, refusals."""
    return Group(Rule("notebook", style="dim"), *_notebook(state, marks), Rule(style="dim"))


def _notebook(state: State, marks: Marks) -> Iterator[RenderableType]:
    for query in state.queries:
        found = "not run yet" if query.hits is None else f"{len(query.hits)} hits"
        about = f" {query.hypothesis}" if query.hypothesis else ""
        yield hung(
            Text(one_line(query.id), "bold"), Prose(f"{query.kind} ({query.intent}{about}), {found}: {query.text}")
        )
    yield hung(Text("read", "bold"), Text(ranges(state.read) or "nothing"))
    if gold := sorted(marks.among(set(state.read))):
        yield hung(Text("gold", "green"), Text(f"read: {', '.join(f'[{n}]' for n in gold)}", "green"))
    for gap in state.gaps:
        yield hung(Text("gap", "bold"), Prose(gap))
    for refusal in state.refusals:
        about = f"round {refusal.round}, {refusal.move} ({refusal.guard}): {refusal.reason}"
        yield hung(Text("refused", "red"), Prose(about))


def found(state: State, marks: Marks) -> RenderableType:
    """The hits of the last round's queries."""
    parts: list[RenderableType] = []
    latest = [query for query in state.queries if query.hits is not None][-state.budget.queries_a_round :]
    for query in latest:
        parts.append(hung(Text(one_line(query.id), "bold"), Prose(f"{query.kind}: {query.text}")))
        shown = [(place, hit.model_dump(mode="json")) for place, hit in enumerate(query.hits or (), 1)]
        parts.append(Padding(hits(shown, marks), (0, 0, 0, 2)))
    return Group(Rule("hits", style="dim"), *(parts or [Text("(none yet)", "dim")]), Rule(style="dim"))


def _title(kept: Kept, what: str, more: str) -> RenderableType:
    shape = f" · asked for {kept.shape}" if kept.shape else ""
    again = f" · time {kept.key.occurrence}" if kept.key.occurrence > 1 else ""
    return Prose(f"{what} of {kept.key.node} · {more}{shape}{again} · kept {kept.at}", "bold")
