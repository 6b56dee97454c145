"""Who fights whom at close quarters, and the malus of those with several opponents (Fiche 3, La défense)."""

from __future__ import annotations

from collections.abc import Iterable

from tablee.games.cle_en_main import atouts
from tablee.games.cle_en_main.attack.declaration import CROWD
from tablee.games.cle_en_main.check.primes import defence_terms
from tablee.games.cle_en_main.check.side import skill_terms, taking_part
from tablee.games.cle_en_main.play import Disengaged, Engaged, played
from tablee.games.cle_en_main.sheet import Sheet
from tablee.rules.action import Effect, Scene
from tablee.rules.why import Term


def opponents(scene: Scene[Sheet], who: str, attackers: Iterable[str] = (), members: int = 0) -> int:
    """CEM-DEF-02, CEM-NPC-09: how many opponents in melee: those the scene knows, and the attackers of this
    action; each figurant counts (`members`: those of the acting group who take part).
    """
    foes = set(played(scene).engaged.get(who, ())) | set(attackers)
    able = [foe for foe in foes if foe in scene.cast and foe != who and not scene[foe].eliminated]
    return sum(
        taking_part(scene[foe], members if foe == scene.actor else 0)
        for foe in able
        if foe in attackers or not scene[foe].friend_of(scene[who])
    )


def crowd_terms(
    scene: Scene[Sheet], who: str, attackers: Iterable[str], members: int = 0, told: bool | None = None
) -> list[Term]:
    """CEM-DEF-02: the −2 of a Défense against several melee opponents, once.

    In an action scene it follows from who fights whom: a group has it when its opponents outnumber it. `told` is the
    MJ's word, if given.
    """
    sheet = scene[who]
    several = opponents(scene, who, attackers, members) > max(1, taking_part(sheet, 0)) and scene.play.round > 0
    crowded = several if told is None else told
    return [-CROWD(2)] if crowded and not atouts.ignores_crowd(sheet) else []


def guard_terms(
    scene: Scene[Sheet],
    who: str,
    attackers: Iterable[str] = (),
    members: int = 0,
    told: bool | None = None,
    skill: str = "defence",
) -> list[Term]:
    """CEM-DEF-01, -02: the terms of a character's Défense (or of the skill used instead) against these attackers."""
    sheet = scene[who]
    own = [*skill_terms(sheet, skill, round=scene.play.round), *defence_terms(sheet.caution, sheet.danger)]
    return [*own, *crowd_terms(scene, who, attackers, members, told)]


def engaging(scene: Scene[Sheet], targets: Iterable[str], moving: bool) -> list[Effect]:
    """CEM-DEF-02: the effects of a melee attack on who fights whom; who moves ten metres leaves their other melees."""
    if not scene.play.round:
        return []
    left: list[Effect] = [Disengaged(scene.actor)] if moving and not scene.me.prone else []
    return [*left, *(Engaged(scene.actor, who) for who in dict.fromkeys(targets) if who != scene.actor)]
