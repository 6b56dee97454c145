"""advise(): what each choice open to a combatant is worth to the end of the fight, if they then keep to their plan.

Where the fight has few moments, also how it goes if they play as well as can be (`best.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tablee.dice.patience import look
from tablee.errors import BadInput, TooMany, Unknown
from tablee.lab.best import Answer, Play
from tablee.lab.chain import Chain, TooManyStates
from tablee.lab.fights import NO_EXACT, Estimate, Fight, Ready, result_of
from tablee.lab.policy import Move, Policy, Tactic, allies, foes
from tablee.lab.sample import CHUNK
from tablee.lab.setups import policies_of
from tablee.lab.tables.states import States
from tablee.lab.tables.stepper import Newcomers
from tablee.lab.tables.watch import frozen
from tablee.lab.tally import Tally
from tablee.rules.action import PLAY, Kind, Scene
from tablee.rules.fields import fields_of
from tablee.rules.forms import in_words, usual
from tablee.rules.game import Game
from tablee.rules.run import prepared
from tablee.rules.why import Note
from tablee.text import Text

UNSURE = 0.005  # of chance: a best play known less well is not told
OF_FIGHTS = (Kind.FIGHT, Kind.MAGIC, Kind.CARE)  # kinds of actions that are weighed: others change no fight
MAX_STEPS = 500  # until it is the combatant's turn
MAX_BEFORE = 20_000  # situations at once on the way there
TOO_MANY_BEFORE = Text(
    fr="Avant le premier tour {who:de}, ce combat passe par plus de {most} situations : mettez moins de monde.",
    en="Before the first turn of {who:the}, this fight goes through more than {most} situations: take fewer people.",
)
NEVER = Text(
    fr="{who:Le} ne joue jamais dans ce combat : il n'y a rien à conseiller.",
    en="{who:The} never acts in this fight: there is nothing to advise.",
)
NOT_HERE = Text(fr="« {who} » n'est pas dans ce combat : {known}.", en="“{who}” is not in this fight: {known}.")


@dataclass(frozen=True)
class Choice:
    """Something that a combatant may do at their first turn, and the chance that their side then wins."""

    action: str
    params: Mapping[str, Any]
    wins: Estimate
    plan: bool  # what their policy would do anyway


@dataclass(frozen=True)
class Best:
    """The chance of a combatant's side if they play as well as can be, and how they begin.

    `answers` are those they give in their first action; `left` is how much more the chance might be.
    """

    wins: Estimate
    left: float
    action: str
    params: Mapping[str, Any]
    answers: tuple[Answer, ...]


@dataclass(frozen=True)
class Advice:
    """The choices open to a combatant, the best first, and how they were weighed; the best play where it was asked for
    and the fight has few enough moments.
    """

    who: str
    method: str
    fights: int
    choices: tuple[Choice, ...]
    best: Best | None = None

    def by_words(self, game: Game, scene: Scene[Any], lang: str) -> dict[str, Choice]:
        """The choices by their words; what reads alike (the same weapon, named or not) once, as planned if it is."""
        found: dict[str, Choice] = {}
        for one in self.choices:
            words = in_words(game, game.action(one.action), scene, one.params, lang, optional=True)
            if words not in found or one.plan:
                found[words] = one
        return found

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


class Turn(NamedTuple):
    """The moments at which a combatant is about to act for the first time, and the fights that end before."""

    states: States
    chances: NDArray[np.float64]
    ended: States
    ended_chances: NDArray[np.float64]


Way = tuple[States, NDArray[np.float64]]
"""Where a choice leads: the moments, and the chance of each."""


def advise(asked: Fight, who: str, best: bool = False) -> Advice:
    """What each choice is worth to a combatant at their first turn in this fight; with `best`, also the best play."""
    ready = Ready(asked)
    if who not in ready.staged.cast:
        raise Unknown(NOT_HERE, who=who, known=tuple(ready.staged.cast))
    with ready.stepper.lock:
        turn = first_turn(ready, who, *ready.stepper.begin(ready.staged.begin))
        found = choices_at(ready, asked, who, turn)
        return replace(found, best=_best(ready, who, turn) if best and asked.worth_solving else None)


def choices_at(ready: Ready, asked: Fight, who: str, turn: Turn, first: Move | None = None) -> Advice:
    """What each choice open to a combatant in these moments is worth; they plan `first`, else their policy's move."""
    choices, ways = list[tuple[Move, bool]](), list[Way]()
    for move, deed, plan in _open(ready, who, turn, first):
        with suppress(Newcomers):  # what a fixed cast cannot follow is left out
            ways.append(_after(ready, turn, deed))
            choices.append((move, plan))
    method, wins = weighed(ready, asked, who, ways)
    told = [
        Choice(move.action, dict(move.params), worth, plan) for (move, plan), worth in zip(choices, wins, strict=True)
    ]
    told.sort(key=lambda choice: -choice.wins.value)
    return Advice(who, method, 0 if method == "exact" else asked.count, tuple(told))


