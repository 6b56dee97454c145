"""Clé en main: 3d6 + skill, primes and pénalités, heroism."""

from tablee.games.cle_en_main import combat
from tablee.games.cle_en_main.book import BOOK
from tablee.games.cle_en_main.options import OPTIONS
from tablee.games.cle_en_main.ready import ready
from tablee.games.cle_en_main.sheet import Sheet
from tablee.rules.game import Game
from tablee.text import Text

GAME = Game(
    "cle-en-main",
    Text(fr="Clé en main", en="Clé en main"),
    Text(fr="Trois dés, une compétence, et de l'héroïsme.", en="Three dice, a skill, and heroism."),
    Sheet,
    (combat.attack,),
    BOOK,
    ready,
    OPTIONS,
)
