"""Odds as text: tables with bars for people, JSON for programs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Any

from tablee.dice.odds import Odds
from tablee.text import Text, number, percent

if TYPE_CHECKING:
    from tablee.rules.action import Scene
    from tablee.rules.game import Game
    from tablee.rules.run import Parts

BAR = 24  # cells of the longest bar, where there is room
LEAST_BAR = 6
EIGHTHS = " ▏▎▍▌▋▊▉█"
MAX_ROWS = 40
MAX_VALUES = 24  # of a number told value by value; more are put together
BINS = 20
LONGEST_FRACTION = 13
TAIL = Fraction(1, 1000)  # what lies beyond at either end is put together
AMOUNT = Text(fr="{who} : {amount}", en="{who}: {amount}")
TOO_MANY = Text(
    fr="À plusieurs, il y a trop de façons de finir pour toutes les compter : voici les chances de chacun.",
    en="With several people there are too many ways to end to count them all: here are each one's own odds.",
)
OWN = Text(fr="{who:Le}", en="{who:The}")
MEAN_OF = Text(fr="{who} : {amount}, en moyenne", en="{who}: {amount}, on average")
OTHERS = Text(fr="{count} autre{count:|s} résultat{count:|s}", en="{count} other outcome{count:|s}")
SPREAD = Text(fr="moyenne {mean}, écart type {deviation}", en="mean {mean}, standard deviation {deviation}")
SPAN = Text(
    fr="médiane {median} ; au moins huit fois sur dix, de {low} à {high}",
    en="median {median}; at least eight times in ten, {low} to {high}",
)
AVERAGE, MEDIAN = Text(fr="moyenne", en="mean"), Text(fr="médiane", en="median")
AT_LEAST = Text(fr="au moins", en="at least")
UP_TO = Text(fr="{n} ou moins", en="{n} or less")
FROM = Text(fr="{n} ou plus", en="{n} or more")
RANGE = Text(fr="{low} à {high}", en="{low} to {high}")


def table(rows: Iterable[tuple[str, Fraction]], lang: str) -> list[str]:
    """Lines such as « touché   2/3  66,7 %  ████████ », aligned; past MAX_ROWS the rest is added up in a last row."""
    listed = list(rows)
    if len(listed) > MAX_ROWS:
        others = listed[MAX_ROWS - 1 :]
        rest = sum((chance for _, chance in others), Fraction())
        listed = [*listed[: MAX_ROWS - 1], (OTHERS.say(lang, count=len(others)), rest)]
    cells = [[label, fraction(chance), percent(chance, lang)] for label, chance in listed]
    return _with_bars(cells, [chance for _, chance in listed])


def _with_bars(cells: list[list[str]], chances: list[Fraction], heading: list[str] | None = None) -> list[str]:
    """Columns aligned, the first to the left, each row with a bar; the longest bar is the likeliest row."""
    every = [*cells, *([heading] if heading else [])]
    widths = [max(len(cell[column]) for cell in every) for column in range(len(cells[0]))]

    def written(cell: list[str]) -> str:
        return "  ".join([cell[0].ljust(widths[0]), *map(str.rjust, cell[1:], widths[1:])])

    room = get_terminal_size().columns - sum(widths) - 2 * len(widths)
    longest = max(LEAST_BAR, min(BAR, room))
    lines = [
        f"{written(cell)}  {bar(chance / max(chances), longest)}" for cell, chance in zip(cells, chances, strict=True)
    ]
    return [written(heading).rstrip(), *lines] if heading else lines


def bar(share: Fraction, longest: int) -> str:
    """A bar of so much of the `longest`, to an eighth of a cell; never nothing for what can happen."""
    eighths = max(1, round(share * longest * 8))
    return "█" * (eighths // 8) + EIGHTHS[eighths % 8].strip()


def numbers(law: Odds[int], lang: str) -> list[str]:
    """The spread of a number: mean, deviation and quantiles, then each value (or range of values, if there are many)
    with its chance and that of at least as much.
    """
    low, median, high = (law.quantile(Fraction(tenths, 10)) for tenths in (1, 5, 9))
    told = [_spread(law, lang), SPAN.say(lang, low=low, median=median, high=high)]
    ranges = _ranges(law)
    chances = [between(law, low, high) for low, high in ranges]
    cells = [
        [
            _range_said(low, high, law, lang),
            fraction(chance) if low == high else "",
            percent(chance, lang),
            percent(law.at_least(low), lang),
        ]
        for (low, high), chance in zip(ranges, chances, strict=True)
    ]
    return told + _with_bars(cells, chances, ["", "", "", AT_LEAST.say(lang)])


def between(law: Odds[int], low: int, high: int) -> Fraction:
    """The chance of a value from low to high, both included."""
    return law.chance(lambda value: low <= value <= high)


def _ranges(law: Odds[int]) -> list[tuple[int, int]]:
    """The values one by one if they are few; else ranges of equal width, rare ends put together."""
    values = sorted(value for value in law if law[value])
    if len(values) <= MAX_VALUES:
        return [(value, value) for value in values]
    low, high = law.quantile(TAIL), -(-law).quantile(TAIL)
    width = -(-(high - low + 1) // BINS)
    ranges = [(start, min(start + width - 1, high)) for start in range(low, high + 1, width)]
    ranges = [*([(values[0], low - 1)] if values[0] < low else []), *ranges]
    return [*ranges, *([(high + 1, values[-1])] if values[-1] > high else [])]


def _range_said(low: int, high: int, law: Odds[int], lang: str) -> str:
    if low == high:
        return number(low, lang)
    if low == min(law):
        return UP_TO.say(lang, n=high)
    return FROM.say(lang, n=low) if high == max(law) else RANGE.say(lang, low=low, high=high)


def side_by_side_numbers(laws: Mapping[str, Odds[int]], lang: str) -> list[str]:
    """Several dice compared: mean, median, and the chance of at least each value."""
    lines = [f"{place}. {way}" for place, way in enumerate(laws, 1)]
    columns = list(laws.values())
    rows = [["", *(f"{place}." for place in range(1, len(columns) + 1))]]
    rows.append([AVERAGE.say(lang), *(number(law.mean(int), lang, 2) for law in columns)])
    rows.append([MEDIAN.say(lang), *(number(law.median(), lang) for law in columns)])
    values = sorted({value for law in columns for value in law})
    step = -(-len(values) // MAX_VALUES)
    for value in values[::step]:
        chances = [law.at_least(value) for law in columns]
        rows.append([f"{AT_LEAST.say(lang)} {number(value, lang)}", *(percent(chance, lang) for chance in chances)])
    return [*lines, "", *aligned(rows)]


def aligned(rows: list[list[str]]) -> list[str]:
    """Columns side by side, the first to the left, the others to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]).rstrip() for row in rows]


