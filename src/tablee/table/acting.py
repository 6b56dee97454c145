"""Acting at the table: an action thrown with the table's dice, stopped at decisions, resumed, then what falls due."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from tablee.dice import Dice, Fed, fair, throw
from tablee.dice.notation import parse
from tablee.errors import NeedDice
from tablee.rules.action import PLAY, Action, Create, Put, Scene, applied
from tablee.rules.decision import Decision
from tablee.rules.fields import Declared, Field, fields_of, read
from tablee.rules.game import Game
from tablee.rules.run import Done, Parts, Progress, Waiting, expected, perform, prepared
from tablee.rules.stored import part_json, to_json, why_json
from tablee.rules.why import Note
from tablee.table import commands as c
from tablee.table import events as e
from tablee.table.desk import Decided, Desk, Happened
from tablee.table.permissions import Refusal
from tablee.table.state import Character, State
from tablee.text import Text

BUSY = Text(
    fr="Une action attend une réponse ({who}) : répondez d'abord, ou le meneur l'abandonne.",
    en="An action is waiting for an answer ({who}): answer first, or the GM abandons it.",
)
NOTHING_ASKED = Text(fr="Aucune action n'attend de réponse.", en="No action is waiting for an answer.")
NOT_CONCERNED = Text(fr="On ne demande rien à {who}.", en="{who} is not being asked anything.")
NO_ACTOR = Text(fr="Dites qui agit.", en="Say who acts.")
ONLY_MJ = Text(fr="Seul le meneur peut faire cela.", en="Only the GM can do that.")
NOT_NOW = Text(fr="Ce n'est pas à {who} d'agir. Peuvent agir : {may}.", en="It is not {who}'s turn. May act: {may}.")
TAKEN = Text(
    fr="« {who} » est déjà à la table : choisissez un autre identifiant.",
    en="“{who}” is already at the table: choose another id.",
)
RETIRED = Text(fr="{who} n'est plus dans la scène.", en="{who} is no longer in the scene.")
NO_REQUEST = Text(fr="Cette demande de jet n'existe pas.", en="There is no such roll request.")
TOO_FEW = Text(
    fr="Il manque {count} dé{count:|s} à {sides} faces : tapez tous les dés de l'action.",
    en="{count} more d{sides} needed: type all the dice of the action.",
)
TOO_MANY = Text(fr="{count} dé{count:|s} de trop.", en="{count} die{count:|s} too many.")


def busy(state: State) -> Refusal:
    assert state.pending
    waiting = [who for who in state.pending.asked.asked if who not in state.pending.answers]
    return Refusal(BUSY, {"who": tuple(waiting)})


def scene_of(game: Game, cast: Mapping[str, Character], play: e.Json, options: e.Json, actor: str) -> Scene[Any]:
    """The game's own scene, read from the table's plain state."""
    sheets = {who: read(game.sheet, character.sheet) for who, character in cast.items() if not character.retired}
    return Scene(actor, sheets, read(game.play, play), options)


def present(desk: Desk, actor: str) -> Scene[Any]:
    state = desk.state
    return scene_of(desk.game, state.cast, state.play, state.options, actor)


def read_by_actions(desk: Desk, actor: str) -> Scene[Any]:
    """The scene actions read: the cast as it was when the present instant began, if one has."""
    state = desk.state
    return scene_of(desk.game, state.instant or state.cast, state.play, state.options, actor)


@dataclass
class TableDice:
    """The table's committed dice, or faces typed in; either way with the lines that let anyone verify."""

    dice: Dice
    typed: Fed | None
    drawn: fair.FairDice
    stream: fair.Stream

    @classmethod
    def of(cls, desk: Desk, audience: str, faces: tuple[int, ...] | None) -> TableDice:
        stream: fair.Stream = "public" if audience == "open" else "secret"
        drawn = fair.FairDice(desk.keys, desk.state.fair, stream)
        typed = Fed(faces) if faces is not None else None
        return cls(typed or drawn, typed, drawn, stream)

    def lines(self, progress: Progress, known: int) -> tuple[e.Json, ...]:
        """What was thrown now (not the `known` rolls replayed), as verifiable lines."""
        if self.typed is None:
            return tuple(line.to_dict() for line in self.drawn.lines)
        return tuple(
            fair.Physical(self.stream, roll.sides, roll.faces, roll.by, roll.label).to_dict()
            for roll in progress.rolls[known:]
        )

    def complaint(self, result: Done | Waiting) -> Refusal | None:
        if isinstance(result, Waiting) and result.dice:
            return Refusal(TOO_FEW, {"count": result.dice.count, "sides": result.dice.sides})
        if isinstance(result, Done) and self.typed and self.typed.left:
            return Refusal(TOO_MANY, {"count": len(self.typed.left)})
        return None


