"""D6."""

from tablee.games.d6.book import BOOK
from tablee.games.d6.sheet import Sheet
from tablee.rules.game import Game
from tablee.text import Text

GAME = Game(
    "d6",
    Text(fr="D6", en="D6"),
    Text(fr="Des codes de dés et des points à répartir.", en="Die codes and points to spend."),
    Sheet,
    (),
    BOOK,
    dict,
)
