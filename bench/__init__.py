"""How fast the dice answer, against the best public libraries; see `docs/bench.md`."""
