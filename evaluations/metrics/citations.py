"""Citations: quotes that stand in the book, paragraphs read before they are cited, and citations that carry a step."""

from __future__ import annotations

from evaluations.case import Score
from evaluations.metrics.chains import GUARANTEED
from evaluations.metrics.exhibit import NO_BOOK, Exhibit
from evaluations.metrics.precision import repeated, share, told

QUOTES, READ = "QuoteValid", "ReadBeforeCite"
RECALL, PRECISION, F1 = "CiteRecall", "CitePrecision", "CiteF1"


def measure(exhibit: Exhibit) -> list[Score]:
    """What code can check; with a judge's findings on citations also CiteRecall, CitePrecision and CiteF1.

    QuoteValid = evidence whose words stand verbatim in its paragraph / evidence. ReadBeforeCite = distinct paragraphs
    cited that were read before the answer / distinct paragraphs cited. Both are guaranteed for a notebook's research.
    """
    return [_quotes(exhibit), _read(exhibit), *judged(exhibit)]


def judged(exhibit: Exhibit) -> list[Score]:
    """ALCE's measures (Gao et al. 2023), as the judge found; [] where citations were not judged.

    CiteRecall = steps whose cited text entails them / steps that cite or rest on nothing (an uncited one counts as
    not entailed; what only follows from other steps is left to StepPrecision_supported, an absence cites nothing).
    CitePrecision = citations that are needed or sufficient / citations. CiteF1 = their harmonic mean. A step that only
    says again what an earlier one said with the same citations counts in neither.
    """
    found = exhibit.findings
    if found.entailed is None and found.citations is None:
        return []
    (entailed, more), (useful, again) = _entailed(exhibit), _useful(exhibit)
    recall, precision = share(entailed), share(useful)
    reads = (told(entailed, more), told(useful, again), None)
    scored = zip((RECALL, PRECISION, F1), (recall, precision, f1(recall, precision)), reads, strict=True)
    return [
        exhibit.score(f"{name}({found.judge})", value, read, None if value is not None else "nothing to judge")
        for name, value, read in scored
    ]


def cite_f1(exhibit: Exhibit) -> float | None:
    """CiteF1 alone; None where citations were not judged."""
    return f1(share(_entailed(exhibit)[0]), share(_useful(exhibit)[0]))


def f1(recall: float | None, precision: float | None) -> float | None:
    """2PR / (P + R); 0 when both are 0, None when either is undefined."""
    if recall is None or precision is None:
        return None
    return 2 * recall * precision / (recall + precision) if recall + precision else 0.0


def _quotes(exhibit: Exhibit) -> Score:
    evidence, wrong = exhibit.state.graph.evidence, exhibit.misquoted if not exhibit.guarded else None
    if not evidence:
        return exhibit.score(QUOTES, None, why="nothing is quoted")
    if wrong is None:
        return exhibit.score(QUOTES, None, why=GUARANTEED if exhibit.guarded else NO_BOOK)
    good = sum(e.id not in wrong for e in evidence)
    return exhibit.score(QUOTES, good / len(evidence), f"{good} of {len(evidence)}", {"misquoted": [*sorted(wrong)]})


def _read(exhibit: Exhibit) -> Score:
    cited = exhibit.cited
    if not cited or exhibit.guarded:
        return exhibit.score(READ, None, why=GUARANTEED if cited else "nothing is cited")
    until = next((moment.read for moment in exhibit.moments if moment.kind == "answered"), 0)
    before = set(exhibit.state.read[:until])
    unread = [paragraph for paragraph in cited if paragraph not in before]
    good = len(cited) - len(unread)
    return exhibit.score(READ, good / len(cited), f"{good} of {len(cited)}", {"unread": [*unread]})


_Counted = tuple[list[bool | None], int]
"""Verdicts, and how many are left out since their step is said again."""


def _entailed(exhibit: Exhibit) -> _Counted:
    """The verdict on each step that ought to cite: False for one that cites nothing."""
    steps = exhibit.trace.answer.steps if exhibit.trace.answer else ()
    owing = {
        at: verdict if step.paragraphs else False
        for at, (step, verdict) in enumerate(zip(steps, exhibit.findings.entailed or (), strict=False), 1)
        if step.kind != "absence" and (step.paragraphs or not step.rests_on)
    }
    return _once(exhibit, [*owing.items()])


def _useful(exhibit: Exhibit) -> _Counted:
    return _once(exhibit, [(one.step, one.useful) for one in exhibit.findings.citations or ()])


def _once(exhibit: Exhibit, verdicts: list[tuple[int, bool | None]]) -> _Counted:
    again = repeated(exhibit)
    kept = [verdict for step, verdict in verdicts if step not in again]
    return kept, len(verdicts) - len(kept)
