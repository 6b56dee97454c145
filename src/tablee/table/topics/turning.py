"""A turn of an adventure: what is read, where the table is then, who comes and goes, who stands again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from typing import Any, NamedTuple

from pydantic import Field as About

from tablee.adventures import story
from tablee.adventures.folder import Bound
from tablee.adventures.rolling import family, numbered, sheet_of, stood_again, there
from tablee.adventures.story import Place, Progress, Turn
from tablee.adventures.structure import Deed
from tablee.rules.action import PLAY, Change
from tablee.rules.fields import Annotated
from tablee.rules.game import Game
from tablee.table.decide.context import Context, NewEvent
from tablee.table.lines import Telling
from tablee.table.log.events import MJ_ONLY, Event, Happening, Json, Unshown, stored
from tablee.table.log.matters import Changes
from tablee.table.log.state import HELD_BY_TABLE, RETIRED, STORY, State, Underway, changed
from tablee.table.scenes import DRAWN, HANDED, OWED, TOLD, book_of, handed, looked_at, players_of, progress_of, scene_of
from tablee.table.topics.temper import Entrusted
from tablee.text import LANGS, Text

TRY = "try:"  # before the scene and the id of a try, where an action that tries one says what it answers


class Passage(NamedTuple):
    """Something that an adventure tells: the title of a paper, the words, a picture (its file) and what it shows."""

    title: str
    text: str
    picture: str = ""
    alt: str = ""

    @property
    def told(self) -> str:
        """All of it in words."""
        return "\n".join(filter(None, (self.title, self.alt and f"[{self.alt}]", self.text)))


@stored("adventure_turned/1")
class AdventureTurned(Happening):
    """The adventure goes on: what was chosen, what is read to all, the end it comes to."""

    texts: Annotated[tuple[Json, ...], About(description="what is read to all, each with `fr` and `en`")]
    changes: Changes
    previous: Unshown[int]
    chosen: Annotated[Json, About(description="what was tried, in both languages; empty if nothing was")] = field(
        default_factory=dict
    )
    end: Annotated[Json, About(description="the title of the end, in both languages; empty before it")] = field(
        default_factory=dict
    )
    papers: Annotated[
        tuple[Json, ...],
        About(description="what is handed to all: `title` and `text`, each with `fr` and `en`, `after` so many texts"),
    ] = ()

    pictures: Annotated[
        tuple[Json, ...],
        About(description="what is shown to all: `file`, `alt` with `fr` and `en`, `before` the text of this number"),
    ] = ()

    def fold(self, state: State, event: Event) -> State:
        after = changed(replace(state, standing=event.n, undone=()), self.changes)
        if after.adventure is None:
            return after
        came = {**{who: after.cast[who].sheet for who in after.heroes}, **after.adventure.came}
        return replace(after, adventure=replace(after.adventure, came=came, votes={}))

    def sentence(self, telling: Telling) -> str:
        end = [self.end[telling.lang]] if self.end else []
        return "\n".join([*(one.told for one in self.passages(telling.lang)), *end])

    def passages(self, lang: str) -> list[Passage]:
        """What is read and shown, in its order."""
        told: list[Passage] = []
        for n in range(len(self.texts) + 1):
            told += [
                Passage(one["title"][lang], one["text"][lang], *_picture(one.get("picture"), lang))
                for one in self.papers
                if one["after"] == n
            ]
            told += [Passage("", "", *_picture(one, lang)) for one in self.pictures if one["before"] == n]
            told += [Passage("", text[lang]) for text in self.texts[n : n + 1]]
        return told


def _picture(one: Json | None, lang: str) -> tuple[str, str]:
    """The file of a picture, and what it shows."""
    return (one["file"], one["alt"][lang]) if one else ("", "")


def both(text: Text) -> Json:
    """A text in both languages, as people read it."""
    return {lang: text.say(lang) for lang in LANGS}


def turned(
    context: Context, turn: Turn, chosen: Text | None = None, actor: str = "", by: str | None = None
) -> list[NewEvent]:
    """The line by which an adventure goes on, and how newcomers are played."""
    game, state = context.game, context.state
    adventure = state.adventure
    assert adventure
    book = book_of(adventure)
    read = adventure.held == HELD_BY_TABLE
    texts = [both(text) for text in _texts(book, turn.texts)] if read else []
    papers = tuple(_papers(book, turn.texts)) if read else ()
    deeds = [_owed(deed, actor) for deed in turn.deeds]
    progress = {**turn.progress.to_json(), OWED: [*adventure.progress.get(OWED, []), *deeds], TOLD: texts}
    pictures = tuple(_pictures(book, turn.texts)) if read else ()
    progress[HANDED] = handed(adventure, *(turn.papers if read else ()))
    progress[DRAWN] = looked_at(adventure, *files_shown(papers, pictures))
    people = [one for one in _people(game, state, book, turn.progress) if read or one.field == RETIRED]  # the MJ brings
    restored = list(_restored(game, state, adventure, turn))
    changes = [
        *(Change(STORY, name, adventure.progress.get(name), value) for name, value in progress.items()),
        *people,
        *restored,
        *_stopped(state, {one.who for one in (*people, *restored)}),
    ]
    end = both(book.label(f"end.{turn.progress.end}")) if turn.progress.end and read else {}
    line = AdventureTurned(
        tuple(texts),
        tuple(changes),
        state.standing,
        both(chosen) if chosen else {},
        end,
        papers,
        pictures,
    )
    here = {one.who for one in people if one.field == "" and one.after is not None}
    tempers = [(who, book.adventure.people[family(book, who)].temper) for who in sorted(here)]
    entrusted = [NewEvent(Entrusted(who, temper), MJ_ONLY, by="") for who, temper in tempers]
    return [NewEvent(line, by=by), *entrusted]


def paper_of(book: Bound, id: str, after: int = 0) -> Json:
    """A paper as people read it, handed after so many texts."""
    paper = {"title": both(book.label("papers", id)), "text": both(book.read("papers", id)), "after": after}
    drawn = picture_of(book, ("papers", id))
    return {**paper, "picture": drawn} if drawn else paper


def picture_of(book: Bound, place: Place) -> Json | None:
    """The picture at a place as people see it: its file, and what it shows; None if there is none."""
    file = book.drawn.get(place)
    return {"file": file, "alt": both(book.alt(*place))} if file else None


def files_shown(papers: Sequence[Json], pictures: Sequence[Json]) -> list[str]:
    """The files of these pictures, and of those on these papers."""
    return [one["file"] for one in (*pictures, *(paper["picture"] for paper in papers if "picture" in paper))]


def _pictures(book: Bound, places: Sequence[Place]) -> Iterator[Json]:
    """The pictures at these places, each before its text."""
    for n, place in enumerate(places):
        drawn = picture_of(book, place) if place[0] != story.PAPERS else None
        if drawn:
            yield {**drawn, "before": len(list(_texts(book, places[:n])))}


def _papers(book: Bound, places: Sequence[Place]) -> Iterator[Json]:
    """The papers among these places, each after the texts before it."""
    for n, place in enumerate(places):
        if place[0] == story.PAPERS:
            yield paper_of(book, place[1], len(list(_texts(book, places[:n]))))


def _texts(book: Bound, places: Sequence[Place]) -> Iterator[Text]:
    """The texts at these places that there are; the scene's own, where it has none for coming back."""
    for place in (one for one in places if one[0] != story.PAPERS):
        text = book.read(*place)
        if not text.fr and place[-1] == story.AGAIN:
            text = book.read(place[0])
        if text.fr:
            yield text


