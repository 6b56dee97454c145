"""The attack roll and its damage, as numbers (Fiche 1, Combats; Fiche 3, Marge de réussite; Fiche 8, Résolution)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from tablee.dice import Roll, d6, rule
from tablee.games.undesix.book import BOOK, CA
from tablee.rules.why import Compares, Tally, Term

UNDER_TARGET = Compares("die", "target", "margin", under=True)
ATTACK_TARGET = BOOK.saying("UDS-COMBAT-01", fr="Seuil", en="Target")
ATTACK_ROLLED = BOOK.saying(
    "UDS-COMBAT-03",
    fr="Le dé montre {die}, marge {margin} : {damage} point{damage:|s} de dégâts",
    en="The die shows {die}, margin {margin}: {damage} point{damage:|s} of damage",
    compares=UNDER_TARGET,
)
SHORT = BOOK.saying(
    "UDS-COMBAT-01",
    key="missed",
    fr="Le dé montre {die}, au-dessus du seuil de {target} : manqué",
    en="The die shows {die}, above the target of {target}: missed",
    compares=UNDER_TARGET,
)
EQUAL = BOOK.saying(
    "UDS-COMBAT-01",
    key="strict",
    fr="Le dé montre {die} : à cette table, l'égalité manque",
    en="The die shows {die}: at this table an equal die misses",
    compares=UNDER_TARGET,
)
ONE_HITS = BOOK.saying(
    "UDS-COMBAT-04",
    fr="Un 1 touche toujours et blesse d'au moins 1 point",
    en="A 1 always hits and wounds for at least 1 point",
)
SIX_MISSES = BOOK.saying("UDS-COMBAT-05", fr="Un 6 manque toujours", en="A 6 always misses", compares=UNDER_TARGET)
GRAZED = BOOK.saying(
    "UDS-COMBAT-03",
    key="option",
    fr="À cette table, toucher blesse d'au moins {least} point",
    en="At this table a hit costs at least {least} point",
)
ONE_POINT = BOOK.saying(
    "UDS-COMBAT-11",
    fr="Combats simplifiés : une attaque réussie coûte 1 point",
    en="Simplified combat: a successful attack costs 1 point",
)
WEAKEST = BOOK.saying(
    "UDS-COMBAT-08",
    fr="La marge la plus faible, {margin}, donne les dégâts",
    en="The lowest margin, {margin}, gives the damage",
)


class Blow(NamedTuple):
    """How an attack roll came out."""

    die: int
    hit: bool
    margin: int
    damage: int = 0


@rule
def blow(roll: Roll, target: int, extra: int = 0, strict: bool = False, least: int = 0, flat: bool = False) -> Blow:
    """UDS-COMBAT-01, -03, -04, -05: a 6 misses, a 1 wounds, otherwise the margin is the damage.

    `extra` is what the other resolutions add to the margin (UDS-COMBAT-12), `flat` makes every hit cost 1 (-11),
    `least` is the damage of a hit that only grazes.
    """
    die = roll(d6)
    margin = target - die
    if die == 6:
        roll.note(SIX_MISSES, die=die, target=target, margin=margin)
        return Blow(die, False, margin)
    if die != 1 and margin < strict:
        roll.note(EQUAL if margin == 0 else SHORT, die=die, target=target, margin=margin)
        return Blow(die, False, margin)
    damage = 1 if flat else max(1 if die == 1 else least, margin + extra)
    if die == 1 and margin + extra < 1:
        roll.note(ONE_HITS)
    roll.note(ATTACK_ROLLED, die=die, target=target, margin=margin, damage=damage)
    if flat:
        roll.note(ONE_POINT)
    elif die != 1 and margin + extra < least:
        roll.note(GRAZED, least=least)
    return Blow(die, True, margin, damage)


@rule
def blows(
    roll: Roll,
    targets: tuple[int, ...],
    extra: int = 0,
    strict: bool = False,
    least: int = 0,
    flat: bool = False,
) -> Blow:
    """UDS-COMBAT-08: every roll must succeed; the lowest margin gives the damage and the place hit."""
    worst = roll(blow(targets[0], extra, strict, least, flat))
    for target in targets[1:]:
        if not worst.hit:
            return worst
        other = roll(blow(target, extra, strict, least, flat))
        worst = other if not other.hit or other.margin < worst.margin else worst
    if len(targets) > 1 and worst.hit:
        roll.note(WEAKEST, margin=worst.margin)
    return worst


class AttackNumbers(NamedTuple):
    """The target of an attack, and what is added to its damage besides the margin."""

    target: Tally
    extra: int = 0


def attack_numbers(
    skill: Iterable[Term], weapon: Term | None, situation: Iterable[Term], ca: int | None, fiche8: bool = False
) -> AttackNumbers:
    """UDS-COMBAT-01, -12: skill, weapon, attitude and situation, less the CA; in Fiche 8, weapon and CA go to damage.

    A `ca` of None is a special move that ignores it (UDS-SPECIAL-02, -03).
    """
    armed, guarded = (weapon,) if weapon else (), () if ca is None else (-CA(ca),)
    if fiche8:
        return AttackNumbers(ATTACK_TARGET.sum(*skill, *situation), sum(term.value for term in (*armed, *guarded)))
    return AttackNumbers(ATTACK_TARGET.sum(*skill, *armed, *situation, *guarded))
