"""A whole evening of a game, as its MJ runs it from their screen: what happens, in which order, with whom."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from playwright.sync_api import Locator, expect

from browser.evenings.fights import first_now, tapped
from browser.running import handout_to_one, house_rule, roll_of_all, scene_opened_with_one_tap, value_set_right
from browser.seats import DESKTOP, Sitting
from browser.tables import EVENINGS, Sit, Three, settle

ACTIONS = 4  # of each fight
BACK = 10  # lines that are taken back, and redone


@dataclass(frozen=True)
class Plan:
    """What a game's evening has of its own."""

    begins: str  # the action that begins a fight
    waits: str  # what an opponent does who harms nobody
    newcomer: str  # whom the prepared scene brings


PLANS = {
    "undesix": Plan("undesix.fight", "undesix.hold", "garde"),
    "cle-en-main": Plan("cle-en-main.start", "cle-en-main.do", "sergent"),
    "deusex": Plan("deusex.start-fight", "deusex.wait", "tueur"),
    "d6": Plan("d6.fight", "d6.pass", "sergente"),
}


@dataclass
class Room(Three):
    """Three people and the screen that all of them see."""

    screen: Sitting

    @property
    def plan(self) -> Plan:
        return PLANS[self.game]

    @property
    def browsers(self) -> tuple[Sitting, ...]:
        return *self.everybody, self.screen


def gathered(sit: Sit, game: str) -> Room:
    """The MJ opens a table; Ana comes by its link, Bob by its code, the screen by a link of its own."""
    evening = EVENINGS[game]
    mj, ana, bob, screen = sit(size=DESKTOP), sit(), sit(locale="en-GB"), sit(size=DESKTOP)
    code = mj.open_table(game)
    mj.go(f"/t/{mj.table}/mj?panel=seats")
    ana.page.goto(str(mj.see("#seats .address a").get_attribute("href")))
    ana.sit_down("Ana", evening.players[0])
    bob.join(code, "Bob", evening.players[1])
    mj.tap(mj.page.locator('#seats button[value="screen"]'))
    screen.page.goto(str(mj.see(".address a").get_attribute("href")))
    screen.see("#tv")
    mj.tap(mj.page.locator("a.go"))
    mj.see("#panels")
    for option, value in evening.options.items():
        mj.command("option", option=option, value=value)
    return Room(mj, ana, bob, game, screen)


def evening(room: Room) -> Iterator[str]:
    """The evening step by step, from its first fight to its last page; the name of each step when it is over."""
    for step in STEPS:
        step(room)
        yield step.__name__


def at_screen(room: Room) -> None:
    """The MJ is back at their screen, the players at the table."""
    room.mj.go(f"/t/{room.mj.table}/mj")
    room.mj.see("#panels")


def fought(room: Room) -> None:
    """Some actions of a fight: the players do what is proposed, the MJ's people wait."""
    mj = room.mj
    for _ in range(ACTIONS):
        view = mj.view()
        if not view["play"].get("round"):  # one side is down: some games end the fight by themselves
            return
        seats = {one.view()["you"]: one for one in room.everybody}
        who = first_now(view)
        person = seats.get(view["cast"][who]["owner"] if who else "", mj)
        if person is mj and who:
            mj.take_up(who, room.plan.waits)
            thrown(room, mj)
        else:
            if person is mj:
                mj.go(f"/t/{mj.table}")
            tapped(person, who)
        settle(room)


def at_hand(mj: Sitting, gesture: Locator) -> Locator:
    """A gesture of the scene, unfolded first if it stands among the other ones."""
    if not gesture.is_visible():
        mj.tap(gesture.locator("xpath=ancestor::details").locator("> summary"))
    return gesture


def ended(room: Room) -> None:
    """The MJ ends the fight with a button of the scene, unless one side was down and it ended by itself."""
    at_screen(room)
    if not room.mj.view()["play"].get("round"):
        return
    button = room.mj.page.locator(f'#scene form:has(input[value="{room.evening.ends}"]) button')
    seen = room.mj.view()["seen"]
    room.mj.tap(at_hand(room.mj, button))
    room.mj.moved(seen)
    assert not room.mj.view()["play"].get("round")


def first_fight(room: Room) -> None:
    """The one of the ready scene: an opponent strikes, Ana is asked and answers, the MJ takes it all back."""
    mj, evening = room.mj, room.evening
    mj.take_up(evening.foe, evening.asking, p__target=evening.players[0])
    mj.launch(evening.faces)
    expect(room.ana.questions()).to_have_count(1)
    settle(room)
    at_screen(room)
    seen = mj.view()["seen"]
    mj.tap(mj.page.get_by_role("button", name="Annuler", exact=True).first)
    mj.moved(seen)
    expect(room.ana.cards().last).to_have_class(re.compile(r"\bstruck\b"))
    fought(room)
    ended(room)


def second_fight(room: Room) -> None:
    """A scene that was prepared is opened with one tap, and those who are there fight."""
    mj = room.mj
    scene_opened_with_one_tap(room, room.plan.newcomer)
    begin = mj.page.locator(f'#scene a[href*="do={room.plan.begins}"]')
    if begin.count():
        mj.tap(at_hand(mj, begin))
        mj.see("#prepare button.go")
        thrown(room, mj)
    else:
        seen = mj.view()["seen"]
        mj.tap(at_hand(mj, mj.page.locator(f'#scene form:has(input[value="{room.plan.begins}"]) button')))
        mj.moved(seen)
        settle(room)
    assert mj.view()["play"]["round"]
    fought(room)
    ended(room)


