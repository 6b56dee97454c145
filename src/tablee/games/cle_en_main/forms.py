"""What the forms of Clé en main share: headings of our own, units."""

from tablee.rules.fields import Group
from tablee.text import Text

STAKES = Group("stakes", Text(fr="Primes et pénalités", en="Primes and penalties"))
HEROISM = Group("heroism", Text(fr="Héroïsme", en="Heroism"))
OPPOSITE = Group("opposite", Text(fr="En face", en="On the other side"))

ACTIONS = Text(fr="action{n:|s}", en="action{n:|s}")
METRES = Text(fr="mètre{n:|s}", en="metre{n:|s}")
PEOPLE = Text(fr="figurant{n:|s}", en="figurant{n:|s}")
POINTS = Text(fr="point{n:|s}", en="point{n:|s}")
ROUNDS = Text(fr="round{n:|s}", en="round{n:|s}")
