"""Armour class: everything that protects, added up (Fiche 1, Combats; Fiche 3, Grand bouclier and Protection)."""

from __future__ import annotations

from typing import NamedTuple

from tablee.dice import Roll
from tablee.games.undesix.book import BOOK
from tablee.games.undesix.fight.attitudes import guard_terms
from tablee.games.undesix.options import DEX1_CA
from tablee.games.undesix.play import stage_of
from tablee.games.undesix.sheet import Sheet
from tablee.games.undesix.tables import ARMOURS, ATTITUDES, PARTS
from tablee.rules.action import Scene
from tablee.rules.why import Tally

ARMOUR = BOOK.term("armour")
SHIELD = BOOK.term("shield")
LINE = BOOK.term("line")
AGILITY = BOOK.term("dex_ca")
COVER = BOOK.term("cover")

MAX_NEIGHBOURS = 2  # UDS-CA-05


class Guard(NamedTuple):
    """Everything that protects a defender from a blow, as numbers."""

    armour: int = 0
    shield: bool = False
    neighbours: int = 0  # shield bearers beside the character
    dex: int = 2
    cover: int = 0
    attitude: str = "normal"


def dexterity_ca(dex: int, of_one: int = -1) -> int:
    """UDS-CA-03: +1 for 3 or 4, +2 for 5 or 6…; Dextérité 1 (or less) is worth `of_one`."""
    return (dex - 1) // 2 if dex >= 2 else of_one


def armour_class(guard: Guard, back: bool = False, gap: bool = False, of_one: int = -1) -> Tally:
    """UDS-CA-01, -02, -04…06, -08: everything that protects, added up; no floor.

    From the `back` there is no shield and the victim counts as Dextérité 1 (UDS-COMBAT-09); in a `gap` no armour.
    """
    shield = guard.shield and not back
    amounts = (
        (ARMOUR, 0 if gap else guard.armour),
        (SHIELD, 1 if shield else 0),
        (LINE, min(guard.neighbours, MAX_NEIGHBOURS) if shield else 0),
        (AGILITY, dexterity_ca(1 if back else guard.dex, of_one)),
        (COVER, guard.cover),
    )
    return BOOK.sum("UDS-CA-04", *[label(amount) for label, amount in amounts if amount], *guard_terms(guard.attitude))


def guard_of(scene: Scene[Sheet], who: str, cover: int = 0, neighbours: int = 0) -> Guard:
    """What protects a character now. In a fight, an attitude protects once its owner has acted (UDS-ATTITUDE-05).

    Only a large shield makes a line with its neighbours (UDS-CA-05).
    """
    sheet = scene[who]
    holds = sheet.acted or who not in stage_of(scene).fighters
    return Guard(
        ARMOURS[sheet.armour].ca,
        sheet.shield != "none",
        neighbours if sheet.shield == "large" else 0,
        sheet.dex,
        cover,
        sheet.attitude if holds else "normal",
    )


def covered(sheet: Sheet, part: str) -> bool:
    """UDS-ACTION-11: whether the armour protects the part aimed at; a helmet covers the head."""
    return not PARTS[part].gap or (PARTS[part].helmet and sheet.helmet)


def ca_of(
    scene: Scene[Sheet], who: str, roll: Roll, cover: int = 0, neighbours: int = 0, back: bool = False, aim: str = ""
) -> Tally:
    """The CA of a defender against one attack; notes explain it."""
    sheet, of_one = scene[who], scene.option(DEX1_CA)
    gap = bool(aim) and not covered(sheet, aim)
    if back:
        roll.note("UDS-COMBAT-09", who=sheet.name)
    stage = stage_of(scene)
    announced = stage.announced.get(who, "normal")
    if announced != sheet.attitude and (who in stage.now or who in stage.taken):
        roll.note("UDS-INIT-03:attitude", who=sheet.name, attitude=ATTITUDES[announced].name)
    if gap and ARMOURS[sheet.armour].ca:
        roll.note("UDS-CA-08", who=sheet.name, where=PARTS[aim].at)
    if of_one == 0 and (back or sheet.dex <= 1):
        roll.note("UDS-CA-03:option")
    ca = armour_class(guard_of(scene, who, cover, neighbours), back, gap, of_one)
    roll.note(ca)
    return ca
