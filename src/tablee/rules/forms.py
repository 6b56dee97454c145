"""form(): an action as a player fills it in on this scene: what is asked, proposed, possible, and why not.

    >>> from tablee.rules.game import game_called
    >>> game = game_called("undesix")
    >>> scene = game.scene("chloe")
    >>> form(game, game.action("undesix.attack"), scene).values["target"] in scene.cast
    True

Proposed values are accepted together wherever the rules allow any; a choice that a rule would refuse says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from tablee.errors import BadFields, BadInput
from tablee.rules.action import Action, Kind, Scene
from tablee.rules.fields import Field, Group, fields_of, record_of
from tablee.rules.game import Game
from tablee.rules.run import prepared
from tablee.rules.sheet.sheets import Entry
from tablee.rules.why import Note
from tablee.text import Name, Text

Judge = Callable[[Mapping[str, Any]], Note | None]
"""What refuses an action declared with these values; None if nothing does, or if more must be told first."""

WHOM = Group("whom", Text(fr="Qui", en="Who"))
WITH = Group("with", Text(fr="Avec quoi", en="With what"))
HOW = Group("how", Text(fr="Comment", en="How"))
HELP = Group("help", Text(fr="Avec l'aide de", en="With the help of"))
PRICE = Group("price", Text(fr="À quel prix", en="At what price"))
WHERE = Group("where", Text(fr="Situation", en="Situation"))
HOW_LONG = Group("how-long", Text(fr="Durée", en="Duration"))
IDENTITY = Group("identity", Text(fr="Identité", en="Identity"))
SCORES = Group("scores", Text(fr="Valeurs", en="Scores"))
GEAR = Group("gear", Text(fr="Équipement", en="Gear"))
WORD_OF_MJ = Group("mj", Text(fr="Parole du meneur", en="The GM's word"))


ON_ONE = 2  # of a band that acts by itself, on one person, while others stand


@dataclass(frozen=True)
class Possible:
    """One choice of a field, and the refusal it would meet with the other values as they are."""

    id: str
    label: Text | Name
    refusal: Note | None = None


@dataclass(frozen=True)
class FormField:
    """A field of a form on one scene: the value proposed (or given), its choices, and whether it applies at all.

    The choices of a field without `one_of` are suggestions: anything else may be given too. A field that holds a value
    for each of several names lists them in `keys`; its choices are the values that each may take.
    """

    field: Field
    value: Any
    choices: tuple[Possible, ...]
    applies: bool
    keys: Mapping[str, Text | Name]

    def taking(self, id: str) -> Any:
        """The value once this choice is taken: alone, or beside those taken already where a field takes several."""
        return _taking(self.field, self.value, id)


@dataclass(frozen=True)
class Form:
    """An action as it is filled in: its fields, why it would be refused as it stands, what is left to spend."""

    action: Action[Any, Any]
    fields: tuple[FormField, ...]
    refusal: Note | None
    left: tuple[Entry, ...]

    @property
    def steps(self) -> dict[Group, tuple[FormField, ...]]:
        """The fields that apply, group by group in the order of their first field: long forms are filled in so."""
        found: dict[Group, tuple[FormField, ...]] = {}
        for asked in self.fields:
            if asked.applies and asked.field.ask:
                group = asked.field.ask.group
                found[group] = (*found.get(group, ()), asked)
        return found

    @property
    def values(self) -> dict[str, Any]:
        """The values as they stand, of the fields that apply and have one."""
        return {asked.field.name: asked.value for asked in self.fields if asked.applies and asked.value is not None}


class Sealed(Exception):
    """Something was read of a sheet that the reader may not know."""


def form(
    game: Game,
    action: Action[Any, Any],
    scene: Scene[Any],
    given: Mapping[str, Any] | None = None,
    mj: bool = True,
    judge: Judge | None = None,
    known: Scene[Any] | None = None,
    sealed: Scene[Any] | None = None,
) -> Form:
    """The form of an action for the MJ (or for a player, not `mj`), with the values `given` so far.

    `judge` tells refusals (by default, the rules do). Where the reader may not know all of `scene`, choices are listed
    from `known`, and values proposed from `sealed`: what reads there something that they may not know proposes nothing.
    """
    tell, seen = judge or by_the_rules(action, scene), known or scene
    fields = action.form(scene.options, mj)
    given = given or {}
    fit = _fitting(action, seen, given)
    values = {field.name: _first_value(field, sealed or seen) for field in fields} | fit
    listed = {field.name: found for field in fields if (found := _likely_first(game, field, seen)) is not None}

    def tell_whole(told: Mapping[str, Any]) -> Note | None:
        whole = completed(fields, {**values, **told}, seen)
        return tell({name: value for name, value in whole.items() if value is not None})

    for field in fields:
        if field.name not in listed or field.name in fit or (field.ask and field.ask.keys):
            continue
        if field.required or (field.ask and field.ask.default):
            likely = _helped(game, field, listed[field.name], values[field.name], seen)
            found = _accepted(field, values[field.name], likely, tell_whole)
            unwise = _against_a_friend(game, action, field, found, seen)
            values[field.name] = (None if field.required else field.default) if unwise else found
    values = completed(fields, values, seen) | fit  # what was emptied on purpose stays empty
    told = applying(fields, values, seen)
    refusal = tell(told)
    asked = []
    for field in fields:
        applies = field.ask is None or field.ask.when is None or field.ask.when(seen, values)
        keys = dict(field.ask.keys(seen, values)) if field.ask and field.ask.keys else {}
        judged = applies and not refusal and not keys
        choices = tuple(
            Possible(
                id,
                label,
                tell(applying(fields, {**values, field.name: _taking(field, values[field.name], id)}, seen))
                if judged
                else None,
            )
            for id, label in listed.get(field.name, {}).items()
        )
        value = given.get(field.name, values[field.name])
        alone = field.many and value is not None and not isinstance(value, list | tuple)
        asked.append(FormField(field, [value] if alone else value, choices, applies, keys))
    unfit = {name: value for name, value in given.items() if name in values and name not in fit}
    return Form(action, tuple(asked), refusal, left_of(action, scene, {**told, **unfit}))


def _fitting(action: Action[Any, Any], scene: Scene[Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """The values given that fit their declaration: the functions of a form are asked about no others."""
    try:
        record_of(action.params, given, scene)
    except BadFields as wrong:
        bad = {problem.field.partition(".")[0] for problem in wrong.problems}
        fit = {name: value for name, value in given.items() if name not in bad}
    else:
        return dict(given)
    for field in fields_of(action.params, scene.options):
        if field.one_of and field.name in fit and fit[field.name] != field.default:
            choices, value = field.one_of.on(scene), fit[field.name]
            if any(one not in choices for one in (value if field.many else (value,))):
                del fit[field.name]
    return fit


def left_of(action: Action[Any, Any], scene: Scene[Any], values: Mapping[str, Any]) -> tuple[Entry, ...]:
    """What is left to spend with these values, as the action tells it; nothing while they do not read."""
    try:
        return action.left(scene, record_of(action.params, values, scene))
    except BadInput:
        return ()


def by_the_rules(action: Action[Any, Any], scene: Scene[Any]) -> Judge:
    """The judge that asks the action itself."""

    def tell(values: Mapping[str, Any]) -> Note | None:
        try:
            done = prepared(action, scene, values)
        except BadInput:
            return None
        return done if isinstance(done, Note) else None

    return tell


def usual(game: Game, scene: Scene[Any], mj: bool = True) -> Iterator[Action[Any, Any]]:
    """The actions to propose first to the actor of this scene: what the order of play waits for, then the likeliest;
    none that is refused. Of those after the one that is taken, nothing is asked: the lab keeps what a move hangs on.
    """
    ids = dict.fromkeys((*game.order.first(scene), *game.usual)) if scene.actor else ()
    actions = (game.action(id) for id in ids)
    return (one for one in actions if one.offered(scene.options, mj) and one.refuse(scene, None) is None)


def natural_moves(game: Game, scene: Scene[Any]) -> Iterator[tuple[Action[Any, Any], dict[str, Any]]]:
    """What the actor would naturally do, the likeliest first: actions with values that the rules accept."""
    for action in usual(game, scene):
        values = form(game, action, scene).values
        try:
            accepted = not isinstance(prepared(action, scene, values), Note)
        except BadInput:
            accepted = False
        if accepted:
            yield action, values


def natural_move(game: Game, scene: Scene[Any]) -> tuple[Action[Any, Any], dict[str, Any]] | None:
    """The likeliest of the natural moves of the actor; None if there is none."""
    return next(natural_moves(game, scene), None)


def spread_move(game: Game, scene: Scene[Any]) -> tuple[Action[Any, Any], dict[str, Any]] | None:
    """The natural move of one of a band, which does not all fall on one person: the first two of a side go for the
    first of those who stand across, the next two for the second, and round again. Where no such move is accepted, or a
    game proposes targets by who is beset already (`spreads`), the natural move.
    """
    move = natural_move(game, scene)
    if move is None or game.spreads:
        return move
    action, values = move
    sides = game.sides(scene, standing=True)
    mine = next((people for people in sides.values() if scene.actor in people), (scene.actor,))
    across = [who for people in sides.values() if people != mine for who in people]
    for asked in form(game, action, scene, values).fields:
        if asked.value in across and not asked.field.many:
            start = mine.index(scene.actor) // ON_ONE
            for place in range(len(across)):
                other = {**values, asked.field.name: across[(start + place) % len(across)]}
                if by_the_rules(action, scene)(other) is None:
                    return action, other
    return move


def in_words(
    game: Game,
    action: Action[Any, Any],
    scene: Scene[Any],
    values: Mapping[str, Any],
    lang: str,
    optional: bool = False,
) -> str:
    """An action and what must be chosen in it, « Attaquer, loup »; with `optional`, also what else is not as usual."""
    picked = [
        choice.label.say(lang)
        for asked in form(game, action, scene, values).fields
        if asked.field.required or (optional and asked.value != asked.field.default)
        for choice in asked.choices
        if choice.id in ((asked.value or ()) if asked.field.many else (asked.value,))
    ]
    return ", ".join([action.label.say(lang), *picked])


def _first_value(field: Field, scene: Scene[Any]) -> Any:
    """What to propose before choices are weighed; None if there is nothing to propose."""
    if field.ask and field.ask.default:
        with suppress(Sealed):
            return field.ask.default(scene)
    if not field.required:
        return field.default
    return field.low if field.kind is int and not field.many else None


def _accepted(field: Field, proposed: Any, choices: Mapping[str, Text | Name], tell: Judge) -> Any:
    """The value proposed already if nothing refuses it, else the first choice that nothing refuses, else the first."""
    ids = [*([proposed] if proposed is not None else []), *(_taking(field, None, id) for id in choices)]
    return next((one for one in ids if not tell({field.name: one})), ids[0] if ids else proposed)


def _helped(
    game: Game, field: Field, choices: Mapping[str, Text | Name], proposed: Any, scene: Scene[Any]
) -> Mapping[str, Text | Name]:
    """Whom to propose among these choices where a field helps people, or has them help: those of the actor's own side,
    and nobody where the game looks for those in need and finds none. People may choose anybody.
    """
    if not (field.one_of and field.one_of.helps and scene.actor in scene.cast):
        return choices
    if field.ask and field.ask.default and proposed is None:
        return {}
    mine = game.side(scene, scene.actor)
    return {who: name for who, name in choices.items() if who not in scene.cast or game.side(scene, who) == mine}


def _against_a_friend(game: Game, action: Action[Any, Any], field: Field, who: Any, scene: Scene[Any]) -> bool:
    """Whether this would aim an attack at one of the actor's own side: people may choose it, nobody proposes it."""
    if action.kind is not Kind.FIGHT or field.many or (field.one_of and field.one_of.helps):
        return False
    return bool(scene.actor) and who in scene.cast and game.side(scene, who) == game.side(scene, scene.actor)


