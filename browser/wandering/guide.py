"""A guide: somebody outside who whispers which of the things offered may lead to one end of an adventure; the walkers
know only what they see, and look for it on their page.
"""

from __future__ import annotations

import random

from tests.table.steering import FAR, Steering

from tablee.adventures.folder import Bound
from tablee.adventures.story import FIGHT
from tablee.table.log.sqlite import SqliteStore
from tablee.table.scenes import players_of, progress_of
from tablee.table.service import House


class Guide:
    """The ways to one end, from wherever a table is; it reads the same database as the house that is walked in."""

    def __init__(self, database: str, book: Bound, end: str) -> None:
        self.house, self.book, self.end = House(SqliteStore(database)), book, end
        self.steering: Steering | None = None

    def whispered(self, table: str, chance: str) -> tuple[str, ...] | None:
        """What leads there by the nearest way, as it is called in both languages (of several ways the one that
        `chance` falls on); nothing where that is a fight, or whatever comes of itself; None where the end is out of
        reach.
        """
        state = self.house.state(table)
        assert state.adventure
        progress = progress_of(state.adventure)
        if self.steering is None:
            self.steering = Steering(self.book.adventure, players_of(state), self.end)
        if self.steering.distance(progress) >= FAR:
            return None
        ways = self.steering.ways(progress)
        near = [id for id, far in ways.items() if far == min(ways.values())]
        if not near or FIGHT in near:
            return ()
        label = self.book.label(progress.scene, random.Random(f"{chance} {progress.scene}").choice(near))
        return label.say("fr"), label.say("en")

    @property
    def titles(self) -> tuple[str, str]:
        """What the end is called, in both languages."""
        label = self.book.label(f"end.{self.end}")
        return label.say("fr"), label.say("en")
