"""Rounds of six seconds: shots by Agilité, then melee and the rest all together; starting and ending a fight."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tablee.dice import Roll
from tablee.games.deusex.book import BOOK
from tablee.games.deusex.check.attempts import stands, unable
from tablee.games.deusex.health.countdowns import last_round, one_round_later, seconds, threat
from tablee.games.deusex.options import readings
from tablee.games.deusex.play import END, MELEE, OPENING, OTHER, PJ, PNJ, SHOOT, Engaged, Play, is_out, play_of, side_of
from tablee.games.deusex.sheet import Sheet
from tablee.games.deusex.tables import WEAPONS
from tablee.rules.action import PLAY, Kind, Outcome, Scene, action, part
from tablee.rules.cast import everybody
from tablee.rules.fields import Annotated, Ask, Audience, Declared, Label, Nothing, OneOf
from tablee.rules.forms import HOW, WHOM
from tablee.rules.order import Due, Freely, Turn, When
from tablee.rules.why import Note
from tablee.text import Name, Text

STARTED = BOOK.grade("started")
OVER = BOOK.grade("over")
PASSED = BOOK.grade("passed")
SAID = BOOK.grade("said")
TURNS = {  # what takes up a round
    f"deusex.{name}"
    for name in (
        "test",
        "oppose",
        "cooperate",
        "attack",
        "melee",
        "shoot",
        "hold",
        "first-aid",
        "medicine",
        "psychology",
        "wait",
    )
}


HOLD, WAIT = "deusex.hold", "deusex.wait"


def able(scene: Scene[Sheet], who: str) -> bool:
    """Whether a character is still here and able to fight."""
    return who in scene.cast and stands(scene, who)


def decided(scene: Scene[Sheet]) -> bool:
    """DEX-COMBAT-02: whether at most one side still has a fighter able to fight."""
    return len({side_of(scene, who) for who in play_of(scene).fighters if able(scene, who)}) < 2


def instant_over(scene: Scene[Sheet], play: Play) -> Scene[Sheet]:
    """DEX-COMBAT-02, -06: the scene once an instant is over: holds gained in it count; those let go of do not, nor
    those of people who can no longer hold.
    """
    ended = replace(scene, play=play.with_changes(step=END))
    kept = (one for one in play.out if one.until is None and (not one.holder or able(ended, one.holder)))
    return replace(ended, play=play.with_changes(step=END, out=tuple(kept), tended=()))


def next_instant(scene: Scene[Sheet], play: Play) -> Play:
    """DEX-COMBAT-06: shooters from the highest AGI down, ties together; then the others, all together; then the end."""
    scene = instant_over(scene, play)
    play = play_of(scene).with_changes(step=play.step)
    able_ones = (who for who in play.fighters if who not in play.acted and able(scene, who))
    waiting = [who for who in able_ones if not has_met_everybody(scene, play, who)]
    shooters = [who for who in waiting if who in play.shooters]
    if decided(scene) or not waiting:
        return play.with_changes(step=END, group=())
    if shooters and play.step in (OPENING, SHOOT):
        quickest = max(scene[who].talents["AGI"] for who in shooters)
        group = tuple(who for who in shooters if scene[who].talents["AGI"] == quickest)
        return play.with_changes(step=SHOOT, group=group, instant=play.instant + 1)
    return play.with_changes(step=MELEE, group=tuple(waiting), instant=play.instant + 1)


def has_met_everybody(scene: Scene[Sheet], play: Play, who: str) -> bool:
    """DEX-COMBAT-03: whether the fight of a round is over for somebody who means to fight hand to hand: they have
    opposed every adversary who can fight. In a duel one opposition is the action of both.
    """
    if who not in play.brawlers or not play.has_fought(who):
        return False
    foes = (other for other in play.fighters if play.sides.get(other) != play.sides.get(who))
    return all(play.have_met(who, other) for other in foes if able(scene, other))


def still_to_act(scene: Scene[Sheet], play: Play) -> tuple[str, ...]:
    """Those of this instant who are here and have not acted; a shooter who declared something else waits for melee.

    DEX-STRESS-07, DEX-COMBAT-02: nobody waits for a character whom stress has stopped, or who is out of the fight;
    wounds and holds of the instant stop nobody in it. DEX-COMBAT-03, -06: being struck takes nobody's action, but those
    whose fight of the round is over may act only as long as somebody else is waited for.
    """
    stress = readings(scene).stress
    present = (who for who in play.group if who in scene.cast and who not in play.acted)
    here = (who for who in present if not is_out(play, who))
    waiting = [who for who in here if scene[who].composed(stress)]
    left = tuple(who for who in waiting if play.step != SHOOT or who in play.shooters)
    return () if all(has_met_everybody(scene, play, who) for who in left) else left


SPENT_AT_ONCE = ("reserve", "xp", "helped")  # what a character pays, or what serves once, as fields of a sheet


def read_in_instant(began: Sheet, now: Sheet) -> Sheet:
    """DEX-COMBAT-06, DEX-RESERVE-03, DEX-STRESS-04: wounds and care of an instant count once it is over; reserve points
    spent in it at once, and so does stress, which only the MJ causes.
    """
    if began is now:
        return now
    read = {field: getattr(now, field) for field in SPENT_AT_ONCE} | {"ps": min(began.ps, now.ps)}
    changed = {field: value for field, value in read.items() if value != getattr(began, field)}
    return began.with_changes(**changed) if changed else began


def play_at_rest(scene: Scene[Sheet]) -> Play:
    """DEX-COMBAT-02: rounds are alike, and countdowns know how many they have left; instants are only told apart."""
    play = play_of(scene)
    out = tuple(one.with_changes(since=-1) for one in play.out)
    return play.with_changes(round=min(play.round, 1), instant=min(play.instant, 1), out=out)


def outside_fights(play: Play, actor: str, action: str) -> Play:
    """DEX-WOUND-06, DEX-STRESS-07: outside fights too an action takes a round; it is counted while a character's time
    runs out.
    """
    if not play.clocks:
        return play.with_changes(acted=()) if play.acted else play
    return play.with_changes(acted=(*play.acted, actor)) if action in TURNS else play


def round_taken(scene: Scene[Sheet]) -> bool:
    """DEX-WOUND-06: whether, outside fights, everybody who plays and can act has acted in this round."""
    acted = play_of(scene).acted
    return bool(acted) and all(who in acted for who in scene.cast if scene[who].pj and stands(scene, who))


class Rounds(Freely):
    """The machine of DeusEx: shots by Agilité, melee and the rest together, then the clocks (DEX-COMBAT-02, -06)."""

    def first(self, scene: Scene[Sheet], /) -> tuple[str, ...]:
        """DEX-COMBAT-03: letting the round pass, for those whose fight of it is over."""
        return (WAIT,) if scene.actor and has_met_everybody(scene, play_of(scene), scene.actor) else ()

    def may_act(self, scene: Scene[Sheet], /) -> tuple[str, ...]:
        play = play_of(scene)
        return still_to_act(scene, play) if play.round else tuple(scene.cast)

    def after(self, scene: Scene[Sheet], actor: str, action: str, outcome: Outcome, /) -> Play:
        """`scene` is the scene with the outcome's effects applied."""
        play = play_of(scene)
        if not play.round:
            return outside_fights(play, actor, action)
        if play.step == END or scene.reacting:
            return play
        if action in TURNS and actor not in play.acted:
            play = play.with_changes(acted=(*play.acted, actor))
        if action in TURNS and action != HOLD:
            play = play.let_go(actor)
        return play if still_to_act(scene, play) else next_instant(scene, play)

    def due(self, scene: Scene[Sheet], /) -> tuple[Due, ...]:
        counts = tuple(Due("deusex.countdown", who, {}) for who in scene.cast if threat(scene, who))
        play = play_of(scene)
        if not counts and not play.round and round_taken(scene):
            return (Due("deusex.next-round", PLAY, {}),)
        if counts or play.step != END:
            return counts
        return (Due("deusex.end-fight" if decided(scene) else "deusex.next-round", PLAY, {}),)

    def turns(self, scene: Scene[Sheet], /) -> tuple[Turn, ...]:
        """Shooters from the highest AGI down, then the others; last those who look on."""
        play, now = play_of(scene), self.may_act(scene)
        if not play.round:
            return super().turns(scene)
        following = next_instant(scene, play.with_changes(acted=(*play.acted, *now))).group

        def place(who: str) -> tuple[bool, bool, int]:
            shoots = who in play.shooters
            return who not in play.fighters, not shoots, -scene[who].talents["AGI"] if shoots else 0

        def when(who: str) -> When:
            if who in now:
                return "now"
            if who not in play.fighters or not able(scene, who):
                return "out"
            return "done" if who in play.acted else "next" if who in following else "later"

        return tuple(Turn(who, when(who)) for who in sorted(scene.cast, key=place))


