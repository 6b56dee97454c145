"""What characters do with their codes: roll one, try something against a threshold, oppose another character."""

from __future__ import annotations

from tablee.dice import Roll
from tablee.games.d6.book import BOOK
from tablee.games.d6.check.difficulty import BANDS, band_of
from tablee.games.d6.check.rolls import (
    ACTIVE_WINS,
    CRITICAL_FAILURE,
    CRITICAL_SUCCESS,
    PASSIVE_WINS,
    Check,
    check,
    contest,
    highest_total,
    result,
)
from tablee.games.d6.check.skills import (
    Specialities,
    TheirSpecialities,
    best_capacity,
    cannot_roll,
    code_for,
    every_capacity,
    my_capacities,
)
from tablee.games.d6.lists.contents import Lists
from tablee.games.d6.options import reading
from tablee.games.d6.play import lists_of
from tablee.games.d6.sheet import Sheet
from tablee.rules.action import TO_WIN, Grade, Kind, Outcome, Scene, action, always, part
from tablee.rules.cast import nobody_left, others
from tablee.rules.data.tables import names
from tablee.rules.fields import Annotated, Ask, Audience, Between, By, Declared, Label, OneOf
from tablee.rules.forms import HOW, WHOM, WITH, WORD_OF_MJ
from tablee.rules.why import Note
from tablee.text import Text

ROLLED = BOOK.grade("rolled")
CRITICAL = BOOK.grade("critical")
SUCCESS = BOOK.grade("success")
FAILURE = BOOK.grade("failure")
SHORT = BOOK.grade("short")
FUMBLE = BOOK.grade("fumble")
WON = BOOK.grade("won")
LOST = BOOK.grade("lost")
TIED = BOOK.grade("tied")


def grade_of(checked: Check) -> Grade:
    """D6-CRIT-01, -04: all sixes are a critical success only if the action succeeds, else a failure that says so."""
    if checked.success:
        return CRITICAL if checked.critical == CRITICAL_SUCCESS else SUCCESS
    return {CRITICAL_FAILURE: FUMBLE, CRITICAL_SUCCESS: SHORT}.get(checked.critical, FAILURE)


class Throw(Declared):
    """A code of one's own, rolled for its total."""

    what: Annotated[
        str,
        OneOf(my_capacities, known=every_capacity),
        Label(fr="Capacité", en="Capacity"),
        Ask(WITH, default=best_capacity),
    ]
    specialities: Specialities = ()


def cannot_throw(scene: Scene[Sheet], do: Throw | None) -> Note | None:
    """D6-SKILL-02…04, D6-COMBAT-05: why the actor cannot roll this: out of action, a skill not owned, no die left."""
    return scene.me.unable() or (cannot_roll(scene, scene.actor, do.what, do.specialities) if do else None)


@action("d6.roll", Throw, fr="Lancer", en="Roll a capacity", refuse=cannot_throw, kind=Kind.CHECK, reacts=always)
def throw(scene: Scene[Sheet], do: Throw, roll: Roll) -> Outcome:
    """D6-TEST-01, -05, D6-CRIT-02: the total of a roll; its odds are exact to `exploding.BOUND`."""
    code = scene.once(code_for, scene.actor, do.what, do.specialities).noted(roll)
    how = reading(scene)
    rolled = roll(result(code, how), by=scene.actor)
    headline = BOOK.note(
        "D6-TEST-01:headline",
        who=scene.me.name,
        what=lists_of(scene).name_of(do.what),
        code=str(code),
        total=rolled.total,
    )
    told = min(rolled.total, highest_total(code, how))
    return Outcome((part(scene.actor, ROLLED, total=told),), headline)


class Try(Throw):
    """What is tried, and how hard it is."""

    difficulty: Annotated[
        str,
        OneOf(names(BANDS)),
        Label(fr="Difficulté", en="Difficulty"),
        Ask(
            HOW,
            default=lambda _scene: "medium",
            help=Text(fr="Comme le meneur l'annonce.", en="As the GM says."),
        ),
    ] = ""
    threshold: Annotated[
        int,
        Between(0, 999),
        Label(fr="Seuil", en="Threshold"),
        By(Audience.MJ),
        Ask(WORD_OF_MJ, help=Text(fr="0 : celui de la difficulté.", en="0: that of the difficulty.")),
    ] = 0
    case: Annotated[
        str,
        OneOf(lambda scene: names(lists_of(scene).cases)),
        Label(fr="Cas typique", en="Typical case"),
        By(Audience.MJ),
        Ask(WORD_OF_MJ, when=lambda scene, _values: bool(lists_of(scene).cases)),
    ] = ""

    def to_beat(self, lists: Lists) -> int:
        """D6-TEST-03: the threshold, that of a typical case, or the top of the difficulty's band."""
        if self.threshold or self.case:
            return self.threshold or lists.cases[self.case].threshold
        return BANDS[self.difficulty].top if self.difficulty else 0


