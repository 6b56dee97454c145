"""What mattered in a result: a term without which, or a die one face beside which, it would have come out otherwise.

The action itself is run again on the same faces and answers, with that one thing changed. It is told only where these
answer all that is asked then: where a term changes how many dice are thrown, or what people would be asked, nobody
knows what would have come.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from tablee.dice.handful import values_of
from tablee.dice.throw import Fed, Rolled
from tablee.errors import TableeError
from tablee.rules.action import Action, Scene
from tablee.rules.fields import Declared
from tablee.rules.game import Game
from tablee.rules.run import Done, Parts, Progress, perform
from tablee.rules.tell import name_of, part_label, shown_to_players
from tablee.rules.why import Tally, Term, left_out
from tablee.text import Text

WITHOUT = Text(fr="sans {term} ({amount}) : {came}", en="without {term} ({amount}): {came}")
ONE_MORE = Text(fr="{who}un point de plus ({face}) : {came}", en="{who}one point more ({face}): {came}")
ONE_LESS = Text(fr="{who}un point de moins ({face}) : {came}", en="{who}one point less ({face}): {came}")
OF_WHOM = Text(fr="{who}, ", en="{who}, ")


@dataclass(frozen=True)
class TermMattered:
    """A term of a sum, and how everybody would have come out without it."""

    tally: Tally
    term: Term
    parts: Parts


@dataclass(frozen=True)
class FaceMattered:
    """A die (its roll, its place there), the face beside the one it shows, and how everybody would have come out."""

    roll: int
    die: int
    face: int
    parts: Parts


Mattered = TermMattered | FaceMattered


def mattering(action: Action[Any, Any], scene: Scene[Any], do: Declared, done: Done) -> Iterator[Mattered]:
    """Everything that mattered in this result of an action on a scene: terms in the order of the explanation, then
    dice as they fell. What comes out is how: the grade of each part, not its amounts.
    """
    tallies = dict.fromkeys(item for item in done.why if isinstance(item, Tally))
    for tally in tallies:
        for term in dict.fromkeys(term for term in tally.terms if term.amount):
            with left_out(tally, term):
                parts = _otherwise(action, scene, do, done, done.progress)
            if parts:
                yield TermMattered(tally, term, parts)
    for at, roll in enumerate(done.progress.rolls):
        for die, face in _beside(roll):
            faces = (*roll.faces[:die], face, *roll.faces[die + 1 :])
            rolls = (*done.progress.rolls[:at], replace(roll, faces=faces), *done.progress.rolls[at + 1 :])
            parts = _otherwise(action, scene, do, done, replace(done.progress, rolls=rolls))
            if parts:
                yield FaceMattered(at, die, face, parts)


def _beside(roll: Rolled) -> Iterator[tuple[int, int]]:
    """Each die of a roll that counts, with the faces beside the one it shows; none where faces are no plain numbers."""
    if roll.discarded or values_of(roll.label):
        return
    for die, face in enumerate(roll.faces):
        for other in (face - 1, face + 1):
            if 1 <= other <= roll.sides:
                yield die, other


def _otherwise(action: Action[Any, Any], scene: Scene[Any], do: Declared, done: Done, known: Progress) -> Parts | None:
    """How everybody comes out now, where it is otherwise than they did; None where it is not, or nobody knows."""
    try:
        again = perform(action, replace(scene), do, Fed([]), known, onto=done.before)  # with a memory of its own
    except TableeError:
        return None
    if not isinstance(again, Done) or _shape(again.progress) != _shape(done.progress):
        return None
    parts, came = again.outcome.parts, done.outcome.parts
    return parts if [(one.who, one.grade) for one in parts] != [(one.who, one.grade) for one in came] else None


def _shape(progress: Progress) -> Any:
    """What was asked: which dice of whom, and how many answers."""
    rolls = [(roll.sides, len(roll.faces), roll.by, roll.label, roll.discarded) for roll in progress.rolls]
    return rolls, [tuple(card) for card in progress.answers]


def mattered_told(game: Game, scene: Scene[Any], done: Done, mattered: Iterable[Mattered], lang: str) -> list[str]:
    """A line for each thing that mattered: « sans espadon (2) : manqué »; nothing that a table keeps from players."""
    lines, rolls = list[str](), done.progress.rolls
    for one in mattered:
        came = _came(game, scene, done, one.parts, lang)
        if isinstance(one, TermMattered):
            if shown_to_players(game, scene, one.tally):
                amount = one.tally.saying.writes(one.term.value, lang)
                lines.append(WITHOUT.say(lang, term=one.term.called(lang), amount=amount, came=came))
            continue
        roll = rolls[one.roll]
        who = OF_WHOM.say(lang, who=name_of(scene, roll.by)) if roll.by else ""
        words = ONE_MORE if one.face > roll.faces[one.die] else ONE_LESS
        lines.append(words.say(lang, who=who, face=one.face, came=came))
    return list(dict.fromkeys(lines))


def _came(game: Game, scene: Scene[Any], done: Done, parts: Parts, lang: str) -> str:
    """How those come out who come out otherwise than they did."""
    grades = {part.who: part.grade for part in done.outcome.parts}
    others = [part._replace(amounts=()) for part in parts if grades.get(part.who) != part.grade] or list(parts)
    return ", ".join(part_label(game, scene, part, lang, several=len(parts) > 1) for part in others)
