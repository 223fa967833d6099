"""Premises: the other steps that carry a step, of those it says it rests on."""

from __future__ import annotations

from collections.abc import Sequence

from agent.question import Step


def premises(steps: Sequence[Step], number: int) -> list[int]:
    """The numbers, from 1, of the steps that the step of this number rests on, each once.

    Not itself, nor a step that rests on it in turn: by what it is to prove nothing is proved. Such circles stand only
    in chains made elsewhere. A conclusion may come before its premises.
    """
    return [one for one in _below(steps, number) if number not in _all_below(steps, one)]


def _below(steps: Sequence[Step], number: int) -> list[int]:
    return [n for n in dict.fromkeys(steps[number - 1].rests_on) if 0 < n <= len(steps)]


def _all_below(steps: Sequence[Step], number: int) -> set[int]:
    """A step and all that it rests on."""
    met, waiting = {number}, [number]
    while waiting:
        fresh = [one for one in _below(steps, waiting.pop()) if one not in met]
        met.update(fresh)
        waiting += fresh
    return met
