"""Game: a whole game as one value, and the finding of games by entry point."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from importlib.resources import files
from importlib.util import find_spec
from typing import Any, NamedTuple

from tablee.dice import Odds
from tablee.dice.choice import Plan, by_default
from tablee.dice.rule import MAX_LEAVES
from tablee.errors import BadFields, FieldProblem, TooMany, Unknown
from tablee.rules.action import Action, Option, Scene
from tablee.rules.book import Book
from tablee.rules.data.examples import Example
from tablee.rules.data.rulings import Rulings
from tablee.rules.efforts import CameOut, Effort
from tablee.rules.endings import Ending
from tablee.rules.fields import Declared, record_of
from tablee.rules.order import Freely, Order, Play
from tablee.rules.reference import Reference
from tablee.rules.run import Parts, expected
from tablee.rules.sheet.placing import Placing
from tablee.rules.sheet.plain_sheet import plain_sections
from tablee.rules.sheet.sheets import FIT, OUT, Condition, Entry, Section
from tablee.rules.why import Note, Tally
from tablee.text import Text

GROUP = "tablee.games"


@dataclass(frozen=True)
class FirstScene:
    """A scene for newcomers to play at once: its title, what opens it in words, its characters, who are the players',
    and the actions that open it.
    """

    title: Text
    text: Text
    cast: Callable[[], Mapping[str, Declared]]
    players: tuple[str, ...]  # the others are the MJ's
    begin: tuple[tuple[str, str, Mapping[str, Any]], ...] = ()  # actions that open the scene: id, actor, parameters


@dataclass(frozen=True)
class Welcome:
    """A first action for a newcomer who types `tablee` alone: what opens it in words, the action with its dice, what is
    said before its odds.
    """

    text: Text
    action: str
    actor: str
    params: Mapping[str, str]
    hopes: Text


class FormerIds(NamedTuple):
    """Ids that logs of earlier versions hold → today's: those of actions, and those of decisions."""

    actions: Mapping[str, str] = {}
    decisions: Mapping[str, str] = {}


NO_FORMER_IDS = FormerIds()


def _nobody_busy(_play: Any) -> Mapping[str, Note]:
    """Everybody is free."""
    return {}


def _no_dice(_sum: Tally) -> int:
    """A sum of plain numbers."""
    return 0


def _no_leave(_sheet: Any, _options: Mapping[str, Any]) -> str:
    return ""


def _no_remark(_action: Action[Any, Any], _scene: Scene[Any], _do: Any) -> None:
    """Odds list every outcome."""


def _no_targets(_do: Any) -> tuple[str, ...]:
    """Odds are those of the whole action."""
    return ()


def _called_helpers(do: Any) -> tuple[str, ...]:
    """Those whom the parameter `helpers` names."""
    return tuple(getattr(do, "helpers", ()))


def _not_written(_value: str) -> tuple[str, ...]:
    """Only whole numbers vary."""
    return ()


def _nothing_placed(_action: str, _faces: Sequence[int], _answers: Sequence[Mapping[str, Any]]) -> None:
    """Questions of a creation are asked in words."""


def _as_it_began(began: Any, _now: Any) -> Any:
    """Everything of an instant is felt once it is over."""
    return began


def _play_as_it_is(scene: Scene[Any]) -> Any:
    """Nothing is counted on."""
    return scene.play


PLAYERS_OWN = ("pc", "pj")  # fields of a sheet that say whether it is that of a player's character


def is_player_character(sheet: Declared | Mapping[str, Any]) -> bool:
    """Whether a sheet, or its fields as plain data, is that of a player's character; yes, if no field says so."""
    known = sheet if isinstance(sheet, Mapping) else {name: getattr(sheet, name, None) for name in PLAYERS_OWN}
    return bool(next((known[name] for name in PLAYERS_OWN if known.get(name) is not None), True))


def _by_player(scene: Scene[Any], who: str) -> str:
    """Players' characters, or the others."""
    return "players" if is_player_character(scene[who]) else "others"


