"""A walk: a few people at a table of one game, each of a temper, until the fight is over or their steps are."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Error

from browser.seats import DESKTOP, PHONE, Sitting
from browser.tables import EVENINGS
from browser.wandering.questions import (
    REFUSAL,
    aims_at_own_side,
    disagreement,
    end_unsaid,
    fallen_unsaid,
    faults_at_widths,
    faults_of_page,
    wait_unsaid,
)
from browser.wandering.tempers import OF_MJ, TEMPERS
from browser.wandering.trail import Trail
from browser.wandering.walker import Stuck, Walker, patient

GAMES = tuple(EVENINGS)
STEPS = 150  # of a walk at most
SIZES = (PHONE, {"width": 320, "height": 640}, {"width": 768, "height": 1024}, DESKTOP)
NAMES = ("Zoé", "Ana", "Bob", "Inès")
LED = 4  # people at a table that an MJ leads
TAPS_TO_A_LINE = 3
AT_WIDTHS = 15  # steps between two looks at a page in every width
PATIENT = 8  # steps without a new line, after which the way on is looked for
SLOW = 10.0  # seconds that opponents who act by themselves may take
SOON = 2.0  # seconds after which a page has heard of a new line
PLAIN = ("defaults", "yes", "no")  # who taps what is proposed, and nothing else
NATURAL = frozenset({*PLAIN, "reloads", "offline", "leaves"})  # who makes the moves that are proposed
LONG = 20  # rounds: the ready fights take some ten at most by natural moves
AFTERWARDS = 20  # steps after the end of a fight, where an MJ leads
CERTAIN_FAILURE = re.compile(r"échec certain|certain failure", re.I)

Sit = Callable[..., Sitting]


@dataclass(frozen=True)
class Plan:
    """What a walk is made of, all of it drawn from its seed."""

    seed: str
    game: str
    tempers: tuple[str, ...]
    sizes: tuple[dict[str, int], ...]
    langs: tuple[str, ...]
    motions: tuple[str, ...] = ()  # whether dice tumble and stamps land; still for all by default

    @classmethod
    def drawn(cls, seed: str, game: str = "", temper: str = "", seats: int = 0, led: bool = False) -> Plan:
        """The plan of a seed; game, temper and number of seats may be said instead, or that an MJ leads three players.
        `123.4` is the seed of walk 4 of those of 123, where the games come in turn.
        """
        chance = random.Random(seed)
        number = chance.choice((1, 1, 2, 3, 4))
        game_drawn, number = chance.choice(GAMES), LED if led else seats or number
        _, dot, n = seed.rpartition(".")
        if dot and n.isdigit():
            game_drawn = GAMES[int(n) % len(GAMES)]
        people = range(number)
        return cls(
            seed,
            game or game_drawn,
            tuple("leads" if led and n == 0 else temper or chance.choice(_of(n, number)) for n in people),
            tuple(chance.choice(SIZES) for _ in people),
            tuple(chance.choice(("fr-FR", "fr-FR", "fr-FR", "en-GB")) for _ in people),
            tuple(chance.choice(("reduce", "no-preference")) for _ in people),
        )

    def __str__(self) -> str:
        who = ", ".join(f"{temper} {size['width']}" for temper, size in zip(self.tempers, self.sizes, strict=True))
        return f"{self.seed} {self.game}: {who}"


def _of(n: int, number: int) -> tuple[str, ...]:
    """The tempers that person n of so many may have: the first of several is the MJ."""
    return OF_MJ if n == 0 and number > 1 else tuple(TEMPERS)


class Walk:
    """People at a table who walk until their steps are over; Stuck at the first question whose answer is no."""

    def __init__(self, plan: Plan, sit: Sit, into: Path) -> None:
        self.plan, self.into, self.trail = plan, into, Trail()
        self.chance = random.Random(f"{plan.seed} steps")
        motions = plan.motions or ("reduce",) * len(plan.tempers)
        people = zip(NAMES, plan.tempers, plan.sizes, plan.langs, motions, strict=False)
        self.walkers = [
            Walker(name, sit(size=size, locale=lang, motion=motion), temper, self.chance, self.trail)
            for name, temper, size, lang, motion in people
        ]
        self.steps, self.table = 0, ""
        self.ended = ""  # how the last fight came out that every seat was told the end of
        self.last: dict[str, Any] = {}  # the MJ's view after the last step
        self.kept: dict[Walker, dict[str, Any]] = {}  # what each seat may know, as of the MJ's last line
        self.passed: set[str] = set()  # kinds of waits that the MJ was seen to be able to pass

    @property
    def late(self) -> int:
        """Taps that were answered later than they should be."""
        return sum(walker.late for walker in self.walkers)

    @property
    def mj(self) -> Walker:
        return self.walkers[0]

    def seated(self) -> None:
        """One alone tries the game out; several open a table and come in by its code."""
        first = self.mj.sitting
        if len(self.walkers) == 1:
            first.try_out(self.plan.game)
            self.table = f"/t/{first.table}"
            return
        code = first.open_table(self.plan.game, NAMES[0])
        self.table = f"/t/{first.table}"
        for walker in self.walkers[1:]:
            page = walker.sitting.page
            walker.sitting.go("/")
            page.get_by_role("textbox", name="Rejoindre une table").or_(
                page.get_by_role("textbox", name="Join a table")
            ).fill(code)
            page.keyboard.press("Enter")
            page.get_by_label("Votre nom").or_(page.get_by_label("Your name")).fill(walker.name)
            page.locator("button.go").click()
            walker.sitting.see("#cards")

    def go(self, steps: int = STEPS) -> None:
        """Walk; what goes wrong is written with its pictures, and told with the seed."""
        try:
            self.seated()
            self._walk(steps)
        except AssertionError as wrong:
            for walker in self.walkers:
                walker.picture("as it stands")
            path = self.trail.write(self.into, f"{self.plan.seed} {self.plan.game}", f"{self.plan}\n{wrong}")
            raise Stuck(f"{self.plan} at step {self.steps}: {wrong} (pictures: {path})") from wrong

    def _walk(self, steps: int) -> None:
        since, told = (
            0,
            0,
        )  # steps of those who are waited for without a new line; the line of the last end that was told
        while self.steps < steps:
            view = self._quiet()
            if endless(view, self.plan.tempers):
                raise Stuck(f"the fight does not end: {waiting_for(view)}")
            ended = view["ended"]["n"] if view["ended"] else 0
            if (over(view) and not ended) or ended > told:
                told = self._end_is_told()
                if self.mj.temper != "leads":
                    return
                steps = min(steps, self.steps + AFTERWARDS)
            views = self._views(view)
            waited = [one for one in self.walkers if awaited(views[one])]
            self._can_be_passed(view)
            if since >= PATIENT:
                self._way_on(waited or self.walkers, view)
                since = 0
                continue
            walker = self.chance.choice(waited if waited and self.chance.random() < 0.85 else self.walkers)
            self.steps += 1
            did = walker.step(walker.look())
            if walker.launched:
                self._launch_is_right(walker, views[walker]["seen"])
            after = self.last = self.view()
            self._looked_at(walker, after)
            if after["seen"] > view["seen"]:
                since = 0
                for one in self.walkers:
                    one.fruitless = 0
                self._told_on_every_seat(after)
                continue
            if view["ended"] and not view["play"].get("round"):
                continue  # the fight is over: what follows is told, and nobody has to do any of it
            since += walker in waited or not waited
            if did and walker in waited and walker.temper in PLAIN:
                self._leads_on(walker, view)

    def _leads_on(self, walker: Walker, view: dict[str, Any]) -> None:
        """On one's turn, what is proposed leads to a new line within three taps."""
        walker.fruitless += 1
        if walker.fruitless >= TAPS_TO_A_LINE and not self._later(view["seen"], SOON):
            raise Stuck(f"{walker.name} taps what is proposed, and nothing comes of it: {waiting_for(view)}")

    def _can_be_passed(self, view: dict[str, Any]) -> None:
        """Where players are waited for, the MJ's screen names them and has a way on without them: asked at the first
        wait of each kind.
        """
        you, cast, asked = view["you"], view["cast"], view["pending"] or {}
        requests = [one for one in view["requests"].values() if not one["closed"]]
        for kind, people in (
            ("answer", [who for who in asked.get("waiting_for", []) if who not in asked.get("unaware", ())]),
            ("roll", [who for one in requests for who in one["who"] if who not in one["done"]]),
            ("turn", [one["who"] for one in view["turns"] if one["when"] == "now"] if not view["pending"] else []),
        ):
            late = [who for who in people if who in cast and cast[who]["owner"] not in ("", you)]
            fights = kind != "turn" or (view["play"].get("round") and not view["ended"])
            if kind in self.passed or not late or not fights or view["paused"]:
                continue
            self.passed.add(kind)
            screen = self.mj.sitting.fetched(f"{self.table}/mj").text()
            notice = screen[screen.index('id="awaited"') :].partition("</aside>")[0]
            if not re.search(r"<button|<a ", notice):
                raise Stuck(f"the MJ cannot pass the {kind} of {late}")

    def _launch_is_right(self, walker: Walker, seen: int) -> None:
        """What a page proposes is accepted, and what cannot succeed was said to before it was thrown."""
        view, until = self.view_of(walker), time.monotonic() + patient(SOON)
        while view["seen"] == seen and time.monotonic() < until:
            walker.sitting.page.wait_for_timeout(50)
            view = self.view_of(walker)
        walker.chose = walker.chose and view["seen"] == seen
        if view["seen"] == seen and walker.as_proposed and (no := walker.sitting.page.evaluate(REFUSAL)):
            raise Stuck(f"{walker.name}: what is proposed is refused: {no}")
        thrown = [line for line in self.lines_of(walker)[seen:] if line["by"] == view["you"] and line.get("rolls")]
        if any(one.get("success") == "0" for one in thrown) and not CERTAIN_FAILURE.search(walker.launched):
            raise Stuck(f"{walker.name} throws what cannot succeed, and nothing said so: {walker.launched[:300]}")

    def _told_on_every_seat(self, after: dict[str, Any]) -> None:
        """Once a line is new, every seat at the table reads whom it waits for, and who has fallen; and all agree."""
        for walker in self.walkers:
            until = time.monotonic() + patient(SOON)
            while wrong := self._untold(walker, self._views(after)[walker]):
                if time.monotonic() > until:
                    raise Stuck(f"{walker.name}: {'; '.join(wrong)}")
                walker.sitting.page.wait_for_timeout(50)
                after = self.view()
        while wrong := disagreement(list(self._views(after).values())):  # some may be told of a line that came since
            if self.view()["seen"] == after["seen"]:
                raise Stuck(f"seats disagree: {'; '.join(wrong)}")
            after = self._quiet()

    def _untold(self, walker: Walker, view: dict[str, Any]) -> list[str]:
        page = walker.sitting.page
        if urlsplit(page.url).path != self.table or only_alone(view) or view["ended"]:
            return []
        try:
            return [one for one in (wait_unsaid(page, view), *fallen_unsaid(page, view)) if one]
        except Error:  # the page is being left
            return []

    def _way_on(self, waited: list[Walker], view: dict[str, Any]) -> None:
        """Those who are waited for take what is proposed: within three taps more comes. Who is elsewhere, or filled in
        something else, begins at the page as it opens.
        """
        before = self._lines()
        for walker in waited:
            if walker.chose or urlsplit(walker.sitting.page.url).path != self.table:
                walker.forget()
                walker.sitting.go(self.table)
            for _ in range(TAPS_TO_A_LINE):
                self.steps += 1
                if not walker.take_proposed(walker.look()):
                    break
                self._looked_at(walker, self.view())
                if self._later(before):
                    return
        names = ", ".join(walker.name for walker in waited)
        raise Stuck(f"no way on for {names}: {waiting_for(view)}")

    def _later(self, before: int, within: float = 1.0) -> bool:
        """Whether a new line comes, soon."""
        until = time.monotonic() + patient(within)
        while time.monotonic() < until:
            if self._lines() > before:
                return True
            self.mj.sitting.page.wait_for_timeout(100)
        return False

    def _end_is_told(self) -> int:
        """The end of a fight comes by itself, and every seat reads how it came out, each in their own language.

        Returns the line that tells it.
        """
        line = 0
        for walker in self.walkers:
            until = time.monotonic() + patient(SLOW)
            walker.sitting.go(self.table)
            while not (ended := self.view_of(walker)["ended"]):
                if time.monotonic() > until:
                    raise Stuck(f"{walker.name} is not told how the fight ended")
                walker.sitting.page.wait_for_timeout(100)
            if wrong := end_unsaid(walker.sitting.page, ended):
                raise Stuck(f"{walker.name}: {'; '.join(wrong)}")
            self._looked_at(walker, self.view())
            line, self.ended = max(line, ended["n"]), ended["label"]["text"]["fr"]
        told = [[line["n"] for line in self.lines_of(walker)] for walker in self.walkers]
        if any(lines != list(range(1, len(lines) + 1)) for lines in told):
            raise Stuck(f"lines are missing from what a seat is sent: {told}")
        return line

    def lines_of(self, walker: Walker) -> list[dict[str, Any]]:
        """The lines of the table as the API gives them to a walker's seat."""
        lines: list[dict[str, Any]] = walker.sitting.fetched(f"/api/tables/{self.table[3:]}/lines").json()
        return lines

    def _looked_at(self, walker: Walker, view: dict[str, Any]) -> None:
        """Ask of the page that was tapped, and of the table, what must hold; now and then in every width."""
        wrong: list[str] = []
        with suppress(Error):  # the page is being left
            wrong += faults_of_page(walker.sitting)
            if self.steps % AT_WIDTHS == 0:
                wrong += faults_at_widths(walker.sitting, SIZES)
            if not walker.chose and (aims := aims_at_own_side(walker.sitting.page, view)):
                wrong.append(aims)
        if wrong:
            raise Stuck(f"{walker.name}: {'; '.join(dict.fromkeys(wrong))}")

    def _lines(self) -> int:
        return int(self.view()["seen"])

    def view(self) -> dict[str, Any]:
        """The table as its MJ may know it: who is waited for, never what to tap."""
        return self.view_of(self.mj)

    def view_of(self, walker: Walker) -> dict[str, Any]:
        """The table as the API gives it to a walker's seat, wherever they are."""
        view: dict[str, Any] = walker.sitting.fetched(f"/api/tables/{self.table[3:]}").json()
        return view

    def _views(self, view: dict[str, Any]) -> dict[Walker, dict[str, Any]]:
        """The table as each seat may know it; asked again once the MJ, who sees every line, has seen a new one."""
        if self.kept.get(self.mj, {}).get("seen") != view["seen"]:
            self.kept = {one: view if one is self.mj else self.view_of(one) for one in self.walkers}
        return {**self.kept, self.mj: view}

    def _quiet(self) -> dict[str, Any]:
        """The table once opponents who act by themselves have done so."""
        until, view = time.monotonic() + patient(SLOW), self.last or self.view()
        self.last = {}
        while only_alone(view) and time.monotonic() < until:
            self.mj.sitting.page.wait_for_timeout(100)
            view = self.view()
        if only_alone(view):
            raise Stuck(f"{waiting_for(view)}, who should act alone, and does not")
        return view


