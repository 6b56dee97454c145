"""Special manoeuvres: trip, stun, disarm; finishing off (Fiche 4, and Fiche 6, Combat : conseils au MJ)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from tablee.dice import Roll, procedure
from tablee.games.cle_en_main.attack.consequences import DEAD
from tablee.games.cle_en_main.attack.declaration import (
    NEAR,
    UNSEEN,
    WEAPON,
    carried,
    likely_target,
    nobody_to_strike,
    not_in_hand,
    tell_untrained,
    weapon_of,
)
from tablee.games.cle_en_main.attack.melee import engaging, guard_terms
from tablee.games.cle_en_main.attack.vitality import TIME_OUT, Die, Disarmed, can_finish, fall, knocked_out
from tablee.games.cle_en_main.book import BOOK
from tablee.games.cle_en_main.check.checks import Side, attempt, near_difficulty
from tablee.games.cle_en_main.check.fields import (
    MJ,
    MJ_SAYS,
    ExtraDie,
    Modifier,
    ObligatoryPenalty,
    Staked,
    Untested,
    other_living,
)
from tablee.games.cle_en_main.check.heroism import Purse
from tablee.games.cle_en_main.check.oppositions import contest
from tablee.games.cle_en_main.check.primes import WEAPON_FAILS, Declaration, Guarded
from tablee.games.cle_en_main.check.side import (
    band,
    elevens,
    near_costs,
    pay,
    side,
    skill_names,
    skill_terms,
    total_of,
    with_extra_dice,
)
from tablee.games.cle_en_main.check.stakes import lasting, staked, untested, wrong_stakes
from tablee.games.cle_en_main.options import OPPOSITION_AUTO
from tablee.games.cle_en_main.order.interruption import interrupted
from tablee.games.cle_en_main.play import played
from tablee.games.cle_en_main.sheet import EXTRA_DIE, Sheet, free_id, marked_name
from tablee.games.cle_en_main.tables import SKILLS
from tablee.rules.action import PLAY, Add, Create, Effect, Grade, Kind, Outcome, Put, Scene, action, part
from tablee.rules.data.tables import names
from tablee.rules.fields import Annotated, Ask, Between, Declared, Label, OneOf
from tablee.rules.forms import HOW, WHERE, WHOM, WORD_OF_MJ
from tablee.rules.why import Note, Tally, Term
from tablee.text import Text

RESISTED = BOOK.grade("resisted")


@dataclass(frozen=True)
class Aim:
    """CEM-MANO-02: what a manoeuvre is meant to do, and the skills of its second opposition."""

    name: Text
    mine: str
    theirs: str
    grade: Grade
    headline: str  # the id of its sentence
    surprised_only: bool = False


AIMS = {
    "trip": Aim(
        Text(fr="bousculer et faire tomber", en="shove and knock down"),
        "strength",
        "acrobatics",
        BOOK.grade("tripped"),
        "CEM-MANO-02:trip",
    ),
    "stun": Aim(
        Text(fr="assommer", en="stun"),
        "combat",
        "resistance",
        BOOK.grade("stunned"),
        "CEM-MANO-02:stun",
        surprised_only=True,
    ),
    "disarm": Aim(
        Text(fr="désarmer", en="disarm"),
        "combat",
        "combat",
        BOOK.grade("disarmed"),
        "CEM-MANO-02:disarm",
    ),
    "other": Aim(Text(fr="autre chose", en="something else"), "", "", BOOK.grade("managed"), "CEM-MANO-02:other"),
}


def of_ones_own(_scene: Scene[Sheet], values: Mapping[str, Any]) -> bool:
    """CEM-MANO-01: whether the aim is none of the examples, so that its skills are asked."""
    return bool(values["aim"] == "other")


class FirstTest(NamedTuple):
    """CEM-MANO-01: Combat against the target's Défense, or against a difficulty if they cannot defend."""

    attacker: Side
    defender: Side | None
    difficulty: int = 0


class Manoeuvred(NamedTuple):
    """The end of a manoeuvre: whether the first test and the whole succeeded, and what each side paid."""

    opened: bool
    success: bool
    paid: tuple[str, ...] = ()
    their_paid: tuple[str, ...] = ()


