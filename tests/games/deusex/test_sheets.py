"""Sheets: what one must hold, and what nobody may write on it."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.errors import BadFields
from tablee.games.deusex.check.reserve import offered
from tablee.games.deusex.people.ready import ready
from tablee.games.deusex.sheet import Sheet, wounded
from tablee.rules.fields import record_of
from tests.games.deusex.stage import Stage

SIX = {"FOR": 1, "SAN": 1, "AGI": 2, "INT": 3, "STA": 1, "PRE": 2}


def written(**changes: Any) -> dict[str, Any]:
    return {**ready()["nadia"].model_dump(), **changes}


def plain(french: str) -> str:
    return french.replace("\N{NO-BREAK SPACE}", " ").replace("\N{NARROW NO-BREAK SPACE}", " ")


@pytest.mark.parametrize(
    ("changes", "fr", "en"),
    [
        ({"talents": {}}, "talents.FOR : ce champ manque.", "talents.FOR: this field is missing."),
        (
            {"talents": {**SIX, "LUC": 3}},
            "talents.LUC : ce champ n'existe pas.",
            "talents.LUC: there is no such field.",
        ),
        ({"talents": {**SIX, "FOR": -1_000_000}}, "talents.FOR : au moins −10.", "talents.FOR: at least −10."),
        ({"aptitudes": {"Hacking": 1_000_000}}, "aptitudes.Hacking : au plus 20.", "aptitudes.Hacking: at most 20."),
        ({"phase": 99}, "Phase du Trouble : au plus 3.", "Phase of the Trouble: at most 3."),
        ({"phase": -7}, "Phase du Trouble : au moins 0.", "Phase of the Trouble: at least 0."),
        ({"reserve": -1}, "Réserve DeusEx : au moins 0.", "DeusEx reserve: at least 0."),
        ({"reserve": 1_000_000}, "Réserve DeusEx : au plus 100.", "DeusEx reserve: at most 100."),
        ({"pv": 1_000_000}, "PV : au plus 1 000.", "HP: at most 1,000."),
        ({"xp": -1}, "Points d'Évolution : au moins 0.", "Evolution points: at least 0."),
    ],
)
def test_what_cannot_stand_on_a_sheet_is_told(changes: dict[str, Any], fr: str, en: str) -> None:
    """DEX-CREATE-03: six Talents, and numbers somebody could play."""
    with pytest.raises(BadFields) as wrong:
        record_of(Sheet, written(**changes))
    assert plain(wrong.value.say("fr").splitlines()[0]) == fr
    assert wrong.value.say("en").splitlines()[0] == en


def test_a_creature_may_be_more_than_human() -> None:
    """DEX-WOUND-08, DEX-CREATE-16: a sheet written by the MJ."""
    beast = record_of(Sheet, written(talents={**SIX, "FOR": 12, "INT": -1}, pv=60, pv_max=60, aptitudes={"Bagarre": 6}))
    assert beast.pv == 60


def test_a_reserve_has_a_limit_and_so_has_a_roll() -> None:
    """DEX-RESERVE-01, -03: nobody picks up a hundred dice."""
    stage = Stage(["marc"])
    stage.change("marc", reserve=3, reserve_level=90)
    assert stage.refused("", "deusex.award-reserve", to="marc", points=11) == "DEX-RESERVE-01:full"
    stage.does("", "deusex.award-reserve", to="marc", points=10)
    assert (stage["marc"].reserve, stage["marc"].reserve_level) == (13, 100)
    assert max(offered(13).options) == 13
    stage.does("", "deusex.new-scenario")
    assert stage["marc"].reserve == 100
    assert max(offered(100).options) == 20
    with pytest.raises(BadFields):
        stage.refused("", "deusex.award-reserve", to="marc", points=21)


def test_nothing_done_to_a_sheet_takes_it_out_of_bounds() -> None:
    """DEX-EVOL-01, -05, DEX-WOUND-03: even where the MJ wrote the most there can be."""
    stage = Stage(["marc", "nadia"])
    stage.change("marc", pv=1000, pv_max=1000, xp=1_000_000)
    assert stage.refused("", "deusex.award-xp", to="marc", points=1) == "DEX-EVOL-01:full"
    stage.does("marc", "deusex.raise-talent", talent="FOR")
    assert (stage["marc"].talents["FOR"], stage["marc"].pv_max) == (2, 1000)
    assert wounded(stage["nadia"].with_changes(pv=-100_000), 5).pv == -100_000
