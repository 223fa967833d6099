"""Tests of asking a language model."""
