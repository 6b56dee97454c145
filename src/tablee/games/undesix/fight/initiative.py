"""Initiative: who acts in which instant, and what those of one instant read of each other (Fiches 1, 3 and 8)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from tablee.games.undesix.book import BOOK, SENS
from tablee.games.undesix.check.checks import free
from tablee.games.undesix.fight.attitudes import ATTITUDE
from tablee.games.undesix.fight.wielding import BARE
from tablee.games.undesix.play import stage_of
from tablee.games.undesix.sheet import Sheet
from tablee.games.undesix.tables import ATTITUDES
from tablee.rules.action import Scene
from tablee.rules.why import Tally

MODERN = BOOK.term("modern")
TUMBLED = BOOK.term("tumbled")

QUICKER = 2  # points of SENS, one second of reaction time (UDS-CHAR-07, UDS-INIT-04, UDS-ACTION-05)


def effective_sens(sens: int, attitude: str = "normal", modern: bool = False, tumbled: bool = False) -> Tally:
    """UDS-INIT-04, -05: SENS, the attitude, a modern weapon, a tumble into the fight."""
    terms = [
        SENS(sens),
        *([ATTITUDE(ATTITUDES[attitude].sens)] if ATTITUDES[attitude].sens else []),
        *([MODERN(QUICKER)] if modern else []),
        *([TUMBLED(QUICKER)] if tumbled else []),
    ]
    return BOOK.sum("UDS-INIT-05", *terms)


class Entry(NamedTuple):
    """Somebody about to act, with all that decides when."""

    who: str
    sens: int  # effective
    surprises: bool = False
    behind: str = ""  # whom they attack from behind


Instants = tuple[tuple[str, ...], ...]


def instants(entries: Iterable[Entry]) -> Instants:
    """UDS-INIT-01, -02, -03, -06: surprise first, then by SENS, equals together; from behind, before the victim."""
    fighters = list(entries)
    ranks = sorted({(entry.surprises, entry.sens) for entry in fighters}, reverse=True)
    order = [[entry.who for entry in fighters if (entry.surprises, entry.sens) == rank] for rank in ranks]
    for entry in sorted(fighters, key=lambda it: it.sens, reverse=True):
        order = _before_victim(order, entry, fighters)
    return tuple(tuple(instant) for instant in order if instant)


def _before_victim(order: list[list[str]], entry: Entry, fighters: list[Entry]) -> list[list[str]]:
    """UDS-INIT-06: the order with this attacker just before the victim, unless the attacker acts earlier anyway."""
    place = {who: rank for rank, instant in enumerate(order) for who in instant}
    if entry.behind not in place or place[entry.who] < place[entry.behind]:
        return order
    victim = place[entry.behind]
    rest = [[who for who in instant if who != entry.who] for instant in order]
    equals = {it.who for it in fighters if it.behind == entry.behind and it.sens == entry.sens}
    if victim and rest[victim - 1] and not set(rest[victim - 1]) - equals:  # another, as quick, is there already
        rest[victim - 1].append(entry.who)
        return rest
    return [*rest[:victim], [entry.who], *rest[victim:]]


def able(scene: Scene[Sheet], who: str) -> bool:
    """Whether a character is here and may act at all: alive and well, awake, not in the middle of an incantation."""
    return who in scene.cast and free(scene, who)


def sens_of(scene: Scene[Sheet], who: str) -> Tally:
    """UDS-INIT-05: a character's SENS for initiative, with the attitude announced and a tumble in the first round."""
    stage, sheet = stage_of(scene), scene[who]
    return effective_sens(
        sheet.sens, stage.announced.get(who, "normal"), sheet.armed.modern, stage.round == 1 and who in stage.tumbled
    )


def still_to_act(scene: Scene[Sheet]) -> Instants:
    """The instants still to come in this round, given what is announced and who is able to act."""
    stage = stage_of(scene)
    return instants(
        Entry(
            who,
            sens_of(scene, who).total,
            stage.round == 1 and who in stage.surprising,
            stage.behind.get(who, ""),
        )
        for who in stage.fighters
        if who not in stage.done and able(scene, who)
    )


SPENT_AT_ONCE = (
    *("psy", "psy_max", "exhausted", "mad_days", "mad_for_good", "destiny", "destiny_mj", "skills", "gained"),
    *("weapons", "fired", "reloading", "streak", "broken", "treated"),
)  # what a character uses up or learns, as fields of a sheet


def read_in_instant(began: Sheet, now: Sheet) -> Sheet:
    """UDS-INIT-03, UDS-XP-01: what was spent or learnt in an instant counts at once, its wounds only afterwards.

    A weapon just drawn is in hand; one that a blow of this instant knocked away still serves in it.
    """
    if began is now:
        return now
    weapon = began.weapon if now.weapon == BARE else now.weapon
    untended = now.wounded_since - (now.lost - began.lost)  # care of this instant counts, its wounds do not
    spent = {field: getattr(now, field) for field in SPENT_AT_ONCE}
    return began.with_changes(weapon=weapon, wounded_since=untended, **spent)
