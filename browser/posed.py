"""Tables posed for pictures: an evening of each game well under way, with something of everything that pages show."""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import Any

from PIL import Image, ImageDraw
from playwright.sync_api import Browser

from browser.seats import DESKTOP, Sitting
from browser.tables import EVENINGS

CHASE = "cle-en-main.chase-place"
DEEDS: dict[str, tuple[tuple[str, dict[str, Any]], ...]] = {  # what happens, as commands of the MJ
    "undesix": (
        ("enter", {"ready": "elias"}),
        ("act", {"actor": "chloe", "action": "undesix.attack", "params": {"target": "loup"}, "faces": [2]}),
        ("act", {"action": "undesix.end-fight"}),
        ("act", {"actor": "elias", "action": "undesix.cast-example", "params": {"spell": "F6-10"}, "faces": [1]}),
        ("act", {"action": "undesix.hazard", "params": {"target": "nicolas", "hazard": "fall", "amount": 2}}),
    ),
    "cle-en-main": (
        ("act", {"actor": "octavie", "action": "cle-en-main.attack", "params": {"target": "contremaitre"}}),
        (
            "act",
            {"actor": "contremaitre", "action": "cle-en-main.chase-place", "params": {"progress": 4, "fugitive": True}},
        ),
        ("act", {"actor": "octavie", "action": "cle-en-main.chase-place", "params": {"progress": 2}}),
        ("act", {"actor": "bruno", "action": "cle-en-main.chase-place", "params": {"progress": 1}}),
    ),
    "deusex": (
        ("option", {"option": "stress_rules", "value": True}),
        ("act", {"actor": "youssef", "action": "deusex.shoot", "params": {"target": "vigile"}}),
        ("act", {"actor": "nadia", "action": "deusex.stress", "params": {"incident": "witness_death"}}),
    ),
    "d6": (("act", {"actor": "mael", "action": "d6.attack", "params": {"target": "bandit"}}),),
}


@dataclass(frozen=True)
class Pose:
    """An evening that was posed: its table, the code of its door, and what lets a browser sit down as its MJ."""

    table: str
    code: str
    cookies: list[Any]


def drawn() -> bytes:
    """The plan of a mill, as somebody draws one on a scrap of paper."""
    file = io.BytesIO()
    image = Image.new("RGB", (900, 600), "#f1e4c3")
    pen = ImageDraw.Draw(image)
    for box in ((60, 60, 480, 540), (480, 60, 840, 300), (480, 300, 840, 540)):
        pen.rectangle(box, outline="#5a3d22", width=7)
    pen.ellipse((180, 210, 360, 390), outline="#8a2b1a", width=9)
    pen.line((430, 300, 530, 300), fill="#f1e4c3", width=12)
    for at in range(6):
        pen.line((560 + at * 40, 360, 560 + at * 40, 480), fill="#5a3d22", width=5)
    image.save(file, "JPEG", quality=80)
    return file.getvalue()


def posed(browser: Browser, house: str, game: str, locale: str = "fr-FR") -> Pose:
    """Seat an MJ who reads in a language and two players, and play until there is something of everything to see."""
    evening = EVENINGS[game]
    mj, ana, bob = Sitting(browser, house, DESKTOP, locale), Sitting(browser, house), Sitting(browser, house)
    code = mj.open_table(game)
    ana.join(code, "Ana", evening.players[0])
    bob.join(code, "Bob", evening.players[1])
    for command, given in DEEDS[game]:
        mj.command(command, **given)
        _answer_all(mj)
    ana.command("say", text="On ne passe pas !")
    mj.command("say", text="La planche grince. Quelqu’un respire, tout près.")
    _papers(mj)
    mj.command("arrange", notes="Violence, un peu de peur. Chacun peut mettre la partie en pause sans dire pourquoi.")
    mj.command("prepare", title="La grange, de nuit", text="Du foin, et deux yeux.", who=[evening.aim])
    mj.go(f"/t/{mj.table}/mj?panel=ask")
    with mj.page.expect_response("**/mj/ask?*"):
        mj.page.locator("#ask-do").select_option(f"{game}.test")
    mj.tap(mj.page.locator("#ask-more > summary"))
    mj.page.locator("#ask-title-field").fill("Entendre les pas")
    mj.tap(mj.page.locator("#request button.main"))
    mj.see(".gather")
    ana.go(f"/t/{ana.table}")
    ana.tap(ana.page.locator("#turn a.button"))
    ana.see("#prepare button.go")
    seen = ana.view()["seen"]
    ana.launch()
    ana.moved(seen)
    _answer_all(mj)
    mj.command("arrange", door="guarded")
    guest = Sitting(browser, house)
    guest.go(f"/r/{code}")
    guest.page.locator("#name").fill("Camille")
    guest.page.locator("main .go").click()
    guest.see("#waiting")
    pose = Pose(mj.table, code, list(mj.context.cookies()))
    for one in (mj, ana, bob, guest):
        one.leave()
    return pose


def _papers(mj: Sitting) -> None:
    """A note of the MJ's, a plan that everybody was given, and what is pinned."""
    mj.command("say", kind="note", title="Le blessé", text="C’est le frère du meunier. Il ne le dira qu’à Ana.")
    mj.go(f"/t/{mj.table}/mj?panel=papers")
    mj.page.locator("#write > summary").click()
    mj.page.locator("#paper-file").set_input_files({"name": "plan.jpg", "mimeType": "image/jpeg", "buffer": drawn()})
    mj.page.locator("#paper-title").fill("Le plan du moulin")
    mj.page.locator("#paper-alt").fill("Trois pièces, une meule et un escalier")
    seen = mj.view()["seen"]
    mj.page.locator('#write button[value="handout"]').click()
    mj.moved(seen)
    mj.command("pin", text="On joue jusqu’à minuit.")


def _answer_all(mj: Sitting) -> None:
    """Whatever is asked takes its default, by the MJ's word."""
    for _ in range(12):
        pending = mj.view()["pending"]
        if not pending:
            return
        mj.command("answer", answers={who: asked["default"] for who, asked in pending["asked"].items()})
