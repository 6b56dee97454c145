"""Long incantations under way: finished, interrupted by a wound, or given up (Fiche 7, Temps d'incantation)."""

from __future__ import annotations

from tablee.dice import Roll
from tablee.games.undesix.book import BOOK
from tablee.games.undesix.magic.casting import cast_now
from tablee.games.undesix.magic.effects import spell_end_effects
from tablee.games.undesix.magic.state import EndIncantation, Magic, SaidOut, incantation_of, magic_of, speaking
from tablee.games.undesix.magic.words import DURATIONS, INCANTATIONS, Duration
from tablee.games.undesix.options import MADNESS
from tablee.games.undesix.sheet import Sheet
from tablee.games.undesix.world.health import Drain, Wound
from tablee.rules.action import Effect, Kind, Outcome, Scene, action, part
from tablee.rules.fields import Audience, Nothing
from tablee.rules.why import Note
from tablee.text import Text

UNITS = ((86_400, Text("j", "d")), (3_600, Text("h", "h")), (60, Text("min", "min")), (1, Text("s", "s")))
INCANTATION_LOST = BOOK.grade("incantation_lost")


def busy(play: Magic) -> dict[str, Note]:
    """UDS-MAGIC-20, -22: how far those who are saying a spell have come, the round under way included."""
    held = {spell.caster: spell for spell in play.spells if spell.said.sustained}
    spoken = {who: how_far(spell.said.lasts, spell.rounds_gone, spell.age) for who, spell in held.items()}
    for one in play.incanting:
        lasts = DURATIONS[INCANTATIONS[one.said.incantation].lasts]
        spoken[one.caster] = how_far(lasts, one.rounds, one.seconds) if one.long else BOOK.note("UDS-MAGIC-20:says")
    return spoken


def how_far(lasts: Duration, rounds: int, seconds: float) -> Note:
    """What is said of an incantation of so long, after so many whole rounds and seconds of it."""
    if lasts.rounds is not None:
        return BOOK.note("UDS-MAGIC-22:rounds", n=min(rounds + 1, lasts.rounds), total=lasts.rounds)
    return BOOK.note("UDS-MAGIC-22:time", spoken=in_units(seconds), total=in_units(lasts.seconds))


def in_units(seconds: float) -> Text:
    """A length of time in words: « 12 s », « 1 h 30 min »."""
    left, fr, en = int(seconds), list[str](), list[str]()
    for size, unit in UNITS:
        n, left = divmod(left, size)
        if n:
            fr.append(f"{n} {unit.fr}")
            en.append(f"{n} {unit.en}")
    return Text(" ".join(fr) or "0 s", " ".join(en) or "0 s")


def no_incantation(scene: Scene[Sheet], _do: object) -> Note | None:
    """The refusal for an actor who is not incanting; None for one who is."""
    return None if incantation_of(scene, scene.actor) else BOOK.note("UDS-MAGIC-22:silent", who=scene.me.name)


def not_speaking(scene: Scene[Sheet], do: object) -> Note | None:
    """The refusal for an actor who has no incantation or spoken spell to give up; None for one who has."""
    return None if speaking(scene, scene.actor) else no_incantation(scene, do)


@action(
    "undesix.incanted",
    Nothing,
    fr="Achever l'incantation",
    en="Finish the incantation",
    refuse=no_incantation,
    by=Audience.MJ,
    kind=Kind.MAGIC,
)
def incanted(scene: Scene[Sheet], do: Nothing, roll: Roll) -> Outcome:
    """UDS-MAGIC-22, UDS-INIT-03: the time has passed, the spell is cast with its bonus; those finished in the same
    instant interrupt neither each other nor themselves.
    """
    said = incantation_of(scene, scene.actor)
    assert said is not None  # refused otherwise
    together = tuple(one.caster for one in magic_of(scene).incanting if one.complete)
    return cast_now(scene, said.said, roll, (EndIncantation(scene.actor), SaidOut(together)))


def fatigue_due(scene: Scene[Sheet], roll: Roll) -> tuple[Effect, ...]:
    """UDS-MAGIC-23: the effects of an incantation that stops early: the fatigue of the tier already reached."""
    said = incantation_of(scene, scene.actor)
    assert said is not None  # refused otherwise
    tier = INCANTATIONS[said.reached]
    effects: list[Effect] = [EndIncantation(scene.actor)]
    if tier.psy:
        roll.note("UDS-MAGIC-22", psy=tier.psy, phy=tier.phy, phy_too=tier.phy > 0)
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
    kind=Kind.MAGIC,
)
def interrupted(scene: Scene[Sheet], do: Nothing, roll: Roll) -> Outcome:
    """UDS-MAGIC-23: a wound ends the incantation; no roll, no price."""
    return Outcome(
        (part(scene.actor, INCANTATION_LOST),), BOOK.note("UDS-MAGIC-23", who=scene.me.name), fatigue_due(scene, roll)
    )


@action(
    "undesix.give-up",
    Nothing,
    fr="Abandonner l'incantation",
    en="Give the incantation up",
    refuse=not_speaking,
    kind=Kind.MAGIC,
)
def give_up(scene: Scene[Sheet], do: Nothing, roll: Roll) -> Outcome:
    """UDS-MAGIC-23: the caster stops; the fatigue is that of an interruption."""
    sustained = (spell for spell in magic_of(scene).spells if spell.caster == scene.actor and spell.said.sustained)
    effects = [effect for spell in sustained for effect in spell_end_effects(scene, spell, roll)]
    if incantation_of(scene, scene.actor):
        effects += fatigue_due(scene, roll)
    return Outcome(
        (part(scene.actor, INCANTATION_LOST),), BOOK.note("UDS-MAGIC-23:given_up", who=scene.me.name), tuple(effects)
    )
