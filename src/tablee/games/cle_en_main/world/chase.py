"""Chases: progress, shaking off, catching up, stopping a fugitive (Fiche 4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tablee.dice import Roll, rule
from tablee.games.cle_en_main.atouts import AS_DES_AS, POWERS, chase_gain, powers
from tablee.games.cle_en_main.book import BOOK
from tablee.games.cle_en_main.check.checks import again
from tablee.games.cle_en_main.check.fields import MJ, MJ_SAYS, ExtraDie, Modifier, Staked, with_atout
from tablee.games.cle_en_main.check.heroism import Purse
from tablee.games.cle_en_main.check.oppositions import opposed
from tablee.games.cle_en_main.check.primes import Declaration, Guarded, defence_terms
from tablee.games.cle_en_main.check.side import (
    band,
    band_against,
    elevens,
    near_costs,
    pay,
    side,
    skill_names,
    skill_terms,
    total_of,
    with_extra_die,
)
from tablee.games.cle_en_main.check.stakes import lasting, staked, wrong_stakes
from tablee.games.cle_en_main.check.throws import DiceResult, ThreeDice, plain_dice
from tablee.games.cle_en_main.forms import HEROISM, OPPOSITE, POINTS
from tablee.games.cle_en_main.play import CemPlay, played
from tablee.games.cle_en_main.sheet import EXTRA_DIE, HEROIC_ATOUT, Sheet, Spend
from tablee.games.cle_en_main.tables import SKILLS, TRAVELS, split
from tablee.rules.action import PLAY, Effect, Kind, Outcome, Part, Scene, action, part
from tablee.rules.data.tables import names
from tablee.rules.decision import Decision, pick
from tablee.rules.fields import Annotated, Ask, Audience, Between, Declared, Label, OneOf
from tablee.rules.forms import HOW, WHERE, WITH
from tablee.rules.why import Note
from tablee.text import Name, Text

STEPS = (10, 15, 20)  # of an open test: one more point of progress from each
LEAD = 10  # a fugitive that far ahead is lost to view


RUNS = BOOK.grade("runs")
CAUGHT = BOOK.grade("caught")
ESCAPES = BOOK.grade("escapes")
OFF = BOOK.grade("shaken_off")
PROGRESS = BOOK.term("progress")


def gain(total: int) -> int:
    """CEM-CHASE-02: the progress that a total brings: one point per threshold, three at most."""
    return sum(total >= step for step in STEPS)


def chase_state(fugitive: int, pursuer: int) -> str:
    """CEM-CHASE-03, -04: « shaken_off », « may_stop » or « continues », from the progress of fugitive and pursuer."""
    if fugitive - pursuer >= LEAD:
        return "shaken_off"
    return "may_stop" if pursuer >= fugitive else "continues"


@rule
def raced(roll: Roll, bonus: int, dice: ThreeDice) -> int:
    """CEM-CHASE-02, CEM-OPEN-02: the progress of one throw; an automatic result means nothing here."""

    def read(thrown: DiceResult) -> int:
        total = thrown.dice + bonus
        roll.note("CEM-CHASE-02:result", total=total, gain=gain(total))
        return gain(total)

    return roll(plain_dice(dice), read)


@dataclass(frozen=True)
class Placed:
    """CEM-CHASE-01, -02: adds progress to a character, who is in the chase from now on."""

    runner: str
    points: int
    fugitive: bool = False
    who: str = PLAY

    def on(self, play: CemPlay) -> CemPlay:
        fugitives = (*play.fugitives, self.runner) if self.fugitive else play.fugitives
        known = play.progress.get(self.runner, 0)
        return play.with_changes(
            progress={**play.progress, self.runner: known + self.points}, fugitives=tuple(dict.fromkeys(fugitives))
        )


@dataclass(frozen=True)
class ChaseEnded:
    """CEM-CHASE-03, -04: a pursuer has lost a fugitive; or (no pursuer named) the fugitive is stopped."""

    fugitive: str
    pursuer: str = ""
    who: str = PLAY

    def on(self, play: CemPlay) -> CemPlay:
        if self.pursuer:
            return play.with_changes(lost=(*play.lost, f"{self.pursuer}/{self.fugitive}"))
        return play.with_changes(
            fugitives=tuple(who for who in play.fugitives if who != self.fugitive),
            progress={who: points for who, points in play.progress.items() if who != self.fugitive},
        )


class Place(Declared):
    """A character's progress at the start, and whether they flee."""

    progress: Annotated[
        int, Between(0, 100), Label(fr="Progression initiale", en="Initial progress"), Ask(WHERE, unit=POINTS)
    ]
    fugitive: Annotated[bool, Label(fr="En fuite", en="Fleeing"), Ask(WHERE)] = False


