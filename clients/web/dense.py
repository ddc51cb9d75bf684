"""Joins ES modules into one script as `bundle.py` does, and as short as a phone likes it: for the page.

All modules stand in one function, in the order in which they need each other. What one of them declares at its top
gets a name that nothing else in the script has. What a function or a block declares (`scopes.py`) gets the first
letter that none has which is asked for in there: the same few everywhere, and so is what they are compressed to.
Names of the browser's and of the language's stay (`GLOBALS`), and so do texts, templates and patterns. Of properties
only those in capitals, which are constants of ours, are shortened: never one that a browser's object is asked for, or
that stands in a text.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import count, islice, pairwise
from typing import NamedTuple

from clients.web.bundle import BundleError, Module, in_order
from clients.web.scopes import Scope, is_declaring, scopes_of
from clients.web.tokens import KEYWORDS, Role, Token, tokens_of

# What the modules use of the browser and of the language: never a name of ours.
GLOBALS = frozenset(
    """
    addEventListener Array ArrayBuffer BigInt Blob Boolean BroadcastChannel clearTimeout crypto DataView Date
    decodeURIComponent document Error globalThis history Infinity innerHeight innerWidth Int32Array JSON
    localStorage location Map matchMedia Math navigator Node Number Object onmessage parseInt performance
    postMessage Promise RangeError RegExp requestAnimationFrame sessionStorage Set setInterval setTimeout String
    Uint32Array Uint8Array URL WeakMap WebSocket window Worker
    """.split()  # noqa: SIM905  A list of words is read more easily so.
)
_CONSTANT = re.compile(r"[A-Z][A-Z_]{2,}")
# What is frequent in texts and words of the language comes first: it takes fewer bits already.
_FIRST = "etnraoislcdhupmgfybvwkxqzjETNRAOISLCDHUPMGFYBVWKXQZJ_$"
_MORE = f"{_FIRST}0123456789"


class Key(NamedTuple):
    """What has a name of its own in the script."""

    name: str
    """As it is called in its module; a private one begins with its sign, and is the same in all classes."""
    module: str = ""
    """That which declares it."""
    scope: Scope | None = None
    """The part of the module that alone knows it; None of what is declared at the top."""


Named = list[tuple[Token, Key | None]]
"""Tokens, and what each of them names; None of one that stays."""


def dense(modules: Mapping[str, str], entry: str, name: str = "Odin") -> str:
    """A script that runs this module and all that it needs; what it exports is the constant `name`."""
    order = in_order(modules, entry)
    named = [pair for module in order for pair in _named(module)]
    short = _short_names([key for _, key in named if key])
    constants = _short_constants([token for token, _ in named])
    written = [_renamed(token, short[key] if key else None, constants) for token, key in named]
    exported = ",".join(f"{one}:{short[Key(one, entry)]}" for one in order[-1].exported)
    return f'"use strict";const {name}=(()=>{{{"".join(_joined(written))}return{{{exported}}}}})();\n'


def _named(module: Module) -> Named:
    """The tokens of a module, and what each of them names."""
    tokens = tokens_of(module.body)
    known = {here: Key(there, path) for here, path, there in module.imported} | _at_top(module.path, tokens)
    return [
        (token, _key(token, scope, known, module.path)) for token, scope in zip(tokens, scopes_of(tokens), strict=True)
    ]


def _at_top(path: str, tokens: list[Token]) -> dict[str, Key]:
    """What a module declares at its top."""
    top = [token for token in tokens if token.depth == 0 and token.text != "*"]
    keys, declares = dict[str, Key](), ""
    for token, following in pairwise(top):
        if is_declaring(token):
            declares = token.text
            if following.role is not Role.NAME:
                raise BundleError(f"{path} declares what is not known here: {following.text}")
            keys[following.text] = Key(following.text, path)
        elif token.text == "," and declares in ("const", "let"):
            raise BundleError(f"{path} declares two at once: {following.text}")
        elif token.text == ";":
            declares = ""
    return keys


def _key(token: Token, scope: Scope | None, known: Mapping[str, Key], path: str) -> Key | None:
    """What a token in this scope names; None of one that stays."""
    if token.role is Role.PRIVATE:
        return Key(token.text)
    if token.role not in (Role.NAME, Role.SHORTHAND):
        return None
    declaring = scope and scope.declaring(token.text)
    if declaring:
        return Key(token.text, path, declaring)
    if token.text not in known and token.text not in GLOBALS:
        raise BundleError(f"{path} has a name that nobody declares: {token.text}")
    return known.get(token.text)


def _short_names(needed: Iterable[Key]) -> dict[Key, str]:
    """A name for each key: the more often one of a module's top is needed, the shorter."""
    counted = Counter(needed)
    places = {key: key.scope.places[key.name] for key in counted if key.scope}
    names, privates = _names(KEYWORDS | GLOBALS), _names(())
    local = list(islice(names, max(places.values(), default=-1) + 1))
    short = {key: local[place] for key, place in places.items()}
    for key, _ in counted.most_common():
        if key.scope is None:
            short[key] = f"#{next(privates)}" if key.name[0] == "#" else next(names)
    return short


def _short_constants(tokens: list[Token]) -> dict[str, str]:
    """The same for constants, which are known by being properties in capitals."""
    words = [token.text for token in tokens if token.role in (Role.PROPERTY, Role.SHORTHAND)]
    others = {token.text.strip("\"'") for token in tokens if token.role is Role.TEXT}
    asked = zip(tokens, tokens[1:], tokens[2:], strict=False)
    others |= {word.text for owner, dot, word in asked if dot.text == "." and owner.text in GLOBALS}
    needed = Counter(word for word in words if _CONSTANT.fullmatch(word) and word not in others)
    names = _names({*words} | KEYWORDS)
    return {constant: next(names) for constant, _ in needed.most_common()}


def _names(taken: Collection[str]) -> Iterator[str]:
    for number in count():
        name, rest = _FIRST[number % len(_FIRST)], number // len(_FIRST)
        while rest:
            rest -= 1
            name += _MORE[rest % len(_MORE)]
            rest //= len(_MORE)
        if name not in taken:
            yield name


def _renamed(token: Token, name: str | None, constants: Mapping[str, str]) -> Token:
    """With this name, if it has one; a property as it is called if it is a constant."""
    if token.role not in (Role.PROPERTY, Role.SHORTHAND):
        return token if name is None else token._replace(text=name)
    asked = constants.get(token.text, token.text)
    here = name or token.text
    is_short = token.role is Role.PROPERTY or asked == here
    return token._replace(text=asked if is_short else f"{asked}:{here}")


def _joined(tokens: list[Token]) -> Iterator[str]:
    """The tokens with as little between them as they need."""
    before, last = "", " "
    for token, following in zip(tokens, [*tokens[1:], None], strict=True):
        text = token.text
        ends = following.text[0] if following is not None and following.role is Role.OTHER else ""
        if (text == "," and ends and ends in ")]}" and before not in ("[", ",")) or (
            text == ";" and ends == "}" and before != ")"
        ):
            before = text
            continue
        if _is_wordlike(last) and _is_wordlike(text[0]):
            yield "\n" if token.is_on_new_line else " "
        elif last + text[0] in ("++", "--", "//", "/*", "<!"):
            yield " "
        elif token.is_on_new_line and last in ")]" and _is_wordlike(text[0]):
            yield "\n"
        yield text
        before, last = text, text[-1]


def _is_wordlike(character: str) -> bool:
    return character.isalnum() or character in "_$#"
