"""A spell as a sentence of Verbes and Essences: how hard it is, what it costs, what each roll needs (Fiche 5)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from tablee.games.undesix.book import BOOK, MODIFIER, PSY
from tablee.games.undesix.forms import POINTS, SENTENCE
from tablee.games.undesix.magic.words import (
    DISTANCES,
    DURATIONS,
    ESSENCES,
    INCANTATIONS,
    SIZES,
    VERBS,
    Distance,
    Duration,
    Essence,
    Size,
    Verb,
    Word,
    new_essence,
    new_verb,
)
from tablee.games.undesix.options import EVERYONE_MAGIC
from tablee.games.undesix.sheet import Sheet
from tablee.games.undesix.tables import names
from tablee.rules.action import Scene
from tablee.rules.fields import Annotated, Ask, Audience, Between, By, Declared, Label, OneOf
from tablee.rules.forms import HOW_LONG, WORD_OF_MJ
from tablee.rules.why import Note, Tally, Term
from tablee.text import Text

CASTER_PSY = 6  # UDS-MAGIC-01


DIFFICULT = BOOK.term("difficulty")
VERB = BOOK.term("verb")
ESSENCE = BOOK.term("essence")
SIZE = BOOK.term("size")
DURATION = BOOK.term("duration")
DISTANCE = BOOK.term("distance")
CONTACT = BOOK.term("contact")
POWER = BOOK.term("power")
INCANTATION = BOOK.term("incantation")
SPELL = BOOK.term("spell")
EXTRA = BOOK.term("extra")

LASTS = {
    "bonus": Text(fr="un bonus, contre de la fatigue", en="a bonus, against fatigue"),
    "duration": Text(fr="le sort dure autant", en="the spell lasts as long"),
}


def by_difficulty(table: Mapping[str, Word | Size | Duration | Distance]) -> dict[str, Text]:
    """UDS-MAGIC-04: the words of a table by id, as choices: « Créer (8) », with how hard they make a spell."""
    hard = {id: f" ({row.malus})" if row.malus else "" for id, row in table.items()}
    return {id: Text(f"{row.name.fr}{hard[id]}", f"{row.name.en}{hard[id]}") for id, row in table.items()}


def best_word(scene: Scene[Sheet], words: Mapping[str, Word], first: str) -> tuple[str, ...]:
    """The word of magic in which the actor is best, by experience and powers; `first` if all are equal."""
    me = scene.me
    known = {id: me.bonus(word.key) + me.powers.get(word.key, 0) - word.malus for id, word in words.items()}
    learnt = [id for id, word in words.items() if me.bonus(word.key) or me.powers.get(word.key)]
    return (max(learnt, key=lambda id: known[id], default=first),)


def known_verbs(scene: Scene[Sheet]) -> tuple[str, ...]:
    """The Verbe with which the actor would begin a spell."""
    return best_word(scene, VERBS, "create")


def known_essences(scene: Scene[Sheet]) -> tuple[str, ...]:
    """The Essence with which the actor would begin a spell."""
    return best_word(scene, ESSENCES, "fire")


def easy_size(scene: Scene[Sheet]) -> str:
    """UDS-MAGIC-13: small, if that makes the actor's first Verbe easier; otherwise human size, which costs nothing."""
    return "small" if VERBS[known_verbs(scene)[0]].small else "human"


