"""The actions test, open test and oppose (Fiche 2)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from typing import Any

from pydantic import model_validator

from tablee.dice import Roll
from tablee.errors import BadNotation
from tablee.games.cle_en_main.atouts import POWERS, per_helper
from tablee.games.cle_en_main.book import BOOK
from tablee.games.cle_en_main.check import checks
from tablee.games.cle_en_main.check.checks import Side, attempt, degree, near_difficulty
from tablee.games.cle_en_main.check.cooperation import Mate, Team
from tablee.games.cle_en_main.check.fields import (
    MJ,
    MJ_SAYS,
    Anyway,
    ExtraDie,
    HeroicTest,
    Modifier,
    Staked,
    Task,
    other_living,
)
from tablee.games.cle_en_main.check.heroism import Purse
from tablee.games.cle_en_main.check.notation import read_notation
from tablee.games.cle_en_main.check.oppositions import opposed, team_contest
from tablee.games.cle_en_main.check.primes import Declaration, Guarded, defence_terms
from tablee.games.cle_en_main.check.retries import cannot_retry, chance_of, remembered
from tablee.games.cle_en_main.check.side import (
    band,
    band_against,
    best_item,
    elevens,
    near_costs,
    pay,
    side,
    skill_names,
    skill_terms,
    total_of,
    with_extra_die,
)
from tablee.games.cle_en_main.check.stakes import lasting, staked, wrong_stakes
from tablee.games.cle_en_main.check.teams import (
    HELPED,
    MaybeHelpers,
    bold_ones,
    cannot_join,
    leading,
    own_marks,
    passed,
    team_of,
)
from tablee.games.cle_en_main.check.throws import DiceResult, plain_dice
from tablee.games.cle_en_main.forms import OPPOSITE
from tablee.games.cle_en_main.options import OPPOSITION_AUTO
from tablee.games.cle_en_main.sheet import EXTRA_DIE, HEROIC_ATOUT, Item, Sheet
from tablee.games.cle_en_main.tables import SKILLS, skill_line, skill_name, split
from tablee.rules.action import TO_WIN, Effect, Grade, Kind, Outcome, Scene, action, always, part
from tablee.rules.cast import nobody_left
from tablee.rules.data.tables import names
from tablee.rules.fields import Annotated, Ask, Between, Declared, Label, OneOf
from tablee.rules.forms import HOW, WHOM
from tablee.rules.why import Note, Tally, Term
from tablee.text import Name, Text

SUCCESS = BOOK.grade("success")
FAILURE = BOOK.grade("failure")
WINS = BOOK.grade("wins")
LOSES = BOOK.grade("loses")
DRAW = BOOK.grade("draw")
DEGREE_GRADES = tuple(
    Grade(f"degree_{step}", Text(fr=f"degré {step}", en=f"degree {step}"), step > 0, step) for step in range(5)
)
SITUATIONS = {
    "": Text(fr="ordinaire", en="ordinary"),
    "sight": Text(fr="à la vue", en="by sight"),
    "pressure": Text(fr="sous pression", en="under pressure"),
}

AnySkill = OneOf(names(SKILLS))


def best_skill(scene: Scene[Sheet]) -> str:
    """The skill that the one who acts is best at."""
    return max(skill_names(scene), key=scene.me.skill)


SkillLine = Annotated[str, OneOf(skill_names), Label(fr="Compétence", en="Skill"), Ask(HOW, default=best_skill)]


class SkillUse(Declared):
    """Which skill is used, in which situation, with what help."""

    skill: SkillLine
    instead_of: Annotated[str, AnySkill, Label(fr="À la place de", en="Instead of"), MJ, MJ_SAYS] = ""
    situation: Annotated[
        str,
        OneOf(SITUATIONS),
        Label(fr="Situation", en="Situation"),
        Ask(
            HOW,
            more=True,
            help=Text(fr="Certains atouts n'aident qu'alors.", en="Some atouts help only then."),
        ),
    ] = ""
    all_items: Annotated[bool, Label(fr="Tout l'équipement utile sert", en="All useful items serve"), MJ, MJ_SAYS] = (
        False
    )
    heroic: ExtraDie = False
    atout: HeroicTest = ""


class SkillTest(Staked, SkillUse):
    """The fields of every test of a skill: the skill, primes and penalties, a modifier."""

    modifier: Modifier = 0


def cannot_roll(scene: Scene[Sheet], do: SkillTest | None) -> Note | None:
    """CEM-PRIME-01, -03, CEM-HERO-03, -05, -08: why a test may not be made as declared; a refusal costs nothing."""
    me = scene.me
    if not me.able:
        return BOOK.note("CEM-TURN-05:attack", who=me.name)
    if do is None:
        return None
    refused = wrong_stakes(scene, do, "defence" if split(do.skill)[0] == "defence" else "other")
    if refused:
        return refused
    player = next((who for who in do.auto11 if scene[who].pj), None)
    if player:
        return BOOK.note("CEM-AUTO11-01:npcs", who=scene[player].name)
    purse = Purse(scene)
    if do.atout:
        if POWERS[do.atout].test_skill != split(do.skill)[0]:
            return BOOK.note("CEM-ATOUT-01", atout=POWERS[do.atout].name)
        refused = purse.refusal(scene.actor, HEROIC_ATOUT)
        if refused:
            return refused
        purse.pay(scene.actor, HEROIC_ATOUT)
    return purse.refusal(scene.actor, EXTRA_DIE) if do.heroic else None


def paid_in_advance(scene: Scene[Sheet], do: SkillTest) -> Purse:
    """CEM-HERO-03, -05: the heroism that is paid before the dice fall: the extra die, the effect of an atout."""
    purse = Purse(scene)
    if do.heroic:
        purse.pay(scene.actor, EXTRA_DIE)
    if do.atout:
        purse.pay(scene.actor, HEROIC_ATOUT)
    return purse


def serving(sheet: Sheet, do: SkillTest) -> tuple[Item, ...]:
    """CEM-EQUIP-01: the items that help with a test: the best one, or all if the MJ says so."""
    return sheet.items(do.skill) if do.all_items else best_item(sheet, do.skill)


def bonus_of(
    scene: Scene[Sheet], do: SkillTest, made: Declaration, circumstances: int = 0, near: bool = False
) -> Tally:
    """CEM-MOD-01, CEM-NPC-09: what is added to the dice of the one who acts; figurants act as a group."""
    me = scene.me
    terms = skill_terms(me, do.skill, do.situation, serving(me, do), scene.play.round)
    terms += pending_on(me, do.skill)
    return total_of("CEM-MOD-01", [*terms, *band(me), *made.terms()], circumstances, do.modifier, near)


def pending_on(sheet: Sheet, skill: str) -> list[Term]:
    """CEM-PRIME-07, CEM-PEN-03: Prudences and Dangers that count in a test of this skill, if it is Défense."""
    return defence_terms(sheet.caution, sheet.danger) if split(skill)[0] == "defence" else []


def pending_used(scene: Scene[Sheet], tested: Mapping[str, str]) -> list[Effect]:
    """CEM-PRIME-07, CEM-PEN-03: uses up one Prudence and one Danger of each who tested Défense (skill by person)."""
    return [Guarded(who) for who, skill in tested.items() if pending_on(scene[who], skill)]


def as_written(given: Any, kind: str, other: str) -> Any:
    """CEM-TEST-05, CEM-OPP-03: a test or an opposition (`kind`) whose skill is given as the Fiches write it, with what
    stands after the slash in the field `other`; anything else as it was given.
    """
    told = given.get("skill") if isinstance(given, Mapping) else None
    try:
        written = read_notation(told) if isinstance(told, str) else None
    except BadNotation:
        return given
    if written is None or written.kind != kind or not skill_line(written.skill):
        return given
    after = written.difficulty if kind == "test" else skill_line(written.passive)
    return {**given, "skill": skill_line(written.skill), other: after}


class DifficultyTest(SkillTest):
    """A test against a difficulty; the name of the task tells one matter from another (CEM-TEST-03)."""

    difficulty: Annotated[int, Between(0, 100), Label(fr="Difficulté", en="Difficulty"), MJ, MJ_SAYS] = 15
    anyway: Anyway = False
    task: Task = ""

    @model_validator(mode="before")
    @classmethod
    def _as_written(cls, given: Any) -> Any:
        return as_written(given, "test", "difficulty")


def cannot_test(scene: Scene[Sheet], do: DifficultyTest | None) -> Note | None:
    """CEM-TEST-03, CEM-ATTACK-02: refuses another try whose chances are not better, except in a fight."""
    refused = cannot_roll(scene, do)
    if refused or do is None:
        return refused
    return cannot_retry(scene, (scene.actor,), do.task, partial(test_chance, scene, do))


def test_chance(scene: Scene[Sheet], do: DifficultyTest) -> Fraction:
    """CEM-TEST-03: the chance of success of a test as declared."""
    dice = side(
        Purse(scene), scene.actor, 0, do.skill, do.heroic, elevens(scene, do)(scene.actor), 1 if do.atout else 0
    ).dice
    return chance_of(bonus_of(scene, do, staked(scene, do)).total, test_difficulty(scene, do), dice)


def test_difficulty(scene: Scene[Sheet], do: DifficultyTest) -> int:
    """CEM-NEAR-01: the difficulty declared, 5 more if a near skill is used."""
    return near_difficulty(do.difficulty, near_costs(scene.me, do.skill, do.instead_of))


@action("cle-en-main.test", DifficultyTest, fr="Tenter", en="Try", refuse=cannot_test, kind=Kind.CHECK, reacts=always)
def test(scene: Scene[Sheet], do: DifficultyTest, roll: Roll) -> Outcome:
    """CEM-TEST-01…05, CEM-NEAR-01, CEM-HERO-03, -04: a test against a difficulty; a failure is remembered."""
    made, purse = staked(scene, do), paid_in_advance(scene, do)
    bonus, difficulty = bonus_of(scene, do, made), test_difficulty(scene, do)
    roll.note(bonus)
    if difficulty != do.difficulty:
        roll.note("CEM-NEAR-01", before=do.difficulty, after=difficulty)
    fixed, dice = elevens(scene, do)(scene.actor), 1 if do.atout else 0
    one = side(purse, scene.actor, bonus.total, do.skill, do.heroic, fixed, dice)
    success, paid = roll(attempt(one._replace(anyway=do.anyway), difficulty))
    pay(purse, scene.actor, paid)
    effects = [*pending_used(scene, {scene.actor: do.skill}), *lasting(scene, roll, made, success)]
    chance = partial(chance_of, bonus.total, difficulty, one.dice)
    effects += remembered(scene, (scene.actor,), do.task, chance, success, do.skill)
    headline = BOOK.note(
        "CEM-TEST-01:headline",
        who=scene.me.name,
        success=success,
        skill=skill_names(scene)[do.skill],
        difficulty=difficulty,
    )
    return Outcome((part(scene.actor, SUCCESS if success else FAILURE),), headline, (*purse.spent, *effects))


def open_result(roll: Roll, one: Side) -> int:
    """CEM-OPEN-02: the total of an open test; an automatic result means nothing here."""

    def read(thrown: DiceResult) -> int:
        if thrown.auto:
            roll.note("CEM-OPEN-02")
        return thrown.dice + one.bonus

    return roll(plain_dice(one.dice), read, by=one.who)


@action(
    "cle-en-main.open-test",
    SkillTest,
    fr="Test ouvert",
    en="Open test",
    refuse=cannot_roll,
    kind=Kind.CHECK,
    reacts=always,
)
def open_test(scene: Scene[Sheet], do: SkillTest, roll: Roll) -> Outcome:
    """CEM-OPEN-01, -02, CEM-NEAR-02: an open test: its total gives a degree, one per threshold reached."""
    made, purse = staked(scene, do), paid_in_advance(scene, do)
    bonus = bonus_of(scene, do, made, near=near_costs(scene.me, do.skill, do.instead_of))
    roll.note(bonus)
    one = side(
        purse, scene.actor, bonus.total, do.skill, do.heroic, elevens(scene, do)(scene.actor), 1 if do.atout else 0
    )
    total = open_result(roll, one)
    while degree(total) < len(checks.DEGREES) and (more := checks.again(roll, one)):
        one = one.redone(more)
        pay(purse, scene.actor, more)
        total = open_result(roll, one)
    reached = degree(total)
    roll.note("CEM-OPEN-01:degree", total=total, degree=reached)
    effects = [*pending_used(scene, {scene.actor: do.skill}), *lasting(scene, roll, made, reached > 0)]
    headline = BOOK.note(
        "CEM-OPEN-01", who=scene.me.name, total=total, skill=skill_names(scene)[do.skill], degree=reached
    )
    return Outcome((part(scene.actor, DEGREE_GRADES[reached]),), headline, (*purse.spent, *effects))


def any_line(scene: Scene[Sheet]) -> dict[str, Name | Text]:
    """Every unspecialised skill, and every specialisation on a sheet of the scene, by name."""
    lines = {line: skill_name(line) for sheet in scene.cast.values() for line in sheet.skills}
    return names(SKILLS) | lines


class Oppose(SkillTest):
    """One skill against another, and the circumstances and modifiers of each side."""

    target: Annotated[str, OneOf(other_living), Label(fr="Adversaire", en="Opponent"), Ask(WHOM)]
    helpers: MaybeHelpers = ()
    their_helpers: Annotated[
        tuple[str, ...],
        OneOf(other_living),
        Label(fr="Avec l'adversaire", en="With the opponent"),
        Ask(OPPOSITE, more=True),
    ] = ()
    theirs: Annotated[
        str,
        OneOf(any_line),
        Label(fr="Sa compétence", en="Their skill"),
        Ask(OPPOSITE, help=Text(fr="La même, si rien n'est dit.", en="The same one, unless told.")),
    ] = ""
    circumstances: Annotated[
        int, Between(0, 10), Label(fr="Circonstances favorables", en="Circumstances in favour"), MJ, MJ_SAYS
    ] = 0
    their_circumstances: Annotated[
        int, Between(0, 10), Label(fr="Circonstances contraires", en="Circumstances against"), MJ, Ask(OPPOSITE)
    ] = 0
    their_modifier: Annotated[
        int, Between(-20, 20), Label(fr="Modificateur en face", en="Their modifier"), MJ, Ask(OPPOSITE)
    ] = 0
    both_active: Annotated[
        bool,
        Label(fr="Les deux agissent", en="Both are active"),
        MJ,
        Ask(OPPOSITE, help=Text(fr="À égalité parfaite, match nul.", en="A full tie is a draw.")),
    ] = False
    their_instead_of: Annotated[
        str, AnySkill, Label(fr="La sienne à la place de", en="Theirs instead of"), MJ, Ask(OPPOSITE)
    ] = ""
    anyway: Anyway = False

    @model_validator(mode="before")
    @classmethod
    def _as_written(cls, given: Any) -> Any:
        return as_written(given, "opposition", "theirs")


def opposes_nothing(scene: Scene[Sheet], who: str) -> Note | None:
    """CEM-TURN-04, CEM-OPP-01: refuses an adversary who is dead or unconscious."""
    return BOOK.note("CEM-TURN-05:attack", who=scene[who].name) if scene[who].eliminated else None


def cannot_oppose(scene: Scene[Sheet], do: Oppose | None) -> Note | None:
    """CEM-OPP-01, CEM-COOP-03, -04: why an opposition is refused: as any test, for want of an adversary, or for those
    who would help.
    """
    refused = cannot_roll(scene, do)
    if refused or do is None:
        return refused or nobody_left(scene, opposes_nothing, other_living, BOOK.note("CEM-OPP-01:nobody"))
    if refused := opposes_nothing(scene, do.target):
        return refused
    camps = team_of(scene, do.helpers), team_of(scene.acting(do.target), do.their_helpers)
    if set(camps[0]) & set(camps[1]):
        return BOOK.note("CEM-COOP-01:sides")
    if do.atout and do.helpers:
        return BOOK.note("CEM-ATOUT-01", atout=POWERS[do.atout].name)
    return cannot_join(scene, do.helpers, do.skill) or cannot_join(scene, do.their_helpers, do.theirs or do.skill)


@action(
    "cle-en-main.oppose", Oppose, fr="S'opposer", en="Oppose", refuse=cannot_oppose, kind=Kind.CHECK, success=TO_WIN
)
def oppose(scene: Scene[Sheet], do: Oppose, roll: Roll) -> Outcome:
    """CEM-OPP-01…04, CEM-MOD-01, -02, CEM-NEAR-02, CEM-HERO-03, -04: an opposition of two skills."""
    made, purse, foe = staked(scene, do), paid_in_advance(scene, do), scene[do.target]
    their_skill = do.theirs or do.skill
    mine = bonus_of(scene, do, made, do.circumstances, near_costs(scene.me, do.skill, do.instead_of))
    terms = skill_terms(foe, their_skill, do.situation, round=scene.play.round)
    terms += [*pending_on(foe, their_skill), *band_against(foe, their_skill)]
    near = near_costs(foe, their_skill, do.their_instead_of)
    theirs = total_of("CEM-MOD-02", terms, do.their_circumstances, do.their_modifier, near)
    roll.note(mine)
    roll.note(theirs)
    social = [split(skill)[0] in ("eloquence", "authority") for skill in (do.skill, their_skill)]
    fixed, dice = elevens(scene, do)(scene.actor), 1 if do.atout else 0
    a = side(purse, scene.actor, mine.total, do.skill, do.heroic, fixed, dice, social[0])
    b = side(purse, do.target, theirs.total, their_skill, fixed=elevens(scene, do)(do.target), social=social[1])
    a, b = a._replace(anyway=do.anyway), b._replace(anyway=do.anyway)
    active = "both" if do.both_active else "a"
    tested = {scene.actor: do.skill, do.target: their_skill}
    if do.helpers or do.their_helpers:
        tested |= dict.fromkeys(do.helpers, do.skill) | dict.fromkeys(do.their_helpers, their_skill)
        winner = opposed_together(scene, do, purse, roll, a, b, active)
    else:
        winner = opposed(purse, roll, a, b, active)
    won = winner == "a"
    effects = [*pending_used(scene, tested), *lasting(scene, roll, made, won)]
    if winner == "draw":
        headline = BOOK.note("CEM-OPP-02:draw", who=scene.me.name, target=foe.name)
    else:
        named = {"mine": SKILLS[split(do.skill)[0]].name, "theirs": SKILLS[split(their_skill)[0]].name}
        headline = BOOK.note("CEM-OPP-03", who=scene.me.name, target=foe.name, won=won, **named)
    grades: Mapping[str, Grade] = {"a": WINS, "b": LOSES, "draw": DRAW}
    helped = team_of(scene, (*do.helpers, *do.their_helpers))[1:]
    parts = (part(scene.actor, grades[winner]), *(part(who, HELPED) for who in helped))
    return Outcome(parts, headline, (*purse.spent, *effects, *passed(own_marks(scene, helped))))


def opposed_together(scene: Scene[Sheet], do: Oppose, purse: Purse, roll: Roll, a: Side, b: Side, active: str) -> str:
    """CEM-COOP-01…05, CEM-OPP-01…04: an opposition where others help the one who acts, or the opponent; its winner."""
    helpers = (*do.helpers, *do.their_helpers)
    bold = bold_ones(purse, roll, helpers, elevens(scene, do))
    b = with_extra_die(roll, purse, b)

    def mates(first: Side, skill: str, others: tuple[str, ...], stakes: Staked) -> Team:
        sheet = scene[first.who]
        own = leading(sheet, skill, do.situation) if others else 0  # CEM-COOP-04: added only if they lead
        leader = Mate(first._replace(bonus=first.bonus - own), own, per_helper(sheet), name=sheet.name)
        return (leader, *(_helper(scene, do, who, skill, stakes, purse, roll, bold) for who in others))

    mine = mates(a, do.skill, team_of(scene, do.helpers)[1:], do)
    theirs = mates(b, do.theirs or do.skill, tuple(dict.fromkeys(do.their_helpers)), Staked())
    met = roll(team_contest(mine, theirs, active, scene.option(OPPOSITION_AUTO)))
    for who, bought in met.paid:
        pay(purse, who, bought)
    return met.winner


def _helper(
    scene: Scene[Sheet], do: Oppose, who: str, skill: str, stakes: Staked, purse: Purse, roll: Roll, bold: set[str]
) -> Mate:
    """CEM-COOP-02, CEM-PEN-01, CEM-NPC-09: a character who helps in an opposition: their own numbers, with the primes
    chosen for the team.
    """
    sheet = scene[who]
    terms = skill_terms(sheet, skill, do.situation, round=scene.play.round, alone=False)
    terms += [
        *pending_on(sheet, skill),
        *band(sheet),
        *staked(scene.acting(who), stakes.with_changes(moving=False)).terms(),
    ]
    tally = total_of("CEM-COOP-01:whose", terms)
    roll.note(tally.named(sheet.name))
    one = side(purse, who, tally.total, skill, who in bold, elevens(scene, do)(who))
    return Mate(one, leading(sheet, skill, do.situation), per_helper(sheet), name=sheet.name)
