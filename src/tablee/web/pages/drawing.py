"""Drawing: templates filled in the reader's language, every value escaped.

In a template, `{{ t("Lancer", "Roll") }}` is a text in both languages, its values by name
(`t("{n} à table", "{n} at the table", n=4)`), and `{{ label|say }}` the words of a text or a name that a view holds.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping, MutableMapping
from contextlib import suppress
from functools import cache, lru_cache
from itertools import groupby
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from jinja2 import (
    ChoiceLoader,
    Environment,
    FileSystemBytecodeCache,
    FunctionLoader,
    PackageLoader,
    StrictUndefined,
)
from jinja2.bccache import Bucket
from jinja2.ext import Extension
from jinja2.runtime import Context
from markupsafe import Markup, escape

from tablee.rules.data.look import look_of
from tablee.rules.game import games, own_file
from tablee.rules.stored.values import from_json
from tablee.table.pictures import size_of
from tablee.table.topics.chat import SORTS
from tablee.table.topics.temper import TEMPERS
from tablee.text import LANGS, Text, few, joined, margin, number, percent, signed
from tablee.web.facilities import offered
from tablee.web.opponents import best_is_known
from tablee.web.pages.around import clock_parts, track_of
from tablee.web.pages.assets import CLOTH, asset, build, first_fonts
from tablee.web.pages.figures import face_shown, scale_of, turn_of
from tablee.web.pages.forms import as_query, prepare
from tablee.web.pages.table import charts
from tablee.web.pages.table.odds import drawn_amounts, leading_sums, row_amounts, successes, told_of
from tablee.web.pages.table.sheets import code_of, leaf_of, name_parts
from tablee.web.pages.tokens import by_name, initial
from tablee.web.urls import url

OF_GAMES = "games/"  # before the names of templates that games bring
MAX_PAPERS = 64  # written out, kept: a page may hold each of them several times
MAX_TEXTS = 2000  # those of the templates are fewer
RULE = re.compile(r"\b[A-Z][A-Z0-9]*-[A-Z0-9]+-\d\d\b")
BETWEEN_RULES = re.compile(r"\s?;\s")
TAG = re.compile(r"<[a-z](?:\{\{.*?\}\}|\{%.*?%\}|[^<>{])*>", re.DOTALL)  # an expression in a tag may hold < or >
LINE_BREAK = re.compile(r"\n\s*")
IN_BRACKETS = re.compile(r"\[\[([^\[\]<>]{1,80})\]\]")  # a link to what is written of somebody or something
BETWEEN_STARS, BETWEEN_TWO = re.compile(r"\*([^*\n]+)\*"), re.compile(r"\*\*([^*\n]+)\*\*")
QUOTED = re.compile(r"«.*»(?:\s?[?!])?|“.*”[?!]?")
BLOCK = re.compile(r"<(?:p|li|h4)>")
HEADING, ITEM, MARKED = re.compile(r"#{1,4} \S"), re.compile(r"[-*•] \S"), re.compile(r"(#{1,4}|[-*•]) +")
ADDRESS = re.compile(r"https?://[^\s<>\"']*[^\s<>\"'.,;:!?)»]")
LINK = re.compile(rf"\[([^][]+)\]\(({ADDRESS.pattern})\)|{ADDRESS.pattern}")  # words with an address, or one alone
APOSTROPHE = re.compile(r"(?<=\w)(?:'|&#39;)(?=\w)")
WORDS = re.compile(r">[^<'&]*['&][^<]*")  # between two tags, where there may be an apostrophe


class WrappedTags(Extension):
    """Templates may break a line inside a tag: what is sent has a space there, as if the tag stood on one line."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        return TAG.sub(lambda tag: LINE_BREAK.sub(" ", tag.group()), source)


class Plain(Context):
    """What a template sees; what it calls is called as it is, since no function of ours asks for a context."""

    def call(
        self, called: Callable[..., Any], /, *args: Any, _block_vars: Any = None, _loop_vars: Any = None, **values: Any
    ) -> Any:
        return called(*args, **values)


class Drawing(Environment):
    """Templates in one language, which their words, numbers and `lang` are bound to: parts are imported without the
    context of a page, hence read once and not for each page.
    """

    context_class = Plain

    def compiled(self, name: str) -> str:
        """The code that a template becomes."""
        assert self.loader
        return self.compile(self.loader.get_source(self, name)[0], name, raw=True)

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """What every template sees, as one plain dict: each part that a page includes reads all of it."""
        return {**self.globals, **(d or {})}


def draw(template: str, lang: str, **values: Any) -> str:
    """The HTML of a template, such as `entrance/home.html`, in a language."""
    return _typeset(drawing(lang).get_template(template).render(values))


