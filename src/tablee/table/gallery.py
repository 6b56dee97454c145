"""The pictures of tables: brought by those who play, looked at by those who may, dropped when nothing shows them."""

from __future__ import annotations

import json
import time
from base64 import urlsafe_b64encode
from hashlib import sha256
from hmac import digest

from tablee.adventures.picture import file_of
from tablee.errors import Unknown
from tablee.table.decide.command import ONLY_WATCHING
from tablee.table.decide.refusal import Refusal
from tablee.table.log.events import Json
from tablee.table.log.state import State
from tablee.table.pictures import Picture, size_of
from tablee.table.show.audience import Viewer
from tablee.table.show.export import picture_line
from tablee.table.show.views import pictures_seen
from tablee.table.tables import NO_TABLE, Tables
from tablee.text import Text

PLAYING = ("mj", "player")
UNUSED_SECONDS = 3600.0  # that a picture which nothing shows is kept: its seat may be about to use it
NO_SUCH_PICTURE = Text(fr="Cette image n'existe pas ou plus.", en="There is no such picture, or no longer.")


class Gallery(Tables):
    """Tables with their pictures, each a file that we drew, under an id that nobody can guess."""

    def may_bring(self, table: str, seat: str) -> Refusal | None:
        """Why a seat may bring no picture, if so: it watches."""
        return None if self.state(table).seats[seat].role in PLAYING else Refusal(ONLY_WATCHING)

    def keep_picture(self, table: str, seat: str, picture: Picture) -> str | Refusal:
        """Keep a picture that a seat brings, so that its commands can show it; its id, the same for the same picture.

        Those of the table that nothing shows, and that nobody is about to use, go.
        """
        known, state = self._present(table)
        no = self.may_bring(table, seat)
        if no is not None:
            return no
        with known.lock:
            kept = {one.id: one for one in self.store.pictures(table)}
            old = time.time() - UNUSED_SECONDS
            unused = {id for id, one in kept.items() if id not in state.pictures and one.at < old}
            self.store.drop_pictures(table, unused)
            id = self._id_of(table, seat, picture)
            if id not in kept.keys() - unused:
                held = known.held(self.store) + len(picture.file)
                no = self._quotas.one_more_picture(len(kept) - len(unused), held)
                if no is not None:
                    return no
                self.store.keep_picture(table, id, seat, picture.file)
                known.weigh_again()
            return id

    def _id_of(self, table: str, seat: str, picture: Picture) -> str:
        """An id that only this house can tell, from the secret of a table: a seat that sends a picture again gets
        the same id.
        """
        secret = self.store.secret(table)
        if secret is None:
            raise Unknown(NO_TABLE)
        of = f"picture {seat} {sha256(picture.file).hexdigest()}"
        word = urlsafe_b64encode(digest(json.dumps(secret).encode(), of.encode(), "sha256")).decode()[:24]
        return f"{word}-{picture.width}x{picture.height}"

    def picture_count(self, table: str, _seat: str) -> int:
        """How many pictures a table holds, of all its seats together."""
        return len(self.store.pictures(table))

    def may_look(self, table: str, seat: str, id: str) -> None:
        """Unknown, in the same words, if a picture is not there or is not for a seat's eyes."""
        state = self.state(table)
        if id not in pictures_seen(state, Viewer.of(state, seat)):
            raise Unknown(NO_SUCH_PICTURE)

    def picture(self, table: str, seat: str, id: str) -> bytes:
        """The file of a picture, for a seat that may look at it now; Unknown if it may not."""
        self.may_look(table, seat, id)
        tale = self.state(table).adventure
        if tale and id in tale.pictures:
            return file_of(id, tale.pictures[id])
        file = self.store.picture(table, id)
        if file is None:
            raise Unknown(NO_SUCH_PICTURE)
        return file

    def portrait(self, table: str, seat: str, who: str) -> Picture | None:
        """The portrait of a character, for a seat that may look at it; None if they have none."""
        character = self.state(table).cast.get(who)
        size = size_of(character.portrait) if character else None
        return Picture(self.picture(table, seat, character.portrait), *size) if character and size else None

    def export_bytes(self, table: str, _seat: str) -> int:
        """About how large the whole export of a table is: a third more than it holds, since pictures go as text."""
        known, _ = self._present(table)
        return known.held(self.store) * 4 // 3

    def _drop_pictures_of(self, table: str, seat: str) -> None:
        """Drop all that a seat brought."""
        self.store.drop_pictures(table, [one.id for one in self.store.pictures(table) if one.by == seat])

    def _picture_lines(self, table: str, state: State, viewer: Viewer) -> list[Json]:
        """The pictures that a viewer may look at, as lines of an export."""
        seen = pictures_seen(state, viewer)
        kept = ((one, self.store.picture(table, one.id)) for one in self.store.pictures(table) if one.id in seen)
        return [picture_line(one.id, one.by if viewer.mj else "", file) for one, file in kept if file is not None]
