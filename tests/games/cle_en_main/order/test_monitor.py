"""The combat monitor: circled, counted, rubbed out."""

from __future__ import annotations

from typing import Any

from tablee.games.cle_en_main.attack.actions import attack
from tablee.games.cle_en_main.attack.manoeuvres import finish_off
from tablee.games.cle_en_main.order.monitor import note
from tablee.games.cle_en_main.order.turns import act, finish
from tablee.games.cle_en_main.people.evolution import give
from tablee.games.cle_en_main.play import played
from tablee.games.cle_en_main.sheet import Item, Mark
from tablee.games.cle_en_main.world.care import first_aid
from tablee.text import Text
from tests.games.cle_en_main.fighters import fighter
from tests.games.cle_en_main.scenes import doing, on, refused, sheet, turn


def test_the_monitor_is_kept_by_the_mj() -> None:
    """CEM-NPC-05: a Difficulté for two actions passes with them, a circled Danger stays until the scene ends."""
    scene = on("x", {"x": sheet("X", kind="boss"), "p": sheet("P", vitality=0)}, round=1)
    done, scene = turn(note, scene, "x", term="hindrance", actions=2)
    assert done.outcome.headline.say("en") == "Monitor of X: Difficulté (−2) for 2 actions"
    assert played(scene).acted == ()
    _, scene = turn(note, scene, "x", term="danger")
    _, scene = turn(act, scene, "x", deed="run")
    assert [(mark.id, mark.left, mark.scene) for mark in scene["x"].marks] == [
        ("hindrance", 1, False),
        ("danger", 1, True),
    ]
    _, healed = doing(first_aid, scene.acting("x"), [6, 6, 4], target="p")
    assert (healed["p"].vitality, healed["x"].danger) == (0, 1)
    assert [mark.id for mark in healed["x"].marks] == ["danger"]
    assert doing(finish, healed.acting(""))[1]["x"].marks == ()


def test_a_group_has_one_monitor_and_what_is_noted_may_be_rubbed_out() -> None:
    """CEM-NPC-05, -10."""
    scene = on("g", {"g": sheet("Bande", kind="extra", group=4)}, round=1)
    _, scene = doing(note, scene, term="caution", actions=3)
    assert (scene["g"].marks[0].left, scene["g"].group) == (3, 4)
    assert refused(note, scene, term="risk", erase=True) == "CEM-NPC-05"
    assert doing(note, scene, term="caution", erase=True)[1]["g"].marks == ()


def test_a_second_mark_of_attaques_multiples_is_for_the_next_attack() -> None:
    """CEM-PRIME-03, CEM-NPC-05: it does not stack, so it waits; other marks weigh together and pass together."""
    brute = sheet("X", kind="boss", skills={"combat (Mains nues)": 6})
    people = {"x": brute, "p": sheet("P"), "q": sheet("Q")}
    scene = on("x", people, round=1, acted=("p", "q"))
    for term in ("multiple_attack", "multiple_attack", "effectiveness", "effectiveness"):
        _, scene = doing(note, scene, term=term, actions=1)
    both: dict[str, Any] = {"target": "p", "others": ("q",)}
    done, scene = doing(attack, scene, [2, 2, 2, 6, 6, 5, 6, 6, 5], **both)
    assert done.why[0].say("fr") == "Bonus d'attaque 10 = Combat (Mains nues) 6 + Efficacité 4"
    assert [mark.id for mark in scene["x"].marks] == ["multiple_attack"]
    assert refused(attack, scene, **both, primes=("multiple_attack",), penalties=("danger",)) == "CEM-PRIME-03"
    _, scene = doing(attack, scene, [2, 2, 2, 6, 6, 5, 6, 6, 5], **both)
    assert scene["x"].marks == ()
    assert refused(attack, scene, **both) == "CEM-EQUIP-08"


def test_a_circled_attaques_multiples_outlasts_one_that_is_counted() -> None:
    """CEM-NPC-05: whichever was noted first weighs first."""
    counted = (Mark(id="multiple_attack"), Mark(id="multiple_attack", scene=True))
    scene = on("x", {"x": sheet("X", kind="boss", marks=counted)}, round=1)
    _, scene = doing(act, scene, deed="run")
    assert scene["x"].marks == counted[1:]
    assert doing(act, scene, deed="run")[1]["x"].marks == counted[1:]


def test_a_circled_attaques_multiples_does_not_disarm_a_grenadier() -> None:
    """CEM-EQUIP-09, CEM-NPC-05: with a Zone the mark serves for nothing, the blast is whole; chosen, it is refused."""
    grenadier = fighter("X", weapon="grenade", kind="boss", marks=(Mark(id="multiple_attack", scene=True),))
    scene = on("x", {"x": grenadier, "p": sheet("P", vitality=40), "q": sheet("Q", vitality=40)}, round=1)
    both: dict[str, Any] = {"target": "p", "others": ("q",)}
    done, _ = doing(attack, scene, [4, 5, 5, 1, 2, 2, 1, 2, 2], **both)
    assert [one.amount("damage") for one in done.outcome.parts] == [10, 10]
    assert refused(attack, scene, **both, primes=("multiple_attack",), penalties=("danger",)) == "CEM-EQUIP-09"


def test_finishing_off_and_handing_over_are_actions_like_others() -> None:
    """CEM-NPC-05, CEM-VIT-06, CEM-EQUIP-02: what is tallied in actions is rubbed out by them too."""
    hindered: dict[str, Any] = {"marks": (Mark(id="hindrance"),), "equipment": (Item(name=Text("corde", "rope")),)}
    people = {"x": sheet("X", kind="boss", **hindered), "p": sheet("P", vitality=0, wakes_at=4)}
    assert doing(finish_off, on("x", people, round=1), target="p")[1]["x"].marks == ()
    assert doing(give, on("x", people, round=1), target="p", item="corde")[1]["x"].marks == ()
