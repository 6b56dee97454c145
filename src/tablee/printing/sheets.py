"""Sheets on paper: what a printed page tells of a character, with the odds of each skill at the usual difficulties."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from tablee.printing.paper import COLON, Json, pdf
from tablee.printing.reference import clauses_told
from tablee.rules.action import Scene
from tablee.rules.chances import sheet_chances
from tablee.rules.data.look import look_of
from tablee.rules.game import PLAYERS_OWN, Game
from tablee.rules.sheet.sheet_data import EntrySeen, SectionSeen, section_told
from tablee.text import Text, number

MAX_BOXES = 40  # to tick with a pencil; a larger count is written
ODDS = Text(fr="Chances sur 100", en="Chances out of 100")
PAID = Text(fr="Pour un point : ", en="For a point: ")
PORTRAIT = Text(fr="Portrait : {name}", en="Portrait: {name}")
NOTES = Text(fr="Notes", en="Notes")
WHO = Text(fr="Les personnages", en="The characters")
HOW = Text(fr="Comment on joue", en="How to play")
READY = Text(fr="Personnages prêts à jouer", en="Ready characters")

Chances = Mapping[str, Sequence[Fraction]]
"""By the id of an entry, the chance of what it opens at each usual difficulty."""


def sheet_of(game: Game, scene: Scene[Any], who: str, lang: str) -> Json:
    """The page of a character of a scene, nothing of it hidden."""
    acting = scene.acting(who)
    sections = game.sections(acting, who)
    told = [section_told(one, lang) for one in sections]
    entries = (entry for one in sections for entry in one.entries)
    return page_of(game, scene[who].name.say(lang), told, sheet_chances(game, acting, entries), lang)


def page_of(
    game: Game, name: str, sections: Sequence[SectionSeen], chances: Chances, lang: str, portrait: bytes = b""
) -> Json:
    """The page of a character from their sections in words and as data , their odds and portrait."""
    entries = [entry for section in sections for entry in section.entries]
    line_id = look_of(game.id).line
    line = next((entry.said for entry in entries if entry.id == line_id), "")
    counted = [entry for entry in entries if entry.drawn in ("gauge", "boxes")]
    apart = {entry.id for entry in counted if entry.id not in chances} | {
        "name",
        line_id,
        *PLAYERS_OWN,
    }
    return {
        "name": name,
        "game": game.label.say(lang),
        "line": line,
        "portrait": list(portrait),
        "face": PORTRAIT.say(lang, name=name),
        "counts": [_counted(entry, lang) for entry in counted],
        "sections": [told for one in sections if (told := _section(one, apart, chances, lang))["rows"]],
    }


def _steps(entry: EntrySeen, lang: str) -> str:
    """The words of a scale, each with the number it begins at; the lowest may go down for ever."""
    steps = entry.steps
    told = [f"{number(step.at, lang)} {step.label}" for step in steps]
    if len(steps) > 1 and entry.low is not None and steps[0].at < entry.low:
        told[0] = f"< {number(steps[1].at, lang)} {steps[0].label}"
    return " · ".join(told)


def _counted(entry: EntrySeen, lang: str) -> Json:
    most = entry.most or entry.value
    boxes = most if 0 < most <= MAX_BOXES else 0
    value = f"{entry.said} / {entry.most}" if entry.most else entry.said
    return {"label": entry.label, "value": value, "boxes": boxes, "note": _steps(entry, lang) or entry.help}


def _section(section: SectionSeen, apart: set[str], chances: Chances, lang: str) -> Json:
    rows = [_row(entry, chances.get(entry.id, ()), lang) for entry in section.entries if entry.id not in apart]
    return {"label": section.label, "odds": any(row["odds"] for row in rows), "rows": rows}


def _row(entry: EntrySeen, chances: Sequence[Fraction], lang: str) -> Json:
    """A row: what it is called, a value or a longer text, what the value is made of, its odds."""
    flag = entry.drawn == "flag"
    worded = entry.drawn in ("text", "list") and len(entry.said) > SHORT
    terms = entry.sum.sentence.partition(" = ")[2] if entry.sum and len(entry.sum.terms) > 1 else ""
    text = entry.said if worded else entry.help if flag else ""
    gauge = entry.drawn in ("gauge", "boxes") and entry.most
    return {
        "label": entry.label,
        "value": "" if flag or worded else f"{entry.said} / {entry.most}" if gauge else entry.said,
        "text": text,
        "paid": entry.paid,
        "tick": bool(entry.value) if flag else None,
        "note": terms,
        "odds": [in_hundred(chance) for chance in chances],
    }


SHORT = 22  # signs of a value that stand at the end of a row


def in_hundred(chance: Fraction) -> str:
    """A chance out of 100 in whole numbers, never 0 or 100 unless it is exactly that.

    >>> [in_hundred(Fraction(n, 1000)) for n in (0, 1, 667, 999, 1000)]
    ['0', '<1', '67', '>99', '100']
    """
    if chance in (0, 1):
        return str(100 * int(chance))
    rounded = round(100 * chance)
    return "<1" if rounded == 0 else ">99" if rounded == 100 else str(rounded)


def print_sheets(game: Game, pages: Sequence[Json], lang: str, cover: bool = False) -> bytes:
    """The PDF of these pages, one sheet on each; with a cover, a booklet."""
    difficulties = [
        {"number": one.number.say(lang), "label": one.label.say(lang)} for one in game.reference.difficulties
    ]
    legend = " · ".join(f"{one['number']} {one['label']}" for one in difficulties)
    data: Json = {
        "title": pages[0]["name"] if len(pages) == 1 else f"{game.label.say(lang)}, {READY.say(lang)}",
        "foot": f"{ODDS.say(lang)}{COLON.say(lang)}{legend}" if difficulties else "",
        "difficulties": difficulties,
        "notes": NOTES.say(lang),
        "paid": PAID.say(lang),
        "colon": COLON.say(lang),
        "sheets": list(pages),
    }
    if cover:
        data["cover"] = _cover(game, lang)
    return pdf("sheet.typ", data, lang)


def _cover(game: Game, lang: str) -> Json:
    return {
        "title": game.label.say(lang),
        "line": READY.say(lang),
        "about": game.tagline.say(lang),
        "who": WHO.say(lang),
        "how": HOW.say(lang),
        "rules": clauses_told(game, game.reference.first, lang),
    }
