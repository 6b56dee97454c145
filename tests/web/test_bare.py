"""The bare server that a house is measured beside does the same work."""

from __future__ import annotations

from pathlib import Path

from bench.live import answers, both, seated


def test_a_bare_server_answers_and_streams_what_a_house_does(tmp_path: Path) -> None:
    database = str(tmp_path / "tables.db")
    (table,) = seated(database, 1)
    ours, bare = (answers(command, table) for command in both(database, str(tmp_path), [table]))
    assert ours == bare
