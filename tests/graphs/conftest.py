"""Hypothesis in this room: the same examples on every run, and no clock on a shared machine."""

from hypothesis import settings

settings.register_profile("casebook", deadline=None, derandomize=True)
settings.load_profile("casebook")
