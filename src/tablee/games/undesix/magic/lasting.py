"""Spells in force: the rounds spent inside one, leaving, forcing, cancelling or letting it go, its end (Fiche 7)."""

from __future__ import annotations

from tablee.dice import Roll
from tablee.games.undesix.book import BOOK, CHARACTERISTIC_NAMES, PSY
from tablee.games.undesix.check.checks import unable
from tablee.games.undesix.check.desperate import desperate_bonus
from tablee.games.undesix.check.oppositions import contested
from tablee.games.undesix.check.several_actions import several_terms
from tablee.games.undesix.forms import AtStake
from tablee.games.undesix.magic.effects import harm_to, spell_end_effects
from tablee.games.undesix.magic.resisting import AFFECTED
from tablee.games.undesix.magic.state import (
    HURTS_EVERY,
    Cast,
    ChangeSpell,
    FreeFromSpell,
    SpellInForce,
    cut_short,
    magic_of,
    spell_in_force,
    spells_in_force,
)
from tablee.games.undesix.play import fighting, taking_turn
from tablee.games.undesix.sheet import Sheet
from tablee.games.undesix.world.health import Wound, tell_conditions
from tablee.rules.action import Effect, Kind, Outcome, Put, Scene, action, part
from tablee.rules.fields import Annotated, Ask, Audience, Declared, Label, OneOf
from tablee.rules.forms import HOW, WHOM, WITH
from tablee.rules.why import Note, Term
from tablee.text import Name, Text

HELD_BY = Text(fr="PSY maximum de son mage", en="its caster's PSY maximum")
OVERCOMES = BOOK.grade("overcomes")
THWARTED = BOOK.grade("thwarted")
CANCELS, SEIZED = "verb:suppress", "verb:control"


ENDS = BOOK.grade("ends")
OUT = BOOK.grade("out")


class ChosenSpell(Declared):
    """One of the spells in force."""

    spell: Annotated[str, OneOf(spells_in_force), Label(fr="Sort", en="Spell"), Ask(WITH)]


def no_spell(scene: Scene[Sheet], _do: object) -> Note | None:
    """The refusal where no spell is in force."""
    return None if magic_of(scene).spells else BOOK.note("UDS-MAGIC-21:none")


@action(
    "undesix.inside-spell",
    ChosenSpell,
    fr="Rester dans un sort",
    en="Stay inside a spell",
    refuse=no_spell,
    by=Audience.MJ,
    kind=Kind.MAGIC,
)
def round_inside(scene: Scene[Sheet], do: ChosenSpell, roll: Roll) -> Outcome:
    """UDS-MAGIC-28, -29: everybody still inside is hurt for every six seconds since the last time, at least once."""
    spell = spell_in_force(scene, do.spell)
    times = spell.hurts_owed or 1
    damage = times * spell.said.damage
    wounds = tuple(Wound(who, times * harm_to(scene, spell.said, who)) for who in spell.victims)
    parts = tuple(part(wound.who, AFFECTED, damage=wound.points) for wound in wounds)
    for wound in wounds:
        tell_conditions(scene, roll, wound.who, (wound,))
    settled = ChangeSpell(spell.id, (("settled", spell.settled + times),))
    headline = BOOK.note("UDS-MAGIC-29", spell=spell.said.name, damage=damage, seconds=times * HURTS_EVERY)
    return Outcome(parts, headline, (*wounds, settled))


def cannot_leave(scene: Scene[Sheet], do: ChosenSpell | None) -> Note | None:
    refusal = unable(scene, do) or no_spell(scene, do)
    if refusal:
        return refusal
    spells = (spell_in_force(scene, do.spell),) if do else magic_of(scene).spells
    inside = any(scene.actor in spell.victims for spell in spells)
    return None if inside else BOOK.note("UDS-MAGIC-29:not_inside", who=scene.me.name)


@action(
    "undesix.leave-spell",
    ChosenSpell,
    fr="Sortir d'un sort",
    en="Get out of a spell",
    refuse=cannot_leave,
    kind=Kind.MAGIC,
)
def leave_spell(scene: Scene[Sheet], do: ChosenSpell, roll: Roll) -> Outcome:
    """UDS-MAGIC-29: a character inside a spell gets out and loses nothing more."""
    spell = spell_in_force(scene, do.spell)
    effects = (*taking_turn(scene), FreeFromSpell(spell.id, scene.actor))
    return Outcome(
        (part(scene.actor, OUT),), BOOK.note("UDS-MAGIC-29:left", who=scene.me.name, spell=spell.said.name), effects
    )


def overcomes(
    scene: Scene[Sheet],
    roll: Roll,
    characteristic: str,
    spell: SpellInForce,
    despair: tuple[Term, ...],
    paid: tuple[Effect, ...],
    actions: int = 1,
) -> tuple[bool, tuple[Effect, ...]]:
    """UDS-MAGIC-25: whether the actor wins with this characteristic against the PSY maximum the caster had.

    Returned with the destiny dice spent; `despair` is the bonus bought for this action, `paid` what it has spent,
    `actions` how many its actor makes in the round.
    """
    mine = BOOK.sum("UDS-TEST-02", scene.me.score(characteristic), *several_terms(scene, actions), *despair)
    roll.note(mine)
    roll.note(BOOK.sum("UDS-MAGIC-25", PSY(spell.psy, of=HELD_BY)))
    contest, passed = contested(scene, roll, (scene.actor, mine.total), (spell.caster, spell.psy), paid)
    return contest.active_wins, passed


