"""Primes and penalties (CEM-PRIME, CEM-PEN): what may be declared, what it is worth, what stays on the combat monitor.

Fiches 4 to 6. How a test, a chase or care declares and settles them is in `stakes.py`; an attack, in `attack/`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tablee.dice import Roll
from tablee.games.cle_en_main.book import BOOK
from tablee.games.cle_en_main.sheet import Mark, Sheet
from tablee.rules.action import Add, Effect, Scene
from tablee.rules.why import Note, Term
from tablee.text import Name, Text

PRIMES = {
    "deadly_attack": Text(fr="Attaque meurtrière", en="Attaque meurtrière (deadly attack)"),
    "multiple_attack": Text(fr="Attaques multiples", en="Attaques multiples (several targets)"),
    "effectiveness": Text(fr="Efficacité", en="Efficacité (+2)"),
    "caution": Text(fr="Prudence", en="Prudence (next Defence +2)"),
}
"""CEM-PRIME-04…07. Damage of the first two: `attack/damage.py`; number of targets: `attack/declaration.py`."""

PENALTIES = {
    "light_wound": Text(fr="Blessure légère", en="Blessure légère (half damage)"),
    "danger": Text(fr="Danger", en="Danger (next Defence −2)"),
    "hindrance": Text(fr="Difficulté", en="Difficulté (−2)"),
    "risk": Text(fr="Risque", en="Risque (incident on failure)"),
}
"""CEM-PEN-02…05. Damage of a Blessure légère: `attack/damage.py`."""

ATTACK_ONLY = frozenset({"deadly_attack", "multiple_attack", "light_wound"})
IGNORES_PENALTY = "ignore_penalty"  # a mark that lifts one obligatory penalty (atout Esprit de troupe)
RIGGED = "rigged:"  # a mark that helps the next test of the skill it names (atout Bricoleur inspiré)

HIT_ALLY, WEAPON_FAILS, MISHAP = "hit_ally", "weapon_fails", "mishap"
RISKS = {
    HIT_ALLY: Text(fr="toucher un allié", en="hit an ally"),
    WEAPON_FAILS: Text(fr="l'arme s'enraye ou se brise", en="the weapon jams or breaks"),
    MISHAP: Text(fr="un incident au choix du meneur", en="an incident of the GM's choice"),
}
ANOTHER_MISHAP = Text(fr="un autre incident au choix du meneur", en="another incident of the GM's choice")

EFFECTIVENESS = BOOK.term("effectiveness")
HINDRANCE = BOOK.term("hindrance")
CAUTION = BOOK.term("caution")
DANGER = BOOK.term("danger")

REASONS = {
    "too_many_primes": "CEM-PRIME-01:primes",
    "too_many_penalties": "CEM-PRIME-01:penalties",
    "penalty_required": "CEM-PRIME-01:penalty",
    "prime_required": "CEM-PRIME-01:prime",
    "multiple_attack_not_cumulative": "CEM-PRIME-03",
    "attack_only": "CEM-PRIME-01:attack",
    "not_an_action": "CEM-PRIME-01:defence",
    "scene_only": "CEM-PEN-03:scene",
}


def tell_exchanged(roll: Roll, primes: Sequence[str], penalties: Sequence[str]) -> None:
    """CEM-PRIME-01: explains which prime was chosen and which penalty pays for it."""
    for prime, penalty in zip(primes, penalties, strict=False):
        roll.note("CEM-PRIME-01:exchanged", prime=PRIMES[prime], penalty=PENALTIES[penalty])


@dataclass(frozen=True)
class Declaration:
    """All the primes and penalties that count for one action."""

    primes: tuple[str, ...] = ()
    penalties: tuple[str, ...] = ()
    risks: tuple[str, ...] = ()  # what its Risques threaten, as far as they were named
    moving: bool = False  # made while standing up or moving 10 m, already among the penalties

    def times(self, term: str) -> int:
        """CEM-PRIME-03: how many times this prime or penalty counts."""
        return self.primes.count(term) + self.penalties.count(term)

    def terms(self) -> list[Term]:
        """CEM-PRIME-06, CEM-PEN-04: what Efficacités and Difficultés add to the test, as terms."""
        gains, losses = 2 * self.times("effectiveness"), 2 * self.times("hindrance")
        return [term for term in (EFFECTIVENESS(gains), -HINDRANCE(losses)) if term.amount]


def declared(
    chosen_primes: Sequence[str],
    chosen_penalties: Sequence[str],
    free_primes: Iterable[str] = (),
    obligatory_penalties: Iterable[str] = (),
) -> Declaration:
    """CEM-PRIME-02, -03, CEM-PEN-01: chosen primes and penalties, with the free and the obligatory ones."""
    return Declaration((*free_primes, *chosen_primes), (*obligatory_penalties, *chosen_penalties))


def why_wrong(
    kind: str,
    chosen_primes: Sequence[str],
    chosen_penalties: Sequence[str],
    free_primes: Sequence[str] = (),
    obligatory_penalties: Sequence[str] = (),
    in_scene: bool = True,
) -> tuple[str, str] | None:
    """CEM-PRIME-01, -03: why a declaration is refused: a key of REASONS and the term at fault; None if it is not.

    `kind` is « attack », « other » (any other action) or « defence ».
    """
    if kind == "defence" and (chosen_primes or chosen_penalties):
        return "not_an_action", ""
    if len(chosen_primes) > 1:
        return "too_many_primes", ""
    if len(chosen_penalties) > 1:
        return "too_many_penalties", ""
    if chosen_primes and not chosen_penalties:
        return "penalty_required", ""
    if chosen_penalties and not chosen_primes:
        return "prime_required", ""
    if [*chosen_primes, *free_primes].count("multiple_attack") > 1:
        return "multiple_attack_not_cumulative", ""
    terms = (*chosen_primes, *chosen_penalties, *free_primes, *obligatory_penalties)
    misplaced = next((term for term in terms if term in ATTACK_ONLY), "") if kind != "attack" else ""
    if misplaced:
        return "attack_only", misplaced
    if "danger" in chosen_penalties and not in_scene:
        return "scene_only", "danger"
    return None


def refusal(reason: tuple[str, str]) -> Note:
    """The sentence of a refusal that `why_wrong` has found."""
    why, term = reason
    return BOOK.note(REASONS[why], term=(PRIMES | PENALTIES).get(term, Text("", "")))


def incidents(risks: Iterable[str], success: bool) -> tuple[str, ...]:
    """CEM-PEN-05: the incidents of an action: none if it succeeds, else each different Risque once."""
    return () if success else tuple(sorted(set(risks)))


def threats(named: Sequence[str], count: int) -> tuple[str, ...]:
    """CEM-PEN-05: what each of so many Risques threatens: what was named, then as many other incidents."""
    unnamed = (MISHAP, *(f"{MISHAP}_{n}" for n in range(2, count + 1)))
    return (*named, *unnamed)[:count]


def told_incidents(risks: Iterable[str]) -> tuple[Text, ...]:
    """CEM-PEN-05: the incidents of a failed action in words; those that nobody named are the MJ's choice."""
    known = {risk: ANOTHER_MISHAP if risk.startswith(MISHAP) else Text(risk, risk) for risk in risks} | RISKS
    return tuple(known[risk] for risk in incidents(risks, success=False))


