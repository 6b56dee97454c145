"""Before the click: what a character may do, why not, and with what odds. Hidden numbers stay out of all three."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tablee.dice import Fed
from tablee.errors import BadFields, TooMany
from tablee.rules.action import Action, Scene
from tablee.rules.decision import Decision
from tablee.rules.fields import Audience, Declared, Field, at_table, fields_of, read
from tablee.rules.game import NO_ODDS
from tablee.rules.run import Parts, Progress, Waiting, expected, perform, prepared
from tablee.rules.stored import part_json, to_json, values_from, why_json
from tablee.rules.tell import without_amounts
from tablee.rules.why import Note, Tally
from tablee.table.decide import commands as c
from tablee.table.decide.context import Context
from tablee.table.decide.refusal import Refusal
from tablee.table.decide.scenes import names_read
from tablee.table.log import events as e
from tablee.table.show.audience import Viewer, concerns_hidden, is_hidden, may_see, may_see_number, may_see_odds
from tablee.table.show.views import veiled
from tablee.text import Text

HIDDEN = Text(
    fr="Le meneur cache les nombres de ce personnage : pas de chances à montrer.",
    en="The GM hides this character's numbers: no odds to show.",
)
SECRET = Text(
    fr="Ces chances diraient un nombre que vous n'avez pas à connaître.",
    en="These odds would tell a number that is not yours to know.",
)
NOT_PLAYED = Text(fr="Cette table joue sans cette règle.", en="This table plays without this rule.")
MJ_FIELD = Text(fr="{field} : seul le meneur en décide.", en="{field}: only the GM decides that.")


def ready(
    context: Context, action: Action[Any, Any], scene: Scene[Any], params: e.Json, allowed: e.Json
) -> Declared | Refusal:
    """The parameters as the action declares them, or why not: a rule's refusal, or a field that only the MJ fills in.

    `allowed` are parameters that the MJ gave for this seat, with a request.
    """
    for field in fields_of(action.params, scene.options):
        if field.by is Audience.MJ and field.name in params and not context.mj:
            given = params[field.name]
            if field.name not in allowed and given not in (field.default, "", None):
                return Refusal(MJ_FIELD, {"field": field.label})
    if not context.mj and action.refuse(scene, None) is None:
        _choose_among_known(context, action, scene, params, allowed)
    do = prepared(action, scene, params)
    if isinstance(do, Note):
        return refused(context, scene, do, params)
    return Refusal(NOT_PLAYED) if at_table(action.by, scene.options) is Audience.NOBODY else do


def _choose_among_known(
    context: Context, action: Action[Any, Any], scene: Scene[Any], params: e.Json, allowed: e.Json
) -> None:
    """BadFields if the seat chose what only a character hidden from it holds: it is told of no such choice."""
    try:
        read(action.params, params, _known_to(context, scene))
    except BadFields as wrong:
        problems = tuple(problem for problem in wrong.problems if problem.field not in allowed)
        if problems:
            raise BadFields(problems) from None


def _known_to(context: Context, scene: Scene[Any]) -> Scene[Any]:
    """A scene as the seat may know it, for choices: nobody whose numbers are hidden from it holds anything."""
    viewer = Viewer.of(context.state, context.seat)
    cast = {who: _bare(sheet) if is_hidden(context.state, who, viewer) else sheet for who, sheet in scene.cast.items()}
    return replace(scene, cast=cast)


def _bare(sheet: Declared) -> Declared:
    """A sheet without the lists on it: skills, specialities, weapons."""
    bare: dict[str, Any] = {name: getattr(sheet, name) for name in type(sheet).model_fields}
    for name, value in bare.items():
        if isinstance(value, dict | tuple | list):
            bare[name] = type(value)()
    return type(sheet).model_construct(**bare)


def refused(context: Context, scene: Scene[Any], no: Note, params: e.Json) -> Refusal:
    """A rule's refusal as this seat may read it."""
    if _hidden(context, scene, params):
        names = [to_json(context.state.called(who)) for who in context.state.cast]
        values = values_from(veiled(context.game, why_json(no), names)["values"])
        return Refusal(no.saying.text, values, no.saying.clause.id)
    return Refusal(no.saying.text, dict(no.values), no.saying.clause.id)


def _hidden(context: Context, scene: Scene[Any], params: Any) -> bool:
    """Whether what was read so far concerns a character whose numbers the seat may not know."""
    about = [params, *names_read(scene)]
    return concerns_hidden(context.state, scene.actor, about, Viewer.of(context.state, context.seat))


