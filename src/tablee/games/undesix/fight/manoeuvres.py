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
from tablee.rules.action import PLAY, Grade, Kind, Outcome, Scene, action, part
from tablee.rules.fields import Annotated, Ask, Between, Declared, Label, Nothing
from tablee.rules.forms import HOW
from tablee.rules.why import Note, Saying, Tally
from tablee.text import Name, Text

TUMBLES = BOOK.saying(
    "UDS-ACTION-05",
    key="made",
    fr="{who:Le} s'approche en roulé-boulé : 2 de SENS de plus pour l'initiative",
    en="{who:The} tumbles in: 2 more SENS for initiative",
)
FALLS = BOOK.saying(
    "UDS-ACTION-05",
    key="failed",
    fr="{who:Le} rate son roulé-boulé et perd son attaque",
    en="{who:The} misses the tumble and loses the attack",
)
MOVES_ONLY = BOOK.saying(
    "UDS-TIME-04",
    key="moves",
    fr="{who:Le} se déplace de {metres} mètre{metres:|s}",
    en="{who:The} moves {metres} metre{metres:|s}",
)
MOVES_ALL_ROUND = BOOK.saying(
    "UDS-TIME-04",
    key="all",
    fr="Plus de {most} mètres prennent tout le round : {who:le} y fait autre chose",
    en="More than {most} metres take the whole round: {who:the} does something else in it",
)
TUMBLES_IN = Grade("tumbled", Text(fr="roulé-boulé réussi", en="tumbles in"), True)
FELL = Grade("fell", Text(fr="roulé-boulé raté", en="misses the tumble"), False)
ON_THE_MOVE = Grade("moved", Text(fr="en mouvement", en="on the move"), True)

MOST = 2  # UDS-ACTION-12
REACH = 6  # metres one may move and still attack (UDS-TIME-04)
CHARGE = 50  # metres a polearm may charge over

TUMBLE = BOOK.saying("UDS-ACTION-05", fr="Seuil", en="Target")
SOMERSAULT = BOOK.saying("UDS-ACTION-06", fr="Seuil", en="Target")
DRAW = BOOK.saying("UDS-ACTION-07", fr="Seuil", en="Target")
JUMP = BOOK.saying("UDS-ACTION-08", fr="Seuil", en="Target")
AIM = BOOK.saying("UDS-ACTION-10", fr="Seuil", en="Target")
MANOEUVRE_FAILED = BOOK.saying(
    "UDS-ACTION-04", fr="{what} : raté, l'attaque est perdue", en="{what}: failed, the attack is lost"
)
MOVE_SUCCEEDS = BOOK.saying(
    "UDS-ACTION-09",
    fr="Un déplacement de {metres} mètre{metres:|s} réussit toujours",
    en="Moving {metres} metre{metres:|s} always succeeds",
)
CHARGED = BOOK.saying(
    "UDS-TIME-04",
    key="charge",
    fr="Charge de {metres} mètres avec {weapon:le} : l'attaque reste possible",
    en="A charge of {metres} metres with {weapon:the}: the attack still stands",
)
TOO_MANY_MANOEUVRES = BOOK.saying(
    "UDS-ACTION-12",
    fr="{count} actions « en attaquant », c'est trop : deux au plus par attaque, différentes",
    en="{count} manoeuvres are too many: two at most with one attack, different ones",
)
SAME_TWICE = BOOK.saying(
    "UDS-ACTION-12",
    key="twice",
    fr="Deux fois la même action « en attaquant » : choisissez-en une autre",
    en="The same manoeuvre twice: choose another",
)
TOO_FAR = BOOK.saying(
    "UDS-TIME-04",
    fr="À plus de {most} mètres, {who:le} n'attaque plus ce round : déplacez-vous, ou chargez avec une arme d'hast",
    en="Beyond {most} metres {who:the} cannot attack this round: only move, or charge with a polearm",
)
FIRST_ROUND = BOOK.saying(
    "UDS-ACTION-05",
    key="late",
    fr="Le roulé-boulé n'ouvre que le premier round d'un combat",
    en="A tumble only opens the first round of a fight",
)
SHEATHED = BOOK.saying(
    "UDS-ACTION-07",
    key="sheathed",
    fr="{who:Le} n'a pas {weapon:le} en main : dégainez en attaquant, ou prenez le round pour le faire",
    en="{who:The} does not have {weapon:the} in hand: draw while attacking, or take the round to do it",
)

MANOEUVRES: dict[str, tuple[str, Saying]] = {
    "tumble": ("tumble", TUMBLE),
    "somersault": ("somersault", SOMERSAULT),
    "draw": ("draw", DRAW),
    "jump": ("long_jump", JUMP),
    "high_jump": ("high_jump", JUMP),
    "aim": ("aim", AIM),
}  # each with the skill it is rolled under
MANOEUVRE_NAMES: dict[str, Text | Name] = {
    id: SKILLS[skill].name for id, (skill, _) in MANOEUVRES.items() if id != "aim"
}


