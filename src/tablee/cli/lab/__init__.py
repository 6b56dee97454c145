"""tablee fight, balance, advise, weigh, raise, study: what the lab answers, in the terminal."""

from __future__ import annotations

from tablee.cli.lab import advise, balance, fight, raises, study, weigh
from tablee.cli.language import Command


def commands(lang: str) -> list[Command]:
    """The lab's commands, in one language."""
    return [one.command(lang) for one in (fight, balance, advise, weigh, raises, study)]
