"""What a page needs to know of a game, asked of each game on its first scene and of each ready sheet."""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import Any

import pytest

from tablee.errors import BadFields
from tablee.rules.action import Action, Kind, Scene
from tablee.rules.fields import Audience, Rank, fields_of
from tablee.rules.forms import Form, applying, form, natural_moves, usual
from tablee.rules.game import Game, game_called
from tablee.rules.run import Done, perform, prepared
from tablee.rules.why import Note
from tablee.text import LANGS
from tests.games.filled_in import filled_in

GAMES: tuple[str, ...] = ("cle-en-main", "d6", "deusex", "undesix")
MAX_USUAL = 7
each_game = pytest.mark.parametrize("game", [game_called(id) for id in GAMES], ids=GAMES)


def first_scene(game: Game) -> Scene[Any]:
    """The first scene once it is open."""
    assert game.first_scene
    scene = game.scene(cast=game.first_scene.cast())
    for id, actor, params in game.first_scene.begin:
        action = game.action(id)
        do = prepared(action, scene.acting(actor), params)
        assert not isinstance(do, Note)
        done = perform(action, scene.acting(actor), do)
        assert isinstance(done, Done)
        play = game.order.after(done.after, actor, id, done.outcome)
        scene = game.scene(cast=done.after.cast, play=play)
    return scene


def possible(game: Game) -> list[tuple[Scene[Any], Action[Any, Any], Form]]:
    """The form of every action that somebody in the first scene could do; whom it leaves people to name is named."""
    scene = first_scene(game)

    return [
        (scene.acting(who), action, filled_in(game, action, scene.acting(who)))
        for who in scene.cast
        for action in game.actions
        if action.offered(scene.options, mj=True) and action.refuse(scene.acting(who), None) is None
    ]


@each_game
def test_every_field_has_a_group_and_a_label_in_both_languages(game: Game) -> None:
    for action in (*game.actions, *game.creations):
        for field in fields_of(action.params):
            assert field.ask is not None, f"{action.id} {field.name} has no group"
            texts = [field.label, field.ask.group.label, field.ask.unit, field.ask.help]
            assert all(text.say(lang) for text in texts if text for lang in LANGS), (action.id, field.name)


@each_game
def test_few_fields_before_more_and_every_action_has_its_kind(game: Game) -> None:
    for action in (*game.actions, *game.creations):
        assert action.kind is not Kind.OTHER, action.id
        shown = [field for field in fields_of(action.params) if field.rank is Rank.USUAL]
        groups = Counter(field.ask.group for field in shown if field.ask)
        most = max(groups.values(), default=0) if action in game.creations else len(shown)  # made group by group
        assert most <= MAX_USUAL, (action.id, [field.name for field in shown])


@each_game
def test_what_is_proposed_is_accepted(game: Game) -> None:
    for scene, action, asked in possible(game):
        done = prepared(action, scene, asked.values)
        assert not isinstance(done, Note), f"{scene.actor} {action.id} {asked.values}: {done.say('en')}"


@each_game
def test_a_choice_that_is_offered_is_accepted(game: Game) -> None:
    for scene, action, asked in possible(game):
        fields = tuple(one.field for one in asked.fields)
        values = {one.field.name: one.value for one in asked.fields}
        for one in asked.fields:
            for choice in one.choices if one.applies and not one.keys else ():
                if choice.refusal is None:
                    told = applying(fields, {**values, one.field.name: one.taking(choice.id)}, scene)
                    try:
                        done = prepared(action, scene, told)
                    except BadFields as wrong:
                        pytest.fail(f"{scene.actor} {action.id} {one.field.name}={choice.id}: {wrong}")
                    assert not isinstance(done, Note), f"{action.id} {one.field.name}={choice.id}: {done.say('en')}"


@each_game
def test_derived_numbers_on_ready_sheets_add_up(game: Game) -> None:
    scene = game.scene()
    for who in scene.cast:
        entries = [entry for section in game.sections(scene, who) for entry in section.entries]
        assert any(entry.sum for entry in entries), f"{who}: no number tells its terms"
        for entry in entries:
            if entry.sum:
                total = entry.sum.written("fr") if entry.drawn == "code" else entry.sum.total
                assert total == entry.value, (who, entry.id)
            assert all(entry.label.say(lang) for lang in LANGS)
            if entry.drawn == "gauge":
                assert entry.most is not None, (who, entry.id)


@each_game
def test_a_sheet_shows_every_field_worth_a_line_once(game: Game) -> None:
    scene = game.scene()
    told = {field.name for field in fields_of(game.sheet) if not field.quiet}
    for who in scene.cast:
        sections = game.sections(scene, who)
        ids = [entry.id for section in sections for entry in section.entries]
        assert len(ids) == len(set(ids)), who
        assert all(section.entries for section in sections), who
        shown = {entry.field for section in sections for entry in section.entries if entry.field}
        assert shown <= set(game.sheet.model_fields), who
    everybody = {
        entry.field for who in scene.cast for part in game.sections(scene, who) for entry in part.entries if entry.field
    }
    missing = told - everybody - NOT_ON_A_SHEET.get(game.id, set())
    assert not missing, f"on no ready sheet: {sorted(missing)}"


