"""Oppositions and cooperation: several people roll, margins are compared or totals added."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple, cast

from tablee.dice import Odds, Question, Roll, rule
from tablee.dice.question import Player
from tablee.games.deusex.attempts import (
    ANY_TALENT,
    MOST_DIFFICULT,
    Means,
    cannot_try,
    others,
    own_or_listed,
    take_side,
    unable,
)
from tablee.games.deusex.book import BOOK
from tablee.games.deusex.checks import Stand, Standing, Tested, Try, standing, tested
from tablee.games.deusex.options import OPPOSITION_CRIT_PRIORITY
from tablee.games.deusex.play import play_of
from tablee.games.deusex.reserve import bonus_dice, spendings
from tablee.games.deusex.sheet import Sheet
from tablee.games.deusex.tables import APTITUDES, aptitude_name
from tablee.rules.action import PLAY, Add, Grade, Outcome, Put, Scene, action, part
from tablee.rules.fields import Annotated, Audience, Between, By, Declared, Label, OneOf
from tablee.rules.why import Note
from tablee.text import Name, Text

A, B, STATU_QUO, BOTH_FAIL = "a", "b", "statu_quo", "both_fail"

BURDENED = BOOK.saying(
    "DEX-OPP-05",
    key="burdened",
    fr="Si {who:le} recommence, le meneur peut lui retirer un dé",
    en="If {who:the} tries again the GM may take a die away",
)
WINS = BOOK.saying(
    "DEX-OPP-02",
    fr="{winner:Le} l'emporte sur {loser:le}, MR {margin:+}",
    en="{winner:The} beats {loser:the}, MR {margin:+}",
)
EVEN = BOOK.saying(
    "DEX-OPP-03",
    fr="Statu quo entre {who:le} et {target:le}",
    en="Stalemate between {who:the} and {target:the}",
)
NOBODY = BOOK.saying(
    "DEX-OPP-05", fr="{who:Le} et {target:le} échouent tous deux", en="{who:The} and {target:the} both fail"
)

WON = Grade("won", Text(fr="l'emporte", en="wins"), True)
LOST = Grade("lost", Text(fr="perd", en="loses"), False)
DRAWN = Grade("statu_quo", Text(fr="statu quo", en="stalemate"), False)
FAILED = Grade("both_fail", Text(fr="double échec", en="both fail"), False)


class Opposed(NamedTuple):
    """Who wins, by which margin, and who may be burdened if he tries again."""

    outcome: str
    margin: int = 0  # of the winner; less the loser's, where the table plays it so
    burdened: str = ""  # after two failures, the side with the lower margin


DRAW = Opposed(STATU_QUO)
FAILURES = {worse: Opposed(BOTH_FAIL, burdened=worse) for worse in ("", A, B)}


def compared(a: Standing, b: Standing, priority: bool = False, difference: bool = False) -> Opposed:
    """DEX-OPP-02…06: margins decide; with `priority` a critical success beats a mere one.

    With `difference` the winner's margin is told less the loser's, if the loser succeeded too (DEX-COMBAT-03).
    """
    if a.margin < 0 and b.margin < 0:
        return FAILURES["" if a.margin == b.margin else A if a.margin < b.margin else B]
    mine, theirs = strength(a, priority), strength(b, priority)
    if mine == theirs:
        return DRAW
    winner, loser = (a, b) if mine > theirs else (b, a)
    less = max(0, loser.margin) if difference else 0
    return Opposed(A if mine > theirs else B, max(0, winner.margin - less))


Strength = tuple[bool, int]


def strength(side: Standing, priority: bool) -> Strength:
    """DEX-OPP-06: what an opposition goes by; the higher wins, if it is a success."""
    return priority and side.critical > 0, side.margin


class Contest(Question[Opposed]):
    """DEX-OPP-01, DEX-DICE-04: two Tests opposed, the active side rolling first.

    Its law lines both sides up by strength and adds up what stands below, instead of meeting every pair.
    """

    __slots__ = ("difference", "priority", "sides")

    def __init__(self, a: Stand, b: Stand, priority: bool, difference: bool) -> None:
        self.sides, self.priority, self.difference = (a, b), priority, difference

    def __repr__(self) -> str:
        return f"opposition({self.sides!r}, {self.priority!r}, {self.difference!r})"

    def odds(self) -> Odds[Opposed]:
        priority = self.priority
        mine, theirs = (side.seen(lambda margin, critical: (priority and critical > 0, margin)) for side in self.sides)
        law: dict[Opposed, int] = {}
        below_a = below_b = 0
        for place in sorted({*mine, *theirs}):
            at_a, at_b, margin = mine.get(place, 0), theirs.get(place, 0), place[1]
            won, lost, even = (Opposed(A, margin), Opposed(B, margin), DRAW) if margin >= 0 else BOTH_DOWN
            for met, weight in ((won, at_a * below_b), (lost, at_b * below_a), (even, at_a * at_b)):
                if weight:
                    law[met] = law.get(met, 0) + weight
            below_a += at_a
            below_b += at_b
        return Odds(less_the_loser(law, mine, theirs) if self.difference else law)

    def play(self, player: Player) -> Opposed:
        roll = cast(Roll, player)
        a, b = (roll(side) for side in self.sides)
        return compared(a, b, self.priority, self.difference)


BOTH_DOWN = FAILURES[B], FAILURES[A], FAILURES[""]  # two failures: the higher one, if any, leaves the other burdened


def less_the_loser(law: dict[Opposed, int], a: Odds[Strength], b: Odds[Strength]) -> dict[Opposed, int]:
    """DEX-COMBAT-03: the same law where the winner's margin is told less that of a loser who succeeded too."""
    told = {met: weight for met, weight in law.items() if met.outcome not in (A, B)}

    def add(winner: str, won: Odds[Strength], lost: Odds[Strength]) -> None:
        beaten = [(place, weight) for place, weight in lost.items() if place[1] >= 0]
        failed = lost.total - sum(weight for _, weight in beaten)
        by: dict[int, int] = {}
        for place, weight in won.items():
            margin = place[1]
            if margin >= 0:
                by[margin] = by.get(margin, 0) + weight * failed
                for other, share in beaten:
                    if other < place:
                        by[margin - other[1]] = by.get(margin - other[1], 0) + weight * share
        for margin, weight in by.items():
            met = Opposed(winner, max(0, margin))
            told[met] = told.get(met, 0) + weight

    add(A, a, b)
    add(B, b, a)
    return {met: weight for met, weight in told.items() if weight}


