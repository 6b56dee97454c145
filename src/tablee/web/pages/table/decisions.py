"""Questions that an action in progress asks: each option with its price and odds in words, the default marked."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from tablee.rules.stored.decisions import DecisionAsked, OptionOfDecision
from tablee.table.seen.view import Making, Pending, PendingUnseen, View
from tablee.text import Text, percent
from tablee.web.pages import tokens

CHANCES_OF = Text(fr="Les chances sont celles {who:de}.", en="The chances are those of {who:the}.")


@dataclass(frozen=True)
class Choice:
    """An answer: its value as a form sends it, its words, and what it leads to: « 66,7 % » « de toucher », or the
    result alone where it is certain; nothing where this seat may not know.
    """

    value: str
    label: str
    default: bool
    chance: str = ""
    leads: str = ""


@dataclass(frozen=True)
class Question:
    """What one character is asked; `mine` if this seat plays them, else the MJ may answer in their place."""

    who: str
    name: str
    tint: str
    foe: bool
    label: str
    rule: str
    cost: str
    choices: tuple[Choice, ...]
    mine: bool
    chances_of: str = ""  # a sentence, where the chances told are those of the actor, and another character is asked


def questions(pending: Pending | PendingUnseen | Making, view: View, lang: str) -> tuple[Question, ...]:
    """The questions of an action in progress that this seat may answer (`view.pending` or `view.making`)."""
    if isinstance(pending, PendingUnseen):
        return ()
    actor = pending.actor if isinstance(pending, Pending) else ""
    return tuple(_question(who, decision, actor, view, lang) for who, decision in pending.asked.items())


def answers_for(who: str, view: View) -> bool:
    """Whether what a character is asked is this seat's to answer: it plays them, or it is the MJ's and nobody does.

    The MJ may answer in the place of others too, and is not waited for.
    """
    if who not in view.cast:  # the character of a creation
        return True
    player = view.cast[who].player
    return player == view.you or (view.mj and not player)


def _question(who: str, decision: DecisionAsked, actor: str, view: View, lang: str) -> Question:
    choices = tuple(_choice(option, decision, lang) for option in decision.options)
    theirs = actor in view.cast and actor != who and any(one.chance for one in choices)
    return Question(
        who=who,
        name=tokens.name_of(who, view).say(lang) if who in view.cast else "",
        tint=tokens.tint(who, view),
        foe=tokens.is_foe(who, view),
        label=decision.label.say(lang),
        rule=decision.rule,
        cost=", ".join(f"{cost.label.say(lang)} −{cost.amount}" for cost in decision.costs or ()),
        choices=choices,
        mine=answers_for(who, view),
        chances_of=CHANCES_OF.say(lang, who=tokens.name_of(actor, view)) if theirs else "",
    )


def _choice(option: OptionOfDecision, decision: DecisionAsked, lang: str) -> Choice:
    value = option.value
    default = value == decision.default and type(value) is type(decision.default)
    chance, leads = _leads_to(option.odds or {}, decision, lang)
    return Choice(json.dumps(value), option.label.say(lang), default, chance, leads)


def _leads_to(odds: Mapping[str, str], decision: DecisionAsked, lang: str) -> tuple[str, str]:
    """The chance that the actor succeeds, all successes together, and what that is; or the only possible result."""
    grades = decision.grades or {}
    named = {grades[id].label.say(lang): Fraction(chance) for id, chance in odds.items() if id in grades}
    if len(named) < 2:
        return "", next(iter(named), "")
    good = sum((Fraction(chance) for id, chance in odds.items() if id in grades and grades[id].good), Fraction(0))
    return percent(good, lang), decision.success.say(lang) if decision.success else ""
