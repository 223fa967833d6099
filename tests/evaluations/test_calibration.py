"""Calibration: the sheet there and back, the sample's shares, and agreement worked by hand."""

from __future__ import annotations

import csv
import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.question import Step
from evaluations.calibration.agreement import calibrated
from evaluations.calibration.figures import pearson
from evaluations.calibration.people import judgements
from evaluations.calibration.rouge import rouge
from evaluations.calibration.rows import Row, rows
from evaluations.calibration.sampling import allotted, sampled
from evaluations.calibration.sheet import COLUMNS, Label, read, written
from evaluations.metrics import soundness, steps
from evaluations.metrics.exhibit import Exhibit
from evaluations.metrics.findings import Contained, Findings
from tests.evaluations.bench import exhibit, prequel, view
from tests.evaluations.traces import EXTRACTIVE, a_case, answered
from tools.mistake import Mistake


def a_row(case: str, index: int = 1, stratum: str = "yes", **told: str) -> Row:
    texts = {"question": "Who?", "statement": "Luce.", "reasoning": "[1] So.", "cited": ""} | told
    return Row((case, 1, "contained", index), (stratum,), **texts)


def labelled(file: Path, verdicts: Sequence[str]) -> None:
    """Fill in a sheet's last column, as a spreadsheet would save it."""
    with file.open(encoding="utf-8-sig", newline="") as told:
        table = list(csv.reader(told))
    for cells, verdict in zip(table[1:], verdicts, strict=True):
        cells[-1] = verdict
    with file.open("w", encoding="utf-8-sig", newline="") as out:
        csv.writer(out).writerows(table)


def test_a_sheet_goes_out_and_comes_back(tmp_path: Path) -> None:
    file = tmp_path / "sheet.csv"
    written([a_row("c1", 2, reasoning="[1] 因为,\n[2] “so”; 1"), a_row("c2"), a_row("c3")], "run", file)
    assert file.read_bytes().startswith(b"\xef\xbb\xbf")
    assert read(file).empty == 3
    labelled(file, ["yes", "", "No."])
    found = read(file)
    assert found.given == (
        Label(("c1", 1, "contained", 2), True, "run"), Label(("c3", 1, "contained", 1), False, "run"),
    )  # fmt: skip
    assert (found.empty, found.run) == (1, "run")


@pytest.mark.parametrize("cell", ["=1+1", "+cmd|' /C calc'!A0", "-2", "@SUM(A1)", "\t=1", '=HYPERLINK("http://x")'])
def test_no_cell_is_a_formula_to_a_spreadsheet(cell: str, tmp_path: Path) -> None:
    written([a_row("c1", reasoning=cell, question=cell, statement=cell, cited=cell)], "=run", tmp_path / "s.csv")
    with (tmp_path / "s.csv").open(encoding="utf-8-sig", newline="") as told:
        _, cells = csv.reader(told)
    assert not any(one.startswith(("=", "+", "-", "@", "\t")) for one in cells)
    labelled(tmp_path / "s.csv", ["yes"])
    assert read(tmp_path / "s.csv").run == "=run"


@pytest.mark.parametrize("mark", [";", "\t"])
def test_a_sheet_saved_with_other_marks_between_its_cells_is_read(mark: str, tmp_path: Path) -> None:
    file = tmp_path / "s.csv"
    told = [list(COLUMNS), ["r", "c1", "1", "contained", "1", f"a{mark}b", "s, t", "x", "", "是"]]
    with file.open("w", encoding="utf-8-sig", newline="") as out:
        csv.writer(out, delimiter=mark).writerows(told)
    assert [label.yes for label in read(file).given] == [True]


def test_peoples_verdicts_on_prequels_come_as_two_columns(tmp_path: Path) -> None:
    file = tmp_path / "people.csv"
    file.write_text("Case,Reasoning right\np1,yes\np2,错\np3,\n", encoding="utf-8")
    found = read(file)
    assert [(label.key, label.yes) for label in found.given] == [
        (("p1", 1, "reasoning", 0), True), (("p2", 1, "reasoning", 0), False),
    ]  # fmt: skip
    assert found.empty == 1


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("a,b\n1,2\n", "no sheet of verdicts"),
        ("", "no sheet of verdicts"),
        ("case,reasoning right\np1,maybe\n", "line 2: a verdict is neither"),
        ("case,reasoning right\np1,yes\np1,no\n", "line 3 says otherwise"),
        ("case,verdict\np1,yes\n", "does not say which verdict"),
        ("case,of,index,verdict\np1,contained,two,yes\n", "does not say which verdict"),
    ],
)
def test_an_odd_sheet_is_told_by_its_line(text: str, told: str, tmp_path: Path) -> None:
    (tmp_path / "s.csv").write_text(text, encoding="utf-8")
    with pytest.raises(Mistake, match=told):
        read(tmp_path / "s.csv")


