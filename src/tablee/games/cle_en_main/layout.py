"""The sheet of Clé en main as people read it: sections in their order, each number with its terms and what it opens."""

from __future__ import annotations

from collections.abc import Iterable

from tablee.games.cle_en_main import atouts
from tablee.games.cle_en_main.atouts import (
    BRICOLEUR_INSPIRE,
    FEINTE,
    POWERS,
    REGARD_QUI_GLACE,
    TIR_DE_BARRAGE,
    VOIX_QUI_RALLIE,
    power_of,
)
from tablee.games.cle_en_main.attack.declaration import shoots
from tablee.games.cle_en_main.attack.melee import guard_terms
from tablee.games.cle_en_main.attack.numbers import bonus_at_rest, damage_bonus, weapon_dice
from tablee.games.cle_en_main.book import BOOK
from tablee.games.cle_en_main.check.heroism import heroism_pool
from tablee.games.cle_en_main.check.primes import PENALTIES, PRIMES
from tablee.games.cle_en_main.check.side import skill_terms
from tablee.games.cle_en_main.forms import ROUNDS
from tablee.games.cle_en_main.play import number_of_pcs
from tablee.games.cle_en_main.sheet import KINDS, TRAINING, Sheet
from tablee.games.cle_en_main.tables import FIRES, SKILLS, Weapon, skill_name, split
from tablee.rules.action import Scene
from tablee.rules.fields import fields_of
from tablee.rules.sheet.sheets import Drawn, Entry, Opens, Section, Threshold
from tablee.text import Text

LABELS = {field.name: field.label for field in fields_of(Sheet)}
CATEGORIES = {
    "physique": Text(fr="Physique", en="Physical"),
    "dexterity": Text(fr="Habileté", en="Dexterity"),
    "mental": Text(fr="Mental", en="Mental"),
    "social": Text(fr="Social", en="Social"),
}
OF_VITALITY = (Threshold(0, Text(fr="mal en point", en="in bad shape")), Threshold(1, Text(fr="en état", en="fit")))
HELP = {
    "vitality": Text(fr="À 0, mal en point : chaque coup peut tuer.", en="At 0, in bad shape: every blow may kill."),
    "group": Text(fr="Chaque coup au but en met un hors de combat.", en="Every hit puts one out of the fight."),
    "heroism": Text(
        fr="1 point : un dé de plus, ou refaire un test. 2 points : annuler des dégâts, ou les prendre pour un allié.",
        en="1 point: an extra die, or redo a test. 2 points: cancel damage, or take it for an ally.",
    ),
    "guard": Text(fr="Ajouté aux dés contre une attaque.", en="Added to the dice against an attack."),
    "protection": Text(fr="Se retranche des dégâts.", en="Taken from the damage."),
    "weapon": Text(fr="Ajouté aux dés de l'attaque.", en="Added to the dice of the attack."),
    "caution": Text(fr="+2 à la prochaine Défense.", en="+2 to the next Defence."),
    "danger": Text(fr="−2 à la prochaine Défense.", en="−2 to the next Defence."),
    "category": Text(fr="Vaut pour ses autres compétences.", en="Stands for the other skills of this kind."),
}
BY_ATOUT = {
    VOIX_QUI_RALLIE: "cle-en-main.rally",
    REGARD_QUI_GLACE: "cle-en-main.stare",
    BRICOLEUR_INSPIRE: "cle-en-main.rig",
    TIR_DE_BARRAGE: "cle-en-main.barrage",
    FEINTE: "cle-en-main.feint",
}


