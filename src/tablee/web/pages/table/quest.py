"""The adventure of a table that holds it, as one seat's page shows it: what may be tried now, and with whom."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from tablee.table.seen.forms import FieldAsked
from tablee.table.seen.view import ChoiceSeen
from tablee.table.topics.adventure import ChanceOfChoice
from tablee.text import Text

if TYPE_CHECKING:
    from tablee.web.pages.table.page import Page

ME, SOMEBODY = Text(fr="moi", en="myself"), Text(fr="quelqu'un", en="somebody")


@dataclass(frozen=True)
class TryShown:
    """Something that may be tried in an adventure: its button, one for each way (its name, its chance, why it is
    refused, who would roll if it is another), the fields that are the player's, and who would choose it.
    """

    id: str
    label: str
    help: str
    rolls: bool
    ways: list[tuple[str, str, str, str]]
    fields: list[FieldAsked]
    votes: str
    mine: bool


class Quest:
    """What an adventure asks of the seat of a page."""

    def __init__(self, page: Page) -> None:
        self.page, self.view, self.lang = page, page.view, page.lang

    @property
    def choosing(self) -> bool:
        """Whether the table holds an adventure that waits for a choice and nothing else, or has come to its end."""
        tale = self.view.adventure
        return bool(tale and tale.held == "table" and not self.page.round and not self.page.stopped and self._role)

    @property
    def shown(self) -> bool:
        """Whether there is something to choose, or somebody to let in; while an MJ holds it, whether this seat has
        nobody to play and may take somebody of the party.
        """
        led = self.view.adventure is not None and self.view.adventure.held == "mj" and self._role == "player"
        return self.choosing or bool(self.knocks) or (led and bool(self.spare) and (not self.hero or self.fallen))

    @property
    def knocks(self) -> dict[str, str]:
        """Who knocks at the door of a table that holds an adventure itself, for the seat that keeps it: nobody looks at
        an MJ's screen there.
        """
        tale = self.view.adventure
        return dict(self.view.knocks) if self.view.mj and tale and tale.held == "table" else {}

    @property
    def _role(self) -> str:
        """How this seat plays; "" if it only watches."""
        seat = self.view.seats.get(self.view.you)
        return seat.role if seat and seat.role in ("mj", "player") else ""

    @property
    def hero(self) -> str:
        """The character with whom this seat chooses in an adventure: the one in hand, else the first who stands."""
        own = [who for who in self.page.mine if self.view.cast[who].owner or self.view.cast[who].free]
        standing = [who for who in own if self.page.stands(who)]
        return self.page.asked.who if self.page.asked.who in standing else next(iter((*standing, *own)), "")

    @property
    def fallen(self) -> bool:
        """Whether nobody whom this seat plays in an adventure stands."""
        return bool(self.hero) and not self.page.stands(self.hero)

    @property
    def comrades(self) -> tuple[str, ...]:
        """The other characters of players."""
        cast = self.view.cast.items()
        return tuple(who for who, one in cast if (one.owner or one.free) and one.here and who != self.hero)

    @property
    def spare(self) -> list[tuple[str, str]]:
        """The ready characters of the party that may still be taken: id, and name."""
        ready, tale = self.page.game.scene(), self.view.adventure
        return [(who, ready[who].name.say(self.lang)) for who in tale.party] if tale else []

    @property
    def carried(self) -> str:
        """What people carry in the adventure, in a row."""
        tale = self.view.adventure
        return ", ".join(one.say(self.lang) for one in tale.things) if tale else ""

    @property
    def awaited(self) -> str:
        """Those who have not chosen yet, in a row."""
        tale = self.view.adventure
        voted = {seat for one in tale.choices for seat in one.votes} if tale else set()
        return ", ".join(self._called(seat) for seat in tale.deciders if seat not in voted) if tale else ""

    @property
    def may_settle(self) -> bool:
        """Whether this seat may go on without the others: it keeps the table, or one of them is away."""
        tale = self.view.adventure
        return self.view.mj or any(seat not in self.page.here for seat in (tale.deciders if tale else ()))

    def _called(self, seat: str) -> str:
        known, cast = self.view.seats.get(seat), self.view.cast.items()
        plays = next((who for who, one in cast if one.owner == seat and one.here), "")
        nobody = self.page.called(plays) if plays else SOMEBODY.say(self.lang)
        return (known.called if known else "") or (ME.say(self.lang) if seat == self.page.seat else nobody)

    @cached_property
    def tries(self) -> list[TryShown]:
        """What may be tried now in the adventure, as the hero of this seat would."""
        tale = self.view.adventure
        if tale is None:
            return []
        known = self.page.house.chances_of_choices(self.page.table, self.page.seat, self.hero, self.lang)
        return [self._try(one, known) for one in tale.choices]

    def _try(self, one: ChoiceSeen, known: Mapping[tuple[str, int], ChanceOfChoice]) -> TryShown:
        ways = []
        for n, label in enumerate(one.ways or [Text("", "")]):
            worth = known.get((one.id, n)) or ChanceOfChoice(self.hero)
            by = self.page.called(worth.who) if one.who == "best" and worth.who != self.hero else ""
            ways.append((label.say(self.lang), worth.chance, worth.refusal, by))
        names = [self._called(seat) for seat in one.votes]
        return TryShown(
            id=one.id,
            label=one.label.say(self.lang),
            help=one.help.say(self.lang) if one.help else "",
            rolls=bool(one.action),
            ways=ways,
            fields=self._open_fields(one),
            votes=", ".join(names),
            mine=self.page.seat in one.votes,
        )

    def _open_fields(self, one: ChoiceSeen) -> list[FieldAsked]:
        """The fields of a roll that are the player's to fill in, as the adventure proposes them."""
        form = (
            self.page.house.form_of_choice(self.page.table, self.page.seat, self.hero, one.id, self.lang)
            if one.open
            else None
        )
        return [field for field in form.fields if field.name in one.open] if form else []
