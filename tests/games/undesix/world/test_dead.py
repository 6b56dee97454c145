"""The dead stay dead, unless a house rule lets death come later (UDS-HEALTH-04…06)."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.games.undesix import GAME
from tablee.games.undesix.book import BOOK
from tablee.games.undesix.magic.casting import cast
from tablee.games.undesix.magic.lasting import spell_ends
from tablee.games.undesix.sheet import Sheet
from tablee.games.undesix.world.hazards import deprive, drug, endanger
from tablee.games.undesix.world.healing import rest, treat
from tablee.games.undesix.world.health import affect
from tablee.games.undesix.world.time import wait
from tablee.rules.action import Action, Scene
from tablee.text import Name
from tests.games.undesix.bout import Bout, fighter
from tests.games.undesix.cast import doing, noted, refused, sheet

HEAL: dict[str, Any] = {"verbs": ("heal",), "effect": "heal"}
STRONGER: dict[str, Any] = {
    "verbs": ("transform",),
    "essences": ("physique",),
    "effect": "change",
    "duration": "hour_1",
}


def tended(body: dict[str, Any], **options: Any) -> Scene[Sheet]:
    """Mira, who casts anything, beside Victor."""
    cast = {"m": sheet(psy=20, sav=6), "v": sheet(body, phy_max=4), "w": sheet(phy=2, phy_max=4)}
    return GAME.scene("m", cast, options)


@pytest.mark.parametrize("spell", [HEAL, STRONGER])
@pytest.mark.parametrize(
    ("body", "options"),
    [({"phy": -2}, {}), ({"phy": 3, "dex": -1}, {}), ({"phy": -11}, {"pc_survives_to_minus_ten": True})],
)
def test_no_spell_brings_back_the_dead(spell: dict[str, Any], body: dict[str, Any], options: dict[str, Any]) -> None:
    """UDS-HEALTH-04, UDS-STATE-02: « négatif »."""
    at = tended(body, **options)
    assert refused(cast, at, **spell, targets=("v",)) == "UDS-HEALTH-04"
    done, later = doing(cast, at, [1], **spell, targets=("v", "w"))
    assert (later["v"], later["w"].phy) == (at["v"], 3)
    assert "UDS-HEALTH-04" in noted(done)


def test_a_spell_of_the_same_instant_comes_too_late() -> None:
    """UDS-HEALTH-04: killed first, healed then, in one instant."""
    people = {
        "m": fighter(Name("Mira"), 4, 2, 3),
        "v": fighter(Name("Victor"), 1, 2, 2),
        "k": fighter(Name("Kor"), 9, 2, 3),
    }
    bout = Bout({**people, "m": people["m"].with_changes(psy=20, psy_max=20)})
    bout.does("", "fight", one=("m", "v"), two=("k",))
    bout.does("k", "attack", 1, target="v")
    bout.does("m", "cast", **HEAL, targets=("v",))
    bout.does("m", "incanted", 1)
    assert bout["v"].state == "dead"


def test_the_minus_ten_rule_still_saves() -> None:
    """UDS-HEALTH-05."""
    at = tended({"phy": -3}, pc_survives_to_minus_ten=True)
    assert doing(cast, at, [1], **HEAL, targets=("v",))[1]["v"].phy == -2


def test_the_end_of_a_spell_kills_but_never_revives() -> None:
    """UDS-HEALTH-04, UDS-MAGIC-31."""
    weaker = {**STRONGER, "lowers": True, "characteristic": "phy"}
    _, low = doing(cast, tended({"phy": 0, "psy": 0}), [1], **weaker, targets=("v",))
    assert low["v"].state == "dead"
    done, later = doing(spell_ends, low, [], spell="spell-1")
    assert later["v"].state == "dead"
    _, high = doing(cast, tended({"phy": 1}), [1], **STRONGER, targets=("v",))
    _, hurt = doing(endanger, high, [], target="v", hazard="fire", points=2)
    assert hurt["v"].state == "dying"
    done, later = doing(spell_ends, hurt, [], spell="spell-1")
    assert (later["v"].state, noted(done)) == ("dead", ["UDS-HEALTH-04"])


def test_death_may_come_later() -> None:
    """UDS-HEALTH-06: ten minutes to be brought back to 0, or three hours."""
    at = tended({"phy": -1}, death_delay="minutes")
    assert refused(treat, at.acting("v"), target="w") == "UDS-HEALTH-06"
    done, later = doing(wait, at, [], minutes=10)
    assert (later["v"].dead, noted(done)) == (True, ["UDS-HEALTH-06"])
    assert not doing(wait, at, [], minutes=9)[1]["v"].dead
    _, healed = doing(cast, at, [1], **HEAL, targets=("v",))
    assert not doing(wait, healed, [], minutes=11)[1]["v"].dead
    slow = tended({"phy": -1}, death_delay="hours")
    assert [doing(wait, slow, [], minutes=minutes)[1]["v"].dead for minutes in (179, 180)] == [False, True]
    _, not_enough = doing(cast, tended({"phy": -2}, death_delay="minutes"), [1], **HEAL, targets=("v",))
    assert doing(wait, not_enough, [], minutes=10)[1]["v"].dead


@pytest.mark.parametrize("action", [rest, endanger, deprive, drug, affect])
def test_where_nobody_is_alive_nothing_is_done_to_the_living(action: Action[Sheet, Any]) -> None:
    """UDS-HEALTH-04: refused at once, before anybody is chosen."""
    dead = tended({"phy": -1}).cast["v"]
    refusal = action.refuse(GAME.scene("", {"v": dead, "w": dead}), None)
    assert refusal == BOOK.note("UDS-HEALTH-04", who=dead.name)
    assert action.refuse(GAME.scene("", {"v": dead, "m": sheet()}), None) is None
