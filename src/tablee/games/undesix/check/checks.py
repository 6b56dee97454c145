"""Tests: one die under a characteristic or a skill, and what its margin is worth (Fiche 1, Réussir une action)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from tablee.dice import Roll, d6, rule
from tablee.games.undesix.book import BOOK, CHARACTERISTIC_NAMES, CHARACTERISTICS, MODIFIER
from tablee.games.undesix.check.desperate import desperate_bonus
from tablee.games.undesix.check.destiny import with_destiny
from tablee.games.undesix.check.several_actions import several_terms, too_many_actions
from tablee.games.undesix.experience import learning
from tablee.games.undesix.forms import AtStake, SeveralActions
from tablee.games.undesix.magic.state import asleep, masterless, speaking
from tablee.games.undesix.options import CRITICAL_DOUBLE, ROLL_UNDER, below_zero, naturals
from tablee.games.undesix.play import has_acted, taking_turn
from tablee.games.undesix.sheet import Sheet
from tablee.games.undesix.skills import SKILLS
from tablee.games.undesix.tables import CIRCUMSTANCES, names
from tablee.rules.action import Effect, Kind, Outcome, Scene, action, part
from tablee.rules.fields import Annotated, Ask, Audience, Between, By, Declared, Label, OneOf
from tablee.rules.forms import WITH, WORD_OF_MJ
from tablee.rules.why import Note, Tally, Term
from tablee.text import Name, Text

SUCCESS = BOOK.grade("success")
FAILURE = BOOK.grade("failure")
CRITICAL_SUCCESS = BOOK.grade("critical_success")
CRITICAL_FAILURE = BOOK.grade("critical_failure")

CIRCUMSTANCE = BOOK.term("circumstance")

LEVELS = {
    "just": Text(fr="réussite de justesse", en="just made it"),
    "minor": Text(fr="{success:réussite mineure|échec mineur}", en="minor {success:success|failure}"),
    "major": Text(fr="{success:réussite majeure|échec majeur}", en="major {success:success|failure}"),
    "exceptional": Text(
        fr="{success:réussite exceptionnelle|échec exceptionnel}", en="exceptional {success:success|failure}"
    ),
    "legendary": Text(fr="{success:réussite|échec} légendaire", en="legendary {success:success|failure}"),
}


def level_named(level: str, success: bool) -> Text:
    """UDS-TEST-04: the name of a level of success or failure, such as « échec majeur »."""
    words = LEVELS[level]
    if level == "just" and not success:
        return Text(fr="échec de justesse", en="just missed")
    return Text(words.say("fr", success=success), words.say("en", success=success))


class Check(NamedTuple):
    """How a roll under a target came out."""

    success: bool
    margin: int

    @property
    def level(self) -> str:
        """UDS-TEST-04; a natural success with a negative margin is just made (UDS-TEST-07)."""
        size = max(self.margin, 0) if self.success else -self.margin
        if size == 0:
            return "just"
        return "minor" if size == 1 else "major" if size <= 3 else "exceptional" if size == 4 else "legendary"


def made_it(die: int, target: int, strict: bool, one_succeeds: bool = False, six_fails: bool = False) -> bool:
    """UDS-TEST-01, -07: whether this face makes the target, as the table reads a die."""
    if (die == 1 and one_succeeds) or (die == 6 and six_fails):
        return die == 1
    return die < target if strict else die <= target


@rule
def check(roll: Roll, target: int, strict: bool = False, one_succeeds: bool = False, six_fails: bool = False) -> Check:
    """UDS-TEST-01, -03, -07: equal or under succeeds, the margin is target minus die."""
    die = roll(d6)
    margin = target - die
    success = made_it(die, target, strict, one_succeeds, six_fails)
    if strict and margin == 0:
        roll.note("UDS-TEST-01:strict")
    if success != made_it(die, target, strict):
        roll.note("UDS-TEST-07", die=die, success=success)
    roll.note("UDS-TEST-01", die=die, target=target, success=success, margin=margin)
    return Check(success, margin)


class Confirmed(NamedTuple):
    """A check, and whether a second die made it critical."""

    success: bool
    margin: int
    critical: bool


@rule
def confirmed(roll: Roll, target: int, strict: bool, one_succeeds: bool, six_fails: bool) -> Confirmed:
    """UDS-OPT-01: a 1 or a 6 is rolled again; the same face twice is critical, anything else changes nothing."""
    success, margin = roll(check(target, strict, one_succeeds, six_fails))
    die = target - margin
    if die not in (1, 6):
        return Confirmed(success, margin, False)
    again = roll(d6)
    if again != die:
        roll.note("UDS-OPT-01:unconfirmed", again=again)
        return Confirmed(success, margin, False)
    roll.note("UDS-OPT-01", die=die, success=die == 1)
    return Confirmed(die == 1, margin, True)


def reading(scene: Scene[Sheet], where: str = "test") -> tuple[bool, bool, bool]:
    """How this table reads a die: strictly under or not, and what a 1 and a 6 are worth (UDS-TEST-01, -07)."""
    return scene.option(ROLL_UNDER) == "strict", *naturals(scene, where)


# What people try


def skills_of(scene: Scene[Sheet]) -> dict[str, Name | Text]:
    """UDS-SKILL-02, -04: every skill but those rolled against a CA, and those this table invented for the actor."""
    mine = [key for key in scene.me.skills if ":" not in key] if scene.actor in scene.cast else []
    known = {key: scene.me.skill(key) for key in mine} | SKILLS
    return {key: skill.name for key, skill in known.items() if not skill.formula.less_ca}


def circumstance_terms(named: Iterable[str]) -> tuple[Term, ...]:
    """UDS-TEST-05, -06: a term for each circumstance, but none for the rain that a storm includes."""
    chosen = tuple(dict.fromkeys(named))
    return tuple(
        CIRCUMSTANCE(CIRCUMSTANCES[id].modifier, of=CIRCUMSTANCES[id].name)
        for id in chosen
        if not any(id in CIRCUMSTANCES[other].includes for other in chosen)
    )


class Circumstances(Declared):
    """Parameters of any roll: what helps or hinders by the MJ's word, and how many actions are made this round."""

    circumstances: Annotated[
        tuple[str, ...],
        OneOf(names(CIRCUMSTANCES)),
        Label(fr="Circonstances", en="Circumstances"),
        By(Audience.MJ),
        Ask(WORD_OF_MJ),
    ] = ()
    modifier: Annotated[
        int,
        Between(-99, 99),
        Label(fr="Modificateur", en="Modifier"),
        By(Audience.MJ),
        Ask(WORD_OF_MJ, help=Text(fr="S'ajoute au seuil.", en="Added to the target.")),
    ] = 0
    actions: SeveralActions = 1

    def terms(self, scene: Scene[Sheet]) -> tuple[Term, ...]:
        """What these parameters add to a target, as terms."""
        modifier = (MODIFIER(self.modifier),) if self.modifier else ()
        return (*several_terms(scene, self.actions), *circumstance_terms(self.circumstances), *modifier)


