"""Prepared scenes as an adventure that anybody may play, and scenes taken from elsewhere to be prepared.

The one who prepares writes in one language: the adventure has the same words in both, and whoever sends it on may
translate `fr.md` or `en.md`.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tablee.adventures import rolling
from tablee.adventures.check import examined_files
from tablee.adventures.folder import CONTROL, Bound, Files, bound
from tablee.adventures.structure import MAX_COPIES, MAX_LIST, MAX_TRIES, Try, for_players
from tablee.errors import BadInput
from tablee.rules.game import Game
from tablee.table.seen.prepared import NamedPerson, PreparedTry, Result
from tablee.text import LANGS, Name, Text, plain

MAX_LABEL = 120
NOTHING_PREPARED = Text(
    fr="Aucune scène n'est préparée : il n'y a rien à emporter.",
    en="No scene is prepared: there is nothing to take away.",
)
NOT_WHOLE = Text(
    fr="Ces scènes ne font pas encore une aventure. {first}", en="These scenes do not make an adventure yet. {first}"
)
MANY_ALIKE = Text(
    fr="« {scene} » : {n} × {who}, et une aventure en a {most} au plus. Donnez un autre nom à ceux qui sont de trop.",
    en="“{scene}”: {n} × {who}, and an adventure has {most} at most. Give those beyond that another name.",
)
MANY_PEOPLE = Text(
    fr="« {scene} » : {n} personnes qui diffèrent, et une scène d'aventure en a {most} au plus.",
    en="“{scene}”: {n} people who differ, and a scene of an adventure has {most} at most.",
)
PITCH = Text(fr="Des scènes préparées pour « {title} ».", en="Scenes prepared for “{title}”.")
ON = Text(fr="La suite : {title}", en="Go on: {title}")
OVER = Text(fr="Finir ici", en="End here")
THE_END, TOLD_END = Text(fr="La fin", en="The end"), Text(fr="L'histoire s'arrête là.", en="The story stops here.")
SO = Text(fr="C'est fait.", en="It is done.")
NOT_SEEN = Text(fr="Sans qu'on les voie : {who}.", en="Unseen: {who}.")
ROLLED = Text(
    fr="« {label} » : ce jet est à choisir. Raté : {bad}", en="“{label}”: this roll is to be chosen. Failed: {bad}"
)
END = "fin"
MARKS = re.compile(r"^(?=[#>*!])")  # what the words of an adventure take for something else at the start of a line


@dataclass(frozen=True)
class WrittenScene:
    """A scene as it is prepared, with the words of its papers in the place of their lines: `key` is what the tries of
    others lead to.
    """

    key: str
    title: str
    text: str = ""
    notes: str = ""
    who: tuple[str, ...] = ()
    unseen: tuple[str, ...] = ()
    named: tuple[NamedPerson, ...] = ()
    tries: tuple[PreparedTry, ...] = ()
    papers: tuple[tuple[str, str], ...] = ()  # handed out as it opens: title, text
    at_hand: tuple[tuple[str, str], ...] = ()


def scenes_in(book: Bound, game: Game, players: int, lang: str) -> list[WrittenScene]:
    """The scenes of an adventure as an MJ prepares them: what words remembered would decide is left to the MJ."""
    return [_scene_in(book, game, id, players, lang) for id in book.adventure.scenes]


def _scene_in(book: Bound, game: Game, id: str, players: int, lang: str) -> WrittenScene:
    known, scene = book.adventure, book.adventure.scenes[id]
    named = []
    for one in scene.people:
        person = known.people[one.id]
        if person.ready and person.number(players):
            called = book.label("people", one.id).say(lang) or game.ready()[person.ready].name.say(lang)  # type: ignore[attr-defined]
            sheet = for_players(dict(person.sheet), players)
            named.append(NamedPerson(person.ready, called[:40], person.number(players), person.feminine, sheet=sheet))
    handed = [paper for outcome in scene.enter for paper in outcome.paper]
    papers = [(book.label("papers", one).say(lang), book.read("papers", one).say(lang)) for one in handed]
    tries = tuple(_try_in(book, id, one, players, lang) for one in scene.tries)
    title = id.replace("-", " ").capitalize()
    return WrittenScene(
        id,
        title,
        book.read(id).say(lang),
        book.whole(id).say(lang),
        named=tuple(named),
        tries=tries,
        papers=tuple(papers),
    )


def _try_in(book: Bound, scene: str, one: Try, players: int, lang: str) -> PreparedTry:
    label = book.label(scene, one.id).say(lang)[:MAX_LABEL]

    def result(name: str) -> Result:
        outcome = next(iter(getattr(one, name)), None)
        if outcome is None:
            return Result()
        text = book.read(scene, one.id, outcome.text or name).say(lang)
        if outcome.end:
            text = "\n\n".join(filter(None, (text, book.read(f"end.{outcome.end}").say(lang))))
        to = outcome.go
        if to in book.adventure.forks:
            to = book.adventure.forks[to][-1].go
        return Result(text[:4000], to if to in book.adventure.scenes else "")

    if one.roll is None:
        return PreparedTry(label, good=result("then"))
    params = for_players({**one.roll.like, **one.roll.params}, players)
    first = {name: value[0] if isinstance(value, list | tuple) and value else value for name, value in params.items()}
    return PreparedTry(label, one.roll.action, first, result("good"), result("bad"))


def as_adventure(game: Game, title: str, scenes: Sequence[WrittenScene], party: Sequence[str], lang: str) -> Bound:
    """Prepared scenes as an adventure: each leads where its tries say, and on to the next, the last one to the end.

    BadInput with the first thing that is not whole yet.
    """
    if not scenes:
        raise BadInput(NOTHING_PREPARED)
    book = bound(_Written(game, title, scenes, party, lang).files())
    refused = {
        (id, one.id)
        for id, scene in book.adventure.scenes.items()
        for one in scene.tries
        if one.roll and _refused(book, game, one)
    }
    if refused:
        book = bound(_Written(game, title, scenes, party, lang, frozenset(refused)).files())
    wrong = next((one for one in examined_files(book.files, game) if not one.remark), None)
    if wrong:
        raise BadInput(NOT_WHOLE, first=Text(*(f"{wrong.place.file.name} : {wrong.say(lang)}" for lang in LANGS)))
    return book


def _refused(book: Bound, game: Game, attempt: Try) -> bool:
    """Whether a roll cannot be made by anybody of the party: it speaks of somebody of the table."""
    assert attempt.roll
    party = book.adventure.party
    try:
        ways = rolling.alternatives(attempt.roll, game, len(party))
        return all(rolling.refused(book, game, attempt, who, party, way) for who in party for way in ways[:1])
    except BadInput:
        return True


class _Written:
    """The three files of the adventure that prepared scenes make."""

    def __init__(
        self,
        game: Game,
        title: str,
        scenes: Sequence[WrittenScene],
        party: Sequence[str],
        lang: str,
        refused: frozenset[tuple[str, str]] = frozenset(),
    ) -> None:
        self.game, self.title, self.scenes, self.lang, self.refused = game, title, scenes, lang, refused
        ready = game.ready_for_players
        self.party = [who for who in party if who in ready] or list(ready)[:4]
        self.ids = dict(zip((one.key for one in scenes), _slugs([one.title for one in scenes]), strict=True))
        self.people: dict[str, tuple[dict[str, Any], Text]] = {}  # id → structure, label
        self.papers: dict[str, tuple[str, str]] = {}
        self.there: dict[str, list[str]] = {}  # scene → people

    def files(self) -> Files:
        for one in self.scenes:
            self.there[one.key] = list(dict.fromkeys(self._people(one)))
            if (n := len(self.there[one.key])) > MAX_LIST:
                raise BadInput(MANY_PEOPLE, scene=one.title, n=n, most=MAX_LIST)
        toml = [*self._head()]
        parts: dict[str, list[str]] = {lang: [] for lang in LANGS}
        for place, one in enumerate(self.scenes):
            after = self.scenes[place + 1] if place + 1 < len(self.scenes) else None
            self._scene(one, after, toml, parts)
        toml += ["", f"[ends.{END}]"]
        for lang in LANGS:
            parts[lang] += ["", f"## end.{END}", THE_END.say(lang), "", f"> {TOLD_END.say(lang)}"]
        for id, (structure, _) in self.people.items():
            toml += ["", f"[people.{id}]", *(f"{name} = {_toml(value)}" for name, value in structure.items())]
        toml += [line for id in self.papers for line in ("", f"[papers.{id}]")]
        words = {lang: self._words(lang, parts[lang]) for lang in LANGS}
        return Files("\n".join(toml) + "\n", words["fr"], words["en"])

    def _head(self) -> Iterator[str]:
        id = next(iter(_slugs([self.title])))
        minutes = min(600, max(15, 20 * len(self.scenes)))
        yield from (
            f'id = "{id}"',
            f'game = "{self.game.id}"',
            f"minutes = {minutes}",
            "players = [1, 5]",
            "alone = false",
        )
        yield from (f'start = "{self.ids[self.scenes[0].key]}"', f"party = {_toml(self.party)}")

    def _words(self, lang: str, scenes: list[str]) -> str:
        lines = [f"# {_line(self.title)}", "", PITCH.say(lang, title=_line(self.title))]
        if self.people:
            lines += ["", "## people"]
            for id, (_, label) in self.people.items():
                lines += ["", f"### {id}", label.say(lang)]
        if self.papers:
            lines += ["", "## papers"]
            for id, (title, text) in self.papers.items():
                lines += ["", f"### {id}", _line(title) or id, "", *_read(text or title or id)]
        return "\n".join([*lines, *scenes]) + "\n"

    def _people(self, one: WrittenScene) -> Iterator[str]:
        """The people of a scene: those of a kind are one person of the adventure, as many as there are."""
        for who, n in Counter((*one.who, *one.unseen)).items():
            name: Any = self.game.ready()[who]
            label = Text(*(name.name.with_article(lang, "le" if lang == "fr" else "the") for lang in LANGS))
            self._few(one, name.name, n)
            yield self._person(who if n == 1 else f"{who}-x{n}", {"is": who, "count": {1: n}}, label)
        for person in one.named:
            self._few(one, person.called, person.n)
            structure: dict[str, Any] = {"is": person.ready, "count": {1: person.n}}
            structure |= {"feminine": True} if person.feminine else {}
            structure |= {"sheet": dict(person.sheet)} if person.sheet else {}
            called = _line(person.called)
            yield self._person(_slug(person.called) or person.ready, structure, Text(called, called))

    def _few(self, scene: WrittenScene, who: Name | str, n: int) -> None:
        if n > MAX_COPIES:
            raise BadInput(MANY_ALIKE, scene=scene.title, who=who, n=n, most=MAX_COPIES)

    def _person(self, wanted: str, structure: dict[str, Any], label: Text) -> str:
        """The id of a person: that of one who is the same in another scene."""
        base, id, n = _slug(wanted)[:34] or "quelqu-un", "", 1
        while not id or (id in self.people and self.people[id] != (structure, label)):
            id, n = base if n == 1 else f"{base}-bis{n}", n + 1
        if id in self.ids.values():  # a scene and a person may share a word, not an id that both ask about
            id = f"{id}-la"
        self.people[id] = (structure, label)
        return id

    def _scene(
        self, one: WrittenScene, after: WrittenScene | None, toml: list[str], parts: Mapping[str, list[str]]
    ) -> None:
        id = self.ids[one.key]
        toml += ["", f"[scenes.{id}]"]
        if self.there[one.key]:
            toml.append(f"people = {_toml(self.there[one.key])}")
        handed = [self._paper(title, text) for title, text in one.papers]
        if handed:
            toml.append(f"enter = {_toml({'paper': handed})}")
        tries = list(zip(_slugs([attempt.label for attempt in one.tries], ("fight", "again")), one.tries, strict=True))
        dropped = [attempt for slug, attempt in tries if (id, slug) in self.refused]
        for lang in LANGS:
            parts[lang] += ["", f"## {id}", "", *_read(one.text or one.title)]
            parts[lang] += list(self._aside(one, dropped, lang))
        for slug, attempt in tries[: MAX_TRIES - 1]:
            self._try(id, slug, attempt, toml, parts)
        on = next(iter(_slugs(["suite"], ("fight", "again", *(slug for slug, _ in tries)))))
        lead = {"go": self.ids[after.key]} if after else {"end": END}
        toml += ["", f"[[scenes.{id}.try]]", f'id = "{on}"', f"then = {_toml(lead)}"]
        for lang in LANGS:
            label = ON.say(lang, title=_line(after.title)) if after else OVER.say(lang)
            told = ["", "#### then", f"> {SO.say(lang)}"] if after else []
            parts[lang] += ["", f"### {on}", _plain_line(label)[:MAX_LABEL], *told]

    def _aside(self, one: WrittenScene, dropped: Iterable[PreparedTry], lang: str) -> Iterator[str]:
        """What is the MJ's alone in a scene: notes, papers at hand, those who are not seen, rolls yet to choose."""
        paragraphs = [part for part in one.notes.split("\n") if part.strip()]
        paragraphs += [f"{title} — {text}" if title else text for title, text in one.at_hand]
        hidden = [*one.unseen, *(person.called for person in one.named if person.unseen)]
        paragraphs += [NOT_SEEN.say(lang, who=", ".join(hidden))] if hidden else []
        paragraphs += [ROLLED.say(lang, label=attempt.label, bad=attempt.bad.text or "…") for attempt in dropped]
        for part in paragraphs:
            yield from ("", _plain_line(_line(part)))

    def _try(
        self, scene: str, slug: str, attempt: PreparedTry, toml: list[str], parts: Mapping[str, list[str]]
    ) -> None:
        rolls = bool(attempt.action) and (scene, slug) not in self.refused
        toml += ["", f"[[scenes.{scene}.try]]", f'id = "{slug}"']
        if rolls:
            toml.append(f"roll = {_toml({'action': attempt.action, **attempt.params})}")
        results = [("good", attempt.good), ("bad", attempt.bad)] if rolls else [("then", attempt.good)]
        for lang in LANGS:
            parts[lang] += ["", f"### {slug}", _plain_line(_line(attempt.label))]
        for name, result in results:
            toml.append(f"{name} = {_toml({'go': self.ids[result.to]} if result.to in self.ids else {})}")
            for lang in LANGS:
                parts[lang] += ["", f"#### {name}", *_read(result.text or SO.say(lang))]

    def _paper(self, title: str, text: str) -> str:
        """The id of a paper: that of the same one handed out elsewhere."""
        base = _slug(title)[:30] or "papier"
        id, n = base, 2
        while id in self.papers and self.papers[id] != (title, text):
            id, n = f"{base}-{n}", n + 1
        self.papers[id] = (title, text)
        return id


