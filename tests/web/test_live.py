"""Live streams of a real server on loopback: resumed exactly, ended cleanly, never held by a slow reader."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest


def free_port() -> int:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return int(listening.getsockname()[1])


class Server:
    """`tablee serve` in a process of its own."""

    def __init__(self, database: str) -> None:
        self.port, self.database = free_port(), database
        self.start()

    def start(self) -> None:
        code = "from tablee.cli import main; main()"
        arguments = ["serve", "--port", str(self.port), "--database", self.database]
        self.process = subprocess.Popen([sys.executable, "-c", code, *arguments], stdout=subprocess.DEVNULL)
        self.client = httpx2.Client(
            base_url=f"http://127.0.0.1:{self.port}", headers={"accept-language": "en"}, timeout=10
        )
        for _ in range(200):
            try:
                self.client.get("/api/games")
                return
            except httpx2.TransportError:
                time.sleep(0.05)
        raise AssertionError("the server did not start")

    def stop(self, how: int = signal.SIGTERM) -> int:
        self.client.close()
        self.process.send_signal(how)
        return self.process.wait(10)

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


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    running = Server(str(tmp_path / "tables.db"))
    yield running
    running.stop()


def said(server: Server, table: str, auth: dict[str, str], text: str) -> None:
    assert server.client.post(f"{table}/say", json={"text": text}, headers=auth).status_code == 200


def test_a_stream_catches_up_exactly_where_it_was(server: Server) -> None:
    table, auth = server.opened()
    for text in ("un", "deux", "trois"):
        said(server, table, auth, text)
    lines = server.stream(table, auth)
    first = [next(lines) for _ in range(5)]
    assert [line["n"] for line in first] == [1, 2, 3, 4, 5]
    rest = server.stream(table, auth, last="3")
    assert [next(rest)["text"] for _ in range(2)] == ["deux", "trois"]


def test_a_line_reaches_an_open_stream(server: Server) -> None:
    table, auth = server.opened()
    lines = server.stream(table, auth)
    assert [next(lines)["name"] for _ in range(2)] == ["opened/1", "seated/1"]
    said(server, table, auth, "bonjour")
    assert next(lines)["text"] == "bonjour"


def test_a_stopped_server_says_goodbye_and_everything_is_there_afterwards(server: Server) -> None:
    table, auth = server.opened()
    lines = server.stream(table, auth)
    next(lines)
    server.process.send_signal(signal.SIGTERM)
    assert [line["name"] for line in lines] == ["seated/1"]
    assert server.process.wait(10) in (0, -signal.SIGTERM)
    server.start()
    assert [line["name"] for line in server.client.get(f"{table}/lines", headers=auth).json()] == [
        "opened/1",
        "seated/1",
    ]


def test_a_reader_that_never_reads_holds_nobody(server: Server) -> None:
    table, auth = server.opened()
    with socket.create_connection(("127.0.0.1", server.port)) as idle:
        idle.sendall(
            f"GET {table}/events HTTP/1.1\r\nHost: x\r\nAuthorization: {auth['authorization']}\r\n\r\n".encode()
        )
        for n in range(20):
            said(server, table, auth, "x" * 3000 + str(n))
        lines = server.stream(table, auth)
        assert [next(lines)["n"] for _ in range(22)] == list(range(1, 23))


def test_killed_without_warning_it_has_every_acknowledged_line(server: Server) -> None:
    table, auth = server.opened()
    for text in ("un", "deux"):
        said(server, table, auth, text)
    server.stop(signal.SIGKILL)
    server.start()
    kept = server.client.get(f"{table}/lines", headers=auth).json()
    assert [line["text"] for line in kept if line["name"] == "said/1"] == ["un", "deux"]