NOT_ON_A_SHEET: dict[str, set[str]] = {
    "cle-en-main": {
        *("vitality_max", "used", "extra_wounds", "dead", "prone", "broken", "dropped", "marks", "caution", "danger"),
        *("side", "heroism_box", "developed", "advances", "wealth", "wealth_printed", "wealth_renews"),
    },
    "d6": {"fear", "stable"},
    "deusex": {"stabilised", "treated"},
    "undesix": {
        *("phy_max", "psy_max", "vitality_max"),
        *("dead", "mad_days", "mad_for_good", "exhausted", "destiny", "destiny_mj"),
        *("broken", "reloading", "streak", "equipment", "chance", "awards", "gained", "secret"),
    },
}
"""Fields that no ready sheet shows, by game: what nobody has or suffers at rest, and maxima, drawn with their gauge."""


@each_game
def test_what_a_sheet_opens_is_an_action_that_takes_it(game: Game) -> None:
    scene = first_scene(game)
    opened = [
        (who, entry.opens)
        for who in scene.cast
        for section in game.sections(scene, who)
        for entry in section.entries
        if entry.opens
    ]
    assert opened
    for who, opens in opened:
        action = game.action(opens.action)
        names = {field.name for field in fields_of(action.params)}
        assert set(opens.params) <= names, (who, opens)
        if action.refuse(scene.acting(who), None) is None:
            filled = form(game, action, scene.acting(who), opens.params)
            assert filled.values.items() >= dict(opens.params).items()


@each_game
def test_turns_agree_with_who_may_act(game: Game) -> None:
    scene = first_scene(game)
    turns = game.order.turns(scene)
    assert {turn.who for turn in turns if turn.when == "now"} == set(game.order.may_act(scene))
    assert len(turns) == len({turn.who for turn in turns})
    assert {turn.when for turn in turns} - {"now"}, "nobody is next"


@each_game
def test_the_first_scene_opens_on_a_player_and_everybody_has_a_natural_move(game: Game) -> None:
    scene = first_scene(game)
    assert game.first_scene
    assert set(game.order.may_act(scene)) & set(game.first_scene.players)
    for who in scene.cast:
        acting = scene.acting(who)
        assert game.condition(acting, who).standing
        assert list(usual(game, acting)), who
        assert next(natural_moves(game, acting), None), who
    assert len(game.sides(scene, standing=True)) == 2


@each_game
def test_what_is_watched_stands_on_the_sheet(game: Game) -> None:
    """The counts told quickly are entries of the sheet, gauges and boxes alone."""
    scene = game.scene(cast=game.ready())
    for who in scene.cast:
        written = [entry for section in game.sections(scene.acting(who), who) for entry in section.entries]
        watched = game.watched(scene.acting(who), who)
        assert watched
        assert all(entry in written and entry.drawn in ("gauge", "boxes") for entry in watched)


@each_game
def test_the_next_round_is_begun_by_one_action_without_a_form(game: Game) -> None:
    action = game.action(game.next_round)
    assert action.kind is Kind.SCENE
    assert not action.form({}, True)


@each_game
def test_every_value_of_a_house_rule_has_words(game: Game) -> None:
    """No id stands on a page: what is neither a truth nor a number is named in both languages."""
    for option in game.options:
        named = {lang: [option.said(value, lang) for value in option.values] for lang in LANGS}
        assert len(set(named["fr"])) == len(option.values), option.id
        assert not option.words or len(option.words) == len(option.values), option.id
        ids = [value for value in option.values if isinstance(value, str)]
        assert not ids or option.words, option.id


@each_game
def test_help_comes_from_friends_and_care_goes_to_the_hurt(game: Game) -> None:
    """UDS-ACTION-14, CEM-COOP-05, DEX-COOP-01, UDS-HEAL-04, DEX-HEAL-04: adversaries and the unhurt may be named, but
    nobody proposes them, to whoever has no friend there either.
    """
    assert game.first_scene
    scene = first_scene(game)
    alone = {who: sheet for who, sheet in scene.cast.items() if who not in game.first_scene.players[1:]}
    theirs = [one for one in game.actions if one.by is Audience.EVERYONE and one not in game.creations]
    for stage in (scene, game.scene(cast=alone)):
        for acting, action in product(map(stage.acting, stage.cast), theirs):
            for asked in form(game, action, acting).fields:
                if asked.field.one_of is None or not asked.field.one_of.helps or not asked.value:
                    continue
                named = asked.value if asked.field.many else [asked.value]
                assert all(game.side(acting, one) == game.side(acting, acting.actor) for one in named), action.id
                assert action.kind is not Kind.CARE, (action.id, named)


@each_game
def test_whoever_is_alone_is_proposed_nothing_that_takes_another(game: Game) -> None:
    """A form whose required choice is empty can never be filled in: the action says so at once."""
    people = {**game.ready(), **(game.first_scene.cast() if game.first_scene else {})}
    for who, sheet in people.items():
        alone = game.scene(who, cast={who: sheet})
        for action in game.actions:
            required = [field for field in fields_of(action.params) if field.required and field.one_of]
            if action.refuse(alone, None) is None:
                assert all(field.one_of.on(alone) for field in required if field.one_of), action.id


@each_game
def test_where_nobody_stands_across_no_attack_on_a_friend_is_proposed(game: Game) -> None:
    """People may choose it; it is what nobody proposes."""
    assert game.first_scene
    heroes = {who: sheet for who, sheet in game.first_scene.cast().items() if who in game.first_scene.players}
    scene = game.scene(game.first_scene.players[0], heroes)
    for action in (one for one in game.actions if one.kind is Kind.FIGHT):
        aims = [one for one in form(game, action, scene).fields if one.field.one_of and not one.field.one_of.helps]
        assert not [one.field.name for one in aims if isinstance(one.value, str) and one.value in heroes], action.id
