"""Charts as SVG files: curves of chances and columns of a law, with axes and labels in the reader's language.

Colours are attributes, not styles, so that a chart is the same in a file, on a page and printed in black and white:
the first curve is solid, the others are dashed in their own way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any
from xml.sax.saxutils import escape

from tablee.dice.odds import Odds
from tablee.lab.curves import Curve
from tablee.text import Text, number, percent

WIDTH, HEIGHT = 760, 440
LEFT, RIGHT, TOP, BOTTOM = 70, 24, 56, 78
INK, SOFT, LINE = "#2a2019", "#6b5a49", "#d9cbb0"
COLOURS = ("#a3301c", "#0d5c66", "#4b3c93", "#7d5200", "#1f6a4c", "#2a2019")
DASHES = ("", "9 5", "2 4", "12 4 2 4", "6 3", "1 3")
MAX_LABELS = 16  # under the axis
CHANCE = Text(fr="chances de réussir", en="chance of success")
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


def columns_svg(laws: Mapping[str, Odds[int]], title: str, under: str, lang: str) -> str:
    """The laws of a number in several ways, by their label: for each value a column of each, side by side."""
    every = range(min(map(min, laws.values())), max(map(max, laws.values())) + 1)
    values = {value: number(value, lang) for value in every}
    highest = max(law.p(value) for law in laws.values() for value in law)
    place = {value: _across(index, len(values), inside=True) for index, value in enumerate(values)}
    room = (WIDTH - LEFT - RIGHT) / len(values) * 0.76
    each = room / len(laws)
    drawn = [*_frame(title, under, PROBABILITY.say(lang)), *_levels(highest, lang), *_values(values, place)]
    for index, (label, law) in enumerate(laws.items()):
        colour, dash = COLOURS[index % len(COLOURS)], DASHES[index % len(DASHES)]
        fill = f'fill="{"none" if index else colour}" stroke="{colour}" stroke-dasharray="{dash}"'
        for value in values:
            y, chance = _up(float(law.p(value) / highest)), percent(law.p(value), lang)
            told = (
                f"{label} · {number(value, lang)} · {chance}" if len(laws) > 1 else f"{number(value, lang)} · {chance}"
            )
            drawn.append(
                f'<rect x="{place[value] - room / 2 + index * each:.1f}" y="{y:.1f}" width="{each:.1f}" '
                f'height="{HEIGHT - BOTTOM - y:.1f}" {fill}><title>{_plain(told)}</title></rect>'
            )
    return _document(title, [*drawn, *_legend(list(laws))])


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
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fdf9ef"/>',
        _text(title, LEFT, 30, INK, size=19, weight=600),
        _text(under, (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 34, INK, anchor="middle"),
        f'<g transform="rotate(-90 18 {middle:.0f})">{_text(beside, 18, middle, INK, anchor="middle")}</g>',
    ]


def _levels(highest: Fraction, lang: str) -> list[str]:
    """Lines across, a quarter of the height each, with their figure."""
    lines = []
    for quarter in range(5):
        y = _up(quarter / 4)
        lines.append(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}" stroke="{LINE}"/>')
        lines.append(_text(percent(highest * quarter / 4, lang), LEFT - 8, y + 5, SOFT, anchor="end"))
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
