"""First aid and rest (Fiche 4, Soins)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

from tablee.dice import Roll, rule
from tablee.games.cle_en_main import atouts
from tablee.games.cle_en_main.atouts import MAINS_QUI_SAUVENT
from tablee.games.cle_en_main.attack.vitality import Die
from tablee.games.cle_en_main.book import BOOK, SKILL
from tablee.games.cle_en_main.check.checks import again, attempt, judged, near_difficulty
from tablee.games.cle_en_main.check.fields import (
    MJ,
    MJ_SAYS,
    Anyway,
    AutoEleven,
    ExtraDie,
    Modifier,
    Rolled,
    Staked,
    with_atout,
)
from tablee.games.cle_en_main.check.heroism import Purse
from tablee.games.cle_en_main.check.retries import FIRST_AID, cannot_retry, chance_of, remembered
from tablee.games.cle_en_main.check.side import elevens, near_costs, pay, side, skill_names, skill_terms, total_of
from tablee.games.cle_en_main.check.stakes import lasting, staked, wrong_stakes
from tablee.games.cle_en_main.check.throws import ThreeDice, plain_dice
from tablee.games.cle_en_main.forms import HEROISM
from tablee.games.cle_en_main.order.turns import DIED, players
from tablee.games.cle_en_main.sheet import EXTRA_DIE, HEROIC_ATOUT, Sheet, settling_down
from tablee.games.cle_en_main.tables import CARE, skill_name
from tablee.rules.action import PLAY, Effect, Kind, Outcome, Part, Put, Scene, action, part
from tablee.rules.cast import everybody
from tablee.rules.fields import Annotated, Ask, Audience, Declared, Label, OneOf
from tablee.rules.forms import HELP, WHOM, WITH
from tablee.rules.why import Note, Tally, Term
from tablee.text import Text

HEALED = BOOK.grade("healed")
UNHEALED = BOOK.grade("unhealed")
RESTS = BOOK.grade("rested")
VITALITY = BOOK.term("vitality")
STATES = {
    "normal": Text(fr="état normal", en="normal"),
    "bad_shape": Text(fr="mal en point", en="in bad shape"),
    "unconscious": Text(fr="sans connaissance", en="unconscious"),
    "dying": Text(fr="danger de mort", en="danger of death"),
}


def states(sheet: Sheet) -> tuple[str, ...]:
    """CEM-HEAL-02: the keys of CARE that describe a character's state."""
    found = {"bad_shape": sheet.bad_shape, "unconscious": sheet.unconscious, "dying": sheet.dying}
    return tuple(state for state, here in found.items() if here) or ("normal",)


def care_difficulty(found: Iterable[str]) -> int:
    """CEM-HEAL-02: the difficulty of first aid: the highest of these states, not their sum."""
    return max(CARE[state] for state in found)


@dataclass(frozen=True)
class Heal:
    """CEM-VIT-01, CEM-HEAL-03: vitality comes back, at most to the maximum; from 1 on, further wounds are forgotten."""

    who: str
    points: int

    def on(self, sheet: Sheet) -> Sheet:
        vitality = min(sheet.vitality_max, sheet.vitality + self.points)
        return sheet.with_changes(vitality=vitality, extra_wounds=0 if vitality > 0 else sheet.extra_wounds)


@dataclass(frozen=True)
class Revive:
    """CEM-HEAL-01, CEM-VIT-07: a character is no longer dying, and conscious."""

    who: str

    def on(self, sheet: Sheet) -> Sheet:
        return sheet.with_changes(dies_at=0, wakes_at=0)


def in_need(scene: Scene[Sheet]) -> str | None:
    """CEM-HEAL-01: the first who is in bad shape and alive."""
    return next((who for who, sheet in scene.cast.items() if sheet.bad_shape and not sheet.dead), None)


