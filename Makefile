# Needs python 3.11 or newer with pip, and make. Everything else is put into VENV_DIR; another
# Python gets another one: make quick PYTHON=python3.13 VENV_DIR=.venv-3.13

PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV_DIR ?= .venv
RUN := $(VENV_DIR)/bin/python
VENV := $(VENV_DIR)/.made
# More than the two processors it is measured on: a third of the time of the tests is waiting.
TESTERS ?= 5
SHELL := /bin/bash
# Who is done takes over half of what the other still has: tests/conftest.py has their order.
TESTS = $(RUN) -m pytest -n $(TESTERS) --dist worksteal
# Where it is set, every process compiles all it imports anew: half a minute of a run of the tests.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help venv play test quick sweeps choices lint format types bench arena tiles etudes screenshots
.PHONY: fast nodes walks siege season fleet cyrillic words screens pot replay lock pin sbom audit clean
.PHONY: six-days train near reference cover mutants dist release pictures codes

help: ## What can be made
	@sed -n 's/^\([a-z][a-z]*\):.*## \(.*\)/  make \1|\2/p' $(MAKEFILE_LIST) | column -t -s '|'

venv: $(VENV) ## The virtual environment, from requirements.lock
$(VENV): requirements.lock
	@test -n "$(PYTHON)" && $(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Python 3.11 or newer is needed; say which with PYTHON=..." >&2; exit 1; }
	rm -rf $(VENV_DIR)
	$(PYTHON) -m venv $(VENV_DIR) >/dev/null || $(PYTHON) -m venv --clear --without-pip $(VENV_DIR)
	$(PYTHON) -m pip --python $(RUN) install --quiet --disable-pip-version-check \
	  --require-hashes --requirement requirements.lock
	@touch $(VENV)

play: $(VENV) ## The bot in a simulated Discord, in the browser: no token needed (ARGS="--reset --port 8765")
	$(RUN) -m bot playground $(ARGS)

fast: $(VENV) ## Compile the solver's search and the robots (needs a C compiler)
	@command -v "$${CC:-cc}" >/dev/null || command -v gcc >/dev/null \
	  || { echo "A C compiler is needed, as gcc or clang is; all works without it." >&2; exit 1; }
	$(RUN) deploy/compile_fast.py

# Robots think in many tests: compiled, they take a tenth of the time. tests/analysis proves the
# reference beside the compiled search, reference runs all that thinks by the reference alone.
test: $(VENV) ## All tests (ARGS="-k auction" for some of them, TESTERS=0 for one process)
	@$(RUN) deploy/compile_fast.py --if-needed >/dev/null || true
	$(TESTS) $(ARGS)

reference: $(VENV) ## The tests of solver and robots by the reference search, nothing compiled
	rm -f bot/analysis/flat/compiled.txt bot/robots/compiled/sources.digest
	$(TESTS) tests/analysis tests/robots $(ARGS)

# Rules, records, tables and screens: what the others are built on. ROOMS=tests for all rooms.
ROOMS = $(addprefix tests/,engine families golden notation properties render store tables) \
  $(wildcard tests/test_*.py)
# Nothing waits in them, and every tester collects all tests anew, for three seconds each.
quick: TESTERS = auto
quick: $(VENV) ## The tests of the first minute: no long walk, no process of its own, no browser
	@$(RUN) deploy/compile_fast.py --if-needed >/dev/null || true
	$(TESTS) -m "not slow and not process and not browser" $(ROOMS) $(ARGS)

sweeps: $(VENV) ## All cases of the tests of which the suite runs a sample (ARGS="-k screens")
	@$(RUN) deploy/compile_fast.py --if-needed >/dev/null || true
	$(TESTS) -m sweep $(ARGS)

near: $(VENV) ## The quick tests of what changed since main, in seconds
	$(RUN) -m tools.near $(ARGS)

cover: $(VENV) ## All tests with the share of lines and branches they reach, in build/coverage
	$(TESTS) --cov=bot --cov-report=html:build/coverage --cov-report=term:skip-covered \
	  $(ARGS)

choices: $(VENV) ## Whether the robots choose what they chose (ARGS=--write where they shall not)
	$(RUN) -m tools.choices $(ARGS)

nodes: $(VENV) ## Whether the search of make fast visits the positions of the reference (ARGS=100)
	$(RUN) -m tools.nodes $(ARGS)

codes: $(VENV) ## 100,000 deals through their codes, 100,000 damaged texts through the readers
	$(RUN) -m tools.deal_codes $(ARGS)

lint: $(VENV) ## ruff: rules and layout
	$(RUN) -m ruff check .
	$(RUN) -m ruff format --check .

format: $(VENV) ## ruff: repair what can be repaired
	$(RUN) -m ruff check --fix .
	$(RUN) -m ruff format .

types: $(VENV) ## mypy, strict
	$(RUN) -m mypy

bench: $(VENV) ## How fast everything is (ARGS=wire for one: clicks beside a bare bot of this library)
	$(RUN) -m tools.bench $(ARGS)

arena: $(VENV) ## How strong the robots are (ARGS="cards --hands 2000" or "matches sochi")
	$(RUN) -m tools.arena $(ARGS)

six-days: $(VENV) ## 40 simulated players at the six deals of 30 days; goes on after a kill (ARGS=--caps)
	$(RUN) -m tools.six_days $(ARGS)

train: $(VENV) ## Learn from games of robots where cards lie (ARGS="russian --deals 2874")
	$(RUN) -m tools.train $(ARGS)

tiles: $(VENV) ## Draw the card tiles and the card faces of pictures in data/cards again
	$(RUN) -m bot.render.paper.tiles $(ARGS)
	$(RUN) -m tools.card_sprites

pictures: $(VENV) ## A page of every kind of picture in build/pictures (ARGS="sochi-4 --cloth paper")
	$(RUN) -m tools.pictures $(ARGS)

etudes: $(VENV) ## Search problems of the day, behind those found (ARGS=easy; ARGS=--check proves all)
	$(RUN) -m tools.problems $(ARGS)

screens: $(VENV) ## Whether every screen reads as in tests/golden/screens (ARGS=--write to renew)
	$(RUN) -m tools.screens $(ARGS)

cyrillic: $(VENV) ## The Serbian words in Cyrillic script, made from those in Latin
	$(RUN) -m tools.cyrillic

words: $(VENV) ## What every screen says, a page a language in build/words (ARGS=ru for one)
	$(RUN) -m tools.words $(ARGS)

pot: $(VENV) ## The template for translators, with a comment for every text: build/preferans.pot
	$(RUN) -m tools.pot $(ARGS)

replay: $(VENV) ## The replay page, one file without any request: build/replay.html
	$(RUN) -m tools.replay_page $(ARGS)

screenshots: $(VENV) ## Pictures of the main screens (needs Chromium)
	$(RUN) -m tools.screenshots $(ARGS)

walks: $(VENV) ## Long seeded random walks through all the rules (ARGS="200 --part 3/10")
	$(RUN) -m tools.walks $(ARGS)

mutants: $(VENV) ## Which of 600 seeded faults no test finds, in hours (ARGS="--part 1/6")
	$(RUN) -m tools.mutants $(ARGS)

siege: $(VENV) ## The real bot killed, cut, starved and flooded: two hours (ARGS="kills --times 50")
	$(RUN) -m tools.siege $(ARGS)

season: $(VENV) ## Seasons of leagues through a simulated Discord, added up again (ARGS="24 23 --seed 2")
	$(RUN) -m tools.season $(ARGS)

fleet: $(VENV) ## Many processes on one PostgreSQL, with a page to look at (ARGS="2 --tables 50")
	$(RUN) -m tools.fleet $(ARGS)

# A tool of its own, so that making a lock does not depend on the lock.
UV := .lock-venv/bin/uv
$(UV):
	$(PYTHON) -m venv .lock-venv
	.lock-venv/bin/pip install --quiet --disable-pip-version-check 'uv>=0.9'
LOCK := $(UV) pip compile pyproject.toml --quiet --universal --python-version 3.11 \
  --generate-hashes --no-header --no-strip-extras --no-emit-index-url --no-emit-find-links
lock: $(UV) ## Make the lock files again from pyproject.toml (ARGS="--upgrade" for newer versions)
	$(LOCK) $(ARGS) --extra playground --extra dev --output-file requirements.lock
	$(LOCK) $(ARGS) --constraints requirements.lock --extra fast --extra fleet \
	  --output-file requirements-run.lock
	$(LOCK) $(ARGS) --constraints requirements.lock --extra fast --extra fleet --extra compile \
	  --output-file requirements-fast.lock

dist: $(UV) ## The wheel and the source archive, in dist
	rm -rf dist
	$(UV) build --quiet

# Made before the check: a lock that differs from pyproject.toml leaves a changed work tree.
release: lock ## Whether VERSION can be released; names what is missing (make release VERSION=1.2.0)
	@$(PYTHON) tools/release.py "$(VERSION)" $(ARGS)

pin: ## The base image by its digest, where the image registry answers (needs docker buildx)
	@image=$$(sed -n 's/^FROM \(python:[^@ ]*\).*/\1/p' Dockerfile | head -n 1); \
	digest=$$(docker buildx imagetools inspect "$$image" --format '{{.Manifest.Digest}}' 2>&1); \
	case "$$digest" in \
	  sha256:*) sed -i "s|^FROM python:[^ ]*|FROM $$image@$$digest|" Dockerfile ;; \
	  *) echo "The image registry does not answer: $$image stays as it is." >&2; exit 1 ;; \
	esac

