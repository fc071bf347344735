# Everything a person or a machine does with this repository. Needs python3 (3.11 or newer) and make, nothing else.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip --disable-pip-version-check install --quiet -c constraints.txt

.DEFAULT_GOAL := help
.PHONY: help demo test lint prove format bench picture site clean

help:
	@echo "make demo    set up and audit the demonstration SAN (fixtures/demo)"
	@echo "make test    set up and run the tests (PYTEST_ARGS='-k table' to choose)"
	@echo "make lint    style, types, layer contracts, examples of every rule, generated files"
	@echo "make prove   every rule's examples with all rules on, hidden facts and mutations, every scenario (half an hour)"
	@echo "make format  rewrite the sources in the project's style"
	@echo "make bench   measure against the goals"
	@echo "make picture make docs/check.svg for the README from the demonstration"
	@echo "make site    make the documentation site in build/site"
	@echo "make clean   remove the environment and everything built"

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "sanlint needs Python 3.11 or newer; name one with: make PYTHON=/path/to/python3.11 $(MAKECMDGOALS)" >&2; exit 2; }
	@$(PYTHON) -m venv $(VENV) \
		|| { rm -rf $(VENV); echo "This Python can't make a virtual environment; on Debian and Ubuntu: apt install python3-venv" >&2; exit 2; }

# Stamps: the environment is made once, and again when what it is made from changes.
$(VENV)/.run: pyproject.toml constraints.txt | $(BIN)/python
	$(PIP) -e .
	@touch $@

$(VENV)/.dev: pyproject.toml constraints.txt | $(BIN)/python
	$(PIP) -e '.[dev]'
	@touch $@ $(VENV)/.run

# The demonstration SAN has planted faults: findings are what it is for, anything else wrong still fails.
demo: $(VENV)/.run
	$(BIN)/sanlint check --exit-zero --config fixtures/demo/sanlint.yaml fixtures/demo/exports

test: $(VENV)/.dev
	$(BIN)/python -m pytest -q -n auto --dist worksteal $(PYTEST_ARGS)

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m checker.facts.generate --check
	$(BIN)/python docs/generate.py --check
	$(BIN)/sanlint rules test --quick --alone --brief

prove: $(VENV)/.dev
	$(BIN)/sanlint rules test --record .proof.jsonl
	SANLINT_PROVE=1 $(BIN)/pytest -q tests/fix/test_rules_mend.py tests/test_scenarios.py tests/test_inventory_round_trip.py

format: $(VENV)/.dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# The peers are installed apart from the pinned set: they are measured against, not depended on.
$(VENV)/.bench: $(VENV)/.run
	$(PIP) -e '.[bench]'
	@touch $@

bench: $(VENV)/.bench
	@for script in benchmarks/bench_*.py; do echo "== $$script"; $(BIN)/python "$$script" || exit 1; done

# The site's own tools are no part of the development set: only who builds the site needs them.
$(VENV)/.docs: pyproject.toml constraints.txt $(VENV)/.run
	$(PIP) -e '.[docs]'
	@touch $@

site: $(VENV)/.docs
	$(BIN)/python docs/site/build.py
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --config-file docs/site/mkdocs.yml
	@echo "open build/site/index.html"

picture: $(VENV)/.run
	$(BIN)/python docs/picture.py 60 -- $(BIN)/sanlint check --config fixtures/demo/sanlint.yaml fixtures/demo/exports

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
