"""Cooperation as numbers: everybody tests, the best leads, the others help or hamper (Fiches 2 and 3).

Whoever acts alone is a team of one: the same steps serve an attack made alone and one made together.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import accumulate
from math import prod
from typing import NamedTuple, cast

from tablee.dice import Odds, Question, Roll, rule
from tablee.dice.question import Player
from tablee.games.cle_en_main.attack.damage import Blow
from tablee.games.cle_en_main.book import BOOK
from tablee.games.cle_en_main.check.checks import Side, again_each
from tablee.games.cle_en_main.check.throws import Dice, Thrown, Unread, attack_dice, plain_dice
from tablee.games.cle_en_main.sheet import REDO_TEST
from tablee.text import Name

GOOD_HELP, BAD_HELP = 15, 10

RESULT = BOOK.saying("CEM-COOP-01", fr="Un résultat de {total}", en="A result of {total}")
RESULT_OF = BOOK.saying(
    "CEM-COOP-01", key="result", fr="Résultat {who:de} : {total}", en="Result of {who:the}: {total}"
)
LED = BOOK.saying(
    "CEM-COOP-02",
    fr="Le meilleur résultat, {best}, mène : {adjust:+} avec les autres, soit {final}",
    en="The best result, {best}, leads: {adjust:+} with the others, hence {final}",
)


class Helper(NamedTuple):
    """One of those who cooperate, as numbers: the bonus, the bare skill (ties for the lead), the dice."""

    bonus: int
    skill: int
    dice: Dice = Dice()
    read: int = -1  # of an attack: how many of the three dice are damage dice (see `attack_dice`)
    six_plus: bool = False
    name: Name | None = None

    def dice_thrown(self) -> Question[Thrown]:
        return plain_dice(self.dice) if self.read < 0 else attack_dice(self.read, self.dice, self.six_plus)

    def throw(self) -> Question[Thrown]:
        """The same dice; exactly, by what decides alone."""
        return Unread(self.dice_thrown())


class Lead(NamedTuple):
    """The best result so far, whose it is, and how many of the others help (15 or more) or hamper (under 10)."""

    leader: int
    best: int
    thrown: Thrown
    helping: int = 0
    hampering: int = 0
    everyone: tuple[Thrown, ...] = ()  # each one's dice, where somebody may still redo

    def final(self, per_helper: int = 1) -> int:
        """CEM-COOP-02."""
        return self.best + per_helper * self.helping - self.hampering


Helpers = tuple[Helper, ...]


def beside(one: Lead | None, other: Lead, helpers: Helpers) -> Lead:
    """CEM-COOP-01, -02: two who led apart: one takes the lead, the other helps, hampers, or changes nothing.

    Equal results: the higher skill leads, then the first named.
    """
    if one is None:
        return other
    ranks = [(lead.best, helpers[lead.leader].skill, -lead.leader) for lead in (one, other)]
    first, second = (one, other) if ranks[0] > ranks[1] else (other, one)
    return Lead(
        first.leader,
        first.best,
        first.thrown,
        one.helping + other.helping + (second.best >= GOOD_HELP),
        one.hampering + other.hampering + (second.best < BAD_HELP),
        one.everyone + other.everyone,
    )


def result(helpers: Helpers, place: int, thrown: Thrown, keep: bool = False) -> Lead:
    """The result of one, who leads as long as he is alone."""
    return Lead(place, thrown.dice + helpers[place].bonus, thrown, everyone=(thrown,) if keep else ())


def tell_result(roll: Roll, helper: Helper, total: int) -> None:
    roll.note(RESULT_OF if helper.name else RESULT, who=helper.name, total=total)


@rule
def gathered(roll: Roll, helpers: Helpers, keep: bool = False) -> Lead:
    """CEM-COOP-01, -02: everybody tests, one after the other."""
    last = len(helpers) - 1
    lead = roll(gathered(helpers[:last], keep)) if last else None

    def join(mine: Thrown) -> Lead:
        found = result(helpers, last, mine, keep)
        tell_result(roll, helpers[last], found.best)
        return beside(lead, found, helpers)

    return roll(helpers[last].throw(), join, by=str(last))


@rule
def alone(roll: Roll, helper: Helper) -> Lead:
    """CEM-TEST-01: a team of one."""
    return roll.then(helper.throw(), lambda thrown: result((helper,), 0, thrown, keep=True), by="0")


Helped = dict[tuple[int, int], int]
"""In how many ways so many of the others help, and so many hamper."""


class Gathering(Question[Lead]):
    """CEM-COOP-01, -02: the same, where nobody will redo, or where only some of them throw. At the table all are told;
    exactly, one of them leads with so much, and each of the others, who has less, helps, hampers or does neither.
    """

    def __init__(self, helpers: Helpers, places: Sequence[int] | None = None) -> None:
        self.helpers, self.places = helpers, range(len(helpers)) if places is None else places

    def __repr__(self) -> str:
        return f"gathering({self.helpers!r}, {self.places!r})"

    @cached_property
    def ways(self) -> dict[tuple[int, Thrown], Helped]:
        """For each leader and his dice: in how many ways the others help and hamper."""
        throws = {place: self.helpers[place].throw().odds() for place in self.places}
        below = {place: _below(throws[place], self.helpers[place].bonus) for place in self.places}
        found: dict[tuple[int, Thrown], Helped] = {}
        for place, throw in throws.items():
            helper = self.helpers[place]
            others = [(below[at], (self.helpers[at].skill, place) > (helper.skill, at)) for at in throws if at != place]
            for thrown, weight in throw.items():
                counts, best = {(0, 0): weight}, thrown.dice + helper.bonus
                for known, tied in others:  # an equal result may lead instead
                    counts = _with_one_more(counts, known(best - tied), known(GOOD_HELP - 1), known(BAD_HELP - 1))
                found[place, thrown] = counts
        return found

    @cached_property
    def total(self) -> int:
        return prod([self.helpers[place].throw().odds().total for place in self.places])

    def odds(self) -> Odds[Lead]:
        law: dict[Lead, int] = {}
        for (place, thrown), counts in self.ways.items():
            for help, ways in counts.items():
                law[Lead(place, thrown.dice + self.helpers[place].bonus, thrown, *help)] = ways
        return Odds(law)

    def falls(self, known: Lead | None) -> list[tuple[Lead, Helped]]:
        """The same beside somebody whose result is known already; he alone, if nobody throws."""
        if known and not self.places:
            return [(known, {(0, 0): 1})]
        return [
            (beside(known, result(self.helpers, place, thrown), self.helpers), counts)
            for (place, thrown), counts in self.ways.items()
        ]

    def play(self, player: Player) -> Lead:
        return gathered(self.helpers).play(player)


def _below(law: Odds[Thrown], bonus: int) -> Callable[[int], int]:
    """In how many ways a result is so much at most."""
    totals = law.read(lambda thrown: thrown.dice + bonus)
    lowest, highest = min(totals), max(totals)
    sums = list(accumulate([totals.get(total, 0) for total in range(lowest, highest + 1)]))
    return lambda most: 0 if most < lowest else sums[min(most, highest) - lowest]


def _with_one_more(counts: Helped, all_ways: int, not_good: int, bad: int) -> Helped:
    """How many help and hamper once somebody has joined whose result is below the leader's in so many ways."""
    hampers, helps = min(bad, all_ways), max(0, all_ways - not_good)
    each = (1, 0, helps), (0, 1, hampers), (0, 0, all_ways - helps - hampers)
    shares = [share for share in each if share[2]]
    found: Helped = {}
    for (helping, hampering), known in counts.items():
        for more, less, ways in shares:
            key = helping + more, hampering + less
            found[key] = found.get(key, 0) + known * ways
    return found


