"""Tests of stepping: the cursor, the screens, the commands, the breaks."""
