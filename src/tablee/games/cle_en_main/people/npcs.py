"""NPCs: boss, seconds couteaux, figurants; ready ones from `npcs.toml`, scaled to the number of PJ (Fiche 6).

How damage ends a second couteau or a figurant (CEM-NPC-07, -11) is in `attack/vitality.py`; the combat monitor
(CEM-NPC-05, -10) is in `order/monitor.py`; the bonus of a group (CEM-NPC-09) is in `check/side.py`;
the categories of skills (CEM-NPC-12) are in `tables.toml`, read by `tables.py`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from string import ascii_uppercase
from typing import Any, NamedTuple

from tablee.dice import Roll
from tablee.games.cle_en_main.book import BOOK
from tablee.games.cle_en_main.check.side import GROUP_SIZE
from tablee.games.cle_en_main.forms import PEOPLE
from tablee.games.cle_en_main.options import HEROISM_OUTSIDE_TABLE
from tablee.games.cle_en_main.order.hand import ELEVEN
from tablee.games.cle_en_main.play import number_of_pcs, played
from tablee.games.cle_en_main.sheet import TRAINING, Sheet, free_id, marked_name
from tablee.games.cle_en_main.tables import WEAPONS
from tablee.rules.action import Add, Create, Effect, Kind, Outcome, Put, Scene, action, part
from tablee.rules.cast import nobody_left, others
from tablee.rules.data.tables import toml_table
from tablee.rules.fields import Annotated, Ask, Audience, Between, Declared, Label, OneOf, record_of
from tablee.rules.forms import HOW, WHOM
from tablee.rules.why import Note
from tablee.text import Name, Text

NPCS: dict[str, dict[str, Any]] = toml_table(__package__, "npcs.toml")

NUMBERS = (2, 3, 4, 5)  # of PJ: the columns of every NPC block

PRESENT = BOOK.grade("present")


class CombatLine(NamedTuple):
    """CEM-NPC-04: a fighting skill as NPC blocks write it: « Combat (pistolet) 8 (1d6+2) »."""

    skill: str
    value: int
    dice: int
    bonus: int


COMBAT_LINE = re.compile(r"Combat \((?P<family>[^)]+)\) (?P<value>\d+) \((?:(?P<dice>\d+)d6)?(?P<bonus>[+-]?\d+)?\)")
DEFENCE_LINE = re.compile(r"Défense (?P<value>\d+)(?: \((?P<protection>\d+)\))?")


def combat_line(text: str) -> CombatLine:
    """CEM-NPC-04: reads a fighting skill with its damage in brackets.

    >>> combat_line("Combat (pistolet) 8 (1d6+2)")
    CombatLine(skill='combat (pistolet)', value=8, dice=1, bonus=2)
    """
    found = COMBAT_LINE.fullmatch(text)
    if found is None:
        raise ValueError(f"not a combat line: {text}")
    return CombatLine(
        f"combat ({found['family']})", int(found["value"]), int(found["dice"] or 0), int(found["bonus"] or 0)
    )


def defence_line(text: str) -> tuple[int, int]:
    """CEM-NPC-04: reads Défense with its protection in brackets.

    >>> defence_line("Défense 7 (2)")
    (7, 2)
    """
    found = DEFENCE_LINE.fullmatch(text)
    if found is None:
        raise ValueError(f"not a defence line: {text}")
    return int(found["value"]), int(found["protection"] or 0)


def by_pcs(values: Mapping[int, int], pcs: int, outside: str = "error") -> int | None:
    """CEM-NPC-06, -08: the value printed for this number of PJ; None outside 2 to 5.

    With the option (`outside`), the value of the nearest number printed.
    """
    if pcs in values:
        return values[pcs]
    return None if outside == "error" else values[min(max(pcs, min(values)), max(values))]


def groups(headcount: int) -> tuple[int, ...]:
    """CEM-NPC-09: the sizes of the groups that so many figurants form: fives, then the rest."""
    fives, rest = divmod(headcount, GROUP_SIZE)
    return (GROUP_SIZE,) * fives + ((rest,) if rest else ())


def entering(id: str, pcs: int, taken: Collection[str], outside: str = "error") -> dict[str, Sheet]:
    """CEM-NPC-02…08, -11: the sheets of a ready NPC by id; figurants in groups. Empty for a number of
    PJ not printed.
    """
    row = NPCS[id]
    amount = column(row, pcs, outside)
    if amount is None:
        return {}
    known = {**block(row), "block": id, "scaled_for": pcs}
    if row["kind"] != "extra":
        return {free_id(id, taken): record_of(Sheet, {**known, "vitality": amount, "vitality_max": amount})}
    sheets: dict[str, Sheet] = {}
    sizes = groups(amount)
    for letter, size in zip(ascii_uppercase, sizes, strict=False):
        values: dict[str, Any] = {**known, "group": size, "vitality": 1, "vitality_max": 1}
        if len(sizes) > 1:
            values["name"] = marked_name(values["name"], letter)
        sheets[free_id(id, [*taken, *sheets])] = record_of(Sheet, values)
    return sheets


def block(row: Mapping[str, Any]) -> dict[str, Any]:
    """CEM-NPC-04: the fields of a sheet from an NPC block, damage line by line; what a weapon demands is already in its
    numbers.
    """
    defence, protection = defence_line(row["defence"])
    skills = {**row.get("skills", {}), "defence": defence}
    weapons, bonus = [], dict[str, int]()
    for text, weapon in zip(row["combat"], row["weapons"], strict=True):
        line = combat_line(text)
        skills[line.skill] = line.value
        weapons.append(WEAPONS[weapon].with_changes(skill=line.skill, dice=line.dice, bonus=line.bonus))
        bonus.setdefault("ranged_bonus" if WEAPONS[weapon].ranged else "melee_bonus", line.bonus)
    return {
        "name": Name(**row["name"]),
        **{field: row[field] for field in ("kind", "concept", "categories", "tactics")},
        "skills": skills,
        "weapons": tuple(weapons),
        **bonus,
        "other_protection": protection,
        "training": tuple(TRAINING),
        "atouts": tuple({"id": atout, "ticked": True} for atout in row.get("atouts", ())),
        "equipment": tuple({"name": name} for name in row.get("equipment", ())),
    }


def column(row: Mapping[str, Any], pcs: int, outside: str) -> int | None:
    """CEM-NPC-06, -08: the vitality, or the number of figurants, that a block prints for this number of PJ."""
    printed = row["headcount" if row["kind"] == "extra" else "vitality"]
    return by_pcs(dict(zip(NUMBERS, printed, strict=True)), pcs, outside)


def rescaled(scene: Scene[Sheet], pcs: int, roll: Roll) -> list[Effect]:
    """CEM-NPC-06, -08: NPCs already present follow the number of PJ announced; what they have lost stays lost."""
    effects: list[Effect] = []
    bands: dict[str, list[str]] = {}
    for who, sheet in scene.cast.items():
        before, now = columns_of(scene, sheet, pcs)
        if sheet.kind == "extra" and before != now:
            bands.setdefault(sheet.block, []).append(who)
        elif before != now and not sheet.dead:
            left = max(min(1, sheet.vitality), sheet.vitality + now - before)
            effects += [Put(who, "vitality_max", now), Put(who, "vitality", left), Put(who, "scaled_for", pcs)]
            roll.note("CEM-NPC-06:rescaled", who=sheet.name, before=before, after=now)
    for block, band in bands.items():
        before, now = columns_of(scene, scene[band[0]], pcs)
        roll.note("CEM-NPC-06:rescaled", who=Name(**NPCS[block]["name"]), before=before, after=now)
        effects += [Put(who, "scaled_for", pcs) for who in band] + regrouped(scene, block, band, now - before, pcs)
    return effects


def columns_of(scene: Scene[Sheet], sheet: Sheet, pcs: int) -> tuple[int, int]:
    """CEM-NPC-06, -08: what the block of an NPC prints for the number of PJ they were scaled for, and for this one."""
    if not sheet.block or not sheet.scaled_for:
        return 0, 0
    row, outside = NPCS[sheet.block], scene.option(HEROISM_OUTSIDE_TABLE)
    before, now = (column(row, number, outside) for number in (sheet.scaled_for, pcs))
    return (before, now) if before is not None and now is not None else (0, 0)


def regrouped(scene: Scene[Sheet], kind: str, band: list[str], more: int, pcs: int) -> list[Effect]:
    """CEM-NPC-08, -09: so many figurants more, or fewer: into the groups still standing, then into new ones."""
    effects: list[Effect] = []
    standing = [who for who in reversed(band) if scene[who].group]  # the last ones are not full
    for who in standing:
        size = scene[who].group
        change = max(-size, min(GROUP_SIZE - size, more))
        more -= change
        effects += [Add(who, "group", change)] if change else []
    taken = list(scene.cast)
    for letter, size in zip(ascii_uppercase[len(band) :], groups(max(0, more)), strict=False):
        id = free_id(kind, taken)
        taken.append(id)
        name = marked_name(Name(**NPCS[kind]["name"]), letter)
        fresh = {**block(NPCS[kind]), "name": name, "group": size, "vitality": 1, "vitality_max": 1}
        effects.append(Create(id, record_of(Sheet, {**fresh, "block": kind, "scaled_for": pcs})))
    return effects


PCS = Label(fr="Nombre de PJ", en="Number of PCs")
AS_IN_SCENARIO = Text(fr="0 : ceux du scénario.", en="0: those of the scenario.")


class Entrance(Declared):
    """Which ready NPC enters, and for how many PJ."""

    npc: Annotated[
        str, OneOf({id: Name(**row["name"]) for id, row in NPCS.items()}), Label(fr="PNJ", en="NPC"), Ask(WHOM)
    ]
    pcs: Annotated[int, Between(0, 99), PCS, Ask(WHOM, more=True, help=AS_IN_SCENARIO)] = 0
    allied: Annotated[bool, Label(fr="Du côté des PJ", en="On the side of the PCs"), Ask(WHOM)] = False


def no_column(scene: Scene[Sheet], do: Entrance | None) -> Note | None:
    """CEM-NPC-06, -08: refuses a number of PJ for which blocks print no value, where the MJ names one."""
    if do is None or not do.pcs or scene.option(HEROISM_OUTSIDE_TABLE) != "error" or do.pcs in NUMBERS:
        return None
    return BOOK.note("CEM-NPC-06", pcs=do.pcs)


@action(
    "cle-en-main.enter",
    Entrance,
    fr="Faire entrer un PNJ",
    en="Bring in an NPC",
    refuse=no_column,
    by=Audience.MJ,
    kind=Kind.PEOPLE,
)
def enter(scene: Scene[Sheet], do: Entrance, roll: Roll) -> Outcome:
    """CEM-NPC-01, -06, -08, -09: a ready NPC enters, scaled to the number of PJ or to the nearest that is printed."""
    pcs = number_of_pcs(scene, do.pcs)
    if pcs not in NUMBERS:
        roll.note("CEM-NPC-06:nearest", pcs=pcs, nearest=min(max(pcs, min(NUMBERS)), max(NUMBERS)))
    sheets = entering(do.npc, pcs, tuple(scene.cast), "clamp")
    name = Name(**NPCS[do.npc]["name"])
    count = sum(sheet.group for sheet in sheets.values())
    extras = NPCS[do.npc]["kind"] == "extra"
    headline = (
        BOOK.note("CEM-NPC-08", who=name, count=count, groups=len(sheets))
        if extras
        else BOOK.note("CEM-NPC-01", who=name)
    )
    side: dict[str, Any] = {"side": "pj"} if do.allied else {}
    side |= {"auto11": True} if counted_alike(scene, NPCS[do.npc]["kind"]) else {}
    created = tuple(Create(who, sheet.with_changes(**side)) for who, sheet in sheets.items())
    return Outcome(tuple(part(who, PRESENT) for who in sheets), headline, created)


SCOPES = {
    "one": Text(fr="lui seul", en="this one"),
    "extra": Text(fr="tous les figurants", en="every figurant"),
    "henchman": Text(fr="tous les seconds couteaux", en="every second couteau"),
    "boss": Text(fr="tous les boss", en="every boss"),
    "all": Text(fr="tous les PNJ", en="every NPC"),
}


class Eleven(Declared):
    """For which NPCs 11 is counted without dice from now on, or no longer."""

    counted: Annotated[bool, Label(fr="Compter 11 sans dés", en="Count 11 without dice"), Ask(HOW)] = True
    scope: Annotated[str, OneOf(SCOPES), Label(fr="Pour", en="For"), Ask(WHOM)] = "one"


def not_an_npc(scene: Scene[Sheet], _do: Eleven | None) -> Note | None:
    """CEM-AUTO11-01: refuses a PJ: only NPCs count 11."""
    return BOOK.note("CEM-AUTO11-01:npcs", who=scene.me.name) if scene.me.pj else None


@action(
    ELEVEN,
    Eleven,
    fr="11 automatique",
    en="Automatic 11",
    refuse=not_an_npc,
    by=Audience.MJ,
    kind=Kind.PEOPLE,
)
def count_eleven(scene: Scene[Sheet], do: Eleven, roll: Roll) -> Outcome:
    """CEM-AUTO11-01: the MJ counts 11 for an NPC, a kind of them or all of them, until told otherwise; at each roll the
    MJ may still say otherwise.
    """
    alike = [who for who, sheet in scene.cast.items() if not sheet.pj and do.scope in ("all", sheet.kind)]
    people = [scene.actor] if do.scope == "one" else alike
    names = tuple(scene[who].name for who in people)
    headline = BOOK.note("CEM-AUTO11-01:kept" if do.counted else "CEM-AUTO11-01:over", who=names)
    return Outcome(
        tuple(part(who, PRESENT) for who in people),
        headline,
        tuple(Put(who, "auto11", do.counted) for who in people if scene[who].auto11 != do.counted),
    )


def counted_alike(scene: Scene[Sheet], kind: str) -> bool:
    """CEM-AUTO11-01: whether 11 is counted for every NPC of this kind in the scene: those who come count it too."""
    alike = [sheet.auto11 for sheet in scene.cast.values() if sheet.kind == kind]
    return bool(alike) and all(alike)


def other_groups(scene: Scene[Sheet]) -> dict[str, Name | Text]:
    """CEM-NPC-09: the name of each group of figurants but the one who acts, by id."""
    return {who: name for who, name in others(scene).items() if scene[who].kind == "extra"}


class Regrouping(Declared):
    """How many figurants join another group of the same kind."""

    target: Annotated[str, OneOf(other_groups), Label(fr="Groupe rejoint", en="Group they join"), Ask(WHOM)]
    count: Annotated[int, Between(1, GROUP_SIZE), Label(fr="Combien", en="How many"), Ask(HOW, unit=PEOPLE)]


def cannot_regroup(scene: Scene[Sheet], do: Regrouping | None) -> Note | None:
    """CEM-NPC-09: refuses groups of different kinds, more than five in a group, and figurants who would play twice."""
    me = scene.me
    if me.kind != "extra":
        return BOOK.note("CEM-NPC-09:group", who=me.name)
    if do is None:
        groups = other_groups(scene)
        return nobody_left(scene, cannot_mingle, lambda _scene: groups) if groups else BOOK.note("CEM-NPC-09:alone")
    return cannot_mingle(scene, do.target, do.count)


def cannot_mingle(scene: Scene[Sheet], group: str, count: int = 1) -> Note | None:
    """CEM-NPC-09: why so many figurants of the actor's group may not join another one."""
    me, other, acted = scene.me, scene[group], played(scene).acted
    mine, theirs = ((one.skills, one.categories, one.weapons, one.prone) for one in (me, other))
    if mine != theirs:
        return BOOK.note("CEM-NPC-09:unlike", who=me.name, target=other.name)
    if (scene.actor in acted) != (group in acted):
        return BOOK.note("CEM-NPC-09:later")
    many = count > me.group or other.group + count > GROUP_SIZE
    return BOOK.note("CEM-NPC-09:many", most=GROUP_SIZE) if many else None


@action(
    "cle-en-main.regroup",
    Regrouping,
    fr="Regrouper des figurants",
    en="Regroup figurants",
    refuse=cannot_regroup,
    by=Audience.MJ,
    kind=Kind.PEOPLE,
)
def regroup(scene: Scene[Sheet], do: Regrouping, roll: Roll) -> Outcome:
    """CEM-NPC-09: some figurants leave their group for another."""
    headline = BOOK.note("CEM-NPC-09:moved", who=scene.me.name, target=scene[do.target].name, count=do.count)
    moved = (Add(scene.actor, "group", -do.count), Add(do.target, "group", do.count))
    return Outcome((part(scene.actor, PRESENT), part(do.target, PRESENT)), headline, moved)
