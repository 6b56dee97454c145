"""Attempting something: a sheet and a few choices become a Test; who cannot, and why; the action of making one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from pydantic import AfterValidator

from tablee.dice import Roll
from tablee.games.deusex import pv_and_ps
from tablee.games.deusex.book import BOOK, DICE
from tablee.games.deusex.check.checks import (
    CROSSED,
    OF_APTITUDE,
    OF_TALENT,
    SIMPLE,
    Makings,
    Standing,
    Try,
    appraisal,
    difficulty_name,
    explained,
    may_improvise,
    objection,
    pool,
    standing,
    try_of,
)
from tablee.games.deusex.check.reserve import Spend, bonus_dice
from tablee.games.deusex.options import OPEN_ROLLS, readings
from tablee.games.deusex.play import HELD, KNOCKED_OUT, YIELDED, is_out, play_of
from tablee.games.deusex.sheet import Sheet, Stopped
from tablee.games.deusex.tables import (
    APTITUDES,
    DIFFICULTIES,
    TALENT_NAMES,
    aptitude_name,
    known_as,
)
from tablee.rules.action import Effect, Ended, Ending, Grade, Kind, Outcome, Scene, action, always, part
from tablee.rules.fields import Annotated, Ask, Audience, Between, By, Declared, Label, OneOf
from tablee.rules.forms import HOW, WITH, WORD_OF_MJ
from tablee.rules.why import Note, Why
from tablee.text import LANGS, Name, Text

CRITICAL_SUCCESS = BOOK.grade("critical_success")
SUCCESS = BOOK.grade("success")
FAILURE = BOOK.grade("failure")
CRITICAL_FAILURE = BOOK.grade("critical_failure")


class Means(NamedTuple):
    """How a character attempts something: by an Aptitude, a Talent, both (crossed) or neither (simple)."""

    aptitude: str = ""
    talent: str = ""
    difficulty: int = 15
    malus: int = 0
    open: bool = False  # an open roll for this once; the table may want it always


def makings_of(scene: Scene[Sheet], who: str, means: Means, bonus: int = 0) -> Makings:
    """The Test these means make of a sheet, under the table's options (DEX-TEST-02…06)."""
    sheet, table = scene[who], readings(scene)
    level = sheet.level(means.aptitude) if means.aptitude else None
    if means.aptitude and (level is not None or not improvises(means, table.untrained)):
        kind = CROSSED if means.talent else OF_APTITUDE
    else:
        kind = OF_TALENT if means.talent else SIMPLE
    return Makings(
        kind,
        sheet.talents[means.talent] if means.talent else 0,
        level,
        bonus,
        means.malus,
        sheet.low_pv,
        sheet.low_ps if table.stress else None,
        means.difficulty,
        means.open or table.open,
        table.auto,
    )


def improvises(means: Means, untrained: str) -> bool:
    """DEX-TEST-05: a Talent is offered in place of an Aptitude that can do without learning."""
    return bool(means.talent) and may_improvise(means.aptitude, untrained)


def gone(scene: Scene[Sheet], who: str) -> Note | None:
    """DEX-WOUND-07, DEX-STRESS-08: the refusal for a character who is dead or has left play; None for any other."""
    sheet = scene[who]
    if pv_and_ps.is_over(sheet.pv):
        return BOOK.note("DEX-WOUND-07:dead", who=sheet.name)
    return (
        BOOK.note("DEX-STRESS-08:lost", who=sheet.name)
        if readings(scene).stress and pv_and_ps.is_over(sheet.ps)
        else None
    )


STOPPED = {
    "dead": "DEX-WOUND-07:dead",
    "gone": "DEX-STRESS-08:lost",
    "withdrawn": "DEX-TROUBLE-05:withdrawn",
    "incapacitated": "DEX-WOUND-06:incapacitated",
    "crisis": "DEX-STRESS-07:incapacitated",
}


def no_target(scene: Scene[Sheet], who: str) -> Note | None:
    """DEX-WOUND-07, DEX-STRESS-08: why nobody attacks this person: they are dead, or have left play; None otherwise."""
    left = gone(scene, who)
    if left is None:
        return None
    dead = left.saying.clause.id == "DEX-WOUND-07"
    return BOOK.note("DEX-WOUND-07:target_dead" if dead else "DEX-STRESS-08:target_lost", target=scene[who].name)


OUT = {how: f"DEX-COMBAT-02:{how}" for how in (KNOCKED_OUT, HELD, YIELDED)}


def kept_out(scene: Scene[Sheet], who: str) -> Note | None:
    """DEX-COMBAT-02, DEX-WOUND-06: what but wounds and stress keeps this person from acting: being knocked out or
    held; of the one who acts also having yielded, or having acted already while a character's time runs out.

    Those who have yielded still defend themselves.
    """
    play = play_of(scene)
    how, acting = play.out_as(who) if play.out else "", who == scene.actor
    if how and (acting or how != YIELDED):
        return BOOK.note(OUT[how], who=scene[who].name)
    if acting and not play.round and who in play.acted:
        return BOOK.note("DEX-WOUND-06:once_a_round", who=scene[who].name)
    return None


