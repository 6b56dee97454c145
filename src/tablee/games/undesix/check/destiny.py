"""Destiny dice, if the table plays them: a failed roll is thrown again and the die changes hands (Fiche 8)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from tablee.dice import Roll
from tablee.games.undesix.book import BOOK
from tablee.games.undesix.options import DESTINY
from tablee.games.undesix.sheet import Sheet
from tablee.rules.action import Effect, Kind, Outcome, Scene, action, part
from tablee.rules.decision import Decision, may
from tablee.rules.fields import Annotated, Ask, Audience, Declared, Label, OneOf
from tablee.rules.forms import WHOM
from tablee.rules.why import Note
from tablee.text import Name, Text

T = TypeVar("T")

REROLL = may(
    "undesix.destiny",
    "UDS-OPT-07",
    fr="Relancer avec un Dé de Destin ?",
    en="Reroll with a destiny die?",
    sensible=True,
    destiny=1,
)
REROLL_MJ = may(
    "undesix.destiny-mj",
    "UDS-OPT-07",
    fr="Le meneur relance-t-il avec un Dé de Destin ?",
    en="Does the GM reroll with a destiny die?",
    sensible=True,
    destiny_mj=1,
)
HANDED = BOOK.grade("handed")


@dataclass(frozen=True)
class PassDestiny:
    """UDS-OPT-07, -08: one destiny die changes hands between a player (`who`) and the MJ."""

    who: str
    to_mj: bool

    def on(self, sheet: Sheet) -> Sheet:
        if (sheet.destiny if self.to_mj else sheet.destiny_mj) < 1:
            return sheet
        moved = 1 if self.to_mj else -1
        return sheet.with_changes(destiny=sheet.destiny - moved, destiny_mj=sheet.destiny_mj + moved)


@dataclass(frozen=True)
class GiveDestiny:
    """UDS-OPT-07: a new die for a player."""

    who: str

    def on(self, sheet: Sheet) -> Sheet:
        return sheet.with_changes(destiny=sheet.destiny + 1)


def destiny(
    scene: Scene[Sheet], who: str, against: str, paid: tuple[Effect, ...] = ()
) -> tuple[Decision[bool], PassDestiny] | None:
    """UDS-OPT-07: what `who` may be asked after a failed roll, and the die that would change hands.

    A player rerolls with a die of their own; the MJ rerolls for an adversary with a die held against that player.
    `paid` holds the dice that this action has used already.
    """
    if not scene.option(DESTINY):
        return None
    if scene[who].played:
        own = PassDestiny(who, True)
        return (REROLL, own) if scene[who].destiny > paid.count(own) else None
    held = PassDestiny(against, False)
    if against and scene[against].pc and scene[against].destiny_mj > paid.count(held):
        return REROLL_MJ, held
    return None


def with_destiny(
    scene: Scene[Sheet],
    roll: Roll,
    who: str,
    throw: Callable[[], T],
    failed: Callable[[T], bool],
    against: str = "",
    paid: tuple[Effect, ...] = (),
) -> tuple[T, tuple[Effect, ...]]:
    """UDS-OPT-07, -08: the result of `throw`, thrown again while it `failed` and a die is spent.

    Returns it with the dice that changed hands. The new result stands, even a worse one.
    `against` is the character whom a failure would suit; `paid` is what this action has spent before.
    """
    result = throw()
    passed: tuple[Effect, ...] = ()
    while failed(result):
        offer = destiny(scene, who, against, (*paid, *passed))
        if offer is None or not roll.choose(who, offer[0]):
            break
        roll.note("UDS-OPT-07:rerolled", who=scene[who].name)
        passed += (offer[1],)
        result = throw()
    return result, passed


def players(scene: Scene[Sheet]) -> dict[str, Text | Name]:
    """The player characters in the scene, by id."""
    return {who: sheet.name for who, sheet in scene.cast.items() if sheet.pc}


class Give(Declared):
    """Whom the MJ hands a die to."""

    target: Annotated[str, OneOf(players, helps=True), Label(fr="Personnage", en="Character"), Ask(WHOM)]


def no_destiny(scene: Scene[Sheet], _do: object) -> Note | None:
    """The refusal where the table does not play destiny dice."""
    return None if scene.option(DESTINY) else BOOK.note("UDS-OPT-07:off")


@action(
    "undesix.give-destiny",
    Give,
    fr="Donner un Dé de Destin",
    en="Hand a destiny die",
    refuse=no_destiny,
    by=Audience.MJ,
    kind=Kind.CHECK,
)
def give_destiny(scene: Scene[Sheet], do: Give, roll: Roll) -> Outcome:
    """UDS-OPT-07, -08."""
    return Outcome(
        (part(do.target, HANDED),), BOOK.note("UDS-OPT-07", who=scene[do.target].name), (GiveDestiny(do.target),)
    )
