"""Two evenings that differ only in what is hidden: every page and every address sends other seats the same bytes."""

from __future__ import annotations

import asyncio
import itertools
import re
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from bench.fuzz import pages_of
from fastapi.testclient import TestClient

from tablee.dice import fair
from tablee.table.log.sqlite import SqliteStore
from tablee.table.service import House
from tablee.web.application import application
from tablee.web.live import Hub
from tablee.web.pages.forms import PageQuery
from tablee.web.pages.table.live import PageStream
from tablee.web.pages.table.page import Page
from tablee.web.serving.limits import Limits
from tablee.web.serving.turns import Turns
from tests.web.evening import Evening

GAMES = ("undesix", "cle-en-main", "deusex", "d6")
HELD: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {  # of the character whose numbers are hidden
    "undesix": ({"psy": 3, "psy_max": 3, "secret": "espion"}, {"psy": 5, "psy_max": 5, "secret": ""}),
    "cle-en-main": ({"vitality": 7, "vitality_max": 9}, {"vitality": 8, "vitality_max": 8}),
    "deusex": ({"xp": 3}, {"xp": 12}),
    "d6": ({"experience": 3}, {"experience": 12}),
}
FACES = (1, 5)  # on all dice that the MJ throws where nobody else sees
EARLY = {"deusex": {"deusex.bonus": 0}}  # what would be asked before the dice
NOT_COMPARED = ("/live", "/{token}", ".pdf")  # they go on for ever; sit down; say when they were made
WORDS = ("le traître est Bruno", "rien")
LIMITS = ("commands-per-second=100000", "reads-per-second=100000", "tables-per-address=0")


@contextmanager
def opened(monkeypatch: pytest.MonkeyPatch, path: Path, game: str) -> Iterator[tuple[House, Evening]]:
    """An evening whose ids, tokens, keys and times are those of every other one made so."""
    with monkeypatch.context() as fixed:
        count = itertools.count()
        fixed.setattr(secrets, "token_urlsafe", lambda size: f"word-{next(count):03}".ljust(size, "x"))
        fixed.setattr(secrets, "choice", lambda letters: letters[0])
        fixed.setattr(time, "time", lambda: 1_800_000_000.0)
        fixed.setattr(secrets, "token_hex", lambda size: "07" * size)
        store = SqliteStore(path)
        house = House(store, keys=lambda: fair.Keys(bytes([1]) * 32, bytes([2]) * 32))
        with TestClient(application(house, limits=Limits.of(LIMITS)), "http://localhost") as client:
            client.follow_redirects = False
            yield house, Evening(client, game)
        store.close()


def hide(evening: Evening, game: str, n: int) -> None:
    """All that may be hidden, the `n`-th way."""
    words, foe = WORDS[n], list(evening.cast)[-1]
    own = next(who for who, one in evening.cast.items() if one["free"])
    evening.post("ana", "claim", who=own)
    evening.post("mj", "enter", who="cache", sheet={**evening.cast[foe]["sheet"], **HELD[game][n]}, hidden=True)
    evening.post("mj", "say", text=words, kind="note", title=words)
    evening.post("mj", "say", text=words, kind="whisper", to=["mj"])
    evening.post("mj", "say", text=words, kind="handout", title=words)
    (paper,) = [line["line"] for line in evening.get("mj", "lines", "/lines") if line.get("kind") == "handout"]
    evening.post("mj", "revise", of=paper, text=f"{words} !", title=words)
    evening.post("ana", "say", text=words)
    for line in evening.get("mj", "lines", "/lines"):
        if line["name"] == "said/1" and line["kind"] != "note":
            evening.post("mj", "hide", of=line["line"])
    evening.post("mj", "revise", of=paper, text=f"{words} ?", title=words)
    for audience in ("secret", "blind"):
        test = {"actor": own, "action": f"{game}.test", "audience": audience, "answers": EARLY.get(game, {})}
        form = evening.ask("mj", "form", **test)
        test |= {"params": form["values"]}
        assert any(thrown(evening, {**test, "faces": [FACES[n]] * dice}) for dice in range(1, 9))
        evening.settle()


def thrown(evening: Evening, act: dict[str, Any]) -> bool:
    """Whether the MJ could act with as many dice as they typed."""
    answer = evening.client.post(f"{evening.path}/act", json=act, headers=evening.headers("mj"))
    return answer.status_code == 200


def addresses(evening: Evening, seat: str) -> Iterator[str]:
    """Every page and every address that a seat can ask for with GET."""
    table = evening.path.removeprefix("/api/tables/")
    view = evening.view(seat)
    for page in sorted({page for page, verb in pages_of(evening.client.app) if verb == "get"}):
        if "{table}" in page and not page.endswith(NOT_COMPARED):
            for who in view["cast"]:
                yield page.format(table=table, who=who, seat=evening.view("ana")["you"], part="people", fight=1, n=1)
    for tab in ("table", "fiche", "scene"):
        yield f"/t/{table}?tab={tab}"
    yield f"/t/{table}?before=12"
    yield f"/t/{table}/journal?n=14"
    yield f"/r/{evening.code}"
    for who in view["cast"]:
        yield f"/t/{table}?who={who}&tab=fiche"
        yield f"{evening.path}/sheets/{who}"
        yield f"{evening.path}/characters/{who}"
        yield f"{evening.path}/offers?actor={who}"
    mine = [who for who, one in view["cast"].items() if one["owner"] == view["you"]]
    for who in mine:
        offers = evening.get(seat, "offers", f"/offers?actor={who}")
        for offer in sorted((one for one in offers if one["usual"] is not None), key=lambda one: one["usual"])[:6]:
            for part in ("", "/hand", "/odds"):
                yield f"/t/{table}{part}?who={who}&do={offer['action']}&p.target=cache"
    for part in ("", "/lines", "/lines?said=true", "/surroundings", "/export", "/export.md"):
        yield f"{evening.path}{part}"
    for n in range(0, view["seen"] + 1, 3):
        yield f"{evening.path}/at/{n}"


