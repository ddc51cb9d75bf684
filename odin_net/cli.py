"""The `odin` command: parses the command line and runs one module of `odin_net.commands`.

Nothing heavy is imported: for help no `typing`, which takes longer to load than all that is ours here, and for the
version not even the parser.
"""

import importlib
import io
import os
import sys
from collections.abc import Sequence

from odin_net import __version__
from odin_net.errors import CHECK_FAILED, DONE, INTERRUPTED, OdinError, ToldError
from odin_net.loading import loading

TYPE_CHECKING = False  # mypy knows this name and takes it for true.
if TYPE_CHECKING:
    from argparse import Namespace

    from odin_net.commands.arguments import Parser


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


def _complain(error: OdinError, arguments: "Namespace") -> None:
    from odin_net.commands.console import columns_of, wrapped  # noqa: PLC0415  Most runs complain of nothing.

    print(wrapped(f"odin: {_in_words(error, arguments)}", columns_of(sys.stderr)), file=sys.stderr)


def _in_words(error: OdinError, arguments: "Namespace") -> str:
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
    words = sys.argv[1:] if argv is None else argv
    if [*words] == ["--version"]:
        print(f"odin {__version__}")
        return DONE
    from odin_net.commands.arguments import parser as whole_parser  # noqa: PLC0415  The version needs none.

    parser = whole_parser()
    try:
        arguments, unknown = parser.parse_known_args(words)
    except SystemExit as said:  # help, version, or a usage error: argparse has printed it
        return said.code if isinstance(said.code, int) else DONE
    try:
        if unknown:
            raise _unknown(parser, arguments.command, unknown[0])
        return _obey(parser, arguments)
    except OdinError as error:
        _complain(error, arguments)
        return error.code


def _unknown(parser: "Parser", command: str | None, word: str) -> OdinError:
    """What somebody may have meant by a word that a command does not know, or where to look."""
    import re  # noqa: PLC0415  Most words are known.
    from difflib import get_close_matches  # noqa: PLC0415

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


def _obey(parser: "Parser", arguments: "Namespace") -> int:
    if getattr(arguments, "data", None) == "":
        raise OdinError("--data is empty: name a folder, or leave it out.")
    if arguments.command is None:
        return _menu(parser, arguments)
    if arguments.command == "arena" and arguments.lang not in (None, "en"):
        raise OdinError("{command} speaks English only: leave --lang out.", command="odin arena")
    try:
        with loading():
            command = importlib.import_module(f"odin_net.commands.{arguments.command}")
    except ModuleNotFoundError as error:
        raise OdinError(
            "a part of Odin is missing ({name}): install it again.", CHECK_FAILED, name=error.name
        ) from None
    code: int = command.run(arguments)
    return code


def _menu(parser: "Parser", arguments: "Namespace") -> int:
    """What to do is asked on a terminal; elsewhere the help says what there is."""
    if not (sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()):
        parser.print_help()
        return DONE
    with loading():
        menu = importlib.import_module("odin_net.commands.menu")
    chosen: list[str] | None = menu.choose(arguments)
    return DONE if chosen is None else _run([*chosen, *_look(arguments)])


def _look(arguments: "Namespace") -> list[str]:
    """The flags about the screen, for the command that was chosen on it."""
    flags = [f"--{name}" for name in ("ascii", "no_color", "no_motion") if getattr(arguments, name)]
    for name in ("lang", "theme"):
        if getattr(arguments, name) is not None:
            flags.append(f"--{name}={getattr(arguments, name)}")
    return [flag.replace("_", "-") for flag in flags]
