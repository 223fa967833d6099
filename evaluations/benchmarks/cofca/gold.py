"""The gold side of a CofCA row: answers, and the sentences they stand in, given or found."""

from __future__ import annotations

from collections.abc import Sequence

from evaluations.benchmarks.cofca.contexts import Context
from evaluations.benchmarks.cofca.rows import Row, SubQuestion
from evaluations.case import Gold, ReferenceStep


def gold_of(row: Row, context: Context, subs: Sequence[SubQuestion], answer: str) -> Gold:
    steps = _given(row, context)
    silver = not steps
    return Gold(
        answer=answer,
        aliases=row.aliases(),
        sub_answers=tuple(sub.answer for sub in subs),
        steps=tuple(_silver(context, sub) for sub in subs) if silver else steps,
        silver=silver,
    )


def _given(row: Row, context: Context) -> tuple[ReferenceStep, ...]:
    """The sentences of `supporting_facts`, if all their titles are in the context; else none.

    In many rows they name the passages as they were before the rewriting, and the sentences they mean are gone.
    """
    facts = row.facts()
    if strange := [title for title, _ in facts if not context.has(title)]:
        row.repaired(f"supporting_facts name {strange[0]!r:.60}, which is not in the context; silver evidence is used")
        return ()
    places = [context.place(title, index) for title, index in facts]
    found = list(dict.fromkeys(place for place in places if place))
    if missing := sum(place is None for place in places):
        row.repaired(f"{missing} of {len(facts)} supporting_facts lie outside their passage")
    return tuple(ReferenceStep(text=context.paragraphs[p - 1], kind="explicit", position=p) for p in found)


def _silver(context: Context, sub: SubQuestion) -> ReferenceStep:
    """The sentence in which the sub-answer stands; unplaced where there is none (yes or no, a sum, a comparison)."""
    place = context.holding(sub.answer, sub.text, sub.document)
    if place is None:
        return ReferenceStep(text=f"{sub.text} {sub.answer}", kind="unplaced")
    return ReferenceStep(text=context.paragraphs[place - 1], kind="explicit", position=place)
