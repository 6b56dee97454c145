"""Pages that follow random evenings of the four games show at every moment what they would show if opened then."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tablee.errors import BadInput
from tablee.rules.forms import natural_moves
from tablee.table.decide.command import Command
from tablee.table.decide.refusal import Refusal
from tablee.table.topics.action import Act
from tablee.table.topics.arrangement import Arrange, SetOption
from tablee.table.topics.blind import Disclose
from tablee.table.topics.character import Enter, HandOver, Retire
from tablee.table.topics.chat import Hide, Say
from tablee.table.topics.correction import Correct, Override
from tablee.table.topics.decision import Abandon, Answer
from tablee.table.topics.paper import Give, Revise
from tablee.table.topics.pause import Pause
from tablee.table.topics.pin import Pin
from tablee.table.topics.request import Close, Remind, Request
from tablee.table.topics.scene import OpenScene, Prepare
from tablee.table.topics.seat import Invite, Join, Relink, StrikeOut
from tablee.table.topics.undo import Redo, TakeBack
from tablee.web.live import Hub
from tablee.web.pages.drawing import draw
from tablee.web.pages.forms import PageQuery
from tablee.web.pages.mj.live import ScreenStream
from tablee.web.pages.mj.screen import Screen
from tablee.web.pages.screen.addresses import ScreenStream as SharedStream
from tablee.web.pages.screen.screen import Screen as SharedScreen
from tablee.web.pages.table.live import PageStream
from tablee.web.pages.table.page import Page
from tablee.web.serving.turns import Turns
from tests.sent import sent
from tests.web.pages.following import Follower, Node, drawn
from tests.web.pages.table.test_cards import GAMES, Evening

STEPS = int(os.environ.get("TABLEE_STEPS") or 20)  # of each long evening
OF_THE_TABLE = ("table/bar.html", "table/notice.html", "table/people.html", "table/middle.html", "table/turn.html")
OF_THE_MJ = (
    "table/bar.html",
    "table/notice.html",
    *(
        f"mj/{part}.html"
        for part in ("scene", "staged", "stage", "ask", "gathered", "last", "cast", "shelf", "papers", "seats", "rules")
    ),
)
ASKED = ("hand", "fiche")  # a page asks for these by itself
AUDIENCES = ("open", "open", "open", "secret", "blind", "self")


class RandomEvening(Evening):
    """An evening where anybody does anything that people do at a table; what is refused changes nothing."""

    def __init__(self, path: Path, game: str, chance: random.Random) -> None:
        super().__init__(path, game)
        self.chance = chance
        self.leo = self.do(self.mj, Invite(role="spectator")).seat
        self.tv = self.do(self.mj, Invite(role="screen")).seat
        self.told: list[str] = []

    def tried(self, seat: str, command: Command) -> None:
        done: object
        try:
            done = self.house.submit(self.table, seat, command)
        except BadInput as bad:
            done = bad
        self.told.append(f"{seat} {type(command).__name__} {command.model_dump(exclude_defaults=True)} → {done}")

    def anybody(self) -> str:
        who: str = self.chance.choice(list(self.view(self.mj).cast))
        return who

    def line(self, name: str, seat: str = "") -> int:
        """The number of a line of this kind, as a seat numbers it; 1 if there is none."""
        lines = [line["n"] for line in sent(self.house.lines(self.table, seat or self.mj)) if line["name"] == name]
        return self.chance.choice(lines) if lines else 1

    def request_id(self) -> str:
        id: str = self.chance.choice([*self.view(self.mj).requests, "none"])
        return id

    def moves(self) -> None:
        """Somebody whose turn it is, or anybody, does what is natural, for whomever they like."""
        who = self.chance.choice([*self.game.order.may_act(self.house.scene(self.table)), self.anybody()])
        moves = list(natural_moves(self.game, self.house.scene(self.table, who)))[:6]
        if moves:
            action, params = self.chance.choice(moves)
            audience = self.chance.choice(AUDIENCES)
            self.tried(self.mj, Act(actor=who, action=action.id, params=params, audience=audience))

    def answers(self) -> None:
        view = self.view(self.mj)
        for who in view.waiting_for[:1]:
            self.tried(self.mj, Answer(answers={who: view.asked[who].default}))

    def abandons(self) -> None:
        self.tried(self.mj, Abandon())

    def asks_all(self) -> None:
        audience = self.chance.choice(("open", "blind", "self"))
        here = [who for who, one in self.view(self.mj).cast.items() if not one.retired]
        who = tuple(self.chance.sample(here, min(2, len(here))))
        form = self.house.form(self.table, self.mj, Act(actor=who[0], action=f"{self.game.id}.test"), "fr")
        params = {} if isinstance(form, Refusal) else form.values
        self.tried(self.mj, Request(action=f"{self.game.id}.test", who=who, params=params, audience=audience))

    def answers_a_request(self) -> None:
        id = self.request_id()
        request = self.view(self.mj).requests.get(id)
        if request:
            act = Act(actor=self.chance.choice(request.who), action=request.action, params=request.params)
            self.tried(self.mj, act.with_changes(request=id, audience=request.audience))

    def reminds(self) -> None:
        self.tried(self.mj, Remind(request=self.request_id()))

    def closes(self) -> None:
        self.tried(self.mj, Close(request=self.request_id()))

    def discloses(self) -> None:
        self.tried(self.mj, Disclose(of=self.line("acted/1")))

    def undoes(self) -> None:
        to = self.chance.choice((None, None, max(1, self.view(self.mj).seen - 6)))
        self.tried(self.chance.choice(self.seats), TakeBack(to=to))

    def redoes(self) -> None:
        self.tried(self.mj, Redo())

    def overrides(self) -> None:
        self.tried(self.mj, Override(of=self.line("acted/1"), text=f"Non, {self.chance.randrange(99)}."))

    def corrects(self) -> None:
        who = self.anybody()
        field = self.chance.choice([*self.game.gauges, *self.game.gauges, "name"])
        sheet = self.view(self.mj).cast[who].sheet
        if isinstance(sheet.get(field), int):
            self.tried(self.mj, Correct(who=who, field=field, value=sheet[field] + self.chance.choice((-2, -1, 1))))

    def switches(self) -> None:
        rule = self.chance.choice(self.view(self.mj).house_rules)
        self.tried(self.mj, SetOption(option=rule.id, value=self.chance.choice(rule.values)))

    def says(self) -> None:
        seat, kind = self.chance.choice((*self.seats, self.leo)), self.chance.choice(("say", "me", "whisper", "note"))
        to = (self.chance.choice(self.seats),) if kind == "whisper" else ()
        self.tried(seat, Say(text=f"mot {self.chance.randrange(99)}", kind=kind, to=to))

    def rolls_dice(self) -> None:
        self.tried(self.chance.choice(self.seats), Say(text="/r 2d6+1", audience=self.chance.choice(AUDIENCES)))

    def hands_out(self) -> None:
        to = self.chance.choice(((), (self.ana,), (self.jo, self.ana)))
        self.tried(self.mj, Say(text="un papier", kind="handout", title="Papier", to=to))

    def gives(self) -> None:
        self.tried(self.mj, Give(of=self.line("said/1"), to=self.chance.choice(((), (self.ana,)))))

    def revises(self) -> None:
        withdrawn = self.chance.random() < 0.4
        self.tried(self.mj, Revise(of=self.line("said/1"), text="autrement", title="Papier", withdrawn=withdrawn))

    def hides(self) -> None:
        self.tried(self.mj, Hide(of=self.line("said/1"), hidden=self.chance.random() < 0.6))

    def hides_numbers(self) -> None:
        who = self.anybody()
        seen = self.view(self.mj).cast[who]
        hidden = self.chance.random() < 0.5
        self.tried(self.mj, HandOver(who=who, owner=seen.owner, free=seen.free, hidden=hidden))

    def hands_over(self) -> None:
        owner = self.chance.choice(("", self.ana, self.jo))
        self.tried(self.mj, HandOver(who=self.anybody(), owner=owner, free=not owner and self.chance.random() < 0.5))

    def brings_in(self) -> None:
        hidden = self.chance.random() < 0.3
        self.tried(self.mj, Enter(ready=self.chance.choice(list(self.game.ready())), hidden=hidden))

    def takes_out(self) -> None:
        self.tried(self.mj, Retire(who=self.anybody(), returned=self.chance.random() < 0.5))

    def is_called(self) -> None:
        seat, colour = self.chance.choice((*self.seats, self.leo)), self.chance.choice(("", "sapin", "garance"))
        self.tried(seat, Join(called=f"Zoé {self.chance.randrange(99)}", colour=colour))

    def arranges(self) -> None:
        self.tried(self.mj, Arrange(odds=self.chance.choice(("hidden", "shown")), notes="Des araignées."))

    def pauses(self) -> None:
        self.tried(self.chance.choice((*self.seats, self.leo)), Pause())
        self.tried(self.mj, Pause(on=False))

    def pins(self) -> None:
        self.tried(self.mj, Pin(text=self.chance.choice(("", "Jusqu’à minuit."))))

    def prepares(self) -> None:
        self.tried(self.mj, Prepare(title="La grange", who=(self.foe,), text="Du foin."))

    def opens_a_scene(self) -> None:
        self.tried(self.mj, OpenScene(scene=next(iter(self.view(self.mj).scenes), "none")))

    def settles(self) -> None:
        view = self.view(self.mj)
        for who in view.waiting_for[:1]:
            answers = {who: view.asked[who].default}
            self.tried(self.mj, Answer(answers=answers, settle=True))

    def is_struck_out(self) -> None:
        self.tried(self.jo, StrikeOut(seat=self.jo))

    def comes(self) -> None:
        self.tried(self.mj, Invite())

    def knocks(self) -> None:
        self.house.knock(self.table, f"Max {self.chance.randrange(99)}")


OFTEN: tuple[Callable[[RandomEvening], None], ...] = (
    RandomEvening.moves,
    RandomEvening.answers,
    RandomEvening.answers_a_request,
    RandomEvening.asks_all,
    RandomEvening.undoes,
)
SOMETIMES: tuple[Callable[[RandomEvening], None], ...] = tuple(
    step
    for name, step in vars(RandomEvening).items()
    if callable(step) and step.__code__.co_argcount == 1 and name not in ("anybody", "request_id") and step not in OFTEN
)


def follower(evening: RandomEvening, seat: str, lang: str) -> Follower:
    """The page of the table as a seat has it open."""
    token = evening.do(evening.mj, Relink(seat=seat)).token if seat != evening.mj else ""

    def page() -> Page:
        return Page(evening.house, evening.table, seat, lang, PageQuery(), frozenset())

    stream = PageStream(Hub(), Turns(), evening.table, seat, page().view.seen, page, token)
    return Follower(lambda: whole(OF_THE_TABLE, lang, page()), stream)


def mj_screen(evening: RandomEvening) -> Follower:
    def page() -> Screen:
        on = [("panel", "cast")]  # what is read later changes the part that a screen opens on, not the one it is on
        return Screen(evening.house, evening.table, evening.mj, "fr", on, frozenset(), "http://x")

    stream = ScreenStream(Hub(), Turns(), evening.table, evening.mj, page().view.seen, page, "")
    return Follower(lambda: whole(OF_THE_MJ, "fr", page()), stream)


def shared_screen(evening: RandomEvening) -> Follower:
    def page() -> SharedScreen:
        return SharedScreen(evening.house, evening.table, "fr", 3)

    token = evening.do(evening.mj, Relink(seat=evening.tv)).token
    stream = SharedStream(Hub(), Turns(), evening.table, evening.tv, page, token)
    return Follower(lambda: whole(("screen/bar.html", "screen/tv.html"), "fr", page()), stream)


def whole(templates: tuple[str, ...], lang: str, page: Any) -> str:
    return "\n".join(draw(one, lang, page=page, tab="table", refusal="") for one in templates)


def left_out(node: Node) -> bool:
    """What may differ: the hand, the words that a request proposes, and how far a page had read when it drew a form."""
    if "fresh" in node.attributes.get("class", "").split():
        node.attributes["class"] = node.attributes["class"].replace(" fresh", "")
    if node.id in ASKED or node.attributes.get("class") == "spell request" or node.id == "ask-more":
        return True
    return node.tag == "input" and node.attributes.get("name") in ("key", "seen")


def trimmed(followed: Node, fresh: Node) -> None:
    """A page that followed keeps its older cards, which a fresh one has behind a link."""
    here, there = followed.found("cards"), fresh.found("cards")
    if here and there:
        kept = [one for one in there[1].elements if one.tag == "article"]
        first = int(kept[0].id[1:]) if kept else 0
        there[1].children[:] = kept
        here[1].children[:] = [one for one in here[1].elements if one.tag == "article" and int(one.id[1:]) >= first]
        for page in (followed, fresh):
            story = page.found("story")
            assert story
            story[1].children[:] = [one for one in story[1].elements if one.attributes.get("class") != "voice"]


def differing(here: list[str], there: list[str]) -> str:
    """Two pages from shortly before where they begin to differ."""
    if here == there:
        return ""
    at = next((n for n, (a, b) in enumerate(zip(here, there, strict=False)) if a != b), min(len(here), len(there)))
    part = slice(max(0, at - 6), at + 4)
    return "\n".join(["followed:", *here[part], "fresh:", *there[part]])


@pytest.mark.parametrize("steps", [5, pytest.param(STEPS, marks=pytest.mark.evening)])
@pytest.mark.parametrize(
    "game", [pytest.param(one, marks=[pytest.mark.evening] * (one in ("deusex", "d6"))) for one in GAMES]
)
def test_a_page_that_followed_shows_what_a_fresh_one_does(tmp_path: Path, game: str, steps: int) -> None:
    seed = os.environ.get("TABLEE_SEED") or "5"
    print(f"TABLEE_SEED={seed}")
    evening = RandomEvening(tmp_path, game, random.Random(f"{seed} {game}"))
    pages = {
        "the MJ at the table": follower(evening, evening.mj, "fr"),
        "Ana": follower(evening, evening.ana, "fr"),
        "Jo": follower(evening, evening.jo, "en"),
        "a spectator": follower(evening, evening.leo, "fr"),
        "the MJ's screen": mj_screen(evening),
        "the shared screen": shared_screen(evening),
    }
    for _ in range(steps):
        for _ in range(evening.chance.choice((1, 1, 1, 2, 4))):
            step = evening.chance.choice(evening.chance.choice((OFTEN, SOMETIMES)))
            step(evening)
        for name, one in pages.items():
            fresh = one.follow()
            trimmed(one.page, fresh)
            other = differing(*(list(drawn(page, left_out)) for page in (one.page, fresh)))
            if other:
                pytest.fail("\n".join([name, *evening.told[-6:], other]), pytrace=False)
    evening.house.store.close()