class Patient(Declared):
    """Who gets first aid, and with what."""

    target: Annotated[str, OneOf(everybody, helps=True), Label(fr="Patient", en="Patient"), Ask(WHOM, default=in_need)]
    heroic: ExtraDie = False
    saving_hands: Annotated[
        bool,
        Label(fr="Mains qui sauvent : sans test (1 point)", en="Saving hands: no test (1 point)"),
        Ask(HEROISM, when=with_atout(MAINS_QUI_SAUVENT)),
    ] = False
    gear: Annotated[bool, Label(fr="Avec son matériel", en="With one's gear"), Ask(WITH, more=True)] = True


class FirstAid(Staked, Patient):
    """First aid in full: the patient, primes and penalties, a near skill."""

    instead: Annotated[
        str, OneOf(skill_names), Label(fr="Compétence proche employée", en="Near skill used instead"), MJ, MJ_SAYS
    ] = ""
    modifier: Modifier = 0
    anyway: Anyway = False


def cannot_tend(scene: Scene[Sheet], do: FirstAid | None) -> Note | None:
    """CEM-HEAL-01, CEM-PRIME-01, CEM-HERO-03, -05: refuses patients not in bad shape, wrong primes, heroism that is not
    there.
    """
    if not scene.me.able:
        return BOOK.note("CEM-TURN-05:attack", who=scene.me.name)
    if do is None:
        return None if in_need(scene) else BOOK.note("CEM-HEAL-01:nobody")
    patient = scene[do.target]
    if patient.dead:
        return BOOK.note("CEM-HEAL-01:dead", target=patient.name)
    if not patient.bad_shape:
        return BOOK.note("CEM-HEAL-01:no_need", target=patient.name)
    refused = wrong_stakes(scene, do)
    if refused:
        return refused
    if do.saving_hands:
        if not scene.me.atout(MAINS_QUI_SAUVENT):
            return BOOK.note("CEM-HEAL-01:atout", who=scene.me.name)
        return Purse(scene).refusal(scene.actor, HEROIC_ATOUT)
    refused = Purse(scene).refusal(scene.actor, EXTRA_DIE) if do.heroic else None
    chance = partial(aid_chance, scene, do)
    return refused or cannot_retry(scene, (scene.actor,), first_aid_of(do), chance)


def first_aid_of(do: FirstAid) -> str:
    """CEM-TEST-03: first aid to one patient, as a task that may have failed before."""
    return f"{FIRST_AID}{do.target}"


def aid_chance(scene: Scene[Sheet], do: FirstAid) -> Fraction:
    """CEM-HEAL-02, CEM-TEST-03: the chance of success of first aid as declared."""
    skill = do.instead or "medicine"
    difficulty = near_difficulty(care_difficulty(states(scene[do.target])), near_costs(scene.me, skill, "medicine"))
    bonus = care_tally(scene.me, skill, do.gear, do.modifier, staked(scene, do).terms()).total
    dice = side(Purse(scene), scene.actor, bonus, skill, do.heroic, elevens(scene, do)(scene.actor)).dice
    return chance_of(bonus, difficulty, dice)


