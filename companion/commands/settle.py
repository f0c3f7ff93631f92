"""The settings as a command sees them, and `companion settings`."""

import os
from pathlib import Path
from typing import Any

import click

from companion.commands.telling import DONE, as_json, example, tell_json
from companion.settings import SETTINGS, Settings, settle

config_option = click.option("--config", metavar="FILE", help="A settings file (TOML).")


def settled(config: str | None = None, **given: Any) -> Settings:
    """Every setting's value: default < file < environment < what was given here."""
    return settle(Path(config) if config else None, os.environ, given)


@click.command(epilog=example("companion settings --json"))
@config_option
@as_json
def settings(config: str | None, as_json: bool) -> int:
    """Show every setting, its value and where it came from."""
    known = settled(config)
    for setting in SETTINGS:
        name, value, source = setting.name, known.values[setting.name], known.sources[setting.name]
        if as_json:
            tell_json(
                {
                    "name": name,
                    "value": value,
                    "source": source,
                    "default": setting.default,
                    "help": setting.help,
                }
            )
        else:
            click.echo(f"{name} = {value!r}  ({source})\n    {setting.help}")
    return DONE
