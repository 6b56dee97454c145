"""Characters kept in a file, without a table: written, read back, and checked with sentences that say what fits.

The file is JSON: `{"tablee": "characters/1", "game": "undesix", "characters": {"chloe": {"name": …, "phy": 2, …}}}`.
A sheet has the fields that `tablee character show` lists; what is left out takes its default. Beside them,
`"portraits"` may hold the pictures of some, in Base64.
"""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

from tablee.errors import BadFields, BadInput, FieldProblem
from tablee.rules.fields import Declared, record_of
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
NO_PORTRAITS = Text(
    fr="Les portraits de ce fichier ne se lisent pas : chacun est une image en Base64, sous la clé de son personnage.",
    en="The portraits of this file cannot be read: each is a picture in Base64, under the key of its character.",
)
OTHER_GAME = Text(
    fr="Ce fichier garde des personnages de {game} : choisissez-en un autre.",
    en="This file keeps characters of {game}: choose another one.",
)
NEAR_KEY = Text(
    fr="{who} : le champ « {field} » n'existe pas ; peut-être « {near} » ?",
    en="{who}: there is no field “{field}”; perhaps “{near}”?",
)
WRONG = Text(fr="{who} : {problem}", en="{who}: {problem}")


def write_characters(game: Game, cast: Mapping[str, Declared], portraits: Mapping[str, bytes] | None = None) -> str:
    """The text of a file that holds these characters, and the portraits of some."""
    kept = {"tablee": FORMAT, "game": game.id, "characters": cast_json(cast)}
    if portraits:
        kept["portraits"] = {who: b64encode(file).decode() for who, file in portraits.items()}
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


def read_portraits(text: str) -> dict[str, bytes]:
    """The files of the portraits in a file that `read_characters` has read; BadInput if they cannot be files."""
    held = json.loads(text).get("portraits", {})
    try:
        return {str(who): b64decode(file, validate=True) for who, file in held.items()}
    except (AttributeError, TypeError, ValueError):
        raise BadInput(NO_PORTRAITS) from None


def with_characters(text: str, game: Game, cast: Mapping[str, Declared]) -> str:
    """The text of a file with these characters beside those it holds, whose portraits stay; one whose key is taken
    gets another. BadInput if it is no file of characters, or keeps those of another game.
    """
    kept_game, kept = read_characters(text)
    if kept_game.id != game.id:
        raise BadInput(OTHER_GAME, game=kept_game.label)
    for who, sheet in cast.items():
        free = (who, *(f"{who}-{n}" for n in range(2, len(kept) + 3)))
        kept[next(key for key in free if key not in kept)] = sheet
    return write_characters(game, kept, read_portraits(text))


def _sheet(game: Game, who: str, sheet: Any) -> Declared:
    """One sheet, its problems told with the name of its key and what would fit."""
    try:
        checked: Declared = record_of(game.sheet, sheet if isinstance(sheet, dict) else {})
    except BadFields as wrong:
        raise BadFields(tuple(_told(game, who, problem) for problem in wrong.problems)) from None
    return checked


def _told(game: Game, who: str, problem: FieldProblem) -> FieldProblem:
    near = get_close_matches(problem.field, game.sheet.model_fields, n=1)
    if problem.field.partition(".")[0] not in game.sheet.model_fields and near:
        return FieldProblem(problem.field, NEAR_KEY, (("who", who), ("field", problem.field), ("near", near[0])))
    said = Text(problem.say("fr"), problem.say("en"))
    return FieldProblem(problem.field, WRONG, (("who", who), ("problem", said)))
