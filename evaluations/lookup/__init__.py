"""Lookup: how much of the gold a single look finds, before anyone has researched anything."""
