"""What can be said of a game from its files alone, before it loads: its book, texts and ids, and the rules it names."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from itertools import chain
from pathlib import Path
from string import Formatter
from typing import Any

from tablee.rules.check.findings import Finding, Place, mistake, near, remark
from tablee.rules.check.sources import Sources, argument, called, clauses_of, string_of
from tablee.rules.why import STATUSES
from tablee.text import ARTICLES, LANGS, Text

RULE_ID = re.compile(r"[A-Z0-9]{2,4}-[A-Z0-9]+-\d\d")
CITED = re.compile(r"(?P<topic>[A-Z0-9]{2,4}-[A-Z0-9]+-)(?P<first>\d\d)(?P<more>(?:(?:, |…)-?\d\d)*)")
ACTION_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*\.[a-z0-9]+(-[a-z0-9]+)*")
NAMES_A_RULE = {
    "saying": ("id", 0),
    "may": ("rule", 1),
    "pick": ("rule", 1),
    "Decision": ("rule", 5),
    "Option": ("rule", 3),
}
WRITINGS = {"fr": ARTICLES - {"the", "The"} | {"+", "%"}, "en": ARTICLES | {"+", "%"}}
AUTHORS_WORD = ("advice", "mj")  # statuses that need a reason


def of_the_files(sources: Sources) -> Iterator[Finding]:
    """Every finding that needs no loading."""
    clauses = clauses_of(sources)
    return chain(
        sources.unreadable,
        _book(sources, clauses),
        _texts(sources),
        _ids(sources),
        _rules_named(sources, clauses),
        _rules_cited(sources, clauses),
    )


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


def _book(sources: Sources, clauses: Mapping[str, tuple[Path, Mapping[str, Any]]]) -> Iterator[Finding]:
    if not clauses and not sources.unreadable:
        yield mistake(sources.entrance, NO_BOOK)
    for id, (file, row) in clauses.items():
        if not RULE_ID.fullmatch(id):
            yield mistake(sources.line_of(file, id), NOT_A_RULE_ID, id=id)
        if not isinstance(row, Mapping):
            continue
        for key in ("source", "title", "says"):
            if key not in row:
                yield mistake(sources.line_of(file, id), KEY_MISSING, id=id, key=key)
        for key in row.keys() - {"source", "title", "says", "status", "reason"}:
            yield mistake(sources.line_of(file, id, key), KEY_UNKNOWN, id=id, key=key)
        for key in ("title", "says", "source"):
            said = row.get(key, {})
            if isinstance(said, Mapping) and not ("fr" in said and "en" in said):
                yield from _pair(sources.line_of(file, id, key), said.get("fr"), said.get("en"))
            elif key != "source" and not isinstance(said, Mapping):
                yield mistake(sources.line_of(file, id, key), NOT_TWO_LANGUAGES, id=id, key=key)
        status = row.get("status", "core")
        if status not in STATUSES:
            yield mistake(sources.line_of(file, id, "status"), NO_STATUS, id=id, status=status, known=STATUSES)
        if status in AUTHORS_WORD and not row.get("reason"):
            yield mistake(sources.line_of(file, id, "status"), NO_REASON, id=id, status=status)


def _texts(sources: Sources) -> Iterator[Finding]:
    """Sentences written in the code (`fr=…, en=…`, or `Text("…", "…")`) and in the tables."""
    for place, call in sources.calls:
        two = called(call) in ("Text", "Label")
        fr, en = argument(call, "fr", 0 if two else None), argument(call, "en", 1 if two else None)
        written = [node for node in (fr, en) if node is not None]
        if called(call) == "Name" or not written or any(keyword.arg is None for keyword in call.keywords):
            continue
        if all(string_of(node) is not None for node in written):
            yield from _pair(place, string_of(fr), string_of(en))
    for file, table in sources.tables.items():
        for id, row in table.items():
            for said in _mappings(row):
                if isinstance(said.get("fr"), str) and isinstance(said.get("en"), str):
                    yield from _pair(sources.line_of(file, id), said["fr"], said["en"])


def _mappings(row: Any) -> Iterator[Mapping[str, Any]]:
    if isinstance(row, Mapping):
        yield row
    for inside in row.values() if isinstance(row, Mapping) else row if isinstance(row, list) else ():
        yield from _mappings(inside)


def _pair(place: Place, fr: str | None, en: str | None) -> Iterator[Finding]:
    """What is wrong with one sentence in both languages."""
    if not fr and not en:
        return
    if not fr or not en:
        yield mistake(place, ONE_LANGUAGE, said=str(fr or en), french=bool(fr))
        return
    try:
        wanted = Text(fr, en).placeholders()
    except ValueError:
        yield mistake(place, BRACES, said=fr)
        return
    if len(set(wanted.values())) > 1:
        only = sorted(wanted["fr"] ^ wanted["en"])
        yield mistake(place, UNLIKE, said=fr, names=tuple(only), french=only[0] in wanted["fr"])
    for lang, said in zip(LANGS, (fr, en), strict=True):
        for _, name, how, _ in Formatter().parse(said):
            known = how in WRITINGS[lang] or (how or "").count("|") == 1
            if name and how and not known:
                yield mistake(place, NO_SUCH_WRITING, name=name, how=how)


def _ids(sources: Sources) -> Iterator[Finding]:
    """Actions and decisions: `game.word-word`, so that a log read in ten years says which game they are of."""
    first = {"action": ("id", 0), "may": ("id", 0), "pick": ("id", 0), "Decision": ("id", 0)}
    game = next((string_of(argument(call, "id", 0)) for _, call in sources.calls_of("Game")), None)
    for place, call in sources.calls_of(*first):
        id = string_of(argument(call, *first[called(call)]))
        if id is None or len(call.args) + len(call.keywords) < 3:
            continue
        if not ACTION_ID.fullmatch(id) or (game and id.partition(".")[0] != game):
            yield mistake(place, NOT_AN_ID, id=id, game=game or "…", like=_styled(id, game or "…"))


def _styled(id: str, game: str) -> str:
    return f"{game}.{id.rpartition('.')[2].replace('_', '-').lower()}"


def _rules_named(sources: Sources, clauses: Mapping[str, Any]) -> Iterator[Finding]:
    """Sayings, decisions and options cite a rule of the book, and so does the game's `turns`."""
    named = [
        (place, argument(call, *NAMES_A_RULE[called(call)]), called(call))
        for place, call in sources.calls_of(*NAMES_A_RULE)
    ]
    named += [(place, argument(call, "turns"), "Game") for place, call in sources.calls_of("Game")]
    for place, node, kind in named:
        id = string_of(node)
        if id and clauses and id not in clauses:
            where = Place(place.file, node.lineno if isinstance(node, ast.expr) else place.line)
            yield mistake(where, NO_RULE, what=CITES[kind], id=id, near=near(id, clauses))


