"""Webhooks: a real receiver on loopback is sent what a seat may see, signed, again if it fails, and nothing else."""

from __future__ import annotations

import asyncio
import hmac
import json
import shutil
import sqlite3
import ssl
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from fastapi.testclient import TestClient

from tablee.errors import BadInput
from tablee.table.log.sqlite import SqliteStore
from tablee.table.service import House, link_of
from tablee.table.webhooks import KeptWebhook
from tablee.web import webhooks
from tablee.web.application import application
from tablee.web.serving.hosting import Hosting
from tests.rules.sample import GAME
from tests.web.test_manners import Seat

HERE = Hosting.of(webhooks=["127.0.0.1"])


class Receiver:
    """A server on loopback that keeps what it is sent and answers as it is told: first these, then 204."""

    def __init__(self) -> None:
        self.taken: list[tuple[str, dict[str, str], bytes]] = []
        self.answers: list[int] = []
        self.usual, self.slow = 204, threading.Event()
        self.slow.set()
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                receiver.slow.wait(5)
                receiver.taken.append((self.path, {k.lower(): v for k, v in self.headers.items()}, body))
                status = receiver.answers.pop(0) if receiver.answers else receiver.usual
                self.send_response(status)
                if status == 302:
                    self.send_header("Location", f"http://127.0.0.1:{receiver.port}/elsewhere")
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/tablee?room=1"

    @property
    def said(self) -> list[str]:
        """What was said in the lines that it took, each once."""
        lines = {line["n"]: line for _, _, body in self.taken for line in json.loads(body)["lines"]}
        return [line["text"] for line in lines.values() if line["name"] == "said/1"]

    def wait(self, until: Callable[[], bool]) -> None:
        end = time.monotonic() + 5
        while not until():
            assert time.monotonic() < end, self.taken
            time.sleep(0.01)


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    made = Receiver()
    yield made
    made.slow.set()
    made.server.shutdown()
    made.server.server_close()


@contextmanager
def house(file: Path, hosting: Hosting = HERE) -> Iterator[TestClient]:
    """The house of a file, open until the end of the block."""
    store = SqliteStore(file)
    with TestClient(application(House(store, lambda _: GAME), hosting), "http://localhost") as client:
        yield client
    store.close()


@pytest.fixture
def mj(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Seat]:
    monkeypatch.setattr(webhooks, "WAITS", (0.01, 0.02, 0.03))
    monkeypatch.setattr(webhooks, "EVERY", 0.02)
    with house(tmp_path / "tables.db") as client:
        yield Seat(client)