def danger_or_chase(room: Room) -> None:
    """Somebody goes through a danger, or runs after somebody: what the MJ says inflicted whom they choose."""
    ana, who = room.ana, room.evening.players[0]
    match room.game:
        case "undesix":
            inflicted(room, "undesix.hazard", who)
        case "cle-en-main":
            inflicted(room, "cle-en-main.chase-place", room.evening.foe, {"i.progress": "3", "b.fugitive": "1"})
            inflicted(room, "cle-en-main.chase-place", who, {"i.progress": "1"})
            ana.take_up(who, "cle-en-main.chase")
            thrown(room, ana)
        case "deusex":
            inflicted(room, "deusex.stress", who)
        case "d6":
            inflicted(room, "d6.courage", room.evening.foe)  # the MJ's own people are afraid too
    at_screen(room)


def inflicted(room: Room, action: str, who: str, fields: Mapping[str, str] | None = None) -> None:
    """The MJ has something happen to somebody: a gesture of the scene, or a danger and then whom it is for."""
    mj = room.mj
    at_screen(room)
    gesture = mj.page.locator(f'#scene .deeds1 a[href*="do={action}"]')
    if gesture.count():
        mj.tap(at_hand(mj, gesture))
    else:
        danger = threatening(mj, action)
        mj.tap(danger.locator("> summary"))
        mj.tap(danger.locator(f'a[href*="who={who}&"]'))
    mj.see("#prepare button.go")
    if mj.page.locator("#hand").get_attribute("data-who") != who:
        mj.tap(mj.page.locator(f'#prepare nav a.chip[href*="who={who}&"]'))
    expect(mj.page.locator("#hand")).to_have_attribute("data-who", who)
    for name, value in (fields or {}).items():
        chip = mj.page.locator(f'#prepare [name="{name}"][value="{value}"]')
        typed = mj.page.locator(f'#prepare input[type="number"][name="{name}"]')
        if chip.count() and chip.is_checked():
            continue
        with mj.page.expect_response("**/hand?*"):
            if typed.count():
                typed.fill(value)
            else:
                chip.check()
    thrown(room, mj)


def threatening(mj: Sitting, action: str) -> Locator:
    """A danger of the scene; where its chapter has a note to read first, the note is read and the chapter played."""
    danger = mj.page.locator(f'#trials details[id="trial-{action}"]')
    if not danger.is_visible():
        warned = mj.page.locator("#trials .warned").first
        mj.tap(warned.locator("> summary"))
        if not danger.count():
            mj.tap(warned.locator("button.main"))
    expect(danger).to_be_visible()
    return danger


def thrown(room: Room, person: Sitting) -> None:
    """Somebody rolls what they have prepared, and whoever is asked something answers."""
    seen = person.view()["seen"]
    person.launch()
    person.moved(seen)
    settle(room)


def rewound_and_redone(room: Room) -> None:
    """Ten lines are taken back, after a look at what that changes; then they stand again, as they were."""
    mj = room.mj
    before = mj.view()
    mj.go(f"/t/{mj.table}/journal?at={before['seen'] - BACK}")
    mj.tap(mj.page.locator('.replay a[href*="ask=rewind"]'))
    mj.see(".rewind button.main")
    assert mj.view()["cast"] == before["cast"]
    mj.tap(mj.page.locator(".rewind button.main"))
    mj.see(".lines1 li.struck")
    mj.tap(mj.page.locator('.evening a[href*="ask=redo"]'))
    mj.tap(mj.page.locator(".rewind button.main"))
    mj.see(".lines1")
    expect(mj.page.locator('.evening a[href*="ask=redo"]')).to_have_count(0)
    after = mj.view()
    assert (after["cast"], after["play"]) == (before["cast"], before["play"])
    at_screen(room)


def session_ended(room: Room) -> None:
    """From their screen the MJ goes through the list that ends a session: some steps are done, the rest passed over."""
    mj = room.mj
    at_screen(room)
    mj.tap(mj.page.locator(f'a[href="/t/{mj.table}/fin"]').first)
    mj.see(".stages")
    done = 0
    for _ in range(20):
        if mj.page.locator('a[href$="/journal/recit"]').count():
            break
        act = mj.page.locator(".stages .prepare button.main:enabled")
        if act.count() and not mj.page.locator(".stages .was").count() and done < 3:
            done += 1
            mj.tap(act)
            settle(room)
            mj.go(f"/t/{mj.table}/fin")
        else:
            mj.tap(mj.page.locator(".stages .body > .row a").last)
        mj.see(".closing")
    assert done
    expect(mj.page.locator('a[href$="/journal/recit"]')).to_be_visible()
    at_screen(room)


STEPS: tuple[Callable[[Room], None], ...] = (
    first_fight,
    roll_of_all,
    handout_to_one,
    house_rule,
    danger_or_chase,
    second_fight,
    value_set_right,
    rewound_and_redone,
    session_ended,
)
