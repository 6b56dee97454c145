"""Fights without a table: two sides of ready people, how they play; who wins, how long, who falls, who is even.

The address holds everything (`one=brune&one=ondine&two=brigand&two=brigand`), so that it may be shared. The page is
there at once; what comes of the fight follows, counted away from the tables.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Request, Response

from tablee.errors import BadInput, TooMany
from tablee.lab.setups import EMPTY_SIDE, policies_of, staged
from tablee.rules.game import Game, game_called, games
from tablee.rules.playing import cast_json
from tablee.text import Text
from tablee.web.guard import reader
from tablee.web.pages import forms
from tablee.web.pages.answering import html, page
from tablee.web.pages.drawing import draw
from tablee.web.pages.entrance.home import usual_order
from tablee.web.pages.lab.asking import bounded, drawn
from tablee.web.pages.lab.numbers import PREFIX, Numbers
from tablee.web.pages.lab.people import sides
from tablee.web.pages.table.live import patch

if TYPE_CHECKING:
    from tablee.lab.advice import Advice
    from tablee.lab.balance import Balance
    from tablee.lab.fights import Fight, Result

router = APIRouter(include_in_schema=False)

STRIKE = "strike"  # how people play unless told otherwise
MOST_OF_A_SIDE = 12
FIGHTS, STATES = 4000, 12_000  # thrown at most, and situations of an exact answer: what a page waits for
ADVISED = 400  # fights for each choice weighed, where they are thrown
TRIED = 1000  # fights for each number tried, where an even one is searched
COLUMNS = 15  # rounds that have a column of their own
SEEN = 0.004  # a smaller share has none
NEEDS_NUMPY = Text(
    fr="Les combats du labo demandent NumPy : installez tablee[lab].",
    en="Fights of the lab need NumPy: install tablee[lab].",
)
TOO_LONG = Text(
    fr="Ce combat est trop long à compter pendant que vous attendez : mettez moins de monde, ou demandez-le à "
    "« tablee fight » dans un terminal.",
    en="This fight takes too long to count while you wait: take fewer people, or ask “tablee fight” in a terminal.",
)

NEVER_ENDS = Text(
    fr="Personne ne gagne ce combat : joué ainsi, aucun camp ne fait tomber l'autre. Changez la façon de jouer d'un "
    "camp, ou les personnages.",
    en="Nobody wins this fight: played this way, neither side brings the other down. Change how a side plays, or the "
    "characters.",
)
NEVER = 0.999  # of fights without a winner: all of them, but for rounding


@dataclass(frozen=True)
class Member:
    """People of one kind on a side: who, how they are called, how many."""

    who: str
    name: str
    count: int


class Sides:
    """What an address asks for: the game, who stands on each side, how each side plays."""

    def __init__(self, game: Game, fields: forms.Fields, lang: str) -> None:
        self.game, self.lang = game, lang
        ready = game.ready()
        named = {side: [value for key, value in fields if key == side and value in ready] for side in ("one", "two")}
        first = dict(zip(("one", "two"), sides(game), strict=True))
        told = any(key in ("one", "two") for key, _ in fields)
        self.people = {side: (named[side] if told else list(first[side]))[:MOST_OF_A_SIDE] for side in named}
        given = dict(fields)
        self.usual = STRIKE if STRIKE in policies_of(game) else "natural"
        self.policies = {side: given.get(f"plan-{side}") or self.usual for side in ("one", "two")}
        added = given.get("add", "")
        for side in ("one", "two"):
            if added == side and given.get(f"new-{side}") in ready:
                self.people[side].append(given[f"new-{side}"])
        self.numbers = Numbers(game, ready, (*self.people["one"], *self.people["two"]), fields, lang)

    @property
    def query(self) -> str:
        """The address of this fight."""
        return self._query(self.people)

    def _query(self, people: dict[str, list[str]]) -> str:
        told = [(side, who) for side, members in people.items() for who in members]
        plans = [(f"plan-{side}", plan) for side, plan in self.policies.items() if plan != self.usual]
        return urlencode([("game", self.game.id), *told, *plans, *self.numbers.fields])

    def members(self, side: str) -> list[Member]:
        """Who stands on a side, each kind once."""
        ready: Any = self.game.ready()
        return [Member(who, ready[who].name.say(self.lang), n) for who, n in Counter(self.people[side]).items()]

    def with_one(self, side: str, who: str, more: int) -> str:
        """The address with one more of somebody on a side, or one fewer; "" where that cannot be."""
        people = {one: list(members) for one, members in self.people.items()}
        if more > 0 and len(people[side]) < MOST_OF_A_SIDE:
            people[side].append(who)
        elif more < 0 and len(people[side]) > 1:
            people[side].reverse()
            people[side].remove(who)
            people[side].reverse()
        else:
            return ""
        return f"/labo/combat?{self._query(people)}"

    @cached_property
    def ready(self) -> list[tuple[str, str]]:
        """Everybody who may be added, by name."""
        people: Any = self.game.ready()
        return sorted(
            ((who, one.name.say(self.lang)) for who, one in people.items()), key=lambda one: one[1].casefold()
        )

    @cached_property
    def plans(self) -> list[tuple[str, str]]:
        """The ways of playing that are ready for this game."""
        return [(id, (policy.label.say(self.lang))) for id, policy in policies_of(self.game).items()]

    def question(self, fights: int = FIGHTS) -> Fight:
        """The fight as the lab is asked."""
        from tablee.lab.fights import Fight

        one, two = (tuple(self.people[side]) for side in ("one", "two"))
        changed = {number.key.removeprefix(PREFIX).partition(".")[0] for number in self.numbers.changed}
        cast = cast_json({who: self.numbers.people[who] for who in changed})
        return Fight(self.game.id, one, two, self.policies, cast=cast, fights=fights, most_states=STATES)


@dataclass(frozen=True)
class Column:
    """A round in which fights end, or all the later ones: across and up in hundredths."""

    x: float
    width: float
    height: float
    label: str
    chance: float


class Outcome:
    """What came of a fight, as it is drawn."""

    def __init__(self, asked: Sides, result: Result) -> None:
        self.asked, self.result = asked, result

    @property
    def columns(self) -> list[Column]:
        """The rounds in which it ends."""
        shares = list(self.result.by_round)
        counting = [at for at, share in enumerate(shares) if share >= SEEN]
        first, last = min(counting, default=0), min(max(counting, default=0), min(counting, default=0) + COLUMNS - 2)
        shown, labels = shares[first : last + 1], [str(at + 1) for at in range(first, last + 1)]
        if (later := sum(shares[last + 1 :])) >= SEEN:
            shown, labels = [*shown, later], [*labels, f"{last + 2}+"]
        highest, each = max(shown, default=1.0), 100 / max(1, len(shown))
        return [
            Column(round(each * (at + 0.12), 2), round(each * 0.76, 2), round(100 * share / highest, 1), label, share)
            for at, (share, label) in enumerate(zip(shown, labels, strict=True))
        ]

    @property
    def falls(self) -> list[tuple[str, str, float]]:
        """Who is down at the end: name, side, how often; the likeliest first."""
        ready: Any = self.asked.game.ready()
        found = []
        for person in self.result.people:
            kind, _, copy = person.id.partition("#")
            name = ready[kind].name.say(self.asked.lang) + (f" {copy}" if copy else "")
            found.append((name, ("one", "two")[person.side], person.falls.value))
        return sorted(found, key=lambda one: -one[2])


def counted(asked: Sides) -> Outcome | Text:
    """What comes of the fight that an address asks for, or why it is not told."""
    try:
        from tablee.lab.fights import fight
    except ImportError:
        return NEEDS_NUMPY
    try:
        result = fight(asked.question())
        return NEVER_ENDS if result.unfinished > NEVER else Outcome(asked, result)
    except TooMany:
        return TOO_LONG
    except BadInput as no:
        return Text(fr=no.say("fr"), en=no.say("en"))


def read(game: str, query: str, lang: str) -> Sides:
    known = game_called(game) if game else next(iter(games().values()))
    return Sides(known, forms.read(query), lang)


class Even:
    """How many of the others make a fight even, as it is drawn."""

    def __init__(self, asked: Sides, found: Balance) -> None:
        self.asked, self.found = asked, found

    @property
    def name(self) -> str:
        ready: Any = self.asked.game.ready()
        return str(ready[self.found.who].name.say(self.asked.lang))

    @property
    def columns(self) -> list[Column]:
        """The party's chance for each number tried."""
        each = 100 / len(self.found.tried)
        chances = [(one.count, one.result.wins[0].value) for one in self.found.tried]
        return [
            Column(round(each * (at + 0.12), 2), round(each * 0.76, 2), round(100 * chance, 1), str(count), chance)
            for at, (count, chance) in enumerate(chances)
        ]


