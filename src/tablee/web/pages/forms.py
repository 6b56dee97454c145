"""Forms in addresses: the parameters of an action as fields of a query or of a posted form, and back.

The first letter of a field's name tells its kind, so that they are read without asking the game:
`p.target=loup` a word, `i.modifier=-2` a whole number, `b.aimed=1` a truth, `l.primes=danger` one of several words,
`k.margins=2 3` several numbers, `o.maluses.loup=2` one number of a table; `d.deusex.bonus=1` is a decision taken before
it is asked.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar
from urllib.parse import parse_qsl

from pydantic import ValidationError

from tablee.errors import BadInput
from tablee.table.decide.command import Command
from tablee.table.topics.action import Act
from tablee.text import Text
from tablee.web.urls import query, url

C = TypeVar("C", bound=Command)
G = TypeVar("G", list[Any], dict[str, Any])
Fields = list[tuple[str, str]]
MAX_FIELDS = 300
AUDIENCES = ("open", "secret", "blind", "self")
WHOLE = re.compile(r"[+-]?\d{1,8}")
NOT_UNDERSTOOD = Text(
    fr="Ceci n'a pas été compris : {where}. Rechargez la page et recommencez.",
    en="This was not understood: {where}. Reload the page and try again.",
)
PRIVATELY = "@"  # before the seat of one who alone is spoken to, where a form says who speaks
SCREEN = "mj.scene"  # the way back to the MJ's screen
ALL = "*"  # everybody, among those to whom something may be given
TO_NOBODY = Text(fr="À qui ? Cochez quelqu'un, ou « tous ».", en="To whom? Tick somebody, or “everybody”.")
NOT_A_FACE = Text(
    fr="« {word} » n'est pas la face d'un dé : tapez les nombres que montrent vos dés, comme 3 5 2.",
    en="“{word}” is not the face of a die: type the numbers that your dice show, such as 3 5 2.",
)


@dataclass(frozen=True)
class PageQuery:
    """What the address of a table page asks for: whose hand, which action with which parameters, which tab."""

    who: str = ""
    action: str = ""
    params: Mapping[str, Any] = field(default_factory=dict)
    request: str = ""
    answers: Mapping[str, Any] = field(default_factory=dict)  # decisions taken beforehand, by their ids
    tab: str = ""
    before: int = 0  # lines before this one, for those who read earlier ones
    shelf: str = ""  # the word of a sentence that is being chosen
    kept: str = ""  # another way to declare the action, as a query, to compare with
    back: str = (
        ""  # « mj.scene » for one that was taken up on the MJ's screen, where its maker goes back once it is done
    )

    @property
    def act(self) -> Act:
        """The action that is prepared; BadInput where an address gives what cannot be one."""
        given = {"actor": self.who, "action": self.action, "request": self.request}
        return understood(Act, {**given, "params": dict(self.params), "answers": dict(self.answers)})


def understood(kind: type[C], given: Mapping[str, Any]) -> C:
    """The command of a kind that fields give; BadInput, naming those that cannot be read, if they give none."""
    try:
        return kind.model_validate(given)
    except ValidationError as wrong:
        where = ", ".join(".".join(map(str, error["loc"])) for error in wrong.errors())
        raise BadInput(NOT_UNDERSTOOD, where=where) from None


def form_fields(query: str) -> Fields:
    """The fields of a query or of a posted form; what is too long to be one of ours is left out."""
    try:
        return parse_qsl(query, keep_blank_values=True, max_num_fields=MAX_FIELDS)
    except ValueError:
        return []


def asked(fields: Fields) -> PageQuery:
    """What these fields of an address ask for."""
    given = dict(fields)
    before = given.get("before", "")
    return PageQuery(
        who=given.get("who", "")[:60],
        action=given.get("do", "")[:60],
        params=params(fields),
        request=given.get("request", "")[:60],
        answers=_answers(fields, "d."),
        tab=given.get("tab", ""),
        before=int(before) if before.isascii() and before.isdigit() and len(before) < 16 else 0,
        shelf=given.get("shelf", "")[:60],
        kept=given.get("way", "")[:4000],
        back=SCREEN if given.get("back") == SCREEN else "",
    )


def params(fields: Fields) -> dict[str, Any]:
    """The parameters that fields give; what cannot be read as its kind is given as it is, for the rules to refuse."""
    given: dict[str, Any] = {}
    for key, value in fields:
        kind, _, name = key.partition(".")
        match kind:
            case "p" if name:
                given[name] = value
            case "i" if value:
                given[name] = _number(value)
            case "b":
                given[name] = bool(value)
            case "l":
                given[name] = [*_so_far(given, name, list), *([value] if value else ())]
            case "k":
                given[name] = [*_so_far(given, name, list), *map(_number, value.replace(",", " ").split())]
            case "o" if value:
                name, _, entry = name.partition(".")
                given[name] = {**_so_far(given, name, dict), entry: _number(value)}
    return given


def _so_far(given: Mapping[str, Any], name: str, kind: type[G]) -> G:
    """What earlier fields gave under a name; nothing yet if they were of another kind."""
    held = given.get(name)
    return held if isinstance(held, kind) else kind()


def _number(word: str) -> int | str:
    """The whole number that was typed, with whichever minus sign; any other word as it is."""
    plain = word.strip().replace("\N{MINUS SIGN}", "-")
    return int(plain) if WHOLE.fullmatch(plain) else word


def fields_of(params: Mapping[str, Any]) -> Fields:
    """The fields of an address that give these parameters."""
    fields: Fields = []
    for name, value in params.items():
        match value:
            case bool():
                fields.append((f"b.{name}", "1" if value else ""))
            case int():
                fields.append((f"i.{name}", str(value)))
            case dict():
                fields += [(f"o.{name}.{key}", str(one)) for key, one in value.items()]
            case list() | tuple() if value and all(isinstance(one, int) for one in value):
                fields.append((f"k.{name}", " ".join(map(str, value))))
            case list() | tuple():
                fields += [(f"l.{name}", "")] + [(f"l.{name}", str(one)) for one in value]
            case None:
                pass
            case _:
                fields.append((f"p.{name}", str(value)))
    return fields


def as_query(params: Mapping[str, Any]) -> str:
    """Parameters as a query, to be kept in a field."""
    return query(fields_of(params))


def prepare(
    table: str, who: str, action: str = "", params: Mapping[str, Any] | None = None, part: str = "", **more: str
) -> str:
    """The address where a character of a table prepares an action, with these parameters so far; or of a `part` of that
    page (`conseil`).
    """
    fields = [("who", who), ("do", action), *fields_of(params or {}), *more.items()]
    asked = query(one for one in fields if one[1] or one[0][1:2] == ".")
    return url("/t/{}/{}?{}", table, part, asked) if part else url("/t/{}?{}", table, asked)


def faces(typed: str) -> tuple[int, ...] | None:
    """The faces of real dice as a player typed them (`3 5 2`); None if nothing was typed, BadInput if no numbers."""
    words = typed.replace(",", " ").replace("-", " ").replace("+", " ").split()
    for word in words:
        if not (word.isdecimal() and len(word) < 6):
            raise BadInput(NOT_A_FACE, word=word[:20])
    return tuple(map(int, words)) or None


def command(name: str, fields: Iterable[tuple[str, str]]) -> dict[str, Any]:
    """A posted form as the JSON of a command: `act` and `answer` by their own fields, the others field by field."""
    fields = list(fields)
    given = {key: value for key, value in fields if key not in ("key", "back")}
    match name:
        case "act":
            plain = {"actor": given.get("who", ""), "action": given.get("do", ""), "request": given.get("request", "")}
            audience = given.get("audience", "open")
            typed = faces(given.get("faces", ""))
            seen = {"seen": given["seen"]} if given.get("seen") else {}
            early = _answers(fields, "d.")
            sure = {"sure": bool(given.get("sure"))}
            told = {"audience": audience, "faces": typed, "answers": early}
            return {**plain, "params": params(fields), **told, **seen, **sure}
        case "answer":
            typed, seen = faces(given.get("faces", "")), {"seen": given["seen"]} if given.get("seen") else {}
            return {"answers": _answers(fields, "a."), "faces": typed, "settle": bool(given.get("settle")), **seen}
        case "choose":
            plain = {name: given[name] for name in ("choice", "who", "way", "settle") if name in given}
            return {**plain, "params": params(fields)}
        case "settle":
            return {**given, "answer": _plain(given.get("answer", ""))}
        case "option":
            return {"option": given.get("option", ""), "value": _plain(given.get("value", ""))}
        case "request":
            plain = {"action": given.get("do", ""), "title": given.get("title", "")}
            whom = [value for key, value in fields if key == "whom" and value]
            return {**plain, "params": params(fields), "who": whom, "audience": given.get("audience", "open")}
        case "prepare":
            several = [name for name in ("who", "unseen", "papers", "at_hand") if name in given]
            records: dict[str, Any] = {name: _plain(given[name]) for name in ("named", "tries") if name in given}
            lists: dict[str, Any] = {
                name: [value for key, value in fields if key == name and value] for name in several
            }
            return {**given, **lists, **records}
        case "part-ways" | "rejoin":
            return {**given, "who": [value for key, value in fields if key == "who" and value]}
        case "end-session":
            return {**given, "here": [value for key, value in fields if key == "here" and value]}
        case "say" | "give":
            to, asked = [value for key, value in fields if key == "to" and value], given.pop("whom", "")
            if asked and not to and (name == "give" or given.get("kind") == "handout"):
                raise BadInput(TO_NOBODY)
            alone = given.get("speaker", "").partition(PRIVATELY)
            if alone[1] and not alone[0]:
                return {**given, "speaker": "", "kind": "whisper", "to": [alone[2]]}
            return {**given, "to": [] if ALL in to else to}
    return given


def _answers(fields: Iterable[tuple[str, str]], prefix: str) -> dict[str, Any]:
    return {key[2:]: _plain(value) for key, value in fields if key.startswith(prefix)}


def _plain(word: str) -> Any:
    """An answer to a decision, as its option holds it: written as JSON."""
    try:
        return json.loads(word)
    except (ValueError, RecursionError):
        return word
