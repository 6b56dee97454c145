"""Watched sheets: they answer like the sheet, and nothing that a rule reads escapes them."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import sqrt
from random import Random
from typing import Any

import numpy as np
import pytest

from tablee.errors import BadRule
from tablee.lab.sample import thrown
from tablee.lab.setups import Begin, policies_of, staged
from tablee.lab.tables.stepper import Stepper
from tablee.lab.tables.watch import ColumnQuestion, Reads, answer, changed_fields, frozen, watched
from tablee.rules.action import Outcome, Scene
from tablee.rules.game import Game, game_called
from tests.lab.brute import Moment, moment_of, remembered, stepped, stepped_by_dice, stepped_by_law

DUELS = {
    "undesix": ("nicolas", "brigand"),
    "cle-en-main": ("salome", "contremaitre"),
    "deusex": ("youssef", "tueur"),
    "d6": ("mael", "rouquin"),
}

GROUPS = {
    "undesix": (("nicolas", "chloe"), ("brigand", "brigand", "loup")),
    "cle-en-main": (("salome", "idriss"), ("contremaitre", "lazare")),
    "deusex": (("youssef", "nadia"), ("tueur", "vigile", "vigile")),
    "d6": (("mael", "ysolde"), ("rouquin", "bandit")),
}
ALIKE = ["mael"], ["rouquin"] * 3  # of D6: those who throw alike act together, and lose their places one by one


def nicolas(reads: Reads) -> Any:
    return watched(game_called("undesix").ready()["nicolas"], 0, reads)


def test_a_field_a_property_and_a_method_are_noted() -> None:
    reads: Reads = {}
    sheet = nicolas(reads)
    raw: Any = game_called("undesix").ready()["nicolas"]
    assert (sheet.phy, sheet.armed, sheet.line("fists")) == (raw.phy, raw.armed, raw.line("fists"))
    assert list(reads) == [
        ColumnQuestion(0, "phy", None),
        ColumnQuestion(0, "armed", None),
        ColumnQuestion(0, "line", ("fists",)),
    ]


def test_what_was_changed_is_not_a_question_about_what_was() -> None:
    reads: Reads = {}
    sheet = nicolas(reads).with_changes(phy=1)
    assert sheet.phy == 1
    assert not reads
    assert sheet.state == "able"  # derived from changed fields: read field by field
    assert ColumnQuestion(0, "dead", None) in reads
    assert changed_fields(sheet) == {"phy": 1}


def test_who_looks_up_one_entry_of_a_table_has_read_that_entry() -> None:
    raw: Any = game_called("undesix").ready()["nicolas"].with_changes(fired={"bow": 2})
    reads: Reads = {}
    sheet: Any = watched(raw, 0, reads)
    assert (sheet.fired.get("bow"), "gun" in sheet.fired) == (2, False)
    entries = list(reads)
    assert [asked.name for asked in entries] == ["fired", "fired"]
    other = raw.with_changes(fired={"bow": 2, "axe": 1})
    assert [answer(raw, asked) for asked in entries] == [answer(other, asked) for asked in entries]
    assert {**sheet.fired} == {"bow": 2}
    assert ColumnQuestion(0, "fired", None) in reads


@pytest.mark.parametrize("whole", [vars, lambda sheet: sheet.model_dump(), lambda sheet: sheet == sheet])
def test_who_looks_at_everything_has_read_everything(whole: Any) -> None:
    reads: Reads = {}
    whole(nicolas(reads))
    assert {asked.name for asked in reads} >= set(game_called("undesix").sheet.model_fields)


def test_what_has_no_value_cannot_be_remembered() -> None:
    class Box:
        __hash__ = None  # type: ignore[assignment]

    with pytest.raises(BadRule):
        frozen(Box())


def mistaken(stepper: Stepper, game: Game, moments: list[Moment]) -> list[Moment]:
    """The moments at which the tables remember something else than the rules answer."""
    return [one for one in moments if remembered(stepper, one) != stepped(game, stepper.policies, one)]


def met(stepper: Stepper, begun: Begin, seed: int, count: int) -> list[Moment]:
    """Moments of fights thrown at random, some of them in the middle of an instant."""
    luck, rng, found = Random(seed), np.random.default_rng(seed), list[Moment]()
    opened, _ = stepper.begin(begun)
    while len(found) < count:
        states = opened.at(np.array([luck.randrange(len(opened))]))
        for _ in range(luck.randrange(25)):
            deeds = stepper.next_deeds(states)
            if deeds[0] < 0:
                break
            states = stepper.throw(states, deeds, rng).states
        found.append(moment_of(stepper, states, 0))
    return found


@pytest.mark.parametrize("id", DUELS)
@pytest.mark.parametrize("temper", ["brutal", "coward"])
def test_what_is_remembered_is_what_the_rules_answer(id: str, temper: str) -> None:
    """On random scenes, with tables that have seen many other fights, an answer equals a fresh one, as fractions."""
    game = game_called(id)
    ready = staged(game, [[who] for who in DUELS[id]])
    policies = {who: policies_of(game)[temper] for who in ready.cast}
    stepper = Stepper(game, ready.cast, policies)
    thrown(stepper, *stepper.begin(ready.begin), 40, seed=1, chunk=0, most=6)
    assert not mistaken(stepper, game, met(stepper, ready.begin, 7, 6))


@pytest.mark.parametrize(
    "id", [pytest.param(id, marks=[pytest.mark.evening] * (id in ("cle-en-main", "deusex"))) for id in GROUPS]
)
def test_so_it_is_with_several_on_each_side(id: str) -> None:
    """Orders of play ask about everybody: what they remember serves other scenes, and must be right there."""
    game = game_called(id)
    ready = staged(game, GROUPS[id])
    stepper = Stepper(game, ready.cast, {who: policies_of(game)["strike"] for who in ready.cast})
    thrown(stepper, *stepper.begin(ready.begin), 60, seed=1, chunk=0, most=6)
    assert not mistaken(stepper, game, met(stepper, ready.begin, 7, 6))


@pytest.mark.parametrize(("moments", "times"), [(3, 200), pytest.param(8, 500, marks=pytest.mark.evening)])
@pytest.mark.parametrize("id", GROUPS)
def test_what_laws_tell_of_a_deed_is_what_comes_of_it_thrown(id: str, moments: int, times: int) -> None:
    """Everything that a fight may go on from: also for how long somebody falls. Rare outcomes are counted together."""
    game = game_called(id)
    ready = staged(game, GROUPS[id])
    policies = {who: policies_of(game)["strike"] for who in ready.cast}
    stepper = Stepper(game, ready.cast, policies)
    for moment in met(stepper, ready.begin, 11, moments):
        told = stepped_by_law(game, policies, moment)
        seen = stepped_by_dice(game, policies, moment, times, seed=3)
        assert set(seen) <= set(told), "dice come to what the law does not know"
        usual = {came: float(chance) for came, chance in told.items() if chance > Fraction(1, 100)}
        counted = [(p, seen[came]) for came, p in usual.items()]
        counted.append((1 - sum(usual.values()), seen.total() - sum(count for _, count in counted)))
        for p, count in counted:
            assert abs(count - seen.total() * p) < 5 * sqrt(times * p * (1 - p)) + 1


def test_a_field_read_behind_the_recorders_back_is_found() -> None:
    game = game_called("undesix")
    strike = game.action("undesix.attack")

    def resolve(scene: Scene[Any], do: Any, roll: Any) -> Outcome:
        hidden = object.__getattribute__(scene.cast[do.target], "__dict__")["gained"]
        done: Any = strike.resolve(scene, do, roll)
        spared = tuple(effect for effect in done.effects if hidden or effect.who != do.target)
        return Outcome(done.parts, done.headline, spared)

    actions = tuple(replace(one, resolve=resolve) if one is strike else one for one in game.actions)
    cheating = replace(game, actions=actions)
    ready = staged(cheating, [["nicolas"], ["brigand"]])
    stepper = Stepper(cheating, ready.cast, {})
    thrown(stepper, *stepper.begin(ready.begin), 50, seed=1, chunk=0, most=10)
    assert mistaken(stepper, cheating, met(stepper, ready.begin, 7, 12))


def test_orders_and_shared_instants_are_remembered_as_the_rules_have_them() -> None:
    """D6-COMBAT-01: what fields of the play answer together, in the midst of instants and between them."""
    game = game_called("d6")
    ready = staged(game, ALIKE)
    stepper = Stepper(game, ready.cast, {who: policies_of(game)["strike"] for who in ready.cast})
    thrown(stepper, *stepper.begin(ready.begin), 200, seed=1, chunk=0, most=8)
    moments = met(stepper, ready.begin, 3, 40)
    assert any(one.scene.play.instant and one.scene.cast != one.began for one in moments)  # some half-way
    assert not mistaken(stepper, game, moments)


def test_a_field_of_the_play_read_behind_the_recorders_back_is_found() -> None:
    game = game_called("d6")

    class Cheating(type(game.order)):  # type: ignore[misc]
        """An order in which whoever comes last is forgotten, and nobody sees that it looks."""

        def marked(self, scene: Scene[Any], actor: str, action: str, outcome: Outcome, /) -> Any:
            play: Any = scene.play
            hidden = object.__getattribute__(play, "__dict__")["order"]
            over = play.with_changes(acted=play.fighters)
            return over if hidden[-1:] == (("mael",),) else super().marked(scene, actor, action, outcome)

    cheating = replace(game, order=Cheating())
    ready = staged(cheating, ALIKE)
    stepper = Stepper(cheating, ready.cast, {who: policies_of(game)["strike"] for who in ready.cast})
    thrown(stepper, *stepper.begin(ready.begin), 50, seed=1, chunk=0, most=6)
    assert mistaken(stepper, cheating, met(stepper, ready.begin, 7, 12))
