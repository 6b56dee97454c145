"""Acting at a table: an action thrown with the table's dice, stopped at decisions, resumed; then what falls due."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any

from tablee.dice import Fed, throw
from tablee.dice.notation import parse
from tablee.errors import NeedDice
from tablee.rules.action import PLAY, Action, Create, Scene, changes_of
from tablee.rules.fields import Audience, Declared, at_table, read
from tablee.rules.forms import natural_move
from tablee.rules.game import Game
from tablee.rules.run import Done, Progress, Waiting, perform, prepared
from tablee.rules.stored import part_json, why_json
from tablee.rules.why import Why
from tablee.table.decide import commands as c
from tablee.table.decide import naming
from tablee.table.decide.context import Context, Decided, NewEvent
from tablee.table.decide.dice import TableDice
from tablee.table.decide.odds import Foreseen, asked_json, chances
from tablee.table.decide.offering import not_their_turn, ready, refused
from tablee.table.decide.permissions import NOT_BLIND, ONLY_MJ, PAUSED
from tablee.table.decide.refusal import TOO_FEW, Refusal
from tablee.table.decide.staleness import changed_since
from tablee.table.log import events as e
from tablee.table.log.events import UNSEEN
from tablee.table.log.state import Character, Pending, State
from tablee.table.scenes import by_themselves, names_read, present, read_by_actions, stopped
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
CLOSED = Text(fr="Cette demande de jet est close.", en="This roll request is closed.")
MAKING = Text(
    fr="Vous créez déjà un personnage : finissez-le, ou abandonnez-le.",
    en="You are making a character already: finish it, or give it up.",
)
ALREADY_ANSWERED = Text(fr="On a déjà répondu pour {who:le}.", en="{who:The}'s answer is already given.")
NOT_OFFERED = Text(
    fr="{who:Le} ne peut pas répondre « {answer} ». Réponses : {options}.",
    en="{who:The} cannot answer “{answer}”. Answers: {options}.",
)
NOT_UNSAID = Text(
    fr="La ligne {of} n'est pas un jet à l'aveugle qui attend d'être dit.",
    en="Line {of} is not a blind roll that waits to be told.",
)
ANOTHER_CARD = Text(
    fr="Cette question a reçu sa réponse ; une autre est posée depuis.",
    en="That question has been answered; another one is asked since.",
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
    """The name of whoever is asked: a character, or the seat that makes one who is not there yet."""
    if who in state.cast:
        return state.called(who)
    seat = state.asked_seat(who)
    return Name(state.seats[seat].called or seat)


def audience_of(audience: str, context: Context) -> e.To:
    """Who is told of a roll: players always learn that they rolled, whatever they may see of it."""
    if audience == "open":
        return e.EVERYONE
    return e.MJ_ONLY if context.mj and audience != "self" else (context.seat,)


@dataclass(frozen=True)
class Attempt:
    """An action under way: begun by a command, resumed by an answer, or owed by the scene."""

    action: Action[Any, Any]
    do: Declared
    scene: Scene[Any]  # what the action reads; its actor acts
    foreseen: Foreseen
    audience: str = "open"
    request: str = ""
    to: e.To = e.EVERYONE
    by: str | None = None  # the seat that began it, if it is not the one that asks; "" for the table itself
    maker: str = ""  # the seat that makes a character by it
    concerns: tuple[str, ...] = ()  # whose sheets count as looked at, beside those that it reads
    answers: Mapping[str, Any] = field(default_factory=dict)  # of the actor, by decision, taken beforehand

    @property
    def blind(self) -> bool:
        """Whether nobody but the MJ may know what came out, its thrower included."""
        return self.audience == "blind" or (self.audience == "secret" and self.to != e.MJ_ONLY)

    @property
    def about(self) -> tuple[str, ...]:
        """Whose sheets it has looked at."""
        return tuple(sorted({*names_read(self.scene), *self.concerns}))


def act(context: Context, command: c.Act) -> Decided:
    """One action, checked and thrown."""
    state, action = context.state, context.game.action(command.action)
    no = _refused(context, action, command) or changed_since(context, command)
    if no is not None:
        return no
    request = state.requests.get(command.request, {})
    asked_for: e.Json = request.get("params", {})
    audience = command.audience
    if request and request["audience"] != "open":
        audience = request["audience"]
        if command.faces is not None and audience in UNSEEN and not context.mj:
            return Refusal(NOT_BLIND)
    scene = read_by_actions(context.game, state, command.actor)
    do = ready(context, action, scene, {**command.params, **asked_for}, asked_for)
    if isinstance(do, Refusal):
        return do
    creates = action in context.game.creations
    foreseen = Foreseen({}) if creates else chances(action, scene, do)
    to, maker = audience_of(audience, context), context.seat if creates else ""
    attempt = Attempt(action, do, scene, foreseen, audience, command.request, to, maker=maker, answers=command.answers)
    return _thrown(context, attempt, command.faces)


def _refused(context: Context, action: Action[Any, Any], command: c.Act) -> Refusal | None:
    """Why this seat cannot have this action done now, whatever its parameters."""
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
        if request.get("closed") and not context.mj:
            return Refusal(CLOSED)
    if actor in state.cast and state.cast[actor].retired:
        return Refusal(RETIRED, {"who": state.called(actor)})
    if actor:
        present(context.game, state, actor)[actor]  # somebody unknown is refused here
    if action in context.game.creations:
        return Refusal(MAKING) if context.seat in state.pendings else None
    if not actor:
        return None if context.mj else Refusal(NO_ACTOR)
    scene = present(context.game, state, actor)
    wait = None if command.request else not_their_turn(context, action, actor)
    no = action.refuse(scene, None) if wait else None  # somebody unable is told so, rather than to wait for their turn
    return refused(context, action, scene, no, command.params) if no else wait


def answer(context: Context, command: c.Answer) -> Decided:
    """Decisions taken; once all are, the action goes on from where it stopped."""
    pending = _card_of(context, command)
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
        if not offers(asked.asked[who], given):
            return not_offered(context.state, who, asked.asked[who], given)
    answered = [NewEvent(e.Answered(dict(command.answers), asked.maker), pending.to)]
    if command.settle:
        ours = {who: asked.asked[who]["id"] for who in command.answers if who in context.state.cast}
        answered += [settled(context.state, who, id, command.answers[who]) for who, id in ours.items()]
        standing = {**context.state.standing_answers, **{(who, id): command.answers[who] for who, id in ours.items()}}
        context = replace(context, state=replace(context.state, standing_answers=standing))
    answers = {**pending.answers, **command.answers}
    if any(who not in answers for who in asked.asked):
        return answered
    known = Progress.from_json(asked.progress)
    known = Progress(known.rolls, (*known.answers, answers))
    told = _thrown(context, _resumed(context.game, context.state, pending), command.faces, known)
    return told if isinstance(told, Refusal) else [*answered, *told]


def offers(decision: e.Json, given: Any) -> bool:
    """Whether an answer is one of those that a decision offers."""
    values = [option["value"] for option in decision["options"]]
    return any(given == value and type(given) is type(value) for value in values)


def not_offered(state: State, who: str, decision: e.Json, given: Any) -> Refusal:
    """The refusal of an answer that is none of those a decision offers."""
    values = [option["value"] for option in decision["options"]]
    offered = tuple(value if isinstance(value, str) else json.dumps(value) for value in values)
    return Refusal(NOT_OFFERED, {"who": state.called(who), "answer": str(given)[:40], "options": offered})


def settled(state: State, who: str, decision: str, answer: Any) -> NewEvent:
    """A decision answered once for all on behalf of a character; known to its player and the MJ."""
    owner = state.cast[who].owner
    return NewEvent(e.Settled(who, decision, answer), (owner,) if owner else e.MJ_ONLY)


def _card_of(context: Context, command: c.Answer) -> Pending | None:
    """What these answers are for: the seat's own creation if that asks them, else the action of the scene."""
    own = context.state.pendings.get(context.seat)
    return own if own and all(who in own.asked.asked for who in command.answers) else context.state.pending


