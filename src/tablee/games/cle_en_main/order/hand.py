"""Hands, the order of play: who has the hand, replies, interruptions, the end of a round (Fiche 3).

Nothing here changes a scene. `Hands.after` reads the scene with the effects of an action already in it, and returns the
state of play that follows. At the end of a round `Hands.due` lists the actions that must come first (deaths,
awakenings, fires, breath), then the next round.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tablee.games.cle_en_main.check.teams import HELPED
from tablee.games.cle_en_main.play import CemPlay, Reason, played
from tablee.games.cle_en_main.sheet import Sheet
from tablee.rules.action import Action, Outcome, Scene
from tablee.rules.fields import Audience
from tablee.rules.order import Due, Freely, Turn, When

PREFIX = "cle-en-main."

ATTACKS = frozenset({PREFIX + "attack", PREFIX + "team-attack", PREFIX + "manoeuvre", PREFIX + "barrage"})
"""CEM-TURN-03: what gives the attacked a reply, hit or miss."""

YIELD, DISAGREE, PASS = PREFIX + "yield", PREFIX + "disagree", PREFIX + "pass"
MONITOR, ELEVEN = PREFIX + "monitor", PREFIX + "eleven"
INTERRUPT, NEXT_ROUND, SURPRISE = PREFIX + "interrupt", PREFIX + "next-round", PREFIX + "surprise"
START, SETTLE, WAIT = PREFIX + "start", PREFIX + "settle", PREFIX + "wait"
BURN, BREATHE, DIE, WAKE = DUE = (PREFIX + "burn", PREFIX + "breathe", PREFIX + "die", PREFIX + "wake")
OWED = {BURN: "burn", BREATHE: "breathe", DIE: "die", WAKE: "wake"}

BOOKKEEPING = frozenset(PREFIX + name for name in ("first-atout", "advance", "rename", "spend", "regroup"))
HAPPENINGS = frozenset(PREFIX + name for name in ("fall", "ignite", "air", "chase-place"))
"""CEM-ACT-01: what happens to a character, on the word of the MJ, is not their action."""

HANDED = frozenset({YIELD, DISAGREE, PASS, SETTLE})
"""CEM-TURN-02, -04, -06: what says whose hand it is."""

TURNLESS = frozenset({START, INTERRUPT, NEXT_ROUND, SURPRISE, MONITOR, ELEVEN}) | HANDED | BOOKKEEPING | HAPPENINGS
"""What takes nobody's turn, besides actions that are due or have no actor."""

DEADLINES = ("dies_at", "wakes_at")
"""CEM-VIT-07: the rounds at whose end something falls due, on a sheet."""

INSTANT = frozenset({PREFIX + "heroic"})
"""CEM-HERO-08, CEM-ATOUT-03: part of the turn now being played: it takes no turn and ends none."""


def takes_a_turn(action: Action[Any, Any]) -> bool:
    """CEM-TURN-01: whether an action takes a turn: a character does it; it does not happen to them."""
    return action.id not in TURNLESS and action.id not in INSTANT and action.by is Audience.EVERYONE


def play_at_rest(scene: Scene[Sheet]) -> CemPlay:
    """CEM-TURN-05: rounds are counted from the present one."""
    play = played(scene)
    return play.with_changes(round=1, turn=0) if play.round else play


def sheet_at_rest(play: CemPlay, sheet: Sheet) -> Sheet:
    """CEM-TURN-05, CEM-VIT-07, CEM-HERO-08: deadlines and marks are counted from the present round; of the effects of
    heroism only those of this turn, or of this round, are still used up.
    """
    if not play.round:
        return sheet
    gone, windows = play.round - 1, {play.turn: 0, -play.round: -1}
    back: dict[str, Any] = {"used": {effect: windows[at] for effect, at in sheet.used.items() if at in windows}}
    if gone:
        back["out"] = tuple(max(1, at - gone) for at in sheet.out)
        back["marks"] = tuple(
            mark.with_changes(until=max(1, mark.until - gone)) if mark.until else mark for mark in sheet.marks
        )
        back |= {name: max(1, getattr(sheet, name) - gone) for name in DEADLINES if getattr(sheet, name)}
    changed = {field: value for field, value in back.items() if value != getattr(sheet, field)}
    return sheet.with_changes(**changed) if changed else sheet


def present(scene: Scene[Sheet]) -> CemPlay:
    """CEM-TURN-07: the state of this scene as it is played on: an interruption, asked for or won, ends by itself once
    its interrupter can no longer act (one asked for, also once they have acted), and the turn it set aside once its
    owner cannot.
    """
    play, cast = played(scene), scene.cast

    def out(who: str) -> bool:
        return who not in cast or not cast[who].able

    stack = list(play.stack)
    while stack and (stack[-1].over or out(stack[-1].interrupter)):
        top = stack.pop()
        if not out(top.interrupted):
            stack.append(top.with_changes(over=True))
            break
    lapsed = any(map(out, play.challenge)) or any(who in play.acted for who in play.challenge[:1])
    challenge = () if lapsed else play.challenge
    if (tuple(stack), challenge) == (play.stack, play.challenge):
        return play
    return play.with_changes(stack=tuple(stack), challenge=challenge)


