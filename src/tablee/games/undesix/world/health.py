"""Points of PHY and PSY lost, and what a zero or negative score does to a character (Fiche 1; Fiche 8, mort)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from tablee.dice import Roll
from tablee.games.undesix.book import BOOK, CHARACTERISTICS
from tablee.games.undesix.forms import POINTS
from tablee.games.undesix.options import BOOK_FATE, MADNESS, BelowZero, below_zero
from tablee.games.undesix.present import all_dead, living
from tablee.games.undesix.sheet import Sheet
from tablee.rules.action import Add, Effect, Kind, Outcome, Scene, action, applied, part
from tablee.rules.fields import Annotated, Ask, Audience, Between, Declared, Label, OneOf
from tablee.rules.forms import HOW, WHOM
from tablee.rules.why import Note

AT_ZERO = {
    "sav": "UDS-STATE-01:sav",
    "sens": "UDS-STATE-01:sens",
    "psy": "UDS-STATE-03",
}
BELOW_ZERO = {
    "dex": "UDS-STATE-02",
    "sav": "UDS-STATE-02:sav",
    "sens": "UDS-STATE-02:sens",
}

UNHURT = BOOK.grade("unhurt")
WEAKENED = BOOK.grade("weakened")


@dataclass(frozen=True)
class Wound:
    """UDS-COMBAT-06, UDS-HEALTH-01, -02, UDS-CHAR-10: points lost, Vitality before PHY."""

    who: str
    points: int

    def on(self, sheet: Sheet) -> Sheet:
        soaked = min(self.points, max(sheet.vitality, 0))
        return sheet.with_changes(
            vitality=sheet.vitality - soaked,
            phy=sheet.phy - (self.points - soaked),
            wounded_since=sheet.wounded_since + self.points,
            lost=sheet.lost + self.points,
            stable=sheet.stable and not self.points,
        )


@dataclass(frozen=True)
class OnTheLiving:
    """UDS-HEALTH-04: an effect that does nothing to a character who is dead by then: nothing brings the dead back."""

    effect: Effect
    fate: BelowZero

    @property
    def who(self) -> str:
        return self.effect.who

    def on(self, sheet: Sheet) -> Sheet:
        if sheet.state_if(*self.fate) == "dead":
            return sheet
        after: Sheet = self.effect.on(sheet)
        return after


@dataclass(frozen=True)
class Drain:
    """UDS-STATE-03, -04, UDS-OPT-11: PSY points spent or lost; below zero, days of madness if the table counts them.

    A new low extends the madness, it does not add to it.
    """

    who: str
    points: int
    madness: bool = True

    def on(self, sheet: Sheet) -> Sheet:
        psy = sheet.psy - self.points
        if not self.madness:
            return sheet.with_changes(psy=psy)
        return sheet.with_changes(
            psy=psy, mad_days=max(sheet.mad_days, -psy), mad_for_good=sheet.mad_for_good or psy < -10
        )


def tell_fate(scene: Scene[Sheet], wound: Wound, roll: Roll) -> None:
    """UDS-HEALTH-03, -04: notes that this wound leaves its victim dying, unconscious or dead."""
    foe = scene[wound.who]
    phy = phy_left(foe, wound.points)
    if phy <= 0 < foe.phy:
        roll.note(foe.model_copy(update={"phy": phy}).unable(*below_zero(scene)))


def phy_left(sheet: Sheet, points: int) -> int:
    """UDS-HEALTH-02: the PHY left after so many points lost, Vitality first."""
    return sheet.phy - max(0, points - max(sheet.vitality, 0))


class PsyState(NamedTuple):
    """UDS-STATE-03, -04: what a PSY score means."""

    state: str  # able, exhausted, mad, permanently_mad
    mad_days: int = 0
    after_effects: bool = False

    @property
    def permanent(self) -> bool:
        return self.state == "permanently_mad"


def psy_state(psy: int, counted: bool = True) -> PsyState:
    """UDS-STATE-03, -04, UDS-OPT-11: exhausted at 0, mad below; if `counted`, a risk from −6, for good from −11."""
    if psy >= 0:
        return PsyState("able" if psy else "exhausted")
    if not counted:
        return PsyState("mad")
    return PsyState("permanently_mad" if psy < -10 else "mad", -psy, psy < -5)


def conditions(sheet: Sheet, counted: bool = True, fate: BelowZero = BOOK_FATE) -> tuple[Note, ...]:
    """UDS-STATE-01…04: everything that a zero or a negative score does to this character, in words."""
    said: list[tuple[str, dict[str, Any]]] = []
    psy = psy_state(sheet.psy, counted)
    stopped = sheet.unable(*fate, moving=True)
    for characteristic in ("dex", "sav", "sens"):
        value = sheet.score(characteristic).amount
        if value > 0:
            continue
        table = BELOW_ZERO if value else AT_ZERO
        if characteristic in table:
            said.append((table[characteristic], {}))
    if psy.state == "exhausted":
        said.append((AT_ZERO["psy"], {}))
    elif psy.permanent:
        said.append(("UDS-STATE-04:lost", {"psy": sheet.psy}))
    elif psy.mad_days:
        said.append(("UDS-STATE-04", {"psy": sheet.psy, "days": psy.mad_days}))
    elif psy.state == "mad":
        said.append(("UDS-OPT-11", {}))
    if psy.after_effects and not psy.permanent:
        said.append(("UDS-STATE-04:after", {}))
    notes = tuple(BOOK.note(id, who=sheet.name, **values) for id, values in said)
    return (stopped, *notes) if stopped else notes


def tell_conditions(scene: Scene[Sheet], roll: Roll, who: str, effects: tuple[Effect, ...]) -> None:
    """Notes the conditions that these effects will have put a character in, and that they were not in before."""
    counted, fate = scene.option(MADNESS), below_zero(scene)
    after: Sheet = applied(scene, effects)[who]
    before = conditions(scene[who], counted, fate)
    for note in conditions(after, counted, fate):
        if note not in before:
            roll.note(note)


CHANGING = {id: CHARACTERISTICS[id].label for id in ("dex", "sav", "sens")}


class Affect(Declared):
    """Parameters: whose characteristic changes, by magic or misfortune, and by how much."""

    target: Annotated[str, OneOf(living), Label(fr="Personnage", en="Character"), Ask(WHOM)]
    characteristic: Annotated[str, OneOf(CHANGING), Label(fr="Caractéristique", en="Characteristic"), Ask(HOW)]
    points: Annotated[
        int,
        Between(-20, 20),
        Label(fr="En plus ou en moins", en="More or less"),
        Ask(HOW, unit=POINTS, default=lambda _scene: -1),
    ]


@action(
    "undesix.affect",
    Affect,
    fr="Changer une caractéristique",
    en="Change a characteristic",
    refuse=all_dead,
    by=Audience.MJ,
    kind=Kind.DANGER,
)
def affect(scene: Scene[Sheet], do: Affect, roll: Roll) -> Outcome:
    """UDS-CHAR-03, UDS-STATE-01, -02: a change of DEX, SAV or SENS; PHY and PSY are lost as points."""
    sheet = scene[do.target]
    effects = (Add(do.target, do.characteristic, do.points),)
    tell_conditions(scene, roll, do.target, effects)
    value = sheet.score(do.characteristic).amount + do.points
    headline = BOOK.note("UDS-CHAR-03", who=sheet.name, value=value, characteristic=CHANGING[do.characteristic])
    return Outcome((part(do.target, UNHURT if do.points >= 0 else WEAKENED),), headline, effects)
