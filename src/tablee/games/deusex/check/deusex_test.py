"""The Test DeusEx: once per scenario, for the whole group."""

from __future__ import annotations

from tablee.dice import Roll
from tablee.games.deusex.book import BOOK
from tablee.games.deusex.check.attempts import Difficulty, gone, grade
from tablee.games.deusex.check.checks import DEUSEX, Makings, Standing, appraisal, pool, standing, try_of
from tablee.games.deusex.check.reserve import Spend, cannot_spend
from tablee.games.deusex.options import CRIT_SUCCESS_AUTO, OPEN_ROLLS
from tablee.games.deusex.play import play_of
from tablee.games.deusex.sheet import Sheet
from tablee.rules.action import PLAY, Kind, Outcome, Put, Scene, action, part
from tablee.rules.fields import Declared
from tablee.rules.why import Note


class Invoke(Declared):
    """How unlikely the way out is."""

    difficulty: Difficulty = 15


def cannot_invoke(scene: Scene[Sheet], do: Invoke | None) -> Note | None:
    """DEX-RESERVE-05, DEX-WOUND-06: once per scenario, with a point; being out of action does not prevent it."""
    if play_of(scene).deusex_used:
        return BOOK.note("DEX-RESERVE-05:already_used_this_scenario")
    return gone(scene, scene.actor) or cannot_spend(scene.me)


@action(
    "deusex.invoke",
    Invoke,
    fr="Lancer le Test DeusEx",
    en="Roll the DeusEx Test",
    refuse=cannot_invoke,
    anytime=True,
    kind=Kind.CHECK,
)
def invoke(scene: Scene[Sheet], do: Invoke, roll: Roll) -> Outcome:
    """DEX-RESERVE-04…06: one point, two dice, no Talent, no Aptitude, no malus; at any time, in anybody's turn."""
    makings = Makings(
        DEUSEX,
        difficulty=do.difficulty,
        open=scene.option(OPEN_ROLLS),
        auto=scene.option(CRIT_SUCCESS_AUTO),
    )
    dice = pool(makings)
    who, name = scene.actor, scene.me.name
    spent = Spend(who, 1), Put(PLAY, "deusex_used", True)

    def told(result: Standing) -> Outcome:
        margin = result.margin
        roll.note("DEX-RESERVE-06", success=margin >= 0)
        came, words = grade(result), appraisal(margin)
        headline = BOOK.note(
            "DEX-RESERVE-04:came_out", who=name, appraisal=came.label if result.critical else words, margin=margin
        )
        return Outcome((part(who, came, margin=margin),), headline, spent)

    return roll.then(standing(try_of(makings, dice)), told, by=who)
