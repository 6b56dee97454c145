"""The MJ's evening for everybody who runs one: in both languages, on a laptop and a phone, by keyboard alone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from browser.evenings.pages import collected
from browser.keyboard import pressed
from browser.seats import DESKTOP, Sitting
from browser.shots import GAMES, LOCALES, SIZES
from browser.tables import EVENINGS, Sit

PANELS = ("scene", "ask", "cast", "shelf", "papers", "seats", "rules")
FRENCH_ONLY = ("Demander un jet", "Journal de la", "Écran partagé", "Règles de la table", "Annuler", "Papiers")


@pytest.mark.parametrize("lang", LOCALES)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_the_pages_of_an_mj(sit: Sit, game: str, size: str, lang: str) -> None:
    person = sit(size=SIZES[size], locale=LOCALES[lang])
    assert collected(person, _of_an_mj(person, game, lang)) == ""


def _of_an_mj(person: Sitting, game: str, lang: str) -> Iterator[str]:
    person.open_table(game)
    pages = [
        *(f"mj?panel={one}" for one in PANELS),
        "journal",
        "journal/recit",
        "journal/seances",
        "carnet",
        "fin",
        "ecran",
    ]
    for page in pages:
        person.go(f"/t/{person.table}/{page}")
        expect(person.page.locator("html")).to_have_attribute("lang", lang)
        if lang == "en":
            told = person.page.locator("main").inner_text()
            assert not [words for words in FRENCH_ONLY if words in told], page
        yield page


@pytest.mark.parametrize("game", GAMES)
def test_an_mj_by_keyboard_alone(sit: Sit, game: str) -> None:
    """A table is opened, a roll asked for, a value corrected, the scene taken further, the last thing undone."""
    mj, who = sit(size=DESKTOP), EVENINGS[game].players[0]
    mj.go(f"/ouvrir/{game}")
    mj.page.locator("#name").focus()
    mj.page.keyboard.type("Zoé")
    pressed(mj, "main button.go")
    mj.see(".bigcode")
    pressed(mj, "main a.go")
    mj.see("#cards")
    pressed(mj, "a.elsewhere")
    mj.see("#panels")

    pressed(mj, "#request button.main")
    expect(mj.page.locator(".gather")).to_have_count(1)
    pressed(mj, ".gather form[action$='/close'] button")
    expect(mj.page.locator(".gather")).to_have_count(0)

    form = f"#cast-{who} .mending:has(input[type=number])"
    number = mj.page.locator(f"{form} input[type=number]").first
    before = int(number.input_value())
    pressed(mj, f"#cast-{who} summary")
    expect(number).to_be_visible()
    pressed(mj, f"{form} button[data-step='1']")
    expect(number).to_have_value(str(before + 1))
    seen = mj.view()["seen"]
    pressed(mj, f"{form} button.quiet")
    mj.moved(seen)

    seen = mj.view()["seen"]
    ends = f'#scene form:has(input[value="{EVENINGS[game].ends}"]) button'
    if not mj.page.locator(ends).is_visible():  # it stands among the other gestures
        pressed(mj, "#scene-more > summary")
        expect(mj.page.locator(ends)).to_be_visible()
    pressed(mj, ends)
    mj.moved(seen)
    assert not mj.view()["play"].get("round")
    seen = mj.view()["seen"]
    mj.page.keyboard.press("Escape")
    mj.page.keyboard.press("Control+z")
    mj.moved(seen)
    assert mj.view()["play"]["round"]
