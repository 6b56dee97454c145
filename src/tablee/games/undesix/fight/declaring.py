"""What an attack declares, at contact or from afar, and what makes it impossible (Fiches 1, 3 and 4)."""

from __future__ import annotations

from tablee.games.undesix.check.checks import Circumstances, unable
from tablee.games.undesix.check.several_actions import too_many_actions
from tablee.games.undesix.fight.armour import MAX_NEIGHBOURS
from tablee.games.undesix.fight.attitudes import forbids_attack
from tablee.games.undesix.fight.manoeuvres import MANOEUVRE_NAMES, cannot_manoeuvre
from tablee.games.undesix.fight.streaks import out_of_use
from tablee.games.undesix.fight.wielding import weapons_carried
from tablee.games.undesix.forms import METRES, POINTS
from tablee.games.undesix.options import DESPERATE, from_stage, not_yet, with_option
from tablee.games.undesix.sheet import Sheet
from tablee.games.undesix.tables import PARTS, names
from tablee.rules.action import Scene
from tablee.rules.fields import Annotated, Ask, Audience, Between, By, Declared, Label, OneOf
from tablee.rules.forms import HOW, WITH, WORD_OF_MJ
from tablee.rules.why import Note
from tablee.text import Text

SLOWED = 3  # metres a round for those hit at the legs, unless the MJ says otherwise: ours (UDS-ACTION-11)


class AttackMeans(Declared):
    """With what and how one attacks, at contact or from afar."""

    weapon: Annotated[
        str, OneOf(weapons_carried), Label(fr="Arme", en="Weapon"), Ask(WITH, default=lambda scene: scene.me.weapon)
    ] = ""  # the one in hand, unless told
    manoeuvres: Annotated[
        tuple[str, ...],
        OneOf(MANOEUVRE_NAMES),
        Label(fr="En attaquant", en="While attacking"),
        Ask(
            HOW,
            when=from_stage(4),
            help=Text(
                fr="Se jouent avant l'attaque : un échec la perd.", en="Rolled first: a failure loses the attack."
            ),
        ),
    ] = ()
    aim: Annotated[
        str,
        OneOf(names(PARTS)),
        Label(fr="Viser", en="Aim at"),
        Ask(
            HOW,
            when=from_stage(4),
            help=Text(fr="Se joue avant l'attaque : un échec la perd.", en="Rolled first: a failure loses the attack."),
        ),
    ] = ""
    metres: Annotated[int, Between(0, 50), Label(fr="Déplacement", en="Movement"), Ask(HOW, more=True, unit=METRES)] = 0
    cover: Annotated[
        int,
        Between(0, 9),
        Label(fr="Abri de la cible", en="Cover of the target"),
        By(Audience.MJ),
        Ask(WORD_OF_MJ, unit=POINTS, help=Text(fr="S'ajoute à sa CA.", en="Added to its AC.")),
    ] = 0
    line: Annotated[
        int,
        Between(0, MAX_NEIGHBOURS),
        Label(fr="Boucliers à ses côtés", en="Shields beside it"),
        By(Audience.MJ),
        Ask(WORD_OF_MJ, help=Text(fr="Comptent avec un grand bouclier.", en="They count with a large shield.")),
    ] = 0
    extra_rolls: Annotated[
        tuple[int, ...],
        Label(fr="Seuils des autres jets", en="Targets of further rolls"),
        By(Audience.MJ),
        Ask(WORD_OF_MJ),
    ] = ()
    slowed_to: Annotated[
        int,
        Between(0, 50),
        Label(fr="Mètres par round si les jambes sont touchées", en="Metres a round if the legs are hit"),
        By(Audience.MJ),
        Ask(WORD_OF_MJ, unit=METRES, when=lambda _scene, values: values.get("aim") == "legs"),
    ] = SLOWED
    trapped: Annotated[
        bool,
        Label(fr="Cible sans échappatoire", en="Target has no way out"),
        By(Audience.MJ),
        Ask(WORD_OF_MJ, when=with_option(DESPERATE)),
    ] = False

    def wielded(self, scene: Scene[Sheet]) -> str:
        """The weapon of this attack: the one chosen, or the one in hand."""
        return self.weapon or scene.me.weapon


class AnyAttack(Circumstances, AttackMeans):
    """What every attack declares: the means, then the circumstances."""


def no_attack_possible(scene: Scene[Sheet], do: AnyAttack | None) -> Note | None:
    """Why no attack is possible: unable, very defensive (UDS-ATTITUDE-03), broken weapon, impossible manoeuvres."""
    refusal = unable(scene, do) or scene.me.unable(moving=True) or forbids_attack(scene)
    if refusal or do is None:
        return refusal
    weapon = do.wielded(scene)
    early = not_yet(scene, 4) if do.manoeuvres or do.aim or do.actions > 1 else None
    return (
        early
        or out_of_use(scene, weapon)
        or cannot_manoeuvre(scene, do.manoeuvres, do.aim, do.metres, weapon)
        or too_many_actions(scene, do.actions)
    )
