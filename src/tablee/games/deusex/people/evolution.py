"""Evolution: points given at the end of a scenario, and what they buy."""

from __future__ import annotations

from collections.abc import Iterable

from tablee.dice import Roll
from tablee.games.deusex.book import BOOK, POINTS
from tablee.games.deusex.check.attempts import gone, unable
from tablee.games.deusex.options import STRESS_RULES, TROUBLE_RULES
from tablee.games.deusex.people.creation import every_aptitude
from tablee.games.deusex.sheet import MAX_XP, Learned, Reshaped, Sheet
from tablee.games.deusex.tables import (
    APTITUDE_SCALE,
    EVOLUTION,
    TALENT_NAMES,
    TALENT_SCALE,
    Rung,
    aptitude_name,
    known_as,
    rung,
)
from tablee.rules.action import Add, Effect, Kind, Outcome, Scene, action, applied, part
from tablee.rules.cast import everybody
from tablee.rules.fields import Annotated, Ask, Audience, Between, Declared, Label, OneOf, Seen
from tablee.rules.forms import HOW, PRICE, WHOM
from tablee.rules.why import Note
from tablee.text import Name, Text

TALENT_STEP, APTITUDE_STEP = "talent", "aptitude"
MAXIMUM = {TALENT_STEP: 5, APTITUDE_STEP: 3}
LOWEST_TALENT = -1
USUAL_AWARD = range(10, 26)


GROWN = BOOK.grade("grown")
AFFECTED = BOOK.grade("changed")


def cost(kind: str, start: int | None, to: int) -> int | str:
    """DEX-EVOL-02…04: the price of every step one after the other, or the sentence why there is none.

    Not to possess an Aptitude is a step below 0.
    """
    below = -1 if kind == APTITUDE_STEP and start is None else start
    if to > MAXIMUM[kind]:
        return "DEX-EVOL-03:above_maximum"
    if below is None or to <= below:
        return "DEX-EVOL-03:not_an_increase"
    steps = [EVOLUTION.get((kind, score)) for score in range(below + 1, to + 1)]
    return "DEX-EVOL-04:not_in_table" if None in steps else sum(filter(None, steps))


class Reward(Declared):
    """To whom, and how many."""

    to: Annotated[str, OneOf(everybody, helps=True), Label(fr="À qui", en="To whom"), Ask(WHOM)]
    points: Annotated[int, Between(0, 200), Label(fr="Combien", en="How many"), Ask(HOW, unit=POINTS)] = 15


def cannot_reward(scene: Scene[Sheet], do: Reward | None) -> Note | None:
    """DEX-EVOL-01: a sheet holds only so much."""
    if do is None or scene[do.to].xp + do.points <= MAX_XP:
        return None
    return BOOK.note("DEX-EVOL-01:full", who=scene[do.to].name, most=MAX_XP)


@action(
    "deusex.award-xp",
    Reward,
    fr="Donner des points d'Évolution",
    en="Award evolution points",
    refuse=cannot_reward,
    by=Audience.MJ,
    kind=Kind.GROWTH,
)
def award_xp(scene: Scene[Sheet], do: Reward, roll: Roll) -> Outcome:
    """DEX-EVOL-01: any number; outside 10 to 25 the line says what is usual."""
    headline = BOOK.note("DEX-EVOL-01", who=scene[do.to].name, points=do.points, usual=do.points in USUAL_AWARD)
    return Outcome((part(do.to, GROWN),), headline, (Add(do.to, "xp", do.points),))


ONE_STEP = LOWEST_TALENT  # nothing can rise to it
EACH_STEP = Text(fr="Chaque échelon se paie, l'un après l'autre.", en="Every step is paid for, one after the other.")
UpTo = Annotated[
    int,
    Between(ONE_STEP, 20),
    Label(fr="Jusqu'à (−1 : un de plus)", en="Up to (−1: one more)"),
    Ask(PRICE, more=True, help=EACH_STEP),
]


def own(scene: Scene[Sheet]) -> dict[str, Text | Name]:
    """The Aptitudes of the one who acts."""
    return {name: aptitude_name(name) for name in (scene.me.aptitudes if scene.actor else ())}


def unknown(scene: Scene[Sheet]) -> dict[str, Text | Name]:
    """The listed Aptitudes that the one who acts does not have."""
    return {name: label for name, label in every_aptitude().items() if name not in own(scene)}


class RaiseTalent(Declared):
    """Which Talent rises, and how far."""

    talent: Annotated[str, OneOf(TALENT_NAMES), Label(fr="Talent", en="Talent"), Ask(HOW)]
    to: UpTo = ONE_STEP


class RaiseAptitude(Declared):
    """Which Aptitude is learned, or rises, and how far."""

    aptitude: Annotated[
        str, Label(fr="Aptitude", en="Aptitude"), Ask(HOW, suggests=lambda scene: {**own(scene), **every_aptitude()})
    ]
    to: UpTo = ONE_STEP


