"""toml_table, names: the data of a package (weapons, skills, ready characters), and its rows as choices of a field."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from tablee.text import Name, Text


def toml_table(package: str, name: str, missing: bool = False) -> dict[str, Any]:
    """The content of the file `name` (such as `"weapons.toml"`) of a package, by its top-level keys.

    `package` is written `__package__` in the package that holds the file; `name` may lie in one of its folders. A file
    that may be `missing` is an empty table then.
    """
    file = files(package).joinpath(name)
    return {} if missing and not file.is_file() else tomllib.loads(file.read_text("utf-8"))


def names(table: Mapping[str, Any]) -> dict[str, Name | Text]:
    """The `name` of each row of a table, by id: the choices of a `OneOf` field."""
    return {id: row.name for id, row in table.items()}
