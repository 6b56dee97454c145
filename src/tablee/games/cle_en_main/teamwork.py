"""Cooperation as numbers: everybody tests, the best leads, the others help or hamper (Fiches 2 and 3)."""

from __future__ import annotations

from math import lcm
from typing import Any, NamedTuple, cast

from tablee.dice import Odds, Question, Roll, procedure, rule
from tablee.dice.question import Player
from tablee.errors import BadRule
from tablee.games.cle_en_main.book import BOOK
from tablee.games.cle_en_main.checks import Side, again_each, judged
from tablee.games.cle_en_main.clash import TOLD, Foe, Guard, Met, Parry, Terms, unseen
from tablee.games.cle_en_main.clash import met as compare
from tablee.games.cle_en_main.heroism import REDO
from tablee.games.cle_en_main.throws import NOTHING, UNREAD, Dice, Read, Thrown, attack_dice, by_strength, plain_dice

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

    def throw(self) -> Question[Thrown]:
        return plain_dice(self.dice) if self.read < 0 else attack_dice(self.read, self.dice, self.six_plus)


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


def joined(lead: Lead | None, helpers: tuple[Helper, ...], place: int, thrown: Thrown, keep: bool) -> Lead:
    """CEM-COOP-01, -02: one more result: it takes the lead, helps, hampers, or changes nothing.

    Equal results: the higher skill leads, then the first named.
    """
    total = thrown.dice + helpers[place].bonus
    everyone = ((*lead.everyone, thrown) if lead else (thrown,)) if keep else ()
    if lead is None:
        return Lead(place, total, thrown, everyone=everyone)
    leads = (total, helpers[place].skill) > (lead.best, helpers[lead.leader].skill)
    other = lead.best if leads else total
    helping, hampering = lead.helping + (other >= GOOD_HELP), lead.hampering + (other < BAD_HELP)
    if leads:
        return Lead(place, total, thrown, helping, hampering, everyone)
    return Lead(lead.leader, lead.best, lead.thrown, helping, hampering, everyone)


@rule
def gathered(roll: Roll, helpers: tuple[Helper, ...], keep: bool = False) -> Lead:
    """CEM-COOP-01, -02: everybody tests, one after the other."""
    last = len(helpers) - 1
    lead = roll(gathered(helpers[:last], keep)) if last else None

    def join(mine: Thrown) -> Lead:
        roll.note(RESULT, total=mine.dice + helpers[last].bonus)
        return joined(lead, helpers, last, mine, keep)

    return roll(helpers[last].throw(), join, by=str(last))


class Gathering(Question[Lead]):
    """CEM-COOP-01, -02: the same, where nobody will redo. At the table all are told; exactly, one of them leads with so
    much, and each of the others, who has less, helps, hampers or does neither. The leader's damage stays unread.
    """

    __slots__ = ("helpers",)

    def __init__(self, helpers: tuple[Helper, ...]) -> None:
        self.helpers = helpers

    def __repr__(self) -> str:
        return f"gathering({self.helpers!r})"

    def odds(self) -> Odds[Lead]:
        throws = [by_strength(cast(Any, helper.throw())).unread for helper in self.helpers]
        totals = [_totals(law, helper.bonus) for law, helper in zip(throws, self.helpers, strict=True)]
        law: dict[Lead, int] = {}
        for place, helper in enumerate(self.helpers):
            others = [(other, at) for at, other in enumerate(self.helpers) if at != place]
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
    """One of a team: who makes the test, and what his atouts add if he leads (CEM-COOP-04)."""

    side: Side
    leading: int = 0  # to the result
    per_helper: int = 0  # per good helper, beyond 1
    read: int = -1
    six_plus: bool = False

    def helper(self) -> Helper:
        return Helper(self.side.bonus, self.side.skill, self.side.dice, self.read, self.six_plus)


Team = tuple[Mate, ...]


def final_of(roll: Roll, lead: Lead, team: Team) -> int:
    """CEM-COOP-02, -04: the leader's result, changed by the others and by his own atouts."""
    mate = team[lead.leader]
    final = lead.final(1 + mate.per_helper) + mate.leading
    roll.note(LED, best=lead.best, adjust=final - lead.best, final=final, leader=lead.leader)
    return final


def redone(roll: Roll, lead: Lead, team: Team) -> tuple[Lead, Team, dict[str, tuple[str, ...]]] | None:
    """CEM-COOP-04, CEM-HERO-04: when it fails, each may redo his own test, all asked together."""
    able = {mate.side.who: mate.side for mate in team if mate.side.points > 0 and mate.side.redos}
    bought = again_each(roll, able) if able else {}
    if not bought:
        return None
    team = tuple(mate._replace(side=mate.side.redone(bought.get(mate.side.who, ()))) for mate in team)
    helpers = tuple(mate.helper() for mate in team)
    new: Lead | None = None
    for place, mate in enumerate(team):
        thrown = lead.everyone[place]
        if mate.side.who in bought:
            thrown = roll(helpers[place].throw(), by=mate.side.who)
            roll.note(RESULT, total=thrown.dice + mate.side.bonus)
        new = joined(new, helpers, place, thrown, keep=True)
    return (new, team, bought) if new else None


Paid = tuple[tuple[str, tuple[str, ...]], ...]
"""Who bought what."""


def everybody(roll: Roll, team: Team) -> Question[Lead]:
    """All of them test, their dice kept if somebody may still redo."""
    helpers = tuple(mate.helper() for mate in team)
    keep = any(mate.side.under(roll).may_redo() for mate in team)
    return gathered(helpers, True) if keep else Gathering(helpers)


