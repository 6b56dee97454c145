"""Actions played one after the other, as a table plays them; and the operation `act`, the same in every game.

    {"op": "act", "cast": {"ana": "chloe", "loup": {"ready": "loup", "phy": 2}}, "play": {}, "options": {},
     "acts": [{"actor": "ana", "action": "undesix.attack", "params": {"target": "loup"}, "answers": [{"ana": true}]}]}

A character is the id of a ready one, a ready one with some fields changed, or a whole sheet. An act may be the MJ's
(`"mj": true`) or what the MJ asks for (`"asked": true`): both wait for no turn; `answers` holds one mapping per card,
and what nobody answers is left to its default. With `"params": null` an act only asks whether the action is offered,
with `"form": true` how its form is filled in (`proposed`, `applies`, `left`), with `"odds": true` what it comes to
(`chances` of each grade and `means` of each amount, as fractions by person; `remark`, the saying that goes with them),
with `"warns": true` what a person is told before it is done (`warned`, the saying, or null). With `"comes_in": true`
in the place of an action somebody comes into the fight that goes on, with `"goes_out": true` they are taken out of it.
After each act the order of play moves on and what falls due is performed. The answer speaks of the last act, of each
act in the same words (`each`), and of the scene at the end (`sheets`, `play`, `may_act`, `turns`; with `laid_out`:
true, the sheets as the game lays them out, `usual`, the action proposed first to each, `conditions`, `around`,
`around_ids`, `sections`, `ids`, `entries` and the usual `difficulties`; with `at_rest`: true, the play as the lab
compares it, `rest`, and the sheets, `rested`; with `as_one`: true, how those who acted came out together, `came_out`):

    refused   the saying of the refusal, "not-in-turn", or "not-offered" (no such choice); `because`: its values
    parts     what came out, by person; `rolls`: whose dice showed what; `thrown`: what each throw was for
    asked     the questions, card by card; `offered`: the answers to choose from; `worded`: these in words;
              `prices`: what a yes costs; `sensible`: what a sensible person answers
    cites     the rules of the explanation; `says`: its sayings in order
    totals    its sums; `terms`: what the last of each adds up; `notes`: its sentences; all by the id of their saying
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from tablee.dice import Fed
from tablee.errors import BadFields
from tablee.rules.action import PLAY, Part, Put, Scene, applied, as_asked
from tablee.rules.decision import Decision
from tablee.rules.efforts import Effort
from tablee.rules.fields import Declared
from tablee.rules.forms import form, usual
from tablee.rules.game import Game
from tablee.rules.run import Done, Waiting, expected, perform, prepared
from tablee.rules.sheet.sheets import Entry
from tablee.rules.why import Note, Tally, Why
from tests.conformance.given import Given, plain

NOT_IN_TURN, NOT_OFFERED = "not-in-turn", "not-offered"
MAX_DUE = 20  # things owed after one act: where nobody can act any more, rounds would go by for ever

SEE = "see"  # what is said beforehand of a failure to come is left for the dice to show, as books tell it
Asked = Mapping[str, Decision[Any]]
Answers = Callable[[Asked], Mapping[str, Any]]


def by_default(_asked: Asked) -> Mapping[str, Any]:
    """Answers nothing: every decision is left to its default."""
    return {}


@dataclass
class Told:
    """What one act answered: a refusal, or what came out (no part yet where dice are missing) and why."""

    refused: str | None = None  # the saying of the refusal, NOT_IN_TURN or NOT_OFFERED
    refusal: Note | None = None
    parts: tuple[Part, ...] = ()
    why: tuple[Why, ...] = ()  # the headline last; then that of what fell due
    asked: list[Asked] = field(default_factory=list)
    done: Done | None = None

    @property
    def part(self) -> Part:
        """What came out for the first person concerned."""
        return self.parts[0]

    def totals(self, saying: str) -> list[int]:
        """The sums that this saying names, in order."""
        return [tally.total for tally in self.tallies(saying)]

    def tallies(self, saying: str) -> list[Tally]:
        return [why for why in self.why if isinstance(why, Tally) and why.saying.id == saying]

    def notes(self, saying: str) -> list[dict[str, Any]]:
        """What the sentences of this saying were filled with, in order."""
        return [dict(why.values) for why in self.why if isinstance(why, Note) and why.saying.id == saying]

    def said(self, saying: str) -> bool:
        return any(why.saying.id == saying for why in self.why)

    def to_json(self) -> dict[str, Any]:
        if self.refused is not None:
            return {"refused": self.refused, "because": _values(self.refusal) if self.refusal else {}}
        sums = {why.saying.id: self.totals(why.saying.id) for why in self.why if isinstance(why, Tally)}
        return {
            "refused": None,
            "parts": {
                part.who: {"grade": part.grade.id, "good": part.grade.good, **dict(part.amounts)} for part in self.parts
            },
            "asked": [{who: decision.id for who, decision in card.items()} for card in self.asked],
            "sensible": [{who: decision.sensible for who, decision in card.items()} for card in self.asked],
            "prices": [{who: dict(decision.price) for who, decision in card.items()} for card in self.asked],
            "offered": [{who: list(decision.options) for who, decision in card.items()} for card in self.asked],
            "worded": [
                {who: [_readable(label) for label in decision.labels] for who, decision in card.items()}
                for card in self.asked
            ],
            "cites": {why.saying.clause.id: True for why in self.why},
            "totals": sums,
            "terms": {why.saying.id: _terms(why) for why in self.why if isinstance(why, Tally)},
            "rolls": [[roll.by, *roll.faces] for roll in self.done.progress.rolls] if self.done else [],
            "thrown": [roll.label for roll in self.done.progress.rolls] if self.done else [],
            "notes": {why.saying.id: _values(why) for why in self.why if isinstance(why, Note)},
            "says": [why.saying.id for why in self.why],
        }


def _terms(tally: Tally) -> dict[str, int]:
    """The terms of a sum by their key, those of one key together."""
    terms: Counter[str] = Counter()
    for term in tally.terms:
        terms[term.key] += term.value
    return dict(terms)


def _values(note: Note) -> dict[str, Any]:
    return {key: _readable(value) for key, value in note.values}


def _readable(value: Any) -> Any:
    """A value of a sentence as JSON: words in English."""
    if isinstance(value, list | tuple):
        return [_readable(item) for item in value]
    return value.say("en") if hasattr(value, "say") else value


class Playing:
    """A scene played act by act: the order of play moves on, what falls due is performed, an instant is shared.

    Without `dues` what falls due is left for later, so that one act can be looked at by itself.
    """

    def __init__(self, game: Game, scene: Scene[Any], dues: bool = True) -> None:
        self.game, self.scene, self.dues = game, scene, dues
        self.began = scene.cast  # when the present instant began
        self.told: list[Told] = []  # by each act

    def read_by(self, actor: str) -> Scene[Any]:
        """The scene that an action of this person reads: those who act in one instant read how it began; what nobody
        does, such as the end of a fight, reads how they are now.
        """
        if not self.scene.play.instant or not actor:
            return self.scene.acting(actor)
        return replace(self.scene, actor=actor, cast=self.game.in_instant(self.began, self.scene.cast, actor))

    def offers(self, actor: str, action: str) -> Told:
        """Whether an action may be tried at all, before anything is chosen."""
        refusal = self.game.action(action).refuse(self.read_by(actor), None)
        return Told(refused=refusal.saying.id, refusal=refusal) if refusal else Told()

    def acts(
        self,
        actor: str,
        action: str,
        params: Mapping[str, Any],
        dice: Fed,
        answers: Answers = by_default,
        mj: bool = False,
        asked: bool = False,
    ) -> Told:
        """One act, and whatever falls due after it."""
        does, reads = self.game.action(action), self.read_by(actor)
        fighting = self.scene.play.round
        if fighting and not mj and not asked and not does.anytime and actor not in self.game.order.may_act(self.scene):
            return Told(refused=NOT_IN_TURN)
        do = prepared(does, reads, params)
        if isinstance(do, Note):
            return Told(refused=do.saying.id, refusal=do)
        reads = as_asked(does, reads, do) if asked else reads
        told = self._performed(reads, action, do, dice, answers)
        self.told.append(told)
        act = told.done
        for _ in range(MAX_DUE if self.dues else 0):
            due = next(iter(self.game.order.due(self.scene)), None)
            if due is None or told.done is None:
                break
            owing = self.scene.acting(due.who)
            do = prepared(self.game.action(due.action), owing, due.params)
            if isinstance(do, Note):
                break
            owed = self._performed(owing, due.action, do, dice, by_default)
            told.why += owed.why
            told.done = owed.done and act
        return told

    def _performed(self, reads: Scene[Any], action: str, do: Declared, dice: Fed, answers: Answers) -> Told:
        """An action followed to its end, its effects on the scene; left open where dice are missing."""
        told = Told()
        result = perform(self.game.action(action), reads, do, dice, onto=self.scene)
        while isinstance(result, Waiting):
            if result.dice:
                told.why = result.why
                return told
            if all(SEE in decision.options for decision in result.asked.values()):  # asked once the dice are seen
                card: dict[str, Any] = dict.fromkeys(result.asked, SEE)
            else:
                told.asked.append(result.asked)
                card = {who: decision.default for who, decision in result.asked.items()} | dict(answers(result.asked))
            result = perform(self.game.action(action), reads, do, dice, result.answered(card), onto=self.scene)
        told.parts, told.why, told.done = result.outcome.parts, (*result.why, result.outcome.headline), result
        self._move_on(reads, action, result)
        return told

    def _move_on(self, reads: Scene[Any], action: str, done: Done) -> None:
        after = replace(applied(self.scene, done.outcome.effects), actor=PLAY)
        play = self.game.order.after(replace(after, reacting=reads.reacting), reads.actor, action, done.outcome)
        instant = self.scene.play.instant
        self.scene = applied(after, [Put(PLAY, name, getattr(play, name)) for name in type(play).model_fields])
        if self.scene.play.instant != instant:
            self.began = self.scene.cast


def act(game: Game, given: Given, dice: Fed) -> dict[str, Any]:
    """Play the acts of a vector; what the last one answered, each of them, and the scene at the end."""
    playing = Playing(
        game,
        game.scene(
            cast=_cast(game, given.get("cast", {})),
            play=game.play(**plain(given.get("play", {}))),
            options=plain(given.get("options", {})),
        ),
    )
    each = [_acted(playing, one, dice) for one in given["acts"]]
    scene = playing.scene
    return {
        **(each[-1] if each else {}),
        "each": each,
        "sheets": {who: sheet.model_dump(mode="json") for who, sheet in scene.cast.items()},
        "play": scene.play.model_dump(mode="json"),
        "may_act": sorted(game.order.may_act(scene)) if scene.play.round else [],
        "turns": [list(turn) for turn in game.order.turns(scene)],
        **(_laid_out(game, scene) if given.get("laid_out", False) else {}),
        **(_at_rest(game, scene) if given.get("at_rest", False) else {}),
        **(_as_one(playing, given["acts"]) if given.get("as_one", False) else {}),
    }


def _as_one(playing: Playing, acts: list[Given]) -> dict[str, Any]:
    """How several who made the same roll, one act each, came out together by the game's own rule; None without one."""
    made = {
        one["actor"]: Effort(plain(one.get("params", {})), told.part.grade.good or False, told.why)
        for one, told in zip(acts, playing.told, strict=True)
    }
    came = playing.game.together(playing.scene, acts[-1]["action"], made)
    return {"came_out": {"good": came.good, **_values(came.told)} if came else None}


