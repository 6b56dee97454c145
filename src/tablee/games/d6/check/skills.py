"""What a character rolls: skills (base and level), specialities, and what wounds, fatigue and fear take away."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from tablee.dice import Roll
from tablee.games.d6.bases import average, base_from_sum, sum_of, weights, written
from tablee.games.d6.book import BOOK
from tablee.games.d6.codes import NOTHING, DieCode, total, with_code
from tablee.games.d6.health import malus
from tablee.games.d6.lists.contents import COURAGE, TAKING, Lists, SkillKind
from tablee.games.d6.options import BASE_PIPS, DERIVED_UNIT, SPEC_STACKING
from tablee.games.d6.play import lists_of
from tablee.games.d6.sheet import Sheet
from tablee.rules.action import Scene
from tablee.rules.data.tables import names
from tablee.rules.fields import Annotated, Ask, Label, OneOf
from tablee.rules.forms import WHOM, WITH
from tablee.rules.why import Note, Tally, Term, TermLabel
from tablee.text import Name, Text

BASE = BOOK.term("base")
LEVEL = BOOK.term("level")
CHARACTERISTIC = BOOK.term("characteristic")
DERIVED = BOOK.term("derived")
SPECIALITY = BOOK.term("speciality")
WOUNDS = BOOK.term("wounds")
FATIGUE = BOOK.term("fatigue")
FEAR = BOOK.term("fear")
DEFENCES = BOOK.term("defences")


def may_use(kind: SkillKind, bought: bool = False, granted: bool = False) -> bool:
    """D6-SKILL-01…04: common skills are everyone's, reserved ones and crafts are bought, the rest the MJ grants."""
    return granted if kind == "extraordinary" else bought or kind == "common"


def counted(levels: Mapping[str, int], used: Sequence[str], stacking: str = "best") -> list[str]:
    """D6-SPEC-04, -07: of the specialities used, those that add dice: the best one, or all of them at some tables."""
    return list(used) if stacking == "sum" or not used else [max(used, key=lambda name: levels[name])]


def sum_for(scene: Scene[Sheet], who: str, skill: str) -> int:
    """D6-BASE-02: what the formula of a skill comes to."""
    formula = lists_of(scene).skills[skill].formula
    codes = {key: scene[who].characteristic(key) for key, _ in weights(formula)}
    return sum_of(formula, codes, scene.option(BASE_PIPS) == "carry")


def derived_of(scene: Scene[Sheet], who: str, value: str) -> DieCode:
    """D6-DERIVED-01, -03: Courage and the two encaissements, as means (`bases.py`) of what `lists.toml` says."""
    codes = [scene[who].characteristic(key) for key in lists_of(scene).derived[value].mean]
    return average(codes, scene.option(DERIVED_UNIT) == "dice")


class ExplainedCode(NamedTuple):
    """A code to roll: the sum of pips that makes it, and what its terms come from."""

    sum: Tally
    why: tuple[Note, ...] = ()

    @property
    def code(self) -> DieCode:
        return DieCode(self.sum.total)

    def noted(self, roll: Roll) -> DieCode:
        """The code, once its sum and every step of `why` are in the explanation."""
        for item in (self.sum, *self.why):
            roll.note(item)
        return self.code

    def more(self, *terms: Term) -> ExplainedCode:
        """This code with more terms, in pips."""
        return self._replace(sum=self.sum.plus(*terms))

    def less(self, cause: TermLabel, dice: int) -> ExplainedCode:
        """D6-CODE-04: this code without so many dice; what is left below one die goes with them."""
        taken = self.code.rank - self.code.less(dice).rank
        return self.more(-cause(taken)) if taken else self


