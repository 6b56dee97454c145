"""One instant, one result: what several people do in the same instant comes to the same in every order of entry, but
for the last of something that two want: then the orders in which the same people had it come to the same. What all had
in one order nobody is refused in another.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from random import Random
from typing import Any
from zlib import crc32

import pytest

from tablee.dice import Seeded
from tablee.errors import BadInput
from tablee.games.d6.book import BOOK
from tablee.games.d6.codes import DieCode
from tablee.games.undesix.sheet import Learnt
from tablee.rules.action import Outcome, Scene, as_asked
from tablee.rules.game import Game, game_called
from tablee.rules.playing import Playthrough
from tablee.rules.run import Done, prepared
from tablee.rules.why import Note

ASKED = "asked"
Move = tuple[str, dict[str, Any]] | tuple[str, dict[str, Any], str]  # an action, its parameters, ASKED by the MJ
Moves = Mapping[str, Sequence[Move]]  # what each one does in the instant, in their own order

AT_ONCE = {"deusex.yield"}  # words felt as soon as they are said: what is asked of this person later is refused
CARE = {"undesix.treat", "deusex.first-aid", "deusex.medicine", "deusex.psychology", "d6.care"}
IN_NO_ORDER = (
    "acted",
    "done",
    "spells",
    "clocks",
    "tended",
    "met",
    "out",
)  # fields of a play that list in the order of entry what has no order


def hash_of(*about: object) -> int:
    """A number that hangs on these things alone."""
    return crc32(repr(about).encode())


@dataclass
class OwnDice(Playthrough):
    """A fight in which the dice of an action hang on who does what, not on when it is entered."""

    seed: int = 0

    def does(self, who: str, move: Move) -> None:
        """A move of one's own, or what the MJ asks for."""
        action, params, *asked = move
        if not asked:
            self.act(who, action, params)
            return
        read = self.seen_by(who)
        do = prepared(self.game.action(action), read, params)
        if isinstance(do, Note):
            raise do.refused()
        self._perform(who, action, params, as_asked(self.game.action(action), read, do))
        self.what_falls_due()

    def _perform(self, who: str, id: str, params: Mapping[str, Any], read: Scene[Any]) -> Done:
        self.dice = Seeded(hash_of(self.seed, who, id))
        return super()._perform(who, id, params, read)


@dataclass
class Instant:
    """A fight at an instant that several people share, and what they mean to do in it."""

    game: Game
    fight: Callable[[], OwnDice]
    moves: Moves
    rest: str  # what the others of the instant do, so that it comes to its end

    def orders(self, chance: Random, most: int = 6) -> list[tuple[str, ...]]:
        """Orders in which the moves may be entered: the same person's stay in their order."""
        entries = [who for who, own in self.moves.items() for _ in own]
        if len(entries) <= 3:
            return sorted(set(permutations(entries)))
        return [tuple(chance.sample(entries, len(entries))) for _ in range(most)]

    def entered(self, order: Sequence[str]) -> tuple[tuple[str, ...], Any]:
        """Whose moves were refused, and how the fight stands once all were entered and what was due has happened."""
        fight, left = self.fight(), {who: iter(own) for who, own in self.moves.items()}
        refused = []
        for who in order:
            action, _, *asked = move = next(left[who])
            if who not in fight.may_act and not asked and not self.game.action(action).anytime:
                refused.append(f"{who} {action}")  # somebody else's move was theirs too
                continue
            try:
                fight.does(who, move)
            except BadInput:
                refused.append(f"{who} {action}")
        instant = fight.scene.play.instant
        for who in sorted(fight.may_act):
            if fight.scene.play.instant == instant:
                fight.act(who, self.rest)
        return tuple(sorted(refused)), told(fight.scene)


def told(scene: Scene[Any]) -> dict[str, Any]:
    """Sheets and play as plain data, without the numbers that count entries."""
    play = scene.play.model_dump(mode="json")
    play.pop("instant")
    for spell in play.get("spells", ()):
        spell.pop("id")
    for name in IN_NO_ORDER:
        if name in play:
            play[name] = sorted(play[name], key=str)
    return {"play": play, **{who: sheet.model_dump(mode="json") for who, sheet in scene.cast.items()}}


