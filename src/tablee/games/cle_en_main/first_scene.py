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


def cast() -> dict[str, Sheet]:
    """Three PJ with their first atout ticked, a foreman, and three dockers."""
    people = ready()
    players = {who: Tick(who, atout).on(people[who]) for who, atout in PLAYERS.items()}
    gang = people["dockers"].with_changes(name=Name(**NPCS["dockers"]["name"]), group=DOCKERS)
    return players | {"contremaitre": people["contremaitre"], "dockers": gang}


FIRST_SCENE = FirstScene(
    title=Text(fr="Quai des Antilles", en="The Antilles quay"),
    text=Text(
        fr="Le Havre, 1932, quai des Antilles. Octavie a retrouvé son moteur volé, le professeur Quatrevaux lit tout "
        "haut l'adresse de l'acheteur, et Bruno cherche la sortie. Le contremaître la barre, hache en main ; trois "
        "dockers retroussent leurs manches.",
        en="Le Havre, 1932, the Antilles quay. Octavie has found her stolen engine, Professor Quatrevaux reads the "
        "buyer's address out loud, and Bruno looks for the way out. The foreman bars it, axe in hand; three dockers "
        "roll up their sleeves.",
    ),
    cast=cast,
    players=tuple(PLAYERS),
    begin=(("cle-en-main.open", "", {"pcs": len(PLAYERS)}), ("cle-en-main.start", "", {})),
)
