"""Examples beside the rules: results that the rules give with told dice, played when a page is first drawn."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from tablee.rules.data.examples import Example
from tablee.rules.game import Game, game_called
from tablee.rules.tell import changed
from tablee.rules.why import Tally

MAX_KEPT = 16  # of games and languages


class ExampleStep(NamedTuple):
    """A line of the explanation, with its rule."""

    sentence: str
    rule: str


class Shown(NamedTuple):
    """An example as a page shows it."""

    id: str
    action: str
    told: str
    faces: list[tuple[int, tuple[int, ...], str]]  # sides of the dice, what they show, what they are called
    changes: list[str]
    why: list[ExampleStep]


@lru_cache(maxsize=MAX_KEPT)
def examples_of(game: str, lang: str) -> dict[str, Shown]:
    """By the id of a rule, an example of it."""
    known = game_called(game)
    return {rule: shown for one in known.examples() for shown in [_shown(known, one, lang)] for rule in one.rules}


def _shown(game: Game, example: Example, lang: str) -> Shown:
    done = example.played(game)
    steps = [
        ExampleStep(item.say(lang), item.saying.clause.id)
        for item in done.why
        if not isinstance(item, Tally) or len(item.terms) > 1
    ]
    return Shown(
        example.id,
        game.action(example.action).label.say(lang),
        done.outcome.headline.say(lang),
        [(roll.sides, tuple(roll.faces), roll.label) for roll in done.progress.rolls],
        [one.sentence for one in changed(game, done.after, done.changes, lang)],
        steps,
    )


@lru_cache(maxsize=MAX_KEPT)
def tried_by(game: str) -> dict[str, str]:
    """By the id of a rule, the action of players that shows it at work; rules without one are left out."""
    known = game_called(game)
    shown = {rule: known.action(one.action) for one in known.examples() for rule in one.rules}
    return {
        rule: action.id for rule, action in shown.items() if action in known.actions and action.offered({}, mj=False)
    }
