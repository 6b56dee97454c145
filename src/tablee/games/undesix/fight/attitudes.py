"""Combat attitudes: what they change, how long a round lasts, and announcing one (Fiche 3, Attitude de combat)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import prod

from tablee.dice import Roll
from tablee.games.undesix.book import BOOK
from tablee.games.undesix.check.checks import unable
from tablee.games.undesix.options import not_yet
from tablee.games.undesix.play import StageEntry, attitude_of, fighting, stage_of
from tablee.games.undesix.present import other_living
from tablee.games.undesix.sheet import Sheet
from tablee.games.undesix.tables import ATTITUDES, Attitude
from tablee.rules.action import Effect, Kind, Outcome, Scene, action, part
from tablee.rules.fields import Annotated, Ask, Audience, By, Declared, Label, OneOf
from tablee.rules.forms import HOW, WORD_OF_MJ
from tablee.rules.why import Note, Term
from tablee.text import Text, signed

ROUND_SECONDS = 6  # UDS-TIME-01

READY = BOOK.grade("ready")

ATTITUDE = BOOK.term("attitude")


def attack_terms(attitude: str) -> tuple[Term, ...]:
    """UDS-ATTITUDE-02: what an attitude adds to the attack roll."""
    row = ATTITUDES[attitude]
    return (ATTITUDE(row.attack, of=_named(attitude)),) if row.attack else ()


def guard_terms(attitude: str) -> tuple[Term, ...]:
    """UDS-ATTITUDE-02: what an attitude adds to the CA."""
    row = ATTITUDES[attitude]
    return (ATTITUDE(row.ca, of=_named(attitude)),) if row.ca else ()


def _named(attitude: str) -> Text:
    name = ATTITUDES[attitude].name
    return Text(fr=f"attitude {name.fr}", en=f"{name.en} attitude")


def forbids_attack(scene: Scene[Sheet]) -> Note | None:
    """UDS-ATTITUDE-03: the refusal of an attack in a very defensive attitude."""
    return BOOK.note("UDS-ATTITUDE-03", who=scene.me.name) if ATTITUDES[attitude_of(scene)].attack is None else None


def side_factor(attitudes: Iterable[str]) -> Fraction:
    """UDS-TIME-03, UDS-ATTITUDE-04: by how much one side multiplies the length of a round.

    Where attitudes differ, the factor nearest to 1; exactly 1 if some are quicker and others slower than normal.
    """
    factors = {ATTITUDES[attitude].times for attitude in tuple(attitudes) or ("normal",)}
    if min(factors) < 1 < max(factors):
        return Fraction(1)
    return min(factors, key=lambda factor: max(factor, 1 / factor))


def round_length(sides: Mapping[str, Iterable[str]]) -> Fraction:
    """UDS-TIME-01, -03: 6 seconds, multiplied by the factor of each side."""
    return ROUND_SECONDS * prod((side_factor(attitudes) for attitudes in sides.values()), start=Fraction(1))


def _described(attitude: Attitude) -> Text:
    """UDS-ATTITUDE-02, -03: an attitude with what it changes: « agressive (attaque +1, CA −2) »."""

    def said(lang: str, attack: str, none: str, ca: str) -> str:
        changed = ((attack, attitude.attack), ("initiative", attitude.sens), (ca, attitude.ca))
        told = [none if n is None else f"{what} {signed(n, lang)}" for what, n in changed if n != 0]
        return f"{attitude.name.say(lang)} ({', '.join(told)})" if told else attitude.name.say(lang)

    return Text(said("fr", "attaque", "aucune attaque", "CA"), said("en", "attack", "no attack", "AC"))


class Announce(Declared):
    """Parameters: how a fighter means to fight this round."""

    attitude: Annotated[
        str,
        OneOf({id: _described(attitude) for id, attitude in ATTITUDES.items()}),
        Label(fr="Attitude", en="Attitude"),
        Ask(HOW, default=attitude_of),
    ]
    behind: Annotated[
        str,
        OneOf(other_living),
        Label(fr="Attaque de dos sur", en="Attack from behind on"),
        By(Audience.MJ),
        Ask(WORD_OF_MJ),
    ] = ""


def cannot_announce(scene: Scene[Sheet], do: Announce | None) -> Note | None:
    refusal = unable(scene, do) or not_yet(scene, 3)
    if refusal:
        return refusal
    if not fighting(scene):
        return BOOK.note("UDS-ATTITUDE-05:peace", who=scene.me.name)
    return BOOK.note("UDS-ATTITUDE-01:acted", who=scene.me.name) if scene.actor in stage_of(scene).done else None


@action(
    "undesix.announce",
    Announce,
    fr="Annoncer son attitude",
    en="Announce an attitude",
    refuse=cannot_announce,
    anytime=True,
    kind=Kind.FIGHT,
)
def announce(scene: Scene[Sheet], do: Announce, roll: Roll) -> Outcome:
    """UDS-ATTITUDE-01, -05, UDS-INIT-05, -06: free, for anybody who has not acted yet, before their instant comes: it
    is what moves it.
    """
    effects: list[Effect] = [StageEntry("announced", scene.actor, do.attitude)]
    if do.behind:
        roll.note("UDS-INIT-06", who=scene.me.name, target=scene[do.behind].name)
        effects.append(StageEntry("behind", scene.actor, do.behind))
    headline = BOOK.note("UDS-ATTITUDE-01", who=scene.me.name, attitude=ATTITUDES[do.attitude].name)
    return Outcome((part(scene.actor, READY),), headline, tuple(effects))
