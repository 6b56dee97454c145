"""Commands given on an older view of the table: refused if what they meant has changed since."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tablee.rules.action import Change
from tablee.rules.fields import record_of
from tablee.rules.tell import changed
from tablee.table.decide.context import Context
from tablee.table.decide.refusal import Refusal
from tablee.table.show.audience import Viewer, named
from tablee.table.show.gate import show_changes
from tablee.text import Text

if TYPE_CHECKING:
    from tablee.table.topics.action import Act

CHANGED = Text(
    fr="Depuis, cela a changé : {what}. Regardez et recommencez.", en="Since then: {what}. Look, then again."
)
TURNED = Text(
    fr="Depuis, un autre round a commencé. Regardez et recommencez.",
    en="Since then another round began. Look, then again.",
)


def changed_since(context: Context, command: Act) -> Refusal | None:
    """Why an action no longer means what the seat saw: its actor or a target changed, or another round began.

    Chat, changes of other characters and changes that the seat may not know are no reason.
    """
    if command.seen is None:
        return None
    concerned = {command.actor, *named(context.state, command.params)}
    viewer = Viewer.of(context.state, context.seat)
    found: list[Change] = []
    for event in reversed(context.since(command.seen)):
        changes = list(getattr(event.what, "changes", ()))
        if any(change.who == "" and change.field == "round" for change in changes):
            return Refusal(TURNED)
        mine = [change for change in changes if change.who in concerned]
        found += show_changes(context.game, context.state, mine, viewer)
    sheets = {who: character.sheet for who, character in context.state.cast.items() if who in concerned}
    scene = context.game.scene(cast={who: record_of(context.game.sheet, sheet) for who, sheet in sheets.items()})
    told = {lang: [one.sentence for one in changed(context.game, scene, found, lang)] for lang in ("fr", "en")}
    if not told["en"]:
        return None
    return Refusal(CHANGED, {"what": Text(" ; ".join(told["fr"]), "; ".join(told["en"]))})
