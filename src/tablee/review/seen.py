"""A fight read again as one seat is shown it: what the gate lets through, in its words and under its own numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any

from pydantic import Field

from tablee.errors import BadInput
from tablee.lab.policy import NATURAL
from tablee.review.evening import MAX_MOMENTS
from tablee.review.figures import (
    ASSUMED,
    EXACT,
    THROWN,
    chance,
    spread_told,
    sum_told,
)
from tablee.review.kept import CUT, MOMENTS, SHORT, WHOLE, Found, found_of
from tablee.rules.data.ends import HEADLINES
from tablee.table.lines import Line
from tablee.table.scenes import midway
from tablee.table.service import House
from tablee.table.show.reviews import Readable
from tablee.table.topics.review import NOT_REVIEWED
from tablee.text import Text

Json = dict[str, Any]
TOO_SHORT = Text(fr="Un combat trop court pour en dire quelque chose.", en="A fight too short to say anything of it.")
TOO_LONG = Text(
    fr="Un combat trop touffu : le reste prendrait trop de temps.",
    en="A fight with too much in it: the rest would take too long.",
)
NOTHING_FOR_YOU = Text(  # a choice of somebody else may: they alone read it
    fr="Rien de net pour vous : aucun dé que vous avez vu, aucun choix à vous ne se détache du hasard.",
    en="Nothing clear for you: no die that you saw, no choice of yours stands out from chance.",
)
DELETED = Text(fr="Le meneur a effacé la relecture de ce combat.", en="The GM has deleted the review of this fight.")
NO_FIGURES = Text(
    fr="Sans chiffres tant que le meneur ne montre pas les chances de ce combat : elles diraient des nombres cachés. "
    "Voici ce que vous avez vu, dans l'ordre.",
    en="Without figures until the GM shows the chances of this fight: they would tell hidden numbers. This is what you "
    "saw, in order.",
)
COUNTED = {
    "luck": Text(fr="Ici les dés ont compté.", en="Here the dice counted."),
    "ours": Text(fr="Ici ce choix a compté.", en="Here this choice counted."),
}


@dataclass(frozen=True, slots=True)
class PointSeen:
    """The chance of our side before one of the seat's own lines, in which round, and what was done there."""

    n: int
    round: int
    chance: float
    error: Annotated[float, Field(description="one standard error; 0 where it is exact")]
    said: str
    told: str


@dataclass(frozen=True, slots=True)
class MomentSeen:
    """A line that moved our chance, in words: dice (`luck`), or somebody's choice (`ours`). Without figures that it
    counted, and also somebody who fell (`fall`).
    """

    n: int
    kind: str
    who: str
    told: str
    worth: str = ""
    before: Annotated[str, Field(description="our chance before it, as people write it")] = ""
    after: str = ""
    moved: float = 0.0
    own: Annotated[bool, Field(description="a choice of this seat, which others do not read unless it shows them")] = (
        False
    )
    puzzle: Annotated[bool, Field(description="the seat may ask what each choice open there was worth")] = False
    what_if: Annotated[bool, Field(description="the seat may play on from before it, at a table of its own")] = False


