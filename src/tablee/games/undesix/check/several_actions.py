"""Several actions by one person in one round: −2 on every die for each beyond the first (Fiche 4)."""

from __future__ import annotations

from tablee.games.undesix.book import BOOK
from tablee.games.undesix.play import stage_of
from tablee.games.undesix.sheet import Sheet
from tablee.rules.action import Scene
from tablee.rules.why import Note, Term

SEVERAL = BOOK.term("several")


def several_terms(scene: Scene[Sheet], actions: int) -> tuple[Term, ...]:
    """UDS-ACTION-01…03, UDS-COMBAT-14: −2 on every die for each action beyond the first, announced now or earlier."""
    beyond = max(actions, stage_of(scene).several.get(scene.actor, 1)) - 1
    return (SEVERAL(-2 * beyond),) if beyond else ()


def shares_the_round(scene: Scene[Sheet], actions: int = 1) -> bool:
    """UDS-ACTION-01: whether the actor has made, or announces, other actions this round: nothing can take all of it."""
    stage = stage_of(scene)
    return max(actions, stage.several.get(scene.actor, 1)) > 1 or scene.actor in stage.taken


def too_many_actions(scene: Scene[Sheet], actions: int) -> Note | None:
    """UDS-ACTION-01: the malus weighs on every die, so the number is announced with the first action."""
    stage = stage_of(scene)
    if stage.taken.get(scene.actor) and actions > stage.several.get(scene.actor, 1):
        return BOOK.note("UDS-ACTION-01:announced", who=scene.me.name, actions=stage.several.get(scene.actor, 1))
    return None