def shooters_unless_declared(scene: Scene[Sheet], fighters: tuple[str, ...]) -> tuple[str, ...]:
    """DEX-COMBAT-06: the fighters who carry a weapon that only shoots: they shoot unless they declare otherwise."""
    return tuple(who for who in fighters if any(not WEAPONS[weapon].melee for weapon in scene[who].weapons))


@dataclass(frozen=True)
class RoundBegun:
    """A fight begins, or its next round."""

    round: int
    fighters: tuple[str, ...]
    sides: dict[str, str]
    shooters: tuple[str, ...]
    who: str = PLAY

    def on(self, play: Play) -> Play:
        return play.with_changes(
            round=self.round,
            step=OPENING if self.round else "",
            fighters=self.fighters,
            sides=self.sides,
            shooters=self.shooters,
            brawlers=tuple(who for who in self.fighters if who not in self.shooters),
            group=(),
            acted=(),
            met=(),
            out=play.out if self.round else (),
            tended=(),
            instant=play.instant if self.round else 0,  # instants are counted on: the same number is the same instant
        )


@dataclass(frozen=True)
class IntentDeclared:
    """DEX-COMBAT-06: a fighter declares what they will do this round."""

    person: str
    what: str
    who: str = PLAY

    def on(self, play: Play) -> Play:
        shooters = tuple(who for who in play.shooters if who != self.person)
        brawlers = tuple(who for who in play.brawlers if who != self.person)
        return play.with_changes(
            shooters=(*shooters, self.person) if self.what == SHOOT else shooters,
            brawlers=(*brawlers, self.person) if self.what == MELEE else brawlers,
        )


