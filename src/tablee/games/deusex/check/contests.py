"""Oppositions and cooperation: several people roll, margins are compared or totals added."""

from __future__ import annotations

from typing import cast

from tablee.dice import Odds, Question, Roll, laws
from tablee.dice.question import Player
from tablee.games.deusex.book import BOOK
from tablee.games.deusex.check.attempts import (
    ANY_TALENT,
    MOST_DIFFICULT,
    Means,
    cannot_try,
    others,
    own_or_listed,
    take_side,
    unable,
)
from tablee.games.deusex.check.oppositions import BOTH_FAIL, STATU_QUO, A, B, Opposed, add, opposition
from tablee.games.deusex.check.reserve import bonus_dice, spendings
from tablee.games.deusex.check.tests import (
    CRITICAL_ZEROS,
    Try,
    faces,
    judged,
    tested,
)
from tablee.games.deusex.options import OPPOSITION_CRIT_PRIORITY
from tablee.games.deusex.play import play_of
from tablee.games.deusex.sheet import Sheet
from tablee.games.deusex.tables import APTITUDES, aptitude_name
from tablee.rules.action import PLAY, Add, Ended, Ending, Grade, Outcome, Put, Scene, action, part
from tablee.rules.fields import Annotated, Audience, Between, By, Declared, Label, OneOf
from tablee.rules.why import Note
from tablee.text import Name, Text

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
    "DEX-OPP-05",
    fr="{who:Le} et {target:le} échouent {feminine:toutes|tous} deux",
    en="{who:The} and {target:the} both fail",
)

WON = Grade("won", Text(fr="l'emporte", en="wins"), True)
LOST = Grade("lost", Text(fr="perd", en="loses"), False)
DRAWN = Grade("statu_quo", Text(fr="statu quo", en="stalemate"), False)
FAILED = Grade("both_fail", Text(fr="double échec", en="both fail"), False)


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
def oppose(scene: Scene[Sheet], do: Oppose, roll: Roll) -> Ended:
    """DEX-OPP-01…06: a contest, and its four outcomes."""
    who, target = scene.actor, do.opponent
    bonuses = bonus_dice(scene, (who, target), roll)
    mine = take_side(scene, who, do.mine, bonuses[who], roll)
    theirs = take_side(scene, target, do.theirs, bonuses[target], roll)
    names, spent = (scene.me.name, scene[target].name), spendings(bonuses)

    def told(result: Opposed) -> Ended:
        if result.burdened:
            roll.note(BURDENED, who=names[result.burdened == B])
        my_grade, their_grade = GRADES[result.outcome]
        own = part(who, my_grade, margin=result.margin) if result.outcome in (A, B) else part(who, my_grade)
        parts = (own, part(target, their_grade))
        return Ending(parts, lambda: Outcome(parts, headline(*names, result), spent))

    contest = opposition(mine, theirs, scene.option(OPPOSITION_CRIT_PRIORITY), names=names)
    return roll.then(contest, told, by={"active": who, "passive": target})


GRADES = {A: (WON, LOST), B: (LOST, WON), STATU_QUO: (DRAWN, DRAWN), BOTH_FAIL: (FAILED, FAILED)}


def headline(me: Name, foe: Name, result: Opposed) -> Note:
    if result.outcome == A:
        return WINS.note(winner=me, loser=foe, margin=result.margin)
    if result.outcome == B:
        return WINS.note(winner=foe, loser=me, margin=result.margin)
    if result.outcome == STATU_QUO:
        return EVEN.note(who=me, target=foe)
    return NOBODY.note(who=me, target=foe, feminine=me.feminine and foe.feminine)


EFFORTS = BOOK.saying(
    "DEX-COOP-01",
    fr="Ce tour apporte {brought} : les totaux des Tests réussis",
    en="This round brings {brought}: the totals of the successful Tests",
)
NO_HELP = BOOK.saying(
    "DEX-COOP-01",
    key="unable",
    fr="{who:Le} est hors d'état d'agir et n'apporte rien",
    en="{who:The} is unable to act and brings nothing",
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


def contribution(total: int, margin: int) -> int:
    """DEX-COOP-01: a success brings its total, a failure nothing; criticals decide which it is."""
    return total if margin >= 0 else 0


class Efforts(Question[int]):
    """DEX-COOP-01, DEX-DICE-04: one round of Tests, in order, their successes added."""

    __slots__ = ("attempts", "names")

    def __init__(self, attempts: tuple[Try, ...], names: tuple[Name | None, ...]) -> None:
        self.attempts, self.names = attempts, names

    def __repr__(self) -> str:
        return f"efforts({self.attempts!r})"

    def odds(self) -> Odds[int]:
        return Odds(laws.summed(*map(contributions, self.attempts)))

    def play(self, player: Player) -> int:
        roll = cast(Roll, player)
        named = enumerate(zip(self.attempts, self.names, strict=True))
        results = [roll(tested(attempt, name), by=str(place)) for place, (attempt, name) in named]
        return sum(contribution(result.total, result.margin) for result in results)


def contributions(attempt: Try) -> dict[int, int]:
    """How often a Test brings how much."""
    if not attempt.dice:
        return {0: 1}
    law: dict[int, int] = {}
    for (dice, zeros), weight in faces(attempt.dice, attempt.open, CRITICAL_ZEROS).odds().items():
        margin, _ = judged(attempt, dice, zeros)
        add(law, contribution(dice + attempt.bonus, margin), weight)
    return law


def efforts(attempts: tuple[Try, ...], names: tuple[Name, ...] = ()) -> Question[int]:
    """DEX-COOP-01: one round of Tests by several people."""
    return Efforts(attempts, names or (None,) * len(attempts))


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
    able = (who for who in do.helpers if unable(scene, who) is None)
    refusals = (cannot_try(scene, who, do.means) for who in (scene.actor, *able))
    return next((refusal for refusal in refusals if refusal), None)


@action("deusex.cooperate", Cooperate, fr="Coopérer à une tâche", en="Work on a task together", refuse=cannot_cooperate)
def cooperate(scene: Scene[Sheet], do: Cooperate, roll: Roll) -> Outcome:
    """DEX-COOP-01…03: one round of work, added to what was done before unless another task begins.

    Those unable to act roll nothing and bring nothing.
    """
    everybody = tuple(dict.fromkeys((scene.actor, *do.helpers)))
    people = tuple(one for one in everybody if unable(scene, one) is None)
    for one in everybody:
        if one not in people:
            roll.note(NO_HELP, who=scene[one].name)
    bonuses = bonus_dice(scene, people, roll)
    attempts = tuple(take_side(scene, who, do.means, bonuses[who], roll) for who in people)
    who, before, spent = scene.actor, 0 if do.anew else play_of(scene).task, spendings(bonuses)
    task, finished = do.task, (*spent, Put(PLAY, "task", 0))

    def told(brought: int) -> Outcome:
        roll.note(EFFORTS, brought=brought)
        so_far = before + brought
        if completes(so_far, task):
            return Outcome((part(who, COMPLETE, progress=so_far),), DONE.note(sum=so_far, task=task), finished)
        change = Put(PLAY, "task", so_far) if do.anew else Add(PLAY, "task", brought)
        headline = GOES_ON.note(sum=so_far, task=task)
        return Outcome((part(who, UNDER_WAY, progress=so_far),), headline, (*spent, change))

    names = tuple(scene[one].name for one in people)
    return roll.then(efforts(attempts, names), told, by={str(place): one for place, one in enumerate(people)})
