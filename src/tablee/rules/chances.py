"""The exact odds of an action as people read them: success, grades, amounts, the sums before the dice, each face.

Laws come from the action itself; this module only reads them: a page and a terminal draw what it answers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from tablee.dice.choice import Plan, by_default
from tablee.dice.odds import Odds, probability
from tablee.dice.rule import MAX_LEAVES
from tablee.dice.throw import Fed
from tablee.errors import BadInput, NeedDice, TooMany
from tablee.rules.action import Action, Grade, Part, Scene
from tablee.rules.fields import Declared
from tablee.rules.game import Game
from tablee.rules.run import Done, Parts, Waiting, expected, perform, prepared
from tablee.rules.sheet.sheets import Entry, Opens
from tablee.rules.tell import parts_for_players
from tablee.rules.why import Note, Tally

MAX_FACES = 20  # a larger die is not told face by face
MAX_USUAL = 20_000  # branches of a test on a printed sheet
MAX_BESIDE = 200  # branches of what others throw after the die that decides


@dataclass(frozen=True)
class GradeChance:
    """How likely these grades are together, one for each person concerned; amounts are left out."""

    parts: Parts
    chance: Fraction


@dataclass(frozen=True)
class Verdict:
    """How likely one person comes out with this grade."""

    who: str
    grade: Grade
    chance: Fraction


@dataclass(frozen=True)
class Threshold:
    """The least value of an amount with which a character comes out with this grade, or a higher one."""

    at: int
    grade: Grade


@dataclass(frozen=True)
class AmountChances:
    """The law of one amount (damage) for one person, 0 where they have none."""

    who: str
    amount: str
    law: Odds[int]
    none: Fraction = Fraction(0)  # how often they have none: a miss has no damage, not a damage of 0
    threshold: Threshold | None = None

    @property
    def mean(self) -> Fraction:
        return self.law.mean(int)

    @property
    def deviation(self) -> float:
        """The standard deviation: how far from the mean it usually falls."""
        return self.law.deviation()

    def at_least(self, value: int) -> Fraction:
        """The chance of this much or more."""
        return self.law.at_least(value)


@dataclass(frozen=True)
class PersonChances:
    """How a character comes out whom the success of an action is not about: another one whom a spell reaches."""

    who: str
    reached: Fraction  # how often it comes to that
    verdicts: tuple[Verdict, ...]  # in those cases, the best for the one who acts before others


@dataclass(frozen=True)
class FaceResult:
    """What one face of the die that decides would do."""

    face: int
    parts: Parts


@dataclass(frozen=True)
class Chances:
    """The odds of an action, of everybody it concerns or of one person (`of`)."""

    of: str
    grades: tuple[GradeChance, ...]  # the likeliest first
    amounts: tuple[AmountChances, ...]  # those that vary


@dataclass(frozen=True)
class Foreseen:
    """What can be told of an action before its dice."""

    sums: tuple[Tally, ...]  # what is added up before any die
    chances: tuple[
        Chances, ...
    ]  # of everybody together if that can be counted, and each target's own if there are several
    faces: tuple[FaceResult, ...]  # where one die decides


def foreseen(
    game: Game,
    action: Action[Any, Any],
    scene: Scene[Any],
    do: Declared,
    plan: Plan = by_default,
    most: int = MAX_LEAVES,
) -> Foreseen:
    """What can be told of an action before its dice, the plan answering decisions; TooMany if there is too much."""
    laws, before = game.odds(action, scene, do, plan, most), until_dice(action, scene, do, plan)
    return Foreseen(sums_of(before), chances_of(laws), faces_of(action, scene, do, plan, before))


def usual_tests(game: Game, scene: Scene[Any], opens: Opens) -> list[Declared]:
    """What an entry of a sheet opens, at each usual difficulty of the game; nothing if it is no test of that kind, or
    cannot be tried.
    """
    action, tests = game.action(opens.action), list[Declared]()
    for difficulty in game.reference.difficulties:
        if not set(difficulty.params) <= set(action.params.model_fields):
            return []
        try:
            do = prepared(action, scene, {**opens.params, **difficulty.params})
        except BadInput:
            return []
        if isinstance(do, Note):
            return []
        tests.append(do)
    return tests


def usual_sums(game: Game, scene: Scene[Any], opens: Opens) -> tuple[Tally, ...]:
    """The sums that the usual tests of an entry make before their dice: what their odds tell."""
    action, usual = game.action(opens.action), usual_tests(game, scene, opens)[:1]
    return tuple(tally for do in usual for tally in sums_of(until_dice(action, scene, do, by_default)))


def at_usual_difficulties(game: Game, scene: Scene[Any], opens: Opens) -> tuple[Fraction, ...]:
    """The chance that each usual test of an entry comes out well; nothing if there is none, or too much to count."""
    action = game.action(opens.action)
    try:
        laws = [expected(action, scene, do, most=MAX_USUAL) for do in usual_tests(game, scene, opens)]
    except TooMany:
        return ()
    return tuple(success(law) for law in laws)


def sheet_chances(game: Game, scene: Scene[Any], entries: Iterable[Entry]) -> dict[str, tuple[Fraction, ...]]:
    """The odds of every test that entries of a sheet open, at each usual difficulty, by the id of the entry.

    `scene` has the owner of the sheet as the one who acts.
    """
    tests = {one.id: one.opens for one in entries if one.opens and one.drawn != "boxes"}  # points to spend are no skill
    found = {id: at_usual_difficulties(game, scene, opens) for id, opens in tests.items()}
    return {id: chances for id, chances in found.items() if chances}


def chances_of(laws: Mapping[str, Odds[Parts]]) -> tuple[Chances, ...]:
    """The laws that `Game.odds` gives, by grade and by amount."""
    return tuple(Chances(who, by_grade(law), by_amount(law)) for who, law in laws.items())


def by_grade(law: Odds[Parts]) -> tuple[GradeChance, ...]:
    """The chance of each way to come out, amounts left out, the likeliest first."""
    graded = law.read(lambda parts: tuple(Part(part.who, part.grade) for part in parts))
    return tuple(
        GradeChance(parts, chance) for parts, chance in sorted(graded.fractions().items(), key=lambda item: -item[1])
    )


def success(law: Odds[Parts], targets: Sequence[str] = ()) -> Fraction:
    """The chance that an action comes out well for the one who acts: by its first part, or, where it aims at several
    `targets`, by the part of at least one of them.
    """

    def well(parts: Parts) -> bool:
        if len(targets) > 1:
            return any(part.grade.good for part in parts if part.who in targets)
        return bool(parts) and parts[0].grade.good

    return law.chance(well)


def verdicts(law: Odds[Parts]) -> tuple[Verdict, ...]:
    """The chance of each grade of the first part, the best for the one who acts before others."""
    first = law.read(lambda parts: parts[0].grade if parts else None)
    whose = {parts[0].grade: parts[0].who for parts in reversed(list(law)) if parts}
    return _ordered([Verdict(whose[grade], grade, chance) for grade, chance in first.fractions().items() if grade])


def _ordered(found: list[Verdict]) -> tuple[Verdict, ...]:
    return tuple(sorted(found, key=lambda one: one.grade.height, reverse=True))


def beside(law: Odds[Parts]) -> tuple[PersonChances, ...]:
    """How each person comes out besides the one of the first part, unless that one's grade already tells theirs."""
    people = dict.fromkeys(part.who for parts in law for part in parts[1:])
    return tuple(one for who in people if (one := _beside(law, who)) is not None)


