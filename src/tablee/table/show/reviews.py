"""Who reads what of a fight that is over: its lines, its chances, what each choice was worth.

Chances are worked out from every number of those who were in the fight. So a player reads them where none of these
numbers is hidden from them, or once the MJ has said so; until then the lines that they saw, without figures, which
are told from these lines alone. What a choice was worth is for the one who made it, until they show it to all.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from tablee.rules.fields import fields_of
from tablee.rules.game import Game
from tablee.table.lines import Line, Unseen
from tablee.table.log.events import Event
from tablee.table.log.state import DELETED, FIGURES, State
from tablee.table.show.audience import Viewer, is_hidden, secret_fields
from tablee.table.show.gate import show_event
from tablee.text import Text


@dataclass(frozen=True, slots=True)
class Readable:
    """What of a fight a viewer may read again: its lines as they are shown them, by their numbers in the log; whether
    its chances; the characters whose choices they may know the worth of, and those of them who are their own; whether
    they show their own choices to all; whom they would play if it were played on; whether the MJ is still to say if
    players read the chances; whether the MJ has deleted it.
    """

    lines: Mapping[int, Line]
    figures: bool
    choices: frozenset[str]
    own: frozenset[str]
    shown: bool
    plays: frozenset[str]
    asked: bool
    deleted: bool


def readable(
    game: Game, state: State, viewer: Viewer, fight: int, lines: Iterable[tuple[Event, int]], people: Collection[str]
) -> Readable:
    """What a viewer may read again of a fight: `lines` are those of it, each with the viewer's own number of it (0 for
    one that is not theirs), `people` those who were in it.
    """
    events = list(lines)
    seen = {event.n: shown for event, n in events if n and (shown := _seen(game, state, event, viewer, n))}
    told = state.reviews_told.get(fight, "")
    players = [Viewer.of(state, id) for id, seat in state.seats.items() if seat.role == "player" and seat.token]
    of_each = {who: _seat(state, who) for who in people}
    showing = state.choices_shown.get(fight, frozenset())
    own = frozenset(who for who, seat in of_each.items() if viewer.is_at(seat) or (not seat and viewer.mj))
    all_seen = len(seen) == len(events) and _all_known(game, state, people, viewer)
    return Readable(
        lines=seen,
        figures=told != DELETED and (viewer.mj or told == FIGURES or (not told and all_seen)),
        choices=own | {who for who, seat in of_each.items() if seat in showing or (not seat and _mj(state) & showing)},
        own=own,
        shown=viewer.seat in showing,
        plays=frozenset(people) if viewer.mj else own,
        asked=viewer.mj and not told and not all(_all_known(game, state, people, one) for one in players),
        deleted=told == DELETED,
    )


def _seen(game: Game, state: State, event: Event, viewer: Viewer, n: int) -> Line | None:
    """A line of the fight as a viewer is shown it; None if they do not know what was done."""
    line = show_event(game, state, event, viewer, n)
    return None if line is None or isinstance(line.what, Unseen) else line


def _all_known(game: Game, state: State, people: Collection[str], viewer: Viewer) -> bool:
    """Whether no number that chances hang on is hidden from a viewer: of nobody in the fight, nor the chances."""
    return not state.odds_hidden and not any(_hides(game, state, who, viewer) for who in people)


def _hides(game: Game, state: State, who: str, viewer: Viewer) -> bool:
    """Whether a number of a character is hidden from a viewer."""
    one = state.cast.get(who) or state.left.get(who)
    if one is None or is_hidden(state, who, viewer):
        return True
    secret = secret_fields(game, state, one, viewer)
    fields = (field for field in fields_of(game.sheet, state.options) if field.name in secret)
    return any(field.kind is not str and not isinstance(field.default, Text) for field in fields)


def _seat(state: State, who: str) -> str:
    """The seat that plays a character; "" for the MJ's."""
    one = state.cast.get(who) or state.left.get(who)
    return one.player if one else ""


def _mj(state: State) -> frozenset[str]:
    return frozenset(id for id, seat in state.seats.items() if seat.role == "mj")
