"""An adventure held by the table: choices, rolls, fights whose ends lead on, votes, undo, leaving and coming back."""

from __future__ import annotations

import json
import random
from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest

from tablee.adventures.folder import adventure_called, bound
from tablee.adventures.pack import packed
from tablee.adventures.sketch import sketch
from tablee.errors import Unknown
from tablee.rules.forms import natural_move
from tablee.rules.game import game_called
from tablee.table.decide.command import Command
from tablee.table.decide.refusal import Refusal
from tablee.table.log.sqlite import SqliteStore
from tablee.table.scenes import deciders, scene_of
from tablee.table.service import House
from tablee.table.topics.action import Act
from tablee.table.topics.adventure import BeginAdventure, Choose, HoldAdventure
from tablee.table.topics.character import Claim, Enter
from tablee.table.topics.closing import TakeWay
from tablee.table.topics.correction import Correct
from tablee.table.topics.decision import Answer
from tablee.table.topics.leading import BringAdventurePerson, LeadAdventure, ReadAdventure
from tablee.table.topics.seat import Invite, Join
from tablee.table.topics.stand_in import StandIn
from tablee.table.topics.undo import Redo, TakeBack
from tests.table.conftest import at

BELL = adventure_called("undesix", "la-cloche-buissonniere")


class Evening:
    """A table that plays the adventure, opened by somebody with these heroes."""

    def __init__(self, house: House, *heroes: str, held: str = "table") -> None:
        self.house = house
        self.table, token = house.open_adventure(BELL, held, "fr", heroes[0] if heroes else "", trial=True)
        self.mj = house.seat(self.table, token)
        for who in heroes[1:]:
            self.do(Enter(ready=who, free=True))

    def do(self, command: Command, seat: str = "") -> None:
        told = self.house.submit(self.table, seat or self.mj, command)
        assert not isinstance(told, Refusal), told.say("fr")

    def refused(self, command: Command, seat: str = "") -> str:
        told = self.house.submit(self.table, seat or self.mj, command)
        assert isinstance(told, Refusal)
        return told.say("fr")

    @property
    def progress(self) -> dict[str, Any]:
        adventure = self.house.state(self.table).adventure
        assert adventure
        return adventure.progress

    def scene(self) -> str:
        return str(self.progress["scene"])

    @property
    def choices(self) -> list[str]:
        seen = self.house.view(self.table, self.mj).adventure
        assert seen
        return [one.id for one in seen.choices]

    def told(self, lang: str = "fr", seat: str = "") -> str:
        lines = self.house.with_sentences(self.table, self.house.lines(self.table, seat or self.mj), lang)
        return "\n".join(line.said.told for line in lines if line.said)

    def correct(self, who: str, **fields: int) -> None:
        for field, value in fields.items():
            if self.house.state(self.table).cast[who].sheet[field] != value:
                self.do(Correct(who=who, field=field, value=value))


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(SqliteStore(tmp_path / "tables.db"))


def until(evening: Evening, scene: str, *choices: str) -> None:
    """Choose these in turn; each dice roll may come out either way."""
    for one in choices:
        evening.do(Choose(choice=one))
    assert evening.scene() == scene


def test_it_begins_with_its_text_its_rules_and_a_choice(house: House) -> None:
    evening = Evening(house, "chloe")
    assert "Le clocher de Vaselle sent la fiente" in evening.told().replace("\N{NO-BREAK SPACE}", " ")
    assert "The belfry of Vaselle" in evening.told("en")
    assert evening.choices == ["porter", "descendre"]
    assert house.state(evening.table).options["everyone_magic"] is True
    worth = house.chances_of_choices(evening.table, evening.mj, "chloe", "fr")
    assert {one.chance.rstrip("%").strip() for one in worth.values()} == {"50,0", "83,3"}


def test_a_roll_may_hang_on_how_many_play(house: House) -> None:
    """The clapper is kind to somebody alone; with others it weighs what it weighs."""
    evening = Evening(house, "chloe", "nicolas")
    worth = house.chances_of_choices(evening.table, evening.mj, "chloe", "fr")
    assert worth["descendre", 0].chance.startswith("66,7")


def test_a_roll_is_the_real_action_and_leads_on(house: House) -> None:
    evening = Evening(house, "chloe")
    evening.do(Choose(choice="descendre"))
    (acted,) = [line for line in house.lines(evening.table, evening.mj) if line.name == "acted/1"]
    assert acted.what.action == "undesix.test"  # type: ignore[attr-defined]
    good = acted.what.parts[0].good  # type: ignore[attr-defined]
    assert evening.scene() == "place"
    assert evening.progress["words"] == ([] if good else ["sel"])
    assert evening.progress["things"] == ["battant"]
    assert evening.refused(Choose(choice="porter")).startswith("Cela ne se propose pas")


