"""Another try at a task that failed: allowed with better chances, or in a fight (Fiche 2, Tests de compétence)."""

from __future__ import annotations

from tablee.games.cle_en_main.book import BOOK
from tablee.games.cle_en_main.check.checks import may_retry
from tablee.games.cle_en_main.check.throws import Dice
from tablee.games.cle_en_main.play import played
from tablee.games.cle_en_main.sheet import Sheet
from tablee.rules.action import PLAY, Effect, Put, Scene
from tablee.rules.why import Note

NO_RETRY = BOOK.saying(
    "CEM-TEST-03",
    fr="{who:Le} a déjà raté cela, et les chances ne sont pas meilleures : il faut que quelque chose change, ou nommer "
    "la tâche si c'en est une autre",
    en="{who:The} has failed this already, and the chances are no better: something must change, or name the task if "
    "it is another one",
)

Numbers = tuple[int, int, Dice]
"""A test as numbers: bonus, difficulty, dice."""


def cannot_retry(scene: Scene[Sheet], task: str, now: Numbers) -> Note | None:
    """CEM-TEST-03, CEM-ATTACK-02: refuses a task that the one who acts has failed with chances as good; never in a
    fight.
    """
    failed = played(scene).tried.get(f"{scene.actor}|{task}")
    if failed is None:
        return None
    before = failed[0], failed[1], Dice._make(failed[2:])
    return None if may_retry(before, now, scene.play.round > 0) else NO_RETRY.note(who=scene.me.name)


def remembered(scene: Scene[Sheet], task: str, now: Numbers, success: bool) -> list[Effect]:
    """CEM-TEST-03: the effect that keeps a failed test in mind, or forgets it once it succeeds; none in a fight."""
    tried, key = played(scene).tried, f"{scene.actor}|{task}"
    if scene.play.round or (success and key not in tried):
        return []
    others = {one: numbers for one, numbers in tried.items() if one != key}
    return [Put(PLAY, "tried", others if success else others | {key: (*now[:2], *now[2])})]
