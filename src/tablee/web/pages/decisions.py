"""Questions that an action in progress asks: each option with its price and odds in words, the default marked."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from tablee.rules.stored import from_json
from tablee.text import percent
from tablee.web.pages import tokens

Json = dict[str, Any]
MOST_GRADES = 3  # results told beside an answer, the likeliest first


@dataclass(frozen=True)
class Chance:
    """A result that an answer may lead to, and how likely it is; `good` for the one who acts."""

    label: str
    percent: str
    good: bool


@dataclass(frozen=True)
class Choice:
    """An answer: its value as a form sends it, its words, and what it may lead to."""

    value: str
    label: str
    default: bool
    chances: tuple[Chance, ...]


@dataclass(frozen=True)
class Question:
    """What one character is asked; `mine` if this seat plays them, else the MJ may answer in their place."""

    who: str
    name: str
    tint: str
    foe: bool
    decision: str
    label: str
    rule: str
    cost: str
    choices: tuple[Choice, ...]
    mine: bool


def questions(pending: Json, view: Json, lang: str) -> tuple[Question, ...]:
    """The questions of an action in progress that this seat may answer (`view["pending"]` or `view["making"]`)."""
    return tuple(_question(who, decision, view, lang) for who, decision in pending.get("asked", {}).items())


def _question(who: str, decision: Json, view: Json, lang: str) -> Question:
    played = view["cast"].get(who, {"owner": view["you"]})["owner"]
    mj = view["seats"].get(view["you"], {}).get("role") == "mj"
    return Question(
        who=who,
        name=tokens.name_of(who, view).say(lang) if who in view["cast"] else "",
        tint=tokens.tint(who, view),
        foe=tokens.is_foe(who, view),
        decision=decision["id"],
        label=from_json(decision["label"]).say(lang),
        rule=decision["rule"],
        cost=", ".join(f"{from_json(cost['label']).say(lang)} {cost['amount']}" for cost in decision["costs"]),
        choices=tuple(_choice(option, decision, lang) for option in decision["options"]),
        mine=played == view["you"] or (mj and not played),
    )


def _choice(option: Json, decision: Json, lang: str) -> Choice:
    value = option["value"]
    default = value == decision["default"] and type(value) is type(decision["default"])
    told = _chances(option.get("odds", {}), decision.get("grades", {}), lang)
    return Choice(json.dumps(value), from_json(option["label"]).say(lang), default, told)


def _chances(odds: Mapping[str, str], grades: Mapping[str, Json], lang: str) -> tuple[Chance, ...]:
    """The likeliest results of an answer; nothing where only one thing can come of every answer."""
    named = [(Fraction(chance), grades[id]) for id, chance in odds.items() if id in grades]
    likely = sorted(named, key=lambda one: -one[0])[:MOST_GRADES]
    return tuple(Chance(from_json(one["label"]).say(lang), percent(p, lang), one["good"]) for p, one in likely)
