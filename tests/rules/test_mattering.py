"""What mattered in a result: beside the same action run again with a sum that lacks the term, or with other faces."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from tablee.cli.main import run
from tablee.dice.throw import Fed, Seeded
from tablee.errors import BadInput, TableeError
from tablee.rules.action import Action, Scene
from tablee.rules.fields import Declared
from tablee.rules.forms import form
from tablee.rules.game import Game, games
from tablee.rules.mattering import FaceMattered, TermMattered, mattering
from tablee.rules.run import Done, Waiting, perform, prepared
from tablee.rules.why import Tally, Term

GAMES = sorted(games())


def shape(done: Done) -> Any:
    rolls = [(roll.sides, len(roll.faces), roll.by, roll.label, roll.discarded) for roll in done.progress.rolls]
    return rolls, [tuple(card) for card in done.progress.answers]


def grades(done: Done) -> list[tuple[str, str]]:
    return [(part.who, part.grade.id) for part in done.outcome.parts]


def random_result(game: Game, luck: Random) -> tuple[Action[Any, Any], Scene[Any], Declared, Done] | None:
    """An action of a game as its form proposes it, by somebody, thrown; None where it is refused or throws no die."""
    action, who = luck.choice(game.actions), luck.choice(sorted(game.ready()))
    scene = game.scene(who)
    try:
        do = prepared(action, scene, form(game, action, scene).values)
    except BadInput:
        return None
    if not isinstance(do, Declared):
        return None
    dice = Seeded(luck.getrandbits(60))
    done = perform(action, scene, do, dice)
    while isinstance(done, Waiting):
        done = perform(action, scene, do, dice, done.by_default())
    return (action, scene, do, done) if done.progress.rolls else None


def without(
    action: Action[Any, Any], scene: Scene[Any], do: Declared, done: Done, tally: Tally, term: Term
) -> Done | None:
    """The action on the same faces, its sum written without a term; None where nobody knows."""
    fewer = list(tally.terms)
    fewer.remove(term)
    lacking = sum(one.value for one in fewer)
    whole = Tally.total
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Tally, "total", property(lambda one: lacking if one == tally else whole.fget(one)))  # type: ignore[attr-defined]
        return again(action, scene, do, done)


def again(action: Action[Any, Any], scene: Scene[Any], do: Declared, done: Done) -> Done | None:
    try:
        found = perform(action, replace(scene), do, Fed([]), done.progress, onto=done.before)
    except TableeError:
        return None
    return found if isinstance(found, Done) and shape(found) == shape(done) else None


def agree(game: Game, wanted: int, seed: int) -> tuple[int, int]:
    """So many random results: how many terms and faces mattered in them."""
    luck, seen, terms, faces = Random(seed), 0, 0, 0
    while seen < wanted:
        result = random_result(game, luck)
        if result is None:
            continue
        seen += 1
        action, scene, do, done = result
        found = list(mattering(action, scene, do, done))
        told = {(one.tally, one.term): one.parts for one in found if isinstance(one, TermMattered)}
        for tally in (one for one in done.why if isinstance(one, Tally)):
            for term in (one for one in tally.terms if one.amount):
                other = without(action, scene, do, done, tally, term)
                if other is None or grades(other) == grades(done):
                    assert (tally, term) not in told
                else:
                    assert told[tally, term] == other.outcome.parts
        for one in found:
            if isinstance(one, FaceMattered):
                rolls = list(done.progress.rolls)
                shown = list(rolls[one.roll].faces)
                assert abs(shown[one.die] - one.face) == 1
                shown[one.die] = one.face
                rolls[one.roll] = replace(rolls[one.roll], faces=tuple(shown))
                changed = replace(done, progress=replace(done.progress, rolls=tuple(rolls)))
                other = again(action, scene, do, changed)
                assert other is not None
                assert grades(other) != grades(done)
        terms, faces = terms + len(told), faces + len(found) - len(told)
    return terms, faces


@pytest.mark.parametrize("results", [40, pytest.param(500, marks=pytest.mark.evening)])
@pytest.mark.parametrize("game", GAMES)
def test_it_agrees_with_the_action_run_again(game: str, results: int) -> None:
    terms, faces = agree(games()[game], results, seed=7)
    assert faces
    assert terms or game in ("d6", "deusex")  # whose sums say how many dice are thrown: nobody knows of others


def test_a_term_and_a_face_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    """UDS-COMBAT-01: a target of 3, PHY 2 and an espadon of 2 less a CA of 1: a 3 just reaches it, a 4 would not."""
    asked = ["roll", "undesix.attack", "--actor", "chloe", "--target", "loup", "--dice", "3", "--mattered"]
    assert run(["--lang", "fr", *asked]) == 0
    said = capsys.readouterr().out
    assert "Ce qui a compté" in said
    assert "sans PHY (2)\xa0: manqué" in said
    assert "sans CA (−1)\xa0: touché" in said
    assert "un point de plus (4)\xa0: manqué" in said
    assert run(["--lang", "en", *asked[:-1]]) == 0
    assert "mattered" not in capsys.readouterr().out
