"""A table's own lists: played without touching code, and its mistakes told with their line."""

from importlib.resources import files

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.errors import BadInput
from tablee.games.d6 import GAME
from tablee.games.d6.lists.reader import PROPOSED, read_lists
from tablee.games.d6.play import D6Play
from tablee.rules.run import Done, expected, perform, prepared
from tablee.rules.why import Note
from tests.games.d6.stage import Stage, grade

OURS = files("tablee.games.d6").joinpath("lists/lists.toml").read_text("utf-8")
SPACE = """\
ours = false

[characteristics]
Co = "Corps"
Es = { fr = "Esprit", en = "Mind" }

[derived]
courage = ["Es"]
wounds = { mean = ["Co"], fr = "Blindage" }
fatigue = ["Co", "Es"]

[common]
"Pilotage" = "2xEs + Co"
"Pistolet" = { base = "Co+2xEs", en = "Pistol" }

[reserved]
"Sas" = "3xCo"

[roles]
strength = "Co"
initiative = "Es"
dodge = "Pilotage"
unarmed = "Poings"

[melee]
"Poings" = { code = "0", skill = "Pilotage", blunt = true }

[missiles]
"Laser" = { code = "4D", skill = "Pistolet" }
"""


def test_the_proposed_lists_are_the_catalogue_s() -> None:
    """D6-SKILL-01…04, D6-DERIVED-03: eight characteristics, 27 common skills, and what the document itself names."""
    kinds = {kind: len(PROPOSED.of_kind(kind)) for kind in ("common", "reserved", "craft", "extraordinary")}
    assert (len(PROPOSED.characteristics), kinds) == (
        8,
        {"common": 27, "reserved": 12, "craft": 9, "extraordinary": 4},
    )
    assert [name for name, skill in PROPOSED.skills.items() if not skill.ours] == [
        "Forge",
        "Tannerie",
        "Bijouterie",
        "Navigation",
    ]


def test_every_speciality_of_ours_is_said_in_english() -> None:
    ready = [name for sheet in GAME.scene().cast.values() for name in sheet.specialities]
    assert {*PROPOSED.specialities, *ready} == set(PROPOSED.english)
    assert PROPOSED.called("forêt").say("en") == "forest"
    assert PROPOSED.called("chants du désert").say("en") == "chants du désert"


def test_a_table_plays_with_its_own_lists() -> None:
    """D6-CHAR-01: creation, tests and fights follow the file."""
    stage = Stage()
    stage.does("", "lists", toml=SPACE)
    stage.does(
        "",
        "create",
        name="Nova",
        characteristics={"Co": "3D", "Es": "4D+1"},
        levels={"Pistolet": "2D"},
        weapons=["Laser"],
    )
    stage.does("", "create", name="Rex", characteristics={"Co": "2D", "Es": "2D"})
    assert grade(stage.does("nova", "test", 5, 5, 5, 5, 5, what="Pistolet", threshold=20)) == "success"
    assert stage.refused("nova", "oppose", target="rex", what="Co", theirs="Sas") == "D6-SKILL-02"
    stage.does("", "fight", 5, 5, 5, 5, 2, 2)
    stage.does("nova", "attack", 3, 3, 3, 3, 3, 6, 6, 5, 6, 1, 2, target="rex")
    assert stage["rex"].state == "out"
    stage.does("", "lists")
    assert stage.play.lists is None


def test_a_table_s_lists_survive_json() -> None:
    play = D6Play(lists=read_lists(SPACE))
    assert D6Play.model_validate(play.model_dump(mode="json")) == play


def test_a_sheet_of_other_lists_is_told_what_it_lacks() -> None:
    """D6-BASE-01."""
    stage = Stage("mael", "loup", play=D6Play(lists=read_lists(SPACE)))
    assert stage.refused("mael", "oppose", target="loup", what="Pilotage") == "D6-BASE-01"
    assert stage.refused("mael", "care", target="loup") == "D6-COMBAT-08:none"


def test_lists_without_fights_refuse_them() -> None:
    """D6-COMBAT-01, -03: leaving the roles out switches our fights off."""
    bare = SPACE.split("[roles]")[0]
    stage = Stage("mael", "loup", play=D6Play(lists=read_lists(bare)))
    assert stage.refused("mael", "attack", target="loup") == "D6-COMBAT-03:no_fights"
    assert stage.refused("", "fight") == "D6-COMBAT-01:none"


