"""Tables kept from one question to the next: those of the last few casts asked about, none larger than a bound."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock

from tablee.lab.tables.moments import Moments
from tablee.lab.tables.stepper import Stepper

KEPT = 2  # casts
MAX_ANSWERS = 50_000  # of the tables of one cast, and as many moments: about fifty megabytes


class Tables:
    """What is known of the fights of one cast: every answer that rules gave, and the moments followed."""

    def __init__(self, stepper: Stepper) -> None:
        self.stepper, self.moments = stepper, Moments(stepper)

    @property
    def full(self) -> bool:
        """Whether they have grown so much that the next question begins anew."""
        return max(self.stepper.known, len(self.moments)) > MAX_ANSWERS


_kept: OrderedDict[Hashable, Tables] = OrderedDict()
_keeping = Lock()


def kept_tables(key: Hashable, made: Callable[[], Stepper]) -> Tables:
    """The tables under this key: those of the last question if they are kept still and not full, else empty ones."""
    with _keeping:
        found = _kept.pop(key, None)
        if found is None or found.full:
            found = Tables(made())
        _kept[key] = found
        while len(_kept) > KEPT:
            _kept.popitem(last=False)
    return found


def forget_tables() -> None:
    """Forget every table kept, to measure cold times."""
    with _keeping:
        _kept.clear()
