"""Lines of a seat as cards: who did what, the dice, what they were compared with, the verdict, what changed and why.

Everything on a card comes from the seat's own lines (`House.lines`, then `House.with_sentences`) and its view: what the
seat may not know is in neither. Later lines change earlier cards (struck through, corrected, disclosed, answered):
`cards` reads a run of lines together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import islice
from typing import Any

from tablee.rules.data.ends import HEADLINES
from tablee.rules.data.look import look_of
from tablee.rules.game import action_called, game_called
from tablee.rules.sheet.sheet_data import SumTold
from tablee.rules.stored.parts import PartStored
from tablee.rules.tell import ChangeTold
from tablee.table.lines import Line, NoteTold, Sentences, Unseen
from tablee.table.seen.view import CameOutTogether, Pending, View
from tablee.table.topics.action import Acted, Asked
from tablee.table.topics.blind import Disclosed
from tablee.table.topics.chat import PAPERS, Said
from tablee.table.topics.correction import Corrected
from tablee.table.topics.decision import Abandoned
from tablee.table.topics.decision import Answered as Spoke
from tablee.table.topics.dice import Rolled
from tablee.table.topics.fight import FightEnded
from tablee.table.topics.paper import Revised
from tablee.table.topics.request import Requested
from tablee.table.topics.turning import AdventureTurned, Passage
from tablee.table.topics.undo import Redid, TookBack
from tablee.text import Name, Text, few, joined, number
from tablee.web.pages import tokens
from tablee.web.pages.table.card_dice import (
    Compared,
    Hand,
    codes_of,
    compared_first,
    faces_in_a_row,
    hands_of,
    named_by_codes,
    with_totals,
)
from tablee.web.pages.table.decisions import Moment, Question, moment_of, questions
from tablee.web.pages.table.events import told_of
from tablee.web.pages.tokens import Token, on_our_side, person, seat_token

Json = dict[str, Any]

MOST = 60  # cards on a page; older ones are behind a link
ACTED = (Acted.name, Disclosed.name)
UNDONE = (*ACTED, AdventureTurned.name)  # what may be taken back from its card
LAST = 5  # action cards that the MJ may mend from the story
UNSEEN = Text(fr="{who} lance des dés que seul le meneur voit", en="{who} rolls dice that only the GM sees")
FALLEN = Text(fr="À terre : {who}.", en="Down: {who}.")
OUR_FALLEN = Text(fr="Des nôtres : {who}.", en="Our side: {who}.")
THEIR_FALLEN = Text(fr="En face : {who}.", en="Their side: {who}.")
STILL_UP = Text(fr="Encore debout : {who}.", en="Still on their feet: {who}.")
AND_THEN = Text(fr=" ; ", en="; ")
WAITING = Text(fr="On attend {who}", en="Waiting for {who}")
WAITING_FOR = Text(fr="« {what} » : on attend {who}", en="“{what}”: waiting for {who}")
OF_WHOM = Text(fr="Action {by:de}, « {what} » : on attend {who}", en="What {by:the} does, “{what}”: waiting for {who}")
OR = Text(fr=" ou ", en=" or ")
THE_MJ = Text(fr="le meneur", en="the GM")
SPOKE = Text(fr="{who} : {words}", en="{who}: {words}")
DROPPED = Text(fr="Action abandonnée ; ses dés restent.", en="Action abandoned; its dice stay.")
DROPPED_UNTHROWN = Text(fr="Action abandonnée.", en="Action abandoned.")
JUST_ABOVE = 10  # lines: what is struck through so near is read without a line that says so
BACK = Text(fr="{again:Rétabli|Annulé} : {what}", en="{again:Redone|Undone}: {what}")
TIMES = Text(fr="{label} × {n}", en="{label} × {n}")
SUCCESS, FAILURE = Text(fr="réussi", en="success"), Text(fr="raté", en="failure")
IN_SECRET = {
    "secret": Text(fr="en secret", en="in secret"),
    "blind": Text(fr="à l'aveugle", en="blind"),
    "self": Text(fr="pour soi et le meneur", en="for oneself and the GM"),
}


@dataclass(frozen=True)
class Verdict:
    """How it came out, in a word; `good` for the one who acts, `ours` if that one is on the players' side."""

    label: str
    good: bool
    ours: bool
    who: Token | None = None


