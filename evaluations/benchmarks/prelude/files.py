"""PRELUDE's files: which of them hold the split that was asked for, and the prequels in them."""

from __future__ import annotations

import re
from pathlib import Path

from evaluations.benchmarks.loaded import Loaded
from evaluations.benchmarks.prelude.rows import Prequel, prequels_of
from evaluations.benchmarks.rowfile import SUFFIXES, FileRow, records
from evaluations.benchmarks.titles import is_public
from tools.mistake import Mistake

SPLITS = {"full": ("full", "all"), "subset": ("subset",), "public": ("public",)}
"""Each split, and the words by which a file (or its folder) is known to hold it."""


def prequels_in(path: Path | None, split: str, loaded: Loaded) -> list[Prequel]:
    """The prequels of the split; Mistake when no file holds it, or none of its rows can be used.

    One file is taken to hold the full set whatever it is called. The public set is also had from a full one, by
    its books. A file that cannot be read is a Mistake when it was named, and skipped when a folder was.
    """
    if path is None:
        raise Mistake("PRELUDE needs its files", cure="Give one, or the dataset's folder: run prelude PATH")
    if not path.exists():
        raise Mistake(f"The benchmark's files {str(path)!r} do not exist")
    files = [path] if path.is_file() else sorted(f for f in path.rglob("*") if f.suffix.lower() in SUFFIXES)
    chosen = _chosen(files, path, split)
    rows = [row for file in chosen for row in _rows(file, path, loaded)]
    prequels = prequels_of(rows, loaded)
    if not prequels:
        loaded.usable(path)
    if split == "public" and not any(split in _words(file, path) for file in chosen):
        prequels = [prequel for prequel in prequels if is_public(prequel.book)]
        if not prequels:
            raise Mistake(f"No row in {str(path)!r} is of a public-domain book", exit_code=1)
    return prequels


def _chosen(files: list[Path], path: Path, split: str) -> list[Path]:
    """The files that hold the split."""
    named = [file for file in files if _words(file, path).intersection(SPLITS[split])]
    other = {word for name, words in SPLITS.items() if name != "full" for word in words}
    whole = [file for file in files if not _words(file, path) & other]
    full = [file for file in files if _words(file, path).intersection(SPLITS["full"])] or whole
    alone = files if path.is_file() and split == "full" else []
    found = alone or named or (full if split != "subset" else []) or (files if split == "public" else [])
    if not found:
        told = ", ".join(file.name for file in files[:8]) or f"(no {', '.join(SUFFIXES)} file)"
        raise Mistake(f"{str(path)!r} holds no file of PRELUDE's {split} set", got=told,
                      allowed=" or ".join(f"*{word}*" for word in SPLITS[split]),
                      cure="Choose what is there: --set split=…")  # fmt: skip
    return found


def _words(file: Path, path: Path) -> set[str]:
    """The words in a file's name, and in those of its folders below `path`."""
    parts = [file.name] if path.is_file() else file.relative_to(path).parts
    return {word for part in parts for word in re.split(r"[^a-z]+", part.lower()) if word}


def _rows(file: Path, path: Path, loaded: Loaded) -> list[FileRow]:
    told = file.name if path.is_file() else file.relative_to(path).as_posix()
    told = told.encode(errors="replace").decode()
    try:
        return records(file, told, loaded)
    except Mistake as mistake:
        if path.is_file():
            raise
        loaded.skip(told, str(mistake))
        return []
