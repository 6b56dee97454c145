"""What a scene remembers of magic: spells in force and incantations under way, how they age, what falls due."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tablee.games.undesix.book import CHARACTERISTIC_NAMES
from tablee.games.undesix.forms import AtStake, Helpers, SeveralActions, Willing
from tablee.games.undesix.magic.composition import Sentence
from tablee.games.undesix.magic.words import DURATIONS, INCANTATIONS
from tablee.games.undesix.sheet import Sheet
from tablee.rules.action import PLAY, Scene
from tablee.rules.cast import everybody
from tablee.rules.fields import Annotated, Ask, Audience, Between, By, Declared, Label, OneOf
from tablee.rules.forms import HOW, WHOM, WORD_OF_MJ
from tablee.rules.order import Due, Play
from tablee.text import Name, Text

HURTS_EVERY = 6  # seconds (UDS-MAGIC-29)
MINUTE, HOUR, DAY = 60, 3_600, 86_400  # seconds
EFFECTS = {
    "none": Text(fr="ce que dit la phrase", en="what the sentence says"),
    "harm": Text(fr="blesser", en="hurt"),
    "heal": Text(fr="soigner", en="heal"),
    "change": Text(fr="changer une caractéristique", en="change a characteristic"),
    "absorb": Text(fr="absorber un point de PHY", en="absorb a point of PHY"),
    "sleep": Text(fr="endormir", en="put to sleep"),
    "golem": Text(fr="animer un golem", en="animate a golem"),
}


def spells_in_force(scene: Scene[Sheet]) -> dict[str, Name | Text]:
    """The spells in force, by id, as choices of a field."""
    return {spell.id: spell.said.name for spell in magic_of(scene).spells}


def first_target(scene: Scene[Sheet]) -> tuple[str, ...] | None:
    """None in a fight: a target must be chosen, the likeliest is proposed. Elsewhere (): no target unless named."""
    return None if scene.play.round else ()


def _changes_one(_scene: Scene[Sheet], values: Mapping[str, Any]) -> bool:
    """Whether the spell changes a characteristic (UDS-MAGIC-31)."""
    return values.get("effect") == "change"


def _harms(_scene: Scene[Sheet], values: Mapping[str, Any]) -> bool:
    """Whether the spell hurts (UDS-MAGIC-28, -30)."""
    return values.get("effect") == "harm"


def _crushes(_scene: Scene[Sheet], values: Mapping[str, Any]) -> bool:
    """Whether the spell is an overwhelming one, which may be escaped (UDS-MAGIC-34)."""
    return bool(values.get("overwhelming"))


class Cast(Sentence):
    """Parameters of a spell: what is said, at whom, and what it should do."""

    targets: Annotated[
        tuple[str, ...], OneOf(everybody), Label(fr="Cibles", en="Targets"), Ask(WHOM, default=first_target)
    ] = ()
    effect: Annotated[
        str,
        OneOf(EFFECTS),
        Label(fr="Effet", en="Effect"),
        Ask(HOW, default=lambda s: "harm" if s.play.round else "none"),
    ] = "none"
    characteristic: Annotated[
        str,
        OneOf(CHARACTERISTIC_NAMES),
        Label(fr="Caractéristique", en="Characteristic"),
        Ask(HOW, more=True, when=_changes_one),
    ] = "phy"
    lowers: Annotated[bool, Label(fr="En moins", en="Lower it"), Ask(HOW, more=True, when=_changes_one)] = False
    willing: Willing = False
    helpers: Helpers = ()
    actions: SeveralActions = 1
    against: Annotated[
        str,
        OneOf(spells_in_force),
        Label(fr="Contre le sort", en="Against the spell"),
        Ask(
            WHOM,
            more=True,
            when=lambda scene, _values: bool(magic_of(scene).spells),
            help=Text(fr="Avec Annuler, ou Contrôler pour s'en emparer.", en="With Cancel, or Control to seize it."),
        ),
    ] = ""
    extra_rolls: Annotated[
        tuple[str, ...],
        OneOf(CHARACTERISTIC_NAMES),
        Label(fr="Jets en plus", en="Extra rolls"),
        By(Audience.MJ),
        Ask(WORD_OF_MJ),
    ] = ()
    overwhelming: Annotated[
        bool, Label(fr="Sort écrasant", en="Overwhelming spell"), By(Audience.MJ), Ask(WORD_OF_MJ)
    ] = False
    escape: Annotated[
        str,
        OneOf(CHARACTERISTIC_NAMES),
        Label(fr="Pour y échapper", en="To escape it"),
        By(Audience.MJ),
        Ask(WORD_OF_MJ, when=_crushes),
    ] = "dex"
    escape_bonus: Annotated[
        int,
        Between(-6, 6),
        Label(fr="Bonus pour y échapper", en="Bonus to escape it"),
        By(Audience.MJ),
        Ask(WORD_OF_MJ, when=_crushes),
    ] = 1
    hurts: Annotated[
        int,
        Between(0, 50),
        Label(fr="Points de PHY perdus (0 : ce que dit le livre)", en="PHY points lost (0: as the book says)"),
        By(Audience.MJ),
        Ask(WORD_OF_MJ, when=_harms),
    ] = 0
    armour_counts: Annotated[
        bool,
        Label(fr="La CA protège de ce sort", en="AC protects from this spell"),
        By(Audience.MJ),
        Ask(WORD_OF_MJ, when=_harms),
    ] = False
    at_stake: AtStake = False
    clashes: Annotated[
        bool,
        Label(fr="Un sort contraire part au même instant", en="An opposed spell at the same instant"),
        By(Audience.MJ),
        Ask(WORD_OF_MJ),
    ] = False

    @property
    def of_one_round(self) -> bool:
        """UDS-MAGIC-20: whether it begins with the first word and ends with the last, in one round."""
        rounds = self.lasts.rounds
        return self.incantation == "none" and rounds is not None and rounds <= 1

    @property
    def hostile(self) -> bool:
        """UDS-ATTITUDE-03: whether this spell is an attack: it hurts, weakens or puts to sleep."""
        return self.effect in ("harm", "absorb", "sleep") or (self.effect == "change" and self.lowers)

    @property
    def damage(self) -> int:
        """UDS-MAGIC-28, -30: the PHY lost: what the MJ says, or else what the words cost."""
        return self.hurts or self.damage_of_words

    @property
    def gentle(self) -> bool:
        """Whether nobody needs to be touched or asked to resist: the targets consent, or the spell does them good."""
        return self.willing or self.effect == "heal" or (self.effect == "change" and not self.lowers)


class SpellInForce(Declared):
    """A spell in force: its caster, the PSY maximum the caster had (UDS-MAGIC-25), whom it holds, how long it lasts."""

    id: str = ""  # given when it starts
    caster: str
    by: Name  # the same, in words: the spell outlives its caster's presence (UDS-MAGIC-26)
    psy: int
    said: Cast
    victims: tuple[str, ...] = ()
    rounds: int | None = None  # left, where the book counts rounds
    seconds: float = 0  # left, otherwise (UDS-TIME-03: rounds may stretch)
    age: float = 0  # in seconds
    settled: int = 1  # how many times it has hurt those inside, the casting included (UDS-MAGIC-29)
    bodies: tuple[tuple[str, int], ...] = ()  # whose wound ends it: a sleeper, a caster who must keep speaking
    golem: str = ""
    obeys: bool = False  # while its maker concentrates (UDS-MAGIC-21)
    strayed: bool = False  # its maker has done something else
    saying: bool = False  # in the round of a fight in which it was cast: its caster is still saying it

    @property
    def over(self) -> bool:
        return (self.seconds if self.rounds is None else self.rounds) <= 0

    @property
    def spoken(self) -> bool:
        """UDS-MAGIC-20, -22: whether it lasts only while it is said: a spell of one round, or one held by speaking; and
        any spell in the round of its casting.
        """
        return self.saying or self.said.sustained or self.said.of_one_round

    @property
    def minded(self) -> bool:
        """UDS-MAGIC-20…22: whether a wound of its caster ends or frees it, also once it is said."""
        return self.said.sustained or self.said.of_one_round or bool(self.golem)

    @property
    def empty(self) -> bool:
        """A sleep or a change that holds nobody any more."""
        return self.said.effect in ("sleep", "change") and not self.victims

    @property
    def rounds_gone(self) -> int:
        """How many rounds it has lasted, where the book counts rounds; 0 otherwise."""
        return (self.said.lasts.rounds or 0) - (self.rounds or 0)

    def without(self, who: str) -> SpellInForce:
        return self.with_changes(
            victims=tuple(one for one in self.victims if one != who),
            bodies=tuple(one for one in self.bodies if one[0] != who),
        )

    @property
    def hurts_owed(self) -> int:
        """UDS-MAGIC-28, -29: how often those inside are still to be hurt: once for every six seconds it has lasted."""
        if self.said.effect != "harm" or not self.victims:
            return 0
        return max(0, int(min(self.age, self.said.lasts.seconds) // HURTS_EVERY) - self.settled)

    def later(self, seconds: float, rounds: int) -> SpellInForce:
        older = self.with_changes(age=self.age + seconds)
        if self.saying and rounds:
            kept = self.bodies if self.minded else tuple(one for one in self.bodies if one[0] != self.caster)
            older = older.with_changes(saying=False, bodies=kept)
        if self.rounds is None:
            return older.with_changes(seconds=self.seconds - seconds)
        return older.with_changes(rounds=self.rounds - rounds)


class Incanting(Declared):
    """A spell being spoken (UDS-MAGIC-20, -22), and the caster's body when it began."""

    caster: str
    said: Cast
    body: int
    rounds: int = 0  # spoken so far
    seconds: float = 0
    said_out: bool = False  # another spell of the same instant was cast already: no wound of it interrupts this one

    @property
    def long(self) -> bool:
        """Whether it takes more than the instant in which it is spoken."""
        return self.said.incantation != "none"

    @property
    def complete(self) -> bool:
        if not self.long:
            return True
        lasts = DURATIONS[INCANTATIONS[self.said.incantation].lasts]
        return self.seconds >= lasts.seconds if lasts.rounds is None else self.rounds >= lasts.rounds

    @property
    def reached(self) -> str:
        """UDS-MAGIC-23: the last tier already spoken, whose fatigue is due."""
        stages = [
            id for id, tier in INCANTATIONS.items() if self.rounds * 6 >= DURATIONS[tier.lasts].seconds and tier.bonus
        ]
        return stages[-1] if stages else "none"