def audience_of(audience: str, seat: str) -> e.To:
    return (seat,) if audience == "self" else e.EVERYONE if audience == "open" else e.MJ_ONLY


def act(desk: Desk, command: c.Act) -> Decided:
    """One action, checked, thrown, and followed by what the scene owes."""
    action = desk.game.action(command.action)
    no = _refused(desk, action, command)
    if no is not None:
        return no
    scene = read_by_actions(desk, command.actor)
    do = prepared(action, scene, command.params)
    if isinstance(do, Note):
        return Refusal(do.saying.text, dict(do.values), do.saying.clause.id)
    odds = _odds(expected(action, scene, do)) if action not in desk.game.creations else {}
    dice = TableDice.of(desk, command.audience, command.faces)
    now = present(desk, command.actor)
    result = perform(action, scene, do, dice.dice, onto=now)
    newcomer = _already_here(desk, result)
    if newcomer:
        return Refusal(TAKEN, {"who": newcomer})
    return dice.complaint(result) or _told(desk, action, command, do, result, dice, odds, now, Progress(), scene)


def _already_here(desk: Desk, result: Done | Waiting) -> str:
    """A new character must not take the place of one who is at the table."""
    effects = result.outcome.effects if isinstance(result, Done) else ()
    return next((effect.who for effect in effects if isinstance(effect, Create) and effect.who in desk.state.cast), "")


def _refused(desk: Desk, action: Action[Any, Any], command: c.Act) -> Refusal | None:
    state, actor = desk.state, command.actor
    if action.by.value == "mj" and not desk.mj:
        return Refusal(ONLY_MJ)
    if command.request and command.request not in state.requests:
        return Refusal(NO_REQUEST)
    if action in desk.game.creations:
        return None
    if not actor:
        return None if desk.mj else Refusal(NO_ACTOR)
    if actor in state.cast and state.cast[actor].retired:
        return Refusal(RETIRED, {"who": actor})
    scene = present(desk, actor)
    if scene.play.round and not desk.mj and not command.request:
        may = desk.game.order.may_act(scene)
        if actor not in may:
            return Refusal(NOT_NOW, {"who": actor, "may": may})
    return None


def answer(desk: Desk, command: c.Answer) -> Decided:
    """Decisions taken; once all are, the action goes on from where it stopped."""
    pending = desk.state.pending
    if pending is None:
        return Refusal(NOTHING_ASKED)
    stranger = next((who for who in command.answers if who not in pending.asked.asked), None)
    if stranger is not None:
        return Refusal(NOT_CONCERNED, {"who": stranger})
    answered = Happened(e.Answered(dict(command.answers)), pending.to)
    answers = {**pending.answers, **command.answers}
    if any(who not in answers for who in pending.asked.asked):
        return [answered]
    asked = pending.asked
    action = desk.game.action(asked.action)
    known = Progress.from_json(asked.progress)
    known = Progress(known.rolls, (*known.answers, answers))
    scene = scene_of(desk.game, pending.cast, pending.play, pending.options, asked.actor)
    do = read(action.params, asked.params, scene)
    dice = TableDice.of(desk, asked.audience, command.faces)
    now = present(desk, asked.actor)
    result = perform(action, scene, do, dice.dice, known, onto=now)
    again = c.Act(actor=asked.actor, action=asked.action, params=asked.params, audience=asked.audience)
    told = dice.complaint(result) or _told(desk, action, again, do, result, dice, asked.odds, now, known, scene)
    return told if isinstance(told, Refusal) else [answered, *told]


