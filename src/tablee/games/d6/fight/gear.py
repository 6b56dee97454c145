"""Equipment: what a character carries, from the table's lists. Proposed by Tablée."""

from __future__ import annotations

from tablee.dice import Roll
from tablee.games.d6.book import BOOK
from tablee.games.d6.play import cannot_act, lists_of
from tablee.games.d6.sheet import Sheet
from tablee.rules.action import Kind, Outcome, Put, Scene, action, part
from tablee.rules.data.tables import names
from tablee.rules.fields import Annotated, Ask, Declared, Label, OneOf
from tablee.rules.forms import GEAR
from tablee.rules.why import Note
from tablee.text import Text

NOTHING = Text(fr="rien", en="nothing")
SHIELD = Text(fr="un bouclier", en="a shield")

EQUIPPED = BOOK.grade("equipped")


def carried(scene: Scene[Sheet]) -> tuple[str, ...]:
    """The weapons that the actor carries, of those the table's lists have."""
    return tuple(id for id in scene.me.weapons if id in lists_of(scene).weapons)


def worn(scene: Scene[Sheet]) -> str:
    """The armour that the actor wears, if the table's lists have it."""
    return scene.me.armour if scene.me.armour in lists_of(scene).armours else ""


class Equip(Declared):
    """What is carried from now on; the first weapon is the one in hand."""

    arms: Annotated[
        tuple[str, ...],
        OneOf(lambda scene: names(lists_of(scene).weapons)),
        Label(fr="Armes", en="Weapons"),
        Ask(GEAR, default=carried, help=Text(fr="La première est en main.", en="The first is in hand.")),
    ] = ()
    armour: Annotated[
        str,
        OneOf(lambda scene: names(lists_of(scene).armours)),
        Label(fr="Armure", en="Armour"),
        Ask(GEAR, default=worn),
    ] = ""
    shield: Annotated[bool, Label(fr="Bouclier", en="Shield"), Ask(GEAR, default=lambda scene: scene.me.shield)] = False


def cannot_equip(scene: Scene[Sheet], do: Equip | None) -> Note | None:
    """D6-COMBAT-03: a weapon that takes both hands leaves none for a shield."""
    refusal = cannot_act(scene, do)
    if refusal or do is None or not (do.shield and do.arms):
        return refusal
    weapon = lists_of(scene).weapons[do.arms[0]]
    return BOOK.note("D6-COMBAT-03:two_hands", who=scene.me.name, weapon=weapon.name) if weapon.two_hands else None


@action("d6.equip", Equip, fr="S'équiper", en="Take up gear", refuse=cannot_equip, kind=Kind.PEOPLE)
def equip(scene: Scene[Sheet], do: Equip, _roll: Roll) -> Outcome:
    """D6-COMBAT-03: weapons, armour, shield."""
    lists, who = lists_of(scene), scene.actor
    gear = [lists.weapons[id].name for id in do.arms]
    gear += [lists.armours[do.armour].name] if do.armour else []
    gear += [SHIELD] if do.shield else []
    effects = (Put(who, "weapons", do.arms), Put(who, "armour", do.armour), Put(who, "shield", do.shield))
    headline = BOOK.note("D6-COMBAT-03:carries", who=scene.me.name, gear=tuple(gear) or (NOTHING,))
    return Outcome((part(who, EQUIPPED),), headline, effects)
