"""A tale: people who play an adventure and know nothing of it but what they see, until it has come to an end.

They come in by the three ways of its door: alone, with others, or with one of them as its MJ.
"""

from __future__ import annotations

import random
import re
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, expect, sync_playwright
from tests.web.serving import Server

from browser.chromium import started
from browser.seats import Sitting
from browser.wandering.guide import Guide
from browser.wandering.luck import HOUSE
from browser.wandering.questions import faults_of_page
from browser.wandering.sight import Sight, Thing
from browser.wandering.tempers import TABS, answers, in_front, proposed
from browser.wandering.walk import GAMES, Plan, Walk, awaited
from browser.wandering.walker import Stuck, Walker
from tablee.adventures.folder import adventures_of

ALONE, TOGETHER, LED = "alone", "together", "mj"  # the ways in, as the door of an adventure names them
SEATS = {ALONE: 1, TOGETHER: 3, LED: 3}
STEPS, MAX_TAPS = 400, 4
ROUNDS = 12  # of a fight, after which an MJ would end it
QUEST, LED_PART = ("Que faites-vous ?", "What do you do?"), ("L’aventure", "The adventure")
BEFORE = ("Sous vos yeux", "Before you")
SETTLE = re.compile(r"^(Trancher|Continuer sans attendre|Settle|Go on without)")
READ, BRING = re.compile(r"^(Lire à tous|Read to all)$"), re.compile(r"^(Amener|Bring in)$")
ASK, HAPPENS = re.compile(r"^(Demander ce jet|Ask for this roll)$"), re.compile(r"^(C’est ce qui|This is what)")
OUTCOME = re.compile(r"^(Cela arrive|Réussi|Raté|It happens|Success|Failure)\b")
DICE = re.compile(r"d’après les dés|by the dice")  # of an outcome that was rolled
FOUGHT = {"lost": re.compile(r"^(Perdu|Lost)\b"), "away": re.compile(r"^(En fuite|Away)\b")}
WON = re.compile(r"^(Gagné|Won)\b")
OPEN_FIGHT = re.compile(r"^(Ouvrir le combat|Open the fight)$")


def reading(sight: Sight, phone: bool, chance: random.Random, wanted: Sequence[str] = ()) -> Thing | None:
    """Somebody who plays: answers what is asked, settles what was said, tries something that is offered: what is wanted
    of it, if it is there.
    """
    if asked := answers(in_front(sight, phone)):
        return chance.choice(asked)
    offered = [one for one in sight.part(*QUEST) if one.role == "button" and one.tappable]
    if settled := [one for one in offered if SETTLE.match(one.name)]:
        return settled[0]
    liked = [one for one in offered if _plain(one.name).startswith(tuple(map(_plain, wanted)))] if wanted else []
    return chance.choice(liked or offered) if offered else proposed(sight, phone, chance)


def _plain(label: str) -> str:
    """What something is called, however its signs are written."""
    return re.sub(r"\s", " ", label.replace("’", "'"))


class Astray(Exception):
    """The end that a tale was to come to is out of reach: the dice, or what was tried, led away from it."""


