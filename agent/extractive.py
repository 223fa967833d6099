"""No model in the seat: rules over words. Deterministic, free, and the floor that a model must beat.

The support of a hypothesis in a paragraph is the share of its own words (weighed by idf) that stand there,
minus the mean share of its rivals; turned round when the question asks which option does not hold.
It quotes and chooses; it does not reason, so it draws no inference.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass

from agent.guards import query_key
from agent.moves import Analysis, Conclusion, ExtractMove, HypothesisMove, LinkMove, Probe, QuoteMove, Verification
from agent.question import Player
from agent.reasoner import Heard
from agent.state import State
from agent.stops import in_favour
from graphs.evidence import Evidence
from tools.book import Paragraph
from tools.quotes import quote_length
from tools.search import BookSearch
from tools.sentences import sentences
from tools.terms import key_spans, keys

QUOTES_A_ROUND = 6
MOST_CITED = 8
OFF_TOPIC = 0.1
"""The relevance of a paragraph that shares no word with the question."""
SMALLEST = 0.02
"""The least worth of a quotation: relevance times how far it tells the hypotheses apart."""

_NEGATED = re.compile(
    r"\b(?:except|false|incorrect|untrue|wrong)\b|\bNOT\b|\bnot (?:true|correct)\b"
    r"|\b(?:is|are|was|were) not (?:right|a|an|one)\b|\b(?:does|do|did) not belong\b"
    r"|(?:不正确|不属于|不符合|不是真|错误|有误|不成立|除了|除.{1,8}外)",
)
_NAME = re.compile(r"(?<![.?!“\"'‘]\s)(?<!^)\b[A-Z][\w’'-]+(?:\s+[A-Z][\w’'-]+)*")


class ExtractiveReasoner:
    """Plays every move by rules; see the module's docstring for what it may claim."""

    player = Player(name="extractive (no model)", kind="extractive", infers=False)

    def heard(self) -> Sequence[Heard]:
        return ()

    async def analyze(self, state: State) -> Analysis:
        question = state.asked
        names = [m.group() for m in _NAME.finditer(" ".join([question.text, *question.options.values()]))]
        return Analysis(negated=bool(_NEGATED.search(question.text)), entities=tuple(dict.fromkeys(names)))

    async def hypothesize(self, state: State) -> Sequence[HypothesisMove]:
        return [HypothesisMove(label=label, text=text) for label, text in state.asked.options.items()]

    async def probe(self, state: State, search: BookSearch) -> Sequence[Probe]:
        """The question, each option with it, what would refute the leader, words of the best evidence."""
        question = state.asked.text
        kind = "keyword" if search.vectors is None else "hybrid"
        planned = [Probe(kind=kind, text=question)]
        planned += [
            Probe(kind=kind, text=f"{h.text} {question}", intent="verify", hypothesis=h.id)
            for h in state.graph.hypotheses
        ]
        planned += [*_refutations(state, kind), *_bridges(state, search, kind)]
        asked = {query_key(q.kind, q.text) for q in state.queries}
        new = {key: p for p in reversed(planned) if (key := query_key(p.kind, p.text)) not in asked and len(key) > 1}
        return list(reversed(new.values()))[: state.budget.queries_a_round]

    async def extract(self, state: State, search: BookSearch, fresh: Sequence[Paragraph]) -> Sequence[ExtractMove]:
        sought = Sought.of(state)
        quotes = [quote for p in fresh if (quote := _quote(state, search, p, sought))]
        worth = {id(q): q.relevance * (0.2 + max(map(abs, q.stance.values()), default=0.8)) for q in quotes}
        best = sorted(quotes, key=lambda q: (-worth[id(q)], q.paragraph))[:QUOTES_A_ROUND]
        return sorted((q for q in best if worth[id(q)] >= SMALLEST), key=lambda q: q.paragraph)

    async def link(self, state: State) -> Sequence[LinkMove]:
        return []

    async def verify(self, state: State) -> Verification:
        return Verification(sufficient=len(in_favour(state, state.leader)) >= 2)

    async def conclude(self, state: State) -> Conclusion:
        """The leader and the evidence most in its favour; without options, the most relevant quotation."""
        cited = _cited(state)
        if not cited:
            return Conclusion(value=None, reasoning="No passage shares a word with the question.")
        leader = next((h for h in state.graph.hypotheses if h.id == state.leader), None)
        reasoning = "\n".join(f"[{e.paragraph}] {e.quote}" for e in cited)
        return Conclusion(
            value=leader.label if leader else cited[0].quote,
            parents=tuple(e.id for e in sorted(cited, key=lambda e: e.paragraph)),
            confidence=state.beliefs.get(state.leader),
            reasoning=reasoning,
        )


def _cited(state: State) -> list[Evidence]:
    def worth(evidence: Evidence) -> float:
        return evidence.relevance * (0.2 + max(0.0, evidence.stance.get(state.leader, 0.0)))

    helpful = [e for e in state.graph.evidence if e.stance.get(state.leader, 0.0) > 0]
    return sorted(helpful or state.graph.evidence, key=lambda e: (-worth(e), e.paragraph))[:MOST_CITED]


