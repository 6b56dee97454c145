"""What a command costs on SQLite: an UnDéSix attack; in Clé en main, the answer that redoes a test.

    python -m bench command [--lines 12]

Counted: scenes made, sheets and other declarations read, effects applied. Timed: processor milliseconds, the first time
and as the median of later ones. Then lines of a profile.
"""

from __future__ import annotations

import argparse
import cProfile
import io
import pstats
import statistics
import tempfile
import time
from collections.abc import Callable
from typing import Any

from tablee.rules.game import game_called
from tablee.table.decide.command import Command
from tablee.table.log.sqlite import SqliteStore
from tablee.table.service import House
from tablee.table.topics.action import Act
from tablee.table.topics.character import Enter
from tablee.table.topics.decision import Answer

MJ = "mj"
REPEATS = 9
COUNTED = {  # what, in which file, by which function
    "scenes made": ("", "scene_of"),
    "sheets and parameters read": ("fields.py", "read"),
    "effects applied": ("action.py", "applied"),
}


class Place:
    """A table on a file of its own, in the first scene of a game."""

    def __init__(self, game: str) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.database = f"{self.folder.name}/tables.db"
        self.store = SqliteStore(self.database)
        self.house = House(self.store)
        self.table, self.token = self.house.open(game)
        scene = game_called(game).first_scene
        assert scene
        for who, sheet in scene.cast().items():
            self.do(Enter(who=who, sheet=sheet.model_dump(mode="json")))
        for action, actor, params in scene.begin:
            self.do(Act(actor=actor, action=action, params=dict(params)))

    def do(self, *commands: Command) -> None:
        for command in commands:
            done = self.house.submit(self.table, MJ, command)
            assert not hasattr(done, "say"), done

    def close(self) -> None:
        self.store.close()
        self.folder.cleanup()


Case = Callable[[], tuple["Place", list[Command]]]
"""A table where something is about to be asked, and the commands that ask it."""


def attack() -> tuple[Place, list[Command]]:
    """UnDéSix: the wolf attacks Chloé."""
    return Place("undesix"), [Act(actor="loup", action="undesix.attack", params={"target": "chloe"}, faces=(3,))]


def redo() -> tuple[Place, list[Command]]:
    """Clé en main: Octavie missed the foreman and redoes the test, without a heroic die."""
    place = Place("cle-en-main")
    act = Act(actor="octavie", action="cle-en-main.attack", params={"target": "contremaitre"})
    place.do(act)
    place.do(Answer(answers={"contremaitre": False, "dockers": False}, faces=(1, 1, 2, 6, 6, 5)))
    return place, [Answer(answers={"octavie": "redo"}, faces=(4, 5, 5))]


def profiled(made: Case) -> pstats.Stats:
    place, commands = made()
    profile = cProfile.Profile()
    profile.runcall(place.do, *commands)
    place.close()
    return pstats.Stats(profile)


def milliseconds(made: Case) -> list[float]:
    times = []
    for _ in range(REPEATS):
        place, commands = made()
        began = time.process_time()
        place.do(*commands)
        times.append((time.process_time() - began) * 1000)
        place.close()
    return times


def command(asked: argparse.Namespace) -> None:
    """Print the counts, the times and the longest lines of the profile."""
    for made in (attack, redo):
        print(made.__doc__)
        cold, *warm = milliseconds(made)
        stats = profiled(made)
        calls: dict[tuple[str, int, str], Any] = stats.stats  # type: ignore[attr-defined]
        for what, (file, name) in COUNTED.items():
            found = [row[1] for (at, _, function), row in calls.items() if function == name and at.endswith(file)]
            print(f"  {what}: {sum(found)}")
        print(f"  function calls: {stats.total_calls}")  # type: ignore[attr-defined]
        print(f"  CPU: {cold:.1f} ms the first time, {statistics.median(warm):.1f} ms later")
        text = io.StringIO()
        stats.stream = text  # type: ignore[attr-defined]
        stats.sort_stats("cumulative").print_stats("tablee", asked.lines)
        print("\n".join(f"    {line}" for line in text.getvalue().splitlines()[6:] if line.strip()))