class Mate(NamedTuple):
    """One of a team: who makes the test, what his atouts add if he leads (CEM-COOP-04), what his attack deals."""

    side: Side
    leading: int = 0  # to the result
    per_helper: int = 0  # per good helper, beyond 1
    blow: Blow | None = None
    name: Name | None = None

    def helper(self) -> Helper:
        helper = Helper(self.side.bonus, self.side.skill, self.side.dice, name=self.name)
        return helper._replace(read=self.blow.read, six_plus=self.blow.six_plus) if self.blow else helper


Team = tuple[Mate, ...]
Paid = tuple[tuple[str, tuple[str, ...]], ...]
"""Who bought what."""


def helpers_of(team: Team) -> Helpers:
    return tuple(mate.helper() for mate in team)


def result_of(lead: Lead, team: Team) -> int:
    """CEM-COOP-02, -04: the leader's result, changed by the others and by his own atouts."""
    mate = team[lead.leader]
    return lead.final(1 + mate.per_helper) + mate.leading


def final_of(roll: Roll, lead: Lead, team: Team) -> int:
    """The same, told."""
    final = result_of(lead, team)
    if len(team) > 1:
        roll.note(LED, best=lead.best, adjust=final - lead.best, final=final, leader=lead.leader)
    return final


def everybody(roll: Roll, team: Team) -> Question[Lead]:
    """All of them test, their dice kept if somebody may still redo."""
    helpers = helpers_of(team)
    if len(team) == 1:
        return alone(helpers[0])
    keep = any(mate.side.under(roll).may_redo() for mate in team)
    return gathered(helpers, True) if keep else Gathering(helpers)


Bought = dict[str, tuple[str, ...]]


def redoing(roll: Roll, team: Team, leader: int) -> tuple[Team, Bought]:
    """CEM-COOP-04, CEM-HERO-04: each may redo his own test, all asked together; what they bought. An atout redoes the
    leader's test alone.
    """
    able = {}
    for place, mate in enumerate(team):
        redos = mate.side.redos if place == leader else tuple([redo for redo in mate.side.redos if redo == REDO_TEST])
        if mate.side.points > 0 and redos:
            able[mate.side.who] = mate.side._replace(redos=redos)
    bought = again_each(roll, able) if able else {}
    return tuple(mate._replace(side=mate.side.redone(bought.get(mate.side.who, ()))) for mate in team), bought


def redone(roll: Roll, lead: Lead, team: Team) -> tuple[Lead, Team, Bought] | None:
    """CEM-COOP-02, CEM-HERO-04: the dice of those who redo fall again; who leads is decided anew."""
    team, bought = redoing(roll, team, lead.leader)
    if not bought:
        return None
    helpers, new = helpers_of(team), cast("Lead | None", None)
    for place, mate in enumerate(team):
        thrown = lead.everyone[place]
        if mate.side.who in bought:
            thrown = roll(helpers[place].throw(), by=mate.side.who)
            if len(team) > 1:
                tell_result(roll, helpers[place], thrown.dice + mate.side.bonus)
        new = beside(new, result(helpers, place, thrown, keep=True), helpers)
    return (new, team, bought) if new else None
