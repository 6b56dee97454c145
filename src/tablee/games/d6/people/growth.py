"""Experience: what a sitting brings and what it buys. Proposed by Tablée."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tablee.dice import Roll
from tablee.errors import BadInput
from tablee.games.d6.book import BOOK, said_by
from tablee.games.d6.check.skills import cannot_roll, my_skills
from tablee.games.d6.codes import BAD_CODE, NOTHING, DieCode, parse
from tablee.games.d6.lists.contents import one_line, plain
from tablee.games.d6.options import prices
from tablee.games.d6.people.costs import NOT_AN_INCREASE, OUT_OF_TABLE, PICK_PRICE, raise_price
from tablee.games.d6.people.creation import no_speciality
from tablee.games.d6.play import lists_of
from tablee.games.d6.sheet import STOPPED_BY, Paid, Sheet
from tablee.rules.action import Add, Kind, Outcome, Scene, action, part
from tablee.rules.cast import everybody
from tablee.rules.data.tables import names
from tablee.rules.fields import Annotated, Ask, Audience, Between, By, Declared, Group, Label, OneOf
from tablee.rules.forms import WHOM, WORD_OF_MJ
from tablee.rules.why import Note
from tablee.text import Name, Text

IMPOSSIBLE = {
    NOT_AN_INCREASE: "D6-ADV-01:increase",
    OUT_OF_TABLE: "D6-ADV-01:table",
    BAD_CODE: "D6-ADV-01:code",
}

GROWTH = Group("growth", Text(fr="Progression", en="Growth"))
GROWN = BOOK.grade("grown")


class Award(Declared):
    """What each player character earns."""

    points: Annotated[
        int,
        Between(0, 20),
        Label(fr="Expérience", en="Experience"),
        Ask(GROWTH, unit=Text("point{n:|s}", "point{n:|s}")),
    ] = 3


@action("d6.award", Award, fr="Donner de l'expérience", en="Award experience", by=Audience.MJ, kind=Kind.GROWTH)
def award(scene: Scene[Sheet], do: Award, _roll: Roll) -> Outcome:
    """D6-ADV-01: two to five points a sitting are usual."""
    heroes = [who for who, sheet in scene.cast.items() if sheet.pj]
    return Outcome(
        (), BOOK.note("D6-ADV-01", points=do.points), tuple(Add(who, "experience", do.points) for who in heroes)
    )


def raisable(scene: Scene[Sheet]) -> dict[str, Text | Name]:
    """The characteristics, and the skills one has."""
    return names(lists_of(scene).characteristics) | my_skills(scene) if scene.actor else {}


@dataclass(frozen=True)
class Gained:
    """One entry more, or another, in a list of the sheet: a level, a characteristic, a skill, a speciality."""

    who: str
    field: Literal["characteristics", "levels", "owned", "specialities"]
    entry: str
    value: DieCode | Paid | int

    def on(self, sheet: Sheet) -> Sheet:
        return sheet.with_changes(**{self.field: {**getattr(sheet, self.field), self.entry: self.value}})


class Grow(Declared):
    """What to raise, and how far: one pip if nothing is said."""

    what: Annotated[str, OneOf(raisable), Label(fr="Capacité", en="Capacity"), Ask(GROWTH)]
    to: Annotated[
        str,
        Label(fr="Nouveau code", en="New code"),
        Ask(GROWTH, more=True, help=Text(fr="Vide : un point de plus.", en="Empty: one pip more.")),
    ] = ""


def raised(scene: Scene[Sheet], do: Grow) -> tuple[DieCode, DieCode, int]:
    """D6-ADV-01: from, to, and the price; BadInput if the table has none."""
    general = do.what in scene.me.characteristics
    before = scene.me.characteristics[do.what] if general else scene.me.levels.get(do.what, NOTHING)
    after = parse(do.to) if do.to else DieCode(before.rank + 1)
    return before, after, raise_price(before, after, general, prices(scene))


def cannot_grow(scene: Scene[Sheet], do: Grow | None) -> Note | None:
    """D6-ADV-01, D6-COMBAT-05: a higher code of the table, and the points for it; not for the dead."""
    if dead := no_more(scene.me):
        return dead
    if do is None:
        return _nothing_to_raise(scene)
    if do.what not in raisable(scene):
        return cannot_roll(scene, scene.actor, do.what)
    try:
        _, _, cost = raised(scene, do)
    except BadInput as wrong:
        return BOOK.note(IMPOSSIBLE[wrong.text], problem=said_by(wrong))
    return too_dear(scene.me, cost)


def _nothing_to_raise(scene: Scene[Sheet]) -> Note | None:
    """Why no code can be raised by one pip: the cheapest costs more than the actor has. None if one can."""
    refused = {what: cannot_grow(scene, Grow(what=what)) for what in raisable(scene)}
    if not refused or not all(refused.values()):
        return None
    dear = [note for note in refused.values() if note and note.saying.id == "D6-ADV-01:dear"]
    return min(dear, key=lambda note: int(dict(note.values)["cost"]), default=next(iter(refused.values())))


def no_more(sheet: Sheet) -> Note | None:
    """D6-COMBAT-05: the refusal of the dead, who learn nothing more."""
    return BOOK.note(STOPPED_BY["dead"], who=sheet.name) if sheet.state == "dead" else None


def too_dear(sheet: Sheet, cost: int) -> Note | None:
    return (
        BOOK.note("D6-ADV-01:dear", cost=cost, who=sheet.name, has=sheet.experience)
        if cost > sheet.experience
        else None
    )


@action("d6.grow", Grow, fr="Progresser", en="Raise a code", refuse=cannot_grow, kind=Kind.GROWTH)
def grow(scene: Scene[Sheet], do: Grow, _roll: Roll) -> Outcome:
    """D6-ADV-01: a level or a characteristic, for the difference of the prices."""
    me = scene.me
    before, after, cost = raised(scene, do)
    headline = BOOK.note(
        "D6-ADV-01:grew",
        who=me.name,
        level=do.what not in me.characteristics,
        what=lists_of(scene).name_of(do.what),
        before=str(before),
        after=str(after),
        cost=cost,
    )
    gained = Gained(scene.actor, "characteristics" if do.what in me.characteristics else "levels", do.what, after)
    effects = (gained, Add(scene.actor, "experience", -cost))
    return Outcome((part(scene.actor, GROWN),), headline, effects)


def learnable(scene: Scene[Sheet]) -> dict[str, Text | Name]:
    """What the table's lists propose that the actor does not have: reserved skills, crafts, specialities."""
    lists, known = lists_of(scene), (*scene.me.owned, *scene.me.specialities) if scene.actor else ()
    sold = names(lists.of_kind("reserved") | lists.of_kind("craft"))
    proposed = {
        **sold,
        **{name: lists.called(name) for name in lists.specialities if no_speciality(name, lists) is None},
    }
    had = set(map(plain, known))
    return {id: name for id, name in proposed.items() if plain(id) not in had}


