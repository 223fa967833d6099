"""Two runs compared, with numbers worked by hand."""

from __future__ import annotations

import pytest
from rich.console import Console

from agent.question import CONSISTENT, CONTRADICT, Budget
from agent.trace import Imported
from evaluations.case import Gold
from evaluations.compare.comparison import compare
from evaluations.compare.figures import figure_rows, macro_f1
from evaluations.compare.rows import rows, undefined
from evaluations.compare.settings import differing
from evaluations.compare.side import shared
from evaluations.compare.tables import tables
from evaluations.compare.times import timed
from evaluations.metrics.aggregates import WinRate
from evaluations.metrics.verdicts import agreement
from evaluations.store import ModelRecord
from evaluations.works import works
from tests.evaluations.sides import a_side, asked, scored
from tests.evaluations.traces import answered
from tools.mistake import Mistake

ABC = [asked(name) for name in "abc"]


def test_only_questions_that_both_researched_are_shared_and_the_others_counted() -> None:
    first = a_side("A", [asked(n) for n in "abcd"], [])
    second = a_side("B", [asked(n) for n in "bcde"], [])
    found = shared(first, second)
    assert (found.ids, found.only_first, found.only_second, found.unlike) == (("b", "c", "d"), 1, 1, 0)


def test_an_id_that_names_another_question_is_not_shared() -> None:
    first, second = a_side("A", ABC, []), a_side("B", [asked("a"), asked("b", answer="A")], [])
    found = shared(first, second)
    assert (found.ids, found.only_first, found.unlike) == (("a",), 1, 1)


def test_another_cut_is_a_setting_and_the_question_stays_the_same() -> None:
    other = [case.model_copy(update={"cut": 12, "shown": (1, 2)}) for case in ABC]
    assert len(shared(a_side("A", ABC, []), a_side("B", other, [])).ids) == 3


def test_runs_that_share_nothing_are_a_mistake() -> None:
    with pytest.raises(Mistake, match="share no question"):
        shared(a_side("A", ABC, []), a_side("B", [asked("x")], []))


def test_a_case_without_a_trace_is_not_shared_and_makes_the_run_half_done() -> None:
    half = a_side("A", ABC, [], traces=[answered(ABC[0])])
    assert half.open == 2
    assert shared(half, a_side("B", ABC, [])).ids == ("a",)
    assert a_side("B", ABC, []).open == 0


def test_the_settings_that_differ_are_named_and_no_others() -> None:
    first = a_side("A", ABC, [], settings={"cut": "official"}, versions={"casebook": "1"})
    second = a_side("B", ABC, [], "extractive", settings={"cut": "minus-10"}, budget=Budget(rounds=5, tokens=9))
    told = {one.name: (one.first, one.second) for one in differing(first, second)}
    assert told == {
        "set cut": ("official", "minus-10"),
        "researcher": ("agent", "extractive (no model)"),
        "researcher draws inferences": ("yes", "no"),
        "model": ("some-model", "—"),
        "--researcher": ("model", "extractive"),
        "budget rounds": ("3", "5"),
        "budget tokens": ("no limit", "9"),
        "version casebook": ("1", "—"),
    }
    assert differing(first, first) == []


def test_how_a_model_was_asked_is_a_setting_and_where_it_was_asked_is_none() -> None:
    told = [
        ModelRecord(name="m", base_url=f"http://{place}", temperature=warm, prompts="1", own_prompt=own)
        for place, warm, own in (("here", 0.0, ""), ("there", 0.7, "Read well. " * 20))
    ]
    first, second = (a_side(name, ABC, [], model=model) for name, model in zip("AB", told, strict=True))
    found = {one.name: (one.first, one.second) for one in differing(first, second)}
    assert found.keys() == {"model temperature", "model own prompt"}
    assert found["model temperature"] == ("0.0", "0.7")
    assert found["model own prompt"][1].endswith("… (219 characters)")


def test_a_row_has_both_means_over_the_questions_of_both_and_mcnemars_p() -> None:
    first = a_side("A", ABC, scored("accuracy", {"a": 0.0, "b": 0.0, "c": 1.0}))
    second = a_side("B", ABC, scored("accuracy", {"a": 1.0, "b": 1.0, "c": 1.0}))
    ((row,), process) = rows(first, second, works(ABC))
    assert (row.first, row.second, row.difference, row.n) == pytest.approx((1 / 3, 1.0, 2 / 3, 3))
    assert (row.test, row.p, row.over) == ("McNemar", 0.5, "questions")  # two of two: 2 / 4
    assert process == []


def test_accuracy_averaged_over_repeats_is_tested_by_permutation() -> None:
    half = scored("accuracy", {"a": 1.0, "b": 0.0}) + scored("accuracy", {"a": 0.0, "b": 0.0}, repeat=2)
    first, second = a_side("A", ABC, half), a_side("B", ABC, scored("accuracy", {"a": 1.0, "b": 1.0}))
    ((row,), _) = rows(first, second, works(ABC))
    assert (row.first, row.second, row.test) == (0.25, 1.0, "permutation")
    assert row.sd_first == pytest.approx(0.5 / 2**0.5)  # of .5 and 0
    assert row.sd_second is None


