"""Every sentence that a page shows goes through `_`: the one place where another language comes in."""

import gettext

from companion.grid import Cell


def _(sentence: str) -> str:
    """The sentence in the language of the table; English where there is no other."""
    return gettext.dgettext("companion", sentence)


def place(cell: str) -> str:
    """A cell's name (r4c1) as people say it."""
    row, col = Cell.parse(cell)
    return _("row %(row)d, column %(col)d") % {"row": row + 1, "col": col + 1}
