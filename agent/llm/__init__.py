"""A language model in the seat: what it is shown, what it may reply, and the moves made of that."""
