"""The MJ's screen as a page: what each of its regions shows."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping
from functools import cached_property
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from tablee.adventures.structure import Roll
from tablee.adventures.telling import GOES, RESULTS, rolled
from tablee.rules.fields import Audience, fields_of
from tablee.rules.random_tables.drawing import NAME
from tablee.rules.sheet.sheet_data import EntrySeen
from tablee.table.decide.command import ROLES
from tablee.table.decide.naming import folded
from tablee.table.history import PAUSE
from tablee.table.seen.led import AdventureLed, OutcomeLed, TryLed
from tablee.table.seen.prepared import PreparedTry
from tablee.table.seen.view import Paper, PreparedScene
from tablee.table.service import House
from tablee.table.topics.chat import Said
from tablee.table.topics.random_table import NAMES, asked_for
from tablee.text import Text
from tablee.web.pages import forms
from tablee.web.pages.entrance.qr import Square, qr
from tablee.web.pages.journal.journal import day
from tablee.web.pages.journal.sessions import Over, Sessions
from tablee.web.pages.mj.asking import Asking, Gathered, gathered
from tablee.web.pages.mj.awaiting import Awaited, awaited
from tablee.web.pages.mj.house_rules import HouseRules
from tablee.web.pages.mj.shelf import Shelf, ready_of, shelf
from tablee.web.pages.mj.trials import Trials, trials
from tablee.web.pages.table import cards
from tablee.web.pages.table.page import Page
from tablee.web.pages.table.standing import Standing, standing
from tablee.web.pages.tokens import OF_COLOURS
from tablee.web.serving.hosting import host_name, is_loopback
from tablee.web.urls import url

Json = dict[str, Any]
PANELS = ("scene", "ask", "cast", "shelf", "spot", "papers", "seats", "rules")
PAPERS = Text(fr="{n} papier{n:|s}", en="{n} paper{n:|s}")
UNSEEN = Text(fr="{who} (pas en vue)", en="{who} (unseen)")
BEFORE_IT = Text(fr="La scène d'avant", en="The scene before")
NOBODY_YET = Text(fr="personne encore", en="nobody yet")
OF_LATE = 40  # lines among which a private message is looked for
LAST = 8  # cards of the story beside the scene
NEAR, FEW = 80, 24  # lines that they are read from, and cards among which they are found
FEW_PEOPLE, SPARE = 3, 2  # rows of the form of a prepared scene: at first, and beside those that are filled in


class Sat(NamedTuple):
    """A seat as the MJ's screen lists it."""

    id: str
    name: str
    tint: str
    role: str
    plays: str
    here: bool
    link: bool  # whether a link of theirs opens
    stood_in: bool = False  # whether another plays their characters for the time being


class Group(NamedTuple):
    """A row of the people of a prepared scene: made like whom, how many, in sight or not, under which name."""

    who: str
    n: int
    seen: bool = True
    called: str = ""
    feminine: bool = False
    at: str = ""  # its place among those who have a name of their own


