"""Healing: first aid, medicine, a stay in hospital."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, NamedTuple

from tablee.dice import Roll, rule
from tablee.games.deusex.book import BOOK, POINTS
from tablee.games.deusex.check.attempts import (
    ANY_TALENT,
    AptitudeName,
    DiceTaken,
    Difficulty,
    Means,
    any_aptitude,
    cannot_try,
    explained_test,
    gone,
    talent_serves,
)
from tablee.games.deusex.check.checks import Standing, Try, half, may_improvise, rounded, standing
from tablee.games.deusex.check.reserve import bonus_dice, spendings
from tablee.games.deusex.options import CARE_REPEAT, HALF_ROUNDING, readings
from tablee.games.deusex.play import DYING, CountdownStopped, Tended, play_of, side_of
from tablee.games.deusex.pv_and_ps import HUMAN_MAXIMUM, is_over
from tablee.games.deusex.sheet import FIRST_AID, MEDICINE, PSYCHOLOGY, Cared, InVain, Sheet
from tablee.games.deusex.tables import aptitude_name
from tablee.rules.action import Effect, Kind, Outcome, Put, Scene, action, part
from tablee.rules.cast import everybody, nobody_left
from tablee.rules.fields import Annotated, Ask, Audience, Between, By, Declared, Label, OneOf
from tablee.rules.forms import HOW, WHOM, WITH, WORD_OF_MJ
from tablee.rules.why import Note
from tablee.text import Name, Text

MAX_GIVEN_BACK = 3

ROUNDED = {MEDICINE: "DEX-DICE-05:medicine", PSYCHOLOGY: "DEX-DICE-05:psychology"}
HALF_OF_MARGIN = {MEDICINE: "DEX-HEAL-02:half", PSYCHOLOGY: "DEX-STRESS-09:half"}

CARED = BOOK.grade("cared")
UNHELPED = BOOK.grade("unhelped")


def given_back(margin: int, room: int, rounding: str = "down") -> int:
    """DEX-HEAL-02, DEX-STRESS-09, DEX-HEAL-04: half the margin, 3 at most, up to the maximum."""
    return max(0, min(MAX_GIVEN_BACK, half(margin, rounding), room))


def cannot_care(pv: int, treated: bool) -> str:
    """DEX-WOUND-07, DEX-HEAL-04: the sentence why care is refused; "" if it may be given.

    Nothing helps the dead, and each care comes once per wound.
    """
    if is_over(pv):
        return "DEX-WOUND-07:dead"
    return "DEX-HEAL-04:already_treated" if treated else ""


class Care(NamedTuple):
    """Whether care succeeded, and the points it gave back."""

    success: bool
    gain: int = 0


def care(method: str, margin: int, room: int, rounding: str = "down") -> Care:
    """DEX-HEAL-01, -02: first aid gives 1 point, medicine half its margin; any success stabilises."""
    if margin < 0:
        return Care(False)
    return Care(True, min(1, max(0, room)) if method == FIRST_AID else given_back(margin, room, rounding))


@rule
def care_test(roll: Roll, attempt: Try, method: str, room: int, rounding: str = "down", whose: str = "") -> Care:
    """DEX-HEAL-01, -02, DEX-STRESS-09: a Test of care, and what it gives back to the patient (`whose` points)."""

    def read(result: Standing) -> Care:
        found = care(method, result.margin, room, rounding)
        if found.success and method in HALF_OF_MARGIN:
            if result.margin % 2:
                roll.note(ROUNDED[method], whose=whose, margin=result.margin, way=rounded(result.margin, rounding))
            roll.note(HALF_OF_MARGIN[method], whose=whose, margin=result.margin, gain=found.gain)
        elif found.success:
            roll.note("DEX-HEAL-01:gain", gain=found.gain)
        return found

    return roll.then(standing(attempt), read)


class Practice(NamedTuple):
    """A kind of care: its Aptitude, the Talent tried without it where one may improvise, the points it gives back."""

    aptitude: str
    talent: str
    points: str


PRACTICES = {
    FIRST_AID: Practice("Premiers soins", "INT", "pv"),
    MEDICINE: Practice("Médecine", "INT", "pv"),
    PSYCHOLOGY: Practice("Psychologie", "PRE", "ps"),
}


def usual_means(scene: Scene[Sheet], method: str) -> Means:
    """DEX-HEAL-01, -02, DEX-STRESS-09, DEX-TEST-05: how the one who acts gives a kind of care, unless told otherwise.

    With its Aptitude; without it, one that the MJ has accepted in its place, or a Talent where one may improvise.
    """
    practice = PRACTICES[method]
    if scene.me.level(practice.aptitude) is not None:
        return Means(practice.aptitude)
    if accepted := scene.me.equivalent(practice.aptitude):
        return Means(accepted)
    return Means(
        practice.aptitude, practice.talent if may_improvise(practice.aptitude, readings(scene).untrained) else ""
    )


def own_ones(scene: Scene[Sheet]) -> dict[str, Name | Text]:
    """The Aptitudes of the one who acts, by name."""
    return {name: aptitude_name(name) for name in scene.me.aptitudes} if scene.actor else {}


CARES = {one.aptitude: aptitude_name(one.aptitude) for one in PRACTICES.values()}


class Equivalence(Declared):
    """Which Aptitude of the actor serves in place of which other one."""

    serves: Annotated[AptitudeName, OneOf(own_ones), Label(fr="Aptitude", en="Aptitude"), Ask(WITH)]
    instead_of: Annotated[str, OneOf(CARES), Label(fr="Vaut", en="Serves as"), Ask(WITH)]


def knows_nothing(scene: Scene[Sheet], _do: Equivalence | None) -> Note | None:
    """DEX-HEAL-02: refuses where the actor has no Aptitude at all."""
    if scene.me.aptitudes:
        return None
    return BOOK.note("DEX-TEST-05:no_aptitude", who=scene.me.name, aptitude=aptitude_name(PRACTICES[MEDICINE].aptitude))


@action(
    "deusex.accept",
    Equivalence,
    fr="Admettre une Aptitude équivalente",
    en="Accept an equivalent Aptitude",
    refuse=knows_nothing,
    by=Audience.MJ,
    kind=Kind.PEOPLE,
)
def accept(scene: Scene[Sheet], do: Equivalence, roll: Roll) -> Outcome:
    """DEX-HEAL-02, DEX-STRESS-09: the MJ says that an Aptitude of this character is worth another, from now on."""
    values = {"serves": aptitude_name(do.serves), "instead_of": aptitude_name(do.instead_of)}
    return Outcome(
        (),
        BOOK.note("DEX-HEAL-02:accepted", who=scene.me.name, **values),
        (Put(scene.actor, "equivalents", {**scene.me.equivalents, do.instead_of: do.serves}),),
    )


def asked_patient(method: str) -> Ask:
    """How a form asks whom to care for: first the one on the actor's side who has lost most points, of those whom this
    care may still help.
    """
    points = PRACTICES[method].points

    def beyond(scene: Scene[Sheet], who: str) -> bool:
        left = gone(scene, who) if points == "ps" else beyond_care(scene, who, method)
        return left is not None or (points == "ps" and scene[who].helped)

    def neediest(scene: Scene[Sheet]) -> str | None:
        side = side_of(scene, scene.actor)
        friends = (who for who in scene.cast if side_of(scene, who) == side and not beyond(scene, who))
        lost = {who: getattr(scene[who], f"{points}_max") - getattr(scene[who], points) for who in friends}
        worst = max(lost, key=lost.__getitem__, default="")
        return worst if worst and lost[worst] > 0 else None

    return Ask(WHOM, default=neediest)


def asked_talent(method: str) -> Ask:
    """How a form asks for the Talent that stands in for an Aptitude."""

    def serves(scene: Scene[Sheet], values: Mapping[str, Any]) -> bool:
        return talent_serves(scene, scene.actor, values.get("aptitude") or PRACTICES[method].aptitude)

    return Ask(HOW, when=serves, default=lambda scene: usual_means(scene, method).talent)


Patient = Annotated[str, OneOf(everybody, helps=True), Label(fr="Patient", en="Patient")]
Equivalent = Annotated[
    AptitudeName,
    OneOf(any_aptitude),
    Label(fr="Aptitude équivalente", en="Equivalent Aptitude"),
    By(Audience.MJ),
    Ask(WORD_OF_MJ, help=Text(fr="Celle du soin, si rien n'est dit.", en="That of the care, unless told.")),
]
StandIn = Annotated[str, OneOf(ANY_TALENT), Label(fr="Talent", en="Talent")]


class Tend(Declared):
    """Whom to care for, with which Aptitude (an equivalent one may serve), against which Difficulty."""

    method: ClassVar[str]
    patient: Patient
    aptitude: Equivalent = ""
    talent: StandIn = ""
    difficulty: Difficulty = 15
    malus: DiceTaken = 0

    def means(self, carer: Sheet) -> Means:
        """DEX-HEAL-02, DEX-STRESS-09: how the carer does it: the Aptitude named, that of the care, or one accepted."""
        usual = PRACTICES[self.method].aptitude
        accepted = carer.equivalent(usual) if carer.level(usual) is None else ""
        return Means(self.aptitude or accepted or usual, self.talent, self.difficulty, self.malus)


class FirstAid(Tend):
    """Whom to give first aid."""

    method = FIRST_AID
    patient: Annotated[Patient, asked_patient(FIRST_AID)]
    talent: Annotated[StandIn, asked_talent(FIRST_AID)] = ""


class Treatment(Tend):
    """Whom to treat with medicine."""

    method = MEDICINE
    patient: Annotated[Patient, asked_patient(MEDICINE)]
    talent: Annotated[StandIn, asked_talent(MEDICINE)] = ""


def cannot_practise(scene: Scene[Sheet], method: str) -> Note | None:
    """DEX-TEST-05: why the actor cannot give this kind of care at all, to any patient; None if they can."""
    return cannot_try(scene, scene.actor, usual_means(scene, method))


def beyond_care(scene: Scene[Sheet], who: str, method: str) -> Note | None:
    """DEX-HEAL-04, DEX-WOUND-07, DEX-STRESS-08: why this kind of care is not for this patient, from any carer."""
    patient = scene[who]
    treated = method in patient.treated or (who, method) in play_of(scene).tended
    problem = cannot_care(patient.pv, treated)
    return BOOK.note(problem, who=patient.name) if problem else gone(scene, who)


def cannot_tend(scene: Scene[Sheet], method: str, do: Tend | None) -> Note | None:
    """DEX-HEAL-04, DEX-TEST-05: why the actor cannot give this kind of care: to this patient, or to anybody."""
    if do is None:
        nobody = nobody_left(scene, lambda scene, who: beyond_care(scene, who, method), everybody)
        return cannot_practise(scene, method) or nobody
    return beyond_care(scene, do.patient, method) or cannot_try(scene, scene.actor, do.means(scene.me))


def cannot_give_first_aid(scene: Scene[Sheet], do: FirstAid | None) -> Note | None:
    return cannot_tend(scene, FIRST_AID, do)


def cannot_treat(scene: Scene[Sheet], do: Treatment | None) -> Note | None:
    return cannot_tend(scene, MEDICINE, do)


def care_counts(scene: Scene[Sheet], result: Care) -> bool:
    """DEX-HEAL-04, DEX-STRESS-09: whether this care may not be tried again for the same wound or shock: a success,
    unless the table plays it otherwise.
    """
    again = scene.option(CARE_REPEAT)
    if again == "fruitless":
        return result.gain > 0
    return result.success or again == "never"


def treated_by(scene: Scene[Sheet], do: Tend, roll: Roll) -> Outcome:
    patient = scene[do.patient]
    bonuses = bonus_dice(scene, (scene.actor,), roll)
    attempt = explained_test(scene, scene.actor, do.means(scene.me), bonuses[scene.actor], roll)
    room = patient.pv_max - patient.pv

    def told(result: Care) -> Outcome:
        counts = care_counts(scene, result)
        used = (Tended(do.patient, do.method),) if counts else ()
        if not result.success:
            vain = (InVain(do.patient, do.method, patient.lost),) if counts else ()
            return Outcome(
                (part(do.patient, UNHELPED),),
                BOOK.note("DEX-HEAL-01:failed", who=patient.name),
                (*spendings(bonuses), *vain, *used),
            )
        effect = Cared(do.patient, do.method, result.gain, patient.lost, counts)
        if effect.on(patient).needs_hospital:
            roll.note("DEX-HEAL-03:needed", who=patient.name)
        effects: tuple[Effect, ...] = (*spendings(bonuses), effect, CountdownStopped(DYING, do.patient), *used)
        headline = BOOK.note("DEX-HEAL-01", who=patient.name, gain=result.gain)
        return Outcome((part(do.patient, CARED, gain=result.gain),), headline, effects)

    return roll.then(care_test(attempt, do.method, room, scene.option(HALF_ROUNDING)), told, by=scene.actor)


@action(
    "deusex.first-aid",
    FirstAid,
    fr="Donner les premiers soins",
    en="Give first aid",
    refuse=cannot_give_first_aid,
    kind=Kind.CARE,
)
def first_aid(scene: Scene[Sheet], do: FirstAid, roll: Roll) -> Outcome:
    """DEX-HEAL-01, -04: one point back, and the casualty is stable."""
    return treated_by(scene, do, roll)


@action(
    "deusex.medicine",
    Treatment,
    fr="Soigner (Médecine)",
    en="Treat (Medicine)",
    refuse=cannot_treat,
    kind=Kind.CARE,
)
def medicine(scene: Scene[Sheet], do: Treatment, roll: Roll) -> Outcome:
    """DEX-HEAL-02, -04: half the margin, 3 at most."""
    return treated_by(scene, do, roll)


NOT_ABOVE = Text(
    fr="Au-delà du maximum du patient, c'est ce maximum qui compte.",
    en="Above the patient's maximum, that maximum counts.",
)
ON_LEAVING = Ask(HOW, unit=POINTS, help=NOT_ABOVE, default=lambda _: HUMAN_MAXIMUM)


class Stay(Declared):
    """Who stays in hospital, and the PV they leave with."""

    patient: Annotated[Patient, asked_patient(MEDICINE)]
    pv: Annotated[int, Between(-5, HUMAN_MAXIMUM), Label(fr="PV à la sortie", en="HP on leaving"), ON_LEAVING]


def cannot_stay(scene: Scene[Sheet], do: Stay | None) -> Note | None:
    if do is None:
        return None
    problem = cannot_care(scene[do.patient].pv, treated=False)
    return BOOK.note(problem, who=scene[do.patient].name) if problem else None


@action(
    "deusex.hospital",
    Stay,
    fr="Séjour à l'hôpital",
    en="Stay in hospital",
    refuse=cannot_stay,
    by=Audience.MJ,
    kind=Kind.CARE,
)
def hospital(scene: Scene[Sheet], do: Stay, roll: Roll) -> Outcome:
    """DEX-HEAL-03: the MJ says how long it takes and how well it goes."""
    patient = scene[do.patient]
    pv = min(do.pv, patient.pv_max)
    effects = (
        Put(do.patient, "pv", pv),
        Put(do.patient, "treated", ()),
        Put(do.patient, "stabilised", True),
        CountdownStopped(DYING, do.patient),
    )
    return Outcome((part(do.patient, CARED),), BOOK.note("DEX-HEAL-03", who=patient.name, pv=pv), effects)
