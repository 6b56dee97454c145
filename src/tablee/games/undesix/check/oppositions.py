"""Oppositions: two people, or whole groups (Fiche 1, Réussir une action; Fiche 8, Jet en opposition)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from tablee.dice import Reroll, Roll, rule
from tablee.games.undesix.book import BOOK, CHARACTERISTIC_NAMES, SKILL
from tablee.games.undesix.check.checks import (
    Check,
    Circumstances,
    best_characteristic,
    cannot_lend_a_hand,
    check,
    no_skill,
    out_of_the_fight,
    reading,
    score_terms,
    skills_of,
    unable,
)
from tablee.games.undesix.check.desperate import desperate_bonuses
from tablee.games.undesix.check.destiny import destiny
from tablee.games.undesix.check.several_actions import too_many_actions
from tablee.games.undesix.experience import learning
from tablee.games.undesix.forms import AGAINST, SIDES, AtStake
from tablee.games.undesix.options import GROUP_OPPOSITION
from tablee.games.undesix.play import acting_together, taking_turn
from tablee.games.undesix.present import dead
from tablee.games.undesix.sheet import Sheet
from tablee.rules.action import TO_WIN, Effect, Kind, Outcome, Scene, action, part
from tablee.rules.cast import everybody, nobody_left, others
from tablee.rules.fields import Annotated, Ask, Audience, By, Declared, Label, OneOf
from tablee.rules.forms import WHOM, WITH, WORD_OF_MJ
from tablee.rules.why import Note, Term
from tablee.text import Text

WINS = BOOK.grade("wins")
LOSES = BOOK.grade("loses")


class Contest(NamedTuple):
    """Who wins an opposition, and how each came out."""

    active_wins: bool
    active: Check
    passive: Check


@rule
def opposition(
    roll: Roll,
    active: int,
    passive: int,
    strict: bool = False,
    one_succeeds: bool = False,
    six_fails: bool = False,
) -> Contest:
    """UDS-OPP-01, -02: the higher margin wins, failures included; ties are rolled again.

    A success beats a failure: that is the higher margin, unless the table lets a 1 or a 6 decide (UDS-TEST-07).
    """
    mine = roll(check(active, strict, one_succeeds, six_fails), by="active")
    theirs = roll(check(passive, strict, one_succeeds, six_fails), by="passive")
    if mine == theirs:
        raise Reroll
    return Contest(mine == max(mine, theirs), mine, theirs)


def contested(
    scene: Scene[Sheet],
    roll: Roll,
    active: tuple[str, int],
    passive: tuple[str, int],
    paid: tuple[Effect, ...] = (),
) -> tuple[Contest, tuple[Effect, ...]]:
    """UDS-OPP-01, UDS-OPT-07: an opposition of two characters, each with a target, and the destiny dice spent on it.

    The loser, if their own roll failed, may throw it again; a tie then has both roll again. `paid` is what this action
    has spent before. A character who is not on the scene, such as the mage of an old spell, is not asked.
    """
    (one, mine), (other, theirs), table = active, passive, reading(scene, "opposition")
    whose = {"active": one, "passive": other}
    contest: Contest = roll(opposition(mine, theirs, *table), by=whose)
    passed: tuple[Effect, ...] = ()
    while True:
        loser, winner = (other, one) if contest.active_wins else (one, other)
        lost = contest.passive if contest.active_wins else contest.active
        if lost.success or loser not in scene.cast:
            return contest, passed
        offer = destiny(scene, loser, winner if winner in scene.cast else "", (*paid, *passed))
        if offer is None or not roll.choose(loser, offer[0]):
            return contest, passed
        roll.note("UDS-OPT-07:rerolled", who=scene[loser].name)
        passed += (offer[1],)
        again = roll(check(mine if loser == one else theirs, *table), by=loser)
        mine_now, theirs_now = (again, contest.passive) if loser == one else (contest.active, again)
        if mine_now == theirs_now:
            contest = roll(opposition(mine, theirs, *table), by=whose)
        else:
            contest = Contest(mine_now == max(mine_now, theirs_now), mine_now, theirs_now)


def _unsaid(scene: Scene[Sheet], values: Mapping[str, Any]) -> bool:
    """Whether the other side's characteristic is to be chosen: no skill of either side says it (UDS-OPP-03)."""
    skill = values.get("skill")
    said = skill in skills_of(scene) and scene.me.skill(str(skill)).formula.against
    return not said and not values.get("their_skill")


