PYTHON ?= python3
BIN    := .venv/bin
PROTO  := $(shell find proto -name '*.proto')
BUF    := npm exec --yes --package=@bufbuild/buf@1.75.0 -- buf
PROMISED := tests/proto/baseline

.PHONY: help setup proto play test slow check lint types coverage soak fuzz bench kernel progress planted examples baseline clean
help: ## List the targets
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 10

setup: $(BIN)/.ready ## Make .venv and install the project and its tools into it
$(BIN)/.ready: pyproject.toml hatch_build.py
	@$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed: say make PYTHON=python3.12 setup" if sys.version_info < (3, 11) else 0)'
	@echo 'Installing into .venv: this takes about a minute, once.'
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install -q --upgrade 'pip>=25.1'
	$(BIN)/python -m pip install -q -e . --group dev
	@touch $@

proto: gen/.stamp ## Generate the gRPC stubs from proto/ into gen/
gen/.stamp: $(PROTO) hatch_build.py | $(BIN)/.ready
	$(BIN)/python hatch_build.py
	@touch $@

play: setup proto ## Play a match against a computer, on a private server
	@$(BIN)/koikoi-client --practice

test: setup proto ## Run the quick tests on all processors; they state every behaviour
	$(BIN)/python -m pytest -n auto --dist worksteal

slow: setup proto ## Run the slow tests: large samples, exhaustive inputs, long matches
	$(BIN)/python -m pytest -n auto --dist worksteal -m 'slow and not install and not examples'

check: test slow coverage planted lint ## Run test, slow, coverage, planted and lint

coverage: setup proto ## Measure branch coverage of the rules by their own tests: at least 98 %
	$(BIN)/coverage run -m pytest -q tests/hanafuda
	$(BIN)/coverage report --fail-under=98 --skip-covered --show-missing

planted: setup proto ## Plant wrong rules one at a time; the tests must catch each
	$(BIN)/python -m tests.planted

lint: types ## Check style, types and, where node is present, the protocol
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	@if command -v npm >/dev/null; then echo "$(BUF) lint proto"; $(BUF) lint proto && \
	echo "$(BUF) breaking proto --against $(PROMISED)" && $(BUF) breaking proto --against $(PROMISED); \
	else echo "npm not found: the protocol was not linted"; fi

examples: setup proto ## Build the example clients and run their tests
	@scripts/examples

types: setup proto ## Check types, for Linux, Windows and macOS
	$(BIN)/mypy
	$(BIN)/mypy --platform win32 server client
	$(BIN)/mypy --platform darwin server client

kernel: setup proto ## Compare Hard's kernel with the rules on 100,000 rounds (minutes)
	KOIKOI_KERNEL_ROUNDS=100000 $(BIN)/python -m pytest -m slow tests/bots/koikoi/test_kernel.py

progress: setup proto ## Compare progress towards yaku with a plain count on 120,000 positions (minutes)
	KOIKOI_PROGRESS_POSITIONS=1500 $(BIN)/python -m pytest -m slow tests/hanafuda/analysis/test_progress.py

soak: setup proto ## Run long random tests: kills, faults, many tables (minutes)
	$(BIN)/python -m tests.soak

# Where atheris cannot be installed, hypothesis alone makes the requests.
fuzz: setup proto ## Send random requests of every kind for SECONDS=120
	-$(BIN)/python -m pip install -q --group fuzz
	$(BIN)/python -m tests.fuzz $(or $(SECONDS),120)

# Done at a release: clients may rely on this protocol from then on. Comments are left out.
baseline: ## Save proto/ as the baseline that `make lint` compares with
	for file in $(PROTO); do \
	sed -E 's,//.*$$,,; s,[ 	]+$$,,' $$file | cat -s | sed '/./,$$!d' > $(PROMISED)/$${file#proto/}; done

bench: setup proto ## Measure speed against reference work on the same machine
	$(BIN)/python -m tests.bench

# gen/koikoi stays until the next `make proto` replaces it: an editable install in another
# environment may import it.
clean: ## Remove all build output, caches and .venv
	rm -rf gen/.stamp gen/.new-* dist build .venv examples/cpp/build examples/node/node_modules
	rm -rf .mypy_cache .pytest_cache .ruff_cache .hypothesis .coverage
	find server client tests scripts -name __pycache__ -type d -prune -exec rm -rf {} +
