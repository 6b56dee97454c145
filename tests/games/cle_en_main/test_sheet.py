"""What a sheet holds, what a skill is worth, what gear does."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tablee.adventures.folder import adventures_of
from tablee.adventures.rolling import heroes_of
from tablee.errors import BadFields
from tablee.games.cle_en_main import GAME
from tablee.games.cle_en_main.atouts import POWERS
from tablee.games.cle_en_main.check.side import best_item, skill_terms
from tablee.games.cle_en_main.people.ready import archetypes, ready
from tablee.games.cle_en_main.sheet import Item, Sheet
from tablee.games.cle_en_main.tables import ARMOURS, SKILLS, WEAPONS, skill_name, split
from tablee.rules.fields import record_of
from tablee.text import LANGS, Text
from tests.games.cle_en_main.scenes import sheet

OF_THEIR_TIME = {
    f"{who} of {book.id}": one
    for book in adventures_of(GAME.id).values()
    for who, one in heroes_of(book.adventure, GAME).items()
}


@pytest.mark.parametrize("id", [*archetypes(), *OF_THEIR_TIME])
def test_the_ten_characters_are_balanced(id: str) -> None:
    """CEM-CHAR-01, -02, CEM-SKILL-02: 24 lines with the same spread, four atouts, derived numbers; also as an adventure
    of another time has them.
    """
    one = {**archetypes(), **OF_THEIR_TIME}[id]
    assert Counter(one.skills.values()) == {10: 1, 8: 4, 6: 6, 4: 7, 2: 6}
    assert {split(line)[0] for line in one.skills if "(" not in line} == {
        skill for skill, row in SKILLS.items() if not row.specialised
    }
    assert [atout.ticked for atout in one.atouts] == [False] * 4
    assert all(atout.id in POWERS for atout in one.atouts)
    points = 2 * len(one.training) + one.protection + one.vitality - 16 - one.skill("resistance")
    assert points + sum(item.modifier == 2 for item in one.equipment) == 8
    assert one.melee_bonus == one.skill("strength") // 2
    assert one.ranged_bonus == one.skill("perception") // 4
    assert all(weapon.skill in one.skills for weapon in one.weapons if weapon.id != "bare_hands")


@pytest.mark.parametrize("id", list(ready()))
def test_a_ready_sheet_survives_being_stored(id: str) -> None:
    """CEM-CHAR-02: nothing of a sheet is lost in JSON."""
    one = ready()[id]
    assert record_of(Sheet, one.model_dump(mode="json")) == one
    assert all(one.name.say(lang) and one.concept.say(lang) for lang in LANGS)


def test_a_missing_skill_counts_zero_and_a_missing_specialisation_cannot_be_used() -> None:
    """CEM-SKILL-04."""
    one = sheet(skills={"combat (Épée)": 8})
    assert (one.skill("stealth"), one.knows("stealth")) == (0, True)
    assert (one.knows("combat (Épée)"), one.knows("combat (Hache)")) == (True, False)


@pytest.mark.parametrize(("value", "literate"), [(0, False), (1, True)])
def test_documentation_reads(value: int, literate: bool) -> None:
    """CEM-SKILL-03."""
    assert sheet(skills={"research": value}).literate is literate


def test_a_developed_skill_is_worth_two_more_everywhere() -> None:
    """CEM-EVOL-02: the line itself, not its neighbours."""
    one = sheet(skills={"combat (Épée)": 6, "combat (Arc)": 6}, developed=("combat (Épée)",))
    assert (one.skill("combat (Épée)"), one.skill("combat (Arc)")) == (8, 6)


def test_an_npc_has_one_value_per_category_and_emblematic_skills() -> None:
    """CEM-NPC-03, -12: any specialisation of a category is known."""
    one = sheet(kind="boss", categories={"physique": 7, "dexterity": 5}, skills={"reflexes": 9})
    assert (one.skill("combat (Hache)"), one.skill("reflexes"), one.skill("medicine")) == (7, 9, 5)
    assert one.knows("combat (Hache)")
    assert one.skill("survival") == 0


def test_armour_weighs_on_physical_skills_only() -> None:
    """CEM-EQUIP-13…15: the worst malus of what is worn, Combat and Défense included."""
    one = sheet(armours=("fragment_vest", "full_harness", "shield"))
    assert {one.armour_malus(skill) for skill in ("defence", "combat (Épée)", "resistance")} == {-4}
    assert one.armour_malus("stealth") == 0
    assert one.protection == 5
    assert one.with_changes(training=("war_armour",)).armour_malus("defence") == -2
    assert one.with_changes(training=("war_armour", "heavy_armour")).armour_malus("defence") == 0


def test_the_malus_is_a_term_people_can_read() -> None:
    """CEM-EQUIP-01, -13: skill, armour, the item in use."""
    rope = Item(name=Text("Corde", "Rope"), skill="athletics", modifier=2)
    one = sheet(skills={"athletics": 6}, armours=("fragment_vest",), equipment=(rope,))
    terms = skill_terms(one, "athletics", items=best_item(one, "athletics"))
    assert [term.value for term in terms] == [6, -2, 2]
    assert [term.say("en") for term in terms] == ["Athletics 6", "armour 2", "Rope 2"]


def test_of_two_items_the_better_one_serves() -> None:
    """CEM-EQUIP-01."""
    items = tuple(Item(name=Text(n, n), skill="medicine", modifier=m) for n, m in (("a", 1), ("b", 3), ("c", -2)))
    one = sheet(equipment=items)
    assert [item.modifier for item in best_item(one, "medicine")] == [3]
    assert best_item(one, "survival") == ()


def test_the_weapon_in_hand_is_the_first_unless_another_is_drawn() -> None:
    """CEM-EQUIP-03."""
    one = sheet(weapons=("sword", "knife"))
    assert one.armed is WEAPONS["sword"]
    assert one.with_changes(weapon="knife").armed.id == "knife"
    assert sheet().armed.id == "bare_hands"


def test_everything_in_the_tables_has_two_names() -> None:
    tables = (WEAPONS, ARMOURS, SKILLS)
    names = [row.name for table in tables for row in table.values()]
    assert all(name.fr and name.en for name in names)
    assert skill_name("combat (Épée)").say("fr") == "Combat (Épée)"


def test_what_an_armour_lost_comes_off_but_never_below_zero() -> None:
    """CEM-EQUIP-12."""
    assert sheet(armours=("boiled_leather",), other_protection=1, broken=1).protection == 1
    assert sheet(armours=("boiled_leather",), broken=5).protection == 0


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("skills", {"zorglub": 4}),
        ("skills", {"": 4}),
        ("weapons", None),
        ("weapons", 5),
        ("armours", 7),
        ("vitality", -3),
        ("heroism", -1),
        ("weapons", [{"id": "w", "name": {"fr": "w", "en": "w"}, "skill": "combat (W)", "dice": -1}]),
    ],
)
def test_a_sheet_that_cannot_be_played_is_refused_with_a_sentence(field: str, value: Any) -> None:
    given = {"name": {"fr": "Ana"}, "skills": {}, "vitality": 20, "vitality_max": 20, field: value}
    with pytest.raises(BadFields) as wrong:
        GAME.cast_from({"ana": given})
    assert wrong.value.say("fr") != wrong.value.say("en")