def test_several_act_together_by_the_game_s_own_rule(house: House) -> None:
    evening = Evening(house, "chloe", "nicolas", "elias")
    evening.do(Choose(choice="porter"))
    (acted,) = [line for line in house.lines(evening.table, evening.mj) if line.name == "acted/1"]
    assert acted.what.action == "undesix.together"  # type: ignore[attr-defined]
    assert acted.what.params["helpers"] == ["nicolas", "elias"]  # type: ignore[attr-defined]


def test_undo_takes_the_roll_and_what_followed_back(house: House) -> None:
    evening = Evening(house, "chloe")
    before = evening.progress
    evening.do(Choose(choice="descendre"))
    after = evening.progress
    evening.do(TakeBack())
    assert evening.progress == before
    assert evening.choices == ["porter", "descendre"]
    evening.do(Redo())
    assert evening.progress == after
    evening.do(Choose(choice="ecouter"))
    evening.do(TakeBack())
    assert evening.progress == after
    evening.do(TakeBack())
    assert evening.refused(TakeBack()) == "Il n'y a rien à reprendre."


def at_the_crab(house: House, *heroes: str) -> Evening:
    evening = Evening(house, *heroes)
    until(evening, "bouchot", "descendre", "ecouter")
    return evening


def test_a_fight_opens_with_people_for_so_many_and_its_end_leads_on(house: House) -> None:
    evening = at_the_crab(house, "chloe", "nicolas", "elias")
    assert house.state(evening.table).cast["crabe"].sheet["phy"] == 8
    evening.do(Choose(choice="attaquer"))
    state = house.state(evening.table)
    assert state.play["round"] == 1
    assert not evening.choices
    assert state.tempers["crabe"] == "brutal"
    evening.correct("crabe", vitality=0, phy=0)
    assert evening.scene() == "fantin"
    assert "le crabe ne pince plus" in evening.told().lower()
    assert house.state(evening.table).cast["crabe"].retired
    assert "on vous laisse pour morts" not in evening.told()


def test_those_who_lose_are_woken_and_mended(house: House) -> None:
    evening = at_the_crab(house, "chloe")
    was = house.state(evening.table).cast["chloe"].sheet
    evening.do(Choose(choice="attaquer"))
    evening.correct("chloe", psy=1, phy=-3)
    state = house.state(evening.table)
    assert evening.scene() == "fantin"
    assert "dette" in evening.progress["words"]
    assert state.cast["chloe"].sheet["phy"] == was["phy"]
    assert state.cast["chloe"].sheet["psy"] == was["psy"]
    assert evening.choices == ["promettre", "avouer", "mentir"]


def test_one_may_flee_a_fight_that_leads_on_so(house: House) -> None:
    evening = at_the_crab(house, "chloe")
    evening.do(Choose(choice="attaquer"))
    view = house.view(evening.table, evening.mj)
    assert list(view.ways) == ["flight"]
    evening.correct("chloe", dex=6)
    while house.state(evening.table).play.get("round"):
        if house.act_by_itself(evening.table):
            continue
        evening.do(TakeWay(who="chloe", out="flight"))
    assert evening.scene() in ("epave", "fantin")


def test_the_fight_is_taken_back_with_the_choice(house: House) -> None:
    evening = at_the_crab(house, "chloe")
    evening.do(Choose(choice="attaquer"))
    evening.do(TakeBack())
    assert not house.state(evening.table).play.get("round")
    assert evening.choices == ["attaquer", "agacer", "passer"]


def test_a_fallen_hero_s_player_goes_on_with_another(house: House) -> None:
    evening = Evening(house, "chloe")
    evening.correct("chloe", phy=-3)
    assert "hors d'état" in evening.refused(Choose(choice="porter"))
    seen = house.view(evening.table, evening.mj).adventure
    assert seen
    assert seen.party == ["nicolas", "elias", "barnabe", "maxence"]
    evening.do(Enter(ready="nicolas", free=True))
    evening.do(Choose(choice="descendre"))
    assert evening.scene() == "place"


