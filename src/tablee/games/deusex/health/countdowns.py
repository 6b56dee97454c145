"""Countdowns: how long somebody lasts without care, at −4 and −5 of PV or PS, and what happens when nobody came."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from tablee.dice import Roll, d10, rule
from tablee.games.deusex.book import BOOK, in_words
from tablee.games.deusex.options import STRESS_RULES, STRESS_WORDS
from tablee.games.deusex.play import CRISIS, DYING, Play, play_of
from tablee.games.deusex.pv_and_ps import LAST_ALIVE
from tablee.games.deusex.sheet import Sheet
from tablee.rules.action import PLAY, Effect, Grade, Kind, Outcome, Part, Put, Scene, action, part
from tablee.rules.fields import Audience, Nothing
from tablee.rules.order import Clock
from tablee.rules.why import Note
from tablee.text import Text

COUNTS = BOOK.saying(
    "DEX-WOUND-06",
    fr="{who:Le} n'a {rounds:qu'un round|que {rounds} rounds} ({seconds} secondes) : il faut des soins",
    en="{who:The} has only {rounds:one round|{rounds} rounds} ({seconds} seconds): care is needed",
)
COUNTS_UNTIL = BOOK.saying(
    "DEX-WOUND-06",
    key="until",
    fr="{who:Le} a jusqu'à la fin du round {until} ({seconds} secondes) : il faut des soins",
    en="{who:The} has until the end of round {until} ({seconds} seconds): care is needed",
)
COUNTS_IN_CRISIS = BOOK.saying(
    "DEX-STRESS-07",
    fr="{who:Le} a besoin d'aide d'ici {rounds} round{rounds:|s} ({seconds} secondes)",
    en="{who:The} needs help within {rounds} round{rounds:|s} ({seconds} seconds)",
)
COUNTS_IN_CRISIS_UNTIL = BOOK.saying(
    "DEX-STRESS-07",
    key="until",
    fr="{who:Le} a besoin d'aide d'ici la fin du round {until} ({seconds} secondes)",
    en="{who:The} needs help by the end of round {until} ({seconds} seconds)",
)
SAYINGS = {DYING: (COUNTS, COUNTS_UNTIL), CRISIS: (COUNTS_IN_CRISIS, COUNTS_IN_CRISIS_UNTIL)}  # out of a fight, in one
NO_COUNT = BOOK.saying(
    "DEX-WOUND-06",
    key="no_count",
    fr="Aucun compte à rebours ne menace {who:le}",
    en="No countdown threatens {who:the}",
)
DIES = BOOK.saying("DEX-WOUND-07", fr="{who:Le} meurt de ses blessures", en="{who:The} dies of their wounds")
LEAVES = BOOK.saying(
    "DEX-STRESS-08",
    fr="{neutral:{who:Le} quitte le jeu|Personne n'est venu : {who:le} a mis fin à ses jours}",
    en="{neutral:{who:The} leaves play|Nobody came: {who:the} has ended their own life}",
)
STRIKES = {  # a countdown that strikes comes first in the line people read
    clock: BOOK.saying(rule, key="strikes", fr="{ends}. {then}", en="{ends}. {then}")
    for clock, rule in ((DYING, "DEX-WOUND-07"), (CRISIS, "DEX-STRESS-08"))
}

COUNTING = Grade("counting", Text(fr="compte à rebours", en="countdown"), False)
DEAD = Grade("dead", Text(fr="{who:mort|morte}", en="dead"), False)
OUT_OF_PLAY = Grade("lost", Text(fr="{who:retiré|retirée} du jeu", en="out of play"), False)

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
    """DEX-WOUND-06, DEX-STRESS-07: which countdown must begin for somebody, if any."""
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
    return None if threat(scene, scene.actor) else NO_COUNT.note(who=scene.me.name)


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

    The round of a fight in which somebody has already acted is not a full one, and does not count.
    """
    what = threat(scene, scene.actor)
    rounds = roll(rounds_left(), by=scene.actor)
    play = play_of(scene)
    left = rounds + bool(play.round and play.acted)
    values = {"rounds": rounds, "seconds": seconds(rounds), "until": play.round + left - 1}
    headline = SAYINGS[what][play.round > 0].note(who=scene.me.name, **values)
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
        return STRIKES[self.first].note(ends=in_words(*self.told), then=in_words(headline))


def one_round_later(scene: Scene[Sheet], roll: Roll) -> Moved:
    """DEX-WOUND-06, -07, DEX-STRESS-07, -08: countdowns move on; those that end take their due."""
    play, neutral = play_of(scene), scene.option(STRESS_WORDS) == "neutral"
    over = tuple((clock, who) for clock, who in play.countdowns if not _goes_on(scene, clock, who))
    ended = [one for one in play.last_rounds if one not in over]
    told = tuple(
        DIES.note(who=scene[who].name) if clock == DYING else LEAVES.note(who=scene[who].name, neutral=neutral)
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


def _goes_on(scene: Scene[Sheet], clock: str, who: str) -> bool:
    """Whether a countdown goes on: not of those who left the scene, were saved, or are gone already; nor of PS where
    these no longer count (DEX-STRESS-01).
    """
    off = clock == CRISIS and not scene.option(STRESS_RULES)
    return who in scene.cast and not off and scene[who].sinking(SCORE[clock])