@dataclass(frozen=True)
class Chip:
    """A change: whose, of what, the value struck through and the one that stands."""

    who: Token | None
    label: str
    before: str
    after: str


@dataclass(frozen=True)
class Answered:
    """What one person made of a request: nothing yet, something that this seat may not know, or a verdict."""

    who: str
    token: Token
    done: bool
    verdict: Verdict | None
    mine: bool
    figure: str = ""  # what was compared, where this seat may know it: a total, or a die to be no higher than a target


@dataclass(frozen=True)
class Together:
    """How those who were asked came out together: in a word, in a sentence, by which rule."""

    label: str
    good: bool
    sentence: str
    rule: str


@dataclass(frozen=True)
class Gathering:
    """A roll that the MJ asked for, and the answers so far; `request` is its id."""

    request: str
    action: str
    params: Mapping[str, Any]
    answers: tuple[Answered, ...]
    closed: bool
    together: Together | None = None  # once all have answered, where the game has a rule for a group

    @property
    def answered(self) -> int:
        return sum(one.done for one in self.answers)

    @property
    def successes(self) -> int:
        return sum(bool(one.verdict and one.verdict.good) for one in self.answers)

    @property
    def complete(self) -> bool:
        """Whether all have answered, and this seat may know what each one made of it."""
        return bool(self.answers) and all(one.verdict for one in self.answers)


@dataclass(frozen=True)
class Card:
    """One line of a seat as it is drawn. Kinds: roll, slim, waiting, unseen, gather, free, say, me, whisper, paper,
    event, end.
    """

    n: int
    kind: str
    at: float
    title: str
    who: Token | None = None
    text: str = ""
    hands: tuple[Hand, ...] = ()
    spoken_dice: str = ""
    compared: Compared | None = None
    verdict: Verdict | None = None
    others: tuple[Verdict, ...] = ()
    falls: tuple[str, ...] = ()  # those whom it felled, a sentence each
    at_once: bool = False  # the actor was struck down in the same instant
    sums: tuple[str, ...] = ()  # what dice of several colours count for
    changes: tuple[Chip, ...] = ()
    why: tuple[SumTold | NoteTold, ...] = ()
    secret: str = ""  # for whose eyes it was rolled
    struck: bool = False
    corrected: tuple[str, ...] = ()  # the MJ's word on it
    waiting: str = ""
    spoken: tuple[str, ...] = ()  # what was answered so far, of what this seat was shown: « Bruno : J'interromps ! »
    questions: tuple[Question, ...] = ()  # that this seat may answer
    to_say: Moment | None = None  # what it may say, where nobody has to answer
    gathering: Gathering | None = None
    mark: str = ""  # a class more: dashed
    actor: str = ""  # whose action it is
    may_undo: bool = False
    may_drop: bool = False  # it waits, this seat began it, and nothing has come of it
    passages: tuple[Passage, ...] = ()  # of an adventure
    may_mend: bool = False  # the MJ's word, undo down to here
    may_disclose: bool = False
    beside: str = ""  # the key of an action that waits beside the scene
    picture: str = ""  # on a paper
    alt: str = ""
    own: bool = False  # this seat did it, or wrote the paper
    fallen: tuple[str, ...] = ()  # at the end of a fight, a sentence for each side
    fight: int = 0  # which fight of the table it ends, if that may be read again
    goes_on: bool = False  # the last end of a fight: what may follow stands on it

    @property
    def own_dice(self) -> Hand | None:
        """The first dice, drawn in large: those of the one who acts; None where they threw none, and others did."""
        first = next(iter(self.hands), None)
        return None if first and first.by and self.who and first.by != self.who else first

    @property
    def other_dice(self) -> tuple[Hand, ...]:
        """The rows of dice below it."""
        return self.hands[1:] if self.own_dice else self.hands

    @property
    def tools(self) -> bool:
        """Whether this seat may do something with it."""
        return self.may_disclose or self.may_undo or self.may_mend

    @property
    def writer(self) -> Name:
        """Who wrote a paper."""
        return Name(self.who.name if self.who else "")

    @property
    def clock(self) -> str:
        """When, as people read it; a page with script says « à l'instant » instead."""
        return datetime.fromtimestamp(self.at).strftime("%H:%M")

    @property
    def moment(self) -> str:
        """When, as a machine reads it."""
        return datetime.fromtimestamp(self.at).astimezone().isoformat(timespec="seconds")


