"""Cooperation as numbers: everybody tests, the best leads, the others help or hamper (Fiches 2 and 3).

Whoever acts alone is a team of one: the same steps serve an attack made alone and one made together.
"""

from __future__ import annotations

from typing import NamedTuple, cast

from tablee.dice import Odds, Question, Roll, rule
from tablee.dice.question import Player
from tablee.games.cle_en_main.book import BOOK
from tablee.games.cle_en_main.checks import Side, again_each
from tablee.games.cle_en_main.damage import Blow
from tablee.games.cle_en_main.throws import Dice, Thrown, Unread, attack_dice, plain_dice

GOOD_HELP, BAD_HELP = 15, 10

RESULT = BOOK.saying("CEM-COOP-01", fr="Un résultat de {total}", en="A result of {total}")
LED = BOOK.saying(
    "CEM-COOP-02",
    fr="Le meilleur, {best}, mène : {adjust:+} grâce aux autres, soit {final}",
    en="The best, {best}, leads: {adjust:+} from the others, hence {final}",
)


class Helper(NamedTuple):
    """One of those who cooperate, as numbers: the bonus, the bare skill (ties for the lead), the dice."""

    bonus: int
    skill: int
    dice: Dice = Dice()
    read: int = -1  # of an attack: how many of the three dice are damage dice (see `attack_dice`)
    six_plus: bool = False

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
    first, second = sorted((one, other), key=lambda lead: (-lead.best, -helpers[lead.leader].skill, lead.leader))
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


@rule
def gathered(roll: Roll, helpers: Helpers, keep: bool = False) -> Lead:
    """CEM-COOP-01, -02: everybody tests, one after the other."""
    last = len(helpers) - 1
    lead = roll(gathered(helpers[:last], keep)) if last else None

    def join(mine: Thrown) -> Lead:
        found = result(helpers, last, mine, keep)
        roll.note(RESULT, total=found.best)
        return beside(lead, found, helpers)

    return roll(helpers[last].throw(), join, by=str(last))


@rule
def alone(roll: Roll, helper: Helper) -> Lead:
    """CEM-TEST-01: a team of one."""
    return roll.then(helper.throw(), lambda thrown: result((helper,), 0, thrown, keep=True), by="0")


class Gathering(Question[Lead]):
    """CEM-COOP-01, -02: the same, where nobody will redo, or where only some of them throw. At the table all are told;
    exactly, one of them leads with so much, and each of the others, who has less, helps, hampers or does neither.
    """

    __slots__ = ("helpers", "places")

    def __init__(self, helpers: Helpers, places: tuple[int, ...] = ()) -> None:
        self.helpers, self.places = helpers, places or tuple(range(len(helpers)))

    def __repr__(self) -> str:
        return f"gathering({self.helpers!r}, {self.places!r})"

    def odds(self) -> Odds[Lead]:
        throws = {place: self.helpers[place].throw().odds() for place in self.places}
        totals = {place: _totals(throws[place], self.helpers[place].bonus) for place in self.places}
        law: dict[Lead, int] = {}
        for place in self.places:
            helper = self.helpers[place]
            others = [(self.helpers[at], at) for at in self.places if at != place]
            for thrown, weight in throws[place].items():
                best, counts = thrown.dice + helper.bonus, {(0, 0): weight}
                for other, at in others:
                    most = best - ((other.skill, place) > (helper.skill, at))  # an equal result may lead instead
                    counts = _with_one_more(counts, totals[at], most)
                for (helping, hampering), ways in counts.items():
                    law[Lead(place, best, thrown, helping, hampering)] = ways
        return Odds(law)

    def play(self, player: Player) -> Lead:
        return gathered(self.helpers).play(player)


def _totals(law: Odds[Thrown], bonus: int) -> Odds[int]:
    return law.read(lambda thrown: thrown.dice + bonus)


def _with_one_more(counts: dict[tuple[int, int], int], totals: Odds[int], most: int) -> dict[tuple[int, int], int]:
    """How many help and hamper once somebody with a result of `most` at most has joined."""
    ways = [0, 0, 0]
    for total, weight in totals.items():
        if total <= most:
            ways[0 if total >= GOOD_HELP else 1 if total < BAD_HELP else 2] += weight
    found: dict[tuple[int, int], int] = {}
    for (helping, hampering), known in counts.items():
        now = (helping + 1, hampering), (helping, hampering + 1), (helping, hampering)
        for key, share in zip(now, ways, strict=True):
            if share:
                found[key] = found.get(key, 0) + known * share
    return found


class Mate(NamedTuple):
    """One of a team: who makes the test, what his atouts add if he leads (CEM-COOP-04), what his attack deals."""

    side: Side
    leading: int = 0  # to the result
    per_helper: int = 0  # per good helper, beyond 1
    blow: Blow | None = None

    def helper(self) -> Helper:
        helper = Helper(self.side.bonus, self.side.skill, self.side.dice)
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


def redoing(roll: Roll, team: Team) -> tuple[Team, dict[str, tuple[str, ...]]]:
    """CEM-COOP-04, CEM-HERO-04: each may redo his own test, all asked together; what they bought."""
    able = {mate.side.who: mate.side for mate in team if mate.side.points > 0 and mate.side.redos}
    bought = again_each(roll, able) if able else {}
    return tuple(mate._replace(side=mate.side.redone(bought.get(mate.side.who, ()))) for mate in team), bought


def redone(roll: Roll, lead: Lead, team: Team) -> tuple[Lead, Team, dict[str, tuple[str, ...]]] | None:
    """CEM-COOP-02, CEM-HERO-04: the dice of those who redo fall again; who leads is decided anew."""
    team, bought = redoing(roll, team)
    if not bought:
        return None
    helpers, new = helpers_of(team), cast("Lead | None", None)
    for place, mate in enumerate(team):
        thrown = lead.everyone[place]
        if mate.side.who in bought:
            thrown = roll(helpers[place].throw(), by=mate.side.who)
            if len(team) > 1:
                roll.note(RESULT, total=thrown.dice + mate.side.bonus)
        new = beside(new, result(helpers, place, thrown, keep=True), helpers)
    return (new, team, bought) if new else None
