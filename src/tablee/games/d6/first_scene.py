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
    """Nobody has come in armour: a blow that lands matters, and the party wins three times out of four. Even badly
    hurt, everybody here has a die to strike.
    """
    people = {who: ready()[who].with_changes(armour="") for who in (*PARTY, *FOES)}
    bandit, archer = people["bandit"], people["archere"]
    people["bandit"] = bandit.with_changes(levels={**bandit.levels, "Haches et masses": DieCode(10)})
    people["archere"] = archer.with_changes(levels={**archer.levels, "Tir à l'arc": DieCode(5)})
    for who, endurance in (("rouquin", DieCode(8)), ("bandit", DieCode(5)), ("archere", DieCode(4))):
        people[who] = people[who].with_changes(characteristics={**people[who].characteristics, "E": endurance})
    return people


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
