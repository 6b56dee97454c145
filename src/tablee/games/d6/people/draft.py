"""Draft: a character in the making, field by field, with what the table's lists propose for each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal

from pydantic import Field

from tablee.games.d6.codes import NOTHING, ONE_DIE, DieCode
from tablee.games.d6.codes import Code as WrittenCode
from tablee.games.d6.lists.contents import Lists, one_line
from tablee.games.d6.options import prices
from tablee.games.d6.people.costs import HIGHEST_CHARACTERISTIC, HIGHEST_LEVEL, characteristic_price, level_price
from tablee.games.d6.play import lists_of
from tablee.games.d6.sheet import Paid, Sheet
from tablee.rules.action import Scene
from tablee.rules.data.tables import names
from tablee.rules.fields import CALLED, Annotated, Ask, Audience, By, Declared, Group, Label
from tablee.rules.forms import GEAR, IDENTITY
from tablee.text import LANGS, Name, Text

WITH_PRICE = Text(fr="{code} ({n} point{n:|s})", en="{code} ({n} point{n:|s})")

Bought = Literal["points", "speciality"]


BODY = Group("characteristics", Text(fr="Caractéristiques", en="Characteristics"))
SKILLS = Group("skills", Text(fr="Compétences", en="Skills"))
SPECIALITIES = Group("specialities", Text(fr="Spécialités", en="Specialities"))
BY_POINTS_OR_PICK = {
    "points": Text(fr="pour 10 points", en="for 10 points"),
    "speciality": Text(fr="à la place d'une spécialité", en="in place of a speciality"),
}


def _priced(low: DieCode, high: DieCode, price: Callable[[DieCode], int]) -> dict[str, Text | Name]:
    """The codes from low to high, each with its price: « 4D (18 points) »."""
    codes = [DieCode(rank) for rank in range(low.rank, high.rank + 1)]
    return {str(code): _with_price(code, price(code)) for code in codes}


def _with_price(code: DieCode, points: int) -> Text:
    french, english = (WITH_PRICE.say(lang, code=str(code), n=points) for lang in LANGS)
    return Text(french, english)


def _level_codes(scene: Scene[Sheet]) -> dict[str, Text | Name]:
    return _priced(NOTHING, HIGHEST_LEVEL, lambda code: level_price(code, prices(scene)))


def _skills_with_levels(scene: Scene[Sheet], values: Mapping[str, Any]) -> dict[str, Text | Name]:
    """The common skills, and those chosen so far."""
    chosen = {*(values.get("reserved") or ()), *(values.get("crafts") or ()), *(values.get("granted") or ())}
    return {id: one.name for id, one in lists_of(scene).skills.items() if one.kind == "common" or id in chosen}


class Draft(Declared):
    """A character in the making: every field may still be empty."""

    name: Annotated[str, CALLED, Label(fr="Nom", en="Name"), Ask(IDENTITY, rules=("D6-CREATE-06",))] = ""
    feminine: Annotated[
        bool,
        Label(fr="Féminin", en="Feminine"),
        Ask(IDENTITY, help=Text(fr="Pour accorder les phrases.", en="So that French sentences agree.")),
    ] = False
    characteristics: Annotated[
        dict[str, WrittenCode],
        Label(fr="Caractéristiques", en="Characteristics"),
        Ask(
            BODY,
            rules=("D6-CREATE-01", "D6-CREATE-02"),
            keys=lambda scene, _values: names(lists_of(scene).characteristics),
            suggests=lambda _scene: _priced(ONE_DIE, HIGHEST_CHARACTERISTIC, characteristic_price),
            default=lambda scene: dict.fromkeys(lists_of(scene).characteristics, str(ONE_DIE)),
            help=Text(fr="1D si rien n'est dit.", en="1D if left out."),
        ),
    ] = Field(default_factory=dict)
    levels: Annotated[
        dict[str, WrittenCode],
        Label(fr="Niveaux", en="Levels"),
        Ask(SKILLS, rules=("D6-CREATE-03", "D6-CREATE-04"), keys=_skills_with_levels, suggests=_level_codes),
    ] = Field(default_factory=dict)
    reserved: Annotated[
        dict[str, Bought],
        Label(fr="Compétences réservées", en="Reserved skills"),
        Ask(
            SKILLS,
            rules=("D6-SKILL-02",),
            keys=lambda scene, _values: names(lists_of(scene).of_kind("reserved")),
            suggests=lambda _scene: BY_POINTS_OR_PICK,
        ),
    ] = Field(default_factory=dict)
    crafts: Annotated[
        tuple[str, ...],
        Label(fr="Artisanats", en="Crafts"),
        Ask(
            SKILLS,
            rules=("D6-SKILL-04",),
            suggests=lambda scene: names(lists_of(scene).of_kind("craft")),
            help=Text(fr="Chacun prend la place d'une spécialité.", en="Each takes the place of a speciality."),
        ),
    ] = ()
    granted: Annotated[
        tuple[str, ...],
        Label(fr="Compétences extraordinaires", en="Extraordinary skills"),
        By(Audience.MJ),
        Ask(SKILLS, suggests=lambda scene: names(lists_of(scene).of_kind("extraordinary"))),
    ] = ()
    specialities: Annotated[
        tuple[str, ...],
        Label(fr="Spécialités", en="Specialities"),
        Ask(
            SPECIALITIES,
            rules=("D6-SPEC-01", "D6-SPEC-02", "D6-SPEC-03", "D6-SPEC-05"),
            suggests=lambda scene: {name: lists_of(scene).called(name) for name in lists_of(scene).specialities},
            help=Text(fr="Trois choix gratuits, 10 points les suivants.", en="Three free picks, 10 points for more."),
        ),
    ] = ()
    speciality_levels: Annotated[
        dict[str, int],
        Label(fr="Niveaux des spécialités", en="Levels of specialities"),
        By(Audience.MJ),
        Ask(
            SPECIALITIES,
            keys=lambda scene, values: {
                name: lists_of(scene).called(name) for name in values.get("specialities") or ()
            },
            suggests=lambda _scene: {"1": Text(fr="large", en="broad"), "2": Text(fr="étroite", en="narrow")},
        ),
    ] = Field(default_factory=dict)
    weapons: Annotated[
        tuple[str, ...],
        Label(fr="Armes", en="Weapons"),
        Ask(GEAR, suggests=lambda scene: names(lists_of(scene).weapons)),
    ] = ()
    armour: Annotated[
        str, Label(fr="Armure", en="Armour"), Ask(GEAR, suggests=lambda scene: names(lists_of(scene).armours))
    ] = ""
    shield: Annotated[bool, Label(fr="Porte un bouclier", en="Carries a shield"), Ask(GEAR)] = False

    def owned(self) -> dict[str, Paid]:
        """D6-SKILL-02…04, D6-SPEC-06: skills beyond the common ones, by what gave them: points, a pick, the MJ."""
        by_picks: dict[str, Paid] = dict.fromkeys(self.crafts, "speciality")
        return {**self.reserved, **by_picks, **dict.fromkeys(self.granted, "mj")}


def levels_of(draft: Draft, lists: Lists) -> dict[str, int]:
    """D6-SPEC-03: the specialities with the level that the MJ fixes for them, in the draft or in the lists; else 1."""
    return {one_line(name): draft.speciality_levels.get(name, lists.level_of(name)) for name in draft.specialities}
