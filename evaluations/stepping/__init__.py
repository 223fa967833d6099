"""Stepping: a terminal's way through the events of a trace, stored or under way."""
