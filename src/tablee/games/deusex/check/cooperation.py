"""Cooperation: several people roll, the totals of their successes are added until the task is done."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import zip_longest
from typing import Any

from tablee.dice import Question, Roll, rule, sum_of
from tablee.games.deusex.book import BOOK, DICE
from tablee.games.deusex.check.attempts import (
    ANY_TALENT,
    ASKED_DIFFICULTY,
    MAX_DIFFICULT,
    AnyTalent,
    AptitudeName,
    DiceTaken,
    Means,
    any_aptitude,
    attempt,
    cannot_try,
    explained_side,
    has_acted,
    unable,
)
from tablee.games.deusex.check.checks import Try, rolled
from tablee.games.deusex.check.reserve import bonus_dice, spendings
from tablee.games.deusex.play import Joined, play_of
from tablee.games.deusex.sheet import Sheet
from tablee.rules.action import PLAY, Add, Kind, Outcome, Put, Scene, action, part
from tablee.rules.cast import others
from tablee.rules.efforts import CameOut, Effort
from tablee.rules.fields import Annotated, Ask, Audience, Between, By, Declared, Label, OneOf
from tablee.rules.forms import HELP, WITH, WORD_OF_MJ
from tablee.rules.why import Note
from tablee.text import Name, Text

IN_ALL = Text(fr="{n} ensemble", en="{n} together")
COMPLETE = BOOK.grade("complete")
UNDER_WAY = BOOK.grade("under_way")


@rule
def contribution(roll: Roll, attempt: Try, by: str, of: Name | None = None) -> int:
    """DEX-COOP-01: a success brings its total, a failure nothing; criticals decide which it is."""
    return rolled(roll, attempt, lambda test: test.total if test.success else 0, by, of)


def efforts(attempts: tuple[Try, ...], names: tuple[Name | None, ...]) -> Question[int]:
    """DEX-COOP-01, DEX-DICE-04: one round of Tests, in order, their successes added; `by` is each one's place."""
    named = enumerate(zip(attempts, names, strict=True))
    return sum_of(*(contribution(attempt, str(place), name) for place, (attempt, name) in named))


def completes(total: int, task: int) -> bool:
    """DEX-COOP-02: reaching the number is enough."""
    return total >= task


EachDifficulty = Annotated[int, Between(0, MAX_DIFFICULT)]
EachMalus = Annotated[int, Between(0, 10)]


TO_REACH = Text(
    fr="Les totaux des Tests réussis s'ajoutent, tour après tour, jusqu'à ce nombre.",
    en="The totals of successful Tests add up, round after round, until they reach it.",
)


def helped(_scene: Scene[Sheet], values: Mapping[str, Any]) -> bool:
    """Whether the form names any helper."""
    return bool(values["helpers"])


class Cooperate(Declared):
    """Who helps, how, and what the task asks."""

    helpers: Annotated[tuple[str, ...], OneOf(others, helps=True), Label(fr="Avec", en="With"), Ask(HELP)] = ()
    aptitude: Annotated[AptitudeName, OneOf(any_aptitude), Label(fr="Aptitude", en="Aptitude"), Ask(WITH)] = ""
    talent: AnyTalent = ""
    with_aptitudes: Annotated[
        tuple[AptitudeName, ...],
        OneOf(any_aptitude),
        Label(fr="L'Aptitude de chaque aide", en="Each helper's Aptitude"),
        Ask(HELP, more=True, when=helped),
    ] = ()
    with_talents: Annotated[
        tuple[str, ...],
        OneOf(ANY_TALENT),
        Label(fr="Le Talent de chaque aide", en="Each helper's Talent"),
        Ask(HELP, more=True, when=helped),
    ] = ()
    difficulty: Annotated[
        int,
        Between(0, MAX_DIFFICULT),
        Label(fr="Difficulté de chacun", en="Each one's Difficulty"),
        By(Audience.MJ),
        ASKED_DIFFICULTY,
    ] = 10
    difficulties: Annotated[
        tuple[EachDifficulty, ...],
        Label(fr="La Difficulté de chaque aide (0 : la même)", en="Each helper's Difficulty (0: the same)"),
        By(Audience.MJ),
        Ask(WORD_OF_MJ, when=helped),
    ] = ()
    malus: DiceTaken = 0
    maluses: Annotated[
        tuple[EachMalus, ...],
        Label(fr="Les dés retirés à chaque aide", en="Dice taken from each helper"),
        By(Audience.MJ),
        Ask(WORD_OF_MJ, unit=DICE, when=helped),
    ] = ()
    task: Annotated[
        int,
        Between(1, 500),
        Label(fr="Nombre de la tâche", en="The task's number"),
        By(Audience.MJ),
        Ask(WORD_OF_MJ, help=TO_REACH),
    ] = 40
    anew: Annotated[
        bool,
        Label(fr="Une autre tâche", en="Another task"),
        By(Audience.MJ),
        Ask(WORD_OF_MJ, when=lambda scene, _: play_of(scene).task > 0),
    ] = False

    def means(self, scene: Scene[Sheet]) -> dict[str, Means]:
        """DEX-COOP-01: how each takes part: what is said of them in their place, else as the one who acts."""
        shared = Means(self.aptitude, self.talent, self.difficulty, self.malus)
        own = zip_longest(self.with_aptitudes, self.with_talents, self.difficulties, self.maluses)
        means = {scene.actor: shared}
        for who, said in zip_longest(self.helpers, own):
            aptitude, talent, difficulty, malus = said or (None, None, None, None)
            shares = aptitude is None and talent is None
            way = (self.aptitude, self.talent) if shares else (aptitude or "", talent or "")
            if who is not None:
                means.setdefault(who, Means(*way, difficulty or self.difficulty, malus or 0))
        return means


