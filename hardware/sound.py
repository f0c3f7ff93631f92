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

from companion.signals import Cue, Tone

RATE_HZ = 22_050
FADE_MS = 8
GIVE_UP_S = 5
CARDS = Path("/proc/asound/cards")


def samples(tones: Sequence[Tone], volume: int) -> bytes:
    """A sound as WAV, mono, 16 bit; `volume` 0 to 100; each tone fades in and out so that none clicks."""
    data = array.array("h")
    for tone in tones:
        count = RATE_HZ * tone.ms // 1000
        fade = max(1, RATE_HZ * FADE_MS // 1000)
        for n in range(count):
            edge = min(1.0, n / fade, (count - n) / fade)
            wave = math.sin(2 * math.pi * tone.hz * n / RATE_HZ)
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


class Sound:
    """Sounds one after the other, in a thread of their own; `muted` names cues that are only seen."""

    def __init__(
        self,
        volume: int,
        muted: frozenset[str] = frozenset(),
        trouble: Callable[[], str] = card_trouble,
        player: Callable[[Sequence[Tone], int], None] = play,
    ) -> None:
        self.volume, self.muted, self.trouble = volume, muted, trouble()
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

    def _run(self) -> None:
        while (cue := self._waiting.get()) is not None:
            try:
                self._player(cue.tones, self.volume)
            except (OSError, subprocess.SubprocessError) as error:
                self.trouble = f"the sound card does not play: {error}"