def has_acted(scene: Scene[Sheet], who: str) -> Note | None:
    """DEX-COMBAT-06: the refusal for one called to take part in what another does, who has acted in this round."""
    play, called = play_of(scene), who != scene.actor
    if called and play.round and who in play.acted:
        return BOOK.note("DEX-COMBAT-06:has_acted", who=scene[who].name)
    return None


def unable(scene: Scene[Sheet], who: str) -> Note | None:
    """DEX-WOUND-06, -07, DEX-STRESS-07, -08, DEX-TROUBLE-05: why this person cannot act."""
    sheet, stopped = scene[who], stopped_by(scene, who)
    if not stopped:
        return kept_out(scene, who)
    told = {"who": sheet.name, "pv": sheet.pv} if stopped in ("incapacitated", "crisis") else {"who": sheet.name}
    return BOOK.note(STOPPED[stopped], **told)


def stands(scene: Scene[Sheet], who: str) -> bool:
    """DEX-COMBAT-02: whether nothing keeps a character from acting in a fight, under the table's options."""
    table = readings(scene)
    return scene[who].acts(table.stress, table.troubles) and not is_out(play_of(scene), who)


def stopped_by(scene: Scene[Sheet], who: str) -> Stopped:
    """What keeps a character from acting, under the table's options; "" if nothing does."""
    table = readings(scene)
    return scene[who].stopped(table.stress, table.troubles)


def cannot_try(scene: Scene[Sheet], who: str, means: Means) -> Note | None:
    """DEX-TEST-05, -06: why this person cannot attempt this, this way."""
    stopped = unable(scene, who)
    if stopped:
        return stopped
    makings = makings_of(scene, who, means)
    problem = objection(makings, readings(scene).crossed)
    return BOOK.note(problem, who=scene[who].name, aptitude=aptitude_name(means.aptitude)) if problem else None


class ReadyTest(NamedTuple):
    """A Test about to be rolled, with what explains it."""

    attempt: Try
    notes: tuple[Why, ...]

    def explained(self, roll: Roll) -> Try:
        for note in self.notes:
            roll.note(note)
        return self.attempt


def ready_test(scene: Scene[Sheet], who: str, means: Means, bonus: int) -> ReadyTest:
    """The Test that these means and reserve dice make of a sheet, with the terms that explain its dice."""
    makings = makings_of(scene, who, means, bonus)
    dice = pool(makings, aptitude_name(means.aptitude) if means.aptitude else None)
    instead = means.aptitude and makings.kind == OF_TALENT
    improvised = (BOOK.note("DEX-TEST-05", aptitude=aptitude_name(means.aptitude)),) if instead else ()
    return ReadyTest(try_of(makings, dice), (*improvised, *explained(makings, dice.of(who), means.talent)))


def explained_test(scene: Scene[Sheet], who: str, means: Means, bonus: int, roll: Roll) -> Try:
    """A Test ready to be rolled, its explanation noted; worked out once for each scene."""
    return scene.once(ready_test, who, means, bonus).explained(roll)


def ready_side(scene: Scene[Sheet], who: str, means: Means, bonus: int) -> ReadyTest:
    """DEX-DICE-04: the Test of one of several people who roll, its explanation begun with their name."""
    ready = ready_test(scene, who, means, bonus)
    return ready._replace(
        notes=(BOOK.note("DEX-DICE-04", who=scene[who].name, difficulty=means.difficulty), *ready.notes)
    )


def explained_side(scene: Scene[Sheet], who: str, means: Means, bonus: int, roll: Roll) -> Try:
    """The Test of one of several people who roll, ready to be rolled, its explanation noted."""
    return scene.once(ready_side, who, means, bonus).explained(roll)


HEADLINES = {1: "DEX-CRIT-01:came_out", 0: "DEX-TEST-09", -1: "DEX-CRIT-03:came_out"}
CRITICAL_RESULTS = {1: CRITICAL_SUCCESS, -1: CRITICAL_FAILURE}


def grade(result: Standing) -> Grade:
    """DEX-CRIT-01, -03: critical or not, success or failure."""
    return CRITICAL_RESULTS.get(result.critical) or (SUCCESS if result.margin >= 0 else FAILURE)


def came_out(name: Name, result: Standing) -> Note:
    """DEX-TEST-09: the line people read first."""
    return BOOK.note(HEADLINES[result.critical], who=name, appraisal=appraisal(result.margin), margin=result.margin)


def own_or_listed(scene: Scene[Sheet]) -> dict[str, Name | Text]:
    """The Aptitudes of the sheet, then the listed ones, which may be attempted without (DEX-TEST-05)."""
    own = scene.me.aptitudes if scene.actor else {}
    return {"": NONE, **{name: aptitude_name(name) for name in (*own, *APTITUDES)}}


