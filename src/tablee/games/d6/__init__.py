"""D6: die codes, thresholds to beat, points to spend. Fights and experience, which the document lacks, are ours."""

from functools import partial

from tablee.games.d6 import codes, layout
from tablee.games.d6.book import BOOK
from tablee.games.d6.check import attempts, improvised
from tablee.games.d6.fight import attack, care, gear, hardship, order, standing
from tablee.games.d6.first_scene import FIRST_SCENE
from tablee.games.d6.lists import changing
from tablee.games.d6.nearby import nearby
from tablee.games.d6.options import OPTIONS
from tablee.games.d6.people import creation, growth, random_characters
from tablee.games.d6.play import D6Play
from tablee.games.d6.ready import ready
from tablee.games.d6.reference import REFERENCE
from tablee.games.d6.sheet import Sheet
from tablee.rules.book import endings_of
from tablee.rules.data.examples import read_examples
from tablee.rules.data.rulings import read_rulings
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
        attack.attack,
        care.care,
        hardship.face,
        hardship.exert,
        gear.equip,
        growth.grow,
        growth.learn,
        order.let_pass,
        order.fight,
        order.next_round,
        order.end_scene,
        care.time_passes,
        changing.change_lists,
        growth.award,
        growth.grant,
        growth.set_level,
    ),
    book=BOOK,
    ready=ready,
    options=tuple(OPTIONS.values()),
    play=D6Play,
    comes_in=order.comes_in,
    goes_out=order.goes_out,
    order=order.Initiative(),
    own_in_instant=order.own_in_instant,
    play_at_rest=order.play_at_rest,
    creations=(creation.create, random_characters.draw_character),
    dice_of_sum=codes.dice_of_sum,
    gauges=("wounds", "fatigue"),
    first_scene=FIRST_SCENE,
    draws=("d6.random",),
    passer_by="garde",
    usual=("d6.attack", "d6.care", "d6.pass", "d6.test", "d6.roll"),
    turns="D6-COMBAT-01",
    condition=standing.condition,
    stands=standing.standing,
    side=standing.side,
    next_round="d6.round",
    sections=layout.sections,
    endings=endings_of(__package__),
    reference=REFERENCE,
    examples=partial(read_examples, __package__),
    rulings=partial(read_rulings, __package__),
    counts=layout.counts,
    surroundings=layout.surroundings,
    nearby=nearby,
)
