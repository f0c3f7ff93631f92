"""Both installations hold what reading needs: pip's newest OpenCV, and Debian's own on a Pi."""

import pytest

pytestmark = pytest.mark.pixels


def test_opencv_can_find_markers_and_run_a_network() -> None:
    cv2 = pytest.importorskip("cv2", reason="OpenCV is missing: run make test")
    assert cv2.aruco.DICT_4X4_50 is not None
    assert callable(cv2.dnn.readNetFromONNX)


def test_numpy_and_opencv_fit_together() -> None:
    cv2, np = pytest.importorskip("cv2"), pytest.importorskip("numpy")
    gray = cv2.cvtColor(np.full((4, 4, 3), 200, np.uint8), cv2.COLOR_BGR2GRAY)
    assert gray.shape == (4, 4)
    assert int(gray[0, 0]) == 200
