"""Scene, Action, Outcome, Grade, Effect, Change: what an action reads, and what it answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import product
from math import prod
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from tablee.dice.odds import Odds
from tablee.dice.rule import Roll
from tablee.errors import Unknown
from tablee.rules.fields import Audience, Declared, Field, Who, at_table, fields_of, open_to
from tablee.rules.order import Play
from tablee.rules.sheet.sheets import Entry
from tablee.rules.why import Note
from tablee.text import Text

S = TypeVar("S", bound=Declared)
P = TypeVar("P", bound=Declared)
T = TypeVar("T")


class Kind(Enum):
    """What an action is about: the heading under which it is offered."""

    CHECK = "check"
    FIGHT = "fight"
    MAGIC = "magic"
    CARE = "care"
    DANGER = "danger"
    SCENE = "scene"
    GROWTH = "growth"
    PEOPLE = "people"
    OTHER = "other"

    @property
    def label(self) -> Text:
        return KINDS[self]


KINDS = {
    Kind.CHECK: Text(fr="Tests", en="Checks"),
    Kind.FIGHT: Text(fr="Combat", en="Fight"),
    Kind.MAGIC: Text(fr="Magie", en="Magic"),
    Kind.CARE: Text(fr="Soins et repos", en="Care and rest"),
    Kind.DANGER: Text(fr="Dangers", en="Dangers"),
    Kind.SCENE: Text(fr="Scène", en="Scene"),
    Kind.GROWTH: Text(fr="Progression", en="Growth"),
    Kind.PEOPLE: Text(fr="Personnages", en="Characters"),
    Kind.OTHER: Text(fr="Autres", en="Others"),
}

PLAY = ""  # the `who` of an effect on the scene itself


VALUE = Text(fr="{value}", en="{value}")
NO_LIMIT = Text(fr="sans limite", en="no limit")


@dataclass(frozen=True)
class Option:
    """A house rule: what it decides, the values it may take (the first is the book's), the rule it bends."""

    id: str
    label: Text
    values: tuple[Any, ...]
    rule: str
    note: Text | None = None  # to be read by the MJ before it is on: what it brings to the table
    words: tuple[Text, ...] = ()  # what each value is called, in their order; none for truths and numbers

    def said(self, value: Any, lang: str) -> str:
        """What a value is called."""
        if self.words and value in self.values:
            return self.words[self.values.index(value)].say(lang)
        return VALUE.say(lang, value=NO_LIMIT if value is None else value)

    @property
    def default(self) -> Any:
        return self.values[0]

    def at(self, options: Mapping[str, Any]) -> Any:
        """What a table with these options has chosen."""
        return options[self.id] if self.id in options else self.values[0]


def where(option: Option, who: Audience) -> Who:
    """The audience `who` at tables that play with the option, nobody at the others."""
    return lambda options: who if option.at(options) else Audience.NOBODY


NOT_MADE: Any = object()


@dataclass(frozen=True)
class Scene(Generic[S]):
    """All that an action may read: who acts, every character, the state of play, the table's options."""

    actor: str  # "" when nobody acts yet: creation
    cast: Mapping[str, S]
    play: Play
    options: Mapping[str, Any]  # only those that differ from the book
    about: str = ""  # for odds: the one person whose part is asked, if only one is; an action may leave out the others
    effects: bool = False  # for odds: effects are asked too, not the parts alone; an action leaves out nothing of them
    reacting: bool = False  # the MJ asks the actor for this in a fight, beside their turn: it takes none (`reacts`)
    _made: dict[Any, Any] = field(default_factory=dict, init=False, compare=False, repr=False)

    def once(self, make: Callable[..., T], *args: Any) -> T:
        """`make(scene, *args)`, computed once per scene: for odds an action is run again along every branch."""
        key = make, args
        made: T = self._made.get(key, NOT_MADE)
        if made is NOT_MADE:
            made = self._made[key] = make(self, *args)
        return made

    @property
    def me(self) -> S:
        return self[self.actor]

    def __getitem__(self, who: str) -> S:
        try:
            return self.cast[who]
        except KeyError:
            if not who:
                raise Unknown(WHO_ACTS, cast=tuple(self.cast)) from None
            raise Unknown(NO_CHARACTER, who=who, cast=tuple(self.cast)) from None

    def option(self, option: Option) -> Any:
        return option.at(self.options) if self.options else option.values[0]

    def acting(self, actor: str) -> Scene[S]:
        """This scene with another actor."""
        return Scene(actor, self.cast, self.play, self.options, self.about, self.effects, self.reacting)


@dataclass(frozen=True, eq=False)  # a constant of its game, compared as itself
class Grade:
    """How something came out, as a word that may agree with `{who}`; `good` for the one who acts.

    `rank` says how far it goes beyond a plain success or failure: a critical one, a wound graver than another.
    """

    id: str
    label: Text
    good: bool
    rank: int = 0

    @property
    def height(self) -> tuple[bool, int]:
        """How well this is for the one who acts, beside another."""
        return self.good, self.rank if self.good else -self.rank


class Part(NamedTuple):
    """What came out for one person: a grade, and amounts such as damage. Odds are over these."""

    who: str
    grade: Grade
    amounts: tuple[tuple[str, int], ...] = ()

    def amount(self, name: str) -> int:
        return dict(self.amounts).get(name, 0)


def part(who: str, grade: Grade, **amounts: int) -> Part:
    return Part(who, grade, tuple(amounts.items()))


class Effect(Protocol):
    """A change to come, applied to whatever the sheet is by then: two blows of one instant both count."""

    @property
    def who(self) -> str: ...

    def on(self, sheet: Any, /) -> Any:
        """The sheet afterwards."""
        ...


@dataclass(frozen=True)
class Add:
    """So much more (or less) of a number, within limits if given."""

    who: str
    field: str
    by: int
    low: int | None = None
    high: int | None = None

    def on(self, sheet: Declared) -> Declared:
        value = getattr(sheet, self.field) + self.by
        value = value if self.high is None else min(value, self.high)
        return sheet.with_changes(**{self.field: value if self.low is None else max(value, self.low)})


@dataclass(frozen=True)
class Put:
    """A field set to a value."""

    who: str
    field: str
    value: Any

    def on(self, sheet: Declared) -> Declared:
        return sheet.with_changes(**{self.field: self.value})


@dataclass(frozen=True)
class Create:
    """A new character enters."""

    who: str
    sheet: Declared

    def on(self, _: object) -> Declared:
        return self.sheet


@dataclass(frozen=True, eq=False)
class RolledEffect:
    """For odds that ask for effects: an effect whose extent dice of its own tell, and every way it may come (`ways`).
    At the table these dice are thrown, and the outcome has the effect itself. To compare them would take long: a rule
    makes each of them once.
    """

    who: str
    ways: Odds[Effect]

    def on(self, sheet: Any) -> Any:
        raise TypeError(f"{self!r} may come in several ways: ask `every_way` for each")


def every_way(effects: Sequence[Effect]) -> Iterator[tuple[tuple[Effect, ...], int]]:
    """These effects in every way they may come, each with its weight."""
    each = [effect.ways.items() if isinstance(effect, RolledEffect) else [(effect, 1)] for effect in effects]
    for ways in product(*each):
        yield tuple([effect for effect, _ in ways]), prod(weight for _, weight in ways)


@dataclass(frozen=True)
class Outcome:
    """What an action answers: one part per person concerned, the effects, and the line people read first.

    The first part tells how it came out for the one who acts: their own in a test or an opposition, their target's in
    an attack.
    """

    parts: tuple[Part, ...]
    headline: Note
    effects: tuple[Effect, ...] = ()


class Ending(NamedTuple):
    """An outcome whose headline and effects are made by `tell`, only at the table: odds need the parts alone.

    `tell` throws no dice and asks nobody.
    """

    parts: tuple[Part, ...]
    tell: Callable[[], Outcome]


Ended = Outcome | Ending
"""What an action answers."""


@dataclass(frozen=True)
class Change:
    """What became of one field: plain JSON values, so that a log can be folded without any game."""

    who: str
    field: str  # "" for a whole new sheet
    before: Any
    after: Any

    def to_json(self) -> dict[str, Any]:
        """The change as plain data."""
        return {"who": self.who, "field": self.field, "before": self.before, "after": self.after}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Change:
        """A change again, from its plain data."""
        return cls(**data)

    @property
    def inverse(self) -> Change:
        """The change that takes this one back."""
        return Change(self.who, self.field, self.after, self.before)


def applied(scene: Scene[Any], effects: Iterable[Effect]) -> Scene[Any]:
    """The scene after these effects, one after the other."""
    cast: dict[str, Any] = dict(scene.cast)
    play: Any = scene.play
    for effect in effects:
        if effect.who == PLAY:
            play = effect.on(play)
        else:
            cast[effect.who] = effect.on(cast.get(effect.who))
    return Scene(scene.actor, cast, play, scene.options, scene.about, scene.effects, scene.reacting)


def changes_between(before: Scene[Any], after: Scene[Any]) -> tuple[Change, ...]:
    """What became of a scene: first its own state, then each sheet, field by field."""
    changes = changes_of(PLAY, before.play, after.play)
    for who, sheet in after.cast.items():
        changes += changes_of(who, before.cast.get(who), sheet)
    return tuple(changes)


def changes_of(who: str, before: Declared | None, after: Declared) -> list[Change]:
    """What became of one sheet (of the scene's own state for PLAY), field by field; all of it if there was none."""
    if before is after:
        return []
    if before is None:
        return [Change(who, "", None, after.model_dump(mode="json"))]
    differ = {name for name in type(after).model_fields if getattr(before, name, None) != getattr(after, name)}
    then, now = (sheet.model_dump(mode="json", include=differ) for sheet in (before, after))
    return [Change(who, field, then.get(field), value) for field, value in now.items() if then.get(field) != value]


def as_asked(action: Action[Any, Any], scene: Scene[Any], do: Declared) -> Scene[Any]:
    """The scene that an action reads where the MJ asks for it: in a fight one reacts, where the game has it so."""
    return replace(scene, reacting=True) if scene.play.round and action.reacts(do) else scene


TO_SUCCEED = Text(fr="de réussir", en="to succeed")
TO_WOUND = Text(fr="de blesser", en="to wound")  # what matters of a blow: one may land and do nothing
TO_WIN = Text(fr="de l'emporter", en="to win")
TO_RESIST = Text(fr="de résister", en="to resist")

Refuse = Callable[[Scene[S], P | None], Note | None]
Resolve = Callable[[Scene[S], P, Roll], Ended]
Left = Callable[[Scene[S], P], tuple[Entry, ...]]
Reacts = Callable[[P], bool]


def _nothing_to_spend(_scene: Scene[Any], _do: Any) -> tuple[Entry, ...]:
    """An action without points to share out."""
    return ()


def never(_scene: Scene[Any], _do: Any) -> None:
    """Refuses nothing."""


def always(_do: Any) -> bool:
    """Reacts, whatever is rolled."""
    return True


def acts(_do: Any) -> bool:
    """Does not react: whoever does it has acted."""
    return False


@dataclass(frozen=True)
class Action(Generic[S, P]):
    """Something a person does: its parameters, and two functions of the scene.

    `refuse` answers why it cannot be done, or None; it is asked without parameters before a form is shown, and with
    them before anything is rolled. `resolve` rolls and answers what came out.
    """

    id: str
    label: Text
    params: type[P]
    refuse: Refuse[S, P]
    resolve: Resolve[S, P]
    by: Who = Audience.EVERYONE  # MJ: only the MJ may do this (open a fight, let fire burn)
    anytime: bool = False  # takes no turn: may be done in another character's
    odds: Who = Audience.EVERYONE  # who may see its odds, OWNER being the actor's player
    kind: Kind = Kind.OTHER
    left: Left[S, P] = _nothing_to_spend  # what is left to spend with these parameters, told while a form is filled in
    success: Text = TO_SUCCEED  # what one tries, as it is read after a chance: « 66,7 % de toucher »
    warns: Refuse[S, P] = never  # a word before harm that is sure: at a table it is done once somebody says so
    reacts: Reacts[P] = acts  # whether, asked for by the MJ in a fight, it takes nobody's turn

    def form(self, options: Mapping[str, Any], mj: bool) -> tuple[Field, ...]:
        """The fields that a player, or the MJ, is asked to fill in at a table with these options."""
        return tuple(field for field in fields_of(self.params, options) if open_to(field.by, mj))

    def offered(self, options: Mapping[str, Any], mj: bool) -> bool:
        """Whether it is an action for the MJ, or for players, at a table with these options."""
        return open_to(at_table(self.by, options), mj)


def action(
    id: str,
    params: type[P],
    fr: str,
    en: str,
    refuse: Refuse[S, P] = never,
    by: Who = Audience.EVERYONE,
    anytime: bool = False,
    odds: Who = Audience.EVERYONE,
    kind: Kind = Kind.OTHER,
    left: Left[S, P] = _nothing_to_spend,
    success: Text = TO_SUCCEED,
    warns: Refuse[S, P] = never,
    reacts: Reacts[P] = acts,
) -> Callable[[Resolve[S, P]], Action[S, P]]:
    """Make an action of a function of (scene, parameters, roll)."""
    told = (by, anytime, odds, kind, left, success, warns, reacts)
    return lambda resolve: Action(id, Text(fr, en), params, refuse, resolve, *told)


WHO_ACTS = Text(fr="Dites qui agit, parmi {cast}.", en="Say who acts: one of {cast}.")
NO_CHARACTER = Text(
    fr="Personne ne s'appelle « {who} » ici. Présents : {cast}.",
    en="Nobody is called “{who}” here. Present: {cast}.",
)
