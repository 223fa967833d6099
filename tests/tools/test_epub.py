"""What an .epub says, and what it may not do."""

from __future__ import annotations

import stat
import zipfile
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.tools.epubs import FERRY, make_epub
from tools.book import Book
from tools.epub import archive
from tools.mistake import Mistake
from tools.readers import read_book


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "novel.epub"


def texts(book: Book) -> list[str]:
    return [paragraph.text for paragraph in book.paragraphs]


def chapters(book: Book) -> list[tuple[str, int, int]]:
    return [(c.title, c.first, c.last) for c in book.chapters]


def test_an_epub_is_read_in_its_order_with_title_author_and_chapters(file: Path) -> None:
    book = read_book(make_epub(file))
    assert (book.title, book.author, book.language, book.format) == ("The Ferry Inn", "A. Nobody", "en", "epub")
    assert texts(book) == [
        "Chapter I", "The ferry had gone.", "Nobody saw it go.", "Chapter II", "Aimée’s box was empty.",
    ]  # fmt: skip
    assert chapters(book) == [("Chapter I", 1, 3), ("Chapter II", 4, 5)]
    assert book.digest == read_book(file).digest


def test_the_spine_decides_the_order_and_the_name_of_the_file_nothing(file: Path) -> None:
    book = read_book(make_epub(file.with_suffix(".zip"), order=["text/two.xhtml", "text/one.xhtml"]))
    assert texts(book)[0] == "Chapter II"


def test_pages_outside_the_reading_order_are_left_out_and_noted(file: Path) -> None:
    pages = FERRY | {"notes.xhtml": "<p>A note.</p>"}
    order = [*FERRY, 'notes.xhtml" linear="no']
    book = read_book(make_epub(file, pages, order=order))
    assert "A note." not in texts(book)
    assert book.notes == ("left out as outside the reading order: 1 of the pages",)


def test_a_page_that_is_missing_is_noted(file: Path) -> None:
    items = '<item id="gone" href="gone.xhtml" media-type="application/xhtml+xml"/>'
    book = read_book(make_epub(file, order=[*FERRY, "gone"], items=items))
    assert len(book) == 5
    assert book.notes == ("a page of the reading order is missing: 'book/gone.xhtml'",)


NAV = """<nav epub:type="landmarks"><a href="text/one.xhtml">Start</a></nav><nav epub:type="toc"><ol>
<li><a href="text/one.xhtml">Cover</a></li><li><a href="text/one.xhtml#c1">I: The <i>Ferry</i></a></li>
<li><a href="text/two.xhtml#c2">II: The Box</a></li><li><a href="text/end.xhtml">Colophon</a></li></ol></nav>"""


def test_the_table_of_contents_names_the_chapters_and_a_colophon_ends_the_last(file: Path) -> None:
    pages = {"text/one.xhtml": f"<p>A cover.</p>{FERRY['text/one.xhtml']}", "text/two.xhtml": FERRY["text/two.xhtml"]}
    book = read_book(make_epub(file, pages | {"text/end.xhtml": "<p>Set in type.</p>"}, nav=NAV))
    assert chapters(book) == [("I: The Ferry", 2, 4), ("II: The Box", 5, 6)]
    assert len(book) == 7


def test_the_older_table_of_contents_is_read_too(file: Path) -> None:
    ncx = """<!DOCTYPE ncx PUBLIC "-//NISO//DTD ncx 2005-1//EN" "http://www.daisy.org/z3986/2005/ncx-2005-1.dtd">
    <ncx><docTitle><text>The Ferry Inn</text></docTitle><navMap>
    <navPoint><navLabel><text>第一章 渡口</text></navLabel><content src="text/one.xhtml"/></navPoint>
    <navPoint><navLabel><text>第二章 空匣</text></navLabel><content src="text/two.xhtml#c2"/></navPoint></navMap>
    <pageList><pageTarget><navLabel><text>1</text></navLabel><content src="text/one.xhtml"/></pageTarget></pageList>
    </ncx>"""
    assert chapters(read_book(make_epub(file, ncx=ncx))) == [("第一章 渡口", 1, 3), ("第二章 空匣", 4, 5)]


