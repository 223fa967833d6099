"""Research done elsewhere, as traces: what a file of answers or a research log tells, and no more."""
