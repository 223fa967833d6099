"""Guards: what a proposed move must satisfy. Each check returns why the move is refused, or None."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import networkx as nx

from agent.fold import merged
from agent.moves import AbsenceMove, Conclusion, HypothesisMove, InferenceMove, MergeMove, Probe, QuoteMove
from agent.question import CONSISTENT, CONTRADICT, Question
from agent.reading import FIRST_HITS
from agent.state import State
from graphs.chain import chain
from graphs.evidence import ANSWER, Absence, AnswerNode, Evidence, Hypothesis, Inference
from tools.book import Book
from tools.quotes import find_quote, quote_length
from tools.request import QUERY_KINDS, numbers, places
from tools.terms import keys, words

FEWEST_WORDS, FEWEST_HAN = 5, 8
MOST_WORDS, MOST_HAN = 80, 160


class Objection(NamedTuple):
    """Why a move is refused: the guard's name, and a sentence for the reasoner that says how to do better."""

    guard: str
    reason: str


def probe(state: State, view: Book, move: Probe) -> Objection | None:
    """A query is of a known kind, says something, is new, and fits into the round."""
    asked = [q for q in state.queries if q.round == state.round]
    if len(asked) >= state.budget.queries_a_round:
        return Objection("round-full", f"at most {state.budget.queries_a_round} queries a round")
    if move.kind not in QUERY_KINDS:
        return Objection("query-kind", f"{move.kind!r} is not one of {', '.join(QUERY_KINDS)}")
    if move.hypothesis and not _is_hypothesis(state, move.hypothesis):
        return Objection("unknown-id", f"there is no hypothesis {move.hypothesis!r}")
    named = numbers(move.text)
    if move.kind == "neighbour" and (len(named) != 1 or named[0] not in view):
        return Objection("unknown-paragraph", "a neighbour query is the number of one paragraph that may be seen")
    if move.kind == "range" and not places(move.text):
        return Objection("query-text", "a range query is paragraph numbers, such as 120-130 or 45, 120-130")
    if move.kind not in ("neighbour", "range") and not words(move.text):
        return Objection("query-text", "the query has no words")
    if query_key(move.kind, move.text) in {query_key(q.kind, q.text) for q in state.queries}:
        return Objection("repeat-query", "this was asked before; use other words")
    return None


def hypothesis(state: State, move: HypothesisMove) -> Objection | None:
    """A hypothesis stands for an option of the question, no two for the same one."""
    if move.retire:
        if not _is_hypothesis(state, move.retire):
            return Objection("unknown-id", f"there is no hypothesis {move.retire!r}")
        return None
    options = state.asked.options
    if options and move.label not in options:
        return Objection("outside-options", f"{move.label!r} is not one of {', '.join(options)}")
    if not move.text.strip():
        return Objection("empty", "a hypothesis needs a text")
    if any(h.text == move.text or (h.label and h.label == move.label) for h in state.graph.hypotheses):
        return Objection("duplicate", "there is a hypothesis for this already")
    return None


def quote(state: State, view: Book, move: QuoteMove) -> Objection | None:
    """A quotation stands verbatim in one paragraph that was read, and is neither a scrap nor a page."""
    if move.paragraph not in view:
        return Objection("unknown-paragraph", f"there is no paragraph [{move.paragraph}] that may be seen")
    if move.paragraph not in state.read:
        return Objection("quote-unread", f"[{move.paragraph}] has not been read in this research")
    body = view[move.paragraph]
    found = find_quote(move.quote, body)
    if found is None:
        return Objection("quote-not-found", f"these words do not stand in [{move.paragraph}]; copy them exactly")
    latin, han = quote_length(body[found[0] : found[1]])
    whole = not words(body[: found[0]]) and not words(body[found[1] :])
    if latin < FEWEST_WORDS and han < FEWEST_HAN and not whole:
        return Objection("quote-length", f"quote at least {FEWEST_WORDS} words ({FEWEST_HAN} Chinese characters)")
    if latin > MOST_WORDS or han > MOST_HAN:
        return Objection("quote-length", f"quote at most {MOST_WORDS} words ({MOST_HAN} Chinese characters)")
    if any(e.paragraph == move.paragraph and e.quote == body[found[0] : found[1]] for e in state.graph.evidence):
        return Objection("duplicate", "this quotation is in the notebook already")
    return _bearing(state, move.stance, move.relevance)


