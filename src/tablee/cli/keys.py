"""What is typed at the keyboard, and what it means."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from tablee.rules.fields import Field
from tablee.text import Text

HELP = Text(
    fr="Entrée : ce qui est proposé · un numéro : ce choix · a : y renoncer · u : reprendre · r : refaire · "
    "l : le journal · n : nouvelle scène · /r 3d6 : des dés · ! à une question : ne plus me la poser · "
    "q : quitter (tout est gardé)",
    en="Enter: what is proposed · a number: that choice · a: never mind · u: take back · r: redo · l: the log · "
    "n: new scene · /r 3d6: dice · ! to a question: stop asking me · q: leave (everything is kept)",
)
BACK = "a"  # out of what was being prepared
SETTLE = "!"  # the default from now on, without being asked
WORDS = {True: ("oui", "o", "yes", "y"), False: ("non", "n", "no")}


def typed_value(field: Field, value: str) -> Any:
    """What somebody types for a field: several values with commas between them, yes and no in words."""
    if field.many:
        return tuple(one.strip() for one in value.split(",") if one.strip())
    if field.kind is bool:
        return next((truth for truth, words in WORDS.items() if value.lower() in words), value)
    return value


def settings_of(text: str, fields: Iterable[Field]) -> dict[str, Any]:
    """« primes=effectiveness penalties=danger,risk »: parameters of an action; a value may hold spaces."""
    known, settings = {field.name: field for field in fields}, dict[str, Any]()
    for pair in re.split(r"\s+(?=\w+=)", text.strip()) if text.strip() else ():
        key, _, value = pair.partition("=")
        settings[key] = typed_value(known[key], value) if key in known else value
    return settings


def example_of(field: Field, lang: str) -> str:
    """What might be typed for a field."""
    yes = WORDS[True][0 if lang == "fr" else 2]
    return f"{field.name}={'1' if field.kind is int else yes if field.kind is bool else '…'}"