def seated(evening: Evening, name: str, hero: str) -> str:
    told = evening.house.submit(evening.table, evening.mj, Invite())
    assert not isinstance(told, Refusal)
    seat = evening.house.seat(evening.table, told.token)
    evening.do(Join(called=name), seat)
    evening.do(Enter(ready=hero), seat)
    return seat


def test_most_of_those_who_play_decide_and_whoever_keeps_the_table_may_settle(house: House) -> None:
    evening = Evening(house, "chloe")
    ana, leo = seated(evening, "Ana", "nicolas"), seated(evening, "Léo", "elias")
    evening.do(Choose(choice="porter"), ana)
    assert evening.scene() == "clocher"
    seen = house.view(evening.table, leo).adventure
    assert seen
    assert [one.votes for one in seen.choices] == [[ana], []]
    evening.do(Choose(choice="descendre"), leo)
    assert evening.scene() == "clocher"
    evening.do(Choose(choice="descendre"))
    assert evening.scene() == "place"
    late = house.submit(evening.table, evening.mj, Invite())
    assert not isinstance(late, Refusal)
    heroless = house.seat(evening.table, late.token)
    assert evening.refused(Choose(choice="ecouter", settle=True), heroless) == "Seul le meneur peut faire cela."
    evening.do(Choose(choice="ecouter", settle=True))
    assert evening.scene() == "bouchot"
    assert evening.refused(Choose(choice="passer", who="chloe"), ana) == "Chloé n'est pas votre personnage."


def test_a_seat_whose_heroes_all_fell_is_not_waited_for(house: House) -> None:
    evening = Evening(house, "chloe")
    seated(evening, "Ana", "nicolas"), seated(evening, "Léo", "elias")
    for who in ("nicolas", "elias"):
        evening.correct(who, phy=-3)
    evening.do(Choose(choice="descendre"))
    assert evening.scene() == "place"


def test_whoever_comes_in_later_does_not_take_the_hero_of_the_first(house: House) -> None:
    evening = Evening(house, "chloe")
    told = house.submit(evening.table, evening.mj, Invite())
    assert not isinstance(told, Refusal)
    leo = house.seat(evening.table, told.token)
    assert evening.refused(Claim(who="chloe"), leo)
    assert house.state(evening.table).heroes == ("chloe",)


def test_one_of_several_goes_on_alone_another_day(house: House) -> None:
    """The others are away: whoever is there goes on without them, and may stand in for them."""
    evening = Evening(house, "chloe")
    ana, leo = seated(evening, "Ana", "nicolas"), seated(evening, "Léo", "elias")
    evening.do(Choose(choice="descendre"), leo)
    assert evening.scene() == "clocher"
    evening.do(Choose(choice="descendre", settle=True), leo)
    assert evening.scene() == "place"
    evening.do(StandIn(seat=ana), leo)
    assert deciders(house.state(evening.table)) == (evening.mj, leo)


def test_somebody_takes_the_mj_s_chair_and_gives_it_back(house: House) -> None:
    evening = Evening(house, "chloe")
    ana = seated(evening, "Ana", "nicolas")
    evening.do(HoldAdventure(held="mj"))
    assert evening.refused(Choose(choice="porter"), ana) == "Seul le meneur peut faire cela."
    seen = house.view(evening.table, ana).adventure
    assert seen
    assert (seen.held, seen.choices, seen.texts) == ("mj", [], [])
    assert not house.state(evening.table).opponents_alone
    evening.do(HoldAdventure(held="table"))
    assert evening.choices == ["porter", "descendre"]


def test_while_an_mj_holds_it_nothing_to_come_is_in_a_player_s_bytes(house: House) -> None:
    """Neither what is the MJ's alone, nor texts that were not read."""
    evening = Evening(house, held="mj")
    ana = seated(evening, "Ana", "nicolas")
    shown = "\n".join(
        (
            json.dumps([line.to_json() for line in house.lines(evening.table, ana)], ensure_ascii=False),
            "\n".join(house.exported(evening.table, ana)),
            house.markdown(evening.table, ana, "fr"),
            repr(house.view(evening.table, ana)),
        )
    )
    unread = ("scenes.clocher", "fiente", "coupée au couteau", "éternue", "Oudine", "battant", "Grappin")
    papers, clocks = ("arrêté", "Article premier", "a un trou"), ("soleil", "Le soleil monte")
    to_come = ("jetee", "Une cloche n'a pas de dos", "crabe", "Fantin")
    for secret in (*unread, *papers, *clocks, *to_come):
        assert secret not in shown, secret