def _nothing_else(_scene: Scene[Any]) -> tuple[Section, ...]:
    """A scene has nothing to show but its order and its clocks."""
    return ()


def _each_alone(_scene: Scene[Any], _action: str, _efforts: Mapping[str, Effort]) -> None:
    """The book has no rule for several people who make the same roll: each comes out alone."""


@dataclass(frozen=True, kw_only=True)
class Game:
    """What a game is made of: words, sheet, actions, rules, and what a table and an interface need to know."""

    id: str  # the name of its entry point, and the prefix of the ids of its actions and decisions
    label: Text
    tagline: Text
    sheet: type[Declared]
    actions: tuple[Action[Any, Any], ...]
    book: Book
    ready: Callable[[], Mapping[str, Declared]]  # ready-made characters, by id
    options: tuple[Option, ...] = ()
    play: type[Play] = Play
    order: Order[Any] = field(default_factory=Freely)
    creations: tuple[Action[Any, Any], ...] = ()  # actions that make a character
    dice_of_sum: Callable[[Tally], int] = _no_dice  # how many dice a sum stands for, where it is written as dice
    gauges: tuple[str, ...] = ()  # fields of a sheet worth watching in a fight
    purses: tuple[str, ...] = ()  # other fields that people pay with in a fight
    states: tuple[str, ...] = ()  # fields shown too, while their value is not the usual one
    zero: int = 0  # what a 0 typed for a real die stands for, as on ten-sided dice; 0: no die shows one
    busy: Callable[[Any], Mapping[str, Note]] = _nobody_busy
    """What keeps people from acting for longer than a moment, by person, from the state of the scene."""
    turns: str = ""  # the clause that says whose turn it is
    speaks_up: bool = False  # some of its decisions are for whoever speaks up (`Decision.aloud`)
    spreads: bool = False  # the targets it proposes are spread over the other side by themselves
    next_round: str = ""  # the id of the action that begins the next round, where the MJ has to say so
    comes_first: Callable[[Scene[Any]], str] = lambda _scene: ""
    """The id of the MJ's action that a scene waits for before any other, "" if it waits for none."""
    first_scene: FirstScene | None = None
    usual: tuple[str, ...] = ()  # the ids of the actions proposed first, the likeliest first
    passer_by: str = ""  # the ready character that an NPC made up on the spot is like, unless the MJ names another
    draws: tuple[str, ...] = ()  # the ids of the actions that make a random character: a creation, or growth
    completes: tuple[str, ...] = ()  # the ids of the actions by which the sheet of a new character is completed
    condition: Callable[[Scene[Any], str], Condition] = None  # type: ignore[assignment]
    """How a character is, in a word that everybody may know, and whether they are still in the fight; without it,
    a character whom every usual action is refused is out."""
    stands: Callable[[Scene[Any], str], bool] | None = None
    """Whether a character is still in the fight, where that is told without a word for how they are: as `condition`."""
    side: Callable[[Scene[Any], str], str] = _by_player
    """The side a character is on: a fight is over when only one side has a character standing. "" takes no part."""
    comes_in: Callable[[Scene[Any], str], Scene[Any]] = lambda scene, _who: scene
    """The scene once a character who has just come in, in the middle of a fight, has a place in its order of play; as
    it is where the order finds everybody by itself."""
    goes_out: Callable[[Scene[Any], str], Scene[Any]] = lambda scene, _who: scene
    """The scene once nobody waits any more, in a fight, for a character who is taken out of it; as it is where the game
    has them stay to its end."""
    after_correction: Callable[[Scene[Any], Scene[Any]], Scene[Any]] = lambda scene, _began: scene
    """The scene once the MJ has corrected a sheet, beside the scene as the present instant began: nobody waits any
    more, in a fight, for somebody who can no longer act; as it is where the order reads by itself who is able."""
    sections: Callable[[Scene[Any], str], tuple[Section, ...]] = None  # type: ignore[assignment]
    """The sheet of a character as the game lays it out, with the terms of every number derived from others; without it,
    the fields of the sheet: gauges, other numbers, words."""
    counts: Callable[[Scene[Any], str], Iterable[Entry]] | None = None
    """Where the counts of a sheet that people watch are quickly told: entries of `sections`, without the rest of it."""
    endings: tuple[Ending, ...] = ()  # what is gone through at the end of a session, of a scenario
    reference: Reference = field(default_factory=Reference)  # what a printed sheet and the MJ's pages tell
    examples: Callable[[], tuple[Example, ...]] = tuple  # actions with told dice that show its rules at work
    rulings: Callable[[], Rulings] = Rulings  # how we read its book where that is silent or says two things
    surroundings: Callable[[Scene[Any]], tuple[Section, ...]] = _nothing_else
    """What a scene shows beside its order and its clocks: the distances of a chase, spells in force."""
    together: Callable[[Scene[Any], str, Mapping[str, Effort]], CameOut | None] = _each_alone
    """How several people who made the same roll (the action of this id) came out together, by the game's own rule; None
    where it has none: successes are counted then."""
    lost: str = ""  # the flag of a sheet that takes its character from the player: the MJ plays it then
    needs_mj: Callable[[Any, Mapping[str, Any]], str] = _no_leave
    """The rule by which a character made elsewhere (a sheet) needs the MJ's leave at a table with these options; ""
    where none does."""
    notebook: Mapping[str, Any] = field(default_factory=dict)  # the options of a player's own notebook
    due_anytime: bool = False  # what falls due is performed by the table outside rounds too
    read_in_instant: Callable[[Any, Any], Any] = _as_it_began
    """What the others of an instant read of a sheet, from the one it began with and the one it has become."""
    own_in_instant: Callable[[Any, Any], Any] | None = None
    """What a character who acts again in an instant reads of their own sheet, where it is more than the others read:
    what they have taken in hand or learnt. The lab, where nobody does either, asks only `read_in_instant`."""
    play_at_rest: Callable[[Scene[Any]], Any] = _play_as_it_is
    """The play between two instants with its counters brought back (rounds, instants): see `at_rest`."""
    sheet_at_rest: Callable[[Any, Any], Any] | None = None
    """A sheet with what it counts brought back with the play that is given (deadlines); None if it counts nothing."""
    odds_remark: Callable[[Action[Any, Any], Scene[Any], Any], Note | None] = _no_remark
    """What to say beside the odds of an action whose dice may go on for ever: which outcomes are counted as one."""
    targets: Callable[[Any], Sequence[str]] = _no_targets
    """Those whom the parameters of an action aim at: where there are several, each has odds of their own."""
    helping: Callable[[Any], Sequence[str]] = _called_helpers
    """Those who act with the one who acts, by the parameters of an action."""
    placing: Callable[[str, Sequence[int], Sequence[Mapping[str, Any]]], Placing | None] = _nothing_placed
    """Where the dice lie that a creation places one by one: from its action, the faces thrown and the answers given."""
    nearby: Callable[[str], Sequence[str]] = _not_written
    """The values around a number of a sheet that is written as a word (3D+1), for a curve; none, if it is no number."""
    welcome: Welcome | None = None
    former_ids: FormerIds = NO_FORMER_IDS

    def __post_init__(self) -> None:
        if self.condition is None:
            object.__setattr__(self, "condition", self._condition)
        if self.sections is None:
            object.__setattr__(self, "sections", self._sections)

    def _condition(self, scene: Scene[Any], who: str) -> Condition:
        """Fit, while a usual action is not refused for good."""
        acting, usual = scene.acting(who), [action for action in self.actions if action.id in self.usual]
        return FIT if not usual or any(action.refuse(acting, None) is None for action in usual) else OUT

    def _sections(self, scene: Scene[Any], who: str) -> tuple[Section, ...]:
        return plain_sections(scene[who], self.gauges, scene.options)

    def __repr__(self) -> str:
        return f"Game({self.id!r})"  # not its whole book: a report that names a game is read by people

    @property
    def ready_for_players(self) -> dict[str, Declared]:
        """The ready characters that players may take, by id."""
        return {who: sheet for who, sheet in self.ready().items() if is_player_character(sheet)}

    def watched(self, scene: Scene[Any], who: str) -> list[Entry]:
        """The gauges and boxes of a character that people keep an eye on."""
        if self.counts is not None:
            entries = list(self.counts(scene, who))
        else:
            entries = [entry for section in self.sections(scene, who) for entry in section.entries]
        return [entry for entry in entries if entry.drawn in ("gauge", "boxes")]

    def odds(
        self,
        action: Action[Any, Any],
        scene: Scene[Any],
        do: Declared,
        plan: Plan = by_default,
        most: int = MAX_LEAVES,
    ) -> dict[str, Odds[Parts]]:
        """The exact odds of an action: of all it aims at together (under "", unless they are too many to count), and
        each one's own where there are several. TooMany if nothing else can be told.
        """

        def own(who: str) -> Odds[Parts]:
            law = expected(action, replace(scene, about=who), do, plan, most=most)
            return law.read(lambda parts: tuple(part for part in parts if part.who == who))

        targets, laws = self.targets(do), dict[str, Odds[Parts]]()
        with suppress(TooMany):
            laws = {who: own(who) for who in targets} if len(targets) > 1 else {}
        try:
            return {"": expected(action, scene, do, plan, most=most), **laws}
        except TooMany:
            if laws:
                return laws
            raise

    def sides(self, scene: Scene[Any], standing: bool = False) -> dict[str, tuple[str, ...]]:
        """The characters of a scene by side, without those who take no part; only those `standing`, if asked."""
        found: dict[str, tuple[str, ...]] = {}
        for who in scene.cast:
            side = self.side(scene, who)
            if side and (not standing or self.standing(scene, who)):
                found[side] = (*found.get(side, ()), who)
        return found

    def friends(self, scene: Scene[Any]) -> tuple[str, ...]:
        """Whoever acts, and those on their side."""
        if scene.actor not in scene.cast:
            return ()
        side = self.side(scene, scene.actor)
        return tuple(who for who in scene.cast if who == scene.actor or (side and self.side(scene, who) == side))

    def standing(self, scene: Scene[Any], who: str) -> bool:
        """Whether a character is still in the fight."""
        return self.condition(scene, who).standing if self.stands is None else self.stands(scene, who)

    def may_act(self, scene: Scene[Any]) -> tuple[str, ...]:
        """Those who may act now and are still in the fight; the first one is proposed first."""
        return tuple(who for who in self.order.may_act(scene) if self.standing(scene, who))

    def typed_faces(self, faces: Iterable[int]) -> tuple[int, ...]:
        """The faces of real dice that a player typed, read as this game reads them."""
        return tuple(face or self.zero for face in faces)

    def in_instant(self, began: Mapping[str, Any], now: Mapping[str, Any], actor: str = "") -> dict[str, Any]:
        """The sheets that an actor reads in an instant, from those it began with and those there are now."""
        read = {who: self.read_in_instant(began.get(who, sheet), sheet) for who, sheet in now.items()}
        if self.own_in_instant is not None and actor in now:
            read[actor] = self.own_in_instant(began.get(actor, now[actor]), now[actor])
        return read

    def at_rest(self, scene: Scene[Any]) -> Scene[Any]:
        """A scene between two instants with its counters brought back (rounds, instants, deadlines moved with them):
        what may follow is the same, and situations that differ in nothing else are equal.
        """
        cast, one = scene.cast, self.sheet_at_rest
        if one is not None:
            cast = {who: one(scene.play, sheet) for who, sheet in cast.items()}
        return replace(scene, cast=cast, play=self.play_at_rest(scene))

    def action(self, id: str) -> Action[Any, Any]:
        for action in self.actions + self.creations:
            if action.id == id:
                return action
        known = tuple(action.id for action in self.actions + self.creations)
        near = get_close_matches(id, known, n=1)
        raise Unknown(NEAR_ACTION if near else NO_ACTION, id=id, near=tuple(near), known=known)

    def scene(
        self,
        actor: str = "",
        cast: Mapping[str, Declared] | None = None,
        options: Mapping[str, Any] | None = None,
        play: Play | None = None,
    ) -> Scene[Any]:
        """A scene to act on: the ready cast and the book's options unless told otherwise."""
        scene = Scene(actor, self.ready() if cast is None else cast, play or self.play(), self._checked(options or {}))
        if actor:
            scene[actor]  # an unknown actor is refused here
        return scene

    def _checked(self, options: Mapping[str, Any]) -> Mapping[str, Any]:
        known = {option.id: option for option in self.options}
        for id, value in options.items():
            if id not in known:
                raise Unknown(NO_OPTION, id=id, known=tuple(known))
            if not any(value == allowed and type(value) is type(allowed) for allowed in known[id].values):
                raise Unknown(NO_VALUE, id=id, value=str(value), known=tuple(map(str, known[id].values)))
        return options

    def cast_from(self, data: Any) -> dict[str, Declared]:
        """Sheets read from plain data, `{id: {field: value}}`."""
        if not isinstance(data, Mapping) or not all(who and isinstance(data[who], Mapping) for who in data):
            raise BadFields((FieldProblem("", NOT_A_CAST),))
        return {who: record_of(self.sheet, sheet) for who, sheet in data.items()}


