"""The end of a fight: how it came out for the players' side, who has fallen, what it cost; told on every seat."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from pydantic import Field

from tablee.rules.action import Scene, changes_of
from tablee.rules.data.ends import HEADLINES, ends_of
from tablee.rules.fields import Annotated
from tablee.rules.game import Game
from tablee.rules.stored.words import BareText
from tablee.rules.tell import name_of
from tablee.table.lines import Telling
from tablee.table.log.events import Event, Happening, Json, stored
from tablee.table.log.matters import Changes
from tablee.table.log.state import HELD_BY_TABLE, Ended, EndOfFight, State
from tablee.table.scenes import scene_of
from tablee.text import LANGS, Text


@dataclass(frozen=True, slots=True)
class Fallen:
    """A character who stands no more, and how they are, in words that everybody may know."""

    who: str
    state: BareText

    def to_json(self) -> Json:
        """The fall as plain data."""
        return {"who": self.who, "state": {"fr": self.state.fr, "en": self.state.en}}

    @classmethod
    def of(cls, game: Game, scene: Scene[Any], who: str) -> Fallen:
        """How a character is in a scene, in the game's own word."""
        how, name = game.condition(scene, who), name_of(scene, who)
        return cls(who, Text(**{lang: how.label.say(lang, who=name) for lang in LANGS}))

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Fallen:
        """A fall again, from its plain data."""
        return cls(data["who"], Text(**data["state"]))


ON_THEIR_FEET = ("stopped", "fled", "away")  # ends after which both sides have somebody left who stands


@stored("fight_ended/1")
class FightEnded(Happening):
    """A fight is over: how, for the side of those whom players play. The line before it tells the action that ended it,
    with which it is taken back and redone.
    """

    how: Annotated[str, Field(description="won, lost, fled (the others), away (the players), stopped, over")]
    fallen: Annotated[tuple[str, ...], Field(description="the characters of it who stand no more")]
    cost: Changes  # what the players' side had as it began, and has now
    first_scene: Annotated[bool, Field(description="whether it was the fight of the game's first scene")] = False
    way: Annotated[str, Field(description="the way out of it that a player found, if that ended it")] = ""
    adventure: Annotated[
        bool, Field(description="whether it was a fight of an adventure, which tells what follows")
    ] = False
    ours: Annotated[
        tuple[Fallen, ...], Field(description="of the fallen, the players' own side, each in the word for how they are")
    ] = ()
    others: Annotated[
        tuple[Fallen, ...],
        Field(description="of the fallen, everybody else, likewise; lines of earlier versions have none"),
    ] = ()

    def fold(self, state: State, event: Event) -> State:
        line = (event.n, state.counts, event.to)
        ended, fights = Ended(*line, self), (*state.fights, EndOfFight(*line))
        return replace(state, standing=event.n, ended=ended, fights=fights, way_out="")

    def sentence(self, telling: Telling) -> str:
        headline = HEADLINES[self.how].say(telling.lang)
        closing = self.closing(telling.game, telling.lang)
        return f"{headline}. {closing}" if closing else f"{headline}."

    def closing(self, game: Game, lang: str) -> str:
        """The sentence that closes it, as the scene or the game says; "" if neither does. Of adversaries who speak or
        run the scene says so by name: where one of them lies there, the game's own words stand in.
        """
        if getattr(self, "adventure", False):
            return ""
        ends = ends_of(game.id)
        lying = bool(getattr(self, "others", ())) and self.how in ON_THEIR_FEET
        way = None if lying else ends.way(self.way)
        ours = [one.state for one in getattr(self, "ours", ())]
        words = way.told.text if way else ends.closing(self.how, self.first_scene and not lying, ours)
        return words.say(lang) if words else ""


@stored("way_tried/1")
class WayTried(Happening):
    """A way out of a fight was tried, by the action that the line before tells; if it worked, the fight ends."""

    way: str
    worked: bool

    def fold(self, state: State, _event: Event) -> State:
        return replace(state, way_out=self.way if self.worked else "")

    def sentence(self, telling: Telling) -> str:
        way = ends_of(telling.game.id).way(self.way)
        return way.fails.text.say(telling.lang) if way and not self.worked else ""


