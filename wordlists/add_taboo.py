"""Adds slurs or rude words to `taboo.txt`: `python -m wordlists.add_taboo slur house FILE`."""

from pathlib import Path

import click

from wordlists import taboo


@click.command()
@click.argument("kind", type=click.Choice(taboo.KINDS))
@click.argument("origin", type=click.Choice(taboo.ORIGINS))
@click.argument("words", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def main(kind: str, origin: str, words: Path) -> None:
    """Add the WORDS of a file, one a line, to taboo.txt; words with other than letters are left out."""
    path = Path(__file__).with_name(taboo.COMMITTED)
    lines = set(path.read_text("ascii").splitlines()) if path.exists() else set()
    known = {line.split(" ")[2] for line in lines}
    letters = {word.upper() for word in words.read_text().split() if word.isascii() and word.isalpha()}
    added = {f"{kind} {origin} {taboo.digest(word)}" for word in letters if taboo.digest(word) not in known}
    path.write_text("".join(f"{line}\n" for line in sorted(lines | added)), "ascii")
    click.echo(f"{len(added)} added, {len(letters) - len(added)} were there")


if __name__ == "__main__":
    main()
