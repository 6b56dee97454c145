"""How a person reads pages in their browser: size of text, shape of letters, light or dark.

Kept in a cookie and written on the page itself as it is sent: nothing flashes, and no script is needed. What is not
chosen is the system's.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from starlette.datastructures import Headers
from starlette.requests import cookie_parser

from tablee.text import Text

COOKIE = "tablee-reading"
BETWEEN = "."


class Setting(NamedTuple):
    """Something that may be chosen: its name in forms and on pages, its words, its choices by id, the usual first."""

    id: str
    label: Text
    choices: dict[str, Text]


SETTINGS = (
    Setting(
        "size",
        Text(fr="Taille du texte", en="Size of text"),
        {
            "": Text(fr="habituelle", en="usual"),
            "small": Text(fr="petite", en="small"),
            "large": Text(fr="grande", en="large"),
            "huge": Text(fr="très grande", en="very large"),
        },
    ),
    Setting(
        "letters",
        Text(fr="Lettres", en="Letters"),
        {
            "": Text(fr="de la maison", en="the house’s"),
            "plain": Text(fr="simples, de votre système", en="plain, your system’s"),
            "spaced": Text(fr="simples et espacées", en="plain and spaced out"),
        },
    ),
    Setting(
        "theme",
        Text(fr="Fond", en="Background"),
        {
            "": Text(fr="comme le système", en="as the system"),
            "light": Text(fr="clair", en="light"),
            "dark": Text(fr="sombre", en="dark"),
        },
    ),
)


def reading(headers: Headers) -> dict[str, str]:
    """What the browser that sends these headers has chosen, by setting; "" where nothing is."""
    cookies = headers.get("cookie", "")
    kept = cookie_parser(cookies).get(COOKIE, "").split(BETWEEN) if COOKIE in cookies else ()
    return {one.id: next((value for value in kept if value and value in one.choices), "") for one in SETTINGS}


def chosen(given: Mapping[str, str]) -> str:
    """What a form chose, as the cookie holds it; what it does not know is the usual."""
    return BETWEEN.join(value for one in SETTINGS if (value := given.get(one.id, "")) and value in one.choices)


def as_read(text: str, headers: Headers) -> str:
    """A page as this browser's reader wants it: what they chose is on its root, where the stylesheet finds it."""
    told = "".join(f' data-{id}="{value}"' for id, value in reading(headers).items() if value)
    return text.replace("<html ", f"<html{told} ", 1) if told else text
