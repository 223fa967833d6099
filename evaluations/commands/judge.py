"""`casebook judge`: verdicts for people to give, and how far a judge agrees with them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from evaluations.commands.options import RUNS, Json, RunName, Runs, ScorerName, run_place
from tools.mistake import Mistake

if TYPE_CHECKING:
    from evaluations.calibration.agreement import Calibrated
    from evaluations.calibration.sheet import Label, Labels
    from evaluations.commands.judged import Judged

SAMPLE_EXAMPLE = "Example: casebook judge sample sample-extractive --n 100"
AGREE_EXAMPLE = "Example: casebook judge agree sample-extractive-contained.csv"

judge = typer.Typer(name="judge", help="Calibrate a judge: verdicts of people against its own.", no_args_is_help=True)

What = Literal["contained", "supported", "reasoning"]


@judge.command("sample", epilog=SAMPLE_EXAMPLE)
def sample(
    run: RunName,
    n: Annotated[int, typer.Option("--n", min=1, help="How many verdicts.")] = 100,
    seed: Annotated[int, typer.Option(help="Which are drawn.")] = 1,
    of: Annotated[
        What | None,
        typer.Option(help="contained: is a reference step in the reasoning; supported: is a step carried by what it "
                     "cites; reasoning: is the reasoning right. contained where there are reference steps.",
                     show_default=False),
    ] = None,
    scorer: ScorerName = "lexical",
    out: Annotated[Path | None, typer.Option(help="The sheet; RUN-OF.csv when not given.", show_default=False)] = None,
    runs: Runs = RUNS,
) -> None:  # fmt: skip
    """Write a sheet of verdicts for people to give, spread over the run in proportion. It shows no judge's verdict."""
    from evaluations.calibration.rows import rows
    from evaluations.calibration.sampling import sampled
    from evaluations.calibration.sheet import ASKED, written
    from evaluations.commands.judged import Judged

    at_hand = Judged(run_place(run, runs), scorer)
    wanted: What = of or ("contained" if any(case.gold.steps for case in at_hand.cases) else "reasoning")
    drawn = sampled(list(rows(at_hand.exhibits(at_hand.traces()), wanted)), n, seed)
    file = out or Path(f"{at_hand.run.name}-{wanted}.csv")
    if not drawn:
        raise Mistake(f"The run {at_hand.run.name} has nothing of that kind to judge", got=wanted, allowed="see --of")
    if file.exists():
        raise Mistake(f"The sheet {str(file)!r} exists, and may hold labels", cure="Name another one with --out.")
    written(drawn, at_hand.run.name, file)
    print(f"{len(drawn)} verdicts are in {file}. Write yes or no into the last column: {ASKED[wanted]}")
    print(f"Then: casebook judge agree {file}")


@judge.command("agree", epilog=AGREE_EXAMPLE)
def agree(
    sheet: Annotated[Path, typer.Argument(help="The sheet with people's verdicts.", show_default=False)],
    run: Annotated[str, typer.Option(help="The run, where the sheet does not name it.", show_default=False)] = "",
    scorer: Annotated[
        list[str] | None,
        typer.Option(help="Only this scorer; may be repeated. All that scored the run otherwise.", show_default=False),
    ] = None,
    keep: Annotated[bool, typer.Option("--keep", help="Keep people's verdicts as a scorer of the run.")] = False,
    person: Annotated[str, typer.Option(help="Whose verdicts they are: the scorer is called people-PERSON.")] = "",
    runs: Runs = RUNS,
    as_json: Json = False,
) -> None:
    """Say how far each judge agrees with people: accuracy, kappa, sensitivity, specificity, r, corrected rates.

    A sheet of two columns, case and reasoning right, is taken too (PRELUDE's human verdicts).
    """
    from pydantic_core import to_jsonable_python

    from evaluations.calibration.sheet import read
    from evaluations.calibration.tables import tables
    from evaluations.commands.judged import Judged
    from evaluations.commands.screen import console, print_json

    labels = read(sheet)
    named = run or labels.run
    if run and labels.run and Path(run).name != labels.run:
        raise Mistake(f"The sheet was drawn from the run {labels.run}", got=run, cure="Leave --run out.")
    if not labels.given:
        raise Mistake(f"{sheet.name} has no verdict yet ({labels.empty} rows)", cure="Write yes or no, then ask again.")
    if not named:
        raise Mistake("The sheet does not say which run it is about", cure="Give it: --run RUN")
    at_hand = Judged(run_place(named, runs))
    _say_strangers(at_hand, labels)
    if keep or person:
        _keep(at_hand, labels.given, person)
    made = _calibrated(at_hand, labels.given, scorer or [])
    if as_json:
        print_json(to_jsonable_python(made))
    else:
        console().print(tables(made))


def _calibrated(judged: Judged, labels: tuple[Label, ...], named: list[str]) -> list[Calibrated]:
    """Each scorer against the labels, for the kinds of verdict that it gives."""
    from evaluations.calibration.agreement import calibrated
    from evaluations.calibration.sheet import of_all
    from evaluations.commands.judged import Judged
    from evaluations.metrics.findings import PEOPLE
    from evaluations.scorers import scorers

    there = named or ["lexical", *(name for name in scorers(judged.run) if not name.startswith(PEOPLE))]
    made: list[Calibrated] = []
    for name in there:
        one = Judged(judged.run.place, name)
        exhibits = list(one.exhibits(one.traces()))
        made += [calibrated(name, of, labels, exhibits) for of in of_all(labels)]
    return [one for one in made if one.missing < one.labelled] or made


def _say_strangers(judged: Judged, labels: Labels) -> None:
    there = set(judged.run.traces())
    strangers = [label for label in labels.given if label.key[:2] not in there]
    if len(strangers) == len(labels.given):
        got = f"{strangers[0].key[0]}, repeat {strangers[0].key[1]}"
        raise Mistake(f"No verdict of the sheet is about the run {judged.run.name}", got=got)
    if strangers:
        print(f"casebook: verdicts about no trace of the run, passed over: {len(strangers)}.", file=sys.stderr)
    if labels.empty:
        print(f"casebook: rows without a verdict yet: {labels.empty}.", file=sys.stderr)


def _keep(judged: Judged, labels: tuple[Label, ...], person: str) -> None:
    from evaluations.calibration.people import judgements

    if person and not person.replace("-", "").replace("_", "").isalnum():
        raise Mistake("A person's name stands in a file's name", got=person, allowed="letters, digits, - and _")
    made = list(judgements(labels, judged.exhibits(judged.traces()), person))
    judged.keep(made[0].scorer, made)
    print(f"Kept: casebook report {judged.run.name} --scorer {made[0].scorer.name}", file=sys.stderr)
