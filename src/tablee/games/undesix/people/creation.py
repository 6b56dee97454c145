"""Creating characters: dice placed one by one, points shared, the sheet filled in (Fiche 9)."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from tablee.dice import Reroll, Roll, d6, procedure, rule
from tablee.games.undesix.book import BOOK, CHARACTERISTICS
from tablee.games.undesix.fight.armour import dexterity_ca
from tablee.games.undesix.forms import POINTS, POWERS
from tablee.games.undesix.magic.words import ESSENCES, VERBS
from tablee.games.undesix.options import DEX1_CA, players_choice
from tablee.games.undesix.people.modes import (
    MODES,
    POOR,
    Power,
    Scores,
    all_five,
    broken_limits,
    broken_moves,
    left_of,
    may_reroll,
    moved_to_magic,
    refusal,
)
from tablee.games.undesix.sheet import SHIELDS, Sheet, languages, literate, reactivity
from tablee.games.undesix.tables import ARMOURS, WEAPONS, names
from tablee.rules.action import Create, Effect, Kind, Outcome, Scene, action, part
from tablee.rules.decision import Decision, may, pick
from tablee.rules.fields import CALLED, Annotated, Ask, Audience, Between, By, Declared, Label, OneOf
from tablee.rules.forms import GEAR, IDENTITY, SCORES
from tablee.rules.sheet.sheets import Entry
from tablee.rules.why import Note
from tablee.text import Name, Text

NO_CHARACTER = ""  # whose seat is asked while there is no character yet


ENTERS = BOOK.grade("created")
TOTAL = BOOK.term("total")
AGAIN = may("undesix.again", "UDS-CREATE-03", fr="Relancer les cinq dés ?", en="Throw all five dice again?")
CARRIED = Ask(GEAR, rules=("UDS-CREATE-12",))
BY_WORD = By(players_choice)


class Persona(Declared):
    """Who enters, and what the MJ lets them carry (UDS-CREATE-01, -12)."""

    name: Annotated[str, CALLED, Label(fr="Nom", en="Name"), Ask(IDENTITY, rules=("UDS-CREATE-01",))]
    feminine: Annotated[
        bool,
        Label(fr="Au féminin", en="Feminine"),
        Ask(IDENTITY, help=Text(fr="Comment les phrases s'accordent.", en="How French sentences agree.")),
    ] = False
    armour: Annotated[str, OneOf(names(ARMOURS)), Label(fr="Armure", en="Armour"), BY_WORD, CARRIED] = "none"
    shield: Annotated[str, OneOf(SHIELDS), Label(fr="Bouclier", en="Shield"), BY_WORD, CARRIED] = "none"
    weapon: Annotated[str, OneOf(names(WEAPONS)), Label(fr="Arme", en="Weapon"), BY_WORD, CARRIED] = "bare_hands"


def sheet_of(name: Name, scores: Scores, **more: Any) -> Sheet:
    """UDS-CREATE-11, UDS-CHAR-04: a new sheet: full pools, no Vitality, the PSY of creation remembered."""
    given: dict[str, Any] = {"phy_max": scores.phy, "psy_max": scores.psy, "psy_created": scores.psy, **more}
    return Sheet(name=name, **{**scores._asdict(), **given})


def id_for(name: str, cast_: Mapping[str, object]) -> str:
    """A new id made of the name: `elias`, or `elias-2` where that one is taken."""
    plain = unicodedata.normalize("NFKD", name.replace("œ", "oe")).encode("ascii", "ignore").decode().lower()
    base = re.sub(r"[^a-z0-9]+", "-", plain).strip("-") or "x"
    taken = (base, *(f"{base}-{n}" for n in range(2, len(cast_) + 3)))
    return next(id for id in taken if id not in cast_)


def created(scene: Scene[Sheet], roll: Roll, sheet: Sheet) -> Outcome:
    """UDS-CREATE-11: the outcome of a creation: the newcomer, and what follows from the scores."""
    scores = Scores(sheet.phy, sheet.dex, sheet.sav, sheet.psy, sheet.sens)
    roll.note(
        "UDS-CREATE-11",
        phy=sheet.phy,
        psy=sheet.psy,
        ca=dexterity_ca(sheet.dex, scene.option(DEX1_CA)),
        count=languages(sheet.sav),
        seconds=reactivity(sheet.sens),
    )
    roll.note("UDS-CHAR-06", modern=literate(sheet.sav, "modern"), medieval=literate(sheet.sav, "medieval"))
    who = id_for(sheet.name.fr, scene.cast)
    headline = BOOK.note("UDS-CREATE-01", who=sheet.name, **scores._asdict())
    return Outcome((part(who, ENTERS, total=scores.total),), headline, (Create(who, sheet),))


def nameless(_scene: Scene[Sheet], do: Persona | None) -> Note | None:
    """UDS-CREATE-01: the refusal of a character without a name."""
    return BOOK.note("UDS-CREATE-01:nameless") if do is not None and not do.name.strip() else None


def equipment_of(do: Persona, mode: str = "") -> dict[str, Any]:
    """UDS-CREATE-04…09, -12: the sheet's fields for what these parameters let the character carry, and the rules of the
    creation (the `mode`, the equipment) that are at the MJ's goodwill.
    """
    worn = {"armour": do.armour, "shield": do.shield, "weapon": do.weapon}
    chosen = [MODES[mode].rule] if mode else []
    if worn != {"armour": "none", "shield": "none", "weapon": "bare_hands"}:
        chosen.append("UDS-CREATE-12")
    return {**worn, "weapons": () if do.weapon == "bare_hands" else (do.weapon,), "goodwill": tuple(chosen)}


def needs_mj(sheet: Sheet, options: Mapping[str, Any]) -> str:
    """UDS-CREATE-04…09, -12: the first rule by which a character was made elsewhere that the MJ of a table must agree
    to; "" if there is none, or the table leaves it to the players.
    """
    return next(iter(sheet.goodwill), "") if players_choice(options) is Audience.MJ else ""


# Five dice


class ByDice(Persona):
    """Parameters of the usual creation: five dice, placed one by one."""

    fantasy: Annotated[
        bool,
        Label(fr="Monde fantastique", en="Fantasy world"),
        BY_WORD,
        Ask(
            SCORES,
            rules=("UDS-CREATE-02", "UDS-CREATE-03", "UDS-CREATE-05"),
            help=Text(fr="Des points peuvent passer à la magie.", en="Points may move to magic."),
        ),
    ] = False


@cache
def _place(face: int, left: tuple[str, ...]) -> Decision[str]:
    labels = {id: CHARACTERISTICS[id].label for id in left}
    return pick(
        "undesix.place", "UDS-CREATE-02", fr=f"Où placer ce {face} ?", en=f"Where does this {face} go?", options=labels
    )


@procedure
def placed_dice(roll: Roll) -> Scores:
    """UDS-CREATE-02, -03: each die finds its place before the next is thrown; a poor set may be thrown again."""
    while True:
        left: tuple[str, ...] = Scores._fields
        scores = Scores(0, 0, 0, 0, 0)
        while left:
            face = roll(d6)
            where = roll.choose(NO_CHARACTER, _place(face, left)) if len(left) > 1 else left[0]
            roll.note("UDS-CREATE-02", die=face, characteristic=CHARACTERISTICS[where].label)
            left = tuple(id for id in left if id != where)
            scores = scores._replace(**{where: face})
        if not may_reroll(scores):
            return scores
        roll.note("UDS-CREATE-03", total=scores.total)
        if not roll.choose(NO_CHARACTER, AGAIN):
            return scores


@rule
def five_dice(roll: Roll, again: bool) -> int:
    """UDS-CREATE-02, -03: their total, thrown again while it is poor if so decided."""
    total = roll(5 * d6)
    if again and total <= POOR:
        raise Reroll
    return total


@cache
def _give(donors: tuple[str, ...]) -> Decision[str]:
    labels = {"": Text(fr="rien", en="nothing"), **{id: CHARACTERISTICS[id].label for id in donors}}
    return pick(
        "undesix.give", "UDS-CREATE-05", fr="Passer un point à la MAG ?", en="Move a point to MAG?", options=labels
    )


@procedure
def given_to_magic(roll: Roll, scores: Scores) -> Scores:
    """UDS-CREATE-05: point by point, no donor below 2, MAG not above 10."""
    points = {id: all_five(0)._replace(**{id: 1}) for id in Scores._fields if id != "psy"}
    while donors := tuple(id for id, one in points.items() if not broken_moves(scores, one)):
        donor = roll.choose(NO_CHARACTER, _give(donors))
        if not donor:
            break
        roll.note("UDS-CREATE-05", donor=CHARACTERISTICS[donor].label)
        scores = moved_to_magic(scores, points[donor])
    return scores


@action("undesix.create-random", ByDice, fr="Créer aux dés", en="Create with dice", refuse=nameless, kind=Kind.PEOPLE)
def create_random(scene: Scene[Sheet], do: ByDice, roll: Roll) -> Outcome:
    """UDS-CREATE-01…03, -05, -11: five dice, placed one by one; in a fantasy world points may then move to MAG."""
    again = roll.known(NO_CHARACTER, AGAIN)
    if again is not None:  # odds: only the total is read, wherever the dice go
        return totalled(scene, do.name, roll(five_dice(again)))
    scores, mode = roll(placed_dice()), "fantasy_random" if do.fantasy else ""
    if do.fantasy:
        scores = roll(given_to_magic(scores))
    return created(scene, roll, sheet_of(Name(do.name, feminine=do.feminine), scores, **equipment_of(do, mode)))


def totalled(scene: Scene[Sheet], name: str, total: int) -> Outcome:
    """The outcome of a creation for its odds: only the total of the dice."""
    return Outcome(
        (part(id_for(name, scene.cast), ENTERS, total=total),), BOOK.note("UDS-CREATE-02:drawn", total=total)
    )


# Shared points


CHOSEN_MODES = tuple(id for id, mode in MODES.items() if mode.points and id != "base_npc")
EVEN = Scores(phy=4, dex=4, sav=3, psy=3, sens=4)  # what is proposed: 18 points, as the first mode wants them


def _score(characteristic: str) -> Ask:
    return Ask(SCORES, unit=POINTS, default=lambda _scene: getattr(EVEN, characteristic))


def _has_powers(_scene: Scene[Sheet], values: Mapping[str, Any]) -> bool:
    """UDS-CREATE-07…09: whether the mode chosen gives power points."""
    mode = values.get("mode")
    return mode in MODES and MODES[mode].powers > 0


POWER = Ask(POWERS, when=_has_powers, rules=tuple(MODES[id].rule for id in CHOSEN_MODES if MODES[id].powers))
POWER_POINTS = Ask(POWERS, when=_has_powers, unit=POINTS)


class ByPoints(Persona):
    """Parameters: points shared within the limits of a mode, and powers for heroes, demigods and gods."""

    mode: Annotated[
        str,
        OneOf({id: mode.name for id, mode in MODES.items() if id in CHOSEN_MODES}),
        Label(fr="Mode", en="Mode"),
        Ask(
            SCORES,
            rules=tuple(MODES[id].rule for id in CHOSEN_MODES),
            help=Text(
                fr="Égalitaire : 18 points, de 2 à 5 ; avec la magie 19, PSY jusqu'à 10.",
                en="Egalitarian: 18 points, from 2 to 5; with magic 19, PSY up to 10.",
            ),
        ),
    ]
    phy: Annotated[int, Between(0, 60), Label(fr="PHY", en="PHY"), _score("phy")]
    dex: Annotated[int, Between(0, 60), Label(fr="DEX", en="DEX"), _score("dex")]
    sav: Annotated[int, Between(0, 60), Label(fr="SAV", en="SAV"), _score("sav")]
    psy: Annotated[int, Between(0, 60), Label(fr="PSY", en="PSY"), _score("psy")]
    sens: Annotated[int, Between(0, 60), Label(fr="SENS", en="SENS"), _score("sens")]
    essence: Annotated[str, OneOf(names(ESSENCES)), Label(fr="Essence", en="Essence"), POWER] = ""
    essence_points: Annotated[int, Between(0, 60), Label(fr="Points d'Essence", en="Essence points"), POWER_POINTS] = 0
    other_essence: Annotated[str, OneOf(names(ESSENCES)), Label(fr="Seconde Essence", en="Second Essence"), POWER] = ""
    other_points: Annotated[
        int, Between(0, 60), Label(fr="Points de la seconde", en="Points of the second"), POWER_POINTS
    ] = 0
    verb: Annotated[str, OneOf(names(VERBS)), Label(fr="Verbe", en="Verb"), POWER] = ""
    verb_points: Annotated[int, Between(0, 60), Label(fr="Points de Verbe", en="Verb points"), POWER_POINTS] = 0

    @property
    def scores(self) -> Scores:
        return Scores(self.phy, self.dex, self.sav, self.psy, self.sens)

    @property
    def powers(self) -> tuple[Power, ...]:
        essences = (self.essence, self.essence_points), (self.other_essence, self.other_points)
        chosen = [Power(ESSENCES[word].key, points) for word, points in essences if word]
        return (*chosen, *([Power(VERBS[self.verb].key, self.verb_points)] if self.verb else []))


def points_left(_scene: Scene[Sheet], do: ByPoints) -> tuple[Entry, ...]:
    """UDS-CREATE-04, -06…09: the points still to be shared, and the power points where the mode has some."""
    return tuple(
        Entry(id, one.saying.text, one.total, "gauge", most=most, sum=one)
        for id, one, most in left_of(do.mode, do.scores, do.powers)
    )


def limits_broken(scene: Scene[Sheet], do: ByPoints | None) -> Note | None:
    """UDS-CREATE-04, -06…09: the refusal that names every limit not kept."""
    if do is None:
        return None
    return nameless(scene, do) or refusal(do.mode, broken_limits(do.mode, do.scores, do.powers))


@action(
    "undesix.create",
    ByPoints,
    fr="Créer en répartissant des points",
    en="Create by sharing points",
    refuse=limits_broken,
    by=players_choice,
    kind=Kind.PEOPLE,
    left=points_left,
)
def create(scene: Scene[Sheet], do: ByPoints, roll: Roll) -> Outcome:
    """UDS-CREATE-04, -06…09, -11: power points are no experience, and have no ceiling."""
    powers: Counter[str] = Counter()
    for power in do.powers:
        powers[power.word] += power.points
    sheet = sheet_of(Name(do.name, feminine=do.feminine), do.scores, powers=dict(powers), **equipment_of(do, do.mode))
    return created(scene, roll, sheet)


# The rest of the sheet


class Describe(Declared):
    """History, three traits, languages, what is carried."""

    history: Annotated[
        str,
        Label(fr="Histoire", en="History"),
        Ask(IDENTITY, default=lambda scene: scene.me.history, rules=("UDS-CREATE-01",)),
    ] = ""
    traits: Annotated[
        tuple[str, ...],
        Label(fr="Trois traits", en="Three traits"),
        Ask(IDENTITY, default=lambda scene: scene.me.traits),
    ] = ()
    languages: Annotated[
        tuple[str, ...],
        Label(fr="Langues", en="Languages"),
        Ask(
            IDENTITY,
            rules=("UDS-CHAR-05",),
            default=lambda scene: scene.me.languages,
            help=Text(fr="Autant que de points de SAV.", en="As many as points of SAV."),
        ),
    ] = ()
    equipment: Annotated[
        tuple[str, ...],
        Label(fr="Équipement", en="Equipment"),
        By(Audience.MJ),
        Ask(GEAR, default=lambda scene: scene.me.equipment),
    ] = ()


def no_description(scene: Scene[Sheet], do: Describe | None) -> Note | None:
    """UDS-CREATE-01, UDS-CHAR-05: the refusal of too many traits or languages."""
    if do is None:
        return None
    if len(do.traits) > 3:
        return BOOK.note("UDS-CREATE-01:traits", given=len(do.traits))
    most = languages(scene.me.sav)
    return BOOK.note("UDS-CHAR-05", given=len(do.languages), most=most) if len(do.languages) > most else None


@dataclass(frozen=True)
class Fill:
    """These parts of the sheet are filled in; what was left empty stays as it is."""

    who: str
    do: Describe

    def on(self, sheet: Sheet) -> Sheet:
        return sheet.with_changes(**{field: value for field, value in self.do.__dict__.items() if value})


@action(
    "undesix.describe",
    Describe,
    fr="Remplir la feuille",
    en="Fill in the sheet",
    refuse=no_description,
    kind=Kind.PEOPLE,
)
def describe(scene: Scene[Sheet], do: Describe, roll: Roll) -> Outcome:
    """UDS-CREATE-01, -12, UDS-CHAR-05: history, traits, languages and equipment written on the sheet."""
    effects: tuple[Effect, ...] = (Fill(scene.actor, do),)
    return Outcome((part(scene.actor, ENTERS),), BOOK.note("UDS-CREATE-12", who=scene.me.name), effects)
