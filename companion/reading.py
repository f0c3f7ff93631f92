"""What the eye saw, as values: grids with their doubts, how the picture was, and what was wrong with it.

Readings cross a pipe and are stored, so each has a JSON form that comes back as the same value.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from math import dist
from typing import Any, Literal, NamedTuple

from companion.errors import UnreadableError
from companion.grid import Cell, Grid

About = Literal["letter", "symbol", "presence", "turn"]
ABOUTS = ("letter", "symbol", "presence", "turn")
Point = tuple[float, float]
Quad = tuple[Point, Point, Point, Point]


class Doubt(NamedTuple):
    """A cell that must be asked about: what is not sure, the best guess, its probability, the runners-up.

    A doubt about the whole grid's turn is one doubt at row 0, column 0, its `best` the turn in degrees.
    """

    cell: Cell
    about: About
    best: str
    p: float
    others: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The object that commands.md promises for a doubt."""
        return {
            "row": self.cell.row,
            "col": self.cell.col,
            "about": self.about,
            "best": self.best,
            "p": round(self.p, 4),
            "others": list(self.others),
        }

    @classmethod
    def from_json(cls, form: Mapping[str, Any]) -> "Doubt":
        """The doubt that `to_json` wrote; KeyError, TypeError or ValueError when it did not."""
        if form["about"] not in ABOUTS:
            raise ValueError(f"a doubt about {form['about']!r}: use one of {', '.join(ABOUTS)}")
        cell = Cell(int(form["row"]), int(form["col"]))
        return cls(cell, form["about"], str(form["best"]), float(form["p"]), tuple(map(str, form["others"])))


class CellReading(NamedTuple):
    """How sure one cell is: probability of its face and of its symbol, runners-up of each, its corners.

    `quad_px` runs clockwise from the corner that is the top left in the grid's upright order.
    """

    p: float
    others: tuple[tuple[str, float], ...]
    symbol_p: float
    symbol_others: tuple[tuple[str, float], ...]
    quad_px: Quad

    def to_json(self) -> dict[str, Any]:
        return {
            "p": round(self.p, 4),
            "others": [[name, round(p, 4)] for name, p in self.others],
            "symbol_p": round(self.symbol_p, 4),
            "symbol_others": [[name, round(p, 4)] for name, p in self.symbol_others],
            "quad_px": _points(self.quad_px),
        }

    @classmethod
    def from_json(cls, form: Mapping[str, Any]) -> "CellReading":
        others = tuple((str(name), float(p)) for name, p in form["others"])
        symbols = tuple((str(name), float(p)) for name, p in form["symbol_others"])
        return cls(float(form["p"]), others, float(form["symbol_p"]), symbols, _quad(form["quad_px"]))


@dataclass(frozen=True, slots=True)
class GridReading:
    """One grid in the picture, in its own upright order.

    `cells` holds a CellReading for each cell in reading order, or nothing where a reading was made by hand;
    `values` are the numbers printed on cards; `seat` counts from 1 and is known where a printed mat lies;
    `obstructed`: something lies over the grid, so it is not to be taken, and `covered` are the cells that it
    seems to lie over.
    """

    grid: Grid
    turn_deg: int
    quad_px: Quad
    doubts: tuple[Doubt, ...] = ()
    cells: tuple[CellReading, ...] = ()
    values: tuple[tuple[int | None, ...], ...] | None = None
    seat: int | None = None
    obstructed: bool = False
    covered: tuple[Cell, ...] = ()

    @property
    def tile_px(self) -> float:
        """The side of a tile in pixels of the frame, 0 where the grid was not read from one."""
        sides = [dist(a, b) for cell in self.cells for a, b in pairwise(cell.quad_px)]
        return sum(sides) / len(sides) if sides else 0.0

    def to_json(self) -> dict[str, Any]:
        """The object that commands.md promises for a grid, and the cells."""
        return {
            "text": str(self.grid),
            "rows": list(self.grid.faces),
            "symbols": list(self.grid.symbols) if self.grid.has_symbols else None,
            "values": None if self.values is None else [list(row) for row in self.values],
            "seat": self.seat,
            "obstructed": self.obstructed,
            "turn_deg": self.turn_deg,
            "quad_px": _points(self.quad_px),
            "doubts": [doubt.to_json() for doubt in self.doubts],
            "cells": [cell.to_json() for cell in self.cells],
            "covered": [list(cell) for cell in self.covered],
            "tile_px": round(self.tile_px, 1),
        }

    @classmethod
    def from_json(cls, form: Mapping[str, Any]) -> "GridReading":
        values = form.get("values")
        return cls(
            grid=Grid.parse(form["text"]),
            turn_deg=int(form["turn_deg"]),
            quad_px=_quad(form["quad_px"]),
            doubts=tuple(map(Doubt.from_json, form["doubts"])),
            cells=tuple(map(CellReading.from_json, form.get("cells", ()))),
            values=None if values is None else tuple(map(tuple, values)),
            seat=form["seat"],
            obstructed=bool(form.get("obstructed", False)),
            covered=tuple(Cell(int(row), int(col)) for row, col in form.get("covered", ())),
        )


