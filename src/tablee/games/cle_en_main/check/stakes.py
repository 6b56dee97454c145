"""Primes and penalties on an action that is not an attack: a test, first aid, a chase, a manoeuvre (Fiche 4)."""

from __future__ import annotations

from collections.abc import Sequence

from tablee.dice import Roll
from tablee.games.cle_en_main.book import BOOK
from tablee.games.cle_en_main.check.fields import Staked
from tablee.games.cle_en_main.check.primes import (
    MISHAP,
    RISKS,
    Declaration,
    acted,
    by_marks,
    declared,
    incidents,
    lifted,
    pending,
    refusal,
    tell_pending,
    why_wrong,
)
from tablee.games.cle_en_main.sheet import Sheet
from tablee.rules.action import Effect, Scene
from tablee.rules.why import Note

TROUBLE = BOOK.saying(
    "CEM-PEN-05", key="stakes", fr="L'action échoue, incident : {risks}", en="The action fails, incident: {risks}"
)


def staked(scene: Scene[Sheet], do: Staked, costs: Sequence[str] = ()) -> Declaration:
    """CEM-PRIME-02, -03, CEM-PEN-01, CEM-NPC-05: the exchange, what the MJ gives or imposes, what the monitor holds,
    and the penalties the action itself costs.
    """
    marks = by_marks(scene.me, scene.play.round)
    obligatory = lifted([*costs, *do.imposed, *marks[1]], scene.me, scene.play.round)
    return declared(do.primes, do.penalties, [*do.free, *marks[0]], obligatory)


def wrong_stakes(scene: Scene[Sheet], do: Staked) -> Note | None:
    """CEM-PRIME-01, -03: why what was chosen, given or imposed does not stand. The monitor is never at fault."""
    reason = why_wrong("other", do.primes, do.penalties, do.free, do.imposed, in_scene=scene.play.round > 0)
    return refusal(reason) if reason else None


def lasting(
    scene: Scene[Sheet], roll: Roll, made: Declaration, success: bool, risks: Sequence[str] = ()
) -> list[Effect]:
    """CEM-PRIME-07, CEM-PEN-03, -05, CEM-NPC-05: Prudences, Dangers, marks used up; an incident if it failed."""
    count = made.times("risk")
    trouble = incidents([*risks, *[MISHAP] * (count - len(risks))] if count else (), success)
    if trouble:
        roll.note(TROUBLE, risks=tuple(RISKS[risk] for risk in trouble))
    tell_pending(roll, made, scene.me.name)
    return acted(scene) + pending(made, scene.actor)
