"""Attacking at contact: special moves, from behind, caught between two (Fiche 1, Combats; Fiche 3)."""

from __future__ import annotations

from tablee.dice import Roll
from tablee.games.undesix.book import BOOK
from tablee.games.undesix.check.several_actions import shares_the_round
from tablee.games.undesix.fight.attack import (
    PlannedAttack,
    attack_outcome,
    lost_attack,
    prepare_attack,
    roll_attack,
    strive,
)
from tablee.games.undesix.fight.declaring import AnyAttack, no_attack_possible
from tablee.games.undesix.fight.special_moves import SPECIAL_MOVES
from tablee.games.undesix.options import from_stage, not_yet
from tablee.games.undesix.play import StageEntry, fighting, stage_of
from tablee.games.undesix.present import dead, other_living
from tablee.games.undesix.sheet import Sheet
from tablee.games.undesix.tables import WEAPONS
from tablee.rules.action import TO_WOUND, Effect, Kind, Outcome, Scene, action
from tablee.rules.cast import nobody_left
from tablee.rules.decision import pick
from tablee.rules.fields import Annotated, Ask, Audience, By, Declared, Label, OneOf
from tablee.rules.forms import HOW, WHOM, WORD_OF_MJ
from tablee.rules.why import Note
from tablee.text import Text

NO_MOVE = Text(fr="sans coup spécial", en="no special move")


class AtContact(Declared):
    """Parameters of an attack at contact: whom to strike, and from where."""

    target: Annotated[str, OneOf(other_living), Label(fr="Cible", en="Target"), Ask(WHOM)]
    move: Annotated[
        str,
        OneOf({"": NO_MOVE, **SPECIAL_MOVES}),
        Label(fr="Coup spécial", en="Special move"),
        Ask(HOW, when=from_stage(3), help=Text(fr="Au lieu de l'arme.", en="Instead of the weapon.")),
    ] = ""
    back: Annotated[
        bool, Label(fr="De dos", en="From behind"), By(Audience.MJ), Ask(WORD_OF_MJ, when=from_stage(3))
    ] = False
    flank: Annotated[
        str,
        OneOf(other_living),
        Label(fr="L'autre attaquant", en="The other attacker"),
        By(Audience.MJ),
        Ask(
            WORD_OF_MJ,
            when=from_stage(3),
            help=Text(
                fr="La cible, prise entre deux, choisit à qui faire face.",
                en="Caught between two, the target faces one.",
            ),
        ),
    ] = ""


class Attack(AnyAttack, AtContact):
    """Whom to strike, with what, how, and in which circumstances."""


def cannot_attack(scene: Scene[Sheet], do: Attack | None) -> Note | None:
    """UDS-HEALTH-04, UDS-COMBAT-02, UDS-SPECIAL-03: why nobody can be struck, or not like this."""
    refusal = no_attack_possible(scene, do)
    if refusal or do is None:
        return refusal or nobody_left(scene, dead, alone=BOOK.note("UDS-COMBAT-02:nobody"))
    weapon = WEAPONS[do.wielded(scene)]
    if weapon.ranged and not do.move:
        return BOOK.note("UDS-COMBAT-02:ranged", weapon=weapon.name)
    if do.move == "war_cry" and (shares_the_round(scene, do.actions) or do.manoeuvres or do.aim or do.metres):
        return BOOK.note("UDS-SPECIAL-03:round")
    return not_yet(scene, 3) if do.move or do.back or do.flank else None


def from_behind(scene: Scene[Sheet], do: Attack, roll: Roll) -> tuple[bool, tuple[Effect, ...]]:
    """UDS-COMBAT-09, -10: whether this attack comes from behind, and the effects of the victim's choice.

    It does by the MJ's word, by stealth, or because the victim faces the other attacker.
    """
    stage = stage_of(scene)
    if do.back or stage.behind.get(scene.actor) == do.target:
        return True, ()
    if not do.flank:
        return False, ()
    faced = stage.facing.get(do.target)
    sides = {scene.actor: scene.me.name, do.flank: scene[do.flank].name}
    if faced not in sides:
        choice = pick("undesix.face", "UDS-COMBAT-10", fr="À qui faire face ?", en="Whom to face?", options=sides)
        faced = roll.choose(do.target, choice)
    one, other = sides.values()
    roll.note("UDS-COMBAT-10", who=scene[do.target].name, one=one, other=other, faced=sides[faced])
    return faced != scene.actor, (StageEntry("facing", do.target, faced),) if fighting(scene) else ()


@action("undesix.attack", Attack, fr="Attaquer", en="Attack", refuse=cannot_attack, kind=Kind.FIGHT, success=TO_WOUND)
def attack(scene: Scene[Sheet], do: Attack, roll: Roll) -> Outcome:
    """UDS-COMBAT-01, -02, -09…12: strike, in the resolution the table uses; the blow itself is in `attack_roll.py`."""
    back, faced = from_behind(scene, do, roll)
    plan = PlannedAttack(do.target, do.wielded(scene), do.move, back, plain=bool(not_yet(scene, 3)))
    ready, effects = prepare_attack(scene, do, plan, roll)
    if not ready:
        return lost_attack(scene, do.target, (*faced, *effects))
    plan = strive(scene, plan, roll, (*faced, *effects))
    return attack_outcome(scene, do, plan, roll_attack(scene, do, plan, roll), roll)