def said_ours(do: Try, lists: Lists) -> Note | None:
    """D6-TEST-03: the note that a typical case, or a threshold above 20, is Tablée's and not the document's."""
    threshold = do.to_beat(lists)
    named = lists.cases[do.case] if do.case and not do.threshold else band_of(threshold)
    return BOOK.note("D6-TEST-03:scale", threshold=threshold, name=named.name) if named and named.ours else None


def cannot_try(scene: Scene[Sheet], do: Try | None) -> Note | None:
    if do and not do.to_beat(lists_of(scene)):
        return BOOK.note("D6-TEST-03")
    return cannot_throw(scene, do)


@action("d6.test", Try, fr="Tenter", en="Try something", refuse=cannot_try, kind=Kind.CHECK, reacts=always)
def try_it(scene: Scene[Sheet], do: Try, roll: Roll) -> Outcome:
    """D6-TEST-01…05, D6-CRIT-01…05, D6-SPEC-04, -07: a skill or a characteristic against a threshold."""
    code = scene.once(code_for, scene.actor, do.what, do.specialities).noted(roll)
    threshold = do.to_beat(lists_of(scene))
    if said := said_ours(do, lists_of(scene)):
        roll.note(said)
    grade = grade_of(roll(check(code, threshold, reading(scene)), by=scene.actor))
    band = band_of(threshold)
    headline = BOOK.note(
        "D6-TEST-02:headline",
        who=scene.me.name,
        what=lists_of(scene).name_of(do.what),
        code=str(code),
        threshold=threshold,
        band=band.name if band else "",
        grade=grade.label,
    )
    return Outcome((part(scene.actor, grade),), headline)


def able_opponent(scene: Scene[Sheet]) -> str:
    """The first of the others who can oppose the actor; the first of them all if nobody can."""
    people = tuple(others(scene))
    return next((who for who in people if not scene[who].unable()), next(iter(people), ""))


class Oppose(Throw):
    """One's own skill or characteristic against another character's."""

    target: Annotated[str, OneOf(others), Label(fr="Adversaire", en="Opponent"), Ask(WHOM, default=able_opponent)]
    theirs: Annotated[
        str,
        Label(fr="Sa capacité", en="Their capacity"),
        Ask(WHOM, suggests=every_capacity, help=Text(fr="La même si rien n'est dit.", en="The same if left out.")),
    ] = ""
    their_specialities: TheirSpecialities = ()
    resists: Annotated[
        bool,
        Label(fr="L'adversaire résiste et gagne à égalité", en="The opponent resists and wins ties"),
        Ask(HOW, more=True),
    ] = False


def cannot_oppose(scene: Scene[Sheet], do: Oppose | None) -> Note | None:
    refusal = cannot_throw(scene, do)
    if refusal or do is None:
        alone = BOOK.note("D6-OPP-01:nobody")
        return refusal or nobody_left(scene, lambda scene, who: scene[who].unable(), alone=alone)
    target = scene[do.target].unable()
    return target or cannot_roll(scene, do.target, do.theirs or do.what, do.their_specialities)


@action(
    "d6.oppose", Oppose, fr="S'opposer", en="Oppose somebody", refuse=cannot_oppose, kind=Kind.CHECK, success=TO_WIN
)
def oppose(scene: Scene[Sheet], do: Oppose, roll: Roll) -> Outcome:
    """D6-OPP-01: the higher total wins; one who resists wins ties."""
    me, foe = scene.me, scene[do.target]
    mine = scene.once(code_for, scene.actor, do.what, do.specialities).noted(roll)
    roll.note("D6-OPP-01:answers", who=foe.name, what=lists_of(scene).name_of(do.theirs or do.what))
    theirs = scene.once(code_for, do.target, do.theirs or do.what, do.their_specialities).noted(roll)
    won = roll(contest(mine, theirs, reading(scene)), by={"active": scene.actor, "passive": do.target})
    if not won and do.resists:
        roll.note("D6-OPP-01:resists")
        won = PASSIVE_WINS
    if not won:
        headline = BOOK.note("D6-OPP-01:even", winner=me.name, loser=foe.name, mine=str(mine), theirs=str(theirs))
        return Outcome((part(scene.actor, TIED), part(do.target, TIED)), headline)
    sides = [(scene.actor, mine), (do.target, theirs)]
    (winner, better), (loser, worse) = sides if won == ACTIVE_WINS else reversed(sides)
    headline = BOOK.note(
        "D6-OPP-01:wins", winner=scene[winner].name, loser=scene[loser].name, mine=str(better), theirs=str(worse)
    )
    graded = {winner: WON, loser: LOST}
    return Outcome(tuple(part(who, graded[who]) for who in (scene.actor, do.target)), headline)
