"""Message: what is said to a model, in parts, so that what many messages share is stored once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Role = Literal["system", "user", "assistant"]


@dataclass(frozen=True)
class Message:
    """One message; its content is its parts in order, nothing between them."""

    role: Role
    parts: tuple[str, ...]

    @property
    def content(self) -> str:
        return "".join(self.parts)


def system(*parts: str) -> Message:
    return Message("system", parts)


def user(*parts: str) -> Message:
    return Message("user", parts)


def assistant(*parts: str) -> Message:
    return Message("assistant", parts)
