"""The first scene that newcomers may play at once; invented by us."""

from __future__ import annotations

from tablee.games.deusex.people.ready import ready
from tablee.games.deusex.sheet import Sheet
from tablee.rules.game import FirstScene
from tablee.text import Text

PARTY = ("youssef", "nadia")
FOES = ("petite_frappe", "vigile")


def cast() -> dict[str, Sheet]:
    """The thug is handy with a knife, the watchman solid: the party wins three times out of four."""
    people = {who: ready()[who] for who in (*PARTY, *FOES)}
    thug, watchman = (people[who] for who in FOES)
    handy = thug.with_changes(aptitudes={**thug.aptitudes, "Armes blanches (couteau)": 3}, pv=11, pv_max=11)
    return {**people, "petite_frappe": handy, "vigile": watchman.with_changes(pv=13, pv_max=13)}


FIRST_SCENE = FirstScene(
    title=Text(fr="Niveau C", en="Level C"),
    text=Text(
        fr="Troisième sous-sol, niveau C. Nadia a photographié ce qu'il ne fallait pas ; un vigile et une petite "
        "frappe barrent la rampe. Youssef coupe le moteur et descend de la berline.",
        en="Third basement, level C. Nadia has photographed what she should not have; a watchman and a street thug "
        "block the ramp. Youssef cuts the engine and gets out of the car.",
    ),
    cast=cast,
    players=PARTY,
    begin=(("deusex.start-fight", "", {"one": PARTY, "two": FOES}),),
)
