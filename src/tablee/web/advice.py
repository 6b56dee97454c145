"""Advice at a table: what each action, or answer, open to a character is worth to the end of the fight.

It is reckoned by the lab on what the seat may know, away from everybody, in so much work and a process of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablee.errors import BadInput, TooMany
from tablee.lab.policy import Move
from tablee.rules.fields import Declared
from tablee.rules.forms import in_words
from tablee.rules.playing import Midway
from tablee.rules.run import prepared
from tablee.table.decide.refusal import Refusal
from tablee.table.seen.forms import AdviceTold, ChoiceWeighed
from tablee.table.service import House
from tablee.table.topics.action import Act
from tablee.text import Text, percent
from tablee.web.laboratory import Laboratory, aside

Json = dict[str, Any]
ROOM = "advice"  # of the laboratory that weighs
SECONDS = 4.0  # of work on one question
MAX_ADVICE = 6  # questions that wait or are weighed: nobody waits for more than five others
NEEDS_NUMPY = Text(
    fr="Les conseils demandent NumPy, qui n'est pas installé ici : qui tient la maison installe tablee[lab].",
    en="Advice needs NumPy, which is not installed here: whoever runs this house installs tablee[lab].",
)
TOO_LONG = Text(
    fr="Ce combat est trop touffu pour être pesé pendant que vous attendez : jouez au jugé, ou redemandez quand il y "
    "aura moins de monde debout.",
    en="This fight has too much in it to be weighed while you wait: trust your feeling, or ask again when fewer people "
    "stand.",
)


def advice(
    house: House, laboratory: Laboratory | None, table: str, seat: str, asked: Act, lang: str
) -> AdviceTold | Refusal:
    """What each choice of the actor is worth, the prepared one marked (if the rules accept it); while the actor has a
    decision to answer, what each answer is worth.
    """
    known = house.advisable(table, seat, asked.actor)
    if isinstance(known, Refusal):
        return known
    try:
        return aside(laboratory, SECONDS, weighed, known, asked, lang)
    except TooMany:
        return Refusal(TOO_LONG)
    except BadInput as no:
        return Refusal(no.sentence)


def weighed(known: Midway, asked: Act, lang: str) -> AdviceTold | Refusal:
    """What each choice or answer of the actor is worth in a fight as far as it is known; or why that is not told."""
    try:
        return _answers(known, asked.actor, lang) if known.stopped else _choices(known, asked, lang)
    except ImportError:
        return Refusal(NEEDS_NUMPY)
    except TooMany:
        return Refusal(TOO_LONG)
    except BadInput as no:
        return Refusal(no.sentence)


def _choices(known: Midway, asked: Act, lang: str) -> AdviceTold:
    from tablee.lab.midway import choices_of

    game, scene = known.game, known.seen_by(asked.actor)
    found = choices_of(known, asked.actor, _prepared(known, asked))
    told: dict[str, ChoiceWeighed] = {}
    for one in found.choices:  # what reads alike is told once: the same weapon, named or not
        words = in_words(game, game.action(one.action), scene, one.params, lang, optional=True)
        planned = one.plan and bool(asked.action)
        if words not in told or planned:
            params, percents = dict(one.params), percent(one.wins.value, lang)
            told[words] = ChoiceWeighed(
                words=words,
                action=one.action,
                params=params,
                planned=planned,
                chance=one.wins.value,
                error=one.wins.error,
                percent=percents,
            )
    return AdviceTold(asked.actor, found.method, found.fights, list(told.values()))


def _answers(known: Midway, who: str, lang: str) -> AdviceTold:
    from tablee.lab.midway import answers_of

    found = answers_of(known, who)
    choices = [
        ChoiceWeighed(
            answer=one.answer, chance=one.wins.value, error=one.wins.error, percent=percent(one.wins.value, lang)
        )
        for one in found.choices
    ]
    return AdviceTold(who, found.method, found.fights, choices)


def _prepared(known: Midway, asked: Act) -> Move | None:
    """The move that the actor prepares; None where there is none, or the rules do not accept it."""
    if not asked.action:
        return None
    action, params = known.game.action(asked.action), _without_nothing(asked.params)
    if not action.offered(known.scene.options, mj=False):  # the MJ's own: nobody's move
        return None
    try:
        do = prepared(action, known.seen_by(asked.actor), params)
    except BadInput:
        return None
    return Move(action.id, params, do) if isinstance(do, Declared) else None


def _without_nothing(params: Mapping[str, Any]) -> Json:
    return {name: value for name, value in params.items() if value is not None}
