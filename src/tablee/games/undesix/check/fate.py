"""Desperate actions and destiny dice (Fiche 8): what may bend a roll, a blow or a danger, where the table plays so."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import TypeVar

from tablee.dice import Roll
from tablee.games.undesix.book import BOOK, DESPAIR
from tablee.games.undesix.options import DESPERATE, DESTINY
from tablee.games.undesix.sheet import Sheet
from tablee.rules.action import Effect, Grade, Outcome, Scene, action, part
from tablee.rules.decision import Decision, may
from tablee.rules.fields import Annotated, Audience, Declared, Label, OneOf
from tablee.rules.why import Note, Term
from tablee.text import Name, Text

T = TypeVar("T")

PRICE = 3  # PSY, for each +1 and for a dodge
SPENT_MINUTES = 10

OFF = BOOK.saying(
    "UDS-OPT-04",
    key="off",
    fr="Cette table ne joue pas les actions désespérées : le meneur peut les permettre dans les options",
    en="This table does not use desperate actions: the GM may allow them in the options",
)
SAFE = BOOK.saying(
    "UDS-OPT-04",
    key="safe",
    fr="La vie {who:de} n'est pas en jeu : pas d'action désespérée",
    en="The life of {who:the} is not at stake: no desperate action",
)
NO_WAY_OUT = BOOK.saying(
    "UDS-OPT-05",
    key="trapped",
    fr="{who:Le} n'a pas d'échappatoire : impossible d'esquiver",
    en="{who:The} has no way out: no dodging this",
)
TOO_DEAR = BOOK.saying(
    "UDS-OPT-06",
    fr="Il faudrait {cost} PSY et {who:le} n'en a que {psy} : demandez moins",
    en="That would take {cost} PSY and {who:the} has only {psy}: ask for less",
)
BOUGHT = BOOK.saying(
    "UDS-OPT-04",
    fr="{who:Le} y met toute sa volonté : +{bonus} pour {cost} PSY",
    en="{who:The} puts every ounce of will into it: +{bonus} for {cost} PSY",
)
DODGED = BOOK.saying(
    "UDS-OPT-05",
    fr="{who:Le} esquive en désespoir de cause, pour 3 PSY : aucun dégât",
    en="{who:The} dodges in despair for 3 PSY: no damage",
)
SPENT = BOOK.saying(
    "UDS-OPT-06",
    key="spent",
    fr="Plus un point de PSY : {who:le} reste {minutes} minutes sans pouvoir agir",
    en="Not a point of PSY left: {who:the} cannot act for {minutes} minutes",
)
DODGE = may("dodge", "UDS-OPT-05", fr="Esquiver en désespoir de cause ?", en="Dodge in despair?", psy=PRICE)


@dataclass(frozen=True)
class Despair:
    """UDS-OPT-06: PSY spent in despair; down to 0, the character is spent for ten minutes."""

    who: str
    points: int

    def on(self, sheet: Sheet) -> Sheet:
        psy = sheet.psy - self.points
        return sheet.with_changes(psy=psy, exhausted=sheet.exhausted if psy > 0 else SPENT_MINUTES)


def no_despair(scene: Scene[Sheet], who: str, cost: int, at_stake: bool = True, way_out: bool = True) -> Note | None:
    """UDS-OPT-04…06: why this cannot be bought; a price beyond what remains is refused as a whole."""
    sheet = scene[who]
    if not scene.option(DESPERATE):
        return OFF.note()
    if not at_stake:
        return SAFE.note(who=sheet.name)
    if not way_out:
        return NO_WAY_OUT.note(who=sheet.name)
    return TOO_DEAR.note(who=sheet.name, cost=cost, psy=sheet.psy) if cost > sheet.psy else None


@cache
def _bonus(most: int) -> Decision[int]:
    words = [Text(fr=f"+{n} ({PRICE * n} PSY)", en=f"+{n} ({PRICE * n} PSY)") for n in range(1, most + 1)]
    return Decision(
        "despair",
        tuple(range(most + 1)),
        0,
        Text(fr="Un bonus désespéré ?", en="A desperate bonus?"),
        (Text(fr="non", en="no"), *words),
        "UDS-OPT-04",
    )


def desperate_bonus(
    scene: Scene[Sheet], roll: Roll, who: str, at_stake: bool = True
) -> tuple[tuple[Term, ...], tuple[Effect, ...]]:
    """UDS-OPT-04: asked before the die; the term to add to the target, and the price."""
    if no_despair(scene, who, PRICE, at_stake):
        return (), ()
    bought = roll.choose(who, _bonus(scene[who].psy // PRICE))
    return buy(scene, roll, who, bought) if bought else ((), ())


def buy(scene: Scene[Sheet], roll: Roll, who: str, bonus: int) -> tuple[tuple[Term, ...], tuple[Effect, ...]]:
    """So many +1, paid for."""
    cost = PRICE * bonus
    roll.note(BOUGHT, who=scene[who].name, bonus=bonus, cost=cost)
    return (DESPAIR(bonus),), pay(scene, roll, who, cost)


def pay(scene: Scene[Sheet], roll: Roll, who: str, cost: int) -> tuple[Effect, ...]:
    if scene[who].psy == cost:
        roll.note(SPENT, who=scene[who].name, minutes=SPENT_MINUTES)
    return (Despair(who, cost),)


def desperate_dodge(
    scene: Scene[Sheet], roll: Roll, who: str, way_out: bool = True, spent: int = 0
) -> tuple[Effect, ...]:
    """UDS-OPT-05: asked once damage is known; the price if the damage is dodged, nothing otherwise.

    `spent` is PSY already gone in the same action.
    """
    if no_despair(scene, who, PRICE + spent, True, way_out) or scene[who].unable() or not roll.choose(who, DODGE):
        return ()
    roll.note(DODGED, who=scene[who].name)
    return pay(scene, roll, who, PRICE)


# Destiny dice

REROLL = may("destiny", "UDS-OPT-07", fr="Relancer avec un Dé de Destin ?", en="Reroll with a destiny die?", destiny=1)
REROLL_MJ = may(
    "destiny_mj",
    "UDS-OPT-07",
    fr="Le meneur relance-t-il avec un Dé de Destin ?",
    en="Does the GM reroll with a destiny die?",
    destiny_mj=1,
)
REROLLED = BOOK.saying(
    "UDS-OPT-07",
    key="rerolled",
    fr="Un Dé de Destin : {who:le} relance, et ce nouveau résultat reste",
    en="A destiny die: {who:the} rerolls, and the new result stands",
)
GIVEN = BOOK.saying("UDS-OPT-07", fr="{who:Le} reçoit un Dé de Destin", en="{who:The} is handed a destiny die")
NO_DESTINY = BOOK.saying(
    "UDS-OPT-07",
    key="off",
    fr="Cette table ne joue pas les Dés de Destin : le meneur peut les permettre dans les options",
    en="This table does not use destiny dice: the GM may allow them in the options",
)
HANDED = Grade("handed", Text(fr="reçoit un Dé de Destin", en="is handed a destiny die"), True)


@dataclass(frozen=True)
class PassDestiny:
    """UDS-OPT-07, -08: one destiny die changes hands between a player (`who`) and the MJ."""

    who: str
    to_mj: bool

    def on(self, sheet: Sheet) -> Sheet:
        moved = 1 if self.to_mj else -1
        return sheet.with_changes(destiny=sheet.destiny - moved, destiny_mj=sheet.destiny_mj + moved)


@dataclass(frozen=True)
class GiveDestiny:
    """UDS-OPT-07: a new die for a player."""

    who: str

    def on(self, sheet: Sheet) -> Sheet:
        return sheet.with_changes(destiny=sheet.destiny + 1)


def destiny(scene: Scene[Sheet], who: str, against: str, used: int = 0) -> tuple[Decision[bool], PassDestiny] | None:
    """UDS-OPT-07: what `who` may be asked after a failed roll, and the die that would change hands.

    A player rerolls with a die of their own; the MJ rerolls for an adversary with a die held against that player.
    """
    if not scene.option(DESTINY):
        return None
    if scene[who].pc:
        return (REROLL, PassDestiny(who, True)) if scene[who].destiny > used else None
    if against and scene[against].pc and scene[against].destiny_mj > used:
        return REROLL_MJ, PassDestiny(against, False)
    return None


def with_destiny(
    scene: Scene[Sheet],
    roll: Roll,
    who: str,
    throw: Callable[[], T],
    failed: Callable[[T], bool],
    against: str = "",
) -> tuple[T, tuple[Effect, ...]]:
    """UDS-OPT-07, -08: a roll that may be thrown again while it fails, one die each time; the new result stands."""
    result = throw()
    passed: tuple[Effect, ...] = ()
    while failed(result):
        offer = destiny(scene, who, against, len(passed))
        if offer is None or not roll.choose(who, offer[0]):
            break
        roll.note(REROLLED, who=scene[who].name)
        passed += (offer[1],)
        result = throw()
    return result, passed


def players(scene: Scene[Sheet]) -> dict[str, Text | Name]:
    return {who: sheet.name for who, sheet in scene.cast.items() if sheet.pc}


class Give(Declared):
    """Whom the MJ hands a die to."""

    target: Annotated[str, OneOf(players), Label(fr="Personnage", en="Character")]


def no_destiny(scene: Scene[Sheet], _do: object) -> Note | None:
    return None if scene.option(DESTINY) else NO_DESTINY.note()


@action(
    "undesix.give-destiny",
    Give,
    fr="Donner un Dé de Destin",
    en="Hand a destiny die",
    refuse=no_destiny,
    by=Audience.MJ,
)
def give_destiny(scene: Scene[Sheet], do: Give, roll: Roll) -> Outcome:
    """UDS-OPT-07, -08."""
    return Outcome((part(do.target, HANDED),), GIVEN.note(who=scene[do.target].name), (GiveDestiny(do.target),))