def offers(context: Context, scene: Scene[Any], lang: str) -> list[e.Json]:
    """Each action with its fields and their choices, or why it cannot be done now; none of a chapter switched off."""
    listed = []
    known = scene if context.mj else _known_to(context, scene)
    for action in context.game.actions if scene.actor else context.game.creations:
        if not action.offered(scene.options, context.mj):
            continue
        no = action.refuse(scene, None)
        told = refused(context, scene, no, {}) if no else None
        listed.append(
            {
                "action": action.id,
                "label": action.label.say(lang),
                "fields": [_field_json(field, known, lang) for field in action.form(scene.options, context.mj)],
                "refusal": {"sentence": told.say(lang), "rule": told.rule} if told else None,
            }
        )
    return listed


def _field_json(field: Field, scene: Scene[Any], lang: str) -> e.Json:
    choices = field.one_of.on(scene) if field.one_of else {}
    return {
        "name": field.name,
        "label": field.label.say(lang),
        "kind": field.kind.__name__,
        "many": field.many,
        "required": field.required,
        "low": field.low,
        "high": field.high,
        "choices": {id: label.say(lang) for id, label in choices.items()},
    }


def odds(context: Context, scene: Scene[Any], command: c.Act) -> list[e.Json] | Refusal:
    """The chance of each outcome, people's decisions on their defaults; unless they would tell a hidden number.

    Where an action aims at several, each one's own odds too (`of`), even where all at once are too many to count.
    """
    if _hidden(context, scene, command.params):
        return Refusal(HIDDEN)
    viewer = Viewer.of(context.state, context.seat)
    if not may_see_odds(context.game, context.state, command.action, command.actor, viewer):
        return Refusal(SECRET)
    action = context.game.action(command.action)
    if action in context.game.creations:
        return Refusal(NO_ODDS)
    do = ready(context, action, scene, command.params, {})
    if isinstance(do, Refusal):
        return do
    if _secret_terms(context, action, scene, do, viewer):
        return Refusal(SECRET)
    try:
        laws = context.game.odds(action, scene, do, most=MOST_COUNTED)
    except TooMany as much:
        return Refusal(much.text, much.values)
    if _hidden(context, scene, [part.who for law in laws.values() for parts in law.fractions() for part in parts]):
        return Refusal(HIDDEN)

    def sees(seen: Audience, who: str) -> bool:
        return may_see(context.state, viewer, seen, who)

    def told(parts: Parts) -> Parts:
        return without_amounts(context.game, scene.options, parts, sees)

    return [
        {
            "of": who or None,
            "outcome": [part_json(part) for part in parts],
            "probability": str(chance),
            "float": float(chance),
        }
        for who, law in laws.items()
        for parts, chance in law.read(told).fractions().items()
    ]


def _secret_terms(context: Context, action: Action[Any, Any], scene: Scene[Any], do: Declared, viewer: Viewer) -> bool:
    """Whether a term that is known before any die is hidden from the viewer: the odds would tell it."""
    known = perform(action, scene, do, Fed([]))
    while isinstance(known, Waiting) and known.asked:
        known = perform(action, scene, do, Fed([]), known.by_default())
    tallies = [item for item in known.why if isinstance(item, Tally)]
    return not all(
        may_see_number(context.game, context.state, term.key, tally.whose, viewer)
        for tally in tallies
        for term in tally.terms
    )


def each_odds(action: Action[Any, Any], scene: Scene[Any], do: Declared, stopped: Waiting, who: str) -> list[e.Json]:
    """What each answer of one person would lead to, everybody else's decisions on their defaults."""
    others = {name: decision.default for name, decision in stopped.asked.items()}
    return [
        chances(action, scene, do, stopped.answered({**others, who: option})) for option in stopped.asked[who].options
    ]


def decision_json(decision: Decision[Any], odds: list[e.Json]) -> e.Json:
    return {
        "id": decision.id,
        "rule": decision.rule,
        "label": to_json(decision.label),
        "options": [
            {"value": option, "label": to_json(decision.named(option)), "odds": chances}
            for option, chances in zip(decision.options, odds, strict=True)
        ],
        "default": decision.default,
        "price": dict(decision.price),
    }


MOST_COUNTED = 20_000  # branches, so that nobody at the table waits for odds


def chances(action: Action[Any, Any], scene: Scene[Any], do: Declared, so_far: Progress | None = None) -> e.Json:
    """The chance of each grade, as a fraction; nothing where there would be too much to count."""

    def grades(parts: Parts) -> str:
        return "+".join(part.grade.id for part in parts)

    try:
        odds = expected(action, scene, do, so_far=so_far, most=MOST_COUNTED)
    except TooMany:
        return {}
    return {grade: str(chance) for grade, chance in odds.read(grades).fractions().items()}
