"""The panel of odds, drawn from the real odds of the four games."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from html.parser import HTMLParser
from typing import Any, NamedTuple

import pytest
from fastapi.testclient import TestClient

from tablee.table.decide.odds import SECRET
from tablee.table.decide.refusal import Refusal
from tablee.table.seen.odds import AmountChances, Chance, Odds, Threshold, ValueChance
from tablee.table.seen.refusal import RefusalTold
from tablee.table.service import House
from tablee.table.topics.action import Act
from tablee.table.topics.arrangement import Arrange
from tablee.table.topics.character import Claim, Enter
from tablee.table.topics.seat import Invite, Join
from tablee.text import LANGS, number, percent
from tablee.web.pages.drawing import draw_part, printed
from tablee.web.pages.table import charts, odds
from tablee.web.pages.table.page import WayShown

Json = dict[str, Any]

ATTACKS = {
    "undesix": ("chloe", "undesix.attack", {"target": "loup"}),
    "cle-en-main": ("octavie", "cle-en-main.attack", {"target": "contremaitre"}),
    "deusex": ("youssef", "deusex.shoot", {"target": "petite_frappe"}),
    "d6": ("mael", "d6.attack", {"target": "rouquin"}),
}
CHECKS = {
    "undesix": ("chloe", "undesix.test", {"characteristic": "phy"}),
    "cle-en-main": ("octavie", "cle-en-main.test", {"difficulty": 18}),
    "deusex": ("youssef", "deusex.test", {"difficulty": 20}),
    "d6": ("mael", "d6.test", {"difficulty": "hard"}),
}
EACH = [(game, *what) for kinds in (ATTACKS, CHECKS) for game, what in kinds.items()]
NOTHING_DRAWN = ("<svg", "<li", 'class="big"', "%")


class Seat(NamedTuple):
    """Somebody at a table, and what they may ask."""

    house: House
    table: str
    seat: str

    def odds(self, actor: str, action: str, lang: str = "fr", **params: Any) -> Odds:
        answered = self.house.odds(self.table, self.seat, self._act(actor, action, lang, params), lang)
        assert not isinstance(answered, Refusal), answered.say("en")
        return answered

    def panel(self, actor: str, action: str, lang: str = "fr", otherwise: Any = None, **params: Any) -> str:
        names = odds.persons(self.house.view(self.table, self.seat), lang)
        told = odds.shown(self.house.odds(self.table, self.seat, self._act(actor, action, lang, params), lang), lang)
        return draw_part("table/odds.html", "panel", lang, told, names, otherwise)

    def _act(self, actor: str, action: str, lang: str, params: Json) -> Act:
        form = self.house.form(self.table, self.seat, Act(actor=actor, action=action, params=params), lang)
        assert not isinstance(form, Refusal), form.say("en")
        return Act(actor=actor, action=action, params=form.values)


class Drawn(HTMLParser):
    """The HTML of a panel: every tag with its attributes, and its words."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.words = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, {name: value or "" for name, value in attrs}))

    def handle_data(self, data: str) -> None:
        self.words += data

    def of(self, tag: str, among: str) -> Iterator[dict[str, str]]:
        """The attributes of each such tag with this class."""
        return (attrs for name, attrs in self.tags if name == tag and among in attrs.get("class", "").split())


def ready(house: House, game: str) -> Seat:
    table, token = house.open_ready(game)
    return Seat(house, table, house.seat(table, token))


def at_table(house: House, game: str, *people: str) -> Seat:
    table, token = house.open(game, "")
    seat = Seat(house, table, house.seat(table, token))
    for who in people:
        assert not isinstance(house.submit(table, seat.seat, Enter(ready=who)), Refusal)
    return seat


