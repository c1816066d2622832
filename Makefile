# make play: play in the terminal.  make test: everything that must hold.  Both set up what they need in .venv.
PYTHON ?= python3
BIN := .venv/bin
JOBS ?= 2

.PHONY: play test lint rules compiled test-ray strings mutants bench clean
.DEFAULT_GOAL := play

play: .venv/installed
	@$(BIN)/seaboard play

test: lint rules compiled

# ruff and mypy
lint: .venv/tested
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# the rules, interpreted: a wrong integer shows
rules: .venv/tested
	NUMBA_DISABLE_JIT=1 $(BIN)/pytest -q -n $(JOBS) --ignore=tests/compiled --ignore=tests/cluster

# the same source compiled, once with every index checked; the command line and the wheel
compiled: .venv/tested
	$(BIN)/seaboard compile
	$(BIN)/pytest -q tests/compiled

# the same results from a Ray cluster as from local processes: two workers here, Ray in an environment of its own
test-ray: .venv-ray/installed
	NUMBA_DISABLE_JIT=1 .venv-ray/bin/pytest -q tests/cluster

# new texts into the .po files
strings: .venv/tested
	$(BIN)/python src/seaboard/locale/update.py

# every `return REASON` of the rules made FINE in turn: a test must fail each time
mutants: .venv/tested
	$(BIN)/python tests/mutants.py

# Seaboard beside its peers, on one core in one run; the peers live in an environment of their own
bench: .venv-bench/installed
	.venv-bench/bin/python benchmarks/peers.py
	.venv-bench/bin/python benchmarks/environments.py
	.venv-bench/bin/python benchmarks/figures.py

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
