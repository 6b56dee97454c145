"""The journal of a table, page by page."""
