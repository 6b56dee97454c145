"""weigh(): a house rule on and off, over the standard duels and tests of its game, side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from operator import itemgetter
from typing import Any

from tablee.errors import BadInput, Unknown
from tablee.lab.curves import Way
from tablee.lab.fights import Fight, Progress, Result, fight, silent
from tablee.lab.setups import Trial, setup_of
from tablee.rules.action import Scene
from tablee.rules.chances import success
from tablee.rules.forms import in_words
from tablee.rules.game import NO_OPTION, Game, game_called
from tablee.rules.why import Note
from tablee.text import Text

DUEL = Text(fr="{one:Le} contre {two:le}", en="{one:The} against {two:the}")
NOTHING = 1e-9  # a change of chance that is none
MAX_VALUES = 7  # of an option: more would be columns that nobody compares


@dataclass(frozen=True)
class Weighed:
    """One duel under each value of an option: the book's first."""

    one: str
    two: str
    results: tuple[Result, ...]

    def words(self, game: Game, lang: str) -> str:
        """Who meets whom: « Nicolas contre le brigand »."""
        people: Any = game.ready()
        return DUEL.say(lang, one=people[self.one].name, two=people[self.two].name)


@dataclass(frozen=True)
class Tested:
    """One test under each value of an option: the exact chance to succeed, None where it cannot be tried so."""

    who: str
    action: str
    params: Mapping[str, Any]
    chances: tuple[Fraction | None, ...]

    def words(self, game: Game, lang: str) -> str:
        """What is tried, in words: « Chloé · Tenter, DEX »."""
        scene = game.scene(self.who)
        words = in_words(game, game.action(self.action), scene, self.params, lang, optional=True)
        return f"{scene.me.name.say(lang)} · {words}"


@dataclass(frozen=True)
class House:
    """An option, the values it may take, and each standard duel and test under each of them."""

    option: str
    values: tuple[Any, ...]
    duels: tuple[Weighed, ...]
    tests: tuple[Tested, ...]

    def to_json(self) -> dict[str, Any]:
        told = asdict(self)
        for test in told["tests"]:
            test["chances"] = [None if one is None else float(one) for one in test["chances"]]
        return told


def weigh(
    game: str, option: str, duels: Sequence[tuple[str, str]] = (), policy: str = "", fights: int | None = None
) -> House:
    """What an option changes in the standard tests of a game, and in its standard duels or in these; everybody plays as
    usual, or by this policy.
    """
    played = game_called(game)
    known = {one.id: one for one in played.options}
    if option not in known:
        raise Unknown(NO_OPTION, id=option, known=tuple(known))
    values = _some(known[option].values)
    weighed = []
    for one, two in duels or setup_of(game).duels:
        asked = [
            Fight(game, (one,), (two,), both_play(policy), {option: value} if at else {}, fights=fights)
            for at, value in enumerate(values)
        ]
        weighed.append(Weighed(one, two, tuple(map(fight, asked))))
    tested = tuple(_tested(played, option, values, trial) for trial in setup_of(game).tests)
    return House(option, values, tuple(weighed), tested)


def both_play(policy: str) -> dict[str, str]:
    """Both sides by this policy; as usual where none is named."""
    return {"one": policy, "two": policy} if policy else {}


@dataclass(frozen=True)
class Moved:
    """How much a house rule moves: the largest change of a chance to win a standard duel or to succeed at a standard
    test, which of them it is (None: it moves none), and everything that was weighed.
    """

    option: str
    most: float
    at: Weighed | Tested | None
    house: House

    @property
    def where(self) -> str:
        """The duel or the test, by ids."""
        if isinstance(self.at, Weighed):
            return f"{self.at.one} vs {self.at.two}"
        return f"{self.at.who} {self.at.action}" if self.at else ""

    def to_json(self) -> dict[str, Any]:
        return {"option": self.option, "most": self.most, "where": self.where, "house": self.house.to_json()}


def weigh_all(game: str, policy: str = "", fights: int | None = None, progress: Progress = silent) -> tuple[Moved, ...]:
    """Every house rule of a game, weighed over its standard duels and tests: what moves most first."""
    options = game_called(game).options
    found = []
    for place, option in enumerate(options, 1):
        found.append(_moved(weigh(game, option.id, policy=policy, fights=fights)))
        progress(place, len(options))
    return tuple(sorted(found, key=lambda one: -one.most))


def _moved(house: House) -> Moved:
    changes: list[tuple[float, Weighed | Tested]] = []
    for duel in house.duels:
        book, *others = (result.wins[0].value for result in duel.results)
        changes += [(abs(other - book), duel) for other in others]
    for test in house.tests:
        told, *rest = test.chances
        if told is not None:
            changes += [(abs(float(one - told)), test) for one in rest if one is not None]
    most, at = max(changes, key=itemgetter(0), default=(0.0, None))
    return Moved(house.option, most, at, house) if most > NOTHING else Moved(house.option, 0.0, None, house)


def _some(values: Sequence[Any]) -> tuple[Any, ...]:
    """All these values; of very many the book's, and a few of the others from the first to the last."""
    if len(values) <= MAX_VALUES:
        return tuple(values)
    between = (len(values) - 2) / (MAX_VALUES - 2)
    return (values[0], *(values[1 + round(between * at)] for at in range(MAX_VALUES - 1)))


def _tested(game: Game, option: str, values: Sequence[Any], trial: Trial) -> Tested:
    scenes = (game.scene(trial.who, options={option: value} if at else {}) for at, value in enumerate(values))
    chances = [chance_of(game, trial.action, scene, trial.params) for scene in scenes]
    return Tested(trial.who, trial.action, trial.params, tuple(chances))


def chance_of(game: Game, action: str, scene: Scene[Any], params: Mapping[str, Any]) -> Fraction | None:
    """The exact chance to succeed at a test; None where it cannot be tried on this scene."""
    try:
        law = Way(game, game.action(action), scene, params).law()
    except BadInput:  # left out by a house rule, or by the sheet
        return None
    return None if isinstance(law, Note) else success(law)
