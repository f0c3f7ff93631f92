"""An eye that never rests: reads one real picture again and again, and says a line for each."""

import sys
from pathlib import Path

import cv2

from companion.games import layouts
from vision.reader import Memory, read

if __name__ == "__main__":
    cv2.setNumThreads(1)
    frame = cv2.imread(str(Path(sys.argv[1])))
    layout, memory = layouts()["wordoku-4x4"], Memory()
    while True:
        reading, memory = read(frame, layout, memory)
        sys.stdout.write(" ".join("/".join(grid.grid.faces) for grid in reading.grids) + "\n")
        sys.stdout.flush()
