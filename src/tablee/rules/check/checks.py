"""The checks of a game, each a function that yields findings: on its files alone, then on the game once it loads."""

from __future__ import annotations

import ast
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from inspect import signature
from types import ModuleType
from typing import Any, Literal, get_origin

from tablee.errors import BadFields
from tablee.rules.action import PLAY, Add, Put, part
from tablee.rules.check.sources import Finding, Place, Sources, argument, called, mistake, string_of, unknown
from tablee.rules.check.words import BENDS, NOT_AN_ID, book, both_languages, named, words
from tablee.rules.decision import may
from tablee.rules.fields import Declared, fields_of, record_of
from tablee.rules.game import Game
from tablee.text import Text

WORD = "[a-z0-9]+(-[a-z0-9]+)*"
OPTION_ID = "[a-z0-9]+(_[a-z0-9]+)*"
CITED = re.compile(r"(?P<topic>[A-Z0-9]{2,4}-[A-Z0-9]+-)(?P<first>\d\d)(?P<more>(?:(?:, |…)-?\d\d)*)")
LISTS = ("players", "usual", "gauges", "purses", "states")  # arguments that are tuples of strings
HAVE_IDS = ("action", "may", "pick", "Decision")  # their first argument is an id


def cited_in(text: str) -> set[str]:
    """The rule ids a text names, shorthand included: `UDS-TEST-01, -03` and `CEM-OPP-01…04`."""
    ids: set[str] = set()
    for match in CITED.finditer(text):
        topic, last = match["topic"], int(match["first"])
        ids.add(f"{topic}{last:02}")
        for sign, number in re.findall(r"(, |…)-?(\d\d)", match["more"]):
            ids |= {f"{topic}{n:02}" for n in (range(last, int(number) + 1) if sign == "…" else [int(number)])}
            last = int(number)
    return ids


def texts(sources: Sources) -> Iterator[Finding]:
    """Sentences written in the code (`fr=…, en=…` or `Text("…", "…")`) are in both languages, with the same values."""
    for place, call in sources.calls:
        two = called(call) in ("Text", "Label")
        written = argument(call, "fr", 0 if two else -1), argument(call, "en", 1 if two else -1)
        fr, en = map(string_of, written)
        computed = any(node is not None and string_of(node) is None for node in written)
        if called(call) == "Name" or not (fr or en) or computed:
            continue
        yield from both_languages(place, fr or "", en or "")
    for place, call in sources.calls_of("Game", "FirstScene"):
        for one in (one for one in call.keywords if one.arg in LISTS and string_of(one.value)):
            yield mistake(place, NOT_A_LIST, name=one.arg, value=string_of(one.value))


def ids(sources: Sources) -> Iterator[Finding]:
    """Actions and decisions are called `game.word-word`: a log read in ten years says which game they are of."""
    game = next((string_of(argument(call, "id")) for _, call in sources.calls_of("Game")), None) or "game"
    for place, call in sources.calls_of(*HAVE_IDS):
        id = string_of(argument(call, "id", 0))
        if id and len(call.args) + len(call.keywords) > 2 and not re.fullmatch(rf"{re.escape(game)}\.{WORD}", id):
            like = f"{game}.{id.rpartition('.')[2].replace('_', '-').lower()}"
            yield mistake(place, NOT_AN_ID, id=id, like=like)


def rules(sources: Sources) -> Iterator[Finding]:
    """Rules that decisions, options, turns and docstrings name are in the book; each is named somewhere."""
    clauses, cited, told = sources.clauses(), set[str](), set[tuple[Place, str]]()
    for name, (what, key, position) in NAME_A_RULE.items():
        for place, call in sources.calls_of(name):
            node = argument(call, key, position)
            id = string_of(node)
            if id and node and clauses and id not in clauses:
                where = Place(place.file, node.lineno)
                told.add((where, id))
                yield unknown(where, what, id, clauses)
    prefixes = {id.split("-")[0] for id in clauses}
    for file in sources.modules:
        for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
            cited |= (found := cited_in(line))
            for id in sorted(found - clauses.keys()):
                if id.split("-")[0] in prefixes and (Place(file, number), id) not in told:
                    yield unknown(Place(file, number), CITES, id, clauses)
    for id, (place, row) in clauses.items():
        if id not in cited and not row.get("reason"):
            yield Finding(place, NOT_CITED, (("id", id),), remark=True)


FILE_CHECKS = (book, words, named, texts, ids, rules)


def lists(sources: Sources, game: Game) -> Iterator[Finding]:
    """What the game lists: each action and option once, fields that people can read, options with a choice."""
    actions = (*game.actions, *game.creations)
    listed = Counter([action.id for action in actions] + [option.id for option in game.options])
    for id in (id for id in listed if listed[id] > 1):
        yield mistake(sources.place_of(id, "action", "Option"), TWICE, id=id, times=listed[id])
    if not re.fullmatch(WORD, game.id):
        yield mistake(sources.place_of(game.id, "Game"), NOT_AN_ID, id=game.id, like="cle-en-main")
    for option in game.options:
        if not re.fullmatch(OPTION_ID, option.id):
            yield mistake(sources.place_of(option.id, "Option"), NOT_AN_ID, id=option.id, like="roll_under")
        if len(set(option.values)) < 2:
            yield mistake(sources.place_of(option.id, "Option"), NO_CHOICE, id=option.id)
    for kind in dict.fromkeys((game.sheet, *(action.params for action in actions))):
        for field in fields_of(kind):
            place, low, high, default = sources.field_place(kind, field.name), field.low, field.high, field.default
            if field.label == Text(field.name, field.name) and not field.quiet:
                yield mistake(place, NO_LABEL, kind=kind.__name__, field=field.name)
            if kind is not game.sheet and get_origin(kind.model_fields[field.name].annotation) is Literal:
                yield mistake(place, NO_WORDS, kind=kind.__name__, field=field.name)
            if isinstance(default, int) and low is not None and high is not None and not low <= default <= high:
                yield mistake(place, BAD_DEFAULT, field=f"{kind.__name__}.{field.name}", value=default)
    for name in (*game.gauges, *game.purses, *game.states):
        if name not in game.sheet.model_fields:
            yield unknown(sources.place_of(name, "Game"), WATCHES, name, game.sheet.model_fields)
    for id in sorted({*game.usual} - {action.id for action in game.actions}):
        yield unknown(sources.place_of(id, "Game"), USUAL, id, {action.id for action in game.actions})