class Screen(Page):
    """What the MJ's screen shows."""

    place = "mj"
    window, most = NEAR, FEW

    def __init__(
        self, house: House, table: str, seat: str, lang: str, fields: forms.Fields, present: frozenset[str], origin: str
    ) -> None:
        super().__init__(house, table, seat, lang, forms.PageQuery(), present)
        self.fields, self.given, self.origin = fields, dict(fields), origin

    @property
    def panel(self) -> str:
        """The part of the screen that a phone shows, and that is open at the right of a wide one: at first the people,
        or the scene, where there is something to read in it.
        """
        asked = self.given.get("panel", "")
        return asked if asked in PANELS else "scene" if self.view.adventure or self.reading else "cast"

    @cached_property
    def led(self) -> AdventureLed | None:
        """The adventure of the table, with what is the MJ's alone."""
        return self.house.adventure_led(self.table, self.seat, self.lang)

    @property
    def scene_now(self) -> PreparedScene | None:
        """The prepared scene that is open."""
        return next((one for one in self.view.scenes.values() if one.now and one.title), None)

    @property
    def tries_now(self) -> list[TryLed]:
        """What may be tried in the prepared scene that is open, with what follows."""
        scene = self.scene_now
        return [self._try(str(at), one) for at, one in enumerate(scene.tries)] if scene else []

    @property
    def may_part(self) -> list[tuple[str, str]]:
        """Those of the party who are here, by id and name, where some may go their own way and others stay."""
        here = [(who, self.called(who)) for who, one in self.view.cast.items() if (one.owner or one.free) and one.here]
        return here if len(here) > 1 else []

    @property
    def may_part_to(self) -> list[tuple[str, str]]:
        """The scenes where they may go: those where some are already, then those prepared, but for the open one."""
        there = {one.scene: one.title or ", ".join(map(self.called, one.who)) for one in self.view.places}
        scenes = {id: one.title or BEFORE_IT.say(self.lang) for id, one in self.view.scenes.items() if not one.now}
        return list({**there, **{id: title for id, title in scenes.items() if id not in there}}.items())

    def _try(self, at: str, one: PreparedTry) -> TryLed:
        named = ("good", "bad") if one.action else ("good",)
        results = [(name, getattr(one, name), RESULTS[name if one.action else "then"]) for name in named]
        outcomes = tuple(
            OutcomeLed(
                f"{at}/{name}",
                label.say(self.lang),
                (("", result.text),) if result.text else (),
                GOES.say(self.lang, to=self.view.scenes[result.to].title) if result.to in self.view.scenes else "",
            )
            for name, result, label in results
            if result.text or result.to
        )
        return TryLed(one.label, one.action, one.params, outcomes, True, False)

    def rolled(self, attempt: PreparedTry) -> str:
        """What a try of a prepared scene has people roll, in a few words; "" if it simply happens."""
        if not attempt.action:
            return ""
        return rolled(self.game, Roll(action=attempt.action), attempt.params, self.lang)

    def came(self, attempt: TryLed) -> str:
        """How a roll that was asked for something tried came out, once all have rolled it; "" before."""
        asked = self.view.requests.values()
        of_it = [one for one in asked if (one.action, one.title, one.closed) == (attempt.action, attempt.label, False)]
        for one in reversed(of_it):
            parts = [done.parts[0] for done in one.done.values() if done.parts]
            if one.together or (len(one.who) == 1 and parts):
                return "good" if (one.together or parts[0]).good else "bad"
        return ""

    def as_fields(self, params: Mapping[str, Any]) -> forms.Fields:
        """The fields of a form that give these parameters."""
        return forms.fields_of(params)

    @property
    def busy(self) -> bool:
        """Whether a fight or a roll that was asked for goes on: asking for another is folded, and leaves its place to
        the story.
        """
        return bool(self.round or self.gathered) and self.panel != "ask"

    @cached_property
    def asking(self) -> Asking:
        whom = tuple(value for key, value in self.fields if key == "whom" and value)
        if "fallen" in self.given:  # a form that stands already: whoever has fallen since is no longer asked
            fallen = {value for key, value in self.fields if key == "fallen"}
            whom = tuple(who for who in whom if who in fallen or (who in self.view.cast and self.stands(who)))
            up = {who for who, one in self.view.cast.items() if one.owner and one.here and self.stands(who)}
            if whom and up - fallen <= {*whom}:  # all who stood were asked: whoever has risen since is, too
                whom = (*whom, *(who for who in fallen if who in up and who not in whom))
        return Asking(self, forms.asked(self.fields) if "do" in self.given else forms.PageQuery(), whom)

    @cached_property
    def awaited(self) -> list[Awaited]:
        return awaited(self.view, self.lang, self.present)

    @cached_property
    def npcs_now(self) -> list[tuple[str, str]]:
        """The MJ's people whose turn it is, by id and name; nobody outside fights, nor while the scene stands still."""
        there = self.mine_now if self.round else ()
        return [(who, self.called(who)) for who in there if self.foe(who)]

    @cached_property
    def free_now(self) -> list[tuple[str, str]]:
        """Those of the party whose turn it is and whom nobody plays, by id and name: the MJ may act for them."""
        there = self.mine_now if self.round else ()
        free = [who for who in there if not self.foe(who) and not self.view.cast[who].player]
        return [(who, self.called(who)) for who in free]

    @cached_property
    def unanswered(self) -> list[tuple[str, str, str]]:
        """What was told the MJ in private of late and not answered: the seat, its name, the words."""
        told: dict[str, str] = {}
        for line in self.house.window(self.table, self.seat, most=OF_LATE).lines:
            said = line.what
            if not isinstance(said, Said) or said.kind != "whisper" or said.removed:
                continue
            to = [one for one in getattr(said, "to", ()) if one not in (line.by, self.seat)]
            if line.by == self.seat:
                told = {seat: words for seat, words in told.items() if seat not in to}
            elif not to:
                told[line.by] = said.text
        seats = self.view.seats
        return [(seat, seats[seat].called or seat, words) for seat, words in told.items() if seat in seats]

    @cached_property
    def gathered(self) -> list[Gathered]:
        return gathered(self)

    @cached_property
    def last_cards(self) -> list[cards.Card]:
        """The last cards of the story in its own order, but for what was taken back, and for requests and papers, which
        have their own places.
        """
        told = [card for card in self.story.cards if card.kind not in ("gather", "paper") and not card.struck]
        return told[-LAST:]

    @cached_property
    def gone(self) -> list[tuple[str, str, str]]:
        """Those who left the scene and may come back: id, name, tint."""
        left = [who for who, seen in self.view.cast.items() if seen.retired]
        return [(who, self.called(who), self.tint(who)) for who in left]

    @property
    def standing(self) -> list[Standing]:
        """The answers that the MJ left on behalf of those whom nobody else plays."""
        return standing(self.view, self.lang)

    @cached_property
    def trials(self) -> Trials:
        """Dangers and rests, and for whom."""
        return trials(self)

    @cached_property
    def correctable(self) -> list[tuple[str, str]]:
        """The fields of a sheet that the MJ may set right by a number or a yes, by label."""
        fields = [
            one for one in fields_of(self.game.sheet, self.view.options) if one.kind in (int, bool) and not one.many
        ]
        return [(one.name, one.label.say(self.lang)) for one in fields if one.seen is not Audience.NOBODY]

    def gauge_fields(self, entries: list[EntrySeen]) -> list[EntrySeen]:
        """What is watched of a character and can be corrected in place: whole numbers that are fields of the sheet."""
        return [one for one in entries if one.id in self.game.sheet.model_fields and isinstance(one.value, int)]

    @cached_property
    def shelf(self) -> Shelf:
        return shelf(self, self.given.get("kind", ""), self.given.get("q", "")[:60])

    @property
    def last_session(self) -> Over | None:
        """The last session that is over, until what happened in it was read to all."""
        if not self.view.sessions or self.view.sessions[-1].read:
            return None
        return Sessions(self.house, self.table, self.seat, self.lang).over[0]

    @property
    def left_open(self) -> str:
        """The day of a session that was left hours ago without an end; "" for none."""
        last = self.house.window(self.table, self.seat, most=1).lines
        ended = self.view.sessions[-1].ended if self.view.sessions else 0.0
        return day(last[-1].at, self.lang) if last and ended < last[-1].at < time.time() - PAUSE else ""

    @cached_property
    def draws(self) -> list[tuple[str, str]]:
        """The random tables that one tap draws from, with what each is called."""
        return [(id, label.say(self.lang)) for id, label in asked_for(self.game.id, self.view.tables).items()]

    @property
    def name_langs(self) -> list[tuple[str, str, bool]]:
        """The languages in which people drawn may be named, with the one of last time; none, where the game names
        nobody.
        """
        last = self.view.draws[0].names if self.view.draws else self.lang
        listed = [(id, label.say(self.lang), id == last) for id, label in NAMES.items() if id]
        return listed if any(id == NAME for id, _ in self.draws) else []

    @cached_property
    def house_rules(self) -> HouseRules:
        given = self.given
        return HouseRules(
            self, given.get("option", ""), given.get("value", ""), given.get("of", ""), given.get("roll", "")
        )

    @cached_property
    def papers(self) -> list[Paper]:
        """Notes and handouts that hold the word that is looked for, the newest first."""
        word = folded(self.sought)
        return [one for one in self.view.papers[::-1] if word in folded(f"{one.title} {one.text}")]

    @cached_property
    def reading(self) -> list[Paper]:
        """What the MJ has before their eyes: the text of the open scene, the notes that are at hand in it, then the
        other papers handed out there; where none is open, the notes and papers that belong to no scene.
        """
        scenes = self.view.scenes.values()
        now = next((one for one in scenes if one.now), None)
        of_scenes = {line for one in scenes for line in (*one.papers, *one.at_hand, *one.given)}
        its = {*now.papers, *now.at_hand, *now.given} if now else set[int]()
        mine = [one for one in self.view.papers if one.by == self.seat]
        here = [one for one in mine if (one.line in its if now else one.line not in of_scenes)]
        handed = [one for one in here if one.kind == "handout"]
        told = [one for one in handed if now and one.text == now.text.strip()][:1]
        return [*told, *(one for one in here if one.kind == "note"), *(one for one in handed if one not in told)]

    @property
    def sought(self) -> str:
        """A word that is looked for in the papers."""
        return self.given.get("find", "")[:60]

    def readers(self, paper: Paper) -> list[str] | None:
        """The names of those who have a paper, the MJ aside; None if everybody has it."""
        if isinstance(paper.to, str):
            return None
        seats = self.view.seats
        return [seats[one].called or one for one in paper.to if one in seats and seats[one].role != "mj"]

    def groups_of(self, scene: PreparedScene | None) -> list[Group]:
        """The rows of the form of a prepared scene: whom, how many, whether they are seen; and some to fill in."""
        groups: list[Group] = []
        if scene:
            groups += [Group(who, n) for who, n in Counter(scene.who).items()]
            groups += [Group(who, n, False) for who, n in Counter(scene.unseen).items()]
            groups += [
                Group(one.ready, one.n, not one.unseen, one.called, one.feminine, str(at))
                for at, one in enumerate(scene.named)
            ]
        return [*groups, *[Group("", 1)] * max(SPARE, FEW_PEOPLE - len(groups))]

    def ready_name(self, who: str) -> str:
        """What a ready character of the game is called."""
        return next((one.name for one in ready_of(self.game.id, self.lang) if one.id == who), who)

    def staged_of(self, scene: PreparedScene) -> str:
        """What a prepared scene brings, in a few words: who is there, seen or not, how many papers."""
        people = [(one.called or self.ready_name(one.who), one.n, one.seen) for one in self.groups_of(scene) if one.who]
        counted = [(f"{name} × {n}" if n > 1 else name, seen) for name, n, seen in people]
        told = [name if seen else UNSEEN.say(self.lang, who=name) for name, seen in counted]
        papers = len({*scene.papers, *scene.at_hand})
        return ", ".join([*told, *([PAPERS.say(self.lang, n=papers)] if papers else [])]) or NOBODY_YET.say(self.lang)

    @cached_property
    def seats(self) -> list[Sat]:
        """Everybody else who has a seat, with whom they play and whether they are here."""
        listed = []
        for id, seat in self.view.seats.items():
            if id != self.seat:
                plays = [
                    self.called(who) for who, seen in self.view.cast.items() if seen.owner == id and not seen.retired
                ]
                role = ROLES[seat.role].say(self.lang)
                tint = OF_COLOURS.get(seat.colour, "")
                name, here = seat.called or role, id in self.present
                stood_in = any(one.owner == id and one.stand_in for one in self.view.cast.values())
                listed.append(Sat(id, name, tint, role, ", ".join(plays), here, seat.link, stood_in))
        return listed

    @property
    def players(self) -> list[Sat]:
        """Those to whom words can be given: the seats of players."""
        return [one for one in self.seats if self.view.seats[one.id].role == "player"]

    @property
    def link(self) -> str:
        """The address by which others come in."""
        return self.origin + url("/r/{}", self.view.code)

    @property
    def square(self) -> Square:
        return qr(self.link)

    @property
    def here_only(self) -> bool:
        """Whether that address opens on this machine alone."""
        return is_loopback(host_name(urlsplit(self.link).netloc))
