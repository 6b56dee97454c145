"""The sheet as it is laid out, section by section, each code with its terms; what a scene shows beside its order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tablee.games.d6.book import BOOK
from tablee.games.d6.check.skills import FATIGUE, WOUNDS, ExplainedCode, characteristics_in, code_for, owns
from tablee.games.d6.codes import DieCode
from tablee.games.d6.fight.attack import armoury, damage_of
from tablee.games.d6.fight.standing import CONDITIONS
from tablee.games.d6.fight.wounds import STATES, agreed, resistance_of
from tablee.games.d6.health import DEAD_AT, MAX_MALUS, OUT_AT, malus
from tablee.games.d6.lists.contents import COURAGE, Characteristic, Skill, SkillKind, Weapon
from tablee.games.d6.play import lists_of, state_of
from tablee.games.d6.sheet import FLEEING, Sheet
from tablee.rules.action import Scene
from tablee.rules.fields import fields_of
from tablee.rules.sheet.sheets import Entry, Opens, Section, Threshold
from tablee.text import MINUS, Name, Text

IDENTITY = Text(fr="Personnage", en="Character")
HEALTH = Text(fr="Santé", en="Health")
SECONDARY = Text(fr="Valeurs secondaires", en="Secondary values")
IN_A_FIGHT = Text(fr="Au combat", en="In a fight")
SKILLS = Text(fr="Compétences", en="Skills")
UNTRAINED = Text(fr="Compétences communes sans niveau", en="Common skills without a level")
GROWTH = Text(fr="Progression", en="Growth")
LISTS = Text(fr="Listes de la table", en="The table's lists")
CHARACTERISTICS = Text(fr="Caractéristiques", en="Characteristics")
WEAPONS = Text(fr="Armes", en="Weapons")
SKILL_KINDS: dict[SkillKind, Text] = {
    "common": Text(fr="Compétences communes", en="Common skills"),
    "reserved": Text(fr="Compétences réservées", en="Reserved skills"),
    "craft": Text(fr="Métiers", en="Crafts"),
    "extraordinary": Text(fr="Compétences extraordinaires", en="Extraordinary skills"),
}
DEFENCES = Text(fr="Défenses de ce round", en="Defences of this round")
DAMAGE_WITH = Text(fr="Dégâts ({weapon})", en="Damage ({weapon})")
FRIGHT = {1: Text(fr="un dé de moins à tout", en="one die less on everything"), FLEEING: Text(fr="fuite", en="flight")}

LABELS = {field.name: field.label for field in fields_of(Sheet)}
ON_WOUNDS = Text(
    fr="Un dé de moins par gravité, trois au plus ; hors de combat à 4, mort à 6.",
    en="One die less per rank, three at most; out of action at 4, dead at 6.",
)
ON_FATIGUE = Text(
    fr="Les coups des poings et les efforts ; à 4, inconscience.", en="Blows of fists, and efforts; unconscious at 4."
)
ON_SPECIALITIES = Text(
    fr="Ajoute ses dés à toute compétence quand elle sert.", en="Adds its dice to any skill when it is of use."
)
ON_DERIVED = {
    COURAGE: Text(fr="Se lance face à la peur.", en="Rolled when facing fear."),
    "wounds": Text(fr="Se lance contre les dégâts, avec l'armure.", en="Rolled against damage, with armour."),
    "fatigue": Text(fr="Se lance contre les poings et les efforts.", en="Rolled against fists and efforts."),
}
ON_DEFENCES = Text(
    fr="Chaque défense après la première coûte un dé de plus.", en="Each defence after the first costs one die more."
)


def sections(scene: Scene[Sheet], who: str) -> tuple[Section, ...]:
    """The sheet of a character in the order people read it; only what they have."""
    parts = {
        "identity": (IDENTITY, _identity(scene[who])),
        "characteristics": (LABELS["characteristics"], _characteristics(scene, who)),
        "health": (HEALTH, _health(scene[who])),
        "secondary": (SECONDARY, _secondary(scene, who)),
        "fight": (IN_A_FIGHT, _fight(scene.acting(who), who)),
        "skills": (SKILLS, _skills(scene, who)),
        "specialities": (LABELS["specialities"], _specialities(scene, who)),
        "untrained": (UNTRAINED, _untrained(scene, who)),
        "growth": (GROWTH, _growth(scene[who])),
    }
    found = (Section(id, label, tuple(entries)) for id, (label, entries) in parts.items())
    return tuple(section for section in found if section.entries)


def counts(scene: Scene[Sheet], who: str) -> Iterator[Entry]:
    """What is counted of a character in a fight: wounds and fatigue."""
    return _health(scene[who])


def surroundings(scene: Scene[Sheet]) -> tuple[Section, ...]:
    """D6-COMBAT-02, D6-CHAR-01: who has defended in this round and how often, and the lists of the table."""
    made = state_of(scene).defences
    entries = tuple(
        Entry(who, scene[who].name, times, help=ON_DEFENCES, who=who)
        for who, times in made.items()
        if who in scene.cast
    )
    defences = (Section("defences", DEFENCES, entries),) if entries else ()
    return (*defences, Section("lists", LISTS, tuple(_lists(scene))))


def _lists(scene: Scene[Sheet]) -> Iterator[Entry]:
    """D6-CHAR-01, D6-SKILL-01: the characteristics, the skills by kind and the weapons of the table."""
    lists = lists_of(scene)
    named: list[tuple[str, Text, Mapping[str, Characteristic | Skill | Weapon]]] = [
        ("characteristics", CHARACTERISTICS, lists.characteristics),
        *((kind, label, lists.of_kind(kind)) for kind, label in SKILL_KINDS.items()),
        ("weapons", WEAPONS, lists.weapons),
    ]
    for id, label, found in named:
        if found:
            yield Entry(id, label, tuple(one.name for one in found.values()), "list", opens=Opens("d6.lists"))


def _code(id: str, label: Text | Name, made: ExplainedCode, **more: Any) -> Entry:
    return Entry(id, label, str(made.code), "code", sum=made.sum, why=made.why, **more)


def _identity(sheet: Sheet) -> Iterator[Entry]:
    yield Entry("name", LABELS["name"], sheet.name, "text", field="name")
    yield Entry("pj", LABELS["pj"], sheet.pj, "flag", field="pj")


def _characteristics(scene: Scene[Sheet], who: str) -> Iterator[Entry]:
    for key in scene[who].characteristics:
        label, opens = lists_of(scene).name_of(key), Opens("d6.test", {"what": key})
        listed = opens if key in lists_of(scene).characteristics else None
        yield _code(key, label, code_for(scene, who, key), field="characteristics", opens=listed)


def _health(sheet: Sheet) -> Iterator[Entry]:
    lost = tuple(Threshold(dice, Text(f"{MINUS}{dice}D", f"{MINUS}{dice}D")) for dice in range(1, MAX_MALUS + 1))
    out, dead = (
        Threshold(OUT_AT, CONDITIONS["stable"].label),
        Threshold(DEAD_AT, agreed(STATES["wound"]["dead"], sheet.name)),
    )
    senseless = Threshold(OUT_AT, agreed(STATES["fatigue"]["unconscious"], sheet.name))
    for id, most, steps, help in (
        ("wounds", DEAD_AT, (out, dead), ON_WOUNDS),
        ("fatigue", OUT_AT, (senseless,), ON_FATIGUE),
    ):
        value = min(getattr(sheet, id), most)
        yield Entry(id, LABELS[id], value, "boxes", most=most, steps=(*lost, *steps), field=id, help=help)
    if sheet.malus:
        by_wounds = malus(sheet.wounds)
        total = BOOK.sum("D6-COMBAT-06:lost", WOUNDS(3 * by_wounds), FATIGUE(3 * (sheet.malus - by_wounds)))
        yield Entry("malus", BOOK.text("D6-COMBAT-06:lost"), total.written("fr"), "code", sum=total)
    if sheet.fear:
        yield Entry("fear", LABELS["fear"], FRIGHT[sheet.fear], "text", field="fear")
    if sheet.state == "out":
        yield Entry("stable", LABELS["stable"], sheet.stable, "flag", field="stable")


def _known(scene: Scene[Sheet], who: str, what: str) -> bool:
    """Whether the sheet has the characteristics that a skill or a secondary value is made of."""
    return all(key in scene[who].characteristics for key in characteristics_in(lists_of(scene), what))


def _secondary(scene: Scene[Sheet], who: str) -> Iterator[Entry]:
    for id, value in lists_of(scene).derived.items():
        if _known(scene, who, id):
            made, opens = code_for(scene, who, id), Opens("d6.roll", {"what": id})
            yield _code(f"secondary:{id}", value.name, made, opens=opens, help=ON_DERIVED.get(id))


def _fight(scene: Scene[Sheet], who: str) -> Iterator[Entry]:
    """D6-COMBAT-02, -03: weapons with what they do, defences, armour and resistance."""
    lists, sheet = lists_of(scene), scene[who]
    for id, weapon in armoury(scene, who).items():
        carried = {"field": "weapons", "edited_by": "d6.equip"} if id in sheet.weapons else {}
        if _known(scene, who, weapon.skill):
            made, opens = code_for(scene, who, weapon.skill), Opens("d6.attack", {"weapon": id})
            yield _code(f"weapon:{id}", weapon.name, made, opens=opens, **carried)
        if lists.roles.strength in sheet.characteristics or not weapon.strength:
            yield _code(f"damage:{id}", _named(DAMAGE_WITH, weapon.name), damage_of(scene, weapon))
    for skill in defending(scene, who):
        opens = Opens("d6.roll", {"what": skill})
        yield _code(f"defence:{skill}", lists.name_of(skill), code_for(scene, who, skill), opens=opens, field="levels")
    if _known(scene, who, "wounds") and lists.roles.strength:
        made = resistance_of(scene, who, "wound")
        yield _code("resistance", made.sum.saying.text, made)
    if sheet.armour:
        armour = lists.armours.get(sheet.armour)
        worn = armour.name if armour else Text(sheet.armour, sheet.armour)
        yield Entry("armour", LABELS["armour"], worn, "text", field="armour", edited_by="d6.equip")
    if sheet.shield:
        yield Entry("shield", LABELS["shield"], True, "flag", field="shield", edited_by="d6.equip")


def _named(text: Text, weapon: Text) -> Text:
    return Text(text.say("fr", weapon=weapon), text.say("en", weapon=weapon))


def defending(scene: Scene[Sheet], who: str) -> list[str]:
    """The skills that a character defends with besides their weapon: dodging, and the shield they carry."""
    roles = lists_of(scene).roles
    skills = (roles.dodge, roles.shield if scene[who].shield else "")
    return [skill for skill in skills if skill and _known(scene, who, skill) and owns(scene, who, skill)]


def _skills(scene: Scene[Sheet], who: str) -> Iterator[Entry]:
    """The skills with a level, and those acquired, the best first; then those that the table's lists do not have."""
    lists, sheet = lists_of(scene), scene[who]
    had = [id for id in lists.skills if id in sheet.levels or id in sheet.owned]
    made = {id: code_for(scene, who, id) for id in had if _known(scene, who, id) and id not in defending(scene, who)}
    for id in sorted(made, key=lambda id: -made[id].code.rank):
        yield _skill(scene, id, made[id], "owned" if id in sheet.owned else "levels")
    for id in (id for id in sheet.levels if id not in lists.skills):
        why = (BOOK.note("D6-CHAR-01", what=id),)
        yield Entry(f"skill:{id}", Text(id, id), str(sheet.levels[id]), "code", why=why, field="levels")


def _untrained(scene: Scene[Sheet], who: str) -> Iterator[Entry]:
    """D6-SKILL-01: common skills are everybody's, at their base."""
    for id in lists_of(scene).of_kind("common"):
        if id not in scene[who].levels and id not in defending(scene, who) and _known(scene, who, id):
            yield _skill(scene, id, code_for(scene, who, id), "")


def _skill(scene: Scene[Sheet], id: str, made: ExplainedCode, field: str) -> Entry:
    return _code(f"skill:{id}", lists_of(scene).name_of(id), made, field=field, opens=Opens("d6.test", {"what": id}))


def _specialities(scene: Scene[Sheet], who: str) -> Iterator[Entry]:
    for name, level in scene[who].specialities.items():
        yield Entry(
            f"speciality:{name}",
            lists_of(scene).called(name),
            str(DieCode(3 * level)),
            "code",
            field="specialities",
            opens=Opens("d6.test", {"specialities": (name,)}),
            help=ON_SPECIALITIES,
        )


def _growth(sheet: Sheet) -> Iterator[Entry]:
    if sheet.pj or sheet.experience:
        yield Entry("experience", LABELS["experience"], sheet.experience, field="experience", opens=Opens("d6.grow"))
