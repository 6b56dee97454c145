"""The character: identity, Talents, Aptitudes, PV, PS, reserve, Trouble; and the effects that change it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from pydantic import AfterValidator, Field, ValidationError, model_validator

from tablee.games.deusex.options import HELP_SEEN, PHASE_SEEN, PS_SEEN, TROUBLE_SEEN
from tablee.games.deusex.pv_and_ps import can_act, counts_down, is_over, ps_of, ps_tier, pv_of, pv_tier
from tablee.games.deusex.tables import INTANGIBLE, TALENTS, TROUBLE_NAMES, WEAPONS, Weapon, base_of, known_as
from tablee.games.deusex.troubles import WITHDRAWN_PHASE, phase_after
from tablee.rules.data.tables import names
from tablee.rules.fields import Annotated, Ask, Audience, Between, Declared, Label, OneOf, Quiet, Seen
from tablee.rules.forms import IDENTITY
from tablee.text import Name

FIRST_AID, MEDICINE, PSYCHOLOGY = "first_aid", "medicine", "psychology"
MAX_RESERVE = 100  # DEX-RESERVE-01: the document sets no limit; sheets and forms need one
MAX_XP = 1_000_000
Stopped = Literal["", "dead", "gone", "withdrawn", "incapacitated", "crisis"]
UNARMED, IMPROVISED = "unarmed", "improvised"
ALWAYS_AT_HAND = (UNARMED, IMPROVISED)


def _all_six(talents: dict[str, int]) -> dict[str, int]:
    """DEX-CREATE-03: each of the six, and no other."""
    wrong = [("missing", id) for id in TALENTS if id not in talents]
    wrong += [("extra_forbidden", id) for id in talents if id not in TALENTS]
    if wrong:
        raise ValidationError.from_exception_data(
            "Talents", [{"type": kind, "loc": (id,), "input": talents.get(id)} for kind, id in wrong]
        )
    return talents


def _by_their_names(aptitudes: dict[str, int]) -> dict[str, int]:
    """DEX-CREATE-09: Aptitudes as they are listed, though a sheet says « Ju-jitsu » as the document's own does."""
    known: dict[str, int] = {}
    for name, level in aptitudes.items():
        known[known_as(name)] = max(level, known.get(known_as(name), level))
    return known


# Wider than people need, for creatures and for whatever the MJ invents; wounds and shocks have no floor of their own.
Talents = Annotated[dict[str, Annotated[int, Between(-10, 20)]], AfterValidator(_all_six)]
Aptitudes = Annotated[dict[str, Annotated[int, Between(0, 20)]], AfterValidator(_by_their_names)]
FEWEST_POINTS, MAX_POINTS = -100_000, 1_000
Points = Annotated[int, Between(FEWEST_POINTS, MAX_POINTS)]
Reserve = Annotated[int, Between(0, MAX_RESERVE)]


TOLD = Ask(IDENTITY, more=True)


class Curriculum(Declared):
    """DEX-CREATE-01, -15: who this is; all free text."""

    nationality: Annotated[str, Label(fr="Nationalité", en="Nationality"), TOLD] = ""
    sex: Annotated[str, Label(fr="Sexe", en="Sex"), TOLD] = ""
    age: Annotated[str, Label(fr="Âge", en="Age"), TOLD] = ""
    height: Annotated[str, Label(fr="Taille", en="Height"), TOLD] = ""
    weight: Annotated[str, Label(fr="Poids", en="Weight"), TOLD] = ""
    marks: Annotated[str, Label(fr="Signes particuliers", en="Distinguishing marks"), TOLD] = ""
    lifestyle: Annotated[str, Label(fr="Niveau de vie", en="Lifestyle"), TOLD] = ""
    belongings: Annotated[str, Label(fr="Possessions", en="Belongings"), TOLD] = ""
    background: Annotated[str, Label(fr="Passé", en="Background"), TOLD, Seen(Audience.OWNER)] = ""


