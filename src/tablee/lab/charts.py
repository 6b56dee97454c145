"""Charts as SVG files: curves of chances and columns of a law, with axes and labels in the reader's language.

Colours are attributes, not styles, so that a chart is the same in a file, on a page and printed in black and white:
the first curve is solid, the others are dashed in their own way.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from itertools import cycle
from typing import Any
from xml.sax.saxutils import escape

from tablee.dice.odds import Odds
from tablee.lab.curves import Curve
from tablee.text import THIN, Text, margin, number, percent

WIDTH, HEIGHT = 760, 440
LETTER = 7  # how wide a figure beside a bar may be
LEFT, RIGHT, TOP, BOTTOM = 70, 24, 56, 78
PAPER, INK, SOFT, LINE = "#fdf9ef", "#2a2019", "#6b5a49", "#d9cbb0"
COLOURS = ("#a3301c", "#0d5c66", "#4b3c93", "#7d5200", "#1f6a4c", "#2a2019")
DASHES = ("", "9 5", "2 4", "12 4 2 4", "6 3", "1 3")
MAX_VALUES, RARE = 200, Fraction(1, 100_000)
MAX_LABELS = 16  # under the axis
MAX_LETTERS = 48  # of a label beside its bar
CHANCE = Text(fr="chances de réussir", en="chance of success")
CHANCE_OF = Text(fr="chances", en="chance")
AT_LEAST = Text(fr="chances d'au moins cela", en="chance of at least this")
PROBABILITY = Text(fr="probabilité", en="probability")


def curves_svg(curves: Sequence[Curve], title: str, under: str, lang: str) -> str:
    """Curves of the chance to succeed, from 0 to 100 %, over the values of `under`."""
    values = {point.at: point.said for one in curves for point in one.points}
    place = {value: _across(index, len(values)) for index, value in enumerate(values)}
    drawn = [*_frame(title, under, CHANCE.say(lang)), *_levels(Fraction(1), lang), *_values(values, place)]
    for index, one in enumerate(curves):
        colour, dash = COLOURS[index % len(COLOURS)], DASHES[index % len(DASHES)]
        at = [(place[point.at], _up(float(point.chance))) for point in one.points]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in at)
        drawn.append(
            f'<polyline fill="none" stroke="{colour}" stroke-width="2.5" stroke-dasharray="{dash}" points="{path}"/>'
        )
        drawn += [
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{colour}"><title>'
            f"{_plain(f'{one.label} · {point.said} · {percent(point.chance, lang)}')}</title></circle>"
            for (x, y), point in zip(at, one.points, strict=True)
        ]
    drawn += _legend([one.label for one in curves])
    return _document(title, drawn)


def course_svg(points: Sequence[tuple[str, float, float, str]], title: str, under: str, beside: str, lang: str) -> str:
    """A chance as it goes, from 0 to 100 %, with the band of two standard errors around it where it has one: for each
    point its label under the axis, the chance, its error, and what is read when it is pointed at.
    """
    values = {at: label for at, (label, *_) in enumerate(points)}
    place = {at: _across(at, len(points)) for at in values}
    drawn = [*_frame(title, under, beside), *_levels(Fraction(1), lang), *_values(values, place)]
    edges = [[min(1.0, max(0.0, share + side * error)) for _, share, error, _ in points] for side in (2, -2)]
    ways = [[f"{place[at]:.1f},{_up(share):.1f}" for at, share in enumerate(edge)] for edge in edges]
    if any(error for _, _, error, _ in points):
        drawn.append(
            f'<polygon fill="{COLOURS[0]}" fill-opacity="0.18" points="{" ".join([*ways[0], *reversed(ways[1])])}"/>'
        )
    path = " ".join(f"{place[at]:.1f},{_up(share):.1f}" for at, (_, share, _, _) in enumerate(points))
    drawn.append(f'<polyline fill="none" stroke="{COLOURS[0]}" stroke-width="2.5" points="{path}"/>')
    drawn += [
        f'<circle cx="{place[at]:.1f}" cy="{_up(share):.1f}" r="3.5" fill="{COLOURS[0]}"><title>{_plain(told)}</title>'
        "</circle>"
        for at, (_, share, _, told) in enumerate(points)
    ]
    return _document(title, drawn)


def columns_svg(laws: Mapping[str, Odds[int]], title: str, under: str, lang: str) -> str:
    """The laws of a number in several ways, by their label: for each value a column of each, side by side."""
    every = _span(laws.values())
    values = {value: number(value, lang) for value in every}
    highest = _ticks(max(law.p(value) for law in laws.values() for value in law))[-1]
    place = {value: _across(index, len(values), inside=True) for index, value in enumerate(values)}
    room = (WIDTH - LEFT - RIGHT) / len(values) * 0.76
    each = room / len(laws)
    drawn = [*_frame(title, under, PROBABILITY.say(lang)), *_levels(highest, lang), *_values(values, place)]
    for index, (label, law) in enumerate(laws.items()):
        for value in values:
            y, chance = _up(float(law.p(value) / highest)), percent(law.p(value), lang)
            told = (
                f"{label} · {number(value, lang)} · {chance}" if len(laws) > 1 else f"{number(value, lang)} · {chance}"
            )
            drawn.append(
                f'<rect x="{place[value] - room / 2 + index * each:.1f}" y="{y:.1f}" width="{each:.1f}" '
                f'height="{HEIGHT - BOTTOM - y:.1f}" {_filling(index)}><title>{_plain(told)}</title></rect>'
            )
    return _document(title, [*drawn, *_legend(list(laws))])


def at_least_svg(laws: Mapping[str, Odds[int]], title: str, under: str, lang: str) -> str:
    """The chance of each value or more, in several ways by their label: stairs that go down from 100 %."""
    every = _span(laws.values())
    values = {value: number(value, lang) for value in every}
    place = {value: _across(index, len(values)) for index, value in enumerate(values)}
    drawn = [*_frame(title, under, AT_LEAST.say(lang)), *_levels(Fraction(1), lang), *_values(values, place)]
    for index, law in enumerate(laws.values()):
        colour, dash = COLOURS[index % len(COLOURS)], DASHES[index % len(DASHES)]
        reached = zip(every, map(float, law.survival(every)), strict=True)
        path = " ".join(f"{place[value]:.1f},{_up(chance):.1f}" for value, chance in reached)
        drawn.append(
            f'<polyline fill="none" stroke="{colour}" stroke-width="2.5" stroke-dasharray="{dash}" points="{path}"/>'
        )
    return _document(title, [*drawn, *_legend(list(laws))])


def bars_svg(
    title: str,
    rows: Sequence[tuple[str, float, float]],
    lang: str,
    under: str = "",
    beside: Text = CHANCE_OF,
    ways: Sequence[int] = (),
) -> str:
    """A bar for each row, chances from 0 to 100 %, or points `beside` something else: its label, its share, and its
    standard error (0 where exact), drawn twice to each side. `under` stands below the title. `ways` tell bars apart: 0
    is full, each other number is outlined in its own way.
    """
    points = beside is not CHANCE_OF
    highest = Fraction(max(share for _, share, _ in rows)).limit_denominator(1000)
    most = float(_ticks(highest)[-1]) if points else 1.0
    height = (HEIGHT - TOP - BOTTOM) / max(1, len(rows))
    begin, room = 310, WIDTH - RIGHT - 310
    drawn = _paper(title)
    for tick in _ticks(Fraction(most).limit_denominator(1000)):
        x = begin + room * float(tick) / most
        drawn.append(f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{TOP}" y2="{HEIGHT - BOTTOM}" stroke="{LINE}"/>')
        said = _round(tick, lang)
        drawn.append(_text(said.rstrip(f"{THIN}%") if points else said, x, HEIGHT - BOTTOM + 20, SOFT, anchor="middle"))
    for index, (label, share, error) in enumerate(rows):
        way = ways[index] if ways else 0
        y, thick = TOP + index * height, min(26.0, 0.7 * height)
        middle = y + height / 2
        told = number(100 * share, lang, 1 if highest > 0.05 else 2) if points else percent(share, lang)
        told += f" ± {margin(error, lang)}" if error else ""
        end = begin + room * share / most
        low, high = (min(begin + room, max(begin, end + side * 2 * error * room / most)) for side in (-1, 1))
        short = label if len(label) <= MAX_LETTERS else f"{label[: MAX_LETTERS - 1]}…"
        drawn.append(_text(short, begin - 10, middle + 5, INK, size=12, anchor="end"))
        drawn.append(
            f'<rect x="{begin}" y="{middle - thick / 2:.1f}" width="{end - begin:.1f}" height="{thick:.1f}" '
            f"{_filling(way)}><title>{_plain(f'{label} · {told}')}</title></rect>"
        )
        inside = share / most > 0.8 or high + 8 + LETTER * len(told) > WIDTH - 4
        colour, anchor = (INK if way else PAPER, "end") if inside else (INK, "start")
        told_at = low - 8 if inside else high + 8  # clear of the line that says how sure it is
        drawn.append(_text(told, told_at, middle + 5, colour, size=13, anchor=anchor))
        if error:
            drawn.append(
                f'<line x1="{low:.1f}" x2="{high:.1f}" y1="{middle:.1f}" y2="{middle:.1f}" stroke="{INK}" '
                'stroke-width="2"/>'
            )
    drawn.append(_text(beside.say(lang), begin + room / 2, HEIGHT - 34, INK, anchor="middle"))
    drawn += [_text(under, 24, 48, SOFT, size=12)] if under else []
    return _document(title, drawn)


def heat_svg(
    title: str,
    across: tuple[str, Sequence[Any]],
    up: tuple[str, Sequence[Any]],
    cells: Sequence[float | None],
    lang: str,
    under_title: str = "",
) -> str:
    """A grid of chances, row after row: the darker, the likelier, and each with its figure; — where there is none."""
    (under, columns), (beside, rows) = across, up
    wide, high = (WIDTH - LEFT - 60 - RIGHT) / len(columns), (HEIGHT - TOP - BOTTOM) / len(rows)
    size = max(8, min(14, int(wide / 4.2), int(high / 1.4)))
    drawn = _paper(title)
    for at, chance in enumerate(cells):
        x, y = LEFT + 60 + wide * (at % len(columns)), TOP + high * (at // len(columns))
        told = "—" if chance is None else percent(chance, lang)
        drawn.append(
            f'<rect x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" height="{high:.1f}" fill="{COLOURS[0]}" '
            f'fill-opacity="{chance or 0:.3f}" stroke="{LINE}"><title>{_plain(told)}</title></rect>'
        )
        colour = PAPER if (chance or 0) > 0.55 else INK
        drawn.append(_text(told, x + wide / 2, y + high / 2 + size / 3, colour, size=size, anchor="middle"))
    for at, value in enumerate(columns):
        drawn.append(
            _text(_said(value, lang), LEFT + 60 + wide * (at + 0.5), HEIGHT - BOTTOM + 20, SOFT, anchor="middle")
        )
    for at, value in enumerate(rows):
        drawn.append(_text(_said(value, lang), LEFT + 50, TOP + high * (at + 0.5) + 5, SOFT, anchor="end"))
    middle = (TOP + HEIGHT - BOTTOM) / 2
    drawn.append(_text(under, (LEFT + 60 + WIDTH - RIGHT) / 2, HEIGHT - 34, INK, anchor="middle"))
    drawn.append(f'<g transform="rotate(-90 18 {middle:.0f})">{_text(beside, 18, middle, INK, anchor="middle")}</g>')
    drawn += [_text(under_title, 24, 48, SOFT, size=12)] if under_title else []
    return _document(title, drawn)


def _filling(way: int) -> str:
    """How a bar is drawn: full the first way, outlined in colour and dashes of its own every other."""
    colour, dash = COLOURS[way % len(COLOURS)], DASHES[way % len(DASHES)]
    return f'fill="{"none" if way else colour}" stroke="{colour}" stroke-dasharray="{dash}"'


def _span(laws: Collection[Odds[int]]) -> range:
    """The values to draw: all of them; where they are many, without ends that hardly ever come."""
    low, high = min(map(min, laws)), max(map(max, laws))
    if high - low > MAX_VALUES:
        low = min(law.quantile(RARE) for law in laws)
        high = max(law.quantile(1 - RARE) for law in laws)
    return range(low, high + 1)


def _paper(title: str) -> list[str]:
    ground = f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{PAPER}"/>'
    return [ground, _text(title, 24, 30, INK, size=19, weight=600)]


def _said(value: Any, lang: str) -> str:
    return number(value, lang) if isinstance(value, int) and not isinstance(value, bool) else str(value)


def _across(index: int, count: int, inside: bool = False) -> float:
    """Where a value stands on the axis; `inside`: in the middle of its share, else from end to end."""
    room = WIDTH - LEFT - RIGHT
    if inside:
        return LEFT + room * (index + 0.5) / count
    return LEFT + (room * index / (count - 1) if count > 1 else room / 2)


def _up(share: float) -> float:
    return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * share


def _frame(title: str, under: str, beside: str) -> list[str]:
    """Title and names of the axes."""
    middle = (TOP + HEIGHT - BOTTOM) / 2
    return [
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{PAPER}"/>',
        _text(title, LEFT, 30, INK, size=19, weight=600),
        _text(under, (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 34, INK, anchor="middle"),
        f'<g transform="rotate(-90 18 {middle:.0f})">{_text(beside, 18, middle, INK, anchor="middle")}</g>',
    ]


def _ticks(highest: Fraction) -> list[Fraction]:
    """Round shares from 0 to the highest or just above it, four to eight of them.

    >>> [float(tick) for tick in _ticks(Fraction(125, 1000))]
    [0.0, 0.02, 0.04, 0.06, 0.08, 0.1, 0.12, 0.14]
    """
    step, factors = Fraction(1, 10**6), cycle((Fraction(2), Fraction(5, 2), Fraction(2)))  # 1, 2, 5, 10, 20…
    while highest > 7 * step:
        step *= next(factors)
    return [step * at for at in range(max(1, -(-highest // step)) + 1)]


def _round(tick: Fraction, lang: str) -> str:
    """A round share beside its line.

    >>> [_round(tick, "en") for tick in (Fraction(0), Fraction(1, 5), Fraction(1, 40), Fraction(1, 2000))]
    ['0%', '20%', '2.5%', '0.05%']
    """
    places = next(places for places in range(9) if (100 * tick * 10**places).denominator == 1)
    return number(100 * tick, lang, places) + (f"{THIN}%" if lang == "fr" else "%")


def _levels(highest: Fraction, lang: str) -> list[str]:
    """Lines across at round shares, with their figure."""
    lines = []
    for tick in _ticks(highest):
        y = _up(float(tick / highest))
        lines.append(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}" stroke="{LINE}"/>')
        lines.append(_text(_round(tick, lang), LEFT - 8, y + 5, SOFT, anchor="end"))
    return lines


def _values(values: Mapping[Any, str], place: dict[Any, float]) -> list[str]:
    """The values under the axis in words, as many as fit."""
    step = -(-len(values) // MAX_LABELS)
    return [
        _text(said, place[value], HEIGHT - BOTTOM + 20, SOFT, anchor="middle")
        for value, said in list(values.items())[::step]
    ]


def _legend(labels: Sequence[str]) -> list[str]:
    if len(labels) < 2:
        return []
    each = (WIDTH - LEFT - RIGHT) / len(labels)
    drawn = []
    for index, label in enumerate(labels):
        x = LEFT + index * each
        colour, dash = COLOURS[index % len(COLOURS)], DASHES[index % len(DASHES)]
        drawn.append(
            f'<line x1="{x:.1f}" x2="{x + 28:.1f}" y1="{HEIGHT - 12}" y2="{HEIGHT - 12}" stroke="{colour}" '
            f'stroke-width="2.5" stroke-dasharray="{dash}"/>'
        )
        drawn.append(_text(label, x + 34, HEIGHT - 7, INK, size=13))
    return drawn


def _text(said: str, x: float, y: float, fill: str, size: int = 14, anchor: str = "start", weight: int = 400) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" fill="{fill}" font-size="{size}" font-weight="{weight}" '
        f'text-anchor="{anchor}">{_plain(said)}</text>'
    )


def _plain(said: Any) -> str:
    return escape(str(said))


def _document(title: str, drawn: Sequence[str]) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
        f'role="img" font-family="Bricolage Grotesque, Helvetica, Arial, sans-serif"><title>{_plain(title)}</title>\n'
        + "\n".join(drawn)
        + "\n</svg>\n"
    )