def _resumed(game: Game, state: State, pending: Pending) -> Attempt:
    """The action in progress, as it was begun; a creation sees who has come in since, so as to take nobody's id."""
    asked, scene = pending.asked, stopped(game, state, pending, pending.asked.actor)
    if asked.maker:
        scene = replace(scene, cast={**scene.cast, **present(game, state).cast})
    action = game.action(asked.action)
    do = read(action.params, asked.params, scene)
    begun = (asked.audience, asked.request, pending.to, pending.by, asked.maker, asked.about)
    return Attempt(action, do, scene, Foreseen(asked.odds, asked.success), *begun)


def so_far(game: Game, state: State) -> tuple[Why, ...]:
    """What an action that waits for an answer says for itself already; it is replayed, no die is thrown."""
    if state.pending is None:
        return ()
    attempt = _resumed(game, state, state.pending)
    known = Progress.from_json(state.pending.asked.progress)
    return perform(attempt.action, attempt.scene, attempt.do, Fed([]), known).why


def _thrown(
    context: Context, attempt: Attempt, typed: tuple[int, ...] | None = None, known: Progress | None = None
) -> Decided:
    """An action thrown, from where it stopped if something is known: its next question, or its end."""
    dice = TableDice(context, attempt.audience, typed)
    now = present(context.game, context.state, attempt.scene.actor)
    result, given = perform(attempt.action, attempt.scene, attempt.do, dice, known, onto=now), e.Json()
    while isinstance(result, Waiting) and (given := _not_asked(context, attempt, result)):
        if len(given) < len(result.asked):
            break
        result = perform(attempt.action, attempt.scene, attempt.do, dice, result.answered(given), onto=now)
    newcomer = _already_here(context.state, result)
    no = Refusal(TAKEN, {"who": newcomer}) if newcomer else dice.complaint(result)
    if no is None and attempt.action in context.game.creations and not _name_is_kept(attempt, known):
        no = _badly_named_newcomer(context, attempt, result)
    if no is not None:
        return no
    lines = tuple(dice.lines)
    what = (
        _asked(attempt, result, given, lines)
        if isinstance(result, Waiting)
        else _acted(context.game, context.state, attempt, now, result, lines)
    )
    return [*dice.before(), NewEvent(what, attempt.to, attempt.by)]


