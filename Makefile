# Tasks for developers and continuous integration. Requires only python3 (3.11 or newer) and make.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip --disable-pip-version-check install --quiet -c constraints.txt

# Tests start hundreds of processes, each of which would compile every module again.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help demo test lint prove fuzz format bench picture site release clean

help:
	@echo "make demo    set up and audit the demonstration SAN (fixtures/demo)"
	@echo "make test    set up and run the tests (PYTEST_ARGS='-k table' to select)"
	@echo "make lint    check style, types, layer contracts, wording, the examples of every rule, generated files"
	@echo "make prove   check every rule with all rules active, hidden facts and mutations, and every scenario (30 minutes)"
	@echo "make fuzz    fuzz everything that reads exports for SECONDS (120; TARGETS='intake reader-cisco' to select)"
	@echo "make format  reformat the sources"
	@echo "make bench   run the benchmarks and compare them with the targets"
	@echo "make picture generate docs/check.svg for the README from the demonstration SAN"
	@echo "make site    build the documentation site in build/site"
	@echo "make release build wheel, sdist, program, man page, completions and SBOM in dist; KEY=FILE signs them"
	@echo "make clean   remove the environment and all build output"

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "sanlint requires Python 3.11 or newer; select one with: make PYTHON=/path/to/python3.11 $(MAKECMDGOALS)" >&2; exit 2; }
	@$(PYTHON) -m venv $(VENV) \
		|| { rm -rf $(VENV); echo "This Python cannot create virtual environments; on Debian and Ubuntu: apt install python3-venv" >&2; exit 2; }

# Stamp files: the environment is rebuilt only when its requirements change.
$(VENV)/.run: pyproject.toml constraints.txt | $(BIN)/python
	$(PIP) -e .
	@touch $@

$(VENV)/.dev: pyproject.toml constraints.txt | $(BIN)/python
	$(PIP) -e '.[dev]'
	@touch $@ $(VENV)/.run

# The demonstration SAN has planted faults, so findings are expected; any other error still fails.
demo: $(VENV)/.run
	$(BIN)/sanlint check --exit-zero --config fixtures/demo/sanlint.yaml fixtures/demo/exports

test: $(VENV)/.dev
	$(BIN)/python -m pytest -q -n auto --dist worksteal $(PYTEST_ARGS)

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	.ci/wording $(BIN)/codespell .
	$(BIN)/python -m checker.facts.generate --check
	$(BIN)/python docs/generate.py --check
	$(BIN)/sanlint rules test --quick --alone --brief
	$(BIN)/python benchmarks/counts.py

prove: $(VENV)/.dev
	$(BIN)/sanlint rules test --record .proof.jsonl
	SANLINT_PROVE=1 $(BIN)/python -m pytest -q -n auto --dist worksteal tests/remediate/test_rules_fix.py tests/system tests/remediate/test_commands_on_model.py tests/hostile tests/anonymize tests/facts tests/topology tests/readers tests/rules tests/intake tests/estimate tests/report tests/cli/input

# Only fuzzing needs atheris.
$(VENV)/.fuzz: pyproject.toml constraints.txt $(VENV)/.dev
	$(PIP) -e '.[fuzz]'
	@touch $@

SECONDS ?= 120
fuzz: $(VENV)/.fuzz
	$(BIN)/python -m tests.fuzz.run --seconds $(SECONDS) $(TARGETS)

format: $(VENV)/.dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# Other programs for comparison are not part of the pinned dependencies.
$(VENV)/.bench: $(VENV)/.run
	$(PIP) -e '.[bench]'
	@touch $@

bench: $(VENV)/.bench
	@for script in benchmarks/bench_*.py; do echo "== $$script"; $(BIN)/python "$$script" || exit 1; done

# MkDocs is not part of the development dependencies; only the site needs it.
$(VENV)/.docs: pyproject.toml constraints.txt $(VENV)/.run
	$(PIP) -e '.[docs]'
	@touch $@

site: $(VENV)/.docs
	$(BIN)/python docs/site/build.py
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --config-file docs/site/mkdocs.yml
	@echo "open build/site/index.html"

# What builds a release is not part of the development dependencies either.
$(VENV)/.release: pyproject.toml constraints.txt | $(BIN)/python
	$(PIP) -e '.[release]'
	@touch $@ $(VENV)/.run

release: $(VENV)/.release
	KEY='$(KEY)' .ci/release/run

picture: $(VENV)/.run
	$(BIN)/python docs/picture.py 60 -- $(BIN)/sanlint check --config fixtures/demo/sanlint.yaml fixtures/demo/exports

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
