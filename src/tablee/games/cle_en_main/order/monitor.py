"""The combat monitor: primes and penalties that the MJ notes for a scene or for some actions (Fiche 6, Les boss)."""

from __future__ import annotations

from tablee.dice import Roll
from tablee.games.cle_en_main.book import BOOK
from tablee.games.cle_en_main.check.primes import PENALTIES, PRIMES, marking
from tablee.games.cle_en_main.forms import ACTIONS, STAKES
from tablee.games.cle_en_main.order.hand import MONITOR
from tablee.games.cle_en_main.sheet import Mark, Sheet
from tablee.rules.action import Kind, Outcome, Put, Scene, action, part
from tablee.rules.fields import Annotated, Ask, Audience, Between, Declared, Label, OneOf
from tablee.rules.forms import HOW_LONG
from tablee.rules.why import Note
from tablee.text import Text

NOTED = BOOK.grade("noted")
NOTABLE = PRIMES | PENALTIES


class Entry(Declared):
    """The prime or penalty to note or to erase, and for how many actions."""

    term: Annotated[str, OneOf(NOTABLE), Label(fr="Prime ou pénalité", en="Prime or penalty"), Ask(STAKES)]
    actions: Annotated[
        int,
        Between(0, 20),
        Label(fr="Nombre d'actions", en="Number of actions"),
        Ask(HOW_LONG, unit=ACTIONS, help=Text(fr="0 : toute la scène.", en="0: the whole scene.")),
    ] = 0
    erase: Annotated[
        bool, Label(fr="Effacer", en="Rub out"), Ask(STAKES, when=lambda scene, _values: bool(scene.me.marks))
    ] = False


def not_noted(scene: Scene[Sheet], do: Entry | None) -> Note | None:
    """CEM-NPC-05: refuses to erase what is not noted."""
    if do is None or not do.erase or any(mark.id == do.term for mark in scene.me.marks):
        return None
    return BOOK.note("CEM-NPC-05:nothing", who=scene.me.name, term=NOTABLE[do.term])


@action(
    MONITOR,
    Entry,
    fr="Noter au moniteur",
    en="Note on the monitor",
    refuse=not_noted,
    by=Audience.MJ,
    kind=Kind.SCENE,
)
def note(scene: Scene[Sheet], do: Entry, roll: Roll) -> Outcome:
    """CEM-NPC-05, -10: notes a free prime or an obligatory penalty for a character or a whole group, or erases it."""
    values = {"who": scene.me.name, "term": NOTABLE[do.term]}
    noted = (part(scene.actor, NOTED),)
    if do.erase:
        left = tuple(mark for mark in scene.me.marks if mark.id != do.term)
        return Outcome(noted, BOOK.note("CEM-NPC-05:erased", **values), (Put(scene.actor, "marks", left),))
    mark = Mark(id=do.term, left=do.actions) if do.actions else Mark(id=do.term, scene=True)
    headline = (
        BOOK.note("CEM-NPC-05:counted", **values, actions=do.actions)
        if do.actions
        else BOOK.note("CEM-NPC-05:circled", **values)
    )
    return Outcome(noted, headline, (marking(scene, scene.actor, mark),))
