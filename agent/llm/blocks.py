"""Blocks: what a model is shown of the question, the notebook, the searches and the book."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from agent.belief import beliefs
from agent.llm.prompts import Prompts
from agent.question import Question
from agent.state import Query, Refusal, State
from graphs.evidence import Absence, Evidence, Hypothesis, Inference
from tools.book import Book, Paragraph

BEGIN, END = "===== BOOK", "===== END"
REFUSALS = 4
"""The latest refusals that are shown."""
UNREAD = 10
"""The unread hits that are shown, best first."""
_OPENING = ("“", "‘", "「", "『", '"')
_BREAKS = re.compile(r"\s*[\r\n\x0b\x0c\x1c-\x1e\x85\u2028\u2029]+\s*")


def question_block(say: Prompts, question: Question, parts: bool = True) -> str:
    """The question as asked. It comes first and stays the same from call to call, so that endpoints can cache it."""
    book = say.word("book_by", title=question.title) if question.title else ""
    if book and question.author:
        book += say.word("author", author=question.author)
    lines = [say.word("question"), book]
    if question.rules:
        lines += [say.word("rules"), question.rules]
    lines += _asked(say, question)
    if parts and question.sub_questions and question.sub_mode == "in-prompt":
        lines += [say.word("sub_questions"), *(f"{n}. {text}" for n, text in enumerate(question.sub_questions, 1))]
    return "\n".join(line for line in lines if line) + "\n"


def _asked(say: Prompts, question: Question) -> list[str]:
    if question.kind == "verdict":
        character = say.word("character", character=question.character) if question.character else ""
        return [character, say.word("prequel"), question.text]
    lines = [say.word("asked", text=question.text)]
    if question.options and not _tells_options(question):
        lines += [say.word("options"), *(f"{label}. {text}" for label, text in question.options.items())]
    return lines


def _tells_options(question: Question) -> bool:
    """Whether the question's own text lists its options already."""
    return all(f"\n{label}. {text}" in f"\n{question.text}\n" for label, text in question.options.items())


def examples_block(say: Prompts, question: Question) -> str:
    """The worked examples from other books, for prompts that show them."""
    told = []
    for example in question.examples:
        told += [f"\n{example.text}", *(f"{label}. {text}" for label, text in example.options.items())]
        told += [line for line in (example.reasoning, say.word("example_answer", answer=example.answer)) if line]
    return "\n".join([say.word("examples"), *told]) + "\n" if told else ""


def notebook_block(say: Prompts, state: State, expected: bool = False) -> str:
    """The notebook: claims, quotations, absences, conclusions, hypotheses, and what a check found missing.

    What grows comes after what stays, for the endpoint's cache; beliefs stand last. With `expected` each
    hypothesis tells what the book would say if it were right, and if not: that is for planning searches.
    """
    graph = state.graph
    lines = [say.word("notebook")]
    lines += _listed(say, "claims", [f"- {claim}" for claim in state.analysis.claims])
    lines += _listed(say, "evidence", [_evidence(node) for node in graph.evidence])
    lines += _listed(say, "absences", [_absence(say, node) for node in graph.absences])
    lines += _listed(say, "inferences", [_inference(say, node) for node in graph.inferences])
    believed = beliefs(graph) if graph.evidence or graph.absences else {}
    lines += _listed(say, "hypotheses", [_hypothesis(say, state, believed, h, expected) for h in graph.hypotheses])
    lines += _listed(say, "missing", [f"- {gap}" for gap in state.gaps])
    return "\n".join(lines if len(lines) > 1 else [*lines, say.word("nothing")]) + "\n"


def searches_block(say: Prompts, state: State) -> str:
    """Every search so far with what came of it, and the best unread hits of the latest ones."""
    if not state.queries:
        return ""
    lines = [say.word("searches"), *(_query(say, query, state) for query in state.queries)]
    lines += _listed(say, "unread", [f"[{n}] {sentence}" for n, sentence in _unread(state)])
    return "\n".join(lines) + "\n"


def refused_block(say: Prompts, state: State, moves: Sequence[str]) -> str:
    """The latest refusals of this round and the last of moves of these kinds, with the reasons."""
    told = [r for r in state.refusals if r.move in moves and r.round >= state.round - 1][-REFUSALS:]
    lines = [f"- {_one_line(r.proposal)[:200]} → {_reason(say, r)}" for r in told]
    return "\n".join(_listed(say, "refused", lines)) + "\n" if lines else ""


def _reason(say: Prompts, refusal: Refusal) -> str:
    """Why, in the guard's own words, and before them in the prompt's language where that is another."""
    told = say.words.get(f"guard_{refusal.guard}", "")
    return f"{told} ({refusal.reason})" if told else refusal.reason


