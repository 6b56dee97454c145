"""What a shell user gets: results, JSON, refusals and sentences, with the exit codes one expects."""

from __future__ import annotations

import json
from datetime import date
from fractions import Fraction
from pathlib import Path
from time import process_time

import pytest
from click.shell_completion import ShellComplete

from tablee.cli import tables
from tablee.cli.actions import DeclaredAction
from tablee.cli.main import commands, run
from tablee.dice import fair
from tablee.rules.forms import form
from tablee.rules.game import game_called, games
from tablee.rules.run import prepared
from tablee.table.topics.arrangement import Arrange

Captured = pytest.CaptureFixture[str]
ATTACK = ["undesix.attack", "--actor", "chloe", "--target", "nicolas"]


def said(capsys: Captured, *arguments: str, code: int = 0, lang: str = "en") -> str:
    """What was printed, once the exit code is the expected one."""
    assert run(["--lang", lang, *arguments]) == code
    out, err = capsys.readouterr()
    assert "Traceback" not in out + err
    assert bool(err) == bool(code)
    return out + err


def test_dice_thrown_by_hand_are_added_up(capsys: Captured) -> None:
    assert said(capsys, "roll", "3d6+2", "--dice", "4 6 2") == "3d6+2 = 14\nDice: 4 6 2\n"


