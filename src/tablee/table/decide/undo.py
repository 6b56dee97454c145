"""Undo and redo: actions taken back, the newest first, and standing again."""

from __future__ import annotations

from tablee.table.decide.context import Context, Decided, NewEvent
from tablee.table.decide.refusal import Refusal
from tablee.table.log import events as e
from tablee.text import Text

NOTHING_BACK = Text(fr="Il n'y a rien à reprendre.", en="There is nothing to take back.")
NOT_YOUR_ACTION = Text(
    fr="Cette action n'était pas la vôtre : demandez au meneur.", en="That action was not yours: ask the GM."
)
NOTHING_AGAIN = Text(fr="Il n'y a rien à refaire.", en="There is nothing to redo.")


def take_back(context: Context, to: int | None) -> Decided:
    """Take back the last action with what the scene did of itself since, or all of them down to the line `to`.

    Players take back only their own last action.
    """
    struck: list[e.Event] = []
    n = context.state.standing
    while n and (not any(line.by for line in struck) if to is None else n > to):
        struck.append(context.line(n))
        n = _previous(struck[-1])
    if not any(line.by for line in struck):
        return Refusal(NOTHING_BACK)
    if not context.mj and struck[-1].by != context.seat:
        return Refusal(NOT_YOUR_ACTION)
    changes = [_inverse(change) for line in struck for change in reversed(_changes(line))]
    took = e.TookBack(tuple(line.n for line in struck), tuple(changes), n, _since_instant(context, n, changes))
    return [NewEvent(took, _audience(struck))]


def redo(context: Context, to: int | None = None) -> Decided:
    """Let what was taken back last stand again, or all of it up to the line `to`, with what the scene did of itself
    after it.
    """
    if not context.state.undone:
        return Refusal(NOTHING_AGAIN)
    again = [context.line(context.state.undone[-1])]  # the oldest of those taken back comes first again
    for n in context.state.undone[-2::-1]:  # with what the scene did of itself after it
        line = context.line(n)
        if line.by and (to is None or n > to):
            break
        again.append(line)
    if not context.mj and again[0].by != context.seat:
        return Refusal(NOT_YOUR_ACTION)
    changes = [change for line in again for change in _changes(line)]
    last = again[-1].n
    redid = e.Redid(tuple(line.n for line in again), tuple(changes), last, _since_instant(context, last, changes))
    return [NewEvent(redid, _audience(again))]


def _audience(lines: list[e.Event]) -> e.To:
    """Those who know of these lines: secrets are taken back in secret."""
    audiences = {line.to for line in lines if line.by} or {e.EVERYONE}
    return e.EVERYONE if e.EVERYONE in audiences else next(iter(audiences)) if len(audiences) == 1 else e.MJ_ONLY


def _since_instant(context: Context, n: int, changes: list[e.Json]) -> tuple[e.Json, ...]:
    """From the sheets after line `n` back to those when its instant began; the MJ's word counts at once."""
    play = {**context.state.play, **{change["field"]: change["after"] for change in changes if change["who"] == ""}}
    undone: list[e.Json] = []
    words: list[e.Json] = []
    while n and play.get("instant"):
        line = context.line(n)
        if any(change["who"] == "" and change["field"] == "instant" for change in _changes(line)):
            break
        undone += [_inverse(change) for change in reversed(_changes(line)) if change["who"]]
        if isinstance(line.what, e.Corrected):
            words[:0] = [change for change in _changes(line) if change["who"]]
        n = _previous(line)
    return (*undone, *words)


def _previous(line: e.Event) -> int:
    return int(getattr(line.what, "previous", 0))


def _changes(line: e.Event) -> list[e.Json]:
    return list(getattr(line.what, "changes", ()))


def _inverse(change: e.Json) -> e.Json:
    return {**change, "before": change["after"], "after": change["before"]}
