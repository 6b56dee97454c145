"""decide: who may, whether it stands, what follows. Out come happenings; nothing is stored here."""

from __future__ import annotations

import json
from functools import singledispatch

from tablee.dice import fair
from tablee.errors import BadInput
from tablee.rules.fields import Audience, Declared, fields_of, read
from tablee.table import acting
from tablee.table import commands as c
from tablee.table import events as e
from tablee.table.desk import Decided, Desk, Happened, hashed
from tablee.table.offering import NOT_PLAYED
from tablee.table.permissions import Refusal, refusal
from tablee.text import Text

NOBODY = Text(fr="Personne ne s'appelle « {who} » à cette table.", en="Nobody is called “{who}” at this table.")
NO_SEAT = Text(fr="Il n'y a pas de place « {seat} ».", en="There is no seat “{seat}”.")
NO_KNOCK = Text(fr="Personne n'attend à la porte sous ce nom.", en="Nobody is waiting at the door under that name.")
NO_SHEET = Text(fr="Donnez un personnage prêt ou une fiche.", en="Give a ready character or a sheet.")
NO_READY = Text(fr="Il n'y a pas de personnage prêt « {ready} ».", en="There is no ready character “{ready}”.")
NOTHING_BACK = Text(fr="Il n'y a rien à reprendre.", en="There is nothing to take back.")
NOT_YOUR_ACTION = Text(
    fr="Cette action n'était pas la vôtre : demandez au meneur.", en="That action was not yours: ask the GM."
)
NOTHING_AGAIN = Text(fr="Il n'y a rien à refaire.", en="There is nothing to redo.")
NO_FIELD = Text(fr="Le champ « {field} » n'existe pas.", en="There is no field “{field}”.")
NO_LINE = Text(fr="La ligne {of} n'est pas une action.", en="Line {of} is not an action.")
NOBODY_ASKED = Text(fr="Personne à qui demander ce jet.", en="There is nobody to ask for this roll.")
ALREADY_REVEALED = Text(
    fr="Les clés de cette table sont déjà révélées.", en="The keys of this table are already revealed."
)
NO_ONE_HERE = Text(
    fr="Il n'y a personne nommé « {name} » à la table.", en="There is nobody called “{name}” at the table."
)
NAME_TAKEN = Text(
    fr="Quelqu'un s'appelle déjà « {name} » à cette table : choisissez un autre nom.",
    en="Somebody is called “{name}” at this table already: choose another name.",
)
NO_SUCH_WORD = Text(
    fr="« {word} » n'existe pas. Ligne de commande : /r 3d6, /sr 3d6, /w nom …, /mj …, /me ….",
    en="There is no “{word}”. Command line: /r 3d6, /sr 3d6, /w name …, /mj …, /me ….",
)
IN_ACTION = Text(
    fr="{who:Le} a sa place dans l'action en cours : finissez-la d'abord.",
    en="{who:The} has a place in the action under way: end it first.",
)
NO_WORDS = Text(fr="Il manque ce que vous voulez dire.", en="What you want to say is missing.")
MEANWHILE = (
    c.Answer, c.Abandon, c.Say, c.Correct, c.Override, c.Join, c.Invite, c.Dismiss, c.Relink,
)  # fmt: skip  # what the table takes while an action is in progress


def decide(desk: Desk, command: c.Command) -> Decided:
    """What follows from a command on the present state, or why nothing does."""
    no = refusal(desk.state, desk.seat, command)
    if no is not None:
        return no
    if desk.state.pending and not isinstance(command, MEANWHILE):
        return acting.busy(desk)
    try:
        return _decided(command, desk)
    except BadInput as bad:
        return Refusal(bad.text, bad.values) if bad.text.fr else Refusal(Text(bad.say("fr"), bad.say("en")))


@singledispatch
def _decided(command: c.Command, _desk: Desk) -> Decided:
    raise TypeError(f"{command.id} is decided nowhere")


@_decided.register
def _(command: c.Join, desk: Desk) -> Decided:
    wanted = command.called.casefold()
    for id, seat in desk.state.seats.items():
        if id != desk.seat and seat.token and wanted in (id.casefold(), seat.called.casefold()):
            return Refusal(NAME_TAKEN, {"name": command.called})
    entropy = fair.Entropy(desk.seat, command.words or desk.fresh())
    return [Happened(e.Joined(desk.seat, command.called, command.colour, (entropy.to_dict(),)))]


@_decided.register
def _(command: c.Invite, desk: Desk) -> Decided:
    if not command.knock:
        return [Happened(e.Seated(desk.fresh()[:8], command.role, hashed(desk.fresh())))]
    knock = desk.state.knocks.get(command.knock)
    if knock is None:
        return Refusal(NO_KNOCK)
    return [Happened(e.Seated(knock.knock, command.role, knock.token, knock.called))]


@_decided.register
def _(command: c.Dismiss, desk: Desk) -> Decided:
    if command.knock not in desk.state.knocks:
        return Refusal(NO_KNOCK)
    return [Happened(e.Dismissed(command.knock), e.MJ_ONLY)]


