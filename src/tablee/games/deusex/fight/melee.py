"""Melee: two people opposed, or one against several; who wins, and what it does to both sides."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, NamedTuple, cast

from tablee.dice import Odds, Question, Roll, rule
from tablee.dice.laws import summed
from tablee.dice.question import Player
from tablee.dice.rule import too_many
from tablee.games.deusex.book import BOOK, in_words
from tablee.games.deusex.check.attempts import (
    ASKED_DICE,
    ASKED_DIFFICULTY,
    MAX_DIFFICULT,
    DiceTaken,
    Difficulty,
    Means,
    cannot_try,
    explained_side,
    explained_test,
    has_acted,
    no_target,
    unable,
)
from tablee.games.deusex.check.checks import Try
from tablee.games.deusex.check.oppositions import (
    STATU_QUO,
    UNNAMED,
    A,
    B,
    Names,
    Opposed,
    Place,
    add,
    compared,
    opposition,
    place,
)
from tablee.games.deusex.check.reserve import bonus_dice, spendings
from tablee.games.deusex.fight.damage import Harm, damage
from tablee.games.deusex.fight.hits import HIT, MISSED, Telling, hit, hits, tier_words
from tablee.games.deusex.fight.ranged import landed, shot
from tablee.games.deusex.fight.weapons import (
    OtherAptitude,
    OtherTalent,
    adversaries,
    defence,
    harm_of,
    likely_foe,
    melee_weapons,
    readiest,
    tell_weapon,
    wielding,
)
from tablee.games.deusex.options import MELEE_DAMAGE_MARGIN, OPPOSITION_CRIT_PRIORITY
from tablee.games.deusex.play import SHOOT, Engaged, play_of
from tablee.games.deusex.pv_and_ps import pv_tier
from tablee.games.deusex.sheet import Sheet, Wound
from tablee.games.deusex.tables import Weapon
from tablee.rules.action import TO_WOUND, Effect, Ended, Ending, Grade, Kind, Outcome, Scene, action, part
from tablee.rules.cast import nobody_left, others
from tablee.rules.fields import Annotated, Ask, Audience, Between, By, Declared, Label, OneOf
from tablee.rules.forms import WHOM, WITH
from tablee.rules.why import Note
from tablee.text import Name, Text

STRUCK = {
    tier: Grade(f"struck_{tier}", grade.label, False, grade.rank) for tier, grade in HIT.items()
}  # the one who attacks
UNTOUCHED = BOOK.grade("untouched")


@dataclass(frozen=True)
class Blow:
    """One round of melee: who wins, how much the other loses, who may be burdened after two failures."""

    outcome: str
    damage: int = 0
    burdened: str = ""
    also: int = 0  # what a winner, or nobody's loser, takes from other assailants
    shares: tuple[int, ...] = field(default=(), compare=False)  # what each of those dealt, once thrown


def struck(harms: tuple[Harm, Harm], met: Opposed, roll: Roll | None = None) -> Blow:
    """DEX-COMBAT-03: what the outcome of an opposition does to the loser; noted where `roll` is given."""
    if met.outcome not in (A, B):
        return Blow(met.outcome, burdened=met.burdened)
    return Blow(met.outcome, damage(met.margin, harms[met.outcome == B], roll))


def share(harm: Harm, met: Opposed, roll: Roll | None = None) -> int:
    """DEX-COMBAT-06: the damage that another assailant (side `b`) deals; noted where `roll` is given."""
    return damage(met.margin, harm, roll) if met.outcome == B else 0


@rule
def melee_round(
    roll: Roll,
    a: Try,
    b: Try,
    harms: tuple[Harm, Harm],
    priority: bool = False,
    difference: bool = False,
    names: Names = UNNAMED,
) -> Blow:
    """DEX-COMBAT-03: an opposition between two people, and the wound it makes."""
    contest = opposition(a, b, priority, difference, names)
    return roll.then(contest, lambda met: struck(harms, met, roll))


class Foe(NamedTuple):
    """Another assailant: their Test, and what their weapon does."""

    attempt: Try
    harm: Harm
    name: Name | None = None


MAX_OUTCOMES = 4_000
"""DEX-COMBAT-06: a brawl that may end in more ways (about 40 ms of counting) is played without odds."""


class Brawl(Question[Blow]):
    """DEX-COMBAT-06: one roll stands against that of the opponent named, then against each of the others.

    Everyone who beats it wounds; it wounds only the one named. The sides roll in that order.

    Its law is written by hand: for each place the one roll may take, the wounds of all assailants are added as laws
    (`summed`) instead of meeting every combination; `compared` and `damage` say what each assailant does, as at the
    table. Measured with five dice a side and knives, one against three: a plain rule 470 ms, a machine of steps 250 ms,
    this law 28 ms; one against four: 620, 570 and 29 ms, where nothing may take more than 200.
    """

    __slots__ = ("a", "b", "difference", "foes", "harms", "names")

    def __init__(
        self,
        a: Try,
        b: Try,
        harms: tuple[Harm, Harm],
        foes: tuple[Foe, ...],
        priority: bool,
        difference: bool,
        names: Names = UNNAMED,
    ) -> None:
        self.a, self.b = place(a, priority, "active", names[0]), place(b, priority, "passive", names[1])
        self.foes = [(place(foe.attempt, priority, f"foe {at}", foe.name), foe.harm) for at, foe in enumerate(foes)]
        self.harms, self.difference = harms, difference
        self.names = (*names, *(foe.name for foe in foes))

    def __repr__(self) -> str:
        return f"brawl({self.a!r}, {self.b!r}, {self.harms!r}, {self.foes!r}, {self.difference!r})"

    def odds(self) -> Odds[Blow]:
        mine, named, *others = (side.odds() for side in (self.a, self.b, *(foe for foe, _ in self.foes)))
        if estimated_results(mine, *others) > MAX_OUTCOMES:
            raise too_many("brawl", MAX_OUTCOMES)
        beaten: dict[int, int] = {}  # all that is suffered, where the one named wins
        also: dict[Blow, dict[int, int]] = {}  # what is suffered besides, where they do not
        for at, often in mine.items():
            against = partial(compared, at, difference=self.difference)
            met = zip(others, self.foes, strict=True)
            suffered = summed(*(law.read(against).read(partial(share, harm)) for law, (_, harm) in met))
            blows = named.read(against).read(partial(struck, self.harms))
            lost = {blow.damage: times for blow, times in blows.items() if blow.outcome == B}
            for points, times in (summed(suffered, lost) if lost else {}).items():
                add(beaten, points, often * times)
            for blow, times in blows.items():
                if blow.outcome != B:
                    besides = also.setdefault(blow, {})
                    for points, more in suffered.items():
                        add(besides, points, often * times * more)
        law = {Blow(B, points): weight for points, weight in beaten.items()}
        for blow, besides in also.items():
            law.update((joined(blow, points), weight) for points, weight in besides.items())
        return Odds(law)

    def play(self, player: Player) -> Blow:
        roll = cast(Roll, player)
        mine = roll(self.a)
        roll.throws("opposition")
        theirs = roll(self.b)
        me, named, *others = self.names
        blow = struck(self.harms, compared(mine, theirs, self.difference, roll, (me, named)), roll)
        shares = tuple(
            share(harm, compared(mine, roll(foe), self.difference, roll, (me, name)), roll)
            for (foe, harm), name in zip(self.foes, others, strict=True)
        )
        return joined(blow, sum(shares), shares)


def estimated_results(mine: Mapping[Place, int], *foes: Mapping[Place, int]) -> int:
    """An estimate of how many results a brawl has: successes of the one × damage of the others, less a third."""
    successes, *wounds = (sum(at.margin >= 0 for at in law) for law in (mine, *foes))
    return (successes + 1) * (sum(wounds) + 1) * 2 // 3


def joined(blow: Blow, suffered: int, shares: tuple[int, ...] = ()) -> Blow:
    """A blow with what the other assailants dealt (`suffered`) added; `shares` is each one's part, once thrown."""
    if blow.outcome == B:
        return replace(blow, damage=blow.damage + suffered, shares=shares)
    return replace(blow, also=suffered, shares=shares)