class Sentence(Declared):
    """What the caster says (UDS-MAGIC-02), starting from what costs nothing (UDS-MAGIC-03)."""

    verbs: Annotated[
        tuple[str, ...],
        OneOf(by_difficulty(VERBS)),
        Label(fr="Verbes", en="Verbs"),
        Ask(
            SENTENCE,
            default=known_verbs,
            help=Text(
                fr="Un jet pour chacun ; entre parenthèses, sa difficulté.",
                en="One roll each; in brackets, how hard it is.",
            ),
        ),
    ] = ()
    essences: Annotated[
        tuple[str, ...],
        OneOf(by_difficulty(ESSENCES)),
        Label(fr="Essences", en="Essences"),
        Ask(SENTENCE, default=known_essences),
    ] = ()
    new_verbs: Annotated[tuple[str, ...], Label(fr="Autres verbes", en="Other verbs"), Ask(SENTENCE, more=True)] = ()
    nouns: Annotated[tuple[str, ...], Label(fr="Autres noms", en="Other nouns"), Ask(SENTENCE, more=True)] = ()
    size: Annotated[
        str, OneOf(by_difficulty(SIZES)), Label(fr="Taille", en="Size"), Ask(SENTENCE, default=easy_size)
    ] = "human"
    duration: Annotated[str, OneOf(by_difficulty(DURATIONS)), Label(fr="Durée", en="Duration"), Ask(SENTENCE)] = (
        "instant"
    )
    distance: Annotated[str, OneOf(by_difficulty(DISTANCES)), Label(fr="Distance", en="Distance"), Ask(SENTENCE)] = (
        "sight"
    )
    powers: Annotated[
        int,
        Between(0, 9),
        Label(fr="Capacités spéciales", en="Special abilities"),
        Ask(
            SENTENCE,
            more=True,
            help=Text(fr="De la forme créée : un jet de plus chacune.", en="Of the form created: one more roll each."),
        ),
    ] = 0
    incantation: Annotated[
        str, OneOf(names(INCANTATIONS)), Label(fr="Incantation", en="Incantation"), Ask(HOW_LONG, more=True)
    ] = "none"
    incantation_effect: Annotated[
        str,
        OneOf(LASTS),
        Label(fr="Effet de l'incantation", en="Incantation gives"),
        Ask(HOW_LONG, more=True, when=lambda _scene, values: values.get("incantation") != "none"),
    ] = "bonus"
    without_essence: Annotated[bool, Label(fr="Sans Essence", en="No Essence"), By(Audience.MJ), Ask(WORD_OF_MJ)] = (
        False
    )
    modifier: Annotated[
        int,
        Between(-100, 100),
        Label(fr="Modificateur", en="Modifier"),
        By(Audience.MJ),
        Ask(WORD_OF_MJ, help=Text(fr="S'ajoute à chaque seuil.", en="Added to each target.")),
    ] = 0
    extra_psy: Annotated[
        int, Between(0, 50), Label(fr="PSY en plus", en="Extra PSY"), By(Audience.MJ), Ask(WORD_OF_MJ, unit=POINTS)
    ] = 0

    @property
    def spoken_verbs(self) -> tuple[Verb, ...]:
        """UDS-MAGIC-05, -33: each Verbe, and one more Créer for each ability a form should have."""
        listed = tuple(VERBS[id] for id in self.verbs) + tuple(new_verb(word) for word in self.new_verbs)
        return listed + (VERBS["create"],) * self.powers

    @cached_property
    def spoken_essences(self) -> tuple[Essence, ...]:
        """UDS-MAGIC-06: those declared, each once (Force and PHYsique are the same)."""
        spoken = [ESSENCES[id] for id in self.essences] + [new_essence(word) for word in self.nouns]
        return tuple({essence.key: essence for essence in spoken}.values())

    @cached_property
    def name(self) -> Text:
        """The words joined: « Créer + Feu »."""
        words = (*self.spoken_verbs, *self.spoken_essences)
        return Text(" + ".join(word.name.fr for word in words), " + ".join(word.name.en for word in words))

    @property
    def lasts(self) -> Duration:
        """UDS-MAGIC-22: the duration asked for, or that of the incantation."""
        return DURATIONS[INCANTATIONS[self.incantation].lasts if self.sustained else self.duration]

    @property
    def sustained(self) -> bool:
        """Whether the spell lasts exactly as long as it is spoken, without a malus."""
        return self.incantation != "none" and self.incantation_effect == "duration"

    @property
    def bonus(self) -> int:
        """UDS-MAGIC-22: what a long incantation adds to every roll."""
        return 0 if self.sustained else INCANTATIONS[self.incantation].bonus

    @property
    def fatigue(self) -> tuple[int, int]:
        """UDS-MAGIC-22: PSY and PHY lost to a long incantation, only where it brings a bonus."""
        tier = INCANTATIONS[self.incantation]
        return (0, 0) if self.sustained else (tier.psy, tier.phy)

    @cached_property
    def damage_of_words(self) -> int:
        """UDS-MAGIC-28: 1 point, or what its worst Essence says."""
        return max((essence.damage for essence in self.spoken_essences), default=1)

    def missing(self) -> Note | None:
        """UDS-MAGIC-02: at least one Verbe and one Essence; Guérir alone is the printed exception."""
        if not self.spoken_verbs:
            return BOOK.note("UDS-MAGIC-02", verb=False)
        if not self.spoken_essences and not self.without_essence and self.verbs != ("heal",):
            return BOOK.note("UDS-MAGIC-02", verb=True)
        return None


class CastRoll(NamedTuple):
    """One die of a spell: the word it is for, how hard it is, what it must not exceed."""

    word: Word
    difficulty: Tally
    target: Tally


