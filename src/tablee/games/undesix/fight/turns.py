"""What one may do with a round besides attacking: tumble in, move, hold (Fiche 4; Fiche 8, Déplacement en combats)."""

from __future__ import annotations

from dataclasses import dataclass

from tablee.dice import Roll
from tablee.games.undesix.book import BOOK
from tablee.games.undesix.check.checks import reading, unable
from tablee.games.undesix.check.fate import with_destiny
from tablee.games.undesix.fight.manoeuvres import CHARGE, FIRST_ROUND, LOST, manoeuvre, manoeuvred
from tablee.games.undesix.options import not_yet
from tablee.games.undesix.sheet import Sheet, learning
from tablee.games.undesix.skills import SKILLS
from tablee.games.undesix.stage import Stage, fighting, stage_of, taking_turn
from tablee.rules.action import PLAY, Grade, Outcome, Scene, action, part
from tablee.rules.fields import Annotated, Between, Declared, Label, Nothing
from tablee.rules.why import Note
from tablee.text import Text

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
MOVES = BOOK.saying(
    "UDS-TIME-04",
    key="moves",
    fr="{who:Le} se déplace de {metres} mètre{metres:|s}",
    en="{who:The} moves {metres} metre{metres:|s}",
)
HOLDS = BOOK.saying("UDS-TIME-02", fr="{who:Le} reste sur ses gardes", en="{who:The} holds")
TUMBLED = Grade("tumbled", Text(fr="roulé-boulé réussi", en="tumbles in"), True)
FELL = Grade("fell", Text(fr="roulé-boulé raté", en="misses the tumble"), False)
MOVED = Grade("moved", Text(fr="en mouvement", en="on the move"), True)
HELD = Grade("held", Text(fr="sur ses gardes", en="on guard"), True)


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


@action("undesix.tumble", Nothing, fr="Roulé-boulé", en="Tumble in", refuse=cannot_tumble)
def tumble(scene: Scene[Sheet], do: Nothing, roll: Roll) -> Outcome:
    """UDS-ACTION-05, UDS-INIT-05: before one's first attack of the fight; it counts among its two manoeuvres."""
    step = manoeuvre(scene.me, "tumble")
    roll.note(step.target)
    made, passed = with_destiny(
        scene,
        roll,
        scene.actor,
        lambda: roll(manoeuvred((step.target.total,), *reading(scene)), by=scene.actor),
        lambda successes: not successes,
    )
    if not made:
        roll.note(LOST, what=SKILLS["tumble"].name)
        return Outcome((part(scene.actor, FELL),), FALLS.note(who=scene.me.name), (*passed, *taking_turn(scene)))
    effects = (*passed, Tumbled(scene.actor), *learning(scene, roll, scene.actor, "tumble"))
    return Outcome((part(scene.actor, TUMBLED),), TUMBLES.note(who=scene.me.name), effects)


class Move(Declared):
    """How far."""

    metres: Annotated[int, Between(1, CHARGE), Label(fr="Mètres", en="Metres")]


def cannot_move(scene: Scene[Sheet], _do: object) -> Note | None:
    return unable(scene, _do) or scene.me.unable(moving=True)


@action("undesix.move", Move, fr="Se déplacer", en="Move", refuse=cannot_move)
def move(scene: Scene[Sheet], do: Move, roll: Roll) -> Outcome:
    """UDS-TIME-04: up to 50 metres in a round, instead of an attack."""
    headline = MOVES.note(who=scene.me.name, metres=do.metres)
    return Outcome((part(scene.actor, MOVED),), headline, taking_turn(scene))


@action("undesix.hold", Nothing, fr="Rester sur ses gardes", en="Hold", refuse=unable)
def hold(scene: Scene[Sheet], do: Nothing, roll: Roll) -> Outcome:
    """UDS-COMBAT-07: the round passes; what the very defensive do."""
    return Outcome((part(scene.actor, HELD),), HOLDS.note(who=scene.me.name), taking_turn(scene))
