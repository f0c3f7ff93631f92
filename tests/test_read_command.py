"""`companion read`: one object a picture, in order, whatever the pictures are."""

import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
import pytest
from drawn import FULL, drawn

from companion.__main__ import main
from companion.reading import Reading

pytestmark = pytest.mark.pixels
FOUR_BY_FOUR = "wordoku-4x4"


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "table.jpg"
    cv2.imwrite(str(path), drawn(FULL, turn_deg=90).frame_bgr)
    return path


class Done(NamedTuple):
    exit_code: int
    stdout: str
    stderr: str


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Callable[..., Done]:
    def running(*words: object) -> Done:
        code = main(["read", *map(str, words)])
        return Done(code, *capsys.readouterr())

    return running


def test_json_has_one_object_a_picture_in_the_order_given(
    run: Callable[..., Done], table: Path, tmp_path: Path
) -> None:
    broken, missing = tmp_path / "broken.jpg", tmp_path / "missing.jpg"
    broken.write_bytes(table.read_bytes()[:2000])
    done = run("--layout", FOUR_BY_FOUR, "--json", broken, table, missing)
    first, second, third = map(json.loads, done.stdout.splitlines())
    assert done.exit_code == 1
    assert [first["image"], second["image"], third["image"]] == [str(broken), str(table), str(missing)]
    assert (first["grids"], third["grids"]) == ([], [])
    assert "cut short" in first["problem"]
    assert "cannot be read" in third["problem"]
    assert (second["problem"], second["layout"], second["obstructed"]) == (None, FOUR_BY_FOUR, False)
    assert second["grids"][0]["text"] == FULL
    assert second["grids"][0]["turn_deg"] == 90
    assert Reading.from_json(second).grids[0].grid.faces == ("ARTD", "BANG", "LPAY", "*KEF")


def test_all_read_is_exit_0_and_words_for_people_without_json(run: Callable[..., Done], table: Path) -> None:
    done = run("--layout", FOUR_BY_FOUR, table)
    assert (done.exit_code, done.stdout) == (0, f"{table}: {FULL}\n")


def test_a_picture_without_a_grid_is_exit_1(run: Callable[..., Done], tmp_path: Path) -> None:
    path = tmp_path / "empty.png"
    cv2.imwrite(str(path), np.full((480, 640, 3), 128, np.uint8))
    done = run("--layout", FOUR_BY_FOUR, path)
    assert done.exit_code == 1
    assert "no grid found" in done.stdout


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--layout", "tarot", "a.jpg"), FOUR_BY_FOUR),
        (("--json", "a.jpg"), "--layout"),
        (("--layout", FOUR_BY_FOUR), "PICTURE"),
    ],
)
def test_bad_input_is_exit_2_and_says_what_to_do(
    run: Callable[..., Done], words: tuple[str, ...], says: str
) -> None:
    done = run(*words)
    assert done.exit_code == 2
    assert says in done.stderr


def test_the_overlay_is_a_picture_of_the_same_shape(
    run: Callable[..., Done], table: Path, tmp_path: Path
) -> None:
    run("--layout", FOUR_BY_FOUR, "--overlay", tmp_path / "seen", table, table)
    names = sorted(path.name for path in (tmp_path / "seen").iterdir())
    assert names == ["table-2.jpg", "table.jpg"]
    before, after = cv2.imread(str(table)), cv2.imread(str(tmp_path / "seen" / "table.jpg"))
    assert before.shape == after.shape
    assert np.abs(before.astype(int) - after).max() > 100


def test_an_overlay_folder_that_cannot_be_made_is_bad_input(run: Callable[..., Done], table: Path) -> None:
    done = run("--layout", FOUR_BY_FOUR, "--overlay", table / "in", table)
    assert done.exit_code == 2


def test_the_bundle_holds_picture_reading_pieces_and_versions(
    run: Callable[..., Done], table: Path, tmp_path: Path
) -> None:
    missing = tmp_path / "missing.jpg"
    run("--layout", FOUR_BY_FOUR, "--bundle", tmp_path / "report.zip", table, missing)
    with zipfile.ZipFile(tmp_path / "report.zip") as bundle:
        assert sorted(bundle.namelist()) == [
            "001/crops.png",
            "001/overlay.jpg",
            "001/picture.jpg",
            "001/reading.json",
            "002/reading.json",
            "versions.json",
        ]
        assert bundle.read("001/picture.jpg") == table.read_bytes()
        assert json.loads(bundle.read("001/reading.json"))["grids"][0]["text"] == FULL
        versions = json.loads(bundle.read("versions.json"))
        assert versions["cv2"] == cv2.__version__
        assert len(versions["letters.onnx"]) == 64
