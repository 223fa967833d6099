"""A model folder is read as its configuration says (pooling, prefixes, lengths); what is unclear is refused."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tools.embedders.onnx_folder import onnx_folder
from tools.embedders.understanding import understood
from tools.mistake import Mistake

np = pytest.importorskip("numpy", reason="the extra `semantic` is not installed")
pytest.importorskip("onnx", reason="the extra `semantic` is not installed")
pytest.importorskip("onnxruntime", reason="the extra `semantic` is not installed")
tokenizers = pytest.importorskip("tokenizers", reason="the extra `semantic` is not installed")

WORDS = ["[UNK]", "[CLS]", "red", "green", "blue", "find"]


def vector(*words: str) -> Any:
    """The mean of the words' rows in the model below: each word has its own axis."""
    row = np.eye(len(WORDS), dtype=np.float32)[[WORDS.index(word) for word in words]].mean(0)
    return row / np.linalg.norm(row)


def folder(place: Path, inputs: Sequence[str] = ("input_ids",), at: str = "onnx/model.onnx", **files: Any) -> Path:
    """A model whose token vectors are unit axes, with a word tokenizer that begins every text with [CLS]."""
    from onnx import TensorProto, helper, numpy_helper

    given = [helper.make_tensor_value_info(name, TensorProto.INT64, ["b", "n"]) for name in inputs]
    made = [helper.make_tensor_value_info("last_hidden_state", TensorProto.FLOAT, ["b", "n", len(WORDS)])]
    axes = numpy_helper.from_array(np.eye(len(WORDS), dtype=np.float32), "axes")
    node = helper.make_node("Gather", ["axes", "input_ids"], ["last_hidden_state"])
    graph = helper.make_graph([node], "axes", given, made, [axes])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    (place / at).parent.mkdir(parents=True, exist_ok=True)
    (place / at).write_bytes(model.SerializeToString())
    words(place)
    for name, content in files.items():
        file = place / {"pooling": "1_Pooling/config"}.get(name, name)
        file.parent.mkdir(exist_ok=True)
        file.with_name(f"{file.name}.json").write_text(json.dumps(content))
    return place


def words(place: Path) -> None:
    tokenizer = tokenizers.Tokenizer(
        tokenizers.models.WordLevel({word: i for i, word in enumerate(WORDS)}, unk_token="[UNK]")
    )
    tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
    tokenizer.post_processor = tokenizers.processors.TemplateProcessing(
        single="[CLS] $A", pair="[CLS] $A $B", special_tokens=[("[CLS]", 1)]
    )
    tokenizer.enable_padding(length=16)
    tokenizer.enable_truncation(3)
    tokenizer.save(str(place / "tokenizer.json"))


def test_without_configuration_the_mean_of_all_tokens_is_taken_without_padding(tmp_path: Path) -> None:
    embedder = onnx_folder(folder(tmp_path))
    [made] = embedder.embed(["red green blue"], "passage")
    assert made == pytest.approx(vector("[CLS]", "red", "green", "blue"))
    assert embedder.dimension == len(WORDS)
    assert embedder.name == tmp_path.name


def test_a_model_may_lie_in_the_folder_itself_and_take_a_mask(tmp_path: Path) -> None:
    embedder = onnx_folder(folder(tmp_path, ("input_ids", "attention_mask", "token_type_ids"), "model.onnx"))
    assert embedder.embed(["red"], "query")[0] == pytest.approx(vector("[CLS]", "red"))


@pytest.mark.parametrize(
    ("config", "taken"),
    [
        ({"pooling_mode_cls_token": True, "pooling_mode_mean_tokens": False}, ("[CLS]",)),
        ({"pooling_mode_lasttoken": True}, ("blue",)),
        ({"pooling_mode_mean_tokens": True}, ("[CLS]", "red", "blue")),
        ({"pooling_mode": "cls"}, ("[CLS]",)),
    ],
)
def test_pooling_is_as_configured(tmp_path: Path, config: dict[str, Any], taken: tuple[str, ...]) -> None:
    embedder = onnx_folder(folder(tmp_path, pooling={"word_embedding_dimension": 6, **config}))
    assert embedder.embed(["red blue"], "passage")[0] == pytest.approx(vector(*taken))


