"""Steering: which ways lead to an end of an adventure, from any moment of it, and how near each of them is."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from tablee.adventures import story
from tablee.adventures.paths import asked_later, bare
from tablee.adventures.story import FIGHT, Progress
from tablee.adventures.structure import Adventure

Step = tuple[str, str]  # a try, or the fight, and how it comes out
FAR = 10_000


class Steering:
    """The ways to one end of an adventure for so many players."""

    def __init__(self, adventure: Adventure, players: int, end: str) -> None:
        self.adventure, self.players, self.end = adventure, players, end
        self.asked = asked_later(adventure)
        self.near = self._nearness()

    def steps(self, progress: Progress) -> Iterator[tuple[Step, Progress]]:
        """What may happen at a moment, and the moment after it."""
        fight = self.adventure.scenes[progress.scene].fight
        if progress.fight and fight:
            for name, _ in fight.results():
                yield (FIGHT, name), story.fought(self.adventure, progress, name, self.players).progress
        for one in story.choices(self.adventure, progress, self.players):
            for name, _ in one.results():
                yield (one.id, name), story.tried(self.adventure, progress, one, name, self.players).progress

    def _nearness(self) -> dict[Progress, int]:
        """How many steps each moment is away from the end."""
        start = bare(story.begun(self.adventure, self.players).progress, self.asked)
        queue, before = deque([start]), dict[Progress, set[Progress]]({start: set()})
        while queue:
            now = queue.popleft()
            for _, progress in self.steps(now) if not now.end else ():
                after = bare(progress, self.asked)
                if after not in before:
                    before[after] = set()
                    queue.append(after)
                before[after].add(now)
        near = {one: 0 for one in before if one.end == self.end}
        back = deque(near)
        while back:
            now = back.popleft()
            for one in before[now] - near.keys():
                near[one] = near[now] + 1
                back.append(one)
        return near

    def distance(self, progress: Progress) -> int:
        """How many steps the end is away; FAR where it cannot be reached any more."""
        return self.near.get(bare(progress, self.asked), FAR)

    def ways(self, progress: Progress) -> dict[str, int]:
        """How near each try, or the fight, may come to the end; those that cannot lead there are left out."""
        found: dict[str, int] = {}
        for (id, _), after in self.steps(progress):
            found[id] = min(found.get(id, FAR), self.distance(after))
        return {id: near for id, near in found.items() if near < FAR}