def _not_asked(context: Context, attempt: Attempt, stopped_at: Waiting) -> e.Json:
    """The answers that nobody is asked for: all defaults of a blind roll, whose questions would tell what came out,
    those of whoever acts by themselves as comes naturally, what the one who acts has decided beforehand, and the
    standing answers of those who wish to be asked no more.
    """
    state = context.state
    alone = by_themselves(context.game, state) if state.opponents_alone or state.tempers else {}
    naturally = {who for who, temper in alone.items() if temper == e.NATURAL}
    defaults = {who: asked.default for who, asked in stopped_at.asked.items() if attempt.blind or who in naturally}
    actor = attempt.scene.actor
    standing = {
        who: attempt.answers[asked.id]
        if who == actor and asked.id in attempt.answers
        else state.standing_answers.get((who, asked.id))
        for who, asked in stopped_at.asked.items()
    }
    return defaults | {
        who: answer
        for who, answer in standing.items()
        if who not in defaults
        and any(answer == option and type(answer) is type(option) for option in stopped_at.asked[who].options)
    }


def _already_here(state: State, result: Done | Waiting) -> str:
    """Whose place at the table a new character would take, if somebody's."""
    effects = result.outcome.effects if isinstance(result, Done) else ()
    return next((effect.who for effect in effects if isinstance(effect, Create) and effect.who in state.cast), "")


def badly_named(context: Context, names: tuple[str, ...], owner: str = "") -> Refusal | None:
    """Why a character of `owner`, or of who asks, may not come in under an id or a name, if so: unreadable, or, unless
    the MJ brings them in, easily taken for somebody else.
    """
    state, seat = context.state, owner or context.seat
    unreadable = (naming.unreadable(name) for name in names)
    no = next((no for no in unreadable if no), None)
    if no is not None or context.mj:
        return no
    return naming.taken(state, seat, names) or naming.taken_by_character(state, seat, names, unowned=True)


