"""How the form of the action in hand is laid out: its groups, the people it aims at, the pans of a balance."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tablee.rules.action import Kind
from tablee.rules.forms import WHOM
from tablee.table.seen.forms import ChoiceOfField, FieldAsked, GroupOfFields

if TYPE_CHECKING:
    from tablee.web.pages.table.page import Page


class FormLayout:
    """The fields of the action that a page has in hand, as they are drawn."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def groups(self, rank: str) -> list[tuple[GroupOfFields, list[FieldAsked]]]:
        """The fields of a rank (`usual`, `more`, `mj`) that apply to the action in hand, by group, in their order; but
        for what the MJ has set in asking for it, which nothing here would change.
        """
        request = self.page.view.requests.get(self.page.asked.request)
        groups: dict[str, tuple[GroupOfFields, list[FieldAsked]]] = {}
        for one in self.page.prepared.form.fields if self.page.prepared else ():
            if one.applies and one.rank == rank and not (request and one.name in request.params):
                group = one.group or GroupOfFields("", "")
                groups.setdefault(group.id, (group, []))[1].append(one)
        sentence = next((id for id in groups if self.page.look.drawing(id) == "sentence"), "")
        if sentence and WHOM.id in groups:  # whom it is said to is a word of a sentence
            groups[sentence][1].extend(groups.pop(WHOM.id)[1])
        return list(groups.values())

    def of_people(self, field: FieldAsked) -> bool:
        """Whether a field asks for characters."""
        return any(choice.id in self.page.view.cast for choice in field.choices)

    def allies_apart(self, field: FieldAsked) -> list[ChoiceOfField]:
        """The choices of a field of one character that are on the actor's side, while a character of the other side is
        chosen: no ally is struck by mistake. Nothing where an ally is chosen, or several characters may be, or where
        nobody is aimed at: what the MJ does with the scene.
        """
        if self.page.prepared and self.page.game.action(self.page.prepared.form.action).kind is Kind.SCENE:
            return []
        side = self.page.foe(self.page.asked.who)
        possible = [choice for choice in field.choices if choice.id in self.page.view.cast and not choice.refusal]
        allies = [choice for choice in possible if self.page.foe(choice.id) == side]
        across = field.value in [choice.id for choice in possible if choice not in allies]
        return allies if across and not field.many else []

    @property
    def aimed_across(self) -> list[FieldAsked]:
        """The usual fields of the action in hand whose allies stand apart."""
        return [one for _, fields in self.groups("usual") for one in fields if self.allies_apart(one)]

    def pans(self, fields: list[FieldAsked]) -> list[FieldAsked]:
        """What is gained and what pays for it, among the fields of a balance; nothing if one is missing."""
        both = [one for one in fields if one.rank == "usual" and one.choices][:2]
        return both if len(both) == 2 else []

    def weighed(self, one: FieldAsked) -> list[ChoiceOfField]:
        """The choices of a pan: it holds one, so that those refused only because one lies there may take its place."""
        kept = one.value if len(one.value) == 1 else []
        return [
            choice
            for choice in one.choices
            if not choice.refusal or (kept and choice.refusal.rule == self.page.look.one_only)
        ]

    def close_fields(self, groups: list[tuple[GroupOfFields, list[FieldAsked]]]) -> list[FieldAsked]:
        """The fields that stand in a close row: all but people, the words of a sentence and the pans of a balance."""
        close: list[FieldAsked] = []
        for group, fields in groups:
            apart = self.pans(fields) if self.page.look.drawing(group.id) == "balance" else []
            if self.page.look.drawing(group.id) == "sentence":
                apart = [one for one in fields if one.choices]
            close += [one for one in fields if one not in apart and not self.of_people(one)]
        return sorted(close, key=lambda one: one.kind == "bool")

    def refused_choices(
        self, fields: list[FieldAsked], offered: Sequence[ChoiceOfField] = ()
    ) -> list[list[ChoiceOfField]]:
        """The choices of these fields that the rules refuse, but for some that are offered all the same; those whose
        reasons differ by their own name alone stand together.
        """
        alike: dict[tuple[str, str], list[ChoiceOfField]] = {}
        for choice in (choice for one in fields for choice in one.choices):
            if choice.refusal and choice not in offered:
                told = choice.refusal.sentence.replace(choice.label, "")
                alike.setdefault((choice.refusal.rule, told), []).append(choice)
        return list(alike.values())
