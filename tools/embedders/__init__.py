"""Embedders: what turns text into vectors here, without a server."""