def evened(asked: Sides) -> Even | Text:
    """How many of the kind that is most numerous on the other side would make the fight even."""
    try:
        from tablee.lab.balance import balance
    except ImportError:
        return NEEDS_NUMPY
    if not asked.people["two"]:
        return EMPTY_SIDE
    who = Counter(asked.people["two"]).most_common(1)[0][0]
    try:
        return Even(asked, balance(asked.question(TRIED), who, most=MOST_OF_A_SIDE))
    except TooMany:
        return TOO_LONG
    except BadInput as no:
        return Text(fr=no.say("fr"), en=no.say("en"))


class Advised:
    """The choices of somebody's first turn as they are drawn: words, chance, error, whether it is what they planned."""

    def __init__(self, asked: Sides, found: Advice) -> None:
        game, lang = asked.game, asked.lang
        cast = staged(game, (asked.people["one"], asked.people["two"])).cast
        scene = game.scene(found.who, cast)
        self.name, self.method = cast[found.who].name.say(lang), found.method
        self.choices = [
            (words, one.wins.value, one.wins.error, one.plan) for words, one in found.told(game, scene, lang).items()
        ]


def advised(asked: Sides) -> Advised | Text:
    """What each choice of the first of the party is worth, or why it is not told."""
    try:
        from tablee.lab.advice import advise
    except ImportError:
        return NEEDS_NUMPY
    if not asked.people["one"]:
        return EMPTY_SIDE
    try:
        return Advised(asked, advise(asked.question(ADVISED), asked.people["one"][0]))
    except TooMany:
        return TOO_LONG
    except BadInput as no:
        return Text(fr=no.say("fr"), en=no.say("en"))


