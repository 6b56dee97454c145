"""The documentation site: built without a warning, without a request elsewhere, with every page in its menu."""

from __future__ import annotations

import tomllib
from importlib.metadata import EntryPoint
from typing import Any

import docsite.__main__ as site
import pytest
from docsite.conformance import conformance_page
from docsite.players import our_games

from tablee.rules.game import Game, entries, game_called, games
from tablee.text import LANGS

ROOT = site.ROOT


def listed(nav: Any) -> set[str]:
    """The pages of a menu, however deep."""
    if isinstance(nav, str):
        return {nav}
    return {page for one in (nav.values() if isinstance(nav, dict) else nav) for page in listed(one)}


@pytest.mark.evening
def test_the_site_is_built_without_a_warning_or_a_request_elsewhere() -> None:
    assert site.main() == 0
    for game in games().values():
        for lang in LANGS:
            page = (site.SITE / lang / f"{game.id}.html").read_text("utf-8")
            assert all(id in page for id in game.book)
    for page in ("fr/jouer", "fr/papier", "fr/garde", "fr/lectures/d6", "en/play", "en/paper", "en/kept", "rulings/d6"):
        assert (site.SITE / f"{page}.html").exists()
    kept = (site.SITE / "fr/garde.html").read_text("utf-8")
    assert "cookie par table" in kept
    assert '<html lang="fr"' in kept
    addresses = (site.SITE / "api-reference.html").read_text("utf-8")
    assert "/api/tables/{table}/odds" in addresses
    assert "Playthrough" in (site.SITE / "library-reference.html").read_text("utf-8")
    assert (site.SITE / "search.js").exists()  # what a page opened from a folder searches in, and by which worker
    assert '<script src="../iframe-worker.js">' in kept


def test_pages_of_the_site_are_gathered() -> None:
    """The site itself is built in make evenings; what it is made of is written here."""
    site.gather()
    written = {str(path.relative_to(site.GATHERED)) for path in site.GATHERED.rglob("*.md")}
    menu = listed(tomllib.loads((ROOT / "zensical.toml").read_text("utf-8"))["project"]["nav"])
    assert menu <= written


@pytest.mark.parametrize("game", our_games(), ids=lambda game: str(game.id))
def test_conformance_says_of_each_rule_where_it_is_applied_and_covered(game: Game) -> None:
    for lang in LANGS:
        rows = [line.split(" | ") for line in conformance_page(game, lang).splitlines() if line.startswith("| `")]
        assert [row[0].split("`")[1] for row in rows] == list(game.book)
        for row, clause in zip(rows, game.book.values(), strict=True):
            _rule, status, applied, covered, _also = row
            assert status
            assert applied
            assert covered or clause.status in ("advice", "mj"), clause.id


def test_conformance_counts_cases_and_names_functions() -> None:
    page = conformance_page(game_called("d6"), "en")
    (row,) = [line for line in page.splitlines() if "Order of codes" in line]
    assert "`codes.py: DieCode`" in row
    assert "9 cases; 1 test (`games/d6/test_codes.py`)" in row  # computed by hand, and by name


def test_games_that_come_from_elsewhere_have_no_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """The site is that of our games: another one that is installed has neither a place in its menu nor our readings."""
    announced = {**entries(), "pebbles": EntryPoint("pebbles", "tablee_pebbles:GAME", "tablee.games")}
    monkeypatch.setattr("docsite.players.entries", lambda: announced)
    assert [game.id for game in our_games()] == ["cle-en-main", "d6", "deusex", "undesix"]


def test_every_page_of_docs_is_in_the_menu() -> None:
    menu = listed(tomllib.loads((ROOT / "zensical.toml").read_text("utf-8"))["project"]["nav"])
    pages = {str(path.relative_to(ROOT / "docs")) for path in (ROOT / "docs").rglob("*.md")}
    assert not {page for page in pages if not page.startswith("decisions/")} - menu


def test_something_loaded_from_elsewhere_is_seen() -> None:
    assert site.LOADED.search('<script src="https://example.org/x.js">')
    assert site.LOADED.search('<link rel="stylesheet" href="//example.org/x.css">')
    assert not site.LOADED.search('<a href="https://example.org">')


def test_what_players_read_by_hand_is_in_both_languages() -> None:
    """The same headings and the same lists, whatever the words."""
    for french, english in (("jouer", "play"), ("papier", "paper"), ("aventures", "adventures")):
        pages = [(ROOT / "docs" / name).read_text("utf-8") for name in (f"fr/{french}.md", f"en/{english}.md")]
        one, two = ([line[:2] for line in page.splitlines() if line.startswith(("#", "- ", "$ "))] for page in pages)
        assert one == two
