"""An adventure that an MJ holds: texts read to all, outcomes that the MJ applies, people brought in, another scene."""

from __future__ import annotations

from pydantic import Field

from tablee.adventures import story
from tablee.adventures.folder import Bound
from tablee.adventures.rolling import numbered, sheet_of
from tablee.adventures.structure import ENDS_OF_FIGHT, RESULTS
from tablee.rules.action import Change
from tablee.rules.fields import Annotated, Label
from tablee.table.decide.command import ID, MJ, Command
from tablee.table.decide.context import Context, Decided, NewEvent
from tablee.table.decide.refusal import Refusal
from tablee.table.log.state import HELD_BY_MJ, STORY, Underway
from tablee.table.scenes import DRAWN, HANDED, TOLD, book_of, handed, looked_at, players_of, progress_of
from tablee.table.topics.adventure import NO_ADVENTURE, NOT_OFFERED, fight_opened, those_who_stand
from tablee.table.topics.character import Entered, Retired
from tablee.table.topics.request import closed
from tablee.table.topics.turning import AdventureTurned, both, files_shown, paper_of, picture_of, turned
from tablee.text import LANGS, Text

HELD_BY_ALL = Text(
    fr="La table tient l'aventure : prenez d'abord la place du meneur.",
    en="The table holds the adventure: take the GM's chair first.",
)
NOBODY_TO_FIGHT = Text(
    fr="Il faut quelqu'un de chaque côté : amenez d'abord ceux de la scène.",
    en="Somebody is needed on each side: bring those of the scene in first.",
)
NO_HERO = Text(
    fr="Il faut quelqu'un de chaque côté : personne du groupe n'est debout. Chacun prend un personnage à sa place.",
    en="Somebody is needed on each side: nobody of the party stands. Players take a character at their own place.",
)
NO_FIGHT = Text(fr="Il n'y a pas de combat à ouvrir ici.", en="There is no fight to open here.")
NOTHING_TO_READ = Text(fr="Il n'y a rien à lire là.", en="There is nothing to read there.")
PLACE = Field(max_length=130, pattern=r"^[a-z0-9.-]+(/[a-z0-9.-]+){0,2}$")


def led(context: Context) -> Underway | Refusal:
    """The adventure that the MJ holds; or why there is none."""
    adventure = context.state.adventure
    if adventure is None:
        return Refusal(NO_ADVENTURE)
    return adventure if adventure.held == HELD_BY_MJ else Refusal(HELD_BY_ALL)


class ReadAdventure(Command, id="read-adventure", by=MJ, meanwhile=True):
    """Read a text of the adventure to all, with its picture: of a scene, or of what belongs to it (`scene/try/good`);
    or hand out one of its papers (`papers/letter`), which people keep.
    """

    place: Annotated[str, PLACE, Label(fr="Texte", en="Text")]

    def decide(self, context: Context) -> Decided:
        adventure = led(context)
        if isinstance(adventure, Refusal):
            return adventure
        book, place = book_of(adventure), self.place.split("/")
        text = book.read(*place)
        if not text.fr:
            return Refusal(NOTHING_TO_READ)
        if place[0] == "papers":
            now, papers = handed(adventure, place[-1]), (paper_of(book, place[-1]),)
            change = Change(STORY, HANDED, adventure.progress.get(HANDED), now)
            shown = _shown(adventure, files_shown(papers, ()))
            return [NewEvent(AdventureTurned((), (change, *shown), context.state.standing, papers=papers))]
        change = Change(STORY, TOLD, adventure.progress.get(TOLD), [both(text)])
        drawn = picture_of(book, tuple(place))
        pictures = ({**drawn, "before": 0},) if drawn else ()
        shown = _shown(adventure, files_shown((), pictures))
        title = both(book.label(*place)) if place[0].startswith("end.") and len(place) == 1 else {}
        line = AdventureTurned((both(text),), (change, *shown), context.state.standing, {}, title, (), pictures)
        return [NewEvent(line)]


def _shown(adventure: Underway, files: list[str]) -> tuple[Change, ...]:
    """That people have now been shown these pictures."""
    if not files:
        return ()
    return (Change(STORY, DRAWN, adventure.progress.get(DRAWN), looked_at(adventure, *files)),)


