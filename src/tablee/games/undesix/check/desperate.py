"""Desperate actions, if the table plays them: PSY buys a bonus to a roll, or a dodge (Fiche 8)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from tablee.dice import Roll
from tablee.games.undesix.book import BOOK, DESPAIR
from tablee.games.undesix.options import DESPERATE
from tablee.games.undesix.sheet import Sheet
from tablee.rules.action import Effect, Scene
from tablee.rules.decision import Decision, may
from tablee.rules.why import Note, Term
from tablee.text import Text

DESPAIR_PRICE = 3  # PSY, for each +1 and for a dodge
SPENT_MINUTES = 10

DODGE = may(
    "undesix.dodge", "UDS-OPT-05", fr="Esquiver en désespoir de cause ?", en="Dodge in despair?", psy=DESPAIR_PRICE
)


@dataclass(frozen=True)
class Despair:
    """UDS-OPT-06: PSY spent in despair; a character with none left cannot act for ten minutes."""

    who: str
    points: int

    def on(self, sheet: Sheet) -> Sheet:
        psy = max(sheet.psy - self.points, min(sheet.psy, 0))
        return sheet.with_changes(psy=psy, exhausted=sheet.exhausted if psy > 0 else SPENT_MINUTES)


def psy_left(scene: Scene[Sheet], who: str, paid: tuple[Effect, ...]) -> int:
    """UDS-OPT-06: the PSY a character has left after what this action has `paid`: no point is spent twice."""
    sheet = scene[who]
    for effect in paid:
        sheet = effect.on(sheet) if effect.who == who else sheet
    return sheet.psy


def no_despair(
    scene: Scene[Sheet],
    who: str,
    cost: int,
    at_stake: bool = True,
    way_out: bool = True,
    paid: tuple[Effect, ...] = (),
) -> Note | None:
    """UDS-OPT-04…06: why this cannot be bought; a price beyond what remains is refused as a whole."""
    if not scene.option(DESPERATE):
        return BOOK.note("UDS-OPT-04:off")
    sheet, psy = scene[who], psy_left(scene, who, paid)
    if not at_stake:
        return BOOK.note("UDS-OPT-04:safe", who=sheet.name)
    if not way_out:
        return BOOK.note("UDS-OPT-05:trapped", who=sheet.name)
    return BOOK.note("UDS-OPT-06", who=sheet.name, cost=cost, psy=psy) if cost > psy else None


@cache
def _bonus(most: int) -> Decision[int]:
    """The question whether to buy +1, +2… up to `most`."""
    words = [
        Text(fr=f"+{n} ({DESPAIR_PRICE * n} PSY)", en=f"+{n} ({DESPAIR_PRICE * n} PSY)") for n in range(1, most + 1)
    ]
    return Decision(
        "undesix.despair",
        tuple(range(most + 1)),
        0,
        Text(fr="Un bonus désespéré ?", en="A desperate bonus?"),
        (Text(fr="non", en="no"), *words),
        "UDS-OPT-04",
    )


def desperate_bonus(
    scene: Scene[Sheet], roll: Roll, who: str, at_stake: bool = True, paid: tuple[Effect, ...] = (), keep: int = 0
) -> tuple[tuple[Term, ...], tuple[Effect, ...]]:
    """UDS-OPT-04: asks `who` before the die: the terms to add to the target, and the effects that pay for them.

    `paid` is what this action has spent before, `keep` the PSY that the roll itself may still cost.
    """
    if no_despair(scene, who, DESPAIR_PRICE + keep, at_stake, paid=paid) or scene[who].unable():
        return (), ()
    bought = roll.choose(who, _bonus((psy_left(scene, who, paid) - keep) // DESPAIR_PRICE))
    return _bought(scene, roll, who, bought, paid)


def desperate_bonuses(
    scene: Scene[Sheet], roll: Roll, people: Iterable[str], at_stake: bool
) -> dict[str, tuple[tuple[Term, ...], tuple[Effect, ...]]]:
    """UDS-OPT-04: asks those who oppose each other, all together: terms for each target, and the effects that pay."""
    asked = {
        who: _bonus(scene[who].psy // DESPAIR_PRICE)
        for who in people
        if not (no_despair(scene, who, DESPAIR_PRICE, at_stake) or scene[who].unable())
    }
    answers = roll.choose_each(asked) if asked else {}
    return {who: _bought(scene, roll, who, bought, ()) for who, bought in answers.items()}


def _bought(
    scene: Scene[Sheet], roll: Roll, who: str, bought: int, paid: tuple[Effect, ...]
) -> tuple[tuple[Term, ...], tuple[Effect, ...]]:
    """UDS-OPT-04: a bonus bought in despair: the terms to add to the target, and the effects that pay for them."""
    if not bought:
        return (), ()
    cost = DESPAIR_PRICE * bought
    roll.note("UDS-OPT-04", who=scene[who].name, bonus=bought, cost=cost)
    return (DESPAIR(bought),), pay_psy(scene, roll, who, cost, paid)


def pay_psy(scene: Scene[Sheet], roll: Roll, who: str, cost: int, paid: tuple[Effect, ...] = ()) -> tuple[Effect, ...]:
    """UDS-OPT-06: the effects of spending `cost` PSY; a note tells when the character has none left."""
    if psy_left(scene, who, paid) == cost:
        roll.note("UDS-OPT-06:spent", who=scene[who].name, minutes=SPENT_MINUTES)
    return (Despair(who, cost),)


def desperate_dodge(
    scene: Scene[Sheet],
    roll: Roll,
    who: str,
    way_out: bool = True,
    at_stake: bool = True,
    paid: tuple[Effect, ...] = (),
) -> tuple[Effect, ...]:
    """UDS-OPT-05: asked once damage is known; the price if the damage is dodged, nothing otherwise."""
    impossible = no_despair(scene, who, DESPAIR_PRICE, at_stake, way_out, paid) or scene[who].unable()
    if impossible or not roll.choose(who, DODGE):
        return ()
    roll.note("UDS-OPT-05", who=scene[who].name)
    return pay_psy(scene, roll, who, DESPAIR_PRICE, paid)
