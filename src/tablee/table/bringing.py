"""Prepared scenes taken from one table to another, out of an adventure, or away as one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tablee.adventures.folder import Bound
from tablee.errors import BadInput
from tablee.rules.fields import record_of
from tablee.rules.game import game_called
from tablee.table.decide.command import ONLY_MJ
from tablee.table.decide.refusal import Refusal
from tablee.table.scene_books import WrittenScene, as_adventure, led_to
from tablee.table.seen.prepared import PreparedTry
from tablee.table.seen.view import View
from tablee.table.service import House
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
    """Prepare these scenes at a table, as drafts after those it has, with their papers as notes; or why not, and none
    of them is. A roll that the table plays without is left out of what is tried.
    """
    state = house.state(table)
    if not state.is_mj(seat):
        return Refusal(ONLY_MJ)
    if len(state.scenes) + len(scenes) > MAX_SCENES:
        return Refusal(TOO_MANY, {"most": MAX_SCENES})
    ids: dict[str, str] = {}
    try:
        told = [(_told(one), [*map(_note, one.papers)], [*map(_note, one.at_hand)]) for one in scenes]
        for one, (scene, _, _) in zip(scenes, told, strict=True):
            _done(house, table, seat, scene)
            ids[one.key] = list(house.state(table).scenes)[-1]
        for one, (_, papers, at_hand) in zip(scenes, told, strict=True):
            if not (papers or at_hand or one.tries):
                continue
            lines = {
                name: tuple(_done(house, table, seat, note) for note in notes)
                for name, notes in (("papers", papers), ("at_hand", at_hand))
            }
            tries = tuple(_played(house, table, attempt) for attempt in led_to(one, ids))
            _done(house, table, seat, record_of(Prepare, {"scene": ids[one.key], "tries": tries, **lines}))
    except BadInput as no:
        for id in ids.values():
            house.submit(table, seat, Prepare(scene=id, drop=True))
        return Refusal(no.sentence, no.values)
    return None


def _told(one: WrittenScene) -> Prepare:
    """What prepares a scene, but for its papers and what is tried there; BadInput if a table does not take it."""
    names = ("who", "unseen", "named", "text", "notes")
    told = {"title": one.title[:120], "draft": True, **{name: getattr(one, name) for name in names}}
    command: Prepare = record_of(Prepare, told)
    return command


def _note(words: tuple[str, str]) -> Say:
    """What makes a note of a paper: its title, its text."""
    title, text = words
    command: Say = record_of(Say, {"kind": "note", "text": text or title, "title": title[:120]})
    return command


def _done(house: House, table: str, seat: str, command: Prepare | Say) -> int:
    """The line of a command that is done; BadInput if it is refused."""
    done = house.submit(table, seat, command)
    if isinstance(done, Refusal):
        raise BadInput(done.text, **done.values)
    return done.version


def _played(house: House, table: str, attempt: PreparedTry) -> PreparedTry:
    """Something to try, without its roll where the table plays without it."""
    state = house.state(table)
    if not attempt.action:
        return attempt
    offered = game_called(state.game).action(attempt.action).offered(state.options, mj=True)
    return attempt if offered else replace(attempt, action="", params={})
