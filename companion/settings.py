"""All settings in one table, and their values from defaults, file, environment and command line."""

import os
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.errors import CameraError, SettingError
from companion.eye import check_camera
from companion.signals import CUE_NAMES, OF_THE_CLOCK
from companion.wiring import wired

ENVIRONMENT = "COMPANION_"


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting: its default tells its type; `unit` is empty where it has none.

    `check` gives a text back, or raises CameraError or SettingError saying what it takes.
    """

    name: str
    default: str | int
    unit: str
    help: str
    choices: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    check: Callable[[str], str] = str


def _checked_wiring(text: str) -> str:
    wired(text)
    return text


def _checked_cues(text: str) -> str:
    if unknown := named(text) - {*CUE_NAMES}:
        known = ", ".join(CUE_NAMES)
        raise SettingError(f"mute: no cue is named {sorted(unknown)[0][:20]!r}; there are {known}")
    return text


def _checked_moments(text: str) -> str:
    if unknown := named(text) - {*OF_THE_CLOCK}:
        known = ", ".join(OF_THE_CLOCK)
        raise SettingError(f"cues: the clock has no {sorted(unknown)[0][:20]!r}; there are {known} or none")
    return text


def named(text: str) -> frozenset[str]:
    """The names in a list that people write; none for `none`."""
    return frozenset(part.strip() for part in text.split(",")) - {"none", ""}


def left_out(text: str) -> frozenset[str]:
    """The moments of the clock that are not told, when these are."""
    return frozenset(OF_THE_CLOCK) - named(text)


def _checked_night(text: str) -> str:
    hours_of(text)
    return text


def hours_of(text: str) -> frozenset[int]:
    """The hours of a night as in `22-7`, which ends when seven begins; SettingError when it says none."""
    if text == "none":
        return frozenset()
    said = re.fullmatch(r"(\d{1,2})-(\d{1,2})", text)
    first, last = (int(said[1]), int(said[2])) if said else (24, 24)
    if first > 23 or last > 23 or first == last:
        raise SettingError(f"night: write two hours from 0 to 23, as in 22-7, or none, not {text[:20]!r}")
    return frozenset((first + hour) % 24 for hour in range((last - first) % 24))


SETTINGS = (
    Setting("host", "127.0.0.1", "", "the address that pages are served on; 0.0.0.0 lets phones in"),
    Setting("port", 8000, "", "the port that pages are served on; 0 takes a free one", low=0, high=65535),
    Setting("data", "~/.local/share/companion", "", "the folder in which matches are kept"),
    Setting(
        "camera",
        "drawn",
        "",
        "what looks at the table: drawn, folder:DIR, web:0, pi or none",
        check=check_camera,
    ),
    Setting(
        "lens",
        66,
        "degrees",
        "how wide the camera sees, from left to right; 66 is a Pi camera 3",
        low=20,
        high=170,
    ),
    Setting("pins", "mock", "", "the buttons: mock (on the screen), gpio or none", ("mock", "gpio", "none")),
    Setting(
        "wiring",
        "8 seats",
        "",
        "8 seats or 10 seats, then what is wired otherwise: 8 seats, lamp3=26:low",
        check=_checked_wiring,
    ),
    Setting("volume", 60, "percent", "how loud sounds are; 0 is silence", low=0, high=100),
    Setting(
        "confirm", "off", "", "whether two players press before a ruling on words is shown", ("off", "on")
    ),
    Setting("mute", "none", "", "cues that are only seen, as in: last, press", check=_checked_cues),
    Setting("night", "none", "hours", "when sounds are soft, as in 22-7", check=_checked_night),
    Setting(
        "cues",
        ", ".join(OF_THE_CLOCK),
        "",
        "moments of the clock that are told, as in: start, minute, end; or none",
        check=_checked_moments,
    ),
)
NAMED = {setting.name: setting for setting in SETTINGS}


@dataclass(frozen=True, slots=True)
class Settings:
    """The value of every setting, and where each came from."""

    values: Mapping[str, str | int]
    sources: Mapping[str, str]

    def text(self, name: str) -> str:
        return str(self.values[name])

    def number(self, name: str) -> int:
        return int(self.values[name])

    @property
    def data(self) -> Path:
        try:
            return Path(self.text("data")).expanduser()
        except RuntimeError:
            raise SettingError(
                f"data: nobody's home is meant by {self.text('data')!r}: write the whole path"
            ) from None


def default_file() -> Path:
    """Where the settings file is looked for when none is named."""
    base = os.environ.get("XDG_CONFIG_HOME") or "~/.config"
    return Path(base).expanduser() / "companion" / "companion.toml"


def settle(file: Path | None, environment: Mapping[str, str], given: Mapping[str, Any]) -> Settings:
    """Defaults < file < environment < what was given; SettingError for an unknown name or a wrong value.

    A file that was named must exist; the default one may be missing. None in `given` means not given.
    """
    values: dict[str, str | int] = {setting.name: setting.default for setting in SETTINGS}
    sources = dict.fromkeys(values, "default")
    layers: list[tuple[str, Mapping[str, Any]]] = [
        *_file_layer(file),
        ("environment", _from_environment(environment)),
        ("command line", {name: value for name, value in given.items() if value is not None}),
    ]
    for source, layer in layers:
        for name, value in layer.items():
            values[name], sources[name] = _checked(name, value, source), source
    return Settings(values, sources)


def _file_layer(file: Path | None) -> list[tuple[str, Mapping[str, Any]]]:
    path = file or default_file()
    try:
        return [(str(path), tomllib.loads(path.read_text(encoding="utf-8")))]
    except OSError as error:
        if file is None and isinstance(error, FileNotFoundError):
            return []
        raise SettingError(f"the settings file {path} cannot be read: {error.strerror}") from None
    except ValueError as error:
        raise SettingError(f"the settings file {path} is no TOML: {error}") from None


def _from_environment(environment: Mapping[str, str]) -> dict[str, str]:
    names = {f"{ENVIRONMENT}{name.upper()}": name for name in NAMED}
    return {names[key]: value for key, value in environment.items() if key in names}


def _checked(name: str, value: Any, source: str) -> str | int:
    setting = NAMED.get(name)
    if setting is None:
        raise SettingError(f"{source}: no setting is named {name!r}; there are {', '.join(NAMED)}")
    if isinstance(setting.default, str):
        if (
            not isinstance(value, str)
            or not value.strip()
            or (setting.choices and value not in setting.choices)
        ):
            raise _refused(setting, value, source, " or ".join(setting.choices) or "a text that is not empty")
        try:
            return setting.check(value)
        except (CameraError, SettingError) as error:
            raise SettingError(f"{source}: {error}") from None
    number = int(value) if re.fullmatch("[0-9]{1,15}", str(value)) else -1
    if not setting.low <= number <= setting.high:
        raise _refused(setting, value, source, f"{setting.low} to {setting.high}")
    return number


def _refused(setting: Setting, value: Any, source: str, wanted: str) -> SettingError:
    shown = repr(value)
    shown = shown if len(shown) <= 60 else f"{shown[:57]}..."
    return SettingError(f"{source}: {setting.name} cannot be {shown}: it takes {wanted}")