class Sheet(Curriculum):
    """A character of DeusEx, PJ or PNJ (DEX-CREATE-01, -02)."""

    name: Annotated[Name, Label(fr="Nom", en="Name")]
    pj: Annotated[bool, Label(fr="Personnage joueur", en="Player character")] = True
    occupation: Annotated[str, Label(fr="Occupation", en="Occupation")] = ""
    talents: Annotated[Talents, Label(fr="Talents", en="Talents")]
    aptitudes: Annotated[Aptitudes, Label(fr="Aptitudes", en="Aptitudes")]
    equivalents: Annotated[dict[str, str], Quiet, Label(fr="Équivalences admises", en="Accepted equivalents")] = Field(
        default_factory=dict
    )  # an Aptitude: the one that serves in its place
    field: Annotated[tuple[str, ...], Label(fr="Champ d'Aptitudes", en="Field of Aptitudes")] = ()
    left_open: Annotated[bool, Label(fr="Une Aptitude à définir", en="One Aptitude left open")] = False
    weapons: Annotated[tuple[str, ...], OneOf(names(WEAPONS)), Label(fr="Armes", en="Weapons")] = ()
    pv: Annotated[Points, Label(fr="PV", en="HP")]
    pv_max: Annotated[Points, Label(fr="PV maximum", en="HP maximum")]
    ps: Annotated[Points, Label(fr="PS", en="SP"), Seen(PS_SEEN)]
    ps_max: Annotated[Points, Label(fr="PS maximum", en="SP maximum"), Seen(PS_SEEN)]
    treated: Annotated[tuple[str, ...], Label(fr="Soins reçus", en="Care received")] = ()
    stabilised: Annotated[bool, Label(fr="État stable", en="Stable")] = False
    lost: Annotated[int, Label(fr="PV perdus en tout", en="HP lost in all"), Quiet()] = 0
    reserve: Annotated[Reserve, Label(fr="Réserve DeusEx", en="DeusEx reserve")] = 0
    reserve_level: Annotated[Reserve, Label(fr="Niveau de réserve", en="Reserve level")] = 0
    trouble: Annotated[
        str,
        OneOf(TROUBLE_NAMES),
        Label(fr="Trouble", en="Trouble"),
        Seen(TROUBLE_SEEN),
    ] = ""
    phase: Annotated[
        int, Between(0, WITHDRAWN_PHASE), Label(fr="Phase du Trouble", en="Phase of the Trouble"), Seen(PHASE_SEEN)
    ] = 0
    steadied: Annotated[bool, Label(fr="Soutien reçu", en="Help received"), Seen(HELP_SEEN), Quiet] = False
    helped: Annotated[bool, Label(fr="Psychologie reçue", en="Counselled"), Seen(HELP_SEEN), Quiet] = False
    withdrawn: Annotated[bool, Label(fr="Hors du jeu", en="Out of play"), Seen(TROUBLE_SEEN), Quiet] = False
    xp: Annotated[int, Between(0, MAX_XP), Label(fr="Points d'Évolution", en="Evolution points")] = 0

    @model_validator(mode="before")
    @classmethod
    def _composed(cls, given: Any) -> Any:
        """DEX-CREATE-06: PS not given, as on a sheet of a table that plays without, are those of the Talents."""
        if not isinstance(given, dict):
            return given
        if not _gives_ps(given.get("talents")):
            return given
        most = given.get("ps_max", ps_of(given["talents"]))
        return {**given, "ps_max": most, "ps": given.get("ps", most)}

    def level(self, aptitude: str) -> int | None:
        """DEX-TEST-05, DEX-CREATE-14: the level in an Aptitude, the dash being None.

        Asked without a precision, the best of the precise ones answers; a precise one is also answered by a bare one.
        """
        name = known_as(aptitude)
        base = base_of(name)
        if name != base:
            fitting = [self.aptitudes[known] for known in (name, base) if known in self.aptitudes]
        else:
            fitting = [level for known, level in self.aptitudes.items() if base_of(known) == base]
        return max(fitting, default=None)

    def equivalent(self, aptitude: str) -> str:
        """DEX-HEAL-02, DEX-STRESS-09: the Aptitude known that the MJ has accepted in place of this one, or ""."""
        serves = self.equivalents.get(aptitude, "")
        return serves if serves in self.aptitudes else ""

    def wields(self, weapon: Weapon) -> tuple[str, bool]:
        """DEX-COMBAT-01: the Aptitude this person knows best for a weapon, else the first that serves; and if known."""
        known = {name: level for name in weapon.served_by if (level := self.level(name)) is not None}
        if known:
            return max(known, key=known.__getitem__), True
        return (weapon.aptitudes[0], False) if weapon.aptitudes else ("", False)

    @property
    def at_hand(self) -> dict[str, Weapon]:
        """What this person may fight with: weapons carried, then bare hands and whatever lies around."""
        return {id: WEAPONS[id] for id in (*self.weapons, *ALWAYS_AT_HAND)}

    def stopped(self, stress: bool = True, troubles: bool = True) -> Stopped:
        """DEX-WOUND-06, -07, DEX-STRESS-07, -08, DEX-TROUBLE-05: what keeps this person from acting, "" if nothing
        does; at tables that play with PS (`stress`) and with Troubles.
        """
        if is_over(self.pv):
            return "dead"
        if stress and is_over(self.ps):
            return "gone"
        if stress and troubles and self.withdrawn:
            return "withdrawn"
        if not can_act(self.pv):
            return "incapacitated"
        return "crisis" if stress and not can_act(self.ps) else ""

    def acts(self, stress: bool = True, troubles: bool = True) -> bool:
        """Whether this person can act, at such a table."""
        return not self.stopped(stress, troubles)

    def composed(self, stress: bool = True) -> bool:
        """DEX-STRESS-07: whether stress lets this person act, at a table that plays with PS or without."""
        return not stress or can_act(self.ps)

    def sinking(self, score: str) -> bool:
        """DEX-WOUND-06, DEX-STRESS-07: whether this score, `pv` or `ps`, is so low that a countdown goes on."""
        return counts_down(getattr(self, score))

    @property
    def low_pv(self) -> int:
        """DEX-WOUND-05: what Tests read of the PV: how far they are below 0; all above it is alike."""
        return min(self.pv, 0)

    @property
    def low_ps(self) -> int:
        """DEX-STRESS-06: what Tests read of the PS: how far they are below 0; all above it is alike."""
        return min(self.ps, 0)

    @property
    def unhurt(self) -> bool:
        return self.pv >= self.pv_max

    @property
    def health(self) -> str:
        """DEX-WOUND-04: the tier of the PV, by its id."""
        return pv_tier(self.pv).id

    @property
    def composure(self) -> str:
        """DEX-STRESS-05: the tier of the PS, by its id."""
        return ps_tier(self.ps).id

    @property
    def dying(self) -> bool:
        """DEX-WOUND-06: near the end, and nobody has helped."""
        return counts_down(self.pv) and not self.stabilised

    @property
    def breaking_down(self) -> bool:
        """DEX-STRESS-07: near the end of their nerves, and nobody has helped."""
        return counts_down(self.ps) and not self.steadied

    @property
    def needs_hospital(self) -> bool:
        """DEX-HEAL-03: gravely hurt, stabilised or not."""
        return counts_down(self.pv)

    def with_talent(self, talent: str, score: int, troubles: bool = False) -> Sheet:
        """DEX-EVOL-05: the maxima follow a Talent, and the present scores by as much.

        What is lost so counts like any other loss: help received is undone, a Trouble may worsen (DEX-WOUND-06,
        DEX-STRESS-07, DEX-TROUBLE-03).
        """
        talents = {**self.talents, talent: score}
        pv, ps = pv_of(talents) - pv_of(self.talents), ps_of(talents) - ps_of(self.talents)
        reshaped = self.with_changes(talents=talents, pv_max=held(self.pv_max + pv), ps_max=held(self.ps_max + ps))
        if pv < 0:
            return wounded(reshaped, -pv)
        if ps < 0:
            return shocked(reshaped, -ps, troubles)
        return reshaped.with_changes(pv=held(self.pv + pv), ps=held(self.ps + ps))


