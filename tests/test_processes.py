"""Commands as processes of their own: pipes, kills, ports, and what is imported before it is needed."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import urllib.parse
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from evening import GAME, GOLDEN, GRID, in_child

pytestmark = pytest.mark.slow
COMPANION = (sys.executable, "-m", "companion")
PATIENCE_S = 60


@pytest.fixture(autouse=True)
def _ctrl_c_is_heard() -> Iterator[None]:
    """Whoever starts the tests in the background lets them, and all their children, ignore Ctrl-C."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_a_grid_may_be_piped_in() -> None:
    piped = in_child("score", "wordoku", "-", "--json", stdin=f"{GRID}\n".encode())
    assert (piped.code, piped.err) == (0, "")
    assert '"total": 34' in piped.out


@pytest.mark.parametrize(
    ("stdin", "complaint"),
    [
        (b"A" * 10_000_000, "more than 100000 characters were piped in: is it the right file?"),
        (b"A" * 5000, "a grid of 5000 characters is too long"),
        (b"", "a grid has one field or two"),
        (b"\xff\xfe\x00\x01", "is no letter"),
        ("👨‍👩‍👧".encode(), "is no letter"),
    ],
)  # fmt: skip
def test_what_is_piped_in_and_no_grid_gets_one_line(stdin: bytes, complaint: str) -> None:
    refused = in_child("score", "wordoku", "-", "--json", stdin=stdin)
    assert refused.code == 2
    assert complaint in refused.complaint


def test_json_stays_json_whatever_the_terminal_can_show() -> None:
    told = in_child("judge", "CÄT\udc80", "--json", env={"PYTHONIOENCODING": "ascii", "LC_ALL": "C"})
    assert told.code == 1
    assert '"word": "CÄT\\udc80"' in told.out


@pytest.mark.parametrize(
    "arguments", [("export", "evening"), ("replay", str(GOLDEN)), ("settings",), ("--help",)]
)
def test_a_reader_that_goes_away_early_leaves_no_traceback(arguments: tuple[str, ...]) -> None:
    in_child("import", str(GOLDEN))
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = subprocess.run([*COMPANION, *arguments], stdout=writing, stderr=subprocess.PIPE, check=False)
    finally:
        os.close(writing)
    assert b"Traceback" not in done.stderr
    assert b"Exception" not in done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize("arguments", [("judge", "KEF", "--json"), ("replay", str(GOLDEN)), ("settings",)])