class Together(NamedTuple):
    """A cooperation that will not be made again: whether it succeeds, who led, and what each paid."""

    success: bool
    leader: int
    paid: Paid = ()


@procedure
def together_test(roll: Roll, team: Team, difficulty: int) -> Together:
    """CEM-COOP-01, -02, -04, -05: the leader's test decides; automatic results are read on his dice alone."""

    def decided(lead: Lead, team: Team, paid: Paid) -> Together:
        final = final_of(roll, lead, team)
        if judged(roll, lead.thrown, final - lead.thrown.dice, difficulty):
            return Together(True, lead.leader, paid)
        again = redone(roll, lead, team)
        if again is None:
            return Together(False, lead.leader, paid)
        return decided(again[0], again[1], paid + tuple(again[2].items()))

    by = {str(place): mate.side.who for place, mate in enumerate(team)}
    return roll.then(everybody(roll, team), lambda lead: decided(lead, team, ()), by=by)


class United(NamedTuple):
    """An attack made together: whether it hits, who led it, what his dice show, what each paid."""

    hit: bool
    leader: int = 0
    attack: Thrown = NOTHING
    spared: int = 0
    paid: Paid = ()


class Assault(Question[United]):
    """CEM-ATTACK-03: the same where nobody will redo anything; for odds alone."""

    __slots__ = ("gathering", "side", "team", "terms")

    def __init__(self, team: Team, gathering: Gathering, side: Side, terms: Terms) -> None:
        self.team, self.gathering, self.side, self.terms = team, gathering, side, terms

    def odds(self) -> Odds[United]:
        side = self.side
        foe = Foe(side.bonus, side.skill, side.dice, 0, 0, side.dice.heroic)
        met: dict[tuple[int, int, int], Odds[Met]] = {}  # by the leader's skill, the final result, what dice decide
        hits: dict[tuple[int, int, int], dict[int, int]] = {}  # by the leader and his dice: what is spared
        missed = 0
        for lead, weight in self.gathering.odds().items():
            mate, (dice, auto) = self.team[lead.leader], (lead.thrown.dice, lead.thrown.auto)
            final = lead.final(1 + mate.per_helper) + mate.leading
            key = mate.side.skill, final, auto
            if key not in met:
                met[key] = Parry(Thrown(dice, auto), final - dice, mate.side.skill, foe, self.terms).odds()
            spared = hits.setdefault((lead.leader, dice, auto), {})
            for one, share in met[key].items():
                if one.hit:
                    spared[one.spared] = spared.get(one.spared, 0) + share * weight
                else:
                    missed += share * weight
        shown = {key: by_strength(cast(Any, self.team[key[0]].helper().throw())).shown[key[1:]] for key in hits}
        common = lcm(*(law.total for law in shown.values()))
        law = {United(False): missed * common}
        for key, spared in hits.items():
            scale = common // shown[key].total
            for thrown, share in shown[key].items():
                attack = Thrown(0, 0, thrown.damage, thrown.sixes)
                for less, weight in spared.items():
                    found = United(True, key[0], attack, less)
                    law[found] = law.get(found, 0) + weight * share * scale
        return Odds(law).reduced()

    def play(self, player: Player) -> United:
        raise BadRule(TOLD)


@procedure
def united_attack(roll: Roll, team: Team, guard: Guard, auto: str = "symmetric") -> United:
    """CEM-ATTACK-03: one defence against the final result; damage from the leader's dice and weapon."""
    terms, (side, difficulty) = Terms(0, auto=auto), guard
    asked, keep = everybody(roll, team), True
    if isinstance(asked, Gathering):
        if roll.known(side.who, REDO) is not None and not difficulty and not side.under(roll).may_redo():
            return roll(Assault(team, asked, side, terms))
        keep = False
    lead = roll(asked, by={str(place): mate.side.who for place, mate in enumerate(team)})
    paid: Paid = ()
    defence: Thrown | None = None
    while True:
        final = final_of(roll, lead, team)
        bonus, skill, strength = final - lead.thrown.dice, team[lead.leader].side.skill, lead.thrown.strength()
        foe = Foe(side.bonus, side.skill, side.dice, difficulty, 2 if keep else 0, side.dice.heroic)
        if difficulty:
            met = unseen(roll, strength, bonus, foe, terms)
        elif defence is None:
            met = roll(Parry(strength, bonus, skill, foe, terms), by=side.who)
        else:
            met = compare(roll, strength, bonus, skill, defence, foe, terms)
        defence = met.defence
        if met.hit:
            better = redone(roll, lead, team) if team[0].side.anyway else None
            if better:
                lead, team, bought = better
                paid += tuple(bought.items())
                continue
            bought = again_each(roll, {side.who: side}) if side.points > 0 and side.redos and not difficulty else {}
            if not bought:
                attack = lead.thrown
                if attack.damage == UNREAD:
                    attack = roll(Read(team[lead.leader].helper().throw(), attack))
                attack = Thrown(0, 0, attack.damage, attack.sixes)
                return United(True, lead.leader, attack, met.spared, paid)
            side, defence = side.redone(bought[side.who]), None
            paid += tuple(bought.items())
            continue
        again = redone(roll, lead, team)
        if again is None:
            return United(False, lead.leader, paid=paid)
        lead, team, bought = again
        paid += tuple(bought.items())