def aim(score: int | None, to: int) -> int:
    """DEX-EVOL-03: the score that is bought: the one named, else the next one."""
    if to != ONE_STEP:
        return to
    return 0 if score is None else score + 1


LEAST_STEP = Text(fr="le moindre progrès", en="The least step")


def short_of(scene: Scene[Sheet], price: int, what: Text | Name) -> Note | None:
    """DEX-EVOL-01, -02: the refusal of a price that the one who acts cannot pay."""
    missing = price - scene.me.xp
    short = BOOK.note(
        "DEX-EVOL-02:insufficient", who=scene.me.name, what=what, cost=price, xp=scene.me.xp, missing=missing
    )
    return short if missing > 0 else None


def too_dear(scene: Scene[Sheet], kind: str, score: int | None, to: int, what: Text | Name) -> Note | None:
    """DEX-EVOL-01, -02: why a score cannot be bought: it has no price, or too high a one."""
    price = cost(kind, score, to)
    return BOOK.note(price, what=what) if isinstance(price, str) else short_of(scene, price, what)


def nothing_to_buy(scene: Scene[Sheet], kind: str, scores: Iterable[int | None]) -> Note | None:
    """DEX-EVOL-02: the refusal for an actor whose points buy a step of none of these scores."""
    prices = [price for score in scores if isinstance(price := cost(kind, score, aim(score, ONE_STEP)), int)]
    if not prices:
        return BOOK.note("DEX-EVOL-03:nothing_higher", who=scene.me.name)
    return short_of(scene, min(prices), LEAST_STEP)


def no_time(scene: Scene[Sheet]) -> Note | None:
    """DEX-EVOL-01: nobody grows in a fight, nor where they cannot act: points are spent once the scenario is over."""
    if scene.play.round:
        return BOOK.note("DEX-EVOL-01:fight", who=scene.me.name)
    return unable(scene, scene.actor)


def cannot_raise_talent(scene: Scene[Sheet], do: RaiseTalent | None) -> Note | None:
    left = no_time(scene)
    if left or do is None:
        return left or nothing_to_buy(scene, TALENT_STEP, scene.me.talents.values())
    score = scene.me.talents[do.talent]
    return too_dear(scene, TALENT_STEP, score, aim(score, do.to), TALENT_NAMES[do.talent])


def cannot_raise_aptitude(scene: Scene[Sheet], do: RaiseAptitude | None) -> Note | None:
    left = no_time(scene)
    if left or do is None:
        return left or nothing_to_buy(scene, APTITUDE_STEP, (None, *scene.me.aptitudes.values()))
    if not do.aptitude.strip():
        return BOOK.note("DEX-CREATE-09:aptitude_missing")
    level = owned(scene.me, do.aptitude)
    return too_dear(scene, APTITUDE_STEP, level, aim(level, do.to), aptitude_name(do.aptitude))


def on_scale(scale: tuple[Rung, ...], score: int) -> Text:
    """DEX-CREATE-03, DEX-TEST-05: the name of a score on its scale."""
    return (rung(scale, score) or scale[0]).name


def owned(sheet: Sheet, aptitude: str) -> int | None:
    """DEX-CREATE-14: a precision not possessed is a new Aptitude, whatever else is known of the same name."""
    return sheet.aptitudes.get(known_as(aptitude))


def paid(scene: Scene[Sheet], kind: str, score: int | None, to: int, what: Text | Name, effect: Effect) -> Outcome:
    price = cost(kind, score, to)
    assert isinstance(price, int)  # refused otherwise
    headline = BOOK.note("DEX-EVOL-02", who=scene.me.name, what=what, score=to, cost=price)
    return Outcome((part(scene.actor, GROWN),), headline, (Add(scene.actor, "xp", -price), effect))


@action(
    "deusex.raise-talent",
    RaiseTalent,
    fr="Augmenter un Talent",
    en="Raise a Talent",
    refuse=cannot_raise_talent,
    kind=Kind.GROWTH,
)
def raise_talent(scene: Scene[Sheet], do: RaiseTalent, roll: Roll) -> Outcome:
    """DEX-EVOL-02, -03, -05: one or several steps of a Talent, PV or PS following."""
    score = scene.me.talents[do.talent]
    to, what = aim(score, do.to), TALENT_NAMES[do.talent]
    roll.note("DEX-CREATE-03", what=what, was=on_scale(TALENT_SCALE, score), now=on_scale(TALENT_SCALE, to))
    return paid(scene, TALENT_STEP, score, to, what, Reshaped(scene.actor, do.talent, to))


