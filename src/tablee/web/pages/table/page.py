"""The table as one seat's page: who they play, what they prepare, what each region of the page shows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

from tablee.errors import BadInput
from tablee.rules.action import Kind
from tablee.rules.data.ends import ends_of
from tablee.rules.data.look import Look, look_of
from tablee.rules.data.openings import opening_of
from tablee.rules.fields import fields_of
from tablee.rules.game import Game, game_called
from tablee.rules.sheet.sheet_data import EntrySeen, SectionSeen, SheetSeen
from tablee.table.decide.refusal import Refusal
from tablee.table.lines import Line
from tablee.table.seen.forms import FieldAsked, FormSeen, Offer
from tablee.table.seen.odds import Odds
from tablee.table.seen.refusal import RefusalTold
from tablee.table.seen.view import Paper
from tablee.table.service import House
from tablee.text import Name, Text, number
from tablee.web.pages import forms, tokens
from tablee.web.pages.drawing import sheet_template
from tablee.web.pages.forms import PageQuery
from tablee.web.pages.table import cards, people
from tablee.web.pages.table.form_layout import FormLayout
from tablee.web.pages.table.odds import Person, persons
from tablee.web.pages.table.owed import Owed
from tablee.web.pages.table.quest import ME, Quest
from tablee.web.pages.table.sheets import Leaf

Json = dict[str, Any]
TABS = ("table", "fiche", "scene", "notes", "regles")
DEEDS = {kind.value for kind in (Kind.CHECK, Kind.FIGHT, Kind.MAGIC)}  # what a character does on their turn
STRIP = 7  # people on the bar of a wide screen: who acts now, and six more
LATEST = 6  # cards among which the last roll of a character is still news
WINDOW = 200  # lines read at once for the story
TO_ONE = Text(fr="en privé à {who}", en="in private to {who}")
TO_MJ = Text(fr="en privé au meneur", en="in private to the GM")
YOURS = Text(fr="À vous, {who}", en="Your turn, {who}")
YOURS_OF = Text(fr="À vous : {who:le}", en="Your turn: {who:the}")  # of a name that takes an article
LAUNCH, DO = Text(fr="Lancer", en="Roll"), Text(fr="Valider", en="Do it")
BEFORE, NOW = Text(fr="La façon gardée", en="The way kept"), Text(fr="Celle-ci", en="This one")
TO_CHOOSE = Text(fr="À choisir : {what}.", en="To choose: {what}.")
WITHOUT = Text(fr="sans : {what}", en="without: {what}")


class WayShown(NamedTuple):
    """One of two ways to declare an action that are compared: what it is called, its odds or why it has none."""

    label: str
    odds: Odds | None
    refusal: RefusalTold | None = None


@dataclass(frozen=True)
class Prepared:
    """An action as a seat prepares it: its form, its odds (of two ways, if one was kept to compare), or why not."""

    form: FormSeen
    odds: Odds | None = None
    remark: str = ""  # why no odds are told
    ways: tuple[WayShown, ...] = ()


class Notes(NamedTuple):
    """The papers that a seat has at hand, the newest first: its own notes, those of the group, what it was given."""

    own: list[Paper]
    group: list[Paper]
    given: list[Paper]


class Page:
    """What the page of one seat shows, read from the house once for each thing that it needs."""

    place = "table"  # which page it is: this one, or the MJ's screen (`mj`)
    window, most = WINDOW, cards.MOST  # lines that the story is read from, and its cards

    def __init__(
        self, house: House, table: str, seat: str, lang: str, asked: PageQuery, present: frozenset[str]
    ) -> None:
        self.house, self.table, self.seat, self.lang, self.present = house, table, seat, lang, present
        self.view = house.view(table, seat)
        self.game: Game = game_called(self.view.game)
        # the MJ may play anybody: whom the address names, with what is done to them or in their player's place
        named = self.view.cast.get(asked.who) if self.mj else None
        theirs = named is not None and not named.retired
        self.named = theirs or asked.who in self.mine  # whether the address says whose hand it is
        self.asked = replace(asked, who=asked.who if self.named else self._who_first())
        self._forms: dict[tuple[str, str], FormSeen | Refusal] = {}

    @property
    def mj(self) -> bool:
        return self.view.mj

    @cached_property
    def mine(self) -> tuple[str, ...]:
        """The characters that this seat plays, those of the players first; the MJ plays every character without a
        player, but for opponents that act by themselves.
        """
        seats, alone = ("", self.seat) if self.mj else (self.seat,), self.view.by_themselves
        cast = self.view.cast.items()
        playing = [who for who, one in cast if one.player in seats and not one.retired and who not in alone]
        playing = [who for who in playing if self.view.cast[who].here or not self.mj]
        return tuple(sorted(playing, key=self.foe))

    @cached_property
    def to_take_along(self) -> list[str]:
        """Those whom this player may take along as they are: the session has just ended, and they were in it."""
        ended = self.view.sessions[-1] if self.view.sessions and not self.mj else None
        if ended is None or not set(self.mine) & set(ended.here):
            return []
        last = self.house.window(self.table, self.seat, most=1).lines
        return [who for who in self.mine if who in ended.here] if last and last[-1].at <= ended.ended else []

    @property
    def elsewhere(self) -> list[str]:
        """The names of those of the party who are not where this seat is; of all but its own, for one that is away."""
        cast = self.view.cast.items()
        away = [who for who, one in cast if one.elsewhere and (one.owner or one.free) and who not in self.mine]
        return [self.called(who) for who in away]

    @property
    def round(self) -> int:
        """The round of the scene; 0 outside rounds, and at a table where nothing was played yet."""
        return int(self.view.play.get("round") or 0)

    @property
    def peaceful(self) -> bool:
        """Whether hands open with a test rather than with a blow: no fight goes on."""
        return not self.round

    @cached_property
    def now(self) -> tuple[str, ...]:
        """Whose turn it is."""
        return tuple(turn.who for turn in self.view.turns if turn.when == "now")

    def _word(self, action: str) -> bool:
        """Whether an action is the MJ's own at this table: it may befall any character."""
        known, options = next((one for one in self.game.actions if one.id == action), None), self.view.options
        return bool(known and known.offered(options, True) and not known.offered(options, False))

    @property
    def inflicted(self) -> tuple[str, ...]:
        """Whom the action in hand may befall: everybody here, if it is the MJ's own and its form asks for nobody."""
        form = self.prepared.form if self.prepared else None
        if form is None or not self.mj or not self._word(form.action):
            return ()
        named = any(self.layout.of_people(one) for one in form.fields if one.applies and one.rank == "usual")
        return () if named else tuple(who for who, one in self.view.cast.items() if one.here)

    @property
    def stopped(self) -> bool:
        """Whether the scene stands still: an action waits for answers, or the game is paused."""
        return bool(self.view.pending) or self.view.paused

    @property
    def mine_now(self) -> tuple[str, ...]:
        """Those whom this seat plays and who may act now, outside a fight only those who have not fallen; nobody while
        the scene stands still, or while an adventure waits for a choice.
        """
        idle = self.stopped or self.quest.choosing
        return () if idle else tuple(who for who in self.now if who in self.mine and (self.round or self._stands(who)))

    def _stands(self, who: str) -> bool:
        """Whether a character has not fallen, as far as their game tells."""
        how = self.view.cast[who].condition
        return how is None or how.standing

    @property
    def all_down(self) -> tuple[str, ...]:
        """The characters of this seat, where none of them is on their feet: it is told why it is not called to act."""
        return () if self.mj or any(map(self.stands, self.mine)) else self.mine

    @property
    def plays_nobody(self) -> bool:
        """Whether a player sits here whose character has still to be made or brought."""
        return not self.mine and self.view.seats[self.seat].role == "player"

    @property
    def others_act(self) -> bool:
        """Whether the table waits for others than this seat to act: never where anybody acts when they like."""
        return bool(self.now) and not self.freely

    @property
    def others_now(self) -> list[str]:
        """The names of those who may act now too, but for the first whom this seat plays: others of this seat; in a
        fight whoever else the table waits for, so that two who look at their phones know of each other.
        """
        mine = self.mine_now[1:]
        alone = self.view.by_themselves
        others = [who for who in self.now if who not in self.mine and who not in alone] if self.others_act else []
        return [self.called(who) for who in (*mine, *others)]

    def _who_first(self) -> str:
        return next(iter((*self.mine_now, *self.mine)), "")

    @cached_property
    def owed(self) -> Owed:
        """What the table waits for from this seat."""
        return Owed(self)

    @cached_property
    def offers(self) -> list[Offer]:
        """What the character in hand may do, the usual first; nothing without a character."""
        return self._offers(self.asked.who) if self.asked.who else []

    def _offers(self, who: str) -> list[Offer]:
        told = self.house.offers(self.table, self.seat, who, self.lang)
        listed = [] if isinstance(told, Refusal) else told
        return sorted(listed, key=lambda one: (one.usual is None, one.usual or 0))

    @cached_property
    def form(self) -> FormSeen | Refusal | None:
        """The form of the action that the address asks for, else of the first that is usual and possible, or why there
        is none; None if no action can be proposed, or while the scene stands still, unless it is a roll that the MJ
        asked for: that goes beside the scene.
        """
        asked = self.asked if self.asked.action else self._proposed()
        if asked is None or (self.stopped and (self.view.paused or not asked.request)):
            return None
        if not (asked.params or asked.request):
            return self._as_proposed(asked.who, asked.action)
        try:
            return self.house.form(self.table, self.seat, asked.act, self.lang)
        except BadInput as bad:  # an address written by hand: the form as it is proposed, and why not
            form = self.house.form(self.table, self.seat, replace(asked, params={}).act, self.lang)
            return form if isinstance(form, Refusal) else replace(form, refusal=RefusalTold(bad.say(self.lang), ""))

    def _as_proposed(self, who: str, action: str) -> FormSeen | Refusal:
        """The form of an action as it is proposed to a character, asked once."""
        if (who, action) not in self._forms:
            act = PageQuery(who=who, action=action).act
            self._forms[who, action] = self.house.form(self.table, self.seat, act, self.lang)
        return self._forms[who, action]

    @property
    def shut(self) -> str:
        """Why the action that the address asks for has no form for this seat, in a sentence; "" if it has one."""
        return self.form.say(self.lang) if isinstance(self.form, Refusal) else ""

    @property
    def waits(self) -> str:
        """Whom the action in progress waits for, and whose it is, in a sentence; "" where this seat may not know."""
        return cards.what_waits(self.view, self.lang)

    @cached_property
    def prepared(self) -> Prepared | None:
        """The action in hand, with its odds; None where it has no form."""
        form = self.form
        if form is None or isinstance(form, Refusal):
            return None
        asked = replace(self.asked, action=form.action, params=form.values)
        if form.refusal:
            return Prepared(form)
        left = [one.label for one in form.fields if one.applies and one.required and one.value in (None, "", [])]
        if left:
            return Prepared(replace(form, refusal=RefusalTold(TO_CHOOSE.say(self.lang, what=", ".join(left)), "")))
        odds, remark, rule = self.odds_of(asked)
        if rule:  # the rules refuse it as it stands, and would refuse it once posted
            return Prepared(replace(form, refusal=RefusalTold(remark, rule)))
        return Prepared(form, odds, remark, self._ways(asked, odds, form.fields))

    @property
    def untimely(self) -> bool:
        """Whether the hand is of one whose turn it is not, in a fight that waits for somebody else: the MJ may have
        them act all the same, and nothing proposes it.
        """
        now = self.now if self.mj and self.round and not self.asked.request else ()
        return bool(now) and self.asked.who in self.mine and self.asked.who not in now

    def _proposed(self) -> PageQuery | None:
        if self.untimely and not self.named:
            return None
        first = self.first_action(self.asked.who)
        return replace(self.asked, action=first) if first else None

    @property
    def advised(self) -> bool:
        """Whether advice may be asked for: the table plays with it, and this is a fight."""
        return self.view.arranged.advice == "on" and bool(self.round)

    @property
    def odds_alone(self) -> Odds | None:
        """The odds of the action that the address asks for, without its form; None where only the form can say more:
        the rules refuse these parameters, or another way is compared.
        """
        if not self.asked.action or self.asked.kept or self.stopped:
            return None
        return self.odds_of(self.asked)[0]

    def odds_of(self, asked: PageQuery) -> tuple[Odds | None, str, str]:
        """The odds of an action; or why they are not told, and the rule that refuses the action, if one does."""
        try:
            told = self.house.odds(self.table, self.seat, asked.act, self.lang)
        except BadInput as bad:
            return None, bad.say(self.lang), ""
        return (None, told.say(self.lang), told.rule) if isinstance(told, Refusal) else (told, "", "")

    def _ways(self, asked: PageQuery, odds: Odds | None, fields: list[FieldAsked]) -> tuple[WayShown, ...]:
        """The way that was kept to compare, and the one in the form, each by what differs; none if none was kept."""
        if not asked.kept:
            return ()
        kept = forms.params(forms.form_fields(asked.kept))
        other, remark, _ = self.odds_of(replace(asked, params=kept))
        now = forms.params(forms.fields_of(asked.params))  # as an address gives them, so that both compare
        differ = [one for one in fields if one.applies and kept.get(one.name) != now.get(one.name)]
        return (
            WayShown(
                self.worded(differ, kept) or BEFORE.say(self.lang), other, None if other else RefusalTold(remark, "")
            ),
            WayShown(self.worded(differ, now) or NOW.say(self.lang), odds),
        )

    def worded(self, fields: Iterable[FieldAsked], params: Mapping[str, Any]) -> str:
        """What these fields of a form say with these parameters, in a few words."""
        words = []
        for one in (field for field in fields if field.name in params):
            value = params[one.name]
            chosen = value if isinstance(value, list | tuple) else [value]
            labels = [
                self.called(choice.id) if choice.id in self.view.cast else choice.label
                for choice in one.choices
                if choice.id in chosen
            ]
            if one.kind == "bool":
                words.append(one.label if value else WITHOUT.say(self.lang, what=one.label))
            else:
                words.append(", ".join(labels) or f"{one.label} {value if value not in ('', [], ()) else '—'}")
        return ", ".join(words)

    def worded_request(self, id: str) -> str:
        """The parameters of a roll that the MJ asks for, in a few words, as one of those asked reads them: this seat's
        own, or whom the MJ may look at; "" for others.
        """
        request = self.view.requests[id]
        given = {name: value for name, value in request.params.items() if value}
        declared = fields_of(self.game.action(request.action).params, self.view.options)
        usual = {field.name for field in declared if given.get(field.name) == field.default}
        asked = sorted((who for who in request.who if who in self.view.cast), key=lambda who: who not in self.mine)
        query = PageQuery(who=next(iter(asked), ""), action=request.action, params=request.params)
        try:  # as an answer to it: some rolls begin by the MJ's word alone; as any roll once it was answered
            forms = (
                self.house.form(self.table, self.seat, replace(query, request=one).act, self.lang) for one in (id, "")
            )
            form = next((one for one in forms if not isinstance(one, Refusal)), None)
        except BadInput:
            return ""
        if form is None:
            return ""
        known = {field.name for field in form.fields}
        told = [self.worded([one for one in form.fields if one.rank != "more" or one.name not in usual], given)]
        told += [
            f"{field.label.say(self.lang)} {number(given[field.name], self.lang)}"  # what the MJ alone sets
            for field in declared
            if field.name not in known and isinstance(given.get(field.name), int)
        ]
        return ", ".join(filter(None, told))

    def what_is_asked(self, id: str, headed: bool = False) -> str:
        """A roll that the MJ asks for, with what is rolled: « Test · Perception, Difficulté 15 »; without its name
        where it stands below a head that bears it, as that of a request without a title does.
        """
        request = self.view.requests[id]
        label = "" if headed and not request.title else self.game.action(request.action).label.say(self.lang)
        return "\u00a0· ".join(filter(None, (label, self.worded_request(id))))

    def grows(self, action: str) -> bool:
        """Whether an action is growth: who is asked for it chooses, and rolls nothing."""
        return self.game.action(action).kind is Kind.GROWTH

    @cached_property
    def sheet(self) -> SheetSeen | None:
        """The sheet of the character in hand."""
        return self.house.sheet(self.table, self.seat, self.asked.who, self.lang) if self.asked.who else None

    def sheet_of(self, who: str) -> SheetSeen:
        return self.house.sheet(self.table, self.seat, who, self.lang)

    def lines(self, after: int, last: int) -> list[Line]:
        """The lines of this seat after its number, up to its line `last`, with their sentences."""
        shown = self.house.lines(self.table, self.seat, after)
        return self.house.with_sentences(self.table, [line for line in shown if line.n <= last], self.lang)

    @cached_property
    def story(self) -> cards.Story:
        """The last cards of this seat, or those before the line that the address asks for."""
        before = self.asked.before or int(self.view.seen) + 1
        start = max(0, before - self.window)
        shown = self.house.lines(self.table, self.seat, start)  # later ones may have struck or corrected those drawn
        tell = self.house.teller(self.table, self.lang)
        told = cards.story(shown, self.view, self.lang, before, tell, self.most)
        return replace(told, earlier=told.earlier or (start and start + 1), opening="" if start else told.opening)

    @property
    def just_rolled(self) -> cards.Card | None:
        """The last roll of the character in hand, as long as it is among the last few cards: their sheet shows it."""
        latest = [card for card in self.story.cards[-LATEST:] if card.hands and card.actor and not card.struck]
        return next((card for card in reversed(latest) if card.actor == self.asked.who), None)

    @cached_property
    def gauges(self) -> dict[str, list[EntrySeen]]:
        """The gauges of everybody, by character."""
        return self.house.gauges(self.table, self.seat, self.lang)

    @cached_property
    def surroundings(self) -> list[SectionSeen]:
        return self.house.surroundings(self.table, self.seat, self.lang)

    @cached_property
    def party(self) -> people.Party:
        """Everybody here, with what is watched of each."""
        return people.party(self.view, self.house.gauges(self.table, self.seat, self.lang), self.lang)

    @cached_property
    def order(self) -> list[people.Person]:
        """The people of the order of play, as it goes."""
        return people.order(self.view, self.lang)

    @property
    def order_strip(self) -> tuple[people.Person | None, list[people.Person], int]:
        """Who acts now (of several this seat's own), the first few of the order of play, and how many more there are;
        those out of play come last.
        """
        now = sorted((one for one in self.order if one.when == "now"), key=lambda one: one.who not in self.mine)
        first = next(iter(now), None)
        whole = sorted(self.order, key=lambda one: (one is not first, one.when == "out"))
        return first, whole[:STRIP], len(whole[STRIP:])

    @property
    def freely(self) -> bool:
        """Whether every character may act at any time."""
        return people.freely(self.view)

    @property
    def sides_of_order(self) -> tuple[list[people.Person], list[people.Person]]:
        """The order of play as two sides: those of the party, and the others."""
        ours = {one.who for one in self.party.ours}
        return [one for one in self.order if one.who in ours], [one for one in self.order if one.who not in ours]

    @property
    def scene_offers(self) -> list[Offer]:
        """What may be done with the scene: what it waits for, the next round once everybody has acted (before that it
        comes last), what opens a fight, then what needs no form; nothing while it stands still. How a fight ends is
        asked by itself (`ends_fight`).
        """
        opens = opening_of(self.game.id).open
        ends = ends_of(self.game.id).action if self.ends_fight else ""
        offered = [one for one in self.offers if one.kind == "scene" and one.action != ends and not self.stopped]
        early = bool(self.round) and not self.round_over
        return sorted(
            offered,
            key=lambda one: (
                not one.first,
                not (one.next and self.round_over),
                early and one.next,
                one.action != opens,
                one.asks,
            ),
        )

    @property
    def round_over(self) -> bool:
        """Whether nobody is to act any more in the round that is played."""
        return bool(self.round) and not self.now

    @property
    def ends_fight(self) -> bool:
        """Whether this seat may end the fight that goes on, and say how it came out."""
        return self.mj and bool(self.round and ends_of(self.game.id).action) and not self.view.pending

    @cached_property
    def harm_of_ending(self) -> str:
        """Whom ending the fight that goes on would be the death of; "" for nobody."""
        if not self.ends_fight:
            return ""
        who = next(one for one, seen in self.view.cast.items() if seen.here)
        act = PageQuery(who=who, action=ends_of(self.game.id).action).act
        end = self.house.form(self.table, self.seat, act, self.lang)
        return end.warning.sentence if not isinstance(end, Refusal) and end.warning else ""

    @property
    def next_round(self) -> Offer | None:
        """What begins the next round, if this seat may do it now."""
        return next((one for one in self.scene_offers if one.next and not one.refusal), None)

    @property
    def goes_back(self) -> str:
        """Where what is prepared leads back to: the MJ's screen, if it is taken up there; "" for the table."""
        return forms.SCREEN if self.place == "mj" else self.asked.back

    @property
    def just_ended(self) -> bool:
        """Whether a fight has just come to its end: nothing was done since, and nobody is asked anything."""
        return bool(self.view.ended and self.view.ended.fresh and not self.view.pending)

    @cached_property
    def ways(self) -> list[tuple[str, str, str]]:
        """The ways out of the fight that the character in hand may try now: id, what it is called, its chance. They are
        those of the party: the foes have none.
        """
        if self.asked.who not in self.mine_now or self.foe(self.asked.who):
            return []
        found = []
        for id, way in self.view.ways.items():
            odds, _, rule = self.odds_of(replace(self.asked, action=way.action, params=way.params))
            if not rule:
                found.append((id, way.label.say(self.lang), odds.success.percent if odds and odds.success else ""))
        return found

    @property
    def around(self) -> Leaf:
        """What the scene shows beside its order and its clocks, drawn like the sections of a sheet."""
        return Leaf(self.table, self.game.id, self.asked.who, "", "", "", False, bool(self.mine), self.surroundings)

    def called(self, who: str) -> str:
        """What a character is called in a list: « le loup », Ana."""
        return tokens.called(who, self.view, self.lang)

    def your_turn(self, who: str) -> str:
        """What tells a person that a character of theirs may act."""
        name = tokens.name_of(who, self.view)
        return (YOURS_OF if name.article or name.titled else YOURS).say(self.lang, who=name)

    def state_of(self, who: str) -> str:
        """How a character is, in a word that everybody may know; "" while there is nothing to say of it."""
        one = self.view.cast.get(who)
        how = one.condition if one else None
        return how.label.say(self.lang) if how and not how.fit else ""

    def tint(self, who: str) -> str:
        return tokens.tint(who, self.view)

    def foe(self, who: str) -> bool:
        """Whether a character is the MJ's: nobody plays them and nobody may take them."""
        return tokens.is_foe(who, self.view)

    @cached_property
    def names(self) -> dict[str, Person]:
        """Everybody whom the odds may name, and their tokens."""
        return persons(self.view, self.lang)

    @property
    def here(self) -> frozenset[str]:
        """The seats with a page open, this one included."""
        return self.present | {self.seat}

    def first_action(self, who: str) -> str:
        """The action that a character's hand opens with: the first that is usual and possible, on a player's turn as
        it is proposed; where none is usual, whatever else they may do then: a contest that must be played first, say.
        """
        offers = self.offers if who == self.asked.who else self._offers(who)
        usual = [one for one in offers if one.usual is not None]
        others = [one for one in offers if who in self.now and not one.refusal and one.kind in DEEDS]
        possible = [one for one in usual if not one.refusal]
        if self.peaceful:  # nobody is struck before a fight has begun
            possible.sort(key=lambda one: one.kind != "check")
        best = next(iter(possible or usual or others), None)
        if who in self.now and self.view.cast[who].owner:
            best = next((one for one in possible if self._accepted(who, one.action)), best)
        return best.action if best else ""

    def _accepted(self, who: str, action: str) -> bool:
        """Whether the rules take an action as its form proposes it."""
        form = self._as_proposed(who, action)
        return not isinstance(form, Refusal) and form.refusal is None

    @property
    def sheet_template(self) -> str:
        return sheet_template(self.game.id)

    @property
    def offers_by_kind(self) -> list[tuple[str, list[Offer]]]:
        """What may be done now, by kind."""
        kinds: dict[str, list[Offer]] = {}
        for one in self.offers:
            if not one.refusal:
                kinds.setdefault(one.kind_label, []).append(one)
        return list(kinds.items())

    def may_stand_in(self, who: str) -> bool:
        """Whether this seat may play a character in the place of its player, who has no page open."""
        one = self.view.cast[who]
        leads = self.mj or (self.view.arranged.opponents == "by-themselves" and self.writes)
        away = one.owner in self.view.seats and one.owner not in self.here
        return leads and away and one.stand_in != self.seat and not one.retired

    def gives_back(self, who: str) -> bool:
        """Whether this seat may give a character back to its player, for whom another stands in."""
        return bool(self.view.cast[who].stand_in) and (self.mj or self.view.cast[who].stand_in == self.seat)

    def owner(self, who: str) -> Name:
        """What the player of a character is called, also while another stands in for them."""
        return Name(tokens.seat_token(self.view.cast[who].owner, self.view, self.lang).name)

    @property
    def voices(self) -> list[tuple[str, str]]:
        """Those as whom this seat may speak, by id: the characters that it plays, and the person (""); then those to
        whom it may speak in private (`forms.PRIVATELY` before their seat). A player speaks as their character unless
        they say otherwise, the MJ as the MJ; nothing where there is no choice.
        """
        own = ("", ME.say(self.lang))
        played = [(who, self.called(who)) for who in self.mine if not self.view.cast[who].unseen]
        role = "player" if self.mj else "mj"
        to = {id: seat.called for id, seat in self.view.seats.items() if id != self.seat and seat.role == role}
        said = {id: TO_ONE.say(self.lang, who=called) if called else TO_MJ.say(self.lang) for id, called in to.items()}
        alone = [(f"{forms.PRIVATELY}{id}", label) for id, label in said.items() if to[id] or not self.mj]
        return [*([own, *played] if self.mj else [*played, own]), *alone] if played or alone else []

    @property
    def notes(self) -> Notes:
        """The papers of this seat; not the notes of others, which the MJ has on the screen."""
        papers = self.view.papers[::-1]
        own = [one for one in papers if one.kind == "note" and one.by == self.seat]
        group, given = ([one for one in papers if one.kind == kind] for kind in ("group", "handout"))
        return Notes(own, group, given)

    @property
    def writes(self) -> bool:
        """Whether this seat keeps notes: not one that only watches."""
        return self.view.seats[self.view.you].role in ("mj", "player")

    def writer(self, paper: Paper) -> str:
        """What the author of a paper is called."""
        return tokens.seat_token(paper.by, self.view, self.lang).name

    @cached_property
    def quest(self) -> Quest:
        """What the adventure that the table holds asks of this seat."""
        return Quest(self)

    def stands(self, who: str) -> bool:
        """Whether a character is on their feet, as far as everybody sees."""
        how = self.view.cast[who].condition
        return how is None or how.standing

    @property
    def look(self) -> Look:
        """How the game of this table looks."""
        return look_of(self.game.id)

    @cached_property
    def layout(self) -> FormLayout:
        """How the form of the action in hand is drawn."""
        return FormLayout(self)

    @property
    def throws(self) -> bool:
        """Whether the action in hand throws dice, as far as its odds tell."""
        odds = self.prepared.odds if self.prepared else None
        return odds is None or odds.throws is not None or len(odds.outcomes) != 1

    @property
    def launch(self) -> str:
        """What the button of the action in hand says: nothing is rolled where there are no dice."""
        return (LAUNCH if self.throws else DO).say(self.lang)

    @property
    def key(self) -> str:
        """The key of the next command, for browsers without script: what is posted twice is done once. The same page
        has the same key each time it is drawn.
        """
        return f"{self.view.seen}"