def test_a_paper_is_handed_and_kept(house: House) -> None:
    """By the table as the story goes; by an MJ when they like, and to nobody before."""
    evening = Evening(house, "chloe")
    evening.do(Choose(choice="descendre"))
    assert "Article premier" in evening.told()
    seen = house.view(evening.table, evening.mj).adventure
    assert seen
    assert [one.title.say("en") for one in seen.papers] == ["The provost's order"]
    evening.do(TakeBack())
    seen = house.view(evening.table, evening.mj).adventure
    assert seen
    assert not seen.papers
    led = Evening(house, held="mj")
    ana = seated(led, "Ana", "nicolas")
    led.do(LeadAdventure(outcome="clocher/porter/good"))
    assert "Article premier" not in led.told(seat=ana)
    led.do(ReadAdventure(place="papers/arrete"))
    assert "Article premier" in led.told(seat=ana)
    assert "a un trou" not in led.told(seat=ana), "what the MJ knows of it stays theirs"
    shown = house.adventure_led(led.table, led.mj, "fr")
    assert shown
    assert [one.given for one in shown.papers] == [True]


def test_an_mj_fills_a_clock(house: House) -> None:
    evening = Evening(house, held="mj")
    for _ in range(2):
        evening.do(LeadAdventure(clock="soleil"))
    led = house.adventure_led(evening.table, evening.mj, "fr")
    assert led
    assert [(one.now, one.size, one.full[0]) for one in led.clocks] == [(2, 2, "clocks/soleil/full")]
    assert "midi" in evening.progress["words"]
    assert evening.refused(LeadAdventure(clock="soleil")).startswith("Cela ne se propose pas")


def test_what_is_carried_adds_in_a_fight_too(house: House) -> None:
    """The clapper lends its voice to a spell, whoever casts it; one that is not carried does not."""
    evening = Evening(house, "chloe")
    cast = Act(actor="chloe", action="undesix.cast", params={"verbs": ["detect"], "essences": ["noise"]})
    before = house.odds(evening.table, evening.mj, cast)
    until(evening, "bouchot", "descendre", "ecouter")
    evening.do(Choose(choice="attaquer"))
    assert house.state(evening.table).play.get("round")
    after = house.odds(evening.table, evening.mj, cast)
    assert not isinstance(before, Refusal)
    assert not isinstance(after, Refusal)
    chances = [one.success.probability for one in (before, after) if one.success]
    assert chances == ["1/6", "5/6"]


def test_it_is_left_and_resumed_another_day(tmp_path: Path) -> None:
    setting = str(tmp_path / "kept.db")
    with at(setting) as store:
        house = House(store)
        evening = Evening(house, "chloe")
        evening.do(Choose(choice="descendre"))
        lines = house.exported(evening.table, evening.mj)
    with at(setting) as store:
        again = House(store)
        state = again.state(evening.table)
        assert state.adventure
        assert state.adventure.progress["scene"] == "place"
        moved, _ = again.import_log([json.loads(line) for line in lines])
        adventure = again.state(moved).adventure
        assert adventure
        assert adventure.progress["scene"] == "place"


def test_a_pack_is_played_and_a_hostile_one_stores_nothing(house: House) -> None:
    evening = Evening(house, "chloe")
    assert "joue déjà une aventure" in evening.refused(BeginAdventure(adventure=BELL.id))
    table, token = house.open("undesix")
    seat, version = house.seat(table, token), house.state(table).version
    other = packed(bound(sketch(game_called("d6"), "le-bac")))
    for bad in ("%%%", b64encode(b"PK nothing").decode(), b64encode(other).decode()):
        told = house.submit(table, seat, BeginAdventure(pack=bad))
        assert isinstance(told, Refusal)
    assert house.state(table).version == version
    own = bound(sketch(game_called("undesix"), "le-bac"))
    assert not isinstance(house.submit(table, seat, Enter(ready="chloe", free=True)), Refusal)
    assert not isinstance(house.submit(table, seat, BeginAdventure(pack=b64encode(packed(own)).decode())), Refusal)
    assert not isinstance(house.submit(table, seat, Choose(choice="renoncer")), Refusal)
    seen = house.view(table, seat).adventure
    assert seen
    assert seen.end
    assert seen.end.say("fr") == "Le demi-tour"


