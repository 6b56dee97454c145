"""What happens at the table itself, in a sentence: people sit down, characters come, change hands and leave."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tablee.rules.stored import from_json
from tablee.text import Text
from tablee.web.pages import tokens

Json = dict[str, Any]

SAT_DOWN = Text(fr="{who} prend place à la table.", en="{who} sits down at the table.")
KNOCKED = Text(fr="{who} frappe à la porte.", en="{who} knocks at the door.")
CAME = Text(fr="{who:Le} entre en scène.", en="{who:The} comes into the scene.")
PLAYS = Text(fr="{seat} joue {who:le}.", en="{seat} plays {who:the}.")
FREE = Text(fr="{who:Le} attend qu'on le joue.", en="{who:The} is free to be played.")
PORTRAYED = Text(fr="{who:Le} a un nouveau portrait.", en="{who:The} has a new portrait.")
UNPORTRAYED = Text(fr="{who:Le} n'a plus de portrait.", en="{who:The} has no portrait any more.")
RETURNED = Text(fr="{who:Le} revient.", en="{who:The} comes back.")
LEFT = Text(fr="{who:Le} quitte la scène.", en="{who:The} leaves the scene.")
RULE = Text(fr="Règle de la table : {label}, {value}.", en="House rule: {label}, {value}.")
KEY_SHOWN = Text(
    fr="La clé des dés est montrée : chacun peut les vérifier.",
    en="The key of the dice is shown: anybody can verify them.",
)
BEGAN = Text(fr="Une autre soirée commence, avec ses propres dés.", en="Another evening begins, with dice of its own.")
MOVED = Text(fr="La table s'est installée dans cette maison.", en="The table has moved to this house.")


def told_of(line: Json, view: Json, lang: str, lines: Sequence[Json] = ()) -> str:
    """One line about the table as a sentence; "" if there is nothing to tell.

    `lines` are those it stands among: who comes in before anything has happened is not told, nor who keeps a character.
    """
    match line["name"]:
        case "joined/1" if line["called"] and not _before(line, lines, "joined/1", "seat"):
            return SAT_DOWN.say(lang, who=line["called"])
        case "knocked/1":
            return KNOCKED.say(lang, who=line["called"])
        case "entered/1" if any(one["name"] in ("acted/1", "said/1") for one in _earlier(line, lines)):
            return CAME.say(lang, who=tokens.name_of(line["who"], view))
        case "handed/1":
            return _handed(line, view, lang, lines)
        case "portrayed/1":
            return (PORTRAYED if line["picture"] else UNPORTRAYED).say(lang, who=tokens.name_of(line["who"], view))
        case "retired/1":
            return (RETURNED if line["returned"] else LEFT).say(lang, who=tokens.name_of(line["who"], view))
        case "optioned/1":
            return _switched(line, view, lang)
        case "revealed/1":
            return KEY_SHOWN.say(lang)
        case "began/1":
            return BEGAN.say(lang)
        case "moved/1":
            return MOVED.say(lang)
    return ""


def _earlier(line: Json, lines: Sequence[Json]) -> list[Json]:
    return [one for one in lines if one["n"] < line["n"]]


def _before(line: Json, lines: Sequence[Json], name: str, key: str) -> list[Json]:
    """The earlier lines of that name about the same one."""
    return [one for one in _earlier(line, lines) if one["name"] == name and one[key] == line[key]]


def _handed(line: Json, view: Json, lang: str, lines: Sequence[Json]) -> str:
    """Who plays a character from now on; nothing if that is who played them already."""
    known = [*_before(line, lines, "entered/1", "who"), *_before(line, lines, "handed/1", "who")]
    last = max(known, key=lambda one: int(one["n"]), default=None)
    if last and (last["owner"], last["free"]) == (line["owner"], line["free"]):
        return ""
    who = tokens.name_of(line["who"], view)
    if line["owner"]:
        seat = view["seats"].get(line["owner"], {}).get("called", "")
        return PLAYS.say(lang, seat=seat, who=who) if seat else ""
    return FREE.say(lang, who=who) if line["free"] else ""


def _switched(line: Json, view: Json, lang: str) -> str:
    rule = next((one for one in view["house_rules"] if one["id"] == line["option"]), None)
    if rule is None:
        return ""
    return RULE.say(lang, label=from_json(rule["label"]), value=line["value"])
