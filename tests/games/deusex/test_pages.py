"""What pages are told of DeusEx: forms, conditions, turns, sheets, comparisons; the first scene by natural moves."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.dice import Seeded
from tablee.games.deusex import GAME
from tablee.games.deusex.book import BOOK
from tablee.games.deusex.fight.rounds import decided
from tablee.games.deusex.options import TROUBLE_RULES
from tablee.games.deusex.play import CRISIS, DYING
from tablee.rules.action import Scene
from tablee.rules.fields import Rank
from tablee.rules.forms import Form, form
from tablee.rules.playing import Playthrough
from tablee.rules.sheet.sheets import Entry
from tablee.rules.why import Note
from tests.games.deusex.stage import Stage

SEEDS = range(20)


def test_natural_moves_end_the_first_scene() -> None:
    """DEX-COMBAT-02: nothing that is proposed is refused, and a fight is a matter of minutes."""
    counts = []
    for seed in SEEDS:
        fight = Playthrough.first_scene(GAME, Seeded(seed))
        fight.play_out()
        assert len(fight.standing) < 2
        counts.append(sum(1 for who, _, _ in fight.done if who))
    assert sum(counts) / len(counts) <= 40


# conditions


@pytest.mark.parametrize(
    ("changes", "fr", "en", "standing"),
    [
        ({}, "indemne", "unhurt", True),
        ({"pv": 6}, "en forme", "fit", True),
        ({"pv": 3}, "blessée", "hurt", True),
        ({"pv": -3}, "sérieusement blessée", "seriously hurt", True),
        ({"pv": -4}, "grièvement blessée", "gravely hurt", False),
        ({"pv": -6}, "morte", "dead", False),
        ({"ps": -3}, "indemne", "unhurt", True),
        ({"ps": -4}, "en crise majeure", "in a major crisis", False),
        ({"ps": -6}, "perdue pour le jeu", "lost to the game", False),
        ({"withdrawn": True}, "retirée du jeu", "out of play", False),
    ],
)
def test_a_condition_agrees_and_says_who_still_stands(
    changes: dict[str, Any], fr: str, en: str, standing: bool
) -> None:
    """DEX-WOUND-04, -06, -07, DEX-STRESS-07, -08, DEX-TROUBLE-05: in words, and the end of a fight asks the same."""
    stage = Stage(["nadia", "vigile"])
    stage.does("", "deusex.start-fight", one=("nadia",), two=("vigile",))
    stage.change("nadia", **changes)
    found = GAME.condition(stage.scene, "nadia")
    name = stage["nadia"].name
    assert (found.say("fr", name), found.say("en", name), found.standing) == (fr, en, standing)
    assert decided(stage.scene) is not standing
    assert (GAME.action("deusex.test").refuse(stage.scene.acting("nadia"), None) is None) is standing


def test_stress_shows_in_a_condition_only_where_it_is_played_and_in_the_words_chosen() -> None:
    """DEX-STRESS-01, -08."""
    without, neutral = Stage(["nadia"], {"stress_rules": False}), Stage(["nadia"], {"stress_words": "neutral"})
    for stage in (without, neutral):
        stage.change("nadia", ps=-5)
    assert GAME.condition(without.scene, "nadia").standing
    word = GAME.condition(neutral.scene, "nadia").say("fr", neutral["nadia"].name)
    assert word == "hors de jeu pour l'instant"


# turns


def when(scene: Scene[Any]) -> dict[str, str]:
    return {turn.who: turn.when for turn in GAME.order.turns(scene)}


def test_turns_follow_the_round() -> None:
    """DEX-COMBAT-06: shooters by AGI, then the others together; those who look on and those who fell are out."""
    stage = Stage(["nadia", "vigile", "youssef", "tueur", "marc"])
    assert set(when(stage.scene).values()) == {"now"}
    stage.does("", "deusex.start-fight", one=("nadia", "youssef"), two=("vigile", "tueur"))
    assert when(stage.scene) == {
        "tueur": "now",
        "youssef": "next",
        "nadia": "later",
        "vigile": "later",
        "marc": "out",
    }
    stage.does("tueur", "deusex.shoot", [1, 2, 3, 4], target="youssef", weapon="pistol")
    assert [*when(stage.scene).items()][:3] == [("tueur", "done"), ("youssef", "now"), ("nadia", "next")]
    stage.change("vigile", pv=-5)
    assert when(stage.scene)["vigile"] == "out"
    assert GAME.sides(stage.scene, standing=True) == {"one": ("nadia", "youssef"), "two": ("tueur",)}


@pytest.mark.parametrize("clock", [DYING, CRISIS])
def test_countdowns_have_a_name_and_a_unit(clock: str) -> None:
    """DEX-WOUND-06, DEX-STRESS-07."""
    label = BOOK.terms[clock]
    assert label.unit
    assert (label.unit.say("fr", n=1), label.unit.say("en", n=2)) == ("round", "rounds")


# comparisons


def test_what_was_compared_is_data() -> None:
    """DEX-TEST-08, DEX-OPP-02, DEX-COOP-02: a total and its Difficulty, two margins, work and its task."""
    stage = Stage(["nadia", "vigile"])
    done = stage.does("nadia", "deusex.oppose", [9, 9, 3, 2], opponent="vigile")
    found = [note.comparison for note in done.why if isinstance(note, Note) and note.comparison]
    assert [(one.total, one.against, one.margin) for one in found] == [(18, 15, 3), (5, 15, -10), (3, -10, None)]
    assert {one.who for one in found} == {stage["nadia"].name, stage["vigile"].name}
    work = stage.does("nadia", "deusex.cooperate", [9, 9], task=40)
    assert work.outcome.headline.comparison
    assert (work.outcome.headline.comparison.total, work.outcome.headline.comparison.against) == (18, 40)


# sheets


def entries(scene: Scene[Any], who: str) -> dict[str, Entry]:
    return {entry.id: entry for section in GAME.sections(scene.acting(who), who) for entry in section.entries}


def test_a_gauge_tells_its_maximum_and_the_words_of_its_tiers() -> None:
    """DEX-WOUND-04, DEX-CREATE-05, DEX-STRESS-05."""
    stage = Stage(["nadia"], {"stress_words": "neutral"})
    stage.change("nadia", pv=3, ps=0)
    shown = entries(stage.scene, "nadia")
    pv, ps = shown["pv"], shown["ps"]
    assert (pv.drawn, pv.value, pv.most) == ("gauge", 3, 8)
    assert pv.word
    assert ps.word
    assert (pv.word.say("fr"), ps.word.say("fr")) == ("blessée", "éprouvée")
    most = shown["pv_max"].sum
    assert most
    assert most.say("fr") == "PV maximum 8 = FOR 1 + SAN 1 + AGI 2 + autant encore 4"


def test_terms_still_add_up_for_the_strong_the_changed_and_the_wounded() -> None:
    """DEX-WOUND-05, -08, DEX-DICE-03, DEX-STRESS-06."""
    stage = Stage(["colosse", "nadia"])
    strong = entries(stage.scene, "colosse")["pv_max"]
    assert strong.sum
    assert (strong.value, strong.sum.total, [term.value for term in strong.sum.terms]) == (17, 17, [4, 4, 1, 9, -1])
    stage.change("nadia", pv_max=6, pv=-3, ps=-3)
    shown = entries(stage.scene, "nadia")
    changed, dice = shown["pv_max"], shown["aptitude Investigation"]
    assert changed.sum
    assert dice.sum
    assert (changed.value, changed.sum.total) == (6, 6)
    assert (dice.value, dice.sum.total, [term.value for term in dice.sum.terms]) == (0, 0, [2, 2, -3, -3, 2])


def test_optional_chapters_are_on_the_sheet_only_where_they_are_played() -> None:
    """DEX-STRESS-01, DEX-TROUBLE-01: Troubles come with the note on what they bring to the table."""
    plain = Stage(["nadia"], {"stress_rules": False, "trouble_rules": False})
    assert not {"stress", "trouble"} & {section.id for section in GAME.sections(plain.scene, "nadia")}
    assert entries(Stage(["nadia"]).scene, "nadia")["trouble"].help == TROUBLE_RULES.note
    fields = {asked.field.name for asked in asked_of(plain, "", "deusex.create").fields}
    assert "trouble" not in fields


def test_care_and_stability_are_shown_to_those_who_need_them() -> None:
    """DEX-HEAL-01, -03, -04."""
    stage = Stage(["nadia", "youssef"])
    assert not {"treated", "stabilised"} & set(entries(stage.scene, "nadia"))
    stage.change("nadia", pv=-5)
    stage.does("youssef", "deusex.first-aid", [9, 9, 9], patient="nadia")
    shown = entries(stage.scene, "nadia")
    assert (shown["stabilised"].value, len(shown["treated"].value)) == (True, 1)  # type: ignore[arg-type]


def test_the_scene_tells_the_moment_the_task_and_the_deusex_test() -> None:
    """DEX-COMBAT-06, DEX-COOP-03, DEX-RESERVE-05."""

    def told() -> dict[str, Any]:
        return {entry.id: entry.value for section in GAME.surroundings(stage.scene) for entry in section.entries}

    stage = Stage(["nadia", "vigile"])
    before = told()
    assert set(before) == {"deusex"}
    stage.does("nadia", "deusex.cooperate", [9, 9], task=40)
    stage.does("nadia", "deusex.invoke", [5, 5])
    stage.does("", "deusex.start-fight", one=("nadia",), two=("vigile",))
    after = told()
    assert (set(after), after["task"]) == ({"step", "task", "deusex"}, 18)
    assert after["deusex"] != before["deusex"]


# forms


def asked_of(stage: Stage, who: str, action: str, **given: Any) -> Form:
    return form(GAME, GAME.action(action), stage.scene.acting(who), given)


def test_a_talent_is_asked_for_only_where_it_has_a_part() -> None:
    """DEX-TEST-03, -05, -06: without the Aptitude, or where Tests are crossed."""
    plain, crossed = Stage(["nadia", "youssef"]), Stage(["nadia"], {"crossed_tests": True})
    assert "talent" not in asked_of(plain, "nadia", "deusex.test").values
    assert "talent" in asked_of(plain, "nadia", "deusex.test", aptitude="Bagarre").values
    assert "talent" in asked_of(crossed, "nadia", "deusex.test").values
    assert asked_of(plain, "nadia", "deusex.first-aid").values["talent"] == "INT"
    assert "talent" not in asked_of(plain, "youssef", "deusex.first-aid").values


def test_the_neediest_friend_and_the_readiest_weapon_come_first() -> None:
    """DEX-HEAL-01, DEX-COMBAT-01."""
    stage = Stage(["nadia", "youssef", "marc", "vigile"])
    stage.change("vigile", pv=-4)
    stage.change("marc", pv=2)
    assert asked_of(stage, "youssef", "deusex.first-aid").values["patient"] == "marc"
    assert asked_of(stage, "youssef", "deusex.melee").values["weapon"] == "knife"
    assert asked_of(stage, "youssef", "deusex.shoot").values["weapon"] == "pistol"
    assert asked_of(stage, "nadia", "deusex.shoot").values["weapon"] == "improvised"


def test_the_foe_who_answers_worst_is_proposed_where_it_comes_to_blows() -> None:
    """DEX-COMBAT-03."""
    stage = Stage(["youssef", "nadia", "vigile"])
    assert asked_of(stage, "vigile", "deusex.attack").values["target"] == "nadia"
    stage.change("nadia", pv=-4)
    assert asked_of(stage, "vigile", "deusex.attack").values["target"] == "youssef"


def test_a_dodge_is_asked_for_where_the_table_dodges() -> None:
    """DEX-COMBAT-05."""
    for allowed in (False, True):
        stage = Stage(["youssef", "vigile"], {"ranged_dodge": allowed})
        assert ("dodge" in asked_of(stage, "youssef", "deusex.shoot").values) is allowed


def test_two_sides_are_proposed_for_a_fight() -> None:
    """DEX-COMBAT-02: those who can act, players' characters against the others."""
    stage = Stage(["youssef", "nadia", "vigile", "colosse"])
    stage.change("nadia", pv=-4)
    proposed = asked_of(stage, "", "deusex.start-fight").values
    assert (proposed["one"], proposed["two"]) == (("youssef",), ("vigile", "colosse"))


