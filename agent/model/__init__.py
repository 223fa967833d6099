"""Asking a language model: any OpenAI-compatible endpoint, every reply recorded, nothing paid twice."""
