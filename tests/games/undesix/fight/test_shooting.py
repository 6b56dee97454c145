"""Shooting: crowds, melees, movement, loading."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from tablee.dice import Fed
from tablee.games.undesix import GAME
from tablee.games.undesix.fight.shooting import Shoot, reload, shoot
from tablee.games.undesix.sheet import Sheet
from tablee.rules.action import Scene
from tablee.rules.run import Done, perform
from tablee.rules.tell import card
from tablee.rules.why import Tally
from tablee.text import LANGS, Name
from tests.games.undesix.bout import Bout, fighter
from tests.games.undesix.cast import doing
from tests.games.undesix.every_face import agrees
from tests.games.undesix.fights_operations import firing

YSE = fighter(Name("Ysé", feminine=True), 2, 3, 4, weapon="pistol")
FOES = {
    who: fighter(Name(who.capitalize()), 4, dex, 2, pc=False) for who, dex in zip("abcde", (2, 3, 5, 2, 7), strict=True)
}
NICOLAS = fighter(Name("Nicolas"), 5, 1, 3, shield="shield")


def range_of(yse: Sheet = YSE, **options: Any) -> Scene[Sheet]:
    return GAME.scene("yse", {"yse": yse, **FOES, "nicolas": NICOLAS}, options)


def targets(done: Done) -> list[int]:
    return [item.total for item in done.why if isinstance(item, Tally) and item.saying.id == "UDS-COMBAT-01"]


def refused(scene: Scene[Sheet], **values: Any) -> str:
    refusal = shoot.refuse(scene, Shoot(**values))
    assert refusal is not None
    return refusal.saying.id


def test_one_shoots_with_sens() -> None:
    """UDS-COMBAT-02."""
    done, _ = doing(shoot, range_of(), [6], target="a")
    assert targets(done) == [4 + 2]
    assert refused(range_of(YSE.with_changes(weapon="club")), target="a") == "UDS-COMBAT-02:contact"


def test_movement_costs_one_on_each_side() -> None:
    """UDS-SHOOT-02."""
    done, _ = doing(shoot, range_of(), [6], target="a", moving=True, target_moving=True)
    assert targets(done) == [4 + 2 - 2]


def test_a_crowd_gives_one_and_chance_names_the_victim() -> None:
    """UDS-SHOOT-01: with the victim's own CA."""
    done, then = doing(shoot, range_of(), [3, 2], crowd=("a", "b", "c", "d"))
    assert targets(done) == [4 + 2 + 1 - 2]
    assert (done.outcome.parts[0].who, then["c"].phy) == ("c", 4 - 3)
    law = agrees(shoot, range_of(), crowd=("a", "b", "c", "d", "e"))
    assert law.chance(lambda parts: parts[0].who == "e") == Fraction(1, 5)


def test_a_crowd_is_four_people_none_of_them_friends() -> None:
    """UDS-SHOOT-01, -03."""
    assert refused(range_of(), crowd=("a", "b", "c")) == "UDS-SHOOT-01:few"
    assert refused(range_of(), crowd=("a", "b", "c", "d"), friends=("nicolas",)) == "UDS-SHOOT-03:crowd"


def test_a_six_in_a_melee_goes_to_a_friend() -> None:
    """UDS-SHOOT-03: a full attack against the CA of whoever stands there; one redirection only."""
    done, then = doing(shoot, range_of(), [6, 3], target="b", friends=("nicolas",))
    assert targets(done) == [5, 6]
    assert (done.outcome.parts[0].who, then["nicolas"].phy) == ("nicolas", 2)
    missed, _ = doing(shoot, range_of(), [6, 6], target="b", friends=("nicolas",))
    assert missed.outcome.parts[0].grade.id == "missed"
    law = agrees(shoot, range_of(), target="b", friends=("nicolas", "e"))
    assert law.chance(lambda parts: parts[0].who in ("nicolas", "e")) == Fraction(1, 6)


def test_the_stray_six_still_counts_against_the_weapon() -> None:
    """UDS-OPT-03: the attack die was a 6, wherever the shot went."""
    scene = range_of(YSE.with_changes(streak={"pistol": -1}), fumble_streak=True)
    _, then = doing(shoot, scene, [6, 3], target="b", friends=("nicolas",))
    assert then["yse"].broken == ("pistol",)


@pytest.mark.parametrize(
    ("weapon", "fires"),
    [("pistol", (1, 2, 3, 4, 5, 6, 8)), ("crossbow", (1, 6)), ("laser_pistol", (1, 2, 3, 4, 5, 6, 7, 8))],
)
def test_the_rhythm_of_each_weapon(weapon: str, fires: tuple[int, ...]) -> None:
    """UDS-SHOOT-04…06."""
    assert tuple(firing({"weapon": weapon, "rounds": 8}, Fed(()))["fire_rounds"]) == fires


def test_a_crossbow_waits_four_rounds_between_two_shots() -> None:
    """UDS-SHOOT-05, UDS-ACTION-13: each round of loading is an action of its own."""
    scene = range_of(YSE.with_changes(weapon="crossbow"))
    _, scene = doing(shoot, scene, [6], target="a")
    for left in (4, 3, 2, 1):
        refusal = shoot.refuse(scene, Shoot(target="a"))
        assert refusal is not None
        assert dict(refusal.values)["rounds"] == left
        _, scene = doing(reload, scene, [])
    assert shoot.refuse(scene, Shoot(target="a")) is None
    assert reload.refuse(scene, reload.params()) is not None


def test_a_pistol_fires_six_rounds_whatever_the_shots() -> None:
    """UDS-SHOOT-04: two shots in a round are one round of fire."""
    bout = Bout({"yse": YSE, **FOES})
    bout.does("", "fight", one=("yse",), two=("a",))
    bout.does("yse", "shoot", 6, target="a", actions=2)
    bout.does("yse", "shoot", 6, target="b")
    assert bout["yse"].fired == {"pistol": 1}


def test_a_laser_pistol_needs_no_loading() -> None:
    """UDS-SHOOT-06."""
    refusal = reload.refuse(range_of(YSE.with_changes(weapon="laser_pistol")), reload.params())
    assert refusal is not None
    assert refusal.saying.clause.id == "UDS-SHOOT-06"


@pytest.mark.parametrize("lang", LANGS)
def test_shots_explain_themselves(lang: str, golden: Callable[[str, str], None]) -> None:
    scene = range_of()
    done = [
        perform(shoot, scene, Shoot(crowd=("a", "b", "c", "d"), circumstances=("rain",)), Fed([3, 1])),
        perform(shoot, scene, Shoot(target="b", friends=("nicolas",), moving=True), Fed([6, 2])),
    ]
    golden(
        f"undesix/shots.{lang}.txt",
        "\n\n".join(card(GAME, scene, each, lang) for each in done if isinstance(each, Done)) + "\n",
    )
