"""Stress: shocks and what they cost, help, commitment; an optional chapter, told soberly."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from tablee.dice import Roll, rule
from tablee.games.deusex.book import BOOK
from tablee.games.deusex.check.attempts import (
    LADDER,
    MAX_DIFFICULT,
    RUNGS,
    ReadyTest,
    cannot_try,
    explained_test,
    gone,
)
from tablee.games.deusex.check.checks import (
    STRESS,
    Makings,
    Standing,
    Try,
    explained,
    factor,
    half,
    pool,
    standing,
    try_of,
)
from tablee.games.deusex.check.reserve import bonus_dice, spendings
from tablee.games.deusex.health.healing import (
    ON_LEAVING,
    Care,
    Patient,
    StandIn,
    Tend,
    asked_patient,
    asked_talent,
    cannot_practise,
    care_counts,
    care_test,
)
from tablee.games.deusex.options import (
    CRIT_SUCCESS_AUTO,
    HALF_ROUNDING,
    OPEN_ROLLS,
    PS_SEEN,
    STRESS_LOSS_CAP,
    STRESS_RULES,
    STRESS_WORDS,
    TROUBLE_RULES,
    TROUBLE_SEEN,
    WITH_STRESS,
    WITH_TROUBLES,
)
from tablee.games.deusex.play import CRISIS, CountdownStopped
from tablee.games.deusex.pv_and_ps import HUMAN_MAXIMUM, ps_tier
from tablee.games.deusex.sheet import PSYCHOLOGY, Sheet, Shock, Steadied
from tablee.games.deusex.tables import INCIDENTS, PHASES, PS_TIERS, Incident, Rung
from tablee.games.deusex.troubles import phase_after, reversible, withdrawal_due
from tablee.rules.action import Effect, Grade, Kind, Outcome, Put, Scene, action, part, where
from tablee.rules.data.tables import names
from tablee.rules.fields import Annotated, Ask, Audience, Between, By, Declared, Label, OneOf, Seen
from tablee.rules.forms import HOW, WORD_OF_MJ
from tablee.rules.why import Note
from tablee.text import Name, Text

CALM_FROM = 1  # PS: below it a crisis begins
TO_HOLD = Text(fr="de ne pas flancher", en="to hold firm")


def _tier_grades(neutral: bool) -> dict[tuple[str, bool], Grade]:
    """A grade for each tier of PS, by whether the character holds it: who was no better before has not flinched."""
    words = {tier: tier.neutral if neutral and tier.neutral else tier.name for tier in PS_TIERS}
    return {(tier.id, held): Grade(tier.id, label, held) for tier, label in words.items() for held in (True, False)}


TIER_GRADES = {neutral: _tier_grades(neutral) for neutral in (True, False)}
STEADY = BOOK.grade("steadied")
UNHEARD = BOOK.grade("unheard")


def loss(incident: Incident, margin: int, rounding: str = "down", cap: int | None = None) -> int:
    """DEX-STRESS-03, DEX-DICE-05: a fixed loss on a success, a part or a multiple of the margin on a failure."""
    failed = half(margin, rounding) if incident.halved else -margin * incident.times
    lost = failed if margin < 0 else incident.kept
    return lost if cap is None else min(lost, cap)


class Shaken(NamedTuple):
    """What a shock cost."""

    loss: int


@rule
def shaken(
    roll: Roll, attempt: Try, incident: str, rounding: str = "down", cap: int | None = None, whose: str = ""
) -> Shaken:
    """DEX-STRESS-02, -03: a Stress Test and the PS it costs the character who takes it (`whose`)."""
    row = INCIDENTS[incident]

    def read(result: Standing) -> Shaken:
        margin, uncapped = result.margin, loss(row, result.margin, rounding)
        saying, lost = "DEX-STRESS-03" if margin >= 0 else "DEX-STRESS-03:failed", loss(row, margin, rounding, cap)
        roll.note(
            saying,
            whose=whose,
            margin=abs(margin),
            factor=factor(margin, row.times, row.halved, rounding),
            loss=uncapped,
        )
        if lost < uncapped:
            roll.note("DEX-STRESS-03:capped", whose=whose, cap=lost)
        return Shaken(lost)

    return roll.then(standing(attempt), read)


def stress_makings(
    incident: str, sta: int, bonus: int = 0, open: bool = False, auto: bool = True, difficulty: int = 0
) -> Makings:
    """DEX-STRESS-02, DEX-DICE-02: two dice and STA; wounds and stress do not weigh on it.

    The table helps the MJ set the Difficulty: another may be given.
    """
    against = difficulty or INCIDENTS[incident].difficulty
    return Makings(STRESS, sta, bonus=bonus, difficulty=against, open=open, auto=auto)


class Face(Declared):
    """What a character must face, and how hard the MJ judges it."""

    incident: Annotated[str, OneOf(names(INCIDENTS)), Label(fr="Incident", en="Incident"), Ask(HOW)]
    difficulty: Annotated[
        int,
        Between(0, MAX_DIFFICULT),
        Label(fr="Difficulté (0 : celle de l'incident)", en="Difficulty (0: the incident's)"),
        Ask(WORD_OF_MJ, more=True, help=LADDER, scale=RUNGS),
    ] = 0


def no_stress(scene: Scene[Sheet]) -> Note | None:
    """DEX-STRESS-01: the whole chapter is off where the table does not want it."""
    return None if scene.option(STRESS_RULES) else BOOK.note("DEX-STRESS-01:option_off")


def cannot_face(scene: Scene[Sheet], do: Face | None) -> Note | None:
    return no_stress(scene) or gone(scene, scene.actor)


@action(
    "deusex.stress",
    Face,
    fr="Faire face à un choc",
    en="Face a shock",
    refuse=cannot_face,
    by=where(STRESS_RULES, Audience.MJ),
    kind=Kind.DANGER,
    odds=PS_SEEN,  # the chance of each tier would tell them
    success=TO_HOLD,
)
def face(scene: Scene[Sheet], do: Face, roll: Roll) -> Outcome:
    """DEX-STRESS-02…08, DEX-TROUBLE-03, -05: a Stress Test, the PS it costs, the tier and the phase it leads to."""
    who, me = scene.actor, scene.me
    bonuses = bonus_dice(scene, (who,), roll)
    attempt = scene.once(ready_shock, do, bonuses[who]).explained(roll)
    rounding, cap = scene.option(HALF_ROUNDING), scene.option(STRESS_LOSS_CAP)
    troubles = scene.option(TROUBLE_RULES)
    troubled = troubles and bool(me.trouble)

    def told(result: Shaken) -> Outcome:
        lost = result.loss
        phase = phase_after(me.phase, me.ps - lost) if troubled else me.phase
        if phase > me.phase:
            roll.note("DEX-TROUBLE-03", whose=who, who=me.name, meaning=PHASES[phase])
            if withdrawal_due(phase):
                roll.note("DEX-TROUBLE-05", whose=who, who=me.name)
        effects: tuple[Effect, ...] = (*spendings(bonuses), Shock(who, lost, troubles))
        grade, headline = tier_reached(scene, who, lost)
        amounts = {"loss": lost, "phase": phase} if troubled else {"loss": lost}
        return Outcome((part(who, grade, **amounts),), headline, effects)

    return roll.then(shaken(attempt, do.incident, rounding, cap, who), told, by=who)


def ready_shock(scene: Scene[Sheet], do: Face, bonus: int) -> ReadyTest:
    """DEX-STRESS-02: the Test of the one who faces it, and what it is about."""
    auto, open = scene.option(CRIT_SUCCESS_AUTO), scene.option(OPEN_ROLLS)
    makings = stress_makings(do.incident, scene.me.talents["STA"], bonus, open, auto, do.difficulty)
    about = BOOK.note("DEX-STRESS-02", difficulty=makings.difficulty, incident=INCIDENTS[do.incident].name)
    dice = pool(makings)
    return ReadyTest(try_of(makings, dice), (about, *explained(makings, dice, "STA")))


def tier_reached(scene: Scene[Sheet], who: str, lost: int) -> tuple[Grade, Note]:
    """DEX-STRESS-05, -08: the tier reached, in the table's words; the numbers are not for everybody. Good for those
    whom it leaves where they were, but for a crisis.
    """
    sheet, neutral = scene[who], scene.option(STRESS_WORDS) == "neutral"
    tier = ps_tier(sheet.ps - lost)
    held = tier is ps_tier(sheet.ps) and tier.at >= CALM_FROM
    name = tier_said(tier, sheet.name, neutral)
    return TIER_GRADES[neutral][tier.id, held], BOOK.note("DEX-STRESS-05", who=sheet.name, tier=name)


@cache
def tier_said(tier: Rung, name: Name, neutral: bool) -> Text:
    words = tier.neutral if neutral and tier.neutral else tier.name
    return Text(words.say("fr", who=name), words.say("en", who=name))


class Counsel(Tend):
    """Whom to help with psychology."""

    method = PSYCHOLOGY
    patient: Annotated[Patient, asked_patient(PSYCHOLOGY)]
    talent: Annotated[StandIn, asked_talent(PSYCHOLOGY)] = ""


def cannot_comfort(scene: Scene[Sheet], do: Counsel | None) -> Note | None:
    """DEX-STRESS-09: one successful Psychologie for each shock, as care comes once for each wound (DEX-HEAL-04)."""
    off = no_stress(scene)
    if off or do is None:
        return off or cannot_practise(scene, PSYCHOLOGY)
    left, patient = gone(scene, do.patient), scene[do.patient]
    if left or patient.helped:
        return left or BOOK.note("DEX-STRESS-09:already_helped", who=patient.name)
    return cannot_try(scene, scene.actor, do.means(scene.me))


@action(
    "deusex.psychology",
    Counsel,
    fr="Soutenir (Psychologie)",
    en="Counsel (Psychology)",
    refuse=cannot_comfort,
    by=WITH_STRESS,
    kind=Kind.CARE,
)
def psychology(scene: Scene[Sheet], do: Counsel, roll: Roll) -> Outcome:
    """DEX-STRESS-09: half the margin in PS, 3 at most; the countdown stops, the phase does not move."""
    patient = scene[do.patient]
    bonuses = bonus_dice(scene, (scene.actor,), roll)
    attempt = explained_test(scene, scene.actor, do.means(scene.me), bonuses[scene.actor], roll)
    room = patient.ps_max - patient.ps

    def told(result: Care) -> Outcome:
        counts = care_counts(scene, result)
        if not result.success:
            vain = (Put(do.patient, "helped", True),) if counts else ()
            return Outcome(
                (part(do.patient, UNHEARD),),
                BOOK.note("DEX-STRESS-09:failed", who=patient.name),
                (*spendings(bonuses), *vain),
            )
        gain = result.gain
        effects: tuple[Effect, ...] = (
            *spendings(bonuses),
            Steadied(do.patient, gain, counts),
            CountdownStopped(CRISIS, do.patient),
        )
        return Outcome((part(do.patient, STEADY, relief=gain),), BOOK.note("DEX-STRESS-09", who=patient.name), effects)

    return roll.then(
        care_test(attempt, PSYCHOLOGY, room, scene.option(HALF_ROUNDING), do.patient), told, by=scene.actor
    )


def eases_possible(scene: Scene[Sheet], values: Mapping[str, Any]) -> bool:
    """DEX-TROUBLE-04: whether the patient's Trouble has a phase to take back."""
    return values["patient"] in scene.cast and reversible(scene[values["patient"]].phase)


