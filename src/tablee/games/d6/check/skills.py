"""What a character rolls: skills (base and level), specialities, and what wounds, fatigue and fear take away."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tablee.dice import Roll
from tablee.games.d6.bases import average, base_from_sum, sum_of, weights
from tablee.games.d6.book import BOOK
from tablee.games.d6.codes import NOTHING, DieCode, total
from tablee.games.d6.lists.contents import COURAGE, TAKING, Kind, Lists
from tablee.games.d6.options import BASE_PIPS, DERIVED_UNIT, SPEC_STACKING
from tablee.games.d6.play import lists_of
from tablee.games.d6.sheet import Sheet
from tablee.rules.action import Scene
from tablee.rules.tables import names
from tablee.rules.why import Note
from tablee.text import Name, Text

SCORE = BOOK.saying(
    "D6-SCORE-01", fr="{what} {code} = base {base} + niveau {level}", en="{what} {code} = base {base} + level {level}"
)
BASE = BOOK.saying(
    "D6-BASE-01",
    key="base",
    fr="Base {base} : {formula} = {sum}{ours:, formule proposée par Tablée|}",
    en="Base {base}: {formula} = {sum}{ours:, a formula proposed by Tablée|}",
)
BARE = BOOK.saying(
    "D6-TEST-05",
    fr="{what} {code}{ours:, caractéristique proposée par Tablée|}{named:, nom proposé par Tablée|}",
    en="{what} {code}{ours:, a characteristic proposed by Tablée|}{named:, a name proposed by Tablée|}",
)
MEAN = BOOK.saying(
    "D6-DERIVED-03",
    fr="{what} {code}, moyenne de {of}{up:, arrondie au supérieur|}{down:, arrondie à l'inférieur|}",
    en="{what} {code}, the mean of {of}{up:, rounded up|}{down:, rounded down|}",
)
SPECIALITY = BOOK.saying(
    "D6-SPEC-04",
    fr="Spécialité {names} : +{dice}D, soit {code}",
    en="Speciality {names}: +{dice}D, making {code}",
)
WEAKENED = BOOK.saying(
    "D6-COMBAT-05",
    key="malus",
    fr="Blessures {wounds}, fatigue {fatigue} : −{dice}D, reste {code}",
    en="Wounds {wounds}, fatigue {fatigue}: −{dice}D, leaving {code}",
)
AFRAID = BOOK.saying("D6-COMBAT-07", key="malus", fr="Peur : −1D, reste {code}", en="Fear: −1D, leaving {code}")
PRESSED = BOOK.saying(
    "D6-COMBAT-02",
    key="pressed",
    fr="Déjà {times} défense{times:|s} ce tour-ci : −{times}D, reste {code}",
    en="{times} defence{times:|s} already this round: −{times}D, leaving {code}",
)
NOT_BOUGHT = BOOK.saying(
    "D6-SKILL-02",
    fr="{who:Le} n'a pas acheté {what} : une compétence réservée ne s'essaie pas sans cela",
    en="{who:The} has not bought {what}: a reserved skill cannot be tried without",
)
NOT_TAKEN = BOOK.saying(
    "D6-SKILL-04",
    fr="{who:Le} n'a pas pris l'artisanat {what} : il remplace une spécialité, à la création ou plus tard",
    en="{who:The} has not taken the craft {what}: it replaces a speciality, at creation or later",
)
NOT_GRANTED = BOOK.saying(
    "D6-SKILL-03",
    fr="{what} est une compétence extraordinaire que le meneur n'a pas accordée {who:à}",
    en="{what} is an extraordinary skill that the GM has not granted to {who:the}",
)
NO_DIE_LEFT = BOOK.saying(
    "D6-CODE-04",
    fr="Il ne reste aucun dé {who:à} pour {what} : ce jet est impossible",
    en="{who:The} has no die left for {what}: this cannot be rolled",
)
NOT_IN_LISTS = BOOK.saying(
    "D6-CHAR-01",
    fr="« {what} » n'est pas dans les listes de cette table",
    en="“{what}” is not in the lists of this table",
)
NOT_ON_SHEET = BOOK.saying(
    "D6-BASE-01",
    fr="La feuille {who:de} n'a pas {key}, dont {what} a besoin à cette table",
    en="The sheet of {who:the} lacks {key}, which {what} needs at this table",
)
NO_BASE = BOOK.saying(
    "D6-BASE-03",
    fr="{who:Le} n'a aucune base en {what} : la formule donne moins de 1",
    en="{who:The} has no base in {what}: the formula gives less than 1",
)
NO_SUCH_SPECIALITY = BOOK.saying(
    "D6-SPEC-01",
    fr="{who:Le} n'a pas la spécialité « {speciality} » ; les siennes : {known}",
    en="{who:The} does not have the speciality “{speciality}”; theirs: {known}",
)
SKILLS_ONLY = BOOK.saying(
    "D6-SPEC-07",
    fr="Une spécialité aide un jet de compétence, pas {what}",
    en="A speciality helps a skill roll, not {what}",
)


def may_use(kind: Kind, bought: bool = False, granted: bool = False) -> bool:
    """D6-SKILL-01…04: common skills are everyone's, reserved ones and crafts are bought, the rest the MJ grants."""
    return granted if kind == "extraordinary" else bought or kind == "common"


