"""The evening that the tests of the journal play, and a browser for each of its seats."""

from tests.web.pages.journal.conftest import browse, evening

__all__ = ["browse", "evening"]