def playing_now(play: CemPlay) -> str:
    """CEM-TURN-07: the one whose turn an interruption makes it; empty without one."""
    if not play.stack:
        return ""
    top = play.stack[-1]
    return top.interrupted if top.over else top.interrupter


class Hands(Freely):
    """CEM-TURN-01…08: the order of play of Clé en main."""

    def first(self, scene: Scene[Sheet], /) -> tuple[str, ...]:
        """CEM-TURN-07: the opposition of Réflexes, for the one who asked to interrupt."""
        return (INTERRUPT,) if present(scene).challenge[:1] == (scene.actor,) else ()

    def may_act(self, scene: Scene[Sheet], /) -> tuple[str, ...]:
        """CEM-TURN-02…05, -07: who may act: in action scenes, those whom the hand allows; else all not eliminated."""
        play = present(scene)
        if self.due(scene):
            return ()
        if not play.round:
            return tuple(who for who, sheet in scene.cast.items() if not sheet.eliminated)
        if play.challenge:
            return play.challenge[:1]
        if play.stack:
            return (playing_now(play),)
        npcs, players = (waiting(scene.cast, play, pj=pj) for pj in (False, True))
        offered = [who for who in play.options if who in (npcs if play.hand == "mj" else players)]
        return tuple(offered or players or npcs)

    def after(self, scene: Scene[Sheet], actor: str, action: str, outcome: Outcome, /) -> CemPlay:
        """CEM-TURN-02…07: the state of play once `actor` has done this action; its effects are already in `scene`."""
        play = present(scene)
        if actor == playing_now(played(scene)):  # what their own turn did to them does not end it twice
            play = play.with_changes(stack=played(scene).stack)
        if play.round and action in INSTANT:  # a character may have been given another turn
            return back(play, scene.cast) if play.reason == "sweep" else play
        if scene.reacting:
            return play
        play = play.with_changes(turn=play.turn + 1)
        if action in DUE:  # who wakes at the end of a round plays in the next one
            acted = (*play.acted, actor) if action == WAKE else play.acted
            return play.with_changes(settled=(*play.settled, f"{action}/{actor}"), acted=acted)
        if not play.round or not actor or action in TURNLESS or play.challenge:
            return play
        team = [part.who for part in outcome.parts if part.grade is HELPED]  # CEM-COOP-03: they use their turn
        struck = dict.fromkeys(one.who for one in outcome.parts if one.grade is not HELPED and action in ATTACKS)
        attacked = [who for who in struck if not scene[who].friend_of(scene[actor]) and not scene[who].pj]
        if in_others_turn(play, scene.cast, (actor, *team)):
            return play.with_changes(acted=tuple(dict.fromkeys((*play.acted, actor, *team))))
        return turn_ended(play, scene.cast, (actor, *team), attacked)

    def turns(self, scene: Scene[Sheet], /) -> tuple[Turn, ...]:
        """CEM-TURN-02…07: who has played, who may now; next the other side, or the turn set aside by an interruption;
        then those of the side that has the hand who could not be chosen. Who cannot act this round is out.
        """
        play, free = present(scene), self.may_act(scene)
        if not play.round:
            return tuple(Turn(who, "now" if who in free else "out") for who in scene.cast)
        left = [who for pj in (True, False) for who in waiting(scene.cast, play, pj) if who not in free]
        aside = [*play.challenge[1:], *(one.interrupted for one in reversed(play.stack))]
        mine = {scene[who].pj for who in free}
        soon = [who for who in aside if who not in free] or [who for who in left if scene[who].pj not in mine]
        later = [who for who in left if who not in soon]
        placed = {*free, *soon, *later}
        rest = [who for who in dict.fromkeys((*play.acted, *scene.cast)) if who in scene.cast and who not in placed]
        done = [who for who in rest if scene[who].able]
        order: tuple[tuple[When, Iterable[str]], ...] = (
            ("done", done),
            ("now", free),
            ("next", dict.fromkeys(soon)),
            ("later", later),
            ("out", [who for who in rest if who not in done]),
        )
        return tuple(Turn(who, when) for when, people in order for who in people)

    def due(self, scene: Scene[Sheet], /) -> tuple[Due, ...]:
        """CEM-TURN-05, CEM-VIT-07, CEM-HAZARD-02, -03: the actions due at the end of a round, then the next round; the
        same outside action scenes, for the rounds that the MJ lets pass.
        """
        play = present(scene)
        if play.passing:
            return in_danger(scene.cast, play) or (Due(WAIT, "", {"rounds": next_rounds(scene.cast, play)}),)
        if not play.round or not over(scene.cast, play):
            return ()
        return owed(scene.cast, play) or (Due(NEXT_ROUND, "", {}),)


def in_danger(cast: Mapping[str, Sheet], play: CemPlay) -> tuple[Due, ...]:
    """CEM-HAZARD-02, -03: what fire and want of air still do to people in a round that passes outside action scenes; as
    long as the breath is held without a test, nothing.
    """
    hurts = {BURN, BREATHE}
    return tuple(
        due
        for due in owed(cast, play)
        if due.action in hurts and not (due.action == BREATHE and cast[due.who].free_breath)
    )


