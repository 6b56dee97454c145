"""Making characters: points left at every step, problems with a name, random ones that are legal."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.games.d6 import GAME
from tablee.games.d6.lists.reader import PROPOSED, read_lists
from tablee.games.d6.options import Prices
from tablee.games.d6.people.creation import create, ledger, no_speciality, sheet_of
from tablee.games.d6.people.draft import Draft
from tablee.games.d6.people.random_characters import random_draft
from tablee.games.d6.sheet import Sheet
from tablee.rules.fields import record_of
from tablee.rules.forms import form
from tablee.rules.run import Done, perform
from tablee.table.decide.refusal import Refusal
from tablee.table.log.store import store_at
from tablee.table.service import House, Submitted
from tablee.table.topics.action import Act
from tablee.table.topics.seat import Invite, Join
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
        specialities=tuple(sheet.specialities),
        speciality_levels=sheet.specialities,
    )


def test_points_left_are_told_while_the_character_is_being_made() -> None:
    """D6-CREATE-01, -03, -05: a half-made character too."""
    draft = Draft()
    assert ledger(draft, PROPOSED).left().say("en") == "Characteristics: 100 left; skills: 100 left; picks: 0 of 3"
    draft = draft.with_changes(characteristics={"F": "4D"}, levels={"Forge": "1D"}, crafts=("Forge",))
    assert ledger(draft, PROPOSED).left().say("en") == "Characteristics: 82 left; skills: 97 left; picks: 1 of 3"
    draft = draft.with_changes(specialities=("acier", "loups", "foule"), reserved={"Médecine": "points"})
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
        ({"specialities": ["Tenace"]}, "D6-SPEC-05:describes_characteristic"),
        ({"specialities": ["volonte"]}, "D6-SPEC-05:describes_characteristic"),
        ({"specialities": ["EPEES"]}, "D6-SPEC-05:covers_whole_skill"),
        ({"specialities": ["loups"], "speciality_levels": {"loups": 3}}, "D6-SPEC-03:speciality_level"),
        ({"speciality_levels": {"loups": 2}}, "D6-SPEC-03:speciality_not_chosen"),
        ({"specialities": ["Épée longue", "épée longue"]}, "D6-SPEC-05:twice"),
        ({"specialities": ["épée longue", "EPEE LONGUE"]}, "D6-SPEC-05:twice"),
        ({"specialities": ["épée longue", " épée  longue "]}, "D6-SPEC-05:twice"),
        ({"crafts": ["Forge", "Forge"]}, "D6-SPEC-05:twice"),
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
    accounts = ledger(draft_of(HEROES[who]), PROPOSED, Prices(spend_all=True))
    assert not accounts.problems, [problem.say("en") for problem in accounts.problems]
    assert (len(HEROES), len(GAME.ready()) - len(HEROES)) == (9, 10)


@settings(deadline=None, max_examples=60)
@given(data=st.data())
def test_random_characters_are_legal_and_spend_every_point(data: st.DataObject) -> None:
    """D6-CREATE-01…06: whatever the dice."""
    draft = random_draft(PROPOSED, "Ana", True, lambda sides: data.draw(st.integers(0, sides - 1)))
    assert not ledger(draft, PROPOSED, Prices(spend_all=True)).problems
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
    done = perform(action, scene, record_of(action.params, {"name": "Ana"}))
    assert isinstance(done, Done)
    assert done.progress.rolls
    assert "200" in done.outcome.headline.say("en")
    assert Stage().refused("", "random", name="") == "D6-CREATE-06:name_missing"


def test_the_mj_s_rulings_refuse_specialities() -> None:
    """D6-SPEC-05."""
    assert no_speciality("bateaux", PROPOSED)
    assert no_speciality("voilier", PROPOSED) is None


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
    assert stage.refused("", "create", name="Ana", specialities=[" "]) == "D6-SPEC-01:speciality_name"


def test_the_mj_fixes_the_level_of_a_speciality_at_creation_too(tmp_path: Path) -> None:
    """D6-SPEC-03: players name them; the level is that of the lists, 1, or what the MJ says, then and later."""
    house = House(store_at(str(tmp_path / "tables.db")))
    table, token = house.open("d6", "Essai")
    mj = house.seat(table, token)
    assert isinstance(house.submit(table, mj, Join(called="Mo", words="lune")), Submitted)
    link = house.submit(table, mj, Invite())
    assert isinstance(link, Submitted)
    player = house.seat(table, link.token)
    assert isinstance(house.submit(table, player, Join(called="Ana", words="ana")), Submitted)

    def created(seat: str, **draft: Any) -> Submitted | Refusal:
        return house.submit(table, seat, Act(action="d6.create", params={"name": "Ana", **draft}))

    no = created(player, specialities=["jeux de dés"], speciality_levels={"jeux de dés": 2})
    assert isinstance(no, Refusal)
    assert no.say("en") == "Levels of specialities: only the GM decides that."
    assert isinstance(created(player, specialities=["jeux de dés", "ÉPÉE LONGUE"]), Submitted)
    assert isinstance(created(mj, specialities=["jeux de dés"], speciality_levels={"jeux de dés": 2}), Submitted)
    cast = house.state(table).cast
    assert cast["ana"].sheet["specialities"] == {"jeux de dés": 1, "ÉPÉE LONGUE": 2}
    assert cast["ana-2"].sheet["specialities"] == {"jeux de dés": 2}
    narrower = {"target": "ana", "speciality": "jeux de dés", "level": 2}
    assert isinstance(house.submit(table, player, Act(action="d6.speciality", params=narrower)), Refusal)
    assert isinstance(house.submit(table, mj, Act(action="d6.speciality", params=narrower)), Submitted)
    assert house.state(table).cast["ana"].sheet["specialities"]["jeux de dés"] == 2


def test_the_dead_learn_nothing_more() -> None:
    """D6-ADV-01, D6-COMBAT-05: the dying may yet live."""
    dead = Stage("mael").change("mael", wounds=6, experience=30)
    assert dead.refused("mael", "grow", what="Escalade") == "D6-COMBAT-05:dead"
    assert dead.refused("mael", "learn", what="Orage") == "D6-COMBAT-05:dead"
    dying = Stage("mael").change("mael", wounds=5, experience=30)
    assert dying.does("mael", "grow", what="Escalade").outcome.parts[0].grade.id == "grown"


def test_nobody_learns_the_same_speciality_twice() -> None:
    """D6-ADV-01, D6-SPEC-05: whatever the capitals, the accents and the spaces."""
    stage = Stage("mael").change("mael", experience=30, specialities={"épée longue": 2})
    for again in ("épée longue", "ÉPÉE LONGUE", " epee  longue "):
        assert stage.refused("mael", "learn", what=again) == "D6-ADV-01:known"
    stage.does("mael", "learn", what=" Arc  long ")
    assert stage["mael"].specialities == {"épée longue": 2, "Arc long": 2}


def test_a_narrow_speciality_may_take_two_picks() -> None:
    """D6-SPEC-03: a house rule, for drawn characters too."""
    scene, action = GAME.scene("", {}, {"spec_level2_price": 2, "spend_all": True}), GAME.action("d6.random")
    for _ in range(20):
        done = perform(action, scene, record_of(action.params, {"name": "Ana"}))
        assert isinstance(done, Done)
        assert "200" in done.outcome.headline.say("en")


def test_what_is_left_is_told_while_the_form_is_filled_in() -> None:
    """D6-CREATE-05, D6-SPEC-02, -06: each purse and the picks, with what they went to; refusals as soon as due."""
    filled = {
        "characteristics": {"F": "4D", "V": "2D+1"},
        "levels": {"Forge": "1D", "Épées": "+1"},
        "crafts": ("Forge",),
        "reserved": {"Médecine": "points", "Musique": "speciality"},
        "specialities": ("acier", "nuit"),
    }
    asked = form(GAME, create, GAME.scene(), filled)
    assert [entry.sum.say("fr") for entry in asked.left if entry.sum] == [
        "Points de caractéristiques 77 = points 100 − Force 4D 18 − Volonté 2D+1 5",
        "Points de compétences 76 = points 100 − Forge 1D 3 − Épées +1 1 − Médecine 10 − choix supplémentaires 10",
        "Choix de spécialités 0 = choix gratuits 3 − acier 1 − nuit 1 − Musique 1 − Forge 1 + payés en points 1",
    ]
    assert asked.refusal
    assert asked.refusal.saying.id == "D6-CREATE-06:name_missing"
    dear = {"characteristics": dict.fromkeys(("F", "E", "A", "D"), "5D")}
    over = form(GAME, create, GAME.scene(), dear)
    assert over.refusal
    assert (over.left[0].value, over.refusal.saying.id) == (-20, "D6-CREATE-01:characteristics_overspent")


def test_a_draft_lists_what_may_be_chosen() -> None:
    """D6-CREATE-02, -04, D6-SKILL-02…04: codes with their prices; levels for common skills and those taken."""
    asked = {one.field.name: one for one in form(GAME, create, GAME.scene(), {"crafts": ("Forge",)}).fields}
    assert list(asked["characteristics"].keys) == list(PROPOSED.characteristics)
    priced = {one.id: one.label.say("fr") for one in asked["characteristics"].choices}
    assert (priced["1D"], priced["1D+1"], priced["5D"]) == ("1D (0 point)", "1D+1 (1 point)", "5D (30 points)")
    assert {"Épées", "Forge"} <= set(asked["levels"].keys)
    assert "Médecine" not in asked["levels"].keys
    assert [one.id for one in asked["reserved"].choices] == ["points", "speciality"]
    assert "acier" in [one.id for one in asked["specialities"].choices]
    chosen = form(GAME, create, GAME.scene(), {"specialities": ("acier",)})
    levels = next(one for one in chosen.fields if one.field.name == "speciality_levels")
    assert list(levels.keys) == ["acier"]