# Tools for hosts, each with an environment of its own: nothing of them is in the bot's.
CYCLONEDX := .sbom-venv/bin/cyclonedx-py
$(CYCLONEDX):
	$(PYTHON) -m venv .sbom-venv
	.sbom-venv/bin/pip install --quiet --disable-pip-version-check 'cyclonedx-bom>=7.5,<8'
sbom: $(CYCLONEDX) ## What the bot consists of, as CycloneDX: build/sbom.json from the lock file
	@mkdir -p build
	$(CYCLONEDX) requirements requirements-run.lock --pyproject pyproject.toml --short-PURLs \
	  --output-reproducible --output-file build/sbom.json

PIP_AUDIT := .audit-venv/bin/pip-audit
$(PIP_AUDIT):
	$(PYTHON) -m venv .audit-venv
	.audit-venv/bin/pip install --quiet --disable-pip-version-check 'pip-audit>=2.10,<3'
audit: $(PIP_AUDIT) ## Whether anything the bot consists of has a known fault (asks PyPI)
	@mkdir -p build
	@if $(PIP_AUDIT) --strict --disable-pip --require-hashes --requirement requirements-run.lock \
	  --progress-spinner off >build/audit.txt 2>&1; then echo "No fault is known."; \
	elif grep -q '^Name ' build/audit.txt; then cat build/audit.txt; exit 1; \
	else echo "The advisory service does not answer for these packages, so nothing is known:" \
	  "build/audit.txt has its words." >&2; exit 2; fi

clean: ## Remove everything that was made; the database in var/ stays
	rm -rf .venv .venv-* .*-venv .pytest_cache .mypy_cache .ruff_cache .hypothesis build dist mutants
	rm -f bot/analysis/flat*.so bot/analysis/flat*.pyd bot/analysis/flat/*.so \
	  bot/analysis/flat/*.pyd bot/analysis/flat/compiled.txt
	rm -rf bot/robots/compiled
	find . -name __pycache__ -type d -not -path './.git/*' -prune -exec rm -rf {} +
