"""Fights without the lab's tables: one moment stepped afresh on plain sheets; every face of every die tried."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

from tablee.dice.choice import Plan
from tablee.dice.rule import walk
from tablee.dice.throw import Fed, Seeded
from tablee.lab.policy import NATURAL, Policy, planned
from tablee.lab.setups import setup_of
from tablee.lab.tables.states import States
from tablee.lab.tables.stepper import Stepper
from tablee.lab.tables.watch import frozen
from tablee.rules.action import Action, Ending, Outcome, Scene, applied, every_way
from tablee.rules.fields import Declared
from tablee.rules.game import Game
from tablee.rules.run import Done, Waiting, perform, prepared
from tablee.rules.why import Note


class Moment(NamedTuple):
    """A scene, and everybody's sheet when its instant began."""

    scene: Scene[Any]
    began: Mapping[str, Any]

    @property
    def key(self) -> Any:
        return frozen(dict(self.scene.cast)), frozen(self.scene.play), frozen(dict(self.began))


Policies = Mapping[str, Policy]


def over(game: Game, moment: Moment) -> bool:
    scene, began = moment
    quiet = frozen(dict(scene.cast)) == frozen(dict(began)) or not game.order.may_act(scene)
    return quiet and len(game.sides(scene, standing=True)) < 2


def how_it_ended(game: Game, scene: Scene[Any]) -> Any:
    """Who stands, on which side, and what everybody has left."""
    left = {who: [(entry.id, entry.value) for entry in game.watched(scene, who)] for who in scene.cast}
    return frozen(game.sides(scene, standing=True)), frozen(left)


def next_deed(
    game: Game, policies: Policies, moment: Moment
) -> tuple[str, Action[Any, Any], Declared, Scene[Any]] | None:
    """Who does what next, and the scene they read; None where the fight is over."""
    scene, began = moment
    if over(game, moment):
        return None
    for due in game.order.due(scene):
        action, read = game.action(due.action), scene.acting(due.who)
        do = prepared(action, read, due.params)
        assert not isinstance(do, Note)
        return due.who, action, do, read
    for who in game.order.may_act(scene):
        read = replace(scene.acting(who), cast=game.in_instant(began, scene.cast))
        for move in policies.get(who, NATURAL).moves(game, read, setup_of(game.id).health):
            return who, game.action(move.action), move.do, read
    raise AssertionError("nobody can do anything")


def landed(game: Game, moment: Moment, who: str, action: str, outcome: Outcome) -> Moment:
    """Where an outcome leads."""
    scene = applied(moment.scene.acting(who), outcome.effects)
    play = game.order.after(scene, who, action, outcome)
    now = replace(moment.scene, cast=scene.cast, play=play)
    shared = play.instant and play.instant == moment.scene.play.instant and game.order.may_act(now)
    if shared:
        return Moment(now, moment.began)
    now = game.at_rest(now)
    return Moment(now, now.cast)


def came_to(game: Game, moment: Moment) -> Any:
    """What tells moments apart: of an end, only how it ended."""
    return how_it_ended(game, moment.scene) if over(game, moment) else moment.key


def stepped_by_law(game: Game, policies: Policies, moment: Moment) -> dict[Any, Fraction]:
    """The chance of what each moment that follows comes to, by the laws of the game; empty where the fight is over."""
    found: dict[Any, Fraction] = {}
    for there, chance in _followed(game, policies, moment):
        came = came_to(game, there)
        found[came] = found.get(came, Fraction(0)) + chance
    return found


def stepped_by_dice(game: Game, policies: Policies, moment: Moment, times: int, seed: int) -> Counter[Any]:
    """What comes of the next deed of a moment, performed so many times."""
    deed, dice, found = next_deed(game, policies, moment), Seeded(seed), Counter[Any]()
    if deed is None:
        return found
    who, action, do, read = deed
    for _ in range(times):
        done = perform(action, read, do, dice, onto=moment.scene.acting(who), plan=planned(policies))
        assert isinstance(done, Done)
        found[came_to(game, landed(game, moment, who, action.id, done.outcome))] += 1
    return found


