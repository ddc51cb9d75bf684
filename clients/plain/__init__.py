"""The table in lines: for a screen reader, for a pipe, for a file of commands."""

from clients.plain.narrator import Narrator
from clients.plain.shell import Typist, attend, line_writer

__all__ = ["Narrator", "Typist", "attend", "line_writer"]
