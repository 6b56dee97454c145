"""A server of tables beside a bare one, in one run and on the same work: processor, delays, appends, idle streams.

    python -m bench live [--streams 1000 --tables 200 --rate 200 --seconds 5 --repeats 5 --idle 5000 …]

Everything runs on loopback: `tablee serve` and `bench.bare`, one after the other, and this client. First both are asked
the same things, and must answer and stream the same. Then on each in turn, again and again (figures are medians):

- busy: chat lines at a rate, over tables with five streams each; milliseconds from the POST to the table's last stream,
  and the server's processor time for each line (`cpu_ratio`, `p50_ratio`, `p99_ratio`: ours ÷ bare). Each repeat starts
  both servers anew, ours on logs that are longer by the lines of those before: `cpu_slope`, `p50_slope` and `p99_slope`
  are the last repeat's ratio ÷ the first's, `back_s` the seconds until all seats that come back at once are caught up;
- appends: clients without streams, each with a kept connection, as fast as they are answered (`appends_per_s`, ours);
- pages: whole pages of tables after an attack, a table of each game (`page_cpu_ratio`: the processor time of one ÷ that
  of a line on the bare server; `page_cpu_beside`: ÷ that of a page of another version, if its Python is given;
  `page_changed_beside`: both after a change of somebody's number, which itself is not counted);
- idle: many streams and a few lines a second; the server's memory (`idle_mb`, ours) and delays (`idle_p99_ratio`).
"""

from __future__ import annotations

import asyncio
import json
import re
import statistics
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from itertools import count
from operator import truediv
from pathlib import Path
from typing import Any, cast

from bench.pages import pages
from bench.serving import MAIN, NO_LIMIT, PAUSE, Running, serving
from tablee.table.log.store import store_at
from tablee.table.service import House, Submitted
from tablee.table.topics.seat import Invite

SEATS = 5
TEXT = re.compile(rb'^data: (\{.*"text": "((?:asked|busy|idle)[ \d]+)".*\})$', re.MULTILINE)
RUNS = count(1)
SETTLED = 1.0  # seconds after which those who came have been told who else did


@dataclass
class Table:
    """One table: its seats' tokens in order, the first its MJ's, and which lines its streams have received."""

    id: str
    seats: dict[str, str]  # token → seat
    version: int
    arrivals: dict[bytes, list[float]] = field(default_factory=dict)
    lines: list[tuple[str, dict[str, Any]]] = field(default_factory=list)  # seat, line: while answers are compared


class Posts(asyncio.Protocol):
    """One kept connection that posts and waits for each answer."""

    def __init__(self) -> None:
        self.got = b""
        self.answer: asyncio.Future[bytes] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        self.got += data
        head, found, body = self.got.partition(b"\r\n\r\n")
        length = re.search(rb"content-length: (\d+)", head) if found else None
        if length and len(body) >= int(length[1]) and self.answer:
            self.answer.set_result(self.got)
            self.got, self.answer = b"", None

    async def say(self, table: Table, token: str, text: str) -> Any:
        """The answer to a chat line."""
        body = json.dumps({"text": text}).encode()
        head = f"POST /api/tables/{table.id}/say HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n"
        head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        self.answer = asyncio.get_running_loop().create_future()
        self.transport.write(head.encode() + body)
        answer = await self.answer
        if not answer.startswith(b"HTTP/1.1 200"):
            raise RuntimeError(answer[:400].decode())
        return json.loads(answer.partition(b"\r\n\r\n")[2])


class Follows(asyncio.Protocol):
    """One open stream, which notes when each chat line arrives."""

    def __init__(self, table: Table, token: str) -> None:
        self.table, self.token, self.got, self.ready = table, token, b"", False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        path = f"/api/tables/{self.table.id}/events?after={self.table.version}"
        head = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {self.token}\r\n\r\n"
        self.transport.write(head.encode())

    def data_received(self, data: bytes) -> None:
        now = time.perf_counter()
        self.got += data
        whole, _, self.got = self.got.rpartition(b"\n")
        self.ready = self.ready or b"event: present" in whole  # said once what was there before has been sent
        for line, text in TEXT.findall(whole):
            self.table.arrivals.setdefault(text, []).append(now)
            if text.startswith(b"asked"):
                self.table.lines.append((self.table.seats[self.token], json.loads(line)))


async def connected(server: Running, protocol: Any) -> Any:
    made = await asyncio.get_running_loop().create_connection(lambda: protocol, "127.0.0.1", server.port)
    return made[1]


