"""Researches one question, one step at a time; never sees gold."""
