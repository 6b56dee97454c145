"""Actions: thrown with the table's dice, stopped at decisions, resumed; then what falls due."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from pydantic import Field

from tablee.dice import Fed
from tablee.rules.action import PLAY, Action, Create, Scene, as_asked
from tablee.rules.data.ends import WAY, ends_of
from tablee.rules.edition import edition
from tablee.rules.fields import Annotated, Audience, Declared, Label, OneOf, at_table, record_of
from tablee.rules.forms import spread_move
from tablee.rules.game import Game
from tablee.rules.run import Done, Progress, Waiting, harm_of, perform, prepared
from tablee.rules.speaking_up import cards_of, carried_out
from tablee.rules.stored.parts import PartStored
from tablee.rules.stored.steps import NoteStep, step_of
from tablee.rules.why import Why
from tablee.table.decide import naming
from tablee.table.decide.command import FACES, ID, NOT_YOURS, ONLY_MJ, PLAIN, SEEN, Command
from tablee.table.decide.context import Context, Decided, NewEvent
from tablee.table.decide.odds import Foreseen, Laws, chances, decision_asked
from tablee.table.decide.offering import (
    asked_by_the_mj,
    asked_roll,
    elsewhere,
    not_asked_for,
    not_their_turn,
    ready,
    refused,
)
from tablee.table.decide.refusal import Refusal
from tablee.table.decide.staleness import changed_since
from tablee.table.lines import Telling
from tablee.table.log import matters as m
from tablee.table.log.events import EVERYONE, MJ_ONLY, UNSEEN, Event, ForMJ, Happening, Json, To, Unshown, stored
from tablee.table.log.state import (
    NATURAL,
    Character,
    Moment,
    Pending,
    RequestAnswer,
    State,
    Unsaid,
    changed,
    dice_after,
    newest,
    owner_of,
    without_card,
)
from tablee.table.scenes import by_themselves, changes_of_play, names_read, read_by, scene_of
from tablee.table.show.transcript import dice_told, whole_action
from tablee.table.topics.character import TAKEN, badly_named
from tablee.table.topics.dice import AUDIENCES, TableDice, audience_of
from tablee.table.topics.edition import another_edition
from tablee.table.topics.fight import Fallen, WayTried, fight_ended, is_over, leads_on
from tablee.table.topics.turning import TRY, fought, rolled
from tablee.text import Name, Text

NOT_BLIND = Text(
    fr="Un jet que vous ne devez pas voir se lance avec les dés de la table.",
    en="A roll you are not to see is thrown with the table's dice.",
)
NO_ACTOR = Text(fr="Dites qui agit.", en="Say who acts.")
RETIRED = Text(fr="{who:Le} n'est plus dans la scène.", en="{who:The} is no longer in the scene.")
MAKING = Text(
    fr="Vous créez déjà un personnage : finissez-le, ou abandonnez-le.",
    en="You are making a character already: finish it, or give it up.",
)
WAITS = Text(fr="On attend {who:le}.", en="Waiting for {who:the}.")


class Act(Command, id="act", paused=False):
    """An action of the game."""

    actor: Annotated[str, Field(max_length=60), Label(fr="Qui agit", en="Who acts")] = ""
    action: Annotated[str, ID, Label(fr="Action", en="Action")]
    params: Annotated[dict[str, Any], PLAIN, Label(fr="Paramètres", en="Parameters")] = Field(default_factory=dict)
    audience: Annotated[str, OneOf(AUDIENCES), Label(fr="Pour qui", en="For whom")] = "open"
    faces: Annotated[tuple[int, ...] | None, FACES, PLAIN, Label(fr="Dés réels", en="Real dice")] = None
    request: Annotated[str, Field(max_length=60), Label(fr="Demande", en="Request")] = ""
    answers: Annotated[  # those of the one who acts, by decision: what is answered here is not asked
        dict[str, Any], PLAIN, Label(fr="Décisions prises d'avance", en="Decisions taken beforehand")
    ] = Field(default_factory=dict)
    seen: Annotated[int | None, SEEN, Label(fr="Vu jusqu'à", en="Seen up to")] = None
    sure: Annotated[bool, Label(fr="Quand même", en="All the same")] = False  # whatever the rules warn of

    def refused(self, state: State, seat: str, lost: str) -> Refusal | None:
        if self.actor and not state.plays(seat, self.actor, lost):
            return Refusal(NOT_YOURS, {"who": state.called(self.actor)})
        return Refusal(NOT_BLIND) if self.audience in UNSEEN and self.faces is not None else None

    def goes_beside(self, game: Game) -> bool:
        """A character is made beside the scene, and a roll that the MJ asked for is answered beside it."""
        return bool(self.request) or any(self.action == made.id for made in game.creations)

    def decide(self, context: Context) -> Decided:
        state, action = context.state, context.game.action(self.action)
        no = _refused(context, action, self) or changed_since(context, self)
        if no is not None:
            return no
        request = state.requests.get(self.request)
        asked_for = request.params if request else {}
        audience = "secret" if self.actor in state.unseen else self.audience
        if request and request.audience != "open":
            audience = request.audience
            if self.faces is not None and audience in UNSEEN and not context.mj:
                return Refusal(NOT_BLIND)
        scene = read_by(context.game, state, self.actor)
        do = ready(context, action, scene, {**self.params, **asked_for}, asked_for)
        if isinstance(do, Refusal):
            return do
        scene = as_asked(action, scene, do) if request else scene
        warning = None if self.sure else action.warns(scene, do)
        if warning is not None:
            return refused(context, action, scene, warning, self.params)
        creates = action in context.game.creations
        foreseen = Foreseen({}) if creates else chances(action, scene, do)
        to, beside = audience_of(audience, context), context.seat if creates else asked_roll(self.request, self.actor)
        attempt = Attempt(action, do, scene, foreseen, audience, self.request, to, beside=beside, answers=self.answers)
        return thrown(context, attempt, self.faces)


class Beside(Happening):
    """What is said of an action that may wait for answers beside the scene, under a key of its own: a creation, under
    the seat that makes a character, or a roll that the MJ asked for. Both are stored as `maker`.
    """

    @property
    def beside(self) -> str:
        """The key under which the action waits; "" for the scene's own."""
        key: str = getattr(self, "maker", "")
        return key

    @property
    def creator(self) -> str:
        """The seat that makes a character by it; "" for any other action."""
        return "" if getattr(self, "request", "") else self.beside


