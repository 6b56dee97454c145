"""Making a character: the draft, what it has spent so far, what is wrong with it, and the sheet it becomes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from tablee.dice import Roll
from tablee.errors import BadInput
from tablee.games.d6.book import BOOK
from tablee.games.d6.codes import NOTHING, ONE_DIE, DieCode
from tablee.games.d6.lists.contents import Characteristic, Derived, Lists, Skill, SkillKind, plain
from tablee.games.d6.options import BOOK_PRICES, Prices, prices
from tablee.games.d6.people.costs import (
    FREE_PICKS,
    HIGHEST_CHARACTERISTIC,
    HIGHEST_LEVEL,
    PURSE,
    Picks,
    Purse,
    characteristic_price,
    characteristic_purse,
    level_price,
    skill_purse,
)
from tablee.games.d6.people.draft import Draft, levels_of
from tablee.games.d6.play import lists_of
from tablee.games.d6.sheet import Sheet
from tablee.rules.action import Create, Kind, Outcome, Scene, action, part
from tablee.rules.sheet.sheets import Entry
from tablee.rules.why import Note
from tablee.text import Name, Text

CREATED = BOOK.grade("created")
KIND_NAMES: dict[SkillKind, Text] = {
    "common": Text(fr="une compétence commune", en="a common skill"),
    "reserved": Text(fr="une compétence réservée", en="a reserved skill"),
    "craft": Text(fr="un artisanat", en="a craft"),
    "extraordinary": Text(fr="une compétence extraordinaire", en="an extraordinary skill"),
}


class Ledger(NamedTuple):
    """D6-CREATE-05: the accounts of a draft, and what is wrong with it, each with a name."""

    characteristics: Purse
    skills: Purse
    picks: Picks
    problems: tuple[Note, ...]

    def left(self) -> Note:
        """The points left, to be shown while the character is being made."""
        return BOOK.note(
            "D6-CREATE-05",
            characteristics=self.characteristics.left,
            skills=self.skills.left,
            picks=self.picks.used,
            free=FREE_PICKS,
        )


def ledger(draft: Draft, lists: Lists, prices: Prices = BOOK_PRICES) -> Ledger:
    """D6-CREATE-01…06: both purses, the picks, and every problem; of a half-made character too."""
    by_pick = [id for id, paid in draft.reserved.items() if paid == "speciality"]
    narrow = {2: prices.narrow}  # picks that a level takes, where it is not one
    specialities = [(Text(name, name), narrow.get(level, 1)) for name, level in levels_of(draft, lists).items()]
    used = Picks((*specialities, *((lists.name_of(id), 1) for id in (*by_pick, *draft.crafts))))
    body = characteristic_purse(_in_table(draft.characteristics, characteristic_price, lists), prices)
    bought = [lists.name_of(id) for id in draft.reserved if id not in by_pick]
    craft = skill_purse(_in_table(draft.levels, level_price, lists), bought, used, prices)
    return Ledger(body, craft, used, tuple(_problems(draft, lists, body, craft)))


def _in_table(
    codes: Mapping[str, DieCode], price: Callable[[DieCode], int], lists: Lists
) -> Iterator[tuple[Text, DieCode]]:
    """The codes that have a price, with their names; the others are problems, told apart."""
    for id, code in codes.items():
        try:
            price(code)
        except BadInput:
            continue
        yield lists.name_of(id), code


def left(scene: Scene[Sheet], draft: Draft) -> tuple[Entry, ...]:
    """D6-CREATE-05: the points and the picks that are left, each with what it was spent on."""
    accounts = ledger(draft, lists_of(scene), prices(scene))
    purses = {"characteristics": accounts.characteristics.sum, "skills": accounts.skills.sum}
    return (
        *(Entry(id, one.saying.text, one.total, "gauge", most=PURSE, sum=one) for id, one in purses.items()),
        Entry(
            "picks",
            BOOK.text("D6-SPEC-02:left"),
            accounts.picks.left.total,
            "boxes",
            most=FREE_PICKS,
            sum=accounts.picks.left,
        ),
    )


def _problems(draft: Draft, lists: Lists, body: Purse, craft: Purse) -> Iterator[Note]:
    for key, code in draft.characteristics.items():
        if key not in lists.characteristics:
            yield BOOK.note("D6-CHAR-01:unknown_characteristic", what=key, known=tuple(lists.characteristics))
        elif not ONE_DIE <= code <= HIGHEST_CHARACTERISTIC:
            yield _out_of_table(lists, key, code, ONE_DIE, HIGHEST_CHARACTERISTIC)
    yield from _skill_problems(draft, lists)
    yield from _speciality_problems(draft, lists)
    gear = [(weapon, tuple(lists.weapons)) for weapon in draft.weapons] + [(draft.armour, tuple(lists.armours))]
    for what, known in gear:
        if what and what not in known:
            yield BOOK.note("D6-COMBAT-03:unknown_gear", what=what, known=known)
    if body.left < 0:
        yield BOOK.note("D6-CREATE-01:characteristics_overspent", over=-body.left, purse=body.spent + body.left)
    if craft.left < 0:
        yield BOOK.note("D6-CREATE-03:skills_overspent", over=-craft.left, purse=craft.spent + craft.left)
    if body.left >= 0 and craft.left >= 0 and not (body.valid and craft.valid):
        yield BOOK.note("D6-CREATE-05:points_left", characteristics=body.left, skills=craft.left)


def _out_of_table(lists: Lists, key: str, code: DieCode, low: DieCode, high: DieCode) -> Note:
    return BOOK.note(
        "D6-CREATE-02:code_out_of_table", what=lists.name_of(key), code=str(code), low=str(low), high=str(high)
    )


def _skill_problems(draft: Draft, lists: Lists) -> Iterator[Note]:
    """D6-CREATE-06, D6-SKILL-01…04."""
    expected: list[tuple[str, SkillKind]] = [(id, "reserved") for id in draft.reserved]
    expected += [(id, "craft") for id in draft.crafts] + [(id, "extraordinary") for id in draft.granted]
    for id, kind in expected:
        if id not in lists.skills:
            yield BOOK.note("D6-CREATE-06:unknown_skill", what=id)
        elif lists.skills[id].kind == "extraordinary" != kind:
            yield BOOK.note("D6-SKILL-03:not_for_sale", what=lists.name_of(id))
        elif lists.skills[id].kind != kind:
            yield BOOK.note("D6-CREATE-06:wrong_kind", what=lists.name_of(id), kind=KIND_NAMES[kind])
    owned = draft.owned()
    for id, level in draft.levels.items():
        if id not in lists.skills:
            yield BOOK.note("D6-CREATE-06:unknown_skill", what=id)
        elif lists.skills[id].kind != "common" and id not in owned:
            yield BOOK.note("D6-CREATE-06:level_without_skill", what=lists.name_of(id))
        elif level > HIGHEST_LEVEL:
            yield _out_of_table(lists, id, level, NOTHING, HIGHEST_LEVEL)


def _speciality_problems(draft: Draft, lists: Lists) -> Iterator[Note]:
    """D6-SPEC-01, -03, -05: the same one twice whatever the capitals, a level there is not, or no speciality at all."""
    chosen = [*draft.specialities, *draft.crafts]
    for place, name in enumerate(chosen):
        if plain(name) in map(plain, chosen[:place]):
            yield BOOK.note("D6-SPEC-05:twice", name=name)
    for name, level in draft.speciality_levels.items():
        if level not in (1, 2):
            yield BOOK.note("D6-SPEC-03:speciality_level", name=name, level=level)
        if name not in draft.specialities:
            yield BOOK.note("D6-SPEC-03:speciality_not_chosen", name=name)
    yield from filter(None, (no_speciality(name, lists) for name in draft.specialities))


def no_speciality(name: str, lists: Lists) -> Note | None:
    """D6-SPEC-05: why this cannot be a speciality: the MJ's rulings, and the names the sheet has already."""
    if not name.strip():
        return BOOK.note("D6-SPEC-01:speciality_name")
    ruled = next((row for word, row in lists.refused.items() if plain(word) == plain(name)), None)
    general: dict[str, Characteristic | Derived] = {**lists.characteristics, **lists.derived}
    describes = (ruled.describes if ruled else "") or _same_name(name, general)
    covers = (ruled.covers if ruled else "") or _same_name(name, lists.skills)
    if describes:
        return BOOK.note("D6-SPEC-05:describes_characteristic", name=name, what=lists.name_of(describes))
    return BOOK.note("D6-SPEC-05:covers_whole_skill", name=name, what=lists.name_of(covers)) if covers else None


