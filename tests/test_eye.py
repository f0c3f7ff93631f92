"""The eye's main-process end: started, supervised, given up when silent, started again, never in the way."""

import queue
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import eye_children
import pytest

from companion.boards import Boards
from companion.errors import CameraError, UnreadableError
from companion.eye import Draw, Eye, Seen, Trouble, Watch, agrees, check_camera
from companion.games import layouts
from companion.grid import Grid
from companion.layout import Layout
from companion.looking import look
from companion.reading import GridReading, Reading
from companion.watchdog import LONGEST_WAIT_NS, SECOND_NS, SILENT_NS, Health

LAYOUT = Layout("square-2x2", 2, 2)
FOUR, NINE = layouts()["wordoku-4x4"], layouts()["board-9x9"]
PATIENCE_S = 30


class Clock:
    """A monotonic clock that only moves when it is told to."""

    def __init__(self) -> None:
        self.now_ns = 1

    def __call__(self) -> int:
        return self.now_ns


class Watched:
    """An eye whose reports can be waited for."""

    def __init__(self, child: Callable[..., None], camera: str = "drawn") -> None:
        self.clock = Clock()
        self.reports: queue.Queue[Seen | Trouble] = queue.Queue()
        self.eye = Eye(child, camera, self.clock)
        self.eye.listeners.append(self.reports.put)
        self.eye.start()

    def next(self) -> Any:
        return self.reports.get(timeout=PATIENCE_S)

    def until(self, wanted: Callable[[Any], bool]) -> Any:
        """The first report that is wanted, however many come before it."""
        return next(report for report in iter(self.next, None) if wanted(report))


@pytest.fixture
def watched() -> Iterator[Callable[[Callable[..., None]], Watched]]:
    made: list[Watched] = []

    def start(child: Callable[..., None], camera: str = "drawn") -> Watched:
        made.append(Watched(child, camera))
        return made[-1]

    yield start
    for each in made:
        each.eye.close()


def test_what_the_child_sees_is_told_and_kept(watched: Any) -> None:
    table = watched(eye_children.obedient)
    assert table.next() == Seen(None, False, 1, b"jpeg", "drawn")
    table.eye.order(Watch(LAYOUT))
    assert table.next().reading == Reading("square-2x2")
    assert table.eye.seen.steady
    assert table.eye.trouble == ""


def test_an_upload_is_answered_with_its_reading_or_the_reason(watched: Any) -> None:
    table = watched(eye_children.obedient)
    table.next()
    assert table.eye.read_upload(b"good", LAYOUT) == Reading("square-2x2")
    with pytest.raises(UnreadableError, match="the picture is damaged"):
        table.eye.read_upload(b"bad", LAYOUT)


def test_a_board_is_learned_or_the_reason_is_told(watched: Any) -> None:
    table = watched(eye_children.obedient)
    with pytest.raises(UnreadableError, match="no board can be learned: the camera is starting"):
        table.eye.learn(LAYOUT)
    table.next()
    assert table.eye.learn(LAYOUT)[1:] == (2, b"squares", b"lines", "")
    with pytest.raises(UnreadableError, match="something lies on this board"):
        table.eye.learn(FOUR)


def test_a_picture_that_is_sent_before_the_child_is_up_waits_for_it(watched: Any) -> None:
    table = watched(eye_children.obedient)
    assert table.eye.read_upload(b"good", LAYOUT) == Reading("square-2x2")


def test_pictures_outlive_the_child_that_had_them(watched: Any) -> None:
    table = watched(eye_children.stumbling)
    table.next()
    with ThreadPoolExecutor() as phones:
        sent = [phones.submit(table.eye.read_upload, packed, LAYOUT) for packed in (b"hard", b"easy")]
        assert table.next() == Trouble("the eye ended by itself (code 9)")
        table.clock.now_ns = table.eye.health.resume_ns
        assert [each.result(PATIENCE_S) for each in sent] == [Reading("square-2x2")] * 2


def test_a_picture_that_ends_two_children_is_refused_and_the_next_one_is_read(watched: Any) -> None:
    table = watched(eye_children.stumbling)
    table.next()
    with ThreadPoolExecutor() as phones:
        sent = phones.submit(table.eye.read_upload, b"deadly", LAYOUT)
        for _ in range(2):
            table.until(lambda report: isinstance(report, Trouble))
            table.clock.now_ns = table.eye.health.resume_ns
        with pytest.raises(UnreadableError, match="take another one"):
            sent.result(PATIENCE_S)
        assert table.eye.read_upload(b"easy", LAYOUT) == Reading("square-2x2")


