"""Primes and penalties of a test, first aid, a chase, a manoeuvre (Fiche 4); what each of them does: `primes.py`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tablee.dice import Roll
from tablee.games.cle_en_main.check.fields import Staked, Untested
from tablee.games.cle_en_main.check.primes import (
    Declaration,
    acted,
    by_marks,
    declared,
    lifted,
    pending,
    refusal,
    tell_pending,
    threats,
    told_incidents,
    why_wrong,
)
from tablee.games.cle_en_main.play import Disengaged
from tablee.games.cle_en_main.sheet import Sheet
from tablee.rules.action import Effect, Put, Scene
from tablee.rules.why import Note


def staked(scene: Scene[Sheet], do: Staked, costs: Sequence[str] = ()) -> Declaration:
    """CEM-PRIME-02, -03, CEM-PEN-01, CEM-ACT-02, CEM-NPC-05: all primes and penalties of an action: chosen, given or
    imposed by the MJ, marked on the monitor, the Difficulté of acting on the move, and those the action itself costs
    (`costs`).
    """
    marks = by_marks(scene.me, scene.play.round)
    own = [*costs, *["hindrance"] * do.moving]
    obligatory = lifted([*own, *do.imposed, *marks[1]], scene.me, scene.play.round)
    made = declared(do.primes, do.penalties, [*do.free, *marks[0]], obligatory)
    return replace(made, risks=do.risks, moving=do.moving)


def wrong_stakes(scene: Scene[Sheet], do: Staked, kind: str = "other") -> Note | None:
    """CEM-PRIME-01, -03: the refusal of what was chosen, given or imposed; None if it is in order."""
    reason = why_wrong(kind, do.primes, do.penalties, do.free, do.imposed, in_scene=scene.play.round > 0)
    return refusal(reason) if reason else None


def lasting(
    scene: Scene[Sheet], roll: Roll, made: Declaration, success: bool, risks: Sequence[str] = ()
) -> list[Effect]:
    """CEM-PRIME-07, CEM-PEN-03, -05, CEM-NPC-05: what an action leaves: Prudences and Dangers, one less on its marks.

    Explains them, and the incidents if the action failed.
    """
    trouble = () if success else threats([*risks, *made.risks], made.times("risk"))
    if trouble:
        roll.note("CEM-PEN-05:stakes", risks=told_incidents(trouble))
    tell_pending(roll, made, scene.me.name)
    return acted(scene) + pending(made, scene.actor, scene.play.round > 0) + (moved(scene) if made.moving else [])


def untested(scene: Scene[Sheet], do: Untested) -> list[Effect]:
    """CEM-ACT-01, -02, CEM-NPC-05: the effects of an action without a test: no malus, where one moves with it."""
    return [*acted(scene), *(moved(scene) if do.moving else [])]


def moved(scene: Scene[Sheet]) -> list[Effect]:
    """CEM-ACT-02, CEM-DEF-02: the effect of acting on the move: on one's feet, or out of every melee."""
    return [Put(scene.actor, "prone", False)] if scene.me.prone else [Disengaged(scene.actor)]
