"""Progress: study, awards, invented skills, and what limits them (Fiche 2; Fiche 8, Expérience)."""

from __future__ import annotations

from dataclasses import dataclass

from tablee.dice import Roll
from tablee.errors import BadInput
from tablee.games.undesix.book import BOOK, CHARACTERISTIC_NAMES
from tablee.games.undesix.forms import YEARS
from tablee.games.undesix.options import EVERYONE_MAGIC
from tablee.games.undesix.play import fighting
from tablee.games.undesix.present import dead
from tablee.games.undesix.sheet import WORDS, Learnt, Sheet
from tablee.games.undesix.skills import CATEGORIES, LISTED, ceiling, formula
from tablee.rules.action import Kind, Outcome, Scene, action, part
from tablee.rules.fields import Annotated, Ask, Audience, Between, By, Declared, Label, OneOf
from tablee.rules.forms import HOW, IDENTITY, WITH, WORD_OF_MJ
from tablee.rules.why import Note
from tablee.text import Name, Text

GIFTED_PSY = 6  # created with that much, one may go on
UNGIFTED_MOST = 5
MAX_AWARDS, AWARDED_MOST = 3, 7


LEARNS = BOOK.grade("learns")


@dataclass(frozen=True)
class Improve:
    """UDS-XP-11, -12: points in a skill outside of play, up to its ceiling; the game's own point is another."""

    who: str
    key: str
    points: int

    def on(self, sheet: Sheet) -> Sheet:
        line, most = sheet.line(self.key), ceiling(sheet.category(self.key))
        points = self.points if most is None else min(self.points, max(0, most - sheet.bonus(self.key)))
        return sheet.with_changes(skills={**sheet.skills, self.key: line.with_changes(xp=line.xp + points)})


@dataclass(frozen=True)
class Raise:
    """UDS-CHAR-09: a point of characteristic; what remains of a pool rises with it."""

    who: str
    characteristic: str

    def on(self, sheet: Sheet) -> Sheet:
        fields = [self.characteristic, *({"phy": ["phy_max"], "psy": ["psy_max"]}.get(self.characteristic, []))]
        return sheet.with_changes(awards=sheet.awards + 1, **{field: getattr(sheet, field) + 1 for field in fields})


# What stands in the way


def ungifted(sheet: Sheet, everyone_magic: bool) -> Note | None:
    """UDS-XP-10: why this character's PSY cannot rise."""
    if everyone_magic or sheet.psy_created >= GIFTED_PSY or sheet.psy_max < UNGIFTED_MOST:
        return None
    return BOOK.note("UDS-XP-10", who=sheet.name, most=UNGIFTED_MOST)


def at_ceiling(sheet: Sheet, key: str) -> Note | None:
    """UDS-XP-03, -05, -07, -08: the refusal of a skill that cannot grow any more."""
    most = ceiling(sheet.category(key))
    if most is None or sheet.bonus(key) < most:
        return None
    return BOOK.note("UDS-XP-03", skill=sheet.skill_name(key), most=most) if most else BOOK.note("UDS-XP-08")


# Between games


def my_skills(scene: Scene[Sheet]) -> dict[str, Text | Name]:
    """Every listed skill and word of magic, and what the one who acts has learnt besides."""
    mine = scene.me.skills if scene.actor in scene.cast else {}
    return {
        **{key: skill.name for key, skill in LISTED.items()},
        **WORDS,
        **{key: scene.me.skill_name(key) for key in mine},
    }


Learnable = Annotated[str, OneOf(my_skills), Label(fr="Compétence", en="Skill"), Ask(WITH)]
"""A skill or a word of magic in which the actor may progress."""


class Study(Declared):
    """What is studied between adventures, and for how long."""

    skill: Learnable
    years: Annotated[
        int, Between(1, 100), Label(fr="Durée", en="Duration"), By(Audience.MJ), Ask(WORD_OF_MJ, unit=YEARS)
    ] = 1


def no_study(scene: Scene[Sheet], do: Study | None) -> Note | None:
    """UDS-XP-11, UDS-HEALTH-04: the dead learn nothing, and nobody studies for a year in the middle of a fight."""
    if refusal := dead(scene, scene.actor):
        return refusal
    if fighting(scene):
        return BOOK.note("UDS-XP-11:fight", who=scene.me.name)
    return at_ceiling(scene.me, do.skill) if do else None


@action("undesix.study", Study, fr="Étudier", en="Study", refuse=no_study, by=Audience.MJ, kind=Kind.GROWTH)
def study(scene: Scene[Sheet], do: Study, roll: Roll) -> Outcome:
    """UDS-XP-11: about a year for each point, within the ceiling; the MJ says whether years go by, and how many."""
    effect = Improve(scene.actor, do.skill, do.years)
    bonus = effect.on(scene.me).bonus(do.skill) - scene.me.bonus(do.skill)
    headline = BOOK.note(
        "UDS-XP-11", who=scene.me.name, skill=scene.me.skill_name(do.skill), years=do.years, bonus=bonus
    )
    return Outcome((part(scene.actor, LEARNS),), headline, (effect,))


class Award(Declared):
    """A point in a skill, for a brilliant deed."""

    skill: Learnable


def no_award(scene: Scene[Sheet], do: Award | None) -> Note | None:
    return dead(scene, scene.actor) or (at_ceiling(scene.me, do.skill) if do else None)


