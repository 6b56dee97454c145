"""toml_table: the data files of a package (weapons, skills, ready characters), read as plain values."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any


def toml_table(package: str, name: str) -> dict[str, Any]:
    """The content of the file `name` (such as `"weapons.toml"`) of a package, by its top-level keys.

    `package` is written `__package__` in the package that holds the file; `name` may lie in one of its folders.
    """
    return tomllib.loads(files(package).joinpath(name).read_text("utf-8"))
