"""The house inside a page, opened without a browser: what it answers, keeps, and does not offer."""

from __future__ import annotations

import asyncio
import io
import json
import re
import zipfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

import pytest
from fastapi.testclient import TestClient

from tablee.rules.game import games
from tablee.table.log.sqlite import SqliteStore
from tablee.table.service import House
from tablee.web.application import application
from tablee.web.facilities import ALL, offer
from tablee.web.inpage import HouseInPage, open_house
from tablee.web.urls import live_under

PREFIX = "/tablee/a"
LINK = re.compile(r'(?:href|action|formaction|src|data-later|data-part|data-stream)="([^"]*)"')
PAGES = ("/", "/aventures", "/personnages", "/regles/undesix", "/labo", "/soirees", "/credits")
INSTALLED = re.compile(
    r'<link rel="(?:manifest|apple-touch-icon)"[^>]*>\n| data-worker="[^"]*" data-build="\w+"'
)  # a page is installed by its shell
ASSET = re.compile(r"/static/[^\"' )]+")


@pytest.fixture(autouse=True)
def served_again() -> Iterator[None]:
    """A process serves one house: the tests after these serve theirs from the root, with all it offers."""
    yield
    live_under("")
    offer(ALL)


class Answer:
    """An answer as the worker of the page hears it."""

    def __init__(self) -> None:
        self.status, self.headers, self.body, self.whole = 0, dict[str, str](), b"", asyncio.Event()

    def head(self, status: int, headers: str, /) -> None:
        self.status, self.headers = status, dict(json.loads(headers))

    def piece(self, data: bytes, /) -> None:
        self.body += data

    def end(self) -> None:
        self.whole.set()

    @property
    def text(self) -> str:
        return self.body.decode()


class Page:
    """A page whose frame asks the house that it holds."""

    def __init__(self, house: HouseInPage) -> None:
        self.house = house

    async def ask(self, method: str, path: str, **fields: str) -> Answer:
        told = [["accept", "text/html"], ["accept-language", "fr"]]
        told += [["content-type", "application/x-www-form-urlencoded"]] if fields else []
        where, _, query = path.partition("?")
        answer = Answer()
        self.house.ask(method, PREFIX + where, query, json.dumps(told), urlencode(fields).encode(), answer)
        await asyncio.wait_for(answer.whole.wait(), 30)
        return answer

    async def get(self, path: str) -> Answer:
        return await self.ask("GET", path)

    async def quick_fight(self, game: str = "undesix") -> str:
        """The path of a table with the first scene of a game on it."""
        return (await self.ask("POST", "/essayer", game=game)).headers["location"].removeprefix(PREFIX)


@asynccontextmanager
async def opened(folder: Path) -> AsyncIterator[Page]:
    house = await open_house(str(folder), PREFIX)
    try:
        yield Page(house)
    finally:
        await house.close()


def test_tables_and_seats_are_there_when_the_page_is_opened_again(tmp_path: Path) -> None:
    async def evening() -> None:
        async with opened(tmp_path) as page:
            table = await page.quick_fight()
            assert "Le pont de bois" in (await page.get(table)).text
            assert (await page.ask("POST", f"{table}/say", text="Bonsoir")).status in (204, 303)
        async with opened(tmp_path) as page:
            assert "Le pont de bois" in (await page.get("/")).text
            assert "Bonsoir" in (await page.get(table)).text

    asyncio.run(evening())


def test_a_stream_tells_what_is_played_and_ends_when_its_reader_leaves(tmp_path: Path) -> None:
    async def evening() -> None:
        async with opened(tmp_path) as page:
            table = await page.quick_fight()
            id, hub = table.removeprefix("/t/"), page.house.app.state.hub
            heard = Answer()
            leave = page.house.ask("GET", f"{PREFIX}/api/tables/{id}/events", "after=0", "[]", b"", heard)
            await page.ask("POST", f"{table}/say", text="Bonsoir")
            while "Bonsoir" not in heard.text:
                await asyncio.sleep(0.01)
            assert hub.followed(id)
            leave()
            await asyncio.wait_for(heard.whole.wait(), 5)
            assert not hub.followed(id)

    asyncio.run(evening())


