"""The home: the folder where vectors and models are kept between runs. Losing it costs only time."""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from tools.mistake import Mistake

VARIABLE = "CASEBOOK_HOME"
_SIGNED = hashlib.sha256().digest_size


@dataclass(frozen=True)
class Home:
    """Files under `place`. Each is written aside and renamed, so several runs can share it."""

    place: Path

    def kept(self, name: str, make: Callable[[], bytes]) -> bytes:
        """The bytes kept in the file `name`, made and kept when there are none or they are damaged."""
        file = self.place / name
        if (found := _signed(file)) is not None:
            return found
        made = make()
        self.write(file, hashlib.sha256(made).digest() + made)
        return made

    def write(self, file: Path, content: bytes) -> None:
        """Write `file` whole or not at all; Mistake when the folder cannot be written."""
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            handle, aside = tempfile.mkstemp(dir=file.parent, prefix=".", suffix=".part")
            try:
                with os.fdopen(handle, "wb") as stream:
                    stream.write(content)
                Path(aside).replace(file)
            finally:
                Path(aside).unlink(missing_ok=True)
        except OSError as error:
            raise Mistake(
                f"Nothing can be kept in {str(file.parent)!r} ({error.strerror or error})",
                cure=f"Set {VARIABLE} to a folder that can be written.",
                exit_code=1,
            ) from None


def home() -> Home:
    """What CASEBOOK_HOME names, else `casebook` in the platform's folder for caches. Creates nothing."""
    named = os.environ.get(VARIABLE)
    return Home(Path(named).expanduser() if named else _caches() / "casebook")


def _caches() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")


def _signed(file: Path) -> bytes | None:
    """The file's content when it agrees with the SHA-256 that stands before it."""
    with suppress(OSError):
        raw = file.read_bytes()
        if hashlib.sha256(raw[_SIGNED:]).digest() == raw[:_SIGNED]:
            return raw[_SIGNED:]
    return None
