"""The end of a fight: told once, to everybody, taken back with the blow; ways out; the first scene again."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tablee.rules.data.ends import HEADLINES, ends_of
from tablee.rules.game import game_called, games
from tablee.rules.run import prepared
from tablee.table.decide.refusal import Refusal
from tablee.table.log.sqlite import SqliteStore
from tablee.table.service import House
from tablee.table.topics.action import Act, struck_at_once
from tablee.table.topics.closing import EndFight, Replay, TakeWay
from tablee.table.topics.correction import Correct
from tablee.table.topics.decision import Answer
from tablee.table.topics.undo import Redo, TakeBack
from tests.sent import sent

FOES, PARTY = ("loup", "brigand"), ("chloe", "nicolas")
GAMES = sorted(games())


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(SqliteStore(tmp_path / "tables.db"))


def down(house: House, table: str, *people: str) -> None:
    """The MJ's word: these people have fallen."""
    for who in people:
        for field in ("vitality", "phy"):
            if not house.state(table).cast[who].sheet[field]:
                continue
            done = house.submit(table, "mj", Correct(who=who, field=field, value=0))
            assert not isinstance(done, Refusal), done.say("en")


def told(house: House, table: str, seat: str = "mj") -> list[Any]:
    lines = house.with_sentences(table, house.lines(table, seat), "fr")
    return [line for line in lines if line.name == "fight_ended/1"]


@pytest.mark.parametrize(("fallen", "how", "words"), [(FOES, "won", "emportez"), (PARTY, "lost", "battus")])
def test_a_fight_ends_by_itself_and_says_who_won(house: House, fallen: tuple[str, ...], how: str, words: str) -> None:
    table, _ = house.open_trial("undesix", "fr")
    down(house, table, *fallen)
    (line,) = told(house, table)
    assert words in line.said.told
    assert ("pont" if how == "won" else "meunier") in line.said.told
    view = house.view(table, "mj")
    assert view.ended
    assert (view.ended.how, view.ended.n) == (how, line.n)
    assert not view.play["round"]
    assert set(sent([line])[0]["fallen"]) == set(fallen)
    assert bool(line.said.changes) == (how == "lost")  # what it cost the players' side


def test_an_end_tells_our_own_fallen_from_the_others_and_how_each_is(house: House) -> None:
    table, _ = house.open_trial("undesix", "fr")
    house.submit(table, "mj", Correct(who="chloe", field="phy", value=-5))
    house.submit(table, "mj", Correct(who="loup", field="phy", value=0))
    house.submit(table, "mj", Correct(who="brigand", field="phy", value=-9))
    (line,) = sent(told(house, table))
    view = house.view(table, "mj")
    for side, people in (("ours", ["chloe"]), ("others", ["loup", "brigand"])):
        assert [one["who"] for one in line[side]] == people
        shown = [condition.label.en for who in people if (condition := view.cast[who].condition)]
        assert [one["state"]["en"] for one in line[side]] == shown
    assert line["ours"][0]["state"] == {"fr": "morte", "en": "dead"}


DEAD = {"undesix": ("phy", -5), "cle-en-main": ("dead", True), "deusex": ("pv", -60), "d6": ("wounds", 6)}


@pytest.mark.parametrize("game", GAMES)
def test_nobody_wakes_up_where_all_are_dead(house: House, game: str) -> None:
    """A fight that is lost ends in other words once none of the party lives, in the ready scene and elsewhere."""
    table, _ = house.open_trial(game, "fr")
    first, (field, value) = game_called(game).first_scene, DEAD[game]
    assert first
    for who in first.players:
        house.submit(table, "mj", Correct(who=who, field=field, value=value))
    (line,) = told(house, table)
    ends = ends_of(game)
    assert line.what.how == "lost"
    assert " ".join(ends.first_scene.words["dead"].fr.split()) in " ".join(
        line.said.told.replace("\u202f", " ").split()
    )
    assert ends.words["dead"].fr != ends.words["lost"].fr


