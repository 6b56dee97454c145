"""Atouts that are actions of their own, and heroic effects triggered at any moment (Fiche 2, Les atouts; all ours)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from tablee.dice import Roll
from tablee.games.cle_en_main.atouts import (
    BRICOLEUR_INSPIRE,
    ESPRIT_DE_TROUPE,
    FEINTE,
    GARDE_DE_FER,
    INCREVABLE,
    POWERS,
    PUITS_DE_SCIENCE,
    REGARD_QUI_GLACE,
    TIR_DE_BARRAGE,
    VOIX_QUI_RALLIE,
    Power,
    power_of,
)
from tablee.games.cle_en_main.book import BOOK
from tablee.games.cle_en_main.check.fields import MJ, MJ_SAYS, ExtraDie, Modifier, Staked, Untested, adversaries, allies
from tablee.games.cle_en_main.check.heroism import Purse
from tablee.games.cle_en_main.check.oppositions import opposed
from tablee.games.cle_en_main.check.primes import IGNORES_PENALTY, PENALTIES, RIGGED, marking
from tablee.games.cle_en_main.check.side import band, band_against, elevens, side, skill_terms, total_of
from tablee.games.cle_en_main.check.stakes import lasting, staked, untested, wrong_stakes
from tablee.games.cle_en_main.forms import HEROISM, STAKES
from tablee.games.cle_en_main.order.turns import DONE
from tablee.games.cle_en_main.play import CemPlay, played
from tablee.games.cle_en_main.sheet import EXTRA_DIE, HEROIC_ATOUT, Mark, Sheet, Spend
from tablee.games.cle_en_main.tables import SKILLS
from tablee.rules.action import PLAY, Add, Effect, Kind, Outcome, Put, Scene, action, part
from tablee.rules.cast import nobody_here
from tablee.rules.data.tables import names
from tablee.rules.fields import Annotated, Ask, Between, Declared, Label, OneOf
from tablee.rules.forms import HOW, WHOM
from tablee.rules.why import Note
from tablee.text import Name, Text

TOUCHED = BOOK.grade("touched")

UNMOVED = BOOK.grade("unmoved")


class Aimed(Declared):
    """Whom the action is aimed at."""

    target: Annotated[str, OneOf(adversaries), Label(fr="Cible", en="Target"), Ask(WHOM)]
    heroic: ExtraDie = False


class Against(Staked, Aimed):
    """An opposition that an atout gives: its target, primes and penalties, circumstances."""

    circumstances: Annotated[int, Between(-5, 5), Label(fr="Circonstances", en="Circumstances"), MJ, MJ_SAYS] = 0
    modifier: Modifier = 0


class Contrivance(Untested):
    """Who gets the contrivance, and which skill it helps."""

    target: Annotated[str, OneOf(allies, helps=True), Label(fr="Allié", en="Ally"), Ask(WHOM)]
    skill: Annotated[str, OneOf(names(SKILLS)), Label(fr="Compétence", en="Skill"), Ask(HOW)]


class Suppress(Untested):
    """Who is under fire."""

    targets: Annotated[tuple[str, ...], OneOf(adversaries), Label(fr="Cibles", en="Targets"), Ask(WHOM)]


def needs(
    atout: str, among: Callable[[Scene[Sheet]], Mapping[str, Name | Text]] | None = None
) -> Callable[[Scene[Sheet], object], Note | None]:
    """CEM-ATOUT-02, CEM-CHAR-03: a refusal for those who cannot act or have not ticked this atout, or where there is
    nobody to choose `among`.
    """

    def refuse(scene: Scene[Sheet], _do: object) -> Note | None:
        if not scene.me.able:
            return BOOK.note("CEM-TURN-05:attack", who=scene.me.name)
        if not scene.me.atout(atout):
            return BOOK.note("CEM-ATOUT-03", who=scene.me.name)
        return nobody_here(scene, among, BOOK.note("CEM-ATOUT-02:nobody")) if among else None

    return refuse


def needs_and_stakes(atout: str) -> Callable[[Scene[Sheet], Against | None], Note | None]:
    """CEM-PRIME-01, CEM-HERO-03, -08: as `needs`, and refuses wrong primes or an extra die that cannot be paid."""

    def refuse(scene: Scene[Sheet], do: Against | None) -> Note | None:
        refused = needs(atout, adversaries)(scene, do)
        if refused or do is None:
            return refused
        return wrong_stakes(scene, do) or (Purse(scene).refusal(scene.actor, EXTRA_DIE) if do.heroic else None)

    return refuse


@action(
    "cle-en-main.rally",
    Untested,
    fr="Rallier (Voix qui rallie)",
    en="Rally (Voix qui rallie)",
    refuse=needs(VOIX_QUI_RALLIE),
    kind=Kind.FIGHT,
)
def rally(scene: Scene[Sheet], do: Untested, roll: Roll) -> Outcome:
    """CEM-ATOUT-02, Voix qui rallie: each ally has a free Efficacité on their next action, up to the next round."""
    mark = Mark(id="effectiveness", until=scene.play.round + 1)
    heard = [who for who in allies(scene) if not scene[who].eliminated]
    parts = tuple(part(who, TOUCHED) for who in heard) or (part(scene.actor, DONE),)
    return Outcome(
        parts,
        BOOK.note("CEM-ATOUT-02:t06", who=scene.me.name),
        (*untested(scene, do), *(marking(scene, who, mark) for who in heard)),
    )


@action(
    "cle-en-main.rig", Contrivance, fr="Bricoler", en="Tinker", refuse=needs(BRICOLEUR_INSPIRE, allies), kind=Kind.FIGHT
)
def rig(scene: Scene[Sheet], do: Contrivance, roll: Roll) -> Outcome:
    """CEM-ATOUT-02, Bricoleur inspiré: an ally has +2 to their next test of one skill."""
    headline = BOOK.note(
        "CEM-ATOUT-02:t14", who=scene.me.name, target=scene[do.target].name, skill=SKILLS[do.skill].name
    )
    return Outcome(
        (part(do.target, TOUCHED),),
        headline,
        (*untested(scene, do), marking(scene, do.target, Mark(id=f"{RIGGED}{do.skill}"))),
    )


def cannot_suppress(scene: Scene[Sheet], do: Suppress | None) -> Note | None:
    """CEM-EQUIP-08: refuses without the atout, or with more targets than the weapon in hand allows."""
    refused = needs(TIR_DE_BARRAGE, adversaries)(scene, do)
    most = scene.me.armed.multi_targets or 0
    targets = len(set(do.targets)) if do else 1
    return refused or (None if 0 < targets <= most else BOOK.note("CEM-EQUIP-08:t19"))


@action(
    "cle-en-main.barrage",
    Suppress,
    fr="Tir de barrage",
    en="Suppressive fire",
    refuse=cannot_suppress,
    kind=Kind.FIGHT,
)
def barrage(scene: Scene[Sheet], do: Suppress, roll: Roll) -> Outcome:
    """CEM-ATOUT-02, Tir de barrage: no test, no damage; the targets suffer a Difficulté on their next action."""
    targets = tuple(dict.fromkeys(do.targets))
    effects = [marking(scene, who, Mark(id="hindrance")) for who in targets]
    parts = tuple(part(who, TOUCHED) for who in targets)
    return Outcome(
        parts,
        BOOK.note("CEM-ATOUT-02:t19", who=scene.me.name, names=tuple(scene[who].name for who in targets)),
        (*untested(scene, do), *effects),
    )


def _opposed(
    scene: Scene[Sheet], do: Against, roll: Roll, skills: tuple[str, str, str], headline: str, won: list[Effect]
) -> Outcome:
    """An opposition of skills (mine, theirs, the situation) whose loser suffers the effects `won`."""
    mine, theirs, situation = skills
    me, foe, purse, round = scene.me, scene[do.target], Purse(scene), scene.play.round
    made = staked(scene, do)
    if do.heroic:
        purse.pay(scene.actor, EXTRA_DIE)
    left = total_of(
        "CEM-ATOUT-02:mine",
        [*skill_terms(me, mine, round=round), *band(me), *made.terms()],
        do.circumstances,
        do.modifier,
    )
    right = total_of(
        "CEM-ATOUT-02:theirs", [*skill_terms(foe, theirs, situation, round=round), *band_against(foe, theirs)]
    )
    roll.note(left)
    roll.note(right)
    a = side(purse, scene.actor, left.total, mine, do.heroic, elevens(scene, do)(scene.actor), social=True)
    b = side(purse, do.target, right.total, theirs, fixed=elevens(scene, do)(do.target))
    success = opposed(purse, roll, a, b) == "a"
    effects = [*purse.spent, *lasting(scene, roll, made, success), *(won if success else [])]
    said = BOOK.note(headline, who=me.name, target=foe.name, won=success)
    return Outcome((part(do.target, TOUCHED if success else UNMOVED),), said, tuple(effects))


@action(
    "cle-en-main.stare",
    Against,
    fr="Glacer du regard",
    en="Chilling stare",
    refuse=needs_and_stakes(REGARD_QUI_GLACE),
    kind=Kind.FIGHT,
)
def stare(scene: Scene[Sheet], do: Against, roll: Roll) -> Outcome:
    """CEM-ATOUT-02, Regard qui glace: Autorité/Volonté; if won, an obligatory Difficulté until the end of the scene."""
    lost: list[Effect] = [marking(scene, do.target, Mark(id="hindrance", scene=True))]
    return _opposed(scene, do, roll, ("authority", "willpower", "pressure"), "CEM-ATOUT-02:t12", lost)


@action("cle-en-main.feint", Against, fr="Feinter", en="Feint", refuse=needs_and_stakes(FEINTE), kind=Kind.FIGHT)
def feint(scene: Scene[Sheet], do: Against, roll: Roll) -> Outcome:
    """CEM-ATOUT-02, Feinte: Éloquence/Perception; if won, the target suffers two Dangers."""
    return _opposed(scene, do, roll, ("eloquence", "perception", ""), "CEM-ATOUT-02:t24", [Add(do.target, "danger", 2)])


@dataclass(frozen=True)
class AnotherTurn:
    """Voix qui rallie: `ally`, who has acted, may act again this round."""

    ally: str
    who: str = PLAY

    def on(self, play: CemPlay) -> CemPlay:
        return play.with_changes(acted=tuple(who for who in play.acted if who != self.ally))


TRIGGERED = (GARDE_DE_FER, VOIX_QUI_RALLIE, REGARD_QUI_GLACE, PUITS_DE_SCIENCE, INCREVABLE, ESPRIT_DE_TROUPE)


def triggers(scene: Scene[Sheet]) -> dict[str, Name | Text]:
    """CEM-CHAR-03, CEM-ATOUT-03: the ticked atouts of the one who acts that may be triggered by themselves, those of a
    table's own box included.
    """
    ours: dict[str, Name | Text] = {atout: POWERS[atout].name for atout in TRIGGERED if scene.me.atout(atout)}
    own = {atout.id: power_of(atout).name for atout in scene.me.atouts if atout.ticked and atout.id not in POWERS}
    return ours | own


def triggered_power(scene: Scene[Sheet], id: str) -> Power:
    """CEM-ATOUT-03: an atout of the one who acts as its texts and its cost."""
    atout = scene.me.atout(id)
    return power_of(atout) if atout else POWERS[id]


def another_turn(_scene: Scene[Sheet], values: Mapping[str, Any]) -> bool:
    """Voix qui rallie: the one heroic effect that is for an ally."""
    return bool(values["atout"] == VOIX_QUI_RALLIE)


def ally_who_acted(scene: Scene[Sheet], atout: str) -> dict[str, str]:
    """Voix qui rallie: an ally who has acted already, to propose; nothing for another atout."""
    ready = [who for who in allies(scene) if who in played(scene).acted] if atout == VOIX_QUI_RALLIE else []
    return {"target": ready[0]} if ready else {}


class Trigger(Declared):
    """Which heroic effect is triggered, and for which ally."""

    atout: Annotated[str, OneOf(triggers), Label(fr="Atout", en="Atout"), Ask(HEROISM, beside=ally_who_acted)]
    target: Annotated[str, OneOf(allies, helps=True), Label(fr="Allié", en="Ally"), Ask(WHOM, when=another_turn)] = ""
    penalty: Annotated[
        str,
        OneOf(PENALTIES),
        Label(fr="Pénalité de l'allié", en="The ally's penalty"),
        Ask(STAKES, when=another_turn),
    ] = "hindrance"


def useful_now(scene: Scene[Sheet], do: Trigger) -> bool:
    """CEM-ATOUT-03: whether the atout triggered would change anything now."""
    me, play = scene.me, played(scene)
    return {
        VOIX_QUI_RALLIE: do.target in play.acted and me.free(VOIX_QUI_RALLIE, -play.round),
        INCREVABLE: me.bad_shape,
        ESPRIT_DE_TROUPE: play.round > 0,
    }.get(do.atout, True)


def cannot_trigger(scene: Scene[Sheet], do: Trigger | None) -> Note | None:
    """CEM-HERO-05, -08, -10, CEM-ATOUT-03: refuses an atout not ticked, not paid for, or useless now."""
    me = scene.me
    if me.eliminated:
        return BOOK.note("CEM-TURN-05:attack", who=me.name)
    tries = [do] if do else [Trigger(atout=atout, **ally_who_acted(scene, atout)) for atout in triggers(scene)]
    if not tries:
        return BOOK.note("CEM-ATOUT-03", who=me.name)
    useful = [triggered_power(scene, one.atout).cost for one in tries if useful_now(scene, one)]
    if not useful:
        return BOOK.note("CEM-HERO-05:not_now", atout=triggered_power(scene, tries[0].atout).name)
    return Purse(scene).refusal(scene.actor, HEROIC_ATOUT, min(useful))


@action(
    "cle-en-main.heroic",
    Trigger,
    fr="Effet héroïque",
    en="Heroic effect",
    refuse=cannot_trigger,
    anytime=True,
    kind=Kind.FIGHT,
)
def heroic(scene: Scene[Sheet], do: Trigger, roll: Roll) -> Outcome:
    """CEM-HERO-05, CEM-ATOUT-03: triggers a heroic effect that takes no action and no test."""
    power, purse = triggered_power(scene, do.atout), Purse(scene)
    purse.pay(scene.actor, HEROIC_ATOUT, power.cost)
    effects = triggered(scene, do)
    touched = dict.fromkeys(effect.who for effect in effects if effect.who not in (PLAY, scene.actor))
    parts = tuple(part(who, TOUCHED) for who in touched) or (part(scene.actor, DONE),)
    headline = BOOK.note("CEM-HERO-05:paid", who=scene.me.name, atout=power.name, effect=power.heroic)
    return Outcome(parts, headline, (*purse.spent, *effects))


def triggered(scene: Scene[Sheet], do: Trigger) -> list[Effect]:
    """CEM-ATOUT-03: the effects of the atout triggered; Puits de science has none, the MJ answers; nor has one of a
    table's own box, whose words the MJ applies.
    """
    me, round = scene.actor, scene.play.round
    if do.atout == GARDE_DE_FER:
        return [Add(me, "caution", 3)]
    if do.atout == VOIX_QUI_RALLIE:
        penalty = Mark(id=do.penalty)
        return [AnotherTurn(do.target), marking(scene, do.target, penalty), Spend(me, VOIX_QUI_RALLIE, 0, -round)]
    if do.atout == REGARD_QUI_GLACE:
        return [marking(scene, who, Mark(id="hindrance", left=99, until=round + 1)) for who in adversaries(scene)]
    if do.atout == INCREVABLE:
        return [Put(me, "vitality", 1), Put(me, "extra_wounds", 0), Put(me, "dies_at", 0)]
    if do.atout == ESPRIT_DE_TROUPE:
        return [marking(scene, who, Mark(id=IGNORES_PENALTY, until=round)) for who in allies(scene)]
    return []
