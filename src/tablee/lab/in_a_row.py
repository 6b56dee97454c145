"""in_a_row(): several fights one after the other, begun with what the one before left: how far a side comes, and the
law of what it has left.

    >>> found = in_a_row(Fight("undesix", ("nicolas",), ("villageois",), fights=20), [("brigand",)])
    >>> [len(found.stages), found.fights, sum(found.left[0].law.values())]
    [2, 20, 20]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from tablee.errors import BadInput
from tablee.lab.best import BEST
from tablee.lab.fights import Estimate, Fight, Progress, policies_for, silent, wilson
from tablee.lab.sample import Ended, by_hand, generator
from tablee.lab.setups import staged, told_apart
from tablee.rules.game import Game, game_called
from tablee.text import Text

ON_BOTH = Text(
    fr="« {who} » ne peut pas être des deux côtés quand les combats se suivent.",
    en="“{who}” cannot be on both sides where fights follow each other.",
)
NOT_AT_BEST = Text(
    fr="Des combats qui se suivent sont simulés : personne n'y joue au mieux. Choisissez une autre manière de jouer.",
    en="Fights that follow each other are simulated: nobody plays them at best. Choose another way of playing.",
)
FIGHTS = 300  # thrown one after the other, unless the question says how many


@dataclass(frozen=True)
class Stage:
    """One of the fights: against whom, and the chance that the first side has won it and all before."""

    foes: tuple[str, ...]
    won: Estimate


@dataclass(frozen=True)
class Left:
    """What somebody of the first side has left in a gauge in the end: how many of the runs ended with each value."""

    who: str
    gauge: str
    start: int
    law: Mapping[int, int]


@dataclass(frozen=True)
class InARow:
    """How far a side comes in so many runs, and what it has left when it stops or is stopped."""

    fights: int
    stages: tuple[Stage, ...]
    left: tuple[Left, ...]
    seed: int

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def in_a_row(asked: Fight, then: Sequence[Sequence[str]], progress: Progress = silent) -> InARow:
    """The fight asked for, then one against each of these others, while somebody of the first side stands.

    Sheets go on as they are: wounds, points and weapons; those who have fallen stay where they fell.
    """
    game = game_called(asked.game)
    count = FIGHTS if asked.fights is None and not asked.error else asked.count
    foes = [tuple(side) for side in (asked.two, *then)]
    if BEST in asked.policies.values():
        raise BadInput(NOT_AT_BEST)
    if both := next((who for side in foes for who in side if who in asked.one), ""):
        raise BadInput(ON_BOTH, who=both)
    won, left = Counter[int](), dict[tuple[str, str], Counter[int]]()
    first = staged(game, (asked.one, asked.two), _brought(game, asked))
    scene = game.scene(cast=first.cast, options=asked.options)
    begun = {
        (who, entry.id): entry.value
        for who in first.sides[0]
        for entry in game.watched(scene, who)
        if isinstance(entry.value, int)
    }
    for run, seed in enumerate(generator(asked.seed, 0).integers(0, 1 << 62, count).tolist(), 1):
        ours, standing, stage = {who: first.cast[who] for who in first.sides[0]}, first.sides[0], 0
        while standing and stage < len(foes):
            sheets = {**_brought(game, asked), **ours}
            ended = _fought(game, asked, standing, foes[stage], sheets, seed + stage)
            ours |= {who: ended.scene[who] for who in standing}
            up = {who for side in game.sides(ended.scene, standing=True).values() for who in side}
            standing = tuple(who for who in standing if who in up)
            if not ended.over:
                break
            stage += bool(standing)
        won[stage] += 1
        for who, gauge in begun:
            now = game.scene(cast={who: ours[who]}, options=asked.options)
            value = next(entry.value for entry in game.watched(now, who) if entry.id == gauge)
            assert isinstance(value, int), "it was a number as the first fight began"
            left.setdefault((who, gauge), Counter())[value] += 1
        progress(run, count)
    stages = []
    for place, side in enumerate(foes, 1):
        share = sum(times for stage, times in won.items() if stage >= place) / count
        stages.append(Stage(side, Estimate(share, wilson(share, count))))
    told = [Left(who, gauge, begun[who, gauge], dict(sorted(law.items()))) for (who, gauge), law in left.items()]
    return InARow(count, tuple(stages), tuple(told), asked.seed)


def _brought(game: Game, asked: Fight) -> dict[str, Any]:
    return dict(game.cast_from(asked.cast)) if asked.cast else {}


def _fought(
    game: Game, asked: Fight, one: Sequence[str], two: Sequence[str], brought: Mapping[str, Any], seed: int
) -> Ended:
    """One fight, begun with the sheets brought."""
    setting = staged(game, (one, two), brought)
    played = told_apart(game, setting)
    return by_hand(played, setting, policies_for(played, setting, asked.policies), asked.options, seed)
