"""Before the click: the sheet that a creation would make; what growth would change, and what it does to chances."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from typing import Any

from tablee.dice import Fed
from tablee.dice.patience import Patience
from tablee.errors import BadInput, TooMany
from tablee.rules.action import Create, Scene
from tablee.rules.chances import success
from tablee.rules.fields import record_of
from tablee.rules.forms import form
from tablee.rules.run import Done, expected, perform, prepared
from tablee.rules.sheet.sheets import Entry, Opens
from tablee.rules.tell import value_in_words
from tablee.rules.why import Note
from tablee.table.decide.context import Context
from tablee.table.decide.offering import concerns_hidden_to
from tablee.table.log.state import Character
from tablee.table.seen.forms import EntryChanged, Preview
from tablee.table.show.audience import Viewer, may_see_odds
from tablee.table.show.sheets import seen_sections, sheet
from tablee.table.topics.action import Act
from tablee.text import Text, percent

NAMELESS = Text(fr="Sans nom", en="Nameless")  # until the player has typed a name
OUT_OF = Text(fr="{value} sur {most}", en="{value} of {most}")
SECONDS = 1.0  # of work on the chances that growth changes
MAX_LEAVES = 50_000


def preview(context: Context, scene: Scene[Any], command: Act, lang: str) -> Preview | None:
    """What these parameters would lead to, lawful or not: the sheet (`sheet`), and for a character who is at the
    table already each entry that would change (`changes`), with the chance of the action it opens before and after.

    None where dice or decisions come first, or the parameters cannot be read.
    """
    action = context.game.action(command.action)
    given = dict(command.params)
    try:
        do = record_of(action.params, {"name": "", **given} if "name" in action.params.model_fields else given, scene)
        if not getattr(do, "name", NAMELESS) and action.refuse(scene, do):
            do = record_of(action.params, {**given, "name": NAMELESS.say(lang)}, scene)
        done = perform(action, scene, do, Fed([]))
    except BadInput:
        return None
    if not isinstance(done, Done):
        return None
    made = next((effect for effect in done.outcome.effects if isinstance(effect, Create)), None)
    who, state = made.who if made else scene.actor, context.state
    if made:
        newcomer = Character(made.sheet.model_dump(mode="json"), context.seat)
        state = replace(state, cast={**state.cast, who: newcomer})
    viewer = Viewer(context.seat, context.mj)
    shown = sheet(context.game, state, done.after, viewer, who, lang)
    return Preview(shown, [] if made else list(_changes(context, done, who, lang)))


def _changes(context: Context, done: Done, who: str, lang: str) -> Iterator[EntryChanged]:
    """Each entry of a sheet that is another one afterwards."""
    viewer = Viewer(context.seat, context.mj)

    def entries(scene: Scene[Any]) -> dict[str, Entry]:
        sections = seen_sections(context.game, context.state, scene.acting(who), viewer, who)
        return {entry.id: entry for section in sections for entry in section.entries}

    before, after = entries(done.before), entries(done.after)
    patience = Patience(SECONDS)
    for id, entry in after.items():
        old = before.get(id)
        if old is not None and (old.value, old.most) == (entry.value, entry.most):
            continue
        chances = ["", ""]
        if (
            entry.opens
            and old is not None
            and may_see_odds(context.game, context.state, entry.opens.action, who, viewer)
        ):
            with patience.waiting():
                found = [_chance(context, scene.acting(who), entry.opens) for scene in (done.before, done.after)]
            chances = [percent(one, lang) if one is not None else "" for one in found]
        most = old is not None and old.most != entry.most
        was = _value(old, lang, most) if old else ""
        yield EntryChanged(entry.label.say(lang), was, _value(entry, lang, most), chances)


def _value(entry: Entry, lang: str, most: bool) -> str:
    """The value of an entry in words, with the most it may be where that is what changes."""
    value = value_in_words(entry.value, lang)
    return OUT_OF.say(lang, value=value, most=entry.most) if most and entry.most is not None else value


def _chance(context: Context, scene: Scene[Any], opens: Opens) -> Fraction | None:
    """The chance of what an entry opens, as it is proposed; None if there is none to tell."""
    action = context.game.action(opens.action)
    values = form(context.game, action, scene, opens.params).values
    if concerns_hidden_to(context, scene, values):
        return None
    with suppress(BadInput, TooMany):
        do = prepared(action, scene, values)
        if not isinstance(do, Note):
            law = expected(action, scene, do, most=MAX_LEAVES)
            return success(law) if len(law) > 1 else None
    return None
