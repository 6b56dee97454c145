"""The end of a session or of a scenario, by a game's rules: steps to go through one after the other, each an action."""

from __future__ import annotations

from dataclasses import dataclass

from tablee.text import Text


@dataclass(frozen=True)
class EndingStep:
    """Something to do at the end: an action with the clause that asks for it, once, or for each player's character.

    `whom` is the parameter that names the character, where it is not they who act. A step that may be done `again` the
    same evening (several nights of rest) stays open once it is done. One that begins what comes next counts as done
    only `after` another action.
    """

    action: str
    rule: str
    why: Text
    each: bool = False
    whom: str = ""
    again: bool = False
    after: str = ""


@dataclass(frozen=True)
class Ending:
    """What ends, and the steps that end it; any of them may be left out."""

    id: str  # session, scenario
    label: Text
    steps: tuple[EndingStep, ...]


ENDS = {
    "session": Text(fr="Fin de la séance", en="End of the session"),
    "scenario": Text(fr="Fin du scénario", en="End of the scenario"),
}
"""What may end, and what that is called unless a game says otherwise."""
