"""What may befall people and how they rest: each action of a game for that, and the way to it for each person."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from tablee.rules.action import Action, Kind
from tablee.rules.fields import Nothing
from tablee.table.seen.view import HouseRule
from tablee.web.pages.forms import prepare
from tablee.web.pages.table.page import Page

SOMEBODY = "~"  # in an address, in the place of an id


class Way(NamedTuple):
    """The address where a trial is prepared for a character."""

    who: str
    name: str
    tint: str
    foe: bool
    address: str


class Trial(NamedTuple):
    """A danger, a care or a rest, and those whom it may be for."""

    action: str
    label: str
    ways: tuple[Way, ...]


class Warned(NamedTuple):
    """A chapter that is played only after its note is read: its switch, whether it is on, what it brings."""

    rule: HouseRule
    on: bool
    trials: tuple[Trial, ...]


class Trials(NamedTuple):
    """What the MJ may bring upon people, what does them good, and the chapters with a note to read first."""

    dangers: tuple[Trial, ...]
    rests: tuple[Trial, ...]
    warned: tuple[Warned, ...]


def trials(page: Page) -> Trials:
    """The dangers, rests and warned chapters of the table's game. What falls due by itself has no form and is left out:
    the table performs it.
    """
    options = page.view.options
    noted = [rule for rule in page.view.house_rules if rule.note]
    about = [
        one
        for one in page.game.actions
        if one.kind in (Kind.DANGER, Kind.CARE) and one.params is not Nothing and one.offered(options, mj=True)
    ]
    bound = {rule.id: [one for one in about if not one.offered({**options, rule.id: False}, mj=True)] for rule in noted}
    warned = {one.id for found in bound.values() for one in found}
    plain = [one for one in about if one.id not in warned]
    return Trials(
        _trials(page, (one for one in plain if one.kind is Kind.DANGER)),
        _trials(page, (one for one in plain if one.kind is Kind.CARE)),
        tuple(Warned(rule, bool(rule.value), _trials(page, bound[rule.id])) for rule in noted),
    )


def _trials(page: Page, actions: Iterable[Action[Any, Any]]) -> tuple[Trial, ...]:
    people = [*page.party.ours, *page.party.others]
    told = []
    for one in actions:
        aims = "target" in one.params.model_fields and not one.offered(page.view.options, mj=False)
        address = prepare(page.table, SOMEBODY, one.id, {"target": SOMEBODY} if aims else {})  # made once for them all
        ways = tuple(Way(who.who, who.name, who.tint, who.foe, address.replace(SOMEBODY, who.who)) for who in people)
        told.append(Trial(one.id, one.label.say(page.lang), ways))
    return tuple(told)