BY_KIND = Text(
    fr="Les personnages joueurs contre les autres ; entre eux, chacun pour soi.",
    en="Player characters against the others; among themselves, everyone alone.",
)


def able_of(scene: Scene[Sheet], kind: str) -> tuple[str, ...]:
    """Those of a scene without a fight, PJ or PNJ, who can act."""
    return tuple(who for who in scene.cast if side_of(scene, who) == kind and able(scene, who))


class Fighters(Declared):
    """Who fights, and with whom: two or three sides, or `fighters` whose sides follow from who they are."""

    one: Annotated[
        tuple[str, ...],
        OneOf(everybody),
        Label(fr="Premier camp", en="First side"),
        Ask(WHOM, default=lambda scene: able_of(scene, PJ)),
    ] = ()
    two: Annotated[
        tuple[str, ...],
        OneOf(everybody),
        Label(fr="Deuxième camp", en="Second side"),
        Ask(WHOM, default=lambda scene: able_of(scene, PNJ)),
    ] = ()
    three: Annotated[
        tuple[str, ...], OneOf(everybody), Label(fr="Troisième camp", en="Third side"), Ask(WHOM, more=True)
    ] = ()
    fighters: Annotated[
        tuple[str, ...],
        OneOf(everybody),
        Label(fr="Combattants sans camp annoncé", en="Fighters whose side is not told"),
        Ask(WHOM, more=True, help=BY_KIND),
    ] = ()

    @property
    def people(self) -> tuple[str, ...]:
        """All who fight, each once."""
        return tuple(dict.fromkeys((*self.one, *self.two, *self.three, *self.fighters)))


