"""Heroism: points per scenario, five effects, their prices, once each per turn (Fiche 2, Les points d'héroïsme).

Points are given when a scenario opens (CEM-HERO-02, `world/scenario.py`); what cancels damage or takes it over
(CEM-HERO-06, -07) is offered in `attack/consequences.py`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from tablee.games.cle_en_main.atouts import LANGUE_D_ARGENT, NE_COIFFE, VOLONTE_D_ACIER
from tablee.games.cle_en_main.book import BOOK
from tablee.games.cle_en_main.play import window
from tablee.games.cle_en_main.sheet import CANCEL, EXTRA_DIE, HEROIC_ATOUT, REDO_TEST, TAKE_BLOW, Sheet, Spend
from tablee.games.cle_en_main.tables import HEROISM
from tablee.rules.action import Scene
from tablee.rules.decision import Decision, may
from tablee.rules.why import Note
from tablee.text import Text

PRICES = {EXTRA_DIE: 1, REDO_TEST: 1, HEROIC_ATOUT: 1, CANCEL: 2, TAKE_BLOW: 2}
"""CEM-HERO-03…07; the text of an atout may ask for more."""


ADD_A_DIE = may(
    "cle-en-main.extra-die",
    "CEM-HERO-03",
    fr="Lancer un dé de plus ?",
    en="Roll an extra die?",
    says=Text(fr="Un point ! Un dé de plus", en="A point! An extra die"),
    heroism=PRICES[EXTRA_DIE],
)
REDO = may(
    "cle-en-main.redo",
    "CEM-HERO-04",
    fr="Refaire ce test ?",
    en="Redo this test?",
    says=Text(fr="Un point ! Je refais ce test", en="A point! I redo this test"),
    heroism=PRICES[REDO_TEST],
)
REDO_HIT = may(
    "cle-en-main.redo-hit",
    "CEM-HERO-04",
    fr="Le coup porte : relancer pour faire mieux ?",
    en="The blow lands: roll again for a better one?",
    says=Text(fr="Un point ! Je relance", en="A point! I roll again"),
    heroism=PRICES[REDO_TEST],
)
REDO_WITH_DIE = may(
    "cle-en-main.redo-die",
    "CEM-HERO-09",
    fr="Le refaire avec un dé de plus ?",
    en="Redo it with an extra die?",
    says=Text(fr="avec un dé de plus", en="with an extra die"),
    heroism=PRICES[EXTRA_DIE],
)
AGAIN_LUCKY = may(
    "cle-en-main.ne-coiffe",
    "CEM-HERO-05",
    fr="Né coiffé : refaire ce test ?",
    en="Né coiffé: redo this test?",
    says=Text(fr="Un point ! Né coiffé : je refais ce test", en="A point! Né coiffé: I redo this test"),
    heroism=PRICES[HEROIC_ATOUT],
)
AGAIN_SILVER = may(
    "cle-en-main.langue-d-argent",
    "CEM-HERO-05",
    fr="Langue d'argent : refaire avec un dé de plus ?",
    en="Langue d'argent: redo with an extra die?",
    says=Text(
        fr="Un point ! Langue d'argent : je refais avec un dé de plus",
        en="A point! Langue d'argent: I redo with an extra die",
    ),
    heroism=PRICES[HEROIC_ATOUT],
)
REDOS: dict[str, Decision[bool]] = {REDO_TEST: REDO, NE_COIFFE: AGAIN_LUCKY, LANGUE_D_ARGENT: AGAIN_SILVER}
SENSIBLE_REDOS = {redo: replace(asked, sensible=True) for redo, asked in REDOS.items()}
"""The questions of a lost test for a character with points to spare, whom a sensible player has redo it."""
BOUGHT = {
    EXTRA_DIE: EXTRA_DIE,
    REDO_TEST: REDO_TEST,
    NE_COIFFE: HEROIC_ATOUT,
    LANGUE_D_ARGENT: HEROIC_ATOUT,
    VOLONTE_D_ACIER: HEROIC_ATOUT,
}
"""Which of the five effects of heroism each purchase is."""


def heroism_pool(pcs: int, outside: str = "error") -> int | None:
    """CEM-HERO-01, CEM-EVOL-04: heroism points of each PJ, from the number of PJ; a ticked box adds one.

    None for a number outside the table, unless the option (`outside`) says how to go on.

    >>> heroism_pool(4), heroism_pool(6), heroism_pool(6, outside="extrapolate")
    (6, None, 2)
    """
    points = HEROISM.get(pcs)
    if points is None:
        if outside == "error" or pcs < 1:
            return None
        nearest = HEROISM[min(max(pcs, min(HEROISM)), max(HEROISM))]
        points = max(0, 14 - 2 * pcs) if outside == "extrapolate" else nearest
    return points


def outside_the_table(pcs: int) -> Note:
    """CEM-HERO-01: the sentence about a number of PJ that the table lacks, with what each option would give."""
    if pcs < 1:
        return BOOK.note("CEM-HERO-01:nobody")
    far, near = (heroism_pool(pcs, outside=reading) for reading in ("extrapolate", "clamp"))
    return BOOK.note("CEM-HERO-01", pcs=pcs, far=far, near=near)


def allowed(points: int, used: bool, price: int) -> str:
    """CEM-HERO-08, -09: « ok », « already_used » or « not_enough »: whether an effect may be bought at this price."""
    if used:
        return "already_used"
    return "ok" if points >= price else "not_enough"


class Purse:
    """The heroism that people spend in the course of one action: at most what they have, each effect once."""

    def __init__(self, scene: Scene[Sheet], spent: Iterable[Spend] = ()) -> None:
        self.scene = scene
        self.window = window(scene)
        self.spent: list[Spend] = list(spent)

    def points(self, who: str) -> int:
        """The points that a character has left."""
        points: int = self.scene[who].heroism
        return points - sum([spend.points for spend in self.spent if spend.who == who]) if self.spent else points

    def free(self, who: str, effect: str) -> bool:
        """CEM-HERO-08: whether a character has not used this effect in the present period (see `play.window`)."""
        if self.spent and any(spend.who == who and spend.effect == effect for spend in self.spent):
            return False
        return self.scene[who].free(effect, self.window)

    def can(self, who: str, effect: str, price: int | None = None) -> bool:
        """CEM-HERO-08, -09: whether a character may buy this effect now."""
        return self.points(who) >= max(1, PRICES[effect] if price is None else price) and self.free(who, effect)

    def pay(self, who: str, effect: str, price: int | None = None) -> None:
        """Buys an effect."""
        self.spent.append(self.price(who, effect, price))

    def price(self, who: str, effect: str, price: int | None = None) -> Spend:
        """The payment of an effect, not yet made."""
        return Spend(who, effect, PRICES[effect] if price is None else price, self.window)

    def refusal(self, who: str, effect: str, price: int | None = None) -> Note | None:
        """CEM-HERO-03…10: the sentence that says why a character cannot buy this effect; None if they can."""
        price = PRICES[effect] if price is None else price
        sheet = self.scene[who]
        if not sheet.pj and sheet.heroism < price:
            return BOOK.note("CEM-HERO-10", who=sheet.name)
        reason = allowed(self.points(who), not self.free(who, effect), price)
        if reason == "already_used":
            return BOOK.note("CEM-HERO-08", who=sheet.name)
        if reason == "not_enough":
            return BOOK.note("CEM-HERO-03", who=sheet.name, price=price, points=self.points(who))
        return None
