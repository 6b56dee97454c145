"""What can be said of a game once it is loaded: its sheet, options and ready characters, and what its code names."""

from __future__ import annotations

import ast
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import chain
from string import Formatter
from types import ModuleType
from typing import Any

from tablee.errors import BadInput
from tablee.rules.action import PLAY, Add, Part, Put, part
from tablee.rules.check.failures import failure
from tablee.rules.check.findings import Finding, Place, mistake, near
from tablee.rules.check.sources import Sources, argument, called, string_of
from tablee.rules.decision import may
from tablee.rules.fields import Declared, fields_of, read
from tablee.rules.game import Game
from tablee.rules.why import Saying
from tablee.text import LANGS, Text

GAME_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
OPTION_ID = re.compile(r"[a-z0-9]+(_[a-z0-9]+)*")


def of_the_game(sources: Sources, game: Game) -> Iterator[Finding]:
    """Every finding about a game that loads, but for its characters and for playing it."""
    return chain(
        _identity(sources, game),
        _actions(sources, game),
        _options(sources, game),
        _watched(sources, game),
        _code(sources, game),
    )


def _identity(sources: Sources, game: Game) -> Iterator[Finding]:
    if not GAME_ID.fullmatch(game.id):
        yield mistake(sources.place_of(game.id, "Game"), NOT_A_GAME_ID, id=game.id)
    if "name" not in game.sheet.model_fields:
        yield mistake(sources.place_of(game.id, "Game"), NO_NAME, sheet=game.sheet.__name__)
    if game.turns and game.turns not in game.book:
        place = sources.place_of(game.turns, "Game")
        yield mistake(place, NO_TURNS, id=game.turns, near=near(game.turns, game.book))


def _actions(sources: Sources, game: Game) -> Iterator[Finding]:
    everything = (*game.actions, *game.creations)
    for id, times in Counter(action.id for action in everything).items():
        if times > 1:
            yield mistake(sources.place_of(id, "action"), TWICE, id=id, times=times)
    for action in everything:
        for field in fields_of(action.params):
            if field.label == Text(field.name, field.name):
                yield mistake(sources.place_of(action.id, "action"), NO_LABEL, action=action.id, field=field.name)


def _options(sources: Sources, game: Game) -> Iterator[Finding]:
    for id, times in Counter(option.id for option in game.options).items():
        if times > 1:
            yield mistake(sources.place_of(id, "Option"), OPTION_TWICE, id=id)
    for option in game.options:
        place = sources.place_of(option.id, "Option")
        if not OPTION_ID.fullmatch(option.id):
            yield mistake(place, NOT_AN_OPTION_ID, id=option.id)
        if len(set(option.values)) < 2:
            yield mistake(place, NO_OTHER_VALUE, id=option.id)
        if not all(value is None or isinstance(value, str | bool | int) for value in option.values):
            yield mistake(place, NOT_PLAIN, id=option.id)
        if option.rule not in game.book:
            yield mistake(place, OPTION_RULE, id=option.id, rule=option.rule, near=near(option.rule, game.book))


def _watched(sources: Sources, game: Game) -> Iterator[Finding]:
    """Gauges and states are fields of the sheet."""
    sheet = game.sheet.model_fields
    for name in (*game.gauges, *game.states):
        if name not in sheet:
            yield mistake(sources.place_of(name, "Game"), NO_GAUGE, name=name, near=near(name, sheet))
        elif name in game.states and sheet[name].is_required():
            yield mistake(sources.place_of(name, "Game"), NO_USUAL, name=name)


def of_the_ready(sources: Sources, game: Game) -> Iterator[Finding]:
    """Ready characters fit the sheet, and are the same again once they were written as JSON."""
    try:
        cast = game.ready()
    except Exception as wrong:
        yield failure(sources, wrong, READY)
        return
    if not cast:
        yield mistake(sources.place_of(game.id, "Game"), NOBODY_READY)
    yield from cast_findings(sources, game, cast)