@_decided.register
def _(command: c.Relink, desk: Desk) -> Decided:
    if command.seat not in desk.state.seats:
        return Refusal(NO_SEAT, {"seat": command.seat})
    return [Happened(e.Relinked(command.seat, "" if command.revoke else hashed(desk.fresh())), e.MJ_ONLY)]


@_decided.register
def _(command: c.Enter, desk: Desk) -> Decided:
    if command.who in desk.state.cast:
        return Refusal(acting.TAKEN, {"who": command.who})
    if command.owner and command.owner not in desk.state.seats:
        return Refusal(NO_SEAT, {"seat": command.owner})
    if command.ready:
        ready = desk.game.ready()
        if command.ready not in ready:
            return Refusal(NO_READY, {"ready": command.ready})
        sheet = ready[command.ready]
    elif command.sheet is not None:
        sheet = read(desk.game.sheet, command.sheet)
    else:
        return Refusal(NO_SHEET)
    owner = command.owner or ("" if desk.mj else desk.seat)
    return [Happened(e.Entered(command.who, sheet.model_dump(mode="json"), owner, command.hidden and desk.mj))]


@_decided.register
def _(command: c.HandOver, desk: Desk) -> Decided:
    character = desk.state.cast.get(command.who)
    if character is None:
        return Refusal(NOBODY, {"who": command.who})
    if command.owner and command.owner not in desk.state.seats:
        return Refusal(NO_SEAT, {"seat": command.owner})
    hidden = character.hidden if command.hidden is None else command.hidden
    return [Happened(e.Handed(command.who, command.owner, hidden))]


@_decided.register
def _(command: c.Retire, desk: Desk) -> Decided:
    if command.who not in desk.state.cast:
        return Refusal(NOBODY, {"who": command.who})
    if desk.state.play.get("round") and f'"{command.who}"' in json.dumps(desk.state.play):
        return Refusal(IN_ACTION, {"who": desk.state.called(command.who)})
    return [Happened(e.Retired(command.who))]


@_decided.register
def _(command: c.SetOption, desk: Desk) -> Decided:
    desk.game.scene(cast={}, options={command.option: command.value})  # refused there if it does not exist
    return [Happened(e.Optioned(command.option, command.value))]


@_decided.register
def _(command: c.Act, desk: Desk) -> Decided:
    return acting.act(desk, command)


@_decided.register
def _(command: c.Answer, desk: Desk) -> Decided:
    return acting.answer(desk, command)


@_decided.register
def _(_command: c.Abandon, desk: Desk) -> Decided:
    pending = desk.state.pending
    return [Happened(e.Abandoned(), pending.to)] if pending else Refusal(acting.NOTHING_ASKED)


@_decided.register
def _(command: c.TakeBack, desk: Desk) -> Decided:
    """The last action with what the scene did of itself since, or all down to the line; a player, only his own."""
    struck: list[e.Event] = []
    n = desk.state.standing
    while n and (not any(line.by for line in struck) if command.to is None else n > command.to):
        struck.append(desk.line(n))
        n = _previous(struck[-1])
    if not any(line.by for line in struck):
        return Refusal(NOTHING_BACK)
    if not desk.mj and struck[-1].by != desk.seat:
        return Refusal(NOT_YOUR_ACTION)
    changes = [_inverse(change) for line in struck for change in reversed(_changes(line))]
    took = e.TookBack(tuple(line.n for line in struck), tuple(changes), n, _since_instant(desk, n, changes))
    return [Happened(took, _audience(struck))]


@_decided.register
def _(_command: c.Redo, desk: Desk) -> Decided:
    if not desk.state.undone:
        return Refusal(NOTHING_AGAIN)
    again = [desk.line(desk.state.undone[-1])]  # the oldest of those taken back comes first again
    for n in desk.state.undone[-2::-1]:  # with what the scene did of itself after it
        line = desk.line(n)
        if line.by:
            break
        again.append(line)
    if not desk.mj and again[0].by != desk.seat:
        return Refusal(NOT_YOUR_ACTION)
    changes = [change for line in again for change in _changes(line)]
    last = again[-1].n
    redid = e.Redid(tuple(line.n for line in again), tuple(changes), last, _since_instant(desk, last, changes))
    return [Happened(redid, _audience(again))]


def _audience(lines: list[e.Event]) -> e.To:
    """Those who know of these lines: secrets are taken back in secret."""
    audiences = {line.to for line in lines if line.by} or {e.EVERYONE}
    return e.EVERYONE if e.EVERYONE in audiences else next(iter(audiences)) if len(audiences) == 1 else e.MJ_ONLY


