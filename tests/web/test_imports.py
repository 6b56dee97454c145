"""Imports and exports as somebody hostile tries them: keys brought in, endless files, truth that changes on the way."""

from __future__ import annotations

import json
import os
import socket
import threading
import time
from collections.abc import Iterator
from functools import reduce
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import uvicorn
from bench.memory import PAPERS, heavy_export
from fastapi.testclient import TestClient

from tablee.dice import fair
from tablee.errors import BadRecord
from tablee.table import importing
from tablee.table.log.events import FORMAT
from tablee.table.log.seals import FIRST
from tablee.table.log.seals import sent as with_sent
from tablee.table.log.sqlite import SqliteStore
from tablee.table.service import House
from tablee.table.topics.character import Enter
from tablee.table.topics.chat import Say
from tablee.table.topics.seat import Join, Relink
from tablee.web.application import application
from tablee.web.serving import limits
from tests.rules.sample import GAME
from tests.sent import sent
from tests.table.conftest import opened
from tests.web.serving import Server


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    store = SqliteStore(tmp_path / "tables.db")
    yield House(store, lambda _: GAME)
    store.close()


@pytest.fixture
def client(house: House) -> Iterator[TestClient]:
    with TestClient(application(house), base_url="http://localhost", headers={"accept-language": "en"}) as client:
        yield client


def jsonl(lines: list[Any]) -> bytes:
    return "\n".join(json.dumps(line) for line in lines).encode()


def token_of(house: House, table: str, seat: str) -> str:
    """A new link for a seat, made by the MJ."""
    return str(getattr(house.submit(table, "mj", Relink(seat=seat)), "token", ""))


def test_keys_do_not_come_in_over_http(house: House, client: TestClient) -> None:
    """An MJ who brings keys of their own would foretell every die."""
    evening = opened(house)
    mine = fair.Keys(b"k" * 32, b"s" * 32)
    _, *lines = [json.loads(line) for line in house.exported(evening.table, evening.mj)]
    lines[0]["fair"] = [commit.to_dict() for commit in mine.commits()]
    keys = {"name": "keys/1", "public": mine.public.hex(), "secret": mine.secret.hex(), "seed": "00" * 32}
    back = client.post("/api/tables/import", content=jsonl([keys, *lines])).json()
    foretold = fair.FairDice(mine, house.state(back["table"]).fair).faces(20, 6, "", "")
    house.submit(back["table"], "mj", Say(text="/r 20d6"))
    rolled = sent(house.lines(back["table"], "mj"))[-1]
    assert tuple(rolled["rolls"][0]["faces"]) != foretold
    moved = next(line for line in sent(house.lines(back["table"], "nobody")) if line["name"] == "moved/1")
    assert [line["fair"] for line in moved["fair"]] == ["restart/1", "commit/2", "commit/2"]
    assert client.get(f"/api/tables/{back['table']}", headers={"authorization": f"Bearer {back['token']}"}).json()[
        "dice"
    ]["commitments"] == {line["stream"]: line["commitment"] for line in moved["fair"][1:]}


def test_keys_of_a_backup_are_those_its_log_committed(house: House) -> None:
    evening = opened(house)
    keys, *lines = list(house.backup(evening.table))
    with pytest.raises(Exception, match="not those that its log committed"):
        house.import_log([{**keys, "public": "00" * 32}, *lines], with_keys=True)


def test_an_export_says_what_it_holds_and_one_cut_short_is_refused(house: House, client: TestClient) -> None:
    evening = opened(house)
    held, *lines = house.exported(evening.table, evening.mj)
    first = json.loads(held)
    assert first == {
        "name": "export/1",
        "game": "sample",
        "title": house.state(evening.table).title,
        "lines": len(lines),
        "whole": True,
        "pictures": 0,
        "format": FORMAT,
        "salt": first["salt"],
        "head": reduce(with_sent, map(json.loads, (*lines, held)), FIRST),
    }
    back = client.post("/api/tables/import", content="\n".join([held, *lines]).encode()).json()
    assert (back["game"], back["lines"], set(back["characters"])) == (
        "sample",
        len(lines) + 2,  # its arrival here, and the MJ's new link
        set(house.state(evening.table).cast),
    )
    cut = client.post("/api/tables/import", content="\n".join([held, *lines[:-2]]).encode())
    told = f"it says {len(lines)} lines and holds {len(lines) - 2}"
    assert (cut.status_code, told in cut.json()["detail"]) == (422, True)
    mine = client.post("/api/tables/import", content="\n".join(house.exported(evening.table, evening.leo)).encode())
    assert mine.json()["detail"].startswith("This export holds only what one seat saw")
    keys, *kept = house.backup(evening.table)
    with pytest.raises(BadRecord, match="cut short"):
        house.import_log([keys, *kept[:-1]], with_keys=True)