def cannot_cooperate(scene: Scene[Sheet], do: Cooperate | None) -> Note | None:
    """DEX-COOP-01: each one who takes part acts, and makes a Test that they are able to make."""
    if do is None:
        return unable(scene, scene.actor)
    taking_part = do.means(scene).items()
    refusals = (has_acted(scene, who) or cannot_try(scene.acting(who), who, means) for who, means in taking_part)
    return next((refusal for refusal in refusals if refusal), None)


@action(
    "deusex.cooperate",
    Cooperate,
    fr="Coopérer à une tâche",
    en="Work on a task together",
    refuse=cannot_cooperate,
    kind=Kind.CHECK,
)
def cooperate(scene: Scene[Sheet], do: Cooperate, roll: Roll) -> Outcome:
    """DEX-COOP-01…03: one round of work, added to what was done before unless another task begins."""
    means = do.means(scene)
    who, *helpers = people = tuple(means)
    bonuses = bonus_dice(scene, people, roll)
    attempts = tuple(explained_side(scene, one, means[one], bonuses[one], roll) for one in people)
    before, effects = 0 if do.anew else play_of(scene).task, (*spendings(bonuses), Joined(tuple(helpers)))
    task = do.task

    def told(brought: int) -> Outcome:
        roll.note("DEX-COOP-01", brought=brought)
        so_far = before + brought
        if completes(so_far, task):
            return Outcome(
                (part(who, COMPLETE, progress=so_far),),
                BOOK.note("DEX-COOP-02", sum=so_far, task=task),
                (*effects, Put(PLAY, "task", 0)),
            )
        change = Put(PLAY, "task", so_far) if do.anew else Add(PLAY, "task", brought)
        headline = BOOK.note("DEX-COOP-03", sum=so_far, task=task)
        return Outcome((part(who, UNDER_WAY, progress=so_far),), headline, (*effects, change))

    names = tuple(scene[one].name for one in people)
    return roll.then(efforts(attempts, names), told, by={str(place): one for place, one in enumerate(people)})


def came_out_together(_scene: Scene[Sheet], action: str, efforts: Mapping[str, Effort]) -> CameOut | None:
    """DEX-COOP-01, -02: Tests that several people made each for themselves: the totals of the successes are added, for
    a task whose number the MJ knows. None for any roll but a Test.
    """
    if action != attempt.id:
        return None
    successes = (
        effort.values_of("DEX-TEST-08", "DEX-TEST-08:with_talent") for effort in efforts.values() if effort.good
    )
    brought = sum(int(told["total"]) for told in successes if told)
    label = Text(IN_ALL.say("fr", n=brought), IN_ALL.say("en", n=brought))
    told = BOOK.note("DEX-COOP-02:group", brought=brought) if brought else BOOK.note("DEX-COOP-02:nothing")
    return CameOut(brought > 0, label, told)
