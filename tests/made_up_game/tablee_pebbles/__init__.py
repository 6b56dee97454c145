"""Pebbles: a whole game on a screen, with one test and one attack."""

from tablee.dice import Roll, d6, rule
from tablee.rules.action import Add, Grade, Outcome, Scene, action, part
from tablee.rules.fields import Annotated, Declared, Label, OneOf
from tablee.rules.game import Game
from tablee.rules.why import Book
from tablee.text import Name, Text

BOOK = Book.load(__package__)
KNACK, DROPS = BOOK.term("knack", fr="adresse", en="knack"), BOOK.term("drops", fr="gouttes", en="drops")
SEVEN = BOOK.term("seven", fr="base", en="base")
TARGET = BOOK.saying("PEB-SKIM-01", fr="À atteindre", en="To reach")
SKIMMED = BOOK.saying("PEB-SKIM-01", key="told", fr="{who} fait {sum}", en="{who} rolls {sum}")
THREW = BOOK.saying("PEB-HIT-01", fr="{who} lance sur {target}", en="{who} throws at {target}")
GOOD, BAD = Grade("good", Text(fr="réussi", en="done"), True), Grade("bad", Text(fr="raté", en="missed"), False)


class Sheet(Declared):
    name: Annotated[Name, Label(fr="Nom", en="Name")]
    knack: Annotated[int, Label(fr="Adresse", en="Knack")] = 0
    drops: Annotated[int, Label(fr="Gouttes", en="Drops")] = 0


class Skim(Declared): ...


class Throw(Declared):
    target: Annotated[
        str, OneOf(lambda scene: {who: s.name for who, s in scene.cast.items()}), Label("Cible", "Target")
    ]


@rule
def splash(roll: Roll) -> int:
    """PEB-HIT-01."""
    return max(0, roll(d6) - 3)


@action("pebbles.skim", Skim, fr="Faire un ricochet", en="Skim a pebble")
def skim(scene: Scene[Sheet], _do: Skim, roll: Roll) -> Outcome:
    """PEB-SKIM-01."""
    target = TARGET.sum(SEVEN(7), -KNACK(scene.me.knack))
    roll.note(target)
    total = roll(2 * d6, by=scene.actor)
    grade = GOOD if total >= target.total else BAD
    return Outcome((part(scene.actor, grade),), SKIMMED.note(who=scene.me.name, sum=total))


@action("pebbles.throw", Throw, fr="Lancer un galet", en="Throw a pebble")
def throw(scene: Scene[Sheet], do: Throw, roll: Roll) -> Outcome:
    drops = roll(splash(), by=scene.actor)
    headline = THREW.note(who=scene.me.name, target=scene[do.target].name)
    return Outcome((part(do.target, GOOD if drops else BAD, drops=drops),), headline, (Add(do.target, "drops", drops),))


def ready() -> dict[str, Sheet]:
    return {"ana": Sheet(name=Name("Ana", feminine=True), knack=2), "leo": Sheet(name=Name("Léo"))}


PLAIN = Text(fr="Galets", en="Pebbles")
GAME = Game(
    "pebbles", PLAIN, Text(fr="Des galets et de l'eau.", en="Pebbles and water."), Sheet, (skim, throw), BOOK, ready
)
