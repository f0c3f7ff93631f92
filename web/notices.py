"""The licences of everything that is delivered, as the files beside it hold them."""

from functools import cache
from importlib import metadata
from importlib.resources import files
from typing import Any, NamedTuple


class Notice(NamedTuple):
    """One licence: what it is for, and its text."""

    title: str
    text: str


@cache
def notices() -> tuple[Notice, ...]:
    """All of them: the program's own, word lists, what the pages are made with, the reader's model card."""
    lists = files("wordlists") / "licences"
    vendor = files("web") / "static" / "vendor"
    found = [
        Notice(f"Word list: {each.name.removesuffix('.txt')}", each.read_text()) for each in lists.iterdir()
    ]
    found += [
        Notice(f"Pages: {each.name.removesuffix('-LICENSE.txt')}", each.read_text())
        for each in vendor.iterdir()
        if each.name.endswith("-LICENSE.txt")
    ]
    card = files("vision") / "model" / "README.md"
    reader = Notice("The letter network: what it was made from, and what it reaches", card.read_text())
    return (Notice("Companion", _own()), *sorted(found), reader, *_libraries())


def _own() -> str:
    """The MIT licence that was installed with the program."""
    for path in metadata.files("companion") or ():
        if path.name == "LICENSE":
            return path.read_text()
    return "MIT"


def _libraries() -> list[Notice]:
    """The libraries that are called, each under the licence it names."""
    names = (
        "flask",
        "waitress",
        "segno",
        "click",
        "numpy",
        "opencv-python",
        "pytesseract",
        "gpiozero",
        "reportlab",
    )
    return [Notice(f"Library: {name}", named) for name in names if (named := _named(name))]


def _licence(about: dict[str, Any]) -> str:
    text = about.get("license_expression") or about.get("license") or ", ".join(about.get("classifier", ()))
    return str(text)


def _named(library: str) -> str:
    try:
        about = metadata.metadata(library)
    except metadata.PackageNotFoundError:
        return ""
    return f"{about['Name']} {about['Version']}: {_licence(about.json)}"
