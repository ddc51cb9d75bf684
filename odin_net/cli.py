"""The `odin` command: parses the command line and runs one module of `odin_net.commands`. Nothing heavy is imported."""

import argparse
import importlib
import io
import os
import re
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

from odin_net import __version__
from odin_net.commands.options import add_option_flags
from odin_net.errors import CHECK_FAILED, DONE, INTERRUPTED, LANGUAGES, USAGE, OdinError, ToldError
from odin_net.levels import LEVELS, USUAL

ALL_LEVELS = f"{', '.join([*LEVELS][:-1])} or {[*LEVELS][-1]} ({USUAL})"
THEMES = ("default", "contrast", "16", "none")
# Help that is narrower reads worse than lines that a terminal breaks.
NARROWEST = 40


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    _prepare_streams()
    try:
        code = _run(argv)
        sys.stdout.flush()
    except KeyboardInterrupt:
        print("odin: interrupted", file=sys.stderr)
        return INTERRUPTED
    except OSError as error:
        # Whoever read our output has gone, as `head` does, or its disk is full. Not all was said: no success.
        _close_output()
        if not isinstance(error, BrokenPipeError):
            print(f"odin: the output cannot be written ({error.strerror}): send it elsewhere.", file=sys.stderr)
        return CHECK_FAILED
    return code


def _complain(error: OdinError, arguments: argparse.Namespace) -> None:
    from odin_net.commands.console import columns_of, wrapped  # noqa: PLC0415  Most runs complain of nothing.

    print(wrapped(f"odin: {_in_words(error, arguments)}", columns_of(sys.stderr)), file=sys.stderr)


def _in_words(error: OdinError, arguments: argparse.Namespace) -> str:
    # Robots speak English to those who run them.
    if getattr(arguments, "robot", None) is not None:
        return str(error)
    try:
        from clients.language import language_for  # noqa: PLC0415

        language = language_for(arguments.lang, os.environ)
    except (ImportError, OSError):  # That something is missing may be just what is to be said.
        return str(error)
    if arguments.ascii:
        language = language.spelled_out()
    return language.spelling(str(error)) if isinstance(error, ToldError) else language.tell(error.saying)


def _prepare_streams() -> None:
    """Let no name break the output where a stream cannot show it, and give closed streams somewhere to go."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, _nowhere())
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def _close_output() -> None:
    """Forget what is still buffered, so that Python does not try to write it once more at its end."""
    sys.stdout = _nowhere()


def _nowhere() -> io.TextIOWrapper:
    return open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123  It lives as long as the process.


def _run(argv: Sequence[str] | None) -> int:
    parser = _parser()
    try:
        arguments, unknown = parser.parse_known_args(argv)
    except SystemExit as said:  # help, version, or a usage error: argparse has printed it
        return said.code if isinstance(said.code, int) else DONE
    try:
        if unknown:
            raise _unknown(parser, arguments.command, unknown[0])
        return _obey(parser, arguments)
    except OdinError as error:
        _complain(error, arguments)
        return error.code


def _unknown(parser: "_Parser", command: str | None, word: str) -> OdinError:
    """What somebody may have meant by a word that a command does not know, or where to look."""
    from difflib import get_close_matches  # noqa: PLC0415  Most words are known.

    from odin_net.commands.console import printable  # noqa: PLC0415

    name = "odin" if command is None else f"odin {command}"
    known = parser if command is None else parser.commands[command]
    flag = word.partition("=")[0]
    near = get_close_matches(flag, re.findall(r"--[a-z-]+", known.format_help()), 1)
    shown = printable(word) or "''"
    if near == [flag]:
        return OdinError("{flag} stands behind the command: {example}.", flag=flag, example=f"{name} {flag}")
    if near:
        return OdinError("{command} does not know {word}: did you mean {near}?", command=name, word=shown, near=near[0])
    look = f"{name} --help"
    return OdinError("{command} does not know {word}: {help} shows what it knows.", command=name, word=shown, help=look)


def _obey(parser: "_Parser", arguments: argparse.Namespace) -> int:
    if getattr(arguments, "data", None) == "":
        raise OdinError("--data is empty: name a folder, or leave it out.")
    if arguments.command is None:
        return _menu(parser, arguments)
    if arguments.command == "arena" and arguments.lang not in (None, "en"):
        raise OdinError("{command} speaks English only: leave --lang out.", command="odin arena")
    try:
        command = importlib.import_module(f"odin_net.commands.{arguments.command}")
    except ModuleNotFoundError as error:
        raise OdinError(
            "a part of Odin is missing ({name}): install it again.", CHECK_FAILED, name=error.name
        ) from None
    code: int = command.run(arguments)
    return code


def _menu(parser: "_Parser", arguments: argparse.Namespace) -> int:
    """What to do is asked on a terminal; elsewhere the help says what there is."""
    if not (sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()):
        parser.print_help()
        return DONE
    menu = importlib.import_module("odin_net.commands.menu")
    chosen: list[str] | None = menu.choose(arguments)
    return DONE if chosen is None else _run([*chosen, *_look(arguments)])


def _look(arguments: argparse.Namespace) -> list[str]:
    """The flags about the screen, for the command that was chosen on it."""
    flags = [f"--{name}" for name in ("ascii", "no_color") if getattr(arguments, name)]
    for name in ("lang", "theme"):
        if getattr(arguments, name) is not None:
            flags.append(f"--{name}={getattr(arguments, name)}")
    return [flag.replace("_", "-") for flag in flags]


class _Parser(argparse.ArgumentParser):
    """Its subcommands' help looks like its own, and what is wrong is one sentence."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(formatter_class=_Help, **settings)
        self.commands: dict[str, _Parser] = {}

    def error(self, message: str) -> NoReturn:
        from odin_net.commands.console import printable  # noqa: PLC0415  Most lines are right.

        self.exit(USAGE, f"odin: {printable(message)}: {self.prog} --help shows what can be said.\n")


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


