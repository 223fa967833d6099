"""Tables of agreement: a judge against people, and the run's rate corrected by it."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from evaluations.calibration.agreement import Calibrated
from evaluations.calibration.figures import Figure
from evaluations.compare.cells import many, plain

OF = {
    "contained": "does the reasoning contain a reference step?",
    "supported": "is a step carried by what it cites?",
    "reasoning": "is the reasoning right?",
}
NOTES = (
    "95 % intervals resample what stands under over: whole questions, since verdicts on one are not independent, or "
    "whole books where there are ten. A share has Wilson's where every verdict is a question of its own or all say the "
    "same, the corrected share Lang and Reiczigel's where every verdict is a question of its own. r: over questions, "
    "the judge's share of yes against people's. Corrected: the share of yes as people would put it (Rogan and Gladen); "
    "it stands beside the raw one and in its place nowhere."
)


def tables(made: Sequence[Calibrated]) -> RenderableType:
    """One table a scorer and kind of verdict."""
    return Group(*(part for one in made for part in (_title(one), _table(one))), Text(NOTES, "dim"))


def _title(one: Calibrated) -> Text:
    missing = f", {one.missing} of them without one of the judge's" if one.missing else ""
    lines = [("\nPeople and ", ""), (one.scorer, "bold"), (f": {OF[one.of]}\n", "")]
    return Text.assemble(*lines, (f"{many(one.labelled, 'verdict')} labelled{missing}", "dim"))


def _table(one: Calibrated) -> Table:
    table = plain("", "", "value", "95 %", "over", "n")
    rows: dict[str, Figure] = {"accuracy": one.accuracy, "kappa": one.kappa, "sensitivity": one.sensitivity}
    rows |= {"specificity": one.specificity, "r": one.r}
    rows |= {f"r of {name}": figure for name, figure in one.rouge.items()}
    rows |= {"share of yes in the run, raw": one.raw, "the same, corrected": one.corrected}
    for name, figure in rows.items():
        share = not (name == "kappa" or name.startswith("r"))
        table.add_row(name, _told(figure.value, share), _span(figure, share), figure.over or "", str(figure.n))
    return table


def _told(value: float | None, share: bool) -> str:
    if value is None:
        return "—"
    return f"{100 * value:.1f} %" if share else f"{value:.2f}".replace("-", "−")


def _span(figure: Figure, share: bool) -> str:
    if figure.low is None or figure.high is None:
        return ""
    ends = (f"{100 * end:.0f}" if share else f"{end:.2f}".replace("-", "−") for end in (figure.low, figure.high))
    return "…".join(ends) + (" %" if share else "")
