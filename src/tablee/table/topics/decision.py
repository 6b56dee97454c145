"""Decisions: what is answered in the middle of an action, once for all, or given up."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from pydantic import Field

from tablee.rules.fields import Annotated, Label
from tablee.rules.run import Progress
from tablee.rules.stored.decisions import DecisionAsked
from tablee.table.decide.command import FACES, ID, NOT_YOURS, ONLY_MJ, PLAIN, SEEN, Command
from tablee.table.decide.context import Context, Decided, NewEvent
from tablee.table.decide.refusal import NOBODY, Refusal
from tablee.table.lines import Telling
from tablee.table.log.events import MJ_ONLY, Event, Happening, stored
from tablee.table.log.matters import Card
from tablee.table.log.state import State, without_card
from tablee.table.topics.action import Asked, Beside, answered_by, resumed, thrown
from tablee.text import Text

NOT_ASKED = Text(fr="Ce n'est pas à vous qu'on le demande.", en="You are not the one being asked.")
NOTHING_ASKED = Text(fr="Aucune action n'attend de réponse.", en="No action is waiting for an answer.")
NOT_CONCERNED = Text(fr="On ne demande rien {who:à}.", en="{who:The} is not being asked anything.")
ALREADY_ANSWERED = Text(fr="On a déjà répondu pour {who:le}.", en="{who:The}'s answer is already given.")
NOT_OFFERED = Text(
    fr="{who:Le} ne peut pas répondre « {answer} ». Réponses : {options}.",
    en="{who:The} cannot answer “{answer}”. Answers: {options}.",
)
ANOTHER_CARD = Text(
    fr="Cette question a reçu sa réponse ; une autre est posée depuis.",
    en="That question has been answered; another one is asked since.",
)
MAX_PASSED = 20  # questions of one roll that are passed in a row
NO_STEP_BACK = Text(
    fr="On ne revient pas en arrière : rien n'est répondu encore, ou des dés sont lancés.",
    en="There is no way back: nothing is answered yet, or dice were thrown.",
)
LET_IT_PASS = Text(fr="Laissent passer sans rien dire : {who:le}.", en="Letting it pass without a word: {who:the}.")
ONE_PASSES = Text(fr="{who:Le} laisse passer sans rien dire.", en="{who:The} lets it pass without a word.")
NOT_WAITED_FOR = Text(fr="Personne n'attend votre mot.", en="Nobody is waiting for a word of yours.")
DROPPED = Text(fr="Action abandonnée ; ses dés restent.", en="Action abandoned; its dice stay.")


class Answer(Command, id="answer", meanwhile=True, paused=False):
    """Decisions of the action in progress: who answers what."""

    answers: Annotated[dict[str, Any], PLAIN, Label(fr="Réponses", en="Answers")]
    faces: Annotated[tuple[int, ...] | None, FACES, PLAIN, Label(fr="Dés réels", en="Real dice")] = None
    settle: Annotated[bool, Label(fr="Ne plus demander", en="Do not ask again")] = False  # as `Settle` would, with them
    seen: Annotated[int | None, SEEN, Label(fr="Vu jusqu'à", en="Seen up to")] = None

    def refused(self, state: State, seat: str, lost: str) -> Refusal | None:
        card = state.card_of(seat, self.answers)
        if card is None or card.asked.beside == seat:
            return None
        theirs = state.follows(seat, card) and all(state.asked_seat(who, lost) == seat for who in self.answers)
        return None if theirs else Refusal(NOT_ASKED)

    def decide(self, context: Context) -> Decided:
        """Decisions taken; once all are, the action goes on from where it stopped."""
        pending = context.state.card_of(context.seat, self.answers)
        if pending is None:
            return Refusal(NOTHING_ASKED)
        if self.seen is not None and any(line.n == pending.n for line in context.since(self.seen)):
            return Refusal(ANOTHER_CARD)
        asked = pending.asked
        for who, given in self.answers.items():
            name = context.state.called(who)
            if who not in asked.asked:
                return Refusal(NOT_CONCERNED, {"who": name})
            if who in pending.answers and not context.mj:
                return Refusal(ALREADY_ANSWERED, {"who": name})
            if not offers(asked.asked[who], given):
                return not_offered(context.state, who, asked.asked[who], given)
        answered = [NewEvent(Answered(dict(self.answers), asked.beside), pending.to)]
        if self.settle:
            ours = {who: settled_by(asked.asked[who], given) for who, given in self.answers.items()}
            once = {(who, id): left for who, by in ours.items() if who in context.state.cast for id, left in by.items()}
            answered += [_settled(context.state, who, id, left) for (who, id), left in once.items()]
            standing = {**context.state.standing_answers, **once}
            context = replace(context, state=replace(context.state, standing_answers=standing))
        answers = {**pending.answers, **self.answers}
        said = replace(pending, answers=answers)
        if said.awaited:
            return answered
        if aside := {who: asked.asked[who].default for who in said.silent}:
            answered.append(NewEvent(Answered(aside, asked.beside, lapsed=True), pending.to, ""))
            answers |= aside
        known = answered_by(context, pending, answers)
        told = thrown(context, resumed(context.game, context.state, pending), self.faces, known)
        return told if isinstance(told, Refusal) else [*answered, *told]


def passed(context: Context, beside: str) -> list[NewEvent]:
    """What waits under the key `beside` brought to its end with the answers by default, whatever it goes on to ask;
    dropped where it asks too often, or cannot go on.
    """
    happened: list[NewEvent] = []
    for _ in range(MAX_PASSED):
        now = context.after(happened)
        pending = now.state.pendings.get(beside)
        if pending is None:
            return happened
        asked = pending.asked
        given = {who: card.default for who, card in asked.asked.items() if who not in pending.answers}
        known = answered_by(now, pending, {**pending.answers, **given})
        told = thrown(now, resumed(now.game, now.state, pending), None, known)
        if isinstance(told, Refusal):
            break
        happened += [NewEvent(Answered(given, beside), pending.to), *told]
    pending = context.state.pendings[beside]
    return [*happened, NewEvent(Abandoned(beside), pending.to)]


def settled_by(asked: DecisionAsked, given: Any) -> dict[str, Any]:
    """The answers, by decision, that a person leaves once for all with what they said: what they let pass, none of it
    is to be asked again.
    """
    said, first = dict(asked.paths[given]), {path[0][0] for path in asked.paths.values() if path}
    return said or {id: behind.default for id, behind in asked.behind.items() if id in first}


def offers(decision: DecisionAsked, given: Any) -> bool:
    """Whether an answer is one of those that a decision offers."""
    return any(given == value and type(given) is type(value) for value in decision.values)


def not_offered(state: State, who: str, decision: DecisionAsked, given: Any) -> Refusal:
    """The refusal of an answer that is none of those a decision offers."""
    offered = tuple(value if isinstance(value, str) else json.dumps(value) for value in decision.values)
    return Refusal(NOT_OFFERED, {"who": state.called(who), "answer": str(given)[:40], "options": offered})


def lapsed(context: Context) -> list[NewEvent]:
    """The action of the scene goes on: the moment is over, and those who have said nothing let it pass; nothing where
    an answer is waited for.
    """
    pending = context.state.pending
    if pending is None or not pending.passes:
        return []
    silent = {who: pending.asked.asked[who].default for who in pending.silent}
    known = answered_by(context, pending, {**pending.answers, **silent})
    told = thrown(context, resumed(context.game, context.state, pending), None, known)
    return [] if isinstance(told, Refusal) else [NewEvent(Answered(silent, lapsed=True), pending.to, ""), *told]


@stored("answered/1")
class Answered(Beside):
    """Decisions were taken, by those concerned or by the MJ in their place; or people said nothing in the moment that
    the table leaves for it (`lapsed`).
    """

    answers: Card
    maker: str = ""
    lapsed: Annotated[bool, Field(description="nobody spoke up in the moment that the table leaves for it")] = False

    def sentence(self, telling: Telling) -> str:
        names = tuple(telling.people.name(who) for who in self.answers)
        if not self.lapsed or not names:
            return ""
        return LET_IT_PASS.say(telling.lang, who=names) if names[1:] else ONE_PASSES.say(telling.lang, who=names[0])

    def fold(self, state: State, _event: Event) -> State:
        pending = state.pendings.get(self.beside)
        if pending is None:
            return state
        answered = replace(pending, answers={**pending.answers, **self.answers})
        return replace(state, pendings={**state.pendings, self.beside: answered})


class Hold(Command, id="hold", meanwhile=True, paused=False):
    """Ask for time: the action in progress does not go on by itself before those who are awaited have spoken."""

    def decide(self, context: Context) -> Decided:
        pending, state, lost = context.state.pending, context.state, context.game.lost
        if pending is None or not state.follows(context.seat):
            return Refusal(NOTHING_ASKED)
        if not context.mj and not any(state.asked_seat(who, lost) == context.seat for who in pending.silent):
            return Refusal(NOT_WAITED_FOR)
        return [NewEvent(Held(), pending.to)]


@stored("held/1")
class Held(Happening):
    """Somebody asked for time: the action in progress waits for words."""

    def fold(self, state: State, _event: Event) -> State:
        pending = state.pending
        return replace(state, pendings={**state.pendings, "": replace(pending, held=True)}) if pending else state


class Settle(Command, id="settle", meanwhile=True):
    """Answer a decision once for all on behalf of a character, or be asked again."""

    who: Annotated[str, ID, Label(fr="Personnage", en="Character")]
    decision: Annotated[str, ID, Label(fr="Décision", en="Decision")]
    answer: Annotated[Any, PLAIN, Label(fr="Réponse", en="Answer")] = None  # None: ask again

    def refused(self, state: State, seat: str, lost: str) -> Refusal | None:
        return None if state.plays(seat, self.who, lost) else Refusal(NOT_YOURS, {"who": state.called(self.who)})

    def decide(self, context: Context) -> Decided:
        if self.who not in context.state.cast:
            return Refusal(NOBODY, {"who": self.who})
        asked = context.state.asked_of.get((self.who, self.decision))
        if asked and self.answer is not None and not offers(asked, self.answer):
            return not_offered(context.state, self.who, asked, self.answer)
        return [_settled(context.state, self.who, self.decision, self.answer)]


def _settled(state: State, who: str, decision: str, answer: Any) -> NewEvent:
    """A decision answered once for all on behalf of a character; known to its player and the MJ."""
    owner = state.cast[who].owner
    return NewEvent(Settled(who, decision, answer), (owner,) if owner else MJ_ONLY)


@stored("settled/1")
class Settled(Happening):
    """A standing answer: a character's player is no longer asked a decision, or is asked again (`answer` None)."""

    who: str
    decision: str
    answer: Any

    def fold(self, state: State, _event: Event) -> State:
        kept = {key: answer for key, answer in state.standing_answers.items() if key != (self.who, self.decision)}
        asked_no_more = {(self.who, self.decision): self.answer} if self.answer is not None else {}
        return replace(state, standing_answers={**kept, **asked_no_more})


