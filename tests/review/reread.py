"""A fight over at a table of two players, with a house that reads it again; for the tests of what is shown of it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tablee.review.kept import WHOLE, found_of
from tablee.review.seen import ReviewSeen
from tablee.table.service import Submitted
from tablee.table.topics.character import Claim, HandOver
from tablee.table.topics.seat import Invite, Join
from tablee.web.reviews import Reviews
from tests.review.played import Table

MOST = 5  # looks


class Reread(Table):
    """A fight over at a table, with a house that reads it again."""

    def __init__(self, folder: Path, hidden: bool = False) -> None:
        super().__init__("undesix", folder)
        self.ana, self.leo = self.player("Ana", "chloe"), self.player("Leo", "nicolas")
        if hidden:
            self.do(HandOver(who="brigand", hidden=True))
        self.to_the_end()
        self.reviews = Reviews(self.house)

    def player(self, called: str, who: str) -> str:
        made = self.house.submit(self.table, "mj", Invite())
        assert isinstance(made, Submitted)
        seat = self.house.seat(self.table, made.token)
        for command in (Join(called=called), Claim(who=who)):
            assert isinstance(self.house.submit(self.table, seat, command), Submitted)
        return seat

    def seen(self, seat: str = "mj", looks: bool = True) -> ReviewSeen:
        return self.reviews.seen(self.table, seat, 1, "fr", looks)

    def whole(self, seat: str = "mj") -> ReviewSeen:
        """What a seat is shown once everything is worked out."""
        for _ in range(MOST):
            found = self.seen(seat)
            if found.under_way and (working := self.reviews._thread):
                working.join()
            elif not found.under_way:
                return found
        raise AssertionError("it is never worked out")

    @property
    def kept(self) -> dict[str, object]:
        found: dict[str, object] = found_of(self.house, self.table, 1).known
        return found

    def keep(self, *moments: dict[str, Any]) -> None:
        """Keep a review that was not worked out: a chance that falls from action to action, these moments."""
        found = found_of(self.house, self.table, 1)
        lines, count = [turn.line.n for turn in found.fight.turns], len(found.fight.turns)
        points = [{"n": n, "round": 1, "wins": [1 - at / count, 0.02]} for at, n in enumerate(lines)]
        sums = {"luck": [-0.9, 0.02], "ours": [-0.1, 0.01], "theirs": [0.0, 0.0], "word": [0.0, 0.0]}
        told = {"stage": WHOLE, "how": "lost", "done": 9, "of": 9, "fights": 200, "points": points, "end": [0.0, 0.0]}
        kept = json.dumps({**told, **sums, "moments": list(moments)})
        self.house.store.keep_review(self.table, 1, found.key, kept.encode())

    def dice(self, moved: float) -> dict[str, Any]:
        """Dice of the last action that cost so much, as they are kept."""
        turn = found_of(self.house, self.table, 1).fight.turns[-1]
        worth = {"fr": f"{moved} de perdu.", "en": f"{moved} lost."}
        told = {"n": turn.line.n, "kind": "luck", "who": turn.what.actor, "worth": worth}
        return {**told, "before": [0.9, 0.0], "after": [0.9 - moved, 0.0]}

    def choice(self, who: str) -> dict[str, Any]:
        """A choice of somebody that cost ten points, as it is kept."""
        fight = found_of(self.house, self.table, 1).fight
        n = next(turn.line.n for turn in fight.turns if turn.what.actor == who)
        worth = {"fr": "Dix points de perdus.", "en": "Ten points lost."}
        return {"n": n, "kind": "ours", "who": who, "before": [0.5, 0.0], "after": [0.4, 0.0], "worth": worth}


def altered(line: dict[str, Any], who: str) -> dict[str, Any]:
    """A line of the log with other numbers wherever it holds those of a character."""
    if line["name"] == "entered/1" and line["who"] == who:
        sheet = line["sheet"]
        line["sheet"] = {
            name: value + 1 if value and isinstance(value, int) and not isinstance(value, bool) else value
            for name, value in sheet.items()  # what counts from 0 would show in how they are
        }
    for change in line.get("changes", ()):
        if change["who"] == who and isinstance(change["before"], int) and not isinstance(change["before"], bool):
            change["before"], change["after"] = change["before"] + 1, change["after"] + 1
    if who in json.dumps(line):
        for step in line.get("why", ()):
            for term in step.get("terms", ()):
                term["amount"] = term["amount"] + 1 if isinstance(term.get("amount"), int) else term.get("amount")
    return line
