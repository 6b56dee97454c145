"""An action on the command line: its options, its characters, its decisions."""

from __future__ import annotations

import json
import sys
import tomllib
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from copy import copy
from typing import TYPE_CHECKING, Any

import click

from tablee.cli.language import Command
from tablee.cli.refusal import Refused
from tablee.cli.typed_input import TOO_FEW, TOO_MANY, faces_of, settings_of, text_of, truth_of
from tablee.dice import Dice, Fed
from tablee.dice.choice import Plan
from tablee.dice.odds import Odds
from tablee.errors import BadAnswer, BadInput, NeedDice, TooMany
from tablee.rules.action import Action, Scene
from tablee.rules.decision import Decision
from tablee.rules.fields import Declared, Field, fields_of
from tablee.rules.forms import form
from tablee.rules.game import NO_ODDS, Game
from tablee.rules.run import Best, Done, Parts, Waiting, best, perform, prepared
from tablee.rules.tell import name_of, value_in_words
from tablee.rules.why import Note
from tablee.text import Name, Text

if TYPE_CHECKING:
    from tablee.lab.curves import Way

ACTOR = Text(fr="Qui agit : {cast}.", en="Who acts: {cast}.")
CAST = Text(
    fr="Un fichier JSON ou TOML de personnages, en plus des personnages prêts.",
    en="A JSON or TOML file of characters, besides the ready ones.",
)
OPTION = Text(fr="Une règle de la table, par exemple {example}.", en="A house rule, for instance {example}.")
ANSWER = Text(
    fr="La réponse à une décision : {example}. Sans elle, on la demande.",
    en="The answer to a decision: {example}. Without it you are asked.",
)
MAX_NAMES = 12
YOU = Text(fr="vous", en="you")
RULE = Text(fr="{rule} : {value}", en="{rule}: {value}")
EXAMPLE = Text(fr="decision=oui", en="decision=yes")
CHOICES = Text(fr="{label} : {choices}.", en="{label}: {choices}.")
DEFAULT = Text(fr=" Par défaut : {default}.", en=" Default: {default}.")
NOT_DATA = Text(
    fr="« {path} » n'est pas du {format} bien formé ({why}).", en="“{path}” is not well-formed {format} ({why})."
)
NOT_A_PAIR = Text(fr="« {text} » : écrivez nom=valeur.", en="“{text}”: write name=value.")
BY = Text(fr=", lancé{count:|s} par {who}", en=" from {who}")
ASKED = Text(fr="{who:Le} : {question} ({options}) [{default}] ", en="{who:The}: {question} ({options}) [{default}] ")
LEFT_DEFAULT = Text(
    fr="{who:Le} : {question} Réponse par défaut : {default}.",
    en="{who:The}: {question} Default answer: {default}.",
)


