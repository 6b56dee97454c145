"""Action scenes: opening, rounds, giving the hand, disagreement, deadlines, acting without a test (Fiche 3)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from tablee.dice import Reroll, Roll, rule
from tablee.games.cle_en_main.book import BOOK
from tablee.games.cle_en_main.check.fields import ON_THE_MOVE, living
from tablee.games.cle_en_main.check.heroism import Purse, heroism_pool, outside_the_table
from tablee.games.cle_en_main.check.primes import acted
from tablee.games.cle_en_main.check.side import pay, side, skill_terms, with_extra_dice
from tablee.games.cle_en_main.check.stakes import moved
from tablee.games.cle_en_main.check.throws import DiceResult, ThreeDice, plain_dice
from tablee.games.cle_en_main.forms import ROUNDS
from tablee.games.cle_en_main.options import HEROISM_OUTSIDE_TABLE, OPPOSITION_AUTO
from tablee.games.cle_en_main.order.hand import (
    DIE,
    DISAGREE,
    NEXT_ROUND,
    PASS,
    SETTLE,
    WAIT,
    WAKE,
    YIELD,
    back,
    owed,
    to_mj,
    waiting,
)
from tablee.games.cle_en_main.play import CemPlay, Disengaged, played
from tablee.games.cle_en_main.sheet import Sheet, settling_down
from tablee.games.cle_en_main.tables import Weapon
from tablee.rules.action import PLAY, Add, Effect, Kind, Outcome, Put, Scene, action, applied, part
from tablee.rules.fields import Annotated, Ask, Audience, Between, Declared, Label, Nothing, OneOf
from tablee.rules.forms import HOW, HOW_LONG, WHOM, WITH
from tablee.rules.why import Note
from tablee.text import Name, Text

ABLE = BOOK.grade("able")
SURPRISED = BOOK.grade("surprised")
DONE = BOOK.grade("done")
DIED = BOOK.grade("died")
AWAKE = BOOK.grade("awake")
FIRST = BOOK.grade("first")
SLOWER = BOOK.grade("slower")


@dataclass(frozen=True)
class Becomes:
    """Gives new values to some fields of the state of play."""

    values: tuple[tuple[str, Any], ...]
    who: str = PLAY

    def on(self, play: CemPlay) -> CemPlay:
        return play.with_changes(**dict(self.values))


def becomes(play: CemPlay) -> Becomes:
    """The effect that makes the order of play like `play`; a chase stays as it is."""
    fields = ("round", "hand", "reason", "options", "may_pass", "acted", "settled", "stack", "challenge")
    return Becomes(tuple((field, getattr(play, field)) for field in fields))


def begun(scene: Scene[Sheet], round: int, effects: tuple[Effect, ...]) -> Becomes:
    """CEM-TURN-02, -05: the effect that begins a round, once `effects` have changed the sheets."""
    after = applied(scene, effects)
    play = played(scene).with_changes(round=round, acted=(), settled=(), stack=(), challenge=())
    return becomes(back(play, after.cast))


class Start(Declared):
    """Who is surprised in the first round, and whether people stay as the last scene left them."""

    surprised: Annotated[
        tuple[str, ...], OneOf(living), Label(fr="Qui est surpris ?", en="Who is surprised?"), Ask(WHOM)
    ] = ()
    as_they_are: Annotated[
        bool,
        Label(fr="Chacun reste comme il est", en="Everybody stays as they are"),
        Ask(
            HOW,
            more=True,
            help=Text(
                fr="À terre, désarmé, dans le feu, sans air ; sinon debout et armé.",
                en="On the ground, disarmed, in the fire, without air; else standing and armed.",
            ),
        ),
    ] = False


def under_way(scene: Scene[Sheet], do: Any) -> Note | None:
    """CEM-TURN-01: refuses while an action scene is under way."""
    return BOOK.note("CEM-TURN-01:under_way") if scene.play.round else None


@action(
    "cle-en-main.start",
    Start,
    fr="Ouvrir une scène d'action",
    en="Open an action scene",
    refuse=under_way,
    by=Audience.MJ,
    kind=Kind.SCENE,
)
def start(scene: Scene[Sheet], do: Start, roll: Roll) -> Outcome:
    """CEM-TURN-01, -02, CEM-DEF-04: an action scene begins with round 1; the surprised neither act nor defend in it."""
    changed: list[Effect] = [] if do.as_they_are else [*settling_down(scene.cast, scene.cast)]
    for who, sheet in scene.cast.items():
        caught = who in do.surprised
        changed += [Put(who, "surprised", caught)] if caught != sheet.surprised else []
        changed += [Put(who, "used", {})] if sheet.used else []
        if caught:
            roll.note("CEM-DEF-04:round", who=sheet.name)
    pcs = sum(sheet.pj and not sheet.dead for sheet in scene.cast.values())
    if pcs and heroism_pool(pcs, outside=scene.option(HEROISM_OUTSIDE_TABLE)) is None:
        roll.note(outside_the_table(pcs))  # CEM-HERO-01: where no scenario was opened, now at the latest
    parts = tuple(part(who, SURPRISED if who in do.surprised else ABLE) for who in scene.cast)
    # CEM-TEST-03, CEM-DEF-02: circumstances are new for every task, and no character is in reach of another yet
    forgotten = Becomes((("tried", {}), ("engaged", {})))
    return Outcome(parts, BOOK.note("CEM-TURN-01"), (*changed, begun(scene, 1, tuple(changed)), forgotten))


def no_scene(scene: Scene[Sheet], do: Any) -> Note | None:
    """CEM-TURN-01: refuses outside action scenes."""
    return None if scene.play.round else BOOK.note("CEM-TURN-01:none")


@action(NEXT_ROUND, Nothing, fr="Round suivant", en="Next round", refuse=no_scene, by=Audience.MJ, kind=Kind.SCENE)
def next_round(scene: Scene[Sheet], do: Nothing, roll: Roll) -> Outcome:
    """CEM-TURN-05: the next round begins: surprise ends, marks that lasted until now go, the players have the hand.

    If some have not played yet, the MJ closes the round: they lose their turn, and what is due at its end comes first.
    """
    play, round = played(scene), scene.play.round
    if owed(scene.cast, play):
        done = play.with_changes(acted=tuple(scene.cast), stack=(), challenge=())
        return Outcome((), BOOK.note("CEM-TURN-05:closes", round=round), (becomes(back(done, scene.cast)),))
    changed: list[Effect] = []
    for who, sheet in scene.cast.items():
        lasting = tuple(mark for mark in sheet.marks if not 0 < mark.until <= round)
        changed += [Put(who, "marks", lasting)] if lasting != sheet.marks else []
        changed += [Put(who, "surprised", False)] if sheet.surprised else []
    return Outcome((), BOOK.note("CEM-TURN-05", round=round + 1), (*changed, begun(scene, round + 1, tuple(changed))))


@action(
    "cle-en-main.finish",
    Nothing,
    fr="Terminer la scène d'action",
    en="End the action scene",
    refuse=no_scene,
    by=Audience.MJ,
    kind=Kind.SCENE,
)
def finish(scene: Scene[Sheet], do: Nothing, roll: Roll) -> Outcome:
    """CEM-TURN-05, CEM-PRIME-07, CEM-NPC-05: the action scene ends, with all that lasts a scene; deadlines go on."""
    over: dict[str, Any] = {
        "caution": 0,
        "danger": 0,
        "marks": (),
        "broken": 0,
        "surprised": False,
        "used": {},
        "weapon": "",
    }
    changed: list[Effect] = []
    for who, sheet in scene.cast.items():
        changed += [Put(who, field, value) for field, value in over.items() if getattr(sheet, field) != value]
        changed += [Put(who, field, at) for field, at in deadlines(sheet, scene.play.round) if at]
        changed += [Put(who, "out", tuple(max(1, at - scene.play.round) for at in sheet.out))] if sheet.out else []
    chase = Becomes((("progress", {}), ("fugitives", ()), ("lost", ()), ("engaged", {})))
    return Outcome((), BOOK.note("CEM-TURN-05:ends"), (*changed, becomes(CemPlay()), chase))


def deadlines(sheet: Sheet, elapsed: int) -> Iterator[tuple[str, int]]:
    """CEM-VIT-07: the deadlines of a sheet counted from `elapsed` rounds later, at least 1; 0 where there is none."""
    for field in ("dies_at", "wakes_at"):
        at: int = getattr(sheet, field)
        yield field, max(1, at - elapsed) if at else 0


def not_theirs(scene: Scene[Sheet], do: Any) -> Note | None:
    """CEM-TURN-02, -06: refuses to give the hand to the MJ if the players do not have it, or no NPC is left."""
    play = played(scene)
    if not play.round:
        return BOOK.note("CEM-TURN-01:none")
    if play.hand != "players" or play.stack:
        return BOOK.note("CEM-TURN-02:hand")
    return None if waiting(scene.cast, play, pj=False) else BOOK.note("CEM-TURN-02:no_npc")


def handed(scene: Scene[Sheet], reason: Any) -> Becomes:
    """CEM-TURN-02, -06: the effect that gives the hand to the MJ for one NPC."""
    play = played(scene)
    return becomes(to_mj(play, waiting(scene.cast, play, pj=False), reason))


@action(YIELD, Nothing, fr="Laisser la main au meneur", en="Let the GM play", refuse=not_theirs, kind=Kind.SCENE)
def let_play(scene: Scene[Sheet], do: Nothing, roll: Roll) -> Outcome:
    """CEM-TURN-02: the players let the MJ play one NPC."""
    return Outcome((), BOOK.note("CEM-TURN-02"), (handed(scene, "yielded"),))


@action(
    DISAGREE,
    Nothing,
    fr="Constater le désaccord",
    en="Note a disagreement",
    refuse=not_theirs,
    by=Audience.MJ,
    kind=Kind.SCENE,
)
def disagree(scene: Scene[Sheet], do: Nothing, roll: Roll) -> Outcome:
    """CEM-TURN-06: the players cannot agree: the MJ plays one NPC."""
    return Outcome((), BOOK.note("CEM-TURN-06"), (handed(scene, "disagreement"),))


def players(scene: Scene[Sheet]) -> dict[str, Name | Text]:
    """The name of each PJ alive in the scene, by id."""
    return {who: name for who, name in living(scene).items() if scene[who].pj}


class Rivals(Declared):
    """The PJ who want to go first."""

    rivals: Annotated[
        tuple[str, ...],
        OneOf(players),
        Label(fr="Les PJ en désaccord", en="The PCs who disagree"),
        Ask(WHOM, default=lambda scene: tuple(players(scene))),
    ]


def too_few(scene: Scene[Sheet], do: Rivals | None) -> Note | None:
    """CEM-TURN-06: refuses with fewer than two PJ."""
    return BOOK.note("CEM-TURN-06:alone") if len(set(do.rivals if do else players(scene))) < 2 else None


Speed = tuple[int, int, int]  # automatic or not, result, skill: what an opposition compares


class Rival(NamedTuple):
    """One of the PJ who want to go first: the bonus of Réflexes, the bare skill, the dice."""

    bonus: int
    skill: int
    dice: ThreeDice = ThreeDice()


@rule
def best_results(roll: Roll, rivals: tuple[Rival, ...], auto: bool = True) -> tuple[Speed, tuple[int, ...]]:
    """CEM-OPP-04: the best result of these tests of Réflexes, and the places of those who reach it."""
    last = len(rivals) - 1
    bonus, skill, dice = rivals[last]

    def strength(thrown: DiceResult) -> Speed:
        roll.note("CEM-TURN-06:result", total=thrown.dice + bonus)
        return (thrown.auto if auto else 0, thrown.dice + bonus, skill)

    if not last:
        return roll(plain_dice(dice), strength, by="0"), (0,)
    best, leaders = roll(best_results(rivals[:last], auto))
    mine = roll(plain_dice(dice), strength, by=str(last))
    if mine > best:
        return mine, (last,)
    return best, (*leaders, last) if mine == best else leaders


@rule
def quickest(roll: Roll, rivals: tuple[Rival, ...], auto: bool = True) -> int:
    """CEM-TURN-06: the place of the quickest of these; those who tie for the best result roll again."""
    _, leaders = roll(best_results(rivals, auto))
    if len(leaders) == 1:
        return leaders[0]
    if len(leaders) == len(rivals):
        raise Reroll
    tied = tuple(rivals[place] for place in leaders)
    return leaders[roll(quickest(tied, auto), by={str(n): str(place) for n, place in enumerate(leaders)})]


@action(
    SETTLE,
    Rivals,
    fr="Départager aux Réflexes",
    en="Settle it by Reflexes",
    refuse=too_few,
    by=Audience.MJ,
    kind=Kind.SCENE,
)
def settle_by_reflexes(scene: Scene[Sheet], do: Rivals, roll: Roll) -> Outcome:
    """CEM-TURN-06, CEM-OPP-04, CEM-MOD-01, CEM-HERO-03: an opposition of Réflexes between PJ who want to go first.

    All are active: those who tie roll again. The quickest plays next, where the players have the hand.
    """
    rivals, purse = tuple(dict.fromkeys(do.rivals)), Purse(scene)
    sides = [side(purse, who, quickness(scene[who], roll), "reflexes") for who in rivals]
    dared = with_extra_dice(roll, *sides)
    for one, bought in dared:
        pay(purse, one.who, bought)
    racers = tuple(Rival(one.bonus, one.skill, one.dice) for one, _ in dared)
    auto = scene.option(OPPOSITION_AUTO) != "none"
    first = rivals[roll(quickest(racers, auto), by={str(n): who for n, who in enumerate(rivals)})]
    parts = tuple(part(who, FIRST if who == first else SLOWER) for who in rivals)
    effects: list[Effect] = list(purse.spent)
    play = played(scene)
    if play.round and play.hand == "players" and first in waiting(scene.cast, play, pj=True):
        effects.append(Becomes((("options", (first,)),)))
    return Outcome(parts, BOOK.note("CEM-TURN-06:won", who=scene[first].name), tuple(effects))


def quickness(sheet: Sheet, roll: Roll) -> int:
    """CEM-MOD-01: the Réflexes of a character, with items and atouts; explained."""
    tally = BOOK.sum("CEM-TURN-06:bonus", *skill_terms(sheet, "reflexes")).named(sheet.name)
    roll.note(tally)
    return tally.total


def must_play(scene: Scene[Sheet], do: Any) -> Note | None:
    """CEM-TURN-04: refuses to play nobody, except in place of an eliminated target."""
    return None if played(scene).may_pass else BOOK.note("CEM-TURN-03")


@action(
    PASS,
    Nothing,
    fr="Ne pas remplacer la cible",
    en="Play no substitute",
    refuse=must_play,
    by=Audience.MJ,
    kind=Kind.SCENE,
)
def decline(scene: Scene[Sheet], do: Nothing, roll: Roll) -> Outcome:
    """CEM-TURN-04: the MJ plays nobody in place of the eliminated target."""
    return Outcome((), BOOK.note("CEM-TURN-04"), (becomes(back(played(scene), scene.cast)),))


@action(DIE, Nothing, fr="Mourir de ses blessures", en="Die of one's wounds", by=Audience.MJ, kind=Kind.DANGER)
def die(scene: Scene[Sheet], do: Nothing, roll: Roll) -> Outcome:
    """CEM-VIT-03, -07: a character dies at the end of their last round."""
    who = scene.actor
    over = (Put(who, "dead", True), Put(who, "dies_at", 0), Put(who, "wakes_at", 0))
    return Outcome((part(who, DIED),), BOOK.note("CEM-VIT-07:dies", who=scene.me.name), over)


@dataclass(frozen=True)
class Awake:
    """CEM-VIT-04, -07, CEM-NPC-11: conscious again, or figurants back in their group, at the end of a round; the round
    in which each of the others comes to is counted from `elapsed` rounds later.
    """

    who: str
    round: int
    elapsed: int = 0

    def on(self, sheet: Sheet) -> Sheet:
        out = tuple(at - self.elapsed for at in sheet.out if at > self.round)
        wakes = 0 if sheet.wakes_at <= self.round else sheet.wakes_at - self.elapsed
        return sheet.with_changes(group=sheet.group + sheet.coming_back(self.round), out=out, wakes_at=wakes)


def awake(scene: Scene[Sheet], do: Any) -> Note | None:
    """CEM-VIT-04, CEM-NPC-11: refuses to wake a conscious character, or a group none of which was knocked out."""
    me = scene.me
    return None if me.unconscious or me.out else BOOK.note("CEM-VIT-07:awake", who=me.name)


@action(WAKE, Nothing, fr="Revenir à soi", en="Come to", refuse=awake, by=Audience.MJ, kind=Kind.CARE)
def wake(scene: Scene[Sheet], do: Nothing, roll: Roll) -> Outcome:
    """CEM-VIT-04, -07, CEM-NPC-11: a character is conscious again, or figurants who were knocked out."""
    return Outcome(
        (part(scene.actor, AWAKE),),
        woken(scene.me, scene.play.round),
        (Awake(scene.actor, max(scene.play.round, scene.me.wakes_at)),),
    )


def woken(sheet: Sheet, round: int) -> Note:
    """The sentence that tells who comes to at the end of a round: a character, or so many figurants of a group."""
    back = sheet.coming_back(round)
    return (
        BOOK.note("CEM-NPC-11:back", who=sheet.name, n=back) if back else BOOK.note("CEM-VIT-07:wakes", who=sheet.name)
    )


class Wait(Declared):
    """How many rounds pass."""

    rounds: Annotated[
        int,
        Between(1, 14_400),
        Label(fr="Durée", en="Duration"),
        Ask(HOW_LONG, unit=ROUNDS, help=Text(fr="Dix par minute.", en="Ten a minute.")),
    ]


def too_long(scene: Scene[Sheet], do: Wait | None) -> Note | None:
    """CEM-VIT-07: a word about the dying whose last round comes before the end of it."""
    dying = (sheet for sheet in scene.cast.values() if do and not sheet.dead and 0 < sheet.dies_at <= do.rounds)
    names = tuple(sheet.name for sheet in dying)
    return BOOK.note("CEM-VIT-07:would_die", who=names) if names else None


@action(
    WAIT,
    Wait,
    fr="Laisser passer le temps",
    en="Let time pass",
    refuse=under_way,
    by=Audience.MJ,
    kind=Kind.SCENE,
    warns=too_long,
)
def wait(scene: Scene[Sheet], do: Wait, roll: Roll) -> Outcome:
    """CEM-VIT-07, CEM-HAZARD-02, -03: time passes outside action scenes, ten rounds a minute; deadlines reached take
    effect. Where a character burns or lacks air it passes round by round, and each does what it does.
    """
    play = played(scene)
    if not play.passing and any(sheet.burning or sheet.breathless for sheet in scene.cast.values()):
        return Outcome(
            (), BOOK.note("CEM-VIT-07:waits", rounds=do.rounds), (Becomes((("passing", do.rounds), ("settled", ()))),)
        )
    changed: list[Effect] = [Becomes((("passing", play.passing - do.rounds), ("settled", ())))] if play.passing else []
    parts = []
    for who, sheet in scene.cast.items():
        if sheet.dead:
            continue
        if 0 < sheet.dies_at <= do.rounds:
            roll.note("CEM-VIT-07:dies", who=sheet.name)
            changed += [Put(who, "dead", True), Put(who, "dies_at", 0), Put(who, "wakes_at", 0)]
            parts.append(part(who, DIED))
            continue
        if 0 < sheet.wakes_at <= do.rounds or sheet.coming_back(do.rounds):
            roll.note(woken(sheet, do.rounds))
            parts.append(part(who, AWAKE))
        changed += [Awake(who, do.rounds, do.rounds)] if sheet.wakes_at or sheet.out else []
        changed += [Put(who, "dies_at", sheet.dies_at - do.rounds)] if sheet.dies_at else []
        changed += [Add(who, "breathless", do.rounds)] if sheet.free_breath else []
    return Outcome(tuple(parts), BOOK.note("CEM-VIT-07:waits", rounds=do.rounds), tuple(changed))


DEEDS = {
    "run": Text(fr="court une vingtaine de mètres", en="runs some twenty metres"),
    "sneak": Text(fr="avance sans bruit d'une dizaine de mètres", en="sneaks some ten metres"),
    "spot": Text(fr="cherche à repérer un ennemi", en="looks for a hidden enemy"),
    "pick_up": Text(fr="ramasse quelque chose", en="picks something up"),
    "draw": Text(fr="change d'arme", en="draws another weapon"),
    "stand": Text(fr="se relève", en="stands up"),
    "other": Text(fr="fait autre chose", en="does something else"),
    "nothing": Text(fr="attend", en="waits"),
}


MOVES = ("run", "sneak", "stand")  # what is a move already


def likely_deed(scene: Scene[Sheet]) -> str:
    """What to propose to a character who acts without a test: to stand up, to pick their weapon up, or to run."""
    if scene.me.prone:
        return "stand"
    return "pick_up" if scene.me.dropped else "run"


def sheathed(scene: Scene[Sheet]) -> tuple[Weapon, ...]:
    """The weapons that the one who acts carries but does not hold."""
    return tuple(weapon for weapon in scene.me.weapons if weapon.id != scene.me.armed.id)


def within_reach(scene: Scene[Sheet]) -> dict[str, Text]:
    """CEM-ACT-01: the weapons that may be drawn or picked up, by name."""
    lying = (weapon for sheet in scene.cast.values() for weapon in sheet.dropped)
    return {weapon.id: weapon.name for weapon in (*sheathed(scene), *lying)}


def with_weapon(scene: Scene[Sheet], deed: str) -> dict[str, str]:
    """The weapon that a deed takes in hand, unless another is named."""
    lying = [*scene.me.dropped, *(weapon for sheet in scene.cast.values() for weapon in sheet.dropped)]
    first = next(iter({"draw": [*sheathed(scene)], "pick_up": lying}.get(deed, ())), None)
    return {"weapon": first.id} if first else {}


class Deed(Declared):
    """What is done without a test; to draw or pick up a weapon, which one."""

    deed: Annotated[
        str, OneOf(DEEDS), Label(fr="Action", en="Action"), Ask(HOW, default=likely_deed, beside=with_weapon)
    ]
    weapon: Annotated[
        str,
        Label(fr="Arme à prendre en main", en="Weapon to take in hand"),
        Ask(WITH, when=lambda _scene, values: values["deed"] in ("draw", "pick_up"), suggests=within_reach),
    ] = ""
    moving: Annotated[
        bool,
        ON_THE_MOVE,
        Ask(HOW, more=True, when=lambda _scene, values: values["deed"] not in MOVES),
    ] = False


def cannot_draw(scene: Scene[Sheet], do: Deed | None) -> Note | None:
    """CEM-ACT-01: refuses to draw a weapon that is not carried, or to pick up one that does not lie there."""
    carried = {weapon.id: weapon.name for weapon in scene.me.weapons}
    if do and do.deed == "draw" and do.weapon not in carried:
        return BOOK.note("CEM-ACT-01:weapon", who=scene.me.name, weapons=tuple(carried))
    if do and do.deed == "pick_up" and do.weapon and not on_the_ground(scene, do.weapon):
        lying = {weapon.id: weapon.name for sheet in scene.cast.values() for weapon in sheet.dropped}
        return BOOK.note("CEM-ACT-01:ground", weapons=tuple(lying))
    return None


def on_the_ground(scene: Scene[Sheet], weapon: str) -> tuple[str, Weapon] | None:
    """CEM-ACT-01: who dropped this weapon, and the weapon; one's own first; without a name, one's own."""
    mine = [(scene.actor, lying) for lying in scene.me.dropped]
    theirs = [(who, lying) for who, sheet in scene.cast.items() for lying in sheet.dropped] if weapon else []
    return next((found for found in (*mine, *theirs) if weapon in ("", found[1].id)), None)


def taken_up(scene: Scene[Sheet], weapon: str) -> list[Effect]:
    """CEM-ACT-01, CEM-MANO-02: the effects of picking a weapon up: it is in hand."""
    found = on_the_ground(scene, weapon)
    if found is None:
        return []
    owner, held = found
    left = list(scene[owner].dropped)
    left.remove(held)
    me = scene.actor
    return [
        Put(owner, "dropped", tuple(left)),
        Put(me, "weapons", (*scene.me.weapons, held)),
        Put(me, "weapon", held.id),
    ]


@action("cle-en-main.do", Deed, fr="Agir sans test", en="Act without a test", refuse=cannot_draw, kind=Kind.SCENE)
def act(scene: Scene[Sheet], do: Deed, roll: Roll) -> Outcome:
    """CEM-ACT-01…03, CEM-NPC-05: an action without a test takes the turn; reloading is part of the shot and takes
    none.
    """
    effects = acted(scene)
    if do.deed == "draw":
        effects.append(Put(scene.actor, "weapon", do.weapon))
    elif do.deed == "pick_up":
        effects += taken_up(scene, do.weapon)
    elif do.deed in ("run", "sneak"):
        effects.append(Disengaged(scene.actor))  # CEM-DEF-02
    elif do.deed == "stand":
        effects.append(Put(scene.actor, "prone", False))
    if do.moving and do.deed not in MOVES:  # CEM-ACT-02: no test, no malus
        effects += moved(scene)
    return Outcome(
        (part(scene.actor, DONE),), BOOK.note("CEM-ACT-01", who=scene.me.name, does=DEEDS[do.deed]), tuple(effects)
    )
