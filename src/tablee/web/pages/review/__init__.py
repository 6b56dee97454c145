"""Fights that are over, read again: the curve of chances, the moments that counted."""
