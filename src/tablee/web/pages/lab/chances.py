"""Chances without a table: any action of any game between two people, its exact odds, two ways, a curve.

Everything is in the address, which may be shared. The form and the odds are those of a table's page.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import Any

from fastapi import APIRouter, Request, Response

from tablee.errors import BadFields, BadInput
from tablee.lab.curves import Curve, Over, Way, curve
from tablee.rules.action import Kind, Scene
from tablee.rules.fields import fields_of, record_of
from tablee.rules.game import Game, game_called, games
from tablee.table.decide.refusal import Refusal
from tablee.table.no_table import MJ, NoTable
from tablee.table.seen.refusal import RefusalTold
from tablee.text import Text
from tablee.web.pages import forms
from tablee.web.pages.answering import html
from tablee.web.pages.drawing import draw
from tablee.web.pages.entrance.home import usual_order
from tablee.web.pages.lab.asking import CHANCES, bounded
from tablee.web.pages.lab.drawn_curves import Chart, chart_of
from tablee.web.pages.lab.numbers import Numbers
from tablee.web.pages.lab.people import sides
from tablee.web.pages.lab.varying import Varying, varying
from tablee.web.pages.table.live import patch
from tablee.web.pages.table.page import Page, WayShown
from tablee.web.serving.guard import reader
from tablee.web.urls import url

router = APIRouter(include_in_schema=False)

Json = dict[str, Any]
AS_IT_IS = Text(fr="les règles du livre", en="the book’s rules")
RULE = Text(fr="{rule} : {value}", en="{rule}: {value}")


class Chances(Page):
    """What the page shows: who acts on whom, the action as its form is filled in, its odds, what varies."""

    house: NoTable  # type: ignore[assignment]

    def __init__(self, game: Game, fields: forms.Fields, lang: str) -> None:
        self.fields = dict(fields)
        self.people: dict[str, Any] = dict(game.ready())
        ours, theirs = sides(game)
        who = self._person("who", next(iter(ours), ""))
        foe = self._person("foe", next((one for one in (*theirs, *ours, *self.people) if one != who), who))
        self.numbers = Numbers(game, self.people, (who, foe), fields, lang)
        cast = {one: self.numbers.people[one] for one in dict.fromkeys((who, foe)) if one}
        asked = replace(forms.asked(fields), who=who)
        apart = NoTable(_facing(game, asked.action, foe), cast, {})
        asked = _theirs(game, apart.scene("", who), asked)
        super().__init__(apart, "", MJ, lang, asked, frozenset())  # type: ignore[arg-type]
        self.game, self.who, self.against = game, who, foe

    @property
    def peaceful(self) -> bool:
        """The lab weighs blows."""
        return False

    def _person(self, field: str, first: str) -> str:
        named = self.fields.get(field, "")
        return named if named in self.people else first

    @property
    def names_of_people(self) -> list[tuple[str, str]]:
        """Everybody who is ready in this game, by name."""
        listed = [(who, sheet.name.say(self.lang)) for who, sheet in self.people.items()]
        return sorted(listed, key=lambda one: one[1].casefold())

    @cached_property
    def way(self) -> Way | None:
        """The action as the lab varies it; None while it has no odds."""
        if not self.prepared or not self.prepared.odds:
            return None
        form = self.prepared.form
        return Way(self.game, self.game.action(form.action), self.house.scene("", self.who), form.values)

    @cached_property
    def rule(self) -> tuple[str, Any] | None:
        """The house rule that is compared, with its other value."""
        id, _, told = self.fields.get("rule", "").partition("=")
        for option in self.game.options:
            if option.id == id:
                return next(((id, value) for value in option.values if str(value) == told), None)
        return None

    @property
    def rules(self) -> list[tuple[str, str]]:
        """The house rules that may be compared, each with the values that are not the book's."""
        return [
            (f"{option.id}={value}", RULE.say(self.lang, rule=option.label, value=option.said(value, self.lang)))
            for option in self.game.options
            for value in option.values[1:]
        ]

    @cached_property
    def compared(self) -> tuple[WayShown, ...]:
        """The ways side by side: the one that was kept or the book's rules, and this one or the house rule."""
        if not self.prepared or not self.prepared.odds:
            return ()
        if self.prepared.ways:
            return self.prepared.ways
        if self.rule is None:
            return ()
        asked = replace(self.asked, action=self.prepared.form.action, params=self.prepared.form.values)
        told = self.house.odds("", MJ, asked.act, self.lang, dict([self.rule]))
        label = dict(self.rules)[f"{self.rule[0]}={self.rule[1]}"]
        if isinstance(told, Refusal):
            other = WayShown(label, None, RefusalTold(told.say(self.lang), told.rule))
        else:
            other = WayShown(label, told)
        return WayShown(AS_IT_IS.say(self.lang), self.prepared.odds), other

    @cached_property
    def choices(self) -> list[Varying]:
        """What may vary under the curve."""
        return varying(self.way, self.prepared.form, self.lang) if self.way and self.prepared else []

    @cached_property
    def varies(self) -> Varying | None:
        chosen = self.fields.get("over", "")
        return next((one for one in self.choices if one.id == chosen), next(iter(self.choices), None))

    @cached_property
    def curves(self) -> Chart | None:
        """The curve of each way over what varies."""
        if not self.way or not self.varies:
            return None
        ways = [self.way]
        if self.asked.kept:
            ways.insert(0, replace(self.way, values=forms.params(forms.form_fields(self.asked.kept))))
        elif self.rule:
            under = {**self.way.scene.options, **dict([self.rule])}
            ways.append(replace(self.way, scene=replace(self.way.scene, options=under)))
        found = [one for way in ways if (one := self._curve(way, self.varies.over))]
        return chart_of(found, self.varies.now) if found else None

    def _curve(self, way: Way, over: Over) -> Curve | None:
        try:
            return curve(way, over, "", self.lang)
        except BadInput:  # no value is possible that way
            return None


