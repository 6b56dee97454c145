"""Three people at a table: the MJ on a laptop, two players on their phones, one of whom reads English."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field

from playwright.sync_api import TimeoutError

from browser.seats import DESKTOP, PATIENCE, Sitting

Sit = Callable[..., Sitting]
MAX_ANSWERS = 60  # to one action


@dataclass(frozen=True)
class Evening:
    """What the short evening of a game is made of: who plays, what is done, what the dice show."""

    players: tuple[str, str]  # the characters of the two phones
    foe: str  # played by the MJ
    aim: str  # another opponent, whom the second player aims at meanwhile
    asking: str  # what the foe does to the first player, who is then asked something
    faces: str  # real dice that lead to the question, "" where it comes before any die
    ends: str  # what ends the fight
    shown: str  # the real dice of an ordinary test of the first player's
    options: dict[str, bool] = field(default_factory=dict)  # house rules without which nothing is asked


EVENINGS = {
    "undesix": Evening(
        players=("chloe", "nicolas"),
        foe="loup",
        aim="brigand",
        asking="undesix.attack",
        faces="1",
        ends="undesix.end-fight",
        shown="2",
        options={"desperate_actions": True},
    ),
    "cle-en-main": Evening(
        players=("octavie", "anselme"),
        foe="dockers",
        aim="contremaitre",
        asking="cle-en-main.attack",
        faces="",
        ends="cle-en-main.finish",
        shown="3 3 4",
    ),
    "deusex": Evening(
        players=("youssef", "nadia"),
        foe="petite_frappe",
        aim="vigile",
        asking="deusex.oppose",
        faces="",
        ends="deusex.end-fight",
        shown="4 2 9 7",
    ),
    "d6": Evening(
        players=("mael", "ysolde"),
        foe="rouquin",
        aim="archere",
        asking="d6.attack",
        faces="",
        ends="d6.end",
        shown="3 3 3 3 3",
    ),
}


@dataclass
class Three:
    """The MJ and two players at one table."""

    mj: Sitting
    ana: Sitting
    bob: Sitting
    game: str

    @property
    def evening(self) -> Evening:
        return EVENINGS[self.game]

    @property
    def everybody(self) -> tuple[Sitting, Sitting, Sitting]:
        return self.mj, self.ana, self.bob


def seated(sit: Sit, game: str) -> Three:
    """Three people at the ready scene of a game, each player with a character; its house rules set."""
    evening = EVENINGS[game]
    mj, ana, bob = sit(size=DESKTOP), sit(), sit(locale="en-GB")
    code = mj.open_table(game)
    ana.join(code, "Ana", evening.players[0])
    bob.join(code, "Bob", evening.players[1])
    for option, value in evening.options.items():
        mj.command("option", option=option, value=value)
    return Three(mj, ana, bob, game)


def settle(table: Three) -> None:
    """Whoever is asked takes the default, until nothing is asked."""
    answers, since = 0, time.monotonic()
    while (seen := table.mj.view())["pending"] or seen["rolling"]:
        for one in table.everybody:
            if one.questions().count():
                with suppress(TimeoutError):  # another answer came first, and the question went
                    one.answer()
                    one.answered()
                    answers, since = answers + 1, time.monotonic()
        assert answers < MAX_ANSWERS, "questions without end"
        assert time.monotonic() - since < PATIENCE / 1000, "something is asked, and nobody sees it"
        table.mj.page.wait_for_timeout(50)
