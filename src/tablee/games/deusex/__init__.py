"""DeusEx."""

from tablee.games.deusex.book import BOOK
from tablee.games.deusex.sheet import Sheet
from tablee.rules.game import Game
from tablee.text import Text

GAME = Game(
    "deusex",
    Text(fr="DeusEx", en="DeusEx"),
    Text(
        fr="Deux dés à dix faces, d'autres quand on sait, et du stress.",
        en="Two ten-sided dice, more when you know how, and stress.",
    ),
    Sheet,
    (),
    BOOK,
    dict,
)
