"""Kept vectors: a second run computes nothing, another cut only what is new, and damage costs only time."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluations.home import Home
from evaluations.vectors import KeptVectors
from tests.tools.bag import Bag
from tools.book import Book, Paragraph
from tools.passages import passages
from tools.semantic import Meaning, SemanticIndex, Situated, computed

np = pytest.importorskip("numpy", reason="the extra `semantic` is not installed")

BOOK = Book(
    "Long", tuple(Paragraph(n, f"Witness {n} saw carriage {n * n} pass. " * 9) for n in range(1, 41)), digest="b"
)


def index(place: Path, embedder: Bag, view: Book = BOOK) -> SemanticIndex:
    made = Meaning(embedder, KeptVectors(Home(place))).index(view, passages(view))
    assert made
    return made


def files(place: Path) -> list[Path]:
    return sorted(place.rglob("*.npy"))


def test_a_second_run_computes_nothing_and_finds_the_same(tmp_path: Path) -> None:
    first = index(tmp_path, Bag(window=30)).rank("witness carriage 25", 10)
    again = Bag(window=30)
    assert index(tmp_path, again).rank("witness carriage 25", 10) == first
    assert again.seen == []
    assert index(tmp_path / "other", Bag(window=30)).rank("witness carriage 25", 10) == first


def test_a_view_cut_elsewhere_computes_only_the_passages_that_are_new(tmp_path: Path) -> None:
    index(tmp_path, Bag(window=30))
    cut = BOOK.before(20)
    new = {p.text for p in passages(cut)} - {p.text for p in passages(BOOK)}
    embedder = Bag(window=30)
    index(tmp_path, embedder, cut)
    assert len(new) <= 1
    assert all(any(part in text for text in new) for part in embedder.seen)


def test_a_text_that_stands_twice_is_computed_once(tmp_path: Path) -> None:
    embedder = Bag()
    one, two, three = KeptVectors(Home(tmp_path))(embedder, "b", [Situated("a b"), Situated("c"), Situated("a b")])
    assert embedder.seen == ["a b", "c"]
    assert (one == three).all()
    assert not (one == two).all()


def test_a_head_is_part_of_what_a_vector_is_kept_for(tmp_path: Path) -> None:
    embedder = Bag()
    vectorise = KeptVectors(Home(tmp_path))
    vectorise(embedder, "b", [Situated("a b", "c ")])
    vectorise(embedder, "b", [Situated("a b"), Situated("b", "c a "), Situated("a b", "c ")])
    assert embedder.seen == ["c a b", "a b", "c a b"]


@pytest.mark.parametrize("other", [Bag(digest="other"), Bag(name="other"), Bag(window=13)])
def test_another_embedder_never_gets_these_vectors(tmp_path: Path, other: Bag) -> None:
    KeptVectors(Home(tmp_path))(Bag(), "b", [Situated("a b")])
    other.seen.clear()
    KeptVectors(Home(tmp_path))(other, "b", [Situated("a b")])
    assert other.seen == ["a b"]


@pytest.mark.parametrize("keep", [0, 40, 2000, -1])
def test_a_damaged_file_is_computed_again_and_replaced(tmp_path: Path, keep: int) -> None:
    first = index(tmp_path, Bag(window=30)).rank("carriage 25", 5)
    [file] = files(tmp_path)
    whole = file.read_bytes()
    file.write_bytes(whole[:keep] if keep >= 0 else whole[:-1] + bytes([whole[-1] ^ 1]))
    embedder = Bag(window=30)
    assert index(tmp_path, embedder).rank("carriage 25", 5) == first
    assert embedder.seen
    assert [f.read_bytes() for f in files(tmp_path)] == [whole]


def test_a_file_of_someone_else_does_no_harm(tmp_path: Path) -> None:
    index(tmp_path, Bag(window=30))
    (files(tmp_path)[0].parent / "notes.npy").write_bytes(b"hello")
    embedder = Bag(window=30)
    index(tmp_path, embedder)
    assert embedder.seen == []


def test_runs_at_the_same_time_do_not_disturb_each_other(tmp_path: Path) -> None:
    cuts = [40, 30, 20, 40, 35, 40]
    with ThreadPoolExecutor(6) as pool:
        made = list(pool.map(lambda cut: index(tmp_path, Bag(window=30), BOOK.before(cut)).rank("carriage", 50), cuts))
    assert made == [index(tmp_path / "alone", Bag(window=30), BOOK.before(cut)).rank("carriage", 50) for cut in cuts]
    assert not list(tmp_path.rglob("*.part"))


def test_progress_is_told_and_what_was_done_before_a_stop_is_kept(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    texts = [Situated(f"text {n}") for n in range(600)]

    def stop(done: int, total: int) -> None:
        told.append((done, total))
        if done:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        KeptVectors(Home(tmp_path), stop)(Bag(), "b", texts)
    embedder = Bag()
    KeptVectors(Home(tmp_path))(embedder, "b", texts)
    assert told == [(0, 600), (512, 600)]
    assert len(embedder.seen) == 88


def test_nothing_to_embed_writes_nothing(tmp_path: Path) -> None:
    assert KeptVectors(Home(tmp_path))(Bag(), "b", []) == []
    assert list(tmp_path.iterdir()) == []


@given(st.lists(st.tuples(st.text(max_size=40), st.text(max_size=6)), max_size=5))
def test_kept_vectors_are_the_computed_ones_bit_for_bit(
    tmp_path_factory: pytest.TempPathFactory, texts: list[tuple[str, str]]
) -> None:
    place = Home(tmp_path_factory.mktemp("home"))
    situated = [Situated(*text) for text in texts]
    plain = computed(Bag(window=4), "b", situated)
    for _ in range(2):
        kept = KeptVectors(place)(Bag(window=4), "b", situated)
        assert [one.tobytes() for one in kept] == [one.tobytes() for one in plain]
