"""The sheet of UnDéSix as people read it: sections in their order, each number with its terms and what it opens."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tablee.games.undesix.book import BOOK, CHARACTERISTIC_NAMES, SAV
from tablee.games.undesix.characters import in_english
from tablee.games.undesix.fight.armour import armour_class, guard_of
from tablee.games.undesix.fight.attack import target_at_rest
from tablee.games.undesix.fight.initiative import sens_of
from tablee.games.undesix.fight.shooting import still_to_load
from tablee.games.undesix.fight.special_moves import SPECIAL_MOVES
from tablee.games.undesix.fight.wielding import BARE, weapons_carried
from tablee.games.undesix.forms import DAYS, MINUTES, POINTS, ROUNDS
from tablee.games.undesix.magic.composition import may_cast, word_terms
from tablee.games.undesix.magic.words import ESSENCES, VERBS, new_essence, new_verb
from tablee.games.undesix.options import DESTINY, DEX1_CA, EVERYONE_MAGIC
from tablee.games.undesix.people.qualities import FLAWS, QUALITIES
from tablee.games.undesix.play import attitude_of
from tablee.games.undesix.sheet import SHIELDS, Sheet, languages, literate, reactivity
from tablee.games.undesix.skills import SKILLS
from tablee.games.undesix.tables import ARMOURS, ATTITUDES, WEAPONS
from tablee.rules.action import Scene
from tablee.rules.fields import fields_of
from tablee.rules.sheet.sheets import Drawn, Entry, Opens, Section
from tablee.text import Text, number

LABELS = {field.name: field.label for field in fields_of(Sheet)}
POOLS = {"phy": "phy_max", "psy": "psy_max", "vitality": "vitality_max"}
HELP = {
    "phy": Text(fr="Physique : à 0 on est mourant, en dessous on meurt.", en="Body: dying at 0, dead below."),
    "dex": Text(fr="Dextérité : l'adresse, et une part de la CA.", en="Dexterity: deftness, and a part of the AC."),
    "sav": Text(fr="Savoir : ce que l'on a appris.", en="Knowledge: what one has learnt."),
    "psy": Text(
        fr="Psychique : se dépense en sorts ; sous 0, la folie.", en="Mind: spent on spells; below 0, madness."
    ),
    "sens": Text(fr="Sens : qui en a le plus agit d'abord.", en="Senses: whoever has most acts first."),
    "vitality": Text(fr="Se perd avant le PHY.", en="Lost before PHY."),
    "ca": Text(fr="Se retranche du seuil de qui vous attaque.", en="Taken from the target of whoever attacks you."),
    "initiative": Text(
        fr="On agit du plus haut au plus bas, ensemble à égalité.", en="The highest acts first, equals together."
    ),
    "reactivity": Text(
        fr="3,5 secondes, moins une demi-seconde par point de SENS.", en="3.5 seconds, less half a second per SENS."
    ),
    "weapon": Text(fr="Seuil, avant la CA de la cible.", en="Target, before the AC of whoever is struck."),
    "skill": Text(fr="Faire autant ou moins avec un dé.", en="Roll this or less on one die."),
    "word": Text(fr="S'ajoute au seuil des sorts où il est dit.", en="Added to the target of spells that say it."),
}


def sections(scene: Scene[Sheet], who: str) -> tuple[Section, ...]:
    """The sheet of a character, part by part; only what they have."""
    acting = scene.acting(who)
    parts = (
        ("characteristics", Text(fr="Caractéristiques", en="Characteristics"), characteristics(acting)),
        ("state", Text(fr="État", en="State"), state(acting)),
        ("fight", Text(fr="Au combat", en="In a fight"), fighting(acting)),
        ("magic", Text(fr="Magie", en="Magic"), magic(acting)),
        ("skills", Text(fr="Compétences", en="Skills"), skills(acting)),
        ("identity", Text(fr="Identité", en="Identity"), identity(acting)),
        ("growth", Text(fr="Progression", en="Growth"), growth(acting)),
    )
    return tuple(Section(id, label, entries) for id, label, found in parts if (entries := tuple(found)))


def counts(scene: Scene[Sheet], who: str) -> Iterable[Entry]:
    """UDS-CHAR-04, -10: PHY, PSY and Vitality, among the characteristics."""
    return characteristics(scene.acting(who))


def characteristics(scene: Scene[Sheet]) -> Iterable[Entry]:
    """UDS-CHAR-01, -04, -10: the five, PHY and PSY with what they were, then Vitality for those who have some."""
    me = scene.me
    for id in (*CHARACTERISTIC_NAMES, *(["vitality"] if me.vitality_max else [])):
        most = getattr(me, POOLS[id]) if id in POOLS else None
        opens = Opens("undesix.test", {"characteristic": id}) if id in CHARACTERISTIC_NAMES else None
        drawn: Drawn = "number" if most is None else "gauge"
        yield Entry(id, LABELS[id], getattr(me, id), drawn, most, field=id, opens=opens, help=HELP[id])


def state(scene: Scene[Sheet]) -> Iterable[Entry]:
    """What the character suffers from, or holds for a while."""
    me = scene.me
    for id in ("dead", "mad_for_good"):
        if getattr(me, id):
            yield Entry(id, LABELS[id], True, "flag", field=id)
    for id, unit in (("mad_days", DAYS), ("exhausted", MINUTES)):
        if getattr(me, id):
            yield Entry(id, LABELS[id], getattr(me, id), unit=unit, field=id)
    for id in ("destiny", "destiny_mj"):
        if getattr(me, id) and scene.option(DESTINY):
            yield Entry(id, LABELS[id], getattr(me, id), "boxes", field=id)


def fighting(scene: Scene[Sheet]) -> Iterable[Entry]:
    """UDS-CA-04, UDS-INIT-05, UDS-COMBAT-01: what protects, when one acts, and the target of each weapon and move."""
    me = scene.me
    ca = armour_class(guard_of(scene, scene.actor), of_one=scene.option(DEX1_CA))
    yield Entry("ca", ca.saying.text, ca.total, sum=ca, help=HELP["ca"])
    if me.armour != "none":
        yield Entry("armour", LABELS["armour"], ARMOURS[me.armour].name, "text", field="armour")
    if me.helmet:
        yield Entry("helmet", LABELS["helmet"], True, "flag", field="helmet")
    if me.shield != "none":
        yield Entry("shield", LABELS["shield"], SHIELDS[me.shield], "text", field="shield")
    sens = sens_of(scene, scene.actor)
    yield Entry("initiative", Text(fr="Initiative", en="Initiative"), sens.total, sum=sens, help=HELP["initiative"])
    seconds = reactivity(me.sens)
    written = {lang: number(seconds, lang, int(seconds % 1 > 0)) for lang in ("fr", "en")}
    took = Text(f"{written['fr']} s", f"{written['en']} s")
    yield Entry("reactivity", Text(fr="Réactivité", en="Reaction time"), took, "text", help=HELP["reactivity"])
    attitude = ATTITUDES[attitude_of(scene)].name
    opens = Opens("undesix.announce")
    yield Entry("attitude", LABELS["attitude"], attitude, "text", field="attitude", opens=opens)
    yield from weapons(scene)
    for move, name in SPECIAL_MOVES.items():
        target = target_at_rest(scene, me.weapon, move)
        if target.total > 0:
            opens = Opens("undesix.attack", {"move": move})
            yield Entry(f"move:{move}", name, target.total, sum=target, opens=opens, help=HELP["weapon"])


def weapons(scene: Scene[Sheet]) -> Iterable[Entry]:
    """UDS-COMBAT-02, UDS-SHOOT-04: each weapon with its target, the one in hand first, and what is left to fire."""
    me = scene.me
    for id, name in weapons_carried(scene).items():
        if id == BARE and me.armed.natural and me.weapon != BARE:
            continue  # claws and fangs have no hands beside them
        row, target = WEAPONS[id], target_at_rest(scene, id)
        ready = id in (me.weapon, BARE)
        action = "undesix.draw" if not ready else "undesix.shoot" if row.ranged else "undesix.attack"
        opens = None if id in me.broken else Opens(action, {"weapon": id})
        field = "broken" if id in me.broken else "weapon" if id == me.weapon else "weapons"
        yield Entry(f"weapon:{id}", name, target.total, sum=target, field=field, opens=opens, help=HELP["weapon"])
        if row.magazine:
            left, opens = max(0, row.magazine - me.fired.get(id, 0)), Opens("undesix.reload", {"weapon": id})
            shots = Text(f"{name.say('fr')} : tirs", f"{name.say('en')}: shots")
            yield Entry(f"shots:{id}", shots, left, "boxes", row.magazine, field="fired", opens=opens)
        if still_to_load(me, id):
            loads = Text(f"{name.say('fr')} : à recharger", f"{name.say('en')}: to reload")
            yield Entry(f"loads:{id}", loads, still_to_load(me, id), unit=ROUNDS, field="reloading")
        if me.streak.get(id):
            run = Text(
                f"{name.say('fr')} : 1 de suite (6 si négatif)", f"{name.say('en')}: 1s in a row (6s if negative)"
            )
            yield Entry(f"streak:{id}", run, me.streak[id], field="streak")


def magic(scene: Scene[Sheet]) -> Iterable[Entry]:
    """UDS-MAGIC-01, UDS-XP-06, UDS-CREATE-07: for those who cast, the words they know, with their bonus."""
    me = scene.me
    if not may_cast(me, scene.option(EVERYONE_MAGIC)):
        return
    casts = Text(fr="Lance des sorts", en="Casts spells")
    yield Entry("casts", casts, True, "flag", opens=Opens("undesix.cast"))
    book = Text(fr="Connaît les sorts du livre", en="Knows the spells of the book")
    yield Entry("book", book, True, "flag", opens=Opens("undesix.cast-example"))
    for key in dict.fromkeys((*me.powers, *(key for key in me.skills if ":" in key))):
        kind, _, written = key.partition(":")
        if kind in ("verb", "essence"):
            yield word_entry(me, key, kind, written)


def word_entry(me: Sheet, key: str, kind: str, written: str) -> Entry:
    """A Verbe or an Essence on the sheet: listed, or the table's own."""
    verb = kind == "verb"
    listed: Mapping[str, object] = VERBS if verb else ESSENCES
    word = (VERBS.get(written) or new_verb(written)) if verb else (ESSENCES.get(written) or new_essence(written))
    field = ("verbs" if verb else "essences") if written in listed else ("new_verbs" if verb else "nouns")
    bonus = BOOK.sum("UDS-XP-06:bonus", *word_terms(me, word))
    opens = Opens("undesix.cast", {field: (written,)})
    shown = "powers" if key in me.powers else "skills"
    return Entry(key, word.name, bonus.total, sum=bonus, field=shown, opens=opens, help=HELP["word"])


