"""What the forms of UnDéSix share: headings of our own, units, and the fields that actions of several chapters ask."""

from tablee.games.undesix.options import DESPERATE, from_stage, with_option
from tablee.rules.cast import everybody
from tablee.rules.fields import Annotated, Ask, Audience, Between, By, Group, Label, OneOf
from tablee.rules.forms import HELP, HOW, WHOM, WORD_OF_MJ
from tablee.text import Text

SENTENCE = Group("sentence", Text(fr="La phrase", en="The sentence"))
POWERS = Group("powers", Text(fr="Pouvoirs", en="Powers"))
AGAINST = Group("against", Text(fr="Contre", en="Against"))
SIDES = Group("sides", Text(fr="Les camps", en="The sides"))

ACTIONS = Text(fr="action{n:|s}", en="action{n:|s}")
METRES = Text(fr="mètre{n:|s}", en="metre{n:|s}")
ROUNDS = Text(fr="round{n:|s}", en="round{n:|s}")
MINUTES = Text(fr="minute{n:|s}", en="minute{n:|s}")
HOURS = Text(fr="heure{n:|s}", en="hour{n:|s}")
DAYS = Text(fr="jour{n:|s}", en="day{n:|s}")
YEARS = Text(fr="an{n:|s}", en="year{n:|s}")
POINTS = Text(fr="point{n:|s}", en="point{n:|s}")

SeveralActions = Annotated[
    int,
    Between(1, 9),
    Label(fr="Actions ce round", en="Actions this round"),
    Ask(
        HOW,
        more=True,
        unit=ACTIONS,
        when=from_stage(4),
        help=Text(
            fr="−2 à chaque dé par action au-delà de la première.", en="−2 on each die per action past the first."
        ),
    ),
]
"""UDS-ACTION-01: how many actions a character makes this round."""

AT_STAKE = Ask(
    WORD_OF_MJ,
    when=with_option(DESPERATE),
    help=Text(fr="Permet une action désespérée.", en="Allows a desperate action."),
)
AtStake = Annotated[bool, Label(fr="Une vie est en jeu", en="A life is at stake"), By(Audience.MJ), AT_STAKE]
"""UDS-OPT-04: the MJ's word that a life depends on a roll."""

Willing = Annotated[
    bool,
    Label(fr="Les cibles se laissent faire", en="The targets are willing"),
    Ask(WHOM, more=True, help=Text(fr="Personne ne résiste.", en="Nobody resists.")),
]
"""UDS-MAGIC-24: whether those a spell is aimed at let it happen."""

Helpers = Annotated[
    tuple[str, ...],
    OneOf(everybody, helps=True),
    Label(fr="Aides", en="Helpers"),
    Ask(
        HELP,
        more=True,
        when=from_stage(4),
        help=Text(
            fr="+1 chacun : PSY maximum de 6, pas plus de PSY que vous.",
            en="+1 each: PSY maximum of 6, no more PSY than you.",
        ),
    ),
]
"""UDS-MAGIC-36: who helps to cast a spell."""
