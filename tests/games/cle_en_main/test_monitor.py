"""The combat monitor: circled, counted, rubbed out."""

from __future__ import annotations

from tablee.games.cle_en_main.care import first_aid
from tablee.games.cle_en_main.monitor import note
from tablee.games.cle_en_main.play import played
from tablee.games.cle_en_main.turns import act, finish
from tests.games.cle_en_main.people import doing, on, refused, sheet, turn


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