@dataclass(frozen=True, slots=True)
class ReviewSeen:
    """A fight that is over, read again, as far as a seat may and as far as it is worked out."""

    fight: Annotated[int, Field(description="the first one of the table, the second…")]
    n: Annotated[int, Field(description="the seat's own line that tells its end")]
    how: str
    label: str
    stage: Annotated[
        str, Field(description="waiting, curve, choices, moments: under way; whole, short, cut, deleted: done")
    ]
    done: int
    of: Annotated[int, Field(description="places that are worked out, and all of them; 0 while that is not known")]
    figures: Annotated[bool, Field(description="whether this seat reads chances")]
    notes: Annotated[list[str], Field(description="what is said of it: why there is no more, what is assumed")]
    points: list[PointSeen] = field(default_factory=list)
    end: PointSeen | None = None
    summed: Annotated[str, Field(description="the start, dice, choices, the end, in a sentence")] = ""
    spread: Annotated[str, Field(description="how far the dice of such a fight usually lead, in a sentence")] = ""
    sums: Annotated[dict[str, list[float]], Field(description="luck, ours, theirs, word: each with its error")] = field(
        default_factory=dict
    )
    moments: list[MomentSeen] = field(default_factory=list)
    turning: Annotated[int, Field(description="the line of the moment that moved most; 0 for none")] = 0
    own_choices: Annotated[bool, Field(description="some moments are choices of this seat's")] = False
    shown: Annotated[bool, Field(description="the seat shows its choices to all")] = False
    asked: Annotated[bool, Field(description="the MJ is asked whether players read the chances")] = False

    @property
    def under_way(self) -> bool:
        """Whether more will be there in a while."""
        return self.stage not in (WHOLE, SHORT, CUT, "deleted")

    @property
    def decided(self) -> MomentSeen | None:
        """The moment that moved most."""
        return max(self.moments, key=lambda one: abs(one.moved)) if self.turning else None

    @property
    def share(self) -> float:
        """How much of it is worked out, in hundredths."""
        return round(100 * self.done / self.of, 1) if self.of else 0.0


def kept_review(house: House, table: str, seat: str, fight: int, lang: str) -> ReviewSeen:
    """A fight read again as far as it was worked out and kept, for a seat; nothing more is worked out for it. Unknown
    if there is no such fight, BadInput if the table does not read its fights again.
    """
    found = found_of(house, table, fight)
    return review_seen(
        house, table, seat, fight, found, readable_of(house, table, seat, fight, found), found.known, lang
    )


def readable_of(house: House, table: str, seat: str, fight: int, found: Found) -> Readable:
    """What a seat may read again of a fight; BadInput if the table does not read its fights again."""
    if not house.reviews(table):
        raise BadInput(NOT_REVIEWED)
    return house.readable(table, seat, fight, found.log, found.lines, found.people)


def review_seen(
    house: House, table: str, seat: str, fight: int, found: Found, may: Readable, known: Mapping[str, Any], lang: str
) -> ReviewSeen:
    """A fight as a seat is shown it: what it `may` read, of what is `known`."""
    lines = {
        n: line
        for (n, _), line in zip(may.lines.items(), house.with_sentences(table, may.lines.values(), lang), strict=True)
    }
    over, stage = lines.get(found.fight.ended.n), str(known.get("stage", "waiting"))
    told: Json = {
        "points": [],
        "end": None,
        "summed": "",
        "sums": {},
        "moments": [],
        "turning": 0,
        "own_choices": False,
    }
    if may.deleted:
        stage, notes = "deleted", [DELETED.say(lang)]
    elif not may.figures:
        told["moments"] = _without_figures(may, known, stage, lines, lang)
        notes = [NO_FIGURES.say(lang), *_why_no_more(stage, lang)]
        stage = stage if stage in ("waiting", WHOLE, SHORT, CUT) else MOMENTS
    else:
        told, notes = _figures(found, may, known, stage, lines, lang)
    return ReviewSeen(
        fight=fight,
        n=over.n if over else 0,
        how=found.fight.how,
        label=HEADLINES[found.fight.how].say(lang),
        stage=stage,
        done=int(known.get("done", 0)) if may.figures else 0,
        of=int(known.get("of", 0)) if may.figures else 0,
        figures=may.figures,
        notes=notes,
        shown=may.shown,
        asked=may.asked,
        **told,
    )


def _without_figures(
    may: Readable, known: Mapping[str, Any], stage: str, lines: Mapping[int, Line], lang: str
) -> list[MomentSeen]:
    """What counted of what a seat saw, and who fell, in the order of its lines: in their own words, whichever counted
    more, for whomever.
    """
    found = list[MomentSeen]()
    counted = _of_seat(may, known, lines) if stage == WHOLE else []
    for n, line in lines.items():
        here = {one["kind"]: one["who"] for one in counted if one["n"] == n}
        falls = line.said.falls if line.said else ()
        if line.said and (here or falls):
            words = [*(COUNTED[kind].say(lang) for kind in here), *falls]
            who, own = getattr(line.what, "actor", ""), here.get("ours", "") in may.own
            kind = next(iter(here), "fall")
            found.append(MomentSeen(line.n, kind, who, line.said.told, " ".join(words), own=own))
    return found


