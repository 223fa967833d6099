"""Student's distribution for whole degrees of freedom, in closed form: no large library is read for one quantile."""

from __future__ import annotations

import math

HALVINGS = 200


def quantile(p: float, degrees: int) -> float:
    """The t below which lies the share `p` (from 0.5 to below 1), by halving."""
    low, high = 0.0, 1.0
    while within(high, degrees) < 2 * p - 1:
        high *= 2
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if within(middle, degrees) < 2 * p - 1 else (low, middle)
    return (low + high) / 2


def within(t: float, degrees: int) -> float:
    """The share between -t and t (Abramowitz and Stegun 1964, 26.7.3 and 26.7.4)."""
    angle, odd = math.atan(t / math.sqrt(degrees)), degrees % 2
    cosine = math.cos(angle)
    term = cosine if odd else 1.0
    total = term if degrees > 1 else 0.0
    for at in range(2 + odd, degrees - 1, 2):
        term *= cosine**2 * (at - 1) / at
        total += term
    told = math.sin(angle) * total
    return 2 / math.pi * (angle + told) if odd else told
