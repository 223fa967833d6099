"""Search by meaning as a command asks for it, and the line that says what there is not."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from evaluations.embedders import chosen
from evaluations.home import home
from tools.book import Language
from tools.semantic import Meaning

_SOON = 512
"""Passages that are embedded before anyone wonders."""


def meaning(embedder: str, languages: Iterable[Language]) -> Meaning:
    """The embedder called for; says so, once a language, where texts cannot be searched by meaning."""
    made = chosen(embedder, home(), told=_told)
    if embedder != "none":
        for language in sorted(set(languages)):
            if (name := made.name(language)).startswith("none"):
                print(f"casebook: semantic: {name}", file=sys.stderr)
    return made


def _told(done: int, total: int) -> None:
    """Where it takes long, how far it is; what is computed once is kept."""
    if total > _SOON:
        told = f"{done:,} of {total:,} passages embedded"
        first = f"{total:,} passages are embedded, once, then kept (--embedder none goes without)"
        print(f"casebook: {told if done else first}", file=sys.stderr, flush=True)
