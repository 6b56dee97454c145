"""A real server that is asked to stop, spoken to slowly, or held by more connections than it can have."""

from __future__ import annotations

import signal
import socket
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import httpx2
import pytest

from tests.web.serving import Server

HEALTH = "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"
HALF_HEAD = "POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Le"
HALF_BODY = 'POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{"game":'
FEW = 256  # files that a small server may open


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Server]:
    one = Server(str(tmp_path / "tables.db"))
    yield one
    if one.process.poll() is None:
        one.stop()


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Server]:
    one = Server(str(tmp_path / "tables.db"), files=FEW)
    yield one
    one.stop()


def following(table: str, auth: dict[str, str]) -> str:
    return f"GET {table}/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: {auth['authorization']}\r\n\r\n"


def ended(server: Server) -> float:
    """Seconds from asking a server to stop until it has."""
    began = time.monotonic()
    server.process.send_signal(signal.SIGTERM)
    assert server.process.wait(20) in (0, -signal.SIGTERM)
    return time.monotonic() - began


def test_it_stops_within_5_s_whatever_those_connected_do(running: Server) -> None:
    table, auth = running.opened()
    for n in range(40):
        running.client.post(f"{table}/say", json={"text": "x" * 3900 + str(n)}, headers=auth)
    asked = f"GET {table}/export HTTP/1.1\r\nHost: localhost\r\nAuthorization: {auth['authorization']}\r\n\r\n"
    with ExitStack() as held:
        for said in ("", HALF_HEAD, HALF_BODY, following(table, auth), asked * 200):
            held.enter_context(running.wire(said))
        lines = running.stream(table, auth)
        next(lines)
        assert ended(running) < 5
        assert [line["n"] for line in lines][-1] == 42  # it was told everything, then goodbye


def test_it_stops_within_5_s_while_its_database_is_held_by_somebody(running: Server) -> None:
    """What was under way is answered or not; what was answered as done is there afterwards."""
    table, auth = running.opened()
    statuses: list[int] = []

    def say() -> None:
        with httpx2.Client(base_url=f"http://127.0.0.1:{running.port}", timeout=10) as own:
            try:
                statuses.append(own.post(f"{table}/say", json={"text": "tard"}, headers=auth).status_code)
            except httpx2.TransportError:
                statuses.append(0)

    with closing(sqlite3.connect(running.database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        saying = threading.Thread(target=say)
        saying.start()
        time.sleep(0.5)
        assert ended(running) < 5
        saying.join()
        other.execute("ROLLBACK")
    assert statuses in ([0], [503])
    running.client.close()
    running.start()
    kept = [line["name"] for line in running.client.get(f"{table}/lines", headers=auth).json()]
    assert kept == ["opened/1", "seated/1"]


def seconds_until_cut(wire: socket.socket, began: float) -> tuple[float, bytes]:
    got = b""
    while True:
        try:
            piece = wire.recv(65536)
        except ConnectionResetError:
            piece = b""
        if not piece:
            return time.monotonic() - began, got
        got += piece


def answered(wire: socket.socket) -> bool:
    """Whether the house answers on this connection that it is well; its answer is read whole."""
    got = b""
    while not got.endswith(b"ok\n"):
        if not (piece := wire.recv(65536)):
            return False
        got += piece
    return got.startswith(b"HTTP/1.1 200 ")


def test_half_requests_are_dropped_after_10_s_and_nobody_else(running: Server) -> None:
    table, auth = running.opened()
    began = time.monotonic()
    with ExitStack() as held:
        shown = f"Authorization: {auth['authorization']}\r\nContent-Length"
        half_command = HALF_BODY.replace("/api/tables", f"{table}/say").replace("Content-Length", shown)
        silent, head, body, command = (
            held.enter_context(running.wire(said)) for said in ("", HALF_HEAD, HALF_BODY, half_command)
        )
        dripping = held.enter_context(running.wire(HALF_HEAD))
        kept = held.enter_context(running.wire(HEALTH))
        assert answered(kept)
        stream = running.stream(table, auth)
        next(stream)
        for _ in range(8):
            time.sleep(1)
            dripping.sendall(b"x")
        for wire in (silent, head, body, command, dripping):
            after, got = seconds_until_cut(wire, began)
            assert 8 < after < 50  # far less on a machine at rest
            if wire in (body, command):
                assert got.startswith(b"HTTP/1.1 408 ")
        kept.sendall(HEALTH.encode())  # whoever has asked once may ask again later
        assert answered(kept)
        assert running.client.post(f"{table}/say", json={"text": "là"}, headers=auth).status_code == 200
        assert [next(stream)["name"] for _ in range(2)] == ["seated/1", "said/1"]


@pytest.mark.parametrize(
    "said",
    [
        pytest.param("", id="silent", marks=pytest.mark.evening),
        pytest.param(HALF_HEAD, id="half a head", marks=pytest.mark.evening),
        pytest.param(HALF_BODY, id="half a body"),
    ],
)
def test_more_connections_than_files_leave_room_for_those_seated(small: Server, said: str) -> None:
    table, auth = small.opened()
    stream = small.stream(table, auth)
    next(stream)
    with ExitStack() as held:
        for _ in range(2 * FEW):
            held.enter_context(small.wire(said))
        for n in range(5):
            answer = httpx2.post(
                f"http://127.0.0.1:{small.port}{table}/say", json={"text": str(n)}, headers=auth, timeout=10
            )
            assert answer.status_code == 200
        assert [next(stream)["name"] for _ in range(6)] == ["seated/1", *["said/1"] * 5]
        again = small.stream(table, auth, last="6")
        assert next(again)["text"] == "4"


def test_where_everybody_is_seated_newcomers_are_told_that_it_is_full(small: Server) -> None:
    table, auth = small.opened()
    seats = [auth]
    for _ in range(7):
        link = small.client.post(f"{table}/invite", json={}, headers=auth).json()
        seats.append({"authorization": f"Bearer {link['token']}"})
    with ExitStack() as held:
        answers = []
        for n in range(FEW - 10):
            wire = held.enter_context(small.wire(following(table, seats[n // 32])))
            answers.append(wire.recv(12))
        assert answers[0] == b"HTTP/1.1 200"
        assert answers[-1] == b"HTTP/1.1 503"
        assert small.client.get(table, headers=auth).status_code in (200, 503)
    for _ in range(100):  # once they have left there is room again
        if small.client.get(table, headers=auth).status_code == 200:
            return
        time.sleep(0.1)
    raise AssertionError("nobody was let in afterwards")


def test_an_address_has_so_many_requests_at_once_open_streams_included(tmp_path: Path) -> None:
    server = Server(str(tmp_path / "tables.db"), "--limit", "requests-per-address=2")
    table, auth = server.opened()
    with server.wire(following(table, auth)) as one, server.wire(following(table, auth)) as other:
        for wire in (one, other):
            assert wire.recv(15) == b"HTTP/1.1 200 OK"
        answer = server.client.get("/api/games")
        assert (answer.status_code, answer.json()["detail"]) == (429, "Too many requests at once: wait a moment.")
    until = time.monotonic() + 10
    while server.client.get("/api/games").status_code != 200:  # both are gone
        assert time.monotonic() < until
    server.stop()