def next_rounds(cast: Mapping[str, Sheet], play: CemPlay) -> int:
    """CEM-VIT-07, CEM-HAZARD-02, -03: how many rounds pass at once: one where a character burns or is out of breath;
    else all that are left, or those for which the breath is held.
    """
    if in_danger(cast, play.with_changes(settled=())):
        return 1
    return min((play.passing, *(sheet.free_breath for sheet in cast.values() if sheet.free_breath and not sheet.dead)))


def owed(cast: Mapping[str, Sheet], play: CemPlay) -> tuple[Due, ...]:
    """CEM-TURN-05, CEM-VIT-07, CEM-HAZARD-02, -03: the actions still due at the end of this round."""
    return tuple(
        Due(action, who, {})
        for action in DUE
        for who, sheet in cast.items()
        if OWED[action] in sheet.owed(play.round) and f"{action}/{who}" not in play.settled
    )


def waiting(cast: Mapping[str, Sheet], play: CemPlay, pj: bool) -> list[str]:
    """CEM-TURN-05: those of one side who may still take a turn this round."""
    return [who for who, sheet in cast.items() if sheet.pj == pj and sheet.able and who not in play.acted]


def over(cast: Mapping[str, Sheet], play: CemPlay) -> bool:
    """CEM-TURN-05: whether everybody able to act has had a turn this round."""
    return not play.stack and not waiting(cast, play, pj=True) and not waiting(cast, play, pj=False)


def in_others_turn(play: CemPlay, cast: Mapping[str, Sheet], people: Sequence[str]) -> bool:
    """CEM-TURN-03, -07: whether what these people do, because the MJ asked for it, comes in the middle of somebody
    else's interruption, or of a reply of the MJ's: that turn is still to be played.
    """
    if play.stack:
        return playing_now(play) not in people
    npcs, offered = waiting(cast, play, pj=False), play.options if play.hand == "mj" else ()
    return not {*offered} & {*people} and any(who in npcs for who in offered)


def turn_ended(play: CemPlay, cast: Mapping[str, Sheet], who: Sequence[str], attacked: Sequence[str]) -> CemPlay:
    """CEM-TURN-03…05: the state of play after the turn of one person, or of a team, and their attack on `attacked`."""
    play = play.with_changes(acted=tuple(dict.fromkeys((*play.acted, *who))))
    return resumed(play, cast, who[0], attacked if cast[who[0]].pj else ())  # an NPC's attack gives nobody a reply


def resumed(
    play: CemPlay, cast: Mapping[str, Sheet], who: str, attacked: Sequence[str], lost: Sequence[str] = ()
) -> CemPlay:
    """CEM-TURN-07: after a turn: the turn it interrupted goes on, if its owner is able; replies come later. `lost` are
    those whose turn the interruption ended.
    """
    if not play.stack:
        return reply(play, cast, attacked, lost)
    top, below = play.stack[-1], play.stack[:-1]
    if top.over:
        return resumed(play.with_changes(stack=below), cast, who, (*top.attacked, *attacked), lost)
    if cast[top.interrupted].able:
        # an NPC attacked while it was interrupted answers by the turn it resumes
        later = () if top.interrupted in attacked else tuple(attacked)
        return play.with_changes(stack=(*below, top.with_changes(over=True, attacked=later)))
    ended = play.with_changes(stack=below, acted=(*play.acted, top.interrupted))
    return resumed(ended, cast, top.interrupted, attacked, (*lost, top.interrupted))


def reply(play: CemPlay, cast: Mapping[str, Sheet], attacked: Sequence[str], lost: Sequence[str] = ()) -> CemPlay:
    """CEM-TURN-03, -04: the MJ replies with one of the attacked, or with another if the attacked are out, those too who
    `lost` in this way the turn they had begun.
    """
    fresh = [who for who in attacked if who not in play.acted or who in lost]
    able = [who for who in fresh if cast[who].able]
    if able:
        return to_mj(play, able, "response")
    others = waiting(cast, play, pj=False)
    if others and any(cast[who].eliminated for who in fresh):
        return to_mj(play, others, "response_other", may_pass=True)
    return back(play, cast)


def back(play: CemPlay, cast: Mapping[str, Sheet]) -> CemPlay:
    """CEM-TURN-02, -05: the players have the hand; once every PJ has played, the MJ plays the NPCs left."""
    left = waiting(cast, play, pj=False)
    if left and not waiting(cast, play, pj=True):
        return to_mj(play, left, "sweep")
    return play.with_changes(hand="players", reason="", options=(), may_pass=False)


def to_mj(play: CemPlay, options: Iterable[str], reason: Reason, may_pass: bool = False) -> CemPlay:
    """CEM-TURN-02…06: the MJ has the hand, to play one of `options`."""
    return play.with_changes(hand="mj", reason=reason, options=tuple(options), may_pass=may_pass)
