"""Asking for a roll: the sentence by which the MJ asks, and what each one has made of what was asked."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cached_property
from typing import Any, NamedTuple

from tablee.errors import BadInput
from tablee.rules.action import Kind, Scene
from tablee.rules.fields import Field, Rank
from tablee.table.decide.refusal import Refusal
from tablee.table.seen.forms import FieldAsked, FormSeen, GroupOfFields, Offer
from tablee.web.pages.forms import PageQuery
from tablee.web.pages.table import cards
from tablee.web.pages.table.page import Page, Prepared

Json = dict[str, Any]
UNSEEN = ("secret", "blind")  # audiences of answers that the MJ alone has seen
ASKED_KINDS = ("check", "danger")
ASIDE = ("balance", "paid")  # groups of fields that each player fills in alone


class Asking(Page):
    """The request that the MJ is composing: the form of an action as the first of those asked would fill it in."""

    def __init__(self, page: Page, asked: PageQuery, who: tuple[str, ...]) -> None:
        self.house, self.table, self.seat, self.lang, self.present = (
            page.house,
            page.table,
            page.seat,
            page.lang,
            page.present,
        )
        self.view, self.game = page.view, page.game
        self.whole_party = not who
        standing = tuple(one for one in self.party_ids if self.stands(one))
        self.who = tuple(one for one in who if one in self.party_ids) or standing or self.party_ids
        self.asked = replace(asked, who=next(iter(self.who), ""))

    @cached_property
    def party_ids(self) -> tuple[str, ...]:
        """Those who can be asked: the characters with a player, or, where nobody sits yet, those free to take."""
        here = {who: seen for who, seen in self.view.cast.items() if seen.here}
        played = tuple(who for who, seen in here.items() if seen.owner)
        return played or tuple(who for who, seen in here.items() if seen.free)

    @property
    def fallen(self) -> list[str]:
        """Those who can be asked and do not stand."""
        return [who for who in self.party_ids if not self.stands(who)]

    @cached_property
    def askable(self) -> list[Offer]:
        """The actions that can be asked for: rolls and trials that a character makes alone, aimed at no other."""
        found = [one for one in self.offers if one.kind in ASKED_KINDS and one.asks]
        alone = [one for one in found if not self._aims(one.action)]
        return sorted(alone, key=lambda one: one.kind != "check")

    def _aims(self, action: str) -> bool:
        """Whether an action needs another character: each player would choose their own, so it is not asked of all."""
        scene = self._scene
        usual = [one for one in self.game.action(action).form(scene.options, mj=True) if one.rank is Rank.USUAL]
        aims = [one for one in usual if not scene.cast.keys().isdisjoint(_choices(one, scene))]
        if not aims or any(one.ask is None or one.ask.when is None for one in aims):
            return bool(aims)
        form = self._form(PageQuery(who=self.asked.who, action=action))  # it hangs on what else is chosen
        names = {one.name for one in aims}
        return form is None or any(one.applies for one in form.fields if one.name in names)

    @cached_property
    def _scene(self) -> Scene[Any]:
        return self.house.scene(self.table, self.asked.who)

    def _form(self, asked: PageQuery) -> FormSeen | None:
        try:
            form = self.house.form(self.table, self.seat, asked.act, self.lang)
        except BadInput:
            form = self.house.form(self.table, self.seat, replace(asked, params={}).act, self.lang)
        return None if isinstance(form, Refusal) else form

    @cached_property
    def prepared(self) -> Prepared | None:
        """The form of what is asked for, without odds: those of each player differ."""
        actions = [one.action for one in self.askable]
        if not actions:
            return None
        action = self.asked.action if self.asked.action in actions else actions[0]
        form = self._form(replace(self.asked, action=action))
        others = [self._form(PageQuery(who=who, action=action)) for who in self.who[1:]]
        return Prepared(replace(form, fields=[_shared(one, others) for one in form.fields])) if form else None

    @property
    def turn(self) -> str:
        """What a test that is asked for in a fight is to whoever makes it: their action of the round (`taken`), or no
        action at all (`beside`); "" outside fights, and for what befalls people.
        """
        if not (self.round and self.prepared):
            return ""
        action = self.game.action(self.prepared.form.action)
        if action.kind is not Kind.CHECK:
            return ""
        values = {one.name: one.value for one in self.prepared.form.fields}
        do = action.params.model_construct(**values)
        return "beside" if action.anytime or action.reacts(do) else "taken"

    @property
    def words(self) -> list[FieldAsked]:
        """The fields that are words of the sentence: what is rolled, then the numbers that the MJ always sets."""
        fields = self.prepared.form.fields if self.prepared else []
        told = [one for one in fields if one.applies and one.kind in ("str", "int") and not one.many]
        usual = [one for one in told if one.rank == "usual" and not self.layout.of_people(one)]
        return usual + [one for one in told if one.rank == "mj" and one.kind == "int" and one.value]

    @property
    def more(self) -> list[tuple[GroupOfFields, list[FieldAsked]]]:
        """The other fields that the MJ may fill in, by group."""
        said = {one.name for one in self.words}
        groups = [*self.layout.groups("usual"), *self.layout.groups("mj")]
        left = [
            (group, [one for one in fields if one.name not in said and one.kind != "bool"]) for group, fields in groups
        ]
        return [(group, fields) for group, fields in left if fields and self.look.groups.get(group.id) not in ASIDE]


def _choices(field: Field, scene: Scene[Any]) -> Iterable[str]:
    """The ids that a field may be given here, or that are suggested for it."""
    if field.one_of:
        return field.one_of.on(scene)
    return dict(field.ask.suggests(scene)) if field.ask and field.ask.suggests else ()


def _shared(field: FieldAsked, others: list[FormSeen | None]) -> FieldAsked:
    """A field with the choices that everybody who is asked has: no skill that one of them lacks."""
    if field.kind != "str" or field.many or not field.choices:
        return field
    for form in filter(None, others):
        theirs = next((one.choices for one in form.fields if one.name == field.name), ())
        ids = {choice.id for choice in theirs if not choice.refusal}
        left = [choice for choice in field.choices if choice.id in ids]
        field = replace(field, choices=left) if left else field
    known = {choice.id for choice in field.choices}
    return field if field.value in (*known, "") else replace(field, value=field.choices[0].id)


class Gathered(NamedTuple):
    """A request on the MJ's screen: its answers so far, who is awaited, and what is still to be told to all."""

    card: cards.Gathering
    title: str
    said: str  # what was asked, in a few words
    audience: str
    awaited: tuple[str, ...]
    unsaid: tuple[int, ...]  # lines of answers that the MJ alone has seen
    number: int = 0  # among all that were asked for, where several are open: they may be alike


def gathered(page: Page) -> list[Gathered]:
    """The requests that are not closed, the newest first."""
    view, told = page.view, []
    asked = [(n, id, one) for n, (id, one) in enumerate(view.requests.items(), 1) if not one.closed]
    for n, id, request in reversed(asked):
        gathering = cards.gathering(id, request.action, request.params, request.who, view, page.lang)
        label = page.game.action(request.action).label.say(page.lang)
        words = page.worded_request(id)
        told.append(
            Gathered(
                gathering,
                request.title or label,
                " · ".join(filter(None, (label if request.title else "", words))),
                request.audience,
                tuple(one.who for one in gathering.answers if not one.done),
                tuple(one.line for one in request.done.values() if one.audience in UNSEEN),
                n if len(asked) > 1 else 0,
            )
        )
    return told