def skills(scene: Scene[Sheet]) -> Iterable[Entry]:
    """UDS-SKILL-02, -03: what one may succeed in, learnt or not, the best first; wounds do not change the order.

    Special moves are among what one does in a fight.
    """
    me = scene.me
    rested = me.model_copy(update={pool: getattr(me, most) for pool, most in POOLS.items()})
    own = [key for key in me.skills if ":" not in key and key not in SKILLS]
    keys = [*own, *(key for key, skill in SKILLS.items() if skill.category not in ("special", "aim"))]
    best = {key: sum(term.value for term in rested.skill_terms(key)) for key in keys}
    for key in sorted((key for key in keys if best[key] > 0 or key in me.skills), key=lambda key: -best[key]):
        target, skill = BOOK.sum("UDS-TEST-02", *me.skill_terms(key)), me.skill(key)
        action = "undesix.oppose" if skill.formula.against else "undesix.test"
        opens = None if skill.formula.less_ca else Opens(action, {"skill": key})
        name = f"skill:{key}"
        yield Entry(name, skill.name, target.total, sum=target, field="skills", opens=opens, help=HELP["skill"])


def _told(words: str) -> Text:
    """Words of a sheet: as written if a player wrote them; in the reader's language if they come with the game."""
    return Text(words, in_english().get(words, words))


