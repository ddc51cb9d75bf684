"""Joins ES modules into one script, for a page that comes in one piece and for engines without modules.

Each module becomes a function that runs once, in the order in which they need each other; what it exports is what the
function returns. Nothing is evaluated at run time, so that a page may forbid that. Few forms of import and export are
known, and every other one is refused: names in braces from a relative path, and `export` before a declaration that
does not change. Comments on lines of their own are left out, so no line within a text may look like one; so is what
indents a line.
"""

import re
from collections.abc import Iterable, Mapping
from posixpath import dirname, join, normpath
from typing import NamedTuple

_IMPORT = re.compile(r'^import \{([^{}]*)\} from "(\.[^"]*)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (const|class|function\*?|async function) ([A-Za-z_]\w*)", re.MULTILINE)
# Comments on lines of their own; a page need not carry them.
_COMMENT = re.compile(r"^[ \t]*(?://.*|/\*\*(?:[^*]|\*(?!/))*\*/[ \t]*)\n", re.MULTILINE)
_INDENT = re.compile(r"^\s+", re.MULTILINE)
# What is left of the two in a module when those above are taken out.
_OTHER = re.compile(r"^(import|export)\b.*$", re.MULTILINE)


class BundleError(Exception):
    """Modules that cannot be joined: a defect of theirs."""


class Module(NamedTuple):
    """One of them, as it is when it stands with the others."""

    path: str
    body: str
    """Without its imports, and without the word `export`."""
    imported: tuple[tuple[str, str, str], ...]
    """Each name here, the path of its module, and its name there."""
    exported: tuple[str, ...]


def in_order(modules: Mapping[str, str], entry: str, wanted: Iterable[str] = ()) -> list[Module]:
    """This module and all that it needs, each behind those that it needs itself, and else in the order that is wanted.

    Modules are given by their paths, with forward slashes.
    """
    needed: list[str] = []
    _visit(modules, entry, needed, ())
    order: list[str] = []
    for path in [*(one for one in wanted if one in needed), *needed]:
        _visit(modules, path, order, ())
    return [_module(path, modules[path]) for path in order]


def bundle(modules: Mapping[str, str], entry: str, name: str = "Odin") -> str:
    """A script that runs this module and all that it needs; what it exports is the constant `name`."""
    order = in_order(modules, entry)
    numbers = {module.path: number for number, module in enumerate(order)}
    parts = [_as_function(module, numbers) for module in order]
    return "\n".join(['"use strict";', *parts, f"const {name} = module{numbers[entry]};", ""])


def without_comments(source: str) -> str:
    """A script without the comments on lines of their own, and without what indents its lines.

    Where a text in backticks may go over several lines, their spaces stay.
    """
    source = _COMMENT.sub("", source)
    if any(line.count("`") % 2 for line in source.splitlines()):
        return source
    return _INDENT.sub("", source)


def _visit(modules: Mapping[str, str], path: str, order: list[str], above: tuple[str, ...]) -> None:
    """Add this module behind all that it imports."""
    if path in above:
        raise BundleError(f"modules import each other in a circle: {' '.join((*above, path))}")
    if path in order:
        return
    if path not in modules:
        raise BundleError(f"there is no module {path}, which {above[-1] if above else 'somebody'} imports")
    for _, target in _IMPORT.findall(modules[path]):
        _visit(modules, _resolve(path, target), order, (*above, path))
    order.append(path)


def _resolve(path: str, target: str) -> str:
    return normpath(join(dirname(path), target))


def _module(path: str, source: str) -> Module:
    source = without_comments(source)
    imported = []
    for names, target in _IMPORT.findall(source):
        for name in filter(None, map(str.strip, names.split(","))):
            there, _, here = name.partition(" as ")
            imported.append((here or there, _resolve(path, target), there))
    body = _EXPORT.sub(r"\1 \2", _IMPORT.sub("", source))
    if other := _OTHER.search(body):
        raise BundleError(f"{path} has a form that is not known here: {other[0]}")
    return Module(path, body, tuple(imported), tuple(name for _, name in _EXPORT.findall(source)))


def _as_function(module: Module, numbers: Mapping[str, int]) -> str:
    fetched = "".join(
        f"const {{ {there}: {here} }} = module{numbers[path]};\n" for here, path, there in module.imported
    )
    return (
        f"// {module.path}\nconst module{numbers[module.path]} = (() => {{\n{fetched}{module.body}"
        f"return Object.freeze({{ {', '.join(module.exported)} }});\n}})();"
    )
