"""DeusEx 001.1, by Stéphane Sokol: two ten-sided dice, more with an Aptitude, and a reserve of luck."""

from functools import partial

from tablee.games.deusex.book import BOOK
from tablee.games.deusex.check import attempts, cooperation, deusex_test, open_rolls, oppositions, reserve
from tablee.games.deusex.fight import attack, melee, ranged, rounds, ways_out
from tablee.games.deusex.first_scene import FIRST_SCENE
from tablee.games.deusex.former_ids import FORMER_IDS
from tablee.games.deusex.health import countdowns, healing, stress
from tablee.games.deusex.health.condition import condition
from tablee.games.deusex.layout import counts, sections, surroundings
from tablee.games.deusex.options import OPTIONS
from tablee.games.deusex.people import creation, evolution
from tablee.games.deusex.people.ready import ready
from tablee.games.deusex.play import Play, side_of
from tablee.games.deusex.reference import REFERENCE
from tablee.games.deusex.sheet import Sheet
from tablee.rules.book import endings_of
from tablee.rules.data.examples import read_examples
from tablee.rules.data.rulings import read_rulings
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
    zero=10,
    actions=(
        attempts.attempt,
        oppositions.oppose,
        cooperation.cooperate,
        attack.attack,
        melee.melee,
        ranged.shoot,
        ways_out.hold,
        ways_out.give_in,
        healing.first_aid,
        healing.medicine,
        stress.psychology,
        deusex_test.invoke,
        rounds.declare,
        rounds.wait,
        evolution.raise_talent,
        evolution.raise_aptitude,
        evolution.define,
        stress.face,
        rounds.start_fight,
        rounds.next_round,
        rounds.end_fight,
        ways_out.take_out,
        countdowns.countdown,
        healing.hospital,
        healing.accept,
        stress.commitment,
        reserve.award_reserve,
        reserve.new_scenario,
        reserve.new_seance,
        evolution.award_xp,
        evolution.adjust,
    ),
    book=BOOK,
    ready=ready,
    options=tuple(OPTIONS.values()),
    play=Play,
    comes_in=rounds.comes_in,
    goes_out=rounds.goes_out,
    after_correction=rounds.after_correction,
    order=rounds.Rounds(),
    read_in_instant=rounds.read_in_instant,
    play_at_rest=rounds.play_at_rest,
    creations=(creation.create, creation.create_guided, creation.create_random),
    gauges=("pv", "reserve"),
    first_scene=FIRST_SCENE,
    passer_by="vigile",
    usual=(
        "deusex.attack",
        "deusex.shoot",
        "deusex.melee",
        "deusex.test",
        "deusex.oppose",
        "deusex.first-aid",
        "deusex.declare",
        "deusex.wait",
        "deusex.hold",
        "deusex.yield",
        "deusex.invoke",
    ),
    draws=("deusex.create-random",),
    condition=condition,
    stands=attempts.stands,
    side=side_of,
    next_round="deusex.next-round",
    sections=sections,
    endings=endings_of(__package__),
    reference=REFERENCE,
    examples=partial(read_examples, __package__),
    rulings=partial(read_rulings, __package__),
    counts=counts,
    surroundings=surroundings,
    together=cooperation.came_out_together,
    odds_remark=open_rolls.open_rolls_remark,
    former_ids=FORMER_IDS,
)
