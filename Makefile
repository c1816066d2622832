# make play: play in the browser.  make test: everything that must hold.  Both set up what they need in .venv.
PYTHON ?= python3
BIN := .venv/bin
JOBS ?= 2

.PHONY: play test lint rules table chromium compiled test-ray strings mutants bench bench-table clean
.DEFAULT_GOAL := play

play: .venv/installed
	@$(BIN)/seaboard play

test: lint rules table compiled

# ruff, mypy, and which module may import which (import-linter; the contracts are in pyproject.toml)
lint: .venv/tested
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# the rules, interpreted: a wrong integer shows
rules: .venv/tested
	NUMBA_DISABLE_JIT=1 $(BIN)/pytest -q -n $(JOBS) --ignore=tests/compiled --ignore=tests/table --ignore=tests/browser --ignore=tests/cluster

# the table: a real server on SQLite and PostgreSQL, and a real browser
table: .venv/tested chromium
	NUMBA_DISABLE_JIT=1 CHROMIUM="$(CHROMIUM)" $(BIN)/pytest -q -n $(JOBS) tests/table tests/browser

# the system's Chromium, which the browser tests drive; CHROMIUM=/path names another
chromium:
	@test -n "$(CHROMIUM)" || command -v chromium >/dev/null || command -v chromium-browser >/dev/null \
	|| command -v google-chrome >/dev/null \
	|| { test "$$(id -u)" = 0 && command -v apt-get >/dev/null && apt-get update -qq && apt-get install -y -qq chromium; } \
	|| { echo "the browser tests need Chromium: apt-get install chromium, or make test CHROMIUM=/path/to/chrome" >&2; exit 1; }

# the same source compiled, once with every index checked; the command line and the wheel
compiled: .venv/tested
	printf 'nusfjord\nkaivai\nmaori\n' | xargs -P $(JOBS) -n 1 $(BIN)/seaboard compile
	$(BIN)/pytest -q -n $(JOBS) tests/compiled

# the same results from a Ray cluster as from local processes: two workers here, Ray in an environment of its own
test-ray: .venv-ray/installed
	NUMBA_DISABLE_JIT=1 .venv-ray/bin/pytest -q tests/cluster

# new texts into the .po files
strings: .venv/tested
	$(BIN)/python src/seaboard/locale/update.py

# the rules changed in small ways, one after the other: a test must fail each time. docs/testing.md gets the report;
# MUTANTS="maori --sample 100 --seed 2" for one game, a larger sample, another one
mutants: .venv/tested
	$(BIN)/python tests/mutants.py --jobs $(JOBS) $(MUTANTS)

# Seaboard beside its peers, on one core in one run; the peers live in an environment of their own
bench: .venv-bench/installed
	.venv-bench/bin/python benchmarks/peers.py
	.venv-bench/bin/python benchmarks/environments.py
	.venv-bench/bin/python benchmarks/figures.py

# the table under load, beside a bare FastAPI POST
bench-table: .venv/installed
	$(BIN)/seaboard compile maori
	$(BIN)/python benchmarks/load.py

.venv/installed: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Seaboard needs Python 3.11 or newer; try: make PYTHON=python3.12")'
	@echo "setting up .venv (once)"
	@$(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	@touch $@

.venv/tested: .venv/installed
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[test]'
	@touch $@

.venv-bench/installed: benchmarks/requirements.txt pyproject.toml
	@$(PYTHON) -m venv .venv-bench
	@.venv-bench/bin/python -m pip install --quiet --disable-pip-version-check -e . -r benchmarks/requirements.txt
	@touch $@

.venv-ray/installed: pyproject.toml
	@$(PYTHON) -m venv .venv-ray
	@.venv-ray/bin/python -m pip install --quiet --disable-pip-version-check -e '.[ray]' pytest hypothesis
	@touch $@

clean:
	rm -rf .venv .venv-bench .venv-ray dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
