PY ?= python3
V  := .venv
S  := $(V)/.ready
# one worker more than there are cores: some tests wait for a server
CORES := $(shell $(PY) -c 'import os; print(os.cpu_count() or 1)')
PYTEST := $(V)/bin/python -m pytest -q --dist worksteal
# modules are compiled once, not by each worker and each server
export PYTHONDONTWRITEBYTECODE :=
# what tests write stays in memory where there is room for it: no test survives the machine, so none waits for its disk
ROOM := $(shell test "$$(df -Pm /dev/shm 2>/dev/null | awk 'END {print $$4}')" -ge 6000 2>/dev/null && echo /dev/shm)
test evenings: export TMPDIR := $(or $(ROOM),$(TMPDIR),/tmp)
.PHONY: run test setup check bench lock golden mutants shots evenings wander docs site release
run: $(S)
	$(V)/bin/tablee serve --lan --open
# collected once first, beside make check, so that no two workers compile the same modules; what browsers and make check
# say is shown once the tests beside them are done
test: $(S)
	@$(MAKE) -s check >$(V)/check.log 2>&1 & check=$$!; failed=; \
	$(PYTEST) --collect-only tests browser >/dev/null 2>&1 || true; \
	$(PYTEST) -n $$((($(CORES) + 1) / 2)) browser >$(V)/browser.log 2>&1 & browser=$$!; \
	$(PYTEST) -n $$(($(CORES) + 1)) || failed="$$failed tests"; \
	wait $$browser || failed="$$failed browser"; cat $(V)/browser.log; \
	wait $$check || failed="$$failed check"; cat $(V)/check.log; \
	test -z "$$failed" || { echo "make test failed:$$failed"; exit 1; }
setup: $(S)
check: $(S)
	$(V)/bin/ruff format --check .
	$(V)/bin/ruff check .
	$(V)/bin/mypy
	$(V)/bin/lint-imports
bench: $(S)
	$(V)/bin/python -m bench exact
mutants: $(S)
	$(V)/bin/python -m tests.mutants
evenings: $(S)
	$(PYTEST) -m evening --fresh-chance
	$(PYTEST) -m evening browser
	$(V)/bin/python -m browser evenings
	$(V)/bin/python -m browser wander --walks 200
# people who tap what they see; one walk again: make wander ARGS='--walks 1 --seed 123.4'
wander: $(S)
	$(V)/bin/python -m browser wander $(ARGS)
# Tablée without a server: one static folder, site/ (npm and node fetch the Python of browsers)
site: $(S)
	$(V)/bin/python -m inpage
docs: $(S)
	$(V)/bin/python -m docsite
# every page in shots/, and the pictures of the README with their stamps
shots: $(S)
	$(V)/bin/python -m browser showcase
	$(V)/bin/python -m browser shots
# is this tree a version that others can have? tests first, then wheel, documentation, pictures and changelog
release: $(S)
	$(MAKE) test
	$(V)/bin/python -m release
lock: $(S)
	$(V)/bin/uv pip compile --universal --generate-hashes --no-emit-index-url --no-header --group dev pyproject.toml -o requirements.lock -q
golden: $(S)
	$(V)/bin/python -m pytest -q -n auto tests/games tests/test_docs.py --rewrite-golden
$(S): pyproject.toml requirements.lock hatch_build.py frontend/package-lock.json
	test -x $(V)/bin/python || $(PY) -m venv $(V)
	$(V)/bin/python -m pip install -q --disable-pip-version-check 'uv>=0.9'
	$(V)/bin/uv pip install -q --python $(V)/bin/python --require-hashes -r requirements.lock
	$(V)/bin/uv pip install -q --python $(V)/bin/python --no-deps -e .
	@test -d src/tablee/web/static/fonts || echo 'No npm, or no network: pages use the fonts of the system.'
	touch $@
