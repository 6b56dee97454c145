"""A second opinion on the odds of an attack, alone or together, reckoned without the engine.

Whether an attack hits only depends on the strength of each throw: its automatic result and its sum. The process is
followed on those, redo after redo; the dice that hurt, or spare, are read at the end, given the strengths that stand.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product

FACES = range(1, 7)
FAR = 60  # damage of a 6+ weapon counted together from here on: halved and spared, it is still beyond `CAP`
CAP = 20  # points taken from such a weapon, told apart up to here

Strength = tuple[int, int]  # automatic success (1), failure (−1) or neither (0), and the sum of the dice
Law = dict[tuple[bool, int], Fraction]  # hit or not, and the points taken
Throws = tuple[Strength, ...]  # those that stand: the attackers', then the defence


@dataclass(frozen=True)
class Person:
    """Somebody who attacks or defends: numbers, what may be spent, and the decisions answered with yes."""

    skill: int = 8
    bonus: int = 0  # on the result only: it settles no tie (CEM-OPP-02)
    dice: int = 1  # of the weapon
    damage: int = 0  # flat bonus (CEM-DMG-09)
    six_plus: bool = False
    protection: int = 0
    heroism: int = 0
    says: frozenset[str] = frozenset()  # extra-die, redo, redo-die, ne-coiffe
    lucky: bool = False  # Né coiffé
    leads_well: bool = False  # Esprit de troupe, t22
    fixed: bool = False  # 11 automatique
    pj: bool = True

    def attempts(self) -> list[int]:
        """CEM-HERO-03, -04, -05, -08, -09: the dice of his test, then of each redo he wants and can pay."""
        if self.fixed:
            return [0]
        dice, points = 3, self.heroism
        if "extra-die" in self.says and points:
            dice, points = 4, points - 1
        thrown = [dice]
        for redo in ("redo", "ne-coiffe") if self.lucky else ("redo",):
            if redo in self.says and points:
                points -= 1
                if "redo-die" in self.says and dice == 3 and points:
                    dice, points = 4, points - 1
                thrown.append(dice)
        return thrown


@dataclass(frozen=True)
class Terms:
    """What else is declared about the attack, and the table's options."""

    anyway: bool = False  # a hit may be redone too
    deadly: int = 0  # Attaques meurtrières
    light: int = 0  # Blessures légères
    difficulty: int = 0  # of an attack that is not perceived
    opposition_auto: str = "symmetric"
    light_wound_order: str = "before_protection"
    extra_die_source: str = "step_up"


@cache
def throw(dice: int, lucky: bool, read: int = 0) -> dict[Strength, Counter[tuple[int, int]]]:
    """CEM-TEST-02, CEM-DMG-02, -04, CEM-AUTO11-02: each strength, with the points read on its dice and their 6s.

    The points are those of the red die, the whites or all three as `read` says, and of the heroic die. Of a defence
    nothing else is read: that is what it spares (CEM-DMG-06).
    """
    if not dice:
        return {(0, 11): Counter({((0, 4, 7, 11)[read], 0): 1})}
    law: dict[Strength, Counter[tuple[int, int]]] = defaultdict(Counter)
    for faces in product(FACES, repeat=dice):
        auto = -1 if set(faces) == {1} else int(faces.count(6) >= (2 if lucky else 3))
        counted = ((), faces[:1], faces[1:3], faces[:3])[read] + faces[3:]
        law[auto, sum(faces)][sum(counted), counted.count(6)] += 1
    return dict(law)


@cache
def strengths(dice: int, lucky: bool) -> dict[Strength, int]:
    return {strength: told.total() for strength, told in throw(dice, lucky).items()}


def led(team: Sequence[Person], thrown: Sequence[Strength]) -> tuple[int, int]:
    """CEM-COOP-01, -02: who leads, and the result of all; alone, one leads oneself."""
    results = [one.skill + one.bonus + total for one, (_, total) in zip(team, thrown, strict=True)]
    leader = max(range(len(team)), key=lambda place: (results[place], team[place].skill, -place))
    others = [result for place, result in enumerate(results) if place != leader]
    helped = sum(result >= 15 for result in others) * (2 if team[leader].leads_well else 1)
    return leader, results[leader] + helped - sum(result < 10 for result in others)


def hits(auto: int, result: int, skill: int, foe: Person, defence: Strength, terms: Terms) -> bool:
    """CEM-ATTACK-01, CEM-OPP-01, -02, -04, CEM-DEF-03: the leader's result against the defence, or the difficulty."""
    against, total = defence
    if terms.difficulty:
        return auto > 0 if auto else result >= terms.difficulty
    if terms.opposition_auto == "active_only" and auto:
        return auto > 0
    if terms.opposition_auto == "symmetric" and auto != against:
        return auto > against
    return (result, skill) >= (total + foe.skill + foe.bonus, foe.skill)


def redone(state: Mapping[Throws, int], anew: Mapping[int, Mapping[Strength, int]]) -> Counter[Throws]:
    """CEM-HERO-04: the throws at these places are cancelled and made again, the others stand."""
    kept: Counter[Throws] = Counter()
    for stands, often in state.items():
        kept[tuple([one for place, one in enumerate(stands) if place not in anew])] += often
    for place in sorted(anew):
        kept = Counter(
            {
                (*stands[:place], new, *stands[place:]): often * more
                for stands, often in kept.items()
                for new, more in anew[place].items()
            }
        )
    return kept