@stored("asked/1")
class Asked(Beside):
    """An action stopped at decisions; the dice already thrown are here, and stay."""

    is_roll = True
    others_see = ("action", "actor", "params", "asked", "progress", "odds", "success", "fair", "maker", "waiting_for")

    action: str
    actor: str
    params: m.Params
    progress: m.Progress
    asked: m.Decisions  # by character
    partly: ForMJ[Json]
    fair: m.Fair
    audience: ForMJ[str]
    odds: m.Odds
    request: ForMJ[str] = ""
    about: Unshown[tuple[str, ...]] = ()
    maker: Annotated[
        str,
        Field(
            description="the seat that makes a character by it, or the key of a roll asked for; empty for the scene's"
        ),
    ] = ""
    success: m.Success = ""
    waiting_for: m.WaitingFor = field(init=False)

    def fold(self, state: State, event: Event) -> State:
        at = state.pendings.get(self.beside) or state  # the same action, stopped again further on
        scene = (at.cast, at.play, at.options, at.instant)
        pending = Pending(self, event.by, event.to, dict(self.partly), *scene, event.n, event.at)
        words = {
            (who, id): decision
            for who, asked in self.asked.items()
            if who in state.cast and self._was_seen(event, state.cast[who].player)
            for id, decision in asked.behind.items()
        }
        pendings, dice = {**state.pendings, self.beside: pending}, dice_after(state.fair, self.fair)
        return replace(state, pendings=pendings, fair=dice, asked_of={**state.asked_of, **words})

    @property
    def awaited(self) -> list[str]:
        """Those who are waited for: all, but for those who would speak aside, in what befalls others asked too."""
        return [who for who, asked in self.asked.items() if not asked.aside] or list(self.asked)

    def _was_seen(self, event: Event, player: str) -> bool:
        """Whether the player of a character saw what it was asked; true without player: the MJ sees everything."""
        told = event.to == EVERYONE or (event.to != MJ_ONLY and player in event.to)
        return not player or (told and self.audience not in UNSEEN)

    def sentence(self, telling: Telling) -> str:
        waited = getattr(self, "waiting_for", None) or self.awaited
        names = telling.people.names
        waits = WAITS.say(telling.lang, who=tuple(names.get(one, Name(telling.who)) for one in waited))
        fallen = dice_told(telling, self.progress.rolls) if telling.full else ""
        return f"{waits}\n  {fallen}" if fallen else waits