def cast_findings(sources: Sources, game: Game, cast: Mapping[str, Declared]) -> Iterator[Finding]:
    """Characters who do not fit the sheet, or are not the same once kept as JSON."""
    for who, sheet in cast.items():
        place = sources.place_of(who)
        if not isinstance(sheet, game.sheet):
            yield mistake(place, NOT_A_SHEET, who=who, sheet=game.sheet.__name__, kind=type(sheet).__name__)
            continue
        try:
            again = read(game.sheet, sheet.model_dump(mode="json"))
        except BadInput as wrong:
            yield mistake(place, DOES_NOT_FIT, who=who, why=Text(wrong.say("fr"), wrong.say("en")))
        else:
            if again != sheet:
                yield mistake(place, NOT_THE_SAME, who=who)


def _code(sources: Sources, game: Game) -> Iterator[Finding]:
    """What the code names: amounts, fields of sheets, prices, and the values that a saying expects."""
    declared = _declared_fields(sources)
    for place, call in sources.calls:
        module = sys.modules.get(sources.module_name(place.file))
        if module is None:
            continue
        function = _value(call.func, module)
        keywords = [keyword.arg for keyword in call.keywords]
        if function is part:
            for name in keywords:
                if name and name not in game.book.terms:
                    yield mistake(place, NO_AMOUNT, name=name, near=near(name, game.book.terms))
        elif function is Part and isinstance(written := argument(call, "amounts", 2), ast.Tuple):
            for pair in written.elts:
                name = string_of(pair.elts[0]) if isinstance(pair, ast.Tuple) and pair.elts else None
                if name and name not in game.book.terms:
                    yield mistake(place, NO_AMOUNT, name=name, near=near(name, game.book.terms))
        elif function in (Add, Put):
            name, who = string_of(argument(call, "field", 1)), argument(call, "who", 0)
            of_the_scene = who is not None and _value(who, module) == PLAY
            fields = (game.play if of_the_scene else game.sheet).model_fields
            if name and name not in fields:
                yield mistake(place, NO_FIELD, name=name, near=near(name, fields), scene=of_the_scene)
        elif called(call) == "with_changes":
            for name in keywords:
                if name and name not in declared:
                    yield mistake(place, NO_FIELD, name=name, near=near(name, declared), scene=False)
        elif function is may:
            for name in keywords:
                if name and name not in {"id", "rule", "fr", "en"} | game.sheet.model_fields.keys():
                    yield mistake(place, NO_PRICE, name=name, near=near(name, game.sheet.model_fields))
        elif called(call) == "note" and None not in keywords:
            yield from _filled(place, call, module, {str(name) for name in keywords})


def _filled(place: Place, call: ast.Call, module: ModuleType, given: set[str]) -> Iterator[Finding]:
    """`SAYING.note(…)` and `roll.note(SAYING, …)` tell every value that the sentence names."""
    about = call.args[0] if call.args else call.func.value if isinstance(call.func, ast.Attribute) else None
    for node in (about.body, about.orelse) if isinstance(about, ast.IfExp) else (about,):
        saying = _value(node, module) if node is not None else None
        if isinstance(saying, Saying):
            missing = _wanted(saying.text) - given
            if missing:
                yield mistake(place, NOT_FILLED, names=tuple(sorted(missing)), id=saying.id)


def _wanted(text: Text) -> set[str]:
    """The values that a sentence names in either language; none if its braces do not pair, which is told elsewhere."""
    try:
        return {name for lang in LANGS for _, name, _, _ in Formatter().parse(getattr(text, lang)) if name}
    except ValueError:
        return set()


def _value(node: ast.expr, module: ModuleType) -> Any:
    """What a name of a module, or of a module it imports, stands for; None for anything else."""
    if isinstance(node, ast.Constant):
        return node.value
    if isinstance(node, ast.Name):
        return vars(module).get(node.id)
    if isinstance(node, ast.Attribute):
        owner = _value(node.value, module)
        return vars(owner).get(node.attr) if isinstance(owner, ModuleType | type) else None
    return None


def _declared_fields(sources: Sources) -> set[str]:
    """The fields of every declaration that the package's modules know."""
    return {
        field
        for file in sources.modules
        if (module := sys.modules.get(sources.module_name(file))) is not None
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, Declared)
        for field in kind.model_fields
    }