@action(
    "undesix.award",
    Award,
    fr="Récompenser",
    en="Award a skill point",
    refuse=no_award,
    by=Audience.MJ,
    kind=Kind.GROWTH,
)
def award(scene: Scene[Sheet], do: Award, roll: Roll) -> Outcome:
    """UDS-XP-12: a point in a skill, by the MJ's word."""
    headline = BOOK.note("UDS-XP-12", who=scene.me.name, skill=scene.me.skill_name(do.skill))
    return Outcome((part(scene.actor, LEARNS),), headline, (Improve(scene.actor, do.skill, 1),))


class Promote(Declared):
    """A point of characteristic, very rarely."""

    characteristic: Annotated[
        str, OneOf(CHARACTERISTIC_NAMES), Label(fr="Caractéristique", en="Characteristic"), Ask(WITH)
    ]


def no_promotion(scene: Scene[Sheet], do: Promote | None) -> Note | None:
    """UDS-XP-10, UDS-HEALTH-04: why this characteristic cannot be raised: PSY has a ceiling for those without the gift,
    and a point of PHY gives no life back.
    """
    psy = do is not None and do.characteristic == "psy"
    return dead(scene, scene.actor) or (ungifted(scene.me, scene.option(EVERYONE_MAGIC)) if psy else None)


@action("undesix.promote", Promote, fr="Augmenter", en="Raise", refuse=no_promotion, by=Audience.MJ, kind=Kind.GROWTH)
def promote(scene: Scene[Sheet], do: Promote, roll: Roll) -> Outcome:
    """UDS-CHAR-09: a point of a characteristic, by the MJ's word; what the book only advises is told, not refused."""
    pools = {"phy": scene.me.phy_max, "psy": scene.me.psy_max}
    if scene.me.awards >= MAX_AWARDS:
        roll.note("UDS-CHAR-09:often", who=scene.me.name, most=MAX_AWARDS)
    if pools.get(do.characteristic, scene.me.score(do.characteristic).amount) >= AWARDED_MOST:
        roll.note("UDS-CHAR-09:high", most=AWARDED_MOST)
    headline = BOOK.note("UDS-CHAR-09", who=scene.me.name, characteristic=CHARACTERISTIC_NAMES[do.characteristic])
    return Outcome((part(scene.actor, LEARNS),), headline, (Raise(scene.actor, do.characteristic),))


INVENTED_KINDS = {kind: CATEGORIES[kind] for kind in ("ordinary", "combat", "special")}


INVENTIONS = {fr: Text(fr, en) for fr, en in (("Cuisine", "Cooking"), ("Navigation", "Sailing"), ("Jeux", "Games"))}
FORMULAS = {written: formula(written).written for written in ("SAV", "DEX-1", "SENS+1", "PSY-2 contre SENS")}


def not_known(scene: Scene[Sheet]) -> dict[str, Text]:
    """Skills that a table might invent, of those that the character does not have yet."""
    return {fr: name for fr, name in INVENTIONS.items() if fr not in scene.me.skills}


class Invent(Declared):
    """A skill of the table's own: its name, its formula, its kind."""

    skill: Annotated[str, Label(fr="Compétence", en="Skill"), Ask(IDENTITY, suggests=not_known)]
    formula: Annotated[
        str,
        Label(fr="Formule", en="Formula"),
        Ask(
            HOW,
            suggests=lambda _scene: FORMULAS,
            help=Text(
                fr="Une caractéristique, plus ou moins quelque chose.", en="A characteristic, more or less something."
            ),
        ),
    ]
    category: Annotated[
        str,
        OneOf(INVENTED_KINDS),
        Label(fr="Catégorie", en="Category"),
        Ask(HOW, help=Text(fr="Dit jusqu'où l'expérience y mène.", en="Says how far experience goes.")),
    ] = "ordinary"


def no_invention(scene: Scene[Sheet], do: Invent | None) -> Note | None:
    if do is None:
        return None
    if not do.skill.strip() or ":" in do.skill:
        return BOOK.note("UDS-SKILL-04:unnamed")
    if do.skill in scene.me.skills or do.skill in LISTED:
        return BOOK.note("UDS-SKILL-04:known", skill=do.skill)
    try:
        formula(do.formula)
    except BadInput:
        return BOOK.note("UDS-SKILL-01:unreadable", written=do.formula)
    return None


@dataclass(frozen=True)
class AddSkill:
    """UDS-SKILL-04: a new line on the sheet."""

    who: str
    key: str
    line: Learnt

    def on(self, sheet: Sheet) -> Sheet:
        return sheet.with_changes(skills={**sheet.skills, self.key: self.line})


@action(
    "undesix.invent",
    Invent,
    fr="Inventer une compétence",
    en="Invent a skill",
    refuse=no_invention,
    by=Audience.MJ,
    kind=Kind.GROWTH,
)
def invent(scene: Scene[Sheet], do: Invent, roll: Roll) -> Outcome:
    """UDS-SKILL-04, UDS-XP-13: a new skill, in which experience is gained as in any other."""
    line = Learnt(name=do.skill, formula=do.formula, category=do.category)
    headline = BOOK.note("UDS-SKILL-04", who=scene.me.name, skill=do.skill, formula=formula(do.formula).written)
    return Outcome((part(scene.actor, LEARNS),), headline, (AddSkill(scene.actor, do.skill, line),))