class DeclaredAction:
    """An action with its scene, its parameters and the answers given beforehand, ready to be thrown or counted."""

    def __init__(self, game: Game, action: Action[Any, Any], given: dict[str, Any]) -> None:
        self.game, self.action = game, action
        cast = {**game.ready(), **cast_of(game, given.pop("cast"))}
        options = dict(house_rule(game, text) for text in given.pop("option"))
        self.answers = dict(pair_of(text) for text in given.pop("answer"))
        actor = given.pop("actor") or ""
        self.scene: Scene[Any] = game.scene(actor, cast, options)
        self.typed = {name: value for name, value in given.items() if value not in (None, ())}
        self.values, self.do = self._ready()

    def _ready(self) -> tuple[dict[str, Any], Declared]:
        """The parameters as typed, those left out as a page proposes them, and the action that they declare; what it
        cannot do without is to be typed.
        """
        asked = form(self.game, self.action, self.scene, self.typed).fields
        proposed = {one.field.name: one.value for one in asked if one.applies and not one.field.required}
        values = {name: value for name, value in proposed.items() if value is not None} | self.typed
        ready = prepared(self.action, self.scene, values)
        if isinstance(ready, Note):
            raise Refused(ready)
        return values, ready

    def otherwise(self, text: str) -> DeclaredAction:
        """This action with other parameters, or under other house rules, written as `name=value name=value`."""
        other, set_to = copy(self), settings_of(text, fields_of(self.action.params))
        switched = {option.id for option in self.game.options} & set_to.keys()
        options = dict(house_rule(self.game, f"{id}={set_to.pop(id)}") for id in switched)
        if options:
            cast, play = self.scene.cast, self.scene.play
            other.scene = self.game.scene(self.scene.actor, cast, {**self.scene.options, **options}, play)
        other.typed = {**self.typed, **set_to}
        other.values, other.do = other._ready()
        return other

    def words_of(self, text: str, other: DeclaredAction, lang: str) -> str:
        """What is written as `name=value name=value`, in words, with what it calls for: « Prime Efficacité, Pénalité
        Danger ».
        """
        declared, told = form(self.game, self.action, other.scene, other.values).fields, []
        written = settings_of(text, fields_of(self.action.params))
        calling = [one.field for one in declared if one.field.name in written]
        called = [
            name
            for field in calling
            if field.ask and field.ask.beside
            for name in field.ask.beside(other.scene, other.values.get(field.name))
        ]
        for name in dict.fromkeys((*written, *called)):
            for option in (one for one in self.game.options if one.id == name):
                value = option.said(other.scene.option(option), lang)
                told.append(RULE.say(lang, rule=option.label, value=value))
            for asked in (one for one in declared if one.field.name == name):
                picked = asked.value if asked.field.many else (asked.value,)
                labels = [choice.label.say(lang) for choice in asked.choices if choice.id in (picked or ())]
                value = ", ".join(labels) or value_in_words(other.values.get(name), lang)
                told.append(f"{asked.field.label.say(lang)} {value}")
        return ", ".join(told) or text

    def thrown(self, faces: str | None, lang: str) -> Done:
        """The action thrown, with real dice or with these faces; decisions are answered as given, else asked at a
        terminal, else left to their default.
        """
        dice = Fed(self.game.typed_faces(faces_of(faces))) if faces is not None else None
        met: set[str] = set()
        done = perform(self.action, self.scene, self.do, _copy_of(dice))
        while isinstance(done, Waiting):
            if done.dice:
                raise too_few(done.dice, self.scene, lang)
            met |= {key for who, decision in done.asked.items() for key in (decision.id, f"{who}/{decision.id}")}
            answers = {who: self._answer(who, decision, lang) for who, decision in done.asked.items()}
            rest = Fed(dice.left[len(_thrown(done)) :]) if dice else None
            done = perform(self.action, self.scene, self.do, _copy_of(rest), done.answered(answers))
        used = len(_thrown(done))
        if dice and len(dice.left) > used:
            left = tuple(dice.left[used:])
            raise BadInput(TOO_MANY, count=len(left), faces=left)
        if self.answers.keys() - met:  # not asked this time: could it have been?
            self._refuse_unknown_answers(met, lang)
        return done

    def _refuse_unknown_answers(self, met: Collection[str], lang: str) -> None:
        """BadInput if an answer is to no decision of this action; only those `met` are known where odds are not."""
        if self.action in self.game.creations:
            _refuse_unless(self.answers, met)
            return
        with suppress(TooMany):
            self.odds(lang)

    def odds(self, lang: str) -> dict[str, Odds[Parts]]:
        """The exact odds under the answers given, as `Game.odds` returns them: of all targets, and of each.

        BadInput for an answer to a decision that never comes up.
        """
        if self.action in self.game.creations:
            raise BadInput(NO_ODDS)
        met: dict[str, Decision[Any]] = {}
        understood: set[str] = set()
        laws = self.game.odds(self.action, self.scene, self.do, self._plan(lang, met, understood))
        _refuse_unless(self.answers, met)
        for key, given in self.answers.items():
            if key not in understood:
                self._read(met[key], given, lang)
        return laws

    def _plan(self, lang: str, met: dict[str, Decision[Any]], understood: set[str]) -> Plan:
        """The answers given beforehand, else the defaults; decisions met and answers understood are written down."""

        def plan(who: str, choice: Any) -> Any:
            met[f"{who}/{choice.id}"] = met[choice.id] = choice
            for key in (f"{who}/{choice.id}", choice.id):
                if key in self.answers:
                    with suppress(BadAnswer):  # not offered at this moment: the default, then
                        answer = self._read(choice, self.answers[key], lang)
                        understood.add(key)
                        return answer
            return choice.default

        return plan

    def way(self, lang: str) -> Way:
        """This action as the lab varies it, under the answers given."""
        from tablee.lab.curves import Way

        self.odds(lang)  # an answer to no decision of this action is refused here
        return Way(self.game, self.action, self.scene, self.values, self._plan(lang, {}, set()))

    def best(self, who: str) -> Best:
        """The odds if one person always decides for the better of their side, and what those decisions are worth."""
        self.scene[who]  # an unknown character is refused here
        side = 1 if who in (self.scene.actor, *self.game.helping(self.do)) else -1
        return best(self.action, self.scene, self.do, who, lambda parts: side * any(part.grade.good for part in parts))

    def _read(self, decision: Decision[Any], given: str, lang: str) -> Any:
        said = {str(decision.named(option).say(lang)): option for option in decision.options}
        answer = said.get(given, truth_of(given))
        if answer not in decision.options:
            raise BadAnswer(NOT_AN_ANSWER, answer=given, options=tuple(said))
        return answer

    def _answer(self, who: str, decision: Decision[Any], lang: str) -> Any:
        given = self.answers.get(f"{who}/{decision.id}", self.answers.get(decision.id))
        name = name_of(self.scene, who)
        said = {str(decision.named(option).say(lang)): option for option in decision.options}
        default = decision.named(decision.default).say(lang)
        words = {
            "who": name if isinstance(name, Name) else Name(str(name) or YOU.say(lang)),
            "question": decision.label,
            "default": default,
        }
        if given is None and sys.stdin is not None and sys.stdin.isatty():
            given = input(ASKED.say(lang, options=tuple(said), **words)).strip() or default
        if given is None:
            click.echo(LEFT_DEFAULT.say(lang, **words))
            return decision.default
        return self._read(decision, str(given), lang)


