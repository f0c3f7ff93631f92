"""Children for the tests of the eye: main functions as the real one is, imported by a spawned process."""

import os
from typing import Any

from companion.eye import Busy, Draw, Learn, Learnt, Seen, Trouble, Upload, Uploaded, Watch
from companion.layout import Layout
from companion.reading import Reading


def obedient(pipe: Any, camera: str) -> None:
    """Shows one Seen for each Watch or Draw, answers uploads, ends with the pipe."""
    pipe.send(Seen(None, False, 1, b"jpeg", camera))
    try:
        while True:
            match pipe.recv():
                case Watch(layout):
                    pipe.send(Seen(Reading(layout.name), True, 2, b"jpeg", camera))
                case Draw(grid):
                    pipe.send(Trouble(f"drawn {grid}"))
                case Learn(number, Layout(rows=2)):
                    pipe.send(Learnt(number, 2, b"squares", b"lines", ""))
                case Learn(number):
                    pipe.send(Learnt(number, 0, b"", b"", "something lies on this board"))
                case Upload(number, b"good", layout):
                    pipe.send(Uploaded(number, Reading(layout.name), ""))
                case Upload(number):
                    pipe.send(Busy(1))
                    pipe.send(Uploaded(number, None, "the picture is damaged"))
    except EOFError:
        return


def silent(pipe: Any, camera: str) -> None:
    """Says something once, then hangs."""
    pipe.send(Seen(None, False, os.getpid(), b"", camera))
    while True:
        pipe.poll(60)


def crashing(pipe: Any, camera: str) -> None:
    """Dies at once, as a camera library may take its process with it."""
    os._exit(7)


def cut_off(pipe: Any, camera: str) -> None:
    """Dies in the middle of a report: its length is told, and half of it."""
    os.write(pipe.fileno(), (1000).to_bytes(4, "big") + b"x" * 500)
    os._exit(7)


def stumbling(pipe: Any, camera: str) -> None:
    """Ends over a picture that nobody can survive, and over a hard one the first time; answers the others."""
    pipe.send(Seen(None, False, 1, b"jpeg", camera))
    while True:
        match pipe.recv():
            case Upload(packed=b"deadly") | Upload(packed=b"hard", again=False):
                os._exit(9)
            case Upload(number=number, layout=layout):
                pipe.send(Uploaded(number, Reading(layout.name), ""))
