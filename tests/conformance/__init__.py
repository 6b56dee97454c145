"""The adapters between the vectors' names and each game's engine: a module per game, with its `OPERATIONS`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from tablee.dice import Fed

Operation = Callable[[dict[str, Any], Fed], dict[str, Any]]

ADAPTERS: Mapping[str, Mapping[str, Operation]] = {
    module.name.replace("_", "-"): import_module(f"{__name__}.{module.name}").OPERATIONS
    for module in iter_modules(__path__)
    if not module.name.startswith("test_")
}