def test_a_roll_is_made_again_and_has_a_name(capsys: Captured, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert "no roll to make again yet" in said(capsys, "roll", "again", code=2)
    assert said(capsys, "roll", "d20+5 # Épée", "--dice", "7") == "d20+5 = 12 · Épée\nDice: 7\n"
    said(capsys, "roll", "3d6", "--dice", "1 2 3")
    assert said(capsys, "roll", "encore", "--dice", "4 5 6") == "3d6 = 15\nDice: 4 5 6\n"
    assert said(capsys, "roll", "épée", "--dice", "8") == "d20+5 = 13 · Épée\nDice: 8\n"
    assert json.loads(said(capsys, "odds", "épée", "--json"))[0]["outcome"] == {"total": 6}
    assert json.loads((tmp_path / "tablee/rolls.json").read_text("utf-8")) == {
        "epee": "d20+5 # Épée",
        "": "d20+5 # Épée",
    }


def test_a_roll_of_several_times_tells_each(capsys: Captured) -> None:
    assert said(capsys, "roll", "2x2d6", "--dice", "1 2 5 6") == "2d6 = 3\nDice: 1 2\n2d6 = 11\nDice: 5 6\n"
    assert [one["total"] for one in json.loads(said(capsys, "roll", "2x2d6", "--dice", "1 2 5 6", "--json"))] == [3, 11]


def test_the_other_meaning_is_offered(capsys: Captured) -> None:
    told = said(capsys, "roll", "5d10>=8", "--dice", "1 1 1 1 9")
    assert told.splitlines()[-1] == "The total is compared; to count dice, write 5d10c>=8."
    assert "write 5d10c>=8" in said(capsys, "odds", "5d10>=8")
    assert said(capsys, "roll", "2d{0,0,5}", "--dice", "3 1").splitlines()[1] == "Dice: 5 0"


@pytest.mark.parametrize("words", [["3d6", "+", "2"], ["3d6", "-", "2d4", "-1"], ["max(2d6,", "d10)"]])
def test_dice_may_be_typed_with_spaces(capsys: Captured, words: list[str]) -> None:
    told = said(capsys, "odds", *words, "--json")
    assert told == said(capsys, "odds", "".join(words), "--json")


def test_every_option_says_what_it_does(capsys: Captured) -> None:
    assert "--version     Show the version." in said(capsys, "--help")
    assert "Another way, side by side" in said(capsys, "odds", "3d6", "--help")


def test_a_curve_follows_one_value(capsys: Captured) -> None:
    over = ["--over", "chloe.phy=1..6", "--over", "modifier=0..2"]
    told = said(capsys, "odds", *ATTACK, *over, code=2)
    assert "tablee study undesix.attack --grid chloe.phy=1..6 --grid modifier=0..2" in told


def test_what_explains_is_folded_between_words_for_people(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = said(capsys, "roll", *ATTACK, "--dice", "3")
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "60")
    folded = said(capsys, "roll", *ATTACK, "--dice", "3")
    assert max(map(len, whole.splitlines())) > 60 >= max(map(len, folded.splitlines()))
    assert folded.split() == whole.split()


def test_a_comparison_says_whether_it_holds_and_its_chance(capsys: Captured) -> None:
    assert said(capsys, "roll", "4D+1>14", "--dice", "6 5 4 3") == (
        "4d6+1>14 = 19, success (55.6% chance of success)\nDice: 6 5 4 3\n"
    )


def test_an_action_is_thrown_and_explained_in_both_languages(capsys: Captured) -> None:
    english = said(capsys, "roll", *ATTACK, "--dice", "2")
    french = said(capsys, "roll", *ATTACK, "--dice", "2", lang="fr")
    assert english.startswith("Chloé hits Nicolas for 2 points of damage\n")
    assert french.startswith("Chloé touche Nicolas\u00a0: 2 points de dégâts\n")
    assert "Target 4 = PHY 2 + greatsword 2 − AC 0   (UDS-COMBAT-01" in english


@pytest.mark.parametrize("game", sorted(games()))
def test_what_is_not_typed_is_as_a_page_proposes_it(game: str) -> None:
    """A weapon, a speciality, a characteristic: the same action in the terminal as by one tap on a page."""
    known, tried = game_called(game), 0
    for who in list(known.ready())[:6]:
        scene = known.scene(who)
        for action in (one for one in known.actions if one not in known.creations):
            asked = form(known, action, scene)
            if asked.refusal or any(one.value is None for one in asked.fields if one.field.required and one.applies):
                continue
            typed = {one.field.name: one.value for one in asked.fields if one.field.required and one.applies}
            given = {"actor": who, "cast": None, "option": (), "answer": (), **typed}
            assert DeclaredAction(known, action, given).do == prepared(action, scene, asked.values), action.id
            tried += 1
    assert tried > 60


def test_odds_are_a_table_and_a_list_of_fractions(capsys: Captured) -> None:
    assert said(capsys, "odds", *ATTACK).splitlines()[0].split()[:3] == ["hit", "1/2", "50.0%"]
    outcomes = json.loads(said(capsys, "odds", *ATTACK, "--json"))
    assert sum(Fraction(outcome["probability"]) for outcome in outcomes) == 1
    assert all(outcome["float"] == float(Fraction(outcome["probability"])) for outcome in outcomes)


def test_a_house_rule_changes_the_odds(capsys: Captured) -> None:
    strict = said(capsys, "odds", *ATTACK, "--option", "roll_under=strict")
    assert strict.splitlines()[0].split()[1] == "1/2"


def test_odds_vary_with_a_number_and_go_into_files(capsys: Captured, tmp_path: Path) -> None:
    over = ("--over", "chloe.phy=1..3")
    assert said(capsys, "odds", *ATTACK, *over).split()[-6:] == ["1", "33.3%", "2", "50.0%", "3", "66.7%"]
    told = json.loads(said(capsys, "odds", *ATTACK, *over, "--or", "roll_under=strict", "--json"))
    assert [[point["probability"] for point in one["points"]] for one in told["curves"]] == [
        ["1/3", "1/2", "2/3"],
        ["1/3", "1/2", "2/3"],
    ]
    assert said(capsys, "odds", *ATTACK, *over, "--csv").splitlines()[1] == "1,0.3333333333333333"
    assert said(capsys, "odds", *ATTACK, "--csv").splitlines()[0] == "Attack,chance"
    assert said(capsys, "odds", "2d4", "--csv").splitlines()[1] == "2,0.0625"
    for shape, begins in (("svg", b"<svg"), ("png", b"\x89PNG")):
        for index, asked in enumerate(((*ATTACK, *over), ATTACK, ("3d6",))):
            path = tmp_path / f"{index}.{shape}"
            assert str(path) in said(capsys, "odds", *asked, f"--{shape}", str(path))
            assert path.read_bytes().startswith(begins)
    strict = ("--or", "roll_under=strict")
    assert (
        said(capsys, "odds", *ATTACK, *strict, "--csv").splitlines()[0]
        == "Attack,as it is,Equal to the target succeeds: no"
    )
    assert said(capsys, "odds", *ATTACK, *strict, "--svg", str(path)).startswith("Drawn")
    assert "Equal to the target succeeds: no" in path.read_text("utf-8")
    assert "2d6+3 · 5 · 2.8%" in (said(capsys, "odds", "3d6", "--or", "2d6+3", "--svg", str(path)), path.read_text())[1]
    assert said(capsys, "odds", "3d6", "--png", str(tmp_path), code=1).endswith(
        "is a folder: give the name of a file.\n"
    )
    nowhere = str(tmp_path / "none" / "a.png")
    assert said(capsys, "odds", "3d6", "--png", nowhere, code=1) == f"“{nowhere}”: there is no such file or folder.\n"
    forged = ("d6.test", "--actor", "mael", "--what", "Forge", "--over", "difficulty=easy,hard", "--csv")
    assert [line.split(",")[0] for line in said(capsys, "odds", *forged).splitlines()] == ["Difficulty", "easy", "hard"]
    assert "very aggressive" in said(capsys, "odds", *ATTACK, "--over", "chloe.attitude=normal,very_aggressive")
    many = said(capsys, "odds", *ATTACK, "--over", "chloe.phy=1..1000000", code=2)
    assert many == "1,000,000 values are too many for a curve: ask for at most 200.\n"
    assert "One shape at a time" in said(capsys, "odds", "3d6", "--csv", "--json", code=2)
    assert "write name=1..6" in said(capsys, "odds", *ATTACK, "--over", "phy", code=2)


SWORD = ("cle-en-main.attack", "--actor", "aubree", "--target", "contremaitre")
STAKES = "primes=effectiveness penalties=danger"


def test_the_same_action_declared_another_way_stands_beside(capsys: Captured) -> None:
    """CEM-PRIME-01, -06: « Faut-il prendre Efficacité avec Danger ? »."""
    told = said(capsys, "odds", *SWORD, "--or", STAKES, lang="fr").splitlines()
    assert told[:2] == ["1. tel quel", "2. Prime Efficacité, Pénalité Danger"]
    missed = next(line for line in told if line.startswith("manqué"))
    assert missed.replace("\u202f", " ").split() == ["manqué", "14,6", "%", "6,4", "%"]
    ways = json.loads(said(capsys, "odds", *SWORD, "--or", STAKES, "--json"))
    assert [way["way"] for way in ways] == ["as it is", STAKES]
    assert all(sum(Fraction(one["probability"]) for one in way["odds"]) == 1 for way in ways)
    alone = said(capsys, "odds", *SWORD, "--or", "primes=effectiveness", lang="fr").splitlines()
    assert alone[1] == "2. Prime Efficacité, Pénalité Difficulté", "a page proposes a penalty with it"


@pytest.mark.evening
def test_a_blast_among_many_has_odds_for_each(capsys: Captured) -> None:
    """CEM-EQUIP-09: together there are too many ways to end."""
    others = [part for who in ("salome", "idriss", "maud", "aubree") for part in ("--others", who)]
    blast = ("cle-en-main.attack", "--actor", "hiver", "--target", "bruno", *others, "--weapon", "grenade")
    outcomes = json.loads(said(capsys, "odds", *blast, "--json"))
    assert {"bruno", "salome", "idriss", "maud", "aubree"} <= {one["of"] for one in outcomes}


def test_rules_are_listed_found_and_shown(capsys: Captured) -> None:
    assert "undesix" in said(capsys, "rules")
    assert "UDS-COMBAT-05" in said(capsys, "rules", "undesix")
    assert "A 6 always misses." in said(capsys, "rules", "undesix", "UDS-COMBAT-05")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["roll", "1000000d6"], "1 to 10,000 dice"),
        (["roll", "0d6"], "1 to 10,000 dice"),
        (["roll", "3d"], "the number of faces is missing"),
        (["roll", "3d6", "--dice", "7 1 1"], "A d6 cannot show 7"),
        (["roll", "3d6", "--dice", "1 1"], "1 more d6 needed"),
        (["roll", "3d6", "--dice", "six"], "write faces"),
        (["roll", *ATTACK, "--dice", "2 3"], "1 die too many: 3"),
        (["roll", "undesix.attack", "--actor", "chloe"], "Target: this field is missing"),
        (["roll", *ATTACK, "--modifier", "x"], "a whole number is needed, not “x”"),
        (["roll", *ATTACK, "--cover", "99"], "at most 9"),
        (["roll", "undesix.attack", "--actor", "zoe", "--target", "chloe"], "Nobody is called “zoe”"),
        (["roll", "undesix.attack", "--target", "chloe"], "Say who acts"),
        (["roll", "undesix.attack", "--actor", "chloe"], "Choices: nicolas, "),
        (["roll", "undesix.fly"], "There is no action “undesix.fly”"),
        (["roll", "undesix.atack"], "There is no action “undesix.atack”: perhaps “undesix.attack”?"),
        (
            ["roll", *ATTACK, "--answer", "foo=yes", "--dice", "2"],
            "No decision “foo” can come up here: this action asks",
        ),
        (["roll", *SWORD, "--answer", "foo=yes"], "Possible decisions: cle-en-main."),
        (["roll", "chess.move"], "There is no game “chess”"),
        (["roll", *ATTACK, "--option", "roll_under"], "write name=value"),
        (["roll", *ATTACK, "--option", "roll_under=maybe"], "cannot be “maybe”"),
        (["roll", *ATTACK, "--cast", "nowhere.json"], "There is no file “nowhere.json”"),
        (["roll", *ATTACK, "--bogus"], "There is no option --bogus"),
        (["rules", "undesix", "UDS-NOPE-99"], "No rule matches"),
        (["verify", "nowhere.jsonl"], "There is no file"),
        (["dance"], "There is no command “dance”"),
    ],
)
def test_bad_input_gets_a_sentence_and_code_2(capsys: Captured, arguments: list[str], sentence: str) -> None:
    assert sentence in said(capsys, *arguments, code=2)