def draw_part(template: str, part: str, lang: str, *args: Any, **values: Any) -> str:
    """The HTML of one macro of a template."""
    return _typeset(str(getattr(drawing(lang).get_template(template).module, part)(*args, **values)))


def printed(words: str) -> str:
    """Words as they are printed: with ’ for the straight apostrophes of the sources.

    >>> printed("d'Ana, l'ogre")
    'd’Ana, l’ogre'
    """
    return APOSTROPHE.sub("’", words)


def _typeset(html: str) -> str:
    """HTML with its words as they are printed; attributes, thus the values of fields, are left as they were typed."""
    return WORDS.sub(lambda words: printed(words.group()), html)


def sheet_template(game: str) -> str:
    """The template of a game's sheets; a plain one for games that have none of their own."""
    return own_template(game, "sheet.html") or "sheets/plain.html"


def credits_template(game: str) -> str:
    """The template of who made a game; "" for games that do not say."""
    return own_template(game, "credits.html")


@lru_cache
def own_template(game: str, name: str) -> str:
    """The template that a game brings under this name in its package, such as `sheet.html`; "" if it has none."""
    return f"{OF_GAMES}{game}/{name}" if own_file(game, name) is not None else ""


def _of_a_game(name: str) -> str | None:
    """The source of a template that a game brings."""
    game, _, file = name.removeprefix(OF_GAMES).partition("/")
    return own_file(game, file) if name.startswith(OF_GAMES) else None


class CompiledTemplates(FileSystemBytecodeCache):
    """Templates compiled once for all processes, in a temporary folder that only its owner may write."""

    def dump_bytecode(self, bucket: Bucket) -> None:
        with suppress(OSError):  # a full disk: the next process compiles again
            super().dump_bytecode(bucket)


def _compiled() -> CompiledTemplates | None:
    """The templates that this version of the module compiled, the same in each language: what a language says is bound
    as they are drawn. None where there can be no such folder.
    """
    made_by = hashlib.sha256(Path(__file__).read_bytes()).hexdigest()[:16]
    try:
        return CompiledTemplates(pattern=f"tablee-{made_by}-%s.cache")
    except (OSError, RuntimeError):
        return None


