"""Stage, the state of a scene: who fights, who has acted this round, what was announced, the spells in force.

Sheets keep what belongs to a person (the attitude in force, shots fired); the stage keeps what belongs to the round.
The order of a round is in `fight/rounds.py`; `taking_turn` here is how an action uses its actor's round (UDS-TIME-02).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pydantic import Field

from tablee.games.undesix.magic.state import ChangeSpell, Magic
from tablee.games.undesix.sheet import Sheet
from tablee.rules.action import PLAY, Effect, Put, Scene
from tablee.rules.fields import Annotated, Declared, Label


class Owed(Declared):
    """An action that the scene must perform before anybody acts, because a clock struck."""

    action: str
    who: str


class Stage(Magic):
    """The state of a scene of UnDéSix; a round of 0 is out of any fight."""

    fighters: Annotated[tuple[str, ...], Label(fr="Combattants", en="Fighters")] = ()
    surprising: Annotated[tuple[str, ...], Label(fr="Qui surprend", en="Who surprises")] = ()
    done: Annotated[tuple[str, ...], Label(fr="Ont agi ce round", en="Have acted this round")] = ()
    now: Annotated[tuple[str, ...], Label(fr="Agissent encore à cet instant", en="Still act in this instant")] = ()
    together: Annotated[tuple[str, ...], Label(fr="Cet instant", en="This instant")] = ()  # all those of it
    announced: Annotated[dict[str, str], Label(fr="Attitudes annoncées", en="Attitudes announced")] = Field(
        default_factory=dict
    )
    behind: Annotated[dict[str, str], Label(fr="Attaquent de dos", en="Attack from behind")] = Field(
        default_factory=dict
    )
    facing: Annotated[dict[str, str], Label(fr="Font face à", en="Face")] = Field(
        default_factory=dict
    )  # the flanked (UDS-COMBAT-10)
    begun: Annotated[bool, Label(fr="Instant commencé", en="Instant begun")] = False  # one of `now` has acted
    tumbled: Annotated[tuple[str, ...], Label(fr="Roulés-boulés réussis", en="Tumbled in")] = ()
    several: Annotated[dict[str, int], Label(fr="Actions annoncées", en="Actions announced")] = Field(
        default_factory=dict
    )
    taken: Annotated[dict[str, int], Label(fr="Actions faites", en="Actions made")] = Field(default_factory=dict)
    metres: Annotated[dict[str, int], Label(fr="Mètres parcourus", en="Metres moved")] = Field(default_factory=dict)
    moved: Annotated[
        tuple[str, ...], Label(fr="Se sont déplacés", en="Have moved")
    ] = ()  # this round, before this instant
    slowed: Annotated[dict[str, int], Label(fr="Ralentis, en mètres", en="Slowed, in metres")] = Field(
        default_factory=dict
    )  # hit at the legs in this fight
    slowing: Annotated[dict[str, int], Label(fr="Ralentis à l'instant", en="Slowed in this instant")] = Field(
        default_factory=dict
    )  # felt once the instant is over (UDS-INIT-03)
    drew: Annotated[dict[str, str], Label(fr="Avaient en main", en="Had in hand")] = Field(
        default_factory=dict
    )  # who drew a weapon in this instant, and what they held before
    fired: Annotated[dict[str, int], Label(fr="Armes déjà comptées", en="Weapons already counted")] = Field(
        default_factory=dict
    )  # `ana pistol`: that round of fire is counted (UDS-SHOOT-04)
    ended: Annotated[tuple[str, ...], Label(fr="Ont fini la partie", en="Have ended the game")] = ()
    seconds: Annotated[float, Label(fr="Secondes écoulées", en="Seconds gone by")] = 0
    owed: Annotated[tuple[Owed, ...], Label(fr="Échéances", en="Due")] = ()


def stage_of(scene: Scene[Sheet]) -> Stage:
    """The stage of a scene; a plain `Play` counts as an empty one."""
    play = scene.play
    return play if isinstance(play, Stage) else Stage(**play.__dict__)


@dataclass(frozen=True)
class StageEntry:
    """One entry of a table of the stage, such as who announced which attitude."""

    field: str
    key: str
    value: str | int
    who: str = PLAY

    def on(self, stage: Stage) -> Stage:
        return stage.with_changes(**{self.field: {**getattr(stage, self.field), self.key: self.value}})


@dataclass(frozen=True)
class Slowed:
    """UDS-ACTION-11, UDS-INIT-03: a fighter hit at the legs; of several blows in one instant the worst counts."""

    victim: str
    metres: int
    who: str = PLAY

    def on(self, stage: Stage) -> Stage:
        worst = min(self.metres, stage.slowing.get(self.victim, self.metres))
        return stage.with_changes(slowing={**stage.slowing, self.victim: worst})


@dataclass(frozen=True)
class GameEnded:
    """UDS-XP-09: a character has had what this game leaves; with another game (`another`), as the first to do so."""

    actor: str
    another: bool = False
    who: str = PLAY

    def on(self, stage: Stage) -> Stage:
        ended = () if self.another else stage.ended
        return stage.with_changes(ended=tuple(dict.fromkeys((*ended, self.actor))))


@dataclass(frozen=True)
class ActionTaken:
    """A character has made one more action this round."""

    actor: str
    who: str = PLAY

    def on(self, stage: Stage) -> Stage:
        return stage.with_changes(taken={**stage.taken, self.actor: stage.taken.get(self.actor, 0) + 1})


def fighting(scene: Scene[Sheet]) -> bool:
    """Whether the actor is in the fight."""
    return scene.actor in stage_of(scene).fighters


def side_of(scene: Scene[Sheet], who: str) -> str:
    """The side a character fights on; their own id if they are on no side; "" for bystanders.

    Out of fights there are the players' characters and the others; who is mad for good is the MJ's (UDS-STATE-04).
    """
    stage, sheet = stage_of(scene), scene[who]
    if stage.round:
        return (sheet.side or who) if who in stage.fighters else ""
    return "players" if sheet.played else "others"


def held_in_instant(scene: Scene[Sheet], who: str) -> str:
    """UDS-INIT-03: the weapon that those of an instant read in a character's hand: the one it began with."""
    return stage_of(scene).drew.get(who, scene[who].weapon)


