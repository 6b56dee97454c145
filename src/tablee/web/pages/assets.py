"""Assets: the stylesheet, scripts, fonts and icon of the pages, at addresses that change with their content.

`asset("tablee.css")` is such an address, `/static/tablee.<hash>.css`: a browser keeps what it finds there for good. The
stylesheet is one file, made of those in `static/` and of those that games bring; scripts import each other by name, and
all bear one hash. Fonts are there if the package was built with npm; pages do without them otherwise.
"""

from __future__ import annotations

import gzip
import re
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from importlib.resources import files

from fastapi import APIRouter, Request, Response
from starlette.exceptions import HTTPException

from tablee.rules.data.look import colours_of, in_place
from tablee.rules.game import games, own_file
from tablee.web.urls import url

STATIC = "/static/"
STYLESHEET = "tablee.css"
LAYERS = ("tokens", "elements", "pages")
"""Of the stylesheet: what is in a later one counts more, however short its selector. The first two are a file each."""
FIRST = ("tokens.css", "elements.css", "page.css", "parts.css")  # then the other stylesheets, by name
LAST = ("die.css", "icon.css", "token.css")  # what these say of their part holds wherever it stands; then the games'
KINDS = {
    "css": "text/css; charset=utf-8",
    "mjs": "text/javascript; charset=utf-8",
    "png": "image/png",
    "svg": "image/svg+xml",
    "txt": "text/plain; charset=utf-8",
    "woff2": "font/woff2",
}
DARK = "@media (prefers-color-scheme: dark)"
IN_THE_DARK = re.compile(re.escape(DARK) + r"\s*\{((?:[^{}]*\{[^{}]*\})*)\s*\}")
WHERE_DARK = ((DARK, ':root:not([data-theme="light"])'), ("@media screen", ':root[data-theme="dark"]'))
RULE = re.compile(r"\s*([^{}]+?)\s*\{([^{}]*)\}")
IMPORTED = re.compile(rb'(?<=")(\./[\w-]+)\.mjs(?=")')
SQUEEZED = ("css", "mjs", "svg", "txt")  # the others are already
FOREVER = "public, max-age=31536000, immutable"
A_DAY = "public, max-age=86400"
ICON = "icon.svg"
WORKER = "service_worker.js"  # served at an address of its own (phone.py)
CLOTH = ("#efe6d3", "#15110d")  # the colour of a page by day and by night, as in tokens.css


@dataclass(frozen=True)
class Font:
    """A font of ours: the family that the stylesheet names, its file, and the weights it holds."""

    family: str
    file: str
    weights: str


FONTS = (
    Font("Young Serif", "young-serif.woff2", "400"),
    Font("Bricolage Grotesque", "bricolage-grotesque.woff2", "200 800"),
    Font("Alegreya", "alegreya.woff2", "400 900"),
)
LATIN = "U+0000-00FF, U+0131, U+0152-0153, U+2000-202E, U+2030-206F, U+20AC, U+2122, U+2212"
"""What the fonts draw. Not the narrow no-break space (U+202F) nor arrows, which none of them has: the system's do."""


@dataclass(frozen=True)
class Asset:
    """A file as it is sent: its path, its kind, its bytes plain and squeezed."""

    path: str
    kind: str
    plain: bytes
    squeezed: bytes | None


def asset(name: str) -> str:
    """The address of a file in `static/`, such as `tablee.css` or `icon.svg`."""
    return url(assets()[name].path)


def needed_files() -> list[str]:
    """The addresses of all that pages ask for beside themselves."""
    return [asset(name) for name in sorted(assets()) if not name.endswith((".txt", ".png"))]


def build() -> str:
    """The name of what pages are drawn with: what was kept by another build wants other files."""
    return _digest("".join(needed_files()).encode() + worker_script().encode())


@lru_cache
def worker_script() -> str:
    return (files("tablee.web") / "static" / WORKER).read_text("utf-8")


def first_fonts() -> list[str]:
    """The addresses of the fonts that every page needs at once; none if there are no fonts."""
    return [asset(f"fonts/{font.file}") for font in FONTS[:2] if f"fonts/{font.file}" in assets()]


@lru_cache
def assets() -> dict[str, Asset]:
    """Name → file, for all that is served, the stylesheets as one."""
    static = files("tablee.web") / "static"
    fonts = static / "fonts"
    held = {entry.name: entry.read_bytes() for entry in static.iterdir() if entry.is_file()}
    if fonts.is_dir():
        held |= {f"fonts/{entry.name}": entry.read_bytes() for entry in fonts.iterdir() if entry.is_file()}
    sheets = {name: held.pop(name) for name in sorted(held) if name.endswith(".css")}
    scripts = {name: held.pop(name) for name in sorted(held) if name.endswith(".mjs")}
    ready = {name: _ready(name, plain) for name, plain in held.items() if _suffix(name) in KINDS} | _scripts(scripts)
    style = "\n".join([_font_faces(ready), f"@layer {', '.join(LAYERS)};", *_layered(sheets)])
    return ready | {STYLESHEET: _ready(STYLESHEET, style.encode())}


