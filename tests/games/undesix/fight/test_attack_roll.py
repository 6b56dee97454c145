"""The attack roll, armour class, parries and what the options change, as numbers."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tablee.dice import Fed, odds, throw
from tablee.dice.audit import audit, brute
from tablee.games.undesix.book import PHY, WEAPON
from tablee.games.undesix.fight.armour import Guard, armour_class, dexterity_ca
from tablee.games.undesix.fight.attack import attack_numbers, blow, blows
from tablee.games.undesix.fight.special_moves import parry

TARGETS = [-4, 0, 1, 3, 5, 6, 9]


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(
    "reading", [(0, False, 0, False), (2, False, 0, False), (-3, True, 1, False), (0, False, 0, True)]
)
def test_the_attack_roll_keeps_its_promises(target: int, reading: tuple[int, bool, int, bool]) -> None:
    """UDS-COMBAT-01, -03, -11, -12."""
    audit(blow(target, *reading))
    audit(blows((target, 3, 4), *reading))


@pytest.mark.parametrize("target", TARGETS)
def test_a_one_always_wounds_and_a_six_always_misses(target: int) -> None:
    """UDS-COMBAT-04, -05."""
    law = odds(blow(target))
    assert law.chance(lambda it: it.die == 1 and it.hit and it.damage >= 1) == Fraction(1, 6)
    assert law.chance(lambda it: it.die == 6 and it.hit) == 0
    assert Fraction(1, 6) <= law.chance(lambda it: it.hit) <= Fraction(5, 6)


@pytest.mark.parametrize(
    ("score", "weapon", "ca", "first", "eighth"),
    [
        (2, 2, 0, {2: 2, 3: 1, 4: 0}, {2: 2}),
        (3, 1, 1, {2: 1, 3: 0}, {2: 1, 3: 0}),
        (5, 0, 2, {2: 1, 3: 0}, {2: 1, 3: 0, 4: 0, 5: 0}),
        (5, 0, 4, {}, {2: 0, 3: 0, 4: 0, 5: 0}),
        (1, 3, -2, {2: 4, 3: 3, 4: 2, 5: 1}, {}),
    ],
)
def test_both_resolutions_agree_on_the_damage_wherever_both_hit(
    score: int, weapon: int, ca: int, first: dict[int, int], eighth: dict[int, int]
) -> None:
    """UDS-COMBAT-12: they only differ on who hits; damage by the die that hits."""
    for fiche8, told in ((False, first), (True, eighth)):
        numbers = attack_numbers([PHY(score)], WEAPON(weapon), [], ca, fiche8=fiche8)
        struck = {die: throw(blow(numbers.target.total, numbers.extra), Fed([die])).outcome for die in (2, 3, 4, 5)}
        assert {die: one.damage for die, one in struck.items() if one.hit} == told
    both = first.keys() & eighth.keys()
    assert {die: first[die] for die in both} == {die: eighth[die] for die in both}


def test_in_fiche_8_weapon_and_ca_leave_the_target() -> None:
    """UDS-COMBAT-12."""
    numbers = attack_numbers([PHY(3)], WEAPON(2), [], 1, fiche8=True)
    assert (numbers.target.total, numbers.extra) == (3, 1)


def test_a_special_move_may_ignore_the_ca() -> None:
    """UDS-SPECIAL-02."""
    assert attack_numbers([PHY(3)], None, [], None).target.total == 3


def test_several_rolls_deal_the_lowest_margin() -> None:
    """UDS-COMBAT-08."""
    assert odds(blows((4, 3))) == brute(blows((4, 3)))
    assert throw(blows((5, 4)), Fed([2, 1])).outcome == (2, True, 3, 3)
    assert not throw(blows((5, 4)), Fed([2, 6])).outcome.hit


@pytest.mark.parametrize("psy", [0, 3, 6, 9])
def test_a_parry_adds_its_margin_and_a_six_nothing(psy: int) -> None:
    """UDS-SPECIAL-06."""
    audit(parry(psy))
    assert odds(parry(psy)).chance(lambda extra: extra < 0) == 0
    assert throw(parry(psy), Fed([6])).outcome == 0


def test_the_table_of_dexterity() -> None:
    """UDS-CA-03."""
    assert [dexterity_ca(dex) for dex in range(13)] == [-1, -1, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]
    assert dexterity_ca(1, 0) == 0


def test_everything_that_protects_is_a_term_and_nothing_else() -> None:
    """UDS-CA-01, -02, -04, -05, -06."""
    full = Guard(armour=2, shield=True, neighbours=5, dex=4, cover=1, attitude="very_defensive")
    tally = armour_class(full)
    assert [term.key for term in tally.terms] == ["armour", "shield", "line", "dex_ca", "cover", "attitude"]
    assert tally.total == 2 + 1 + 2 + 1 + 1 + 2
    assert armour_class(Guard()).terms == ()


def test_from_behind_the_shield_and_the_agility_are_lost() -> None:
    """UDS-COMBAT-09, UDS-CA-08."""
    guard = Guard(armour=1, shield=True, neighbours=2, dex=6, attitude="defensive")
    assert armour_class(guard, back=True).total == 1 - 1 + 1
    assert armour_class(guard, gap=True).total == 1 + 2 + 2 + 1
