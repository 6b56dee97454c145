"""Prepared scenes taken from one table to another, out of an adventure, or away as one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tablee.adventures.folder import Bound
from tablee.errors import BadInput
from tablee.rules.game import game_called
from tablee.table.decide.command import ONLY_MJ
from tablee.table.decide.refusal import Refusal
from tablee.table.scene_books import WrittenScene, as_adventure, led_to
from tablee.table.seen.prepared import PreparedTry
from tablee.table.seen.view import View
from tablee.table.service import House, Submitted
from tablee.table.topics.chat import Say
from tablee.table.topics.scene import MAX_SCENES, TOO_MANY, Prepare


def written_scenes(house: House, table: str, seat: str) -> list[WrittenScene] | Refusal:
    """The prepared scenes of a table in the MJ's order, those that were played included, for its MJ."""
    view = house.view(table, seat)
    return _written(view) if view.mj else Refusal(ONLY_MJ)


def _written(view: View, drafts: bool = True) -> list[WrittenScene]:
    words = {one.line: (one.title, one.text) for one in view.papers if one.text or one.title}
    scenes = sorted(((id, one) for id, one in view.scenes.items() if one.title), key=lambda each: each[1].place)
    return [
        WrittenScene(
            id,
            one.title,
            one.text,
            one.notes,
            tuple(one.who),
            tuple(one.unseen),
            tuple(one.named),
            tuple(one.tries),
            tuple(words[line] for line in one.papers if line in words),
            tuple(words[line] for line in one.at_hand if line in words),
        )
        for id, one in scenes
        if drafts or not one.draft
    ]


def prepared_book(house: House, table: str, seat: str, lang: str) -> Bound | Refusal:
    """The prepared scenes of a table as an adventure, but for drafts, for its MJ; or why they do not make one."""
    view = house.view(table, seat)
    if not view.mj:
        return Refusal(ONLY_MJ)
    party = [who for who, one in view.cast.items() if (one.owner or one.free) and not one.retired]
    try:
        return as_adventure(game_called(view.game), view.title, _written(view, drafts=False), party, lang)
    except BadInput as no:
        return Refusal(no.sentence, no.values)


def bring_scenes(house: House, table: str, seat: str, scenes: Sequence[WrittenScene]) -> Refusal | None:
    """Prepare these scenes at a table, as drafts after those it has, with their papers as notes; or why not. A roll
    that the table plays without is left out of what is tried.
    """
    state = house.state(table)
    if not state.is_mj(seat):
        return Refusal(ONLY_MJ)
    if len(state.scenes) + len(scenes) > MAX_SCENES:
        return Refusal(TOO_MANY, {"most": MAX_SCENES})
    ids: dict[str, str] = {}
    for one in scenes:
        papers = [_noted(house, table, seat, *words) for words in one.papers]
        at_hand = [_noted(house, table, seat, *words) for words in one.at_hand]
        told = Prepare(
            title=one.title[:120],
            who=one.who,
            unseen=one.unseen,
            named=one.named,
            text=one.text,
            notes=one.notes,
            papers=tuple(papers),
            at_hand=tuple(at_hand),
            draft=True,
        )
        done = house.submit(table, seat, told)
        if isinstance(done, Refusal):
            return done
        ids[one.key] = list(house.state(table).scenes)[-1]
    for one in scenes:
        if one.tries:
            tries = tuple(_played(house, table, attempt) for attempt in led_to(one, ids))
            done = house.submit(table, seat, Prepare(scene=ids[one.key], tries=tries))
            if isinstance(done, Refusal):
                return done
    return None


def _noted(house: House, table: str, seat: str, title: str, text: str) -> int:
    """The line of a note of the MJ's with these words."""
    done = house.submit(table, seat, Say(kind="note", text=text or title, title=title[:120]))
    assert isinstance(done, Submitted), "the MJ may always write a note"
    return done.version


def _played(house: House, table: str, attempt: PreparedTry) -> PreparedTry:
    """Something to try, without its roll where the table plays without it."""
    state = house.state(table)
    if not attempt.action:
        return attempt
    offered = game_called(state.game).action(attempt.action).offered(state.options, mj=True)
    return attempt if offered else replace(attempt, action="", params={})
