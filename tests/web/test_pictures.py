"""Pictures over the network: brought by those who play, sent to those who may look, nobody else, and no longer."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from tablee.table.log.sqlite import SqliteStore
from tablee.table.service import House
from tablee.table.topics.paper import Revise
from tablee.table.topics.seat import Invite, Relink
from tablee.web.application import application
from tablee.web.serving import guard
from tablee.web.serving.limits import Callers
from tests.rules.sample import GAME
from tests.table.conftest import Evening, opened
from tests.table.test_pictures import image
from tests.web.serving import Server

ENGLISH = {"accept-language": "en"}


class Seated:
    """An evening over the network: each of its people with a link of their own."""

    def __init__(self, evening: Evening, client: TestClient) -> None:
        self.evening, self.client, self.at = evening, client, f"/api/tables/{evening.table}"
        self.links = {seat: evening.do("mj", Relink(seat=seat)).token for seat in (evening.ana, evening.leo)}
        self.links["mj"] = evening.house.relink_mj(evening.table)

    def shown(self, seat: str) -> dict[str, str]:
        return {**ENGLISH, "authorization": f"Bearer {self.links[seat]}"}

    def get(self, seat: str, path: str, **headers: str) -> Any:
        return self.client.get(f"{self.at}{path}", headers={**self.shown(seat), **headers})

    def bring(self, file: bytes, seat: str = "mj", **headers: str) -> Any:
        return self.client.post(f"{self.at}/pictures", content=file, headers={**self.shown(seat), **headers})


@pytest.fixture
def seated(tmp_path: Path) -> Iterator[Seated]:
    store = SqliteStore(tmp_path / "tables.db")
    house = House(store, lambda _: GAME)
    with TestClient(application(house), "http://localhost") as client:
        yield Seated(opened(house), client)
    store.close()


def test_a_picture_is_brought_put_on_a_paper_and_looked_at_by_its_reader_alone(seated: Seated) -> None:
    evening = seated.evening
    made = seated.bring(image("red", (400, 200)))
    assert made.status_code == 201
    told = made.json()
    assert (told["width"], told["height"], told["picture"].endswith("-400x200")) == (400, 200, True)
    given = {"kind": "handout", "text": "", "to": [evening.ana], "picture": told["picture"], "alt": "Une porte"}
    key = {**seated.shown("mj"), "idempotency-key": "once"}
    said = [seated.client.post(f"{seated.at}/say", json=given, headers=key) for _ in range(2)]
    assert [one.json()["version"] for one in said] == [said[0].json()["version"]] * 2
    address = f"/pictures/{told['picture']}"
    looked = seated.get(evening.ana, address)
    assert (looked.status_code, looked.headers["content-type"]) == (200, "image/webp")
    assert looked.headers["x-content-type-options"] == "nosniff"
    assert looked.headers["cache-control"] == "private, no-cache"
    again = seated.get(evening.ana, address, **{"if-none-match": looked.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    nothing = seated.get(evening.leo, "/pictures/nothing")
    for kept in ({}, {"if-none-match": looked.headers["etag"]}):
        other = seated.get(evening.leo, address, **kept)
        assert (other.status_code, other.content) == (nothing.status_code, nothing.content) == (404, other.content)
    for path in ("", "/lines", "/export", "/export.md"):
        assert told["picture"] not in seated.get(evening.leo, path).text
        assert "Une porte" not in seated.get(evening.leo, path).text
    assert seated.client.get(f"{seated.at}{address}", headers=ENGLISH).status_code == 401
    of = evening.house.view(evening.table, "mj").papers[-1].line
    evening.do("mj", Revise(of=of, withdrawn=True))
    gone = seated.get(evening.ana, address, **{"if-none-match": looked.headers["etag"]})
    assert (gone.status_code, gone.content) == (nothing.status_code, nothing.content)


def test_a_file_that_is_no_picture_gets_a_sentence_and_is_not_kept(seated: Seated) -> None:
    for lang, told in (("fr", "n'est pas une image"), ("en", "is not a picture")):
        no = seated.bring(b"<svg xmlns='http://www.w3.org/2000/svg'/>", **{"accept-language": lang})
        assert (no.status_code, told in no.json()["detail"]) == (422, True)
    assert seated.bring(b"").json()["detail"] == "Choose a picture first."
    heavy = seated.bring(b"\0" * (11 * 1024 * 1024))
    assert (heavy.status_code, heavy.json()["detail"]) == (
        413,
        "This picture is too large a file: 10 MB at most. Send a smaller one.",
    )
    watching = seated.evening.do("mj", Invite(role="spectator"))
    seated.links[watching.seat] = watching.token
    assert seated.bring(image(), watching.seat).json()["detail"] == "This seat watches without playing."
    seated.links["stranger"] = "x"
    assert seated.bring(image(), "stranger").status_code == 403
    assert seated.evening.house.store.pictures(seated.evening.table) == []


def test_a_picture_is_paid_by_its_dots_also_where_they_were_decoded_in_vain(
    seated: Seated, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A large file cut at its end took the work of the whole one, for the price of its few bytes."""
    paid: list[int] = []
    monkeypatch.setattr(Callers, "drew", lambda _self, dots, *_: paid.append(dots))
    whole = image("red", (4000, 3000))
    for file, status in ((whole, 201), (whole[: len(whole) - 40], 422), (b"no picture at all", 422)):
        assert seated.bring(file).status_code == status
    assert paid == [12_000_000, 12_000_000, 0]


@pytest.mark.parametrize("path", ["mj/papier", "personnages/portrait"])
def test_a_browser_that_sends_too_large_a_picture_reads_why(tmp_path: Path, path: str) -> None:
    """It reads no answer before it has sent the whole file: cut in the middle, it would only tell of an accident."""
    server = Server(str(tmp_path / "tables.db"))
    table, auth = server.opened()
    head = f"POST /t/{table.rsplit('/', 1)[1]}/{path} HTTP/1.1\r\nHost: localhost\r\nAccept: text/html\r\n"
    head += f"Authorization: {auth['authorization']}\r\nContent-Type: multipart/form-data; boundary=x\r\n"
    file = b"\xff\xd8" * (10 * 1024 * 1024)
    with server.wire(f"{head}Content-Length: {len(file)}\r\n\r\n") as wire:
        wire.sendall(file)
        answer = b"".join(iter(lambda: wire.recv(65536), b"")).decode()
    server.stop()
    assert answer.startswith("HTTP/1.1 413")
    assert "Cette image pèse trop lourd" in answer


def test_a_body_of_no_told_length_ends_where_it_must(seated: Seated, monkeypatch: pytest.MonkeyPatch) -> None:
    """Here it comes in one piece: nobody waits for more of it before they answer."""
    monkeypatch.delattr(guard, "_unwanted")

    def pieces() -> Iterator[bytes]:
        for _ in range(50):
            yield b"\xff\xd8" * (512 * 1024)

    no = seated.client.post(f"{seated.at}/pictures", content=pieces(), headers=seated.shown("mj"))
    assert (no.status_code, no.json()["detail"].startswith("This picture is too large a file")) == (413, True)