@action(
    "cle-en-main.chase-place",
    Place,
    fr="Entrer dans la poursuite",
    en="Join the chase",
    by=Audience.MJ,
    kind=Kind.SCENE,
)
def place(scene: Scene[Sheet], do: Place, roll: Roll) -> Outcome:
    """CEM-CHASE-01: a character enters the chase, with the progress that the scenario gives."""
    known = played(scene).progress.get(scene.actor, 0)
    headline = BOOK.note("CEM-CHASE-01", who=scene.me.name, fugitive=do.fugitive, progress=do.progress)
    return Outcome((part(scene.actor, RUNS),), headline, (Placed(scene.actor, do.progress - known, do.fugitive),))


def at_the_wheel(_scene: Scene[Sheet], values: Mapping[str, Any]) -> bool:
    """CEM-CHASE-02: whether the means of travel calls for a skill with specialisations."""
    return SKILLS[TRAVELS[values["travel"]].skill].specialised


def vehicles(scene: Scene[Sheet]) -> dict[str, Text]:
    """CEM-SKILL-04: the specialisations of Pilotage of the one who acts."""
    known = [split(line)[1] for line in scene.me.skills if split(line)[0] == "piloting"]
    return {name: Text(name, name) for name in known if name}


class Run(Declared):
    """The means of travel, and the heroism for it."""

    travel: Annotated[str, OneOf(names(TRAVELS)), Label(fr="Moyen", en="Means"), Ask(HOW)] = "foot"
    vehicle: Annotated[
        str,
        Label(fr="Spécialité de Pilotage", en="Piloting specialisation"),
        Ask(HOW, when=at_the_wheel, suggests=vehicles, help=Text(fr="La meilleure, sinon.", en="Else the best one.")),
    ] = ""
    heroic: ExtraDie = False
    ace: Annotated[
        bool, Label(fr="As des as : +3 (1 point)", en="Ace: +3 (1 point)"), Ask(HEROISM, when=with_atout(AS_DES_AS))
    ] = False


class Race(Staked, Run):
    """One test of a chase in full: means of travel, primes and penalties, and what the MJ says of the situation."""

    gear: Annotated[bool, Label(fr="Avec son matériel", en="With one's gear"), Ask(WITH, more=True)] = True
    modifier: Modifier = 0
    instead: Annotated[
        str, OneOf(skill_names), Label(fr="Compétence proche employée", en="Near skill used"), MJ, MJ_SAYS
    ] = ""
    stop_circumstances: Annotated[
        int, Between(-5, 5), Label(fr="Circonstances pour arrêter", en="Circumstances to stop"), MJ, MJ_SAYS
    ] = 0
    stop_modifier: Annotated[
        int, Between(-20, 20), Label(fr="Modificateur pour arrêter", en="Modifier to stop"), MJ, MJ_SAYS
    ] = 0
    slip_instead: Annotated[
        str,
        OneOf(names(SKILLS)),
        Label(fr="Compétence proche du fugitif", en="Near skill of the fugitive"),
        MJ,
        Ask(OPPOSITE),
    ] = ""
    slip_circumstances: Annotated[
        int,
        Between(-5, 5),
        Label(fr="Circonstances du fugitif", en="The fugitive's circumstances"),
        MJ,
        Ask(OPPOSITE),
    ] = 0
    slip_modifier: Annotated[
        int, Between(-20, 20), Label(fr="Modificateur du fugitif", en="Modifier of the fugitive"), MJ, Ask(OPPOSITE)
    ] = 0


def line(sheet: Sheet, skill: str, vehicle: str = "") -> str:
    """CEM-SKILL-04: the line of the sheet for a skill: the named Pilotage, or else the best one."""
    if not SKILLS[skill].specialised:
        return skill
    if vehicle:
        return f"{skill} ({vehicle})"
    lines = [one for one in sheet.skills if split(one)[0] == skill]
    return max(lines, key=sheet.skill, default=skill)


