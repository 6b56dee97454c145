"""Interrupting an adversary before the dice of their action fall, by an opposition of Réflexes (Fiche 3)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from tablee.dice import Roll
from tablee.games.cle_en_main.atouts import VIF_COMME_L_ECLAIR
from tablee.games.cle_en_main.book import BOOK
from tablee.games.cle_en_main.check.fields import (
    MJ,
    MJ_SAYS,
    AutoEleven,
    ExtraDie,
    Modifier,
    ObligatoryPenalty,
    Rolled,
    adversaries,
    with_atout,
)
from tablee.games.cle_en_main.check.heroism import Purse
from tablee.games.cle_en_main.check.oppositions import opposed
from tablee.games.cle_en_main.check.primes import PENALTIES, Marked
from tablee.games.cle_en_main.check.side import band, elevens, side, skill_terms, total_of
from tablee.games.cle_en_main.forms import HEROISM, OPPOSITE
from tablee.games.cle_en_main.order.hand import INTERRUPT, Hands, playing_now, present
from tablee.games.cle_en_main.play import CemPlay, Interruption, played
from tablee.games.cle_en_main.sheet import EXTRA_DIE, HEROIC_ATOUT, Mark, Sheet
from tablee.rules.action import PLAY, Action, Effect, Kind, Outcome, Scene, action, part
from tablee.rules.decision import Decision, may
from tablee.rules.fields import Annotated, Ask, Between, Declared, Label, OneOf
from tablee.rules.forms import WHOM
from tablee.rules.why import Note
from tablee.text import Text

INTERRUPT_THEM = may(
    "cle-en-main.may-interrupt",
    "CEM-TURN-07",
    fr="Interrompre cette action ?",
    en="Interrupt this action?",
    says=Text(fr="J'interromps !", en="I interrupt!"),
    aside=True,
)

HELD = BOOK.grade("held")
QUICKER = BOOK.grade("quicker")
LATE = BOOK.grade("late")


@dataclass(frozen=True)
class Challenge:
    """CEM-TURN-07: a character asked to interrupt: the action declared waits for their opposition of Réflexes."""

    interrupter: str
    interrupted: str
    who: str = PLAY

    def on(self, play: CemPlay) -> CemPlay:
        return play.with_changes(challenge=(self.interrupter, self.interrupted))


@dataclass(frozen=True)
class Interrupted:
    """CEM-TURN-07, -08: the end of that opposition: the interrupter plays first, or has lost their turn."""

    interrupter: str
    interrupted: str
    success: bool
    who: str = PLAY

    def on(self, play: CemPlay) -> CemPlay:
        aside = Interruption(interrupted=self.interrupted, interrupter=self.interrupter, over=not self.success)
        acted = play.acted if self.success else (*play.acted, self.interrupter)
        return play.with_changes(challenge=(), stack=(*play.stack, aside), acted=acted)


def busy(play: CemPlay) -> set[str]:
    """CEM-TURN-07: those whose turn has begun: set aside, or being played inside another's."""
    return {who for aside in play.stack for who in (aside.interrupted, aside.interrupter)}


def may_interrupt(scene: Scene[Sheet], actor: str, unaware: tuple[str, ...] = ()) -> dict[str, Decision[bool]]:
    """CEM-TURN-07, CEM-DEF-03: who is asked whether they interrupt `actor`: able adversaries whose turn has not begun,
    but for those who do not perceive the action (`unaware`).
    """
    play = played(scene)
    if not play.round:
        return {}
    aware = [(who, sheet) for who, sheet in scene.cast.items() if who not in unaware]
    foes = [who for who, sheet in aware if not sheet.friend_of(scene[actor]) and sheet.able]
    return {who: INTERRUPT_THEM for who in foes if who not in play.acted and who not in busy(play)}


def unless_interrupted(action: Action[Sheet, Any]) -> Action[Sheet, Any]:
    """CEM-TURN-07: this action, refused between the wish to interrupt and its opposition, and to all but the one whose
    turn it then is: the winner of that opposition first.
    """

    def refuse(scene: Scene[Sheet], do: Any) -> Note | None:
        play = present(scene)
        if play.challenge:
            who, target = play.challenge
            return BOOK.note("CEM-TURN-07:challenged", who=scene[who].name, target=scene[target].name)
        now = playing_now(play)
        if now and scene.actor and scene.actor != now:
            return BOOK.note("CEM-TURN-07:first", who=scene[now].name)
        return action.refuse(scene, do)

    return replace(action, refuse=refuse)


def interrupted(scene: Scene[Sheet], roll: Roll, unaware: Iterable[str] = ()) -> Outcome | None:
    """CEM-TURN-07, CEM-DEF-03: asks adversaries, before any die of an action, whether they interrupt it; None if nobody
    does. Who does not perceive it (`unaware`) is not asked.

    On a yes the action ends with the outcome returned: nothing is paid, no turn is over, and the two oppose their
    Réflexes.
    """
    never = [who for who in scene.cast if roll.known(who, INTERRUPT_THEM) is False]  # nobody needs to ask who they are
    quick_ones = scene.once(may_interrupt, scene.actor, (*unaware, *never))
    answers = roll.choose_each(quick_ones) if quick_ones else {}
    quick = next((who for who, yes in answers.items() if yes), None)
    if quick is None:
        return None
    headline = BOOK.note("CEM-TURN-07:wants", who=scene[quick].name, target=scene.me.name)
    return Outcome((part(scene.actor, HELD),), headline, (Challenge(quick, scene.actor),))


