"""A group of figurants is several people: burst, Attaques multiples, Zone, manoeuvres, numbers in a melee."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tablee.games.cle_en_main.attack.actions import attack
from tablee.games.cle_en_main.attack.manoeuvres import manoeuvre
from tablee.games.cle_en_main.attack.team import team_attack
from tablee.games.cle_en_main.order.turns import act, finish
from tablee.games.cle_en_main.people.npcs import regroup
from tablee.games.cle_en_main.play import played
from tablee.games.cle_en_main.tables import WEAPONS
from tablee.rules.action import Scene
from tablee.rules.run import Done
from tests.games.cle_en_main.fighters import fighter
from tests.games.cle_en_main.scenes import doing, on, refused

SEVERAL: dict[str, Any] = {"primes": ("multiple_attack",), "penalties": ("danger",)}
HIT, WEAK = [6, 6, 5], [1, 1, 2]


def against_five(weapon: str, **fields: Any) -> Scene[Any]:
    """Ana against five figurants with swords."""
    group = fighter("G", 4, 2, "sword", kind="extra", vitality=1, vitality_max=1, group=5)
    return on("ana", {"ana": fighter("Ana", 8, 5, weapon, **fields), "g": group}, round=1)


def test_a_burst_reaches_as_many_as_the_weapon_says() -> None:
    """CEM-EQUIP-08, CEM-NPC-11: four, each with a defence of their own; fewer if the MJ says so."""
    done, after = doing(attack, against_five("assault_rifle"), [*HIT, *WEAK * 4], target="g", **SEVERAL)
    assert after["g"].group == 1
    assert [one.grade.id for one in done.outcome.parts] == ["one_dead"] * 4
    assert done.outcome.headline.say("fr") == "Ana touche 4 cibles sur 4\u00a0: G"
    _, after = doing(attack, against_five("assault_rifle"), [*HIT, *WEAK * 3], target="g", reached=3, **SEVERAL)
    assert after["g"].group == 2


def test_attaques_multiples_reach_two_and_each_defends() -> None:
    """CEM-PRIME-05: two, and one of them may be missed."""
    done, after = doing(attack, against_five("pistol"), [*HIT, *WEAK, 6, 6, 6], target="g", **SEVERAL)
    assert after["g"].group == 4
    assert sorted(one.grade.id for one in done.outcome.parts) == ["missed", "one_dead"]
    _, after = doing(attack, against_five("pistol"), [*HIT, *WEAK], target="g")
    assert after["g"].group == 4


def test_a_group_is_named_once_per_figurant() -> None:
    """CEM-NPC-11: as often as it has members, and no more than the attack allows."""
    scene = against_five("assault_rifle")
    _, after = doing(attack, scene, [*HIT, *WEAK * 3], target="g", others=("g", "g"), **SEVERAL)
    assert after["g"].group == 2
    assert refused(attack, scene, target="g", others=("g",)) == "CEM-EQUIP-08"
    assert refused(attack, scene, target="g", others=("g",) * 5, **SEVERAL) == "CEM-NPC-11"
    assert refused(attack, scene, target="g", others=("g",) * 4, **SEVERAL) == "CEM-EQUIP-08"


@pytest.mark.parametrize(("told", "caught", "left"), [({}, 5, 0), ({"reached": 3}, 3, 2)])
def test_a_zone_catches_everybody_in_it(told: dict[str, Any], caught: int, left: int) -> None:
    """CEM-EQUIP-09: all of a group, whole damage each; or as many as the MJ says."""
    scene = against_five("grenade")
    done, after = doing(attack, scene, [5, 5, 5, *WEAK * caught], target="g", **told)
    assert (after["g"].group, after["g"].eliminated) == (left, not left)
    assert {one.amount("damage") for one in done.outcome.parts} == {10}


def test_who_stands_outside_the_zone_is_not_caught() -> None:
    """CEM-EQUIP-09: strictly less than that far from the impact."""
    scene = against_five("grenade")
    zone = scene.me.armed.zone_m or 0
    assert refused(attack, scene, target="g", distances=(zone,)) == "CEM-EQUIP-09"
    doing(attack, scene, [5, 5, 5, *WEAK * 5], target="g", distances=(zone - 1,))


def guard_told(done: Done) -> str:
    """The sum of the Défense, as the explanation says it."""
    return next(why.say("fr") for why in done.why if why.say("fr").startswith("Bonus de défense"))


CROWDED, FREE = "Bonus de défense 3 = Défense 5 − plusieurs adversaires 2", "Bonus de défense 5 = Défense 5"


def test_five_figurants_in_melee_are_five_opponents() -> None:
    """CEM-DEF-02: the engine knows; the MJ may say otherwise; a lone attacker is nobody's crowd."""
    scene = against_five("sword").acting("g")
    done, after = doing(attack, scene, [*HIT, *WEAK], target="ana")
    assert guard_told(done) == CROWDED
    assert played(after).engaged == {"g": ("ana",), "ana": ("g",)}
    told: dict[str, Any]
    for told in ({"uncrowded": ("ana",)}, {"members": 1}):
        done, _ = doing(attack, scene, [*HIT, *WEAK], target="ana", **told)
        assert guard_told(done) == FREE
    done, _ = doing(attack, on("g", scene.cast), [*HIT, *WEAK], target="ana")  # nobody knows who stands where
    assert guard_told(done) == FREE


