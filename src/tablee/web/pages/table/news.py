"""What new lines do to an open page: the cards that they add, change or take away.

A card is drawn from its line, from the lines around it and from what the seat knows of the table now (`Ground`). A page
that follows its table remembers the ground of its cards; where that changed, cards are drawn again whose own lines say
nothing new (all of them, once people are called or known otherwise): a page that followed shows what a fresh one does.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from tablee.table.lines import Line
from tablee.table.seen.view import View
from tablee.table.topics.chat import Hid
from tablee.table.topics.paper import Revised
from tablee.table.topics.request import Requested
from tablee.web.pages.drawing import unmarked
from tablee.web.pages.table.cards import LAST, UNDONE, Card, Later, about, card_of, said_of
from tablee.web.pages.table.events import told_of

Json = dict[str, Any]

NEAR, FAR = 12, 200  # lines before new ones that they may change: usually, and at most
OF_OTHERS = ("joined/1", "entered/1", "handed/1")  # what they tell depends on what was told of the same one before
MOVES = (*UNDONE, "took_back/1", "redid/1", "corrected/1")  # after these other actions may be undone from their cards


@dataclass(frozen=True)
class Ground:
    """What a seat's cards are drawn on beside its lines: who everybody is and what of them may be known; what was made
    of each request; the lines of the actions that wait for answers, and of the end of a fight that nothing followed.
    """

    people: int  # in short
    requests: frozenset[tuple[str, int]]  # each id, and what was made of it, in short
    waiting: frozenset[int]

    @classmethod
    def of(cls, view: View) -> Ground:
        cast = [
            (who, repr(one.sheet.get("name")), one.owner, one.stand_in, one.free, one.hidden, one.side or "")
            for who, one in view.cast.items()
        ]
        seats = [(id, one.called, one.colour, one.role) for id, one in view.seats.items()]
        waiting = [one.n for one in (view.pending, view.making, view.ended, *view.rolling) if one and one.n]
        return cls(
            hash((*cast, *seats, repr(view.options), view.arranged.odds)),
            frozenset((id, hash(repr(request))) for id, request in view.requests.items()),
            frozenset(waiting),
        )

    def requests_since(self, before: Ground) -> frozenset[str]:
        """The requests of which something else was made than on the ground before."""
        return frozenset(id for id, _ in self.requests - before.requests)


@dataclass(frozen=True)
class News:
    """What new lines do to a page: cards to add, to draw again, to take away, and sentences to say aloud."""

    new: tuple[Card, ...]
    again: tuple[Card, ...]
    gone: tuple[int, ...]
    aloud: tuple[str, ...]


def reach(fresh: Iterable[Line], after: int, now: Ground, before: Ground) -> int:
    """The number after which a seat's lines are to be read for the `news` of those after `after`."""
    near, far = max(0, after - NEAR), max(0, after - FAR)
    if now.requests_since(before):
        return far
    for line in fresh:
        if line.name in OF_OTHERS:
            return far
        near = min(near, *(n - 1 for n in changed_by(line) or {after}))
    return max(0, min(near, *(n - 1 for n in before.waiting), near))


def falls_short(lines: Iterable[Line]) -> bool:
    """Whether lines that tell of an action do not go back to the last one that cannot be undone from its card."""
    told = [*lines]
    return any(line.name in MOVES for line in told) and len(Later.of(told).last) <= LAST


def news(lines: Sequence[Line], after: int, view: View, lang: str, now: Ground, before: Ground) -> News:
    """What the lines after the seat's number `after` do to its page; `lines` begin where `reach` says."""
    earlier, fresh = [one for one in lines if one.n <= after], [one for one in lines if one.n > after]
    later, then = Later.of(lines), Later.of(earlier)
    turned = now.requests_since(before)
    read_again = {
        getattr(line.what, "of", 0) for line in fresh if isinstance(line.what, Hid | Revised)
    }  # these lines read otherwise now
    read_again |= {one.n for one in earlier if isinstance(one.what, Requested) and one.what.request in turned}
    read_again |= {n for n in before.waiting if n <= after}
    touched = read_again | {n for line in fresh for n in changed_by(line)}
    if (later.last, later.moves) != (then.last, then.moves):
        places = (later.last, later.moves, then.last, then.moves)
        touched |= {n for last in places for n, place in last.items() if place < LAST and n <= after}
    found, were = dict[int, Card](), dict[int, Card | None]()
    for line in lines:
        if line.n in touched or line.n > after:
            one = card_of(line, view, lang, later, lines)
            found |= {one.n: one} if one else {}
        if line.n in touched - read_again:
            were[line.n] = card_of(line, view, lang, then, earlier)
    known = sorted(touched & {one.n for one in earlier})
    return News(
        new=tuple(found[line.n] for line in fresh if line.n in found),
        again=tuple(found[n] for n in known if n in found and (n in read_again or found[n] != were.get(n))),
        gone=tuple(n for n in known if n not in found),
        aloud=tuple(said for line in fresh if (said := announced(line, view, lang))),
    )


def changed_by(line: Line) -> set[int]:
    """The numbers of the lines that a line speaks of."""
    of = getattr(line.what, "of", 0)
    return {*about(line), *((of,) if of else ())}


def announced(line: Line, view: View, lang: str) -> str:
    """One plain sentence for those who listen: the result, what changed, what was said; "" for the rest."""
    said = said_of(line)
    if line.what.is_done:
        words = [said.attempt, said.told, *said.falls, *[change.sentence for change in said.changes or ()]]
        return " ".join(word if word[-1:] in ".!?…" else f"{word}." for word in words if word)
    told, typed = told_of(line, view, lang) or said.told, getattr(line.what, "text", "")
    return told.replace(typed, unmarked(typed)) if isinstance(typed, str) and typed else told