@cache
def entries() -> Mapping[str, EntryPoint]:
    """The entry points of the installed games, by name."""
    return {entry.name: entry for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name)}


def games() -> Mapping[str, Game]:
    """Every installed game that loads, by id; one that does not is left out, and said in the log."""
    loaded = {}
    for id in entries():
        try:
            loaded[id] = game_called(id)
        except Exception:
            logging.getLogger("tablee").exception("the game %s does not load", id)
    return loaded


@cache
def game_called(id: str) -> Game:
    """One installed game, loaded alone."""
    known = entries()
    if id not in known:
        raise Unknown(NO_GAME, id=id, known=tuple(known))
    game: Game = known[id].load()
    return game


def package_of(game: str) -> str:
    """The name of the package of an installed game; "" if it has none."""
    spec = find_spec(entries()[game].module) if game in entries() else None
    return (spec.name if spec.submodule_search_locations else spec.parent or "") if spec else ""


def own_file(game: str, name: str) -> str | None:
    """The text of a file that an installed game brings in its package, such as `look.toml`; None if it has none."""
    package = package_of(game)
    file = files(package).joinpath(name) if package else None
    return file.read_text("utf-8") if file and file.is_file() else None


def action_called(id: str) -> tuple[Game, Action[Any, Any]]:
    """`undesix.attack` → the game and its action."""
    game = game_called(id.partition(".")[0])
    return game, game.action(id)