def _parser() -> _Parser:
    parser = _Parser(prog="odin", description="Odin, the card game, with friends in one room.")
    parser.add_argument("--version", action="version", version=f"odin {__version__}")
    _add_look(parser, default=None, is_off=False)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    _add_play(commands.add_parser("play", help="a table of your own, with bots", description=PLAY))
    _add_host(commands.add_parser("host", help="open a table on this network", description=HOST))
    _add_join(commands.add_parser("join", help="take a seat at a table on this network", description=JOIN))
    _add_tables(commands.add_parser("tables", help="what is open on this network", description=TABLES))
    _add_doctor(commands.add_parser("doctor", help="why can't they find me?", description=DOCTOR))
    _add_replay(commands.add_parser("replay", help="read a recorded game, or check it", description=REPLAY))
    _add_arena(commands.add_parser("arena", help="bots against bots", description=ARENA))
    parser.commands = commands.choices
    return parser


PLAY = "Play against bots, at once, without a network."


def _add_play(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--bots", type=int, metavar="N", help="how many play against you, 1 to 5 (3)")
    parser.add_argument("--level", metavar="L", help=ALL_LEVELS)
    parser.add_argument("--pace", type=float, metavar="SECONDS", help="how long bots take for a move (1)")
    parser.add_argument("--name", metavar="N", help="what you are called (as last time, or your login name)")
    add_option_flags(parser)
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
    parser.add_argument("--games", type=int, metavar="K", help="end after so many games (as many as people like)")
    parser.add_argument("--spectators", type=int, metavar="N", help="how many may watch (32)")
    parser.add_argument("--pace", type=float, metavar="SECONDS", help="how long bots take for a move (1)")
    add_option_flags(parser)
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
    parser.add_argument("--bots", metavar="LIST", help=f"a bot for each seat, or one for all: {', '.join(LEVELS)}")
    length = parser.add_mutually_exclusive_group()
    length.add_argument("--hands", type=int, metavar="N", help="single hands to play in all (1000)")
    length.add_argument("--games", type=int, metavar="N", help="whole games to play in all")
    parser.add_argument("--seed", type=int, metavar="S", help="the same seed gives the same result")
    add_option_flags(parser)
    parser.add_argument("--record", metavar="DIR", help="write a record of each game into this folder")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="how many processes play (1)")
    parser.add_argument("--matrix", action="store_true", help="let every level play against every other")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")


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
        "--watch", action="store_true", help="take no seat, and print what happens until you press Ctrl-C"
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


def _add_lang(parser: argparse.ArgumentParser, default: str | None = argparse.SUPPRESS) -> None:
    parser.add_argument("--lang", choices=tuple(LANGUAGES), default=default, help="your language")


REPLAY = "Read recorded games aloud, line by line, or only check that each of them obeys the rules."


def _add_replay(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", metavar="FILE", help="a record, *.odin.jsonl, or a folder of them")
    parser.add_argument("--check", action="store_true", help="only check; exit 1 if a record is broken")
    _add_lang(parser)


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