@dataclass(frozen=True)
class Story:
    """The column of a page: what opens the scene, then cards, oldest first; `earlier` is where older ones begin."""

    opening: str
    cards: tuple[Card, ...]
    earlier: int = 0


@dataclass
class Later:
    """What later lines say of earlier ones, by the seat's own numbers."""

    struck: set[int] = field(default_factory=set)
    words: dict[int, tuple[str, ...]] = field(default_factory=dict)
    disclosed: set[int] = field(default_factory=set)
    over: set[int] = field(default_factory=set)  # questions that were answered
    dropped: set[int] = field(default_factory=set)  # actions that were abandoned at a question
    spoken: dict[int, dict[str, Any]] = field(default_factory=dict)  # what was answered to each, by character
    papers: dict[int, Revised] = field(default_factory=dict)
    last: dict[int, int] = field(default_factory=dict)  # place from the end of each action that stands
    moves: dict[int, int] = field(default_factory=dict)  # and of each, those of the machine too

    @classmethod
    def of(cls, lines: Iterable[Line]) -> Later:
        """What these lines say of each other."""
        later, asked, standing, moves = cls(), dict[str, int](), list[int](), list[int]()
        for line in lines:
            what, name, of = line.what, line.name, getattr(line.what, "of", 0)
            beside = getattr(what, "beside", "")
            match what:
                case TookBack():
                    later.struck |= set(about(line))
                case Redid():
                    later.struck -= set(about(line))
                case Corrected() if of:
                    later.words[of] = (*later.words.get(of, ()), what.text)
                case Disclosed():
                    later.disclosed.add(of)
                case Revised():
                    later.papers[of] = what
                case Abandoned() if beside in asked:
                    later.dropped.add(asked.pop(beside))
                case Spoke() if beside in asked:
                    later.spoken.setdefault(asked[beside], {}).update(what.answers)
            if name in (Acted.name, Asked.name) and beside in asked:
                later.over.add(asked.pop(beside))
            if name == Asked.name:
                asked[beside] = line.n
            if name in UNDONE and (line.by or getattr(what, "actor", "")):
                moves.append(line.n)
                standing += [line.n] if line.by else []
        later.last, later.moves = (
            {n: place for place, n in enumerate(reversed([n for n in found if n not in later.struck]))}
            for found in (standing, moves)
        )
        return later


def about(line: Line) -> tuple[int, ...]:
    """The numbers of the lines that a line strikes through, or lets stand again."""
    return tuple(getattr(line.what, "struck", ())) or tuple(getattr(line.what, "again", ()))


def story(
    lines: Sequence[Line],
    view: View,
    lang: str,
    before: int = 0,
    tell: Callable[[Line], Line] = lambda line: line,
    most: int = MOST,
) -> Story:
    """The story of a seat from its lines: the last cards (`most`), or the last of those before its line `before`.
    `tell` gives its sentences to a line that has none yet: to those that are drawn, and to those that others speak of.
    """
    later, spoken_of = Later.of(lines), {n for line in lines for n in about(line)}
    among = [tell(line) if line.n in spoken_of else line for line in lines]
    drawn = (card_of(tell(line), view, lang, later, among) for line in lines[::-1] if not before or line.n < before)
    told = [*islice(filter(None, drawn), most + 1)][::-1]
    earlier = told[-most].n if len(told) > most else 0
    words = view.opening.say(lang) if view.opening and not earlier else ""
    return Story(words, tuple(told[-most:]), earlier)


def cards(lines: Sequence[Line], view: View, lang: str, before: int = 0) -> list[Card]:
    """The cards of a run of lines (of those before the line `before`, if told), oldest first, each as all the lines
    after it leave it.
    """
    later = Later.of(lines)
    found = (card_of(line, view, lang, later, lines) for line in lines if not before or line.n < before)
    return [one for one in found if one]


