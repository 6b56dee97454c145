"""Atouts: what each of the twenty-four changes, as data of `atouts.toml` (Fiche 2, Les atouts; the list is ours).

The functions answer what the ticked atouts of one sheet are worth to a chapter: a bonus, dice, protection. Atouts that
are actions of their own are in `people/atout_actions.py`.
"""

from __future__ import annotations

from pydantic import Field

from tablee.games.cle_en_main.book import BOOK
from tablee.games.cle_en_main.sheet import Atout, Sheet
from tablee.rules.data.tables import toml_table
from tablee.rules.fields import Declared
from tablee.rules.why import Term
from tablee.text import Text

ATOUT = BOOK.term("atout")

# the ids of those that rules name; `atouts.toml` has all twenty-four
OEIL_DE_FAUCON = "t02"
GARDE_DE_FER = "t03"
CUIR_EPAIS = "t04"
MAINS_QUI_SAUVENT = "t05"
VOIX_QUI_RALLIE = "t06"
VIF_COMME_L_ECLAIR = "t08"
LANGUE_D_ARGENT = "t11"
REGARD_QUI_GLACE = "t12"
PUITS_DE_SCIENCE = "t13"
BRICOLEUR_INSPIRE = "t14"
AS_DES_AS = "t15"
INCREVABLE = "t16"
VOLONTE_D_ACIER = "t17"
BRISE_ARMURE = "t18"
TIR_DE_BARRAGE = "t19"
ANGE_GARDIEN = "t20"
NE_COIFFE = "t21"
ESPRIT_DE_TROUPE = "t22"
CENTAURE = "t23"
FEINTE = "t24"


class HeroicAttack(Declared):
    """What the heroic effect of an atout gives one attack, and which attacks it suits."""

    when: str = ""  # shot, multiple, bare_hands, many_targets, mounted; empty for any attack
    dice: int = 0
    deadly: int = 0
    effectiveness: int = 0
    safe: bool = False  # no Risque of hitting an ally
    unperceived: bool = False
    whole: bool = False  # Attaques multiples are not halved
    pierces: bool = False
    zone: int = 0
    knocks_down: bool = False


class Power(Declared):
    """CEM-ATOUT-01…03: an atout as its texts and what they change."""

    name: Text
    current: Text
    heroic: Text
    one_action: bool = False
    cost: int = 1
    bonus: dict[str, int] = Field(default_factory=dict)
    when: str = ""  # the bonus counts only then: sight, interrupt, pressure
    free_each_round: str = ""
    range_factor: int = 1
    ignores_crowd: bool = False
    protection: int = 0
    reduces: int = 0
    first_aid: int = 0
    melee_targets: int = 0
    unarmed_dice: int = 0
    near: tuple[str, ...] = ()
    test_skill: str = ""  # the heroic effect adds a die to a test of this skill
    progress: int = 0
    heroic_progress: int = 0
    wounds_ignored: int = 0
    take_price: int = 0
    lucky: bool = False
    per_helper: int = 0
    attack: HeroicAttack | None = None


POWERS = {
    id: Power.model_validate({**row, **{key: Text(**row[key]) for key in ("name", "current", "heroic")}})
    for id, row in toml_table(__package__, "atouts.toml").items()
}


def power_of(atout: Atout) -> Power:
    """CEM-ATOUT-01…03: an atout of our list, or one of a table's own box: its words, whose effects the MJ applies."""
    words = Text(atout.id, atout.id)
    own = Power(name=atout.name or words, current=atout.current or words, heroic=atout.heroic or words, cost=atout.cost)
    return POWERS.get(atout.id, own)


def powers(sheet: Sheet) -> tuple[Power, ...]:
    """The atouts of a sheet that are ticked (CEM-CHAR-03) and in our list; an unknown one is only words."""
    return tuple(POWERS[atout.id] for atout in sheet.atouts if atout.ticked and atout.id in POWERS)


def bonus_terms(sheet: Sheet, skill: str, situation: str = "") -> list[Term]:
    """CEM-MOD-01: the terms that ticked atouts add to a test of this skill in this situation."""
    return [
        ATOUT(power.bonus[skill], of=power.name)
        for power in powers(sheet)
        if skill in power.bonus and power.when in ("", situation)
    ]


def protection_terms(sheet: Sheet) -> list[Term]:
    """The protection of a sheet: armour, and what atouts add to it."""
    more = [ATOUT(power.protection, of=power.name) for power in powers(sheet) if power.protection]
    return [*sheet.protection_terms, *more]


def protection(sheet: Sheet) -> int:
    """The points of protection of a sheet."""
    return sum(term.value for term in protection_terms(sheet))


def lucky(sheet: Sheet) -> bool:
    """Whether two 6s are enough for an automatic success (Né coiffé)."""
    return any(power.lucky for power in powers(sheet))


def ignores_crowd(sheet: Sheet) -> bool:
    """Whether several melee opponents cost no Défense."""
    return any(power.ignores_crowd for power in powers(sheet))


def range_factor(sheet: Sheet) -> int:
    """How many times farther than its range a weapon reaches in these hands."""
    return max((power.range_factor for power in powers(sheet)), default=1)


def melee_targets(sheet: Sheet) -> int:
    """CEM-PRIME-05: how many targets Attaques multiples may have in melee: 2, or more with an atout."""
    return max((power.melee_targets for power in powers(sheet)), default=0) or 2


def unarmed_dice(sheet: Sheet) -> int:
    """The damage dice of bare hands; 0 without an atout for it."""
    return max((power.unarmed_dice for power in powers(sheet)), default=0)


def wounds_ignored(sheet: Sheet) -> int:
    """How many wounds beyond the first give no malus (Increvable)."""
    return sum(power.wounds_ignored for power in powers(sheet))


def per_helper(sheet: Sheet) -> int:
    """What each good helper adds beyond 1 when this character leads a cooperation."""
    return sum(power.per_helper for power in powers(sheet))


def first_aid_points(sheet: Sheet) -> int:
    """CEM-HEAL-01: the points of vitality that first aid gives back: 1, or more with an atout."""
    return max((power.first_aid for power in powers(sheet)), default=0) or 1


def chase_gain(sheet: Sheet, gain: int) -> int:
    """The progress of a chase test that brought `gain` points, with what atouts add if it brought any."""
    return gain + sum(power.progress for power in powers(sheet)) if gain else 0


def near_for_free(sheet: Sheet, used: str, wanted: str) -> bool:
    """Whether one of these two skills (without specialisation) replaces the other at no cost."""
    return any({used, wanted} <= set(power.near) for power in powers(sheet))


def free_primes(sheet: Sheet, skill: str, round: int) -> dict[str, str]:
    """CEM-PRIME-02: the free primes of an attack made with this skill in this round, by the atout that gives them."""
    return {
        atout.id: POWERS[atout.id].free_each_round
        for atout in sheet.atouts
        if atout.ticked
        and atout.id in POWERS
        and POWERS[atout.id].free_each_round
        and atout.choice in ("", skill)
        and sheet.free(atout.id, -round)
    }


def take_price(sheet: Sheet, usual: int) -> int:
    """CEM-HERO-07: the price in heroism of taking a blow for an ally; `usual` without an atout."""
    return next((power.take_price for power in powers(sheet) if power.take_price), usual)
