"""The end of a session and of a scenario of Clé en main: rest, one advance each, heroism for the next one."""

from __future__ import annotations

from tablee.rules.endings import SCENARIO, SESSION, Ending, Step
from tablee.text import Text

FINISH = Step(
    "cle-en-main.finish",
    "CEM-TURN-05",
    Text(
        fr="La scène d'action s'arrête, avec tout ce qui dure une scène.",
        en="The action scene stops, with all that lasts a scene.",
    ),
)
REST = Step(
    "cle-en-main.rest",
    "CEM-HEAL-04",
    Text(
        fr="Une nuit ou une journée de repos rend de la vitalité ; avec quelqu'un pour soigner, davantage.",
        en="A night or a day of rest gives vitality back; with somebody to care, more.",
    ),
    again=True,
)
ENDINGS = (
    Ending(
        "session",
        SESSION,
        (
            FINISH,
            REST,
        ),
    ),
    Ending(
        "scenario",
        SCENARIO,
        (
            FINISH,
            REST,
            Step(
                "cle-en-main.close",
                "CEM-EVOL-01",
                Text(
                    fr="Le scénario est fini : chaque personnage vivant a droit à une évolution, une seule.",
                    en="The scenario is over: every living character may take one advance, and only one.",
                ),
            ),
            Step(
                "cle-en-main.advance",
                "CEM-EVOL-01",
                Text(
                    fr="Une compétence de plus, un atout, ou un point d'héroïsme par scénario ; cela ne se garde pas.",
                    en="A skill developed, an atout, or a heroism point per scenario; it cannot be kept for later.",
                ),
                each=True,
            ),
            Step(
                "cle-en-main.open",
                "CEM-HERO-01",
                Text(
                    fr="Le scénario suivant : chacun commence avec l'héroïsme du tableau.",
                    en="The next scenario: everybody begins with the heroism of the table.",
                ),
                after="cle-en-main.close",
            ),
        ),
    ),
)
