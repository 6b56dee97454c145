"""Who has acted, acts, comes next and is out, as a page reads it."""

from __future__ import annotations

from tablee.games.undesix import GAME
from tablee.games.undesix.characters import ready
from tablee.games.undesix.magic.state import Cast, Incanting
from tablee.games.undesix.play import Stage, stage_of
from tests.games.undesix.bout import Bout


def opened(*who: str, two: tuple[str, ...] = ("loup", "brigand")) -> Bout:
    bout = Bout({id: ready()[id] for id in (*who, *two)})
    bout.does("", "fight", one=who, two=two)
    return bout


def turns(bout: Bout) -> list[tuple[str, str]]:
    return [(turn.who, turn.when) for turn in GAME.order.turns(bout.scene)]


def test_a_round_from_its_first_instant_to_its_last() -> None:
    """UDS-INIT-01, -03: by SENS, equals together; who has acted stays where they acted."""
    bout = opened("chloe", "nicolas")
    assert turns(bout) == [("loup", "now"), ("chloe", "next"), ("nicolas", "later"), ("brigand", "later")]
    bout.does("loup", "attack", 5, target="chloe")
    bout.does("chloe", "hold")
    assert turns(bout) == [("loup", "done"), ("chloe", "done"), ("nicolas", "now"), ("brigand", "now")]
    bout.does("brigand", "hold")
    assert turns(bout) == [("loup", "done"), ("chloe", "done"), ("brigand", "done"), ("nicolas", "now")]
    bout.does("nicolas", "hold")
    assert turns(bout)[0] == ("loup", "done")  # until the next round is performed nobody is next
    assert {when for _, when in turns(bout)} == {"done"}


def test_the_dead_are_out_and_one_killed_in_this_instant_still_acts() -> None:
    """UDS-INIT-03, UDS-HEALTH-04."""
    bout = opened("nicolas")
    bout.does("loup", "hold")
    bout.does("nicolas", "attack", 1, target="brigand")
    assert bout["brigand"].phy == 1
    weak = {**bout.scene.cast, "brigand": bout["brigand"].with_changes(phy=-1)}
    killed = GAME.scene(cast=weak, play=bout.scene.play)
    assert [(turn.who, turn.when) for turn in GAME.order.turns(killed)][-1] == ("brigand", "now")
    later = killed.play.with_changes(now=(), begun=False, done=("loup", "nicolas"))
    assert [(turn.who, turn.when) for turn in GAME.order.turns(GAME.scene(cast=weak, play=later))] == [
        ("loup", "done"),
        ("nicolas", "done"),
        ("brigand", "out"),
    ]


def test_who_speaks_an_incantation_has_no_turn_to_come() -> None:
    """UDS-MAGIC-22."""
    bout = opened("elias", "chloe")
    said = Cast(verbs=("create",), essences=("fire",), incantation="rounds_3")
    stage = stage_of(bout.scene).with_changes(incanting=(Incanting(caster="elias", said=said, body=5),))
    found = GAME.order.turns(GAME.scene(cast=bout.scene.cast, play=stage))
    assert [(turn.who, turn.when) for turn in found] == [
        ("elias", "done"),
        ("loup", "now"),
        ("chloe", "next"),
        ("brigand", "later"),
    ]


def test_what_falls_due_comes_before_the_next_instant() -> None:
    """UDS-MAGIC-23: nobody acts now while the interruption of an incantation is due."""
    bout = opened("elias", "chloe")
    said = Cast(verbs=("create",), essences=("fire",), incantation="rounds_3")
    stage = stage_of(bout.scene).with_changes(incanting=(Incanting(caster="elias", said=said, body=99),))
    scene = GAME.scene(cast=bout.scene.cast, play=stage)
    assert GAME.order.due(scene)
    assert [turn.who for turn in GAME.order.turns(scene) if turn.when == "now"] == []
    assert next(turn.who for turn in GAME.order.turns(scene) if turn.when == "next") == "loup"


def test_bystanders_are_not_in_the_order_and_at_peace_everybody_able_acts() -> None:
    """UDS-COMBAT-07."""
    cast = {who: ready()[who] for who in ("chloe", "loup", "marchand")}
    stage = Stage(round=1, instant=1, fighters=("chloe", "loup"), now=("loup",), together=("loup",))
    fight = GAME.order.turns(GAME.scene(cast=cast, play=stage))
    assert [turn.who for turn in fight] == ["loup", "chloe"]
    dead = {**cast, "loup": cast["loup"].with_changes(phy=-1)}
    peace = GAME.order.turns(GAME.scene(cast=dead))
    assert [turn.when for turn in peace] == ["now", "out", "now"]
