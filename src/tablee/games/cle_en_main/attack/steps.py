"""An attack as steps: who throws, who is hit, who redoes what, what it deals (Fiches 2, 3 and 5).

Numbers only, for one attacker or a team, one target or several. The steps are a machine (`dice/machine.py`): the table
follows one path, odds merge equal states.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import partial
from math import prod
from typing import NamedTuple

from tablee.dice import Roll
from tablee.dice.machine import End, Machine, Step
from tablee.dice.unread import Unread, itself
from tablee.games.cle_en_main.attack.damage import Blow, more_dice, raw_damage, tell_raw
from tablee.games.cle_en_main.attack.redos import Again, Guard, People, Redos
from tablee.games.cle_en_main.book import BOOK
from tablee.games.cle_en_main.check.checks import NEAR_SKILL, judged, near_difficulty
from tablee.games.cle_en_main.check.cooperation import (
    Joined,
    Lead,
    Paid,
    Team,
    joins,
    least_to_lead,
    tell_lead,
    tell_result,
    together,
    with_one_more,
)
from tablee.games.cle_en_main.check.oppositions import DECIDED, Decided, decide
from tablee.games.cle_en_main.check.throws import (
    NO_DICE,
    NOT_THROWN,
    THREE_DICE,
    Fallen,
    Thrown,
    all_shown,
)
from tablee.rules.why import Compares

SEEN = BOOK.saying("CEM-ATTACK-01", key="seen", fr="Attaque : {attack}", en="Attack: {attack}")
CLASHED = BOOK.saying(
    "CEM-ATTACK-01",
    key="clash",
    fr="Attaque {attack} (dés {dice}) contre Défense {defence} (dés {against}){decided} : {hit:au but|manqué}",
    en="Attack {attack} (dice {dice}) against Defence {defence} (dice {against}){decided}: {hit:hit|missed}",
    compares=Compares("attack", "defence"),
)
CLASHED_WITH = BOOK.saying(
    "CEM-ATTACK-01",
    key="clash_whose",
    fr="Contre {who:le} : attaque {attack} (dés {dice}), Défense {defence} (dés {against}){decided} : "
    "{hit:au but|manqué}",
    en="Against {who:the}: attack {attack} (dice {dice}), Defence {defence} (dice {against}){decided}: "
    "{hit:hit|missed}",
    compares=Compares("attack", "defence", who=""),
)


class Terms(NamedTuple):
    """What everybody agrees on before rolling."""

    auto: str = "symmetric"  # the table's reading of automatic results
    near: bool = False  # the attack uses a near skill (CEM-NEAR-01, -02)
    circumstances: int = 0  # what they add against those who defend, and only there (CEM-MOD-02)


class Wanted(NamedTuple):
    """What will be read of the end of an attack: odds forget the rest. At the table everything is told."""

    only: int | None = None  # of several targets, the one whose odds are asked
    announced: bool = True  # the damage apart from what the heroic die of the defence spares
    payers: frozenset[str] | None = None  # those of whom it is read what they bought; None: all
    leaders: tuple[int, ...] = ()  # for each of a team, the first who might as well have led


class Defence(NamedTuple):
    """One target's defence: `hit` once the attack has met it, None before."""

    hit: bool | None
    dice: Fallen


class Throwing(NamedTuple):
    """Attackers are about to throw, against these defences: thrown already if the attack is being redone."""

    people: People
    waiting: tuple[int, ...]
    leads: tuple[Lead, ...]  # of those who have thrown; those who may throw again apart from the others stand apart
    defences: tuple[Defence, ...]


class Gathering(NamedTuple):
    """Attackers who are still to throw, and those who have thrown."""

    waiting: tuple[int, ...]
    leads: tuple[Lead, ...]


class Assault(NamedTuple):
    """An attack as those who defend meet it: who leads, the final result, what the leader's dice decide."""

    leader: int
    result: int
    auto: int
    stay: tuple[Lead, ...]  # results that stand if only some of the team throw again
    dice: Unread[Thrown]  # the leader's: what they show besides


