"""`python -m bench perform`: how many blows a second, thrown by `perform` on the first scene of each game.

    python -m bench perform [--beside ../other/src] [--rounds 7]

With `--beside`, another version's `src` is measured in turn with this one, in processes of their own, and the
medians of the ratios are told. A first line tells this version against itself: what such ratios are worth.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
from pathlib import Path
from statistics import median

HERE = Path(__file__).resolve().parents[1] / "src"
LOOP = """
import json, time
from inspect import signature
from tablee.dice import Seeded
from tablee.dice.choice import by_default
from tablee.rules.game import game_called
from tablee.rules.playing import Playthrough
from tablee.rules.run import Done, perform, prepared

BLOWS = {
    "undesix": ("undesix.attack", "chloe", "loup"),
    "cle-en-main": ("cle-en-main.attack", "idriss", "lazare"),
    "deusex": ("deusex.melee", "nadia", "vigile"),
    "d6": ("d6.attack", "mael", "rouquin"),
}
rates = {}
for id, (blow, me, foe) in BLOWS.items():
    game = game_called(id)
    first, ready, dice = game.first_scene.cast(), game.ready(), Seeded(1)
    cast = {who: first.get(who, ready.get(who)) for who in (me, foe)}
    scene, action = game.scene(me, cast), game.action(blow)
    do = prepared(action, scene, {"target": foe})
    planned = {"plan": by_default} if "plan" in signature(perform).parameters else {}  # older versions run it again
    def strike():
        done = perform(action, scene, do, dice, **planned)
        while not isinstance(done, Done):
            done = perform(action, scene, do, dice, done.by_default())
    for _ in range(50):
        strike()
    began, count = time.process_time(), 0
    while time.process_time() - began < SECONDS:
        for _ in range(50):
            strike()
        count += 50
    rates[id] = count / (time.process_time() - began)
print(json.dumps(rates))
"""


def rates(source: Path, seconds: float) -> dict[str, float]:
    """Blows a second by game, with the code of this folder."""
    ran = subprocess.run(
        [sys.executable, "-c", f"SECONDS = {seconds}\n{LOOP}"],
        env={**os.environ, "PYTHONPATH": str(source)},
        capture_output=True,
        text=True,
        check=True,
    )
    measured: dict[str, float] = json.loads(ran.stdout)
    return measured


def performing(asked: argparse.Namespace) -> None:
    other = Path(asked.beside).resolve() if asked.beside else HERE
    runs: dict[str, list[dict[str, float]]] = {"now": [], "again": [], "other": []}
    for _ in range(asked.rounds):
        turns = list(runs)
        random.shuffle(turns)
        for turn in turns:
            runs[turn].append(rates(other if turn == "other" else HERE, asked.seconds))
    games = list(runs["now"][0])
    report = {
        game: {
            "a second": round(median(run[game] for run in runs["now"])),
            "control": round(median(_ratios(runs["now"], runs["again"], game)), 3),
            **({"times faster": round(median(_ratios(runs["now"], runs["other"], game)), 2)} if asked.beside else {}),
        }
        for game in games
    }
    print(json.dumps(report, indent=2))


def _ratios(mine: list[dict[str, float]], others: list[dict[str, float]], game: str) -> list[float]:
    return [one[game] / other[game] for one, other in zip(mine, others, strict=True)]