class Opposed(Declared):
    """Two scores against each other (UDS-OPP-03: not always the same characteristic)."""

    target: Annotated[str, OneOf(others), Label(fr="Adversaire", en="Opponent"), Ask(WHOM)]
    mine: Annotated[
        str,
        OneOf(CHARACTERISTIC_NAMES),
        Label(fr="Ma caractéristique", en="My characteristic"),
        Ask(WITH, when=no_skill, default=best_characteristic),
    ] = ""
    skill: Annotated[str, OneOf(skills_of), Label(fr="Ma compétence", en="My skill"), Ask(WITH)] = ""
    theirs: Annotated[
        str,
        OneOf(CHARACTERISTIC_NAMES),
        Label(fr="Sa caractéristique", en="Their characteristic"),
        Ask(AGAINST, when=_unsaid, default=best_characteristic),
    ] = ""
    their_skill: Annotated[str, OneOf(skills_of), Label(fr="Sa compétence", en="Their skill"), Ask(AGAINST)] = ""


class Oppose(Circumstances, Opposed):
    """Who is opposed, and in which circumstances; these weigh on the one who acts."""

    at_stake: AtStake = False


def resisting(scene: Scene[Sheet], do: Oppose) -> tuple[str, int]:
    """UDS-OPP-03: what the other side rolls: what was chosen, or what the skill says (« PSY-2 contre SENS »)."""
    if do.theirs or not do.skill:
        return do.theirs, 0
    formula = scene.me.skill(do.skill).formula
    return formula.against, formula.against_modifier


def cannot_oppose(scene: Scene[Sheet], do: Oppose | None) -> Note | None:
    refusal = unable(scene, do)
    if refusal or do is None:
        return refusal or nobody_left(scene, dead, alone=BOOK.note("UDS-OPP-03:nobody"))
    if not (do.mine or do.skill) or not (do.their_skill or resisting(scene, do)[0]):
        return BOOK.note("UDS-OPP-03:nothing")
    return dead(scene, do.target) or too_many_actions(scene, do.actions)


@action("undesix.oppose", Oppose, fr="S'opposer", en="Oppose", refuse=cannot_oppose, kind=Kind.CHECK, success=TO_WIN)
def oppose(scene: Scene[Sheet], do: Oppose, roll: Roll) -> Outcome:
    """UDS-OPP-01…03, UDS-XP-01: a roll that succeeds teaches, even one that loses the contest."""
    mine = BOOK.sum("UDS-TEST-02", *owned(score_terms(scene.me, do.mine, do.skill), scene.me), *do.terms(scene))
    characteristic, modifier = resisting(scene, do)
    foe = scene[do.target]
    theirs = BOOK.sum("UDS-TEST-02", *owned(score_terms(foe, characteristic, do.their_skill), foe))
    if modifier and not do.their_skill:
        theirs = theirs.plus(SKILL(modifier, of=scene.me.skill(do.skill).name))
    bought = desperate_bonuses(scene, roll, (scene.actor, do.target), do.at_stake)
    nothing: tuple[tuple[Term, ...], tuple[Effect, ...]] = ((), ())
    mine = mine.plus(*bought.get(scene.actor, nothing)[0])
    theirs = theirs.plus(*bought.get(do.target, nothing)[0])
    roll.note(mine)
    roll.note(theirs)
    contest, passed = contested(scene, roll, (scene.actor, mine.total), (do.target, theirs.total))
    spent = (*(effect for _, effects in bought.values() for effect in effects), *passed)
    winner = scene.actor if contest.active_wins else do.target
    better, worse = sorted((contest.active.margin, contest.passive.margin), reverse=True)
    headline = BOOK.note("UDS-OPP-01", winner=scene[winner].name, better=better, worse=worse)
    effects = (*turn_and_learning(scene, do, contest, roll), *spent)
    parts = tuple(part(who, WINS if who == winner else LOSES) for who in (scene.actor, do.target))
    return Outcome(parts, headline, effects)