def _gives_ps(talents: Any) -> bool:
    return isinstance(talents, dict) and all(isinstance(talents.get(id), int) for id in INTANGIBLE)


def held(points: int) -> int:
    """The points that a sheet can hold, nearest to those written on it."""
    return max(FEWEST_POINTS, min(MAX_POINTS, points))


def shocked(sheet: Sheet, loss: int, troubles: bool) -> Sheet:
    """DEX-STRESS-04, -09, DEX-TROUBLE-03: PS lost, without a floor; help counts anew."""
    ps = held(sheet.ps - loss)
    phase = phase_after(sheet.phase, ps) if troubles and sheet.trouble else sheet.phase
    helped, steadied = sheet.helped and not loss, sheet.steadied and not loss
    return sheet.with_changes(ps=ps, phase=phase, helped=helped, steadied=steadied)


def wounded(sheet: Sheet, damage: int) -> Sheet:
    """DEX-WOUND-03, DEX-HEAL-04: PV lost, without a floor; a new wound may be cared for anew."""
    if not damage:
        return sheet
    return sheet.with_changes(pv=held(sheet.pv - damage), treated=(), stabilised=False, lost=sheet.lost + damage)


@dataclass(frozen=True)
class Wound:
    """DEX-WOUND-03: damage taken."""

    who: str
    damage: int

    def on(self, sheet: Sheet) -> Sheet:
        return wounded(sheet, self.damage)


