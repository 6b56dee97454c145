"""show(state, viewer): the one gate between what is and what is seen. Nothing else reads secrets.

A viewer is a seat. Fields marked for their owner or for the MJ are left out of other people's sheets, and so are the
sayings, terms, amounts and odds so marked (`audience` judges each). A character whose numbers are hidden shows only its
name; an action that concerns such a character shows its outcome, its dice and the rules that made it, but no term,
total, margin or odds, since subtraction would give the hidden one away. A player whose roll the MJ alone may see
learns only that they rolled.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from tablee.rules.action import Option, Scene
from tablee.rules.data.ends import HEADLINES
from tablee.rules.efforts import Effort
from tablee.rules.fields import fields_of, record_of
from tablee.rules.game import Game
from tablee.rules.order import Clock
from tablee.rules.playing import Midway
from tablee.rules.stored.decisions import Cost, DecisionAsked
from tablee.rules.stored.steps import why_of
from tablee.rules.why import Why
from tablee.table.log.events import EVERYONE, MJ_ONLY, UNSEEN, Event, Json
from tablee.table.log.state import BEFORE, NATURAL, Character, RequestAnswer, RollRequest, State, seen_of
from tablee.table.log.state import Pending as InProgress
from tablee.table.scenes import DRAWN, HANDED, by_themselves, looked_at, scene_of, waits, ways_out
from tablee.table.seen.view import (
    Arranged,
    CameOutTogether,
    CharacterSeen,
    ClockSeen,
    ConditionSeen,
    DialSeen,
    DiceOfTheTable,
    DrawSeen,
    FightOver,
    HouseRule,
    LedgerSeen,
    Making,
    Paper,
    Pending,
    PendingUnseen,
    PlaceSeen,
    PreparedScene,
    RequestDone,
    RollAskedFor,
    Seat,
    SessionSeen,
    StandingAnswer,
    TurnSeen,
    View,
    WayOut,
)
from tablee.table.show.adventures import show_adventure
from tablee.table.show.audience import (
    Viewer,
    clocks_seen,
    comparisons,
    concerns_hidden,
    is_apart,
    is_asked,
    is_away,
    is_hidden,
    is_withheld,
    may_see,
    may_see_odds,
    owns,
    params_seen,
    part_seen,
    people_seen,
    secret_fields,
    sees,
    steps_seen,
)
from tablee.text import LANGS, Text

if TYPE_CHECKING:
    from tablee.table.topics.chat import Said
    from tablee.table.topics.random_table import TableDrawn
    from tablee.table.topics.scene import Prepared

ROUNDS = Text(fr="round{n:|s}", en="round{n:|s}")


def show(game: Game, state: State, viewer: Viewer) -> View:
    """The whole table as one viewer sees it."""
    state = _from_their_place(game, state, viewer)
    scene = scene_of(game, state, now=True)
    return View(
        game=state.game,
        title=state.title,
        opening=game.first_scene.text if state.ready and game.first_scene else None,
        seen=state.seen_by(viewer.seat, viewer.mj),
        you=viewer.seat,
        seats={
            id: Seat(seat.role, seat.called, seat.colour, seat.lang, bool(seat.token))
            for id, seat in state.seats.items()
            if seat.token or seat.called or id == viewer.seat  # who sat here keeps a name in what was said and done
        },
        knocks={id: knock.called for id, knock in state.knocks.items()} if viewer.mj else {},
        cast={who: _character(game, state, scene, who, viewer) for who in people_seen(state, viewer)},
        busy=_busy(game, state, viewer),
        play=play_seen(game, state, viewer),
        turns=[TurnSeen(turn.who, turn.when) for turn in game.order.turns(scene) if turn.who in _met(state, viewer)],
        clocks=_clocks(game, state, viewer),
        options=state.options,
        house_rules=[_house_rule(option, state) for option in game.options],
        pending=_pending(game, state, viewer),
        rolling=[_followed(game, state, viewer, one) for one in state.rolling if state.follows(viewer.seat, one)],
        making=_making(game, state, viewer),
        makers=sorted(pending.asked.creator for pending in state.pendings.values() if pending.asked.creator),
        not_asked=_not_asked(state, viewer),
        arranged=Arranged(
            door="open" if state.open_door else "guarded",
            odds="hidden" if state.odds_hidden else "shown",
            opponents="by-themselves" if state.opponents_alone else "played",
            notes=state.notes,
            advice="on" if state.advice else "off",
            moment=state.moment,
            reviews="on" if state.reviews else "off",
        ),
        paused=state.paused,
        pinned=state.pinned,
        ledger=LedgerSeen(state.ledger.date, state.ledger.money, state.ledger.things),
        sessions=[
            SessionSeen(one.ended, one.played, list(one.here), one.told if viewer.mj else one.read, bool(one.read))
            for one in state.sessions
        ],
        dials={
            id: DialSeen(one.title, one.now, one.size, one.down, one.shown)
            for id, one in state.dials.items()
            if viewer.mj or one.shown
        },
        tables=state.tables if viewer.mj else "",
        draws=[_draw(event) for event in state.draws[::-1]] if viewer.mj else [],
        scenes=_scenes(state) if viewer.mj else {},
        by_themselves=list(by_themselves(game, state)) if viewer.mj else [],
        tempers={"": state.tempers.get("", NATURAL), **state.tempers} if viewer.mj else {},
        away=is_away(state, viewer),
        places=_places(state) if viewer.mj else [],
        trial=state.trial,
        ended=_ended(state, viewer),
        fights=[one.own_number(viewer.seat, viewer.mj) for one in state.fights],
        ways={id: WayOut(way.label.text, way.action, dict(way.params)) for id, way in ways_out(game, state).items()},
        again=state.ready and game.first_scene is not None,
        adventure=show_adventure(game, state),
        requests={id: _request(game, state, request, viewer) for id, request in state.requests.items()},
        papers=list(_papers(state, viewer).values()),
        projected=_papers(state, viewer).get(state.projected) if state.projected else None,
        dice=DiceOfTheTable(
            commitments={stream: commit.commitment for stream, commit in state.commits.items()},
            evening=state.evening,
            words=state.fair.mix,
            drawn=state.fair.public,
        ),
        code=state.code if viewer.mj else "",
    )


def _met(state: State, viewer: Viewer) -> Collection[str]:
    """Those whom a viewer may know to be in the open scene: of whom they left there, the players' own alone."""
    return state.heroes if is_away(state, viewer) else people_seen(state, viewer)


