"""Book: the rules of a game and every word that tells them, read from its `rules.toml`, one for each chapter.

A `rules.toml` has one table for each rule: `source`, `title` and `says` (each with `fr` and `en`), `status` (core if
absent), `ours` for what in it is our reading and, for advice and the MJ's own rules, the `reason` why nothing is
computed. Beside the rule stand the sentences that cite it, `[UDS-COMBAT-03.tells]` and, by key, `[….tells.option]`:

    fr, en      the sentence, its values in braces
    compares    the values that it compares: total, what it is held against, margin; `under` if lower is better,
                `who` for the value that names the person, `dice` for that of the dice alone where more was added
    seen        who may read it, where that is not everybody: `owner`, `mj`, or a name given to `Book.load`
    writes      how its amounts are written, where they are no plain numbers: a name given to `Book.load`
    public      its numbers are the scene's own, such as a round: told even where a person's numbers are hidden
    like        the id of another sentence, whose words it has
    former      only logs of earlier versions say it

The same file holds `[terms]` (the names of what is added up, of amounts and of clocks), `[grades]` (how things come
out), `[options]` (house rules) and `[endings]` with `[[steps]]` (how a session ends).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from tablee.errors import BadGame, Unknown
from tablee.rules.action import Grade, Option
from tablee.rules.data.tables import toml_table
from tablee.rules.endings import ENDS, Ending, EndingStep
from tablee.rules.fields import Audience, Who
from tablee.rules.why import Clause, Compares, Note, Saying, Tally, Term, TermLabel, Writes
from tablee.text import Text, number, plain

FILE = "rules.toml"
WORDS = ("terms", "grades", "options", "endings", "steps")  # the tables of a rules.toml that are no rules

SHELF: dict[str, Saying] = {}
"""Every sentence of every book that was loaded, by id. A rule's id begins with its game, so no two books share one."""


def noted(id: str, values: Mapping[str, Any]) -> Note:
    """What a rule noted, as a note: the sentence of that id with its values."""
    return SHELF[id].note(**values)


def rule_files(chapters: Iterable[str]) -> list[str]:
    """The rule files of a game with these chapters, in the order of its book; without any, the one of the package."""
    return [*(f"{chapter}/{FILE}" for chapter in chapters), FILE]