@pytest.mark.parametrize("seed", range(3))
def test_chosen_at_random_it_comes_to_an_end(house: House, seed: int) -> None:
    chance = random.Random(seed)
    evening = Evening(house, *BELL.adventure.party[: 1 + 2 * (seed % 2)])
    game = game_called("undesix")
    for _ in range(600):
        state = house.state(evening.table)
        if evening.progress["end"]:
            break
        if state.pending:
            who = next(who for who in state.pending.asked.asked if who not in state.pending.answers)
            evening.do(Answer(answers={who: chance.choice(state.pending.asked.asked[who].values)}))
        elif state.play.get("round"):
            if house.act_by_itself(evening.table):
                continue
            who = next(who for who in game.may_act(scene_of(game, state)) if who in state.heroes)
            move = natural_move(game, scene_of(game, state, who))
            assert move
            evening.do(Act(actor=who, action=move[0].id, params=dict(move[1])))
        else:
            standing = [who for who in state.heroes if game.standing(scene_of(game, state, now=True), who)]
            if not standing:
                evening.do(Enter(ready=next(who for who in BELL.adventure.party if who not in state.cast), free=True))
            else:
                evening.do(Choose(choice=chance.choice(evening.choices), who=standing[0]))
    assert evening.progress["end"] in BELL.adventure.ends
    title = BELL.label(f"end.{evening.progress['end']}").say("fr")
    assert title in evening.told()


def test_an_mj_reads_asks_applies_and_goes_where_they_like(house: House) -> None:
    evening = Evening(house, held="mj")
    ana = seated(evening, "Ana", "nicolas")
    led = house.adventure_led(evening.table, evening.mj, "fr")
    assert led
    assert (led.scene, led.tries[0].label) == ("clocher", "Porter le battant")
    assert "coupée au couteau" in led.notes
    assert led.tries[0].outcomes[1].does == "+ le sel du clocher s'est répandu, + le battant, → place"
    assert house.adventure_led(evening.table, ana, "fr") is None
    evening.do(ReadAdventure(place="clocher"))
    assert "fiente" in evening.told(seat=ana)
    assert evening.refused(ReadAdventure(place="clocher/rien")) == "Il n'y a rien à lire là."
    evening.do(LeadAdventure(outcome="clocher/porter/bad"))
    assert evening.scene() == "place"
    assert evening.progress["words"] == ["sel"]
    assert "Oudine" not in evening.told(seat=ana), "nothing is read before the MJ reads it"
    evening.do(LeadAdventure(to="bouchot"))
    assert "crabe" not in house.state(evening.table).cast
    evening.do(BringAdventurePerson(person="crabe", hidden=True))
    assert house.state(evening.table).cast["crabe"].hidden
    evening.do(LeadAdventure(outcome="bouchot/fight/won"))
    assert evening.scene() == "fantin"
    assert house.state(evening.table).cast["crabe"].retired
    evening.do(BringAdventurePerson(person="crabe"))
    assert not house.state(evening.table).cast["crabe"].retired, "an MJ brings back whom they like"
    evening.do(TakeBack())
    assert evening.scene() == "bouchot"
    assert "Seul le meneur" in evening.refused(LeadAdventure(to="vol"), ana)
    evening.do(HoldAdventure(held="table"))
    assert "prenez d'abord la place" in evening.refused(LeadAdventure(to="vol"))


def test_an_mj_opens_the_fight_of_the_scene_once_both_sides_are_there(house: House) -> None:
    evening = Evening(house, held="mj")
    ana = seated(evening, "Ana", "nicolas")
    assert "pas de combat" in evening.refused(LeadAdventure(fight=True)), "the tower has none"
    evening.do(LeadAdventure(to="chene"))
    assert "amenez d'abord ceux de la scène" in evening.refused(LeadAdventure(fight=True))
    evening.do(BringAdventurePerson(person="cadet"))
    evening.do(LeadAdventure(fight=True))
    assert house.state(evening.table).play["round"] == 1
    assert "Seul le meneur" in evening.refused(LeadAdventure(fight=True), ana)
    assert "pas de combat" in evening.refused(LeadAdventure(fight=True)), "one fight at a time"
    alone = Evening(house, held="mj")
    alone.do(LeadAdventure(to="chene"))
    alone.do(BringAdventurePerson(person="cadet"))
    assert "prend un personnage" in alone.refused(LeadAdventure(fight=True))


POTS = adventure_called("d6", "cent-marmites")


