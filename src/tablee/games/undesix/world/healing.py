"""Points that come back: rest, Médecine, healing magic (Fiche 1, Repos; Fiche 8, Points de Phy).

An operation costs a point and is among the hazards (UDS-HEAL-09).
"""

from __future__ import annotations

from dataclasses import dataclass

from tablee.dice import Roll
from tablee.games.undesix.book import BOOK
from tablee.games.undesix.check.checks import Circumstances, cannot_lend_a_hand, simple_roll, unable
from tablee.games.undesix.check.several_actions import too_many_actions
from tablee.games.undesix.check.together import led
from tablee.games.undesix.experience import learning
from tablee.games.undesix.forms import AT_STAKE, MINUTES
from tablee.games.undesix.magic.state import body_points, speaking
from tablee.games.undesix.options import below_zero, from_stage, not_yet
from tablee.games.undesix.play import acting_together
from tablee.games.undesix.present import alive, all_dead, living
from tablee.games.undesix.sheet import Sheet
from tablee.games.undesix.world.health import OnTheLiving
from tablee.games.undesix.world.time import in_a_fight, time_passes, would_die
from tablee.rules.action import Effect, Kind, Outcome, Scene, action, applied, part
from tablee.rules.cast import everybody, nobody_left, others
from tablee.rules.fields import Annotated, Ask, Audience, Between, By, Declared, Label, OneOf
from tablee.rules.forms import HELP as HELP_OF
from tablee.rules.forms import HOW_LONG, WHOM
from tablee.rules.why import Note
from tablee.text import Text

MINUTES_PER_PSY = 10
MINUTES_PER_PHY = 8 * 60


HEALS = BOOK.grade("heals")
FAILS = BOOK.grade("fails")
RECOVERS = BOOK.grade("recovers")


def missing(sheet: Sheet) -> int:
    """UDS-HEAL-03: the points of PHY and Vitality below the start."""
    return max(0, sheet.phy_max - sheet.phy) + max(0, sheet.vitality_max - sheet.vitality)


@dataclass(frozen=True)
class Heal:
    """UDS-HEAL-03, -07, -08, UDS-HEALTH-05: PHY given back, then Vitality, never above the start.

    A point of PHY saves a character who was below 0. UDS-INIT-03: what is healed is what was hurt when the instant
    began (`lost`, the points that the sheet had lost by then, or None for now): not the wounds of the same instant.
    """

    who: str
    points: int
    lost: int | None = None

    def on(self, sheet: Sheet) -> Sheet:
        points = min(self.points, missing(sheet))
        to_phy = min(points, max(0, sheet.phy_max - sheet.phy))
        stable = sheet.stable or (to_phy > 0 and not self.wounds_since(sheet))
        return sheet.with_changes(phy=sheet.phy + to_phy, vitality=sheet.vitality + points - to_phy, stable=stable)

    def wounds_since(self, sheet: Sheet) -> int:
        """The points lost since the instant of this care began."""
        return 0 if self.lost is None else sheet.lost - self.lost


@dataclass(frozen=True)
class Treat:
    """UDS-HEAL-05: the success of a Médecine roll, the only one of the day for its patient."""

    who: str
    points: int
    lost: int

    def on(self, sheet: Sheet) -> Sheet:
        heals = Heal(self.who, self.points, self.lost)
        return heals.on(sheet).with_changes(treated=True, wounded_since=heals.wounds_since(sheet))


