"""weigh(): how often a party comes to each end of an adventure, how its rolls and fights come out, who falls where.

Whole evenings are played with `perform`, dice and all, by a policy that anybody can read (`POLICY`): a share of so many
evenings has the error of so many throws.

    >>> from tablee.adventures.folder import adventure_called
    >>> book = adventure_called("d6", "cent-marmites")
    >>> found = weigh(Weighing(book, evenings=3))
    >>> [found.evenings, round(sum(one.value for one in found.ends.values()) + found.unfinished.value, 6)]
    [3, 1.0]
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from random import Random
from typing import Any

from tablee.adventures import story
from tablee.adventures.folder import Bound
from tablee.adventures.rolling import (
    alternatives,
    befalling,
    family,
    heroes_of,
    numbered,
    params_of,
    scene_for,
    sheet_of,
    stood_again,
    there,
    with_things,
)
from tablee.adventures.story import Progress, Turn
from tablee.adventures.structure import Deed, Try
from tablee.dice.patience import look
from tablee.dice.throw import Seeded
from tablee.errors import BadInput, NeedDice, TooMany
from tablee.lab.fights import Estimate, silent, wilson
from tablee.lab.fights import Progress as Told
from tablee.lab.policy import NATURAL, Policy, planned
from tablee.lab.setups import policies_of, setup_of
from tablee.rules.action import Scene
from tablee.rules.data.ends import ends_of
from tablee.rules.data.openings import opening_of
from tablee.rules.fields import Declared, record_of
from tablee.rules.game import Game, game_called
from tablee.rules.playing import Playthrough
from tablee.rules.run import expected, prepared
from tablee.text import Text

POLICY = Text(
    fr="À chaque scène on tente, au hasard, une chose de celles qui s'offrent, chacune autant que les autres ; qui la "
    "tente est tiré au sort parmi ceux qui tiennent debout, sauf si elle demande le plus apte ; dans les combats, "
    "chacun fait ce qui vient naturellement, les gens de l'aventure selon leur tempérament ; une question a la réponse "
    "qu'elle propose ; quand plus personne ne tient debout, un autre de la troupe prend la suite, tant qu'il en reste.",
    en="In each scene one of the things on offer is tried, by chance, each as likely as the others; who tries it is "
    "drawn among those who stand, unless it asks for the ablest; in fights everybody does what comes naturally, the "
    "people of the adventure by their temper; a question gets the answer that it proposes; when nobody stands any more "
    "another of the party goes on, while there are any.",
)
EVENINGS, MAX_EVENINGS = 200, 20_000
MAX_TURNS, MAX_MOVES, MAX_ROUNDS = 120, 2000, 60  # of an evening, of a fight
MOST = 3  # players more or fewer, by whom the people of an adventure are counted
NOBODY_PLAYS = Text(
    fr="Cette aventure n'a pas de troupe prête : dites qui la joue.",
    en="This adventure has no ready party: say who plays it.",
)
BETWEEN = Text(fr="De 1 à {most} soirées, pas {evenings}.", en="From 1 to {most} evenings, not {evenings}.")
HARDER_BETWEEN = Text(
    fr="De {most} joueurs de moins à {most} de plus, pas {harder}.",
    en="From {most} players fewer to {most} more, not {harder}.",
)


@dataclass(frozen=True)
class Weighing:
    """A question: an adventure, who plays it (sheets by id; else the first of its own party, as many as `players`),
    from where on, with its people counted as for so many players more or fewer.
    """

    book: Bound
    party: Mapping[str, Any] = field(default_factory=dict)
    players: int = 0  # none: as many as the party has, or two
    at: Progress | None = None
    options: Mapping[str, Any] = field(default_factory=dict)  # house rules of the table
    harder: int = 0
    evenings: int = EVENINGS
    seed: int = 1


@dataclass(frozen=True)
class Met:
    """Something that evenings come to: how often, and how often it comes out each way once it is there."""

    count: int  # of the evenings
    share: Estimate
    ways: Mapping[str, Estimate]


@dataclass(frozen=True)
class Weighed:
    """What so many evenings came to. Rolls and fights are named by scene and try (`pont/parler`, `pont/fight`)."""

    evenings: int
    seed: int
    harder: int
    players: int
    party: tuple[str, ...]
    ends: Mapping[str, Estimate]
    unfinished: Estimate  # evenings without an end: nobody is left, or they turn in circles
    met: Mapping[str, Met]
    falls: Mapping[str, Mapping[str, Estimate]]  # who of the party falls, by scene
    left: Mapping[str, Mapping[str, float]]  # what each of the party has left on average, by gauge

    def to_json(self) -> dict[str, Any]:
        return {**asdict(self), "policy": {"fr": POLICY.fr, "en": POLICY.en}}


def weigh(asked: Weighing, progress: Told = silent, enough: Callable[[int], bool] = lambda _: False) -> Weighed:
    """What comes of an adventure, played so many times, or until that is `enough`; the same seed, the same numbers."""
    if not 1 <= asked.evenings <= MAX_EVENINGS:
        raise BadInput(BETWEEN, most=MAX_EVENINGS, evenings=asked.evenings)
    if not -MOST <= asked.harder <= MOST:
        raise BadInput(HARDER_BETWEEN, most=MOST, harder=asked.harder)
    known = _Known(asked)
    ends, met, falls = Counter[str](), defaultdict[str, Counter[str]](Counter), defaultdict[str, Counter[str]](Counter)
    left = defaultdict[str, Counter[str]](Counter)
    for n in range(asked.evenings):
        one = Evening(known, Random(f"{asked.seed} {n}"))
        one.goes_by()
        ends[one.progress.end] += 1
        for place, how in one.came.items():
            met[place][how] += 1
        for who, scene in one.fell.items():
            falls[who][scene] += 1
        for who in known.party:
            left[who].update(one.left(who))
        progress(n + 1, asked.evenings)
        if enough(n + 1):
            break
    evenings = ends.total()

    def share(times: int, of: int = evenings) -> Estimate:
        return Estimate(times / of, wilson(times / of, of))

    return Weighed(
        evenings,
        asked.seed,
        asked.harder,
        known.players,
        tuple(known.party),
        {id: share(ends[id]) for id in known.book.adventure.ends},
        share(ends[""]),
        {
            place: Met(
                counts.total(),
                share(counts.total()),
                {how: share(n, counts.total()) for how, n in sorted(counts.items())},
            )
            for place, counts in sorted(met.items())
        },
        {who: {scene: share(n) for scene, n in sorted(counts.items())} for who, counts in sorted(falls.items())},
        {who: {name: total / evenings for name, total in gauges.items()} for who, gauges in left.items()},
    )


class _Known:
    """What all evenings of a question have in common."""

    def __init__(self, asked: Weighing) -> None:
        self.book, self.at = asked.book, asked.at
        self.adventure = asked.book.adventure
        self.game: Game = game_called(self.adventure.game)
        self.ready = ready = {**self.game.ready(), **heroes_of(self.adventure, self.game)}
        own = self.adventure.party[: asked.players or 2]
        self.party: dict[str, Any] = dict(asked.party) or {who: ready[who] for who in own}
        if not self.party:
            raise BadInput(NOBODY_PLAYS)
        self.players = len(self.party)
        self.many = max(1, self.players + asked.harder)
        options = asked.options or scene_for(self.book, self.game, "", ()).options
        self.options: Mapping[str, Any] = options
        self.spares = [who for who in self.adventure.party if who not in self.party and who in ready]
        self.policies = {
            id: policies_of(self.game).get(one.temper, NATURAL) for id, one in self.adventure.people.items()
        }
        self.health = setup_of(self.game.id).health
        self.best: dict[tuple[Any, ...], float] = {}  # the chance of a roll, by everything that it may hang on

    def policy(self, who: str) -> Policy:
        return self.policies.get(family(self.book, who), NATURAL)


class Evening:
    """One evening as it goes: where the adventure is, everybody's sheet, what came of each thing that was tried."""

    def __init__(self, known: _Known, chance: Random) -> None:
        self.known, self.chance, self.game, self.book = known, chance, known.game, known.book
        self.heroes = list(known.party)
        self.scene: Scene[Any] = self.game.scene(cast=known.party, options=known.options)
        self.away: dict[str, Any] = {}  # people of the adventure who have left the scene, as they were
        self.progress = known.at or Progress()
        self.came: dict[str, str] = {}  # how each roll and fight came out, the first time
        self.fell: dict[str, str] = {}  # in which scene each of the party fell, the first time
        self.sheets = {who: sheet.model_dump(mode="json") for who, sheet in known.party.items()}  # as they came
        self.before: Mapping[str, Any] = known.party  # the sheets as the last fight began
        self.spares = list(known.spares)

    @property
    def players(self) -> int:
        return max(1, len(self.heroes))

    @property
    def able(self) -> list[str]:
        """Those of the party who stand."""
        return [who for who in self.heroes if self.game.standing(self.scene, who)]

    def left(self, who: str) -> dict[str, int]:
        """What one of the party has left, by gauge."""
        entries = self.game.watched(self.scene.acting(who), who)
        return {one.id: one.value for one in entries if isinstance(one.value, int) and not isinstance(one.value, bool)}

    def goes_by(self) -> None:
        """From where it stands to an end, or until nobody can go on."""
        adventure = self.known.adventure
        if self.known.at is None:
            self._turned(story.begun(adventure, self.players))
        else:
            self._people()
        for _ in range(MAX_TURNS):
            look()
            if self.progress.end:
                return
            if self.progress.fight:
                self._fight()
            elif not self._try():
                return

    def _try(self) -> bool:
        """One of the things on offer is tried; false if there is none, or nobody to try it."""
        if not self.able and not self._spare():
            return False
        offered = list(story.choices(self.known.adventure, self.progress, self.players))
        self.chance.shuffle(offered)
        for attempt in offered:
            result = self._came_out(attempt) if attempt.roll else "then"
            if result:
                if attempt.roll:
                    self._noted(attempt.id, result)
                self._fallen()
                self._turned(story.tried(self.known.adventure, self.progress, attempt, result, self.players))
                return True
        return False

    def _spare(self) -> bool:
        """Somebody else of the adventure's party joins, once nobody stands; false if nobody is left."""
        if not self.spares:
            return False
        who = self.spares.pop(0)
        sheet = self.known.ready[who]
        self.heroes.append(who)
        self.sheets[who] = sheet.model_dump(mode="json")
        self.scene = replace(self.scene, cast={**self.scene.cast, who: sheet})
        return True

    def _noted(self, what: str, how: str) -> None:
        self.came.setdefault(f"{self.progress.scene}/{what}", how)

    def _fallen(self) -> None:
        for who in self.heroes:
            if not self.game.standing(self.scene, who):
                self.fell.setdefault(who, self.progress.scene)

    def _came_out(self, attempt: Try) -> str:
        """How a roll came out (`good`, `bad`); "" if the rules refuse it to everybody who might make it."""
        roll = attempt.roll
        assert roll
        ways = alternatives(roll, self.game, self.players)
        able = self.able
        self.chance.shuffle(able)
        self.chance.shuffle(ways)
        made = [(who, self._prepared(attempt, way, who)) for way in ways for who in able]
        fit = [(who, do) for who, do in made if do is not None]
        if attempt.who == "best" and len(fit) > 1:
            fit.sort(key=lambda one: -self._odds(attempt, one[0], *one[1]))
        for who, (action, params) in fit[:1]:
            play = Playthrough(self.game, self.scene, Seeded(self.chance.getrandbits(60)), planned(self._policies()))
            done = play.act(who, action, params)
            self.scene = play.scene
            return "good" if done.outcome.parts and done.outcome.parts[0].grade.good else "bad"
        return ""

    def _prepared(self, attempt: Try, way: Mapping[str, Any], who: str) -> tuple[str, dict[str, Any]] | None:
        """The action of a try and its parameters as one makes it; None if the rules refuse it to them."""
        helpers = [one for one in self.able if one != who]
        action, params = params_of(self.book, self.game, attempt, way, {}, self.progress.things, helpers)
        with suppress(BadInput):
            if isinstance(prepared(self.game.action(action), self.scene.acting(who), params), Declared):
                return action, params
        return None

    def _odds(self, attempt: Try, who: str, action: str, params: Mapping[str, Any]) -> float:
        """The chance that one succeeds, to find who is the ablest."""
        key = (attempt.id, self.progress.scene, who, repr(sorted(params.items())), repr(self.scene.cast[who]))
        known = self.known.best
        if key not in known:
            scene, act = self.scene.acting(who), self.game.action(action)
            do = prepared(act, scene, params)
            assert isinstance(do, Declared)
            try:
                law = expected(act, scene, do)
                known[key] = float(law.mean(lambda parts: bool(parts and parts[0].grade.good)))
            except (TooMany, NeedDice):
                known[key] = 0.0
        return known[key]

    def _policies(self) -> dict[str, Policy]:
        return {who: self.known.policy(who) for who in self.scene.cast}

    def _fight(self) -> None:
        """The fight of the scene to its end, by natural moves and tempers; then what follows from it."""
        how = self._fought()
        self._noted(story.FIGHT, how)
        self._fallen()
        self._turned(story.fought(self.known.adventure, self.progress, how, self.players))

    def _fought(self) -> str:
        adventure, scene = self.known.adventure, self.scene
        ours, others = self._sides()
        opening = opening_of(self.game.id)
        result = "over" if ours else "lost"
        if ours and others and opening.open:
            self.before = scene.cast
            fight = adventure.scenes[self.progress.scene].fight
            surprise = fight.surprise if fight else None
            unaware = surprise is not None and story.fits(surprise, self.progress, self.players)
            surprising = (ours if surprise.by == "players" else others) if surprise and unaware else []
            policies = self._policies()
            play = Playthrough(self.game, scene, Seeded(self.chance.getrandbits(60)), planned(policies))
            with suppress(BadInput):
                play.act("", opening.open, opening.params(ours, others, surprising))
                self._moves(play, policies)
            self._closed(play)
            now = play.scene
            stand = any(who in now.cast and self.game.standing(now, who) for who in ours)
            ran = any(who in now.cast and self.game.condition(now, who).runs for who in ours)
            result = "won" if stand else "away" if ran else "lost"
            self.scene = now
        return story.end_of_fight(adventure, self.progress, result)

    def _sides(self) -> tuple[list[str], list[str]]:
        """Those who stand, by the side that they are on in the adventure."""
        people = self.known.adventure.people
        stand = [who for who in self.scene.cast if self.game.standing(self.scene, who)]
        with_us = {
            who
            for who in stand
            if who in self.heroes or ((of := family(self.book, who)) and people[of].side == "players")
        }
        return [who for who in stand if who in with_us], [who for who in stand if who not in with_us]

    def _moves(self, play: Playthrough, policies: Mapping[str, Policy]) -> None:
        """Everybody's moves, until one side is left standing or so many rounds are over."""
        game, rounds = self.game, 1
        for _ in range(MAX_MOVES):
            if play.over or rounds > MAX_ROUNDS:
                return
            look()
            if not any(self._moved(play, who, policies) for who in play.may_act):
                play.act("", game.next_round, {})
                rounds += 1

    def _moved(self, play: Playthrough, who: str, policies: Mapping[str, Policy]) -> bool:
        """Whether somebody did the first thing that their way of playing has for them and that no rule refuses."""
        for move in policies.get(who, NATURAL).moves(self.game, play.seen_by(who), self.known.health):
            params = move.params
            if who in self.heroes:
                params = with_things(self.book, self.progress.things, move.action, params)
            play.act(who, move.action, params)
            return True
        return False

    def _closed(self, play: Playthrough) -> None:
        """The action by which the game ends a fight, where its rules take it."""
        id = ends_of(self.game.id).action
        with suppress(BadInput):
            if id:
                play.act("", id, {})

    def _turned(self, turn: Turn) -> None:
        """What a turn of the story brings: where it is, who comes and goes, who stands again, what befalls people."""
        self.progress = turn.progress
        self._people()
        for who in self.heroes if turn.mend or turn.wake else ():
            if turn.mend:
                self._again(who, self.sheets[who])
            elif not self.game.standing(self.scene, who) and who in self.before:
                self._again(who, self.before[who].model_dump(mode="json"))
        for deed in turn.deeds:
            if not self.progress.end:
                self._befalls(deed)

    def _again(self, who: str, then: Mapping[str, Any]) -> None:
        fields = stood_again(self.game, self.scene, who, then)
        sheet = record_of(self.game.sheet, {**self.scene[who].model_dump(mode="json"), **fields})
        self.scene = self._without_clocks({who}, {**self.scene.cast, who: sheet})

    def _without_clocks(self, people: set[str], cast: Mapping[str, Any]) -> Scene[Any]:
        """The scene with this cast, in which nothing counts down any more for these people."""
        clocks = tuple(one for one in self.scene.play.clocks if one.who not in people)
        changed = len(clocks) < len(self.scene.play.clocks)
        play = self.scene.play.with_changes(clocks=clocks) if changed else self.scene.play
        return replace(self.scene, cast=cast, play=play)

    def _people(self) -> None:
        """Those of the adventure who come into the scene, come back to it or leave it."""
        wanted = there(self.book, self.progress, self.players, self.known.many)
        cast = dict(self.scene.cast)
        gone = {who for who in cast if who not in self.heroes and family(self.book, who) and who not in wanted}
        for who in gone:
            self.away[who] = cast.pop(who)
        for who, (id, n) in wanted.items():
            if who not in cast:
                sheet = self.away.pop(who, None)
                cast[who] = sheet or numbered(sheet_of(self.book, self.game, id, self.known.many), n)
        self.scene = self._without_clocks(gone, cast)

    def _befalls(self, deed: Deed) -> None:
        """An action that befalls one of the party who stand, or all of them; those whom the rules spare are spared."""
        able = self.able
        for who in able[:1] if deed.who == "one" else able:
            play = Playthrough(self.game, self.scene, Seeded(self.chance.getrandbits(60)), planned(self._policies()))
            with suppress(BadInput):
                acting = self.scene.acting(who)
                play.act(who, deed.action, befalling(self.game.action(deed.action), acting, deed.params))
                self.scene = play.scene