def without_hashes(answer: bytes) -> bytes:
    """An answer without the salted hashes of an export: nothing can be guessed from them, and they differ by what they
    hide (tests/table/test_verifying.py says that no salt stands beside what is hidden).
    """
    return re.sub(rb'"[0-9a-f]{64}"', b'"a hash"', answer)


def streamed(house: House, evening: Evening, seat: str) -> bytes:
    """What the page of a seat that has seen nothing yet is sent as its table changes."""
    table, token = evening.path.removeprefix("/api/tables/"), evening.tokens[seat]
    id = house.seat(table, token)
    sent: list[bytes] = []

    async def caught_up() -> None:
        page = lambda: Page(house, table, id, "fr", PageQuery(), frozenset())  # noqa: E731
        follows = PageStream(Hub(), Turns(), table, id, 0, page, token)

        async def send(message: Any) -> None:
            sent.append(message["body"])

        follows.send = send
        await follows.new()

    asyncio.run(caught_up())
    return b"".join(sent)


def got(house: House, evening: Evening) -> dict[tuple[str, str], bytes]:
    """Everything that players are sent, by seat and address."""
    sent: dict[tuple[str, str], bytes] = {}
    for seat in ("ana", "leo"):
        cookie = {"cookie": f"tablee-seat-{evening.path.rsplit('/', 1)[-1]}={evening.tokens[seat]}"}
        for address in dict.fromkeys(addresses(evening, seat)):
            answer = evening.client.get(address, headers={**cookie, "accept": "text/html,*/*"})
            sent[seat, address] = without_hashes(answer.content) + str(answer.status_code).encode()
        sent[seat, "live"] = streamed(house, evening, seat)
    return sent


each_game = pytest.mark.parametrize(
    "game", [pytest.param(one, marks=[pytest.mark.evening] * (one != "undesix")) for one in GAMES]
)


@each_game
def test_what_is_hidden_changes_no_byte_of_any_page(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, game: str) -> None:
    received: list[dict[tuple[str, str], bytes]] = []
    for n in (0, 1):
        with opened(monkeypatch, tmp_path / f"{n}.db", game) as (house, evening):
            hide(evening, game, n)
            received.append(got(house, evening))
            assert WORDS[n].encode() in evening.client.get(evening.path, headers=evening.headers("mj")).content
    first, second = received
    assert first.keys() == second.keys()
    assert [address for address in first if first[address] != second[address]] == []


def without_salts(answer: bytes) -> bytes:
    """An answer without the salts of an export: each is made of a secret key and the number of a line in the log."""
    return re.sub(rb'"[0-9a-f]{32}"', b'"a salt"', answer)


def lurk(evening: Evening, game: str) -> None:
    """People in the scene whom the MJ alone knows of: they come in, are corrected, act, leave; one is called so."""
    foe = next(who for who, one in evening.cast.items() if not one["free"])
    evening.post("mj", "lurk", ready=foe)
    evening.post("mj", "lurk", ready=foe, called="Ombre secrète", feminine=True, hidden=True)
    evening.post("mj", "lurk", ready=foe)
    unseen = [who for who, one in evening.view("mj")["cast"].items() if one.get("unseen")]
    assert len(unseen) == 3
    sheet = evening.view("mj")["cast"][unseen[0]]["sheet"]
    gauge = next(name for name, value in sheet.items() if isinstance(value, int) and not isinstance(value, bool))
    evening.post("mj", "correct", who=unseen[0], field=gauge, value=sheet[gauge] - 1)
    form = evening.ask("mj", "form", actor=unseen[1], action=f"{game}.test")
    if not form.get("refusal"):
        evening.post("mj", "act", actor=unseen[1], action=f"{game}.test", params=form["values"])
    evening.post("mj", "retire", who=unseen[2])
    assert len([who for who, one in evening.view("mj")["cast"].items() if one.get("unseen")]) == 3


@each_game
def test_somebody_unseen_in_the_scene_changes_no_byte(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, game: str
) -> None:
    received: list[dict[tuple[str, str], bytes]] = []
    for lurks in (True, False):
        with opened(monkeypatch, tmp_path / f"{lurks}.db", game) as (house, evening):
            own = next(who for who, one in evening.cast.items() if one["free"])
            evening.post("ana", "claim", who=own)
            if lurks:
                lurk(evening, game)
            evening.post("ana", "say", text="Rien à l'horizon.")
            received.append({at: without_salts(sent) for at, sent in got(house, evening).items()})
            told = evening.client.get(evening.path, headers=evening.headers("mj")).content
            assert ("Ombre secrète".encode() in told) == lurks
    there, nobody = received
    assert there.keys() == nobody.keys()
    assert [address for address in there if there[address] != nobody[address]] == []