def _refuse_unless(answers: Iterable[str], met: Collection[str]) -> None:
    """BadInput for the first of these answers that is to no decision of `met`."""
    known = tuple(sorted(id for id in met if "/" not in id))
    for key in answers:
        if key not in met:
            raise BadInput(NO_DECISION if known else NO_DECISIONS, id=key, known=known)


NO_DECISIONS = Text(
    fr="Aucune décision « {id} » ne se pose ici : cette action n'en demande aucune.",
    en="No decision “{id}” can come up here: this action asks for none.",
)
NO_DECISION = Text(
    fr="Aucune décision « {id} » ne se pose ici. Décisions possibles : {known}.",
    en="No decision “{id}” can come up here. Possible decisions: {known}.",
)
NOT_AN_ANSWER = Text(fr="« {answer} » n'est pas une réponse : {options}.", en="“{answer}” is not an answer: {options}.")


def _copy_of(dice: Fed | None) -> Dice | None:
    """A copy of fed dice: what an action does not use is needed again to resume it, or to say that it is too many."""
    return Fed(dice.left) if dice else None


def _thrown(result: Done | Waiting) -> list[int]:
    """Every face fallen so far."""
    return [face for roll in result.progress.rolls for face in roll.faces]


def too_few(short: NeedDice, scene: Scene[Any] | None, lang: str) -> BadInput:
    """The error that says how many dice are missing, and whose."""
    by = BY.say(lang, who=name_of(scene, short.by), count=short.count) if scene and short.by else ""
    return BadInput(TOO_FEW, count=short.count, sides=short.sides, by=by)


def command(
    game: Game, action: Action[Any, Any], lang: str, run: Callable[..., None], own: list[click.Option]
) -> Command:
    """A command whose options are the action's declared parameters."""
    cast = tuple(game.ready())
    example = f"{game.options[0].id}={game.options[0].values[-1]}" if game.options else "…=…"
    params: list[click.Parameter] = [
        click.Option(["--actor"], help=ACTOR.say(lang, cast=_first_names(cast)), metavar="…"),
        *(_option_of(field, game, lang) for field in fields_of(action.params)),
        *own,
        click.Option(["--cast"], help=CAST.say(lang), metavar="…"),
        click.Option(["--option"], multiple=True, help=OPTION.say(lang, example=example), metavar="…"),
        click.Option(["--answer"], multiple=True, help=ANSWER.say(lang, example=EXAMPLE.say(lang)), metavar="…"),
    ]
    return Command(action.id, params=params, callback=run, help=action.label.say(lang))


def _option_of(field: Field, game: Game, lang: str) -> click.Option:
    name = f"--{field.name.replace('_', '-')}"
    said = field.label.say(lang)
    if field.one_of is not None and not callable(field.one_of.choices):
        said = CHOICES.say(lang, label=said, choices=_first_names(field.one_of.choices))
    elif field.one_of is not None and set(choices := _choices(field, game)) <= set(game.ready()):
        said = CHOICES.say(lang, label=said, choices=_first_names(choices))
    if field.low is not None and field.high is not None:
        said += f" ({field.low}…{field.high})"
    if not field.required and field.default not in (None, "", (), False):
        said += DEFAULT.say(lang, default=str(field.default))
    if field.kind is bool and not field.many:
        return click.Option([f"{name}/--no-{name[2:]}"], default=None, help=said)
    return click.Option([name], multiple=field.many, help=said, metavar="N" if field.kind is int else "…")


def _first_names(names: Iterable[str]) -> tuple[str, ...]:
    """The first names of a long list, so that help fits on a screen."""
    listed = tuple(names)
    return listed if len(listed) <= MAX_NAMES else (*listed[: MAX_NAMES - 1], "…")


def _choices(field: Field, game: Game) -> Mapping[str, Any]:
    """The choices of a field for the first of the ready characters."""
    someone = next(iter(game.ready()))
    return field.one_of.on(game.scene(someone)) if field.one_of else {}


def cast_of(game: Game, path: str | None) -> Mapping[str, Declared]:
    if path is None:
        return {}
    text = text_of(path)
    try:
        data = tomllib.loads(text) if path.endswith(".toml") else json.loads(text)
    except (ValueError, RecursionError) as problem:  # not well formed, too deep, or a number too long
        raise BadInput(
            NOT_DATA, path=path, format="TOML" if path.endswith(".toml") else "JSON", why=str(problem)
        ) from None
    if isinstance(data, dict) and "characters" in data:  # a file of `tablee character`
        data = data["characters"]
    return game.cast_from(data)


def house_rule(game: Game, text: str) -> tuple[str, Any]:
    id, value = pair_of(text)
    for option in game.options:
        if option.id == id:
            return id, next((known for known in option.values if str(known).lower() == value.lower()), value)
    return id, value


def pair_of(text: str) -> tuple[str, str]:
    name, sign, value = text.partition("=")
    if not sign or not name:
        raise BadInput(NOT_A_PAIR, text=text)
    return name.strip(), value.strip()