async def following(server: Running, tables: list[Table], streams: int) -> list[Follows]:
    """So many open streams, spread evenly over the seats of the tables."""
    opened: list[Follows] = []
    while len(opened) < streams:
        for table in tables:
            for token in table.seats:
                opened.append(await connected(server, Follows(table, token)))
    while not all(stream.ready for stream in opened):
        await asyncio.sleep(PAUSE)
    await asyncio.sleep(SETTLED)  # who is there is told while they come
    return opened


async def said(
    server: Running, tables: list[Table], streams: list[Follows], text: str, rate: float, seconds: float
) -> Any:
    """Chat lines at a rate, in turn on each table; delays to the last stream of its table, and processor time."""
    each = len(streams) // len(tables)
    started: list[float] = []
    posts = [await connected(server, Posts()) for _ in range(64)]
    idle = asyncio.Queue[Posts]()
    for one in posts:
        idle.put_nowait(one)

    async def one_line(i: int) -> None:
        table = tables[i % len(tables)]
        posting = await idle.get()
        await posting.say(table, list(table.seats)[i // len(tables) % SEATS], f"{text} {i}")
        idle.put_nowait(posting)

    lines = int(rate * seconds)
    text = f"{text} {next(RUNS)}"  # the lines of earlier runs are others
    before, began = server.cpu(), time.perf_counter()
    sending = []
    for i in range(lines):
        await asyncio.sleep(max(0.0, began + i / rate - time.perf_counter()))
        started.append(time.perf_counter())
        sending.append(asyncio.create_task(one_line(i)))
    await asyncio.gather(*sending)

    def arrived(i: int) -> list[float]:
        return tables[i % len(tables)].arrivals.get(f"{text} {i}".encode(), [])

    until = time.perf_counter() + 60
    while any(len(arrived(i)) < each for i in range(lines)):
        if time.perf_counter() > until:
            raise RuntimeError("lines did not arrive")
        await asyncio.sleep(PAUSE)
    cpu = server.cpu() - before
    delays = sorted((max(arrived(i)) - started[i]) * 1000 for i in range(lines))
    for one in posts:
        one.transport.close()
    percentile = statistics.quantiles(delays, n=100)
    return {"lines": lines, "cpu_ms": cpu * 1000 / lines, "p50": percentile[49], "p99": percentile[98]}


async def appended(server: Running, tables: list[Table], clients: int, seconds: float) -> Any:
    """Lines a second that clients without streams have acknowledged, each on a table and connection of its own."""
    until = time.perf_counter() + seconds
    before = server.cpu()

    async def client(table: Table) -> int:
        posts, count, tokens = await connected(server, Posts()), 0, list(table.seats)
        while time.perf_counter() < until:
            await posts.say(table, tokens[count % SEATS], "bonjour")
            count += 1
        posts.transport.close()
        return count

    count = sum(await asyncio.gather(*(client(tables[i % len(tables)]) for i in range(clients))))
    return {"per_s": count / seconds, "cpu_ms": (server.cpu() - before) * 1000 / count}


async def asked(server: Running, table: Table) -> Any:
    """What is answered and streamed when everybody at a table has said something, times left out."""
    streams, posts = await following(server, [table], SEATS), await connected(server, Posts())
    answers = [await posts.say(table, token, f"asked {i}") for i, token in enumerate(table.seats)]
    while len(table.lines) < SEATS * SEATS:
        await asyncio.sleep(PAUSE)
    for one in (*streams, posts):
        one.transport.close()
    await asyncio.sleep(PAUSE)
    return answers, sorted(((seat, {**line, "at": 0}) for seat, line in table.lines), key=str)


def seated(database: str, count: int) -> list[Table]:
    """New tables with a MJ and four players each."""
    store = store_at(database)
    house = House(store)

    def made(_: int) -> Table:
        table, token = house.open("undesix")
        seats = {token: "mj"}
        for _ in range(SEATS - 1):
            link = house.submit(table, "mj", Invite())
            assert isinstance(link, Submitted)
            seats[link.token] = link.seat
        return Table(table, seats, house.state(table).version)

    with ThreadPoolExecutor(16) as people:
        tables = list(people.map(made, range(count)))
    store.close()
    return tables


def present(database: str, tables: list[Table]) -> list[Table]:
    """The tables as they are in a database now: a stream that opens goes on from their last line."""
    store = store_at(database)
    now = [replace(table, version=store.before(table.id, (1 << 53), 1)[0].n) for table in tables]
    store.close()
    return now


async def busy(server: Running, tables: list[Table], wanted: Any) -> Any:
    """Processor time and delays of one server with its tables in play; then appends without streams."""
    played = tables[: wanted.tables]
    for one in await following(server, played[-1:], SEATS):  # the server has begun, its modules are loaded
        one.transport.close()
    began = time.perf_counter()
    streams = await following(server, played, wanted.streams)
    back = time.perf_counter() - began - SETTLED
    figures = {"busy": await said(server, played, streams, "busy", wanted.rate, wanted.seconds) | {"back_s": back}}
    for one in streams:
        one.transport.close()
    await asyncio.sleep(0.5)
    return {**figures, "appends": await appended(server, tables, wanted.clients, wanted.seconds)}


async def idle(server: Running, tables: list[Table], wanted: Any) -> Any:
    """Memory and delays of one server with many streams open."""
    streams = await following(server, tables, wanted.idle)
    return {"idle": await said(server, tables, streams, "idle", 20, wanted.seconds) | {"mb": server.megabytes()}}


def both(database: str, folder: str, tables: list[Table]) -> list[list[str]]:
    """The command that starts a house on a database, and the one that starts a bare server of the same tables."""
    known = Path(folder, "places.json")
    known.write_text(json.dumps({table.id: (table.seats, table.version) for table in tables}))
    return [
        ["-c", MAIN, "serve", "--port", "PORT", *NO_LIMIT, "--database", database],
        ["-m", "bench.bare", "PORT", str(known)],
    ]


def answers(command: list[str], table: Table) -> Any:
    """What a server answers and streams when it is asked what every other is."""
    with serving(1, *command) as server:
        return asyncio.run(asked(server, replace(table, lines=[])))


def run(wanted: Any) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        database = wanted.database or f"{folder}/tables.db"
        first, *tables = seated(database, 1 + max(wanted.tables, wanted.clients, wanted.idle // SEATS))
        commands = both(database, folder, [first, *tables])
        ours_answers, bare_answers = (answers(command, first) for command in commands)
        assert ours_answers == bare_answers
        found: list[tuple[Any, Any]] = []
        for measure in (*[busy] * wanted.repeats, idle):
            pair: list[Any] = []
            for command, processes in zip(commands, (wanted.processes, 1), strict=True):
                ours = command is commands[0]
                fresh = [replace(table, arrivals={}) for table in (present(database, tables) if ours else tables)]
                with serving(processes, *command) as server:
                    pair.append(asyncio.run(measure(server, fresh, wanted)))
            found.append((pair[0], pair[1]))
    *played, (ours, bare) = found
    page, bare_ms = pages(wanted.beside), statistics.median(theirs["busy"]["cpu_ms"] for _, theirs in played)

    def ratio(what: str) -> float:
        return float(statistics.median(mine["busy"][what] / theirs["busy"][what] for mine, theirs in played))

    def slope(what: str) -> float:
        """The last repeat beside the first: each works on logs that are longer by the lines of those before it."""
        first, last = (played[at][0]["busy"][what] / played[at][1]["busy"][what] for at in (0, -1))
        return float(last / first)

    def beside(mine: str, other: str) -> float:
        """Our pages ÷ those of another version; 0 without one."""
        return statistics.median(map(truediv, page[mine], page[other])) if wanted.beside else 0.0

    return {
        "cpu_ratio": ratio("cpu_ms"),
        "cpu_slope": slope("cpu_ms"),
        "p50_slope": slope("p50"),
        "p99_slope": slope("p99"),
        "back_s": max(mine["busy"]["back_s"] for mine, _ in played),
        "p50_ratio": ratio("p50"),
        "p99_ratio": ratio("p99"),
        "appends_per_s": statistics.median(mine["appends"]["per_s"] for mine, _ in played),
        "page_cpu_ratio": statistics.median(page["ours"]) / bare_ms,
        "page_cpu_beside": beside("ours", "beside"),
        "page_changed_beside": beside("ours_changed", "beside_changed"),
        "idle_mb": ours["idle"]["mb"],
        "idle_p99_ratio": ours["idle"]["p99"] / bare["idle"]["p99"],
        "page_ms": page,
        "ours": [mine for mine, _ in found],
        "bare": [theirs for _, theirs in found],
    }


def live(arguments: Any) -> None:
    """Print the figures."""
    figures = run(arguments)
    if arguments.json:
        print(json.dumps(figures))
        return
    for name in ("ours", "bare"):
        for measured in figures.pop(name):
            for part, row in measured.items():
                print(f"{name} {part}: " + ", ".join(f"{what} {value:.1f}" for what, value in row.items()))
    for name, each in figures.pop("page_ms").items():
        print(f"{name} pages: " + ", ".join(f"{one:.1f}" for one in each))
    for what, value in figures.items():
        print(f"{what}: {value:.2f}")
