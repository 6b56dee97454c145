"""Pictures of every page: phone and desktop, light and dark, French and English, in one folder with an index page."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path

from playwright.sync_api import sync_playwright
from tests.web.serving import Server

from browser import moments
from browser.chromium import started
from browser.posed import Pose, posed
from browser.seats import DESKTOP, PHONE, Sitting

GAMES = ("undesix", "cle-en-main", "deusex", "d6")
WAYS_TO_MAKE = {
    "undesix": "undesix.create",
    "cle-en-main": "cle-en-main.join",
    "deusex": "deusex.create",
    "d6": "d6.create",
}  # the wizard of each game
SIZES = {"phone": PHONE, "desktop": DESKTOP}
THEMES = ("light", "dark")
LOCALES = {"fr": "fr-FR", "en": "en-GB"}
PANELS = ("scene", "ask", "cast", "shelf", "papers", "seats", "rules")
SCREEN = {"width": 1920, "height": 1080}  # of a television
DUELS = {
    "undesix": ("nicolas", "brigand"),
    "cle-en-main": ("octavie", "contremaitre"),
    "deusex": ("youssef", "vigile"),
    "d6": ("mael", "bandit"),
}
INDEX = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Tablée: pictures</title>
<style>body{{font:16px system-ui;margin:2rem}}figure{{display:inline-block;margin:.5rem;vertical-align:top}}
img{{height:420px;border:1px solid #999}}figcaption{{font-size:.8rem}}</style>
<h1>Tablée, page by page</h1>{figures}</html>"""
FIGURE = (
    '<figure><a href="{name}"><img src="{name}" alt="{name}" loading="lazy"></a>'
    "<figcaption>{name}</figcaption></figure>"
)

Shot = tuple[str, Callable[[Sitting], None]]


def shots(folder: str, only: str = "", whole: bool = False) -> int:
    """Write the pictures whose names hold a word into a folder, with an index; how many there are. `whole`: as long as
    their pages, not as the window.
    """
    into = Path(folder)
    into.mkdir(parents=True, exist_ok=True)
    names: list[str] = []
    with tempfile.TemporaryDirectory() as tables, sync_playwright() as playwright:
        house = Server(str(Path(tables) / "tables.db"), "--limit", "tables-per-address=0")
        browser = started(playwright)
        address = f"http://127.0.0.1:{house.port}"
        posing = any(only in name or name in only for name, _ in evenings({}))
        poses: dict[str, dict[str, Pose]] = {lang: {} for lang in LOCALES}
        if posing or not _named(only):
            for lang, game in product(LOCALES, GAMES):
                poses[lang][game] = posed(browser, address, game, LOCALES[lang])
        ways = list(product(SIZES, THEMES, LOCALES))
        for done, (size, theme, lang) in enumerate(ways, 1):
            how = f"{size}-{theme}-{lang}"
            if only and not any(word in only for word in (size, theme, lang)) and not _named(only):
                continue
            person = Sitting(browser, address, SIZES[size], LOCALES[lang], theme)
            for pose in poses[lang].values():
                person.context.add_cookies(pose.cookies)
            for name, look in (*(evenings(poses[lang]) if poses[lang] else ()), *pages()):
                picture = f"{name}-{how}.png"
                if only in picture:
                    look(person)
                    person.page.wait_for_timeout(150)
                    person.page.screenshot(path=into / picture, full_page=whole)
                    names.append(picture)
                    person.page.set_viewport_size(SIZES[size])  # type: ignore[arg-type]
            person.leave()
            print(f"\r{done}/{len(ways)} {how}   ", end="", flush=True)
        browser.close()
        house.stop()
    figures = "\n".join(FIGURE.format(name=name) for name in sorted(names))
    (into / "index.html").write_text(INDEX.format(figures=figures), "utf-8")
    print(f"\n{len(names)} pictures: {into / 'index.html'}")
    return len(names)


def _named(word: str) -> bool:
    return any(word in name for name, _ in (*pages(), *evenings({})))


def evenings(poses: dict[str, Pose]) -> Iterator[Shot]:
    """The pages of evenings that were posed beforehand, as their MJ sees them; each may be had without the others."""

    def at(game: str, page: str) -> Callable[[Sitting], None]:
        return lambda person: person.go(f"/t/{poses[game].table}{page}")

    for game in GAMES:
        for panel in PANELS:
            yield f"{game}-mj-{panel}", at(game, f"/mj?panel={panel}")
        yield f"{game}-mj-tout", lambda person, game=game: _unfold(person, poses[game].table)  # type: ignore[misc]
        yield f"{game}-soiree-scene", at(game, "?tab=scene")
        yield f"{game}-soiree-journal", at(game, "/journal")
        yield f"{game}-soiree-recit", at(game, "/journal/recit")
        yield f"{game}-soiree-fin", at(game, "/fin?step=2")
        yield f"{game}-ecran", at(game, "/ecran")
        yield f"{game}-tele", lambda person, game=game: _watch(person, poses[game].table)  # type: ignore[misc]


