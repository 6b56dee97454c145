"""An attack, step by step, in the order of the book: Fiches 2, 3 and 5.

Numbers only, for one attacker or a team, one target or several. `AttackSteps.step` and `exchange` are the order; each
step stands below. The steps are a machine (`dice/machine.py`): the table follows one path, odds merge equal states.
What odds no longer need of a state is in `attack/odds.py`.
"""

from __future__ import annotations

from typing import NamedTuple

from tablee.dice import Roll
from tablee.dice.machine import End
from tablee.dice.unread import Unread
from tablee.games.cle_en_main.attack.damage import Blow, more_dice, raw_damage, tell_raw
from tablee.games.cle_en_main.attack.redos import Guard, People, Redos
from tablee.games.cle_en_main.check.checks import NEAR_SKILL, judged, near_difficulty
from tablee.games.cle_en_main.check.cooperation import Lead, Paid, Team, TeamResult, thrown
from tablee.games.cle_en_main.check.oppositions import DECIDED, Decided, decide
from tablee.games.cle_en_main.check.throws import NO_DICE, THREE_DICE, DiceResult


class Terms(NamedTuple):
    """What everybody agrees on before rolling."""

    auto: str = "symmetric"  # the table's reading of automatic results
    near: bool = False  # the attack uses a near skill (CEM-NEAR-01, -02)
    circumstances: int = 0  # what they add against those who defend, and only there (CEM-MOD-02)


BY_THE_BOOK = Terms()


class Defence(NamedTuple):
    """One target's defence: its dice, to throw or fallen, and whether the attack hits: None before they have met."""

    dice: Unread[DiceResult]
    hit: bool | None = None


class Exchange(NamedTuple):
    """An attack and its defences, as long as they may be thrown or redone."""

    people: People
    waiting: tuple[int, ...]  # the places of those who are to throw for the attack
    results: tuple[Lead, ...]  # of attackers who do not throw again
    attack: TeamResult | None  # None: still to throw
    defences: tuple[Defence, ...]


class Met(NamedTuple):
    """One target in the end: hit or not, and what the heroic die of the defence spares, even one that failed."""

    hit: bool
    spared: int = 0


class Landing(NamedTuple):
    """An attack that hits and will not be redone, until its damage is announced."""

    paid: Paid
    leader: int
    dice: Unread[DiceResult]  # of the attack
    defences: tuple[Defence, ...]
    added: bool = False  # other dice than the weapon's count for the damage
    met: tuple[Met, ...] = ()  # once the heroic dice of the defences are read
    shown: tuple[int, int] | None = None  # once read, the damage dice of the attack: their sum, the 6s to roll again

    @property
    def stage(self) -> int:
        return 1


class Strike(NamedTuple):
    """The end of an attack: who is hit, who led it, the damage announced, what each has paid."""

    met: tuple[Met, ...]
    leader: int = 0
    raw: int = 0
    paid: Paid = ()


State = Exchange | Landing | End[Strike]