def sections(scene: Scene[Sheet], who: str) -> tuple[Section, ...]:
    """The sheet of a character, part by part; only what they have."""
    acting = scene.acting(who)
    parts = (
        ("vitality", Text(fr="Vitalité et héroïsme", en="Vitality and heroism"), vitality(acting)),
        ("state", Text(fr="État", en="State"), state(acting)),
        ("fight", Text(fr="Armes et protection", en="Weapons and protection"), fighting(acting)),
        ("atouts", Text(fr="Atouts", en="Atouts"), atouts_of(acting)),
        *((id, label, skills(acting, id)) for id, label in CATEGORIES.items()),
        ("gear", Text(fr="Équipement", en="Equipment"), gear(acting)),
        ("identity", Text(fr="Identité", en="Identity"), identity(acting)),
        ("growth", Text(fr="Évolution", en="Evolution"), growth(acting)),
    )
    return tuple(Section(id, label, entries) for id, label, found in parts if (entries := tuple(found)))


def counts(scene: Scene[Sheet], who: str) -> Iterable[Entry]:
    """CEM-VIT-01, CEM-HERO-01, CEM-NPC-11: what is counted of a character in a fight."""
    return vitality(scene.acting(who))


def vitality(scene: Scene[Sheet]) -> Iterable[Entry]:
    """CEM-VIT-01, CEM-HERO-01, CEM-NPC-11: vitality, or the headcount of a group; heroism for those who have some."""
    me = scene.me
    if me.kind == "extra":
        yield Entry("group", LABELS["group"], me.group, "boxes", field="group", help=HELP["group"])
    else:
        full, steps = max(me.vitality, me.vitality_max), OF_VITALITY
        yield Entry(
            "vitality",
            LABELS["vitality"],
            me.vitality,
            "gauge",
            full,
            steps=steps,
            field="vitality",
            help=HELP["vitality"],
        )
    if me.pj or me.heroism:
        given = (heroism_pool(number_of_pcs(scene, 0), outside="clamp") or 0) + me.heroism_box
        most = max(given, me.heroism)
        yield Entry("heroism", LABELS["heroism"], me.heroism, "boxes", most, field="heroism", help=HELP["heroism"])


def state(scene: Scene[Sheet]) -> Iterable[Entry]:
    """CEM-VIT-03…07, CEM-PRIME-07, CEM-NPC-05, CEM-HAZARD-02, -03: what they suffer from, or hold for a while."""
    me, round = scene.me, scene.play.round
    for id in ("dead", "surprised", "prone", "choking"):
        if getattr(me, id):
            yield Entry(id, LABELS[id], True, "flag", field=id)
    for id in ("dies_at", "wakes_at"):
        if getattr(me, id):
            yield Entry(id, TIMES[id], max(0, getattr(me, id) - round), unit=ROUNDS, field=id)
    for id in ("extra_wounds", "breathless", "caution", "danger"):
        if getattr(me, id):
            yield Entry(id, LABELS[id], getattr(me, id), field=id, help=HELP.get(id))
    if me.burning:
        yield Entry("burning", LABELS["burning"], FIRES[me.burning].name, "text", field="burning")
    if me.marks:
        words = tuple((PRIMES | PENALTIES).get(mark.id, Text(mark.id, mark.id)) for mark in me.marks)
        yield Entry("marks", LABELS["marks"], words, "list", field="marks")


TIMES = {
    "dies_at": Text(fr="Meurt dans", en="Dies in"),
    "wakes_at": Text(fr="Revient à soi dans", en="Comes to in"),
}


def fighting(scene: Scene[Sheet]) -> Iterable[Entry]:
    """CEM-DEF-01, CEM-DMG-05, CEM-EQUIP-06, -12: the defence, the protection worn, each weapon and what it deals."""
    me = scene.me
    guard = BOOK.sum("CEM-DEF-01", *guard_terms(scene, scene.actor))
    yield Entry("guard", guard.saying.text, guard.total, sum=guard, help=HELP["guard"])
    worn = BOOK.sum("CEM-DMG-05:protection", *atouts.protection_terms(me))
    if worn.terms:
        yield Entry("protection", worn.saying.text, worn.total, sum=worn, field=_armour(me), help=HELP["protection"])
    if me.broken:
        yield Entry("broken", LABELS["broken"], me.broken, field="broken")
    for weapon in me.weapons:
        yield from arms(scene, weapon)
    for id in ("melee_bonus", "ranged_bonus"):
        if getattr(me, id):
            yield Entry(id, LABELS[id], getattr(me, id), field=id)
    if me.dropped:
        yield Entry("dropped", LABELS["dropped"], tuple(weapon.name for weapon in me.dropped), "list", field="dropped")
    if me.training:
        yield Entry("training", LABELS["training"], tuple(TRAINING[id] for id in me.training), "list", field="training")


