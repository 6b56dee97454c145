"""What a spell does to those it reaches, how long it holds them, and what its end gives back (Fiches 5 and 7)."""

from __future__ import annotations

from itertools import count

from tablee.dice import Roll
from tablee.games.undesix.book import CHARACTERISTICS
from tablee.games.undesix.fight.armour import armour_class, guard_of
from tablee.games.undesix.fight.rounds import Enrolled
from tablee.games.undesix.magic.resisting import Reactions
from tablee.games.undesix.magic.state import (
    Cast,
    EndSpell,
    FreeFromSpell,
    SpellInForce,
    StartSpell,
    body_points,
    magic_of,
)
from tablee.games.undesix.options import DEX1_CA, below_zero
from tablee.games.undesix.play import fighting, stage_of
from tablee.games.undesix.sheet import Sheet
from tablee.games.undesix.world.healing import Heal
from tablee.games.undesix.world.health import OnTheLiving, Wound, tell_conditions
from tablee.rules.action import Add, Create, Effect, Put, Scene
from tablee.text import Name

GOLEM_PHY = 10  # UDS-MAGIC-37


def tell_effect(do: Cast, roll: Roll) -> None:
    """Notes what the effect of the spell means."""
    match do.effect:
        case "harm":
            roll.note("UDS-MAGIC-28", damage=do.damage)
        case "heal":
            roll.note("UDS-HEAL-08")
        case "change":
            roll.note(
                "UDS-MAGIC-31", characteristic=CHARACTERISTICS[do.characteristic].label, by=-1 if do.lowers else 1
            )
        case "absorb":
            roll.note("UDS-MAGIC-37:absorb")
        case "sleep":
            roll.note("UDS-MAGIC-37:sleep")
        case "golem":
            roll.note("UDS-MAGIC-37:golem", phy=GOLEM_PHY)


def harm_to(scene: Scene[Sheet], said: Cast, who: str) -> int:
    """UDS-MAGIC-28, -30: the points that a spell costs a character; less their CA, where the MJ says that it counts."""
    if not said.armour_counts or who not in scene.cast:
        return said.damage
    return max(0, said.damage - max(0, armour_class(guard_of(scene, who), of_one=scene.option(DEX1_CA)).total))


def spell_effects(scene: Scene[Sheet], do: Cast, roll: Roll, reactions: Reactions) -> tuple[Effect, ...]:
    """UDS-MAGIC-28…31, -37, UDS-CA-07: the effects of a spell on those it affects, and the spell if it lasts."""
    effects: list[Effect] = []
    fate = below_zero(scene)
    if reactions.affected or do.effect == "golem":
        tell_effect(do, roll)
    for who in reactions.affected:
        match do.effect:
            case "harm":
                effects.append(Wound(who, harm_to(scene, do, who)))
            case "heal":
                effects.append(OnTheLiving(Heal(who, 1, scene[who].lost), fate))  # UDS-HEAL-08
            case "change":
                effects.append(OnTheLiving(Add(who, do.characteristic, -1 if do.lowers else 1), fate))
            case "absorb":
                effects += [
                    Add(who, "phy", -1),
                    Add(who, "phy_max", -1),
                    OnTheLiving(Heal(scene.actor, 1, scene.me.lost), fate),
                ]
    spell = spell_left_running(scene, do, reactions.affected)
    if spell:
        roll.note("UDS-MAGIC-20:spoken" if spell.spoken else "UDS-MAGIC-21:runs", time=do.lasts.name)
    if spell and spell.golem:
        effects.append(Create(spell.golem, golem(scene, spell)))
        if fighting(scene):
            effects.append(Enrolled((*stage_of(scene).fighters, spell.golem)))
    return (*effects, StartSpell(spell)) if spell else tuple(effects)


def spell_left_running(scene: Scene[Sheet], do: Cast, affected: tuple[str, ...]) -> SpellInForce | None:
    """UDS-MAGIC-21: the spell in force that remains once it is said, None if it is over at once."""
    lasts = do.lasts
    said_only = do.effect == "none" and lasts.rounds == 1 and fighting(scene)  # nothing else would remember it
    holds = do.effect in ("change", "sleep", "golem") or said_only
    if do.effect in ("heal", "absorb") or (lasts.rounds is not None and lasts.rounds < 2 and not holds):
        return None
    number = next(n for n in count(magic_of(scene).spells_cast + 1) if f"golem-{scene.actor}-{n}" not in scene.cast)
    saying = fighting(scene) and (do.incantation == "none" or do.sustained)
    minded = saying or do.sustained or do.of_one_round or do.effect == "golem"
    watched = dict.fromkeys((*(affected if do.effect == "sleep" else ()), *((scene.actor,) if minded else ())))
    return SpellInForce(
        caster=scene.actor,
        by=scene.me.name,
        psy=scene.me.psy_max,
        said=do,
        victims=affected,
        rounds=None if lasts.rounds is None else max(1, lasts.rounds),
        seconds=lasts.seconds,
        bodies=tuple((who, body_under(scene, do, who, affected)) for who in watched),
        golem=f"golem-{scene.actor}-{number}" if do.effect == "golem" else "",
        obeys=do.effect == "golem",
        saying=saying,
    )


def body_under(scene: Scene[Sheet], do: Cast, who: str, affected: tuple[str, ...]) -> int:
    """UDS-MAGIC-23, -31: a character's body points once the spell has changed them: fewer later mean a wound."""
    changed = who in affected and do.effect == "change" and do.characteristic == "phy"
    return body_points(scene[who]) + ((-1 if do.lowers else 1) if changed else 0)


def golem(scene: Scene[Sheet], spell: SpellInForce) -> Sheet:
    """UDS-MAGIC-37: the sheet of a golem: 10 PHY, bare hands; its other scores are ours."""
    return Sheet(
        name=Name("golem", "golem", article=True),
        pc=False,
        phy=GOLEM_PHY,
        phy_max=GOLEM_PHY,
        dex=2,
        sav=1,
        psy=1,
        psy_max=1,
        sens=2,
        side=scene[spell.caster].side,
    )


def spell_end_effects(scene: Scene[Sheet], spell: SpellInForce, roll: Roll, only: str = "") -> tuple[Effect, ...]:
    """UDS-MAGIC-31, -37: what the end of a spell undoes, for everybody or `only` for one person.

    UDS-HEALTH-04: it gives nothing back to the dead; who dies of it is told.
    """
    effects: list[Effect] = []
    if spell.said.effect == "change":
        back = 1 if spell.said.lowers else -1
        for who in (only,) if only else spell.victims:
            effects.append(OnTheLiving(Add(who, spell.said.characteristic, back), below_zero(scene)))
            if who in scene.cast:
                tell_conditions(scene, roll, who, (effects[-1],))
    if spell.golem and not only:
        effects.append(Put(spell.golem, "dead", True))
    return (*effects, FreeFromSpell(spell.id, only) if only else EndSpell(spell.id))