def _same_name(name: str, entries: Mapping[str, Characteristic | Derived | Skill]) -> str:
    said, known = plain(name), ((id, one.name) for id, one in entries.items())
    return next((id for id, one in known if said in (plain(id), plain(one.fr), plain(one.en))), "")


def sheet_of(draft: Draft, lists: Lists) -> Sheet:
    """D6-CREATE-06, D6-CREATE-01: the sheet; characteristics left out are 1D."""
    return Sheet(
        name=Name(draft.name, feminine=draft.feminine),
        characteristics={key: draft.characteristics.get(key, ONE_DIE) for key in lists.characteristics},
        levels=draft.levels,
        owned=draft.owned(),
        specialities=levels_of(draft, lists),
        weapons=draft.weapons,
        armour=draft.armour,
        shield=draft.shield,
    )


def id_for(name: str, scene: Scene[Sheet]) -> str:
    """« Frère Anselme » enters as `frere-anselme`, or `frere-anselme-2` if that is taken."""
    slug = "-".join(plain(name).split()) or "personnage"
    ids = (slug, *(f"{slug}-{n}" for n in range(2, len(scene.cast) + 2)))
    return next(id for id in ids if id not in scene.cast)


def cannot_create(scene: Scene[Sheet], do: Draft | None) -> Note | None:
    """D6-CREATE-05: the first problem, named."""
    if do is None:
        return None
    unnamed = None if do.name.strip() else BOOK.note("D6-CREATE-06:name_missing")
    return next(iter(ledger(do, lists_of(scene), prices(scene)).problems), unnamed)


@action(
    "d6.create",
    Draft,
    fr="Créer un personnage",
    en="Create a character",
    refuse=cannot_create,
    kind=Kind.PEOPLE,
    left=left,
)
def create(scene: Scene[Sheet], do: Draft, roll: Roll) -> Outcome:
    """D6-CREATE-01…06: the draft becomes a sheet."""
    lists = lists_of(scene)
    accounts = ledger(do, lists, prices(scene))
    roll.note(accounts.left())
    sheet, who = sheet_of(do, lists), id_for(do.name, scene)
    spent = accounts.characteristics.spent + accounts.skills.spent
    return Outcome((part(who, CREATED),), BOOK.note("D6-CREATE-06", who=sheet.name, spent=spent), (Create(who, sheet),))
