"""Which tests pin which ruling: each test names them in the remark behind its head (`make rules`)."""

import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path


def heads(path: Path) -> Iterator[tuple[str, str]]:
    """The name of every test in a file, and the remark behind its head."""
    name = ""
    for line in path.read_text().splitlines():
        if line.startswith("def test_"):
            name = line.removeprefix("def ").partition("(")[0]
        if name and "-> None:" in line:
            yield name, line.partition("-> None:")[2]
            name = ""


def pinned(folder: Path) -> dict[str, list[str]]:
    """The names of the tests for each ruling, in the order of the rulings."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted(folder.rglob("test_*.py")):
        for name, remark in heads(path):
            for ruling in re.findall(r"\b[A-Z]{2}-\d+\b", remark):
                found[ruling].append(name)
    return dict(sorted(found.items(), key=lambda pair: (pair[0][:2], int(pair[0][3:]))))


if __name__ == "__main__":
    for ruling, names in pinned(Path(__file__).parent).items():
        sys.stdout.write(f"{ruling}\n" + "".join(f"  {name}\n" for name in names))
