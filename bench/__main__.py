"""`python -m bench all`: one figure for each bar of the odds and of the lab, in one run.

`python -m bench exact`: our odds against peers. `python -m bench live`: streams over loopback.

`python -m bench attacks`: what the odds of attacks of Clé en main cost.
`python -m bench fuzz`: requests drawn at random, none of which may break the server.
`python -m bench kill`: a house killed again and again, and whether it loses anything.
`python -m bench memory`: what strangers leave in the memory of a house.
`python -m bench slider`: an attack whose form changes 60 times a second.
`python -m bench perform`: blows a second thrown in each game, beside another version of the code if asked.
`python -m bench paper`: a hundred characters of each game on paper, one page each.
`python -m bench wizards`: each wizard of characters driven at random, lawfully and not.
`python -m bench agreement`: exact fights beside fights thrown with `perform`, in each game.
`python -m bench pace`: what fights of Clé en main ask of the people at a table.
`python -m bench laws deusex`: laws of random actions, to compare two versions of the code.
"""

from __future__ import annotations

import argparse
import json

from bench.agreement import DUELS, agreement
from bench.attacks import attacks
from bench.command import command
from bench.everything import run as run_everything
from bench.fuzz import fuzz
from bench.growth import growth
from bench.kill import kill
from bench.laws import DRAWS, laws
from bench.live import live
from bench.measure import AS_WRITTEN, TUNED, exact, table
from bench.memory import memory
from bench.pace import pace
from bench.paper import paper
from bench.performing import performing
from bench.slider import slider
from bench.wizards import wizards


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench", description="What we measure, as ratios in one run.")
    kinds = parser.add_subparsers(required=True)
    whole = kinds.add_parser("all", help="one figure for each bar of the odds and of the lab")
    whole.add_argument("--short", action="store_true", help="little of each: to see that the answers are right")
    whole.add_argument(
        "--beside", default="", help="the src folder of another version, whose bulk fights are timed too"
    )
    whole.set_defaults(run=run_everything)
    odds = kinds.add_parser("exact", help="exact odds of thirteen questions, against icepool and dyce")
    odds.add_argument("--tuned", action="store_true", help="peers recast by hand instead of as the rules read")
    odds.add_argument("--repeats", type=int, default=31, help="runs of each (default 31, at least 15)")
    odds.set_defaults(run=_exact)
    streams = kinds.add_parser("live", help="a server of tables beside a bare one that fans lines out")
    streams.add_argument("--streams", type=int, default=1000)
    streams.add_argument("--tables", type=int, default=200)
    streams.add_argument("--rate", type=float, default=200, help="commands a second")
    streams.add_argument("--seconds", type=float, default=5, help="that each measurement lasts (default 5)")
    streams.add_argument("--repeats", type=int, default=5, help="measurements of each busy server (default 5)")
    streams.add_argument("--idle", type=int, default=5000, help="idle streams (default 5000)")
    streams.add_argument("--clients", type=int, default=64, help="that append without streams (default 64)")
    streams.add_argument("--processes", type=int, default=1, help="server processes; two need a PostgreSQL --database")
    streams.add_argument("--beside", default="", help="the Python of another version, whose pages are measured in turn")
    streams.add_argument("--database", default="", help="a file or postgresql://…; a temporary file if absent")
    streams.set_defaults(run=live)
    one = kinds.add_parser("command", help="what one command does and costs, with the lines of a profile")
    one.add_argument("--lines", type=int, default=12, help="lines of the profile (default 12)")
    one.set_defaults(run=command)
    longer = kinds.add_parser("growth", help="a command and the journal on a log of 100, 10,000 and 100,000 events")
    longer.set_defaults(run=growth)
    struck = kinds.add_parser("attacks", help="what the odds of attacks of Clé en main cost, cold")
    struck.add_argument("--repeats", type=int, default=7)
    struck.set_defaults(run=lambda asked: print(attacks(asked.repeats)))
    drawn = kinds.add_parser("laws", help="exact laws of actions drawn at random, one line of JSON each")
    drawn.add_argument("kind", choices=DRAWS)
    drawn.add_argument("--seed", type=int, default=1)
    drawn.add_argument("--count", type=int, default=100)
    drawn.set_defaults(run=_laws)
    agreed = kinds.add_parser("agreement", help="exact duels of each game beside duels thrown with `perform`")
    agreed.add_argument("--fights", type=int, default=20_000, help="thrown for each way of playing (default 20,000)")
    agreed.add_argument("--game", choices=DUELS, default="", help="one game instead of all")
    agreed.add_argument("--seed", type=int, default=1)
    agreed.set_defaults(run=agreement)
    spoilt = kinds.add_parser("fuzz", help="requests drawn at random to every address: none may break the server")
    spoilt.add_argument("--count", type=int, default=1000)
    spoilt.add_argument("--seed", type=int, default=1)
    spoilt.set_defaults(run=fuzz)
    sheets = kinds.add_parser("paper", help="characters drawn at random on paper: one page each, nothing over anything")
    sheets.add_argument("--count", type=int, default=100)
    sheets.add_argument("--seed", type=int, default=1)
    sheets.set_defaults(run=paper)
    walked = kinds.add_parser("wizards", help="each wizard driven at random: dead ends, bad sheets, wrong counts")
    walked.add_argument("--count", type=int, default=500, help="walks through each (default 500)")
    walked.add_argument("--seed", type=int, default=1)
    walked.add_argument("--only", default="", help="wizards whose name holds this word")
    walked.set_defaults(run=wizards)
    thrown = kinds.add_parser("perform", help="blows a second in each game, thrown by `perform`")
    thrown.add_argument(
        "--beside", default="", help="the src folder of another version, measured in turn with this one"
    )
    thrown.add_argument("--rounds", type=int, default=7)
    thrown.add_argument("--seconds", type=float, default=0.5, help="of each loop (default 0.5)")
    thrown.set_defaults(run=performing)
    killing = kinds.add_parser("kill", help="a house killed again and again: commands lost, doubled, lines skipped")
    killing.add_argument("--count", type=int, default=300, help="kills in all (default 300)")
    killing.add_argument("--seed", type=int, default=1, help="that the moments are drawn from (default 1)")
    killing.add_argument("--on", choices=("sqlite", "postgres"), default="", help="one place instead of both")
    killing.add_argument("--database", default="", help="a PostgreSQL that runs; one is started here if absent")
    killing.set_defaults(run=kill)
    held = kinds.add_parser("memory", help="what prints, questions to the lab, imports and pictures leave in memory")
    held.add_argument("--share", type=float, default=1.0, help="of 200 prints and 100 of each other (default 1)")
    held.add_argument("--seed", type=int, default=1)
    held.set_defaults(run=memory)
    asking = kinds.add_parser("pace", help="cards, answers and waits for each blow of fights of Clé en main")
    asking.add_argument("--fights", type=int, default=10, help="of each kind (default 10)")
    asking.set_defaults(run=pace)
    sliding = kinds.add_parser("slider", help="an attack's form and odds asked for again 60 times a second")
    sliding.add_argument("--seconds", type=float, default=5)
    sliding.add_argument("--rate", type=float, default=60, help="changes a second")
    sliding.set_defaults(run=slider)
    for kind in (whole, odds, streams, longer, sliding, asking):
        kind.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    asked = parser.parse_args()
    asked.run(asked)


def _exact(asked: argparse.Namespace) -> None:
    report = exact(max(15, asked.repeats), TUNED if asked.tuned else AS_WRITTEN)
    print(json.dumps(report.as_dict(), indent=2) if asked.json else table(report))


def _laws(asked: argparse.Namespace) -> None:
    print(f"# {asked.count} laws of {asked.kind}, seed {asked.seed}")
    for law in laws(asked.kind, asked.seed, asked.count):
        print(law)


if __name__ == "__main__":
    main()