class Learn(Declared):
    """A new speciality, reserved skill or craft."""

    what: Annotated[
        str,
        Label(fr="Spécialité, compétence réservée ou artisanat", en="Speciality, reserved skill or craft"),
        Ask(GROWTH, suggests=learnable),
    ]
    level: Annotated[
        int,
        Between(0, 2),
        Label(fr="Niveau de spécialité (0 : celui des listes)", en="Speciality level (0: that of the lists)"),
        By(Audience.MJ),
        Ask(WORD_OF_MJ),
    ] = 0


def for_sale(scene: Scene[Sheet], what: str) -> bool:
    """Whether `what` is a skill that points can buy."""
    skill = lists_of(scene).skills.get(what)
    return skill is not None and skill.kind in ("reserved", "craft")


def cannot_learn(scene: Scene[Sheet], do: Learn | None) -> Note | None:
    """D6-ADV-01, D6-SPEC-05, D6-COMBAT-05: something new, that may be had, and 10 points for it; not for the dead."""
    if dead := no_more(scene.me):
        return dead
    if do is None:
        return too_dear(scene.me, PICK_PRICE)
    if plain(do.what) in map(plain, (*scene.me.owned, *scene.me.specialities)):
        return BOOK.note("D6-ADV-01:known", who=scene.me.name, what=do.what)
    if do.what in lists_of(scene).of_kind("extraordinary"):
        return BOOK.note("D6-SKILL-03:not_for_sale", what=lists_of(scene).name_of(do.what))
    if not for_sale(scene, do.what) and (refusal := no_speciality(do.what, lists_of(scene))):
        return refusal
    return too_dear(scene.me, PICK_PRICE)


