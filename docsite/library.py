"""The reference of the library, from its docstrings."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import tablee
from docsite.markdown import docstring

MODULES = (  # what scripts and games' authors import
    "tablee.text",
    "tablee.errors",
    "tablee.dice.pools",
    "tablee.dice.odds",
    "tablee.dice.rule",
    "tablee.dice.throw",
    "tablee.dice.notation",
    "tablee.dice.asked",
    "tablee.rules.why",
    "tablee.rules.fields",
    "tablee.rules.action",
    "tablee.rules.decision",
    "tablee.rules.order",
    "tablee.rules.sheet.sheets",
    "tablee.rules.reference",
    "tablee.rules.data.examples",
    "tablee.rules.game",
    "tablee.rules.forms",
    "tablee.rules.run",
    "tablee.rules.chances",
    "tablee.rules.tell",
    "tablee.rules.playing",
    "tablee.rules.sheet.character_file",
    "tablee.rules.sheet.random_character",
    "tablee.lab.notebook",
    "tablee.printing.sheets",
    "tablee.table.service",
)


def library_reference() -> str:
    """What `import tablee` offers, then each module with its classes and functions."""
    lines = ["# The library", "", "Made from docstrings by `make docs`; [the tutorial](library.md) comes first.", ""]
    lines += ["## `tablee`", "", docstring(tablee.__doc__), ""]
    lines += [f"- `tablee.{name}`" for name in tablee.__all__] + [""]
    for name in MODULES:
        lines += _module(name)
    return "\n".join(lines)


def _module(name: str) -> Iterator[str]:
    module = import_module(name)
    yield f"## `{name}`\n\n{docstring(module.__doc__)}\n"
    for called, one in vars(module).items():
        public = not called.startswith("_") and getattr(one, "__module__", "") == name
        if public and (inspect.isfunction(one) or inspect.isclass(one)):
            yield f"### `{called}`\n"
            yield f"```python\n{_signature(called, one)}\n```\n"
            yield f"{docstring(_own_docstring(one))}\n"


def _own_docstring(one: Any) -> str:
    """What a class or function says of itself, but for the signature that dataclasses and tuples write."""
    told = inspect.getdoc(one) or "" if inspect.isfunction(one) or "__doc__" in vars(one) else ""
    return "" if told.startswith(f"{one.__name__}(") else told


def _signature(called: str, one: Any) -> str:
    kind = "class" if inspect.isclass(one) else "def"
    try:
        return f"{kind} {called}{inspect.signature(one)}"
    except (TypeError, ValueError):
        return f"{kind} {called}"
