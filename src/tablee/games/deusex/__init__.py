"""DeusEx 001.1, by Stéphane Sokol: two ten-sided dice, more with an Aptitude, and a reserve of luck."""

from tablee.games.deusex import (
    attacks,
    attempts,
    contests,
    evolution,
    fortune,
    health,
    newcomers,
    open_rolls,
    reserve,
    scene,
    stress,
)
from tablee.games.deusex.book import BOOK
from tablee.games.deusex.first_scene import FIRST_SCENE
from tablee.games.deusex.options import OPTIONS
from tablee.games.deusex.play import Play
from tablee.games.deusex.ready import ready
from tablee.games.deusex.sheet import Sheet
from tablee.rules.game import Game
from tablee.text import Text

GAME = Game(
    id="deusex",
    label=Text(fr="DeusEx", en="DeusEx"),
    tagline=Text(
        fr="Deux dés à dix faces, d'autres quand on sait, et du stress. Règles de DeusEx 001.1, de Stéphane Sokol.",
        en="Two ten-sided dice, more when you know how, and stress. Rules of DeusEx 001.1, by Stéphane Sokol.",
    ),
    sheet=Sheet,
    actions=(
        attempts.attempt,
        contests.oppose,
        contests.cooperate,
        attacks.attack,
        attacks.melee,
        attacks.shoot,
        health.first_aid,
        health.medicine,
        stress.psychology,
        fortune.invoke,
        scene.declare,
        scene.wait,
        evolution.raise_talent,
        evolution.raise_aptitude,
        evolution.define,
        stress.face,
        scene.start_fight,
        scene.next_round,
        scene.end_fight,
        scene.countdown,
        health.hospital,
        stress.commitment,
        reserve.award,
        reserve.new_scenario,
        reserve.new_seance,
        evolution.award,
        evolution.adjust,
    ),
    book=BOOK,
    ready=ready,
    options=OPTIONS,
    play=Play,
    order=scene.Rounds(),
    creations=(newcomers.create, newcomers.create_guided, newcomers.create_random),
    gauges=("pv", "reserve"),
    first_scene=FIRST_SCENE,
    odds_remark=open_rolls.counted_together,
)
