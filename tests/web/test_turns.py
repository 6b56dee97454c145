"""One seat cannot keep the others waiting: odds one at a time, the newest first; reads, tables, sizes counted."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any

import pytest
from fastapi.testclient import TestClient

from tablee.dice.patience import patience
from tablee.errors import BadInput
from tablee.table.log import cache
from tablee.table.log.store import Store
from tablee.table.service import House
from tablee.web.advice import MAX_ADVICE
from tablee.web.application import application, fresh_questions
from tablee.web.pages.lab.asking import MAX_LAB, MAX_LONG
from tablee.web.serving import limits
from tablee.web.serving.limits import Limits
from tablee.web.serving.turns import IN_LINE, MAX_WAITING, Crowded, Machine, Questions, Superseded, Turns
from tests.rules.sample import GAME
from tests.web.test_api import STRIKE, Table

LONG = 60  # seconds that nothing here should take
OLDER = 12  # questions, each of which is counted for a moment


def counted_for_ever() -> str:
    """A count that ends only when nobody waits for it any more."""
    waiting = patience()
    assert waiting
    while True:
        waiting.step()


async def asked(questions: Questions, count: Callable[[], str], token: str = "ana", kind: str = "odds") -> str:
    try:
        return await questions.ask("t", token, kind, LONG, count)
    except Superseded:
        return "superseded"


def test_the_newest_question_of_a_seat_is_answered() -> None:
    async def drag() -> list[str]:
        questions = Questions()
        older = [asyncio.create_task(asked(questions, counted_for_ever)) for _ in range(OLDER)]
        await asyncio.sleep(0.1)  # one is being counted, the others have waited in vain
        elsewhere = await asked(questions, lambda: "leo's", "leo")
        newest = await asked(questions, lambda: "newest")
        answers = [await asyncio.wait_for(task, LONG) for task in older]
        questions.close()
        return [*answers, elsewhere, newest]

    assert asyncio.run(drag()) == ["superseded"] * OLDER + ["leo's", "newest"]


def test_one_count_at_a_time_for_each_seat() -> None:
    most, now, lock = 0, 0, threading.Lock()

    def busy() -> str:
        nonlocal most, now
        with lock:
            now += 1
            most = max(most, now)
        threading.Event().wait(0.05)
        with lock:
            now -= 1
        return "done"

    async def both() -> list[str]:
        questions = Questions()
        found = await asyncio.gather(*(asked(questions, busy, kind=kind) for kind in ("odds", "compare")))
        questions.close()
        return found

    assert (asyncio.run(both()), most) == (["done", "done"], 1)


def test_short_questions_do_not_wait_for_long_ones() -> None:
    """Eight tables ask for what is counted for seconds: a trivial question of a ninth is answered before them."""

    async def crowd() -> tuple[str, list[bool]]:
        questions = Questions()
        long = [asyncio.create_task(asked(questions, counted_for_ever, f"seat {n}")) for n in range(8)]
        await asyncio.sleep(0)
        short = await asyncio.wait_for(asked(questions, lambda: "short", "ninth"), LONG / 2)
        done = [task.done() for task in long]
        questions.close()
        await asyncio.gather(*long)
        return short, done

    assert asyncio.run(crowd()) == ("short", [False] * 8)


def test_a_seat_has_only_so_many_requests_waiting_and_so_many_at_once() -> None:
    async def crowd() -> tuple[int, int, int]:
        turns, now, most, refused = Turns(), 0, 0, 0

        async def work(token: str) -> None:
            nonlocal now, most, refused
            try:
                async with turns.of("t", token):
                    now += 1
                    most = max(most, now)
                    await asyncio.sleep(0)
                    now -= 1
            except Crowded:
                refused += 1

        await asyncio.gather(*(work("ana") for _ in range(MAX_WAITING + 10)), *(work("leo") for _ in range(5)))
        return most, refused, len(turns._turns)

    assert asyncio.run(crowd()) == (3, 10, 0)


def test_whoever_leaves_while_they_wait_leaves_their_turn_to_others() -> None:
    async def left() -> tuple[list[str], int]:
        turns, done = Turns(), list[str]()

        async def work(token: str) -> None:
            async with turns.of("t", token):
                await asyncio.sleep(0.01)
                done.append(token)

        working = [asyncio.create_task(work(token)) for token in ("ana", "ana", "ana", "leo", "zoé")]
        await asyncio.sleep(0)
        for one in (working[0], working[2], working[4]):  # at work, waiting for their seat, waiting for their table
            one.cancel()
        await asyncio.gather(*working, return_exceptions=True)
        return sorted(done), len(turns._turns)

    assert asyncio.run(left()) == (["ana", "leo"], 0)


@pytest.fixture
def client(store: Store, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    monkeypatch.setattr("tablee.web.api.game_called", lambda _: GAME)
    few = Limits.of(["tables-per-address=3", "table-bytes=6000", "table-seats=4", "table-characters=4"])
    app = application(House(store, lambda _: GAME, quotas=few.quotas), limits=few)
    with TestClient(app, base_url="http://localhost", headers={"accept-language": "en"}) as client:
        yield client


@pytest.fixture
def table(client: TestClient) -> Table:
    return Table(client)


@pytest.fixture
def stopped_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow the machine, all requests come at once."""
    monkeypatch.setattr(limits, "time", SimpleNamespace(monotonic=lambda: 0.0))


