"""LongReason's files: which split each holds, and which are read."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from evaluations.benchmarks.loaded import Loaded
from evaluations.benchmarks.rowfile import SUFFIXES
from tools.mistake import Mistake

SPLITS = ("original", "expanded", "8k", "16k", "32k", "64k", "128k")
_SPLIT = re.compile(rf"(?:^|[-_. ])({'|'.join(SPLITS)})(?=$|[-_. ])", re.IGNORECASE)
_PART = re.compile(r"-(\d{5})-of-(\d{5})$")


def files_of(path: Path, wanted: str, loaded: Loaded) -> list[tuple[str, Path, str]]:
    """(split, file, its name for messages) of what is to be read, splits in the order of their lengths.

    A split is told by the file's name, or the name of a folder above it; of a single file by `wanted` when neither
    does. A split that lies there in several formats or places is read from the first and the others are named.
    """
    if not path.exists():
        raise Mistake(f"The benchmark's files {str(path)!r} do not exist")
    if path.is_file():
        return [(_split_of_one(path, wanted), path, path.name)]
    inside = sorted(file for file in path.rglob("*") if _rows(file, path))
    found = {file: split_of(file.relative_to(path)) for file in inside}
    for file in (file for file, split in found.items() if split is None):
        loaded.skip(file.relative_to(path).as_posix(), "its name tells no split")
    chosen = [s for s in SPLITS if wanted in ("all", s)]
    read = [(s, f) for s in chosen for f in _one_copy([f for f in found if found[f] == s], path, loaded)]
    if not read:
        what = "LongReason's splits" if wanted == "all" else f"LongReason's split {wanted}"
        raise Mistake(f"The folder {str(path)!r} holds no file of {what}", allowed=f"files called {_names()}")
    return [(split, file, file.relative_to(path).as_posix()) for split, file in read]


def split_of(file: Path) -> str | None:
    """The split that a file's name tells, else the nearest folder's."""
    names = [file.name.removesuffix(file.suffix), *(folder.name for folder in file.parents)]
    return next((m.group(1).lower() for name in names if (m := _SPLIT.search(name))), None)


def _split_of_one(file: Path, wanted: str) -> str:
    split = split_of(Path(file.resolve().parent.name) / file.name)
    if split and wanted not in ("all", split):
        raise Mistake(f"{file.name} is the split {split}", got=f"split={wanted}", cure="Leave --set split out.")
    if not split and wanted == "all":
        raise Mistake(f"The name of {file.name} tells no split", cure=f"Say it: --set split={SPLITS[2]}")
    return split or wanted


def _rows(file: Path, path: Path) -> bool:
    hidden = any(part.startswith(".") for part in file.relative_to(path).parts)
    return file.is_file() and file.suffix.lower() in SUFFIXES and not hidden


def _one_copy(files: list[Path], path: Path, loaded: Loaded) -> Iterable[Path]:
    """The files of one split from one folder in one format, the parts that are missing or left out named."""
    copies: dict[tuple[Path, str, str], list[Path]] = {}
    for file in files:
        key = (file.parent, file.suffix.lower(), _PART.sub("", file.stem))
        copies.setdefault(key, []).append(file)
    ranked = sorted(copies, key=lambda key: (SUFFIXES.index(key[1]), key[0], key[2]))
    for file in (file for key in ranked[1:] for file in copies[key]):
        first = copies[ranked[0]][0].relative_to(path).as_posix()
        loaded.skip(file.relative_to(path).as_posix(), f"another copy of the split is read: {first}")
    kept = copies[ranked[0]] if ranked else []
    if kept and (part := _PART.search(kept[0].stem)) and int(part.group(2)) != len(kept):
        loaded.repaired(
            kept[0].relative_to(path).as_posix(), f"{len(kept)} of the split's {int(part.group(2))} parts lie there"
        )
    return kept


def _names() -> str:
    return "SPLIT" + ", SPLIT".join((".jsonl", ".json", ".csv", "-*.parquet"))
