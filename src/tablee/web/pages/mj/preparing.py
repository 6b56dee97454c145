"""The preparation page: prepared scenes in their order, how they lead to one another, and one of them to write."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any, NamedTuple

from tablee.errors import BadInput
from tablee.rules.action import Action, Kind, Scene
from tablee.rules.fields import Audience, Field, Rank, at_table
from tablee.rules.forms import FormField, form
from tablee.table.seen.forms import ChoiceOfField
from tablee.table.seen.prepared import MAX_COPIES, NamedPerson, PreparedTry
from tablee.table.seen.view import PreparedScene
from tablee.text import Text
from tablee.web.pages import forms
from tablee.web.pages.mj.screen import Screen
from tablee.web.pages.table.addresses import LAST

NEW = ""  # the scene that is not written yet
ASKED = (Kind.CHECK, Kind.DANGER)
ROWS = ("who", "n", "as", "under", "she", "was")  # the fields of a row of people
COLUMN, ROW, MARGIN = 64, 52, 26  # of the drawing, between two scenes
LEADS = Text(fr="{n} mène à {to}", en="{n} leads to {to}")


class Word(NamedTuple):
    """A word of the sentence by which a roll is prepared: a choice, or a number."""

    name: str
    label: str
    kind: str
    value: Any
    choices: list[ChoiceOfField]
    required: bool
    low: int | None
    high: int | None


class Spot(NamedTuple):
    """A scene in the drawing: its number, where it stands, whether it is a draft, was opened, is open now."""

    n: int
    id: str
    title: str
    x: int
    y: int
    scene: PreparedScene


class Drawn(NamedTuple):
    """How scenes lead to one another: each in its place, curves between them, the size, and all of it in words."""

    spots: list[Spot]
    curves: list[str]
    width: int
    height: int
    told: str


class Preparing(Screen):
    """What the preparation page shows."""

    @cached_property
    def listed(self) -> dict[str, PreparedScene]:
        """The prepared scenes in the MJ's order, those that were opened included."""
        known = {id: one for id, one in self.view.scenes.items() if one.title}
        return dict(sorted(known.items(), key=lambda one: one[1].place))

    @property
    def of(self) -> str:
        """The scene that is being written; "" for a new one."""
        asked = self.given.get("scene", NEW)
        if asked == LAST:
            return next(reversed(self.listed), NEW)
        return asked if asked in self.listed else NEW

    @cached_property
    def scene(self) -> PreparedScene | None:
        return self.listed.get(self.of)

    def number(self, id: str) -> int:
        """The number of a scene in the order of all; 0 for none."""
        return list(self.listed).index(id) + 1 if id in self.listed else 0

    def leads(self, scene: PreparedScene) -> list[int]:
        """The numbers of the scenes that one leads to."""
        return sorted({self.number(to) for one in scene.tries for to in one.leads()} - {0})

    @cached_property
    def drawn(self) -> Drawn | None:
        """How scenes lead to one another; None where none leads anywhere."""
        ways = {n: self.leads(one) for n, one in enumerate(self.listed.values(), 1)}
        if not any(ways.values()):
            return None
        at = dict(_placed(ways))
        spots = [Spot(n, id, one.title, *_dots(at[n]), one) for n, (id, one) in enumerate(self.listed.items(), 1)]
        curves = [_curve(_dots(at[n]), _dots(at[to])) for n, tos in ways.items() for to in tos if to != n]
        width, height = (max(values) + MARGIN for values in zip(*((one.x, one.y) for one in spots), strict=True))
        words = [LEADS.say(self.lang, n=n, to=tuple(map(str, tos))) for n, tos in ways.items() if tos]
        return Drawn(spots, curves, width, height, "; ".join(words))

    # rolls that are ready to be asked for

    @cached_property
    def _alone(self) -> Scene[Any]:
        """A scene of the game's ready characters, by the rules of this table: nobody need sit there yet."""
        ready = self.game.ready()
        party = list(self.game.ready_for_players) or list(ready)
        cast = {who: ready[who] for who in party}
        return self.game.scene(party[0], cast, self.view.options)

    @cached_property
    def rolls(self) -> list[tuple[str, str]]:
        """The actions that can be asked of people one by one, aimed at no other: by id, with what they are called."""
        scene = self._alone
        return [
            (one.id, one.label.say(self.lang))
            for one in self.game.actions
            if one.kind in ASKED and at_table(one.by, scene.options) is not Audience.NOBODY and not _aims(one, scene)
        ]

    @property
    def at(self) -> int | None:
        """Which of the tries of the scene is being changed; None for a new one."""
        asked, tries = self.given.get("essai", ""), self.scene.tries if self.scene else []
        return int(asked) if asked.isascii() and asked.isdigit() and int(asked[:3]) < len(tries) else None

    @property
    def changed(self) -> PreparedTry:
        """The try that is being written."""
        tries = self.scene.tries if self.scene else []
        return tries[self.at] if self.at is not None else PreparedTry("")

    @property
    def do(self) -> str:
        """The action of the try that is being written; "" for what simply happens."""
        known = {id for id, _ in self.rolls}
        asked = self.given.get("do", self.changed.action)
        return asked if asked in known else ""

    @cached_property
    def words(self) -> list[Word]:
        """The words by which the roll of a try is said."""
        if not self.do:
            return []
        given = self.changed.params if self.changed.action == self.do else {}
        action = self.game.action(self.do)
        try:
            filled = form(self.game, action, self._alone, given)
        except BadInput:
            filled = form(self.game, action, self._alone)
        return [self._said(one) for one in filled.fields if _is_word(one)]

    def _said(self, one: FormField) -> Word:
        field = one.field
        choices = [
            ChoiceOfField(known.id, known.label.say(self.lang), None) for known in one.choices if not known.refusal
        ]
        label, kind = field.label.say(self.lang), field.kind.__name__
        return Word(field.name, label, kind, one.value, choices, field.required, field.low, field.high)


