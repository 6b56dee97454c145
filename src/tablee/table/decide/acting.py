"""Acting at the table: an action thrown with the table's dice, stopped at decisions, resumed, then what falls due."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from tablee.dice import Fed, fair, throw
from tablee.dice.notation import parse
from tablee.errors import NeedDice
from tablee.rules.action import PLAY, Action, Create, Put, Scene, applied
from tablee.rules.fields import Audience, Declared, at_table, read
from tablee.rules.game import Game
from tablee.rules.run import Done, Progress, Waiting, perform, prepared
from tablee.rules.stored import part_json, why_json
from tablee.rules.why import Why
from tablee.table.decide import commands as c
from tablee.table.decide.context import Context, Decided, Happened
from tablee.table.decide.offering import Read, chances, decision_json, each_odds, names_read, ready, refused
from tablee.table.decide.permissions import NOT_BLIND, ONLY_MJ
from tablee.table.decide.refusal import Refusal
from tablee.table.decide.staleness import changed_since
from tablee.table.log import events as e
from tablee.table.log.events import UNSEEN
from tablee.table.log.state import Character, Pending, State
from tablee.text import Name, Text

BUSY = Text(
    fr="Une action attend une réponse ({who}) : répondez d'abord, ou le meneur l'abandonne.",
    en="An action is waiting for an answer ({who}): answer first, or the GM abandons it.",
)
BUSY_ELSEWHERE = Text(
    fr="Le meneur termine quelque chose : attendez un instant.", en="The GM is finishing something: wait a moment."
)
NOTHING_ASKED = Text(fr="Aucune action n'attend de réponse.", en="No action is waiting for an answer.")
NOT_CONCERNED = Text(fr="On ne demande rien {who:à}.", en="{who:The} is not being asked anything.")
NO_ACTOR = Text(fr="Dites qui agit.", en="Say who acts.")
NOT_NOW = Text(
    fr="Ce n'est pas {who:à} d'agir. Peuvent agir : {may:le}.", en="It is not {who:the}'s turn. May act: {may:the}."
)
TAKEN = Text(
    fr="« {who} » est déjà à la table : choisissez un autre identifiant.",
    en="“{who}” is already at the table: choose another id.",
)
RETIRED = Text(fr="{who:Le} n'est plus dans la scène.", en="{who:The} is no longer in the scene.")
NO_REQUEST = Text(fr="Cette demande de jet n'existe pas.", en="There is no such roll request.")
NOT_REQUESTED = Text(
    fr="Ce n'est pas le jet demandé, ou il n'est pas demandé {who:à}.",
    en="This is not the roll asked for, or {who:the} is not asked for it.",
)
ALREADY_ROLLED = Text(fr="{who:Le} a déjà répondu à cette demande.", en="{who:The} has answered this request already.")
ALREADY_ANSWERED = Text(fr="On a déjà répondu pour {who:le}.", en="{who:The}'s answer is already given.")
NOT_OFFERED = Text(
    fr="{who:Le} ne peut pas répondre « {answer} ». Réponses : {options}.",
    en="{who:The} cannot answer “{answer}”. Answers: {options}.",
)
ANOTHER_CARD = Text(
    fr="Cette question a reçu sa réponse ; une autre est posée depuis.",
    en="That question has been answered; another one is asked since.",
)
TOO_FEW = Text(
    fr="Il manque {count} dé{count:|s} à {sides} faces : tapez tous les dés de l'action.",
    en="{count} more d{sides} needed: type all the dice of the action.",
)
TOO_MANY = Text(fr="{count} dé{count:|s} de trop.", en="{count} die{count:|s} too many.")
ASKED_FIRST = Text(
    fr="Une question vient avant {count:ce dé|ces dés} : agissez sans, et donnez-{count:le|les} avec la réponse.",
    en="A question comes before {count:this die|these dice}: act without, and give {count:it|them} with the answer.",
)


def busy(context: Context) -> Refusal:
    """An action is in progress: who is waited for, if the seat may know."""
    pending = context.state.pending
    assert pending
    if not context.state.follows(context.seat):
        return Refusal(BUSY_ELSEWHERE)
    waited = [who for who in pending.asked.asked if who not in pending.answers]
    return Refusal(BUSY, {"who": tuple(_waited_for(context.state, who) for who in waited)})


def _waited_for(state: State, who: str) -> Name:
    """Who is asked: a character, or the seat that makes one who is not there yet."""
    if who in state.cast:
        return state.called(who)
    seat = state.asked_seat(who)
    return Name(state.seats[seat].called or seat)


def scene_of(game: Game, cast: Mapping[str, Character], play: e.Json, options: e.Json, actor: str) -> Scene[Any]:
    """The game's own scene, read from the table's plain state."""
    sheets = {who: read(game.sheet, character.sheet) for who, character in cast.items() if not character.retired}
    return Scene(actor, Read(sheets), read(game.play, play), options)


def present(context: Context, actor: str) -> Scene[Any]:
    state = context.state
    return scene_of(context.game, state.cast, state.play, state.options, actor)


def read_by_actions(context: Context, actor: str) -> Scene[Any]:
    """The scene actions read: the cast as it was when the present instant began, if one has."""
    state = context.state
    return scene_of(context.game, state.instant or state.cast, state.play, state.options, actor)


class TableDice:
    """The table's committed dice, and the faces somebody types in for the characters he plays; with verifiable lines.

    After a key was shown another evening begins, with keys of its own.
    """

    def __init__(self, context: Context, audience: str, faces: tuple[int, ...] | None) -> None:
        state = context.state
        self.stream: fair.Stream = "public" if audience == "open" else "secret"
        self.typed = Fed(faces) if faces is not None else None
        played = {who for who, character in state.cast.items() if character.owner == context.seat}
        self.mine = None if context.mj else {"", context.seat} | played
        self.lines: list[e.Json] = []
        self.beginning: tuple[e.Json, ...] = ()
        keys, known = context.keys(state.evening), state.fair
        if state.revealed:
            keys = context.keys(state.evening + 1)
            begun = (fair.Restart(), *keys.commits(), fair.Entropy("", known.mix))
            self.beginning = tuple(line.to_dict() for line in begun)
            for line in begun:
                known = known.after(line)
        self.drawn = fair.FairDice(keys, known, self.stream)

    def faces(self, count: int, sides: int, by: str, label: str) -> Sequence[int]:
        if self.typed is None or (self.mine is not None and by not in self.mine):
            faces = self.drawn.faces(count, sides, by, label)
            self.lines.append(self.drawn.lines[-1].to_dict())
            return faces
        faces = self.typed.faces(count, sides, by, label)
        self.lines.append(fair.Physical(self.stream, sides, tuple(faces), by, label).to_dict())
        return faces

    def before(self) -> list[Happened]:
        """What must be told before these dice: that another evening begins."""
        return [Happened(e.Began(self.beginning))] if self.beginning and self.drawn.lines else []

    def complaint(self, result: Done | Waiting) -> Refusal | None:
        if isinstance(result, Waiting) and result.dice:
            return Refusal(TOO_FEW, {"count": result.dice.count, "sides": result.dice.sides})
        if self.typed and self.typed.left:
            return Refusal(TOO_MANY if isinstance(result, Done) else ASKED_FIRST, {"count": len(self.typed.left)})
        return None


def audience_of(audience: str, context: Context) -> e.To:
    """Who is told of a roll: a player always learns that he rolled, whatever he may see of it."""
    if audience == "open":
        return e.EVERYONE
    return e.MJ_ONLY if context.mj and audience != "self" else (context.seat,)


def act(context: Context, command: c.Act) -> Decided:
    """One action, checked, thrown, and followed by what the scene owes."""
    action = context.game.action(command.action)
    no = _refused(context, action, command) or changed_since(context, command)
    if no is not None:
        return no
    request = context.state.requests.get(command.request, {})
    asked_for: e.Json = request.get("params", {})
    if request and request["audience"] != "open":
        command = command.model_copy(update={"audience": request["audience"]})
        if command.faces is not None and request["audience"] in UNSEEN and not context.mj:
            return Refusal(NOT_BLIND)
    scene = read_by_actions(context, command.actor)
    do = ready(context, action, scene, {**command.params, **asked_for}, asked_for)
    if isinstance(do, Refusal):
        return do
    odds = chances(action, scene, do) if action not in context.game.creations else {}
    dice = TableDice(context, command.audience, command.faces)
    now = present(context, command.actor)
    result = perform(action, scene, do, dice, onto=now)
    newcomer = _already_here(context, result)
    if newcomer:
        return Refusal(TAKEN, {"who": newcomer})
    to = audience_of(command.audience, context)
    return dice.complaint(result) or _told(context, action, command, do, result, dice, odds, now, scene, to)


def _already_here(context: Context, result: Done | Waiting) -> str:
    """A new character must not take the place of one who is at the table."""
    effects = result.outcome.effects if isinstance(result, Done) else ()
    return next(
        (effect.who for effect in effects if isinstance(effect, Create) and effect.who in context.state.cast), ""
    )


def _refused(context: Context, action: Action[Any, Any], command: c.Act) -> Refusal | None:
    state, actor = context.state, command.actor
    if at_table(action.by, state.options) is Audience.MJ and not context.mj:
        return Refusal(ONLY_MJ)
    if command.request:
        request = state.requests.get(command.request)
        if request is None:
            return Refusal(NO_REQUEST)
        if request["action"] != action.id or actor not in request["who"]:
            return Refusal(NOT_REQUESTED, {"who": state.called(actor)})
        if actor in request["done"]:
            return Refusal(ALREADY_ROLLED, {"who": state.called(actor)})
    if action in context.game.creations:
        return None
    if not actor:
        return None if context.mj else Refusal(NO_ACTOR)
    if actor in state.cast and state.cast[actor].retired:
        return Refusal(RETIRED, {"who": state.called(actor)})
    scene = present(context, actor)
    scene[actor]  # somebody unknown is refused here
    if scene.play.round and not context.mj and not command.request and not action.anytime:
        may = context.game.order.may_act(scene)
        if actor not in may:
            no = action.refuse(scene, None)  # somebody unable is told so, rather than to wait for his turn
            if no is not None:
                return refused(context, scene, no, command.params)
            return Refusal(
                NOT_NOW, {"who": state.called(actor), "may": tuple(map(state.called, may))}, context.game.turns
            )
    return None


def answer(context: Context, command: c.Answer) -> Decided:
    """Decisions taken; once all are, the action goes on from where it stopped."""
    pending = context.state.pending
    if pending is None:
        return Refusal(NOTHING_ASKED)
    if command.seen is not None and any(line.n == pending.n for line in context.since(command.seen)):
        return Refusal(ANOTHER_CARD)
    asked = pending.asked
    for who, given in command.answers.items():
        name = context.state.called(who)
        if who not in asked.asked:
            return Refusal(NOT_CONCERNED, {"who": name})
        if who in pending.answers and not context.mj:
            return Refusal(ALREADY_ANSWERED, {"who": name})
        options = [option["value"] for option in asked.asked[who]["options"]]
        if not any(given == option and type(given) is type(option) for option in options):
            offered = tuple(option if isinstance(option, str) else json.dumps(option) for option in options)
            return Refusal(NOT_OFFERED, {"who": name, "answer": str(given)[:40], "options": offered})
    answered = Happened(e.Answered(dict(command.answers)), pending.to)
    answers = {**pending.answers, **command.answers}
    if any(who not in answers for who in asked.asked):
        return [answered]
    action = context.game.action(asked.action)
    known = Progress.from_json(asked.progress)
    known = Progress(known.rolls, (*known.answers, answers))
    scene = scene_of(context.game, pending.cast, pending.play, pending.options, asked.actor)
    do = read(action.params, asked.params, scene)
    dice = TableDice(context, asked.audience, command.faces)
    now = present(context, asked.actor)
    result = perform(action, scene, do, dice, known, onto=now)
    again = c.Act(
        actor=asked.actor, action=asked.action, params=asked.params, audience=asked.audience, request=asked.request
    )
    told = dice.complaint(result) or _told(
        context, action, again, do, result, dice, asked.odds, now, scene, pending.to, pending.by
    )
    return told if isinstance(told, Refusal) else [answered, *told]


def so_far(game: Game, pending: Pending) -> tuple[Why, ...]:
    """What an action that waits for an answer says for itself already; it is replayed, no die is thrown."""
    asked = pending.asked
    action = game.action(asked.action)
    scene = scene_of(game, pending.cast, pending.play, pending.options, asked.actor)
    do = read(action.params, asked.params, scene)
    return perform(action, scene, do, Fed([]), Progress.from_json(asked.progress)).why


def _told(
    context: Context,
    action: Action[Any, Any],
    command: c.Act,
    do: Declared,
    result: Done | Waiting,
    dice: TableDice,
    odds: e.Json,
    now: Scene[Any],
    scene: Scene[Any],
    to: e.To,
    by: str | None = None,
) -> list[Happened]:
    params = do.model_dump(mode="json")
    if isinstance(result, Waiting):
        asked = {
            who: decision_json(decision, each_odds(action, scene, do, result, who))
            for who, decision in result.asked.items()
        }
        stopped = e.Asked(
            action.id, command.actor, params, result.progress.to_json(), asked, dict(result.partly), tuple(dice.lines),
            command.audience, odds, command.request, names_read(scene),
        )  # fmt: skip
        return [*dice.before(), Happened(stopped, to, by)]
    after, _ = applied(now, result.outcome.effects)
    play = context.game.order.after(after, command.actor, action.id, result.outcome)
    _, changes = applied(now, [*result.outcome.effects, *_onto_play(after.play, play)])
    acted = e.Acted(
        action=action.id,
        actor=command.actor,
        params=params,
        rolls=tuple(asdict(roll) for roll in result.progress.rolls),
        answers=tuple(dict(card) for card in result.progress.answers),
        parts=tuple(part_json(part) for part in result.outcome.parts),
        headline=why_json(result.outcome.headline),
        why=tuple(why_json(item) for item in result.why),
        changes=tuple(asdict(change) for change in changes),
        odds=odds,
        fair=tuple(dice.lines),
        previous=context.state.standing,
        request=command.request,
        audience=command.audience,
        about=names_read(scene),
    )
    return [*dice.before(), Happened(acted, to, by)]


def due(context: Context) -> list[Happened]:
    """The next thing the scene owes (a fire that burns, a breath that runs out), performed by the table itself."""
    if context.state.pending or not context.state.play.get("round"):
        return []
    scene = present(context, "")
    for owed in context.game.order.due(scene):
        action = context.game.action(owed.action)
        command = c.Act(actor=owed.who, action=owed.action, params=dict(owed.params))
        now = scene.acting(owed.who)
        do = prepared(action, now, command.params)
        if isinstance(do, Declared):
            dice = TableDice(context, "open", None)
            return _told(context, action, command, do, perform(action, now, do, dice), dice, {}, now, now, e.EVERYONE)
    return []


def _onto_play(before: Declared, after: Declared) -> list[Put]:
    return [
        Put(PLAY, name, getattr(after, name))
        for name in type(after).model_fields
        if getattr(before, name) != getattr(after, name)
    ]


def free_roll(context: Context, text: str, audience: str) -> Decided:
    """`/r 3d6+2`, with the table's dice."""
    expression = parse(text)
    dice = TableDice(context, audience, None)
    try:
        thrown = throw(expression.question(), dice, by=context.seat)
    except NeedDice as short:
        return Refusal(TOO_FEW, {"count": short.count, "sides": short.sides})
    success = expression.compare.holds(thrown.outcome) if expression.compare else None
    rolls = tuple(asdict(roll) for roll in thrown.rolls)
    rolled = e.Rolled(str(expression), thrown.outcome, success, rolls, tuple(dice.lines), audience)
    return [*dice.before(), Happened(rolled, audience_of(audience, context))]
