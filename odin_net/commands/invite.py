"""`odin invite`: how friends join the table that runs on this computer."""

import argparse
import asyncio
import sys
from ipaddress import IPv6Address
from pathlib import Path

from clients.invitation import Invitation, invitation_lines, invitation_to, ways
from clients.language import Language
from odin_net.commands import console
from odin_net.doors import host_key
from odin_net.errors import DONE, NO_TABLE, OdinError
from odin_net.files import data_folder
from odin_net.host import saved_tables
from odin_net.host.memo import Memo
from odin_net.lan.addresses import joinable_addresses, parse_bind
from odin_net.lan.probe import first_answer


def run(arguments: argparse.Namespace) -> int:
    # Whoever can read this folder knows the code already; nobody else reads it here.
    data = data_folder(arguments.data)
    memos = saved_tables.running(data, arguments.table)
    if not memos and arguments.table:
        raise OdinError(
            "no table that runs on this computer begins with {wanted}: {command} shows all.",
            NO_TABLE,
            wanted=console.printable(arguments.table),
            command="odin invite",
        )
    if not memos:
        raise OdinError("no table runs on this computer: open one with {command}.", NO_TABLE, command="odin host")
    language = console.language_of(arguments)
    for number, memo in enumerate(memos):
        if len(memos) > 1:
            heading = language("Table {table}:", table=memo.table.hex()[:8])
            print(f"\n{heading}" if number else heading)
        tell(arguments, language, asyncio.run(invitation_of(memo, data)), memo.code)
    return DONE


async def invitation_of(memo: Memo, data: Path) -> Invitation:
    """How others come to a table that runs. Which of its doors are open only the table itself can tell."""
    bind = parse_bind(memo.bind or None)
    here = "127.0.0.1" if bind is None else str(bind)
    if bind is not None and bind.is_unspecified:
        here = "::1" if isinstance(bind, IPv6Address) else "127.0.0.1"
    page, ssh = await asyncio.gather(
        first_answer(here, memo.port, b"HEAD / HTTP/1.1\r\nHost: localhost\r\n\r\n"),
        first_answer(here, memo.port, b"SSH-2.0-Odin\r\n"),
    )
    has_ssh = ssh.startswith(b"SSH-")
    addresses = [one.address for one in joinable_addresses(bind)]
    fingerprint = host_key.fingerprint(data) if has_ssh else None
    return invitation_to(addresses, memo.port, web=page.startswith(b"HTTP/"), ssh=has_ssh, fingerprint=fingerprint)


def tell(arguments: argparse.Namespace, language: Language, invitation: Invitation, code: str) -> None:
    """Print an invitation, with a QR code if that is wanted."""
    for line in invitation_lines(language, invitation, code):
        print(console.wrapped(line, console.columns_of(sys.stdout)))
    if arguments.qr:
        draw(arguments, language, ways(invitation, code)[0].link)


def draw(arguments: argparse.Namespace, language: Language, link: str) -> None:
    """Draw the QR code of a link: black on white where there are colours."""
    from clients.qr_code import qr_code  # noqa: PLC0415  Few want one.
    from clients.terminal.drawing.themes import Theme  # noqa: PLC0415

    settings, columns = console.settings_of(arguments), console.columns_of(sys.stdout)
    if not link:
        print(language("This table has no page for browsers, and so no QR code."))
    elif settings.ascii:
        print(language("With --ascii there is no QR code: {command} draws it elsewhere.", command="odin invite --qr"))
    elif columns is not None and columns < qr_code(link).width():
        wide = qr_code(link).width()
        print(language("To see a QR code, make this window wider: {columns} columns.", columns=wide))
    elif columns is None or settings.theme is Theme.NONE:
        print("\n".join(qr_code(link).light_on_dark()))
    else:
        _print_black_on_white(qr_code(link).dark_on_light())


def _print_black_on_white(lines: list[str]) -> None:
    from prompt_toolkit import print_formatted_text  # noqa: PLC0415
    from prompt_toolkit.formatted_text import FormattedText  # noqa: PLC0415

    for line in lines:
        print_formatted_text(FormattedText([("bg:#ffffff #000000", line)]))
