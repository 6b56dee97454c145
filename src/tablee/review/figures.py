"""Chances of a fight and what they come to, in words: for the terminal, pages and paper alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt

from tablee.text import Text, margin, number, percent

Found = Sequence[float]
"""A chance, or a part of one, and its error: two standard errors where it is told."""

THE_SUM = Text(
    fr="Au départ {start}. Les dés : {luck} ; nos choix : {ours} ; les leurs : {theirs}{word}. À la fin {end}.",
    en="At the start {start}. Dice: {luck}; our choices: {ours}; theirs: {theirs}{word}. In the end {end}.",
)
WORD = Text(fr=" ; le meneur : {word}", en="; the GM: {word}")
POINTS = Text(fr="{points} point{n:|s}", en="{points} points")
UNSURE = Text(fr="{points} point{n:|s} ± {error}", en="{points} points ± {error}")
SPREAD = Text(
    fr="Partis de là, les dés d'un combat font d'ordinaire {spread} point{n:|s}, dans un sens ou dans l'autre.",
    en="From there the dice of a fight usually come to {spread} points, one way or the other.",
)
NOTHING_CLEAR = Text(
    fr="Rien de net : aucun moment ne se détache du hasard.", en="Nothing clear: no moment stands out from chance."
)
ASSUMED = Text(
    fr="Dès chaque moment, tout le monde est supposé jouer « {policy} » : les coups que la table propose.",
    en="From each moment on, everybody is taken to play “{policy}”: the moves that the table proposes.",
)
EXACT = Text(fr="= exact", en="= exact")
THROWN = Text(fr="≈ {fights} combats simulés, ± deux erreurs", en="≈ {fights} simulated fights, ± two errors")


def chance(found: Found, lang: str) -> str:
    """A chance: 66,7 %, and what it may be off by where it is not exact."""
    value, error = found
    said = percent(value, lang)
    return f"{said} ± {margin(error, lang)}" if error else said


def points(found: Found, lang: str) -> str:
    """What was won or lost in points of chance: +12,5 points."""
    value, error = found
    said = number(100 * value, lang, 1)
    said = f"+{said}" if value >= 0.0005 else said
    told = {"points": said, "n": round(100 * value, 1)}
    return UNSURE.say(lang, error=margin(error, lang), **told) if error else POINTS.say(lang, **told)


def sum_told(start: Found, end: Found, moved: Mapping[str, Found], lang: str) -> str:
    """The start, what dice and choices came to, the end, in a sentence."""
    word = WORD.say(lang, word=points(moved["word"], lang)) if abs(moved["word"][0]) > 1e-9 else ""
    told = {name: points(moved[name], lang) for name in ("luck", "ours", "theirs")}
    return THE_SUM.say(lang, start=chance(start, lang), end=chance(end, lang), word=word, **told)


def spread_told(start: Found, lang: str) -> str:
    """How much dice usually move a fight that began like that: the standard deviation of its end."""
    spread = 100 * sqrt(start[0] * (1 - start[0]))
    return SPREAD.say(lang, spread=number(spread, lang), n=round(spread))