class Manoeuvre(NamedTuple):
    """One manoeuvre to be rolled: the skill it uses, and its target."""

    skill: str
    target: Tally


def manoeuvre(sheet: Sheet, id: str, part: str = "") -> Manoeuvre:
    """UDS-ACTION-05…08, -10: the roll of a manoeuvre, under its skill; `part` is what is aimed at."""
    skill, saying = MANOEUVRES[id]
    target = saying.sum(*sheet.skill_terms(skill))
    harder = PARTS[part].modifier if part else 0
    return Manoeuvre(skill, target.plus(MODIFIER(harder, of=PARTS[part].name)) if harder else target)


def too_many_manoeuvres(chosen: Iterable[str]) -> Note | None:
    """UDS-ACTION-12: at most two, and different."""
    names = list(chosen)
    if len(names) > MOST:
        return TOO_MANY_MANOEUVRES.note(count=len(names))
    return SAME_TWICE.note() if len(set(names)) < len(names) else None


def chosen(scene: Scene[Sheet], manoeuvres: tuple[str, ...], aim: str, metres: int) -> tuple[str, ...]:
    """Everything that counts as a manoeuvre of this attack, with a tumble made earlier in the round."""
    before = ("tumble",) if scene.actor in stage_of(scene).tumbled else ()
    return (*before, *manoeuvres, *(("aim",) if aim else ()), *(("move",) if metres else ()))


def metres_after(scene: Scene[Sheet], metres: int) -> int:
    """UDS-TIME-04: what the actor will have moved this round."""
    return stage_of(scene).metres.get(scene.actor, 0) + metres


def cannot_manoeuvre(
    scene: Scene[Sheet], manoeuvres: tuple[str, ...], aim: str, metres: int, weapon: str
) -> Note | None:
    """UDS-ACTION-05, -07, -09, -12, UDS-TIME-04: too many, too late, too far, or nothing in hand."""
    refusal = too_many_manoeuvres(chosen(scene, manoeuvres, aim, metres))
    if refusal:
        return refusal
    if "tumble" in manoeuvres and stage_of(scene).round > 1:
        return FIRST_ROUND.note()
    most = CHARGE if WEAPONS[weapon].polearm else REACH
    if metres_after(scene, metres) > most:
        return TOO_FAR.note(who=scene.me.name, most=most)
    if weapon not in (scene.me.weapon, "bare_hands") and "draw" not in manoeuvres:
        return SHEATHED.note(who=scene.me.name, weapon=WEAPONS[weapon].name)
    return None


@dataclass(frozen=True)
class Tumbled:
    """Somebody rolled into the fight."""

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
    return FIRST_ROUND.note() if late or not fighting(scene) else None


@action("undesix.tumble", Nothing, fr="Roulé-boulé", en="Tumble in", refuse=cannot_tumble, kind=Kind.FIGHT)
def tumble(scene: Scene[Sheet], do: Nothing, roll: Roll) -> Outcome:
    """UDS-ACTION-05, UDS-INIT-05: before one's first attack of the fight; it counts among its two manoeuvres."""
    step = manoeuvre(scene.me, "tumble")
    roll.note(step.target)
    made, passed = succeeds(scene, roll, scene.actor, step.target.total)
    if not made:
        roll.note(MANOEUVRE_FAILED, what=SKILLS["tumble"].name)
        return Outcome((part(scene.actor, FELL),), FALLS.note(who=scene.me.name), (*passed, *taking_turn(scene)))
    effects = (*passed, Tumbled(scene.actor), *learning(scene, roll, scene.actor, "tumble"))
    return Outcome((part(scene.actor, TUMBLES_IN),), TUMBLES.note(who=scene.me.name), effects)


class Move(Declared):
    """Parameters: how far to move."""

    metres: Annotated[
        int,
        Between(1, CHARGE),
        Label(fr="Distance", en="Distance"),
        Ask(HOW, unit=METRES, default=lambda _scene: REACH),
    ]


def cannot_move(scene: Scene[Sheet], do: Move | None) -> Note | None:
    """UDS-TIME-04: beyond 6 metres in a round, moving is all one does."""
    refusal = unable(scene, do) or scene.me.unable(moving=True)
    if refusal or do is None:
        return refusal
    all_round = metres_after(scene, do.metres) > REACH and shares_the_round(scene)
    return MOVES_ALL_ROUND.note(who=scene.me.name, most=REACH) if all_round else None


@action("undesix.move", Move, fr="Se déplacer", en="Move", refuse=cannot_move, kind=Kind.FIGHT)
def move(scene: Scene[Sheet], do: Move, roll: Roll) -> Outcome:
    """UDS-TIME-04: up to 50 metres in a round, instead of an attack."""
    headline = MOVES_ONLY.note(who=scene.me.name, metres=do.metres)
    effects = (*taking_turn(scene, concentrating=do.metres <= REACH), *moving(scene, do.metres))
    return Outcome((part(scene.actor, ON_THE_MOVE),), headline, effects)