class Interrupting(Declared):
    """Whom to interrupt, and which obligatory penalty to bear if it succeeds."""

    target: Annotated[str, OneOf(adversaries), Label(fr="Adversaire", en="Adversary"), Ask(WHOM)]
    penalty: ObligatoryPenalty = "hindrance"
    heroic: ExtraDie = False
    lightning: Annotated[
        bool,
        Label(fr="Vif comme l'éclair : sans opposition (1 point)", en="Lightning quick: no opposition (1 point)"),
        Ask(HEROISM, when=with_atout(VIF_COMME_L_ECLAIR)),
    ] = False
    circumstances: Annotated[
        int, Between(-5, 5), Label(fr="Circonstances favorables", en="Circumstances in favour"), MJ, MJ_SAYS
    ] = 0
    modifier: Modifier = 0
    their_circumstances: Annotated[
        int,
        Between(-5, 5),
        Label(fr="Circonstances pour l'adversaire", en="Circumstances of the adversary"),
        MJ,
        Ask(OPPOSITE),
    ] = 0
    their_modifier: Annotated[
        int,
        Between(-20, 20),
        Label(fr="Modificateur de l'adversaire", en="Modifier of the adversary"),
        MJ,
        Ask(OPPOSITE),
    ] = 0
    auto11: AutoEleven = ()
    rolled: Rolled = ()


def cannot_interrupt(scene: Scene[Sheet], do: Interrupting | None) -> Note | None:
    """CEM-TURN-07: refuses unless an adversary acts now and one is able and has not begun one's turn; while an
    opposition is waited for, all but the one who asked for it.
    """
    play, me = present(scene), scene.me
    if not play.round:
        return BOOK.note("CEM-TURN-01:none")
    if scene.actor in play.acted:
        return BOOK.note("CEM-TURN-07:acted", who=me.name)
    if not me.able:
        return BOOK.note("CEM-TURN-07:unable", who=me.name)
    if scene.actor in busy(play):
        return BOOK.note("CEM-TURN-07:begun", who=me.name)
    if play.challenge and scene.actor != play.challenge[0]:
        who, target = play.challenge
        return BOOK.note("CEM-TURN-07:challenged", who=scene[who].name, target=scene[target].name)
    acting = play.challenge[1:] or Hands().may_act(scene)
    if not any(who in acting for who in adversaries(scene)):
        return BOOK.note("CEM-TURN-07:nobody")
    if do is None:
        return None
    if do.target not in acting:
        return BOOK.note("CEM-TURN-07:turn", target=scene[do.target].name)
    if do.lightning:
        if not me.atout(VIF_COMME_L_ECLAIR):
            return BOOK.note("CEM-TURN-07:atout", who=me.name)
        return Purse(scene).refusal(scene.actor, HEROIC_ATOUT)
    return Purse(scene).refusal(scene.actor, EXTRA_DIE) if do.heroic else None


@action(
    INTERRUPT,
    Interrupting,
    fr="Interrompre",
    en="Interrupt",
    refuse=cannot_interrupt,
    anytime=True,
    kind=Kind.FIGHT,
)
def interrupt(scene: Scene[Sheet], do: Interrupting, roll: Roll) -> Outcome:
    """CEM-TURN-07, -08: an opposition of Réflexes; the interrupter plays now, or loses their turn of this round."""
    me, foe, purse = scene.me, scene[do.target], Purse(scene)
    if do.lightning:
        purse.pay(scene.actor, HEROIC_ATOUT)
        success = True
    else:
        success = quicker(scene, do, purse, roll)
    effects: list[Effect] = [*purse.spent, Interrupted(scene.actor, do.target, success)]
    if not success:
        return Outcome(
            (part(scene.actor, LATE),), BOOK.note("CEM-TURN-08", who=me.name, target=foe.name), tuple(effects)
        )
    if not me.atout(VIF_COMME_L_ECLAIR):
        roll.note("CEM-TURN-07:penalty", penalty=PENALTIES[do.penalty])
        effects.append(Marked(scene.actor, Mark(id=do.penalty)))
    return Outcome(
        (part(scene.actor, QUICKER),), BOOK.note("CEM-TURN-07", who=me.name, target=foe.name), tuple(effects)
    )


def quicker(scene: Scene[Sheet], do: Interrupting, purse: Purse, roll: Roll) -> bool:
    """CEM-TURN-07, CEM-NPC-09, CEM-AUTO11-01: whether the interrupter wins; what is spent goes to the purse."""
    me, foe = scene.me, scene[do.target]
    quick = [*skill_terms(me, "reflexes", "interrupt"), *band(me)]
    mine = total_of("CEM-TURN-07:quick", quick, do.circumstances, do.modifier)
    steady = [*skill_terms(foe, "reflexes"), *band(foe)]
    theirs = total_of("CEM-TURN-07:steady", steady, do.their_circumstances, do.their_modifier)
    roll.note(mine)
    roll.note(theirs)
    if do.heroic:
        purse.pay(scene.actor, EXTRA_DIE)
    a = side(purse, scene.actor, mine.total, "reflexes", do.heroic, elevens(scene, do)(scene.actor))
    b = side(purse, do.target, theirs.total, "reflexes", fixed=elevens(scene, do)(do.target))
    return opposed(purse, roll, a, b) == "a"
