"""The book and the ways to look into it: reads only, and knows no model."""