def test_no_table_is_said(capsys: Captured, tmp_path: Path) -> None:
    assert said(capsys, "table", "list", "--database", str(tmp_path / "tables.db")) == "No table is kept here.\n"


def test_french_help_has_a_no_break_space_before_its_colons(capsys: Captured) -> None:
    told = said(capsys, "table", "--help", lang="fr")
    assert "\nOptions\u00a0:\n" in told
    assert "\nCommandes\u00a0:\n" in told


def test_an_unknown_language_is_refused_in_the_language_of_the_place(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    assert run(["--lang", "de", "rules"]) == 2
    assert capsys.readouterr().err == "The language is fr or en, not “de”.\n"


def test_a_refusal_names_its_rule_and_is_code_1(capsys: Captured, tmp_path: object) -> None:
    cast = f"{tmp_path}/cast.json"
    with open(cast, "w", encoding="utf-8") as file:
        sheet = {"phy": 0, "phy_max": 3, "dex": 2, "sav": 2, "psy": 2, "psy_max": 2, "sens": 2}
        json.dump({"zoe": {"name": {"fr": "Zoé", "feminine": True}, **sheet}}, file)
    refused = said(capsys, "roll", "undesix.attack", "--actor", "zoe", "--target", "chloe", "--cast", cast, code=1)
    assert refused.startswith("Refused: Zoé is dying")
    assert "UDS-HEALTH-03" in refused


def test_a_cast_that_is_not_well_formed_is_told_where(capsys: Captured, tmp_path: object) -> None:
    cast = f"{tmp_path}/cast.json"
    with open(cast, "w", encoding="utf-8") as file:
        file.write('{"zoe": ')
    assert "is not well-formed JSON" in said(capsys, "roll", *ATTACK, "--cast", cast, code=2)


def test_typing_nothing_shows_a_blow_and_its_odds(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin.isatty", lambda: False, raising=False)
    welcome = said(capsys, lang="fr")
    assert "Chloé" in welcome
    assert "50,0\u202f%" in welcome


CEM = ["cle-en-main.attack", "--actor", "aubree", "--target", "contremaitre"]


def test_odds_follow_a_plan_or_the_best_decisions(capsys: Captured) -> None:
    plain = said(capsys, "odds", *CEM)
    redone = said(capsys, "odds", *CEM, "--answer", "cle-en-main.redo=yes")
    assert plain != redone
    assert "Deciding for the better is worth" in said(capsys, "odds", *CEM, "--best", "aubree")


@pytest.mark.parametrize("who", ["idriss", "salome"])
def test_whoever_helps_decides_for_the_success_of_all(capsys: Captured, who: str) -> None:
    """Having taken part is not the success."""
    task = ["cle-en-main.cooperate", "--actor", "idriss", "--skill", "athletics", "--helpers", "salome"]
    assert "better is worth 12." in said(capsys, "odds", *task, "--best", who)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["odds", *CEM, "--answer", "cle-en-main.redo=banana"], "“banana” is not an answer: no, yes."),
        (
            ["odds", *CEM, "--answer", "redo=yes"],
            "No decision “redo” can come up here. Possible decisions: cle-en",
        ),
        (["roll", "3d6", "--dice"], "Option --dice needs a value."),
        (["roll", "3d6", "--dice", "1 2 3 4"], "1 die too many: 4."),
        (["roll", "3d6", "4d6"], "“4d6” is not understood; write +, −, *"),
        (["odds", *CEM, "--best", "ghost"], "Nobody is called “ghost”"),
    ],
)
def test_what_cannot_be_answered_is_refused(capsys: Captured, arguments: list[str], sentence: str) -> None:
    assert sentence in said(capsys, *arguments, code=2)


