"""A table of its own that begins as a fight of another one stood: its people with their sheets, the order of play.

What a seat may not know there it may not know here: numbers that are hidden stay so, and go to nobody's hand. A player
plays their own characters and nobody holds the table; the MJ plays all of the players' side. The machine plays the
others.
"""

from __future__ import annotations

from dataclasses import replace

from tablee.rules.action import PLAY, changes_of
from tablee.rules.game import Game
from tablee.table.decide.context import NewEvent
from tablee.table.lines import Telling
from tablee.table.log.events import MJ_ONLY, Event, Happening, Json, Unshown, stored
from tablee.table.log.matters import Changes
from tablee.table.log.state import NATURAL, Moment, State, changed
from tablee.table.scenes import scene_of
from tablee.table.topics.arrangement import Arranged
from tablee.table.topics.character import Entered
from tablee.table.topics.seat import Joined
from tablee.table.topics.temper import Entrusted
from tablee.text import Text

FROM_HERE = Text(
    fr="Et si ? Le combat reprend d'ici ; à la vraie table, rien ne change.",
    en="What if? The fight goes on from here; at the true table nothing changes.",
)


@stored("positioned/1")
class Positioned(Happening):
    """A fight stands as it stood at another table: its play, and the sheets as the instant under way began."""

    changes: Changes
    instant: Unshown[Json | None] = None  # sheets by character

    def fold(self, state: State, _event: Event) -> State:
        after = changed(state, self.changes)
        began = self.instant and {who: replace(after.cast[who], sheet=sheet) for who, sheet in self.instant.items()}
        return replace(after, instant=began, fight=Moment(after.cast, after.play, after.options))

    def sentence(self, telling: Telling) -> str:
        return FROM_HERE.say(telling.lang)


def position_of(game: Game, then: State, now: State, seat: str) -> list[NewEvent]:
    """What lays a fight of a table, as it was `then`, on another one for the person of a seat (as that table is `now`),
    who sits there under the same id.
    """
    person, mj = now.seats[seat], now.is_mj(seat)
    here = {who: one for who, one in then.cast.items() if one.here}
    known = {**now.left, **now.cast}
    hidden = {who: one.hidden or (who in known and known[who].hidden) for who, one in here.items()}
    mine = {who for who in here if not mj and who in known and known[who].player == seat}
    ours = {who for who, one in here.items() if one.owner or one.free}
    came = [
        Entered(who, one.sheet, seat if who in mine else "", hidden[who], mj and who in ours)
        for who, one in here.items()
    ]
    odds = "hidden" if now.odds_hidden else "shown"
    alone = Arranged("guarded", odds, "by-themselves", True, advice="on" if now.advice else "off", moment=0)
    began = {who: one.sheet for who, one in then.instant.items() if who in here} if then.instant else None
    changes = tuple(changes_of(PLAY, game.play(), scene_of(game, then, now=True).play))
    friends = [] if mj else sorted(ours - mine)
    return [
        NewEvent(Joined(seat, person.called, person.colour, (), person.lang)),
        NewEvent(alone),
        *map(NewEvent, came),
        *(NewEvent(Entrusted(who, NATURAL), MJ_ONLY) for who in friends),
        NewEvent(Positioned(changes, began)),
    ]
