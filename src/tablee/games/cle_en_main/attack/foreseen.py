"""An attack foreseen: the exact law of its end, when a plan answers for everybody (Fiches 2, 3 and 5).

Strengths alone decide who wins (`strengths`): what the leader's dice make, what the dice of a defence make. The ways to
every end are counted against one target (`single`) or several (`several`); what dice show besides is read here.
"""

from __future__ import annotations

from typing import Any, NamedTuple, cast

from tablee.dice import Odds, Question, Roll
from tablee.dice.question import Player
from tablee.errors import BadRule
from tablee.games.cle_en_main.attack.clash import Guard, Met, Terms
from tablee.games.cle_en_main.attack.damage import raw_damage, with_more_dice
from tablee.games.cle_en_main.attack.several import Several
from tablee.games.cle_en_main.attack.single import Single
from tablee.games.cle_en_main.attack.strengths import Thrust
from tablee.games.cle_en_main.check.cooperation import Paid, Team
from tablee.games.cle_en_main.check.heroism import REDO
from tablee.games.cle_en_main.check.throws import attack_dice, by_strength


class Strike(NamedTuple):
    """An attack that will not be made again: who is hit, who led it, the damage announced, what each has paid."""

    met: tuple[Met, ...]
    leader: int = 0
    raw: int = 0
    paid: Paid = ()


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
            ends = Single(self.roll, self.terms).counted(self.team, self.guards[0])
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
