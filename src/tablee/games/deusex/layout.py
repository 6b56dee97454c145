"""The sheet as DeusEx lays it out, part by part, every number with its terms; and what a scene shows besides."""

from __future__ import annotations

from collections.abc import Iterable

from tablee.games.deusex.book import BOOK, DICE, POINTS
from tablee.games.deusex.check.attempts import Means, makings_of
from tablee.games.deusex.check.checks import pool
from tablee.games.deusex.health.stress import tier_said
from tablee.games.deusex.options import STRESS_RULES, STRESS_WORDS, TROUBLE_RULES
from tablee.games.deusex.people.creation import TALENT_TERM
from tablee.games.deusex.play import END, MELEE, SHOOT, Play, play_of
from tablee.games.deusex.pv_and_ps import LAST_ALIVE, derived
from tablee.games.deusex.sheet import FIRST_AID, MEDICINE, UNARMED, Curriculum, Sheet
from tablee.games.deusex.tables import (
    CATEGORIES,
    IN_ENGLISH,
    INTANGIBLE,
    PHASES,
    PS_TIERS,
    PV_TIERS,
    TALENT_SCALE,
    TALENTS,
    TANGIBLE,
    TROUBLE_NAMES,
    TROUBLES,
    WEAPONS,
    Rung,
    Weapon,
    aptitude_name,
    category_of,
)
from tablee.games.deusex.troubles import WITHDRAWN_PHASE
from tablee.rules.action import Scene
from tablee.rules.fields import fields_of
from tablee.rules.sheet.sheets import Entry, Opens, Section, Threshold
from tablee.rules.why import Tally
from tablee.text import Name, Text

AS_MUCH = BOOK.term("doubled")
BEYOND = BOOK.term("beyond")
CHANGED = BOOK.term("changed_maximum")
NO_FEWER = BOOK.term("no_fewer")

LABELS = {field.name: field.label for field in fields_of(Sheet)}
TASK = next(field.label for field in fields_of(Play) if field.name == "task")
ADDED = Text(fr="S'ajoute aux deux dés d'un Test de Talent.", en="Added to the two dice of a Talent Test.")
OF_PV = Text(
    fr="De 0 à −3, un dé de moins par point sous 0 ; à −4 et −5, il faut des soins ; à −6, c'est la mort.",
    en="From 0 to −3, one die less for each point below 0; at −4 and −5, care is needed; −6 is death.",
)
OF_PS = Text(
    fr="De 0 à −3, un dé de moins par point sous 0 ; à −4 et −5, il faut de l'aide.",
    en="From 0 to −3, one die less for each point below 0; at −4 and −5, help is needed.",
)
OF_RESERVE = Text(
    fr="Chaque point donne un dé de plus sur un jet, ou le Test DeusEx du scénario.",
    en="Each point gives one more die on a roll, or the scenario's DeusEx Test.",
)
OF_LEVEL = Text(fr="Ce à quoi la réserve revient.", en="What the reserve returns to.")
OF_FIELD = Text(fr="Les Aptitudes qui vont avec l'occupation.", en="The Aptitudes that go with the occupation.")
OF_XP = Text(
    fr="Gagnés à la fin d'un scénario ; achètent des Talents et des Aptitudes.",
    en="Earned at the end of a scenario; they buy Talents and Aptitudes.",
)
CARES: dict[str, Text | Name | str] = {
    FIRST_AID: Text(fr="premiers soins", en="first aid"),
    MEDICINE: Text(fr="médecine", en="medicine"),
}
KINDS = {True: Text(fr="personnage joueur", en="player character"), False: Text(fr="personnage du meneur", en="NPC")}
MOMENTS = (SHOOT, MELEE, END)
STEPS = tuple(
    Threshold(at, word)
    for at, word in enumerate(
        (
            Text(fr="les tirs", en="shots"),
            Text(fr="le corps à corps et le reste", en="melee and the rest"),
            Text(fr="les comptes à rebours", en="countdowns"),
        )
    )
)


def sections(scene: Scene[Sheet], who: str) -> tuple[Section, ...]:
    """DEX-CREATE-01…15: the sheet of a character; chapters that the table plays without are left out."""
    sheet = scene[who]
    parts = (
        Section("identity", Text(fr="Identité", en="Identity"), tuple(identity(sheet))),
        Section("talents", Text(fr="Talents", en="Talents"), tuple(talents(sheet))),
        Section("health", Text(fr="Vie", en="Life"), tuple(health(sheet))),
        Section("stress", Text(fr="Stress", en="Stress"), tuple(composure(scene, sheet, who))),
        Section("reserve", Text(fr="Réserve DeusEx", en="DeusEx reserve"), tuple(reserve(sheet))),
        Section("trouble", Text(fr="Trouble", en="Trouble"), tuple(trouble(scene, sheet))),
        *aptitudes(scene, who),
        Section("weapons", Text(fr="Armes", en="Weapons"), tuple(weapons(sheet))),
        Section("evolution", Text(fr="Évolution", en="Evolution"), tuple(evolution(sheet))),
    )
    return tuple(part for part in parts if part.entries)


