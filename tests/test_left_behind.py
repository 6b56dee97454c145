"""A run of the tests that is killed leaves no server behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SERVER = """
import sys, time
from tests.web.serving import Server
print(Server(sys.argv[1] + "/tables.db").port, flush=True)
time.sleep(600)
"""
POSTGRES = """
import sys, time
from pathlib import Path
from tests.postgres import joined
with joined(Path(sys.argv[1]) / "postgres") as address:
    print(address, flush=True)
    time.sleep(600)
"""


@pytest.mark.parametrize(
    ("code", "kill", "leaves"),
    [(SERVER, os.kill, ["tables.db"]), (POSTGRES, os.kill, []), (POSTGRES, os.killpg, [])],
    ids=["tablee", "PostgreSQL", "PostgreSQL, all of its group killed"],
)
def test_what_a_killed_run_has_started_ends_by_itself(
    tmp_path: Path, code: str, kill: Callable[[int, int], None], leaves: list[str]
) -> None:
    command, pipe = [sys.executable, "-c", code, str(tmp_path)], subprocess.PIPE
    run = subprocess.Popen(command, cwd=ROOT, stdout=pipe, stderr=pipe, start_new_session=True)
    assert run.stdout is not None
    assert run.stdout.readline()
    assert list(tmp_path.iterdir())
    kill(run.pid, signal.SIGKILL)
    run.communicate(timeout=60)  # reads until nobody has these pipes any more
    until = time.monotonic() + 60
    while sorted(file.name for file in tmp_path.iterdir() if not file.name.endswith(("-wal", "-shm"))) != leaves:
        assert time.monotonic() < until
        time.sleep(0.1)