@stored("acted/1")
class Acted(Beside):
    """An action came to its end."""

    is_roll = is_done = True

    action: str
    actor: str
    params: m.Params
    rolls: m.Rolls
    answers: m.Cards
    parts: m.Parts
    headline: m.Headline
    why: m.Steps
    changes: m.Changes
    odds: m.Odds
    fair: m.Fair
    previous: Unshown[int]  # the last action that still stands, to walk back
    request: str = ""  # the roll request it answers
    audience: str = "open"
    about: Unshown[tuple[str, ...]] = ()  # whose sheets it read
    unsaid: Annotated[bool, Field(description="a blind roll that changes nothing until it is disclosed")] = False
    maker: str = ""  # the seat that made a character by it, or the key of a roll that was asked for
    success: m.Success = ""
    rules: ForMJ[str] = ""  # the edition of the rules that made it; "" in lines of earlier versions
    fallen: Annotated[tuple[Fallen, ...], Field(description="those whom it felled")] = ()
    at_once: Annotated[
        bool, Field(description="the actor was struck down in this very instant, and acts in it all the same")
    ] = False
    compared: m.Compared = field(init=False)

    def fold(self, state: State, event: Event) -> State:
        at, requests = state.pendings.get(self.beside) or state, state.requests
        scene = (at.cast, at.play, at.options, at.instant)
        if self.request in requests:
            request, about = requests[self.request], {*self.about, *(change.who for change in self.changes)}
            told = (event.n, event.to, self.audience, self.parts)
            done = {**request.done, self.actor: RequestAnswer(*told, self.params, self.why, tuple(sorted(about)))}
            requests = {**requests, self.request: replace(request, done=done, moment=Moment(*scene))}
        pendings, ended = without_card(state.pendings, self.beside), state.ended
        if ended and event.to != EVERYONE and ended.fresh(state.standing):
            ended = replace(ended, in_secret=(*ended.in_secret, event.n))
        state = replace(state, pendings=pendings, requests=requests, ended=ended, standing=event.n, undone=())
        state = replace(state, edition=self.rules)
        state = replace(state, fair=dice_after(state.fair, self.fair))
        if self.unsaid:
            unsaid = Unsaid(self, event.by, *scene)
            return replace(state, unsaid={**newest(state.unsaid), event.n: unsaid})
        after = changed(state, self.changes, owner_of(state, event.by))
        if after.play.get("round") and not state.play.get("round"):
            after = replace(after, fight=Moment(after.cast, after.play, after.options))
        return after

    def sentence(self, telling: Telling) -> str:
        return whole_action(telling, self)


@dataclass(frozen=True)
class Attempt:
    """An action under way: begun by a command, resumed by an answer, or owed by the scene."""

    action: Action[Any, Any]
    do: Declared
    scene: Scene[Any]  # what the action reads; its actor acts
    foreseen: Foreseen
    audience: str = "open"
    request: str = ""
    to: To = EVERYONE
    by: str | None = None  # the seat that began it, if it is not the one that asks; "" for the table itself
    beside: str = ""  # the key under which it waits beside the scene; see `Beside`
    concerns: tuple[str, ...] = ()  # whose sheets count as looked at, beside those that it reads
    answers: Mapping[str, Any] = field(default_factory=dict)  # of the actor, by decision, taken beforehand
    how: str = ""  # how the fight that it ends came out, where people say so
    way: str = ""  # the way out of it that was found

    @property
    def blind(self) -> bool:
        """Whether nobody but the MJ may know what came out, its thrower included."""
        return self.audience == "blind" or (self.audience == "secret" and self.to != MJ_ONLY)

    def without_dice(self, progress: Progress) -> Done | Waiting:
        """The action from so far on, up to its next die or question."""
        return perform(self.action, self.scene, self.do, Fed([]), progress)

    @property
    def about(self) -> tuple[str, ...]:
        """Whose sheets it has looked at."""
        return tuple(sorted({*names_read(self.scene), *self.concerns}))


