"""How it was researched: what a question took, how the research ended, and what went wrong, counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from evaluations.metrics.exhibit import NO_BOOK
from evaluations.metrics.process import REFUSED, SHARE
from evaluations.page.section import Part as PagePart
from evaluations.sections.part import Part
from evaluations.table import Cell, Grid

COUNTS = ("rounds", "queries", "paragraphs read")
SHARES = (SHARE, "query unique rate", "query refuting share", "zero-hit rate", "revisit rate")


def process(some: Sequence[Part]) -> Iterator[PagePart]:
    """Means a question, the ends of research, and the guards that refused a move."""
    rows: list[tuple[Cell, ...]] = []
    for part in some:
        rows.append((part.label, *map(part.count, COUNTS), *map(part.estimate, SHARES)))
    yield Grid("A question took, on average", ("run", *COUNTS, *SHARES), tuple(rows))
    yield _ends(some)
    if guards := _guards(some):
        yield guards


def _ends(some: Sequence[Part]) -> Grid:
    """One row for each way to end and each fault, with how often."""
    counted = [counts(part) for part in some]
    names = [n for n in kinds(counted) if n != "not researched yet" or any(one[n] for one in counted)]
    rows: list[tuple[Cell, ...]] = [(name, *(counts.get(name, 0) for counts in counted)) for name in names]
    note = "status: how the answer was given. stop: why the research ended. Each research of a question counts once."
    return Grid("How research ended, and faults", ("", *(part.label for part in some)), tuple(rows), note)


def counts(part: Part) -> dict[str, int]:
    """How often research ended in each way, and each fault."""
    traces = part.side.traces
    fallbacks = sum(int(s.value) for s in part.side.scores if s.metric == "fallbacks" and s.value is not None)
    failed = part.judging.get("failed")
    return {
        "researches": len(traces),
        "not researched yet": max(0, part.side.open),
        "failed": sum(trace.status == "failed" for trace in traces),
        **{f"status: {name}": n for name, n in Counter(trace.status for trace in traces).most_common()},
        **{f"stop: {name}": n for name, n in Counter(trace.stop or "none" for trace in traces).most_common()},
        "fallbacks to rules": fallbacks,
        "book not found": len({(s.case, s.repeat) for s in part.side.scores if s.why == NO_BOOK}),
        **({"verdicts the judge failed to give, over the run": int(failed)} if failed is not None else {}),
    }


def kinds(counted: Sequence[Mapping[str, int]]) -> list[str]:
    """The names of all that was counted, what is alike together."""
    order = ("researches", "not", "failed", "status", "stop", "fallbacks", "book", "verdicts")
    names = dict.fromkeys(name for counts in counted for name in counts if name != "status: failed")
    return sorted(names, key=lambda name: order.index(name.split(" ")[0].rstrip(":")))


def _guards(some: Sequence[Part]) -> Grid | None:
    counted = [_refused(part) for part in some]
    names = sorted({name for counts in counted for name in counts})
    if not names:
        return None
    rows: list[tuple[Cell, ...]] = [(name, *(counts[name] for counts in counted)) for name in names]
    note = "What a notebook lets pass is valid by construction, and how few moves it had to refuse is the merit."
    return Grid("Moves refused, by guard", ("guard", *(part.label for part in some)), tuple(rows), note)


def _refused(part: Part) -> Counter[str]:
    total: Counter[str] = Counter()
    for one in part.side.scores:
        if one.metric == REFUSED and isinstance(one.why, dict):
            total.update({guard: count for guard, count in one.why.items() if isinstance(count, int)})
    return total