PENDING = {
    "caution": "CEM-PRIME-07:pending",
    "danger": "CEM-PEN-03:pending",
}


def tell_pending(roll: Roll, made: Declaration, who: Name) -> None:
    """CEM-PRIME-07, CEM-PEN-03: explains the Prudences and Dangers that wait for the next Défense of `who`."""
    for term, id in PENDING.items():
        for _ in range(made.times(term)):
            roll.note(id, who=who)


def pending(made: Declaration, who: str, in_scene: bool = True) -> list[Effect]:
    """CEM-PRIME-07, CEM-PEN-03: the effects that keep these Prudences and Dangers on the sheet of `who`; outside action
    scenes they do not add to those that wait already.
    """
    more = {term: times for term in PENDING if (times := made.times(term))}
    return [Add(who, term, times) if in_scene else Waiting(who, term, times) for term, times in more.items()]


@dataclass(frozen=True)
class Waiting:
    """CEM-PRIME-07, CEM-PEN-03: at least so many Prudences or Dangers wait for the next tests of Défense."""

    who: str
    term: str
    times: int

    def on(self, sheet: Sheet) -> Sheet:
        return sheet.with_changes(**{self.term: max(getattr(sheet, self.term), self.times)})


def defence_terms(caution: int, danger: int) -> list[Term]:
    """CEM-PRIME-07, CEM-PEN-03: the terms of waiting Prudences and Dangers in a test of Défense; one of each counts."""
    return [*([CAUTION(2)] if caution else []), *([-DANGER(2)] if danger else [])]


