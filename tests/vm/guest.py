"""The job in the guest: the panel as it is shipped, real lgpio under it, fingers and a busy eye beside it."""

import json
import logging
import os
import platform
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

from companion.presses import Press, race
from companion.wiring import Wiring, wired
from hardware.contact import QUIET_NS
from hardware.panel import Panel
from hardware.pins import Edge, real_pins

HERE = Path(__file__).resolve().parent
PICTURE = HERE.parent / "scenes" / "dev_001_wordoku4.jpg"
CONFIG = Path("/sys/kernel/config/gpio-sim/table")
PI_4 = 0xC03111
MS = 1_000_000
ROUNDS, BOUNCY, SEATS, FARTHEST_MS = 200, 60, 10, 5
PATIENCE_S, TURN_S, LEAST_BUSY, QUIET_S = 3.0, 0.004, 0.3, 0.06


class Counting(Panel):
    """The panel as it is, which also keeps the order in which its edges arrive and how late."""

    arrived: list[tuple[Edge, int]]

    def take_in(self, edge: Edge) -> None:
        self.arrived.append((edge, time.monotonic_ns()))
        super().take_in(edge)


class Rig:
    """A panel on real pins with its thread, and the fingers at it."""

    def __init__(self, wiring: Wiring, base: Path) -> None:
        self.sent: list[Press] = []
        self.sent_ns: list[int] = []
        self.panel = Counting(wiring, real_pins(), self._send)
        self.panel.arrived = []
        self.panel.open()
        self._pins = {wire.name: wire.pin for wire in wiring.buttons}
        self._fingers = subprocess.Popen(
            [sys.executable, HERE / "fingers.py", str(base)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._ending = threading.Event()
        self._turning = threading.Thread(target=self._turn, daemon=True)
        self._turning.start()

    def _send(self, press: Press) -> None:
        if press.key != "buzz":
            return  # a seat that is still held has said so
        self.sent.append(press)
        self.sent_ns.append(time.monotonic_ns())

    def _turn(self) -> None:
        while not self._ending.is_set():
            self.panel.turn(time.monotonic_ns(), TURN_S)

    def ends(self) -> None:
        """Let go of every pin."""
        self._ending.set()
        self._turning.join()
        self.panel.close()

    def does(self, *steps: tuple[float, str, bool]) -> list[int]:
        """Let the fingers close or open buttons after so many milliseconds; when each was done."""
        assert self._fingers.stdin is not None
        assert self._fingers.stdout is not None
        plain = [(round(ms * MS), self._pins[name], closed) for ms, name, closed in steps]
        self._fingers.stdin.write(json.dumps(plain) + "\n")
        self._fingers.stdin.flush()
        done: list[int] = json.loads(self._fingers.stdout.readline())
        return done

    def waits_for(self, count: int) -> None:
        """Until so many presses were sent on, and a moment longer for those that are too many."""
        end = time.monotonic() + PATIENCE_S
        while len(self.sent) < count and time.monotonic() < end:
            time.sleep(TURN_S)
        time.sleep(0.03)

    def forgets(self) -> None:
        """Wait until no edge is on its way any more, then begin anew."""
        known = -1
        while known != len(self.panel.arrived):
            known = len(self.panel.arrived)
            time.sleep(QUIET_S)
        for kept in (self.sent, self.sent_ns, self.panel.arrived):
            kept.clear()


def tell(figure: str, said: str, bar: bool = True) -> bool:
    sys.stdout.write(f"{figure:24} {said}{'' if bar else '   NOT MET'}\n")
    return bar


def spread(ms: list[float]) -> str:
    """Median, 99th percentile and largest of some times."""
    known = sorted(ms)
    return (
        f"median {known[len(known) // 2]:.2f} p99 {known[int(len(known) * 0.99)]:.2f} max {known[-1]:.2f} ms"
    )


def orders(rig: Rig, chance: Random) -> bool:
    """Rounds of ten presses 0 to 5 ms apart: who was first by time stamps, and by arrival.

    A round in which the simulated chip lost a press (its interrupt was masked) is told and done again.
    """
    wrong = by_arrival = counted = rounds = lost = 0
    heard: list[float] = []
    ruled: list[float] = []
    stamped: list[float] = []
    while rounds < ROUNDS and lost < ROUNDS:
        names, done = ten_presses(rig, chance)
        if len({edge.name for edge, _ in rig.panel.arrived}) < SEATS:
            lost += 1
        else:
            rounds, counted = rounds + 1, counted + len(rig.sent)
            wrong += [f"seat{placed.press.seat}" for placed in race(rig.sent)] != names
            by_arrival += [edge.name for edge, _ in rig.panel.arrived] != names
            heard += [(at_ns - edge.tick_ns) / MS for edge, at_ns in rig.panel.arrived]
            ruled += [(at - press.at_ns) / MS for press, at in zip(rig.sent, rig.sent_ns, strict=True)]
            ticks = sorted(edge.tick_ns for edge, _ in rig.panel.arrived)
            stamped += [(tick_ns - at_ns) / MS for tick_ns, at_ns in zip(ticks, done, strict=False)]
        rig.forgets()
        rig.does(*((0, name, False) for name in names))
        rig.forgets()
    said = f"{wrong} of {rounds} rounds by time stamp, {by_arrival} by arrival"
    whole = rounds == ROUNDS
    return all(
        [
            tell("vm.wrong-orders", said, whole and wrong == 0),
            tell("vm.presses", f"{counted} of {rounds * SEATS} pushed", counted == rounds * SEATS),
            tell("vm.lost", f"{lost} more rounds are left out: the simulated chip lost a press by itself"),
            tell("vm.stamp", f"push until the kernel's stamp: {spread(stamped)}"),
            tell("vm.heard", f"the kernel's stamp until it is heard: {spread(heard)}"),
            tell("vm.ruling", f"the kernel's stamp until it is sent on, window of 30 ms: {spread(ruled)}"),
        ]
    )


def ten_presses(rig: Rig, chance: Random) -> tuple[list[str], list[int]]:
    """Push ten buttons 0 to 5 ms apart and wait for them; in which order, and when each was done."""
    names = [f"seat{seat}" for seat in chance.sample(range(1, SEATS + 1), SEATS)]
    gaps = [chance.uniform(0, FARTHEST_MS) for _ in names]
    done = rig.does(*((sum(gaps[:n]), name, True) for n, name in enumerate(names)))
    rig.waits_for(SEATS)
    return names, done


def bounces(rig: Rig, chance: Random) -> bool:
    """Pushes that bounce on their way down and up: one press each, by its first contact."""
    pushed = counted = first = lossy = 0
    while pushed < BOUNCY:
        steps = bouncing(chance)
        done = rig.does(*steps)
        rig.waits_for(1)
        dropped = len(rig.panel.arrived) < len(steps)
        lossy += dropped
        if not dropped and not stalled(steps, done):
            pushed += 1
            counted += len(rig.sent)
            if len(rig.sent) != 1:
                tell("vm.odd-push", told_train(rig, steps, done))
            first += bool(rig.sent) and rig.sent[0].at_ns == min(
                edge.tick_ns for edge, _ in rig.panel.arrived
            )
        rig.forgets()
    said = f"{counted} presses of {BOUNCY} pushes, {first} stamped at their first contact"
    tell("vm.dropped", f"{lossy} more pushes are left out: the simulated chip dropped an edge by itself")
    return tell("vm.bounces", said, counted == first == BOUNCY)


def bouncing(chance: Random) -> list[tuple[float, str, bool]]:
    """A push with up to ten bounces on the way down and one on the way up."""
    steps, ms, closed = [(0.0, "seat1", True)], 0.0, True
    for _ in range(2 * chance.randint(1, 5)):
        ms, closed = ms + chance.uniform(0.05, 3), not closed
        steps.append((ms, "seat1", closed))
    return [*steps, (ms + 40, "seat1", False), (ms + 41, "seat1", True), (ms + 42, "seat1", False)]


def told_train(rig: Rig, steps: list[tuple[float, str, bool]], done: list[int]) -> str:
    """A push that made another number of presses than one: what was done, and what was delivered."""
    base_ns = done[0]
    did = [(round((at - base_ns) / MS, 2), closed) for at, (_, _, closed) in zip(done, steps, strict=True)]
    came = [
        (round((edge.tick_ns - base_ns) / MS, 2), edge.closed, round((at - base_ns) / MS, 2))
        for edge, at in rig.panel.arrived
    ]
    return f"{[round((press.at_ns - base_ns) / MS, 2) for press in rig.sent]} did {did} came {came}"


def stalled(steps: list[tuple[float, str, bool]], done: list[int]) -> bool:
    """Whether the fingers were held up while the button was open, so that it truly was let go and pressed."""
    gaps = zip(steps, done, done[1:], strict=False)
    return any(not closed and later - at > QUIET_NS / 2 for (_, _, closed), at, later in gaps)


def raising(rig: Rig) -> bool:
    """A callback that raises: its button is lost for the moment, every other one is heard."""
    key = rig.panel._keys["seat1"]
    keep = key._keep

    def broken(edge: Edge) -> None:
        raise RuntimeError("broken on purpose")

    key._keep = broken
    rig.does((0, "seat1", True), (5, "seat2", True), (60, "seat1", False), (60, "seat2", False))
    rig.waits_for(1)
    alone = [press.seat for press in rig.sent]
    key._keep = keep
    rig.forgets()
    rig.does((0, "seat1", True), (60, "seat1", False))
    rig.waits_for(1)
    both = [*alone, *(press.seat for press in rig.sent)]
    rig.forgets()
    return tell("vm.raising-callback", f"seats heard beside it and after it: {both}", both == [2, 1])


def dead(rig: Rig) -> bool:
    """lgpio's one thread killed by an exception: how long until buttons are heard again."""
    import lgpio

    thread = lgpio._notify_thread
    threading.excepthook = lambda killed: None
    rig.panel._keys["seat1"].pin.when_changed = _raises
    rig.does((0, "seat1", True), (1, "seat1", False))
    thread.join(PATIENCE_S)
    begun, died = time.monotonic(), not thread.is_alive()
    while lgpio._notify_thread is thread and time.monotonic() - begun < PATIENCE_S:
        time.sleep(TURN_S)
    noticed_ms = (time.monotonic() - begun) * 1000
    while not rig.sent and time.monotonic() - begun < 2 * PATIENCE_S:
        rig.does((0, "seat2", True), (30, "seat2", False))
        time.sleep(0.05)
    deaf_ms = (time.monotonic() - begun) * 1000
    heard = f"heard again after {deaf_ms:.0f} ms" if rig.sent else "never heard again"
    said = f"died: {died}; noticed after {noticed_ms:.0f} ms, {heard}"
    met = tell("vm.dead-thread", said, died and bool(rig.sent) and noticed_ms < 2000)
    rig.forgets()
    rig.does((0, "seat3", True), (60, "seat3", False))
    rig.waits_for(1)
    later = [press.seat for press in rig.sent]
    rig.forgets()
    return tell("vm.after-revival", f"seats heard: {later}", later == [3]) and met


def held_by_another() -> bool:
    """A pin that another program holds is named, and every other one works."""
    with other_program(pin=6):
        panel = Panel(wired("8 seats"), real_pins())
        panel.open()
        told, title = panel.lacking, panel.title
        panel.close()
    named = len(told) == 1 and told[0].startswith("seat3 on GPIO 6 (pin 31 of the header) cannot be opened")
    return tell("vm.pin-taken", f"{title}; {' '.join(told)}", named)


@contextmanager
def other_program(pin: int) -> Iterator[None]:
    """Another process that has opened a pin."""
    claimed = f"lgpio.gpio_claim_input(lgpio.gpiochip_open(0), {pin})"
    script = f"import lgpio, sys; {claimed}; print('ready', flush=True); sys.stdin.read()"
    other = subprocess.Popen([sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert other.stdout is not None
    other.stdout.readline()
    try:
        yield
    finally:
        other.communicate()


def _raises(*anything: object) -> None:
    raise RuntimeError("broken on purpose, outside of every guard")


def lamps(rig: Rig, base: Path) -> bool:
    """A lamp that is lit is high at its pin."""
    lamp = rig.panel.wiring.lamps[0]
    value = base / f"sim_gpio{lamp.pin}" / "value"
    seen = []
    for level in (1.0, 0.0):
        rig.panel.shine({lamp.name: level})
        time.sleep(0.2)
        seen.append(value.read_text().strip())
    return tell("vm.lamp", f"on and off at the pin: {seen}", seen == ["1", "0"])


@contextmanager
def busy_eye() -> Iterator[Callable[[], tuple[int, float]]]:
    """Pictures are read for as long as this lasts; gives how many were, and the processor time they took."""
    eye = subprocess.Popen([sys.executable, HERE / "busy_eye.py", PICTURE], stdout=subprocess.PIPE, text=True)
    assert eye.stdout is not None
    pictures = [eye.stdout.readline()]

    def collect() -> None:
        assert eye.stdout is not None
        pictures.extend(eye.stdout)

    threading.Thread(target=collect, daemon=True).start()
    try:
        yield lambda: (len(pictures), cpu_s(eye.pid))
    finally:
        eye.kill()


def cpu_s(pid: int) -> float:
    """The processor time that a process has had, in seconds."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def simulated() -> Path:
    """Twenty-eight simulated lines; the folder in which they are pulled and read."""
    (CONFIG / "bank").mkdir(parents=True)
    (CONFIG / "bank" / "num_lines").write_text("28")
    (CONFIG / "live").write_text("1")
    return next(Path("/sys/devices/platform").glob("gpio-sim.*/gpiochip*"))


def main() -> int:
    """All of it; 0 when every bar is met."""
    base = simulated()
    from gpiozero.pins.lgpio import LGPIOFactory

    LGPIOFactory._get_revision = lambda self: PI_4
    logging.disable()
    chance = Random(7)
    rig = Rig(wired("10 seats"), base)
    tell("vm.machine", f"Linux {platform.release()}, Python {platform.python_version()}, {rig.panel.title}")
    rig.does(*((0, f"seat{seat}", False) for seat in range(1, SEATS + 1)))
    rig.forgets()
    with busy_eye() as pictures:
        (read, used_s), begun = pictures(), time.monotonic()
        met = [orders(rig, chance)]
        more, share = pictures()[0] - read, (pictures()[1] - used_s) / (time.monotonic() - begun)
        busy = f"{more} more pictures read, {share:.0%} of a processor"
        met.append(tell("vm.eye", busy, share > LEAST_BUSY))
        met += [raising(rig), lamps(rig, base), dead(rig)]
    met.append(bounces(rig, chance))
    rig.ends()
    met.append(held_by_another())
    return 0 if all(met) else 1


if __name__ == "__main__":
    sys.exit(main())