def cannot_race(scene: Scene[Sheet], do: Race | None) -> Note | None:
    """CEM-CHASE-01, -05, CEM-SKILL-04, CEM-PRIME-01, CEM-HERO-08: why this test of a chase is refused."""
    me, play = scene.me, played(scene)
    if not me.able:
        return BOOK.note("CEM-TURN-05:attack", who=me.name)
    if scene.actor not in play.progress:
        return BOOK.note("CEM-CHASE-01:not_in", who=me.name)
    if do is None:
        return None
    if not do.instead and not me.knows(line(me, TRAVELS[do.travel].skill, do.vehicle)):
        return BOOK.note("CEM-SKILL-04:driver", who=me.name)
    refused = wrong_stakes(scene, do)
    if refused:
        return refused
    purse = Purse(scene)
    if do.ace:
        if not me.atout(AS_DES_AS):
            return BOOK.note("CEM-CHASE-02:no_ace", who=me.name)
        if play.round and not me.free(AS_DES_AS, -play.round):
            return BOOK.note("CEM-CHASE-02:ace_once")
        unpaid = purse.refusal(scene.actor, HEROIC_ATOUT)
        if unpaid:
            return unpaid
        purse.pay(scene.actor, HEROIC_ATOUT)
    return purse.refusal(scene.actor, EXTRA_DIE) if do.heroic else None


@action("cle-en-main.chase", Race, fr="Courir la poursuite", en="Run the chase", refuse=cannot_race, kind=Kind.SCENE)
def race(scene: Scene[Sheet], do: Race, roll: Roll) -> Outcome:
    """CEM-CHASE-02…05: an open test for progress, then at once an attempt to stop a fugitive caught up with."""
    me, purse = scene.me, Purse(scene)
    made = staked(scene, do)
    earned = progress(scene, do, made, purse, roll)
    now = played(scene).progress[scene.actor] + earned
    effects: list[Effect] = [Placed(scene.actor, earned), *lasting(scene, roll, made, success=earned > 0)]
    if do.ace and scene.play.round:
        effects.append(Spend(scene.actor, AS_DES_AS, 0, -scene.play.round))
    if scene.actor in played(scene).fugitives:
        lost = shaken(scene, now, roll)
        parts = (part(scene.actor, RUNS, progress=earned), *(part(who, OFF) for who in lost))
        effects += [ChaseEnded(scene.actor, who) for who in lost]
        headline = BOOK.note("CEM-CHASE-02", who=me.name, gain=earned, progress=now)
        return Outcome(parts, headline, (*purse.spent, *effects))
    parts, headline, more = caught_up(scene, do, earned, now, purse, roll)
    return Outcome(parts, headline, (*purse.spent, *effects, *more))


def progress(scene: Scene[Sheet], do: Race, weighs: Declaration, purse: Purse, roll: Roll) -> int:
    """CEM-CHASE-02, CEM-NEAR-02, CEM-NPC-09: the progress that the test brings, atouts and redos included."""
    me = scene.me
    wanted = line(me, TRAVELS[do.travel].skill, do.vehicle)
    skill = do.instead or wanted
    terms = skill_terms(me, skill, items=None if do.gear else ())
    terms += band(me)
    near = near_costs(me, skill, wanted)
    tally = total_of("CEM-CHASE-02:test", [*terms, *weighs.terms()], modifier=do.modifier, near=near)
    roll.note(tally)
    if do.ace:
        purse.pay(scene.actor, HEROIC_ATOUT)
    if do.heroic:
        purse.pay(scene.actor, EXTRA_DIE)
    one = side(purse, scene.actor, tally.total, skill, do.heroic, elevens(scene, do)(scene.actor))
    ran = roll(raced(one.bonus, one.dice), by=scene.actor)
    while ran < len(STEPS) and (more := again(roll, one)):
        one = one.redone(more)
        pay(purse, scene.actor, more)
        ran = roll(raced(one.bonus, one.dice), by=scene.actor)
    earned = chase_gain(me, ran) if do.travel != "foot" else ran
    if earned > ran:
        roll.note("CEM-CHASE-02:ace", gain=earned - ran)
    if do.ace:
        bought = sum(power.heroic_progress for power in powers(me) if power is POWERS[AS_DES_AS])
        roll.note("CEM-CHASE-02:ace", gain=bought)
        earned += bought
    return earned


