"""Order of play: initiative, rounds, passing, the end of the scene. Proposed by Tablée."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from tablee.dice import Roll
from tablee.games.d6.book import BOOK
from tablee.games.d6.check.rolls import result
from tablee.games.d6.check.skills import cannot_ever_roll, code_for
from tablee.games.d6.fight.initiative import Claim, Order, Ranking, placed
from tablee.games.d6.fight.standing import standing
from tablee.games.d6.options import reading
from tablee.games.d6.play import D6Play, cannot_act, lists_of, state_of
from tablee.games.d6.sheet import Sheet
from tablee.rules.action import PLAY, Kind, Outcome, Put, Scene, action, part
from tablee.rules.cast import everybody
from tablee.rules.fields import Annotated, Ask, Audience, Declared, Label, Nothing, OneOf
from tablee.rules.forms import HOW, WHOM
from tablee.rules.order import Due, InSteps, Play, Turn, When
from tablee.rules.why import Note
from tablee.text import Text

READY = BOOK.grade("ready")

TURN = frozenset({"d6.attack", "d6.test", "d6.roll", "d6.oppose", "d6.care", "d6.pass"})


NOBODY_YET: dict[str, Any] = {
    "acted": (),
    "together": (),
    "instant": 0,
    "defences": {},
    "defending": {},
    "tended": (),
}  # what every round starts with

OWN = ("characteristics", "levels", "owned", "specialities", "weapons", "armour", "shield", "experience")


def own_in_instant(began: Sheet, now: Sheet) -> Sheet:
    """D6-COMBAT-01, D6-ADV-01: what a character has learnt, paid or taken in hand in an instant is theirs at once;
    their wounds count afterwards, and so does what is new for the others.
    """
    return began if began is now else began.with_changes(**{field: getattr(now, field) for field in OWN})


def play_at_rest(scene: Scene[Sheet]) -> D6Play:
    """D6-COMBAT-01: rounds are alike; instants are only told apart, and the next one never has the number 1."""
    play = state_of(scene)
    return play.with_changes(round=min(play.round, 1), instant=min(play.instant, 1))


class Initiative(InSteps):
    """D6-COMBAT-01: outside fights all characters may act; in one, the first group in the order that has not acted."""

    def may_act(self, scene: Scene[Sheet], /) -> tuple[str, ...]:
        play = state_of(scene)
        return play.acting(all_standing(scene)) if play.round else tuple(scene.cast)

    def marked(self, scene: Scene[Sheet], actor: str, action: str, outcome: Outcome, /) -> Play:
        play = state_of(scene)
        if not play.round or action not in TURN or actor in play.acted or scene.reacting:
            return play
        return play.with_changes(acted=tuple(sorted((*play.acted, actor))))

    def opened(self, scene: Scene[Sheet], /) -> Play:
        """Those who act together share an instant, which gets a number, and lasts until all of them have acted."""
        play, able = state_of(scene), all_standing(scene)
        if not play.round or play.shared:
            return play
        play = play.instant_over()
        group = play.acting(able)
        if len(group) < 2:
            return play.with_changes(together=(), instant=0)
        return play.with_changes(together=group, instant=play.next_instant)

    def due(self, scene: Scene[Sheet], /) -> tuple[Due, ...]:
        """The next round, once everybody has acted."""
        play = state_of(scene)
        if not play.round or play.acting(all_standing(scene)):
            return ()
        return (Due("d6.round", "", {}),) if any(standing(scene, who) for who in play.fighters) else ()

    def turns(self, scene: Scene[Sheet], /) -> tuple[Turn, ...]:
        """Those of the fight in the order of their initiative, then those who take no part in it."""
        play = state_of(scene)
        if not play.round:
            return super().turns(scene)
        able = all_standing(scene)
        now = play.acting(able)
        after = play.with_changes(acted=(*play.acted, *now), together=()).acting(able)
        fighters = tuple(who for group in play.order for who in group)

        def when(who: str) -> When:
            if who in now:
                return "now"
            if who not in fighters or not standing(scene, who):
                return "out"
            return "done" if who in play.acted else "next" if who in after else "later"

        return tuple(Turn(who, when(who)) for who in dict.fromkeys((*fighters, *scene.cast)))


def all_standing(scene: Scene[Sheet]) -> tuple[str, ...]:
    """Everybody who can fight."""
    return tuple(who for who in scene.cast if standing(scene, who))


class Fight(Declared):
    """Who fights, everybody who stands if nobody is named; and who begins."""

    fighters: Annotated[
        tuple[str, ...],
        OneOf(everybody),
        Label(fr="Combattants", en="Fighters"),
        Ask(WHOM, default=all_standing, help=Text(fr="Tout le monde si rien n'est dit.", en="Everybody if left out.")),
    ] = ()
    first: Annotated[
        tuple[str, ...],
        OneOf(everybody),
        Label(fr="Ont l'initiative", en="Have the initiative"),
        Ask(
            HOW,
            help=Text(fr="Agissent avant les autres, quels que soient les dés.", en="Act before the others anyway."),
        ),
    ] = ()

    def among(self, scene: Scene[Sheet]) -> tuple[str, ...]:
        return tuple(who for who in self.fighters or scene.cast if standing(scene, who))


def cannot_fight(scene: Scene[Sheet], do: Fight | None) -> Note | None:
    """D6-COMBAT-01: refuses a fight of fewer than two who stand, or without an initiative to roll."""
    initiative = lists_of(scene).roles.initiative
    if not initiative:
        return BOOK.note("D6-COMBAT-01:none")
    fighters = do.among(scene) if do else all_standing(scene)
    if len(fighters) < 2:
        return BOOK.note("D6-COMBAT-01:nobody")
    return next((no for who in fighters if (no := cannot_ever_roll(scene, who, initiative))), None) if do else None


@dataclass(frozen=True)
class Begin:
    """The first round, in this order."""

    order: Order
    who: str = PLAY

    def on(self, play: D6Play) -> D6Play:
        return play.with_changes(round=1, order=self.order, **NOBODY_YET)


@action(
    "d6.fight", Fight, fr="Ouvrir un combat", en="Start a fight", refuse=cannot_fight, by=Audience.MJ, kind=Kind.SCENE
)
def fight(scene: Scene[Sheet], do: Fight, roll: Roll) -> Outcome:
    """D6-COMBAT-01: each rolls Perception; the highest acts first, then the better code, then together. Those who take
    the others by surprise act before them; those without a die left, after them.
    """
    lists, how, claims = lists_of(scene), reading(scene), scene.once(claimed, do)
    what = lists.name_of(lists.roles.initiative)

    def thrown(roll: Roll) -> Order:
        totals = []
        for claim in claims:
            if not claim.code.dice:
                roll.note("D6-COMBAT-01:no_die", who=scene[claim.who].name, what=what)
                totals.append(0)
                continue
            roll.note("D6-COMBAT-01:initiative", who=scene[claim.who].name, what=what, code=str(claim.code))
            totals.append(roll(result(claim.code, how), by=claim.who).total)
        return placed(zip(claims, totals, strict=True))

    order = roll(Ranking(claims, how, thrown, apart=scene.effects))
    names = tuple(scene[who].name for group in order for who in group)
    parts = tuple(part(claim.who, READY) for claim in claims)
    return Outcome(parts, BOOK.note("D6-COMBAT-01", order=names), (Begin(order),))


def claimed(scene: Scene[Sheet], do: Fight) -> tuple[Claim, ...]:
    """What places each fighter: the code they throw, the characteristic that counts if totals are equal."""
    what = lists_of(scene).roles.initiative
    codes = {who: code_for(scene, who, what).code for who in do.among(scene)}
    return tuple(
        Claim(who, code, scene[who].characteristics.get(what, code), who in do.first) for who, code in codes.items()
    )


def comes_in(scene: Scene[Sheet], who: str) -> Scene[Sheet]:
    """D6-COMBAT-01: whoever comes into a fight acts in the round of their coming, after those who were there."""
    play = state_of(scene)
    if who in play.fighters or not standing(scene, who):
        return scene
    return replace(scene, play=play.with_changes(order=(*play.order, (who,))))


def goes_out(scene: Scene[Sheet], who: str) -> Scene[Sheet]:
    """D6-COMBAT-01: nobody waits any more for a fighter who was taken out of the fight."""
    play = state_of(scene)
    groups = (tuple(one for one in group if one != who) for group in play.order)
    left = play.with_changes(
        order=tuple(group for group in groups if group),
        acted=tuple(one for one in play.acted if one != who),
        together=tuple(one for one in play.together if one != who),
        defences={one: n for one, n in play.defences.items() if one != who},
        defending={one: n for one, n in play.defending.items() if one != who},
        tended=tuple(one for one in play.tended if one[0] != who),
    )
    cast = {one: sheet for one, sheet in scene.cast.items() if one != who}
    return replace(scene, play=Initiative().opened(replace(scene, cast=cast, play=left)))


@dataclass(frozen=True)
class NextRound:
    """D6-COMBAT-01: everybody may act and defend anew."""

    who: str = PLAY

    def on(self, play: D6Play) -> D6Play:
        return play.with_changes(round=play.round + 1, **NOBODY_YET)


@action("d6.round", Nothing, fr="Round suivant", en="Next round", by=Audience.MJ, kind=Kind.SCENE)
def next_round(scene: Scene[Sheet], _do: Nothing, _roll: Roll) -> Outcome:
    return Outcome((), BOOK.note("D6-COMBAT-01:round", round=scene.play.round + 1), (NextRound(),))


def cannot_pass(scene: Scene[Sheet], do: Nothing | None) -> Note | None:
    """D6-COMBAT-01: only in a fight is there a turn to give up."""
    return cannot_act(scene, do) or (None if scene.play.round else BOOK.note("D6-COMBAT-01:peace"))


@action("d6.pass", Nothing, fr="Laisser passer", en="Pass", refuse=cannot_pass, kind=Kind.FIGHT)
def let_pass(scene: Scene[Sheet], _do: Nothing, _roll: Roll) -> Outcome:
    """D6-COMBAT-01: the action of this round, given up."""
    return Outcome((), BOOK.note("D6-COMBAT-01:pass", who=scene.me.name))


@dataclass(frozen=True)
class SceneOver:
    """No fight any more."""

    who: str = PLAY

    def on(self, play: D6Play) -> D6Play:
        return play.with_changes(round=0, order=(), **NOBODY_YET)


@action("d6.end", Nothing, fr="Finir la scène", en="End the scene", by=Audience.MJ, kind=Kind.SCENE)
def end_scene(scene: Scene[Sheet], _do: Nothing, _roll: Roll) -> Outcome:
    """D6-COMBAT-01, -07: fights end, fear goes."""
    calmed = tuple(Put(who, "fear", 0) for who, sheet in scene.cast.items() if sheet.fear)
    return Outcome((), BOOK.note("D6-COMBAT-07:ends"), (*calmed, SceneOver()))
