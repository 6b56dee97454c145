"""What a scene shows beside its order: a chase with its gaps, and who fights whom at close quarters."""

from __future__ import annotations

from collections.abc import Iterable

from tablee.games.cle_en_main.forms import POINTS
from tablee.games.cle_en_main.play import played
from tablee.games.cle_en_main.sheet import Sheet
from tablee.games.cle_en_main.world.chase import LEAD
from tablee.rules.action import Scene
from tablee.rules.sheets import Entry, Opens, Section, Step
from tablee.text import Text

GAPS = (
    Step(-LEAD, Text(fr="rattrapé", en="caught up")),
    Step(1, Text(fr="en vue", en="in sight")),
    Step(LEAD, Text(fr="semé", en="shaken off")),
)
GAP = Text(
    fr="À {most} points d'avance, le poursuivant est semé.", en="At {most} points ahead the pursuer is shaken off."
)


def surroundings(scene: Scene[Sheet]) -> tuple[Section, ...]:
    """CEM-CHASE-01…04, CEM-DEF-02: the runners of a chase, the gaps between them, and the melees; each if there are
    any.
    """
    parts = (
        ("fugitives", Text(fr="En fuite", en="Fleeing"), runners(scene, fleeing=True)),
        ("pursuers", Text(fr="À leur poursuite", en="In pursuit"), runners(scene, fleeing=False)),
        ("gaps", Text(fr="Écarts", en="Gaps"), gaps(scene)),
        ("melees", Text(fr="Au corps à corps", en="In melee"), melees(scene)),
    )
    return tuple(Section(id, label, entries) for id, label, found in parts if (entries := tuple(found)))


def runners(scene: Scene[Sheet], fleeing: bool) -> Iterable[Entry]:
    """CEM-CHASE-01, -02: the progress of those who flee, or of those who pursue."""
    play = played(scene)
    for who, points in play.progress.items():
        if who in scene.cast and (who in play.fugitives) == fleeing:
            opens = Opens("cle-en-main.chase") if who == scene.actor else None
            yield Entry(f"chase:{who}", scene[who].name, points, unit=POINTS, opens=opens)


def gaps(scene: Scene[Sheet]) -> Iterable[Entry]:
    """CEM-CHASE-03, -04: how far each fugitive is ahead of each pursuer, out of what it takes to shake them off."""
    play = played(scene)
    pursuers = [who for who in play.progress if who not in play.fugitives and who in scene.cast]
    for fugitive in play.fugitives:
        for pursuer in pursuers if fugitive in scene.cast else ():
            lost = f"{pursuer}/{fugitive}" in play.lost
            ahead = LEAD if lost else play.progress.get(fugitive, 0) - play.progress[pursuer]
            one, other = scene[fugitive].name, scene[pursuer].name
            label = Text(f"{one.say('fr')} devant {other.say('fr')}", f"{one.say('en')} ahead of {other.say('en')}")
            help = Text(GAP.say("fr", most=LEAD), GAP.say("en", most=LEAD))
            id = f"gap:{fugitive}:{pursuer}"
            yield Entry(id, label, ahead, "gauge", LEAD, unit=POINTS, steps=GAPS, help=help)


def melees(scene: Scene[Sheet]) -> Iterable[Entry]:
    """CEM-DEF-02: whom each has within reach, of those still up; each pair once."""
    up = {who for who, sheet in scene.cast.items() if not sheet.eliminated}
    told: set[tuple[str, str]] = set()
    for who, foes in played(scene).engaged.items():
        near = [foe for foe in foes if {who, foe} <= up and (foe, who) not in told]
        told |= {(who, foe) for foe in near}
        if near:
            name = scene[who].name
            label = Text(f"{name.say('fr')} contre", f"{name.say('en')} against")
            yield Entry(f"melee:{who}", label, tuple(scene[foe].name for foe in near), "list")
