"""The examples that games show beside their rules, chosen among the vectors: `python -m tests.conformance.examples`.

For each rule, the shortest vector of actions whose last result cites it, or else that is about it, played as it stands:
its own dice, nothing refused. People called A or B in a vector get a name.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tablee.errors import TableeError
from tablee.rules.data.examples import Example
from tablee.rules.game import Game, game_called
from tablee.rules.run import Done
from tablee.rules.why import Tally
from tests.conformance.vectors import OURS, vectors_of

GAMES = ("undesix", "cle-en-main", "deusex", "d6")
NAMES = ("Ana", "Bruno", "Chloé", "Driss", "Élise", "Farid")
MAX_ACTS = 3
SOURCES = Path(__file__).parents[2] / "src/tablee/games"


def example_of(vector: Any) -> Example | None:
    """The example that a vector gives; None if it is not of plain actions."""
    given = vector["given"]
    if given.get("op") != "act" or given.get("play") or not 0 < len(given["acts"]) <= MAX_ACTS:
        return None
    acts = [{key: act.get(key) for key in ("actor", "action", "params")} for act in given["acts"]]
    plain = all(act["params"] is not None and act["action"] for act in acts)
    if (
        not plain
        or any(act.get("answers") for act in given["acts"])
        or any(isinstance(one, list) for one in vector["dice"])
    ):
        return None
    cast = {who: _named(sheet, at) for at, (who, sheet) in enumerate(given.get("cast", {}).items())}
    for act in acts:
        act["actor"] = act["actor"] or ""
    return Example(vector["id"], (), cast, tuple(acts), tuple(vector["dice"]), given.get("options", {}))


def _named(sheet: Any, at: int) -> Any:
    called = sheet.get("name", {}).get("fr", "long") if isinstance(sheet, dict) else "long"
    short = len(called) <= 2 or called in ("Foe", "Nix")
    return {**sheet, "name": {"fr": NAMES[at % len(NAMES)], "feminine": at % 2 == 0}} if short else sheet


def played(game: Game, example: Example) -> Done | None:
    """What an example comes to; None if it does not play to its end with exactly its dice."""
    try:
        done = example.played(game)
    except (TableeError, KeyError, ValueError):
        return None
    return done


def cited(done: Done) -> set[str]:
    """The rules that a result cites."""
    sums = (item for item in done.why if isinstance(item, Tally))
    terms = {term.clause.id for tally in sums for term in tally.terms if term.clause}
    return terms | {item.saying.clause.id for item in done.why}


def chosen(game: Game) -> list[dict[str, Any]]:
    """The rows of a game's `examples.json`."""
    best: dict[str, tuple[int, Any, Example]] = {}
    for vector in vectors_of(game.id, OURS):
        example = example_of(vector)
        done = played(game, example) if example else None
        if example is None or done is None or sum(len(roll.faces) for roll in done.progress.rolls) > len(example.dice):
            continue
        size = len(json.dumps([example.cast, example.acts])) + 2000 * len(example.acts)
        shown = cited(done)
        for rule in (shown | {vector["rule"]}) & set(game.book):
            weight = size - (5000 if vector["rule"] == rule else 0) + (0 if rule in shown else 9000)
            if rule not in best or weight < best[rule][0]:
                best[rule] = (weight, vector["id"], example)
    rows: dict[str, dict[str, Any]] = {}
    for rule, (_, id, example) in sorted(best.items()):
        kept = {"cast": example.cast, "options": example.options, "acts": example.acts, "dice": example.dice}
        rows.setdefault(id, {"id": id, "rules": [], **kept})["rules"].append(rule)
    return list(rows.values())


if __name__ == "__main__":
    for id in GAMES:
        rows = chosen(game_called(id))
        lines = ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
        path = SOURCES / id.replace("-", "_") / "examples.json"
        path.write_text(f"[\n{lines}\n]\n", "utf-8")
        print(
            id, len(rows), "examples of", sum(len(row["rules"]) for row in rows), "rules", path.stat().st_size, "bytes"
        )