@pytest.mark.parametrize(("game", "field"), [("cle-en-main", "heroism"), ("undesix", "destiny"), ("deusex", "reserve")])
def test_what_people_paid_with_is_part_of_the_cost(house: House, game: str, field: str) -> None:
    """Heroism, destiny dice, reserve: not only blood."""
    table, _ = house.open_trial(game, "fr")
    first = game_called(game).first_scene
    assert first
    who = first.players[0]
    had = house.state(table).cast[who].sheet[field]
    house.submit(table, "mj", Correct(who=who, field=field, value=had + 1))
    house.submit(table, "mj", EndFight())
    (line,) = sent(told(house, table))
    assert [(one["who"], one["field"], one["before"], one["after"]) for one in line["cost"]] == [
        (who, field, had, had + 1)
    ]


def test_only_who_stood_as_the_instant_began_acts_before_falling(house: House) -> None:
    """Whoever lies there and dies of it does not « fall in the same instant »."""
    table, _ = house.open_trial("undesix", "fr")
    game, stood = game_called("undesix"), house.scene(table, "chloe")
    house.submit(table, "mj", Correct(who="chloe", field="phy", value=-5))
    fallen = house.scene(table, "chloe")
    assert struck_at_once(game, stood, fallen)
    assert not struck_at_once(game, fallen, fallen)
    assert not struck_at_once(game, stood, stood)


def test_a_fight_in_which_two_sides_stand_goes_on(house: House) -> None:
    table, _ = house.open_trial("undesix", "fr")
    down(house, table, "loup")
    assert not told(house, table)
    assert house.view(table, "mj").ended is None


def test_an_end_is_taken_back_with_what_led_to_it(house: House) -> None:
    table, _ = house.open_trial("undesix", "fr")
    down(house, table, *FOES)
    house.submit(table, "mj", TakeBack())
    assert house.view(table, "mj").ended is None
    assert house.view(table, "mj").play["round"] == 1
    house.submit(table, "mj", Redo())
    assert house.view(table, "mj").ended is not None
    assert len(told(house, table)) == 1


def test_the_mj_ends_a_fight_and_says_how(house: House) -> None:
    table, _ = house.open_trial("undesix", "fr")
    house.submit(table, "mj", EndFight())
    assert [sent([line])[0]["how"] for line in told(house, table)] == ["stopped"]
    assert isinstance(house.submit(table, "mj", EndFight()), Refusal)  # none is under way
    house.submit(table, "mj", Replay())
    house.submit(table, "mj", EndFight(how="fled"))
    assert [sent([line])[0]["how"] for line in told(house, table)] == ["stopped", "fled"]


@pytest.mark.parametrize(("fallen", "words"), [((), "le loup se couche"), (("loup",), "Les armes s'abaissent")])
def test_nobody_who_has_fallen_speaks_or_runs_in_the_words_of_the_end(
    house: House, fallen: tuple[str, ...], words: str
) -> None:
    """The wolf lay down, and was told dead below."""
    table, _ = house.open_trial("undesix", "fr")
    down(house, table, *fallen)
    house.submit(table, "mj", EndFight())
    (line,) = told(house, table)
    assert words in line.said.told


def test_who_has_left_a_fight_has_fled(house: House) -> None:
    table, _ = house.open_trial("undesix", "fr")
    down(house, table, "loup")
    left = house.submit(table, "mj", Act(action="undesix.leave", params={"who": "brigand"}))
    assert not isinstance(left, Refusal), left.say("en")
    assert [sent([line])[0]["how"] for line in told(house, table)] == ["fled"]


@pytest.mark.parametrize(("face", "how", "words"), [(1, "away", "bourse est sauve"), (6, "", "retraite")])
def test_the_scene_answers_those_who_flee(house: House, face: int, how: str, words: str) -> None:
    """A six misses: whoever flees is held up, and the fight goes on."""
    table, _ = house.open_trial("undesix", "fr")
    done = house.submit(table, "mj", TakeWay(who="chloe", out="flee", faces=(face,)))
    assert not isinstance(done, Refusal), done.say("en")
    ended = house.view(table, "mj").ended
    assert (ended.how if ended else "") == how
    said = [line.said for line in house.with_sentences(table, house.lines(table, "mj"), "fr") if line.said]
    assert any(words in one.told for one in said)
    assert [one.attempt for one in said if one.attempt] == ["Chloé tente de fuir"]


