"""`tablee serve` as a real process on loopback, for the tests of its streams and of its end."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from typing import Any

import httpx2
from bench.tied import tied


def free_port() -> int:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return int(listening.getsockname()[1])


SERVES = "from tablee.cli import main; main()"


class Server:
    """`tablee serve` in a process of its own."""

    def __init__(self, database: str, *words: str, files: int = 0, code: str = SERVES) -> None:
        self.port, self.database, self.words, self.files, self.code = free_port(), database, words, files, code
        self.start()

    def start(self) -> None:
        arguments = ["serve", "--port", str(self.port), "--database", self.database]
        few = [] if not self.files else ["sh", "-c", f'ulimit -n {self.files}; exec "$@"', "sh"]
        self.process = tied(self.code, *arguments, *self.words, before=few, stdout=subprocess.DEVNULL)
        self.client = httpx2.Client(
            base_url=f"http://127.0.0.1:{self.port}", headers={"accept-language": "en"}, timeout=10
        )
        for _ in range(800):
            try:
                self.client.get("/api/games")
                return
            except httpx2.TransportError:
                time.sleep(0.05)
        raise AssertionError("the server did not start")

    def wire(self, said: str = "") -> socket.socket:
        """A bare connection on which something was said already."""
        wire = socket.create_connection(("127.0.0.1", self.port), timeout=60)
        wire.sendall(said.encode())
        return wire

    def stop(self, how: int = signal.SIGTERM) -> int:
        self.client.close()
        self.process.send_signal(how)
        return self.process.wait(60)

    def opened(self) -> tuple[str, dict[str, str]]:
        made = self.client.post("/api/tables", json={"game": "undesix"}).json()
        return f"/api/tables/{made['table']}", {"authorization": f"Bearer {made['token']}"}

    def stream(self, table: str, auth: dict[str, str], last: str = "") -> Iterator[dict[str, Any]]:
        """The lines of a stream as they come, until it says goodbye."""
        headers = {**auth, **({"last-event-id": last} if last else {})}
        with self.client.stream("GET", f"{table}/events", headers=headers) as response:
            event = ""
            for line in response.iter_lines():
                if line.startswith("event: "):
                    event = line[7:]
                if event == "bye":
                    return
                if line.startswith("data: {"):
                    yield json.loads(line[6:])
