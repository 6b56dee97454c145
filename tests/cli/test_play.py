"""A fight of each game at one keyboard: played to its end by pressing Enter, taken back, left and resumed."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import count
from pathlib import Path

import pytest

from tablee.cli.keyboard import Keyboard
from tablee.cli.play import play
from tablee.dice import fair
from tablee.rules.game import Game, game_called, games
from tablee.table.lines import People
from tablee.table.log.sqlite import SqliteStore
from tablee.table.service import House
from tablee.table.topics.action import Acted
from tests.sent import sent

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


FIGHTS = 1  # of each game and language; their dice are told by their keys
MAX_KEYS = 100  # of one fight; 60 on average over many


@pytest.mark.parametrize("lang", ["fr", pytest.param("en", marks=pytest.mark.evening)])
@pytest.mark.parametrize("game", PLAYABLE, ids=lambda game: str(game.id))
def test_pressing_enter_plays_a_fight_to_its_end_in_few_keys(
    game: Game, lang: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pressed = 0
    for n in range(FIGHTS):
        seed = n + len(game.id) + (lang == "fr")
        keys = fair.Keys(public=bytes([seed] * 32), secret=bytes([seed + 1] * 32))
        store = SqliteStore(tmp_path / f"{n}.db")
        enter = keyboard([], most=400)

        def counted(prompt: str, enter: Callable[[str], str] = enter) -> str:
            nonlocal pressed
            pressed += 1
            return enter(prompt)

        play(House(store, keys=partial(fair.Keys, keys.public, keys.secret)), game, lang, counted)
        told = capsys.readouterr().out
        assert ("C'est fini" if lang == "fr" else "It is over") in told
        assert "{" not in told
        assert "Again" not in told
        store.close()
    assert pressed <= FIGHTS * MAX_KEYS


@pytest.mark.parametrize(
    ("id", "temper"),
    [("undesix", "brutal"), ("cle-en-main", "careful"), ("deusex", "coward"), ("d6", "natural")],
)
def test_the_other_side_is_left_to_a_temper(
    id: str, temper: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """To the end of a fight nobody is asked what the other side does."""
    store = SqliteStore(tmp_path / "tables.db")
    house, game = House(store, keys=lambda: KEYS), game_called(id)
    play(house, game, "en", keyboard([], most=400), temper)
    told = capsys.readouterr().out
    assert "It is over" in told
    view = house.view(store.tables()[0][0], "mj")
    assert view.tempers[""] == temper
    mine = {who for who, seen in view.cast.items() if seen.free}
    assert mine
    assert mine < set(view.cast)
    for who, name in People.of(view).names.items():
        assert (f"What does {name.with_article('en', 'the')} do?" in told) == (who in mine)
        assert who in mine or f"{name.with_article('en', 'the')} instead" not in told
    store.close()


def test_the_other_side_is_taken_over_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What somebody takes back takes back what the other side did since; whoever asks plays it again."""
    store = SqliteStore(tmp_path / "tables.db")
    house, game = House(store, keys=lambda: KEYS), game_called("undesix")
    play(house, game, "en", keyboard(["", "u", "q"]), "brutal")
    struck = sent(house.lines(store.tables()[0][0], "mj"))[-1]["struck"]
    assert len(struck) > 1
    play(house, game, "en", keyboard([""] * 8 + ["q"]), "played")
    assert house.view(store.tables()[0][0], "mj").arranged.opponents == "played"
    assert "What does the brigand do?" in capsys.readouterr().out
    store.close()


def test_what_lies_around_is_told_without_the_lists_of_the_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """At each turn of a fight of D6 the defences made are told, not every skill and weapon there is."""
    store = SqliteStore(tmp_path / "tables.db")
    play(House(store, keys=lambda: KEYS), game_called("d6"), "en", keyboard([], most=400))
    told = capsys.readouterr().out
    assert "Defences of this round" in told
    assert "The table's lists" not in told
    store.close()


