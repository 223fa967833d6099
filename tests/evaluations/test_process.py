"""The refused rate and the plain counts."""

from __future__ import annotations

from evaluations.case import Case, Score
from evaluations.metrics import process
from evaluations.metrics.exhibit import Exhibit
from tests.evaluations.traces import a_case, answered, failed, queried, quoted, refused
from tools.book import book_of


def measured(case: Case, *before: object) -> dict[str, Score]:
    trace = answered(case, "D", before=before)  # type: ignore[arg-type]
    return {score.metric: score for score in process.measure(Exhibit(case, trace))}


def test_the_refused_rate_is_moves_refused_over_moves_proposed() -> None:
    # proposed: one query, one quote taken, two refused, and the answer
    found = measured(a_case(), *queried("Q1", [5]), quoted("E1", 5), refused("verbatim"), refused("read"))
    rate = found["refused rate"]
    assert (rate.value, rate.read) == (2 / 5, "2 of 5")
    assert rate.why == {"verbatim": 1, "read": 1}


def test_refusals_are_counted_by_guard() -> None:
    rate = measured(a_case(), refused("verbatim"), refused("verbatim"), refused("cycle"))["refused rate"]
    assert (rate.value, rate.why) == (3 / 4, {"verbatim": 2, "cycle": 1})


def test_the_rate_is_zero_when_nothing_was_refused_and_undefined_when_nothing_was_proposed() -> None:
    case = a_case()
    assert measured(case)["refused rate"].value == 0.0
    (rate, *_) = process.measure(Exhibit(case, failed(case)))
    assert (rate.metric, rate.value, rate.read) == ("refused rate", None, "0 of 0")


def test_retiring_merging_and_hypotheses_are_proposed_moves_too() -> None:
    rival = {"node": {"kind": "hypothesis", "id": "H1", "text": "Pym"}}
    joint = [{"kind": "inference", "id": f"I{n}", "text": "so", "parents": ["E1"]} for n in (1, 2)]
    found = measured(
        a_case(),
        ("noted", rival),
        ("retired", {"hypothesis": "H1", "reason": "at sea"}),
        quoted("E1", 5),
        *(("noted", {"node": node}) for node in joint),
        ("merged", {"keep": "I1", "drop": "I2"}),
        refused("cycle"),
    )
    assert found["refused rate"].read == "1 of 8"


def test_rounds_queries_reading_calls_and_tokens_are_counted() -> None:
    usage = {"calls": 1, "input_tokens": 100, "cached_tokens": 30, "output_tokens": 7}
    found = measured(
        a_case(),
        ("entered", {"node": "probe", "round": 1}),
        *queried("Q1", [5]),
        *queried("Q2"),
        ("read", {"paragraphs": [5, 6]}),
        ("entered", {"node": "probe", "round": 2}),
        ("called", {"usage": usage}),
        ("called", {"usage": usage}),
        ("fell-back", {}),
    )
    assert {name: found[name].value for name in process.COUNTS} == {
        "rounds": 2,
        "queries": 2,
        "paragraphs read": 2,
        "fallbacks": 1,
        "model calls": 2,
        "tokens": 154,
    }


def test_the_share_read_counts_each_paragraph_once_and_only_those_of_the_view() -> None:
    case, view = a_case(), book_of(["12345", "1234567890", "12345"], "The Ferry Inn")
    read = [("read", {"paragraphs": numbers, "reason": "Q1"}) for numbers in ([2, 3], [2, 9])]
    found = {score.metric: score for score in process.measure(Exhibit(case, answered(case, "D", before=read), view))}
    assert (found["share read"].value, found["share read"].why) == (0.75, "15 of 20 characters")


def test_the_share_read_is_undefined_without_the_book_or_without_a_text() -> None:
    case = a_case()
    for view, why in ((None, "book not found"), (book_of([], "none"), "there is no text to read")):
        found = {score.metric: score for score in process.measure(Exhibit(case, answered(case, "D"), view))}
        assert (found["share read"].value, found["share read"].why) == (None, why)
