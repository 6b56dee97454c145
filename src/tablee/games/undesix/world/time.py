"""Time that goes by outside a fight: minutes spent waiting, and whole days (Fiche 7, Durée; Fiche 8, Points de Phy).

Rounds, how long they last and what one does in them (UDS-TIME) are in `fight/rounds.py`.
"""

from __future__ import annotations

from dataclasses import dataclass

from tablee.dice import Roll
from tablee.games.undesix.book import BOOK
from tablee.games.undesix.forms import DAYS, MINUTES
from tablee.games.undesix.magic.state import DAY, MINUTE, Magic, magic_of
from tablee.games.undesix.options import BelowZero, below_zero
from tablee.games.undesix.sheet import Sheet
from tablee.rules.action import PLAY, Effect, Kind, Outcome, Scene, action, part
from tablee.rules.fields import Annotated, Ask, Audience, Between, Declared, Label
from tablee.rules.forms import HOW_LONG
from tablee.rules.why import Note

GOES_BY = BOOK.grade("passes")


@dataclass(frozen=True)
class GrowsOlder:
    """So many minutes and midnights later, for one person.

    UDS-HEALTH-05, -06: the untended die; UDS-OPT-06: the exhausted recover. With a new day treatment is possible again
    (UDS-HEAL-05) and a day of madness is over (UDS-STATE-04).
    """

    who: str
    minutes: int
    days: int
    fate: BelowZero

    def on(self, sheet: Sheet) -> Sheet:
        return sheet.with_changes(**sheet.later(self.minutes, self.days, *self.fate))


def people_later(scene: Scene[Sheet], roll: Roll, seconds: float) -> tuple[Effect, ...]:
    """What so many seconds of the scene's clock do to everybody present; deaths are told."""
    fate = below_zero(scene)
    minutes, days = magic_of(scene).striking(seconds)
    effects: list[Effect] = []
    for who, sheet in scene.cast.items():
        older = GrowsOlder(who, minutes, days, fate)
        changes = sheet.later(minutes, days, *fate)
        if changes.get("dead"):
            roll.note(
                "UDS-HEALTH-05:bled" if sheet.state_if(*fate) == "unconscious" else "UDS-HEALTH-06:late", who=sheet.name
            )
        effects += [older] if changes else []
    return tuple(effects)


@dataclass(frozen=True)
class SpellsAge:
    """UDS-MAGIC-14: the clock, spells and incantations are so many minutes further."""

    minutes: int
    who: str = PLAY

    def on(self, play: Magic) -> Magic:
        older: Magic = play.later(self.minutes * MINUTE, self.minutes * 10)
        return older


def time_passes(scene: Scene[Sheet], roll: Roll, minutes: int) -> tuple[Effect, ...]:
    """So many minutes out of a fight: one clock for spells, incantations, wounds, care and madness."""
    return (SpellsAge(minutes), *people_later(scene, roll, minutes * MINUTE))


def would_die(scene: Scene[Sheet], minutes: int) -> Note | None:
    """UDS-HEALTH-05, -06: a word about those who would not live through so many minutes."""
    fate = below_zero(scene)
    passed, days = magic_of(scene).striking(minutes * MINUTE)
    names = tuple(sheet.name for sheet in scene.cast.values() if sheet.later(passed, days, *fate).get("dead"))
    return BOOK.note("UDS-HEALTH-05:would_die", who=names) if names else None


class Wait(Declared):
    """How long."""

    minutes: Annotated[
        int,
        Between(1, 10_000_000),
        Label(fr="Durée", en="Duration"),
        Ask(HOW_LONG, unit=MINUTES, default=lambda _scene: 10),
    ]


def in_a_fight(scene: Scene[Sheet], _do: object) -> Note | None:
    """The refusal during a fight, where time passes round by round."""
    return BOOK.note("UDS-MAGIC-14:fight") if scene.play.round else None


@action(
    "undesix.wait",
    Wait,
    fr="Laisser passer du temps",
    en="Let time pass",
    refuse=in_a_fight,
    by=Audience.MJ,
    kind=Kind.SCENE,
    warns=lambda scene, do: would_die(scene, do.minutes) if do else None,
)
def wait(scene: Scene[Sheet], do: Wait, roll: Roll) -> Outcome:
    """UDS-MAGIC-14, -22: out of a fight, spells run out and incantations are spoken to their end.

    UDS-HEALTH-05, UDS-OPT-06: those who lie untended die within the hour, the exhausted come round.
    """
    return Outcome((), BOOK.note("UDS-MAGIC-14:waited", minutes=do.minutes), time_passes(scene, roll, do.minutes))


class Days(Declared):
    """How many days go by."""

    days: Annotated[int, Between(1, 100_000), Label(fr="Durée", en="Duration"), Ask(HOW_LONG, unit=DAYS)] = 1


@action(
    "undesix.days",
    Days,
    fr="Laisser passer des jours",
    en="Let days go by",
    refuse=in_a_fight,
    by=Audience.MJ,
    kind=Kind.CARE,
    warns=lambda scene, do: would_die(scene, do.days * DAY // MINUTE) if do else None,
)
def days(scene: Scene[Sheet], do: Days, roll: Roll) -> Outcome:
    """UDS-HEAL-05, UDS-STATE-04: everybody may be treated anew, and madness runs out."""
    effects = time_passes(scene, roll, do.days * DAY // MINUTE)
    return Outcome(tuple(part(who, GOES_BY) for who in scene.cast), BOOK.note("UDS-HEAL-05:day", days=do.days), effects)