def _since_instant(desk: Desk, n: int, changes: list[e.Json]) -> tuple[e.Json, ...]:
    """From the sheets after line `n` back to those when its instant began; the MJ's word counts at once."""
    play = {**desk.state.play, **{change["field"]: change["after"] for change in changes if change["who"] == ""}}
    undone: list[e.Json] = []
    words: list[e.Json] = []
    while n and play.get("instant"):
        line = desk.line(n)
        if any(change["who"] == "" and change["field"] == "instant" for change in _changes(line)):
            break
        undone += [_inverse(change) for change in reversed(_changes(line)) if change["who"]]
        if isinstance(line.what, e.Corrected):
            words[:0] = [change for change in _changes(line) if change["who"]]
        n = _previous(line)
    return (*undone, *words)


def _previous(line: e.Event) -> int:
    return int(getattr(line.what, "previous", 0))


def _changes(line: e.Event) -> list[e.Json]:
    return list(getattr(line.what, "changes", ()))


def _inverse(change: e.Json) -> e.Json:
    return {**change, "before": change["after"], "after": change["before"]}


@_decided.register
def _(command: c.Correct, desk: Desk) -> Decided:
    character = desk.state.cast.get(command.who)
    if command.who and character is None:
        return Refusal(NOBODY, {"who": command.who})
    kind: type[Declared] = desk.game.sheet if character else desk.game.play
    before = character.sheet if character else desk.state.play
    seen = {field.name: field.seen for field in fields_of(kind, desk.state.options)}
    if seen.get(command.field, Audience.NOBODY) is Audience.NOBODY:
        return Refusal(NO_FIELD, {"field": command.field})
    checked = read(kind, {**before, command.field: command.value}).model_dump(mode="json")
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
    return [Happened(e.Corrected((change,), 0, command.text, desk.state.standing), to)]


@_decided.register
def _(command: c.Override, desk: Desk) -> Decided:
    line = desk.line(command.of) if command.of <= desk.state.version else None
    if line is None or not isinstance(line.what, e.Acted | e.Rolled):
        return Refusal(NO_LINE, {"of": command.of})
    return [Happened(e.Corrected((), command.of, command.text, desk.state.standing), line.to)]


@_decided.register
def _(command: c.Request, desk: Desk) -> Decided:
    if not desk.game.action(command.action).offered(desk.state.options, mj=True):
        return Refusal(NOT_PLAYED)
    who = command.who or tuple(who for who, sheet in desk.state.cast.items() if sheet.owner and not sheet.retired)
    missing = [name for name in who if name not in desk.state.cast]
    if missing or not who:
        return Refusal(NOBODY, {"who": missing[0]}) if missing else Refusal(NOBODY_ASKED)
    return [Happened(e.Requested(desk.fresh()[:8], command.action, command.params, who, command.audience))]


@_decided.register
def _(command: c.Say, desk: Desk) -> Decided:
    text = command.text.strip()
    word, rest = (*text.split(None, 1), "", "")[:2] if text.startswith("/") else ("", text)
    if not rest:
        return Refusal(NO_WORDS)
    match word.lower():
        case "/r":
            return acting.free_roll(desk, rest, command.audience)
        case "/sr":
            return acting.free_roll(desk, rest, "self")
        case "/me":
            return [Happened(e.Said("me", rest), _to(desk, command.to))]
        case "/mj":
            return [Happened(e.Said("whisper", rest), (desk.seat,))]
        case "/w":
            return _whispered(desk, rest)
        case "":
            unknown = [seat for seat in command.to if seat not in desk.state.seats]
            if unknown:
                return Refusal(NO_SEAT, {"seat": unknown[0]})
            own = (desk.seat,) if command.kind in ("note", "whisper") else e.EVERYONE
            return [Happened(e.Said(command.kind, rest, command.title), _to(desk, command.to, own))]
    return Refusal(NO_SUCH_WORD, {"word": word[:20]})


def _to(desk: Desk, seats: tuple[str, ...], otherwise: e.To = e.EVERYONE) -> e.To:
    return tuple(sorted({desk.seat, *seats})) if seats else otherwise


def _whispered(desk: Desk, text: str) -> Decided:
    """« nom des mots »: the longest name that begins the text; a seat's before that of somebody it plays."""
    known = {id: id for id, seat in desk.state.seats.items() if seat.token}
    known |= {seat.called: id for id, seat in desk.state.seats.items() if seat.token and seat.called}
    known = {who: sheet.owner for who, sheet in desk.state.cast.items() if sheet.owner} | known
    for name in sorted(known, key=len, reverse=True):
        if text.casefold().startswith(f"{name.casefold()} "):
            return [Happened(e.Said("whisper", text[len(name) :].strip()), _to(desk, (known[name],)))]
    return Refusal(NO_ONE_HERE, {"name": text.split()[0]})


@_decided.register
def _(command: c.Reveal, desk: Desk) -> Decided:
    streams: list[fair.Stream] = ["public", "secret"] if command.secret else ["public"]
    left = [stream for stream in streams if stream not in desk.state.revealed]
    if not left:
        return Refusal(ALREADY_REVEALED)
    keys = desk.keys(desk.state.evening)
    lines = tuple(desk.state.fair.reveal(keys, stream).to_dict() for stream in left)
    return [Happened(e.Revealed(lines))]