def _name_is_kept(attempt: Attempt, known: Progress | None) -> bool:
    """Whether a creation goes on under a name that was looked at when it began: whatever the MJ has called somebody
    since, the dice that were placed are not lost.
    """
    return known is not None and bool(getattr(attempt.do, "name", ""))


def _badly_named_newcomer(context: Context, attempt: Attempt, result: Done | Waiting) -> Refusal | None:
    """Why somebody who is being made may not come in under their name, if so; the name is looked at before the dice
    that make them are thrown one by one, so that none is thrown for nothing.
    """
    if isinstance(result, Waiting):
        name = getattr(attempt.do, "name", "")
        return badly_named(context, (name,)) if name else None
    made = [effect for effect in result.outcome.effects if isinstance(effect, Create)]
    sheets = ((one.who, Character(one.sheet.model_dump(mode="json"))) for one in made)
    found = (badly_named(context, (who, *naming.names_of(sheet))) for who, sheet in sheets)
    return next((no for no in found if no), None)


def _asked(attempt: Attempt, result: Waiting, given: e.Json, dice: tuple[e.Json, ...]) -> e.Asked:
    """What is asked of those who have not `given` their answer beforehand; nobody's odds tell what others gave."""
    action, scene, do = attempt.action, attempt.scene, attempt.do
    return e.Asked(
        action=action.id,
        actor=scene.actor,
        params=do.model_dump(mode="json"),
        progress=result.progress.to_json(),
        asked={who: asked_json(action, scene, do, result, who) for who in result.asked if who not in given},
        partly={**result.partly, **given},
        fair=dice,
        audience=attempt.audience,
        odds=attempt.foreseen.odds,
        request=attempt.request,
        about=attempt.about,
        maker=attempt.maker,
        success=attempt.foreseen.success,
    )


def _acted(
    game: Game, state: State, attempt: Attempt, now: Scene[Any], result: Done, dice: tuple[e.Json, ...]
) -> e.Acted:
    """The action at its end; the order of play has the last word on the scene's own state."""
    scene, outcome = attempt.scene, result.outcome
    play = game.order.after(result.after, scene.actor, attempt.action.id, outcome)
    cast = [change for change in result.changes if change.who != PLAY]
    return e.Acted(
        action=attempt.action.id,
        actor=scene.actor,
        params=attempt.do.model_dump(mode="json"),
        rolls=tuple(asdict(roll) for roll in result.progress.rolls),
        answers=tuple(dict(card) for card in result.progress.answers),
        parts=tuple(part_json(part) for part in outcome.parts),
        headline=why_json(outcome.headline),
        why=tuple(why_json(item) for item in result.why),
        changes=() if attempt.blind else tuple(map(asdict, (*changes_of(PLAY, now.play, play), *cast))),
        odds=attempt.foreseen.odds,
        fair=dice,
        previous=state.standing,
        request=attempt.request,
        audience=attempt.audience,
        about=attempt.about,
        unsaid=attempt.blind,
        maker=attempt.maker,
        success=attempt.foreseen.success,
    )


def disclose(context: Context, of: int) -> Decided:
    """A blind roll told to everybody: its faces are those that fell, its changes are made on the table of now."""
    unsaid = context.state.unsaid.get(of)
    if unsaid is None or unsaid.struck:
        return Refusal(NOT_UNSAID, {"of": of})
    what = unsaid.what
    scene, now = (
        stopped(context.game, context.state, unsaid, what.actor),
        present(context.game, context.state, what.actor),
    )
    action = context.game.action(what.action)
    foreseen = Foreseen(what.odds, what.success)
    attempt = Attempt(action, read(action.params, what.params, scene), scene, foreseen, request=what.request)
    known = Progress.from_json({"rolls": what.rolls, "answers": what.answers})
    result = perform(action, scene, attempt.do, Fed([]), known, onto=now)
    assert isinstance(result, Done), "a roll that came to its end does so again"
    newcomer = _already_here(context.state, result)
    if newcomer:
        return Refusal(TAKEN, {"who": newcomer})
    told = vars(_acted(context.game, context.state, attempt, now, result, ()))
    kept = {field.name: told[field.name] for field in fields(e.Disclosed) if field.name != "of"}
    return [NewEvent(e.Disclosed(of=of, **{**kept, "about": what.about}))]


