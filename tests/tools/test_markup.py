"""Pages of markup: their blocks, and that no page takes long."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tools.epub.markup import page, tokens


def test_blocks_are_paragraphs_and_what_is_inside_a_line_is_not() -> None:
    body = "<body><div>One <i>and</i> <a id='x'/>two.<p>Three.</p>Four.<blockquote><p>Five.</p></blockquote>"
    body += "<ul><li>Six.</ul></div>"
    assert page(body).blocks == ["One and two.", "Three.", "Four.", "Five.", "Six."]


def test_headings_are_h1_to_h3_and_of_a_group_the_first() -> None:
    read = page("<h1>A</h1><hgroup><h2>I</h2><h3>The Oar</h3></hgroup><p>B.</p><h2>II<br/>The<br/>Box</h2><h4>C</h4>")
    assert read.blocks == ["A", "I", "The Oar", "B.", "II The Box", "C"]
    assert [read.blocks[at] for at in read.headings] == ["A", "I", "II The Box"]


def test_anchors_stand_at_the_block_they_are_in() -> None:
    read = page("<p>A.</p><section id='s'><p id='p'>B.</p><p>C <span id='i'>c</span>.</p></section>")
    assert read.anchors == {"s": 1, "p": 1, "i": 2}


def test_a_page_that_is_not_well_formed_is_read_as_far_as_it_makes_sense() -> None:
    assert page("<p>One<p>Two</b> & 3 < 4<p title=don't>Three").blocks == ["One", "Two & 3 < 4", "Three"]
    assert page("<p>One <!-- never closed <p>Two").blocks == ["One"]
    assert page("<p title='a > b'>One</p>").blocks == ["One"]


def test_what_is_not_text_is_left_out() -> None:
    body = (
        "<head><title>T</title></head><body><script>s</script><style/><p>汉<rt>hàn</rt>字<!-- c --><![CDATA[ & ]]>x</p>"
    )
    assert page(body).blocks == ["汉字 & x"]
    assert page("<body><section class='pg-boilerplate'><section>Licence</section></section><p>A.</p>").blocks == ["A."]


def test_line_breaks_divide_lines_of_dialogue_and_join_a_sentence() -> None:
    assert page("<p>“谁？”<br/>“我。”<br/><br/>门开了。</p>").blocks == ["“谁？”", "“我。”", "门开了。"]
    assert page("<p>The ferry<br/>had gone.</p>").blocks == ["The ferry had gone."]


def test_characters_are_resolved_once_and_huge_ones_stand_for_nothing() -> None:
    assert page("<p>&amp;lt; &nbsp;&#x6c49;&shy;&#8212;</p>").blocks == ["&lt; 汉—"]
    assert page(f"<p>&#{'9' * 9999};</p>").blocks == ["\ufffd"]


def test_a_prefix_of_a_name_does_not_matter() -> None:
    first = next(tokens("<opf:item xml:id='a' media-type=\"b\" href=c>"))
    assert not isinstance(first, str)
    assert (first.name, first.attributes) == ("item", {"id": "a", "media-type": "b", "href": "c"})


@pytest.mark.parametrize(
    "part",
    ["<", "<a ", "<!--", "<![CDATA[", "<?", "</", "<a b='", "&", "&#", "<!", "<a b=c ", "<div>", "<p>", "<b>", "a='"],
)
def test_no_page_takes_longer_than_its_length(part: str) -> None:
    start = time.perf_counter()
    page(part * (60_000 // len(part)))
    page(f"<{part * (60_000 // len(part))}>")
    assert time.perf_counter() - start < 3


@given(
    st.text(st.sampled_from("<>/!-[]&;#='\" abph12drix\n?") | st.characters(exclude_categories=["Cs"]), max_size=200)
)
def test_any_text_is_a_page(markup: str) -> None:
    read = page(markup)
    assert all(block == " ".join(block.split()) and block for block in read.blocks)
    assert all(0 <= at < len(read.blocks) for at in read.headings)
    assert all(0 <= at <= len(read.blocks) for at in read.anchors.values())