def owned(terms: Iterable[Term], who: Sheet) -> tuple[Term, ...]:
    """The terms of a score, the first labelled with its owner: « PHY du loup 4 »."""
    first, *rest = terms
    fr, en = who.name.with_article("fr", "de"), who.name.with_article("en", "the")
    return (first._replace(label=Text(f"{first.label.fr} {fr}", f"{first.label.en} of {en}")), *rest)


def turn_and_learning(scene: Scene[Sheet], do: Oppose, contest: Contest, roll: Roll) -> tuple[Effect, ...]:
    """The effects of an opposition: the turn it takes, and what a roll that succeeds teaches either side."""
    effects: list[Effect] = [*taking_turn(scene, do.actions)]
    if do.skill and contest.active.success:
        effects += learning(scene, roll, scene.actor, do.skill)
    if do.their_skill and contest.passive.success:
        effects += learning(scene, roll, do.target, do.their_skill)
    return tuple(effects)


# Groups


class Camp(NamedTuple):
    """The scores of one side, and the margins it already has."""

    scores: tuple[int, ...]
    known: tuple[int, ...] = ()


class Effort(NamedTuple):
    """What a side has so far: the margins of those who succeed, or the best failure while nobody does."""

    made: bool
    total: int

    def plus(self, other: Effort, signed: bool) -> Effort:
        """Both efforts together: margins add up, or the better failure stays; failures count too where `signed`."""
        if signed or (self.made and other.made):
            return Effort(self.made or other.made, self.total + other.total)
        return max(self, other)


@rule
def effort(roll: Roll, camp: Camp, side: int, signed: bool, table: tuple[bool, bool, bool]) -> Effort:
    """UDS-OPP-04: the margins of those who succeed added up, or the least bad one if nobody does."""
    *before, last = (*camp.known, *camp.scores)
    rest = Camp(camp.scores[:-1], camp.known) if camp.scores else Camp((), camp.known[:-1])
    so_far = roll(effort(rest, side, signed, table)) if before else None
    if camp.scores:
        one = Effort(*roll(check(last, *table), by=f"{side}.{len(camp.scores) - 1}"))
    else:
        one = Effort(last == max(last, 0), last)
    return so_far.plus(one, signed) if so_far else one


@rule
def group_opposition(
    roll: Roll,
    camps: tuple[Camp, ...],
    signed: bool,
    strict: bool,
    one_succeeds: bool,
    six_fails: bool,
) -> tuple[int, ...]:
    """UDS-OPP-04: what each camp adds up to; a tie for the best is rolled again (UDS-OPP-02)."""
    table = (strict, one_succeeds, six_fails)
    totals = tuple(roll(effort(camp, side, signed, table)).total for side, camp in enumerate(camps))
    if sorted(totals)[-1] == sorted(totals)[-2]:
        raise Reroll
    return totals


@rule
def best_camp(
    roll: Roll, camps: tuple[Camp, ...], signed: bool, strict: bool, one_succeeds: bool, six_fails: bool
) -> int:
    """UDS-OPP-04: which of two or three camps adds up to most; only that is read later."""
    totals = roll(group_opposition(camps, signed, strict, one_succeeds, six_fails))
    three = len(totals) > 2
    roll.note("UDS-OPP-04", mine=totals[0], theirs=totals[1], third=totals[-1], three=three)
    return totals.index(max(totals))