def weighed(ready: Ready, asked: Fight, who: str, ways: list[Way]) -> tuple[str, list[Estimate]]:
    """The chance that a combatant's side wins after each of these ways on, and how it was found."""
    if not ways:
        return "exact", []
    if asked.worth_solving:
        try:
            return "exact", _solved(ready, who, ways, asked.most_states)
        except TooManyStates:
            if asked.method == "exact":
                raise BadInput(NO_EXACT, most=asked.most_states) from None
    side = _side(ready, who)
    return "bulk", [result_of(ready, _thrown(ready, asked, *way), "bulk").wins[side] for way in ways]


def _after(ready: Ready, turn: Turn, deed: int) -> Way:
    """Where a deed leads from the moments of a turn, with the fights that ended before it, and the chances."""
    after = ready.stepper.expand(turn.states, np.full(len(turn.states), deed, np.int32))
    shares = turn.chances[after.source] * ready.stepper.laws.chances[after.outcome]
    return after.states.and_then(turn.ended), np.concatenate([shares, turn.ended_chances])


def _solved(ready: Ready, who: str, ways: list[Way], most: int) -> list[Estimate]:
    """What each way is worth, all of them in one chain; TooManyStates past the budget."""
    (first, _), *rest = ways
    chances = np.concatenate([chances for _, chances in ways])
    chain = Chain(ready.moments, first.and_then(*(states for states, _ in rest)), chances.tolist(), most)
    stands = ready.stepper.standing(chain.states.at(chain.ends).now) > 0
    up = [stands[[ready.stepper.place[one] for one in side]].any(0) for side in ready.staged.sides]
    side = _side(ready, who)
    worth = chain.chance_of(np.array(up[side] & ~up[1 - side], np.float64))[chain.first] * chances
    return [Estimate(float(one.sum())) for one in np.split(worth, np.cumsum([len(states) for states, _ in ways])[:-1])]


def _side(ready: Ready, who: str) -> int:
    return 0 if who in ready.staged.sides[0] else 1


def _best(ready: Ready, who: str, turn: Turn) -> Best | None:
    """The best play from a combatant's first turn on; None where it goes through too many moments, or stays unsure."""
    try:
        play = Play(ready, who, turn.states)
    except TooManyStates:
        return None
    start = play.start(turn.chances)
    if start.unsure > UNSURE:
        return None
    over = float((play.won(turn.ended) * turn.ended_chances).sum())
    deed = start.deed
    return Best(
        Estimate(start.chance + over),
        start.unsure,
        deed.action,
        deed.do.model_dump(mode="json", exclude_defaults=True),
        start.answers,
    )


def _thrown(ready: Ready, asked: Fight, states: States, chances: NDArray[np.float64]) -> Tally:
    """Fights thrown from these states."""
    tally = Tally()
    for number, first in enumerate(range(0, asked.count, CHUNK)):
        tally += ready.thrown_from(states, chances.tolist(), min(CHUNK, asked.count - first), asked.seed, number)
    return tally