def test_a_question_undefined_in_one_run_is_left_out_of_both() -> None:
    first = a_side("A", ABC, scored("evidence F1@1", {"a": 1.0, "b": None, "c": 0.5}))
    second = a_side("B", ABC, scored("evidence F1@1", {"a": 0.0, "b": 1.0, "c": 0.5}))
    ((row,), _) = rows(first, second, works(ABC))
    assert (row.first, row.second, row.n) == (0.75, 0.25, 2)


def test_a_metric_that_no_question_has_in_both_is_told_with_its_reason() -> None:
    first = a_side("A", ABC, scored("StepRecall(lexical, inferred)", {"a": None, "b": None}, why="not attempted"))
    second = a_side("B", ABC, scored("StepRecall(lexical, inferred)", {"a": 0.5, "b": 1.0}))
    assert rows(first, second, works(ABC)) == ([], [])
    assert undefined(first, second) == {"StepRecall(lexical, inferred)": "not attempted"}


def test_no_interval_is_made_of_differences_that_are_all_alike() -> None:
    first = a_side("A", ABC, scored("rounds", dict.fromkeys("abc", 3.0)))
    second = a_side("B", ABC, scored("rounds", dict.fromkeys("abc", 1.0)))
    (_, (row,)) = rows(first, second, works(ABC))
    assert (row.kind, row.difference, row.low, row.high) == ("count", -2.0, None, None)


def test_from_ten_books_on_the_interval_and_the_test_are_over_books() -> None:
    cases = [asked(f"q{n}", book=f"/books/{n % 12}.txt") for n in range(48)]
    ids = [case.id for case in cases]
    first = a_side("A", cases, scored("evidence F1@1", dict.fromkeys(ids, 0.2)))
    second = a_side("B", cases, scored("evidence F1@1", {name: (n % 12) / 12 for n, name in enumerate(ids)}))
    ((row,), _) = rows(first, second, works(cases))
    assert row.over == "books"
    assert row.low is not None
    assert row.low < row.difference == pytest.approx(5.5 / 12 - 0.2)


def test_questions_belong_to_the_work_they_are_about() -> None:
    longreason = asked("8k-12", "longreason", tags={"split": "8k"})
    closed = asked("q1", "lfed", question={"title": "围城"})
    assert works([asked("a", book="/x.txt"), closed, longreason, asked("own", "cofca")]) == {
        "a": "/x.txt",
        "q1": "围城",
        "8k-12": "12",
        "own": "own",
    }


def test_the_geometric_mean_is_of_the_two_means_and_has_a_row() -> None:
    right, found = {"a": 1.0, "b": 0.0}, {"a": 0.5, "b": 0.5}
    first = a_side("A", ABC, scored("accuracy", right) + scored("StepRecall(lexical)", found))
    second = a_side("B", ABC, scored("accuracy", {"a": 1.0, "b": 1.0}) + scored("StepRecall(lexical)", found))
    (row,) = figure_rows("detectiveqa", first, second, works(ABC))
    assert row.metric == "G.M. (lexical)"
    assert (row.first, row.second) == pytest.approx((0.5, 0.5**0.5))


def test_macro_f1_is_the_one_of_the_benchmarks_table() -> None:
    gold = {"a": CONSISTENT, "b": CONSISTENT, "c": CONTRADICT, "d": CONTRADICT}
    said = {"a": CONSISTENT, "b": CONTRADICT, "c": CONTRADICT, "d": None}
    cases = [asked(n, "prelude", gold=Gold(answer=label)) for n, label in gold.items()]
    scores = [
        one._replace(read=said[one.case]) for one in scored("accuracy", {n: float(said[n] == gold[n]) for n in gold})
    ]
    side = a_side("A", cases, scores)
    assert macro_f1(side) == agreement([(gold[n], said[n]) for n in gold]).macro_f1
    (row,) = figure_rows("prelude", side, side, works(cases))
    assert row.metric == "macro-F1"
    assert row.first == pytest.approx((2 / 3 + 2 / 4) / 2)


def test_longreasons_average_is_of_four_lengths_and_undefined_without_one() -> None:
    splits = ("8k", "16k", "32k", "64k")
    cases = [asked(f"{s}-{n}", "longreason", tags={"split": s}) for s in splits for n in (1, 2)]
    values = {case.id: float(case.id in ("8k-1", "16k-1", "16k-2")) for case in cases}
    side = a_side("A", cases, scored("accuracy", values))
    (row,) = figure_rows("longreason", side, side, works(cases))
    assert row.first == pytest.approx((0.5 + 1 + 0 + 0) / 4)
    part = side.only({case.id for case in cases if not case.id.startswith("64k")})
    assert [*figure_rows("longreason", part, part, works(cases))] == []


