"""Tests of what was found and how it bears on the answer."""
