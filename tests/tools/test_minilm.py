"""The embedded embedder, real: what its vectors are, that they are always the same, and that meaning is found."""

from __future__ import annotations

import math
import random
import shutil
from pathlib import Path
from typing import Any

import pytest

from tools.book import Book, Paragraph
from tools.embedders.minilm import NAME, WEIGHTS, built, minilm, place
from tools.embedders.onnx_embedder import OnnxEmbedder
from tools.mistake import Mistake
from tools.passages import Passage
from tools.semantic import Meaning

np = pytest.importorskip("numpy", reason="the extra `semantic` is not installed")
pytest.importorskip("onnxruntime", reason="the extra `semantic` is not installed")
if place() is None:
    pytest.skip("the group `embedded` is not installed", allow_module_level=True)

TEXTS = [
    "The solicitor unfolded the will and read it aloud.",
    "Rain.",
    "She had hidden the pearls inside a hollow loaf of bread, and nobody thought of looking there until Thursday.",
    "“Nothing,” said the inspector; “nothing at all, and that is what troubles me.” " * 8,
]


@pytest.fixture(scope="module")
def model() -> bytes:
    folder = place()
    assert folder
    return built(folder)


@pytest.fixture(scope="module")
def embedder(model: bytes) -> OnnxEmbedder:
    return minilm(lambda name, make: model)


def test_vectors_are_rows_of_384_numbers_of_length_one(embedder: OnnxEmbedder) -> None:
    vectors = embedder.embed(TEXTS, "passage")
    assert vectors.shape == (4, 384)
    assert embedder.dimension == 384
    assert vectors.dtype == np.float32
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(1, abs=1e-6)
    assert embedder.embed([], "passage").shape == (0, 384)


def test_a_text_has_the_same_vector_whatever_stands_beside_it_and_however_many_threads(model: bytes) -> None:
    one, three = (minilm(lambda name, make: model, threads=n) for n in (1, 3))
    alone = np.concatenate([one.embed([text], "passage") for text in TEXTS])
    order = list(range(4)) * 5
    random.Random(5).shuffle(order)
    assert (three.embed([TEXTS[i] for i in order], "passage") == alone[order]).all()


def test_the_model_is_the_same_bytes_each_time_it_is_built(model: bytes) -> None:
    folder = place()
    assert folder
    assert built(folder) == model
    assert len(model) < 25_000_000


def test_eight_bits_say_nearly_what_all_bits_say(embedder: OnnxEmbedder) -> None:
    """Against the plain forward pass in float32, written out here."""
    from safetensors.numpy import load_file

    folder = place()
    assert folder
    weights = load_file(folder / "model.safetensors")
    for text in TEXTS:
        assert float(embedder.embed([text], "passage")[0] @ forward(embedder, weights, text)) > 0.98


def forward(embedder: OnnxEmbedder, weights: dict[str, Any], text: str) -> Any:
    ids = embedder._ids([text])[0]

    def norm(x: Any, name: str) -> Any:
        centred = x - x.mean(-1, keepdims=True)
        scaled = centred / np.sqrt((centred**2).mean(-1, keepdims=True) + 1e-12)
        return scaled * weights[f"{name}.LayerNorm.weight"] + weights[f"{name}.LayerNorm.bias"]

    def linear(x: Any, name: str) -> Any:
        return x @ weights[f"{name}.weight"].T + weights[f"{name}.bias"]

    erf = np.vectorize(math.erf)
    kinds = ("word_embeddings", "position_embeddings", "token_type_embeddings")
    word, position, sort = (weights[f"embeddings.{kind}.weight"] for kind in kinds)
    hidden = norm(word[ids] + position[: len(ids)] + sort[0], "embeddings")
    for layer in (f"encoder.layer.{i}" for i in range(6)):
        names = (f"{layer}.attention.self.{part}" for part in ("query", "key", "value"))
        query, key, value = (linear(hidden, name).reshape(-1, 12, 32).transpose(1, 0, 2) for name in names)
        shares = np.exp(query @ key.transpose(0, 2, 1) / 32**0.5)
        mixed = (shares / shares.sum(-1, keepdims=True) @ value).transpose(1, 0, 2).reshape(-1, 384)
        hidden = norm(hidden + linear(mixed, f"{layer}.attention.output.dense"), f"{layer}.attention.output")
        inner = linear(hidden, f"{layer}.intermediate.dense")
        gelu = inner * 0.5 * (1 + erf(inner / 2**0.5))
        hidden = norm(hidden + linear(gelu, f"{layer}.output.dense"), f"{layer}.output")
    mean = hidden.mean(0)
    return mean / np.linalg.norm(mean)


