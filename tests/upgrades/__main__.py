"""The folder of this version, for the versions that follow it: a small house with a table of every game.

    python -m tests.upgrades NAME

Two people, the ready characters, a dozen actions of each game with what their forms propose, one of them taken back; a
correction, a request, papers, a key shown. What is refused is left out: an evening is not a test.
"""

from __future__ import annotations

import json
import lzma
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tablee.errors import TableeError
from tablee.rules.game import Game, games
from tablee.table.decide.command import Command
from tablee.table.decide.refusal import Refusal
from tablee.table.log.sqlite import SqliteStore
from tablee.table.service import House, Submitted
from tablee.table.topics.action import Act
from tablee.table.topics.character import Enter
from tablee.table.topics.chat import Say
from tablee.table.topics.correction import Correct, Override
from tablee.table.topics.decision import Answer
from tablee.table.topics.dice import Reveal
from tablee.table.topics.request import Request
from tablee.table.topics.seat import Invite, Join
from tablee.table.topics.undo import Redo, TakeBack

ACTIONS = 12


class Evening:
    """A table of one game, its MJ and a player."""

    def __init__(self, house: House, game: Game) -> None:
        self.house, self.game = house, game
        self.table, self.mj = house.open(game.id, "Une soirée")
        invited = self.do("mj", Invite())
        assert invited
        self.ana, self.player = invited.token, invited.seat
        self.do("mj", Join(called="Max", words="le chat dort"))
        self.do(self.player, Join(called="Ana", words="trois petits chats"))
        self.cast = list(game.ready())[:3]
        for place, who in enumerate(self.cast):
            self.do("mj", Enter(who=who, ready=who, owner="" if place else self.player, hidden=place == 2))

    def do(self, seat: str, command: Command) -> Submitted | None:
        try:
            done = self.house.submit(self.table, seat, command)
        except TableeError:
            return None
        return None if isinstance(done, Refusal) else done

    def play(self) -> None:
        """Actions that have not been done yet, those proposed first before the others."""
        done: set[str] = set()
        for actor in [*self.cast, ""] * 4:
            offers = self.house.offers(self.table, "mj", actor, "fr")
            assert not isinstance(offers, Refusal)
            for offer in sorted(offers, key=lambda one: (one.action in done, one.usual is None)):
                if len(done) < ACTIONS and not offer.refusal and self.act(actor, offer.action):
                    done.add(offer.action)
                    break

    def act(self, actor: str, action: str) -> bool:
        form = self.house.form(self.table, "mj", Act(actor=actor, action=action), "fr")
        if isinstance(form, Refusal) or not self.do("mj", Act(actor=actor, action=action, params=dict(form.values))):
            return False
        while asked := self.house.view(self.table, "mj").asked:
            if not self.do("mj", Answer(answers={who: card.default for who, card in asked.items()})):
                break
        return True

    def talk(self) -> None:
        """What a table does beside its game."""
        acted = [line for line in self.house.lines(self.table, "mj") if line.what.is_done]
        sheet = self.house.state(self.table).cast[self.cast[0]].sheet
        number = next(name for name, value in sheet.items() if type(value) is int)
        for command in (TakeBack(), Redo(), TakeBack()):
            self.do("mj", command)
        self.do("mj", Correct(who=self.cast[0], field=number, value=sheet[number] + 1, text="le meneur l'a dit"))
        self.do("mj", Override(of=acted[0].n, text="Non, à côté."))
        self.do("mj", Request(action=getattr(acted[-1].what, "action"), who=(self.cast[0],)))  # noqa: B009
        self.do(self.player, Say(text="un secret", kind="whisper", to=("mj",)))
        self.do("mj", Say(text="Une **carte** du port", kind="handout", title="La carte"))
        self.do(self.player, Say(text="/r 3d6+2"))
        self.do("mj", Reveal())
        self.do(self.player, Say(text="/r 1d20"))


def main(name: str) -> None:
    folder = Path(__file__).parent / name
    folder.mkdir()
    links: dict[str, Any] = {}
    with TemporaryDirectory() as made:
        store = SqliteStore(Path(made) / "tables.db")
        house = House(store)
        for id, game in games().items():
            evening = Evening(house, game)
            evening.play()
            evening.talk()
            links[id] = {"table": evening.table, "mj": evening.mj, "ana": evening.ana}
            exported = "\n".join(house.exported(evening.table, "mj"))
            (folder / f"{id}.jsonl.xz").write_bytes(lzma.compress(exported.encode()))
            print(id, house.state(evening.table).version)
        store.close()
        (folder / "tables.db.xz").write_bytes(lzma.compress((Path(made) / "tables.db").read_bytes()))
    (folder / "links.json").write_text(json.dumps(links, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
