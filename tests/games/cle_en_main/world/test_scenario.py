"""Opening and closing a scenario: heroism, money, what a table outside the book is told."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tablee.games.cle_en_main.check.heroism import heroism_pool
from tablee.games.cle_en_main.people.npcs import NPCS, enter
from tablee.games.cle_en_main.world.scenario import close_scenario, open_scenario, renewed, spend
from tablee.rules.action import Scene
from tablee.rules.run import prepared
from tablee.rules.why import Note
from tests.games.cle_en_main.scenes import doing, noted, on, refused, sheet


def table(house: dict[str, Any] | None = None, **fields: Any) -> Scene[Any]:
    return on("", {"ana": sheet("Ana", **fields), "x": sheet("X", kind="boss")}, house)


@pytest.mark.parametrize("pcs", [1, 6, 9])
def test_a_table_outside_the_book_is_told_at_once(pcs: int) -> None:
    """CEM-HERO-01: the refusal says what is wrong and what to do."""
    refusal = prepared(open_scenario, table(), {"pcs": pcs})
    assert isinstance(refusal, Note)
    assert refusal.saying.clause.id == "CEM-HERO-01"
    for lang, words in (("fr", ("2 à 5", "extrapolate", "clamp")), ("en", ("2 to 5", "extrapolate", "clamp"))):
        assert all(word in refusal.say(lang) for word in words)


def test_and_what_each_other_reading_would_give() -> None:
    """CEM-HERO-01."""
    refusal = prepared(open_scenario, table(), {"pcs": 6})
    assert isinstance(refusal, Note)
    assert "(“extrapolate”, 2 points per PC) or take its nearest line (“clamp”, 4 points)" in refusal.say("en")
    nobody = prepared(open_scenario, table({"heroism_outside_table": "clamp"}), {"pcs": 0})
    assert isinstance(nobody, Note)
    assert nobody.say("fr") == "Il faut au moins un PJ pour commencer un scénario"


@pytest.mark.parametrize(
    ("reading", "pcs", "points"), [("extrapolate", 1, 12), ("extrapolate", 6, 2), ("clamp", 1, 10), ("clamp", 7, 4)]
)
def test_or_plays_by_the_reading_it_chose(reading: str, pcs: int, points: int) -> None:
    """CEM-HERO-01."""
    _, after = doing(open_scenario, table({"heroism_outside_table": reading}), pcs=pcs)
    assert after["ana"].heroism == points


def test_heroism_is_set_anew_for_pj_only() -> None:
    """CEM-HERO-01, -02, -08, CEM-EVOL-04: what was left is lost, the box adds one, NPCs have none."""
    done, after = doing(open_scenario, table(heroism=9, heroism_box=True, used={"redo": 4}, advance=True), pcs=3)
    ana = after["ana"]
    assert (ana.heroism, ana.used, ana.advance, after["x"].heroism) == (9, {}, False, 0)
    assert done.outcome.headline.say("en") == "The scenario begins with 3 PCs: 8 heroism points each"


def test_arrivals_and_departures_change_nothing() -> None:
    """CEM-HERO-02: the number is the one told when the scenario opened."""
    assert [heroism_pool(pcs) for pcs in (2, 3, 4, 5)] == [10, 8, 6, 4]
    _, after = doing(open_scenario, table(), pcs=5)
    assert after["ana"].heroism == 4


def test_another_number_than_those_present_is_remarked_and_stands() -> None:
    """CEM-HERO-01: the dead and the NPCs are not counted; before anybody is there, the number is a plan."""
    people = {"ana": sheet("Ana"), "bob": sheet("Bob"), "eve": sheet("Eve", dead=True), "x": sheet("X", kind="boss")}
    done, after = doing(open_scenario, on("", people), pcs=3)
    said = {lang: [why.say(lang) for why in done.why] for lang in ("fr", "en")}
    assert said == {
        "fr": ["3 PJ annoncés, 2 à la table\u00a0: l'héroïsme et les PNJ suivent le nombre annoncé"],
        "en": ["3 PCs announced, 2 at the table: heroism and NPCs follow the number announced"],
    }
    assert after["ana"].heroism == 8
    assert not noted(doing(open_scenario, on("", people), pcs=2)[0], "CEM-HERO-01:number")
    assert not noted(doing(open_scenario, on("", {"x": people["x"]}), pcs=3)[0], "CEM-HERO-01:number")


def test_money_is_spent_and_renewed() -> None:
    """CEM-MONEY-01: the (+) adds the printed sum, except at the very first scenario."""
    rich: dict[str, Any] = {"wealth": 100, "wealth_printed": 100, "wealth_renews": True}
    _, first = doing(open_scenario, table(**rich), pcs=3, first=True)
    assert first["ana"].wealth == 100
    done, spent = doing(spend, first.acting("ana"), sum=65)
    assert (spent["ana"].wealth, done.outcome.headline.say("fr")) == (35, "Ana dépense 65\u00a0: il reste 35")
    _, again = doing(open_scenario, spent, pcs=3)
    assert again["ana"].wealth == 135
    assert renewed(35, 100, renews=False) == 35
    assert refused(spend, spent.acting("ana"), sum=36) == "CEM-MONEY-01"


def test_without_richesse_money_is_not_counted() -> None:
    """CEM-MONEY-02."""
    assert refused(spend, table().acting("ana"), sum=1) == "CEM-MONEY-02"


def test_the_end_of_a_scenario_offers_an_advance_to_the_living() -> None:
    """CEM-EVOL-01."""
    scene = on("", {"ana": sheet("Ana"), "bob": sheet("Bob", dead=True), "x": sheet("X", kind="boss")})
    _, after = doing(close_scenario, scene)
    assert [after[who].advance for who in ("ana", "bob", "x")] == [True, False, False]


def test_npcs_already_present_follow_the_number_announced() -> None:
    """CEM-NPC-06, -08: vitality of the new column less what was lost; figurants fill their groups, then new ones."""
    _, here = doing(enter, on("", {}), npc="douairiere", pcs=2)
    low, high = (NPCS["douairiere"]["vitality"][place] for place in (0, 3))
    _, after = doing(open_scenario, here, pcs=5)
    assert (after["douairiere"].vitality, after["douairiere"].vitality_max) == (high, high)
    hurt = replace(here, cast={"douairiere": here["douairiere"].with_changes(vitality=low - 5)})
    done, after = doing(open_scenario, hurt, pcs=5)
    assert (after["douairiere"].vitality, after["douairiere"].vitality_max) == (high - 5, high)
    assert f"passe de {low} à {high}" in done.why[0].say("fr")
    dead = replace(here, cast={"douairiere": here["douairiere"].with_changes(dead=True, vitality=0)})
    assert doing(open_scenario, dead, pcs=5)[1]["douairiere"].vitality_max == low


def test_figurants_already_present_follow_too() -> None:
    """CEM-NPC-08, -09: 4 for two PJ, 8 for four: a group of five and one of three; one was lost already."""
    _, here = doing(enter, on("", {}), npc="dockers", pcs=2)
    few, many = (NPCS["dockers"]["headcount"][place] for place in (0, 2))
    assert (few, many) == (4, 8)
    _, after = doing(open_scenario, here, pcs=4)
    assert [sheet.group for sheet in after.cast.values()] == [5, 3]
    lost = replace(here, cast={"dockers": here["dockers"].with_changes(group=3)})
    _, after = doing(open_scenario, lost, pcs=4)
    assert [sheet.group for sheet in after.cast.values()] == [5, 2]
    _, back = doing(open_scenario, after, pcs=2)
    assert sum(sheet.group for sheet in back.cast.values()) == 3
