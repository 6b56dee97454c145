"""Fights without a table: two sides of ready people, how they play; who wins, how long, who falls, who is even.

The address holds everything (`one=brune&one=ondine&two=brigand&two=brigand`), so that it may be shared. The page is
there at once; what comes of the fight follows, counted away from the tables.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlencode

from fastapi import APIRouter, Request, Response

from tablee.errors import BadInput, TooMany
from tablee.lab.setups import EMPTY_SIDE, policies_of, staged
from tablee.rules.fields import fields_of
from tablee.rules.forms import in_words
from tablee.rules.game import Game, game_called, games
from tablee.rules.playing import cast_json
from tablee.text import Text
from tablee.web.pages import forms
from tablee.web.pages.answering import html, page
from tablee.web.pages.drawing import draw
from tablee.web.pages.entrance.home import usual_order
from tablee.web.pages.lab.asking import bounded, in_turn
from tablee.web.pages.lab.numbers import PREFIX, Numbers
from tablee.web.pages.lab.people import sides
from tablee.web.pages.table.live import patch
from tablee.web.serving.guard import reader
from tablee.web.urls import url

if TYPE_CHECKING:
    from tablee.lab.advice import Advice, Best
    from tablee.lab.balance import Balance
    from tablee.lab.fights import Fight, Result
    from tablee.lab.points import Point
    from tablee.rules.action import Scene

router = APIRouter(include_in_schema=False)

STRIKE = "strike"  # how people play unless told otherwise
MAX_OF_A_SIDE = 12
FIGHTS, STATES = 4000, 12_000  # thrown at most, and situations of an exact answer: what a page waits for
ADVISED = 400  # fights for each choice weighed, or number of points, where they are thrown
FEW = 4  # people of a fight whose best play is asked for
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
TOO_LONG_TO_SEARCH = Text(
    fr="Cette recherche est trop longue pendant que vous attendez : mettez moins de monde, ou demandez-la à "
    "« tablee balance » dans un terminal.",
    en="This search takes too long while you wait: take fewer people, or ask “tablee balance” in a terminal.",
)
TOO_LONG_TO_ADVISE = Text(
    fr="Peser ces choix est trop long pendant que vous attendez : mettez moins de monde, ou demandez-le à "
    "« tablee advise » dans un terminal.",
    en="Weighing these choices takes too long while you wait: take fewer people, or ask “tablee advise” in a terminal.",
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
        self.people = {side: (named[side] if told else list(first[side]))[:MAX_OF_A_SIDE] for side in named}
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
        """The address with one more copy of a character on a side, or one fewer; "" where that cannot be."""
        people = {one: list(members) for one, members in self.people.items()}
        if more > 0 and len(people[side]) < MAX_OF_A_SIDE:
            people[side].append(who)
        elif more < 0 and len(people[side]) > 1:
            people[side].reverse()
            people[side].remove(who)
            people[side].reverse()
        else:
            return ""
        return url("/labo/combat?{}", self._query(people))

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

    @property
    def few(self) -> bool:
        """Whether so few fight that the best play may be asked for while the visitor waits."""
        return sum(map(len, self.people.values())) <= FEW

    @cached_property
    def scene(self) -> Scene[Any]:
        """Everybody before the fight begins."""
        cast = staged(self.game, (self.people["one"], self.people["two"]), self.numbers.people).cast
        return self.game.scene(cast=cast)

    def question(self, fights: int | None = FIGHTS) -> Fight:
        """The fight as the lab is asked; None leaves it to the question how many are thrown."""
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


class Fallen(NamedTuple):
    """A character at the end of a fight: their side, how often they are down, and of each gauge its name, what they
    began with and what is left on average.
    """

    name: str
    side: str
    chance: float
    left: tuple[tuple[str, int, float], ...]


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
    def falls(self) -> list[Fallen]:
        """Who is down at the end, the likeliest first."""
        game, scene, lang, found = self.asked.game, self.asked.scene, self.asked.lang, []
        cast: Any = scene.cast
        for person in self.result.people:
            labels = {entry.id: entry.label.say(lang) for entry in game.watched(scene, person.id)}
            left = [(labels[gauge.id], gauge.start, gauge.left.value) for gauge in person.gauges]
            name, side = cast[person.id].name.say(lang), ("one", "two")[person.side]
            found.append(Fallen(name, side, person.falls.value, tuple(left)))
        return sorted(found, key=lambda one: -one.chance)


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
        return no.sentence


def sides_asked(game: str, query: str, lang: str) -> Sides:
    known = game_called(game) if game else next(iter(games().values()))
    return Sides(known, forms.form_fields(query), lang)


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
        return Even(asked, balance(asked.question(None), who, most=MAX_OF_A_SIDE))
    except TooMany:
        return TOO_LONG_TO_SEARCH
    except BadInput as no:
        return no.sentence


class Advised:
    """The choices of a character's first turn as drawn: words, chance, error, whether it is what they planned."""

    def __init__(self, asked: Sides, found: Advice) -> None:
        game, lang, scene = asked.game, asked.lang, asked.scene.acting(found.who)
        self.name, self.method = scene.me.name.say(lang), found.method
        self.choices = [
            (words, one.wins.value, one.wins.error, one.plan)
            for words, one in found.by_words(game, scene, lang).items()
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
        return TOO_LONG_TO_ADVISE
    except BadInput as no:
        return no.sentence


class BestPlay:
    """How the first of the party plays at best, and what one of their points is worth, as they are drawn; sentences
    where one of the two is not told.
    """

    def __init__(self, asked: Sides, best: Best | Text, point: Point | Text) -> None:
        who, game, lang = asked.people["one"][0], asked.game, asked.lang
        scene = asked.scene.acting(who)
        self.name, self.said = scene.me.name.say(lang), [one for one in (best, point) if isinstance(one, Text)]
        self.best = None if isinstance(best, Text) else best
        self.point = None if isinstance(point, Text) else point
        self.begins, self.label = "", ""
        if self.best:
            self.begins = in_words(game, game.action(self.best.action), scene, self.best.params, lang, optional=True)
        if self.point:
            self.label = next(one.label.say(lang) for one in fields_of(game.sheet) if one.name == self.point.field)


def best_play(asked: Sides) -> BestPlay | Text:
    """The best play of the first of the party and the worth of a point, or why they are not told."""
    try:
        from tablee.lab.advice import advise
        from tablee.lab.best import NO_BEST
        from tablee.lab.points import worth_of_a_point
    except ImportError:
        return NEEDS_NUMPY
    if not asked.people["one"]:
        return EMPTY_SIDE
    who, question = asked.people["one"][0], asked.question(ADVISED)
    try:
        point: Point | Text = worth_of_a_point(question, who)
    except TooMany:
        return TOO_LONG_TO_ADVISE
    except BadInput as no:  # nothing is bought here
        point = no.sentence
    try:
        return BestPlay(asked, advise(question, who, best=True).best or NO_BEST, point)
    except TooMany:
        return BestPlay(asked, NO_BEST, point)
    except BadInput as no:
        return no.sentence


def best_drawn(game: str, query: str, lang: str) -> str:
    """The best play and the worth of a point, drawn."""
    asked = sides_asked(game, query, lang)
    return draw("lab/best.html", lang, asked=asked, best=best_play(asked), game=asked.game.id)


@router.get("/labo/combat/mieux")
async def best(request: Request, game: str = "") -> Response:
    """The best play and the worth of a point, as a patch of the fight's page."""
    drawn = await bounded(request, "best", best_drawn, game, request.url.query, reader(request))
    return html(request, patch("best", drawn))


def advice_drawn(game: str, query: str, lang: str) -> str:
    """What each choice of a first turn is worth, drawn."""
    asked = sides_asked(game, query, lang)
    return draw("lab/advice.html", lang, asked=asked, advice=advised(asked), game=asked.game.id)


@router.get("/labo/combat/conseil")
async def advice(request: Request, game: str = "") -> Response:
    """What each choice of a first turn is worth, as a patch of the fight's page."""
    drawn = await bounded(request, "advice", advice_drawn, game, request.url.query, reader(request))
    return html(request, patch("advice", drawn))


def even_drawn(game: str, query: str, lang: str) -> str:
    """How many of the others make it even, drawn."""
    asked = sides_asked(game, query, lang)
    return draw("lab/even.html", lang, asked=asked, even=evened(asked), game=asked.game.id)


@router.get("/labo/combat/egal")
async def even(request: Request, game: str = "") -> Response:
    """How many of the others make it even, as a patch of the fight's page."""
    drawn = await bounded(request, "even", even_drawn, game, request.url.query, reader(request))
    return html(request, patch("even", drawn))


def outcome_drawn(game: str, query: str, lang: str) -> str:
    """What comes of a fight, drawn."""
    asked = sides_asked(game, query, lang)
    return draw("lab/outcome.html", lang, asked=asked, outcome=counted(asked), game=asked.game.id)


@router.get("/labo/combat")
async def fights(request: Request, game: str = "") -> Response:
    """The page of a fight: its sides at once, what comes of it later; with `now`, without a script, all together."""
    lang = reader(request)
    asked = await in_turn(request, lambda: sides_asked(game, request.url.query, lang))
    listed = [(one.id, one.label.say(lang)) for one in map(game_called, usual_order())]
    now, query = "now" in request.query_params, request.url.query
    outcome = await bounded(request, "fight", outcome_drawn, game, query, lang) if now else None
    values: dict[str, Any] = {"asked": asked, "games": listed, "outcome": outcome}
    return await in_turn(request, lambda: page(request, "lab/fights.html", game=asked.game.id, **values))


@router.get("/labo/combat/issue")
async def issue(request: Request, game: str = "") -> Response:
    """What comes of a fight, as a patch of its page."""
    drawn = await bounded(request, "fight", outcome_drawn, game, request.url.query, reader(request))
    return html(request, patch("outcome", drawn))