def shaken(scene: Scene[Sheet], now: int, roll: Roll) -> list[str]:
    """CEM-CHASE-03: the pursuers whom a fugitive with progress `now` has shaken off."""
    play = played(scene)
    lost = [
        who
        for who, points in play.progress.items()
        if who not in play.fugitives
        and f"{who}/{scene.actor}" not in play.lost
        and chase_state(now, points) == "shaken_off"
    ]
    for who in lost:
        roll.note("CEM-CHASE-03", fugitive=scene.me.name, lead=now - play.progress[who], pursuer=scene[who].name)
    return lost


def whom_to_stop(scene: Scene[Sheet], now: int) -> Decision[str] | None:
    """CEM-CHASE-04: the decision which fugitive to stop, among those caught up with; None if there are none."""
    play = played(scene)
    reached: dict[str, Text | Name] = {
        who: scene[who].name
        for who in play.fugitives
        if f"{scene.actor}/{who}" not in play.lost and chase_state(play.progress[who], now) == "may_stop"
    }
    nobody: dict[str, Text | Name] = {"": Text(fr="personne", en="nobody")}
    label = Text(fr="Arrêter le fugitif ?", en="Stop the fugitive?")
    return pick("cle-en-main.stop", "CEM-CHASE-04", label.fr, label.en, reached | nobody) if reached else None


Caught = tuple[tuple[Part, ...], Note, tuple[Effect, ...]]


def caught_up(scene: Scene[Sheet], do: Race, earned: int, now: int, purse: Purse, roll: Roll) -> Caught:
    """CEM-CHASE-04: right after their progress a pursuer may try to stop a fugitive, without a second action."""
    mine = part(scene.actor, RUNS, progress=earned)
    decision = whom_to_stop(scene, now)
    target = roll.choose(scene.actor, decision) if decision else ""
    if not target:
        return (mine,), BOOK.note("CEM-CHASE-02", who=scene.me.name, gain=earned, progress=now), ()
    roll.note("CEM-CHASE-02", who=scene.me.name, gain=earned, progress=now)
    names = {"who": scene.me.name, "target": scene[target].name}
    guarded = slip_skill(do) == "defence" and (scene[target].caution or scene[target].danger)
    used: tuple[Effect, ...] = (Guarded(target),) if guarded else ()
    if stopped(scene, do, target, purse, roll):
        return (mine, part(target, CAUGHT)), BOOK.note("CEM-CHASE-04", **names), (ChaseEnded(target), *used)
    return (mine, part(target, ESCAPES)), BOOK.note("CEM-CHASE-04:goes_on", **names), used


def slip_skill(do: Race) -> str:
    """CEM-CHASE-04, CEM-NEAR-02: the skill with which a fugitive slips away: that of the travel, or a near one."""
    return do.slip_instead or TRAVELS[do.travel].resists


def stopped(scene: Scene[Sheet], do: Race, target: str, purse: Purse, roll: Roll) -> bool:
    """CEM-CHASE-04, CEM-NEAR-02, CEM-PRIME-07: whether the pursuer wins the opposition that the means of travel calls
    for, with the near skill of the progress test if there was one.

    On foot the fugitive tests Défense: a waiting Prudence or Danger counts.
    """
    travel, me, foe = TRAVELS[do.travel], scene.me, scene[target]
    wanted, slips = line(me, travel.stops, do.vehicle), slip_skill(do)
    grabs = do.instead or wanted
    mine = skill_terms(me, grabs, items=None if do.gear else ())
    mine += band(me)
    theirs = [*skill_terms(foe, slips), *band_against(foe, slips)]
    theirs += defence_terms(foe.caution, foe.danger) if slips == "defence" else []
    grab = total_of("CEM-CHASE-04:test", mine, do.stop_circumstances, do.stop_modifier, near_costs(me, grabs, wanted))
    slip = total_of(
        "CEM-CHASE-04:slip", theirs, do.slip_circumstances, do.slip_modifier, near_costs(foe, slips, travel.resists)
    )
    roll.note(grab)
    roll.note(slip)
    a = with_extra_die(roll, purse, side(purse, scene.actor, grab.total, grabs, fixed=elevens(scene, do)(scene.actor)))
    b = side(purse, target, slip.total, slips, fixed=elevens(scene, do)(target))
    return opposed(purse, roll, a, b) == "a"
