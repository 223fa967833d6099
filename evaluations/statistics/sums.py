"""Statistics as functions of sums over questions, and their resampling: by book, or by question."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

from evaluations.statistics.student import quantile

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[Any]

LEVEL = 0.95
SEED = 20240701
DRAWS = 2000
CORRECTED = 40
"""Up to so many books the tails of a by-book interval are widened."""
CELLS = 2_000_000
"""How many numbers are drawn at a time, so that memory stays small."""

Of = Callable[["Floats"], "Floats"]
"""From sums of shape (draws, k) to values of shape (draws,), nan where a value is undefined."""


def mean(sums: Floats) -> Floats:
    """Rows are (value, 1): their sums' quotient is the mean over questions."""
    return quotient(sums[:, 0], sums[:, 1])


def quotient(top: Floats, bottom: Floats) -> Floats:
    """top / bottom, nan where the bottom is 0."""
    import numpy as np

    found: Floats = np.full(np.shape(top), np.nan)
    np.divide(top, bottom, out=found, where=bottom != 0)
    return found


def value(rows: Floats, of: Of) -> float | None:
    """The statistic of rows (n, k); None where it is undefined."""
    found = float(of(rows.sum(axis=0, keepdims=True))[0])
    return None if math.isnan(found) else found


def by_unit(rows: Floats, units: Sequence[str]) -> Floats:
    """Rows (n, k) added up within their units: (number of units, k), units in order of first appearance."""
    import numpy as np

    place = {unit: at for at, unit in enumerate(dict.fromkeys(units))}
    sums = np.zeros((len(place), rows.shape[1]))
    np.add.at(sums, [place[unit] for unit in units], rows)
    return sums


def percentiles(sums: Floats, of: Of, tail: float, seed: int = SEED) -> tuple[float, float] | None:
    """The values below and above which the share `tail` of the resampled statistics lies; units are drawn with return.

    None when most draws leave the statistic undefined.
    """
    import numpy as np

    drawn = np.concatenate([of(some) for some in _resampled(sums, seed)])
    kept = drawn[~np.isnan(drawn)]
    if len(kept) * 2 <= len(drawn):
        return None
    low, high = np.quantile(kept, [tail, 1 - tail], method="inverted_cdf")
    return float(low), float(high)


def _resampled(sums: Floats, seed: int) -> Iterator[Floats]:
    import numpy as np

    random = np.random.default_rng(seed)
    at_once = max(1, CELLS // len(sums))
    for start in range(0, DRAWS, at_once):
        drawn = random.integers(0, len(sums), (min(at_once, DRAWS - start), len(sums)))
        yield np.stack([column[drawn].sum(axis=1) for column in sums.T], axis=1)


def tail(units: int | None = None, level: float = LEVEL) -> float:
    """The share to cut off at each end; widened for 40 units or fewer, when `units` are books.

    The expanded percentile interval (Hesterberg 2015): few units vary too little when resampled, by √((g−1)/g), and
    want Student's quantile in place of the normal one.
    """
    if units is None or not 1 < units <= CORRECTED:
        return (1 - level) / 2
    wide = math.sqrt(units / (units - 1)) * quantile(0.5 + level / 2, units - 1)
    return NormalDist().cdf(-wide)
