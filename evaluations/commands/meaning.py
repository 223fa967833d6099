"""Search by meaning as a command asks for it, and the line that says what there is not."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from evaluations.embedders import chosen
from evaluations.home import home
from tools.book import Language
from tools.embedding import Embedder
from tools.mistake import Mistake
from tools.semantic import Meaning

_SOON = 512
"""Passages that are embedded before anyone wonders."""


def meaning(embedder: str, languages: Iterable[Language], base_url: str = "", offline: bool = False) -> Meaning:
    """The embedder called for; says so, once a language, where texts cannot be searched by meaning.

    `base_url` is where `endpoint:MODEL` is asked; offline that is a Mistake, since every query is embedded anew.
    """

    def asked(model: str) -> Embedder:
        from agent.model.embeddings import endpoint_embedder

        if offline:
            raise Mistake(f"The embedder endpoint:{model} has to be asked", cure="Leave out --offline.")
        return endpoint_embedder(model, base_url)

    made = chosen(embedder, home(), asked, told=_told)
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