def identity(scene: Scene[Sheet]) -> Iterable[Entry]:
    """UDS-CREATE-01, -12, UDS-CHAR-05, -06: who the character is."""
    me = scene.me
    yield Entry("name", LABELS["name"], me.name, "text", field="name")
    yield Entry("pc", LABELS["pc"], me.pc, "flag", field="pc")
    if me.history:
        yield Entry(
            "history", LABELS["history"], _told(me.history), "text", field="history", edited_by="undesix.describe"
        )
    for id in ("traits", "languages"):
        if words := tuple(map(_told, getattr(me, id))):
            yield Entry(id, LABELS[id], words, "list", field=id, edited_by="undesix.describe")
    if me.sav >= 0:
        count = BOOK.sum("UDS-CHAR-05:count", SAV(me.sav))
        label = Text(fr="Langues possibles", en="Languages possible")
        yield Entry("language_count", label, languages(me.sav), sum=count, edited_by="undesix.describe")
    known = {"modern": literate(me.sav, "modern"), "medieval": literate(me.sav, "medieval")}
    reads = Text(BOOK.text("UDS-CHAR-06").say("fr", **known), BOOK.text("UDS-CHAR-06").say("en", **known))
    yield Entry("reads", Text(fr="Lecture", en="Reading"), reads, "text")
    for id, table in (("qualities", QUALITIES), ("flaws", FLAWS)):
        if getattr(me, id):
            words = tuple(table.get(word, Text(word, word)) for word in getattr(me, id))
            yield Entry(id, LABELS[id], words, "list", field=id)
    if me.equipment:
        yield Entry("equipment", LABELS["equipment"], me.equipment, "list", field="equipment")
    if me.chance:
        yield Entry("chance", LABELS["chance"], me.chance, field="chance")
    if me.secret:
        yield Entry("secret", LABELS["secret"], me.secret, "text", field="secret")


def growth(scene: Scene[Sheet]) -> Iterable[Entry]:
    """UDS-XP-01, -09, -10, UDS-CHAR-09: how far a player's character has come."""
    me = scene.me
    if not me.pc:
        return
    yield Entry("games", LABELS["games"], me.games, field="games", opens=Opens("undesix.end-game"))
    yield Entry("psy_created", LABELS["psy_created"], me.psy_created, unit=POINTS, field="psy_created")
    if me.awards:
        yield Entry("awards", LABELS["awards"], me.awards, "boxes", 3, field="awards")
    if me.gained:
        learnt = tuple(me.skill_name(key) for key in me.gained)
        yield Entry("gained", LABELS["gained"], learnt, "list", field="gained")