def test_a_roll_too_large_to_count_is_still_thrown(capsys: Captured) -> None:
    assert ", success\n" in said(capsys, "roll", "(500d1000!)>5")


def test_a_log_says_what_it_proves_and_what_it_does_not(capsys: Captured, tmp_path: object) -> None:
    keys = fair.Keys.fresh()
    dice = fair.FairDice(keys, fair.State())
    dice.faces(3, 6, "ana", "")
    log = f"{tmp_path}/log.jsonl"
    with open(log, "w", encoding="utf-8") as file:
        for line in (*keys.commits(), *dice.lines, dice.state.reveal(keys, "public")):
            file.write(json.dumps(line.to_dict()) + "\n")
    told = said(capsys, "verify", log)
    assert "Public dice: 3 verified, 0 whose key is not revealed, 0 not in this log, 0 thrown by hand." in told
    assert keys.commits()[0].commitment in told


def test_help_is_in_the_language_and_fits(capsys: Captured) -> None:
    assert "Commandes" in said(capsys, "--help", lang="fr")
    assert "Commands" in said(capsys, "--help")
    assert len(said(capsys, "odds", "undesix.attack", "--help").splitlines()) < 54


def test_numbers_that_a_table_hides_are_not_printed(capsys: Captured) -> None:
    """DEX-STRESS-01: in a roll, in its odds, in their JSON."""
    shock = ["deusex.stress", "--actor", "marc", "--incident", "learn_loss"]
    hidden = ["--option", "stress_numbers=hidden"]
    assert "SP lost" in said(capsys, "odds", *shock)
    for words in (["odds", *shock], ["odds", *shock, "--json"], ["roll", *shock, "--dice", "5 9"]):
        told = said(capsys, *words, *hidden)
        assert "PS" not in told
        assert "loss" not in told