@pytest.mark.parametrize("columns", ["60", "100"])
def test_no_line_is_wider_than_the_terminal_and_no_word_is_cut(
    columns: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    store = SqliteStore(tmp_path / "tables.db")
    play(
        House(store, keys=lambda: KEYS), game_called("deusex"), "fr", keyboard(["?", "f youssef"] + [""] * 12, then="q")
    )
    told = capsys.readouterr().out
    assert max(len(line) for line in told.split("\n")) <= int(columns)
    assert "\033" not in told  # no colour where nobody looks
    store.close()


def test_a_choice_wider_than_a_narrow_screen_goes_on_below(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tablee.cli.keyboard.at_screen", lambda: True)
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setenv("LINES", "20")
    choices = {"strike": "Attaquer, Nadia Belkacem (95,3 % de réussir)", "wait": "Attendre"}
    assert Keyboard("fr", lambda _: "", lambda _: None).pick("Que faire ?", choices) == "strike"
    told = capsys.readouterr().out
    assert max(len(line) for line in told.split("\n") if "\033" not in line) <= 40
    assert "2.\N{NO-BREAK SPACE}Attendre" in told


@pytest.mark.parametrize("game", PLAYABLE, ids=lambda game: str(game.id))
def test_a_blow_is_taken_back_and_the_evening_resumed(
    game: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = SqliteStore(tmp_path / "tables.db")
    house = House(store, keys=lambda: KEYS)
    play(house, game, "en", keyboard([""] * 4 + ["annuler", "u", "refaire", "/r 3d6", "q"]))
    told = capsys.readouterr().out
    assert "Undone: " in told
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
    assert "is no choice" in capsys.readouterr().out
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
    """« Ne plus demander » is kept by the table; « demander » brings the question back."""
    asked: list[str] = []
    question = "Reserve points, one die each"

    def ask(_prompt: str) -> str:
        shown = capsys.readouterr().out
        asked.append(shown.rpartition(f": {question}")[0].rpartition("\n")[2])
        return "!" if asked[-1] else ""

    def once(prompt: str) -> str:
        return "q" if len(asked) > 25 or prompt.startswith("n:") else ask(prompt)

    store = SqliteStore(tmp_path / "tables.db")
    house = House(store, keys=lambda: KEYS)
    play(house, game_called("deusex"), "en", once)
    people = [who for who in asked if who]
    assert people
    assert len(people) == len(set(people))
    play(house, game_called("deusex"), "en", keyboard(["ask", "ask", "q"]))
    assert "Questions asked again: " in (told := capsys.readouterr().out)
    assert "You are asked every question already." in told
    store.close()


def test_a_chapter_switched_off_has_no_gauge_and_no_action(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """DEX-STRESS-01: a new table of DeusEx begins without stress."""
    store = SqliteStore(tmp_path / "tables.db")
    game = game_called("deusex")
    play(House(store, keys=lambda: KEYS), game, "fr", keyboard(["f youssef", "autre chose", "soins"], then="q"))
    told = capsys.readouterr().out
    assert "PS" not in told
    assert "Psychologie" not in told
    store.close()


def test_an_action_is_filled_in_by_words_set_refused_and_given_up(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Names in either language choose; a refused setting loses nothing; « a » gives up before anything is thrown."""
    store = SqliteStore(tmp_path / "tables.db")
    typed = ["Tirer", "vigile", "pistolet", "+", "weapon=rien", "a", "zzz", "a"]
    play(House(store, keys=lambda: KEYS), game_called("deusex"), "fr", keyboard(typed, then="q"))
    told = capsys.readouterr().out
    assert "n'est pas possible ici" in told
    assert "«\u00a0zzz\u00a0» n'est pas un choix" in told
    assert "touche" not in told
    store.close()


def test_real_dice_are_asked_for_by_number(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store = SqliteStore(tmp_path / "tables.db")
    prompts: list[str] = []

    def ask(prompt: str) -> str:
        prompts.append(prompt)
        if "please" in prompt:
            return "nonsense" if len(prompts) % 2 else "7 8 9"
        return "d" if len(prompts) == 1 else "q" if len(prompts) > 14 else ""

    play(House(store, keys=lambda: KEYS), game_called("deusex"), "en", ask)
    told = capsys.readouterr().out
    assert "Real dice: you will be asked for their faces." in told
    assert any("3 d10, please" in prompt for prompt in prompts)
    assert "7 8 9" in told
    store.close()


def test_people_are_brought_in_made_and_house_rules_switched(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = SqliteStore(tmp_path / "tables.db")
    house = House(store, keys=lambda: KEYS)
    keys = ["entrer vigile", "options", "1", "2", "créer", "a", "n", "oui", "2", "entrer nadia", "q"]
    play(house, game_called("deusex"), "fr", keyboard(keys))
    told = capsys.readouterr().out
    assert "La table est vide" in told
    table = store.tables()[0][0]
    assert list(house.state(table).cast) == ["nadia"]
    store.close()


@pytest.mark.parametrize("game", PLAYABLE, ids=lambda game: str(game.id))
@pytest.mark.parametrize("opponents", ["natural", None])
def test_on_a_small_screen_ones_own_result_stays_in_sight(
    game: Game,
    opponents: str | None,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """At 80 × 24, whenever something is asked, what came of the players' last action is among the rows above."""
    monkeypatch.setattr("tablee.cli.keyboard.at_screen", lambda: True)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "24")
    monkeypatch.setenv("NO_COLOR", "1")
    store, screen, seen = SqliteStore(tmp_path / "tables.db"), list[str](), list[str]()
    house = House(store, keys=lambda: KEYS)
    press = keyboard(["p"], most=400)

    def ask(prompt: str) -> str:
        screen.extend(capsys.readouterr().out.split("\n")[:-1])
        (table, _), *_ = house.store.tables()
        scene = house.scene(table)
        ours = game.side(scene, next(iter(game.first_scene.players if game.first_scene else ())))
        own = [
            line
            for line in house.lines(table, "mj")
            if isinstance(line.what, Acted) and line.what.actor and game.side(scene, line.what.actor) == ours
        ]
        if own and prompt == "> " and not house.view(table, "mj").in_progress:
            (said,) = house.sentences(table, own[-1:], "fr", full=False)
            seen.append(said)
            rows = " ".join(" ".join(screen[-23:]).replace("\u00a0", " ").replace("\u202f", " ").split())
            assert " ".join(said.replace("\u00a0", " ").replace("\u202f", " ").split()) in rows, screen[-23:]
        screen.append(prompt)
        return press(prompt)

    play(house, game, "fr", ask, opponents)
    assert len(set(seen)) > 1
    store.close()


def test_gauges_are_bars_in_colour_on_a_screen_and_why_is_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tablee.cli.keyboard.at_screen", lambda: True)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "24")
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    store = SqliteStore(tmp_path / "tables.db")
    play(House(store, keys=lambda: KEYS), game_called("undesix"), "en", keyboard(["", "p"], then="q"))
    opening, first, why, *_ = capsys.readouterr().out.split("— Round 1 —")
    assert "\033[32m██████\033[0m 2/2" in first
    assert "UDS-COMBAT" not in opening + first
    assert "(UDS-COMBAT-01" in why
    monkeypatch.setenv("LINES", "60")  # resized: everything is told at once
    play(House(store, keys=lambda: KEYS), game_called("undesix"), "en", keyboard([""], then="q"))
    assert "(UDS-COMBAT-01" in capsys.readouterr().out
    store.close()