def _at_rest(game: Game, scene: Scene[Any]) -> dict[str, Any]:
    """The play as the lab compares it, and each sheet with what it counts brought back."""
    count = game.sheet_at_rest or (lambda _play, sheet: sheet)
    sheets = {who: count(scene.play, sheet).model_dump(mode="json") for who, sheet in scene.cast.items()}
    return {"rest": game.at_rest(scene).play.model_dump(mode="json"), "rested": sheets}


def _laid_out(game: Game, scene: Scene[Any]) -> dict[str, Any]:
    """The sheets as the game lays them out: how everybody is, sections and entries in order, each entry's numbers."""
    pages, around = {who: game.sections(scene.acting(who), who) for who in scene.cast}, game.surroundings(scene)
    return {
        "difficulties": [dict(one.params) for one in game.reference.difficulties],
        "usual": {who: [one.id for one in usual(game, scene.acting(who))][:1] for who in scene.cast},
        "conditions": {who: game.condition(scene, who).id for who in scene.cast},
        "around": {entry.id: _entry(entry) for section in around for entry in section.entries},
        "around_ids": [entry.id for section in around for entry in section.entries],
        "sections": {who: [section.id for section in page] for who, page in pages.items()},
        "ids": {who: {part.id: [entry.id for entry in part.entries] for part in page} for who, page in pages.items()},
        "entries": {
            who: {entry.id: _entry(entry) for section in page for entry in section.entries}
            for who, page in pages.items()
        },
    }


