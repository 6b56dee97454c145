"""Fights, wounds, care, stress, evolution: what actions do to people."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tablee.dice import odds
from tablee.dice.audit import brute
from tablee.games.deusex import GAME
from tablee.games.deusex.check.checks import Try
from tablee.games.deusex.fight.attack import in_hand
from tablee.games.deusex.fight.damage import Harm
from tablee.games.deusex.fight.melee import Brawl, Foe, melee_round
from tablee.games.deusex.fight.ranged import dodged_shot, shot
from tablee.games.deusex.health.stress import shaken
from tablee.games.deusex.people.ready import ready
from tablee.games.deusex.play import MELEE, play_of
from tablee.rules.fields import record_of
from tablee.rules.forms import form, natural_move
from tablee.rules.run import expected
from tablee.rules.tell import part_label, parts_for_players
from tests.games.deusex.stage import Stage

KNIFE, FISTS, PISTOL = Harm(1), Harm(1, True), Harm(2)


@pytest.mark.parametrize("difference", [False, True])
def test_the_odds_of_fights_are_those_of_their_faces(difference: bool) -> None:
    """DEX-COMBAT-03…06, DEX-WOUND-01."""
    a, b = Try(2, 2, 10), Try(2, 1, 12)
    bout, dodged, hit = melee_round(a, b, (KNIFE, FISTS), False, difference), dodged_shot(a, b, PISTOL), shot(a, PISTOL)
    assert brute(bout) == odds(bout)
    assert brute(dodged) == odds(dodged)
    assert brute(hit) == odds(hit)
    crowd = Brawl(Try(1, 3, 8), Try(1, 2, 8), (KNIFE, FISTS), (Foe(Try(1, 1, 6), KNIFE),), False, difference)
    assert brute(crowd) == odds(crowd)


def test_the_odds_of_a_shock_are_those_of_its_faces() -> None:
    """DEX-STRESS-02, -03."""
    question = shaken(Try(2, 1, 15), "murder_or_accident")
    assert brute(question) == odds(question)


def test_a_shot_tells_damage_and_tier() -> None:
    """DEX-COMBAT-04, DEX-WOUND-04: every outcome names the tier it leads to."""
    scene, action = GAME.scene("youssef"), GAME.action("deusex.shoot")
    do = record_of(action.params, {"target": "vigile", "weapon": "pistol"}, scene)
    law = expected(action, scene, do)
    assert law.chance(lambda parts: parts[0].grade.id == "missed") == Fraction(352, 1000)
    labels = {part_label(GAME, scene, parts[0], "fr") for parts in law}
    assert {"manqué", "touché, sans dégâts, dégâts 0", "touché, mort, dégâts 16"} <= labels


@pytest.mark.parametrize(
    ("weapon", "who", "aptitude"),
    [
        ("unarmed", "youssef", "Bagarre"),
        ("improvised", "youssef", "Bagarre"),
        ("knife", "youssef", "Armes blanches (couteau)"),
        ("baseball_bat", "vigile", "Armes blanches (matraque)"),
        ("pistol", "youssef", "Arme à feu (de poing)"),
        ("war_weapon", "operateur", "Arme à feu (de guerre)"),
        ("unarmed", "operateur", "Art martial"),
    ],
)
def test_each_weapon_has_its_aptitude(weapon: str, who: str, aptitude: str) -> None:
    """DEX-COMBAT-01: of those that serve, the one best known."""
    sheet = ready()[who].with_changes(weapons=(weapon,) if weapon not in ("unarmed", "improvised") else ())
    assert sheet.wields(sheet.at_hand[weapon])[0] == aptitude


def test_a_grenade_needs_the_mj_to_say_which_aptitude_serves() -> None:
    """DEX-COMBAT-01, DEX-WOUND-02."""
    stage = Stage(["youssef", "vigile"])
    stage.change("youssef", weapons=("grenade",))
    asked: dict[str, Any] = {"target": "vigile", "weapon": "grenade"}
    assert stage.refused("youssef", "deusex.shoot", **asked) == "DEX-COMBAT-01:which_aptitude"
    stage.does("youssef", "deusex.shoot", [7, 6, 6], aptitude="Athlétisme", **asked)
    assert stage["vigile"].pv == -10


def test_what_is_shot_or_thrown_unless_told_is_the_weapon_in_hand() -> None:
    """DEX-COMBAT-01, -04, DEX-WOUND-02: the pistol carried, on AGI too; something that lies around only if named."""
    stage = Stage(["youssef", "nadia", "vigile"])
    stage.does("youssef", "deusex.shoot", [7, 6, 5], target="vigile")  # 18: margin 3, twice
    assert stage["vigile"].pv == 10 - 6
    assert "Arme de Youssef Diarra\N{NO-BREAK SPACE}: pistolet" in stage.cards["fr"][-1]
    stage.change("nadia", weapons=("pistol",), aptitudes={"Bagarre": 1})
    assert form(GAME, GAME.action("deusex.shoot"), stage.read("nadia")).values["weapon"] == "pistol"
    stage.change("nadia", weapons=("baseball_bat",), aptitudes={"Armes blanches (matraque)": 0})
    assert stage.refused("nadia", "deusex.shoot", target="vigile") == "DEX-COMBAT-04:nothing"
    stage.does("nadia", "deusex.shoot", [1, 2], target="vigile", weapon="improvised")
    assert stage.cards["fr"][-1].startswith("Nadia Belkacem lance ce qui traîne et manque le vigile")
    stage.does("nadia", "deusex.melee", [9, 8, 1, 1, 1], target="vigile")  # 17: margin 2
    assert stage["vigile"].pv == 4 - 2  # the bat: the margin, where bare hands halve it


def test_whoever_carries_nothing_but_a_grenade_is_proposed_to_throw_it() -> None:
    """DEX-COMBAT-01: on AGI, which needs no word of the MJ; not whatever lies around."""
    stage = Stage(["tueur", "nadia"])
    stage.change("tueur", weapons=("grenade",))
    moved = natural_move(GAME, stage.read("tueur"))
    assert moved
    assert (moved[0].id, moved[1]["weapon"], moved[1]["talent"]) == ("deusex.shoot", "grenade", "AGI")


def test_one_attacks_with_what_one_can_use() -> None:
    """DEX-COMBAT-01: a grenade asks for the MJ's word, the knife beside it does not."""
    stage = Stage(["youssef", "vigile"])
    stage.change("youssef", weapons=("grenade", "knife"))
    assert in_hand(stage.read("youssef")) == ("knife", False)
    stage.does("youssef", "deusex.attack", [9, 9, 5, 2, 2, 2, 1], target="vigile")
    stage.change("youssef", weapons=("grenade",))
    assert stage.refused("youssef", "deusex.attack", target="vigile") == "DEX-COMBAT-01:which_aptitude"


