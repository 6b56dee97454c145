"""Opponents: what those who act by themselves do and answer, chosen by their temper; the table performs it.

The lab is asked away from everybody, in so much work and a process of its own. Where NumPy is not installed, the best
moves take too long or cannot be found, what comes naturally is done instead: nobody waits.
"""

from __future__ import annotations

import logging
import time
from collections import OrderedDict
from importlib.util import find_spec
from threading import Lock

from tablee.dice.patience import Patience
from tablee.errors import BadInput
from tablee.lab.policy import Policy
from tablee.lab.setups import policies_of, setup_of
from tablee.rules.speaking_up import SPEAKING_UP
from tablee.table.service import House
from tablee.table.tables import Awaited
from tablee.table.topics.action import Act
from tablee.table.topics.decision import Answer
from tablee.web.laboratory import Laboratory, aside

NATURAL, BEST = "natural", "best"
ROOM = "best"  # of the laboratory that looks for best moves
SECONDS = 2.0  # of work on the best move
MAX_MOVES = 20  # in a row without pauses, by `play_until_asked`
MAX_IN_A_ROW = 3  # moves of one temper by one person: then what comes naturally, so that their turn ends
MAX_REMEMBERED = 500  # tables


def best_is_known() -> bool:
    """Whether the best moves can be looked for: NumPy is installed."""
    return find_spec("numpy") is not None


class Opponents:
    """Chooses for those who act by themselves at the tables of a house."""

    def __init__(self, house: House, laboratory: Laboratory | None = None) -> None:
        self.house, self._laboratory = house, laboratory
        self._rows: OrderedDict[str, tuple[object, int]] = OrderedDict()  # who moved last in which turn, how often

    def move(self, table: str, hurried: bool = False) -> bool:
        """Make the next move of a character that acts by itself (naturally, if `hurried`); whether to look again."""
        waited = self.house.awaited(table)
        if waited is None:
            return False
        chosen = None if self._goes_on(table, waited) or hurried else chosen_for(waited, self._laboratory)
        return self.house.act_by_itself(table, chosen, waited.version)

    def play_until_asked(self, table: str) -> None:
        """Play every move of the side without players until a player is asked, without pauses."""
        until = time.monotonic() + SECONDS  # for all the moves: a browser waits for the page
        for _ in range(MAX_MOVES):
            if not self.move(table, hurried=time.monotonic() > until):
                return

    def _goes_on(self, table: str, waited: Awaited) -> bool:
        """Whether a character has made so many moves in one turn that it might never end it."""
        turn = waited.who, waited.midway.scene.play.round, waited.midway.stopped is None
        last, times = self._rows.pop(table, (None, 0))
        self._rows[table] = turn, times + 1 if last == turn else 1
        while len(self._rows) > MAX_REMEMBERED:
            self._rows.popitem(last=False)
        return self._rows[table][1] > MAX_IN_A_ROW


_weighing = Lock()  # one best move at a time in this process


def chosen_for(waited: Awaited, laboratory: Laboratory | None = None) -> Act | Answer | None:
    """What a character does or answers by its temper; None for what comes naturally, which the table itself knows."""
    if waited.temper == NATURAL:
        return None
    try:
        with Patience(SECONDS).waiting():
            return _best(waited, laboratory) if waited.temper == BEST else _by_policy(waited)
    except (BadInput, ImportError):  # too long, no fight that the lab can follow, or no NumPy
        return None
    except Exception:
        logging.getLogger("tablee").exception("what %s does by temper", waited.who)
        return None


def _by_policy(waited: Awaited) -> Act | Answer | None:
    midway, who = waited.midway, waited.who
    policy: Policy | None = policies_of(midway.game).get(waited.temper)
    if policy is None:
        return None
    if midway.stopped:
        asked = midway.stopped.asked[who]
        several = asked.id == SPEAKING_UP
        return Answer(answers={who: midway.stopped.option(who, policy.answers) if several else policy.answer(asked)})
    for move in policy.moves(midway.game, midway.seen_by(who), setup_of(midway.game.id).health):
        return Act(actor=who, action=move.action, params=dict(move.params))
    return None


def _best(waited: Awaited, laboratory: Laboratory | None) -> Act | Answer | None:
    from tablee.lab.midway import best_answer, best_move

    if not _weighing.acquire(timeout=SECONDS):
        return None
    try:
        if waited.midway.stopped:
            return Answer(answers={waited.who: aside(laboratory, SECONDS, best_answer, waited.midway, waited.who)})
        move = aside(laboratory, SECONDS, best_move, waited.midway, waited.who)
    finally:
        _weighing.release()
    return Act(actor=waited.who, action=move.action, params=dict(move.params)) if move else None
