"""Live streams of a real server on loopback: resumed exactly, ended cleanly, never held by a slow reader."""

from __future__ import annotations

import signal
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.serving import Server


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One for all tests that leave it running."""
    one = Server(str(tmp_path_factory.mktemp("running") / "tables.db"))
    yield one
    one.stop()


@pytest.fixture
def ending(tmp_path: Path) -> Iterator[Server]:
    """One that a test may stop or kill."""
    one = Server(str(tmp_path / "tables.db"))
    yield one
    one.stop()


def said(server: Server, table: str, auth: dict[str, str], text: str) -> None:
    assert server.client.post(f"{table}/say", json={"text": text}, headers=auth).status_code == 200


@pytest.mark.parametrize("setting", ["postgres"], indirect=True)
def test_two_processes_share_their_tables_and_one_may_die(setting: str) -> None:
    one, two = Server(setting), Server(setting)
    try:
        table, auth = one.opened()
        lines = two.stream(table, auth)
        assert [next(lines)["name"] for _ in range(2)] == ["opened/1", "seated/1"]
        assert one.client.post(f"{table}/say", json={"text": "/r 3d6"}, headers=auth).status_code == 200
        rolled = next(lines)
        assert (rolled["name"], len(rolled["rolls"][0]["faces"])) == ("rolled/1", 3)
        one.stop(signal.SIGKILL)
        said(two, table, auth, "encore là")
        assert next(lines)["text"] == "encore là"
    finally:
        for server in (one, two):
            if server.process.poll() is None:
                server.stop()


@pytest.mark.evening
@pytest.mark.parametrize("setting", ["postgres"], indirect=True)
def test_who_is_there_is_known_over_all_processes_and_forgotten_with_a_killed_one(setting: str) -> None:
    """Within half a minute."""
    one, two = Server(setting), Server(setting)

    def present(expected: list[str]) -> bool:
        for _ in range(60):
            if two.client.get(table, headers=auth).json()["present"] == expected:
                return True
            time.sleep(0.5)
        return False

    try:
        table, auth = one.opened()
        lines = one.stream(table, auth)  # open as long as it is held
        next(lines)
        assert present(["mj"])
        one.stop(signal.SIGKILL)
        assert present([])
    finally:
        for server in (one, two):
            if server.process.poll() is None:
                server.stop()


def test_a_stream_catches_up_exactly_where_it_was(running: Server) -> None:
    table, auth = running.opened()
    for text in ("un", "deux", "trois"):
        said(running, table, auth, text)
    lines = running.stream(table, auth)
    first = [next(lines) for _ in range(5)]
    assert [line["n"] for line in first] == [1, 2, 3, 4, 5]
    rest = running.stream(table, auth, last="3")
    assert [next(rest)["text"] for _ in range(2)] == ["deux", "trois"]


def test_who_is_there_is_known(running: Server) -> None:
    table, auth = running.opened()
    assert running.client.get(table, headers=auth).json()["present"] == []
    lines = running.stream(table, auth)
    next(lines)
    assert running.client.get(table, headers=auth).json()["present"] == ["mj"]


def test_a_line_reaches_an_open_stream(running: Server) -> None:
    table, auth = running.opened()
    lines = running.stream(table, auth)
    assert [next(lines)["name"] for _ in range(2)] == ["opened/1", "seated/1"]
    said(running, table, auth, "bonjour")
    assert next(lines)["text"] == "bonjour"


def test_a_stopped_server_says_goodbye_and_everything_is_there_afterwards(ending: Server) -> None:
    table, auth = ending.opened()
    lines = ending.stream(table, auth)
    next(lines)
    ending.process.send_signal(signal.SIGTERM)
    assert [line["name"] for line in lines] == ["seated/1"]
    assert ending.process.wait(10) in (0, -signal.SIGTERM)
    ending.start()
    assert [line["name"] for line in ending.client.get(f"{table}/lines", headers=auth).json()] == [
        "opened/1",
        "seated/1",
    ]


def test_a_reader_that_never_reads_holds_nobody(running: Server) -> None:
    table, auth = running.opened()
    with socket.create_connection(("127.0.0.1", running.port)) as idle:
        idle.sendall(
            f"GET {table}/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: {auth['authorization']}\r\n\r\n".encode()
        )
        for n in range(20):
            said(running, table, auth, "x" * 3000 + str(n))
        lines = running.stream(table, auth)
        assert [next(lines)["n"] for _ in range(22)] == list(range(1, 23))


@pytest.mark.evening
def test_killed_without_warning_it_has_every_acknowledged_line(ending: Server) -> None:
    table, auth = ending.opened()
    for text in ("un", "deux"):
        said(ending, table, auth, text)
    ending.stop(signal.SIGKILL)
    ending.start()
    kept = ending.client.get(f"{table}/lines", headers=auth).json()
    assert [line["text"] for line in kept if line["name"] == "said/1"] == ["un", "deux"]


def test_a_stream_ends_when_its_link_is_revoked_or_its_table_deleted(running: Server) -> None:
    table, auth = running.opened()
    link = running.client.post(f"{table}/invite", json={}, headers=auth).json()
    theirs = {"authorization": f"Bearer {link['token']}"}
    lines, mine = running.stream(table, theirs), running.stream(table, auth)
    assert [next(lines)["name"] for _ in range(3)] == ["opened/1", "seated/1", "seated/1"]
    assert next(mine)["name"] == "opened/1"
    running.client.post(f"{table}/relink", json={"seat": link["seat"], "revoke": True}, headers=auth)
    said(running, table, auth, "entre nous")
    assert list(lines) == []
    assert running.client.delete(table, headers=auth).status_code == 204
    assert [line["name"] for line in mine] == ["seated/1", "seated/1", "relinked/1", "said/1"]


def test_a_seat_has_only_so_many_streams(running: Server) -> None:
    table, auth = running.opened()
    streams = [running.stream(table, auth) for _ in range(32)]
    for lines in streams:
        next(lines)
    assert running.client.get(f"{table}/events", headers=auth).status_code == 429