def differences(one: Mapping[str, Any], other: Mapping[str, Any]) -> Iterator[str]:
    """What two ends of an instant do not have in common."""
    for who in {**one, **other}:
        for field in {**one.get(who, {}), **other.get(who, {})}:
            here, there = one.get(who, {}).get(field), other.get(who, {}).get(field)
            if here != there:
                yield f"{who}.{field}: {here} / {there}"


def agrees(instant: Instant, chance: Random) -> None:
    """Orders in which the same people were refused end alike; and no order refuses what another does and more, unless
    a word felt at once is among the moves, or two who care for one person: the second is wanted where the first failed;
    or an action that the MJ asks for, who may ask for one more of somebody who has helped.
    """
    ends: dict[tuple[str, ...], tuple[tuple[str, ...], Any]] = {}
    for order in instant.orders(chance):
        refused, end = instant.entered(order)
        first, known = ends.setdefault(refused, (order, end))
        found = list(differences(known, end))
        assert not found, f"{instant.moves}\n{first} / {order}\nrefused {refused}\n" + "\n".join(found)
    moves = [move for own in instant.moves.values() for move in own]
    cared = [params.get("patient", params.get("target")) for action, params, *_ in moves if action in CARE]
    asked = any(ASKED in own[-1] for own in instant.moves.values())
    if len(set(cared)) == len(cared) and not asked and not any(action in AT_ONCE for action, *_ in moves):
        more = [(few, many) for few in ends for many in ends if set(few) < set(many)]
        assert not more, f"{instant.moves}\n{more}"


# UnDéSix: fighters of equal SENS

FIRE: dict[str, Any] = {"verbs": ("create",), "essences": ("fire",)}
HEALING: dict[str, Any] = {"verbs": ("transform",), "essences": ("life",), "effect": "heal"}
MAGES = {
    "verb:create": Learnt(xp=4),
    "verb:transform": Learnt(xp=4),
    "essence:fire": Learnt(xp=12),
    "essence:life": Learnt(xp=12),
}
SKILLED = {"medicine": Learnt(xp=4), "weapon:long_sword": Learnt(xp=3), "weapon:dagger": Learnt(xp=3)}


def undesix(chance: Random) -> Instant:
    """UDS-INIT-03: two sides of equal SENS, some wounded, some treated today; blows, shots, spells, care, weapons."""
    game, seed = game_called("undesix"), chance.randrange(10**6)
    ready: Mapping[str, Any] = game.ready()
    target = ["ana", "bob", "cleo"]
    people = chance.sample(target, chance.choice((2, 3, 3)))
    cast = {}
    for who in (*target, "dan"):  # dan looks on: the fight goes on whoever falls
        most, vitality = chance.randint(1, 5), chance.choice((0, 0, 2))
        phy = chance.randint(0 if who in target and who not in people else 1, most)
        cast[who] = ready["chloe"].with_changes(
            phy=phy,
            phy_max=most,
            vitality=chance.randint(0, vitality) if phy == most else 0,
            vitality_max=vitality,
            sens=4,
            psy=chance.randint(2, 4),
            psy_max=8,
            dex=chance.randint(1, 6),
            sav=chance.randint(2, 6),
            skills=MAGES | SKILLED,
            weapon=chance.choice(("long_sword", "dagger", "bow", "bare_hands", "crossbow")),
            weapons=("long_sword", "dagger", "bow", "crossbow"),
            treated=chance.random() < 0.3,
            wounded_since=chance.choice((0, 1)),
        )
    options = {"pc_survives_to_minus_ten": True} if chance.random() < 0.3 else {}

    def fight() -> OwnDice:
        begun = OwnDice(game, game.scene(cast=cast, options=options), seed=seed)
        begun.act("", "undesix.fight", {"one": ("ana", "bob"), "two": ("cleo", "dan")})
        return begun

    def move(who: str) -> Sequence[Move]:
        at = chance.choice([one for one in target if one != who])
        anybody = chance.choice(target)
        lasts = chance.choice(("round_1", "round_1", "rounds_3"))
        one: Move = chance.choice(
            (
                ("undesix.attack", {"target": at, "aim": chance.choice(("", "", "wrist", "legs"))}),
                ("undesix.attack", {"target": at, "weapon": "bare_hands"}),
                ("undesix.shoot", {"target": at}),
                ("undesix.treat", {"target": anybody}),
                ("undesix.cast", {**FIRE, "effect": "harm", "targets": (at,), "duration": lasts}),
                ("undesix.cast", {**FIRE, "effect": "sleep", "targets": (at,), "duration": lasts}),
                ("undesix.cast", {**HEALING, "targets": (anybody,)}),
                ("undesix.cast", {**HEALING, "effect": "change", "targets": (anybody,), "duration": lasts}),
                ("undesix.draw", {"weapon": "dagger"}),
                ("undesix.move", {"metres": 5}),
                ("undesix.hold", {}),
                ("undesix.test", {"characteristic": "phy"}),
                ("undesix.together", {"characteristic": "phy", "helpers": (anybody,)}),
                ("undesix.treat", {"target": anybody, "helpers": (anybody,)}),
                ("undesix.oppose-groups", {"allies": (anybody,), "opponents": (at,), "mine": "phy", "theirs": "phy"}),
                ("undesix.oppose", {"target": at, "mine": "dex", "theirs": "sens"}),
                ("undesix.test", {"skill": "stealth"}),
            )
        )
        return with_requests(chance, one, ("undesix.test", {"characteristic": "psy"}))

    return Instant(game, fight, {who: possible(fight, who, move) for who in people}, "undesix.hold")