def _refused(context: Context, action: Action[Any, Any], command: Act) -> Refusal | None:
    """Why this seat cannot have this action done now, whatever its parameters."""
    state, actor = context.state, command.actor
    if at_table(action.by, state.options) is Audience.MJ and not context.mj and not asked_by_the_mj(context, command):
        return Refusal(ONLY_MJ)
    if command.request and (unasked := not_asked_for(context, command)):
        return unasked
    one = state.everybody.get(actor)
    if one and one.retired:
        return Refusal(RETIRED, {"who": one.name})
    if away := elsewhere(context, actor):
        return away
    if actor:
        scene_of(context.game, state, actor, now=True)[actor]  # an unknown character is refused here
    if action in context.game.creations:
        return Refusal(MAKING) if context.seat in state.pendings else None
    if not actor:
        return None if context.mj else Refusal(NO_ACTOR)
    scene = scene_of(context.game, state, actor, now=True)
    wait = None if command.request else not_their_turn(context, action, actor)
    no = action.refuse(scene, None) if wait else None  # an actor who is unable is told so, not to wait for their turn
    return refused(context, action, scene, no, command.params) if no else wait


def thrown(
    context: Context, attempt: Attempt, typed: tuple[int, ...] | None = None, known: Progress | None = None
) -> Decided:
    """An action thrown, from where it stopped if something is known: what people may say or answer next, or its end."""
    dice = TableDice(context, attempt.audience, typed)
    now = scene_of(context.game, context.state, attempt.scene.actor, now=True)
    result, given = perform(attempt.action, attempt.scene, attempt.do, dice, known, onto=now), Json()
    while isinstance(result, Waiting) and (given := _not_asked(context, attempt, result)):
        if len(given) < len(result.asked):
            break
        result = perform(attempt.action, attempt.scene, attempt.do, dice, result.answered(given), onto=now)
    newcomer = already_here(context.state, result)
    no = Refusal(TAKEN, {"who": newcomer}) if newcomer else dice.complaint(result)
    if no is None and attempt.action in context.game.creations and not _name_is_kept(attempt, known):
        no = _badly_named_newcomer(context, attempt, result)
    if no is not None:
        return no
    lines, before = tuple(dice.lines), [*another_edition(context), *dice.before()]
    if isinstance(result, Waiting):
        return [*before, NewEvent(_asked(context, attempt, result, given, lines), attempt.to, attempt.by)]
    what = acted(context.game, context.state, attempt, now, result, lines)
    happened = [*before, NewEvent(what, attempt.to, attempt.by)]
    if attempt.request.startswith(WAY):
        worked = bool(result.outcome.parts and result.outcome.parts[0].grade.good)
        happened.append(NewEvent(WayTried(attempt.request.removeprefix(WAY), worked), by=""))
    if attempt.request.startswith(TRY):
        good = bool(result.outcome.parts and result.outcome.parts[0].grade.good)
        happened += rolled(context.after(happened), attempt.request, good, attempt.scene.actor)
    if now.play.round and any((one.who, one.field, one.after) == (PLAY, "round", 0) for one in what.changes):
        ended = fight_ended(context.game, context.state, now, attempt.how, attempt.way)
        happened += [NewEvent(ended, by="")] if ended else []
        if leads_on(context.state):
            happened += fought(context.after(happened), ended.how if ended else "over")
    return happened