def _aims(action: Action[Any, Any], scene: Scene[Any]) -> bool:
    """Whether an action needs another character."""
    usual = (one for one in action.form(scene.options, mj=True) if one.rank is Rank.USUAL)
    return any(not scene.cast.keys().isdisjoint(_choices(one, scene)) for one in usual)


def _choices(field: Field, scene: Scene[Any]) -> Mapping[str, Any]:
    return field.one_of.on(scene) if field.one_of else {}


def _is_word(one: FormField) -> bool:
    """Whether a field is one of the words: what is rolled, then the numbers that the MJ sets."""
    field = one.field
    if field.many or not one.applies:
        return False
    return (field.rank is Rank.USUAL and field.kind in (str, int)) or (field.rank is Rank.MJ and field.kind is int)


def _placed(ways: Mapping[int, list[int]]) -> Iterator[tuple[int, tuple[int, int]]]:
    """Each scene with its column and its row: as many steps from the first scene as it takes at least, those that
    nothing leads to where the scene before them stands.
    """
    column: dict[int, int] = {}
    for n in ways:
        if n in column:
            continue
        column[n] = column.get(n - 1, 0)
        begun = [n]
        while begun:
            here = begun.pop(0)
            fresh = [to for to in ways[here] if to not in column]
            column.update(dict.fromkeys(fresh, column[here] + 1))
            begun += fresh
    rows: dict[int, int] = {}
    for n in ways:
        row = rows.get(column[n], 0)
        rows[column[n]] = row + 1
        yield n, (column[n], row)


def _dots(place: tuple[int, int]) -> tuple[int, int]:
    return MARGIN + place[0] * COLUMN, MARGIN + place[1] * ROW


def _curve(start: tuple[int, int], end: tuple[int, int]) -> str:
    """A curve from one scene to another, from rim to rim: below the others where it leads back."""
    (x, y), (to_x, to_y) = start, end
    if to_x > x:
        half = (to_x - x) // 2
        return f"M{x + 17} {y}C{x + half} {y} {to_x - half} {to_y} {to_x - 20} {to_y}"
    if to_x == x:
        down = 1 if to_y > y else -1
        return f"M{x} {y + 17 * down}L{to_x} {to_y - 20 * down}"
    return f"M{x} {y + 17}C{x} {y + 40} {to_x} {to_y + 40} {to_x} {to_y + 20}"


def people_in(fields: forms.Fields, was: PreparedScene | None) -> dict[str, list[Any]]:
    """The people of a scene as the rows of its form tell them: ready ones, seen and unseen, and those who have a name
    of their own, who keep what differs on their sheets.
    """
    rows = {name: [value for key, value in fields if key == name] for name in ROWS}
    size = len(rows["who"])
    padded = {name: [*values, *[""] * (size - len(values))] for name, values in rows.items()}
    people: dict[str, list[Any]] = {"who": [], "unseen": [], "named": []}
    for who, n, seen, called, she, before in zip(*padded.values(), strict=False):
        if not who:
            continue
        copies = min(int(n), MAX_COPIES) if n.isascii() and n.isdigit() else 1
        if called.strip():
            known = was.named if was else []
            at = int(before) if before.isascii() and before.isdigit() and len(before) < 4 else len(known)
            same = known[at] if at < len(known) and known[at].ready == who else None
            sheet = dict(same.sheet) if same else {}
            one = NamedPerson(who, called.strip()[:40], max(1, copies), bool(she), seen == "unseen", sheet)
            people["named"].append(vars(one))
        else:
            people["unseen" if seen == "unseen" else "who"] += [who] * copies
    return people


def tries_after(fields: forms.Fields, scene: PreparedScene) -> list[PreparedTry]:
    """The tries of a scene once one of them was written, changed, or taken away as a form says."""
    given, tries = dict(fields), list(scene.tries)
    asked = given.get("at", "")
    at = int(asked) if asked.isascii() and asked.isdigit() and int(asked[:3]) < len(tries) else len(tries)
    if given.get("drop"):
        return tries[:at] + tries[at + 1 :]
    results = {
        name: {"text": given.get(f"{name}-text", "").strip(), "to": given.get(f"{name}-to", "")}
        for name in (("good", "bad") if given.get("do") else ("good",))
    }
    params = {name: value for name, value in forms.params(fields).items() if value != ""}
    written = {"label": given.get("label", "").strip(), "action": given.get("do", ""), "params": params, **results}
    tries[at : at + 1] = [PreparedTry.from_json(written)]
    return tries
