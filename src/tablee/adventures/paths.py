"""Every way through an adventure, rolls and fights coming out either way: what is reached, and where nobody gets on."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from tablee.adventures import story
from tablee.adventures.story import Place, Progress, Turn
from tablee.adventures.structure import Adventure, Fits

MOST = 20_000  # moments that are followed; beyond that only what was reached is told


@dataclass
class Explored:
    """What the ways through an adventure reach: scenes, ends, tries and texts; moments without a way on, and those from
    which no end is reached.
    """

    scenes: set[str] = field(default_factory=set)
    ends: dict[str, set[str]] = field(default_factory=dict)  # each with the scenes that it is reached from
    tries: set[tuple[str, str]] = field(default_factory=set)
    texts: set[Place] = field(default_factory=set)
    stuck: dict[str, Progress] = field(default_factory=dict)  # a scene, and a moment there with nothing to try
    endless: dict[str, Progress] = field(default_factory=dict)  # a scene, and a moment there that leads to no end
    circles: set[str] = field(default_factory=set)  # scenes that coming in leads on from without end
    leads: dict[str, set[str]] = field(default_factory=dict)  # from a scene of `endless` to others of them
    whole: bool = True

    def circling(self) -> Iterator[tuple[tuple[str, ...], Progress]]:
        """The scenes among which people who come to no end go round at last, each circle once, and a moment there."""
        reach = {id: {id} for id in self.endless}
        for _ in self.endless:
            for found in reach.values():
                found |= {after for one in tuple(found) for after in self.leads.get(one, ()) if after in reach}
        told = set[str]()
        for id, found in reach.items():
            if id not in told and all(id in reach[one] for one in found):
                told |= found
                yield tuple(sorted(found)), self.endless[id]


def explored(adventure: Adventure, players: int, most: int = MOST) -> Explored:
    """All that so many players may come to, following so many moments at most."""
    found, matters = Explored(), asked_later(adventure)

    first = story.begun(adventure, players)
    start = bare(first.progress, matters)
    queue, seen, before = deque([start]), {start}, dict[Progress, list[Progress]]()
    ended: list[Progress] = []
    _noted(adventure, found, first)
    while queue:
        if len(seen) > most:
            found.whole = False
            return found
        now = queue.popleft()
        if now.end:
            ended.append(now)
            continue
        turns = _turns(adventure, now, players, found)
        if not turns:
            found.stuck.setdefault(now.scene, now)
        for turn in turns:
            _noted(adventure, found, turn)
            if turn.progress.end:
                found.ends.setdefault(turn.progress.end, set()).add(now.scene)
            after = bare(turn.progress, matters)
            before.setdefault(after, []).append(now)
            if after not in seen:
                seen.add(after)
                queue.append(after)
    good, back = set(ended), deque(ended)
    while back:
        for one in before.get(back.popleft(), ()):
            if one not in good:
                good.add(one)
                back.append(one)
    lost = seen - good
    for one in lost:
        if one.scene not in found.stuck:
            found.endless.setdefault(one.scene, one)
        for earlier in before.get(one, ()):
            if earlier in lost:
                found.leads.setdefault(earlier.scene, set()).add(one.scene)
    return found


def asked_later(adventure: Adventure) -> dict[str, frozenset[str]]:
    """The words and things that each scene, or one that may come after it, asks about before something can happen."""
    ways = [way for listed in adventure.forks.values() for way in listed]
    everywhere = {word for one in (*ways, *(clock.full for clock in adventure.clocks.values())) for word in _asked(one)}
    leads: dict[str, set[str]] = {id: set() for id in adventure.scenes}
    asked: dict[str, set[str]] = {id: set(everywhere) for id in adventure.scenes}
    jumps = {way.go for way in ways} | {clock.full.go for clock in adventure.clocks.values()}
    for steps, one in adventure.outcomes():
        if steps[0] == "scenes":
            id = str(steps[1])
            asked[id] |= _asked(one)
            leads[id] |= jumps if one.go in adventure.forks or one.tick else set()
            leads[id].add(one.go)
    for id, scene in adventure.scenes.items():
        asked[id] |= {word for one in scene.tries for word in _asked(one)}
    for _ in adventure.scenes:
        for id, after in leads.items():
            asked[id] |= {word for one in after if one in asked for word in asked[one]}
    return {id: frozenset(words) for id, words in asked.items()}


def bare(progress: Progress, asked: Mapping[str, frozenset[str]]) -> Progress:
    """A moment without what leads nowhere else: the order of things, where one has been, what nobody asks later."""
    known = asked.get(progress.scene, frozenset())
    return replace(
        progress,
        been=(),
        words=tuple(sorted(known.intersection(progress.words))),
        things=tuple(sorted(known.intersection(progress.things))),
        tried=tuple(sorted(set(progress.tried))),
        clocks=tuple(sorted(progress.clocks)),
    )


def _asked(one: Fits) -> set[str]:
    return {*one.have, *one.lack}


def _turns(adventure: Adventure, now: Progress, players: int, found: Explored) -> list[Turn]:
    """What may follow from a moment."""
    if now.fight:
        fight = adventure.scenes[now.scene].fight
        return [story.fought(adventure, now, name, players) for name, _ in fight.results()] if fight else []
    turns = []
    for one in story.choices(adventure, now, players):
        found.tries.add((now.scene, one.id))
        turns += [story.tried(adventure, now, one, name, players) for name, _ in one.results()]
    return turns


def _noted(adventure: Adventure, found: Explored, turn: Turn) -> None:
    found.texts |= set(turn.texts)
    if turn.steps > story.MAX_STEPS:
        found.circles.add(turn.progress.scene)
    found.scenes |= {place[0] for place in turn.texts if place[0] in adventure.scenes}
