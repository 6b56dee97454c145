"""The adventure of a table as everybody sees it: nothing of what is to come, nothing of what is the MJ's."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tablee.adventures import story
from tablee.adventures.folder import Bound, text_of
from tablee.adventures.rolling import alternatives, way_labels
from tablee.adventures.structure import Try
from tablee.rules.game import Game
from tablee.table.log.state import HELD_BY_TABLE, State
from tablee.table.scenes import TOLD, book_of, deciders, handed, players_of, progress_of, scene_of
from tablee.table.seen.view import AdventureSeen, ChoiceSeen, ClockOfStory, PaperOfStory
from tablee.text import Text


def show_adventure(game: Game, state: State) -> AdventureSeen | None:
    """The adventure that a table plays, if it plays one; while an MJ holds it, only that it is played."""
    adventure = state.adventure
    if adventure is None:
        return None
    book, progress = book_of(adventure), progress_of(adventure)
    held = adventure.held == HELD_BY_TABLE
    known = book.adventure
    offered = story.choices(known, progress, players_of(state)) if held else ()
    started = [id for id in known.clocks if progress.clock(id)] if held else []
    return AdventureSeen(
        title=book.title,
        held="table" if held else "mj",
        texts=[text_of(**one) for one in adventure.progress.get(TOLD, ())] if held else [],
        choices=[_choice(game, state, book, progress.scene, one) for one in offered],
        things=[book.label("things", id) for id in progress.things] if held else [],
        papers=[_paper(book, id) for id in handed(adventure)],
        clocks=[ClockOfStory(book.label("clocks", id), progress.clock(id), known.clocks[id].size) for id in started],
        party=[who for who in known.party if who not in state.cast and who in game.ready()],
        deciders=list(deciders(state)),
        end=book.label(f"end.{progress.end}") if progress.end and held else None,
    )


def _paper(book: Bound, id: str) -> PaperOfStory:
    place = ("papers", id)
    picture = book.drawn.get(place, "")
    return PaperOfStory(book.label(*place), book.read(*place), picture, book.alt(*place) if picture else None)


def _choice(game: Game, state: State, book: Bound, scene: str, attempt: Try) -> ChoiceSeen:
    assert state.adventure
    votes = [seat for seat, vote in state.adventure.votes.items() if vote.choice == attempt.id]
    help, roll = book.help(scene, attempt.id), attempt.roll
    return ChoiceSeen(
        id=attempt.id,
        label=book.label(scene, attempt.id),
        help=help if help.fr else None,
        who=attempt.who,
        action=roll.action if roll else "",
        ways=list(_ways(game, state, attempt)),
        open=list(roll.open) if roll else [],
        votes=votes,
    )


def _ways(game: Game, state: State, attempt: Try) -> Iterator[Text]:
    """What the ways are called that a roll leaves to the player; none, where it leaves no choice."""
    if attempt.roll is None:
        return
    ways: list[dict[str, Any]] = alternatives(attempt.roll, game, players_of(state))
    if len(ways) > 1:
        scene = scene_of(game, state, next(iter(state.heroes), ""), now=True)
        yield from (way_labels(game, attempt.roll, way, scene) for way in ways)
