"""What a report of one run or several tells: its sections, as data, from scores alone."""
