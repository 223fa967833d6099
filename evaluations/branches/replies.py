"""Replies put in the place of recorded ones, in a branch's own record of calls."""

from __future__ import annotations

from agent.model.calls import Calls, Kept
from agent.model.keys import short
from agent.model.structured import Schema
from agent.trace import Event
from evaluations.branches.edits import Reply
from evaluations.branches.kept import Branch, BranchFolder
from tools.mistake import Mistake


def recorded(folder: BranchFolder, branch: str, called: Event) -> Kept:
    """The recorded call that a `called` event of `branch` tells of; Mistake when it is not in the record."""
    own, *above = folder.lineage(branch)
    told = called.payload
    for kept in Calls(folder.run.place / "calls", own, parents=above).all():
        if (kept.key.node, short(kept.key.content), kept.key.occurrence) == (
            told["node"],
            told["content"],
            told["occurrence"],
        ):
            return kept
    raise Mistake(f"The record of calls holds nothing of event {called.k}", cure="The run's folder calls/ is needed.")


def say_otherwise(folder: BranchFolder, branch: Branch, edit: Reply) -> None:
    """Let the branch's own record, which is read before its parents', hold the other reply."""
    kept = recorded(folder, branch.parent, folder.parent(branch).events[edit.call - 1])
    own = Calls(folder.run.place / "calls", folder.record_of(""), branch.name)
    if own.find(kept.key):
        return
    other = kept.completion
    if edit.text != other.text:
        other = other.model_copy(update={"text": edit.text, "fault": None, "told": "", "finish": "stop"})
    own.keep(kept.key, kept.messages, Schema(kept.shape, {}) if kept.shape else None, other)