class Defending(NamedTuple):
    """The attack meets the defences, one after the other."""

    people: People
    leader: int
    stay: tuple[Lead, ...]
    attack: Unread[Assault]
    defences: tuple[Defence, ...]


class Clash(NamedTuple):
    """What decides between an attack and a defence: what the attack has over the bonus of the defence, what its dice
    decide by themselves, whose skill is higher (1, 0 or -1), the table's reading of automatic results.
    """

    ahead: int
    auto: int
    skills: int
    reading: str

    def settled(self, defence: Thrown) -> Decided:
        return decide(self.ahead, self.auto, self.skills, defence.dice, defence.auto, 0, "a", self.reading)

    def hits(self, defence: Thrown) -> bool:
        """CEM-ATTACK-01, CEM-OPP-01, -02, -04."""
        return self.settled(defence).winner == "a"


class Met(NamedTuple):
    """One target in the end: hit or not, and what the heroic die of the defence spares, even one that failed."""

    hit: bool
    spared: int = 0


class Landing(NamedTuple):
    """Somebody is hit, for good: what is spared is read, then the damage."""

    paid: Paid
    leader: int
    dice: Unread[Thrown]  # of the attack
    ends: tuple[Met | Defence, ...]  # a Defence as long as its heroic die is not read
    attack: Unread[Assault] | None = None  # if it is not known yet which dice they are
    added: bool = False  # other dice than the weapon's count for the damage
    shown: tuple[int, int] | None = None  # the damage dice of the attack: their sum, the 6s to roll again

    @property
    def stage(self) -> int:
        return 1


class Strike(NamedTuple):
    """An attack that will not be made again: who is hit, who led it, the damage announced, what each has paid."""

    met: tuple[Met, ...]
    leader: int = 0
    raw: int = 0
    paid: Paid = ()
    shown: tuple[int, bool] | None = None  # the sum of the damage dice, and whether others than the weapon's count

    @property
    def stage(self) -> int:
        return 2


State = Throwing | Defending | Landing | Strike
BY_THE_BOOK, EVERYTHING = Terms(), Wanted()


def struck(
    team: Team,
    guards: tuple[Guard, ...],
    terms: Terms = BY_THE_BOOK,
    blows: tuple[Blow, ...] = (),
    wanted: Wanted = EVERYTHING,
) -> Machine[Strike]:
    """CEM-ATTACK-01, -03, CEM-DEF-01, CEM-PRIME-05, CEM-EQUIP-08, -09, CEM-HERO-04, CEM-DMG-03, -08: one attack, each
    target's own defence, then redos, offered in turn to whoever is losing as long as somebody can and wants; then, if
    somebody is hit, the damage (`blows`: of each of the team, if they lead), once for all.
    """
    steps = AttackSteps(team, guards, terms, blows, wanted)
    return Machine(steps.step, steps.start(), steps.forget)