def _from_their_place(game: Game, state: State, viewer: Viewer) -> State:
    """The table as it can be known from where the viewer is: nothing of the open scene, for those who are not in it."""
    if not is_away(state, viewer):
        return state
    followed = {key: one for key, one in state.pendings.items() if state.follows(viewer.seat, one)}
    asked = {id: one for id, one in state.requests.items() if any(owns(viewer, state.cast.get(who)) for who in one.who)}
    tale, play = state.adventure, game.play().model_dump(mode="json")
    if tale is not None:
        kept = {name: value for name, value in tale.progress.items() if name not in (HANDED, DRAWN)}
        tale = replace(tale, progress=kept)
    return replace(
        state, play=play, instant=None, pendings=followed, requests=asked, ended=None, way_out="", adventure=tale
    )


def _places(state: State) -> list[PlaceSeen]:
    """Where those of the party are who are not in the open scene, for the MJ."""
    there: dict[str, list[str]] = {}
    for who, one in state.cast.items():
        if one.elsewhere and not one.retired:
            there.setdefault(one.elsewhere, []).append(who)
    titles = {id: scene.title for id, scene in state.scenes.items()}
    return [PlaceSeen(id, titles.get(id, ""), who) for id, who in there.items()]


def _draw(event: Event) -> DrawSeen:
    """What the MJ drew, for the MJ."""
    what = cast("TableDrawn", event.what)
    label, text = Text(**what.label), Text(**what.text)
    return DrawSeen(event.n, label, text, what.called, what.feminine, what.names, what.audience == "open")


def _ended(state: State, viewer: Viewer) -> FightOver | None:
    """How the last fight came out, until another begins."""
    ended = state.just_ended
    if ended is None:
        return None
    label, fresh = HEADLINES[ended.what.how], ended.fresh(state.standing)
    return FightOver(ended.own_number(viewer.seat, viewer.mj), ended.what.how, label, fresh)


