"""Reads a script of this folder as tokens, and says of each word what it is there: a name, or that of a property.

It knows what these modules use of JavaScript, without scopes. Every statement ends with a semicolon or a brace.
"""

import itertools
import re
from collections.abc import Iterator
from enum import Enum, auto
from typing import NamedTuple

_SKIPPED = re.compile(r"(?:\s+|//[^\n]*|/\*.*?\*/)+", re.DOTALL)
_WORD = re.compile(r"#?[A-Za-z_$][\w$]*")
_NUMBER = re.compile(r"0[xob][\da-fA-F_]+n?|(?:\d[\d_]*(?:\.[\d_]*)?|\.\d+)(?:[eE][+-]?\d+)?n?")
_TEXT = re.compile(r'"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'')
_TEMPLATE = re.compile(r"(?:[^`\\$]|\\.|\$(?!\{))*(?:`|\$\{)", re.DOTALL)
_PATTERN = re.compile(r"/(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[a-z]*")
_SIGN = re.compile(
    r"=>|\.\.\.|\?\.(?!\d)|>>>=|\*\*=|<<=|>>=|>>>|===|!==|\?\?=|&&=|\|\|=|"
    r"\*\*|<<|>>|\+\+|--|&&|\|\||\?\?|[-+*/%&|^<>=!]=|[-+*/%&|^<>=!~?:;,.(){}\[\]]"
)

KEYWORDS = frozenset(
    """
    async await break case catch class const continue debugger default delete do else extends false finally for
    function if import in instanceof let new null of return super switch this throw true try typeof undefined var
    void while with yield arguments
    """.split()  # noqa: SIM905  A list of words is read more easily so.
)
# Behind these words a slash begins a pattern, as it does behind a sign.
_BEFORE_VALUE = frozenset(
    """
    await case delete do else in instanceof of return throw typeof void yield
    """.split()  # noqa: SIM905  A list of words is read more easily so.
)
_MODIFIERS = frozenset(("async", "get", "set", "static"))
# Behind these an open brace begins statements; behind all others, an object.
_BEFORE_BLOCK = frozenset((")", ";", "}", "{", "else", "do", "try", "finally", "=>", "static"))


class Role(Enum):
    """What a token is."""

    NAME = auto()
    """Of a variable, ours or the browser's."""
    PROPERTY = auto()
    SHORTHAND = auto()
    """Of both: `{ name }`."""
    PRIVATE = auto()
    """`#name`."""
    KEYWORD = auto()
    TEXT = auto()
    """In quotes."""
    OTHER = auto()


class Token(NamedTuple):
    """A part of a script, and where it stands."""

    text: str
    role: Role
    is_on_new_line: bool
    """Whether its line is not that of the token before."""
    depth: int
    """How many brackets are open around it."""


class ScriptError(Exception):
    """What is no script, or none that is understood here."""


class _Raw(NamedTuple):
    text: str
    is_word: bool
    is_on_new_line: bool


def tokens_of(source: str) -> list[Token]:
    """The tokens of a script, without its comments."""
    return list(_with_roles([*_raw_tokens(source), _Raw("", False, True)]))


def _raw_tokens(source: str) -> Iterator[_Raw]:
    at, before, is_value_before = 0, "", False
    # One for each open brace: whether it is one within a template.
    braces: list[bool] = []
    while True:
        skipped = _SKIPPED.match(source, at)
        at = skipped.end() if skipped else at
        if at == len(source):
            return
        is_on_new_line = not before or (skipped is not None and "\n" in skipped[0])
        first, is_word = source[at], False
        if first == "`" or (first == "}" and braces and braces[-1]):
            found = _TEMPLATE.match(source, at + 1)
            if first == "}":
                braces.pop()
            if found and found[0].endswith("${"):
                braces.append(True)
            is_value_before = found is not None and found[0].endswith("`")
        elif found := _WORD.match(source, at):
            is_word = True
            is_value_before = found[0] not in _BEFORE_VALUE or before in (".", "?.")
        elif found := _NUMBER.match(source, at) or _TEXT.match(source, at):
            is_value_before = True
        elif first == "/" and not is_value_before:
            found, is_value_before = _PATTERN.match(source, at), True
        elif found := _SIGN.match(source, at):
            is_value_before = first in ")]}"
            if first == "{":
                braces.append(False)
            elif first == "}" and braces:
                braces.pop()
        if not found:
            raise ScriptError(f"not understood: {source[at : at + 40]!r}")
        before = source[at : found.end()]
        yield _Raw(before, is_word, is_on_new_line)
        at = found.end()


class _Frame:
    """What a bracket holds."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.choices = 0
        """How many `?` wait for their `:`."""
        self.is_case = False


def _with_roles(raw: list[_Raw]) -> Iterator[Token]:
    frames = [_Frame("block")]
    before, before_is_end, is_class_head = "", False, False
    for (text, is_word, is_on_new_line), following in itertools.pairwise(raw):
        frame, role, depth = frames[-1], Role.OTHER, len(frames) - 1
        if is_word:
            role = _role_of(text, frame.kind, before, following.text)
            frame.is_case |= role is Role.KEYWORD and text in ("case", "default")
            is_class_head |= role is Role.KEYWORD and text == "class"
        elif text[0] in "\"'":
            role = Role.TEXT
        elif text == "{":
            is_block = before in _BEFORE_BLOCK or not before or before_is_end
            frames.append(_Frame("class" if is_class_head else "block" if is_block else "object"))
            is_class_head = False
        elif text[-1] in "([" or text[-2:] == "${":
            if text[0] == "}":
                frames.pop()
            frames.append(_Frame(text[-1]))
        elif text[0] in ")]}":
            if len(frames) == 1:
                raise ScriptError(f"a bracket closes that is not open: {text}")
            frames.pop()
            depth -= 1
        elif text == "?":
            frame.choices += 1
        before_is_end = text == ":" and not frame.choices and frame.is_case
        if text == ":":
            frame.is_case &= not before_is_end
            frame.choices = max(0, frame.choices - 1)
        # A modifier leaves what comes behind it where it stands itself.
        is_modifier = text == "*" or (role is Role.KEYWORD and text in _MODIFIERS)
        if not (is_modifier and before in ("{", ";", "}", ",")):
            before = text
        yield Token(text, role, is_on_new_line, depth)
    if len(frames) > 1:
        raise ScriptError("a bracket stays open")


def _role_of(word: str, kind: str, before: str, following: str) -> Role:
    if word[0] == "#":
        return Role.PRIVATE
    if before in (".", "?."):
        return Role.PROPERTY
    is_member = (kind == "object" and before in ("{", ",")) or (kind == "class" and before in ("{", ";", "}"))
    if is_member and kind == "object" and following in (",", "}", "="):
        return Role.SHORTHAND
    is_modifier = word in _MODIFIERS and following not in (":", "(", "=", ";", "}")
    if is_member and not is_modifier:
        return Role.PROPERTY
    return Role.KEYWORD if word in KEYWORDS or (is_member and is_modifier) else Role.NAME