def _entry(entry: Entry) -> dict[str, Any]:
    terms, keys = (_terms(entry.sum), [term.key for term in entry.sum.terms]) if entry.sum else ({}, [])
    steps = [step.at for step in entry.steps]
    return {
        "label": _readable(entry.label),
        "value": _readable(entry.value),
        "most": entry.most,
        "low": entry.low,
        "steps": steps,
        "terms": terms,
        "keys": keys,
        "help": _readable(entry.help),
        "opens": entry.opens.action if entry.opens else None,
    }


def _cast(game: Game, given: Mapping[str, Any]) -> dict[str, Declared]:
    ready = game.ready()
    cast: dict[str, Declared] = {}
    for who, sheet in given.items():
        fields = {"ready": sheet} if isinstance(sheet, str) else plain(sheet)
        known = ready[fields.pop("ready")].model_dump(mode="json") if "ready" in fields else {}
        cast |= game.cast_from({who: {**known, **fields}})
    return cast


def _form(playing: Playing, one: Given) -> dict[str, Any]:
    """The form of an action with the values of a vector: what it proposes, which fields it asks, what is left."""
    scene, action = playing.read_by(one.get("actor", "")), playing.game.action(one["action"])
    filled = form(playing.game, action, scene, plain(one.get("params", {})), one.get("mj", False))
    return {
        "refused": filled.refusal.saying.id if filled.refusal else None,
        "proposed": filled.values,
        "applies": {asked.field.name: asked.applies for asked in filled.fields},
        "left": {entry.id: _entry(entry) for entry in filled.left},
    }