def _beside(law: Odds[Parts], who: str) -> PersonChances | None:
    def both(parts: Parts) -> tuple[Grade | None, Grade | None]:
        return parts[0].grade if parts else None, next((part.grade for part in parts[1:] if part.who == who), None)

    pairs = law.read(both)
    if len({first for first, _ in pairs}) == len(pairs):
        return None
    own = pairs.read(lambda pair: pair[1])
    reached = 1 - own.p(None)
    return PersonChances(
        who, reached, _ordered([Verdict(who, grade, own.p(grade) / reached) for grade in own if grade is not None])
    )


def by_amount(law: Odds[Parts]) -> tuple[AmountChances, ...]:
    """The law of each amount that varies, person by person."""
    named = dict.fromkeys((part.who, name) for parts in law for part in parts for name, _ in part.amounts)
    laws = [_amount_chances(law, who, amount) for who, amount in named]
    return tuple(one for one in laws if len(one.law) > 1)


def _amount_chances(law: Odds[Parts], who: str, amount: str) -> AmountChances:
    def had(parts: Parts) -> tuple[int, Grade] | None:
        found = [part for part in parts if part.who == who and any(name == amount for name, _ in part.amounts)]
        return (sum(part.amount(amount) for part in found), found[0].grade) if found else None

    graded = law.read(had)
    values = graded.read(lambda pair: pair[0] if pair else 0)
    return AmountChances(who, amount, values, graded.p(None), _threshold([pair for pair in graded if pair]))


