"""UDS-CREATE-02: where the five dice of a random character lie, as a page shows them while they are placed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tablee.rules.sheet.placing import Derived, Place, Placing
from tablee.text import Text

PLACES = {
    "phy": (Text("PHY", "PHY"), Text("physique", "physique")),
    "dex": (Text("DEX", "DEX"), Text("dextérité", "dexterity")),
    "sav": (Text("SAV", "SAV"), Text("savoir", "knowledge")),
    "psy": (Text("PSY", "PSY"), Text("psychique", "psyche")),
    "sens": (Text("SENS", "SENS"), Text("sens", "senses")),
}
DERIVED = (
    Derived(Text("Points de PHY", "PHY points"), "phy", boxes=True),
    Derived(Text("Points de PSY", "PSY points"), "psy", boxes=True),
    Derived(Text("Langues", "Languages"), "sav"),
)


def placing(action: str, faces: Sequence[int], answers: Sequence[Mapping[str, Any]]) -> Placing | None:
    """Where the dice of a creation lie after these answers; None for a creation that places none."""
    if action != "undesix.create-random":
        return None
    left, placed = list(faces), dict[str, int]()
    for answer in (answer for card in answers for answer in card.values()):
        if answer is True:
            placed = {}
        elif answer in PLACES and len(placed) == len(PLACES):  # a point goes to magic
            placed |= {answer: placed[answer] - 1, "psy": placed["psy"] + 1}
        elif answer in PLACES:
            placed[answer] = left.pop(0)
        rest = [id for id in PLACES if id not in placed]
        if len(rest) == 1 and left:
            placed[rest[0]] = left.pop(0)
    places = tuple(Place(id, short, long, placed.get(id)) for id, (short, long) in PLACES.items())
    return Placing(places, left[0] if left else 0, DERIVED)
