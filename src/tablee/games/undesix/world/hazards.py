"""Health lost without a blow: falls, fire, poison, drugs, hunger, thirst, lack of sleep (Fiche 8, perte de PHY)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tablee.dice import Roll
from tablee.games.undesix.book import BOOK, MODIFIER
from tablee.games.undesix.check.checks import simple_roll
from tablee.games.undesix.check.desperate import desperate_dodge
from tablee.games.undesix.forms import HOURS, POINTS, AtStake
from tablee.games.undesix.magic.state import asleep
from tablee.games.undesix.options import DESPERATE, MADNESS, with_option
from tablee.games.undesix.present import all_dead, living
from tablee.games.undesix.sheet import Sheet
from tablee.games.undesix.tables import names
from tablee.games.undesix.world.health import UNHURT, WEAKENED, Drain, Wound, tell_conditions
from tablee.rules.action import TO_RESIST, Kind, Outcome, Scene, action, part
from tablee.rules.data.tables import toml_table
from tablee.rules.fields import Annotated, Ask, Audience, Between, Declared, Label, OneOf
from tablee.rules.forms import HOW_LONG, WHOM, WITH, WORD_OF_MJ
from tablee.rules.why import Note
from tablee.text import Text

_TABLES: dict[str, dict[str, Any]] = toml_table(__package__, "hazards.toml")


@dataclass(frozen=True)
class Hazard:
    """UDS-HEALTH-07: so many points for each complete unit."""

    name: Text
    unit: int
    of: Text
    points: int


HAZARDS = {
    id: Hazard(Text(row["fr"], row["en"]), row["unit"], Text(**row["of"]), row["points"])
    for id, row in _TABLES["hazards"].items()
}
LACKS = {id: Text(row["fr"], row["en"]) for id, row in _TABLES["lacks"].items()}
LACK_HOURS = 48
RESISTS_DRUG = BOOK.grade("resists_drug")
YIELDS_TO_DRUG = BOOK.grade("yields_to_drug")


class Endanger(Declared):
    """What hurts, and how much of it."""

    target: Annotated[str, OneOf(living), Label(fr="Victime", en="Victim"), Ask(WHOM)]
    hazard: Annotated[str, OneOf(names(HAZARDS)), Label(fr="Danger", en="Hazard"), Ask(WITH)]
    amount: Annotated[
        int,
        Between(1, 100_000),
        Label(fr="Durée, hauteur ou quantité", en="Time, height or quantity"),
        Ask(
            WITH,
            help=Text(
                fr="Secondes de feu, mètres de chute, minutes sous l'eau, doses…",
                en="Seconds of fire, metres of fall, minutes under water, doses…",
            ),
        ),
    ] = 1
    points: Annotated[
        int,
        Between(0, 999),
        Label(fr="Points perdus", en="Points lost"),
        Ask(WORD_OF_MJ, more=True, unit=POINTS, help=Text(fr="0 : ceux de la table.", en="0: those of the table.")),
    ] = 0
    way_out: Annotated[
        bool, Label(fr="Échappatoire", en="A way out"), Ask(WORD_OF_MJ, more=True, when=with_option(DESPERATE))
    ] = False
    at_stake: AtStake = True


def hazard_points(kind: str, amount: int = 1) -> int:
    """UDS-HEALTH-07, -09, UDS-HEAL-09: one point (poison three) per complete unit."""
    hazard = HAZARDS[kind]
    return hazard.points * int(amount // hazard.unit)


@action(
    "undesix.hazard",
    Endanger,
    fr="Mettre en danger",
    en="Put in danger",
    refuse=all_dead,
    by=Audience.MJ,
    kind=Kind.DANGER,
)
def endanger(scene: Scene[Sheet], do: Endanger, roll: Roll) -> Outcome:
    """UDS-HEALTH-07, -09, UDS-TEST-09, UDS-OPT-05: points lost without a roll, unless dodged in despair."""
    hazard, victim = HAZARDS[do.hazard], scene[do.target]
    points = do.points or hazard_points(do.hazard, do.amount)
    if do.hazard == "poison":
        roll.note("UDS-HEALTH-09", points=points)
    elif do.hazard == "surgery":
        roll.note("UDS-HEAL-09")
    elif not do.points:
        unit = _counted(hazard.of, hazard.unit)
        roll.note("UDS-HEALTH-07:rate", hazard=hazard.name, each=hazard.points, n=hazard.unit, unit=unit)
    dodged = desperate_dodge(scene, roll, do.target, do.way_out, do.at_stake) if points else ()
    if dodged:
        return Outcome((part(do.target, UNHURT),), BOOK.note("UDS-OPT-05:escaped", who=victim.name), dodged)
    effects = (Wound(do.target, points),)
    tell_conditions(scene, roll, do.target, effects)
    headline = BOOK.note(
        "UDS-HEALTH-07",
        who=victim.name,
        points=points,
        hazard=hazard.name,
        amount=do.amount,
        unit=_counted(hazard.of, do.amount),
    )
    return Outcome((part(do.target, WEAKENED if points else UNHURT, damage=points),), headline, effects)


def _counted(unit: Text, n: int) -> Text:
    """A unit in the singular or the plural."""
    return Text(unit.say("fr", n=n), unit.say("en", n=n))


class Deprive(Declared):
    """What a character has gone without, and for how long."""

    target: Annotated[str, OneOf(living), Label(fr="Victime", en="Victim"), Ask(WHOM)]
    lacks: Annotated[tuple[str, ...], OneOf(LACKS), Label(fr="Manque de", en="Without"), Ask(WITH)]
    hours: Annotated[
        int,
        Between(1, 10_000),
        Label(fr="Depuis", en="For"),
        Ask(HOW_LONG, unit=HOURS, default=lambda _scene: LACK_HOURS),
    ]


def deprivation(lacks: int, hours: int) -> int:
    """UDS-HEALTH-08: the points of PHY, and as many of PSY, lost for so many lacks of 48 hours each."""
    return lacks * int(hours // LACK_HOURS)


def cannot_deprive(scene: Scene[Sheet], do: Deprive | None) -> Note | None:
    """UDS-HEALTH-04, UDS-MAGIC-37: the dead lack nothing, nor does a magic sleeper."""
    if do is None:
        return all_dead(scene, do)
    return BOOK.note("UDS-MAGIC-37:fed", who=scene[do.target].name) if asleep(scene, do.target) else None


@action(
    "undesix.deprive",
    Deprive,
    fr="Faim, soif, sommeil",
    en="Hunger, thirst, sleep",
    refuse=cannot_deprive,
    by=Audience.MJ,
    kind=Kind.DANGER,
)
def deprive(scene: Scene[Sheet], do: Deprive, roll: Roll) -> Outcome:
    """UDS-HEALTH-08: points lost to hunger, thirst or lack of sleep."""
    points = deprivation(len(set(do.lacks)), do.hours)
    effects = (Wound(do.target, points), Drain(do.target, points, scene.option(MADNESS)))
    tell_conditions(scene, roll, do.target, effects)
    lacks = [LACKS[lack] for lack in dict.fromkeys(do.lacks)]
    named = Text(" ni ".join(lack.fr for lack in lacks), " or ".join(lack.en for lack in lacks))
    headline = BOOK.note("UDS-HEALTH-08", who=scene[do.target].name, hours=do.hours, lacks=named, points=points)
    return Outcome((part(do.target, WEAKENED if points else UNHURT, damage=points),), headline, effects)


class Drug(Declared):
    """Who swallowed it, and how strong it is."""

    target: Annotated[str, OneOf(living), Label(fr="Victime", en="Victim"), Ask(WHOM)]
    modifier: Annotated[
        int,
        Between(-20, 20),
        Label(fr="Modificateur", en="Modifier"),
        Ask(WORD_OF_MJ, help=Text(fr="S'ajoute au seuil de la victime.", en="Added to the victim's target.")),
    ] = 0
    at_stake: AtStake = False


@action(
    "undesix.drug",
    Drug,
    fr="Faire avaler une drogue",
    en="Give a drug",
    refuse=all_dead,
    by=Audience.MJ,
    kind=Kind.DANGER,
    success=TO_RESIST,
)
def drug(scene: Scene[Sheet], do: Drug, roll: Roll) -> Outcome:
    """UDS-HEALTH-10, UDS-TEST-09: a roll under PHY."""
    victim = scene[do.target]
    target = BOOK.sum("UDS-TEST-09", victim.score("phy"), *([MODIFIER(do.modifier)] if do.modifier else []))
    result, bent = simple_roll(scene, roll, do.target, target, do.at_stake)
    headline = BOOK.note("UDS-HEALTH-10" if result.success else "UDS-HEALTH-10:drugged", who=victim.name)
    return Outcome((part(do.target, RESISTS_DRUG if result.success else YIELDS_TO_DRUG),), headline, bent)
