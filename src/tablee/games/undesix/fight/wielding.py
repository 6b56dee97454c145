"""What one has in hand, and taking the round to change it (Fiche 4, Dégainer)."""

from __future__ import annotations

from dataclasses import dataclass

from tablee.dice import Roll
from tablee.games.undesix.book import BOOK
from tablee.games.undesix.check.checks import unable
from tablee.games.undesix.check.several_actions import shares_the_round
from tablee.games.undesix.fight.streaks import out_of_use
from tablee.games.undesix.play import StageEntry, fighting, held_in_instant, taking_turn
from tablee.games.undesix.sheet import Sheet
from tablee.games.undesix.tables import WEAPONS
from tablee.rules.action import Effect, Kind, Outcome, Scene, action, part
from tablee.rules.fields import Annotated, Ask, Declared, Label, OneOf
from tablee.rules.forms import WITH
from tablee.rules.why import Note
from tablee.text import Name, Text

BARE = "bare_hands"

ARMED = BOOK.grade("armed")


@dataclass(frozen=True)
class Wield:
    """A weapon taken in hand, the former one kept within reach; bare hands for a weapon that was dropped."""

    who: str
    weapon: str

    def on(self, sheet: Sheet) -> Sheet:
        kept = sheet.weapons if sheet.weapon in (*sheet.weapons, BARE) else (*sheet.weapons, sheet.weapon)
        return sheet.with_changes(weapon=self.weapon, weapons=kept)


@dataclass(frozen=True)
class LetGo:
    """UDS-ACTION-11: a weapon knocked out of a hand, if it is still in it."""

    who: str
    weapon: str

    def on(self, sheet: Sheet) -> Sheet:
        return Wield(self.who, BARE).on(sheet) if sheet.weapon == self.weapon else sheet


def drawing(scene: Scene[Sheet], weapon: str) -> tuple[Effect, ...]:
    """UDS-INIT-03: the effects of taking a weapon in hand; those of the same instant read the former one there."""
    drew = (StageEntry("drew", scene.actor, held_in_instant(scene, scene.actor)),) if fighting(scene) else ()
    return (Wield(scene.actor, weapon), *drew)


def letting_go(scene: Scene[Sheet], victim: str) -> tuple[Effect, ...]:
    """UDS-ACTION-11, UDS-INIT-03: the effects of a weapon knocked out of a hand; those of the same instant, its owner
    included, still read it there.
    """
    held = held_in_instant(scene, victim)
    read = (StageEntry("drew", victim, held),) if fighting(scene) else ()
    return (LetGo(victim, held), *read)


def weapons_carried(scene: Scene[Sheet]) -> dict[str, Name | Text]:
    """What the actor may strike with: what is in hand, what is carried, and bare hands."""
    ids = (scene.me.weapon, *scene.me.weapons, BARE) if scene.actor in scene.cast else tuple(WEAPONS)
    return {id: WEAPONS[id].name for id in dict.fromkeys(ids)}


def sheathed_weapon(scene: Scene[Sheet]) -> str:
    """A weapon that the actor carries and does not have in hand; bare hands if there is none."""
    in_hand = (scene.me.weapon, held_in_instant(scene, scene.actor))
    return next(id for id in (*weapons_carried(scene), BARE) if id not in in_hand or id == BARE)


class Draw(Declared):
    """Which weapon."""

    weapon: Annotated[str, OneOf(weapons_carried), Label(fr="Arme", en="Weapon"), Ask(WITH, default=sheathed_weapon)]


def cannot_draw(scene: Scene[Sheet], do: Draw | None) -> Note | None:
    """UDS-ACTION-07, UDS-INIT-03: refuses what is in hand already, or was when the instant began."""
    refusal = unable(scene, do) or (out_of_use(scene, do.weapon) if do else None)
    if refusal is None and do and do.weapon == held_in_instant(scene, scene.actor) != BARE:
        refusal = BOOK.note("UDS-ACTION-07:held", who=scene.me.name, weapon=WEAPONS[do.weapon].name)
    return refusal or (BOOK.note("UDS-ACTION-07:all", who=scene.me.name) if shares_the_round(scene) else None)


@action(
    "undesix.draw",
    Draw,
    fr="Prendre une arme en main",
    en="Take a weapon in hand",
    refuse=cannot_draw,
    kind=Kind.FIGHT,
)
def draw(scene: Scene[Sheet], do: Draw, roll: Roll) -> Outcome:
    """UDS-ACTION-07: a round spent to take a weapon in hand, or to pick up one that was dropped."""
    headline = BOOK.note("UDS-ACTION-07:takes", who=scene.me.name, weapon=WEAPONS[do.weapon].name)
    return Outcome((part(scene.actor, ARMED),), headline, (*taking_turn(scene), *drawing(scene, do.weapon)))