def played_again(game: Game, state: State, event: e.Event) -> e.Acted | None:
    """What an action makes, by the rules, of the faces and answers of its line; None if they do not bring it to an end.

    `state` is the table before that line.
    """
    what = event.what
    assert isinstance(what, e.Acted)
    now = present(game, state, what.actor)
    pending = state.pendings.get(what.maker)
    if pending:
        attempt = _resumed(game, state, pending)
    else:
        owed = not event.by and any((due.action, due.who) == (what.action, what.actor) for due in game.order.due(now))
        scene = now.acting(what.actor) if owed else read_by_actions(game, state, what.actor)
        action = game.action(what.action)
        do = read(action.params, what.params, scene)
        begun = (what.audience, what.request, event.to, event.by, what.maker)
        attempt = Attempt(action, do, scene, Foreseen(what.odds, what.success), *begun)
    known = Progress.from_json({"rolls": what.rolls, "answers": what.answers})
    result = perform(attempt.action, attempt.scene, attempt.do, Fed([]), known, onto=now)
    return _acted(game, state, attempt, now, result, what.fair) if isinstance(result, Done) else None


def due(context: Context) -> list[NewEvent]:
    """The next thing the scene owes (a fire that burns, a breath that runs out), performed by the table itself."""
    if (
        context.state.paused
        or context.state.pending
        or not (context.game.due_anytime or context.state.play.get("round"))
    ):
        return []
    scene = present(context.game, context.state)
    for owed in context.game.order.due(scene):
        action, acting = context.game.action(owed.action), scene.acting(owed.who)
        do = prepared(action, acting, owed.params)
        if isinstance(do, Declared):
            happened = _thrown(context, Attempt(action, do, acting, Foreseen({}), by="", concerns=tuple(scene.cast)))
            if isinstance(happened, list):
                return happened
    return []


def moved(context: Context, who: str, chosen: c.Act | None = None) -> list[NewEvent]:
    """What somebody does next, performed by the table itself: what was chosen for them, else what comes naturally;
    nothing if no move is proposed, or the rules refuse the one chosen.
    """
    move: tuple[Action[Any, Any], Mapping[str, Any]] | None
    if chosen is not None:
        move = context.game.action(chosen.action), chosen.params
    else:
        move = natural_move(context.game, read_by_actions(context.game, context.state, who))
    if move is None:
        return []
    action, values = move
    scene = read_by_actions(context.game, context.state, who)  # another one: choosing a move reads everybody's sheet
    do = prepared(action, scene, values)
    if not isinstance(do, Declared):
        return []
    happened = _thrown(context, Attempt(action, do, scene, chances(action, scene, do), by=""))
    return happened if isinstance(happened, list) else []


def free_roll(context: Context, text: str, audience: str) -> Decided:
    """`/r 3d6+2`, with the table's dice."""
    if context.state.paused:
        return Refusal(PAUSED)
    expression = parse(text)
    dice = TableDice(context, audience)
    try:
        thrown = throw(expression.question(), dice, by=context.seat)
    except NeedDice as short:
        return Refusal(TOO_FEW, {"count": short.count, "sides": short.sides})
    success = expression.compare.holds(thrown.outcome) if expression.compare else None
    rolls = tuple(asdict(roll) for roll in thrown.rolls)
    rolled = e.Rolled(str(expression), thrown.outcome, success, rolls, tuple(dice.lines), audience)
    return [*dice.before(), NewEvent(rolled, audience_of(audience, context))]