class Magic(Play):
    """What the scene remembers of magic."""

    spells: Annotated[tuple[SpellInForce, ...], Label(fr="Sorts en cours", en="Spells in force")] = ()
    incanting: Annotated[tuple[Incanting, ...], Label(fr="Incantations", en="Incantations")] = ()
    spells_cast: Annotated[int, Label(fr="Sorts numérotés", en="Spells numbered")] = 0
    clock: Annotated[float, Label(fr="Horloge, en secondes", en="Clock, in seconds")] = 0

    def striking(self, seconds: float) -> tuple[int, int]:
        """How many minutes, and how many midnights, strike on the scene's clock within so many seconds."""
        minutes, midnights = (int((self.clock + seconds) // unit - self.clock // unit) for unit in (MINUTE, DAY))
        return minutes, midnights

    def later(self, seconds: float, rounds: int = 1) -> Any:
        """This state so many seconds and rounds later: spells and incantations are that much older."""
        return self.with_changes(
            clock=self.clock + seconds,
            spells=tuple(spell.later(seconds, rounds) for spell in self.spells),
            incanting=tuple(
                one.with_changes(rounds=one.rounds + rounds, seconds=one.seconds + seconds) for one in self.incanting
            ),
        )


def magic_of(scene: Scene[Sheet]) -> Magic:
    """What the scene remembers of magic; nothing for a plain `Play`."""
    return scene.play if isinstance(scene.play, Magic) else Magic()


def spell_in_force(scene: Scene[Sheet], id: str) -> SpellInForce:
    """The spell in force of this id."""
    return next(spell for spell in magic_of(scene).spells if spell.id == id)


def incantation_of(scene: Scene[Sheet], who: str) -> Incanting | None:
    """The incantation under way of this caster, if any."""
    return next((one for one in magic_of(scene).incanting if one.caster == who), None)


def speaking(scene: Scene[Sheet], who: str) -> bool:
    """UDS-MAGIC-22: whether a caster can do nothing else: a long incantation, or a spell that lasts while spoken."""
    play = magic_of(scene)
    sustains = any(spell.caster == who and spell.said.sustained for spell in play.spells)
    return sustains or any(one.caster == who and one.long for one in play.incanting)


def body_points(sheet: Sheet) -> int:
    """UDS-MAGIC-23: PHY and Vitality together: a wound is any point lost."""
    return sheet.phy + sheet.vitality


def asleep(scene: Scene[Sheet], who: str) -> bool:
    """UDS-MAGIC-37: held by a magic sleep."""
    return any(spell.said.effect == "sleep" and who in spell.victims for spell in magic_of(scene).spells)


def cut_short(scene: Scene[Sheet], spell: SpellInForce) -> bool:
    """UDS-MAGIC-23: whether a spell ends because its caster was wounded while saying it."""
    if not spell.spoken or spell.caster not in scene.cast:
        return False
    return any(who == spell.caster and body_points(scene[who]) < before for who, before in spell.bodies)


def waking(scene: Scene[Sheet], who: str) -> tuple[FreeFromSpell, ...]:
    """UDS-MAGIC-37: an attack wakes a magic sleeper, hit or not."""
    spells = magic_of(scene).spells
    return tuple(
        FreeFromSpell(spell.id, who) for spell in spells if spell.said.effect == "sleep" and who in spell.victims
    )


def concentrates(scene: Scene[Sheet], spell: SpellInForce) -> bool:
    """UDS-MAGIC-21: whether the maker of a golem still minds it: able, awake, unhurt, and doing nothing else."""
    maker = scene[spell.caster]
    hurt = any(body_points(scene[who]) < before for who, before in spell.bodies)
    return maker.state == "able" and not hurt and not spell.strayed and not asleep(scene, spell.caster)


def masterless(scene: Scene[Sheet], who: str) -> bool:
    """UDS-MAGIC-21: whether this is a golem that nobody commands any more."""
    return any(spell.golem == who and not spell.obeys for spell in magic_of(scene).spells)


def interrupted(scene: Scene[Sheet], one: Incanting) -> bool:
    """UDS-MAGIC-23: whether a caster was wounded while saying this."""
    return not one.said_out and body_points(scene[one.caster]) < one.body


def magic_due(scene: Scene[Sheet]) -> tuple[Due, ...]:
    """What magic makes due: an incantation interrupted or finished, a round inside a spell, a spell that ends.

    UDS-INIT-03: spells that are finished together are cast as the scene lists their casters, those that do good first:
    the order in which they were begun changes nothing.
    """
    play = magic_of(scene)
    firsts = {one.caster: one for one in reversed(play.incanting)}  # of several by one caster, the first said
    speakers = [firsts[who] for who in scene.cast if who in firsts]
    for one in speakers:
        if interrupted(scene, one):
            return (Due("undesix.interrupted", one.caster, {}),)
    for one in sorted(speakers, key=lambda one: not one.said.gentle):
        if one.complete:
            return (Due("undesix.incanted", one.caster, {}),)
    for spell in play.spells:
        if spell.saying and cut_short(scene, spell):
            return (Due("undesix.spell-ends", spell.caster, {"spell": spell.id}),)
        if spell.obeys and spell.caster in scene.cast and not concentrates(scene, spell):
            return (Due("undesix.let-go", spell.caster, {"spell": spell.id}),)
        for who, before in () if spell.golem else spell.bodies:
            if who in scene.cast and body_points(scene[who]) < before:
                only = "" if spell.spoken and who == spell.caster else who
                return (Due("undesix.spell-ends", spell.caster, {"spell": spell.id, "only": only}),)
        if spell.hurts_owed:
            return (Due("undesix.inside-spell", spell.caster, {"spell": spell.id}),)
        if spell.over:
            return (Due("undesix.spell-ends", spell.caster, {"spell": spell.id}),)
    return ()


@dataclass(frozen=True)
class StartSpell:
    """A spell is in force from now on; it gets its number."""

    spell: SpellInForce
    who: str = PLAY

    def on(self, play: Magic) -> Magic:
        number = play.spells_cast + 1
        spell = self.spell.with_changes(id=f"spell-{number}")
        return play.with_changes(spells=(*play.spells, spell), spells_cast=number)


@dataclass(frozen=True)
class ChangeSpell:
    """Something changes in a running spell: who commands it, which round it has been counted for."""

    id: str
    changes: tuple[tuple[str, Any], ...]
    who: str = PLAY

    def on(self, play: Magic) -> Magic:
        changed = (one.with_changes(**dict(self.changes)) if one.id == self.id else one for one in play.spells)
        return play.with_changes(spells=tuple(changed))


@dataclass(frozen=True)
class FreeFromSpell:
    """A spell no longer holds one of its targets; a sleep or a change ends with the last target it held."""

    id: str
    freed: str
    who: str = PLAY

    def on(self, play: Magic) -> Magic:
        left = [one.without(self.freed) if one.id == self.id else one for one in play.spells]
        return play.with_changes(spells=tuple(one for one in left if not one.empty))


@dataclass(frozen=True)
class EndSpell:
    """A running spell is over."""

    id: str
    who: str = PLAY

    def on(self, play: Magic) -> Magic:
        return play.with_changes(spells=tuple(one for one in play.spells if one.id != self.id))


@dataclass(frozen=True)
class BeginIncantation:
    """An incantation begins."""

    incanting: Incanting
    who: str = PLAY

    def on(self, play: Magic) -> Magic:
        return play.with_changes(incanting=(*play.incanting, self.incanting))


@dataclass(frozen=True)
class SaidOut:
    """UDS-INIT-03, UDS-MAGIC-23: the spells of these casters are finished: what happens from now on is too late."""

    casters: tuple[str, ...]
    who: str = PLAY

    def on(self, play: Magic) -> Magic:
        incanting = (
            one.with_changes(said_out=True) if one.caster in self.casters and one.complete else one
            for one in play.incanting
        )
        return play.with_changes(incanting=tuple(incanting))


@dataclass(frozen=True)
class EndIncantation:
    """An incantation is over, cast or broken: the first of this caster's, who may say several spells in a round."""

    caster: str
    who: str = PLAY

    def on(self, play: Magic) -> Magic:
        over = next((one for one in play.incanting if one.caster == self.caster), None)
        return play.with_changes(incanting=tuple(one for one in play.incanting if one is not over))