def awaited(view: dict[str, Any]) -> bool:
    """Whether a table waits for the seat whose view this is."""
    you, cast = view["you"], view["cast"]
    mj = view["seats"][you]["role"] == "mj"
    if view["paused"]:
        return bool(mj)

    def mine(who: str) -> bool:
        owner = cast[who]["owner"] if who in cast else you
        return bool(owner == you or (mj and not owner))

    if pending := view["pending"]:
        mjs = pending.get("unaware", ()) if mj else ()  # what their player may not know of
        return any(mine(who) or who in mjs for who in pending.get("waiting_for", ()))
    asked = (
        who for one in view["requests"].values() if not one["closed"] for who in one["who"] if who not in one["done"]
    )
    if not mj and any(mine(who) for who in asked):
        return True
    now = [turn["who"] for turn in view["turns"] if turn["when"] == "now" and turn["who"] not in view["by_themselves"]]
    return any(mine(who) for who in now) or (mj and not now)


def only_alone(view: dict[str, Any]) -> bool:
    """Whether only opponents who act by themselves are to act now."""
    now = [turn["who"] for turn in view["turns"] if turn["when"] == "now"]
    fights = bool(view["play"].get("round")) and not over(view)
    return (
        fights and not view["pending"] and not view["paused"] and bool(now) and set(now) <= set(view["by_themselves"])
    )