def test_many_dice_are_told_by_ranges_with_mean_spread_and_at_least(capsys: Captured) -> None:
    told = said(capsys, "odds", "100d6").splitlines()
    assert told[0] == "mean 350.00, standard deviation 17.08"
    assert told[1] == "median 350; at least eight times in ten, 328 to 372"
    assert told[2].split() == ["at", "least"]
    assert len(told) <= 25
    assert "100%" in told[3]
    assert max(len(line) for line in told) <= 60
    likeliest = max(told[3:], key=lambda line: line.count("█"))
    assert likeliest.startswith("345 to 350")


def test_a_hundred_dice_of_a_hundred_faces_are_told_within_a_second(capsys: Captured) -> None:
    start = process_time()
    assert "median 5,050" in said(capsys, "odds", "100d100")
    assert process_time() - start < 1


def test_a_game_is_no_dice_and_nothing_at_all_shows_the_help(capsys: Captured) -> None:
    assert said(capsys, "odds", "undesix", code=2).startswith("“undesix” is a game: give one of its actions, undesix.")
    assert said(capsys, "odds", code=2).startswith("Usage: tablee odds")


def test_other_dice_and_house_rules_stand_side_by_side(capsys: Captured) -> None:
    dice = said(capsys, "odds", "3d6", "--or", "2d6+3")
    assert "at least 11  50.0%  41.7%" in dice
    assert [way["dice"] for way in json.loads(said(capsys, "odds", "3d6", "--or", "2d6+3", "--json"))] == [
        "3d6",
        "2d6+3",
    ]
    ways = said(capsys, "odds", *ATTACK, "--or", "target=loup", "--or", "roll_under=strict").splitlines()
    rows = {line.split("  ")[0].strip(): line.split()[-3:] for line in ways[4:]}
    assert rows["Nicolas hit"] == ["50.0%", "0%", "50.0%"]
    assert rows["wolf hit"] == ["0%", "33.3%", "0%"]  # each row says of whom


