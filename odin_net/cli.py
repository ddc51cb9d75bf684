"""The `odin` command: parses the command line and runs one module of `odin_net.commands`. Nothing heavy is imported."""

import argparse
import importlib
import os
import sys
from collections.abc import Sequence

from odin_net import __version__
from odin_net.exits import DONE, INTERRUPTED, OdinError


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    parser = _parser()
    arguments = parser.parse_args(argv)
    if arguments.command is None:
        parser.print_help()
        return DONE
    try:
        code = importlib.import_module(f"odin_net.commands.{arguments.command}").run(arguments)
        sys.stdout.flush()
    except OdinError as error:
        print(f"odin: {error}", file=sys.stderr)
        return error.code
    except KeyboardInterrupt:
        print("odin: interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read our output has gone, as `head` does; what is still buffered has no reader either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    assert isinstance(code, int)
    return code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="odin", description="Odin, the card game, with friends in one room.")
    parser.add_argument("--version", action="version", version=f"odin {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    _add_arena(commands.add_parser("arena", help="bots against bots", description=ARENA))
    _add_replay(commands.add_parser("replay", help="read a recorded game, or check it", description=REPLAY))
    return parser


ARENA = """Let bots play against each other. Every deal is played once for each rotation of the bots around the table,
so that luck cancels."""


def _add_arena(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--players", type=int, metavar="N", help="how many sit at the table, 2 to 6 (4)")
    parser.add_argument("--bots", default="random", metavar="LIST", help="a bot for each seat, or one for all (random)")
    length = parser.add_mutually_exclusive_group()
    length.add_argument("--hands", type=int, metavar="N", help="single hands to play in all (1000)")
    length.add_argument("--games", type=int, metavar="N", help="whole games to play in all")
    parser.add_argument("--seed", type=int, metavar="S", help="the same seed gives the same result")
    _add_options(parser)
    parser.add_argument("--record", metavar="DIR", help="write a record of each game into this folder")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--points", type=int, metavar="N", help="the game ends when somebody has so many, 1 to 99 (15)")
    parser.add_argument("--colours", metavar="C", help="6, or for two players 4 (drawn) or letters such as RYGP")
    parser.add_argument("--starter", choices=("left", "last"), default="left", help="who opens the next hand (left)")


REPLAY = "Read recorded games aloud, line by line, or only check that each of them obeys the rules."


def _add_replay(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", metavar="FILE", help="a record, *.odin.jsonl")
    parser.add_argument("--check", action="store_true", help="only check; exit 1 if a record is broken")


if __name__ == "__main__":
    sys.exit(main())
