"""Falls, fire, asphyxia."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.games.cle_en_main.world.hazards import air, breath_difficulty, breathe, burn, fall, fall_dice, ignite
from tablee.rules.action import Scene
from tests.games.cle_en_main.scenes import PLENTY, doing, on, refused, sheet


def alone(house: dict[str, Any] | None = None, **fields: Any) -> Scene[Any]:
    values: dict[str, Any] = {"skills": {"acrobatics": 6, "resistance": 6, "willpower": 6}}
    return on("ana", {"ana": sheet("Ana", **(values | fields))}, house)


@pytest.mark.parametrize(("metres", "dice"), [(0, 0), (2.9, 0), (3, 1), (8, 2), (9, 3)])
def test_complete_steps_of_three_metres(metres: float, dice: int) -> None:
    """CEM-HAZARD-01."""
    assert fall_dice(metres) == dice


def test_a_short_fall_asks_for_nothing() -> None:
    """CEM-HAZARD-01: no die to cancel, no test."""
    done, after = doing(fall, alone(), metres=2)
    assert not done.progress.rolls
    assert after["ana"].vitality == PLENTY


def test_a_jump_may_cancel_two_dice() -> None:
    """CEM-HAZARD-01: two tests of their own."""
    done, after = doing(fall, alone(), [3, 3, 3, 1, 1, 2, 4], metres=9, voluntary=True)
    assert after["ana"].vitality == PLENTY - 4
    assert done.outcome.headline.say("en") == "Ana falls 9 m: 4 points of damage"


def test_heroism_helps_in_a_fall() -> None:
    """CEM-HERO-03, -06, CEM-HAZARD-04: an extra die for the test, then the damage cancelled."""
    answers = {"cle-en-main.extra-die": True, "cle-en-main.damage": "cancel"}
    _, after = doing(fall, alone(heroism=5), [1, 1, 2, 4, 6], answers, metres=3)
    assert (after["ana"].heroism, after["ana"].vitality) == (2, PLENTY)


def test_protection_only_helps_if_the_table_says_so_and_never_without_air() -> None:
    """CEM-HAZARD-04."""
    house = {"protection_vs_hazards": True}
    armoured: dict[str, Any] = {"other_protection": 3, "burning": "torch", "breathless": 12, "choking": True}
    assert doing(burn, alone(**armoured), [5])[1]["ana"].vitality == PLENTY - 5
    assert doing(burn, alone(house, **armoured), [5])[1]["ana"].vitality == PLENTY - 2
    assert doing(breathe, alone(house, **armoured), [5])[1]["ana"].vitality == PLENTY - 5


@pytest.mark.parametrize(("size", "dice"), [("torch", [4]), ("campfire", [4, 1]), ("blaze", [4, 1, 6])])
def test_fire_by_its_size(size: str, dice: list[int]) -> None:
    """CEM-HAZARD-02: in the fire, it burns; out of it, no more."""
    _, scene = doing(ignite, alone(), size=size)
    _, after = doing(burn, scene, dice)
    assert after["ana"].vitality == PLENTY - sum(dice)
    _, out = doing(ignite, after)
    assert refused(burn, out) == "CEM-HAZARD-02"


def test_fire_may_put_in_bad_shape() -> None:
    """CEM-HAZARD-02, CEM-VIT-03: Résistance and Volonté against 5 + the damage, whatever hurt."""
    done, after = doing(burn, alone(burning="torch", vitality=2), [4, 1, 1, 2, 1, 1, 1, 4, 5])
    assert "9" in next(why.say("fr") for why in done.why if "Mal en point" in why.say("fr"))
    assert (after["ana"].vitality, after["ana"].dying, after["ana"].wakes_at) == (0, False, 9)


@pytest.mark.parametrize(
    ("round", "difficulty"), [(1, None), (10, None), (11, 15), (20, 15), (21, 20), (30, 20), (31, 25), (41, 30)]
)
def test_holding_ones_breath(round: int, difficulty: int | None) -> None:
    """CEM-HAZARD-03."""
    assert breath_difficulty(round) == difficulty


def test_the_first_failure_hurts_at_once_and_there_are_no_more_tests() -> None:
    """CEM-HAZARD-03."""
    _, scene = doing(air, alone())
    for _ in range(10):
        _, scene = doing(breathe, scene)
    assert scene["ana"].breathless == 11
    _, scene = doing(breathe, scene, [3, 3, 3])
    done, scene = doing(breathe, scene, [2, 3, 3, 5])
    assert (scene["ana"].choking, scene["ana"].vitality) == (True, PLENTY - 5)
    assert done.outcome.headline.say("fr") == "Ana étouffe\u00a0: 5 points de dégâts"
    _, scene = doing(breathe, scene, [6])
    assert scene["ana"].vitality == PLENTY - 11
    _, scene = doing(air, scene, air=True)
    assert (scene["ana"].breathless, scene["ana"].choking) == (0, False)
    assert refused(breathe, scene) == "CEM-HAZARD-03"


def test_a_friend_may_take_the_damage() -> None:
    """CEM-HERO-07, CEM-HAZARD-04."""
    people = {"ana": sheet("Ana", burning="torch"), "bob": sheet("Bob", heroism=2, other_protection=3)}
    _, after = doing(burn, on("ana", people), [6], {"bob/cle-en-main.damage": "take:ana"})
    assert (after["ana"].vitality, after["bob"].heroism) == (PLENTY, 0)
    assert after["bob"].vitality == PLENTY - 6
