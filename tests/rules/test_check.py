"""tablee check, one mistake at a time, on the game of CONTRIBUTING.md; the four games have none."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from itertools import count
from pathlib import Path

import pytest

from tablee.cli.main import run
from tablee.errors import Unknown
from tablee.rules.check import Report, examine
from tablee.rules.game import games
from tests import pebbles

NUMBERS = count()  # each package has a name of its own: Python imports a name once
CODE, RULES = pebbles.code(), pebbles.rules()


def changed(source: str, old: str, new: str) -> str:
    assert old in source, f"the page no longer has {old}"
    return source.replace(old, new, 1)


def examined(folder: Path, code: str = CODE, rules: str = RULES) -> Report:
    return examine(str(pebbles.written(folder, f"pebbles_{next(NUMBERS)}", code, rules)))


def told(report: Report, lang: str = "en") -> list[str]:
    """The mistakes, as `file:line: sentence`."""
    return [f"{f.place.file.name}:{f.place.line}: {f.say(lang)}" for f in report.findings if not f.remark]


def line_of(source: str, part: str) -> int:
    return source[: source.index(part)].count("\n") + 1


def test_the_page_has_nothing_to_mend(tmp_path: Path) -> None:
    report = examined(tmp_path)
    assert not told(report)
    assert not report.untried
    assert [finding.say("en") for finding in report.findings] == [
        'This game is not installed: pip install -e . with, under [project.entry-points."tablee.games"], '
        f'pebbles = "{next((tmp_path).glob("pebbles_*")).name}:GAME"'
    ]


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        (
            'BOOK.sum("PEB-HIT-01"',
            'BOOK.sum("PEB-HIT-02"',
            "The code says the sentence “PEB-HIT-02”, which does not exist: perhaps “PEB-HIT-01”?",
        ),
        (
            'roll.note("PEB-HIT-01:die"',
            'roll.note("PEB-HIT-01:dye"',
            "The code says the sentence “PEB-HIT-01:dye”, which does not exist: perhaps “PEB-HIT-01:die”?",
        ),
        ('BOOK.term("wind")', 'BOOK.term("winds")', "The code names the term “winds”, which does not exist"),
        ('BOOK.grade("miss")', 'BOOK.grade("mist")', "The code names the grade “mist”, which does not exist"),
        (
            'return BOOK.note("PEB-HIT-01:soaked", who=scene.me.name) if scene.me.drops >= 10 else None',
            "return None",
            "Nothing in the code says “PEB-HIT-01:soaked”.",
        ),
        ('"PEB-LUCK-01"', '"PEB-LUK-01"', "This decision comes from rule “PEB-LUK-01”, which does not exist"),
        (
            'turns="PEB-TURN-01"',
            'turns="PEB-TURN-09"',
            "The order of play cites rule “PEB-TURN-09”, which does not exist",
        ),
        ('"""PEB-HIT-01: num', '"""PEB-HIT-07: num', "This line cites rule “PEB-HIT-07”, which does not exist"),
        ("MISS, drops=result.drops", "MISS, drop=result.drops", "the amount (BOOK.term) “drop”, which does not exist"),
        (
            "part(do.target, HIT if result.drops else MISS, drops=result.drops)",
            'part(do.target, HIT, **{"wet": 1})',
            "the amount (BOOK.term) “wet”, which does not exist",
        ),
        (
            '"drops", result.drops',
            '"drop", result.drops',
            "This line changes the field “drop”, which does not exist: perhaps “drops”?",
        ),
        ('Put(PLAY, "round", 1)', 'Put(PLAY, "drops", 1)', "This line changes the field “drops”, which does not exist"),
        ("with_changes(round=", "with_changes(rounds=", "This line changes the field “rounds”, which does not exist"),
        ('en="Duck?", luck=1', 'en="Duck?", fortune=1', "This decision is paid with the field “fortune”"),
        ('gauges=("drops"', 'gauges=("wetness"', "The game watches the field “wetness”"),
        ('gauges=("drops"', 'states=("wetness"', "The game watches the field “wetness”"),
        ('gauges=("drops"', 'purses=("wetness"', "The game watches the field “wetness”"),
        (
            'players=("ana",)',
            'players=("anna",)',
            "The first scene refers to “anna”, which does not exist: perhaps “ana”?",
        ),
        (
            'begin=(("pebbles.start", ""',
            'begin=(("pebbles.begin", ""',
            "The first scene begins with action “pebbles.begin”",
        ),
        ('begin=(("pebbles.start", ""', 'begin=(("pebbles.start", "zoe"', "The first scene refers to “zoe”"),
        (
            '(("pebbles.start", "", {})',
            '(("pebbles.throw", "ana", {})',
            "Opening the first scene: this does not work. Target: this field is missing.",
        ),
        ('(("pebbles.start", "", {})', '(("pebbles.throw", "ana", {"target": "zoe"})', "“zoe” is not possible here"),
        ('usual=("pebbles.throw",)', 'usual=("pebbles.thow",)', "The game proposes action “pebbles.thow”"),
        (
            'roll.note("PEB-HIT-01:die", die=die)',
            'roll.note("PEB-HIT-01:die", face=die)',
            "PEB-HIT-01:die expects die, which nothing tells here.",
        ),
        (
            'BOOK.note("PEB-HIT-01:soaked", who=scene.me.name)',
            'BOOK.note("PEB-HIT-01:soaked")',
            "PEB-HIT-01:soaked expects who, which nothing tells here.",
        ),
        ('en="Duck?"', 'en=""', "is not told in “en”."),
        (', en="Wind"', "", "“Vent” is not told in “en”."),
        (
            '"pebbles.throw", Throw,',
            '"pebbles.Throw_it", Throw,',
            "“pebbles.Throw_it” is no id; “pebbles.throw-it” would be.",
        ),
        ('may("pebbles.duck"', 'may("duck"', "“duck” is no id; “pebbles.duck” would be."),
        ("actions=(throw, start, end)", "actions=(throw, start, throw)", "“pebbles.throw” is in the game 2 times."),
        ('Between(0, 3), Label(fr="Vent", en="Wind")', "Between(0, 3)", "Throw: field “wind” has no Label."),
        (
            "feminine=True), knack=5",
            'feminine=True), knack="five"',
            "The characters: this does not work. ValidationError",
        ),
        ('"leo": Sheet(name=Name("Léo"), pc=False)', '"leo": Name("Léo")', "leo: this does not work. AttributeError"),
        ('return {"ana"', 'return {} and {"ana"', "No character is ready."),
        ("waiting[:1]", '["zoe"]', "The order of play gives the turn to “zoe”"),
        (
            "at = scene[do.target]",
            'at = {"ana": scene.me}[do.target]',
            "pebbles.throw: this does not work. KeyError: 'leo'",
        ),
        ("GAME = Game(", "GAMES = Game(", "Loading the game: this does not work. AttributeError"),
        (
            "BOOK = Book.load(__package__)",
            "BOOK = Book({})",
            "BOOK = Book.load(__package__) is missing, or its file rules.toml.",
        ),
        ("options=(CALM,)", "options=(CALM, CALM)", "“calm” is in the game 2 times."),
        (
            "who=scene.me.name) if",
            'who=BOOK["PEB-WET-01"].title) if',
            "This line cites rule “PEB-WET-01”, which does not exist",
        ),
        (
            'Label(fr="Vent", en="Wind")] = 0',
            'Label(fr="Vent", en="Wind")] = 7',
            "Throw.wind is 7 by default, off limits.",
        ),
        ('int, Label(fr="Chance", en="Luck")', "int, None", "Sheet: field “luck” has no Label."),
        (
            "wind: Annotated[int, Between(0, 3)",
            'wind: Annotated[__import__("typing").Literal[0, 1]',
            "Throw: field “wind” is a choice without words, which no form proposes: declare it with OneOf.",
        ),
        (", by=scene.actor)", ")", "pebbles.throw: nobody owns its rolls (by=)."),
        ("tuple(waiting[:1])", "()", "The order of play lets nobody act."),
        (" others,", " other,", "Loading the game: this does not work. ImportError"),
        ("class Splash(NamedTuple):", "class Splash(NamedTuple)", "This file cannot be read: expected ':'"),
    ],
)
def test_a_mistake_in_the_code_is_told_with_its_line(tmp_path: Path, old: str, new: str, sentence: str) -> None:
    code = changed(CODE, old, new)
    mistakes = told(examined(tmp_path, code))
    assert [mistake for mistake in mistakes if sentence in mistake], mistakes
    assert all(mistake.startswith(("__init__.py:", "rules.toml:")) for mistake in mistakes)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("[PEB-LUCK-01]", "[ducking]", "“ducking” is no id; “PEB-HIT-01” would be."),
        ('source = "Page 1"\n', "", "PEB-HIT-01: this does not work. source: this field is missing."),
        (
            'source = "Page 1"',
            'source = "Page 1"\npage = 1',
            "There is no field “page”. Known fields: source, title, says, status, reason, ours, tells.",
        ),
        (', en = "Ducking"', "", "PEB-LUCK-01: this does not work. title.en: this field is missing."),
        (
            '{ fr = "Se baisser", en = "Ducking" }',
            '"Ducking"',
            "PEB-LUCK-01: this does not work. title: “Ducking” does not fit.",
        ),
        ('"Page 2"', '"Page 2"\nstatus = "advise"', "status: “advise” is not possible here. Choices: core, advanced,"),
        ('"Page 2"', '"Page 2"\nstatus = "advice"', "PEB-TURN-01: why is nothing computed (reason)?"),
        ("[PEB-TURN-01]", "[PEB-TURN-01", "This file cannot be read"),
        ('en = "The die shows {die}"', 'en = "The die shows {face}"', "“{face}” is not told in “fr”"),
        ('en = "The battle begins"', 'en = ""', "“La bataille commence” is not told in “en”."),
        ('en = "The battle begins"\n', "", "“La bataille commence” is not told in “en”."),
        ("{at:le}", "{at:la}", "cannot be written so: la."),
        ('fr = "Le dé montre {die}"', 'fr = "Le dé montre {die"', "“Le dé montre {die” cannot be written so"),
        ('fr = "Le dé montre', 'say = "Le dé montre', "There is no field “say”."),
        ("[PEB-HIT-01.tells.told]", "[PEB-HIT-01.tells.tould]", "Nothing in the code says “PEB-HIT-01:tould”."),
        ('fr = "Seuil"\nen = "Target"', 'like = "PEB-HIT-09"', "This sentence has the words of “PEB-HIT-09”"),
        ('rule = "PEB-HIT-01"', 'rule = "PEB-WIND-01"', "This option bends rule “PEB-WIND-01”"),
        ("values = [false, true]", "values = [false]", "Option “calm” has fewer than two values."),
        ('"{who:mouillé|mouillée}"', '"{whom:mouillé|mouillée}"', "This grade asks for the value “whom”"),
        (', en = "wind"', "", "“vent” is not told in “en”."),
        ("[grades]", 'gusts = { fr = "rafales", en = "gusts" }\n\n[grades]', "Nothing in the code says “gusts”."),
    ],
)
def test_a_mistake_in_the_book_is_told_with_its_line(tmp_path: Path, old: str, new: str, sentence: str) -> None:
    mistakes = told(examined(tmp_path, rules=changed(RULES, old, new)))
    assert [mistake for mistake in mistakes if sentence in mistake], mistakes


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('players=("ana",)', 'players=("ana")', 'players: write ("ana",), with its comma.'),
        ("class Splash(NamedTuple):", "class Splash(NamedTuple)", "This file cannot be read"),
    ],
)
def test_one_mistake_is_told_once(tmp_path: Path, old: str, new: str, sentence: str) -> None:
    (mistake,) = told(examined(tmp_path, changed(CODE, old, new)))
    assert sentence in mistake


@pytest.mark.parametrize("above", ["", "src"])
def test_the_folder_of_the_project_leads_to_its_game(tmp_path: Path, above: str) -> None:
    (tmp_path / above).mkdir(exist_ok=True)
    name = pebbles.written(tmp_path / above, f"pebbles_{next(NUMBERS)}").name
    (tmp_path / "pyproject.toml").write_text(pebbles.project().replace("tablee_pebbles", name), "utf-8")
    report = examine(".", tmp_path)
    assert report.name == "pebbles"
    assert not report.mistakes


def test_what_could_not_be_tried_is_named(tmp_path: Path) -> None:
    code = changed(CODE, "if scene.me.drops >= 10", "if scene.me.drops >= 0")
    assert examined(tmp_path, code).untried == ("pebbles.throw",)


def test_the_line_is_that_of_the_mistake(tmp_path: Path) -> None:
    code = changed(CODE, "MISS, drops=result.drops", "MISS, drop=result.drops")
    line = line_of(code, "MISS, drop=result.drops")
    (mistake,) = told(examined(tmp_path, code), "fr")
    assert mistake.replace("\u202f", " ").replace("\u00a0", " ") == (
        f"__init__.py:{line}: Une part donne le nombre (BOOK.term) « drop », qui n'existe pas : peut-être « drops » ?"
    )
    rules = changed(RULES, 'source = "Page 2"', 'source = "Page 2"\nstatus = "advice"')
    assert told(examined(tmp_path, rules=rules))[0].startswith(f"rules.toml:{line_of(rules, '[PEB-TURN')}: ")


def test_a_rule_that_no_code_cites_is_a_remark(tmp_path: Path) -> None:
    more = RULES[RULES.index("[PEB-LUCK") : RULES.index("[PEB-TURN")].replace("PEB-LUCK-01", "PEB-WIND-01")
    report = examined(tmp_path, rules=RULES + more)
    assert not report.mistakes
    assert "No code cites rule PEB-WIND-01" in report.findings[-1].say("en")


@pytest.mark.parametrize("game", list(games()))
def test_the_four_games_have_nothing_to_mend(game: str) -> None:
    report = examine(game)
    assert not told(report)
    assert report.game
    assert len(report.untried) < len(report.game.actions) / 2


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
    assert "“pebbles” has the entry point “rocks”" in other
    (missing,) = told(examine("sand", tmp_path))
    assert "has no attribute 'GAEM'" in missing
    points["lost"] = EntryPoint("lost", "nowhere_at_all:GAME", "tablee.games")
    with pytest.raises(Unknown, match="nowhere_at_all"):
        examine("lost", tmp_path)


def test_the_command_ends_with_1_when_there_is_something_to_mend(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = pebbles.written(tmp_path, f"pebbles_{next(NUMBERS)}", changed(CODE, '"PEB-LUCK-01"', '"PEB-LUK-01"'))
    assert run(["--lang", "fr", "check", str(wrong)]) == 1
    out, err = capsys.readouterr()
    assert "Cette décision vient de la règle «\u00a0PEB-LUK-01\u00a0»" in out
    assert err == f"{wrong.name}\u00a0: 1 erreur à corriger.\n"
    assert run(["--lang", "en", "check", "chess"]) == 2
