"""What a game is asked for by an adventure: sheets of its people, parameters of its rolls, why one is refused."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import islice, product
from typing import Any

from tablee.adventures import story
from tablee.adventures.folder import Bound
from tablee.adventures.story import Progress
from tablee.adventures.structure import Adventure, Roll, Try, for_players
from tablee.errors import BadInput
from tablee.rules.action import Action, Scene
from tablee.rules.data.openings import opening_of
from tablee.rules.fields import Declared, fields_of, record_of
from tablee.rules.game import PLAYERS_OWN, Game
from tablee.rules.run import prepared
from tablee.rules.why import Note
from tablee.text import Name, Text

MAX_ALTERNATIVES = 12
NO_READY = Text(
    fr="Dites à qui ressemble cette personne (`is`), ou donnez sa fiche.",
    en="Say who this person is like (`is`), or give their sheet.",
)


def sheet_of(book: Bound, game: Game, who: str, players: int) -> Any:
    """The sheet of a person of an adventure, for so many players; BadInput if it does not fit the game."""
    person = book.adventure.people[who]
    like = person.ready or game.passer_by
    if not like:
        raise BadInput(NO_READY)
    base = game.ready()[like]
    given = for_players(dict(person.sheet), players)
    changes: dict[str, Any] = {**base.model_dump(mode="json"), **_maxima(type(base), given), **given}
    name = book.name_of(who)
    if name is not None:
        changes["name"] = _plain(name)
    if person.side == "players":
        changes |= _on_our_side(game, type(base))
    return record_of(game.sheet, changes)


def heroes_of(adventure: Adventure, game: Game) -> dict[str, Any]:
    """The characters of the party whose sheets differ in this adventure; BadInput if one does not fit the game."""
    ready = game.ready()
    return {
        who: record_of(game.sheet, {**ready[who].model_dump(mode="json"), **changes})
        for who, changes in adventure.heroes.items()
        if who in ready
    }


def _plain(name: Name) -> dict[str, Any]:
    return {key: value for key, value in vars(name).items() if value}


def _maxima(kind: type[Declared], given: Mapping[str, Any]) -> dict[str, Any]:
    """A number that has its most beside it (`pv`, `pv_max`) begins at that."""
    return {f"{name}_max": value for name, value in given.items() if f"{name}_max" in kind.model_fields}


def _on_our_side(game: Game, kind: type[Declared]) -> dict[str, Any]:
    """What puts a character on the players' side, where sides follow from the sheets."""
    opening = opening_of(game.id)
    if opening.one:
        return {}
    ours = next(iter(game.ready_for_players))
    if opening.camp:
        return {opening.camp: game.side(game.scene(ours), ours)}
    return {name: True for name in PLAYERS_OWN if name in kind.model_fields}


def numbered(sheet: Any, n: int) -> Any:
    """The sheet of the n-th of its kind: « brigand 2 »."""
    name: Name = sheet.name
    if n == 1:
        return sheet
    return sheet.with_changes(name=replace(name, fr=f"{name.fr} {n}", en=f"{name.en} {n}" if name.en else ""))


def family(book: Bound, who: str) -> str:
    """The person of the adventure whom an id of a scene belongs to (`brigand-2`); "" if none does."""
    return next((id for id in book.adventure.people if who == id or who.startswith(f"{id}-")), "")


def there(book: Bound, progress: Progress, players: int, many: int) -> dict[str, tuple[str, int]]:
    """Those of the adventure who are in the scene, as many as for so `many` players: each id of theirs, with whom it is
    of and the number among these.
    """
    here = () if progress.end else story.people(book.adventure, progress, players)
    return {
        id if n == 1 else f"{id}-{n}": (id, n)
        for id in here
        for n in range(1, book.adventure.people[id].number(many) + 1)
    }


