"""CemPlay, the state of a scene: the round, whose hand it is, who has acted, the progress of a chase."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pydantic import Field

from tablee.games.cle_en_main.options import HEROISM_WINDOW
from tablee.games.cle_en_main.sheet import Sheet
from tablee.rules.action import PLAY, Scene
from tablee.rules.fields import Annotated, Declared, Label
from tablee.rules.order import Play

Hand = Literal["players", "mj"]
Reason = Literal["", "response", "response_other", "yielded", "disagreement", "sweep"]


class Interruption(Declared):
    """CEM-TURN-07: the turn of `interrupted` is set aside while `interrupter` plays theirs inside it."""

    interrupted: str
    interrupter: str
    over: bool = False  # the interrupter has played: the other's turn goes on
    attacked: tuple[str, ...] = ()  # by the interrupter: they reply after the resumed turn


class CemPlay(Play):
    """What the order of play and chases remember of a scene."""

    pcs: Annotated[int, Label(fr="Nombre de PJ", en="Number of PCs")] = 0  # of the scenario (CEM-HERO-01, CEM-NPC-06)
    turn: Annotated[int, Label(fr="Tour", en="Turn")] = 0  # counts every action of the evening: the window of heroism
    hand: Annotated[Hand, Label(fr="La main", en="The hand")] = "players"
    reason: Annotated[Reason, Label(fr="Pourquoi", en="Why")] = ""
    options: Annotated[tuple[str, ...], Label(fr="Au choix", en="To choose from")] = ()  # NPCs, when the MJ has it
    may_pass: Annotated[bool, Label(fr="Peut passer", en="May pass")] = False
    acted: Annotated[tuple[str, ...], Label(fr="Ont joué", en="Have acted")] = ()
    settled: Annotated[tuple[str, ...], Label(fr="Échéances passées", en="Deadlines past")] = ()  # this end of round
    passing: Annotated[int, Label(fr="Rounds à laisser passer", en="Rounds to let pass")] = 0  # outside action scenes
    stack: Annotated[tuple[Interruption, ...], Label(fr="Interruptions", en="Interruptions")] = ()
    challenge: Annotated[
        tuple[str, ...], Label(fr="Interruption tentée", en="Interruption under way")
    ] = ()  # who, whom
    fugitives: Annotated[tuple[str, ...], Label(fr="Fugitifs", en="Fugitives")] = ()
    lost: Annotated[tuple[str, ...], Label(fr="Poursuivants semés", en="Shaken off")] = ()  # pursuer/fugitive
    progress: Annotated[dict[str, int], Label(fr="Progression", en="Progress")] = Field(
        default_factory=dict
    )  # of a chase
    engaged: Annotated[dict[str, tuple[str, ...]], Label(fr="Au corps à corps", en="In melee")] = Field(
        default_factory=dict
    )  # who has whom within reach in this scene
    tried: Annotated[dict[str, tuple[int, ...]], Label(fr="Essais ratés", en="Failed tries")] = Field(
        default_factory=dict
    )  # who|task: the chance that the last failed test of it had (check/retries.py)


@dataclass(frozen=True)
class Engaged:
    """CEM-DEF-02: these two are in melee from now on."""

    one: str
    other: str
    who: str = PLAY

    def on(self, play: CemPlay) -> CemPlay:
        engaged = dict(play.engaged)
        for who, foe in ((self.one, self.other), (self.other, self.one)):
            engaged[who] = tuple(dict.fromkeys((*engaged.get(who, ()), foe)))
        return play.with_changes(engaged=engaged)


@dataclass(frozen=True)
class Disengaged:
    """CEM-DEF-02: a character leaves every melee they were in."""

    one: str
    who: str = PLAY

    def on(self, play: CemPlay) -> CemPlay:
        left = {who: tuple(foe for foe in foes if foe != self.one) for who, foes in play.engaged.items()}
        return play.with_changes(engaged={who: foes for who, foes in left.items() if foes and who != self.one})


def played(scene: Scene[Sheet]) -> CemPlay:
    """The state of this scene, with the fields of this game."""
    play = scene.play
    return play if isinstance(play, CemPlay) else CemPlay(round=play.round, clocks=play.clocks)


def number_of_pcs(scene: Scene[Sheet], given: int) -> int:
    """CEM-HERO-01, CEM-NPC-06: the number of PJ that counts: the one given, the scenario's, or those present."""
    return given or played(scene).pcs or sum(sheet.pj for sheet in scene.cast.values())


def window(scene: Scene[Sheet]) -> int:
    """CEM-HERO-08: the number of the period in which each effect of heroism may be used once.

    It is the turn now being played; with the option, the round (as a negative number). Every action
    ends a turn (`order.hand.Hands.after`), so an effect used in another period may be used again.
    """
    play = played(scene)
    if play.round and scene.option(HEROISM_WINDOW) == "round":
        return -play.round
    return play.turn