def blows(scene: Scene[Sheet], target: str, engaged: Engaged, bonuses: dict[str, int], roll: Roll) -> Telling[Blow]:
    """DEX-COMBAT-03, -06, DEX-OPP-05, DEX-WOUND-03, -04: who is wounded, how badly, by whom, in one line."""
    who, me, foe = scene.actor, scene.me, scene[target]
    missed, unhurt, spent = part(target, MISSED), part(who, UNTOUCHED), spendings(bonuses)
    others = tuple(scene[other].name for other in engaged.rivals)

    def told(blow: Blow) -> Ended:
        won, lost = blow.outcome == A, blow.outcome == B
        to_me = blow.damage if lost else blow.also
        if blow.burdened:
            roll.note("DEX-OPP-05:burdened", who=(me if blow.burdened == A else foe).name)
        for name, dealt in zip(others, blow.shares, strict=False):  # none where nothing is thrown
            roll.note("DEX-COMBAT-06:also_strikes", who=name, target=me.name, damage=dealt)
        theirs = hit(HIT, foe, target, blow.damage) if won else missed
        own = hit(STRUCK, me, who, to_me) if to_me or lost else unhurt

        def tell() -> Outcome:
            wounds: tuple[Effect, ...] = (Wound(target, blow.damage),) if won else ()
            if to_me:
                wounds += (Wound(who, to_me),)
            return Outcome((theirs, own), in_one_line(me, foe, others, blow), (*spent, *wounds, engaged))

        return Ending((theirs, own), tell)

    return told


