"""The command line: which commands there are, and what may follow each. It does without `typing`, as `cli` does."""

import argparse
import os
import sys
from collections.abc import Callable

from odin_net import __version__
from odin_net.errors import LANGUAGES, USAGE, OdinError
from odin_net.levels import LEVELS, USUAL

TYPE_CHECKING = False  # mypy knows this name and takes it for true.
if TYPE_CHECKING:
    from typing import Any, NoReturn

    from odin_net.game.options import Options

ALL_LEVELS = f"{', '.join([*LEVELS][:-1])} or {[*LEVELS][-1]} ({USUAL})"
THEMES = ("default", "contrast", "16", "none")
# Help that is narrower reads worse than lines that a terminal breaks.
NARROWEST = 40


class Parser(argparse.ArgumentParser):
    """Its subcommands' help looks like its own, and what is wrong is one sentence.

    A subcommand's flags are added when its words are read: a line has one command, and there are many flags.
    """

    def __init__(self, add_flags: Callable[["Parser"], None] | None = None, **settings: "Any") -> None:
        super().__init__(formatter_class=_Help, **settings)
        self._add_flags = add_flags
        self.commands: dict[str, Parser] = {}

    def parse_known_args(self, *words: "Any", **settings: "Any") -> "Any":
        """As any parser does, once all flags are known."""
        if self._add_flags is not None:
            self._add_flags(self)
            self._add_flags = None
        return super().parse_known_args(*words, **settings)

    def error(self, message: str) -> "NoReturn":
        from odin_net.commands.console import printable  # noqa: PLC0415  Most lines are right.

        self.exit(USAGE, f"odin: {printable(message)}: {self.prog} --help shows what can be typed.\n")


