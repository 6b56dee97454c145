"""tablee serve: what it says before it opens, on which port, to whom."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx2
import pytest
from bench.tied import tied

from tablee.cli import serving
from tablee.cli.main import run
from tablee.web.serving import server

DESKTOP = ("DISPLAY", "WAYLAND_DISPLAY", "SSH_CONNECTION")


@contextmanager
def served(tmp_path: Path, *words: str) -> Iterator[list[str]]:
    """`tablee serve` in a process of its own: the lines it says, up to the one that tells who may come in."""
    env = {name: value for name, value in os.environ.items() if name not in DESKTOP}
    code = "from tablee.cli import main; main()"
    arguments = ["--lang", "en", "serve", *words, "--database", str(tmp_path / "tables.db")]
    process = tied(
        code,
        *arguments,
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env={**env, "PYTHONIOENCODING": "utf-8"},
    )
    assert process.stdout
    said: list[str] = []
    while not said or not (said[-1].startswith(("Every device", "This machine")) or "--lan" not in words):
        said.append(process.stdout.readline().rstrip("\n"))
    try:
        yield said
    finally:
        process.send_signal(signal.SIGINT)
        process.stdout.close()
        process.wait(10)


def address_in(line: str) -> str:
    return next(word for word in line.split() if word.startswith("http://"))


def answer(address: str) -> str:
    """What the house at an address says of its health, once it answers."""
    with httpx2.Client(transport=httpx2.HTTPTransport(retries=8)) as client:
        return client.get(f"{address}/health", timeout=30).text


def test_the_local_network_comes_in_by_its_address(tmp_path: Path) -> None:
    with served(tmp_path, "--lan", "--open") as said:
        assert said[0].startswith("The house is open: http://localhost:")
        assert answer(address_in(said[0])) == "ok\n"
        if serving.lan_address():
            near = address_in(said[1])
            assert near == f"http://{serving.lan_address()}:{address_in(said[0]).rpartition(':')[2]}"
            assert answer(near) == "ok\n"
            assert "\n".join(said).count("█▄▄▄█") == 3 * 1, "the three corners of a QR code"
            assert said[-1].endswith("To keep it to this machine: tablee serve")


def test_without_a_port_the_first_free_one_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        first = taken.getsockname()[1]
        monkeypatch.setattr(serving, "FIRST_PORT", first)
        with serving._listening("127.0.0.1", "") as listening:
            assert first < listening.getsockname()[1] < first + serving.MORE_PORTS


def test_a_port_that_is_taken_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database = ["--database", str(tmp_path / "tables.db")]
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert run(["--lang", "en", "serve", "--port", port, *database]) == 2
    assert f"The house cannot open on 127.0.0.1:{port}: " in capsys.readouterr().err
    assert run(["--lang", "en", "serve", "--lan", "--host", "::1", *database]) == 2
    assert "give --lan or --host, not both" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "warned"),
    [
        (["--host", "0.0.0.0"], True),
        (["--host", "::"], True),
        (["--host", "0.0.0.0", "--public-url", "https://game.example.org"], False),
        (["--host", "127.0.0.1"], False),
        ([], False),
    ],
)
def test_a_house_that_others_reach_without_https_is_warned(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: list[str], warned: bool
) -> None:
    monkeypatch.setattr(server, "serve", lambda _server, listening: listening.close())
    assert run(["--lang", "en", "serve", *words, "--database", str(tmp_path / "tables.db")]) == 0
    assert ("can be reached from other machines without HTTPS" in capsys.readouterr().err) is warned


def test_a_qr_code_stands_on_its_own_colours() -> None:
    plain, coloured = serving.qr_code("http://192.168.1.20:8000", False), serving.qr_code("x", True)
    assert "\x1b" not in plain
    assert {len(row) for row in plain.split("\n")} == {33}
    assert all(row.startswith("\x1b[97;40m") and row.endswith("\x1b[0m") for row in coloured.split("\n"))


@pytest.mark.parametrize(
    ("set_to", "expected"),
    [({}, False), ({"DISPLAY": ":0"}, True), ({"DISPLAY": ":0", "SSH_CONNECTION": "192.0.2.1"}, False)],
)
def test_a_browser_is_opened_where_somebody_sits(
    monkeypatch: pytest.MonkeyPatch, set_to: dict[str, str], expected: bool
) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    for name in DESKTOP:
        monkeypatch.delenv(name, raising=False)
    for name, value in set_to.items():
        monkeypatch.setenv(name, value)
    assert serving.has_desktop() is expected


def test_no_browser_is_no_accident(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def broken(at: str) -> bool:
        asked.append(at)
        raise webbrowser.Error("none")

    monkeypatch.setattr(webbrowser, "open", broken)
    serving._open("http://localhost:8000")
    assert asked == ["http://localhost:8000"]


def test_without_a_network_there_is_no_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "NOWHERE", ("127.0.0.1",))
    assert serving.lan_address() == ""
