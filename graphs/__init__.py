"""What was found and how it bears on the answer: pure data, no calls."""
