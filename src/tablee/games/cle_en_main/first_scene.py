"""A scene to play at once: three PJ against a boss and five figurants (ours)."""

from __future__ import annotations

from tablee.games.cle_en_main.atouts import MAINS_QUI_SAUVENT, NE_COIFFE, OEIL_DE_FAUCON
from tablee.games.cle_en_main.people.evolution import Tick
from tablee.games.cle_en_main.people.ready import ready
from tablee.games.cle_en_main.sheet import Sheet
from tablee.rules.game import FirstScene
from tablee.text import Text

PLAYERS = {"salome": MAINS_QUI_SAUVENT, "idriss": OEIL_DE_FAUCON, "maud": NE_COIFFE}  # with the atout each has ticked
OTHERS = ("lazare", "hommes_de_main")


def cast() -> dict[str, Sheet]:
    """Three PJ with their first atout ticked, Viktor Lazare, and five heavies."""
    people = ready()
    players = {who: Tick(who, atout).on(people[who]) for who, atout in PLAYERS.items()}
    return players | {who: people[who] for who in OTHERS}


FIRST_SCENE = FirstScene(
    Text(
        fr="Entrepôt 9, trois heures du matin. Salomé a un blessé à sortir, Idriss une caisse à désamorcer, Maud la "
        "photo qui manque à son article. Viktor Lazare ferme la porte, et ses cinq gros bras sortent de l'ombre.",
        en="Warehouse 9, three in the morning. Salomé has a wounded man to bring out, Idriss a crate to defuse, Maud "
        "the picture her story lacks. Viktor Lazare shuts the door, and his five heavies step out of the shadows.",
    ),
    cast,
    tuple(PLAYERS),
    begin=(("cle-en-main.open", "", {"pcs": len(PLAYERS)}), ("cle-en-main.start", "", {})),
)
