"""A model folder as an embedder: its ONNX model, its tokenizer, and what its configuration files say of reading."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tools.embedders.onnx_embedder import OnnxEmbedder, Pooling, Reading
from tools.mistake import Mistake

MODELS = ("onnx/model.onnx", "model.onnx", "onnx/model_quantized.onnx", "model_quantized.onnx", "onnx/model_int8.onnx")
"""Where an ONNX model may be in the folder; the first that is there is taken."""

_LONGEST = 512  # tokens: more than any window or question needs, and within what every encoder can place
_POOLINGS: dict[str, Pooling] = {"mean_tokens": "mean", "cls_token": "cls", "lasttoken": "last"}
_QUERY, _PASSAGE = ("query",), ("passage", "document", "corpus")
_CHUNK = 1 << 20


def onnx_folder(folder: Path, name: str = "", threads: int = 0) -> OnnxEmbedder:
    """The embedder in `folder`, laid out as sentence-transformers and the model hub do; Mistake when it is not one.

    Pooling comes from `1_Pooling/config.json` (mean when there is none), the words before a query or
    passage from the prompts of `config_sentence_transformers.json`, the longest text from
    `sentence_bert_config.json` and `tokenizer_config.json`. Vectors are always normalised.
    """
    model = next((folder / one for one in MODELS if (folder / one).is_file()), None)
    tokenizer = next(
        (place / "tokenizer.json" for place in (folder, folder / "onnx") if (place / "tokenizer.json").is_file()), None
    )
    if model is None or tokenizer is None:
        raise Mistake(
            f"{str(folder)!r} is not a folder of an embedder",
            allowed=f"a folder with {' or '.join(MODELS[:2])} and tokenizer.json",
            cure="Export one with: optimum-cli export onnx --task feature-extraction --model MODEL FOLDER",
        )
    _refuse_layers(folder)
    reading = _reading(folder)
    return OnnxEmbedder(
        name=name or folder.resolve().name,
        digest=_digest(model, tokenizer, reading),
        reading=reading,
        model=lambda: model,
        tokens=lambda: tokenizer.read_text(encoding="utf-8"),
        threads=threads,
    )


def _refuse_layers(folder: Path) -> None:
    """A Dense layer stands outside the ONNX model; vectors without it would be wrong without a word."""
    modules = _json(folder / "modules.json", [])
    kinds = [str(one.get("type", "")).rpartition(".")[2] for one in modules if isinstance(one, dict)]
    if strange := [kind for kind in kinds if kind not in ("Transformer", "Pooling", "Normalize")]:
        raise Mistake(
            f"The embedder in {str(folder)!r} has a layer that is not read here",
            got=strange[0],
            allowed="Transformer, Pooling, Normalize",
        )


def _reading(folder: Path) -> Reading:
    prompts = _object(folder / "config_sentence_transformers.json").get("prompts") or {}
    return Reading(
        max_length=_max_length(folder),
        pooling=_pooling(folder),
        query=next((str(prompts[key]) for key in _QUERY if prompts.get(key)), ""),
        passage=next((str(prompts[key]) for key in _PASSAGE if prompts.get(key)), ""),
    )


def _pooling(folder: Path) -> Pooling:
    """The folder's pooling, in the older words (one switch for each) or the newer (`pooling_mode`)."""
    config = _object(folder / "1_Pooling" / "config.json")
    newer = config.get("pooling_mode")
    asked = (
        [newer] if isinstance(newer, str) else [k[13:] for k, on in config.items() if k[:13] == "pooling_mode_" and on]
    )
    known = {**_POOLINGS, "mean": "mean", "cls": "cls"}
    if len(asked) > 1 or any(one not in known for one in asked):
        raise Mistake(
            f"The pooling of {str(folder)!r} is not known", got=", ".join(asked), allowed=", ".join(_POOLINGS)
        )
    return known[asked[0]] if asked else "mean"


def _max_length(folder: Path) -> int:
    """The smallest of the lengths that are named; a tokenizer without a limit names an absurdly large number."""
    named = [
        _object(folder / "sentence_bert_config.json").get("max_seq_length"),
        _object(folder / "tokenizer_config.json").get("model_max_length"),
        _object(folder / "config.json").get("max_position_embeddings"),
    ]
    return min([_LONGEST, *(int(one) for one in named if isinstance(one, int | float) and one > 0)])


def _digest(model: Path, tokenizer: Path, reading: Reading) -> str:
    """SHA-256 over the model with what is stored beside it, the tokenizer, and how texts are read."""
    whole = hashlib.sha256(repr(reading).encode())
    for file in (*sorted(model.parent.glob(f"{model.name}*")), tokenizer):
        for chunk in _chunks(file):
            whole.update(chunk)
    return whole.hexdigest()


def _chunks(file: Path) -> Iterator[bytes]:
    with file.open("rb") as stream:
        while chunk := stream.read(_CHUNK):
            yield chunk


def _object(file: Path) -> dict[str, Any]:
    found = _json(file, {})
    return found if isinstance(found, dict) else {}


def _json(file: Path, without: Any) -> Any:
    if not file.is_file():
        return without
    try:
        return json.loads(file.read_bytes())
    except ValueError:
        raise Mistake(f"{str(file)!r} is not JSON", exit_code=1) from None
