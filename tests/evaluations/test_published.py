"""The papers' figures, and which of our runs stand beside them."""

from __future__ import annotations

import tomllib
from importlib.resources import files

import pytest
from rich.console import Console

from agent.question import View
from evaluations.benchmarks import BENCHMARKS
from evaluations.beside import published_tables
from evaluations.compare.side import Side
from evaluations.published import Published, published
from tests.evaluations.sides import a_side, asked, scored

TABLES = tomllib.loads((files("evaluations") / "published.toml").read_text(encoding="utf-8"))["table"]


def reading(name: str, player: str = "model", paragraphs: int = 27) -> Side:
    """A DetectiveQA run over two questions that saw so many paragraphs."""
    cases = [asked(n, tags={"setting": "context"}) for n in ("q1", "q2")]
    side = a_side(name, cases, scored("accuracy", {"q1": 1.0, "q2": 0.0}), player)
    view = View(title="T", digest="d", cut=28, paragraphs=paragraphs, characters=9, tokens=2, language="en")
    traces = [trace.model_copy(update={"view": view}) for trace in side.traces]
    return a_side(name, cases, side.scores, player, traces)


def table(made: list[Published], title: str) -> Published:
    return next(one for one in made if one.title == title)


@pytest.mark.parametrize("raw", TABLES, ids=[f"{t['benchmark']}: {t['title']}" for t in TABLES])
def test_every_table_is_whole(raw: dict[str, object]) -> None:
    assert raw["benchmark"] in BENCHMARKS
    assert raw["source"]
    assert raw["settings"]
    assert isinstance(raw["rows"], list)
    assert isinstance(raw["measures"], list)
    for system, *values in raw["rows"]:
        assert isinstance(system, str)
        assert len(values) == len(raw["measures"])
        assert all(0 < value < 100 for value in values)


def test_the_published_geometric_means_follow_from_their_parts() -> None:
    for _, (right, found, together) in table(published([reading("A")]), "Context and question, both languages").theirs:
        assert right is not None
        assert found is not None
        assert (right * found) ** 0.5 == pytest.approx(together, abs=0.0002)


def test_our_run_stands_beside_theirs_with_its_own_figures_and_no_lexical_step_score() -> None:
    made = published([reading("A")])
    shown = table(made, "Context and question, both languages")
    assert shown.theirs[0] == ("Claude-3-Opus", (0.8195, 0.3733, 0.553))
    (ours,) = shown.ours
    assert (ours.run, ours.questions, ours.values) == ("A", 2, (0.5, None, None))


def test_a_run_that_saw_no_text_stands_beside_those_that_saw_none() -> None:
    made = published([reading("A"), reading("Q", "question-only", paragraphs=0)])
    assert [one.run for one in table(made, "Context and question, both languages").ours] == ["A"]
    assert [one.run for one in table(made, "Question only").ours] == ["Q"]


def test_a_models_judge_gives_the_step_score_and_the_geometric_mean() -> None:
    side = reading("A")
    judged = [*side.scores, *scored("StepRecall(some-model)", {"q1": 0.5, "q2": 0.5})]
    made = published([a_side("A", side.cases, judged, "model", side.traces)])
    (ours,) = table(made, "Context and question, both languages").ours
    assert ours.values == pytest.approx((0.5, 0.5, 0.5))
    assert (ours.judge, ours.judged) == ("some-model", 2)


def test_whose_verdicts_our_step_scores_are_stands_under_the_table() -> None:
    side = reading("A")
    judged = [*side.scores, *scored("StepRecall(some-model)", {"q1": 0.5, "q2": None})]
    both = [a_side("A", side.cases, judged, "model", side.traces), reading("B")]
    console = Console(width=2000)
    for runs, told in (
        (both, "A by some-model, 1 of 2 questions. Steps judged by words alone are not their scale: —."),
        (both[:1], "Steps judged, not by their judge: A by some-model, 1 of 2 questions."),
        (both[1:], "texts. Steps judged by words alone are not their scale: —."),
    ):
        with console.capture() as seen:
            console.print(*published_tables(published(runs), ["detectiveqa"]))
        assert told in seen.get()


def test_only_the_questions_of_the_tables_setting_count() -> None:
    cases = [asked(f"{s}-1", "longreason", tags={"split": s}) for s in ("8k", "128k")]
    side = a_side("L", cases, scored("accuracy", {"8k-1": 0.0, "128k-1": 1.0}), benchmark="longreason")
    (ours,) = table(published([side]), "128K").ours
    assert (ours.questions, ours.values) == (1, (1.0,))


def test_a_run_of_another_split_is_not_put_beside_the_human_study() -> None:
    cases = [asked("p", "prelude", gold=asked("p").gold)]
    scores = scored("accuracy", {"p": 1.0})
    whole = a_side("W", cases, scores, benchmark="prelude", settings={"split": "full"})
    hundred = a_side("H", cases, scores, benchmark="prelude", settings={"split": "subset"})
    shown = table(published([whole, hundred]), "The 100 items of the human study")
    assert [one.run for one in shown.ours] == ["H"]


def test_nothing_is_published_about_the_sample() -> None:
    assert published([a_side("S", [asked("a")], [], benchmark="sample")]) == []