def _slug(title: str) -> str:
    """An id made of words: « La cave ! » is `la-cave`."""
    return re.sub(r"[^a-z0-9]+", "-", plain(title)).strip("-")[:36].strip("-")


def _slugs(titles: Iterable[str], taken: Iterable[str] = ()) -> list[str]:
    """Ids of these titles, each its own."""
    found, known = list[str](), {*taken, *("people", "papers", "things", "clocks", "words", "notes", "mj")}
    for title in titles:
        base = _slug(title) or "scene"
        id, n = base, 2
        while id in known:
            id, n = f"{base}-{n}", n + 1
        known.add(id)
        found.append(id)
    return found


def _line(text: str) -> str:
    """A text on one line, without what no text holds."""
    return " ".join(CONTROL.sub("", text).split())


def _plain_line(text: str) -> str:
    """A line that the words of an adventure read as it is."""
    return MARKS.sub("· ", text)


def _read(text: str) -> list[str]:
    """A text as it is read aloud: each paragraph quoted."""
    paragraphs = [_line(part) for part in re.split(r"\n+", text) if part.strip()]
    lines: list[str] = []
    for part in paragraphs or ["…"]:
        lines += [">", f"> {part}"] if lines else [f"> {part}"]
    return lines


def _toml(value: Any) -> str:
    """A value as TOML writes it in one line."""
    if isinstance(value, Mapping):
        inside = (f"{_key(key)} = {_toml(one)}" for key, one in value.items() if one is not None)
        return "{ " + ", ".join(inside) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_toml(one) for one in value if one is not None) + "]"
    return json.dumps(value, ensure_ascii=False)


def _key(key: Any) -> str:
    return str(key) if re.fullmatch(r"[A-Za-z0-9_-]+", str(key)) else json.dumps(str(key))


def led_to(scene: WrittenScene, ids: Mapping[str, str]) -> tuple[PreparedTry, ...]:
    """The tries of a scene, leading to scenes by these ids; nowhere, where there is none."""

    def to(result: Result) -> Result:
        return replace(result, to=ids.get(result.to, ""))

    return tuple(replace(one, good=to(one.good), bad=to(one.bad)) for one in scene.tries)