class Gathered(Declared):
    """Two or three camps, and what each rolls; the one who acts is in the first, the third rolls like the second."""

    allies: Annotated[tuple[str, ...], OneOf(others, helps=True), Label(fr="Avec moi", en="With me"), Ask(SIDES)] = ()
    opponents: Annotated[tuple[str, ...], OneOf(others), Label(fr="Contre moi", en="Against me"), Ask(SIDES)]
    mine: Annotated[
        str,
        OneOf(CHARACTERISTIC_NAMES),
        Label(fr="Notre caractéristique", en="Our characteristic"),
        Ask(WITH, default=best_characteristic),
    ]
    theirs: Annotated[
        str,
        OneOf(CHARACTERISTIC_NAMES),
        Label(fr="La leur", en="Theirs"),
        Ask(AGAINST, default=best_characteristic),
    ]
    third: Annotated[
        tuple[str, ...], OneOf(others), Label(fr="Un troisième camp", en="A third side"), Ask(SIDES, more=True)
    ] = ()
    rolled: Annotated[
        tuple[str, ...],
        OneOf(everybody),
        Label(fr="Ont déjà lancé", en="Have already rolled"),
        By(Audience.MJ),
        Ask(WORD_OF_MJ),
    ] = ()
    margins: Annotated[
        tuple[int, ...],
        Label(fr="Leurs marges", en="Their margins"),
        By(Audience.MJ),
        Ask(WORD_OF_MJ, help=Text(fr="Une par personne, dans le même ordre.", en="One a person, in the same order.")),
    ] = ()

    def camps(self, actor: str) -> tuple[tuple[str, ...], ...]:
        """The people of each camp, each of them once."""
        sides = ((actor, *self.allies), self.opponents, self.third)
        return tuple(tuple(dict.fromkeys(side)) for side in sides if side)


class OpposeGroups(Circumstances, Gathered):
    """Who is opposed to whom, and in which circumstances; these weigh on the side that acts."""


def cannot_gather(scene: Scene[Sheet], do: OpposeGroups | None) -> Note | None:
    """UDS-OPP-04, UDS-TIME-02: allies act with the actor, and must be free to; the others only resist."""
    refusal = unable(scene, do)
    if refusal or do is None:
        return refusal or nobody_left(scene, out_of_the_fight, alone=BOOK.note("UDS-OPP-03:nobody"))
    if not do.opponents:
        return BOOK.note("UDS-OPP-03:nothing")
    everyone = [who for camp in do.camps(scene.actor) for who in camp]
    twice = next((who for who in everyone if everyone.count(who) > 1), None)
    if twice:
        return BOOK.note("UDS-OPP-04:both", who=scene[twice].name)
    if len(do.rolled) != len(do.margins):
        return BOOK.note("UDS-OPP-04:margins")
    resist = (out_of_the_fight(scene, who) for who in (*do.opponents, *do.third))
    refusal = next((found for found in resist if found), None)
    return refusal or cannot_lend_a_hand(scene, do.allies) or too_many_actions(scene, do.actions)


@action(
    "undesix.oppose-groups",
    OpposeGroups,
    fr="Opposer deux groupes",
    en="Oppose two groups",
    refuse=cannot_gather,
    kind=Kind.CHECK,
    success=TO_WIN,
)
def oppose_groups(scene: Scene[Sheet], do: OpposeGroups, roll: Roll) -> Outcome:
    """UDS-OPP-04: everybody rolls, each side adds up its margins; the MJ's modifiers are for the side that acts."""
    sides, known = do.camps(scene.actor), dict(zip(do.rolled, do.margins, strict=True))
    signed = scene.option(GROUP_OPPOSITION) == "signed"
    camps: list[Camp] = []
    owners: dict[str, str] = {}
    for side, people in enumerate(sides):
        score, weighs = (do.theirs, ()) if side else (do.mine, do.terms(scene))
        rolling = [who for who in people if who not in known]
        targets = [BOOK.sum("UDS-TEST-02", *owned((scene[who].score(score),), scene[who]), *weighs) for who in rolling]
        for target in targets:
            roll.note(target)
        margins = tuple(known[who] for who in people if who in known)
        camps.append(Camp(tuple(target.total for target in targets), margins))
        owners |= {f"{side}.{place}": who for place, who in enumerate(rolling)}
    if signed:
        roll.note("UDS-OPP-04:signed")
    best = roll(best_camp(tuple(camps), signed, *reading(scene, "opposition")), by=owners)
    parts = tuple(part(who, WINS if side == best else LOSES) for side, people in enumerate(sides) for who in people)
    headline = BOOK.note("UDS-OPP-04:won", winner=scene[sides[best][0]].name)
    return Outcome(parts, headline, acting_together(scene, do.allies, do.actions))