def speciality_dice(levels: Sequence[int], stacking: str = "best") -> int:
    """D6-SPEC-04, -07: as many dice as the level of the best speciality, or of all of them at some tables."""
    return sum(levels) if stacking == "sum" else max(levels, default=0)


def sum_for(scene: Scene[Sheet], who: str, skill: str) -> int:
    """D6-BASE-02: what the formula of a skill comes to."""
    formula = lists_of(scene).skills[skill].formula
    return sum_of(formula, scene[who].characteristics, scene.option(BASE_PIPS) == "carry")


def derived_of(scene: Scene[Sheet], who: str, value: str) -> DieCode:
    """D6-DERIVED-01, -03: Courage and the two encaissements, as means (`bases.py`) of what `lists.toml` says."""
    codes = [scene[who].characteristics[key] for key in lists_of(scene).derived[value].mean]
    return average(codes, scene.option(DERIVED_UNIT) == "dice")


class ExplainedCode(NamedTuple):
    """A code to roll, and how it came about, step by step."""

    code: DieCode
    why: tuple[Note, ...]

    def noted(self, roll: Roll) -> DieCode:
        """The code, once every step of `why` is in the explanation."""
        for note in self.why:
            roll.note(note)
        return self.code

    def then(self, code: DieCode, note: Note) -> ExplainedCode:
        return ExplainedCode(code, (*self.why, note))


def full_code(scene: Scene[Sheet], who: str, what: str) -> ExplainedCode:
    """D6-TEST-05: a skill's score, which is base plus level (D6-BASE-01, D6-SCORE-01, D6-LEVEL-01), a characteristic or
    a secondary value, before anything adds or takes away.
    """
    lists, sheet = lists_of(scene), scene[who]
    named = lists.name_of(what)
    if what in lists.skills:
        value, level, skill = sum_for(scene, who, what), sheet.levels.get(what, NOTHING), lists.skills[what]
        natural = base_from_sum(value)
        code = natural + level
        score = SCORE.note(what=named, code=str(code), base=str(natural), level=str(level))
        base = BASE.note(base=str(natural), formula=skill.formula, sum=value, ours=skill.ours)
        return ExplainedCode(code, (score, base))
    if what in lists.derived:
        code, keys = derived_of(scene, who, what), lists.derived[what].mean
        of = tuple(with_code(lists.characteristics[key].name, sheet.characteristics[key]) for key in keys)
        added = total((sheet.characteristics[key] for key in keys), scene.option(DERIVED_UNIT) == "dice")
        up, down = code.rank * len(keys) > added.rank, code.rank * len(keys) < added.rank
        return ExplainedCode(code, (MEAN.note(what=named, code=str(code), of=of, up=up, down=down),))
    code = sheet.characteristics[what]
    listed = lists.characteristics.get(what)
    ours, name_ours = (listed.ours, listed.name_ours) if listed else (False, False)
    return ExplainedCode(code, (BARE.note(what=named, code=str(code), ours=ours, named=name_ours),))


def with_code(name: Text, code: DieCode) -> Text:
    """A name and its code: « Force 3D+1 »."""
    return Text(f"{name.fr} {code}", f"{name.en} {code}")


def weakened(scene: Scene[Sheet], who: str, made: ExplainedCode, spared: bool = False) -> ExplainedCode:
    """D6-COMBAT-05…07: less what wounds and fatigue take (unless spared), and fear."""
    sheet = scene[who]
    if sheet.malus and not spared:
        code = made.code.less(sheet.malus)
        made = made.then(
            code, WEAKENED.note(wounds=sheet.wounds, fatigue=sheet.fatigue, dice=sheet.malus, code=str(code))
        )
    if sheet.fear:
        code = made.code.less(1)
        made = made.then(code, AFRAID.note(code=str(code)))
    return made