@procedure
def manoeuvred(
    roll: Roll,
    opening: FirstTest,
    a: Side,
    b: Side | None,
    auto: str = "symmetric",
    told: tuple[Tally, ...] = (),
    difficulty: int = 0,
) -> Manoeuvred:
    """CEM-MANO-01, -02, CEM-HERO-03: the first test, without damage; if it succeeds, the opposition of the aim, for
    which side a chooses the extra die before it throws and side b once it has seen the result. `told` are the sums of
    this second opposition. Without a side b, side a tests against `difficulty`.
    """
    paid: tuple[str, ...]
    their_paid: tuple[str, ...] = ()
    if opening.defender is None:
        opened, paid = roll(attempt(opening.attacker, opening.difficulty))
    else:
        first = roll(contest(opening.attacker, opening.defender, "a", auto, True))
        opened, paid, their_paid = first.winner == "a", first.a_paid, first.b_paid
    if not opened:
        return Manoeuvred(False, False, paid, their_paid)
    for tally in told:
        roll.note(tally)
    ((a, dared),) = with_extra_dice(roll, a.spent(paid))
    if b is None:
        success, more = roll(attempt(a, difficulty))
        return Manoeuvred(True, success, paid + dared + more, their_paid)
    second = roll(contest(a, b.spent(their_paid), "a", auto, True))
    return Manoeuvred(True, second.winner == "a", paid + dared + second.a_paid, their_paid + second.b_paid)


class ManoeuvreBasics(Declared):
    """The target and the aim of a manoeuvre, the weapon, and the penalty it costs."""

    target: Annotated[str, OneOf(other_living), Label(fr="Cible", en="Target"), Ask(WHOM, default=likely_target)]
    aim: Annotated[
        str, OneOf({id: aim.name for id, aim in AIMS.items()}), Label(fr="Manœuvre", en="Manoeuvre"), Ask(HOW)
    ]
    penalty: ObligatoryPenalty = "hindrance"
    weapon: Annotated[str, OneOf(carried), Label(fr="Arme", en="Weapon"), WEAPON] = ""
    heroic: ExtraDie = False


class Manoeuvre(Staked, ManoeuvreBasics):
    """A manoeuvre in full: its aim, primes and penalties, and what the MJ says of the situation."""

    skill: Annotated[str, Label(fr="Compétence proche", en="Near skill"), MJ, NEAR] = ""
    mine: Annotated[
        str,
        OneOf(skill_names),
        Label(fr="Seconde opposition : sa compétence", en="Second opposition: one's skill"),
        Ask(HOW, more=True, when=of_ones_own),
    ] = ""
    theirs: Annotated[
        str,
        OneOf(names(SKILLS)),
        Label(fr="Contre", en="Against"),
        Ask(
            HOW,
            more=True,
            when=of_ones_own,
            help=Text(fr="Rien : contre une difficulté du meneur.", en="None: against a difficulty of the GM."),
        ),
    ] = ""
    aim_difficulty: Annotated[
        int,
        Between(0, 100),
        Label(fr="Difficulté, sans opposition", en="Difficulty, if not opposed"),
        MJ,
        Ask(WORD_OF_MJ, when=of_ones_own),
    ] = 15
    aware: Annotated[
        bool, Label(fr="Assommer même sur ses gardes", en="Stun even somebody aware"), MJ, Ask(WORD_OF_MJ)
    ] = False
    difficulty: Annotated[
        int,
        Between(0, 50),
        Label(fr="Difficulté, s'il ne perçoit pas", en="Difficulty, if not perceived"),
        MJ,
        Ask(WHERE),
    ] = UNSEEN
    unaware: Annotated[bool, Label(fr="Ne perçoit pas l'attaque", en="Does not perceive it"), MJ, Ask(WHERE)] = False
    crowded: Annotated[bool, Label(fr="Avec plusieurs adversaires", en="With several opponents"), MJ, Ask(WHERE)] = (
        False
    )
    uncrowded: Annotated[
        bool, Label(fr="Sans plusieurs adversaires", en="Without several opponents"), MJ, Ask(WHERE)
    ] = False
    circumstances: Annotated[int, Between(-5, 5), Label(fr="Circonstances", en="Circumstances"), MJ, MJ_SAYS] = 0
    modifier: Modifier = 0


