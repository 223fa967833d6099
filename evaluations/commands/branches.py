"""`casebook branches` and `casebook diff`: what was forked from a trace, and what came of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from evaluations.commands.options import RUNS, Json, RunName, Runs, run_place
from tools.mistake import Mistake

if TYPE_CHECKING:
    from agent.trace import Trace
    from evaluations.branches import Branch, BranchFolder, Difference

BRANCHES_EXAMPLE = "Example: casebook branches sample-extractive en-human-1-q1"
DIFF_EXAMPLE = "Example: casebook diff sample-extractive en-human-1-q1 drop-E3"

CaseId = Annotated[str, typer.Argument(help="The case's id.", show_default=False)]
Repeat = Annotated[int, typer.Option(min=1, help="Which repeat.")]


def branches(run: RunName, case: CaseId, repeat: Repeat = 1, runs: Runs = RUNS, as_json: Json = False) -> None:
    """The tree of a trace's branches: each with its edit in words, and the answer it came to."""
    from evaluations.branches import BranchFolder
    from evaluations.branches.telling import tree
    from evaluations.commands.screen import console, print_json
    from evaluations.store import RunFolder

    folder = BranchFolder(RunFolder(run_place(run, runs)), case, repeat)
    trace = folder.run.trace(case, repeat)
    if as_json:
        print_json([_as_json(folder, branch) for branch in folder.all()])
        return
    console().print(tree(folder, trace))
    if not folder.all():
        console().print('No branches yet. Fork it: casebook step RUN CASE --edit "drop E1"', style="dim", markup=False)


def diff(
    run: RunName,
    case: CaseId,
    branch: Annotated[
        list[str] | None,
        typer.Argument(help="One branch (against its parent), or two; the newest when not given.", show_default=False),
    ] = None,
    repeat: Repeat = 1,
    runs: Runs = RUNS,
    as_json: Json = False,
) -> None:
    """Two traces side by side: where they part, and what of graph, chain, answer and scores differs."""
    from evaluations.branches import BranchFolder
    from evaluations.branches import diff as differ
    from evaluations.branches.telling import named, side_by_side
    from evaluations.commands.judged import Judged
    from evaluations.commands.screen import console, print_json

    judged = Judged(run_place(run, runs))
    folder = BranchFolder(judged.run, case, repeat)
    judged.run.trace(case, repeat)
    sides = _sides(folder, branch or [])
    left, right = (_trace(folder, side) for side in sides)
    found = differ(left, right, judged.scores([left]), judged.scores([right]))
    if as_json:
        print_json(_difference(found, sides))
    else:
        (left_name, left_told), (right_name, right_told) = named(sides[0]), named(sides[1])
        console().print(side_by_side(found, (left_name, right_name), (left_told, right_told)))


def _sides(folder: BranchFolder, names: list[str]) -> tuple[Branch | None, Branch]:
    """What stands left and right; None is the trace itself."""
    if len(names) > 2:
        raise Mistake("Two traces are compared", got=", ".join(names), cure="Give one branch, or two.")
    if len(names) == 2:
        return folder.branch(names[0]), folder.branch(names[1])
    done = [one for one in folder.all() if folder.trace(one.name)]
    if not names and not done:
        raise Mistake(f"{folder.case} has no finished branch", cure="See: casebook branches RUN CASE")
    right = folder.branch(names[0]) if names else done[-1]
    return folder.branch(right.parent) if right.parent else None, right


def _trace(folder: BranchFolder, branch: Branch | None) -> Trace:
    made = folder.trace(branch.name) if branch else folder.run.trace(folder.case, folder.repeat)
    if made is None:
        assert branch
        raise Mistake(f"The branch {branch.name} is not finished", cure="The edit that began it goes on with it.")
    return made


def _as_json(folder: BranchFolder, branch: Branch) -> dict[str, Any]:
    made = folder.trace(branch.name)
    answer = made.answer.value if made and made.answer else None
    return {**branch.model_dump(mode="json"), "status": made.status if made else "under way", "answer": answer}


def _difference(found: Difference, sides: tuple[Branch | None, Branch]) -> dict[str, Any]:
    """The difference as data; `left` and `right` name the branches, null the trace itself."""
    parted = [event.model_dump(mode="json") if event else None for event in found.parted] if found.parted else None
    values = [answer.value if answer else None for answer in found.answers]
    return {
        "left": sides[0].name if sides[0] else None,
        "right": sides[1].name if sides[1] else None,
        "same": found.same,
        "parted": parted,
        "events": found.events,
        "added": [node.model_dump(mode="json") for node in found.added],
        "weighed": [[a.model_dump(mode="json"), b.model_dump(mode="json")] for a, b in found.weighed],
        "lost": [node.model_dump(mode="json") for node in found.lost],
        "chains": [[node.id for node in chain] for chain in found.chains],
        "answers": values,
        "flipped": found.flipped,
        "scores": {metric: [mine, theirs] for metric, mine, theirs in found.scores},
    }
