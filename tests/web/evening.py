"""An evening of each game over HTTP that leads to lines of every kind, for the tests of what the API describes."""

from __future__ import annotations

from typing import Any

from fastapi.testclient import TestClient

from tablee.adventures.folder import adventures_of

MOVES = 6  # of the fight
SEATS = ("mj", "ana", "leo")


class Evening:
    """A table of one game, opened ready, with its MJ, a player and a spectator; `asked` keeps every answer by kind."""

    def __init__(self, client: TestClient, game: str) -> None:
        self.client = client
        self.asked: dict[str, list[Any]] = {}
        opened = self._kept("opened", client.post("/api/tables", json={"game": game, "ready": True}))
        self.path, self.code = f"/api/tables/{opened['table']}", opened["code"]
        self.tokens = {"mj": opened["token"]}
        self.tokens["ana"] = self.post("mj", "invite")["token"]
        self.tokens["leo"] = self.post("mj", "invite", role="spectator")["token"]
        self.post("ana", "join", called="Ana", words="une pomme", colour="sapin", lang="en")
        self.cast = self.view("mj")["cast"]

    def _kept(self, kind: str, answer: Any) -> Any:
        assert answer.status_code < 300, (kind, answer.text)
        self.asked.setdefault(kind, []).append(answer.json())
        return answer.json()

    def headers(self, seat: str) -> dict[str, str]:
        return {"authorization": f"Bearer {self.tokens[seat]}"}

    def get(self, seat: str, kind: str, path: str) -> Any:
        return self._kept(kind, self.client.get(f"{self.path}{path}", headers=self.headers(seat)))

    def ask(self, seat: str, kind: str, /, **body: Any) -> Any:
        return self._kept(kind, self.client.post(f"{self.path}/{kind}", json=body, headers=self.headers(seat)))

    def post(self, seat: str, command: str, /, **body: Any) -> Any:
        url = f"{self.path}/{command}?told=true"
        return self._kept("done", self.client.post(url, json=body, headers=self.headers(seat)))

    def view(self, seat: str) -> Any:
        return self.get(seat, "view", "")

    def settle(self) -> None:
        """Every question answered by its default."""
        for _ in range(20):
            view = self.view("mj")
            waiting = view["pending"] or view["making"]
            if not waiting:
                return
            if view["pending"]:
                self.post("mj", "hold")
            self.post("mj", "answer", answers={who: card["default"] for who, card in waiting["asked"].items()})

    def move(self, audience: str = "open") -> tuple[str, dict[str, Any]] | None:
        """The likeliest thing that whoever acts now would do, looked at from all sides and done."""
        turns = self.view("mj")["turns"]
        actors = [turn["who"] for turn in turns if turn["when"] == "now"] or list(self.cast)
        offers = self.get("mj", "offers", f"/offers?actor={actors[0]}")
        usual = sorted((one for one in offers if one["usual"] is not None), key=lambda one: one["usual"])
        if not usual:
            return None
        act: dict[str, Any] = {"actor": actors[0], "action": usual[0]["action"]}
        form = self.ask("mj", "form", **act)
        if form["refusal"] or any(field["required"] and field["value"] is None for field in form["fields"]):
            return None  # the fight is over: it is refused, or nobody is left to strike
        act["params"] = form["values"]
        self.ask("mj", "odds", **act)
        self.ask("mj", "compare", ways=[act, {**act, "params": {"nothing": 1}}])
        self.post("mj", "act", **act, audience=audience)
        return actors[0], act

    def look(self) -> None:
        """All that each seat can read."""
        for seat in SEATS:
            self.view(seat)
            self.get(seat, "lines", "/lines?said=true")
            self.get(seat, "lines", "/lines")
            self.get(seat, "surroundings", "/surroundings")
            for who in self.view(seat)["cast"]:
                self.get(seat, "sheet", f"/sheets/{who}")
        self.get("mj", "view", "/at/3")
        self.get("mj", "view", "/as/newcomer")

    def line(self, name: str) -> Any:
        """The newest line of a kind that the MJ sees."""
        return next(line for line in self.get("mj", "lines", "/lines")[::-1] if line["name"] == name)

    def fight(self) -> None:
        """Some moves of the first scene, then a blind one that is disclosed, and one taken back and redone."""
        for _ in range(MOVES):
            self.settle()
            self.move()
        self.look()
        self.settle()
        if self.move("blind"):
            self.settle()
            self.look()
            self.post("mj", "disclose", of=self.line("acted/1")["n"])
        self.move()
        self.settle()
        self.post("mj", "take-back")
        self.post("mj", "redo")

    def talk(self) -> None:
        """Everything that a table does beside its game."""
        free = next(who for who, one in self.cast.items() if one["free"])
        mine = next(who for who, one in self.cast.items() if not one["free"])
        knocked = self._kept("knocked", self.client.post("/api/knock", json={"code": self.code, "called": "Zoé"}))
        self.post("mj", "dismiss", knock=knocked["seat"])
        self.post("ana", "claim", who=free)
        self.post("mj", "stand-in", seat=self.view("ana")["you"])
        self.post("ana", "stand-in", seat=self.view("ana")["you"], on=False)
        self.get("ana", "offers", f"/offers?actor={free}")
        self.post("ana", "portray", who=free)
        self.post("mj", "hand-over", who=mine, hidden=True)
        self.post("ana", "say", text="/r 3d6")
        self.post("ana", "say", text="chut", kind="whisper", to=["mj"])
        self.post("ana", "say", text="un plan", kind="note", title="Plan")
        note = self.get("ana", "lines", "/lines")[-1]
        self.post("ana", "revise", of=note["n"], text="un autre plan")
        view = self.view("mj")
        rule = next(rule for rule in view["house_rules"] if not rule["note"])
        self.post("mj", "option", option=rule["id"], value=rule["values"][-1])
        self.post("mj", "option", option=rule["id"], value=rule["values"][0])
        self.post("mj", "request", action=self.line("acted/1")["action"], who=[free], title="Vite !")
        self.post("mj", "remind", request=self.line("requested/1")["request"])
        self.post("mj", "close", request=self.line("requested/1")["request"])
        self.post("mj", "override", of=self.line("acted/1")["n"], text="Non, à côté.")
        self.post("ana", "settle", who=free, decision="some.decision", answer=False)
        self.post("mj", "arrange", door="open", odds="hidden", notes="Des araignées.")
        self.post("mj", "entrust", temper="natural")
        self.post("mj", "entrust", temper="played")
        self.post("mj", "lurk", ready=mine, called="Ombre")
        lurks = next(who for who, one in self.view("mj")["cast"].items() if one.get("unseen"))
        self.post("mj", "appear", who=lurks)
        self.post("mj", "say", text="Une carte.", kind="note", title="Carte")
        self.post("mj", "project", of=self.line("said/1")["n"])
        self.post("mj", "pin", text="On joue jusqu'à minuit.")
        self.post("mj", "write-tables", text="# Butin\nun sou\nune clé")
        self.post("mj", "draw", table="Butin")
        self.post("mj", "dial", title="La crue", shown=True)
        self.post("leo", "pause")
        self.post("mj", "pause", on=False)
        self.post("mj", "hide", of=self.line("said/1")["n"])
        self.post("mj", "prepare", title="La grange", who=[mine], text="Du foin.")
        self.post("mj", "prepare", title="La route")
        self.post("mj", "order-scene", scene=next(iter(self.view("mj")["scenes"])))
        self.look()
        self.post("mj", "enter", ready=mine)
        self.post("mj", "retire", who=self.line("entered/1")["who"])
        self.post("ana", "strike-out", seat=self.view("ana")["you"])
        self.get("mj", "lines", "/lines?said=true")
        self.post("mj", "relink", seat=self.view("ana")["you"], revoke=True)
        self.post("mj", "reveal")
        self.post("mj", "say", text="/r 1d6")
        self.post("mj", "ledger", money="3 sous")
        self.post("mj", "end-session", told="On a parlé.")
        self.post("mj", "tell-session", told="On a bien parlé.", read=True)

    def end(self) -> None:
        """The fight ended by the MJ, the first scene laid again, and a way out of it tried."""
        if self.view("mj")["play"]["round"]:
            self.post("mj", "end-fight", how="stopped")
        self.post("mj", "review", fight=1, told="words")
        self.post("mj", "show-choices", fight=1)
        self.post("mj", "open-scene", scene=next(iter(self.view("mj")["scenes"])))
        self.post("mj", "open-scene", scene="before")
        cast = self.view("mj")["cast"]
        party = [who for who, one in cast.items() if (one["owner"] or one["free"]) and not one["retired"]]
        self.post("mj", "part-ways", who=party[:1])
        self.view("leo")
        self.post("mj", "rejoin")
        self.post("mj", "replay")
        view = self.view("mj")
        who = next(turn["who"] for turn in view["turns"] if turn["when"] == "now")
        self.post("mj", "take-way", who=who, out="flee")
        self.settle()
        self.adventure()
        self.get("mj", "lines", "/lines?said=true")

    def adventure(self) -> None:
        """The adventure for newcomers, where the game has one: begun, chosen in by one of two, held by the MJ."""
        if self.view("mj")["play"]["round"]:
            self.post("mj", "end-fight", how="stopped")
        for id, book in list(adventures_of(self.view("mj")["game"]).items())[:1]:
            self.post("mj", "enter", ready=book.adventure.party[-1], free=True)
            self.post("mj", "begin-adventure", adventure=id)
            choice = self.view("leo")["adventure"]["choices"][0]["id"]
            self.post("mj", "choose", choice=choice)
            self.post("mj", "hold-adventure", held="mj")
            assert self.view("leo")["adventure"]["held"] == "mj"

    def create(self, action: str) -> None:
        """A character made with what its form proposes, given up if it asks something, then made to the end."""
        form = self.ask("mj", "form", action=action)
        missing = {field["name"]: "Zita" for field in form["fields"] if field["required"] and field["value"] is None}
        params = {**form["values"], **missing}
        for last in (False, True):
            self.post("mj", "act", action=action, params=params)
            if self.view("mj")["making"] is None:
                return
            if not last:
                self.post("mj", "abandon", creation=self.view("mj")["you"])
        self.settle()
