"""Makes .epub files for tests: sound ones, and ones that are set to do harm."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from pathlib import Path

PAGE = """<?xml version="1.0" encoding="utf-8"?>
<html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head><body>{}</body></html>"""
CONTAINER = """<container><rootfiles>
<rootfile full-path="{}" media-type="application/oebps-package+xml"/></rootfiles></container>"""
FERRY = {
    "text/one.xhtml": "<h2 id='c1'>Chapter I</h2><p>The ferry had gone.</p><p>Nobody saw it go.</p>",
    "text/two.xhtml": "<h2 id='c2'>Chapter II</h2><p>Aim&eacute;e&#8217;s box was empty.</p>",
}


def make_epub(
    path: Path,
    pages: Mapping[str, str] = FERRY,
    *,
    order: list[str] | None = None,
    nav: str = "",
    ncx: str = "",
    metadata: str = "<dc:title>The Ferry Inn</dc:title><dc:creator>A. Nobody</dc:creator><dc:language>en</dc:language>",
    package: str = "book/content.opf",
    more: Mapping[str, bytes] | None = None,
    items: str = "",
) -> Path:
    """An .epub with `pages` (path beside the package → what its body holds), read in `order` (paths)."""
    base = package.rpartition("/")[0]
    inside = {name: PAGE.format(body).encode() for name, body in pages.items()}
    files = {name: f'<item id="{name}" href="{name}" media-type="application/xhtml+xml"/>' for name in pages}
    if nav:
        inside["nav.xhtml"] = PAGE.format(nav).encode()
        files["nav.xhtml"] = '<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>'
    if ncx:
        inside["toc.ncx"] = ncx.encode()
        files["toc.ncx"] = '<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>'
    spine = "".join(f'<itemref idref="{name}"/>' for name in (order or list(pages)))
    opf = f"<package><metadata>{metadata}</metadata><manifest>{''.join(files.values())}{items}</manifest>"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", "application/epub+zip", zipfile.ZIP_STORED)
        archive.writestr("META-INF/container.xml", CONTAINER.format(package))
        archive.writestr(package, f"{opf}<spine>{spine}</spine></package>")
        for name, raw in inside.items():
            archive.writestr(f"{base}/{name}" if base else name, raw)
        for name, raw in (more or {}).items():
            archive.writestr(name, raw)
    return path
