"""Whether a seat may ask what the choices of a character it plays are worth, and on what that is reckoned."""

from __future__ import annotations

from tablee.rules.playing import Midway
from tablee.table.decide.command import NOT_YOURS, ONLY_WATCHING
from tablee.table.decide.context import Context
from tablee.table.decide.refusal import Refusal
from tablee.table.show.audience import Viewer
from tablee.table.show.views import known_fight
from tablee.text import Text

NO_ADVICE = Text(
    fr="Cette table joue sans conseils : le meneur peut les permettre, dans le menu.",
    en="This table plays without advice: the GM may allow it, in the menu.",
)
NO_FIGHT = Text(
    fr="On ne conseille qu'en plein combat, entre deux camps debout.",
    en="Advice is for the middle of a fight, between two sides that stand.",
)
WOULD_TELL = Text(
    fr="Ce conseil dirait des nombres que le meneur cache : jouez au jugé.",
    en="This advice would tell numbers that the GM hides: trust your feeling.",
)


def advisable(context: Context, who: str) -> Midway | Refusal:
    """The fight as the seat may know it, for a character it plays; or why there is no advice."""
    state, game = context.state, context.game
    if not state.advice:
        return Refusal(NO_ADVICE)
    if state.seats[context.seat].role not in ("mj", "player"):
        return Refusal(ONLY_WATCHING)
    if who not in state.cast or not state.plays(context.seat, who, game.lost):
        return Refusal(NOT_YOURS, {"who": state.called(who)})
    known = known_fight(game, state, Viewer.of(state, context.seat), who)
    if known is None:
        return Refusal(WOULD_TELL)
    if not known.scene.play.round or len(game.sides(known.scene, standing=True)) < 2:
        return Refusal(NO_FIGHT)
    return known
