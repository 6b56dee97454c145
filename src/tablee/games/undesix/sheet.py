"""The character: what stands on the sheet, and the effects that change it (UDS-CHAR)."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from tablee.games.undesix.book import BOOK, CHARACTERISTICS, EXPERIENCE, GIFTED, SKILL, VITALITY
from tablee.games.undesix.magic.words import ESSENCES, VERBS
from tablee.games.undesix.skills import LISTED, Skill, bonus, ceiling, formula
from tablee.games.undesix.tables import ARMOURS, ATTITUDES, WEAPONS, Weapon, names
from tablee.rules.fields import Annotated, Audience, Declared, Items, Label, OneOf, Quiet, Seen
from tablee.rules.why import Note, Term
from tablee.text import Name, Text

WORDS = {word.key: word.name for table in (VERBS, ESSENCES) for word in reversed(table.values())}
State = Literal["able", "dying", "unconscious", "dead"]
Shape = Literal["unhurt", "hurt", "badly_hurt", "mad", "mad_for_good"]
SHIELDS = {
    "none": Text(fr="aucun", en="none"),
    "shield": Text(fr="bouclier", en="shield"),
    "large": Text(fr="grand bouclier", en="large shield"),
}


class Learnt(Declared):
    """One skill, Verbe or Essence on the sheet: what was learnt, and its formula if the table invented it."""

    xp: int = 0
    gifted: int = 0  # how often Doué was taken for it
    name: str = ""  # of an invented skill
    formula: str = ""
    category: str = "ordinary"


NOTHING_LEARNT = Learnt()


def known_skill(key: str) -> Text | Name:
    """The name of a listed skill, a Verbe or an Essence; the key of one invented at a table."""
    word = key.rpartition(":")[2]
    return LISTED[key].name if key in LISTED else WORDS.get(key, Text(word, word))


def experience_in(key: str) -> Text:
    """What a change of a skill is: the experience in it."""
    known = known_skill(key)
    return Text(fr=f"expérience en {known.say('fr')}", en=f"experience in {known.say('en')}")


STOPPED_BY = {"dying": "UDS-HEALTH-03", "unconscious": "UDS-HEALTH-05", "dead": "UDS-HEALTH-04"}  # why, by state


class Sheet(Declared):
    """A character of UnDéSix. PHY, PSY and Vitality are pools: what remains, and the most they hold (UDS-CHAR-04, -10).

    PSY is called MAG in a fantasy world (UDS-CHAR-02).
    """

    name: Annotated[Name, Label(fr="Nom", en="Name")]
    pc: Annotated[bool, Label(fr="Personnage joueur", en="Player character")] = True
    phy: Annotated[int, Label(fr="PHY", en="PHY")]
    phy_max: Annotated[int, Label(fr="PHY maximum", en="PHY maximum")]
    dex: Annotated[int, Label(fr="DEX", en="DEX")]
    sav: Annotated[int, Label(fr="SAV", en="SAV")]
    psy: Annotated[int, Label(fr="PSY", en="PSY")]
    psy_max: Annotated[int, Label(fr="PSY maximum", en="PSY maximum")]
    sens: Annotated[int, Label(fr="SENS", en="SENS")]
    vitality: Annotated[int, Label(fr="Vitalité", en="Vitality")] = 0
    vitality_max: Annotated[int, Label(fr="Vitalité maximum", en="Vitality maximum")] = 0
    # Who they are (UDS-CREATE-01, -12)
    history: Annotated[str, Label(fr="Histoire", en="History")] = ""
    traits: Annotated[tuple[str, ...], Label(fr="Traits", en="Traits")] = ()
    languages: Annotated[tuple[str, ...], Label(fr="Langues", en="Languages")] = ()
    qualities: Annotated[tuple[str, ...], Label(fr="Qualités", en="Qualities")] = ()
    flaws: Annotated[tuple[str, ...], Label(fr="Défauts", en="Flaws")] = ()
    equipment: Annotated[tuple[str, ...], Label(fr="Équipement", en="Equipment")] = ()
    chance: Annotated[int, Label(fr="Chance", en="Luck")] = 0  # a box without effect (UDS-SKILL-06)
    # What they learnt
    skills: Annotated[
        dict[str, Learnt],
        Items(experience_in, lambda line: line["xp"], missing=0),
        Label(fr="Compétences", en="Skills"),
    ] = Field(default_factory=dict)
    powers: Annotated[dict[str, int], Label(fr="Pouvoirs", en="Powers")] = Field(
        default_factory=dict
    )  # `verb:create` → points (UDS-CREATE-07)
    gained: Annotated[tuple[str, ...], Label(fr="Appris cette partie", en="Learnt this game")] = ()
    games: Annotated[int, Label(fr="Parties jouées", en="Games played")] = 0
    psy_created: Annotated[int, Label(fr="PSY à la création", en="PSY at creation")] = 0
    goodwill: Annotated[
        tuple[str, ...], Quiet, Label(fr="Créé au bon vouloir du meneur", en="Made by the GM's leave")
    ] = ()  # the rules of the creation that need it (UDS-CREATE-04…09, -12)
    awards: Annotated[int, Label(fr="Caractéristiques augmentées", en="Characteristics raised")] = 0
    # What they carry
    armour: Annotated[str, OneOf(names(ARMOURS)), Label(fr="Armure", en="Armour")] = "none"
    helmet: Annotated[bool, Label(fr="Casque", en="Helmet")] = False
    shield: Annotated[str, OneOf(SHIELDS), Label(fr="Bouclier", en="Shield")] = "none"
    weapon: Annotated[str, OneOf(names(WEAPONS)), Label(fr="Arme", en="Weapon")] = "bare_hands"
    weapons: Annotated[tuple[str, ...], OneOf(names(WEAPONS)), Label(fr="Armes portées", en="Weapons")] = ()
    # The fight they are in
    side: Annotated[str, Label(fr="Camp", en="Side"), Quiet()] = ""
    attitude: Annotated[str, OneOf(names(ATTITUDES)), Label(fr="Attitude", en="Attitude")] = (
        "normal"  # until told otherwise (UDS-ATTITUDE-05)
    )
    acted: Annotated[bool, Label(fr="A agi dans ce combat", en="Has acted in this fight"), Quiet()] = False
    fired: Annotated[dict[str, int], Label(fr="Tirs depuis la recharge", en="Shots since reloading")] = Field(
        default_factory=dict
    )
    reloading: Annotated[dict[str, int], Label(fr="Rounds de recharge", en="Rounds of reloading")] = Field(
        default_factory=dict
    )
    streak: Annotated[dict[str, int], Label(fr="Série", en="Streak")] = Field(
        default_factory=dict
    )  # weapon → 1s in a row, or minus the 6s
    broken: Annotated[tuple[str, ...], Label(fr="Armes cassées", en="Broken weapons")] = ()
    # How they are
    treated: Annotated[bool, Label(fr="Soins reçus aujourd'hui", en="Treated today"), Quiet()] = False
    wounded_since: Annotated[
        int, Label(fr="Points perdus depuis les soins", en="Points lost since treatment"), Quiet()
    ] = 0
    lost: Annotated[int, Label(fr="Points perdus en tout", en="Points lost in all"), Quiet()] = 0
    bleeding: Annotated[int, Label(fr="Minutes sans soins sous zéro", en="Untended minutes below zero"), Quiet()] = 0
    stable: Annotated[bool, Label(fr="État stable", en="Stabilised"), Quiet()] = False
    dead: Annotated[bool, Label(fr="Décès", en="Dead")] = False
    mad_days: Annotated[int, Label(fr="Jours de folie", en="Days of madness")] = 0
    mad_for_good: Annotated[bool, Label(fr="Folie sans retour", en="Mad for good")] = False
    exhausted: Annotated[int, Label(fr="Minutes d'épuisement", en="Minutes of exhaustion")] = 0
    destiny: Annotated[int, Label(fr="Dés de Destin", en="Destiny dice")] = 0
    destiny_mj: Annotated[int, Label(fr="Dés de Destin du meneur", en="The GM's destiny dice")] = 0
    secret: Annotated[str, Label(fr="Secret", en="Secret"), Seen(Audience.OWNER)] = ""

    def score(self, characteristic: str) -> Term:
        """UDS-CHAR-01, -03: a characteristic as a term; PHY and PSY are the points that remain."""
        value: int = getattr(self, characteristic)
        return CHARACTERISTICS[characteristic](value)

    @property
    def played(self) -> bool:
        """UDS-STATE-04: whether a player plays this character: theirs, and not mad for good."""
        return self.pc and not self.mad_for_good

    @property
    def armed(self) -> Weapon:
        """The weapon in hand."""
        return WEAPONS[self.weapon]

    # Skills

    def line(self, key: str) -> Learnt:
        """What is written beside a skill; nothing yet, for one never used (UDS-SKILL-02)."""
        return self.skills.get(key, NOTHING_LEARNT)

    def skill(self, key: str) -> Skill:
        """The skill of that key: listed, or invented at this table (UDS-SKILL-04)."""
        if key in LISTED:
            return LISTED[key]
        line = self.skills[key]
        return Skill(Text(line.name or key, line.name or key), formula(line.formula), line.category)

    def skill_name(self, key: str) -> Text | Name:
        """The name of a skill, a Verbe or an Essence."""
        kind, _, word = key.partition(":")
        return WORDS.get(key, Text(word, word)) if kind in ("verb", "essence") else self.skill(key).name

    def category(self, key: str) -> str:
        """UDS-SKILL-07: the category of a skill; that of `verb:create` or `essence:fire` is its first word."""
        kind = key.partition(":")[0]
        return kind if kind in ("verb", "essence") else self.skill(key).category

    def bonus(self, key: str) -> int:
        """Experience and Doué in a skill or a word of magic."""
        line = self.line(key)
        return bonus(self.category(key), line.xp, line.gifted)

    def bonus_terms(self, key: str, of: Name | Text | None = None) -> tuple[Term, ...]:
        """UDS-QUAL-07: the bonus of a skill or word as terms: experience, then Doué as far as the ceiling allows."""
        total = self.bonus(key)
        earned = min(self.line(key).xp, total)
        experience = (EXPERIENCE(earned, of=of),) if earned else ()
        return (*experience, GIFTED(total - earned)) if total != earned else experience

    def skill_terms(self, key: str) -> tuple[Term, ...]:
        """UDS-SKILL-03: remaining characteristic, the skill's modifier, experience, Doué, without any CA."""
        skill = self.skill(key)
        best = max(skill.formula.characteristics, key=lambda characteristic: self.score(characteristic).amount)
        terms = (
            self.score(best),
            *([VITALITY(self.vitality)] if skill.formula.vitality else []),
            *([SKILL(skill.formula.modifier, of=skill.name)] if skill.formula.modifier else []),
        )
        return terms + self.bonus_terms(key)

    def may_learn(self, key: str) -> bool:
        """UDS-XP-01, -03: once per skill and game, as far as its ceiling."""
        most = ceiling(self.category(key))
        return key not in self.gained and (most is None or self.bonus(key) < most)

    # Health

    @property
    def state(self) -> State:
        return self.state_if()

    def state_if(self, to_minus_ten: bool = False, delay: int = 0) -> State:
        """UDS-HEALTH-03, -04, UDS-STATE-02: dying at 0, dead below.

        UDS-HEALTH-05, UDS-OPT-10: the −10 rule first leaves a player character unconscious. UDS-HEALTH-06: a `delay`
        in minutes leaves any character dying.
        """
        if self.dead or self.dex < 0:
            return "dead"
        if self.phy >= 0:
            return "able" if self.phy else "dying"
        if to_minus_ten and self.pc and self.phy >= -10:
            return "unconscious"
        return "dying" if delay else "dead"

    @property
    def spent(self) -> bool:
        """UDS-OPT-06: exhausted, for some minutes yet."""
        return self.exhausted > 0

    @property
    def shape(self) -> Shape:
        """UDS-STATE-03, -04: how a character able to act is, in mind, then in body."""
        if self.mad_for_good:
            return "mad_for_good"
        if self.psy < 0 or self.mad_days:
            return "mad"
        lost = self.phy_max + self.vitality_max - self.phy - self.vitality
        if lost <= 0:
            return "unhurt"
        return "badly_hurt" if 2 * self.phy <= self.phy_max else "hurt"

    def later(self, minutes: int, days: int, to_minus_ten: bool = False, delay: int = 0) -> dict[str, Any]:
        """UDS-HEALTH-05, -06, UDS-OPT-06, UDS-HEAL-05, UDS-STATE-04: the fields that so many minutes and midnights
        change, with what they become: the untended die, the exhausted recover, a new day brings care and reason back.
        """
        state = self.state_if(to_minus_ten, delay)
        if state == "dead":
            return {}
        saved = self.phy >= 0 or (state == "unconscious" and self.stable)
        bleeding = 0 if saved else self.bleeding + minutes
        limit = GOLDEN_HOUR if state == "unconscious" else delay
        after = {
            "bleeding": bleeding,
            "dead": not saved and bleeding >= limit,
            "exhausted": max(0, self.exhausted - minutes),
            "mad_days": max(0, self.mad_days - days),
            **({"treated": False, "wounded_since": 0} if days else {}),
        }
        return {field: value for field, value in after.items() if value != getattr(self, field)}

    def fit(self, to_minus_ten: bool = False, delay: int = 0) -> bool:
        """Whether this character can act, as far as body and strength go."""
        return self.unable(to_minus_ten, delay) is None

    def unable(self, to_minus_ten: bool = False, delay: int = 0, moving: bool = False) -> Note | None:
        """The refusal of a character who cannot act (or, with `moving`, cannot move); None if they can."""
        state = self.state_if(to_minus_ten, delay)
        if state == "dying" and self.phy < 0:
            return BOOK.note("UDS-HEALTH-06", who=self.name, minutes=max(0, delay - self.bleeding))
        if state != "able":
            return BOOK.note(STOPPED_BY[state], who=self.name)
        if self.exhausted:
            return BOOK.note("UDS-OPT-06:exhausted", who=self.name, minutes=self.exhausted)
        return BOOK.note("UDS-STATE-01:limp", who=self.name) if moving and self.dex == 0 else None


GOLDEN_HOUR = 60  # minutes to be healed in, under the −10 rule
LITERATE = {"modern": 2, "medieval": 6}  # SAV needed to read and write


def languages(sav: int) -> int:
    """UDS-CHAR-05: as many languages as SAV."""
    return max(0, sav)


def literate(sav: int, era: str) -> bool:
    """UDS-CHAR-06: whether a character of this SAV reads and writes, in a `modern` or `medieval` world."""
    return sav >= LITERATE[era]


def reactivity(sens: int) -> float:
    """UDS-CHAR-07: the seconds in which a character of this SENS reacts, never less than 0."""
    return max(0.0, 3.5 - 0.5 * sens)
