"""Every way to look into a view finds what stands there, nothing from the cut on, and never raises."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tools.bag import Bag
from tools.book import Book, Language, Paragraph
from tools.request import QUERY_KINDS, QueryKind, Request
from tools.search import BookSearch, SearchSettings
from tools.semantic import Meaning
from tools.terms import keys, words

ENGLISH = (
    "Chapter I",
    "Anna carried the brass lamp upstairs. Nothing else was said.",
    "“And the key?” asked Bede.",
    "It hung on its nail.",
    "The duke’s dog slept. The lamp was out.",
    "In the morning the silver was gone.",
)
CHINESE = (
    "第一回",
    "黛玉回到潇湘馆。灯已灭了。",
    "“钥匙呢？”宝玉问。",
    "钥匙挂在钉子上。",
    "狗睡了。潇水湘江。",
    "早晨银器不见了。",
)
PIECES = [
    *'AND NOT OR ")(*:~ [1 TO 3] lamp~ 黛玉 潇湘馆 lamp key the 的 2 3-5 5–2 - -- 0 -1 99 ３ ٣ ² 1e3 \ud83d \0'.split(
        " "
    ),
    "9" * 5000,
]
VOCABULARY = "lamp key brass 灯灭 钥匙 the 黛玉".split()


SPOKEN: frozenset[Language] = frozenset({"en", "zh"})


def book_of(*texts: str) -> Book:
    return Book("B", tuple(Paragraph(i, text) for i, text in enumerate(texts, 1)))


def found(search: BookSearch, kind: QueryKind, text: str, *rest: int | None) -> list[int]:
    return [hit.paragraph for hit in search.look(kind, text, *rest)]  # type: ignore[arg-type]


EN = BookSearch(book_of(*ENGLISH))
ZH = BookSearch(book_of(*CHINESE))
STOPS = BookSearch(
    book_of("One lamp 灯.", "A lamp 灯.", "Nothing here.", "What does the dog do?", "It was his.", "狗的骨头。")
)
BOTH = pytest.mark.parametrize("search", [EN, ZH], ids=["en", "zh"])


@pytest.mark.parametrize(
    ("search", "query", "first"), [(EN, "brass lamp", 2), (EN, "duke", 5), (ZH, "潇湘馆", 2), (ZH, "宝玉", 3)]
)
def test_a_keyword_query_finds_the_paragraph_of_its_words_first(search: BookSearch, query: str, first: int) -> None:
    assert found(search, "keyword", query)[0] == first


@pytest.mark.parametrize(
    ("search", "query", "numbers"),
    [
        (EN, "lamp", [2, 5]),
        (EN, "the duke’s dog", [5]),
        (EN, "dog the", []),
        (ZH, "潇湘", [2]),
        (ZH, "钥匙", [3, 4]),
        (ZH, "匙钥", []),
        (ZH, "灯", [2]),
    ],
)
def test_a_phrase_query_finds_words_side_by_side(search: BookSearch, query: str, numbers: list[int]) -> None:
    assert sorted(found(search, "phrase", query)) == numbers


def test_a_hit_shows_its_sentence_and_marks_its_words() -> None:
    (hit,) = EN.look("phrase", "brass lamp")
    assert hit.sentence == "Anna carried the brass lamp upstairs."
    assert [ENGLISH[1][start:end] for start, end in hit.highlights] == ["brass", "lamp"]
    assert hit.score > 0


def test_a_paragraph_is_found_with_its_surroundings_too() -> None:
    # 3 names the speaker and 4 the nail; both stand in one passage, whose best paragraph is 4
    story = [f"Filler number {i} about nothing at all, said again and again." for i in range(200)]
    story[100:102] = ["“And?” asked Bede.", "The key hung on its nail."]
    story[50] = "Bede was alone."
    assert found(BookSearch(book_of(*story)), "keyword", "Bede key nail")[0] == 102


def test_of_equal_paragraphs_in_a_passage_the_first_is_taken() -> None:
    # 1 is first by its own words and by its passage's, 2 second by its own: 2/61 and 1/62
    hits = BookSearch(book_of("A lamp 灯.", "A lamp 灯.", "Nothing.")).look("keyword", "lamp 灯")
    assert [hit.paragraph for hit in hits] == [1, 2]
    assert [hit.score for hit in hits] == pytest.approx([2 / 61, 1 / 62])


def test_hits_are_best_first_each_once_and_ties_in_order_of_paragraph() -> None:
    search = BookSearch(book_of(*["The same lamp 同一盏灯"] * 80), settings=SearchSettings(scene=0))
    hits = search.look("keyword", "lamp 灯", 80)
    order = [(-hit.score, hit.paragraph) for hit in hits]
    assert order == sorted(order)
    assert len({hit.paragraph for hit in hits}) == len(hits) == 80
    assert search.look("keyword", "lamp 灯", 80) == hits


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("3", [2, 4, 1, 5, 6]),
        (" 3\n", [2, 4, 1, 5, 6]),
        ("３", [2, 4, 1, 5, 6]),
        ("1", [2, 3, 4, 5, 6]),
        ("7", []),
        ("0", []),
        ("-1", []),
        ("key", []),
        ("", []),
        ("9" * 5000, []),
    ],
)
def test_a_neighbour_query_gives_the_paragraphs_around_nearest_first(text: str, numbers: list[int]) -> None:
    assert found(EN, "neighbour", text) == found(ZH, "neighbour", text) == numbers


def test_neighbours_are_at_most_five_on_each_side() -> None:
    search = BookSearch(book_of(*map(str, range(1, 31))))
    assert found(search, "neighbour", "20", 20) == [19, 21, 18, 22, 17, 23, 16, 24, 15, 25]


def test_neighbours_in_a_book_with_gaps_are_the_next_paragraphs_there_are() -> None:
    excerpt = Book("E", tuple(Paragraph(n, str(n)) for n in (4, 9, 10, 40)))
    assert found(BookSearch(excerpt), "neighbour", "9") == [10, 4, 40]


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("2-4", [2, 3, 4]),
        ("4–2", [2, 3, 4]),
        (" 2 - 4 ", [2, 3, 4]),
        ("５-６", [5, 6]),
        ("3", [3]),
        ("5-99", [5, 6]),
        ("5-" + "9" * 5000, [5, 6]),
        ("9" * 5000, []),
        ("8-9", []),
        ("2, 4-5", [2, 4, 5]),
        ("5，2、3", [2, 3, 5]),
        ("from two", []),
        ("2, or 4", []),
        ("1-2-3", []),
        ("-", []),
        ("", []),
    ],
)
def test_a_range_query_gives_its_paragraphs_in_order(text: str, numbers: list[int]) -> None:
    assert found(EN, "range", text) == found(ZH, "range", text) == numbers


def test_a_neighbour_or_range_hit_shows_the_first_sentence() -> None:
    assert [hit.sentence for hit in EN.look("range", "2-3")] == [
        "Anna carried the brass lamp upstairs.",
        "“And the key?” asked Bede.",
    ]
    assert ZH.look("range", "2")[0].sentence == "黛玉回到潇湘馆。"


@BOTH
@pytest.mark.parametrize(
    ("kind", "en", "zh"), [("keyword", "the lamp key", "灯 钥匙 狗"), ("neighbour", "3", "3"), ("range", "1-6", "1-6")]
)
@pytest.mark.parametrize(("first", "last"), [(3, None), (None, 4), (3, 4), (4, 3), (0, 0), (None, 0), (-9, 99)])
def test_first_and_last_bound_every_kind_of_query(
    search: BookSearch, kind: QueryKind, en: str, zh: str, first: int | None, last: int | None
) -> None:
    query = en if search is EN else zh
    low, high = (first or 0), (99 if last is None else last)
    assert set(found(search, kind, query, 10, first, last)) == {
        n for n in found(search, kind, query) if low <= n <= high
    }


@BOTH
@pytest.mark.parametrize("kind", QUERY_KINDS)
def test_a_limit_below_one_finds_nothing(search: BookSearch, kind: QueryKind) -> None:
    text = "1-6" if kind == "range" else "3" if kind == "neighbour" else "lamp 灯"
    assert search.look(kind, text, 0) == search.look(kind, text, -1) == []


@pytest.mark.parametrize("kind", ["keyword", "phrase", "neighbour", "range"])
def test_a_limit_takes_the_beginning(kind: QueryKind) -> None:
    text = {"range": "1-6", "neighbour": "3"}.get(kind, "lamp")
    assert found(EN, kind, text, 2) == found(EN, kind, text)[:2]
    assert found(EN, kind, text, 10**12) == found(EN, kind, text)


def test_text_that_looks_like_syntax_is_only_words() -> None:
    assert found(EN, "keyword", 'lamp AND NOT ")(*:~') == found(EN, "keyword", "lamp")
    assert found(ZH, "phrase", '"潇湘" [馆]*~') == [2]
    assert EN.look("keyword", ")(*:~") == EN.look("phrase", '"') == []


@pytest.mark.parametrize("query", ["the", "does", "was it", "的", "lamp", "灯"])
def test_every_keyword_hit_contains_one_of_the_words_asked_for(query: str) -> None:
    hits = STOPS.look("keyword", query)
    assert hits
    assert all(hit.matched for hit in hits)


@settings(max_examples=20)  # each builds its own index
@given(
    st.lists(st.lists(st.sampled_from([*VOCABULARY, "的", "does"]), max_size=4), max_size=8),
    st.sampled_from([*VOCABULARY, "的", "doe"]),
)
def test_a_keyword_query_finds_every_paragraph_with_its_word_and_no_other(story: list[list[str]], query: str) -> None:
    view = book_of(*(" ".join(texts) for texts in story))
    wanted = set(keys(query) or words(query))
    having = {p.number for p in view.paragraphs if wanted & {*words(p.text), *keys(p.text)}}
    assert set(found(BookSearch(view), "keyword", query)) == having


def test_without_meaning_a_semantic_query_finds_nothing_and_says_so() -> None:
    assert EN.semantic_name == "none"
    assert EN.look("semantic", "lamp") == []


def test_a_semantic_query_asks_the_meaning_that_was_handed_in() -> None:
    view = book_of(*(text * 20 for text in ENGLISH))
    search = BookSearch(view, Meaning(Bag(languages=SPOKEN)))
    assert search.semantic_name == "bag (01234567…)"
    hits = search.look("semantic", "brass lamp", 3)
    assert hits[0].paragraph == 2
    assert [hit.score for hit in hits] == [1 / (60 + i) for i in range(1, len(hits) + 1)]


def test_reading_gives_paragraphs_in_order_each_once_with_neighbours() -> None:
    assert [p.number for p in EN.read([5, 2, 5])] == [2, 5]
    assert [p.number for p in EN.read([2, 3], neighbours=1)] == [1, 2, 3, 4]
    assert [p.number for p in EN.read([6, 1], neighbours=1)] == [1, 2, 5, 6]
    assert EN.read([0, 7, -1], neighbours=3) == []
    assert [p.text for p in ZH.read([4])] == ["钥匙挂在钉子上。"]


def test_the_idf_is_over_the_paragraphs_of_the_view() -> None:
    assert EN.idf("lamp") == EN.words.idf("lamp")
    assert EN.idf("brass") > EN.idf("lamp") > 0
    assert ZH.idf("灯灭") > ZH.idf("钥匙") > 0
    view = BookSearch(book_of(*ENGLISH).before(3))
    assert view.idf("silver") == BookSearch(book_of(*ENGLISH[:2])).idf("silver")


def test_the_weight_of_keys_is_the_sum_of_their_idf() -> None:
    assert EN.weight({"brass", "lamp"}) == pytest.approx(EN.idf("brass") + EN.idf("lamp"))
    assert EN.weight([]) == 0


def test_a_view_with_nothing_in_it_finds_nothing() -> None:
    empty = BookSearch(book_of(*ENGLISH).before(1))
    assert all(empty.look(kind, text) == [] for kind in QUERY_KINDS for text in ("lamp", "1", "1-6"))
    assert empty.read([1]) == []


@settings(max_examples=20)  # each builds its own index
@given(
    st.lists(st.lists(st.sampled_from(VOCABULARY), max_size=5).map(" ".join), min_size=1, max_size=10),
    st.integers(0, 12),
    st.lists(st.sampled_from(VOCABULARY), min_size=1, max_size=3).map(" ".join),
    st.integers(0, 12),
)
def test_nothing_from_the_cut_on_is_found_by_any_kind_of_query(story: list[str], cut: int, query: str, at: int) -> None:
    book = book_of(*(f"{text} hidden{i}" for i, text in enumerate(story, 1)))
    view = book.before(cut)
    search = BookSearch(view, Meaning(Bag(languages=SPOKEN)))
    hidden = range(max(1, cut), 13)
    for kind in QUERY_KINDS:
        for text in (query, str(at), f"{at}-99", *(f"hidden{n}" for n in hidden)):
            hits = search.look(kind, text, 50)
            assert all(hit.paragraph < cut and hit.sentence in view[hit.paragraph] for hit in hits)
    assert not any(search.look("phrase", f"hidden{n}") or search.read([n]) for n in hidden)
    assert all(p.number < cut for p in search.read(range(-1, 13), neighbours=5))


@settings(max_examples=20)  # each builds its own index
@given(st.lists(st.sampled_from(VOCABULARY), max_size=20), st.integers(2, 15))
def test_a_view_is_searched_as_if_the_rest_had_never_been_written(story: list[str], cut: int) -> None:
    whole, short = BookSearch(book_of(*story).before(cut)), BookSearch(book_of(*story[: cut - 1]))
    for query in ("lamp key", "灯灭 钥匙"):
        assert whole.look("keyword", query) == short.look("keyword", query)


def test_two_thousand_queries_of_any_kind_raise_nothing() -> None:
    chance = random.Random(1867)
    search = BookSearch(book_of(*ENGLISH, *CHINESE))
    for turn in range(2_000):
        text = chance.choice(["", " ", "-"]).join(chance.choice(PIECES) for _ in range(chance.randrange(5)))
        text += "".join(chr(chance.randrange(0x11_0000)) for _ in range(chance.randrange(3)))
        bounds = [chance.choice([None, -1, 0, 3, 9, 10**30]) for _ in range(2)]
        hits = search.look(QUERY_KINDS[turn % 5], text, chance.choice([-1, 0, 1, 5, 10**12]), *bounds)
        assert all(hit.paragraph in search.view for hit in hits)


@pytest.mark.parametrize(
    ("request_", "numbers"),
    [
        (Request("silver lamp", "keyword", every=True), [5]),
        (Request("lamp", "keyword", without="silver"), [2, 4]),
        (Request("lamp", "keyword", first=3), [5, 4]),
        (Request("lamp", "keyword", first=3, last=4), [4]),
    ],
)
def test_words_can_all_be_wanted_be_unwanted_and_be_looked_for_in_a_range(
    request_: Request, numbers: list[int]
) -> None:
    lamps = book_of(
        "The door was shut.", "A brass lamp hung there.", "Silver spoons lay on it.", "The lamp, then.",
        "One silver, and a lamp.", "Nothing else.",
    )  # fmt: skip
    assert sorted(hit.paragraph for hit in BookSearch(lamps).find(request_)) == sorted(numbers)


def test_near_finds_the_words_in_any_order_with_few_others_between() -> None:
    book = book_of(
        "The key was old and the lock was new.",
        "Lock and key.",
        "The lock is far off. So many words stand between it and its key.",
    )
    near = BookSearch(book)
    assert [h.paragraph for h in near.find(Request("key lock", "near", slop=1))] == [2]
    assert [h.paragraph for h in near.find(Request("lock key", "near", slop=5))] == [2, 1]
    assert [h.paragraph for h in near.find(Request("lock key", "near", slop=20))] == [2, 1, 3]
    chinese = BookSearch(book_of("曹操大怒，拔剑便走。", "曹操上马。云长在后。", "大怒的是云长。"))
    assert [h.paragraph for h in chinese.find(Request("曹操 怒", "near", slop=3))] == [1]


def test_hybrid_says_which_list_brought_a_hit_and_at_what_rank() -> None:
    search = BookSearch(book_of(*ENGLISH), Meaning(Bag(languages=SPOKEN)))
    top = search.look("hybrid", "brass lamp", 3)[0]
    assert {name for name, _ in top.ways} <= {"words", "passages", "meaning"}
    assert top.score == pytest.approx(sum(1 / (60 + rank) for _, rank in top.ways))


def test_hybrid_without_an_embedder_is_keyword_search() -> None:
    assert EN.look("hybrid", "brass lamp") == EN.look("keyword", "brass lamp")


def test_one_scene_does_not_crowd_out_the_others() -> None:
    texts = ["the lamp"] * 8 + ["nothing"] * 40 + ["a lamp burned low in the hall"]
    crowded = BookSearch(book_of(*texts), settings=SearchSettings(context=False, scene=3))
    assert [hit.paragraph for hit in crowded.look("keyword", "lamp", 4)] == [1, 2, 3, 49]
    plain = BookSearch(book_of(*texts), settings=SearchSettings(context=False, scene=0))
    assert [hit.paragraph for hit in plain.look("keyword", "lamp", 4)] == [1, 2, 3, 4]


def test_the_vectors_know_the_chapter_and_the_quotation_does_not() -> None:
    from tools.readers import book_from_text

    book = book_from_text(
        "[1] Chapter One: The Fire\n[2] It was dark.\n[3] Chapter Two: The Well\n[4] It was dark.", "B"
    )
    for situated in (True, False):
        bag = Bag(window=40)
        BookSearch(book, Meaning(bag), SearchSettings(situated=situated)).look("semantic", "well")
        assert any(text.startswith("Chapter One: The Fire. ") for text in bag.seen) is situated
    assert all("Chapter" not in h.sentence for h in BookSearch(book).look("keyword", "dark"))
