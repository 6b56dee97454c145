"""What the odds of an attack tell apart, and what they forget on the way (decision 11).

At the table everything is kept and told. Forgetting changes no odds, only the time they take.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from functools import partial
from typing import NamedTuple

from tablee.dice import Roll
from tablee.dice.machine import End, Machine
from tablee.games.cle_en_main import atouts
from tablee.games.cle_en_main.attack.consequences import WAYS, card_for
from tablee.games.cle_en_main.attack.damage import Blow, raw_damage
from tablee.games.cle_en_main.attack.numbers import AttackNumbers
from tablee.games.cle_en_main.attack.redos import Guard
from tablee.games.cle_en_main.attack.steps import (
    BY_THE_BOOK,
    AttackSteps,
    Defence,
    Exchange,
    Landing,
    Met,
    State,
    Strike,
    Terms,
)
from tablee.games.cle_en_main.attack.vitality import vital_difficulty
from tablee.games.cle_en_main.check.cooperation import Paid, Team, TeamResult
from tablee.games.cle_en_main.check.heroism import Purse
from tablee.games.cle_en_main.check.side import skill_terms
from tablee.games.cle_en_main.check.throws import NO_DICE
from tablee.games.cle_en_main.options import MEP_DAMAGE
from tablee.games.cle_en_main.sheet import Sheet
from tablee.rules.action import Scene

ANSWERS = frozenset(("cancel", "reduce", "take", "turn", "shield"))  # all that people may do about announced damage
MAX_ON_DICE = 4 * 6  # the three dice of a test and the heroic one
MAX_SPARED = 6  # by the heroic die of a defence
LEAST = 24  # where a bonus alone would settle everything
FURTHEST = 72  # where vitality is so high: ten 6s in a row and more


class Wanted(NamedTuple):
    """What will be read of the end of an attack: odds forget the rest."""

    only: int | None = None  # of several targets, the one whose odds are asked
    announced: bool = True  # the damage apart from what the heroic die of the defence spares
    payers: frozenset[str] | None = None  # those of whom it is read what they bought; None: all
    leaders: tuple[int, ...] = ()  # for each of a team, the first who might as well have led
    led: bool = False  # who led, even in vain

    def asks(self, place: int) -> bool:
        """Whether it is read what becomes of this target."""
        return self.only is None or self.only == place

    def of(self, paid: Paid) -> Paid:
        """Of what was bought, what is read."""
        payers = self.payers
        return paid if payers is None or not paid else tuple([one for one in paid if one[0] in payers])


EVERYTHING = Wanted()


def struck(
    team: Team,
    guards: tuple[Guard, ...],
    terms: Terms = BY_THE_BOOK,
    blows: tuple[Blow, ...] = (),
    wanted: Wanted = EVERYTHING,
) -> Machine[Strike]:
    """CEM-ATTACK-01, -03: one attack (`AttackSteps`) as a question; of its odds only what is `wanted` is told apart."""
    steps = AttackSteps(team, guards, terms, blows)
    return Machine(steps.step, steps.start(), partial(forget, steps, wanted))


def forget(steps: AttackSteps, wanted: Wanted, roll: Roll, after: State) -> State:
    """What no later step reads of the state after a step."""
    if isinstance(after, Exchange):
        return needed_exchange(after, steps.redos.future(roll, after.people).redos, wanted)
    if isinstance(after, Landing):
        return needed_landing(after, wanted)
    return End(needed_end(after.outcome, steps.blows, wanted))


def needed_exchange(now: Exchange, redos: int, wanted: Wanted) -> Exchange:
    """The dice of a defence serve again if the attack is redone, and if their heroic die spares something of a hit. A
    target whose odds are not asked counts only as long as missing them makes attackers redo. Of an attack that misses
    everybody, it is read who led.
    """
    defences, missed = [], True
    for place, one in enumerate(now.defences):
        asked = wanted.asks(place)
        if not (asked or redos):
            one = NOT_ASKED
        elif one.hit is not None and redos <= (not asked):
            spares = asked and one.hit and now.people.guards[place].spares()
            one = one if spares else Defence(NO_DICE, one.hit)
        missed = missed and one.hit is False
        defences.append(one)
    attack = now.attack
    if attack and missed:
        attack = TeamResult(attack.leader, 0, 0, attack.results, NO_DICE)
    return Exchange(now.people, now.waiting, now.results, attack, tuple(defences))


NOT_ASKED = Defence(NO_DICE, False)


def needed_landing(now: Landing, wanted: Wanted) -> State:
    """Of the target whose odds are asked alone, whether they are hit; what was bought, by those of whom it is read."""
    defences, met = now.defences, now.met
    if wanted.only is not None:
        defences = tuple([one if wanted.asks(place) else NOT_ASKED for place, one in enumerate(defences)])
        met = tuple([one if wanted.asks(place) else Met(False) for place, one in enumerate(met)])
        if not any(one.hit for one in met or defences):
            return End(Strike(tuple([Met(False) for _ in defences]), paid=wanted.of(now.paid)))
    return Landing(wanted.of(now.paid), now.leader, now.dice, defences, met=met, shown=now.shown)


def needed_end(strike: Strike, blows: tuple[Blow, ...], wanted: Wanted) -> Strike:
    """Who led, where it makes a difference; the damage taken alone, where only that is read; how far the dice of a 6+
    weapon go (CEM-EQUIP-10).
    """
    met, leader, raw, paid = strike
    if blows and (blow := blows[leader]).most:
        raw = min(raw, raw_damage(blow.most, blow))
    if wanted.only is not None:
        met = tuple([one if wanted.asks(place) else Met(False) for place, one in enumerate(met)])
    if not wanted.announced:
        raw, met = raw - met[wanted.only or 0].spared, tuple([Met(one.hit) for one in met])
    if not any(one.hit for one in met):
        leader, raw = leader if wanted.led else 0, 0
    return Strike(met, wanted.leaders[leader] if wanted.leaders else leader, raw, wanted.of(paid))


def told_apart(
    scene: Scene[Sheet], plans: Sequence[AttackNumbers], purse: Purse, roll: Roll
) -> tuple[Wanted, tuple[Blow, ...]]:
    """CEM-HERO-05…07, CEM-EQUIP-10: what odds must tell apart of an attack, given what a plan says people will do about
    its damage; and what it deals, its dice counted as far as that matters. `plans`: of each of the team, if they lead.
    Where effects are asked, who leads and what each has paid count too.
    """
    targets, about = [foe.who for foe in plans[0].foes], scene.about
    answers = answers_to_damage(scene, targets, purse, roll)
    if answers & {"take", "turn", "shield"}:  # what becomes of one hangs on what becomes of the others
        about = ""
    elif about:
        answers = answers_to_damage(scene, [about], purse, roll)
    seen = [about] if about else targets
    net = len(seen) == 1 and only_net(scene, answers)
    after = [(plan.blow.light_after and plan.blow.light, plan.blow.multiple, plan.heroic.pierces) for plan in plans]
    wanted = Wanted(
        targets.index(about) if about else None,
        announced=not net,
        payers=None if scene.effects or answers else frozenset(seen),
        leaders=tuple(after.index(one) for one in after) if net and not scene.effects else (),
    )
    hurt = tuple(seen if net else scene.cast)
    return wanted, tuple([plan.blow._replace(most=scene.once(counted_up_to, plan.blow, hurt)) for plan in plans])


def only_net(scene: Scene[Sheet], answers: Set[str]) -> bool:
    """CEM-HERO-07, CEM-VIT-03: whether odds may read what a target loses without the damage as announced: no blow is
    taken or turned by these `answers`, nor is a test of bad shape made against the damage announced.
    """
    return scene.option(MEP_DAMAGE) == "final" and not answers & {"take", "turn"}


def answers_to_damage(scene: Scene[Sheet], hurt: Sequence[str], purse: Purse, roll: Roll) -> Set[str]:
    """CEM-HERO-05…07: the ways in which people will answer a blow that hurts all of these people or one of them: a blow
    turned away may strike any foe, since it is not known yet who will lead, nor how much it takes. Where no plan
    answers, all ways.
    """
    blows = {tuple(hurt), *((one,) for one in hurt)}
    cards = [card_for(scene, purse, some, "", [way] * len(some)) for some in blows for way in WAYS]
    answers = [roll.known(who, asked) for card in cards for who, asked in card.items()]
    return ANSWERS if None in answers else ANSWERS & {str(answer).partition(":")[0] for answer in answers}


def counted_up_to(scene: Scene[Sheet], blow: Blow, struck: Iterable[str]) -> int:
    """CEM-EQUIP-10: a sum of damage dice that leaves nothing open for any of those who may be struck in the end."""
    if not blow.six_plus:
        return 0
    points = max(decisive_damage(scene[who]) + atouts.protection(scene[who]) for who in struck)
    sum_of_dice = ((points + MAX_SPARED) << (blow.light + blow.multiple)) - blow.bonus - blow.group
    return min(max(sum_of_dice, LEAST), FURTHEST)


def decisive_damage(sheet: Sheet) -> int:
    """CEM-VIT-02…04, CEM-NPC-07: so much damage that a little more changes nothing: no vitality is left, and only three
    6s still pass the tests of a character in bad shape.
    """
    tests = [
        sum(term.value for term in skill_terms(sheet, skill, situation))
        for skill, situation in (("resistance", ""), ("willpower", "pressure"))
    ]
    reduced = sum(power.reduces for power in atouts.powers(sheet))
    return max(sheet.vitality, MAX_ON_DICE + max(tests) + 1 - vital_difficulty(0)) + reduced