def over(view: dict[str, Any]) -> bool:
    """Whether one side of a fight has nobody standing, and nobody of it acts yet in the instant that struck them."""
    cast = {who: one for who, one in view["cast"].items() if not one["retired"] and one.get("side")}
    sides = {one["side"] for one in cast.values()}
    standing = {one["side"] for one in cast.values() if one["condition"]["standing"]}
    now = {turn["who"] for turn in view["turns"] if turn["when"] == "now"}
    yet = any(cast[who]["side"] not in standing for who in now & cast.keys())
    return bool(view["play"].get("round")) and len(sides) > 1 and len(standing) < 2 and not yet


def endless(view: dict[str, Any], tempers: Iterable[str]) -> bool:
    """Whether a fight goes on for longer than natural moves take, where nobody makes others."""
    return (view["play"].get("round") or 0) > LONG and NATURAL.issuperset(tempers)


def waiting_for(view: dict[str, Any]) -> str:
    """Whom and what a table waits for, in a few words for whoever mends it."""
    if pending := view["pending"]:
        return f"{pending.get('action')} of {pending.get('actor')} waits for {pending.get('waiting_for')}"
    now = [turn["who"] for turn in view["turns"] if turn["when"] == "now"]
    return f"round {view['play'].get('round')}, now {now}"
