"""House: the tables of a store. Open one, submit commands, see it as a seat does, follow its log."""

from __future__ import annotations

import secrets
import time
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import takewhile
from pathlib import Path
from typing import Any

from tablee.adventures.folder import Bound
from tablee.adventures.rolling import heroes_of
from tablee.dice.patience import Patience
from tablee.errors import BadInput, Unknown
from tablee.rules.action import Scene
from tablee.rules.game import FirstScene, Game
from tablee.rules.playing import Midway
from tablee.rules.sheet.sheet_data import EntrySeen, SectionSeen, SheetSeen, SheetToPrint
from tablee.rules.why import Why
from tablee.table import importing, retries
from tablee.table.answers import until_altered
from tablee.table.archive import commits
from tablee.table.decide import advising, naming, offering
from tablee.table.decide import odds as before_dice
from tablee.table.decide import preview as before_click
from tablee.table.decide.command import NOT_YOURS, ONLY_MJ, Command, refusal
from tablee.table.decide.context import NewEvent, hashed
from tablee.table.decide.deciding import decide
from tablee.table.decide.refusal import NO_SEAT, Refusal
from tablee.table.history import History
from tablee.table.lines import Line, People, Telling
from tablee.table.log import striking
from tablee.table.log.cache import CachedTable, NotAtHand
from tablee.table.log.events import MJ_ONLY, Event, Happening, Json, references
from tablee.table.log.snapshots import Keeper
from tablee.table.log.sqlite import SqliteStore
from tablee.table.log.state import DELETED, State
from tablee.table.log.store import AlreadyKept, Conflict, OtherBody, Store
from tablee.table.scenes import read_by, scene_of, whole_book_of
from tablee.table.seen.forms import FormSeen, Offer, Preview
from tablee.table.seen.led import AdventureLed, AdventureStands
from tablee.table.seen.odds import Odds
from tablee.table.seen.view import Doorway, Glance, View
from tablee.table.show import export, sheets, transcript
from tablee.table.show.audience import Viewer
from tablee.table.show.gate import show_event, with_references
from tablee.table.show.led import adventure_led, adventure_stands
from tablee.table.show.views import show
from tablee.table.tables import ODDS_SECONDS, forwards, numbered, seen_lines
from tablee.table.topics.action import Act, answered_so_far, so_far
from tablee.table.topics.adventure import (
    NO_ADVENTURE,
    BeginAdventure,
    ChanceOfChoice,
    chances_of_choices,
    proposed_act,
)
from tablee.table.topics.arrangement import Arranged, Opened
from tablee.table.topics.character import Enter, Portray
from tablee.table.topics.position import position_of
from tablee.table.topics.review import TellReview
from tablee.table.topics.seat import Invite, Joined, Knocked, Relink, Seated, StrikeOut
from tablee.table.topics.stand_in import StandIn, is_stood_in_for
from tablee.text import Text

NO_FIRST_SCENE = Text(
    fr="{game} n'a pas encore de première scène à jouer.", en="{game} has no first scene to play yet."
)
WHAT_IF = Text(fr="Et si ? {title}", en="What if? {title}")
NOTEBOOK = Text(fr="Carnet de personnages", en="Notebook of characters")
NOT_ADMITTED = Text(fr="Ce lien n'ouvre aucune place à cette table.", en="This link opens no seat at this table.")
TOO_BUSY = Text(fr="La table est trop occupée : recommencez.", en="The table is too busy: try again.")
CROWDED = Text(
    fr="Trop de monde attend déjà à la porte de cette table.", en="Too many people wait at this table's door already."
)
NOT_TO_PRINT = Text(
    fr="Cette fiche s'imprime pour qui joue le personnage, et pour le meneur.",
    en="This sheet is printed for whoever plays the character, and for the GM.",
)
MAX_TRIES, MAX_KNOCKS, MAX_TITLE = 20, 20, 120
FEW = 50  # lines that are shown at once, while others wait


@dataclass(frozen=True)
class Submitted:
    """A command that stands: the version it led to, and the words made for it (a new link's token)."""

    version: int
    token: str = ""
    seat: str = ""


