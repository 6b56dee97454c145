"""UnDéSix: roll under on one d6, spells made of verbs and essences."""

from tablee.games.undesix import checks, combat
from tablee.games.undesix.book import BOOK
from tablee.games.undesix.options import OPTIONS
from tablee.games.undesix.ready import ready
from tablee.games.undesix.sheet import Sheet
from tablee.rules.game import Game
from tablee.text import Text

GAME = Game(
    "undesix",
    Text(fr="UnDéSix", en="UnDéSix"),
    Text(fr="Un seul dé à six faces : faire égal ou moins.", en="A single six-sided die: roll equal or under."),
    Sheet,
    (checks.try_it, checks.oppose, combat.attack),
    BOOK,
    ready,
    OPTIONS,
)