def test_nothing_that_it_offers_fails(tmp_path: Path) -> None:
    """Every link that can be reached from its first page, a table of each game and the MJ's screens is answered."""

    async def walk() -> None:
        async with opened(tmp_path) as page:
            tables = [await page.quick_fight(game) for game in games()]
            ahead = [
                *PAGES,
                "/ici",
                *(f"{table}{more}" for table in tables for more in ("", "/menu", "/mj", "/journal")),
            ]
            seen, shapes = set(ahead), dict[str, int]()
            while ahead:
                path = ahead.pop(0)
                answer = await page.get(path)
                assert answer.status < 400, (path, answer.status)
                if not answer.headers.get("content-type", "").startswith("text/html"):
                    continue
                for link in {unescape(one) for one in LINK.findall(answer.text)}:
                    if link.startswith(("#", "?", "http", "mailto")):
                        continue
                    assert link.startswith(PREFIX), (path, link)
                    inner = link.removeprefix(PREFIX).partition("#")[0] or "/"
                    assert not re.search(r"\.pdf|/invite|/lien|/portrait$|/conseil", inner), (path, link)
                    shape = re.sub(r"[^/]{9,}|\d+|=[^&]*", "…", inner)
                    shapes[shape] = shapes.get(shape, 0) + 1
                    if inner not in seen and shapes[shape] <= 2 and _asked_by_get(answer.text, link):
                        seen.add(inner)
                        ahead.append(inner)
            assert len(seen) > 100

    asyncio.run(walk())


def _asked_by_get(page: str, link: str) -> bool:
    """Whether a page asks for an address by a link, not by a form that is sent."""
    return f'href="{link.replace("&", "&amp;")}"' in page or f'href="{link}"' in page


def test_what_a_page_cannot_do_is_said(tmp_path: Path) -> None:
    async def ask() -> None:
        async with opened(tmp_path) as page:
            paper = await page.get("/papier/undesix/chloe.pdf")
            assert paper.status == 422
            assert "La maison sur un ordinateur" in paper.text or "la maison sur un ordinateur" in paper.text
            for path in ("/labo/combat", "/labo/regles"):
                assert "se comptent dans une maison sur un" in (await page.get(path)).text
            for absent in ("Rejoindre une table", "Imprimer"):
                assert absent not in (await page.get("/")).text

    asyncio.run(ask())


def test_its_pages_are_those_of_a_served_house(tmp_path: Path) -> None:
    """Byte for byte but for addresses, on the pages that offer nothing a page cannot do."""
    paths = ("/regles", "/credits", "/lecture", "/aventure/undesix/la-cloche-buissonniere", "/personnages/d6", "/labo")

    async def inside() -> dict[str, str]:
        async with opened(tmp_path / "page") as page:
            return {
                path: (await page.get(path)).text.replace(PREFIX, "").replace(quote(PREFIX, ""), "") for path in paths
            }

    (tmp_path / "page").mkdir()
    drawn = asyncio.run(inside())
    store = SqliteStore(tmp_path / "served.db")
    with TestClient(application(House(store)), "http://localhost", headers={"accept-language": "fr"}) as served:
        for path in paths:
            there = INSTALLED.sub("", served.get(path).text)
            if path.startswith("/aventure/"):  # nobody else can come to a page
                there = there.replace('class="sr" name="how" value="together"', 'class="sr" name="how" value="mj"')
                there = re.sub(r"<div><button[^>]*together.*?</div>", "", there, flags=re.DOTALL)
                for absent in ("meneur.pdf", "peser"):  # nor does a page print, or play whole evenings
                    there = re.sub(rf" · <a href=\"[^\"]*{absent}\">[^<]*</a>", "", re.sub(r"\s+", " ", there))
            assert _plain(drawn[path]) == _plain(there), path
    store.close()


def _plain(page: str) -> str:
    return re.sub(r"\s+", " ", ASSET.sub("/static/…", page))


def test_everything_is_taken_along_in_one_file(tmp_path: Path) -> None:
    async def take() -> Any:
        async with opened(tmp_path) as page:
            tables = {(await page.quick_fight(game)).removeprefix("/t/") for game in games()}
            archive = zipfile.ZipFile(io.BytesIO((await page.get("/ici/tout.zip")).body))
            return tables, {name: archive.read(name) for name in archive.namelist()}

    tables, files = asyncio.run(take())
    assert {f"{table}.jsonl" for table in tables} == set(files)
    store = SqliteStore(tmp_path / "house.db")
    with TestClient(application(House(store)), "http://localhost") as served:
        for log in files.values():  # an ordinary export: a served house brings it in
            assert served.post("/api/tables/import", content=log).status_code == 201
    store.close()
