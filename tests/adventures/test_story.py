"""Where a table is in an adventure, and what follows."""

from __future__ import annotations

from dataclasses import replace

from tablee.adventures import story
from tablee.adventures.folder import adventure_called
from tablee.adventures.story import Progress

BELL = adventure_called("undesix", "la-cloche-buissonniere").adventure


def labels(progress: Progress, players: int = 1) -> list[str]:
    return [one.id for one in story.choices(BELL, progress, players)]


def test_it_begins_with_its_first_scene() -> None:
    turn = story.begun(BELL, 1)
    assert turn.texts == (("clocher",),)
    assert labels(turn.progress) == ["porter", "descendre"]


def test_what_happens_is_remembered_and_leads_on() -> None:
    first = story.begun(BELL, 1).progress
    porter, descendre = story.choices(BELL, first, 1)
    turn = story.tried(BELL, first, porter, "bad", 1)
    assert turn.texts == (("clocher", "porter", "bad"), ("place",), ("papers", "arrete"), ("place", "semelles"))
    assert turn.papers == ("arrete",)
    assert turn.progress.known == {"battant", "sel"}
    same = story.tried(BELL, first, descendre, "good", 1)
    assert same.progress.scene == "place"
    assert same.progress.known == {"battant"}


def test_a_fight_offers_nothing_else_and_its_end_leads_on() -> None:
    at_crab = replace(story.begun(BELL, 1).progress, scene="bouchot")
    attack = story.choices(BELL, at_crab, 1)[0]
    fighting = story.tried(BELL, at_crab, attack, "then", 1).progress
    assert fighting.fight
    assert not labels(fighting)
    lost = story.fought(BELL, fighting, "lost", 1)
    assert lost.wake  # after the fight
    assert lost.mend  # by the soup
    assert lost.progress.scene == "fantin"
    assert "dette" in lost.progress.words
    assert lost.texts[:2] == (("bouchot", "fight", "lost"), ("fantin",))


def test_a_full_clock_is_told_and_changes_the_way() -> None:
    late = Progress(scene="vol", clocks=(("soleil", 1),))
    (hold,) = story.choices(BELL, late, 1)
    turn = story.tried(BELL, late, hold, "bad", 1)
    assert turn.texts == (("vol", "tenir", "bad"), ("clocks", "soleil", "full"), ("casserole",))
    assert story.tried(BELL, late, hold, "good", 1).progress.scene == "jetee"


def test_the_first_outcome_that_fits_and_every_line_of_an_epilogue() -> None:
    at_bell = Progress(scene="perchoir", words=("abandon",), things=("battant",))
    give = next(one for one in story.choices(BELL, at_bell, 1) if one.id == "rendre")
    assert story.tried(BELL, at_bell, give, "then", 1).texts[0] == ("perchoir", "rendre", "mefiante")
    trusted = replace(at_bell, words=())
    assert story.tried(BELL, trusted, give, "then", 1).texts[0] == ("perchoir", "rendre", "sincere")
    at_end = Progress(scene="jetee", words=("confiance", "sel"))
    eleven = next(one for one in story.choices(BELL, at_end, 1) if one.id == "onze")
    turn = story.tried(BELL, at_end, eleven, "good", 1)
    assert turn.progress.end == "onze"
    assert turn.texts[1:] == (("end.onze",), ("end.onze", "sel"), ("end.onze", "paie"))
    assert not labels(turn.progress)


def test_a_progress_is_the_same_again_from_json() -> None:
    progress = Progress("vol", ("clocher",), ("ami",), ("battant",), (("soleil", 1),), ("tenir",), True, "")
    assert Progress.from_json(progress.to_json()) == progress
