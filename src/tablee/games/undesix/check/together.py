"""Several people on one task: the best of them rolls, +1 for each helper (Fiche 4, Actions à plusieurs)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from tablee.dice import Roll
from tablee.games.undesix.book import BOOK
from tablee.games.undesix.check.checks import (
    FAILURE,
    SUCCESS,
    Try,
    cannot_lend_a_hand,
    cannot_try,
    made_it,
    outcome_of,
    reading,
    score_terms,
    simple_roll,
    try_it,
)
from tablee.games.undesix.options import not_yet
from tablee.games.undesix.play import acting_together
from tablee.games.undesix.sheet import Sheet
from tablee.rules.action import Kind, Outcome, Scene, action
from tablee.rules.cast import nobody_left, others
from tablee.rules.efforts import CameOut, Effort
from tablee.rules.fields import Annotated, Ask, Label, OneOf, record_of
from tablee.rules.forms import HELP as HELP_OF
from tablee.rules.why import Note, Term

HELP = BOOK.term("help")


class Member(NamedTuple):
    """A character who takes part in a common effort: their bare characteristic, and what the skill adds to it."""

    score: int
    bonus: int


def leader_of(members: Iterable[Member]) -> int:
    """UDS-ACTION-14: the best characteristic leads; on a tie, the better skill."""
    return max(enumerate(members), key=lambda it: (it[1].score, it[1].bonus))[0]


class Together(Try):
    """Who lends a hand."""

    helpers: Annotated[tuple[str, ...], OneOf(others, helps=True), Label(fr="Qui aide", en="Helpers"), Ask(HELP_OF)]


def led(
    scene: Scene[Sheet], helpers: Iterable[str], characteristic: str, skill: str, roll: Roll
) -> tuple[str, tuple[Term, ...]]:
    """UDS-ACTION-14: who rolls for the actor and these helpers, and the terms of that roll, +1 for each other one."""
    people = tuple(dict.fromkeys((scene.actor, *helpers)))
    terms = {who: score_terms(scene[who], characteristic, skill) for who in people}
    if len(people) == 1:
        return scene.actor, terms[scene.actor]
    members = [Member(terms[who][0].value, sum(term.value for term in terms[who][1:])) for who in people]
    leader = people[leader_of(members)]
    roll.note("UDS-ACTION-14", who=scene[leader].name, helpers=len(people) - 1)
    return leader, (*terms[leader], HELP(len(people) - 1))


def no_help(scene: Scene[Sheet], who: str) -> Note | None:
    """Why this character is of no help now."""
    return cannot_lend_a_hand(scene, (who,))


def cannot_help(scene: Scene[Sheet], do: Together | None) -> Note | None:
    """UDS-ACTION-14, UDS-OPT-12: refused before Fiche 4, and where nobody is left to help."""
    refusal = not_yet(scene, 4) or cannot_try(scene, do)
    if refusal or do is None:
        return refusal or nobody_left(scene, no_help, alone=BOOK.note("UDS-ACTION-14:nobody"))
    if not do.helpers:
        return BOOK.note("UDS-ACTION-14:nobody")
    return cannot_lend_a_hand(scene, do.helpers)


@action("undesix.together", Together, fr="Agir à plusieurs", en="Act together", refuse=cannot_help, kind=Kind.CHECK)
def together(scene: Scene[Sheet], do: Together, roll: Roll) -> Outcome:
    """UDS-ACTION-14: one die, by the one with the best characteristic, +1 for each helper."""
    leader, terms = led(scene, do.helpers, do.characteristic, do.skill, roll)
    target = BOOK.sum("UDS-TEST-02", *terms, *do.terms(scene))
    done = simple_roll(scene, roll, leader, target, do.at_stake)
    return outcome_of(scene, roll, leader, do.skill, done, *acting_together(scene, do.helpers, do.actions))


def came_out_together(scene: Scene[Sheet], action: str, efforts: Mapping[str, Effort]) -> CameOut | None:
    """UDS-ACTION-14: a test that several characters made, each with their own die: only the die of the one with
    the best characteristic is read, +1 for each of the others. None for any roll but a test.
    """
    told = {who: effort.values_of("UDS-TEST-01") for who, effort in efforts.items()}
    if action != try_it.id or not all(told.values()):
        return None
    tries = {who: record_of(Try, effort.params) for who, effort in efforts.items()}
    terms = [score_terms(scene[who], do.characteristic, do.skill) for who, do in tries.items()]
    members = [Member(own[0].value, sum(term.value for term in own[1:])) for own in terms]
    leader = tuple(efforts)[leader_of(members)]
    made, help = told[leader] or {}, len(efforts) - 1
    target = made["target"] + help
    good = made_it(made["die"], target, *reading(scene))
    note = BOOK.note(
        "UDS-ACTION-14:group", leader=scene[leader].name, die=made["die"], own=made["target"], help=help, target=target
    )
    return CameOut(good, (SUCCESS if good else FAILURE).label, note)
