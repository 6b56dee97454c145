"""`python -m bench exact`, with `--tuned` for the peers at their hand-made best and `--json` for machines."""

from __future__ import annotations

import argparse
import json

from bench.measure import AS_WRITTEN, TUNED, exact, table


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench", description="Our exact odds against icepool and dyce.")
    parser.add_argument("what", choices=["exact"], help="exact: ten questions of the four games")
    parser.add_argument("--tuned", action="store_true", help="peers recast by hand instead of as the rules read")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    parser.add_argument("--repeats", type=int, default=31, help="runs of each (default 31, at least 15)")
    asked = parser.parse_args()
    report = exact(max(15, asked.repeats), TUNED if asked.tuned else AS_WRITTEN)
    print(json.dumps(report.as_dict(), indent=2) if asked.json else table(report))


if __name__ == "__main__":
    main()
