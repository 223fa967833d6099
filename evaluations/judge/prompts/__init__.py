"""The judge's prompts: English and Chinese, as text files to be reviewed as text, and their version."""

from __future__ import annotations

import hashlib
import tomllib
from functools import cache
from pathlib import Path
from string import Template

from agent.llm.prompts import Prompts
from tools.book import Language

_PLACE = Path(__file__).parent


@cache
def prompts(language: Language) -> Prompts:
    """The prompts in the language of the question: English unless there are others for it."""
    folder = _PLACE / language if (_PLACE / language).is_dir() else _PLACE / "en"
    tasks = {file.stem: Template(file.read_text(encoding="utf-8")) for file in folder.glob("*.md")}
    return Prompts(tasks, tomllib.loads((folder / "words.toml").read_text(encoding="utf-8")))


@cache
def version() -> str:
    """The first 8 hex digits of the SHA-256 of all of them: it stands in the scorer's name."""
    files = sorted(p for p in _PLACE.rglob("*") if p.suffix in (".md", ".toml"))
    return digest(b"".join(p.relative_to(_PLACE).as_posix().encode() + b"\0" + p.read_bytes() for p in files))


def digest(told: bytes) -> str:
    """The first 8 hex digits of a SHA-256."""
    return hashlib.sha256(told).hexdigest()[:8]