def player(mj: Seat) -> Seat:
    """Somebody else at the table, who plays Youssef."""
    invited = mj.house.submit(mj.table, mj.seat, Invite())
    assert not isinstance(invited, Refusal)
    seat = Seat(mj.house, mj.table, mj.house.seat(mj.table, invited.token))
    for command in (Join(called="Ana"), Claim(who="youssef")):
        assert not isinstance(mj.house.submit(mj.table, seat.seat, command), Refusal)
    return seat


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize(("game", "actor", "action", "params"), EACH)
def test_the_figure_is_the_exact_chance(
    house: House, game: str, actor: str, action: str, params: Json, lang: str
) -> None:
    seat = ready(house, game)
    told, drawn = seat.odds(actor, action, lang, **params), Drawn(seat.panel(actor, action, lang, **params))
    together = next(one for one in told.chances if one.of is None)
    good = sum((Fraction(one.probability) for one in together.grades if one.parts[0].good), Fraction(0))
    assert told.success
    assert Fraction(told.success.probability) == good
    assert drawn.words.strip().startswith(percent(good, lang))
    words = {"fr": ("de blesser", "de réussir"), "en": ("to wound", "to succeed")}[lang]
    assert told.success.words == words[action.endswith("test")]
    assert told.success.words in drawn.words
    assert "nan" not in str(drawn.tags).lower()
    for sum_told in odds.leading_sums(told.sums):
        assert printed(f"{sum_told.head}{f' = {sum_told.terms}' if sum_told.terms else ''}") in drawn.words
        assert not re.search(r"[^+−] \d", sum_told.terms)  # a line never breaks between a name and its figure
    assert not [attrs for _, attrs in drawn.tags if "style" in attrs]


@pytest.mark.parametrize(("game", "actor", "action", "params"), EACH)
def test_bars_make_a_hundred_and_columns_stay_inside(
    house: House, game: str, actor: str, action: str, params: Json
) -> None:
    told = ready(house, game).odds(actor, action, **params)
    segments = charts.grades(told.verdicts)
    assert sum(one.width for one in segments) == pytest.approx(100)
    assert [one.x for one in segments] == sorted(one.x for one in segments)
    for amount in odds.drawn_amounts(told):
        drawn = charts.columns(amount)
        if drawn is None:
            continue
        assert all(one.x >= 0 and one.x + one.width <= 100 for one in drawn.columns)
        assert all(one.y >= 0 and one.y + one.height <= charts.BASE for one in drawn.columns)
        assert sum(one.labelled for one in drawn.columns) >= 2
        line = amount.threshold.at if amount.threshold else drawn.low
        assert {one.value < line for one in drawn.columns if one.pale} <= {True}
        assert drawn.peak.height == max(one.height for one in drawn.columns)


def test_six_faces_where_one_die_decides(house: House) -> None:
    """Solid with what it brings, dashed where it fails."""
    drawn = Drawn(ready(house, "undesix").panel(*ATTACKS["undesix"][:2], **ATTACKS["undesix"][2]))
    dice = [attrs for name, attrs in drawn.tags if name == "svg"]
    assert [("hollow" in die["class"].split()) for die in dice] == [False, False, True, True, True, True]
    assert [attrs["href"] for name, attrs in drawn.tags if name == "use"][:3] == ["#die-6-1", "#die-6-2", "#die-6-3"]
    said = " ".join(drawn.words.split())
    assert "2 dégâts" in said.replace("2dégâts", "2 dégâts")
    assert "1dégât" in said.replace(" ", "")
    assert "1dégâts" not in said.replace(" ", "")


@pytest.mark.parametrize("lang", LANGS)
def test_damage_is_drawn_with_its_mean_and_the_line_that_matters(house: House, lang: str) -> None:
    seat = ready(house, "deusex")
    told = seat.odds("youssef", "deusex.shoot", lang, target="petite_frappe")
    drawn = Drawn(seat.panel("youssef", "deusex.shoot", lang, target="petite_frappe"))
    [damage] = odds.drawn_amounts(told)
    expected = sum((one.value * Fraction(one.probability) for one in damage.values), Fraction(0))
    assert number(expected, lang, 1) in drawn.words
    dead = [one.outcome[0].amounts["damage"] for one in told.outcomes if one.outcome[0].grade == "hit_dead"]
    assert damage.threshold
    assert damage.threshold.at == min(dead)
    assert {"fr": f"morte dès {min(dead)}", "en": f"dead from {min(dead)}"}[lang] in drawn.words
    columns = list(drawn.of("rect", "col"))
    assert {"pale" in one["class"] for one in columns} == {True, False}


