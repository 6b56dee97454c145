"""UnDéSix: roll under on one d6, spells made of verbs and essences."""

from tablee.games.undesix import (
    attacks,
    attitudes,
    bystanders,
    checks,
    creation,
    fate,
    healing,
    health,
    lasting,
    magic,
    oppositions,
    progress,
    qualities,
    scene,
    shooting,
    spells,
    turns,
    victims,
    wielding,
)
from tablee.games.undesix.book import BOOK
from tablee.games.undesix.first_scene import FIRST_SCENE
from tablee.games.undesix.options import OPTIONS
from tablee.games.undesix.ready import ready
from tablee.games.undesix.scene import ByInstants, Moment
from tablee.games.undesix.sheet import Sheet
from tablee.rules.game import Game
from tablee.text import Text

ROLLS = (checks.try_it, checks.together, oppositions.oppose, oppositions.oppose_groups)
FIGHTS = (
    scene.fight,
    scene.next_round,
    scene.join,
    scene.leave,
    scene.end_fight,
    attitudes.announce,
    attacks.attack,
    shooting.shoot,
    shooting.reload,
    wielding.draw,
    turns.tumble,
    turns.move,
    turns.hold,
)
MAGIC = (
    magic.cast,
    spells.cast_example,
    victims.resist,
    lasting.force,
    lasting.leave,
    lasting.inside,
    lasting.let_go,
    lasting.give_up,
    lasting.incanted,
    lasting.interrupted,
    lasting.spell_ends,
    lasting.wait,
)
HEALTH = (
    health.endanger,
    health.deprive,
    health.drug,
    health.affect,
    healing.treat,
    healing.rest,
    healing.days,
)
PROGRESS = (
    qualities.end_game,
    qualities.endow,
    progress.study,
    progress.award,
    progress.promote,
    progress.invent,
    creation.describe,
    fate.give_destiny,
)

GAME = Game(
    id="undesix",
    label=Text(fr="UnDéSix", en="UnDéSix"),
    tagline=Text(fr="Un seul dé à six faces : faire égal ou moins.", en="A single six-sided die: roll equal or under."),
    sheet=Sheet,
    actions=(*ROLLS, *FIGHTS, *MAGIC, *HEALTH, *PROGRESS),
    book=BOOK,
    ready=ready,
    options=OPTIONS,
    play=Moment,
    order=ByInstants(),
    creations=(creation.create_random, creation.create, bystanders.create_anybody, bystanders.create_npc),
    gauges=("phy", "vitality", "psy"),
    first_scene=FIRST_SCENE,
)
