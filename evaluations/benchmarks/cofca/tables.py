"""CofCA's tables: answers by set, sub-answers by position, chains of right and wrong answers, joint scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean

from evaluations.case import Case, Score
from evaluations.metrics import patterns
from evaluations.metrics.joint import BASES, Joint, Parts, joint
from evaluations.metrics.subquestions import CHAIN, at
from evaluations.metrics.texts import EM, F1, PM, PRECISION, RECALL
from evaluations.scoring import by_question
from evaluations.table import Grid

SHOWN = (EM, F1, PM)
Values = Mapping[str, Mapping[str, float]]
"""Metric to case id to its mean over repeats."""


def grids(cases: Sequence[Case], scores: Sequence[Score]) -> list[Grid]:
    """The tables that are defined for what was asked; without sub-answers only the first."""
    values = {metric: by_question(scores, metric) for metric in dict.fromkeys(score.metric for score in scores)}
    chained = _chained(cases, scores)
    return [
        _answers(cases, values),
        *([_positions(chained, values), _joint(chained, values)] if chained else []),
        *(_chain(name, group, scores) for name, group in chained.items()),
    ]


def _answers(cases: Sequence[Case], values: Values) -> Grid:
    """EM, F1 and PM by set and hops, and how much better the factual questions are answered."""
    kinds = {kind: [case for case in cases if case.tags.get("set") == kind] for kind in ("counterfactual", "factual")}
    rows = [_means(name, group, values) for name, group in _grouped(cases).items()]
    rows += [_means(f"all {kind}", group, values) for kind, group in kinds.items() if group]
    if all(kinds.values()):
        pairs = [(_mean(kinds["factual"], values, m), _mean(kinds["counterfactual"], values, m)) for m in SHOWN]
        rows.append(("factual − counterfactual", *(_gap(*pair) for pair in pairs), ""))
    silver = sum(case.tags.get("evidence") == "silver" for case in cases)
    given = sum(case.tags.get("evidence") == "given" for case in cases)
    note = f"Gold evidence: given in {given} questions, silver (where a sub-answer stands) in {silver}."
    return Grid("Answers", ("", *SHOWN, "questions"), tuple(rows), note)


def _positions(chained: Mapping[str, Sequence[Case]], values: Values) -> Grid:
    rows = [
        (f"{name}, sub {j}", *(_mean(group, values, at(j, metric)) for metric in SHOWN))
        for name, group in chained.items()
        for j in range(1, len(group[0].gold.sub_answers) + 1)
    ]
    return Grid("Sub-answers by position", ("", *SHOWN), tuple(rows))


def _chain(name: str, group: Sequence[Case], scores: Sequence[Score]) -> Grid:
    """The 2^(N+1) patterns of right (c) and wrong (w), and what follows from them."""
    table = patterns.chain_table([*_patterns(group, scores).values()])
    subs = len(next(iter(table))) - 1
    header = (*(f"sub {j}" for j in range(1, subs + 1)), "final", "share")
    prefixes = ", ".join(_told(patterns.prefix_accuracy(table, j)) for j in range(1, subs + 1))
    note = (
        f"Right finals with a wrong sub-answer: {_told(patterns.wrong_chains(table))} of all, "
        f"{_told(patterns.failure_rate(table))} of right finals (failure rate). First j sub-answers right: {prefixes}. "
        f"Wrong finals after a wrong sub-answer: {_told(patterns.error_propagation(table))}; "
        f"after right ones (composition gap): {_told(patterns.composition_gap(table))}."
    )
    by = group[0].tags.get("chain-by", "pm").upper()
    title = f"Chains, {name}: {len(group)} questions, right by {by}"
    return Grid(title, header, tuple((*pattern, share) for pattern, share in table.items()), note)


def _joint(chained: Mapping[str, Sequence[Case]], values: Values) -> Grid:
    tags = next(iter(chained.values()))[0].tags
    base, level = tags.get("joint-base", "e"), tags.get("joint-level", "dataset")
    rows = []
    for name, group in chained.items():
        found = joint([_parts(case, values) for case in group], "question" if level == "question" else "dataset")
        logs: Joint = found.logarithmic(BASES[base])
        rows.append((name, found.em, found.f1, f"{logs.em:.2f}", f"{logs.f1:.2f}", len(group)))
    note = f"Products: higher is better. −log, base {base}, level {level}: lower is better, inf where a factor is 0."
    header = ("", "EM", "F1", "−log EM", "−log F1", "questions")
    return Grid("Joint scores of sub-answers and final answer", header, tuple(rows), note)


def _parts(case: Case, values: Values) -> list[Parts]:
    places = [*(at(j, "") for j in range(1, len(case.gold.sub_answers) + 1)), ""]
    return [Parts(*(values[place + metric][case.id] for metric in (EM, PRECISION, RECALL))) for place in places]


def _grouped(cases: Sequence[Case]) -> dict[str, list[Case]]:
    """Counterfactual cases by hops, factual ones by origin, in that order."""
    groups: dict[tuple[bool, str], list[Case]] = {}
    for case in cases:
        factual = case.tags.get("set") == "factual"
        name = case.tags.get("origin", "") if factual else f"{case.tags.get('hops', '?')} hops"
        groups.setdefault((factual, name), []).append(case)
    return {name: groups[factual, name] for factual, name in sorted(groups)}


def _chained(cases: Sequence[Case], scores: Sequence[Score]) -> dict[str, list[Case]]:
    """The groups whose chain is defined, parted by the number of sub-questions where it differs."""
    defined = by_question(scores, CHAIN)
    found: dict[str, list[Case]] = {}
    for name, group in _grouped([case for case in cases if case.id in defined]).items():
        counts = sorted({len(case.gold.sub_answers) for case in group})
        for count in counts:
            told = name if name == f"{count} hops" else f"{name}, {count} sub-questions"
            found[told] = [case for case in group if len(case.gold.sub_answers) == count]
    return found


def _patterns(group: Sequence[Case], scores: Sequence[Score]) -> dict[str, list[str]]:
    """Case id to its chain's pattern in each repeat."""
    found: dict[str, list[str]] = {case.id: [] for case in group}
    for score in scores:
        if score.metric == CHAIN and score.case in found and isinstance(score.read, str):
            found[score.case].append(score.read)
    return found


def _means(name: str, group: Sequence[Case], values: Values) -> tuple[str | float | int | None, ...]:
    n = sum(case.id in values.get(EM, {}) for case in group)
    return (name, *(_mean(group, values, metric) for metric in SHOWN), n)


def _mean(group: Sequence[Case], values: Values, metric: str) -> float | None:
    found = [values[metric][case.id] for case in group if case.id in values.get(metric, {})]
    return fmean(found) if found else None


def _gap(factual: float | None, counterfactual: float | None) -> float | None:
    return None if factual is None or counterfactual is None else factual - counterfactual


def _told(share: float | None) -> str:
    return "—" if share is None else f"{100 * share:.1f} %"
