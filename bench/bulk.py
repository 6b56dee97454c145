"""Fights in bulk beside another version of the code: how many times as many in the same time of the processor.

Each version throws the first standard duel of each game in a process of its own, turn by turn, with nothing known
before. Both tell who wins: `apart` is the distance of the two answers in standard errors. It is far from 0 where a
reading of the rules changed between them, and then the figure compares two different fights.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from math import sqrt
from pathlib import Path
from statistics import median
from typing import Any

HERE = Path(__file__).resolve().parents[1] / "src"
FIGHTS = 120_000
THROW = """
import json, sys, time
from tablee.lab.fights import Fight, fight
from tablee.lab.setups import setup_of

one, two = setup_of(sys.argv[1]).duels[0]
asked = Fight(sys.argv[1], (one,), (two,), method="bulk", fights=int(sys.argv[2]), seed=int(sys.argv[3]))
began = time.process_time()
found = fight(asked)
print(json.dumps({"seconds": time.process_time() - began, "wins": found.wins[0].value}))
"""


def thrown(source: Path, game: str, fights: int, seed: int) -> dict[str, float]:
    """What so many fights cost with the code of this folder, and how many of them the first side won."""
    words = [sys.executable, "-c", THROW, game, str(fights), str(seed)]
    env = {**os.environ, "PYTHONPATH": str(source)}
    ran = subprocess.run(words, env=env, capture_output=True, text=True, check=True)
    told: dict[str, float] = json.loads(ran.stdout)
    return told


def bulk(beside: Path, game: str, fights: int = FIGHTS, repeats: int = 3) -> dict[str, Any]:
    """Their time ÷ ours for the same number of fights, and how far apart the two answers are."""
    ratios, wins = list[float](), dict[str, list[float]]()
    versions = {"ours": HERE, "theirs": beside}
    for seed in range(1, repeats + 1):
        found = {name: thrown(versions[name], game, fights, seed) for name in random.sample(list(versions), 2)}
        ratios.append(found["theirs"]["seconds"] / found["ours"]["seconds"])
        for name, one in found.items():
            wins.setdefault(name, []).append(one["wins"])
    mine, theirs = (sum(wins[name]) / repeats for name in versions)
    error = sqrt((mine * (1 - mine) + theirs * (1 - theirs)) / (fights * repeats)) or 1 / (fights * repeats)
    return {"bulk": median(ratios), "apart": abs(mine - theirs) / error}