def _rules_cited(sources: Sources, clauses: Mapping[str, tuple[Path, Mapping[str, Any]]]) -> Iterator[Finding]:
    """Rules named in docstrings and comments are the book's, and every rule is named where it is implemented."""
    prefixes = {id.split("-")[0] for id in clauses}
    cited: set[str] = set()
    for file in sources.modules:
        for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
            found = cited_in(line)
            cited |= found
            for id in sorted(found - clauses.keys()):
                if id.split("-")[0] in prefixes and not RULE_ID.search(f'"{id}"' if f'"{id}"' in line else ""):
                    yield mistake(Place(file, number), NO_RULE, what=CITES["text"], id=id, near=near(id, clauses))
    for id, (file, row) in clauses.items():
        if id not in cited and row.get("status", "core") not in AUTHORS_WORD:
            yield remark(sources.line_of(file, id), NOT_CITED, id=id)


NO_BOOK = Text(
    fr="Ce jeu n'a pas de livre : il faut `BOOK = Book.load(__package__)` et, à côté, un fichier rules.toml.",
    en="This game has no book: it needs `BOOK = Book.load(__package__)` and, beside it, a file rules.toml.",
)
NOT_A_RULE_ID = Text(
    fr="« {id} » n'est pas un identifiant de règle : écrivez par exemple [PEB-HIT-01].",
    en="“{id}” is no rule id: write for instance [PEB-HIT-01].",
)
KEY_MISSING = Text(fr="Il manque « {key} » à la règle {id}.", en="Rule {id} lacks “{key}”.")
KEY_UNKNOWN = Text(
    fr="La règle {id} a un « {key} » que personne ne lit : source, title, says, status et reason seulement.",
    en="Rule {id} has a “{key}” that nobody reads: only source, title, says, status and reason.",
)
NOT_TWO_LANGUAGES = Text(
    fr="« {key} » de la règle {id} se dit dans les deux langues : fr et en, entre accolades.",
    en="“{key}” of rule {id} is told in both languages: fr and en, in braces.",
)
NO_STATUS = Text(
    fr="La règle {id} ne peut pas être « {status} » ; au choix : {known}.",
    en="Rule {id} cannot be “{status}”; one of: {known}.",
)
NO_REASON = Text(
    fr="La règle {id} est « {status} » sans dire pourquoi rien n'est calculé : ajoutez reason.",
    en="Rule {id} is “{status}” without saying why nothing is computed: add reason.",
)
ONE_LANGUAGE = Text(
    fr="« {said} » n'est dit qu'en {french:français : il manque en|anglais : il manque fr}.",
    en="“{said}” is told in {french:French only: en is missing|English only: fr is missing}.",
)
BRACES = Text(fr="Les accolades de « {said} » ne vont pas par paires.", en="The braces of “{said}” do not pair.")
UNLIKE = Text(
    fr="« {said} » : {names} n'est que dans le texte {french:français|anglais}. Les deux reçoivent les mêmes valeurs.",
    en="“{said}”: {names} is only in the {french:French|English}. Both languages are given the same values.",
)
NO_SUCH_WRITING = Text(
    fr="« {how} » n'est pas une façon d'écrire {name} : le, de, à (the en anglais), un|plusieurs, + ou %.",
    en="“{how}” is no way to write {name}: le, de, à in French, the in English, one|many, + or %.",
)
NOT_AN_ID = Text(
    fr="« {id} » n'est pas un identifiant de la maison : {game}.mot-mot, par exemple « {like} ».",
    en="“{id}” is not an id of the house: {game}.word-word, for instance “{like}”.",
)
NO_RULE = Text(
    fr="{what} la règle « {id} », que le livre n'a pas{near}. Écrivez-la dans rules.toml, ou corrigez l'identifiant.",
    en="{what} rule “{id}”, which the book does not have{near}. Write it in rules.toml, or mend the id.",
)
CITES = {
    "saying": Text(fr="Cette phrase cite", en="This saying cites"),
    "may": Text(fr="Cette décision vient de", en="This decision comes from"),
    "pick": Text(fr="Cette décision vient de", en="This decision comes from"),
    "Decision": Text(fr="Cette décision vient de", en="This decision comes from"),
    "Option": Text(fr="Cette option plie", en="This option bends"),
    "Game": Text(fr="L'ordre du jeu (turns) cite", en="The game's turns cite"),
    "text": Text(fr="On cite ici", en="Here is cited"),
}
NOT_CITED = Text(
    fr="Aucun code ne cite la règle {id} : citez-la où elle s'applique, ou donnez-lui le statut advice et une raison.",
    en="No code cites rule {id}: cite it where it is applied, or give it the status advice and a reason.",
)
