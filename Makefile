# Everything one does with this project from a fresh clone. `make` alone lists it.
# Needed: Python 3.11 or newer as python3 (or PYTHON=…), make and git.

PYTHON ?= python3
PORT ?= 8000
# One more than there are processors: browser tests wait now and then.
WORKERS ?= $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)
# Those that ask PostgreSQL and Redis wait as well.
SERVICE_WORKERS ?= $(WORKERS)

# In which orders make test-stress runs its tests.
SEEDS ?= 1 2 3

# How many tables play while something breaks, and which tests of that run (all without a name).
TABLES ?= 20
FAULTS ?=

VENV := .venv
BIN := $(VENV)/bin
MANAGE := $(BIN)/python manage.py
# Groups keep browser tests that share a server on one worker; collection puts long tests first.
PYTEST := $(BIN)/python -m pytest
PARALLEL := -n $(WORKERS) --dist loadgroup --no-loadscope-reorder
BIOME := PATH="$(CURDIR)/$(BIN):$$PATH" node_modules/.bin/biome
TEMPLATES = $$(git ls-files --cached --others --exclude-standard '*.html')
# Not what is in words of others: licences; nor what is done and stays: migrations.
WORDED = $$(git ls-files --cached --others --exclude-standard '*.py' '*.html' '*.txt' '*.md' '*.js' \
	'*.css' ':!*/migrations/*' ':!*/fonts/*' ':!*/golden/*')

# The analysis takes a minute to compile. Another clone with the same sources need not do it again.
NUMBA_CACHE_DIR ?= $(HOME)/.cache/compiled-analysis
COMPILED = NUMBA_CACHE_DIR=$(NUMBA_CACHE_DIR)

# The tests make and drop databases of their own beside the one named here.
ON_SQLITE = $(COMPILED) DATABASE_URL=sqlite:///$(CURDIR)/var/db.sqlite3 REDIS_URL=
DATABASE_URL ?= postgres://postgres@127.0.0.1:5432/test
REDIS_URL ?= redis://127.0.0.1:6379/15
ON_SERVICES = $(COMPILED) DATABASE_URL=$(DATABASE_URL) REDIS_URL=$(REDIS_URL)

# Without compiled files each of the many processes of a test run would compile everything anew.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

.PHONY: help
help:  ## List these commands
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | \
		awk -F '\t' '{ printf "  make %-17s %s\n", $$1, $$2 }'

# --- The site ---------------------------------------------------------------------------------

.PHONY: run
run: $(VENV)/site .env  ## Run the site on http://127.0.0.1:8000 (PORT=… for another port)
	@mkdir -p var
	@test ! -d locale || $(MANAGE) compilemessages --ignore .venv --verbosity 0
	@$(MAKE) --silent $(VENV)/analysis &
	@$(COMPILED) exec $(MANAGE) run --port $(PORT)

# A database of its own, made anew each time (KEEP=1 serves the one of last time), and nothing shared
# with any other site.
DEMO := DEMO=True DEBUG=True HTTPS=False BEHIND_PROXY=False REDIS_URL= ALLOWED_HOSTS=127.0.0.1,localhost \
	DATABASE_URL=sqlite:///$(CURDIR)/var/demo.sqlite3 $(COMPILED)

.PHONY: demo
demo: $(VENV)/site .env  ## Fill a database with a small made-up community and serve it (PORT=…, KEEP=1)
	@mkdir -p var
	@test -n "$(KEEP)" || rm -f var/demo.sqlite3 var/demo.sqlite3-*
	@$(DEMO) $(MANAGE) migrate --verbosity 0
	@$(DEMO) $(MANAGE) collectstatic --noinput --verbosity 0
	@test ! -d locale || $(MANAGE) compilemessages --ignore .venv --verbosity 0
	@$(DEMO) $(MANAGE) demo
	@echo "The demo is on http://127.0.0.1:$(PORT). Stop it with Ctrl-C."
	@$(DEMO) exec $(BIN)/python -m cantstop_site --bind 127.0.0.1 --port $(PORT) --verbosity 0 cantstop_site.asgi:application

# If its sources have changed. Else each process of the analysis would first do it by itself. The
# site does not wait for it.
$(VENV)/analysis: $(VENV)/site $(shell find games/analysis -name '*.py') | .env
	@echo "Compiling the analysis of games takes about a minute. Until then weaker bots stand in."
	@$(COMPILED) nice $(MANAGE) compile_analysis
	@touch $@

.env: | $(VENV)/site
	@echo "Writing .env with fresh keys."
	@umask 077 && $(BIN)/python -c 'import secrets; \
		print("SECRET_KEY=" + secrets.token_urlsafe(50), "DEBUG=True", sep="\n")' > $@
	@$(MANAGE) make_push_key >> $@

# --- Tests ------------------------------------------------------------------------------------

.PHONY: test
test: $(VENV)/dev chromium  ## Run every test, on SQLite
	@$(ON_SQLITE) $(PYTEST) $(PARALLEL) --ignore tests/faults

