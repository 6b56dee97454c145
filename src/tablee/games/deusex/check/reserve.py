"""The DeusEx reserve: bonus dice, awards, and when its points return."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from tablee.dice import Roll
from tablee.games.deusex.book import BOOK, POINTS
from tablee.games.deusex.options import RESERVE_REFILL
from tablee.games.deusex.sheet import MAX_RESERVE, Sheet
from tablee.rules.action import PLAY, Effect, Kind, Outcome, Put, Scene, action, part
from tablee.rules.cast import everybody
from tablee.rules.decision import Decision
from tablee.rules.fields import Annotated, Ask, Audience, Between, Declared, Label, Nothing, OneOf
from tablee.rules.forms import HOW, WHOM
from tablee.rules.why import Note
from tablee.text import Text

READY = BOOK.grade("ready")
REWARDED = BOOK.grade("rewarded")

MAX_AWARDED = 20  # at once
MAX_ON_A_ROLL = 20  # DEX-RESERVE-03: the document sets no limit, but a player must pick up the dice
HOW_MANY = Text(
    fr="Points de réserve, un dé chacun ?",
    en="Reserve points, one die each?",
)


def cannot_spend(sheet: Sheet) -> Note | None:
    """DEX-RESERVE-02: the refusal to spend a point that a sheet does not have."""
    return None if sheet.reserve else BOOK.note("DEX-RESERVE-02:insufficient", who=sheet.name)


@cache
def offered(reserve: int, hurt: bool = False) -> Decision[int]:
    """DEX-RESERVE-03: from no point to all those left, within what one roll takes, one die each.

    A sensible person keeps the last one until they are `hurt`, and then spends one at a time.
    """
    options = tuple(range(min(reserve, MAX_ON_A_ROLL) + 1))
    labels = tuple(Text(str(points), str(points)) for points in options)
    price, sensible = (("reserve", 1),), int(hurt or reserve > 1)
    return Decision("deusex.bonus", options, 0, HOW_MANY, labels, "DEX-RESERVE-03", price, sensible=sensible)


def bonus_dice(scene: Scene[Sheet], rolling: tuple[str, ...], roll: Roll) -> dict[str, int]:
    """DEX-RESERVE-03: asked of everyone about to roll who has points left, on one card."""
    nothing, asked = scene.once(offers, rolling)
    return {**nothing, **roll.choose_each(asked)} if asked else nothing


def offers(scene: Scene[Sheet], rolling: tuple[str, ...]) -> tuple[dict[str, int], dict[str, Decision[int]]]:
    asked = {
        who: offered(points, scene[who].pv < scene[who].pv_max) for who in rolling if (points := scene[who].reserve) > 0
    }
    return dict.fromkeys(rolling, 0), asked


@dataclass(frozen=True)
class Spend:
    """DEX-RESERVE-02: points gone, whatever comes of them; those that served elsewhere while a roll that was asked for
    waited are refused.
    """

    who: str
    points: int

    def on(self, sheet: Sheet) -> Sheet:
        if self.points > sheet.reserve:
            raise BOOK.note("DEX-RESERVE-02:gone", who=sheet.name, points=self.points, left=sheet.reserve).refused()
        return sheet.with_changes(reserve=sheet.reserve - self.points)


@dataclass(frozen=True)
class Awarded:
    """DEX-RESERVE-01: the level and the points at hand rise together."""

    who: str
    points: int

    def on(self, sheet: Sheet) -> Sheet:
        return sheet.with_changes(reserve=sheet.reserve + self.points, reserve_level=sheet.reserve_level + self.points)


@dataclass(frozen=True)
class Refilled:
    """DEX-RESERVE-02: back to the level."""

    who: str

    def on(self, sheet: Sheet) -> Sheet:
        return sheet.with_changes(reserve=max(sheet.reserve, sheet.reserve_level))


def spendings(bonuses: dict[str, int]) -> tuple[Effect, ...]:
    if not any(bonuses.values()):
        return ()
    return tuple(Spend(who, points) for who, points in bonuses.items() if points)


class Award(Declared):
    """Whom the MJ rewards, and how much."""

    to: Annotated[str, OneOf(everybody, helps=True), Label(fr="À qui", en="To whom"), Ask(WHOM)]
    points: Annotated[int, Between(1, MAX_AWARDED), Label(fr="Combien", en="How many"), Ask(HOW, unit=POINTS)] = 1


def cannot_award(scene: Scene[Sheet], do: Award | None) -> Note | None:
    """DEX-RESERVE-01: a sheet holds only so much."""
    if do is None:
        return None
    sheet = scene[do.to]
    full = max(sheet.reserve, sheet.reserve_level) + do.points > MAX_RESERVE
    return BOOK.note("DEX-RESERVE-01:full", who=sheet.name, most=MAX_RESERVE) if full else None


@action(
    "deusex.award-reserve",
    Award,
    fr="Donner des points de réserve",
    en="Award reserve points",
    refuse=cannot_award,
    by=Audience.MJ,
    kind=Kind.GROWTH,
)
def award_reserve(scene: Scene[Sheet], do: Award, roll: Roll) -> Outcome:
    """DEX-RESERVE-01: only the MJ makes a reserve grow."""
    headline = BOOK.note("DEX-RESERVE-01", who=scene[do.to].name, points=do.points)
    return Outcome((part(do.to, REWARDED),), headline, (Awarded(do.to, do.points),))


@action(
    "deusex.new-scenario", Nothing, fr="Commencer un scénario", en="Begin a scenario", by=Audience.MJ, kind=Kind.SCENE
)
def new_scenario(scene: Scene[Sheet], do: Nothing, roll: Roll) -> Outcome:
    """DEX-RESERVE-02, -05: reserves return, the Test DeusEx is free again, old tasks are forgotten."""
    refilled = tuple(Refilled(who) for who in scene.cast)
    return Outcome(
        (part(PLAY, READY),),
        BOOK.note("DEX-RESERVE-02:new_scenario"),
        (*refilled, Put(PLAY, "deusex_used", False), Put(PLAY, "task", 0)),
    )


@action("deusex.new-seance", Nothing, fr="Commencer une séance", en="Begin a session", by=Audience.MJ, kind=Kind.SCENE)
def new_seance(scene: Scene[Sheet], do: Nothing, roll: Roll) -> Outcome:
    """DEX-RESERVE-02: a session of play refills reserves only where the table reads the document so."""
    refills = scene.option(RESERVE_REFILL) == "seance"
    effects = tuple(Refilled(who) for who in scene.cast) if refills else ()
    return Outcome((part(PLAY, READY),), BOOK.note("DEX-RESERVE-02:new_seance", refilled=refills), effects)
