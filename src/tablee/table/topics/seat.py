"""Places at the table: who knocks, is let in, gives a name, gets a new link; and who is struck out of every line."""

from __future__ import annotations

import re
from dataclasses import replace

from pydantic import Field

from tablee.dice import fair
from tablee.rules.fields import Annotated, Label, OneOf
from tablee.table.decide import naming
from tablee.table.decide.command import EVERYBODY, ID, MJ, NAME, ROLES, Command, not_for
from tablee.table.decide.context import Context, Decided, NewEvent, hashed
from tablee.table.decide.refusal import NO_SEAT, Refusal
from tablee.table.lines import Telling
from tablee.table.log.events import MJ_ONLY, Event, ForMJ, Happening, Json, Unshown, stored
from tablee.table.log.matters import Fair
from tablee.table.log.state import Seat, State, mixed
from tablee.text import Text

COLOURS = {
    "garance": Text(fr="garance", en="madder red"),
    "petrole": Text(fr="pétrole", en="petrol blue"),
    "encre": Text(fr="encre", en="ink violet"),
    "laiton": Text(fr="laiton", en="brass"),
    "sapin": Text(fr="sapin", en="fir green"),
    "prune": Text(fr="prune", en="plum"),
    "brique": Text(fr="brique", en="brick"),
    "ardoise": Text(fr="ardoise", en="slate"),
}
LANGUAGES = {"fr": Text(fr="français", en="French"), "en": Text(fr="anglais", en="English")}
NO_KNOCK = Text(fr="Personne n'attend à la porte sous ce nom.", en="Nobody is waiting at the door under that name.")
WORDS_STAY = Text(
    fr="Vos mots sont déjà mêlés aux dés et n'en sortent plus : changez de nom sans en donner d'autres.",
    en="Your words are in the dice already and stay there: change your name without giving others.",
)
SAT_DOWN = Text(fr="{who} prend place à la table.", en="{who} sits down at the table.")
KNOCKED = Text(fr="{who} frappe à la porte.", en="{who} knocks at the door.")
STRUCK_OUT = Text(
    fr="Le nom et les messages d'une personne ont été retirés.",
    en="The name and the messages of a person were removed.",
)
DiceKnown = fair.State
MADE_HERE = re.compile(r"[A-Za-z0-9_-]{32}")  # words for the dice that a table made for a seat that gave none


class Join(Command, id="join", by=EVERYBODY, meanwhile=True):
    """Take one's seat: a name, a colour, a language, and words that are mixed into the dice."""

    called: Annotated[str, NAME, Label(fr="Nom", en="Name")]
    colour: Annotated[str, OneOf(COLOURS), Label(fr="Couleur", en="Colour")] = ""
    lang: Annotated[str, OneOf(LANGUAGES), Label(fr="Langue", en="Language")] = ""
    words: Annotated[
        str, Field(max_length=200), Label(fr="Quelques mots pour les dés", en="Some words for the dice")
    ] = ""

    def decide(self, context: Context) -> Decided:
        called, state = naming.written(self.called), context.state
        no = naming.unreadable(called) or naming.taken_at_table(state, context.seat, called)
        if no is not None:
            return no
        known = state.worded.get(context.seat)
        entropy: tuple[Json, ...] = ()
        if known is None:
            mixed_in = fair.LaterEntropy if state.fair.thrown else fair.Entropy  # or a player who knows the key chooses
            entropy = (mixed_in(context.seat, self.words or context.fresh()).to_dict(),)
        elif self.words not in ("", known):
            return Refusal(WORDS_STAY)
        seat = state.seats[context.seat]
        colour = _colour(state, context.seat, self.colour or seat.colour)
        return [NewEvent(Joined(context.seat, called, colour, entropy, self.lang or seat.lang))]


def _colour(state: State, seat: str, wished: str) -> str:
    """The colour of a seat: the one that is wished for, else the first, of those that nobody else at the table has; the
    one wished for, or the first of all, if each is taken. Two people may come in at once, both with the same proposed.
    """
    taken = {one.colour for id, one in state.seats.items() if one.token and id != seat}
    liked = (wished, *COLOURS) if wished else tuple(COLOURS)
    return next((colour for colour in liked if colour not in taken), liked[0])


@stored("joined/1")
class Joined(Happening):
    """The person of a seat gave a name, and words that are mixed into the dice."""

    of_table = True

    seat: str
    called: str
    colour: str
    fair: Fair
    lang: str = ""  # the language the person reads; "" for that of the browser

    def fold(self, state: State, _event: Event) -> State:
        seat = replace(state.seats[self.seat], called=self.called, colour=self.colour, lang=self.lang)
        return mixed(replace(state, seats={**state.seats, self.seat: seat}), self.fair)

    def sentence_at_table(self, telling: Telling) -> str:
        before = any(one.what.seat == self.seat for one in telling.earlier if isinstance(one.what, Joined))
        return SAT_DOWN.say(telling.lang, who=self.called) if self.called and not before else ""

    def without(self, _by: str, seat: str, dice: DiceKnown) -> Happening:
        if self.seat != seat:
            return self
        return replace(self, called="", fair=tuple(_without_words(line, seat, dice) for line in self.fair))


