"""`make vm`: the panel with real lgpio and gpiozero on a simulated chip, in a virtual machine.

Linux only; nothing is installed: kernel, module and lgpio lie in `.vm/`. The guest sees this machine's files
read-only. Exit 0 when every bar is met, 1 when one is not, 2 when something is missing here.
"""

import subprocess
import sys
from pathlib import Path
from shutil import which
from threading import Timer

import kernel

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
WORK = ROOT / ".vm"
TOOLS = ("qemu-system-x86_64", "busybox", "cpio", "depmod", "apt-get", "make")
INSTALL = "qemu-system-x86 busybox-static cpio kmod linux-headers-amd64 linux-source"
LONGEST_S = 900
MET = "the guest ended with 0"


def missing() -> str:
    """What is not here, in one line with what to type; empty when nothing is."""
    lacking = [tool for tool in TOOLS if which(tool) is None]
    lacking += [] if kernel.release() else ["kernel headers"]
    lacking += [] if kernel.source() else ["kernel source"]
    if not lacking:
        return ""
    return f"make vm needs {', '.join(lacking)}: sudo apt-get install --no-install-recommends {INSTALL}"


def lgpio() -> Path:
    """A folder with the real lgpio, for this Python, beside what is installed."""
    folder = WORK / "lgpio"
    if not folder.exists():
        pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "install"]
        subprocess.run([*pip, "--target", str(folder), "lgpio"], check=True)
    return folder


def command() -> list[str]:
    """The virtual machine: two emulated processors, this machine's files, a serial line for what it says."""
    root, first = kernel.unpacked(WORK), kernel.first_files(WORK, HERE / "init.sh")
    path = f"{ROOT}:{ROOT / 'tests'}:{HERE}:{lgpio()}"
    job = f"VM_PYTHON={sys.executable} VM_PATH={path} VM_JOB={HERE / 'guest.py'}"
    told = f"console=ttyS0 quiet no_timer_check panic=-1 {job}"
    files = "local,path=/,mount_tag=host,security_model=none,readonly=on,multidevs=remap"
    return [
        *("qemu-system-x86_64", "-M", "q35", "-cpu", "Nehalem", "-accel", "tcg", "-smp", "2", "-m", "1024"),
        *("-kernel", str(root / "boot" / f"vmlinuz-{kernel.release()}"), "-initrd", str(first)),
        *("-append", told, "-virtfs", files, "-no-reboot", "-net", "none"),
        *("-display", "none", "-vga", "none", "-monitor", "none", "-serial", "stdio"),
    ]


def main() -> int:
    """Build what is missing, start the guest, show what it says."""
    if said := missing():
        sys.stderr.write(f"{said}\n")
        return 2
    WORK.mkdir(exist_ok=True)
    guest = subprocess.Popen(
        command(), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, errors="replace"
    )
    assert guest.stdout is not None
    giving_up, met = Timer(LONGEST_S, guest.kill), False
    giving_up.start()
    try:
        for line in guest.stdout:
            sys.stdout.write(line)
            sys.stdout.flush()
            met = met or line.startswith(MET)
    finally:
        giving_up.cancel()
        guest.kill()
        guest.wait()
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
