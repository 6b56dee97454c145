"""What a fight asks of the people at a table: cards, answers and waits for each blow, everybody answering by default.

    python -m bench pace [--fights 20] [--json]

The first scene of Clé en main, and four PJ against seven PNJ, each PJ on a seat of their own, the PNJ with the MJ, then
with the machine. People make the natural move and answer by default; fights are drawn from seeds.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from random import Random
from unittest.mock import patch

from tablee.rules.forms import natural_move
from tablee.rules.game import game_called
from tablee.table.decide.command import Command
from tablee.table.decide.refusal import Refusal
from tablee.table.log.sqlite import SqliteStore
from tablee.table.service import House
from tablee.table.topics.action import Act, Acted, Asked
from tablee.table.topics.character import Enter, HandOver
from tablee.table.topics.decision import Answer
from tablee.table.topics.seat import Invite, Join
from tablee.table.topics.temper import Entrust
from tablee.web.opponents import Opponents

GAME = "cle-en-main"
FOUR = ("octavie", "anselme", "bruno", "gaspard")
SEVEN = ("contremaitre", "tireuse", "sergent", "chauffeur", "colosse", "dockers", "guet")
BLOWS = 80  # of one fight, at most


@dataclass
class Asking:
    """What blows asked: of all, waits and answers of the worst; of each seat, cards."""

    blows: int = 0
    waits: list[int] = field(default_factory=list)
    answers: list[int] = field(default_factory=list)
    cards: Counter[str] = field(default_factory=Counter)
    felled: int = 0  # blows that brought a PJ in bad shape, whose tests may be redone

    def told(self) -> dict[str, float]:
        blows = max(1, self.blows)
        return {
            "blows": self.blows,
            "waits_a_blow": round(sum(self.waits) / blows, 2),
            "answers_a_blow": round(sum(self.answers) / blows, 2),
            "most_waits": max(self.waits, default=0),
            "more_than_two_waits": sum(one > 2 for one in self.waits),
            "felled": self.felled,
            "most_answers": max(self.answers, default=0),
            **{f"cards_a_blow_{who}": round(cards / blows, 2) for who, cards in sorted(self.cards.items())},
        }


class Fight:
    """One fight at a table: the PJ on seats of their own, the PNJ with the MJ or with the machine."""

    def __init__(self, house: House, scene: str, machine: bool) -> None:
        self.house, self.game, self.machine = house, game_called(GAME), machine
        self.table, _ = house.open(GAME)
        first = self.game.first_scene
        assert first
        ready = self.game.ready()
        cast = first.cast() if scene == "ready" else {who: ready[who] for who in FOUR}
        heroes = first.players if scene == "ready" else FOUR
        self.seats = {who: self._seated(who) for who in heroes}
        for who, sheet in cast.items():
            owner = self.seats.get(who, "")
            self.do("mj", Enter(who=who, sheet=sheet.model_dump(mode="json")))
            if owner:
                self.do("mj", HandOver(who=who, owner=owner))
        if scene != "ready":
            for who in SEVEN:
                self.do("mj", Enter(ready=who))
        if machine:
            self.do("mj", Entrust(temper="natural"))
        for action, params in ((f"{GAME}.open", {"pcs": len(heroes)}), (f"{GAME}.start", {})):
            self.do("mj", Act(action=action, params=params))

    def _seated(self, who: str) -> str:
        before = {*self.house.state(self.table).seats}
        self.do("mj", Invite())
        (seat,) = {*self.house.state(self.table).seats} - before
        self.do(seat, Join(called=f"J. {who}"))
        return seat

    def do(self, seat: str, command: Command) -> None:
        done = self.house.submit(self.table, seat, command)
        assert not isinstance(done, Refusal), done.say("en")

    def seat_of(self, who: str) -> str:
        return self.seats.get(who, "mj")

    def person(self, who: str) -> str:
        """Whoever answers for a character: a player is called by their own."""
        return who if who in self.seats else "mj"

    def fought(self, asking: Asking) -> None:
        """To its end, by natural moves and defaults; what each blow asked is counted."""
        known, opponents = self.house.state(self.table).version, Opponents(self.house)
        while asking.blows < BLOWS * 50 and not self.one_step(opponents):
            waits, answers, cards = 0, 0, Counter[str]()
            for line in self.house.lines(self.table, "mj", known):
                if isinstance(line.what, Asked):
                    seats = Counter(self.person(who) for who in line.what.awaited)
                    waits, answers, cards = waits + 1, answers + taps(seats), cards + Counter(set(seats))
                elif isinstance(line.what, Acted):
                    if line.what.action.endswith("attack"):
                        asking.blows += 1
                        asking.felled += any(
                            one.field in ("bad_shape", "extra_wounds", "dies_at", "wakes_at")
                            or (one.field, one.after) == ("vitality", 0)
                            for one in line.what.changes
                        )
                        asking.waits.append(waits)
                        asking.answers.append(answers)
                        asking.cards += cards
                    waits, answers, cards = 0, 0, Counter()
                    known = line.n

    def one_step(self, opponents: Opponents) -> bool:
        """The next move or answer; whether the fight is over."""
        if self.machine and opponents.move(self.table, hurried=True):
            return False
        state, scene = self.house.state(self.table), self.house.scene(self.table)
        if state.pending:
            for who in state.pending.awaited:
                card = state.pending.asked.asked[who]
                self.do(self.seat_of(who), Answer(answers={who: card.default}))
            return False
        if not scene.play.round or len(self.game.sides(scene, standing=True)) < 2:
            return True
        who = self.game.may_act(scene)[0]
        move = natural_move(self.game, self.house.scene(self.table, who))
        if move is None:
            return True
        self.do("mj", Act(actor=who, action=move[0].id, params=dict(move[1])))  # some of it may be the MJ's word
        return False


def taps(seats: Counter[str]) -> int:
    """How many answers a card takes if nobody lets time pass: one of each person waited for, for all their characters;
    whoever may speak aside is not.
    """
    return len(seats)


def asked_by(scene: str, machine: bool, fights: int) -> dict[str, float]:
    """What fights of this scene ask of people."""
    asking, began = Asking(), time.monotonic()
    for seed in range(fights):
        with tempfile.TemporaryDirectory() as folder, patch("random._urandom", Random(seed).randbytes):
            Fight(House(SqliteStore(f"{folder}/tables.db")), scene, machine).fought(asking)
    return {**asking.told(), "seconds": round(time.monotonic() - began, 1)}


def pace(args: argparse.Namespace) -> None:
    """Print what each kind of fight asks."""
    told = {
        f"{scene}, {'machine' if machine else 'MJ'}": asked_by(scene, machine, args.fights)
        for scene in ("ready", "4 against 7")
        for machine in (False, True)
    }
    if args.json:
        print(json.dumps(told))
        return
    for name, figures in told.items():
        print(name, *(f"  {what} {figure}" for what, figure in figures.items()), sep="\n")