def _facing(game: Game, action: str, foe: str) -> Game:
    """The game as it is played here: whoever is faced is no friend, so that a blow is proposed at them, unless what is
    tried is no blow.
    """
    if action and game.action(action).kind is not Kind.FIGHT:
        return game
    return replace(game, side=lambda _scene, who: "two" if who == foe else "one")


def _theirs(game: Game, scene: Scene[Any], asked: forms.PageQuery) -> forms.PageQuery:
    """What is asked, without choices that are not these people's: the weapon or the target of those before them."""
    if not asked.action:
        return asked
    action = game.action(asked.action)
    try:
        record_of(action.params, asked.params, scene)
    except BadFields as no:
        choices = {field.name for field in fields_of(action.params) if field.one_of}
        wrong = choices & {problem.field for problem in no.problems}
        return replace(asked, params={name: value for name, value in asked.params.items() if name not in wrong})
    return asked


def shown(game: str, query: str, lang: str, template: str) -> str:
    """The page, or its panel alone, for an address."""
    known = game_called(game) if game else next(iter(games().values()))
    page = Chances(known, forms.form_fields(query), lang)
    listed = [(one.id, one.label.say(lang)) for one in map(game_called, usual_order())]
    address = url("/labo?{}", query) if query else url("/labo")
    return draw(template, lang, page=page, games=listed, game=known.id, tab="chances", address=address)


@router.get("/labo")
async def chances(request: Request, game: str = "") -> Response:
    """The chances of an action."""
    lang, query = reader(request), request.url.query
    return html(request, await bounded(request, CHANCES, shown, game, query, lang, "lab/chances.html"))


@router.get("/labo/panneau")
async def panel(request: Request, game: str = "") -> Response:
    """The page without its bar, as a patch, while the visitor fills in the form."""
    lang, query = reader(request), request.url.query
    drawing = await bounded(request, CHANCES, shown, game, query, lang, "lab/chances_main.html")
    return html(request, patch("labo", drawing))