def absence(state: State, view: Book, move: AbsenceMove) -> Objection | None:
    """An absence is earned: its queries were run over the range, their best hits there read, none quoted for it.

    Naming one query is enough only if it found nothing there at all.
    """
    runs = {q.id: q for q in state.queries if q.hits is not None}
    if unknown := [q for q in move.queries if q not in runs]:
        return Objection("unknown-id", f"no query {', '.join(unknown)} has been run")
    if not move.queries or not move.text.strip():
        return Objection("absence-unearned", "name what was looked for and the queries that looked for it")
    if move.first > move.last or move.last < view.first or move.first > view.last:
        return Objection("unknown-paragraph", f"the range lies outside {view.first}–{view.last}")
    if any(runs[q].kind in ("neighbour", "range") for q in move.queries):
        return Objection("absence-unearned", "only searches by words or meaning can show that something is absent")
    best = [h.paragraph for q in move.queries for h in (runs[q].hits or ())[:FIRST_HITS]]
    hits = {paragraph for paragraph in best if move.first <= paragraph <= move.last}
    if hits and len(set(move.queries)) < 2:
        return Objection("absence-unearned", "one query that found something is not enough; look with other words too")
    if unread := sorted(hits - set(state.read)):
        return Objection("absence-unearned", f"these hits were not read: {', '.join(map(str, unread[:8]))}")
    against = {h for h, stance in move.stance.items() if stance < 0}
    quoted = [
        e.id for e in state.graph.evidence if e.paragraph in hits and any(e.stance.get(h, 0) > 0 for h in against)
    ]
    if quoted:
        return Objection("absence-unearned", f"{', '.join(quoted)} found it")
    return _bearing(state, move.stance, move.relevance)


def inference(state: State, move: InferenceMove) -> Objection | None:
    """A conclusion says something and rests on premises that are in the graph."""
    if not move.text.strip():
        return Objection("empty", "an inference needs a text")
    if objection := _premises(state, move.parents):
        return objection
    if move.hypothesis and not _is_hypothesis(state, move.hypothesis):
        return Objection("unknown-id", f"there is no hypothesis {move.hypothesis!r}")
    same = [i.id for i in state.graph.inferences if i.text == move.text and set(i.parents) == set(move.parents)]
    return Objection("duplicate", f"{same[0]} says this already") if same else None


def merge(state: State, move: MergeMove) -> Objection | None:
    """Two different inferences are merged, and no circle comes of it."""
    for node_id in (move.keep, move.drop):
        if node_id not in state.graph or not isinstance(state.graph[node_id], Inference):
            return Objection("unknown-id", f"there is no inference {node_id!r}")
    if move.keep == move.drop:
        return Objection("cycle", "an inference cannot be merged with itself")
    if not nx.is_directed_acyclic_graph(merged(state.graph, move.keep, move.drop).premises()):
        return Objection("cycle", f"{move.keep} and {move.drop} rest on each other")
    return None


def conclusion(state: State, move: Conclusion) -> Objection | None:
    """An answer is one of the options, rests on the graph, and a contradiction is named, not just unsupported.

    A control answers in one reply: it may rest on nothing, and owes no chain. Nor does an answer without any text,
    nor the verdict that a prequel is consistent: the book may have nothing to say of it.
    """
    if move.value is None:
        return None
    options = state.asked.options
    if options and move.value not in options:
        return Objection("outside-options", f"{move.value!r} is not one of {', '.join(options)}")
    if not move.value.strip():
        return Objection("empty", "the answer has no text; abstain instead")
    consistent = state.asked.kind == "verdict" and move.value == CONSISTENT
    free = consistent or state.player.kind == "control" or state.closed
    if (objection := _premises(state, move.parents)) and (move.parents or not free):
        return objection
    if move.confidence is not None and not 0 <= move.confidence <= 1:
        return Objection("range", "confidence lies between 0 and 1")
    return None if free else _contradiction(state, state.asked, move)


def _contradiction(state: State, question: Question, move: Conclusion) -> Objection | None:
    """A verdict of contradiction needs evidence or an absence, and an inference that names what cannot be."""
    if question.kind != "verdict" or move.value != CONTRADICT:
        return None
    rests = chain(state.graph.with_node(AnswerNode(value=CONTRADICT, parents=move.parents)), ANSWER)
    shown = any(isinstance(node, Evidence | Absence) for node in rests)
    named = any(isinstance(node, Inference) and node.incompatible for node in rests)
    if shown and named:
        return None
    return Objection(
        "no-incompatibility",
        "a contradiction rests on quoted evidence or an earned absence, and on an inference that names "
        "what cannot both be true; lack of support is not contradiction",
    )


def _premises(state: State, parents: tuple[str, ...]) -> Objection | None:
    if not parents:
        return Objection("no-premise", "name the nodes this rests on")
    for parent in parents:
        if parent not in state.graph or isinstance(state.graph[parent], Hypothesis | AnswerNode):
            return Objection("unknown-id", f"there is no evidence, absence or inference {parent!r}")
    return None


def _bearing(state: State, stance: Mapping[str, float], relevance: float) -> Objection | None:
    if unknown := [h for h in stance if not _is_hypothesis(state, h)]:
        return Objection("unknown-id", f"there is no hypothesis {unknown[0]!r}")
    if any(not -1 <= value <= 1 for value in stance.values()):
        return Objection("range", "a stance lies between -1 (refutes) and 1 (supports)")
    if not 0 <= relevance <= 1:
        return Objection("range", "relevance lies between 0 and 1")
    return None


def _is_hypothesis(state: State, node_id: str) -> bool:
    return node_id in state.graph and isinstance(state.graph[node_id], Hypothesis)


def query_key(kind: str, text: str) -> tuple[str, ...]:
    """Equal for queries that would look for the same; word order matters to all but keyword search."""
    if kind == "keyword":
        return (kind, *sorted(keys(text) or words(text)))
    return (kind, *words(text))
