"""Clé en main: 3d6 + skill, primes and pénalités, heroism."""

from tablee.games.cle_en_main.attack import actions as combat
from tablee.games.cle_en_main.attack import manoeuvres
from tablee.games.cle_en_main.attack import team as teams
from tablee.games.cle_en_main.book import BOOK
from tablee.games.cle_en_main.check import actions as trials
from tablee.games.cle_en_main.first_scene import FIRST_SCENE
from tablee.games.cle_en_main.options import OPTIONS
from tablee.games.cle_en_main.order import interruption as interrupt
from tablee.games.cle_en_main.order import monitor, quarrel, surprise, turns
from tablee.games.cle_en_main.order.hand import Hands, takes_a_turn
from tablee.games.cle_en_main.people import atout_actions as feats
from tablee.games.cle_en_main.people import evolution, npcs
from tablee.games.cle_en_main.people.ready import ready
from tablee.games.cle_en_main.play import CemPlay
from tablee.games.cle_en_main.sheet import Sheet
from tablee.games.cle_en_main.world import care, chase, hazards, scenario
from tablee.rules.game import Game
from tablee.text import Text

FIGHTS = (
    trials.test,
    trials.open_test,
    trials.oppose,
    teams.cooperate,
    combat.attack,
    teams.team_attack,
    manoeuvres.manoeuvre,
    manoeuvres.finish_off,
    feats.rally,
    feats.stare,
    feats.rig,
    feats.barrage,
    feats.feint,
    feats.heroic,
)
SCENES = (
    turns.start,
    surprise.surprise,
    turns.let_play,
    turns.disagree,
    quarrel.settle,
    turns.decline,
    interrupt.interrupt,
    npcs.regroup,
    monitor.note,
    turns.act,
    turns.next_round,
    turns.die,
    turns.wake,
    turns.finish,
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
        interrupt.unless_challenged(one) if takes_a_turn(one) else one for one in (*FIGHTS, *SCENES, *EVENINGS)
    ),
    book=BOOK,
    ready=ready,
    options=OPTIONS,
    play=CemPlay,
    order=Hands(),
    creations=(evolution.join, npcs.enter),
    gauges=("vitality",),
    turns="CEM-TURN-01",
    states=("group", "extra_wounds", "dies_at", "wakes_at", "prone", "caution", "danger", "heroism"),
    first_scene=FIRST_SCENE,
    odds_remark=teams.counted_together,
    target_by_target=combat.as_each_sees_it,
)