def card_of(line: Line, view: View, lang: str, later: Later, lines: Sequence[Line]) -> Card | None:
    """One line as a card, as later ones leave it among those it stands among; None if there is nothing to read."""
    match line.what:
        case Unseen() as roll:
            return _unseen(line, roll, view, lang, later)
        case Acted() | Disclosed() as done:
            return _action(line, done, view, lang, later)
        case Asked() as asked:
            return _waiting(line, asked, view, lang, later)
        case Rolled() as rolled:
            return _free_roll(line, rolled, view, lang)
        case Requested() as request:
            return _gathering(line, request, view, lang)
        case Said() as said:
            return _said(line, said, view, lang, later)
        case Corrected() as word if getattr(word, "of", 0):
            return None  # written on the card that it corrects
        case Abandoned() if any(0 < line.n - n <= JUST_ABOVE for n in later.dropped):
            return None  # its card, just above, says so
        case TookBack() | Redid() | Corrected():
            return _mended(line, view, lang, lines)
        case FightEnded() as ended:
            return _end(line, ended, view, lang, later)
        case AdventureTurned() as turn:
            return _tale(line, turn, view, lang, later)
    told = told_of(line, view, lang, lines) or said_of(line).told
    return Card(line.n, "event", line.at, told) if told else None


def said_of(line: Line) -> Sentences:
    """The sentences of a line; those who draw cards ask for them."""
    assert line.said is not None, "lines are drawn once they are said"
    return line.said


def chips(line: Line, view: View, lang: str) -> tuple[Chip, ...]:
    """The changes that a line tells in words, as chips."""
    return tuple(chip(change, view, lang) for change in said_of(line).changes or ())


def _action(line: Line, done: Acted | Disclosed, view: View, lang: str, later: Later) -> Card:
    """An action at its end."""
    said, actor, n = said_of(line), done.actor, line.n
    by, ours = person(actor, view, lang) if actor else None, on_our_side(actor, view)
    codes = codes_of(game_called(view.game), done.why, lang)
    hands = with_totals(named_by_codes(hands_of(done.rolls, actor, view, lang), codes, lang), done, lang)
    changes = chips(line, view, lang)
    verdicts = _verdicts(done, said, ours, view, lang)
    decided = bool(hands) and bool(actor)  # who begins a fight rolls for everybody: nothing is at stake
    kind = "roll" if hands and actor else "slim" if changes else "event"
    mj, look = view.mj, look_of(view.game)
    led = mj and any(seat.role == "player" for seat in view.seats.values())
    place = (later.moves if led else later.last).get(n, LAST)
    return Card(
        n,
        kind,
        line.at,
        said.attempt or said.told,
        by,
        text=said.told if said.attempt else "",
        actor=actor,
        hands=hands,
        spoken_dice=said.dice or "",
        compared=compared_first(done, said, hands, lang),
        verdict=verdicts[0] if decided and verdicts else None,
        others=tuple(verdicts[1:]) if decided else (),
        falls=said.falls,
        at_once=getattr(done, "at_once", False),
        sums=tuple(one.sentence for one in said.why or () if isinstance(one, SumTold) and one.rule in look.dice.sums),
        changes=changes,
        why=said.why or (),
        secret=_secret(done, lang),
        struck=n in later.struck,
        corrected=later.words.get(n, ()),
        mark="dashed" if done.action in look.dashed else "",
        may_undo=place == 0 and (mj or line.by == view.you),
        own=line.by == view.you,
        may_mend=mj and place < LAST and kind != "event",
        may_disclose=mj and getattr(done, "unsaid", False) and n not in later.disclosed and n not in later.struck,
        beside=getattr(done, "beside", ""),
    )


def _verdicts(done: Acted | Disclosed, said: Sentences, ours: bool, view: View, lang: str) -> list[Verdict]:
    """How it came out for each, first for whom the sentence of the card is about: the one who was struck, or who won;
    of several who came out alike under one name, such as a band, how many.
    """
    labelled = [*zip(said.parts or (), done.parts, strict=True)]
    values = done.headline.values
    for name in (values.get("who"), values.get("target")):
        about = next((one for one in labelled if _is_called(one[1].who, name, view)), None)
        labelled = [about, *(one for one in labelled if one is not about)] if about else labelled
    alike: dict[tuple[str, str], list[PartStored]] = {}
    for label, part in labelled:
        alike.setdefault((label, part.who), []).append(part)
    return [
        Verdict(
            TIMES.say(lang, label=label, n=len(parts)) if len(parts) > 1 else label,
            parts[0].good,
            ours,
            person(who, view, lang),
        )
        for (label, who), parts in alike.items()
    ]