def test_a_sheet_about_two_runs_is_refused(tmp_path: Path) -> None:
    text = "run,case,reasoning right\na,p1,yes\nb,p2,yes\n"
    (tmp_path / "s.csv").write_text(text, encoding="utf-8")
    with pytest.raises(Mistake, match="several runs"):
        read(tmp_path / "s.csv").run  # noqa: B018 - reading it checks it


def test_each_stratum_has_its_share_of_the_sample() -> None:
    pool = [
        a_row(f"{name}{n}", stratum=name) for name, count in (("a", 60), ("b", 30), ("c", 10)) for n in range(count)
    ]
    drawn = sampled(pool, 20, seed=3)
    assert Counter(row.stratum[0] for row in drawn) == {"a": 12, "b": 6, "c": 2}
    assert len({row.key for row in drawn}) == 20
    assert drawn == sampled(pool, 20, seed=3) != sampled(pool, 20, seed=4)
    assert len(sampled(pool, 500, seed=3)) == 100
    assert sampled([], 5, seed=1) == []


@settings(deadline=None)
@given(st.lists(st.integers(0, 50), max_size=8), st.integers(0, 200))
def test_shares_add_up_and_are_within_one_of_the_exact_ones(sizes: list[int], n: int) -> None:
    n = min(n, sum(sizes))
    counts = allotted(sizes, n)
    assert sum(counts) == n
    for count, size in zip(counts, sizes, strict=True):
        assert count <= size
        assert abs(count - n * size / max(1, sum(sizes))) < 1


def test_the_sheet_shows_what_the_judge_read_and_not_what_it_found() -> None:
    case = a_case(("Luce had the key.", 3), ("So it was Luce.", -1))
    step = Step(kind="evidence", text="Luce had the only key.", node="E1", paragraphs=(3,))
    then = Step(kind="inference", text="So she did it.", node="I1", rests_on=(1,))
    shown = exhibit(case, "Because.\n" * 50, step, then, seen=view(), cited=(3,))
    found = Findings(judge="m", contained=(Contained(found=True, step=1, span="x"), Contained(found=False)))
    judged = Exhibit(case, shown.trace, view(), judged=found)
    first, second = rows([judged], "contained")
    assert first.statement == "Luce had the key."
    assert first.reasoning.startswith("[1] Luce had the only key.\n[2] So she did it.\n[3] Because.")
    assert (first.stratum[-1], second.stratum[-1]) == ("True", "False")
    assert not {"True", "False", "x"} & {first.question, first.statement, first.reasoning, first.cited}
    cited, rests = rows([judged], "supported")
    assert (cited.cited, rests.cited) == ("[3] Luce had the only key.", "[1] Luce had the only key.")


def test_inferred_steps_of_who_draws_no_inference_are_not_asked_about() -> None:
    case = a_case(("Luce had the key.", 3), ("So it was Luce.", -1))
    shown = Exhibit(case, answered(case, steps=[("x", (3,))], player=EXTRACTIVE))
    assert [row.statement for row in rows([shown], "contained")] == ["Luce had the key."]


def by_hand() -> tuple[list[Exhibit], list[Label]]:
    """Four questions of five reference steps; the judge's and people's verdicts on all twenty.

    tp 6, fn 2, fp 3, tn 9. Shares of yes, question by question: judge .8 .6 .2 .2, people .8 .4 .4 0.
    """
    said = {
        "q1": ([1, 1, 1, 1, 0], [1, 1, 1, 0, 1]),
        "q2": ([1, 1, 1, 0, 0], [1, 1, 0, 0, 0]),
        "q3": ([1, 0, 0, 0, 0], [1, 1, 0, 0, 0]),
        "q4": ([1, 0, 0, 0, 0], [0, 0, 0, 0, 0]),
    }
    exhibits, labels = [], []
    for name, (judge, people) in said.items():
        case = a_case(*((f"Clue {n} of {name}.", n) for n in range(1, 6)))
        case = case.model_copy(update={"question": case.question.model_copy(update={"id": name})})
        found = Findings(judge="m", contained=tuple(Contained(found=bool(yes), step=yes) for yes in judge))
        exhibits.append(replace(exhibit(case, f"Clue 1 of {name}. So."), judged=found))
        labels += [Label((name, 1, "contained", n), bool(yes)) for n, yes in enumerate(people, 1)]
    return exhibits, labels


