"""card() and its lines: a result as a person reads it, with the dice, what changed, and why, term by term."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from tablee.dice.throw import Rolled
from tablee.rules.action import Change, Part, Scene
from tablee.rules.fields import Audience, Field, Items, Who, at_table, fields_of
from tablee.rules.game import Game
from tablee.rules.run import Done, Parts
from tablee.rules.stored.parts import PartStored
from tablee.rules.why import BETWEEN, Note, Why
from tablee.text import MINUS, Name, Text, number

DICE = Text(fr="Dés : {faces}", en="Dice: {faces}")
DISCARDED = Text(fr="relancé{count:|s}", en="rolled again")
CHANGED = Text(fr="{who} : {field} {before} → {after}", en="{who}: {field} {before} → {after}")
IS, IS_NO_MORE = (
    Text(fr="{who} : {field}", en="{who}: {field}"),
    Text(fr="{who} : plus {field}", en="{who}: not {field}"),
)
LISTED = Text(fr="{who} : {field}, {items}", en="{who}: {field}, {items}")
NOTHING = "—"
OF = Text(fr="{who} : {faces}", en="{who}: {faces}")


def card(game: Game, scene: Scene[Any], done: Done, lang: str) -> str:
    """The whole result: headline, dice, changes, why; without what a table keeps from its players."""
    aloud = {field.name for field in fields_of(game.sheet, scene.options) if _for_players(field.seen, scene)}
    lines = [done.outcome.headline.say(lang)]
    if done.progress.rolls:
        lines.append("  " + DICE.say(lang, faces=dice(game, scene, done.progress.rolls, lang)))
    told = changed(game, scene, [c for c in done.changes if c.field in aloud], lang)
    lines += [f"  {one.sentence}" for one in told]
    lines += [
        f"    {line}" for line in because((item for item in done.why if shown_to_players(game, scene, item)), lang)
    ]
    return "\n".join(lines)


def told_json(game: Game, scene: Scene[Any], done: Done, lang: str) -> dict[str, Any]:
    """The whole result as data with its sentences; without what a table keeps from its players."""
    aloud = {field.name for field in fields_of(game.sheet, scene.options) if _for_players(field.seen, scene)}
    changes = [change for change in done.changes if change.field in aloud]
    shown = [item for item in done.why if shown_to_players(game, scene, item)]
    return {
        "told": done.outcome.headline.say(lang),
        "parts": [
            {**PartStored.of(part).to_json(), "label": part_label(game, scene, part, lang)}
            for part in parts_for_players(game, scene, done.outcome.parts)
        ],
        "rolls": [asdict(roll) for roll in done.progress.rolls],
        "answers": [dict(card) for card in done.progress.answers],
        "changes": [asdict(change) for change in changes],
        "why": [
            {"sentence": item.say(lang), "rule": item.saying.clause.id, "cited": item.cited(lang)} for item in shown
        ],
    }


def _for_players(who: Who, scene: Scene[Any]) -> bool:
    return at_table(who, scene.options) in (Audience.EVERYONE, Audience.OWNER)


def shown_to_players(game: Game, scene: Scene[Any], item: Why) -> bool:
    """Whether players, or one of them, may see a step of an explanation under the scene's options."""
    if isinstance(item, Note):
        return _for_players(item.saying.seen, scene)
    return all(_for_players(game.book.terms[term.key].seen, scene) for term in item.terms)


def parts_for_players(game: Game, scene: Scene[Any], parts: Parts) -> Parts:
    """The parts of an outcome without the amounts that no player may see."""
    return without_amounts(game, scene.options, parts, lambda seen, _who: seen in (Audience.EVERYONE, Audience.OWNER))


def without_amounts(
    game: Game, options: Mapping[str, Any], parts: Parts, sees: Callable[[Audience, str], bool]
) -> Parts:
    """The parts of an outcome without the amounts for which `sees(audience, who)` is false."""
    return tuple(
        part._replace(
            amounts=tuple(
                (name, amount)
                for name, amount in part.amounts
                if sees(at_table(game.book.terms[name].seen, options), part.who)
            )
        )
        for part in parts
    )


def dice(game: Game, scene: Scene[Any], rolls: Iterable[Rolled], lang: str) -> str:
    """The faces thrown, by whom: « Chloé : 2 ; Nicolas : 4 (rouge) 3 5 (blancs) »."""
    said: list[tuple[str, list[str]]] = []
    for roll in rolls:
        faces = " ".join(number(face, lang) for face in roll.faces)
        named = game.book.terms.get(roll.label)
        remarks = [named.label.say(lang)] if named else []
        if roll.discarded:
            remarks.append(DISCARDED.say(lang, count=len(roll.faces)))
        written = f"{faces} ({', '.join(remarks)})" if remarks else faces
        if said and said[-1][0] == roll.by:
            said[-1][1].append(written)
        else:
            said.append((roll.by, [written]))
    hands = [
        OF.say(lang, who=name_of(scene, by), faces=", ".join(faces)) if by else ", ".join(faces) for by, faces in said
    ]
    return BETWEEN.say(lang).join(hands)