def sentences(rule: str, row: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """The tables of a rule's sentences by their ids: the plain one, then those that have a key."""
    tells = row.get("tells", {})
    plain = {name: value for name, value in tells.items() if not isinstance(value, dict)}
    keyed = {f"{rule}:{key}": table for key, table in tells.items() if isinstance(table, dict)}
    return ({rule: plain} if plain else {}) | keyed


class Book(Mapping[str, Clause]):
    """The rules of one game by id, with the sentences, the terms and the grades that its code names."""

    def __init__(
        self,
        rows: Mapping[str, Mapping[str, Any]],
        terms: Mapping[str, Mapping[str, Any]] | None = None,
        grades: Mapping[str, Mapping[str, Any]] | None = None,
        seen: Mapping[str, Who] | None = None,
        writes: Mapping[str, Writes] | None = None,
    ) -> None:
        self._clauses = {id: _clause(id, row) for id, row in rows.items()}
        self._seen: dict[str, Who] = {**{one.value: one for one in Audience}, **(seen or {})}
        self._writes: dict[str, Writes] = {"number": number, **(writes or {})}
        told = {full: row for id, rule in rows.items() for full, row in sentences(id, rule).items()}
        self.sayings = {
            id: self._saying(id, told[row["like"]] | row if "like" in row else row) for id, row in told.items()
        }
        self.terms = {key: self._term(key, **row) for key, row in (terms or {}).items()}
        self.grades = {key: _grade(key, **row) for key, row in (grades or {}).items()}
        SHELF.update(self.sayings)

    @classmethod
    def load(
        cls,
        package: str,
        *chapters: str,
        seen: Mapping[str, Who] | None = None,
        writes: Mapping[str, Writes] | None = None,
    ) -> Book:
        """The book of a package: the `rules.toml` of each of its chapters (folders), then its own if it has one.

        `seen` names audiences that hang on house rules, `writes` ways to write amounts, for the sentences that say so.
        """
        rows, words = dict[str, Any](), {"terms": dict[str, Any](), "grades": dict[str, Any]()}
        for file in rule_files(chapters):
            table = toml_table(package, file, missing=bool(chapters))
            for kind, held in words.items():
                _join(held, table.get(kind, {}))
            _join(rows, {id: row for id, row in table.items() if id not in WORDS})
        return cls(rows, **words, seen=seen, writes=writes)

    def _saying(self, id: str, row: Mapping[str, Any]) -> Saying:
        return Saying(
            id,
            self._clauses[id.partition(":")[0]],
            Text(row["fr"], row["en"]),
            self._named(self._seen, row.get("seen", Audience.EVERYONE.value), id),
            _compares(*row["compares"], row=row) if "compares" in row else None,
            self._named(self._writes, row.get("writes", "number"), id),
            row.get("public", False),
        )

    def _term(self, key: str, fr: str, en: str, rule: str = "", seen: str = "everyone", **more: Any) -> TermLabel:
        if rule and rule not in self._clauses:
            raise BadGame(NO_CLAUSE, id=rule, by=key)
        texts = {name: Text(**two) for name, two in more.items()}
        clause = self._clauses[rule] if rule else None
        return TermLabel(key, Text(fr, en), self._named(self._seen, seen, key), clause, **texts)

    def _named(self, known: Mapping[str, Any], name: str, by: str) -> Any:
        """An audience or a way of writing by the name that a table gives it."""
        if name not in known:
            raise BadGame(NOT_NAMED, name=name, by=by, known=", ".join(known))
        return known[name]

    def __getitem__(self, id: str) -> Clause:
        return self._clauses[id]

    def __iter__(self) -> Iterator[str]:
        return iter(self._clauses)

    def __len__(self) -> int:
        return len(self._clauses)

    def note(self, id: str, /, **values: Any) -> Note:
        """The sentence `id` with its values: a headline, a refusal, a step of an explanation."""
        return Note(self._told(id), tuple(values.items()))

    def sum(self, id: str, /, *terms: Term) -> Tally:
        """A number made of these terms, called as the sentence `id` says."""
        return Tally(self._told(id), terms)

    def text(self, id: str) -> Text:
        """The words of the sentence `id`."""
        return self._told(id).text

    def _told(self, id: str) -> Saying:
        try:
            return self.sayings[id]
        except KeyError:
            raise BadGame(NO_SAYING, id=id) from None

    def term(self, key: str) -> TermLabel:
        """The name of a kind of term, of an amount or of a clock."""
        if key not in self.terms:
            raise BadGame(NO_TERM, key=key)
        return self.terms[key]

    def grade(self, key: str) -> Grade:
        """A way in which something comes out."""
        if key not in self.grades:
            raise BadGame(NO_GRADE, key=key)
        return self.grades[key]

    def search(self, words: str, lang: str, beside: Mapping[str, str] | None = None) -> list[Clause]:
        """The clause of that id, or those that contain every word, capitals and accents aside; `beside` is what else
        is told of some of them, by id.
        """
        if words.upper() in self._clauses:
            return [self._clauses[words.upper()]]
        wanted = plain(words).split()

        def told(clause: Clause) -> str:
            texts = (clause.title, clause.says, *([clause.ours] if clause.ours else ()))
            return plain(" ".join([clause.id, *(text.say(lang) for text in texts), (beside or {}).get(clause.id, "")]))

        found = [clause for clause in self._clauses.values() if all(word in told(clause) for word in wanted)]
        if not found:
            raise Unknown(NO_RULE, words=words)
        return found


def options_of(package: str) -> dict[str, Option]:
    """The house rules of a game by id, from the `[options]` of its `rules.toml`; the first value is the book's."""
    rows = toml_table(package, FILE).get("options", {})
    notes = {id: row.get("note") for id, row in rows.items()}
    return {id: _option(id, **{"note": notes[row.pop("note_of", id)]} | row) for id, row in rows.items()}


def endings_of(package: str) -> tuple[Ending, ...]:
    """How a session or a scenario ends, step by step, from the `[endings]` and `[[steps]]` of a game's `rules.toml`."""
    table = toml_table(package, FILE)
    called = {id: Text(**label) for id, label in table.get("endings", {}).items()}
    steps = [(step.pop("of"), _step(**step)) for step in table.get("steps", ())]
    held = {id: tuple(step for of, step in steps if id in of) for id in ENDS}
    return tuple(Ending(id, called.get(id, ENDS[id]), of) for id, of in held.items() if of)


def _join(held: dict[str, Any], more: Mapping[str, Any]) -> None:
    """The tables of one more chapter; nothing may stand in two of them."""
    for id in held.keys() & more.keys():
        raise BadGame(TWICE, id=id)
    held.update(more)


def _clause(id: str, row: Mapping[str, Any]) -> Clause:
    """A rule as its table writes it: texts in both languages, the rest as it is."""
    own: dict[str, Any] = {
        key: Text(**value) if isinstance(value, Mapping) else value for key, value in row.items() if key != "tells"
    }
    return Clause(id, **own)


def _compares(total: str, against: str, margin: str = "", *, row: Mapping[str, Any]) -> Compares:
    return Compares(total, against, margin, row.get("who", "who"), row.get("under", False), row.get("dice", ""))


def _grade(key: str, fr: str, en: str, good: bool, rank: int = 0, id: str = "") -> Grade:
    return Grade(id or key, Text(fr, en), good, rank)


def _option(
    id: str,
    label: Mapping[str, str],
    values: list[Any],
    rule: str,
    unlimited: bool = False,
    note: Mapping[str, str] | None = None,
    words: Iterable[Mapping[str, str]] = (),
) -> Option:
    """A house rule as its table writes it; an `unlimited` one begins with no limit at all."""
    given = (*((None,) if unlimited else ()), *values)
    said = tuple(Text(**word) for word in words)
    return Option(id, Text(**label), given, rule, Text(**note) if note else None, said)


def _step(action: str, rule: str, fr: str, en: str, **how: Any) -> EndingStep:
    return EndingStep(action, rule, Text(fr, en), **how)


NO_RULE = Text(
    fr="Aucune règle ne répond à « {words} ». Sans mot, la liste entière s'affiche.",
    en="No rule matches “{words}”. Give no word to list them all.",
)
NO_CLAUSE = Text(
    fr="« {by} » cite la règle « {id} », que le livre n'a pas.",
    en="“{by}” cites rule “{id}”, which is not in the book.",
)
NO_SAYING = Text(fr="Le livre n'a pas de phrase « {id} ».", en="The book has no sentence “{id}”.")
NO_TERM = Text(fr="Le livre n'a pas de nombre « {key} » (terms).", en="The book has no term “{key}”.")
NO_GRADE = Text(fr="Le livre n'a pas d'issue « {key} » (grades).", en="The book has no grade “{key}”.")
NOT_NAMED = Text(
    fr="« {by} » demande « {name} », qui n'est pas parmi {known}.", en="“{by}” asks for “{name}”, none of {known}."
)
TWICE = Text(fr="« {id} » est écrit dans deux chapitres.", en="“{id}” stands in two chapters.")
