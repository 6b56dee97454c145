"""Numbers typed for characters of the lab, in its address: `set:nicolas.phy=5` stands for Nicolas with a PHY of 5."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from tablee.errors import BadInput
from tablee.lab.curves import value_names, with_value
from tablee.rules.game import Game
from tablee.text import Text
from tablee.web.pages import forms
from tablee.web.pages.lab.varying import numbers_of

PREFIX, ADD = "set:", "number"
MAX_CHANGED = 12
MAX_DIGITS = 6
OF = Text(fr="{who} : {field}", en="{who}: {field}")
NOT_A_NUMBER = Text(
    fr="« {typed} » ne se lit pas comme un nombre : écrivez par exemple {now}.",
    en="“{typed}” does not read as a number: write {now}, for instance.",
)


class Number(NamedTuple):
    """A number on a character's sheet: its name in an address, its words, its value now, whether it is whole."""

    key: str
    label: str
    value: Any
    whole: bool


class Numbers:
    """The people of a question with the numbers that its address changes, and what may be changed."""

    def __init__(self, game: Game, people: Mapping[str, Any], here: Iterable[str], fields: forms.Fields, lang: str):
        self.game, self.lang = game, lang
        self.people: dict[str, Any] = dict(people)
        self.here = tuple(dict.fromkeys(who for who in here if who in people))
        self.refusal = ""  # why the last one that could not be taken was not
        self.changed: list[Number] = []
        wanted = {key.removeprefix(PREFIX): value for key, value in fields if key.startswith(PREFIX)}
        if added := dict(fields).get(ADD, ""):
            wanted.setdefault(added, "")
        for key, typed in list(wanted.items())[:MAX_CHANGED]:
            self._change(key, typed)

    def _change(self, key: str, typed: str) -> None:
        who, _, path = key.partition(".")
        known = dict(numbers_of(self.game, self.people[who])) if who in self.people else {}
        if path not in known:
            return
        now, value = known[path], known[path]
        try:
            value = self._read(typed, now) if typed else now
            scene = with_value(self.game, self.game.scene(cast=self.people), who, path, value)
            self.people[who] = scene.cast[who]
        except BadInput as no:
            self.refusal, value = no.say(self.lang), now
        self.changed.append(Number(f"{PREFIX}{key}", self._labels(who)(path), value, isinstance(now, int)))

    def _read(self, typed: str, now: Any) -> Any:
        if not isinstance(now, int):
            return typed[:12]
        word = typed.strip().replace("−", "-")
        if not word.removeprefix("-").isdecimal() or len(word) > MAX_DIGITS:
            raise BadInput(NOT_A_NUMBER, typed=typed[:20], now=now)
        return int(word)

    def _labels(self, who: str) -> Callable[[str], str]:
        """What each number of a character is called, by where it stands on the sheet."""
        scene, called = self.game.scene(who, self.people), self.people[who].name.say(self.lang)
        named = value_names(self.game, scene, who, self.lang)
        return lambda path: OF.say(self.lang, who=called, field=named(path))

    @property
    def choices(self) -> list[tuple[str, str]]:
        """What may be changed of those who are here, by its name in an address."""
        taken, found = {one.key for one in self.changed}, list[tuple[str, str]]()
        for who in self.here:
            label = self._labels(who)
            found += [(f"{who}.{path}", label(path)) for path, _ in numbers_of(self.game, self.people[who])]
        return [(key, label) for key, label in found if f"{PREFIX}{key}" not in taken]

    @property
    def fields(self) -> list[tuple[str, str]]:
        """What an address says of them."""
        return [(one.key, str(one.value)) for one in self.changed]