def _not_asked(context: Context, attempt: Attempt, stopped_at: Waiting) -> Json:
    """The answers that nobody is asked for: all defaults of a blind roll, whose questions would tell what came out, and
    of what those do of whom the MJ alone knows; those of sensible people for characters who act by themselves with the
    natural temper, what the actor has decided beforehand, and the standing answers of characters whose player wishes
    to be asked no more.
    """
    state = context.state
    alone = by_themselves(context.game, state) if state.opponents_alone or state.tempers else {}
    naturally = {who for who, temper in alone.items() if temper == NATURAL}
    defaults = {
        who: asked.natural if who in naturally else asked.default
        for who, asked in stopped_at.asked.items()
        if attempt.blind or who in naturally or attempt.scene.actor in state.unseen
    }
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


def already_here(state: State, result: Done | Waiting) -> str:
    """The id of the character whose place at the table a new one would take; "" if none."""
    effects = result.outcome.effects if isinstance(result, Done) else ()
    return next((effect.who for effect in effects if isinstance(effect, Create) and effect.who in state.cast), "")


def _name_is_kept(attempt: Attempt, known: Progress | None) -> bool:
    """Whether a creation goes on under a name that was looked at when it began: whatever name the MJ has given
    to another character since, the dice that were placed are not lost.
    """
    return known is not None and bool(getattr(attempt.do, "name", ""))


def _badly_named_newcomer(context: Context, attempt: Attempt, result: Done | Waiting) -> Refusal | None:
    """Why a character who is being made may not come in under their name, if so; the name is looked at before the dice
    that make them are thrown one by one, so that none is thrown for nothing.
    """
    if isinstance(result, Waiting):
        name = getattr(attempt.do, "name", "")
        return badly_named(context, (name,)) if name else None
    made = [effect for effect in result.outcome.effects if isinstance(effect, Create)]
    sheets = ((one.who, Character(one.sheet.model_dump(mode="json"))) for one in made)
    found = (badly_named(context, (who, *naming.names_of(sheet))) for who, sheet in sheets)
    return next((no for no in found if no), None)


def _asked(context: Context, attempt: Attempt, result: Waiting, given: Json, dice: tuple[Json, ...]) -> Asked:
    """What is asked of those who have not `given` their answer beforehand, and what they may say before the next die;
    nobody's odds tell what others gave.
    """
    action, scene, do = attempt.action, attempt.scene, attempt.do
    # a character who is made comes in, whatever is answered: nothing to count
    laws = Laws(action, scene, do, bool(attempt.request) or not attempt.beside)
    cards = cards_of(attempt.without_dice, result, partial(_not_asked, context, attempt))
    friends = context.game.friends(scene_of(context.game, context.state, scene.actor, now=True).acting(scene.actor))
    waits = not context.state.time_to_speak
    return Asked(
        action=action.id,
        actor=scene.actor,
        params=do.model_dump(mode="json"),
        progress=result.progress,
        asked={who: decision_asked(card, laws, who in friends, waits) for who, card in cards.items()},
        partly={who: answer for who, answer in {**result.partly, **given}.items() if who not in cards},
        fair=dice,
        audience=attempt.audience,
        odds=attempt.foreseen.odds,
        request=attempt.request,
        about=attempt.about,
        maker=attempt.beside,
        success=attempt.foreseen.success,
    )


def acted(game: Game, state: State, attempt: Attempt, now: Scene[Any], result: Done, dice: tuple[Json, ...]) -> Acted:
    """The action at its end; the order of play has the last word on the scene's own state, which nobody changes of whom
    the MJ alone knows: people see that state.
    """
    scene, outcome = attempt.scene, result.outcome
    unseen = scene.actor in state.unseen
    play = now.play if unseen else game.order.after(result.after, scene.actor, attempt.action.id, outcome)
    cast = [change for change in result.changes if change.who != PLAY]
    return Acted(
        action=attempt.action.id,
        actor=scene.actor,
        params=attempt.do.model_dump(mode="json"),
        rolls=result.progress.rolls,
        answers=tuple(dict(card) for card in result.progress.answers),
        parts=tuple(map(PartStored.of, outcome.parts)),
        headline=NoteStep.of(outcome.headline),
        why=tuple(map(step_of, result.why)),
        changes=() if attempt.blind else (*changes_of_play(state, now.play, play), *cast),
        odds=attempt.foreseen.odds,
        fair=dice,
        previous=state.standing,
        request=attempt.request,
        audience=attempt.audience,
        about=attempt.about,
        unsaid=attempt.blind,
        maker=attempt.beside,
        success=attempt.foreseen.success,
        rules=edition(game.id),
        fallen=() if attempt.blind else tuple(felled(game, now, result.after)),
        at_once=struck_at_once(game, scene, now),
    )


