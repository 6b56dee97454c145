"""Spells in force: what each round inside costs, leaving, forcing, letting go, the end; long incantations (Fiche 7)."""

from __future__ import annotations

from dataclasses import dataclass

from tablee.dice import Roll
from tablee.games.undesix.book import BOOK, PSY
from tablee.games.undesix.check.checks import CHARACTERISTIC_NAMES, TARGET, reading, unable
from tablee.games.undesix.check.oppositions import opposition
from tablee.games.undesix.magic.casting import HELD_BY, OVERCOMES, STRENGTH, THWARTED, spoken
from tablee.games.undesix.magic.composition import FATIGUE
from tablee.games.undesix.magic.effects import ended
from tablee.games.undesix.magic.resisting import AFFECTED
from tablee.games.undesix.magic.state import (
    Alter,
    Free,
    Hush,
    Magic,
    incantation_of,
    magic_of,
    running_spells,
    spell_called,
)
from tablee.games.undesix.magic.words import INCANTATIONS
from tablee.games.undesix.options import MADNESS, TO_MINUS_TEN
from tablee.games.undesix.sheet import Drain, Sheet, Wound
from tablee.games.undesix.stage import taking_turn
from tablee.games.undesix.world.healing import BLED, Later
from tablee.rules.action import PLAY, Effect, Grade, Outcome, Put, Scene, action, part
from tablee.rules.fields import Annotated, Audience, Between, Declared, Label, Nothing, OneOf
from tablee.rules.why import Note
from tablee.text import Name, Text

BROKEN = BOOK.saying(
    "UDS-MAGIC-23",
    fr="{who:Le} est {who:blessé|blessée} pendant son incantation : le sort est perdu",
    en="{who:The} is wounded during the incantation: the spell is lost",
)
GIVEN_UP = BOOK.saying(
    "UDS-MAGIC-23",
    key="given_up",
    fr="{who:Le} abandonne son incantation",
    en="{who:The} gives the incantation up",
)
INSIDE = BOOK.saying(
    "UDS-MAGIC-29",
    fr="{spell} dure encore : {damage} point{damage:|s} de PHY à ceux qui s'y trouvent",
    en="{spell} goes on: {damage} point{damage:|s} of PHY to those inside",
)
LEFT = BOOK.saying("UDS-MAGIC-29", key="left", fr="{who:Le} sort de {spell}", en="{who:The} gets out of {spell}")
NOT_INSIDE = BOOK.saying(
    "UDS-MAGIC-29",
    key="not_inside",
    fr="{who:Le} n'est pas dans ce sort",
    en="{who:The} is not inside this spell",
)
OVER = BOOK.saying("UDS-MAGIC-14", fr="Le sort prend fin : {spell}", en="The spell ends: {spell}")
FREED = BOOK.saying(
    "UDS-MAGIC-37", fr="Le sort ne tient plus {who:le} : {spell}", en="The spell no longer holds {who:the}: {spell}"
)
LOOSE = BOOK.saying(
    "UDS-MAGIC-21",
    fr="{who:Le} cesse de se concentrer : le golem n'obéit plus",
    en="{who:The} stops concentrating: the golem no longer obeys",
)
FORCED = BOOK.saying(
    "UDS-MAGIC-25",
    key="forced",
    fr="{who:Le} {won:force le sort|ne parvient pas à forcer le sort} {caster:de}, {spell}",
    en="{who:The} {won:forces|cannot force} the spell of {caster:the}, {spell}",
)
NOT_HIS = BOOK.saying(
    "UDS-MAGIC-21",
    key="not_his",
    fr="Ce sort n'est pas {who:de} : il faudrait l'annuler",
    en="This is not a spell of {who:the}: it would have to be cancelled",
)
NO_SPELL = BOOK.saying("UDS-MAGIC-21", key="none", fr="Aucun sort n'est en cours", en="No spell is running")
SILENT = BOOK.saying(
    "UDS-MAGIC-22",
    key="silent",
    fr="{who:Le} n'a pas d'incantation en cours",
    en="{who:The} has no incantation under way",
)

WAITED = BOOK.saying(
    "UDS-MAGIC-14",
    key="waited",
    fr="{minutes} minute{minutes:|s} {minutes:passe|passent}",
    en="{minutes} minute{minutes:|s} {minutes:goes|go} by",
)
IN_A_FIGHT = BOOK.saying(
    "UDS-MAGIC-14",
    key="fight",
    fr="Un combat est en cours : le temps y passe round par round",
    en="A fight is on: time goes round by round",
)

LOST = Grade("lost", Text(fr="perd son incantation", en="loses the incantation"), False)
ENDS = Grade("ends", Text(fr="voit finir son sort", en="sees the spell end"), True)
OUT = Grade("out", Text(fr="est hors du sort", en="is out of the spell"), True)


