"""`python -m bench attacks`: what the odds of attacks of Clé en main cost, cold, in milliseconds of CPU.

Each is declared as any caller of the game would. The bars: an ordinary attack on defaults 10 ms, a plan with heroic
dice and redos on both sides 50 ms, anything against one target 200 ms; each of several targets' own odds likewise.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from statistics import median
from time import process_time
from typing import Any

from bench.laws import CEM_DECISIONS, called
from tablee.dice import clear_caches
from tablee.rules.game import games
from tablee.rules.run import expected, planned, prepared
from tablee.rules.why import Note

REDO, REDO_DIE, EXTRA_DIE, LUCKY = list(CEM_DECISIONS)[:4]
EVERYTHING = (REDO, REDO_DIE, EXTRA_DIE, LUCKY)
LUCK = ({"id": "t21", "ticked": True},)


@dataclass(frozen=True)
class Case:
    """An attack to count: who, how, against whom; what everybody says yes to; what differs from the ready sheets."""

    actor: str
    target: str
    most_ms: int
    says: tuple[str, ...] = ()
    params: Mapping[str, Any] = field(default_factory=dict)
    changes: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    action: str = "cle-en-main.attack"


BORN_LUCKY = {"aubree": {"atouts": LUCK}, "salome": {"atouts": LUCK}}
SEVERAL = {"others": ("salome", "maud"), "primes": ("multiple_attack",), "penalties": ("danger",)}
CASES = {
    "ordinary": Case("aubree", "ysengrin", 10),
    "ordinary, on somebody who may fall": Case("ysengrin", "aubree", 10, changes={"aubree": {"vitality": 5}}),
    "two together": Case("aubree", "ysengrin", 10, params={"helpers": ("perrin",)}, action="cle-en-main.team-attack"),
    "heroic dice, redos on both sides": Case("aubree", "salome", 50, (REDO, EXTRA_DIE), {"heroic": True}),
    "the same, with a grenade": Case("hiver", "salome", 200, (REDO, EXTRA_DIE), {"weapon": "grenade"}),
    "everybody redoes everything": Case("aubree", "salome", 200, EVERYTHING, {"heroic": True}, BORN_LUCKY),
    "three together, all redo": Case(
        "aubree", "salome", 200, (REDO, EXTRA_DIE), {"helpers": ("perrin", "bruno")}, action="cle-en-main.team-attack"
    ),
    "three together, one redoes": Case(
        "aubree",
        "ysengrin",
        200,
        (REDO,),
        {"helpers": ("perrin", "bruno")},
        {"perrin": {"heroism": 0}, "bruno": {"heroism": 0}},
        "cle-en-main.team-attack",
    ),
    "three targets, defaults": Case("lazare", "aubree", 10, params=SEVERAL),
    "three targets, redos on both sides": Case("idriss", "aubree", 50, (REDO, EXTRA_DIE), SEVERAL),
}


def cost(case: Case, repeats: int) -> float:
    """The median cost of its odds; with several targets, of the first one's own."""
    game = games()["cle-en-main"]
    action = called(game, case.action)
    cast = {id: sheet.with_changes(**case.changes.get(id, {})) for id, sheet in game.ready().items()}
    plan = planned({id: True for one in case.says for id in (one, CEM_DECISIONS[one])})
    spent = []
    for _ in range(repeats):
        scene = replace(game.scene(case.actor, cast), about=case.target if case.params.get("others") else "")
        do = prepared(action, scene, {"target": case.target, **case.params})
        if isinstance(do, Note):
            raise AssertionError(do.say("en"))
        clear_caches()
        start = process_time()
        expected(action, scene, do, plan)
        spent.append((process_time() - start) * 1e3)
    return median(spent)


def attacks(repeats: int) -> str:
    """A line for each case: its cost, and its bar."""
    costs = {name: cost(case, repeats) for name, case in CASES.items()}
    return "\n".join(f"{ms:>8.1f} ms  (bar {CASES[name].most_ms:>3})  {name}" for name, ms in costs.items())