def test_an_older_question_over_http_is_answered_superseded(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, odds = threading.Event(), House.odds

    def first_for_ever(*args: Any) -> Any:
        if not begun.is_set():
            begun.set()
            counted_for_ever()
        return odds(*args)

    monkeypatch.setattr(House, "odds", first_for_ever)
    with ThreadPoolExecutor(1) as other:
        older = other.submit(table.post, "mj", "odds", **STRIKE)
        assert begun.wait(LONG)
        newer = table.post("mj", "odds", **STRIKE)
    assert newer.status_code == 200
    assert (older.result().status_code, older.result().json()["code"]) == (409, "superseded")
    assert older.result().json()["detail"].startswith("You have asked something else since")


def test_heavy_odds_give_up_with_a_sentence(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablee.web.application.Questions.ask", _impatiently(Questions.ask))
    monkeypatch.setattr("tablee.dice.patience.NOW_AND_THEN", 1)
    no = table.post("mj", "odds", **STRIKE)
    assert (no.status_code, no.json()["detail"].split(":")[0]) == (422, "These odds take too long to count")


def _impatiently(ask: Any) -> Any:
    async def asked(self: Questions, table: str, token: str, kind: str, _seconds: float, count: Any) -> Any:
        return await ask(self, table, token, kind, 0.0, count)

    return asked


@pytest.mark.usefixtures("stopped_clock")
def test_dragging_a_slider_meets_no_limit(table: Table) -> None:
    assert {table.post("mj", "odds", **STRIKE).status_code for _ in range(200)} == {200}


@pytest.mark.usefixtures("stopped_clock")
def test_reads_are_counted_too_for_each_seat(table: Table) -> None:
    statuses = [table.get("leo", "/lines").status_code for _ in range(460)]
    assert statuses.count(429) > 0
    assert table.get("ana", "/lines").status_code == 200
    assert table.post("leo", "say", text="encore là").status_code == 200


@pytest.mark.usefixtures("stopped_clock")
def test_a_long_answer_is_many_reads(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Or one seat could have the house write a whole log a hundred times a second."""
    monkeypatch.setattr(limits, "A_READ", 20)
    assert len(table.get("leo", "/lines").content) > 450 * limits.A_READ / 8
    statuses = [table.get("leo", "/lines").status_code for _ in range(8)]
    assert statuses[-1] == 429
    assert table.get("ana", "").status_code == 200
    assert table.post("leo", "say", text="encore là").status_code == 200


@pytest.mark.usefixtures("stopped_clock")
def test_tokens_that_open_nothing_are_counted_for_their_address(table: Table) -> None:
    url = f"/api/tables/{table.id}"
    statuses = [table.client.get(url, headers={"authorization": f"Bearer {n}"}).status_code for n in range(90)]
    assert statuses[-1] == 429
    assert table.get("leo").status_code == 200


@pytest.mark.usefixtures("stopped_clock")
def test_an_address_opens_so_many_tables_a_day(table: Table) -> None:
    statuses = [table.client.post("/api/tables", json={"game": "sample"}) for _ in range(4)]
    assert [answer.status_code for answer in statuses] == [201, 201, 429, 429]
    assert statuses[-1].json()["detail"].startswith("3 tables a day")
    assert table.client.post("/api/tables/import", content=b"{}").status_code == 429


def test_a_table_holds_so_many_seats_and_characters(table: Table) -> None:
    assert table.post("mj", "invite").status_code == 200
    no = table.post("mj", "invite")
    assert (no.status_code, no.json()["detail"].split(":")[0]) == (422, "This table has 4 seats already")
    assert table.post("mj", "enter", who="wolf-2", ready="wolf").status_code == 200
    no = table.post("mj", "enter", who="wolf-3", ready="wolf")
    assert no.json()["detail"].startswith("This table has 4 characters already")


def test_a_full_table_says_so_and_can_be_left_in_order(
    client: TestClient, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "OFTEN", 1)
    answers = [table.post("ana", "say", text="x" * 500) for _ in range(20)]
    no = answers[-1]
    assert (no.status_code, no.json()["detail"].split(":")[0]) == (422, "This table is full (1 MB)")
    assert table.post("mj", "reveal").status_code == 200
    whole = table.get("mj", "/export")
    assert whole.status_code == 200
    back = client.post("/api/tables/import", content=whole.content)
    assert back.json()["detail"].startswith("This table is full")


@pytest.mark.parametrize("word", ["tables-per-address", "tables-per-address=-1", "tables-per-address=²", "x=1", "=1"])
def test_a_limit_that_cannot_be_read_is_explained(word: str) -> None:
    with pytest.raises(BadInput, match="limit"):
        Limits.of([word])


@pytest.mark.usefixtures("stopped_clock")
def test_tokens_that_nobody_asks_for_make_no_new_callers(client: TestClient) -> None:
    statuses = [client.get("/garde", headers={"authorization": f"Bearer {n}"}).status_code for n in range(460)]
    assert statuses.count(429) == 10


def test_of_an_address_one_waits_in_line_at_a_machine_and_another_goes_before_its_others() -> None:
    asyncio.run(_taking_turns())


async def _taking_turns() -> None:
    machine, order, begin = Machine(), list[str](), asyncio.Event()

    async def use(address: str, seat: str = "") -> None:
        async with machine.turn(address, seat):
            order.append(address)
            await begin.wait()

    greedy = [asyncio.create_task(use("greedy", f"seat {n % 2}")) for n in range(IN_LINE)]
    await asyncio.sleep(0)
    other = asyncio.create_task(use("other"))
    await asyncio.sleep(0)
    with pytest.raises(Crowded):
        await use("greedy")
    begin.set()
    await asyncio.gather(other, *greedy)
    assert order.index("other") == 1
    assert len(order) == IN_LINE + 1


def test_questions_that_wait_are_bounded_and_one_s_own_is_always_replaced() -> None:
    asyncio.run(_asking_too_much(Questions(1, most=3), 3))


def test_so_are_those_about_what_choices_are_worth() -> None:
    asyncio.run(_asking_too_much(fresh_questions()["advice"], MAX_ADVICE))


async def _asking_too_much(questions: Questions, most: int) -> None:
    people = ["zoe", *(f"p{n}" for n in range(1, most))]
    waiting = [asyncio.create_task(asked(questions, counted_for_ever, who)) for who in people]
    await asyncio.sleep(0.05)
    with pytest.raises(Crowded):
        await questions.ask("t", "ivo", "odds", LONG, lambda: "soon")
    newer = asyncio.create_task(asked(questions, lambda: "newer", "zoe"))
    await asyncio.sleep(0.05)
    questions.close()
    await asyncio.gather(*waiting, newer, return_exceptions=True)


def test_a_short_question_of_the_lab_is_answered_however_many_long_ones_wait() -> None:
    """Three addresses with a long question each filled the lab: a fourth was turned away, whatever it asked."""
    asyncio.run(_asking_short_ones(Questions(1, MAX_LAB, 0.02, MAX_LONG)))


async def _asking_short_ones(questions: Questions) -> None:
    def long(n: int) -> asyncio.Task[str]:
        return asyncio.create_task(questions.ask("labo", f"p{n}", "fight", LONG, counted_for_ever))

    waiting = [long(n) for n in range(MAX_LONG)]
    while questions._long < MAX_LONG:
        await asyncio.sleep(0.01)
    assert await asyncio.wait_for(questions.ask("labo", "other", "fight", LONG, lambda: "soon"), LONG) == "soon"
    with pytest.raises(Crowded):  # once a moment was not enough
        await long(MAX_LONG)
    assert not any(one.done() for one in waiting)
    questions.close()
    await asyncio.gather(*waiting, return_exceptions=True)


def test_who_asks_several_things_at_once_makes_room_for_somebody_who_asks_one() -> None:
    asyncio.run(_asking_several_at_once(Questions(1, most=3, quick=0)))


async def _asking_several_at_once(questions: Questions) -> None:
    kinds = ("issue", "mieux", "conseil")
    greedy = [asyncio.create_task(questions.ask("labo", "greedy", kind, LONG, counted_for_ever)) for kind in kinds]
    await asyncio.sleep(0.05)
    other = asyncio.create_task(questions.ask("labo", "other", "issue", LONG, lambda: "counted"))
    with pytest.raises(Crowded):
        await greedy[2]
    with pytest.raises(Crowded):  # nor does it take the place back
        await questions.ask("labo", "greedy", "conseil", LONG, lambda: "again")
    for one in greedy[:2]:
        one.cancel()
    assert await other == "counted"
    questions.close()
