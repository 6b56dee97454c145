"""Characters kept in a file, without a table: written, read back, and checked with sentences that say what fits.

The file is JSON: `{"tablee": "characters/1", "game": "undesix", "characters": {"chloe": {"name": …, "phy": 2, …}}}`.
A sheet has the fields that `tablee character show` lists; what is left out takes its default.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

from tablee.errors import BadFields, BadInput, FieldProblem
from tablee.rules.fields import Declared, read
from tablee.rules.game import Game, game_called
from tablee.rules.playing import cast_json
from tablee.text import Text

FORMAT = "characters/1"
NOT_JSON = Text(
    fr="Ce n'est pas un fichier de personnages : ligne {line}, le JSON ne se lit pas.",
    en="This is not a file of characters: line {line}, the JSON cannot be read.",
)
NOT_CHARACTERS = Text(
    fr="Il manque « {key} » : un fichier de personnages a les clés tablee (characters/1), game et characters.",
    en="“{key}” is missing: a file of characters has the keys tablee (characters/1), game and characters.",
)
OTHER_FORMAT = Text(
    fr="Ce fichier est au format « {found} » ; celui-ci se lit : characters/1.",
    en="This file has the format “{found}”; the one that can be read is characters/1.",
)
NEAR_KEY = Text(
    fr="{who} : le champ « {field} » n'existe pas ; peut-être « {near} » ?",
    en="{who}: there is no field “{field}”; perhaps “{near}”?",
)
WRONG = Text(fr="{who} : {problem}", en="{who}: {problem}")


def write_characters(game: Game, cast: Mapping[str, Declared]) -> str:
    """The text of a file that holds these characters."""
    kept = {"tablee": FORMAT, "game": game.id, "characters": cast_json(cast)}
    return json.dumps(kept, ensure_ascii=False, indent=2) + "\n"


def read_characters(text: str) -> tuple[Game, dict[str, Declared]]:
    """The game and the characters of a file; BadInput with a sentence for each key that does not fit."""
    try:
        kept = json.loads(text)
    except json.JSONDecodeError as wrong:
        raise BadInput(NOT_JSON, line=wrong.lineno) from None
    except (ValueError, RecursionError):  # a number of thousands of figures, lists within lists without end
        raise BadInput(NOT_JSON, line=1) from None
    for key in ("tablee", "game", "characters"):
        if not isinstance(kept, dict) or key not in kept:
            raise BadInput(NOT_CHARACTERS, key=key)
    if kept["tablee"] != FORMAT:
        raise BadInput(OTHER_FORMAT, found=str(kept["tablee"])[:40])
    game = game_called(str(kept["game"]))
    sheets = kept["characters"]
    if not isinstance(sheets, dict):
        raise BadInput(NOT_CHARACTERS, key="characters")
    return game, {str(who): _sheet(game, str(who), sheet) for who, sheet in sheets.items()}


def _sheet(game: Game, who: str, sheet: Any) -> Declared:
    """One sheet, its problems told with the name of its key and what would fit."""
    try:
        checked: Declared = read(game.sheet, sheet if isinstance(sheet, dict) else {})
    except BadFields as wrong:
        raise BadFields(tuple(_told(game, who, problem) for problem in wrong.problems)) from None
    return checked


def _told(game: Game, who: str, problem: FieldProblem) -> FieldProblem:
    near = get_close_matches(problem.field, game.sheet.model_fields, n=1)
    if problem.field.partition(".")[0] not in game.sheet.model_fields and near:
        return FieldProblem(problem.field, NEAR_KEY, (("who", who), ("field", problem.field), ("near", near[0])))
    said = Text(problem.say("fr"), problem.say("en"))
    return FieldProblem(problem.field, WRONG, (("who", who), ("problem", said)))
