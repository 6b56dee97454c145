"""Evolution: the first atout, advances, another character, a new name, handing things over (Fiches 1 and 5)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from tablee.dice import Roll
from tablee.games.cle_en_main.atouts import POWERS, power_of
from tablee.games.cle_en_main.attack.declaration import combat_lines
from tablee.games.cle_en_main.book import BOOK
from tablee.games.cle_en_main.check.fields import other_living
from tablee.games.cle_en_main.check.heroism import heroism_pool
from tablee.games.cle_en_main.check.primes import acted
from tablee.games.cle_en_main.options import HEROISM_OUTSIDE_TABLE
from tablee.games.cle_en_main.order.turns import players
from tablee.games.cle_en_main.people.npcs import AS_IN_SCENARIO, PCS
from tablee.games.cle_en_main.people.ready import archetypes
from tablee.games.cle_en_main.play import number_of_pcs, played
from tablee.games.cle_en_main.sheet import Item, Sheet, free_id
from tablee.games.cle_en_main.tables import RANKS, skill_name, tier
from tablee.rules.action import Create, Effect, Kind, Outcome, Put, Scene, action, part
from tablee.rules.data.tables import names
from tablee.rules.fields import CALLED, Annotated, Ask, Audience, Between, By, Declared, Label, OneOf
from tablee.rules.forms import GEAR, HOW, IDENTITY, SCORES, WHOM
from tablee.rules.why import Note
from tablee.text import Name, Text

BETTER = BOOK.grade("better")
ARRIVED = BOOK.grade("arrived")
HAS = BOOK.grade("has")


@dataclass(frozen=True)
class Tick:
    """CEM-CHAR-03, CEM-EVOL-03: ticks the box of an atout, with what it asks to choose."""

    who: str
    atout: str
    choice: str = ""

    def on(self, sheet: Sheet) -> Sheet:
        return sheet.with_changes(
            atouts=tuple(
                atout.with_changes(ticked=True, choice=self.choice or atout.choice) if atout.id == self.atout else atout
                for atout in sheet.atouts
            )
        )


def atout_name(scene: Scene[Sheet], id: str) -> Name | Text:
    """The name of an atout of the one who acts; its id if it is not on the sheet."""
    return next((power_of(atout).name for atout in scene.me.atouts if atout.id == id), Text(id, id))


def unticked(scene: Scene[Sheet]) -> dict[str, Name | Text]:
    """The atouts of the one who acts that are not ticked, by name."""
    return {atout.id: power_of(atout).name for atout in scene.me.atouts if not atout.ticked}


def asks_a_choice(_scene: Scene[Sheet], values: Mapping[str, Any]) -> bool:
    """CEM-CHAR-03: whether the atout chosen asks for a skill: one whose free prime is for a single weapon."""
    return values["atout"] in POWERS and bool(POWERS[values["atout"]].free_each_round)


class FirstAtout(Declared):
    """The atout to begin with."""

    atout: Annotated[str, OneOf(unticked), Label(fr="Atout", en="Atout"), Ask(SCORES, rules=("CEM-CHAR-03",))]
    choice: Annotated[
        str,
        Label(fr="Ce qu'il demande de choisir", en="What it asks to choose"),
        Ask(SCORES, when=asks_a_choice, suggests=combat_lines),
    ] = ""


def has_one(scene: Scene[Sheet], do: FirstAtout | None) -> Note | None:
    """CEM-CHAR-03: refuses if an atout is ticked already, or the sheet has none."""
    if any(atout.ticked for atout in scene.me.atouts):
        return BOOK.note("CEM-CHAR-03", who=scene.me.name)
    return None if scene.me.atouts else BOOK.note("CEM-CHAR-03:none", who=scene.me.name)


@action(
    "cle-en-main.first-atout",
    FirstAtout,
    fr="Cocher un premier atout",
    en="Tick a first atout",
    refuse=has_one,
    kind=Kind.GROWTH,
)
def first_atout(scene: Scene[Sheet], do: FirstAtout, roll: Roll) -> Outcome:
    """CEM-CHAR-03: the player ticks one of the four atouts of the sheet."""
    headline = BOOK.note("CEM-CHAR-03:first", who=scene.me.name, atout=atout_name(scene, do.atout))
    return Outcome((part(scene.actor, BETTER),), headline, (Tick(scene.actor, do.atout, do.choice),))


ADVANCES = {
    "develop": Text(fr="Développer une compétence (+2)", en="Develop a skill (+2)"),
    "atout": Text(fr="Cocher un atout", en="Tick an atout"),
    "heroism": Text(fr="Un point d'héroïsme de plus par scénario", en="One more heroism point per scenario"),
}


def undeveloped(scene: Scene[Sheet]) -> dict[str, Name | Text]:
    """CEM-EVOL-02: the skills on the sheet of the one who acts that may still be developed, the best first."""
    me = scene.me
    lines = sorted((line for line in me.skills if line not in me.developed), key=lambda line: -me.skill(line))
    return {line: skill_name(line) for line in lines}


def first_advance(scene: Scene[Sheet], kind: str) -> dict[str, str]:
    """What an advance is applied to, unless something else is named."""
    field, choices = {"develop": ("skill", undeveloped), "atout": ("atout", unticked)}.get(kind, ("", None))
    first = next(iter(choices(scene)), "") if choices else ""
    return {field: first} if first else {}


class Advance(Declared):
    """One of the three advances, and what it is applied to."""

    kind: Annotated[str, OneOf(ADVANCES), Label(fr="Évolution", en="Advance"), Ask(HOW, beside=first_advance)]
    skill: Annotated[
        str,
        Label(fr="Compétence", en="Skill"),
        Ask(SCORES, when=lambda _scene, values: values["kind"] == "develop", suggests=undeveloped),
    ] = ""
    atout: Annotated[
        str,
        Label(fr="Atout", en="Atout"),
        Ask(SCORES, when=lambda _scene, values: values["kind"] == "atout", suggests=unticked),
    ] = ""
    choice: Annotated[
        str,
        Label(fr="Ce que l'atout demande de choisir", en="What the atout asks to choose"),
        Ask(SCORES, when=asks_a_choice, suggests=combat_lines),
    ] = ""


def cannot_advance(scene: Scene[Sheet], do: Advance | None) -> Note | None:
    """CEM-EVOL-01…05: refuses the dead, an action scene, a second advance, a skill developed twice, an atout not to be
    had, the box twice.
    """
    me = scene.me
    if me.dead:
        return BOOK.note("CEM-EVOL-05:dead", who=me.name)
    if played(scene).round:
        return BOOK.note("CEM-EVOL-01:fight", who=me.name)
    if not me.advance:
        return BOOK.note("CEM-EVOL-01:not_now", who=me.name)
    if do is None:
        return None
    if do.kind == "develop":
        if do.skill not in me.skills:
            return BOOK.note("CEM-EVOL-02:none", skill=do.skill, who=me.name)
        return BOOK.note("CEM-EVOL-02", skill=skill_name(do.skill)) if do.skill in me.developed else None
    if do.kind == "atout":
        return None if do.atout in unticked(scene) else BOOK.note("CEM-EVOL-03", who=me.name)
    return BOOK.note("CEM-EVOL-04:twice", who=me.name) if me.heroism_box else None


@action("cle-en-main.advance", Advance, fr="Évoluer", en="Advance", refuse=cannot_advance, kind=Kind.GROWTH)
def advance(scene: Scene[Sheet], do: Advance, roll: Roll) -> Outcome:
    """CEM-EVOL-01…04: the advance of the scenario that has just ended."""
    me, who = scene.me, scene.actor
    taken: list[Effect] = [Put(who, "advance", False), Put(who, "advances", (*me.advances, _logged(do)))]
    if do.kind == "develop":
        developed = me.with_changes(developed=(*me.developed, do.skill))
        name, value = skill_name(do.skill), developed.skill(do.skill)
        roll.note("CEM-SKILL-01:rank", skill=name, value=value, rank=RANKS[tier(value)])
        headline = BOOK.note("CEM-EVOL-02:done", who=me.name, skill=name, value=value)
        taken.append(Put(who, "developed", developed.developed))
    elif do.kind == "atout":
        headline = BOOK.note("CEM-EVOL-03:done", who=me.name, atout=atout_name(scene, do.atout))
        taken.append(Tick(who, do.atout, do.choice))
    else:
        headline = BOOK.note("CEM-EVOL-04:done", who=me.name)
        taken.append(Put(who, "heroism_box", True))
    return Outcome((part(who, BETTER),), headline, tuple(taken))


def _logged(do: Advance) -> str:
    """An advance as the sheet lists it."""
    return " ".join(word for word in (do.kind, do.skill, do.atout) if word)


READY = Ask(WHOM, rules=("CEM-CHAR-01",), help=Text(fr="Ses nombres restent.", en="The numbers stay."))
ADAPTING = Ask(IDENTITY, rules=("CEM-EVOL-05",))
SEXES = {
    "": Text(fr="comme proposé", en="as proposed"),
    "feminine": Text(fr="au féminin", en="feminine"),
    "masculine": Text(fr="au masculin", en="masculine"),
}


class Replacement(Declared):
    """Which ready character enters, under which name, and in whose place."""

    character: Annotated[str, OneOf(lambda _: names(archetypes())), Label(fr="Personnage", en="Character"), READY]
    name: Annotated[str, CALLED, Label(fr="Nouveau nom", en="New name"), ADAPTING] = ""
    sex: Annotated[str, OneOf(SEXES), Label(fr="Sexe", en="Sex"), ADAPTING] = ""
    background: Annotated[str, Label(fr="Nouvel historique", en="New background"), ADAPTING] = ""
    atout: Annotated[
        str,
        Label(fr="Premier atout", en="First atout"),
        Ask(
            SCORES,
            more=True,
            help=Text(
                fr="Un des quatre de la feuille ; peut se cocher plus tard.",
                en="One of the four on the sheet; may be ticked later.",
            ),
        ),
    ] = ""
    leaving: Annotated[str, Label(fr="Qui s'en va", en="Who leaves"), Ask(WHOM, more=True, suggests=players)] = ""
    pcs: Annotated[int, Between(0, 99), PCS, By(Audience.MJ), Ask(WHOM, help=AS_IN_SCENARIO)] = 0


def fresh(sheet: Sheet, points: int, atout: str = "") -> Sheet:
    """CEM-EVOL-05: a sheet without evolution: nothing developed, no box, no atout but perhaps a first one."""
    return sheet.with_changes(
        heroism=points,
        heroism_box=False,
        developed=(),
        advances=(),
        atouts=tuple(one.with_changes(ticked=one.id == atout) for one in sheet.atouts),
    )


def cannot_enter(scene: Scene[Sheet], do: Replacement | None) -> Note | None:
    """CEM-EVOL-05: refuses a character in play, unless under another name and with another background."""
    if do is None:
        return None
    sheet = archetypes()[do.character]
    if do.atout and do.atout not in {atout.id for atout in sheet.atouts}:
        return BOOK.note("CEM-EVOL-03", who=sheet.name)
    same = {who for who, present in scene.cast.items() if present.pj and present.name == sheet.name}
    if same and (do.name in ("", sheet.name.fr) or not do.background):
        return BOOK.note("CEM-EVOL-05" if do.leaving in same else "CEM-EVOL-05:taken", who=sheet.name)
    return None


def _pool(scene: Scene[Sheet], pcs: int) -> int:
    """CEM-HERO-01: the heroism of a character who joins; outside the table, that of its nearest line."""
    number = number_of_pcs(scene, pcs)
    points = heroism_pool(number, outside=scene.option(HEROISM_OUTSIDE_TABLE))
    return points if points is not None else heroism_pool(number, outside="clamp") or 0


@action(
    "cle-en-main.join",
    Replacement,
    fr="Prendre un personnage",
    en="Take a character",
    refuse=cannot_enter,
    kind=Kind.PEOPLE,
)
def join(scene: Scene[Sheet], do: Replacement, roll: Roll) -> Outcome:
    """CEM-CHAR-01, CEM-SKILL-03, CEM-EVOL-05: a ready character comes into play, with the heroism of the table and no
    evolution.
    """
    sheet = fresh(archetypes()[do.character], _pool(scene, do.pcs), do.atout)
    feminine = do.sex == "feminine" if do.sex else sheet.name.feminine
    if do.name.strip():
        sheet = sheet.with_changes(name=Name(do.name.strip(), feminine=feminine))
    elif do.sex:
        sheet = sheet.with_changes(name=replace(sheet.name, feminine=feminine))
    if do.background:
        sheet = sheet.with_changes(concept=Text(do.background, do.background))
    roll.note("CEM-SKILL-03", who=sheet.name, literate=sheet.literate)
    who = free_id(do.character, scene.cast)
    return Outcome((part(who, ARRIVED),), BOOK.note("CEM-EVOL-05:arrives", who=sheet.name), (Create(who, sheet),))


class Adapted(Declared):
    """A new name, and a background if wanted."""

    name: Annotated[str, CALLED, Label(fr="Nom", en="Name"), Ask(IDENTITY, default=lambda scene: scene.me.name.fr)]
    feminine: Annotated[
        bool, Label(fr="Féminin", en="Feminine"), Ask(IDENTITY, default=lambda scene: scene.me.name.feminine)
    ] = False  # as it is, unless told
    background: Annotated[str, Label(fr="Historique", en="Background"), Ask(IDENTITY)] = ""


@action(
    "cle-en-main.rename",
    Adapted,
    fr="Adapter son personnage",
    en="Adapt one's character",
    by=Audience.MJ,
    kind=Kind.PEOPLE,
)
def rename(scene: Scene[Sheet], do: Adapted, roll: Roll) -> Outcome:
    """CEM-CHAR-01: with the MJ's consent, changes the name and background of a character, and nothing else; the sex
    too where it is said.
    """
    feminine = do.feminine if "feminine" in do.model_fields_set else scene.me.name.feminine
    headline = BOOK.note("CEM-CHAR-01", who=scene.me.name, name=do.name)
    adapted: list[Effect] = [Put(scene.actor, "name", Name(do.name, feminine=feminine))]
    if do.background:
        adapted.append(Put(scene.actor, "concept", Text(do.background, do.background)))
    return Outcome((part(scene.actor, BETTER),), headline, tuple(adapted))


def owned(scene: Scene[Sheet]) -> dict[str, Text]:
    """The possessions of the one who acts, by name."""
    return {item.name.fr: item.name for item in scene.me.equipment}


class Handing(Declared):
    """What is given, and to whom."""

    item: Annotated[str, OneOf(owned), Label(fr="Objet", en="Item"), Ask(GEAR)]
    target: Annotated[str, OneOf(other_living, helps=True), Label(fr="À qui", en="To whom"), Ask(WHOM)]


def owns_nothing(scene: Scene[Sheet], _do: Handing | None) -> Note | None:
    """CEM-EQUIP-01: refuses if there is nothing to give, or nobody to give it to."""
    return None if owned(scene) and other_living(scene) else BOOK.note("CEM-EQUIP-01:nothing", who=scene.me.name)


@action(
    "cle-en-main.give", Handing, fr="Donner un objet", en="Hand an item over", refuse=owns_nothing, kind=Kind.PEOPLE
)
def give(scene: Scene[Sheet], do: Handing, roll: Roll) -> Outcome:
    """CEM-EQUIP-01, -02, CEM-NPC-05: hands an item over; a personal one only serves its first owner."""
    item = next(item for item in scene.me.equipment if item.name.fr == do.item)
    moved = item.with_changes(owner=_owner(item, scene.actor, do.target))
    kept = tuple(other for other in scene.me.equipment if other is not item)
    headline = BOOK.note(
        "CEM-EQUIP-02", who=scene.me.name, item=item.name, target=scene[do.target].name, useless=bool(moved.owner)
    )
    effects = (Put(scene.actor, "equipment", kept), Put(do.target, "equipment", (*scene[do.target].equipment, moved)))
    return Outcome((part(do.target, HAS),), headline, (*effects, *acted(scene)))


def _owner(item: Item, giver: str, taker: str) -> str:
    """Whose a personal item is once `taker` has it; empty if it is theirs."""
    owner = (item.owner or giver) if item.personal else ""
    return "" if owner == taker else owner