def name_of(scene: Scene[Any], who: str) -> Name | str:
    sheet = scene.cast.get(who)
    return getattr(sheet, "name", who) if sheet is not None else who


@dataclass(frozen=True, slots=True)
class ChangeTold:
    """One change as people read it: whose, of what, what it was and what it is, and the sentence.

    Where things came into a list or left it, `label` is the list's name and `after` tells them: « + espadon ». What
    a character has become has no label: it is `after`, or `before` where it is over.
    """

    who: str
    label: str
    before: str
    after: str
    sentence: str


def changed(game: Game, scene: Scene[Any], changes: Iterable[Change], lang: str) -> list[ChangeTold]:
    """Each changed field that is a number or a word: « Nicolas : PHY 5 → 3 »; and each changed item of a list or table
    that says how its items are told: « Chloé : expérience en espadon 0 → 1 », « Chloé : armes cassées, + espadon ».
    """
    told = {field.name: field for field in fields_of(game.sheet) if not field.quiet}
    lines = []
    for change in changes:
        field, name = told.get(change.field), name_of(scene, change.who)
        if field is None:
            continue
        if field.items and isinstance(change.after, Mapping):
            lines += _rows_changed(field.items, change, name, lang)
        elif field.items:
            lines += _items_changed(field, field.items, change, name, lang)
        elif isinstance(change.after, bool):
            lines.append(_became(change.who, name, field.label.say(lang), change.after, lang))
        elif not isinstance(change.after, dict | list):
            before, after = (_value(field, value, lang) for value in (change.before, change.after))
            lines.append(_told(change.who, name, field.label.say(lang), before, after, lang))
    return lines


def _told(who: str, name: Name | str, label: str, before: str, after: str, lang: str) -> ChangeTold:
    sentence = CHANGED.say(lang, who=name, field=label, before=before, after=after)
    return ChangeTold(who, label, before, after, sentence)


def _became(who: str, name: Name | str, label: str, now: bool, lang: str) -> ChangeTold:
    """What a character is now, or is no longer: « Chloé : au sol »; it is `after`, or `before` if it is over."""
    within = label[:1].lower() + label[1:] if label[1:2].islower() or label[1:2].isspace() else label
    sentence = (IS if now else IS_NO_MORE).say(lang, who=name, field=within)
    return ChangeTold(who, "", "" if now else label, label if now else "", sentence)


def _items_changed(field: Field, items: Items, change: Change, name: Name | str, lang: str) -> list[ChangeTold]:
    """What came into a list and what left it, in one line."""
    then, now = list(change.before or ()), list(change.after or ())
    came, went = [id for id in now if id not in then], [id for id in then if id not in now]
    signed = [*(("+", id) for id in came), *((MINUS, id) for id in went)]
    told = [f"{sign} {value_in_words(items.name(id), lang)}" for sign, id in signed]
    if not told:
        return []
    label, listed = field.label.say(lang), ", ".join(told)
    return [ChangeTold(change.who, label, "", listed, LISTED.say(lang, who=name, field=label, items=listed))]


def _rows_changed(items: Items, change: Change, name: Name | str, lang: str) -> list[ChangeTold]:
    """A line for each row of a table that came, went or changed."""
    before, after = change.before or {}, change.after
    lines = []
    for id in {**before, **after}:
        then, now = (items.value(table[id]) if id in table else items.missing for table in (before, after))
        if then != now:
            label = value_in_words(items.name(id), lang)
            lines.append(_told(change.who, name, label, _or_none(then, lang), _or_none(now, lang), lang))
    return lines


def _or_none(value: Any, lang: str) -> str:
    return NOTHING if value is None else value_in_words(value, lang)


def _value(field: Field, value: Any, lang: str) -> str:
    """A value of a field, by its name if the field names its choices."""
    choices = {} if field.one_of is None or callable(field.one_of.choices) else field.one_of.choices
    return value_in_words(choices.get(value, value), lang)


def because(why: Iterable[Why], lang: str) -> list[str]:
    """A line for each step of an explanation, with its rule and where that stands in the book."""
    return [f"{item.say(lang)}   ({item.cited(lang)})" for item in why]


def part_label(game: Game, scene: Scene[Any], part: Part, lang: str, several: bool = False) -> str:
    """One part in words: « touché, dégâts 2 », after the person's name if `several` people are concerned."""
    label = part.grade.label.say(lang, who=name_of(scene, part.who))
    for name, amount in part.amounts:
        label += f", {game.book.terms[name].label.say(lang)} {number(amount, lang)}"
    return f"{value_in_words(name_of(scene, part.who), lang)} {label}" if several else label


def value_in_words(value: Any, lang: str) -> str:
    """A value of a sheet as people write it."""
    if isinstance(value, Name | Text):
        return value.say(lang)
    if isinstance(value, bool):
        return Text("{v}", "{v}").say(lang, v=value)
    if isinstance(value, int):
        return number(value, lang)
    return ", ".join(value_in_words(item, lang) for item in value) if isinstance(value, tuple | list) else str(value)
