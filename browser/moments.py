"""Moments of a table that no address leads to: a decision open, a spell half composed, a refusal, a fight ended."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from playwright.sync_api import expect

from browser.seats import Sitting
from browser.tables import EVENINGS

Moment = tuple[str, Callable[[Sitting], None]]
LONGEST = ("Maximilienne-Apollonie de Rocquencourt", "Grandgousier l’Ancien, maître des portes")  # 40 letters at most


def of_a_game(game: str) -> Iterator[Moment]:
    """Moments that every game has, from a table of it that was tried."""
    yield f"{game}-autre-chose", partial(_unfolded, game=game, fold="#actions")
    yield f"{game}-plus", partial(_unfolded, game=game, fold="#plus")
    yield f"{game}-comparer", partial(_compared, game=game)
    yield f"{game}-reels", partial(_typed, game=game)
    yield f"{game}-essai", partial(_ready_to, game=game, what="test")
    yield f"{game}-nombre", _number_opened
    yield f"{game}-decision", partial(_decision, game=game)
    yield f"{game}-fini", partial(_fight_ended, game=game)


def elsewhere() -> Iterator[Moment]:
    """Moments of one game, of the house, and of people whose names are long."""
    yield "undesix-sort", partial(_spell, shelf="")
    yield "undesix-sort-mot", partial(_spell, shelf="essences")
    yield "cle-en-main-balance", partial(_balance, penalties="danger")
    yield "cle-en-main-refus", partial(_balance, penalties="")
    yield "deusex-reserve", _reserve
    yield "d6-demande", _gathered
    yield "paroles", _words
    yield "secret", _in_secret
    yield "annule", _undone
    yield "pause", _paused
    yield "reponses", _standing
    yield "perdue", _disconnected
    yield "noms-longs", _long_names
    yield "noms-longs-scene", lambda person: person.open_tab("scene")
    yield "noms-longs-preparer", _hand_of_a_long_name
    yield "vide", _empty
    yield "inconnue", partial(_astray, address="/nulle-part")
    yield "fermee", partial(_astray, address="/t/AAAAAAAAAAAA")
    yield "code-faux", partial(_astray, address="/r?code=ZZZZZZ")


def _again(person: Sitting, game: str) -> None:
    """A ready scene of a game whose other side waits to be played."""
    person.context.set_offline(False)
    person.house_fell = False
    person.try_out(game)
    person.command("arrange", opponents="played")


def _ready_to(person: Sitting, game: str, what: str = "attack", **fields: str) -> None:
    _again(person, game)
    person.take_up(EVENINGS[game].players[0], f"{game}.{what}", **fields)


def _unfolded(person: Sitting, game: str, fold: str) -> None:
    _ready_to(person, game)
    summary = person.page.locator(f"{fold} > summary")
    if summary.count():
        person.tap(summary)


def _compared(person: Sitting, game: str) -> None:
    _ready_to(person, game)
    person.tap(person.page.locator("#prepare [data-keep]"))
    expect(person.page.locator("#way")).to_have_count(1)
    person.page.locator('#f-target input[type="radio"]:not(:checked)').first.check()
    expect(person.page.locator("#prepare .way")).to_have_count(2)


def _typed(person: Sitting, game: str) -> None:
    _ready_to(person, game)
    person.page.locator("#faces").focus()
    person.page.locator("#faces").fill("3 5 2")


def _number_opened(person: Sitting) -> None:
    person.open_tab("fiche")
    person.page.locator("#fiche details.of > summary").nth(1).click()


def _decision(person: Sitting, game: str) -> None:
    evening = EVENINGS[game]
    _again(person, game)
    for option, value in evening.options.items():
        person.command("option", option=option, value=value)
    person.take_up(evening.foe, evening.asking, p__target=evening.players[0])
    person.launch(evening.faces)
    person.page.locator("#hand a[data-card]").or_(person.page.locator("#turn a[data-card]")).locator(
        "visible=true"
    ).first.click()
    expect(person.questions().first).to_be_visible()


def _fight_ended(person: Sitting, game: str) -> None:
    _again(person, game)
    person.roll()
    while person.view()["pending"]:
        person.command("abandon")
    person.command("act", action=EVENINGS[game].ends)
    person.go(f"/t/{person.tried}?tab=scene")


def _spell(person: Sitting, shelf: str) -> None:
    _again(person, "undesix")
    person.command("enter", ready="elias")
    spelt = {"l__verbs": "create", "l__essences": "fire", "l__targets": "loup", "shelf": shelf}
    person.take_up("elias", "undesix.cast", **spelt)


def _balance(person: Sitting, penalties: str) -> None:
    _again(person, "cle-en-main")
    person.take_up("octavie", "cle-en-main.attack", l__primes="effectiveness", l__penalties=penalties)
    for pan in person.page.locator(".pan > summary").all():
        pan.click()


def _reserve(person: Sitting) -> None:
    _again(person, "deusex")
    person.take_up("youssef", "deusex.attack")
    person.page.locator("#f-decided label").last.click()
    person.page.wait_for_timeout(400)


def _gathered(person: Sitting) -> None:
    """A roll asked of two people: one has answered."""
    _again(person, "d6")
    person.command("act", action="d6.end")
    person.command("request", action="d6.test", who=["mael", "ysolde"], title="Écouter à la porte")
    person.page.reload()
    person.page.locator(".card.gather a.react").first.click()
    expect(person.page.locator('#prepare input[name="request"]')).to_have_count(1)
    person.launch()
    expect(person.page.locator(".card.gather .verdict")).to_have_count(1)


def _words(person: Sitting) -> None:
    _again(person, "undesix")
    person.command("say", text="Attendez, j’ai une idée : et si on coupait la corde ?")
    person.command("say", text="/me tire doucement son couteau")
    person.command("say", text="/r 3d6+2")
    person.command("say", kind="handout", title="La lettre", text="Ne passez pas le pont avant la nuit.\nF.")
    person.command("say", kind="note", title="Pour moi", text="Le loup est dressé.")
    expect(person.page.locator("#cards")).to_contain_text("Le loup est dressé.")


def _in_secret(person: Sitting) -> None:
    _again(person, "undesix")
    person.take_up("nicolas", "undesix.test")
    person.launch(secret=True)
    expect(person.cards()).to_have_count(1)


def _undone(person: Sitting) -> None:
    _again(person, "cle-en-main")
    person.take_up("octavie", "cle-en-main.test")
    person.launch("3 3 4")
    expect(person.cards()).to_have_count(1)
    while person.view()["pending"]:
        person.answer()
        person.answered()
    person.tap(person.cards().last.locator("[data-undo]"))
    expect(person.cards().last.locator("s").first).to_be_visible()


def _paused(person: Sitting) -> None:
    _again(person, "deusex")
    person.command("pin", text="On reprend à 21 h ; le parking se ferme à minuit.")
    person.command("pause")
    expect(person.page.locator("#notice")).to_be_visible()


def _standing(person: Sitting) -> None:
    _decision(person, "undesix")
    asked = person.questions().first
    asked.locator(".settle").click()
    asked.locator("button.default").click()
    person.answered()
    person.go(f"/t/{person.tried}/menu#reponses")


def _disconnected(person: Sitting) -> None:
    _again(person, "d6")
    person.house_fell = True
    person.context.set_offline(True)
    person.page.evaluate("dispatchEvent(new Event('offline'))")
    person.page.locator("#say").fill("Vous m’entendez ?")
    person.page.locator("#say").press("Enter")
    expect(person.page.locator("#status")).not_to_be_empty()


def _long_names(person: Sitting) -> None:
    _again(person, "undesix")
    for ready, called in zip(("chloe", "brigand"), LONGEST, strict=True):
        person.command("enter", ready=ready, called=called)
    person.command("say", text="On dirait qu’ils sont six maintenant.")
    person.page.reload()


def _hand_of_a_long_name(person: Sitting) -> None:
    cast = person.view()["cast"]
    person.take_up(next(who for who in cast if LONGEST[0] in str(cast[who]["sheet"]["name"])), "undesix.attack")


def _empty(person: Sitting) -> None:
    person.go("/ouvrir/undesix")
    person.page.locator("#name").fill("Zoé")
    person.page.locator('input[name="ready"]').last.check()
    person.page.locator("button.go").click()
    person.page.locator("a.go").click()
    expect(person.page.locator("#cards")).to_have_count(1)


def _astray(person: Sitting, address: str) -> None:
    person.go(address)
    person.complaints.clear()  # a browser says by itself that there was nothing