def test_agreement_with_people_by_hand() -> None:
    exhibits, labels = by_hand()
    made = calibrated("m", "contained", labels, exhibits)
    assert (made.labelled, made.missing) == (20, 0)
    assert made.accuracy.value == 15 / 20
    # people say yes to 8, the judge to 9: expected .45 · .4 + .55 · .6 = .51
    assert made.kappa.value == pytest.approx((0.75 - 0.51) / 0.49)
    assert (made.sensitivity.value, made.sensitivity.n) == (6 / 8, 8)
    assert (made.specificity.value, made.specificity.n) == (9 / 12, 12)
    # deviations .35 .15 −.25 −.25 and .4 0 0 −.4: joint .24, squares .27 and .32
    assert made.r.value == pytest.approx(0.24 / math.sqrt(0.27 * 0.32))
    assert made.raw.value == 9 / 20
    # (.45 + .75 − 1) / (.75 + .75 − 1)
    assert made.corrected.value == pytest.approx(0.4)
    for figure in (made.accuracy, made.kappa, made.sensitivity, made.specificity, made.r, made.raw, made.corrected):
        assert figure.low is not None
        assert figure.high is not None
        assert figure.low <= (figure.value or 0) <= figure.high
    assert set(made.rouge) == {"ROUGE-1", "ROUGE-2", "ROUGE-L"}


def test_verdicts_the_judge_did_not_give_are_counted_and_in_no_figure() -> None:
    exhibits, labels = by_hand()
    failed = replace(exhibits[0], judged=Findings(judge="m"))
    made = calibrated("m", "contained", labels, [failed, *exhibits[1:]])
    assert (made.labelled, made.missing, made.accuracy.n, made.raw.n) == (20, 5, 15, 15)


def test_without_labels_nothing_is_corrected() -> None:
    made = calibrated("m", "contained", [], by_hand()[0])
    assert made.raw.value == 0.45
    assert (made.corrected.value, made.kappa.value, made.r.value, made.accuracy.value) == (None, None, None, None)


def test_pearson_is_undefined_where_nothing_varies() -> None:
    assert pearson([(1, 2)]) is None
    assert pearson([(1, 2), (1, 3)]) is None
    assert pearson([(1, 2), (2, 4), (3, 6)]) == pytest.approx(1)
    assert pearson([(1, 3), (2, 2), (3, 1)]) == pytest.approx(-1)


def test_rouge_by_hand() -> None:
    # the / a fall away: "cat sat on mat" against "cat on mat sat": 4 of 4; bigrams "on mat" of 3 and 3; longest 3
    assert rouge("The cat sat on the mat.", "A cat on the mat sat") == pytest.approx((1.0, 2 / 6, 3 / 4))
    assert rouge("go go go", "go") == pytest.approx((2 / 4, 0.0, 2 / 4))
    assert rouge("露西拿了钥匙", "露西的钥匙") == pytest.approx((8 / 11, 4 / 9, 8 / 11))
    assert rouge("", "anything") == rouge("x", "") == (0.0, 0.0, 0.0)


def test_peoples_verdicts_on_reasoning_are_a_scorer_of_their_own() -> None:
    right, wrong = (exhibit(prequel(), "Because.", value=value) for value in ("contradict", "consistent"))
    labels = [Label(("p1", 1, "reasoning", 0), True)]
    for shown, accuracy in ((right, 1.0), (wrong, 0.0)):  # a wrong answer is wrong, however right its reasoning
        (made,) = judgements(labels, [shown], "ann")
        assert made.scorer.name == made.findings.judge == "people-ann"
        (score,) = soundness.measure(replace(shown, judged=made.findings))
        assert (score.metric, score.value) == ("ReasonAcc(people-ann)", accuracy)


def test_peoples_verdicts_on_steps_are_a_recall_only_where_all_are_labelled() -> None:
    exhibits, labels = by_hand()
    whole, *part = judgements(labels[:9], exhibits)
    assert [one.found for one in whole.findings.contained or ()] == [True, True, True, False, True]
    assert steps.measure(replace(exhibits[0], judged=whole.findings))[0].value == 0.8
    assert [one.findings.contained for one in part] == [None]