def fraction(chance: Fraction) -> str:
    """The exact chance as `2/3`; empty if it is too long to print."""
    written = f"{chance.numerator}/{chance.denominator}"
    return written if len(written) <= LONGEST_FRACTION else ""


def action_odds(game: Game, scene: Scene[Any], odds: Odds[Parts], lang: str) -> list[str]:
    """Tables of the chance of each grade, then of each amount that varies."""
    from tablee.rules.chances import by_amount, by_grade, for_players
    from tablee.rules.tell import name_of

    odds = for_players(game, scene, odds)
    lines = table(((label(game, scene, one.parts, lang), one.chance) for one in by_grade(odds)), lang)
    for one in by_amount(odds):
        lines += ["", AMOUNT.say(lang, who=name_of(scene, one.who), amount=game.book.terms[one.amount].label)]
        lines += numbers(one.law, lang)
    return lines


def label(game: Game, scene: Scene[Any], parts: Parts, lang: str, several: bool = False) -> str:
    """An outcome in words: each person's grade and amounts, with their name if there are `several` people."""
    from tablee.rules.tell import part_label

    return ", ".join(part_label(game, scene, part, lang, several or len(parts) > 1) for part in parts) or "—"


def several_odds(game: Game, scene: Scene[Any], laws: Mapping[str, Odds[Parts]], lang: str) -> list[str]:
    """Tables of the odds of all targets at once; of each target alone if they are too many to count at once."""
    if "" in laws:
        return action_odds(game, scene, laws[""], lang)
    lines = [TOO_MANY.say(lang)]
    for who, law in laws.items():
        lines += ["", OWN.say(lang, who=scene[who].name), *action_odds(game, scene, law, lang)]
    return lines


def brief_odds(game: Game, scene: Scene[Any], laws: Mapping[str, Odds[Parts]], lang: str) -> list[str]:
    """The chance of each grade, and one line for each amount that varies: what one reads before throwing."""
    from tablee.rules.chances import by_amount, by_grade, for_players
    from tablee.rules.tell import name_of

    lines: list[str] = []
    for who, law in laws.items() if "" not in laws else [("", laws[""])]:
        shown = for_players(game, scene, law)
        lines += [OWN.say(lang, who=scene[who].name)] if who else []
        lines += table(((label(game, scene, one.parts, lang), one.chance) for one in by_grade(shown)), lang)
        for one in by_amount(shown):
            named = AMOUNT.say(lang, who=name_of(scene, one.who), amount=game.book.terms[one.amount].label)
            lines.append(f"{named}, {_spread(one.law, lang)}")
    return lines


def _spread(law: Odds[int], lang: str) -> str:
    return SPREAD.say(lang, mean=number(law.mean(int), lang, 2), deviation=number(law.deviation(), lang, 2))


def side_by_side(game: Game, scene: Scene[Any], ways: Mapping[str, Mapping[str, Odds[Parts]]], lang: str) -> list[str]:
    """A table with one column for each way to declare an action; one table for each target if they are too many."""
    from tablee.rules.chances import for_players

    whose = [""] if all("" in laws for laws in ways.values()) else [who for who in next(iter(ways.values())) if who]
    lines = [f"{place}. {way}" for place, way in enumerate(ways, 1)]
    for who in whose:
        lines += ["", OWN.say(lang, who=scene[who].name)] if who else [""]
        lines += _columns(game, scene, [for_players(game, scene, laws[who]) for laws in ways.values()], lang)
    return lines


def _columns(game: Game, scene: Scene[Any], laws: list[Odds[Parts]], lang: str) -> list[str]:
    """Rows of one such table: the chance of each grade, then the mean of each amount."""
    from tablee.rules.chances import amount_law
    from tablee.rules.tell import name_of

    graded = [law.read(lambda parts: tuple(part._replace(amounts=()) for part in parts)) for law in laws]
    best = {parts: max(law.p(parts) for law in graded) for law in graded for parts in law}
    rows = [["", *(f"{place}." for place in range(1, len(laws) + 1))]]
    several = len({part.who for parts in best for part in parts}) > 1
    for parts in sorted(best, key=lambda parts: -best[parts]):
        rows.append([label(game, scene, parts, lang, several), *(percent(law.p(parts), lang) for law in graded)])
    amounts = [(part.who, name) for law in laws for parts in law for part in parts for name, _ in part.amounts]
    for who, amount in dict.fromkeys(amounts):
        said = MEAN_OF.say(lang, who=name_of(scene, who), amount=game.book.terms[amount].label)
        rows.append([said, *(number(amount_law(law, who, amount).mean(int), lang, 2) for law in laws)])
    return aligned(rows)
