"""The adapters between the vectors' names and each game's engine: a module per game.

Each has its `OPERATIONS`, by `op`, and `DESCRIBES`: the keys of vectors that only describe, each with the reason.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tablee.dice import Fed

Operation = Callable[[Any, Fed], dict[str, Any]]
