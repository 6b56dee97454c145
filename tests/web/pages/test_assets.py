"""Assets: addresses that change with the content, kept for good, squeezed, and nothing else served."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from tablee.table.log.sqlite import SqliteStore
from tablee.table.service import House
from tablee.web.application import application
from tablee.web.pages import assets as module
from tablee.web.pages.assets import FIRST, FONTS, ICON, KINDS, LAST, LAYERS, asset, assets, first_fonts, in_the_dark

STATIC = Path(module.__file__).parent.parent / "static"
FRONTEND = Path(__file__).parents[3] / "frontend"


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    store = SqliteStore(tmp_path / "tables.db")
    with TestClient(application(House(store)), base_url="http://localhost") as client:
        yield client
    store.close()


def test_an_address_changes_with_its_content_and_is_kept_for_good(client: TestClient) -> None:
    for name, kept in assets().items():
        answer = client.get(asset(name))
        assert (answer.status_code, answer.content) == (200, kept.plain)
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert answer.headers["content-type"] == KINDS[name.rpartition(".")[2]]


def test_what_can_be_squeezed_is_where_the_browser_reads_it(client: TestClient) -> None:
    squeezed = client.get(asset("tablee.css"))
    assert squeezed.headers["content-encoding"] == "gzip"
    assert int(squeezed.headers["content-length"]) < len(squeezed.content) / 2
    plain = client.get(asset("tablee.css"), headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.content == squeezed.content
    kept = assets()["tablee.css"]
    assert kept.squeezed is not None
    assert gzip.decompress(kept.squeezed) == kept.plain


def test_the_stylesheet_is_all_of_them_in_one_order() -> None:
    style = assets()["tablee.css"].plain.decode()
    names = [path.name for path in sorted(STATIC.glob("*.css"))]
    assert set(FIRST + LAST) <= set(names)
    order = [*FIRST, *(name for name in names if name not in FIRST + LAST), *LAST]
    places = [style.index(in_the_dark((STATIC / name).read_text("utf-8"))) for name in order]
    assert places == sorted(places)


def test_every_rule_is_in_a_layer_and_their_order_is_said_first() -> None:
    style = assets()["tablee.css"].plain.decode()
    assert re.findall(r"^@layer ([\w, ]+);", style, re.MULTILINE) == [", ".join(LAYERS)]
    assert {*re.findall(r"^@layer (\w+) \{", style, re.MULTILINE)} == {*LAYERS}


def test_scripts_import_each_other_where_they_are_served(client: TestClient) -> None:
    scripts = [name for name in assets() if name.endswith(".mjs")]
    named = {path for name in scripts for path in re.findall(r'"\./([^"]+)"', client.get(asset(name)).text)}
    assert {f"/static/{path}" for path in named} == {asset(name) for name in scripts} - {asset("live.mjs")}


def test_one_script_alone_speaks_to_the_house() -> None:
    """Another build replaces `transport.mjs`, and nothing else."""
    speaks = re.compile(r"\b(fetch|EventSource|XMLHttpRequest|WebSocket|sendBeacon)\b")
    found = {path.name for path in STATIC.glob("*.mjs") if speaks.search(path.read_text("utf-8"))}
    assert found == {"transport.mjs"}


@pytest.mark.parametrize(
    "path", ["/static/", "/static/tablee.css", "/static/tokens.css", "/static/../api.py", "/static/x.css"]
)
def test_nothing_else_is_there(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert answer.json()["detail"]


def test_browsers_find_an_icon(client: TestClient) -> None:
    for path in (asset("icon.svg"), "/favicon.ico"):
        answer = client.get(path)
        assert (answer.status_code, answer.headers["content-type"]) == (200, "image/svg+xml")
        assert client.head(path).content == b""


def with_fonts(monkeypatch: pytest.MonkeyPatch, folder: Path, *fonts: str) -> str:
    """The stylesheet of a package that holds these fonts."""
    (folder / "static/fonts").mkdir(parents=True)
    for name in (*FIRST, ICON):
        (folder / "static" / name).write_text("x")
    for name in fonts:
        (folder / "static/fonts" / name).write_bytes(b"font")
    monkeypatch.setattr(module, "files", lambda _: folder)
    monkeypatch.setattr(module, "assets", cache(module.assets.__wrapped__))
    return module.assets()["tablee.css"].plain.decode()


def test_fonts_that_are_not_there_are_not_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    style = with_fonts(monkeypatch, tmp_path)
    assert "font-face" not in style
    assert not first_fonts()


def test_fonts_that_are_there_are_named_by_their_addresses(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    style = with_fonts(monkeypatch, tmp_path, *(font.file for font in FONTS))
    named = [f"/static/{path}" for path in re.findall(r"url\((fonts/[^)]+)\)", style)]
    assert named == [module.assets()[f"fonts/{font.file}"].path for font in FONTS]
    assert first_fonts() == named[:2]


def test_fonts_are_pinned_by_a_lock_that_names_no_host() -> None:
    lock = (FRONTEND / "package-lock.json").read_text("utf-8")
    assert "://" not in lock, "take out what npm adds about funding"
    package = json.loads((FRONTEND / "package.json").read_text("utf-8"))
    assert all(re.fullmatch(r"\d+\.\d+\.\d+", version) for version in package["dependencies"].values())
    held = json.loads(lock)["packages"]
    for name, version in package["dependencies"].items():
        assert (held[f"node_modules/{name}"]["version"], held[f"node_modules/{name}"]["license"]) == (
            version,
            "OFL-1.1",
        )
        assert held[f"node_modules/{name}"]["integrity"].startswith("sha512-")


def test_the_build_fetches_each_font_that_pages_name() -> None:
    hook = (FRONTEND.parent / "hatch_build.py").read_text("utf-8")
    assert re.findall(r'": \("([\w-]+)"', hook) == [font.file.removesuffix(".woff2") for font in FONTS]
    credited = (FRONTEND.parent / "CREDITS.md").read_text("utf-8")
    assert all(font.family in credited for font in FONTS)


def test_what_no_font_of_ours_draws_is_left_to_another() -> None:
    """The narrow no-break space and arrows: a font that lacks them would show a box or a wide space."""
    held = [part.strip().removeprefix("U+") for part in module.LATIN.split(",")]
    bounds = [(int(low, 16), int(high or low, 16)) for low, _, high in (part.partition("-") for part in held)]
    for sign in "\u202f→←":
        assert not any(low <= ord(sign) <= high for low, high in bounds)
    for sign in "é«»’—…œŒ−\u00a0€":
        assert any(low <= ord(sign) <= high for low, high in bounds)
