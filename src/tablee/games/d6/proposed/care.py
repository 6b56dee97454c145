"""Care, ours: first aid within the hour, medicine once a day."""

from __future__ import annotations

from tablee.dice import Roll
from tablee.games.d6.attempts import grade_of
from tablee.games.d6.book import BOOK
from tablee.games.d6.capacities import cannot_roll, code_for, everybody, hopeless, my_specialities
from tablee.games.d6.checks import check
from tablee.games.d6.options import reading
from tablee.games.d6.play import lists_of
from tablee.games.d6.sheet import Cared, Sheet
from tablee.rules.action import Outcome, Scene, action, part
from tablee.rules.fields import Annotated, Declared, Label, OneOf
from tablee.rules.why import Note
from tablee.text import Text

BAR = BOOK.saying(
    "D6-COMBAT-08",
    fr="Seuil {threshold} : cinq fois la gravité {ranks}",
    en="Threshold {threshold}: five times severity {ranks}",
)
CARES = BOOK.saying(
    "D6-COMBAT-08",
    key="headline",
    fr="{who:Le} soigne {target:le} : {grade}{success:, une gravité de moins|}{saved:, hors de danger|}",
    en="{who:The} cares for {target:the}: {grade}{success:, one severity less|}{saved:, out of danger|}",
)
UNHURT = BOOK.saying(
    "D6-COMBAT-08", key="unhurt", fr="{who:Le} n'a pas de blessure à soigner", en="{who:The} has no wound to care for"
)
TOO_LATE = BOOK.saying(
    "D6-COMBAT-08",
    key="late",
    fr="Les premiers soins se donnent une fois, dans l'heure : il faut la médecine, ou du repos",
    en="First aid is given once, within the hour: medicine is needed, or rest",
)
TOO_SOON = BOOK.saying(
    "D6-COMBAT-08",
    key="soon",
    fr="La médecine n'agit qu'une fois par jour : encore {hours} heure{hours:|s}",
    en="Medicine works once a day: {hours} more hour{hours:|s}",
)
NO_CARE = BOOK.saying(
    "D6-COMBAT-08",
    key="none",
    fr="Les listes de cette table ne nomment pas cette compétence de soins sous [roles]",
    en="The lists of this table do not name that skill of care under [roles]",
)
GONE = BOOK.saying(
    "D6-COMBAT-08",
    key="dead",
    fr="{who:Le} est {who:mort|morte} : il est trop tard",
    en="{who:The} is dead: it is too late",
)

MEANS = {"first_aid": Text(fr="premiers soins", en="first aid"), "medicine": Text(fr="médecine", en="medicine")}


def care_threshold(ranks: int) -> int:
    """D6-COMBAT-08: 5, 10, 15, 20, 25."""
    return 5 * ranks


class Care(Declared):
    """Whom to care for, and how."""

    target: Annotated[str, OneOf(everybody), Label(fr="Blessé", en="Wounded")]
    means: Annotated[str, OneOf(MEANS), Label(fr="Soins", en="Care")] = "first_aid"
    specialities: Annotated[tuple[str, ...], OneOf(my_specialities), Label(fr="Spécialités", en="Specialities")] = ()


def cannot_care(scene: Scene[Sheet], do: Care | None) -> Note | None:
    """D6-COMBAT-08: a wound, fresh for first aid, and not treated today for medicine."""
    if scene.me.unable():
        return scene.me.unable()
    if do is None:
        roles = lists_of(scene).roles
        return hopeless(scene, (skill for skill in (roles.first_aid, roles.medicine) if skill))
    hurt, skill = scene[do.target], getattr(lists_of(scene).roles, do.means)
    if not skill:
        return NO_CARE.note()
    if not hurt.wounds:
        return UNHURT.note(who=hurt.name)
    if hurt.state == "dead":
        return GONE.note(who=hurt.name)
    if do.means == "first_aid" and not hurt.fresh:
        return TOO_LATE.note()
    if do.means == "medicine" and hurt.care_in:
        return TOO_SOON.note(hours=hurt.care_in)
    return cannot_roll(scene, scene.actor, skill, do.specialities)


@action("d6.care", Care, fr="Soigner", en="Care for", refuse=cannot_care)
def care(scene: Scene[Sheet], do: Care, roll: Roll) -> Outcome:
    """D6-COMBAT-08: against five times the severity; success removes one rank and stops the dying."""
    hurt, skill = scene[do.target], getattr(lists_of(scene).roles, do.means)
    threshold = care_threshold(hurt.wounds)
    roll.note(BAR, threshold=threshold, ranks=hurt.wounds)
    made = code_for(scene, scene.actor, skill, do.specialities)
    for note in made.why:
        roll.note(note)
    checked = roll(check(made.code, threshold, reading(scene)), by=scene.actor)
    grade = grade_of(checked)
    headline = CARES.note(
        who=scene.me.name,
        target=hurt.name,
        grade=grade.label,
        success=checked.success,
        saved=checked.success and hurt.dying,
    )
    effects = (Cared(do.target, checked.success, do.means == "medicine"),)
    return Outcome((part(do.target, grade),), headline, effects)