def _unfold(person: Sitting, table: str) -> None:
    """One person of the MJ's screen, unfolded to be set right."""
    person.go(f"/t/{table}/mj?panel=cast")
    person.tap(person.page.locator(".someone summary").first)


def _watch(person: Sitting, table: str) -> None:
    """The shared screen as a television shows it."""
    person.page.set_viewport_size(SCREEN)  # type: ignore[arg-type]
    person.go(f"/t/{table}/ecran")


def pages() -> Iterator[Shot]:
    """Every page, and how to come to it from anywhere."""
    yield "accueil", lambda person: person.go("/")
    yield "credits", lambda person: person.go("/credits")
    yield "garde", lambda person: person.go("/garde")
    yield "ouvrir", lambda person: person.go("/ouvrir/d6")
    yield "personnages", lambda person: person.go("/personnages")
    for game, way in WAYS_TO_MAKE.items():
        yield f"{game}-personnages", lambda person, game=game: person.go(f"/personnages/{game}")  # type: ignore[misc]
        yield f"{game}-creer", lambda person, game=game, way=way: person.begin(game, way)  # type: ignore[misc]
        for n in range(1, 5):
            yield f"{game}-creer-{n + 1}", lambda person, n=n: _go_on(person, n)  # type: ignore[misc]
        yield f"{game}-garde", lambda person, game=game: person.draw_one(game)  # type: ignore[misc]
    for game in GAMES:
        yield f"{game}-table", lambda person, game=game: person.try_out(game)  # type: ignore[misc]
        yield f"{game}-preparer", lambda person: person.prepare()
        yield f"{game}-resultat", lambda person: person.roll()
        yield f"{game}-pourquoi", lambda person: person.ask_why()
        yield f"{game}-fiche", lambda person: person.open_tab("fiche")
        yield f"{game}-scene", lambda person: person.open_tab("scene")
        yield f"{game}-meneur", lambda person: person.go(f"/t/{person.tried}/mj")
        yield f"{game}-meneur-scene", lambda person: person.go(f"/t/{person.tried}/mj?panel=scene")
        yield f"{game}-regles", lambda person, game=game: person.go(f"/regles/{game}")  # type: ignore[misc]
        yield f"{game}-regles-cherchees", lambda person, game=game: person.go(f"/regles/{game}?q=marge")  # type: ignore[misc]
        yield f"{game}-premiere-soiree", lambda person, game=game: person.go(f"/regles/{game}/premiere-soiree")  # type: ignore[misc]
    yield "livres", lambda person: person.go("/regles")
    yield "journal", lambda person: person.go(f"/t/{person.tried}/journal")
    yield "journal-revenir", lambda person: person.go(f"/t/{person.tried}/journal?at=9&ask=rewind#asked")
    yield "journal-recit", lambda person: person.go(f"/t/{person.tried}/journal/recit")
    yield "journal-des", lambda person: person.go(f"/t/{person.tried}/journal/des")
    yield "fin", lambda person: person.go(f"/t/{person.tried}/fin?step=2")
    yield "ecran", lambda person: person.go(f"/t/{person.tried}/ecran")
    for panel in ("ask", "shelf", "papers", "seats", "rules"):
        yield f"meneur-{panel}", lambda person, panel=panel: person.go(f"/t/{person.tried}/mj?panel={panel}")  # type: ignore[misc]
    yield "menu", lambda person: person.go(f"/t/{person.tried}/menu")
    for word in ("lien", "effacer", "supprimer", "invite"):
        yield word, lambda person, word=word: person.go(f"/t/{person.tried}/{word}")  # type: ignore[misc]
    for game in GAMES:
        yield f"{game}-labo", lambda person, game=game: person.go(f"/labo?game={game}")  # type: ignore[misc]
    for game in GAMES:
        yield f"{game}-combat", lambda person, game=game: _see_a_fight(person, game)  # type: ignore[misc]
    yield "labo-regles", lambda person: person.go("/labo/regles?game=undesix&option=roll_under&now=1")
    yield "accueil-tables", lambda person: person.go("/")
    yield "oublier", lambda person: person.go(f"/oublier?table={person.tried}")
    yield "rejoindre", _come_as_a_guest
    yield "attente", _knock
    for game in GAMES:
        yield from moments.of_a_game(game)
    yield from moments.elsewhere()


def _go_on(person: Sitting, n: int) -> None:
    """A step of the character that is being made, where there is one: the last shows what is still refused."""
    if n < person.page.locator(".stepped li").count():
        person.step(n)


def _see_a_fight(person: Sitting, game: str) -> None:
    one, two = DUELS[game]
    person.go(f"/labo/combat?game={game}&one={one}&two={two}")
    person.see("#falls")


def _come_as_a_guest(person: Sitting) -> None:
    """Leave the table that was tried, and come back to it by its code as somebody else."""
    person.go(f"/t/{person.tried}/invite")
    code = person.see(".bigcode").inner_text()
    person.context.clear_cookies()
    person.go(f"/r/{code}")


def _knock(person: Sitting) -> None:
    person.page.locator("#name").fill("Ana")
    person.page.locator("main .go").click()
    person.see("#waiting")
