"""Casting: the rolls, the price, and what a spell does to those it reaches (Fiches 5 and 7)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from tablee.dice import Roll, procedure
from tablee.games.undesix.book import BOOK
from tablee.games.undesix.check.checks import cannot_lend_a_hand, succeeds, unable
from tablee.games.undesix.check.desperate import desperate_bonus
from tablee.games.undesix.check.several_actions import several_terms, shares_the_round, too_many_actions
from tablee.games.undesix.check.together import HELP
from tablee.games.undesix.experience import Learn
from tablee.games.undesix.fight.armour import ca_of
from tablee.games.undesix.fight.attack import woken
from tablee.games.undesix.fight.attitudes import forbids_attack
from tablee.games.undesix.magic.composition import CASTER_PSY, Composed, compose, may_cast, no_caster
from tablee.games.undesix.magic.effects import harm_to, spell_effects
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
from tablee.games.undesix.play import acting_together, fighting, stage_of
from tablee.games.undesix.sheet import Sheet
from tablee.games.undesix.world.health import Drain, Wound, tell_conditions
from tablee.rules.action import Effect, Grade, Kind, Outcome, Part, Scene, action, part
from tablee.rules.why import Note, Tally, Term
from tablee.text import Text

TO_CAST = Text(fr="de réussir le sort", en="to cast the spell")
CAST = BOOK.grade("cast")
FAILED = BOOK.grade("failed")
BEGUN = BOOK.grade("begun")
CANCELLED_OUT = BOOK.grade("cancelled_out")


def cannot_cast(scene: Scene[Sheet], do: Cast | None) -> Note | None:
    """UDS-MAGIC-01, -02, -32, -36: why the actor cannot cast this."""
    refusal = unable(scene, do) or no_caster(scene, scene.actor)
    if refusal or do is None:
        return refusal
    if do.hostile and (guarded := forbids_attack(scene)):
        return guarded
    if do.effect == "change" and do.characteristic == "psy":
        return BOOK.note("UDS-MAGIC-32")
    if do.against and not {verb.key for verb in do.spoken_verbs} & {CANCELS, SEIZED}:
        return BOOK.note("UDS-MAGIC-26:verb")
    if do.incantation != "none" and shares_the_round(scene, do.actions):
        return BOOK.note("UDS-MAGIC-22:all", who=scene.me.name)
    dead = past_help(scene, do)
    if dead and len(dead) == len(aimed_at(scene, do)):
        return BOOK.note("UDS-HEALTH-04:past", who=scene[dead[0]].name)
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
            return BOOK.note("UDS-MAGIC-36:weak", helper=helper.name, least=CASTER_PSY)
        if helper.psy > scene.me.psy:
            return BOOK.note("UDS-MAGIC-36", helper=helper.name, who=scene.me.name)
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
    turn = acting_together(scene, do.helpers, do.actions)
    long = do.incantation != "none" and not do.sustained
    if not long and (do.sustained or not shares_the_instant(scene)):
        return cast_now(scene, do, roll, turn)
    if long:
        psy, phy = do.fatigue
        roll.note("UDS-MAGIC-22:promised", bonus=do.bonus, psy=psy, phy=phy, phy_too=phy > 0)
    headline = BOOK.note("UDS-MAGIC-22:begins", who=scene.me.name, time=INCANTATIONS[do.incantation].name)
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
        roll.note("UDS-HEALTH-04:past", who=scene[who].name)
    aimed = tuple(who for who in aimed_at(scene, do) if who not in dead)
    reached, success, paid, despair = roll(attempt_spell(scene, do, aimed))
    effects = (*turn, *paid)
    if aimed and not reached:
        return Outcome((part(scene.actor, FAILED),), BOOK.note("UDS-MAGIC-16:headline", who=me), effects)
    if not success:
        return Outcome((part(scene.actor, FAILED),), BOOK.note("UDS-MAGIC-05:failed", who=me, spell=spell), effects)
    if do.clashes:
        return Outcome((part(scene.actor, CANCELLED_OUT),), BOOK.note("UDS-MAGIC-27", who=me), effects)
    if do.against:
        return oppose_spell(scene, do, roll, despair, effects)
    reactions = react(scene, roll, do, reached)
    if not do.gentle and do.effect != "sleep":
        effects = (*effects, *(effect for who in reached for effect in woken(scene, who, roll)))
    parts = (part(scene.actor, CAST), *(part_of(scene, do, who, grade) for who, grade in reactions.grades.items()))
    if aimed:
        headline = BOOK.note("UDS-MAGIC-02:cast_on", who=me, spell=spell, hit=len(reactions.affected), aimed=len(aimed))
    else:
        headline = BOOK.note("UDS-MAGIC-02:cast", who=me, spell=spell)
    return Outcome(parts, headline, (*effects, *reactions.effects, *spell_effects(scene, do, roll, reactions)))


def part_of(scene: Scene[Sheet], do: Cast, who: str, grade: Grade) -> Part:
    """What one target suffers, as a part of the outcome."""
    if grade is AFFECTED and do.effect == "harm":
        return part(who, grade, damage=harm_to(scene, do, who))
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
            target = touch_target(scene.me.phy, ca_of(scene, who, roll).total).plus(*several_terms(scene, do.actions))
            roll.note(target)
            roll.throws("touch")
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

    plain = [BOOK.sum("UDS-TEST-02", scene.me.score(extra)) for extra in do.extra_rolls]
    for one in made.rolls:
        roll.note(one.difficulty)
        roll.note(one.target)
    for target in plain:
        roll.note(target)
    roll.note(made.price)
    if made.fatigue_psy:
        roll.note("UDS-MAGIC-22", psy=made.fatigue_psy, phy=made.fatigue_phy, phy_too=made.fatigue_phy > 0)
    roll.throws("spell")
    success = all(made_it(one.target, "spell") for one in made.rolls) and all(made_it(it, "test") for it in plain)
    return success, luck


def price_paid(scene: Scene[Sheet], roll: Roll, made: Composed, success: bool) -> tuple[Effect, ...]:
    """UDS-MAGIC-17…19, -22: the effects that pay for a spell, below zero if need be; fatigue is always due."""
    effects: list[Effect] = []
    psy = made.fatigue_psy
    if success or scene.option(FAILED_CAST_COSTS):
        psy += made.price.total
        roll.note("UDS-MAGIC-19", psy=psy)
    else:
        roll.note("UDS-MAGIC-19:free")
    if psy:
        effects.append(Drain(scene.actor, psy, scene.option(MADNESS)))
    if made.fatigue_phy:
        effects.append(Wound(scene.actor, made.fatigue_phy))
    if scene.me.psy <= psy or made.fatigue_phy:
        tell_conditions(scene, roll, scene.actor, tuple(effects))
    if success and made.psy_max_loss:
        roll.note("UDS-MAGIC-18")
        effects.append(LoseForEver(scene.actor, made.psy_max_loss))
    return tuple(effects)


def words_learnt(scene: Scene[Sheet], roll: Roll, made: Composed) -> tuple[Effect, ...]:
    """UDS-XP-01, -04…06: a spell that succeeds, even resisted, teaches a player's character each word, once a game."""
    news = tuple(word for word in made.words if scene.me.played and scene.me.may_learn(word.key))
    if news:
        roll.note("UDS-XP-06", words=tuple(word.name for word in news))
    return tuple(Learn(scene.actor, word.key) for word in news)
