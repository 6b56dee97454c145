"""Casting: the rolls, the price, and what a spell does to those it reaches (Fiches 5 and 7)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from tablee.dice import Roll, procedure
from tablee.games.undesix.book import BOOK
from tablee.games.undesix.check.checks import TARGET, cannot_lend_a_hand, succeeds, unable
from tablee.games.undesix.check.desperate import desperate_bonus
from tablee.games.undesix.check.several_actions import several_terms, shares_the_round, too_many_actions
from tablee.games.undesix.check.together import HELP
from tablee.games.undesix.experience import Learn
from tablee.games.undesix.fight.armour import ca_of
from tablee.games.undesix.fight.attack import woken
from tablee.games.undesix.magic.composition import CASTER_PSY, FATIGUE, Composed, compose, may_cast, no_caster
from tablee.games.undesix.magic.effects import spell_effects
from tablee.games.undesix.magic.lasting import CANCELS, SEIZED, oppose_spell
from tablee.games.undesix.magic.resisting import AFFECTED, react, touch, touch_target
from tablee.games.undesix.magic.state import (
    BeginIncantation,
    Cast,
    Incanting,
    body_points,
)
from tablee.games.undesix.magic.words import INCANTATIONS
from tablee.games.undesix.options import (
    EVERYONE_MAGIC,
    FAILED_CAST_COSTS,
    MADNESS,
    ROLL_UNDER,
    SPELL_ROLLS,
    below_zero,
    not_yet,
)
from tablee.games.undesix.play import fighting, stage_of, taking_turn
from tablee.games.undesix.sheet import Sheet
from tablee.games.undesix.world.healing import PAST_HELP
from tablee.games.undesix.world.health import Drain, Wound, tell_conditions
from tablee.rules.action import Effect, Grade, Kind, Outcome, Part, Scene, action, part
from tablee.rules.why import Note, Tally, Term
from tablee.text import Text

CASTS = BOOK.saying("UDS-MAGIC-02", key="cast", fr="{who:Le} lance {spell}", en="{who:The} casts {spell}")
CASTS_ON = BOOK.saying(
    "UDS-MAGIC-02",
    key="cast_on",
    fr="{who:Le} lance {spell} : {hit} cible{hit:|s} {hit:touchée|touchées} sur {aimed}",
    en="{who:The} casts {spell}: {hit} target{hit:|s} affected out of {aimed}",
)
FIZZLES = BOOK.saying(
    "UDS-MAGIC-05", key="failed", fr="{who:Le} ne parvient pas à lancer {spell}", en="{who:The} fails to cast {spell}"
)
NO_CONTACT = BOOK.saying(
    "UDS-MAGIC-16",
    key="headline",
    fr="{who:Le} ne touche personne : le sort n'est pas lancé et ne coûte rien",
    en="{who:The} touches nobody: the spell is not cast and costs nothing",
)
CLASHED = BOOK.saying(
    "UDS-MAGIC-27",
    fr="Le sort {who:de} se heurte à un sort contraire : les deux s'annulent",
    en="The spell of {who:the} meets an opposed one: both are cancelled",
)
BEGINS = BOOK.saying(
    "UDS-MAGIC-22",
    key="begins",
    fr="{who:Le} commence une incantation : {time}",
    en="{who:The} begins an incantation: {time}",
)
PROMISED = BOOK.saying(
    "UDS-MAGIC-22",
    key="promised",
    fr="Au bout de l'incantation : +{bonus} à chaque Verbe, contre {psy} PSY{phy_too: et {phy} PHY|} de fatigue",
    en="At the end of the incantation: +{bonus} on every Verb, against {psy} PSY{phy_too: and {phy} PHY|} of fatigue",
)
PAID = BOOK.saying("UDS-MAGIC-19", fr="Payé après les jets : {psy} PSY", en="Paid after the rolls: {psy} PSY")
NOT_PAID = BOOK.saying(
    "UDS-MAGIC-19",
    key="free",
    fr="À cette table, un sort raté ne coûte rien",
    en="At this table a failed spell is free",
)
FOR_EVER = BOOK.saying(
    "UDS-MAGIC-18",
    fr="Un sort d'un an ou plus : 1 point de PSY maximum en moins, pour toujours",
    en="A spell of a year or more: 1 point of PSY maximum less, for ever",
)
WORDS_LEARNT = BOOK.saying(
    "UDS-XP-06", fr="Le sort est réussi : +1 d'expérience en {words}", en="The spell succeeds: +1 experience in {words}"
)
WRONG_CASTER = BOOK.saying(
    "UDS-MAGIC-36",
    fr="Le PSY {helper:de} dépasse celui {who:de} : c'est {helper:à} de lancer le sort",
    en="{helper:The} has more PSY than {who:the}: {helper:the} should be the one casting",
)
NO_HELP = BOOK.saying(
    "UDS-MAGIC-36",
    key="weak",
    fr="{helper:Le} ne peut pas aider : il faut un PSY maximum de {least}",
    en="{helper:The} cannot help: a PSY maximum of {least} is needed",
)
PSY_IS_SAFE = BOOK.saying(
    "UDS-MAGIC-32",
    fr="La magie ne change pas les points de PSY : choisissez une autre caractéristique",
    en="Magic does not change points of PSY: choose another characteristic",
)
NOT_A_CANCEL = BOOK.saying(
    "UDS-MAGIC-26",
    key="verb",
    fr="Contre un sort en cours, il faut Annuler (ou Contrôler, pour s'en emparer)",
    en="Against a running spell the Verb must be Cancel, or Control to take it over",
)

SPEAKS_ALL_ROUND = BOOK.saying(
    "UDS-MAGIC-22",
    key="all",
    fr="Une longue incantation prend tout le round : {who:le} y fait autre chose",
    en="A long incantation takes the whole round: {who:the} does something else in it",
)

TO_CAST = Text(fr="de réussir le sort", en="to cast the spell")
CAST = Grade("cast", Text(fr="réussi", en="cast"), True)
FAILED = Grade("failed", Text(fr="raté", en="failed"), False)
BEGUN = Grade("begun", Text(fr="commence une incantation", en="begins an incantation"), True)
CANCELLED_OUT = Grade("cancelled_out", Text(fr="annulé", en="cancelled out"), False)


def cannot_cast(scene: Scene[Sheet], do: Cast | None) -> Note | None:
    """UDS-MAGIC-01, -02, -32, -36: why the actor cannot cast this."""
    refusal = unable(scene, do) or no_caster(scene, scene.actor)
    if refusal or do is None:
        return refusal
    if do.effect == "change" and do.characteristic == "psy":
        return PSY_IS_SAFE.note()
    if do.against and not {verb.key for verb in do.spoken_verbs} & {CANCELS, SEIZED}:
        return NOT_A_CANCEL.note()
    if do.incantation != "none" and shares_the_round(scene, do.actions):
        return SPEAKS_ALL_ROUND.note(who=scene.me.name)
    dead = past_help(scene, do)
    if dead and len(dead) == len(aimed_at(scene, do)):
        return PAST_HELP.note(who=scene[dead[0]].name)
    return do.missing() or cannot_be_helped(scene, do) or too_many_actions(scene, do.actions)


def aimed_at(scene: Scene[Sheet], do: Cast) -> tuple[str, ...]:
    """Those a spell is for: the targets named, or the caster for one that does good."""
    return do.targets or ((scene.actor,) if do.effect in ("heal", "change") else ())


def past_help(scene: Scene[Sheet], do: Cast) -> tuple[str, ...]:
    """UDS-HEALTH-04: those aimed at for whom a spell that heals or strengthens comes too late."""
    if do.effect != "heal" and (do.effect != "change" or do.lowers):
        return ()
    return tuple(who for who in aimed_at(scene, do) if scene[who].state_if(*below_zero(scene)) == "dead")


def cannot_be_helped(scene: Scene[Sheet], do: Cast) -> Note | None:
    """UDS-MAGIC-35, -36, UDS-ACTION-15: why several spells, or these helpers, are refused."""
    if do.actions > 1 or do.helpers:
        late = not_yet(scene, 4)
        if late:
            return late
    refusal = cannot_lend_a_hand(scene, (who for who in do.helpers if who != scene.actor))
    if refusal:
        return refusal
    for who in do.helpers:
        helper = scene[who]
        if not may_cast(helper, scene.option(EVERYONE_MAGIC)):
            return NO_HELP.note(helper=helper.name, least=CASTER_PSY)
        if helper.psy > scene.me.psy:
            return WRONG_CASTER.note(helper=helper.name, who=scene.me.name)
    return None


def composed(scene: Scene[Sheet], do: Cast, *despair: Term) -> Composed:
    """UDS-MAGIC-35, -36, UDS-ACTION-02: the spell as the actor casts it, with what weighs on every die."""
    helpers = {who for who in do.helpers if who != scene.actor}
    helping = sum(may_cast(scene[who], scene.option(EVERYONE_MAGIC)) for who in helpers)
    shared = (*([HELP(helping)] if helping else []), *several_terms(scene, do.actions), *despair)
    return compose(do, scene.me, shared, scene.option(SPELL_ROLLS) == "per_word")


@dataclass(frozen=True)
class LoseForEver:
    """UDS-MAGIC-18: a point of PSY maximum; what remains cannot exceed the new one."""

    who: str
    points: int

    def on(self, sheet: Sheet) -> Sheet:
        most = sheet.psy_max - self.points
        return sheet.with_changes(psy_max=most, psy=min(sheet.psy, most))


@action(
    "undesix.cast", Cast, fr="Lancer un sort", en="Cast a spell", refuse=cannot_cast, kind=Kind.MAGIC, success=TO_CAST
)
def cast(scene: Scene[Sheet], do: Cast, roll: Roll) -> Outcome:
    """UDS-MAGIC-01, -20, -22, UDS-TIME-02: one round to speak, more for a long incantation.

    UDS-MAGIC-23: in an instant that others share, the dice wait for its end.
    """
    turn = taking_turn(scene, do.actions)
    long = do.incantation != "none" and not do.sustained
    if not long and (do.sustained or not shares_the_instant(scene)):
        return cast_now(scene, do, roll, turn)
    if long:
        psy, phy = do.fatigue
        roll.note(PROMISED, bonus=do.bonus, psy=psy, phy=phy, phy_too=phy > 0)
    headline = BEGINS.note(who=scene.me.name, time=INCANTATIONS[do.incantation].name)
    speaks = BeginIncantation(Incanting(caster=scene.actor, said=do, body=body_points(scene.me)))
    return Outcome((part(scene.actor, BEGUN),), headline, (*turn, speaks))


def shares_the_instant(scene: Scene[Sheet]) -> bool:
    """UDS-MAGIC-23: whether others act while the actor speaks; a wound of theirs loses the spell."""
    together = stage_of(scene).together
    return scene.actor in together and len(together) > 1


class SpellAttempt(NamedTuple):
    """A spell once said: whom it may reach, whether it succeeds, the effects of its price and what it teaches.

    `despair` is the bonus bought for its dice.
    """

    reached: tuple[str, ...]
    success: bool
    effects: tuple[Effect, ...] = ()
    despair: tuple[Term, ...] = ()


def cast_now(scene: Scene[Sheet], do: Cast, roll: Roll, turn: tuple[Effect, ...]) -> Outcome:
    """A spell whose words are said, after the effects of `turn`: contact, casting rolls, price, effect."""
    me, spell = scene.me.name, do.name
    dead = past_help(scene, do)
    for who in dead:
        roll.note(PAST_HELP, who=scene[who].name)
    aimed = tuple(who for who in aimed_at(scene, do) if who not in dead)
    reached, success, paid, despair = roll(attempt_spell(scene, do, aimed))
    effects = (*turn, *paid)
    if aimed and not reached:
        return Outcome((part(scene.actor, FAILED),), NO_CONTACT.note(who=me), effects)
    if not success:
        return Outcome((part(scene.actor, FAILED),), FIZZLES.note(who=me, spell=spell), effects)
    if do.clashes:
        return Outcome((part(scene.actor, CANCELLED_OUT),), CLASHED.note(who=me), effects)
    if do.against:
        return oppose_spell(scene, do, roll, despair, effects)
    reactions = react(scene, roll, do, reached)
    if not do.gentle and do.effect != "sleep":
        effects = (*effects, *(effect for who in reached for effect in woken(scene, who, roll)))
    parts = (part(scene.actor, CAST), *(part_of(do, who, grade) for who, grade in reactions.grades.items()))
    if aimed:
        headline = CASTS_ON.note(who=me, spell=spell, hit=len(reactions.affected), aimed=len(aimed))
    else:
        headline = CASTS.note(who=me, spell=spell)
    return Outcome(parts, headline, (*effects, *reactions.effects, *spell_effects(scene, do, roll, reactions)))


def part_of(do: Cast, who: str, grade: Grade) -> Part:
    """What one target suffers, as a part of the outcome."""
    if grade is AFFECTED and do.effect == "harm":
        return part(who, grade, damage=do.damage)
    return part(who, grade)


@procedure
def attempt_spell(roll: Roll, scene: Scene[Sheet], do: Cast, aimed: tuple[str, ...]) -> SpellAttempt:
    """UDS-MAGIC-16, -19: no contact, no spell; otherwise the rolls, then the price whatever they say.

    UDS-OPT-04: where life is at stake, despair may buy a bonus for all its dice.
    """
    reached = roll(touching(scene, do, aimed))
    if aimed and not reached:
        return SpellAttempt((), False)
    despair, spent = desperate_bonus(scene, roll, scene.actor, do.at_stake or fighting(scene))
    made = composed(scene, do, *despair)
    success, luck = roll_words(scene, do, roll, made)
    effects = (*spent, *luck, *price_paid(scene, roll, made, success))
    return (
        SpellAttempt(reached, True, (*effects, *words_learnt(scene, roll, made)), despair)
        if success
        else SpellAttempt(reached, False, effects)
    )


@procedure
def touching(roll: Roll, scene: Scene[Sheet], do: Cast, aimed: tuple[str, ...]) -> tuple[str, ...]:
    """UDS-MAGIC-16: which targets a spell on contact reaches: the unwilling must be touched first."""
    if do.distance != "contact" or do.gentle:
        return aimed
    reached = []
    for who in aimed:
        if who != scene.actor:
            target = touch_target(scene.me.phy, ca_of(scene, who, roll).total)
            roll.note(target)
            if not roll(touch(target.total, scene.option(ROLL_UNDER) == "strict"), by=scene.actor):
                continue
        reached.append(who)
    return tuple(reached)


def roll_words(scene: Scene[Sheet], do: Cast, roll: Roll, made: Composed) -> tuple[bool, tuple[Effect, ...]]:
    """UDS-MAGIC-04, -05, -38: whether every roll of the spell succeeds, and the destiny dice spent.

    The first failure ends it. Mundane rolls, if the MJ wants any, come last.
    """
    victim = do.targets[0] if do.targets else ""
    luck: tuple[Effect, ...] = ()

    def made_it(target: Tally, where: str) -> bool:
        nonlocal luck
        success, passed = succeeds(scene, roll, scene.actor, target.total, where, victim, luck)
        luck += passed
        return success

    plain = [TARGET.sum(scene.me.score(extra)) for extra in do.extra_rolls]
    for one in made.rolls:
        roll.note(one.difficulty)
        roll.note(one.target)
    for target in plain:
        roll.note(target)
    roll.note(made.price)
    if made.fatigue_psy:
        roll.note(FATIGUE, psy=made.fatigue_psy, phy=made.fatigue_phy, phy_too=made.fatigue_phy > 0)
    success = all(made_it(one.target, "spell") for one in made.rolls) and all(made_it(it, "test") for it in plain)
    return success, luck


def price_paid(scene: Scene[Sheet], roll: Roll, made: Composed, success: bool) -> tuple[Effect, ...]:
    """UDS-MAGIC-17…19, -22: the effects that pay for a spell, below zero if need be; fatigue is always due."""
    effects: list[Effect] = []
    psy = made.fatigue_psy
    if success or scene.option(FAILED_CAST_COSTS):
        psy += made.price.total
        roll.note(PAID, psy=psy)
    else:
        roll.note(NOT_PAID)
    if psy:
        effects.append(Drain(scene.actor, psy, scene.option(MADNESS)))
    if made.fatigue_phy:
        effects.append(Wound(scene.actor, made.fatigue_phy))
    if scene.me.psy <= psy or made.fatigue_phy:
        tell_conditions(scene, roll, scene.actor, tuple(effects))
    if success and made.psy_max_loss:
        roll.note(FOR_EVER)
        effects.append(LoseForEver(scene.actor, made.psy_max_loss))
    return tuple(effects)


def words_learnt(scene: Scene[Sheet], roll: Roll, made: Composed) -> tuple[Effect, ...]:
    """UDS-XP-01, -04…06: a spell that succeeds, even resisted, teaches a player's character each word, once a game."""
    news = tuple(word for word in made.words if scene.me.played and scene.me.may_learn(word.key))
    if news:
        roll.note(WORDS_LEARNT, words=tuple(word.name for word in news))
    return tuple(Learn(scene.actor, word.key) for word in news)
