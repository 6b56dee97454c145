"""The end of a session or of a scenario as one seat goes through it: which step, for whom, what is done already."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any, NamedTuple
from urllib.parse import urlencode

from tablee.rules.endings import Ending, EndingStep
from tablee.table.decide.refusal import Refusal
from tablee.table.lines import Line, Unseen
from tablee.table.seen.forms import FieldAsked, FormSeen, GroupOfFields
from tablee.table.seen.refusal import RefusalTold
from tablee.table.service import House
from tablee.table.topics.action import Acted
from tablee.text import Text
from tablee.web.pages.forms import PageQuery
from tablee.web.pages.journal.sessions import Sessions
from tablee.web.pages.table.page import Page
from tablee.web.urls import url

Json = dict[str, Any]

ALREADY = Text(
    fr="C'est déjà fait ce soir (ligne {n}) : reprenez d'abord cette ligne.",
    en="This was done already tonight (line {n}): take that line back first.",
)


class Prepared(Page):
    """A step that is being filled in: the MJ prepares it for any character, or for none in particular."""

    def __init__(self, house: House, table: str, seat: str, lang: str, asked: PageQuery) -> None:
        super().__init__(house, table, seat, lang, asked, frozenset())
        self.asked = asked


class Stage(NamedTuple):
    """A step in the list: its place, its words, whether it is done, and why it applies to nobody left, if so."""

    place: int
    step: EndingStep
    label: str
    done: bool
    here: bool
    idle: str = ""


class Closing:
    """The list of steps that ends an evening, and where a seat stands in it."""

    def __init__(
        self, house: House, table: str, seat: str, lang: str, given: Mapping[str, str], asked: PageQuery
    ) -> None:
        self.house, self.table, self.seat, self.lang = house, table, seat, lang
        self.page = Prepared(house, table, seat, lang, PageQuery())
        self.view, self.game, self.mj = self.page.view, self.page.game, self.page.mj
        self.ending: Ending | None = next(
            (one for one in self.endings if one.id == given.get("ending")), next(iter(self.endings), None)
        )
        self._step, self._who, self._given = given.get("step", ""), given.get("who", ""), asked

    @cached_property
    def endings(self) -> list[Ending]:
        """The lists of this game, with the steps that this seat may do."""
        listed = [replace(one, steps=tuple(filter(self._may, one.steps))) for one in self.game.endings]
        return [one for one in listed if one.steps]

    def _may(self, step: EndingStep) -> bool:
        if self.mj:
            return not isinstance(self._form(step, next(iter(self.people), "")), Refusal)
        return step.each and any(not isinstance(self._form(step, who), Refusal) for who in self.people)

    def _form(self, step: EndingStep, who: str) -> FormSeen | Refusal:
        return self.house.form(self.table, self.seat, self._asked(step, who).act, self.lang)

    @cached_property
    def sessions(self) -> Sessions:
        """The sessions of the table, for the MJ to end this one."""
        return Sessions(self.house, self.table, self.seat, self.lang)

    @cached_property
    def people(self) -> list[str]:
        """The players' characters whom this seat ends the evening for: all of them for the MJ."""
        cast = {who: one for who, one in self.view.cast.items() if one.here}
        if not self.mj:
            return [who for who, one in cast.items() if one.player == self.seat]
        return [who for who, one in cast.items() if one.owner or one.free]

    @cached_property
    def _acts(self) -> list[Line]:
        """What was done this evening and stands, oldest first."""
        after = self.house.evening(self.table, self.seat)
        return self.house.standing(self.table, self.seat, after)

    def done(self, step: EndingStep, who: str = "") -> int:
        """The line in which a step was done this evening, for a character if it is for each; 0 if it was not."""
        acts = [(line.n, line.what) for line in self._acts if isinstance(line.what, Acted | Unseen)]
        if step.after and not any(act.action == step.after for _, act in acts):
            return 0
        for n, act in reversed(acts):
            if act.action == step.after:
                return 0
            params = act.params if isinstance(act, Acted) else {}
            whose = params.get(step.whom) if step.whom else act.actor
            if act.action == step.action and (not step.each or whose == who):
                return n
        return 0

    def _over(self, step: EndingStep) -> bool:
        """Whether a step was done this evening, for everybody if it is for each."""
        return all(self.done(step, who) for who in self.people) if step.each else bool(self.done(step))

    @cached_property
    def _refusals(self) -> dict[str, dict[str, str]]:
        """Why the rules refuse each action to each character now, whatever is filled in, though it were their turn: ""
        where they do not.
        """
        found = {who: self.house.offers(self.table, self.seat, who, self.lang) for who in self.people}
        return {
            who: {one.action: one.refusal.sentence for one in told if one.refusal and self._by_rule(one.refusal)}
            for who, told in found.items()
            if not isinstance(told, Refusal)
        }

    def _by_rule(self, no: RefusalTold) -> bool:
        """Whether a refusal is one of the rules, and not that of an order of play."""
        return bool(no.rule) and no.rule != self.game.turns

    def idle(self, step: EndingStep) -> str:
        """Why a step applies to nobody for whom it is not done; "" if it does to one of them. Of a step for the whole
        table that asks for nothing, why the rules refuse it.
        """
        if not step.each:
            form = None if self.done(step) else self._form(step, "")
            no = form.refusal if isinstance(form, FormSeen) and not form.fields else None
            return no.sentence if no and self._by_rule(no) else ""
        left = [who for who in self.people if not self.done(step, who)]
        whys = [self._refusals.get(who, {}).get(step.action, "") for who in left]
        return whys[0] if whys and all(whys) else ""

    def after(self, place: int) -> int:
        """The place of the next step that applies; one more than there are if none does."""
        steps = self.ending.steps if self.ending else ()
        later = (n for n, step in enumerate(steps, 1) if n > place and not self.idle(step))
        return next(later, len(steps) + 1)

    @cached_property
    def stages(self) -> list[Stage]:
        """The steps of the list, in their order."""
        steps = self.ending.steps if self.ending else ()
        return [
            Stage(
                place,
                step,
                self.game.action(step.action).label.say(self.lang),
                self._over(step),
                place == self.place,
                self.idle(step),
            )
            for place, step in enumerate(steps, 1)
        ]

    @cached_property
    def place(self) -> int:
        """The number of the step that is shown, from 1; one more than there are once all are behind."""
        steps = self.ending.steps if self.ending else ()
        if self._step.isascii() and self._step.isdigit() and 1 <= int(self._step[:4]) <= len(steps) + 1:
            return int(self._step[:4])
        left = (n for n, step in enumerate(steps, 1) if not self._over(step) and not self.idle(step))
        return next(left, len(steps) + 1)

    @property
    def step(self) -> EndingStep | None:
        steps = self.ending.steps if self.ending else ()
        return steps[self.place - 1] if self.place <= len(steps) else None

    @cached_property
    def who(self) -> str:
        """For whom the step is shown: whom the address says, else the first for whom it is not done."""
        if self.step is None or not self.step.each:
            return ""
        if self._who in self.people:
            return self._who
        left = [who for who in self.people if not self.done(self.step, who)]
        able = [who for who in left if not self._refusals.get(who, {}).get(self.step.action)]
        return next(iter((*able, *left, *self.people)), "")

    def _asked(self, step: EndingStep, who: str) -> PageQuery:
        return PageQuery(who if step.each else "", step.action, {step.whom: who} if step.whom and who else {})

    @cached_property
    def prepared(self) -> Prepared | None:
        """The form of the step, as far as it is filled in."""
        if self.step is None or (self.step.each and not self.who):
            return None
        asked = self._asked(self.step, self.who)
        if self._given.action == asked.action:
            asked = replace(asked, params={**self._given.params, **asked.params})
        return Prepared(self.house, self.table, self.seat, self.lang, asked)

    @cached_property
    def to_ask(self) -> list[str]:
        """The characters whose players the MJ may ask to choose in a step that only the MJ may begin."""
        step = self.step
        if not self.mj or step is None or not step.each or step.whom or not self.fields("usual"):
            return []
        if self.game.action(step.action).offered(self.view.options, mj=False):
            return []
        waiting = (one for one in self.view.requests.values() if one.action == step.action and not one.closed)
        asked, cast = {who for one in waiting for who in one.who}, self.view.cast
        return [who for who in self.people if cast[who].owner and not self.done(step, who) and who not in asked]

    @property
    def refusal(self) -> Refusal | None:
        """Why the step may not be done once more, if so."""
        n = self.done(self.step, self.who) if self.step and not self.step.again else 0
        return Refusal(ALREADY, {"n": n}) if n else None

    @property
    def onwards(self) -> str:
        """The address to go to once the step is done for a character: the next character's, or the next step's."""
        left = self.step and self.step.each and not self._over(self.step) and not self.idle(self.step)
        return self.address(step=self.place if left else self.after(self.place)) + "#step"

    def address(self, **fields: Any) -> str:
        """The address of the list, with such fields as its step and the character whom the step is for."""
        chosen = {"ending": self.ending.id if self.ending else "", **fields}
        return url("/t/{}/fin?{}", self.table, urlencode({name: value for name, value in chosen.items() if value}))

    def fields(self, rank: str) -> list[tuple[GroupOfFields, list[FieldAsked]]]:
        """The fields of a rank that the step asks, by group; not the one that says whom it is for."""
        whom = self.step.whom if self.step else ""
        groups = self.prepared.layout.groups(rank) if self.prepared else []
        asked = [(group, [one for one in fields if one.name != whom]) for group, fields in groups]
        return [(group, fields) for group, fields in asked if fields]