NONE = Text(fr="aucune", en="none")
ANY_TALENT: dict[str, Text | Name] = {"": Text(fr="aucun", en="none"), **TALENT_NAMES}
MAX_DIFFICULT = 100
LADDER = Text(  # DEX-TEST-07
    *(", ".join(f"{rung.at} {rung.name.say(lang).lower()}" for rung in DIFFICULTIES) for lang in LANGS)
)
RUNGS = tuple((rung.at, rung.name) for rung in DIFFICULTIES)
ASKED_DIFFICULTY = Ask(WORD_OF_MJ, help=LADDER, scale=RUNGS)
ASKED_DICE = Ask(WORD_OF_MJ, unit=DICE)
Difficulty = Annotated[
    int, Between(0, MAX_DIFFICULT), Label(fr="Difficulté", en="Difficulty"), By(Audience.MJ), ASKED_DIFFICULTY
]
DiceTaken = Annotated[int, Between(0, 10), Label(fr="Dés retirés", en="Dice taken away"), By(Audience.MJ), ASKED_DICE]


def talent_serves(scene: Scene[Sheet], who: str, aptitude: str) -> bool:
    """DEX-TEST-03, -05, -06: whether a Talent has a part: without the Aptitude, or where Tests are crossed."""
    return readings(scene).crossed or not aptitude or who not in scene.cast or scene[who].level(aptitude) is None


def with_talent(aptitude: Callable[[Scene[Sheet], Mapping[str, Any]], str], more: bool = False) -> Ask:
    """How a form asks the one who acts for a Talent, beside the `aptitude` that its other values call for."""
    return Ask(HOW, more, when=lambda scene, values: talent_serves(scene, scene.actor, aptitude(scene, values)))


TALENT_INSTEAD = with_talent(lambda _scene, values: values["aptitude"])
AnyTalent = Annotated[str, OneOf(ANY_TALENT), Label(fr="Talent", en="Talent"), TALENT_INSTEAD]


def best_aptitude(scene: Scene[Sheet]) -> str:
    """What the one who acts knows best; "" for nothing."""
    known = scene.me.aptitudes if scene.actor else {}
    return max(known, key=known.__getitem__, default="")


def any_aptitude(scene: Scene[Sheet]) -> dict[str, Name | Text]:
    """The choices of an Aptitude: none, those of the characters present, then the listed ones."""
    known = dict.fromkeys(name for sheet in scene.cast.values() for name in sheet.aptitudes)
    return {"": NONE, **{name: aptitude_name(name) for name in (*known, *APTITUDES)}}


AptitudeName = Annotated[str, AfterValidator(known_as)]
"""DEX-CREATE-09: an Aptitude as it is listed, though it be called « Armes de poing » as on the document's own sheet."""

OwnAptitude = Annotated[
    AptitudeName,
    OneOf(own_or_listed),
    Label(fr="Aptitude", en="Aptitude"),
    Ask(
        WITH, default=best_aptitude, help=Text(fr="Deux dés, un de plus par niveau.", en="Two dice, one more a level.")
    ),
]


class Attempt(Declared):
    """What is attempted: with an Aptitude, a Talent, both or neither, against which Difficulty."""

    aptitude: OwnAptitude = ""
    talent: AnyTalent = ""
    difficulty: Difficulty = 15
    malus: DiceTaken = 0
    open: Annotated[
        bool,
        Label(fr="Jet ouvert", en="Open roll"),
        By(Audience.MJ),
        Ask(WORD_OF_MJ, when=lambda scene, _: not scene.option(OPEN_ROLLS)),
    ] = False

    @property
    def means(self) -> Means:
        return Means(self.aptitude, self.talent, self.difficulty, self.malus, self.open)


def cannot_attempt(scene: Scene[Sheet], do: Attempt | None) -> Note | None:
    return cannot_try(scene, scene.actor, do.means) if do else unable(scene, scene.actor)


@action(
    "deusex.test", Attempt, fr="Faire un Test", en="Make a Test", refuse=cannot_attempt, kind=Kind.CHECK, reacts=always
)
def attempt(scene: Scene[Sheet], do: Attempt, roll: Roll) -> Ended:
    """DEX-TEST-02…09, DEX-RESERVE-03: a Test of any kind, with reserve dice if its owner wishes."""
    who = scene.actor
    bonus = bonus_dice(scene, (who,), roll)[who]
    ready, name = scene.once(ready_attempt, do, bonus), scene.me.name
    spent: tuple[Effect, ...] = (Spend(who, bonus),) if bonus else ()

    def told(result: Standing) -> Ended:
        parts = (part(who, grade(result), margin=result.margin),)
        return Ending(parts, lambda: Outcome(parts, came_out(name, result), spent))

    return roll.then(standing(ready.explained(roll)), told, by=who)


def ready_attempt(scene: Scene[Sheet], do: Attempt, bonus: int) -> ReadyTest:
    """The Test of the one who acts, its explanation begun with the name of the Difficulty."""
    ready = ready_test(scene, scene.actor, do.means, bonus)
    named = difficulty_name(do.difficulty)
    return (
        ready._replace(notes=(BOOK.note("DEX-TEST-07", difficulty=do.difficulty, name=named), *ready.notes))
        if named
        else ready
    )
