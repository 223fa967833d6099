"""Parts: the long pieces of prompts, each kept once in a file under its SHA-256."""

from __future__ import annotations

import hashlib
import os
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from pydantic import Field

from agent.record import Record

LONG = 400
"""The most characters with which a part stands in the record itself."""


class PartFile(Record):
    """Stands in the record for a part that a file holds."""

    sha256: str = Field(pattern="^[0-9a-f]{64}$")


Piece = str | PartFile
"""A part as the record holds it."""


@dataclass(frozen=True)
class Parts:
    """Files SHA256.txt in a folder. Each is written aside and renamed: it is there whole or not at all."""

    place: Path

    def keep(self, text: str) -> Piece:
        """The part as it goes into the record; a long one is in its file when this returns."""
        if len(text) <= LONG:
            return text
        raw = text.encode()
        part = PartFile(sha256=hashlib.sha256(raw).hexdigest())
        file = self._file(part)
        if not (file.is_file() and file.stat().st_size == len(raw)):
            self._write(file, raw)
        return part

    def text(self, piece: Piece) -> str:
        """The part's text; when its file is gone or is not what its name says, a sentence that tells so."""
        if isinstance(piece, str):
            return piece
        with suppress(OSError):
            raw = self._file(piece).read_bytes()
            if hashlib.sha256(raw).hexdigest() == piece.sha256:
                return raw.decode()
        return f"[this part of the prompt is missing or damaged: {piece.sha256}]"

    def _file(self, part: PartFile) -> Path:
        return self.place / f"{part.sha256}.txt"

    def _write(self, file: Path, raw: bytes) -> None:
        self.place.mkdir(parents=True, exist_ok=True)
        handle, aside = tempfile.mkstemp(dir=self.place, prefix=".", suffix=".part")
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.write(raw)
            Path(aside).chmod(0o644)  # as any other file of the run; mkstemp makes it for its owner alone
            Path(aside).replace(file)
        finally:
            Path(aside).unlink(missing_ok=True)
