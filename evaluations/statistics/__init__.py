"""Uncertainty and tests: intervals over books or questions, paired tests, repeats, censored times, raters."""

from __future__ import annotations

from evaluations.statistics.intervals import Interval, bootstrap, by_book, interval, wilson

__all__ = ["Interval", "bootstrap", "by_book", "interval", "wilson"]
