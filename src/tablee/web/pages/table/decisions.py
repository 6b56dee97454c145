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
MAX_RESULTS = 4  # told one by one beside an answer


@dataclass(frozen=True)
class Choice:
    """An answer: its value as a form sends it, its words, and what it leads to: « 66,7 % » « de toucher », or the
    result alone where it is certain, or each result with its chance; nothing where this seat may not know.
    """

    value: str
    label: str
    default: bool
    proposed: bool  # what a sensible person would answer here, the default where that is it
    chance: str = ""
    leads: str = ""
    cost: str = ""


@dataclass(frozen=True)
class Question:
    """What one character is asked; `mine` if this seat plays them, else the MJ may answer in their place."""

    who: str
    name: str
    tint: str
    foe: bool
    label: str
    rule: str
    choices: tuple[Choice, ...]
    mine: bool
    aloud: bool = False  # nobody has to answer: one speaks up, or lets it pass
    chances_of: str = ""  # a sentence, where the chances told are those of the actor, and another character is asked


def questions(pending: Pending | PendingUnseen | Making, view: View, lang: str) -> tuple[Question, ...]:
    """The questions of an action in progress that this seat may answer (`view.pending` or `view.making`)."""
    if isinstance(pending, PendingUnseen):
        return ()
    actor = pending.actor if isinstance(pending, Pending) else ""
    return tuple(_question(who, decision, actor, view, lang) for who, decision in pending.asked.items())


@dataclass(frozen=True)
class Moment:
    """All that this seat may say at one moment of an action, for its characters: what they let pass, and what each may
    say; how long the table waits, 0 for as long as people like.
    """

    questions: tuple[Question, ...]
    seconds: int
    aside: bool = False  # nobody waits for it: it goes on once those whom it befalls have spoken

    @property
    def alike(self) -> bool:
        """Whether several characters may say one and the same thing: it is told once, with a button for each."""
        first = self.questions[0]
        return len(self.questions) > 1 and all(
            (one.label, [choice.label for choice in one.choices])
            == (first.label, [choice.label for choice in first.choices])
            for one in self.questions
        )

    @property
    def passes(self) -> Choice:
        """The answer of a person who lets it pass, for the first of their characters."""
        return next(one for one in self.questions[0].choices if one.default)

    @property
    def proposes(self) -> bool:
        """Whether a sensible person would say something for one of them."""
        return any(choice.proposed and not choice.default for one in self.questions for choice in one.choices)

    @property
    def silence(self) -> dict[str, str]:
        """What is sent for each character who says nothing."""
        return {one.who: choice.value for one in self.questions for choice in one.choices if choice.default}


def moment_of(pending: Pending | PendingUnseen | Making, asked: tuple[Question, ...]) -> Moment | None:
    """What this seat may say for its own characters, where nobody has to answer; None if it may say nothing."""
    mine = tuple(one for one in asked if one.mine and one.aloud)
    if not mine:
        return None
    if not isinstance(pending, Pending):
        return Moment(mine, 0)
    return Moment(mine, pending.moment, not any(one.who in pending.waiting_for for one in mine))


def answers_for(who: str, view: View) -> bool:
    """Whether what a character is asked is this seat's to answer: it plays them, or it is the MJ's and nobody does, or
    nobody who may know of it.

    The MJ may answer in the place of others too, and is not waited for.
    """
    if who not in view.cast:  # the character of a creation
        return True
    player = view.cast[who].player
    unaware = any(who in one.unaware for one in view.in_progress)
    return player == view.you or (view.mj and (not player or unaware))


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
        choices=choices,
        mine=answers_for(who, view),
        aloud=decision.aloud,
        chances_of=CHANCES_OF.say(lang, who=tokens.name_of(actor, view)) if theirs else "",
    )


def _choice(option: OptionOfDecision, decision: DecisionAsked, lang: str) -> Choice:
    value = option.value
    default, proposed = (
        value == one and type(value) is type(one)
        for one in (decision.default, decision.default if decision.sensible is None else decision.sensible)
    )
    chance, leads = _leads_to(option.odds or {}, decision, lang)
    costs = option.costs or (() if default else decision.costs or ())
    cost = ", ".join(f"{one.label.say(lang)}\u00a0−{one.amount}" for one in costs)
    label = option.label.say(lang).replace(" −", "\u00a0−")  # a price is not cut in two
    return Choice(json.dumps(value), label, default, proposed, chance, leads, cost)


def _leads_to(odds: Mapping[str, str], decision: DecisionAsked, lang: str) -> tuple[str, str]:
    """The chance that the actor succeeds, all successes together, and what that is; or the only possible result. Where
    success is settled either way (one who is wounded anyway may still not die of it), the chance of each result, in the
    same order beside all answers, unless there are too many to read.
    """
    named, good = dict[str, Fraction](), Fraction(0)
    for id, grade in (decision.grades or {}).items():
        if id in odds:
            words, chance = grade.label.say(lang), Fraction(odds[id])
            named[words] = named.get(words, Fraction(0)) + chance
            good += chance * grade.good
    if len(named) < 2:
        return "", next(iter(named), "")
    if good in (0, 1):
        each = [f"{percent(chance, lang)} {words}" for words, chance in named.items()]
        return "", " · ".join(each) if len(each) <= MAX_RESULTS else ""
    return percent(good, lang), decision.success.say(lang) if decision.success else ""
