"""How people of UnDéSix are, in a word, and who still stands."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.games.undesix import GAME
from tablee.games.undesix.check.checks import out_of_the_fight
from tablee.games.undesix.magic.state import Cast, Incanting, SpellInForce
from tablee.games.undesix.play import Stage
from tests.games.undesix.cast import alone, sheet

ANA = sheet(phy=4).name


@pytest.mark.parametrize(
    ("body", "options", "fr", "standing"),
    [
        ({}, {}, "indemne", True),
        ({"phy": 3}, {}, "touchée", True),
        ({"vitality": 1, "vitality_max": 2}, {}, "touchée", True),
        ({"phy": 2}, {}, "mal en point", True),
        ({"phy": 0}, {}, "mourante", False),
        ({"phy": -1}, {}, "morte", False),
        ({"phy": -1}, {"pc_survives_to_minus_ten": True}, "inconsciente", False),
        ({"phy": -1}, {"death_delay": "minutes"}, "mourante", False),
        ({"dex": -1}, {}, "morte", False),
        ({"exhausted": 4}, {}, "à bout de forces", False),
        ({"psy": -2, "mad_days": 2}, {}, "folle", True),
        ({"psy": -12, "mad_days": 12, "mad_for_good": True}, {}, "folle pour toujours", True),
    ],
)
def test_the_word_and_whether_they_stand(
    body: dict[str, Any], options: dict[str, Any], fr: str, standing: bool
) -> None:
    """UDS-HEALTH-03…06, UDS-STATE-02…04, UDS-OPT-06: a word for each state, the same answer as to who may act."""
    scene = alone(sheet({"phy_max": 4, "phy": 4, "psy_max": 3, **body}), **options)
    found = GAME.condition(scene, "ana")
    assert (found.say("fr", ANA), found.standing) == (fr, standing)
    assert found.standing == (out_of_the_fight(scene, "ana") is None)
    assert found.standing == ("ana" in GAME.order.may_act(scene))


def test_sleepers_are_out_and_those_who_speak_are_not() -> None:
    """UDS-MAGIC-22, -37: who is busy with an incantation cannot act but still stands."""
    said = Cast(verbs=("create",), essences=("fire",), effect="sleep", incantation="rounds_3")
    spell = SpellInForce(id="spell-1", caster="elias", by=ANA, psy=7, said=said, victims=("ana",), seconds=60)
    speaks = Incanting(caster="elias", said=said, body=5)
    cast = {"ana": sheet(), "elias": GAME.ready()["elias"]}
    scene = GAME.scene(cast=cast, play=Stage(spells=(spell,), incanting=(speaks,)))
    assert (GAME.condition(scene, "ana").id, GAME.condition(scene, "ana").standing) == ("asleep", False)
    assert GAME.condition(scene, "elias").standing
    assert "elias" not in GAME.order.may_act(scene)


def test_sides_in_a_fight_and_out_of_it() -> None:
    """UDS-COMBAT-07, UDS-STATE-04: the fight's sides; bystanders take no part; the mad for good are the MJ's."""
    mad = sheet(psy=-12, mad_for_good=True)
    cast = {"chloe": GAME.ready()["chloe"], "ana": mad, "loup": GAME.ready()["loup"]}
    assert GAME.sides(GAME.scene(cast=cast)) == {"players": ("chloe",), "others": ("ana", "loup")}
    sided = {**cast, "chloe": cast["chloe"].with_changes(side="one"), "loup": cast["loup"].with_changes(side="two")}
    fight = GAME.scene(cast=sided, play=Stage(round=1, instant=1, fighters=("chloe", "loup")))
    assert GAME.sides(fight) == {"one": ("chloe",), "two": ("loup",)}