def struck_at_once(game: Game, scene: Scene[Any], now: Scene[Any]) -> bool:
    """Whether the actor of a scene, who stood as its instant began, was struck down in it: not one who lies there, and
    dies of it.
    """
    who = scene.actor
    return bool(now.play.round and who in now.cast and game.standing(scene, who) and not game.standing(now, who))


def felled(game: Game, before: Scene[Any], after: Scene[Any]) -> Iterator[Fallen]:
    """Those who stood before an action and stand no more after it, in the words for how they are; not who runs."""
    for who in before.cast:
        if who not in after.cast or not game.standing(before, who) or game.standing(after, who):
            continue
        if not game.condition(after, who).runs:
            yield Fallen.of(game, after, who)


def resumed(game: Game, state: State, pending: Pending) -> Attempt:
    """The action in progress, as it was begun; a creation sees who has come in since, so as to take nobody's id."""
    asked, scene = pending.asked, read_by(game, pending, pending.asked.actor)
    if asked.creator:
        scene = replace(scene, cast={**scene.cast, **scene_of(game, state, now=True).cast})
    action = game.action(asked.action)
    do = record_of(action.params, asked.params, scene)
    scene = as_asked(action, scene, do) if asked.request in state.requests else scene
    begun = (asked.audience, asked.request, pending.to, pending.by, asked.beside, asked.about)
    return Attempt(action, do, scene, Foreseen(asked.odds, asked.success), *begun)


def answered_by(context: Context, pending: Pending, answers: Mapping[str, Any]) -> Progress:
    """How far an action in progress has come once everybody has answered, or said, like that."""
    attempt, cards = resumed(context.game, context.state, pending), pending.asked.asked
    paths, before = {who: card.paths for who, card in cards.items()}, pending.asked.partly

    def given(at: Waiting) -> Json:
        """What those answered who were not asked, here or where the action stopped."""
        known = before if at.progress == pending.asked.progress else {}
        return _not_asked(context, attempt, at) | {who: known[who] for who in at.asked if who in known}

    return carried_out(attempt.without_dice, pending.asked.progress, paths, answers, given)


def so_far(game: Game, state: State) -> tuple[Why, ...]:
    """What an action that waits for an answer says for itself already; it is replayed, no die is thrown."""
    if state.pending is None:
        return ()
    attempt = resumed(game, state, state.pending)
    return perform(attempt.action, attempt.scene, attempt.do, Fed([]), state.pending.asked.progress).why


def answered_so_far(game: Game, state: State, pending: Pending) -> list[tuple[Text, Text | Name]]:
    """What was asked so far in an action that has thrown no die, with what was answered, in order; those questions that
    had one answer only are left out.
    """
    attempt, known, told = resumed(game, state, pending), pending.asked.progress, list[tuple[Text, Text | Name]]()
    for place, card in enumerate(known.answers if not known.rolls else ()):
        before = Progress((), known.answers[:place])
        stopped = perform(attempt.action, attempt.scene, attempt.do, Fed([]), before)
        asked = stopped.asked if isinstance(stopped, Waiting) else {}
        told += [(asked[who].label, asked[who].named(card[who])) for who in card if len(asked[who].options) > 1]
    return told


def attempted(game: Game, state: State, event: Event) -> Attempt:
    """The action that a line brought to its end, as it was declared; `state` is the table before that line."""
    what = event.what
    assert isinstance(what, Acted)
    pending = state.pendings.get(what.beside)
    if pending:
        return resumed(game, state, pending)
    now = scene_of(game, state, what.actor, now=True)
    scene = now.acting(what.actor) if fell_due(game, state, event) else read_by(game, state, what.actor)
    action = game.action(what.action)
    do = record_of(action.params, what.params, scene)
    scene = as_asked(action, scene, do) if what.request in state.requests else scene
    begun = (what.audience, what.request, event.to, event.by, what.beside)
    return Attempt(action, do, scene, Foreseen(what.odds, what.success), *begun)


