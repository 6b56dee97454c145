"""Whole situations: what one action leaves for the next, where a table would notice."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.games.deusex import GAME
from tablee.games.deusex.fight.attack import in_hand
from tablee.games.deusex.fight.rounds import decided
from tablee.games.deusex.fight.weapons import defence
from tablee.games.deusex.sheet import Sheet
from tablee.games.deusex.tables import TALENTS
from tablee.rules.fields import record_of
from tablee.rules.forms import form
from tablee.rules.why import Why
from tests.games.deusex.stage import Stage


def person(name: str, **fields: Any) -> Sheet:
    """Somebody with every Talent at 2, 10 PV and PS of 12, and these fields besides."""
    scores = {"pv": 10, "pv_max": 12, "ps": 10, "ps_max": 12}
    sheet: Sheet = record_of(
        Sheet, {"name": {"fr": name}, "talents": dict.fromkeys(TALENTS, 2), "aptitudes": {}, **scores, **fields}
    )
    return sheet


def pool(stage: Stage, who: str, action: str, dice: list[int], **values: Any) -> int:
    """How many dice somebody throws in an action."""
    done = stage.does(who, action, dice, **values)
    return sum(len(roll.faces) for roll in done.progress.rolls if roll.by == who)


def plain(why: Why) -> str:
    """A line in French, its fine spaces written as plain ones."""
    return why.say("fr").replace("\xa0", " ").replace("\u202f", " ")


def test_somebody_with_a_trouble_comes_back_from_the_edge() -> None:
    """DEX-STRESS-07, -09, -10, DEX-TROUBLE-04, -05: help brings back, internment takes a phase back."""
    lost = person("P", ps=-4, trouble="panic", phase=3)
    stage = Stage(p=lost, q=person("Q", aptitudes={"Psychologie": 2}))
    assert stage.refused("p", "deusex.test") == "DEX-STRESS-07:incapacitated"
    stage.does("q", "deusex.psychology", [9, 9, 9, 8], patient="p")
    assert (stage["p"].ps, stage["p"].phase) == (-1, 3)
    assert pool(stage, "p", "deusex.test", [7]) == 1
    stage.does("", "deusex.commitment", patient="p", ps=6, eases=True)
    assert (stage["p"].ps, stage["p"].phase) == (6, 2)
    assert pool(stage, "p", "deusex.test", [7, 7]) == 2


def test_withdrawal_is_the_mjs_word() -> None:
    """DEX-TROUBLE-05: announced with phase 3, pronounced by the MJ, taken back by care."""
    stage = Stage(p=person("P", ps=1, trouble="panic", phase=1))
    told = stage.does("p", "deusex.stress", [9, 5], incident="glimpse_creature", difficulty=21)  # 16 against 21: −5
    assert (stage["p"].ps, stage["p"].phase) == (-4, 3)
    assert "Le meneur peut retirer P du jeu ; des soins peuvent aussi l'y ramener" in map(plain, told.why)
    left = stage.does("", "deusex.commitment", patient="p", ps=3, withdraws=True)
    assert left.outcome.headline.say("fr") == "P se retire du jeu"
    assert stage.refused("p", "deusex.test") == "DEX-TROUBLE-05:withdrawn"
    stage.does("", "deusex.commitment", patient="p", ps=6)
    assert pool(stage, "p", "deusex.test", [7, 7]) == 2


@pytest.mark.parametrize("saved", [True, False])
def test_a_countdown_of_one_leaves_one_round(saved: bool) -> None:
    """DEX-WOUND-06: the round in which one falls is not a full one."""
    stage = Stage(
        a=person("A", pv=3),
        b=person("B", aptitudes={"Premiers soins": 2}),
        c=person("C", pj=False, aptitudes={"Bagarre": 2}, weapons=("knife",)),
    )
    stage.does("", "deusex.start-fight", one=("a", "b"), two=("c",))
    stage.does("b", "deusex.wait")
    stage.does("c", "deusex.melee", [9, 9, 2, 2, 4, 3], target="a", weapon="knife", aptitude="Bagarre")  # MR 7
    assert stage["a"].pv == -4
    told = stage.does("a", "deusex.countdown", [1]).outcome.headline
    assert plain(told) == "A a jusqu'à la fin du round 2 (6 secondes) : il faut des soins"
    stage.does("", "deusex.next-round")
    assert (stage["a"].pv, stage.scene.play.round) == (-4, 2)
    if saved:
        stage.does("b", "deusex.first-aid", [5, 5, 5, 5], patient="a")
        assert not stage.scene.play.clocks
    else:
        stage.does("b", "deusex.wait")
    stage.does("c", "deusex.wait")
    stage.does("", "deusex.next-round")
    assert stage["a"].pv == (-3 if saved else -6)


def test_a_round_in_which_nobody_has_acted_counts() -> None:
    """DEX-WOUND-06, DEX-STRESS-07: a shock before anybody acts leaves that round; outside fights, six seconds."""
    stage = Stage(a=person("A", ps=-4), b=person("B"), c=person("C"))
    stage.does("", "deusex.start-fight", one=("a", "b"), two=("c",))
    told = stage.does("a", "deusex.countdown", [1]).outcome.headline
    assert plain(told) == "A a besoin d'aide d'ici la fin du round 1 (6 secondes)"
    stage.does("", "deusex.next-round")
    assert stage["a"].ps == -6
    quiet = Stage(a=person("A", pv=-4))
    told = quiet.does("a", "deusex.countdown", [1]).outcome.headline
    assert told.say("en") == "A has only one round (6 seconds): care is needed"
    quiet.does("", "deusex.next-round")
    assert quiet["a"].pv == -6


def test_a_second_psychologie_waits_for_another_shock() -> None:
    """DEX-STRESS-09: as care for each wound."""
    stage = Stage(p=person("P", ps=2), q=person("Q", aptitudes={"Psychologie": 2}))
    stage.does("q", "deusex.psychology", [5, 5, 5, 5], patient="p")  # MR 5: 2
    assert stage["p"].ps == 4
    assert stage.refused("q", "deusex.psychology", patient="p") == "DEX-STRESS-09:already_helped"
    stage.does("p", "deusex.stress", [8, 8], incident="murder_or_accident")
    stage.does("q", "deusex.psychology", [5, 5, 5, 5], patient="p")
    assert stage["p"].ps == 5


def test_each_who_cooperates_has_their_own_means() -> None:
    """DEX-COOP-01: Aptitude, Talent and Difficulty of each."""
    stage = Stage(a=person("A", aptitudes={"Mécanique": 2}), b=person("B"))
    done = stage.does(
        "a",
        "deusex.cooperate",
        [5, 5, 5, 5, 6, 7],
        helpers=("b",),
        aptitude="Mécanique",
        with_aptitudes=("",),
        with_talents=("FOR",),
        difficulties=(15,),
    )
    assert done.outcome.parts[0].amount("progress") == 35  # 20, and 13 + 2
    refused = {"helpers": ("b",), "aptitude": "Mécanique"}
    assert stage.refused("a", "deusex.cooperate", **refused) == "DEX-TEST-05:no_aptitude"


@pytest.mark.parametrize(
    ("aptitude", "weapon", "dice"),
    [
        ("Arme à feu (de guerre)", "heavy_pistol", 2),
        ("Arme à feu (de poing)", "heavy_pistol", 4),
        ("Arme à feu (de poing)", "hunting_rifle", 2),
        ("Arme à feu (de chasse)", "hunting_rifle", 4),
        ("Arme à feu (de guerre)", "submachine_gun", 4),
        ("Armes blanches (épée)", "knife", 2),
        ("Armes blanches (couteau)", "knife", 4),
        ("Armes blanches (de jet)", "javelin", 4),
        ("Armes blanches", "knife", 4),
    ],
)
def test_a_precision_serves_its_own_weapons(aptitude: str, weapon: str, dice: int) -> None:
    """DEX-COMBAT-01, DEX-CREATE-14, DEX-TEST-05: another precision leaves the Talent; a bare Aptitude serves all."""
    stage = Stage(a=person("A", aptitudes={aptitude: 2}, weapons=(weapon,)), b=person("B"))
    assert pool(stage, "a", "deusex.shoot", [2] * dice, target="b", weapon=weapon) == dice


def test_one_fights_with_what_one_knows() -> None:
    """DEX-COMBAT-01, -03: a bat that one cannot handle stays in its corner."""
    stage = Stage(["vigile", "nadia"], a=person("A", aptitudes={"Bagarre": 2}, weapons=("baseball_bat",)))
    assert in_hand(stage.read("vigile")) == ("baseball_bat", False)
    assert pool(stage, "vigile", "deusex.attack", [5, 5, 3, 2, 2], target="nadia") == 3
    means, weapon = defence(stage.read("a"), "a")
    assert (means.aptitude, weapon.halved) == ("Bagarre", True)
    assert in_hand(stage.read("a")) == ("unarmed", False)


def test_a_fight_is_over_when_one_side_is_left() -> None:
    """DEX-COMBAT-02: sides, not whether a player plays them."""
    stage = Stage(a=person("A"), m=person("M", pj=False), n=person("N", pj=False))
    stage.does("", "deusex.start-fight", one=("a", "m"), two=("n",))
    stage.change("a", pv=-4, stabilised=True)
    assert not decided(stage.scene)
    stage.change("n", pv=-4, stabilised=True)
    assert decided(stage.scene)


def test_players_against_players_have_sides_too() -> None:
    """DEX-COMBAT-02: two against one; and everyone for themselves where no side is named."""
    stage = Stage(a=person("A"), b=person("B"), c=person("C"))
    stage.does("", "deusex.start-fight", one=("a", "b"), two=("c",))
    stage.change("c", pv=-4, stabilised=True)
    assert decided(stage.scene)
    brawl = Stage(a=person("A"), b=person("B"), c=person("C"))
    brawl.does("", "deusex.start-fight", fighters=("a", "b", "c"))
    brawl.change("c", pv=-4, stabilised=True)
    assert not decided(brawl.scene)
    brawl.change("b", pv=-4, stabilised=True)
    assert decided(brawl.scene)
    assert GAME.order.may_act(brawl.scene) == ("a", "b", "c")


def test_a_fight_needs_two_sides() -> None:
    """DEX-COMBAT-02."""
    stage = Stage(a=person("A"), b=person("B"))
    assert stage.refused("", "deusex.start-fight", one=("a", "b")) == "DEX-COMBAT-02:few_fighters"


def lines(stage: Stage, who: str, action: str, dice: list[int], **values: Any) -> list[str]:
    return [plain(item) for item in stage.does(who, action, dice, **values).why]


def test_what_a_critical_overturns_has_its_line() -> None:
    """DEX-CRIT-04: a failure made a success, a success made a failure; nothing where the total agrees."""
    stage = Stage(a=person("A", aptitudes={"Mécanique": 1}, talents={**dict.fromkeys(TALENTS, 2), "FOR": 4}))
    won = "Le critique l'emporte sur le total : l'échec devient une réussite, marge 0"
    lost = "Le critique l'emporte sur le total : la réussite devient un échec, marge −1"
    assert won in lines(stage, "a", "deusex.test", [10, 10, 1], aptitude="Mécanique", difficulty=30)
    assert won not in lines(stage, "a", "deusex.test", [10, 10, 1], aptitude="Mécanique", difficulty=21)
    assert lost in lines(stage, "a", "deusex.test", [1, 1], talent="FOR", difficulty=5)
    assert lost not in lines(stage, "a", "deusex.test", [1, 1], talent="FOR", difficulty=7)


def test_a_critical_that_goes_first_has_its_line() -> None:
    """DEX-OPP-06: A's MR of 6 beats 12 because it is a critical; nothing where margins agree."""
    stage = Stage(options={"opposition_crit_priority": True}, a=person("A"), b=person("B", aptitudes={"Loi": 2}))
    first = "La réussite critique d'A passe avant une marge plus haute"
    asked: dict[str, Any] = {"opponent": "b", "their_aptitude": "Loi", "difficulty": 14}
    assert first in lines(stage, "a", "deusex.oppose", [10, 10, 9, 9, 5, 4], **asked)
    assert first not in lines(stage, "a", "deusex.oppose", [10, 10, 5, 5, 5, 4], **asked)