@pytest.mark.parametrize("lang", LANGS)
def test_a_spell_tells_each_target_by_itself(house: House, lang: str) -> None:
    seat = at_table(house, "undesix", "elias", "brigand", "loup")
    spell = {"verbs": ["create"], "essences": ["fire"], "targets": ["brigand", "loup"], "effect": "harm"}
    told = seat.odds("elias", "undesix.cast", lang, **spell)
    drawn = Drawn(seat.panel("elias", "undesix.cast", lang, **spell))
    assert [one.who for one in told.people] == ["brigand", "loup"]
    assert told.success
    for one in told.people:
        assert sum(Fraction(verdict.probability) for verdict in one.verdicts) == 1
        assert one.reached.probability == told.success.probability == "1/3"
    assert [face.parts[0].good for face in told.faces] == [True] * 2 + [False] * 4
    assert len([die for die in drawn.of("svg", "die") if "hollow" in die["class"].split()]) == 4
    said = " ".join(drawn.words.split())
    names = {"fr": ("le brigand", "le loup"), "en": ("the brigand", "the wolf")}[lang]
    word = {"fr": " : touché par le sort 2/3", "en": ": affected 2/3"}[lang]
    assert all(f"{name}{word}".replace(" ", " ") in said.replace(" ", " ") for name in names)
    assert {"fr": "En cas de réussite", "en": "On a success"}[lang] in drawn.words


def test_in_a_melee_what_one_suffers_has_its_row(house: House) -> None:
    seat = at_table(house, "deusex", "youssef", "vigile")
    told = seat.odds("youssef", "deusex.melee", target="vigile")
    drawn = Drawn(seat.panel("youssef", "deusex.melee", target="vigile"))
    unhurt = Fraction(0)
    for outcome in told.outcomes:
        own = next(part for part in outcome.outcome if part.who == "youssef")
        unhurt += Fraction(outcome.probability) if own.grade == "untouched" else 0
    assert f"indemne {percent(unhurt, 'fr')}" in drawn.words
    assert len(list(drawn.of("svg", "chart"))) == 1


def test_several_targets_one_row_each(house: House) -> None:
    seat = ready(house, "cle-en-main")
    params: Json = {
        "target": "contremaitre",
        "others": ["dockers"],
        "primes": ["multiple_attack"],
        "penalties": ["danger"],
    }
    told = seat.odds("bruno", "cle-en-main.attack", **params)
    drawn = Drawn(seat.panel("bruno", "cle-en-main.attack", **params))
    assert [one.who for one in told.people] == ["contremaitre", "dockers"]
    assert "au moins une cible" in drawn.words
    assert len(list(drawn.of("svg", "mini"))) == 2
    each = [odds.successes(person.verdicts) for person in told.people]
    assert told.success
    assert Fraction(told.success.probability) > max(each)
    assert all(percent(one, "fr") in drawn.words for one in each)
    own = [one.amounts[0].mean for one in told.chances if one.of]
    assert all(f"dégâts : {number(mean, 'fr', 1)} en moyenne" in drawn.words.replace("\xa0", " ") for mean in own)


@pytest.mark.parametrize("lang", LANGS)
def test_hidden_odds_say_so_and_nothing_else(house: House, lang: str) -> None:
    mj = ready(house, "deusex")
    one = player(mj)
    assert not isinstance(house.submit(mj.table, mj.seat, Arrange(odds="hidden")), Refusal)
    html = one.panel("youssef", "deusex.shoot", lang, target="petite_frappe")
    assert printed(SECRET.say(lang)) in Drawn(html).words
    assert not [mark for mark in NOTHING_DRAWN if mark in html]
    assert "<svg" in mj.panel("youssef", "deusex.shoot", lang, target="petite_frappe")


