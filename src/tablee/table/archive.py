"""The archive of tables: room made for one, a log brought in, a whole backup, deletion."""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import chain, islice
from typing import NamedTuple

from tablee.dice import fair
from tablee.errors import BadInput, BadRecord, Unknown
from tablee.table import importing
from tablee.table.decide.command import ONLY_MJ
from tablee.table.decide.context import NewEvent, hashed
from tablee.table.decide.refusal import Refusal
from tablee.table.gallery import Gallery
from tablee.table.log.events import FORMAT, MJ_ONLY, Event, Json
from tablee.table.log.state import State
from tablee.table.log.store import PAGE, Conflict
from tablee.table.quotas import Quotas
from tablee.table.show.export import picture_line
from tablee.table.tables import NO_TABLE, forwards, numbered
from tablee.table.topics.arrangement import Moved
from tablee.table.topics.dice import Began, Revealed
from tablee.table.topics.seat import Relinked
from tablee.text import Text

OTHER_KEYS = Text(
    fr="Les clés de cette sauvegarde ne sont pas celles que son journal engage.",
    en="The keys of this backup are not those that its log committed.",
)
CODE_TAKEN = Text(fr="Une autre table a déjà le code {code}.", en="Another table has the code {code} already.")
TRIAL_SECONDS = 7 * 24 * 3600.0  # that a trial stays after its last line
CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"


class BroughtIn(NamedTuple):
    """A table that was imported: its new id, link and code, and what it holds."""

    table: str
    token: str
    code: str
    game: str
    title: str
    lines: int
    characters: tuple[str, ...]