def code_for(
    scene: Scene[Sheet], who: str, what: str, specialities: Sequence[str] = (), pressed: int = 0
) -> ExplainedCode:
    """D6-SPEC-04, D6-COMBAT-05…07: what `who` rolls for this: the full code, specialities that apply, then everything
    that takes dice away: nothing from the encaissements, from Courage fear alone.

    `pressed` is how often they have defended this round already (D6-COMBAT-02).
    """
    made = full_code(scene, who, what)
    levels = [scene[who].specialities[name] for name in specialities]
    dice = speciality_dice(levels, scene.option(SPEC_STACKING))
    if dice:
        code = made.code.more(dice)
        counted = specialities if scene.option(SPEC_STACKING) == "sum" else [specialities[levels.index(max(levels))]]
        made = made.then(code, SPECIALITY.note(names=tuple(counted), dice=dice, code=str(code)))
    if what in TAKING:
        return made
    made = weakened(scene, who, made, spared=what == COURAGE)
    if pressed:
        code = made.code.less(pressed)
        made = made.then(code, PRESSED.note(times=pressed, code=str(code)))
    return made


def owns(scene: Scene[Sheet], who: str, skill: str) -> bool:
    """D6-SKILL-01…04: whether somebody may use a skill."""
    paid = scene[who].owned.get(skill)
    return may_use(lists_of(scene).skills[skill].kind, bought=paid is not None, granted=paid == "mj")


def characteristics_in(lists: Lists, what: str) -> tuple[str, ...]:
    """The characteristics that a skill or a secondary value is made of."""
    if what in lists.skills:
        return tuple(key for key, _ in weights(lists.skills[what].formula))
    return lists.derived[what].mean if what in lists.derived else ()


def cannot_roll(scene: Scene[Sheet], who: str, what: str, specialities: Sequence[str] = ()) -> Note | None:
    """D6-SKILL-01…04, D6-BASE-03, D6-CODE-04: why this roll is impossible, if so."""
    lists, sheet = lists_of(scene), scene[who]
    if what not in lists.skills and what not in lists.derived and what not in sheet.characteristics:
        return NOT_IN_LISTS.note(what=what)
    named = lists.name_of(what)
    for key in characteristics_in(lists, what):
        if key not in sheet.characteristics:
            return NOT_ON_SHEET.note(who=sheet.name, key=lists.name_of(key), what=named)
    if what in lists.skills and sum_for(scene, who, what) < 1:
        return NO_BASE.note(who=sheet.name, what=named)
    if what in lists.skills and not owns(scene, who, what):
        refusal = {"reserved": NOT_BOUGHT, "craft": NOT_TAKEN}.get(lists.skills[what].kind, NOT_GRANTED)
        return refusal.note(who=sheet.name, what=named)
    for name in specialities:
        if name not in sheet.specialities:
            return NO_SUCH_SPECIALITY.note(who=sheet.name, speciality=name, known=tuple(sheet.specialities))
    if specialities and what not in lists.skills:
        return SKILLS_ONLY.note(what=named)
    if not code_for(scene, who, what, specialities).code.dice:
        return NO_DIE_LEFT.note(who=sheet.name, what=named)
    return None


def cannot_roll_any(scene: Scene[Sheet], skills: Iterable[str]) -> Note | None:
    """Why the actor can roll none of these skills, not even with their specialities; None if they can roll one."""
    refusals = [cannot_roll(scene, scene.actor, skill, tuple(scene.me.specialities)) for skill in skills]
    return refusals[0] if refusals and all(refusals) else None


def my_capacities(scene: Scene[Sheet]) -> dict[str, Text | Name]:
    """What the one who acts may roll: characteristics, secondary values, the skills they have."""
    return names(lists_of(scene).characteristics | lists_of(scene).derived) | my_skills(scene) if scene.actor else {}


def my_skills(scene: Scene[Sheet]) -> dict[str, Text | Name]:
    """The skills that the one who acts may use."""
    return {id: skill.name for id, skill in lists_of(scene).skills.items() if owns(scene, scene.actor, id)}


def my_specialities(scene: Scene[Sheet]) -> dict[str, Text | Name]:
    return {name: Name(name) for name in scene.me.specialities} if scene.actor else {}


def specialities_of_others(scene: Scene[Sheet]) -> dict[str, Text | Name]:
    """The specialities of everybody but the actor: an opponent may use one too."""
    return {name: Name(name) for who, s in scene.cast.items() if who != scene.actor for name in s.specialities}