def _without_words(line: Json, seat: str, dice: fair.State) -> Json:
    """A line about dice; where it holds words that the person of this seat typed, the mix that they led to instead."""
    words = fair.from_dict(line)
    if not isinstance(words, fair.Entropy) or words.by != seat or MADE_HERE.fullmatch(words.words):
        return line
    led_to = dice.after(words)
    if isinstance(words, fair.LaterEntropy):
        return fair.LaterStruck(seat, led_to.next_mix).to_dict()
    return fair.Struck(seat, led_to.mix).to_dict()


class Invite(Command, id="invite", by=MJ, meanwhile=True):
    """A link for one more person; or, for a visitor who knocked, a seat."""

    role: Annotated[str, OneOf(ROLES), Label(fr="Rôle", en="Role")] = "player"
    knock: Annotated[str, Field(max_length=60), Label(fr="Qui a frappé", en="Who knocked")] = ""

    def decide(self, context: Context) -> Decided:
        if not self.knock:
            return [NewEvent(Seated(context.fresh()[:8], self.role, hashed(context.fresh())))]
        knock = context.state.knocks.get(self.knock)
        if knock is None:
            return Refusal(NO_KNOCK)
        taken = naming.taken_at_table(context.state, knock.knock, knock.called)
        called = "" if taken else knock.called  # they are asked for another name once they are in
        return [NewEvent(Seated(knock.knock, self.role, knock.token, called))]


@stored("seated/1")
class Seated(Happening):
    """Somebody has a place, by a link whose token is kept hashed."""

    of_table = True

    seat: str
    role: str  # mj, player, spectator, screen
    token: Unshown[str]  # its hash; "" once void
    called: str = ""  # what the person is called, once seated for good
    colour: str = ""

    def fold(self, state: State, _event: Event) -> State:
        knocks = {id: knock for id, knock in state.knocks.items() if id != self.seat}
        seat = Seat(self.role, self.token, self.called, self.colour)
        return replace(state, seats={**state.seats, self.seat: seat}, knocks=knocks)

    def without(self, _by: str, seat: str, _dice: fair.State) -> Happening:
        return replace(self, called="") if self.seat == seat else self


@stored("knocked/1")
class Knocked(Happening):
    """Somebody with the table's code asks to come in; the token becomes the seat's if the MJ agrees."""

    of_table = True

    knock: ForMJ[str]
    called: str
    token: Unshown[str]

    def fold(self, state: State, _event: Event) -> State:
        return replace(state, knocks={**state.knocks, self.knock: self})

    def sentence_at_table(self, telling: Telling) -> str:
        return KNOCKED.say(telling.lang, who=self.called)

    def without(self, _by: str, seat: str, _dice: fair.State) -> Happening:
        return replace(self, called="") if self.knock == seat else self


class Dismiss(Command, id="dismiss", by=MJ, meanwhile=True):
    """Turn away a visitor who knocked."""

    knock: Annotated[str, ID, Label(fr="Qui a frappé", en="Who knocked")]

    def decide(self, context: Context) -> Decided:
        if self.knock not in context.state.knocks:
            return Refusal(NO_KNOCK)
        return [NewEvent(Dismissed(self.knock), MJ_ONLY)]


@stored("dismissed/1")
class Dismissed(Happening):
    """A knock left at the door."""

    of_table = True

    knock: str

    def fold(self, state: State, _event: Event) -> State:
        return replace(state, knocks={id: knock for id, knock in state.knocks.items() if id != self.knock})


class Relink(Command, id="relink", by=MJ, meanwhile=True):
    """Renew a seat's link, or revoke it."""

    seat: Annotated[str, ID, Label(fr="Place", en="Seat")]
    revoke: Annotated[bool, Label(fr="Révoquer", en="Revoke")] = False

    def decide(self, context: Context) -> Decided:
        if self.seat not in context.state.seats:
            return Refusal(NO_SEAT, {"seat": self.seat})
        return [NewEvent(Relinked(self.seat, "" if self.revoke else hashed(context.fresh())), MJ_ONLY)]


@stored("relinked/1")
class Relinked(Happening):
    """A seat's link was renewed (a new token) or revoked (none)."""

    of_table = True

    seat: str
    token: Unshown[str]

    def fold(self, state: State, _event: Event) -> State:
        return replace(state, seats={**state.seats, self.seat: replace(state.seats[self.seat], token=self.token)})


class StrikeOut(Command, id="strike-out", by=EVERYBODY, meanwhile=True):
    """Remove a person's name and everything they have said from every line, for good; what they played stays."""

    seat: Annotated[str, ID, Label(fr="Place", en="Seat")]

    def refused(self, state: State, seat: str, _lost: str) -> Refusal | None:
        return None if self.seat == seat else not_for(state.seats[seat].role)

    def decide(self, context: Context) -> Decided:
        if self.seat not in context.state.seats:
            return Refusal(NO_SEAT, {"seat": naming.shown(self.seat)})
        return [NewEvent(StruckOut(self.seat))]


@stored("struck_out/1")
class StruckOut(Happening):
    """The name and the words of a person were removed from all lines up to here, which were rewritten."""

    of_table = True

    rewrites = True
    seat: str

    def sentence(self, telling: Telling) -> str:
        return STRUCK_OUT.say(telling.lang)