class AttackSteps:
    """The steps of one attack by a team on targets; `blows`: what each of the team deals if they lead."""

    def __init__(self, team: Team, guards: tuple[Guard, ...], terms: Terms, blows: tuple[Blow, ...]) -> None:
        self.team, self.guards, self.terms, self.blows = team, guards, terms, blows
        self.redos = Redos()

    def start(self) -> Exchange:
        people = self.redos.people(self.team, self.guards, ())
        return Exchange(people, tuple(range(len(self.team))), (), None, fresh(self.guards))

    def step(self, roll: Roll, now: Exchange | Landing) -> State:
        """CEM-ATTACK-01, -03: the next step of an attack: the first, in the order of the book, still to be taken."""
        if isinstance(now, Exchange):
            return self.exchange(roll, now)
        return (  # Fiche 3, Dégâts
            self.defences_spare(roll, now)  # what the heroic dice of defences spare,
            or self.damage_dice_read(roll, now)  # what the dice of the attack show,
            or self.damage_announced(roll, now)  # and those rolled besides
        )

    def exchange(self, roll: Roll, now: Exchange) -> State:
        """The next step until it is known who is hit, for good."""
        if now.attack is None:
            return self.attackers_throw(roll, now)  # Fiche 2, Coopération: the best result leads
        return (
            self.defence_meets(roll, now, now.attack)  # Fiche 3, Défense: each target, one after the other
            or self.attackers_redo(roll, now, now.attack)  # Fiche 2, Héroïsme: as long as a target is missed,
            or self.defenders_redo(roll, now)  # then those who are hit
            or self.lands(now, now.attack)
        )

    def attackers_throw(self, roll: Roll, now: Exchange) -> State:
        """CEM-ATTACK-01, CEM-COOP-01, -02: those who attack throw, one after the other."""
        redoers = self.redos.future(roll, now.people).redoers
        attack = roll(thrown(now.people.throwing, now.waiting, now.results, redoers))
        return Exchange(now.people, (), (), attack, now.defences)

    def defence_meets(self, roll: Roll, now: Exchange, attack: TeamResult) -> State | None:
        """CEM-DEF-01, CEM-PRIME-05, CEM-EQUIP-08: the next target throws their defence, or has thrown it already."""
        place = next((place for place, one in enumerate(now.defences) if one.hit is None), None)
        if place is None:
            return None
        people, guard, dice = now.people, now.people.guards[place], now.defences[place].dice
        if guard.difficulty is not None:
            hit = self.unseen(roll, attack, guard.difficulty)
        else:
            clash = clash_of(attack, people.team[attack.leader].side.skill, guard, self.terms)
            known = len(now.defences) == 1 and self.redos.future(roll, people).redos > 0  # odds: it may be met again
            roll.throws("defence")
            (hit, _), dice = roll(dice.read(meets, clash, known), by=guard.side.who)
            tell_clash(roll, clash, guard, attack, dice)
        return Exchange(people, (), (), attack, (*now.defences[:place], Defence(dice, hit), *now.defences[place + 1 :]))

    def unseen(self, roll: Roll, attack: TeamResult, difficulty: int) -> bool:
        """CEM-DEF-03, -04, CEM-NEAR-01, CEM-MOD-02: against a target who perceives nothing, a plain test of Combat;
        circumstances are in its difficulty.
        """
        result = DiceResult(attack.final - self.terms.circumstances, attack.auto)
        return judged(roll, result, 0, near_difficulty(difficulty, self.terms.near))

    def attackers_redo(self, roll: Roll, now: Exchange, attack: TeamResult) -> State | None:
        """CEM-HERO-04, CEM-COOP-04, CEM-EQUIP-09: attackers may throw again: who leads is decided anew, the defences
        stand. Where all are hit, the one whose dice deal the damage, unless they show the most they can.
        """
        hits = all(one.hit for one in now.defences) and not now.people.team[0].side.anyway
        if hits and (not self.blows or self.deals_most(attack)):
            return None
        redo = self.redos.of_attackers(roll, now.people, attack.leader, hits)
        if redo is None:
            return None
        results = tuple([one for one in attack.results if one.leader not in redo.again])
        standing = tuple([Defence(one.dice) for one in now.defences])
        return Exchange(redo.people, redo.again, results, None, standing)

    def deals_most(self, attack: TeamResult) -> bool:
        """CEM-HERO-04: whether the damage dice of an attack, all known, show 6s: nothing is left to gain by a redo."""
        dice = self.team[attack.leader].side.dice
        count = self.blows[attack.leader].read + dice.number - THREE_DICE.number
        return attack.dice.sure is not None and attack.dice.sure.damage >= 6 * count

    def defenders_redo(self, roll: Roll, now: Exchange) -> State | None:
        """CEM-HERO-04: those who are hit are asked together whether they redo their defence against the same attack."""
        redo = self.redos.of_defenders(roll, now.people, [bool(one.hit) for one in now.defences])
        if redo is None:
            return None
        defences = [
            Defence(redo.people.guards[place].dice()) if place in redo.again else one
            for place, one in enumerate(now.defences)
        ]
        return now._replace(people=redo.people, defences=tuple(defences))

    def lands(self, now: Exchange, attack: TeamResult) -> State:
        """CEM-DMG-01: if a target is hit, damage follows; otherwise this is the end."""
        people, defences = now.people, now.defences
        if not self.blows or not any(one.hit for one in defences):
            return End(Strike(tuple([Met(bool(one.hit)) for one in defences]), attack.leader, 0, people.paid))
        added = people.team[attack.leader].side.dice.number > THREE_DICE.number
        return Landing(people.paid, attack.leader, attack.dice, defences, added)

    def defences_spare(self, roll: Roll, now: Landing) -> State | None:
        """CEM-DMG-06: what the heroic die of each defence spares."""
        if now.met:
            return None
        met = [Met(bool(one.hit), roll(one.dice.read(heroic_die))[0] if one.hit else 0) for one in now.defences]
        return Landing(now.paid, now.leader, now.dice, (), now.added, tuple(met))

    def damage_dice_read(self, roll: Roll, now: Landing) -> State | None:
        """CEM-DMG-01, -02, -04: what the damage dice of the attack show."""
        if now.shown:
            return None
        shown, _ = roll(now.dice.read(damage_shown))
        return Landing(now.paid, now.leader, NO_DICE, (), now.added, now.met, shown)

    def damage_announced(self, roll: Roll, now: Landing) -> State:
        """CEM-DMG-03, -08, CEM-EQUIP-10: with the dice rolled besides (beyond three, and for each 6 of a 6+ weapon)
        they make the damage of the attack, once for all targets.
        """
        blow, leader, (dice, sixes) = self.blows[now.leader], self.team[now.leader].side.who, now.shown or (0, 0)
        more = roll(more_dice(blow.fresh, blow.six_plus, sixes, blow.most), by=leader) if blow.fresh or sixes else 0
        tell_raw(roll, dice + more, blow, now.added or more > 0)
        return End(Strike(now.met, now.leader, raw_damage(dice + more, blow), now.paid))


