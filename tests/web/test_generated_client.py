"""A client that a generator makes from /openapi.json plays: no type, address or field is written by hand."""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from tests.web.serving import Server

CONFIG = {
    # A view has a field called `cast`, which hides `typing.cast` in what this generator writes.
    "post_hooks": [
        r"sed -i 's/\bcast(/typed(/; s/^from typing import cast$/from typing import cast as typed/' models/view.py"
    ],
    "content_type_overrides": dict.fromkeys(("application/jsonl", "image/webp"), "application/octet-stream"),
}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    server = Server(str(tmp_path / "tables.db"))
    yield server
    server.stop()


class Generated:
    """The client of a server, generated into a folder and imported from there."""

    def __init__(self, server: Server, folder: Path) -> None:
        (folder / "openapi.json").write_bytes(server.client.get("/openapi.json").content)
        (folder / "config.json").write_text(json.dumps(CONFIG))
        generator = Path(sys.executable).parent / "openapi-python-client"
        words = ["generate", "--path", "openapi.json", "--config", "config.json", "--meta", "none"]
        made = subprocess.run(
            [generator, *words, "--output-path", "generated_client", "--fail-on-warning"],
            cwd=folder,
            capture_output=True,
            text=True,
        )
        assert made.returncode == 0, made.stdout + made.stderr
        self.client = importlib.import_module("generated_client")
        self.models: Any = importlib.import_module("generated_client.models")
        self.url = str(server.client.base_url)

    def ask(self, token: str, name: str, *where: str, **what: Any) -> Any:
        """The answer of an address, as the generated function of its name returns it."""
        places = [f"generated_client.api.{group}.{name}" for group in ("commands", "default")]
        function = importlib.import_module(next(place for place in places if find_spec(place))).sync
        how: dict[str, Any] = {"base_url": self.url, "headers": {"accept-language": "en"}, "timeout": 60}
        client = self.client.AuthenticatedClient(token=token, **how) if token else self.client.Client(**how)
        with client:
            answer = function(*where, client=client, **what)
        assert not isinstance(answer, self.models.Problem), answer
        return answer


@pytest.fixture
def generated(server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Generated]:
    monkeypatch.syspath_prepend(tmp_path)
    yield Generated(server, tmp_path)
    for name in [name for name in sys.modules if name.partition(".")[0] == "generated_client"]:
        del sys.modules[name]


@pytest.mark.evening
def test_a_generated_client_plays_and_reads_sentences(generated: Generated) -> None:
    ask, m = generated.ask, generated.models
    opened = ask("", "open_table", body=m.Opening(game="undesix", ready=True))
    table, mj = opened.table, opened.token
    ana = ask(mj, "invite", table, body=m.Invite()).token
    ask(ana, "join", table, body=m.Join(called="Ana", words="une pomme", lang=m.JoinLang.EN))

    params = m.UndesixCreateRandom(name="Zita")
    done = ask(ana, "act", table, body=m.Act(action="undesix.create-random", params=params), told=True)
    assert isinstance(done.lines[-1], m.Asked)
    while (making := ask(ana, "view", table).making) is not None:
        answers = {who: card.default for who, card in making.asked.additional_properties.items()}
        answer = m.Answer(answers=m.AnswerAnswers.from_dict(answers))
        done = ask(ana, "answer", table, body=answer, told=True)
    (created,) = (line for line in done.lines if isinstance(line, m.Acted))
    assert created.said.told.startswith("Zita")

    ask(ana, "claim", table, body=m.Claim(who="chloe"))
    view = ask(ana, "view", table)
    assert view.cast["chloe"].owner == view.you
    offered = ask(ana, "offers", table, actor="chloe")
    assert "undesix.attack" in {offer.action for offer in offered if offer.refusal is None}
    blow = m.Act(action="undesix.attack", actor="chloe", params=m.UndesixAttack(target="brigand"))
    assert sum(chance.float_ for chance in ask(ana, "odds", table, body=blow).chances[0].grades) == pytest.approx(1)
    ask(ana, "act", table, body=blow)
    while (pending := ask(mj, "view", table).pending) is not None:
        answers = {who: card.default for who, card in pending.asked.additional_properties.items()}
        ask(mj, "answer", table, body=m.Answer(answers=m.AnswerAnswers.from_dict(answers)))
    (blow,) = (line for line in ask(ana, "lines", table, said=True) if getattr(line, "actor", "") == "chloe")
    assert blow.said.told.startswith("Chloé")
    assert all(step.sentence and step.rule.startswith("UDS-") for step in blow.said.why)