class Tale(Walk):
    """People who play the adventure for newcomers of a game, held one way."""

    def __init__(self, plan: Plan, how: str, sit: Any, into: Path, guide: Guide | None = None) -> None:
        super().__init__(plan, sit, into)
        self.how, self.end, self.guide = how, "", guide
        self.asked = ""  # what the MJ has asked a roll for
        self.taps: Counter[str] = Counter()  # of each person since the last text, outside fights
        self.read_scene = ""  # the scene that the MJ has read last
        self.fought = ""  # "open" once the MJ has opened the fight of the scene

    def seated(self) -> None:
        first = self.mj.sitting
        first.go("/")
        first.tap(first.page.locator(f'[data-game="{self.plan.game}"] a.try'))
        if self.how != ALONE:
            first.page.locator("#name").fill(self.mj.name)
        first.tap(first.page.locator(f'section.ways button[value="{self.how}"]'))
        first.page.wait_for_url("**/t/**")
        self.table = f"/t/{first.table}"
        if self.how == ALONE:
            return
        code = first.see(".bigcode").inner_text()
        for walker in self.walkers[1:]:
            page = walker.sitting.page
            walker.sitting.go("/")
            page.locator("#code").fill(code)
            page.keyboard.press("Enter")
            page.locator("#name").fill(walker.name)
            page.locator("button.go").click()
            walker.sitting.see("#cards")
            if self.how == LED:  # « Qui jouez-vous ? »: where the table holds it, the walk begins with that
                walker.sitting.tap(self.chance.choice(page.locator("#quest .pick").all()))
                expect(page.locator("#quest .pick")).to_have_count(0)
        first.go(f"{self.table}/mj" if self.how == LED else self.table)

    def _walk(self, steps: int) -> None:
        while self.steps < steps:
            view = self._quiet()
            tale = view["adventure"]
            self.end = self.end or _end(view)
            if self.end:
                return
            wanted = self._whispered()
            walker = self._whose(view)
            fighting, texts = bool(view["play"].get("round")), tale["texts"]
            self.steps += 1
            self._step(walker, wanted)
            after = self.last = self.view()
            if wrong := faults_of_page(walker.sitting):
                raise Stuck(f"{walker.name}: {'; '.join(dict.fromkeys(wrong))}")
            if fighting or after["adventure"]["texts"] != texts:
                self.taps.clear()
            elif self.how != LED:
                self.taps[walker.name] += 1
                if self.taps[walker.name] > MAX_TAPS:
                    raise Stuck(f"{walker.name}: {self.taps[walker.name]} taps since the last text")
            if fighting and view["play"]["round"] > ROUNDS * 2:
                raise Stuck("the fight does not end")
        raise Stuck("no end is reached")

    def _whispered(self) -> Sequence[str]:
        """What leads to the end that is wanted; nothing where none is."""
        found = self.guide.whispered(self.table[3:], self.plan.seed) if self.guide else ()
        if found is None:
            raise Astray
        return found

    def _read(self, sight: Sight, walker: Walker, wanted: Sequence[str]) -> Thing | None:
        return reading(sight, walker.phone, self.chance, wanted)

    def _whose(self, view: dict[str, Any]) -> Walker:
        """Who does something next: somebody who is waited for; in a story, whoever has not chosen yet."""
        if self.how == ALONE:
            return self.mj
        views = self._views(view)
        waited = [one for one in self.walkers if awaited(views[one])]
        if view["play"].get("round") or view["pending"]:
            return self.chance.choice(waited or self.walkers)
        if self.how == LED:
            asked = [one for one in self.walkers[1:] if _owes_a_roll(views[one])]
            return self.chance.choice(asked) if asked else self.mj
        chosen = {seat for one in view["adventure"]["choices"] for seat in one["votes"]}
        rest = [one for one in self.walkers if views[one]["you"] not in chosen]
        return self.chance.choice(rest) if rest else self.mj

    def _step(self, walker: Walker, wanted: Sequence[str]) -> None:
        leads = self.how == LED and walker is self.mj
        if leads:
            self._at_their_page(walker)
        sight = walker.look()
        view = self.view_of(walker)
        between = not (view["play"].get("round") or view["pending"] or sight.part(*QUEST))
        back = [one for one in sight.taps() if one.inside(*TABS) and one.name in ("Table", "The table")]
        if self.how != LED and between and back and "current" not in back[0].states:
            thing: Thing | None = back[0]  # the story goes on there, wherever the fight was looked at
        else:
            thing = (self._led if leads else self._read)(sight, walker, wanted)
        if thing:
            walker.do(thing, sight)
        else:
            walker.picture("waits")
            walker.sitting.page.wait_for_timeout(300)

    def _at_their_page(self, walker: Walker) -> None:
        """An MJ plays fights and answers at the table, and leads from their own screen."""
        view = self.view()
        plays = bool(view["play"].get("round") or view["pending"])
        if ("/mj" in walker.sitting.page.url) == plays:
            walker.sitting.go(self.table if plays else f"{self.table}/mj")

    def _led(self, sight: Sight, walker: Walker, wanted: Sequence[str]) -> Thing | None:
        """The MJ: brings people in, reads, asks, then says what happens by the dice; opens a fight that is due, and
        tells how it came out.
        """
        here = [one for one in sight.part(*LED_PART) if one.tappable]
        if not here:
            return reading(sight, walker.phone, self.chance)

        def named(names: re.Pattern[str]) -> list[Thing]:
            return [one for one in here if names.search(one.name)]

        scene = next((one.words for one in sight.part(*LED_PART) if one.role == "paragraph"), "")
        reads = [one for one in sight.part(*BEFORE) if READ.match(one.name) and one.tappable]
        if scene != self.read_scene:
            if brings := named(BRING):
                return brings[0]
            if reads:
                self.read_scene, self.asked = scene, ""
                return reads[0]
        headings = [one.name for one in sight.part(*LED_PART) if one.role == "heading"]
        if len(headings) > 1 and not named(OUTCOME) and not named(WON):
            self.end = headings[1]
            return None
        if happens := named(HAPPENS):  # stands open once it was looked at, or once the dice said so
            return happens[-1]
        ended, outcomes = self.view()["ended"], named(OUTCOME)
        if not outcomes:
            told = named(FOUGHT.get(ended["how"], WON)) or named(WON) if ended else []
            return told[0] if told else next(iter(named(OPEN_FIGHT)), None)
        tries = _tries(sight)
        if self.asked in tries:  # they rolled, and the game does not say how they came out together
            return self.chance.choice([one for one in tries[self.asked] if OUTCOME.match(one.name)])
        self.asked = self.chance.choice(
            [label for label in tries if _plain(label) in map(_plain, wanted)] or list(tries)
        )
        return tries[self.asked][0]