def test_a_melee_is_remembered_until_somebody_leaves_it() -> None:
    """CEM-DEF-02: two opponents one after the other; a shot meets the same malus; running away ends it."""
    people = {who: fighter(who, 8, 5, "sword", kind="boss") for who in ("x", "y")}
    people |= {"z": fighter("z", 8, 5, "pistol", kind="boss"), "ana": fighter("Ana", 8, 5)}
    done, one = doing(attack, on("x", people, round=1), [*HIT, *WEAK], target="ana")
    assert guard_told(done) == FREE
    done, two = doing(attack, one.acting("y"), [*HIT, *WEAK], target="ana")
    assert guard_told(done) == CROWDED
    done, _ = doing(attack, two.acting("z"), [*HIT, *WEAK], target="ana")
    assert guard_told(done) == CROWDED
    _, gone = doing(act, two.acting("ana"), deed="run")
    assert played(gone).engaged == {}
    _, over = doing(finish, two.acting(""))
    assert played(over).engaged == {}
    alone = replace(two.acting("x"), cast={**two.cast, "y": two["y"].with_changes(dead=True)})
    done, _ = doing(attack, alone, [*HIT, *WEAK], target="ana")
    assert guard_told(done) == FREE


def test_a_group_is_crowded_only_when_outnumbered() -> None:
    """CEM-DEF-02: two against five: nobody of the five has several opponents."""
    scene = against_five("sword")
    scene = on("ana", {**scene.cast, "bob": fighter("Bob", 8, 5, "sword")}, round=1)
    _, scene = doing(attack, scene, [*HIT, *WEAK], target="g")
    done, _ = doing(attack, scene.acting("bob"), [*HIT, *WEAK], target="g")
    assert guard_told(done) == "Bonus de défense 2 = Défense 2"
    last = replace(scene, cast={**scene.cast, "g": scene["g"].with_changes(group=1)})
    done, _ = doing(attack, last.acting("bob"), [*HIT, *WEAK], target="g")
    assert guard_told(done) == "Bonus de défense 0 = Défense 2 − plusieurs adversaires 2"
    done, _ = doing(team_attack, on("ana", last.cast, round=1), [*HIT, 3, 3, 3, *WEAK], target="g", helpers=("bob",))
    assert guard_told(done) == "Bonus de défense 0 = Défense 2 − plusieurs adversaires 2"


MANOEUVRE = [6, 5, 4, 1, 1, 2, 6, 5, 4, 1, 1, 2]