def _odds(playing: Playing, one: Given) -> dict[str, Any]:
    """What an act may come to, each decision left to its default: chances and means by person, as fractions."""
    scene, action = playing.read_by(one.get("actor", "")), playing.game.action(one["action"])
    do = prepared(action, scene, plain(one.get("params", {})))
    if isinstance(do, Note):
        return Told(refused=do.saying.id, refusal=do).to_json()
    law, remark = expected(action, scene, do), playing.game.odds_remark(action, scene, do)
    chances: dict[str, dict[str, Fraction]] = {}
    means: dict[str, dict[str, Fraction]] = {}
    for parts, weight in law.items():
        for part in parts:
            grades, amounts = chances.setdefault(part.who, {}), means.setdefault(part.who, {})
            grades[part.grade.id] = grades.get(part.grade.id, Fraction()) + Fraction(weight, law.total)
            for name, amount in part.amounts:
                amounts[name] = amounts.get(name, Fraction()) + Fraction(weight * amount, law.total)
    found = {"chances": chances, "means": means}
    as_text = {
        what: {who: {name: str(value) for name, value in row.items()} for who, row in rows.items()}
        for what, rows in found.items()
    }
    return {**as_text, "remark": remark.saying.id if remark else None}


def _warned(playing: Playing, one: Given) -> dict[str, Any]:
    """What an act warns of before it is done."""
    scene, action = playing.read_by(one.get("actor", "")), playing.game.action(one["action"])
    do = prepared(action, scene, plain(one.get("params", {})))
    if isinstance(do, Note):
        return Told(refused=do.saying.id, refusal=do).to_json()
    word = action.warns(scene, do)
    return {"refused": None, "warned": word.saying.id if word else None, "because": _values(word) if word else {}}


def _comes_or_goes(playing: Playing, one: Given, hook: Callable[[Scene[Any], str], Scene[Any]]) -> dict[str, Any]:
    """Somebody comes into the fight, or is taken out of it, as the table has it."""
    playing.scene = hook(playing.scene, one["actor"])
    return Told().to_json()


def _acted(playing: Playing, one: Given, dice: Fed) -> dict[str, Any]:
    if one.get("comes_in", False):
        return _comes_or_goes(playing, one, playing.game.comes_in)
    if one.get("goes_out", False):
        return _comes_or_goes(playing, one, playing.game.goes_out)
    if one.get("warns", False):
        return _warned(playing, one)
    if one.get("form", False):
        return _form(playing, one)
    if one.get("odds", False):
        return _odds(playing, one)
    if one.get("params", {}) is None:
        return playing.offers(one.get("actor", ""), one["action"]).to_json()
    cards = iter(one.get("answers", []))
    actor, action, params = one.get("actor", ""), one["action"], plain(one.get("params", {}))
    try:
        told = playing.acts(
            actor,
            action,
            params,
            dice,
            lambda _asked: plain(next(cards, {})),
            one.get("mj", False),
            one.get("asked", False),
        )
    except BadFields:
        told = Told(refused=NOT_OFFERED)
    if (left := next(cards, None)) is not None:
        raise ValueError(f"nobody is asked what {plain(left)} answers")
    if told.refused is None and told.done is None:
        raise ValueError(f"{one['action']}: dice are missing")
    return told.to_json()
