"""One trace for a reader: rounds, queries, hits, quotations, graph, cited steps, and gold beside what was found."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from agent.fold import apply
from agent.question import Answer, Question
from agent.state import State
from agent.trace import Event, Payload, Trace, Usage
from evaluations.case import Case
from evaluations.gold import gold_lines
from evaluations.metrics.findings import Findings
from evaluations.verdicts import Verdicts, verdict_lines
from graphs.evidence import Evidence, Hypothesis, Node
from graphs.render import as_text

SHOWN_HITS = 5


def shown(
    trace: Trace, case: Case | None = None, found: Findings | None = None, verdicts: Verdicts | None = None
) -> RenderableType:
    """The whole trace; with its case the gold stands at the end, marked by what a judge found of it.

    With the verdicts of a scorer these are its own, and what it held of the answer's steps and reasoning follows.
    """
    parts: list[RenderableType] = [_heading(trace)]
    parts += list(_rounds(trace.events))
    parts += [Rule("graph"), *(_graph_line(line) for line in (as_text(trace.graph) or "(empty)").splitlines())]
    parts += [Rule("answer"), *_answer(trace)]
    if case:
        parts += [Rule("gold"), *gold_lines(trace, case, verdicts.findings if verdicts else found)]
    if verdicts:
        parts += [Rule(f"judged by {verdicts.scorer.name}"), *verdict_lines(trace, verdicts)]
    return Group(*parts)


def _heading(trace: Trace) -> RenderableType:
    question, view = trace.question, trace.view
    lines = [Text.assemble((question.id, "bold"), f" · {trace.researcher.name} · repeat {trace.repeat}")]
    if view:
        cut = f", cut before [{view.cut}]" if view.cut else ""
        lines.append(Text(f"{view.title}: {view.paragraphs:,} paragraphs, about {view.tokens:,} tokens{cut}", "dim"))
    return Group(*lines, *question_lines(question))


def question_lines(question: Question) -> list[RenderableType]:
    """The question and its options, indented."""
    options = [Padding(Text(f"{label}. {text}"), (0, 0, 0, 2)) for label, text in question.options.items()]
    about = [Text(f"\nPrequel of {question.character}", "dim")] if question.character else []
    return [*about, Text(f"\n{question.text}", "bold"), *options]


def spent(usage: Usage) -> str:
    """What the model's calls came to, to follow other words; '' where none was made."""
    if not usage.calls:
        return ""
    cost = "price unknown" if usage.cost is None else f"${usage.cost:.4f}"
    return f" · {usage.calls} calls, {usage.tokens:,} tokens ({usage.cached_tokens:,} cached apart), {cost}"


def _rounds(events: Sequence[Event]) -> Iterator[RenderableType]:
    """Each event that a reader wants to see, under its round; the state is folded alongside for names."""
    state, round_ = State(), 0
    for event in events:
        apply(state, event)
        if state.round != round_:
            round_ = state.round
            yield Rule(f"round {round_}")
        yield from _told(event.kind, event.payload, state)


def _told(kind: str, payload: Payload, state: State) -> Iterator[RenderableType]:
    if kind == "imported":
        yield from _imported(payload)
    elif kind == "queried":
        query = payload["query"]
        about = f" {query['hypothesis']}" if query["hypothesis"] else ""
        yield _line(f"{query['kind']} ({query['intent']}{about}): {query['text']}", "cyan", label=query["id"])
    elif kind == "searched":
        hits = payload["hits"]
        yield _line(f"{payload['query']} found {len(hits)}" + (":" if hits else ""))
        for hit in hits[:SHOWN_HITS]:
            yield _line(hit["sentence"], "dim", 4, label=f"[{hit['paragraph']}]")
    elif kind == "read":
        yield _line(f"read for {payload['reason'] or '?'}: {_ranges(payload['paragraphs'])}")
    elif kind == "noted":
        node = state.graph[payload["node"]["id"]]
        yield from _noted(node)
    elif kind == "refused":
        yield _line(f"refused ({payload['guard']}): {payload['reason']}", "red")
    elif kind == "assessed":
        believed = "  ".join(f"{h} {belief:.2f}" for h, belief in payload["beliefs"].items())
        yield _line(f"belief: {believed or '—'}; margin {payload['margin']:.2f}", "yellow")
    elif kind == "verified":
        missing = "; ".join(payload["missing"])
        yield _line("verified: " + ("sufficient" if payload["sufficient"] else f"not yet ({missing or 'too little'})"))
    elif kind in ("stopped", "failed"):
        yield _line(f"{kind}: {payload['reason']}", "bold")


def _imported(payload: Payload) -> Iterator[RenderableType]:
    untold = ", ".join(payload["untold"])
    yield _line("imported" + (f"; its file does not tell: {untold}" if untold else ""), "dim")
    if payload["raw"]:
        yield _line(payload["raw"], "dim", label="answered, as written:")


def _noted(node: Node) -> Iterator[RenderableType]:
    if isinstance(node, Evidence):
        stance = ", ".join(f"{h} {s:+.2f}" for h, s in node.stance.items() if round(s, 2))
        words = node.quote or f"{node.note} (no words quoted)".lstrip()
        yield _line(f"{words} ({stance or 'no stance'})", "green", label=f"{node.id} [{node.paragraph}]")
    elif not isinstance(node, Hypothesis):
        yield _line(getattr(node, "text", ""), "green", label=node.id)


def _answer(trace: Trace) -> Iterator[RenderableType]:
    if trace.answer is None or trace.answer.value is None:
        yield Text(f"no answer ({trace.status}: {trace.stop})", "bold")
        return
    yield Text(f"{answered(trace.answer)}  ({trace.status}, {trace.stop})", "bold")
    yield from step_lines(trace.answer)


def answered(answer: Answer) -> str:
    """The answer in one line: its label and text, or its text alone."""
    return f"{answer.value}. {answer.text}" if answer.text != answer.value else str(answer.value)


def step_lines(answer: Answer) -> Iterator[RenderableType]:
    """The cited steps, numbered, each with its paragraphs and the steps it follows from."""
    for number, step in enumerate(answer.steps, 1):
        where = "".join(f"[{p}]" for p in step.paragraphs)
        rests = f" (from {', '.join(map(str, step.rests_on))})" if step.rests_on else ""
        yield _line(f"{step.text}{rests}", label=f"{number}. {where}".strip())


def _graph_line(line: str) -> RenderableType:
    parts = re.fullmatch(r"([* ]?\s*\S+(?: \[\d+\])?) (.*)", line)
    return _line(parts.group(2), label=parts.group(1)) if parts else _line(line)


def _ranges(numbers: Sequence[int]) -> str:
    """Numbers as ranges: 3, 4, 5, 9 gives 3–5, 9."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(f"{r[0]}–{r[-1]}" if len(r) > 1 else str(r[0]) for r in runs)


def _line(text: str, style: str = "", indent: int = 2, label: str = "") -> RenderableType:
    """A paragraph of text, hung beside its label, so that text without spaces wraps as well as English."""
    row = Table.grid(padding=(0, 1, 0, 0))
    row.add_column(no_wrap=True)
    row.add_column(overflow="fold")
    row.add_row(*(Text(part, style) for part in (label, text) if part))
    return Padding(row, (0, 0, 0, indent))
