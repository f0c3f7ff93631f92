"""`companion run`: the appliance."""

import click

from companion.commands.settle import config_option, settled
from companion.commands.telling import DONE, data_option, example, say


@click.command(epilog=example("companion run --port 8000"))
@config_option
@click.option("--host", help="The address to serve pages on.")
@click.option("--port", help="The port to serve pages on.")
@data_option
@click.option("--camera", help="What looks at the table: drawn, folder:DIR, web:0, pi or none.")
@click.option("--pins", help="The buttons: mock (drawn on a page), gpio (a Pi's pins) or none.")
def run(config: str | None, **given: str | None) -> int:
    """Start the appliance and serve its pages until it is stopped."""
    from companion.appliance import serve  # the web server: no other command waits for it

    serve(settled(config, **given), tell=say)
    return DONE
