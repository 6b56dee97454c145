"""Addresses: every one is made by `url`, so that a house below the root of its site is never left by mistake."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

import tablee.web
from tablee.errors import BadInput
from tablee.table.service import House
from tablee.web.application import application
from tablee.web.pages.assets import STATIC, asset, assets
from tablee.web.serving.hosting import Hosting
from tablee.web.urls import inner, live_under, url
from tests.web.pages.conftest import house
from tests.web.pages.reading import FRENCH

WEB = Path(tablee.web.__file__).parent
PREFIX = "/tablee"
SITE = "http://localhost"
HOLDERS = ("href", "src", "action", "formaction", "data-stream", "data-later", "data-prepare", "data-odds", "data-part")
INSIDE = ("limits.py", "guard.py", "problems.py", "api.py")  # read the paths that requests ask, and make none
PAGES = (
    *("/", "/credits", "/garde", "/regles", "/regles/undesix", "/regles/undesix/premiere-soiree", "/ouvrir/d6"),
    *("/personnages", "/personnages/deusex", "/personnages/d6/prets/mael", "/labo", "/labo/combat", "/labo/regles"),
    "/nothing",
)
AT_A_TABLE = (
    *("", "?tab=fiche", "/menu", "/mj", "/mj?panel=seats", "/mj?panel=rules", "/journal", "/journal/recit"),
    *("/journal/seances", "/carnet"),
    *("/journal/des", "/fin", "/ecran", "/invite", "/lien", "/personnages", "/effacer", "/supprimer"),
    *("/mj/comme/nouveau", "/mj/comme/mj"),
)
__all__ = ["house"]


class Addresses(HTMLParser):
    """What a page sends its reader to, and where it finds its parts."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value for name, value in attrs if name in HOLDERS and value and not value.startswith("#")]


@pytest.fixture
def below(house: House) -> Iterator[TestClient]:
    """A browser before a house that lives at `/tablee` of its site."""
    try:
        with TestClient(application(house, Hosting.of(f"{SITE}{PREFIX}/")), SITE, headers=FRENCH) as client:
            client.follow_redirects = False
            yield client
    finally:
        live_under("")


def escaping(found: list[str]) -> list[str]:
    """The addresses that lead out of the house."""
    outside = re.compile(rf"(?!\?|{SITE}{PREFIX}/|{PREFIX}/|https?://(?!localhost))")
    return [address for address in found if outside.match(address) or PREFIX * 2 in address]


def test_no_page_leads_out_of_a_house_below_its_site(below: TestClient) -> None:
    tried = below.post(f"{PREFIX}/essayer", data={"game": "undesix"})
    table = tried.headers["location"]
    assert (tried.status_code, table.startswith(f"{PREFIX}/t/")) == (303, True)
    assert all("path=/tablee;" in cookie.lower() for cookie in tried.headers.get_list("set-cookie"))
    for page in (*(f"{PREFIX}{page}" for page in PAGES), *(f"{table}{page}" for page in AT_A_TABLE)):
        answer = below.get(page)
        assert answer.status_code == (404 if page.endswith("nothing") else 200), page
        found = Addresses(answer.text).found
        assert found, page
        assert not escaping(found), page


def test_every_page_of_a_table_leads_back_to_it_in_one_tap(below: TestClient) -> None:
    table = below.post(f"{PREFIX}/essayer", data={"game": "undesix"}).headers["location"]
    lost = [page for page in AT_A_TABLE if f'href="{table}"' not in below.get(f"{table}{page}").text]
    assert lost == []


def test_what_a_page_holds_is_found_below_its_site(below: TestClient) -> None:
    parts = [address for address in Addresses(below.get(f"{PREFIX}/").text).found if STATIC in address]
    assert parts
    assert {below.get(part).status_code for part in parts} == {200}
    assert below.get(asset("tablee.css")).headers["cache-control"].endswith("immutable")


def test_forms_and_links_stay_below_the_site(below: TestClient) -> None:
    """A form is sent, and what answers leads on; the link of the door, too."""
    table = below.post(f"{PREFIX}/essayer", data={"game": "d6"}).headers["location"]
    said = below.post(f"{table}/say", data={"text": "Bonjour", "key": "k"})
    assert (said.status_code, escaping([said.headers["location"]])) == (303, [])
    assert "Bonjour" in below.get(table).text
    chosen = below.post(f"{PREFIX}/langue", data={"lang": "en", "back": f"{table}/menu"})
    assert chosen.headers["location"] == f"{table}/menu"
    assert f"{SITE}{PREFIX}/r/" in below.get(f"{table}/invite").text


def test_a_proxy_may_take_the_prefix_off(below: TestClient) -> None:
    assert below.get("/health").text == below.get(f"{PREFIX}/health").text == "ok\n"
    assert below.get("/").text == below.get(PREFIX).text == below.get(f"{PREFIX}/").text
    assert below.get("/openapi.json").json()["servers"] == [{"url": PREFIX}]


def test_a_prefix_is_a_path() -> None:
    assert Hosting.of("https://example.org/games/tablee/").prefix == "/games/tablee"
    assert Hosting.of("https://example.org/").prefix == ""
    for wrong in ("https://example.org//x", "https://example.org/a b", "https://example.org/x?y", "https://x.org/../t"):
        with pytest.raises(BadInput):
            Hosting.of(wrong)


def test_a_path_that_only_begins_like_the_prefix_is_another() -> None:
    try:
        live_under(PREFIX)
        assert [inner(path) for path in ("/tablee", "/tablee/t/x", "/tableeux", "/t/x")] == [
            "/",
            "/t/x",
            "/tableeux",
            "/t/x",
        ]
        assert url("/t/{}/menu", "x") == "/tablee/t/x/menu"
    finally:
        live_under("")


def test_templates_hold_no_address_of_their_own() -> None:
    """Not in an attribute, nor in an expression: `url` makes each."""
    raw = re.compile(
        r'(?:href|src|action|formaction|data-[a-z]+)="/|(?<!url\()"/(?:t|r|api|static|labo|regles|personnages)\b'
    )
    wrong = [
        f"{file.name}:{n}"
        for file in sorted((WEB / "pages/templates").rglob("*.html"))
        for n, line in enumerate(file.read_text("utf-8").splitlines(), 1)
        if raw.search(line.replace('rpartition("/r/")', ""))
    ]
    assert not wrong


def test_scripts_and_styles_hold_no_address_of_their_own() -> None:
    for file in (WEB / "static").glob("*.*s"):
        assert not re.search(r"""["'`(]/(t|r|api|static)\b""", file.read_text("utf-8")), file.name
    assert STATIC not in assets()["tablee.css"].plain.decode()


def test_code_holds_no_address_that_url_does_not_make() -> None:
    wrong = [
        f"{file.relative_to(WEB)}:{text.lineno}"
        for file in sorted(WEB.rglob("*.py"))
        if file.name not in INSIDE
        for text in _made_by_hand(ast.parse(file.read_text("utf-8")))
    ]
    assert not wrong


def _made_by_hand(tree: ast.Module) -> Iterator[ast.expr]:
    """The f-strings that look like an address of a page, and what `go` is given that is plain text."""
    for node in ast.walk(tree):
        match node:
            case ast.JoinedStr(values=[ast.Constant(value=str(first)), *_]) if re.match(r"/\w+/", first):
                yield node
            case ast.Call(func=ast.Name(id="go"), args=[ast.Constant() as given, *_]):
                yield given
