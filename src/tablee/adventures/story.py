"""Progress, Turn: where a table is in an adventure, what may be tried there, and what follows from what happens.

Nothing here throws a die, knows a table or a game: rolls and fights are told as results (`good`, `won`), and what an
outcome does to people is said (`wake`, `mend`, `do`, `fight`), for the room that holds the sheets.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from tablee.adventures.structure import Adventure, Deed, Fits, More, Outcome, Scene, Try

Place = tuple[str, ...]
AGAIN = "again"  # the text of a scene that one comes back to
FIGHT, PAPERS = "fight", "papers"
MAX_STEPS = 20  # forks and clocks that lead on to others
BY_END = {"won": "won", "fled": "won", "over": "won", "lost": "lost", "away": "fled", "stopped": "talked"}
INSTEAD = {"fled": "lost", "talked": "won"}  # where a fight leads nowhere by that end


@dataclass(frozen=True)
class Progress:
    """Where a table is: the scene, those it has been to, what it remembers, carries, and has tried here."""

    scene: str = ""
    been: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    things: tuple[str, ...] = ()
    clocks: tuple[tuple[str, int], ...] = ()
    tried: tuple[str, ...] = ()
    fight: bool = False  # the fight of the scene goes on, or is about to begin
    end: str = ""

    def to_json(self) -> dict[str, Any]:
        return {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(self).items()}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Progress:
        """A progress read again; the clocks are pairs."""
        read: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in data.items()
        }
        read["clocks"] = tuple((str(id), int(n)) for id, n in data.get("clocks", ()))
        return cls(**read)

    @property
    def known(self) -> frozenset[str]:
        """What `have` and `lack` ask about: words remembered, and things carried."""
        return frozenset((*self.words, *self.things))

    def clock(self, id: str) -> int:
        return dict(self.clocks).get(id, 0)


@dataclass(frozen=True)
class Turn:
    """What follows: the progress afterwards, the texts that are read (by their places), what befalls people."""

    progress: Progress
    texts: tuple[Place, ...] = ()
    wake: bool = False
    mend: bool = False
    deeds: tuple[Deed, ...] = ()
    steps: int = field(default=0, compare=False)

    @property
    def papers(self) -> tuple[str, ...]:
        """The papers that are handed to all; they stand among the texts, where they are handed."""
        return tuple(place[1] for place in self.texts if place[0] == PAPERS)


def fits(one: Fits, progress: Progress, players: int) -> bool:
    """Whether something is there for those who remember and carry this, and are so many."""
    low, high = one.players
    known = progress.known
    return low <= players <= high and known.issuperset(one.have) and known.isdisjoint(one.lack)


def choices(adventure: Adventure, progress: Progress, players: int) -> tuple[Try, ...]:
    """What may be tried now; nothing in a fight, nor once the story has ended."""
    scene = adventure.scenes.get(progress.scene)
    if scene is None or progress.fight or progress.end:
        return ()
    return tuple(
        one for one in scene.tries if (one.again or one.id not in progress.tried) and fits(one, progress, players)
    )


def people(adventure: Adventure, progress: Progress, players: int) -> tuple[str, ...]:
    """Those of the adventure who are there."""
    scene = adventure.scenes.get(progress.scene)
    return tuple(one.id for one in scene.people if fits(one, progress, players)) if scene else ()


def begun(adventure: Adventure, players: int) -> Turn:
    """The beginning: the first scene is entered."""
    return _entered(adventure, Turn(Progress()), adventure.start, players)


def tried(adventure: Adventure, progress: Progress, attempt: Try, result: str, players: int) -> Turn:
    """What follows from a try that came out so: `then`, `good` or `bad`."""
    after = replace(progress, tried=(*progress.tried, attempt.id))
    return _first(adventure, after, getattr(attempt, result), (progress.scene, attempt.id), result, players)


def fought(adventure: Adventure, progress: Progress, result: str, players: int) -> Turn:
    """What follows from the fight of the scene, by its end."""
    fight = adventure.scenes[progress.scene].fight
    after = replace(progress, fight=False)
    outcomes = getattr(fight, result) if fight else ()
    return _first(adventure, after, outcomes, (progress.scene, FIGHT), result, players)


def end_of_fight(adventure: Adventure, progress: Progress, how: str) -> str:
    """By which end the fight of the scene leads on, once it is over as people say (`won`, `away`, `stopped`…)."""
    fight, result = adventure.scenes[progress.scene].fight, BY_END.get(how, "won")
    return INSTEAD.get(result, result) if fight and not getattr(fight, result) else result


def gone(adventure: Adventure, progress: Progress, to: str, players: int) -> Turn:
    """Another scene is entered, by the MJ's word."""
    return _entered(adventure, Turn(replace(progress, fight=False, end="")), to, players)