def _owed(deed: Deed, actor: str) -> Json:
    return {"action": deed.action, "who": actor if deed.who == "one" else "", "params": dict(deed.params)}


def _people(game: Game, state: State, book: Bound, progress: Progress) -> Iterator[Change]:
    """Those of the adventure who come into the scene, come back to it or leave it."""
    players = players_of(state)
    wanted = there(book, progress, players, players)
    families = {id for id, _ in wanted.values()}
    for who, one in state.cast.items():
        known = family(book, who)
        if known and known not in families and not (one.retired or one.owner or one.free):
            yield Change(who, RETIRED, False, True)
    for who, (id, n) in wanted.items():
        if who not in state.cast:
            sheet = numbered(sheet_of(book, game, id, players), n)
            yield Change(who, "", None, sheet.model_dump(mode="json"))
        elif state.cast[who].retired:
            yield Change(who, RETIRED, True, False)


def _restored(game: Game, state: State, adventure: Underway, turn: Turn) -> Iterator[Change]:
    """What the fallen have again to stand (`wake`: as before the fight), and everybody (`mend`: as they came)."""
    if not (turn.wake or turn.mend):
        return
    scene = scene_of(game, state, now=True)
    for who in state.heroes:
        came = adventure.came.get(who, state.cast[who].sheet)
        before = state.fight.cast[who].sheet if state.fight and who in state.fight.cast else came
        if turn.mend:
            yield from _again(game, state, who, came)
        elif not game.standing(scene, who):
            yield from _again(game, state, who, before)


def _stopped(state: State, people: set[str]) -> Iterator[Change]:
    """What counted down for those who left, or have again what they had, does no longer."""
    clocks = state.play.get("clocks", [])
    kept = [clock for clock in clocks if clock["who"] not in people]
    if len(kept) < len(clocks):
        yield Change(PLAY, "clocks", clocks, kept)


def _again(game: Game, state: State, who: str, sheet: Mapping[str, Any]) -> Iterator[Change]:
    """What is watched of a sheet as it was; all of it, if that is not enough to stand."""
    scene = scene_of(game, replace(state, instant=None), now=True)
    now = state.cast[who].sheet
    fields = stood_again(game, scene, who, sheet)
    yield from (Change(who, name, now.get(name), value) for name, value in fields.items())


def rolled(context: Context, answered: str, good: bool, actor: str) -> list[NewEvent]:
    """What follows in the adventure from a roll that tried something; nothing if the table is elsewhere by now."""
    adventure = context.state.adventure
    if adventure is None or adventure.held != HELD_BY_TABLE:
        return []
    book, progress = book_of(adventure), progress_of(adventure)
    scene, _, id = answered.removeprefix(TRY).partition(".")
    players = players_of(context.state)
    attempt = next((one for one in story.choices(book.adventure, progress, players) if one.id == id), None)
    if attempt is None or scene != progress.scene:
        return []
    turn = story.tried(book.adventure, progress, attempt, "good" if good else "bad", players)
    return turned(context, turn, book.label(scene, id), actor, by="")


def fought(context: Context, how: str) -> list[NewEvent]:
    """What follows in the adventure from the end of its fight."""
    adventure = context.state.adventure
    assert adventure
    book, progress = book_of(adventure), progress_of(adventure)
    result = story.end_of_fight(book.adventure, progress, how)
    return turned(context, story.fought(book.adventure, progress, result, players_of(context.state)), by="")


def paid(state: State, rest: list[Json]) -> AdventureTurned:
    """The line that what befell people is no longer owed."""
    adventure = state.adventure
    assert adventure
    change = Change(STORY, OWED, adventure.progress.get(OWED), rest)
    return AdventureTurned((), (change,), state.standing)