NO_ODDS = Text(
    fr="Créer un personnage n'a pas de chances à compter : lancez-le.",
    en="Making a character has no odds to count: roll it.",
)
NO_GAME = Text(
    fr="Il n'y a pas de jeu « {id} ». Jeux installés : {known}.",
    en="There is no game “{id}”. Installed games: {known}.",
)
NEAR_ACTION = Text(
    fr="Il n'y a pas d'action « {id} » : peut-être « {near} » ?",
    en="There is no action “{id}”: perhaps “{near}”?",
)
NO_ACTION = Text(
    fr="Il n'y a pas d'action « {id} ». Actions de ce jeu : {known}.",
    en="There is no action “{id}”. Actions of this game: {known}.",
)
NO_OPTION = Text(
    fr="Il n'y a pas d'option « {id} ». Options de ce jeu : {known}.",
    en="There is no option “{id}”. Options of this game: {known}.",
)
NO_VALUE = Text(
    fr="L'option « {id} » ne peut pas valoir « {value} ». Valeurs possibles : {known}.",
    en="Option “{id}” cannot be “{value}”. Possible values: {known}.",
)
NOT_A_CAST = Text(
    fr='Il faut un personnage par nom, chacun avec ses champs : {"chloe": {…}}.',
    en='One character per name is needed, each with its fields: {"chloe": {…}}.',
)