def _told(
    desk: Desk,
    action: Action[Any, Any],
    command: c.Act,
    do: Declared,
    result: Done | Waiting,
    dice: TableDice,
    odds: e.Json,
    now: Scene[Any],
    known: Progress,
    scene: Scene[Any],
) -> list[Happened]:
    to = audience_of(command.audience, desk.seat)
    fair_lines = dice.lines(result.progress, len(known.rolls))
    params = do.model_dump(mode="json")
    if isinstance(result, Waiting):
        asked = {
            who: _decision_json(decision, _each_odds(action, scene, do, result, who))
            for who, decision in result.asked.items()
        }
        stopped = e.Asked(
            action.id, command.actor, params, result.progress.to_json(), asked, dict(result.partly), fair_lines,
            command.audience, odds,
        )  # fmt: skip
        return [Happened(stopped, to)]
    after, _ = applied(now, result.outcome.effects)
    play = desk.game.order.after(after, command.actor, action.id, result.outcome)
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
        fair=fair_lines,
        previous=desk.state.standing,
        request=command.request,
    )
    return [Happened(acted, to)]


def due(desk: Desk) -> list[Happened]:
    """The next thing the scene owes (a fire that burns, a breath that runs out), performed by the table itself."""
    if desk.state.pending or not desk.state.play.get("round"):
        return []
    scene = present(desk, "")
    for owed in desk.game.order.due(scene):
        action = desk.game.action(owed.action)
        command = c.Act(actor=owed.who, action=owed.action, params=dict(owed.params))
        do = prepared(action, scene.acting(owed.who), command.params)
        if isinstance(do, Declared):
            dice = TableDice.of(desk, "open", None)
            now = scene.acting(owed.who)
            return _told(desk, action, command, do, perform(action, now, do, dice.dice), dice, {}, now, Progress(), now)
    return []


def _onto_play(before: Declared, after: Declared) -> list[Put]:
    return [
        Put(PLAY, name, getattr(after, name))
        for name in type(after).model_fields
        if getattr(before, name) != getattr(after, name)
    ]


def _each_odds(action: Action[Any, Any], scene: Scene[Any], do: Declared, stopped: Waiting, who: str) -> list[e.Json]:
    """What each answer of one person would lead to, everybody else's decisions on their defaults."""
    others = {name: decision.default for name, decision in stopped.asked.items()}
    return [
        _odds(expected(action, scene, do, so_far=stopped.answered({**others, who: option})))
        for option in stopped.asked[who].options
    ]


def _decision_json(decision: Decision[Any], odds: list[e.Json]) -> e.Json:
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


def _odds(odds: Any) -> e.Json:
    """The chance of each grade, as a fraction."""

    def grades(parts: Parts) -> str:
        return "+".join(part.grade.id for part in parts)

    return {grade: str(chance) for grade, chance in odds.read(grades).fractions().items()}


def offers(desk: Desk, actor: str, lang: str) -> list[e.Json]:
    """Each action with its fields and their choices, or why it cannot be done now."""
    scene = read_by_actions(desk, actor)
    listed = []
    for action in desk.game.actions if actor else desk.game.creations:
        if action.by.value == "mj" and not desk.mj:
            continue
        no = action.refuse(scene, None)
        listed.append(
            {
                "action": action.id,
                "label": action.label.say(lang),
                "fields": [_field_json(field, scene, lang) for field in fields_of(action.params)],
                "refusal": {"sentence": no.say(lang), "rule": no.saying.clause.id} if no else None,
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


def odds(desk: Desk, command: c.Act) -> list[e.Json] | Refusal:
    """The chance of each outcome, people's decisions on their defaults."""
    action = desk.game.action(command.action)
    scene = read_by_actions(desk, command.actor)
    do = prepared(action, scene, command.params)
    if isinstance(do, Note):
        return Refusal(do.saying.text, dict(do.values), do.saying.clause.id)
    law = expected(action, scene, do)
    return [
        {"outcome": [part_json(part) for part in parts], "probability": str(chance), "float": float(chance)}
        for parts, chance in law.fractions().items()
    ]


def free_roll(desk: Desk, text: str, audience: str = "open") -> Decided:
    """`/r 3d6+2`, with the table's dice."""
    expression = parse(text)
    dice = TableDice.of(desk, audience, None)
    try:
        thrown = throw(expression.question(), dice.dice, by=desk.seat)
    except NeedDice as short:
        return Refusal(TOO_FEW, {"count": short.count, "sides": short.sides})
    success = expression.compare.holds(thrown.outcome) if expression.compare else None
    lines = dice.lines(Progress(thrown.rolls), 0)
    rolled = e.Rolled(str(expression), thrown.outcome, success, tuple(asdict(roll) for roll in thrown.rolls), lines)
    return [Happened(rolled, audience_of(audience, desk.seat))]
