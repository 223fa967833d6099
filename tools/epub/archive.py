"""A zip file from somewhere, read member by member in memory, with limits; nothing is ever unpacked."""

from __future__ import annotations

import re
import stat
import struct
import zipfile
import zlib
from pathlib import Path
from types import TracebackType

from tools.mistake import Mistake

MEMBERS = 10_000
"""Files that an archive may hold; a long novel's .epub has some hundreds."""
TOTAL = 200_000_000
"""Bytes that may be read out of one archive."""
RATIO = 200
"""How many bytes one packed byte may become; text becomes four or five."""

_CHUNK = 1 << 16
_BROKEN = (
    zipfile.BadZipFile, zlib.error, struct.error, EOFError, NotImplementedError, RuntimeError, OSError, OverflowError,
    ValueError,
)  # fmt: skip


class Archive:
    """The members of a zip file by name. Every limit is checked on the bytes that come out, not on what
    the archive says of itself. Mistake for a broken archive, and for one that is set to do harm."""

    def __init__(self, path: Path) -> None:
        self._left = TOTAL
        try:
            self._size = path.stat().st_size
            self._zip = zipfile.ZipFile(path)
        except _BROKEN:
            raise Mistake("It is a broken zip archive", cure="Get the file again.") from None
        try:
            self._check()
        except Mistake:
            self._zip.close()
            raise

    def __enter__(self) -> Archive:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._zip.close()

    def __contains__(self, name: object) -> bool:
        return name in self._zip.NameToInfo

    def read(self, name: str) -> bytes:
        """The bytes of member `name`, which must be in the archive."""
        member = self._zip.NameToInfo[name]
        if member.flag_bits & 0x1 or member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise self._mistake(f"{name!r} is locked or packed in a way that is not read")
        try:
            return self._unpacked(member)
        except _BROKEN:
            raise self._mistake(f"{name!r} is broken", cure="Get the file again.") from None

    def _unpacked(self, member: zipfile.ZipInfo) -> bytes:
        packed = max(1, min(member.compress_size, self._size))
        whole = bytearray()
        with self._zip.open(member) as stream:
            while chunk := stream.read(_CHUNK):
                whole += chunk
                self._left -= len(chunk)
                if self._left < 0:
                    raise self._mistake(f"it unpacks to more than {TOTAL // 1_000_000} MB")
                if len(whole) > 16 * _CHUNK and len(whole) > RATIO * packed:
                    raise self._mistake(f"{member.filename!r} unpacks to more than {RATIO} times its size")
        return bytes(whole)

    def _check(self) -> None:
        members = self._zip.infolist()
        if len(members) > MEMBERS:
            raise self._mistake(f"it holds {len(members):,} files, more than {MEMBERS:,}")
        if outside := next((m for m in members if _leads_outside(m)), None):
            raise self._mistake(f"it holds a file that leads out of it: {outside.orig_filename!r}")

    def _mistake(self, why: str, cure: str = "") -> Mistake:
        return Mistake(f"The archive is refused: {why}", cure=cure)


def _leads_outside(member: zipfile.ZipInfo) -> bool:
    """Whether a member is a link, or its name an absolute path, a path upwards, or one of Windows."""
    name = member.orig_filename
    windows = "\\" in name or re.match(r"[A-Za-z]:", name) is not None
    upwards = name.startswith("/") or ".." in name.split("/") or "\0" in name
    return windows or upwards or stat.S_ISLNK(member.external_attr >> 16)
