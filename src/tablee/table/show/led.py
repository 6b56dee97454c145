"""The adventure of a table as its MJ holds it: where people are, what is read, what is secret, what may follow."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from tablee.adventures import story
from tablee.adventures.folder import Bound
from tablee.adventures.rolling import alternatives, left_open
from tablee.adventures.story import Progress
from tablee.adventures.structure import Here, Outcome, Try
from tablee.adventures.telling import RESULTS, done_by
from tablee.rules.game import Game
from tablee.table.log.state import State, Underway
from tablee.table.scenes import book_of, handed, players_of, progress_of, scene_of
from tablee.table.seen.led import AdventureLed, AdventureStands, ClockLed, OutcomeLed, PaperLed, PersonLed, TryLed
from tablee.text import Name, Text


def adventure_led(game: Game, state: State, lang: str) -> AdventureLed | None:
    """The adventure of a table for its MJ; None if there is none."""
    adventure = state.adventure
    if adventure is None:
        return None
    book, progress, players = book_of(adventure), progress_of(adventure), players_of(state)
    known, id = book.adventure, progress.scene
    scene = known.scenes[id]
    tries = tuple(_try(game, state, book, one, lang) for one in scene.tries)
    fight = tuple(_outcomes(book, (id, story.FIGHT), scene.fight.results(), lang)) if scene.fight else ()
    led = {one.go for steps, one in known.outcomes() if steps[:2] == ("scenes", id) and one.go}
    there = {story.led(known, progress, to, players) for to in led} - {"", id}
    more = [one.id for one in scene.also if story.fits(one, progress, players)]
    words = [book.label("words", one) for one in progress.words] + [
        book.label("things", one) for one in progress.things
    ]
    end = f"end.{progress.end}" if progress.end else ""
    return AdventureLed(
        scene=id,
        text=book.read(id).say(lang),
        picture=_picture(book, lang, end or id),
        notes=book.whole(id).say(lang),
        more=tuple((f"{id}/{one}", book.read(id, one).say(lang)) for one in more),
        people=tuple(_person(book, state, one, progress, players, lang) for one in scene.people),
        tries=tries,
        fight=fight,
        fighting=progress.fight,
        known=tuple(one.say(lang) for one in words),
        clocks=tuple(_clock(book, one, progress, lang) for one in known.clocks),
        papers=tuple(_paper(book, one, handed(adventure), lang) for one in known.papers),
        scenes=tuple((one, _first_words(book.read(one).say(lang))) for one in known.scenes),
        next=tuple(one for one in known.scenes if one in there),
        end=(end, book.label(end).say(lang), book.read(end).say(lang)) if end else ("", "", ""),
        before=book.whole("mj").say(lang),
    )


def _first_words(text: str) -> str:
    words = text.split()
    return " ".join(words[:8]) + (" …" if len(words) > 8 else "")


def _person(book: Bound, state: State, one: Here, progress: Progress, players: int, lang: str) -> PersonLed:
    here = one.id in state.cast and not state.cast[one.id].retired
    fits = story.fits(one, progress, players) and book.adventure.people[one.id].number(players) > 0
    label, about = book.label("people", one.id), book.aside("people", one.id)
    return PersonLed(one.id, label.say(lang), about.say(lang), here, fits)


def _clock(book: Bound, id: str, progress: Progress, lang: str) -> ClockLed:
    clock, place = book.adventure.clocks[id], ("clocks", id, "full")
    full = ("/".join(place), book.read(*place).say(lang))
    does = done_by(book, clock.full, lang)
    return ClockLed(id, book.label("clocks", id).say(lang), progress.clock(id), clock.size, does, full)


def _paper(book: Bound, id: str, given: Sequence[str], lang: str) -> PaperLed:
    label, text, about = book.label("papers", id), book.read("papers", id), book.aside("papers", id)
    picture = _picture(book, lang, "papers", id)
    return PaperLed(f"papers/{id}", label.say(lang), text.say(lang), about.say(lang), id in given, *picture)


def _picture(book: Bound, lang: str, *place: str) -> tuple[str, str]:
    """The file of the picture at a place, and what it shows; nothing if there is none."""
    file = book.drawn.get(place, "")
    return file, book.alt(*place).say(lang) if file else ""


def _try(game: Game, state: State, book: Bound, one: Try, lang: str) -> TryLed:
    assert state.adventure
    progress, players = progress_of(state.adventure), players_of(state)
    action, params, left = "", dict[str, Any](), dict[str, dict[Any, Text | Name]]()
    if one.roll:
        action, params = one.roll.action, {**one.roll.like, **alternatives(one.roll, game, players)[0]}
        left = left_open(game, one.roll, scene_of(game, state, next(iter(state.heroes), ""), now=True))
        for name in one.roll.open:
            params.pop(name, None)
    return TryLed(
        label=book.label(progress.scene, one.id).say(lang),
        action=action,
        params=params,
        outcomes=tuple(_outcomes(book, (progress.scene, one.id), one.results(), lang)),
        fits=story.fits(one, progress, players),
        together=one.who == "all",
        left=tuple((name, tuple((value, said.say(lang)) for value, said in of.items())) for name, of in left.items()),
    )


def _outcomes(
    book: Bound, place: tuple[str, str], results: Iterator[tuple[str, tuple[Outcome, ...]]], lang: str
) -> Iterator[OutcomeLed]:
    for name, outcomes in results:
        places = dict.fromkeys((*place, one.text or name) for one in outcomes)
        texts = tuple(("/".join(where), text) for where in places if (text := book.read(*where).say(lang)))
        does = " | ".join(done_by(book, one, lang) for one in outcomes)
        yield OutcomeLed("/".join((*place, name)), RESULTS[name].say(lang), texts, does)


def adventure_stands(state: State, adventure: Underway) -> AdventureStands:
    """The adventure of a table where it stands, for its MJ: those of the party who are elsewhere included."""
    party = {who: one.sheet for who, one in state.cast.items() if (one.owner or one.free) and not one.retired}
    progress = progress_of(adventure)
    at = None if progress.end else progress.to_json()
    return AdventureStands(book_of(adventure), party, at, dict(state.options))
