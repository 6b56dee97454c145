"""weigh(): a house rule on and off, over the standard duels of its game, side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from tablee.errors import Unknown
from tablee.lab.fights import Fight, Result, fight
from tablee.lab.setups import setup_of
from tablee.rules.game import NO_OPTION, game_called


@dataclass(frozen=True)
class Weighed:
    """One duel under each value of an option: the book's first."""

    one: str
    two: str
    results: tuple[Result, ...]


@dataclass(frozen=True)
class House:
    """An option, the values it may take, and each standard duel under each of them."""

    option: str
    values: tuple[Any, ...]
    duels: tuple[Weighed, ...]

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def weigh(
    game: str, option: str, duels: Sequence[tuple[str, str]] = (), policy: str = "strike", fights: int | None = None
) -> House:
    """What an option changes in the standard duels of a game, or in these."""
    played = game_called(game)
    known = {one.id: one for one in played.options}
    if option not in known:
        raise Unknown(NO_OPTION, id=option, known=tuple(known))
    values = known[option].values
    weighed = []
    for one, two in duels or setup_of(game).duels:
        asked = [
            Fight(game, (one,), (two,), {"one": policy, "two": policy}, {option: value} if at else {}, fights=fights)
            for at, value in enumerate(values)
        ]
        weighed.append(Weighed(one, two, tuple(map(fight, asked))))
    return House(option, values, tuple(weighed))
