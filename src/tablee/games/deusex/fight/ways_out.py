"""Ways out of a fight that are no wound: a hold, yielding, and the MJ's word on a fighter."""

from __future__ import annotations

from dataclasses import dataclass

from tablee.dice import Roll
from tablee.games.deusex.book import BOOK
from tablee.games.deusex.check.attempts import (
    FAILURE,
    SUCCESS,
    DiceTaken,
    Difficulty,
    Means,
    cannot_try,
    explained_test,
    no_target,
    stopped_by,
    unable,
)
from tablee.games.deusex.check.checks import Standing, standing
from tablee.games.deusex.check.reserve import bonus_dice, spendings
from tablee.games.deusex.fight.melee import too_early
from tablee.games.deusex.fight.weapons import OtherAptitude, OtherTalent, likely_foe, wielding
from tablee.games.deusex.play import HELD, KNOCKED_OUT, YIELDED, Engaged, Out, Play, play_of
from tablee.games.deusex.sheet import UNARMED, Sheet
from tablee.games.deusex.tables import WEAPONS
from tablee.rules.action import PLAY, Effect, Ended, Kind, Outcome, Scene, action, part
from tablee.rules.cast import nobody_left, others
from tablee.rules.fields import Annotated, Ask, Audience, Declared, Label, Nothing, OneOf
from tablee.rules.forms import HOW, WHOM
from tablee.rules.why import Note
from tablee.text import Name, Text

LEFT = BOOK.grade("out")
BACK = "back"
AT_ONCE = -1  # before every instant


@dataclass(frozen=True)
class LeftFight:
    """DEX-COMBAT-02: a fighter is out of the fight: at once, or, held, from the end of the instant `since`."""

    person: str
    how: str
    holder: str = ""
    since: int = AT_ONCE
    who: str = PLAY

    def on(self, play: Play) -> Play:
        if not play.round:
            return play
        left = Out(who=self.person, how=self.how, holder=self.holder, since=self.since)
        if self.holder:
            goes_on = any((one.who, one.holder) == (self.person, self.holder) for one in play.out)
            return play if goes_on else play.with_changes(out=(*play.let_go(self.holder).out, left))
        acted = (*play.acted, self.person) if self.how == YIELDED else play.acted
        return play.with_changes(out=(*play.without(self.person).out, left), acted=acted)


@dataclass(frozen=True)
class BackInFight:
    """DEX-COMBAT-02: nothing but wounds keeps a fighter out of the fight any more."""

    person: str
    who: str = PLAY

    def on(self, play: Play) -> Play:
        return play.without(self.person)


@dataclass(frozen=True)
class LetGo:
    """DEX-COMBAT-02: those whom a fighter held are free once this instant is over."""

    holder: str
    who: str = PLAY

    def on(self, play: Play) -> Play:
        return play.let_go(self.holder)


class Hold(Declared):
    """Whom to hold still with bare hands."""

    target: Annotated[str, OneOf(others), Label(fr="Cible", en="Target"), Ask(WHOM, default=likely_foe)]
    aptitude: OtherAptitude = ""
    talent: OtherTalent = ""
    difficulty: Difficulty = 15
    malus: DiceTaken = 0


def hold_means(scene: Scene[Sheet], do: Hold) -> Means:
    """DEX-COMBAT-01: bare hands: Art martial or Bagarre."""
    return wielding(scene, scene.actor, WEAPONS[UNARMED], do.aptitude, do.talent, do.difficulty, do.malus)


def cannot_be_held(scene: Scene[Sheet], target: str) -> Note | None:
    """DEX-COMBAT-02: why the actor cannot hold this person: they are gone, or out of the fight otherwise."""
    held = any(one.who == target and one.holder == scene.actor for one in play_of(scene).out)
    if held or not play_of(scene).out_as(target):
        return no_target(scene, target)
    return BOOK.note("DEX-COMBAT-02:already_out", who=scene[target].name)


def cannot_hold(scene: Scene[Sheet], do: Hold | None) -> Note | None:
    """DEX-COMBAT-02, -06: why the actor cannot hold anybody, or not this person; a hold is for fights."""
    early = no_fight(scene) or unable(scene, scene.actor) or too_early(scene)
    if early or do is None:
        return early or nobody_left(scene, cannot_be_held, alone=BOOK.note("DEX-COMBAT-01:nobody"))
    return cannot_be_held(scene, do.target) or cannot_try(scene, scene.actor, hold_means(scene, do))


