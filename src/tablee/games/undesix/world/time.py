"""Time that goes by outside a fight: minutes spent waiting, and whole days (Fiche 7, Durée; Fiche 8, Points de Phy)."""

from __future__ import annotations

from dataclasses import dataclass

from tablee.dice import Roll
from tablee.games.undesix.book import BOOK
from tablee.games.undesix.magic.state import Magic
from tablee.games.undesix.options import TO_MINUS_TEN
from tablee.games.undesix.sheet import Sheet
from tablee.rules.action import PLAY, Effect, Grade, Outcome, Scene, action, part
from tablee.rules.fields import Annotated, Audience, Between, Declared, Label
from tablee.rules.why import Note
from tablee.text import Text

WAITED = BOOK.saying(
    "UDS-MAGIC-14",
    key="waited",
    fr="{minutes} minute{minutes:|s} {minutes:passe|passent}",
    en="{minutes} minute{minutes:|s} {minutes:goes|go} by",
)
IN_A_FIGHT = BOOK.saying(
    "UDS-MAGIC-14",
    key="fight",
    fr="Un combat est en cours : le temps y passe round par round",
    en="A fight is on: time goes round by round",
)
GOLDEN_HOUR = 60  # minutes to be healed in, under the −10 rule
BLED = BOOK.saying(
    "UDS-HEALTH-05",
    key="bled",
    fr="Sans soins pendant une heure, {who:le} meurt",
    en="Untended for an hour, {who:the} dies",
)
DAWN = BOOK.saying(
    "UDS-HEAL-05", key="day", fr="{days} jour{days:|s} passe{days:|nt}", en="{days} day{days:|s} go{days:es|} by"
)
GOES_BY = Grade("passes", Text(fr="passe", en="goes by"), True)


@dataclass(frozen=True)
class MinutesPass:
    """UDS-HEALTH-05, UDS-OPT-06: so many minutes later: the untended die within the hour, the exhausted recover."""

    who: str
    minutes: int
    to_minus_ten: bool = False

    def on(self, sheet: Sheet) -> Sheet:
        if sheet.state_if(self.to_minus_ten) == "dead":
            return sheet
        bleeding = sheet.bleeding + self.minutes if sheet.phy < 0 and not sheet.stable else 0
        exhausted = max(0, sheet.exhausted - self.minutes)
        return sheet.with_changes(bleeding=bleeding, exhausted=exhausted, dead=bleeding >= GOLDEN_HOUR)


@dataclass(frozen=True)
class DaysPass:
    """UDS-HEAL-05, UDS-STATE-04: days later, treatment is possible, madness runs out, the untended have died."""

    who: str
    days: int

    def on(self, sheet: Sheet) -> Sheet:
        return sheet.with_changes(
            treated=False,
            wounded_since=0,
            exhausted=0,
            mad_days=max(0, sheet.mad_days - self.days),
            dead=sheet.dead or (sheet.phy < 0 and not sheet.stable),
        )


class Wait(Declared):
    """How long."""

    minutes: Annotated[int, Between(1, 10_000_000), Label(fr="Minutes", en="Minutes")]


@dataclass(frozen=True)
class SpellsAge:
    """UDS-MAGIC-14: spells and incantations are so many minutes older."""

    minutes: int
    who: str = PLAY

    def on(self, play: Magic) -> Magic:
        older: Magic = play.later(self.minutes * 60, self.minutes * 10)
        return older


def in_a_fight(scene: Scene[Sheet], _do: object) -> Note | None:
    """The refusal during a fight, where time passes round by round."""
    return IN_A_FIGHT.note() if scene.play.round else None


@action("undesix.wait", Wait, fr="Laisser passer du temps", en="Let time pass", refuse=in_a_fight, by=Audience.MJ)
def wait(scene: Scene[Sheet], do: Wait, roll: Roll) -> Outcome:
    """UDS-MAGIC-14, -22: out of a fight, spells run out and incantations are spoken to their end.

    UDS-HEALTH-05, UDS-OPT-06: those who lie untended die within the hour, the exhausted come round.
    """
    to_minus_ten = scene.option(TO_MINUS_TEN)
    later = [
        MinutesPass(who, do.minutes, to_minus_ten)
        for who, sheet in scene.cast.items()
        if sheet.exhausted or sheet.phy < 0
    ]
    for one in later:
        if one.on(scene[one.who]).dead and not scene[one.who].dead:
            roll.note(BLED, who=scene[one.who].name)
    return Outcome((), WAITED.note(minutes=do.minutes), (SpellsAge(do.minutes), *later))


class Days(Declared):
    """How many days go by."""

    days: Annotated[int, Between(1, 100_000), Label(fr="Jours", en="Days")] = 1


@action("undesix.days", Days, fr="Laisser passer des jours", en="Let days go by", by=Audience.MJ)
def days(scene: Scene[Sheet], do: Days, roll: Roll) -> Outcome:
    """UDS-HEAL-05, UDS-STATE-04: everybody may be treated anew, and madness runs out."""
    effects: tuple[Effect, ...] = tuple(DaysPass(who, do.days) for who in scene.cast)
    return Outcome(tuple(part(who, GOES_BY) for who in scene.cast), DAWN.note(days=do.days), effects)