@action(
    "deusex.raise-aptitude",
    RaiseAptitude,
    fr="Apprendre ou augmenter une Aptitude",
    en="Learn or raise an Aptitude",
    refuse=cannot_raise_aptitude,
    kind=Kind.GROWTH,
)
def raise_aptitude(scene: Scene[Sheet], do: RaiseAptitude, roll: Roll) -> Outcome:
    """DEX-EVOL-02…04, DEX-TEST-05: a new Aptitude at 0, or more of a known one, one or several steps."""
    level = owned(scene.me, do.aptitude)
    to, what = aim(level, do.to), aptitude_name(do.aptitude)
    was = APTITUDE_SCALE[0].name if level is None else on_scale(APTITUDE_SCALE, level)
    roll.note("DEX-TEST-05:scale", what=what, was=was, now=on_scale(APTITUDE_SCALE, to))
    return paid(scene, APTITUDE_STEP, level, to, what, Learned(scene.actor, do.aptitude, to))


class Define(Declared):
    """What the Aptitude left open turns out to be."""

    aptitude: Annotated[str, Label(fr="Aptitude", en="Aptitude"), Ask(HOW, suggests=unknown)]
    precision: Annotated[str, Label(fr="Précision", en="Precision"), Ask(HOW, more=True)] = ""

    @property
    def full_name(self) -> str:
        precision = self.precision.strip()
        return known_as(f"{self.aptitude.strip()} ({precision})" if precision else self.aptitude)


def cannot_define(scene: Scene[Sheet], do: Define | None) -> Note | None:
    if busy := no_time(scene):
        return busy
    if not scene.me.left_open:
        return BOOK.note("DEX-CREATE-10:no_open_place", who=scene.me.name)
    if do and not do.aptitude.strip():
        return BOOK.note("DEX-CREATE-09:aptitude_missing")
    if do and owned(scene.me, do.full_name) is not None:
        return BOOK.note("DEX-CREATE-13:already_known", who=scene.me.name, what=aptitude_name(do.full_name))
    return None


@action(
    "deusex.define",
    Define,
    fr="Définir l'Aptitude laissée ouverte",
    en="Define the Aptitude left open",
    refuse=cannot_define,
    kind=Kind.GROWTH,
)
def define(scene: Scene[Sheet], do: Define, roll: Roll) -> Outcome:
    """DEX-CREATE-10: the one Aptitude of the field left open is chosen in play, at +1, free."""
    headline = BOOK.note("DEX-CREATE-10:defined", who=scene.me.name, what=aptitude_name(do.full_name))
    return Outcome((part(scene.actor, GROWN),), headline, (Learned(scene.actor, do.full_name, 1, from_field=True),))


class Adjust(Declared):
    """Whose Talent changes, and to what: age, illness, an injury that lasts."""

    whose: Annotated[str, OneOf(everybody, helps=True), Label(fr="De qui", en="Whose"), Ask(WHOM)]
    talent: Annotated[str, OneOf(TALENT_NAMES), Label(fr="Talent", en="Talent"), Ask(HOW)]
    score: Annotated[
        int,
        Between(LOWEST_TALENT, MAXIMUM[TALENT_STEP]),
        Label(fr="Nouveau score", en="New score"),
        Ask(HOW),
        Seen(Audience.MJ),  # of somebody hidden too; for whoever may read it, it is in the headline
    ]


def cannot_adjust(scene: Scene[Sheet], do: Adjust | None) -> Note | None:
    return gone(scene, do.whose) if do else None


def _reshaped(scene: Scene[Sheet], do: Adjust) -> Reshaped:
    return Reshaped(do.whose, do.talent, do.score, scene.option(STRESS_RULES) and scene.option(TROUBLE_RULES))


def not_survived(scene: Scene[Sheet], do: Adjust | None) -> Note | None:
    """DEX-EVOL-05: a word where the points that go with the Talent were the last ones."""
    if do is None or not gone(applied(scene, (_reshaped(scene, do),)), do.whose):
        return None
    return BOOK.note("DEX-EVOL-05:lost", who=scene[do.whose].name)


@action(
    "deusex.adjust-talent",
    Adjust,
    fr="Changer un Talent",
    en="Change a Talent",
    refuse=cannot_adjust,
    by=Audience.MJ,
    kind=Kind.GROWTH,
    warns=not_survived,
)
def adjust(scene: Scene[Sheet], do: Adjust, roll: Roll) -> Outcome:
    """DEX-EVOL-05, DEX-TROUBLE-03: Talents may fall as well; the MJ says when."""
    score, what = scene[do.whose].talents[do.talent], TALENT_NAMES[do.talent]
    roll.note("DEX-CREATE-03", what=what, was=on_scale(TALENT_SCALE, score), now=on_scale(TALENT_SCALE, do.score))
    headline = BOOK.note("DEX-EVOL-05", who=scene[do.whose].name, what=what, score=do.score)
    return Outcome((part(do.whose, AFFECTED),), headline, (_reshaped(scene, do),))