MISTAKES = [
    ('Co = "Corps"', 'Co = "Corps', 4, "TOML"),
    ('Co = "Corps"', "Co = 3", 4, "mot entre guillemets"),
    ('Co = "Corps"', 'Co = { nom = "Corps" }', 4, "champs est inconnu"),
    ('courage = ["Es"]', 'courage = ["Xx"]', 8, "moyenne de caractéristiques"),
    ('courage = ["Es"]', "courage = []", 8, "moyenne"),
    ('courage = ["Es"]\n', "", 7, "courage"),
    ("fatigue =", "rage =", 7, "fatigue"),
    ('"2xEs + Co"', '"2xEs + Zz"', 13, "Co, Es"),
    ('"2xEs + Co"', '"2x"', 13, "formule"),
    ('"Pilotage" = "2xEs + Co"', '"Pilotage" = 12', 13, "mot entre guillemets"),
    ('"Sas" = "3xCo"', '"Pilotage" = "3xCo"', 17, "déjà"),
    ("[reserved]", "[reservees]", 16, "[reservees]"),
    ('dodge = "Pilotage"', 'dodge = "Esquive"', 22, "Esquive"),
    ('dodge = "Pilotage"', 'duck = "Pilotage"', 22, "inconnu"),
    ('code = "0"', 'code = "zéro"', 26, "code de dés"),
    ('code = "4D", skill = "Pistolet"', 'code = "4D", skill = "Tir"', 29, "Tir"),
    ('code = "4D", skill = "Pistolet"', 'code = "4D", skill = "Pistolet", blunt = "oui"', 29, "true ou false"),
    ('"Laser" = {', '[missiles."Laser"]\nx = {', 29, "inconnu"),
    ("ours = false", "ours = 1", 1, "true ou false"),
    ("ours = false", "our = false", 1, "inconnu"),
    ('Co = "Corps"', 'Co = ""', 4, "vide"),
    ('Co = "Corps"', 'Co = "Cor{ps"', 4, "accolades"),
    ('Co = "Corps"', 'C0 = "Corps"', 4, "lettres"),
    ('courage = ["Es"]', 'courage = "Es"', 8, "une liste"),
    ('courage = ["Es"]', 'courage = ["wounds"]', 8, "moyenne"),
    ('"2xEs + Co"', '"Pistolet + Co"', 13, "Pistolet"),
    ('"2xEs + Co"', '{ en = "Flying" }', 13, "base"),
    ('"Sas" = "3xCo"', '"PILOTAGE" = "3xCo"', 17, "ligne 13"),
    ('"Sas" = "3xCo"', '"Es" = "3xCo"', 17, "ligne 5"),
    ('"Laser" =', '"Poings" =', 29, "ligne 26"),
    ('skill = "Pistolet" }', "}", 29, "TOML"),
    ('code = "4D", skill = "Pistolet"', 'code = "4D"', 29, "skill"),
    ('code = "4D"', 'code = "99D"', 29, "30 dés"),
    ('code = "4D"', 'code = "+2"', 29, "aucun dé"),
    ('unarmed = "Poings"', 'unarmed = "Laser"', 23, "Laser"),
    ('strength = "Co"', 'strength = ["Co"]', 20, "guillemets"),
    ("[missiles]", "[[missiles]]", 28, "partie"),
    ("[reserved]", "[common]", 16, "deux fois"),
]


@pytest.mark.parametrize(("right", "wrong", "line", "said"), MISTAKES, ids=[mistake[1] for mistake in MISTAKES])
def test_a_mistake_is_told_with_its_line(right: str, wrong: str, line: int, said: str) -> None:
    assert right in SPACE
    with pytest.raises(BadInput) as found:
        read_lists(SPACE.replace(right, wrong, 1))
    assert f"Ligne {line}\u00a0:" in found.value.say("fr")
    assert f"Line {line}:" in found.value.say("en")
    assert said in found.value.say("fr")


@pytest.mark.parametrize(
    ("more", "line"),
    [
        ('[specialities]\n"vide" = 3', 31),
        ('[refused]\n"costaud" = { describes = "Xx" }', 31),
        ('[refused]\n"costaud" = "Co"', 31),
        ("[roles2]", 30),
        ('[cases]\n"sas fermé" = "dur"', 31),
        ('[cases]\n"sas fermé" = 0', 31),
        ('[cases]\n"sas fermé" = true', 31),
        ('[cases]\n"sas fermé" = 100', 31),
        ('[specialities]\n"vide" = 1.0', 31),
        ('[specialities]\n"bon" = 1\n"v\\u0069de" = 3', 32),
        ('[specialities]\n"vi{de" = 1', 31),
        ('[english]\n"vide" = 1', 31),
        ('[english]\n"vide" = "{n}"', 31),
    ],
)
def test_a_mistake_at_the_end_too(more: str, line: int) -> None:
    with pytest.raises(BadInput) as found:
        read_lists(SPACE + more)
    assert f"Line {line}:" in found.value.say("en")