def _tries(sight: Sight) -> dict[str, list[Thing]]:
    """What may be tried, as the MJ’s page lists it: the button that asks for its roll, then what follows, by name."""
    found, label, named = dict[str, list[Thing]](), "", True
    for one in sight.part(*LED_PART):
        if one.role == "listitem":
            named = False
        elif one.role == "text" and not named:
            label, named = one.words, True
        elif label and one.tappable and (ASK.match(one.name) or OUTCOME.match(one.name)):
            found.setdefault(label, []).append(one)
    return found


def _owes_a_roll(view: dict[str, Any]) -> bool:
    """Whether the MJ has asked somebody whom this seat plays for a roll that they have not made."""
    mine = {who for who, one in view["cast"].items() if one["owner"] == view["you"]}
    return any(mine & {*one["who"]} - one["done"].keys() for one in view["requests"].values() if not one["closed"])


def _end(view: dict[str, Any]) -> str:
    """The title of the end that a tale has come to, as everybody reads it; "" before."""
    ended = view["adventure"]["end"]
    return str(ended["text"]["fr"]) if ended else ""


class Asked(NamedTuple):
    """Which tales: so many from one seed, how they are held, the games in turn unless one is told; or, with `ends`, as
    many for each end of each game as it takes to come to it, and no more than that.
    """

    tales: int
    seed: str
    game: str
    how: str
    into: str
    ends: bool = False


def tell(asked: Asked) -> int:
    """Tales one after the other, and the ends that they came to; how many went wrong, or never came to their end."""
    asked = asked if asked.seed else asked._replace(seed=f"{random.SystemRandom().randrange(10**6)}")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        luck = Path(folder) / "luck"
        luck.write_text("")
        house = Server(f"{folder}/tables.db", "--limit", "tables-per-address=0", code=HOUSE.format(path=str(luck)))
        telling = Telling(asked, started(playwright), house, luck)
        try:
            (telling.each_end if asked.ends else telling.some)()
        finally:
            telling.browser.close()
            house.stop()
    print(f"{telling.told} tales, {telling.wrong} wrong: {dict(telling.ends)}")
    return telling.wrong


class Telling:
    """Tales in one house, one after the other."""

    def __init__(self, asked: Asked, browser: Browser, house: Server, luck: Path) -> None:
        self.asked, self.browser, self.house, self.luck = asked, browser, house, luck
        self.ends, self.told, self.wrong = Counter[str](), 0, 0

    def some(self) -> None:
        """So many tales, to whatever end they come."""
        for n in range(self.asked.tales):
            self.tale(f"{self.asked.seed}.{n}", self.asked.game or GAMES[n % len(GAMES)])

    def each_end(self) -> None:
        """A tale to each end; another one is begun where the dice lead away from it."""
        for game in [self.asked.game] if self.asked.game else GAMES:
            book = next(one for one in adventures_of(game).values() if one.adventure.first)
            for end in book.adventure.ends:
                guide = Guide(self.house.database, book, end)
                reached = any(self.tale(f"{self.asked.seed}.{end}.{n}", game, guide) for n in range(self.asked.tales))
                if not reached:
                    self.wrong += 1
                    print(f"NEVER {game}: {end}", flush=True)

    def tale(self, seed: str, game: str, guide: Guide | None = None) -> bool:
        """Whether one tale came to its end, or to the one that is wanted."""
        how, begun = self.asked.how, time.monotonic()
        plan = replace(Plan.drawn(seed, game, "defaults", SEATS[how]), game=game)
        self.luck.write_text(f"{plan} {how}")
        self.told += 1
        try:
            tale = told(self.browser, self.house, plan, how, Path(self.asked.into), guide=guide)
        except Astray:
            return False
        except Stuck as stuck:
            self.wrong += 1
            print(f"WRONG {how} {stuck}", flush=True)
            return False
        self.ends[f"{game}: {tale.end}"] += 1
        print(f"ok {plan} {how}: {tale.end}, {tale.steps} steps, {time.monotonic() - begun:.0f} s", flush=True)
        return guide is None or tale.end in guide.titles


def told(browser: Browser, house: Server, plan: Plan, how: str, into: Path, guide: Guide | None = None) -> Tale:
    """One tale to its end; Stuck where somebody does not get on, Astray where the end that is wanted is lost."""
    people: list[Sitting] = []

    def sit(**given: Any) -> Sitting:
        people.append(Sitting(browser, f"http://127.0.0.1:{house.port}", **given))
        return people[-1]

    tale = Tale(plan, how, sit, into, guide)
    try:
        tale.go(STEPS)
    finally:
        for one in people:
            one.context.close()
    return tale
