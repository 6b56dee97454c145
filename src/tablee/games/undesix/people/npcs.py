"""Non-player characters: people, beasts, plants, monsters, and characters drawn at random (Fiche 8)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablee.dice import Reroll, Roll, d6, die, rule
from tablee.games.undesix.forms import POINTS
from tablee.games.undesix.people.creation import (
    AGAIN,
    NO_CHARACTER,
    Persona,
    created,
    equipment_of,
    five_dice,
    nameless,
    sheet_of,
    totalled,
)
from tablee.games.undesix.people.modes import Scores, all_five, broken_limits, may_reroll, refusal
from tablee.games.undesix.people.qualities import DRAWN_NAMES, TRAITS
from tablee.games.undesix.sheet import Sheet
from tablee.rules.action import Kind, Outcome, Scene, action
from tablee.rules.fields import CALLED, Annotated, Ask, Audience, Between, Declared, Label, OneOf
from tablee.rules.forms import IDENTITY, SCORES
from tablee.rules.why import Note
from tablee.text import Name, Text

KINDS = {
    "base_npc": Text(fr="de base (15 points)", en="basic (15 points)"),
    "improvised": Text(fr="improvisé (3 partout)", en="improvised (3 everywhere)"),
    "animal": Text(fr="animal (PSY 2)", en="animal (PSY 2)"),
    "clever_animal": Text(fr="animal malin (PSY 3)", en="clever animal (PSY 3)"),
    "plant": Text(fr="plante (PSY 1)", en="plant (PSY 1)"),
    "monster": Text(fr="monstre (ses propres scores)", en="monster (its own scores)"),
}
IMPROVISED = all_five(3)
BEAST_PSY = {"animal": 2, "clever_animal": 3, "plant": 1}


def npc_scores(kind: str, given: Scores = IMPROVISED) -> Scores:
    """UDS-NPC-02, -03, UDS-CREATE-10: 3 everywhere if improvised; the PSY of beasts and plants; otherwise as given."""
    if kind == "improvised":
        return IMPROVISED
    return given._replace(psy=BEAST_PSY.get(kind, given.psy))


def _has_own_scores(_scene: Scene[Sheet], values: Mapping[str, Any]) -> bool:
    """Whether scores are asked of this kind: an improvised character has 3 everywhere (UDS-NPC-02)."""
    return values.get("kind") != "improvised"


def _has_own_psy(_scene: Scene[Sheet], values: Mapping[str, Any]) -> bool:
    """Whether PSY is asked of this kind: that of beasts and plants is given (UDS-NPC-03)."""
    return values.get("kind") not in ("improvised", *BEAST_PSY)


SCORE = Ask(SCORES, unit=POINTS, when=_has_own_scores)
PlayedByAPlayer = Annotated[bool, Label(fr="Pour un joueur", en="For a player"), Ask(IDENTITY)]


class Npc(Persona):
    """A non-player character, beast, plant or monster; scores left out are 3."""

    kind: Annotated[str, OneOf(KINDS), Label(fr="Sorte", en="Kind"), Ask(SCORES)] = "improvised"
    pc: PlayedByAPlayer = False
    phy: Annotated[int, Between(0, 99), Label(fr="PHY", en="PHY"), SCORE] = 3
    dex: Annotated[int, Between(0, 99), Label(fr="DEX", en="DEX"), SCORE] = 3
    sav: Annotated[int, Between(0, 99), Label(fr="SAV", en="SAV"), SCORE] = 3
    psy: Annotated[int, Between(0, 99), Label(fr="PSY", en="PSY"), Ask(SCORES, unit=POINTS, when=_has_own_psy)] = 3
    sens: Annotated[int, Between(0, 99), Label(fr="SENS", en="SENS"), SCORE] = 3

    @property
    def scores(self) -> Scores:
        return npc_scores(self.kind, Scores(self.phy, self.dex, self.sav, self.psy, self.sens))


def cannot_create_npc(scene: Scene[Sheet], do: Npc | None) -> Note | None:
    """UDS-NPC-01: only the basic NPC has limits."""
    if do is None or do.kind != "base_npc":
        return nameless(scene, do)
    return nameless(scene, do) or refusal("base_npc", broken_limits("base_npc", do.scores))


@action(
    "undesix.create-npc",
    Npc,
    fr="Improviser un personnage",
    en="Improvise a character",
    refuse=cannot_create_npc,
    by=Audience.MJ,
    kind=Kind.PEOPLE,
)
def create_npc(scene: Scene[Sheet], do: Npc, roll: Roll) -> Outcome:
    """UDS-NPC-01…03, UDS-CREATE-10: a monster's scores are whatever its description, and the MJ, say."""
    return created(scene, roll, sheet_of(Name(do.name, feminine=do.feminine), do.scores, pc=do.pc, **equipment_of(do)))


DRAWN_WEAPONS = ("dagger", "short_sword", "club", "axe", "spear", "bow")
DRAWN_ARMOURS = ("none", "none", "leather", "padded")


class Anybody(Declared):
    """Parameters: a name, if it is chosen, and who plays the character; all the rest is drawn."""

    name: Annotated[
        str,
        CALLED,
        Label(fr="Nom", en="Name"),
        Ask(IDENTITY, help=Text(fr="Tiré au sort s'il est vide.", en="Drawn if it is left empty.")),
    ] = ""
    pc: PlayedByAPlayer = True


@rule
def drawn_scores(roll: Roll) -> Scores:
    """UDS-CREATE-02, -03: five dice in the order of the sheet, thrown again while the total is poor."""
    scores = Scores(roll(d6), roll(d6), roll(d6), roll(d6), roll(d6))
    if may_reroll(scores):
        raise Reroll
    return scores


@action(
    "undesix.create-anybody",
    Anybody,
    fr="Tirer un personnage au hasard",
    en="Draw somebody at random",
    kind=Kind.PEOPLE,
)
def create_anybody(scene: Scene[Sheet], do: Anybody, roll: Roll) -> Outcome:
    """UDS-CREATE-01…03, -12: scores, name, three traits and a weapon, all by the dice."""
    if roll.known(NO_CHARACTER, AGAIN) is not None:  # odds: only the total is read
        return totalled(scene, "", roll(five_dice(True)))
    scores = roll(drawn_scores())
    name = Name(do.name) if do.name.strip() else DRAWN_NAMES[roll(die(len(DRAWN_NAMES))) - 1]
    deck, traits = list(TRAITS.values()), list[str]()
    for _ in range(3):
        traits.append(deck.pop(roll(die(len(deck))) - 1).fr)
    sheet = sheet_of(
        name,
        scores,
        pc=do.pc,
        traits=tuple(traits),
        weapon=(weapon := DRAWN_WEAPONS[roll(die(len(DRAWN_WEAPONS))) - 1]),
        weapons=(weapon,),
        armour=DRAWN_ARMOURS[roll(die(len(DRAWN_ARMOURS))) - 1],
    )
    return created(scene, roll, sheet)
