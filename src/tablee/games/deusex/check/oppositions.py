"""Oppositions: two Tests whose margins are compared, the exact law of how they end, and the action `deusex.oppose`."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Any, NamedTuple, TypeVar, cast

from tablee.dice import Odds, Question, Roll, laws, rule
from tablee.dice.question import Player
from tablee.games.deusex.book import BOOK
from tablee.games.deusex.check.attempts import (
    ANY_TALENT,
    ASKED_DICE,
    ASKED_DIFFICULTY,
    MAX_DIFFICULT,
    AnyTalent,
    AptitudeName,
    DiceTaken,
    Difficulty,
    Means,
    OwnAptitude,
    any_aptitude,
    cannot_try,
    explained_side,
    talent_serves,
    unable,
)
from tablee.games.deusex.check.checks import Try, rolled
from tablee.games.deusex.check.reserve import bonus_dice, spendings
from tablee.games.deusex.options import OPPOSITION_CRIT_PRIORITY
from tablee.games.deusex.play import side_of
from tablee.games.deusex.sheet import Sheet
from tablee.rules.action import TO_WIN, Ended, Ending, Kind, Outcome, Scene, action, part
from tablee.rules.cast import nobody_left, others
from tablee.rules.fields import Annotated, Ask, Audience, Between, By, Declared, Group, Label, OneOf
from tablee.rules.forms import WHOM
from tablee.rules.why import Note
from tablee.text import Name, Text

T = TypeVar("T")
Names = tuple[Name | None, Name | None]
UNNAMED: Names = (None, None)


WON = BOOK.grade("won")
LOST = BOOK.grade("lost")
DRAWN = BOOK.grade("statu_quo")
FAILED = BOOK.grade("both_fail")


A, B, STATU_QUO, BOTH_FAIL = "a", "b", "statu_quo", "both_fail"


class Place(NamedTuple):
    """What decides an opposition: of two places the greater one wins, if it is a success (DEX-OPP-02, -06)."""

    critical: bool  # a critical success that stands above any other margin, where the table plays it so
    margin: int


Places = dict[Place, int]
"""In how many ways a side comes to stand at each place."""


@rule
def place(roll: Roll, attempt: Try, priority: bool = False, by: str = "", of: Name | None = None) -> Place:
    """One side's Test; with `priority` a critical success stands above the others (DEX-OPP-06)."""
    return rolled(roll, attempt, lambda test: Place(priority and test.critical > 0, test.margin), by, of)


class Opposed(NamedTuple):
    """Who wins, by which margin, and who may be burdened if they try again."""

    outcome: str
    margin: int = 0  # of the winner; less the loser's, where the table plays it so
    burdened: str = ""  # after two failures, the side with the lower margin


DRAW = Opposed(STATU_QUO)
FAILURES = {worse: Opposed(BOTH_FAIL, burdened=worse) for worse in ("", A, B)}


def compared(a: Place, b: Place, difference: bool = False, roll: Roll | None = None, names: Names = UNNAMED) -> Opposed:
    """DEX-OPP-02…06: how two places compare.

    With `difference` the winner's margin is told less the loser's, if the loser succeeded too (DEX-COMBAT-03). With a
    `roll` the two margins are noted, and so is a critical that goes before a higher margin.
    """
    if roll is not None:
        roll.note("DEX-OPP-02:met", who=names[0], mine=a.margin, theirs=b.margin)
    if a.margin < 0 and b.margin < 0:
        return FAILURES["" if a == b else A if min(a, b) is a else B]
    if a == b:
        return DRAW
    loser, winner = sorted((a, b))
    less = max(0, loser.margin) if difference else 0
    left = max(0, winner.margin - less)
    if roll is not None and winner.margin < loser.margin:
        roll.note("DEX-OPP-06", who=names[winner is b])
    if roll is not None and less:
        roll.note("DEX-COMBAT-03:less", margin=winner.margin, less=less, left=left)
    return Opposed(A if winner is a else B, left)


