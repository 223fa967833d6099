"""Asks many questions and judges the traces; the one room that knows gold."""
