"""Branches: open a stored trace, look at any event, change one thing, run on, and see what became of it.

In a folder with a run (`casebook run sample --case en-human-1-q1 --embedder none` makes this one):

>>> from evaluations.branches import diff, open_trace
>>> opened = open_trace("runs/sample-extractive", "en-human-1-q1")
>>> opened.at(1).asked.id, opened.at(1).graph.nodes
('en-human-1-q1', ())
>>> opened.at(len(opened)).answer == opened.trace.answer
True
>>> fork = opened.edit("drop E1")
>>> fork.name, fork.branch.told, fork.trace
('drop-E1', 'E1 dropped', None)
>>> trace = fork.run()  # in a notebook: await fork.resume()
>>> [event.kind for event in trace.events[fork.branch.k:][:2]]
['edited', 'dropped']
>>> difference = diff(opened.trace, trace)
>>> "E1" in {node.id for node in difference.lost}
True
>>> [branch.name for branch in opened.branches()]
['drop-E1']
"""

from __future__ import annotations

from evaluations.branches.bench import Asking
from evaluations.branches.difference import Difference, diff
from evaluations.branches.edits import Edit
from evaluations.branches.forks import Fork
from evaluations.branches.kept import Branch, BranchFolder
from evaluations.branches.opened import Opened, open_trace
from evaluations.branches.words import parse_edit

__all__ = [
    "Asking",
    "Branch",
    "BranchFolder",
    "Difference",
    "Edit",
    "Fork",
    "Opened",
    "diff",
    "open_trace",
    "parse_edit",
]
