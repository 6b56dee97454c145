"""Experience gained in play: the first success with a skill in a game brings +1 at once (Fiche 2, Expérience)."""

from __future__ import annotations

from dataclasses import dataclass

from tablee.dice import Roll
from tablee.games.undesix.sheet import Sheet
from tablee.rules.action import Scene
from tablee.text import Name


@dataclass(frozen=True)
class Learn:
    """UDS-XP-01, -02: the first success with a skill in a game brings +1 at once, up to its ceiling (`skills.py`)."""

    who: str
    key: str

    def on(self, sheet: Sheet) -> Sheet:
        if not sheet.may_learn(self.key):
            return sheet
        line = sheet.line(self.key)
        skills = {**sheet.skills, self.key: line.with_changes(xp=line.xp + 1)}
        return sheet.with_changes(skills=skills, gained=(*sheet.gained, self.key))


def learning(scene: Scene[Sheet], roll: Roll, who: str, key: str) -> tuple[Learn, ...]:
    """UDS-XP-01, -02: what a success with this skill teaches, and says, if `who` is a player's character."""
    sheet = scene[who]
    if not sheet.played or not sheet.may_learn(key):
        return ()
    skill = sheet.skill_name(key)
    armed = isinstance(skill, Name)
    roll.note("UDS-XP-01", who=sheet.name, skill=skill, armed=armed, bonus=sheet.bonus(key) + 1)
    return (Learn(who, key),)
