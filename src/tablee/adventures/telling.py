"""What an adventure tells its MJ, on the screen and on paper: results by name, what they do, what is rolled."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tablee.adventures.folder import Bound
from tablee.adventures.structure import Outcome, Roll
from tablee.rules.fields import fields_of
from tablee.rules.game import Game
from tablee.rules.tell import value_in_words
from tablee.text import Text

RESULTS = {
    "then": Text(fr="Cela arrive", en="It happens"),
    "good": Text(fr="Réussi", en="Success"),
    "bad": Text(fr="Raté", en="Failure"),
    "won": Text(fr="Gagné", en="Won"),
    "lost": Text(fr="Perdu", en="Lost"),
    "fled": Text(fr="En fuite", en="Away"),
    "talked": Text(fr="On parle", en="They talk"),
}
GOES, ENDS = Text(fr="→ {to}", en="→ {to}"), Text(fr="fin : {to}", en="end: {to}")
FIGHTS, TICKS = Text(fr="combat", en="fight"), Text(fr="{what} avance", en="{what} fills")
GAINS, LOSES = Text(fr="+ {what}", en="+ {what}"), Text(fr="− {what}", en="− {what}")
HANDS = Text(fr="papier : {what}", en="paper: {what}")
WAKES = Text(fr="les tombés se relèvent", en="the fallen stand again")
MENDS = Text(fr="tout le monde guérit", en="all heal")
IF, UNLESS = Text(fr="si {what}", en="if {what}"), Text(fr="sauf si {what}", en="unless {what}")
FIELD = Text(fr="{label} {value}", en="{label} {value}")


def done_by(book: Bound, one: Outcome, lang: str) -> str:
    """What an outcome does, in a few words."""
    told = [GAINS.say(lang, what=book.label("words", word).say(lang)) for word in one.remember]
    told += [GAINS.say(lang, what=book.label("things", thing).say(lang)) for thing in one.gain]
    told += [LOSES.say(lang, what=book.label("words", word).say(lang)) for word in one.forget]
    told += [LOSES.say(lang, what=book.label("things", thing).say(lang)) for thing in one.lose]
    told += [TICKS.say(lang, what=book.label("clocks", clock).say(lang)) for clock in one.tick]
    told += [HANDS.say(lang, what=book.label("papers", paper).say(lang)) for paper in one.paper]
    told += [text.say(lang) for text, on in ((WAKES, one.wake), (MENDS, one.mend), (FIGHTS, one.fight)) if on]
    told += [GOES.say(lang, to=one.go)] if one.go else []
    told += [ENDS.say(lang, to=book.label(f"end.{one.end}").say(lang))] if one.end else []
    return ", ".join(told)


def asked_by(book: Bound, have: tuple[str, ...], lack: tuple[str, ...], lang: str) -> str:
    """What must be remembered or carried, and what must not; "" if nothing is asked."""
    found = [(IF, one) for one in have] + [(UNLESS, one) for one in lack]
    return ", ".join(text.say(lang, what=known_as(book, one).say(lang)) for text, one in found)


def known_as(book: Bound, id: str) -> Text:
    """What a word or a thing is called."""
    return book.label("things" if id in book.adventure.things else "words", id)


def rolled(game: Game, roll: Roll, params: Mapping[str, Any], lang: str) -> str:
    """What is rolled, in a few words: the action, and what the adventure says of it."""
    label, told = game.action(roll.action).label.say(lang), ", ".join(_told(game, roll, params, lang))
    return f"{label} ({told})" if told else label


def _told(game: Game, roll: Roll, params: Mapping[str, Any], lang: str) -> Iterator[str]:
    fields = {field.name: field for field in fields_of(game.action(roll.action).params)}
    scene = game.scene(next(iter(game.ready_for_players), ""))
    for name, value in params.items():
        if name not in fields:  # as anybody may have written it
            continue
        among = fields[name].one_of
        known = {id: text.say(lang) for id, text in (among.on(scene) if among else {}).items()}
        said = [known.get(str(one)) or value_in_words(one, lang) for one in _each(value)]
        yield FIELD.say(lang, label=fields[name].label.say(lang), value=", ".join(said))


def _each(value: Any) -> list[Any]:
    return list(value) if isinstance(value, list | tuple) else [value]
