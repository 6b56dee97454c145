"""The book of DeusEx: its clauses, and the names of the numbers its chapters share."""

from tablee.games.deusex.options import PHASE_SEEN, PS_SEEN, TROUBLE_SEEN, WITH_STRESS
from tablee.games.deusex.play import CRISIS, DYING
from tablee.rules.book import Book
from tablee.rules.why import Note
from tablee.text import LANGS, Name, Text

BOOK = Book.load(
    __package__,
    *("check", "fight", "health", "people"),
    seen={"ps": PS_SEEN, "phase": PHASE_SEEN, "trouble": TROUBLE_SEEN, "with_stress": WITH_STRESS},
)

# what makes a pool of dice
TWO_DICE = BOOK.term("base")
APTITUDE = BOOK.term("aptitude")
RESERVE = BOOK.term("reserve")
WOUNDS = BOOK.term("pv_malus")
STRAIN = BOOK.term("ps_malus")
MALUS = BOOK.term("malus")

# what an outcome amounts to
MARGIN = BOOK.term("margin")
DAMAGE = BOOK.term("damage")
LOSS = BOOK.term("loss")
PHASE = BOOK.term("phase")
RELIEF = BOOK.term("relief")
GAIN = BOOK.term("gain")
PROGRESS = BOOK.term("progress")
ROUNDS = BOOK.term("rounds")

# what things are counted in
DICE = Text(fr="dé{n:|s}", en="{n:die|dice}")
POINTS = Text(fr="point{n:|s}", en="point{n:|s}")

# what counts down
CARE_AWAITED = BOOK.term(DYING)
HELP_AWAITED = BOOK.term(CRISIS)


def in_words(*notes: Note) -> Name:
    """Several notes as one value, to be told inside the sentence of another note."""
    french, english = (". ".join(note.say(lang) for note in notes) for lang in LANGS)
    return Name(french, english)