class Archive(Gallery):
    """Tables as they are kept: made room for, brought from elsewhere, backed up, put back and deleted."""

    def _fresh_secret(self) -> Json:
        """What a new table's dice are made from, as the store keeps it."""
        keys = self._fresh_keys()
        return {"public": keys.public.hex(), "secret": keys.secret.hex(), "seed": secrets.token_hex(32)}

    def _fresh_dice(self, kept: Json) -> Json:
        """What a table that a backup held keeps from now on: dice made anew, and what its lines are sealed with."""
        return {**self._fresh_secret(), **({"seals": importing.seals_seed(kept)} if "seed" in kept else {})}

    def _make_room(self, secret: Json, trial: bool = False) -> tuple[str, str, str]:
        """Make room in the store for one more table; its id, its code and its MJ's token."""
        while True:
            table, token = _fresh_id(), secrets.token_urlsafe(24)
            code = "".join(secrets.choice(CODE_LETTERS) for _ in range(6))
            with suppress(Conflict):  # a code already taken
                self.store.create(table, code, secret, trial)
                return table, code, token

    def import_log(self, lines: Iterable[Json], with_keys: bool = False) -> tuple[str, str]:
        """The id of a table brought in, and the token of its MJ."""
        return self.bring_in(lines, with_keys)[:2]

    def bring_in(self, lines: Iterable[Json], with_keys: bool = False) -> BroughtIn:
        """Import a table exported elsewhere, with every line it had; old links are void, its MJ gets a new one. Nothing
        of it stays in memory until somebody asks for it.

        `lines` are gone through four times. Its pictures are drawn again, even if another house drew them already. With
        its keys, from the server's own shell (`with_keys`), the last key of a backup is shown; every import begins an
        evening with dice of its own, which its log shows.
        """
        state, kept = importing.folded_again(lines)
        importing.readable(self._game, state, lines)
        mj = next(id for id, seat in state.seats.items() if seat.role == "mj")
        if not with_keys or not kept:
            secret, shown = self._fresh_secret(), list[NewEvent]()
            begun = (fair.Restart().to_dict(), *commits(importing.keychain(secret)))
        elif importing.fit(importing.keychain(kept), state):
            secret, begun = self._fresh_dice(kept), ()
            shown = _onto_fresh_keys(state, importing.keychain(kept), importing.keychain(secret))
        else:
            raise BadRecord(OTHER_KEYS)
        table, code, token = self._make_room(secret)
        arrival = [NewEvent(Moved(code, begun)), NewEvent(Relinked(mj, hashed(token)), MJ_ONLY), *shown]
        events = chain(importing.events(lines), numbered(arrival, state.version, ""))
        self._fill(table, events, importing.redrawn_pictures(lines, state.pictures), self._quotas)
        return BroughtIn(table, token, code, state.game, state.title, state.version + len(arrival), tuple(state.cast))

    def _fill(
        self,
        table: str,
        events: Iterator[Event],
        pictures: Iterator[importing.Brought],
        quotas: Quotas | None = None,
    ) -> None:
        """Append all these events to a new table, some at a time so that nobody else waits long, and keep its pictures;
        or no table at all.
        """
        version, count = 0, 0
        try:
            while page := list(islice(events, PAGE)):
                version = self.store.append(table, "", version, page)
            held = self.store.size(table, 0, version)
            for one in pictures:
                held += len(one.file)
                _refuse(quotas.one_more_picture(count, held) if quotas else None)
                self.store.keep_picture(table, one.id, one.by, one.file)
                count += 1
            _refuse(quotas.full if quotas and held > quotas.bytes else None)
        except BaseException:
            self.store.delete(table)
            raise

    def backup(self, table: str, links: bool = False) -> Iterator[Json]:
        """Everything there is of a table, the keys of its dice included: for the server's own shell only.

        With its `links` (their hashes) and its id, `restore` can put it back as it was. Pictures come last.
        """
        secret = self.store.secret(table)
        if secret is None:
            raise Unknown(NO_TABLE)
        state = self.state(table)
        version, pictures = state.version, [one for one in self.store.pictures(table) if one.id in state.pictures]
        held = {"name": importing.KEYS, "lines": version, "pictures": len(pictures), "format": FORMAT}
        yield {**held, **secret, **({"table": table} if links else {})}
        for event in forwards(self.store, table, version):
            line = event.to_json()
            yield {**line, "token": ""} if "token" in line and not links else line
        for one in pictures:
            file = self.store.picture(table, one.id)
            if file is not None:  # dropped meanwhile
                yield picture_line(one.id, one.by, file)

    def restore(self, lines: Iterable[Json]) -> bool:
        """Put a table back as a backup with its links holds it: its id, code and links; False if it is here.

        It draws from keys made anew: those who played on after the backup may have seen its own, and a table put back
        twice would throw the same dice twice. `lines` are gone through four times. Its pictures are put back as they
        were: the holder of a backup has its keys.
        """
        table = importing.table_of(lines)
        if self.store.secret(table) is not None:
            return False
        state, kept = importing.folded_again(lines)
        importing.readable(self._game, state, lines)
        if not kept or not importing.fit(importing.keychain(kept), state):
            raise BadRecord(OTHER_KEYS)
        secret = self._fresh_dice(kept)
        try:
            self.store.create(table, state.code, secret, state.trial)
        except Conflict:
            raise BadInput(CODE_TAKEN, code=state.code) from None
        begun = _onto_fresh_keys(state, importing.keychain(kept), importing.keychain(secret))
        arrival = numbered(begun, state.version, "")
        self._fill(table, chain(importing.events(lines), arrival), importing.pictures(lines))
        return True

    def relink_mj(self, table: str) -> str:
        """A new token for the MJ, from the server's own shell; the lost link no longer opens."""
        token = secrets.token_urlsafe(24)
        mj = next(id for id, seat in self.state(table).seats.items() if seat.role == "mj")
        self._keep(table, NewEvent(Relinked(mj, hashed(token)), MJ_ONLY))
        return token

    def delete_by(self, table: str, seat: str) -> Refusal | None:
        """Delete a table, if its MJ asks."""
        if not self.state(table).is_mj(seat):
            return Refusal(ONLY_MJ)
        self.delete(table)
        return None

    def delete(self, table: str) -> None:
        self._table(table)
        self.store.delete(table)
        with self._lock:
            self._known.pop(table, None)

    def vanishes(self, table: str) -> float | None:
        """When a trial vanishes if nothing is added to it (seconds since 1970); None for a table that is kept."""
        known, state = self._present(table)
        return known.present.recent[-1].at + TRIAL_SECONDS if state.trial else None

    def delete_old_trials(self, now: float | None = None) -> int:
        """Delete the trials whose last line is older than seven days; how many. `now` is when that is, else the clock
        is asked.
        """
        gone = self.store.delete_trials((time.time() if now is None else now) - TRIAL_SECONDS)
        with self._lock:
            for table in gone:
                self._known.pop(table, None)
        return len(gone)


def _onto_fresh_keys(state: State, before: fair.Keychain, now: fair.Keychain) -> list[NewEvent]:
    """The lines after which a table draws from other keys, committed here: the key that threw its last dice is shown,
    unless it was.
    """
    told = [] if "public" in state.revealed else [before.reveal(state.fair, "public", state.evening, state.bound)]
    begun = now.beginning(state.evening + 1, state.fair, bound=False)
    shown = [NewEvent(Revealed(tuple(line.to_dict() for line in told)))] if told else []
    return [*shown, NewEvent(Began(tuple(line.to_dict() for line in begun)))]


def _fresh_id() -> str:
    """An id for a table; a command line would take one that begins with a hyphen for an option."""
    while (id := secrets.token_urlsafe(9)).startswith("-"):
        pass
    return id


def _refuse(no: Refusal | None) -> None:
    if no is not None:
        raise BadInput(no.text, **no.values)


def commits(keys: fair.Keychain) -> tuple[Json, ...]:
    return tuple(line.to_dict() for line in keys.commits())