def sides_of(scene: Scene[Sheet], do: Fighters) -> dict[str, str]:
    """DEX-COMBAT-02: the side of each fighter: as declared; else PJ against PNJ; else everyone for themselves."""
    declared = {who: side for side in ("one", "two", "three") for who in getattr(do, side)}
    kinds = {who: PJ if scene[who].pj else PNJ for who in do.people if who not in declared}
    alone = not declared and len(set(kinds.values())) < 2
    return {**declared, **({who: who for who in kinds} if alone else kinds)}


def cannot_start(scene: Scene[Sheet], do: Fighters | None) -> Note | None:
    """DEX-COMBAT-02: a fight needs two sides, and one fight is enough."""
    if play_of(scene).round:
        return BOOK.note("DEX-COMBAT-02:fighting")
    return BOOK.note("DEX-COMBAT-02:few_fighters") if do and len(set(sides_of(scene, do).values())) < 2 else None


@action(
    "deusex.start-fight",
    Fighters,
    fr="Commencer un affrontement",
    en="Start a fight",
    refuse=cannot_start,
    by=Audience.MJ,
    kind=Kind.SCENE,
)
def start_fight(scene: Scene[Sheet], do: Fighters, roll: Roll) -> Outcome:
    """DEX-COMBAT-02: the first round begins."""
    fighters = do.people
    shooters = shooters_unless_declared(scene, fighters)
    opened = RoundBegun(1, fighters, sides_of(scene, do), shooters)
    return Outcome((part(PLAY, STARTED),), BOOK.note("DEX-COMBAT-02"), (opened,))


def comes_in(scene: Scene[Sheet], who: str) -> Scene[Sheet]:
    """DEX-COMBAT-02, -06: whoever comes into a fight is on the side of their kind, and acts in the round of their
    coming, at the moment of what they carry.
    """
    play = play_of(scene)
    if who in play.fighters or not able(scene, who):
        return scene
    kin = (play.sides[one] for one in play.fighters if one in scene.cast and scene[one].pj == scene[who].pj)
    shoots = bool(shooters_unless_declared(scene, (who,)))
    joined = play.with_changes(
        fighters=(*play.fighters, who),
        sides={**play.sides, who: next(kin, PJ if scene[who].pj else PNJ)},
        shooters=(*play.shooters, who) if shoots else play.shooters,
        brawlers=play.brawlers if shoots else (*play.brawlers, who),
    )
    return replace(scene, play=joined)


