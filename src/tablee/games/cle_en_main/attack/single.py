"""One attack, made alone or together, against one defence foreseen, a plan answering for everybody (Fiches 2, 3 and 5).

Whoever redoes a test throws apart from the other side, so that strengths need never be paired: for each strength of one
side it is enough to count the ways in which the other brought matters here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tablee.dice import Odds, Roll
from tablee.dice.rule import too_many
from tablee.games.cle_en_main.attack.clash import Guard, Met, Terms
from tablee.games.cle_en_main.attack.strengths import (
    MISSED,
    Ends,
    Front,
    Ladder,
    Shield,
    Strength,
    Ways,
    beaten,
    beating,
)
from tablee.games.cle_en_main.check.checks import again_each
from tablee.games.cle_en_main.check.cooperation import (
    Gathering,
    Helpers,
    Lead,
    Paid,
    Team,
    beside,
    helpers_of,
    redoing,
    result,
)

MOST_CASES = 10_000  # several of a large team who may redo by an atout once they lead


class Stand(NamedTuple):
    """The attackers between two throws: who throws now, and what everybody has paid so far."""

    team: Team
    throwing: tuple[int, ...]
    paid: Paid = ()

    def paying(self, bought: Mapping[str, tuple[str, ...]]) -> Stand:
        return self._replace(paid=tuple(sorted((*self.paid, *bought.items()))))


Reached = tuple[Lead | None, tuple[Lead, ...]]
"""What those have reached who do not throw: together, if they never will again; each apart, if he may once he leads."""


class Single:
    """The ways to every end of an attack on one person, counted along the redos that a plan holds (CEM-HERO-04).

    `ways` says, for each strength of the other side, in how many ways it brought matters here, its own dice apart.
    """

    def __init__(self, roll: Roll, terms: Terms) -> None:
        self.roll, self.terms = roll, terms
        self.shields: dict[Guard, Shield] = {}
        self.coming: dict[tuple[Stand, Guard, int], dict[Reached, Ways]] = {}  # attacks still to make, out of how many
        self.ends: Ends = {}

    def counted(self, team: Team, guard: Guard) -> Ends:
        """CEM-ATTACK-01, -03, CEM-HERO-04: an attack against one defence, and whatever is redone."""
        everybody, shield = Stand(team, tuple(range(len(team)))), self.shield(guard)
        self.coming[everybody, guard, shield.total] = {(None, ()): dict.fromkeys(shield.strengths, 1)}
        while self.coming:
            (now, guard, out_of), cases = self.coming.popitem()
            self.attack(now, guard, out_of, cases)
        return self.ends

    def shield(self, guard: Guard) -> Shield:
        if guard not in self.shields:
            self.shields[guard] = Shield.of(guard, self.terms)
        return self.shields[guard]

    def attack(self, now: Stand, guard: Guard, out_of: int, cases: Mapping[Reached, Ways]) -> None:
        """Those who throw do so, against a defence that stands. Who may throw again depends on who leads."""
        helpers, shield = helpers_of(now.team), self.shield(guard)
        for bought, leaders in self.plans(now.team).items():
            team = redoing(self.roll, now.team, leaders[0])[0]
            again = tuple([place for place, mate in enumerate(team) if mate.side.who in dict(bought)])
            after = Stand(team, again, now.paid).paying(dict(bought))
            throwing = Gathering(helpers, [place for place in now.throwing if place in again or not again])
            staying = self.staying(now.team, [place for place in now.throwing if place not in throwing.places])
            if len(cases) * len(staying) > MOST_CASES:
                raise too_many("an attack made together", MOST_CASES)
            of_all = out_of * staying.total * throwing.total
            for (kept, apart), ways in cases.items():
                for (more, others), share in staying.items():
                    stays = beside(kept, more, helpers) if more else kept, apart + others
                    front = Front.of(throwing.falls(_together(*stays, helpers)), leaders, now.team, shield, self.terms)
                    later = stays[0], tuple([lead for lead in stays[1] if lead.leader not in again])
                    if again and team[0].side.anyway:
                        count = share * sum(front.strengths.values())
                        self.again(after, later, guard, {one: known * count for one, known in ways.items()}, of_all)
                    elif front.strengths:
                        attacks = dict.fromkeys(front.strengths, share)
                        self.meet(now, after, later, front, attacks, guard, ways, of_all)

    def staying(self, team: Team, places: Sequence[int]) -> Odds[Reached]:
        """What those reach who throw now and not again."""
        helpers = helpers_of(team)
        still = [place for place in places if team[place].side.under(self.roll).may_redo()]
        never = Gathering(helpers, [place for place in places if place not in still])
        law: dict[Reached, int] = {(lead, ()): ways for lead, ways in never.odds().items()} or {(None, ()): 1}
        for place in still:
            throw = helpers[place].throw().odds()
            law = {
                (kept, (*apart, result(helpers, place, thrown))): ways * share
                for (kept, apart), ways in law.items()
                for thrown, share in throw.items()
            }
        return Odds(law)

    def again(self, after: Stand, reached: Reached, guard: Guard, ways: Ways, out_of: int) -> None:
        """Another attack is coming."""
        known = self.coming.setdefault((after, guard, out_of), {}).setdefault(reached, {})
        for one, count in ways.items():
            known[one] = known.get(one, 0) + count

    def plans(self, team: Team) -> dict[Paid, list[int]]:
        """CEM-COOP-04: what would be bought for throwing again, and who must lead for that."""
        found: dict[Paid, list[int]] = {}
        for leader in range(len(team)):
            found.setdefault(tuple(redoing(self.roll, team, leader)[1].items()), []).append(leader)
        return found

    def meet(
        self,
        now: Stand,
        after: Stand,
        reached: Reached,
        front: Front,
        attacks: Ways,
        guard: Guard,
        defences: Ways,
        out_of: int,
    ) -> None:
        """CEM-ATTACK-01: the attack against the defence, which may be redone against an attack that stands."""
        shield = self.shield(guard)
        coming = {one: front.strengths[one] * count for one, count in attacks.items()}
        standing = {one: shield.strengths[one] * count for one, count in defences.items()}
        bought = again_each(self.roll, {guard.side.who: guard.side}) if guard.can_redo() else {}
        if bought:
            falling = Ladder(standing)
            hits = {one: count * beaten(one, falling, shield.reading) for one, count in attacks.items()}
            hit = sum([front.strengths[one] * count for one, count in hits.items()])
            redone = guard._replace(side=guard.side.redone(bought[guard.side.who]))
            anew = self.shield(redone)
            paid = now.paying(bought), after.paying(bought)
            self.meet(*paid, reached, front, hits, redone, dict.fromkeys(anew.strengths, 1), out_of * anew.total)
        else:
            hit = self.land(now, front, attacks, shield, defences, out_of)
        if after.throwing:
            reaching = Ladder(coming)
            short = {one: count * beating(one, reaching, shield.reading) for one, count in defences.items()}
            self.again(after, reached, guard, short, out_of)
        else:
            missed = sum(coming.values()) * sum(standing.values()) - hit
            self.end(now, 0, (0, 0), {(MISSED,): missed}, 1, out_of)

    def land(self, now: Stand, front: Front, attacks: Ways, shield: Shield, defences: Ways, out_of: int) -> int:
        """The attack hits, for good, in so many ways; CEM-DMG-06: the heroic die of the defence spares something."""
        falling: dict[tuple[Met, ...], Ladder] = {(met,): each for met, each in shield.falling(defences).items()}
        hit = 0
        for one, count in attacks.items():
            ways = {met: count * beaten(one, ladder, shield.reading) for met, ladder in falling.items()}
            hit += sum(ways.values()) * front.strengths[one]
            for (leader, dice), share in front.leads[one].items():
                self.end(now, leader, (dice, one[1]), ways, share, out_of)
        return hit

    def end(
        self, now: Stand, leader: int, strength: Strength, ways: Mapping[tuple[Met, ...], int], share: int, out_of: int
    ) -> None:
        dice = now.team[leader].side.dice
        found = self.ends.setdefault((leader, now.paid, out_of), {}).setdefault((dice, *strength), {})
        for met, count in ways.items():
            if count:
                found[met] = found.get(met, 0) + count * share


def _together(kept: Lead | None, apart: tuple[Lead, ...], helpers: Helpers) -> Lead | None:
    for lead in apart:
        kept = beside(kept, lead, helpers)
    return kept
