"""The house on a phone: what a browser is told to install, the worker that reads pages without a network."""

from __future__ import annotations

import json
import re
import struct
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from tablee.table.log.sqlite import SqliteStore
from tablee.table.service import House
from tablee.web.application import application
from tablee.web.facilities import ALL, offer
from tablee.web.pages.assets import CLOTH, assets, build, needed_files
from tablee.web.serving.hosting import Hosting
from tablee.web.urls import live_under

PNG = b"\x89PNG\r\n\x1a\n"
PLACES = ("", "/tablee")


def client_below(prefix: str, folder: Path) -> TestClient:
    house = House(SqliteStore(folder / "tables.db"))
    return TestClient(application(house, Hosting(prefix=prefix)), base_url="http://localhost")


@pytest.fixture(params=PLACES, ids=["at the root", "below a path"])
def house(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[str, TestClient]]:
    with client_below(request.param, tmp_path) as client:
        yield request.param, client
    live_under("")


def test_the_manifest_is_found_from_every_page_and_holds_for_this_house_alone(house: tuple[str, TestClient]) -> None:
    prefix, client = house
    for path in ("/", "/regles", "/credits"):
        found = re.search(r'<link rel="manifest" href="([^"]+)"', client.get(prefix + path).text)
        assert found
        told = client.get(found[1]).json()
        assert told["start_url"] == told["scope"] == told["id"] == f"{prefix}/"
        assert (told["name"], told["display"], told["theme_color"]) == ("Tablée", "standalone", CLOTH[0])


def test_the_manifest_speaks_the_reader_s_language(house: tuple[str, TestClient]) -> None:
    prefix, client = house
    french, english = (
        client.get(f"{prefix}/manifest.webmanifest", headers={"accept-language": lang}).json() for lang in ("fr", "en")
    )
    assert (french["lang"], english["lang"]) == ("fr", "en")
    assert french["description"] != english["description"]


def test_icons_are_as_large_as_they_say_and_light(house: tuple[str, TestClient]) -> None:
    prefix, client = house
    icons = client.get(f"{prefix}/manifest.webmanifest").json()["icons"]
    in_dots = [icon for icon in icons if icon["type"] == "image/png"]
    assert [(icon["sizes"], icon["purpose"]) for icon in in_dots] == [
        ("192x192", "any"),
        ("512x512", "any"),
        ("512x512", "maskable"),
    ]
    for icon in in_dots:
        answer = client.get(icon["src"])
        assert (answer.headers["content-type"], answer.content[:8]) == ("image/png", PNG)
        assert "x".join(map(str, struct.unpack(">II", answer.content[16:24]))) == icon["sizes"]
        assert len(answer.content) < 12_000


def test_the_worker_names_every_file_that_a_page_asks_for(house: tuple[str, TestClient]) -> None:
    prefix, client = house
    answer = client.get(f"{prefix}/service-worker.js")
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["cache-control"] == "no-cache"
    told = {
        name: json.loads(value) for name, value in re.findall(r"^const (\w+) = (.+);$", answer.text, re.MULTILINE)[:3]
    }
    assert told["FILES"] == needed_files()
    assert all(client.get(path).status_code == 200 for path in (*told["FILES"], told["OFFLINE"]))
    page = client.get(f"{prefix}/").text
    assert f'data-worker="{prefix}/service-worker.js" data-build="{told["BUILD"]}"' in page
    asked = re.findall(r'(?:src|href)="([^"]*/static/[^"]+\.(?:css|mjs|svg|woff2))"', page)
    assert asked
    assert {*asked} <= {*told["FILES"]}


def test_another_build_has_another_name(monkeypatch: pytest.MonkeyPatch) -> None:
    before = build()
    monkeypatch.setattr("tablee.web.pages.assets.worker_script", lambda: "another")
    assert build() != before


def test_the_colours_of_the_window_are_those_of_the_cloth() -> None:
    style = assets()["tablee.css"].plain.decode()
    assert re.findall(r"--cloth: (#\w+)", style)[:2] == list(CLOTH)


def test_a_house_inside_a_page_is_installed_by_its_shell(tmp_path: Path) -> None:
    with TestClient(
        application(House(SqliteStore(tmp_path / "tables.db")), Hosting(in_page=True)), base_url="http://localhost"
    ) as client:
        page = client.get("/").text
        assert "manifest" not in page
        assert "data-worker" not in page
        assert client.get("/service-worker.js").status_code == 422
    offer(ALL)


@pytest.mark.parametrize(("path", "kept"), [("/", True), ("/regles/d6", True), ("/regles/d6?q=feu", False)])
def test_pages_to_be_read_without_a_network_say_so(tmp_path: Path, path: str, kept: bool) -> None:
    with client_below("", tmp_path) as client:
        assert (re.search(r"<body[^>]* data-keep", client.get(path).text) is not None) == kept


def test_a_table_names_its_seat_so_that_two_are_never_mixed(tmp_path: Path) -> None:
    with client_below("", tmp_path) as client:
        table = client.post("/essayer", data={"game": "undesix"}, follow_redirects=False).headers["location"]
        page = client.get(table).text
        assert re.search(r'<body[^>]* data-keep="[\w-]+"', page)
        assert f'data-seats="{table.removeprefix("/t/")}"' in client.get("/").text
