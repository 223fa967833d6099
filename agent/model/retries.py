"""When the transport is tried again and after how long: for connection faults, timeouts, 429 and 5xx, nothing else."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

from tenacity import RetryCallState, retry_if_exception_type, stop_after_attempt

FIRST_WAIT = 0.5
"""Seconds before the second try; each further wait is twice as long, give or take half."""


class Passing(Exception):
    """A fault that may be gone at the next try. `wait` is what the endpoint asked for, in seconds."""

    def __init__(self, told: str, wait: float | None = None) -> None:
        super().__init__(told)
        self.told, self.wait = told, wait


def policy(tries: int, longest_wait: float) -> dict[str, Any]:
    """The arguments of tenacity's `Retrying` and `AsyncRetrying`: only `Passing` is tried again, `tries` times in all.

    The last `Passing` is raised. No wait is longer than `longest_wait` seconds, whatever the endpoint asks.
    """
    return {
        "retry": retry_if_exception_type(Passing),
        "stop": stop_after_attempt(tries),
        "wait": _waits(longest_wait),
        "reraise": True,
    }


def _waits(longest: float) -> Callable[[RetryCallState], float]:
    """Retry-After with a little added, else exponential; jitter keeps many questions from knocking all at once."""

    def wait(state: RetryCallState) -> float:
        met = state.outcome.exception() if state.outcome else None
        asked = met.wait if isinstance(met, Passing) else None
        if asked is not None:
            return min(longest, asked * random.uniform(1.0, 1.1))
        return min(longest, FIRST_WAIT * 2.0 ** (state.attempt_number - 1) * random.uniform(0.5, 1.5))

    return wait


def retry_after(headers: Mapping[str, str], now: datetime | None = None) -> float | None:
    """Seconds the endpoint asks to wait (`retry-after-ms`, or `retry-after` in seconds or as a date); None when unsaid.

    `headers` has lower-case names.
    """
    seconds = _number(headers.get("retry-after-ms", ""))
    if seconds is not None:
        return seconds / 1000
    told = headers.get("retry-after", "")
    seconds = _number(told)
    return seconds if seconds is not None else _until(told, now or datetime.now(UTC))


def _number(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) and number >= 0 else None


def _until(text: str, now: datetime) -> float | None:
    try:
        when = parsedate_to_datetime(text)
    except ValueError:
        return None
    when = when if when.tzinfo else when.replace(tzinfo=UTC)
    return max(0.0, (when - now).total_seconds())