class Commitment(Declared):
    """Who is cared for, with what result; all of it the MJ's."""

    patient: Annotated[Patient, asked_patient(PSYCHOLOGY)]
    ps: Annotated[
        int, Between(-5, HUMAN_MAXIMUM), Label(fr="PS à la sortie", en="SP on leaving"), Seen(PS_SEEN), ON_LEAVING
    ]
    eases: Annotated[
        bool,
        Label(fr="Le Trouble recule d'une phase", en="The Trouble steps back a phase"),
        By(WITH_TROUBLES),
        Seen(TROUBLE_SEEN),
        Ask(WORD_OF_MJ, when=eases_possible),
    ] = False
    withdraws: Annotated[
        bool,
        Label(fr="Le personnage se retire du jeu", en="The character withdraws from play"),
        By(WITH_TROUBLES),
        Seen(TROUBLE_SEEN),
        Ask(WORD_OF_MJ),
    ] = False
    as_npc: Annotated[
        bool, Label(fr="Le personnage devient PNJ", en="The character becomes an NPC"), Ask(WORD_OF_MJ, more=True)
    ] = False


def cannot_commit(scene: Scene[Sheet], do: Commitment | None) -> Note | None:
    """DEX-TROUBLE-04: phase 0 has nowhere to go; DEX-TROUBLE-01: without Troubles there is no phase at all."""
    off = no_stress(scene)
    if off or do is None:
        return off
    left, patient = gone(scene, do.patient), scene[do.patient]
    if left or not (do.eases or do.withdraws):
        return left
    if not scene.option(TROUBLE_RULES):
        return BOOK.note("DEX-TROUBLE-01:option_off")
    stuck = do.eases and not reversible(patient.phase)
    return BOOK.note("DEX-TROUBLE-04:not_reversible", who=patient.name) if stuck else None


