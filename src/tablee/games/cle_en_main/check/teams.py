"""Who joins a test made together, PJ or PNJ, and what each brings (Fiche 2, Coopération)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from tablee.dice import Roll
from tablee.games.cle_en_main import atouts
from tablee.games.cle_en_main.book import BOOK
from tablee.games.cle_en_main.check.fields import Staked, other_living
from tablee.games.cle_en_main.check.heroism import ADD_A_DIE, Purse
from tablee.games.cle_en_main.check.primes import Acted, Declaration, pending
from tablee.games.cle_en_main.check.stakes import staked
from tablee.games.cle_en_main.play import played
from tablee.games.cle_en_main.sheet import EXTRA_DIE, Sheet
from tablee.games.cle_en_main.tables import split
from tablee.rules.action import Effect, Scene
from tablee.rules.fields import Annotated, Ask, Label, OneOf
from tablee.rules.forms import HELP
from tablee.rules.why import Note
from tablee.text import Text

HELPED = BOOK.grade("helped")  # whatever came of it


def friends(scene: Scene[Sheet]) -> tuple[str, ...]:
    """The characters alive on the side of the one who acts, but for that one."""
    return tuple(who for who in other_living(scene) if scene[who].friend_of(scene.me))


def free_friend(scene: Scene[Sheet], skill: str = "") -> tuple[str, ...] | None:
    """CEM-COOP-03, CEM-SKILL-04: a friend of the one who acts who may join in with this skill, or with their weapon;
    None if there is none.
    """
    return next(((who,) for who in friends(scene) if cannot_join(scene, (who,), skill) is None), None)


HELPERS = Label(fr="Avec", en="With")
Helping = OneOf(other_living, helps=True)


def joined_by(proposed: Callable[[Scene[Sheet]], tuple[str, ...] | None]) -> Ask:
    """How those who join in are asked, with the one to propose."""
    told = Text(fr="Chacun fait le test ; le meilleur mène.", en="Everybody tests; the best leads.")
    return Ask(HELP, default=proposed, help=told)


MaybeHelpers = Annotated[tuple[str, ...], Helping, HELPERS, Ask(HELP, more=True)]


def team_of(scene: Scene[Sheet], helpers: Sequence[str]) -> tuple[str, ...]:
    """Everybody who takes part, each once, the one who acts first."""
    return tuple(dict.fromkeys((scene.actor, *helpers)))


def own_marks(scene: Scene[Sheet], helpers: Sequence[str]) -> dict[str, Declaration]:
    """CEM-NPC-05, CEM-PEN-01: the primes and penalties that the monitor of each helper gives: it is
    their action too.
    """
    return {who: staked(scene.acting(who), Staked()) for who in helpers if scene[who].marks}


def passed(borne: Mapping[str, Declaration]) -> list[Effect]:
    """CEM-PRIME-07, CEM-PEN-03, CEM-NPC-05: the effects of an action on the marks of each helper."""
    return [effect for who, made in borne.items() for effect in (Acted(who), *pending(made, who))]


def cannot_take_part(scene: Scene[Sheet], who: str) -> Note | None:
    """CEM-COOP-03: why a character may not join in now: one must be able to act, and not have acted this round."""
    free = scene[who].able and who not in played(scene).acted
    return None if free else BOOK.note("CEM-COOP-03", who=scene[who].name)


def cannot_join(scene: Scene[Sheet], helpers: Sequence[str], skill: str = "") -> Note | None:
    """CEM-COOP-03, -05, CEM-SKILL-04: refuses helpers who cannot act, have acted, or lack the skill (that of their
    weapon). PJ and PNJ may help each other.
    """
    for who in helpers:
        refused = cannot_take_part(scene, who)
        if refused:
            return refused
        if not scene[who].knows(skill or scene[who].armed.skill):
            return BOOK.note("CEM-SKILL-04:helper", who=scene[who].name)
    return None


def bold_ones(purse: Purse, roll: Roll, helpers: Sequence[str], fixed: Callable[[str], bool]) -> set[str]:
    """CEM-HERO-03, CEM-COOP-04: asks the helpers together for the extra die; those who pay for it."""
    asked = {who: ADD_A_DIE for who in helpers if not fixed(who) and purse.can(who, EXTRA_DIE)}
    bold = {who for who, yes in (roll.choose_each(asked) if asked else {}).items() if yes}
    for who in bold:
        purse.pay(who, EXTRA_DIE)
    return bold


def leading(sheet: Sheet, skill: str, situation: str = "") -> int:
    """CEM-COOP-04: what the atouts of a character add to the result if they lead."""
    return sum(term.value for term in atouts.bonus_terms(sheet, split(skill)[0], situation))