class House(History):
    """All tables of a store: open one, submit commands, see it as a seat does."""

    def open(self, game_id: str, title: str = "") -> tuple[str, str]:
        """A new table: its id, and the MJ's token, which is shown only now."""
        return self._open(self._game(game_id), title, False)

    def _open(
        self,
        game: Game,
        title: str,
        ready: bool,
        *first: Happening | NewEvent,
        options: Mapping[str, Any] | None = None,
        player: str = "",
    ) -> tuple[str, str]:
        """A new table on which this happens first, with these house rules; `ready` if the first scene of its game is
        laid on it next. Its id, and the token of its MJ, or of its only `player`: then nobody has the MJ's seat.
        """
        title, kept = _readable(title), self._fresh_secret()
        begun = [one if isinstance(one, NewEvent) else NewEvent(one) for one in first]
        trial = any(isinstance(one.what, Arranged) and one.what.trial for one in begun)
        table, code, token = self._make_room(kept, trial)
        noted = {option.id: False for option in game.options if option.note}  # off until the MJ has read the note
        noted |= options or {}
        opened = Opened(game.id, title or game.label.fr, code, commits(importing.keychain(kept)), noted, ready)
        seats = [Seated("mj", "mj", "" if player else hashed(token))]
        seats += [Seated(player, "player", hashed(token))] if player else []
        self.store.append(table, "", 0, numbered([NewEvent(opened), *map(NewEvent, seats), *begun], 0, ""))
        return table, token

    def open_ready(self, game_id: str, title: str = "", lang: str = "fr") -> tuple[str, str]:
        """A new table with the first scene of a game laid on it: its characters, the players' free to take, and
        what opens it; without a title of its own, under the scene's in this language. Its id, and the MJ's token.
        """
        game = self._game(game_id)
        first = _first_scene(game)
        return self._lay(first, *self._open(game, title or first.title.say(lang), True))

    def open_trial(self, game_id: str, lang: str) -> tuple[str, str]:
        """A new table with the first scene of a game laid on it for one person, who reads this language and plays from
        the MJ's seat: the other side acts by itself, and the table vanishes seven days after its last line unless it is
        kept (`arrange`). Its id, and the token of that seat.
        """
        game = self._game(game_id)
        first = _first_scene(game)
        alone = Arranged("guarded", "shown", "by-themselves", trial=True)
        return self._lay(first, *self._open(game, first.title.say(lang), True, Joined("mj", "", "", (), lang), alone))

    def open_adventure(
        self, book: Bound, held: str, lang: str, hero: str = "", trial: bool = False, pack: bytes = b""
    ) -> tuple[str, str]:
        """A new table that begins an adventure (of its game, or that of a pack), held by the table or by an MJ; with a
        hero for the person who opens it, if one is named. Its id, and the token of the seat that keeps it.
        """
        game = self._game(book.adventure.game)
        kept = Arranged("guarded" if trial else "open", "shown", "by-themselves", trial=trial)
        table, token = self._open(game, book.title.say(lang), False, Joined("mj", "", "", (), lang), kept)
        brought = b64encode(pack).decode()
        here, seat = heroes_of(book.adventure, game), self.seat(table, token)
        changed = here[hero].model_dump(mode="json") if hero in here else None
        entering = Enter(who=hero, sheet=changed, owner=seat) if changed else Enter(ready=hero, owner=seat)
        commands: list[Command] = [entering] if hero else []
        commands.append(BeginAdventure(adventure="" if pack else book.id, pack=brought, held=held))
        return self._laid(table, token, commands)

    def open_what_if(self, table: str, seat: str, then: State, lang: str) -> tuple[str, str]:
        """A new table on which a fight of this one stands as it stood `then`, for the person of a seat, against the
        machine; this one does not know of it, and it vanishes as a trial does. Its id, and the token of the seat there.
        """
        known, now = self._present(table)
        title, player = WHAT_IF.say(lang, title=now.title)[:MAX_TITLE], "" if now.is_mj(seat) else seat
        laid = position_of(known.game, then, now, seat)
        return self._open(known.game, title, False, *laid, options=then.options, player=player)

    def chances_of_choices(self, table: str, seat: str, who: str, lang: str) -> dict[tuple[str, int], ChanceOfChoice]:
        """What each choice of the adventure is worth to a character, by choice and way: its chance, or why not."""
        known, state = self._present(table)
        if state.adventure is None or (who and not state.plays(seat, who, known.game.lost)):
            return {}
        with Patience(ODDS_SECONDS).waiting():
            return chances_of_choices(self._context(table, known, seat, []), who, lang)

    def adventure_led(self, table: str, seat: str, lang: str) -> AdventureLed | None:
        """The adventure of a table as its MJ holds it; None for anybody else, or where there is none."""
        known, state = self._present(table)
        return adventure_led(known.game, state, lang) if state.is_mj(seat) else None

    def adventure_book(self, table: str, seat: str) -> Bound | Refusal:
        """The adventure that a table plays, whole, for its MJ; or why this seat does not get it."""
        state = self._present(table)[1]
        if not state.is_mj(seat):
            return Refusal(ONLY_MJ)
        return whole_book_of(state.adventure) if state.adventure else Refusal(NO_ADVENTURE)

    def adventure_stands(self, table: str, seat: str) -> AdventureStands | Refusal:
        """The adventure that a table plays, where it stands, for its MJ; or why this seat does not get it."""
        state = self._present(table)[1]
        if not state.is_mj(seat):
            return Refusal(ONLY_MJ)
        return adventure_stands(state, state.adventure) if state.adventure else Refusal(NO_ADVENTURE)

    def form_of_choice(self, table: str, seat: str, who: str, choice: str, lang: str) -> FormSeen | None:
        """The form of the roll of a choice of the adventure, as the adventure proposes it; None if it has none."""
        known, state = self._present(table)
        act = proposed_act(known.game, state, who, choice)
        if act is None or not state.plays(seat, who, known.game.lost):
            return None
        context = self._context(table, known, seat, [])
        told = offering.asked_form(context, read_by(known.game, state, who), act, lang)
        return None if isinstance(told, Refusal) else told

    def open_notebook(self, game_id: str, lang: str) -> tuple[str, str]:
        """Open a table of one seat, where a player makes and keeps characters; it vanishes as a trial does, unless it
        is kept (`arrange`). Its id, and the token of its only seat.
        """
        game, alone = self._game(game_id), Arranged("guarded", "shown", "played", trial=True)
        reader = Joined("mj", "", "", (), lang)
        return self._open(game, NOTEBOOK.say(lang), False, reader, alone, options=game.notebook)

    def _lay(self, first: FirstScene, table: str, token: str) -> tuple[str, str]:
        """Lay a first scene on a table that was just opened; or no table at all."""
        commands: list[Command] = [
            Enter(who=who, sheet=sheet.model_dump(mode="json"), free=who in first.players)
            for who, sheet in first.cast().items()
        ]
        commands += [Act(actor=actor, action=action, params=dict(params)) for action, actor, params in first.begin]
        return self._laid(table, token, commands)

    def _laid(self, table: str, token: str, commands: Iterable[Command]) -> tuple[str, str]:
        """A table that was just opened, once its MJ has given these commands; or no table at all."""
        mj = self.seat(table, token)
        for command in commands:
            no = self.submit(table, mj, command)
            if isinstance(no, Refusal):
                self.delete(table)
                raise BadInput(no.text, **no.values)
        return table, token

    def seat(self, table: str, token: str) -> str:
        """Which seat a token opens; Unknown if none."""
        seat = _seat_of(self.state(table), token)
        if seat is None:
            raise Unknown(NOT_ADMITTED)
        return seat

    def seat_at_hand(self, table: str, token: str) -> str:
        """Which seat a token opens as far as this process knows: for a command, which is kept only if it still does."""
        return _seat_of(self._table(table).state, token) or self.seat(table, token)

    def reads(self, table: str, seat: str) -> str:
        """The language that the person of a seat said they read; "" if they said none."""
        return self._table(table).state.seats[seat].lang

    def view(self, table: str, seat: str) -> View:
        """The table as a seat sees it now."""
        known, state = self._present(table)
        seen = show(known.game, state, Viewer.of(state, seat))
        if state.pending and seen.pending:  # with the number of its card among the lines of the seat
            card = self.own_number(table, seat, state.pending.n)
            seen = replace(seen, pending=replace(seen.pending, n=card))
        followed = [one for one in state.rolling if state.follows(seat, one)]
        numbered = [
            replace(shown, n=self.own_number(table, seat, one.n))
            for shown, one in zip(seen.rolling, followed, strict=True)
        ]
        seen = replace(seen, rolling=numbered)
        if seen.making:
            card = self.own_number(table, seat, state.pendings[seat].n)
            seen = replace(seen, making=replace(seen.making, n=card))
        return seen

    def glance(self, table: str, token: str) -> Glance:
        """What the holder of a token is reminded of: the table's title and game, their seat, when they last saw a line.

        A newcomer who still waits at the door is told which table they wait for; Unknown if the token opens nothing.
        """
        state, waiting = self.state(table), self.waiting(table, token)
        if waiting:
            return Glance(table, state.title, state.game, True, "", waiting, time.time())
        seat = self.seat(table, token)
        now = self._table(table).present
        last = next(seen_lines(table, now, Viewer.of(now.state, seat), self.store))[0]
        who = state.seats[seat]
        return Glance(table, state.title, state.game, False, who.role, who.called, last.at)

    def waiting(self, table: str, token: str) -> str:
        """The name under which the holder of a token waits at a table's door; "" if they do not."""
        wanted = hashed(token)
        return next((knock.called for knock in self.state(table).knocks.values() if knock.token == wanted), "")

    def doorway(self, table: str) -> Doorway:
        """What a newcomer who has a table's code may know before they come in: its title, its game, its content notes,
        how its door is; if it is open, also whom they may take (as a newcomer sees them) and the colours of others.
        """
        known, state = self._present(table)
        seen = show(known.game, state, Viewer.of(state, ""))
        free = {who: one for who, one in seen.cast.items() if state.open_door and one.free and not one.retired}
        colours = [seat.colour for seat in seen.seats.values()] if state.open_door else []
        return Doorway(state.title, state.game, seen.arranged.door, seen.arranged.notes, free, colours)

    def seen_as(self, table: str, seat: str, other: str) -> View | Refusal:
        """The table as another seat sees it, or a newcomer (""), for the MJ."""
        state = self.state(table)
        if not state.is_mj(seat):
            return Refusal(ONLY_MJ)
        if other and other not in state.seats:
            return Refusal(NO_SEAT, {"seat": other})
        return self.view(table, other)

    def answered_so_far(self, table: str, seat: str, lang: str) -> list[tuple[str, str]]:
        """What a seat has answered in the creation that it is making, each with its question."""
        known, state = self._present(table)
        pending = state.pendings.get(seat)
        told = answered_so_far(known.game, state, pending) if pending and seat else []
        return [(label.say(lang), given.say(lang)) for label, given in told]

    def come_back(self, table: str, seat: str) -> None:
        """Give the person of a seat, who is back, their characters again, if others play these in their place."""
        if is_stood_in_for(self.state(table), seat):
            self.submit(table, seat, StandIn(seat=seat, on=False))

    def submit(self, table: str, seat: str, command: Command, key: str = "", token: str = "") -> Submitted | Refusal:
        """Decide on the state that is known and keep what follows; decided again if another command was quicker.

        Unknown if a token is given that no longer opens the seat.
        """
        known = self._table(table)
        key = f"{seat}:{key}" if key else ""  # a key is its seat's own
        body = retries.body_of(command) if key else ""
        linking = isinstance(command, Invite | Relink)
        seed = (self.store.secret(table) or {}).get("seed", "") if key and linking else ""
        with known.lock:
            for _ in range(MAX_TRIES):
                done = self.store.done(table, key) if key else None
                if done is not None:
                    _admitted(known.catch_up(self.store), seat, link_of(token))
                    if done.body not in ("", body):
                        return Refusal(retries.KEY_USED, clash=True)
                    made_again = retries.words(seed, key, body)
                    return Submitted(*retries.version_and_link(done, known.state, command, made_again))
                version = known.state.version or known.catch_up(self.store).version
                before = known.state.pictures if isinstance(command, Portray) else frozenset()
                _admitted(known.state, seat, link_of(token))
                made: list[str] = []
                no = self._quotas.refusal(known.game, known.state, known.held(self.store), command)
                context = self._context(table, known, seat, made, retries.words(seed, key, body))
                with Patience(ODDS_SECONDS).waiting():
                    decided = no or decide(context, command)
                if isinstance(decided, Refusal):
                    if known.catch_up(self.store).version == version:
                        return decided
                    continue  # another command was quicker: perhaps this one is accepted now
                if known.state.trial and any(isinstance(one.what, Arranged) and not one.what.trial for one in decided):
                    self.store.keep(table)  # first: whatever happens now, a table that its MJ keeps does not vanish
                instead: dict[int, Event] = {}
                if isinstance(command, StrikeOut):
                    instead = striking.without(forwards(self.store, table, version), command.seat, known.seals)
                    if not instead:
                        self._drop_pictures_of(table, command.seat)
                        return Submitted(version)  # nothing is left of them
                events, before_them = numbered(decided, version, seat), version
                try:
                    version = self.store.append(table, key, version, events, body, instead)
                except (Conflict, AlreadyKept):
                    known.catch_up(self.store)
                    continue
                except OtherBody:
                    return Refusal(retries.KEY_USED, clash=True)
                known.keep(self.store, before_them, events, version)
                if isinstance(command, StrikeOut):
                    self._drop_pictures_of(table, command.seat)
                if isinstance(command, TellReview) and command.told == DELETED:
                    self.store.drop_review(table, command.fight)
                if before:
                    self.store.drop_pictures(table, before - known.state.pictures)  # a portrait that was taken away
                self._perform_due(table, known)
                seated = next((item.what.seat for item in decided if isinstance(item.what, Seated)), "")
                return Submitted(version, made[-1] if made and linking else "", seated)
        return Refusal(TOO_BUSY)

    def knock(self, table: str, called: str) -> Submitted:
        """Ask to come in with the table's code; the token works once the MJ agrees, at once if the door is open."""
        called, state = _readable(called, needed=True), self.state(table)
        no = (
            (Refusal(CROWDED) if len(state.knocks) >= MAX_KNOCKS else None)
            or self._quotas.refusal(self._table(table).game, state, 0, Invite())
            or (naming.taken_at_table(state, "", called) if state.open_door else None)
        )  # at a guarded door a code alone does not tell who is inside
        if no is not None:
            raise BadInput(no.text, **no.values)
        token, seat = secrets.token_urlsafe(24), secrets.token_urlsafe(6)
        if state.open_door:
            return Submitted(self._keep(table, NewEvent(Seated(seat, "player", hashed(token)))), token, seat)
        version = self._keep(table, NewEvent(Knocked(seat, called[:40], hashed(token)), MJ_ONLY))
        return Submitted(version, token, seat)

    def lines(self, table: str, seat: str, after: int = 0, token: str = "") -> list[Line]:
        """The lines a seat has not seen yet, after its own number `after`, oldest first.

        Unknown if a token is given that no longer opens it: a link may be revoked while its seat follows the log.
        """
        known, _ = self._present(table)
        return self._lines(known, seat, after, link_of(token), self.store)

    def lines_by_link(self, table: str, seat: str, link: str, after: int) -> list[Line]:
        """What `lines` gives a seat, as long as its link is this one (`link_of`); Unknown once it is not."""
        known, _ = self._present(table)
        return self._lines(known, seat, after, link, self.store)

    def looked_at(self, table: str, seat: str) -> tuple[str, int]:
        """A seat, and the version of its table now, after what was due there is performed."""
        return seat, self._present(table)[1].version

    def lines_at_hand(self, table: str, seat: str, after: int, token: str, version: int) -> list[Line] | None:
        """What `lines` gives, of a log at this version at least; None if one would have to wait for them, or if they
        are many: to show them takes time.
        """
        with self._lock:
            known = self._known.get(table)
        if known is None or known.state.version < max(version, known.heard):
            return None
        state = known.state
        if state.seen_by(seat, state.is_mj(seat)) - after > FEW:
            return None
        try:
            return self._lines(known, seat, after, link_of(token), None)
        except NotAtHand:
            return None

    def _lines(self, known: CachedTable, seat: str, after: int, link: str, store: Store | None) -> list[Line]:
        now = known.present
        state = now.state
        _admitted(state, seat, link)
        viewer = Viewer.of(state, seat)
        wanted: list[tuple[Line, Event]] = []
        numbers: dict[int, int] = {}
        oldest = state.version + 1  # that the lines wanted speak of
        for event, n in seen_lines(known.table, now, viewer, store):
            if n <= after and event.n < oldest:
                break
            numbers[event.n] = n
            shown = show_event(known.game, state, event, viewer, n) if n > after else None
            if shown is not None:
                wanted.append((shown, event))
                oldest = min(oldest, *references(event), oldest)
        return [with_references(line, event, numbers) for line, event in wanted[::-1]]

    def with_sentences(self, table: str, lines: Iterable[Line], lang: str) -> list[Line]:
        """Lines as a seat was shown them, each with its sentences beside its data (`said`)."""
        return [*map(self.teller(table, lang), lines)]

    def teller(self, table: str, lang: str) -> Callable[[Line], Line]:
        """What gives a line of a table, as a seat was shown it, its sentences: for those who need few of many lines."""
        known, state = self._present(table)
        game, people = known.game, People.of(state)
        return lambda line: replace(line, said=transcript.sentences(Telling(game, people, lang, line)))

    def sentences(self, table: str, lines: Iterable[Line], lang: str, full: bool = True) -> list[str]:
        """Lines as a seat was shown them, each in words: in full with dice, changes and why, or its first sentence."""
        known, state = self._present(table)
        people = People.of(state)
        return [transcript.line_in_words(Telling(known.game, people, lang, line, full)) for line in lines]

    def lines_of(self, table: str, seat: str, version: int, lang: str) -> list[Line]:
        """The lines of the command that led to a version, as its seat is shown them, with their sentences."""
        known, state = self._present(table)
        (last,) = self.store.read(table, version - 1, 1)
        seen = seen_lines(table, known.present, Viewer.of(state, seat), self.store)
        until = takewhile(lambda one: one[0].n > version or one[0].at == last.at, seen)  # kept together, at one time
        numbers = [n for event, n in until if event.n <= version]
        lines = self._lines(known, seat, min(numbers) - 1, "", self.store) if numbers else []
        return self.with_sentences(table, [line for line in lines if line.n in numbers], lang)

    def own_number(self, table: str, seat: str, version: int) -> int:
        """How many lines a seat had been shown when the log was at a version: what it may be told of it."""
        now = self._table(table).present
        viewer = Viewer.of(now.state, seat)
        return next((n for event, n in seen_lines(table, now, viewer, self.store) if event.n <= version), 0)

    def scene(self, table: str, actor: str = "") -> Scene[Any]:
        """The scene that actions are decided on, nothing hidden: for the server's own terminal."""
        known, state = self._present(table)
        return scene_of(known.game, state, actor)

    def so_far(self, table: str) -> tuple[Why, ...]:
        """The explanation so far of the action in progress, nothing hidden: for the server's own terminal."""
        known, state = self._present(table)
        return so_far(known.game, state)

    def exported(self, table: str, seat: str, token: str = "") -> list[str]:
        """The whole log as JSON lines, as far as a seat may know it now.

        Unknown if a token is given that no longer opens the seat.
        """
        known, state, events = self._whole(table, seat, token)
        viewer = Viewer.of(state, seat)
        pictures = self._picture_lines(table, state, viewer)
        return export.exported(known.game, state, events, viewer, known.seals, pictures)

    def markdown(self, table: str, seat: str, lang: str, token: str = "") -> str:
        """The transcript of the evening, as far as a seat may know it now; Unknown as for `exported`."""
        known, state, events = self._whole(table, seat, token)
        return export.markdown(known.game, state, events, Viewer.of(state, seat), lang)

    def _whole(self, table: str, seat: str, token: str) -> tuple[CachedTable, State, Iterator[Event]]:
        """A table as it is now, and its log up to now: nothing that is said later."""
        known, state = self._present(table)
        _admitted(state, seat, link_of(token))
        return known, state, forwards(self.store, table, state.version)

    def character(self, table: str, seat: str, who: str) -> Json:
        """A sheet to take away, by id; Unknown if the seat may not."""
        known, state = self._present(table)
        return export.character(known.game, state, Viewer.of(state, seat), who)

    @until_altered
    def offers(self, table: str, seat: str, actor: str, lang: str) -> list[Offer] | Refusal:
        """What a character may do now: each action with its fields, or the refusal in its place."""
        known, state = self._present(table)
        if actor and not state.plays(seat, actor, known.game.lost):
            return Refusal(NOT_YOURS, {"who": state.called(actor)})
        context = self._context(table, known, seat, [])
        return offering.offers(context, read_by(known.game, state, actor), lang)

    @until_altered
    def form(self, table: str, seat: str, command: Act, lang: str) -> FormSeen | Refusal:
        """The form of an action with the parameters so far: what is asked, proposed, possible, and why not."""
        known, state = self._present(table)
        no = refusal(state, seat, command, known.game.lost)
        if no is not None:
            return no
        context = self._context(table, known, seat, [])
        return offering.asked_form(context, read_by(known.game, state, command.actor), command, lang)

    def ready_sheet(self, game_id: str, who: str, lang: str) -> SheetSeen:
        """The sheet of a ready character, which is at no table."""
        game = self._game(game_id)
        return sheets.sheet_without_table(game, game.scene(who), lang)

    def preview(self, table: str, seat: str, command: Act, lang: str) -> Preview | None:
        """What an action would make of a sheet, as far as it can be told before dice and decisions."""
        known, state = self._present(table)
        if refusal(state, seat, command, known.game.lost) is not None:
            return None
        context = self._context(table, known, seat, [])
        return before_click.preview(context, read_by(known.game, state, command.actor), command, lang)

    @until_altered
    def sheet(self, table: str, seat: str, who: str, lang: str) -> SheetSeen:
        """The sheet of a character as its game lays it out, as far as the seat may know it."""
        known, state = self._present(table)
        scene = scene_of(known.game, state, who, now=True)
        return sheets.sheet(known.game, state, scene, Viewer.of(state, seat), who, lang)

    def paper(self, table: str, seat: str, who: str, lang: str) -> SheetToPrint | Refusal:
        """A sheet to print, with the odds of its tests: for the player of the character, and for the MJ."""
        known, state = self._present(table)
        viewer = Viewer.of(state, seat)
        if not sheets.may_print(state, viewer, who):
            return Refusal(NOT_TO_PRINT)
        return sheets.paper(known.game, state, scene_of(known.game, state, who, now=True), viewer, who, lang)

    def gauges(self, table: str, seat: str, lang: str) -> dict[str, list[EntrySeen]]:
        """What is watched of each character, as far as the seat may know it: the gauges and boxes of their sheet."""
        known, state = self._present(table)
        return sheets.gauges(known.game, state, scene_of(known.game, state, now=True), Viewer.of(state, seat), lang)

    def surroundings(self, table: str, seat: str, lang: str) -> list[SectionSeen]:
        """What the scene shows beside its order and its clocks: a chase, spells in force."""
        known, state = self._present(table)
        return sheets.surroundings(
            known.game, state, scene_of(known.game, state, now=True), Viewer.of(state, seat), lang
        )

    @until_altered
    def odds(
        self, table: str, seat: str, command: Act, lang: str = "fr", options: Json | None = None
    ) -> Odds | Refusal:
        """The exact odds of an action before it is done, unless they would tell what the seat may not know.

        With `options`, as they would be if the table played by these house rules.
        """
        known, state = self._present(table)
        no = refusal(state, seat, command, known.game.lost)
        if no is not None:
            return no
        context = self._context(table, known, seat, [])
        scene = read_by(known.game, state, command.actor)
        if options:
            scene = replace(scene, options={**scene.options, **known.game.scene(cast={}, options=options).options})
        return before_dice.odds(context, scene, command, lang)

    def advisable(self, table: str, seat: str, who: str) -> Midway | Refusal:
        """The fight as a seat may know it, for advice on what a character it plays may do or answer; or why not."""
        known, _ = self._present(table)
        return advising.advisable(self._context(table, known, seat, []), who)