def test_an_output_that_is_full_gets_one_line(arguments: tuple[str, ...]) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run([*COMPANION, *arguments], stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 2
    assert done.stderr.decode().startswith(
        "companion: the answer could not be written (No space left on device)"
    )
    assert done.stderr.count(b"\n") == 1


@pytest.mark.parametrize(("command", "code"), [("score wordoku -", 2), ("play wordoku", 0), ("judge KEF", 0)])
def test_a_closed_input_is_an_empty_one(command: str, code: int) -> None:
    line = f"exec {sys.executable} -m companion {command} <&-"
    done = subprocess.run(["sh", "-c", line], capture_output=True, check=False)
    assert (done.returncode, b"Traceback" in done.stderr) == (code, False)


@contextmanager
def started(*arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    """A command in a process of its own that is talked to, and gone afterwards."""
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    child = subprocess.Popen([*COMPANION, *arguments], **pipes)
    try:
        yield child
    finally:
        child.kill()
        child.communicate()


def test_the_second_process_on_a_data_folder_is_refused_by_name() -> None:
    with started("play", GAME.name) as playing:
        assert playing.stdout is not None
        playing.stdout.readline()
        refused = in_child("export", "x")
        playing.communicate(b"quit\n")
    assert refused.code == 2
    assert re.search(rf"in use by .* play \(process {playing.pid}\): stop that first", refused.complaint)
    assert in_child("export", "x").complaint.startswith("no match is named 'x'")


def test_ctrl_c_in_a_terminal_keeps_what_was_said() -> None:
    with started("play", GAME.name) as playing:
        assert playing.stdin is not None
        assert playing.stdout is not None
        playing.stdin.write(b"begin\n")
        playing.stdin.flush()
        assert any(b"entry 2" in line for line in iter(playing.stdout.readline, b""))
        playing.send_signal(signal.SIGINT)
        _, err = playing.communicate(timeout=PATIENCE_S)
    assert playing.returncode == 0
    assert re.fullmatch(rb"companion: stopped; the match is kept, go on with --match \S+\n", err)
    again = in_child("play", GAME.name, "--match", err.split()[-1].decode(), stdin=b"history\n")
    assert re.search(r"  2 \S+ table: begun", again.out)


@contextmanager
def appliance(*options: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """`companion run` on a free port, and the address it told."""
    child = subprocess.Popen([*COMPANION, "run", "--port", "0", *options], stderr=subprocess.PIPE, text=True)
    try:
        assert child.stderr is not None
        told = child.stderr.readline()
        found = re.fullmatch(r"companion: the table is at (http://\S+:\d+), Ctrl-C ends it\n", told)
        assert found, told
        yield child, found[1]
    finally:
        child.kill()
        child.communicate()


def page(address: str) -> str:
    with urllib.request.urlopen(address, timeout=PATIENCE_S) as answer:
        assert answer.status == 200
        return str(answer.read().decode())


def test_run_tells_its_address_shows_what_is_stored_and_survives_a_kill() -> None:
    script = b"begin\nrename Ben <b>&\n"
    in_child("play", GAME.name, stdin=script)
    in_child("import", str(GOLDEN))
    for _ in range(2):
        with appliance() as (child, address):
            home = page(address)
            assert "evening, closed" in home
            assert "&lt;b&gt;&amp;" in home
            assert "<b>&" not in home
            os.kill(child.pid, signal.SIGKILL)


class Browser:
    """A visitor on the appliance's own machine, with cookies."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())

    def get(self, path: str) -> str:
        with self._opener.open(self.address + path, timeout=PATIENCE_S) as answer:
            return str(answer.read().decode())

    def post(self, path: str, **fields: str) -> None:
        token = re.search(r'name="csrf" value="([^"]+)"', self.get("/host"))
        assert token
        sent = urllib.parse.urlencode({"csrf": token[1], **fields}).encode()
        with self._opener.open(self.address + path, sent, timeout=PATIENCE_S) as answer:
            assert answer.status == 200

    @property
    def state(self) -> dict[str, Any]:
        told: dict[str, Any] = json.loads(self.get("/api/v1/state"))
        return told


def test_a_round_that_was_killed_is_found_held_where_it_stood() -> None:
    with appliance("--camera", "none") as (child, address):
        browser = Browser(address)
        browser.post("/open", game=GAME.name, player="Ann")
        browser.post("/act/begun")
        assert browser.state["phase"] == "running"
        os.kill(child.pid, signal.SIGKILL)
    with appliance("--camera", "none") as (_, address):
        browser = Browser(address)
        found = browser.state
        assert (found["phase"], found["clock"]["causes"]) == ("held", ["power"])
        assert 0 < found["clock"]["remaining_ms"] <= 300_000
        assert "the power was gone" in browser.get("/table")
        browser.post("/resume/power")
        assert browser.state["phase"] == "running"


def test_the_web_secret_is_kept_and_is_the_owners_alone(tmp_path: Path) -> None:
    for _ in range(2):
        with appliance("--camera", "none"):
            path = tmp_path / "data" / "web-secret"
            assert path.stat().st_mode & 0o777 == 0o600
            kept = path.read_bytes()
    assert path.read_bytes() == kept
    assert len(kept) == 32


def test_serving_never_imports_opencv() -> None:
    script = "import companion.appliance, sys; sys.exit('cv2' in sys.modules or 'numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0


def test_run_ends_at_ctrl_c_without_a_traceback() -> None:
    with appliance("--host", "localhost") as (child, address):
        assert "No match has been played yet." in page(address)
        child.send_signal(signal.SIGINT)
        _, err = child.communicate(timeout=PATIENCE_S)
        assert (child.returncode, err) == (0, "")


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (("--port", "x"), "port cannot be 'x': it takes 0 to 65535"),
        (("--port", "70000"), "port cannot be '70000'"),
        (("--camera", "usb"), "no camera is called 'usb': use drawn, folder:DIR, web:0, pi or none"),
        (("--host", "no-such-host.invalid"), "is no address of this machine: choose another with --host"),
        (("--config", "missing.toml"), "the settings file missing.toml cannot be read: No such file"),
    ],
)
def test_run_says_in_one_line_what_is_wrong(options: tuple[str, str], complaint: str) -> None:
    refused = in_child("run", *options)
    assert (refused.code, complaint in refused.complaint) == (2, True)


def test_a_port_that_is_taken_is_refused_by_number() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        refused = in_child("run", "--port", str(port))
    assert refused.code == 2
    assert f"port {port} on 127.0.0.1 cannot be opened (another program uses it)" in refused.complaint


def test_no_command_waits_for_the_web_server_or_opencv_before_it_needs_them() -> None:
    script = (
        "import sys\nfrom companion.__main__ import main\n"
        "assert main(['judge', 'KEF']) == 0\n"
        "print(sorted({'flask', 'waitress', 'cv2', 'numpy', 'gpiozero'} & set(sys.modules)))\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_whoever_comes_through_a_proxy_on_the_same_machine_is_no_host() -> None:
    with appliance("--camera", "none") as (_, address):
        asked = urllib.request.Request(address, headers={"X-Forwarded-For": "192.168.1.50"})
        with urllib.request.urlopen(asked, timeout=PATIENCE_S) as answer:
            home = answer.read().decode()
        assert "You are looking on." in home
        assert "Open the match" not in home
        assert "Open the match" in page(address)


@pytest.mark.parametrize("folder", ["/dev/null", "/dev/null/below", "/sys/companion"])
def test_a_data_folder_that_cannot_be_written_is_refused_by_name(folder: str) -> None:
    refused = in_child("run", "--port", "0", "--camera", "none", "--data", folder)
    assert refused.code == 2
    assert f"the data folder {folder} cannot be written (" in refused.complaint
