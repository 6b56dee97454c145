"""A first scene to play at once: ours."""

from __future__ import annotations

from tablee.games.undesix.characters import ready
from tablee.games.undesix.sheet import Sheet
from tablee.rules.game import FirstScene
from tablee.text import Text

PARTY = ("chloe", "nicolas")
FOES = ("loup", "brigand")


def first_cast() -> dict[str, Sheet]:
    """The wolf is lean: the party wins three times out of four."""
    people = {who: ready()[who] for who in (*PARTY, *FOES)}
    return {**people, "loup": people["loup"].with_changes(phy=3, phy_max=3)}


FIRST_SCENE = FirstScene(
    title=Text(fr="Le pont de bois", en="The wooden bridge"),
    text=Text(
        fr="Le pont de bois est étroit. Au bout, un brigand réclame la bourse de Chloé ; un loup maigre gronde à ses "
        "pieds. Nicolas lève son bouclier, et personne n'a vu Chloé empoigner son espadon.",
        en="The wooden bridge is narrow. At its end a brigand wants Chloé's purse, and a lean wolf growls at his feet. "
        "Nicolas raises his shield, and nobody has seen Chloé grip her greatsword.",
    ),
    cast=first_cast,
    players=PARTY,
    begin=(("undesix.fight", "", {"one": PARTY, "two": FOES, "surprise": ("chloe",)}),),
)
