"""Odds as text: tables with bars for people, JSON for programs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tablee.dice.odds import Odds
from tablee.text import Text, number, percent

if TYPE_CHECKING:
    from tablee.rules.action import Scene
    from tablee.rules.game import Game
    from tablee.rules.run import Parts

BAR = 24
MOST_ROWS = 40
LONGEST_FRACTION = 13
MEAN = Text(fr="{who} : {amount}, en moyenne {mean}", en="{who}: {amount}, {mean} on average")
TOO_MANY = Text(
    fr="À plusieurs, il y a trop de façons de finir pour toutes les compter : voici les chances de chacun.",
    en="With several people there are too many ways to end to count them all: here are each one's own odds.",
)
OWN = Text(fr="{who:Le}", en="{who:The}")
MEAN_OF = Text(fr="{who} : {amount}, en moyenne", en="{who}: {amount}, on average")
OTHERS = Text(fr="{count} autre{count:|s} résultat{count:|s}", en="{count} other outcome{count:|s}")


def table(rows: Iterable[tuple[str, Fraction]], lang: str) -> list[str]:
    """Lines such as « touché   2/3  66,7 %  ████████ », aligned; past MOST_ROWS the rest is added up in a last row."""
    listed = list(rows)
    if len(listed) > MOST_ROWS:
        others = listed[MOST_ROWS - 1 :]
        rest = sum((chance for _, chance in others), Fraction())
        listed = [*listed[: MOST_ROWS - 1], (OTHERS.say(lang, count=len(others)), rest)]
    cells = [(label, fraction(chance), percent(chance, lang)) for label, chance in listed]
    widths = [max(len(cell[column]) for cell in cells) for column in range(3)]
    return [
        f"{label:<{widths[0]}}  {exact:>{widths[1]}}  {share:>{widths[2]}}  {'█' * max(1, round(chance * BAR))}"
        for (label, exact, share), (_, chance) in zip(cells, listed, strict=True)
    ]


def fraction(chance: Fraction) -> str:
    """The exact chance as `2/3`; empty if it is too long to print."""
    written = f"{chance.numerator}/{chance.denominator}"
    return written if len(written) <= LONGEST_FRACTION else ""


def action_odds(game: Game, scene: Scene[Any], odds: Odds[Parts], lang: str) -> list[str]:
    """Tables of the chance of each grade, then of each amount that varies."""
    from tablee.rules.tell import name_of

    odds = _for_players(game, scene, odds)
    graded = odds.read(lambda parts: tuple(part._replace(amounts=()) for part in parts))
    likeliest = sorted(graded.fractions().items(), key=lambda item: -item[1])
    lines = table(((label(game, scene, parts, lang), chance) for parts, chance in likeliest), lang)
    for who, amount in dict.fromkeys((p.who, name) for parts in odds for p in parts for name, _ in p.amounts):
        law = amount_odds(odds, who, amount)
        if len(law) > 1:
            name = name_of(scene, who)
            mean = number(law.mean(int), lang, 2)
            lines += ["", MEAN.say(lang, who=name, amount=game.book.terms[amount].label, mean=mean)]
            lines += table(((number(value, lang), law.p(value)) for value in sorted(law)), lang)
    return lines


def _for_players(game: Game, scene: Scene[Any], odds: Odds[Parts]) -> Odds[Parts]:
    """Odds without the amounts that the table's options hide from players."""
    from tablee.rules.tell import parts_for_players

    return odds.read(lambda parts: parts_for_players(game, scene, parts))


def amount_odds(odds: Odds[Parts], who: str, amount: str) -> Odds[int]:
    """The odds of one amount (damage) for one person, 0 where they have none."""
    return odds.read(lambda parts: sum(part.amount(amount) for part in parts if part.who == who))


def label(game: Game, scene: Scene[Any], parts: Parts, lang: str) -> str:
    """An outcome in words: each person's grade and amounts."""
    from tablee.rules.tell import part_label

    return ", ".join(part_label(game, scene, part, lang, len(parts) > 1) for part in parts) or "—"


def several_odds(game: Game, scene: Scene[Any], laws: Mapping[str, Odds[Parts]], lang: str) -> list[str]:
    """Tables of the odds of all targets at once; of each target alone if they are too many to count at once."""
    if "" in laws:
        return action_odds(game, scene, laws[""], lang)
    lines = [TOO_MANY.say(lang)]
    for who, law in laws.items():
        lines += ["", OWN.say(lang, who=scene[who].name), *action_odds(game, scene, law, lang)]
    return lines


def side_by_side(game: Game, scene: Scene[Any], ways: Mapping[str, Mapping[str, Odds[Parts]]], lang: str) -> list[str]:
    """A table with one column for each way to declare an action; one table for each target if they are too many."""
    whose = [""] if all("" in laws for laws in ways.values()) else [who for who in next(iter(ways.values())) if who]
    lines = [f"{place}. {way}" for place, way in enumerate(ways, 1)]
    for who in whose:
        lines += ["", OWN.say(lang, who=scene[who].name)] if who else [""]
        lines += _columns(game, scene, [_for_players(game, scene, laws[who]) for laws in ways.values()], lang)
    return lines


def _columns(game: Game, scene: Scene[Any], laws: list[Odds[Parts]], lang: str) -> list[str]:
    """Rows of one such table: the chance of each grade, then the mean of each amount."""
    from tablee.rules.tell import name_of

    graded = [law.read(lambda parts: tuple(part._replace(amounts=()) for part in parts)) for law in laws]
    best = {parts: max(law.p(parts) for law in graded) for law in graded for parts in law}
    rows = [["", *(f"{place}." for place in range(1, len(laws) + 1))]]
    for parts in sorted(best, key=lambda parts: -best[parts]):
        rows.append([label(game, scene, parts, lang), *(percent(law.p(parts), lang) for law in graded)])
    amounts = [(part.who, name) for law in laws for parts in law for part in parts for name, _ in part.amounts]
    for who, amount in dict.fromkeys(amounts):
        said = MEAN_OF.say(lang, who=name_of(scene, who), amount=game.book.terms[amount].label)
        rows.append([said, *(number(amount_odds(law, who, amount).mean(int), lang, 2) for law in laws)])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]) for row in rows]


def laws_json(game: Game, scene: Scene[Any], laws: Mapping[str, Odds[Parts]]) -> list[dict[str, Any]]:
    """Outcomes with their probability as a fraction and as a float; `of` names one target, or is null for all."""
    return [
        {
            "of": who or None,
            "outcome": [{"who": part.who, "grade": part.grade.id, "amounts": dict(part.amounts)} for part in parts],
            **probability(chance),
        }
        for who, law in laws.items()
        for parts, chance in sorted(_for_players(game, scene, law).fractions().items(), key=lambda item: -item[1])
    ]


def probability(chance: Fraction) -> dict[str, Any]:
    """A chance as a fraction in text and as a float."""
    return {"probability": f"{chance.numerator}/{chance.denominator}", "float": float(chance)}