def first_turn(ready: Ready, who: str, states: States, shares: Sequence[Fraction | float]) -> Turn:
    """Everybody plays on from these moments until it is the turn of `who`, every outcome followed."""
    stepper, chances = ready.stepper, np.array(shares, np.float64)
    turns, ends = list[tuple[States, Any]](), list[tuple[States, Any]]()
    for _ in range(MAX_STEPS):
        deeds = stepper.next_deeds(states)
        theirs = np.array([deed >= 0 and _acts(ready, deed, who) for deed in deeds.tolist()], np.bool_)
        for found, here in ((turns, theirs), (ends, deeds < 0)):
            if here.any():
                found.append((states.at(np.nonzero(here)[0]), chances[here]))
        rest = np.nonzero((deeds >= 0) & ~theirs)[0]
        if not len(rest):
            break
        if len(rest) > MAX_BEFORE:
            raise TooMany(TOO_MANY_BEFORE, who=ready.staged.cast[who].name, most=MAX_BEFORE)
        look()
        after = stepper.expand(states.at(rest), deeds[rest])
        states, chances = _merged(after.states, chances[rest][after.source] * stepper.laws.chances[after.outcome])
    if not turns:
        raise BadInput(NEVER, who=ready.staged.cast[who].name)
    none = turns[0][0].at(np.zeros(0, np.int64)), np.zeros(0)
    mine, over = [_joined(found) if found else none for found in (turns, ends)]
    return Turn(*mine, *over)


def _merged(states: States, chances: NDArray[np.float64]) -> tuple[States, NDArray[np.float64]]:
    """Each of these states once, with the chances of all that are equal to it."""
    rows = np.stack([*states.now, *states.began], axis=1)
    _, places, back = np.unique(rows, axis=0, return_index=True, return_inverse=True)
    return states.at(places), np.bincount(back.reshape(-1), chances).astype(np.float64)


def _acts(ready: Ready, deed: int, who: str) -> bool:
    done = ready.stepper.deeds[deed]
    return done.who == who and who != PLAY and not done.due


def _joined(parts: list[tuple[States, Any]]) -> tuple[States, Any]:
    (first, _), *rest = parts
    return first.and_then(*(more for more, _ in rest)), np.concatenate([chances for _, chances in parts])


def _open(ready: Ready, who: str, turn: Turn, first: Move | None) -> Iterator[tuple[Move, int, bool]]:
    """What a combatant may do at all of these moments: each thing once, what they plan first."""
    game, stepper, seen = ready.game, ready.stepper, set[Any]()
    scene = _seen(ready, who, turn.states)
    if first is not None:
        seen.add((first.action, frozen(first.do)))
        yield first, stepper.deed(who, first.action, first.do), True
    mine = stepper.policies[who]
    for policy in (mine, *policies_of(game).values(), *_at_each(game, scene)):
        for move in policy.moves(game, scene, stepper.health):
            key = move.action, frozen(move.do)
            if key not in seen and _everywhere(ready, who, move, turn.states):
                plan = not seen
                seen.add(key)
                yield move, stepper.deed(who, move.action, move.do), plan
            break


def _at_each(game: Game, scene: Scene[Any]) -> Iterator[Policy]:
    """For each likely action of a fight, and each person it may well aim at, the policy of doing just that."""
    friends, enemies = (scene.actor, *allies(game, scene)), tuple(foes(game, scene, "first", ""))
    for action in (one for one in usual(game, scene) if one.kind in OF_FIGHTS):
        aim = next((field for field in fields_of(action.params, scene.options) if field.name == "target"), None)
        whom = ("",) if aim is None else friends if aim.one_of and aim.one_of.helps else enemies
        for target in whom:
            yield Policy(lines=(Tactic(action=action.id, params={"target": target} if target else {}),))


def _seen(ready: Ready, who: str, states: States, at: int = 0) -> Scene[Any]:
    """One of these moments as the scene that `who` reads when they act."""
    return ready.stepper.scene_of(ready.stepper.seen(states), at, who)


def _everywhere(ready: Ready, who: str, move: Move, states: States) -> bool:
    """Whether the rules allow a move at all of these moments."""
    action = ready.game.action(move.action)
    scenes = (_seen(ready, who, states, at) for at in range(len(states)))
    return not any(isinstance(prepared(action, scene, move.params), Note) for scene in scenes)
