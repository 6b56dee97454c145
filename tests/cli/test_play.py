"""A fight of each game at one keyboard: played to its end by pressing Enter, taken back, left and resumed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest

from tablee.cli.play import play
from tablee.cli.proposals import Proposals
from tablee.dice import fair
from tablee.rules.fields import fields_of
from tablee.rules.game import Game, game_called, games
from tablee.table.log.sqlite import SqliteStore
from tablee.table.service import House

KEYS = fair.Keys(public=bytes(range(32)), secret=bytes(range(32, 64)))  # the same dice every time
PLAYABLE = [game for game in games().values() if game.first_scene is not None]


class TooLong(Exception):
    """The fight did not end by itself."""


def keyboard(keys: list[str], then: str = "", most: int = 2000) -> Callable[[str], str]:
    """These keys, then always the same one, until the end of the fight is announced."""
    waiting, pressed = list(keys), 0

    def ask(prompt: str) -> str:
        nonlocal pressed
        pressed += 1
        if pressed > most:
            raise TooLong
        if waiting:
            return waiting.pop(0)
        return "q" if prompt.startswith(("n:", "n\u00a0:")) else then

    return ask


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("game", PLAYABLE, ids=lambda game: str(game.id))
def test_pressing_enter_plays_a_fight_to_its_end(
    game: Game, lang: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = SqliteStore(tmp_path / "tables.db")
    play(House(store, keys=lambda: KEYS), game, lang, keyboard([]))
    told = capsys.readouterr().out
    assert ("C'est fini" if lang == "fr" else "It is over") in told or "Plus personne" in told or "Nobody can" in told
    assert "{" not in told
    store.close()


@pytest.mark.parametrize("game", PLAYABLE, ids=lambda game: str(game.id))
def test_a_blow_is_taken_back_and_the_evening_resumed(
    game: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = SqliteStore(tmp_path / "tables.db")
    house = House(store, keys=lambda: KEYS)
    play(house, game, "en", keyboard([""] * 30 + ["u", "u", "r", "/r 3d6", "q"]))
    told = capsys.readouterr().out
    assert "Taken back." in told
    assert "3d6 = " in told
    table = house.store.tables()[0][0]
    version = house.state(table).version
    play(House(store, keys=lambda: KEYS), game, "en", keyboard(["l", "q"]))
    assert "Back where you left off." in capsys.readouterr().out
    assert house.state(table).version == version
    store.close()


@pytest.mark.parametrize("game", PLAYABLE, ids=lambda game: str(game.id))
def test_nonsense_at_every_prompt_throws_nothing_and_loses_nothing(
    game: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = SqliteStore(tmp_path / "tables.db")
    house = House(store, keys=lambda: KEYS)

    def nonsense(key: str) -> Callable[[str], str]:
        """One key typed once at each prompt, then Enter there."""
        turn = count()

        def ask(prompt: str) -> str:
            place = next(turn)
            return "q" if place > 40 or prompt.startswith(("n:", "n\u00a0:")) else key if place % 2 == 0 else ""

        return ask

    for key in ("xyzzy", "-1", "99999999999", "²", "n", "+", "a b c", "/r", "/w x"):
        play(house, game, "en", nonsense(key))
        assert len(store.tables()) == 1
    assert "is not understood here" in capsys.readouterr().out
    store.close()


def test_leaving_by_ctrl_c_or_the_end_of_input_is_a_goodbye(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store = SqliteStore(tmp_path / "tables.db")

    def gone(how: type[BaseException]) -> Callable[[str], str]:
        def ask(_prompt: str) -> str:
            raise how

        return ask

    for how in (KeyboardInterrupt, EOFError):
        play(House(store, keys=lambda: KEYS), PLAYABLE[0], "fr", gone(how))
        assert "À bientôt" in capsys.readouterr().out
    store.close()


def test_a_new_scene_asks_first_and_no_means_no(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store = SqliteStore(tmp_path / "tables.db")
    house = House(store, keys=lambda: KEYS)
    play(house, PLAYABLE[0], "en", keyboard(["q"]))
    table = store.tables()
    play(house, PLAYABLE[0], "en", keyboard(["n", "no", "n", "", "q"]))
    assert store.tables() == table
    play(house, PLAYABLE[0], "en", keyboard(["n", "yes", "q"]))
    assert store.tables() != table
    assert "Delete this scene" not in capsys.readouterr().err
    store.close()


def test_a_question_answered_once_for_all_is_not_asked_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """« Ne plus demander »: Clé en main asks much, and each may settle it."""
    game = next(game for game in PLAYABLE if game.id == "cle-en-main")
    asked: list[str] = []

    def ask(_prompt: str) -> str:
        shown = capsys.readouterr().out
        who = shown.rpartition(": Interrupt this action?")[0].rpartition("\n")[2]
        asked.append(who)
        return "q" if len(asked) > 150 else "!" if who else ""

    store = SqliteStore(tmp_path / "tables.db")
    play(House(store, keys=lambda: KEYS), game, "en", ask)
    store.close()
    people = [who for who in asked if who]
    assert people
    assert len(people) == len(set(people))


def test_a_chapter_switched_off_has_no_gauge_and_no_action(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """DEX-STRESS-01: a new table of DeusEx begins without stress."""
    store = SqliteStore(tmp_path / "tables.db")
    game = game_called("deusex")
    watched = replace(game, gauges=("pv", "ps"))
    play(House(store, keys=lambda: KEYS), watched, "fr", keyboard(["", "7"], then="q"))
    told = capsys.readouterr().out
    assert "Youssef Diarra — PV 14\n" in told
    assert "PS" not in told
    assert "Psychologie" not in told
    store.close()


@pytest.mark.parametrize(
    ("lang", "atout", "target"),
    [
        (
            "fr",
            "atout\u00a0: Effet héroïque d'un atout (t01 = ",
            "others\u00a0: Autres cibles (salome = Salomé Verneuil, ",
        ),
        ("en", "atout: Heroic effect of an atout (t01 = ", "others: Other targets (salome = Salomé Verneuil, "),
    ],
)
def test_settings_are_listed_by_name_beside_what_is_typed(
    lang: str, atout: str, target: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = SqliteStore(tmp_path / "tables.db")
    game = game_called("cle-en-main")
    play(House(store, keys=lambda: KEYS), game, lang, keyboard(["", "", "", "+"], then="q"))
    told = capsys.readouterr().out
    assert atout in told
    assert target in told
    store.close()


def test_settings_take_yes_in_words_and_a_refused_one_loses_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """CEM-PRIME-01: the action prepared so far is still there, and may be thrown."""
    store = SqliteStore(tmp_path / "tables.db")
    typed = ["2", "", "", "+", "heroic=oui", "+", "primes=rien", "+", "primes=effectiveness", "+", "thrown=non"]
    play(House(store, keys=lambda: KEYS), game_called("cle-en-main"), "fr", keyboard([*typed, "", "!", "!"], then="q"))
    told = capsys.readouterr().out
    assert "« rien » n'est pas possible ici".replace("« ", "«\u202f").replace(" »", "\u202f»") in told
    assert "choisissez-en une" in told
    assert told.count("Qui agit") == 1
    assert "(dé héroïque)" in told
    store.close()


def test_a_choice_is_given_up_before_anything_is_thrown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store = SqliteStore(tmp_path / "tables.db")
    play(
        House(store, keys=lambda: KEYS), game_called("cle-en-main"), "en", keyboard(["2", "a", "3", "", "a"], then="q")
    )
    told = capsys.readouterr().out
    assert told.count("Who acts?") == 3
    assert "hits" not in told
    store.close()


def test_whoever_decides_knows_what_the_dice_say(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """CEM-HERO-04, -06: the results before a redo, the damage before it is cancelled, each step once."""
    store = SqliteStore(tmp_path / "tables.db")
    typed = ["2", "", "2", "4 5 6 1 2 2", "!", "!", "", "", "6 5 5", "!", "!", "", "", "!", "", "!"]
    play(House(store, keys=lambda: KEYS), game_called("cle-en-main"), "en", keyboard(typed, then="q"))
    told = capsys.readouterr().out
    redo, damage = told.index("Redo this test?"), told.index("Damage announced: 8 points to Salomé Verneuil.")
    assert "Attack 25 (dice 16) against Defence 15 (dice 9): hit" in told[:redo]
    assert "Attack: 25" in told[: told.index("Roll an extra die?")]
    assert "Damage taken 8 = damage 10 − protection 2" in told[redo:damage]
    assert "Attack 25" not in told[redo:damage]
    assert "team of heavies — Vitality 1, Headcount 4" in told
    assert "Heroism 0" not in told
    store.close()


def test_first_aid_is_proposed_to_friends_it_can_help() -> None:
    """CEM-HEAL-01: one's own side before the other, and last those it does nothing for; an attack, the other way."""
    game = game_called("cle-en-main")
    first = game.first_scene
    assert first is not None
    fallen = {"maud": {"vitality": 0}, "lazare": {"vitality": 0, "wakes_at": 5}}
    cast = {who: sheet.with_changes(**fallen.get(who, {})) for who, sheet in first.cast().items()}
    scene = game.scene("salome", cast)

    def proposed(action: str) -> list[str]:
        known = game.action(f"cle-en-main.{action}")
        target = next(field for field in fields_of(known.params) if field.name == "target")
        return list(Proposals(game, first).choices(known, target, scene))

    assert proposed("first-aid") == ["maud", "lazare", "salome", "idriss", "hommes_de_main"]
    assert proposed("attack") == ["hommes_de_main", "idriss", "maud", "lazare"]