def _armour(sheet: Sheet) -> str:
    return "armours" if sheet.armours else "other_protection" if sheet.other_protection else ""


def arms(scene: Scene[Sheet], weapon: Weapon) -> Iterable[Entry]:
    """CEM-ATTACK-01, CEM-EQUIP-06…09: what is added to the dice with a weapon, and its damage; the one in hand attacks,
    another is drawn first.
    """
    me = scene.me
    bonus = bonus_at_rest(scene, weapon.id)
    ready = not me.weapon or weapon.id == me.armed.id
    draws = Opens("cle-en-main.do", {"deed": "draw", "weapon": weapon.id})
    opens = Opens("cle-en-main.attack", {"weapon": weapon.id}) if ready else draws
    yield Entry(
        f"weapon:{weapon.id}", weapon.name, bonus.total, sum=bonus, field="weapons", opens=opens, help=HELP["weapon"]
    )
    label = Text(f"{weapon.name.fr} : dégâts", f"{weapon.name.en}: damage")
    yield Entry(f"damage:{weapon.id}", label, damage_code(me, weapon), "text", field="weapons", help=reach(weapon))


def damage_code(sheet: Sheet, weapon: Weapon) -> str:
    """CEM-DMG-09, CEM-NPC-04: the damage of a weapon as it is written: « 2d6+2 », or « 3 » without dice."""
    dice, bonus = weapon_dice(sheet, weapon), damage_bonus(sheet, weapon, shoots(weapon, thrown=False))
    return f"{dice}d6{f'{bonus:+}' if bonus else ''}" if dice else str(bonus)


def reach(weapon: Weapon) -> Text | None:
    """CEM-EQUIP-07…10: how far a weapon reaches and how many it may strike, in words; None for a plain one."""
    fr, en = [], []
    if weapon.range_m:
        fr.append(f"{weapon.range_m} m" if weapon.ranged else f"{weapon.range_m} m, lancée")
        en.append(f"{weapon.range_m} m" if weapon.ranged else f"{weapon.range_m} m, thrown")
    if weapon.multi_targets:
        fr.append(f"{weapon.multi_targets} cibles")
        en.append(f"{weapon.multi_targets} targets")
    if weapon.zone_m:
        fr.append(f"zone de {weapon.zone_m} m")
        en.append(f"zone of {weapon.zone_m} m")
    if weapon.six_plus:
        fr.append("les 6 se relancent")
        en.append("6s are rolled again")
    return Text(", ".join(fr), ", ".join(en)) if fr else None


def atouts_of(scene: Scene[Sheet]) -> Iterable[Entry]:
    """CEM-CHAR-03, CEM-ATOUT-01…03: the printed atouts, those ticked first, with both effects."""
    for atout in sorted(scene.me.atouts, key=lambda atout: not atout.ticked):
        power, ours = power_of(atout), atout.id in POWERS
        always, paid = (power.current, power.heroic) if ours else (atout.current, atout.heroic)
        by = BY_ATOUT.get(atout.id) or ("" if ours else "cle-en-main.heroic")
        opens = Opens(by, {} if ours else {"atout": atout.id}) if atout.ticked and by else None
        yield Entry(
            f"atout:{atout.id}", power.name, atout.ticked, "flag", field="atouts", opens=opens, help=always, paid=paid
        )


