"""Clé en main: tests of 3d6 + skill, primes bought with penalties, heroism points. This file lists the whole game."""

from functools import partial

from tablee.games.cle_en_main.attack import actions as attack_actions
from tablee.games.cle_en_main.attack import manoeuvres, team
from tablee.games.cle_en_main.book import BOOK
from tablee.games.cle_en_main.check import actions as check_actions
from tablee.games.cle_en_main.check import group
from tablee.games.cle_en_main.condition import condition, side, stands
from tablee.games.cle_en_main.first_scene import FIRST_SCENE
from tablee.games.cle_en_main.former_ids import FORMER_IDS
from tablee.games.cle_en_main.layout import counts, sections
from tablee.games.cle_en_main.options import OPTIONS
from tablee.games.cle_en_main.order import interruption, monitor, surprise, turns
from tablee.games.cle_en_main.order.hand import HANDED, Hands, play_at_rest, sheet_at_rest, takes_a_turn
from tablee.games.cle_en_main.people import atout_actions, evolution, npcs
from tablee.games.cle_en_main.people.ready import ready
from tablee.games.cle_en_main.play import CemPlay
from tablee.games.cle_en_main.reference import REFERENCE
from tablee.games.cle_en_main.sheet import Sheet
from tablee.games.cle_en_main.surroundings import surroundings
from tablee.games.cle_en_main.world import care, chase, hazards, scenario
from tablee.rules.book import endings_of
from tablee.rules.data.examples import read_examples
from tablee.rules.data.rulings import read_rulings
from tablee.rules.game import Game
from tablee.text import Text

FIGHTS = (
    check_actions.test,
    check_actions.open_test,
    check_actions.oppose,
    team.cooperate,
    attack_actions.attack,
    team.team_attack,
    manoeuvres.manoeuvre,
    manoeuvres.finish_off,
    atout_actions.rally,
    atout_actions.stare,
    atout_actions.rig,
    atout_actions.barrage,
    atout_actions.feint,
    atout_actions.heroic,
)
SCENES = (
    turns.start,
    turns.next_round,
    turns.let_play,
    turns.finish,
    surprise.surprise,
    turns.disagree,
    turns.settle_by_reflexes,
    turns.decline,
    interruption.interrupt,
    npcs.regroup,
    npcs.count_eleven,
    monitor.note,
    turns.act,
    turns.die,
    turns.wake,
    turns.wait,
    chase.place,
    chase.race,
    hazards.fall,
    hazards.ignite,
    hazards.burn,
    hazards.air,
    hazards.breathe,
    care.first_aid,
    care.rest,
)
EVENINGS = (
    scenario.open_scenario,
    scenario.spend,
    scenario.close_scenario,
    evolution.first_atout,
    evolution.advance,
    evolution.rename,
    evolution.give,
)

GAME = Game(
    id="cle-en-main",
    label=Text(fr="Clé en main", en="Clé en main"),
    tagline=Text(fr="Trois dés, une compétence, et de l'héroïsme.", en="Three dice, a skill, and heroism."),
    sheet=Sheet,
    actions=tuple(
        interruption.unless_interrupted(one) if takes_a_turn(one) or one.id in HANDED else one
        for one in (*FIGHTS, *SCENES, *EVENINGS)
    ),
    book=BOOK,
    ready=ready,
    options=tuple(OPTIONS.values()),
    play=CemPlay,
    order=Hands(),
    play_at_rest=play_at_rest,
    sheet_at_rest=sheet_at_rest,
    creations=(evolution.join, npcs.enter),
    gauges=("vitality",),
    purses=("heroism",),
    turns="CEM-TURN-01",
    speaks_up=True,
    spreads=True,
    due_anytime=True,
    states=("extra_wounds", "dies_at", "wakes_at", "prone", "caution", "danger"),
    first_scene=FIRST_SCENE,
    draws=("cle-en-main.first-atout",),
    completes=("cle-en-main.first-atout",),
    passer_by="contremaitre",
    usual=(
        "cle-en-main.attack",
        "cle-en-main.first-aid",
        "cle-en-main.manoeuvre",
        "cle-en-main.chase",
        "cle-en-main.do",
        "cle-en-main.test",
        "cle-en-main.yield",
    ),
    condition=condition,
    stands=stands,
    side=side,
    next_round="cle-en-main.next-round",
    comes_first=scenario.comes_first,
    sections=sections,
    endings=endings_of(__package__),
    reference=REFERENCE,
    examples=partial(read_examples, __package__),
    rulings=partial(read_rulings, __package__),
    counts=counts,
    surroundings=surroundings,
    together=group.came_out_together,
    odds_remark=team.counted_together,
    targets=attack_actions.aimed_at,
    former_ids=FORMER_IDS,
)
