"""Oppositions and cooperation: several people roll, margins are compared or totals added."""

from __future__ import annotations

from typing import NamedTuple

from tablee.dice import Roll, rule, together
from tablee.games.deusex.attempts import (
    ANY_TALENT,
    MOST_DIFFICULT,
    Means,
    begin,
    cannot_try,
    others,
    own_or_listed,
    unable,
)
from tablee.games.deusex.book import BOOK
from tablee.games.deusex.checks import Standing, Tested, Try, standing, tested
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
    en="Statu quo between {who:the} and {target:the}",
)
NOBODY = BOOK.saying(
    "DEX-OPP-05", fr="{who:Le} et {target:le} échouent tous deux", en="{who:The} and {target:the} both fail"
)

WON = Grade("won", Text(fr="l'emporte", en="wins"), True)
LOST = Grade("lost", Text(fr="perd", en="loses"), False)
DRAWN = Grade("statu_quo", Text(fr="statu quo", en="statu quo"), False)
FAILED = Grade("both_fail", Text(fr="double échec", en="both fail"), False)


class Opposed(NamedTuple):
    """Who wins, by which margin, how well the loser did, and who may be burdened if he tries again."""

    outcome: str
    margin: int = 0  # of the winner
    loser: int = 0  # the loser's margin if he succeeded too
    burdened: str = ""  # after two failures, the side with the lower margin


DRAW = Opposed(STATU_QUO)
FAILURES = {worse: Opposed(BOTH_FAIL, burdened=worse) for worse in ("", A, B)}


def compared(a: Standing, b: Standing, priority: bool = False, keep_loser: bool = True) -> Opposed:
    """DEX-OPP-02…06: margins decide; with `priority` a critical success beats a mere one."""
    mine, theirs = a.margin, b.margin
    if mine < 0 and theirs < 0:
        return FAILURES["" if mine == theirs else A if mine < theirs else B]
    wins = mine > theirs
    if priority and (a.critical > 0) != (b.critical > 0):
        wins = a.critical > 0
    elif mine == theirs:
        return DRAW
    if not keep_loser:
        return Opposed(A, mine) if wins else Opposed(B, theirs)
    return Opposed(A, mine, max(0, theirs)) if wins else Opposed(B, theirs, max(0, mine))


@rule
def opposition(roll: Roll, a: Try, b: Try, priority: bool = False, keep_loser: bool = False) -> Opposed:
    """DEX-OPP-01, DEX-DICE-04: the active side rolls first, then the other; the loser's margin rarely matters."""
    both = together(standing(a, priority, "active"), standing(b, priority, "passive"))
    return roll(both, lambda sides: compared(sides[0], sides[1], priority, keep_loser))


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
    mine = begin(scene, who, do.mine, bonuses[who], roll)
    theirs = begin(scene, target, do.theirs, bonuses[target], roll)
    result = roll(
        opposition(mine, theirs, scene.option(OPPOSITION_CRIT_PRIORITY)), by={"active": who, "passive": target}
    )
    sides = {A: who, B: target}
    if result.burdened:
        roll.note(BURDENED, who=scene[sides[result.burdened]].name)
    grades = {A: (WON, LOST), B: (LOST, WON), STATU_QUO: (DRAWN, DRAWN), BOTH_FAIL: (FAILED, FAILED)}
    my_grade, their_grade = grades[result.outcome]
    amounts = {"margin": result.margin} if result.outcome in sides else {}
    parts = (part(who, my_grade, **amounts), part(target, their_grade))
    return Outcome(parts, told(scene, target, result), spendings(bonuses))


def told(scene: Scene[Sheet], target: str, result: Opposed) -> Note:
    names = {A: scene.me.name, B: scene[target].name}
    if result.outcome in names:
        winner, loser = (A, B) if result.outcome == A else (B, A)
        return WINS.note(winner=names[winner], loser=names[loser], margin=result.margin)
    return (EVEN if result.outcome == STATU_QUO else NOBODY).note(who=names[A], target=names[B])


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
    """DEX-COOP-01…03: one round of work, added to what was done before."""
    people = (scene.actor, *do.helpers)
    bonuses = bonus_dice(scene, people, roll)
    attempts = tuple(begin(scene, who, do.means, bonuses[who], roll) for who in people)
    brought = roll(efforts(attempts), by={str(place): who for place, who in enumerate(people)})
    roll.note(EFFORTS, brought=brought)
    so_far = play_of(scene).task + brought
    done = completes(so_far, do.task)
    headline = (DONE if done else GOES_ON).note(sum=so_far, task=do.task)
    change = Put(PLAY, "task", 0) if done else Add(PLAY, "task", brought)
    grade = COMPLETE if done else UNDER_WAY
    return Outcome((part(scene.actor, grade, progress=so_far),), headline, (*spendings(bonuses), change))