def code(sources: Sources, game: Game) -> Iterator[Finding]:
    """What the code names exists: amounts, fields, prices."""
    sheet, terms = game.sheet.model_fields, game.book.terms
    modules = {file: sys.modules[sources.module_name(file)] for file in sources.modules}
    kinds = [kind for module in modules.values() for kind in vars(module).values() if isinstance(kind, type)]
    declared = {name for kind in kinds if issubclass(kind, Declared) for name in kind.model_fields}
    for place, call in sources.calls:
        module = modules[place.file]
        function, given = _value(call.func, module), {keyword.arg or "**" for keyword in call.keywords}
        if function is part:
            yield from (unknown(place, AMOUNT, name, terms) for name in given - terms.keys() - {"**"})
        elif function in (Add, Put):
            fields = game.play.model_fields if _value(argument(call, "who", 0), module) == PLAY else sheet
            name = string_of(argument(call, "field", 1))
            if name and name not in fields:
                yield unknown(place, FIELD, name, fields)
        elif called(call) == "with_changes":
            yield from (unknown(place, FIELD, name, declared) for name in given - declared - {"**"})
        elif function is may:
            yield from (
                unknown(place, PRICE, name, sheet) for name in given - sheet.keys() - signature(may).parameters.keys()
            )


def _value(node: ast.AST | None, module: ModuleType) -> Any:
    """What a constant, a name of a module, or of a module it imports, stands for; None for anything else."""
    if isinstance(node, ast.Attribute):
        owner = _value(node.value, module)
        return vars(owner).get(node.attr) if isinstance(owner, ModuleType) else None
    return vars(module).get(node.id) if isinstance(node, ast.Name) else string_of(node)


def characters(sources: Sources, game: Game, cast: Mapping[str, Declared]) -> Iterator[Finding]:
    """Characters fit the sheet, and are the same again once they were kept as JSON."""
    if not cast:
        yield mistake(sources.place_of(game.id, "Game"), NOBODY)
    for who, sheet in cast.items():
        try:
            if record_of(game.sheet, sheet.model_dump(mode="json")) != sheet:
                yield mistake(sources.place_of(who), NOT_THE_SAME, who=who)
        except (BadFields, AttributeError) as wrong:
            yield sources.failure(wrong, Text(who, who), sources.place_of(who))


DECIDES = Text(fr="Cette décision vient de la règle", en="This decision comes from rule")
NAME_A_RULE = {  # what is called: in words, the argument's name, its position
    "may": (DECIDES, "rule", 1),
    "pick": (DECIDES, "rule", 1),
    "Decision": (DECIDES, "rule", 5),
    "Option": (BENDS, "rule", 3),
    "Game": (Text(fr="L'ordre du jeu cite la règle", en="The order of play cites rule"), "turns", -1),
}
CITES = Text(fr="Cette ligne cite la règle", en="This line cites rule")
AMOUNT = Text(fr="Une part donne le nombre (BOOK.term)", en="A part gives the amount (BOOK.term)")
FIELD = Text(fr="Cette ligne change le champ", en="This line changes the field")
PRICE = Text(fr="Cette décision se paie avec le champ", en="This decision is paid with the field")
USUAL = Text(fr="Le jeu propose l'action", en="The game proposes action")
WATCHES = Text(fr="Le jeu surveille le champ", en="The game watches the field")
NOT_THE_SAME = Text(fr="« {who} » ne se relit pas en JSON.", en="“{who}” does not read back from JSON.")
NOT_CITED = Text(fr="Aucun code ne cite la règle {id}.", en="No code cites rule {id}.")
TWICE = Text(fr="« {id} » est {times} fois dans le jeu.", en="“{id}” is in the game {times} times.")
NO_CHOICE = Text(fr="L'option « {id} » a moins de deux valeurs.", en="Option “{id}” has fewer than two values.")
NO_LABEL = Text(fr="{kind} : le champ « {field} » n'a pas de Label.", en="{kind}: field “{field}” has no Label.")
NO_WORDS = Text(
    fr="{kind} : le champ « {field} » est un choix sans mots, qu'aucun formulaire ne propose : déclarez-le avec OneOf.",
    en="{kind}: field “{field}” is a choice without words, which no form proposes: declare it with OneOf.",
)
BAD_DEFAULT = Text(fr="{field} vaut {value} par défaut, hors limites.", en="{field} is {value} by default, off limits.")
NOT_A_LIST = Text(fr='{name} : écrivez ("{value}",), avec virgule.', en='{name}: write ("{value}",), with its comma.')
NOBODY = Text(fr="Aucun personnage n'est prêt.", en="No character is ready.")