def test_a_dodged_shot_says_dodged() -> None:
    """DEX-COMBAT-05: the shot would have landed; a shot that misses by itself is missed."""
    shooter = person("A", aptitudes={"Arme à feu (de poing)": 1}, weapons=("pistol",))
    stage = Stage(options={"ranged_dodge": True}, a=shooter, b=person("B", aptitudes={"Athlétisme": 2}))
    asked: dict[str, Any] = {"target": "b", "weapon": "pistol", "dodge": "Athlétisme"}
    dodged = stage.does("a", "deusex.shoot", [9, 9, 1, 9, 9, 9, 9], **asked).outcome
    assert (dodged.headline.say("fr"), dodged.parts[0].grade.id) == ("B esquive le tir d'A", "dodged")
    missed = stage.does("a", "deusex.shoot", [2, 2, 1, 9, 9, 9, 9], **asked).outcome
    assert (missed.headline.say("fr"), missed.parts[0].grade.id) == ("A manque B", "missed")
    tied = stage.does("a", "deusex.shoot", [9, 9, 1, 9, 8, 1, 1], **asked).outcome
    assert tied.parts[0].grade.id == "dodged"


def test_halves_say_how_they_are_rounded() -> None:
    """DEX-DICE-05: only where something was rounded."""
    stage = Stage(a=person("A", aptitudes={"Bagarre": 2}), b=person("B", pv=-4, stabilised=True))
    odd = lines(stage, "a", "deusex.melee", [5, 5, 5, 2], target="b")
    assert odd[-1] == "Marge 2 divisée par 2 : 1 point de dégâts"
    odd = lines(stage, "a", "deusex.melee", [5, 5, 4, 2], target="b")
    assert odd[-1] == "Marge 1 divisée par 2, arrondie à l'inférieur : 0 point de dégâts"
    up = Stage(options={"half_rounding": "up"}, a=stage["a"], b=stage["b"])
    odd = lines(up, "a", "deusex.melee", [5, 5, 4, 2], target="b")
    assert odd[-1] == "Marge 1 divisée par 2, arrondie au supérieur : 1 point de dégâts"


