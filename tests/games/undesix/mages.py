"""A mage, some company, and ways to cast with scripted dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from tablee.dice import Fed
from tablee.games.undesix.magic.casting import cast
from tablee.games.undesix.magic.state import Cast
from tablee.games.undesix.play import Stage
from tablee.games.undesix.sheet import Learnt, Sheet
from tablee.rules.action import Action, Scene, applied
from tablee.rules.fields import Declared
from tablee.rules.run import Done, Parts, Progress, perform
from tablee.text import Name

Answers = tuple[Mapping[str, Any], ...]


WOMEN = ("Mira", "Chloé", "Ysé")


def someone(name: str, **scores: Any) -> Sheet:
    usual = {"phy": 4, "dex": 3, "sav": 3, "psy": 4, "sens": 3}
    known = {**usual, **scores}
    called = Name(name, feminine=name in WOMEN)
    return Sheet(**{"name": called, "phy_max": known["phy"], "psy_max": known["psy"], **known})


MIRA = someone("Mira", psy=7, skills={"verb:create": Learnt(xp=2)})
NICOLAS = someone("Nicolas", psy=2)
CHLOE = someone("Chloé", psy=6)
STRONG = someone("Ysé", psy=20)


def scene(
    actor: str = "mira", play: Stage | None = None, options: Mapping[str, Any] | None = None, **cast: Sheet
) -> Any:
    known = {"mira": MIRA, "nicolas": NICOLAS, "chloe": CHLOE, "yse": STRONG, **cast}
    return Scene(actor, known, play or Stage(), options or {})


def done(action: Action[Any, Any], at: Any, do: Declared, dice: list[int], *answers: Mapping[str, Any]) -> Done:
    """The action performed to its end with these dice and answers; every die must be used."""
    fed = Fed(dice)
    result = perform(action, at, do, fed, Progress(answers=answers))
    assert isinstance(result, Done), result
    assert not fed.left
    return result


def casting(at: Any, dice: list[int], *answers: Mapping[str, Any], **said: Any) -> Done:
    return done(cast, at, Cast(**said), dice, *answers)


def after(at: Any, result: Done) -> Any:
    """The scene once the effects have fallen."""
    return applied(at, result.outcome.effects)


def grades(result: Done) -> dict[str, str]:
    return {part.who: part.grade.id for part in result.outcome.parts}


def every_throw(
    action: Action[Any, Any], at: Any, do: Declared, faces: tuple[int, ...] = (), answers: Answers = ()
) -> Counter[Parts]:
    """The law of an action on the defaults of its decisions, by trying every face of every die."""
    result = perform(action, at, do, Fed(faces), Progress(answers=answers))
    if isinstance(result, Done):
        chance: Any = Fraction(1, 6 ** len(faces))
        return Counter({result.outcome.parts: chance})
    if result.asked:
        card = {who: choice.default for who, choice in result.asked.items()}
        return every_throw(action, at, do, faces, (*answers, card))
    law: Counter[Parts] = Counter()
    for face in range(1, 7):
        law.update(every_throw(action, at, do, (*faces, face), answers))
    return law
