"""The stores of the table's tests, for those that need a real PostgreSQL here too."""

from tests.table.conftest import server, setting, store

__all__ = ["server", "setting", "store"]