def test_many_notes_are_folded_in_a_moment(house: House, client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each note costs the same, however many came before."""
    monkeypatch.setattr(importing, "MAX_SECONDS", 600.0)  # a busy machine is no reason to refuse it
    evening = opened(house)
    _, *lines = [json.loads(line) for line in house.exported(evening.table, evening.mj)]
    note = {"at": 0, "by": "mj", "to": ["mj"], "name": "said/1", "kind": "note", "text": "x", "title": ""}

    def took(notes: int) -> float:
        """The work of taking in a log that ends with so many notes."""
        body = jsonl([*lines, *({"n": len(lines) + 1 + i, **note} for i in range(notes))])
        began = time.process_time()
        assert client.post("/api/tables/import", content=body).status_code == 201
        return time.process_time() - began

    assert took(12_000) < 10 * took(3_000)  # four times as many; were each to look at those before, sixteen


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        (b"[" + b"[]," * 500_000 + b"[]]", "Line 1 is too long."),
        (b"{}\n" * 60, "not an event"),
        (b"\n" * 100_001, "more than 100"),
        (b"", "not the export of a table"),
        (b'{"name": "\\ud800"}', "not JSON"),
    ],
    ids=["one long line", "no events", "many lines", "nothing", "half a character"],
)
def test_an_endless_file_is_refused_early(client: TestClient, body: bytes, sentence: str) -> None:
    began = time.process_time()
    answer = client.post("/api/tables/import", content=body)
    assert (answer.status_code, sentence in answer.json()["detail"]) == (422, True), answer.text
    assert time.process_time() - began < 2


def test_an_export_too_large_for_the_network_says_who_can_take_it_in(client: TestClient) -> None:
    answer = client.post("/api/tables/import", content=b"[" * (33 * 1024**2))
    assert (answer.status_code, answer.json()["detail"]) == (
        413,
        "This export is too large a file to come in over the network: 32 MB at most. Whoever runs the house can take "
        "it in with “tablee table import”.",
    )


def test_reading_an_import_has_its_time(house: House, client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    evening = opened(house)
    lines = house.exported(evening.table, evening.mj)
    monkeypatch.setattr(importing, "MAX_SECONDS", -1.0)
    answer = client.post("/api/tables/import", content="\n".join(lines).encode())
    assert (answer.status_code, answer.json()["detail"]) == (
        422,
        "Reading this export takes too long: it is refused. Whoever runs the house can take it in with “tablee table "
        "import”.",
    )


def test_an_import_that_fails_on_the_way_leaves_no_table(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    _, *lines = [json.loads(line) for line in house.exported(opened(house).table, "mj")]
    tables, append = house.store.tables(), house.store.append

    def failing(table: str, key: str, expected: int, events: Any) -> int:
        if expected:
            raise OSError("the disk is full")
        return append(table, key, expected, events)

    monkeypatch.setattr(house.store, "append", failing)
    monkeypatch.setattr("tablee.table.archive.PAGE", 3)
    with pytest.raises(OSError, match="full"):
        house.import_log(lines)
    assert house.store.tables() == tables


def test_an_import_is_parsed_away_from_everybody_else(
    house: House, client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The loop that requests and streams live on never parses it: however long it takes, the others go on."""
    lines = "\n".join(house.exported(opened(house).table, "mj")).encode()
    loads, threads = json.loads, set[str]()

    def watched(text: Any, *args: Any, **more: Any) -> Any:
        if b'"opened/1"' in (text if isinstance(text, bytes) else str(text).encode()):
            threads.add(threading.current_thread().name)
        return loads(text, *args, **more)

    monkeypatch.setattr(json, "loads", watched)
    assert client.post("/api/tables/import", content=lines).status_code == 201
    assert threads
    assert all(name.startswith("tablee_") for name in threads), threads  # the threads of the application


def test_opening_and_importing_cost_more_than_a_word(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "time", SimpleNamespace(monotonic=lambda: 0.0))
    statuses = [client.post("/api/tables", json={"game": "undesix"}).status_code for _ in range(13)]
    assert statuses == [201] * 12 + [429]


def test_words_that_were_joined_stay(house: House) -> None:
    evening = opened(house)
    before = house.state(evening.table).fair
    assert "stay there" in evening.refused(evening.ana, Join(called="Ana", words="autre chose"))
    evening.do(evening.ana, Join(called="Anaïs"))
    evening.do(evening.ana, Join(called="Ana", words="ana"))
    assert house.state(evening.table).fair == before


def test_an_export_holds_nothing_said_later(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """While its pages are read, people go on: they speak, a seat is revoked, the table is deleted."""
    evening = opened(house)
    for n in range(5):
        evening.do(evening.mj, Say(text=f"avant {n}"))
    read, meanwhile = house.store.read, [True]

    def reading(table: str, after: int = 0, limit: int = 1000) -> Any:
        page = read(table, after, min(limit, 3))
        if meanwhile and after == 3:
            meanwhile.clear()
            house.submit(table, "mj", Say(text="PLUS TARD"))
            house.submit(table, "mj", Enter(who="max", ready="max"))
        return page

    expected = house.exported(evening.table, evening.leo)
    monkeypatch.setattr(house.store, "read", reading)
    assert list(house.exported(evening.table, evening.leo)) == expected


def test_a_revoked_link_exports_nothing(house: House, client: TestClient) -> None:
    evening = opened(house)
    token = token_of(house, evening.table, evening.leo)
    url, headers = f"/api/tables/{evening.table}/export", {"authorization": f"Bearer {token}"}
    whole = client.get(url, headers=headers)
    assert int(whole.headers["content-length"]) == len(whole.content)
    evening.do(evening.mj, Relink(seat=evening.leo, revoke=True))
    assert client.get(url, headers=headers).status_code == 403
    with pytest.raises(Exception, match="opens no seat"):
        house.exported(evening.table, evening.leo, token)


def test_an_export_ends_when_the_seat_is_revoked(house: House) -> None:
    """And whoever reads it knows that it is not all: the length was told first."""
    evening = opened(house)
    token = token_of(house, evening.table, evening.leo)
    for _ in range(1500):
        evening.do(evening.mj, Say(text="x" * 4000))
    app = application(house)
    config = uvicorn.Config(app, host="127.0.0.1", port=0, log_level="critical", access_log=False)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.02)
    with socket.create_connection(server.servers[0].sockets[0].getsockname()) as wire:
        wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        asked = (
            f"GET /api/tables/{evening.table}/export HTTP/1.1\r\nhost: [::1]\r\nauthorization: Bearer {token}\r\n\r\n"
        )
        wire.sendall(asked.encode())
        got = wire.recv(2048)
        evening.do(evening.mj, Relink(seat=evening.leo, revoke=True))
        while piece := wire.recv(65536):
            got += piece
    server.should_exit = True
    thread.join()
    head, _, body = got.partition(b"\r\n\r\n")
    told = int(next(line.split(b":")[1] for line in head.lower().split(b"\r\n") if line.startswith(b"content-length")))
    assert len(body) < told


@pytest.mark.parametrize(
    "change", [{"who": "", "field": "round", "before": 0, "after": 1, "x": 1}, {"who": "", "field": 3}, {"who": ""}]
)
def test_changes_of_another_form_are_refused(house: House, client: TestClient, change: dict[str, Any]) -> None:
    evening = opened(house)
    _, *lines = [json.loads(line) for line in house.exported(evening.table, evening.mj)]
    word = {"n": len(lines) + 1, "at": 0, "by": "mj", "to": "everyone", "name": "corrected/1", "changes": [change]}
    answer = client.post("/api/tables/import", content=jsonl([*lines, word]))
    assert (answer.status_code, bool(answer.json()["detail"])) == (422, True)


def test_a_request_that_says_in_two_ways_where_it_ends_is_refused(client: TestClient) -> None:
    both = {"content-length": "2", "transfer-encoding": "chunked"}
    answer = client.post("/api/knock", content=b"{}", headers=both)
    assert (answer.status_code, answer.json()["detail"]) == (400, "This request says in two ways where it ends.")


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="memory is asked of Linux")
def test_tables_brought_in_stay_in_nobody_s_memory(tmp_path: Path) -> None:
    """Fourteen tables with 26 MB of papers each left 430 MB more in a house, whether anybody opened them or not."""
    whole = heavy_export(str(tmp_path / "heavy.db"))
    server = Server(str(tmp_path / "tables.db"), "--limit", "commands-per-second=1000")

    def held() -> int:
        return (
            int(Path(f"/proc/{server.process.pid}/statm").read_text("ascii").split()[1])
            * os.sysconf("SC_PAGE_SIZE")
            // 10**6
        )

    made = server.client.post("/api/tables/import", content=whole, timeout=60).json()  # its modules are loaded
    first = held()
    told = [server.client.post("/api/tables/import", content=whole, timeout=60).status_code for _ in range(3)]
    after = held()
    server.stop()
    assert (made["lines"], set(told)) == (PAPERS + 4, {201})
    assert after - first < 2 * len(whole) // 10**6
