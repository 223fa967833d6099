"""What stands beside a comparison on the screen: shortcuts and controls, and the papers' figures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from evaluations.compare.cells import interval, many, p_value, percent, plain
from evaluations.published import Published
from evaluations.shortcuts import Gain, Shortcuts


def shortcut_tables(made: Sequence[Shortcuts]) -> Iterator[RenderableType]:
    """A block each researcher and benchmark: accuracy above the controls, shortcut rates, causes. Never pooled."""
    if not made:
        return
    yield Text("Shortcuts and controls\n", "bold")
    for one in made:
        yield Text(f"{one.run}, {one.benchmark}")
        if one.gains:
            yield _gains(one.gains)
        yield Text(f"{_rates(one)}\n")
    if any(one.sweep for one in made):
        yield Text(_RATES, "dim")
    reader = _OTHER_READER if any(gain.reader for one in made for gain in one.gains) else ""
    yield Text(f"{_GAINS}{reader}\n", "dim")


_RATES = (
    "Shortcut rate: of the right answers, the share whose chain is wrong, that is: StepRecall below the number "
    "named, or under half of the steps supported, or explicit gold with no citation within two paragraphs. Cause: "
    "what else is right too: question-only (parametric), tail-only (tail), extractive (lexical), none of them (other)."
)
_GAINS = (
    "Evidence gain: over question-only. Reading gain: over tail-only. p: the pairs exchanged at random (whole books "
    "from ten on), where accuracy above has McNemar's test. Won: by the control, by answer and steps."
)
_OTHER_READER = " †: another model, or none, sat in the control's seat: the gain is not the text's alone."


def _gains(gains: Sequence[Gain]) -> Table:
    table = plain("", "accuracy", "its own", "control's", "gain", "interval*", "p", "won", "n")
    for gain in gains:
        span = interval(gain.low, gain.high, "share", gain.over)
        won = percent(gain.wins.wins / gain.wins.n) if gain.wins.n else "—"
        values = percent(gain.accuracy), percent(gain.of_control), percent(gain.gain, sign=True)
        name = gain.name + (" †" if gain.reader else "")
        table.add_row(name, *values, span, p_value(gain.p), won, str(gain.n))
    return table


def _rates(made: Shortcuts) -> str:
    if not made.sweep:
        return "Shortcut rate: — (no gold chain)"
    if not made.right:
        return "Shortcut rate: — (no right answer whose chain can be judged)"
    rates = ", ".join(f"{theta}: {100 * rate:.0f} %" for theta, rate in made.sweep.items() if rate is not None)
    told = f"Shortcut rate of {many(made.right, 'right answer')}, judge {made.judge}, with StepRecall below\n  {rates}."
    causes = ", ".join(f"{cause} {'—' if count is None else count}" for cause, count in made.causes.items())
    return f"{told}\nCauses of the {made.wrong} at 1/3: {causes}." if made.wrong else told


def published_tables(made: Sequence[Published], benchmarks: Sequence[str]) -> Iterator[RenderableType]:
    """The papers' rows, marked as theirs, with ours under them."""
    yield Text("Published figures: theirs, in their wording and settings\n", "bold")
    for name in dict.fromkeys(benchmarks):
        if not any(one.benchmark == name for one in made):
            yield Text(f"Nothing is published about {name}: its texts are the project's own.\n")
    for one in made:
        yield _published(one)
        yield Text(f"theirs: {one.settings} ({one.source}).{_wording(one)}\n", "dim")


def _published(made: Published) -> Table:
    table = plain(f"{made.benchmark}: {made.title}", "", "whose", *made.measures, "questions", left=2)
    for system, values in made.theirs:
        table.add_row(Text(system), "theirs", *map(percent, values), "")
    for ours in made.ours:
        table.add_row(Text(ours.run), "ours", *map(percent, ours.values), str(ours.questions))
    return table


def _wording(made: Published) -> str:
    if not made.ours:
        return " ours: no run of these fits its setting."
    told = "; ".join(
        f"{one.run}: {one.player}, {many(one.books, 'book or text', 'books or texts')}" for one in made.ours
    )
    return f" ours: our wording; {told}.{_steps(made) if 'StepRecall' in made.measures else ''}"


def _steps(made: Published) -> str:
    """By whom the steps of ours were judged, which is not their judge."""
    told = [f"{one.run} by {one.judge}, {one.judged} of {one.questions} questions" for one in made.ours if one.judge]
    words = " Steps judged by words alone are not their scale: —." if len(told) < len(made.ours) else ""
    return (f" Steps judged, not by their judge: {'; '.join(told)}." if told else "") + words
