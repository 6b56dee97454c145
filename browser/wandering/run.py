"""`make wander`: walks one after the other; each tells its seed, and where the pictures are of what went wrong."""

from __future__ import annotations

import os
import secrets
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context, parent_process
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple

from playwright.sync_api import Browser, sync_playwright
from tests.web.serving import Server

from browser.chromium import started
from browser.seats import Sitting
from browser.wandering.luck import HOUSE
from browser.wandering.walk import STEPS, Plan, Walk
from browser.wandering.walker import ANSWERED, Stuck


def walked(browser: Browser, house: Server, plan: Plan, into: Path, steps: int = STEPS, script: str = "") -> Walk:
    """One walk to its end; Stuck where one of the questions is answered by no. `script` is run on each of its pages."""
    people: list[Sitting] = []

    def sit(**how: object) -> Sitting:
        people.append(Sitting(browser, f"http://127.0.0.1:{house.port}", **how))  # type: ignore[arg-type]
        if script:
            people[-1].page.add_init_script(script)
        return people[-1]

    walk = Walk(plan, sit, into)
    try:
        walk.go(steps)
    finally:
        for one in people:
            one.context.close()
    return walk


class Asked(NamedTuple):
    """Which walks: so many from one seed, the games in turn unless one is told, and where pictures go."""

    walks: int
    seed: str
    game: str
    temper: str
    seats: int
    led: bool  # by an MJ, with three players
    into: str

    @classmethod
    def of(cls, walks: int, seed: str, *how: Any) -> Asked:
        """So many walks from a seed, drawn where none is told; `7.1,7.4` are those very walks."""
        return cls(len(seed.split(",")) if "," in seed else walks, seed or f"{secrets.randbelow(10**6)}", *how)

    def plan(self, n: int) -> Plan:
        """What the walk of this number is made of."""
        listed = self.seed.split(",")
        seed = listed[n] if len(listed) == self.walks else f"{self.seed}.{n}"
        return Plan.drawn(seed, self.game, self.temper, self.seats, self.led)


def wander(asked: Asked, at_once: int = 1) -> int:
    """Walks from one seed, so many of them at once; how many went wrong."""
    begun, at_once, processes = time.monotonic(), max(1, min(at_once, asked.walks)), get_context("spawn")
    # whoever is done takes the next walk: that does not alter it, as each is told by its own seed
    following = processes.Value("i", 0)
    with ProcessPoolExecutor(at_once, processes, initializer=_begin, initargs=(following,)) as houses:
        done = list(houses.map(walks, [asked] * at_once))
    minutes, wrong = (time.monotonic() - begun) / 60, [plan for one in done for plan in one.wrong]
    steps, by_game = sum(one.steps for one in done), dict(Counter(plan.game for plan in wrong))
    ends = sum((one.ends for one in done), Counter())
    print(f"{asked.walks} walks, {steps} steps, {minutes:.1f} minutes, {len(wrong)} wrong: {by_game}")
    print(f"{sum(one.late for one in done)} taps were answered after {ANSWERED:.0f} s or more")
    print(f"{ends.total()} saw a fight’s end: {dict(ends)}")
    if wrong:
        print(f"again: --walks {len(wrong)} --seed {','.join(plan.seed for plan in wrong)}")
    return len(wrong)


_following: Any = None  # in a process that walks: the number of the walk that nobody has begun yet


def _begin(following: Any) -> None:
    """Walk with others: they tell which walk is next. End once the process that started this one is gone, however that
    came: its house and browser end with it.
    """
    global _following
    _following = following

    def watch() -> None:
        if parent := parent_process():
            parent.join()
        os._exit(1)

    Thread(target=watch, daemon=True).start()


def _next_ones(walks: int) -> Iterator[int]:
    """The numbers of walks that nobody else takes, one at a time."""
    while True:
        with _following.get_lock():
            n = _following.value
            _following.value += 1
        if n >= walks:
            return
        yield n


class Walked(NamedTuple):
    """What came of some walks: their steps, those that went wrong, how the fights of the others came out, and the taps
    that were answered late, on a machine that had other work.
    """

    steps: int
    wrong: list[Plan]
    ends: Counter[str]
    late: int


def walks(asked: Asked, numbers: Iterable[int] | None = None) -> Walked:
    """Some of the walks one after the other, in a house of their own: these, else whichever is next."""
    steps, wrong, ends, late = 0, list[Plan](), Counter[str](), 0
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        luck = Path(folder) / "luck"
        luck.write_text("")
        serves = HOUSE.format(path=str(luck))
        house = Server(f"{folder}/tables.db", "--limit", "tables-per-address=0", code=serves)
        browser = started(playwright)
        try:
            for plan in map(asked.plan, _next_ones(asked.walks) if numbers is None else numbers):
                begun = time.monotonic()
                luck.write_text(str(plan))
                try:
                    walk = walked(browser, house, plan, Path(asked.into))
                    steps += walk.steps
                    late += walk.late
                    ends.update(filter(None, (walk.ended,)))
                    told = f"{walk.steps} steps, {time.monotonic() - begun:.0f} s, {walk.ended or 'no end'}"
                    print(f"ok {plan}, {told}", flush=True)
                except Stuck as stuck:
                    wrong.append(plan)
                    print(f"WRONG {stuck}", flush=True)
                except Exception:  # the walker itself, or its browser: told as such, and the others walk on
                    wrong.append(plan)
                    print(f"CRASHED {plan}: {traceback.format_exc()}", flush=True)
                    if not browser.is_connected():
                        browser = started(playwright)
        finally:
            browser.close()
            house.stop()
    return Walked(steps, wrong, ends, late)