def stepped(game: Game, policies: Policies, moment: Moment) -> dict[Any, Fraction]:
    """The chance of each moment that follows, by the laws of the game asked afresh; empty where the fight is over."""
    found: dict[Any, Fraction] = {}
    for there, chance in _followed(game, policies, moment):
        found[there.key] = found.get(there.key, Fraction(0)) + chance
    return found


def _followed(game: Game, policies: Policies, moment: Moment) -> Iterator[tuple[Moment, Fraction]]:
    """Each moment that follows, and its chance, outcome after outcome."""
    deed = next_deed(game, policies, moment)
    if deed is None:
        return
    who, action, do, read = deed
    ends: dict[Any, Outcome] = {}

    def kept(ended: Any) -> Any:
        outcome = ended.tell() if isinstance(ended, Ending) else ended
        key = tuple((part.who, part.grade) for part in outcome.parts), tuple(map(frozen, outcome.effects))
        ends[key] = outcome
        return key

    read = replace(read, effects=True)
    law = walk(lambda roll: action.resolve(read, do, roll), name=action.id, plan=planned(policies), kept=kept)
    for key, weight in law.items():
        ways = list(every_way(ends[key].effects))
        whole = law.total * sum(share for _, share in ways)
        for effects, share in ways:
            there = landed(game, moment, who, action.id, replace(ends[key], effects=effects))
            yield there, Fraction(weight * share, whole)


def remembered(stepper: Stepper, moment: Moment) -> dict[Any, Fraction]:
    """The chance of each moment that follows, as the lab's tables tell it."""
    states = stepper.states_of([moment])
    deeds = stepper.next_deeds(states)
    if deeds[0] < 0:
        return {}
    expanded = stepper.expand(states, deeds)
    found: dict[Any, Fraction] = {}
    for at, outcome in enumerate(expanded.outcome.tolist()):
        there = moment_of(stepper, expanded.states, at).key
        found[there] = found.get(there, Fraction(0)) + stepper.laws.fraction(outcome)
    return found


def moment_of(stepper: Stepper, states: States, at: int) -> Moment:
    """One of the stepper's states as plain sheets."""
    began = {who: stepper.forms[place][int(states.began[place][at])] for place, who in enumerate(stepper.people)}
    return Moment(stepper.scene(states, at), began)


def every_face(
    action: Action[Any, Any], read: Scene[Any], do: Declared, onto: Scene[Any], plan: Plan
) -> Iterator[tuple[Fraction, Done]]:
    """An action performed with every face of every die, and the chance of each."""
    waiting: list[tuple[Fraction, tuple[int, ...]]] = [(Fraction(1), ())]
    while waiting:
        chance, faces = waiting.pop()
        done = perform(action, read, do, Fed(faces), onto=onto)
        while isinstance(done, Waiting) and done.asked:
            answers = {who: plan(who, decision) for who, decision in done.asked.items()}
            thrown = sum(len(roll.faces) for roll in done.progress.rolls)
            done = perform(action, read, do, Fed(faces[thrown:]), done.answered(answers), onto=onto)
        if isinstance(done, Done):
            yield chance, done
        else:
            assert done.dice is not None
            count, sides = done.dice.count, done.dice.sides
            for more in product(range(1, sides + 1), repeat=count):
                waiting.append((chance / sides**count, (*faces, *more)))


def ends_by_faces(game: Game, policies: Policies, first: Moment, rounds: int) -> dict[Any, Fraction]:
    """The chance of each end reached within so many rounds, every die thrown with `perform`."""
    ends, last = dict[Any, Fraction](), rounds
    plan = planned(policies)
    waiting = [(Fraction(1), first, 1)]
    while waiting:
        chance, moment, round = waiting.pop()
        deed = next_deed(game, policies, moment)
        if deed is None:
            end = how_it_ended(game, moment.scene)
            ends[end] = ends.get(end, Fraction(0)) + chance
            continue
        who, action, do, read = deed
        for share, done in every_face(action, read, do, moment.scene.acting(who), plan):
            there = landed(game, moment, who, action.id, done.outcome)
            play = game.order.after(done.after, who, action.id, done.outcome)
            now = round + max(0, play.round - moment.scene.play.round)
            if now <= last:
                waiting.append((chance * share, there, now))
    return ends
