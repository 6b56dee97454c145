"""D6: die codes, thresholds to beat, points to spend. What the document lacks is ours, in `proposed/`."""

from tablee.games.d6 import attempts, creation, improvised, random_characters, scene
from tablee.games.d6.book import BOOK
from tablee.games.d6.first_scene import FIRST_SCENE
from tablee.games.d6.options import OPTIONS
from tablee.games.d6.play import D6Play
from tablee.games.d6.proposed import care, combat, gear, growth, hardship
from tablee.games.d6.ready import ready
from tablee.games.d6.sheet import Sheet
from tablee.rules.game import Game
from tablee.text import Text

GAME = Game(
    id="d6",
    label=Text(fr="D6", en="D6"),
    tagline=Text(fr="Des codes de dés et des points à répartir.", en="Die codes and points to spend."),
    sheet=Sheet,
    actions=(
        attempts.try_it,
        attempts.oppose,
        attempts.throw,
        improvised.improvise,
        combat.attack,
        care.care,
        hardship.face,
        hardship.exert,
        gear.equip,
        growth.grow,
        growth.learn,
        scene.let_pass,
        scene.fight,
        scene.next_round,
        scene.end_scene,
        scene.time_passes,
        scene.change_lists,
        growth.award,
        growth.grant,
    ),
    book=BOOK,
    ready=ready,
    options=OPTIONS,
    play=D6Play,
    order=scene.Initiative(),
    creations=(creation.create, random_characters.draw_character),
    gauges=("wounds", "fatigue"),
    first_scene=FIRST_SCENE,
)