def test_benchmarks_are_never_pooled() -> None:
    cases = [asked("a"), asked("b", "lfed")]
    scores = scored("accuracy", {"a": 1.0, "b": 0.0})
    made = compare(a_side("A", cases, scores), a_side("B", cases, scores))
    assert [(part.benchmark, part.questions, part.rows[0].first) for part in made.parts] == [
        ("detectiveqa", 1, 1.0),
        ("lfed", 1, 0.0),
    ]


def test_wins_are_of_the_second_and_flips_show_both_answers_and_chains() -> None:
    first = a_side(
        "A", ABC, scored("accuracy", {"a": 0.0, "b": 1.0, "c": 0.0}),
        traces=[answered(case, "A", steps=[("he ran", (3,))]) for case in ABC],
    )  # fmt: skip
    second = a_side("B", ABC, scored("accuracy", {"a": 1.0, "b": 1.0, "c": 0.0}))
    (part,) = compare(first, second).parts
    assert part.wins == WinRate(wins=1, losses=0, ties=1, both_lose=1)
    (flip,) = part.flips
    assert (flip.case, flip.gold, flip.first.right, flip.second.right) == ("a", "D. Nell", False, True)
    assert (flip.first.value, flip.first.steps[0].paragraphs, flip.second.value) == ("A", (3,), "D")


def test_wins_go_by_the_steps_that_the_judge_of_the_scores_found() -> None:
    right = scored("accuracy", {"a": 1.0, "b": 1.0, "c": 1.0})
    first = a_side("A", ABC, right + scored("StepRecall(m@x-v1)", {"a": 0.5, "b": 0.5, "c": None}))
    second = a_side("B", ABC, right + scored("StepRecall(m@x-v1)", {"a": 1.0, "b": 0.0, "c": 1.0}))
    assert (first.judge, a_side("C", ABC, right).judge) == ("m@x-v1", "lexical")
    # c was judged in one alone: its answers decide
    assert compare(first, second).parts[0].wins == WinRate(wins=1, losses=1, ties=1, both_lose=0)


def test_a_flip_is_shown_in_the_first_repeat_that_has_it() -> None:
    case = ABC[0]
    twice = [answered(case, repeat=1), answered(case, "A", repeat=2)]
    first = a_side("A", [case], scored("accuracy", {"a": 1.0}) + scored("accuracy", {"a": 1.0}, 2), traces=twice)
    second = a_side("B", [case], scored("accuracy", {"a": 1.0}) + scored("accuracy", {"a": 0.0}, 2), traces=twice)
    (flip,) = compare(first, second).parts[0].flips
    assert flip.repeat == 2


def test_a_time_that_was_cut_short_counts_as_not_yet() -> None:
    name = "paragraphs to first gold"
    first = [one._replace(read=one.value) for one in scored(name, {"a": 4.0, "b": 6.0, "c": 8.0})]
    second = scored(name, {"a": 4.0}) + scored(name, {"b": None, "c": None}, read=20)
    sides = a_side("A", ABC, first), a_side("B", ABC, second)
    (one,) = timed(*sides)
    assert (one.first.value, one.first.happened) == (6.0, 3)
    assert (one.second.value, one.second.happened, one.second.n) == (None, 1, 3)
    assert rows(*sides, works(ABC)) == ([], [])
    assert len(compare(*sides).parts[0].times) == 1


def test_what_an_imported_run_does_not_tell_was_not_cut_short() -> None:
    untold = [
        answered(case).model_copy(update={"imported": Imported(untold=("reads", "queries"))}) for case in ABC
    ]  # fmt: skip
    first = a_side("A", ABC, scored("events to first gold", dict.fromkeys("abc", 4.0), read=4))
    second = a_side("B", ABC, scored("events to first gold", dict.fromkeys("abc"), read=9), traces=untold)
    (part,) = compare(first, second).parts
    assert part.times == []
    assert (part.agreement.n, part.agreement.followed) == (3, 0)
    assert {one.name: one.n for one in part.agreement.alike}["paragraphs read: Jaccard"] == 0


@pytest.mark.parametrize(
    ("metric", "kind"),
    [("query terms met", "share"), ("query kinds", "count"), ("entropy over deciles", "count"), ("coverage", "share"),
     ("gold-read area@100", "share"), ("hypothesis switches", "count"), ("revisit rate", "share"),
     ("depth", "count"), ("ReasonAcc(m@x-v1)", "share"), ("FirstError(m@x-v1)", "count")],
)  # fmt: skip
def test_shares_are_told_from_counts_that_happen_to_be_small(metric: str, kind: str) -> None:
    sides = [a_side(name, ABC, scored(metric, {"a": 0.5, "b": 1.0})) for name in "AB"]
    (row,) = [row for some in rows(sides[0], sides[1], works(ABC)) for row in some]
    assert row.kind == kind


def test_a_judges_name_is_printed_as_it_is() -> None:
    side = a_side("A", ABC, scored("StepRecall(org/[bold]m)", {"a": 0.5, "b": 1.0}))
    console = Console(width=80)
    with console.capture() as seen:
        console.print(tables(compare(side, side), 0))
    assert "Reasoning judged by org/[bold]m." in seen.get()
    assert "\n StepRecall  " in seen.get()