def no_fight(scene: Scene[Sheet]) -> Note | None:
    """DEX-COMBAT-02: the refusal where no fight goes on, or the actor takes no part in it."""
    play = play_of(scene)
    if not play.round:
        return BOOK.note("DEX-COMBAT-02:no_fight")
    return None if scene.actor in play.fighters else BOOK.note("DEX-COMBAT-06:not_now")


@action("deusex.hold", Hold, fr="Immobiliser", en="Hold still", refuse=cannot_hold, kind=Kind.FIGHT)
def hold(scene: Scene[Sheet], do: Hold, roll: Roll) -> Ended:
    """DEX-COMBAT-02, DEX-TEST-04, -06: a Test against the MJ's Difficulty, as the book's own example is one; each round
    that the hold goes on asks for another.
    """
    who, target = scene.actor, scene[do.target]
    bonuses = bonus_dice(scene, (who,), roll)
    attempt = explained_test(scene, who, hold_means(scene, do), bonuses[who], roll)
    instant = play_of(scene).instant

    def told(result: Standing) -> Outcome:
        held = result.margin >= 0
        change: Effect = LeftFight(do.target, HELD, who, instant) if held else LetGo(who)
        headline = BOOK.note(
            "DEX-COMBAT-02:holds" if held else "DEX-COMBAT-02:slips", who=scene.me.name, target=target.name
        )
        grade = SUCCESS if held else FAILURE
        return Outcome((part(who, grade, margin=result.margin),), headline, (*spendings(bonuses), change, Engaged(who)))

    return roll.then(standing(attempt), told, by=who)


def cannot_yield(scene: Scene[Sheet], do: Nothing | None) -> Note | None:
    """DEX-COMBAT-02: why the actor cannot yield: no fight, not theirs, out of it already; those who are held can."""
    if refusal := no_fight(scene):
        return refusal
    how = play_of(scene).out_as(scene.actor)
    if stopped_by(scene, scene.actor) or how not in ("", HELD):
        return unable(scene, scene.actor)
    return None


@action("deusex.yield", Nothing, fr="Se rendre", en="Yield", refuse=cannot_yield, anytime=True, kind=Kind.FIGHT)
def give_in(scene: Scene[Sheet], do: Nothing, roll: Roll) -> Outcome:
    """DEX-COMBAT-02: to fight no more; who is struck all the same still defends themselves."""
    headline = BOOK.note("DEX-COMBAT-02:yields", who=scene.me.name)
    return Outcome((part(scene.actor, LEFT),), headline, (LeftFight(scene.actor, YIELDED),))


WAYS: dict[str, Text | Name] = {
    KNOCKED_OUT: Text(fr="knock-out", en="knocked out"),
    HELD: Text(fr="immobilisation", en="held"),
    YIELDED: Text(fr="reddition", en="yields"),
    BACK: Text(fr="retour au combat", en="back in the fight"),
}
TOLD = {KNOCKED_OUT: "knocked_out", HELD: "held", YIELDED: "yields"}


class WayOut(Declared):
    """How a fighter leaves the fight, or that they come back to it."""

    how: Annotated[str, OneOf(WAYS), Label(fr="Issue", en="How"), Ask(HOW)] = KNOCKED_OUT


def cannot_leave(scene: Scene[Sheet], do: WayOut | None) -> Note | None:
    """DEX-COMBAT-02: only fighters leave a fight, and only those who are out of it come back."""
    refusal = no_fight(scene)
    if refusal or do is None or do.how != BACK or any(one.who == scene.actor for one in play_of(scene).out):
        return refusal
    return BOOK.note("DEX-COMBAT-02:not_out", who=scene.me.name)


@action(
    "deusex.out",
    WayOut,
    fr="Mettre hors de combat",
    en="Take out of the fight",
    refuse=cannot_leave,
    by=Audience.MJ,
    anytime=True,
    kind=Kind.FIGHT,
)
def take_out(scene: Scene[Sheet], do: WayOut, roll: Roll) -> Outcome:
    """DEX-COMBAT-02: the book names these ends without a number, and leaves them to the MJ."""
    who, name = scene.actor, scene.me.name
    if do.how == BACK:
        return Outcome((), BOOK.note("DEX-COMBAT-02:back", who=name), (BackInFight(who),))
    return Outcome((part(who, LEFT),), BOOK.note(f"DEX-COMBAT-02:{TOLD[do.how]}", who=name), (LeftFight(who, do.how),))
