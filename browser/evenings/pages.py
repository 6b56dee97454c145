"""Every page, phone and desktop, light and dark: axe, 320 pixels, twice as large, what is touched."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest
from playwright.sync_api import expect

from browser import moments
from browser.looks import complaints
from browser.seats import Sitting
from browser.shots import GAMES, LOCALES, SIZES, THEMES, WAYS_TO_MAKE
from browser.tables import EVENINGS, Sit

LAB = (
    "/labo",
    "/labo?game=cle-en-main",
    "/labo/combat?game=undesix&one=nicolas&two=brigand&now=1",
    "/labo/combat?game=deusex&one=youssef&two=tueur&now=1",
    "/labo/combat?game=d6&one=mael&one=ysolde&two=rouquin&now=1",
    "/labo/regles?game=undesix&option=roll_under&now=1",
    "/labo/regles?game=cle-en-main&now=1",
)
WAYS = [pytest.param(size, theme, id=f"{size}-{theme}") for size, theme in product(SIZES, THEMES)]


def collected(person: Sitting, visits: Iterator[str]) -> str:
    """What is wrong with each page of a visit, a line for each fault."""
    return "\n".join(f"{name}: {one}" for name in visits for one in complaints(person.page))


@pytest.mark.parametrize(("size", "theme"), WAYS)
def test_pages_around_a_table(sit: Sit, size: str, theme: str) -> None:
    host, person = sit(), sit(size=SIZES[size], theme=theme)
    assert collected(person, _around(host, person)) == ""


def _around(host: Sitting, person: Sitting) -> Iterator[str]:
    for address in (
        "/",
        "/credits",
        "/garde",
        "/ouvrir/d6",
        *LAB,
    ):
        person.go(address)
        yield address
    for wrong in ("/r?code=x", "/t/nowhere"):
        person.go(wrong)
        yield wrong
    person.complaints.clear()  # a browser says by itself that it was refused something
    open_code = host.open_table("undesix")
    person.go(f"/r/{open_code}")
    yield "join"
    guarded = host.open_table("d6", door="guarded")
    person.go(f"/r/{guarded}")
    person.page.locator("#name").fill("Ana")
    person.page.locator("button.go").click()
    person.see("#waiting")
    yield "waiting"
    person.try_out("cle-en-main")
    for page in ("menu", "invite", "lien", "effacer", "supprimer"):
        person.go(f"/t/{person.tried}/{page}")
        yield page
    person.go(f"/oublier?table={person.tried}")
    yield "forget"
    person.go("/")
    yield "home with a table"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("size", "theme"), WAYS)
def test_pages_of_characters(sit: Sit, game: str, size: str, theme: str) -> None:
    person = sit(size=SIZES[size], theme=theme)
    assert collected(person, _of_characters(person, game)) == ""


def _of_characters(person: Sitting, game: str) -> Iterator[str]:
    for address in ("/personnages", f"/personnages/{game}"):
        person.go(address)
        yield address
    person.tap(person.page.locator('.folks a[href*="/prets/"]').first)
    yield "ready"
    person.begin(game, WAYS_TO_MAKE[game])
    for n in range(person.page.locator(".stepped li").count()):
        person.step(n)
        yield f"step {n}"
    person.draw_one(game)
    yield "kept"
    person.try_out(game)
    person.go(f"/t/{person.tried}/personnages")
    yield "at a table"


@pytest.mark.parametrize("lang", LOCALES)
@pytest.mark.parametrize(("size", "theme"), WAYS)
def test_lists_of_characters_and_rules(sit: Sit, size: str, theme: str, lang: str) -> None:
    person = sit(size=SIZES[size], theme=theme, locale=LOCALES[lang])
    assert collected(person, _lists(person)) == ""


def _lists(person: Sitting) -> Iterator[str]:
    for address in ("/personnages", "/regles", "/regles/undesix?q=initiative"):
        person.go(address)
        yield address
    for game in GAMES:
        person.go(f"/personnages/{game}")
        yield f"characters of {game}"
        person.go(f"/regles/{game}")
        for kind in ("details.papers", "details.example", "details.ruled"):
            for fold in person.page.locator(f"{kind} > summary").all()[:3]:
                fold.click()
        yield f"rules of {game}, some folds open"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("size", "theme"), WAYS)
def test_pages_of_a_table(sit: Sit, game: str, size: str, theme: str) -> None:
    person = sit(size=SIZES[size], theme=theme)
    assert collected(person, _of_table(person, game)) == ""


def _of_table(person: Sitting, game: str) -> Iterator[str]:
    evening = EVENINGS[game]
    person.try_out(game)
    began = person.view()["seen"]
    yield "table"
    person.prepare()
    yield "prepared"
    for fold in person.page.locator("#prepare details > summary").all():
        if fold.is_visible():
            fold.click()
    yield "prepared, all folds open"
    person.roll()
    person.ask_why()
    yield "result, why"
    for tab in ("fiche", "scene"):
        person.open_tab(tab)
        yield tab
    for page in (
        "journal",
        "journal?at=9&ask=rewind",
        "journal/recit",
        "journal/seances",
        "carnet",
        "journal/des",
        "fin",
        "fin?step=2",
        "ecran",
    ):
        person.go(f"/t/{person.tried}/{page}")
        yield page
    person.go(f"/regles/{game}?table={person.tried}&at=fiche")
    yield "rules, from a table"
    person.go(f"/regles/{game}/premiere-soiree")
    yield "first evening"
    person.go(f"/t/{person.tried}")
    for option, value in evening.options.items():
        person.command("option", option=option, value=value)
    person.command("arrange", opponents="played")
    if person.view()["pending"]:
        person.command("abandon")
    if any(line["n"] > began and line["name"] == "acted/1" for line in person.told()):
        person.command("take-back", to=began)  # whatever the dice did meanwhile
    person.take_up(evening.foe, evening.asking, p__target=evening.players[0])
    person.launch(evening.faces)
    expect(person.questions().first).to_be_visible()
    yield "decision"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("size", "theme"), WAYS)
def test_moments_of_a_game(sit: Sit, game: str, size: str, theme: str) -> None:
    """Folds open, two ways compared, real dice, a number opened, a decision, a fight ended."""
    person = sit(size=SIZES[size], theme=theme)
    assert collected(person, _seen(person, moments.of_a_game(game))) == ""


@pytest.mark.parametrize(("size", "theme"), WAYS)
def test_moments_elsewhere(sit: Sit, size: str, theme: str) -> None:
    """A spell half composed, a refusal, long names, an empty table, pages that are not there."""
    person = sit(size=SIZES[size], theme=theme)
    assert collected(person, _seen(person, moments.elsewhere())) == ""


def _seen(person: Sitting, shown: Iterator[moments.Moment]) -> Iterator[str]:
    for name, come in shown:
        come(person)
        yield name
