"""The state of a scene: the table's lists, who acts in which order, and how often each has defended this round."""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import Field

from tablee.games.d6.lists.contents import Lists
from tablee.games.d6.lists.reader import PROPOSED
from tablee.games.d6.sheet import Sheet
from tablee.rules.action import PLAY, Scene
from tablee.rules.order import Play
from tablee.rules.why import Note


class D6Play(Play):
    """D6-COMBAT-01: `order` holds those who act together, the first to act first; `acted` those who have this round,
    in no order: fights that came to the same are the same.
    """

    lists: Lists | None = None  # a table's own; ours if None
    order: tuple[tuple[str, ...], ...] = ()
    acted: tuple[str, ...] = ()
    together: tuple[str, ...] = ()  # those of the present instant, able when it began
    defences: dict[str, int] = Field(
        default_factory=dict
    )  # made this round, before the present instant if it is shared
    defending: dict[str, int] = Field(default_factory=dict)  # made in the present instant
    tended: tuple[tuple[str, str], ...] = ()  # who was cared for in the present instant, and how

    @property
    def fighters(self) -> tuple[str, ...]:
        """Those in the fight, whatever their order."""
        return tuple(sorted(who for group in self.order for who in group))

    def acting(self, able: tuple[str, ...]) -> tuple[str, ...]:
        """D6-COMBAT-01: who may act now: the first group in the order with an able character who has not acted.

        Those who share an instant all act, even if one of them has struck another down in it.
        """
        acted, order = self.acted, self.order
        shared, left = tuple([who for who in self.together if who not in acted]), set(able).difference(acted)
        groups = (tuple([who for who in group if who in left]) for group in order if not left.isdisjoint(group))
        return shared or next(groups, ())

    @property
    def shared(self) -> bool:
        """Whether a character of the present instant has not acted yet."""
        return any(who not in self.acted for who in self.together)

    def instant_over(self) -> D6Play:
        """The state once those who shared an instant have acted: what they did weighs from now on."""
        if not (self.defending or self.tended):
            return self
        names = sorted({*self.defences, *self.defending})
        made = {name: self.defences.get(name, 0) + self.defending.get(name, 0) for name in names}
        return self.with_changes(defences=made, defending={}, tended=())

    @property
    def next_instant(self) -> int:
        """A number for an instant that begins now: none of this fight had it before."""
        return 100 * self.round + len(self.acted) + 1


def state_of(scene: Scene[Sheet]) -> D6Play:
    return scene.play if isinstance(scene.play, D6Play) else D6Play(**scene.play.model_dump())


def cannot_act(scene: Scene[Sheet], _do: object) -> Note | None:
    """Why the actor cannot do anything at all, if so: dead, out of action, unconscious."""
    return scene.me.unable()


def lists_of(scene: Scene[Sheet]) -> Lists:
    """The lists this table plays with."""
    return state_of(scene).lists or PROPOSED


@dataclass(frozen=True)
class Defended:
    """D6-COMBAT-02: one defence more this round; D6-COMBAT-01: those of one instant do not weigh on each other."""

    name: str
    who: str = PLAY

    def on(self, play: D6Play) -> D6Play:
        field = "defending" if play.instant else "defences"
        made = getattr(play, field)
        return play.with_changes(**{field: dict(sorted({**made, self.name: made.get(self.name, 0) + 1}.items()))})


@dataclass(frozen=True)
class Tended:
    """D6-COMBAT-01, -08: a care tried in a shared instant, once for what was hurt when it began."""

    person: str
    means: str
    who: str = PLAY

    def on(self, play: D6Play) -> D6Play:
        return play.with_changes(tended=(*play.tended, (self.person, self.means))) if play.instant else play
