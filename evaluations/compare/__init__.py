"""Runs side by side: over the questions they share, never pooled across benchmarks."""
