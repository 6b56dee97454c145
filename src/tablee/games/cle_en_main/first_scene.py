"""A scene to play at once: three PJ against a second couteau and three figurants (ours)."""

from __future__ import annotations

from tablee.games.cle_en_main.atouts import CUIR_EPAIS, ESPRIT_DE_TROUPE, VIF_COMME_L_ECLAIR
from tablee.games.cle_en_main.people.evolution import Tick
from tablee.games.cle_en_main.people.npcs import NPCS
from tablee.games.cle_en_main.people.ready import ready
from tablee.games.cle_en_main.sheet import Sheet
from tablee.rules.game import FirstScene
from tablee.text import Name, Text

PLAYERS = {
    "octavie": VIF_COMME_L_ECLAIR,
    "anselme": ESPRIT_DE_TROUPE,
    "bruno": CUIR_EPAIS,
}  # whom and which atout
DOCKERS = 3
BRUISED = {"octavie": 9, "anselme": 9, "bruno": 11}  # the vitality that a first rush has left
FOREMAN = {"resistance": 12, "defence": 9, "combat (Hache)": 17}  # never beaten: he strikes hard, and can be hit
TOUGH, HEAVY = 24, 12  # his vitality, and the bonus of his axe


def cast() -> dict[str, Sheet]:
    """Three PJ with their first atout ticked, bruised already, a foreman who is a match for them, and three dockers:
    a party of sensible people wins seven times out of ten.
    """
    people = ready()
    players = {who: Tick(who, atout).on(people[who]) for who, atout in PLAYERS.items()}
    bruised = {who: sheet.with_changes(vitality=BRUISED[who]) for who, sheet in players.items()}
    foreman = people["contremaitre"]
    axes = tuple(weapon.with_changes(bonus=HEAVY) for weapon in foreman.weapons)
    tough = foreman.with_changes(skills=FOREMAN, vitality=TOUGH, vitality_max=TOUGH, weapons=axes)
    gang = people["dockers"].with_changes(name=Name(**NPCS["dockers"]["name"]), group=DOCKERS)
    return bruised | {"contremaitre": tough, "dockers": gang}


FIRST_SCENE = FirstScene(
    title=Text(fr="Quai des Antilles", en="The Antilles quay"),
    text=Text(
        fr="Le Havre, 1932, quai des Antilles. Octavie a retrouvé son moteur volé, le professeur Quatrevaux lit tout "
        "haut l'adresse de l'acheteur, et Bruno cherche la sortie. Le premier assaut a laissé des bleus ; le "
        "contremaître, qui n'a jamais été battu, barre la porte, hache en main, et trois dockers retroussent leurs "
        "manches.",
        en="Le Havre, 1932, the Antilles quay. Octavie has found her stolen engine, Professor Quatrevaux reads the "
        "buyer's address out loud, and Bruno looks for the way out. The first rush has left bruises; the foreman, who "
        "has never been beaten, bars the door, axe in hand, and three dockers roll up their sleeves.",
    ),
    cast=cast,
    players=tuple(PLAYERS),
    begin=(("cle-en-main.open", "", {"pcs": len(PLAYERS)}), ("cle-en-main.start", "", {})),
)
