"""The example spells of Fiches 5, 6 and 7, from `examples.toml`: pick one, change what you like, cast it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tablee.dice import Roll
from tablee.games.undesix.forms import SENTENCE, Helpers, SeveralActions, Willing
from tablee.games.undesix.magic.casting import TO_CAST, cannot_cast, cast
from tablee.games.undesix.magic.state import Cast, first_target
from tablee.games.undesix.magic.words import DISTANCES, DURATIONS, SIZES
from tablee.games.undesix.sheet import Sheet
from tablee.games.undesix.tables import names
from tablee.rules.action import Ended, Kind, Scene, action
from tablee.rules.cast import everybody
from tablee.rules.data.tables import toml_table
from tablee.rules.fields import Annotated, Ask, Audience, Between, By, Declared, Label, OneOf, record_of
from tablee.rules.forms import WHOM, WITH, WORD_OF_MJ
from tablee.rules.why import Note
from tablee.text import Text


@dataclass(frozen=True)
class Example:
    """A spell of the book: the parameters of `undesix.cast`, and what the Fiche prints where it differs."""

    name: Text
    cast: Cast
    note: Text | None = None
    printed: int | None = None
    mundane: str = ""  # the ordinary roll that the Fiche asks for as well (UDS-MAGIC-38)


def _example(row: dict[str, Any]) -> Example:
    name, note = Text(**row.pop("name")), row.pop("note", None)
    printed, mundane = row.pop("printed", None), row.pop("mundane", "")
    return Example(name, record_of(Cast, row), Text(**note) if note else None, printed, mundane)


EXAMPLES = {id: _example(row) for id, row in toml_table(__package__, "examples.toml").items()}


class Pick(Declared):
    """A spell of the book, at whom, and what is changed in it; what is left empty stays as printed."""

    spell: Annotated[str, OneOf(names(EXAMPLES)), Label(fr="Sort", en="Spell"), Ask(WITH)]
    targets: Annotated[
        tuple[str, ...], OneOf(everybody), Label(fr="Cibles", en="Targets"), Ask(WHOM, default=first_target)
    ] = ()
    willing: Willing = False
    size: Annotated[str, OneOf(names(SIZES)), Label(fr="Autre taille", en="Another size"), Ask(SENTENCE, more=True)] = (
        ""
    )
    duration: Annotated[
        str, OneOf(names(DURATIONS)), Label(fr="Autre durée", en="Another duration"), Ask(SENTENCE, more=True)
    ] = ""
    distance: Annotated[
        str, OneOf(names(DISTANCES)), Label(fr="Autre distance", en="Another distance"), Ask(SENTENCE, more=True)
    ] = ""
    helpers: Helpers = ()
    actions: SeveralActions = 1
    mundane: Annotated[
        bool,
        Label(fr="Avec le jet ordinaire de la Fiche", en="With the Fiche's mundane roll"),
        By(Audience.MJ),
        Ask(WORD_OF_MJ),
    ] = False
    modifier: Annotated[
        int,
        Between(-100, 100),
        Label(fr="Modificateur", en="Modifier"),
        By(Audience.MJ),
        Ask(WORD_OF_MJ, help=Text(fr="S'ajoute à chaque seuil.", en="Added to each target.")),
    ] = 0

    @property
    def cast(self) -> Cast:
        """The spell as it will be said."""
        example = EXAMPLES[self.spell]
        changed = {id: value for id in ("size", "duration", "distance") if (value := getattr(self, id))}
        return example.cast.with_changes(
            **changed,
            targets=self.targets,
            willing=self.willing,
            helpers=self.helpers,
            actions=self.actions,
            modifier=example.cast.modifier + self.modifier,
            extra_rolls=(example.mundane,) if self.mundane and example.mundane else (),
        )


def cannot_pick(scene: Scene[Sheet], do: Pick | None) -> Note | None:
    return cannot_cast(scene, do.cast if do else None)


@action(
    "undesix.cast-example",
    Pick,
    fr="Lancer un sort du livre",
    en="Cast a spell of the book",
    refuse=cannot_pick,
    kind=Kind.MAGIC,
    success=TO_CAST,
)
def cast_example(scene: Scene[Sheet], do: Pick, roll: Roll) -> Ended:
    """UDS-MAGIC-04, -38: one of the printed examples, as it is or adapted."""
    return cast.resolve(scene, do.cast, roll)
