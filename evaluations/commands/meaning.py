"""Search by meaning as a command asks for it, and the line that says what there is not."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from evaluations.embedders import chosen
from evaluations.home import home
from tools.book import Language
from tools.semantic import Meaning


def meaning(embedder: str, languages: Iterable[Language]) -> Meaning:
    """The embedder called for; says so, once a language, where texts cannot be searched by meaning."""
    made = chosen(embedder, home(), told=_told)
    if embedder != "none":
        for language in sorted(set(languages)):
            if (name := made.name(language)).startswith("none"):
                print(f"casebook: semantic: {name}", file=sys.stderr)
    return made


def _told(done: int, total: int) -> None:
    if total > 512:
        print(f"casebook: {done} of {total} passages embedded", file=sys.stderr, flush=True)