def test_those_who_cannot_fight_do_not_roll() -> None:
    """DEX-COMBAT-03: the attack is a plain Test."""
    stage = Stage(["petite_frappe", "nadia"])
    stage.change("nadia", pv=-4, reserve=1)
    done = stage.does("petite_frappe", "deusex.melee", [7, 7, 3], target="nadia", weapon="knife")
    assert [roll.by for roll in done.progress.rolls] == ["petite_frappe"]
    assert stage["nadia"].pv == -6
    assert stage.refused("petite_frappe", "deusex.melee", target="nadia") == "DEX-WOUND-07:target_dead"


def test_a_weapon_one_cannot_use_does_not_disarm() -> None:
    """DEX-COMBAT-01, -03, DEX-TEST-05: where nothing is improvised, the watchman leaves the bat and uses bare fists."""
    stage = Stage(["petite_frappe", "vigile"], {"untrained": "forbidden"})
    stage.change("vigile", aptitudes={"Bagarre": 1})
    stage.does("petite_frappe", "deusex.melee", [5, 5, 4, 7, 7, 7], target="vigile", weapon="knife")  # −1 against 6
    assert stage["petite_frappe"].pv == 7


def test_several_assailants_meet_one_roll() -> None:
    """DEX-COMBAT-06: each who beats it wounds; it wounds only the one named."""
    stage = Stage(["youssef", "petite_frappe", "vigile"])
    stage.does(
        "youssef",
        "deusex.melee",
        [6, 6, 5, 3, 5, 5, 2, 9, 9, 1],  # MR 5 against −3, then the watchman's bat: 19, MR 4
        target="petite_frappe",
        weapon="knife",
        assailants=("vigile",),
    )
    assert (stage["petite_frappe"].pv, stage["youssef"].pv) == (5, 14)
    stage.does(
        "youssef",
        "deusex.melee",
        [6, 6, 5, 3, 5, 5, 2, 10, 10, 1],  # 21: MR 6
        target="petite_frappe",
        weapon="knife",
        assailants=("vigile",),
    )
    assert (stage["petite_frappe"].pv, stage["youssef"].pv) == (0, 8)


