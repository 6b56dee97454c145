"""The adventure of a table: begun, held by the table or by an MJ, chosen in, and what it owes of itself."""

from __future__ import annotations

from base64 import b64decode
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from sys import intern
from typing import Any, NamedTuple

from pydantic import Field

from tablee.adventures import story
from tablee.adventures.folder import NAMES, Bound, adventure_called
from tablee.adventures.pack import MAX_PACK, NOT_A_PACK, unpacked
from tablee.adventures.rolling import alternatives, befalling, family, params_of
from tablee.adventures.structure import Try
from tablee.errors import BadInput
from tablee.rules.data.openings import opening_of
from tablee.rules.fields import Annotated, Declared, Label, OneOf
from tablee.rules.game import Game
from tablee.rules.run import prepared
from tablee.rules.why import Note
from tablee.table.decide.command import ID, MJ, NOT_YOURS, ONLY_MJ, PLAIN, Command
from tablee.table.decide.context import Context, Decided, NewEvent
from tablee.table.decide.odds import Foreseen, chances
from tablee.table.decide.offering import refused
from tablee.table.decide.refusal import Refusal
from tablee.table.lines import Telling
from tablee.table.log.events import Event, Happening, Json, Unshown, stored
from tablee.table.log.state import HELD_BY_MJ, HELD_BY_TABLE, State, Underway
from tablee.table.scenes import OWED, book_of, deciders, players_of, progress_of, scene_of
from tablee.table.topics.action import Act, Attempt, thrown
from tablee.table.topics.arrangement import Arranged
from tablee.table.topics.parting import Rejoin
from tablee.table.topics.turning import TRY, both, fought, paid, turned
from tablee.text import Text, percent

HOLDERS = {HELD_BY_TABLE: Text(fr="la table", en="the table"), HELD_BY_MJ: Text(fr="le meneur", en="the GM")}
NO_ADVENTURE = Text(fr="Cette table ne joue pas d'aventure.", en="This table plays no adventure.")
ONE_ALREADY = Text(
    fr="Cette table joue déjà une aventure : finissez-la d'abord.",
    en="This table plays an adventure already: finish it first.",
)
NOT_OFFERED = Text(
    fr="Cela ne se propose pas, ou plus : regardez où vous en êtes.",
    en="That is not offered, or no longer: look where you are.",
)
NO_HERO = Text(fr="Prenez d'abord un personnage.", en="Take a character first.")
FALLEN = Text(
    fr="{who:Le} est hors d'état : prenez un autre personnage, ou laissez choisir les autres.",
    en="{who:The} is out of it: take another character, or let the others choose.",
)
NOT_ALONE = Text(
    fr="Cette aventure demande un meneur : la table ne peut pas la tenir seule.",
    en="This adventure needs a GM: the table cannot hold it alone.",
)
BEGUN = Text(fr="{title} : l'aventure commence.", en="{title}: the adventure begins.")
WOULD = Text(fr="{who} choisit : {what}", en="{who} would: {what}")
HELD = {
    HELD_BY_TABLE: Text(fr="La table tient l'aventure.", en="The table holds the adventure."),
    HELD_BY_MJ: Text(fr="Quelqu'un prend la place du meneur.", en="Somebody takes the GM's chair."),
}


@stored("adventure_begun/1")
class AdventureBegun(Happening):
    """An adventure begins: its house rules, who holds it, and its files as they are now, which it keeps."""

    of_table = True

    adventure: str
    title: Json
    held: str
    options: Json
    files: Unshown[tuple[str, ...]]
    pictures: Unshown[Json] = field(default_factory=dict)  # by name, in base64

    def fold(self, state: State, _event: Event) -> State:
        options = {**state.options, **self.options}
        files, pictures = tuple(map(intern, self.files)), {name: intern(one) for name, one in self.pictures.items()}
        return replace(state, adventure=Underway(files, self.held, pictures=pictures), options=options)

    def sentence(self, telling: Telling) -> str:
        return BEGUN.say(telling.lang, title=self.title[telling.lang])


@stored("adventure_chosen/1")
class AdventureChosen(Happening):
    """What a seat would choose, where several people decide."""

    choice: str
    who: str
    label: Json
    params: Annotated[Json, Field(description="what the player composed")]
    way: int = 0

    def fold(self, state: State, event: Event) -> State:
        if state.adventure is None:
            return state
        others = {seat: one for seat, one in state.adventure.votes.items() if seat != event.by}
        return replace(state, adventure=replace(state.adventure, votes={**others, event.by: self}))

    def sentence_at_table(self, telling: Telling) -> str:
        return WOULD.say(telling.lang, who=telling.who, what=self.label[telling.lang])


