"""Lines of a seat as sentences, in the reader's language, made from what the seat was shown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tablee.dice.throw import Rolled
from tablee.rules.data.ends import WAY, ends_of
from tablee.rules.game import Game
from tablee.rules.sheet.sheet_data import SumTold, sum_told
from tablee.rules.stored.steps import HiddenStep, Step, why_of
from tablee.rules.tell import because, changed, dice, name_of
from tablee.rules.why import Tally, Why
from tablee.table.lines import NoteTold, People, Sentences, Telling, Unseen
from tablee.text import Name, Text

if TYPE_CHECKING:
    from tablee.table.topics.action import Acted
    from tablee.table.topics.blind import Disclosed

DICE = Text(fr="Dés : {faces}", en="Dice: {faces}")
WAY_TRIED = Text(fr="{who:Le} tente {what:de}", en="{who:The} tries to {what}")
FALLS = Text(fr="{who:Le} tombe, {state}", en="{who:The} falls, {state}")
UNSEEN = Text(fr="{who} lance des dés que seul le meneur voit.", en="{who} rolls dice that only the GM sees.")


def line_in_words(telling: Telling) -> str:
    """One line as a viewer was shown it, in full or its first sentence alone; "" if there is nothing to read."""
    if isinstance(telling.line.what, Unseen):
        return UNSEEN.say(telling.lang, who=telling.who)
    return telling.line.what.sentence(telling)


def whole_action(telling: Telling, done: Acted | Disclosed) -> str:
    """An action that came to its end: its headline; in full, its dice, what changed and why, a line each."""
    game, lang = telling.game, telling.lang
    headline = done.headline.note(game.book).say(lang)
    first = ". ".join(filter(None, (attempt_told(telling), headline, *falls_told(telling))))
    if not telling.full:
        return first
    scene = _scene(telling.people)
    lines, fallen = [first], dice_told(telling, done.rolls)
    lines += [f"  {fallen}"] if fallen else []
    lines += [f"  {one.sentence}" for one in changed(game, scene, done.changes, lang)]
    lines += [f"    {said}" for said in because(_seen(game, done.why), lang)]
    return "\n".join(lines)


def attempt_told(telling: Telling) -> str:
    """What an action was for, where it tried a way out of a fight: « Chloé tente de fuir »; "" for any other."""
    tried = getattr(telling.line.what, "request", "")
    way = ends_of(telling.game.id).way(tried.removeprefix(WAY)) if tried.startswith(WAY) else None
    if way is None:
        return ""
    fr, en = (label[:1].lower() + label[1:] for label in (way.label.fr, way.label.en))
    return WAY_TRIED.say(
        telling.lang, who=telling.people.name(getattr(telling.line.what, "actor", "")), what=Name(fr, en)
    )


def falls_told(telling: Telling) -> tuple[str, ...]:
    """Those whom an action felled, a sentence each."""
    scene, lang, fallen = _scene(telling.people), telling.lang, getattr(telling.line.what, "fallen", ())
    return tuple(FALLS.say(lang, who=name_of(scene, one.who), state=one.state.say(lang)) for one in fallen)


def dice_told(telling: Telling, rolls: Sequence[Rolled]) -> str:
    """Dice as they fell, in a sentence; "" if there are none."""
    faces = dice(telling.game, _scene(telling.people), rolls, telling.lang) if rolls else ""
    return DICE.say(telling.lang, faces=faces) if rolls else ""


def _scene(people: People) -> Any:
    """People in the place of the scene that rules look names up in."""
    return people


def _seen(game: Game, why: Iterable[Step]) -> list[Why]:
    """The steps of an explanation that are not hidden."""
    return [why_of(game.book, step) for step in why if not isinstance(step, HiddenStep)]


def sentences(telling: Telling) -> Sentences:
    """A line as sentences, part by part, for those who draw it themselves: what is told first, dice, changes, why."""
    game, lang, what = telling.game, telling.lang, telling.line.what
    scene, action = _scene(telling.people), getattr(what, "action", "")
    done: Any = what
    first = done.headline.note(game.book).say(lang) if what.is_done else line_in_words(replace(telling, full=False))
    called = game.action(action).label.say(lang) if action else None
    changes = getattr(what, "changes", getattr(what, "cost", None))
    if changes is not None:
        changes = tuple(changed(game, scene, changes, lang))
    if not what.is_done:
        return Sentences(first, action=called, changes=changes, attempt=attempt_told(telling) or None)
    return Sentences(
        first,
        falls_told(telling),
        called,
        changes,
        dice_told(telling, done.rolls),
        tuple(part.label.say(lang, who=name_of(scene, part.who)) for part in done.parts),
        tuple(_step_told(item, lang) for item in _seen(game, done.why)),
        attempt_told(telling) or None,
    )


def _step_told(item: Why, lang: str) -> SumTold | NoteTold:
    """A step of an explanation: a sum with its terms, or a sentence."""
    if isinstance(item, Tally):
        return sum_told(item, lang)
    return NoteTold(item.say(lang), item.cited(lang), item.saying.clause.id)
