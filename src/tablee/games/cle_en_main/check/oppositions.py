"""Oppositions: two sides roll, the better result wins, the loser may redo for heroism (Fiche 2)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from tablee.dice import Roll, procedure, rule
from tablee.games.cle_en_main.check.checks import Side, again
from tablee.games.cle_en_main.check.cooperation import (
    Lead,
    Paid,
    Team,
    redoing,
    tell_lead,
    tell_result,
    together,
)
from tablee.games.cle_en_main.check.heroism import ADD_A_DIE, Purse
from tablee.games.cle_en_main.check.side import pay
from tablee.games.cle_en_main.check.throws import NOTHING, DiceResult, ThreeDice, plain_dice
from tablee.games.cle_en_main.options import OPPOSITION_AUTO
from tablee.games.cle_en_main.sheet import EXTRA_DIE
from tablee.text import Text

DECIDED = {
    "auto": Text(fr=", résultat automatique", en=", automatic result"),
    "total": Text(fr="", en=""),  # the numbers say it
    "skill": Text(fr=", à la compétence", en=", on the skill"),
    "active": Text(fr=", à celui qui agit", en=", to the active side"),
    "draw": Text(fr=", à égalité", en=", a tie"),
}
WINNERS = {"a": Text(fr="gagné", en="won"), "b": Text(fr="perdu", en="lost"), "draw": Text(fr="match nul", en="a draw")}


class Decided(NamedTuple):
    """Who wins an opposition (« a », « b » or « draw »), and what decided it (a key of DECIDED)."""

    winner: str
    decided: str


@lru_cache(maxsize=8192)
def decide(
    mine: int,
    my_auto: int,
    my_skill: int,
    theirs: int,
    their_auto: int,
    their_skill: int,
    active: str = "a",
    auto: str = "symmetric",
) -> Decided:
    """CEM-OPP-01, -02, -04: compares automatic results, then totals, then bare skills; then the active side wins."""
    if auto == "none" or (auto == "active_only" and active == "b"):
        my_auto = 0
    if auto == "none" or (auto == "active_only" and active == "a"):
        their_auto = 0
    for left, right, decided in (
        (my_auto, their_auto, "auto"),
        (mine, theirs, "total"),
        (my_skill, their_skill, "skill"),
    ):
        if left > right:
            return Decided("a", decided)
        if left < right:
            return Decided("b", decided)
    return Decided("draw", "draw") if active == "both" else Decided(active, "active")


class Duel(NamedTuple):
    """One throw of an opposition: who wins, what decided it, and the dice of a side that the other may redo against."""

    winner: str
    decided: str
    a: DiceResult = NOTHING
    b: DiceResult = NOTHING


class OppositionNumbers(NamedTuple):
    """What does not change when dice are thrown again: bonuses, bare skills, the active side, the
    option on 6s and 1s.
    """

    a_bonus: int
    a_skill: int
    b_bonus: int
    b_skill: int
    active: str = "a"
    auto: str = "symmetric"


def compared(roll: Roll, a: DiceResult, b: DiceResult, stakes: OppositionNumbers, keep_a: bool, keep_b: bool) -> Duel:
    """The end of an opposition once both sides have dice; these are kept only for a side that may still need them."""
    mine, theirs = a.dice + stakes.a_bonus, b.dice + stakes.b_bonus
    winner, decided = decide(mine, a.auto, stakes.a_skill, theirs, b.auto, stakes.b_skill, stakes.active, stakes.auto)
    roll.note("CEM-OPP-02", a=mine, b=theirs, decided=DECIDED[decided], winner=WINNERS[winner])
    return Duel(winner, decided, a if keep_a else NOTHING, b if keep_b else NOTHING)


@rule
def duel(roll: Roll, a: ThreeDice, b: ThreeDice, stakes: OppositionNumbers, keep_a: bool, keep_b: bool) -> Duel:
    """CEM-OPP-01: both sides throw."""
    mine = roll(plain_dice(a), by="a")
    return roll(answered(mine, b, stakes, keep_a, keep_b))


@rule
def answered(roll: Roll, a: DiceResult, b: ThreeDice, stakes: OppositionNumbers, keep_a: bool, keep_b: bool) -> Duel:
    """CEM-HERO-04: side b throws, or throws again, against the dice of side a."""
    return roll(plain_dice(b), lambda theirs: compared(roll, a, theirs, stakes, keep_a, keep_b), by="b")


@rule
def retried(roll: Roll, a: ThreeDice, b: DiceResult, stakes: OppositionNumbers, keep_a: bool, keep_b: bool) -> Duel:
    """CEM-HERO-04: side a throws again against the dice of side b."""
    return roll(plain_dice(a), lambda mine: compared(roll, mine, b, stakes, keep_a, keep_b), by="a")


class Contest(NamedTuple):
    """The end of an opposition: who wins, what decided it, what each side paid for its redos."""

    winner: str
    decided: str
    a_paid: tuple[str, ...] = ()
    b_paid: tuple[str, ...] = ()


def first_throw(
    roll: Roll, a: Side, b: Side, stakes: OppositionNumbers, asks: bool
) -> tuple[Duel, Side, tuple[str, ...]]:
    """CEM-OPP-01, CEM-HERO-03: both sides throw. Side b, who did not begin, is asked for the extra die before."""
    paid = tuple[str, ...]()
    if asks and b.die_free and b.points and roll.choose(b.who, ADD_A_DIE):
        b, paid = b.redone((EXTRA_DIE,)), (EXTRA_DIE,)
    thrown = duel(a.dice, b.dice, stakes, b.may_redo(), a.may_redo())
    return roll(thrown, by={"a": a.who, "b": b.who}), b, paid


@procedure
def contest(roll: Roll, a: Side, b: Side, active: str = "a", auto: str = "symmetric", asks: bool = False) -> Contest:
    """CEM-OPP-01…04, CEM-HERO-04: an opposition to its end; a side that does not win may redo its own throw.

    With `anyway` one that wins may, too.
    """
    a, b = a.under(roll), b.under(roll)
    stakes = OppositionNumbers(a.bonus, a.skill, b.bonus, b.skill, active, auto)
    by = {"a": a.who, "b": b.who}
    result, b, b_paid = first_throw(roll, a, b, stakes, asks)
    a_paid: tuple[str, ...] = ()
    while True:
        if (a.anyway or result.winner != "a") and (more := again(roll, a)):
            a, a_paid = a.redone(more), a_paid + more
            result = roll(retried(a.dice, result.b, stakes, b.may_redo(), a.may_redo()), by=by)
        elif (b.anyway or result.winner != "b") and (more := again(roll, b)):
            b, b_paid = b.redone(more), b_paid + more
            result = roll(answered(result.a, b.dice, stakes, b.may_redo(), a.may_redo()), by=by)
        else:
            return Contest(result.winner, result.decided, a_paid, b_paid)


class TeamContest(NamedTuple):
    """The end of an opposition between teams: who wins, and who bought what for redos."""

    winner: str
    paid: Paid = ()


def each_result(roll: Roll, team: Team, places: Iterable[int]) -> dict[int, Lead]:
    """CEM-COOP-01: the results of some of a team, by place, each as if they led."""
    results = {}
    for place in places:
        side = team[place].side
        thrown = roll(plain_dice(side.dice), by=side.who)
        tell_result(roll, team[place], thrown.dice + side.bonus)
        results[place] = Lead(place, thrown.dice + side.bonus, thrown.auto)
    return results


@procedure
def team_contest(roll: Roll, a: Team, b: Team, active: str = "a", auto: str = "symmetric") -> TeamContest:
    """CEM-COOP-01, -02, -04, CEM-OPP-01…04, CEM-HERO-04: an opposition where several work together on a side: the best
    of each side leads, changed by the others; those of a side that does not win may redo their own test.
    """
    teams = [a, b]
    results = [each_result(roll, team, range(len(team))) for team in teams]
    paid: Paid = ()
    while True:
        mine, theirs = (together(list(known.values()), team) for known, team in zip(results, teams, strict=True))
        for lead, team in ((mine, teams[0]), (theirs, teams[1])):
            tell_lead(roll, lead, team)
        totals = mine.final(teams[0]), theirs.final(teams[1])
        skills = teams[0][mine.leader].side.skill, teams[1][theirs.leader].side.skill
        winner, decided = decide(totals[0], mine.auto, skills[0], totals[1], theirs.auto, skills[1], active, auto)
        roll.note("CEM-OPP-02", a=totals[0], b=totals[1], decided=DECIDED[decided], winner=WINNERS[winner])
        for place, (side, lead) in enumerate((("a", mine), ("b", theirs))):
            bought = redoing(roll, teams[place], lead.leader) if winner != side else {}
            if bought:
                teams[place] = tuple(
                    mate._replace(side=mate.side.redone(bought.get(mate.side.who, ()))) for mate in teams[place]
                )
                again = [spot for spot, mate in enumerate(teams[place]) if mate.side.who in bought]
                results[place] |= each_result(roll, teams[place], again)
                paid += tuple(bought.items())
                break
        else:
            return TeamContest(winner, paid)


def opposed(purse: Purse, roll: Roll, a: Side, b: Side, active: str = "a") -> str:
    """CEM-OPP-01…04, CEM-HERO-03, -04: an opposition that side a declared; the winner (« a », « b », « draw »).

    Side b is asked for the extra die; what both sides buy goes to the purse.
    """
    met = roll(contest(a, b, active, purse.scene.option(OPPOSITION_AUTO), True))
    pay(purse, a.who, met.a_paid)
    pay(purse, b.who, met.b_paid)
    return met.winner
