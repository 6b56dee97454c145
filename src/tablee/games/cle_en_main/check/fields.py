"""The fields that forms of this game share (extra die, modifier, primes and penalties), and what refuses them.

`heroic: ExtraDie = False` in a form declares its type, its label, its choices and who may fill it in.
"""

from __future__ import annotations

from typing import Any

from pydantic import BeforeValidator

from tablee.games.cle_en_main.atouts import POWER_NAMES
from tablee.games.cle_en_main.book import BOOK
from tablee.games.cle_en_main.check.notation import known_term
from tablee.games.cle_en_main.check.primes import PENALTIES, PRIMES
from tablee.games.cle_en_main.sheet import Sheet
from tablee.rules.action import Scene
from tablee.rules.cast import others
from tablee.rules.fields import Annotated, Audience, Between, By, Declared, Label, OneOf
from tablee.text import Name, Text

OUT = BOOK.saying(
    "CEM-TURN-05",
    key="attack",
    fr="{who:Le} n'est pas en état d'agir",
    en="{who:The} is in no state to act",
)
ONLY_NPCS = BOOK.saying(
    "CEM-AUTO11-01",
    key="npcs",
    fr="{who:Le} est un PJ : le 11 automatique est réservé aux PNJ",
    en="{who:The} is a PJ: the automatic 11 is for NPCs only",
)
NO_ATOUT = BOOK.saying(
    "CEM-ATOUT-03",
    fr="{who:Le} n'a pas cet atout, ou ne l'a pas coché",
    en="{who:The} does not have this atout, or has not ticked it",
)
NOT_HERE = BOOK.saying(
    "CEM-ATOUT-01",
    fr="L'effet héroïque de « {atout} » ne convient pas ici",
    en="The heroic effect of “{atout}” does not suit this",
)


def npcs(scene: Scene[Sheet]) -> dict[str, Name | Text]:
    """The name of each NPC in the scene, by id."""
    return {who: sheet.name for who, sheet in scene.cast.items() if not sheet.pj}


def adversaries(scene: Scene[Sheet]) -> dict[str, Name | Text]:
    """The name of each character on the other side than the one who acts, by id."""
    return {who: sheet.name for who, sheet in scene.cast.items() if not sheet.friend_of(scene.me)}


def allies(scene: Scene[Sheet]) -> dict[str, Name | Text]:
    """The name of each other character on the side of the one who acts, by id."""
    return {who: name for who, name in others(scene).items() if scene[who].friend_of(scene.me)}


MJ = By(Audience.MJ)
ExtraDie = Annotated[bool, Label(fr="Un dé de plus (1 point d'héroïsme)", en="Extra die (1 heroism point)")]
Anyway = Annotated[bool, Label(fr="Pouvoir le refaire même réussi", en="May redo it even if it succeeds")]
HeroicEffect = Annotated[str, OneOf(POWER_NAMES), Label(fr="Effet héroïque d'un atout", en="Heroic effect of an atout")]
Task = Annotated[str, Label(fr="Tâche, si elle a un nom", en="Task, if it has a name")]
Modifier = Annotated[int, Between(-20, 20), Label(fr="Modificateur", en="Modifier"), MJ]
AutoEleven = Annotated[tuple[str, ...], OneOf(npcs), Label(fr="11 automatique", en="Automatic 11"), MJ]
ObligatoryPenalty = Annotated[str, OneOf(PENALTIES), Label(fr="Pénalité obligatoire", en="Obligatory penalty")]


def _by_any_name(given: Any) -> Any:
    """CEM-PEN-06: primes and penalties under any name of the Fiches, by id; anything else as it was given."""
    return tuple(known_term(one) for one in given) if isinstance(given, list | tuple) else given


NAMED = BeforeValidator(_by_any_name)


class Staked(Declared):
    """CEM-PRIME-01, -02, CEM-PEN-01, CEM-AUTO11-01: fields of any action with a test: primes, penalties, automatic 11.

    Written first of two bases, its fields come after those of the other: a form asks first what the action is about.
    """

    primes: Annotated[tuple[str, ...], NAMED, OneOf(PRIMES), Label(fr="Prime", en="Prime")] = ()
    penalties: Annotated[tuple[str, ...], NAMED, OneOf(PENALTIES), Label(fr="Pénalité", en="Penalty")] = ()
    free: Annotated[tuple[str, ...], NAMED, OneOf(PRIMES), Label(fr="Primes gratuites", en="Free primes"), MJ] = ()
    imposed: Annotated[
        tuple[str, ...], NAMED, OneOf(PENALTIES), Label(fr="Pénalités obligatoires", en="Obligatory penalties"), MJ
    ] = ()
    risks: Annotated[
        tuple[str, ...], Label(fr="Ce que menacent les Risques, choisi puis imposés", en="What the Risques threaten")
    ] = ()
    auto11: AutoEleven = ()