def test_the_line_says_who_dealt_what() -> None:
    """DEX-COMBAT-06: the one named, the others, and what the winner lost meanwhile."""
    stage = Stage(["youssef", "petite_frappe", "vigile"])
    asked: dict[str, Any] = {"target": "petite_frappe", "weapon": "knife", "assailants": ("vigile",)}
    won = stage.does("youssef", "deusex.melee", [6, 6, 5, 3, 5, 5, 2, 10, 10, 1], **asked).outcome.headline
    assert won.say("en") == (
        "Youssef Diarra hits the street thug for 5 points of damage (hurt); "
        "Youssef Diarra takes 6 points of damage from the night watchman (fit)"
    )
    assert won.say("fr").endswith("Youssef Diarra subit 6 points de dégâts du vigile (en forme)")
    lost = stage.does("youssef", "deusex.melee", [2, 2, 3, 3, 9, 9, 2, 10, 10, 1], **asked).outcome.headline
    assert lost.say("en") == (
        "Youssef Diarra attacks and is hit for 11 points of damage, 5 from the street thug, 6 from the night watchman "
        "(seriously hurt)"
    )
    assert lost.say("fr").endswith("11 points de dégâts, 5 de la petite frappe, 6 du vigile (sérieusement blessé)")
    neither = Stage(["youssef", "petite_frappe", "vigile"]).does(
        "youssef", "deusex.melee", [2, 2, 3, 3, 1, 3, 2, 10, 10, 1], **asked
    )
    assert neither.outcome.headline.say("en") == (
        "Neither Youssef Diarra nor the street thug lands a blow; "
        "Youssef Diarra takes 6 points of damage from the night watchman (fit)"
    )
    assert neither.why[-1].say("en") == "The night watchman attacks Youssef Diarra too: 6 points of damage"


def test_the_line_of_a_lost_attack_says_who_attacked() -> None:
    """DEX-COMBAT-03: who attacked, then what the other dealt, in the gender of the one hit."""
    stage = Stage(["nadia", "vigile"])
    lost = stage.does("nadia", "deusex.melee", [2, 7, 7, 7, 7], target="vigile").outcome.headline
    nbsp = "\N{NO-BREAK SPACE}"
    assert lost.say("fr") == (
        f"Nadia Belkacem attaque et se découvre{nbsp}: le vigile la touche, 6 points de dégâts (blessée)"
    )
    assert lost.say("en") == (
        "Nadia Belkacem attacks and is left open: the night watchman hits back for 6 points of damage (hurt)"
    )
    grazed = Stage(["nadia", "vigile"]).does("nadia", "deusex.melee", [2, 5, 5, 5, 5], target="vigile").outcome.headline
    assert grazed.say("fr").endswith("le vigile la touche sans la blesser")
    assert grazed.say("en").endswith("the night watchman hits back, without harm")


def test_dodging_is_the_mjs_choice() -> None:
    """DEX-COMBAT-05: refused where the table does not play it; opposed where it does."""
    shot_at: dict[str, Any] = {"target": "tomas", "weapon": "pistol", "dodge": "Athlétisme"}
    assert Stage(["tueur", "tomas"]).refused("tueur", "deusex.shoot", **shot_at) == "DEX-COMBAT-05:option_off"
    stage = Stage(["tueur", "tomas"], {"ranged_dodge": True})
    stage.does("tueur", "deusex.shoot", [6, 6, 6, 1, 6, 6, 4, 4], **shot_at)  # MR 4 against 5
    assert stage["tomas"].pv == 12


def test_a_round_goes_from_words_to_shots_to_blows() -> None:
    """DEX-COMBAT-02, -06."""
    stage = Stage(["youssef", "tueur"])
    assert stage.refused("youssef", "deusex.declare") == "DEX-COMBAT-02:no_fight"
    assert stage.refused("", "deusex.start-fight", fighters=("youssef",)) == "DEX-COMBAT-02:few_fighters"
    stage.does("", "deusex.start-fight", fighters=("youssef", "tueur"))
    assert stage.refused("", "deusex.start-fight", fighters=("youssef", "tueur")) == "DEX-COMBAT-02:fighting"
    assert GAME.order.may_act(stage.scene) == ("tueur",)
    assert stage.refused("tueur", "deusex.melee", target="youssef", weapon="knife") == "DEX-COMBAT-06:not_now"
    stage.does("tueur", "deusex.declare", what=MELEE)
    stage.does("youssef", "deusex.declare", what=MELEE)
    assert play_of(stage.scene).step == MELEE
    assert GAME.order.may_act(stage.scene) == ("youssef", "tueur")
    stage.does("tueur", "deusex.attack", [4, 4, 4, 4, 4, 4, 3], target="youssef")  # knife against knife: statu quo
    assert stage.refused("youssef", "deusex.declare") == "DEX-COMBAT-06:not_now"
    assert [due.action for due in GAME.order.due(stage.scene)] == ["deusex.next-round"]


