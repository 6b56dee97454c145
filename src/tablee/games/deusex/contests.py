"""Oppositions and cooperation: several people roll, margins are compared or totals added."""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import NamedTuple, TypeVar, cast

from tablee.dice import Odds, Question, Roll
from tablee.dice.laws import difference, summed
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
from tablee.games.deusex.checks import (
    CRITICAL_ZEROS,
    Stand,
    Standing,
    Try,
    faces,
    judged,
    margins,
    standing,
    tested,
    verdicts,
)
from tablee.games.deusex.options import OPPOSITION_CRIT_PRIORITY
from tablee.games.deusex.play import play_of
from tablee.games.deusex.reserve import bonus_dice, spendings
from tablee.games.deusex.sheet import Sheet
from tablee.games.deusex.tables import APTITUDES, aptitude_name
from tablee.rules.action import PLAY, Add, Grade, Outcome, Put, Scene, action, part
from tablee.rules.fields import Annotated, Audience, Between, By, Declared, Label, OneOf
from tablee.rules.why import Note
from tablee.text import Name, Text

T = TypeVar("T")

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
    mine, theirs = strength(*a, priority), strength(*b, priority)
    if mine == theirs:
        return DRAW
    winner, loser = (a, b) if mine > theirs else (b, a)
    less = max(0, loser.margin) if difference else 0
    return Opposed(A if mine > theirs else B, max(0, winner.margin - less))


ABOVE = 100_000  # more than any margin


def strength(margin: int, critical: int, priority: bool) -> int:
    """DEX-OPP-06: what an opposition goes by; the higher wins, if it is a success, which is never below 0."""
    return margin + ABOVE if priority and critical > 0 else margin


def strengths(attempt: Try, priority: bool) -> dict[int, int]:
    """How often a Test stands how high."""
    if not priority:
        return margins(attempt)
    law: dict[int, int] = {}
    for (margin, critical), weight in verdicts(attempt).items():
        place = strength(margin, critical, priority)
        law[place] = law.get(place, 0) + weight
    return law


class Endings(NamedTuple):
    """How often each side wins by which margin, and how often nobody does."""

    won: dict[int, int]
    lost: dict[int, int]
    undecided: dict[Opposed, int]


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
        won, lost, undecided = self.endings()
        wins = {Opposed(A, margin): weight for margin, weight in won.items()}
        return Odds({**wins, **{Opposed(B, margin): weight for margin, weight in lost.items()}, **undecided})

    def endings(self) -> Endings:
        """The same law, by margins."""
        mine, theirs = (strengths(side.attempt, self.priority) for side in self.sides)
        won, lost, undecided = Endings({}, {}, {})
        below_a = below_b = 0
        for place in sorted({*mine, *theirs}):
            at_a, at_b, margin = mine.get(place, 0), theirs.get(place, 0), place % ABOVE
            if place < 0:
                add(undecided, FAILURES[B], at_a * below_b)
                add(undecided, FAILURES[A], at_b * below_a)
            elif not self.difference:
                add(won, margin, at_a * below_b)
                add(lost, margin, at_b * below_a)
            add(undecided, DRAW if place >= 0 else FAILURES[""], at_a * at_b)
            below_a += at_a
            below_b += at_b
        if self.difference:
            won, lost = less_the_loser(mine, theirs)
        return Endings(won, lost, undecided)

    def play(self, player: Player) -> Opposed:
        roll = cast(Roll, player)
        a, b = (roll(side) for side in self.sides)
        return compared(a, b, self.priority, self.difference)


def add(law: dict[T, int], found: T, weight: int) -> None:
    if weight:
        law[found] = law.get(found, 0) + weight


def less_the_loser(a: dict[int, int], b: dict[int, int]) -> tuple[dict[int, int], dict[int, int]]:
    """DEX-COMBAT-03: how often each side wins by how much, less the margin of a loser who succeeded too."""
    won, lost = dict[int, int](), dict[int, int]()
    for margins_won, own, other in ((won, a, b), (lost, b, a)):
        failed = sum(weight for place, weight in other.items() if place < 0)
        for place, weight in own.items():
            if place >= 0:
                add(margins_won, place % ABOVE, weight * failed)
    for (rank, mine), (other_rank, theirs) in product(successes(a), successes(b)):
        for more, weight in difference(mine, theirs).items():
            if (rank, more) > (other_rank, 0):
                add(won, max(0, more), weight)
            elif (rank, more) < (other_rank, 0):
                add(lost, max(0, -more), weight)
    return won, lost


def successes(law: dict[int, int]) -> list[tuple[int, dict[int, int]]]:
    """The margins of successes: of mere ones, then of those that a critical puts above."""
    ranks = (0, ABOVE)
    found = [(rank, {place - rank: w for place, w in law.items() if rank <= place < rank + ABOVE}) for rank in ranks]
    return [(rank, margins) for rank, margins in found if margins]


@lru_cache(maxsize=1024)
def opposition(a: Try, b: Try, priority: bool = False, difference: bool = False) -> Contest:
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


def contribution(total: int, margin: int) -> int:
    """DEX-COOP-01: a success brings its total, a failure nothing; criticals decide which it is."""
    return total if margin >= 0 else 0


class Efforts(Question[int]):
    """DEX-COOP-01, DEX-DICE-04: one round of Tests, in order, their successes added."""

    __slots__ = ("attempts",)

    def __init__(self, attempts: tuple[Try, ...]) -> None:
        self.attempts = attempts

    def __repr__(self) -> str:
        return f"efforts({self.attempts!r})"

    def odds(self) -> Odds[int]:
        return Odds(summed(*map(contributions, self.attempts)))

    def play(self, player: Player) -> int:
        roll = cast(Roll, player)
        results = [roll(tested(attempt), by=str(place)) for place, attempt in enumerate(self.attempts)]
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


def efforts(attempts: tuple[Try, ...]) -> Question[int]:
    """DEX-COOP-01: one round of Tests by several people."""
    return Efforts(attempts)


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
    task, finished = do.task, (*spent, Put(PLAY, "task", 0))

    def told(brought: int) -> Outcome:
        roll.note(EFFORTS, brought=brought)
        so_far = before + brought
        if completes(so_far, task):
            return Outcome((part(who, COMPLETE, progress=so_far),), DONE.note(sum=so_far, task=task), finished)
        change = Put(PLAY, "task", so_far) if do.anew else Add(PLAY, "task", brought)
        headline = GOES_ON.note(sum=so_far, task=task)
        return Outcome((part(who, UNDER_WAY, progress=so_far),), headline, (*spent, change))

    return roll.then(efforts(attempts), told, by={str(place): one for place, one in enumerate(people)})
