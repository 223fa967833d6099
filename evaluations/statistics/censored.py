"""Times until something happened, of which some were cut short: the Kaplan-Meier median."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from evaluations.statistics.sums import LEVEL


@dataclass(frozen=True)
class Median:
    """The time by which it had happened to half; None where fewer than half ever got there. Its interval likewise."""

    value: float | None
    low: float | None
    high: float | None
    n: int
    happened: int


def median_time(times: Sequence[float], happened: Sequence[bool]) -> Median:
    """The median of right-censored times (Kaplan and Meier 1958): a time at which nothing had happened is a bound.

    The first time at which the survival curve is at most one half; its interval is where the curve's log-log bounds
    cross one half (Brookmeyer and Crowley 1982). Never a mean over those that got there. ValueError without times.
    """
    from scipy.stats import CensoredData, ecdf

    if not times:
        raise ValueError("a median needs at least one time")
    seen = [time for time, there in zip(times, happened, strict=True) if there]
    if not seen:
        return Median(None, None, None, len(times), 0)
    cut_short = [time for time, there in zip(times, happened, strict=True) if not there]
    curve = ecdf(CensoredData(uncensored=seen, right=cut_short)).sf
    bounds = _bounds(curve)
    crossed = [_crossing(curve.quantiles, one) for one in (curve.probabilities, *bounds)]
    return Median(crossed[0], crossed[1], crossed[2], len(times), len(seen))


def _bounds(curve: object) -> tuple[Sequence[float], Sequence[float]]:
    """The lower and the upper bound of the curve; nothing where it has none."""
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # where the curve is 0 or 1 its log-log bound is undefined
        found = curve.confidence_interval(LEVEL, method="log-log")  # type: ignore[attr-defined]
    return found.low.probabilities, found.high.probabilities


def _crossing(times: Sequence[float], survival: Sequence[float]) -> float | None:
    return next((float(time) for time, left in zip(times, survival, strict=True) if left <= 0.5 + 1e-12), None)
