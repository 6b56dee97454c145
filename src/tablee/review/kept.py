"""What was worked out of the fights of a table, as its house keeps it beside the log."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from typing import Any

from tablee.errors import Unknown
from tablee.review.evening import Fought, Turn, fight_of, sides_at
from tablee.table.history import FightLog
from tablee.table.log.state import DELETED
from tablee.table.service import House
from tablee.text import Text

Json = dict[str, Any]
Tell = Callable[[Json], None]

MADE = 2  # of what is kept: one more whenever it is worked out or written otherwise
CURVE, CHOICES, MOMENTS, WHOLE = "curve", "choices", "moments", "whole"  # what is being worked out; all is there
SHORT, CUT = "short", "cut"  # too short to say anything; the rest took too long
DONE = (WHOLE, SHORT, CUT)  # stages after which nothing more is worked out
TAKEN_BACK = Text(
    fr="La fin de ce combat a été reprise : il n'y a rien à relire.",
    en="The end of this fight was taken back: there is nothing to read again.",
)


@dataclass(frozen=True)
class Found:
    """A fight of a table that is over: its lines, what a review of it is made from, what is known of it so far."""

    log: FightLog
    fight: Fought
    key: str
    known: Json = field(default_factory=dict)

    @cached_property
    def lines(self) -> frozenset[int]:
        """The lines of the fight that stand: its actions, and the one that tells its end."""
        return frozenset([*(turn.line.n for turn in self.fight.turns), self.fight.ended.n])

    @cached_property
    def turns(self) -> dict[int, Turn]:
        """Its actions, by their lines."""
        return {turn.line.n: turn for turn in self.fight.turns}

    @cached_property
    def ours(self) -> frozenset[str]:
        """Those of our side."""
        return frozenset(sides_at(self.log.game, self.fight.turns[0].before)[0])

    @cached_property
    def people(self) -> frozenset[str]:
        """Everybody who was in it."""
        casts = [turn.before.cast for turn in self.fight.turns] + [self.fight.turns[-1].after.cast]
        return frozenset(who for cast in casts for who, one in cast.items() if one.here)

    @cached_property
    def done(self) -> bool:
        """Whether nothing more will be worked out."""
        return self.known.get("stage") in DONE


def found_of(house: House, table: str, fight: int) -> Found:
    """A fight of a table, and what was kept of it; Unknown if there is no such fight, or its end was taken back."""
    log = house.fight_log(table, fight)
    over = fight_of(log)
    if over is None:
        raise Unknown(TAKEN_BACK)
    key = key_of(over, log)
    kept = house.store.review(table, fight, key)
    return Found(log, over, key, json.loads(kept) if kept else {})


def keep(house: House, table: str, fight: int, key: str, told: Json) -> None:
    """Keep what is known of a fight, if it still is what was looked at, and nobody has deleted it."""
    if house.state(table).reviews_told.get(fight) == DELETED or found_of(house, table, fight).key != key:
        return
    house.store.keep_review(table, fight, key, json.dumps(told).encode())


def worked_out(log: FightLog, known: Json, tell: Tell) -> Json:
    """What is found of a fight, from what is `known` of it; `tell` hears of it each time that there is more. For a
    process of its own: the lab is loaded where this runs.
    """
    from tablee.review.making import made

    return made(log, known, tell)


def key_of(fight: Fought, log: FightLog) -> str:
    """What a review is made from: the lines of the fight as they stand."""
    first = fight.turns[0].line.n
    lines = [event.to_json() for event in log.events if event.n >= first and event.n not in log.struck]
    told = json.dumps([MADE, fight.turns[0].before.options, lines], sort_keys=True, ensure_ascii=False)
    return sha256(told.encode("utf-8", "replace")).hexdigest()
