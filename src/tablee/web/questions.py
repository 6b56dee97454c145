"""Questions without a table: dice thrown or counted, the odds of an action, a fight to its end; for programs.

They are bounded as those of the lab's pages are: one of each kind at a time for an address, in a few seconds of work.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response
from pydantic import BaseModel, Field, JsonValue

from tablee.dice.notation import MAX_THROWN, parse
from tablee.dice.odds import Odds, probability
from tablee.dice.throw import throw
from tablee.errors import BadInput
from tablee.rules.chances import laws_json
from tablee.rules.game import game_called
from tablee.rules.run import prepared
from tablee.rules.why import Note
from tablee.table.decide.command import PLAIN
from tablee.table.seen.odds import Number
from tablee.text import Text
from tablee.web.description import Route, operation_name
from tablee.web.pages.lab.asking import CHANCES, bounded, in_turn
from tablee.web.pages.lab.fights import FIGHTS, MAX_OF_A_SIDE, NEEDS_NUMPY, STATES
from tablee.web.problems import Failure
from tablee.web.serving.data import data

router = APIRouter(generate_unique_id_function=operation_name, route_class=Route, tags=["without a table"])
GameId = Annotated[str, Path(max_length=40)]
Plain = Annotated[dict[str, Any], PLAIN]


MAX_BITS = 40_000_000  # of the weights of a law that is sent: some 20 MB, as text
TOO_LONG_A_LAW = Text(
    fr="{dice} : {values} valeurs, c'est trop pour une réponse ; comparez à un nombre (>=…), ou demandez moins de dés.",
    en="{dice}: {values} values are too many for one answer; compare with a number (>=…), or ask for fewer dice.",
)


class DiceAsked(BaseModel):
    dice: str = Field(min_length=1, max_length=200, description="as people type them: `3d6+2`, `4d6kh3`, `2d20>=15`")


class ActionAsked(BaseModel):
    action: str = Field(max_length=60, description="an action of the game, by its id")
    actor: str = Field("", max_length=60, description="a ready character of the game")
    params: Plain = Field(default_factory=dict)
    options: dict[str, Any] = Field(default_factory=dict, max_length=60, description="house rules")


class FightAsked(BaseModel):
    one: list[Annotated[str, Field(max_length=60)]] = Field(min_length=1, max_length=MAX_OF_A_SIDE)
    two: list[Annotated[str, Field(max_length=60)]] = Field(min_length=1, max_length=MAX_OF_A_SIDE)
    policies: dict[str, Annotated[str, Field(max_length=60)]] = Field(default_factory=dict, max_length=24)
    options: dict[str, Any] = Field(default_factory=dict, max_length=60)
    seed: int = Field(1, ge=0, le=2**53)


@dataclass(frozen=True, slots=True)
class RollTold:
    """The dice of one size that were thrown together."""

    sides: int
    faces: list[int]


@dataclass(frozen=True, slots=True)
class ThrowTold:
    """A throw; `success` is null where it is held against nothing."""

    dice: str
    total: int
    success: bool | None
    rolls: list[RollTold]


@dataclass(frozen=True, slots=True)
class DiceChance:
    """A value (a total; for dice held against a number true or false), and how likely it is."""

    value: int | bool
    probability: str
    float: Number


@dataclass(frozen=True, slots=True)
class ActionChance:
    """How everybody comes out, and how likely; `of` names one target, or is null for all of them."""

    of: str | None
    outcome: list[dict[str, JsonValue]]
    probability: str
    float: Number


@router.post("/api/dice/throw")
async def throw_dice(asked: DiceAsked, request: Request) -> list[ThrowTold]:
    """Throw dice as they are typed; several times where they say so (`6x4d6kh3`). Nobody else sees it."""
    return await in_turn(request, lambda: thrown(asked.dice))


def thrown(text: str) -> list[ThrowTold]:
    expression = parse(text, MAX_THROWN)
    told = []
    for _ in range(expression.times):
        done = throw(expression.question())
        held = expression.compare.holds(done.outcome) if expression.compare else None
        rolls = [RollTold(roll.sides, list(roll.faces)) for roll in done.rolls]
        told.append(ThrowTold(str(expression.once), done.outcome, held, rolls))
    return told


@router.post("/api/dice/odds", response_model=list[DiceChance])
async def dice_odds(asked: DiceAsked, request: Request) -> Response:
    """The exact law of dice as they are typed."""
    return data(request, await bounded(request, CHANCES, law_of_dice, asked.dice))


def law_of_dice(text: str) -> bytes:
    """The law of typed dice, as JSON."""
    expression = parse(text)
    law: Odds[Any] = (expression.success() if expression.compare else expression.question()).odds()
    if len(law) * law.total.bit_length() > MAX_BITS:
        raise BadInput(TOO_LONG_A_LAW, dice=str(expression), values=len(law))
    return json.dumps([{"value": value, **probability(law.p(value))} for value in sorted(law)]).encode()


@router.post("/api/games/{game}/odds", response_model=list[ActionChance])
async def action_odds(game: GameId, asked: ActionAsked, request: Request) -> Response:
    """The exact odds of an action among the ready characters of a game; decisions take their default."""
    told = await bounded(request, CHANCES, law_of_action, game, asked.model_dump_json())
    return data(request, _or_refused(told))


def law_of_action(game: str, text: str) -> bytes | Note:
    """The odds of an action, as JSON; the rule that refuses it."""
    asked, played = ActionAsked.model_validate_json(text), game_called(game)
    action = played.action(asked.action)
    scene = played.scene(asked.actor, played.ready(), asked.options)
    ready = prepared(action, scene, asked.params)
    if isinstance(ready, Note):
        return ready
    return json.dumps(laws_json(played, scene, played.odds(action, scene, ready))).encode()


@router.post("/api/games/{game}/fights", response_model=None)
async def fight(game: GameId, asked: FightAsked, request: Request) -> Response:
    """Who wins a fight between ready characters of a game, in how many rounds, who falls, what is left: exact where
    that is soon counted, else thrown, with its error.
    """
    return data(request, await bounded(request, "fight", end_of_fight, game, asked.model_dump_json()))


def end_of_fight(game: str, text: str) -> bytes:
    """What comes of a fight, as JSON."""
    try:
        from tablee.lab.fights import Fight
        from tablee.lab.fights import fight as fought
    except ImportError:
        raise BadInput(NEEDS_NUMPY) from None
    asked = FightAsked.model_validate_json(text)
    sides = tuple(asked.one), tuple(asked.two)
    question = Fight(game, *sides, asked.policies, asked.options, fights=FIGHTS, seed=asked.seed, most_states=STATES)
    return json.dumps(fought(question).to_json()).encode()


def _or_refused(told: bytes | Note) -> bytes:
    if isinstance(told, Note):
        raise Failure(409, told.saying.text, told.saying.clause.id, **dict(told.values))
    return told