def test_shots_of_one_instant_both_count() -> None:
    """DEX-COMBAT-06: equal AGI, both shoot, even the one who falls."""
    stage = Stage(["youssef", "inspectrice"])
    stage.does("", "deusex.start-fight", fighters=("youssef", "inspectrice"))
    stage.does("youssef", "deusex.shoot", [9, 9, 9], target="inspectrice", weapon="pistol")
    assert stage["inspectrice"].pv == -14
    stage.does("inspectrice", "deusex.shoot", [7, 7, 7], target="youssef", weapon="pistol")
    assert stage["youssef"].pv == 2
    assert [due.action for due in GAME.order.due(stage.scene)] == ["deusex.end-fight"]


def test_without_care_a_countdown_ends_in_death() -> None:
    """DEX-WOUND-06, -07: at the end of the last round."""
    stage = Stage(["nadia", "marc"])
    stage.change("nadia", pv=-5)
    assert [(due.action, due.who) for due in GAME.order.due(stage.scene)] == [("deusex.countdown", "nadia")]
    stage.does("nadia", "deusex.countdown", [2])
    assert stage.refused("nadia", "deusex.countdown") == "DEX-WOUND-06:no_count"
    stage.does("", "deusex.next-round")
    assert stage["nadia"].pv == -5
    stage.does("", "deusex.next-round")
    assert stage["nadia"].pv == -6
    assert stage.refused("marc", "deusex.medicine", patient="nadia") == "DEX-WOUND-07:dead"


def test_care_stops_the_count_once_per_wound() -> None:
    """DEX-HEAL-01…04: stable, still for the hospital, and a new wound opens care again."""
    stage = Stage(["nadia", "marc"])
    stage.change("nadia", pv=-5)
    stage.does("nadia", "deusex.countdown", [2])
    stage.does("marc", "deusex.first-aid", [5, 5, 5], patient="nadia")
    assert (stage["nadia"].pv, stage["nadia"].needs_hospital) == (-4, True)
    assert stage.scene.play.clocks == ()
    assert GAME.order.due(stage.scene) == ()
    assert stage.refused("marc", "deusex.first-aid", patient="nadia") == "DEX-HEAL-04:already_treated"
    stage.does("marc", "deusex.medicine", [5, 5, 5, 6], patient="nadia")
    assert (stage["nadia"].pv, stage["nadia"].needs_hospital) == (-1, False)
    stage.does("", "deusex.hospital", patient="nadia", pv=15)
    assert stage["nadia"].pv == 8  # her maximum
    stage.does("marc", "deusex.first-aid", [5, 5, 5], patient="nadia")


def test_a_shock_costs_ps_tier_and_phase() -> None:
    """DEX-STRESS-04, -05, DEX-TROUBLE-03: the odds say all three."""
    scene, action = GAME.scene("marc"), GAME.action("deusex.stress")
    law = expected(action, scene, record_of(action.params, {"incident": "learn_loss"}, scene))
    assert law.p((next(parts for parts in law if parts[0].amount("loss") == 3)[0],)) == Fraction(1, 100)
    assert {parts[0].amount("phase") for parts in law} == {0, 1, 2, 3}


def test_a_table_may_choose_its_words_and_hide_numbers() -> None:
    """DEX-STRESS-01, -08: neutral words, no number."""
    quiet = {"stress_words": "neutral", "stress_numbers": "hidden"}
    stage = Stage(["marc"], quiet)
    done = stage.does("marc", "deusex.stress", [5, 9], incident="witness_death")
    assert done.outcome.headline.say("fr") == "Marc Thivierge\N{NO-BREAK SPACE}: retiré du jeu"
    assert "PS" not in stage.told("fr")
    assert "hase" not in stage.told("fr")
    assert parts_for_players(GAME, stage.scene, done.outcome.parts)[0].amounts == ()


