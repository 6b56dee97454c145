"""Before the click: what a character may do, how it is asked for, and why not. Hidden numbers stay out of it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

from tablee.errors import BadFields, BadInput
from tablee.rules.action import Action, Scene
from tablee.rules.fields import Audience, Declared, Field, at_table, fields_of, record_of
from tablee.rules.forms import FormField, Judge, Sealed, by_the_rules, form, usual
from tablee.rules.run import harm_of, prepared
from tablee.rules.sheet.sheet_data import entry_told
from tablee.rules.stored.steps import NoteStep
from tablee.rules.stored.values import to_json, values_from
from tablee.rules.why import Note
from tablee.table.decide.command import ONLY_MJ
from tablee.table.decide.context import Context
from tablee.table.decide.refusal import NO_REQUEST, PAUSED, Refusal
from tablee.table.log.events import Json
from tablee.table.scenes import names_read, params_in_hand, read_by, scene_of
from tablee.table.seen.forms import ChoiceOfField, FieldAsked, FormSeen, GroupOfFields, KeyOfField, Offer, RungOfScale
from tablee.table.seen.refusal import RefusalTold
from tablee.table.show.audience import Viewer, concerns_hidden, is_hidden, named
from tablee.table.show.gate import veiled
from tablee.text import Text

if TYPE_CHECKING:
    from tablee.table.topics.action import Act

NOT_NOW = Text(
    fr="Ce n'est pas {who:à} d'agir. Peuvent agir : {may:le}.", en="It is not {who:the}'s turn. May act: {may:the}."
)
HIDDEN_REASON = Text(
    fr="Cela ne se peut pas maintenant : la raison tient à un personnage dont le meneur cache les nombres.",
    en="This cannot be done now: the reason lies with a character whose numbers the GM hides.",
)
MJ_S_HELP = Text(
    fr="Seul le meneur peut faire aider {who:le}, dont il cache les nombres.",
    en="Only the GM can have {who:the} help, whose numbers they hide.",
)
ELSEWHERE = Text(
    fr="{who:Le} est ailleurs : ouvrez sa scène, ou faites-{who:le|la} venir.",
    en="{who:The} is elsewhere: open the scene they are in, or have them come.",
)
NOT_WITH_THE_MJ = Text(
    fr="{who:Le} est ailleurs : le meneur est avec les autres, et viendra.",
    en="{who:The} is elsewhere: the GM is with the others, and will come.",
)
NOT_REQUESTED = Text(
    fr="Ce n'est pas le jet demandé, ou il n'est pas demandé {who:à}.",
    en="This is not the roll asked for, or {who:the} is not asked for it.",
)
ALREADY_ROLLED = Text(fr="{who:Le} a déjà répondu à cette demande.", en="{who:The} has answered this request already.")
CLOSED = Text(fr="Cette demande de jet est close.", en="This roll request is closed.")
NOT_PLAYED = Text(fr="Cette table joue sans cette règle.", en="This table plays without this rule.")
MJ_FIELD = Text(fr="{field} : seul le meneur en décide.", en="{field}: only the GM decides that.")


def ready(
    context: Context, action: Action[Any, Any], scene: Scene[Any], params: Json, allowed: Json
) -> Declared | Refusal:
    """The parameters as the action declares them, or why not: a rule's refusal, or a field that only the MJ fills in.

    `allowed` are parameters that the MJ gave for this seat, with a request.
    """
    only_mj = _left_to_the_mj(context, action, scene, params, allowed) or _enlisting(context, action, params, allowed)
    if only_mj is not None:
        return only_mj
    if not context.mj and action.refuse(scene, None) is None:
        _choose_among_known(context, action, scene, params, allowed)
    do = prepared(action, scene, params_in_hand(context.state, scene.actor, action.id, params))
    if isinstance(do, Note):
        return refused(context, action, scene, do, params)
    return Refusal(NOT_PLAYED) if at_table(action.by, scene.options) is Audience.NOBODY else do


def _left_to_the_mj(
    context: Context, action: Action[Any, Any], scene: Scene[Any], params: Json, allowed: Json
) -> Refusal | None:
    """Why a player may not do it: they decide what only the MJ does, or it cannot be done before the MJ decides."""
    for field in fields_of(action.params, scene.options):
        decided = field.required or params.get(field.name) not in (field.default, "", None)
        if decided and field.by is Audience.MJ and not context.mj and field.name not in allowed:
            return Refusal(MJ_FIELD, {"field": field.label})
    return None


def _enlisting(context: Context, action: Action[Any, Any], params: Json, allowed: Json) -> Refusal | None:
    """Why a player may not have these people help: one is hidden from them. Whether the rules would let that one help
    is not told either: it would tell what is on the sheet.
    """
    enlisting = [field.name for field in fields_of(action.params, context.state.options) if _enlists(field)]
    wanted = [who for name in enlisting if name not in allowed for who in named(context.state, params.get(name))]
    hidden = _hidden_from(context).intersection(wanted)
    return Refusal(MJ_S_HELP, {"who": context.state.called(min(hidden))}) if hidden else None


def _enlists(field: Field) -> bool:
    """Whether a field names people who take part in an action."""
    return field.one_of is not None and field.one_of.helps and field.many


def _hidden_from(context: Context) -> set[str]:
    """The characters whose numbers are hidden from a seat."""
    viewer = Viewer.of(context.state, context.seat)
    return {who for who in context.state.cast if is_hidden(context.state, who, viewer)}


def _choose_among_known(
    context: Context, action: Action[Any, Any], scene: Scene[Any], params: Json, allowed: Json
) -> None:
    """BadFields if the seat chose what only a character hidden from it holds: it is told of no such choice."""
    try:
        record_of(action.params, params, _known_to(context, scene))
    except BadFields as wrong:
        problems = tuple(problem for problem in wrong.problems if problem.field not in allowed)
        if problems:
            raise BadFields(problems) from None


def _known_to(context: Context, scene: Scene[Any]) -> Scene[Any]:
    """A scene as the seat may know it, for choices: nobody whose numbers are hidden from it holds anything."""
    hidden = _hidden_from(context)
    return replace(scene, cast={who: _bare(sheet) if who in hidden else sheet for who, sheet in scene.cast.items()})


def _bare(sheet: Declared) -> Declared:
    """A sheet without the lists on it: skills, specialities, weapons."""
    bare: dict[str, Any] = {name: getattr(sheet, name) for name in type(sheet).model_fields}
    for name, value in bare.items():
        if isinstance(value, dict | tuple | list):
            bare[name] = type(value)()
    return type(sheet).model_construct(**bare)


def refused(context: Context, action: Action[Any, Any], scene: Scene[Any], no: Note, params: Json) -> Refusal:
    """A rule's refusal as this seat may read it.

    One that a hidden sheet has a part in is always told in the same words: which rule it is would tell of the sheet.
    """
    if not concerns_hidden_to(context, scene, params):
        return Refusal(no.saying.text, dict(no.values), no.saying.clause.id)
    try:
        again = prepared(action, _sealed_for(context, scene), params)
    except (Sealed, BadInput):
        again = None
    if not isinstance(again, Note) or again.saying is not no.saying:
        return Refusal(HIDDEN_REASON)
    names = [to_json(context.state.called(who)) for who in context.state.cast]
    values = values_from(veiled(context.game, NoteStep.of(no), names).values)
    return Refusal(no.saying.text, values, no.saying.clause.id)


@cache
def _sealed(kind: type[Declared]) -> type[Declared]:
    """A kind of sheet of which nothing but the name can be read."""

    def reading(sheet: Declared, name: str) -> Any:
        if name != "name" and name in kind.model_fields:
            raise Sealed
        return object.__getattribute__(sheet, name)

    return type(f"Sealed{kind.__name__}", (kind,), {"__getattribute__": reading, "__module__": kind.__module__})


def _sealed_for(context: Context, scene: Scene[Any]) -> Scene[Any]:
    """A scene in which nothing can be read of those who are hidden from the seat."""
    cast = dict(scene.cast)
    for who in _hidden_from(context) & cast.keys():  # the retired are in no scene
        kind: type[Declared] = type(cast[who])
        cast[who] = _sealed(kind).model_construct(name=cast[who].name)
    return replace(scene, cast=cast)


def concerns_hidden_to(context: Context, scene: Scene[Any], params: Any) -> bool:
    """Whether what was read so far concerns a character whose numbers the seat may not know."""
    about = [params, *names_read(scene)]
    return concerns_hidden(context.state, scene.actor, about, Viewer.of(context.state, context.seat))


def offers(context: Context, scene: Scene[Any], lang: str) -> list[Offer]:
    """Each action that the seat may choose for the actor: its kind, whether it is proposed first, or why it cannot
    be done now (not one's turn included); none of a chapter switched off.
    """
    listed = []
    proposed = {action.id: place for place, action in enumerate(usual(context.game, scene, context.mj))}
    first = context.game.comes_first(scene)
    for action in context.game.actions if scene.actor else context.game.creations:
        if action.offered(scene.options, context.mj):
            told = _refused_now(context, action, scene)
            listed.append(
                Offer(
                    action=action.id,
                    label=action.label.say(lang),
                    kind=action.kind.value,
                    kind_label=action.kind.label.say(lang),
                    usual=proposed.get(action.id),
                    anytime=action.anytime,
                    next=action.id == context.game.next_round,
                    first=action.id == first,
                    asks=bool(action.form(scene.options, context.mj))
                    or (told is None and harm_of(action, scene, {}) is not None),
                    refusal=RefusalTold(told.say(lang), told.rule) if told else None,
                )
            )
    return listed


def _refused_now(
    context: Context, action: Action[Any, Any], scene: Scene[Any], asked_for: bool = False
) -> Refusal | None:
    """Why an action cannot be done now, whatever its parameters; what the MJ asked for waits for no turn."""
    if context.state.paused:
        return Refusal(PAUSED)
    if away := elsewhere(context, scene.actor):
        return away
    no = action.refuse(scene, None)
    if no is not None:
        return refused(context, action, scene, no, {})
    if asked_for:
        return None
    not_now = not_their_turn(context, action, scene.actor) if scene.actor else None
    return not_now or _left_to_the_mj(context, action, scene, {}, {})


def elsewhere(context: Context, who: str) -> Refusal | None:
    """Why somebody who is not in the open scene cannot act in it; None for those who are."""
    one = context.state.cast.get(who)
    if one is None or not one.elsewhere:
        return None
    return Refusal(ELSEWHERE if context.mj else NOT_WITH_THE_MJ, {"who": one.name})


def asked_by_the_mj(context: Context, command: Act) -> bool:
    """Whether the MJ asks the actor for this action: then it is theirs to roll, though only the MJ may begin it."""
    request = context.state.requests.get(command.request)
    return request is not None and command.action == request.action and command.actor in request.who


def asked_roll(request: str, actor: str) -> str:
    """The key under which a roll that the MJ asked for waits for answers: each one's own, beside the scene; "" for what
    was not asked for.
    """
    return f"{request}.{actor}" if request else ""


def not_asked_for(context: Context, command: Act) -> Refusal | None:
    """Why the MJ does not wait for this roll, which is said to be asked for, any more; None where it does."""
    state, actor = context.state, command.actor
    request = state.requests.get(command.request)
    if request is None:
        return Refusal(NO_REQUEST)
    if request.action != command.action or actor not in request.who:
        return Refusal(NOT_REQUESTED, {"who": state.called(actor)})
    if actor in request.done or asked_roll(command.request, actor) in state.pendings:
        return Refusal(ALREADY_ROLLED, {"who": state.called(actor)})
    return Refusal(CLOSED) if request.closed and not context.mj else None


def not_their_turn(context: Context, action: Action[Any, Any], actor: str) -> Refusal | None:
    """The refusal of an actor who must wait for their turn; the MJ's word goes before the order of play."""
    if context.mj or action.anytime:
        return None
    scene = scene_of(context.game, context.state, actor, now=True)
    if not scene.play.round:
        return None
    may = context.game.order.may_act(scene)
    if actor in may:
        return None
    names = {"who": context.state.called(actor), "may": tuple(map(context.state.called, may))}
    return Refusal(NOT_NOW, names, context.game.turns)


def asked_form(context: Context, scene: Scene[Any], command: Act, lang: str) -> FormSeen | Refusal:
    """The form of an action with the parameters so far: fields with what is proposed, choices with why not; or why a
    roll that the MJ asked for cannot be made now.
    """
    action = context.game.action(command.action)
    if not action.offered(scene.options, context.mj or asked_by_the_mj(context, command)):
        return Refusal(NOT_PLAYED if context.mj else ONLY_MJ)
    if command.request and (unasked := not_asked_for(context, command)):
        return unasked
    known, sealed = (scene, scene) if context.mj else (_known_to(context, scene), _sealed_for(context, scene))
    request = context.state.requests.get(command.request)
    told = _refused_now(context, action, scene, request is not None)
    if told and request:  # nothing that is filled in would make it possible
        return told
    given = {**command.params, **(request.params if request else {})}
    judge = _as_far_as_known(context, action, command.actor)
    filled = form(context.game, action, scene, given, context.mj, judge, known, sealed)
    if told is None and filled.refusal is not None:
        told = refused(context, action, scene, filled.refusal, filled.values)
    harm = None if told else harm_of(action, scene, filled.values)
    warning = refused(context, action, scene, harm, filled.values) if harm else None
    return FormSeen(
        warning=RefusalTold(warning.say(lang), warning.rule) if warning else None,
        action=action.id,
        label=action.label.say(lang),
        kind=action.kind.value,
        refusal=RefusalTold(told.say(lang), told.rule) if told else None,
        left=[entry_told(entry, lang) for entry in filled.left],
        values=filled.values,
        fields=[_field(asked, lang, _hidden_from(context) if _enlists(asked.field) else ()) for asked in filled.fields],
    )


def _as_far_as_known(context: Context, action: Action[Any, Any], actor: str) -> Judge:
    """A judge of parameters for one seat: what reads a character whose numbers are hidden from it is never refused."""

    if not _hidden_from(context):
        return by_the_rules(action, read_by(context.game, context.state, actor))

    def tell(values: Mapping[str, Any]) -> Note | None:
        fresh = read_by(context.game, context.state, actor)
        no = by_the_rules(action, fresh)(values)
        return None if concerns_hidden_to(context, fresh, values) else no

    return tell


def _field(asked: FormField, lang: str, without: Collection[str]) -> FieldAsked:
    """A field of a form, in words, without these choices."""
    field, ask = asked.field, asked.field.ask
    return FieldAsked(
        name=field.name,
        label=field.label.say(lang),
        group=GroupOfFields(ask.group.id, ask.group.label.say(lang)) if ask else None,
        rank=field.rank.value,
        unit=ask.unit.say(lang, n=asked.value if isinstance(asked.value, int) else 2) if ask and ask.unit else "",
        help=ask.help.say(lang) if ask and ask.help else "",
        rules=list(ask.rules) if ask else [],
        kind=field.kind.__name__,
        many=field.many,
        required=field.required,
        open=field.one_of is None,
        low=field.low,
        high=field.high,
        value=[] if field.many and asked.value is None else asked.value,  # of several, nobody is an empty list
        applies=asked.applies,
        choices=[
            ChoiceOfField(choice.id, choice.label.say(lang), _refusal(choice.refusal, lang))
            for choice in asked.choices
            if choice.id not in without
        ],
        scale=[RungOfScale(value, name.say(lang)) for value, name in ask.scale] if ask else [],
        keys=[KeyOfField(id, label.say(lang)) for id, label in asked.keys.items()],
    )


def _refusal(no: Note | None, lang: str) -> RefusalTold | None:
    return RefusalTold(no.say(lang), no.saying.clause.id) if no else None