def test_an_empty_or_partial_file_says_what_is_missing() -> None:
    with pytest.raises(BadInput) as found:
        read_lists("")
    assert "[characteristics]" in found.value.say("fr")


def test_a_wrong_file_is_refused_and_nothing_changes() -> None:
    stage = Stage("mael")
    before = stage.scene
    assert stage.refused("", "lists", toml=SPACE.replace("2xEs", "2xE{s")) == "D6-CHAR-01:wrong"
    assert stage.scene == before


def test_a_file_saved_by_an_editor_that_marks_it_is_read_too() -> None:
    assert read_lists("\ufeff" + SPACE) == read_lists(SPACE)


def test_whose_a_number_is_shows_where_it_is_explained() -> None:
    """D6-BASE-01, D6-TEST-03, -05: our formulas, characteristics, names, bands and cases are named as ours."""
    stage = Stage("mael")
    told = [
        "Tablée" in " ".join(w.say("en") for w in stage.does("mael", "test", *dice, what=what, **bar).why)
        for what, dice, bar in (
            ("V", (3, 4, 2), {"threshold": 10}),
            ("Forge", (3, 4, 2, 1, 1), {"threshold": 10}),
            ("F", (3, 4, 2, 1), {"threshold": 10}),
            ("E", (3, 4, 2, 1), {"threshold": 10}),
            ("Esquive", (3, 4, 2), {"threshold": 10}),
            ("V", (3, 4, 2), {"threshold": 21}),
            ("V", (3, 4, 2), {"case": "mur lisse"}),
        )
    ]
    assert told == [False, False, True, True, True, True, True]


def test_a_random_character_of_long_lists() -> None:
    """D6-CREATE-06: however many dice it takes, they are one question."""
    letters = "abcdefghijklmnopqrstuvw"
    many = "".join(f'{one}{two} = "{one}{two}"\n' for one in letters[:4] for two in letters)
    lists = read_lists(SPACE.replace('Co = "Corps"\n', 'Co = "Corps"\n' + many))
    scene = GAME.scene("", {}, {}, D6Play(lists=lists))
    random = GAME.action("d6.random")
    do = prepared(random, scene, {"name": "Nova"})
    assert not isinstance(do, Note)
    assert len(expected(random, scene, do)) == 1
    done = perform(random, scene, do)
    assert isinstance(done, Done)
    assert len(done.changes) == 1


def test_the_proposed_file_can_be_copied_and_changed() -> None:
    """The file itself is the model a table starts from."""
    changed = read_lists(OURS.replace('"Vigilance" = { base = "2xPe+V", en = "Vigilance" }', '"Guet" = "3xPe"'))
    assert set(PROPOSED.skills) ^ set(changed.skills) == {"Vigilance", "Guet"}
    assert GAME.book["D6-CHAR-01"]


def test_what_is_ours_says_so() -> None:
    """Every rule that the document does not contain is marked, and its explanations name us as their source."""
    ours = {id for id, clause in GAME.book.items() if clause.status == "ours"}
    combat = {f"D6-COMBAT-{number:02}" for number in range(1, 9)}
    assert ours == combat | {"D6-OPP-01", "D6-ADV-01", "D6-DERIVED-03", "D6-TEST-04"}
    assert {GAME.book[id].where("fr") for id in ours} == {"proposé par Tablée"}


JUNK = ["3", "-1", '"x"', '""', "[]", '["Co", 3]', "{}", "{ base = 3 }", '{ fr = "{who}" }', "true", "1979-05-27", '"']
WRITTEN = [number for number, line in enumerate(OURS.splitlines()) if "=" in line and not line.startswith("#")]


@settings(deadline=None, max_examples=100)
@given(at=st.sampled_from(WRITTEN), junk=st.sampled_from(JUNK))
def test_whatever_is_wrong_is_told_with_a_line(at: int, junk: str) -> None:
    """Any value of the file replaced by anything: it is read, or refused with the line of a mistake."""
    lines = OURS.splitlines()
    lines[at] = f"{lines[at].split('=')[0]}= {junk}"
    told = problem_of("\n".join(lines))
    if told is not None:
        assert told.values["line"] in range(1, len(lines) + 2)
        assert told.say("fr") != told.say("en")


def problem_of(toml: str) -> BadInput | None:
    try:
        read_lists(toml)
    except BadInput as wrong:
        return wrong
    return None