def goes_out(scene: Scene[Sheet], who: str) -> Scene[Sheet]:
    """DEX-COMBAT-02: nobody waits any more for a fighter who was taken out of the fight, nor is held by them."""
    play = play_of(scene)

    def others(people: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(one for one in people if one != who)

    left = play.with_changes(
        fighters=others(play.fighters),
        sides={one: side for one, side in play.sides.items() if one != who},
        shooters=others(play.shooters),
        brawlers=others(play.brawlers),
        group=others(play.group),
        acted=others(play.acted),
        met=tuple(pair for pair in play.met if who not in pair),
        out=tuple(one for one in play.out if who not in (one.who, one.holder)),
        tended=tuple(one for one in play.tended if one[0] != who),
        clocks=tuple(one for one in play.clocks if one.who != who),
    )
    there = replace(scene, cast={one: sheet for one, sheet in scene.cast.items() if one != who}, play=left)
    goes_on = not left.round or left.step == END or still_to_act(there, left)
    return replace(scene, play=left if goes_on else next_instant(there, left))


def after_correction(scene: Scene[Sheet], began: Scene[Sheet]) -> Scene[Sheet]:
    """DEX-COMBAT-06: nobody waits any more for a member of the instant whom the MJ's word has made unable to act; who
    was only struck in it still does.
    """
    play = play_of(scene)
    if not play.group or play.step == END:
        return scene
    left = play.with_changes(group=tuple(who for who in play.group if who in play.acted or able(began, who)))
    there = replace(scene, play=left)
    return there if still_to_act(there, left) else replace(scene, play=next_instant(there, left))


INTENTS: dict[str, Text | Name] = {
    MELEE: Text(fr="le corps à corps", en="melee"),
    SHOOT: Text(fr="un tir", en="a shot"),
    OTHER: Text(fr="autre chose", en="something else"),
}


class Intent(Declared):
    """A blow, a shot, or anything else."""

    what: Annotated[str, OneOf(INTENTS), Label(fr="Intention", en="Intention"), Ask(HOW)] = MELEE


def cannot_declare(scene: Scene[Sheet], do: Intent | None) -> Note | None:
    play = play_of(scene)
    if not play.round:
        return BOOK.note("DEX-COMBAT-02:no_fight")
    if scene.actor in play.acted or scene.actor not in play.fighters or play.step == END:
        return BOOK.note("DEX-COMBAT-06:not_now")
    return unable(scene, scene.actor)


@action("deusex.declare", Intent, fr="Annoncer", en="Declare", refuse=cannot_declare, anytime=True, kind=Kind.FIGHT)
def declare(scene: Scene[Sheet], do: Intent, roll: Roll) -> Outcome:
    """DEX-COMBAT-06: another intention than what one carries suggests, before one acts."""
    headline = BOOK.note("DEX-COMBAT-06:declares", who=scene.me.name, what=INTENTS[do.what])
    return Outcome((part(scene.actor, SAID),), headline, (IntentDeclared(scene.actor, do.what),))


def cannot_wait(scene: Scene[Sheet], do: Nothing | None) -> Note | None:
    play = play_of(scene)
    if not play.round:
        return unable(scene, scene.actor) if play.clocks else BOOK.note("DEX-COMBAT-02:no_fight")
    return None if scene.actor in play.group else BOOK.note("DEX-COMBAT-06:not_now")


@action(WAIT, Nothing, fr="Attendre", en="Wait", refuse=cannot_wait, kind=Kind.FIGHT)
def wait(scene: Scene[Sheet], do: Nothing, roll: Roll) -> Outcome:
    """DEX-COMBAT-06: letting one's turn pass."""
    return Outcome(
        (part(scene.actor, PASSED),), BOOK.note("DEX-COMBAT-06:waits", who=scene.me.name), (Engaged(scene.actor),)
    )


@action(
    "deusex.next-round",
    Nothing,
    fr="Laisser passer six secondes",
    en="Let six seconds pass",
    by=Audience.MJ,
    kind=Kind.SCENE,
    warns=last_round,
)
def next_round(scene: Scene[Sheet], do: Nothing, roll: Roll) -> Outcome:
    """DEX-COMBAT-06, DEX-WOUND-06, -07, DEX-STRESS-07, -08: countdowns move on; those that end take their due."""
    play, moved = play_of(scene), one_round_later(scene, roll)
    round = play.round + 1 if play.round else 0
    headline = moved.first_in(
        BOOK.note("DEX-COMBAT-02:next", round=round) if round else BOOK.note("DEX-COMBAT-02:seconds")
    )
    fighters = tuple(who for who in play.fighters if who in scene.cast)
    shooters = shooters_unless_declared(scene, fighters)
    opened = RoundBegun(round, fighters, play.sides, shooters)
    return Outcome((*moved.parts, part(PLAY, PASSED)), headline, (*moved.effects, opened))


def cannot_end(scene: Scene[Sheet], do: Nothing | None) -> Note | None:
    return None if play_of(scene).round else BOOK.note("DEX-COMBAT-02:no_fight")


@action(
    "deusex.end-fight",
    Nothing,
    fr="Finir l'affrontement",
    en="End the fight",
    refuse=cannot_end,
    by=Audience.MJ,
    kind=Kind.SCENE,
    warns=lambda scene, _do: last_round(scene) if play_of(scene).acted else None,
)
def end_fight(scene: Scene[Sheet], do: Nothing, roll: Roll) -> Outcome:
    """DEX-COMBAT-02, DEX-WOUND-06: a side is out of action, or the MJ says so; countdowns go on, less the round that
    was begun.
    """
    play = play_of(scene)
    headline = BOOK.note("DEX-COMBAT-02:ends", rounds=play.round, seconds=seconds(play.round))
    over = RoundBegun(0, (), {}, ())
    if not play.acted:
        return Outcome((part(PLAY, OVER),), headline, (over,))
    moved = one_round_later(scene, roll)
    return Outcome((*moved.parts, part(PLAY, OVER)), moved.first_in(headline), (*moved.effects, over))
