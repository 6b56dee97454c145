"""The sheet as it is laid out: which sections, which codes, what makes them, what they open."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from tablee.games.d6 import GAME
from tablee.games.d6.check.skills import code_for
from tablee.games.d6.codes import ONE_DIE, parse
from tablee.games.d6.lists.reader import PROPOSED
from tablee.games.d6.play import D6Play, lists_of
from tablee.rules.sheet.sheets import Entry
from tests.games.d6.stage import Stage


def sheet(stage: Stage, who: str) -> dict[str, Entry]:
    return {entry.id: entry for section in GAME.sections(stage.scene, who) for entry in section.entries}


def test_sections_stand_in_the_order_of_the_sheet() -> None:
    """D6-CHAR-01: nothing empty: the bear has no experience."""
    order = ["identity", "characteristics", "health", "secondary", "fight", "skills", "specialities", "untrained"]
    scene = GAME.scene()
    assert [section.id for section in GAME.sections(scene, "ysolde")] == [*order, "growth"]
    assert [section.id for section in GAME.sections(scene, "ours")] == order


def test_a_code_tells_what_makes_it_and_what_it_opens() -> None:
    """D6-SCORE-01, D6-BASE-01, D6-COMBAT-03: a score, a weapon, its damage, resistance."""
    mael = sheet(Stage("mael"), "mael")
    forge = mael["skill:Forge"]
    assert forge.sum
    assert (forge.value, forge.sum.say("fr")) == ("5D", "Forge 5D = base 3D + niveau 2D")
    assert [note.saying.clause.id for note in forge.why] == ["D6-BASE-01"]
    assert forge.opens
    assert (forge.opens.action, forge.opens.params) == ("d6.test", {"what": "Forge"})
    said = {id: entry.sum.say("fr") for id, entry in mael.items() if entry.sum}
    assert said["damage:Masse"] == "Dégâts 5D = Force 4D + Masse 1D"
    assert said["resistance"] == "Résistance 5D = Encaissement de blessures 4D + Cuir clouté 1D"
    weapon = mael["weapon:Masse"]
    assert weapon.opens
    assert (weapon.value, weapon.opens.params, weapon.edited_by) == ("5D+1", {"weapon": "Masse"}, "d6.equip")


@pytest.mark.parametrize("who", GAME.ready())
def test_secondary_values_are_the_means_that_they_tell(who: str) -> None:
    """D6-DERIVED-02: the mean of the codes named, to the nearest, a half upwards."""
    stage = Stage(who)
    for id, value in PROPOSED.derived.items():
        codes = [stage[who].characteristics[key].rank for key in value.mean]
        entry = sheet(stage, who)[f"secondary:{id}"]
        assert parse(str(entry.value)).rank == (2 * sum(codes) + len(codes)) // (2 * len(codes))
        told = entry.why[0].say("en")
        assert all(str(stage[who].characteristics[key]) in told for key in value.mean)


def test_wounds_are_a_track_of_named_steps_and_weigh_on_every_code() -> None:
    """D6-COMBAT-05…07."""
    stage = Stage("ysolde").change("ysolde", wounds=2, fatigue=3, fear=1)
    ysolde = sheet(stage, "ysolde")
    wounds = ysolde["wounds"]
    assert (wounds.value, wounds.most, wounds.drawn) == (2, 6, "boxes")
    assert [(step.at, step.label.say("fr")) for step in wounds.steps] == [
        (1, "−1D"),
        (2, "−2D"),
        (3, "−3D"),
        (4, "hors de combat"),
        (6, "morte"),
    ]
    assert ysolde["malus"].sum
    assert ysolde["malus"].sum.say("fr") == "Dés en moins 3D = blessures 2D + fatigue 1D"
    assert ysolde["fear"].field == "fear"
    bow = ysolde["weapon:Arc long"].sum
    assert bow
    assert bow.say("fr") == "Tir à l'arc 2D = base 3D + niveau 3D − blessures 2D − fatigue 1D − peur 1D"
    assert "stable" in sheet(stage.change("ysolde", wounds=5), "ysolde")
    assert sheet(stage.change("ysolde", wounds=9), "ysolde")["wounds"].value == 6


def test_a_sheet_of_other_lists_shows_what_it_can() -> None:
    """D6-CHAR-01: a skill that the table does not have keeps its level, and a line that says why."""
    lists = PROPOSED.with_changes(
        skills={id: one for id, one in PROPOSED.skills.items() if id != "Forge"}, roles={}, weapons={}
    )
    mael = sheet(Stage("mael", play=D6Play(lists=lists)), "mael")
    assert (mael["skill:Forge"].value, mael["skill:Forge"].opens) == ("2D", None)
    assert mael["skill:Forge"].why[0].saying.clause.id == "D6-CHAR-01"
    assert not [id for id in mael if id.startswith(("weapon:", "damage:", "defence:"))]


@pytest.mark.parametrize(
    ("changes", "word", "stands"),
    [
        ({}, "indemne", True),
        ({"wounds": 1}, "blessée", True),
        ({"fatigue": 2}, "fatiguée", True),
        ({"wounds": 1, "fatigue": 2}, "mal en point", True),
        ({"fear": 1}, "indemne", True),
        ({"fear": 2}, "en fuite", False),
        ({"fatigue": 4}, "inconsciente", False),
        ({"wounds": 4}, "hors de combat et mourante", False),
        ({"wounds": 4, "stable": True}, "hors de combat", False),
        ({"wounds": 7}, "morte", False),
    ],
)
def test_a_condition_in_a_word_agrees_with_who_may_act(changes: dict[str, Any], word: str, stands: bool) -> None:
    """D6-COMBAT-05…07: whoever does not stand has no turn, cannot attack and takes no part in the next fight."""
    stage = Stage("ysolde", "loup", "mael")
    stage.does("", "fight", 5, 5, 5, 5, 1, 2, 2, 2, 1, 2, 2, first=["ysolde"])
    stage.change("ysolde", **changes)
    condition = GAME.condition(stage.scene, "ysolde")
    assert (condition.say("fr", stage["ysolde"].name), condition.standing) == (word, stands)
    when = {turn.who: turn.when for turn in GAME.order.turns(stage.scene)}
    assert (when["ysolde"], "ysolde" in stage.now()) == (("now", True) if stands else ("out", False))
    attack = GAME.action("d6.attack")
    assert (attack.refuse(stage.scene.acting("ysolde"), None) is None) == stands


def test_turns_are_read_in_the_order_of_initiative() -> None:
    """D6-COMBAT-01: those who have the initiative act before the others, whatever the dice."""
    stage = Stage("mael", "loup", "garde", "ysolde")
    stage.does("", "fight", 1, 1, 2, 6, 5, 5, 5, 2, 2, 2, fighters=["mael", "loup", "garde"], first=["mael"])
    assert stage.order() == [("mael",), ("loup",), ("garde",)]
    assert GAME.order.turns(stage.scene) == (
        ("mael", "now"),
        ("loup", "next"),
        ("garde", "later"),
        ("ysolde", "out"),
    )
    stage.does("mael", "pass")
    assert [turn.when for turn in GAME.order.turns(stage.scene)] == ["done", "now", "next", "out"]


def test_a_fight_within_one_camp_is_each_for_themselves() -> None:
    stage = Stage("mael", "ysolde")
    assert GAME.sides(stage.scene) == {"players": ("mael", "ysolde")}
    stage.does("", "fight", 5, 5, 5, 2, 2, 2, 2)
    assert GAME.sides(stage.scene) == {"mael": ("mael",), "ysolde": ("ysolde",)}


def test_the_scene_shows_who_has_defended() -> None:
    """D6-COMBAT-02."""
    stage = Stage("mael", "bandit")
    assert [section.id for section in GAME.surroundings(stage.scene)] == ["lists"]
    stage.does("", "fight", 1, 1, 2, 6, 5, first=["bandit"])
    stage.does("bandit", "attack", 1, 2, 1, 5, 5, 5, 5, 5, target="mael")
    defences, _ = GAME.surroundings(stage.scene)
    assert [(entry.id, entry.value) for entry in defences.entries] == [("mael", 1)]


def test_the_scene_shows_the_lists_of_the_table() -> None:
    """D6-CHAR-01, D6-SKILL-01: characteristics, skills by kind, weapons; each opens the change of lists."""
    (lists,) = GAME.surroundings(Stage("mael").scene)
    told = {entry.id: entry.value for entry in lists.entries}
    assert list(told)[:2] == ["characteristics", "common"]
    assert isinstance(told["characteristics"], tuple)
    assert "Force" in [one.say("fr") for one in told["characteristics"] if not isinstance(one, str)]
    assert all(entry.opens and entry.opens.action == "d6.lists" for entry in lists.entries)


@pytest.mark.parametrize("fear", [-1, 3, 1_000_000])
def test_fear_is_none_shaken_or_in_flight(fear: int) -> None:
    """D6-COMBAT-07: another number is refused: the sheet has no word for it."""
    with pytest.raises(ValidationError):
        GAME.ready()["ysolde"].with_changes(fear=fear)


@pytest.mark.parametrize("left_out", ["F", "V"])
def test_a_sheet_made_with_other_lists_is_shown_and_played(left_out: str) -> None:
    """D6-CREATE-01: a characteristic that a sheet leaves out counts 1D, as each one begins."""
    mael = Stage("mael").scene["mael"]
    kept = {key: code for key, code in mael.characteristics.items() if key != left_out}
    scene = GAME.scene("mael", cast={**GAME.ready(), "mael": mael.with_changes(characteristics=kept)})
    lists = lists_of(scene)
    assert code_for(scene, "mael", left_out).code == ONE_DIE
    assert all(code_for(scene, "mael", what).code.dice for what in (*lists.derived, *lists.skills))
    assert GAME.sections(scene, "mael")
