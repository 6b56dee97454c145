"""Fights as they stand: choices and answers weighed from the middle of one, beside fights opened and solved whole."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.dice import Fed, Seeded
from tablee.errors import BadInput
from tablee.lab import midway as midway_fights
from tablee.lab.advice import advise
from tablee.lab.fights import Fight
from tablee.lab.midway import answers_of, best_answer, best_move, choices_of
from tablee.lab.policy import Move
from tablee.lab.setups import staged
from tablee.rules.fields import Declared
from tablee.rules.game import game_called
from tablee.rules.playing import Midway, Playthrough, Stopped
from tablee.rules.run import Waiting, perform, prepared


def begun(game: str, one: str, two: str, seed: int = 1) -> Playthrough:
    """A duel that was just opened."""
    played = game_called(game)
    ready = staged(played, ((one,), (two,)))
    scene = Playthrough(played, played.scene(cast=ready.cast), Seeded(seed))
    scene.act(ready.begin[1], ready.begin[0], ready.begin[2])
    return scene


def midway(scene: Playthrough, stopped: Stopped | None = None) -> Midway:
    return Midway(scene.game, scene.scene, scene._began, stopped)


def test_choices_from_the_middle_are_worth_what_they_are_from_the_opening() -> None:
    """Where a fight has one opening, its first turn is the first turn of the fight that was asked for whole."""
    scene = begun("deusex", "youssef", "tueur")
    who = scene.may_act[0]
    found = choices_of(midway(scene), who)
    whole = advise(Fight("deusex", ("youssef",), ("tueur",)), who)
    assert (found.method, whole.method) == ("exact", "exact")
    known = {(one.action, str(one.params)): one.wins.value for one in whole.choices}
    assert known
    for one in found.choices:
        assert one.wins.value == pytest.approx(known[one.action, str(one.params)], abs=1e-9)


@pytest.mark.parametrize(("game", "one", "two"), [("deusex", "youssef", "tueur"), ("d6", "mael", "rouquin")])
def test_chances_of_the_two_sides_of_a_duel_make_one(game: str, one: str, two: str) -> None:
    scene = begun(game, one, two)
    who = scene.may_act[0]
    plan = next(choice for choice in choices_of(midway(scene), who).choices if choice.plan)
    scene.act(who, plan.action, plan.params)
    other = one if who == two else two
    now = choices_of(midway(scene), other)
    assert now.method == "exact"
    assert all(0 <= choice.wins.value <= 1 for choice in now.choices)


def stopped_at(scene: Playthrough, action: str, params: dict[str, Any]) -> tuple[str, Stopped]:
    """The action of whoever may act, stopped at its first question."""
    who = scene.may_act[0]
    known, seen = scene.game.action(action), scene.seen_by(who)
    do = prepared(known, seen, params)
    assert isinstance(do, Declared)
    waiting = perform(known, seen, do, Fed([]))
    assert isinstance(waiting, Waiting)
    paths = {one: {option: ((card.id, option),) for option in card.options} for one, card in waiting.asked.items()}
    return who, Stopped(known, do, seen, waiting.progress, waiting.asked, waiting.partly, paths)


def test_the_default_answer_is_worth_what_the_choice_was(monkeypatch: pytest.MonkeyPatch) -> None:
    """DEX-RESERVE-03: asked before the dice, the answer by default is what the plan does."""
    monkeypatch.setattr(midway_fights, "STATES", 20_000)
    openings = (begun("deusex", "youssef", "vigile", seed) for seed in range(50))
    scene, other = next(one for one in openings if one.may_act[0] == "youssef"), "vigile"  # Youssef has a reserve
    who, stopped = stopped_at(scene, "deusex.attack", {"target": other})
    found = answers_of(midway(scene, stopped), who)
    before = choices_of(midway(scene), who)
    attack = next(one for one in before.choices if one.action == "deusex.attack" and one.params["target"] == other)
    worth = {one.answer: one.wins.value for one in found.choices}
    assert found.method == "exact"
    assert list(worth) == list(stopped.asked[who].options)
    assert worth[stopped.asked[who].default] == pytest.approx(attack.wins.value, abs=1e-9)
    assert worth[best_answer(midway(scene, stopped), who)] == pytest.approx(max(worth.values()), abs=1e-6)


def test_what_somebody_prepares_is_marked_and_the_best_move_is_worth_most() -> None:
    scene = begun("undesix", "nicolas", "brigand")
    who = scene.may_act[0]
    hold = scene.game.action("undesix.hold")
    do = prepared(hold, scene.seen_by(who), {})
    assert isinstance(do, Declared)
    found = choices_of(midway(scene), who, Move(hold.id, {}, do))
    assert [one.action for one in found.choices if one.plan] == ["undesix.hold"]
    best = best_move(midway(scene), who)
    assert best is not None
    assert isinstance(prepared(scene.game.action(best.action), scene.seen_by(who), best.params), Declared)
    assert best.action != "undesix.hold"


def test_a_fight_that_is_over_has_nothing_to_advise() -> None:
    scene = begun("d6", "mael", "rouquin")
    scene.play_out()
    assert scene.over
    with pytest.raises(BadInput, match=r"nothing to advise|rien à conseiller"):
        choices_of(midway(scene), "mael")