.PHONY: test-fast
test-fast: $(VENV)/dev  ## Run what needs no browser and walks over no whole site
	@$(ON_SQLITE) $(PYTEST) $(PARALLEL) -m 'not browser' --ignore tests/site --ignore tests/faults

.PHONY: test-browser
test-browser: $(VENV)/dev chromium  ## Run the tests with real browsers
	@$(ON_SQLITE) $(PYTEST) $(PARALLEL) -m browser tests/browser

# What covers most of what browsers may do differently: a whole game of each kind, live pages that are
# cut off and come back, replays, dice that are verified, the rules over the table, score sheets.
IN_FIREFOX := $(foreach each,whole_game buttons_whole_game recovery buttons_recovery replay_player replay_script \
	fair_dice verify_scripts score_sheets,tests/browser/test_$(each).py)

# Each says so in a line per test, and the second also runs where the first has failed.
.PHONY: test-browsers
test-browsers: $(VENV)/browsers  ## Play, replay and verify in Firefox and WebKitGTK as well (no part of make test)
	@sh tests/browser/need_browsers.sh
	@failed=0; \
		TEST_BROWSER=firefox $(ON_SQLITE) $(PYTEST) -n 2 --dist loadgroup -v $(IN_FIREFOX) || failed=1; \
		$(ON_SQLITE) xvfb-run --auto-servernum --server-args '-screen 0 1400x1000x24' \
			$(PYTEST) -v tests/browser/webkit_smoke.py || failed=1; \
		exit $$failed

.PHONY: test-services
test-services: services chromium  ## Run on PostgreSQL and Redis what may differ there
	@$(ON_SERVICES) $(PYTEST) $(PARALLEL) -n $(SERVICE_WORKERS) --on-services --ignore tests/faults

# Run this after a change to live pages or to their tests. What fails here waits for the wrong thing.
.PHONY: test-stress
test-stress: $(VENV)/dev chromium  ## Run browser and live tests in random orders beside two busy loops (SEEDS="1 2 3")
	@loops=; for loop in 1 2; do sh -c 'while :; do :; done' & loops="$$loops $$!"; done; \
		trap "kill $$loops" EXIT; failed=0; \
		for seed in $(SEEDS); do \
			$(ON_SQLITE) $(PYTEST) $(PARALLEL) --random-order --random-order-seed $$seed \
				tests/browser tests/live || failed=1; \
		done; exit $$failed

# The programs of PostgreSQL and Redis are started, stopped and killed here, apart from any others.
.PHONY: test-faults
test-faults: $(VENV)/dev  ## Break one part of the site after the other while tables play (TABLES=20, FAULTS=…)
	@TABLES=$(TABLES) $(ON_SQLITE) $(PYTEST) -n 0 tests/faults -k '$(FAULTS)'

.PHONY: services
services: $(VENV)/dev
	@$(ON_SERVICES) $(BIN)/python -m tests.services

.PHONY: chromium
chromium:
	@sh tests/browser/get_chromium.sh

# --- Checks -----------------------------------------------------------------------------------

.PHONY: lint
lint: $(VENV)/dev node_modules  ## Check style, imports, templates, scripts and words
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/djade --target-version 5.2 --check $(TEMPLATES)
	@$(BIN)/lint-imports
	@$(BIN)/python -m tests.words $(WORDED)
	@$(BIOME) check --error-on-warnings

.PHONY: format
format: $(VENV)/dev node_modules  ## Put code, templates and scripts into shape
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .
	@$(BIN)/djade --target-version 5.2 $(TEMPLATES)
	@$(BIOME) check --write

.PHONY: types
types: $(VENV)/dev  ## Check types
	@$(BIN)/mypy

.PHONY: audit
audit: $(VENV)/dev  ## Ask whether what we depend on has known security holes
	@$(BIN)/pip-audit --disable-pip --require-hashes -r deploy/requirements.lock

# --- More -------------------------------------------------------------------------------------

.PHONY: benchmark
benchmark: $(VENV)/dev  ## Measure the engine, the importer, moves, pages and pictures
	@$(BIN)/python -m benchmarks.engine
	@$(BIN)/python -m benchmarks.importer
	@$(BIN)/python -m benchmarks.table
	@$(BIN)/python -m benchmarks.pages
	@$(BIN)/python -m benchmarks.pictures

.PHONY: benchmark-load
benchmark-load: $(VENV)/dev benchmarks/load/boardgameio/node_modules  ## Measure the running site under load (PARTS="moves idle …")
	@$(ON_SERVICES) $(BIN)/python -m benchmarks.load $(PARTS)

.PHONY: benchmark-scaling
benchmark-scaling: $(VENV)/dev  ## Compute how many machines 1 thousand to 10 million people need
	@$(BIN)/python -m benchmarks.scaling

# Run it before and after tests were made cheaper (COMMIT=… for the tests of an older commit).
FOLDER ?= games/engine
COMMIT ?= HEAD
.PHONY: mutants
mutants: $(VENV)/mutants  ## Measure how many mistakes in a folder the tests find (FOLDER=games/services)
	@$(COMPILED) $(BIN)/python -m benchmarks.mutants $(FOLDER) --commit $(COMMIT)

