"""A report as a page: one structure of sections, and a writer each for HTML, Markdown and CSV."""
