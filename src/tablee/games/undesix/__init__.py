"""UnDéSix: roll under on one d6, spells made of verbs and essences.

check    tests, oppositions, several people or actions, despair and destiny
world    wounds, healing, hazards, the passing of time
fight    rounds, attitudes, attacks at contact and from afar, armour
magic    words, sentences, casting, resisting, spells in force
people   creation, non-player characters, progress, qualities

Each folder sees those listed before it. What all of them see of magic is its words, its sentences and its state.
"""

from functools import partial

from tablee.games.undesix.book import BOOK
from tablee.games.undesix.characters import ready
from tablee.games.undesix.check import checks, destiny, oppositions, together
from tablee.games.undesix.condition import condition
from tablee.games.undesix.fight import attitudes, initiative, manoeuvres, melee, rounds, shooting, turns, wielding
from tablee.games.undesix.first_scene import FIRST_SCENE
from tablee.games.undesix.former_ids import FORMER_IDS
from tablee.games.undesix.layout import counts, sections
from tablee.games.undesix.magic import casting, examples, incantations, lasting, resisting
from tablee.games.undesix.options import FREE_CREATION, OPTIONS
from tablee.games.undesix.people import creation, end_of_game, npcs, placing, progress, qualities
from tablee.games.undesix.play import Stage, side_of
from tablee.games.undesix.reference import REFERENCE
from tablee.games.undesix.sheet import Sheet
from tablee.games.undesix.surroundings import surroundings
from tablee.games.undesix.welcome import WELCOME
from tablee.games.undesix.world import hazards, healing, health, time
from tablee.rules.book import endings_of
from tablee.rules.data.examples import read_examples
from tablee.rules.data.rulings import read_rulings
from tablee.rules.game import Game
from tablee.text import Text

ROLLS = (checks.try_it, together.together, oppositions.oppose, oppositions.oppose_groups)
FIGHTS = (
    rounds.fight,
    rounds.next_round,
    rounds.join,
    rounds.leave_fight,
    rounds.end_fight,
    attitudes.announce,
    melee.attack,
    shooting.shoot,
    shooting.reload,
    wielding.draw,
    manoeuvres.tumble,
    manoeuvres.move,
    rounds.hold,
)
MAGIC = (
    casting.cast,
    examples.cast_example,
    resisting.resist,
    lasting.force,
    lasting.leave_spell,
    lasting.round_inside,
    lasting.let_go,
    incantations.give_up,
    incantations.incanted,
    incantations.interrupted,
    lasting.spell_ends,
    time.wait,
)
HEALTH = (
    hazards.endanger,
    hazards.deprive,
    hazards.drug,
    health.affect,
    healing.treat,
    healing.rest,
    time.days,
)
PROGRESS = (
    end_of_game.end_game,
    qualities.endow,
    progress.study,
    progress.award,
    progress.promote,
    progress.invent,
    creation.describe,
    destiny.give_destiny,
)

GAME = Game(
    id="undesix",
    label=Text(fr="UnDéSix", en="UnDéSix"),
    tagline=Text(fr="Un seul dé à six faces : faire égal ou moins.", en="A single six-sided die: roll equal or under."),
    sheet=Sheet,
    actions=(*ROLLS, *FIGHTS, *MAGIC, *HEALTH, *PROGRESS),
    book=BOOK,
    ready=ready,
    options=tuple(OPTIONS.values()),
    play=Stage,
    comes_in=rounds.comes_in,
    goes_out=turns.goes_out,
    after_correction=turns.after_correction,
    order=turns.ByInstants(),
    lost="mad_for_good",
    due_anytime=True,
    needs_mj=creation.needs_mj,
    notebook={FREE_CREATION.id: True},
    read_in_instant=initiative.read_in_instant,
    play_at_rest=turns.play_at_rest,
    creations=(creation.create_random, creation.create, npcs.create_anybody, npcs.create_npc),
    gauges=("phy", "vitality", "psy"),
    purses=("destiny",),
    states=("mad_for_good", "dead"),
    busy=incantations.busy,
    first_scene=FIRST_SCENE,
    draws=("undesix.create-anybody",),
    completes=("undesix.describe",),
    passer_by="garde",
    usual=(
        "undesix.shoot",
        "undesix.reload",
        "undesix.attack",
        "undesix.cast",
        "undesix.treat",
        "undesix.hold",
        "undesix.announce",
        "undesix.test",
    ),
    condition=condition,
    stands=checks.stands,
    side=side_of,
    next_round="undesix.next-round",
    sections=sections,
    endings=endings_of(__package__),
    reference=REFERENCE,
    examples=partial(read_examples, __package__),
    rulings=partial(read_rulings, __package__),
    counts=counts,
    surroundings=surroundings,
    together=together.came_out_together,
    placing=placing.placing,
    welcome=WELCOME,
    former_ids=FORMER_IDS,
)
