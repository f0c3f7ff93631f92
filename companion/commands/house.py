"""`companion house` and `companion rulings`: the house's own words, and the log of a referee."""

from pathlib import Path

import click

from companion import house as words_of_the_house
from companion import lexicon, rulings
from companion.commands.settle import settled
from companion.commands.telling import DONE, as_json, data_option, example, say, tell_json, write_whole
from companion.house import ALLOWED, REFUSED, WITHDRAWN, standing
from companion.journal import RULINGS, Journal
from companion.lexicon import as_word
from companion.stamps import stamp_now

VERBS = {"allow": ALLOWED, "deny": REFUSED, "withdraw": WITHDRAWN}
out_option = click.option("--out", metavar="FILE", help="Where to write it; without this it is printed.")


@click.command(epilog=example('companion house allow ZZZ --who Ann --why "it is in our atlas"'))
@click.argument("verb", type=click.Choice(["list", *VERBS]), default="list")
@click.argument("word", default="")
@click.option("--who", default="", metavar="NAME", help="Who says so.")
@click.option("--why", default="", metavar="REASON", help="For what reason.")
@click.option("--as", "form", type=click.Choice(["text", "csv"]), default="text", show_default=True)
@out_option
@data_option
@as_json
def house(
    verb: str, word: str, who: str, why: str, form: str, out: str | None, data: str | None, as_json: bool
) -> int:
    """Tell the words that the house allows or refuses for good, or allow, deny or withdraw a WORD.

    The word list itself stays as it is; a match keeps the house words that it was opened with.
    """
    with Journal(settled(data=data).data) as journal:
        if verb in VERBS:
            now = stamp_now()
            words_of_the_house.say(journal, lexicon.load(), as_word(word), VERBS[verb], who, why, now)
        if form == "csv":
            return _written(words_of_the_house.as_csv(journal), out)
        known = standing(journal)
    for each in known:
        if as_json:
            tell_json({"word": each.word, "allowed": each.allowed, "who": each.who, "why": each.why})
        else:
            click.echo(f"{each.word}: {each}")
    if not known and not as_json:
        click.echo("the house has ruled on no word")
    return DONE


@click.command("rulings", epilog=example("companion rulings --as csv"))
@click.option("--as", "form", type=click.Choice(["text", "csv"]), default="text", show_default=True)
@out_option
@data_option
@as_json
def rulings_(form: str, out: str | None, data: str | None, as_json: bool) -> int:
    """Tell every ruling that was ever asked, the first one first; nothing is ever taken out."""
    with Journal(settled(data=data).data) as journal:
        if form == "csv":
            return _written(rulings.as_csv(journal), out)
        entries = journal.read(RULINGS)
    for each in entries:
        if as_json:
            tell_json({"time": each.stamp.wall, "who": each.who, **each.fields})
        else:
            click.echo(f"{each.stamp.wall} {' '.join(each.fields['words'])}: {each.fields['verdict']}")
    return DONE


def _written(text: str, out: str | None) -> int:
    if out is None:
        click.echo(text, nl=False)
    else:
        write_whole(Path(out), text.encode())
        say(f"it was written to {out}")
    return DONE