def test_a_die_that_another_one_may_outdo_has_no_faces(house: House) -> None:
    told = ready(house, "undesix").odds("chloe", "undesix.oppose", target="loup", mine="dex", theirs="dex")
    assert told.success
    assert not told.faces


def test_an_action_without_dice_has_no_figure(house: House) -> None:
    html = ready(house, "d6").panel("mael", "d6.pass")
    assert "Sans hasard" in html
    assert not [mark for mark in NOTHING_DRAWN if mark in html]


def test_a_throw_that_is_only_counted_tells_its_mean(house: House) -> None:
    seat = ready(house, "d6")
    told, drawn = seat.odds("mael", "d6.code", code="3D"), Drawn(seat.panel("mael", "d6.code", code="3D"))
    [total] = odds.drawn_amounts(told)
    assert told.success is None
    assert drawn.words.strip().startswith(number(total.mean, "fr", 1))
    assert len(list(drawn.of("rect", "col"))) <= charts.MAX_COLUMNS


def test_what_it_would_be_otherwise_is_beside(house: House) -> None:
    seat = ready(house, "d6")
    easy = seat.odds("mael", "d6.test", difficulty="easy")
    html = seat.panel("mael", "d6.test", difficulty="hard", otherwise={"label": "si c'est facile", "odds": easy})
    assert easy.success
    assert f"{easy.success.percent} si c’est facile" in Drawn(html).words


@pytest.mark.parametrize("lang", LANGS)
def test_ways_are_measured_against_the_first(house: House, lang: str) -> None:
    seat = ready(house, "cle-en-main")
    ways = [seat.odds("octavie", "cle-en-main.test", lang, difficulty=difficulty) for difficulty in (21, 24)]
    refused = RefusalTold("Il faut une main libre", "CEM-ATTACK-01")
    compared = [WayShown(place, way) for place, way in zip("xy", ways, strict=True)]
    compared.append(WayShown("z", None, refused))
    drawn = Drawn(draw_part("table/odds.html", "ways", lang, compared))
    first, second = (Fraction(way.success.probability) for way in ways if way.success)
    assert percent(first, lang) in drawn.words
    assert percent(second, lang) in drawn.words
    assert f"−{number(100 * (first - second), lang, 1)} points" in drawn.words
    assert "Il faut une main libre CEM-ATTACK-01" in drawn.words
    assert len(list(drawn.of("svg", "grades"))) == 2


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("game", ATTACKS)
def test_odds_alone_are_those_of_the_hand(browser: TestClient, game: str, lang: str) -> None:
    """What somebody sees at once is what stands in the hand that follows."""
    actor, action, params = ATTACKS[game]
    browser.headers["Accept-Language"] = lang
    table = browser.post("/essayer", data={"game": game}, follow_redirects=False).headers["location"].split("/")[2]
    first = browser.get(f"/t/{table}/hand?who={actor}&do={action}&p.target={params['target']}").text
    [filled] = [attrs["value"] for _, attrs in Drawn(first).tags if "data-keep" in attrs]
    query = f"who={actor}&do={action}&{filled}"
    alone, hand = (browser.get(f"/t/{table}/{part}?{query}").text for part in ("odds", "hand"))
    assert alone.startswith('<template data-at="odds"')
    panel = alone[alone.index('<div class="odds">') : alone.index("</template>")]
    assert panel in hand
    assert browser.get(f"/t/{table}/odds?who={actor}&do={action}&p.target=nobody").text == ""
    assert browser.get(f"/t/{table}/odds?{query}&way=p.target%3D{params['target']}").text == ""


