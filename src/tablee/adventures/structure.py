"""Adventure: the structure of an adventure as `adventure.toml` declares it. Words stand beside it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, model_validator

from tablee.adventures.picture import NAME_OR_NONE
from tablee.rules.fields import Declared

ID = r"^[a-z0-9]+(-[a-z0-9]+)*$"
Id = Annotated[str, Field(pattern=ID, max_length=40)]
ID_OR_NONE = r"^([a-z0-9]+(-[a-z0-9]+)*)?$"
IdOrNone = Annotated[str, Field(pattern=ID_OR_NONE, max_length=40)]
PictureName = Annotated[str, Field(pattern=NAME_OR_NONE, max_length=40)]
MAX_SCENES, MAX_TRIES, MAX_LIST = 80, 12, 30
MAX_COPIES, MAX_PEOPLE = 12, 200  # of one person; of all of them: a table has room for 500 characters
RESULTS = ("then", "good", "bad")  # what may follow from a try
ENDS_OF_FIGHT = ("won", "lost", "fled", "talked")


def _listed(value: Any) -> Any:
    """One thing, or a list of them."""
    return value if isinstance(value, list | tuple) else [value]


Ids = Annotated[tuple[Id, ...], BeforeValidator(_listed), Field(max_length=MAX_LIST)]


class Fits(Declared):
    """When something is there: all the words of `have` are remembered or carried, none of `lack`, so many play."""

    have: Ids = ()
    lack: Ids = ()
    players: Annotated[tuple[int, int], Field(description="the fewest and the most who play")] = (1, 99)


class Deed(Declared):
    """An action of the game that befalls people: whom, and its parameters."""

    action: str
    who: Literal["one", "all"] = "all"  # the character who tried, or all who stand
    params: Mapping[str, Any] = Field(default_factory=dict)

    @model_validator(mode="before")
    @classmethod
    def _apart(cls, data: Any) -> Any:
        return _params_apart(data, ("action", "who"))


class Outcome(Fits):
    """What follows: the first of several that fits. Its text bears the name of the result, or the one it gives."""

    text: IdOrNone = ""
    remember: Ids = ()
    forget: Ids = ()
    gain: Ids = ()
    lose: Ids = ()
    tick: Ids = ()
    paper: Ids = ()  # handed to all
    wake: bool = False  # those who fell stand again, as they were before the fight
    mend: bool = False  # everybody has again what they came with
    do: Deed | None = None
    fight: bool = False  # the fight of the scene begins
    go: IdOrNone = ""  # a scene, or a fork
    end: IdOrNone = ""


Outcomes = Annotated[tuple[Outcome, ...], BeforeValidator(_listed), Field(max_length=MAX_LIST)]


def _params_apart(data: Any, own: tuple[str, ...]) -> Any:
    """A table of which all keys but some are the parameters of an action."""
    if not isinstance(data, Mapping) or "params" in data:
        return data
    kept = {key: value for key, value in data.items() if key in own}
    return {**kept, "params": {key: value for key, value in data.items() if key not in own}}


class Roll(Declared):
    """An action of the game that is tried, with its parameters; a list in the place of one value leaves the choice to
    the player. `together` is the action by which several do it; fields of `open` are the player's, `like` proposes.
    """

    action: str
    together: str = ""
    open: Annotated[tuple[str, ...], BeforeValidator(_listed)] = ()
    like: Mapping[str, Any] = Field(default_factory=dict)
    params: Mapping[str, Any] = Field(default_factory=dict)

    @model_validator(mode="before")
    @classmethod
    def _apart(cls, data: Any) -> Any:
        return _params_apart(data, ("action", "together", "open", "like"))


class Try(Fits):
    """Something that people may try in a scene: it happens (`then`), or a roll says how it comes out (`good`, `bad`).

    It is gone once it was tried and the scene goes on, unless `again`. `same` names a try of the scene with the same
    outcomes.
    """

    id: Id
    who: Literal["one", "best", "all"] = "one"
    roll: Roll | None = None
    then: Outcomes = ()
    good: Outcomes = ()
    bad: Outcomes = ()
    again: bool = False
    same: IdOrNone = ""

    def results(self) -> Iterator[tuple[str, tuple[Outcome, ...]]]:
        """What may follow, by name."""
        for name in RESULTS:
            if found := getattr(self, name):
                yield name, found


class More(Fits):
    """One more text, after the first, if it fits."""

    id: Id


class Here(Fits):
    """Somebody who is there, if it fits."""

    id: Id


def _here(value: Any) -> Any:
    return [{"id": one} if isinstance(one, str) else one for one in _listed(value)]


class Surprise(Fits):
    """Who takes the others by surprise as a fight begins, if it fits."""

    by: Literal["players", "others"]


class Fight(Declared):
    """How the fight of a scene leads on, by its end; `fled` and `talked` offer the ways out that the game knows, and
    one can talk once so many rounds are over.
    """

    won: Outcomes = ()
    lost: Outcomes = ()
    fled: Outcomes = ()
    talked: Outcomes = ()
    talk_after: Annotated[int, Field(ge=0, le=20)] = 0
    surprise: Surprise | None = None

    def results(self) -> Iterator[tuple[str, tuple[Outcome, ...]]]:
        """What may follow, by name."""
        for name in ENDS_OF_FIGHT:
            if found := getattr(self, name):
                yield name, found


class Scene(Declared):
    """A place and a moment: who is there, what happens as one comes in, what one may try, the fight."""

    picture: PictureName = ""  # shown before the text
    people: Annotated[tuple[Here, ...], BeforeValidator(_here), Field(max_length=MAX_LIST)] = ()
    enter: Outcomes = ()
    also: Annotated[tuple[More, ...], Field(max_length=MAX_LIST)] = ()
    tries: Annotated[tuple[Try, ...], Field(max_length=MAX_TRIES, alias="try")] = ()
    fight: Fight | None = None

    @model_validator(mode="after")
    def _same(self) -> Scene:
        """The outcomes of a try that has those of another."""
        known, found = {one.id: one for one in self.tries}, []
        for one in self.tries:
            like = known.get(one.same)
            outcomes = {name: getattr(like, name) for name in RESULTS if not getattr(one, name)} if like else {}
            found.append(one.model_copy(update=outcomes))
        object.__setattr__(self, "tries", tuple(found))
        return self


class Way(Fits):
    """One of the ways of a fork: where it leads, if it fits."""

    go: Id


class End(Declared):
    """An end of the story: an epilogue takes every line that fits."""

    picture: PictureName = ""
    epilogue: Annotated[tuple[More, ...], Field(max_length=MAX_LIST)] = ()


class Person(Declared):
    """Somebody of the adventure: a ready person of the game (`is`), with what differs on their sheet; a value may hang
    on how many play (`{ 1 = 3, 4 = 6 }`), and so does how many there are.
    """

    ready: Annotated[str, Field(alias="is")] = ""
    sheet: Mapping[str, Any] = Field(default_factory=dict)
    side: Literal["others", "players"] = "others"
    temper: Literal["natural", "careful", "brutal", "coward", "best"] = "natural"
    count: Mapping[int, Annotated[int, Field(ge=0, le=MAX_COPIES)]] = Field(default_factory=lambda: {1: 1})
    feminine: bool = False
    plural: bool = False

    def number(self, players: int) -> int:
        """How many there are of them."""
        return int(by_number(self.count, players) or 0)


class Thing(Declared):
    """Something that people carry; while they do, it adds to actions that they try (`gives`)."""

    gives: Mapping[str, Mapping[str, int]] = Field(default_factory=dict)


class Paper(Declared):
    """Something written or drawn that people are handed, and keep: a letter, a map."""

    picture: PictureName = ""


class Clock(Declared):
    """Something that fills, and what is remembered once it is full."""

    size: Annotated[int, Field(ge=1, le=12)]
    full: Outcome = Outcome()


class Adventure(Declared):
    """An adventure: its game, for whom, its people and things, its scenes and its ends."""

    id: Id
    game: str
    minutes: Annotated[int, Field(ge=5, le=600)]
    players: tuple[Annotated[int, Field(ge=1)], Annotated[int, Field(le=8)]] = (1, 5)
    alone: Annotated[bool, Field(description="the table may hold it without an MJ")] = True
    first: Annotated[bool, Field(description="the one by which newcomers try the game")] = False
    start: Id
    party: Annotated[tuple[str, ...], Field(max_length=12)] = ()
    heroes: Mapping[str, Mapping[str, Any]] = Field(default_factory=dict)  # what differs on sheets of the party
    teaches: tuple[str, ...] = ()
    by: str = ""
    licence: str = ""
    options: Mapping[str, Any] = Field(default_factory=dict)
    clocks: Mapping[Id, Clock] = Field(default_factory=dict)
    things: Mapping[Id, Thing] = Field(default_factory=dict)
    papers: Mapping[Id, Paper] = Field(default_factory=dict)
    people: Mapping[Id, Person] = Field(default_factory=dict)
    scenes: Annotated[Mapping[Id, Scene], Field(max_length=MAX_SCENES)] = Field(default_factory=dict)
    forks: Mapping[Id, tuple[Way, ...]] = Field(default_factory=dict)
    ends: Mapping[Id, End] = Field(default_factory=dict)

    def pictures(self) -> Iterator[tuple[tuple[str, str], tuple[str, ...], str]]:
        """Every picture: its place in the structure, its place in the words, its file."""
        for id, scene in self.scenes.items():
            yield ("scenes", id), (id,), scene.picture
        for id, paper in self.papers.items():
            yield ("papers", id), ("papers", id), paper.picture
        for id, end in self.ends.items():
            yield ("ends", id), (f"end.{id}",), end.picture

    def outcomes(self) -> Iterator[tuple[tuple[str | int, ...], Outcome]]:
        """Every outcome, with its place in the structure."""
        for id, clock in self.clocks.items():
            yield ("clocks", id, "full"), clock.full
        for id, scene in self.scenes.items():
            for place, one in enumerate(scene.enter):
                yield ("scenes", id, "enter", place), one
            for at, attempt in enumerate(scene.tries):
                for name, found in attempt.results():
                    for place, one in enumerate(found):
                        yield ("scenes", id, "try", at, name, place), one
            for name, found in scene.fight.results() if scene.fight else ():
                for place, one in enumerate(found):
                    yield ("scenes", id, "fight", name, place), one


def by_number(values: Mapping[Any, Any], players: int) -> Any:
    """The value for so many players: that of the largest number that is not above theirs, else of the smallest."""
    known = {int(number): value for number, value in values.items()}
    fitting = [number for number in known if number <= players]
    return known[max(fitting) if fitting else min(known)] if known else None


def for_players(value: Any, players: int) -> Any:
    """Plain data in which each table whose keys are numbers is the value for so many players."""
    if isinstance(value, Mapping):
        if value and all(str(key).isdecimal() for key in value):
            return for_players(by_number(value, players), players)
        return {key: for_players(one, players) for key, one in value.items()}
    return [for_players(one, players) for one in value] if isinstance(value, list | tuple) else value
