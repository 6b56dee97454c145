"""The book of DeusEx: its clauses, and the names of the numbers its chapters share."""

from tablee.games.deusex.options import PHASE_SEEN, PS_SEEN, WITH_STRESS
from tablee.games.deusex.play import CRISIS, DYING
from tablee.rules.why import Book, Note
from tablee.text import LANGS, Name, Text

BOOK = Book.load(__package__)

# what makes a pool of dice
TWO_DICE = BOOK.term("base", fr="base", en="base")
APTITUDE = BOOK.term("aptitude", fr="Aptitude", en="Aptitude")
RESERVE = BOOK.term("reserve", fr="réserve", en="reserve", rule="DEX-RESERVE-03")
WOUNDS = BOOK.term("pv_malus", fr="blessures", en="wounds", rule="DEX-WOUND-05")
STRAIN = BOOK.term("ps_malus", fr="stress", en="stress", seen=PS_SEEN, rule="DEX-STRESS-06")
MALUS = BOOK.term("malus", fr="malus", en="penalty")

# what an outcome amounts to
MARGIN = BOOK.term("margin", fr="MR", en="MR")
DAMAGE = BOOK.term("damage", fr="dégâts", en="damage", unit=Text("dégât{n:|s}", "damage"))
LOSS = BOOK.term("loss", fr="PS perdus", en="PS lost", seen=PS_SEEN)
PHASE = BOOK.term("phase", fr="phase", en="phase", seen=PHASE_SEEN)
RELIEF = BOOK.term("relief", fr="PS rendus", en="PS given back", seen=PS_SEEN)
GAIN = BOOK.term("gain", fr="points rendus", en="points given back")
PROGRESS = BOOK.term("progress", fr="avancement", en="progress")
ROUNDS = BOOK.term("rounds", fr="rounds", en="rounds")

# what things are counted in
DICE = Text(fr="dé{n:|s}", en="{n:die|dice}")
POINTS = Text(fr="point{n:|s}", en="point{n:|s}")
ROUNDS_LEFT = Text(fr="round{n:|s}", en="round{n:|s}")

# what counts down
DIES = Text(fr="sans soins d'ici là, c'est la mort", en="without care by then, death")
LEAVES = Text(fr="sans aide d'ici là, quitte le jeu", en="without help by then, leaves play")
CARE_AWAITED = BOOK.term(DYING, fr="soins attendus", en="care awaited", unit=ROUNDS_LEFT, ends=DIES)
HELP_AWAITED = BOOK.term(CRISIS, fr="aide attendue", en="help awaited", seen=WITH_STRESS, unit=ROUNDS_LEFT, ends=LEAVES)


def in_words(*notes: Note) -> Name:
    """Several notes as one value, to be told inside the sentence of another note."""
    french, english = (". ".join(note.say(lang) for note in notes) for lang in LANGS)
    return Name(french, english)
