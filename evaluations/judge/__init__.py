"""The judge: a language model's verdicts on a reasoning, each checked in code before it counts."""
