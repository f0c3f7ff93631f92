"""Readings as values: their JSON form keeps the contract of commands.md and comes back unchanged."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import UnreadableError
from companion.grid import Cell, Grid
from companion.reading import ABOUTS, CellReading, Doubt, GridReading, Reading

QUAD = ((1.0, 2.0), (30.5, 2.25), (30.0, 40.0), (1.5, 39.0))
DOUBT = Doubt(Cell(3, 2), "letter", "E", 0.62, ("F", "B"))
GRID = GridReading(Grid.parse("ARTD/BANG/LPAY/*KEF sqcc/coqs/ocqs/qsoo"), 90, QUAD, (DOUBT,), seat=2)

shares = st.integers(0, 10_000).map(lambda n: n / 10_000)
coordinates = st.integers(-50_000, 500_000).map(lambda n: n / 100)
quads = st.tuples(*[st.tuples(coordinates, coordinates)] * 4)
ranked = st.lists(st.tuples(st.sampled_from("ABC*."), shares), max_size=3).map(tuple)
doubts = st.builds(
    Doubt,
    st.builds(Cell, st.integers(0, 14), st.integers(0, 14)),
    st.sampled_from(ABOUTS),
    st.sampled_from("ABC*.c"),
    shares,
    st.lists(st.sampled_from("DEF"), max_size=3).map(tuple),
)
grids = st.builds(
    GridReading,
    st.sampled_from(["AB/.C", "A*/_. co/s.", "Z"]).map(Grid.parse),
    st.sampled_from([0, 90, 180, 270]),
    quads,
    st.lists(doubts, max_size=3).map(tuple),
    st.lists(st.builds(CellReading, shares, ranked, shares, ranked, quads), max_size=2).map(tuple),
    st.none() | st.just(((1, None), (None, 9))),
    st.none() | st.integers(1, 6),
)
readings = st.builds(
    Reading,
    st.sampled_from(["four", "cards"]),
    st.lists(grids, max_size=2).map(tuple),
    st.booleans(),
    st.booleans(),
    st.none() | st.just("no grid found"),
    st.lists(st.sampled_from(["dark", "glare"]), max_size=2).map(tuple),
    st.integers(0, 1000).map(lambda n: n / 1000),
    st.integers(0, 1000).map(lambda n: n / 1000),
    st.integers(0, 9999).map(lambda n: n / 10),
)


@given(readings)
def test_a_reading_comes_back_from_its_json_form_as_the_same_value(reading: Reading) -> None:
    assert Reading.from_json(json.loads(json.dumps(reading.to_json()))) == reading


def test_the_json_form_has_the_keys_that_the_contract_promises() -> None:
    form = Reading("four", (GRID,), notes=("dark",), ms=41.23).to_json()
    assert {k: form[k] for k in ("layout", "ms", "obstructed", "problem", "notes")} == {
        "layout": "four",
        "ms": 41.2,
        "obstructed": False,
        "problem": None,
        "notes": ["dark"],
    }
    grid = form["grids"][0]
    assert grid["text"] == "ARTD/BANG/LPAY/*KEF sqcc/coqs/ocqs/qsoo"
    assert grid["rows"] == ["ARTD", "BANG", "LPAY", "*KEF"]
    assert grid["symbols"] == ["sqcc", "coqs", "ocqs", "qsoo"]
    assert (grid["values"], grid["seat"], grid["turn_deg"]) == (None, 2, 90)
    assert grid["quad_px"][1] == [30.5, 2.25]
    assert grid["doubts"] == [
        {"row": 3, "col": 2, "about": "letter", "best": "E", "p": 0.62, "others": ["F", "B"]}
    ]


def test_a_grid_without_symbols_says_null_for_them() -> None:
    assert GridReading(Grid.parse("AB/CD"), 0, QUAD).to_json()["symbols"] is None


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"grids": None}, "TypeError"),
        ({"layout": ...}, "layout"),
        ({"ms": "soon"}, "ValueError"),
        ({"grids": [{**GRID.to_json(), "text": "A B C"}]}, "a grid has one field or two"),
        ({"grids": [{**GRID.to_json(), "quad_px": [[1, 2]]}]}, "unpack"),
        ({"grids": [{**GRID.to_json(), "doubts": [{**DOUBT.to_json(), "about": "mood"}]}]}, "about 'mood'"),
    ],
)
def test_what_is_no_reading_is_refused_with_what_is_wrong(change: dict[str, object], what: str) -> None:
    form = {**Reading("four", (GRID,)).to_json(), **change}
    with pytest.raises(UnreadableError, match=what):
        Reading.from_json({key: value for key, value in form.items() if value is not ...})
