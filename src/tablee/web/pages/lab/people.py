"""Who stands on each side when the lab is opened: the people of a game's first scene."""

from __future__ import annotations

from tablee.rules.game import Game


def sides(game: Game) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The ready characters of the players and of the others in the first scene; the first two ready ones without it."""
    ready = game.ready()
    first = game.first_scene
    ours = [who for who in first.players if who in ready] if first else []
    theirs = [who for who in first.cast() if who in ready and who not in first.players] if first else []
    left = iter(who for who in ready if who not in (*ours, *theirs))
    return tuple(ours) or (next(left),), tuple(theirs) or (next(left),)