@action(
    "cle-en-main.first-aid",
    FirstAid,
    fr="Donner les premiers soins",
    en="Give first aid",
    refuse=cannot_tend,
    kind=Kind.CARE,
)
def first_aid(scene: Scene[Sheet], do: FirstAid, roll: Roll) -> Outcome:
    """CEM-HEAL-01…03, CEM-PRIME-01: a test of Soins; the patient regains vitality, is out of danger and conscious."""
    me, patient, purse = scene.me, scene[do.target], Purse(scene)
    made = staked(scene, do)
    if do.saving_hands:
        purse.pay(scene.actor, HEROIC_ATOUT)
        roll.note("CEM-HEAL-01:sure")
        success = True
    else:
        skill = do.instead or "medicine"
        difficulty = noted_difficulty(patient, roll, near=near_costs(me, skill, "medicine"))
        if do.heroic:
            purse.pay(scene.actor, EXTRA_DIE)
        tally = care_tally(me, skill, do.gear, do.modifier, made.terms())
        roll.note(tally)
        one = side(purse, scene.actor, tally.total, skill, do.heroic, elevens(scene, do)(scene.actor))
        success, paid = roll(attempt(one._replace(anyway=do.anyway), difficulty))
        pay(purse, scene.actor, paid)
    spent = (*purse.spent, *lasting(scene, roll, made, success))
    if not do.saving_hands:
        chance = partial(aid_chance, scene, do)
        spent += tuple(remembered(scene, (scene.actor,), first_aid_of(do), chance, success))
    alone = do.target == scene.actor
    if not success:
        vain = "CEM-HEAL-01:oneself_failed" if alone else "CEM-HEAL-01:failed"
        return Outcome((part(do.target, UNHEALED),), BOOK.note(vain, who=me.name, target=patient.name), spent)
    points = atouts.first_aid_points(me)
    if points > 1:
        roll.note("CEM-ATOUT-02:t05", points=points)
    roll.note("CEM-HEAL-03", who=patient.name)
    if patient.dying:
        roll.note("CEM-HEAL-01:safe", who=patient.name)
    if patient.unconscious:
        roll.note("CEM-HEAL-01:awake", who=patient.name)
    effects: tuple[Effect, ...] = (*spent, Heal(do.target, points), Revive(do.target))
    headline = BOOK.note(
        "CEM-HEAL-01:oneself" if alone else "CEM-HEAL-01", who=me.name, target=patient.name, points=points
    )
    return Outcome((part(do.target, HEALED, vitality=points),), headline, effects)


def noted_difficulty(patient: Sheet, roll: Roll, near: bool = False, several: bool = False) -> int:
    """CEM-HEAL-02, CEM-NEAR-01: the difficulty of caring for a patient, explained; named if there are several."""
    found = states(patient)
    difficulty = near_difficulty(care_difficulty(found), near)
    worst = tuple(STATES[state] for state in found)
    roll.note("CEM-HEAL-02:whose" if several else "CEM-HEAL-02", who=patient.name, difficulty=difficulty, states=worst)
    return difficulty


def care_tally(carer: Sheet, skill: str, gear: bool, modifier: int = 0, more: Iterable[Term] = ()) -> Tally:
    """CEM-MOD-01: what a carer adds to the dice."""
    return total_of(
        "CEM-HEAL-01:test", [*skill_terms(carer, skill, items=None if gear else ()), *more], modifier=modifier
    )


@rule
def cared(roll: Roll, bonus: int, difficulties: tuple[int, ...], dice: ThreeDice) -> tuple[bool, ...]:
    """CEM-HEAL-05: one throw of Soins, read against the difficulty of each patient."""
    return roll(plain_dice(dice), lambda thrown: tuple(judged(roll, thrown, bonus, one) for one in difficulties))


def with_carer(_scene: Scene[Sheet], values: Mapping[str, Any]) -> bool:
    """CEM-HEAL-05: whether a character watches over those who rest."""
    return bool(values["carer"])


def out_of_danger(scene: Scene[Sheet]) -> tuple[str, ...]:
    """CEM-VIT-07: the PJ whom a rest does not kill."""
    return tuple(who for who in players(scene) if not scene[who].dying)


NOT_SURVIVED = Text(
    fr="Qui est en danger de mort n'y survit pas, sauf soins réussis : ce n'est coché pour personne d'avance.",
    en="Whoever is in danger of death does not survive it, unless cared for: it is ticked for none of them beforehand.",
)


class Rest(Declared):
    """Who rests for a full day or a full night, and who watches over them."""

    resting: Annotated[
        tuple[str, ...],
        OneOf(everybody),
        Label(fr="Au repos", en="Resting"),
        Ask(WHOM, default=out_of_danger, help=NOT_SURVIVED),
    ]
    carer: Annotated[str, OneOf(everybody, helps=True), Label(fr="Soigneur", en="Carer"), Ask(HELP)] = ""
    heroic: Annotated[
        bool, Label(fr="Un dé de plus pour le soigneur", en="An extra die for the carer"), Ask(HEROISM, when=with_carer)
    ] = False
    gear: Annotated[
        bool, Label(fr="Avec son matériel", en="With one's gear"), Ask(WITH, more=True, when=with_carer)
    ] = True
    modifier: Modifier = 0
    auto11: AutoEleven = ()
    rolled: Rolled = ()


