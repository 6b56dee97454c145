"""made(): the review of one fight as plain data, as far as it is worked out, told while it goes on.

This is what runs away from the tables, and what is kept with them: the chances of the places valued so far, so that
whoever looks again goes on from there; the curve as soon as it is known; in the end the moments, in both languages.
"""

from __future__ import annotations

from collections.abc import Sequence

from tablee.errors import TooLong
from tablee.lab.fights import Estimate
from tablee.review.chances import FIGHTS
from tablee.review.evening import MAX_MOMENTS, Fought, fight_of
from tablee.review.kept import CHOICES, CURVE, CUT, MOMENTS, SHORT, WHOLE, Json, Tell
from tablee.review.reviewing import Moment, Point, Reading, Review
from tablee.review.words import plain, worth_told
from tablee.table.history import FightLog
from tablee.text import LANGS


def made(log: FightLog, known: Json, tell: Tell) -> Json:
    """The review of the fight that a part of a log ends with, from what is `known` of it already; `tell` hears of it
    each time that there is more. Where it takes too long, what was found until then.
    """
    fight = fight_of(log)
    assert fight is not None, "a fight that is over"
    reading = Reading(fight, [Estimate(*found) for found in known.get("values", ())])
    if reading.short:
        return {"stage": SHORT, "how": fight.how}
    try:
        while len(reading.values) < len(reading.places):
            tell(_so_far(reading))
            reading.value_next()
        found = list[Moment]()
        tell(_so_far(reading, MOMENTS))
        for one in reading.moments():
            found.append(one)
            tell(_so_far(reading, MOMENTS, min(len(found), MAX_MOMENTS)))
    except TooLong:
        return {**_so_far(reading), "stage": CUT}
    return {**_so_far(reading, WHOLE), **_summed(reading.review(()), found, fight)}


def _so_far(reading: Reading, stage: str = "", more: int = 0) -> Json:
    """What is worked out: the curve once all of it is."""
    done, curve = len(reading.values), len(reading.values) >= len(reading.curve)
    told: Json = {
        "stage": stage or (CHOICES if curve else CURVE),
        "how": reading.fought.how,
        "done": done + more,
        "of": len(reading.places) + MAX_MOMENTS,
        "fights": FIGHTS,
        "values": [[found.value, found.error] for found in reading.values.values()],
    }
    if curve:
        told |= {"points": [_point(one) for one in reading.points], "end": plain(reading.end)}
    return told


def _summed(review: Review, moments: Sequence[Moment], fight: Fought) -> Json:
    """What dice and choices came to, and the moments."""
    turns = {turn.line.n: turn for turn in fight.turns}
    sums = {name: plain(getattr(review, name)) for name in ("luck", "ours", "theirs", "word")}
    told = [
        {
            "n": one.n,
            "kind": one.kind,
            "who": one.who,
            "before": plain(one.before),
            "after": plain(one.after),
            "worth": {lang: worth_told(one, fight, turns[one.n], lang) for lang in LANGS},
        }
        for one in moments
    ]
    return {**sums, "moments": told}


def _point(one: Point) -> Json:
    return {"n": one.n, "round": one.round, "wins": plain(one.wins)}
