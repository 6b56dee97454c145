"""verify checks the evening and not only its faces; a verifier written from docs/dice.md alone agrees."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tablee.dice import fair
from tablee.errors import BadInput, BadRecord
from tablee.rules.edition import edition
from tablee.table.log.sqlite import SqliteStore
from tablee.table.pictures import Picture
from tablee.table.service import House, Submitted
from tablee.table.topics.action import Act
from tablee.table.topics.character import Enter
from tablee.table.topics.chat import Say
from tablee.table.topics.correction import Correct
from tablee.table.topics.decision import Abandon, Answer
from tablee.table.topics.dice import Reveal
from tablee.table.topics.seat import Invite, Join, StrikeOut
from tablee.table.topics.undo import Redo, TakeBack
from tablee.table.verifying import verified
from tests.dice import verifier
from tests.sent import sent
from tests.table.everywhere import GAMES, attempts, table_of, uncounted

__all__ = ["uncounted"]

Lines = list[dict[str, Any]]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    store = SqliteStore(tmp_path / "tables.db")
    yield House(store)
    store.close()


def played(house: House, game: str) -> tuple[str, str, str]:
    """Two evenings with every action that a ready character can begin, free and secret rolls; its MJ and a player."""
    table, _ = house.open(game)
    player = ""
    for name in ("Mo", "Ana"):
        seat = "mj"
        if name == "Ana":
            link = house.submit(table, "mj", Invite())
            assert isinstance(link, Submitted)
            seat = player = link.seat
        house.submit(table, seat, Join(called=name, words=f'« {name} » \\ "\n\U0001f3b2\x7f'))
    ready = list(table_of(game).state.cast)
    for who, owner in zip(ready, (player, "", ""), strict=False):
        house.submit(table, "mj", Enter(who=who, ready=who, owner=owner))
    for act in list(attempts(table_of(game)))[:8]:
        for audience in ("open", "blind"):
            house.submit(table, player, act.model_copy(update={"audience": audience}))
            while house.state(table).pending:
                asked = house.view(table, "mj").asked
                answers = {who: card.default for who, card in asked.items()}
                assert isinstance(house.submit(table, "mj", Answer(answers=answers)), Submitted)
    house.submit(table, player, Say(text="/r 3d6+2>=10"))
    house.submit(table, player, Say(text="/sr 2d10"))
    house.submit(table, "mj", Reveal())
    house.submit(table, player, Say(text="/r 20d6"))
    house.submit(table, "mj", Reveal(secret=True))
    return table, "mj", player


@pytest.mark.usefixtures("uncounted")
@pytest.mark.parametrize("game", GAMES)
def test_an_evening_verifies_and_so_says_the_other_verifier(house: House, game: str) -> None:
    table, *seats = played(house, game)
    for seat in seats:
        text = "\n".join(house.exported(table, seat))
        found = verified(text)
        other = verifier.verify(text)
        assert {stream: found.dice[stream].verified for stream in fair.STREAMS} == other
        assert other["public"] > 20
        assert (found.replayed > 4, found.dice_only) == (True, 0) if seat == "mj" else (True, found.dice_only)
    evenings = [line for line in fair.read_log(text) if isinstance(line, fair.Evening)]
    assert len(evenings) == 1


def unsealed(lines: Lines) -> Lines:
    """The lines of a log without seals, as earlier versions wrote it."""
    return [{name: value for name, value in line.items() if name not in ("seal", "salt", "head")} for line in lines]


def faked(lines: Lines, name: str, change: Callable[[dict[str, Any]], object]) -> str:
    """The log with one line of that name changed."""
    lines = copy.deepcopy(lines)
    change(next(line for line in lines if line["name"] == name and change_applies(line)))
    return "\n".join(map(json.dumps, lines))


def change_applies(line: dict[str, Any]) -> bool:
    return line.get("audience", "open") == "open" and (
        line["name"] != "acted/1" or bool(line["parts"] and line["rolls"])
    )


CHANGE = {"who": "x", "field": "y", "before": 0, "after": 9}
FORGERIES: dict[str, tuple[str, Callable[[dict[str, Any]], object]]] = {
    "a total": ("rolled/1", lambda line: line.update(total=line["total"] + 1)),
    "a success": ("rolled/1", lambda line: line.update(success=not line["success"])),
    "a grade": ("acted/1", lambda line: line["parts"][0].update(grade="triumph")),
    "a sentence": ("acted/1", lambda line: line["headline"]["values"].update(who={"name": {"fr": "X"}})),
    "a change": ("acted/1", lambda line: line["changes"].append(CHANGE)),
    "kinds of dice": ("rolled/1", lambda line: line["rolls"][0].update(sides=20)),
    "faces of a result": (
        "acted/1",
        lambda line: line["rolls"][0].update(faces=[1] * len(line["rolls"][0]["faces"]) + [2]),
    ),
    "words of another": ("joined/1", lambda line: line.update(seat="leo")),
    "a line's number": ("joined/1", lambda line: line.update(n=99)),
    "the last throw": ("revealed/1", lambda line: line["fair"][0].update(drawn=line["fair"][0]["drawn"] - 1)),
    "a key": ("revealed/1", lambda line: line["fair"][0].update(key="00" * 32)),
    "an evening": ("began/1", lambda line: line["fair"][0].update(evening=2)),
    "a commitment": ("opened/1", lambda line: line["fair"][0].update(commitment="00" * 32)),
}


OTHER_FORMS: dict[str, Callable[[dict[str, Any]], object]] = {  # of a line with dice
    "another kind": lambda line: line.update(name="said/1"),
    "an unknown kind": lambda line: line.update(name="acted/9"),
    "no kind": lambda line: line.pop("name"),
    "a kind that is none": lambda line: line.update(name=[]),
    "no number": lambda line: line.pop("n"),
    "said to be unseen": lambda line: line.update(unseen=True, parts=[]),
    "said to be secret": lambda line: line.update(audience="secret", rolls=[]),
    "no rolls": lambda line: line.pop("rolls"),
    "rolls that are none": lambda line: line.update(rolls=3),
    "a roll without faces": lambda line: line["rolls"][0].pop("faces"),
    "faces that are none": lambda line: line["rolls"][0].update(faces=None),
    "no dice": lambda line: line.pop("fair"),
    "a maker that is none": lambda line: line.update(maker={}),
}


@pytest.mark.usefixtures("uncounted")
@pytest.mark.parametrize("game", GAMES)
def test_lines_of_another_form_are_found_in_everybody_s_log(house: House, game: str) -> None:
    table, *seats = played(house, game)
    for seat in seats:
        lines = [json.loads(line) for line in house.exported(table, seat)]
        for name in ("acted/1", "rolled/1"):
            for what, change in OTHER_FORMS.items():
                text = faked(lines, name, change)
                with pytest.raises(BadRecord):
                    print(seat, name, what, verified(text))


def test_a_log_that_is_cut_short_is_known_as_such(house: House) -> None:
    table, *seats = played(house, "d6")
    for seat in seats:
        lines = list(house.exported(table, seat))
        for cut in range(1, len(lines)):
            with pytest.raises(BadRecord):
                verified("\n".join(lines[:-cut]))
        more = json.dumps({**json.loads(lines[1]), "name": "paused/1", "fair": [], "n": len(lines)})
        with pytest.raises(BadRecord, match="announces only"):
            verified("\n".join((*lines, more)))


@pytest.mark.usefixtures("uncounted")
@pytest.mark.parametrize("game", GAMES)
def test_every_forgery_is_found(house: House, game: str) -> None:
    table, mj, _ = played(house, game)
    _, *lines = unsealed([json.loads(line) for line in house.exported(table, mj)])
    for what, (name, change) in FORGERIES.items():
        text = faked(lines, name, change)
        with pytest.raises(BadRecord):
            print(what, verified(text))
    words = [i for i, line in enumerate(lines) if line["name"] == "joined/1"]
    first, second = (lines[i]["fair"] for i in words[:2])
    lines[words[0]]["fair"], lines[words[1]]["fair"] = second, first
    with pytest.raises(BadRecord):
        verified("\n".join(map(json.dumps, lines)))


SEALED: dict[str, tuple[str, Callable[[dict[str, Any]], object]]] = {
    "who acted": ("acted/1", lambda line: line.update(by="nobody")),
    "when": ("acted/1", lambda line: line.update(at=line["at"] + 1)),
    "whose roll": ("acted/1", lambda line: line["rolls"][0].update(label="x")),
    "a die put aside": ("acted/1", lambda line: line["rolls"][0].update(discarded=[0])),
    "odds": ("acted/1", lambda line: line.update(odds={"x": 1})),
    "a chance": ("acted/1", lambda line: line.update(success="1/1")),
    "an audience": ("rolled/1", lambda line: line.update(audience="self")),
    "what was taken back": ("took_back/1", lambda line: line["changes"].append(CHANGE)),
    "what was redone": ("redid/1", lambda line: line["changes"].append(CHANGE)),
    "what was corrected": ("corrected/1", lambda line: line["changes"][0].update(before=1)),
    "what was said": ("said/1", lambda line: line.update(text="Je n'ai rien dit.")),
    "a field of its own": ("said/1", lambda line: line.update(spoken="x")),
    "a seal that is none": ("said/1", lambda line: line.update(seal=[])),
    "a seal without its hash": ("said/1", lambda line: line["seal"].pop("hash")),
    "a seal that hides what is no hash": ("said/1", lambda line: line["seal"].update(hidden={"zz": []})),
    "fields struck out that are none": ("said/1", lambda line: line.update(sealed={"text": []})),
    "no seal": ("said/1", lambda line: line.pop("seal")),
}


@pytest.fixture
def sealed(house: House) -> tuple[str, str]:
    """A table of which a player was sent every kind of line that has no die to hold it, and their seat."""
    table, _, player = played(house, "undesix")
    who = next(who for who, one in house.state(table).cast.items() if one.owner == player)
    house.submit(table, "mj", TakeBack())
    house.submit(table, "mj", Redo())
    for command in (Correct(who=who, field="psy", value=2), Say(text="Bonsoir"), Say(text="Bonne nuit")):
        assert isinstance(house.submit(table, "mj", command), Submitted)
    return table, player


@pytest.mark.usefixtures("uncounted")
def test_what_no_die_holds_is_sealed_for_each_seat(house: House, sealed: tuple[str, str]) -> None:
    table, player = sealed
    for seat in ("mj", player):
        lines = [json.loads(line) for line in house.exported(table, seat)]
        found = verified("\n".join(map(json.dumps, lines)))
        assert found.head == lines[0]["head"]
        assert (found.hidden == 0) is (seat == "mj")
        for what, (name, change) in SEALED.items():
            with pytest.raises(BadRecord):
                print(seat, what, verified(faked(lines, name, change)))
        gone = next(n for n, line in enumerate(lines) if line["name"] == "said/1")
        fewer = [{**line, **({"n": line["n"] - 1} if at > gone else {})} for at, line in enumerate(lines) if at != gone]
        fewer[0]["lines"] -= 1
        with pytest.raises(BadRecord, match="sealed"):
            verified("\n".join(map(json.dumps, fewer)))
        for first in ([{**lines[0], "head": "00" * 32}], [{**lines[0], "head": ""}], []):
            with pytest.raises(BadRecord, match="seal of this file"):
                verified("\n".join(map(json.dumps, [*first, *lines[1:]])))


@pytest.mark.usefixtures("uncounted")
def test_nothing_that_a_file_shows_is_changed_unnoticed(house: House, sealed: tuple[str, str]) -> None:
    """Its first line and its pictures are sealed with it, and what a seat is shown otherwise than it was written."""
    table, player = sealed
    brought = house.keep_picture(table, "mj", Picture(b"RIFF", 40, 20))
    assert isinstance(brought, str)
    assert isinstance(house.submit(table, "mj", Say(text="Un plan", kind="handout", picture=brought)), Submitted)
    for seat in ("mj", player):
        lines = [json.loads(line) for line in house.exported(table, seat)]
        assert [line["name"] for line in lines[:: len(lines) - 1]] == ["export/1", "picture/1"]
        shown_otherwise = 0
        kinds = {line["name"]: at for at, line in enumerate(lines)}
        for at in kinds.values():
            shown_otherwise += len(lines[at].get("seal", {}).get("hidden", {}).keys() & lines[at].keys())
            for name in lines[at]:
                for text in (changed(lines, at, name), without(lines, at, name)):
                    with pytest.raises(BadInput):
                        print(seat, at, name, verified(text))
        assert (shown_otherwise > 0) is (seat == player)


def changed(lines: Lines, at: int, name: str) -> str:
    """A file with another value of the same kind in a field of a line."""
    value = lines[at][name]
    match value:
        case bool():
            value = not value
        case int() | float():
            value += 1
        case str():
            value += "0"
        case list():
            value = [*value, 0]
        case dict():
            value = {**value, "x": 0}
        case _:
            value = 0
    return "\n".join(map(json.dumps, [*lines[:at], {**lines[at], name: value}, *lines[at + 1 :]]))


def without(lines: Lines, at: int, gone: str) -> str:
    """A file without a field of a line."""
    line = {name: value for name, value in lines[at].items() if name != gone}
    return "\n".join(map(json.dumps, [*lines[:at], line, *lines[at + 1 :]]))


@pytest.mark.usefixtures("uncounted")
def test_a_line_keeps_its_seal_whoever_is_struck_out_of_it(house: House, sealed: tuple[str, str]) -> None:
    """And nothing can be guessed from a seal: what is hidden has no salt beside it."""
    table, player = sealed
    house.submit(table, player, Say(text="un secret"))

    def seals(seat: str) -> list[str]:
        return [json.loads(line)["seal"]["hash"] for line in house.exported(table, seat)[1:]]

    before = {seat: seals(seat) for seat in ("mj", player)}
    assert isinstance(house.submit(table, "mj", StrikeOut(seat=player)), Submitted)
    for seat, held in before.items():
        text = "\n".join(house.exported(table, seat))
        assert seals(seat)[:-1] == held
        verified(text)
        verifier.verify(text)
        said = [json.loads(line) for line in text.split("\n") if "un secret" in line or '"removed": true' in line]
        assert [(one["text"], "text" in one["seal"]["salts"]) for one in said] == [("", False)] * len(said) != []
    again, _ = house.import_log([json.loads(line) for line in house.exported(table, "mj")])
    assert verified("\n".join(house.exported(again, "mj"))).hidden > 0


def test_keys_of_later_evenings_are_committed_before_anybody_s_words(house: House) -> None:
    """The server that knows the words may not choose the next key: it would try until three twenties come."""
    table, _, player = played(house, "undesix")
    _, *lines = [json.loads(line) for line in house.exported(table, player)]
    text = "\n".join(map(json.dumps, unsealed(lines)))
    began = next(line for line in lines if line["name"] == "began/1")
    assert began["fair"] == [{"fair": "evening/1", "evening": 1}]
    chosen = fair.Keychain(fair.Keys(b"a" * 32, b"b" * 32), b"chosen")
    reveal = [line for line in lines if line["name"] == "revealed/1"][-1]
    other = chosen.reveal(fair.State(mix=reveal["fair"][0]["mix"], evening=1), "public", 1, True).to_dict()
    reveal["fair"][0].update(key=other["key"], path=other["path"])
    verified(text)
    for check in (verified, verifier.verify):
        with pytest.raises((BadRecord, verifier.Wrong)):
            check("\n".join(map(json.dumps, unsealed(lines))))


def test_the_commitment_is_there_from_the_first_moment(house: House) -> None:
    table, _ = house.open("d6")
    link = house.submit(table, "mj", Invite())
    assert isinstance(link, Submitted)
    shown = house.view(table, link.seat).dice.commitments
    first = sent(house.lines(table, link.seat))[0]["fair"]
    assert shown == {line["stream"]: line["commitment"] for line in first}
    assert len(shown["public"]) == 64


def test_a_backup_is_verified_with_the_keys_it_holds(house: House) -> None:
    """The keys of the last evening are in it: nothing is left unrevealed."""
    table, _ = house.open("undesix")
    house.submit(table, "mj", Join(called="Mo", words="lune"))
    for text in ("/r 3d6", "/sr 2d10"):
        house.submit(table, "mj", Say(text=text))
    text = "\n".join(json.dumps(line) for line in house.backup(table))
    counts = verified(text).dice
    assert (counts["public"].verified, counts["secret"].verified) == (3, 2)
    assert not counts["public"].unrevealed


def test_creations_beside_an_action_are_verified_each_by_its_own_dice(house: House) -> None:
    table, token = house.open_ready("undesix")
    mj = house.seat(table, token)
    seats = []
    for name in ("Ana", "Leo"):
        link = house.submit(table, mj, Invite())
        assert isinstance(link, Submitted)
        seats.append(link.seat)
        house.submit(table, link.seat, Join(called=name, words=name))
        made = Act(action="undesix.create-random", params={"name": f"Zoé {name}"})
        assert isinstance(house.submit(table, link.seat, made), Submitted)
    for seat in (*seats, *seats):
        making = house.view(table, seat).making
        assert making
        answers = {who: card.default for who, card in making.asked.items()}
        assert isinstance(house.submit(table, seat, Answer(answers=answers)), Submitted)
    house.submit(table, seats[0], Abandon(creation=seats[0]))
    house.submit(table, mj, Reveal(secret=True))
    for seat in (mj, *seats):
        verified("\n".join(house.exported(table, seat)))
        verifier.table([json.loads(line) for line in house.exported(table, seat) if line])


@pytest.mark.parametrize("text", ["/r 3d6", "/sr d20"])
def test_a_roll_that_is_said_while_an_action_waits_is_by_itself(house: House, text: str) -> None:
    table, _ = house.open_ready("cle-en-main")
    act = Act(actor="octavie", action="cle-en-main.attack", params={"target": "contremaitre"})
    assert isinstance(house.submit(table, "mj", act), Submitted)
    house.submit(table, "mj", Answer(answers={"contremaitre": False, "dockers": False}, faces=(1, 1, 2, 6, 6, 5)))
    pending = house.state(table).pending
    assert pending
    assert pending.asked.progress.rolls  # some dice have fallen, and more may follow
    assert isinstance(house.submit(table, "mj", Say(text=text)), Submitted)
    verified("\n".join(house.exported(table, "mj")))


@pytest.mark.usefixtures("uncounted")
@pytest.mark.parametrize("made_by", ["", "0.0.9 12345678"])
def test_a_result_of_other_rules_is_told_and_nobody_is_accused(house: House, made_by: str) -> None:
    """Sentences and readings change with the versions of the rules: the faces still verify, and so does the log."""
    table, mj, _ = played(house, "d6")
    whole = unsealed([json.loads(line) for line in house.exported(table, mj)])  # as in a file of an earlier version
    acted = [line for line in whole if line["name"] == "acted/1" and line["parts"]]
    assert acted[0]["rules"] == edition("d6")
    acted[0]["parts"][0]["grade"] = "as_it_was"
    acted[0]["rules"] = made_by
    found, before = verified("\n".join(map(json.dumps, whole))), verified("\n".join(house.exported(table, mj)))
    assert (found.otherwise, before.otherwise) == ({made_by: 1}, {})
    assert found.replayed == before.replayed - 1
    assert found.dice == before.dice
