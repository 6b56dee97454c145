"""Another try at a task that failed: allowed with better chances, or in a fight (Fiche 2, Tests de compétence)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from tablee.games.cle_en_main.book import BOOK
from tablee.games.cle_en_main.check.checks import passes
from tablee.games.cle_en_main.check.throws import ThreeDice
from tablee.games.cle_en_main.play import played
from tablee.games.cle_en_main.sheet import Sheet
from tablee.games.cle_en_main.tables import SKILLS, skill_name, split
from tablee.rules.action import PLAY, Effect, Put, Scene
from tablee.rules.why import Note
from tablee.text import Text

FIRST_AID = "first-aid:"  # before the id of a patient: a task that needs no name
Chance = Callable[[], Fraction]
"""The chance of success of a test as declared, counted only if it is asked for."""


def chance_of(bonus: int, difficulty: int, dice: ThreeDice) -> Fraction:
    """CEM-TEST-03: the chance that one throw succeeds, whatever heroism might do about it afterwards."""
    return passes(bonus, difficulty, dice).odds().p(True)


def cannot_retry(scene: Scene[Sheet], people: Sequence[str], task: str, chance: Chance) -> Note | None:
    """CEM-TEST-03, CEM-ATTACK-02: refuses a task that one of these people has failed with chances as good; never in a
    fight, nor where nobody says that it is the same task.
    """
    tried = {who: failed for who in people if (failed := played(scene).tried.get(f"{who}|{task}"))}
    if not tried or scene.play.round:
        return None
    now = chance()
    unimproved = next((who for who, failed in tried.items() if now <= _kept(failed)), None)
    return BOOK.note("CEM-TEST-03", who=scene[unimproved].name) if unimproved else None


def remembered(
    scene: Scene[Sheet], people: Sequence[str], task: str, chance: Chance, success: bool, skill: str = ""
) -> list[Effect]:
    """CEM-TEST-03: the effect that keeps the failed test of these people in mind, or forgets it once it succeeds; none
    in a fight. A task without a name is kept under its skill, in case it is tried again.
    """
    if scene.play.round or (success and not task):
        return []
    tried, keys = played(scene).tried, [f"{who}|{task or skill}" for who in people]
    others = {key: failed for key, failed in tried.items() if key not in keys}
    now = others if success else others | dict.fromkeys(keys, chance().as_integer_ratio())
    return [Put(PLAY, "tried", now)] if now != tried else []


def failed_tasks(scene: Scene[Sheet]) -> dict[str, Text]:
    """CEM-TEST-03: what the one who acts has failed and may call the same task: by the name it had, or by skill."""
    tasks = [key.partition("|")[2] for key in played(scene).tried if key.startswith(f"{scene.actor}|")]
    return {
        task: skill_name(task) if split(task)[0] in SKILLS else Text(task, task)
        for task in tasks
        if not task.startswith(FIRST_AID)
    }


def _kept(failed: tuple[int, ...]) -> Fraction:
    """The chance of a failed test: numerator and denominator; older tables kept its bonus, difficulty and dice."""
    if len(failed) == 2:
        return Fraction(*failed)
    bonus, difficulty, *dice = failed
    return chance_of(bonus, difficulty, ThreeDice._make(dice))
