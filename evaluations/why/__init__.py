"""Why a paragraph was or was not found: its fate in a trace, its place in every list, the words that reach it."""
