"""Bosses, seconds couteaux, figurants, for two to five PJ."""

from __future__ import annotations

import pytest

from tablee.games.cle_en_main.attack.actions import attack
from tablee.games.cle_en_main.check.primes import Acted, Marked, by_marks
from tablee.games.cle_en_main.check.side import group_bonus
from tablee.games.cle_en_main.people import npcs
from tablee.games.cle_en_main.people.npcs import NPCS, combat_line, defence_line, enter, entering, groups, regroup
from tablee.games.cle_en_main.sheet import KINDS, Mark, Sheet
from tablee.games.cle_en_main.tables import SKILLS
from tablee.rules.action import applied
from tablee.text import LANGS
from tests.games.cle_en_main.scenes import doing, on, refused, sheet


def test_there_are_five_of_each_kind() -> None:
    """CEM-NPC-01."""
    kinds = [row["kind"] for row in NPCS.values()]
    assert {kind: kinds.count(kind) for kind in KINDS if kind != "pj"} == {"boss": 5, "henchman": 5, "extra": 5}


@pytest.mark.parametrize("id", list(NPCS))
@pytest.mark.parametrize("pcs", [2, 3, 4, 5])
def test_every_npc_enters_for_two_to_five_pj(id: str, pcs: int) -> None:
    """CEM-NPC-02…06, -08, -11: the eight items of a block, in numbers that grow with the table."""
    sheets = entering(id, pcs, taken=())
    for one in sheets.values():
        assert set(one.categories) == {skill.category for skill in SKILLS.values()}
        assert one.armed.skill in one.skills
        assert "defence" in one.skills
        assert all(one.tactics.say(lang) for lang in LANGS)
        assert not one.heroism
        assert one.vitality == one.vitality_max
        assert one.armour_malus("defence") == 0
    if NPCS[id]["kind"] == "extra":
        assert {one.vitality for one in sheets.values()} == {1}
        assert sum(one.group for one in sheets.values()) == NPCS[id]["headcount"][pcs - 2]
        assert all(1 <= one.group <= 5 for one in sheets.values())
    else:
        assert [one.vitality for one in sheets.values()] == [NPCS[id]["vitality"][pcs - 2]]


@pytest.mark.parametrize("row", [row.get("vitality") or row["headcount"] for row in NPCS.values()])
def test_more_pj_meet_stronger_adversaries(row: list[int]) -> None:
    """CEM-NPC-06, -08."""
    assert row == sorted(row)
    assert len(row) == 4


def test_a_block_is_read_as_the_fiches_write_it() -> None:
    """CEM-NPC-04."""
    assert combat_line("Combat (pistolet) 8 (1d6+2)") == ("combat (pistolet)", 8, 1, 2)
    assert combat_line("Combat (Mains nues) 7 (3)") == ("combat (Mains nues)", 7, 0, 3)
    assert combat_line("Combat (Hache) 9 (2d6)").bonus == 0
    assert defence_line("Défense 7 (2)") == (7, 2)
    assert defence_line("Défense 7") == (7, 0)
    with pytest.raises(ValueError, match="not a combat line"):
        combat_line("Pistolet 8")
    with pytest.raises(ValueError, match="not a defence line"):
        defence_line("Esquive 3")


def test_the_foreman_for_three() -> None:
    """CEM-NPC-03, -04: category values, his own Résistance, damage and protection from the block."""
    foreman = entering("contremaitre", 3, taken=())["contremaitre"]
    assert (foreman.kind, foreman.vitality, foreman.skill("resistance"), foreman.skill("strength")) == (
        "henchman",
        12,
        8,
        7,
    )
    assert (foreman.armed.id, foreman.armed.dice, foreman.melee_bonus, foreman.protection) == ("axe", 1, 4, 2)


def test_figurants_split_in_fives() -> None:
    """CEM-NPC-08, -09."""
    assert [groups(count) for count in (0, 3, 5, 8, 12)] == [(), (3,), (5,), (5, 3), (5, 5, 2)]
    assert [group_bonus(size) for size in (0, 1, 4)] == [0, 0, 3]
    done, after = doing(enter, on("", {}, pcs=4), npc="dockers")
    assert [(after[who].name.say("en"), after[who].group) for who in ("dockers", "dockers_2")] == [
        ("gang of dockers A", 5),
        ("gang of dockers B", 3),
    ]
    assert done.outcome.headline.say("fr").startswith("La bande de dockers entre en scène")