class Caption(NamedTuple):
    """The text printed on a card that is no letter card: how sure, the card's corners. Only ever proposed."""

    text: str
    p: float
    quad_px: Quad

    def to_json(self) -> dict[str, Any]:
        return {"text": self.text, "p": round(self.p, 3), "quad_px": _points(self.quad_px)}

    @classmethod
    def from_json(cls, form: Mapping[str, Any]) -> "Caption":
        return cls(str(form["text"]), float(form["p"]), _quad(form["quad_px"]))


@dataclass(frozen=True, slots=True)
class Reading:
    """What one picture holds.

    `obstructed`: something lies over every grid, so that none is to be taken; `moved`: it differs from the
    picture before; `problem`: one sentence when there is nothing to take; `notes`: in a few words what
    the picture is like ("dark", "blurred", "glare", "slanting", "another grid is cut off"); `sharpness` and
    `light` from 0 to 1; `ms` from picture to answer; `caption`: the text of a printed card, where one is
    wanted and sure.
    """

    layout: str
    grids: tuple[GridReading, ...] = ()
    obstructed: bool = False
    moved: bool = False
    problem: str | None = None
    notes: tuple[str, ...] = ()
    sharpness: float = 0.0
    light: float = 0.0
    ms: float = 0.0
    caption: Caption | None = None

    def to_json(self) -> dict[str, Any]:
        """The object that commands.md promises for a picture, without its name."""
        return {
            "layout": self.layout,
            "ms": round(self.ms, 1),
            "obstructed": self.obstructed,
            "moved": self.moved,
            "problem": self.problem,
            "notes": list(self.notes),
            "sharpness": round(self.sharpness, 3),
            "light": round(self.light, 3),
            "caption": self.caption.to_json() if self.caption else None,
            "grids": [grid.to_json() for grid in self.grids],
        }

    @classmethod
    def from_json(cls, form: Mapping[str, Any]) -> "Reading":
        """The reading that `to_json` wrote (other keys are let be); UnreadableError when it did not."""
        try:
            return cls(
                layout=str(form["layout"]),
                grids=tuple(map(GridReading.from_json, form["grids"])),
                obstructed=bool(form["obstructed"]),
                moved=bool(form.get("moved", False)),
                problem=form["problem"],
                notes=tuple(map(str, form["notes"])),
                sharpness=float(form.get("sharpness", 0.0)),
                light=float(form.get("light", 0.0)),
                ms=float(form["ms"]),
                caption=Caption.from_json(form["caption"]) if form.get("caption") else None,
            )
        except (KeyError, TypeError, ValueError) as fault:
            raise UnreadableError(
                f"this is no reading ({type(fault).__name__}: {fault}): give what `read --json` printed"
            ) from fault


def _points(quad: Quad) -> list[list[float]]:
    return [[round(x, 2), round(y, 2)] for x, y in quad]


def _quad(points: Any) -> Quad:
    a, b, c, d = ((float(x), float(y)) for x, y in points)
    return (a, b, c, d)