def book_block(paragraphs: Iterable[Paragraph]) -> str:
    """Paragraphs as data: one a line, each behind its number, so that no text of theirs can end the block."""
    return "\n".join(f"[{p.number}] {_one_line(p.text)}" for p in paragraphs)


def where_block(say: Prompts, state: State, view: Book) -> str:
    """How far the research has come, how large the book is, and what may still be spent."""
    starts = ", ".join(f"[{chapter.first}]" for chapter in view.chapters[:40])
    return say.word(
        "where",
        read=len(set(state.read)),
        paragraphs=len(view),
        first=view.first,
        last=view.last,
        withheld=say.word("withheld") if view.cut else "",
        chapters=say.word("chapters", starts=starts) if len(view.chapters) > 1 else "",
        reads=state.budget.reads_a_round,
        spent=_spent(say, state),
    )


def leader(say: Prompts, state: State) -> str:
    """The hypothesis believed most, with its label; `none yet` before anything speaks for one."""
    node = next((h for h in state.graph.hypotheses if h.id == state.leader), None)
    if node is None or not (state.graph.evidence or state.graph.absences):
        return say.word("nobody")
    return f"{node.id} {node.label}".strip()


def _listed(say: Prompts, head: str, lines: Sequence[str]) -> list[str]:
    return [say.word(head), *lines] if lines else []


def _evidence(node: Evidence) -> str:
    note = f" — {_one_line(node.note)}" if node.note else ""
    quote = _one_line(node.quote)
    shown = quote if quote[:1] in _OPENING else f"“{quote}”"
    return f"{node.id} [{node.paragraph}] {shown}{note}{_stances(node)}"


def _absence(say: Prompts, node: Absence) -> str:
    told = say.word("absence", id=node.id, first=node.first, last=node.last, queries=", ".join(node.queries), text="")
    return f"{told}{_one_line(node.text)}{_stances(node)}"


def _inference(say: Prompts, node: Inference) -> str:
    told = [say.word("rests", parents=", ".join(node.parents)), node.hypothesis]
    told += [say.word("incompatible")] if node.incompatible else []
    return f"{node.id} {_one_line(node.text)} ({'; '.join(one for one in told if one)})"


def _hypothesis(say: Prompts, state: State, believed: Mapping[str, float], node: Hypothesis, expected: bool) -> str:
    told = [f"{node.id} {node.label}".strip()]
    if not node.label or not state.asked.options:
        told.append(f": {_one_line(node.text)}")
    if node.id in believed:
        told.append(f" {believed[node.id]:.2f}")
    ways = {"predicts": node.predicts, "would_refute": node.would_refute} if expected and not node.retired else {}
    ways["given_up"] = node.retired
    told += [f"; {say.word(way, text=_one_line(text))}" for way, text in ways.items() if text]
    return "".join(told)


def _stances(node: Evidence | Absence) -> str:
    shown = ", ".join(f"{h} {stance:+.2g}" for h, stance in node.stance.items() if stance)
    return f" ({shown})" if shown else ""


def _query(say: Prompts, query: Query, state: State) -> str:
    about = f" {query.hypothesis}" if query.hypothesis else ""
    if query.hits is None:
        found = say.word("waiting")
    elif not query.hits:
        found = say.word("found_nothing")
    else:
        read = set(state.read)
        seen = [str(h.paragraph) for h in query.hits if h.paragraph in read]
        found = say.word("found", n=len(query.hits), read=", ".join(seen) or "–")
    return say.word(
        "query",
        id=query.id, kind=query.kind, text=_one_line(query.text), intent=query.intent, hypothesis=about, found=found,
    )  # fmt: skip


def _unread(state: State) -> list[tuple[int, str]]:
    """Hits of the latest round with searches that were not read, those of each search in turn, best first."""
    read = set(state.read)
    latest = max((q.round for q in state.queries if q.hits), default=0)
    rows = [[h for h in q.hits or () if h.paragraph not in read] for q in state.queries if q.round == latest]
    turns = [row[i] for i in range(max(map(len, rows), default=0)) for row in rows if i < len(row)]
    found = {hit.paragraph: _one_line(hit.sentence)[:160] for hit in reversed(turns)}
    return list(reversed(found.items()))[:UNREAD]


def _spent(say: Prompts, state: State) -> str:
    budget, usage = state.budget, state.usage
    told = []
    if budget.calls is not None:
        told.append(say.word("spent_calls", n=usage.calls, limit=budget.calls))
    if budget.tokens is not None:
        told.append(say.word("spent_tokens", n=usage.tokens, limit=budget.tokens))
    if budget.cost is not None and usage.cost is not None:
        told.append(say.word("spent_cost", n=usage.cost, limit=budget.cost))
    return say.word("spent", spent=", ".join(told)) if told else ""


def _one_line(text: str) -> str:
    return _BREAKS.sub(" ", text).strip()