def test_a_roll_is_told_as_json(capsys: Captured) -> None:
    dice = json.loads(said(capsys, "roll", "3d6>10", "--dice", "4 6 2", "--json"))
    assert (dice["total"], dice["success"], dice["rolls"]) == (12, True, [{"sides": 6, "faces": [4, 6, 2]}])
    blow = json.loads(said(capsys, "roll", *ATTACK, "--dice", "2", "--json"))
    assert blow["told"] == "Chloé hits Nicolas for 2 points of damage"
    assert {"who": "nicolas", "field": "phy", "before": 5, "after": 3} in blow["changes"]
    assert blow["why"][1]["sentence"] == "Target 4 = PHY 2 + greatsword 2 − AC 0"


def test_version_short_help_exit_codes_and_completion(capsys: Captured) -> None:
    assert said(capsys, "--version").startswith("tablee ")
    assert "{" not in said(capsys, "--help")
    assert "roll_under=strict" in said(capsys, "odds", "d6", "--help")
    assert "Exit codes: 0 done" in said(capsys, "-h")
    assert "_TABLEE_COMPLETE" in said(capsys, "completion", "zsh")
    assert said(capsys, "completion", "tcsh", code=2) == "“tcsh” is no shell known here: bash, zsh or fish.\n"


def test_who_plays_the_other_side_is_listed_completed_and_refused(capsys: Captured) -> None:
    assert "coward, best (the best moves)." in " ".join(said(capsys, "play", "-h").split())
    assert said(capsys, "play", "undesix", "--opponents", "zut", code=2).startswith("“zut” is no way of playing the")
    assert "lâche" in said(capsys, "play", "undesix", "--opponents", "zut", code=2, lang="fr")
    shell = ShellComplete(commands("en"), {}, "tablee", "_TABLEE_COMPLETE")
    found = shell.get_completions(["play", "undesix", "--opponents"], "b")
    assert [one.value for one in found] == ["brutal", "best"]


def test_deleting_a_table_is_confirmed(tmp_path: Path, capsys: Captured) -> None:
    database = ["--database", str(tmp_path / "tables.db")]
    table, _ = tables.house_at(database[1]).open("undesix", "Le pont")
    assert "add --yes" in said(capsys, "table", "delete", table, *database, code=2)
    assert table in said(capsys, "table", "list", *database)
    gone = said(capsys, "table", "delete", table, "--yes", *database)
    assert gone.startswith(f"Table {table} deleted, with its pictures. Backups made before still hold it")
    assert said(capsys, "table", "list", *database) == "No table is kept here.\n"


def test_the_list_says_when_a_trial_vanishes(tmp_path: Path, capsys: Captured) -> None:
    database = ["--database", str(tmp_path / "tables.db")]
    house = tables.house_at(database[1])
    table, _ = house.open_trial("undesix", "en")
    day = date.fromtimestamp(house.vanishes(table) or 0).isoformat()
    assert said(capsys, "table", "list", *database).endswith(f"trial, vanishes on {day} unless it is kept\n")
    house.submit(table, "mj", Arrange(keep=True))
    assert "vanishes" not in said(capsys, "table", "list", *database)