def _refutations(state: State, kind: str) -> list[Probe]:
    """What would refute the leader is what speaks for its strongest rival."""
    leader, ranked = state.leader, sorted(state.beliefs, key=lambda h: -state.beliefs[h])
    if len(ranked) < 2 or state.refuted(leader):
        return []
    rival = next(h for h in state.graph.hypotheses if h.id == ranked[1])
    return [Probe(kind=kind, text=rival.text, intent="refute", hypothesis=leader)]


def _bridges(state: State, search: BookSearch, kind: str) -> list[Probe]:
    """The rarest words of the best evidence so far, asked together with the names in the question."""
    best = sorted(state.graph.evidence, key=lambda e: (-e.relevance, e.paragraph))[:2]
    names = " ".join(state.analysis.entities[:3])
    probes = []
    for evidence in best:
        probes.append(Probe(kind=kind, text=f"{names} {_rarest(evidence.quote, search)}".strip(), intent="bridge"))
    return probes


def _rarest(quote: str, search: BookSearch, count: int = 5) -> str:
    """The words of a quotation that are rarest in the book, as they are printed, in their order."""
    marks = key_spans(quote, frozenset(keys(quote)))
    rare = sorted({mark.word for mark in marks}, key=lambda key: (-search.idf(key), key))[:count]
    return " ".join(dict.fromkeys(quote[m.start : m.end] for m in marks if m.word in rare))


@dataclass(frozen=True)
class Sought:
    """The keys that are looked for in each paragraph: the question's, each hypothesis's own, and all of them."""

    question: Set[str]
    own: Mapping[str, Set[str]]
    every: Set[str]

    @classmethod
    def of(cls, state: State) -> Sought:
        """A hypothesis's own are those that neither the question nor every rival has.

        A verdict's words are the same for every question, so none of its hypotheses has any.
        """
        question = frozenset(keys(state.asked.text))
        words = {h.id: frozenset(keys(h.text)) for h in state.graph.hypotheses}
        common = frozenset.intersection(*words.values()) if len(words) > 1 else frozenset()
        own = {h: (mine - common - question) or mine - common for h, mine in words.items()}
        return cls(question, {} if state.asked.kind == "verdict" else own, question.union(*words.values()))


def _quote(state: State, search: BookSearch, paragraph: Paragraph, sought: Sought) -> QuoteMove | None:
    there = frozenset(keys(paragraph.text))
    stance = _stance(search, sought.own, there, -1.0 if state.analysis.negated else 1.0)
    relevance = _share(search, sought.question, there)
    text = _best_sentences(search, paragraph.text, sought.every)
    if not text or not (relevance or any(stance.values())):
        return None
    return QuoteMove(
        paragraph=paragraph.number,
        quote=text,
        stance=stance,
        relevance=round(OFF_TOPIC + (1 - OFF_TOPIC) * relevance, 4),
    )


def _stance(search: BookSearch, own: Mapping[str, Set[str]], there: Set[str], sign: float) -> dict[str, float]:
    """For each hypothesis, the share of its own keys that stand `there` minus the mean share of its rivals.

    Without any of its own it stays with the first: Consistent, for a verdict.
    """
    shares = {h: _share(search, mine, there) for h, mine in own.items()}
    stance = {}
    for h, share in shares.items():
        rivals = [other for r, other in shares.items() if r != h]
        stance[h] = round(sign * (share - sum(rivals) / max(1, len(rivals))), 4) + 0.0
    return stance


def _share(search: BookSearch, wanted: Set[str], there: Set[str]) -> float:
    whole = search.weight(wanted)
    return search.weight(wanted & there) / whole if whole else 0.0


def _best_sentences(search: BookSearch, body: str, wanted: Set[str]) -> str:
    """The sentence with most of the wanted words, with its neighbours when alone it is too short to quote."""
    bounds = sentences(body)
    if not bounds:
        return ""
    best = max(bounds, key=lambda b: (search.weight(wanted & set(keys(body[b[0] : b[1]]))), -b[0]))
    start = end = bounds.index(best)
    while _too_short(body[bounds[start][0] : bounds[end][1]]) and (start > 0 or end < len(bounds) - 1):
        start, end = (start, end + 1) if end < len(bounds) - 1 else (start - 1, end)
    quote = body[bounds[start][0] : bounds[end][1]]
    latin, han = quote_length(quote)
    return _shortened(quote) if latin > 80 or han > 160 else quote


def _too_short(text: str) -> bool:
    latin, han = quote_length(text)
    return latin < 5 and han < 8


def _shortened(quote: str) -> str:
    """The first 60 words (120 Han characters) of a long sentence."""
    latin, _ = quote_length(quote)
    return " ".join(quote.split()[:60]) if latin > 80 else quote[:120]
