"""The checks of a game's `rules.toml`: its rules, and every word that its code names there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from string import Formatter
from typing import Any

from pydantic import Field

from tablee.errors import BadFields
from tablee.rules.check.sources import Finding, Place, Sources, argument, called, mistake, strings_of, unknown
from tablee.rules.fields import Declared, record_of
from tablee.rules.why import Status
from tablee.text import ARTICLES, Text

RULE_ID = re.compile(r"[A-Z0-9]{2,4}-[A-Z0-9]+-\d\d")
SENTENCE_ID = re.compile(rf"{RULE_ID.pattern}:[\w-]+")
NAMES_A_SENTENCE = ("note", "sum", "text")  # BOOK.note, roll.note, BOOK.sum, BOOK.text: their first argument is an id


class ClauseTable(Declared):
    """A rule as `rules.toml` writes it."""

    source: str | Text
    title: Text
    says: Text
    status: Status = "core"
    reason: str = ""
    ours: Text | None = None
    tells: dict[str, Any] = Field(default_factory=dict)


class SentenceTable(Declared):
    """A sentence of a rule as `rules.toml` writes it."""

    fr: str = ""
    en: str = ""
    like: str = ""
    compares: tuple[str, ...] = ()
    under: bool = False
    who: str = "who"
    dice: str = ""
    seen: str = ""
    writes: str = ""
    public: bool = False
    former: bool = False


def book(sources: Sources) -> Iterator[Finding]:
    """Each rule of the book has an id, a source, both languages, and advice its reason; each sentence its words."""
    clauses = sources.clauses()
    if not clauses:
        yield mistake(sources.first_line, NO_BOOK)
    for id, (place, row) in clauses.items():
        if not RULE_ID.fullmatch(id):
            yield mistake(place, NOT_AN_ID, id=id, like="PEB-HIT-01")
        try:
            clause = record_of(ClauseTable, row)
            if clause.status in ("advice", "mj") and not clause.reason:
                yield mistake(place, NO_REASON, id=id)
        except BadFields as wrong:
            yield sources.failure(wrong, Text(id, id), place)
    for id, (place, table) in sources.sentences.items():
        yield from _sentence(sources, place, id, table)


def _sentence(sources: Sources, place: Place, id: str, table: Mapping[str, Any]) -> Iterator[Finding]:
    """A sentence has its words in both languages, or those of another."""
    try:
        told = record_of(SentenceTable, table)
    except BadFields as wrong:
        yield sources.failure(wrong, Text(id, id), place)
        return
    if told.like:
        if told.like not in sources.sentences:
            yield unknown(place, LIKE, told.like, sources.sentences)
    else:
        yield from both_languages(place, told.fr, told.en)


def words(sources: Sources) -> Iterator[Finding]:
    """Terms, grades, options and steps have both languages, and cite rules of the book."""
    clauses = sources.clauses()
    for kind in ("terms", "grades", "options"):
        for place, row in sources.words(kind).values():
            texts = [text for text in (row, row.get("label"), *row.get("words", ())) if isinstance(text, Mapping)]
            for text in (text for text in texts if "fr" in text or "en" in text):
                yield from both_languages(place, text.get("fr", ""), text.get("en", ""))
            if row.get("rule", "") not in (*clauses, ""):
                yield unknown(place, BENDS if kind == "options" else CITED_BY, row["rule"], clauses)
    for place, row in sources.words("grades").values():
        asked = {name for lang in ("fr", "en") for name in re.findall(r"{(\w+)", row.get(lang, ""))}
        yield from (unknown(place, GRADE, name, ["who"]) for name in sorted(asked - {"who"}))


def both_languages(place: Place, fr: str, en: str) -> Iterator[Finding]:
    """A sentence is told in French and in English, with the same values, written as `Text` reads them."""
    if not fr or not en:
        yield mistake(place, ONE_LANGUAGE, said=fr or en, lang="en" if fr else "fr")
        return
    try:
        expected = Text(fr, en).placeholders()
        specs = {how for said in (fr, en) for _, name, how, _ in Formatter().parse(said) if name and how}
    except ValueError as wrong:
        yield mistake(place, NOT_WRITTEN, said=fr, why=str(wrong))
        return
    for name in sorted(expected["fr"] ^ expected["en"]):
        yield mistake(place, ONE_LANGUAGE, said=f"{{{name}}}", lang="fr" if name in expected["en"] else "en")
    for how in sorted(specs - ARTICLES - {"+", "%"}):
        if how.count("|") != 1:
            yield mistake(place, NOT_WRITTEN, said=fr, why=how)


def named(sources: Sources) -> Iterator[Finding]:
    """Sentences, terms and grades that the code names exist and get their values; none stands unused."""
    known, used = sources.sentences, set[str]()
    for place, call in sources.calls:
        match called(call):
            case "term" | "grade" | "throws" as name:
                kind = "grade" if name == "grade" else "term"
                for at, key in strings_of(argument(call, "key", 0), place):
                    used.add(f"{kind}:{key}")
                    if key not in sources.words(f"{kind}s"):
                        yield unknown(at, TERM if kind == "term" else GRADE_NAMED, key, sources.words(f"{kind}s"))
            case name if name in NAMES_A_SENTENCE:
                given = {keyword.arg or "**" for keyword in call.keywords}
                for at, id in strings_of(argument(call, "id", 0), place):
                    if RULE_ID.match(id) and id not in known:
                        yield unknown(at, SENTENCE, id, known)
                    elif id in known and name == "note" and "**" not in given:
                        for value in sorted(_values(known, id) - given):
                            yield mistake(at, NOT_TOLD, id=id, name=value)
    for at, id in sources.strings():
        used.add(id)
        if SENTENCE_ID.fullmatch(id) and id not in known:
            yield unknown(at, SENTENCE, id, known)
    patterns = [re.compile(pattern) for pattern in sources.computed_strings()]
    for id, (place, row) in known.items():
        if id not in used and not row.get("former") and not any(one.fullmatch(id) for one in patterns):
            yield mistake(place, UNUSED, id=id)
    amounts = {keyword.arg for _, call in sources.calls for keyword in call.keywords}
    for kind in ("term", "grade"):
        for key, (place, _) in sources.words(f"{kind}s").items():
            if not {f"{kind}:{key}", key} & used and key not in amounts:
                yield mistake(place, UNUSED, id=key)


def _values(known: Mapping[str, tuple[Place, Mapping[str, Any]]], id: str) -> set[str]:
    """The values that a sentence expects: those it tells and those it compares; none if it cannot be read."""
    row = known[id][1]
    told = {**known.get(row.get("like", ""), (None, {}))[1], **row}
    try:
        asked = {name for _, name, _, _ in Formatter().parse(f"{told.get('fr')} {told.get('en')}") if name}
    except ValueError:
        return set()
    return asked | {*told.get("compares", ()), *filter(None, [told.get("dice")])}


NO_BOOK = Text(
    fr="Il manque BOOK = Book.load(__package__), ou son fichier rules.toml.",
    en="BOOK = Book.load(__package__) is missing, or its file rules.toml.",
)
NO_REASON = Text(fr="{id} : pourquoi ne calcule-t-on rien (reason) ?", en="{id}: why is nothing computed (reason)?")
ONE_LANGUAGE = Text(fr="« {said} » n'est pas dit en « {lang} ».", en="“{said}” is not told in “{lang}”.")
NOT_WRITTEN = Text(fr="« {said} » ne s'écrit pas ainsi : {why}.", en="“{said}” cannot be written so: {why}.")
NOT_AN_ID = Text(fr="« {id} » n'est pas un identifiant ; « {like} », oui.", en="“{id}” is no id; “{like}” would be.")
NOT_TOLD = Text(fr="{id} attend {name}, que rien ici ne dit.", en="{id} expects {name}, which nothing tells here.")
UNUSED = Text(fr="Rien dans le code ne dit « {id} ».", en="Nothing in the code says “{id}”.")
SENTENCE = Text(fr="Le code dit la phrase", en="The code says the sentence")
LIKE = Text(fr="Cette phrase reprend les mots de", en="This sentence has the words of")
TERM = Text(fr="Le code nomme le nombre (terms)", en="The code names the term")
GRADE_NAMED = Text(fr="Le code nomme l'issue (grades)", en="The code names the grade")
CITED_BY = Text(fr="Ce nombre cite la règle", en="This term cites rule")
BENDS = Text(fr="Cette option plie la règle", en="This option bends rule")
GRADE = Text(fr="Cette issue demande la valeur", en="This grade asks for the value")