def in_one_line(me: Sheet, foe: Sheet, others: tuple[Name, ...], blow: Blow) -> Note:
    """DEX-COMBAT-03, -06: the headline: who attacked, who hit whom; where others struck too, what each dealt."""
    besides = sum(blow.shares)
    if blow.outcome == B:
        if not besides:
            return countered(me, foe, blow.damage)
        return BOOK.note(
            "DEX-COMBAT-06:struck_by",
            **suffered(me, blow.damage, (foe.name, *others), (blow.damage - besides, *blow.shares)),
        )
    if blow.outcome == A:
        first = hits(me, foe, blow.damage)
    else:
        first = BOOK.note(
            "DEX-COMBAT-03:statu_quo" if blow.outcome == STATU_QUO else "DEX-COMBAT-03:both_fail",
            who=me.name,
            target=foe.name,
        )
    if not besides:
        return first
    return BOOK.note("DEX-COMBAT-06:meanwhile", first=in_words(first), **suffered(me, besides, others, blow.shares))


def countered(me: Sheet, foe: Sheet, dealt: int) -> Note:
    """DEX-COMBAT-03: the line of an attack lost: who attacked, and what the one attacked dealt."""
    if not dealt:
        return BOOK.note("DEX-COMBAT-03:countered_unharmed", who=me.name, target=foe.name)
    tier = tier_words(pv_tier(me.pv - dealt).id, me.name)
    return BOOK.note("DEX-COMBAT-03:countered", who=me.name, target=foe.name, damage=dealt, tier=tier)


def suffered(me: Sheet, damage: int, dealers: tuple[Name, ...], shares: tuple[int, ...]) -> dict[str, Any]:
    """The values of a sentence about a target hit: how much, from whom, each attacker's share if there are several."""
    dealt = [(name, share) for name, share in zip(dealers, shares, strict=True) if share]
    if len(dealt) == 1:
        name = dealt[0][0]
        by = Name(f" {name.with_article('fr', 'de')}", f" from {name.with_article('en', 'the')}")
    else:
        by = Name(
            "".join(f", {share} {name.with_article('fr', 'de')}" for name, share in dealt),
            "".join(f", {share} from {name.with_article('en', 'the')}" for name, share in dealt),
        )
    tier = tier_words(pv_tier(me.pv - damage).id, me.name)
    return {"who": me.name, "damage": damage, "shares": by, "tier": tier}