@pytest.mark.parametrize(("aim", "armed", "prone"), [("disarm", "bare_hands", False), ("trip", "sword", True)])
def test_a_manoeuvre_touches_one_of_a_group(aim: str, armed: str, prone: bool) -> None:
    """CEM-MANO-02: the other four stay armed and on their feet; the one joins them again once like them."""
    _, after = doing(manoeuvre, against_five("sword", skills={"strength": 8}), MANOEUVRE, target="g", aim=aim)
    group, one = after["g"], after["g_2"]
    assert (group.group, group.armed.id, group.prone) == (4, "sword", False)
    assert (one.group, one.armed.id, one.prone) == (1, armed, prone)
    assert refused(regroup, after.acting("g_2"), target="g", count=1) == "CEM-NPC-09"
    _, ready = doing(act, after.acting("g_2"), deed="pick_up" if aim == "disarm" else "stand")
    _, joined = doing(regroup, ready, target="g", count=1)
    assert joined["g"].group == 5


@pytest.mark.parametrize("weapon", ["bare_hands", "claws"])
def test_nobody_is_disarmed_of_their_own_body(weapon: str) -> None:
    """CEM-MANO-02, CEM-VIT-04: neither fists nor claws fall to the ground, where somebody could pick them up."""
    people = {"ana": fighter("Ana"), "x": fighter("X", kind="henchman", weapon=weapon)}
    assert refused(manoeuvre, on("ana", people, round=1), target="x", aim="disarm") == "CEM-MANO-02"
    assert people["x"].disarmed() == people["x"]


def test_disarmed_means_disarmed() -> None:
    """CEM-ACT-01, CEM-MANO-02: the weapon lies on the ground; picking it up, or drawing another, is the action."""
    people = {"ana": fighter("Ana", 8, 5, "sword"), "x": fighter("X", 4, 2, "sword", kind="boss")}
    people["x"] = people["x"].with_changes(
        weapons=(*people["x"].weapons, WEAPONS["knife"]), skills=people["x"].skills | {"combat (Couteau)": 4}
    )
    _, scene = doing(manoeuvre, on("ana", people, round=1), MANOEUVRE, target="x", aim="disarm")
    x = scene.acting("x")
    assert (x.me.armed.id, [weapon.id for weapon in x.me.dropped]) == ("bare_hands", ["sword"])
    assert refused(attack, x, target="ana", weapon="knife") == "CEM-ACT-01"
    assert refused(act, x, deed="draw", weapon="sword") == "CEM-ACT-01"
    assert refused(act, x, deed="pick_up", weapon="axe") == "CEM-ACT-01"
    _, drawn = doing(act, x, deed="draw", weapon="knife")
    doing(attack, drawn, [*HIT, *WEAK], target="ana", weapon="knife")
    _, up = doing(act, x, deed="pick_up", weapon="sword")
    assert (up.me.armed.id, up.me.dropped) == ("sword", ())
    doing(attack, up, [*HIT, *WEAK], target="ana", weapon="sword")
    assert refused(attack, up, target="ana", weapon="knife") == "CEM-ACT-01"
    _, stolen = doing(act, scene, deed="pick_up", weapon="sword")
    assert (stolen["x"].dropped, len(stolen["ana"].weapons)) == ((), 2)


def test_the_first_weapon_used_in_a_scene_is_ready() -> None:
    """CEM-ACT-01: then changing it is an action; after the scene any of them is ready again."""
    ana = fighter("Ana", 8, 5, "sword").with_changes(weapons=(WEAPONS["sword"], WEAPONS["knife"]))
    ana = ana.with_changes(skills=ana.skills | {"combat (Couteau)": 4})
    scene = on("ana", {"ana": ana, "x": fighter("X", kind="boss")}, round=1)
    _, after = doing(attack, scene, [*HIT, *WEAK], target="x", weapon="knife")
    assert after["ana"].armed.id == "knife"
    assert refused(attack, after, target="x", weapon="sword") == "CEM-ACT-01"
    _, over = doing(finish, after.acting(""))
    assert over["ana"].armed.id == "sword"