@lru_cache(maxsize=1024)
def opposition(a: Try, b: Try, priority: bool = False, difference: bool = False) -> Question[Opposed]:
    """DEX-OPP-01: two Tests, opposed."""
    return Contest(standing(a, priority, "active"), standing(b, priority, "passive"), priority, difference)


def their_choice(scene: Scene[Sheet]) -> dict[str, Name | Text]:
    """Any Aptitude of anyone present, then the listed ones."""
    known = dict.fromkeys(name for sheet in scene.cast.values() for name in sheet.aptitudes)
    return {"": Text(fr="aucune", en="none"), **{name: aptitude_name(name) for name in (*known, *APTITUDES)}}


class Oppose(Declared):
    """Against whom, with what on each side; each has its own Difficulty."""

    opponent: Annotated[str, OneOf(others), Label(fr="Adversaire", en="Opponent")]
    aptitude: Annotated[str, OneOf(own_or_listed), Label(fr="Aptitude", en="Aptitude")] = ""
    talent: Annotated[str, OneOf(ANY_TALENT), Label(fr="Talent", en="Talent")] = ""
    their_aptitude: Annotated[str, OneOf(their_choice), Label(fr="Son Aptitude", en="Their Aptitude")] = ""
    their_talent: Annotated[str, OneOf(ANY_TALENT), Label(fr="Son Talent", en="Their Talent")] = ""
    difficulty: Annotated[int, Between(0, MOST_DIFFICULT), Label(fr="Difficulté", en="Difficulty"), By(Audience.MJ)] = (
        15
    )
    their_difficulty: Annotated[
        int, Between(0, MOST_DIFFICULT), Label(fr="Sa Difficulté", en="Their Difficulty"), By(Audience.MJ)
    ] = 15
    malus: Annotated[int, Between(0, 10), Label(fr="Dés retirés", en="Dice taken away"), By(Audience.MJ)] = 0
    their_malus: Annotated[
        int, Between(0, 10), Label(fr="Ses dés retirés", en="Their dice taken away"), By(Audience.MJ)
    ] = 0

    @property
    def mine(self) -> Means:
        return Means(self.aptitude, self.talent, self.difficulty, self.malus)

    @property
    def theirs(self) -> Means:
        return Means(self.their_aptitude, self.their_talent, self.their_difficulty, self.their_malus)


def cannot_oppose(scene: Scene[Sheet], do: Oppose | None) -> Note | None:
    if do is None:
        return unable(scene, scene.actor)
    return cannot_try(scene, scene.actor, do.mine) or cannot_try(scene, do.opponent, do.theirs)


@action("deusex.oppose", Oppose, fr="S'opposer", en="Oppose somebody", refuse=cannot_oppose)
def oppose(scene: Scene[Sheet], do: Oppose, roll: Roll) -> Outcome:
    """DEX-OPP-01…06: a contest, and its four outcomes."""
    who, target = scene.actor, do.opponent
    bonuses = bonus_dice(scene, (who, target), roll)
    mine = take_side(scene, who, do.mine, bonuses[who], roll)
    theirs = take_side(scene, target, do.theirs, bonuses[target], roll)
    names, spent = (scene.me.name, scene[target].name), spendings(bonuses)

    def told(result: Opposed) -> Outcome:
        if result.burdened:
            roll.note(BURDENED, who=names[result.burdened == B])
        my_grade, their_grade = GRADES[result.outcome]
        own = part(who, my_grade, margin=result.margin) if result.outcome in (A, B) else part(who, my_grade)
        return Outcome((own, part(target, their_grade)), headline(*names, result), spent)

    contest = opposition(mine, theirs, scene.option(OPPOSITION_CRIT_PRIORITY))
    return roll.then(contest, told, by={"active": who, "passive": target})