def fell_due(game: Game, state: State, event: Event) -> bool:
    """Whether the scene owed the action that a line tells: nobody chose it. `state` is the table before that line."""
    what = event.what
    assert isinstance(what, Acted)
    now = scene_of(game, state, what.actor, now=True)
    return not event.by and any((due.action, due.who) == (what.action, what.actor) for due in game.order.due(now))


def played_again(game: Game, state: State, event: Event) -> Acted | None:
    """What an action makes, by the rules, of the faces and answers of its line; None if they do not bring it to an end.

    `state` is the table before that line.
    """
    what = event.what
    assert isinstance(what, Acted)
    now, attempt = scene_of(game, state, what.actor, now=True), attempted(game, state, event)
    known = Progress(what.rolls, what.answers)
    result = perform(attempt.action, attempt.scene, attempt.do, Fed([]), known, onto=now)
    return acted(game, state, attempt, now, result, what.fair) if isinstance(result, Done) else None


def due(context: Context) -> list[NewEvent]:
    """The next thing the scene owes (a fire that burns, a breath that runs out), performed by the table itself."""
    if (
        context.state.paused
        or context.state.pending
        or not (context.game.due_anytime or context.state.play.get("round"))
    ):
        return []
    if context.state.way_out or is_over(context.game, context.state):
        return ending(context, way=context.state.way_out)
    scene = scene_of(context.game, context.state, now=True)
    for owed in context.game.order.due(scene):
        action, acting = context.game.action(owed.action), scene.acting(owed.who)
        do = prepared(action, acting, owed.params)
        if isinstance(do, Declared):
            happened = thrown(context, Attempt(action, do, acting, Foreseen({}), by="", concerns=tuple(scene.cast)))
            if isinstance(happened, list):
                return happened
    return []


def harm_of_ending(context: Context) -> Refusal | None:
    """The word before harm of ending the fight that goes on: whom it would be the death of."""
    id = ends_of(context.game.id).action
    if not id:
        return None
    action, scene = context.game.action(id), scene_of(context.game, context.state, now=True)
    harm = harm_of(action, scene, {})
    return refused(context, action, scene, harm, {}) if harm else None


def ending(context: Context, how: str = "", way: str = "", by: str | None = "") -> list[NewEvent]:
    """The action by which a game ends the fight that goes on, performed by the table itself or by the seat that asks
    (`by` None); nothing where it has none, or its rules refuse it.
    """
    id = ends_of(context.game.id).action
    if not id:
        return []
    action, scene = context.game.action(id), scene_of(context.game, context.state, now=True)
    do = prepared(action, scene, {})
    if not isinstance(do, Declared):
        return []
    happened = thrown(context, Attempt(action, do, scene, Foreseen({}), by=by, how=how, way=way))
    return happened if isinstance(happened, list) else []


def moved(context: Context, who: str, chosen: Act | None = None, by: str | None = "") -> list[NewEvent]:
    """What the character `who` does next, performed by the table itself or by the seat that asks (`by` None): what was
    chosen for them, else the natural move, spread over the other side; nothing if no move is proposed, or the rules
    refuse the one chosen.
    """
    move: tuple[Action[Any, Any], Mapping[str, Any]] | None
    if chosen is not None:
        move = context.game.action(chosen.action), chosen.params
    else:
        move = spread_move(context.game, scene_of(context.game, context.state, who))
    if move is None:
        return []
    action, values = move
    scene = scene_of(context.game, context.state, who)  # another one: choosing a move reads everybody's sheet
    do = prepared(action, scene, values)
    if not isinstance(do, Declared):
        return []
    happened = thrown(context, Attempt(action, do, scene, chances(action, scene, do), by=by))
    return happened if isinstance(happened, list) else []