def test_without_a_table_and_headings_chapters_are_told_from_the_text(file: Path) -> None:
    body = "<p>Chapter 1</p><p>The ferry had gone.</p><p>Chapter 2</p><p>It rained.</p>"
    assert [c[0] for c in chapters(read_book(make_epub(file, {"a.xhtml": body})))] == ["Chapter 1", "Chapter 2"]


def test_the_text_tells_the_language_when_the_metadata_says_another(file: Path) -> None:
    book = read_book(make_epub(file, {"a.xhtml": "<p>渡船已经开走了，客栈里没有人。</p>"}))
    assert book.language == "zh"
    assert book.notes == ("the .epub says its language is 'en'; its text is 'zh'",)
    assert read_book(file, language="en").notes == ()


def test_an_epub_whose_package_lies_at_the_top_and_pages_with_spaces_in_their_names(file: Path) -> None:
    pages = {"one page.xhtml": "<p>The ferry had gone.</p>"}
    opf = '<item id="p" href="one%20page.xhtml" media-type="application/xhtml+xml"/>'
    assert texts(read_book(make_epub(file, pages, order=["p"], items=opf, package="content.opf"))) == [
        "The ferry had gone."
    ]


def test_a_page_in_a_declared_encoding_is_read_by_it(file: Path) -> None:
    raw = '<?xml version="1.0" encoding="windows-1251"?><html><body><p>Паром ушёл.</p></body></html>'.encode("cp1251")
    items = '<item id="r" href="r.xhtml" media-type="application/xhtml+xml"/>'
    assert texts(read_book(make_epub(file, {}, order=["r"], items=items, more={"book/r.xhtml": raw}))) == [
        "Паром ушёл."
    ]


@pytest.mark.parametrize(
    "name", ["../up.txt", "/etc/passwd", "a/../../b", "..\\up.txt", "C:/up.txt", "book\\one.xhtml", ".."]
)
def test_a_member_that_leads_out_of_the_archive_is_refused(file: Path, name: str) -> None:
    make_epub(file, more={name: b"x"})
    with pytest.raises(Mistake, match="leads out of it"):
        read_book(file)


def test_a_member_that_is_a_link_is_refused(file: Path) -> None:
    make_epub(file)
    with zipfile.ZipFile(file, "a") as book:
        link = zipfile.ZipInfo("book/link.xhtml")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        book.writestr(link, "/etc/passwd")
    with pytest.raises(Mistake, match="leads out of it"):
        read_book(file)


@pytest.mark.parametrize("href", ["../../up.xhtml", "/etc/passwd", "%2e%2e/%2e%2e/up.xhtml", "..\\up.xhtml", "a%00b"])
def test_a_reference_out_of_the_archive_is_refused(file: Path, href: str) -> None:
    items = f'<item id="x" href="{href}" media-type="application/xhtml+xml"/>'
    with pytest.raises(Mistake, match="outside of it"):
        read_book(make_epub(file, order=["x"], items=items))


def test_a_page_on_the_network_is_not_fetched(file: Path) -> None:
    items = '<item id="x" href="https://example.org/x.xhtml" media-type="application/xhtml+xml"/>'
    book = read_book(make_epub(file, order=["text/one.xhtml", "x"], items=items))
    assert len(book) == 3


def test_a_bomb_of_many_times_its_size_is_refused(file: Path) -> None:
    with pytest.raises(Mistake, match="more than 200 times its size"):
        read_book(make_epub(file, {"a.xhtml": "<p>" + " " * 5_000_000 + "</p>"}))


def test_a_bomb_that_lies_about_its_size_is_refused(file: Path) -> None:
    make_epub(file, {"a.xhtml": "<p>" + "boom " * 1_000_000 + "</p>"})
    raw = bytearray(file.read_bytes())
    at = raw.rfind(b"book/a.xhtml") - 46
    raw[at + 20 : at + 24] = (1 << 30).to_bytes(4, "little")  # its packed size in the directory
    file.write_bytes(raw)
    with pytest.raises(Mistake):
        read_book(file)


