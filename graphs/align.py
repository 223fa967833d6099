"""Two sets of paragraphs side by side: agent and gold, agent and person, before and after."""

from __future__ import annotations

from collections.abc import Iterable


def aligned(left: Iterable[int], right: Iterable[int], tolerance: int) -> tuple[tuple[int, int], ...]:
    """A largest one-to-one matching of the distinct paragraphs of two sets that lie at most `tolerance` apart.

    Its pairs (left, right), rising. On a line with one tolerance for all, taking the first that fits from the
    beginning is optimal.
    """
    ours, theirs = sorted(set(left)), sorted(set(right))
    pairs, i, j = [], 0, 0
    while i < len(ours) and j < len(theirs):
        if abs(ours[i] - theirs[j]) <= tolerance:
            pairs.append((ours[i], theirs[j]))
            i, j = i + 1, j + 1
        elif ours[i] < theirs[j]:
            i += 1
        else:
            j += 1
    return tuple(pairs)
