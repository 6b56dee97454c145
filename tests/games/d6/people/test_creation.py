"""Making characters: points left at every step, problems with a name, random ones that are legal."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.games.d6 import GAME
from tablee.games.d6.lists.reader import PROPOSED, read_lists
from tablee.games.d6.people.creation import Draft, ledger, no_speciality, sheet_of
from tablee.games.d6.people.random_characters import random_draft
from tablee.games.d6.sheet import Sheet
from tablee.rules.fields import read
from tablee.rules.run import Done, perform
from tests.games.d6.lists.test_lists import SPACE
from tests.games.d6.stage import Stage

HEROES = {who: sheet for who, sheet in GAME.ready().items() if isinstance(sheet, Sheet) and sheet.pj}


def draft_of(sheet: Sheet) -> Draft:
    """The draft a sheet came from."""
    kinds = {id: PROPOSED.skills[id].kind for id in sheet.owned}
    return Draft(
        name=sheet.name.fr,
        characteristics=sheet.characteristics,
        levels=sheet.levels,
        reserved={id: paid for id, paid in sheet.owned.items() if kinds[id] == "reserved" and paid != "mj"},
        crafts=tuple(id for id, kind in kinds.items() if kind == "craft"),
        specialities=sheet.specialities,
    )


def test_points_left_are_told_while_the_character_is_being_made() -> None:
    """D6-CREATE-01, -03, -05: a half-made character too."""
    draft = Draft()
    assert ledger(draft, PROPOSED).left().say("en") == "Characteristics: 100 left; skills: 100 left; picks: 0 of 3"
    draft = draft.with_changes(characteristics={"F": "4D"}, levels={"Forge": "1D"}, crafts=("Forge",))
    assert ledger(draft, PROPOSED).left().say("en") == "Characteristics: 82 left; skills: 97 left; picks: 1 of 3"
    draft = draft.with_changes(specialities={"acier": 1, "loups": 2, "foule": 1}, reserved={"Médecine": "points"})
    assert ledger(draft, PROPOSED).left().say("fr").endswith("compétences\u00a0: reste 77\u202f; choix\u00a0: 4 sur 3")


@pytest.mark.parametrize(
    ("wrong", "name"),
    [
        ({"characteristics": dict.fromkeys(("F", "E", "A", "D"), "5D")}, "D6-CREATE-01:characteristics_overspent"),
        ({"characteristics": {"F": "5D+1"}}, "D6-CREATE-02:code_out_of_table"),
        ({"characteristics": {"F": "+2"}}, "D6-CREATE-02:code_out_of_table"),
        ({"characteristics": {"Z": "2D"}}, "D6-CHAR-01:unknown_characteristic"),
        ({"levels": {"Épées": "8D"}}, "D6-CREATE-03:skills_overspent"),
        ({"levels": {"Épées": "10D"}}, "D6-CREATE-02:code_out_of_table"),
        ({"levels": {"Danse": "1D"}}, "D6-CREATE-06:unknown_skill"),
        ({"levels": {"Médecine": "1D"}}, "D6-CREATE-06:level_without_skill"),
        ({"reserved": {"Épées": "points"}}, "D6-CREATE-06:wrong_kind"),
        ({"reserved": {"Sorcellerie": "points"}}, "D6-SKILL-03:not_for_sale"),
        ({"crafts": ["Médecine"]}, "D6-CREATE-06:wrong_kind"),
        ({"granted": ["Danse"]}, "D6-CREATE-06:unknown_skill"),
        ({"specialities": {"Tenace": 1}}, "D6-SPEC-05:describes_characteristic"),
        ({"specialities": {"volonte": 1}}, "D6-SPEC-05:describes_characteristic"),
        ({"specialities": {"EPEES": 1}}, "D6-SPEC-05:covers_whole_skill"),
        ({"specialities": {"loups": 3}}, "D6-SPEC-03:speciality_level"),
        ({"name": " "}, "D6-CREATE-06:name_missing"),
    ],
)
def test_problems_have_names(wrong: dict[str, Any], name: str) -> None:
    """D6-CREATE-01…06, D6-SPEC-03, -05: each says what to do, and nothing is created."""
    assert Stage().refused("", "create", **{"name": "Ana", **wrong}) == name


def test_a_table_may_want_everything_spent() -> None:
    """D6-CREATE-01: of both purses."""
    assert Stage(spend_all=True).refused("", "create", name="Ana") == "D6-CREATE-05:points_left"
    done = Stage(spend_all=True).does("", "create", **draft_of(HEROES["mael"]).model_dump(mode="json"))
    assert "200" in done.outcome.headline.say("en")


def test_a_new_character_has_every_characteristic_at_one_die() -> None:
    """D6-CREATE-01, -06."""
    stage = Stage()
    stage.does("", "create", name="Frère Luc", granted=["Seconde vue"])
    stage.does("", "create", name="Frère Luc")
    assert list(stage.scene.cast) == ["frere-luc", "frere-luc-2"]
    assert {str(code) for code in stage["frere-luc"].characteristics.values()} == {"1D"}
    assert stage["frere-luc"].owned == {"Seconde vue": "mj"}


@pytest.mark.parametrize("who", HEROES)
def test_ready_heroes_spend_every_point(who: str) -> None:
    """D6-CREATE-06, D6-SPEC-06: nine of them, and ten people to meet."""
    accounts = ledger(draft_of(HEROES[who]), PROPOSED, spend_all=True)
    assert not accounts.problems, [problem.say("en") for problem in accounts.problems]
    assert (len(HEROES), len(GAME.ready()) - len(HEROES)) == (9, 10)


@settings(deadline=None, max_examples=60)
@given(data=st.data())
def test_random_characters_are_legal_and_spend_every_point(data: st.DataObject) -> None:
    """D6-CREATE-01…06: whatever the dice."""
    draft = random_draft(PROPOSED, "Ana", True, lambda sides: data.draw(st.integers(0, sides - 1)))
    assert not ledger(draft, PROPOSED, spend_all=True).problems
    assert sheet_of(draft, PROPOSED).name.feminine


@settings(deadline=None, max_examples=20)
@given(data=st.data())
def test_random_characters_follow_a_table_s_lists(data: st.DataObject) -> None:
    """Two characteristics cannot cost 100: as much as they can is spent."""
    lists = read_lists(SPACE)
    draft = random_draft(lists, "Nova", True, lambda sides: data.draw(st.integers(0, sides - 1)))
    accounts = ledger(draft, lists)
    assert not accounts.problems
    assert accounts.characteristics.spent == 60


def test_a_random_character_in_one_call() -> None:
    """D6-CREATE-06: real dice, on record."""
    action, scene = GAME.action("d6.random"), GAME.scene("", {}, {"spend_all": True})
    done = perform(action, scene, read(action.params, {"name": "Ana"}))
    assert isinstance(done, Done)
    assert done.progress.rolls
    assert "200" in done.outcome.headline.say("en")
    assert Stage().refused("", "random", name="") == "D6-CREATE-06:name_missing"


def test_the_mj_s_rulings_refuse_specialities() -> None:
    """D6-SPEC-05."""
    assert no_speciality("bateaux", PROPOSED)
    assert no_speciality("voilier", PROPOSED) is None
    assert no_speciality("voilier", PROPOSED, covers="Navigation")


def test_names_given_twice_do_not_replace_anybody() -> None:
    """D6-CREATE-06: an id that is taken is never given again."""
    stage = Stage("mael")
    for name in ("Ana", "Ana 3", "Ana", "Ana"):
        stage.does("", "create", name=name)
    assert set(stage.scene.cast) == {"mael", "ana", "ana-3", "ana-2", "ana-4"}


def test_gear_and_specialities_of_a_new_character_are_real() -> None:
    """D6-COMBAT-03, D6-SPEC-01."""
    stage = Stage()
    assert stage.refused("", "create", name="Ana", weapons=["Sabre laser"]) == "D6-COMBAT-03:unknown_gear"
    assert stage.refused("", "create", name="Ana", armour="Soie") == "D6-COMBAT-03:unknown_gear"
    assert stage.refused("", "create", name="Ana", specialities={" ": 1}) == "D6-SPEC-01:speciality_name"