class StepBack(Command, id="step-back", meanwhile=True, paused=False):
    """Go back to the question before, in the creation that the seat is making; not behind dice that were thrown, nor to
    a question that has one answer only.
    """

    def decide(self, context: Context) -> Decided:
        pending = context.state.pendings.get(context.seat)
        if pending is None:
            return Refusal(NOTHING_ASKED)
        known = pending.asked.progress
        if known.rolls or not known.answers:
            return Refusal(NO_STEP_BACK)
        attempt = resumed(context.game, context.state, pending)
        for kept in range(len(known.answers) - 1, -1, -1):
            told = thrown(context, attempt, None, Progress((), known.answers[:kept]))
            if isinstance(told, Refusal):
                return told
            asked = told[-1].what
            assert isinstance(asked, Asked)
            if kept == 0 or any(len(card.options) > 1 for card in asked.asked.values()):
                break
        return told


class Abandon(Command, id="abandon", meanwhile=True):
    """Drop the action in progress, a creation, or a roll that was asked for; its dice stay visible. Whoever began an
    action may drop it, as long as nothing was thrown or answered.
    """

    creation: Annotated[str, Field(max_length=80), Label(fr="La création de", en="The creation of")] = ""

    def refused(self, state: State, seat: str, _lost: str) -> Refusal | None:
        waiting = state.pendings.get(self.creation)
        mine = self.creation == seat or (waiting is not None and waiting.by == seat and waiting.untouched)
        return None if mine else Refusal(ONLY_MJ)

    def decide(self, context: Context) -> Decided:
        pending = context.state.pendings.get(self.creation)
        return [NewEvent(Abandoned(self.creation), pending.to)] if pending else Refusal(NOTHING_ASKED)


@stored("abandoned/1")
class Abandoned(Beside):
    """The action in progress was dropped, or one that waited beside the scene; its dice stay visible."""

    maker: str = ""

    def fold(self, state: State, _event: Event) -> State:
        return replace(state, pendings=without_card(state.pendings, self.beside))

    def sentence(self, telling: Telling) -> str:
        return DROPPED.say(telling.lang)