ONE_ROLL = Text(
    fr="Un seul jet leur répond à tous, mais ne blesse que la cible.",
    en="One roll answers them all, but wounds only the target.",
)


class Strike(Declared):
    """Whom to attack hand to hand, with what; and who else is attacking meanwhile."""

    target: Annotated[str, OneOf(others), Label(fr="Cible", en="Target"), Ask(WHOM, default=likely_foe)]
    weapon: Annotated[
        str,
        OneOf(melee_weapons),
        Label(fr="Arme", en="Weapon"),
        Ask(WITH, default=lambda scene: readiest(scene, melee_weapons(scene))),
    ] = ""  # the one in hand, unless told
    aptitude: OtherAptitude = ""
    talent: OtherTalent = ""
    assailants: Annotated[
        tuple[str, ...],
        OneOf(others),
        Label(fr="Autres assaillants", en="Other assailants"),
        Ask(WHOM, more=True, help=ONE_ROLL),
    ] = ()
    difficulty: Difficulty = 15
    their_difficulty: Annotated[
        int,
        Between(0, MAX_DIFFICULT),
        Label(fr="Difficulté d'en face", en="Their Difficulty"),
        By(Audience.MJ),
        ASKED_DIFFICULTY,
    ] = 15
    malus: DiceTaken = 0
    their_malus: Annotated[
        int, Between(0, 10), Label(fr="Dés retirés en face", en="Their dice taken away"), By(Audience.MJ), ASKED_DICE
    ] = 0


def too_early(scene: Scene[Sheet]) -> Note | None:
    """DEX-COMBAT-06: in a fight, shots come before blows."""
    play = play_of(scene)
    return BOOK.note("DEX-COMBAT-06:not_now") if play.round and play.step == SHOOT else None


def cannot_strike(scene: Scene[Sheet], do: Strike | None) -> Note | None:
    """Why this blow cannot be struck, if it cannot."""
    early = unable(scene, scene.actor) or too_early(scene)
    if early or do is None:
        return early or nobody_left(scene, cannot_meet, adversaries, BOOK.note("DEX-COMBAT-01:nobody"))
    if no := cannot_meet(scene, do.target):
        return no
    others = (cannot_attack_too(scene, other) for other in do.assailants if other != do.target)
    return next(filter(None, others), None) or cannot_try(scene, scene.actor, mine(scene, do))


def cannot_attack_too(scene: Scene[Sheet], other: str) -> Note | None:
    """DEX-COMBAT-02, -03, -06: why this person is not one more assailant of the actor: on the same side, unable to
    fight, having acted in this round or opposed the actor in it.
    """
    if on_one_side(scene, scene.actor, other):
        return BOOK.note("DEX-COMBAT-02:own_side", who=scene[other].name, target=scene.me.name)
    no = has_acted(scene, other) or cannot_meet(scene, other)
    return no or cannot_try(scene.acting(other), other, defence(scene, other)[0])


def cannot_meet(scene: Scene[Sheet], target: str) -> Note | None:
    """DEX-COMBAT-03, DEX-WOUND-07, DEX-STRESS-08: why the actor cannot strike this person: they are dead or gone, or
    the two have opposed each other this round.
    """
    if play_of(scene).have_met(scene.actor, target):
        return BOOK.note("DEX-COMBAT-03:have_met", who=scene.me.name, target=scene[target].name)
    return no_target(scene, target)


def on_one_side(scene: Scene[Sheet], one: str, other: str) -> bool:
    """DEX-COMBAT-02: whether two people fight on the same side; outside a fight nobody does."""
    sides = play_of(scene).sides
    return one in sides and sides[one] == sides.get(other)