def foreseen(team: Sequence[Person], foe: Person, terms: Terms) -> Law:
    """CEM-ATTACK-01, -03, CEM-HERO-04: everybody throws; then, in turn, the losing side redoes while it can.

    All those of a team who redo do so together: the first redo of each, then the second of those who have one.
    """
    people = (*team, foe)
    tries = [one.attempts() for one in people]
    if terms.difficulty:
        tries[-1] = [0]  # no defence, no die
    attacks, defences = max(map(len, tries[:-1])), len(tries[-1])

    def thrown(place: int, turn: int) -> Mapping[Strength, int]:
        return strengths(tries[place][turn], people[place].lucky)

    moments: dict[tuple[int, int], Counter[Throws]] = defaultdict(Counter)
    moments[0, 0].update(redone({(): 1}, {place: thrown(place, 0) for place in range(len(people))}))
    law: Law = defaultdict(Fraction)
    leads: dict[Throws, tuple[int, int]] = {}
    for mine, theirs in product(range(attacks), range(defences)):  # how often each side has redone
        lost: dict[Throws, int] = {}
        won: dict[Throws, int] = {}
        ended: Counter[tuple[int, Strength, Strength]] = Counter()  # who hits, with what, against what
        missed = 0
        for stands, often in moments.pop((mine, theirs), Counter()).items():
            attack, defence = stands[:-1], stands[-1]
            leader, result = leads.get(attack) or leads.setdefault(attack, led(team, attack))
            hit = hits(attack[leader][0], result, team[leader].skill, foe, defence, terms)
            if mine + 1 < attacks and (terms.anyway or not hit):
                lost[stands] = often
            elif hit and theirs + 1 < defences:
                won[stands] = often
            elif hit:
                ended[leader, attack[leader], defence] += often
            else:
                missed += often
        if lost:
            again = {place: thrown(place, mine + 1) for place, one in enumerate(tries[:-1]) if mine + 1 < len(one)}
            moments[mine + 1, theirs].update(redone(lost, again))
        if won:
            moments[mine, theirs + 1].update(redone(won, {len(team): thrown(len(team), theirs + 1)}))
        made = [*(one[: mine + 1] for one in tries[:-1]), tries[-1][: theirs + 1]]  # dice of each test, redos included
        scale = 6 ** sum(map(sum, made))
        law[False, 0] += Fraction(missed, scale)
        for points, chance in struck(team, foe, [one[-1] for one in made], ended, terms).items():
            law[True, points] += chance / scale
    return {end: chance for end, chance in law.items() if chance}


def struck(
    team: Sequence[Person],
    foe: Person,
    dice: Sequence[int],
    ended: Mapping[tuple[int, Strength, Strength], int],
    terms: Terms,
) -> dict[int, Fraction]:
    """CEM-DMG-01…08, CEM-ATTACK-03: the points taken, from the dice that stand: the leader's, and the defence's."""
    blows: dict[tuple[int, Strength, int], Fraction] = defaultdict(Fraction)  # who, his dice, what is spared
    for (leader, attack, defence), often in ended.items():
        spares = throw(dice[-1], foe.lucky)[defence]
        for (spared, _), times in spares.items():
            blows[leader, attack, spared] += Fraction(often * times, spares.total())
    law: dict[int, Fraction] = defaultdict(Fraction)
    for (leader, attack, spared), chance in blows.items():
        one = team[leader]
        for raw, some in raws(one, dice[leader], attack, terms).items():
            points = taken(raw + one.damage, foe.protection + spared, terms)
            law[min(points, CAP) if one.six_plus else points] += chance * some
    return law


@cache
def raws(one: Person, dice: int, attack: Strength, terms: Terms) -> dict[int, Fraction]:
    """CEM-PRIME-04, CEM-EQUIP-06, -10: what the dice of an attack of this strength deal, new ones included."""
    steps = terms.extra_die_source == "step_up"
    count, fresh = one.dice + (terms.deadly if steps else 0), 0 if steps else terms.deadly
    read, fresh = min(count, 3), fresh + max(0, count - 3)
    told = throw(dice, one.lucky, read)[attack]
    law: dict[int, Fraction] = defaultdict(Fraction)
    for (points, sixes), times in told.items():
        again = more(sixes, True) if one.six_plus else {0: Fraction(1)}
        for (first, chance), (then, some) in product(again.items(), more(fresh, one.six_plus).items()):
            law[min(points + first + then, FAR)] += chance * some * times / told.total()
    return law


@cache
def more(dice: int, endless: bool) -> dict[int, Fraction]:
    """CEM-DMG-03, CEM-EQUIP-10: so many dice more, rolled again on each 6 if `endless`."""
    if not dice:
        return {0: Fraction(1)}
    last = {face: Fraction(1, 6) for face in FACES}
    if endless:
        last = {value: Fraction(1, 6) ** (1 + value // 6) for value in range(1, FAR) if value % 6}
        last[FAR] = 1 - sum(last.values(), Fraction())
    law: dict[int, Fraction] = defaultdict(Fraction)
    for (points, chance), (value, some) in product(more(dice - 1, endless).items(), last.items()):
        law[min(points + value, FAR)] += chance * some
    return law


def taken(raw: int, spared: int, terms: Terms) -> int:
    """CEM-DMG-05…08, CEM-PEN-02: halved, then less what is spared, never below 0; or in the other order."""
    after = terms.light_wound_order == "after_protection"
    points = max(0, raw - spared) if after else raw
    for _ in range(terms.light):
        points = (points + 1) // 2
    return points if after else max(0, points - spared)
