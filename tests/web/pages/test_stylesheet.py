"""The stylesheet: text that can be read in both themes, nothing that fades it, motion that can be refused."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest

from tablee.rules.data.look import SPARE, Colours, colours_of
from tablee.web.pages import assets

STATIC = Path(assets.__file__).parent.parent / "static"
SHEETS = (*STATIC.glob("*.css"), *(STATIC.parent.parent / "games").glob("*/style.css"))
TOKENS = (STATIC / "tokens.css").read_text("utf-8")
GAMES = ("undesix", "cle-en-main", "deusex", "d6")
DICE = [("bone-pip", "bone"), ("brass-pip", "brass")]


def palette(theme: str, own: tuple[Colours, Colours]) -> dict[str, str]:
    """Name → colour, as a game with these of its own sees them in a theme."""
    light, _, dark = TOKENS.partition("@media (prefers-color-scheme: dark)")
    found: dict[str, str] = {}
    for part in [light, dark][: 2 if theme == "dark" else 1]:
        for rules in re.findall(r":root \{([^}]*)\}", part):
            found |= dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", rules))
    of_theme = own[theme == "dark"]
    return found | {"accent": of_theme.accent, "accent-deep": of_theme.deep}


def contrast(one: str, other: str) -> float:
    def light(colour: str) -> float:
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize(("theme", "own"), list(product(("light", "dark"), (*map(colours_of, GAMES), *SPARE))))
def test_every_text_stands_out_from_what_is_behind_it(theme: str, own: tuple[Colours, Colours]) -> None:
    """WCAG AA: 4.5 to 1 for text, 3 to 1 for the rim of a field and for pips; in the colours to spare too."""
    found = palette(theme, own)
    texts = [*product(("ink", "soft", "good", "bad", "accent"), ("paper", "cloth", "well")), *DICE]
    texts += [("on-accent", "accent"), ("on-deep", "accent-deep"), ("on-good", "good"), ("on-bad", "bad")]
    texts += [("on-tint", f"tint-{n}") for n in range(1, 9)]
    shapes = product(("rim",), ("paper", "well"))
    weak = [
        (*pair, least) for pairs, least in ((texts, 4.5), (shapes, 3)) for pair in pairs if _ratio(found, pair) < least
    ]
    assert not weak, weak


def _ratio(found: dict[str, str], pair: tuple[str, str]) -> float:
    return contrast(found[pair[0]], found[pair[1]])


def rules() -> list[tuple[str, str, str]]:
    """File, selector, declarations of every rule."""
    sheets = {
        f"{path.parent.name}/{path.name}": re.sub(r"/\*.*?\*/", "", path.read_text("utf-8"), flags=re.DOTALL)
        for path in SHEETS
    }
    return [(name, *rule) for name, sheet in sheets.items() for rule in re.findall(r"([^{}]+)\{([^{}]*)\}", sheet)]


PARTS = ("die", "icon", "token")


def test_what_a_part_looks_like_stands_in_its_own_sheet() -> None:
    """Wherever it is: a rule whose last word is `.die` is in `die.css`; only what a game brings is elsewhere."""
    strays = [
        (name, selector.strip())
        for name, selector, _ in rules()
        for part in PARTS
        if name.startswith("static/") and name != f"static/{part}.css"
        for one in selector.split(",")
        if re.search(rf"\.{part}(?![\w-])[^\s>+~]*$", re.sub(r":(not|has)\([^)]*\)?", "", one).strip())
    ]
    assert not strays, strays


def test_a_change_is_neither_good_news_nor_bad() -> None:
    """Green is for us: that somebody is down now, or has something broken, is told by its words alone."""
    coloured = [
        (name, selector.strip())
        for name, selector, body in rules()
        if re.search(r"\.change(?![\w-])", selector) and re.search(r"--(good|bad)\b", body)
    ]
    assert not coloured, coloured


def test_text_is_never_faded() -> None:
    """Opacity lowers contrast below what the palette promises: only dice, tokens and entrances may have it."""
    allowed = re.compile(r"\.die|\.token|::placeholder|^\s*(from|to|\d+%)\s*$")
    faded = [
        (name, selector.strip())
        for name, selector, body in rules()
        if re.search(r"\bopacity:", body) and not allowed.search(selector)
    ]
    assert not faded, faded


def test_nothing_moves_for_those_who_asked_for_calm() -> None:
    for path in SHEETS:
        calm = re.sub(
            r"@media \(prefers-reduced-motion: no-preference\) \{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}",
            "",
            path.read_text("utf-8"),
        )
        still = re.sub(r"transition: (?:none|(?:[\w-]+ 0s [\d.]+s(?:, )?)+);", "", calm)  # a wait moves nothing
        assert not re.search(r"\b(animation|transition)\s*:", still), path.name


def test_focus_is_seen() -> None:
    """Where an outline is taken away, the frame around the input is drawn otherwise while it has the focus."""
    for name, selector, body in rules():
        if re.search(r"outline:\s*(0|none)", body):
            frame = rf"{re.escape(selector.strip().split()[0])}[^,]*:focus-within"
            assert any(file == name and re.search(frame, other) for file, other, _ in rules()), (name, selector)


def test_figures_stay_on_the_line() -> None:
    """The shorthand `font` brings back old-style figures, which dance: families and sizes are written out."""
    short = [
        (name, selector.strip())
        for name, selector, body in rules()
        if re.search(r"(?<![\w-])font:(?!\s*inherit)", body)
    ]
    assert not short, short
