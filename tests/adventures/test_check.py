"""What a writer of adventures is told: each mistake with its file and its line."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from tablee.adventures.check import examined, examined_files
from tablee.adventures.folder import NAMES, Bound, adventure_called, adventures_of, bound
from tablee.adventures.headings import completed
from tablee.adventures.paths import explored
from tablee.adventures.sketch import sketch
from tablee.adventures.structure import Adventure
from tablee.adventures.words import words_of
from tablee.rules.check.sources import Finding
from tablee.rules.fields import record_of
from tablee.rules.game import game_called, games

DOCS = Path(__file__).parent.parent.parent / "docs"
SHIPPED = [one for game in games() for one in adventures_of(game).values()]
BELL = adventure_called("undesix", "la-cloche-buissonniere")
FERRY = sketch(game_called("undesix"), "le-bac")


@pytest.mark.parametrize("book", SHIPPED, ids=lambda one: one.id)
def test_our_adventures_have_nothing_to_mend(book: Bound) -> None:
    found = examined_files(book.files)
    assert not [said(one) for one in found if not one.remark]
    ways = explored(book.adventure, book.adventure.players[0])
    assert ways.whole
    assert set(ways.ends) == set(book.adventure.ends)


def test_the_first_one_of_undesix_is_for_newcomers() -> None:
    first = next(iter(adventures_of("undesix").values()))
    assert first.adventure.first
    assert first.id == "la-cloche-buissonniere"
    assert first.label("end.onze").say("en") == "Eleven"
    crab = first.name_of("crabe")
    assert crab
    assert crab.with_article("fr", "le") == "le crabe"


@pytest.mark.parametrize("game", list(games()))
def test_a_new_adventure_has_nothing_to_mend(game: str) -> None:
    assert not examined_files(sketch(game_called(game), "le-bac"))


@pytest.mark.parametrize("page", ["fr/aventures.md", "en/adventures.md"])
def test_the_page_for_writers_shows_a_structure_that_can_be_read(page: str) -> None:
    (block,) = re.findall(r"```toml\n(.*?)```", (DOCS / page).read_text("utf-8"), re.DOTALL)
    adventure: Adventure = record_of(Adventure, tomllib.loads(block))
    known = {*Adventure.model_fields} - {
        "scenes",
        "people",
        "things",
        "papers",
        "clocks",
        "forks",
        "ends",
        "options",
        "heroes",
    }
    assert known <= set(tomllib.loads(block)), "the page tells every key"
    assert len(adventure.ends) == 2


def said(finding: Finding) -> str:
    """A finding in French, its spaces plain."""
    return re.sub(r"\s", " ", finding.say("fr"))


def test_an_adventure_holds_no_more_people_than_a_table_has_room_for() -> None:
    """Thirty people there twelve times made 360 at once, and 80 scenes of them no end: no limit of a table counted."""
    crowd = "".join(f'\n[people.foule-{n}]\nis = "loup"\ncount = {{ 1 = 12, 4 = 3 }}\n' for n in range(17))
    found = examined_files(FERRY._replace(structure=FERRY.structure + crowd))
    (told,) = [said(one) for one in found if "en tout" in said(one)]
    assert told.startswith("204 personnes en tout")
    assert told.endswith("200 au plus.")
    fewer = examined_files(FERRY._replace(structure=FERRY.structure + crowd.replace("12", "11")))
    assert not [one for one in fewer if "en tout" in said(one)]


STRUCTURE, FR, EN = range(3)
MISTAKES = [
    (STRUCTURE, 'start = "pont"', 'start = "port"', "« port », qui n'existe pas : peut-être « pont »"),
    (STRUCTURE, 'good = { go = "rive" }', 'good = { go = "rives" }', "« rives », qui n'existe pas"),
    (STRUCTURE, 'have = ["mouille"]', 'have = ["mouile"]', "« mouile », qui n'existe pas"),
    (STRUCTURE, 'party = ["chloe"', 'party = ["cloe"', "« cloe »"),
    (STRUCTURE, "minutes = 40", "minutes = 4000", "au plus 600"),
    (STRUCTURE, "minutes = 40", "minute = 40", "minute : ce champ n'existe pas. Ici : id, game, minutes"),
    (STRUCTURE, 'characteristic = "dex"', 'characteristic = "dext"', "refusé"),
    (STRUCTURE, 'characteristic = "dex"', 'characteristic = ["dex", "dext"]', "« dext » n'est pas possible"),
    (STRUCTURE, 'remember = "mouille", go', 'remember = "mouille", goo', "goo : ce champ n'existe pas"),
    (STRUCTURE, 'action = "undesix.test"', 'action = "undesix.tests"', "undesix.tests"),
    (STRUCTURE, 'bad = { remember = "mouille", go = "rive" }', "bad = { fight = true }", "[scenes.pont.fight] n'"),
    (STRUCTURE, 'then = { end = "lumiere" }', "then = { tick = [] }", "Impasse"),
    (STRUCTURE, 'id = "frapper"', 'id = "frapper"\nhave = ["mouille"]', "Impasse à « rive »"),
    (STRUCTURE, "[scenes.rive]\n", '[scenes.rive]\npeople = ["loup"]\n', "« loup », qui n'existe pas"),
    (STRUCTURE, "[ends.retour]", "[ends.retour]\n[ends.autre]", "Aucun chemin ne mène à la fin « autre »"),
    (STRUCTURE, "[scenes.rive]\n", "[scenes.rive]\n[scenes.ile]\n", "Aucun chemin ne mène à la scène « ile »"),
    (STRUCTURE, 'id = "le-bac"', 'id = "le-bac', "ne se lit pas : un texte a une fin de ligne"),
    (STRUCTURE, "minutes = 40", "minutes = quarante", "un texte est entre guillemets"),
    (STRUCTURE, "minutes = 40", "minutes = 40\nminutes = 50", "ce nom est déjà donné plus haut"),
    (STRUCTURE, "[scenes.rive]", "[scenes.rivé]", "des lettres sans accent"),
    (STRUCTURE, "players = [1, 5]", "players = 5", "players : il faut une liste ([ … ]), pas « 5 »"),
    (STRUCTURE, "[scenes.rive]\n", "[scenes.rive]\npeople = 3\n", "scenes.rive.people : il faut des champs nommés"),
    (STRUCTURE, "[scenes.rive]\n", '[scenes.rive]\npicture = "rive.jpg"\n', "fichier PNG du dossier"),
    (STRUCTURE, 'id = "froid"', 'id = "très-froid"', "Un identifiant a des minuscules sans accent"),
    (STRUCTURE, 'id = "tenter"', 'id = "tenter"\nwhom = "best"', "scenes.pont.try.tenter.whom : ce champ n'existe pas"),
    (STRUCTURE, 'id = "tenter"', 'id = "tenter"\ntogether = "x"', "tenter.together : ce champ va dans `roll`"),
    (STRUCTURE, 'then = { end = "lumiere" }', "then = { end = 4 }", "frapper.then.end : il faut un texte"),
    (STRUCTURE, "[ends.retour]", "[ends.retour]\n[end.x]", "end : ce champ n'existe pas"),
    (STRUCTURE, "[ends.retour]", '[ends.retour]\n[things.x]\ngives = {"undesix.test" = {skill = 1}}', "n'en est pas"),
    (STRUCTURE, "then = {", 'then = { do = { action = "undesix.rest", minute = 3 },', "ne peut pas arriver ainsi"),
    (STRUCTURE, "then = {", 'then = { do = { action = "undesix.next-round" },', "« undesix.next-round » ne peut pas"),
    (STRUCTURE, "[ends.retour]", "[ends.retour]\n[heroes.loup]\nphy = 3", "de « loup », qui n'existe pas"),
    (STRUCTURE, "[ends.retour]", "[ends.retour]\n[heroes.chloe]\nforce = 3", "Le champ « force » n'existe pas"),
    (STRUCTURE, "[scenes.rive]", "[scenes.words]\n[scenes.rive]", "« words » est là deux fois, ou est un mot réservé"),
    (STRUCTURE, "players = [1, 5]", "players = [5, 1]", "à l'envers"),
    (FR, "### froid\n> Vos bottes font un bruit de soupe.\n", "", "« ## rive / ### froid », avec : un texte"),
    (FR, "### frapper\nFrapper", "### frapper\n…\n\nFrapper", "comment cela s'appelle"),
    (EN, "### frapper\nKnock\n", "### frapper\n", "comment cela s'appelle"),
    (EN, "## end.retour\nTurning back\n", "## end.retours\nTurning back\n", "peut-être « ## end.retour »"),
    (FR, "#### good\n> Les planches", "#### god\n> Les planches", "god"),
    (FR, "# Le bac", "## Le bac", "Il faut un titre"),
]  # fmt: skip


@pytest.mark.parametrize(("at", "old", "new", "told"), MISTAKES, ids=[told for *_, told in MISTAKES])
def test_a_mistake_is_told_with_its_file_and_line(at: int, old: str, new: str, told: str, tmp_path: Path) -> None:
    files = FERRY.named()
    before, found_there, _ = files[NAMES[at]].partition(old)
    assert found_there
    files[NAMES[at]] = files[NAMES[at]].replace(old, new)
    folder = tmp_path / "le-bac"
    folder.mkdir()
    for name, text in files.items():
        (folder / name).write_text(text, "utf-8")
    found = [one for one in examined(folder) if not one.remark and told in said(one)]
    assert found, [said(one) for one in examined(folder)]
    place = found[0].place
    wrong = before.count("\n") + 1
    assert place.file.parent == folder
    assert abs(place.line - wrong) <= 12 or place.line == 1, (place.line, wrong)
    assert all(one.say("en") for one in found)


PLANTED = [
    (STRUCTURE, 'party = ["chloe"', 'party = ["cloe"', 'party = ["cloe"'),
    (STRUCTURE, '"undesix.cast"]', '"undesix.casts"]', "teaches = "),
    (STRUCTURE, 'gain = "suif", go = "bouchot"', 'gain = "suife", go = "bouchot"', 'then = { gain = "suife"'),
    (STRUCTURE, 'tick = "soleil", go = "fantin" }', 'tick = "lune", go = "fantin" }', "lost = { wake = true, remember"),
    (STRUCTURE, 'then = { remember = "franchise", go = "epave" }', 'then = { go = "epaves" }', 'then = { go = "epave'),
    (STRUCTURE, 'then = { end = "poids" }', 'then = { end = "poid" }', 'then = { end = "poid" }'),
    (FR, "### marchander\nMarchander avec la prévôte\n", "### marchander\n", "### marchander"),
    (FR, "### semelles\n", "### semelle\n", "### semelle"),
    (EN, "## dunes\n", "## dune\n", "## dune"),
    (EN, "> “A saucepan,”", "“A saucepan,”", "## end.debute"),
]  # fmt: skip


def test_ten_mistakes_planted_in_one_adventure_are_found_each_on_its_line(tmp_path: Path) -> None:
    files = list(BELL.files.named().values())
    for at, old, new, _ in PLANTED:
        assert files[at].count(old) == 1, old
        files[at] = files[at].replace(old, new)
    folder = tmp_path / BELL.id
    folder.mkdir()
    for name, text in zip(NAMES, files, strict=True):
        (folder / name).write_text(text, "utf-8")
    found = {(one.place.file.name, one.place.line) for one in examined(folder) if not one.remark}
    for at, _, _, line in PLANTED:
        where = next(n for n, text in enumerate(files[at].splitlines(), 1) if text.startswith(line))
        assert (NAMES[at], where) in found, (line, sorted(found))


def test_a_fight_needs_its_ends_and_somebody_to_fight() -> None:
    wrong = FERRY.structure.replace(
        "[scenes.rive]\n", "[scenes.rive]\n[scenes.rive.fight]\nfled = { end = 'retour' }\n"
    )
    told = " ".join(said(one) for one in examined_files(FERRY._replace(structure=wrong)))
    assert "où mène « won »" in told
    assert "où mène « lost »" in told
    assert "n'a pas d'adversaire" in told
    assert "Rien ne commence le combat" in told


FOUGHT = """\
[people.x]
is = "loup"
[scenes.pont]
people = ["x"]
[scenes.pont.fight]
won = { go = "rive" }
lost = { go = "rive" }
[[scenes.pont.try]]
id = "mordre"
then = { fight = true }
"""


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('won = { go = "rive" }', "won = { fight = true }", "« won » recommencerait le combat"),
        ('lost = { go = "rive" }', "lost = { wake = true, fight = true }", "« lost » recommencerait le combat"),
        ('is = "loup"', 'is = "loup"\nsheet = { phy = { 1 = -4, 2 = 5 } }', "« x » ne tient pas debout"),
        ('is = "loup"', 'is = "loup"\ncount = { 1 = 0, 3 = 2 }', "À 1, le combat de « pont » n'a pas d'adversaire"),
    ],
)
def test_a_fight_that_cannot_be_fought_or_never_ends_is_told(old: str, new: str, told: str) -> None:
    files = FERRY._replace(structure=FERRY.structure.replace("[scenes.pont]\n", FOUGHT.replace(old, new), 1))
    place = next(one.place for one in examined_files(files) if told in said(one))
    assert place.line > 1
    sound = FERRY._replace(structure=FERRY.structure.replace("[scenes.pont]\n", FOUGHT, 1))
    assert not [one for one in examined_files(sound) if told in said(one)]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('characteristic = "dex"', 'characteristic = "dex", modifier = "un"'),
        ("[ends.retour]", '[ends.retour]\n"²" = 1'),
        ("[ends.retour]", '[ends.retour]\n[people.x]\nis = "loup"\nsheet = { phy = { "²" = 3 } }'),
    ],
)
def test_what_no_number_can_be_made_of_gets_a_sentence(old: str, new: str) -> None:
    """Each of these stopped the checker itself: a pack that held one was an error of the house."""
    carried = 'gain = "corde", go = "rive" }\nbad'
    given = FERRY.structure.replace('go = "rive" }\nbad', carried).replace(old, new)
    given += '\n[things.corde]\ngives = { "undesix.test" = { modifier = 1 } }\n'
    assert [said(one) for one in examined_files(FERRY._replace(structure=given)) if not one.remark]


def test_the_same_text_in_both_languages_is_remarked() -> None:
    read = bound(FERRY).fr.at("rive").read
    (found,) = examined_files(FERRY._replace(en=FERRY.en.replace(bound(FERRY).en.at("rive").read, read)))
    assert found.remark
    assert found.place.line == bound(FERRY).en.at("rive").line
    assert said(found).startswith("Le même texte en français et en anglais")


ROPE = "\n## things\n### corde\n"


def test_what_a_thing_adds_to_is_told_where_the_thing_is_written() -> None:
    given = FERRY.structure + '\n[things.corde]\ngives = { "undesix.test" = { bonus = 1 } }\n'
    files = FERRY._replace(structure=given, fr=f"{FERRY.fr}{ROPE}la corde\n", en=f"{FERRY.en}{ROPE}the rope\n")
    (found,) = [one for one in examined_files(files) if not one.remark]
    assert "« bonus », qui n'existe pas" in said(found)
    assert given.splitlines()[found.place.line - 1] == "[things.corde]"


def test_a_help_and_a_picture_need_no_blank_line() -> None:
    words = words_of("# T\n\nx\n\n## pont\n### sauter\nSauter\n*Un dé.*\n![Un pont.](pont.png)\n> Lu.\n")
    found = words.at("pont", "sauter")
    assert (found.label, found.help, found.alt, found.read) == ("Sauter", "Un dé.", "Un pont.", "Lu.")


def test_a_circle_without_an_end_is_found() -> None:
    wrong = FERRY.structure.replace('then = { end = "lumiere" }', 'then = { go = "rive" }')
    told = " ".join(said(one) for one in examined_files(FERRY._replace(structure=wrong)))
    assert "On tourne en rond : « rive » ne mène à aucune fin pour qui n'a encore rien." in told


def test_of_scenes_that_lead_to_no_end_the_circle_is_told() -> None:
    wrong = FERRY.structure.replace('then = { end = "lumiere" }', 'then = { go = "cour" }').replace(
        'then = { end = "retour" }', 'then = { go = "rive" }'
    )
    wrong += '\n[scenes.cour]\n[[scenes.cour.try]]\nid = "sortir"\nthen = { go = "rive" }\n'
    found = [one for one in examined_files(FERRY._replace(structure=wrong)) if "tourne en rond" in said(one)]
    assert {"« cour », « rive »" in said(one) for one in found} == {True}
    assert wrong.splitlines()[found[0].place.line - 1] == "[scenes.cour]"


def test_headings_that_lack_are_written_each_where_it_belongs() -> None:
    """What is written stays; what is added is told until somebody has written it."""
    more = (
        '[people.ours]\n[papers.lettre]\n[[scenes.rive.try]]\nid = "nager"\nthen = { paper = "lettre", go = "ile" }\n'
        '[scenes.ile]\n[[scenes.ile.try]]\nid = "rester"\nthen = { end = "lumiere" }\n'
    )
    files = FERRY._replace(structure=FERRY.structure + more)
    lacking = [said(one) for one in examined_files(files) if "Il manque" in said(one)]
    assert lacking.count("Il manque « ## rive / ### nager », avec : un nom, #### then.") == 2  # once a language
    fr, added = completed(files.fr, bound(files).adventure)
    assert completed(fr, bound(files).adventure) == (fr, 0)
    places = [place for place in words_of(fr).sections if place]
    assert added == len(places) - len([place for place in words_of(files.fr).sections if place]) - 2  # and two lists
    seconds = [place[0] for place in places if len(place) == 1]
    assert seconds == ["words", "people", "papers", "pont", "rive", "ile", "end.lumiere", "end.retour"]
    assert words_of(fr).at("rive", "frapper").label == "Frapper à la porte"
    still = [said(one) for one in examined_files(files._replace(fr=fr)) if one.place.file.name == "fr.md"]
    assert "## rive / ### nager : il faut dire comment cela s'appelle." in still
    assert not [one for one in still if "Il manque" in one]


def test_agreements_and_long_texts_are_remarked() -> None:
    long = FERRY._replace(fr=FERRY.fr.replace("> Une porte,", "> Vous êtes trempés. " + "mot " * 80))
    told = [one for one in examined_files(long) if one.remark]
    assert {one.place.line for one in told} == {bound(FERRY).fr.at("rive").line}
    assert "trempés" in " ".join(said(one) for one in told)


def test_a_missing_language_is_told(tmp_path: Path) -> None:
    (tmp_path / "adventure.toml").write_text(FERRY.structure, "utf-8")
    (tmp_path / "fr.md").write_text(FERRY.fr, "utf-8")
    (found,) = examined(tmp_path)
    assert "Il manque en.md" in said(found)


def test_a_roll_of_a_chapter_that_a_table_has_to_read_about_first_is_refused() -> None:
    """DeusEx begins without stress, until somebody has read what it brings: the adventure has to say so."""
    wrong = sketch(game_called("deusex"), "le-bac")
    stress = 'action = "deusex.stress", incident = "murder_or_accident", difficulty = 12 }'
    wrong = wrong._replace(structure=re.sub(r'action = "deusex.test".*', stress, wrong.structure))
    assert "sans les règles de stress" in " ".join(said(one) for one in examined_files(wrong))
    on = wrong.structure.replace("[scenes.pont]", "[options]\nstress_rules = true\n\n[scenes.pont]", 1)
    assert not examined_files(wrong._replace(structure=on))
