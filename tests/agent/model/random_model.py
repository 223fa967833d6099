"""A language model of random weights, half a megabyte: nonsense, but from a real inference server, with no download."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

WIDTH, LAYERS, HEADS, INNER, CONTEXT = 64, 2, 4, 128, 2048
TEMPLATE = (
    "{% for m in messages %}<|im_start|>{{ m['role'] }}\n{{ m['content'] }}<|im_end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)
LIKELY = '"{}[]:,'
"""Characters made likelier, so that strings and lists come to an end."""

NORMAL, UNKNOWN, CONTROL, BYTE = 1, 2, 3, 6
"""Kinds of token, by the numbers of the file format."""


def vocabulary() -> list[tuple[str, int]]:
    """(token, kind): three special ones, every byte, and the printable characters of ASCII."""
    special = [("<unk>", UNKNOWN), ("<s>", CONTROL), ("</s>", CONTROL)]
    every_byte = [(f"<0x{byte:02X}>", BYTE) for byte in range(256)]
    return [*special, *every_byte, ("▁", NORMAL), *((chr(code), NORMAL) for code in range(33, 127))]


def write(path: Path, seed: int = 1) -> Path:
    """Write the model as GGUF and return its path; the same seed gives the same weights."""
    import gguf

    words = vocabulary()
    writer = gguf.GGUFWriter(path, "llama")
    writer.add_context_length(CONTEXT)
    writer.add_embedding_length(WIDTH)
    writer.add_block_count(LAYERS)
    writer.add_feed_forward_length(INNER)
    writer.add_head_count(HEADS)
    writer.add_head_count_kv(HEADS)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_rope_dimension_count(WIDTH // HEADS)
    writer.add_vocab_size(len(words))
    writer.add_tokenizer_model("llama")
    writer.add_token_list([token for token, _ in words])
    writer.add_token_scores([0.0] * len(words))
    writer.add_token_types([kind for _, kind in words])
    writer.add_unk_token_id(0)
    writer.add_bos_token_id(1)
    writer.add_eos_token_id(2)
    writer.add_chat_template(TEMPLATE)
    for name, weights in tensors(words, seed):
        writer.add_tensor(name, weights)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path


def tensors(words: list[tuple[str, int]], seed: int) -> Iterator[tuple[str, Any]]:
    """Random weights; the first channel is constant and so carries a bias for each token."""
    import numpy as np

    chance = np.random.default_rng(seed)

    def weights(*shape: int) -> Any:
        return chance.normal(0, 0.08, shape).astype(np.float32)

    seen, said = weights(len(words), WIDTH), weights(len(words), WIDTH)
    seen[:, 0] = 4.0
    said[:, 0] = [0.45 if token in LIKELY else 0.0 if kind == NORMAL else -1.0 for token, kind in words]
    yield "token_embd.weight", seen
    yield "output.weight", said
    yield "output_norm.weight", np.ones(WIDTH, np.float32)
    for at in range(LAYERS):
        for name in ("attn_norm", "ffn_norm"):
            yield f"blk.{at}.{name}.weight", np.ones(WIDTH, np.float32)
        for name in ("attn_q", "attn_k", "attn_v", "attn_output"):
            yield f"blk.{at}.{name}.weight", weights(WIDTH, WIDTH)
        for name in ("ffn_gate", "ffn_up"):
            yield f"blk.{at}.{name}.weight", weights(INNER, WIDTH)
        yield f"blk.{at}.ffn_down.weight", weights(WIDTH, INNER)


@contextmanager
def served(path: Path, key: str) -> Iterator[str]:
    """llama.cpp's own HTTP server over the model, in this process; its base URL."""
    import xllamacpp

    settings = xllamacpp.CommonParams()
    settings.model.path = str(path)
    settings.hostnames = ["127.0.0.1"]
    settings.port = 0
    settings.n_ctx = CONTEXT
    settings.n_parallel = 2
    settings.cpuparams.n_threads = 1
    settings.verbosity = 0
    settings.warmup = False
    settings.api_keys = [key]
    server = xllamacpp.Server(settings)
    try:
        yield f"{server.listening_address}/v1"
    finally:
        del server
