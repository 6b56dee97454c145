"""Scenes, effects and what they change."""

from __future__ import annotations

import pytest

from tablee.dice import Fed
from tablee.errors import Unknown
from tablee.rules.action import PLAY, Create, Option, Outcome, Put, Scene, applied, changes_between
from tablee.rules.order import Clock, Freely, struck
from tablee.rules.run import Done, Progress, perform
from tablee.text import Name, Text
from tests.rules.sample import BOOK, GAME, Sheet, Strike, strike

NO = ({"wolf": False}, {"leo": False, "max": False})


def test_two_blows_of_the_same_instant_are_read_before_it_and_both_count() -> None:
    before = GAME.scene("ana")
    first = perform(strike, before, Strike(target="wolf"), Fed([1]), Progress(answers=NO))
    assert isinstance(first, Done)
    present = applied(before, first.outcome.effects)
    answers = ({"leo": False, "max": False},)
    second = perform(strike, before.acting("wolf"), Strike(target="ana"), Fed([1]), Progress(answers=answers), present)
    assert isinstance(second, Done)
    after = applied(present, second.outcome.effects)
    assert (after["wolf"].health, after["ana"].health) == (3, 3)
    assert [(change.field, change.before, change.after) for change in second.changes] == [
        ("health", 5, 3), ("blows", 0, 1),
    ]  # fmt: skip


def test_effects_reach_sheets_the_scene_and_newcomers() -> None:
    newcomer = Sheet(name=Name("Zoé", feminine=True))
    before = GAME.scene()
    scene = applied(before, [Put(PLAY, "round", 2), Put("ana", "secret", "queen"), Create("zoe", newcomer)])
    changes = changes_between(before, scene)
    assert scene.play.round == 2
    assert scene["ana"].secret == "queen"
    assert scene["zoe"] == newcomer
    assert [(change.who, change.field) for change in changes] == [(PLAY, "round"), ("ana", "secret"), ("zoe", "")]
    assert changes[2].after["name"]["fr"] == "Zoé"


def test_nobody_unknown_may_act_or_be_read() -> None:
    with pytest.raises(Unknown, match="Nobody is called “ghost” here"):
        GAME.scene("ghost")
    with pytest.raises(Unknown, match="There is no option “fog”"):
        GAME.scene("ana", options={"fog": True})


def test_an_option_is_the_books_unless_the_table_says_otherwise() -> None:
    option = Option("strict", Text("Strict", "Strict"), (False, True), "SAM-HIT-01")
    game = GAME.__class__(**{**GAME.__dict__, "options": (option,)})
    assert game.scene("ana").option(option) is False
    assert game.scene("ana", options={"strict": True}).option(option) is True
    with pytest.raises(Unknown, match="cannot be “maybe”"):
        game.scene("ana", options={"strict": "maybe"})


def test_numbers_are_made_once_for_each_scene() -> None:
    made: list[str] = []

    def might(scene: Scene[Sheet], more: int) -> int:
        made.append(scene.actor)
        return scene.me.might + more

    scene = GAME.scene("ana")
    assert [scene.once(might, 1), scene.once(might, 1), scene.acting("leo").once(might, 1)] == [5, 5, 4]
    assert made == ["ana", "leo"]


def test_clocks_tick_fall_due_and_end() -> None:
    clocks = (
        Clock(id="fire", who="ana", left=2, action="sample.burn", every=True),
        Clock(id="dying", who="wolf", left=1, action="sample.die"),
        Clock(id="fog", left=3),
    )
    left, due = struck(clocks)
    assert [(clock.id, clock.left) for clock in left] == [("fire", 1), ("fog", 2)]
    assert [(item.action, item.who) for item in due] == [("sample.burn", "ana"), ("sample.die", "wolf")]


def test_without_an_order_anybody_may_act() -> None:
    scene = GAME.scene()
    order, nothing = Freely(), Outcome((), BOOK.note("SAM-HIT-01:tired", who="Ana"))
    assert order.may_act(scene) == ("ana", "wolf", "leo", "max")
    assert order.after(scene, "ana", "sample.strike", nothing) is scene.play
    assert order.due(scene) == ()
