"""What the doctor found, in one file for a bug report: no pictures, no names of players, no secrets."""

import json
import platform
import zipfile
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import click

from companion import pressfile
from companion.logfile import kept_logs
from companion.settings import Settings

PACKAGES = ("companion", "flask", "waitress", "gpiozero", "lgpio", "numpy", "opencv-python", "pytesseract")


def write_doctor_bundle(path: Path, settings: Settings, found: dict[str, Any]) -> None:
    """One zip: settings.json with where each value came from, versions.json, doctor.json, presses.json with
    the raw edges of the last presses, and logs/. A usage error says why the file cannot be written."""
    parts = {
        "settings.json": _packed({n: [v, settings.sources[n]] for n, v in settings.values.items()}),
        "versions.json": _packed(versions()),
        "doctor.json": _packed(found),
        "presses.json": _packed(pressfile.load(settings.data)),
        **{f"logs/{log.name}": log.read_text(errors="replace") for log in kept_logs(settings.data)},
    }
    try:
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as bundle:
            for name, text in parts.items():
                bundle.writestr(name, text)
    except OSError as fault:
        raise click.BadParameter(
            f"{path} cannot be written ({fault.strerror}): choose another place", param_hint="--bundle"
        ) from fault


def _packed(values: Any) -> str:
    return json.dumps(values, indent=1)


def versions() -> dict[str, str]:
    """The program, Python, the packages that matter, and the machine."""
    named = {name: _version(name) for name in PACKAGES}
    return {**named, "python": platform.python_version(), "machine": platform.platform()}


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not from pip"
