"""Who stands on each side when the lab is opened: the people of a game's first scene."""

from __future__ import annotations

from tablee.rules.game import Game


def sides(game: Game) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The ready characters of the players and of the others in the first scene; the first two ready ones without it.
    Where nobody is left for the other side, the last of the first side meets one like them.
    """
    ready = game.ready()
    first = game.first_scene
    ours = [who for who in first.players if who in ready] if first else []
    theirs = [who for who in first.cast() if who in ready and who not in first.players] if first else []
    left = [who for who in ready if who not in (*ours, *theirs)]
    one = ours or left[:1]
    return tuple(one), tuple(theirs or [who for who in left if who not in one][:1] or one[-1:])
