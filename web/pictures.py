"""Pictures that pages carry in themselves."""

import io

import segno
from markupsafe import Markup


def qr_svg(text: str) -> Markup:
    """A QR code of a text as an inline SVG without any style of its own."""
    out = io.BytesIO()
    segno.make(text, micro=False).save(
        out, kind="svg", xmldecl=False, svgns=True, omitsize=True, border=2, dark="#000", light="#fff"
    )
    return Markup(out.getvalue().decode())
