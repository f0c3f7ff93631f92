"""What is heard: tones as samples for `aplay` where there is a sound card, or as pitches for a piezo."""

import array
import math
import queue
import shutil
import struct
import subprocess
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from time import localtime, sleep

from companion.signals import Cue, Tone

Player = Callable[[Sequence[Tone], int], None]

RATE_HZ = 22_050
FADE_MS = 8
GIVE_UP_S = 5
NIGHT_SHARE = 4
CARDS = Path("/proc/asound/cards")


def samples(tones: Sequence[Tone], volume: int) -> bytes:
    """A sound as WAV, mono, 16 bit; `volume` 0 to 100; each tone fades in and out so that none clicks."""
    data = array.array("h")
    for tone in tones:
        count = RATE_HZ * tone.ms // 1000
        fade = max(1, RATE_HZ * FADE_MS // 1000)
        for n in range(count):
            edge = min(1.0, n / fade, (count - n) / fade)
            wave = _wave(tone.timbre, 2 * math.pi * tone.hz * n / RATE_HZ)
            data.append(round(32_000 * volume / 100 * edge * wave))
    body = data.tobytes()
    form = struct.pack("<4sIHHIIHH", b"fmt ", 16, 1, 1, RATE_HZ, 2 * RATE_HZ, 2, 16)
    return (
        b"RIFF"
        + struct.pack("<I", 36 + len(body))
        + b"WAVE"
        + form
        + b"data"
        + struct.pack("<I", len(body))
        + body
    )


def _wave(timbre: Sequence[float], angle: float) -> float:
    """A tone with its overtones, -1 to 1."""
    parts = (strength * math.sin(angle * number) for number, strength in enumerate(timbre, 1))
    return sum(parts) / sum(timbre)


def card_trouble() -> str:
    """Why no sound card can be used; empty when one can."""
    if shutil.which("aplay") is None:
        return "aplay is not installed (apt install alsa-utils)"
    listed = CARDS.read_text() if CARDS.exists() else ""
    return "" if "[" in listed else "no sound card was found"


def play(tones: Sequence[Tone], volume: int) -> None:
    """Play a sound and wait for its end; what aplay cannot do is left to lamps and words."""
    command = ["aplay", "--quiet", "-"]
    subprocess.run(command, input=samples(tones, volume), timeout=GIVE_UP_S, capture_output=True, check=False)


def hummed(hum: Callable[[int], None], wait: Callable[[float], object] = sleep) -> Player:
    """A player for a piezo, which knows pitches only: its loudness is what it is."""

    def play_pitches(tones: Sequence[Tone], volume: int) -> None:
        for tone in tones:
            hum(tone.hz)
            wait(tone.ms / 1000)
        hum(0)

    return play_pitches


class Sound:
    """Sounds one after the other, in a thread of their own; `muted` names cues that are only seen.

    In the hours of `night` the volume is a quarter; `hour` tells the time of day.
    """

    def __init__(
        self,
        volume: int,
        muted: frozenset[str] = frozenset(),
        trouble: Callable[[], str] = card_trouble,
        player: Player = play,
        night: frozenset[int] = frozenset(),
        hour: Callable[[], int] = lambda: localtime().tm_hour,
    ) -> None:
        self.volume, self.muted, self.trouble = volume, muted, trouble()
        self._night, self._hour = night, hour
        self._player = player
        self._waiting: queue.Queue[Cue | None] = queue.Queue(maxsize=4)
        self._thread = threading.Thread(target=self._run, name="sound", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        """Let what is played end; nothing more is."""
        self._waiting.put(None)
        self._thread.join(GIVE_UP_S)

    def say(self, cue: Cue) -> bool:
        """Let a cue be heard after those before it; False when it is only seen."""
        if not self.volume or cue.name in self.muted or self.trouble or self._waiting.full():
            return False
        self._waiting.put(cue)
        return True

    @property
    def _loudness(self) -> int:
        return max(1, self.volume // NIGHT_SHARE) if self._hour() in self._night else self.volume

    def _run(self) -> None:
        while (cue := self._waiting.get()) is not None:
            try:
                self._player(cue.tones, self._loudness)
            except (OSError, subprocess.SubprocessError) as error:
                self.trouble = f"the sound card does not play: {error}"
