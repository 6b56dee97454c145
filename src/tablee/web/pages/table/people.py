"""People of a scene: those of the party, those across the table, what lasts, and where each stands in the order."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from tablee.rules.sheet.sheet_data import EntrySeen
from tablee.table.seen.view import View
from tablee.web.pages.tokens import called, is_foe, tint

Json = dict[str, Any]


class Person(NamedTuple):
    """A character as a list of people shows them."""

    who: str
    name: str
    tint: str
    foe: bool  # the MJ's: a square token
    player: str  # what their player is called, "" if they have none
    yours: bool
    free: bool  # a player may take them
    hidden: bool  # their numbers are
    condition: str
    fit: bool
    standing: bool
    gauges: list[EntrySeen]
    when: str  # now, next, later, done, out; "" outside an order of play
    portrait: str  # the id of a picture, "" if they have none

    @property
    def watched(self) -> list[EntrySeen]:
        """The gauges that are shown in short: not those whose steps were not begun."""
        return [one for one in self.gauges if one.value or not one.steps]


class Party(NamedTuple):
    """Everybody here: the players' characters with those beside them, the others, and those whom nobody sees."""

    ours: list[Person]
    others: list[Person]
    unseen: list[Person]  # those whom the MJ alone knows of

    @property
    def all_yours(self) -> bool:
        """Whether the viewer plays the whole party: then the page need not say which characters are theirs."""
        return all(one.yours for one in self.ours)


def party(view: View, gauges: Mapping[str, list[EntrySeen]], lang: str) -> Party:
    """The people of a view, with what is watched of each (`House.gauges`)."""
    everybody = {who: _person(who, view, gauges.get(who, []), lang) for who, one in view.cast.items() if one.here}
    unseen = [one for who, one in everybody.items() if view.cast[who].unseen]
    here = {who: one for who, one in everybody.items() if not view.cast[who].unseen}
    sides = {view.cast[who].side for who, one in here.items() if not one.foe} - {"", None}
    ours = [one for who, one in here.items() if not one.foe or view.cast[who].side in sides]
    return Party(sorted(ours, key=lambda one: one.foe), [one for one in here.values() if one not in ours], unseen)


def order(view: View, lang: str) -> list[Person]:
    """The people of the order of play, as it goes."""
    return [_person(turn.who, view, [], lang) for turn in view.turns if turn.who in view.cast]


def freely(view: View) -> bool:
    """Whether every character may act at any time: no round is under way, and none waits for another."""
    return not view.play.get("round") and all(turn.when in ("now", "out") for turn in view.turns)


def _person(who: str, view: View, gauges: list[EntrySeen], lang: str) -> Person:
    seen, you = view.cast[who], view.you
    condition, alone = seen.condition, view.trial and view.mj
    return Person(
        who,
        called(who, view, lang),
        tint(who, view),
        is_foe(who, view),
        view.player(who) if seen.player != you else "",
        seen.player == you or (alone and not is_foe(who, view)),
        seen.free and not seen.owner,
        seen.hidden,
        condition.label.say(lang) if condition else "",
        condition is not None and condition.fit,
        condition is not None and condition.standing,
        gauges,
        next((turn.when for turn in view.turns if turn.who == who), ""),
        seen.portrait,
    )