def test_a_child_that_hangs_and_takes_no_picture_is_ended_for_another(
    watched: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.eye.HAND_OVER_S", 0.1)
    monkeypatch.setattr("companion.eye.PATIENCE_S", 2.0 * PATIENCE_S)
    table = watched(eye_children.silent)
    table.next()
    with ThreadPoolExecutor() as phones:
        sent = phones.submit(table.eye.read_upload, b"x" * 5_000_000, LAYOUT)
        assert table.next() == Trouble("the eye ended by itself (code -9)")
        table.clock.now_ns = table.eye.health.resume_ns
        assert table.until(lambda report: isinstance(report, Trouble)).reason.endswith("(code -9)")
        with pytest.raises(UnreadableError, match="take another one"):
            sent.result(PATIENCE_S)


def test_a_picture_that_nobody_answers_is_given_up(watched: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.eye.PATIENCE_S", 0.1)
    table = watched(eye_children.silent)
    table.next()
    with pytest.raises(UnreadableError, match="send it again, or type the grid"):
        table.eye.read_upload(b"good", LAYOUT)


@pytest.mark.parametrize("child", [eye_children.crashing, eye_children.cut_off])
def test_a_child_that_ends_before_or_while_it_speaks_is_started_again(watched: Any, child: Any) -> None:
    table = watched(child)
    for _ in range(3):
        table.eye.order(Watch(LAYOUT))
        assert table.next() == Trouble("the eye ended by itself (code 7)")
        table.clock.now_ns = table.eye.health.resume_ns


def test_a_silent_child_is_given_up_named_and_started_again_with_its_orders(watched: Any) -> None:
    table = watched(eye_children.silent)
    first = table.next()
    table.eye.order(Draw("AB/CD"))
    table.clock.now_ns += SILENT_NS + 1
    assert table.next() == Trouble("the eye said nothing for too long")
    assert table.eye.trouble == "the eye said nothing for too long"
    table.clock.now_ns += SECOND_NS
    second = table.next()
    assert (second.camera, second.taken_ns != first.taken_ns) == ("drawn", True)  # another process


def test_a_crashed_child_is_named_and_waits_longer_after_each_failure(watched: Any) -> None:
    table = watched(eye_children.crashing)
    for failures in (1, 2, 3):
        assert table.next() == Trouble("the eye ended by itself (code 7)")
        assert table.eye.health.failures == failures
        table.clock.now_ns = table.eye.health.resume_ns


def test_orders_hold_for_a_child_that_was_started_again(watched: Any) -> None:
    table = watched(eye_children.obedient)
    table.next()
    table.eye.order(Watch(LAYOUT))
    table.next()
    table.eye._process.kill()
    assert isinstance(table.next(), Trouble)
    table.clock.now_ns = table.eye.health.resume_ns
    assert table.next().reading is None
    assert table.next().reading == Reading("square-2x2")


def test_the_main_process_never_imports_opencv() -> None:
    script = "import companion.eye, sys; sys.exit('cv2' in sys.modules or 'numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0


def test_health_doubles_the_wait_up_to_half_a_minute_and_forgets_after_a_good_minute() -> None:
    health, waits = Health(), []
    for _ in range(7):
        health = health.failed(0, "gone")
        waits.append(health.resume_ns // SECOND_NS)
    assert waits == [1, 2, 4, 8, 16, 30, 30]
    assert health.resume_ns == LONGEST_WAIT_NS
    later = health.started(0).heard(61 * SECOND_NS)
    assert later.failures == 0
    assert health.started(0).heard(59 * SECOND_NS).failures == 7


@pytest.mark.parametrize(("busy_ns", "silent_after_ns"), [(0, SILENT_NS), (10 * SECOND_NS, 10 * SECOND_NS)])
def test_a_child_may_be_silent_for_five_seconds_or_as_long_as_it_said(
    busy_ns: int, silent_after_ns: int
) -> None:
    health = Health().started(0).heard(0, busy_ns)
    assert not health.is_silent(silent_after_ns)
    assert health.is_silent(silent_after_ns + 1)


def reading(text: str = "AB/CD", **fields: Any) -> Reading:
    corners = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
    return Reading("square-2x2", (GridReading(Grid.parse(text), 0, corners),), **fields)


@pytest.mark.parametrize(
    ("before", "now", "same"),
    [
        (None, reading(), False),
        (reading(), reading(), True),
        (reading(), reading("AB/CE"), False),
        (reading(), reading(moved=True), False),
        (reading(), reading(obstructed=True), False),
        (reading(obstructed=True), reading(), False),
        (reading(), reading(problem="dark"), False),
    ],
)
def test_a_reading_counts_when_it_came_twice_undisturbed(
    before: Reading | None, now: Reading, same: bool
) -> None:
    assert agrees(before, now) is same


@pytest.mark.parametrize("spec", ["drawn", "pi", "none", "folder:/tmp", "web:0", "web:12"])
def test_a_camera_is_named_in_one_of_five_ways(spec: str) -> None:
    assert check_camera(spec) == spec


@pytest.mark.parametrize("spec", ["", "drawn:1", "web", "web:x", "folder", "folder:", "usb"])
def test_another_name_is_refused_with_those_there_are(spec: str) -> None:
    with pytest.raises(CameraError, match="use drawn, folder:DIR, web:0, pi or none"):
        check_camera(spec)


@pytest.mark.pixels
@pytest.mark.slow
def test_the_real_child_reads_the_drawn_table_and_uploads_and_draws_the_next_one(watched: Any) -> None:
    table = watched(look)
    text = "ARTD/BANG/LPAY/*KEF sqcc/coqs/ocqs/qsoo"
    table.eye.order(Draw(text))
    table.eye.order(Watch(FOUR))
    seen = table.until(lambda report: isinstance(report, Seen) and report.steady)
    assert [str(grid.grid) for grid in seen.reading.grids] == [text]
    assert (seen.camera, seen.preview_jpeg[:2]) == ("drawn table", b"\xff\xd8")
    picture = (Path(__file__).parent / "scenes/dev_001_wordoku4.jpg").read_bytes()
    assert len(table.eye.read_upload(picture, FOUR).grids) == 1
    with pytest.raises(UnreadableError, match="no picture that can be read"):
        table.eye.read_upload(b"not a picture", FOUR)
    table.eye.order(Draw("CATS/ABLE/RIOT/DENY cqso/soqc/qcos/oscq"))
    table.until(lambda report: isinstance(report, Seen) and report.reading.grids[0].grid.faces[0] == "CATS")


@pytest.mark.pixels
@pytest.mark.slow
def test_the_real_child_learns_the_empty_board_and_reads_with_it(watched: Any, tmp_path: Path) -> None:
    table = watched(look)
    table.eye.order(Draw("/".join(["." * 9] * 9), on_board=True))
    table.until(lambda report: isinstance(report, Seen))
    learnt = table.eye.learn(NINE)
    assert (learnt.side, learnt.packed[:4], learnt.picture_jpeg[:2]) == (9, b"\x89PNG", b"\xff\xd8")
    Boards(tmp_path).keep("green", learnt.packed)
    table.eye.order(Watch(NINE, str(tmp_path / "boards" / "green.png")))
    laid = "/".join(["." * 9] * 4 + ["...CAT..."] + ["." * 9] * 4)
    table.eye.order(Draw(laid, on_board=True))
    with_it = table.until(lambda report: isinstance(report, Seen) and report.steady and report.reading.grids)
    assert [str(grid.grid) for grid in with_it.reading.grids] == [laid]
    with pytest.raises(UnreadableError, match="something lies on this board"):
        table.eye.learn(NINE)
    table.eye.order(Watch(NINE, str(tmp_path / "boards" / "gone.png")))
    lacking = table.until(lambda report: isinstance(report, Seen) and report.reading and report.reading.notes)
    assert any("no board was learned as gone" in note for note in lacking.reading.notes)


@pytest.mark.pixels
@pytest.mark.slow
def test_a_camera_that_cannot_be_opened_is_named_while_uploads_go_on(watched: Any, tmp_path: Path) -> None:
    table = watched(look, f"folder:{tmp_path}")
    assert "holds no picture" in table.until(lambda report: isinstance(report, Trouble)).reason
    with pytest.raises(UnreadableError, match="the file is empty"):
        table.eye.read_upload(b"", FOUR)
