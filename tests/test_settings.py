"""Settings: where a value comes from, and every way it can be wrong."""

from pathlib import Path
from typing import Any

import pytest

from companion.errors import SettingError
from companion.settings import SETTINGS, default_file, hours_of, left_out, settle
from companion.signals import OF_THE_CLOCK


def written(folder: Path, text: str) -> Path:
    path = folder / "companion.toml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("in_file", "environment", "given", "port", "source"),
    [
        (None, {}, {}, 8000, "default"),
        (1, {}, {}, 1, "file"),
        (None, {"COMPANION_PORT": "2"}, {}, 2, "environment"),
        (1, {"COMPANION_PORT": "2"}, {}, 2, "environment"),
        (1, {}, {"port": "3"}, 3, "command line"),
        (1, {"COMPANION_PORT": "2"}, {"port": "3"}, 3, "command line"),
        (1, {"COMPANION_PORT": "2"}, {"port": None}, 2, "environment"),
    ],
)
def test_the_nearest_layer_wins(
    tmp_path: Path,
    in_file: int | None,
    environment: dict[str, str],
    given: dict[str, Any],
    port: int,
    source: str,
) -> None:
    path = written(tmp_path, "" if in_file is None else f"port = {in_file}")
    known = settle(path, environment, given)
    assert known.number("port") == port
    assert known.sources["port"] == (str(path) if source == "file" else source)
    assert known.sources["host"] == "default"


def test_the_default_file_is_read_when_it_is_there_and_may_be_missing() -> None:
    assert settle(None, {}, {}).number("port") == 8000
    default_file().parent.mkdir(parents=True)
    default_file().write_text('port = 7\nhost = "::1"')
    known = settle(None, {}, {})
    assert (known.number("port"), known.text("host")) == (7, "::1")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("prot = 1", "no setting is named 'prot'; there are host, port, data, camera"),
        ("port = 70000", "port cannot be 70000: it takes 0 to 65535"),
        ("port = -1", "port cannot be -1"),
        ("port = true", "port cannot be True"),
        ("port = 1.0", "port cannot be 1.0"),
        ("port = []", "port cannot be []"),
        ('port = "80x"', "port cannot be '80x'"),
        ('port = "٣"', "port cannot be '٣'"),
        (f'port = "{"9" * 5000}"', "port cannot be '9999999999"),
        ("host = 1", "host cannot be 1: it takes a text"),
        ('host = " "', "host cannot be ' ': it takes a text that is not empty"),
        ('data = ""', "data cannot be '': it takes a text that is not empty"),
        ("[data]\nport = 1", "data cannot be {'port': 1}"),
        ("port", "is no TOML"),
    ],
    ids=lambda value: value[:20],
)
def test_a_wrong_line_of_the_file_is_named_in_one_line(tmp_path: Path, text: str, complaint: str) -> None:
    path = written(tmp_path, text)
    with pytest.raises(SettingError) as refused:
        settle(path, {}, {})
    said = str(refused.value)
    assert complaint in said
    assert str(path) in said
    assert len(said.splitlines()) == 1
    assert len(said) < 250 + len(str(path))


@pytest.mark.parametrize("source", ["environment", "command line"])
def test_a_wrong_value_says_where_it_came_from(source: str) -> None:
    environment = {"COMPANION_PORT": "x"} if source == "environment" else {}
    given = {"port": "x"} if source == "command line" else {}
    with pytest.raises(SettingError, match=f"{source}: port cannot be 'x': it takes 0 to 65535"):
        settle(None, environment, given)


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    binary = tmp_path / "binary.toml"
    binary.write_bytes(b"\xff\xfe\x00")
    for path, complaint in [
        (tmp_path / "missing.toml", "cannot be read: No such file"),
        (tmp_path, "cannot be read: Is a directory"),
        (binary, "is no TOML"),
    ]:
        with pytest.raises(SettingError, match=complaint):
            settle(path, {}, {})


def test_other_variables_of_the_environment_are_left_alone() -> None:
    assert settle(None, {"COMPANION_COLOUR": "red", "PORT": "1"}, {}).number("port") == 8000


def test_a_home_of_nobody_is_refused() -> None:
    with pytest.raises(SettingError, match="write the whole path"):
        _ = settle(None, {}, {"data": "~nobody-of-that-name/x"}).data


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
def test_every_setting_is_documented_and_its_default_fits(setting: Any) -> None:
    assert len(setting.help) > 15
    known = settle(None, {setting.name: str(setting.default)}, {setting.name: setting.default})
    assert known.values[setting.name] == setting.default


@pytest.mark.parametrize("spec", ["drawn", "none", "web:1", "folder:/tmp/pictures"])
def test_a_camera_is_chosen_by_its_name(spec: str) -> None:
    assert settle(None, {}, {"camera": spec}).text("camera") == spec


def test_another_camera_is_refused_with_those_there_are() -> None:
    with pytest.raises(SettingError, match="command line: no camera is called 'usb': use drawn, folder:DIR"):
        settle(None, {}, {"camera": "usb"})


@pytest.mark.parametrize(
    ("night", "hours"),
    [("none", set()), ("22-7", {22, 23, *range(7)}), ("1-2", {1}), ("0-23", set(range(23)))],
)
def test_a_night_is_the_hours_between(night: str, hours: set[int]) -> None:
    assert hours_of(settle(None, {}, {"night": night}).text("night")) == hours


@pytest.mark.parametrize("night", ["22", "22-24", "7-7", "late", "-1-5", "1 - 5"])
def test_a_night_that_says_no_hours_is_refused(night: str) -> None:
    with pytest.raises(SettingError, match="night: write two hours from 0 to 23, as in 22-7, or none"):
        settle(None, {}, {"night": night})


def test_each_moment_of_the_clock_is_on_or_off() -> None:
    assert left_out(settle(None, {}, {}).text("cues")) == set()
    assert left_out(settle(None, {}, {"cues": "start, end"}).text("cues")) == {"minute", "ten", "last"}
    assert left_out(settle(None, {}, {"cues": "none"}).text("cues")) == {*OF_THE_CLOCK}
    with pytest.raises(SettingError, match="cues: the clock has no 'gong'; there are start, minute"):
        settle(None, {}, {"cues": "start, gong"})
