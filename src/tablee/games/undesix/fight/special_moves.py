"""Special moves: headbutt, war cry, war hammer, and the parry of a laser sword (Fiche 3, Coups spéciaux)."""

from __future__ import annotations

from tablee.dice import Roll, d6, rule
from tablee.games.undesix.sheet import Sheet
from tablee.games.undesix.skills import SKILLS
from tablee.games.undesix.tables import WEAPONS

SPECIAL_MOVES = {key: SKILLS[key].name for key in ("headbutt", "war_cry")}


@rule
def parry(roll: Roll, psy: int, strict: bool = False) -> int:
    """UDS-SPECIAL-06: the margin of a PSY roll is added to the CA; a failure or a 6 adds nothing."""
    die = roll(d6)
    extra = psy - die if die != 6 and psy - die >= strict else 0
    roll.note("UDS-SPECIAL-06", die=die, psy=psy, extra=extra)
    return extra


def experience_key(weapon: str, move: str = "") -> str:
    """UDS-SPECIAL-02, -04: where the experience of an attack is written; the war hammer is a special move too."""
    return move or WEAPONS[weapon].special or f"weapon:{weapon}"


def ignores_ca(key: str) -> bool:
    """UDS-SPECIAL-01…03: whether an attack with this skill strikes whatever the CA."""
    return key in SKILLS and not SKILLS[key].formula.less_ca


def parrying_psy(foe: Sheet, held: str, key: str) -> int | None:
    """UDS-SPECIAL-05, -06: the PSY of a laser sword that may parry this attack; special moves are not parried."""
    return foe.psy if WEAPONS[held].parries and key not in SKILLS and not foe.unable() else None
