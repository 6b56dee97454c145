"""One clock for rest, waiting, days, care, madness and spells; Vitality comes back like PHY."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.games.undesix import GAME
from tablee.games.undesix.magic.casting import cast
from tablee.games.undesix.play import Stage, stage_of
from tablee.games.undesix.sheet import Sheet
from tablee.games.undesix.world.healing import rest, treat
from tablee.games.undesix.world.time import days, wait
from tablee.rules.action import Scene
from tests.games.undesix.cast import doing, refused, sheet

LIGHT: dict[str, Any] = {"verbs": ("create",), "essences": ("light",), "duration": "hour_1"}


def tended(**body: Any) -> Scene[Sheet]:
    """Mira, who treats and casts, beside Victor, and Wanda who is wounded too."""
    cast = {"m": sheet(psy=20, sav=6), "v": sheet(body), "w": sheet(phy=1, phy_max=4)}
    return GAME.scene("m", cast)


def due(scene: Scene[Sheet]) -> list[str]:
    return [one.action for one in GAME.order.due(scene)]


def test_medicine_gives_vitality_back_at_full_phy() -> None:
    """UDS-HEAL-03, -04: « récupèrent comme les points »."""
    done, later = doing(treat, tended(phy=4, vitality=0, vitality_max=3), [2], target="v")
    assert (later["v"].phy, later["v"].vitality, done.outcome.parts[0].amount("healed")) == (4, 3, 3)
    done, later = doing(treat, tended(phy=3, phy_max=4, vitality=0, vitality_max=3), [2], target="v")
    assert (later["v"].phy, later["v"].vitality) == (4, 3)
    assert "1 point de PHY et 3 de Vitalité" in done.outcome.headline.say("fr")


def test_healing_magic_gives_vitality_back_at_full_phy() -> None:
    """UDS-HEAL-03, -08."""
    at = tended(phy=4, vitality=0, vitality_max=3)
    assert doing(cast, at, [1], verbs=("heal",), effect="heal", targets=("v",))[1]["v"].vitality == 1


@pytest.mark.parametrize(
    ("action", "values"), [(rest, {"target": "v", "minutes": 4320}), (wait, {"minutes": 4320}), (days, {"days": 3})]
)
def test_three_days_are_three_days(action: Any, values: dict[str, Any]) -> None:
    """UDS-HEAL-05, UDS-STATE-04, UDS-MAGIC-14: however they pass."""
    _, at = doing(cast, tended(mad_days=2, treated=True), [1], **LIGHT)
    assert refused(treat, at, target="v") == "UDS-HEAL-05"
    _, later = doing(action, at, [], **values)
    assert (later["v"].mad_days, later["w"].phy, due(later)) == (0, 1, ["undesix.spell-ends"])
    assert refused(treat, later, target="v") == ""


def test_a_day_is_made_of_hours() -> None:
    """UDS-HEAL-05: two rests of eight hours and a wait of as many."""
    _, at = doing(rest, tended(treated=True), [], target="v", minutes=480)
    _, at = doing(wait, at, [], minutes=480)
    assert refused(treat, at, target="v") == "UDS-HEAL-05"
    _, at = doing(rest, at, [], target="w", minutes=480)
    assert (refused(treat, at, target="v"), at["w"].phy) == ("", 2)


def test_several_people_rest_the_same_night() -> None:
    """UDS-HEAL-01."""
    _, later = doing(rest, tended(phy=1, phy_max=3), [], target="v", company=("w",), minutes=480)
    assert (later["v"].phy, later["w"].phy, stage_of(later).clock) == (2, 2, 480 * 60)


@pytest.mark.parametrize("action", [rest, days, wait])
def test_nobody_rests_in_a_fight(action: Any) -> None:
    """UDS-TIME-03."""
    at = GAME.scene("m", {"m": sheet()}, play=Stage(round=1, fighters=("m",)))
    assert action.refuse(at, None).saying.clause.id == "UDS-MAGIC-14"


def test_a_fire_burns_out_of_a_fight_too() -> None:
    """UDS-MAGIC-29: a minute of fire, waited for."""
    fire = {"verbs": ("create",), "essences": ("fire",), "effect": "harm", "targets": ("v",), "duration": "minute_1"}
    _, at = doing(cast, tended(phy=30, psy=0), [1], **fire)
    _, at = doing(wait, at, [], minutes=1)
    assert due(at) == ["undesix.inside-spell"]
    done, at = doing(GAME.action("undesix.inside-spell"), at, [], spell="spell-1")
    assert (at["v"].phy, due(at)) == (20, ["undesix.spell-ends"])
    assert "9 points de PHY" in done.outcome.headline.say("fr")


@pytest.mark.parametrize(
    ("clock", "seconds", "strikes"), [(0, 6, (0, 0)), (57, 6, (1, 0)), (86_397, 6, (1, 1)), (0, 130.5, (2, 0))]
)
def test_minutes_and_midnights_strike_on_the_clock(clock: float, seconds: float, strikes: tuple[int, int]) -> None:
    """UDS-TIME-03, UDS-HEAL-05."""
    assert Stage(clock=clock).striking(seconds) == strikes


def test_a_scene_at_rest_keeps_of_the_clock_what_somebody_waits_for() -> None:
    """UDS-OPT-06, UDS-HEALTH-05: minutes, while somebody is spent or may come to be; midnight, in the last hour."""

    def kept(clock: float, options: dict[str, Any] | None = None, **body: Any) -> float:
        scene = GAME.scene("v", {"v": sheet(**body)}, play=Stage(round=3, clock=clock), options=options)
        return stage_of(GAME.at_rest(scene)).clock

    assert kept(666) == 0
    assert kept(666, exhausted=3) == kept(666, {"desperate_actions": True}) == 6
    assert kept(666, {"death_delay": "minutes"}) == kept(666, {"pc_survives_to_minus_ten": True}) == 6
    assert kept(86_000) == 86_000