def _first_scene(game: Game) -> FirstScene:
    """The first scene of a game; Unknown if it has none."""
    if game.first_scene is None:
        raise Unknown(NO_FIRST_SCENE, game=game.label)
    return game.first_scene


def _readable(name: str, needed: bool = False) -> str:
    """A name as it is kept; BadInput if it cannot be read."""
    no = naming.unreadable(name, needed)
    if no is not None:
        raise BadInput(no.text, **no.values)
    return naming.written(name)


def _seat_of(state: State, token: str) -> str | None:
    """The seat that a token opens, if it opens one."""
    wanted = hashed(token)
    opened = (id for id, seat in state.seats.items() if seat.token and secrets.compare_digest(seat.token, wanted))
    return next(opened, None)


def link_of(token: str) -> str:
    """What the log keeps of a token; "" for none."""
    return hashed(token) if token else ""


def _admitted(state: State, seat: str, link: str) -> None:
    """Unknown if a link is given (a token, as the log keeps it) and no longer opens the seat."""
    if link and (seat not in state.seats or state.seats[seat].token != link):
        raise Unknown(NOT_ADMITTED)


def house_alone(path: Path) -> House:
    """The house of a file that no other process writes to, and that starts no thread."""
    return House(SqliteStore(path, alone=True), keeper=Keeper(at_once=True))