def test_an_npc_who_comes_back_gets_another_id() -> None:
    """CEM-NPC-01."""
    _, once = doing(enter, on("", {}, pcs=3), npc="sergent")
    _, twice = doing(enter, once, npc="sergent")
    assert set(twice.cast) == {"sergent", "sergent_2"}


def test_outside_two_to_five_a_block_has_no_column() -> None:
    """CEM-NPC-06: unless the table chose a reading; then the nearest column."""
    assert refused(enter, on("", {}), npc="lazare", pcs=6) == "CEM-NPC-06"
    for present, vitality in ((0, 22), (6, 43)):  # nobody named a number: the nearest, and a word about it
        done, after = doing(enter, on("", {}, pcs=present), npc="lazare")
        assert after["lazare"].vitality == vitality
        assert [note.saying.id for note in done.why] == ["CEM-NPC-06:nearest"]
    assert entering("lazare", 6, taken=()) == {}
    for reading in ("extrapolate", "clamp"):
        _, after = doing(enter, on("", {}, {"heroism_outside_table": reading}), npc="lazare", pcs=6)
        assert after["lazare"].vitality == 43
    assert npcs.by_pcs({2: 4, 5: 10}, 1, "clamp") == 4


def test_without_a_scenario_the_pj_present_are_counted() -> None:
    """CEM-NPC-06."""
    _, after = doing(enter, on("", {"a": sheet("A"), "b": sheet("B")}), npc="contremaitre")
    assert after["contremaitre"].vitality == 10


def test_the_monitor_circles_or_counts() -> None:
    """CEM-NPC-05, -10: circled marks stay, counted ones are rubbed out as actions pass; a group shares its marks."""
    gang = sheet("Gang", kind="extra", group=4)
    scene = on("", {"gang": gang}, round=1)
    marks = (Mark(id="hindrance", scene=True), Mark(id="effectiveness", left=2))
    scene = applied(scene, [Marked("gang", mark) for mark in marks])
    assert by_marks(scene["gang"], 1) == (["effectiveness"], ["hindrance"])
    for left in (2, 1):
        assert len(scene["gang"].marks) == 2, left
        scene = applied(scene, [Acted("gang")])
    assert [mark.id for mark in scene["gang"].marks] == ["hindrance"]


def test_figurants_regroup_between_rounds() -> None:
    """CEM-NPC-09: five at most, and only figurants."""
    gangs = {"a": sheet("A", kind="extra", group=3), "b": sheet("B", kind="extra", group=4), "c": sheet("C")}
    done, after = doing(regroup, on("a", gangs, round=1), target="b", count=1)
    assert (after["a"].group, after["b"].group) == (2, 5)
    assert done.outcome.headline.say("en") == "1 of A joins B"
    assert refused(regroup, after, target="b", count=1) == "CEM-NPC-09"
    assert refused(regroup, on("c", gangs), target="b", count=1) == "CEM-NPC-09"


def test_figurants_of_one_kind_regroup_between_rounds() -> None:
    """CEM-NPC-09: nobody plays twice in a round, and wolves do not join dockers."""
    cast = {**entering("dockers", 3, taken=()), **entering("loups", 2, taken=())}
    scene = on("dockers_2", cast, round=2)
    assert (cast["dockers"].group, cast["dockers_2"].group) == (5, 1)
    assert refused(regroup, scene, target="loups", count=1) == "CEM-NPC-09"
    assert refused(regroup, scene, target="dockers", count=1) == "CEM-NPC-09"
    _, after = doing(regroup, scene.acting("dockers"), target="dockers_2", count=2)
    assert (after["dockers"].group, after["dockers_2"].group) == (3, 3)
    assert refused(regroup, on("dockers", cast, round=2, acted=("dockers",)), target="dockers_2", count=2)


def test_the_damage_of_an_npc_is_read_line_by_line() -> None:
    """CEM-NPC-04: each combat line has its own damage, thrown weapons too."""
    row = {
        **NPCS["sergent"],
        "combat": ["Combat (Épée) 8 (2d6+4)", "Combat (Couteau) 6 (1d6+1)"],
        "weapons": ["sword", "knife"],
    }
    boss = Sheet.model_validate({**npcs.block(row), "vitality": 9, "vitality_max": 9})
    scene = on("x", {"x": boss, "bob": sheet("Bob", surprised=True)})
    for weapon, raw in (("sword", 10), ("knife", 4)):
        done, _ = doing(attack, scene, [3, 3, 3], target="bob", weapon=weapon)
        assert done.outcome.parts[0].amount("damage") == raw
    done, _ = doing(attack, scene, [3, 3, 3], target="bob", weapon="knife", thrown=True)
    assert done.outcome.parts[0].amount("damage") == 4
