"""Scenes for the vectors of Clé en main: people from what a vector tells of them, and real actions played on them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from tablee.dice import Fed, Odds
from tablee.dice.throw import Dice
from tablee.games.cle_en_main import GAME
from tablee.games.cle_en_main.check.notation import read_term
from tablee.games.cle_en_main.sheet import Item, Sheet
from tablee.games.cle_en_main.tables import Weapon
from tablee.rules.action import Action, Scene, applied
from tablee.rules.fields import Declared
from tablee.rules.run import Parts, Progress, Waiting, expected, perform, planned, prepared
from tablee.rules.why import Note
from tablee.text import Text
from tests.conformance.acting import Asked, Told
from tests.conformance.given import plain
from tests.games.cle_en_main.scenes import PLENTY, sheet

__all__ = ["PLENTY", "sheet"]
Given = Mapping[str, Any]
Answer = dict[str, Any]
RULINGS = {  # switches of the catalogue that are rulings here: only the decision is played
    "untrained_specialisation": "near_or_forbid",
    "bank_advances": False,
    "developed_bonus_counts_as_value": True,
    "develop_per_specialisation": True,
    "replacement_heroism": "full",
    "heroic_die_unlocks_retry": True,
    "open_auto": "ignore",
    "redo_keeps_heroic_die": True,
    "intercept_protection": "interceptor",
    "npc_heroism_points": 0,
    "auto11_damage": "fixed",
    "reply_if_already_acted": "none",
    "interrupt_penalty_choice": "interrupter",
    "stand_and_move": "forbid",
    "retry_in_combat": "suspended_all",
    "melee_crowd_scope": "all_defences",
    "group_counts_as": "individuals",
    "penalty_must_matter": True,
    "primes_on_defence": False,
    "multi_risk": "all_missed",
    "mep_action_malus": 0,
    "repeated_dying": "earliest",
    "fall_single_roll": False,
    "asphyxia_first_tick": "same_round",
    "heavy_training_implies_war": False,
    "beyond_range": "forbid",
    "zone_inclusive": False,
    "exploding_scope": "damage_dice",
    "shield_stacks": True,
    "unarmed_strict": False,
    "group_bonus_on_defence": False,
    "figurant_carry_over": False,
    "manoeuvre_modifiers": "all_tests",
}
SURE, LOST = [6, 6, 6], [1, 1, 1]  # dice of an adapter, where a vector tells what came out and not what was thrown
SKILLED = 100  # a skill that wins against anything but automatic results
POINTS = 50  # of heroism, for those who are to buy something


class Refused(Exception):
    """An action is refused: `note` is the sentence."""

    def __init__(self, note: Note) -> None:
        super().__init__(note.saying.id)
        self.note, self.saying = note, note.saying.id


def options_of(given: Given) -> dict[str, Any]:
    """The options of a vector that are options here; a ruling may only be confirmed."""
    told, known = dict(plain(given.get("options") or {})), {option.id for option in GAME.options}
    for id, value in told.items():
        if id not in known and RULINGS[id] != value:
            raise ValueError(f"{id} is a ruling: only {RULINGS[id]} is played")
    return {id: value for id, value in told.items() if id in known}


def terms_of(told: Sequence[Given | str] | None) -> tuple[str, ...]:
    """The primes or penalties told, by any of their names."""
    return tuple(read_term(one if isinstance(one, str) else one["id"]) for one in told or ())


def redo_of(side: Given) -> Given | None:
    """The redo a side tells of: `true` and `{}` are one like the first; `false`, null and no key are none."""
    redo = side.get("redo")
    if redo is None or redo is False:
        return None
    return redo if isinstance(redo, Mapping) else {}


def buys(*sides: Given) -> dict[str, Any]:
    """The heroism of somebody who buys something in one of these tests; none otherwise, so that nothing is asked."""
    bought = [side.get("heroic", False) or redo_of(side) is not None for side in sides]
    return {"heroism": POINTS} if any(bought) else {}


def helped(skill: str, modifier: int) -> dict[str, Any]:
    """The possession that gives a modifier to one skill of somebody who does not declare the test."""
    return {"equipment": (Item(name=Text("aide", "help"), skill=skill, modifier=modifier),)} if modifier else {}


def weapon(dice: int = 0, **fields: Any) -> Weapon:
    """A weapon that shoots, so that nobody is at contact, unless told otherwise."""
    return Weapon.model_validate(
        {"id": "arme", "name": Text("arme", "weapon"), "skill": "combat (arme)", "dice": dice, "ranged": True} | fields
    )


@contextmanager
def with_row(table: dict[str, Any], id: str, row: Any) -> Iterator[str]:
    """A row put in one of the game's tables for a while: an atout or an NPC block of the vector's own."""
    before = table.get(id)
    table[id] = row
    try:
        yield id
    finally:
        if before is None:
            del table[id]
        else:
            table[id] = before


@dataclass
class ToldTest:
    """One test as a vector tells it: the faces first thrown, those of its redo, what is bought for it."""

    faces: list[int]
    again: list[int]
    heroic: bool
    redo: Given | None
    redone: bool = False

    @property
    def lying(self) -> list[int]:
        """The faces to be taken next."""
        return self.again if self.redone and not self.faces else self.faces


@dataclass
class Laid:
    """The dice of a vector, laid out by test as the catalogue orders them: those of a test, of its redo, then the next
    test's; what is left is taken as it is asked for. It answers for heroism as each test tells.
    """

    rest: Fed
    tests: dict[str, list[ToldTest]] = field(default_factory=dict)
    at: dict[str, int] = field(default_factory=dict)  # the test that each person is making, or made last

    @classmethod
    def out(cls, dice: Fed, *told: tuple[str, Given]) -> Laid:
        laid = cls(dice)
        for who, side in told:
            heroic, redo = side.get("heroic", False), redo_of(side)
            bolder = redo is not None and redo.get("heroic", False) and not heroic
            idle = side.get("auto11", False) or not side.get("perceives", True)
            count = 0 if idle else 3 + heroic + side.get("asset_dice", 0)
            again = count + bolder if redo is not None and count else 0
            faces, again_faces = dice.left[:count], dice.left[count : count + again]
            del dice.left[: count + again]
            laid.tests.setdefault(who, []).append(ToldTest(faces, again_faces, heroic, redo))
        return laid

    def faces(self, count: int, sides: int, by: str, label: str) -> Sequence[int]:
        test = self.making(by)
        if test is None:
            return self.rest.faces(count, sides, by, label)
        return Fed(take(test.lying, count)).faces(count, sides, by, label)

    def making(self, who: str) -> ToldTest | None:
        """The test whose dice fall now."""
        tests, at = self.tests.get(who, []), self.at.get(who, -1)
        if at >= 0 and tests[at].lying:
            return tests[at]
        for place in range(at + 1, len(tests)):
            if tests[place].faces:
                self.at[who] = place
                return tests[place]
        return None

    def answer(self, who: str, word: str) -> Any:
        """What somebody answers, by the last word of the decision; None for its default."""
        tests, at = self.tests.get(who, []), self.at.get(who, -1)
        if word == "extra-die":
            coming = [test for test in tests[at + 1 :] if test.faces]
            return coming[0].heroic if coming else None
        if word in ("redo", "ne-coiffe") and at >= 0:
            test = tests[at]
            test.redone = test.redo is not None and not test.redone
            return test.redone
        if word == "redo-die" and at >= 0:
            redo = tests[at].redo
            return redo is not None and redo.get("heroic", False)
        return None

    def give_back(self) -> None:
        """Faces that nobody asked for are left over."""
        for tests in self.tests.values():
            for test in tests:
                self.rest.left += test.faces + test.again


def take(faces: list[int], count: int) -> list[int]:
    taken = faces[:count]
    del faces[:count]
    return taken


class Arranged:
    """Dice of an adapter: for each person the faces they throw, over and over from the last."""

    def __init__(self, faces: Mapping[str, Sequence[int]], otherwise: Sequence[int] = LOST) -> None:
        self.left = {who: list(some) for who, some in faces.items()}
        self.otherwise = otherwise

    def faces(self, count: int, sides: int, by: str, label: str) -> Sequence[int]:
        lying = self.left.get(by) or []
        return [lying.pop(0) if lying else self.otherwise[n % len(self.otherwise)] for n in range(count)]


Answers = Mapping[str, Any] | Callable[[str, str], Any]


class Once:
    """Answers by `who/word`, each given the first time it is asked for."""

    def __init__(self, answers: Mapping[str, Any]) -> None:
        self.answers, self.asked = answers, list[str]()

    def __call__(self, who: str, word: str) -> Any:
        self.asked.append(f"{who}/{word}")
        return self.answers.get(f"{who}/{word}") if self.asked.count(f"{who}/{word}") == 1 else None


class Staged:
    """A scene on which real actions are played one after the other; the order of play does not move on by itself."""

    def __init__(self, cast: Mapping[str, Sheet], given: Given | None = None, **play: Any) -> None:
        self.scene: Scene[Sheet] = GAME.scene("", cast, options_of(given or {}), GAME.play(**play))

    def __getitem__(self, who: str) -> Sheet:
        return self.scene[who]

    @property
    def play(self) -> Any:
        return self.scene.play

    def ready(self, who: str, action: str, **params: Any) -> tuple[Action[Any, Any], Declared]:
        """An action with its parameters; Refused if it is."""
        does = next(one for one in (*GAME.actions, *GAME.creations) if one.id == f"cle-en-main.{action}")
        do = prepared(does, self.scene.acting(who), params)
        if isinstance(do, Note):
            raise Refused(do)
        return does, do

    def does(
        self,
        who: str,
        action: str,
        dice: Fed | Laid | Dice | Sequence[int] = (),
        answers: Answers = MappingProxyType({}),
        **params: Any,
    ) -> Told:
        """An action played to its end, its effects on the scene. Dice that are laid out answer for their tests;
        `answers` holds what else people decide, by `who/word` or by the last word of the decision.
        """
        does, do = self.ready(who, action, **params)
        fed: Dice = Fed(dice) if isinstance(dice, Sequence) else dice
        told, reads, so_far = Told(), self.scene.acting(who), Progress()
        while isinstance(result := perform(does, reads, do, fed, so_far), Waiting):
            if result.dice:
                raise result.dice
            told.asked.append(result.asked)
            so_far = result.answered(self._card(result.asked, answers, fed))
        told.parts, told.why, told.done = result.outcome.parts, (*result.why, result.outcome.headline), result
        self.scene = applied(self.scene, result.outcome.effects)
        if isinstance(fed, Laid):
            fed.give_back()
        return told

    def _card(self, asked: Asked, answers: Answers, dice: Dice) -> dict[str, Any]:
        card = {}
        for who, decision in asked.items():
            word = decision.id.partition(".")[2]
            known = answers(who, word) if callable(answers) else answers.get(f"{who}/{word}", answers.get(word))
            if known is None and isinstance(dice, Laid):
                known = dice.answer(who, word)
            card[who] = decision.default if known is None else known
        return card

    def law(self, who: str, action: str, answers: Mapping[str, Any] | None = None, **params: Any) -> Odds[Parts]:
        """The exact odds of an action."""
        does, do = self.ready(who, action, **params)
        plan = {key if "/" in key else f"cle-en-main.{key}": answer for key, answer in (answers or {}).items()}
        return expected(does, self.scene.acting(who), do, planned(plan))