def _is_called(who: str, value: Any, view: View) -> bool:
    """Whether a value of a sentence is the name of this character."""
    named = isinstance(value, dict) and "name" in value and who in view.cast
    return bool(named and Name(**value["name"]) == tokens.name_of(who, view))


def _waiting(line: Line, stopped: Asked, view: View, lang: str, later: Later) -> Card | None:
    """An action that stopped to ask; nothing once it went on."""
    n, actor = line.n, stopped.actor
    if n in later.over:
        return None
    hands = hands_of(stopped.progress.rolls, actor, view, lang)
    aim = [tokens.called(who, view, lang) for who in _aimed_at(stopped.params, view) if who != actor]
    if actor:
        name = tokens.name_of(actor, view).with_article(lang, "Le")
    else:  # somebody makes a character
        name = seat_token(line.by, view, lang).name if line.by else ""
    title = said_of(line).attempt or "\u00a0· ".join(filter(None, (name, said_of(line).action)))
    pending = next((one for one in (view.pending, view.making, *view.rolling) if one and one.n == n), None)
    over = n in later.dropped or pending is None
    asked = () if over or pending is None else questions(pending, view, lang)
    mine = {question.who for question in asked if question.mine}
    asked_now = pending.waiting_for if isinstance(pending, Pending) else []
    left = [who for who in asked_now if who not in mine and not over]
    return Card(
        n,
        "waiting",
        line.at,
        title,
        person(actor, view, lang) if actor else None,
        text=(DROPPED if hands else DROPPED_UNTHROWN).say(lang) if n in later.dropped else ", ".join(aim),
        hands=hands,
        spoken_dice=faces_in_a_row(hands),
        secret=_secret(stopped, lang),
        struck=n in later.dropped,
        waiting=waits_for(left, view, lang),
        spoken=tuple(_spoken(stopped, later.spoken.get(n, {}), view, lang)),
        questions=asked,
        to_say=moment_of(pending, asked) if pending else None,
        beside=stopped.beside,
        may_drop=line.by == view.you and not over and not hands and not stopped.progress.answers,
    )


def _spoken(stopped: Asked, answers: Mapping[str, Any], view: View, lang: str) -> Iterator[str]:
    """What was answered while others are waited for; of what is let pass, nothing."""
    for who, given in answers.items():
        asked = stopped.asked.get(who)
        if asked and given != asked.default:
            words = next((one.label.say(lang) for one in asked.options if one.value == given), "")
            if words:
                yield SPOKE.say(lang, who=tokens.name_of(who, view), words=words)


def _unseen(line: Line, roll: Unseen, view: View, lang: str, later: Later) -> Card | None:
    """A roll that only the MJ sees; once its question is answered, the roll itself has its own line."""
    if line.n in later.over:
        return None
    by = person(roll.actor, view, lang) if roll.actor else seat_token(line.by, view, lang)
    struck, own = line.n in later.struck, line.by == view.you
    undo = own and later.last.get(line.n) == 0
    return Card(line.n, "unseen", line.at, UNSEEN.say(lang, who=by.name), by, struck=struck, own=own, may_undo=undo)


def _free_roll(line: Line, rolled: Rolled, view: View, lang: str) -> Card:
    by = seat_token(line.by, view, lang)
    good = rolled.success
    verdict = None if good is None else Verdict((SUCCESS if good else FAILURE).say(lang), good, True)
    hands = hands_of(rolled.rolls, line.by, view, lang)
    return Card(
        line.n,
        "free",
        line.at,
        by.name,
        by,
        hands=hands,
        spoken_dice=faces_in_a_row(hands),
        compared=Compared(str(rolled.total), rolled.text),
        text=aside.say(lang) if (read := rolled.expression) and (aside := read.aside) else "",
        verdict=verdict,
        secret=_secret(rolled, lang),
    )


def _gathering(line: Line, asked: Requested, view: View, lang: str) -> Card:
    """A roll asked for, with the answers that the view holds."""
    told = gathering(asked.request, asked.action, asked.params, asked.who, view, lang)
    action = said_of(line).action or ""
    title, text = asked.title or action, action if asked.title else ""
    by = seat_token(line.by, view, lang)
    return Card(line.n, "gather", line.at, title, by, text=text, gathering=told, secret=_secret(asked, lang))