def test_an_archive_that_unpacks_to_too_much_is_refused(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "TOTAL", 2_000)
    pages = {f"{n}.xhtml": f"<p>{'The ferry had gone. ' * 40}</p>" for n in range(9)}
    with pytest.raises(Mistake, match="unpacks to more than"):
        read_book(make_epub(file, pages))


def test_an_archive_of_too_many_files_is_refused(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "MEMBERS", 4)
    with pytest.raises(Mistake, match="it holds 5 files, more than 4"):
        read_book(make_epub(file))


ENCRYPTION = """<encryption><EncryptedData><EncryptionMethod Algorithm="{}"/>
<CipherData><CipherReference URI="{}"/></CipherData></EncryptedData></encryption>"""


def test_a_copy_protected_epub_is_a_clear_mistake(file: Path) -> None:
    locked = ENCRYPTION.format("http://www.w3.org/2001/04/xmlenc#aes128-cbc", "book/text/one.xhtml")
    make_epub(file, more={"META-INF/encryption.xml": locked.encode()})
    with pytest.raises(Mistake, match="copy-protected"):
        read_book(file)


def test_fonts_may_be_encrypted(file: Path) -> None:
    fonts = ENCRYPTION.format("http://www.idpf.org/2008/embedding", "book/font.otf")
    assert len(read_book(make_epub(file, more={"META-INF/encryption.xml": fonts.encode()}))) == 5


def test_no_entity_is_expanded_and_no_file_read(file: Path, tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("the secret", "utf-8")
    page = f"""<!DOCTYPE html [<!ENTITY a "boom"><!ENTITY b "&a;&a;"><!ENTITY c SYSTEM "file://{tmp_path}/secret.txt">]>
    <html><body><p>&b; &c; caf&eacute;</p></body></html>"""
    items = '<item id="e" href="e.xhtml" media-type="application/xhtml+xml"/>'
    book = read_book(make_epub(file, {}, order=["e"], items=items, more={"book/e.xhtml": page.encode()}))
    assert texts(book) == ["&b; &c; café"]


def test_a_zip_that_is_no_epub_and_a_broken_one_are_mistakes(file: Path) -> None:
    with zipfile.ZipFile(file, "w") as other:
        other.writestr("word/document.xml", "<x/>")
    with pytest.raises(Mistake, match=r"no \.epub"):
        read_book(file)
    file.write_bytes(b"PK\x03\x04" + bytes(range(256)) * 4)
    with pytest.raises(Mistake, match="broken zip"):
        read_book(file)
    file.write_text("The ferry had gone.", "utf-8")
    with pytest.raises(Mistake, match=r"named \.epub and is none"):
        read_book(file)


def test_an_epub_names_its_own_encoding(file: Path) -> None:
    with pytest.raises(Mistake, match="names its own encoding"):
        read_book(make_epub(file), encoding="gb18030")


def test_an_epub_without_text_or_package_is_a_mistake(file: Path) -> None:
    with pytest.raises(Mistake, match="holds no text"):
        read_book(make_epub(file, {"a.xhtml": "<img src='a.png'/>"}))
    with zipfile.ZipFile(file, "w") as empty:
        empty.writestr("META-INF/container.xml", "<container/>")
    with pytest.raises(Mistake, match="no package document"):
        read_book(file)


@settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    changes=st.lists(st.tuples(st.integers(0, 3000), st.integers(0, 255)), min_size=1, max_size=12),
    end=st.integers(0, 9),
)
def test_a_damaged_epub_is_a_book_or_a_mistake(file: Path, changes: list[tuple[int, int]], end: int) -> None:
    raw = bytearray(make_epub(file, nav=NAV).read_bytes())
    for at, byte in changes:
        raw[at % len(raw)] = byte
    file.write_bytes(raw[: len(raw) - end * end])
    with suppress(Mistake):
        assert len(read_book(file))