@router.get("/labo/combat/conseil")
async def advice(request: Request, game: str = "") -> Response:
    """What each choice of a first turn is worth, as a patch of the fight's page."""
    lang = reader(request)

    def drawing() -> str:
        asked = read(game, request.url.query, lang)
        return draw("lab/advice.html", lang, asked=asked, advice=advised(asked), game=asked.game.id)

    return html(request, patch("advice", await bounded(request, "advice", drawing)))


@router.get("/labo/combat/egal")
async def even(request: Request, game: str = "") -> Response:
    """How many of the others make it even, as a patch of the fight's page."""
    lang = reader(request)

    def drawing() -> str:
        asked = read(game, request.url.query, lang)
        return draw("lab/even.html", lang, asked=asked, even=evened(asked), game=asked.game.id)

    return html(request, patch("even", await bounded(request, "even", drawing)))


@router.get("/labo/combat")
async def fights(request: Request, game: str = "") -> Response:
    """The page of a fight: its sides at once, what comes of it later; with `now`, without a script, all together."""
    lang = reader(request)
    asked = await drawn(request, lambda: read(game, request.url.query, lang))
    listed = [(one.id, one.label.say(lang)) for one in map(game_called, usual_order())]
    outcome = await bounded(request, "fight", lambda: counted(asked)) if "now" in request.query_params else None
    values: dict[str, Any] = {"asked": asked, "games": listed, "outcome": outcome}
    return await drawn(request, lambda: page(request, "lab/fights.html", game=asked.game.id, **values))


@router.get("/labo/combat/issue")
async def issue(request: Request, game: str = "") -> Response:
    """What comes of a fight, as a patch of its page."""
    lang = reader(request)

    def drawing() -> str:
        asked = read(game, request.url.query, lang)
        return draw("lab/outcome.html", lang, asked=asked, outcome=counted(asked), game=asked.game.id)

    return html(request, patch("outcome", await bounded(request, "fight", drawing)))
