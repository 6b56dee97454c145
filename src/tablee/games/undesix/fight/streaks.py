"""Two 1s or two 6s in a row with the same weapon (Fiche 8, Réussite critique, Armes cassées et enrayées)."""

from __future__ import annotations

from dataclasses import dataclass

from tablee.dice import Roll
from tablee.games.undesix.book import BOOK
from tablee.games.undesix.options import CRITICAL_STREAK, FUMBLE_STREAK
from tablee.games.undesix.sheet import Sheet
from tablee.games.undesix.tables import WEAPONS
from tablee.rules.action import Effect, Scene
from tablee.rules.why import Note


def streak_after(streak: int, die: int) -> int:
    """UDS-OPT-02, -03: 1s in a row count up, 6s in a row count down, anything else starts again from nothing."""
    return max(streak, 0) + 1 if die == 1 else min(streak, 0) - 1 if die == 6 else 0


def is_critical(streak: int) -> bool:
    """UDS-OPT-02: the last of at least two 1s."""
    return streak >= 2


def is_broken(streak: int) -> bool:
    """UDS-OPT-03: the last of two 6s."""
    return streak <= -2


@dataclass(frozen=True)
class StreakCounted:
    """What an attack die does to a weapon's streak, and to the weapon itself where the table plays so."""

    who: str
    weapon: str
    die: int
    may_break: bool

    def on(self, sheet: Sheet) -> Sheet:
        streak = streak_after(sheet.streak.get(self.weapon, 0), self.die)
        if self.may_break and is_broken(streak):
            kept = {weapon: run for weapon, run in sheet.streak.items() if weapon != self.weapon}
            return sheet.with_changes(streak=kept, broken=(*sheet.broken, self.weapon))
        return sheet.with_changes(streak={**sheet.streak, self.weapon: streak})


def counts_streaks(scene: Scene[Sheet]) -> bool:
    """Whether the table plays critical hits or broken weapons by streaks."""
    return bool(scene.option(CRITICAL_STREAK) or scene.option(FUMBLE_STREAK))


def count_streak(scene: Scene[Sheet], weapon: str, die: int, roll: Roll) -> tuple[bool, tuple[Effect, ...]]:
    """UDS-OPT-02, -03: whether this die makes a critical hit, and the effects on the streak, if the table plays so."""
    if not counts_streaks(scene):
        return False, ()
    criticals = scene.option(CRITICAL_STREAK)
    fumbles = scene.option(FUMBLE_STREAK) and not WEAPONS[weapon].natural
    streak = streak_after(scene.me.streak.get(weapon, 0), die)
    critical = criticals and is_critical(streak)
    if critical:
        roll.note("UDS-OPT-02", weapon=WEAPONS[weapon].name)
    if fumbles and is_broken(streak):
        roll.note("UDS-OPT-03", weapon=WEAPONS[weapon].name)
    return critical, (StreakCounted(scene.actor, weapon, die, fumbles),)


def out_of_use(scene: Scene[Sheet], weapon: str) -> Note | None:
    """UDS-OPT-03: the refusal of a broken weapon."""
    return BOOK.note("UDS-OPT-03:broken", weapon=WEAPONS[weapon].name) if weapon in scene.me.broken else None