def cannot_manoeuvre(scene: Scene[Sheet], do: Manoeuvre | None) -> Note | None:
    """CEM-MANO-01, -02, CEM-PRIME-01: refuses a penalty that changes nothing here, or to stun one who
    is not surprised.
    """
    me = scene.me
    if not me.able:
        return BOOK.note("CEM-TURN-05:attack", who=me.name)
    if do is None:
        return nobody_to_strike(scene)
    if "light_wound" in (do.penalty, *do.penalties, *do.imposed):
        return BOOK.note("CEM-MANO-01:wound")
    refused = wrong_stakes(scene, do)
    if refused:
        return refused
    foe, weapon = scene[do.target], weapon_of(me, do.weapon)
    refused = not_in_hand(scene, do.weapon)
    if refused:
        return refused
    if not me.knows(do.skill or weapon.skill):
        return BOOK.note("CEM-SKILL-04:attack", who=me.name)
    if AIMS[do.aim].surprised_only and not (foe.surprised or do.unaware or do.aware):
        return BOOK.note("CEM-MANO-02:alert", who=foe.name)
    if do.aim == "disarm" and foe.armed.natural:
        return BOOK.note("CEM-MANO-02:unarmed", who=foe.name)
    if do.aim == "other" and not do.mine:
        return BOOK.note("CEM-MANO-01:skill")
    return Purse(scene).refusal(scene.actor, EXTRA_DIE) if do.heroic else None


@action(
    "cle-en-main.manoeuvre",
    Manoeuvre,
    fr="Tenter une manœuvre",
    en="Try a manoeuvre",
    refuse=cannot_manoeuvre,
    kind=Kind.FIGHT,
)
def manoeuvre(scene: Scene[Sheet], do: Manoeuvre, roll: Roll) -> Outcome:
    """CEM-MANO-01, -02, CEM-DEF-04: an obligatory penalty, Combat/Défense, then the opposition of the aim."""
    held = interrupted(scene, roll, (do.target,) if do.unaware else ())
    if held is not None:
        return held
    me, foe, purse, aim = scene.me, scene[do.target], Purse(scene), AIMS[do.aim]
    round, weapon = scene.play.round, weapon_of(me, do.weapon)
    defends = not (foe.surprised or foe.eliminated or do.unaware)
    made, risks = costs_of(scene, do)
    if do.heroic:
        purse.pay(scene.actor, EXTRA_DIE)
    combat = do.skill or weapon.skill
    near = near_costs(me, combat, weapon.skill)
    first = added_to(scene, do, combat, made, near and defends, opposed=defends)
    skill = combat if aim.mine == "combat" else aim.mine or do.mine
    second = added_to(scene, do, skill, made, near and skill == combat)
    their_skill = foe.armed.skill if aim.theirs == "combat" else aim.theirs or do.theirs
    guard = total_of("CEM-DEF-01", guarding(scene, do))
    theirs = total_of("CEM-MANO-02:theirs", skill_terms(foe, their_skill, round=round)) if their_skill else None
    roll.note(first)
    tell_untrained(roll, me, weapon)
    if defends:
        roll.note(guard)
    fixed, still = map(elevens(scene, do), (scene.actor, do.target))
    attacker = side(purse, scene.actor, first.total, combat, do.heroic, fixed)
    defender = side(purse, do.target, guard.total, "defence", fixed=still) if defends else None
    a = side(purse, scene.actor, second.total, skill, fixed=fixed)
    b = side(purse, do.target, theirs.total, their_skill, fixed=still) if theirs else None
    opening, told = FirstTest(attacker, defender, near_difficulty(do.difficulty, near)), (second, theirs)
    sums = tuple(tally for tally in told if tally)
    done = roll(manoeuvred(opening, a, b, scene.option(OPPOSITION_AUTO), sums, do.aim_difficulty))
    pay(purse, scene.actor, done.paid)
    pay(purse, do.target, done.their_paid)
    effects: list[Effect] = [*purse.spent, *([Guarded(do.target)] if defends else [])]
    effects += lasting(scene, roll, made, done.success, risks)
    effects += [] if weapon.ranged else engaging(scene, (do.target,), do.moving)
    if not done.success:
        return Outcome(
            (part(do.target, RESISTED),), BOOK.note("CEM-MANO-01:failed", who=me.name, target=foe.name), tuple(effects)
        )
    if do.aim == "stun":
        rounds = roll(TIME_OUT, by=scene.actor)
        one = foe.kind == "extra"  # of a group, one figurant
        effects.append(knocked_out(scene, do.target, rounds) if one else fall(scene, do.target, unconscious=rounds))
    elif do.aim == "other":  # the MJ says what comes of it
        pass
    elif foe.kind == "extra" and foe.group > 1:
        effects += one_apart(scene, do)
    else:
        effects.append(Put(do.target, "prone", True) if do.aim == "trip" else Disarmed(do.target))
    return Outcome((part(do.target, aim.grade),), BOOK.note(aim.headline, who=me.name, target=foe.name), tuple(effects))


