"""Lines of the log as sentences, in the reader's language, made from what was stored."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tablee.dice.throw import Rolled
from tablee.rules.action import Change
from tablee.rules.game import Game
from tablee.rules.sheet_data import sum_json
from tablee.rules.stored import why_from
from tablee.rules.tell import because, changed, dice, name_of
from tablee.rules.why import Tally, Why
from tablee.table.log.events import Json
from tablee.table.log.state import State
from tablee.text import Name, Text

DICE = Text(fr="Dés : {faces}", en="Dice: {faces}")
EXPECTED = Text(fr="Chances : {odds}", en="Odds: {odds}")
REMINDED = Text(fr="Le meneur attend un jet : {what}.", en="The GM awaits a roll: {what}.")
TAKEN_BACK = Text(fr="Annulé.", en="Undone.")
DROPPED = Text(fr="Action abandonnée ; ses dés restent.", en="Action abandoned; its dice stay.")
AGAIN = Text(fr="Refait.", en="Redone.")
BY_WORD = Text(fr="Le meneur corrige : {text}", en="The GM corrects: {text}")
MENDED_SHEET = Text(fr="Le meneur corrige la fiche {who:de}.", en="The GM corrects the sheet of {who:the}.")
MENDED_SCENE = Text(fr="Le meneur corrige la scène.", en="The GM corrects the scene.")
UNSEEN = Text(fr="{who} lance des dés que seul le meneur voit.", en="{who} rolls dice that only the GM sees.")
SAID = Text(fr="{who} : {text}", en="{who}: {text}")
PICTURE_OF = Text(fr="une image, « {alt} »", en="a picture, “{alt}”")
PICTURE = Text(fr="une image", en="a picture")
THE_MJ = Text(fr="Le meneur", en="The GM")
SOMEBODY = Text(fr="Quelqu'un", en="Somebody")
STRUCK_OUT = Text(
    fr="Le nom et les messages d'une personne ont été retirés.",
    en="The name and the messages of a person were removed.",
)
WITHHELD = Text(fr="Message retiré par le meneur.", en="Message removed by the GM.")
HID = Text(
    fr="Le meneur {hidden:retire un message|remet un message}.",
    en="The GM {hidden:removes a message|puts a message back}.",
)
PAUSED = Text(fr="La partie est en pause.", en="The game is paused.")
FRUITLESS = Text(
    fr="La partie est en pause : {moves} coups de suite n'ont fait de mal à personne. Le meneur dit si elle continue.",
    en="The game is paused: {moves} moves in a row have harmed nobody. The GM says whether it goes on.",
)
GOES_ON = Text(fr="La partie reprend.", en="The game goes on.")
PINNED = Text(fr="Épinglé par le meneur : {text}", en="Pinned by the GM: {text}")
UNPINNED = Text(fr="Le message épinglé est retiré.", en="The pinned message is taken away.")
WAITS = Text(fr="On attend {who:le}.", en="Waiting for {who:the}.")


def names_of(view: Json) -> dict[str, Name]:
    """What the characters of a view are called."""
    return {who: Name(**character["sheet"]["name"]) for who, character in view["cast"].items()}


def told(game: Game, line: Json, view: Json, lang: str, full: bool = True) -> str:
    """One line as a viewer was shown it: in full with dice, changes and why, or its first sentence alone.

    "" if there is nothing to read.
    """
    who = seat_called(view, line["by"], lang)
    match line["name"]:
        case "acted/1" | "asked/1" | "rolled/1" if line.get("unseen"):
            return UNSEEN.say(lang, who=who)
        case "acted/1" | "disclosed/1":
            return _acted(game, line, view, lang) if full else why_from(game.book, line["headline"]).say(lang)
        case "rolled/1":
            return SAID.say(lang, who=who, text=f"{line['text']} = {line['total']}")
        case "said/1" if line["removed"]:
            return ""
        case "said/1" if line["hidden"] and not line["text"] and not line["picture"]:
            return WITHHELD.say(lang)
        case "said/1":
            said = _with_picture(line, lang)
            return f"* {who} {said}" if line["kind"] == "me" else SAID.say(lang, who=who, text=said)
        case "asked/1":
            waiting = line.get("waiting_for") or list(line.get("asked", ()))
            waits = WAITS.say(lang, who=tuple(names_of(view).get(one, Name(who)) for one in waiting))
            fallen = fallen_so_far(game, line, view, lang)
            return f"{waits}\n  {fallen}" if full and fallen else waits
        case "reminded/1":
            what = line["title"] or game.action(line["action"]).label.say(lang)
            return REMINDED.say(lang, what=what)
        case "abandoned/1":
            return DROPPED.say(lang)
        case "paused/1" if line["fruitless"]:
            return FRUITLESS.say(lang, moves=line["fruitless"])
        case "paused/1":
            return (PAUSED if line["on"] else GOES_ON).say(lang)
        case "pinned/1":
            return PINNED.say(lang, text=line["text"]) if line["text"] else UNPINNED.say(lang)
        case "hid/1":
            return HID.say(lang, hidden=line["hidden"])
        case "struck_out/1":
            return STRUCK_OUT.say(lang)
        case "took_back/1":
            return TAKEN_BACK.say(lang)
        case "redid/1":
            return AGAIN.say(lang)
        case "corrected/1" if line["text"]:
            return BY_WORD.say(lang, text=line["text"])
        case "corrected/1" if line["changes"]:
            whose = names_of(view).get(line["changes"][0]["who"])
            return MENDED_SHEET.say(lang, who=whose) if whose else MENDED_SCENE.say(lang)
    return ""


def _with_picture(line: Json, lang: str) -> str:
    """Words, and what the picture beside them shows."""
    text, alt = str(line["text"]), line["alt"] or line["title"]
    if not line["picture"]:
        return text
    shown = PICTURE_OF.say(lang, alt=alt) if alt else PICTURE.say(lang)
    return f"{text} ({shown})" if text else shown


def seat_called(view: Json, seat: str, lang: str) -> str:
    """What the person of a seat is called; by their role as long as they have given no name."""
    person = view["seats"].get(seat, {})
    return str(person.get("called") or (THE_MJ if person.get("role") == "mj" else SOMEBODY).say(lang))


def people_of(state: State) -> Json:
    """As much of a view as sentences need: what seats and characters are called, which everybody knows."""
    seats = {id: {"called": seat.called, "role": seat.role} for id, seat in state.seats.items()}
    cast = {who: {"sheet": {"name": character.sheet["name"]}} for who, character in state.cast.items()}
    return {"seats": seats, "cast": cast}


def sentences(game: Game, line: Json, view: Json, lang: str) -> Json:
    """A line as sentences, part by part, for those who draw it themselves: what is told first, dice, changes, why."""
    scene: Any = _Cast(names_of(view))
    spoken: Json = {"told": told(game, line, view, lang, full=False)}
    if line.get("action"):
        spoken["action"] = game.action(line["action"]).label.say(lang)
    if "changes" in line:
        changes = [Change(**change) for change in line["changes"]]
        spoken["changes"] = [one._asdict() for one in changed(game, scene, changes, lang)]
    if line["name"] not in ("acted/1", "disclosed/1") or line.get("unseen"):
        return spoken
    shown = [why_from(game.book, item) for item in line["why"] if not item.get("hidden")]
    return spoken | {
        "dice": _dice(game, scene, line["rolls"], lang),
        "parts": [Text(**part["label"]).say(lang, who=name_of(scene, part["who"])) for part in line["parts"]],
        "why": [_step(item, lang) for item in shown],
    }


def _step(item: Why, lang: str) -> Json:
    """A step of an explanation: a sum with its terms, or a sentence."""
    if isinstance(item, Tally):
        return sum_json(item, lang)
    return {"sentence": item.say(lang), "cited": item.cited(lang), "rule": item.saying.clause.id}


class _Cast:
    """Just enough of a scene for names to be found."""

    def __init__(self, names: Mapping[str, Name]) -> None:
        self.cast = {who: _Named(name) for who, name in names.items()}


class _Named:
    def __init__(self, name: Name) -> None:
        self.name = name


def fallen_so_far(game: Game, line: Json, view: Json, lang: str) -> str:
    """The dice of an action that waits for an answer."""
    return _dice(game, _Cast(names_of(view)), line.get("progress", {}).get("rolls", ()), lang)


def _dice(game: Game, scene: Any, rolls: Iterable[Json], lang: str) -> str:
    thrown = [Rolled.from_json(roll) for roll in rolls]
    return DICE.say(lang, faces=dice(game, scene, thrown, lang)) if thrown else ""


def _acted(game: Game, line: Json, view: Json, lang: str) -> str:
    scene: Any = _Cast(names_of(view))
    lines = [why_from(game.book, line["headline"]).say(lang)]
    fallen = _dice(game, scene, line["rolls"], lang)
    lines += [f"  {fallen}"] if fallen else []
    changes = [Change(**change) for change in line["changes"]]
    lines += [f"  {one.sentence}" for one in changed(game, scene, changes, lang)]
    shown = [why_from(game.book, item) for item in line["why"] if not item.get("hidden")]
    lines += [f"    {said}" for said in because(shown, lang)]
    return "\n".join(lines)
