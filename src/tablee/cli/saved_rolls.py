"""The rolls of a person at a terminal that may be made again, in a small file beside their tables.

`tablee roll "d20+5 # épée"`, then `tablee roll épée`; `tablee roll again` makes the last one again.
"""

from __future__ import annotations

import json
from contextlib import suppress

from tablee.cli.tables import data_folder
from tablee.dice import saved
from tablee.dice.expression import Expression

FILE = "rolls.json"


def meant(text: str) -> Expression:
    """The roll that is typed: dice, the name of a roll made before, or the last one again."""
    return saved.meant(text, _kept())


def keep(roll: Expression) -> None:
    """Remember a roll; where no file can be written, nothing is."""
    with suppress(OSError):
        told = json.dumps(saved.remembered(_kept(), roll), ensure_ascii=False, indent=1)
        (data_folder() / FILE).write_text(told, "utf-8")


def _kept() -> dict[str, str]:
    with suppress(OSError, ValueError):
        found = json.loads((data_folder() / FILE).read_text("utf-8"))
        if isinstance(found, dict):
            return {str(name): str(roll) for name, roll in found.items()}
    return {}
