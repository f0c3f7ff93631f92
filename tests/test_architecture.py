"""Who may import whom, and where a game may be named (architecture.md)."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ROOMS = ("companion", "vision", "hardware", "web", "wordlists")
VALUES = {"grid", "layout", "reading", "lexicon", "errors", "presses", "clock", "scoreboard", "review"}
SEES_ALL = {
    "companion.appliance",
    "companion.fitting",
    "companion.looking",
    "companion.commands",
    "companion.__main__",
}
ONLY_IN = {
    "gpiozero": {"hardware.pins"},
    "lgpio": {"hardware.pins"},
    "sqlite3": {"companion.journal"},
    "picamera2": {"hardware.picamera"},
    "pytesseract": {"vision.tesseract"},
    "flask": {"web"},
    "reportlab": {"companion.commands"},
    "waitress": {"companion.appliance", "companion.commands"},
    "click": {"companion.commands", "companion.__main__", "wordlists", "vision.model"},
    "cv2": {"vision", "hardware", "companion.looking", "companion.commands"},
}
NOT_IN_GAMES = {"time", "datetime", "sqlite3", "cv2", "flask", "gpiozero", "random", "secrets"}
SOURCES = sorted(path for room in ROOMS for path in (ROOT / room).rglob("*.py"))


def module_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def imports_of(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {
                f"{node.module}.{a.name}" if node.module in (*ROOMS, "companion.games") else node.module
                for a in node.names
            }
    return found


def within(module: str, names: set[str]) -> bool:
    return any(module == name or module.startswith(name + ".") for name in names)


def forbidden(module: str, imported: str) -> bool:
    """Whether architecture.md keeps `module` from importing `imported`."""
    outside = imported.split(".")[0]
    if outside in ONLY_IN and not within(module, ONLY_IN[outside]):
        return True
    if module.startswith("companion.games.") and outside in NOT_IN_GAMES:
        return True
    if outside not in ROOMS or within(module, SEES_ALL):
        return False
    values = {f"companion.{name}" for name in VALUES}
    match module.split("."):
        case ["vision", *_]:
            allowed = {
                "vision",
                "companion.grid",
                "companion.layout",
                "companion.reading",
                "companion.errors",
            }
        case ["hardware", *_]:
            allowed = {
                "hardware",
                "companion.presses",
                "companion.errors",
                "companion.wiring",
                "companion.signals",
            }
        case ["web", *_]:
            allowed = {"web", "companion"}
        case ["wordlists", *_]:
            allowed = {"wordlists"}
        case ["companion", "games"]:
            allowed = values | {"companion.games"}
        case ["companion", "games", game, *_]:
            allowed = values | {f"companion.games.{game}", "companion.games.record"}
        case ["companion", "fold" | "match"]:
            allowed = (
                values
                | {"companion.games", "companion.journal"}
                | {f"companion.{name}" for name in ("fold", "timing", "house")}
            )
        case ["companion", name] if name in VALUES:
            allowed = values | {"wordlists"}
        case _:
            allowed = {"companion", "wordlists"}
    return not within(imported, allowed)


@pytest.mark.parametrize("path", SOURCES, ids=module_of)
def test_imports_go_only_in_the_direction_of_the_architecture(path: Path) -> None:
    wrong = {name for name in imports_of(path) if forbidden(module_of(path), name)}
    assert not wrong, f"{module_of(path)} imports {sorted(wrong)}"


def test_the_import_rule_would_catch_each_kind_of_breach() -> None:
    breaches = [
        ("companion.games.timer", "time"),
        ("companion.games.timer", "companion.games.other"),
        ("companion.grid", "companion.match"),
        ("vision.reader", "companion.match"),
        ("web.pages", "vision.reader"),
        ("companion.table", "cv2"),
        ("companion.match", "sqlite3"),
        ("hardware.panel", "companion.grid"),
    ]
    assert [pair for pair in breaches if not forbidden(*pair)] == []


GAME_WORDS = re.compile(r"wordoku|word[ _-]?club|wordos|worder|shared word board", re.IGNORECASE)
OWN_PLACES = re.compile(r"companion/games/[a-z_]+(/|\.py)|web/(templates|help|static)/")


def test_no_game_is_named_in_shared_code() -> None:
    """A game is named in its own file or folder, its page and help; `games/__init__.py` lists them."""
    shared = [
        path
        for path in SOURCES
        if not OWN_PLACES.match(str(path.relative_to(ROOT)))
        or (path.parent.name == "games" and path.name == "record.py")
    ]
    named = {
        str(path.relative_to(ROOT)): hits
        for path in shared
        if (hits := GAME_WORDS.findall(path.read_text())) and path != ROOT / "companion/games/__init__.py"
    }
    assert named == {}


def test_importing_every_module_does_nothing(tmp_path: Path) -> None:
    """No output, no file, no thread, no child: each module is imported in one bare interpreter."""
    names = [
        module_of(path) for path in SOURCES if path.name != "__main__.py" and "vision/model/" not in str(path)
    ]
    script = (
        "import importlib, sys, threading\n"
        f"for name in {names!r}: importlib.import_module(name)\n"
        "assert threading.active_count() == 1, threading.enumerate()\n"
        "assert 'picamera2' not in sys.modules and 'lgpio' not in sys.modules\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr, done.returncode) == ("", "", 0)
    assert list(tmp_path.iterdir()) == []