@action("d6.learn", Learn, fr="Apprendre", en="Learn something", refuse=cannot_learn, kind=Kind.GROWTH)
def learn(scene: Scene[Sheet], do: Learn, _roll: Roll) -> Outcome:
    """D6-ADV-01: 10 points for a speciality, a craft or a reserved skill."""
    me = scene.me
    if for_sale(scene, do.what):
        gained = Gained(scene.actor, "owned", do.what, "points")
    else:
        level = do.level or lists_of(scene).level_of(do.what)
        gained = Gained(scene.actor, "specialities", one_line(do.what), level)
    headline = BOOK.note("D6-ADV-01:learnt", who=me.name, what=lists_of(scene).name_of(do.what), cost=PICK_PRICE)
    return Outcome((part(scene.actor, GROWN),), headline, (gained, Add(scene.actor, "experience", -PICK_PRICE)))


class Grant(Declared):
    """Which extraordinary skill, and to whom."""

    target: Annotated[str, OneOf(everybody, helps=True), Label(fr="Personnage", en="Character"), Ask(WHOM)]
    skill: Annotated[
        str,
        OneOf(lambda scene: names(lists_of(scene).of_kind("extraordinary"))),
        Label(fr="Compétence extraordinaire", en="Extraordinary skill"),
        Ask(GROWTH),
    ]


def cannot_grant(scene: Scene[Sheet], do: Grant | None) -> Note | None:
    """D6-SKILL-03: lists without extraordinary skills, or one that the character has already."""
    if do is None:
        return None if lists_of(scene).of_kind("extraordinary") else BOOK.note("D6-SKILL-03:none")
    sheet = scene[do.target]
    return (
        BOOK.note("D6-ADV-01:known", who=sheet.name, what=lists_of(scene).name_of(do.skill))
        if do.skill in sheet.owned
        else None
    )


@action(
    "d6.grant",
    Grant,
    fr="Accorder une compétence",
    en="Grant a skill",
    refuse=cannot_grant,
    by=Audience.MJ,
    kind=Kind.GROWTH,
)
def grant(scene: Scene[Sheet], do: Grant, _roll: Roll) -> Outcome:
    """D6-SKILL-03: the MJ alone gives it."""
    sheet = scene[do.target]
    headline = BOOK.note("D6-SKILL-03:granted", who=sheet.name, what=lists_of(scene).name_of(do.skill))
    return Outcome((part(do.target, GROWN),), headline, (Gained(do.target, "owned", do.skill, "mj"),))


class SetLevel(Declared):
    """Whose speciality, and how narrow it is."""

    target: Annotated[
        str,
        OneOf(everybody, helps=True),
        Label(fr="Personnage", en="Character"),
        Ask(WHOM, default=lambda scene: next((who for who, one in scene.cast.items() if one.specialities), None)),
    ]
    speciality: Annotated[
        str,
        OneOf(
            lambda scene: {
                name: lists_of(scene).called(name) for sheet in scene.cast.values() for name in sheet.specialities
            }
        ),
        Label(fr="Spécialité", en="Speciality"),
        Ask(GROWTH),
    ]
    level: Annotated[
        int,
        Between(1, 2),
        Label(fr="Niveau", en="Level"),
        Ask(GROWTH, help=Text(fr="1 : large ; 2 : étroite.", en="1: broad; 2: narrow.")),
    ]


def cannot_set_level(scene: Scene[Sheet], do: SetLevel | None) -> Note | None:
    """D6-SPEC-01: a speciality that the character does not have."""
    if do is None:
        return None if any(sheet.specialities for sheet in scene.cast.values()) else BOOK.note("D6-SPEC-03:none")
    if do.speciality in scene[do.target].specialities:
        return None
    sheet = scene[do.target]
    return BOOK.note("D6-SPEC-01", who=sheet.name, speciality=do.speciality, known=tuple(sheet.specialities))


@action(
    "d6.speciality",
    SetLevel,
    fr="Fixer le niveau d'une spécialité",
    en="Set the level of a speciality",
    refuse=cannot_set_level,
    by=Audience.MJ,
    kind=Kind.GROWTH,
)
def set_level(scene: Scene[Sheet], do: SetLevel, _roll: Roll) -> Outcome:
    """D6-SPEC-03: the MJ says how narrow a speciality is, at creation and later."""
    headline = BOOK.note("D6-SPEC-03:set", who=scene[do.target].name, speciality=do.speciality, level=do.level)
    return Outcome((), headline, (Gained(do.target, "specialities", do.speciality, do.level),))