class Force(ChosenSpell):
    """Which spell, and by what."""

    characteristic: Annotated[
        str, OneOf(CHARACTERISTIC_NAMES), Label(fr="Caractéristique", en="Characteristic"), Ask(HOW)
    ] = "phy"
    at_stake: AtStake = False


def cannot_force(scene: Scene[Sheet], do: Force | None) -> Note | None:
    return unable(scene, do) or no_spell(scene, do)


@action("undesix.force-spell", Force, fr="Forcer un sort", en="Force a spell", refuse=cannot_force, kind=Kind.MAGIC)
def force(scene: Scene[Sheet], do: Force, roll: Roll) -> Outcome:
    """UDS-MAGIC-25: PHY (or what the MJ says) against the PSY maximum the caster had."""
    spell = spell_in_force(scene, do.spell)
    despair, spent = desperate_bonus(scene, roll, scene.actor, do.at_stake or fighting(scene))
    won, passed = overcomes(scene, roll, do.characteristic, spell, despair, spent)
    headline = BOOK.note("UDS-MAGIC-25:forced", who=scene.me.name, won=won, caster=spell.by, spell=spell.said.name)
    effects = (*taking_turn(scene), *spent, *passed)
    return Outcome((part(scene.actor, OVERCOMES if won else THWARTED),), headline, effects)


def cannot_let_go(scene: Scene[Sheet], do: ChosenSpell | None) -> Note | None:
    refusal = no_spell(scene, do)
    if refusal:
        return refusal
    spells = (spell_in_force(scene, do.spell),) if do else magic_of(scene).spells
    return (
        None
        if any(spell.caster == scene.actor for spell in spells)
        else BOOK.note("UDS-MAGIC-21:not_his", who=scene.me.name)
    )


@action(
    "undesix.let-go",
    ChosenSpell,
    fr="Laisser aller un sort",
    en="Let a spell go",
    refuse=cannot_let_go,
    kind=Kind.MAGIC,
)
def let_go(scene: Scene[Sheet], do: ChosenSpell, roll: Roll) -> Outcome:
    """UDS-MAGIC-21: a caster's own spell ends; a golem stops obeying instead, and stays until its time is over."""
    spell = spell_in_force(scene, do.spell)
    if spell.obeys:
        effects: tuple[Effect, ...] = (ChangeSpell(spell.id, (("obeys", False),)), Put(spell.golem, "side", ""))
        return Outcome((part(scene.actor, ENDS),), BOOK.note("UDS-MAGIC-21", who=scene.me.name), effects)
    return Outcome(
        (part(scene.actor, ENDS),),
        BOOK.note("UDS-MAGIC-14", spell=spell.said.name),
        spell_end_effects(scene, spell, roll),
    )


def held(scene: Scene[Sheet]) -> dict[str, Name | Text]:
    """Those whom a spell in force holds, by id."""
    victims = [who for spell in magic_of(scene).spells for who in spell.victims]
    return {who: scene[who].name for who in victims}


class Release(ChosenSpell):
    """A spell that ends, for everybody or for one person only."""

    only: Annotated[str, OneOf(held), Label(fr="Seulement pour", en="Only for"), Ask(WHOM)] = ""


@action(
    "undesix.spell-ends",
    Release,
    fr="Mettre fin à un sort",
    en="End a spell",
    refuse=no_spell,
    by=Audience.MJ,
    kind=Kind.MAGIC,
)
def spell_ends(scene: Scene[Sheet], do: Release, roll: Roll) -> Outcome:
    """UDS-MAGIC-14, -37: a spell ends for everybody, or for one person, such as a sleeper whom an attack wakes."""
    spell = spell_in_force(scene, do.spell)
    if cut_short(scene, spell):
        roll.note("UDS-MAGIC-23:cut_short", who=scene[spell.caster].name)
    effects = spell_end_effects(scene, spell, roll, do.only)
    if do.only:
        headline = BOOK.note("UDS-MAGIC-37", who=scene[do.only].name, spell=spell.said.name)
        return Outcome((part(do.only, OUT),), headline, effects)
    return Outcome((part(spell.caster, ENDS),), BOOK.note("UDS-MAGIC-14", spell=spell.said.name), effects)


def oppose_spell(
    scene: Scene[Sheet], do: Cast, roll: Roll, despair: tuple[Term, ...], effects: tuple[Effect, ...]
) -> Outcome:
    """UDS-MAGIC-25, -26: a spell cast against one in force: Annuler ends it, Contrôler takes it over.

    `do` is the spell just cast, `effects` what casting it changed already, `despair` the bonus bought for it, which
    holds here too (UDS-OPT-04).
    """
    spell = spell_in_force(scene, do.against)
    won, passed = overcomes(scene, roll, "psy", spell, despair, effects, do.actions)
    effects += passed
    cancels = CANCELS in {verb.key for verb in do.spoken_verbs}
    headline = BOOK.note(
        "UDS-MAGIC-26" if cancels else "UDS-MAGIC-25:seized",
        who=scene.me.name,
        won=won,
        caster=spell.by,
        spell=spell.said.name,
    )
    if won and cancels:
        effects += spell_end_effects(scene, spell, roll)
    elif won:
        effects += (ChangeSpell(spell.id, (("caster", scene.actor), ("by", scene.me.name), ("psy", scene.me.psy_max))),)
    return Outcome((part(scene.actor, OVERCOMES if won else THWARTED),), headline, effects)