GRADES = {A: (WON, LOST), B: (LOST, WON), STATU_QUO: (DRAWN, DRAWN), BOTH_FAIL: (FAILED, FAILED)}


def headline(me: Name, foe: Name, result: Opposed) -> Note:
    if result.outcome == A:
        return WINS.note(winner=me, loser=foe, margin=result.margin)
    if result.outcome == B:
        return WINS.note(winner=foe, loser=me, margin=result.margin)
    return (EVEN if result.outcome == STATU_QUO else NOBODY).note(who=me, target=foe)


EFFORTS = BOOK.saying(
    "DEX-COOP-01",
    fr="Ce tour apporte {brought} : les totaux des Tests réussis",
    en="This round brings {brought}: the totals of the successful Tests",
)
DONE = BOOK.saying(
    "DEX-COOP-02",
    fr="La tâche est achevée : {sum} pour {task}",
    en="The task is done: {sum} for {task}",
)
GOES_ON = BOOK.saying(
    "DEX-COOP-03",
    fr="La tâche continue : {sum} sur {task}",
    en="The task goes on: {sum} out of {task}",
)
COMPLETE = Grade("complete", Text(fr="tâche achevée", en="task done"), True)
UNDER_WAY = Grade("under_way", Text(fr="tâche en cours", en="task under way"), False)


def contribution(result: Tested) -> int:
    """DEX-COOP-01: a success brings its total, a failure nothing; criticals decide which it is."""
    return result.total if result.success else 0


@rule
def efforts(roll: Roll, attempts: tuple[Try, ...], place: int = 0) -> int:
    """DEX-COOP-01, DEX-DICE-04: one round of Tests, in order, their successes added."""
    if not attempts:
        return 0
    return roll(tested(attempts[0]), contribution, by=str(place)) + roll(efforts(attempts[1:], place + 1))


def completes(total: int, task: int) -> bool:
    """DEX-COOP-02: reaching the number is enough."""
    return total >= task


class Cooperate(Declared):
    """Who helps, how, and what the task asks."""

    helpers: Annotated[tuple[str, ...], OneOf(others), Label(fr="Avec", en="With")] = ()
    aptitude: Annotated[str, OneOf(their_choice), Label(fr="Aptitude", en="Aptitude")] = ""
    talent: Annotated[str, OneOf(ANY_TALENT), Label(fr="Talent", en="Talent")] = ""
    difficulty: Annotated[
        int, Between(0, MOST_DIFFICULT), Label(fr="Difficulté de chacun", en="Each one's Difficulty"), By(Audience.MJ)
    ] = 10
    task: Annotated[int, Between(1, 500), Label(fr="Nombre de la tâche", en="The task's number"), By(Audience.MJ)] = 40
    anew: Annotated[bool, Label(fr="Une autre tâche", en="Another task"), By(Audience.MJ)] = False

    @property
    def means(self) -> Means:
        return Means(self.aptitude, self.talent, self.difficulty)


def cannot_cooperate(scene: Scene[Sheet], do: Cooperate | None) -> Note | None:
    if do is None:
        return unable(scene, scene.actor)
    refusals = (cannot_try(scene, who, do.means) for who in (scene.actor, *do.helpers))
    return next((refusal for refusal in refusals if refusal), None)


@action("deusex.cooperate", Cooperate, fr="Coopérer à une tâche", en="Work on a task together", refuse=cannot_cooperate)
def cooperate(scene: Scene[Sheet], do: Cooperate, roll: Roll) -> Outcome:
    """DEX-COOP-01…03: one round of work, added to what was done before unless another task begins."""
    people = tuple(dict.fromkeys((scene.actor, *do.helpers)))
    bonuses = bonus_dice(scene, people, roll)
    attempts = tuple(take_side(scene, who, do.means, bonuses[who], roll) for who in people)
    who, before, spent = scene.actor, 0 if do.anew else play_of(scene).task, spendings(bonuses)
    task, anew = do.task, do.anew

    def told(brought: int) -> Outcome:
        roll.note(EFFORTS, brought=brought)
        so_far = before + brought
        done = completes(so_far, task)
        headline = (DONE if done else GOES_ON).note(sum=so_far, task=task)
        change = Put(PLAY, "task", 0 if done else so_far) if done or anew else Add(PLAY, "task", brought)
        return Outcome((part(who, COMPLETE if done else UNDER_WAY, progress=so_far),), headline, (*spent, change))

    return roll.then(efforts(attempts), told, by={str(place): one for place, one in enumerate(people)})