def test_without_troubles_a_saved_character_recovers() -> None:
    """DEX-TROUBLE-02, -05: no phase, no withdrawal; the dice only know PS."""
    stage = Stage(["marc", "nadia"], {"trouble_rules": False})
    stage.change("marc", ps=6)
    stage.does("marc", "deusex.stress", [7, 7], incident="learn_loss")
    assert (stage["marc"].ps, stage["marc"].phase) == (-4, 0)
    stage.does("marc", "deusex.countdown", [4])
    stage.does("nadia", "deusex.psychology", [9, 9, 4], patient="marc")
    assert stage["marc"].ps == -1
    assert stage.does("marc", "deusex.test", [9], difficulty=5).outcome.parts[0].amount("margin") == 4


def test_nobody_came() -> None:
    """DEX-STRESS-07, -08: told soberly, or neutrally."""
    stage = Stage(["marc"], {"stress_words": "neutral"})
    stage.change("marc", ps=-4)
    stage.does("marc", "deusex.countdown", [1])
    done = stage.does("", "deusex.next-round")
    assert stage["marc"].ps == -6
    assert done.why[0].say("en") == "Marc Thivierge leaves play"


def test_long_care_takes_a_phase_back() -> None:
    """DEX-STRESS-10, DEX-TROUBLE-04: one phase at a time, from the third too; below phase 0 there is none."""
    stage = Stage(["marc"])
    stage.change("marc", ps=-2, phase=2)
    stage.does("", "deusex.commitment", patient="marc", ps=12, eases=True)
    assert (stage["marc"].ps, stage["marc"].phase) == (10, 1)
    stage.change("marc", phase=3)
    stage.does("", "deusex.commitment", patient="marc", ps=5, eases=True)
    assert stage["marc"].phase == 2
    stage.change("marc", phase=0)
    refusal = stage.refused("", "deusex.commitment", patient="marc", ps=5, eases=True)
    assert refusal == "DEX-TROUBLE-04:not_reversible"
    stage.does("", "deusex.commitment", patient="marc", ps=5, as_npc=True)
    assert not stage["marc"].pj


def test_evolution_is_paid_step_by_step() -> None:
    """DEX-EVOL-01…05."""
    stage = Stage(["nadia"])
    stage.does("", "deusex.award-xp", to="nadia", points=85)
    stage.does("nadia", "deusex.raise-aptitude", aptitude="Chimie")
    assert (stage["nadia"].aptitudes["Chimie"], stage["nadia"].xp) == (0, 60)
    stage.does("nadia", "deusex.raise-aptitude", aptitude="Hacking")
    assert (stage["nadia"].aptitudes["Hacking"], stage["nadia"].xp) == (2, 0)
    assert stage.refused("nadia", "deusex.raise-talent", talent="SAN") == "DEX-EVOL-02:insufficient"
    stage.does("", "deusex.award-xp", to="nadia", points=30)
    assert stage.refused("nadia", "deusex.raise-talent", talent="INT") == "DEX-EVOL-02:insufficient"
    stage.does("nadia", "deusex.raise-talent", talent="SAN")
    assert (stage["nadia"].talents["SAN"], stage["nadia"].pv_max, stage["nadia"].pv) == (2, 10, 10)
    stage.does("", "deusex.adjust-talent", whose="nadia", talent="SAN", score=1)
    assert stage["nadia"].pv_max == 8


def test_an_aptitude_may_be_anything_with_a_name() -> None:
    """DEX-CREATE-09: the list is open, even to odd spellings."""
    stage = Stage(["nadia"])
    stage.change("nadia", xp=50)
    assert stage.refused("nadia", "deusex.raise-aptitude", aptitude=" ") == "DEX-CREATE-09:aptitude_missing"
    done = stage.does("nadia", "deusex.raise-aptitude", aptitude="Tir à l'arc {olympique}")
    assert "Tir à l'arc {olympique}" in done.outcome.headline.say("fr")


def test_nothing_rises_above_its_maximum() -> None:
    """DEX-EVOL-03."""
    stage = Stage(["nadia"])
    stage.change("nadia", xp=500, aptitudes={"Hacking": 3})
    assert stage.refused("nadia", "deusex.raise-aptitude", aptitude="Hacking") == "DEX-EVOL-03:above_maximum"


def test_the_aptitude_left_open_is_defined_in_play() -> None:
    """DEX-CREATE-10."""
    stage = Stage(["ines", "nadia"])
    assert stage.refused("nadia", "deusex.define", aptitude="Chimie") == "DEX-CREATE-10:no_open_place"
    assert stage.refused("ines", "deusex.define", aptitude="Pickpocket") == "DEX-CREATE-13:already_known"
    stage.does("ines", "deusex.define", aptitude="Langue", precision="Russe")
    assert stage["ines"].aptitudes["Langue (Russe)"] == 1
    assert not stage["ines"].left_open
