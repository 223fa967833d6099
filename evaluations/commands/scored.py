"""Scored: which scorers' verdicts runs hold, for commands that read runs by one of them."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from pathlib import Path

from evaluations.commands.judged import Judged
from evaluations.commands.options import RUNS
from evaluations.metrics.findings import PEOPLE
from evaluations.scorers import Scorer, kept, scorers
from evaluations.scoring import LEXICAL
from tools.mistake import Mistake


def demand(judged: Mapping[str, Judged], scorer: str, runs: Path = RUNS) -> None:
    """Mistake unless the scorer has verdicts on each of these runs, which are called as they were asked for.

    It says which runs have which scorers, and the command by which this one judges a run that lacks it.
    """
    there = {name: scorers(one.run) for name, one in judged.items()}
    without = [name for name, some in there.items() if scorer not in some]
    if scorer == LEXICAL or not without:
        return
    told = "; ".join(f"{name} has {', '.join([LEXICAL, *some])}" for name, some in there.items())
    known = next((kept(one.run, scorer).scorer for name, one in judged.items() if scorer in there[name]), None)
    cure = "Judge it in the same way" if known else "Choose one of these, or have it judged"
    raise Mistake(
        f"{', '.join(without)} {'was' if len(without) == 1 else 'were'} not judged by {scorer!r} ({told})",
        cure=f"{cure}: {command(without[0], scorer, known, runs)}",
    )


def others(judged: Mapping[str, Judged]) -> str:
    """A line on the scorers, beside the lexical one, whose verdicts the runs hold; '' without any."""
    there: dict[str, list[str]] = {}
    for name, one in judged.items():
        for scorer in scorers(one.run):
            there.setdefault(scorer, []).append(name)
    whose = [f"{scorer} ({', '.join(names) if len(names) < len(judged) else 'all'})" for scorer, names in there.items()]
    return f"Read by the lexical judge. Also judged by {', '.join(whose)}: see --scorer." if whose else ""


def command(run: str, name: str, scorer: Scorer | None = None, runs: Path = RUNS) -> str:
    """What has a run judged as the scorer of this name judges; by a model to be named where no more is known of it."""
    place = ["--runs", str(runs)] if runs != RUNS else []
    if name.startswith(PEOPLE) and "@" not in name:  # a model's name is followed by its prompts' version
        person = ["--person", name.removeprefix(f"{PEOPLE}-")] if name != PEOPLE else ["--keep"]
        return shlex.join(["casebook", "judge", "agree", "SHEET", "--run", run, *person, *place])
    return shlex.join(["casebook", "score", run, "--judge", *(_asked(scorer) if scorer else ["MODEL"]), *place])


def _asked(scorer: Scorer) -> list[str]:
    """The options of `casebook score` that make this scorer, but for where the model is asked."""
    from evaluations.judge.judge import PARTS

    words = [scorer.model]
    words += ["--votes", str(scorer.votes)] if scorer.votes != 1 else []
    words += ["--judge-prompt", "FILE"] if scorer.own_prompt else []
    words += ["--parts", ",".join(scorer.parts)] if not scorer.own_prompt and scorer.parts != PARTS else []
    words += ["--temperature", f"{scorer.temperature:g}"] if scorer.temperature else []
    return words + (["--seed", str(scorer.seed)] if scorer.seed is not None else [])