def with_requests(chance: Random, one: Move, *reactions: Move) -> Sequence[Move]:
    """A move that the MJ may ask for, after what one reacts to at the MJ's asking, if anything."""
    asked = [(action, params, ASKED) for action, params, *_ in chance.sample(reactions, chance.choice((0, 0, 1)))]
    return (*asked, (*one[:2], ASKED) if chance.random() < 0.2 else one)


def possible(fight: Callable[[], OwnDice], who: str, moves: Callable[[str], Sequence[Move]]) -> Sequence[Move]:
    """Moves that are not refused where they are entered first."""
    while True:
        chosen, begun = moves(who), fight()
        try:
            for one in chosen:
                begun.does(who, one)
        except BadInput:
            continue
        return chosen


def deusex(chance: Random) -> Instant:
    """DEX-COMBAT-06: two sides in melee, some hurt or shaken; blows, holds, yielding, care, counsel, tasks."""
    game, seed = game_called("deusex"), chance.randrange(10**6)
    target, people = ["ana", "bob", "cleo"], chance.sample(["ana", "bob", "cleo"], chance.choice((2, 3, 3)))
    ready: Mapping[str, Any] = game.ready()
    known = {"Premiers soins": 3, "Médecine": 3, "Psychologie": 3, "Arts martiaux": 2, "Armes à feu": 2}
    cast = {}
    for who in (*target, "dan"):
        hurt = chance.randint(-4 if who in target and who not in people else -2, 3)
        cast[who] = ready["nadia"].with_changes(
            talents={**ready["nadia"].talents, "INT": 5, "PRE": 5, "AGI": 3},
            aptitudes=known,
            weapons=("knife",),
            pv=hurt,
            ps=chance.choice((12, 2, -1, -3)),
            reserve=0,
            xp=chance.choice((0, 60)),
            treated=chance.choice(((), (), ("first_aid",))),
        )
    held = [who for who in target if who not in people and chance.random() < 0.5]

    def fight() -> OwnDice:
        begun = OwnDice(game, game.scene(cast=cast), seed=seed)
        begun.act("", "deusex.start-fight", {"one": ("ana", "bob"), "two": ("cleo", "dan")})
        for who in held:
            begun.act(who, "deusex.out", {"how": "held"})
        return begun

    def move(who: str) -> Sequence[Move]:
        at, anybody = chance.choice([one for one in target if one != who]), chance.choice(target)
        one: Move = chance.choice(
            (
                ("deusex.melee", {"target": at, "weapon": "knife", "difficulty": 10}),
                ("deusex.melee", {"target": at, "difficulty": 10}),
                ("deusex.first-aid", {"patient": anybody, "difficulty": 10}),
                ("deusex.medicine", {"patient": anybody, "difficulty": 10}),
                ("deusex.psychology", {"patient": anybody, "difficulty": 10}),
                ("deusex.hold", {"target": at, "difficulty": 10}),
                ("deusex.yield", {}),
                ("deusex.test", {"aptitude": "Médecine"}),
                ("deusex.oppose", {"opponent": at, "talent": "FOR", "their_talent": "FOR"}),
                ("deusex.cooperate", {"helpers": (at,), "talent": "FOR", "task": 500}),
                ("deusex.shoot", {"target": at, "weapon": "knife", "difficulty": 10}),
                ("deusex.wait", {}),
            )
        )
        return with_requests(chance, one, ("deusex.test", {"talent": "SAN"}), ("deusex.invoke", {}))

    return Instant(game, fight, {who: possible(fight, who, move) for who in people}, "deusex.wait")


