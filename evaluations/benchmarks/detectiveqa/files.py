"""DetectiveQA's files: where annotations and novels lie, and what an annotation file holds."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from evaluations.benchmarks.loaded import Loaded
from tools.book import Language
from tools.mistake import Mistake

_HALF = re.compile("[\ud800-\udfff]")


def annotation_files(path: Path) -> list[Path]:
    if path.is_file():
        return [path]
    files = sorted(file for file in path.rglob("*.json") if file.is_file())
    official = [f for f in files if f.parent.parent.name.startswith("anno_data_")]
    if not files:
        raise Mistake(f"The folder {str(path)!r} holds no .json file", allowed="DetectiveQA's annotation files")
    return official or files


def official_novels(file: Path) -> Path:
    """novel_data_{en,zh} beside anno_data_{en,zh}; Mistake when the file does not lie in such a layout."""
    language = language_of_folder(file)
    novels = file.parent.parent.parent / f"novel_data_{language}" if language else None
    if novels and novels.is_dir():
        return novels
    raise Mistake(f"No novels lie beside {file.name}", cure="Say where they are: --books FILE_OR_FOLDER")


def language_of_folder(file: Path) -> Language | None:
    folder = file.parent.parent.name
    return "en" if folder == "anno_data_en" else "zh" if folder == "anno_data_zh" else None


def novel_in(file: Path, source: str, loaded: Loaded) -> dict[str, Any]:
    """The one object of an annotation file, bare or in a list."""
    try:
        content = json.loads(file.read_bytes().decode("utf-8-sig"))
        text = json.dumps(content, ensure_ascii=False)
    except UnicodeDecodeError:
        raise Mistake(f"{file.name} is not UTF-8", exit_code=1) from None
    except (ValueError, RecursionError) as error:
        raise Mistake(f"{file.name} is not JSON ({str(error)[:80]})", exit_code=1) from None
    # an escape may name half of a surrogate pair, which no trace could be written with
    if _HALF.search(text):
        loaded.repaired(source, "half characters were replaced by ?")
        content = json.loads(_HALF.sub("?", text))
    if isinstance(content, list) and len(content) == 1:
        content = content[0]
    if not isinstance(content, dict) or not isinstance(content.get("questions"), list):
        raise Mistake(
            f"{file.name} is not a DetectiveQA annotation file",
            allowed="one object (or a list of one) with novel_id and a list of questions",
            exit_code=1,
        )
    return content


def novel_id_of(novel: dict[str, Any]) -> str:
    """The novel's id as text, '' when it is neither a whole number nor text."""
    raw = novel.get("novel_id")
    return str(raw).strip() if isinstance(raw, int | str) and not isinstance(raw, bool) else ""


def text_in(novel: dict[str, Any], key: str) -> str:
    value = novel.get(key)
    return value.strip() if isinstance(value, str) else ""
