"""Whose turn it is in a fight: instants by SENS, one action a round, what falls due between them (Fiches 1 and 3)."""

from __future__ import annotations

from dataclasses import replace

from tablee.games.undesix.check.checks import out_of_the_fight
from tablee.games.undesix.fight.initiative import able, still_to_act
from tablee.games.undesix.fight.rounds import next_round
from tablee.games.undesix.magic.state import DAY, HOUR, MINUTE, magic_due
from tablee.games.undesix.options import BOOK_FATE, DESPERATE, below_zero
from tablee.games.undesix.play import Owed, Stage, stage_of
from tablee.games.undesix.sheet import Sheet
from tablee.rules.action import PLAY, Outcome, Scene
from tablee.rules.order import Due, Freely, Play, Turn, When

AHEAD: tuple[When, ...] = ("now", "next", "later")
OF_PEOPLE = ("announced", "behind", "facing", "several", "taken", "metres", "slowed", "slowing", "drew", "fired")
"""The tables of the stage that are by person."""


def play_at_rest(scene: Scene[Sheet]) -> Stage:
    """UDS-INIT-02: only the first round differs from the others; instants are told apart, and seconds only told.

    Minutes count for those who are spent or lie untended, under the house rules that leave characters so
    (UDS-OPT-06, UDS-HEALTH-05, -06); midnights too, but no fight lasts for an hour.
    """
    stage = stage_of(scene)
    clock = stage.clock % DAY
    if clock < DAY - HOUR:
        clock = clock % MINUTE if minutes_count(scene) else 0
    back = {"round": min(stage.round, 2), "instant": min(stage.instant, 1), "seconds": 0, "clock": clock}
    return stage.with_changes(**back)


def minutes_count(scene: Scene[Sheet]) -> bool:
    """Whether passing minutes change something for a character on the scene, or may do so later."""
    lingering = scene.option(DESPERATE) or below_zero(scene) != BOOK_FATE
    return lingering or any(sheet.spent for sheet in scene.cast.values())


class ByInstants(Freely):
    """UDS-INIT-01…06, UDS-COMBAT-07, UDS-TIME-02: instants by decreasing SENS, everybody once a round.

    Members of an instant act in any order on the cast as it was when the instant began: even one who has just been
    killed still strikes (UDS-INIT-03). Who announces an attitude before acting is placed anew.
    """

    def may_act(self, scene: Scene[Sheet], /) -> tuple[str, ...]:
        """Those of the present instant; outside a fight, everybody able."""
        stage = stage_of(scene)
        if not stage.round:
            return tuple(who for who in scene.cast if able(scene, who))
        return () if self.due(scene) else stage.now

    def after(self, scene: Scene[Sheet], actor: str, action: str, _outcome: Outcome, /) -> Play:
        """The stage after an action; its effects are already in `scene`."""
        stage = stage_of(scene)
        if Owed(action=action, who=actor) in stage.owed:
            left = list(stage.owed)
            left.remove(Owed(action=action, who=actor))
            stage = stage.with_changes(owed=tuple(left))
        return handed_on(replace(scene, play=stage)) if stage.round else stage

    def due(self, scene: Scene[Sheet], /) -> tuple[Due, ...]:
        """The actions of clocks and spells that fall due; then, when everybody has acted, the next round."""
        stage = stage_of(scene)
        owed = tuple(Due(one.action, one.who, {}) for one in stage.owed)
        if owed or stage.begun:
            return owed
        magic = magic_due(scene)
        if magic or not stage.round or stage.now:
            return magic
        return (Due(next_round.id, PLAY, {}),)

    def turns(self, scene: Scene[Sheet], /) -> tuple[Turn, ...]:
        """In a fight its fighters as they follow each other: who has acted, acts, comes next, and who is out of it."""
        stage, free = stage_of(scene), self.may_act(scene)
        if not stage.round:
            return tuple(Turn(who, "now" if who in free else "out") for who in scene.cast)
        coming = still_to_act(replace(scene, play=stage.with_changes(done=(*stage.done, *stage.now))))
        instants = [instant for instant in (stage.now, *coming) if instant]
        ahead = {
            who: AHEAD[min(place + (not free), len(AHEAD) - 1)]
            for place, instant in enumerate(instants)
            for who in instant
        }
        rest = [who for who in dict.fromkeys((*stage.taken, *stage.fighters)) if who in scene.cast and who not in ahead]
        out = [who for who in rest if out_of_the_fight(scene, who)]
        return (
            *(Turn(who, "done") for who in rest if who not in out),  # or busy with an incantation
            *(Turn(who, when) for who, when in ahead.items()),
            *(Turn(who, "out") for who in out),
        )


def handed_on(scene: Scene[Sheet]) -> Stage:
    """UDS-INIT-03: the stage with whoever is left in the present instant; the next one, if nobody is or has begun."""
    stage = stage_of(scene)
    finished = tuple(who for who in stage.fighters if _finished(stage, who))
    begun = stage.begun or any(who in stage.taken for who in stage.now)
    now = tuple(who for who in stage.now if who not in finished and not scene[who].exhausted)
    stage = stage.with_changes(done=finished, begun=begun and bool(now), now=now)
    if stage.begun:
        return stage
    stage = stage.with_changes(
        instant=stage.instant + 1,
        drew={},
        slowed={**stage.slowed, **stage.slowing},
        slowing={},
        moved=tuple(sorted({*stage.metres, *stage.tumbled})),
    )  # nobody has acted in it yet: all is felt
    now = next_instant(replace(scene, play=stage))
    return stage.with_changes(now=now, together=now)


def goes_out(scene: Scene[Sheet], who: str) -> Scene[Sheet]:
    """UDS-COMBAT-07, -15: nobody waits any more for a fighter who was taken out of the fight, nor faces them."""
    cast = {one: sheet for one, sheet in scene.cast.items() if one != who}
    stage = stage_of(scene)

    def others(people: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(one for one in people if one != who)

    left = stage.with_changes(
        fighters=others(stage.fighters),
        surprising=others(stage.surprising),
        done=others(stage.done),
        now=others(stage.now),
        together=others(stage.together),
        tumbled=others(stage.tumbled),
        moved=others(stage.moved),
        owed=tuple(one for one in stage.owed if one.who != who),
        clocks=tuple(one for one in stage.clocks if one.who != who),
        **{
            field: {one: of for one, of in getattr(stage, field).items() if who not in (one, of)} for field in OF_PEOPLE
        },
    )
    return replace(scene, play=handed_on(replace(scene, cast=cast, play=left)) if left.round else left)


def after_correction(scene: Scene[Sheet], began: Scene[Sheet]) -> Scene[Sheet]:
    """UDS-INIT-03: nobody waits any more for a member of the instant whom the MJ's word has made unable to act; who was
    only struck in it still does.
    """
    stage = stage_of(scene)
    now = tuple(who for who in stage.now if able(began, who))
    if now == stage.now:
        return scene
    return replace(scene, play=handed_on(replace(scene, play=stage.with_changes(now=now))))


def _finished(stage: Stage, who: str) -> bool:
    """UDS-TIME-02: whether a fighter has made their action of this round, or all those they announced."""
    return stage.taken.get(who, 0) >= stage.several.get(who, 1)


def next_instant(scene: Scene[Sheet]) -> tuple[str, ...]:
    """Who acts next, all together; nobody once the round is over."""
    return next(iter(still_to_act(scene)), ())