@stored("adventure_held/1")
class AdventureHeld(Happening):
    """The table holds the adventure from now on, or an MJ does."""

    of_table = True

    held: str

    def fold(self, state: State, _event: Event) -> State:
        adventure = state.adventure
        return replace(state, adventure=replace(adventure, held=self.held, votes={}) if adventure else None)

    def sentence_at_table(self, telling: Telling) -> str:
        return HELD[self.held].say(telling.lang)


def begun(context: Context, book: Bound, held: str) -> list[NewEvent]:
    """The lines by which a table begins an adventure: its house rules, who plays the other side, the first scene."""
    state = context.state
    options, files = dict(book.adventure.options), tuple(book.files.named().values())
    line = AdventureBegun(book.id, both(book.title), held, options, files, dict(book.files.pictures))
    happened = [NewEvent(line), NewEvent(_arranged(state, held, book.notes.say("fr")))]
    after = context.after(happened)
    return [*happened, *turned(after, story.begun(book.adventure, players_of(after.state)), by="")]


def _arranged(state: State, held: str, notes: str = "") -> Arranged:
    """How the table is kept while an adventure is held so: nobody plays the other side, or the MJ does."""
    opponents = "by-themselves" if held == HELD_BY_TABLE else "played"
    door, odds = "open" if state.open_door else "guarded", "hidden" if state.odds_hidden else "shown"
    advice = "on" if state.advice else "off"
    return Arranged(door, odds, opponents, state.trial, state.notes or notes, advice, state.moment)


class BeginAdventure(Command, id="begin-adventure", by=MJ):
    """Begin an adventure, held by the table or by an MJ: one of the game by its id, or a pack (its bytes in base64)."""

    adventure: Annotated[str, Field(max_length=60), Label(fr="Aventure", en="Adventure")] = ""
    pack: Annotated[str, Field(max_length=2 * MAX_PACK), Label(fr="Fichier", en="File")] = ""
    held: Annotated[str, OneOf(HOLDERS), Label(fr="Qui la tient", en="Who holds it")] = HELD_BY_TABLE

    def decide(self, context: Context) -> Decided:
        known = context.state.adventure
        if known and not known.progress.get("end"):
            return Refusal(ONE_ALREADY)
        book = _brought(self.pack, context) if self.pack else adventure_called(context.game.id, self.adventure)
        if self.held == HELD_BY_TABLE and not book.adventure.alone:
            return Refusal(NOT_ALONE)
        return begun(context, book, self.held)


def _brought(pack: str, context: Context) -> Bound:
    """The adventure of a pack that a seat sends; BadInput if it is none, or is not of this game."""
    try:
        return unpacked(b64decode(pack, validate=True), context.game)
    except ValueError:
        raise BadInput(NOT_A_PACK, names=NAMES) from None


class HoldAdventure(Command, id="hold-adventure", by=MJ):
    """Take the MJ's chair in the middle of an adventure, or give it back to the table."""

    held: Annotated[str, OneOf(HOLDERS), Label(fr="Qui la tient", en="Who holds it")]

    def decide(self, context: Context) -> Decided:
        adventure = context.state.adventure
        if adventure is None:
            return Refusal(NO_ADVENTURE)
        if self.held == HELD_BY_TABLE and not book_of(adventure).adventure.alone:
            return Refusal(NOT_ALONE)
        apart = self.held == HELD_BY_TABLE and context.state.apart
        back = Rejoin().decide(context) if apart else []  # the table leads one scene, with everybody in it
        if isinstance(back, Refusal):
            return back
        return [*back, NewEvent(AdventureHeld(self.held)), NewEvent(_arranged(context.state, self.held))]


@dataclass(frozen=True)
class Chosen:
    """A try as a seat takes it: which of its ways, with what they composed, by whom."""

    attempt: Try
    way: int = 0
    params: Mapping[str, Any] | None = None
    who: str = ""


