"""Wizard: a form of the game as its player fills it in step by step; where the dice of a creation lie."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from tablee.rules.forms import GEAR
from tablee.rules.game import Game
from tablee.rules.sheet.placing import Placing
from tablee.rules.sheet.sheet_data import EntrySeen
from tablee.table.decide.refusal import Refusal
from tablee.table.seen.forms import FieldAsked, FormSeen, GroupOfFields, Preview
from tablee.table.seen.refusal import RefusalTold
from tablee.table.seen.view import Making
from tablee.table.service import House
from tablee.table.topics.action import Act
from tablee.text import Text
from tablee.web.pages.characters.drafts import Draft
from tablee.web.pages.forms import understood
from tablee.web.pages.rules.book import Told, rule_in_words

Json = dict[str, Any]

THROW, KEEP, ENTER, DO = (
    Text(fr="Lancer le premier dé", en="Throw the first die"),
    Text(fr="Garder ce personnage", en="Keep this character"),
    Text(fr="Entrer en jeu", en="Come into play"),
    Text(fr="Valider", en="Do it"),
)
KEEP_SO = Text(fr="Garder quand même", en="Keep as it is")
ENTER_SO = Text(fr="Entrer quand même", en="Come in as it is")


class CreationStep(NamedTuple):
    """Some fields of a form under one heading, the rules they follow, what is left to spend there, why not."""

    id: str
    label: str
    fields: list[FieldAsked]
    more: list[FieldAsked]
    rules: list[Told]
    left: list[EntrySeen]
    refusal: RefusalTold | None


@dataclass(frozen=True)
class Wizard:
    """A form as it is filled in, at one of its steps, and the sheet it leads to."""

    game: Game
    draft: Draft
    form: FormSeen
    lang: str
    preview: Preview | None
    own: bool

    @cached_property
    def steps(self) -> list[CreationStep]:
        """The steps that apply, in the order of their first field; what one carries comes last."""
        groups: dict[GroupOfFields, list[FieldAsked]] = {}
        asked = [one for one in self.form.fields if one.applies and one.rank != "mj"]
        for one in sorted(asked, key=lambda one: one.rank != "usual"):
            if one.group:
                groups.setdefault(one.group, []).append(one)
        usual = {group: fields for group, fields in groups.items() if any(one.rank == "usual" for one in fields)}
        return [self._step(group, usual[group]) for group in sorted(usual, key=lambda group: group.id == GEAR.id)]

    def _step(self, group: GroupOfFields, fields: list[FieldAsked]) -> CreationStep:
        rules = list(dict.fromkeys(rule for one in fields for rule in one.rules))
        left = [one for one in self.form.left if one.sum and one.sum.rule in rules]
        cited = {one.sum.rule for one in left if one.sum}
        shown = [rule for rule in rules if rule in cited or len(rules) < 5 or not cited]
        no = self.form.refusal
        return CreationStep(
            group.id,
            group.label,
            [one for one in fields if one.rank == "usual"],
            [one for one in fields if one.rank == "more"],
            [rule_in_words(self.game, self.game.book[rule], self.lang) for rule in shown],
            left,
            no if no and no.rule in rules else None,
        )

    @property
    def at(self) -> int:
        """The number of the present step, from 0."""
        return min(self.draft.step, len(self.steps) - 1)

    @property
    def step(self) -> CreationStep:
        return self.steps[self.at]

    @property
    def begun(self) -> bool:
        """Whether the present step is still being filled in: nobody went beyond it yet, and nothing is overspent. What
        is refused there is only left to do.
        """
        return self.at >= self.draft.furthest and all(one.value >= 0 for one in self.step.left)

    @property
    def last(self) -> bool:
        return self.at == len(self.steps) - 1

    @property
    def wrong(self) -> int | None:
        """The step that a refusal is about; None if nothing is refused, or it is about no step."""
        return next((n for n, step in enumerate(self.steps) if step.refusal), None)

    @property
    def unspent(self) -> list[EntrySeen]:
        """What is left to spend, at the last step, though nothing is refused for it."""
        return [one for one in self.form.left if one.value > 0] if self.last and not self.form.refusal else []

    @property
    def end(self) -> str:
        """What the last button says."""
        if self.draft.actor:
            return DO.say(self.lang)
        if self.preview is None:
            return THROW.say(self.lang)
        if self.unspent:
            return (KEEP_SO if self.own else ENTER_SO).say(self.lang)
        return (KEEP if self.own else ENTER).say(self.lang)

    @property
    def values(self) -> Json:
        """What is sent to the table: the values as they stand, but for the MJ's."""
        mine = {one.name for one in self.form.fields if one.rank != "mj"}
        return {name: value for name, value in self.form.values.items() if name in mine}


def wizard(house: House, table: str, seat: str, game: Game, draft: Draft, lang: str, own: bool) -> Wizard | None:
    """The form of a draft; None where its action is refused to the seat or to the character. BadInput where there is no
    such action, or a value of the draft cannot be one at all.
    """
    act = understood(Act, {"actor": draft.actor, "action": draft.action, "params": _with_name(game, draft)})
    form = house.form(table, seat, act, lang)
    if isinstance(form, Refusal):
        return None
    return Wizard(game, draft, form, lang, house.preview(table, seat, _filled(act, form), lang), own)


def _filled(act: Act, form: FormSeen) -> Act:
    """An action with the values that its form proposes."""
    return act.with_changes(params=form.values)


def _with_name(game: Game, draft: Draft) -> Json:
    """The values of a draft; a name that was not typed yet is empty, so that rules can say that it is missing."""
    asked = game.action(draft.action).params.model_fields
    return {"name": "", **draft.params} if "name" in asked and not draft.actor else draft.params


def dice_of(game: Game, making: Making) -> Placing | None:
    """Where the dice of a creation in progress lie; None if it places none."""
    faces = [face for roll in making.so_far.rolls for face in roll.faces]
    return game.placing(making.action, faces, making.so_far.answers)