def gathering(id: str, action: str, params: Json, whom: Iterable[str], view: View, lang: str) -> Gathering:
    """What was made so far of a request: of this action with these parameters, by those of whom it was asked."""
    request = view.requests.get(id)
    answers = []
    for who in whom:
        made = request.done.get(who) if request else None
        verdict = None
        if made and made.parts:
            label = Text(made.parts[0].label.fr, made.parts[0].label.en).say(lang, who=tokens.name_of(who, view))
            verdict = Verdict(label, made.parts[0].good, on_our_side(who, view))
        mine = view.mj or (who in view.cast and view.cast[who].player == view.you)
        figure = number(made.compared[-1].total, lang) if made and made.compared else ""
        answers.append(Answered(who, person(who, view, lang), made is not None, verdict, mine, figure))
    together = _together(request.together, lang) if request and request.together else None
    return Gathering(id, action, params, tuple(answers), request.closed if request else True, together)


def _together(came: CameOutTogether, lang: str) -> Together:
    """The verdict of a group by its game's rule."""
    return Together(came.label.say(lang), came.good, came.told.say(lang), came.told.saying.clause.id)


def _said(line: Line, said: Said, view: View, lang: str, later: Later) -> Card | None:
    """Words: said aloud, done, whispered, or written on a paper; nothing if they were removed."""
    if said.removed:
        return None
    if said.withheld:
        return Card(line.n, "event", line.at, said_of(line).told)
    by, kind = seat_token(line.by, view, lang), said.kind
    if said.speaker in view.cast:
        by = person(said.speaker, view, lang)
    if kind in PAPERS:
        now = later.papers.get(line.n, said)
        if (isinstance(now, Revised) and now.withdrawn) or not (now.text or now.picture):
            return None
        card = Card(line.n, "paper", line.at, now.title, by, now.text, mark=kind, struck=said.hidden)
        return replace(card, picture=now.picture, alt=now.alt, own=line.by == view.you)
    to = getattr(said, "to", ())
    names = ", ".join(seat_token(one, view, lang).name for one in to if one != line.by) if isinstance(to, list) else ""
    return Card(line.n, kind, line.at, by.name, by, text=said.text, secret=names, struck=said.hidden)


def _end(line: Line, ended: FightEnded, view: View, lang: str, later: Later) -> Card:
    """The end of a fight: how it came out, the sentence that closes it, who has fallen, what it cost."""
    return Card(
        line.n,
        "end",
        line.at,
        HEADLINES[ended.how].say(lang),
        text=ended.closing(game_called(view.game), lang),
        fallen=(*_fallen(ended, view, lang), *_ailing(line.n, view, lang)),
        changes=chips(line, view, lang),
        struck=line.n in later.struck,
        mark=ended.how,
        fight=view.fights.index(line.n) + 1 if line.n in view.fights and view.arranged.reviews == "on" else 0,
        goes_on=view.ended is not None and view.ended.n == line.n and not ended.adventure,
    )


def _fallen(ended: FightEnded, view: View, lang: str) -> Iterator[str]:
    """Who has fallen: our own and then the others, each with how they are; everybody together where no player was in
    the fight, and by name alone in lines of earlier versions, which tell no more. Where nobody has, nothing is said:
    of a band that stands, some may lie.
    """
    across = FALLEN if ended.how == "over" else THEIR_FALLEN
    for words, side in ((OUR_FALLEN, ended.ours), (across, ended.others)):
        seen = [f"{tokens.called(one.who, view, lang)}, {one.state.say(lang)}" for one in side if one.who in view.cast]
        if seen:
            yield words.say(lang, who=AND_THEN.say(lang).join(seen))
    if not ended.ours and not ended.others:
        names = ", ".join(tokens.called(who, view, lang) for who in ended.fallen if who in view.cast)
        if names:
            yield FALLEN.say(lang, who=names)


def _ailing(n: int, view: View, lang: str) -> Iterator[str]:
    """Our own who came out of it on their feet, each with how they are, if one is not whole, and while that is still
    so: nothing was done since.
    """
    ended = view.ended
    if not ended or ended.n != n or not ended.fresh:
        return
    ours = {who: one.condition for who, one in view.cast.items() if not one.retired and on_our_side(who, view)}
    up = {who: how for who, how in ours.items() if how and how.standing}
    told = [f"{tokens.called(who, view, lang)}, {how.label.say(lang)}" for who, how in up.items()]
    if not all(how.fit for how in up.values()):
        yield STILL_UP.say(lang, who=AND_THEN.say(lang).join(told))


