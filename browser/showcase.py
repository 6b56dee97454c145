"""The pictures of the README: a player's phone, the MJ's screen, the lab; light and dark, in French and in English.

Each has a stamp of the words that its page says: a test asks the pages again, and says which pictures are of yesterday.
"""

from __future__ import annotations

import hashlib
import io
import json
import re
import tempfile
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

from fastapi.testclient import TestClient
from PIL import Image
from playwright.sync_api import Browser, sync_playwright
from tests.web.pages.reading import Page
from tests.web.serving import Server

from browser.chromium import started
from browser.seats import DESKTOP, PHONE
from tablee.table.decide.command import Command
from tablee.table.decide.refusal import Refusal
from tablee.table.log.sqlite import SqliteStore
from tablee.table.service import House
from tablee.table.topics.action import Act
from tablee.table.topics.character import Claim
from tablee.table.topics.chat import Say
from tablee.table.topics.seat import Invite, Join
from tablee.text import Text
from tablee.web.application import application

PICTURES = Path(__file__).parent.parent / "docs/pictures"
STAMPS = PICTURES / "stamps.json"
THEMES, LOCALES = ("light", "dark"), {"fr": "fr-FR", "en": "en-GB"}
SHARP = 1.5  # dots for each point of a picture
QUALITY = 80
STILL = 1200  # milliseconds until nothing moves any more
DOOR = re.compile(r"/r/(\w{3})(\w{3})")  # the code of a table, drawn by chance
CHANGING = re.compile(r"\d+|\s+")  # hours, numbers of lines, spaces
LAB = "/labo?game=deusex&do=deusex.shoot&who=youssef&p.target=vigile"

SPOKEN = Text(fr="Je passe par le parapet !", en="I go along the parapet!")
TOLD = Text(fr="La planche grince sous le loup.", en="The plank creaks under the wolf.")


class Shown(NamedTuple):
    """A picture: its name, the size of its window, the address that it shows, who looks at it, what they unfold."""

    name: str
    size: dict[str, int]
    address: str
    cookies: dict[str, str]
    unfolds: str = ""


def staged(house: House, lang: str) -> list[Shown]:
    """The pictures of a language, of a table that is set and played for them."""
    table, mj_token = house.open_ready("undesix")
    mj = house.seat(table, mj_token)

    def do(seat: str, command: Command) -> Any:
        told = house.submit(table, seat, command)
        assert not isinstance(told, Refusal), told.say("en")
        return told

    ana, jo = (do(mj, Invite()) for _ in range(2))
    for invited, called, who in ((ana, "Ana", "chloe"), (jo, "Jo", "nicolas")):
        do(invited.seat, Join(called=called))
        do(invited.seat, Claim(who=who))
    do(mj, Say(text=TOLD.say(lang)))
    do(ana.seat, Act(actor="chloe", action="undesix.attack", params={"target": "loup"}, faces=(2,)))
    do(jo.seat, Say(text=SPOKEN.say(lang)))
    cookie = f"tablee-seat-{table}"
    return [
        Shown("phone", PHONE, f"/t/{table}", {cookie: ana.token}, ".card .why > summary"),
        Shown("table", DESKTOP, f"/t/{table}/mj", {cookie: mj_token}),
        Shown("lab", DESKTOP, LAB, {}),
    ]


def stamps_of(lang: str) -> dict[str, str]:
    """By picture of a language: a short sum of what its page says today, whatever the hour."""
    with tempfile.TemporaryDirectory() as folder:
        house = House(SqliteStore(Path(folder) / "tables.db"))
        found = {}
        with TestClient(application(house), "http://localhost", headers={"accept-language": lang}) as browser:
            for one in staged(house, lang):
                told = browser.get(
                    one.address, headers={"cookie": "; ".join(f"{k}={v}" for k, v in one.cookies.items())}
                )
                words = Page(told.text).text
                for half in {half for door in DOOR.findall(words) for half in door}:
                    words = words.replace(half, "")
                words = CHANGING.sub(" ", words)
                found[f"{one.name}-{lang}"] = hashlib.sha256(words.encode()).hexdigest()[:16]
        house.store.close()
    return found


def showcase() -> None:
    """Take the pictures, and keep them with their stamps."""
    stamps: dict[str, str] = {}
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = started(playwright)
        for lang in LOCALES:
            database = Path(folder) / f"{lang}.db"
            house = House(SqliteStore(database))
            pictures = staged(house, lang)
            house.store.close()
            server = Server(str(database))
            for one, theme in product(pictures, THEMES):
                name = f"{one.name}-{lang}-{theme}.webp"
                _taken(browser, server, one, lang, theme).save(PICTURES / name, quality=QUALITY, method=6)
                print(name, (PICTURES / name).stat().st_size)
            server.stop()
            stamps |= stamps_of(lang)
        browser.close()
    STAMPS.write_text(json.dumps(stamps, indent=2) + "\n", "utf-8")


def _taken(browser: Browser, server: Server, one: Shown, lang: str, theme: str) -> Image.Image:
    house = f"http://127.0.0.1:{server.port}"
    context = browser.new_context(
        viewport=one.size,  # type: ignore[arg-type]
        locale=LOCALES[lang],
        color_scheme=theme,  # type: ignore[arg-type]
        device_scale_factor=SHARP,
        reduced_motion="reduce",
    )
    context.add_cookies([{"name": name, "value": value, "url": house} for name, value in one.cookies.items()])
    page = context.new_page()
    page.goto(house + one.address)
    if one.unfolds:
        page.locator(one.unfolds).last.click()
    page.wait_for_timeout(STILL)
    picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    context.close()
    return picture