def one_apart(scene: Scene[Sheet], do: Manoeuvre) -> list[Effect]:
    """CEM-MANO-02, CEM-NPC-11: the figurant of a group who was knocked down or disarmed, apart from the others from now
    on; they may join them again (`regroup`) once on their feet and armed.
    """
    group, acted = scene[do.target], played(scene).acted
    id = free_id(do.target, scene.cast)
    one = group.with_changes(group=1, name=marked_name(group.name, id.rpartition("_")[2]))
    one = one.with_changes(prone=True) if do.aim == "trip" else one.disarmed()
    apart: list[Effect] = [Add(do.target, "group", -1), Create(id, one)]
    return [*apart, *([Put(PLAY, "acted", (*acted, id))] if do.target in acted else [])]


def added_to(
    scene: Scene[Sheet], do: Manoeuvre, skill: str, made: Declaration, near: bool, opposed: bool = True
) -> Tally:
    """CEM-MANO-01, CEM-NPC-09, CEM-NEAR-02: what is added to the dice of one of the two tests.

    Where the target does not defend (`opposed` false), circumstances are part of the difficulty (CEM-MOD-02).
    """
    me = scene.me
    terms = [*skill_terms(me, skill, round=scene.play.round), *band(me), *made.terms()]
    return total_of("CEM-MANO-01:mine", terms, do.circumstances if opposed else 0, do.modifier, near)


def costs_of(scene: Scene[Sheet], do: Manoeuvre) -> tuple[Declaration, list[str]]:
    """CEM-MANO-01, CEM-PRIME-03, CEM-ACT-02, CEM-EQUIP-04, -05: all the primes and penalties of a manoeuvre, and what
    the Risque of its weapon threatens.
    """
    me = scene.me
    drawbacks = me.drawbacks(weapon_of(me, do.weapon).category)
    costs = [do.penalty, *["hindrance"] * drawbacks.hindrance, *["risk"] * drawbacks.risk]
    return staked(scene, do, costs), [WEAPON_FAILS] * drawbacks.risk


def guarding(scene: Scene[Sheet], do: Manoeuvre) -> list[Term]:
    """CEM-DEF-01, -02: the terms of the target's Défense."""
    told = True if do.crowded else False if do.uncrowded else None
    near = () if weapon_of(scene.me, do.weapon).ranged else (scene.actor,)
    return guard_terms(scene, do.target, near, told=told)


class FinishOff(Untested):
    """Whom to finish off."""

    target: Annotated[str, OneOf(other_living), Label(fr="Cible", en="Target"), Ask(WHOM)]
    in_reach: Annotated[bool, Label(fr="À portée", en="In reach"), MJ, Ask(WHERE)] = True


def cannot_finish(scene: Scene[Sheet], do: FinishOff | None) -> Note | None:
    """CEM-VIT-06: refuses to finish off a character who is conscious, dead or out of reach."""
    if not scene.me.able:
        return BOOK.note("CEM-TURN-05:attack", who=scene.me.name)
    if do is None:
        return None if any(scene[who].unconscious for who in other_living(scene)) else BOOK.note("CEM-VIT-06:nobody")
    if can_finish(scene[do.target].unconscious, do.in_reach):
        return None
    return BOOK.note("CEM-VIT-06:mercy", who=scene[do.target].name)


@action("cle-en-main.finish-off", FinishOff, fr="Achever", en="Finish off", refuse=cannot_finish, kind=Kind.FIGHT)
def finish_off(scene: Scene[Sheet], do: FinishOff, roll: Roll) -> Outcome:
    """CEM-VIT-06, CEM-ACT-02, CEM-TURN-07, CEM-NPC-05: kills an unconscious character, as one action."""
    held = interrupted(scene, roll)
    if held is not None:
        return held
    headline = BOOK.note("CEM-VIT-06", who=scene.me.name, target=scene[do.target].name)
    return Outcome((part(do.target, DEAD),), headline, (Die(do.target), *untested(scene, do)))