def stood_again(game: Game, scene: Scene[Any], who: str, then: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a sheet that are again as they were `then`: what is watched of it, all of it if that is not enough
    to stand.
    """
    now = scene[who].model_dump(mode="json")
    watched = (name for name in (*game.gauges, *game.states) if name in then)
    fields = {name: then[name] for name in watched if now.get(name) != then[name]}
    trial = record_of(game.sheet, {**now, **fields})
    if game.standing(replace(scene, cast={**scene.cast, who: trial}), who):
        return fields
    return {name: value for name, value in then.items() if now.get(name) != value}


def alternatives(roll: Roll, game: Game, players: int) -> list[dict[str, Any]]:
    """The parameters of a roll for so many players; several, where it leaves a choice to the player."""
    many = {field.name for field in fields_of(game.action(roll.action).params) if field.many}
    offered = {
        name: value if isinstance(value, list | tuple) and name not in many else [value]
        for name, value in for_players(roll.params, players).items()
    }
    return [dict(zip(offered, one, strict=True)) for one in islice(product(*offered.values()), MAX_ALTERNATIVES)]


def params_of(
    book: Bound,
    game: Game,
    attempt: Try,
    fixed: Mapping[str, Any],
    given: Mapping[str, Any],
    things: Iterable[str],
    helpers: Sequence[str],
) -> tuple[str, dict[str, Any]]:
    """The action of a try and its parameters: what the adventure says (`fixed`), what the player composed (`given`, of
    the fields that are open), what is carried adds, and who helps.
    """
    roll = attempt.roll
    assert roll
    together = bool(helpers) and attempt.who == "all"
    action = roll.together if together and roll.together else roll.action
    own = {name: given[name] for name in roll.open if name in given}
    params = {**roll.like, **fixed, **own}
    if together:
        params["helpers"] = list(helpers)
    return action, with_things(book, things, action, params)


def with_things(book: Bound, things: Iterable[str], action: str, params: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters of an action with what the things that are carried add to them."""
    added = dict(params)
    for thing in things:
        known = book.adventure.things.get(thing)
        for name, value in known.gives.get(action, {}).items() if known else ():
            before = added.get(name, 0)
            added[name] = before + value if isinstance(before, int) else before  # what is no number is refused as it is
    return added


def befalling(action: Action[Any, Any], scene: Scene[Any], params: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters of an action that befalls the actor of a scene: where it has to name somebody, it names them."""
    wanted = (field for field in fields_of(action.params) if field.required and field.one_of and not field.many)
    return {**{one.name: scene.actor for one in wanted if one.one_of and scene.actor in one.one_of.on(scene)}, **params}


def scene_for(book: Bound, game: Game, actor: str, party: Iterable[str]) -> Scene[Any]:
    """A scene of the ready characters of a party, by the adventure's own house rules; those that a table has to read
    about first are off unless the adventure says otherwise.
    """
    ready, unread = (
        {**game.ready(), **heroes_of(book.adventure, game)},
        {option.id: False for option in game.options if option.note},
    )
    return game.scene(actor, {who: ready[who] for who in party}, {**unread, **book.adventure.options})


def refused(
    book: Bound, game: Game, attempt: Try, who: str, party: Sequence[str], fixed: Mapping[str, Any]
) -> Text | None:
    """Why the rules refuse a try to one of a party who carries all that the adventure gives, if they do."""
    helpers = [one for one in party if one != who]
    action, params = params_of(book, game, attempt, fixed, {}, book.adventure.things, helpers)
    try:
        do = prepared(game.action(action), scene_for(book, game, who, party), params)
    except BadInput as wrong:
        return wrong.sentence
    return Text(do.say("fr"), do.say("en")) if isinstance(do, Note) else None


def left_open(game: Game, roll: Roll, scene: Scene[Any]) -> dict[str, dict[Any, Text | Name]]:
    """The fields of a roll that leave a choice, each with its values and what these are called."""
    fields = {field.name: field for field in fields_of(game.action(roll.action).params) if not field.many}
    left = dict[str, dict[Any, Text | Name]]()
    for name, value in roll.params.items():
        if name in fields and isinstance(value, list | tuple):
            one_of = fields[name].one_of
            known = one_of.on(scene) if one_of else {}
            left[name] = {one: known.get(one, Text(str(one), str(one))) for one in value}
    return left


def way_labels(game: Game, roll: Roll, way: Mapping[str, Any], scene: Scene[Any]) -> Text:
    """What one of the ways of a roll is called: the values that it gives where the others give others."""
    words = [labels[way[name]] for name, labels in left_open(game, roll, scene).items()]
    return Text(*(", ".join(one.say(lang) for one in words) for lang in ("fr", "en")))