class LeadAdventure(Command, id="lead-adventure", by=MJ):
    """Let the adventure go on as the MJ says: by an outcome of a try or of the fight of the scene (`scene/try/good`),
    to another scene, by one of its clocks, which fills by one, or by opening the fight of the scene.
    """

    outcome: Annotated[str, Field(max_length=130), Label(fr="Suite", en="Outcome")] = ""
    to: Annotated[str, Field(max_length=60), Label(fr="Scène", en="Scene")] = ""
    clock: Annotated[str, Field(max_length=60), Label(fr="Horloge", en="Clock")] = ""
    fight: Annotated[bool, Label(fr="Ouvrir le combat", en="Open the fight")] = False

    def decide(self, context: Context) -> Decided:
        adventure = led(context)
        if isinstance(adventure, Refusal):
            return adventure
        book, progress, players = book_of(adventure), progress_of(adventure), players_of(context.state)
        if self.to:
            if self.to not in book.adventure.scenes:
                return Refusal(NOT_OFFERED)
            return turned(context, story.gone(book.adventure, progress, self.to, players))
        if self.clock:
            known_clock = book.adventure.clocks.get(self.clock)
            if known_clock is None or progress.clock(self.clock) >= known_clock.size:
                return Refusal(NOT_OFFERED)
            return turned(context, story.ticked(book.adventure, progress, self.clock, players))
        if self.fight:
            if not book.adventure.scenes[progress.scene].fight or context.state.play.get("round"):
                return Refusal(NO_FIGHT)
            opened = fight_opened(context)
            if not opened and those_who_stand(context)["players"]:
                return Refusal(NOBODY_TO_FIGHT)
            return opened or Refusal(NO_HERO)
        scene, _, rest = self.outcome.partition("/")
        id, _, result = rest.partition("/")
        known = book.adventure.scenes.get(scene)
        if known is None or scene != progress.scene:
            return Refusal(NOT_OFFERED)
        settled = _settled(context, book, scene)
        context = context.after(settled)
        if id == story.FIGHT and known.fight and result in ENDS_OF_FIGHT and getattr(known.fight, result):
            return [*settled, *turned(context, story.fought(book.adventure, progress, result, players))]
        attempt = next((one for one in known.tries if one.id == id), None)
        if attempt is None or result not in RESULTS or not getattr(attempt, result):
            return Refusal(NOT_OFFERED)
        return [*settled, *turned(context, story.tried(book.adventure, progress, attempt, result, players))]


def _settled(context: Context, book: Bound, scene: str) -> list[NewEvent]:
    """The rolls that were asked for what is tried in a scene are over, once the MJ has said what comes of it."""
    labels = [book.label(scene, one.id) for one in book.adventure.scenes[scene].tries if one.roll]
    titles, happened = {label.say(lang) for label in labels for lang in LANGS}, list[NewEvent]()
    for id, one in context.state.requests.items():
        if one.title in titles and not one.closed:
            happened += closed(context.after(happened), id)
    return happened


class BringAdventurePerson(Command, id="bring", by=MJ, meanwhile=True):
    """Bring a person of the adventure in, or back, as many as there are for so many players, one at least; their
    numbers hidden, or not.
    """

    person: Annotated[str, ID, Label(fr="Personne", en="Person")]
    hidden: Annotated[bool, Label(fr="Nombres cachés", en="Numbers hidden")] = False

    def decide(self, context: Context) -> Decided:
        adventure = led(context)
        if isinstance(adventure, Refusal):
            return adventure
        book, players = book_of(adventure), players_of(context.state)
        person = book.adventure.people.get(self.person)
        if person is None:
            return Refusal(NOT_OFFERED)
        happened: list[NewEvent] = []
        for n in range(1, max(1, person.number(players)) + 1):
            who = self.person if n == 1 else f"{self.person}-{n}"
            if who not in context.state.cast:
                sheet = numbered(sheet_of(book, context.game, self.person, players), n)
                happened.append(NewEvent(Entered(who, sheet.model_dump(mode="json"), hidden=self.hidden)))
            elif context.state.cast[who].retired:
                happened.append(NewEvent(Retired(who, returned=True)))
        return happened or Refusal(NOT_OFFERED)