NOTHING_SAID = BOOK.note("D6-COMBAT-01:peace")


def d6(chance: Random) -> Instant:
    """D6-COMBAT-01: people of equal initiative, some hurt; blows, care, experience, gear."""
    game, seed = game_called("d6"), chance.randrange(10**6)
    target, people = ["ana", "bob", "cleo"], chance.sample(["ana", "bob", "cleo"], chance.choice((2, 3, 3)))
    ready: Mapping[str, Any] = game.ready()
    cast = {}
    for who in (*target, "dan"):
        cast[who] = ready["mael"].with_changes(
            levels={**ready["mael"].levels, "Premiers soins": DieCode(12), "Médecine": DieCode(12)},
            owned={**ready["mael"].owned, "Médecine": "points"},
            pj=who in ("ana", "bob"),
            wounds=chance.randint(0, 4 if who in target and who not in people else 2),
            fresh=chance.random() < 0.7,
            fatigue=chance.choice((0, 0, 2)),
            experience=chance.choice((0, 6, 12)),
            weapons=("Masse", "Arc court") if chance.random() < 0.5 else ("Masse",),
        )
    order: dict[str, Any] = {"round": 1, "order": (("ana", "bob", "cleo", "dan"),)}

    def fight() -> OwnDice:
        begun = OwnDice(game, game.scene(cast=cast, play=game.play(**order)), seed=seed)
        begun.scene = replace(begun.scene, play=game.order.after(begun.scene, "", "", Outcome((), NOTHING_SAID)))
        return begun

    def move(who: str) -> Sequence[Move]:
        at, anybody = chance.choice([one for one in target if one != who]), chance.choice(target)
        free: list[Move] = [
            ("d6.grow", {"what": chance.choice(("F", "Esquive"))}),
            ("d6.learn", {"what": "épées longues"}),
            ("d6.equip", {"arms": ("Masse",), "shield": chance.random() < 0.5}),
        ]
        turn: Move = chance.choice(
            (
                ("d6.attack", {"target": at}),
                ("d6.attack", {"target": at, "weapon": "Mains nues"}),
                ("d6.care", {"target": anybody, "means": "first_aid"}),
                ("d6.care", {"target": anybody, "means": "medicine"}),
                ("d6.test", {"what": "F", "difficulty": "easy"}),
                ("d6.oppose", {"what": "F", "target": at}),
                ("d6.courage", {"fear": "terrible"}),
                ("d6.exert", {"effort": "march"}),
                ("d6.pass", {}),
            )
        )
        asked = with_requests(
            chance, turn, ("d6.test", {"what": "V", "difficulty": "easy"}), ("d6.roll", {"what": "Pe"})
        )
        return (*chance.sample(free, chance.choice((0, 0, 1, 2))), *asked)

    return Instant(game, fight, {who: possible(fight, who, move) for who in people}, "d6.pass")


GAMES = {"undesix": undesix, "deusex": deusex, "d6": d6}


@pytest.mark.parametrize("instants", [12, pytest.param(500, marks=pytest.mark.evening)])
@pytest.mark.parametrize("game", GAMES)
def test_an_instant_ends_alike_in_every_order_of_entry(game: str, instants: int) -> None:
    luck = random.getrandbits(32)  # another one in each run of `make evenings`
    for seed in range(instants):
        chance = Random(f"{game} {luck} {seed}")
        agrees(GAMES[game](chance), chance)


@pytest.mark.parametrize("moves", [30, pytest.param(500, marks=pytest.mark.evening)])
def test_in_cle_en_main_people_act_one_after_the_other(moves: int) -> None:
    """CEM-TURN-01…05: no instant is shared; each action reads what the one before it did."""
    game = game_called("cle-en-main")
    luck = random.getrandbits(32)
    fight = Playthrough.first_scene(game, Seeded(luck))
    for seed in range(luck, luck + moves):
        if fight.over or not fight.may_act:
            fight = Playthrough.first_scene(game, Seeded(seed))
        who = Random(seed).choice(fight.may_act)
        assert fight.scene.play.instant == 0
        assert dict(fight.seen_by(who).cast) == dict(fight.scene.cast)
        fight.act(*fight.natural_move(who))