def cannot_rest(scene: Scene[Sheet], do: Rest | None) -> Note | None:
    """CEM-HEAL-04, -05: refuses in an action scene, a carer dead or unconscious, an extra die that cannot be paid."""
    if scene.play.round:
        return BOOK.note("CEM-TURN-01:under_way")
    if do and do.carer and scene[do.carer].eliminated:
        return BOOK.note("CEM-TURN-05:attack", who=scene[do.carer].name)
    return Purse(scene).refusal(do.carer, EXTRA_DIE) if do and do.carer and do.heroic else None


def untended(scene: Scene[Sheet], do: Rest | None) -> Note | None:
    """CEM-VIT-07: a word about the dying who would rest with nobody to care for them."""
    alone = do.resting if do and not do.carer else ()
    names = tuple(scene[who].name for who in dict.fromkeys(alone) if scene[who].dying and not scene[who].dead)
    return BOOK.note("CEM-VIT-07:would_die", who=names) if names else None


@action(
    "cle-en-main.rest",
    Rest,
    fr="Se reposer",
    en="Rest",
    refuse=cannot_rest,
    by=Audience.MJ,
    kind=Kind.CARE,
    warns=untended,
)
def rest(scene: Scene[Sheet], do: Rest, roll: Roll) -> Outcome:
    """CEM-HEAL-04, -05, CEM-VIT-03, -07: a day or night of rest: Résistance points come back, and Soins with a carer.

    It is longer than any deadline: the unconscious wake, and the dying die unless the carer's test succeeds.
    """
    patients = [who for who in dict.fromkeys(do.resting) if not scene[who].dead]
    purse = Purse(scene)
    cares = watched(scene, do, patients, purse, roll) if do.carer else (False,) * len(patients)
    parts: list[Part] = []
    effects: list[Effect] = [*purse.spent]
    for who, cared_for in zip(patients, cares, strict=True):
        sheet = scene[who]
        if sheet.dying and not cared_for:
            roll.note("CEM-VIT-07:dies", who=sheet.name)
            parts.append(part(who, DIED))
            effects.append(Die(who))
            continue
        gain = BOOK.sum("CEM-HEAL-04:gain", SKILL(sheet.skill("resistance"), of=skill_name("resistance"))).named(
            sheet.name
        )
        if cared_for:
            gain = gain.plus(SKILL(scene[do.carer].skill("medicine"), of=skill_name("medicine")))
        roll.note(gain)
        parts.append(part(who, RESTS, vitality=gain.total))
        effects += [Heal(who, gain.total), *([Revive(who)] if sheet.dying or sheet.unconscious else [])]
        if sheet.bad_shape and gain.total > 0:
            roll.note("CEM-HEAL-03", who=sheet.name)
    effects += settling_down(scene.cast, patients)
    effects.append(Put(PLAY, "tried", {}))  # CEM-TEST-03: another day, other circumstances
    return Outcome(tuple(parts), BOOK.note("CEM-HEAL-04:rested", count=len(patients)), tuple(effects))


def watched(scene: Scene[Sheet], do: Rest, patients: list[str], purse: Purse, roll: Roll) -> tuple[bool, ...]:
    """CEM-HEAL-05, CEM-AUTO11-01: for which patients the carer's test succeeds; items help the test, not the points."""
    carer = scene[do.carer]
    difficulties = tuple(noted_difficulty(scene[who], roll, several=len(patients) > 1) for who in patients)
    tally = care_tally(carer, "medicine", do.gear, do.modifier)
    roll.note(tally)
    if do.heroic:
        purse.pay(do.carer, EXTRA_DIE)
    one = side(purse, do.carer, tally.total, "medicine", do.heroic, elevens(scene, do)(do.carer))
    cares = roll(cared(one.bonus, difficulties, one.dice), by=do.carer)
    while not all(cares) and (bought := again(roll, one)):
        one = one.redone(bought)
        pay(purse, do.carer, bought)
        cares = roll(cared(one.bonus, difficulties, one.dice), by=do.carer)
    return cares
