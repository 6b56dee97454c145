"""How long from a command to the last stream of its table: an idle server, then one that holds many streams.

    python -m bench live [--streams 1000 --tables 200 --rate 100 --seconds 10 --processes 1 --database …]

Everything runs on loopback: one or two server processes, and this client. Each measured command is a chat line or a
roll on some table; the time runs from sending the POST until every stream of that table has received the line.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Table:
    """One table with its seats' tokens, and when each stream last saw which line."""

    id: str
    tokens: list[str]
    seen: dict[str, list[float]] = field(default_factory=dict)  # text → arrival times
    full: dict[str, asyncio.Event] = field(default_factory=dict)


def free_port() -> int:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return int(listening.getsockname()[1])


async def request(port: int, method: str, path: str, token: str = "", body: Any = None) -> Any:
    """One small HTTP exchange."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    data = json.dumps(body).encode() if body is not None else b""
    head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\nContent-Length: {len(data)}\r\n"
    head += "Content-Type: application/json\r\n" + (f"Authorization: Bearer {token}\r\n" if token else "")
    writer.write(head.encode() + b"\r\n" + data)
    answer = await reader.read()
    writer.close()
    status, _, content = answer.partition(b"\r\n\r\n")
    if not status.startswith((b"HTTP/1.1 2",)):
        raise RuntimeError(f"{method} {path}: {answer[:300]!r}")
    return json.loads(content) if content else None


async def follow(port: int, table: Table, token: str, ready: asyncio.Event) -> None:
    """One open stream that notes when each said line arrives."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    path = f"/api/tables/{table.id}/events"
    writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer {token}\r\n\r\n".encode())
    try:
        while line := await reader.readline():
            if line.startswith(b"data: {") and not ready.is_set() and b'"seated/1"' in line:
                ready.set()  # it has caught up with its table
            if line.startswith(b"data: {"):
                data = json.loads(line[6:])
                if data["name"] == "said/1":
                    times = table.seen.setdefault(data["text"], [])
                    times.append(time.perf_counter())
                    if len(times) == len(table.tokens) and data["text"] in table.full:
                        table.full[data["text"]].set()
    finally:
        writer.close()


async def say(ports: list[int], table: Table, text: str) -> float:
    """Milliseconds from the POST to the table's last stream."""
    table.full[text] = asyncio.Event()
    started = time.perf_counter()
    port = ports[hash(text) % len(ports)]
    await request(port, "POST", f"/api/tables/{table.id}/say", table.tokens[0], {"text": text})
    await asyncio.wait_for(table.full[text].wait(), 30)
    return (max(table.seen[text]) - started) * 1000


async def opened(port: int, game: str, seats: int) -> Table:
    made = await request(port, "POST", "/api/tables", "", {"game": game})
    table = Table(made["table"], [made["token"]])
    for _ in range(seats - 1):
        link = await request(port, "POST", f"/api/tables/{table.id}/invite", table.tokens[0], {})
        table.tokens.append(link["token"])
    return table


async def measure(ports: list[int], tables: int, streams: int, rate: float, seconds: float) -> dict[str, float]:
    """Delays with so many streams open and so many commands a second."""
    seats = max(1, streams // tables)
    rooms = []
    for _ in range(tables):
        rooms.append(await opened(ports[0], "undesix", seats))
        await asyncio.sleep(0.055)  # one address may open about twenty tables a second
    ready = [asyncio.Event() for room in rooms for _ in room.tokens]
    waiting = iter(ready)
    following = [
        asyncio.create_task(follow(ports[place % len(ports)], room, token, next(waiting)))
        for room in rooms
        for place, token in enumerate(room.tokens)
    ]
    await asyncio.gather(*(event.wait() for event in ready))
    sent: list[asyncio.Task[float]] = []
    began = time.perf_counter()
    while time.perf_counter() - began < seconds:
        room = rooms[len(sent) % len(rooms)]
        sent.append(asyncio.create_task(say(ports, room, f"line {len(sent)}")))
        await asyncio.sleep(1 / rate)
    delays = sorted(await asyncio.gather(*sent))
    for task in following:
        task.cancel()
    await asyncio.gather(*following, return_exceptions=True)
    percentile = statistics.quantiles(delays, n=100) if len(delays) > 1 else delays * 99
    return {"commands": len(delays), "p50": percentile[49], "p99": percentile[98], "most": delays[-1]}


def serving(port: int, database: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-c", "from tablee.cli import main; main()", "serve", "--port", str(port)]
    return subprocess.Popen([*command, "--database", database], stdout=subprocess.DEVNULL)


async def reachable(port: int) -> None:
    for _ in range(200):
        try:
            await request(port, "GET", "/api/games")
            return
        except OSError:
            await asyncio.sleep(0.05)
    raise RuntimeError("the server did not start")


async def run(streams: int, tables: int, rate: float, seconds: float, processes: int, database: str) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        ports = [free_port() for _ in range(processes)]
        servers = [serving(port, database or os.path.join(folder, "tables.db")) for port in ports]
        try:
            for port in ports:
                await reachable(port)
            idle = await measure(ports, 1, 5, 5, min(seconds, 5))
            busy = await measure(ports, tables, streams, rate, seconds)
        finally:
            for server in servers:
                server.send_signal(signal.SIGTERM)
            for server in servers:
                server.wait(10)
    return {"idle": idle, "busy": busy, "p99_ratio": busy["p99"] / idle["p99"]}


def live(arguments: Any) -> None:
    """Print the figures."""
    wanted = (arguments.streams, arguments.tables, arguments.rate, arguments.seconds, arguments.processes)
    figures = asyncio.run(run(*wanted, arguments.database))
    if arguments.json:
        print(json.dumps(figures))
        return
    for name in ("idle", "busy"):
        row = figures[name]
        delays = ", ".join(f"{what} {row[what]:.1f} ms" for what in ("p50", "p99", "most"))
        print(f"{name}: {row['commands']:.0f} commands, {delays}")
    print(f"p99 busy ÷ idle: {figures['p99_ratio']:.1f}")