class Opposition(Question[Opposed]):
    """DEX-OPP-01, DEX-DICE-04: two Tests opposed, the active side rolling first.

    Its law is written by hand because a plain rule meets every pair of places. Measured, plain rule against this law:
    five dice a side 5.3 and 0.8 ms; four open dice with both options 295 and 13 ms; ten open dice 630 and 21 ms, where
    nothing may take more than 200.
    """

    __slots__ = ("difference", "names", "sides")

    def __init__(self, a: Question[Place], b: Question[Place], difference: bool, names: Names) -> None:
        self.sides, self.difference, self.names = (a, b), difference, names

    def __repr__(self) -> str:
        return f"opposition({self.sides!r}, {self.difference!r})"

    def odds(self) -> Odds[Opposed]:
        a, b = (dict(side.odds()) for side in self.sides)
        return Odds(comparisons(a, b, self.difference))

    def play(self, player: Player) -> Opposed:
        roll = cast(Roll, player)
        a = roll(self.sides[0])
        roll.throws("opposition")
        b = roll(self.sides[1])
        return compared(a, b, self.difference, roll, self.names)


def comparisons(a: Places, b: Places, difference: bool) -> dict[Opposed, int]:
    """The law of `compared` for two sides that roll: how many ways lead to each result.

    A winner's result is the same against every lower place, so `compared` is asked once, against the lowest, and
    counted as often as the other side is lower. Where the loser's margin is subtracted (`difference`) this holds only
    against failures; between two successes the result depends on the difference of their margins alone.
    """
    law: dict[Opposed, int] = {}
    lower_a, lower_b = a, b
    if difference:
        for (critical, mine), (other, theirs) in product(successes(a), successes(b)):
            for lead, ways in laws.difference(mine, theirs).items():
                add(law, compared(Place(critical, max(0, lead)), Place(other, max(0, -lead)), True), ways)
        lower_a, lower_b = ({place: ways for place, ways in side.items() if place.margin < 0} for side in (a, b))
    below_a, below_b = laws.ways_below(lower_a), laws.ways_below(lower_b)
    least_a, least_b = min(lower_a, default=LEAST), min(lower_b, default=LEAST)
    for place, ways in a.items():
        add(law, compared(place, least_b), ways * below_b(place))
    for place, ways in b.items():
        add(law, compared(least_a, place), ways * below_a(place))
    for place, ways in lower_a.items():
        add(law, compared(place, place), ways * lower_b.get(place, 0))
    return law


LEAST = Place(False, -1)


def successes(side: Places) -> list[tuple[bool, dict[int, int]]]:
    """The margins of one side's successes: of plain ones, then of those that a critical puts above."""
    margins = {
        critical: {at.margin: ways for at, ways in side.items() if at.margin >= 0 and at.critical == critical}
        for critical in (False, True)
    }
    return [(critical, law) for critical, law in margins.items() if law]


def add(law: dict[T, int], found: T, ways: int) -> None:
    """Add so many ways to a result of a law; none leaves it out."""
    if ways:
        law[found] = law.get(found, 0) + ways


def opposition(
    a: Try, b: Try, priority: bool = False, difference: bool = False, names: Names = UNNAMED
) -> Question[Opposed]:
    """DEX-OPP-01, -06, DEX-COMBAT-03: who wins when `a` (active) and `b` (passive) roll against each other.

    With `priority` critical successes stand above others, with `difference` the loser's margin is subtracted; `names`
    are those that explanations give to the two sides.
    """
    one, other = place(a, priority, "active", names[0]), place(b, priority, "passive", names[1])
    return Opposition(one, other, difference, names)


ACROSS = Group("across", Text(fr="En face", en="The other side"))


def their_talent_serves(scene: Scene[Sheet], values: Mapping[str, Any]) -> bool:
    """DEX-TEST-03, -05, -06: whether a Talent of the opponent has a part."""
    return talent_serves(scene, values["opponent"], values["their_aptitude"])


def first_able(scene: Scene[Sheet]) -> str | None:
    """The first of the others who can act, in a fight the other side first."""
    mine = side_of(scene, scene.actor)
    return min(
        (who for who in others(scene) if unable(scene, who) is None),
        key=lambda who: side_of(scene, who) == mine,
        default=None,
    )


