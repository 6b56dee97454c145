"""Losing health otherwise than by blows, and zero or negative scores (Fiche 8, Combats, perte de PHY, mort)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from tablee.dice import Roll
from tablee.games.undesix.book import BOOK, CHARACTERISTICS, MODIFIER
from tablee.games.undesix.check.checks import simple_roll
from tablee.games.undesix.check.fate import desperate_dodge
from tablee.games.undesix.options import MADNESS, TO_MINUS_TEN
from tablee.games.undesix.sheet import Drain, Sheet, Wound
from tablee.rules.action import Add, Effect, Grade, Outcome, Scene, action, applied, part
from tablee.rules.cast import everybody
from tablee.rules.fields import Annotated, Audience, Between, Declared, Label, OneOf
from tablee.rules.tables import toml_table
from tablee.rules.why import Note, Saying
from tablee.text import Text

_TABLES: dict[str, dict[str, Any]] = toml_table(__package__, "hazards.toml")


@dataclass(frozen=True)
class Hazard:
    """UDS-HEALTH-07: so many points for each complete unit."""

    name: Text
    unit: int
    of: Text
    points: int


HAZARDS = {
    id: Hazard(Text(row["fr"], row["en"]), row["unit"], Text(**row["of"]), row["points"])
    for id, row in _TABLES["hazards"].items()
}
LACKS = {id: Text(row["fr"], row["en"]) for id, row in _TABLES["lacks"].items()}
LACK_HOURS = 48

HURT = BOOK.saying(
    "UDS-HEALTH-07",
    fr="{who:Le} perd {points} point{points:|s} : {hazard}, {amount} {unit}",
    en="{who:The} loses {points} point{points:|s}: {hazard}, {amount} {unit}",
)
RATE = BOOK.saying(
    "UDS-HEALTH-07",
    key="rate",
    fr="{each} point{each:|s} pour {n} {unit} ({hazard})",
    en="{each} point{each:|s} for {n} {unit} ({hazard})",
)
POISONED = BOOK.saying(
    "UDS-HEALTH-09",
    fr="Un poison ne laisse pas de jet : {points} points",
    en="Poison allows no roll: {points} points",
)
SURGERY = BOOK.saying("UDS-HEAL-09", fr="Être opéré coûte 1 point", en="Being operated on costs 1 point")
ESCAPED = BOOK.saying(
    "UDS-OPT-05", key="escaped", fr="{who:Le} s'en tire sans dommage", en="{who:The} escapes unharmed"
)
DEPRIVED = BOOK.saying(
    "UDS-HEALTH-08",
    fr="{hours} heure{hours:|s} sans {lacks} : {who:le} perd {points} PHY et {points} PSY",
    en="{hours} hour{hours:|s} without {lacks}: {who:the} loses {points} PHY and {points} PSY",
)
RESISTED = BOOK.saying("UDS-HEALTH-10", fr="{who:Le} résiste à la drogue", en="{who:The} resists the drug")
DRUGGED = BOOK.saying(
    "UDS-HEALTH-10", key="drugged", fr="{who:Le} succombe à la drogue", en="{who:The} succumbs to the drug"
)
AGAINST_DRUG = BOOK.saying("UDS-TEST-09", fr="Seuil", en="Target")
AFFECTED = BOOK.saying(
    "UDS-CHAR-03",
    fr="{who:Le} a maintenant {value} en {characteristic}",
    en="{who:The} now has {value} in {characteristic}",
)
AT_ZERO = {
    "sav": BOOK.saying(
        "UDS-STATE-01",
        key="sav",
        fr="À 0 en Savoir, {who:le} perd la mémoire des derniers événements",
        en="At 0 Savoir, {who:the} loses all memory of late events",
    ),
    "sens": BOOK.saying(
        "UDS-STATE-01",
        key="sens",
        fr="À 0 en Sens, {who:le} est pour un temps {who:aveugle ou sourd|aveugle ou sourde}",
        en="At 0 Sens, {who:the} is blind or deaf for a while",
    ),
    "psy": BOOK.saying(
        "UDS-STATE-03",
        fr="À 0 en PSY, {who:le} est {who:épuisé|épuisée} mais peut agir",
        en="At 0 PSY, {who:the} is exhausted but can act",
    ),
}
BELOW_ZERO = {
    "dex": BOOK.saying(
        "UDS-STATE-02", fr="Dextérité négative : {who:le} meurt", en="Negative Dextérité: {who:the} dies"
    ),
    "sav": BOOK.saying(
        "UDS-STATE-02",
        key="sav",
        fr="Savoir négatif : {who:le} est amnésique pour toujours",
        en="Negative Savoir: {who:the} has lost all memory for good",
    ),
    "sens": BOOK.saying(
        "UDS-STATE-02",
        key="sens",
        fr="Sens négatif : {who:le} est {who:aveugle ou sourd|aveugle ou sourde} pour toujours",
        en="Negative Sens: {who:the} is blind or deaf for good",
    ),
}
MAD = BOOK.saying(
    "UDS-STATE-04",
    fr="PSY {psy} : {who:le} est {who:fou|folle} pour {days} jour{days:|s}",
    en="PSY {psy}: {who:the} is mad for {days} day{days:|s}",
)
AFTER_EFFECTS = BOOK.saying(
    "UDS-STATE-04", key="after", fr="Des séquelles sont à craindre", en="There may be after-effects"
)
MAD_FOR_GOOD = BOOK.saying(
    "UDS-STATE-04",
    key="lost",
    fr="PSY {psy} : {who:le} est {who:fou|folle} pour toujours, et son joueur le perd",
    en="PSY {psy}: {who:the} is mad for good, and lost to the player",
)
DELIRIOUS = BOOK.saying(
    "UDS-OPT-11",
    fr="PSY négatif : {who:le} délire ; le meneur dit pour combien de temps",
    en="Negative PSY: {who:the} is delirious; the GM says for how long",
)

UNHURT = Grade("unhurt", Text(fr="indemne", en="unhurt"), True)
WEAKENED = Grade("weakened", Text(fr="{who:touché|touchée}", en="hurt"), False)
HOLDS = Grade("resists", Text(fr="résiste", en="resists"), True)
YIELDS = Grade("yields", Text(fr="succombe", en="succumbs"), False)


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


def conditions(sheet: Sheet, counted: bool = True, to_minus_ten: bool = False) -> tuple[Note, ...]:
    """UDS-STATE-01…04: everything that a zero or a negative score does to this character, in words."""
    said: list[tuple[Saying, dict[str, Any]]] = []
    psy = psy_state(sheet.psy, counted)
    stopped = sheet.unable(to_minus_ten, moving=True)
    for characteristic in ("dex", "sav", "sens"):
        value = sheet.score(characteristic).amount
        table = AT_ZERO if value == 0 else BELOW_ZERO if value < 0 else {}
        if characteristic in table:
            said.append((table[characteristic], {}))
    if psy.state == "exhausted":
        said.append((AT_ZERO["psy"], {}))
    elif psy.permanent:
        said.append((MAD_FOR_GOOD, {"psy": sheet.psy}))
    elif psy.mad_days:
        said.append((MAD, {"psy": sheet.psy, "days": psy.mad_days}))
    elif psy.state == "mad":
        said.append((DELIRIOUS, {}))
    if psy.after_effects and not psy.permanent:
        said.append((AFTER_EFFECTS, {}))
    notes = tuple(saying.note(who=sheet.name, **values) for saying, values in said)
    return (stopped, *notes) if stopped else notes


def tell_conditions(scene: Scene[Sheet], roll: Roll, who: str, effects: tuple[Effect, ...]) -> None:
    """Note what these effects will have done to somebody, as far as it is news."""
    counted, to_minus_ten = scene.option(MADNESS), scene.option(TO_MINUS_TEN)
    after: Sheet = applied(scene, effects)[0][who]
    before = conditions(scene[who], counted, to_minus_ten)
    for note in conditions(after, counted, to_minus_ten):
        if note not in before:
            roll.note(note)


# Dangers


class Endanger(Declared):
    """What hurts, and how much of it."""

    target: Annotated[str, OneOf(everybody), Label(fr="Victime", en="Victim")]
    hazard: Annotated[str, OneOf({id: row.name for id, row in HAZARDS.items()}), Label(fr="Danger", en="Hazard")]
    amount: Annotated[
        int, Between(1, 100_000), Label(fr="Durée, hauteur ou quantité", en="Time, height or quantity")
    ] = 1
    points: Annotated[int, Between(0, 999), Label(fr="Points, si le meneur le dit", en="Points, if the GM says so")] = 0
    way_out: Annotated[bool, Label(fr="Échappatoire", en="A way out")] = False


def hazard_points(kind: str, amount: int = 1) -> int:
    """UDS-HEALTH-07, -09, UDS-HEAL-09: one point (poison three) per complete unit."""
    hazard = HAZARDS[kind]
    return hazard.points * int(amount // hazard.unit)


@action("undesix.hazard", Endanger, fr="Mettre en danger", en="Put in danger", by=Audience.MJ)
def endanger(scene: Scene[Sheet], do: Endanger, roll: Roll) -> Outcome:
    """UDS-HEALTH-07, -09, UDS-TEST-09, UDS-OPT-05: no roll, no CA; a desperate dodge if there is a way out."""
    hazard, victim = HAZARDS[do.hazard], scene[do.target]
    points = do.points or hazard_points(do.hazard, do.amount)
    if do.hazard == "poison":
        roll.note(POISONED, points=points)
    elif do.hazard == "surgery":
        roll.note(SURGERY)
    elif not do.points:
        unit = _counted(hazard.of, hazard.unit)
        roll.note(RATE, hazard=hazard.name, each=hazard.points, n=hazard.unit, unit=unit)
    dodged = desperate_dodge(scene, roll, do.target, do.way_out) if points else ()
    if dodged:
        return Outcome((part(do.target, UNHURT),), ESCAPED.note(who=victim.name), dodged)
    effects = (Wound(do.target, points),)
    tell_conditions(scene, roll, do.target, effects)
    headline = HURT.note(
        who=victim.name, points=points, hazard=hazard.name, amount=do.amount, unit=_counted(hazard.of, do.amount)
    )
    return Outcome((part(do.target, WEAKENED if points else UNHURT, damage=points),), headline, effects)


def _counted(unit: Text, n: int) -> Text:
    return Text(unit.say("fr", n=n), unit.say("en", n=n))


class Deprive(Declared):
    """What somebody has gone without, and for how long."""

    target: Annotated[str, OneOf(everybody), Label(fr="Victime", en="Victim")]
    lacks: Annotated[tuple[str, ...], OneOf(LACKS), Label(fr="Privé de", en="Without")]
    hours: Annotated[int, Between(1, 10_000), Label(fr="Heures", en="Hours")]


def deprivation(lacks: int, hours: int) -> int:
    """UDS-HEALTH-08: the points of PHY, and as many of PSY, lost for so many lacks of 48 hours each."""
    return lacks * int(hours // LACK_HOURS)


@action("undesix.deprive", Deprive, fr="Priver", en="Deprive", by=Audience.MJ)
def deprive(scene: Scene[Sheet], do: Deprive, roll: Roll) -> Outcome:
    """UDS-HEALTH-08."""
    points = deprivation(len(set(do.lacks)), do.hours)
    effects = (Wound(do.target, points), Drain(do.target, points, scene.option(MADNESS)))
    tell_conditions(scene, roll, do.target, effects)
    lacks = [LACKS[lack] for lack in dict.fromkeys(do.lacks)]
    named = Text(" ni ".join(lack.fr for lack in lacks), " or ".join(lack.en for lack in lacks))
    headline = DEPRIVED.note(who=scene[do.target].name, hours=do.hours, lacks=named, points=points)
    return Outcome((part(do.target, WEAKENED if points else UNHURT, damage=points),), headline, effects)


class Drug(Declared):
    """Who swallowed it, and how strong it is."""

    target: Annotated[str, OneOf(everybody), Label(fr="Victime", en="Victim")]
    modifier: Annotated[int, Between(-20, 20), Label(fr="Modificateur", en="Modifier")] = 0


@action("undesix.drug", Drug, fr="Droguer", en="Drug", by=Audience.MJ)
def drug(scene: Scene[Sheet], do: Drug, roll: Roll) -> Outcome:
    """UDS-HEALTH-10, UDS-TEST-09: a roll under PHY."""
    victim = scene[do.target]
    target = AGAINST_DRUG.sum(victim.score("phy"), *([MODIFIER(do.modifier)] if do.modifier else []))
    result, bent = simple_roll(scene, roll, do.target, target, False)
    headline = (RESISTED if result.success else DRUGGED).note(who=victim.name)
    return Outcome((part(do.target, HOLDS if result.success else YIELDS),), headline, bent)


# Misfortunes of a characteristic

CHANGING = {id: CHARACTERISTICS[id].label for id in ("dex", "sav", "sens")}


class Affect(Declared):
    """Magic or misfortune changes a characteristic."""

    target: Annotated[str, OneOf(everybody), Label(fr="Personnage", en="Character")]
    characteristic: Annotated[str, OneOf(CHANGING), Label(fr="Caractéristique", en="Characteristic")]
    points: Annotated[int, Between(-20, 20), Label(fr="Points", en="Points")]


@action("undesix.affect", Affect, fr="Changer une caractéristique", en="Change a characteristic", by=Audience.MJ)
def affect(scene: Scene[Sheet], do: Affect, roll: Roll) -> Outcome:
    """UDS-CHAR-03, UDS-STATE-01, -02: PHY and PSY are lost as points, the others this way."""
    sheet = scene[do.target]
    effects = (Add(do.target, do.characteristic, do.points),)
    tell_conditions(scene, roll, do.target, effects)
    value = sheet.score(do.characteristic).amount + do.points
    headline = AFFECTED.note(who=sheet.name, value=value, characteristic=CHANGING[do.characteristic])
    return Outcome((part(do.target, UNHURT if do.points >= 0 else WEAKENED),), headline, effects)
