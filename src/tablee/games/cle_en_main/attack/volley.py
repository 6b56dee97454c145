"""An attack and its defences, made alone or together, with the redos of both sides (Fiches 2, 3 and 5).

Numbers only: the steps at the table. Where a plan answers for everybody, `foreseen` counts the odds of most attacks.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeVar

from tablee.dice import Roll, procedure
from tablee.games.cle_en_main.attack.clash import COUNTED, Assault, Damage, Guard, Met, Parry, Terms, met, unseen
from tablee.games.cle_en_main.attack.damage import Blow, more_dice, raw_damage, tell_raw
from tablee.games.cle_en_main.attack.foreseen import Foreseen, Strike
from tablee.games.cle_en_main.check.checks import again_each
from tablee.games.cle_en_main.check.cooperation import (
    Bought,
    Lead,
    Mate,
    Paid,
    Team,
    everybody,
    final_of,
    helpers_of,
    redone,
)
from tablee.games.cle_en_main.check.throws import THREE_DICE, UNREAD, Thrown

T = TypeVar("T")
One = TypeVar("One", Mate, Guard)


class Stage(NamedTuple):
    """Where an attack stands: who leads it, those it aims at, what each has paid."""

    team: Team
    guards: tuple[Guard, ...]
    lead: Lead
    met: tuple[Met, ...] = ()
    paid: Paid = ()

    def keep(self) -> bool:
        """Whether a defence may have to stand against another attack."""
        return any(mate.side.may_redo() for mate in self.team)

    def attack(self, roll: Roll) -> Assault:
        """CEM-COOP-02: the leader's dice and his final result."""
        final = final_of(roll, self.lead, self.team)
        thrown = self.lead.thrown
        return Assault(thrown.strength(), final - thrown.dice, self.team[self.lead.leader].side.skill)


@procedure
def volley(roll: Roll, team: Team, guards: tuple[Guard, ...], terms: Terms) -> Stage:
    """CEM-ATTACK-01, -03, CEM-DEF-01, CEM-PRIME-05, CEM-EQUIP-08, -09, CEM-HERO-04: one attack, each target's own
    defence, then redos: offered in turn to whoever is losing, as long as somebody can and wants.
    """
    team = tuple(mate._replace(side=mate.side.under(roll)) for mate in team)
    guards = tuple(guard._replace(side=guard.side.under(roll)) for guard in guards)
    by = {str(place): mate.side.who for place, mate in enumerate(team)}

    def clash(lead: Lead) -> Stage:
        stage = Stage(team, guards, lead)
        return defended(roll, stage, terms, {guard.side.who for guard in guards}, turn)

    def turn(stage: Stage) -> Stage:
        if stage.team[0].side.anyway or not all(one.hit for one in stage.met):
            again = redone(roll, stage.lead, stage.team)
            if again:
                lead, team, bought = again
                guards, paid = charged(stage.guards, bought), stage.paid + tuple(bought.items())
                stage = stage._replace(lead=lead, team=team, guards=guards, paid=paid)
                return turn(attacked(roll, stage, terms))
        return reply(stage)

    def reply(stage: Stage) -> Stage:
        lost = {
            guard.side.who: guard.side
            for guard, one in zip(stage.guards, stage.met, strict=True)
            if one.hit and guard.can_redo()
        }
        bought = again_each(roll, lost) if lost else {}
        if not bought:
            return stage
        guards = tuple(
            [guard._replace(side=guard.side.redone(bought.get(guard.side.who, ()))) for guard in stage.guards]
        )
        team, paid = charged(stage.team, bought), stage.paid + tuple(bought.items())
        stage = stage._replace(team=team, guards=guards, paid=paid)
        return defended(roll, stage, terms, set(bought), turn)

    return roll.then(everybody(roll, team), clash, by=by)


def charged(people: tuple[One, ...], bought: Bought) -> tuple[One, ...]:
    """CEM-HERO-08, CEM-EQUIP-09: whoever is caught in his own Zone has one purse for his attack and his defence."""
    return tuple(
        [one._replace(side=one.side.spent(bought[one.side.who])) if one.side.who in bought else one for one in people]
    )


def defended(roll: Roll, stage: Stage, terms: Terms, throwing: set[str], end: Callable[[Stage], T]) -> T:
    """CEM-DEF-01, -03: those who throw their defence do so, one after the other; what the others did stands."""
    attack, keep = stage.attack(roll), stage.keep()

    def after(found: tuple[Met, ...]) -> T:
        place = len(found)
        if place == len(stage.guards):
            return end(stage._replace(met=found))
        guard = stage.guards[place]
        if guard.side.who not in throwing:
            return after((*found, stage.met[place]))
        if guard.difficulty is not None:
            return after((*found, unseen(roll, attack, guard.difficulty, terms)))
        parry = Parry(attack, guard, terms, keep)
        return roll.then(parry, lambda one: after((*found, one)), by=guard.side.who)

    return after(())


def attacked(roll: Roll, stage: Stage, terms: Terms) -> Stage:
    """CEM-HERO-04: an attack that was redone meets the same defences."""
    attack, keep = stage.attack(roll), stage.keep()
    found = [
        met(roll, attack, one.defence, guard, terms, keep)
        if guard.difficulty is None
        else unseen(roll, attack, guard.difficulty, terms)
        for guard, one in zip(stage.guards, stage.met, strict=True)
    ]
    return stage._replace(met=tuple(found))


@procedure
def struck(roll: Roll, team: Team, guards: tuple[Guard, ...], terms: Terms) -> Strike:
    """CEM-DMG-03, -08: the attack and its defences, then, if somebody is hit, its damage, once for all."""
    foreseen = Foreseen(roll, team, guards, terms)
    if foreseen.possible():
        return roll.then(foreseen, lambda strike: strike)

    def dealing(stage: Stage) -> Strike:
        leader, blow = stage.lead.leader, stage.team[stage.lead.leader].blow
        strike = Strike(tuple([Met(one.hit, Thrown(0, heroic=one.spared)) for one in stage.met]), leader, 0, stage.paid)
        if blow is None or not any(one.hit for one in stage.met):
            return strike
        return strike._replace(raw=raw_damage(rolled(roll, stage, blow, terms), blow))

    return roll.then(volley(team, guards, terms), dealing)


def rolled(roll: Roll, stage: Stage, blow: Blow, terms: Terms) -> int:
    """CEM-DMG-01…04, CEM-EQUIP-10: the damage dice of an attack that hits, with those rolled besides; told."""
    leader, attack = stage.lead.leader, stage.lead.thrown
    mate = stage.team[leader]
    if attack.damage == UNREAD:
        attack = roll(Damage(helpers_of(stage.team)[leader].dice_thrown(), attack, blow, terms.most))
    dice = attack.damage
    if attack.sixes != COUNTED and (blow.fresh or attack.sixes):
        dice += roll(more_dice(blow.fresh, blow.six_plus, attack.sixes, terms.most), by=mate.side.who)
    tell_raw(roll, dice, blow, dice > attack.damage or mate.side.dice.number > THREE_DICE.number)
    return dice