@action(
    "deusex.commitment",
    Commitment,
    fr="Soins en établissement",
    en="Residential care",
    refuse=cannot_commit,
    by=where(STRESS_RULES, Audience.MJ),
    kind=Kind.CARE,
)
def commitment(scene: Scene[Sheet], do: Commitment, roll: Roll) -> Outcome:
    """DEX-STRESS-10, DEX-TROUBLE-04, -05: long care; PS, phase and future are the MJ's word, withdrawal too."""
    patient = scene[do.patient]
    ps, phase = min(do.ps, patient.ps_max), patient.phase - do.eases
    if do.eases:
        roll.note("DEX-TROUBLE-04", whose=do.patient, who=patient.name, phase=phase)
    effects: tuple[Effect, ...] = (
        Put(do.patient, "ps", ps),
        Put(do.patient, "steadied", True),
        Put(do.patient, "helped", False),
        Put(do.patient, "phase", phase),
        Put(do.patient, "withdrawn", do.withdraws),
        Put(do.patient, "pj", patient.pj and not do.as_npc),
        CountdownStopped(CRISIS, do.patient),
    )
    headline = BOOK.note("DEX-TROUBLE-05:retires" if do.withdraws else "DEX-STRESS-10", who=patient.name)
    return Outcome((part(do.patient, STEADY),), headline, effects)