def attitude_of(scene: Scene[Sheet]) -> str:
    """UDS-ATTITUDE-01, -05: what the actor announced in a fight, normal if nothing; elsewhere the sheet's."""
    return stage_of(scene).announced.get(scene.actor, "normal") if fighting(scene) else scene.me.attitude


def moving(scene: Scene[Sheet], metres: int) -> tuple[Effect, ...]:
    """UDS-TIME-04: the metres the actor moves, added to those of the round."""
    if not metres or not fighting(scene):
        return ()
    return (StageEntry("metres", scene.actor, stage_of(scene).metres.get(scene.actor, 0) + metres),)


def has_acted(scene: Scene[Sheet], who: str) -> bool:
    """UDS-TIME-02: whether a fighter has made their action of this round, or all those they announced."""
    stage = stage_of(scene)
    return who in stage.fighters and stage.taken.get(who, 0) >= stage.several.get(who, 1)


def acting_together(scene: Scene[Sheet], helpers: Iterable[str], actions: int = 1) -> tuple[Effect, ...]:
    """UDS-ACTION-14, UDS-TIME-02: helping is an action: the actor and those who help have acted."""
    others = (who for who in dict.fromkeys(helpers) if who != scene.actor)
    helped = (effect for who in others for effect in taking_turn(scene.acting(who)))
    return (*taking_turn(scene, actions), *helped)


def taking_turn(scene: Scene[Sheet], actions: int = 1, concentrating: bool = False) -> tuple[Effect, ...]:
    """What acting in a fight changes: the announced attitude is now in force (UDS-ATTITUDE-05), and a turn is taken.

    Every action that uses the actor's round adds these to its effects (UDS-TIME-02, UDS-COMBAT-07). Unless it leaves
    one `concentrating`, a golem of the actor's gets no more orders (UDS-MAGIC-21). Reacting is no action.
    """
    if not fighting(scene) or scene.reacting:
        return ()
    effects: list[Effect] = [ActionTaken(scene.actor)]
    if not concentrating:
        mine = (spell for spell in stage_of(scene).spells if spell.obeys and spell.caster == scene.actor)
        effects += [ChangeSpell(spell.id, (("strayed", True),)) for spell in mine]
    attitude = attitude_of(scene)
    if scene.me.attitude != attitude:
        effects.append(Put(scene.actor, "attitude", attitude))
    if not scene.me.acted:
        effects.append(Put(scene.actor, "acted", True))
    announced = stage_of(scene).several.get(scene.actor, 1)
    if announced != max(actions, announced):
        effects.append(StageEntry("several", scene.actor, actions))
    return tuple(effects)
