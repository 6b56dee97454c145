"""raises(): which number of a character is worth raising: the price by the growth rules of the game, and what it brings
in the standard tests and duels.

    >>> found = raises("undesix", "nicolas", foes=[("brigand",)])
    >>> best = found.raised[0]
    >>> best.action, best.what, best.price, best.each > 0.1
    ('undesix.promote', 'phy', 1, True)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, NamedTuple

from tablee.dice.throw import Fed
from tablee.errors import BadInput, TooMany, Unknown
from tablee.lab.chain import TooManyStates
from tablee.lab.fights import Fight, Progress, Ready, fight, silent
from tablee.lab.house import both_play, chance_of
from tablee.lab.setups import NOBODY, Growth, Trial, setup_of, staged
from tablee.lab.tables.stepper import Newcomers
from tablee.rules.action import Scene
from tablee.rules.forms import form
from tablee.rules.game import Game, game_called
from tablee.rules.playing import cast_json
from tablee.rules.run import Done, perform, prepared
from tablee.rules.why import Note
from tablee.text import Name, Text

NO_GROWTH = Text(
    fr="{game} ne dit pas au labo comment on y progresse.", en="{game} does not tell the lab how its characters grow."
)
NOTHING_RISES = Text(fr="{who:Le} n'a rien à augmenter.", en="{who:The} has nothing to raise.")
NOTHING: Mapping[str, Any] = {}


@dataclass(frozen=True)
class Raised:
    """One number raised by one step: its price, and by how much each chance moves (1 is a hundred points).

    `own` is the change in the plain test of what was raised, None where it cannot be tried.
    """

    what: str
    label: Text | Name
    action: str
    price: int
    unit: Text
    own: float | None
    tests: tuple[float, ...]
    duels: tuple[float, ...]

    @property
    def in_tests(self) -> float | None:
        """The mean change over the standard tests, None where there is none that can be tried."""
        return sum(self.tests) / len(self.tests) if self.tests else None

    @property
    def in_duels(self) -> float:
        """The mean change over the duels."""
        return sum(self.duels) / len(self.duels)

    @property
    def gain(self) -> float:
        """The mean change over the standard tests and duels."""
        return sum((*self.tests, *self.duels)) / len((*self.tests, *self.duels))

    @property
    def each(self) -> float:
        """That change for each point of the price."""
        return self.gain / self.price

    def to_json(self, lang: str) -> dict[str, Any]:
        """Plain data, its words in one language."""
        words = {"label": self.label.say(lang), "unit": self.unit.say(lang, n=self.price)}
        return {**asdict(self), **words, "gain": self.gain, "each": self.each}


@dataclass(frozen=True)
class Raises:
    """What each step is worth to somebody, the most for its price first; against whom, in which tests, found how."""

    who: str
    foes: tuple[tuple[str, ...], ...]
    tests: tuple[Trial, ...]
    raised: tuple[Raised, ...]
    exact: bool

    def to_json(self, lang: str) -> dict[str, Any]:
        """Plain data, its words in one language."""
        tests = [{"action": one.action, "params": dict(one.params)} for one in self.tests]
        raised = [one.to_json(lang) for one in self.raised]
        return {"who": self.who, "foes": self.foes, "tests": tests, "exact": self.exact, "raised": raised}


class Duel:
    """A fight of one person, asked again with another sheet: what rules answered for one sheet serves for the next."""

    def __init__(self, asked: Fight) -> None:
        self.asked, self.ready, self.exact = asked, Ready(asked), True

    def won(self, sheet: Any) -> float:
        """The chance of the first side where its first person has this sheet; solved, if it can be."""
        ready, asked = self.ready, self.asked
        told = replace(asked, cast={**asked.cast, **cast_json({asked.one[0]: sheet})})
        if self.exact:
            brought = ready.game.cast_from(told.cast)
            here = staged(game_called(asked.game), (asked.one, asked.two), brought)
            try:
                with ready.stepper.lock:
                    begun = ready.stepper.begin(here.begin, here.cast)
                    _, tally = ready.solved_from(*begun, asked.most_states)
                return tally.won[0] / tally.total
            except (TooManyStates, TooMany, Newcomers):
                self.exact = False
        return fight(told).wins[0].value


class Step(NamedTuple):
    """One step of growth: what is raised, the sheet once it is, and its price."""

    growth: Growth
    what: str
    label: Text | Name
    sheet: Any
    price: int


def raises(
    game: str,
    who: str,
    foes: Sequence[Sequence[str]] = (),
    cast: Mapping[str, Any] = NOTHING,
    options: Mapping[str, Any] = NOTHING,
    policy: str = "",
    progress: Progress = silent,
) -> Raises:
    """What each step that somebody may take is worth over the standard tests, and over duels with the standard foes or
    with these.
    """
    played, setup = game_called(game), setup_of(game)
    if not setup.growth:
        raise BadInput(NO_GROWTH, game=played.label)
    known: dict[str, Any] = {**played.ready(), **(played.cast_from(cast) if cast else {})}
    if who not in known:
        raise Unknown(NOBODY, who=who, known=tuple(known))
    against = tuple(map(tuple, foes)) or _standard_foes(game, who)
    scene = played.scene(who, known, options)
    tests = tuple(
        trial
        for trial in setup.tests
        if who not in trial.params.values() and chance_of(played, trial.action, scene, trial.params) is not None
    )

    duels = [Duel(Fight(game, (who,), foe, both_play(policy), options, cast)) for foe in against]

    def measured(sheet: Any) -> tuple[list[float], list[float]]:
        """The chance at each test, and in each duel, with this sheet."""
        here = played.scene(who, {**known, who: sheet}, options)
        chances = [chance_of(played, one.action, here, one.params) or 0 for one in tests]
        return list(map(float, chances)), [duel.won(sheet) for duel in duels]

    steps = [step for growth in setup.growth for step in _steps(played, scene, growth)]
    if not steps:
        raise BadInput(NOTHING_RISES, who=known[who].name)
    (tried, fought), found = measured(known[who]), []
    for place, step in enumerate(steps, 1):
        moved = [
            tuple(new - old for new, old in zip(after, before, strict=True))
            for after, before in zip(measured(step.sheet), (tried, fought), strict=True)
        ]
        growth, own = step.growth, _own(played, scene, step)
        found.append(Raised(step.what, step.label, growth.action, step.price, growth.unit, own, *moved))
        progress(place, len(steps))
    found.sort(key=lambda one: (-one.each, -(one.own or 0.0) / one.price))
    return Raises(who, against, tests, tuple(found), all(duel.exact for duel in duels))


def _standard_foes(game: str, who: str) -> tuple[tuple[str, ...], ...]:
    """Those whom the standard duels are fought against; the others, for one of them."""
    duels = setup_of(game).duels
    foes = {two: one for one, two in duels}
    return tuple((foes[two] if who in foes else two,) for two in foes if foes[two] != who or who not in foes)


def _steps(game: Game, scene: Scene[Any], growth: Growth) -> Iterator[Step]:
    """Each step that the growth rules let somebody take, whatever they have to spend now."""
    who, action = scene.actor, game.action(growth.action)
    rich = scene.cast[who].with_changes(**growth.given)
    here = game.scene(who, {**scene.cast, who: rich}, scene.options)
    asked = next(one for one in form(game, action, here, growth.params).fields if one.field.name == growth.what)
    for choice in asked.choices:
        try:
            do = prepared(action, here, {**growth.params, growth.what: choice.id})
            done = None if isinstance(do, Note) else perform(action, here, do, Fed([]))
        except BadInput:
            continue
        if isinstance(done, Done):
            sheet = done.after.cast[who]
            price = getattr(rich, growth.purse) - getattr(sheet, growth.purse) if growth.purse else growth.price
            kept = {field: getattr(scene.cast[who], field) for field in growth.given}
            if (raised := sheet.with_changes(**kept)) != scene.cast[who] and price > 0:
                yield Step(growth, choice.id, choice.label, raised, price)


def _own(game: Game, scene: Scene[Any], step: Step) -> float | None:
    """The change in the test of what was raised."""
    test = step.growth.test
    if test is None:
        return None
    params = {**test.params, test.what: step.what}
    raised = game.scene(scene.actor, {**scene.cast, scene.actor: step.sheet}, scene.options)
    before, after = (chance_of(game, test.action, here, params) for here in (scene, raised))
    return None if before is None or after is None else float(after - before)
