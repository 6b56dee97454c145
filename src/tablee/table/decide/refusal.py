"""Refusal: why a command does not stand."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tablee.errors import FieldProblem
from tablee.text import Text


@dataclass(frozen=True)
class Refusal:
    """Why a command does not stand: a sentence, and the rule of the book if one says so.

    It is a `clash` if the command is right by itself, and another request is in its way. `problems` are of the fields
    that do not fit.
    """

    text: Text
    values: dict[str, Any] = field(default_factory=dict)
    rule: str = ""
    clash: bool = False
    problems: tuple[FieldProblem, ...] = ()

    def say(self, lang: str) -> str:
        return self.text.say(lang, **self.values)


ASKED_FIRST = Text(
    fr="Une question vient avant {count:ce dé|ces dés} : agissez sans, et donnez-{count:le|les} avec la réponse.",
    en="A question comes before {count:this die|these dice}: act without, and give {count:it|them} with the answer.",
)
TOO_FEW = Text(
    fr="Il manque {count} dé{count:|s} à {sides} faces : tapez tous les dés de l'action.",
    en="{count} more d{sides} needed: type all the dice of the action.",
)
PAUSED = Text(fr="La partie est en pause : le meneur la reprend.", en="The game is paused: the GM lets it go on.")
NOBODY = Text(fr="Personne ne s'appelle « {who} » à cette table.", en="Nobody is called “{who}” at this table.")
NO_REQUEST = Text(fr="Cette demande de jet n'existe pas.", en="There is no such roll request.")
NO_SEAT = Text(fr="Il n'y a pas de place « {seat} ».", en="There is no seat “{seat}”.")
NO_PICTURE = Text(
    fr="Cette image n'est plus là : choisissez-la de nouveau.", en="This picture is gone: choose it again."
)
