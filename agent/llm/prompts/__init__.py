"""Prompts: the words a model is given, English and Chinese, as text files to be reviewed as text."""

from __future__ import annotations

import hashlib
import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import Template

from tools.book import Language

_PLACE = Path(__file__).parent
_GAPS = re.compile(r"\n{3,}")


@dataclass(frozen=True)
class Prompts:
    """One language's tasks (`analyze.md` …) and the words of their blocks (`words.toml`)."""

    tasks: dict[str, Template]
    words: dict[str, str]

    def task(self, name: str, **blocks: object) -> str:
        """The prompt called `name` with its blocks put in; KeyError when one is missing. Empty blocks leave no gap."""
        return _GAPS.sub("\n\n", self.tasks[name].substitute(blocks)).strip() + "\n"

    def word(self, name: str, **values: object) -> str:
        """A piece of a block with its values put in."""
        return self.words[name].format(**values)


@cache
def prompts(language: Language) -> Prompts:
    """The prompts in the language of the book: English unless there are others for it."""
    folder = _PLACE / language if (_PLACE / language).is_dir() else _PLACE / "en"
    tasks = {file.stem: Template(file.read_text(encoding="utf-8")) for file in folder.glob("*.md")}
    return Prompts(tasks, tomllib.loads((folder / "words.toml").read_text(encoding="utf-8")))


@cache
def version() -> str:
    """What changes whenever a word of any prompt does: the first 8 hex digits of their SHA-256."""
    files = sorted(p for p in _PLACE.rglob("*") if p.suffix in (".md", ".toml"))
    told = b"".join(p.relative_to(_PLACE).as_posix().encode() + b"\0" + p.read_bytes() for p in files)
    return hashlib.sha256(told).hexdigest()[:8]