def _why_no_more(stage: str, lang: str) -> list[str]:
    """Why there is no more to read than that, if there is not."""
    return [TOO_SHORT.say(lang)] if stage == SHORT else [TOO_LONG.say(lang)] if stage == CUT else []


def _of_seat(may: Readable, known: Mapping[str, Any], lines: Mapping[int, Line]) -> list[Json]:
    """The moments that moved most of those that a seat may read, in order: dice of lines that it saw, its own choices,
    those that are shown to all.
    """
    theirs = [one for one in known["moments"] if one["n"] in lines]
    theirs = [one for one in theirs if one["kind"] == "luck" or one["who"] in may.choices]
    return sorted(sorted(theirs, key=_moved)[-MAX_MOMENTS:], key=lambda one: int(one["n"]))


def _moved(moment: Json) -> float:
    """How much a moment moved our chance, either way."""
    return abs(float(moment["after"][0] - moment["before"][0]))


def _figures(
    found: Found, may: Readable, known: Mapping[str, Any], stage: str, lines: Mapping[int, Line], lang: str
) -> tuple[Json, list[str]]:
    """The curve, what it comes to and its moments, as far as they are known; and what is said of them."""
    points = [
        _point(line, one["round"], one["wins"], lang)
        for one in known.get("points", ())
        if (line := lines.get(one["n"])) is not None
    ]
    over = lines.get(found.fight.ended.n)
    end = _point(over, 0, known["end"], lang) if points and over else None
    moments, sums, summed, spread, turning = list[MomentSeen](), Json(), "", "", 0
    notes = _why_no_more(stage, lang)
    if stage == WHOLE:
        moments = list(_moments(found, may, known, lines, lang))
        sums = {name: known[name] for name in ("luck", "ours", "theirs", "word")}
        start = known["points"][0]["wins"]
        summed, spread = sum_told(start, known["end"], sums, lang), spread_told(start, lang)
        turning = max(moments, key=lambda one: abs(one.moved)).n if moments else 0
        notes += [] if moments else [NOTHING_FOR_YOU.say(lang)]
    if points:
        exact = not any(one.error for one in points)
        how = EXACT.say(lang) if exact else THROWN.say(lang, fights=known["fights"])
        notes += [ASSUMED.say(lang, policy=NATURAL.label.say(lang)), how]
    own = any(one.own for one in moments)
    told = {
        "points": points,
        "end": end,
        "summed": summed,
        "spread": spread,
        "sums": sums,
        "moments": moments,
        "turning": turning,
    }
    return {**told, "own_choices": own}, notes


def _point(line: Line, round: int, wins: Sequence[float], lang: str) -> PointSeen:
    value, error = wins
    return PointSeen(line.n, round, value, error, chance(wins, lang), line.said.told if line.said else "")


def _moments(
    found: Found, may: Readable, known: Mapping[str, Any], lines: Mapping[int, Line], lang: str
) -> Iterator[MomentSeen]:
    """The moments of a seat that reads chances."""
    for one in _of_seat(may, known, lines):
        line, who = lines[one["n"]], one["who"]
        moved = one["after"][0] - one["before"][0]
        own = one["kind"] != "luck" and who in may.own
        yield MomentSeen(
            line.n,
            one["kind"],
            who,
            line.said.told if line.said else "",
            one["worth"][lang],
            chance(one["before"], lang),
            chance(one["after"], lang),
            moved,
            own,
            getattr(line.what, "actor", "") in found.ours & may.choices,
            may_play_on(found, may, one["n"]),
        )


def may_play_on(found: Found, may: Readable, line: int) -> bool:
    """Whether a seat may play on from before a line of a fight: it saw it, reads what the fight came to, and plays
    somebody of our side who stood then.
    """
    if not may.figures or line not in may.lines or line not in found.turns:
        return False
    game = found.log.game
    scene = midway(game, found.turns[line].before).scene
    return any(who in scene.cast and game.standing(scene, who) for who in may.plays & found.ours)
