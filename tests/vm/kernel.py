"""A kernel for the guest: Debian's own, with gpio-sim built beside it, and the files it starts from."""

import lzma
import os
import re
import shutil
import subprocess
import tarfile
from collections.abc import Iterator
from pathlib import Path

SOURCES = Path("/usr/src")
WANTED = ("virtio_pci", "9p", "9pnet_virtio", "overlay", "configfs")
SIMULATOR = re.compile(r"[^/]+/(drivers/gpio/(gpio-sim\.c|gpiolib[a-z-]*\.h)|kernel/irq/irq_sim\.c)")
KBUILD = "obj-m := gpiosim.o\ngpiosim-objs := gpio-sim.o irq_sim.o\n"
NOT_EXPORTED = re.compile(r"handle_simple_irq\(irq_to_desc\((\w+)\)\)")


def release() -> str:
    """The newest kernel whose headers are here, as in `6.1.0-57-amd64`; empty without one."""
    found = sorted(path.name for path in SOURCES.glob("linux-headers-*-amd64"))
    return found[-1].removeprefix("linux-headers-") if found else ""


def source() -> Path | None:
    """The archive of the kernel's source that belongs to the headers."""
    version = ".".join(release().split(".")[:2])
    archive = SOURCES / f"linux-source-{version}.tar.xz"
    return archive if version and archive.exists() else None


def unpacked(work: Path) -> Path:
    """The folder with the kernel and its modules, fetched as a package and never installed."""
    root = work / release()
    if not (root / "boot" / f"vmlinuz-{release()}").exists():
        root.mkdir(parents=True, exist_ok=True)
        _do("apt-get", "download", f"linux-image-{release()}", folder=root)
        _do("dpkg-deb", "-x", next(root.glob("*.deb")).name, ".", folder=root)
        if not (root / "lib").exists():
            (root / "lib").symlink_to("usr/lib")
        _do("depmod", "--basedir", str(root), release(), folder=root)
    return root


def simulator(work: Path) -> Path:
    """gpio-sim as a module for this kernel: Debian does not build it."""
    folder = work / release() / "gpio-sim"
    module = folder / "gpiosim.ko"
    if not module.exists():
        folder.mkdir(parents=True, exist_ok=True)
        _take_sources(folder)
        _do(
            "make", "-C", str(SOURCES / f"linux-headers-{release()}"), f"M={folder}", "modules", folder=folder
        )
    return module


def _take_sources(folder: Path) -> None:
    """The simulator's few files; an interrupt is raised by the one function that modules may call."""
    archive = source()
    if archive is None:
        raise FileNotFoundError(f"no source of the kernel {release()} is in {SOURCES}")
    with tarfile.open(archive) as packed:
        for member in packed:
            if SIMULATOR.fullmatch(member.name) and (file := packed.extractfile(member)):
                text = NOT_EXPORTED.sub(r"generic_handle_irq(\1)", file.read().decode())
                (folder / Path(member.name).name).write_text(text)
    (folder / "Kbuild").write_text(KBUILD)


def modules(root: Path) -> list[Path]:
    """The modules that the guest needs, each after those it depends on."""
    base = root / "lib" / "modules" / release()
    needs = {}
    for line in (base / "modules.dep").read_text().splitlines():
        name, _, others = line.partition(":")
        needs[name] = others.split()
    names = {_plain(name): name for name in needs}
    ordered: dict[str, None] = {}
    for wanted in WANTED:
        _add(names[_plain(wanted)], needs, ordered)
    return [base / name for name in ordered]


def _plain(name: str) -> str:
    return Path(name).name.partition(".")[0].replace("-", "_")


def _add(name: str, needs: dict[str, list[str]], ordered: dict[str, None]) -> None:
    for other in needs[name]:
        _add(other, needs, ordered)
    ordered[name] = None


def first_files(work: Path, init: Path) -> Path:
    """The archive that the kernel starts from: busybox, the modules in their order, the first program."""
    folder = work / "first"
    shutil.rmtree(folder, ignore_errors=True)
    for name in ("bin", "modules", "proc", "sys", "dev"):
        (folder / name).mkdir(parents=True)
    shutil.copy(shutil.which("busybox") or "", folder / "bin" / "busybox")
    shutil.copy(init, folder / "init")
    (folder / "init").chmod(0o755)
    for number, (name, content) in enumerate(_contents([*modules(unpacked(work)), simulator(work)])):
        (folder / "modules" / f"{number:02}-{name}.ko").write_bytes(content)
    names = "\n".join(str(path.relative_to(folder)) for path in sorted(folder.rglob("*")))
    archive = work / "first.cpio"
    with archive.open("wb") as file:
        packing = ["cpio", "--quiet", "-o", "-H", "newc"]
        subprocess.run(packing, input=names.encode(), stdout=file, cwd=folder, check=True)
    return archive


def _contents(paths: list[Path]) -> Iterator[tuple[str, bytes]]:
    for path in paths:
        packed = path.read_bytes()
        yield _plain(path.name), lzma.decompress(packed) if path.suffix == ".xz" else packed


def _do(*command: str, folder: Path) -> None:
    """Run a program; what it said is shown only when it fails."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, env=os.environ)
    if done.returncode:
        raise ChildProcessError(f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}")
