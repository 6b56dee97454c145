"""What a writer of adventures is told: each mistake with its file and its line."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from tablee.adventures.check import examined, examined_files
from tablee.adventures.folder import NAMES, Bound, adventure_called, adventures_of, bound
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
    known = {*Adventure.model_fields} - {"scenes", "people", "things", "papers", "clocks", "forks", "ends", "options"}
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
    (STRUCTURE, "minutes = 40", "minute = 40", "« minute » n'existe pas"),
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
    (STRUCTURE, 'id = "le-bac"', 'id = "le-bac', "ne se lit pas"),
    (STRUCTURE, "players = [1, 5]", "players = [5, 1]", "à l'envers"),
    (FR, "### froid\n> Vos bottes font un bruit de soupe.\n", "", "froid : il manque le texte à lire"),
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
    assert "De « rive », aucune fin n'est accessible" in told


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
