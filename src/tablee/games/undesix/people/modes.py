"""What each way of creating a character allows: how many points, within which limits (Fiche 9)."""

from __future__ import annotations

from typing import NamedTuple

from tablee.games.undesix.book import BOOK, CHARACTERISTICS
from tablee.games.undesix.forms import POINTS
from tablee.rules.why import Note, Tally
from tablee.text import LANGS, Text

POOR = 13  # or less: the five dice may be thrown again (UDS-CREATE-03)
DONOR_LEAST, MAGIC_MOST = 2, 10  # of points moved to MAG (UDS-CREATE-05)


class Scores(NamedTuple):
    """The five characteristics (UDS-CHAR-01)."""

    phy: int
    dex: int
    sav: int
    psy: int
    sens: int

    @property
    def total(self) -> int:
        return sum(self)


class Power(NamedTuple):
    """Bonus points in a word of magic: `essence:fire`, `verb:create`."""

    word: str
    points: int


def all_five(score: int) -> Scores:
    """One score in all five characteristics."""
    return Scores(*[score] * 5)


class Mode(NamedTuple):
    """A way of sharing points: how many, within which bounds (those of a die unless told), and how many power points
    besides.
    """

    name: Text
    rule: str
    points: int = 0  # none: dice
    low: Scores = all_five(1)
    high: Scores = all_five(6)
    powers: int = 0


MODES = {
    "random": Mode(Text(fr="aléatoire", en="random"), "UDS-CREATE-02"),
    "egalitarian": Mode(Text(fr="égalitaire", en="egalitarian"), "UDS-CREATE-04", 18, all_five(2), all_five(5)),
    "fantasy_random": Mode(Text(fr="fantastique aléatoire", en="fantasy, random"), "UDS-CREATE-05"),
    "fantasy_egalitarian": Mode(
        Text(fr="fantastique égalitaire", en="fantasy, egalitarian"),
        "UDS-CREATE-06",
        19,
        all_five(2),
        all_five(5)._replace(psy=MAGIC_MOST),
    ),
    "superhero": Mode(Text(fr="super-héros", en="superhero"), "UDS-CREATE-07", 20, all_five(1), all_five(8), 40),
    "demigod": Mode(
        Text(fr="demi-dieu", en="demigod"),
        "UDS-CREATE-08",
        30,
        all_five(1),
        Scores(phy=20, dex=10, sav=10, psy=20, sens=10),
        30,
    ),
    "god": Mode(
        Text(fr="dieu", en="god"), "UDS-CREATE-09", 60, all_five(1), Scores(phy=50, dex=12, sav=12, psy=50, sens=12), 40
    ),
    "base_npc": Mode(Text(fr="non-joueur de base", en="basic NPC"), "UDS-NPC-01", 15),
}

TO_SHARE = BOOK.term("to_share")
SPENT = BOOK.term("power_spent")


class BrokenLimit(NamedTuple):
    """A limit that is not kept: its code (`total`, `max:phy`…) and what to say."""

    code: str
    says: Text


def broken_limits(mode: str, scores: Scores, powers: tuple[Power, ...] = ()) -> tuple[BrokenLimit, ...]:
    """UDS-CREATE-04, -06…09, UDS-NPC-01: every limit of the mode that these scores and powers do not keep."""
    allowed = MODES[mode]
    problems: list[BrokenLimit] = []
    if allowed.points and scores.total != allowed.points:
        given = {lang: f"{scores.total} {POINTS.say(lang, n=scores.total)}" for lang in LANGS}
        said = Text(f"{given['fr']} au lieu de {allowed.points}", f"{given['en']} instead of {allowed.points}")
        problems.append(BrokenLimit("total", said))
    for id, score, low, high in zip(Scores._fields, scores, allowed.low, allowed.high, strict=True):
        scored = f"{CHARACTERISTICS[id].label.fr} {score}"
        if score < low:
            problems.append(
                BrokenLimit(f"min:{id}", Text(fr=f"{scored} (au moins {low})", en=f"{scored} (at least {low})"))
            )
        if score > high:
            problems.append(
                BrokenLimit(f"max:{id}", Text(fr=f"{scored} (au plus {high})", en=f"{scored} (at most {high})"))
            )
    return (*problems, *_broken_powers(allowed, powers))


def left_of(mode: str, scores: Scores, powers: tuple[Power, ...] = ()) -> tuple[tuple[str, Tally, int], ...]:
    """UDS-CREATE-04, -06…09: what a mode still leaves to share: an id, the sum that tells it, and what there was."""
    allowed = MODES[mode]
    spent = (-CHARACTERISTICS[id](score) for id, score in scores._asdict().items())
    left = [("points", BOOK.sum(f"{allowed.rule}:left", TO_SHARE(allowed.points), *spent), allowed.points)]
    if allowed.powers:
        bought = (-SPENT(power.points) for power in powers)
        left.append(
            ("powers", BOOK.sum(f"{allowed.rule}:powers_left", TO_SHARE(allowed.powers), *bought), allowed.powers)
        )
    return tuple(left)


def _broken_powers(allowed: Mode, powers: tuple[Power, ...]) -> tuple[BrokenLimit, ...]:
    """UDS-CREATE-07…09: the words chosen share so many points at most."""
    shared, most = sum(power.points for power in powers), allowed.powers
    said = Text(
        fr=f"{shared} {POINTS.say('fr', n=shared)} de pouvoir (au plus {most})",
        en=f"{shared} power {POINTS.say('en', n=shared)} (at most {most})",
    )
    return (BrokenLimit("power_total", said),) if shared > most else ()


def moved_to_magic(scores: Scores, taken: Scores) -> Scores:
    """UDS-CREATE-05: the scores once these points have gone to MAG."""
    left = Scores(*(score - less for score, less in zip(scores, taken, strict=True)))
    return left._replace(psy=left.psy + taken.total)


def broken_moves(scores: Scores, taken: Scores) -> tuple[BrokenLimit, ...]:
    """UDS-CREATE-05: no donor below 2 (one that gives nothing may stay 1), MAG not above 10."""
    after = moved_to_magic(scores, taken)
    problems = [
        BrokenLimit(
            f"below_2:{id}",
            Text(fr=f"{label} à {left} (pas sous 2)", en=f"{label} down to {left} (not under 2)"),
        )
        for id, left, less in zip(Scores._fields, after, taken, strict=True)
        for label in [CHARACTERISTICS[id].label.fr]
        if id != "psy" and less and left < DONOR_LEAST
    ]
    if taken.total and after.psy > MAGIC_MOST:
        problems.append(
            BrokenLimit("magic_above_10", Text(fr=f"MAG {after.psy} (au plus 10)", en=f"MAG {after.psy} (at most 10)"))
        )
    return tuple(problems)


def refusal(mode: str, problems: tuple[BrokenLimit, ...]) -> Note | None:
    """The refusal that names every broken limit, None if there is none."""
    told = tuple(problem.says for problem in problems)
    return BOOK.note(f"{MODES[mode].rule}:broken", problems=told) if problems else None


def may_reroll(scores: Scores) -> bool:
    """UDS-CREATE-03: whether the five dice are so poor that they may be thrown again."""
    return scores.total <= POOR