def damage_inside(rounds: int, damage: int = 1) -> int:
    """UDS-MAGIC-28, -29: so much for each round spent inside."""
    return rounds * damage


class Which(Declared):
    """One of the spells in force."""

    spell: Annotated[str, OneOf(running_spells), Label(fr="Sort", en="Spell")]


def no_spell(scene: Scene[Sheet], _do: object) -> Note | None:
    return None if magic_of(scene).spells else NO_SPELL.note()


def no_incantation(scene: Scene[Sheet], _do: object) -> Note | None:
    return None if incantation_of(scene, scene.actor) else SILENT.note(who=scene.me.name)


# Long incantations


@action(
    "undesix.incanted",
    Nothing,
    fr="Achever l'incantation",
    en="Finish the incantation",
    refuse=no_incantation,
    by=Audience.MJ,
)
def incanted(scene: Scene[Sheet], do: Nothing, roll: Roll) -> Outcome:
    """UDS-MAGIC-22: the time has passed, the spell is cast with its bonus."""
    said = incantation_of(scene, scene.actor)
    assert said is not None  # refused otherwise
    return spoken(scene, said.said, roll, (Hush(scene.actor),))


def tired(scene: Scene[Sheet], roll: Roll) -> tuple[Effect, ...]:
    """UDS-MAGIC-23: the fatigue of the stage already reached."""
    said = incantation_of(scene, scene.actor)
    assert said is not None  # refused otherwise
    tier = INCANTATIONS[said.reached]
    effects: list[Effect] = [Hush(scene.actor)]
    if tier.psy:
        roll.note(FATIGUE, psy=tier.psy, phy=tier.phy, phy_too=tier.phy > 0)
        effects.append(Drain(scene.actor, tier.psy, scene.option(MADNESS)))
    if tier.phy:
        effects.append(Wound(scene.actor, tier.phy))
    return tuple(effects)


@action(
    "undesix.interrupted",
    Nothing,
    fr="Interrompre l'incantation",
    en="Interrupt the incantation",
    refuse=no_incantation,
    by=Audience.MJ,
)
def interrupted(scene: Scene[Sheet], do: Nothing, roll: Roll) -> Outcome:
    """UDS-MAGIC-23: a wound breaks the incantation; no roll, no price."""
    return Outcome((part(scene.actor, LOST),), BROKEN.note(who=scene.me.name), tired(scene, roll))


@action("undesix.give-up", Nothing, fr="Abandonner l'incantation", en="Give the incantation up", refuse=no_incantation)
def give_up(scene: Scene[Sheet], do: Nothing, roll: Roll) -> Outcome:
    """UDS-MAGIC-23: as if interrupted, by one's own choice."""
    return Outcome((part(scene.actor, LOST),), GIVEN_UP.note(who=scene.me.name), tired(scene, roll))


# Spells in force


@action(
    "undesix.inside-spell",
    Which,
    fr="Un round dans un sort",
    en="A round inside a spell",
    refuse=no_spell,
    by=Audience.MJ,
)
def inside(scene: Scene[Sheet], do: Which, roll: Roll) -> Outcome:
    """UDS-MAGIC-29: everybody still inside loses a point for the round that has passed."""
    spell = spell_called(scene, do.spell)
    damage = damage_inside(1, spell.said.damage)
    parts = tuple(part(who, AFFECTED, damage=damage) for who in spell.victims)
    wounds = tuple(Wound(who, damage) for who in spell.victims)
    settled = Alter(spell.id, (("settled", scene.play.round),))
    return Outcome(parts, INSIDE.note(spell=spell.said.name, damage=damage), (*wounds, settled))


def cannot_leave(scene: Scene[Sheet], do: Which | None) -> Note | None:
    refusal = unable(scene, do) or no_spell(scene, do)
    if refusal or do is None:
        return refusal
    return None if scene.actor in spell_called(scene, do.spell).victims else NOT_INSIDE.note(who=scene.me.name)


@action("undesix.leave-spell", Which, fr="Sortir d'un sort", en="Get out of a spell", refuse=cannot_leave)
def leave(scene: Scene[Sheet], do: Which, roll: Roll) -> Outcome:
    """UDS-MAGIC-29: nothing more is lost once outside."""
    spell = spell_called(scene, do.spell)
    effects = (*taking_turn(scene), Free(spell.id, scene.actor))
    return Outcome((part(scene.actor, OUT),), LEFT.note(who=scene.me.name, spell=spell.said.name), effects)


class Force(Which):
    """Which spell, and by what."""

    characteristic: Annotated[str, OneOf(CHARACTERISTIC_NAMES), Label(fr="Caractéristique", en="Characteristic")] = (
        "phy"
    )


