"""Calibration: a sheet of verdicts for people to give, and how far a judge agrees with them."""