@pytest.mark.parametrize("held", ["table", "mj"])
def test_a_picture_is_for_all_once_it_was_shown_and_for_nobody_before(house: House, held: str) -> None:
    table, token = house.open_adventure(POTS, held, "fr")
    mj = house.seat(table, token)
    invited = house.submit(table, mj, Invite())
    assert not isinstance(invited, Refusal)
    ana = house.seat(table, invited.token)
    house.submit(table, ana, Join(called="Ana"))
    if held == "mj":
        with pytest.raises(Unknown):
            house.picture(table, ana, "gue.png")
        house.submit(table, mj, ReadAdventure(place="gue"))
    assert house.picture(table, ana, "gue.png").startswith(b"\x89PNG")
    assert house.picture(table, "", "gue.png"), "the television shows it too"
    assert house.picture(table, mj, "pinson.png"), "an MJ looks at what is to come"
    for name in ("pinson.png", "../gue.png", "autre.png"):
        with pytest.raises(Unknown):
            house.picture(table, ana, name)
    known = json.dumps([line.to_json() for line in house.lines(table, ana)])
    assert "gue.png" in known
    assert "pinson.png" not in known
    assert POTS.files.pictures[0][1][:40] not in known + "".join(house.exported(table, ana))
    told = house.with_sentences(table, house.lines(table, ana), "fr")
    assert any("Une vallée, la nuit" in line.said.told for line in told if line.said), "it is told in words too"
    if held == "mj":
        house.submit(table, mj, ReadAdventure(place="papers/lettre"))
        assert house.picture(table, ana, "pinson.png")
        house.submit(table, mj, TakeBack())
        with pytest.raises(Unknown):
            house.picture(table, ana, "pinson.png")


HAZARD = 'then = { do = { action = "undesix.hazard", who = "one", hazard = "fall", amount = 4 }, end = "retour" }'


def test_what_befalls_somebody_is_aimed_at_them(house: House) -> None:
    """The MJ names whom a danger befalls; an adventure need not: it befalls whoever tried."""
    ferry = sketch(game_called("undesix"), "le-bac")
    fallen = HAZARD.replace('end = "retour"', 'go = "rive"')
    files = ferry._replace(
        structure=ferry.structure.replace('then = { end = "lumiere" }', HAZARD.replace("retour", "lumiere")).replace(
            'then = { end = "retour" }', fallen, 1
        )
        + '\n[[scenes.rive.try]]\nid = "partir"\nthen = { end = "retour" }\n',
        fr=ferry.fr.replace("Faire demi-tour\n", "Faire demi-tour\n#### then\n> Paf.\n").replace(
            "## end.lumiere", "### partir\nPartir\n\n## end.lumiere"
        ),
        en=ferry.en.replace("Turn back\n", "Turn back\n#### then\n> Bang.\n").replace(
            "## end.lumiere", "### partir\nLeave\n\n## end.lumiere"
        ),
    )
    book = bound(files)
    table, token = house.open_adventure(book, "table", "fr", "chloe", trial=True, pack=packed(book))
    seat = house.seat(table, token)
    told = house.submit(table, seat, Choose(choice="renoncer"))
    assert not isinstance(told, Refusal), told.say("fr")
    (fell,) = [line.what for line in house.lines(table, seat) if line.name == "acted/1"]
    assert (fell.action, fell.params["target"]) == ("undesix.hazard", "chloe")  # type: ignore[attr-defined]
    assert not house.state(table).adventure.progress["owed"]  # type: ignore[union-attr]


@pytest.mark.parametrize("id", ["hippopotame-de-premiere-classe", "l-avion-sur-l-opera"])
def test_a_hero_of_today_is_of_the_time_of_the_adventure(house: House, id: str) -> None:
    """A laptop and an assault rifle were proposed in 1934, to whoever opens the table and to whoever comes later."""
    book = adventure_called("cle-en-main", id)
    table, token = house.open_adventure(book, "table" if book.adventure.alone else "mj", "fr", "maud", trial=True)
    told = house.submit(table, house.seat(table, token), Enter(ready="idriss", free=True))
    assert not isinstance(told, Refusal), told.say("fr")
    cast = house.state(table).cast
    assert set(cast) >= {"maud", "idriss"}
    sheets = json.dumps([cast[who].sheet for who in ("maud", "idriss")], ensure_ascii=False)
    for modern in ("Ordinateur", "numérisées", "Scooter", "Informatique", "assault_rifle", "fragment_vest", "baton"):
        assert modern not in sheets
    then = game_called("cle-en-main").ready()["maud"].model_dump(mode="json")["skills"].values()
    assert sorted(map(str, cast["maud"].sheet["skills"].values())) == sorted(map(str, then))  # the numbers are the same