def counts(scene: Scene[Sheet], who: str) -> Iterable[Entry]:
    """DEX-WOUND-04, DEX-STRESS-05, DEX-RESERVE-01: what is counted of a character: PV, PS, the reserve."""
    sheet = scene[who]
    return (*health(sheet), *composure(scene, sheet, who), *reserve(sheet))


def identity(sheet: Sheet) -> Iterable[Entry]:
    """DEX-CREATE-01, -02, -15: who this is; only what has been filled in."""
    yield Entry("name", LABELS["name"], sheet.name, "text", field="name")
    yield Entry("pj", Text(fr="Rôle", en="Role"), KINDS[sheet.pj], "text", field="pj")
    for field in ("occupation", *Curriculum.model_fields):
        if told := getattr(sheet, field):
            yield Entry(field, LABELS[field], Text(told, IN_ENGLISH.get(told, told)), "text", field=field)


def scale(rungs: Iterable[Rung]) -> tuple[Threshold, ...]:
    """The steps of a scale of the book."""
    return tuple(Threshold(rung.at, rung.name) for rung in rungs)


def talents(sheet: Sheet) -> Iterable[Entry]:
    """DEX-CREATE-03: the six Talents; each opens a Test of it."""
    lowest, highest = TALENT_SCALE[0].at, TALENT_SCALE[-1].at
    for id, talent in TALENTS.items():
        yield Entry(
            id,
            talent.name,
            sheet.talents[id],
            low=lowest,
            most=highest,
            steps=scale(TALENT_SCALE),
            field="talents",
            opens=Opens("deusex.test", {"aptitude": "", "talent": id}),
            help=ADDED,
            edited_by="deusex.raise-talent",
        )


def maximum(id: str, sheet: Sheet, kind: tuple[str, ...], most: int) -> Tally:
    """DEX-CREATE-05, -06, DEX-WOUND-08: twice the sum of three Talents, within the human maximum."""
    scores = [TALENT_TERM(sheet.talents[id], of=id) for id in kind]
    once = sum(term.value for term in scores)
    by_talents = derived(sheet.talents, kind)
    beyond, changed = 2 * once - by_talents, most - by_talents
    more = [-BEYOND(beyond)] if beyond else []
    return BOOK.sum(id, *scores, AS_MUCH(once), *more, *([CHANGED(changed)] if changed else []))


def health(sheet: Sheet) -> Iterable[Entry]:
    """DEX-WOUND-04…06, DEX-HEAL-01…04: PV with the words of their tiers, their maximum, care received."""
    tiers = tuple(Threshold(tier.at, tier_said(tier, sheet.name, neutral=False)) for tier in PV_TIERS)
    yield Entry("pv", LABELS["pv"], sheet.pv, "gauge", sheet.pv_max, LAST_ALIVE, steps=tiers, field="pv", help=OF_PV)
    most = maximum("DEX-CREATE-05:most", sheet, TANGIBLE, sheet.pv_max)
    yield Entry("pv_max", LABELS["pv_max"], sheet.pv_max, sum=most, field="pv_max")
    if sheet.needs_hospital:
        yield Entry("stabilised", LABELS["stabilised"], sheet.stabilised, "flag", field="stabilised")
    if sheet.treated:
        received = tuple(CARES[care] for care in sheet.treated)
        yield Entry("treated", LABELS["treated"], received, "list", field="treated")


def composure(scene: Scene[Sheet], sheet: Sheet, who: str) -> Iterable[Entry]:
    """DEX-STRESS-01, -05…07: PS with the words of their tiers, where the table plays with stress."""
    if not scene.option(STRESS_RULES):
        return
    neutral = scene.option(STRESS_WORDS) == "neutral"
    tiers = tuple(Threshold(tier.at, tier_said(tier, sheet.name, neutral)) for tier in PS_TIERS)
    yield Entry("ps", LABELS["ps"], sheet.ps, "gauge", sheet.ps_max, LAST_ALIVE, steps=tiers, field="ps", help=OF_PS)
    most = maximum("DEX-CREATE-06:most", sheet, INTANGIBLE, sheet.ps_max).of(who)
    yield Entry("ps_max", LABELS["ps_max"], sheet.ps_max, sum=most, field="ps_max")


def reserve(sheet: Sheet) -> Iterable[Entry]:
    """DEX-RESERVE-01…04: points to spend, and the level to which they return; nothing for who never had any."""
    level = max(sheet.reserve, sheet.reserve_level)
    if level:
        yield Entry(
            "reserve",
            LABELS["reserve"],
            sheet.reserve,
            "boxes",
            most=level,
            unit=POINTS,
            field="reserve",
            opens=Opens("deusex.invoke"),
            help=OF_RESERVE,
        )
        yield Entry(
            "reserve_level",
            LABELS["reserve_level"],
            sheet.reserve_level,
            unit=POINTS,
            field="reserve_level",
            help=OF_LEVEL,
        )