def _request(game: Game, state: State, request: RollRequest, viewer: Viewer) -> RollAskedFor:
    """A roll asked for, with what each one made of it as far as the viewer may know."""
    done = {who: _done(game, state, who, answer, viewer) for who, answer in request.done.items()}
    complete = bool(done) and all(who in done and done[who].known for who in request.who)
    about = [*request.who, request.params]
    numbers = is_asked(state, request.who, viewer) or not concerns_hidden(state, "", about, viewer)
    return RollAskedFor(
        action=request.action,
        who=list(request.who),
        audience=request.audience,
        title=request.title,
        closed=request.closed,
        params=params_seen(game, state, request.action, request.params, request.who, viewer, numbers=numbers),
        done=done,
        together=_together(game, state, request, viewer) if complete else None,
    )


def _done(game: Game, state: State, who: str, answer: RequestAnswer, viewer: Viewer) -> RequestDone:
    """What one person made of a roll asked for, as far as the viewer may know."""
    to, audience = answer.to, answer.audience
    told = to == EVERYONE or (to != MJ_ONLY and viewer.seat in to and audience not in UNSEEN)
    if not viewer.mj and not told:
        return RequestDone()
    parts, found = [part_seen(game, state, part, viewer) for part in answer.parts], None
    if not _tells_hidden(state, who, answer, viewer):
        steps = steps_seen(game, state, answer.why, viewer)
        found = comparisons(game, steps)
    return RequestDone(parts, found, answer.line, audience) if viewer.mj else RequestDone(parts, found)


def _tells_hidden(state: State, who: str, answer: RequestAnswer, viewer: Viewer) -> bool:
    """Whether the numbers of a roll that the MJ asked for would tell hidden numbers: those of the character who rolled,
    or of one whom the roll concerned.
    """
    about = [answer.params, list(answer.about), [part.who for part in answer.parts]]
    return concerns_hidden(state, who, about, viewer)


def _together(game: Game, state: State, request: RollRequest, viewer: Viewer) -> CameOutTogether | None:
    """How all of those who were asked came out together by the game's own rule, on the scene that the last of them
    rolled on: what happens later changes no verdict. None where the game has none, where one character was asked
    alone, or where the viewer may not know every number of it.
    """
    assert request.moment is not None, "all of them have answered"
    scene, made = scene_of(game, request.moment), dict[str, Effort]()
    for who in request.who:
        answer = request.done[who]
        steps = [step for step in answer.why if step.rule in game.book.sayings]
        unknown = (
            who not in scene.cast
            or _tells_hidden(state, who, answer, viewer)
            or steps_seen(game, state, steps, viewer) != steps
        )
        if unknown or not answer.parts:
            return None
        why = tuple(why_of(game.book, step) for step in steps)
        made[who] = Effort(answer.params, answer.parts[0].good, why)
    came = game.together(scene, request.action, made) if len(made) > 1 else None
    return came and CameOutTogether(came.good, came.label, came.told)


def _papers(state: State, viewer: Viewer) -> dict[int, Paper]:
    """The papers that a viewer has, by the line of the log that they were written with."""
    return {
        event.n: replace(paper, line=event.n if viewer.mj else seen_of(before, viewer.seat) + 1)
        for event, before in state.papers.counted()
        if sees(viewer, event) and (paper := _paper(state, event, viewer))
    }


def _paper(state: State, event: Event, viewer: Viewer) -> Paper | None:
    """A note or handout as it reads now; None if it was withdrawn, or hidden by the MJ."""
    said = cast("Said", event.what)
    now = state.revisions.get(event.n)
    if (now is not None and now.withdrawn) or is_withheld(state, event.n, viewer):
        return None
    reads = now or said
    if not (reads.text or reads.picture):  # of the group, begun by a person who was struck out
        return None
    paper = Paper(said.kind, event.by, reads.title, reads.text, reads.picture, reads.alt, said.sort)
    return replace(paper, to=event.to) if viewer.mj else paper


def pictures_seen(state: State, viewer: Viewer) -> frozenset[str]:
    """The pictures that a viewer may look at now: portraits, as names are everybody's, and those of the papers they
    have, those of the adventure that were shown to all; all of them, for the MJ.
    """
    tale = state.adventure
    if viewer.mj:
        return state.pictures | frozenset(tale.pictures if tale else ())
    of_tale = frozenset(looked_at(tale)) & tale.pictures.keys() if tale else frozenset()
    papers = (_paper(state, event, viewer) for event in state.papers if sees(viewer, event))
    on_papers = {paper.picture for paper in papers if paper}
    return (of_tale | on_papers | {one.portrait for one in state.cast.values()}) - {""}