class Oppose(Declared):
    """Against whom, with what on each side; each has its own Difficulty."""

    opponent: Annotated[str, OneOf(others), Label(fr="Adversaire", en="Opponent"), Ask(WHOM, default=first_able)]
    aptitude: OwnAptitude = ""
    talent: AnyTalent = ""
    their_aptitude: Annotated[
        AptitudeName, OneOf(any_aptitude), Label(fr="Son Aptitude", en="Their Aptitude"), Ask(ACROSS)
    ] = ""
    their_talent: Annotated[
        str, OneOf(ANY_TALENT), Label(fr="Son Talent", en="Their Talent"), Ask(ACROSS, when=their_talent_serves)
    ] = ""
    difficulty: Difficulty = 15
    their_difficulty: Annotated[
        int,
        Between(0, MAX_DIFFICULT),
        Label(fr="Sa Difficulté", en="Their Difficulty"),
        By(Audience.MJ),
        ASKED_DIFFICULTY,
    ] = 15
    malus: DiceTaken = 0
    their_malus: Annotated[
        int, Between(0, 10), Label(fr="Ses dés retirés", en="Their dice taken away"), By(Audience.MJ), ASKED_DICE
    ] = 0

    @property
    def mine(self) -> Means:
        return Means(self.aptitude, self.talent, self.difficulty, self.malus)

    @property
    def theirs(self) -> Means:
        return Means(self.their_aptitude, self.their_talent, self.their_difficulty, self.their_malus)


def cannot_oppose(scene: Scene[Sheet], do: Oppose | None) -> Note | None:
    if do is None:
        alone = BOOK.note("DEX-OPP-01:nobody")
        return unable(scene, scene.actor) or nobody_left(scene, unable, alone=alone)
    return cannot_try(scene, scene.actor, do.mine) or cannot_try(scene, do.opponent, do.theirs)


@action(
    "deusex.oppose", Oppose, fr="S'opposer", en="Oppose somebody", refuse=cannot_oppose, kind=Kind.CHECK, success=TO_WIN
)
def oppose(scene: Scene[Sheet], do: Oppose, roll: Roll) -> Ended:
    """DEX-OPP-01…06: two people roll against each other; one wins, or there is a stalemate, or both fail."""
    who, target = scene.actor, do.opponent
    bonuses = bonus_dice(scene, (who, target), roll)
    mine = explained_side(scene, who, do.mine, bonuses[who], roll)
    theirs = explained_side(scene, target, do.theirs, bonuses[target], roll)
    names, spent = (scene.me.name, scene[target].name), spendings(bonuses)

    def told(result: Opposed) -> Ended:
        if result.burdened:
            roll.note("DEX-OPP-05:burdened", who=names[result.burdened == B])
        my_grade, their_grade = RESULTS[result.outcome]
        own = part(who, my_grade, margin=result.margin) if result.outcome in (A, B) else part(who, my_grade)
        parts = (own, part(target, their_grade))
        return Ending(parts, lambda: Outcome(parts, headline(*names, result), spent))

    contest = opposition(mine, theirs, scene.option(OPPOSITION_CRIT_PRIORITY), names=names)
    return roll.then(contest, told, by={"active": who, "passive": target})


RESULTS = {A: (WON, LOST), B: (LOST, WON), STATU_QUO: (DRAWN, DRAWN), BOTH_FAIL: (FAILED, FAILED)}


def headline(me: Name, foe: Name, result: Opposed) -> Note:
    if result.outcome == A:
        return BOOK.note("DEX-OPP-02", winner=me, loser=foe, margin=result.margin)
    if result.outcome == B:
        return BOOK.note("DEX-OPP-02", winner=foe, loser=me, margin=result.margin)
    if result.outcome == STATU_QUO:
        return BOOK.note("DEX-OPP-03", who=me, target=foe)
    return BOOK.note("DEX-OPP-05", who=me, target=foe, feminine=me.feminine and foe.feminine)
