"""`companion play`: a match in a terminal or from a script, one plain line at a time."""

import re
import secrets
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import click

from companion import lexicon
from companion.commands.settle import settled
from companion.commands.telling import DONE, NO, data_option, example, printable, say
from companion.decks import keeping, kept_deck
from companion.errors import CompanionError, RuleError, UnreadableError
from companion.fold import CLOSED, OPENED, before
from companion.games import GAMES
from companion.games.record import Game
from companion.journal import Journal
from companion.lexicon import as_word
from companion.match import Match, opened_now, resumed
from companion.scoreboard import Scoreboard
from companion.sheet import sheet_lines
from companion.stamps import stamp_now

REMARK = re.compile(r"(?:^|\s)# ")
SHARED_PHRASES = {
    "show": "the match as it stands",
    "history": "every entry with its number",
    "try LINE": "what a line would bring, without recording it",
    "mine": "what only the player whose turn it is may see",
    "undo": "the last entry that counts did not happen",
    "redo": "it did",
    "strike 12 why": "entry 12 did not happen",
    "amend 12 LINE because WHY": "entry 12 should have been what LINE says",
    "allow WORD why": "the table rules that a word is valid in this match",
    "deny WORD why": "the table rules that it is not",
    "close": "the match is over, its result is stored",
    "# WORDS": "a remark, for scripts",
    "quit": "leave; the match is kept and can be gone on with",
}


LONGEST_LINE = 1000
NAMES = ("Ann", "Ben", "Cid", "Dan")


@dataclass(frozen=True, slots=True)
class Terminal:
    """A match with the terminal before it: `echo` prints a line, `match` is the only writer."""

    match: Match
    echo: Callable[[str], None]

    def hear(self, line: str) -> bool:
        """Do what a line says and show what follows; False when the person leaves."""
        if len(line) > LONGEST_LINE:
            raise UnreadableError(f"a line of {len(line)} characters is too long: at most {LONGEST_LINE}")
        match line.split():
            case []:
                return True
            case ["quit"]:
                return False
            case ["help"]:
                self._help()
            case ["show"]:
                self.show()
            case ["history"]:
                self._history()
            case ["mine"]:
                self._mine()
            case ["try", *said] if said:
                self._try(" ".join(said))
            case _:
                self._change(line)
        return True

    def show(self) -> None:
        """The whole board."""
        for text in self._board().as_lines():
            self.echo(text)

    def _mine(self) -> None:
        """What the seat whose turn it is may see and nobody else."""
        view = self.match.view
        seat = view.game.to_move(view.state)
        own = view.game.private(view.state, seat, self.match.lexicon) if seat else {}
        for name, value in own.items():
            self.echo(f"  {name}: {', '.join(value) if isinstance(value, list) else value}")
        if not own:
            self.echo("  nothing is hidden now")

    def _try(self, line: str) -> None:
        """What a line would bring, as the game previews it."""
        view = self.match.view
        for text in view.game.preview(view.state, self._heard(line), self.match.lexicon):
            self.echo(f"  {text}")

    def _board(self) -> Scoreboard:
        board: Scoreboard = self.match.view.game.scoreboard(self.match.view.state, self.match.lexicon)
        return board

    def _help(self) -> None:
        for phrases in (self.match.view.game.phrases, SHARED_PHRASES):
            for phrase, meaning in phrases.items():
                self.echo(f"  {phrase.ljust(50)} {meaning}")

    def _history(self) -> None:
        for entry in self.match.view.entries:
            struck = " (struck)" if entry.seq in self.match.view.struck else ""
            why = f" because {entry.why}" if entry.why else ""
            fields = " ".join(
                _field(name, value)
                for name, value in self.match.view.told(entry).items()
                if value is not None
            )
            shown = fields if entry.kind not in (OPENED, CLOSED) else ""
            self.echo(
                f"  {entry.seq} {entry.stamp.wall[11:19]} {entry.who}: {entry.kind} {shown}{why}{struck}"
            )

    def _change(self, line: str) -> None:
        """Record what a line says and show what is different on the board since."""
        before = self._board()
        self.echo(f"  entry {self._recorded(line)}")
        for text in self._board().changed_lines(before):
            self.echo(text)
        if self.match.view.closed is not None:
            for text in sheet_lines(self.match.view, self.match.view.standings(self.match.lexicon)):
                self.echo(text)

    def _recorded(self, line: str) -> int:
        """The number of the entry that a line made; CompanionError when it is refused."""
        match line.split(maxsplit=2):
            case ["undo"]:
                return self.match.undo().seq
            case ["redo"]:
                return self.match.redo().seq
            case ["close"]:
                return self.match.close().seq
            case ["strike", of, *why]:
                return self.match.strike(_number(of), why=" ".join(why)).seq
            case ["amend", of, rest]:
                return self._amended(_number(of), *rest.split(" because ", 1))
            case ["allow" | "deny" as verdict, word, *why]:
                return self.match.rule(as_word(word), verdict == "allow", why=" ".join(why)).seq
            case _:
                return self.match.commit(self._heard(line)).seq

    def _amended(self, of: int, line: str, why: str = "") -> int:
        """An entry said anew, heard as of then: what it speaks of is what lay there before it."""
        view = self.match.view
        if not 1 <= of <= len(view.entries):
            raise UnreadableError(f"there is no entry {of} to amend: type history to see them")
        if of == 1:
            raise RuleError("entry 1 is opened: how a match was opened stays as it is")
        return self.match.amend(of, view.game.heard(before(view, of).state, line), why=why).seq

    def _heard(self, line: str) -> Any:
        return self.match.view.game.heard(self.match.view.state, line)


