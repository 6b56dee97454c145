"""The character: skills, vitality, heroism, atouts, gear (Fiches 1, 5 and 6)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple

from pydantic import Field, field_validator

from tablee.games.cle_en_main.book import BOOK, BROKEN, PROTECTION
from tablee.games.cle_en_main.tables import (
    ARMOURS,
    BARE_HANDS,
    FIRES,
    FREE_ROUNDS,
    PHYSICAL,
    SKILLS,
    WEAPONS,
    Armour,
    Weapon,
    split,
)
from tablee.rules.data.tables import names
from tablee.rules.fields import Annotated, Audience, Between, Declared, Label, OneOf, Quiet, Seen
from tablee.rules.why import Term
from tablee.text import Name, Text

# the five effects of heroism (CEM-HERO-03…07)
EXTRA_DIE, REDO_TEST, CANCEL, TAKE_BLOW = "extra_die", "redo", "cancel_damage", "take_for_ally"
HEROIC_ATOUT = "heroic_atout"

Kind = Literal["pj", "boss", "henchman", "extra"]
Shape = Literal["unhurt", "hurt", "bad_shape", "dying", "unconscious", "dying_out", "dead", "standing", "nobody_left"]
KINDS = {
    "pj": Text(fr="personnage joueur", en="player character"),
    "boss": Text(fr="boss", en="boss"),
    "henchman": Text(fr="second couteau", en="second couteau (henchman)"),
    "extra": Text(fr="figurants", en="figurants (extras)"),
}
TRAINING = {
    "war_weapons": Text(fr="armes de guerre", en="war weapons"),
    "heavy_weapons": Text(fr="armes lourdes", en="heavy weapons"),
    "war_armour": Text(fr="armures de guerre", en="war armour"),
    "heavy_armour": Text(fr="armures lourdes", en="heavy armour"),
}


class Atout(Declared):
    """CEM-CHAR-03, CEM-ATOUT-01: one of the four printed atouts; only a ticked one works. Those of a table's own box
    bring their words.
    """

    id: str  # t01 … t24, or any other
    ticked: bool = False
    choice: str = ""  # what its text asks to choose once
    name: Text | None = None
    current: Text | None = None
    heroic: Text | None = None
    cost: int = 1  # of the heroic effect, what its text asks included


class Item(Declared):
    """CEM-EQUIP-01, -02: a possession worth a line. A personal one only serves its first owner."""

    name: Text
    skill: str = ""
    modifier: int = 0
    personal: bool = False
    owner: str = ""  # of a personal item in other hands: whose it is

    @property
    def useful(self) -> bool:
        return bool(self.skill) and not self.owner


class Drawbacks(NamedTuple):
    """The obligatory penalties of a weapon: how many Difficultés, how many Risques."""

    hindrance: int = 0
    risk: int = 0


class Mark(Declared):
    """CEM-NPC-05: a mark on the combat monitor: a free prime or an obligatory penalty for the scene, or for `left`
    actions.
    """

    id: str  # "effectiveness", "hindrance"…
    left: int = 1  # actions it still weighs on, unless circled
    scene: bool = False
    until: int = 0  # if not 0, gone after this round


def free_id(id: str, taken: Collection[str]) -> str:
    """An id that is not taken: this one, or with a number."""
    return next(name for name in (id, *(f"{id}_{n}" for n in range(2, 1_000))) if name not in taken)


def marked_name(name: Name, mark: str) -> Name:
    """A name with a letter or a number after it: « gros bras A »."""
    return replace(name, fr=f"{name.fr} {mark}", en=f"{name.en} {mark}")


def _from_table(table: Mapping[str, Any], given: Any) -> Any:
    """Weapons or armours given by their id in a table, replaced by their row; those described in full
    stay as they are.
    """
    if not isinstance(given, list | tuple):
        return given
    return tuple(table.get(item, item) if isinstance(item, str) else item for item in given)


class Sheet(Declared):
    """CEM-CHAR-02, CEM-EQUIP-03: a character of Clé en main, PJ or PNJ; a group of figurants is one sheet."""

    name: Annotated[Name, Label(fr="Nom", en="Name")]
    kind: Annotated[Kind, OneOf(KINDS), Label(fr="Sorte", en="Kind")] = "pj"
    side: Annotated[str, Label(fr="Camp, s'il n'est pas celui de sa sorte", en="Side, if not that of the kind")] = ""
    concept: Annotated[Text, Label(fr="Historique", en="Background")] = Text("", "")
    skills: Annotated[dict[str, Annotated[int, Between(-100, 100)]], Label(fr="Compétences", en="Skills")]
    categories: Annotated[dict[str, int], Label(fr="Catégories", en="Categories")] = Field(default_factory=dict)
    developed: Annotated[tuple[str, ...], Label(fr="Compétences développées", en="Developed skills")] = ()
    vitality: Annotated[int, Between(0, 10_000), Label(fr="Vitalité", en="Vitality")]
    vitality_max: Annotated[int, Label(fr="Vitalité maximum", en="Vitality maximum")]
    group: Annotated[int, Between(0, 1_000), Label(fr="Effectif", en="Headcount")] = 1  # figurants still standing
    out: Annotated[
        tuple[int, ...],
        Quiet,
        Label(fr="Assommés, reviennent à la fin du round", en="Knocked out until round"),
    ] = ()  # figurants of the group
    extra_wounds: Annotated[int, Label(fr="Blessures mal en point", en="Wounds in bad shape")] = 0
    dies_at: Annotated[int, Quiet, Label(fr="Meurt à la fin du round", en="Dies at the end of round")] = (
        0  # 0: not dying
    )
    wakes_at: Annotated[int, Quiet, Label(fr="Revient à la fin du round", en="Wakes at the end of round")] = 0
    dead: Annotated[bool, Label(fr="Décès", en="Dead")] = False
    surprised: Annotated[bool, Quiet, Label(fr="Surprise", en="Surprised")] = False
    prone: Annotated[bool, Label(fr="Au sol", en="Prone")] = False
    burning: Annotated[str, Quiet, OneOf(names(FIRES)), Label(fr="Brûle", en="Burning")] = ""
    in_fire: Annotated[int, Quiet, Label(fr="Figurants dans le feu", en="Figurants in the fire")] = 0  # 0: all of them
    breathless: Annotated[int, Quiet, Label(fr="Rounds sans air", en="Rounds without air")] = 0
    choking: Annotated[bool, Quiet, Label(fr="Asphyxie", en="Choking")] = False  # the breath could not be held
    heroism: Annotated[int, Between(0, 100), Label(fr="Héroïsme", en="Heroism")] = 0
    heroism_box: Annotated[bool, Label(fr="Case héroïsme +1", en="Heroism +1 box")] = False
    used: Annotated[dict[str, int], Label(fr="Effets utilisés", en="Effects used")] = Field(
        default_factory=dict  # effect: in which window
    )
    atouts: Annotated[tuple[Atout, ...], Label(fr="Atouts", en="Atouts")] = ()
    marks: Annotated[tuple[Mark, ...], Label(fr="Moniteur de combat", en="Combat monitor")] = ()
    caution: Annotated[int, Label(fr="Prudences", en="Prudences")] = 0  # Défense tests still at + 2
    danger: Annotated[int, Label(fr="Dangers", en="Dangers")] = 0  # Défense tests still at − 2
    weapons: Annotated[tuple[Weapon, ...], Label(fr="Armes", en="Weapons")] = ()
    weapon: Annotated[str, Quiet, Label(fr="Arme en main", en="Weapon in hand")] = ""
    dropped: Annotated[tuple[Weapon, ...], Label(fr="Armes à terre", en="Weapons on the ground")] = ()
    melee_bonus: Annotated[int, Label(fr="Dégâts corps à corps", en="Melee damage")] = 0
    ranged_bonus: Annotated[int, Label(fr="Dégâts tir", en="Ranged damage")] = 0
    training: Annotated[tuple[str, ...], OneOf(TRAINING), Label(fr="Formations", en="Training")] = ()
    armours: Annotated[tuple[Armour, ...], Label(fr="Protections portées", en="Protection worn")] = ()
    other_protection: Annotated[int, Label(fr="Autre protection", en="Other protection")] = 0
    broken: Annotated[int, Label(fr="Protection perdue", en="Protection lost")] = 0  # for the scene
    equipment: Annotated[tuple[Item, ...], Label(fr="Équipement", en="Equipment")] = ()
    wealth: Annotated[int | None, Label(fr="Richesse", en="Wealth")] = None  # None: money does not matter
    wealth_printed: Annotated[int, Label(fr="Richesse inscrite", en="Printed wealth")] = 0
    wealth_renews: Annotated[bool, Label(fr="Richesse (+)", en="Wealth (+)")] = False
    auto11: Annotated[bool, Quiet, Label(fr="11 automatique", en="Automatic 11"), Seen(Audience.MJ)] = False
    tactics: Annotated[Text, Label(fr="Tactique", en="Tactics"), Seen(Audience.MJ)] = Text("", "")
    block: Annotated[str, Quiet, Label(fr="Bloc de PNJ", en="NPC block")] = ""  # where a ready NPC comes from
    scaled_for: Annotated[int, Quiet, Label(fr="Compté pour tant de PJ", en="Scaled for so many PCs")] = 0
    advance: Annotated[bool, Quiet, Label(fr="Évolution à choisir", en="Advance to choose")] = False
    advances: Annotated[tuple[str, ...], Label(fr="Évolutions", en="Advances")] = ()

    @field_validator("weapons", mode="before")
    @classmethod
    def _from_the_weapon_table(cls, given: Any) -> Any:
        return _from_table(WEAPONS, given)

    @field_validator("armours", mode="before")
    @classmethod
    def _from_the_armour_table(cls, given: Any) -> Any:
        return _from_table(ARMOURS, given)

    @field_validator("skills")
    @classmethod
    def _of_the_list(cls, given: dict[str, int]) -> dict[str, int]:
        """CEM-SKILL-01: the lines of the sheet are those of the list, some with their specialisation."""
        if not all(split(skill)[0] in SKILLS for skill in given):
            raise ValueError("a skill that is not in the list")
        return given

    @property
    def pj(self) -> bool:
        return self.kind == "pj"

    @property
    def camp(self) -> str:
        """The side a character is on: the one named, or else PJ with PJ and PNJ with PNJ."""
        return self.side or ("pj" if self.pj else "npc")

    def friend_of(self, other: Sheet) -> bool:
        """Whether both are on one side."""
        return self.camp == other.camp

    # skills

    def knows(self, skill: str) -> bool:
        """CEM-SKILL-04: a specialisation that is not on the sheet cannot be used as such."""
        row = SKILLS.get(split(skill)[0])
        return row is not None and (skill in self.skills or not row.specialised or row.category in self.categories)

    def skill(self, skill: str) -> int:
        """The value of a skill: its own, + 2 if developed; that of its category for an NPC; 0 if it is not there.

        CEM-SKILL-02, -04, CEM-EVOL-02, CEM-NPC-03, -12.
        """
        plain, _ = split(skill)
        value = self.skills.get(skill, self.skills.get(plain))
        if value is None:
            value = self.categories.get(SKILLS[plain].category, 0)
        return value + 2 * (skill in self.developed)

    @property
    def literate(self) -> bool:
        """CEM-SKILL-03: Documentation, 1 or more, reads and writes every language spoken."""
        return bool(self.skill("research"))

    def items(self, skill: str) -> tuple[Item, ...]:
        """CEM-EQUIP-01, -02: the possessions of this character that help with a skill and may be used."""
        return tuple(item for item in self.equipment if item.useful and item.skill == skill)

    # gear

    @property
    def armed(self) -> Weapon:
        """The weapon in hand: the one drawn, or else the first one carried."""
        return next((weapon for weapon in self.weapons if self.weapon in ("", weapon.id)), BARE_HANDS)

    def disarmed(self) -> Sheet:
        """CEM-MANO-02, CEM-VIT-04: this character once the weapon in hand lies on the ground."""
        held = self.armed
        if held.natural:
            return self
        kept = tuple(weapon for weapon in self.weapons if weapon is not held)
        return self.with_changes(weapons=kept, weapon=BARE_HANDS.id, dropped=(*self.dropped, held))

    def settled_down(self) -> Sheet:
        """CEM-TURN-05: this character once a scene is really over: on their feet if conscious, the weapons they dropped
        taken up again, out of the fire, breathing.
        """
        return self.with_changes(
            prone=self.prone and not self.conscious,
            weapons=(*self.weapons, *self.dropped),
            dropped=(),
            weapon="" if self.dropped else self.weapon,
            burning="",
            in_fire=0,
            breathless=0,
            choking=False,
        )

    @property
    def protection_terms(self) -> list[Term]:
        """CEM-EQUIP-12, -15: the best armour, plus shields and other protection, less what was broken of them."""
        armours = sorted((worn for worn in self.armours if not worn.shield), key=lambda worn: -worn.protection)
        worn = (*armours[:1], *(shield for shield in self.armours if shield.shield))
        terms = [PROTECTION(one.protection, of=one.name) for one in worn]
        terms += [PROTECTION(self.other_protection)] if self.other_protection else []
        lost = min(self.broken, sum(term.value for term in terms))
        return [*terms, -BROKEN(lost)] if lost else terms

    @property
    def protection(self) -> int:
        """CEM-EQUIP-12, -15: the points of protection worn."""
        return sum(term.value for term in self.protection_terms)

    def drawbacks(self, category: str) -> Drawbacks:
        """CEM-EQUIP-04, -05: what a weapon of this category imposes on this character, with their training."""
        war = "war_weapons" in self.training
        if category == "war" and not war:
            return Drawbacks(1, 1)
        if category == "heavy" and "heavy_weapons" not in self.training:
            return Drawbacks(1 if war else 2, 1)
        return Drawbacks()

    def armour_malus(self, skill: str) -> int:
        """CEM-EQUIP-13…15: the worst malus among worn armours, on the physical skills."""
        if split(skill)[0] not in PHYSICAL:
            return 0
        return min((self.hindered_by(worn.category) for worn in self.armours if not worn.shield), default=0)

    def hindered_by(self, category: str) -> int:
        """CEM-EQUIP-13, -14: what an armour of this category costs, with this training."""
        if category == "war":
            return 0 if "war_armour" in self.training else -2
        if category == "heavy" and "heavy_armour" not in self.training:
            return -2 if "war_armour" in self.training else -4
        return 0

    # state

    @property
    def bad_shape(self) -> bool:
        """CEM-VIT-02: no vitality left."""
        return self.vitality <= 0

    def outlasts(self, damage: int) -> bool:
        """CEM-VIT-01, -02: whether vitality is left after so much damage."""
        return self.vitality > damage

    @property
    def dying(self) -> bool:
        return self.dies_at > 0

    @property
    def unconscious(self) -> bool:
        return self.wakes_at > 0

    @property
    def conscious(self) -> bool:
        """Alive, and awake."""
        return not self.dead and not self.unconscious

    @property
    def eliminated(self) -> bool:
        """CEM-TURN-04: dead or unconscious; a group of figurants, once nobody stands."""
        return self.dead or self.unconscious or self.group <= 0

    @property
    def standing(self) -> bool:
        """CEM-TURN-04: still in the fight; the surprised and the dying are."""
        return self.shape not in ("unconscious", "dying_out", "dead", "nobody_left")

    def owed(self, round: int) -> tuple[str, ...]:
        """CEM-TURN-05, CEM-VIT-07, CEM-HAZARD-02, -03: what falls due at the end of a round; nothing to the dead."""
        if self.dead:
            return ()
        due = {
            "burn": bool(self.burning) and self.group > 0,
            "breathe": self.breathless > 0 and self.group > 0,
            "die": 0 < self.dies_at <= round,
            "wake": 0 < self.wakes_at <= round or self.coming_back(round) > 0,
        }
        return tuple(name for name, falls in due.items() if falls)

    @property
    def free_breath(self) -> int:
        """CEM-HAZARD-03: for how many rounds the breath is still held without a test; 0 for a character who has air."""
        return max(0, FREE_ROUNDS + 1 - self.breathless) if self.breathless and not self.choking else 0

    def coming_back(self, round: int) -> int:
        """CEM-NPC-07, -11: how many figurants of a group come to at the end of a round."""
        return sum(at <= round for at in self.out)

    @property
    def shape(self) -> Shape:
        """CEM-VIT-02…04, CEM-NPC-11: how this character is, the gravest first; a group of figurants stands or not."""
        if self.dead:
            return "dead"
        if self.kind == "extra":
            return "standing" if self.group > 0 else "nobody_left"
        if self.unconscious:
            return "dying_out" if self.dying else "unconscious"
        if self.dying:
            return "dying"
        if self.bad_shape:
            return "bad_shape"
        return "unhurt" if self.vitality >= self.vitality_max else "hurt"

    @property
    def able(self) -> bool:
        """CEM-TURN-05, CEM-DEF-04: whether this character may take a turn."""
        return not self.eliminated and not self.surprised

    # atouts and heroism

    def atout(self, id: str) -> Atout | None:
        """The atout, if it is ticked."""
        return next((atout for atout in self.atouts if atout.id == id and atout.ticked), None)

    def free(self, effect: str, window: int) -> bool:
        """CEM-HERO-08: whether this effect has not been used in this period (see `play.window`)."""
        return self.used.get(effect) != window


@dataclass(frozen=True)
class SettledDown:
    """CEM-TURN-05: what a scene did to where and how a character stands is over."""

    who: str

    def on(self, sheet: Sheet) -> Sheet:
        return sheet.settled_down()


def settling_down(cast: Mapping[str, Sheet], people: Iterable[str]) -> list[SettledDown]:
    """CEM-TURN-05: the effects that end a scene for these people, where one is still on the ground, disarmed, in the
    fire or without air.
    """
    return [SettledDown(who) for who in people if not cast[who].dead and cast[who].settled_down() != cast[who]]


@dataclass(frozen=True)
class Spend:
    """CEM-HERO-03, -08: heroism points paid for one effect in one period (see `play.window`); those that were paid
    elsewhere while a roll that was asked for waited are refused.
    """

    who: str
    effect: str
    points: int
    window: int = 0

    def on(self, sheet: Sheet) -> Sheet:
        if self.points > sheet.heroism:
            raise BOOK.note("CEM-HERO-03", who=sheet.name, price=self.points, points=sheet.heroism).refused()
        return sheet.with_changes(heroism=sheet.heroism - self.points, used={**sheet.used, self.effect: self.window})