@dataclass(frozen=True)
class Rest:
    """UDS-HEAL-01, -02, -03: PSY by ten minutes, PHY then Vitality by eight hours."""

    who: str
    minutes: int

    def on(self, sheet: Sheet) -> Sheet:
        to_psy = min(self.minutes // MINUTES_PER_PSY, max(sheet.psy_max - sheet.psy, 0))
        return Heal(self.who, self.minutes // MINUTES_PER_PHY).on(sheet).with_changes(psy=sheet.psy + to_psy)


def _most_hurt(scene: Scene[Sheet]) -> str | None:
    """Whom the actor would treat: of their own side, who has the most to regain; nobody if all are well."""
    friends = [who for who in living(scene) if scene[who].side == scene.me.side and scene[who].pc == scene.me.pc]
    hurt = [who for who in friends if most_restored(scene[who])]
    return max(hurt, key=lambda who: most_restored(scene[who]), default=None)


class Treatment(Circumstances):
    """Whom to treat (oneself too), and how hard it is."""

    target: Annotated[
        str, OneOf(everybody, helps=True), Label(fr="Patient", en="Patient"), Ask(WHOM, default=_most_hurt)
    ]
    helpers: Annotated[
        tuple[str, ...],
        OneOf(others, helps=True),
        Label(fr="Qui aide", en="Helpers"),
        Ask(HELP_OF, more=True, when=from_stage(4)),
    ] = ()
    at_stake: Annotated[
        bool, Label(fr="La vie de qui soigne est en jeu", en="The carer's life is at stake"), By(Audience.MJ), AT_STAKE
    ] = False


def most_restored(patient: Sheet) -> int:
    """UDS-HEAL-03, -05, -07: what a Médecine roll can give back now at most, PHY and Vitality together."""
    return min(missing(patient), patient.wounded_since) if patient.treated else missing(patient)


def beyond_treatment(scene: Scene[Sheet], who: str) -> Note | None:
    """UDS-HEAL-05, UDS-HEALTH-04: why nobody treats this patient now: dead, or treated and not wounded since."""
    patient = scene[who]
    if not alive(scene, who):
        return BOOK.note("UDS-HEALTH-04:past", who=patient.name)
    return BOOK.note("UDS-HEAL-05", who=patient.name) if patient.treated and not patient.wounded_since else None


def no_treatment(scene: Scene[Sheet], do: Treatment | None) -> Note | None:
    """UDS-HEAL-05, -06: refused after a success that day unless wounded again, by the disabled, for the dead; where all
    are refused, the action is.
    """
    refusal = unable(scene, do) or scene.me.unable(moving=True)
    if refusal or do is None:
        return refusal or nobody_left(scene, beyond_treatment, everybody)
    refusal = beyond_treatment(scene, do.target)
    if refusal:
        return refusal
    early = not_yet(scene, 4) if do.helpers else None
    return early or cannot_lend_a_hand(scene, do.helpers) or too_many_actions(scene, do.actions)


@action("undesix.treat", Treatment, fr="Soigner", en="Treat wounds", refuse=no_treatment, kind=Kind.CARE)
def treat(scene: Scene[Sheet], do: Treatment, roll: Roll) -> Outcome:
    """UDS-HEAL-04…07, UDS-ACTION-14: on a success the margin comes back, as far as the day and the start allow; of
    several who care together the best rolls, +1 for each of the others.
    """
    leader, terms = led(scene, do.helpers, "", "medicine", roll)
    healer, patient = scene[leader], scene[do.target]
    target = BOOK.sum("UDS-HEAL-04", *terms, *do.terms(scene))
    result, bent = simple_roll(scene, roll, leader, target, do.at_stake)
    effects: tuple[Effect, ...] = (*acting_together(scene, do.helpers, do.actions), *bent)
    if not result.success:
        return Outcome((part(do.target, FAILS),), BOOK.note("UDS-HEAL-05:failed"), effects)
    most = most_restored(patient)
    points = min(most, max(0, result.margin))
    if patient.treated:
        roll.note("UDS-HEAL-05:new", who=patient.name, points=patient.wounded_since)
    elif points < result.margin:
        roll.note("UDS-HEAL-07", most=patient.phy_max + patient.vitality_max)
    said = "UDS-HEAL-06" if do.target == leader else "UDS-HEAL-04:restored"
    phy = min(points, max(0, patient.phy_max - patient.phy))
    headline = BOOK.note(
        said, healer=healer.name, patient=patient.name, phy=phy, vitality=points - phy, vitality_too=points > phy
    )
    effects += (
        Treat(do.target, points, patient.lost),
        *learning(scene, roll, leader, "medicine"),
    )
    return Outcome((part(do.target, HEALS, healed=points),), headline, effects)


class Resting(Declared):
    """Who rests, and for how long without a break; time passes for the others too."""

    target: Annotated[str, OneOf(living, helps=True), Label(fr="Personnage", en="Character"), Ask(WHOM)]
    minutes: Annotated[
        int,
        Between(1, 1_000_000),
        Label(fr="Durée", en="Duration"),
        Ask(
            HOW_LONG,
            unit=MINUTES,
            default=lambda _scene: MINUTES_PER_PHY,
            help=Text(
                fr="10 minutes rendent un point de PSY, 480 un point de PHY.",
                en="10 minutes give back a point of PSY, 480 a point of PHY.",
            ),
        ),
    ]
    company: Annotated[
        tuple[str, ...], OneOf(living, helps=True), Label(fr="Se reposent aussi", en="Resting as well"), Ask(WHOM)
    ] = ()


def clock(minutes: int) -> str:
    """Minutes as both languages write them: 8 h, 35 min, 1 h 30 min."""
    hours, rest = divmod(minutes, 60)
    return " ".join(f"{n} {unit}" for n, unit in ((hours, "h"), (rest, "min")) if n)


def no_rest(scene: Scene[Sheet], do: Resting | None) -> Note | None:
    """UDS-HEAL-01, UDS-MAGIC-22: nobody rests in a fight, nor while saying a long incantation; the dead do not."""
    refusal = in_a_fight(scene, do)
    if refusal or do is None:
        return refusal or all_dead(scene, do)
    busy = next((who for who in (do.target, *do.company) if speaking(scene, who)), None)
    return BOOK.note("UDS-MAGIC-22:busy", who=scene[busy].name) if busy else None


@action(
    "undesix.rest",
    Resting,
    fr="Se reposer",
    en="Rest",
    refuse=no_rest,
    by=Audience.MJ,
    kind=Kind.CARE,
    warns=lambda scene, do: would_die(scene, do.minutes) if do else None,
)
def rest(scene: Scene[Sheet], do: Resting, roll: Roll) -> Outcome:
    """UDS-HEAL-01…03, UDS-HEALTH-05: points that come back with rest, while the clock of the scene goes on."""
    resting = tuple(dict.fromkeys((do.target, *do.company)))
    rests = (OnTheLiving(Rest(who, do.minutes), below_zero(scene)) for who in resting)
    effects: tuple[Effect, ...] = (*time_passes(scene, roll, do.minutes), *rests)
    after = applied(scene, effects)
    if do.minutes >= MINUTES_PER_PHY:
        for who in resting:
            points = body_points(after[who]) - body_points(scene[who])
            roll.note("UDS-HEAL-01", who=scene[who].name, points=points)
    parts = tuple(part(who, RECOVERS) for who in resting)
    headline = BOOK.note("UDS-HEAL-02", who=scene[do.target].name, time=clock(do.minutes), others=len(resting) > 1)
    return Outcome(parts, headline, effects)