def best_characteristic(scene: Scene[Sheet]) -> str:
    """The highest characteristic of the actor, the first of them where several are equal."""
    return max(CHARACTERISTICS, key=lambda id: scene.me.score(id).amount)


def no_skill(_scene: Scene[Sheet], values: Mapping[str, Any]) -> bool:
    """Whether no skill is chosen: a skill has its own characteristic."""
    return not values.get("skill")


class Tried(Declared):
    """Parameters: a characteristic, or a skill with its own formula."""

    characteristic: Annotated[
        str,
        OneOf(CHARACTERISTIC_NAMES),
        Label(fr="Caractéristique", en="Characteristic"),
        Ask(WITH, when=no_skill, default=best_characteristic),
    ] = ""
    skill: Annotated[
        str,
        OneOf(skills_of),
        Label(fr="Compétence", en="Skill"),
        Ask(WITH, help=Text(fr="Sinon, la caractéristique seule.", en="Otherwise the characteristic alone.")),
    ] = ""
    at_stake: AtStake = False


class Try(Circumstances, Tried):
    """Parameters of a test: what is tried, and in which circumstances."""


def unable(scene: Scene[Sheet], _do: object) -> Note | None:
    """UDS-MAGIC-22: why the actor can do nothing now: out of the fight, or busy with an incantation."""
    if free(scene, scene.actor):
        return None
    return out_of_the_fight(scene, scene.actor) or BOOK.note("UDS-MAGIC-22:busy", who=scene.me.name)


def free(scene: Scene[Sheet], who: str) -> bool:
    """UDS-MAGIC-22: whether a character can act at all: they stand, and are not in the middle of an incantation."""
    return stands(scene, who) and not speaking(scene, who)


def stands(scene: Scene[Sheet], who: str) -> bool:
    """UDS-HEALTH-03, UDS-MAGIC-21, -37, UDS-OPT-06: whether a character still stands, in a fight or elsewhere: not
    the dying, the dead, the spent, sleepers, golems without orders.
    """
    return scene[who].fit(*below_zero(scene)) and not asleep(scene, who) and not masterless(scene, who)


def out_of_the_fight(scene: Scene[Sheet], who: str) -> Note | None:
    """Why a character no longer stands; None if they do."""
    if stands(scene, who):
        return None
    sheet = scene[who]
    return sheet.unable(*below_zero(scene)) or BOOK.note(
        "UDS-MAGIC-37:asleep" if asleep(scene, who) else "UDS-MAGIC-21:masterless", who=sheet.name
    )