def _field(name: str, value: Any) -> str:
    """One field of an entry as the history shows it."""
    return " ".join(f"{k}={v}" for k, v in value.items()) if isinstance(value, Mapping) else f"{name}={value}"


def _number(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise UnreadableError(f"{text[:20]!r} is no number of an entry: type history to see them")
    return int(text)


def play_group() -> click.Group:
    """`companion play GAME`, with a command for every game that there is."""
    group = click.Group("play", help="Play a match in the terminal or from a script.", no_args_is_help=False)
    for game in GAMES:
        group.add_command(_play_command(game))
    return group


def _play_command(game: Game[Any]) -> click.Command:
    few = ",".join(NAMES[: max(2, game.seats[0])])

    @click.command(game.name, epilog=example(f"companion play {game.name} --seats {few} < evening.txt"))
    @click.option("--seats", default=few, show_default=True, help="Names, with commas between.")
    @click.option(
        "--rules",
        type=click.Choice(game.rules),
        default=game.rules[0],
        show_default=True,
        help="; ".join(f"{version}: {remark}" for version, remark in game.remarks.items()),
    )
    @click.option("--house", metavar="SWITCH=CHOICE", multiple=True, help=_house_help(game))
    @click.option("--match", "name", help="Go on with this match instead of opening one.")
    @data_option
    def run(seats: str, rules: str, house: tuple[str, ...], name: str | None, data: str | None) -> int:
        with Journal(settled(data=data).data) as journal:
            if name:
                match = resumed(journal, name, lexicon.load(), stamp_now)
            else:
                fresh = f"{game.name}-{secrets.token_hex(3)}"
                asked = dict(_switch(each) for each in house)
                pinned = (journal, fresh, game, seats.split(","), lexicon.load(), stamp_now, rules, asked)
                match = opened_now(
                    *pinned, seed=secrets.token_hex(16), deck=kept_deck(journal.path.parent, game)
                )
            match.listeners.append(keeping(journal.path.parent, match))
            return _converse(Terminal(match, lambda line: click.echo(printable(line))))

    run.help = f"{game.title} in plain lines: type help for what can be said."
    return run


def _house_help(game: Game[Any]) -> str:
    return "; ".join(f"{switch.name}={'|'.join(switch.choices)}: {switch.help}" for switch in game.switches)


def _switch(text: str) -> tuple[str, str]:
    name, sign, value = text.partition("=")
    if not sign:
        raise UnreadableError(f"--house {text[:20]!r} lacks its = sign: write it as --house SWITCH=CHOICE")
    return name, value


def _converse(terminal: Terminal) -> int:
    """Lines in, lines out, until the end; 1 when a script said something that was refused."""
    person, refused = sys.stdin.isatty(), False
    click.echo(f"{terminal.match.view.game.title}, match {terminal.match.view.name}")
    terminal.show()
    try:
        for line in sys.stdin:
            text = REMARK.split(line)[0].strip()
            if not person and text:
                terminal.echo(f"> {text[:LONGEST_LINE]}")
            try:
                if not terminal.hear(text):
                    break
            except CompanionError as error:
                refused = True
                terminal.echo(f"  refused: {error}")
    except KeyboardInterrupt:
        say(f"stopped; the match is kept, go on with --match {terminal.match.view.name}")
    return NO if refused and not person else DONE