def _scenes(state: State) -> dict[str, PreparedScene]:
    """The scenes of a table for its MJ: those to come as they were prepared, then those opened, in their order."""
    to_come = [id for id in state.scenes if id not in state.opened]
    given = [*state.handed.get("", ()), *state.handed.get(BEFORE, ())]
    former = {BEFORE: PreparedScene("", [], "", [], given=given, opened=True)} if BEFORE in state.aside else {}
    listed = (*to_come, *(id for id in state.opened if id in state.scenes))
    told = {id: _prepared(state, id, state.scenes[id]) for id in listed}
    return {id: one for id, one in told.items() if not one.opened} | former | told


def _prepared(state: State, id: str, scene: Prepared) -> PreparedScene:
    """A scene that the MJ prepared, for the MJ."""
    words = (scene.title, list(scene.who), scene.text, list(scene.papers), list(scene.unseen), list(scene.at_hand))
    where = (list(state.handed.get(id, ())), id in state.opened, id == state.scene)
    return PreparedScene(
        *words, *where, scene.notes, list(scene.named), list(scene.tries), scene.draft, list(state.scenes).index(id)
    )


def _making(game: Game, state: State, viewer: Viewer) -> Making | None:
    """The viewer's own creation in progress: what is asked next, the faces thrown and the answers given so far."""
    pending = state.pendings.get(viewer.seat) if viewer.seat else None
    if pending is None:
        return None
    action = pending.asked.action
    asked = {who: _decision(game, action, decision) for who, decision in pending.asked.asked.items()}
    return Making(action, pending.asked.params, asked, pending.asked.progress)


def _not_asked(state: State, viewer: Viewer) -> list[StandingAnswer]:
    """The standing answers of the viewer's characters; all of them for the MJ."""
    return [
        _standing(who, decision, answer, state.asked_of.get((who, decision)))
        for (who, decision), answer in state.standing_answers.items()
        if viewer.mj or owns(viewer, state.cast.get(who))
    ]


def _standing(who: str, decision: str, answer: Any, asked: DecisionAsked | None) -> StandingAnswer:
    """An answer left once for all, with the words of the decision as the character was last asked it."""
    if asked is None:  # settled before the character was asked
        return StandingAnswer(who, decision, answer, None, "", [])
    options = [replace(one, odds=None) for one in asked.options]
    return StandingAnswer(who, decision, answer, asked.label, asked.rule, options)


def _house_rule(option: Option, state: State) -> HouseRule:
    """A switch as people read it before they touch it, with the note on what it brings to the table."""
    value = state.options.get(option.id, option.default)
    return HouseRule(option.id, option.label, list(option.values), value, option.rule, option.note)


def play_seen(game: Game, state: State, viewer: Viewer) -> Json:
    seen = {field.name for field in fields_of(game.play, state.options) if may_see(state, viewer, field.seen, "")}
    play = {name: value for name, value in state.play.items() if name in seen}
    return {**play, "clocks": clocks_seen(game, state, play["clocks"], viewer)} if "clocks" in play else play


def _clocks(game: Game, state: State, viewer: Viewer) -> list[ClockSeen]:
    """What counts down, by its name, with its unit: rounds unless the game says otherwise."""
    seen = []
    for one in clocks_seen(game, state, state.play.get("clocks", ()), viewer):
        clock = record_of(Clock, one)
        named = game.book.terms.get(clock.id)
        unit = named.unit if named and named.unit else ROUNDS
        seen.append(
            ClockSeen(
                id=clock.id,
                who=clock.who,
                left=clock.left,
                whole=clock.whole or clock.left,
                ends=named.ends if named and named.ends else None,
                label=named.label if named else Text(clock.id, clock.id),
                unit=Text(**{lang: unit.say(lang, n=clock.left) for lang in LANGS}),
            )
        )
    return seen


def _character(game: Game, state: State, scene: Scene[Any], who: str, viewer: Viewer) -> CharacterSeen:
    """A character as the viewer sees them: who plays them, how they are in a word that everybody may know, and as much
    of their sheet as the viewer may see.
    """
    character, apart = state.everybody[who], is_apart(state, who, viewer)
    gone = character.retired or (apart and not (character.owner or character.free))  # the MJ's people, out of sight
    if who in state.unseen or character.elsewhere:
        scene = scene_of(game, state, who, now=True)
    condition = None if character.retired or apart else game.condition(scene, who)
    words = {lang: condition.say(lang, character.name) for lang in LANGS} if condition else {}
    return CharacterSeen(
        owner=character.owner,
        stand_in=character.stand_in,
        retired=gone,
        hidden=character.hidden,
        free=character.free,
        portrait=character.portrait,
        condition=ConditionSeen(condition.id, Text(**words), condition.standing, condition.fit) if condition else None,
        side=game.side(scene, who) if condition else None,
        sheet={"name": character.sheet.get("name")} if apart else sheet_seen(game, state, character, viewer),
        unseen=who in state.unseen,
        elsewhere=not gone and (apart or is_away(state, viewer) or not character.here),
    )