def test_tokens_are_counted_without_the_two_the_model_adds_and_beyond_where_it_stops(embedder: OnnxEmbedder) -> None:
    assert embedder.count(["the will", "", "word " * 900]) == [2, 0, 900]
    assert embedder.window == 200


def test_short_texts_are_not_padded_and_long_ones_end_at_256(embedder: OnnxEmbedder) -> None:
    assert [len(ids) for ids in embedder._ids(["the will", "word " * 900])] == [4, 256]


def test_it_understands_english_only(embedder: OnnxEmbedder) -> None:
    from tools.embedders.understanding import understood

    assert embedder.languages == {"en"}
    assert understood(embedder._counter) == {"en"}


STORY = (
    "The banker had vanished on his way to post a letter, and the safe stood open.",
    "They served cold mutton and a bottle of claret.",
    "A vagrant was arrested that night and sent to prison for stealing a ring.",
    "The document had been written in a fluid that showed only when it was warmed.",
    "Hastings lay in bed with influenza and could not leave the flat.",
    "The yacht left Southampton at noon with all the crew aboard.",
)


@pytest.mark.parametrize(
    ("question", "passage"),
    [
        ("Who was put in jail?", 2),
        ("Which paper had invisible writing?", 3),
        ("Who was ill?", 4),
        ("When did the ship sail?", 5),
        ("What did they eat for dinner?", 1),
        ("a rich financier disappears", 0),
    ],
)
def test_a_question_in_other_words_finds_its_passage_first(embedder: OnnxEmbedder, question: str, passage: int) -> None:
    view = Book("Story", tuple(Paragraph(n, text) for n, text in enumerate(STORY, 1)))
    near = Meaning(embedder).index(view, [Passage(p.number, p.number, p.text, 1) for p in view.paragraphs])
    assert near
    assert near.rank(question, 1)[0][0] == passage


def test_no_query_raises(embedder: OnnxEmbedder) -> None:
    view = Book("Story", tuple(Paragraph(n, text) for n, text in enumerate(STORY, 1)))
    near = Meaning(embedder).index(view, [Passage(p.number, p.number, p.text, 1) for p in view.paragraphs])
    assert near
    draw = random.Random(3)
    strange = ["\ud83d", "\0", "曹操", "\u200b", "👩‍🚀", "[MASK]", '"', " AND ", "x" * 50, "\n", "é", "ﷺ", " "]
    for _ in range(150):
        text = "".join(draw.choices(strange, k=draw.randrange(40)))
        assert len(near.rank(text, 3)) == (3 if text.strip() else 0)


def test_the_name_for_traces_shows_the_weights_digest(embedder: OnnxEmbedder) -> None:
    assert Meaning(embedder).name("en") == "all-MiniLM-L6-v2 int8 (53aa5117…)"
    assert (embedder.name, embedder.digest) == (NAME, WEIGHTS)


def test_weights_that_are_not_the_published_ones_are_refused(tmp_path: Path) -> None:
    (tmp_path / "model.safetensors").write_bytes(b"something else")
    with pytest.raises(Mistake, match="not the published file; got 'SHA-256"):
        built(tmp_path)


def test_the_models_own_folder_with_its_configuration_gives_the_same_vectors(
    tmp_path: Path, model: bytes, embedder: OnnxEmbedder
) -> None:
    from tools.embedders.onnx_folder import onnx_folder

    source = place()
    assert source
    shutil.copytree(source, tmp_path / "all-MiniLM", ignore=shutil.ignore_patterns("*.safetensors"))
    (tmp_path / "all-MiniLM" / "model.onnx").write_bytes(model)
    found = onnx_folder(tmp_path / "all-MiniLM")
    assert found.reading == embedder.reading
    assert found.languages == {"en"}
    assert (found.embed(TEXTS, "passage") == embedder.embed(TEXTS, "passage")).all()


def test_nothing_is_built_before_the_first_vector() -> None:
    def never(name: str, make: object) -> bytes:
        raise AssertionError(name)

    embedder = minilm(never)
    assert embedder.count(["the will"]) == [2]
    assert embedder.window == 200
