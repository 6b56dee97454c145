"""Care and rest: first aid within the hour, medicine once a day, time that passes. Proposed by Tablée."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tablee.dice import Roll
from tablee.games.d6.book import BOOK
from tablee.games.d6.check.attempts import grade_of
from tablee.games.d6.check.rolls import check
from tablee.games.d6.check.skills import Specialities, cannot_roll, cannot_roll_any, code_for
from tablee.games.d6.health import DEAD_AT, OUT_AT
from tablee.games.d6.options import reading
from tablee.games.d6.play import Tended, lists_of, state_of
from tablee.games.d6.sheet import Sheet
from tablee.rules.action import Kind, Outcome, Scene, action, part
from tablee.rules.cast import everybody
from tablee.rules.fields import Annotated, Ask, Audience, Between, Declared, Label, OneOf
from tablee.rules.forms import HOW_LONG, WHOM, WITH
from tablee.rules.why import Note
from tablee.text import Name, Text

HOURS_A_DAY, HOURS_A_WEEK = 24, 168
MEANS = {"first_aid": Text(fr="premiers soins", en="first aid"), "medicine": Text(fr="médecine", en="medicine")}


def care_threshold(ranks: int) -> int:
    """D6-COMBAT-08: 5, 10, 15, 20, 25."""
    return 5 * ranks


@dataclass(frozen=True)
class Cared:
    """D6-COMBAT-08: an attempt at care: first aid once per fresh wound, medicine once a day.

    D6-COMBAT-01: it is care of what was hurt when the instant began (`lost`, the ranks that the sheet had lost by
    then): a wound of the same instant stays fresh, and the dying who receive one are not saved.
    """

    who: str
    success: bool
    medicine: bool
    lost: int

    def on(self, sheet: Sheet) -> Sheet:
        again = sheet.lost > self.lost
        tried = {"care_in": HOURS_A_DAY} if self.medicine else {"fresh": again}
        if not self.success:
            return sheet.with_changes(**tried)
        left = sheet.wounds - 1
        return sheet.with_changes(**tried, wounds=left, stable=left >= OUT_AT and not again)


def _whom(scene: Scene[Sheet]) -> str | None:
    """The first person whom the actor may care for."""
    return next((do.target for do in _first_care(scene)), None)


def _how(scene: Scene[Sheet]) -> str:
    """The means that the first person who may be cared for needs."""
    return next((do.means for do in _first_care(scene)), "first_aid")


def _first_care(scene: Scene[Sheet]) -> Iterator[Care]:
    """The care that the actor may give, first without a speciality; else with those that would leave them a die."""
    yield from possible_care(scene)
    if scene.actor:
        yield from possible_care(scene, tuple(scene.me.specialities))


class Care(Declared):
    """Whom to care for, and how."""

    target: Annotated[
        str,
        OneOf(everybody, helps=True),
        Label(fr="Qui soigner", en="Whom to care for"),
        Ask(WHOM, default=_whom),
    ]
    means: Annotated[str, OneOf(MEANS), Label(fr="Soins", en="Care"), Ask(WITH, default=_how)] = "first_aid"
    specialities: Specialities = ()


def possible_care(scene: Scene[Sheet], specialities: tuple[str, ...] = ()) -> Iterator[Care]:
    """The care that the actor may give here: to those on their side first, the worst hurt first."""
    if not scene.actor:
        return

    def need(do: Care) -> tuple[bool, int]:
        return scene[do.target].pj != scene.me.pj, -scene[do.target].wounds

    ways = [Care(target=who, means=means, specialities=specialities) for who in scene.cast for means in MEANS]
    yield from sorted((do for do in ways if cannot_care(scene, do) is None), key=need)


def cannot_care(scene: Scene[Sheet], do: Care | None) -> Note | None:
    """D6-COMBAT-08: a wound, fresh for first aid, and not treated today for medicine."""
    if scene.me.unable():
        return scene.me.unable()
    if do is None:
        roles = lists_of(scene).roles
        if no_skill := cannot_roll_any(scene, (skill for skill in (roles.first_aid, roles.medicine) if skill)):
            return no_skill
        return None if any(_first_care(scene)) else BOOK.note("D6-COMBAT-08:nobody")
    hurt, skill = scene[do.target], getattr(lists_of(scene).roles, do.means)
    if not skill:
        return BOOK.note("D6-COMBAT-08:none")
    if not hurt.wounded:
        return BOOK.note("D6-COMBAT-08:unhurt", who=hurt.name)
    if hurt.state == "dead":
        return BOOK.note("D6-COMBAT-08:dead", who=hurt.name)
    if do.means == "first_aid" and not hurt.fresh:
        return BOOK.note("D6-COMBAT-08:late")
    if (do.target, do.means) in state_of(scene).tended:
        return BOOK.note("D6-COMBAT-08:tended", who=hurt.name, means=MEANS[do.means])
    if do.means == "medicine" and hurt.care_in:
        return BOOK.note("D6-COMBAT-08:soon", hours=hurt.care_in)
    return cannot_roll(scene, scene.actor, skill, do.specialities)


@action("d6.care", Care, fr="Soigner", en="Care for somebody", refuse=cannot_care, kind=Kind.CARE)
def care(scene: Scene[Sheet], do: Care, roll: Roll) -> Outcome:
    """D6-COMBAT-08: against five times the severity; success removes one rank and stops the dying."""
    hurt, skill = scene[do.target], getattr(lists_of(scene).roles, do.means)
    threshold = care_threshold(hurt.wounds)
    roll.note("D6-COMBAT-08", threshold=threshold, ranks=hurt.wounds)
    code = code_for(scene, scene.actor, skill, do.specialities).noted(roll)
    checked = roll(check(code, threshold, reading(scene)), by=scene.actor)
    grade = grade_of(checked)
    headline = BOOK.note(
        "D6-COMBAT-08:headline",
        who=scene.me.name,
        target=hurt.name,
        grade=grade.label,
        success=checked.success,
        saved=checked.success and hurt.dying,
    )
    effects = (Cared(do.target, checked.success, do.means == "medicine", hurt.lost), Tended(do.target, do.means))
    return Outcome((part(do.target, grade),), headline, effects)


UNITS = {
    "hour": (1, Name("heure", "hour"), Name("heures", "hours")),
    "day": (HOURS_A_DAY, Name("jour", "day"), Name("jours", "days")),
    "week": (HOURS_A_WEEK, Name("semaine", "week"), Name("semaines", "weeks")),
}


@dataclass(frozen=True)
class Rested:
    """D6-COMBAT-05, -08: hours that pass. The dying get worse, the others rest."""

    who: str
    hours: int

    def on(self, sheet: Sheet) -> Sheet:
        if sheet.state == "dead":
            return sheet
        fatigue, care_in = max(0, sheet.fatigue - self.hours), max(0, sheet.care_in - self.hours)
        if sheet.dying:
            worse = min(sheet.wounds + self.hours, DEAD_AT)
            return sheet.with_changes(wounds=worse, fresh=worse < DEAD_AT, fatigue=fatigue, care_in=care_in)
        weeks, rested = divmod(sheet.rested + self.hours, HOURS_A_WEEK)
        wounds = max(0, sheet.wounds - weeks)
        return sheet.with_changes(
            wounds=wounds,
            fatigue=fatigue,
            care_in=care_in,
            rested=rested if wounds else 0,
            fresh=False,
            stable=wounds >= OUT_AT,
        )


class Wait(Declared):
    """How long."""

    n: Annotated[int, Between(1, 52), Label(fr="Durée", en="How long"), Ask(HOW_LONG)] = 1
    unit: Annotated[
        str,
        OneOf({id: many for id, (_, _, many) in UNITS.items()}),
        Label(fr="Unité", en="Unit"),
        Ask(HOW_LONG),
    ] = "hour"


def would_kill(scene: Scene[Sheet], do: Wait | None) -> Note | None:
    """D6-COMBAT-05: a word about the dying who would not live to see the end of it."""
    hours = UNITS[do.unit][0] * do.n if do else 0
    dying = (sheet for sheet in scene.cast.values() if sheet.dying and sheet.wounds + hours >= DEAD_AT)
    names = tuple(sheet.name for sheet in dying) if do else ()
    return BOOK.note("D6-COMBAT-05:would_die", who=names) if names else None


@action(
    "d6.time",
    Wait,
    fr="Laisser passer le temps",
    en="Let time pass",
    by=Audience.MJ,
    kind=Kind.CARE,
    warns=would_kill,
)
def time_passes(scene: Scene[Sheet], do: Wait, _roll: Roll) -> Outcome:
    """D6-COMBAT-05, -08: hours of rest for all, of agony for the dying."""
    hours, one, many = UNITS[do.unit]
    headline = BOOK.note("D6-COMBAT-08:time", n=do.n, unit=one if do.n == 1 else many)
    return Outcome((), headline, tuple(Rested(who, hours * do.n) for who in scene.cast))