def _tale(line: Line, turn: AdventureTurned, view: View, lang: str, later: Later) -> Card | None:
    """What an adventure tells: what was chosen, what is read, the title of its end; nothing where it tells nothing."""
    chosen, end = turn.chosen.get(lang, ""), turn.end.get(lang, "")
    passages = tuple(turn.passages(lang))
    if not passages and not chosen:
        return None
    text = "\n\n".join(f"{one.title}\n{one.text}" if one.title else one.text for one in passages if one.text)
    drawn = next((one for one in passages if one.picture), None)
    undo = later.last.get(line.n, LAST) == 0 and (view.mj or line.by == view.you)
    mark = "finale" if end else ""
    struck = line.n in later.struck
    return Card(
        line.n,
        "tale",
        line.at,
        chosen,
        text=text,
        passages=passages,
        picture=drawn.picture if drawn else "",
        alt=drawn.alt if drawn else "",
        secret=end,
        struck=struck,
        mark=mark,
        may_undo=undo,
    )


def _mended(line: Line, view: View, lang: str, lines: Sequence[Line]) -> Card | None:
    """Something taken back, redone or corrected: what, as far as the seat knows it. None where the cards themselves say
    so, being just above: struck through, or no longer.
    """
    mended, title = {*about(line)}, said_of(line).told
    if not mended:
        return Card(line.n, "event", line.at, title, changes=chips(line, view, lang))
    if line.n - min(mended) <= JUST_ABOVE:
        return None
    told = [said_of(one).told for one in lines if one.n in mended and one.name in ACTED and one.by]
    if told:
        title = BACK.say(lang, again=isinstance(line.what, Redid), what=", ".join(told))
    return Card(line.n, "event", line.at, title)


def chip(change: ChangeTold, view: View, lang: str) -> Chip:
    """A change that was told in words, as a chip."""
    who = person(change.who, view, lang) if change.who in view.cast else None
    return Chip(who, change.label, change.before, change.after)


def _aimed_at(params: Mapping[str, Any], view: View) -> list[str]:
    """The characters that parameters name."""
    values = [one for value in params.values() for one in (value if isinstance(value, list) else [value])]
    return list(dict.fromkeys(one for one in values if isinstance(one, str) and one in view.cast))


def waits_for(waited: Iterable[str], view: View, lang: str, any_of: bool = False) -> str:
    """Whom the table waits for, in a sentence, all of them or `any_of` them; "" for nobody."""
    them = _whoms(waited, view, lang)
    names = OR.say(lang).join(them) if any_of else joined(them, lang)
    return WAITING.say(lang, who=names) if names else ""


def what_waits(view: View, lang: str) -> str:
    """Whom the action in progress waits for, who does it and what it is; "" for none, or one that a seat cannot see."""
    if not isinstance(view.pending, Pending) or not view.waiting_for:
        return ""
    names = joined(_whoms(view.waiting_for, view, lang), lang)
    what, actor = action_called(view.pending.action)[1].label.say(lang), view.pending.actor
    if not actor:
        return WAITING_FOR.say(lang, who=names, what=what)
    return OF_WHOM.say(lang, who=names, what=what, by=tokens.name_of(actor, view))


def _whoms(waited: Iterable[str], view: View, lang: str) -> list[str]:
    """Who is waited for, in words: each character with the player who plays it; those of the MJ together, for whoever
    is not the MJ: one person answers for all of them.
    """
    told = list(waited)
    ours = [who for who in told if view.mj or view.player(who) or not (who in view.cast and tokens.is_foe(who, view))]
    theirs = [tokens.called(who, view, lang) for who in told if who not in ours]
    players = [(tokens.called(who, view, lang), view.player(who)) for who in ours]
    with_players = [f"{name} ({player})" if player else name for name, player in players]
    return [*with_players, *([f"{few(theirs, lang, 2)} ({THE_MJ.say(lang)})"] if theirs else [])]


def _secret(what: object, lang: str) -> str:
    words = IN_SECRET.get(getattr(what, "audience", ""))
    return words.say(lang) if words else ""