class Choose(Command, id="choose", paused=False):
    """Choose what to try in the scene of an adventure that the table holds; it is done once most who play agree, or
    when one of them settles it: whoever keeps the table, or anybody while others are away.
    """

    choice: Annotated[str, ID, Label(fr="Choix", en="Choice")]
    who: Annotated[str, Field(max_length=60), Label(fr="Personnage", en="Character")] = ""
    way: Annotated[int, Field(ge=0, le=20), Label(fr="Façon", en="Way")] = 0
    params: Annotated[dict[str, Any], PLAIN, Label(fr="Ce que l'on compose", en="What is composed")] = Field(
        default_factory=dict
    )
    settle: Annotated[bool, Label(fr="Trancher", en="Settle it")] = False

    def refused(self, state: State, seat: str, lost: str) -> Refusal | None:
        if self.settle and seat not in deciders(state):
            return Refusal(ONLY_MJ)
        if self.who and not state.plays(seat, self.who, lost):
            return Refusal(NOT_YOURS, {"who": state.called(self.who)})
        return None

    def decide(self, context: Context) -> Decided:
        adventure, state = context.state.adventure, context.state
        if adventure is None:
            return Refusal(NO_ADVENTURE)
        if adventure.held != HELD_BY_TABLE:
            return Refusal(ONLY_MJ)
        book = book_of(adventure)
        attempt = choice_called(book, state, self.choice)
        who = self.who or next(iter(own_heroes(context)), "")
        if attempt is None:
            return Refusal(NOT_OFFERED)
        if not who or who not in state.heroes:
            return Refusal(NO_HERO)
        scene = scene_of(context.game, state, now=True)
        if not context.game.standing(scene, who):
            return Refusal(FALLEN, {"who": state.called(who)})
        mine = Chosen(attempt, self.way, self.params, who)
        label = book.label(adventure.progress["scene"], attempt.id)
        vote = AdventureChosen(attempt.id, who, both(label), self.params, self.way)
        seats = deciders(state, [who for who in state.heroes if context.game.standing(scene, who)])
        votes = Counter(one.choice for seat, one in adventure.votes.items() if seat in seats and seat != context.seat)
        votes[attempt.id] += 1
        agreed = len(seats) <= 1 or 2 * votes[attempt.id] > len(seats) or self.settle
        if not agreed:
            return [NewEvent(vote)]
        happened = [NewEvent(vote)] if len(seats) > 1 else []
        first = next((one for one in adventure.votes.values() if one.choice == attempt.id and not self.who), None)
        if first and attempt.who == "one" and first.who in state.heroes:
            mine = Chosen(attempt, first.way, first.params, first.who)
        done = taken(context.after(happened), book, mine)
        return done if isinstance(done, Refusal) else [*happened, *done]


def own_heroes(context: Context) -> list[str]:
    """The heroes whom a seat plays, those who stand first: its own, or those without player for the seat that
    keeps the table.
    """
    state, seats = context.state, {context.seat, "" if context.mj else context.seat}
    mine = [who for who in state.heroes if state.cast[who].player in seats]
    scene = scene_of(context.game, state, now=True)
    return sorted(mine, key=lambda who: not context.game.standing(scene, who))


def choice_called(book: Bound, state: State, id: str) -> Try | None:
    """A try of the scene that is offered now."""
    assert state.adventure
    offered = story.choices(book.adventure, progress_of(state.adventure), players_of(state))
    return next((one for one in offered if one.id == id), None)


def taken(context: Context, book: Bound, chosen: Chosen) -> Decided:
    """What follows from a choice: it happens, or its roll is thrown."""
    adventure, attempt = context.state.adventure, chosen.attempt
    assert adventure
    progress = progress_of(adventure)
    if attempt.roll is None:
        turn = story.tried(book.adventure, progress, attempt, "then", players_of(context.state))
        return turned(context, turn, book.label(progress.scene, attempt.id), chosen.who)
    found = prepared_try(context, book, chosen)
    if isinstance(found, Refusal):
        return found
    return thrown(context, replace(found, request=f"{TRY}{progress.scene}.{attempt.id}"))


def prepared_try(context: Context, book: Bound, chosen: Chosen) -> Attempt | Refusal:
    """The roll of a choice, ready to be thrown: by whom, with which parameters, at which chance."""
    game, state, attempt = context.game, context.state, chosen.attempt
    adventure = state.adventure
    assert adventure
    assert attempt.roll
    scene = scene_of(game, state, now=True)
    able = [who for who in state.heroes if game.standing(scene, who)]
    ways = alternatives(attempt.roll, game, players_of(state))
    fixed = ways[min(chosen.way, len(ways) - 1)]
    things = progress_of(adventure).things

    def ready(actor: str) -> Attempt | Refusal:
        helpers = [who for who in able if who != actor]
        action_id, params = params_of(book, game, attempt, fixed, chosen.params or {}, things, helpers)
        action, now = game.action(action_id), scene_of(game, state, actor)
        do = prepared(action, now, params)
        if isinstance(do, Note):
            return refused(context, action, now, do, params)
        return Attempt(action, do, now, chances(action, now, do))

    if attempt.who != "best":
        return ready(chosen.who)
    tried = [ready(who) for who in able]
    best = [one for one in tried if isinstance(one, Attempt)]
    return max(best, key=_chance) if best else tried[0]


def _chance(attempt: Attempt) -> Fraction:
    return Fraction(attempt.foreseen.success or 0)


class ChanceOfChoice(NamedTuple):
    """What a choice is worth: who would roll, the chance in words, or why the rules refuse it."""

    who: str
    chance: str = ""
    refusal: str = ""


