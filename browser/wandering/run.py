"""`make wander`: walks one after the other; each tells its seed, and where the pictures are of what went wrong."""

from __future__ import annotations

import random
import tempfile
import time
from collections import Counter
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright
from tests.web.serving import Server

from browser.chromium import started
from browser.seats import Sitting
from browser.wandering.walk import GAMES, STEPS, Plan, Walk
from browser.wandering.walker import Stuck


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


def wander(walks: int, seed: str, game: str, temper: str, seats: int, into: str) -> int:
    """So many walks from one seed, the games in turn; how many went wrong."""
    first = seed or f"{random.SystemRandom().randrange(10**6)}"
    wrong, begun, steps = Counter[str](), time.monotonic(), 0
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        house, browser = Server(f"{folder}/tables.db", "--limit", "tables-per-address=0"), started(playwright)
        try:
            for n in range(walks):
                own = first if walks == 1 else f"{first}.{n}"
                plan = Plan.drawn(own, game or GAMES[n % len(GAMES)] if walks > 1 else game, temper, seats)
                try:
                    walk = walked(browser, house, plan, Path(into))
                    steps += walk.steps
                    print(f"ok {plan}, {walk.steps} steps", flush=True)
                except Stuck as stuck:
                    wrong[plan.game] += 1
                    print(f"WRONG {stuck}", flush=True)
        finally:
            browser.close()
            house.stop()
    minutes = (time.monotonic() - begun) / 60
    print(f"{walks} walks, {steps} steps, {minutes:.1f} minutes, {wrong.total()} wrong: {dict(wrong)}")
    return wrong.total()