def cannot_force(scene: Scene[Sheet], do: Force | None) -> Note | None:
    return unable(scene, do) or no_spell(scene, do)


@action("undesix.force-spell", Force, fr="Forcer un sort", en="Force a spell", refuse=cannot_force)
def force(scene: Scene[Sheet], do: Force, roll: Roll) -> Outcome:
    """UDS-MAGIC-25: PHY (or what the MJ says) against the PSY maximum the caster had."""
    spell = spell_called(scene, do.spell)
    mine = TARGET.sum(scene.me.score(do.characteristic))
    roll.note(mine)
    roll.note(STRENGTH.sum(PSY(spell.psy, of=HELD_BY)))
    won = roll(
        opposition(mine.total, spell.psy, *reading(scene, "opposition")),
        lambda contest: contest.active_wins,
        by={"active": scene.actor, "passive": spell.caster},
    )
    headline = FORCED.note(who=scene.me.name, won=won, caster=spell.by, spell=spell.said.name)
    return Outcome((part(scene.actor, OVERCOMES if won else THWARTED),), headline, taking_turn(scene))


def cannot_let_go(scene: Scene[Sheet], do: Which | None) -> Note | None:
    refusal = no_spell(scene, do)
    if refusal or do is None:
        return refusal
    return None if spell_called(scene, do.spell).caster == scene.actor else NOT_HIS.note(who=scene.me.name)


@action("undesix.let-go", Which, fr="Laisser aller un sort", en="Let a spell go", refuse=cannot_let_go)
def let_go(scene: Scene[Sheet], do: Which, roll: Roll) -> Outcome:
    """UDS-MAGIC-21: one's own spell ends; a golem merely stops obeying, until its time is over."""
    spell = spell_called(scene, do.spell)
    if spell.obeys:
        effects: tuple[Effect, ...] = (Alter(spell.id, (("obeys", False),)), Put(spell.golem, "side", ""))
        return Outcome((part(scene.actor, ENDS),), LOOSE.note(who=scene.me.name), effects)
    return Outcome((part(scene.actor, ENDS),), OVER.note(spell=spell.said.name), ended(spell))


def held(scene: Scene[Sheet]) -> dict[str, Name | Text]:
    victims = [who for spell in magic_of(scene).spells for who in spell.victims]
    return {who: scene[who].name for who in victims}


class Release(Which):
    """A spell that ends, for everybody or for one person only."""

    only: Annotated[str, OneOf(held), Label(fr="Seulement pour", en="Only for")] = ""


@action("undesix.spell-ends", Release, fr="Mettre fin à un sort", en="End a spell", refuse=no_spell, by=Audience.MJ)
def spell_ends(scene: Scene[Sheet], do: Release, roll: Roll) -> Outcome:
    """UDS-MAGIC-14, -37: its time is over; or a sleeper wakes, since somebody attacked him."""
    spell = spell_called(scene, do.spell)
    effects = ended(spell, do.only)
    if do.only:
        headline = FREED.note(who=scene[do.only].name, spell=spell.said.name)
        return Outcome((part(do.only, OUT),), headline, effects)
    return Outcome((part(spell.caster, ENDS),), OVER.note(spell=spell.said.name), effects)


class Wait(Declared):
    """How long."""

    minutes: Annotated[int, Between(1, 10_000_000), Label(fr="Minutes", en="Minutes")]


@dataclass(frozen=True)
class Older:
    """UDS-MAGIC-14: spells and incantations after so much time out of any fight."""

    minutes: int
    who: str = PLAY

    def on(self, play: Magic) -> Magic:
        older: Magic = play.later(self.minutes * 60, self.minutes * 10)
        return older


def in_a_fight(scene: Scene[Sheet], _do: object) -> Note | None:
    return IN_A_FIGHT.note() if scene.play.round else None


@action("undesix.wait", Wait, fr="Laisser passer du temps", en="Let time pass", refuse=in_a_fight, by=Audience.MJ)
def wait(scene: Scene[Sheet], do: Wait, roll: Roll) -> Outcome:
    """UDS-MAGIC-14, -22: out of a fight, spells run out and incantations are spoken to their end.

    UDS-HEALTH-05, UDS-OPT-06: those who lie untended die within the hour, the exhausted come round.
    """
    to_minus_ten = scene.option(TO_MINUS_TEN)
    later = [
        Later(who, do.minutes, to_minus_ten) for who, sheet in scene.cast.items() if sheet.exhausted or sheet.phy < 0
    ]
    for one in later:
        if one.on(scene[one.who]).dead and not scene[one.who].dead:
            roll.note(BLED, who=scene[one.who].name)
    return Outcome((), WAITED.note(minutes=do.minutes), (Older(do.minutes), *later))