class AttackSteps:
    """The steps of one attack: `step` and `forget` of its machine, and what they share.

    Throwing (attackers throw) leads to Defending (each defence meets the attack), which leads back to Throwing if the
    attack is redone, to Defending if a defence is, to Landing (damage is read) and to Strike, the end.
    """

    def __init__(
        self, team: Team, guards: tuple[Guard, ...], terms: Terms, blows: tuple[Blow, ...], wanted: Wanted
    ) -> None:
        self.terms, self.blows, self.wanted, self.redos = terms, blows, wanted, Redos()
        self._attacks: dict[Hashable, Unread[Assault]] = {}
        self.first = self.redos.people(team, guards, ())

    def start(self) -> Throwing:
        defences = tuple(Defence(None, guard.dice()) for guard in self.first.guards)
        return Throwing(self.first, tuple(range(len(self.first.team))), (), defences)

    def step(self, roll: Roll, now: State) -> Step[State] | End[Strike]:
        """What is asked in this state, and the state each answer leads to."""
        if isinstance(now, Throwing):
            return self.attack(roll, now)
        if isinstance(now, Defending):
            return self.defend(roll, now)
        if isinstance(now, Landing):
            return self.land(now)
        if now.shown:
            tell_raw(roll, now.shown[0], self.blows[now.leader], now.shown[1])
        return End(now)

    # attackers

    def attack(self, roll: Roll, now: Throwing) -> Step[State]:
        """CEM-ATTACK-01, CEM-HERO-04: those who attack throw. Against a single defence that stands, it is enough to
        read whether they hit.
        """
        people, (defence, *others) = now.people, now.defences
        attack, guard = self.thrown(roll, now), people.guards[0]

        def known(answer: tuple[Assault, Unread[Assault]]) -> State:
            made, left = answer
            return self.proceed(roll, self.seen(roll, Defending(people, made.leader, made.stay, left, now.defences)))

        if others or guard.difficulty is not None or defence.dice.sure is None:
            return Step(attack.read(itself), known)

        def met(answer: tuple[Reached, Unread[Assault]]) -> State:
            (hit, leader, stay), left = answer
            fallen = Defending(people, leader, stay, left, now.defences)
            self.tell_clash(roll, fallen, 0, defence.dice, hit)
            return self.proceed(roll, _met(fallen, 0, Defence(hit, defence.dice)))

        skills, theirs = tuple([mate.side.skill for mate in people.team]), (guard.side.bonus, guard.side.skill)
        return Step(attack.read(reaches, skills, theirs, self.terms, defence.dice.sure[0]), met)

    def thrown(self, roll: Roll, now: Throwing) -> Unread[Assault]:
        """CEM-COOP-01, -02: everybody throws, one after the other. Whatever they meet, and whatever else they have
        bought, the odds of that are the same: a machine of its own.
        """
        people, waiting, leads, _ = now
        _, fates, again = self.redos.future(roll, people)
        groups, ways = tuple([fates.index(fate) for fate in fates]), prod([lead.dice.law.total for lead in leads])
        sides = tuple([(mate.dice(), mate.side.bonus, mate.side.skill) for mate in people.team])
        key = (sides, waiting, leads, groups, again)
        if key not in self._attacks:
            step = partial(gathered, people.team, groups, again)
            self._attacks[key] = Unread(None, question=Machine(step, Gathering(waiting, leads), ways=ways))
        return self._attacks[key]

    # defences

    def seen(self, roll: Roll, now: Defending) -> Defending:
        """CEM-HERO-03: at the table the result of the attack is told before those who defend choose the extra die."""
        if not any(guard.may_dare for guard in now.people.guards):
            return now
        if now.attack.sure:
            roll.note(SEEN, attack=now.attack.sure.result)
        people = self.redos.dared(roll, now.people)
        return now._replace(people=people, defences=tuple(Defence(None, guard.dice()) for guard in people.guards))

    def defend(self, roll: Roll, now: Defending) -> Step[State]:
        """CEM-DEF-01: the next defence, thrown now or standing, against an attack that is known."""
        people, leader, stay, attack, defences = now
        if attack.sure is None:
            return Step(attack.read(itself), lambda answer: Defending(people, leader, stay, answer[1], defences))
        place = next(place for place, one in enumerate(defences) if one.hit is None)
        guard = people.guards[place]

        def fallen(answer: tuple[tuple[bool, Thrown | None], Fallen]) -> State:
            (hit, _), dice = answer
            self.tell_clash(roll, now, place, dice, hit)
            return self.proceed(roll, _met(now, place, Defence(hit, dice)))

        clash, whole = self.clash(now, attack.sure, guard), self.read_whole(roll, now)
        return Step(defences[place].dice.read(holds, clash, whole), fallen, guard.side.who)

    def read_whole(self, roll: Roll, now: Defending) -> bool:
        """Whether odds read at once all that a defence shows, not only that it holds: a single one against which the
        attack will be redone is quicker known than asked for again and again.
        """
        return len(now.defences) == 1 and self.redos.future(roll, now.people).redos > 0

    def clash(self, now: Defending, attack: Assault, guard: Guard) -> Clash:
        side = guard.side
        return clash_of(attack, now.people.team[now.leader].side.skill, side.bonus, side.skill, self.terms)

    def tell_clash(self, roll: Roll, now: Defending, place: int, dice: Fallen, hit: bool) -> None:
        attack, defence, guard = now.attack.sure, dice.sure, now.people.guards[place]
        if self.redos.planned(now.people) or attack is None or defence is None or attack.dice.sure is None:
            return  # a plan answers for everybody: nobody listens
        clash, against = self.clash(now, attack, guard), defence[0].dice
        roll.note(
            CLASHED_WITH if guard.name else CLASHED,
            who=guard.name,
            attack=clash.ahead + guard.side.bonus,
            dice=attack.dice.sure.dice,
            auto=clash.auto,
            defence=against + guard.side.bonus,
            against=against,
            decided=DECIDED[clash.settled(defence[0]).decided],
            hit=hit,
        )

    def proceed(self, roll: Roll, now: Defending) -> State:
        """CEM-DEF-03, -04, CEM-HERO-04: a target who perceives nothing throws nothing, and a redone attack meets the
        same defences; once all are met, somebody may redo something.
        """
        for place, (hit, dice) in enumerate(now.defences):
            if hit is not None:
                continue
            guard, attack = now.people.guards[place], now.attack.sure
            if attack is None or (guard.difficulty is None and dice.sure is None):
                return now
            if guard.difficulty is not None:
                hit = self.unseen(roll, attack, guard.difficulty)
            elif dice.sure:
                hit = self.clash(now, attack, guard).hits(dice.sure[0])
                self.tell_clash(roll, now, place, dice, hit)
            now = _met(now, place, Defence(hit, dice))
        return self.attack_again(roll, now) or self.defend_again(roll, now) or self.ended(now)

    def unseen(self, roll: Roll, assault: Assault, difficulty: int) -> bool:
        """CEM-DEF-03, CEM-NEAR-01, CEM-MOD-02: a plain test of Combat; circumstances are in its difficulty."""
        result = Thrown(assault.result - self.terms.circumstances, assault.auto)
        return judged(roll, result, 0, near_difficulty(difficulty, self.terms.near))

    # redos

    def attack_again(self, roll: Roll, now: Defending) -> Throwing | None:
        """CEM-HERO-04, CEM-COOP-04: as long as somebody is missed (or `anyway`), attackers may throw again: who leads
        is decided anew, the defences stand.
        """
        if all(hit for hit, _ in now.defences) and not now.people.team[0].side.anyway:
            return None
        redo = self.redos.of_attackers(roll, now.people, now.leader)
        if redo is None:
            return None
        people, again = redo
        stay = dict[Hashable, list[Lead]]()
        for lead in now.stay:
            if lead.leader not in again:
                stay.setdefault(self.redos.future(roll, people).fates[lead.leader], []).append(lead)
        leads = tuple([together(some, people.team) for some in stay.values()])
        return Throwing(people, again, leads, tuple([Defence(None, dice) for _, dice in now.defences]))

    def defend_again(self, roll: Roll, now: Defending) -> State | None:
        """CEM-HERO-04: those who are hit are asked together whether they redo their defence against the same attack."""
        redo = self.redos.of_defenders(roll, now.people, [bool(hit) for hit, _ in now.defences])
        if redo is None:
            return None
        people, again = redo
        defences = [
            Defence(None, people.guards[place].dice()) if place in again else one
            for place, one in enumerate(now.defences)
        ]
        return self.proceed(roll, Defending(people, now.leader, now.stay, now.attack, tuple(defences)))

    # damage

    def ended(self, now: Defending) -> Landing | Strike:
        """The state once nobody redoes anything more: damage to read if somebody is hit, otherwise the end."""
        leader, people = now.leader, now.people
        if not self.blows or not any(hit for hit, _ in now.defences):
            return Strike(tuple([Met(bool(hit)) for hit, _ in now.defences]), leader, 0, people.paid)
        ends = [
            one if one.hit and guard.spares() else Met(bool(one.hit))
            for guard, one in zip(people.guards, now.defences, strict=True)
        ]
        added = people.team[leader].side.dice.number > THREE_DICE.number
        if len(people.team) == 1:
            return Landing(people.paid, leader, all_shown(now.attack), tuple(ends), added=added)
        return Landing(people.paid, leader, NO_DICE, tuple(ends), now.attack, added)

    def land(self, now: Landing) -> Step[State]:
        """CEM-DMG-01…04, -06, CEM-EQUIP-10: what the heroic dice of defences spare, what the damage dice of the attack
        show, then those rolled besides: beyond three, and for each 6 of a 6+ weapon.
        """
        if now.attack:
            return Step(now.attack.read(dice_of), lambda answer: now._replace(attack=None, dice=answer[0]))
        for place, one in enumerate(now.ends):
            if isinstance(one, Defence):
                return Step(all_shown(one.dice).read(heroic_die), partial(_spared, now, place))
        if now.shown is None:
            return Step(now.dice.read(damage_shown), partial(self.dealt, now))
        blow, mate = self.blows[now.leader], self.first.team[now.leader]
        question = more_dice(blow.fresh, blow.six_plus, now.shown[1], blow.most)
        return Step(question, partial(self.announced, now, now.shown[0]), mate.side.who)

    def dealt(self, now: Landing, answer: tuple[tuple[int, int], object]) -> Landing | Strike:
        """CEM-DMG-03, CEM-EQUIP-10: whether more dice are rolled."""
        shown, _ = answer
        if self.blows[now.leader].fresh or shown[1]:
            return now._replace(dice=NO_DICE, shown=shown)
        return self.announced(now, shown[0], 0)

    def announced(self, now: Landing, dice: int, more: int) -> Strike:
        """CEM-DMG-08: the damage of the attack."""
        met = tuple([one for one in now.ends if isinstance(one, Met)])
        raw = raw_damage(dice + more, self.blows[now.leader])
        return Strike(met, now.leader, raw, now.paid, (dice + more, bool(now.added or more)))

    # what no later step reads

    def forget(self, roll: Roll, now: State) -> State:
        """What a state must hold for the steps that follow it; used for odds alone (see `Machine`)."""
        if isinstance(now, Strike):
            return self.forget_end(now)
        if isinstance(now, Landing):
            return self.forget_landing(now)
        if isinstance(now, Defending) and now.people.team[0].side.anyway:  # redone whatever it meets
            return self.forget_defences(roll, self.attack_again(roll, now) or now)
        return self.forget_defences(roll, now)

    def forget_defences(self, roll: Roll, now: Throwing | Defending) -> State:
        """A defence serves again if the attack may be redone, and its heroic die spares something of a hit. A target
        whose odds nobody asks only counts as long as missing them makes somebody redo the attack.
        """
        redos, only = self.redos.future(roll, now.people).redos, self.wanted.only
        defences = []
        for place, one in enumerate(now.defences):
            asked = only is None or only == place
            if not (asked or redos):
                defences.append(MISSED)
            elif one.hit is None or redos > (not asked) or (asked and one.hit and now.people.guards[place].spares()):
                defences.append(one)
            else:
                defences.append(BARELY[one.hit])
        if [*now.defences] == defences:
            return now
        now = now._replace(defences=tuple(defences))
        return self.forget(roll, self.proceed(roll, now)) if isinstance(now, Defending) else now

    def forget_landing(self, now: Landing) -> State:
        """What was bought, if nobody reads it; other targets than the one asked for."""
        paid, leader, dice, ends, attack, _, shown = now
        only = self.wanted.only
        if only is not None:
            ends = tuple([one if place == only else Met(False) for place, one in enumerate(ends)])
            if not ends[only].hit:
                return self.forget_end(Strike(tuple([Met(False) for _ in ends]), leader, 0, paid))
        return Landing(self.read_of(paid), leader, dice, ends, attack, shown=shown)

    def forget_end(self, now: Strike) -> Strike:
        """Whoever led, where it makes no difference; where only the damage taken is read, what was spared apart; how
        far the dice of a 6+ weapon go (CEM-EQUIP-10).
        """
        only, announced, _, leaders = self.wanted
        met, leader, raw, paid, _ = now
        if self.blows and (blow := self.blows[leader]).most:
            raw = min(raw, raw_damage(blow.most, blow))
        if only is not None:
            met = tuple([one if place == only else Met(False) for place, one in enumerate(met)])
        if not announced:
            raw, met = raw - met[only or 0].spared, tuple([Met(hit) for hit, _ in met])
        if not any(hit for hit, _ in met):
            leader, raw = 0, 0
        return Strike(met, leaders[leader] if leaders else leader, raw, self.read_of(paid))

    def read_of(self, paid: Paid) -> Paid:
        payers = self.wanted.payers
        return paid if payers is None or not paid else tuple([one for one in paid if one[0] in payers])


