"""tablee check, one mistake at a time, on the game of CONTRIBUTING.md; the four games have none."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from itertools import count
from pathlib import Path

import pytest

from tablee.cli.main import run
from tablee.errors import BadGame, Unknown
from tablee.rules.check import Report, examine
from tablee.rules.game import games
from tests import pebbles

NUMBERS = count()  # each package has a name of its own: Python imports a name once
CODE, RULES = pebbles.code(), pebbles.rules()
OPTION = 'Option("{id}", Text("Vent", "Wind"), ({values}), "{rule}")'


def changed(source: str, old: str, new: str) -> str:
    assert old in source, f"the page no longer has {old}"
    return source.replace(old, new, 1)


def examined(folder: Path, code: str = CODE, rules: str = RULES) -> Report:
    return examine(str(pebbles.written(folder, f"pebbles_{next(NUMBERS)}", code, rules)))


def with_option(id: str = "wind", values: str = "0, 1", rule: str = "PEB-HIT-01") -> str:
    """The game with one option."""
    option = OPTION.format(id=id, values=values, rule=rule)
    code = changed(CODE, "import PLAY, Add, Grade, Outcome,", "import PLAY, Add, Grade, Option, Outcome,")
    return changed(code, "    book=BOOK,", f"    book=BOOK,\n    options=({option},),")


def told(report: Report, lang: str = "en") -> list[str]:
    """The mistakes, as `file:line: sentence`."""
    return [f"{f.place.file.name}:{f.place.line}: {f.say(lang)}" for f in report.findings if not f.remark]


def line_of(source: str, part: str) -> int:
    return source[: source.index(part)].count("\n") + 1


def test_the_page_has_nothing_to_mend(tmp_path: Path) -> None:
    report = examined(tmp_path)
    assert not told(report)
    assert report.tried == 2
    assert [finding.say("en") for finding in report.findings] == [
        'This game has no entry point. In pyproject.toml, under [project.entry-points."tablee.games"]: '
        f'pebbles = "{next((tmp_path).glob("pebbles_*")).name}:GAME"'
    ]


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        (
            'TARGET = BOOK.saying("PEB-HIT-01"',
            'TARGET = BOOK.saying("PEB-HIT-02"',
            "This saying cites rule “PEB-HIT-02”",
        ),
        (
            '"PEB-LUCK-01"',
            '"PEB-LUK-01"',
            "This decision comes from rule “PEB-LUK-01”, which the book does not have (perhaps “PEB-LUCK-01”?)",
        ),
        ('turns="PEB-TURN-01"', 'turns="PEB-TURN-09"', "The game's turns cite rule “PEB-TURN-09”"),
        ('"""PEB-HIT-01: num', '"""PEB-HIT-07: num', "Here is cited rule “PEB-HIT-07”"),
        ('key="told"', 'key="die"', "Two sayings are called “PEB-HIT-01:die”"),
        ('DROPS = BOOK.term("drops"', 'DROPS = BOOK.term("wind"', "Two terms are called “wind”"),
        (
            "MISS, drops=result.drops",
            "MISS, drop=result.drops",
            "The amount “drop” has no name to read (perhaps “drops”?): declare it with BOOK.term.",
        ),
        ('"drops", result.drops', '"drop", result.drops', "There is no field “drop” on the sheet (perhaps “drops”?)."),
        (
            'Put(PLAY, "round", 1)',
            'Put(PLAY, "rounds", 1)',
            "There is no field “rounds” in the state of the scene (perhaps “round”?).",
        ),
        ("with_changes(round=", "with_changes(rounds=", "There is no field “rounds” on the sheet (perhaps “round”?)."),
        (
            'en="Duck?", luck=1',
            'en="Duck?", fortune=1',
            "This decision is paid in “fortune”, which the sheet does not have.",
        ),
        ('gauges=("drops"', 'gauges=("wetness"', "Nobody has a field “wetness” to watch"),
        ('gauges=("drops", "luck")', 'states=("name",)', "State “name” has no usual value"),
        (
            'players=("ana",)',
            'players=("anna",)',
            "The first scene refers to “anna”, who is not there (perhaps “ana”?). Present: ana, leo.",
        ),
        (
            'begin=(("pebbles.start", ""',
            'begin=(("pebbles.begin", ""',
            "The first scene refers to action “pebbles.begin”",
        ),
        ('begin=(("pebbles.start", ""', 'begin=(("pebbles.start", "zoe"', "The first scene refers to “zoe”"),
        (
            'begin=(("pebbles.start", "", {})',
            'begin=(("pebbles.throw", "ana", {"at": "leo"})',
            "The first scene begins with pebbles.throw, which cannot be done so. Target: this field is missing.",
        ),
        (
            'begin=(("pebbles.start", "", {})',
            'begin=(("pebbles.throw", "ana", {"target": "zoe"})',
            "“zoe” is not possible here",
        ),
        (
            'usual=("pebbles.throw",)',
            'usual=("pebbles.thow",)',
            "The first scene refers to action “pebbles.thow”, which the game does not have (perhaps “pebbles.throw”?).",
        ),
        (
            'en="The die shows {die}"',
            'en="The die shows {face}"',
            "“Le dé montre {die}”: die, face is only in the French. Both languages are given the same values.",
        ),
        (
            "roll.note(ROLLED, die=die)",
            "roll.note(ROLLED, face=die)",
            "Saying PEB-HIT-01:die expects die, and nothing here tells it.",
        ),
        ("SOAKED.note(who=scene.me.name)", "SOAKED.note()", "Saying PEB-HIT-01:soaked expects who"),
        ('en="The battle begins"', 'en=""', "“La bataille commence” is told in French only: en is missing."),
        (', en="The battle begins"', "", "“La bataille commence” is told in French only: en is missing."),
        ("{at:le}", "{at:la}", "“la” is no way to write at"),
        ('fr="Le dé montre {die}"', 'fr="Le dé montre {die"', "The braces of “Le dé montre {die” do not pair."),
        (
            '"pebbles.throw", Throw,',
            '"pebbles.Throw_it", Throw,',
            "“pebbles.Throw_it” is not an id of the house: pebbles.word-word, for instance “pebbles.throw-it”.",
        ),
        (
            'may("pebbles.duck"',
            'may("duck"',
            "“duck” is not an id of the house: pebbles.word-word, for instance “pebbles.duck”.",
        ),
        ('id="pebbles"', 'id="Pebbles!"', "“Pebbles!” is no game id"),
        ("actions=(throw, start)", "actions=(throw, start, throw)", "Action “pebbles.throw” is in the game 2 times."),
        (
            'Between(0, 3), Label(fr="Vent", en="Wind")',
            "Between(0, 3)",
            "pebbles.throw: field “wind” has no name to read",
        ),
        (
            "feminine=True), knack=5",
            'feminine=True), knack="five"',
            "The list of ready characters stops here. knack: Input should be a valid integer",
        ),
        ('"leo": Sheet(name=Name("Léo"))', '"leo": Name("Léo")', "“leo” is no Sheet, but a Name."),
        ('return {"ana"', 'return {} and {"ana"', "No character is ready"),
        ("waiting[:1]", '["zoe"]', "The order of play gives the turn to “zoe”, who is not there."),
        (
            "at = scene[do.target]",
            'at = {"ana": scene.me}[do.target]',
            "Trying pebbles.throw stops here. “leo” does not exist (KeyError).",
        ),
        ("GAME = Game(", "GAMES = Game(", "There is no game “GAME” here: end with GAME = Game(…)."),
        ("BOOK = Book.load(__package__)", "BOOK = Book({})", "This game has no book"),
        (
            "from tablee.rules.cast import others",
            "from tablee.rules.cast import other",
            "Loading the game stops here. ImportError",
        ),
        ("class Splash(NamedTuple):", "class Splash(NamedTuple)", "This file cannot be read: expected ':'."),
    ],
)
def test_a_mistake_in_the_code_is_told_with_its_line(tmp_path: Path, old: str, new: str, sentence: str) -> None:
    code = changed(CODE, old, new)
    mistakes = told(examined(tmp_path, code))
    assert [mistake for mistake in mistakes if sentence in mistake], mistakes
    assert all(mistake.startswith("__init__.py:") for mistake in mistakes)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("[PEB-LUCK-01]", "[ducking]", "“ducking” is no rule id: write for instance [PEB-HIT-01]."),
        ('source = "Page 1"\n', "", "Rule PEB-HIT-01 lacks “source”."),
        ('source = "Page 1"', 'source = "Page 1"\npage = 1', "Rule PEB-HIT-01 has a “page” that nobody reads"),
        (
            'title = { fr = "Se baisser", en = "Ducking" }',
            'title = { fr = "Se baisser" }',
            "“Se baisser” is told in French only: en is missing.",
        ),
        (
            'title = { fr = "Se baisser", en = "Ducking" }',
            'title = "Ducking"',
            "“title” of rule PEB-LUCK-01 is told in both languages",
        ),
        (
            'source = "Page 2"',
            'source = "Page 2"\nstatus = "advise"',
            "Rule PEB-TURN-01 cannot be “advise”; one of: core, ",
        ),
        (
            'source = "Page 2"',
            'source = "Page 2"\nstatus = "advice"',
            "Rule PEB-TURN-01 is “advice” without saying why nothing is computed: add reason.",
        ),
        ("[PEB-TURN-01]", "[PEB-TURN-01", "This file cannot be read"),
    ],
)
def test_a_mistake_in_the_book_is_told_with_its_line(tmp_path: Path, old: str, new: str, sentence: str) -> None:
    mistakes = told(examined(tmp_path, rules=changed(RULES, old, new)))
    assert [mistake for mistake in mistakes if sentence in mistake], mistakes


@pytest.mark.parametrize(
    ("option", "sentence"),
    [
        ({"rule": "PEB-WIND-01"}, "This option bends rule “PEB-WIND-01”, which the book does not have"),
        ({"values": "0,"}, "Option “wind” leaves no choice: give at least two values, the book's first."),
        ({"values": "0, (1, 2)"}, "The values of option “wind” are words, numbers or truths, nothing else."),
        ({"id": "Wind-Force"}, "“Wind-Force” is no option id"),
    ],
)
def test_a_mistake_in_an_option_is_told(tmp_path: Path, option: dict[str, str], sentence: str) -> None:
    assert not told(examined(tmp_path, with_option()))
    mistakes = told(examined(tmp_path, with_option(**option)))
    assert [mistake for mistake in mistakes if sentence in mistake], mistakes


def test_the_line_is_that_of_the_mistake(tmp_path: Path) -> None:
    code = changed(CODE, "MISS, drops=result.drops", "MISS, drop=result.drops")
    line = line_of(code, "MISS, drop=result.drops")
    (mistake,) = told(examined(tmp_path, code), "fr")
    assert mistake.replace("\u202f", " ").replace("\u00a0", " ") == (
        f"__init__.py:{line}: Le nombre « drop » n'a pas de nom à lire (peut-être « drops » ?) : "
        "déclarez-le avec BOOK.term."
    )
    rules = changed(RULES, 'source = "Page 2"', 'source = "Page 2"\nstatus = "advice"')
    assert told(examined(tmp_path, rules=rules))[0].startswith(f"rules.toml:{line_of(rules, 'status')}: ")


def test_a_rule_that_no_code_cites_is_a_remark(tmp_path: Path) -> None:
    more = RULES[: RULES.index("[PEB-LUCK")].replace("PEB-HIT-01", "PEB-WIND-01")
    report = examined(tmp_path, rules=RULES + more)
    assert not report.mistakes
    assert "No code cites rule PEB-WIND-01" in report.findings[-1].say("en")


@pytest.mark.parametrize("game", list(games()))
def test_the_four_games_have_nothing_to_mend(game: str) -> None:
    report = examine(game)
    assert not [finding for finding in told(report) if "is not an id of the house" not in finding]
    assert report.tried > 10


def test_a_module_a_folder_or_a_game(tmp_path: Path) -> None:
    name = pebbles.written(tmp_path, f"pebbles_{next(NUMBERS)}").name
    assert examine(f"./{name}", tmp_path).name == examine(name, tmp_path).name == "pebbles"
    with pytest.raises(Unknown, match="neither an installed game"):
        examine("chess", tmp_path)


def test_an_installed_game_is_found_by_its_entry_point(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name = pebbles.written(tmp_path, f"pebbles_{next(NUMBERS)}").name
    points = {
        id: EntryPoint(id, value, "tablee.games")
        for id, value in {"pebbles": f"{name}:GAME", "rocks": f"{name}:GAME", "sand": f"{name}:GAEM"}.items()
    }
    monkeypatch.setattr("tablee.rules.check.report.entries", lambda: points)
    assert not examine("pebbles", tmp_path).findings
    (other,) = told(examine("rocks", tmp_path))
    assert "The game is called “pebbles” and its entry point “rocks”" in other
    (missing,) = told(examine("sand", tmp_path))
    assert "There is no game “GAEM” here" in missing
    points["lost"] = EntryPoint("lost", "nowhere_at_all:GAME", "tablee.games")
    with pytest.raises(BadGame, match="leads to nowhere_at_all, which Python does not find"):
        examine("lost", tmp_path)


def test_the_command_ends_with_1_when_there_is_something_to_mend(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = pebbles.written(tmp_path, f"pebbles_{next(NUMBERS)}", changed(CODE, '"PEB-LUCK-01"', '"PEB-LUK-01"'))
    assert run(["--lang", "fr", "check", str(wrong)]) == 1
    out, err = capsys.readouterr()
    assert "Cette décision vient de la règle «\u202fPEB-LUK-01\u202f»" in out
    assert err == "pebbles\u00a0: 1 erreur à corriger.\n"
    assert run(["--lang", "en", "check", "chess"]) == 2
