# make run: set up and serve the start page.  make test: set up, find or install a browser, run every test.
PYTHON ?= python3
VENV ?= .venv
PY := $(VENV)/bin/python
READY := $(VENV)/ready
PORT ?=

.PHONY: run test lint types words docs font fuzz bench lock clean

run: $(READY)
	@$(PY) -m explorer serve --no-browser $(if $(PORT),--port $(PORT))

test: $(READY) lint types
	@browser=$$($(PY) tests/browser.py) && CHROMIUM="$$browser" $(PY) -m pytest

lint: $(READY)
	@$(PY) -m ruff check . && $(PY) -m ruff format --check .

types: $(READY)
	@$(PY) -m mypy

# The long random runs; `make test` does a seeded twentieth of each.
fuzz: $(READY)
	@EXPLORER_FUZZ=20 $(PY) -m pytest -m fuzz

# Bring the catalogue up to date: extract, merge, compile.
words: $(READY)
	@$(PY) -m explorer.words.catalogue

# Write the reference page of the effect language from its words.
docs: $(READY)
	@$(PY) -m explorer.words.reference

# Write the typeface of pictures afresh, after new Japanese; needs Debian's fonts-noto-core and fonts-noto-cjk.
font: $(READY)
	@$(PY) -m pip install -q --disable-pip-version-check -e ".[font]" && $(PY) tools/font.py

bench: $(READY)
	@browser=$$($(PY) tests/browser.py) && CHROMIUM="$$browser" $(PY) bench/paint.py && $(PY) bench/rules.py

# New versions for everybody: resolve the ranges of pyproject.toml afresh.
lock: $(READY)
	@$(PY) -m pip install -q --upgrade --upgrade-strategy eager -e ".[test,studies]" && $(PY) -m pip freeze --exclude-editable | grep == > constraints.txt

$(READY): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed; name one with: make PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { echo "Python's venv module is missing; install it (on Debian: apt install python3-venv) and run make again" >&2; exit 1; }
	@test -x $(PY) || $(PYTHON) -m venv $(VENV)
	@echo "setting up (a minute or two) …" >&2
	@$(PY) -m pip install -q --disable-pip-version-check -c constraints.txt -e ".[test]"
	@touch $(READY)

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache
