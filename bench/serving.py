"""A server in processes of its own, measured from outside: its processor time, its memory."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path

MAIN = "from tablee.cli import main; main()"
NO_LIMIT = ("--limit", "requests-per-address=0")  # this client is everybody
PAUSE = 0.05  # seconds between two looks of this client


@dataclass
class Running:
    """A server in one process of its own, or in several that share a database."""

    processes: dict[int, subprocess.Popen[bytes]]  # by port

    def __post_init__(self) -> None:
        self._ports = cycle(self.processes)

    @property
    def port(self) -> int:
        """The port of each process in turn."""
        return next(self._ports)

    def cpu(self) -> float:
        """Seconds of processor time so far."""
        words = [
            Path(f"/proc/{one.pid}/stat").read_text().rpartition(")")[2].split() for one in self.processes.values()
        ]
        return sum(int(word[11]) + int(word[12]) for word in words) / os.sysconf("SC_CLK_TCK")

    def megabytes(self) -> float:
        """Resident memory."""
        pages = [int(Path(f"/proc/{one.pid}/statm").read_text().split()[1]) for one in self.processes.values()]
        return sum(pages) * os.sysconf("SC_PAGE_SIZE") / 1e6


def free_port() -> int:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return int(listening.getsockname()[1])


@contextmanager
def serving(processes: int, *command: str, python: str = sys.executable) -> Iterator[Running]:
    """A server on free ports (`PORT` among the words of its command), until the end of the block; run by a `python`."""
    started = {}
    try:
        for port in [free_port() for _ in range(processes)]:
            words = [str(port) if word == "PORT" else word for word in command]
            started[port] = subprocess.Popen([python, *words], stdout=subprocess.DEVNULL)
        for port in started:
            while started[port].poll() is None:
                with suppress(OSError), socket.create_connection(("127.0.0.1", port)):
                    break
                time.sleep(PAUSE)
        yield Running(started)
    finally:
        for process in started.values():
            process.kill()
            process.wait()
