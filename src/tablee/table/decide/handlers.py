"""decide(context, command): the events that follow from a command, or its refusal. Nothing is stored here."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import singledispatch

from tablee.dice import fair
from tablee.errors import BadInput
from tablee.rules.fields import Audience, Declared, check_choices, fields_of, read
from tablee.table.decide import acting, naming, people, staging, undo, words
from tablee.table.decide import commands as c
from tablee.table.decide.context import Context, Decided, NewEvent, hashed
from tablee.table.decide.offering import NOT_PLAYED
from tablee.table.decide.people import NO_SEAT, NOBODY
from tablee.table.decide.permissions import PAUSED, refusal
from tablee.table.decide.refusal import Refusal
from tablee.table.log import events as e
from tablee.text import Text

NO_KNOCK = Text(fr="Personne n'attend à la porte sous ce nom.", en="Nobody is waiting at the door under that name.")
NO_FIELD = Text(fr="Le champ « {field} » n'existe pas.", en="There is no field “{field}”.")
NO_LINE = Text(fr="La ligne {of} n'est pas une action.", en="Line {of} is not an action.")
NOBODY_ASKED = Text(fr="Personne à qui demander ce jet.", en="There is nobody to ask for this roll.")
NOBODY_AWAITED = Text(
    fr="Il n'y a personne à qui le rappeler : tous ont répondu, ou nul ne joue ceux qu'on attend.",
    en="There is nobody to remind: all have answered, or nobody plays those who are awaited.",
)
ALREADY_REVEALED = Text(
    fr="Les clés de cette table sont déjà révélées.", en="The keys of this table are already revealed."
)
WORDS_STAY = Text(
    fr="Vos mots sont déjà mêlés aux dés et n'en sortent plus : changez de nom sans en donner d'autres.",
    en="Your words are in the dice already and stay there: change your name without giving others.",
)
AS_IT_WAS = Text(
    fr="La partie {on:est déjà en pause|n'est pas en pause}.", en="The game is {on:paused already|not paused}."
)
NOTHING_PINNED = Text(fr="Il n'y a pas de message épinglé à retirer.", en="There is no pinned message to take away.")
HERE_ALREADY = Text(fr="{who:Le} est déjà là.", en="{who:The} is here already.")
GONE_ALREADY = Text(fr="{who:Le} est déjà {who:parti|partie}.", en="{who:The} is gone already.")
IN_ACTION = Text(
    fr="{who:Le} a sa place dans l'action en cours : finissez-la d'abord.",
    en="{who:The} has a place in the action under way: end it first.",
)
MEANWHILE = (
    c.Answer, c.Abandon, c.Say, c.Revise, c.Correct, c.Override, c.Join, c.Invite, c.Dismiss, c.Relink,
    c.Enter, c.Claim, c.Release, c.HandOver, c.Portray, c.Settle, c.Arrange, c.Request, c.Close, c.Remind,
    c.StrikeOut, c.Pause, c.Pin, c.Hide, c.Give, c.Prepare,
)  # fmt: skip  # what the table takes while an action is in progress
STOPPED = (c.Act, c.Answer, c.Request)  # what it does not take while the game is paused; nor rolls of a line of text


def decide(context: Context, command: c.Command) -> Decided:
    """What follows from a command on the present state, or why nothing does."""
    no = refusal(context.state, context.seat, command, context.game.lost)
    if no is not None:
        return no
    if context.state.paused and isinstance(command, STOPPED):
        return Refusal(PAUSED)
    if context.state.pending and not isinstance(command, MEANWHILE) and not _creates(context, command):
        return acting.busy(context)
    try:
        check_choices(command)
        return _decided(command, context)
    except BadInput as bad:
        return Refusal(bad.text, bad.values) if bad.text.fr else Refusal(Text(bad.say("fr"), bad.say("en")))


def _creates(context: Context, command: c.Command) -> bool:
    """Whether a command begins to make a character: that goes on beside the scene."""
    return isinstance(command, c.Act) and any(command.action == made.id for made in context.game.creations)


@singledispatch
def _decided(command: c.Command, _context: Context) -> Decided:
    """What follows from one kind of command."""
    raise TypeError(f"{command.id} is decided nowhere")


@_decided.register
def _join(command: c.Join, context: Context) -> Decided:
    called, state = naming.written(command.called), context.state
    no = (
        naming.unreadable(called)
        or naming.taken(state, context.seat, [called])
        or naming.taken_by_character(state, context.seat, [called], unowned=False)
    )
    if no is not None:
        return no
    known = context.state.worded.get(context.seat)
    entropy: tuple[e.Json, ...] = ()
    if known is None:
        entropy = (fair.Entropy(context.seat, command.words or context.fresh()).to_dict(),)
    elif command.words not in ("", known):
        return Refusal(WORDS_STAY)
    seat = context.state.seats[context.seat]
    colour = command.colour or seat.colour or _free_colour(context)
    return [NewEvent(e.Joined(context.seat, called, colour, entropy, command.lang or seat.lang))]


def _free_colour(context: Context) -> str:
    """The first colour that nobody at the table has; the first of all if each is taken."""
    taken = {seat.colour for seat in context.state.seats.values() if seat.token}
    return next((colour for colour in c.COLOURS if colour not in taken), next(iter(c.COLOURS)))


@_decided.register
def _invite(command: c.Invite, context: Context) -> Decided:
    if not command.knock:
        return [NewEvent(e.Seated(context.fresh()[:8], command.role, hashed(context.fresh())))]
    knock = context.state.knocks.get(command.knock)
    if knock is None:
        return Refusal(NO_KNOCK)
    no = naming.taken(context.state, knock.knock, [knock.called])
    if no is not None:
        return no
    return [NewEvent(e.Seated(knock.knock, command.role, knock.token, knock.called))]


@_decided.register
def _dismiss(command: c.Dismiss, context: Context) -> Decided:
    if command.knock not in context.state.knocks:
        return Refusal(NO_KNOCK)
    return [NewEvent(e.Dismissed(command.knock), e.MJ_ONLY)]


@_decided.register
def _relink(command: c.Relink, context: Context) -> Decided:
    if command.seat not in context.state.seats:
        return Refusal(NO_SEAT, {"seat": command.seat})
    return [NewEvent(e.Relinked(command.seat, "" if command.revoke else hashed(context.fresh())), e.MJ_ONLY)]


@_decided.register
def _enter(command: c.Enter, context: Context) -> Decided:
    return people.enter(context, command)


@_decided.register
def _hand_over(command: c.HandOver, context: Context) -> Decided:
    return people.hand_over(context, command)


@_decided.register
def _claim(command: c.Claim, context: Context) -> Decided:
    return people.claim(context, command)


@_decided.register
def _release(command: c.Release, context: Context) -> Decided:
    return people.release(context, command)


@_decided.register
def _portray(command: c.Portray, context: Context) -> Decided:
    return people.portray(context, command)


@_decided.register
def _settle(command: c.Settle, context: Context) -> Decided:
    return people.settle(context, command)


@_decided.register
def _arrange(command: c.Arrange, context: Context) -> Decided:
    state = context.state
    door = command.door or ("open" if state.open_door else "guarded")
    odds = command.odds or ("hidden" if state.odds_hidden else "shown")
    opponents = command.opponents or ("by-themselves" if state.opponents_alone else "played")
    notes = state.notes if command.notes is None else command.notes.strip()
    advice = command.advice or ("on" if state.advice else "off")
    return [NewEvent(e.Arranged(door, odds, opponents, state.trial and not command.keep, notes, advice))]


@_decided.register
def _entrust(command: c.Entrust, context: Context) -> Decided:
    return people.entrust(context, command)


@_decided.register
def _pause(command: c.Pause, context: Context) -> Decided:
    if command.on == context.state.paused:
        return Refusal(AS_IT_WAS, {"on": command.on})
    return [NewEvent(e.Paused(command.on), by="")]


@_decided.register
def _pin(command: c.Pin, context: Context) -> Decided:
    if not command.text.strip() and not context.state.pinned:
        return Refusal(NOTHING_PINNED)
    return [NewEvent(e.Pinned(command.text.strip()))]


@_decided.register
def _prepare(command: c.Prepare, context: Context) -> Decided:
    return staging.prepare(context, command)


@_decided.register
def _open_scene(command: c.OpenScene, context: Context) -> Decided:
    return staging.open_scene(context, command)


@_decided.register
def _retire(command: c.Retire, context: Context) -> Decided:
    if command.who not in context.state.cast:
        return Refusal(NOBODY, {"who": command.who})
    if context.state.cast[command.who].retired != command.returned:
        return Refusal(HERE_ALREADY if command.returned else GONE_ALREADY, {"who": context.state.called(command.who)})
    if (
        not command.returned
        and context.state.play.get("round")
        and f'"{command.who}"' in json.dumps(context.state.play)
    ):
        return Refusal(IN_ACTION, {"who": context.state.called(command.who)})
    return [NewEvent(e.Retired(command.who, command.returned))]


@_decided.register
def _set_option(command: c.SetOption, context: Context) -> Decided:
    context.game.scene(cast={}, options={command.option: command.value})  # refused there if it does not exist
    return [NewEvent(e.Optioned(command.option, command.value))]


@_decided.register
def _act(command: c.Act, context: Context) -> Decided:
    return acting.act(context, command)


@_decided.register
def _answer(command: c.Answer, context: Context) -> Decided:
    return acting.answer(context, command)


@_decided.register
def _abandon(command: c.Abandon, context: Context) -> Decided:
    pending = context.state.pendings.get(command.creation)
    return [NewEvent(e.Abandoned(command.creation), pending.to)] if pending else Refusal(acting.NOTHING_ASKED)


@_decided.register
def _take_back(command: c.TakeBack, context: Context) -> Decided:
    return undo.take_back(context, command.to)


@_decided.register
def _redo(command: c.Redo, context: Context) -> Decided:
    return undo.redo(context, command.to)


@_decided.register
def _correct(command: c.Correct, context: Context) -> Decided:
    character = context.state.cast.get(command.who)
    if command.who and character is None:
        return Refusal(NOBODY, {"who": command.who})
    kind: type[Declared] = context.game.sheet if character else context.game.play
    before = character.sheet if character else context.state.play
    seen = {field.name: field.seen for field in fields_of(kind, context.state.options)}
    if seen.get(command.field, Audience.NOBODY) is Audience.NOBODY:
        return Refusal(NO_FIELD, {"field": command.field})
    checked = read(kind, {**before, command.field: command.value}).model_dump(mode="json")
    if character and command.field == "name":
        for name in naming.names_of(replace(character, sheet=checked)):
            if no := naming.unreadable(name):
                return no
    change = {
        "who": command.who,
        "field": command.field,
        "before": before.get(command.field),
        "after": checked[command.field],
    }
    to: e.To = e.EVERYONE
    if seen[command.field] is not Audience.EVERYONE or (character and character.hidden):
        owned = character and character.owner and seen[command.field] is not Audience.MJ
        to = (character.owner,) if character and owned else e.MJ_ONLY
    return [NewEvent(e.Corrected((change,), 0, command.text, context.state.standing), to)]


@_decided.register
def _override(command: c.Override, context: Context) -> Decided:
    line = context.line(command.of) if command.of <= context.state.version else None
    if line is None or not isinstance(line.what, e.Acted | e.Rolled):
        return Refusal(NO_LINE, {"of": command.of})
    return [NewEvent(e.Corrected((), command.of, command.text, context.state.standing), line.to)]


@_decided.register
def _disclose(command: c.Disclose, context: Context) -> Decided:
    return acting.disclose(context, command.of)


@_decided.register
def _request(command: c.Request, context: Context) -> Decided:
    if not context.game.action(command.action).offered(context.state.options, mj=True):
        return Refusal(NOT_PLAYED)
    who = command.who or tuple(who for who, sheet in context.state.cast.items() if sheet.owner and not sheet.retired)
    missing = [name for name in who if name not in context.state.cast]
    if missing or not who:
        return Refusal(NOBODY, {"who": missing[0]}) if missing else Refusal(NOBODY_ASKED)
    return [
        NewEvent(e.Requested(context.fresh()[:8], command.action, command.params, who, command.audience, command.title))
    ]


@_decided.register
def _close(command: c.Close, context: Context) -> Decided:
    if command.request not in context.state.requests:
        return Refusal(acting.NO_REQUEST)
    return [NewEvent(e.Closed(command.request))]


@_decided.register
def _remind(command: c.Remind, context: Context) -> Decided:
    request, cast = context.state.requests.get(command.request), context.state.cast
    if request is None:
        return Refusal(acting.NO_REQUEST)
    late = () if request["closed"] else tuple(who for who in request["who"] if who not in request["done"])
    players = tuple(dict.fromkeys(cast[who].owner for who in late if who in cast and cast[who].owner))
    if not players:
        return Refusal(NOBODY_AWAITED)
    return [NewEvent(e.Reminded(command.request, request["action"], request["title"], late), players)]


@_decided.register
def _revise(command: c.Revise, context: Context) -> Decided:
    return words.revise(context, command)


@_decided.register
def _give(command: c.Give, context: Context) -> Decided:
    return words.give(context, command)


@_decided.register
def _hide(command: c.Hide, context: Context) -> Decided:
    return words.hide(context, command)


@_decided.register
def _strike_out(command: c.StrikeOut, context: Context) -> Decided:
    if command.seat not in context.state.seats:
        return Refusal(NO_SEAT, {"seat": naming.shown(command.seat)})
    return [NewEvent(e.StruckOut(command.seat))]


@_decided.register
def _say(command: c.Say, context: Context) -> Decided:
    return words.say(context, command)


@_decided.register
def _reveal(command: c.Reveal, context: Context) -> Decided:
    streams: list[fair.Stream] = ["public", "secret"] if command.secret else ["public"]
    left = [stream for stream in streams if stream not in context.state.revealed]
    if not left:
        return Refusal(ALREADY_REVEALED)
    state = context.state
    lines = (context.keys.reveal(state.fair, stream, state.evening, state.bound) for stream in left)
    return [NewEvent(e.Revealed(tuple(line.to_dict() for line in lines)))]
