# make run | test | check | quick | bench | vm | rules | signs | install   (each sets itself up; see README.md)
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.ONESHELL:
.SILENT:
.DELETE_ON_ERROR:

PYTHON ?= python3
VENV := .venv
PI_VENV := .venv-pi
BIN := $(VENV)/bin
PIP := -m pip --disable-pip-version-check --quiet
PURE := 'flask>=3.0,<4' 'waitress>=3.0,<4' 'gpiozero>=2.0.1,<3' 'segno>=1.5,<2' 'pytesseract>=0.3.10,<0.4' 'click>=8.1,<9' 'reportlab>=5,<6'
RUN_APT := python3-venv libgl1 libglib2.0-0 tesseract-ocr
TEST_APT := $(RUN_APT) python3-opencv python3-numpy chromium

# $(call apt,PACKAGES): installs what is missing when root, otherwise prints the one line to type.
define apt
have=" $$(dpkg-query -W -f '$${db:Status-Abbrev} $${Package} $${Provides}\n' | sed -n 's/^ii //p' | tr -d ',' | tr '\n' ' ') "
missing=""
for name in $(1); do case "$$have" in *" $$name "*) ;; *) missing="$$missing $$name" ;; esac; done
if [ -n "$$missing" ]; then
    if [ "$$(id -u)" -eq 0 ]; then
        echo "installing$$missing"
        log=$$(mktemp)
        { apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends $$missing; } >"$$log" 2>&1 ||
            { cat "$$log" >&2; exit 1; }
        rm -f "$$log"
    else
        echo "Some Debian packages are missing. Please run this line, then make again:" >&2
        echo "  sudo apt-get update && sudo apt-get install -y --no-install-recommends$$missing" >&2
        exit 2
    fi
fi
endef

# As many tests at once as there are cores, but only one with a browser.
SIDE_BY_SIDE := -n auto --maxprocesses 4 --dist loadgroup
# A hundred tests start the program anew: what Python has compiled is kept, whatever this shell says.
unexport PYTHONDONTWRITEBYTECODE

INSTALLED := /opt/companion

.PHONY: run test soak check quick rules signs bench vm install clean setup-run setup-dev setup-pi

run: setup-run
	exec $(BIN)/companion run

# Tests already keep every core busy: threads of OpenCV would only wait for one another.
test: export OPENCV_FOR_THREADS_NUM := 1
test: setup-dev setup-pi
	$(BIN)/python -m pytest $(SIDE_BY_SIDE)
	echo "the same with Debian's own OpenCV and numpy:"
	$(PI_VENV)/bin/python -m pytest -m pixels $(SIDE_BY_SIDE)

soak: setup-dev
	for evening in 1 2 3 4 5; do $(BIN)/python -m pytest tests/web/test_browser_evening.py; done
	$(BIN)/python -m pytest tests/games/test_word_club_play.py --matches 200

check: setup-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m pytest tests/test_architecture.py

quick: setup-dev
	$(BIN)/python -m pytest -m "not slow and not pixels" -x $(SIDE_BY_SIDE)

rules:
	$(PYTHON) tests/rules_table.py

signs: setup-run
	$(BIN)/python tests/signs_table.py

bench: setup-dev
	$(BIN)/companion bench all
	echo "a thousand matches of each kind play themselves (about half an hour):"
	$(BIN)/python -m pytest tests/games/test_word_club_play.py --matches 1000

# Real lgpio and gpiozero on a simulated chip in a virtual machine; says in one line what it needs.
vm: setup-run
	$(BIN)/python tests/vm/machine.py

# The appliance as a service of this machine: Debian's OpenCV and numpy, an own user, started again for ever.
install:
	[ "$$(id -u)" -eq 0 ] || { echo "This needs root. Please run: sudo make install" >&2; exit 2; }
	$(call apt,$(RUN_APT) python3-opencv python3-numpy python3-lgpio)
	id companion >/dev/null 2>&1 || useradd --system --home-dir /var/lib/companion --shell /usr/sbin/nologin companion
	if getent group gpio >/dev/null; then usermod --append --groups gpio companion; fi
	[ -x $(INSTALLED)/.venv/bin/python ] || /usr/bin/python3 -m venv --system-site-packages $(INSTALLED)/.venv
	$(INSTALLED)/.venv/bin/python $(PIP) install $(PURE)
	$(INSTALLED)/.venv/bin/python $(PIP) install --no-deps --force-reinstall .
	[ -e /etc/default/companion ] || printf 'COMPANION_HOST=0.0.0.0\nCOMPANION_CAMERA=pi\nCOMPANION_PINS=gpio\n' >/etc/default/companion
	install -m 644 systemd/companion.service /etc/systemd/system/companion.service
	systemctl daemon-reload
	systemctl enable --now companion.service
	systemctl --no-pager status companion.service

setup-run: $(VENV)/.run
setup-dev: $(VENV)/.dev
setup-pi: $(PI_VENV)/.pi

$(VENV)/.run: pyproject.toml
	$(call apt,$(RUN_APT))
	[ -x $(BIN)/python ] || $(PYTHON) -m venv $(VENV)
	$(BIN)/python $(PIP) install -e .
	touch $@

# All that running needs, and more: one installation instead of two.
$(VENV)/.dev: pyproject.toml
	$(call apt,$(TEST_APT))
	[ -x $(BIN)/python ] || $(PYTHON) -m venv $(VENV)
	$(BIN)/python $(PIP) install -e '.[dev]'
	touch $(VENV)/.run $@

# What a Pi runs: Debian's python3, OpenCV and numpy; ours without dependencies; the pure Python rest.
$(PI_VENV)/.pi: pyproject.toml
	$(call apt,$(TEST_APT))
	[ -x $(PI_VENV)/bin/python ] || /usr/bin/python3 -m venv --system-site-packages $(PI_VENV)
	$(PI_VENV)/bin/python $(PIP) install $(PURE) 'pytest>=8,<10' 'pytest-xdist>=3.6,<4' 'hypothesis>=6.100,<7'
	$(PI_VENV)/bin/python $(PIP) install --no-deps -e .
	touch $@

clean:
	rm -rf $(VENV) $(PI_VENV) build *.egg-info
