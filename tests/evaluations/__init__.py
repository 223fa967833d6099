"""Tests of evaluations: loaders, library, metrics, statistics and the store."""