@cache
def drawing(lang: str) -> Drawing:
    """The templates in one language."""
    made = Drawing(
        loader=ChoiceLoader([PackageLoader("tablee.web.pages"), FunctionLoader(_of_a_game)]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        cache_size=-1,
        extensions=[WrappedTags],
        bytecode_cache=_compiled(),
    )
    made.globals |= {
        "lang": lang,
        "t": lambda fr, en, /, **values: _kept(fr, en).say(lang, **values),
        "prepare": prepare,
        "as_query": as_query,
        "asset": asset,
        "url": url,
        "offered": offered,
        "first_fonts": first_fonts,
        "build": build,
        "CLOTH": CLOTH,
        "initial": initial,
        "tint_by_name": by_name,
        "turn_of": turn_of,
        "face_shown": face_shown,
        "scale_of": scale_of,
        "clock_parts": clock_parts,
        "track_of": track_of,
        "leaf_of": leaf_of,
        "code_of": code_of,
        "look_of": look_of,
        "name_parts": name_parts,
        "charts": charts,
        "drawn_amounts": drawn_amounts,
        "leading_sums": leading_sums,
        "row_amounts": row_amounts,
        "successes": successes,
        "told_of": told_of,
        "size_of": size_of,
        "TEMPERS": TEMPERS,
        "sorts": SORTS,
        "best_is_known": best_is_known,
    }
    filters: dict[str, Callable[..., Any]] = {
        "say": lambda value: in_words(value, lang),
        "number": lambda value, places=0: number(value, lang, places),
        "signed": lambda value: signed(value, lang),
        "percent": lambda chance: percent(chance, lang),
        "margin": lambda error: margin(error, lang),
        "citations": citations,
        "whole": whole,
        "few": lambda names: few(list(names), lang),
        "joined": lambda names: joined(list(names), lang),
        "emphasised": emphasised,
        "prose": prose,
        "with_links": with_links,
    }
    made.filters |= filters
    return made


def all_templates() -> list[str]:
    """The templates of the pages and of the games."""
    of_games = [own_template(game, name) for game in games() for name in ("sheet.html", "credits.html")]
    return [*PackageLoader("tablee.web.pages").list_templates(), *filter(None, of_games)]


def compile_all() -> str:
    """Compile every template beforehand; the folder in which they are kept."""
    first = drawing(LANGS[0])
    for name in all_templates():
        first.get_template(name)
    kept = first.bytecode_cache
    return str(kept.directory) if isinstance(kept, CompiledTemplates) else ""


def citations(cited: str) -> list[tuple[str, str]]:
    """The rules that a line of an explanation cites, each with its words: one link for each.

    >>> citations("UDS-COMBAT-01, Fiche 1 ; de dos : UDS-COMBAT-09")
    [('UDS-COMBAT-01, Fiche 1', 'UDS-COMBAT-01'), ('de dos : UDS-COMBAT-09', 'UDS-COMBAT-09')]
    """
    found: list[tuple[str, str]] = []
    for words in BETWEEN_RULES.split(cited):
        rule = RULE.search(words)
        if rule:
            found.append((words, rule[0]))
        elif found:  # a place in the book that has a semicolon of its own
            found[-1] = (f"{found[-1][0]} ; {words}", found[-1][1])
    return found


def whole(words: str) -> Markup:
    """A headline whose quotation is not broken at a line's end, as long as a line has room for it.

    >>> whole("Oublier « La forge » ?")
    Markup('Oublier <span class="whole">« La forge » ?</span>')
    """
    return Markup(QUOTED.sub(r'<span class="whole">\g<0></span>', str(escape(words))))


def emphasised(words: str) -> Markup:
    """The words of a writer, of which those between two stars are emphasised, and those between two pairs are strong.

    >>> emphasised("le *Titanic* & <b>, **ce soir**")
    Markup('le <em>Titanic</em> &amp; &lt;b&gt;, <strong>ce soir</strong>')
    """
    strong = BETWEEN_TWO.sub(r"<strong>\1</strong>", str(escape(words)))
    return Markup(BETWEEN_STARS.sub(r"<em>\1</em>", strong))


@lru_cache(MAX_PAPERS)
def prose(text: str) -> Markup:
    """What people write on a paper: headings (`# …`), lists (`- …`), *emphasis*, links; anything else as it was typed.

    >>> prose("# La cave\\n- un coffre\\n- <rien>\\nVoir le plan.")
    Markup('<h4>La cave</h4><ul><li>un coffre</li><li>&lt;rien&gt;</li></ul><p>Voir le plan.</p>')
    """
    written: list[str] = []
    for kind, lines in groupby(text.splitlines(), key=_kind_of_line):
        told = [_linked(MARKED.sub("", line, count=1) if kind else line) for line in lines]
        if not kind and written:  # a heading and a list have their own space
            told = told[next((n for n, line in enumerate(told) if line), len(told)) :]
        if kind == "heading":
            written += [f"<h4>{one}</h4>" for one in told]
        elif kind == "list":
            written.append(f"<ul>{''.join(f'<li>{one}</li>' for one in told)}</ul>")
        else:
            written.append(f"<p>{chr(10).join(told)}</p>" if any(told) else "")
    return Markup("".join(written))


def unmarked(text: str) -> str:
    """The words of `prose` alone, in one line, as they are said aloud.

    >>> unmarked("# La cave\\n- un *coffre*\\n- <rien>")
    'La cave un coffre <rien>'
    """
    return Markup(BLOCK.sub(r" \g<0>", str(prose(text)))).striptags()


def with_links(html: Markup, table: str) -> Markup:
    """Words in which what stands in double brackets leads to all that the carnet of a table has of it.

    >>> with_links(prose("Voir [[Odile & Cie]]."), "7")
    Markup('<p>Voir <a class="link" href="/t/7/carnet?q=Odile+%26+Cie">Odile &amp; Cie</a>.</p>')
    """

    def link(found: re.Match[str]) -> str:
        named = Markup(found[1]).unescape()
        address = f"{url('/t/{}/carnet', table)}?{urlencode({'q': named})}"
        return str(Markup('<a class="link" href="{}">{}</a>').format(address, named))

    return Markup(IN_BRACKETS.sub(link, str(html)))


def _kind_of_line(line: str) -> str:
    return "heading" if HEADING.match(line) else "list" if ITEM.match(line) else ""


def _linked(line: str) -> str:
    """A line of text with its addresses as links, `[under words](address)` or by themselves.

    >>> _linked("[la carte](https://a.org/x)")
    '<a href="https://a.org/x" rel="noopener noreferrer" target="_blank">la carte</a>'
    """

    def link(found: re.Match[str]) -> str:
        words, address = (found[1], found[2]) if found[1] else (found[0], found[0])
        return f'<a href="{address}" rel="noopener noreferrer" target="_blank">{words}</a>'

    return LINK.sub(link, str(emphasised(line)))


@lru_cache(MAX_TEXTS)
def _kept(fr: str, en: str) -> Text:
    return Text(fr=fr, en=en)


def in_words(value: Any, lang: str) -> str:
    """The words of a text or a name, as a view holds it (`{"text": …}`, `{"name": …}`) or as it is."""
    held = from_json(value) if isinstance(value, Mapping) else value
    return str(held.say(lang)) if hasattr(held, "say") else str(held)