@dataclass(frozen=True)
class Shock:
    """DEX-STRESS-04, DEX-TROUBLE-03: PS lost, and the phase of a Trouble where the table plays with them."""

    who: str
    loss: int
    troubles: bool

    def on(self, sheet: Sheet) -> Sheet:
        return shocked(sheet, self.loss, self.troubles)


@dataclass(frozen=True)
class Cared:
    """DEX-HEAL-01, -02, -04: PV given back up to the maximum, the count stopped, this care not to be repeated.

    DEX-COMBAT-06: it is care of what was hurt when the instant began (`lost`, the PV that the sheet had lost by then):
    a wound of the same instant is not cared for yet. At some tables it does not count as `used`, and may be repeated.
    """

    who: str
    care: str
    gain: int
    lost: int
    used: bool = True

    def on(self, sheet: Sheet) -> Sheet:
        fresh = sheet.lost - self.lost
        pv = max(sheet.pv, min(sheet.pv + self.gain, sheet.pv_max - fresh))
        if fresh:
            return sheet.with_changes(pv=pv)
        return sheet.with_changes(pv=pv, treated=_once(sheet, self.care, self.used), stabilised=True)


@dataclass(frozen=True)
class InVain:
    """DEX-HEAL-04: care that failed, where the table says that it may not be tried again for this wound."""

    who: str
    care: str
    lost: int

    def on(self, sheet: Sheet) -> Sheet:
        if sheet.lost > self.lost:
            return sheet
        return sheet.with_changes(treated=_once(sheet, self.care, used=True))


def _once(sheet: Sheet, care: str, used: bool) -> tuple[str, ...]:
    """The care that this wound has had, with one more if it counts."""
    return tuple(sorted({*sheet.treated, care})) if used else sheet.treated


@dataclass(frozen=True)
class Steadied:
    """DEX-STRESS-09: PS given back up to the maximum, once per shock; the count stopped, the phase unchanged."""

    who: str
    gain: int
    used: bool = True

    def on(self, sheet: Sheet) -> Sheet:
        ps = max(sheet.ps, min(sheet.ps + self.gain, sheet.ps_max))
        return sheet.with_changes(ps=ps, helped=sheet.helped or self.used, steadied=True)


@dataclass(frozen=True)
class Reshaped:
    """DEX-EVOL-05: a Talent at a new score, and the phase of a Trouble where the table plays with them."""

    who: str
    talent: str
    score: int
    troubles: bool = False

    def on(self, sheet: Sheet) -> Sheet:
        return sheet.with_talent(self.talent, self.score, self.troubles)


@dataclass(frozen=True)
class Learned:
    """DEX-EVOL-02, DEX-CREATE-10: an Aptitude at a new level; defining the one left open closes it."""

    who: str
    aptitude: str
    level: int
    from_field: bool = False

    def on(self, sheet: Sheet) -> Sheet:
        return sheet.with_changes(
            aptitudes={**sheet.aptitudes, known_as(self.aptitude): self.level},
            field=(*sheet.field, known_as(self.aptitude)) if self.from_field else sheet.field,
            left_open=sheet.left_open and not self.from_field,
        )
