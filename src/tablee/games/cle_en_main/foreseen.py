"""An attack foreseen: its exact law when a plan answers for everybody (Fiches 2, 3 and 5).

Strengths alone decide who wins: what the leader's dice make, what the dice of the defence make. Whoever redoes a test
throws apart from the other side, so that strengths need never be paired: for each strength of one side it is enough to
count the ways in which the other brought matters here. What dice show besides is read at the end.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, cast

from tablee.dice import Odds, Question, Roll
from tablee.dice.question import Player
from tablee.errors import BadRule
from tablee.games.cle_en_main.checks import again_each
from tablee.games.cle_en_main.clash import Guard, Met, Terms
from tablee.games.cle_en_main.damage import raw_damage, with_more_dice
from tablee.games.cle_en_main.heroism import REDO
from tablee.games.cle_en_main.several import Several
from tablee.games.cle_en_main.strengths import (
    MISSED,
    Ends,
    Front,
    Ladder,
    Shield,
    Strength,
    Thrust,
    Ways,
    beaten,
    beating,
)
from tablee.games.cle_en_main.teamwork import (
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
from tablee.games.cle_en_main.throws import attack_dice, by_strength


class Strike(NamedTuple):
    """An attack that will not be made again: who is hit, who led it, the damage announced, what each has paid."""

    met: tuple[Met, ...]
    leader: int = 0
    raw: int = 0
    paid: Paid = ()


class Stand(NamedTuple):
    """The attackers between two throws: who throws now, and what everybody has paid so far."""

    team: Team
    throwing: tuple[int, ...]
    paid: Paid = ()

    def paying(self, bought: Mapping[str, tuple[str, ...]]) -> Stand:
        return self._replace(paid=tuple(sorted((*self.paid, *bought.items()))))


Reached = tuple[Lead | None, tuple[Lead, ...]]
"""What those have reached who do not throw: together, if they never will again; each apart, if he may once he leads."""


class Foresight:
    """The ways to every end of an attack, counted along the redos that a plan holds (CEM-HERO-04).

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


class Foreseen(Question[Strike]):
    """CEM-ATTACK-01, -03, CEM-HERO-04: the end of an attack, a plan answering for everybody; for odds alone."""

    __slots__ = ("barely", "guards", "roll", "team", "terms", "watched")

    def __init__(self, roll: Roll, team: Team, guards: tuple[Guard, ...], terms: Terms) -> None:
        self.roll, self.team, self.guards, self.terms = roll, team, guards, terms
        self.watched = terms.watched or 0
        self.barely = tuple([Met(place == self.watched) for place in range(len(guards))])  # hit, with nothing spared

    def possible(self) -> bool:
        """Whether a plan answers for all of them, and does not redo an attack twice on several people, nor at all where
        somebody is caught in his own Zone: there, neither side pays apart from the other.
        """
        mates, guards = ([one.side for one in people] for people in (self.team, self.guards))
        if any(self.roll.known(side.who, REDO) is None for side in [*mates, *guards]):
            return False
        again = max(len(side.redos) - len(side.under(self.roll).refused) if side.points > 0 else 0 for side in mates)
        if {side.who for side in mates} & {side.who for side in guards}:
            return again == 0
        return len(guards) == 1 or again < 2

    def odds(self) -> Odds[Strike]:
        if len(self.guards) > 1:
            ends = Several(self.roll, self.terms, self.team[0], self.guards).counted()
        else:
            ends = Foresight(self.roll, self.terms).counted(self.team, self.guards[0])
        parts: dict[int, dict[Strike, int]] = {}
        for (leader, paid, out_of), thrust in ends.items():
            for met, shown in self.shown(leader, thrust).items():
                law, ways = self.damage(leader, shown, met), sum(shown.values())
                found = parts.setdefault(out_of * (law.total // ways), {})  # each way counted as often
                whoever = self.terms.as_if[leader] if self.terms.as_if else leader
                for (raw, left), weight in law.items():
                    strike = Strike(left, whoever, raw, paid)
                    found[strike] = found.get(strike, 0) + weight
        return Odds.counted(parts)

    def shown(self, leader: int, thrust: Thrust) -> dict[tuple[Met, ...], dict[tuple[int, int], int]]:
        """CEM-DMG-01, -02: what the leader's damage dice show, and the 6s among them, where somebody is hit.

        Where only the net damage counts, what is spared is taken off at once, unless something comes in between: a
        halving, or dice that are told up to a limit.
        """
        blow, found = self.team[leader].blow, dict[tuple[Met, ...], dict[tuple[int, int], int]]()
        at_once = self.terms.net and blow and not (blow.halved_first or blow.six_plus)
        for (dice, total, auto), ends in thrust.items():
            for met, ways in ends.items():
                if blow is None or not any(one.hit for one in met):
                    here = found.setdefault(met, {})
                    here[0, 0] = here.get((0, 0), 0) + ways
                    continue
                off = met[self.watched].spared if at_once else 0
                shown = by_strength(cast(Any, attack_dice(blow.read, dice, blow.six_plus))).shown[total, auto]
                here, share = found.setdefault(self.barely if off else met, {}), ways // shown.total
                for (_, _, damage, sixes, _), weight in shown.items():
                    key = damage - off, sixes
                    here[key] = here.get(key, 0) + weight * share
        return found

    def damage(
        self, leader: int, shown: dict[tuple[int, int], int], met: tuple[Met, ...]
    ) -> Odds[tuple[int, tuple[Met, ...]]]:
        """CEM-DMG-03, -08: the damage announced, and what is still to be spared of it."""
        blow = self.team[leader].blow
        if blow is None or not any(one.hit for one in met):
            return Odds({(0, met): sum(shown.values())})
        off, left = (met[self.watched].spared, self.barely) if self.terms.net else (0, met)
        return with_more_dice(shown, blow, self.terms.most).read(lambda dice: (raw_damage(dice, blow) - off, left))

    def play(self, player: Player) -> Strike:
        raise BadRule("at the table every die is told")
