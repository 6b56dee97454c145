"""An adventure on paper, for its MJ: what happened, people, scenes with texts, secrets and rolls, the ends."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tablee.adventures.folder import Bound
from tablee.adventures.picture import file_of
from tablee.adventures.rolling import alternatives
from tablee.adventures.story import FIGHT
from tablee.adventures.structure import More, Outcome, Scene, Try
from tablee.adventures.telling import RESULTS, asked_by, done_by, rolled
from tablee.printing.paper import COLON, Json, pdf
from tablee.rules.game import Game
from tablee.text import Text

FOOT = Text(
    fr="{game}. {low} à {high} personnes, {minutes} minutes. Pour le meneur seul.",
    en="{game}. {low} to {high} people, {minutes} minutes. For the GM alone.",
)
WORDS = {
    "people": Text(fr="Qui l'on rencontre", en="Whom one meets"),
    "papers": Text(fr="Papiers à donner", en="Papers to hand out"),
    "clocks": Text(fr="Horloges", en="Clocks"),
    "scenes": Text(fr="Les scènes", en="The scenes"),
    "ends": Text(fr="Les fins", en="The ends"),
    "fight": Text(fr="Le combat", en="The fight"),
    "here": Text(fr="Sur place", en="There"),
    "enter": Text(fr="En entrant", en="On coming in"),
    "again": Text(fr="En revenant", en="On coming back"),
}
PLAYERS = 3  # of a usual table, where a roll hangs on how many play
OR = Text(fr=" ou ", en=" or ")


def print_adventure(book: Bound, game: Game, lang: str) -> bytes:
    """The PDF of an adventure in one language."""
    adventure = book.adventure
    low, high = adventure.players
    data: Json = {
        "title": book.title.say(lang),
        "foot": FOOT.say(lang, game=game.label.say(lang), low=low, high=high, minutes=adventure.minutes),
        "colon": COLON.say(lang),
        "words": {name: text.say(lang) for name, text in WORDS.items()},
        "before": [one.say(lang) for one in (book.pitch, book.notes, book.whole("mj")) if one.say(lang)],
        "people": [_called(book, lang, "people", id) for id in adventure.people],
        "papers": [
            {
                **_called(book, lang, "papers", id),
                **_drawn(book, lang, "papers", id),
                "read": _read(book, lang, "papers", id),
            }
            for id in adventure.papers
        ],
        "clocks": [_clock(book, id, lang) for id in adventure.clocks],
        "scenes": [_scene(book, game, id, one, lang) for id, one in adventure.scenes.items()],
        "ends": [_end(book, id, lang) for id in adventure.ends],
    }
    return pdf("adventure.typ", data, lang)


def _read(book: Bound, lang: str, *place: str) -> list[str]:
    """What is read to all at a place, in paragraphs."""
    return [one for one in book.read(*place).say(lang).split("\n\n") if one]


def _drawn(book: Bound, lang: str, *place: str) -> Json:
    """The picture at a place, as the bytes of its file, and what it shows; none if there is none."""
    name = book.drawn.get(place, "")
    known = dict(book.files.pictures)
    return {"picture": list(file_of(name, known[name])) if name in known else [], "alt": book.alt(*place).say(lang)}


def _called(book: Bound, lang: str, *place: str) -> Json:
    return {"label": book.label(*place).say(lang), "about": book.aside(*place).say(lang)}


def _clock(book: Bound, id: str, lang: str) -> Json:
    clock = book.adventure.clocks[id]
    told = {
        "size": clock.size,
        "does": done_by(book, clock.full, lang),
        "read": _read(book, lang, "clocks", id, "full"),
    }
    return {**_called(book, lang, "clocks", id), **told}


def _scene(book: Bound, game: Game, id: str, scene: Scene, lang: str) -> Json:
    """A scene: what is read, what is secret, who is there, what may be tried."""
    here = [(book.label("people", one.id).say(lang), asked_by(book, one.have, one.lack, lang)) for one in scene.people]
    ends = list(_outcomes(book, (id, FIGHT), scene.fight.results(), lang)) if scene.fight else []
    return {
        "id": id,
        **_drawn(book, lang, id),
        "read": _read(book, lang, id),
        "again": _read(book, lang, id, "again"),
        "secret": book.whole(id).say(lang),
        "enter": [done_by(book, one, lang) for one in scene.enter],
        "more": _more(book, id, scene.also, lang),
        "here": [f"{name} ({when})" if when else name for name, when in here],
        "tries": [_try(book, game, id, one, lang) for one in scene.tries],
        "fight": ends,
    }


def _try(book: Bound, game: Game, scene: str, one: Try, lang: str) -> Json:
    roll = ""
    if one.roll:
        ways = (rolled(game, one.roll, way, lang) for way in alternatives(one.roll, game, PLAYERS))
        roll = OR.say(lang).join(dict.fromkeys(ways))
    outcomes = list(_outcomes(book, (scene, one.id), one.results(), lang))
    when = asked_by(book, one.have, one.lack, lang)
    return {"label": book.label(scene, one.id).say(lang), "when": when, "roll": roll, "outcomes": outcomes}


def _outcomes(
    book: Bound, place: tuple[str, str], results: Iterable[tuple[str, tuple[Outcome, ...]]], lang: str
) -> Iterator[Json]:
    for name, outcomes in results:
        for one in outcomes:
            when = asked_by(book, one.have, one.lack, lang)
            read = _read(book, lang, *place, one.text or name)
            yield {"name": RESULTS[name].say(lang), "when": when, "does": done_by(book, one, lang), "read": read}


def _more(book: Bound, place: str, listed: Iterable[More], lang: str) -> list[Json]:
    """Texts that are read beside another, each with when."""
    return [
        {"when": asked_by(book, one.have, one.lack, lang), "read": _read(book, lang, place, one.id)} for one in listed
    ]


def _end(book: Bound, id: str, lang: str) -> Json:
    place = f"end.{id}"
    more = _more(book, place, book.adventure.ends[id].epilogue, lang)
    return {
        "label": book.label(place).say(lang),
        **_drawn(book, lang, place),
        "read": _read(book, lang, place),
        "more": more,
    }