def test_prompts_stand_before_queries_and_passages(tmp_path: Path) -> None:
    prompts = {"prompts": {"query": "find ", "document": "green "}}
    embedder = onnx_folder(folder(tmp_path, config_sentence_transformers=prompts))
    assert embedder.embed(["red"], "query")[0] == pytest.approx(vector("[CLS]", "find", "red"))
    assert embedder.embed(["red"], "passage")[0] == pytest.approx(vector("[CLS]", "green", "red"))
    assert embedder.count(["red"]) == [1]


def test_the_shortest_length_that_is_named_counts_and_leaves_room_in_the_window(tmp_path: Path) -> None:
    lengths: dict[str, Any] = {
        "sentence_bert_config": {"max_seq_length": 128},
        "tokenizer_config": {"model_max_length": 1e30},
    }
    embedder = onnx_folder(folder(tmp_path, **lengths))
    assert len(embedder._ids(["red " * 300])[0]) == 128
    assert embedder.window == 128 - 1 - 8


def test_the_digest_changes_with_the_model_the_tokenizer_and_the_reading(tmp_path: Path) -> None:
    place = folder(tmp_path)
    digests = {onnx_folder(place).digest}
    (place / "onnx" / "model.onnx_data").write_bytes(b"weights kept apart")
    digests.add(onnx_folder(place).digest)
    (place / "tokenizer_config.json").write_text('{"model_max_length": 99}')
    digests.add(onnx_folder(place).digest)
    (place / "tokenizer.json").write_text((place / "tokenizer.json").read_text() + " ")
    digests.add(onnx_folder(place).digest)
    assert len(digests) == 4
    assert onnx_folder(place).digest in digests


def test_a_folder_without_a_model_is_a_mistake_with_the_cure(tmp_path: Path) -> None:
    with pytest.raises(Mistake, match=r"allowed: a folder with onnx/model\.onnx .* optimum-cli export onnx"):
        onnx_folder(tmp_path)


@pytest.mark.parametrize(
    ("files", "told"),
    [
        ({"modules": [{"type": "sentence_transformers.models.Dense"}]}, "got 'Dense'"),
        ({"pooling": {"pooling_mode_weightedmean_tokens": True}}, "got 'weightedmean_tokens'"),
        ({"pooling": {"pooling_mode_cls_token": True, "pooling_mode_max_tokens": True}}, "pooling"),
    ],
)
def test_what_would_give_wrong_vectors_in_silence_is_refused(tmp_path: Path, files: dict[str, Any], told: str) -> None:
    with pytest.raises(Mistake, match=told):
        onnx_folder(folder(tmp_path, **files))


def test_an_input_that_is_not_known_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Mistake, match="got 'past_key_values'"):
        onnx_folder(folder(tmp_path, ("input_ids", "past_key_values"))).embed(["red"], "query")


def test_a_configuration_that_is_not_json_is_a_mistake(tmp_path: Path) -> None:
    place = folder(tmp_path)
    (place / "modules.json").write_text("{")
    with pytest.raises(Mistake, match="not JSON"):
        onnx_folder(place)


def characters() -> Any:
    """A vocabulary of single characters and English words, such as a multilingual model has."""
    from tools.embedders.understanding import _SAMPLES

    parts = {*_SAMPLES["zh"], *_SAMPLES["en"].replace(",", " ,").replace(".", " .").split()}
    vocabulary = {part: i for i, part in enumerate(["[UNK]", *sorted(parts)])}
    return tokenizers.Tokenizer(tokenizers.models.WordLevel(vocabulary, unk_token="[UNK]"))


def test_a_tokenizer_that_knows_the_characters_reads_chinese() -> None:
    tokenizer = characters()
    tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.Sequence(
        [
            tokenizers.pre_tokenizers.Split(tokenizers.Regex(r"[\u3000-\uffef]"), "isolated"),
            tokenizers.pre_tokenizers.Whitespace(),
        ]
    )
    assert understood(tokenizer) == {"en", "zh"}


def test_a_tokenizer_that_spells_chinese_in_bytes_does_not_read_it() -> None:
    tokenizer = characters()
    tokenizer.model = tokenizers.models.BPE({f"<0x{i:02X}>": i for i in range(256)}, [], byte_fallback=True)
    assert understood(tokenizer) == frozenset()


def test_a_tokenizer_of_a_few_words_reads_nothing(tmp_path: Path) -> None:
    assert onnx_folder(folder(tmp_path)).languages == frozenset()