def cannot_lend_a_hand(scene: Scene[Sheet], people: Iterable[str]) -> Note | None:
    """UDS-ACTION-14, UDS-MAGIC-36, -37: why the first of these people who cannot act, or have acted, is of no help."""
    for who in people:
        refusal = unable(scene.acting(who), None)
        if refusal is None and has_acted(scene, who):
            refusal = BOOK.note("UDS-ACTION-14:acted", who=scene[who].name)
        if refusal:
            return refusal
    return None


def cannot_try(scene: Scene[Sheet], do: Try | None) -> Note | None:
    refusal = unable(scene, do)
    if refusal or do is None:
        return refusal
    if not (do.characteristic or do.skill):
        return BOOK.note("UDS-TEST-02:nothing")
    if do.skill and scene.me.skill(do.skill).formula.against:
        return BOOK.note("UDS-OPP-03:alone", skill=scene.me.skill_name(do.skill))
    return too_many_actions(scene, do.actions)


def score_terms(sheet: Sheet, characteristic: str, skill: str) -> tuple[Term, ...]:
    """UDS-SKILL-03: the skill's formula if there is one, otherwise the characteristic alone."""
    return sheet.skill_terms(skill) if skill else (sheet.score(characteristic),)


def succeeds(
    scene: Scene[Sheet],
    roll: Roll,
    who: str,
    target: int,
    where: str = "test",
    against: str = "",
    paid: tuple[Effect, ...] = (),
) -> tuple[bool, tuple[Effect, ...]]:
    """Whether `who` rolls this target or under, and the destiny dice spent on it (UDS-OPT-07).

    `where` says which house rules on 1 and 6 hold: `test` or `spell`; `against` is whom a failure would suit; `paid` is
    what this action has spent before.
    """
    question = check(target, *reading(scene, where))

    def throw() -> bool:
        return roll(question, lambda it: it.success, by=who)

    return with_destiny(scene, roll, who, throw, lambda success: not success, against, paid)


class Tested(NamedTuple):
    """A simple roll once nothing can change it any more, and the effects of what was spent on it."""

    result: Confirmed
    effects: tuple[Effect, ...]


def simple_roll(scene: Scene[Sheet], roll: Roll, who: str, target: Tally, at_stake: bool) -> Tested:
    """A test with all that may change it: despair before the die, a second die for criticals, destiny after it."""
    despair, paid = desperate_bonus(scene, roll, who, at_stake)
    target = target.plus(*despair)
    roll.note(target)

    def throw() -> Confirmed:
        if scene.option(CRITICAL_DOUBLE):
            return roll(confirmed(target.total, *reading(scene)), by=who)
        return Confirmed(*roll(check(target.total, *reading(scene)), by=who), critical=False)

    result, passed = with_destiny(scene, roll, who, throw, lambda it: not it.success)
    return Tested(result, (*paid, *passed))


def outcome_of(scene: Scene[Sheet], roll: Roll, who: str, skill: str, done: Tested, *more: Effect) -> Outcome:
    """The outcome of a test by `who`: grade, margin, the line people read, what a success teaches (UDS-XP-01)."""
    success, margin, critical = done.result
    grade = (CRITICAL_SUCCESS if critical else SUCCESS) if success else (CRITICAL_FAILURE if critical else FAILURE)
    level = grade.label if critical else level_named(Check(success, margin).level, success)
    if not critical:
        roll.note("UDS-TEST-04", margin=margin, level=level)
    learnt = learning(scene, roll, who, skill) if success and skill else ()
    headline = BOOK.note("UDS-TEST-03", who=scene[who].name, level=level, margin=margin)
    return Outcome((part(who, grade, margin=margin),), headline, (*more, *done.effects, *learnt))


@action(
    "undesix.test",
    Try,
    fr="Tenter",
    en="Try",
    refuse=cannot_try,
    kind=Kind.CHECK,
    reacts=lambda do: not do.skill,  # UDS-TIME-02: a skill takes six seconds
)
def try_it(scene: Scene[Sheet], do: Try, roll: Roll) -> Outcome:
    """UDS-TEST-01…07, UDS-TIME-02, UDS-ACTION-01: roll equal to the target or under."""
    target = BOOK.sum("UDS-TEST-02", *score_terms(scene.me, do.characteristic, do.skill), *do.terms(scene))
    done = simple_roll(scene, roll, scene.actor, target, do.at_stake)
    return outcome_of(scene, roll, scene.actor, do.skill, done, *taking_turn(scene, do.actions))