def test_https_is_delivered_to_whom_the_certificate_names_alone(
    receiver: Receiver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The house trusts what the system trusts: here, a certificate made for `localhost`."""
    openssl = shutil.which("openssl") or pytest.skip("no openssl here to make a certificate with")
    key, known = str(tmp_path / "key.pem"), str(tmp_path / "known.pem")
    named = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    made = [openssl, "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", *named]
    subprocess.run([*made, "-keyout", key, "-out", known], check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(known, key)
    receiver.server.socket = context.wrap_socket(receiver.server.socket, server_side=True)

    def status(host: str) -> int:
        url = urlsplit(f"https://{host}:{receiver.port}/")
        return asyncio.run(webhooks.delivered(url, b"{}", "t=1,v1=x", HERE))

    assert status("localhost") == 0  # nobody known vouches for it
    monkeypatch.setenv("SSL_CERT_FILE", known)
    assert status("localhost") == 204
    assert status("127.0.0.1") == 0  # it is another one's certificate
    assert [body for _, _, body in receiver.taken] == [b"{}"]


def player_of(mj: Seat, called: str = "Ana") -> Seat:
    """A player's seat at the same table."""
    made = mj.post("invite", {}).json()
    seat = Seat.__new__(Seat)
    seat.client, seat.table = mj.client, mj.table
    seat.auth = {"authorization": f"Bearer {made['token']}", "accept-language": "en"}
    seat.post("join", {"called": called})
    return seat


def test_a_receiver_is_sent_what_its_seat_may_see_signed(mj: Seat, receiver: Receiver) -> None:
    ana = player_of(mj)
    mj.post("say", {"text": "the butler did it", "kind": "note"})
    made = ana.post("webhook", {"url": receiver.url, "said": True})
    assert made.status_code == 201
    mj.post("say", {"text": "the door opens"})
    receiver.wait(lambda: "the door opens" in receiver.said)
    assert "butler" not in "".join(body.decode() for _, _, body in receiver.taken)
    seen = ana.get("/lines?said=true").json()
    assert [line for _, _, body in receiver.taken for line in json.loads(body)["lines"]] == seen
    for path, headers, body in receiver.taken:
        assert path == "/tablee?room=1"
        at, signed = (part.partition("=")[2] for part in headers["tablee-signature"].split(","))
        expected = hmac.new(made.json()["secret"].encode(), f"{at}.".encode() + body, "sha256").hexdigest()
        assert hmac.compare_digest(signed, expected)
        assert abs(int(at) - time.time()) < 60


def test_what_fails_is_sent_again_and_nobody_who_plays_waits(mj: Seat, receiver: Receiver) -> None:
    receiver.answers = [500, 302, 503]
    receiver.slow.clear()
    mj.post("webhook", {"url": receiver.url})
    start = time.monotonic()
    mj.post("say", {"text": "one"})
    assert time.monotonic() - start < 2
    assert not receiver.taken
    receiver.slow.set()
    receiver.wait(lambda: len(receiver.taken) >= 4)
    assert {path for path, _, _ in receiver.taken} == {"/tablee?room=1"}, "a redirection is not followed"
    receiver.wait(lambda: "one" in receiver.said)


def test_a_slow_receiver_asked_for_often_keeps_no_other_waiting(mj: Seat, receiver: Receiver) -> None:
    slow = Receiver()
    slow.slow.clear()
    for n in range(webhooks.MOST_AT_ONCE + 1):
        player_of(mj, f"Ana {n}").post("webhook", {"url": f"http://localhost:{slow.port}/"})
    mj.post("webhook", {"url": receiver.url})
    start = time.monotonic()
    mj.post("say", {"text": "one"})
    receiver.wait(lambda: "one" in receiver.said)
    waited = time.monotonic() - start
    assert not slow.taken
    slow.slow.set()
    slow.wait(lambda: "one" in slow.said)
    slow.server.shutdown()
    slow.server.server_close()
    assert waited < 4


def test_a_receiver_that_never_answers_well_is_left_alone(mj: Seat, receiver: Receiver) -> None:
    receiver.usual = 500
    mj.post("webhook", {"url": receiver.url})
    receiver.wait(lambda: len(receiver.taken) == 4)
    hooks = mj.client.app.state.webhooks  # type: ignore[attr-defined]
    receiver.wait(lambda: not hooks._tasks)
    mj.post("say", {"text": "two"})
    time.sleep(0.2)
    assert len(receiver.taken) == 4


@pytest.mark.parametrize("how", ["gone", "ended", "revoked"])
def test_it_ends_when_the_receiver_or_the_seat_is_gone(mj: Seat, receiver: Receiver, how: str) -> None:
    ana = player_of(mj)
    receiver.usual = 410 if how == "gone" else 204
    ana.post("webhook", {"url": receiver.url})
    receiver.wait(lambda: bool(receiver.taken))
    if how == "ended":
        assert ana.client.delete(f"{ana.table}/webhook", headers=ana.auth).status_code == 204
    if how == "revoked":
        (hers,) = [id for id, seat in mj.get().json()["seats"].items() if seat["called"] == "Ana"]
        assert mj.post("relink", {"seat": hers}).status_code == 200
    before = len(receiver.taken)
    mj.post("say", {"text": "after"})
    hooks = mj.client.app.state.webhooks  # type: ignore[attr-defined]
    receiver.wait(lambda: not hooks._tasks)
    assert "after" not in receiver.said
    assert len(receiver.taken) == before


def seat_in(client: TestClient, before: Seat) -> Seat:
    """The same seat, in the house as it is now."""
    seat = Seat.__new__(Seat)
    seat.client, seat.table, seat.auth = client, before.table, before.auth
    return seat


def kept_by(client: TestClient) -> list[str]:
    """The seats for which a house keeps a webhook."""
    return [one.seat for one in client.app.state.house.store.claim_webhooks("", {}, 0)]  # type: ignore[attr-defined]


def test_what_was_asked_for_is_sent_on_after_a_restart_from_where_it_was(receiver: Receiver, tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    with house(file) as client:
        mj = Seat(client)
        secret = mj.post("webhook", {"url": receiver.url}).json()["secret"]
        mj.post("say", {"text": "one"})
        receiver.wait(lambda: "one" in receiver.said)
        ((hook, _),) = client.app.state.webhooks._tasks.values()  # type: ignore[attr-defined]
        receiver.wait(lambda: hook.after == mj.get("/lines").json()[-1]["n"])
        assert secret not in mj.get("/export").text
        assert secret not in mj.get("/view").text
    before = len(receiver.taken)
    with house(file) as client:
        seat_in(client, mj).post("say", {"text": "two"})
        receiver.wait(lambda: "two" in receiver.said)
    _, headers, body = receiver.taken[before]
    assert [line["text"] for line in json.loads(body)["lines"]] == ["two"], "no line that was taken comes again"
    at, signed = (part.partition("=")[2] for part in headers["tablee-signature"].split(","))
    assert signed == hmac.new(secret.encode(), f"{at}.".encode() + body, "sha256").hexdigest()


def test_what_happened_while_nothing_was_sent_is_sent_once_it_is_allowed_again(
    receiver: Receiver, tmp_path: Path
) -> None:
    file = tmp_path / "tables.db"
    with house(file) as client:
        mj = Seat(client)
        mj.post("webhook", {"url": receiver.url})
    with house(file, Hosting()) as client:
        seat_in(client, mj).post("say", {"text": "one"})
        assert "one" not in receiver.said
        assert kept_by(client) == ["mj"]
    with house(file) as client:
        receiver.wait(lambda: "one" in receiver.said)


def test_a_house_that_is_killed_sends_again_what_it_had_not_noted(
    receiver: Receiver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At least once: it notes every few seconds what was taken, not in the way of each delivery."""
    monkeypatch.setattr(webhooks.Webhooks, "close", lambda _: None)
    file = tmp_path / "tables.db"
    with house(file) as client:
        mj = Seat(client)
        mj.post("webhook", {"url": receiver.url})
        mj.post("say", {"text": "one"})
        receiver.wait(lambda: "one" in receiver.said)
    receiver.taken.clear()
    with house(file):
        receiver.wait(lambda: "one" in receiver.said)


@pytest.mark.parametrize("data", ["{", "[]", '{"link": 1, "url": 2, "lang": 3, "secret": 4}'])
def test_one_that_cannot_be_read_is_told_once_and_keeps_no_other_from_being_sent(
    receiver: Receiver, tmp_path: Path, data: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It ended what takes up webhooks and notes what was taken, for as long as the house was open."""
    monkeypatch.setattr(webhooks, "EVERY", 0.02)
    file = tmp_path / "tables.db"
    with house(file) as client:
        mj = Seat(client)
        mj.post("webhook", {"url": receiver.url})
        player_of(mj).post("webhook", {"url": f"{receiver.url}&ana=1"})
    with closing(sqlite3.connect(file)) as store, store:
        store.execute("UPDATE webhook SET data = ? WHERE seat = 'mj'", (data,))
    with house(file) as client:
        seat_in(client, mj).post("say", {"text": "one"})
        receiver.wait(lambda: "one" in receiver.said)
        time.sleep(0.1)
        assert len(kept_by(client)) == 2, "what another version wrote is left to it"
        again = seat_in(client, mj)
        again.post("webhook", {"url": f"{receiver.url}&again=1", "after": 1})
        receiver.wait(lambda: any(path.endswith("&again=1") for path, _, _ in receiver.taken))
    told = [one.message for one in caplog.records if "cannot be read" in one.message]
    assert len(told) == 1


@pytest.mark.parametrize("how", ["ended", "revoked", "deleted", "gone"])
def test_what_ended_does_not_come_back(
    receiver: Receiver, tmp_path: Path, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(webhooks, "EVERY", 0.02)
    file = tmp_path / "tables.db"
    with house(file) as client:
        mj = Seat(client)
        ana = player_of(mj)
        ana.post("webhook", {"url": receiver.url})
        receiver.wait(lambda: bool(receiver.taken))
        (hers,) = kept_by(client)
        if how == "ended":
            assert client.delete(f"{ana.table}/webhook", headers=ana.auth).status_code == 204
            assert kept_by(client) == []
        elif how == "revoked":
            mj.post("relink", {"seat": hers})
        elif how == "deleted":
            assert client.delete(mj.table, headers=mj.auth).status_code == 204
            assert kept_by(client) == []
        else:
            receiver.usual = 410
            mj.post("say", {"text": "one"})
        receiver.wait(lambda: kept_by(client) == [])
    receiver.taken.clear()
    with house(file) as client:
        if how != "deleted":
            seat_in(client, mj).post("say", {"text": "two"})
        Seat(client).post("webhook", {"url": f"{receiver.url}&another=1"})
        receiver.wait(lambda: bool(receiver.taken))
    assert {path for path, _, _ in receiver.taken} == {"/tablee?room=1&another=1"}


def test_a_house_keeps_so_many_and_one_for_each_seat(
    mj: Seat, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(webhooks, "MOST_HOOKS", 1)
    assert mj.post("webhook", {"url": receiver.url}).status_code == 201
    no = player_of(mj).post("webhook", {"url": receiver.url})
    assert (no.status_code, no.json()["code"]) == (503, "too-many-webhooks")
    made = mj.post("webhook", {"url": f"{receiver.url}&new=1", "after": 1}).json()
    mj.post("say", {"text": "one"})
    receiver.wait(lambda: any(path.endswith("&new=1") for path, _, _ in receiver.taken))
    assert kept_by(mj.client) == ["mj"]
    assert made["secret"]


def test_of_two_processes_one_sends_and_the_other_goes_on_once_it_is_gone(receiver: Receiver, tmp_path: Path) -> None:
    """As on PostgreSQL: what one process was asked for is left to another when it does not ask any more."""

    class Shared(SqliteStore):
        def claim_webhooks(self, process: str, taken: Mapping[str, int], fresh: float) -> list[KeptWebhook]:
            found = super().claim_webhooks(process, taken, fresh)
            return found if process in owners else []

    store = Shared(tmp_path / "tables.db")

    async def run() -> None:
        one, other = (webhooks.Webhooks(House(store, lambda _: GAME), None, HERE) for _ in range(2))  # type: ignore[arg-type]
        owners.append(one._process)
        table, token = one.house.open("sample")
        await one.add(webhooks.Webhook(table, "mj", link_of(token), receiver.url, 0, ""))
        await other._claim()
        assert (len(one._tasks), len(other._tasks)) == (1, 0)
        owners[:] = [other._process]
        await other._claim()
        await one._claim()
        assert (len(one._tasks), len(other._tasks)) == (0, 1)
        other.close()

    owners: list[str] = []
    asyncio.run(run())
    store.close()


def test_a_house_sends_nothing_unless_it_is_told_to(tmp_path: Path, receiver: Receiver) -> None:
    with house(tmp_path / "tables.db", Hosting()) as client:
        no = Seat(client).post("webhook", {"url": receiver.url})
    assert (no.status_code, no.json()["code"]) == (403, "no-webhooks")
    assert not receiver.taken


@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("ftp://127.0.0.1/", "bad-address"),
        ("http://", "bad-address"),
        ("http://127.0.0.1:99999/", "bad-address"),
        ("http://user:word@127.0.0.1/", "bad-address"),
        ("http://127.0.0.1/a b", "bad-address"),
        ("http://127.0.0.1/\r\nHost: x", "bad-address"),
        ("http://127.0.0.2/", "not-allowed"),
        ("https://169.254.169.254/latest", "not-allowed"),
        ("https://[::ffff:127.0.0.1]/", "not-allowed"),
        ("https://93.184.216.34/", "not-allowed"),
        ("https://nowhere.invalid/", "not-allowed"),
    ],
)
def test_an_address_that_is_none_or_is_not_allowed_is_refused(mj: Seat, url: str, code: str) -> None:
    no = mj.post("webhook", {"url": url})
    assert (no.status_code, no.json()["code"]) == (422, code)


@pytest.mark.parametrize(
    ("address", "scheme", "good"),
    [
        ("93.184.216.34", "https", True),
        ("93.184.216.34", "http", False),
        ("2606:2800:220:1::1", "https", True),
        ("10.1.2.3", "http", True),  # the host names this network
        ("10.2.0.1", "https", False),
        ("127.0.0.1", "https", False),
        ("192.168.1.1", "https", False),
        ("169.254.169.254", "https", False),
        ("100.64.0.1", "https", False),
        ("0.0.0.0", "https", False),
        ("224.0.0.1", "https", False),
        ("::1", "https", False),
        ("fe80::1", "https", False),
        ("fd00::1", "https", False),
        ("::ffff:93.184.216.34", "https", False),
        ("64:ff9b::a00:1", "https", False),
        ("2002:a00:1::1", "https", False),
    ],
)
def test_only_public_addresses_and_those_that_the_host_names(address: str, scheme: str, good: bool) -> None:
    assert webhooks.allowed(address, scheme, Hosting.of(webhooks=["public", "10.1.0.0/16"])) is good


def test_a_network_that_is_none_is_said() -> None:
    with pytest.raises(BadInput):
        Hosting.of(webhooks=["everywhere"])