def _taking(field: Field, value: Any, id: str) -> Any:
    if not field.many:
        return id
    taken = tuple(value or ())
    return taken if id in taken else (*taken, id)


def applying(fields: tuple[Field, ...], values: Mapping[str, Any], scene: Scene[Any]) -> dict[str, Any]:
    """Of these values of all fields, with those they call for, what is told: of the fields that apply, and have one."""
    whole = completed(fields, values, scene)
    return {
        field.name: whole[field.name]
        for field in fields
        if whole[field.name] is not None
        and (field.ask is None or field.ask.when is None or field.ask.when(scene, whole))
    }


def completed(fields: tuple[Field, ...], values: Mapping[str, Any], scene: Scene[Any]) -> dict[str, Any]:
    """These values of all fields, with what some of them call for in fields that were left empty."""
    whole = dict(values)
    for field in fields:
        if field.ask and field.ask.beside and whole[field.name]:
            called = field.ask.beside(scene, whole[field.name])
            whole |= {name: value for name, value in called.items() if name in whole and not whole[name]}
    return whole


def _likely_first(game: Game, field: Field, scene: Scene[Any]) -> dict[str, Text | Name] | None:
    """The choices of a field, None if it has none.

    Among people, first the foes still standing, or first the friends if the field helps.
    """
    if field.one_of is None:
        return dict(field.ask.suggests(scene)) if field.ask and field.ask.suggests else None
    listed = field.one_of.on(scene)
    if not scene.actor or not all(id in scene.cast for id in listed):
        return dict(listed)
    mine = game.side(scene, scene.actor)

    def unlikely(who: str) -> bool:
        friend = game.side(scene, who) == mine
        wanted = friend if field.one_of and field.one_of.helps else not friend and game.standing(scene, who)
        return not wanted

    return {who: listed[who] for who in sorted(listed, key=unlikely)}