READY = Text(fr="La liste des personnages prêts", en="The list of ready characters")
NOT_A_GAME_ID = Text(
    fr="« {id} » n'est pas un identifiant de jeu : des minuscules, des chiffres, des traits d'union.",
    en="“{id}” is no game id: lower-case letters, digits, hyphens.",
)
NO_NAME = Text(
    fr="La fiche {sheet} n'a pas de champ « name » : c'est par lui qu'on parle des personnages.",
    en="Sheet {sheet} has no field “name”: characters are spoken of by it.",
)
NO_TURNS = Text(
    fr="L'ordre du jeu (turns) cite la règle « {id} », que le livre n'a pas{near}.",
    en="The game's turns cite rule “{id}”, which the book does not have{near}.",
)
TWICE = Text(fr="L'action « {id} » est {times} fois dans le jeu.", en="Action “{id}” is in the game {times} times.")
NO_LABEL = Text(
    fr="{action} : le champ « {field} » n'a pas de nom à lire ; ajoutez Label(fr=…, en=…).",
    en="{action}: field “{field}” has no name to read; add Label(fr=…, en=…).",
)
OPTION_TWICE = Text(fr="Deux options s'appellent « {id} ».", en="Two options are called “{id}”.")
NOT_AN_OPTION_ID = Text(
    fr="« {id} » n'est pas un identifiant d'option : des minuscules, des chiffres et _.",
    en="“{id}” is no option id: lower-case letters, digits and _.",
)
NO_OTHER_VALUE = Text(
    fr="L'option « {id} » ne laisse pas de choix : donnez au moins deux valeurs, celle du livre d'abord.",
    en="Option “{id}” leaves no choice: give at least two values, the book's first.",
)
NOT_PLAIN = Text(
    fr="Les valeurs de l'option « {id} » sont des mots, des nombres ou des vrai/faux, rien d'autre.",
    en="The values of option “{id}” are words, numbers or truths, nothing else.",
)
OPTION_RULE = Text(
    fr="L'option « {id} » plie la règle « {rule} », que le livre n'a pas{near}.",
    en="Option “{id}” bends rule “{rule}”, which the book does not have{near}.",
)
NO_GAUGE = Text(
    fr="Personne n'a de champ « {name} » à surveiller{near} : gauges et states sont des champs de la fiche.",
    en="Nobody has a field “{name}” to watch{near}: gauges and states are fields of the sheet.",
)
NO_USUAL = Text(
    fr="L'état « {name} » n'a pas de valeur habituelle : donnez une valeur par défaut au champ.",
    en="State “{name}” has no usual value: give the field a default.",
)
NOBODY_READY = Text(
    fr="Aucun personnage n'est prêt : il en faut pour essayer le jeu.",
    en="No character is ready: some are needed to try the game.",
)
NOT_A_SHEET = Text(
    fr="« {who} » n'est pas une fiche {sheet}, mais un {kind}.", en="“{who}” is no {sheet}, but a {kind}."
)
DOES_NOT_FIT = Text(fr="La fiche de « {who} » ne convient pas. {why}", en="The sheet of “{who}” does not fit. {why}")
NOT_THE_SAME = Text(
    fr="La fiche de « {who} » n'est plus la même une fois gardée (JSON) : un champ ne se relit pas.",
    en="The sheet of “{who}” is not the same once kept (JSON): some field does not read back.",
)
NO_AMOUNT = Text(
    fr="Le nombre « {name} » n'a pas de nom à lire{near} : déclarez-le avec BOOK.term.",
    en="The amount “{name}” has no name to read{near}: declare it with BOOK.term.",
)
NO_FIELD = Text(
    fr="Il n'y a pas de champ « {name} » {scene:dans l'état de la scène|sur la fiche}{near}.",
    en="There is no field “{name}” {scene:in the state of the scene|on the sheet}{near}.",
)
NO_PRICE = Text(
    fr="Cette décision se paie en « {name} », que la fiche n'a pas{near}.",
    en="This decision is paid in “{name}”, which the sheet does not have{near}.",
)
NOT_FILLED = Text(
    fr="La phrase {id} attend {names}, et rien ici ne le dit.",
    en="Saying {id} expects {names}, and nothing here tells it.",
)
