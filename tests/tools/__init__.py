"""Tests of the book and the ways to look into it."""