def gathered(
    team: Team, groups: Sequence[int], again: Again | None, roll: Roll, now: Gathering
) -> Step[Gathering] | End[Assault]:
    """The next of those who throw; of a group, of whom all throw again or none, only the best is told apart."""
    if not now.waiting:
        lead = together(now.leads, team)
        tell_lead(roll, lead, team)
        stay = now.leads
        if again is not None:  # only these can still be read
            redo = again[lead.leader]
            stay = tuple([one for one in stay if redo and one.leader not in redo])
        return End(Assault(lead.leader, lead.final(team), lead.auto, stay, lead.dice))
    place, *waiting = now.waiting
    side, before = team[place].side, next((one for one in now.leads if groups[one.leader] == groups[place]), None)

    def fallen(answer: tuple[Joined, Fallen]) -> Gathering:
        joined, left = answer
        if len(team) > 1 and left.sure:
            tell_result(roll, team[place], left.sure[0].dice + side.bonus)
        lead = with_one_more(before, place, joined, left, team)
        return Gathering(tuple(waiting), (*[one for one in now.leads if one is not before], lead))

    return Step(team[place].dice().read(joins, side.bonus, least_to_lead(place, before, team)), fallen, side.who)


MISSED = Defence(False, NOT_THROWN)
BARELY = (MISSED, Defence(True, NOT_THROWN))