def full_code(scene: Scene[Sheet], who: str, what: str) -> ExplainedCode:
    """D6-TEST-05: a skill's score, which is base plus level (D6-BASE-01, D6-SCORE-01, D6-LEVEL-01), a characteristic or
    a secondary value (D6-DERIVED-01), before anything adds or takes away.
    """
    lists, sheet = lists_of(scene), scene[who]
    named = lists.name_of(what)
    if what in lists.skills:
        value, level, skill = sum_for(scene, who, what), sheet.levels.get(what, NOTHING), lists.skills[what]
        base = base_from_sum(value)
        formula = BOOK.note(
            "D6-BASE-01:base", base=str(base), formula=written(skill.formula), sum=value, ours=skill.ours
        )
        return ExplainedCode(BOOK.sum("D6-SCORE-01:code", BASE(base.rank), LEVEL(level.rank)).named(named), (formula,))
    if what in lists.derived:
        code, keys = derived_of(scene, who, what), lists.derived[what].mean
        of = tuple(with_code(lists.characteristics[key].name, sheet.characteristic(key)) for key in keys)
        added = total((sheet.characteristic(key) for key in keys), scene.option(DERIVED_UNIT) == "dice")
        up, down = code.rank * len(keys) > added.rank, code.rank * len(keys) < added.rank
        return ExplainedCode(
            BOOK.sum("D6-DERIVED-01", DERIVED(code.rank, of=named)).named(named),
            (BOOK.note("D6-DERIVED-03:of", of=of, up=up, down=down),),
        )
    made = ExplainedCode(
        BOOK.sum("D6-TEST-05:code", CHARACTERISTIC(sheet.characteristic(what).rank, of=named)).named(named)
    )
    listed = lists.characteristics.get(what)
    if listed and (listed.ours or listed.name_ours):
        return made._replace(why=(BOOK.note("D6-CHAR-01:ours", what=named, named=not listed.ours),))
    return made


def weakened(scene: Scene[Sheet], who: str, made: ExplainedCode, spared: bool = False) -> ExplainedCode:
    """D6-COMBAT-05…07: less what wounds and fatigue take (unless spared), and fear."""
    sheet = scene[who]
    if not spared:
        by_wounds = malus(sheet.wounds)
        made = made.less(WOUNDS, by_wounds).less(FATIGUE, sheet.malus - by_wounds)
    return made.less(FEAR, 1) if sheet.fear else made


def code_for(
    scene: Scene[Sheet], who: str, what: str, specialities: Sequence[str] = (), pressed: int = 0
) -> ExplainedCode:
    """D6-SPEC-04, D6-COMBAT-05…07: what `who` rolls for this: the full code, specialities that apply, then everything
    that takes dice away: nothing from the encaissements, from Courage fear alone.

    `pressed` is how often they have defended this round already (D6-COMBAT-02).
    """
    made = full_code(scene, who, what)
    for name in counted(scene[who].specialities, specialities, scene.option(SPEC_STACKING)):
        made = made.more(SPECIALITY(3 * scene[who].specialities[name], of=lists_of(scene).called(name)))
    if what in TAKING:
        return made
    return weakened(scene, who, made, spared=what == COURAGE).less(DEFENCES, pressed)


def owns(scene: Scene[Sheet], who: str, skill: str) -> bool:
    """D6-SKILL-01…04: whether a character may use a skill."""
    paid = scene[who].owned.get(skill)
    return may_use(lists_of(scene).skills[skill].kind, bought=paid is not None, granted=paid == "mj")


def characteristics_in(lists: Lists, what: str) -> tuple[str, ...]:
    """The characteristics that a skill or a secondary value is made of."""
    if what in lists.skills:
        return tuple(key for key, _ in weights(lists.skills[what].formula))
    return lists.derived[what].mean if what in lists.derived else ()


def cannot_roll(scene: Scene[Sheet], who: str, what: str, specialities: Sequence[str] = ()) -> Note | None:
    """D6-SKILL-01…04, D6-BASE-03, D6-CODE-04: why this roll is impossible, if so."""
    if no := cannot_ever_roll(scene, who, what, specialities):
        return no
    if not code_for(scene, who, what, specialities).code.dice:
        return BOOK.note("D6-CODE-04", who=scene[who].name, what=lists_of(scene).name_of(what))
    return None


def cannot_ever_roll(scene: Scene[Sheet], who: str, what: str, specialities: Sequence[str] = ()) -> Note | None:
    """D6-SKILL-01…04, D6-BASE-03: why a character can never make this roll, even unhurt; None if they can."""
    lists, sheet = lists_of(scene), scene[who]
    if what not in lists.skills and what not in lists.derived and what not in sheet.characteristics:
        return BOOK.note("D6-CHAR-01", what=what)
    named = lists.name_of(what)
    for key in characteristics_in(lists, what):
        if key not in sheet.characteristics:
            return BOOK.note("D6-BASE-01", who=sheet.name, key=lists.name_of(key), what=named)
    if what in lists.skills and sum_for(scene, who, what) < 1:
        return BOOK.note("D6-BASE-03", who=sheet.name, what=named)
    if what in lists.skills and not owns(scene, who, what):
        refusal = {"reserved": "D6-SKILL-02", "craft": "D6-SKILL-04"}.get(lists.skills[what].kind, "D6-SKILL-03")
        return BOOK.note(refusal, who=sheet.name, what=named)
    for name in specialities:
        if name not in sheet.specialities:
            return BOOK.note("D6-SPEC-01", who=sheet.name, speciality=name, known=tuple(sheet.specialities))
    if specialities and what not in lists.skills:
        return BOOK.note("D6-SPEC-07", what=named)
    return None


