"""Manoeuvres: rolled before an attack (tumble, jump, draw, aim), or instead of one: tumbling in, moving (Fiche 4)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from tablee.dice import Roll
from tablee.games.undesix.book import BOOK, MODIFIER
from tablee.games.undesix.check.checks import succeeds, unable
from tablee.games.undesix.check.several_actions import shares_the_round
from tablee.games.undesix.experience import learning
from tablee.games.undesix.forms import METRES
from tablee.games.undesix.options import not_yet
from tablee.games.undesix.play import Stage, fighting, moving, stage_of, taking_turn
from tablee.games.undesix.sheet import Sheet
from tablee.games.undesix.skills import SKILLS
from tablee.games.undesix.tables import PARTS, WEAPONS
from tablee.rules.action import PLAY, Kind, Outcome, Scene, action, part
from tablee.rules.fields import Annotated, Ask, Between, Declared, Label, Nothing
from tablee.rules.forms import HOW
from tablee.rules.why import Note, Tally
from tablee.text import Name, Text

TUMBLES_IN = BOOK.grade("tumbled")
FELL = BOOK.grade("fell")
ON_THE_MOVE = BOOK.grade("moved")

MOST = 2  # UDS-ACTION-12
REACH = 6  # metres one may move and still attack (UDS-TIME-04)
CHARGE = 50  # metres a polearm may charge over


MANOEUVRES: dict[str, tuple[str, str]] = {
    "tumble": ("tumble", "UDS-ACTION-05"),
    "somersault": ("somersault", "UDS-ACTION-06"),
    "draw": ("draw", "UDS-ACTION-07"),
    "jump": ("long_jump", "UDS-ACTION-08"),
    "high_jump": ("high_jump", "UDS-ACTION-08"),
    "aim": ("aim", "UDS-ACTION-10"),
}  # each with the skill it is rolled under, and the sentence of that sum
MANOEUVRE_NAMES: dict[str, Text | Name] = {
    id: SKILLS[skill].name for id, (skill, _) in MANOEUVRES.items() if id != "aim"
}


class Manoeuvre(NamedTuple):
    """One manoeuvre to be rolled: the skill it uses, and its target."""

    skill: str
    target: Tally


def manoeuvre(sheet: Sheet, id: str, part: str = "") -> Manoeuvre:
    """UDS-ACTION-05…08, -10: the roll of a manoeuvre, under its skill; `part` is what is aimed at."""
    skill, said = MANOEUVRES[id]
    target = BOOK.sum(said, *sheet.skill_terms(skill))
    harder = PARTS[part].modifier if part else 0
    return Manoeuvre(skill, target.plus(MODIFIER(harder, of=PARTS[part].name)) if harder else target)


def too_many_manoeuvres(chosen: Iterable[str]) -> Note | None:
    """UDS-ACTION-12: at most two, and different."""
    names = list(chosen)
    if len(names) > MOST:
        return BOOK.note("UDS-ACTION-12", count=len(names))
    return BOOK.note("UDS-ACTION-12:twice") if len(set(names)) < len(names) else None


def chosen(scene: Scene[Sheet], manoeuvres: tuple[str, ...], aim: str, metres: int) -> tuple[str, ...]:
    """Everything that counts as a manoeuvre of this attack, with a tumble made earlier in the round."""
    before = ("tumble",) if scene.actor in stage_of(scene).tumbled else ()
    return (*before, *manoeuvres, *(("aim",) if aim else ()), *(("move",) if metres else ()))


def metres_after(scene: Scene[Sheet], metres: int) -> int:
    """UDS-TIME-04: what the actor will have moved this round."""
    return stage_of(scene).metres.get(scene.actor, 0) + metres


def too_slow(scene: Scene[Sheet], metres: int) -> Note | None:
    """UDS-ACTION-11: the refusal of a way too long for a fighter hit at the legs in this fight."""
    most = stage_of(scene).slowed.get(scene.actor)
    if most is None or not metres or metres_after(scene, metres) <= most:
        return None
    return BOOK.note("UDS-ACTION-11:slow", who=scene.me.name, most=most)


def cannot_manoeuvre(
    scene: Scene[Sheet], manoeuvres: tuple[str, ...], aim: str, metres: int, weapon: str
) -> Note | None:
    """UDS-ACTION-05, -07, -09, -12, UDS-TIME-04: too many, too late, too far, or nothing in hand."""
    refusal = too_many_manoeuvres(chosen(scene, manoeuvres, aim, metres))
    if refusal:
        return refusal
    if "tumble" in manoeuvres and stage_of(scene).round > 1:
        return BOOK.note("UDS-ACTION-05:late")
    slow = too_slow(scene, metres)
    if slow:
        return slow
    most = CHARGE if WEAPONS[weapon].polearm else REACH
    if metres_after(scene, metres) > most:
        return BOOK.note("UDS-TIME-04", who=scene.me.name, most=most)
    if weapon not in (scene.me.weapon, "bare_hands") and "draw" not in manoeuvres:
        return BOOK.note("UDS-ACTION-07:sheathed", who=scene.me.name, weapon=WEAPONS[weapon].name)
    return None


@dataclass(frozen=True)
class Tumbled:
    """A character came into the fight by a tumble."""

    actor: str
    who: str = PLAY

    def on(self, stage: Stage) -> Stage:
        return stage.with_changes(tumbled=(*stage.tumbled, self.actor))


def cannot_tumble(scene: Scene[Sheet], _do: object) -> Note | None:
    refusal = unable(scene, _do) or not_yet(scene, 4)
    if refusal:
        return refusal
    stage = stage_of(scene)
    late = stage.round != 1 or scene.actor in (*stage.tumbled, *stage.done) or scene.actor in stage.taken
    return BOOK.note("UDS-ACTION-05:late") if late or not fighting(scene) else None


@action(
    "undesix.tumble", Nothing, fr="Roulé-boulé", en="Tumble in", refuse=cannot_tumble, anytime=True, kind=Kind.FIGHT
)
def tumble(scene: Scene[Sheet], do: Nothing, roll: Roll) -> Outcome:
    """UDS-ACTION-05, UDS-INIT-05: before one's first attack of the fight, and before its instant comes, which it brings
    nearer; it counts among the two manoeuvres of that attack.
    """
    step = manoeuvre(scene.me, "tumble")
    roll.note(step.target)
    made, passed = succeeds(scene, roll, scene.actor, step.target.total)
    if not made:
        roll.note("UDS-ACTION-04", what=SKILLS["tumble"].name)
        return Outcome(
            (part(scene.actor, FELL),),
            BOOK.note("UDS-ACTION-05:failed", who=scene.me.name),
            (*passed, *taking_turn(scene)),
        )
    effects = (*passed, Tumbled(scene.actor), *learning(scene, roll, scene.actor, "tumble"))
    return Outcome((part(scene.actor, TUMBLES_IN),), BOOK.note("UDS-ACTION-05:made", who=scene.me.name), effects)


def a_few_metres(scene: Scene[Sheet]) -> int:
    """UDS-TIME-04, UDS-ACTION-11: as far as the actor may go yet without giving the round to it; at least a metre."""
    return max(1, stage_of(scene).slowed.get(scene.actor, REACH) - metres_after(scene, 0))


class Move(Declared):
    """Parameters: how far to move."""

    metres: Annotated[
        int,
        Between(1, CHARGE),
        Label(fr="Distance", en="Distance"),
        Ask(HOW, unit=METRES, default=a_few_metres),
    ]


def cannot_move(scene: Scene[Sheet], do: Move | None) -> Note | None:
    """UDS-TIME-04: beyond 6 metres in a round, moving is all one does."""
    metres = do.metres if do else 1
    refusal = unable(scene, do) or scene.me.unable(moving=True) or too_slow(scene, metres)
    if refusal:
        return refusal
    all_round = metres_after(scene, metres) > REACH and shares_the_round(scene)
    return BOOK.note("UDS-TIME-04:all", who=scene.me.name, most=REACH) if all_round else None


@action("undesix.move", Move, fr="Se déplacer", en="Move", refuse=cannot_move, kind=Kind.FIGHT)
def move(scene: Scene[Sheet], do: Move, roll: Roll) -> Outcome:
    """UDS-TIME-04: up to 50 metres in a round, instead of an attack."""
    headline = BOOK.note("UDS-TIME-04:moves", who=scene.me.name, metres=do.metres)
    effects = (*taking_turn(scene, concentrating=do.metres <= REACH), *moving(scene, do.metres))
    return Outcome((part(scene.actor, ON_THE_MOVE),), headline, effects)