def _met(now: Defending, place: int, one: Defence) -> Defending:
    people, leader, stay, attack, defences = now
    return Defending(people, leader, stay, attack, (*defences[:place], one, *defences[place + 1 :]))


def _spared(now: Landing, place: int, answer: tuple[int, object]) -> Landing:
    ends = (*now.ends[:place], Met(True, answer[0]), *now.ends[place + 1 :])
    return Landing(now.paid, now.leader, now.dice, ends, added=now.added)


def clash_of(attack: Assault, skill: int, their_bonus: int, their_skill: int, terms: Terms) -> Clash:
    """CEM-NEAR-02, CEM-OPP-01, -02: what decides between an attack made with this skill and a defence."""
    ahead = attack.result - NEAR_SKILL * terms.near - their_bonus
    return Clash(ahead, attack.auto, (skill > their_skill) - (skill < their_skill), terms.auto)


def holds(defence: tuple[Thrown, object], clash: Clash, whole: bool) -> tuple[bool, Thrown | None]:
    """Whether an attack hits this defence; if `whole`, also what the dice make of a defence that holds."""
    hit = clash.hits(defence[0])
    return hit, None if hit or not whole else defence[0]


Reached = tuple[bool, int, tuple[Lead, ...]]
"""Whether an attack hits, who leads it, the results that stand if only some throw again."""


def reaches(
    attack: Assault, skills: tuple[int, ...], theirs: tuple[int, int], terms: Terms, defence: Thrown
) -> Reached:
    """Whether an attack, of a team with these skills, hits a defence that stands, with its bonus and skill."""
    return clash_of(attack, skills[attack.leader], *theirs, terms).hits(defence), attack.leader, attack.stay


def dice_of(attack: Assault) -> Unread[Thrown]:
    return attack.dice


def heroic_die(thrown: Thrown) -> int:
    return thrown.heroic


def damage_shown(thrown: Thrown) -> tuple[int, int]:
    """CEM-DMG-01, -02: what the damage dice show, and the 6s among them that a 6+ weapon rolls again."""
    return thrown.damage, thrown.sixes
