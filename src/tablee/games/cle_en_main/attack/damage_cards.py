"""What people are asked when damage is announced: to whom, how much, what may be done about it (Fiche 2)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from tablee.games.cle_en_main.sheet import CANCEL, Sheet
from tablee.rules.action import Scene
from tablee.rules.decision import Decision
from tablee.text import Name, Text

OFFERS = {
    "no": Text(fr="subir les dégâts", en="take the damage"),
    "let": Text(fr="laisser faire", en="let it be"),
    "cancel": Text(fr="les annuler (2)", en="cancel it (2)"),
    "reduce": Text(fr="Cuir épais : les réduire de 8 (1)", en="Cuir épais: reduce it by 8 (1)"),
}
NAMED_OFFERS: dict[str, Callable[[Name, int], Text]] = {
    "take": lambda who, price: Text(
        fr=f"prendre le coup à la place {who.with_article('fr', 'de')} ({price})",
        en=f"take the blow instead of {who.with_article('en', 'the')} ({price})",
    ),
    "shield": lambda who, price: Text(
        fr=f"Ange gardien : annuler les dégâts {who.with_article('fr', 'de')} ({price})",
        en=f"Ange gardien: cancel the damage to {who.with_article('en', 'the')} ({price})",
    ),
    "turn": lambda who, price: Text(
        fr=f"Feinte : le coup frappe {who.with_article('fr', 'le')} ({price})",
        en=f"Feint: the blow strikes {who.with_article('en', 'the')} instead ({price})",
    ),
}


class Offer(NamedTuple):
    """One thing somebody may do about announced damage: `take` for whom, at which price."""

    what: str
    whom: str = ""
    name: Name | None = None
    effect: str = CANCEL
    price: int = 0

    @property
    def key(self) -> str:
        return f"{self.what}:{self.whom}" if self.whom else self.what


@lru_cache(maxsize=256)
def damage_card(offers: tuple[Offer, ...]) -> Decision[str]:
    """CEM-HERO-05…07: what one person is asked when damage is announced; the first offer is to do nothing."""
    prices = {offer.price for offer in offers[1:]}
    return Decision(
        "cle-en-main.damage",
        tuple(offer.key for offer in offers),
        offers[0].key,
        Text(fr="Des dégâts sont annoncés.", en="Damage is announced."),
        tuple(NAMED_OFFERS[o.what](o.name, o.price) if o.name else OFFERS[o.what] for o in offers),
        "CEM-HERO-07" if offers[0].what == "let" else "CEM-HERO-06",
        (("heroism", prices.pop()),) if len(prices) == 1 else (),
    )


def announcing(
    scene: Scene[Sheet], asked: Mapping[str, Decision[str]], struck: Mapping[str, int]
) -> dict[str, Decision[str]]:
    """The same cards, with how much was announced to whom: at the table nobody decides without knowing."""
    hurt = [(scene[who].name, points) for who, points in struck.items() if points]
    label = Text(
        fr=f"Dégâts annoncés : {', '.join(_points_to(name, points, 'fr') for name, points in hurt)}.",
        en=f"Damage announced: {', '.join(_points_to(name, points, 'en') for name, points in hurt)}.",
    )
    return {who: replace(card, label=label) for who, card in asked.items()}


POINTS_TO = Text(fr="{points} point{points:|s} pour {who:le}", en="{points} point{points:|s} to {who:the}")


def _points_to(name: Name, points: int, lang: str) -> str:
    return POINTS_TO.say(lang, points=points, who=name)