def cannot_roll_any(scene: Scene[Sheet], skills: Iterable[str]) -> Note | None:
    """Why the actor can roll none of these skills, not even with their specialities; None if they can roll one."""
    refusals = [cannot_roll(scene, scene.actor, skill, tuple(scene.me.specialities)) for skill in skills]
    return refusals[0] if refusals and all(refusals) else None


def every_capacity(scene: Scene[Sheet]) -> dict[str, Text | Name]:
    """The characteristics, the secondary values and the skills of the table's lists."""
    lists = lists_of(scene)
    return names(lists.characteristics | lists.derived) | names(lists.skills)


def my_capacities(scene: Scene[Sheet]) -> dict[str, Text | Name]:
    """What the one who acts may roll: characteristics, secondary values, the skills they have."""
    return names(lists_of(scene).characteristics | lists_of(scene).derived) | my_skills(scene) if scene.actor else {}


def my_skills(scene: Scene[Sheet]) -> dict[str, Text | Name]:
    """The skills that the one who acts may use."""
    return scene.once(_skills_of_actor)


def _skills_of_actor(scene: Scene[Sheet]) -> dict[str, Text | Name]:
    return {id: skill.name for id, skill in lists_of(scene).skills.items() if owns(scene, scene.actor, id)}


def best_capacity(scene: Scene[Sheet]) -> str | None:
    """The skill that the one who acts rolls best, or a characteristic; None if they can roll nothing."""
    can = [what for what in my_capacities(scene) if cannot_roll(scene, scene.actor, what) is None]
    skilled = [what for what in can if what in lists_of(scene).skills]
    return max(skilled or can, key=lambda what: code_for(scene, scene.actor, what).code, default=None)


def my_specialities(scene: Scene[Sheet]) -> dict[str, Text | Name]:
    return {name: lists_of(scene).called(name) for name in scene.me.specialities} if scene.actor else {}


def specialities_of_others(scene: Scene[Sheet]) -> dict[str, Text | Name]:
    """The specialities of everybody but the actor: an opponent may use one too."""
    theirs = [name for who, sheet in scene.cast.items() if who != scene.actor for name in sheet.specialities]
    return {name: lists_of(scene).called(name) for name in theirs}


def mine_may_help(scene: Scene[Sheet], values: Mapping[str, object]) -> bool:
    """Whether the actor has specialities, and rolls a skill: they help nothing else (D6-SPEC-07)."""
    what = values.get("what")
    return bool(scene.me.specialities) and (what is None or what in lists_of(scene).skills)


def _theirs_may_help(scene: Scene[Sheet], values: Mapping[str, object]) -> bool:
    """Whether the opponent chosen has specialities, and rolls a skill."""
    target, what = str(values.get("target") or ""), values.get("theirs") or values.get("what")
    known = scene.cast[target].specialities if target in scene.cast else {}
    return bool(known) and (what is None or what in lists_of(scene).skills)


HELPS = Text(
    fr="Celles qui servent ici : la meilleure ajoute ses dés.", en="Those of use here: the best adds its dice."
)
Specialities = Annotated[
    tuple[str, ...],
    OneOf(my_specialities),
    Label(fr="Spécialités", en="Specialities"),
    Ask(WITH, when=mine_may_help, help=HELPS),
]
"""A field: the specialities of the one who acts that serve here (D6-SPEC-04)."""
TheirSpecialities = Annotated[
    tuple[str, ...],
    OneOf(specialities_of_others),
    Label(fr="Ses spécialités", en="Their specialities"),
    Ask(WHOM, more=True, when=_theirs_may_help, help=HELPS),
]
"""A field: the specialities of the opponent that serve here."""