# Texts of tests and of packages are nobody's here; comments say in which file a text is, not where.
MESSAGES := --no-wrap --add-location file $(foreach each,.venv node_modules staticfiles static var tests benchmarks, \
	--ignore $(each))

.PHONY: messages
messages: $(VENV)/site  ## Write what is to be translated into locale/ (NEW=de begins another language)
	@command -v xgettext >/dev/null || \
		{ echo "GNU gettext is needed (on Debian: apt-get install gettext)."; exit 1; }
	@test -n "$(NEW)" || ls locale/*/LC_MESSAGES/django.po >/dev/null 2>&1 || \
		{ echo "There is no other language yet; begin one with: make messages NEW=de"; exit 1; }
	@mkdir -p locale
	@$(MANAGE) makemessages $(if $(NEW),--locale $(NEW),--all) $(MESSAGES)

# For all platforms, from PyPI alone, whatever this machine's pip is told.
.PHONY: lock
lock: $(VENV)/dev  ## Write deploy/requirements.lock anew (UPGRADE=1 takes the newest of what is not pinned)
	@$(BIN)/uv pip compile requirements.txt --quiet --no-config --default-index https://pypi.org/simple \
		--universal --python-version 3.11 --generate-hashes $(if $(UPGRADE),--upgrade) \
		--custom-compile-command 'make lock' --output-file deploy/requirements.lock

# It takes half an hour (Buttons) or a few hours (Can't Stop) of one processor;
# docs/analysis-cantstop.md and docs/analysis-buttons.md say more.
KIND ?= cantstop
SEED ?= 1

.PHONY: train
train: $(VENV)/site .env  ## Train the values that the analysis of a game plays by, and measure it (KIND=cantstop SEED=1)
	@$(BIN)/python -m tools.$(KIND).training --seed $(SEED)
	@$(MANAGE) match $(KIND) --cross --games 300 --seed $(SEED)

.PHONY: golden
golden: $(VENV)/dev  ## Write the golden playthroughs anew (look at the diff before committing)
	@$(BIN)/python -m tests.engine.regenerate_golden

.PHONY: sounds
sounds: $(VENV)/site  ## Make the sounds of the site anew
	@$(BIN)/python -m tools.sounds

.PHONY: icons
icons: $(VENV)/site  ## Paint the icons of the installed site anew, from its favicon
	@$(BIN)/python -m tools.icons

.PHONY: screenshots
screenshots: $(VENV)/dev chromium  ## Take the pictures of the papers while `make demo` runs (PORT=…)
	@$(BIN)/python -m tests.browser.screenshots http://127.0.0.1:$(PORT)

.PHONY: clean
clean:  ## Remove what these commands made, except .env and the database in var/
	rm -rf $(VENV) node_modules staticfiles .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# --- Python environment -----------------------------------------------------------------------

# What is never imported need not be compiled, and what is gets compiled then.
INSTALL := install --quiet --disable-pip-version-check --no-compile

# Each file here tells when something was installed: pip runs again only for a changed list.
$(VENV)/site: requirements.txt | $(VENV)/made
	@echo "Installing what the site needs."
	@$(BIN)/python -m pip $(INSTALL) -r requirements.txt
	@touch $@

$(VENV)/dev: requirements-dev.txt requirements.txt | $(VENV)/made
	@echo "Installing what the site and its tests need."
	@$(BIN)/python -m pip $(INSTALL) -r requirements-dev.txt
	@touch $(VENV)/site $@

$(VENV)/browsers: requirements-browsers.txt $(VENV)/dev
	@echo "Installing what drives WebKitGTK."
	@$(BIN)/python -m pip $(INSTALL) -r requirements-browsers.txt
	@touch $@

$(VENV)/mutants: requirements-mutants.txt $(VENV)/dev
	@echo "Installing what makes mutants."
	@$(BIN)/python -m pip $(INSTALL) -r requirements-mutants.txt
	@touch $@

# Its one package is named with its whole version, and needs no other.
node_modules: package.json | $(VENV)/dev
	@echo "Installing what checks scripts and styles."
	@$(BIN)/npm install --no-package-lock --ignore-scripts --no-audit --no-fund --loglevel error
	@touch $@

# The one the site is compared with.
benchmarks/load/boardgameio/node_modules: benchmarks/load/boardgameio/package.json | $(VENV)/dev
	@echo "Installing boardgame.io."
	@$(BIN)/npm --prefix $(@D) install --no-package-lock --ignore-scripts --no-audit --no-fund --loglevel error
	@touch $@

$(VENV)/made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Python 3.11 or newer is needed; name one with: make PYTHON=python3.12 …"; exit 1; }
	@$(PYTHON) -m venv $(VENV) || \
		{ echo "Python's venv module is needed (on Debian: apt-get install python3-venv)."; \
		rm -rf $(VENV); exit 1; }
	@touch $@
