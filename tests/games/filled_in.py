"""A form as somebody would send it: as it is proposed, with whom it leaves people to name."""

from __future__ import annotations

from typing import Any

from tablee.rules.action import Action, Scene
from tablee.rules.forms import Form, form
from tablee.rules.game import Game


def filled_in(game: Game, action: Action[Any, Any], scene: Scene[Any]) -> Form:
    """The form of an action as it is proposed; where nobody is proposed who helps or is helped, the first choice."""
    asked = form(game, action, scene)
    named = {
        one.field.name: one.taking(one.choices[0].id)
        for one in asked.fields
        if one.field.required and one.value is None and one.field.one_of and one.field.one_of.helps and one.choices
    }
    return form(game, action, scene, named) if named else asked