def _busy(game: Game, state: State, viewer: Viewer) -> dict[str, Why]:
    """What keeps characters busy, by character, each as a note; none for a character whose numbers are hidden."""
    notes = game.busy(record_of(game.play, state.play))
    here = {who: character for who, character in state.cast.items() if who in notes and character.here}
    return {
        who: notes[who]
        for who, character in here.items()
        if viewer.mj or owns(viewer, character) or not character.hidden
    }


def sheet_seen(game: Game, state: State, character: Character, viewer: Viewer) -> Json:
    if character.hidden and not viewer.mj and not owns(viewer, character):
        return {"name": character.sheet.get("name")}
    secret = secret_fields(game, state, character, viewer)
    return {name: value for name, value in character.sheet.items() if name not in secret}


def known_fight(game: Game, state: State, viewer: Viewer, who: str) -> Midway | None:
    """The fight as a viewer may reckon it for whom they play: sheets and play as they are shown, and, where `who` is
    asked something, the action that waits, if its odds are shown; None where the numbers of a character, or odds,
    are hidden from the viewer.
    """
    here = {one: character for one, character in state.cast.items() if character.here}
    if (state.odds_hidden and not viewer.mj) or any(is_hidden(state, one, viewer) for one in here):
        return None

    def sheets(cast: Mapping[str, Character]) -> dict[str, Any]:
        return {one: record_of(game.sheet, sheet_seen(game, state, cast[one], viewer)) for one in here if one in cast}

    now = sheets(state.cast)
    began = {**now, **sheets(state.instant)} if state.instant is not None else now
    scene = Scene("", now, record_of(game.play, play_seen(game, state, viewer)), state.options)
    if state.pending is None:
        return Midway(game, scene, began)
    seen = _pending(game, state, viewer)
    asked = seen.asked.get(who) if isinstance(seen, Pending) else None
    if asked is None or any(option.odds is None for option in asked.options):
        return None
    return Midway(game, scene, began, waits(game, state, state.pending).untold())


def _pending(game: Game, state: State, viewer: Viewer) -> Pending | PendingUnseen | None:
    pending = state.pending
    if pending is None:
        return None
    return _followed(game, state, viewer, pending) if state.follows(viewer.seat) else PendingUnseen(True)


def _followed(game: Game, state: State, viewer: Viewer, pending: InProgress) -> Pending:
    """An action in progress for a viewer who may know what it is about."""
    mine = {
        who: _decision(game, pending.asked.action, decision)
        for who, decision in pending.asked.asked.items()
        if who not in pending.answers and (viewer.mj or viewer.is_at(state.asked_seat(who, game.lost)))
    }
    about = [pending.asked.params, *pending.asked.asked, *pending.asked.about]
    secret = not may_see_odds(game, state, pending.asked.action, pending.asked.actor, viewer)
    if secret or concerns_hidden(state, pending.asked.actor, about, viewer):
        mine = {who: decision.without_odds for who, decision in mine.items()}
    moment = state.time_to_speak if pending.passes else 0
    unaware = [who for who in mine if (seat := state.asked_seat(who, game.lost)) and not state.follows(seat, pending)]
    about_it = pending.asked.action, pending.asked.actor, pending.awaited
    return Pending(*about_it, mine, pending.at, moment=moment, unaware=unaware)


def _decision(game: Game, action: str, decision: DecisionAsked) -> DecisionAsked:
    """What a character is asked in an action, with words for its price and for what the actor tries."""
    labels = {field.name: field.label for field in fields_of(game.sheet)}

    def costs(price: Mapping[str, int]) -> tuple[Cost, ...]:
        return tuple(Cost(labels[name], amount) for name, amount in price.items() if name in labels)

    options = tuple(replace(one, costs=costs(one.price or {}) or None) for one in decision.options)
    return replace(decision, options=options, costs=costs(decision.price), success=game.action(action).success)