def ticked(adventure: Adventure, progress: Progress, clock: str, players: int) -> Turn:
    """A clock fills by one, by the MJ's word."""
    return _ticked(adventure, Turn(progress), clock, players)


def _first(
    adventure: Adventure, progress: Progress, outcomes: Iterable[Outcome], place: Place, result: str, players: int
) -> Turn:
    """The first of these outcomes that fits."""
    found = next((one for one in outcomes if fits(one, progress, players)), Outcome())
    text = (*place, found.text or result)
    return _followed(adventure, Turn(progress, (text,)), found, players)


def _followed(adventure: Adventure, turn: Turn, outcome: Outcome, players: int) -> Turn:
    """What an outcome does: what is remembered and carried first, then clocks, then where it leads."""
    was = turn.progress
    words = tuple(one for one in dict.fromkeys((*was.words, *outcome.remember)) if one not in outcome.forget)
    things = tuple(one for one in dict.fromkeys((*was.things, *outcome.gain)) if one not in outcome.lose)
    turn = replace(
        turn,
        progress=replace(was, words=words, things=things, fight=outcome.fight or was.fight),
        texts=(*turn.texts, *((PAPERS, id) for id in outcome.paper)),
        wake=turn.wake or outcome.wake,
        mend=turn.mend or outcome.mend,
        deeds=(*turn.deeds, *((outcome.do,) if outcome.do else ())),
        steps=turn.steps + 1,
    )
    if turn.steps > MAX_STEPS:
        return turn
    for id in outcome.tick:
        turn = _ticked(adventure, turn, id, players)
    if outcome.end:
        return _ended(adventure, turn, outcome.end, players)
    return _entered(adventure, turn, outcome.go, players) if outcome.go else turn


def _ticked(adventure: Adventure, turn: Turn, id: str, players: int) -> Turn:
    """A clock that fills by one; what follows, once it is full."""
    clock, now = adventure.clocks.get(id), turn.progress.clock(id) + 1
    if clock is None or now > clock.size:
        return turn
    clocks = tuple({**dict(turn.progress.clocks), id: now}.items())
    turn = replace(turn, progress=replace(turn.progress, clocks=clocks))
    if now < clock.size:
        return turn
    return _followed(adventure, replace(turn, texts=(*turn.texts, ("clocks", id, "full"))), clock.full, players)


def led(adventure: Adventure, progress: Progress, to: str, players: int) -> str:
    """The scene that a way leads to: itself, or by forks the first that fits; "" if none does."""
    for _ in range(MAX_STEPS):
        if to not in adventure.forks:
            break
        to = next((one.go for one in adventure.forks[to] if fits(one, progress, players)), "")
    return to if to in adventure.scenes else ""


def _entered(adventure: Adventure, turn: Turn, to: str, players: int) -> Turn:
    """A scene as one comes in: what it does, its text (another one the second time), and those that fit beside it."""
    id = led(adventure, turn.progress, to, players)
    if not id:
        return turn
    scene: Scene = adventure.scenes[id]
    been = id in turn.progress.been
    now = replace(turn.progress, scene=id, been=tuple(dict.fromkeys((*turn.progress.been, id))), tried=(), fight=False)
    entering = next((one for one in scene.enter if fits(one, now, players)), None)
    text: Place = (id, AGAIN) if been else (id,)
    turn = replace(turn, progress=now, texts=(*turn.texts, text))
    if entering:
        turn = _followed(adventure, turn, entering, players)
    if turn.progress.scene != id:
        return turn
    return replace(turn, texts=(*turn.texts, *_more(scene.also, (id,), turn.progress, players)))


def _ended(adventure: Adventure, turn: Turn, end: str, players: int) -> Turn:
    """The end of the story: its epilogue, and every line of it that fits."""
    place, known = (f"end.{end}",), adventure.ends.get(end)
    lines = _more(known.epilogue if known else (), place, turn.progress, players)
    return replace(turn, progress=replace(turn.progress, end=end, fight=False), texts=(*turn.texts, place, *lines))


def _more(listed: Iterable[More], place: Place, progress: Progress, players: int) -> Iterator[Place]:
    return ((*place, one.id) for one in listed if fits(one, progress, players))
