"""random_character(): a character drawn by dice, by the actions that a game names in `draws`.

The first of them may be a creation; otherwise a ready character is drawn, and each action is done by it with choices
drawn among those that the rules accept. Nobody is drawn who is there already.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tablee.dice.throw import Dice
from tablee.errors import BadInput
from tablee.rules.action import Action, Scene
from tablee.rules.fields import Declared
from tablee.rules.forms import form
from tablee.rules.game import Game, is_player_character
from tablee.rules.playing import Playthrough
from tablee.text import LANGS, Name, Text

NO_DRAW = Text(fr="{game} ne sait pas tirer de personnage au hasard.", en="{game} cannot draw a character at random.")
A_NAME = "Alix"  # until the player chooses another


def random_character(
    game: Game, dice: Dice, name: str = "", taken: Callable[[str], bool] = lambda _name: False
) -> dict[str, Declared]:
    """One new character, by id; decisions on the way are drawn among their options. A ready character whose name is
    `taken` is drawn only where all are, and then bears the name given.
    """
    creations = {creation.id for creation in game.creations}
    made = [id for id in game.draws if id in creations]
    if not game.draws:
        raise BadInput(NO_DRAW, game=game.label)

    def drawn(_who: str, choice: Any) -> Any:
        return choice.options[_one_of(len(choice.options), dice)]

    ready: dict[str, Any] = {} if made else dict(game.ready())
    players = [who for who, sheet in ready.items() if is_player_character(sheet)] or list(ready)
    free = [who for who in players if not any(taken(ready[who].name.say(lang)) for lang in LANGS)]
    who = "" if made else (free or players)[_one_of(len(free or players), dice)]
    if who and not free and name:
        ready[who] = ready[who].with_changes(name=Name(name))
    scene = Playthrough(game, game.scene(cast={who: ready[who]} if who else {}), dice, drawn)
    for id in game.draws:
        action = game.action(id)
        actor = next(iter(scene.scene.cast), "")
        scene.act("" if id in made else actor, id, _drawn_values(game, action, scene.seen_by(actor), dice, name))
    return dict(scene.scene.cast)


def _one_of(count: int, dice: Dice) -> int:
    return dice.faces(1, count, "", "")[0] - 1


def _drawn_values(game: Game, action: Action[Any, Any], scene: Scene[Any], dice: Dice, name: str) -> dict[str, Any]:
    """The parameters of an action: the name given, required choices drawn among those accepted, others as proposed."""
    given: dict[str, Any] = {"name": name or A_NAME} if "name" in action.params.model_fields else {}
    for asked in form(game, action, scene, given).fields:
        possible = [choice.id for choice in asked.choices if choice.refusal is None]
        if asked.field.required and possible and asked.field.name not in given:
            chosen = possible[_one_of(len(possible), dice)]
            given[asked.field.name] = (chosen,) if asked.field.many else chosen
    return form(game, action, scene, given).values