def chances_of_choices(context: Context, who: str, lang: str) -> dict[tuple[str, int], ChanceOfChoice]:
    """What each roll that is offered is worth to a hero, by choice and way; none where odds are hidden."""
    state, game = context.state, context.game
    adventure = state.adventure
    if adventure is None or adventure.held != HELD_BY_TABLE or who not in state.heroes:
        return {}
    if not game.standing(scene_of(game, state, now=True), who):
        return {}
    book, found = book_of(adventure), dict[tuple[str, int], ChanceOfChoice]()
    shown, players = context.mj or not state.odds_hidden, players_of(state)
    for attempt in story.choices(book.adventure, progress_of(adventure), players):
        for way in range(len(alternatives(attempt.roll, game, players)) if attempt.roll else 0):
            ready = prepared_try(context, book, Chosen(attempt, way, None, who))
            if isinstance(ready, Refusal):
                found[attempt.id, way] = ChanceOfChoice(who, refusal=ready.say(lang))
            else:
                chance = percent(_chance(ready), lang) if shown and ready.foreseen.success else ""
                found[attempt.id, way] = ChanceOfChoice(ready.scene.actor, chance)
    return found


def proposed_act(game: Game, state: State, who: str, choice: str) -> Act | None:
    """The roll of a choice as the adventure proposes it, to be filled in; None if it has none."""
    adventure = state.adventure
    if adventure is None or who not in state.heroes:
        return None
    attempt = choice_called(book_of(adventure), state, choice)
    if attempt is None or attempt.roll is None:
        return None
    params = {**attempt.roll.like, **alternatives(attempt.roll, game, players_of(state))[0]}
    return Act(actor=who, action=attempt.roll.action, params=params)


def story_due(context: Context) -> list[NewEvent]:
    """What an adventure that the table holds owes: what befalls people, then the fight that is to begin."""
    state, adventure = context.state, context.state.adventure
    if adventure is None or adventure.held != HELD_BY_TABLE or state.paused or state.pending:
        return []
    if adventure.progress.get("end"):
        return []
    if owed := adventure.progress.get(OWED):
        return _befallen(context, owed[0], owed[1:])
    if not adventure.progress.get("fight") or state.play.get("round") or not state.heroes:
        return []
    return fight_opened(context) or fought(context, "over" if those_who_stand(context)["players"] else "lost")


def those_who_stand(context: Context) -> dict[str, list[str]]:
    """Those of the scene who stand, by the side that they are on in the adventure."""
    game, state = context.game, context.state
    assert state.adventure
    book, scene = book_of(state.adventure), scene_of(game, state, now=True)
    sides: dict[str, list[str]] = {"players": [], "others": []}
    for who in scene.cast:
        one = book.adventure.people.get(family(book, who)) if who not in state.heroes else None
        if (one or who in state.heroes) and game.standing(scene, who):
            sides[one.side if one else "players"].append(who)
    return sides


def fight_opened(context: Context) -> list[NewEvent]:
    """The fight of the scene begins, with the surprise that the adventure tells; nothing if a side has nobody."""
    game, state, sides = context.game, context.state, those_who_stand(context)
    adventure, opening = state.adventure, opening_of(game.id)
    if not sides["players"] or not sides["others"] or not opening.open or adventure is None:
        return []
    progress, scene = progress_of(adventure), scene_of(game, state, now=True)
    fight = book_of(adventure).adventure.scenes[progress.scene].fight
    surprise = fight.surprise if fight else None
    unaware = surprise is not None and story.fits(surprise, progress, players_of(state))
    surprising = sides[surprise.by] if surprise and unaware else []
    action = game.action(opening.open)
    do = prepared(action, scene, opening.params(sides["players"], sides["others"], surprising))
    if not isinstance(do, Declared):
        return []
    happened = thrown(context, Attempt(action, do, scene, Foreseen({}), by="", concerns=tuple(scene.cast)))
    return happened if isinstance(happened, list) else []


def _befallen(context: Context, deed: Json, rest: list[Json]) -> list[NewEvent]:
    """An action that an adventure lets befall one of its heroes, or the first of all who stand: the others are owed it
    next. Those whom the rules spare are spared.
    """
    game, state = context.game, context.state
    scene = scene_of(game, state, now=True)
    standing = [who for who in state.heroes if game.standing(scene, who)]
    who, *others = [deed["who"]] if deed["who"] in state.cast else standing or [""]
    happened = [NewEvent(paid(state, [*({**deed, "who": one} for one in others), *rest]), by="")]
    now = context.after(happened)
    action, acting = game.action(deed["action"]), scene_of(game, now.state, who)
    do: Declared | Note | None = None
    with suppress(BadInput):  # of an adventure whose writer was not told
        do = prepared(action, acting, befalling(action, acting, deed["params"])) if who else None
    if isinstance(do, Declared):
        befell = thrown(now, Attempt(action, do, acting, chances(action, acting, do), by=""))
        happened += befell if isinstance(befell, list) else []
    return happened
