"""What `make vm` says where it cannot run; the machine itself is no part of these tests."""

import subprocess
import sys
from pathlib import Path

VM = Path(__file__).parent / "vm" / "machine.py"


def test_without_qemu_one_line_says_what_to_install(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(VM)], env={"PATH": str(tmp_path)}, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith("make vm needs qemu-system-x86_64, busybox")
    assert "sudo apt-get install --no-install-recommends qemu-system-x86 busybox-static" in done.stderr