def test_two_ways_whose_fields_are_not_the_same(browser: TestClient) -> None:
    """A characteristic alone, kept; then a skill, which brings its own: each way is told by what it has."""
    table = browser.post("/essayer", data={"game": "undesix"}).headers["location"].split("/")[2]
    query = "who=chloe&do=undesix.test&p.skill=stealth&way=p.characteristic%3Dphy%26p.skill%3D%26l.circumstances%3D"
    told = browser.get(f"/t/{table}/hand?{query}")
    assert told.status_code == 200
    ways = told.text[told.text.index('class="ways') :]
    assert "Discrétion" in ways
    assert "Circonstances" not in ways  # nothing in both


def law(values: Mapping[int, float], none: float = 0.0, threshold: Threshold | None = None) -> AmountChances:
    """The law of an amount of which charts read the values, how often there is none, and the threshold."""

    def chance(told: float) -> Chance:
        return Chance("", told, "")

    told = [ValueChance(value, "", one, "", chance(0.0)) for value, one in values.items()]
    return AmountChances("", "", "", 0.0, 0.0, chance(none), threshold, told)


def test_many_values_are_put_together() -> None:
    drawn = charts.columns(law(dict.fromkeys(range(100), 0.01), threshold=Threshold(50, "mort")))
    assert drawn is not None
    assert (drawn.each, len(drawn.columns)) == (5, 20)
    assert [one.value for one in drawn.columns if one.pale] == list(range(0, 50, 5))
    assert drawn.mark is not None
    assert drawn.mark.x == 50


def test_a_value_that_only_says_there_is_none_is_not_drawn() -> None:
    drawn = charts.columns(law({0: 0.5, 2: 0.25, 4: 0.25}, none=0.5))
    assert drawn is not None
    assert [one.value for one in drawn.columns] == [2, 4]
    assert charts.columns(law({0: 0.5, 2: 0.25}, none=0.5)) is None


@pytest.mark.parametrize(
    ("at", "label", "anchor", "fits"),
    [(4, "mort", "start", True), (18, "mort", "end", True), (10, "en danger de mort et inconscient", "start", False)],
)
def test_the_words_of_a_line_stand_where_there_is_room(at: int, label: str, anchor: str, fits: bool) -> None:
    drawn = charts.columns(law(dict.fromkeys(range(20), 0.05), threshold=Threshold(at, label)))
    assert drawn is not None
    assert drawn.mark is not None
    assert (drawn.mark.anchor, drawn.mark.fits) == (anchor, fits)


def test_values_far_apart_still_make_few_columns() -> None:
    """However far the numbers of a sheet reach: more than the widest usual step puts together."""
    drawn = charts.columns(law(dict.fromkeys((1, 2, 7, 1_000_000), 0.25)))
    assert drawn is not None
    assert len(drawn.columns) <= charts.MAX_COLUMNS + 1


@pytest.mark.parametrize(("modifier", "words"), [(-9, "Échec certain"), (9, "Réussite certaine")])
def test_what_cannot_fail_or_succeed_says_so_and_draws_no_dice(house: House, modifier: int, words: str) -> None:
    at = ready(house, "undesix")
    told = at.panel("nicolas", "undesix.test", characteristic="phy", modifier=modifier)
    assert words in told
    assert "<svg" not in told
    compared = [WayShown("x", at.odds("nicolas", "undesix.test", characteristic="phy", modifier=modifier))]
    assert words in draw_part("table/odds.html", "ways", "fr", compared)


def test_what_can_fail_in_several_ways_only_is_a_certain_failure_too(house: House) -> None:
    at = ready(house, "deusex")
    asked = at.odds("youssef", "deusex.test", difficulty=40, malus=3)
    assert asked.success
    assert asked.success.probability == "0"
    told = at.panel("youssef", "deusex.test", difficulty=40, malus=3)
    assert "Échec certain" in told
    assert "de réussir" not in told
    compared = [WayShown("x", asked)]
    assert "Échec certain" in draw_part("table/odds.html", "ways", "fr", compared)