def struck_with(scene: Scene[Sheet], do: Strike) -> Weapon:
    """DEX-COMBAT-01: the weapon named, else the one in hand, bare hands coming last."""
    return scene.me.at_hand[do.weapon or readiest(scene, melee_weapons(scene))]


def mine(scene: Scene[Sheet], do: Strike) -> Means:
    weapon = struck_with(scene, do)
    return wielding(scene, scene.actor, weapon, do.aptitude, do.talent, do.difficulty, do.malus)


@action(
    "deusex.melee",
    Strike,
    fr="Se battre au corps à corps",
    en="Fight hand to hand",
    refuse=cannot_strike,
    kind=Kind.FIGHT,
    success=TO_WOUND,
)
def melee(scene: Scene[Sheet], do: Strike, roll: Roll) -> Ended:
    """DEX-COMBAT-01, -03, -06, DEX-WOUND-01…04: a round of melee, and what it does to both sides."""
    who, target = scene.actor, do.target
    bout = scene.once(bout_of, do)
    if bout.answer is None:
        roll.note("DEX-COMBAT-03:helpless", target=scene[target].name)
        tell_weapon(roll, scene.me.name, bout.weapons[who])
        bonuses = bonus_dice(scene, (who,), roll)
        attempt = explained_test(scene, who, bout.means, bonuses[who], roll)
        return roll.then(shot(attempt, bout.harms[0]), landed(scene, target, bonuses), by={"active": who})
    roll.throws("attack")
    bonuses = bonus_dice(scene, (who, target, *bout.rivals), roll)
    for fighter, weapon in bout.weapons.items():
        tell_weapon(roll, scene[fighter].name, weapon)
    attempt = explained_side(scene, who, bout.means, bonuses[who], roll)
    answer = explained_side(scene, target, bout.answer, bonuses[target], roll)
    (priority, difference), names = bout.readings, (scene.me.name, scene[target].name)
    owners, ending = {"active": who, "passive": target}, blows(scene, target, bout.engaged, bonuses, roll)
    if not bout.rivals:
        duel = melee_round(attempt, answer, bout.harms, priority, difference, names)
        return roll.then(duel, ending, by=owners)
    foes = tuple(
        Foe(explained_side(scene, rival, means, bonuses[rival], roll), harm, scene[rival].name)
        for rival, (means, harm) in bout.rivals.items()
    )
    owners |= {f"foe {place}": rival for place, rival in enumerate(bout.rivals)}
    fray = Brawl(attempt, answer, bout.harms, foes, priority, difference, names)
    return roll.then(fray, ending, by=owners)


class Bout(NamedTuple):
    """A melee about to be rolled: how each side fights (None: cannot), what its weapon does, who else attacks."""

    means: Means
    answer: Means | None
    harms: tuple[Harm, Harm]
    rivals: dict[str, tuple[Means, Harm]]
    weapons: dict[str, Weapon]
    readings: tuple[bool, bool]  # a critical wins; damage is the difference of margins
    engaged: Engaged


def bout_of(scene: Scene[Sheet], do: Strike) -> Bout:
    """DEX-COMBAT-01, -03, -06: who fights whom, and how; a target who cannot fight does not roll."""
    weapon, (answer, answering) = struck_with(scene, do), defence(scene, do.target, do.their_difficulty, do.their_malus)
    arms = {other: defence(scene, other) for other in do.assailants if other != do.target}
    rivals = {other: (means, harm_of(scene, arm)) for other, (means, arm) in arms.items()}
    return Bout(
        mine(scene, do),
        answer if cannot_try(scene, do.target, answer) is None else None,
        (harm_of(scene, weapon), harm_of(scene, answering)),
        rivals,
        {scene.actor: weapon, do.target: answering, **{other: arm for other, (_, arm) in arms.items()}},
        (scene.option(OPPOSITION_CRIT_PRIORITY), scene.option(MELEE_DAMAGE_MARGIN) == "difference"),
        Engaged(scene.actor, (do.target,), tuple(rivals)),
    )