@dataclass(frozen=True)
class Sides:
    """Who has been in a fight, by side; who of them stands, who has fallen, who has left it on their feet."""

    of: Mapping[str, str]
    ours: frozenset[str]  # the sides on which a player has a character, or may take one
    standing: frozenset[str]
    fallen: frozenset[str]
    gone: frozenset[str]
    contested: bool  # whether two sides stood when it began, or came in since

    @property
    def left(self) -> frozenset[str]:
        """The sides that still have a character standing."""
        return frozenset(self.of[who] for who in self.standing)

    @property
    def how(self) -> str:
        """How it came out, if it ends now."""
        if not self.ours:
            return "over"
        if self.left & self.ours:
            fled = any(self.of[who] not in self.ours for who in self.gone)
            return "stopped" if self.left - self.ours else "fled" if fled else "won"
        return "away" if any(self.of[who] in self.ours for who in self.gone) else "lost"


def sides_of(game: Game, state: State, now: Scene[Any]) -> Sides:
    """The sides of the fight that goes on, from the scene as it began and as it is `now`."""
    began = scene_of(game, state.fight, now=True) if state.fight else now
    first = {who: side for who in began.cast if (side := game.side(began, who))}
    here = {who: side for who in now.cast if (side := game.side(now, who))}
    of = {**first, **here}
    able = {who for who in of if who in now.cast and game.standing(now, who)}
    fleeing = {who for who in of if who in now.cast and game.condition(now, who).runs}
    at_first = {side for who, side in of.items() if who not in began.cast or game.standing(began, who)}
    played = (who for who in of if state.cast[who].owner or state.cast[who].free)
    return Sides(
        of,
        frozenset(of[who] for who in played),
        standing=frozenset(able & here.keys()),
        fallen=frozenset(who for who in of if who in now.cast and who not in able | fleeing),
        gone=frozenset((able - here.keys()) | fleeing),
        contested=len(at_first) > 1,
    )


def is_over(game: Game, state: State) -> bool:
    """Whether a fight goes on in which only one side is left standing; in a shared instant, once those whom it struck
    down have acted too.
    """
    if not state.play.get("round") or state.fight is None or state.pending or state.paused:
        return False
    sides = sides_of(game, state, scene_of(game, state, now=True))
    if not sides.contested or len(sides.left) > 1:
        return False
    return all(sides.of.get(who) in sides.left for who in game.may_act(scene_of(game, state)))


def fight_ended(game: Game, state: State, now: Scene[Any], how: str = "", way: str = "") -> FightEnded | None:
    """The end of the fight that goes on, on the scene before the action that ends it: as it came out, `how` people
    said, or by the way out that was found; None where no two sides have met.
    """
    sides = sides_of(game, state, now)
    if state.fight is None or not sides.contested:
        return None
    began = scene_of(game, state.fight, now=True)
    ours = [who for who, side in sides.of.items() if side in sides.ours and who in began.cast and who in now.cast]
    counted = (*game.gauges, *game.purses)
    cost = [change for who in ours for change in changes_of(who, began[who], now[who]) if change.field in counted]
    found = ends_of(game.id).way(way)
    fallen = [Fallen.of(game, now, who) for who in sides.of if who in sides.fallen]
    return FightEnded(
        how=found.how if found else how or sides.how,
        fallen=tuple(one.who for one in fallen),
        cost=tuple(cost),
        first_scene=_of_first_scene(game, state, sides),
        way=way,
        adventure=leads_on(state),
        ours=tuple(one for one in fallen if sides.of[one.who] in sides.ours),
        others=tuple(one for one in fallen if sides.of[one.who] not in sides.ours),
    )


def leads_on(state: State) -> bool:
    """Whether the fight that goes on is one of an adventure that the table holds: its end leads on."""
    return bool(state.adventure and state.adventure.held == HELD_BY_TABLE and state.adventure.progress.get("fight"))


def _of_first_scene(game: Game, state: State, sides: Sides) -> bool:
    """Whether a fight was that of the game's first scene: laid on this table, against those of it."""
    first = game.first_scene
    if first is None or not state.ready:
        return False
    foes = first.cast().keys() - set(first.players)
    return any(who in foes for who, side in sides.of.items() if side not in sides.ours)
