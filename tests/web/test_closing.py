"""A house that was closed is one file: everything is in it, nothing is beside it."""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tablee.table.log.sqlite import SqliteStore
from tests.upgrades.test_upgrades import HERE as UPGRADES
from tests.upgrades.test_upgrades import unpacked
from tests.web.serving import Server


def tables_of(copy: Path, file: Path) -> int:
    """How many tables the file holds, copied without those beside it."""
    shutil.copy(file, copy)
    store = SqliteStore(copy)
    try:
        return len(store.tables())
    finally:
        store.close()


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT])
def test_after_a_signal_everything_is_in_the_file(tmp_path: Path, how: int) -> None:
    """Also where these tests run in the background, so that whoever started them has signals ignored."""
    file = tmp_path / "tables.db"
    heard = f"import signal; signal.signal({int(how)}, signal.SIG_DFL)"
    server = Server(str(file), code=f"{heard}; from tablee.cli import main; main()")
    server.opened()
    with server.wire(f"GET /api/games HTTP/1.1\r\nhost: localhost:{server.port}\r\n"):  # who never says the rest
        server.stop(how)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["tables.db"]
    assert tables_of(tmp_path / "copy.db", file) == 1


def test_a_house_that_was_told_to_outlive_its_terminal_does(tmp_path: Path) -> None:
    code = "import signal; signal.signal(signal.SIGHUP, signal.SIG_IGN); from tablee.cli import main; main()"
    server = Server(str(tmp_path / "tables.db"), code=code)
    server.process.send_signal(signal.SIGHUP)
    server.opened()
    assert server.stop() in (0, -signal.SIGTERM)


def test_after_a_command_too(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    log = tmp_path / "log.jsonl"
    log.write_bytes(unpacked(UPGRADES / "659dc50" / "d6.jsonl.xz"))
    words = ["table", "import", str(log), "--database", str(file)]
    subprocess.run(
        [sys.executable, "-c", "from tablee.cli import main; main()", *words], check=True, capture_output=True
    )
    assert sorted(path.name for path in tmp_path.iterdir()) == ["log.jsonl", "tables.db"]
    assert tables_of(tmp_path / "copy.db", file) == 1