def _threshold(graded: list[tuple[int, Grade]]) -> Threshold | None:
    """Where success begins, if an amount decides it; else where the highest grade begins, if an amount decides that.
    Not where any amount at all does it: a blow that takes something wounds.
    """

    def well(grade: Grade) -> int:
        return int(grade.good)

    def rank(grade: Grade) -> int:
        return grade.rank

    for height in (well, rank):
        top = max(height(grade) for _, grade in graded)
        below = [value for value, grade in graded if height(grade) < top]
        if below and set(below) != {0}:
            reached = [(value, grade) for value, grade in graded if height(grade) == top]
            at = min(value for value, _ in reached)
            return Threshold(at, min((grade for _, grade in reached), key=rank)) if max(below) < at else None
    return None


def amount_law(law: Odds[Parts], who: str, amount: str) -> Odds[int]:
    """The law of one amount for one person, 0 where they have none."""
    return law.read(lambda parts: sum(part.amount(amount) for part in parts if part.who == who))


def sums_of(before: Done | Waiting) -> tuple[Tally, ...]:
    """The sums that an action has made before its first die."""
    return tuple(item for item in before.why if isinstance(item, Tally))


def faces_of(
    action: Action[Any, Any], scene: Scene[Any], do: Declared, plan: Plan, before: Done | Waiting
) -> tuple[FaceResult, ...]:
    """What each face would do, where one die of the one who acts decides; nothing otherwise. Decisions are answered by
    a plan; `before` is the action at its first die.

    Where others throw after it (they resist a spell), a face tells the first part alone, if their dice change nothing
    about that.
    """
    if isinstance(before, Done) or before.dice is None or before.dice.count != 1 or before.dice.sides > MAX_FACES:
        return ()
    results = []
    for face in range(1, before.dice.sides + 1):
        after = until_dice(action, scene, do, plan, [face])
        parts = after.outcome.parts if isinstance(after, Done) else _decided(action, scene, do, after)
        if parts is None:
            return ()
        results.append(FaceResult(face, parts))
    return tuple(results)


def _decided(action: Action[Any, Any], scene: Scene[Any], do: Declared, waiting: Waiting) -> Parts | None:
    """The first part of an action that waits for the dice of others, if it is the same whatever they throw."""
    if waiting.dice is None or waiting.dice.by == scene.actor:
        return None
    try:
        law = expected(action, scene, do, so_far=waiting.progress, most=MAX_BESIDE)
    except (TooMany, NeedDice):  # it waits in the middle of a rule: an opposition, which both dice decide
        return None
    firsts = {parts[:1] for parts in law}
    return firsts.pop() if len(firsts) == 1 else None


def first_throw(before: Done | Waiting, actor: str) -> tuple[int, int] | None:
    """How many dice the one who acts throws first, and of how many sides; None if others throw before, or nobody."""
    dice = before.dice if isinstance(before, Waiting) else None
    return (dice.count, dice.sides) if dice and dice.by == actor else None


def until_dice(
    action: Action[Any, Any], scene: Scene[Any], do: Declared, plan: Plan, faces: Sequence[int] = ()
) -> Done | Waiting:
    """An action with these faces, decisions answered by a plan, until it ends or needs more dice."""
    known = perform(action, scene, do, Fed(faces))
    while isinstance(known, Waiting) and known.asked:
        fed = [face for roll in known.progress.rolls for face in roll.faces]
        answers = {who: plan(who, decision) for who, decision in known.asked.items()}
        known = perform(action, scene, do, Fed(faces[len(fed) :]), known.answered(answers))
    return known


def for_players(game: Game, scene: Scene[Any], odds: Odds[Parts]) -> Odds[Parts]:
    """Odds without the amounts that the table's options hide from players."""
    return odds.read(lambda parts: parts_for_players(game, scene, parts))


def laws_json(game: Game, scene: Scene[Any], laws: Mapping[str, Odds[Parts]]) -> list[dict[str, Any]]:
    """Outcomes with their probability as a fraction and as a float; `of` names one target, or is null for all."""
    return [
        {
            "of": who or None,
            "outcome": [{"who": part.who, "grade": part.grade.id, "amounts": dict(part.amounts)} for part in parts],
            **probability(chance),
        }
        for who, law in laws.items()
        for parts, chance in sorted(for_players(game, scene, law).fractions().items(), key=lambda item: -item[1])
    ]
