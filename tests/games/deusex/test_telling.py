"""What is explained, and how it reads."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.games.deusex import GAME
from tablee.games.deusex.check.open_rolls import open_rolls_remark
from tablee.rules.fields import record_of
from tablee.rules.forms import form
from tablee.rules.run import Done
from tests.games.deusex.stage import Stage


def whys(done: Done, lang: str = "en") -> list[str]:
    return [why.say(lang) for why in done.why]


def test_a_capped_loss_says_its_cap() -> None:
    """DEX-STRESS-03."""
    stage = Stage(["marc"], {"stress_loss_cap": 10})
    done = stage.does("marc", "deusex.stress", [2, 3], incident="witness_death")
    assert "At this table a shock costs no more than 10 SP" in whys(done)
    assert any(line.endswith("SP lost") and "10 SP" not in line for line in whys(done))
    assert stage["marc"].ps == 0


def test_a_difference_of_margins_is_shown() -> None:
    """DEX-COMBAT-03."""
    stage = Stage(["youssef", "petite_frappe"], {"melee_damage_margin": "difference"})
    done = stage.does("youssef", "deusex.melee", [6, 6, 6, 3, 7, 7, 3], target="petite_frappe", weapon="knife")
    assert whys(done)[-2:] == ["Margin 6, less 2 on the other side: margin 4", "Margin 4: 4 points of damage"]


def test_the_least_damage_of_a_hit_is_explained() -> None:
    """DEX-COMBAT-03."""
    stage = Stage(["youssef", "petite_frappe"], {"min_hit_damage": 1})
    done = stage.does("youssef", "deusex.shoot", [5, 5, 5], target="petite_frappe", weapon="pistol")
    assert whys(done)[-2:] == [
        "Margin 0 × 2: 0 points of damage",
        "At this table a blow that lands does at least 1 point of damage",
    ]
    assert stage["petite_frappe"].pv == 9


def test_first_aid_explains_its_point() -> None:
    """DEX-HEAL-01."""
    stage = Stage(["nadia", "marc"])
    stage.change("nadia", pv=2)
    done = stage.does("marc", "deusex.first-aid", [5, 5, 5], patient="nadia")
    assert whys(done)[-1] == "First aid succeeds, not above the maximum: +1 HP"


def test_a_talent_is_told_only_where_it_counts() -> None:
    """DEX-TEST-03, DEX-DICE-03: not with nothing to add, nor without a die."""
    stage = Stage(["nadia"])
    assert "FOR 1 s'ajoute aux dés" in whys(stage.does("nadia", "deusex.test", [5, 5], talent="FOR"), "fr")
    empty = stage.does("nadia", "deusex.test", [], talent="FOR", malus=3)
    assert not any("s'ajoute" in line for line in whys(empty, "fr"))
    for score, told in ((0, ""), (-1, "FOR −1 : autant de moins aux dés")):
        stage.change("nadia", talents={**stage["nadia"].talents, "FOR": score})
        lines = whys(stage.does("nadia", "deusex.test", [5, 5], talent="FOR"), "fr")
        assert [line for line in lines if "FOR" in line] == ([told] if told else [])


@pytest.mark.parametrize(
    ("words", "fr", "en"),
    [
        (
            "book",
            "Nadia Belkacem meurt de ses blessures. Personne n'est venu : Marc Thivierge a mis fin à ses jours. "
            "Six secondes passent",
            "Nadia Belkacem dies of their wounds. Nobody came: Marc Thivierge has ended their own life. "
            "Six seconds pass",
        ),
        (
            "neutral",
            "Nadia Belkacem meurt de ses blessures. Marc Thivierge quitte le jeu. Six secondes passent",
            "Nadia Belkacem dies of their wounds. Marc Thivierge leaves play. Six seconds pass",
        ),
    ],
)
def test_a_countdown_that_strikes_is_in_the_line(words: str, fr: str, en: str) -> None:
    """DEX-WOUND-07, DEX-STRESS-08: soberly, or in neutral words."""
    stage = Stage(["nadia", "marc"], {"stress_words": words})
    stage.change("nadia", pv=-5)
    stage.change("marc", ps=-4)
    stage.does("nadia", "deusex.countdown", [1])
    stage.does("marc", "deusex.countdown", [1])
    line = stage.does("", "deusex.next-round").outcome.headline
    assert line.say("fr").replace("\N{NO-BREAK SPACE}", " ") == fr
    assert line.say("en") == en


@pytest.mark.parametrize(
    ("dice", "fr", "en"),
    [
        ([10, 10], "réussite critique, marge +5", "critical success, margin +5"),
        ([1, 1], "échec critique, marge −13", "critical failure, margin −13"),
        ([9, 8], "marge +2", "margin +2"),
    ],
)
def test_the_test_deusex_says_its_criticals(dice: list[int], fr: str, en: str) -> None:
    """DEX-RESERVE-04, DEX-CRIT-01, -03."""
    line = Stage(["nadia"]).does("nadia", "deusex.invoke", dice).outcome.headline
    assert line.say("fr").endswith(fr)
    assert line.say("en").endswith(en)
    assert ("criti" in line.say("fr")) == ("criti" in fr)


def test_odds_of_an_open_roll_say_what_they_count_together() -> None:
    """DEX-OPEN-01: whether the table always plays them or the MJ opens this one."""
    scene, action = GAME.scene("nadia"), GAME.action("deusex.test")
    assert open_rolls_remark(action, scene, record_of(action.params, {}, scene)) is None
    assert open_rolls_remark(action, scene, record_of(action.params, {"open": True}, scene)) is not None
    always = GAME.scene("nadia", options={"open_rolls": True})
    assert open_rolls_remark(action, always, record_of(action.params, {}, always)) is not None


def test_two_women_fail_together() -> None:
    """DEX-OPP-05: the French agrees; each Test says whose it is (DEX-TEST-08)."""
    asked: dict[str, Any] = {"talent": "FOR", "their_talent": "FOR"}
    done = Stage(["nadia", "ines"]).does("nadia", "deusex.oppose", [2, 2, 3, 3], opponent="ines", **asked)
    assert done.outcome.headline.say("fr").endswith("échouent toutes deux")
    assert [line.partition(",")[0] for line in whys(done) if "total" in line] == [
        "Nadia Belkacem: dice 4",
        "Inès Caron: dice 6",
    ]
    mixed = Stage(["nadia", "marc"]).does("nadia", "deusex.oppose", [2, 2, 3, 3], opponent="marc", **asked)
    assert mixed.outcome.headline.say("fr").endswith("échouent tous deux")


def test_one_round_is_said_in_words() -> None:
    """DEX-WOUND-06."""
    stage = Stage(["nadia"])
    stage.change("nadia", pv=-5)
    assert "n'a qu'un round (6 secondes)" in stage.does("nadia", "deusex.countdown", [1]).outcome.headline.say("fr")


def test_only_who_can_make_the_test_takes_part() -> None:
    """DEX-COOP-01: neither those unable to act nor those who lack the Aptitude; the form says so of each."""
    stage = Stage(["nadia", "marc", "tomas"])
    stage.change("marc", pv=-4, stabilised=True)
    assert stage.refused("nadia", "deusex.cooperate", talent="FOR", helpers=("marc",)) == "DEX-WOUND-06:incapacitated"
    assert stage.refused("marc", "deusex.cooperate", talent="FOR", helpers=("nadia",)) == "DEX-WOUND-06:incapacitated"
    fields = form(GAME, GAME.action("deusex.cooperate"), stage.read("nadia")).fields
    helpers = next(one for one in fields if one.field.name == "helpers")
    assert {one.id: one.refusal and one.refusal.saying.id for one in helpers.choices} == {
        "marc": "DEX-WOUND-06:incapacitated",
        "tomas": None,
    }
    stage.change("marc", pv=10)
    asked = {"aptitude": "Hacking", "helpers": ("marc",)}
    assert stage.refused("nadia", "deusex.cooperate", **asked) == "DEX-TEST-05:no_aptitude"
