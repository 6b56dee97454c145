"""Standing answers: the decisions that a character is no longer asked, each with what it says and how to change it."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from tablee.rules.decision import YES_NO
from tablee.table.seen.view import StandingAnswer, View
from tablee.web.pages import tokens
from tablee.web.pages.table.decisions import answers_for


class Standing(NamedTuple):
    """A decision answered once for all, on behalf of a character."""

    who: str
    name: str
    tint: str
    foe: bool
    decision: str
    asked: str  # the question in words; "" where it was never asked
    rule: str
    answers: list[tuple[str, str, bool]]  # as a form sends it, in words, whether it is the one left


def standing(view: View, lang: str) -> list[Standing]:
    """The answers left on behalf of those whom this seat plays; of those without a player, for the MJ."""
    return [_standing(one, view, lang) for one in view.not_asked if answers_for(one.who, view)]


def _worded(answer: Any, lang: str) -> str:
    """An answer to what was never asked: a yes or a no in words, anything else as it is."""
    return YES_NO[answer].say(lang) if isinstance(answer, bool) else str(answer)


def _standing(one: StandingAnswer, view: View, lang: str) -> Standing:
    who, left = one.who, json.dumps(one.answer)
    answers = [
        (json.dumps(option.value), option.label.say(lang), json.dumps(option.value) == left) for option in one.options
    ]
    return Standing(
        who,
        tokens.called(who, view, lang),
        tokens.tint(who, view),
        tokens.is_foe(who, view),
        one.decision,
        one.label.say(lang) if one.label else "",
        one.rule,
        answers or [(left, _worded(one.answer, lang), True)],
    )
