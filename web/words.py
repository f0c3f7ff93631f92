"""Every sentence that a page shows goes through `_`: the one place where another language comes in."""

import gettext


def _(sentence: str) -> str:
    """The sentence in the language of the table; English where there is no other."""
    return gettext.dgettext("companion", sentence)