def trouble(scene: Scene[Sheet], sheet: Sheet) -> Iterable[Entry]:
    """DEX-TROUBLE-01…03, -06: the latent Trouble and its phase, where the table plays with Troubles."""
    if not (scene.option(TROUBLE_RULES) and sheet.trouble):
        return
    yield Entry(
        "trouble", LABELS["trouble"], TROUBLE_NAMES[sheet.trouble], "text", field="trouble", help=TROUBLE_RULES.note
    )
    if sheet.trouble in TROUBLES:
        gist = TROUBLES[sheet.trouble].gist
        yield Entry("trouble_gist", Text(fr="En bref", en="In short"), gist, "text", field="trouble")
    yield Entry(
        "phase",
        LABELS["phase"],
        sheet.phase,
        low=0,
        most=WITHDRAWN_PHASE,
        steps=tuple(Threshold(phase, words) for phase, words in PHASES.items()),
        field="phase",
    )


def aptitudes(scene: Scene[Sheet], who: str) -> Iterable[Section]:
    """DEX-CREATE-09, -10, DEX-DICE-02: by category, the dice that each Aptitude gives; each opens its Test."""
    known = {
        name: Entry(
            f"aptitude {name}",
            aptitude_name(name),
            dice.total,
            unit=DICE,
            sum=dice,
            field="aptitudes",
            opens=Opens("deusex.test", {"aptitude": name}),
            edited_by="deusex.raise-aptitude",
        )
        for name in scene[who].aptitudes
        for dice in [dice_of(scene, who, name)]
    }
    for id, category in CATEGORIES.items():
        label = Text(f"Aptitudes {category.name.fr}", f"{category.name.en.capitalize()} Aptitudes")
        yield Section(id, label, tuple(entry for name, entry in known.items() if category_of(name) == id))
    others = tuple(entry for name, entry in known.items() if category_of(name) is None)
    yield Section("aptitudes", Text(fr="Autres Aptitudes", en="Other Aptitudes"), others)
    yield Section("field", LABELS["field"], tuple(field(scene[who])))


def field(sheet: Sheet) -> Iterable[Entry]:
    """DEX-CREATE-10: the Aptitudes of the field, and the one left to define in play."""
    if sheet.field:
        listed = tuple(aptitude_name(name) for name in sheet.field)
        yield Entry("field", LABELS["field"], listed, "list", field="field", help=OF_FIELD)
    if sheet.left_open:
        yield Entry(
            "left_open",
            LABELS["left_open"],
            sheet.left_open,
            "flag",
            field="left_open",
            opens=Opens("deusex.define"),
            edited_by="deusex.define",
        )


def dice_of(scene: Scene[Sheet], who: str, aptitude: str) -> Tally:
    """DEX-DICE-02, -03: the dice of a Test of an Aptitude, in the character's present state; never fewer than 0."""
    dice = pool(makings_of(scene, who, Means(aptitude)), aptitude_name(aptitude)).of(who)
    return dice.plus(NO_FEWER(-dice.total)) if dice.total < 0 else dice


def weapons(sheet: Sheet) -> Iterable[Entry]:
    """DEX-WOUND-02, DEX-COMBAT-01: what is carried, then bare hands; each opens the attack it is made for."""
    for id in dict.fromkeys((*sheet.weapons, UNARMED)):
        weapon = WEAPONS[id]
        attack = "deusex.melee" if weapon.melee else "deusex.shoot"
        opens = Opens(attack, {"weapon": id})
        yield Entry(f"weapon {id}", weapon.name, damage_of(weapon), "text", field="weapons", opens=opens)


def damage_of(weapon: Weapon) -> Text:
    """DEX-WOUND-02: what a weapon makes of the margin of a hit, in words."""
    if weapon.halved:
        return Text(fr="moitié de la marge", en="half the margin")
    times = f" × {weapon.times}" if weapon.times > 1 else ""
    return Text(fr=f"marge{times}", en=f"margin{times}")


def evolution(sheet: Sheet) -> Iterable[Entry]:
    """DEX-EVOL-01, -02: the points that a player character may spend."""
    if sheet.pj or sheet.xp:
        yield Entry(
            "xp",
            LABELS["xp"],
            sheet.xp,
            field="xp",
            opens=Opens("deusex.raise-aptitude"),
            help=OF_XP,
        )


def surroundings(scene: Scene[Sheet]) -> tuple[Section, ...]:
    """DEX-COMBAT-06, DEX-COOP-03, DEX-RESERVE-05: the moment of the round, the task, the group's one Test DeusEx."""
    play = play_of(scene)
    entries = []
    if play.step in MOMENTS:
        moment, label = MOMENTS.index(play.step), Text(fr="Moment du round", en="Moment of the round")
        entries.append(Entry("step", label, moment, "moments", len(STEPS) - 1, steps=STEPS))
    if play.task:
        entries.append(Entry("task", TASK, play.task))
    left = Text(fr="déjà lancé", en="already rolled") if play.deusex_used else Text(fr="à lancer", en="still to roll")
    entries.append(Entry("deusex", Text(fr="Test DeusEx du scénario", en="The scenario's DeusEx Test"), left, "text"))
    return (Section("scene", Text(fr="La scène", en="The scene"), tuple(entries)),)