def test_a_creation_has_steps_of_few_fields() -> None:
    """DEX-CREATE-01…14: who, Talents, Aptitudes, Trouble."""
    steps = asked_of(Stage(), "", "deusex.create", name="Zoé").steps
    usual = {group.id: sum(one.field.rank is Rank.USUAL for one in fields) for group, fields in steps.items()}
    assert usual == {"identity": 3, "talents": 6, "aptitudes": 4, "trouble": 1}


def test_nothing_to_buy_is_said_before_the_form() -> None:
    """DEX-EVOL-02, -03."""
    stage = Stage(["nadia"])
    raise_talent, raise_aptitude = GAME.action("deusex.raise-talent"), GAME.action("deusex.raise-aptitude")
    refusal = raise_aptitude.refuse(stage.scene.acting("nadia"), None)
    assert refusal
    assert refusal.say("fr").startswith("Il faut 25 points d'Évolution pour le moindre progrès, Nadia")
    stage.change("nadia", xp=25)
    assert raise_aptitude.refuse(stage.scene.acting("nadia"), None) is None
    assert raise_talent.refuse(stage.scene.acting("nadia"), None)
    proposed = asked_of(stage, "nadia", "deusex.raise-aptitude").values["aptitude"]
    stage.does("nadia", "deusex.raise-aptitude", aptitude=proposed)
    stage.change("nadia", xp=1000, talents=dict.fromkeys(stage["nadia"].talents, 5))
    assert stage.refused("nadia", "deusex.raise-talent", talent="FOR") == "DEX-EVOL-03:above_maximum"