def skills(scene: Scene[Sheet], category: str) -> Iterable[Entry]:
    """CEM-SKILL-01, -02, CEM-MOD-01, CEM-NPC-03: the skills of one kind, the best first, with all that is added to the
    dice; of an NPC, the value of the others.
    """
    me = scene.me
    lines = [line for line in me.skills if SKILLS[split(line)[0]].category == category]
    for line in sorted(lines, key=lambda line: -me.skill(line)):
        total = BOOK.sum("CEM-MOD-01", *skill_terms(me, line, round=scene.play.round))
        name, opens = skill_name(line), Opens("cle-en-main.test", {"skill": line})
        help = SKILLS[split(line)[0]].used_for
        yield Entry(f"skill:{line}", name, total.total, sum=total, field="skills", opens=opens, help=help)
    if category in me.categories:
        label, value = Text(fr="Autres", en="Others"), me.categories[category]
        yield Entry(f"category:{category}", label, value, field="categories", help=HELP["category"])


def gear(scene: Scene[Sheet]) -> Iterable[Entry]:
    """CEM-EQUIP-01, -02, CEM-MONEY-01: possessions with what they add, armours, money if it is counted."""
    me = scene.me
    for n, worn in enumerate(me.armours):
        yield Entry(f"armour:{n}", worn.name, worn.protection, field="armours", help=HELP["protection"])
    for n, item in enumerate(me.equipment):
        opens = Opens("cle-en-main.give", {"item": item.name.fr})
        drawn: Drawn = "number" if item.useful else "flag"
        help = skill_name(item.skill) if item.skill else None
        value = item.modifier if item.useful else True
        yield Entry(f"item:{n}", item.name, value, drawn, field="equipment", opens=opens, help=help)
    if me.wealth is not None:
        yield Entry("wealth", LABELS["wealth"], me.wealth, field="wealth", opens=Opens("cle-en-main.spend"))
        yield Entry("wealth_printed", LABELS["wealth_printed"], me.wealth_printed, field="wealth_printed")
        if me.wealth_renews:
            yield Entry("wealth_renews", LABELS["wealth_renews"], True, "flag", field="wealth_renews")


def identity(scene: Scene[Sheet]) -> Iterable[Entry]:
    """CEM-CHAR-01, -02, CEM-NPC-01: who a character is."""
    me = scene.me
    yield Entry("name", LABELS["name"], me.name, "text", field="name")
    yield Entry("kind", LABELS["kind"], KINDS[me.kind], "text", field="kind")
    if me.side:
        yield Entry("side", LABELS["side"], me.side, "text", field="side")
    if me.auto11:
        yield Entry("auto11", LABELS["auto11"], Text(fr="sans lancer", en="without rolling"), "text", field="auto11")
    for id in ("concept", "tactics"):
        if getattr(me, id).fr:
            yield Entry(id, LABELS[id], getattr(me, id), "text", field=id)


def growth(scene: Scene[Sheet]) -> Iterable[Entry]:
    """CEM-EVOL-01…04: the advances that a PJ has taken, and the one to take."""
    me = scene.me
    if me.advance:
        yield Entry("advance", LABELS["advance"], True, "flag", field="advance", opens=Opens("cle-en-main.advance"))
    if me.pj and not any(atout.ticked for atout in me.atouts) and me.atouts:
        label = Text(fr="Premier atout à cocher", en="First atout to tick")
        yield Entry("first_atout", label, True, "flag", opens=Opens("cle-en-main.first-atout"))
    if me.heroism_box:
        yield Entry("heroism_box", LABELS["heroism_box"], True, "flag", field="heroism_box")
    if me.developed:
        names = tuple(skill_name(line) for line in me.developed)
        yield Entry("developed", LABELS["developed"], names, "list", field="developed")
    if me.advances:
        yield Entry("advances", LABELS["advances"], len(me.advances), field="advances")
