"""Countdowns: how long a character lasts without care, at −4 and −5 of PV or PS, and what happens if no care comes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from tablee.dice import Roll, d10, rule
from tablee.games.deusex.book import BOOK, in_words
from tablee.games.deusex.options import STRESS_RULES, STRESS_WORDS
from tablee.games.deusex.play import CRISIS, DYING, Play, play_of
from tablee.games.deusex.pv_and_ps import LAST_ALIVE
from tablee.games.deusex.sheet import Sheet
from tablee.rules.action import PLAY, Effect, Kind, Outcome, Part, Put, Scene, action, part
from tablee.rules.fields import Audience, Nothing
from tablee.rules.order import Clock
from tablee.rules.why import Note

BEGUN = {
    DYING: ("DEX-WOUND-06", "DEX-WOUND-06:until"),
    CRISIS: ("DEX-STRESS-07", "DEX-STRESS-07:until"),
}  # out of a fight, in one
STRIKES = {DYING: "DEX-WOUND-07:strikes", CRISIS: "DEX-STRESS-08:strikes"}  # first in the line people read

COUNTING = BOOK.grade("counting")
DEAD = BOOK.grade("dead")
OUT_OF_PLAY = BOOK.grade("out_of_play")

SECONDS_A_ROUND = 6
SCORE = {DYING: "pv", CRISIS: "ps"}  # what a countdown hangs on, and takes when it strikes


@rule
def rounds_left(roll: Roll) -> int:
    """DEX-WOUND-06, DEX-STRESS-07: 1D10 rounds."""
    return roll(d10)


def seconds(rounds: int) -> int:
    """DEX-COMBAT-02: a round lasts six seconds."""
    return rounds * SECONDS_A_ROUND


def threat(scene: Scene[Sheet], who: str) -> str:
    """DEX-WOUND-06, DEX-STRESS-07: which countdown must begin for a character; "" if none."""
    sheet, play = scene[who], play_of(scene)
    if sheet.dying and not play.counts(DYING, who):
        return DYING
    troubled = scene.option(STRESS_RULES) and sheet.breaking_down
    return CRISIS if troubled and not play.counts(CRISIS, who) else ""


@dataclass(frozen=True)
class CountdownBegun:
    """A countdown begins."""

    clock: Clock
    who: str = PLAY

    def on(self, play: Play) -> Play:
        return play.with_changes(clocks=(*play.clocks, self.clock))


def cannot_count(scene: Scene[Sheet], do: Nothing | None) -> Note | None:
    return None if threat(scene, scene.actor) else BOOK.note("DEX-WOUND-06:no_count", who=scene.me.name)


@action(
    "deusex.countdown",
    Nothing,
    fr="Compte à rebours",
    en="Countdown",
    refuse=cannot_count,
    by=Audience.MJ,
    kind=Kind.DANGER,
)
def countdown(scene: Scene[Sheet], do: Nothing, roll: Roll) -> Outcome:
    """DEX-WOUND-06, DEX-STRESS-07: 1D10 full rounds, rolled on entering the tier.

    The round of a fight in which the character has already acted is not a full one, and does not count.
    """
    what = threat(scene, scene.actor)
    rounds = roll(rounds_left(), by=scene.actor)
    play = play_of(scene)
    left = rounds + bool(play.round and play.acted)
    values = {"rounds": rounds, "seconds": seconds(rounds), "until": play.round + left - 1}
    headline = BOOK.note(BEGUN[what][play.round > 0], who=scene.me.name, **values)
    clock = Clock(id=what, who=scene.actor, left=left, whole=left)
    return Outcome((part(scene.actor, COUNTING, rounds=rounds),), headline, (CountdownBegun(clock),))


@dataclass(frozen=True)
class CountdownsMoved:
    """Countdowns have a round less, but for those that are over: which, and whose."""

    over: tuple[tuple[str, str], ...]
    who: str = PLAY

    def on(self, play: Play) -> Play:
        left = tuple(clock.ticked() for clock in play.clocks if (clock.id, clock.who) not in self.over)
        return play.with_changes(clocks=left)


class Moved(NamedTuple):
    """The countdowns one round later: what changes, those that ended included, and what is told of these."""

    effects: tuple[Effect, ...]
    parts: tuple[Part, ...]
    told: tuple[Note, ...]
    first: str  # the first countdown that ended, if any

    def first_in(self, headline: Note) -> Note:
        """The line people read, begun with those who died or left."""
        if not self.first:
            return headline
        return BOOK.note(STRIKES[self.first], ends=in_words(*self.told), then=in_words(headline))


def one_round_later(scene: Scene[Sheet], roll: Roll) -> Moved:
    """DEX-WOUND-06, -07, DEX-STRESS-07, -08: countdowns move on; those that end take their due."""
    play, neutral = play_of(scene), scene.option(STRESS_WORDS) == "neutral"
    over = tuple((clock, who) for clock, who in play.countdowns if not _goes_on(scene, clock, who))
    ended = [one for one in play.last_rounds if one not in over]
    told = tuple(
        BOOK.note("DEX-WOUND-07", who=scene[who].name)
        if clock == DYING
        else BOOK.note("DEX-STRESS-08", who=scene[who].name, neutral=neutral)
        for clock, who in ended
    )
    for note in told:
        roll.note(note)
    strikes = (Put(who, SCORE[clock], LAST_ALIVE - 1) for clock, who in ended)
    return Moved(
        (*strikes, CountdownsMoved((*over, *ended))),
        tuple(part(who, DEAD if clock == DYING else OUT_OF_PLAY) for clock, who in ended),
        told,
        ended[0][0] if ended else "",
    )


def last_round(scene: Scene[Sheet], _do: object = None) -> Note | None:
    """DEX-WOUND-07, DEX-STRESS-08: a word about those whose countdown ends with this round."""
    names = tuple(scene[who].name for clock, who in play_of(scene).last_rounds if _goes_on(scene, clock, who))
    return BOOK.note("DEX-WOUND-07:last_round", who=names) if names else None


def _goes_on(scene: Scene[Sheet], clock: str, who: str) -> bool:
    """Whether a countdown goes on: not of those who left the scene, were saved, or are gone already; nor of PS where
    these no longer count (DEX-STRESS-01).
    """
    off = clock == CRISIS and not scene.option(STRESS_RULES)
    return who in scene.cast and not off and scene[who].sinking(SCORE[clock])