@dataclass(frozen=True)
class Composed:
    """A sentence as one caster says it: its rolls, its price, what it costs besides, and the words it may teach."""

    rolls: tuple[CastRoll, ...]
    price: Tally
    psy_max_loss: int  # UDS-MAGIC-18, if it succeeds
    fatigue_psy: int
    fatigue_phy: int
    words: tuple[Word, ...]  # that a success teaches (UDS-XP-06)


def _labelled(label: Text, of: Text) -> Text:
    return Text(f"{label.fr} ({of.fr})", f"{label.en} ({of.en})")


def difficulty(said: Sentence, verb: Verb, essences: tuple[Essence, ...]) -> Tally:
    """UDS-MAGIC-04, -06, -13…16: how hard a Verbe is with these Essences, size, duration and distance."""
    size, distance = SIZES[said.size], DISTANCES[said.distance]
    terms = [
        SIZE(size.malus, of=_labelled(SIZE.label, size.name)),
        DURATION(0 if said.sustained else said.lasts.malus, of=_labelled(DURATION.label, said.lasts.name)),
        DISTANCE(distance.malus, of=_labelled(DISTANCE.label, distance.name)),
        -SIZE(verb.small if said.size == "small" else 0, of=_labelled(SIZE.label, size.name)),
        -CONTACT(verb.contact if said.distance == "contact" else 0),
        MODIFIER(-said.modifier),
    ]
    words = [VERB(verb.malus, of=verb.name), *(ESSENCE(essence.malus, of=essence.name) for essence in essences)]
    return BOOK.sum("UDS-MAGIC-04:difficulty", *words, *(term for term in terms if term.amount))


def word_terms(sheet: Sheet, word: Word) -> tuple[Term, ...]:
    """What a caster learnt in a word (UDS-XP-06), and the power of a created hero in it (UDS-CREATE-07)."""
    experience = Text(f"expérience en {word.name.fr}", f"experience in {word.name.en}")
    power = sheet.powers.get(word.key, 0)
    terms = sheet.bonus_terms(word.key, of=experience)
    return (*terms, POWER(power, of=_labelled(POWER.label, word.name))) if power else terms


def price(said: Sentence) -> Tally:
    """UDS-MAGIC-17: the PSY a spell costs: 1; 5 for a great size or a long spell, 10 for both; more by the MJ."""
    size, lasts = SIZES[said.size], said.lasts
    terms = [SIZE(5, of=_labelled(SIZE.label, size.name))] if size.great else []
    terms += [DURATION(5, of=_labelled(DURATION.label, lasts.name))] if lasts.great else []
    return BOOK.sum("UDS-MAGIC-17", *(terms or [SPELL(1)]), *([EXTRA(said.extra_psy)] if said.extra_psy else []))


def compose(said: Sentence, sheet: Sheet, shared: tuple[Term, ...] = (), per_word: bool = False) -> Composed:
    """UDS-MAGIC-04, -05: one roll per Verbe with everything added, or (`per_word`) one per word, each with its own.

    `shared` weighs on every die: helpers, several spells in the round.
    """
    verbs, essences = said.spoken_verbs, said.spoken_essences

    def roll_for(word: Word, hard: Tally, *bonuses: Term) -> CastRoll:
        return CastRoll(word, hard, BOOK.sum("UDS-MAGIC-04", PSY(sheet.psy), -DIFFICULT(hard.total), *bonuses, *shared))

    rolls = []
    for verb in verbs:
        folded = () if per_word else essences
        known = [term for word in (verb, *folded) for term in word_terms(sheet, word)]
        longer = [INCANTATION(said.bonus)] if said.bonus else []
        rolls.append(roll_for(verb, difficulty(said, verb, folded), *known, *longer))
    if per_word:
        for essence in essences:
            hard = BOOK.sum("UDS-MAGIC-04:difficulty", ESSENCE(essence.malus, of=essence.name))
            rolls.append(roll_for(essence, hard, *word_terms(sheet, essence)))
    words = {word.key: word for word in (*verbs, *essences)}
    return Composed(tuple(rolls), price(said), int(said.lasts.lasting), *said.fatigue, tuple(words.values()))


def may_cast(sheet: Sheet, everyone: bool = False) -> bool:
    """UDS-MAGIC-01: PSY maximum 6 or more, unless the table's universe lets everybody cast."""
    return everyone or sheet.psy_max >= CASTER_PSY


def no_caster(scene: Scene[Sheet], who: str) -> Note | None:
    """UDS-MAGIC-01: the refusal for a character who cannot cast at all; None for one who can."""
    sheet = scene[who]
    if may_cast(sheet, scene.option(EVERYONE_MAGIC)):
        return None
    return BOOK.note("UDS-MAGIC-01", who=sheet.name, least=CASTER_PSY, psy=sheet.psy_max)