def used_up(caution: int, danger: int) -> tuple[int, int]:
    """CEM-PRIME-07, CEM-PEN-03: Prudences and Dangers left after a test of Défense."""
    return max(0, caution - 1), max(0, danger - 1)


@dataclass(frozen=True)
class Guarded:
    """CEM-PRIME-07, CEM-PEN-03: a test of Défense was made: it uses up one Prudence and one Danger."""

    who: str

    def on(self, sheet: Sheet) -> Sheet:
        caution, danger = used_up(sheet.caution, sheet.danger)
        return sheet.with_changes(caution=caution, danger=danger)


def waits(marks: Sequence[Mark], place: int) -> bool:
    """CEM-PRIME-03, CEM-NPC-05: whether this mark waits for a later action: a second Attaques multiples does not add
    up.
    """
    id = marks[place].id
    return id == "multiple_attack" and any(mark.id == id for mark in marks[:place])


def marked(sheet: Sheet, round: int) -> tuple[Mark, ...]:
    """CEM-NPC-05: the marks of a sheet that count for an action made now."""
    return tuple(
        mark
        for place, mark in enumerate(sheet.marks)
        if (mark.scene or (mark.left and (not mark.until or round <= mark.until))) and not waits(sheet.marks, place)
    )


def by_marks(sheet: Sheet, round: int) -> tuple[list[str], list[str]]:
    """CEM-NPC-05, CEM-PRIME-02, CEM-PEN-01: the free primes and the obligatory penalties that marks give an action."""
    ids = [mark.id for mark in marked(sheet, round)]
    return [id for id in ids if id in PRIMES], [id for id in ids if id in PENALTIES]


def lifted(penalties: list[str], sheet: Sheet, round: int) -> list[str]:
    """Obligatory penalties less one for each mark of Esprit de troupe; a Difficulté goes first."""
    left = sorted(penalties, key=lambda penalty: penalty != "hindrance")
    return left[sum(mark.id == IGNORES_PENALTY for mark in marked(sheet, round)) :]


@dataclass(frozen=True)
class Acted:
    """CEM-NPC-05: an action was made: a mark counted in actions has one less to go, and disappears after the last."""

    who: str

    def on(self, sheet: Sheet) -> Sheet:
        if not sheet.marks:
            return sheet
        ticked = [
            mark if mark.scene or waits(sheet.marks, place) else mark.with_changes(left=mark.left - 1)
            for place, mark in enumerate(sheet.marks)
        ]
        return sheet.with_changes(marks=tuple(mark for mark in ticked if mark.scene or mark.left > 0))


def acted(scene: Scene[Sheet]) -> list[Effect]:
    """CEM-NPC-05: the effect of an action on the marks of the one who acts; nothing if there are none, or if one only
    reacts.
    """
    return [Acted(scene.actor)] if scene.me.marks and not scene.reacting else []


@dataclass(frozen=True)
class Marked:
    """CEM-NPC-05, -10: one more mark on the combat monitor of a character, or of a whole group; outside action scenes
    (`alone`) it takes the place of the same one: what nobody fights for does not pile up.
    """

    who: str
    mark: Mark
    alone: bool = False

    def on(self, sheet: Sheet) -> Sheet:
        others = [mark for mark in sheet.marks if not self.alone or mark.id != self.mark.id]
        return sheet.with_changes(marks=(*others, self.mark))


def marking(scene: Scene[Sheet], who: str, mark: Mark) -> Marked:
    """CEM-NPC-05, -10: the effect that notes a mark on the monitor of a character of this scene."""
    return Marked(who, mark, alone=not scene.play.round)