def test_an_equivalent_aptitude_is_the_mjs_to_name() -> None:
    """DEX-HEAL-02, DEX-STRESS-09, DEX-COMBAT-01: never proposed, and no field of a player's form."""
    cast = {who: GAME.ready()["youssef"].with_changes(aptitudes={"Armes blanches (couteau)": 2}) for who in ("a", "b")}
    scene = GAME.scene("a", cast=cast)
    for name in ("medicine", "psychology", "first-aid", "melee", "shoot"):
        action = GAME.action(f"deusex.{name}")
        assert (action.refuse(scene, None) is None) == (name not in ("medicine", "psychology"))
        assert form(GAME, action, scene).values["aptitude"] == ""
        assert "aptitude" not in {asked.field.name for asked in form(GAME, action, scene, mj=False).fields}


def test_the_dying_are_not_proposed_as_targets() -> None:
    """DEX-WOUND-06, DEX-STRESS-08: of three foes, the one who still acts."""
    ready = GAME.ready()["youssef"]
    foes = {"b": ready.with_changes(pv=-4, pj=False), "c": ready.with_changes(ps=-6, pj=False)}
    cast = {"a": ready, **foes, "d": ready.with_changes(pj=False)}
    scene = GAME.scene("a", cast=cast)
    for name in ("attack", "melee", "shoot"):
        assert form(GAME, GAME.action(f"deusex.{name}"), scene).values["target"] == "d", name
