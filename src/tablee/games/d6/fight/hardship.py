"""Fear and exertion: a roll of Courage, and the fatigue of efforts. Proposed by Tablée."""

from __future__ import annotations

from tablee.dice import Roll
from tablee.games.d6.book import BOOK
from tablee.games.d6.check.rolls import CRITICAL_FAILURE, check
from tablee.games.d6.check.skills import cannot_roll, code_for
from tablee.games.d6.codes import parse
from tablee.games.d6.fight.wounds import STATES, Wound, agreed, resistance_of, wound
from tablee.games.d6.health import state
from tablee.games.d6.options import reading
from tablee.games.d6.play import cannot_act
from tablee.games.d6.sheet import FLEEING, SHAKEN, Sheet
from tablee.rules.action import Add, Kind, Outcome, Scene, action, part
from tablee.rules.fields import Annotated, Ask, Audience, By, Declared, Label, OneOf
from tablee.rules.forms import WORD_OF_MJ
from tablee.rules.why import Note
from tablee.text import Text

FIRM = BOOK.grade("firm")
AFRAID = BOOK.grade("afraid")
FLIGHT = BOOK.grade("flight")
TIRED = BOOK.grade("tired")

FEARS = {
    "unpleasant": (5, Text(fr="désagréable", en="unpleasant")),
    "frightening": (10, Text(fr="effrayant", en="frightening")),
    "terrible": (15, Text(fr="terrible", en="terrible")),
    "supernatural": (20, Text(fr="surnaturel", en="supernatural")),
}
EFFORTS = {
    "march": (parse("2D"), Text(fr="une demi-journée de marche forcée", en="half a day of forced march")),
    "night": (parse("3D"), Text(fr="une nuit sans sommeil", en="a night without sleep")),
}


class Face(Declared):
    """How fearful it is."""

    fear: Annotated[
        str,
        OneOf({id: name for id, (_, name) in FEARS.items()}),
        Label(fr="Peur", en="Fear"),
        By(Audience.MJ),
        Ask(WORD_OF_MJ),
    ]


def cannot_face(scene: Scene[Sheet], _do: Face | None) -> Note | None:
    return scene.me.unable() or cannot_roll(scene, scene.actor, "courage")


@action("d6.courage", Face, fr="Affronter la peur", en="Face fear", refuse=cannot_face, kind=Kind.DANGER)
def face(scene: Scene[Sheet], do: Face, roll: Roll) -> Outcome:
    """D6-COMBAT-07: Courage against the scale; wounds do not weigh on it."""
    code = code_for(scene, scene.actor, "courage").noted(roll)
    checked = roll(check(code, FEARS[do.fear][0], reading(scene)), by=scene.actor)
    if checked.success:
        return Outcome((part(scene.actor, FIRM),), BOOK.note("D6-COMBAT-07", who=scene.me.name))
    runs = checked.critical == CRITICAL_FAILURE
    grade, headline, fear = (FLIGHT, "D6-COMBAT-07:runs", FLEEING) if runs else (AFRAID, "D6-COMBAT-07:shaken", SHAKEN)
    frightened = Add(scene.actor, "fear", fear, high=max(fear, scene.me.fear))
    return Outcome((part(scene.actor, grade),), BOOK.note(headline, who=scene.me.name), (frightened,))


class Exert(Declared):
    """What is endured."""

    effort: Annotated[
        str,
        OneOf({id: name for id, (_, name) in EFFORTS.items()}),
        Label(fr="Effort", en="Effort"),
        By(Audience.MJ),
        Ask(WORD_OF_MJ),
    ]


@action("d6.exert", Exert, fr="Subir un effort", en="Endure an effort", refuse=cannot_act, kind=Kind.DANGER)
def exert(scene: Scene[Sheet], do: Exert, roll: Roll) -> Outcome:
    """D6-COMBAT-06: the effort's code rolled against the resistance to fatigue."""
    code, name = EFFORTS[do.effort]
    taking = resistance_of(scene, scene.actor, "fatigue")
    roll.note("D6-COMBAT-06:effort", code=str(code))
    rank = roll(wound(code, taking.noted(roll), reading(scene)), by={"active": "", "passive": scene.actor})
    parts = (part(scene.actor, TIRED, rank=rank),)
    if not rank:
        return Outcome(parts, BOOK.note("D6-COMBAT-06:tireless", who=scene.me.name, effort=name))
    reached = agreed(STATES["fatigue"][state(scene.me.fatigue + rank, "fatigue")], scene.me.name)
    headline = BOOK.note("D6-COMBAT-06", who=scene.me.name, effort=name, rank=rank, state=reached)
    return Outcome(parts, headline, (Wound(scene.actor, rank, "fatigue"),))