def _layered(sheets: dict[str, bytes]) -> list[str]:
    """The stylesheets in their order, each in its layer, those of games last."""
    rest = [name for name in sheets if name not in FIRST + LAST]
    ordered = [name for name in (*FIRST, *rest, *LAST) if name in sheets]
    layers = [(name.removesuffix(".css"), in_the_dark(sheets[name].decode())) for name in ordered]
    layers += [(LAYERS[-1], _of_game(game)) for game in in_place(games())]
    return [f"@layer {name if name in LAYERS else LAYERS[-1]} {{\n{sheet}}}" for name, sheet in layers]


def _of_game(game: str) -> str:
    """The colours of a game, by day and by night, and the stylesheet that it brings."""
    light, dark = (
        f'[data-game="{game}"] {{ --accent: {one.accent}; --accent-deep: {one.deep}; }}' for one in colours_of(game)
    )
    return in_the_dark(f"{light}\n{DARK} {{ {dark} }}\n{own_file(game, 'style.css') or ''}")


def in_the_dark(sheet: str) -> str:
    """A stylesheet whose rules for a dark system hold unless its reader chose light, and again for those who chose
    dark, on a screen: paper is light.

    >>> print(in_the_dark("@media (prefers-color-scheme: dark) { .die { color: red; } }"))
    @media (prefers-color-scheme: dark) {
    :where(:root:not([data-theme="light"])) .die { color: red; } }
    @media screen {
    :where(:root[data-theme="dark"]) .die { color: red; } }
    """

    def rules(media: str, root: str, body: str) -> str:
        return f"{media} {{\n{RULE.sub(lambda rule: _where(root, *rule.groups()), body).strip()} }}"

    return IN_THE_DARK.sub(lambda found: "\n".join(rules(*where, found[1]) for where in WHERE_DARK), sheet)


def _where(root: str, selector: str, declared: str) -> str:
    """A rule that holds below such a root, no stronger than it was."""
    within = root if selector == ":root" else f":where({root}) {selector}"
    return f"{within} {{{declared}}}"


def _scripts(held: dict[str, bytes]) -> dict[str, Asset]:
    """Scripts whose imports name each other by the addresses they are served at."""
    digest = _digest(b"".join(held.values()))
    named = {name: IMPORTED.sub(rb"\1.%s.mjs" % digest.encode(), plain) for name, plain in held.items()}
    return {name: _ready(name, plain, digest) for name, plain in named.items()}


def _ready(name: str, plain: bytes, digest: str = "") -> Asset:
    stem, _, suffix = name.rpartition(".")
    path = f"{STATIC}{stem}.{digest or _digest(plain)}.{suffix}"
    squeezed = gzip.compress(plain, mtime=0) if suffix in SQUEEZED else None
    return Asset(path, KINDS[suffix], plain, squeezed)


def _digest(plain: bytes) -> str:
    return sha256(plain).hexdigest()[:12]


def _suffix(name: str) -> str:
    return name.rpartition(".")[2]


def _font_faces(ready: dict[str, Asset]) -> str:
    """What tells a browser of the fonts, each by its address beside the stylesheet's."""
    held = [(font, ready[f"fonts/{font.file}"].path) for font in FONTS if f"fonts/{font.file}" in ready]
    return "\n".join(
        f'@font-face {{ font-family: "{font.family}"; src: url({path.removeprefix(STATIC)}) format("woff2"); '
        f"font-weight: {font.weights}; font-display: swap; unicode-range: {LATIN}; }}"
        for font, path in held
    )


@lru_cache
def _by_path() -> dict[str, Asset]:
    return {kept.path: kept for kept in assets().values()}


router = APIRouter(include_in_schema=False)


@router.api_route("/static/{name:path}", methods=["GET", "HEAD"])
async def static(request: Request, name: str) -> Response:
    found = _by_path().get(f"{STATIC}{name}")
    if found is None:
        raise HTTPException(404)
    return _sent(request, found, FOREVER)


@router.api_route("/favicon.ico", methods=["GET", "HEAD"])
async def favicon(request: Request) -> Response:
    """Where browsers look for an icon without reading a page."""
    return _sent(request, assets()[ICON], A_DAY)


def _sent(request: Request, found: Asset, kept: str) -> Response:
    headers = {"cache-control": kept, "vary": "accept-encoding"}
    if found.squeezed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(found.squeezed, media_type=found.kind, headers=headers | {"content-encoding": "gzip"})
    return Response(found.plain, media_type=found.kind, headers=headers)