class _Help(argparse.HelpFormatter):
    """Knows how wide it may be: argparse would import half of the library to find out."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=_columns() - 2)


def _columns() -> int:
    columns = os.environ.get("COLUMNS", "")
    if columns.isdecimal() and int(columns):
        return max(int(columns), NARROWEST)
    try:
        return max(os.get_terminal_size(sys.stdout.fileno()).columns, NARROWEST)
    except (OSError, ValueError):
        return 80


def parser() -> Parser:
    """What reads the whole command line."""
    parser = Parser(prog="odin", description="Odin, the card game, with friends in one room.")
    parser.add_argument("--version", action="version", version=f"odin {__version__}")
    _add_look(parser, default=None, is_off=False)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    add = commands.add_parser
    add("play", help="a table of your own, with bots", description=PLAY, add_flags=_add_play)
    add("host", help="open a table on this network", description=HOST, add_flags=_add_host)
    add("invite", help="how friends join the table that runs here", description=INVITE, add_flags=_add_invite)
    add("join", help="take a seat at a table on this network", description=JOIN, add_flags=_add_join)
    add("tables", help="what is open on this network", description=TABLES, add_flags=_add_tables)
    add("doctor", help="why can't they find me?", description=DOCTOR, add_flags=_add_doctor)
    add("replay", help="watch a recorded game, or check it", description=REPLAY, add_flags=_add_replay)
    add("report", help="a recorded game as a page", description=REPORT, add_flags=_add_report)
    add("stats", help="your games so far", description=STATS, add_flags=_add_stats)
    add("arena", help="bots against bots", description=ARENA, add_flags=_add_arena)
    parser.commands = commands.choices
    return parser


PLAY = "Play against bots, at once, without a network."


def _add_play(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--bots", type=int, metavar="N", help="how many play against you, 1 to 5 (3)")
    parser.add_argument("--level", metavar="L", help=ALL_LEVELS)
    parser.add_argument("--pace", type=float, metavar="SECONDS", help="how long bots take for a move (1)")
    parser.add_argument("--name", metavar="N", help="what you are called (as last time, or your login name)")
    _add_options(parser)
    _add_screen(parser)
    parser.add_argument("--data", metavar="DIR", help="keep all files in this folder")


HOST = """Open a table on this network, and sit at it; --headless only keeps it. The code may stand in the environment
as ODIN_CODE, where no list of processes shows it."""


def _add_host(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--headless", action="store_true", help="no screen: print what happens, and never ask anything")
    parser.add_argument("--name", metavar="N", help="what you are called (asked for)")
    parser.add_argument("--seats", type=int, metavar="N", help="how many seats a headless table has, 2 to 6 (4)")
    parser.add_argument("--bots", type=int, metavar="M", help="how many of them bots have (0)")
    parser.add_argument("--level", metavar="L", help=ALL_LEVELS)
    parser.add_argument(
        "--code", metavar="WORDS", help="the three words that let people in (ODIN_CODE, or drawn by lot)"
    )
    parser.add_argument("--open", action="store_true", help="no code: open to anybody on this network")
    parser.add_argument("--port", type=int, metavar="P", help="where to listen, 0 for any that is free (9054)")
    parser.add_argument("--bind", metavar="ADDRESS", help="listen on this address only (all interfaces)")
    parser.add_argument("--no-web", action="store_true", help="say nothing to browsers")
    parser.add_argument("--no-ssh", action="store_true", help="let nobody in by ssh")
    parser.add_argument("--games", type=int, metavar="K", help="end after so many games (as many as people like)")
    parser.add_argument("--spectators", type=int, metavar="N", help="how many may watch (32)")
    parser.add_argument("--pace", type=float, metavar="SECONDS", help="how long bots take for a move (1)")
    _add_options(parser)
    parser.add_argument(
        "--resume",
        nargs="?",
        const="",
        metavar="TABLE",
        help="go on with the newest unfinished table, or with this one; --port and --bind move it",
    )
    parser.add_argument("--salvage", action="store_true", help="go on with a damaged one as far as it can be read")
    _add_screen(parser)
    _add_files(parser)


def _add_files(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", metavar="DIR", help="keep all files in this folder")
    parser.add_argument("-v", "--debug", "--verbose", action="store_true", help="say on stderr what happens inside")


ARENA = """Let bots play against each other. Every deal is played once for each rotation of the bots around the table,
so that luck cancels."""


def _add_arena(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--players", type=int, metavar="N", help="how many sit at the table, 2 to 6 (4)")
    parser.add_argument(
        "--bots", metavar="LIST", help=f"a bot for each seat, or one for all: {', '.join(LEVELS)} or FILE.py"
    )
    length = parser.add_mutually_exclusive_group()
    length.add_argument("--hands", type=int, metavar="N", help="single hands to play in all (1000)")
    length.add_argument("--games", type=int, metavar="N", help="whole games to play in all")
    parser.add_argument("--seed", type=int, metavar="S", help="the same seed gives the same result")
    _add_options(parser)
    parser.add_argument("--record", metavar="DIR", help="write a record of each game into this folder")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="how many processes play (1)")
    parser.add_argument(
        "--seconds", type=float, default=1.0, metavar="S", help="how long a bot of a file may take for a move (1)"
    )
    parser.add_argument("--matrix", action="store_true", help="let every level play against every other")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")


# How argparse reads the options of a game; each flag is called like the field of `Options` that it sets.
OPTION_FLAGS: "dict[str, dict[str, Any]]" = {
    "points": {"type": int, "metavar": "N", "help": "the game ends when somebody has so many, 1 to 99 (15)"},
    "colours": {"metavar": "C", "help": "6, or for two players 4 (drawn) or letters such as RYGP"},
    "starter": {"choices": ("left", "last"), "help": "who opens the next hand (left)"},
}


def _add_options(parser: argparse.ArgumentParser) -> None:
    for name, settings in OPTION_FLAGS.items():
        parser.add_argument(f"--{name}", **settings)


def given_options(arguments: argparse.Namespace, players: int) -> "dict[str, Any]":
    """The options that a line gives for a table of so many players, by field; OdinError if they do not fit it."""
    from odin_net.game.options import Starter  # noqa: PLC0415  To read a line needs no rules.

    readers: dict[str, Callable[[Any], Any]] = {
        "points": _read_points,
        "colours": lambda text: _read_colours(text, players),
        "starter": Starter,
    }
    said = {name: getattr(arguments, name) for name in OPTION_FLAGS}
    return {name: readers[name](text) for name, text in said.items() if text is not None}


def read_options(arguments: argparse.Namespace, players: int) -> "Options":
    """The options for a table of so many players, usual where the line does not give them."""
    from odin_net.game.options import Options  # noqa: PLC0415  Likewise.

    return Options()._replace(**given_options(arguments, players))


def _read_points(points: int) -> int:
    from odin_net.game.options import OptionError, parse_points  # noqa: PLC0415  Likewise.

    try:
        return parse_points(points)
    except OptionError:
        raise OdinError("the target is a number of points from 1 to 99.") from None


def _read_colours(text: str, players: int) -> str:
    from odin_net.game.cards import COLOURS  # noqa: PLC0415  Likewise.
    from odin_net.game.options import ALL_SIX, OptionError, parse_colours  # noqa: PLC0415

    try:
        colours = parse_colours(text)
    except OptionError:
        raise OdinError("colours are 6, 4 or four different letters of {letters}.", letters=COLOURS) from None
    if colours != ALL_SIX and players != 2:
        raise OdinError(
            "four colours are for two players, not for {players}: leave --colours out, or type --colours 6.",
            players=players,
        )
    return colours


JOIN = """Join a table: the one at this address, or the one that is found on this network. A seat that you had there is
taken up again, without the code. Your screen asks for what is missing; you can play in lines instead (--plain), let a
bot sit there (--robot), or watch (--watch). The code may stand in the environment as ODIN_CODE, where no list of
processes shows it."""


def _add_join(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("address", nargs="?", metavar="ADDRESS[:PORT]", help="where the table is (port 9054)")
    parser.add_argument("--name", metavar="NAME", help="what the others call you")
    parser.add_argument(
        "--code", metavar="WORDS", help="the table's three words (ODIN_CODE); empty for a table open to all"
    )
    role = parser.add_mutually_exclusive_group()
    role.add_argument(
        "--robot",
        choices=tuple(LEVELS),
        help="let a bot of this level sit there: for all games that the table is to play, else for one",
    )
    role.add_argument(
        "--watch", action="store_true", help="take no seat, and watch; in lines with --plain, or without a terminal"
    )
    _add_screen(parser)
    parser.add_argument("--patience", type=float, metavar="S", help="how long the host may be away (robots: 120 s)")
    parser.add_argument("--data", metavar="DIR", help="the folder for all files")
    parser.add_argument("-v", "--verbose", "--debug", action="store_true", help="say on stderr what happens inside")


def _add_screen(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--plain", action="store_true", help="lines only, for a screen reader or a pipe")
    # What was said before the command counts, if nothing is said behind it.
    _add_look(parser, default=argparse.SUPPRESS, is_off=argparse.SUPPRESS)


def _add_look(parser: argparse.ArgumentParser, *, default: str | None, is_off: bool | str) -> None:
    _add_lang(parser, default)
    parser.add_argument("--theme", choices=THEMES, default=default, help="the colours of your screen")
    parser.add_argument(
        "--ascii", action="store_true", default=is_off, help="draw with ASCII only: no frames, no accents"
    )
    parser.add_argument("--no-color", action="store_true", default=is_off, help="no colours, as with NO_COLOR")
    parser.add_argument(
        "--no-motion", action="store_true", default=is_off, help="show every picture at once: no motion"
    )


def _add_lang(parser: argparse.ArgumentParser, default: str | None = argparse.SUPPRESS) -> None:
    parser.add_argument("--lang", choices=tuple(LANGUAGES), default=default, help="your language")


INVITE = """How friends join the table that runs on this computer: a line for a phone, for ssh and for Odin, to be read
aloud or pasted into a chat. Of several tables each is told."""


def _add_invite(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("table", nargs="?", default="", metavar="TABLE", help="only the table whose number begins so")
    parser.add_argument("--qr", action="store_true", help="draw a QR code for phones, too")
    parser.add_argument("--data", metavar="DIR", help="the folder where the table keeps its files")
    _add_look(parser, default=argparse.SUPPRESS, is_off=argparse.SUPPRESS)


REPLAY = """Watch a recorded game on your screen, step by step, with all hands open or as one player saw it, and what a
hard bot would have done. In lines, or of several records: read them aloud. Or only check that each obeys the rules."""


def _add_replay(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "files", nargs="*", metavar="FILE", help="a record, *.odin.jsonl, or a folder of them (the newest game)"
    )
    parser.add_argument("--check", action="store_true", help="only check; exit 1 if a record is broken")
    parser.add_argument("--plain", action="store_true", help="lines only, for a screen reader or a pipe")
    parser.add_argument("--data", metavar="DIR", help="the folder for all files")
    _add_look(parser, default=argparse.SUPPRESS, is_off=argparse.SUPPRESS)


REPORT = """Make a page of a recorded game, for a browser or a printer: standing, points, awards, every hand with its
cards, and what proves that the deals were fair. It needs no network. A record that is broken is told; exit 1."""


def _add_report(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", nargs="?", metavar="FILE", help="a record, *.odin.jsonl (the newest game)")
    parser.add_argument("-o", "--output", metavar="PAGE", help="where the page goes (here, called like the record)")
    parser.add_argument("--data", metavar="DIR", help="the folder for all files")
    _add_look(parser, default=argparse.SUPPRESS, is_off=argparse.SUPPRESS)


STATS = """What the records on this computer say of all games so far and of yours among them: tonight (since five in the
morning) and all time. A damaged record is named and skipped."""


def _add_stats(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--name", metavar="N", help="whose games (as you were called last, or your login name)")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    parser.add_argument("--data", metavar="DIR", help="the folder for all files")
    _add_look(parser, default=argparse.SUPPRESS, is_off=argparse.SUPPRESS)


TABLES = "Look for tables on this network. A table that is not found can still be joined by its address."


def _add_tables(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--seconds", type=float, default=3.0, metavar="S", help="how long to look (3)")
    parser.add_argument("--bind", metavar="A", help="look only in the network of this address of this computer")
    parser.add_argument("--json", action="store_true", help="print the tables as JSON")
    _add_lang(parser)


DOCTOR = """Look for what keeps others from joining a table on this computer. Every line is ok, a warning or a problem,
with what to do; exit 1 if there is a problem."""


def _add_doctor(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--port", type=int, metavar="P", help="the port that the table is to use (9054)")
    parser.add_argument("--bind", metavar="A", help="the address that the table is to use (all of this computer)")
    parser.add_argument("--data", metavar="DIR", help="the folder for all files")
    parser.add_argument("--json", action="store_true", help="print what was found as JSON")
    _add_lang(parser)
