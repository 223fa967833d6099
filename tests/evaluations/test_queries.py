"""Figures of the queries, worked by hand on a trace's events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluations.case import Score
from evaluations.metrics import queries
from evaluations.metrics.exhibit import Exhibit
from tests.evaluations.traces import a_case, answered, asked, quoted, refused

Told = tuple[str, Mapping[str, Any]]


def measured(*before: Told) -> dict[str, Score]:
    return {one.metric: one for one in queries.measure(Exhibit(a_case(), answered(a_case(), before=before)))}


def ran(name: str, *hits: int) -> Told:
    return "searched", {"query": name, "hits": [{"paragraph": p, "score": 1.0, "sentence": ""} for p in hits]}


def test_without_any_query_every_figure_is_undefined_and_says_why() -> None:
    found = measured()
    assert {one.value for one in found.values()} == {None}
    assert all(one.why for one in found.values())


def test_queries_refused_as_repeats_lower_the_unique_rate() -> None:
    found = measured(asked("Q1"), asked("Q2", "boots"), refused("repeat-query"), refused("verbatim"))
    assert found[queries.UNIQUE].value == pytest.approx(2 / 3)
    assert found[queries.UNIQUE].read == "2 of 3"
    assert measured(refused("repeat-query"))[queries.UNIQUE].value == 0.0


def test_an_unguarded_researchers_repeats_are_told_by_kind_and_words() -> None:
    # the order of words matters to a phrase and not to keywords, and case to neither
    same = [asked("Q1", "copper pan"), asked("Q2", "PAN copper"), asked("Q3", "pan, copper.")]
    assert measured(*same)[queries.UNIQUE].value == pytest.approx(1 / 3)
    assert measured(asked("Q1", "copper pan", "phrase"), asked("Q2", "pan copper", "phrase"))[queries.UNIQUE].value == 1
    assert measured(asked("Q1", "copper pan", "phrase"), asked("Q2", "copper pan"))[queries.UNIQUE].value == 1.0


def test_similarity_is_the_mean_jaccard_index_of_neighbouring_queries() -> None:
    # copper pan | copper boots: 1 of 3; copper boots | captain: 0 of 3; the neighbour query has no terms
    told = [
        asked("Q1", "the copper pan"),
        asked("Q2", "12", "neighbour"),
        asked("Q3", "copper boots"),
        asked("Q4", "captain"),
    ]
    assert measured(*told)[queries.SIMILARITY].value == pytest.approx((1 / 3 + 0) / 2)
    assert measured(asked("Q1", "pan pan pan"), asked("Q2", "pan"))[queries.SIMILARITY].value == 1.0
    assert measured(asked("Q1"))[queries.SIMILARITY].why == "fewer than two queries"


def test_terms_met_counts_what_stands_in_a_quotation_accepted_before_the_query() -> None:
    found = measured(
        asked("Q1", "metal bead"),  # before any quotation: not asked for
        quoted("E1", 5, "a bead of bright metal"),
        asked("Q2", "metal boots"),  # 1 of 2
        quoted("E2", 6, "The captain's boots"),
        asked("Q3", "captain boots bead ferry"),  # 3 of 4
        asked("Q4", "5-9", "range"),
    )
    assert found[queries.MET].value == pytest.approx(4 / 6)
    assert found[queries.MET].read == "4 of 6"
    assert measured(asked("Q1"))[queries.MET].why == "no query after a quotation"


def test_terms_are_met_in_chinese_too() -> None:
    # 红漆铁 has the characters 红 漆 铁 and the pairs 红漆 漆铁; 红漆 has 红, 漆 and 红漆
    found = measured(quoted("E1", 5, "门上的红漆"), asked("Q1", "红漆铁"))
    assert found[queries.MET].value == pytest.approx(3 / 5)


def test_the_mix_of_kinds_is_their_entropy_and_their_counts() -> None:
    told = [asked("Q1"), asked("Q2", "a pan", "phrase"), asked("Q3", "4", "neighbour"), asked("Q4", "boots")]
    kinds = measured(*told)[queries.KINDS]
    assert kinds.value == pytest.approx(1.5)  # 1/2, 1/4, 1/4
    assert kinds.read == {"keyword": 2, "phrase": 1, "neighbour": 1}
    assert measured(asked("Q1"))[queries.KINDS].value == 0.0


def test_the_zero_hit_rate_is_of_queries_that_were_run() -> None:
    told = [asked("Q1"), asked("Q2", "boots"), asked("Q3", "salt"), ran("Q1"), ran("Q2", 5, 6)]
    assert (measured(*told)[queries.ZERO].value, measured(*told)[queries.ZERO].read) == (1 / 2, "1 of 2")
    assert measured(asked("Q1"))[queries.ZERO].why == "no query was run"


def test_the_refuting_share_is_of_all_queries() -> None:
    told = [asked("Q1"), asked("Q2", "boots", intent="refute"), asked("Q3", "salt", intent="explore")]
    assert measured(*told)[queries.REFUTING].value == pytest.approx(1 / 3)


@settings(deadline=None)
@given(st.lists(st.integers(0, 9), min_size=1))
def test_entropy_is_scipys(places: list[int]) -> None:
    from scipy.stats import entropy as scipys  # takes a second to load

    counts = Counter(places)
    assert queries.entropy(counts) == pytest.approx(float(scipys(list(counts.values()), base=2)), abs=1e-12)
