"""A first scene to play at once, by Tablée."""

from __future__ import annotations

from tablee.games.d6.codes import DieCode
from tablee.games.d6.ready import ready
from tablee.games.d6.sheet import Sheet
from tablee.rules.game import FirstScene
from tablee.text import Text

PARTY = ("mael", "ysolde")
FOES = ("rouquin", "bandit", "archere")


def cast() -> dict[str, Sheet]:
    """Nobody has come in armour: a blow that lands matters, and either side may win."""
    people = {who: ready()[who].with_changes(armour="") for who in (*PARTY, *FOES)}
    bandit = people["bandit"]
    seasoned = {**bandit.levels, "Haches et masses": DieCode(8)}  # even badly hurt, everybody here has a die to strike
    return {**people, "bandit": bandit.with_changes(levels=seasoned)}


FIRST_SCENE = FirstScene(
    title=Text(fr="La forge fume encore", en="The forge still smokes"),
    text=Text(
        fr="La forge fume encore. Le Rouquin est venu reprendre sa lame sans payer, un bandit et une archère sur les "
        "talons. Personne n'a d'armure. Maël empoigne sa masse ; Ysolde a déjà bandé son arc.",
        en="The forge is still smoking. The Redhead has come to take his blade back without paying, a bandit and an "
        "archer at his heels. Nobody wears armour. Maël grips his mace; Ysolde has already drawn her bow.",
    ),
    cast=cast,
    players=PARTY,
    begin=(("d6.fight", "", {"first": PARTY}),),
)