def fresh(guards: tuple[Guard, ...]) -> tuple[Defence, ...]:
    """The defences of these targets, still to throw."""
    return tuple([Defence(guard.dice()) for guard in guards])


class Clash(NamedTuple):
    """What decides between an attack and a defence: what the attack has over the bonus of the defence, what its dice
    decide by themselves, whose skill is higher (1, 0 or -1), the table's reading of automatic results.
    """

    ahead: int
    auto: int
    skills: int
    reading: str

    def settled(self, defence: DiceResult) -> Decided:
        """CEM-ATTACK-01, CEM-OPP-01, -02, -04: who wins against these dice, and what decides."""
        return decide(self.ahead, self.auto, self.skills, defence.dice, defence.auto, 0, "a", self.reading)


def clash_of(attack: TeamResult, skill: int, guard: Guard, terms: Terms) -> Clash:
    """CEM-NEAR-02, CEM-OPP-01, -02: what decides between an attack made with this skill and the defence of a target."""
    side = guard.side
    ahead = attack.final - NEAR_SKILL * terms.near - side.bonus
    return Clash(ahead, attack.auto, (skill > side.skill) - (skill < side.skill), terms.auto)


def tell_clash(roll: Roll, clash: Clash, guard: Guard, attack: TeamResult, defence: Unread[DiceResult]) -> None:
    """CEM-ATTACK-01: explains whether an attack hits, once all its dice and those of the defence are known."""
    if attack.dice.sure is None or defence.sure is None:
        return
    against, settled = defence.sure.dice, clash.settled(defence.sure)
    roll.note(
        "CEM-ATTACK-01:clash_whose" if guard.name else "CEM-ATTACK-01:clash",
        who=guard.name,
        attack=clash.ahead + guard.side.bonus,
        dice=attack.dice.sure.dice,
        auto=clash.auto,
        defence=against + guard.side.bonus,
        against=against,
        decided=DECIDED[settled.decided],
        hit=settled.winner == "a",
    )


def meets(defence: DiceResult, clash: Clash, known: bool) -> tuple[bool, DiceResult | None]:
    """Whether an attack hits this defence; also what decided, where it is to be `known` of a defence that holds."""
    hit = clash.settled(defence).winner == "a"
    return hit, defence.strength() if known and not hit else None


def heroic_die(thrown: DiceResult) -> int:
    return thrown.heroic


def damage_shown(thrown: DiceResult) -> tuple[int, int]:
    """CEM-DMG-01, -02: what the damage dice show, and the 6s among them that a 6+ weapon rolls again."""
    return thrown.damage, thrown.sixes