def test_a_way_is_tried_in_ones_turn_and_only_where_the_scene_offers_it(house: House) -> None:
    table, _ = house.open_trial("undesix", "fr")
    for way in (TakeWay(who="chloe", out="fly"), TakeWay(who="nobody", out="flee")):
        assert isinstance(house.submit(table, "mj", way), Refusal)
    down(house, table, *FOES)
    assert isinstance(house.submit(table, "mj", TakeWay(who="chloe", out="flee")), Refusal)


def test_the_first_scene_is_laid_again_as_it_was(house: House) -> None:
    table, _ = house.open_trial("undesix", "fr")
    before = house.state(table)
    assert isinstance(house.submit(table, "mj", Replay()), Refusal)  # the fight goes on
    down(house, table, *FOES)
    assert not isinstance(house.submit(table, "mj", Replay()), Refusal)
    after = house.state(table)
    assert after.cast == before.cast
    assert after.play == before.play
    assert house.view(table, "mj").ended is None


@pytest.mark.parametrize("id", GAMES)
def test_every_game_says_how_its_fights_end(id: str) -> None:
    """Each end has words of the game; the first scene has its own, and ways that its players may try."""
    game, ends = game_called(id), ends_of(id)
    assert game.action(ends.action)
    assert set(ends.words) == set(ends.first_scene.words) == (HEADLINES.keys() - {"over"}) | {"dead"}
    for how in ends.words:
        assert ends.closing(how, False)
        assert ends.closing(how, True) != ends.closing(how, False)
    scene = game.scene(cast=game.first_scene.cast() if game.first_scene else {})
    for way in ends.first_scene.ways.values():
        for who in game.first_scene.players if game.first_scene else ():
            prepared(game.action(way.action), scene.acting(who), way.params)
    assert set(ends.first_scene.ways) == {"flee", "talk"}


@pytest.mark.parametrize("id", GAMES)
def test_a_way_that_fails_names_nobody_who_may_have_fallen(id: str) -> None:
    """« Le loup vous coupe la retraite » was told over his body."""
    first = game_called(id).first_scene
    assert first
    cast = [sheet.model_dump(mode="json")["name"] for who, sheet in first.cast().items() if who not in first.players]
    for way in ends_of(id).first_scene.ways.values():
        for lang in ("fr", "en"):
            named = {word.lower() for name in cast for word in str(name[lang]).split() if len(word) > 3}
            assert not named & set(re.findall(r"\w+", way.fails.text.say(lang).lower()))


@pytest.mark.parametrize("game", GAMES)
def test_a_secret_roll_leaves_the_end_of_a_fight_as_fresh_as_it_was(house: House, game: str) -> None:
    """Who does not see the roll cannot tell it by what the page says of the fight; what all see ends that."""
    table, _ = house.open_trial(game, "fr")
    house.submit(table, "mj", EndFight())
    who = next(iter(house.view(table, "mj").cast))
    form = house.form(table, "mj", Act(actor=who, action=f"{game}.test"), "fr")
    assert not isinstance(form, Refusal)
    for audience, fresh in (("secret", True), ("open", False)):
        roll = Act(actor=who, action=f"{game}.test", params=form.values, audience=audience, sure=True)
        assert not isinstance(house.submit(table, "mj", roll), Refusal)
        while asked := house.view(table, "mj").asked:
            house.submit(table, "mj", Answer(answers={one: card.default for one, card in asked.items()}))
        ended = house.view(table, "mj").ended
        assert ended
        assert ended.fresh is fresh
    house.submit(table, "mj", TakeBack())
    ended = house.view(table, "mj").ended
    assert ended
    assert ended.fresh
